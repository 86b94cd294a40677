// SPDX-License-Identifier: MIT
// The normal law as one measures it: press with a known force, look how deep it goes.
#include "contact_fixture.h"

#include "check.h"
#include "math/vec3.h"
#include "step/solve.h"

#include <math.h>
#include <string.h>

// The law of docs/theory/contact.md, in units of the stiffness of a light touch times the room.
static double law(double x) {
    const double steep = 0.95;
    if (x <= steep) {
        return x * (1.0 + 2.0 * x + x * x / (1.0 - x));
    }
    // the straight line that goes on from there
    double slope =
        (1.0 + 4.0 * steep) + steep * steep * (3.0 - 2.0 * steep) / ((1.0 - steep) * (1.0 - steep));
    return law(steep) + slope * (x - steep);
}

static double inverse_law(double force) {
    double low = 0.0;
    double high = 2.0;
    for (int i = 0; i < 100; i++) {
        double middle = 0.5 * (low + high);
        *(law(middle) < force ? &low : &high) = middle;
    }
    return 0.5 * (low + high);
}

static sut_hold_id load_vertex(sut_world *w, sut_thread_id t, int vertex, double force) {
    sut_hold_key key;
    memset(&key, 0, sizeof key);
    key.force.z = force;
    sut_hold_def d = sut_default_hold_def();
    d.kind = SUT_HOLD_FORCE;
    d.vertex = vertex;
    d.keys = &key;
    d.key_count = 1;
    sut_hold_id id = {0, 0};
    (void)sut_hold_create(w, t, &d, &id);
    return id;
}

static sut_thread_id short_thread(sut_world *w, bool along_y, double z) {
    double end = 5e-4;
    shape s = along_y ? shape_line(2, (sut_vec3){0.0, -end, z}, (sut_vec3){0.0, end, z})
                      : shape_line(2, (sut_vec3){-end, 0.0, z}, (sut_vec3){end, 0.0, z});
    sut_thread_def d = shape_def(&s);
    d.damping_linear = 1.0; // so that it is at rest after a few steps
    sut_thread_id id = {0, 0};
    (void)sut_thread_create(w, &d, &id);
    return id;
}

static double strength(void) {
    shape s = shape_line(2, (sut_vec3){0.0, 0.0, 0.0}, (sut_vec3){1.0, 0.0, 0.0});
    return shape_def(&s).EA;
}

// Depth, in units of the room, of an edge whose two vertices are pressed onto a floor with so much
// each; the force that the floor gives to a vertex goes to `given`, what the contacts hold to
// `held`.
static double press_on_floor(double force, double *given, double *held) {
    sut_world *w = empty_world();
    double depth = -1.0;
    *given = 0.0;
    *held = 0.0;
    sut_obstacle_def floor = sut_default_obstacle_def();
    sut_obstacle_id id;
    if (w && sut_obstacle_create(w, &floor, &id) == SUT_OK) {
        sut_thread_id t = short_thread(w, false, 1.05 * SHAPE_RADIUS);
        (void)load_vertex(w, t, 0, -force);
        (void)load_vertex(w, t, 1, -force);
        if (go(w, 60, 1e-3)) {
            int count = 0;
            const sut_contact_view *v = sut_world_contacts(w, &count);
            *given = count == 2 ? v[0].force.z : 0.0;
            depth = (SHAPE_RADIUS - look(w, t).position[0].z) / (0.4 * SHAPE_RADIUS);
            *held = sut_world_contact_energy(w);
        }
    }
    sut_world_destroy(w);
    return depth;
}

static double depth_on_floor(double force, double *given) {
    double held;
    return press_on_floor(force, given, &held);
}

// Only the thread gives way on a floor: EA / (2 pi r) against the room of 0.4 radii.
static double unit_on_floor(void) {
    return strength() / (2.0 * 3.14159265358979323846) * 0.4;
}

TEST(depth_under_a_load_is_that_of_the_law) {
    const double x[9] = {1e-4, 0.05, 0.3, 0.6, 0.9, 0.949, 0.951, 0.97, 1.1};
    for (int i = 0; i < 9; i++) {
        CASE("i %d", i);
        double force = law(x[i]) * unit_on_floor();
        double given = 0.0;
        double depth = depth_on_floor(force, &given);
        CHECK_NEAR(given / force, 1.0, 1e-5); // at rest: what is left of the motion
        CHECK_NEAR(depth / x[i], 1.0, 1e-5);
    }
}

// Area below the law from 0 to x: Simpson's rule, whose error is below 1e-9 of it with so many
// pieces; it begins anew where the straight line does.
static double area(double x) {
    enum { PIECES = 2000 };
    const double steep = 0.95;
    double from = x > steep ? steep : 0.0;
    double step = (x - from) / PIECES;
    double sum = 0.0;
    for (int i = 0; i < PIECES; i++) {
        double a = from + i * step;
        sum += step / 6.0 * (law(a) + 4.0 * law(a + 0.5 * step) + law(a + step));
    }
    return sum + (from > 0.0 ? area(from) : 0.0);
}

// Two vertices, each with the work that it takes to press it as deep as it is.
TEST(contacts_hold_the_work_that_was_done_on_them) {
    const double x[8] = {1e-4, 0.05, 0.3, 0.49, 0.51, 0.8, 0.949, 1.1};
    for (int i = 0; i < 8; i++) {
        CASE("i %d", i);
        double given = 0.0;
        double held = 0.0;
        (void)press_on_floor(law(x[i]) * unit_on_floor(), &given, &held);
        double work = 2.0 * area(x[i]) * unit_on_floor() * (0.4 * SHAPE_RADIUS);
        CHECK_NEAR(held / work, 1.0, 3e-5); // depths are known to 1e-5
    }
}

TEST(contacts_that_bear_nothing_hold_nothing) {
    double given = 0.0;
    double held = -1.0;
    double depth = press_on_floor(-1e-3, &given, &held); // pulled off the floor
    CHECK(depth < 0.0);
    CHECK(held == 0.0);
    CHECK(sut_world_contact_energy(NULL) == 0.0);
}

// A thread that is laid into the floor is forgiven its overlap, and pushed out of it slowly: what
// that will give is known from the start.
TEST(forgiven_overlap_is_energy_to_come) {
    sut_world *w = empty_world();
    REQUIRE(w != NULL);
    sut_obstacle_def floor = sut_default_obstacle_def();
    sut_obstacle_id id;
    REQUIRE(sut_obstacle_create(w, &floor, &id) == SUT_OK);
    (void)short_thread(w, false, 0.8 * SHAPE_RADIUS); // half of the room deep
    REQUIRE(go(w, 1, 1e-6));
    double work = 2.0 * area(0.5) * unit_on_floor() * (0.4 * SHAPE_RADIUS);
    CHECK_NEAR(sut_world_overlap_energy(w) / work, 1.0, 1e-4); // 20 ppm of the slack are gone
    CHECK(sut_world_contact_energy(w) < 1e-4 * work);
    sut_world_destroy(w);
}

TEST(forces_that_are_no_numbers_are_not_remembered) {
    sut_world *w = empty_world();
    REQUIRE(w != NULL);
    sut_obstacle_def floor = sut_default_obstacle_def();
    sut_obstacle_id id;
    REQUIRE(sut_obstacle_create(w, &floor, &id) == SUT_OK);
    (void)short_thread(w, false, 0.8 * SHAPE_RADIUS);
    REQUIRE(go(w, 1, 1e-3));
    REQUIRE(w->contacts.count > 0);
    w->contacts.contact[0].force[0] = (double)NAN;
    sut_contact_remember(&w->contacts, &w->bodies, 1e-3);
    for (int i = 0; i < w->contacts.touches; i++) {
        CASE("i %d", i);
        CHECK(isfinite(v3_norm(w->contacts.touch[i].force)));
    }
    CHECK(isfinite(sut_contact_stored(&w->contacts)));
    sut_world_destroy(w);
}

// Differences of depths over differences of loads, on both sides of where the straight line begins
// and across it: no jump of the force, and none of its slope.
TEST(the_law_grows_without_jumps) {
    double unit = unit_on_floor();
    double last = -1.0;
    double last_slope = 0.0;
    for (int i = 0; i <= 12; i++) {
        CASE("i %d", i);
        double force = law(0.944 + 0.001 * i) * unit;
        double given = 0.0;
        double depth = depth_on_floor(force, &given);
        CHECK(depth > last);
        CHECK_NEAR(depth - (0.944 + 0.001 * i), 0.0, 1e-5);
        if (i > 0) {
            double slope = (law(0.944 + 0.001 * i) - law(0.943 + 0.001 * i)) / (depth - last);
            // it changes by 4 % per thousandth at most, and depths are known to a percent of that
            CHECK(i == 1 || fabs(slope / last_slope - 1.0) < 0.06);
            last_slope = slope;
        }
        last = depth;
    }
}

// A thread across two others that are held: a force of half of EA on each of the two crossings.
TEST(threads_pressed_onto_each_other_stay_further_apart_than_half_of_touching) {
    const double share[4] = {1e-3, 0.05, 0.2, 0.5}; // of EA
    double last = 2.0;
    for (int i = 0; i < 4; i++) {
        CASE("i %d", i);
        sut_world *w = empty_world();
        REQUIRE(w != NULL);
        for (int k = 0; k < 2; k++) {
            double y = k == 0 ? -4.5e-4 : 4.5e-4;
            shape s = shape_line(2, (sut_vec3){-4e-4, y, 0.0}, (sut_vec3){6e-4, y, 0.0});
            sut_thread_id lower = shape_add(w, &s);
            (void)hold_moving(w, lower, SUT_HOLD_PIN, 0, (sut_vec3){0.0, 0.0, 0.0}, 0.0);
            (void)hold_moving(w, lower, SUT_HOLD_PIN, 1, (sut_vec3){0.0, 0.0, 0.0}, 0.0);
        }
        sut_thread_id upper = short_thread(w, true, 2.02 * SHAPE_RADIUS);
        (void)load_vertex(w, upper, 0, -share[i] * strength());
        (void)load_vertex(w, upper, 1, -share[i] * strength());
        for (int step = 0; step < 60; step++) {
            CASE("step %d", step);
            REQUIRE(go(w, 1, 1e-3));
            CHECK(look(w, upper).position[0].z > SHAPE_RADIUS);
            CHECK(look(w, upper).position[1].z > SHAPE_RADIUS);
        }
        // two threads give way, over a room of 0.8 radii: EA / (4 pi r) 0.8 r
        double unit = strength() / (4.0 * 3.14159265358979323846) * 0.8;
        double apart = look(w, upper).position[0].z / SHAPE_RADIUS;
        double wanted = 2.0 - 0.8 * inverse_law(share[i] * strength() / unit);
        CHECK_NEAR(apart, wanted, 1e-5);
        CHECK(apart < last && apart > 1.2);
        last = apart;
        sut_world_destroy(w);
    }
}
