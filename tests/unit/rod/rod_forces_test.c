// SPDX-License-Identifier: MIT
// The residual of the step is the derivative of the energy that the step minimises.
#include "rod_fixture.h"

#include "check.h"
#include "math/vec3.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

// Derivative of the energy by one component of the displacement, with five points.
static double slope(sut_rod *r, double *at, double h) {
    double start = *at;
    double e[4];
    const double places[4] = {-2.0, -1.0, 1.0, 2.0};
    for (int k = 0; k < 4; k++) {
        *at = start + places[k] * h;
        e[k] = rod_potential(r);
    }
    *at = start;
    return (e[0] - 8.0 * e[1] + 8.0 * e[2] - e[3]) / (12.0 * h);
}

// Largest difference between residual and slope, relative to the largest slope.
static double gradient_error(const rod_wish *wish) {
    rod_fixture f;
    if (!rod_make(&f, wish)) {
        return HUGE_VAL;
    }
    sut_rod *r = &f.rod;
    double *residual = malloc(3 * (size_t)r->body.n * sizeof *residual);
    double worst = HUGE_VAL;
    if (residual) {
        memcpy(residual, r->work.residual, 3 * (size_t)r->body.n * sizeof *residual);
        double most = 0.0;
        worst = 0.0;
        for (int i = 0; i < 3 * r->body.n; i++) {
            double s = slope(r, rod_move_at(r, i / 3, i % 3), 1e-3 * f.edge);
            worst = fmax(worst, fabs(s - residual[i]));
            most = fmax(most, fabs(s));
        }
        worst /= most;
    }
    free(residual);
    rod_free(&f);
    return worst;
}

// Five points, step h = 1e-3 of an edge: truncation h^4 = 1e-12 times the fifth derivative, and
// rounding eps / h = 1e-12 times energy over slope. Measured 1e-12 to 1e-9.
static void check_gradient(rod_wish wish) {
    const int sizes[4] = {9, 12, 17, 12};
    for (int k = 0; k < 4; k++) {
        CASE("k %d", k);
        wish.n = sizes[k];
        wish.seed = 100 + (uint64_t)k;
        CHECK_LE(gradient_error(&wish), 1e-7);
    }
}

TEST(stretch_and_bend) {
    check_gradient((rod_wish){0});
}

TEST(two_to_four_vertices) {
    for (int n = 2; n <= 4; n++) {
        CASE("n %d", n);
        CHECK_LE(gradient_error(&(rod_wish){.n = n, .seed = 5, .damping_bend = 0.02}), 1e-7);
    }
    CHECK_LE(gradient_error(&(rod_wish){.n = 4, .seed = 6, .curved = true}), 1e-7);
}

TEST(strongly_bent) {
    check_gradient((rod_wish){.rough = 1.5});
}

TEST(bending_damping) {
    check_gradient((rod_wish){.damping_bend = 0.02});
    // large moves turn some bends over to the other side, where the damping acts in all directions
    check_gradient((rod_wish){.damping_bend = 0.02, .rough = 0.2, .move = 0.4});
}

TEST(stretch_damping) {
    check_gradient((rod_wish){.damping_stretch = 0.003});
}

TEST(held_tangents) {
    check_gradient((rod_wish){.planes = true});
    check_gradient((rod_wish){.planes = true, .damping_bend = 0.02});
}

TEST(twisted_spans) {
    check_gradient((rod_wish){.spans = true});
    check_gradient((rod_wish){.spans = true, .damping_bend = 0.02, .damping_twist = 0.004});
}

TEST(natural_curvature) {
    check_gradient((rod_wish){.curved = true});
    check_gradient((rod_wish){.curved = true, .planes = true, .damping_bend = 0.02});
}

TEST(natural_twist) {
    check_gradient((rod_wish){.twisted = true});
    check_gradient((rod_wish){.twisted = true, .spans = true});
}

TEST(natural_curvature_and_twist_between_held_spins) {
    check_gradient((rod_wish){.curved = true, .twisted = true, .spans = true});
    check_gradient((rod_wish){.curved = true,
                              .twisted = true,
                              .spans = true,
                              .damping_bend = 0.02,
                              .damping_twist = 0.004});
}

// Spin with inertia is measured against a frame carried over from the last step along the shortest
// arc of each edge. The forces leave out what that arc adds to the spin when its far end moves on:
// it is of second order in the turn of an edge in one step, so they are compared before any turn.
TEST(spin_with_inertia) {
    check_gradient((rod_wish){.spin_inertia = true, .still = true});
    check_gradient((rod_wish){.spin_inertia = true, .still = true, .spans = true});
    check_gradient((rod_wish){.spin_inertia = true,
                              .still = true,
                              .curved = true,
                              .planes = true,
                              .damping_twist = 0.004});
}

TEST(losses_and_loads) {
    check_gradient((rod_wish){.damping_linear = 0.4, .loads = true});
    check_gradient((rod_wish){.drag = 3.0, .loads = true});
}

TEST(hands_of_limited_strength) {
    check_gradient((rod_wish){.hands = true, .damping_bend = 0.02});
}

TEST(partly_implicit) {
    check_gradient((rod_wish){.implicitness = 0.5, .drag = 3.0, .damping_linear = 0.4});
    check_gradient((rod_wish){.implicitness = 0.7, .spans = true, .damping_bend = 0.02});
}

TEST(low_mass) {
    check_gradient((rod_wish){.low_mass = true});
    check_gradient((rod_wish){.low_mass = true, .implicitness = 0.6, .planes = true});
}

TEST(everything_at_once) {
    check_gradient((rod_wish){.spans = true,
                              .curved = true,
                              .twisted = true,
                              .loads = true,
                              .damping_bend = 0.02,
                              .damping_twist = 0.004,
                              .damping_stretch = 0.003,
                              .damping_linear = 0.4,
                              .drag = 3.0,
                              .implicitness = 0.8});
}

// A reaction is what the equations of a pinned vertex lack, so forces of pins need no own formula;
// loads and weight enter with a minus sign.
TEST(loads_push_their_vertex) {
    rod_fixture with;
    rod_fixture without;
    rod_wish wish = {.n = 9, .seed = 3};
    REQUIRE(rod_make(&without, &wish));
    wish.loads = true;
    if (CHECK(rod_make(&with, &wish))) {
        // the same displacement in both: loads take random numbers
        for (int i = 0; i < 3 * wish.n; i++) {
            *rod_move_at(&with.rod, i / 3, i % 3) = *rod_move_at(&without.rod, i / 3, i % 3);
        }
        rod_refresh(&with.rod);
        for (int k = 0; k < ROD_LOADS; k++) {
            CASE("k %d", k);
            int at = 3 * with.loads[k].vertex;
            // one subtraction from a residual of order one
            CHECK_NEAR(without.rod.work.residual[at] - with.rod.work.residual[at],
                       with.loads[k].force.x, 1e-15);
        }
        CHECK_NEAR(without.rod.work.residual[0], with.rod.work.residual[0], 0.0);
    }
    rod_free(&with);
    rod_free(&without);
}

// Reactions look at single vertices by formulas of their own.
TEST(residual_at_one_vertex_is_that_of_the_whole) {
    const rod_wish wishes[] = {
        {.drag = 3.0, .damping_linear = 0.4, .loads = true, .damping_stretch = 0.003},
        {.damping_bend = 0.02, .move = 0.4, .planes = true},
        {.damping_bend = 0.02, .spans = true, .implicitness = 0.6},
        {.curved = true, .twisted = true, .spans = true, .damping_bend = 0.02},
        {.curved = true, .planes = true, .spin_inertia = true},
        {.low_mass = true},
        {.hands = true},
    };
    for (size_t k = 0; k < sizeof wishes / sizeof wishes[0]; k++) {
        CASE("k %zu", k);
        rod_wish wish = wishes[k];
        wish.n = 13;
        wish.seed = 200 + k;
        rod_fixture f;
        REQUIRE(rod_make(&f, &wish));
        double most = 0.0;
        double off = 0.0;
        for (int i = 0; i < wish.n; i++) {
            const double *all = f.rod.work.residual;
            sut_vec3 whole = v3(all[3 * i], all[3 * i + 1], all[3 * i + 2]);
            off = fmax(off, v3_distance(sut_rod_residual_at(&f.rod, i), whole));
            most = fmax(most, v3_norm(whole));
        }
        CHECK_LE(off / most, 1e-13); // the same sums in another order
        rod_free(&f);
    }
}
