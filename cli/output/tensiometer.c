// SPDX-License-Identifier: MIT
#include "output/tensiometer.h"

#include <limits.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

static double dot(sut_vec3 a, sut_vec3 b) {
    return a.x * b.x + a.y * b.y + a.z * b.z;
}

static sut_vec3 difference(sut_vec3 a, sut_vec3 b) {
    return (sut_vec3){a.x - b.x, a.y - b.y, a.z - b.z};
}

//---- jaws ----------------------------------------------------------------------------------------

static const char *find_jaw(sut_tensiometer *t, const sut_source *src, int side) {
    const sut_jaw *jaw = &t->jaws[side];
    t->obstacles[side] = -1;
    if (jaw->hold >= 0) {
        sut_hold_view h;
        if (sut_source_hold(src, jaw->hold, &h)) {
            return NULL;
        }
        int count = sut_source_hold_count(src);
        snprintf(t->fault, sizeof t->fault,
                 count > 0 ? "the scene has no such hold: %d; its holds are 0 to %d, as in the "
                             "report"
                           : "the scene has no such hold: %d; it has none, give obstacle:NAME",
                 jaw->hold, count - 1);
        return t->fault;
    }
    for (int i = 0; i < src->obstacle_count; i++) {
        if (strcmp(src->obstacles[i].name, jaw->obstacle) == 0) {
            t->obstacles[side] = i;
            return NULL;
        }
    }
    snprintf(t->fault, sizeof t->fault,
             "the scene has no such obstacle: %.60s; the name of one of its %d obstacles",
             jaw->obstacle, src->obstacle_count);
    return t->fault;
}

// does it hold this thread; an obstacle holds all that lie around it
static bool grips(const sut_tensiometer *t, const sut_source *src, int side, int thread) {
    sut_hold_view h;
    if (t->obstacles[side] >= 0) {
        return true;
    }
    return sut_source_hold(src, t->jaws[side].hold, &h) && sut_source_find(src, h.thread) == thread;
}

// where it is, and its force on the threads
static bool read_jaw(const sut_tensiometer *t, const sut_source *src, int side, sut_vec3 *at,
                     sut_vec3 *force) {
    int obstacle = t->obstacles[side];
    if (obstacle < 0) {
        sut_hold_view h;
        sut_thread_view v;
        if (!sut_source_hold(src, t->jaws[side].hold, &h) ||
            sut_thread_get_view(src->world, h.thread, &v) != SUT_OK) {
            return false;
        }
        *at = v.position[h.vertex];
        *force = h.force;
        return true;
    }
    *at = sut_source_pose(src, obstacle).position;
    *force = (sut_vec3){0};
    int count = 0;
    const sut_contact_view *c = sut_world_contacts(src->world, &count);
    for (int i = 0; i < count; i++) {
        if (sut_source_find_obstacle(src, c[i].obstacle) == obstacle) {
            force->x += c[i].force.x;
            force->y += c[i].force.y;
            force->z += c[i].force.z;
        }
    }
    return true;
}

//---- threads -------------------------------------------------------------------------------------

// Edges first .. last - 1 of a thread.
typedef struct edge_range {
    int first, last;
} edge_range;

static void include(edge_range *r, int edge) {
    r->first = edge < r->first ? edge : r->first;
    r->last = edge + 1 > r->last ? edge + 1 : r->last;
}

// Where thread i touches others, or itself if that counts; none: first > last.
static edge_range touching(const sut_source *src, int i, bool itself) {
    edge_range r = {INT_MAX, -1};
    int count = 0;
    const sut_contact_view *c = sut_world_contacts(src->world, &count);
    for (int k = 0; k < count; k++) {
        int of[2] = {sut_source_find(src, c[k].thread[0]), sut_source_find(src, c[k].thread[1])};
        if (of[1] < 0 || (of[0] == of[1] && !itself)) {
            continue;
        }
        for (int side = 0; side < 2; side++) {
            if (of[side] == i) {
                include(&r, c[k].edge[side]);
            }
        }
    }
    return r;
}

// The part of thread i that bears what the jaws pull. Both hold it: from one to the other. One
// does: from there to where it last touches another thread. Posts: the loop, from where it first
// touches itself to where it last does. Beyond that are tails, which something else may pull. What
// touches nothing counts as a whole.
static edge_range between_jaws(const sut_tensiometer *t, const sut_source *src, int i,
                               const sut_thread_view *v) {
    const edge_range all = {0, v->vertex_count - 1};
    bool posts = t->obstacles[0] >= 0;
    edge_range r = {INT_MAX, -1};
    int held = 0;
    for (int side = 0; side < 2 && !posts; side++) {
        sut_hold_view h;
        if (grips(t, src, side, i) && sut_source_hold(src, t->jaws[side].hold, &h)) {
            r.first = h.vertex < r.first ? h.vertex : r.first;
            r.last = h.vertex > r.last ? h.vertex : r.last;
            held++;
        }
    }
    if (held == 2) {
        return r;
    }
    edge_range touch = touching(src, i, posts);
    if (touch.first > touch.last) {
        return all;
    }
    if (held == 1) {
        touch.first = r.first < touch.first ? r.first : touch.first;
        touch.last = r.last > touch.last ? r.last : touch.last;
    }
    return touch;
}

static double stretch_of(const sut_thread_view *v, edge_range part) {
    double sum = 0.0;
    for (int i = part.first; i < part.last; i++) {
        sut_vec3 e = difference(v->position[i + 1], v->position[i]);
        sum += sqrt(dot(e, e)) - v->rest_length[i];
    }
    return sum;
}

static bool breaks(const sut_thread_view *v, double strength) {
    for (int i = 0; strength > 0.0 && i + 1 < v->vertex_count; i++) {
        if (v->tension[i] > strength) {
            return true;
        }
    }
    return false;
}

// How much longer the threads between the jaws are than at rest, counted once for every way between
// the jaws: a loop around two posts is two ways.
static double read_threads(sut_tensiometer *t, const sut_source *src) {
    double sum = 0.0;
    for (int i = 0; i < src->thread_count; i++) {
        sut_thread_view v;
        if (!(grips(t, src, 0, i) || grips(t, src, 1, i)) ||
            sut_thread_get_view(src->world, src->ids[i], &v) != SUT_OK) {
            continue;
        }
        sum += stretch_of(&v, between_jaws(t, src, i, &v));
        double strength = src->knot_pull != NULL ? src->knot_pull[i] : 0.0;
        if (!t->broke && strength > 0.0 && (t->strength == 0.0 || strength < t->strength)) {
            t->strength = strength;
        }
        if (!t->broke && breaks(&v, strength)) {
            t->broke = true;
            t->strength = strength;
        }
    }
    return t->obstacles[0] >= 0 ? 0.5 * sum : sum;
}

//---- public --------------------------------------------------------------------------------------

// Distance of the jaws, the pull between them, and the stretch of the threads.
typedef struct reading {
    double distance, force, stretch;
} reading;

static bool read_all(sut_tensiometer *t, const sut_source *src, reading *out) {
    sut_vec3 at[2];
    sut_vec3 force[2];
    if (!read_jaw(t, src, 0, &at[0], &force[0]) || !read_jaw(t, src, 1, &at[1], &force[1])) {
        return false;
    }
    sut_vec3 across = difference(at[1], at[0]);
    double distance = sqrt(dot(across, across));
    // both pull alike unless the threads swing
    double twice = distance > 0.0 ? dot(difference(force[1], force[0]), across) / distance : 0.0;
    *out = (reading){distance, 0.5 * twice, read_threads(t, src)};
    return true;
}

// the first thread in the jaws
static int gripped(const sut_tensiometer *t, const sut_source *src) {
    int i = 0;
    while (i + 1 < src->thread_count && !grips(t, src, 0, i)) {
        i++;
    }
    return i;
}

// Looks at how far it slipped since the last look. What slides and stops again (a knot that
// tightens) has only got into place: the onset is that of the slide that never stopped.
static void look(sut_tensiometer *t, const sut_source *src) {
    sut_thread_view v;
    double passed = t->time - t->look_time;
    if (passed < SUT_TENSIOMETER_LOOK * (1.0 - 1e-9) && !t->slipped) {
        return;
    }
    if (sut_thread_get_view(src->world, src->ids[gripped(t, src)], &v) != SUT_OK) {
        return;
    }
    double rest = SUT_TENSIOMETER_REST * 2.0 * v.radius * passed;
    bool slides = t->slip - t->look_slip > rest;
    if (slides && !t->sliding) {
        t->onset = (sut_tensiometer_reading){t->time, t->force, t->slip, t->friction};
    }
    t->sliding = slides;
    t->look_time = t->time;
    t->look_slip = t->slip;
}

static void zero(sut_tensiometer *t, const reading *now, double time) {
    t->zeroed = true;
    t->look_time = time;
    t->distance0 = now->distance;
    t->stretch0 = now->stretch;
}

const char *sut_tensiometer_start(sut_tensiometer *t, const sut_source *src) {
    *t = (sut_tensiometer){.jaws = {t->jaws[0], t->jaws[1]}, .from = t->from};
    const char *why = find_jaw(t, src, 0);
    why = why != NULL ? why : find_jaw(t, src, 1);
    if (why != NULL) {
        return why;
    }
    if ((t->obstacles[0] < 0) != (t->obstacles[1] < 0)) {
        return "a hold and an obstacle cannot be a pair of jaws; give two of a kind";
    }
    if (t->obstacles[0] >= 0 ? t->obstacles[0] == t->obstacles[1]
                             : t->jaws[0].hold == t->jaws[1].hold) {
        return "the jaws are one and the same; give two";
    }
    reading now;
    if (t->from <= sut_world_time(src->world) && read_all(t, src, &now)) {
        zero(t, &now, sut_world_time(src->world));
    }
    t->broke = false;
    return NULL;
}

void sut_tensiometer_step(sut_tensiometer *t, const sut_source *src) {
    reading now;
    if (t->slipped || t->broke || !read_all(t, src, &now)) {
        return;
    }
    // times are sums of steps: the last digit of one must not decide
    double time = sut_world_time(src->world);
    if (!t->zeroed && time < t->from * (1.0 - 1e-12)) {
        t->broke = false;
        return;
    }
    if (!t->zeroed) {
        zero(t, &now, time);
    }
    t->friction = src->friction != NULL ? src->friction[gripped(t, src)] : (double)NAN;
    t->force = now.force;
    t->force_max = fmax(t->force_max, now.force);
    t->opening = now.distance - t->distance0;
    t->slip = t->opening - (now.stretch - t->stretch0);
    t->time = time;
    t->slipped = t->slip >= SUT_TENSIOMETER_SLIP;
    look(t, src);
}
