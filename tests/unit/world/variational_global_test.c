// SPDX-License-Identifier: MIT
// Contacts of inextensible threads by the global solver, against closed forms.
#include "explicit_fixture.h"

#include "check.h"
#include "math/vec3.h"
#include "sutura/sutura.h"

#include <math.h>

enum { N = 21 };
static const double radius = 1e-3;
static const double g = 9.81;

// A thread along x on the floor z = 0, in gravity that is tilted by an angle towards x.
typedef struct lying {
    sut_world *w;
    sut_thread_id thread;
    double weight; // N
} lying;

static lying lay_down(double angle, double friction, double height, sut_variational_contact how) {
    lying l = {.weight = 0.0};
    sut_world_def def = sut_default_world_def();
    def.gravity = v3(g * sin(angle), 0.0, -g * cos(angle));
    sut_vec3 x[N];
    for (int i = 0; i < N; i++) {
        x[i] = v3(5e-3 * i, 0.0, height);
    }
    sut_thread_def d = sut_default_thread_def();
    d.model = SUT_MODEL_VARIATIONAL;
    d.variational.contact = how;
    d.positions = x;
    d.vertex_count = N;
    d.radius = radius;
    d.EA = 1000.0;
    d.EI = 1e-6;
    d.GJ = 0.0;
    d.mass_per_length = 0.01;
    d.friction = friction;
    d.damping_bend = 5e-3;
    sut_obstacle_def floor = sut_default_obstacle_def();
    floor.friction = friction;
    sut_obstacle_id id;
    bool made = sut_world_create(&def, &l.w) == SUT_OK &&
                sut_thread_create(l.w, &d, &l.thread) == SUT_OK &&
                sut_obstacle_create(l.w, &floor, &id) == SUT_OK;
    l.weight = made ? 0.01 * 5e-3 * (N - 1) * g : 0.0;
    return l;
}

static bool go(const lying *l, int steps) {
    for (int i = 0; i < steps; i++) {
        if (sut_world_step(l->w, 1e-3) != SUT_OK) {
            return false;
        }
    }
    return true;
}

static sut_vec3 sum_of_forces(const lying *l) {
    int count = 0;
    const sut_contact_view *v = sut_world_contacts(l->w, &count);
    sut_vec3 sum = v3_zero();
    for (int i = 0; i < count; i++) {
        sum = v3_add(sum, v[i].force);
    }
    return sum;
}

static sut_vec3 middle(const lying *l) {
    sut_thread_view v;
    return sut_thread_get_view(l->w, l->thread, &v) == SUT_OK ? v.position[N / 2] : v3_zero();
}

TEST(a_floor_bears_the_weight) {
    lying l = lay_down(0.0, 0.3, 1.001 * radius, SUT_VARIATIONAL_GLOBAL);
    REQUIRE(l.weight > 0.0);
    REQUIRE(go(&l, 300));
    sut_vec3 sum = sum_of_forces(&l);
    // a light touch of a stiff thread: what is left of the motion after 0.3 s
    CHECK_NEAR(sum.z / l.weight, 1.0, 1e-3);
    CHECK_NEAR(sum.x / l.weight, 0.0, 1e-3);
    CHECK(middle(&l).z > 0.99 * radius && middle(&l).z < 1.001 * radius);
    sut_world_destroy(l.w);
}

TEST(a_slope_below_the_angle_of_friction_holds) {
    double angle = 0.9 * atan(0.5);
    lying l = lay_down(angle, 0.5, radius, SUT_VARIATIONAL_GLOBAL);
    REQUIRE(l.weight > 0.0);
    REQUIRE(go(&l, 300));
    sut_vec3 start = middle(&l);
    sut_vec3 sum = sum_of_forces(&l);
    CHECK_NEAR(-sum.x / (l.weight * sin(angle)), 1.0, 1e-2); // friction bears the slope
    REQUIRE(go(&l, 300));
    // sliding freely it would go 5 cm in that time
    CHECK_NEAR(v3_distance(middle(&l), start) / radius, 0.0, 1e-3);
    sut_world_destroy(l.w);
}

TEST(a_slope_above_it_slides_as_coulomb_says) {
    const double mu = 0.3;
    double angle = 1.5 * atan(mu);
    lying l = lay_down(angle, mu, radius, SUT_VARIATIONAL_GLOBAL);
    REQUIRE(l.weight > 0.0);
    REQUIRE(go(&l, 100));
    double a = g * (sin(angle) - mu * cos(angle));
    double before = middle(&l).x;
    REQUIRE(go(&l, 100));
    double way = middle(&l).x - before;
    // from rest: 0.1 s after 0.1 s of the same acceleration; the first touch takes some
    // milliseconds to bear the weight, in which nothing rubs
    CHECK_NEAR(way / (0.5 * a * (0.04 - 0.01)), 1.0, 0.02);
    sut_vec3 sum = sum_of_forces(&l);
    CHECK_NEAR(-sum.x / (mu * sum.z), 1.0, 1e-3);
    sut_world_destroy(l.w);
}

static double energy(const lying *l) {
    sut_energy e;
    if (sut_thread_get_energy(l->w, l->thread, &e) != SUT_OK) {
        return (double)NAN;
    }
    return e.kinetic + e.stretch + e.bend + e.twist + e.gravity;
}

TEST(a_fall_gains_no_energy) {
    lying l = lay_down(0.2, 0.4, 20.0 * radius, SUT_VARIATIONAL_GLOBAL);
    REQUIRE(l.weight > 0.0);
    double first = energy(&l);
    double height = l.weight * 20.0 * radius;
    for (int i = 0; i < 300; i++) {
        CASE("i %d", i);
        REQUIRE(go(&l, 1));
        // the engine's own promise is 1 % of the kinetic energy in 10 ms
        CHECK(energy(&l) < first + 0.01 * height);
    }
    sut_world_destroy(l.w);
}

// The law of the implicit model: what presses goes as deep as the force says, in any step.
TEST(both_ways_bear_the_same) {
    for (int how = 0; how < 2; how++) {
        CASE("how %d", how);
        lying l = lay_down(0.0, 0.3, 1.001 * radius, (sut_variational_contact)how);
        REQUIRE(l.weight > 0.0);
        REQUIRE(go(&l, 300));
        CHECK_NEAR(sum_of_forces(&l).z / l.weight, 1.0, 1e-2); // stops end at 5e-3 of a distance
        sut_world_destroy(l.w);
    }
}

TEST(the_choice_is_part_of_the_state) {
    lying l = lay_down(0.1, 0.3, radius, SUT_VARIATIONAL_GLOBAL);
    lying m = lay_down(0.1, 0.3, radius, SUT_VARIATIONAL_LOCAL);
    REQUIRE(l.weight > 0.0 && m.weight > 0.0);
    CHECK(sut_world_hash(l.w) != sut_world_hash(m.w));
    sut_world_destroy(l.w);
    sut_world_destroy(m.w);
}

static sut_thread_def global_def(void) {
    sut_thread_def d = sut_default_thread_def();
    d.model = SUT_MODEL_VARIATIONAL;
    d.variational.contact = SUT_VARIATIONAL_GLOBAL;
    d.vertex_count = N;
    d.EI = 2e-5;
    d.GJ = 0.0;
    d.EA = 100.0;
    d.mass_per_length = 0.01;
    d.radius = 3e-3;
    return d;
}

TEST(a_thread_that_is_thrown_does_not_pass) {
    sut_thread_def d = global_def();
    check_thrown(&d, 2.0);
    check_thrown(&d, 20.0);
}

TEST(contacts_keep_momentum) {
    sut_thread_def d = global_def();
    // equal and opposite at every contact; rounding of some thousand sums of 3e-3 kg m/s
    check_momentum(&d, 0.15, v3(0.0, 0.0, -1.0), 1e-14);
}
