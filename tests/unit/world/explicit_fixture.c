// SPDX-License-Identifier: MIT
#include "explicit_fixture.h"

#include "check.h"
#include "math/vec3.h"
#include "sutura/certificate.h"

#include <stdlib.h>

enum { MOST = 64 };

void line(sut_vec3 *x, int n, sut_vec3 from, sut_vec3 to) {
    for (int i = 0; i < n; i++) {
        x[i] = v3_lerp(from, to, (double)i / (n - 1));
    }
}

sut_world *make_world(sut_vec3 gravity) {
    sut_world_def def = sut_default_world_def();
    def.gravity = gravity;
    sut_world *w = NULL;
    return sut_world_create(&def, &w) == SUT_OK ? w : NULL;
}

bool pin(sut_world *w, sut_thread_id id, int vertex, sut_hold_id *hold) {
    sut_hold_def h = sut_default_hold_def();
    h.vertex = vertex;
    return sut_hold_create(w, id, &h, hold) == SUT_OK;
}

int run(sut_world *w, int steps) {
    int contacts = 0;
    for (int i = 0; i < steps; i++) {
        CHECK_EQ_INT(sut_world_step(w, 1e-3), SUT_OK);
        contacts += sut_world_stats(w).contacts;
    }
    return contacts;
}

void check_restored(sut_world *w, const sut_world_def *def, int steps) {
    size_t size = sut_world_snapshot(w, NULL, 0);
    void *image = malloc(size);
    REQUIRE(image != NULL);
    CHECK(sut_world_snapshot(w, image, size) == size);
    run(w, steps);
    uint64_t first = sut_world_hash(w);
    CHECK_EQ_INT(sut_world_restore(w, image, size), SUT_OK);
    run(w, steps);
    CHECK_EQ_U64(sut_world_hash(w), first);
    // and in a world that knew nothing of it
    sut_world *other = NULL;
    REQUIRE(sut_world_create(def, &other) == SUT_OK);
    CHECK_EQ_INT(sut_world_restore(other, image, size), SUT_OK);
    run(other, steps);
    CHECK_EQ_U64(sut_world_hash(other), first);
    free(image);
    sut_world_destroy(other);
}

// Two threads across each other, the second one above and moving.
typedef struct pair {
    sut_vec3 x[2][MOST], v[MOST];
    sut_thread_id id[2];
} pair;

static bool lay_pair(sut_world *w, const sut_thread_def *def, sut_vec3 velocity, pair *p) {
    bool ok = true;
    for (int i = 0; i < def->vertex_count; i++) {
        p->v[i] = velocity;
    }
    for (int k = 0; ok && k < 2; k++) {
        sut_thread_def d = *def;
        d.positions = p->x[k];
        d.velocities = k == 1 ? p->v : NULL;
        ok = sut_thread_create(w, &d, &p->id[k]) == SUT_OK;
    }
    return ok;
}

void check_thrown(const sut_thread_def *def, double speed) {
    sut_world *w = make_world(v3_zero());
    REQUIRE(w != NULL);
    int n = def->vertex_count;
    pair p;
    line(p.x[0], n, v3(-0.25, 0.0, 0.0), v3(0.25, 0.0, 0.0));
    line(p.x[1], n, v3(0.01, -0.15, 0.05), v3(-0.02, 0.15, 0.05));
    REQUIRE(lay_pair(w, def, v3(0.0, 0.0, -speed), &p));
    sut_certificate *c = NULL;
    REQUIRE(sut_certificate_create(v3(-9, -9, -9), v3(9, 9, 9), NULL, &c) == SUT_OK);
    for (int k = 0; k < 2; k++) {
        REQUIRE(sut_certificate_add(c, p.x[k], n, def->radius, false, NULL) == SUT_OK);
    }
    sut_hold_id hold;
    REQUIRE(pin(w, p.id[0], 0, &hold) && pin(w, p.id[0], -1, &hold));
    int touched = 0;
    for (int i = 0; i < 100; i++) {
        touched += run(w, 1);
        const sut_vec3 *now[2];
        for (int k = 0; k < 2; k++) {
            sut_thread_view view;
            REQUIRE(sut_thread_get_view(w, p.id[k], &view) == SUT_OK);
            now[k] = view.position;
        }
        REQUIRE(sut_certificate_advance(c, now) == SUT_OK);
    }
    CHECK(touched > 0);
    CHECK_EQ_INT(sut_certificate_changes(c), 0);
    sut_certificate_destroy(c);
    sut_world_destroy(w);
}

void check_momentum(const sut_thread_def *def, double half, sut_vec3 velocity, double tolerance) {
    sut_world *w = make_world(v3_zero());
    REQUIRE(w != NULL);
    int n = def->vertex_count;
    pair p;
    line(p.x[0], n, v3(-0.25, 0.0, 0.0), v3(0.25, 0.0, 0.0));
    line(p.x[1], n, v3(0.05, -half, 0.02), v3(-0.02, half, 0.02));
    REQUIRE(lay_pair(w, def, velocity, &p));
    CHECK(run(w, 60) > 0);
    sut_vec3 sum = v3_zero();
    for (int k = 0; k < 2; k++) {
        sut_thread_view t;
        REQUIRE(sut_thread_get_view(w, p.id[k], &t) == SUT_OK);
        for (int j = 0; j < n; j++) {
            double cell =
                0.5 * ((j > 0 ? t.rest_length[j - 1] : 0.0) + (j < n - 1 ? t.rest_length[j] : 0.0));
            sum = v3_madd(sum, def->mass_per_length * cell, t.velocity[j]);
        }
    }
    double mass = def->mass_per_length * v3_distance(p.x[1][0], p.x[1][n - 1]);
    CHECK_NEAR(v3_distance(sum, v3_scale(velocity, mass)), 0.0, tolerance);
    sut_world_destroy(w);
}
