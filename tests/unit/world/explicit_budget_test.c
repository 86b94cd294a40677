// SPDX-License-Identifier: MIT
// Explicit models without enough budget, or beyond their stable step: slow motion, no energy.
#include "explicit_fixture.h"

#include "check.h"
#include "math/vec3.h"
#include "sutura/sutura.h"

#include <math.h>

enum { N = 41 };

// Nylon of 0.07 mm with edges of 1 mm: a step of 1 ms has a hundred stable parts and more.
static sut_thread_def fine_thread(const sut_vec3 *x, sut_model model) {
    sut_thread_def d = sut_default_thread_def();
    sut_thread_def_set_round(&d, 2.5e9, 0.4, 1140.0, 3.5e-5);
    d.model = model;
    d.positions = x;
    d.vertex_count = N;
    return d;
}

static sut_world *fine_world(sut_model model, double budget, sut_vec3 gravity, sut_thread_id *id) {
    sut_world_def def = sut_default_world_def();
    def.contact.budget = budget;
    def.gravity = gravity;
    sut_world *w = NULL;
    if (sut_world_create(&def, &w) != SUT_OK) {
        return NULL;
    }
    sut_vec3 x[N];
    line(x, N, v3(0.0, 0.0, 0.0), v3(0.04, 0.0, 0.0));
    sut_thread_def d = fine_thread(x, model);
    if (sut_thread_create(w, &d, id) != SUT_OK) {
        sut_world_destroy(w);
        return NULL;
    }
    return w;
}

static double energy_of(const sut_world *w, sut_thread_id id) {
    sut_energy e = {0};
    CHECK_EQ_INT(sut_thread_get_energy(w, id, &e), SUT_OK);
    return (e.kinetic + e.stretch) + (e.bend + e.twist) + e.gravity;
}

static const sut_model models[] = {SUT_MODEL_VARIATIONAL, SUT_MODEL_SPRINGS_1, SUT_MODEL_SPRINGS_2,
                                   SUT_MODEL_SPRINGS_3,   SUT_MODEL_SPRINGS_4, SUT_MODEL_SPRINGS_5};
enum { MODELS = sizeof models / sizeof models[0] };

TEST(a_thread_at_rest_without_budget_stays_at_rest) {
    for (int m = 0; m < MODELS; m++) {
        sut_thread_id id;
        sut_world *w = fine_world(models[m], 1e-4, v3_zero(), &id);
        REQUIRE(w != NULL);
        for (int i = 0; i < 50; i++) {
            CHECK_EQ_INT(sut_world_step(w, 2e-3), SUT_OK);
        }
        // rounding of the edges' lengths (1e-16 of EA) is all that there is to move it
        CHECK_LE(energy_of(w, id), 1e-25);
        CHECK(sut_world_stats(w).lost_time > 0.0);
        CHECK(sut_world_stats(w).hurried);
        sut_world_destroy(w);
    }
}

// What is lost is told, and the world's time is the rest.
TEST(slow_motion_is_told) {
    for (int m = 0; m < MODELS; m++) {
        sut_thread_id id;
        sut_world *w = fine_world(models[m], 2e-4, v3(0.0, 0.0, -9.81), &id);
        REQUIRE(w != NULL);
        double lost = 0.0;
        for (int i = 0; i < 20; i++) {
            CHECK_EQ_INT(sut_world_step(w, 1e-3), SUT_OK);
            sut_stats s = sut_world_stats(w);
            CHECK(s.lost_time > 0.0 && s.lost_time < 1e-3);
            // what has begun is finished: one part, about 10 us of 41 vertices and its dampers
            CHECK_LE(s.effort_us, 230.0);
            lost += s.lost_time;
        }
        // sums of twenty numbers
        CHECK_NEAR(sut_world_stats(w).time + lost, 0.02, 1e-15);
        sut_thread_view v;
        REQUIRE(sut_thread_get_view(w, id, &v) == SUT_OK);
        // it falls freely in the time that there was: to second order exact for `variational`, and
        // by half a part late for springs
        double t = sut_world_stats(w).time;
        CHECK_NEAR(v.velocity[N / 2].z, -9.81 * t, 1e-9);
        sut_world_destroy(w);
    }
}

// A cantilever that falls: it never has more energy than it began with.
static void check_falls(sut_model model, double budget, double dt, int steps, double most) {
    sut_thread_id id;
    sut_world *w = fine_world(model, budget, v3(0.0, 0.0, -9.81), &id);
    REQUIRE(w != NULL);
    sut_hold_def h = sut_default_hold_def();
    h.kind = SUT_HOLD_CLAMP;
    sut_hold_id hold;
    REQUIRE(sut_hold_create(w, id, &h, &hold) == SUT_OK);
    double start = energy_of(w, id);
    double size = 0.0;
    for (int i = 0; i < steps; i++) {
        CHECK_EQ_INT(sut_world_step(w, dt), SUT_OK);
        sut_energy e;
        REQUIRE(sut_thread_get_energy(w, id, &e) == SUT_OK);
        size = fmax(size, e.kinetic + e.bend);
        CHECK_LE(energy_of(w, id) - start, most * size);
        if (model == SUT_MODEL_VARIATIONAL) {
            CHECK_LE(sut_world_stats(w).max_stretch, 1e-10);
        }
    }
    CHECK(size > 0.0);
    sut_world_destroy(w);
}

TEST(a_budget_that_is_too_small_brings_no_energy) {
    for (int m = 0; m < MODELS; m++) {
        // explicit steps swing about the true energy by the square of a part times the frequency
        // of what moves: the lowest ones here, far below the highest
        check_falls(models[m], 2e-4, 1e-3, 100, 1e-2);
    }
}

TEST(steps_of_50_ms_are_cut_as_the_state_asks_for) {
    check_falls(SUT_MODEL_VARIATIONAL, 0.0, 0.05, 6, 1e-2);
}

// A hand that is led away while its thread is in slow motion goes no faster than it was led: it
// lags.
TEST(a_hand_in_slow_motion_lags) {
    sut_thread_id id;
    sut_world *w = fine_world(SUT_MODEL_VARIATIONAL, 2e-4, v3_zero(), &id);
    REQUIRE(w != NULL);
    sut_hold_id hold;
    REQUIRE(pin(w, id, 0, &hold));
    const double speed = 0.1;
    for (int i = 1; i <= 50; i++) {
        sut_hold_key key = {.position = v3(0.0, 0.0, speed * 1e-3 * i)};
        REQUIRE(sut_hold_set_target(w, hold, &key) == SUT_OK);
        CHECK_EQ_INT(sut_world_step(w, 1e-3), SUT_OK);
        sut_thread_view v;
        REQUIRE(sut_thread_get_view(w, id, &v) == SUT_OK);
        // within a step a pace grows by less than e^0.5, and starts anew where time was lost
        CHECK_LE(v3_norm(v.velocity[0]), 1.65 * speed);
    }
    CHECK(sut_world_stats(w).lag_max > 0.5 * speed * 0.05);
    sut_world_destroy(w);
}

// Two hands straighten a slack at 1 m/s. The last of it would throw an inextensible thread sideways
// without bounds; it stretches instead, like any thread.
TEST(a_slack_pulled_straight_does_not_explode) {
    sut_world *w = make_world(v3_zero());
    REQUIRE(w != NULL);
    sut_vec3 x[N];
    for (int i = 0; i < N; i++) {
        double s = (double)i / (N - 1);
        x[i] = v3(0.4 * s, 0.02 * sin(SUT_PI * s), 0.005 * sin(2.0 * SUT_PI * s));
    }
    sut_thread_def d = sut_default_thread_def();
    d.model = SUT_MODEL_VARIATIONAL;
    d.positions = x;
    d.vertex_count = N;
    d.EI = 0.0;
    d.EA = 2.0;
    d.mass_per_length = 1e-3;
    d.radius = 1e-3;
    sut_thread_id id;
    REQUIRE(sut_thread_create(w, &d, &id) == SUT_OK);
    sut_hold_id hold[2];
    REQUIRE(pin(w, id, 0, &hold[0]) && pin(w, id, -1, &hold[1]));
    double wave = sqrt(d.EA / d.mass_per_length); // 45 m/s
    for (int i = 1; i <= 30; i++) {
        sut_hold_key key = {.position = v3(0.4 + 1e-3 * i, 0.0, 0.0)};
        REQUIRE(sut_hold_set_target(w, hold[1], &key) == SUT_OK);
        CHECK_EQ_INT(sut_world_step(w, 1e-3), SUT_OK);
        sut_thread_view v;
        REQUIRE(sut_thread_get_view(w, id, &v) == SUT_OK);
        for (int k = 0; k < N; k++) {
            CHECK_LE(v3_norm(v.velocity[k]), wave);
        }
        CHECK_LE(energy_of(w, id), 2.0 * d.EA * 1e-3 * i); // no more than hands of 2 EA give
    }
    sut_world_destroy(w);
}
