// SPDX-License-Identifier: MIT
// physics_show.c -- what others see of the world: frames, events, figures, looks.
#include "trainer/server/physics_internal.h"
#include "trainer/server/physics_look.h"
#include "trainer/server/reel.h"

static unsigned flags_of(const sut_physics *p) {
    const sut_play *play = p->play;
    bool running = play->mode == SUT_PLAY_TRY && !play->over;
    return (p->paused ? SUT_FRAME_PAUSED : 0U) |
           (play->mode == SUT_PLAY_DEMO ? SUT_FRAME_DEMO : 0U) |
           (play->mode == SUT_PLAY_REPLAY ? SUT_FRAME_REPLAY : 0U) |
           (running ? SUT_FRAME_RUNNING : 0U) | (play->won ? SUT_FRAME_SUCCEEDED : 0U) |
           (p->pace.realtime < 0.97 ? SUT_FRAME_SLOW : 0U) | (p->jammed ? SUT_FRAME_JAMMED : 0U);
}

// only hands that are led can be told to open
static void look_for_jam(sut_physics *p, double now) {
    const sut_play *play = p->play;
    bool led = play->mode == SUT_PLAY_TRY || play->mode == SUT_PLAY_FREE;
    if (!led || p->paused) {
        p->jam = (sut_jam){0};
        p->jammed = false;
        return;
    }
    sut_tool_view tool[SUT_PLAY_TOOLS];
    int count = 0;
    while (count < play->cast.tool_count &&
           sut_tool_get_view(play->world, sut_scene_tool_id(count), &tool[count]) == SUT_OK) {
        count++;
    }
    p->jammed = sut_jam_look(&p->jam, now, sut_play_time(play), p->speed, tool, count);
}

static void fill_statistics(sut_physics *p, sut_frame_statistics *s) {
    double q[3];
    uint64_t since = p->pace.steps - p->frame_steps;
    sut_pace_quantiles(&p->pace, false, since > 100 ? 100U : (unsigned)since, q);
    p->frame_steps = p->pace.steps;
    *s = (sut_frame_statistics){.step_median_us = q[0],
                                .step_max_us = q[2],
                                .period_us = 1e6 * p->pace.period,
                                .steps = (uint32_t)p->pace.steps,
                                .late = (uint32_t)p->pace.late,
                                .guard_hits = (uint32_t)p->guard_hits,
                                .realtime = p->pace.realtime,
                                .undos = p->play->undo.undos};
    if (p->play->film == NULL) {
        sut_stats w = sut_world_stats(p->play->world);
        s->contacts = (uint32_t)w.contacts;
        s->substeps = (uint32_t)w.substeps;
    }
}

static void draw(sut_physics *p, double now) {
    sut_shot *b = &p->back;
    const sut_play *play = p->play;
    sut_bytes_clear(&b->body);
    sut_bytes_clear(&b->contacts);
    double time = p->film_time;
    look_for_jam(p, now);
    if (play->film != NULL) {
        b->sections = sut_reel_frame(play->film, &time, &b->body);
    } else {
        time = sut_play_time(play);
        b->sections = sut_frame_body(&b->body, play->world, &play->cast);
        sut_frame_contacts(&b->contacts, play->world);
    }
    fill_statistics(p, &b->statistics);
    b->head = (sut_frame_header){.frame = ++p->frame,
                                 .scene = play->number,
                                 .time = time,
                                 .clock = now - p->born,
                                 .seq = p->seq_used,
                                 .flags = flags_of(p),
                                 .speed = p->speed};
}

static void hand_out_events(sut_physics *p) {
    for (int i = 0; i < p->fresh_count; i++) {
        p->events[p->event_count++ % SUT_PHYSICS_EVENTS] = p->fresh[i];
    }
    p->fresh_count = 0;
}

static void hand_out_figures(sut_physics *p) {
    p->figures = (sut_figures){.hz = 1.0 / p->play->dt,
                               .realtime = p->pace.realtime,
                               .steps = p->pace.steps,
                               .late = p->pace.late,
                               .skipped = p->pace.skipped,
                               .diverged = p->diverged};
    sut_pace_quantiles(&p->pace, false, 1000, p->figures.step_us);
    sut_pace_quantiles(&p->pace, true, 1000, p->figures.cpu_us);
}

void sut_physics_publish(sut_physics *p, double now) {
    draw(p, now);
    if (pthread_mutex_trylock(&p->shot_lock) != 0) {
        return;
    }
    hand_out_events(p);
    p->back.events = p->event_count;
    sut_shot old = p->shot;
    p->shot = p->back;
    p->back = old;
    if (p->frame % 15U == 0) {
        hand_out_figures(p);
    }
    pthread_mutex_unlock(&p->shot_lock);
    sut_beat_strike(&p->beat, now);
    p->seq_told = p->seq_used;
    p->wake(p->wake_ctx);
}

void sut_physics_answer_look(sut_physics *p) {
    if (pthread_mutex_trylock(&p->shot_lock) != 0) {
        return;
    }
    if (p->asked != NULL && p->play != NULL && p->play->film == NULL) {
        sut_sight sight = sut_sight_of(p->play);
        sut_look_fill(p->asked, &sight);
        p->asked->scene = p->play->number;
        p->asked->conditions = p->conditions;
        p->asked->bite = p->measure.bite;
        sut_physics_look_undo(p, &p->asked->undo);
        p->asked = NULL;
        pthread_cond_broadcast(&p->looked);
    }
    pthread_mutex_unlock(&p->shot_lock);
}
