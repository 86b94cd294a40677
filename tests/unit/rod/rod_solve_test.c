// SPDX-License-Identifier: MIT
#include "rod_fixture.h"

#include "check.h"
#include "math/vec3.h"

#include <math.h>

// The loop of a step for one rod.
static void iterate(sut_rod *r, double tolerance, int most) {
    sut_rod_predict(r);
    r->work.progress.again = true;
    while (!r->work.progress.done && !r->work.progress.failed) {
        rod_refresh(r);
        if (r->work.progress.again) {
            sut_rod_assemble(r);
            sut_rod_linear_solve(r);
        } else {
            sut_rod_correct(r);
        }
        sut_rod_judge(r, tolerance, most);
    }
}

static double residual_size(const sut_rod *r) {
    double sum = 0.0;
    for (int i = 0; i < 3 * r->body.n; i++) {
        sum += r->work.residual[i] * r->work.residual[i];
    }
    return sqrt(sum);
}

TEST(a_solved_step_leaves_no_residual) {
    for (uint64_t seed = 0; seed < 5; seed++) {
        CASE("seed %d", (int)seed);
        rod_fixture f;
        rod_wish wish = {.n = 30, .seed = 80 + seed, .damping_bend = 0.02, .dt = 1e-5};
        REQUIRE(rod_make(&f, &wish));
        sut_rod *r = &f.rod;
        sut_rod_predict(r);
        rod_refresh(r);
        double before = residual_size(r);
        iterate(r, 1e-8, 100);
        CHECK(r->work.progress.done);
        rod_refresh(r);
        // 1e-8 of the motion; the stiffest direction, damped bending, is 1e3 times inertia
        CHECK_LE(residual_size(r) / before, 1e-5);
        rod_free(&f);
    }
}

TEST(tolerance_decides_how_often) {
    int counts[2];
    const double tolerances[2] = {1e-2, 1e-10};
    for (int k = 0; k < 2; k++) {
        CASE("k %d", k);
        rod_fixture f;
        REQUIRE(rod_make(&f, &(rod_wish){.n = 30, .seed = 81, .dt = 1e-4}));
        iterate(&f.rod, tolerances[k], 100);
        CHECK(f.rod.work.progress.done);
        counts[k] = f.rod.work.progress.linearisations + f.rod.work.progress.corrections;
        rod_free(&f);
    }
    CHECK(counts[0] < counts[1]);
}

TEST(gives_up_after_the_allowed_linearisations) {
    rod_fixture f;
    REQUIRE(rod_make(&f, &(rod_wish){.n = 30, .seed = 82, .rough = 2.0, .dt = 0.05}));
    iterate(&f.rod, 1e-12, 1);
    CHECK(f.rod.work.progress.failed);
    CHECK(!f.rod.work.progress.done);
    CHECK_EQ_INT(f.rod.work.progress.linearisations, 1);
    rod_free(&f);
}

TEST(no_edge_turns_far_in_one_correction) {
    rod_fixture f;
    // strongly squeezed: it wants to be elsewhere
    REQUIRE(rod_make(&f, &(rod_wish){.n = 30, .seed = 83, .squeeze = 3.0, .dt = 0.05}));
    sut_rod *r = &f.rod;
    sut_rod_predict(r);
    for (int i = 0; i < r->body.n; i++) {
        sut_soa3_set(&r->body.move, i, v3_zero());
    }
    rod_refresh(r);
    sut_rod_assemble(r);
    CHECK(sut_rod_linear_solve(r));
    CHECK(r->work.progress.limited);
    double most = 0.0;
    for (int i = 0; i < r->body.n - 1; i++) {
        sut_vec3 w = v3_sub(sut_soa3_get(&r->body.move, i + 1), sut_soa3_get(&r->body.move, i));
        most = fmax(most, v3_norm(w) / v3_norm(sut_soa3_get(&r->state.edge, i)));
    }
    CHECK_LE(most / 0.6 - 1.0, 1e-12); // of an edge's length, at its end
    rod_free(&f);
}

TEST(not_a_number_fails_by_name) {
    rod_fixture f;
    REQUIRE(rod_make(&f, &(rod_wish){.n = 10, .seed = 84}));
    f.rod.state.velocity[4].y = (double)NAN;
    iterate(&f.rod, 1e-4, 20);
    CHECK(f.rod.work.progress.failed);
    CHECK(!f.rod.work.progress.done);
    rod_free(&f);
}

TEST(pinned_vertices_stay_on_their_targets) {
    rod_fixture f;
    REQUIRE(rod_make(&f, &(rod_wish){.n = 20, .seed = 85, .pins = true, .dt = 1e-4}));
    sut_rod *r = &f.rod;
    sut_vec3 start[ROD_PINS];
    for (int k = 0; k < ROD_PINS; k++) {
        start[k] = r->body.position[r->chain.pins[k].vertex];
    }
    iterate(r, 1e-6, 50);
    for (int k = 0; k < ROD_PINS; k++) {
        CASE("k %d", k);
        sut_vec3 now = v3_add(start[k], sut_soa3_get(&r->body.move, r->chain.pins[k].vertex));
        CHECK_LE(v3_distance(now, r->chain.pins[k].target), 1e-17); // one addition
    }
    rod_free(&f);
}
