// SPDX-License-Identifier: MIT
#include "trainer/physics.h"

#include "trainer/grasp.h"
#include "trainer/jam.h"
#include "trainer/pace.h"
#include "trainer/physics_look.h"
#include "trainer/reel.h"

#include <math.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { ORDERS = 256, EVENTS = 256, RETIRED = 32 };
static const double frame_period = 1.0 / 60.0;

struct sut_physics {
    pthread_t thread;
    void (*wake)(void *ctx);
    void *wake_ctx;
    double born;

    // orders and plays that are done with
    pthread_mutex_t order_lock;
    sut_order orders[ORDERS];
    int order_count;
    sut_play *retired[RETIRED];
    int retired_count;
    bool stop;

    // what others see
    pthread_mutex_t shot_lock;
    pthread_cond_t looked;
    sut_shot shot;
    sut_frame_event events[EVENTS];
    uint64_t event_count;
    sut_look *asked; // somebody waits for it
    sut_figures figures;

    // of the thread alone
    sut_order taken[ORDERS];
    sut_play *play;
    sut_pace pace;
    sut_hand hand[SUT_PLAY_TOOLS];
    bool hand_used[SUT_PLAY_TOOLS];
    int grasps[SUT_PLAY_TOOLS], drops[SUT_PLAY_TOOLS];
    bool paused;
    uint32_t steps_left, frame;
    uint32_t seq;      // of the last input that came
    uint32_t seq_used; // of the last one that a step has used
    uint32_t seq_told; // of the last one that a frame has answered
    double speed;
    double film_time;
    sut_beat beat; // of frames
    double next_sample, sampled; // s simulated
    sut_measure measure;         // of the last step that was one
    sut_conditions conditions;   // of the attempt
    double noted;                // s of the clock, until when they are
    bool was_paused;             // then
    sut_jam jam;
    bool jammed;
    sut_shot back;
    sut_frame_event fresh[EVENTS];
    int fresh_count;
    uint64_t frame_steps; // steps at the last frame
    uint64_t guard_hits, diverged;
};

double sut_clock(void) {
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

static double cpu_clock(void) {
    struct timespec t;
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

static void sleep_until(double clock) {
    struct timespec t;
    t.tv_sec = (time_t)clock;
    t.tv_nsec = (long)((clock - (double)t.tv_sec) * 1e9);
    clock_nanosleep(CLOCK_MONOTONIC, TIMER_ABSTIME, &t, NULL);
}

//---- hands ---------------------------------------------------------------------------------------

static double clamp(double v, double low, double high) {
    return v < low ? low : v > high ? high : v;
}

static void place_hands(sut_physics *p) {
    double now = sut_clock();
    for (int i = 0; i < p->play->cast.tool_count; i++) {
        sut_tool_view v;
        if (sut_tool_get_view(p->play->world, sut_scene_tool_id(i), &v) == SUT_OK) {
            sut_hand_place(&p->hand[i], &v.target, v.jaw_target, now);
        }
    }
}

static void aim(sut_physics *p, int i, const sut_order_hand *o, double now) {
    sut_hand *h = &p->hand[i];
    sut_pose pose = h->to;
    const sut_play *play = p->play;
    if (o->has_position) {
        pose.position = (sut_vec3){clamp(o->pose.position.x, play->low.x, play->high.x),
                                   clamp(o->pose.position.y, play->low.y, play->high.y),
                                   clamp(o->pose.position.z, play->low.z, play->high.z)};
    }
    if (o->has_rotation) {
        pose.rotation = o->pose.rotation;
        sut_quat_normalize(&pose.rotation);
    }
    sut_hand_aim(h, &pose, o->has_jaw ? clamp(o->jaw, 0.0, 1.0) : h->jaw_to, now);
    p->hand_used[i] = true;
}

static void take_input(sut_physics *p, const sut_order *o, double now) {
    sut_play *play = p->play;
    if (play == NULL || play->film != NULL || play->mode == SUT_PLAY_DEMO) {
        return;
    }
    p->seq = o->count;
    if (play->first_input < 0.0) {
        play->first_input = sut_world_time(play->world);
    }
    for (int i = 0; i < play->cast.tool_count; i++) {
        const sut_order_hand *h = &o->hand[i];
        if (!h->named || sut_rig_has(play->rig, i)) {
            continue;
        }
        if (!h->free) {
            aim(p, i, h, now);
        } else if (p->hand_used[i]) {
            sut_tool_release(play->world, sut_scene_tool_id(i));
            sut_tool_view v;
            if (sut_tool_get_view(play->world, sut_scene_tool_id(i), &v) == SUT_OK) {
                sut_hand_place(&p->hand[i], &v.proxy, 1.0, now);
            }
            p->hand_used[i] = false;
        }
    }
}

static void move_hands(sut_physics *p, double now) {
    sut_play *play = p->play;
    for (int i = 0; i < play->cast.tool_count; i++) {
        sut_hand *h = &p->hand[i];
        if (p->hand_used[i]) {
            const sut_tool_def *d = sut_scene_tool_def(play->scene, i);
            sut_hand_jaws jaws = {d->grip_length, d->opening};
            sut_grasp_lead(h, play->world, sut_scene_tool_id(i), play->cast.reach, &jaws);
        }
        if (p->hand_used[i] && sut_hand_move(h, &play->limits, now, play->dt)) {
            sut_pose target = sut_hand_target(h);
            sut_tool_set_target(play->world, sut_scene_tool_id(i), &target, h->jaw);
        }
    }
}

//---- orders --------------------------------------------------------------------------------------

static void retire(sut_physics *p, sut_play *play) {
    if (play == NULL) {
        return;
    }
    pthread_mutex_lock(&p->order_lock);
    bool kept = p->retired_count < RETIRED;
    if (kept) {
        p->retired[p->retired_count++] = play;
    }
    pthread_mutex_unlock(&p->order_lock);
    if (!kept) {
        sut_play_drop(play);
    }
}

static void end_recording(sut_play *play) {
    if (play != NULL && play->recording) {
        sut_record_stop(play->world);
        play->recording = false;
    }
}

static void show(sut_physics *p, sut_play *play) {
    end_recording(p->play);
    retire(p, p->play);
    p->play = play;
    p->seq = p->seq_used = p->seq_told = 0;
    p->paused = false;
    p->steps_left = 0;
    p->film_time = 0.0;
    p->next_sample = 0.0;
    p->sampled = -1.0;
    p->measure = (sut_measure){.t = -1.0};
    p->conditions = (sut_conditions){0};
    p->was_paused = false;
    p->jam = (sut_jam){0};
    p->jammed = false;
    p->guard_hits = 0;
    memset(p->hand_used, 0, sizeof p->hand_used);
    memset(p->grasps, 0, sizeof p->grasps);
    memset(p->drops, 0, sizeof p->drops);
    place_hands(p);
    sut_pace_start(&p->pace, sut_clock(), play->dt / p->speed);
    p->frame_steps = 0;
}

static void obey(sut_physics *p, const sut_order *o, double now) {
    double value = o->value;
    switch (o->kind) {
    case SUT_ORDER_PLAY: show(p, o->play); break;
    case SUT_ORDER_INPUT: take_input(p, o, now); break;
    case SUT_ORDER_PAUSE:
        p->paused = o->on;
        p->steps_left = 0;
        sut_pace_period(&p->pace, now, p->pace.period);
        break;
    case SUT_ORDER_STEP: p->steps_left += o->count; break;
    case SUT_ORDER_SPEED:
        p->speed = clamp(value, 0.01, 4.0);
        sut_pace_period(&p->pace, now, (p->play != NULL ? p->play->dt : 1e-3) / p->speed);
        break;
    case SUT_ORDER_SET:
        if (p->play != NULL) {
            sut_play_set(p->play, o->name, &value);
        }
        break;
    case SUT_ORDER_SEEK: p->film_time = value; break;
    case SUT_ORDER_END:
        if (p->play != NULL && p->play->number == o->count) {
            end_recording(p->play);
        }
        break;
    }
}

static bool take_orders(sut_physics *p, double now) {
    if (pthread_mutex_trylock(&p->order_lock) != 0) {
        return true;
    }
    int count = p->order_count;
    memcpy(p->taken, p->orders, (size_t)count * sizeof p->orders[0]);
    p->order_count = 0;
    bool go_on = !p->stop;
    pthread_mutex_unlock(&p->order_lock);
    for (int i = 0; i < count; i++) {
        obey(p, &p->taken[i], now);
    }
    return go_on;
}

//---- one step ------------------------------------------------------------------------------------

static void note_event(sut_physics *p, const sut_event *e) {
    sut_play *play = p->play;
    sut_frame_event out;
    if (!sut_frame_event_of(e, sut_world_time(play->world), &out)) {
        return;
    }
    if (p->fresh_count < EVENTS) {
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

static void note_clock(sut_physics *p, double now) {
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
    sut_look_measure(play, &p->measure);
    double time = sut_world_time(play->world);
    if (time + 0.5 * play->dt >= p->next_sample) {
        sut_sample s;
        sut_look_sample(play, p->grasps, p->drops, &p->measure, p->sampled, &s);
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
        play->first_input = sut_world_time(play->world);
    }
    return r;
}

static void step_world(sut_physics *p) {
    sut_play *play = p->play;
    double begin = sut_clock(), cpu = cpu_clock();
    move_hands(p, begin + p->pace.period); // to where they are when the step is over
    sut_result r = play->rig != NULL ? step_devices(play) : step_alone(play);
    if (r != SUT_OK) {
        p->diverged++;
    }
    p->seq_used = p->seq;
    after_step(p);
    sut_pace_step(&p->pace, begin, sut_clock(), cpu_clock() - cpu);
}

static void step_film(sut_physics *p) {
    double begin = sut_clock();
    sut_reel_state s = sut_reel_look(p->play->film);
    p->film_time += p->play->dt;
    p->film_time = p->film_time > s.ready ? s.ready : p->film_time;
    sut_pace_step(&p->pace, begin, sut_clock(), 0.0);
}

//---- what others see -----------------------------------------------------------------------------

static unsigned flags_of(const sut_physics *p) {
    const sut_play *play = p->play;
    bool running = play->mode == SUT_PLAY_TRY && !play->over;
    return (p->paused ? SUT_FRAME_PAUSED : 0U) |
           (play->mode == SUT_PLAY_DEMO ? SUT_FRAME_DEMO : 0U) |
           (play->mode == SUT_PLAY_REPLAY ? SUT_FRAME_REPLAY : 0U) |
           (running ? SUT_FRAME_RUNNING : 0U) | (play->won ? SUT_FRAME_SUCCEEDED : 0U) |
           (p->pace.realtime < 0.97 ? SUT_FRAME_SLOW : 0U) | (p->jammed ? SUT_FRAME_JAMMED : 0U);
}

// only hands that somebody leads can be told to open
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
    p->jammed = sut_jam_look(&p->jam, now, sut_world_time(play->world), p->speed, tool, count);
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
                                .realtime = p->pace.realtime};
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
        time = sut_world_time(play->world);
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
        p->events[p->event_count++ % EVENTS] = p->fresh[i];
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

static void publish(sut_physics *p, double now) {
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

static void answer_look(sut_physics *p) {
    if (pthread_mutex_trylock(&p->shot_lock) != 0) {
        return;
    }
    if (p->asked != NULL && p->play != NULL && p->play->film == NULL) {
        sut_look_fill(p->asked, p->play);
        p->asked->conditions = p->conditions;
        p->asked = NULL;
        pthread_cond_broadcast(&p->looked);
    }
    pthread_mutex_unlock(&p->shot_lock);
}

//---- the thread ----------------------------------------------------------------------------------

// until when there is nothing to do
static double do_one(sut_physics *p, double now) {
    bool still = p->paused && p->steps_left == 0;
    note_clock(p, now);
    if (!still && now >= p->pace.due) {
        p->steps_left -= p->steps_left > 0 ? 1U : 0U;
        if (p->play->film != NULL) {
            step_film(p);
        } else {
            step_world(p);
        }
        now = sut_clock();
    }
    answer_look(p);
    // a hand that has begun to move is shown at once
    if (sut_beat_due(&p->beat, now, p->seq_used != p->seq_told)) {
        publish(p, now);
    }
    double due = still ? p->beat.due : p->pace.due;
    due = due < p->beat.due ? due : p->beat.due;
    // orders must not wait long in slow motion
    return due > now + 0.004 ? now + 0.004 : due;
}

static void *work(void *ctx) {
    sut_physics *p = ctx;
    double now = sut_clock();
    p->beat = (sut_beat){.due = now, .period = frame_period};
    while (take_orders(p, now)) {
        sleep_until(p->play != NULL ? do_one(p, now) : now + 0.002);
        now = sut_clock();
    }
    end_recording(p->play);
    return NULL;
}

sut_physics *sut_physics_start(void (*wake)(void *ctx), void *ctx) {
    sut_physics *p = calloc(1, sizeof *p);
    if (p == NULL) {
        return NULL;
    }
    p->wake = wake;
    p->wake_ctx = ctx;
    p->speed = 1.0;
    p->born = sut_clock();
    pthread_mutex_init(&p->order_lock, NULL);
    pthread_mutex_init(&p->shot_lock, NULL);
    pthread_cond_init(&p->looked, NULL);
    if (pthread_create(&p->thread, NULL, work, p) != 0) {
        free(p);
        return NULL;
    }
    return p;
}

void sut_physics_stop(sut_physics *p) {
    if (p == NULL) {
        return;
    }
    pthread_mutex_lock(&p->order_lock);
    p->stop = true;
    pthread_mutex_unlock(&p->order_lock);
    pthread_join(p->thread, NULL);
    sut_physics_sweep(p);
    for (int i = 0; i < p->order_count; i++) {
        sut_play_drop(p->orders[i].kind == SUT_ORDER_PLAY ? p->orders[i].play : NULL);
    }
    sut_play_drop(p->play);
    sut_shot_free(&p->shot);
    sut_shot_free(&p->back);
    pthread_mutex_destroy(&p->order_lock);
    pthread_mutex_destroy(&p->shot_lock);
    pthread_cond_destroy(&p->looked);
    free(p);
}

//---- for others ----------------------------------------------------------------------------------

bool sut_physics_order(sut_physics *p, const sut_order *o) {
    pthread_mutex_lock(&p->order_lock);
    bool room = p->order_count < ORDERS;
    if (room) {
        p->orders[p->order_count++] = *o;
    }
    pthread_mutex_unlock(&p->order_lock);
    return room;
}

static void copy_bytes(sut_bytes *to, const sut_bytes *from) {
    sut_bytes_clear(to);
    sut_bytes_put(to, from->data, from->size);
}

bool sut_physics_shot(sut_physics *p, uint32_t newer, sut_shot *out) {
    pthread_mutex_lock(&p->shot_lock);
    bool fresh = p->shot.head.frame > newer;
    if (fresh) {
        sut_bytes body = out->body, contacts = out->contacts;
        copy_bytes(&body, &p->shot.body);
        copy_bytes(&contacts, &p->shot.contacts);
        *out = p->shot;
        out->body = body;
        out->contacts = contacts;
    }
    pthread_mutex_unlock(&p->shot_lock);
    return fresh && !out->body.failed && !out->contacts.failed;
}

int sut_physics_events(sut_physics *p, uint64_t *seen, sut_frame_event *out, int room) {
    pthread_mutex_lock(&p->shot_lock);
    uint64_t first = *seen;
    uint64_t most = room < EVENTS ? (uint64_t)room : EVENTS;
    if (p->event_count - first > most) {
        first = p->event_count - most;
    }
    int count = 0;
    for (; first < p->event_count; first++) {
        out[count++] = p->events[first % EVENTS];
    }
    *seen = p->event_count;
    pthread_mutex_unlock(&p->shot_lock);
    return count;
}

bool sut_physics_look(sut_physics *p, sut_look *out, double timeout) {
    struct timespec until;
    clock_gettime(CLOCK_REALTIME, &until);
    double end = (double)until.tv_nsec * 1e-9 + timeout;
    until.tv_sec += (time_t)end;
    until.tv_nsec = (long)((end - floor(end)) * 1e9);
    pthread_mutex_lock(&p->shot_lock);
    // one asker at a time: the others wait for their turn
    int waited = 0;
    while (p->asked != NULL && waited == 0) {
        waited = pthread_cond_timedwait(&p->looked, &p->shot_lock, &until);
    }
    bool mine = p->asked == NULL;
    if (mine) {
        p->asked = out;
        while (p->asked == out &&
               pthread_cond_timedwait(&p->looked, &p->shot_lock, &until) == 0) {
        }
        mine = p->asked != out;
        if (p->asked == out) {
            p->asked = NULL;
            pthread_cond_broadcast(&p->looked);
        }
    }
    pthread_mutex_unlock(&p->shot_lock);
    return mine;
}

void sut_physics_figures(sut_physics *p, sut_figures *out) {
    pthread_mutex_lock(&p->shot_lock);
    *out = p->figures;
    pthread_mutex_unlock(&p->shot_lock);
}

void sut_physics_sweep(sut_physics *p) {
    sut_play *done[RETIRED];
    pthread_mutex_lock(&p->order_lock);
    int count = p->retired_count;
    memcpy(done, p->retired, (size_t)count * sizeof done[0]);
    p->retired_count = 0;
    pthread_mutex_unlock(&p->order_lock);
    for (int i = 0; i < count; i++) {
        sut_play_drop(done[i]);
    }
}

void sut_shot_free(sut_shot *shot) {
    sut_bytes_free(&shot->body);
    sut_bytes_free(&shot->contacts);
}
