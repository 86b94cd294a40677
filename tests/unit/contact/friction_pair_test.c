// SPDX-License-Identifier: MIT
// Friction of a pair: one coefficient per body, a pair has the geometric mean of both.
#include "contact_fixture.h"

#include "check.h"

#include <math.h>

static double dot(sut_vec3 a, sut_vec3 b) {
    return (a.x * b.x + a.y * b.y) + a.z * b.z;
}

static sut_thread_id add_with_friction(sut_world *w, const shape *s, double friction) {
    sut_thread_def d = shape_def(s);
    d.friction = friction;
    sut_thread_id id = {0, 0};
    (void)sut_thread_create(w, &d, &id);
    return id;
}

// A thread that is held at both ends, and another one drawn across it under pressure. Returns how
// many sliding contacts were seen; each has the tangential force of Coulomb's law.
static int draw_across(double lower, double upper) {
    const double mu = sqrt(lower * upper);
    sut_world *w = empty_world();
    if (!CHECK(w != NULL)) {
        return 0;
    }
    const double above = 2.02 * SHAPE_RADIUS;
    shape a = shape_line(41, (sut_vec3){-4e-3, 0.0, 0.0}, (sut_vec3){4e-3, 0.0, 0.0});
    shape b = shape_line(41, (sut_vec3){0.0, -5e-3, above}, (sut_vec3){0.0, 3e-3, above});
    sut_thread_id bar = add_with_friction(w, &a, lower);
    sut_thread_id drawn = add_with_friction(w, &b, upper);
    const sut_vec3 rest = {0.0, 0.0, 0.0};
    const sut_vec3 along = {0.0, 0.02, -0.01}; // m/s
    (void)hold_moving(w, bar, SUT_HOLD_PIN, 0, rest, 0.0);
    (void)hold_moving(w, bar, SUT_HOLD_PIN, 40, rest, 0.0);
    (void)hold_moving(w, drawn, SUT_HOLD_PIN, 0, along, 0.0);
    (void)hold_moving(w, drawn, SUT_HOLD_PIN, 40, along, 0.0);
    int seen = 0;
    for (int step = 0; step < 80; step++) {
        CASE("friction %g and %g, step %d", lower, upper, step);
        if (!CHECK(go(w, 1, 1e-3))) {
            break;
        }
        int count = 0;
        const sut_contact_view *v = sut_world_contacts(w, &count);
        for (int i = 0; i < count; i++) {
            double pressure = dot(v[i].force, v[i].normal);
            if (!v[i].slipping || v[i].thread[1].index1 == 0 || !(pressure > 1e-4)) {
                continue; // below 0.1 mN the law is a small part of the solver's tolerance
            }
            double across = sqrt(fmax(dot(v[i].force, v[i].force) - pressure * pressure, 0.0));
            // the law is solved to 1e-6 of the largest force, which is up to ten times this one
            CHECK_NEAR(across / pressure, mu, 1e-5);
            seen++;
        }
    }
    sut_world_destroy(w);
    return seen;
}

TEST(friction_of_two_threads_is_the_geometric_mean_in_either_order) {
    CHECK(draw_across(0.64, 0.09) > 20);
    CHECK(draw_across(0.09, 0.64) > 20);
    CHECK(draw_across(0.25, 0.25) > 20);
}

TEST(a_smooth_thread_makes_the_pair_smooth) {
    CHECK(draw_across(0.5, 0.0) > 20);
    CHECK(draw_across(0.0, 0.5) > 20);
}
