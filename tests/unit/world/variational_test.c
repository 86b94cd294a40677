// SPDX-License-Identifier: MIT
// Worlds of inextensible threads: state, limits, contacts, and that nothing passes through.
#include "explicit_fixture.h"
#include "state_fixture.h"

#include "check.h"
#include "math/vec3.h"
#include "sutura/sutura.h"

#include <math.h>

enum { N = 31 };

static sut_thread_def thread_def(const sut_vec3 *x, int n) {
    sut_thread_def d = sut_default_thread_def();
    d.model = SUT_MODEL_VARIATIONAL;
    d.positions = x;
    d.vertex_count = n;
    d.EI = 2e-5;
    d.GJ = 1e-3;
    d.EA = 100.0;
    d.mass_per_length = 0.01;
    d.radius = 3e-3;
    d.damping_bend = 5e-3;
    return d;
}

// A thread whose ends come together and turn: after a second it touches itself.
static sut_world *winding(const sut_world_def *def) {
    sut_world *w = NULL;
    if (sut_world_create(def, &w) != SUT_OK) {
        return NULL;
    }
    sut_vec3 x[N];
    for (int i = 0; i < N; i++) {
        double s = (double)i / (N - 1);
        x[i] = v3(s, 0.02 * s * (1.0 - s), 0.01 * s * s * (1.0 - s));
    }
    sut_thread_def d = thread_def(x, N);
    sut_thread_id id;
    bool ok = sut_thread_create(w, &d, &id) == SUT_OK;
    sut_hold_key keys[2] = {
        {.position = x[N - 1], .direction = v3(1.0, 0.0, 0.0)},
        {.t = 1.0, .position = v3(0.1, 0.0, 0.0), .direction = v3(1.0, 0.0, 0.0), .spin = 20.0}};
    sut_hold_def h = sut_default_hold_def();
    h.kind = SUT_HOLD_TWIST;
    sut_hold_id hold;
    ok = ok && sut_hold_create(w, id, &h, &hold) == SUT_OK;
    h.vertex = -1;
    h.keys = keys;
    h.key_count = 2;
    ok = ok && sut_hold_create(w, id, &h, &hold) == SUT_OK;
    if (!ok) {
        sut_world_destroy(w);
        return NULL;
    }
    return w;
}

TEST(a_restored_world_goes_on_bit_for_bit) {
    sut_world_def def = sut_default_world_def();
    sut_world *w = winding(&def);
    REQUIRE(w != NULL);
    CHECK(run(w, 1100) > 0);
    check_restored(w, &def, 200);
    sut_world_destroy(w);
}

TEST(steps_take_no_memory) {
    test_memory memory = {0};
    sut_world_def def = sut_default_world_def();
    def.allocator = test_allocator(&memory);
    sut_world *w = winding(&def);
    REQUIRE(w != NULL);
    int before = memory.allocations;
    CHECK(run(w, 1200) > 0);
    CHECK_EQ_INT(memory.allocations, before);
    sut_world_destroy(w);
}

TEST(models_do_not_mix) {
    sut_world_def def = sut_default_world_def();
    sut_world *w = winding(&def);
    REQUIRE(w != NULL);
    sut_vec3 x[3];
    line(x, 3, v3(0.0, 1.0, 0.0), v3(1.0, 1.0, 0.0));
    sut_thread_def d = thread_def(x, 3);
    sut_thread_id id;
    CHECK_EQ_INT(sut_thread_create(w, &d, &id), SUT_OK);
    line(x, 3, v3(0.0, 2.0, 0.0), v3(1.0, 2.0, 0.0));
    d.model = SUT_MODEL_IMPLICIT;
    CHECK_EQ_INT(sut_thread_create(w, &d, &id), SUT_E_CONFLICT);
    CHECK_STR(sut_world_refusal(w),
              "threads of explicit models (variational, springs) and of other models do not mix");
    sut_world_destroy(w);
}

TEST(what_the_model_does_not_have_is_refused) {
    sut_world_def def = sut_default_world_def();
    sut_world *w = NULL;
    REQUIRE(sut_world_create(&def, &w) == SUT_OK);
    sut_vec3 x[3];
    line(x, 3, v3(0.0, 0.0, 0.0), v3(1.0, 0.0, 0.0));
    for (int k = 0; k < 6; k++) {
        CASE("k %d", k);
        sut_thread_def d = thread_def(x, 3);
        d.inertia = k == 0 ? SUT_INERTIA_LOW_MASS : d.inertia;
        d.twist = k == 1 ? SUT_TWIST_DYNAMIC : d.twist;
        d.implicitness = k == 2 ? 0.5 : 1.0;
        d.damping_twist = k == 3 ? 0.1 : 0.0;
        d.variational.penalty = k == 4 ? -1.0 : 0.0;
        d.variational.dissipation = k == 5 ? (double)NAN : 0.0;
        sut_thread_id id;
        CHECK_EQ_INT(sut_thread_create(w, &d, &id), SUT_E_ARGUMENT);
    }
    sut_world_destroy(w);
}

TEST(an_explicit_step_is_cut_into_stable_parts) {
    sut_world_def def = sut_default_world_def();
    sut_world *w = NULL;
    REQUIRE(sut_world_create(&def, &w) == SUT_OK);
    sut_vec3 x[N];
    line(x, N, v3(0.0, 0.0, 0.0), v3(0.1, 0.0, 0.02));
    sut_thread_def d = thread_def(x, N);
    d.radius = 1e-4;
    d.EI = 1e-6;
    d.mass_per_length = 1e-4;
    sut_thread_id id;
    REQUIRE(sut_thread_create(w, &d, &id) == SUT_OK);
    sut_hold_def h = sut_default_hold_def();
    h.kind = SUT_HOLD_CLAMP;
    sut_hold_id hold;
    REQUIRE(sut_hold_create(w, id, &h, &hold) == SUT_OK);
    // 4 / l^2 sqrt(EI / mass) = 3.5e4 rad/s: a step of 50 ms needs a thousand parts and more
    for (int i = 0; i < 3; i++) {
        CASE("i %d", i);
        CHECK_EQ_INT(sut_world_step(w, 0.05), SUT_OK);
        CHECK(sut_world_stats(w).substeps >= 1024);
        CHECK_LE(sut_world_stats(w).max_stretch, 1e-10);
    }
    sut_world_destroy(w);
}

// Rests on a hand that can lift half of its weight: the hand lags, and gives what it can.
TEST(a_weak_hand_lets_the_thread_fall) {
    sut_world_def def = sut_default_world_def();
    sut_world *w = NULL;
    REQUIRE(sut_world_create(&def, &w) == SUT_OK);
    sut_vec3 x[N];
    line(x, N, v3(0.0, 0.0, 0.0), v3(0.0, 0.0, -0.5));
    sut_thread_def d = thread_def(x, N);
    d.EI = 0.0;
    sut_thread_id id;
    REQUIRE(sut_thread_create(w, &d, &id) == SUT_OK);
    sut_hold_def h = sut_default_hold_def();
    double weight = 0.5 * 0.01 * 9.81;
    h.max_force = 0.5 * weight;
    sut_hold_id hold;
    REQUIRE(sut_hold_create(w, id, &h, &hold) == SUT_OK);
    run(w, 200);
    sut_hold_view view;
    REQUIRE(sut_hold_get_view(w, hold, &view) == SUT_OK);
    CHECK(view.saturated);
    // dragged away it gives what it can, whatever the speed
    CHECK_NEAR(v3_norm(view.force) / h.max_force, 1.0, 1e-9);
    sut_thread_view t;
    REQUIRE(sut_thread_get_view(w, id, &t) == SUT_OK);
    // half of gravity is left; it starts once it is a radius away from the hand
    CHECK_NEAR(t.position[N - 1].z, -0.5 - 0.25 * 9.81 * 0.04, 0.02);
    sut_world_destroy(w);
}

//---- nothing passes through ----------------------------------------------------------------------
static void throw_at(double speed, double penalty) {
    sut_thread_def d = thread_def(NULL, N);
    d.variational.penalty = penalty;
    check_thrown(&d, speed);
}

TEST(a_thread_thrown_at_another_wraps_round_it) {
    throw_at(2.0, 0.0);
    throw_at(20.0, 0.0);
}

TEST(a_soft_penalty_lets_nothing_through_either) {
    throw_at(2.0, 1.0);
    throw_at(20.0, 100.0);
}

TEST(contacts_keep_momentum) {
    sut_thread_def d = thread_def(NULL, N);
    d.friction = 0.3;
    // equal and opposite at every contact; rounding of some thousand sums of 3e-3 kg m/s
    check_momentum(&d, 0.15, v3(0.0, 0.0, -1.0), 1e-14);
}
