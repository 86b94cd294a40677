// SPDX-License-Identifier: MIT
#include "bench_rod.h"

#include "math/vec3.h"

#include <stdlib.h>
#include <string.h>

double bench_noise(int seed) {
    uint64_t x = (uint64_t)seed * 0x9e3779b97f4a7c15u + 0x632be59bd9b4e019u;
    x ^= x >> 29;
    x *= 0xbf58476d1ce4e5b9u;
    x ^= x >> 32;
    return (double)(x >> 11) / 4503599627370496.0 - 1.0;
}

bool bench_rod_make(bench_rod *b, void (*change)(sut_thread_def *)) {
    memset(b, 0, sizeof *b);
    sut_vec3 x[BENCH_N];
    sut_vec3 v[BENCH_N];
    double extra[BENCH_N];
    x[0] = v3_zero();
    for (int i = 0; i < BENCH_N; i++) {
        sut_vec3 step = v3(0.01 + 0.002 * bench_noise(7 * i), 0.006 * bench_noise(7 * i + 1),
                           0.006 * bench_noise(7 * i + 2));
        x[i] = i > 0 ? v3_add(x[i - 1], step) : x[0];
        v[i] = v3(0.1 * bench_noise(7 * i + 3), 0.1 * bench_noise(7 * i + 4),
                  0.1 * bench_noise(7 * i + 5));
        extra[i] = 1e-6 * (1.0 + bench_noise(7 * i + 6));
    }
    sut_thread_def d = sut_default_thread_def();
    d.positions = x;
    d.velocities = v;
    d.extra_mass = extra;
    d.vertex_count = BENCH_N;
    d.model = SUT_MODEL_VARIATIONAL;
    d.EI = 0.0;
    d.GJ = 0.0;
    d.EA = 100.0;
    d.mass_per_length = 1e-3;
    d.damping_bend = 0.0;
    if (change) {
        change(&d);
    }
    size_t size = (sut_rod_memory(BENCH_N) + 63) / 64 * 64;
    b->memory = aligned_alloc(64, size);
    if (!b->memory) {
        return false;
    }
    sut_rod_init(&b->rod, BENCH_N, b->memory);
    sut_rod_define(&b->rod, &d);
    b->rod.chain.pins = b->pins;
    b->rod.work.planes = b->planes;
    b->rod.work.loads = b->loads;
    b->rod.work.gravity = v3(0.0, 0.0, -9.81);
    b->rod.work.dt = 1e-3;
    sut_rod_predict(&b->rod);
    return true;
}

void bench_rod_free(bench_rod *b) {
    free(b->memory);
}

void bench_rod_pin(bench_rod *b, int vertex) {
    b->pins[b->rod.chain.pin_count++] =
        (sut_pin){.vertex = vertex, .target = b->rod.body.position[vertex]};
}

void bench_rod_twist(bench_rod *b, double spin) {
    for (int k = 0; k < 2; k++) {
        sut_plane *p = &b->planes[k];
        p->vertex = k == 0 ? 0 : BENCH_N - 1;
        p->spin_held = true;
        p->direction0 = sut_rod_tangent_at(&b->rod, p->vertex);
        p->direction = p->direction0;
        sut_rod_plane_begin(&b->rod, p);
        p->spin = k == 0 ? 0.0 : spin;
    }
    b->rod.work.plane_count = 2;
    sut_rod_predict(&b->rod);
}

bool bench_rod_step(bench_rod *b) {
    sut_rod *r = &b->rod;
    sut_rod_predict(r);
    sut_variational_begin(r);
    sut_variational_solve(r, false);
    if (r->work.progress.failed) {
        return false;
    }
    sut_variational_commit(r);
    return true;
}
