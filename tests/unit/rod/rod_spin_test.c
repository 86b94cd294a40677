// SPDX-License-Identifier: MIT
// Spins of curved rods: at the minimum of the energy of the given shape.
#include "rod_fixture.h"

#include "check.h"
#include "math/scalar.h"
#include "math/vec3.h"

#include <math.h>

// Energy of other spins than those that were found.
static double energy_of(sut_rod *r, int edge, double change) {
    double old = r->work.spin_trial[edge];
    r->work.spin_trial[edge] += change;
    double phases[4];
    for (int k = 0; k < 2; k++) {
        int i = edge + k;
        phases[2 * k] = r->work.phase[0][i];
        phases[2 * k + 1] = r->work.phase[1][i];
        if (i > 0 && i < r->body.n - 1) {
            double spin = 0.5 * (r->work.spin_trial[i - 1] + r->work.spin_trial[i]);
            sut_sincos(spin, &r->work.phase[1][i], &r->work.phase[0][i]);
        }
    }
    double e = rod_internal(r);
    r->work.spin_trial[edge] = old;
    for (int k = 0; k < 2; k++) {
        r->work.phase[0][edge + k] = phases[2 * k];
        r->work.phase[1][edge + k] = phases[2 * k + 1];
    }
    return e;
}

static void check_minimum(rod_wish wish) {
    wish.n = 16;
    for (uint64_t seed = 0; seed < 3; seed++) {
        CASE("seed %d", (int)seed);
        wish.seed = 70 + seed;
        rod_fixture f;
        REQUIRE(rod_make(&f, &wish));
        double least = rod_internal(&f.rod);
        for (int e = 0; e < f.rod.body.n - 1; e++) {
            CASE("e %d", e);
            double up = energy_of(&f.rod, e, 1e-3);
            double down = energy_of(&f.rod, e, -1e-3);
            CHECK(up > least && down > least);
            // lowest here: both sides rise alike but for the third order, 1e-3 of the rise
            CHECK_NEAR((up - down) / (up + down - 2.0 * least), 0.0, 3e-3);
        }
        rod_free(&f);
    }
}

TEST(are_at_the_minimum_of_a_free_rod) {
    check_minimum((rod_wish){.curved = true});
    check_minimum((rod_wish){.curved = true, .twisted = true});
}

TEST(are_at_the_minimum_with_inertia) {
    check_minimum((rod_wish){.curved = true, .spin_inertia = true, .damping_twist = 0.004});
}

TEST(free_ends_carry_no_torque) {
    rod_fixture f;
    REQUIRE(rod_make(&f, &(rod_wish){.n = 20, .seed = 3, .twisted = true}));
    // straight section, naturally twisted, both ends free: it takes its natural twist everywhere
    for (int i = 1; i < f.rod.body.n - 1; i++) {
        CASE("i %d", i);
        double turn = f.rod.work.spin_trial[i] - f.rod.work.spin_trial[i - 1];
        CHECK_NEAR(turn / (100.0 * f.rod.def.cell[i]), 1.0, 1e-9); // Newton stops at 1e-11 rad
        CHECK_NEAR(f.rod.work.torque[i] / (f.rod.def.GJ * 100.0), 0.0, 1e-9);
    }
    rod_free(&f);
}

// A rod that lies in its natural shape: an arc that bends towards d1.
TEST(a_natural_arc_has_no_energy) {
    enum { N = 30 };
    const double kappa = 50.0;
    const double edge = 1e-3;
    const double angle = 2.0 * atan(0.5 * kappa * edge); // discrete curvature 2 tan(a / 2) / l
    sut_vec3 x[N];
    x[0] = v3_zero();
    for (int i = 1; i < N; i++) {
        double a = angle * (i - 1);
        // along z at first, where d1 is x
        x[i] = v3_madd(x[i - 1], edge, v3(sin(a), 0.0, cos(a)));
    }
    rod_fixture f;
    REQUIRE(rod_make(&f, &(rod_wish){.n = N, .seed = 3}));
    sut_thread_def d = sut_default_thread_def();
    d.positions = x;
    d.vertex_count = N;
    d.natural_curvature[0] = kappa;
    sut_rod *r = &f.rod;
    sut_rod_init(r, N, f.memory);
    sut_rod_define(r, &d);
    sut_energy e = sut_rod_energy(r);
    double straight = 0.5 * d.EI * kappa * kappa * edge * (N - 2);
    CHECK_NEAR(e.bend / straight, 0.0, 1e-20); // squares of rounding errors
    r->work.dt = 1e-3;
    sut_rod_predict(r);
    rod_refresh(r);
    double push = d.EI * kappa / edge;
    for (int i = 0; i < 3 * N; i++) {
        CASE("i %d", i);
        CHECK_NEAR(r->work.residual[i] / push, 0.0, 1e-9);
    }
    rod_free(&f);
}

// The frames of the last step pass through planes inside the rod as those of the trial do: else the
// spins of a rod that stands would be thrown by its inertia, the more the shorter the step.
TEST(a_rod_that_stands_has_no_drift_at_planes) {
    rod_fixture f;
    rod_wish wish = {.n = 16, .seed = 4, .still = true, .spans = true, .curved = true};
    wish.spin_inertia = true;
    wish.rough = 0.8; // with turns that are far off the planes' directions
    REQUIRE(rod_make(&f, &wish));
    for (int k = 0; k < f.rod.work.plane_count; k++) {
        f.rod.work.planes[k].direction = f.rod.work.planes[k].direction0;
    }
    rod_refresh(&f.rod);
    for (int e = 0; e < f.rod.body.n - 1; e++) {
        CASE("e %d", e);
        CHECK_NEAR(f.rod.work.spin_drift[e], 0.0, 1e-13); // rounding of sixteen turns
    }
    rod_free(&f);
}
