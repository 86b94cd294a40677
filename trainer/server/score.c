// SPDX-License-Identifier: MIT
#include "trainer/server/score.h"

#include "trainer/server/hand.h"
#include "trainer/server/motion.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

// thresholds of a movement under the microscope, m/s
static const double speed_rest = 0.002, speed_low = 0.005, speed_high = 0.01;
static const double shortest_gesture = 0.3; // s; the spectral arc length is for whole movements
static const double low_pass = 10.0;        // Hz, above the frequencies of voluntary motion

//---- tracks --------------------------------------------------------------------------------------

bool sut_track_add(sut_track *t, const sut_sample *s) {
    if (t->count == t->room) {
        int room = t->room > 0 ? 2 * t->room : 1024;
        sut_sample *at = realloc(t->at, (size_t)room * sizeof *at);
        if (at == NULL) {
            return false;
        }
        t->at = at;
        t->room = room;
    }
    t->at[t->count++] = *s;
    return true;
}

void sut_track_free(sut_track *t) {
    free(t->at);
    *t = (sut_track){0};
}

//---- one hand ------------------------------------------------------------------------------------

typedef struct scratch {
    sut_vec3 *position;
    double *speed[SUT_SAMPLE_HANDS], *line;
} scratch;

static double along(const sut_vec3 *p, int axis) {
    return axis == 0 ? p->x : axis == 1 ? p->y : p->z;
}

// Where the world went back a hand is elsewhere at once without having moved: from there on its way is shifted
// so that it goes on from where it was.
static void fill_line(const sut_sample *s, int count, int hand, int axis, double *line) {
    double shift = 0.0;
    for (int i = 0; i < count; i++) {
        if (i > 0 && s[i].undos != s[i - 1].undos) {
            shift += along(&s[i].hand[hand].position, axis) -
                     along(&s[i - 1].hand[hand].position, axis);
        }
        line[i] = along(&s[i].hand[hand].position, axis) - shift;
    }
}

// the way of a hand without what is faster than a hand
static void filter(const sut_sample *s, int count, int hand, double dt, scratch *m) {
    for (int axis = 0; axis < 3; axis++) {
        fill_line(s, count, hand, axis, m->line);
        sut_motion_low_pass(m->line, count, dt, low_pass);
        for (int i = 0; i < count; i++) {
            sut_vec3 *p = &m->position[i];
            *(axis == 0 ? &p->x : axis == 1 ? &p->y : &p->z) = m->line[i];
        }
    }
}

// back to where the hand truly was
static void unshift(const sut_sample *s, int count, int hand, sut_vec3 *position) {
    sut_vec3 shift = {0.0, 0.0, 0.0};
    for (int i = 0; i < count; i++) {
        if (i > 0 && s[i].undos != s[i - 1].undos) {
            const sut_vec3 *a = &s[i - 1].hand[hand].position, *b = &s[i].hand[hand].position;
            shift = (sut_vec3){shift.x + b->x - a->x, shift.y + b->y - a->y, shift.z + b->z - a->z};
        }
        position[i].x += shift.x;
        position[i].y += shift.y;
        position[i].z += shift.z;
    }
}

static void put(sut_score *out, sut_metric_id id, double value) {
    out->has[id] = isfinite(value);
    out->value[id] = value;
}

static double turned(const sut_sample *s, int count, int hand) {
    double sum = 0.0;
    for (int i = 0; i + 1 < count; i++) {
        double angle = sut_quat_angle(s[i].hand[hand].rotation, s[i + 1].hand[hand].rotation);
        // what a double can tell from no turn at all
        bool moved = s[i].undos == s[i + 1].undos;
        sum += moved && angle > 1e-6 ? angle : 0.0;
    }
    return sum;
}

static void score_hand(const sut_sample *s, int count, int hand, bool quick, scratch *m,
                       sut_score *out) {
    const double dt = SUT_SAMPLE_PERIOD;
    filter(s, count, hand, dt, m);
    double *speed = m->speed[hand];
    sut_motion_speed(m->position, count, dt, speed);
    int gestures = 0;
    double smooth = quick ? 0.0
                          : sut_motion_gesture_sparc(speed, count - 1, dt, speed_low,
                                                     shortest_gesture, &gestures);
    put(out, SUT_METRIC_PATH_LEFT + (unsigned)hand, sut_motion_path(m->position, count));
    put(out, SUT_METRIC_MOVEMENTS_LEFT + (unsigned)hand,
        sut_motion_movements(speed, count - 1, speed_low, speed_high));
    if (gestures > 0) {
        put(out, SUT_METRIC_SMOOTH_LEFT + (unsigned)hand, smooth);
    }
    put(out, SUT_METRIC_TURN_LEFT + (unsigned)hand, turned(s, count, hand));
    unshift(s, count, hand, m->position);
    double volume = out->has[SUT_METRIC_VOLUME] ? out->value[SUT_METRIC_VOLUME] : 0.0;
    put(out, SUT_METRIC_VOLUME, volume + sut_motion_volume(m->position, count));
    double most = 0.0;
    for (int i = 0; i < count; i++) {
        most = fmax(most, s[i].hand[hand].force);
    }
    put(out, SUT_METRIC_FORCE_LEFT + (unsigned)hand, most);
}

//---- both hands ----------------------------------------------------------------------------------

// What one sample adds to the counts of both hands.
typedef struct together {
    int idle, both, any, over, blocked, gripping, unmeasured;
    double force, tension;
} together;

static void count_sample(together *c, const sut_sample *s, const bool moves[SUT_SAMPLE_HANDS],
                         double force_limit) {
    bool above = false, stuck = false;
    for (int h = 0; h < s->hand_count; h++) {
        above = above || s->hand[h].force > force_limit;
        stuck = stuck || s->hand[h].blocked;
        c->gripping += s->hand[h].grips && !s->unmeasured ? 1 : 0;
        c->force += s->hand[h].grips ? s->hand[h].force : 0.0;
    }
    c->idle += !moves[0] && !moves[1] ? 1 : 0;
    c->any += moves[0] || moves[1] ? 1 : 0;
    c->both += moves[0] && moves[1] ? 1 : 0;
    c->over += above ? 1 : 0;
    c->blocked += stuck ? 1 : 0;
    c->unmeasured += s->unmeasured ? 1 : 0;
    c->tension = fmax(c->tension, s->tension);
}

static void score_together(const sut_sample *s, int count, double dt, const sut_score_frame *f,
                           const scratch *m, sut_score *out) {
    int hands = s[0].hand_count;
    together c = {.idle = 0};
    for (int i = 0; i < count; i++) {
        bool moves[SUT_SAMPLE_HANDS] = {false};
        for (int h = 0; h < hands; h++) {
            moves[h] = i < count - 1 && m->speed[h][i] > speed_rest;
        }
        count_sample(&c, &s[i], moves, f->force_limit);
    }
    put(out, SUT_METRIC_IDLE, dt * (double)c.idle);
    if (hands > 1 && c.any > 0) {
        put(out, SUT_METRIC_BOTH, (double)c.both / (double)c.any);
    }
    put(out, SUT_METRIC_FORCE_MEAN, c.gripping > 0 ? c.force / (double)c.gripping : 0.0);
    put(out, SUT_METRIC_FORCE_OVER, dt * (double)c.over);
    put(out, SUT_METRIC_BLOCKED, dt * (double)c.blocked);
    put(out, SUT_METRIC_TENSION, c.tension);
    put(out, SUT_METRIC_UNMEASURED, dt * (double)c.unmeasured);
}

// what needles did; counts of the attempt, also of what was undone
static void score_bites(const sut_sample *s, int count, sut_score *out) {
    const sut_sample *first = &s[0], *last = &s[count - 1];
    double lateral = 0.0;
    for (int i = 0; i < count; i++) {
        lateral = fmax(lateral, s[i].lateral);
    }
    put(out, SUT_METRIC_LATERAL, lateral);
    put(out, SUT_METRIC_OFF_ARC, last->off_arc - first->off_arc);
    put(out, SUT_METRIC_ENTRIES, last->entries - first->entries);
    put(out, SUT_METRIC_BACKS, last->backs - first->backs);
    put(out, SUT_METRIC_AT_TIP, last->at_tip - first->at_tip);
    put(out, SUT_METRIC_AT_SWAGE, last->at_swage - first->at_swage);
    put(out, SUT_METRIC_NEEDLE_DROPS, last->dropped - first->dropped);
    put(out, SUT_METRIC_TEARS, last->tears - first->tears);
}

static void score_counts(const sut_sample *first, const sut_sample *last, sut_score *out) {
    int grasps = 0, drops = 0;
    for (int h = 0; h < last->hand_count; h++) {
        grasps += last->hand[h].grasps - first->hand[h].grasps;
        drops += last->hand[h].drops - first->hand[h].drops;
    }
    put(out, SUT_METRIC_GRASPS, grasps);
    put(out, SUT_METRIC_DROPS, drops);
}

static bool take(scratch *m, int count) {
    size_t n = (size_t)count;
    *m = (scratch){.position = malloc(n * sizeof *m->position),
                   .speed = {calloc(n, sizeof(double)), calloc(n, sizeof(double))},
                   .line = malloc(n * sizeof(double))};
    return m->position != NULL && m->speed[0] != NULL && m->speed[1] != NULL && m->line != NULL;
}

void sut_score_compute(const sut_track *t, const sut_score_frame *f, sut_score *out) {
    *out = (sut_score){0};
    put(out, SUT_METRIC_TIME, fmax(0.0, f->until - f->from));
    int begin = 0, end = t->count;
    while (begin < t->count && t->at[begin].t < f->from) {
        begin++;
    }
    while (end > begin && t->at[end - 1].t > f->until + 1e-9) {
        end--;
    }
    int count = end - begin;
    scratch m = {0};
    if (count >= 2 && take(&m, count)) {
        const sut_sample *s = t->at + begin;
        double path = 0.0;
        for (int h = 0; h < s[0].hand_count; h++) {
            score_hand(s, count, h, f->quick, &m, out);
            path += out->value[SUT_METRIC_PATH_LEFT + h];
        }
        score_together(s, count, SUT_SAMPLE_PERIOD, f, &m, out);
        score_counts(&s[0], &s[count - 1], out);
        if (s[0].needles) {
            score_bites(s, count, out);
        }
        if (f->ideal_path > 0.0 && path > 0.0) {
            put(out, SUT_METRIC_ECONOMY, fmin(1.0, f->ideal_path / path));
        }
    }
    free(m.position);
    free(m.speed[0]);
    free(m.speed[1]);
    free(m.line);
}
