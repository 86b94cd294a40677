// SPDX-License-Identifier: MIT
#include "physics_fixture.h"

#include "math/vec3.h"

#include <math.h>
#include <string.h>

void bench_init(bench *b, int vertices, double length) {
    memset(b, 0, sizeof *b);
    for (int i = 0; i < vertices; i++) {
        b->x[i] = v3(length * i / (vertices - 1), 0.0, 0.0);
    }
    b->def = sut_default_thread_def();
    b->def.vertex_count = vertices;
    b->world = sut_default_world_def();
    b->world.gravity = v3_zero();
}

bool bench_start(bench *b) {
    b->def.positions = b->x;
    b->def.velocities = b->v;
    return sut_world_create(&b->world, &b->w) == SUT_OK &&
           sut_thread_create(b->w, &b->def, &b->thread) == SUT_OK;
}

void bench_stop(bench *b) {
    sut_world_destroy(b->w);
    b->w = NULL;
}

sut_hold_id bench_hold(bench *b, sut_hold_kind kind, int vertex) {
    sut_hold_def d = sut_default_hold_def();
    d.kind = kind;
    d.vertex = vertex;
    sut_hold_id id = {0, 0};
    (void)sut_hold_create(b->w, b->thread, &d, &id);
    return id;
}

sut_hold_id bench_force(bench *b, int vertex, sut_vec3 force) {
    sut_hold_key key;
    memset(&key, 0, sizeof key);
    key.force = force;
    sut_hold_def d = sut_default_hold_def();
    d.kind = SUT_HOLD_FORCE;
    d.vertex = vertex;
    d.keys = &key;
    d.key_count = 1;
    sut_hold_id id = {0, 0};
    (void)sut_hold_create(b->w, b->thread, &d, &id);
    return id;
}

bool bench_run(bench *b, double seconds, double dt) {
    int steps = (int)(seconds / dt + 0.5);
    for (int i = 0; i < steps; i++) {
        if (sut_world_step(b->w, dt) != SUT_OK) {
            return false;
        }
    }
    return true;
}

bool bench_settle(bench *b, double dt, double speed, int most) {
    for (int i = 0; i < most; i++) {
        if (sut_world_step(b->w, dt) != SUT_OK) {
            return false;
        }
        if (i > 10 && bench_speed(b) < speed) {
            return true;
        }
    }
    return false;
}

sut_thread_view bench_view(const bench *b) {
    sut_thread_view v;
    memset(&v, 0, sizeof v);
    (void)sut_thread_get_view(b->w, b->thread, &v);
    return v;
}

sut_energy bench_energy(const bench *b) {
    sut_energy e;
    memset(&e, 0, sizeof e);
    (void)sut_thread_get_energy(b->w, b->thread, &e);
    return e;
}

double bench_total(const sut_energy *e) {
    return e->kinetic + e->stretch + e->bend + e->twist + e->gravity;
}

double bench_mass(const bench *b, int vertex) {
    sut_thread_view v = bench_view(b);
    double before = vertex > 0 ? v.rest_length[vertex - 1] : 0.0;
    double after = vertex < v.vertex_count - 1 ? v.rest_length[vertex] : 0.0;
    return 0.5 * (before + after) * b->def.mass_per_length;
}

double bench_speed(const bench *b) {
    sut_thread_view v = bench_view(b);
    double most = 0.0;
    for (int i = 0; i < v.vertex_count; i++) {
        most = fmax(most, v3_norm(v.velocity[i]));
    }
    return most;
}

sut_vec3 bench_momentum(const bench *b) {
    sut_thread_view v = bench_view(b);
    sut_vec3 sum = v3_zero();
    for (int i = 0; i < v.vertex_count; i++) {
        sum = v3_madd(sum, bench_mass(b, i), v.velocity[i]);
    }
    return sum;
}

sut_vec3 bench_spin(const bench *b) {
    sut_thread_view v = bench_view(b);
    sut_vec3 sum = v3_zero();
    for (int i = 0; i < v.vertex_count; i++) {
        sum = v3_madd(sum, bench_mass(b, i), v3_cross(v.position[i], v.velocity[i]));
    }
    return sum;
}

sut_vec3 bench_centre(const bench *b) {
    sut_thread_view v = bench_view(b);
    sut_vec3 sum = v3_zero();
    double mass = 0.0;
    for (int i = 0; i < v.vertex_count; i++) {
        sum = v3_madd(sum, bench_mass(b, i), v.position[i]);
        mass += bench_mass(b, i);
    }
    return v3_scale(sum, 1.0 / mass);
}
