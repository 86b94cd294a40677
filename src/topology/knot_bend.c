// SPDX-License-Identifier: MIT
// Two threads joined by a knot. Standing ends are joined far away, and so are the free ends; then
// it is a knot in one loop like any other, with throws to be read.
#include "math/vec3.h"
#include "topology/knot_job.h"

#include <stdio.h>
#include <string.h>

enum { BEND_TRIES = 6, TAIL_SAMPLES = 256 };

// Close the two threads into one loop: standing end to standing end, free end to free end.
static sut_naming_result try_bend(sut_knot_job *j, bool first_a, bool first_b, sut_closing_way way,
                                  sut_named *name, sut_throws *throws) {
    // thread 0 runs to its standing end, thread 1 comes from its own
    sut_joining joined = {
        .loops = 1, .first = {0, 2}, .piece = {0, 1}, .backwards = {first_a, !first_b}};
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

// Both ways to pair the ends: as the roles say, and with those of the second thread exchanged. The
// right one shows more throws; the other one twists the threads together far away, which undoes
// some.
sut_naming_result sut_knot_find_bend(sut_knot_job *j) {
    bool known[2];
    bool first[2] = {standing_is_first(j, 0, &known[0]), standing_is_first(j, 1, &known[1])};
    bool roles = known[0] && known[1];
    int tries = j->quick ? 2 : BEND_TRIES;
    int most = 0;
    for (int k = 0; k < tries && most == 0; k++) {
        for (int swapped = 0; swapped < 2; swapped++) {
            sut_named name;
            sut_throws throws;
            sut_closing_way way = k == 0 ? SUT_CLOSE_OUTWARD : SUT_CLOSE_VARIED;
            sut_naming_result r =
                try_bend(j, first[0], first[1] != (swapped != 0), way, &name, &throws);
            if (r != SUT_NAMING_DONE) {
                return r;
            }
            if (name.known && name.factor_count > 0 && throws.count > most) {
                most = throws.count;
                sut_knot_fill_throws(&j->out->bend, &throws);
                name_by_roles(&j->out->bend, swapped != 0 && roles);
                sut_knot_write_name(&name, j->out->bend_name);
            }
        }
    }
    return SUT_NAMING_DONE;
}
