// SPDX-License-Identifier: MIT
// Two threads come nearer than their boxes were made for, then rush past each other sideways, while
// a third one is pressed onto a floor: restored and continued must be the same. Fits into
// tests/unit/contact.
#include "contact_fixture.h"

#include "check.h"

#include <stdlib.h>
#include <string.h>

static sut_world *make_rush(sut_thread_id t[3], sut_obstacle_id *floor) {
    const double r = SHAPE_RADIUS;
    sut_world_def def = sut_default_world_def();
    def.gravity = (sut_vec3){0.0, 0.0, 0.0};
    def.capacity.holds = 128;
    def.capacity.hold_keys = 256;
    sut_world *w = NULL;
    if (sut_world_create(&def, &w) != SUT_OK) {
        return NULL;
    }
    sut_vec3 velocity[30];
    for (int k = 0; k < 3; k++) {
        double y = k == 2 ? 200.0 * r : 12.1 * r * k;
        double z = k == 2 ? -50.0 * r : 0.0;
        shape s = shape_line(30, (sut_vec3){0.0, y, z}, (sut_vec3){58.0 * r, y, z});
        sut_thread_def d = shape_def(&s);
        d.damping_linear = 0.0;
        d.implicitness = 0.6; // rods that may touch something get another rule
        for (int i = 0; i < 30; i++) {
            // something for the solve to do
            velocity[i] = (sut_vec3){0.0,
                                     k == 0   ? 500.0 * r
                                     : k == 1 ? -500.0 * r
                                              : 0.0,
                                     k == 2 ? 0.0 : 0.001 * (i % 5)};
        }
        d.velocities = velocity;
        (void)sut_thread_create(w, &d, &t[k]);
    }
    sut_obstacle_def o = sut_default_obstacle_def();
    o.center = (sut_vec3){0.0, 0.0, -51.001 * r};
    (void)sut_obstacle_create(w, &o, floor);
    // sideways from the seventh step on, for one step; and the third one onto the floor
    for (int k = 0; k < 3; k++) {
        double mass = shape_def(&(shape){.n = 2}).mass_per_length * 2.0 * r;
        for (int i = 0; i < 30; i++) {
            sut_hold_key key;
            memset(&key, 0, sizeof key);
            double half = i == 0 || i == 29 ? 0.5 : 1.0;
            double push = half * mass * 1300.0 * r / 1e-3;
            key.force.x = k == 2 ? 0.0 : (k == 0 ? push : -push);
            key.force.z = k == 2 ? -push : 0.0;
            sut_hold_def h = sut_default_hold_def();
            h.kind = SUT_HOLD_FORCE;
            h.vertex = i;
            h.keys = &key;
            h.key_count = 1;
            h.from = k == 2 ? 0.0 : 6.5e-3;
            h.until = k == 2 ? 1.0 : 7.5e-3;
            sut_hold_id id;
            (void)sut_hold_create(w, t[k], &h, &id);
        }
    }
    return w;
}

TEST(threads_that_rush_past_go_on_alike_after_a_restore) {
    sut_thread_id t[3];
    sut_obstacle_id floor;
    sut_world *w = make_rush(t, &floor);
    sut_world *twin = make_rush(t, &floor);
    REQUIRE(w != NULL && twin != NULL);
    int differing = 0;
    for (int step = 0; step < 12; step++) {
        CASE("step %d", step);
        size_t size = sut_world_snapshot(w, NULL, 0);
        void *image = malloc(size);
        REQUIRE(image != NULL && sut_world_snapshot(w, image, size) == size);
        REQUIRE(sut_world_restore(twin, image, size) == SUT_OK);
        free(image);
        REQUIRE(go(w, 1, 1e-3) && go(twin, 1, 1e-3));
        differing += sut_world_hash(w) != sut_world_hash(twin) ? 1 : 0;
        if (sut_world_hash(w) != sut_world_hash(twin)) {
            CHECK_EQ_INT(step, -1);
            CHECK_EQ_INT(w->contacts.count, twin->contacts.count);
        }
    }
    CHECK(sut_world_stats(w).contacts > 0);
    CHECK_EQ_INT(differing, 0);
    sut_world_destroy(w);
    sut_world_destroy(twin);
}
