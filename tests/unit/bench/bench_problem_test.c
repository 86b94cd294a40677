// SPDX-License-Identifier: MIT
#include "bench_problem.h"

#include "bench_knot_world.h"
#include "check.h"

#include <math.h>

// A reef that the hands have begun to tighten; null when something was refused.
static sut_contacts *open_reef(sut_bench_case *c) {
    sut_bench_knot k = sut_bench_knot_default("\"knot\": \"reef\"");
    k.vertices = 300;
    sut_bench_knot_open(c, &k);
    sut_bench_case_run(c, SUT_BENCH_KNOT_SETTLE + 20);
    return c->result == SUT_OK ? sut_bench_problem_of(c->world) : NULL;
}

TEST(captured_problem_is_the_one_that_the_engine_solved) {
    sut_bench_case c;
    sut_contacts *contacts = open_reef(&c);
    sut_bench_problem p;
    if (CHECK(contacts != NULL) && CHECK(sut_bench_problem_take(&p, contacts))) {
        CHECK(p.bearing > 5 && p.bearing <= p.count);
        double believed;
        (void)sut_bench_newton_us(contacts, 200, 1e-9, &believed);
        // Newton's own error, and rounding of a coupling whose entries are displacements of a
        // millimetre against gaps of a micrometre
        CHECK_LE(believed, 1e-9);
        CHECK_LE(sut_bench_problem_error(&p, contacts->y), 1e-6);
        // without forces nothing holds the strands apart
        for (int i = 0; i < 3 * p.count; i++) {
            p.force[i] = 0.0;
        }
        CHECK(sut_bench_problem_error(&p, p.force) > 0.5);
        sut_bench_problem_free(&p);
    }
    sut_bench_case_close(&c);
}

TEST(captured_coupling_is_symmetric_and_positive) {
    sut_bench_case c;
    sut_contacts *contacts = open_reef(&c);
    sut_bench_problem p;
    if (CHECK(contacts != NULL) && CHECK(sut_bench_problem_take(&p, contacts))) {
        int n = 3 * p.count;
        for (int i = 0; i < n; i++) {
            CASE("i %d", i);
            CHECK(p.coupling[i * n + i] > 0.0);
            for (int j = 0; j < i; j++) {
                CASE("j %d", j);
                double both = p.coupling[i * n + i] * p.coupling[j * n + j];
                CHECK(p.coupling[i * n + j] == p.coupling[j * n + i]);
                // of a positive semidefinite matrix; 1e-9 for rounding
                CHECK(p.coupling[i * n + j] * p.coupling[i * n + j] <= both * (1.0 + 1e-9));
            }
        }
        sut_bench_problem_free(&p);
    }
    sut_bench_case_close(&c);
}

TEST(sweeps_bring_the_dense_problem_nearer_to_its_law) {
    sut_bench_case c;
    sut_contacts *contacts = open_reef(&c);
    sut_bench_problem p;
    if (CHECK(contacts != NULL) && CHECK(sut_bench_problem_take(&p, contacts))) {
        (void)sut_bench_sweeps_us(&p, sut_contact_gs_exact, 20, true);
        double few = sut_bench_problem_error(&p, p.force);
        (void)sut_bench_sweeps_us(&p, sut_contact_gs_exact, 20000, true);
        double many = sut_bench_problem_error(&p, p.force);
        CHECK(many < 0.5 * few); // slowly
        sut_bench_problem_free(&p);
    }
    sut_bench_case_close(&c);
}

TEST(overhand_is_laid_as_a_knot_and_its_end_goes_where_it_is_asked) {
    sut_bench_overhand k = {.vertices = 300, .size = 4.0, .speed = 0.5, .apart = 0.085};
    sut_bench_case c;
    sut_bench_overhand_open(&c, &k);
    sut_thread_view view;
    if (CHECK(c.result == SUT_OK) &&
        CHECK(sut_thread_get_view(c.world, c.thread, &view) == SUT_OK)) {
        CHECK(sut_bench_is_overhand(view.position, view.vertex_count));
        CHECK(!sut_bench_is_overhand(view.position, view.vertex_count / 3)); // a lead alone
        double x0 = view.position[0].x;
        int steps = sut_bench_overhand_steps(&k);
        CHECK(steps > SUT_BENCH_KNOT_SETTLE);
        sut_vec3 end = sut_bench_overhand_end(&k, steps * c.dt);
        CHECK_NEAR(end.x - x0, 0.085, 1e-12); // m, round-off
        sut_bench_case_run(&c, steps);
        CHECK(c.result == SUT_OK);
        sut_thread_get_view(c.world, c.thread, &view);
        // a hold keeps its vertex on the target to 1e-9 m
        CHECK_NEAR(view.position[view.vertex_count - 1].x, end.x, 1e-9);
        CHECK(sut_bench_is_overhand(view.position, view.vertex_count));
    }
    sut_bench_case_close(&c);
}
