// SPDX-License-Identifier: MIT
// Worlds of threads made of springs: state, refusals, forces of holds, and that nothing passes
// through.
#include "explicit_fixture.h"
#include "state_fixture.h"

#include "check.h"
#include "math/vec3.h"
#include "sutura/sutura.h"

#include <math.h>

enum { N = 21 };

static sut_thread_def thread_def(int model, const sut_vec3 *x, int n) {
    sut_thread_def d = sut_default_thread_def();
    d.model = (sut_model)(SUT_MODEL_SPRINGS_1 + model - 1);
    d.springs = sut_springs_def_published();
    d.positions = x;
    d.vertex_count = n;
    d.radius = 5e-3;
    d.mass_per_length = 2.0;
    d.friction = 0.5;
    return d;
}

// A thread that falls onto a bar and folds over it.
static sut_world *folding(const sut_world_def *def, int model) {
    sut_world *w = NULL;
    if (sut_world_create(def, &w) != SUT_OK) {
        return NULL;
    }
    sut_vec3 x[N];
    line(x, N, v3(-0.25, 0.0, 0.05), v3(0.25, 0.01, 0.06));
    sut_thread_def d = thread_def(model, x, N);
    sut_thread_id id;
    sut_obstacle_def o = sut_default_obstacle_def();
    o.kind = SUT_OBSTACLE_CYLINDER;
    o.axis = v3(0.0, 1.0, 0.0);
    o.radius = 0.02;
    sut_obstacle_id bar;
    bool ok = sut_thread_create(w, &d, &id) == SUT_OK;
    ok = ok && sut_obstacle_create(w, &o, &bar) == SUT_OK;
    if (!ok) {
        sut_world_destroy(w);
        return NULL;
    }
    return w;
}

TEST(a_restored_world_goes_on_bit_for_bit) {
    for (int model = 1; model <= 5; model++) {
        CASE("model %d", model);
        sut_world_def def = sut_default_world_def();
        sut_world *w = folding(&def, model);
        REQUIRE(w != NULL);
        CHECK(run(w, 200) > 0);
        check_restored(w, &def, 100);
        sut_world_destroy(w);
    }
}

TEST(steps_take_no_memory) {
    test_memory memory = {0};
    sut_world_def def = sut_default_world_def();
    def.allocator = test_allocator(&memory);
    sut_world *w = folding(&def, 5);
    REQUIRE(w != NULL);
    int before = memory.allocations;
    CHECK(run(w, 300) > 0);
    CHECK_EQ_INT(memory.allocations, before);
    sut_world_destroy(w);
}

TEST(what_springs_cannot_do_is_refused) {
    sut_world *w = make_world(v3_zero());
    REQUIRE(w != NULL);
    sut_vec3 x[3];
    line(x, 3, v3(0.0, 0.0, 0.0), v3(1.0, 0.0, 0.0));
    sut_thread_id id;
    for (int k = 0; k < 12; k++) {
        CASE("k %d", k);
        sut_thread_def d = thread_def(4, x, 3);
        sut_springs_def *s = &d.springs;
        d.inertia = k == 0 ? SUT_INERTIA_LOW_MASS : d.inertia;
        d.twist = k == 1 ? SUT_TWIST_DYNAMIC : d.twist;
        d.implicitness = k == 2 ? 0.5 : 1.0;
        d.damping_twist = k == 3 ? 0.1 : 0.0;
        d.natural_curvature[1] = k == 4 ? 1.0 : 0.0;
        d.natural_twist = k == 5 ? 1.0 : 0.0;
        s->stretch = k == 6 ? 0.0 : s->stretch;
        s->torsion = k == 7 ? (double)NAN : s->torsion;
        s->repulsion = k == 8 ? -1.0 : s->repulsion;
        s->longest = k == 9 ? 1.0 : s->longest;
        s->shortest = k == 10 ? 1.0 : s->shortest;
        s->full_strain = k == 11 ? 0.0 : s->full_strain;
        CHECK_EQ_INT(sut_thread_create(w, &d, &id), SUT_E_ARGUMENT);
    }
    sut_thread_def d = thread_def(4, x, 3);
    REQUIRE(sut_thread_create(w, &d, &id) == SUT_OK);
    sut_hold_def h = sut_default_hold_def();
    h.kind = SUT_HOLD_TWIST;
    sut_hold_id hold;
    CHECK_EQ_INT(sut_hold_create(w, id, &h, &hold), SUT_E_ARGUMENT);
    CHECK_STR(sut_world_refusal(w), "the spring models have no twist; hold with a pin or a clamp");
    line(x, 3, v3(0.0, 1.0, 0.0), v3(1.0, 1.0, 0.0));
    d = thread_def(4, x, 3);
    d.model = SUT_MODEL_IMPLICIT;
    CHECK_EQ_INT(sut_thread_create(w, &d, &id), SUT_E_CONFLICT);
    d.model = SUT_MODEL_VARIATIONAL; // explicit as well: they may meet
    CHECK_EQ_INT(sut_thread_create(w, &d, &id), SUT_OK);
    CHECK_EQ_INT(sut_world_step(w, 1e-3), SUT_OK);
    sut_world_destroy(w);
}

// Hanging from a clamp or a pin: its force is the weight, the tensions what hangs below.
TEST(hanging_threads_pull_with_their_weight) {
    for (int model = 1; model <= 5; model++) {
        CASE("model %d", model);
        sut_world *w = make_world(v3(0.0, 0.0, -9.8));
        REQUIRE(w != NULL);
        sut_vec3 x[N];
        line(x, N, v3(0.0, 0.0, 0.0), v3(0.0, 0.0, -0.5));
        sut_thread_def d = thread_def(model, x, N);
        d.damping_linear = 30.0;
        sut_thread_id id;
        sut_hold_id hold;
        REQUIRE(sut_thread_create(w, &d, &id) == SUT_OK);
        sut_hold_def h = sut_default_hold_def();
        h.kind = model % 2 == 0 ? SUT_HOLD_CLAMP : SUT_HOLD_PIN;
        REQUIRE(sut_hold_create(w, id, &h, &hold) == SUT_OK);
        run(w, 6000);
        sut_hold_view v;
        sut_thread_view t;
        REQUIRE(sut_hold_get_view(w, hold, &v) == SUT_OK);
        REQUIRE(sut_thread_get_view(w, id, &t) == SUT_OK);
        CHECK_NEAR(v.force.z, 9.8, 1e-6); // N; the slowest swing has died away by exp(-20)
        for (int i = 0; i < N - 1; i++) {
            CASE("i %d", i);
            CHECK_NEAR(t.tension[i], 9.8 * (1.0 - (i + 0.5) / (N - 1)), 1e-6);
        }
        sut_world_destroy(w);
    }
}

// The derived spring against bending is the one of the other models: a cantilever.
TEST(derived_constants_are_those_of_the_section) {
    sut_world *w = make_world(v3(0.0, 0.0, -9.8));
    REQUIRE(w != NULL);
    sut_vec3 x[N];
    line(x, N, v3(0.0, 0.0, 0.0), v3(0.5, 0.0, 0.0));
    sut_thread_def d = thread_def(4, x, N);
    d.springs = sut_default_thread_def().springs;
    d.EA = 1e4;
    d.EI = 2.0 * 9.8 * 0.125; // w L^3
    d.GJ = 1.0;
    d.damping_linear = 50.0;
    sut_thread_id id;
    sut_hold_id hold;
    REQUIRE(sut_thread_create(w, &d, &id) == SUT_OK);
    sut_hold_def h = sut_default_hold_def();
    h.kind = SUT_HOLD_CLAMP;
    REQUIRE(sut_hold_create(w, id, &h, &hold) == SUT_OK);
    run(w, 3000);
    sut_thread_view t;
    REQUIRE(sut_thread_get_view(w, id, &t) == SUT_OK);
    // shooting and collocation agree on these digits; 20 edges are off by 2.2e-3 at most
    CHECK_NEAR(t.position[N - 1].z / 0.5, -0.12347140, 2.2e-3);
    CHECK_NEAR(t.position[N - 1].x / 0.5, 0.99124640, 2.2e-3);
    sut_world_destroy(w);
}

// Forceps close on a thread and lift it: they feel its weight.
TEST(forceps_take_a_thread_of_springs) {
    sut_world *w = make_world(v3_zero());
    REQUIRE(w != NULL);
    sut_vec3 x[N];
    line(x, N, v3(0.0, -0.05, 0.0), v3(0.0, 0.05, 0.0));
    sut_thread_def d = sut_default_thread_def();
    d.model = SUT_MODEL_SPRINGS_4;
    d.positions = x;
    d.vertex_count = N;
    d.EA = 1.0;
    d.EI = 1e-8;
    d.damping_linear = 5e-3;
    sut_thread_id id;
    REQUIRE(sut_thread_create(w, &d, &id) == SUT_OK);
    sut_tool_def t = sut_default_tool_def(SUT_TOOL_FORCEPS);
    t.pose.position = v3(0.0, 0.0, -1e-3);
    sut_tool_id tool;
    REQUIRE(sut_tool_create(w, &t, &tool) == SUT_OK);
    sut_pose pose = t.pose;
    REQUIRE(sut_tool_set_target(w, tool, &pose, 0.0) == SUT_OK);
    run(w, 80);
    sut_tool_view v;
    REQUIRE(sut_tool_get_view(w, tool, &v) == SUT_OK);
    REQUIRE(v.grip_count == 1);
    REQUIRE(sut_world_set_gravity(w, v3(0.0, 0.0, -9.81)) == SUT_OK);
    for (int i = 1; i <= 100; i++) {
        CASE("i %d", i);
        pose.position.z = -1e-3 + 1e-4 * i;
        REQUIRE(sut_tool_set_target(w, tool, &pose, 0.0) == SUT_OK);
        run(w, 1);
    }
    run(w, 1500);
    REQUIRE(sut_tool_get_view(w, tool, &v) == SUT_OK);
    double weight = d.mass_per_length * 0.1 * 9.81;
    CHECK_NEAR(v.force.z, -weight, 1e-2 * weight); // the slowest swing has died away by exp(-5)
    sut_world_destroy(w);
}

//---- nothing passes through ----------------------------------------------------------------------
static void throw_at(int model, double speed, double repulsion) {
    sut_thread_def d = thread_def(model, NULL, N);
    d.springs.repulsion = repulsion;
    check_thrown(&d, speed);
}

TEST(a_thread_thrown_at_another_does_not_pass) {
    for (int model = 1; model <= 5; model++) {
        throw_at(model, 1.0, 100.0);
        throw_at(model, 30.0, 100.0);
        throw_at(model, 30.0, 0.0);
    }
}

TEST(contacts_keep_momentum) {
    sut_thread_def d = thread_def(4, NULL, N);
    // equal and opposite at every contact; rounding of some hundred solves of 1 kg m/s
    check_momentum(&d, 0.25, v3(0.3, 0.0, -1.0), 1e-11);
}

// Long steps of a stiff light thread need more parts than the budget has: it may stand still, but
// not explode.
TEST(a_budget_that_is_too_small_does_not_explode) {
    sut_world_def def = sut_default_world_def();
    def.contact.budget = 1e-5;
    sut_world *w = NULL;
    REQUIRE(sut_world_create(&def, &w) == SUT_OK);
    sut_vec3 x[N];
    line(x, N, v3(0.0, 0.0, 0.0), v3(0.02, 0.0, 0.01));
    sut_thread_def d = sut_default_thread_def();
    d.model = SUT_MODEL_SPRINGS_4;
    d.positions = x;
    d.vertex_count = N;
    sut_thread_id id;
    sut_hold_id hold;
    REQUIRE(sut_thread_create(w, &d, &id) == SUT_OK);
    REQUIRE(pin(w, id, 0, &hold));
    for (int i = 0; i < 20; i++) {
        CASE("i %d", i);
        REQUIRE(sut_world_step(w, 0.01) == SUT_OK);
    }
    sut_thread_view t;
    REQUIRE(sut_thread_get_view(w, id, &t) == SUT_OK);
    for (int i = 0; i < N; i++) {
        CASE("i %d", i);
        CHECK_LE(v3_norm(t.position[i]), 0.025); // m, the thread is 22 mm long
    }
    sut_world_destroy(w);
}
