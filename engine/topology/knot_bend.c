// SPDX-License-Identifier: MIT
// Two threads joined by a knot. Standing ends are joined far away, and so are the free ends; then
// it is a knot in one loop like any other, with throws to be read.
#include "math/vec3.h"
#include "topology/knot_job.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { BEND_TRIES = 6, TAIL_SAMPLES = 256 };

// Close the two threads into one loop: standing end to standing end, free end to free end.
static sut_naming_result try_bend(sut_knot_job *j, bool first_a, bool first_b, int winds,
                                  sut_closing_way way, sut_named *name, sut_throws *throws) {
    // thread 0 runs to its standing end, thread 1 comes from its own
    sut_joining joined = {.loops = 1,
                          .first = {0, 2},
                          .piece = {0, 1},
                          .backwards = {first_a, !first_b},
                          .winds = winds};
    sut_loops loops;
    if (!sut_threads_close(&j->threads, &joined, way, &j->random, &j->pool, &loops)) {
        return SUT_NAMING_MEMORY;
    }
    return sut_knot_name_loop(j, &loops, 0, true, name, throws);
}

// Distance of a point to the nearest vertex of a thread, looking at a few hundred of them.
static double distance_to(const sut_threads *t, sut_vec3 p, int thread) {
    int step = 1 + (t->start[thread + 1] - t->start[thread]) / TAIL_SAMPLES;
    double nearest = 1e30;
    for (int k = t->start[thread]; k < t->start[thread + 1]; k += step) {
        nearest = fmin(nearest, v3_distance(p, t->points[k]));
    }
    return nearest;
}

// Length of the tail at an end: up to the first vertex that is as near to the other thread as the
// two come anywhere, and as much again.
static double tail_length(const sut_threads *t, int thread, bool first) {
    int a = t->start[thread];
    int b = t->start[thread + 1];
    int step = 1 + (b - a) / TAIL_SAMPLES;
    double nearest = 1e30;
    for (int i = a; i < b; i += step) {
        nearest = fmin(nearest, distance_to(t, t->points[i], 1 - thread));
    }
    double length = 0.0;
    for (int i = a; i < b; i++) {
        int at = first ? i : a + b - 1 - i;
        length += i > a ? v3_distance(t->points[at], t->points[first ? at - 1 : at + 1]) : 0.0;
        if ((i - a) % step == 0 && distance_to(t, t->points[at], 1 - thread) <= 2.0 * nearest) {
            break;
        }
    }
    return length;
}

static bool standing_is_first(const sut_knot_job *j, int thread, bool *known) {
    sut_knot_end given = j->input[thread].standing;
    *known = true;
    if (given != SUT_KNOT_END_UNKNOWN) {
        return given == SUT_KNOT_END_FIRST;
    }
    // a clear difference only: a fifth
    double first = tail_length(&j->threads, thread, true);
    double last = tail_length(&j->threads, thread, false);
    *known = first > 1.2 * last || last > 1.2 * first;
    return first > last;
}

// One throw between two threads is a half knot. Two make a reef or a thief, a granny or a grief, by
// which of the ends are loaded.
static void name_by_roles(sut_knot_throws *bend, bool swapped) {
    if (strcmp(bend->surgical, "overhand") == 0) {
        snprintf(bend->surgical, sizeof bend->surgical, "half knot");
    } else if (swapped && strcmp(bend->surgical, "reef") == 0) {
        snprintf(bend->surgical, sizeof bend->surgical, "thief");
    } else if (swapped && strcmp(bend->surgical, "granny") == 0) {
        snprintf(bend->surgical, sizeof bend->surgical, "grief");
    }
}

// Where it is not known which ends are loaded the knot has no first throw either. More turns come
// first then, as in a surgeon's knot.
static void order_throws(sut_throws *t) {
    int last = t->count - 1;
    if (last > 0 && abs(t->half_turns[0]) < abs(t->half_turns[last])) {
        for (int i = 0; i < last - i; i++) {
            int h = t->half_turns[i];
            t->half_turns[i] = t->half_turns[last - i];
            t->half_turns[last - i] = h;
        }
    }
}

typedef struct bend_search {
    bool first[2]; // is the standing end of that thread its first one?
    bool roles;    // do we know?
    int most;      // throws found so far
    bool knotted;  // some closing was a knot
} bend_search;

// One closing; what shows at least `least` throws, and more than were found so far, is taken over.
static sut_naming_result look(sut_knot_job *j, bend_search *b, bool swapped, int winds,
                              sut_closing_way way, int least) {
    sut_named name;
    sut_throws throws;
    sut_naming_result r =
        try_bend(j, b->first[0], b->first[1] != swapped, winds, way, &name, &throws);
    if (r == SUT_NAMING_NO_DIRECTION) {
        return SUT_NAMING_DONE; // this closing meets a thread: it says nothing, another one may
    }
    if (r != SUT_NAMING_DONE) {
        return r;
    }
    bool knot = name.known && name.factor_count > 0;
    b->knotted = b->knotted || knot || !name.known;
    if (knot && throws.count > b->most && throws.count >= least) {
        b->most = throws.count;
        if (!b->roles) {
            order_throws(&throws);
        }
        sut_knot_fill_throws(&j->out->bend, &throws);
        name_by_roles(&j->out->bend, swapped && b->roles);
        sut_knot_write_name(&name, j->out->bend_name);
    }
    return r;
}

// Standing end and free end of a side lie beside each other and may wind about each other, which
// the closing reads as part of the knot: a third throw beside the others, and with it neither a sum
// nor the others can be seen. So unwind them far away. Only sums of several throws count here: one
// throw alone would change its turns with every winding. Where the threads make such a sum just one
// winding shows it, and it needs the right pair of ends too.
static sut_naming_result unwind(sut_knot_job *j, bend_search *b) {
    enum { WINDINGS = 2 };
    for (int k = 1; k <= WINDINGS && b->most < 2 && !sut_work_is_spent(&j->work); k++) {
        for (int side = 0; side < 4 && b->most < 2; side++) {
            int winds = (side & 1) == 0 ? k : -k;
            sut_naming_result r = look(j, b, side >= 2, winds, SUT_CLOSE_OUTWARD, 2);
            if (r != SUT_NAMING_DONE) {
                return r;
            }
        }
    }
    return SUT_NAMING_DONE;
}

// Both ways to pair the ends: as the roles say, and with those of the second thread exchanged. The
// right one shows more throws; the other one twists the threads together far away, which undoes
// some.
sut_naming_result sut_knot_find_bend(sut_knot_job *j) {
    bool known[2];
    bend_search b = {0};
    for (int k = 0; k < 2; k++) {
        b.first[k] = standing_is_first(j, k, &known[k]);
    }
    b.roles = known[0] && known[1];
    int tries = j->quick ? 2 : BEND_TRIES;
    for (int k = 0; k < tries && b.most == 0 && !sut_work_is_spent(&j->work); k++) {
        for (int swapped = 0; swapped < 2; swapped++) {
            sut_closing_way way = k == 0 ? SUT_CLOSE_OUTWARD : SUT_CLOSE_VARIED;
            sut_naming_result r = look(j, &b, swapped != 0, 0, way, 1);
            if (r != SUT_NAMING_DONE) {
                return r;
            }
        }
    }
    return b.most < 2 && b.knotted ? unwind(j, &b) : SUT_NAMING_DONE;
}
