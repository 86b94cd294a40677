// SPDX-License-Identifier: MIT
// Corrections of one substep teach the next ones what the factor does not know.
#include "check.h"
#include "tissue_fixture.h"

#include <math.h>
#include <string.h>

enum { MOST = 1200 };

static double largest(const double *a, int count) {
    double most = 0.0;
    for (int j = 0; j < count; j++) {
        most = fmax(most, fabs(a[j]));
    }
    return most;
}

static fixture shaken_vessel(void) {
    sut_tissue_def d = fixture_def(SUT_TISSUE_SHELL);
    d.young = 5e5;
    fixture f = fixture_vessel(1e-3, 6e-3, 12, 12, d);
    fixture_hold(&f, "start", SUT_AXIS_ALL);
    fixture_prepare(&f, 1e-3);
    (void)sut_tissue_factorise(f.tissue, f.tissue->x);
    // the factor is of another shape
    fixture_shake(&f, 2e-5, 7u);
    fixture_prepare(&f, 1e-3);
    return f;
}

static void residual_of(fixture *f, double *to) {
    sut_tissue *t = f->tissue;
    sut_tissue_evaluate(t, 0.0);
    for (int j = 0; j < 3 * t->n; j++) {
        to[j] = (t->pinned[j / 3] >> (j % 3) & 1) == 0 ? t->residual[j] : 0.0;
    }
}

// Solve, apply all of it: what the body does in a correction.
static void correct(fixture *f, const double *residual) {
    sut_tissue *t = f->tissue;
    for (int j = 0; j < 3 * t->n; j++) {
        t->body.correction[j] = -residual[j];
    }
    (void)sut_tissue_secant_solve(t, t->body.correction, true);
    t->body.kind->apply(&t->body, 1.0);
}

// The secant equation: the change of the residual that the last correction brought about is
// answered with that correction, whatever the factor is.
TEST(the_last_correction_is_known_exactly) {
    static double before[MOST], after[MOST], change[MOST], way[MOST];
    fixture f = shaken_vessel();
    sut_tissue *t = f.tissue;
    const int size = 3 * t->n;
    REQUIRE(size <= MOST);
    sut_tissue_secant_clear(t);
    for (int k = 0; k < SUT_TISSUE_PAIRS + 3; k++) { // more than are kept
        CASE("correction %d", k);
        residual_of(&f, before);
        correct(&f, before);
        memcpy(way, t->body.correction, (size_t)size * sizeof *way);
        residual_of(&f, after);
        for (int j = 0; j < size; j++) {
            change[j] = after[j] - before[j];
        }
        REQUIRE(sut_tissue_secant_solve(t, change, true));
        double worst = 0.0;
        for (int j = 0; j < size; j++) {
            worst = fmax(worst, fabs(change[j] - way[j]));
        }
        // rounding of a system of condition 1e5
        CHECK_NEAR(worst / largest(way, size), 0.0, 1e-9);
        sut_tissue_secant_drop(t); // that solve was no correction
    }
    fixture_free(&f);
}

// A ring under inward loads folds: the matrix has no negative share there, and corrections by it
// alone get on slowly.
TEST(a_shell_that_folds_needs_few_corrections) {
    sut_tissue_def d = fixture_def(SUT_TISSUE_SHELL);
    d.young = 5e5;
    d.density = 1060.0;
    fixture f = fixture_vessel(1e-3, 6e-3, 16, 16, d);
    fixture_hold(&f, "start", SUT_AXIS_ALL);
    fixture_load_even(&f, "end", v3(-0.05, 0.0, 0.01));
    CHECK(fixture_run(&f, 1e-3, 60) >= 0);
    CHECK_LE(f.corrections, 300); // 416 and 185 with the factor alone
    CHECK_LE(f.factors, 120);
    fixture_free(&f);
}
