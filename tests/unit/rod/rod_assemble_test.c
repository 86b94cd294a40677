// SPDX-License-Identifier: MIT
// The safe matrix is positive definite for whatever shape; the everyday one is exact at rest.
#include "rod_fixture.h"

#include "check.h"
#include "math/vec3.h"

#include <math.h>
#include <string.h>

// A long step makes inertia a ten-millionth of the stretching stiffness: it only keeps a free rod
// from being singular, and could not save a matrix with a negative direction.
static bool definite(rod_wish wish) {
    rod_fixture f;
    wish.dt = 0.05;
    if (!rod_make(&f, &wish)) {
        return false;
    }
    f.rod.work.safe = true;
    sut_rod_assemble(&f.rod);
    int bad = sut_band_factor(&f.rod.work.band);
    rod_free(&f);
    return bad < 0;
}

static int count_indefinite(rod_wish wish) {
    int bad = 0;
    for (int k = 0; k < 60; k++) {
        wish.n = 3 + 3 * k;
        wish.seed = 1000 + (uint64_t)k;
        bad += definite(wish) ? 0 : 1;
    }
    return bad;
}

TEST(definite_when_compressed) {
    CHECK_EQ_INT(count_indefinite((rod_wish){.squeeze = 2.0}), 0);
    CHECK_EQ_INT(count_indefinite((rod_wish){.squeeze = 20.0, .rough = 0.05}), 0);
}

TEST(definite_when_folded) {
    // vertices up to three edges off the line: sharp folds and edges of all lengths
    CHECK_EQ_INT(count_indefinite((rod_wish){.rough = 3.0}), 0);
    CHECK_EQ_INT(count_indefinite((rod_wish){.rough = 3.0, .squeeze = 2.0, .move = 0.5}), 0);
}

TEST(definite_with_everything) {
    CHECK_EQ_INT(count_indefinite((rod_wish){.rough = 1.0,
                                             .squeeze = 1.5,
                                             .spans = true,
                                             .curved = true,
                                             .twisted = true,
                                             .damping_bend = 0.02,
                                             .damping_stretch = 0.01,
                                             .drag = 3.0,
                                             .move = 0.5}),
                 0);
}

// A zigzag whose turns are within a degree of folding right back.
TEST(definite_for_a_zigzag) {
    rod_fixture f;
    REQUIRE(rod_make(&f, &(rod_wish){.n = 60, .seed = 1, .dt = 0.05, .damping_bend = 0.02}));
    for (int i = 0; i < f.rod.body.n; i++) {
        sut_vec3 x = v3(1e-5 * i, i % 2 ? 1e-3 : 0.0, 1e-6 * (i % 3));
        sut_soa3_set(&f.rod.body.move, i, v3_sub(x, f.rod.body.position[i]));
    }
    rod_refresh(&f.rod);
    f.rod.work.safe = true;
    sut_rod_assemble(&f.rod);
    CHECK_EQ_INT(sut_band_factor(&f.rod.work.band), -1);
    rod_free(&f);
}

// Straight and unstrained: there is nothing to leave out, so both matrices are the same.
TEST(equals_the_exact_matrix_at_rest) {
    enum { N = 30 };
    sut_vec3 x[N];
    for (int i = 0; i < N; i++) {
        double s = 1e-3 * i + 2e-4 * (i % 3);
        x[i] = v3(0.6 * s, 0.0, 0.8 * s);
    }
    rod_fixture f;
    REQUIRE(rod_make(&f, &(rod_wish){.n = N, .seed = 1, .still = true}));
    sut_thread_def d = sut_default_thread_def();
    d.positions = x;
    d.vertex_count = N;
    sut_rod *r = &f.rod;
    sut_rod_define(r, &d);
    sut_rod_predict(r);
    rod_refresh(r);
    double everyday[N * SUT_BAND_BLOCK];
    sut_rod_assemble(r);
    memcpy(everyday, r->work.band.block, sizeof everyday);
    r->work.exact = true;
    sut_rod_assemble(r);
    double most = 0.0;
    double off = 0.0;
    for (int i = 0; i < N * SUT_BAND_BLOCK; i++) {
        int vertex = i / SUT_BAND_BLOCK;
        int place = i % SUT_BAND_BLOCK;
        bool read =
            place < SUT_BAND_O1 || (place < SUT_BAND_O2 && vertex < N - 1) || vertex < N - 2;
        if (read) {
            most = fmax(most, fabs(everyday[i]));
            off = fmax(off, fabs(everyday[i] - r->work.band.block[i]));
        }
    }
    CHECK_LE(off / most, 1e-12); // sums of a dozen terms, each of the size of the largest
    rod_free(&f);
}

// A pinned vertex has no say: its row is its inertia alone, and so is its column.
TEST(pinned_rows_and_columns_are_cleared) {
    rod_fixture f;
    REQUIRE(rod_make(&f, &(rod_wish){.n = 9, .seed = 2, .pins = true}));
    sut_rod *r = &f.rod;
    sut_rod_assemble(r);
    double v[27] = {0};
    double product[27];
    int pinned = r->chain.pins[1].vertex;
    v[3 * pinned] = 2.0;
    v[3 * pinned + 2] = -1.0;
    sut_band_multiply(r->body.n, r->work.band.block, v, product);
    for (int i = 0; i < 27; i++) {
        CASE("i %d", i);
        // exact: everything else is a product with zero
        CHECK_NEAR(product[i], r->work.inertia[pinned] * v[i], 0.0);
    }
    rod_free(&f);
}
