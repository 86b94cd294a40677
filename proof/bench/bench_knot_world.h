// SPDX-License-Identifier: MIT
// bench_knot_world.h -- worlds with a knot being pulled tight.
//
// The shapes come from the scene library, as a user's would. Knots of two threads have four ends:
// the standing ones are drawn apart by hands of limited strength, the tails bear a small weight.
// Strands are two diameters apart at the start, so that there is something to tighten. The overhand
// knot is in one thread, whose last vertex is drawn away from its first one.
#ifndef SUT_BENCH_KNOT_WORLD_H
#define SUT_BENCH_KNOT_WORLD_H

#include "bench_thread.h"

enum { SUT_BENCH_KNOT_SETTLE = 100 }; // steps before hands begin to move

// Two threads of nylon (2 GPa, mu = 0.4).
typedef struct sut_bench_knot {
    const char *shape; // members of the scene's "shape": "\"knot\": \"reef\""
    int vertices;      // of both threads together, even
    double diameter;   // m
    double edge;       // length of an edge, in diameters
    double pull;       // N, at each standing end
    double speed;      // m/s, of each standing hand
    double size;       // least distance of two strands at the start, in diameters
    sut_model model;
    double budget; // s, for a step; 0: none
} sut_bench_knot;

// 600 vertices, 0.2 mm thick, edges as long, 1 N at 6 mm/s.
sut_bench_knot sut_bench_knot_default(const char *shape);

// As sut_bench_case_open: look at `result`. `thread` is the first of the two.
void sut_bench_knot_open(sut_bench_case *c, const sut_bench_knot *k);

// sut_bench_suture (mu = 0.3) with an overhand knot; the last vertex moves at `speed` until it is
// `apart` from the first one.
typedef struct sut_bench_overhand {
    int vertices;
    double size;       // distance of strands at the start, in diameters
    double speed;      // m/s
    double apart;      // m
    sut_vec3 from, to; // way of the last vertex, set by open
} sut_bench_overhand;
void sut_bench_overhand_open(sut_bench_case *c, sut_bench_overhand *k);
// Steps until the last vertex has arrived, and where it is asked to be at time t.
int sut_bench_overhand_steps(const sut_bench_overhand *k);
sut_vec3 sut_bench_overhand_end(const sut_bench_overhand *k, double t);

// Does this open polyline still hold an overhand knot? Either hand counts.
bool sut_bench_is_overhand(const sut_vec3 *positions, int count);

#endif
