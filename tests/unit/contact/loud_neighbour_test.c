// SPDX-License-Identifier: MIT
// A hand that rests on a floor far away must not spoil the forces inside a knot. Fits into
// tests/unit/contact.
#include "contact_fixture.h"

#include "check.h"

#include <math.h>
#include <stdio.h>

// Largest pull (a contact can only push) of any contact between threads, in shares of the largest
// push between threads, over 60 steps.
static double worst_pull(bool neighbour) {
    sut_world *w = empty_world();
    if (!w) {
        return -1.0;
    }
    shape s = shape_overhand(12, 20);
    sut_thread_id knot = shape_add(w, &s);
    (void)hold_moving(w, knot, SUT_HOLD_PIN, 0, (sut_vec3){0.05, 0.05, 0.0}, 0.0);
    (void)hold_moving(w, knot, SUT_HOLD_PIN, s.n - 1, (sut_vec3){0.05, -0.05, 0.0}, 0.0);
    if (neighbour) {
        sut_obstacle_def floor = sut_default_obstacle_def();
        floor.center.z = -0.02;
        sut_obstacle_id id;
        (void)sut_obstacle_create(w, &floor, &id);
        double z = floor.center.z + 1.2 * SHAPE_RADIUS;
        shape o = shape_line(5, (sut_vec3){0.05, 0.0, z}, (sut_vec3){0.05, 1e-3, z + 1e-3});
        sut_thread_id other = shape_add(w, &o);
        (void)hold_moving(w, other, SUT_HOLD_PIN, 0, (sut_vec3){0.0, 0.0, -0.01}, 0.0);
    }
    double pull = 0.0;
    double push = 0.0;
    double loud = 0.0;
    for (int step = 0; step < 60; step++) {
        if (!go(w, 1, 1e-3)) {
            return -1.0;
        }
        for (int i = 0; i < w->contacts.count; i++) {
            const sut_contact *k = &w->contacts.contact[i];
            if (!sut_site_is_rigid(&k->site[1])) {
                pull = fmax(pull, -k->force[0]);
                push = fmax(push, k->force[0]);
            } else {
                loud = fmax(loud, k->force[0]);
            }
        }
    }
    printf("    neighbour %d: pull %g N, push %g N; on the floor %g N\n", neighbour, pull, push,
           loud);
    sut_world_destroy(w);
    return pull / push;
}

TEST(a_hand_on_a_floor_far_away_does_not_spoil_a_knot) {
    double alone = worst_pull(false);
    double beside = worst_pull(true);
    CHECK(alone >= 0.0 && beside >= 0.0);
    CHECK_LE(alone, 1e-3); // far above the tolerance of 1e-6, far below SUT_CONTACT_ERROR
    CHECK_LE(beside, 1e-3);
}
