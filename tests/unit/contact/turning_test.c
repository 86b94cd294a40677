// SPDX-License-Identifier: MIT
// A motion that the guard shortens is taken over in straight lines, and half of a turn in a
// straight line makes an edge shorter. So where edges turn the step is cut first, until they turn
// by 0.3 rad at most.
#include "contact_fixture.h"

#include "check.h"
#include "math/vec3.h"

#include <math.h>

enum { COUNT = 21 };

// The shortest that an edge of the first thread has been, of its rest length, over all parts.
static void note_shortest(void *ctx, const sut_world *w) {
    double *shortest = ctx;
    const sut_rod *r = &w->threads[0].rod;
    for (int e = 0; e < r->body.n - 1; e++) {
        double now = v3_distance(r->body.position[e], r->body.position[e + 1]) / r->def.rest[e];
        *shortest = now < *shortest || isnan(now) ? now : *shortest;
    }
}

// A thread shot at a thin bar, `off` its middle: it wraps round the bar within a step.
static double shoot(double speed, double off, int *shortened) {
    double shortest = 1.0;
    sut_world_def def = sut_default_world_def();
    def.gravity = (sut_vec3){0.0, 0.0, 0.0};
    def.on_part = note_shortest;
    def.on_part_ctx = &shortest;
    sut_world *w = NULL;
    if (!CHECK(sut_world_create(&def, &w) == SUT_OK)) {
        return (double)NAN;
    }
    sut_obstacle_def bar = sut_default_obstacle_def();
    bar.kind = SUT_OBSTACLE_CYLINDER;
    bar.axis = (sut_vec3){0.0, 1.0, 0.0};
    bar.radius = 0.2 * SHAPE_RADIUS;
    sut_obstacle_id id;
    CHECK(sut_obstacle_create(w, &bar, &id) == SUT_OK);
    shape s =
        shape_line(COUNT, (sut_vec3){-4e-3 - off, 0.0, 1e-3}, (sut_vec3){4e-3 - off, 0.0, 1e-3});
    sut_thread_def d = shape_def(&s);
    sut_vec3 velocity[COUNT];
    for (int i = 0; i < COUNT; i++) {
        velocity[i] = (sut_vec3){0.0, 0.0, -speed};
    }
    d.velocities = velocity;
    sut_thread_id t;
    CHECK(sut_thread_create(w, &d, &t) == SUT_OK);
    for (int step = 0; step < 30; step++) {
        CASE("step %d", step);
        CHECK(go(w, 1, 0.01));
        *shortened += sut_world_stats(w).guard_shortened;
    }
    sut_world_destroy(w);
    return shortest;
}

TEST(shortened_motions_do_not_shorten_edges) {
    const double speeds[2] = {30.0, 100.0};
    const double offs[3] = {1e-4, 2e-3, 3.5e-3};
    int shortened = 0;
    for (int k = 0; k < 6; k++) {
        CASE("%g m/s, %g m off the middle", speeds[k / 3], offs[k % 3]);
        // half of a turn of 0.3 rad along its chord: 1 - cos(0.15), 0.0112
        CHECK_LE(1.0 - shoot(speeds[k / 3], offs[k % 3], &shortened), 1.0 - cos(0.15));
    }
    CHECK(shortened > 0); // the guard had something to shorten
}
