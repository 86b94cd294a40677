// SPDX-License-Identifier: MIT
#include "spring_rod.h"

#include "math/vec3.h"
#include "sutura/sutura.h"

#include <stdlib.h>
#include <string.h>

double spring_noise(int seed) {
    uint64_t x = (uint64_t)seed * 0x9e3779b97f4a7c15u + 0x2545f4914f6cdd1du;
    x ^= x >> 29;
    x *= 0xbf58476d1ce4e5b9u;
    x ^= x >> 32;
    return (double)(x >> 11) / 4503599627370496.0 - 1.0;
}

bool spring_rod_make(spring_rod *s, int model, void (*change)(sut_thread_def *)) {
    memset(s, 0, sizeof *s);
    sut_vec3 x[SPRING_N];
    sut_vec3 v[SPRING_N];
    double rest[SPRING_N];
    double extra[SPRING_N];
    for (int i = 0; i < SPRING_N; i++) {
        const int k = 8 * i;
        sut_vec3 step = v3(0.02 + 0.004 * spring_noise(k), 0.015 * spring_noise(k + 1),
                           0.015 * spring_noise(k + 2));
        x[i] = i > 0 ? v3_add(x[i - 1], step) : v3(0.1, -0.2, 0.3);
        v[i] = v3(spring_noise(k + 3), spring_noise(k + 4), spring_noise(k + 5));
        // stretched and compressed by up to 4 percent
        rest[i > 0 ? i - 1 : 0] = v3_norm(step) * (1.0 + 0.04 * spring_noise(k + 6));
        extra[i] = 0.01 * (1.0 + spring_noise(k + 7));
    }
    sut_thread_def d = sut_default_thread_def();
    d.positions = x;
    d.velocities = v;
    d.rest_lengths = rest;
    d.extra_mass = extra;
    d.vertex_count = SPRING_N;
    d.model = (sut_model)(SUT_MODEL_SPRINGS_1 + model - 1);
    d.springs = sut_springs_def_published();
    d.radius = 1e-3;
    d.mass_per_length = 1.0;
    if (change) {
        change(&d);
    }
    size_t size = (sut_rod_memory(SPRING_N) + 63) / 64 * 64;
    s->memory = aligned_alloc(64, size);
    if (!s->memory) {
        return false;
    }
    sut_rod_init(&s->rod, SPRING_N, s->memory);
    sut_rod_define(&s->rod, &d);
    s->rod.chain.pins = s->pins;
    s->rod.work.planes = s->planes;
    s->rod.work.loads = s->loads;
    s->rod.work.gravity = v3(0.0, 0.0, -9.8);
    s->rod.work.dt = 1e-4;
    return true;
}

void spring_rod_free(spring_rod *s) {
    free(s->memory);
}

void spring_rod_pin(spring_rod *s, int vertex, sut_vec3 target) {
    s->pins[s->rod.chain.pin_count++] = (sut_pin){.vertex = vertex, .target = target};
}

void spring_rod_clamp(spring_rod *s, sut_vec3 direction) {
    sut_plane *p = &s->planes[0];
    p->vertex = 0;
    p->direction = p->direction0 = v3_normalized(direction);
    sut_rod_plane_begin(&s->rod, p);
    s->rod.work.plane_count = 1;
}

void spring_rod_shift(spring_rod *s, int vertex, sut_vec3 by) {
    sut_rod *r = &s->rod;
    r->body.position[vertex] = v3_add(r->body.position[vertex], by);
    for (int side = 0; side < 2; side++) {
        int e = vertex - 1 + side;
        if (e >= 0 && e < r->body.n - 1) {
            sut_vec3 edge = sut_soa3_get(&r->state.edge, e);
            sut_soa3_set(&r->state.edge, e, v3_madd(edge, side == 0 ? 1.0 : -1.0, by));
        }
    }
}
