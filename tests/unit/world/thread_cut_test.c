// SPDX-License-Identifier: MIT
// Threads that are cut: both pieces go on as threads of their own.
#include "sutura/state.h"
#include "sutura/sutura.h"

#include "check.h"
#include "math/vec3.h"

#include <math.h>
#include <stdlib.h>

enum { N = 41, MIDDLE = 20 };
static const double edge_length = 1e-3; // m

static sut_thread_def thin_def(sut_vec3 *x, sut_vec3 direction) {
    for (int i = 0; i < N; i++) {
        x[i] = v3_scale(direction, edge_length * i);
    }
    sut_thread_def d = sut_default_thread_def();
    d.positions = x;
    d.vertex_count = N;
    d.radius = 0.1e-3;
    d.EI = 1e-8;
    d.GJ = 1e-8;
    d.EA = 100.0;
    d.mass_per_length = 1e-4;
    return d;
}

static sut_world *world_with(const sut_thread_def *d, sut_thread_id *id) {
    sut_world_def def = sut_default_world_def();
    sut_world *w = NULL;
    CHECK(sut_world_create(&def, &w) == SUT_OK);
    CHECK(sut_thread_create(w, d, id) == SUT_OK);
    return w;
}

static void hold(sut_world *w, sut_thread_id id, int vertex, sut_hold_kind kind) {
    sut_hold_def h = sut_default_hold_def();
    h.vertex = vertex;
    h.kind = kind;
    sut_hold_id out;
    CHECK(sut_hold_create(w, id, &h, &out) == SUT_OK);
}

static bool go(sut_world *w, int steps) {
    for (int k = 0; k < steps; k++) {
        if (sut_world_step(w, 1e-3) != SUT_OK) {
            return false;
        }
    }
    return true;
}

// What hangs below the cut falls as free bodies do, what is above it hangs without that weight.
TEST(the_lower_piece_falls) {
    sut_vec3 x[N];
    sut_thread_def d = thin_def(x, v3(0.0, 0.0, -1.0));
    sut_thread_id id;
    sut_world *w = world_with(&d, &id);
    hold(w, id, 0, SUT_HOLD_PIN);
    REQUIRE(go(w, 200));
    sut_thread_view v;
    CHECK(sut_thread_get_view(w, id, &v) == SUT_OK);
    double start = v.position[N - 1].z;
    CHECK(sut_thread_cut(w, id, MIDDLE) == SUT_OK);
    enum { STEPS = 100 };
    REQUIRE(go(w, STEPS));
    CHECK(sut_thread_get_view(w, id, &v) == SUT_OK);
    double t = 1e-3 * STEPS;
    double fall = 0.5 * 9.81 * t * (t + 1e-3);           // of implicit Euler
    CHECK_NEAR(start - v.position[N - 1].z, fall, 1e-6); // it was stretched by 4e-9 of its length
    CHECK(v.cut[MIDDLE] == 1.0 && v.cut[MIDDLE - 1] == 0.0);
    CHECK(v.tension[MIDDLE] == 0.0);
    // half of the cut edge's mass hangs on either side
    CHECK_NEAR(v.tension[0], 1e-4 * 9.81 * edge_length * MIDDLE, 1e-9);
    CHECK_NEAR(v.tension[MIDDLE + 5], 0.0, 1e-9); // N; weightless in free fall
    CHECK_NEAR(v.position[MIDDLE].z, x[MIDDLE].z, 1e-6);
    sut_world_destroy(w);
}

// Twist goes out of both pieces, and no torque is left at the ends.
TEST(a_cut_thread_holds_no_twist) {
    for (int dynamic = 0; dynamic < 2; dynamic++) {
        CASE("%s", dynamic ? "spins with inertia" : "twist in equilibrium");
        sut_vec3 x[N];
        sut_thread_def d = thin_def(x, v3(1.0, 0.0, 0.0));
        d.twist = dynamic ? SUT_TWIST_DYNAMIC : d.twist;
        d.damping_twist = dynamic ? 5e-3 : 0.0;
        sut_thread_id id;
        sut_world *w = world_with(&d, &id);
        CHECK(sut_world_set_gravity(w, v3_zero()) == SUT_OK);
        hold(w, id, 0, SUT_HOLD_TWIST);
        sut_hold_def h = sut_default_hold_def();
        h.vertex = N - 1;
        h.kind = SUT_HOLD_TWIST;
        sut_hold_key keys[2] = {
            {.t = 0.0, .position = x[N - 1], .direction = v3(1.0, 0.0, 0.0)},
            {.t = 0.1, .position = x[N - 1], .direction = v3(1.0, 0.0, 0.0), .spin = 2.0}};
        h.keys = keys;
        h.key_count = 2;
        sut_hold_id far;
        CHECK(sut_hold_create(w, id, &h, &far) == SUT_OK);
        REQUIRE(go(w, 200));
        sut_thread_view v;
        CHECK(sut_thread_get_view(w, id, &v) == SUT_OK);
        CHECK_NEAR(v.twist[N - 2] - v.twist[0], 2.0 * (N - 2) / (N - 1), 1e-6); // half cells
        CHECK(sut_thread_cut(w, id, MIDDLE) == SUT_OK);
        REQUIRE(go(w, 400));
        CHECK(sut_thread_get_view(w, id, &v) == SUT_OK);
        // rad: rest of the damped spins, a thousandth of what there was
        CHECK_NEAR(v.twist[MIDDLE - 1] - v.twist[0], 0.0, 2e-3);
        CHECK_NEAR(v.twist[N - 2] - v.twist[MIDDLE + 1], 0.0, 2e-3);
        sut_world_destroy(w);
    }
}

// The two ends are no neighbours any more: one that is pushed at the other does not go through.
TEST(pieces_touch_each_other) {
    sut_vec3 x[N];
    sut_thread_def d = thin_def(x, v3(1.0, 0.0, 0.0));
    sut_thread_id id;
    sut_world *w = world_with(&d, &id);
    CHECK(sut_world_set_gravity(w, v3_zero()) == SUT_OK);
    CHECK(sut_thread_cut(w, id, MIDDLE) == SUT_OK);
    hold(w, id, 0, SUT_HOLD_CLAMP);
    sut_hold_def h = sut_default_hold_def();
    h.vertex = N - 1;
    h.kind = SUT_HOLD_CLAMP;
    sut_vec3 nearer = v3_sub(x[N - 1], v3(1.5e-3, 0.0, 0.0));
    sut_hold_key keys[2] = {{.t = 0.0, .position = x[N - 1], .direction = v3(1.0, 0.0, 0.0)},
                            {.t = 0.1, .position = nearer, .direction = v3(1.0, 0.0, 0.0)}};
    h.keys = keys;
    h.key_count = 2;
    sut_hold_id far;
    CHECK(sut_hold_create(w, id, &h, &far) == SUT_OK);
    REQUIRE(go(w, 150));
    sut_thread_view v;
    CHECK(sut_thread_get_view(w, id, &v) == SUT_OK);
    double apart = v3_distance(v.position[MIDDLE], v.position[MIDDLE + 1]);
    CHECK(apart > 0.5 * 2.0 * d.radius); // what the guard keeps of touching
    sut_world_destroy(w);
}

TEST(a_cut_thread_is_restored_bit_for_bit) {
    sut_vec3 x[N];
    sut_thread_def d = thin_def(x, v3(0.0, 0.6, -0.8));
    sut_thread_id id;
    sut_world *w = world_with(&d, &id);
    hold(w, id, 0, SUT_HOLD_CLAMP);
    REQUIRE(go(w, 20));
    uint64_t before = sut_world_hash(w);
    CHECK(sut_thread_cut(w, id, 0) == SUT_OK);
    CHECK(sut_thread_cut(w, id, MIDDLE) == SUT_OK);
    CHECK(sut_world_hash(w) != before);
    REQUIRE(go(w, 20));
    size_t size = sut_world_snapshot(w, NULL, 0);
    void *image = malloc(size);
    CHECK(sut_world_snapshot(w, image, size) == size);
    sut_world_def def = sut_default_world_def();
    sut_world *other = NULL;
    CHECK(sut_world_create(&def, &other) == SUT_OK);
    REQUIRE(sut_world_restore(other, image, size) == SUT_OK);
    for (int k = 0; k < 30; k++) {
        CASE("step %d", k);
        REQUIRE(sut_world_hash(other) == sut_world_hash(w));
        REQUIRE(go(w, 1) && go(other, 1));
    }
    free(image);
    sut_world_destroy(other);
    sut_world_destroy(w);
}

TEST(edges_that_are_not_there_are_not_cut) {
    sut_vec3 x[N];
    sut_thread_def d = thin_def(x, v3(1.0, 0.0, 0.0));
    sut_thread_id id;
    sut_world *w = world_with(&d, &id);
    CHECK(sut_thread_cut(w, id, N - 1) == SUT_E_ARGUMENT);
    CHECK(sut_thread_cut(w, id, -1) == SUT_E_ARGUMENT);
    CHECK(sut_thread_cut(w, (sut_thread_id){7, 1}, 0) == SUT_E_ID);
    sut_world_destroy(w);
}
