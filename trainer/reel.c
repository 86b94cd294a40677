// SPDX-License-Identifier: MIT
#include "trainer/reel.h"

#include "sutura/state.h"

#include <pthread.h>
#include <stdlib.h>

static const double frame_period = 1.0 / 30.0;          // s
static const size_t most_bytes = (size_t)512U << 20U;   // of frames

typedef struct film_frame {
    double time;
    int sections;
    size_t at, size; // in the store
} film_frame;

struct sut_reel {
    pthread_t thread;
    pthread_mutex_t lock; // of all that follows
    bool stop;
    sut_bytes store;
    film_frame *frames;
    size_t count, room;
    sut_reel_state state;
    // of the thread
    sut_bytes recording;
    sut_frame_cast cast;
};

static bool keep(sut_reel *f, const sut_bytes *body, int sections, double time) {
    if (f->count == f->room) {
        size_t room = f->room > 0 ? 2 * f->room : 256;
        film_frame *more = realloc(f->frames, room * sizeof *more);
        if (more == NULL) {
            return false;
        }
        f->frames = more;
        f->room = room;
    }
    if (f->store.size + body->size > most_bytes) {
        return false;
    }
    film_frame frame = {time, sections, f->store.size, body->size};
    sut_bytes_put(&f->store, body->data, body->size);
    if (f->store.failed) {
        return false;
    }
    f->frames[f->count++] = frame;
    f->state.ready = time;
    return true;
}

// false: stop
static bool develop(sut_reel *f, const sut_world *w, double time, sut_bytes *body) {
    sut_bytes_clear(body);
    int sections = sut_frame_body(body, w, &f->cast);
    pthread_mutex_lock(&f->lock);
    bool good = !body->failed && keep(f, body, sections, time) && !f->stop;
    f->state.failed = f->state.failed || !good;
    pthread_mutex_unlock(&f->lock);
    return good;
}

static void run_replay(sut_reel *f, sut_replay *r) {
    sut_bytes body = {0};
    const sut_world *w = sut_replay_world(r);
    // of the play, which runs on where the world goes back (undo.h)
    double time = sut_world_time(w), due = time;
    bool going = develop(f, w, time, &body);
    sut_replay_step step;
    while (going && sut_replay_next(r, &step)) {
        if (step.recorded != step.got) {
            pthread_mutex_lock(&f->lock);
            f->state.same = false;
            pthread_mutex_unlock(&f->lock);
        }
        time += step.dt;
        if (time + 0.5 * step.dt >= due + frame_period) {
            due += frame_period;
            going = develop(f, w, time, &body);
        }
    }
    sut_bytes_free(&body);
}

static void *work(void *ctx) {
    sut_reel *f = ctx;
    sut_replay *r = NULL;
    sut_result result = sut_replay_open(f->recording.data, f->recording.size, NULL, &r);
    if (result == SUT_OK) {
        run_replay(f, r);
        result = sut_replay_result(r);
    }
    sut_replay_close(r);
    pthread_mutex_lock(&f->lock);
    f->state.complete = true;
    f->state.failed = f->state.failed || (result != SUT_OK && f->count == 0);
    f->state.length = f->state.ready;
    pthread_mutex_unlock(&f->lock);
    return NULL;
}

sut_reel *sut_reel_start(sut_bytes *recording, double length, const sut_frame_cast *cast) {
    sut_reel *f = calloc(1, sizeof *f);
    if (f == NULL) {
        return NULL;
    }
    f->recording = *recording;
    *recording = (sut_bytes){0};
    f->cast = *cast;
    f->cast.tool_flags = 32U;
    f->state = (sut_reel_state){.length = length, .same = true};
    pthread_mutex_init(&f->lock, NULL);
    if (pthread_create(&f->thread, NULL, work, f) != 0) {
        pthread_mutex_destroy(&f->lock);
        sut_bytes_free(&f->recording);
        free(f);
        return NULL;
    }
    return f;
}

void sut_reel_drop(sut_reel *f) {
    if (f == NULL) {
        return;
    }
    pthread_mutex_lock(&f->lock);
    f->stop = true;
    pthread_mutex_unlock(&f->lock);
    pthread_join(f->thread, NULL);
    pthread_mutex_destroy(&f->lock);
    sut_bytes_free(&f->store);
    sut_bytes_free(&f->recording);
    free(f->frames);
    free(f);
}

sut_reel_state sut_reel_look(sut_reel *f) {
    pthread_mutex_lock(&f->lock);
    sut_reel_state s = f->state;
    pthread_mutex_unlock(&f->lock);
    return s;
}

int sut_reel_frame(sut_reel *f, double *time, sut_bytes *body) {
    sut_bytes_clear(body);
    pthread_mutex_lock(&f->lock);
    size_t low = 0, high = f->count;
    // the last frame that is not later
    while (high - low > 1) {
        size_t middle = low + (high - low) / 2;
        *(f->frames[middle].time <= *time + 1e-9 ? &low : &high) = middle;
    }
    int sections = 0;
    if (f->count > 0) {
        const film_frame *frame = &f->frames[low];
        sut_bytes_put(body, f->store.data + frame->at, frame->size);
        sections = body->failed ? 0 : frame->sections;
        *time = frame->time;
    }
    pthread_mutex_unlock(&f->lock);
    return sections;
}
