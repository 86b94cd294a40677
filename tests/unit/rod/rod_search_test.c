// SPDX-License-Identifier: MIT
// The line search, and the potential that it evaluates.
#include "rod_fixture.h"

#include "check.h"

#include <math.h>

static double engine_potential(sut_rod *r) {
    sut_rod_kinematics(r);
    sut_rod_twist(r);
    return sut_rod_potential(r);
}

// The engine's potential against that of the fixture, whose slope the residual is. Only differences
// mean something.
static void check_potential(rod_wish wish) {
    wish.n = 14;
    for (uint64_t seed = 0; seed < 3; seed++) {
        CASE("seed %d", (int)seed);
        wish.seed = 400 + seed;
        rod_fixture f;
        REQUIRE(rod_make(&f, &wish));
        double v[3 * 14];
        test_random random = {seed};
        for (int i = 0; i < 3 * 14; i++) {
            v[i] = 0.02 * f.edge * test_next(&random);
        }
        double own = rod_potential(&f.rod);
        double engine = engine_potential(&f.rod);
        rod_move_by(&f.rod, v, 1.0);
        own -= rod_potential(&f.rod);
        engine -= engine_potential(&f.rod);
        CHECK_NEAR(engine / own, 1.0, 1e-9); // differences of a hundredth of sums of some dozens
        rod_free(&f);
    }
}

TEST(potential_of_stretch_and_bend) {
    check_potential((rod_wish){0});
    check_potential((rod_wish){.planes = true});
}

TEST(potential_of_damping) {
    check_potential((rod_wish){.damping_bend = 0.02, .planes = true, .damping_stretch = 0.003});
    check_potential((rod_wish){.damping_bend = 0.02, .rough = 0.2, .move = 0.4});
}

TEST(potential_of_twist) {
    check_potential((rod_wish){.spans = true});
    check_potential((rod_wish){.curved = true, .twisted = true});
    check_potential((rod_wish){.curved = true, .twisted = true, .spans = true});
}

TEST(potential_of_twist_damping) {
    check_potential((rod_wish){.spans = true, .damping_twist = 0.004});
    check_potential((rod_wish){.curved = true, .spans = true, .damping_twist = 0.004});
}

TEST(potential_of_spin_inertia) {
    check_potential((rod_wish){.spin_inertia = true, .spans = true});
}

TEST(potential_of_losses_and_loads) {
    check_potential((rod_wish){.drag = 3.0, .damping_linear = 0.4, .loads = true});
    check_potential((rod_wish){.hands = true, .implicitness = 0.6});
    check_potential((rod_wish){.low_mass = true});
}

// A correction that raises the potential is shortened until it no longer does.
TEST(corrections_never_end_uphill) {
    for (uint64_t seed = 0; seed < 20; seed++) {
        CASE("seed %d", (int)seed);
        rod_fixture f;
        rod_wish wish = {.n = 20, .seed = 500 + seed, .rough = 1.0, .squeeze = 2.0, .dt = 0.05};
        REQUIRE(rod_make(&f, &wish));
        sut_rod *r = &f.rod;
        double before = sut_rod_potential(r);
        r->work.safe = true;
        sut_rod_assemble(r);
        CHECK(sut_rod_linear_solve(r));
        sut_rod_search(r, before, 12);
        CHECK(engine_potential(r) <= before + 1e-9 * fabs(before));
        rod_free(&f);
    }
}
