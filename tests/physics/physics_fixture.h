// SPDX-License-Identifier: MIT
// physics_fixture.h -- one thread in a world of its own, and sums over it.
#ifndef SUTURA_TESTS_PHYSICS_FIXTURE_H
#define SUTURA_TESTS_PHYSICS_FIXTURE_H

#include "sutura/sutura.h"

enum { BENCH_MOST = 400 };

// Fill x, v and def (a straight thread of nylon along x at rest, no gravity), then bench_start.
typedef struct bench {
    sut_vec3 x[BENCH_MOST], v[BENCH_MOST];
    sut_thread_def def;
    sut_world_def world;
    sut_world *w;
    sut_thread_id thread;
} bench;

void bench_init(bench *b, int vertices, double length);
bool bench_start(bench *b); // false: refused
void bench_stop(bench *b);

// Hold of a vertex as it is now; null id if it is refused.
sut_hold_id bench_hold(bench *b, sut_hold_kind kind, int vertex);
sut_hold_id bench_force(bench *b, int vertex, sut_vec3 force);
bool bench_run(bench *b, double seconds, double dt); // whole steps; false if one fails
// Steps until the thread is at rest (speed below this, m/s) or too many: false.
bool bench_settle(bench *b, double dt, double speed, int most);

sut_thread_view bench_view(const bench *b);
sut_energy bench_energy(const bench *b);
double bench_total(const sut_energy *e);
double bench_mass(const bench *b, int vertex); // of the def, without extra mass
double bench_speed(const bench *b);            // largest
sut_vec3 bench_momentum(const bench *b);
sut_vec3 bench_spin(const bench *b); // angular momentum about the origin
sut_vec3 bench_centre(const bench *b);

#endif
