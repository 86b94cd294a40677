// SPDX-License-Identifier: MIT
// The exact matrix of the step is the derivative of the residual.
#include "rod_fixture.h"

#include "check.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

// Derivative of the residual along v (3 n values), with five points at most `reach` of v away.
static void residual_slope(sut_rod *r, const double *v, double reach, double *out) {
    const double places[4] = {-2.0, -1.0, 1.0, 2.0};
    const double weights[4] = {1.0, -8.0, 8.0, -1.0};
    int count = 3 * r->body.n;
    memset(out, 0, (size_t)count * sizeof *out);
    for (int k = 0; k < 4; k++) {
        rod_move_by(r, v, 0.5 * reach * places[k]);
        rod_refresh(r);
        for (int i = 0; i < count; i++) {
            out[i] += weights[k] * r->work.residual[i] / (6.0 * reach);
        }
        rod_move_by(r, v, -0.5 * reach * places[k]);
    }
    rod_refresh(r);
}

static double distance(const double *a, const double *b, int count, double *size) {
    double sum = 0.0;
    *size = 0.0;
    for (int i = 0; i < count; i++) {
        sum += (a[i] - b[i]) * (a[i] - b[i]);
        *size += a[i] * a[i];
    }
    *size = sqrt(*size);
    return sqrt(sum);
}

// Matrix times a random vector against the slope of the residual along it, relative.
static double matrix_error(const rod_wish *wish) {
    rod_fixture f;
    int count = 3 * wish->n;
    double *v = malloc(3 * (size_t)count * sizeof *v);
    double error = HUGE_VAL;
    if (v && rod_make(&f, wish)) {
        double *product = v + count;
        double *slope = product + count;
        test_random random = {wish->seed + 77};
        for (int i = 0; i < count; i++) {
            v[i] = f.edge * test_next(&random);
        }
        f.rod.work.exact = true;
        sut_rod_assemble(&f.rod);
        sut_band_multiply(wish->n, f.rod.work.band.block, v, product);
        residual_slope(&f.rod, v, 1e-3, slope);
        double size;
        error = distance(slope, product, count, &size) / size;
        rod_free(&f);
    }
    free(v);
    return error;
}

// Five points over 1e-3 of an edge: truncation and rounding both below 1e-9.
static void check_matrix(rod_wish wish) {
    const int sizes[4] = {5, 12, 64, 67}; // below, at and beyond the chunks of the assembly
    for (int k = 0; k < 4; k++) {
        CASE("k %d", k);
        wish.n = sizes[k];
        wish.seed = 40 + (uint64_t)k;
        CHECK_LE(matrix_error(&wish), 1e-6);
    }
}

TEST(stretch_and_bend) {
    check_matrix((rod_wish){0});
    check_matrix((rod_wish){.rough = 1.5});
}

TEST(two_to_four_vertices) {
    for (int n = 2; n <= 4; n++) {
        CASE("n %d", n);
        CHECK_LE(matrix_error(&(rod_wish){.n = n, .seed = 8}), 1e-6);
    }
}

TEST(compressed) {
    check_matrix((rod_wish){.squeeze = 1.3});
}

TEST(stretch_damping) {
    check_matrix((rod_wish){.damping_stretch = 0.003});
}

TEST(held_tangents) {
    check_matrix((rod_wish){.planes = true});
}

TEST(hands_of_limited_strength) {
    check_matrix((rod_wish){.hands = true});
}

TEST(losses) {
    check_matrix((rod_wish){.drag = 3.0, .damping_linear = 0.4, .implicitness = 0.6});
}

//---- the whole linear solve ----------------------------------------------------------------------
// Largest |v| of the free vertices.
static double largest(const sut_rod *r, const double *v) {
    double most = 0.0;
    for (int i = 0; i < r->body.n; i++) {
        bool pinned = false;
        for (int k = 0; k < r->chain.pin_count; k++) {
            pinned = pinned || r->chain.pins[k].vertex == i;
        }
        for (int c = 0; !pinned && c < 3; c++) {
            most = fmax(most, fabs(v[3 * i + c]));
        }
    }
    return most;
}

// One solve with the exact matrix; the displacement stays as it was. False if it was not definite.
static bool solve_exactly(sut_rod *r, double *correction) {
    r->work.exact = true;
    sut_rod_assemble(r);
    bool solved = sut_rod_linear_solve(r) && r->work.exact && !r->work.progress.limited;
    memcpy(correction, r->body.correction, 3 * (size_t)r->body.n * sizeof *correction);
    rod_move_by(r, correction, -1.0);
    r->work.progress.linearisations = 0;
    rod_refresh(r); // the correction has taken the place of the residual
    return solved;
}

// Newton: residual + derivative of the residual along the correction = 0 at the free vertices.
static double newton_error(const rod_wish *wish) {
    rod_fixture f;
    int count = 3 * wish->n;
    double *v = malloc(2 * (size_t)count * sizeof *v);
    double error = HUGE_VAL;
    if (v && rod_make(&f, wish)) {
        sut_rod *r = &f.rod;
        double *slope = v + count;
        if (solve_exactly(r, v)) {
            residual_slope(r, v, 1e-3 * f.edge / largest(r, v), slope);
            double size = largest(r, r->work.residual);
            for (int i = 0; i < count; i++) {
                slope[i] += r->work.residual[i];
            }
            error = largest(r, slope) / size;
        }
        rod_free(&f);
    }
    free(v);
    return error;
}

// A step short enough that inertia keeps the exact matrix definite. Errors as above.
static void check_newton(rod_wish wish) {
    const int sizes[3] = {9, 20, 67};
    for (int k = 0; k < 3; k++) {
        CASE("k %d", k);
        wish.n = sizes[k];
        wish.seed = 60 + (uint64_t)k;
        wish.dt = 3e-5;
        wish.move = 0.02;
        CHECK_LE(newton_error(&wish), 1e-6);
    }
}

TEST(newton_without_holds) {
    check_newton((rod_wish){0});
}

TEST(newton_with_pins) {
    check_newton((rod_wish){.pins = true});
}

// The twist of a span couples all of it; the solve adds that as a matrix of rank one.
TEST(newton_with_two_twisted_spans) {
    check_newton((rod_wish){.spans = true});
    check_newton((rod_wish){.spans = true, .pins = true, .damping_twist = 1e-5});
}
