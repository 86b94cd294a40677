// SPDX-License-Identifier: MIT
#include "trainer/server/physics_internal.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

static const double frame_period = 1.0 / 60.0;

double sut_clock(void) {
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

static void sleep_until(double clock) {
    struct timespec t;
    t.tv_sec = (time_t)clock;
    t.tv_nsec = (long)((clock - (double)t.tv_sec) * 1e9);
    clock_nanosleep(CLOCK_MONOTONIC, TIMER_ABSTIME, &t, NULL);
}

//---- orders --------------------------------------------------------------------------------------

static double clamp(double v, double low, double high) {
    return v < low ? low : v > high ? high : v;
}

static void retire(sut_physics *p, sut_play *play) {
    if (play == NULL) {
        return;
    }
    pthread_mutex_lock(&p->order_lock);
    bool kept = p->retired_count < SUT_PHYSICS_RETIRED;
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
    p->conditions = (sut_conditions){.level = play->level};
    p->was_paused = false;
    p->jam = (sut_jam){0};
    p->jammed = false;
    p->guard_hits = 0;
    memset(p->hand_used, 0, sizeof p->hand_used);
    memset(p->grasps, 0, sizeof p->grasps);
    memset(p->drops, 0, sizeof p->drops);
    sut_physics_place_hands(p);
    p->undone_to = 0;
    sut_physics_mark(p, "the beginning");
    sut_pace_start(&p->pace, sut_clock(), play->dt / p->speed);
    p->frame_steps = 0;
}

static void obey(sut_physics *p, const sut_order *o, double now) {
    double value = o->value;
    switch (o->kind) {
    case SUT_ORDER_PLAY: show(p, o->play); break;
    case SUT_ORDER_INPUT: sut_physics_take_input(p, o, now); break;
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
    case SUT_ORDER_MARK:
        if (p->play != NULL && p->play->number == o->count) {
            sut_physics_mark(p, o->name);
        }
        break;
    case SUT_ORDER_UNDO: sut_physics_undo(p); break;
    case SUT_ORDER_CLIP: sut_physics_clip(p, (int)o->count); break;
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

//---- the thread ----------------------------------------------------------------------------------

// until when there is nothing to do
static double do_one(sut_physics *p, double now) {
    bool still = p->paused && p->steps_left == 0;
    sut_physics_note_clock(p, now);
    if (!still && now >= p->pace.due) {
        p->steps_left -= p->steps_left > 0 ? 1U : 0U;
        if (p->play->film != NULL) {
            sut_physics_step_film(p);
        } else {
            sut_physics_step_world(p);
        }
        now = sut_clock();
    }
    sut_physics_answer_look(p);
    // a hand that has begun to move is shown at once
    if (sut_beat_due(&p->beat, now, p->seq_used != p->seq_told)) {
        sut_physics_publish(p, now);
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
    bool room = p->order_count < SUT_PHYSICS_ORDERS;
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

double sut_physics_time(sut_physics *p, uint32_t number) {
    pthread_mutex_lock(&p->shot_lock);
    double time = p->shot.head.scene == number ? p->shot.head.time : -1.0;
    pthread_mutex_unlock(&p->shot_lock);
    return time;
}

int sut_physics_events(sut_physics *p, uint64_t *seen, sut_frame_event *out, int room) {
    pthread_mutex_lock(&p->shot_lock);
    uint64_t first = *seen;
    uint64_t most = room < SUT_PHYSICS_EVENTS ? (uint64_t)room : SUT_PHYSICS_EVENTS;
    if (p->event_count - first > most) {
        first = p->event_count - most;
    }
    int count = 0;
    for (; first < p->event_count; first++) {
        out[count++] = p->events[first % SUT_PHYSICS_EVENTS];
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
    sut_play *done[SUT_PHYSICS_RETIRED];
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
