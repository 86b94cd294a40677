// SPDX-License-Identifier: MIT
#include "trainer/server/reel.h"

#include "trainer/server/pull.h"
#include "trainer/server/review.h"

#include "sutura/state.h"

#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const double frame_period = 1.0 / 30.0;          // s
static const size_t most_bytes = (size_t)512U << 20U;   // of frames
static const double moment = 1.0; // s that rules may need after the end of a script

typedef struct film_frame {
    double time;
    int sections;
    size_t at, size; // in the store
    sut_pose pose[SUT_PLAY_TOOLS];
    double jaw[SUT_PLAY_TOOLS];
} film_frame;

typedef struct film_line {
    double time;
    json_t *live;
} film_line;

struct sut_reel {
    _Atomic int users;
    pthread_t thread;
    pthread_mutex_t lock; // of all that follows
    _Atomic bool stop;
    sut_bytes store;
    film_frame *frames;
    size_t count, room;
    film_line *lines;
    size_t line_count, line_room;
    sut_review_mark marks[SUT_REVIEW_MARKS];
    int mark_count;
    json_t *ended, *tested;
    sut_reel_state state;
    // of the thread
    sut_bytes recording; // empty: the script is played
    const sut_play *play;
    sut_play *own; // a demonstration's
    sut_frame_cast cast;
    sut_review review;
};

//---- keeping -------------------------------------------------------------------------------------

// room for one more; false: out of memory
static bool grow(void **list, size_t *room, size_t count, size_t size) {
    if (count < *room) {
        return true;
    }
    size_t more = *room > 0 ? 2 * *room : 256;
    void *block = realloc(*list, more * size);
    if (block == NULL) {
        return false;
    }
    *list = block;
    *room = more;
    return true;
}

static bool keep(sut_reel *f, const sut_bytes *body, film_frame frame) {
    if (f->store.size + body->size > most_bytes ||
        !grow((void **)&f->frames, &f->room, f->count, sizeof *f->frames)) {
        return false;
    }
    frame.at = f->store.size;
    frame.size = body->size;
    sut_bytes_put(&f->store, body->data, body->size);
    if (f->store.failed) {
        return false;
    }
    f->frames[f->count++] = frame;
    f->state.ready = frame.time;
    return true;
}

// false: stop
static bool develop(sut_reel *f, const sut_world *w, double time, sut_bytes *body) {
    sut_bytes_clear(body);
    film_frame frame = {.time = time, .sections = sut_frame_body(body, w, &f->cast)};
    for (int i = 0; i < f->cast.tool_count; i++) {
        sut_tool_view v;
        if (sut_tool_get_view(w, sut_scene_tool_id(i), &v) == SUT_OK) {
            frame.pose[i] = v.proxy;
            frame.jaw[i] = v.jaw;
        }
    }
    pthread_mutex_lock(&f->lock);
    bool good = !body->failed && keep(f, body, frame) && !f->stop;
    f->state.failed = f->state.failed || !good;
    pthread_mutex_unlock(&f->lock);
    return good;
}

// takes over the message, null: nothing new
static void keep_line(sut_reel *f, double time, json_t *live) {
    if (live == NULL) {
        return;
    }
    pthread_mutex_lock(&f->lock);
    if (grow((void **)&f->lines, &f->line_room, f->line_count, sizeof *f->lines)) {
        f->lines[f->line_count++] = (film_line){time, live};
        live = NULL;
    }
    for (; f->mark_count < f->review.mark_count; f->mark_count++) {
        f->marks[f->mark_count] = f->review.marks[f->mark_count];
    }
    pthread_mutex_unlock(&f->lock);
    json_decref(live);
}

//---- making it -----------------------------------------------------------------------------------

// Where the next step leads. False: there is none.
typedef struct director {
    sut_reel *film;
    sut_replay *replay;
    double dt; // s, of the last step
} director;

static bool step_replay(director *d) {
    sut_replay_step step;
    if (!sut_replay_next(d->replay, &step)) {
        return false;
    }
    if (step.recorded != step.got) {
        pthread_mutex_lock(&d->film->lock);
        d->film->state.same = false;
        pthread_mutex_unlock(&d->film->lock);
    }
    d->dt = step.dt;
    return true;
}

// A demonstration shows the whole work: what counts is how it ends, not that the rules were met on the
// way. Rules that have to hold for a while may need a moment more.
static bool step_script(director *d) {
    const sut_play *p = d->film->own;
    double end = sut_scene_script_end(p->scene), time = sut_world_time(p->world);
    if (time > (d->film->review.verdict.success ? end : end + moment)) {
        return false;
    }
    d->dt = p->dt;
    return sut_scene_drive(p->scene, p->world, p->dt) == SUT_OK &&
           sut_world_step(p->world, p->dt) == SUT_OK;
}

static void run(sut_reel *f, director *d, const sut_world *w, bool (*step)(director *d)) {
    sut_bytes body = {0};
    // of the play, which runs on where the world goes back (undo.h)
    double time = sut_world_time(w), due = time;
    sut_review_begin(&f->review, f->play, w, f->own != NULL);
    bool going = develop(f, w, time, &body);
    while (going && !f->stop && step(d)) {
        time += d->dt;
        keep_line(f, time, sut_review_step(&f->review, w, time));
        if (time + 0.5 * d->dt >= due + frame_period) {
            due += frame_period;
            going = develop(f, w, time, &body);
        }
    }
    sut_bytes_free(&body);
}

static void finish(sut_reel *f, bool failed) {
    json_t *ended = failed ? json_null() : sut_review_end(&f->review);
    pthread_mutex_lock(&f->lock);
    f->state.complete = true;
    f->state.failed = f->state.failed || failed;
    f->state.length = f->state.ready;
    f->ended = ended;
    pthread_mutex_unlock(&f->lock);
}

// A knot that was tied is pulled, as that of an attempt is.
static void pull(sut_reel *f) {
    if (f->own == NULL || f->stop || !f->review.verdict.success ||
        !sut_account_wants(f->play->task, "tensiometer")) {
        return;
    }
    double strength;
    json_t *scene = sut_pull_scene(f->own, &f->review.look, &strength);
    if (scene == NULL) {
        return;
    }
    sut_pull_result r = sut_pull_measure(scene, strength, f->own->friction, &f->stop);
    json_decref(scene);
    sut_score score = {0};
    if (r.measured) {
        sut_score_put(&score, SUT_METRIC_TENSIOMETER, r.force);
        (void)snprintf(score.failure, sizeof score.failure, "%s",
                       r.slipped ? "slips" : "thread breaks");
    }
    json_t *ids = json_pack("[s, s]", "tensiometer", "failure");
    json_t *tested = sut_score_list(&score, ids);
    json_decref(ids);
    pthread_mutex_lock(&f->lock);
    f->tested = tested;
    pthread_mutex_unlock(&f->lock);
}

static void *work(void *ctx) {
    sut_reel *f = ctx;
    director d = {.film = f};
    bool failed = false;
    if (f->own != NULL) {
        run(f, &d, f->own->world, step_script);
    } else {
        sut_result result = sut_replay_open(f->recording.data, f->recording.size, NULL, &d.replay);
        if (result == SUT_OK) {
            run(f, &d, sut_replay_world(d.replay), step_replay);
            result = sut_replay_result(d.replay);
        }
        failed = result != SUT_OK && f->count == 0;
    }
    finish(f, failed);
    sut_replay_close(d.replay);
    pull(f);
    sut_review_free(&f->review);
    return NULL;
}

static sut_reel *start(sut_reel *f, const sut_play *play, double length) {
    if (f == NULL) {
        return NULL;
    }
    f->users = 1;
    f->play = play;
    f->cast = play->cast;
    f->cast.park = NULL;
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

sut_reel *sut_reel_replay(sut_bytes *recording, double length, const sut_play *play) {
    sut_reel *f = calloc(1, sizeof *f);
    if (f != NULL) {
        f->recording = *recording;
        *recording = (sut_bytes){0};
    }
    return start(f, play, length);
}

sut_reel *sut_reel_demo(sut_play *play) {
    sut_reel *f = calloc(1, sizeof *f);
    if (f != NULL) {
        f->own = play;
    }
    sut_reel *out = start(f, play, sut_scene_script_end(play->scene));
    if (out == NULL) {
        sut_play_drop(play);
    }
    return out;
}

sut_reel *sut_reel_share(sut_reel *f) {
    atomic_fetch_add(&f->users, 1);
    return f;
}

void sut_reel_drop(sut_reel *f) {
    if (f == NULL || atomic_fetch_sub(&f->users, 1) > 1) {
        return;
    }
    f->stop = true;
    pthread_join(f->thread, NULL);
    pthread_mutex_destroy(&f->lock);
    sut_bytes_free(&f->store);
    sut_bytes_free(&f->recording);
    for (size_t i = 0; i < f->line_count; i++) {
        json_decref(f->lines[i].live);
    }
    json_decref(f->ended);
    json_decref(f->tested);
    free(f->lines);
    free(f->frames);
    sut_play_drop(f->own);
    free(f);
}

//---- showing it ----------------------------------------------------------------------------------

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

json_t *sut_reel_live(sut_reel *f, double time) {
    pthread_mutex_lock(&f->lock);
    size_t low = 0, high = f->line_count;
    while (high - low > 1) {
        size_t middle = low + (high - low) / 2;
        *(f->lines[middle].time <= time + 1e-9 ? &low : &high) = middle;
    }
    json_t *out = f->line_count > 0 ? json_copy(f->lines[low].live) : NULL;
    pthread_mutex_unlock(&f->lock);
    return out;
}

json_t *sut_reel_marks(sut_reel *f) {
    pthread_mutex_lock(&f->lock);
    json_t *out = sut_review_marks(f->marks, f->mark_count);
    pthread_mutex_unlock(&f->lock);
    return out;
}

static json_t *copy_of(sut_reel *f, json_t *const *what) {
    pthread_mutex_lock(&f->lock);
    json_t *out = json_copy(*what);
    pthread_mutex_unlock(&f->lock);
    return out;
}

json_t *sut_reel_ended(sut_reel *f) {
    return copy_of(f, &f->ended);
}

json_t *sut_reel_tested(sut_reel *f) {
    return copy_of(f, &f->tested);
}

// micrometres and ten thousandths: a ghost needs no more, and a text of 15 digits is three times as long
static json_t *rounded(double value, double unit) {
    double steps = value / unit;
    return json_integer((json_int_t)(steps < 0.0 ? steps - 0.5 : steps + 0.5));
}

static json_t *ghost_tool(const sut_reel *f, int tool) {
    json_t *place = json_array(), *turn = json_array(), *jaw = json_array();
    for (size_t i = 0; i < f->count; i++) {
        const sut_pose *p = &f->frames[i].pose[tool];
        const double at[3] = {p->position.x, p->position.y, p->position.z};
        const double q[4] = {p->rotation.x, p->rotation.y, p->rotation.z, p->rotation.w};
        for (int k = 0; k < 3; k++) {
            json_array_append_new(place, rounded(at[k], 1e-6));
        }
        for (int k = 0; k < 4; k++) {
            json_array_append_new(turn, rounded(q[k], 1e-4));
        }
        json_array_append_new(jaw, rounded(f->frames[i].jaw[tool], 1e-2));
    }
    return json_pack("{s:o, s:o, s:o}", "p", place, "q", turn, "jaw", jaw);
}

json_t *sut_reel_ghost(sut_reel *f) {
    json_t *tools = json_array();
    pthread_mutex_lock(&f->lock);
    for (int i = 0; i < f->cast.tool_count; i++) {
        json_array_append_new(tools, ghost_tool(f, i));
    }
    json_t *out = json_pack("{s:b, s:f, s:o}", "complete", f->state.complete, "period",
                            frame_period, "tools", tools);
    pthread_mutex_unlock(&f->lock);
    return out;
}
