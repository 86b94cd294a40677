// SPDX-License-Identifier: MIT
// physics_step.c -- one step of the world on show, and what it says: events, samples, conditions.
#include "trainer/server/physics_internal.h"
#include "trainer/server/physics_look.h"
#include "trainer/server/reel.h"

#include <time.h>

static double cpu_clock(void) {
    struct timespec t;
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

static void note_event(sut_physics *p, const sut_event *e) {
    sut_play *play = p->play;
    sut_frame_event out;
    if (!sut_frame_event_of(e, sut_play_time(play), &out)) {
        return;
    }
    if (p->fresh_count < SUT_PHYSICS_EVENTS) {
        p->fresh[p->fresh_count++] = out;
    }
    if (out.object < (unsigned)play->cast.tool_count) {
        p->grasps[out.object] += e->type == SUT_EV_GRASPED ? 1 : 0;
        p->drops[out.object] += e->type == SUT_EV_GRIP_LOST ? 1 : 0;
    }
}

// an attempt is being made: its clock runs
static bool attempted(const sut_play *play) {
    return play->mode == SUT_PLAY_TRY && play->first_input >= 0.0 && !play->over;
}

void sut_physics_note_clock(sut_physics *p, double now) {
    bool counts = attempted(p->play);
    if (counts) {
        sut_conditions_wait(&p->conditions, now - p->noted, p->paused,
                            p->paused && !p->was_paused);
    }
    p->noted = now;
    p->was_paused = counts && p->paused;
}

static void after_step(sut_physics *p) {
    sut_play *play = p->play;
    int count;
    const sut_event *e = sut_world_events(play->world, &count);
    for (int i = 0; i < count; i++) {
        note_event(p, &e[i]);
    }
    p->guard_hits += (uint64_t)sut_world_stats(play->world).guard_hits;
    sut_sight sight = sut_sight_of(play);
    double time = sight.time;
    sut_look_measure(&sight, &p->measure);
    if (time + 0.5 * play->dt >= p->next_sample) {
        sut_sample s;
        sut_look_sample(&sight, p->grasps, p->drops, &p->measure, p->sampled, &s);
        sut_sample_push(&play->samples, &s);
        p->next_sample += SUT_SAMPLE_PERIOD;
        p->sampled = time;
    }
    if (attempted(play)) {
        sut_conditions_step(&p->conditions, play->dt, p->speed);
        sut_conditions_world(&p->conditions, play->gravity, play->own_gravity, play->friction,
                             play->own_friction);
    }
}

static sut_result step_alone(sut_play *play) {
    sut_result r = sut_scene_drive(play->scene, play->world, play->dt);
    return r == SUT_OK ? sut_world_step(play->world, play->dt) : r;
}

static sut_result step_devices(sut_play *play) {
    sut_result r = sut_rig_step(play->rig);
    if (play->first_input < 0.0 && sut_rig_moved(play->rig)) {
        play->first_input = sut_play_time(play);
    }
    return r;
}

void sut_physics_step_world(sut_physics *p) {
    sut_play *play = p->play;
    double begin = sut_clock(), cpu = cpu_clock();
    sut_physics_move_hands(p, begin + p->pace.period); // to where they are when the step is over
    sut_result r = play->rig != NULL ? step_devices(play) : step_alone(play);
    if (r != SUT_OK) {
        p->diverged++;
    }
    if (play->undo.block != NULL) {
        sut_park_look(&play->park, play->world, play->cast.tool_count,
                      sut_level_help_of(play->level)->parks && !play->over);
    }
    p->seq_used = p->seq;
    after_step(p);
    sut_pace_step(&p->pace, begin, sut_clock(), cpu_clock() - cpu);
}

// A film that is still being made is not run into: near its end it is shown slower, down to how fast
// it grows.
void sut_physics_step_film(sut_physics *p) {
    const double margin = 0.5; // s
    double begin = sut_clock();
    sut_reel_state s = sut_reel_look(p->play->film);
    double ahead = (s.ready - p->film_time) / margin;
    double pace = s.complete || ahead > 1.0 ? 1.0 : ahead > 0.0 ? ahead : 0.0;
    p->film_time += pace * p->play->dt;
    p->film_time = p->film_time > s.ready ? s.ready : p->film_time;
    sut_pace_step(&p->pace, begin, sut_clock(), 0.0);
}
