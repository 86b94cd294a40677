// SPDX-License-Identifier: MIT
// The system that the solvers are compared on is what it says: the Hessian of a thread's energy.
#include "bench_system.h"
#include "bench_thread.h"

#include "check.h"
#include "peer_lapack.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { N = 12 };

// x' A x from the band form.
static double quadratic(const sut_bench_system *s, const double *x) {
    int size = 3 * s->n;
    double sum = 0.0;
    for (int column = 0; column < size; column++) {
        for (int k = 0; k <= SUT_BENCH_HALF_BAND && column + k < size; k++) {
            double a = s->band[column * (SUT_BENCH_HALF_BAND + 1) + k];
            sum += (k == 0 ? 1.0 : 2.0) * a * x[column] * x[column + k];
        }
    }
    return sum;
}

TEST(moving_all_vertices_alike_costs_the_mass_alone) {
    sut_bench_system s;
    REQUIRE(sut_bench_system_create(&s, N));
    double x[3 * N];
    for (int i = 0; i < 3 * N; i++) {
        x[i] = i % 3 == 0 ? 1.0 : 0.0;
    }
    const sut_bench_material *m = &sut_bench_suture;
    double mass = m->density * SUT_BENCH_PI * m->radius * m->radius * m->length;
    // the stiff parts cancel: their round-off against the mass is about 1e-16 * 1e4 / 1e-2
    CHECK_NEAR(quadratic(&s, x) * SUT_BENCH_DT * SUT_BENCH_DT / mass, 1.0, 1e-8);
    sut_bench_system_free(&s);
}

TEST(stretching_the_first_edge_along_itself_costs_its_spring) {
    sut_bench_system s;
    REQUIRE(sut_bench_system_create(&s, N));
    const sut_bench_material *m = &sut_bench_suture;
    double area = SUT_BENCH_PI * m->radius * m->radius;
    double edge = m->length / (N - 1);
    double x[3 * N] = {1.0}; // the first tangent is the x axis
    double mass = 0.5 * m->density * area * edge / (SUT_BENCH_DT * SUT_BENCH_DT);
    // what is left is the bending of the second vertex across its own tangent, seen along x:
    // (1 - t_x^2) of it
    double pitch = 0.4 * sin(5.0 / N);
    double along = cos(pitch) * cos(2.5 / N);
    double bend = 21.0 * m->young * area * m->radius * m->radius / 4.0 / (edge * edge * edge);
    double expected = mass + m->young * area / edge + bend * (1.0 - along * along);
    CHECK_NEAR(quadratic(&s, x) / expected, 1.0, 1e-12); // a few roundings
    sut_bench_system_free(&s);
}

TEST(lapack_finds_the_solution_that_the_load_was_made_from) {
    sut_peer_lapack lapack;
    if (!sut_peer_lapack_open(&lapack)) {
        return; // nothing to compare with on this machine
    }
    sut_bench_system s;
    REQUIRE(sut_bench_system_create(&s, 100));
    CHECK_EQ_INT(sut_peer_lapack_solve(&lapack, 300, SUT_BENCH_HALF_BAND, s.band, s.rhs), 0);
    // condition about 1e7 times the rounding of a double
    CHECK_LE(sut_bench_difference(s.rhs, s.solution, 300), 1e-8);
    sut_bench_system_free(&s);
    sut_peer_lapack_close(&lapack);
}

TEST(difference_sees_nan) {
    const double a[2] = {(double)NAN, 2.0};
    const double b[2] = {1.0, 2.0};
    CHECK(isnan(sut_bench_difference(a, b, 2)));
}
