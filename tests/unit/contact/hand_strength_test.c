// SPDX-License-Identifier: MIT
// A hand of limited strength never pulls harder than that, however fast the thread is torn from it.
// Fits into tests/unit/contact.
#include "contact_fixture.h"

#include "check.h"

#include <math.h>
#include <stdio.h>

TEST(a_weak_hand_pulls_no_harder_when_the_thread_is_torn_away) {
    const double speed[4] = {0.1, 1.0, 3.0, 10.0};
    for (int k = 0; k < 4; k++) {
        CASE("k %d", k);
        sut_world *w = empty_world();
        REQUIRE(w != NULL);
        shape s = shape_line(21, (sut_vec3){0.0, 0.0, 0.0}, (sut_vec3){0.01, 0.0, 0.0});
        sut_thread_id t = shape_add(w, &s);
        (void)hold_moving(w, t, SUT_HOLD_PIN, 20, (sut_vec3){speed[k], 0.0, 0.0}, 0.0);
        sut_hold_def weak = sut_default_hold_def();
        weak.max_force = 0.1;
        sut_hold_id id;
        REQUIRE(sut_hold_create(w, t, &weak, &id) == SUT_OK);
        double most = 0.0;
        for (int step = 0; step < 100; step++) {
            CASE("step %d", step);
            REQUIRE(go(w, 1, 1e-3));
            sut_hold_view h;
            REQUIRE(sut_hold_get_view(w, id, &h) == SUT_OK);
            most = fmax(most, hypot(h.force.x, hypot(h.force.y, h.force.z)));
        }
        printf("    %g m/s: %g N\n", speed[k], most);
        CHECK_LE(most, 0.1 * (1.0 + 1e-9));
        sut_world_destroy(w);
    }
}
