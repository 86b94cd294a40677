// SPDX-License-Identifier: MIT
#include "check.h"
#include "linalg/small.h"
#include "linalg/sparse_kernel.h"
#include "sparse_fixture.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#define EPS 0x1p-53

static size_t vector_bytes(const sparse_case *c) {
    return (size_t)(3 * c->n) * sizeof(double);
}

// both phases and the complete solution of (a + h) x = b into c->x
static bool run(sparse_case *c, bool split) {
    if (!sparse_pattern(c, split)) {
        return false;
    }
    sparse_set(c, c->a);
    if (!sut_sparse_factor_fixed(&c->s)) {
        return false;
    }
    sut_sparse_restart(&c->s);
    sparse_add_rest(c, c->h);
    if (!sut_sparse_factor_rest(&c->s)) {
        return false;
    }
    memcpy(c->x, c->b, vector_bytes(c));
    sut_sparse_solve(&c->s, c->x);
    return true;
}

static double error_of(const sparse_case *c, const long double *exact) {
    long double error = 0.0L;
    long double size = 0.0L;
    for (int i = 0; i < 3 * c->n; i++) {
        error = fmaxl(error, fabsl((long double)c->x[i] - exact[i]));
        size = fmaxl(size, fabsl(exact[i]));
    }
    return (double)(error / size);
}

//---- right solutions -----------------------------------------------------------------------------

static void check_against_dense(int n, int contacts, bool split, uint64_t seed) {
    sparse_case c = sparse_random(n, contacts, seed);
    long double *exact = malloc((size_t)(3 * n) * sizeof *exact);
    REQUIRE(exact != NULL);
    REQUIRE(run(&c, split));
    sparse_dense_solve(&c, exact);
    // condition below 40, and about 50 roundings per component on the way through the fronts
    CHECK_LE(error_of(&c, exact), 40.0 * 50.0 * EPS);
    // elimination of a dominated matrix does not let the entries grow: a handful of roundings
    CHECK_LE(sparse_residual(&c, c.x), 16.0 * EPS);
    free(exact);
    sparse_free(&c);
}

TEST(threads_with_contacts_agree_with_dense_elimination) {
    for (int n = 2; n <= 70; n += 1 + n / 6) {
        check_against_dense(n, n / 4, true, (uint64_t)n);
        check_against_dense(n, n / 2, true, (uint64_t)n + 1000);
    }
}

TEST(threads_without_a_split_agree_with_dense_elimination) {
    for (int n = 2; n <= 70; n += 1 + n / 4) {
        check_against_dense(n, n / 4, false, (uint64_t)n + 2000);
    }
}

TEST(a_thread_without_contacts_is_solved_by_the_first_phase_alone) {
    check_against_dense(30, 0, true, 5);
}

TEST(one_node_and_no_node_are_systems_too) {
    check_against_dense(1, 0, true, 1);
    check_against_dense(1, 0, false, 2);
    sparse_case c = sparse_random(1, 0, 3);
    sut_sparse_begin(&c.s, 0);
    CHECK(sut_sparse_analyse(&c.s, NULL));
    sut_sparse_clear(&c.s);
    CHECK(sut_sparse_factor_fixed(&c.s) && sut_sparse_factor_rest(&c.s));
    sut_sparse_solve(&c.s, c.x);
    sparse_free(&c);
}

// The everyday use: many contacts on top of one linearisation, each time other values.
TEST(restart_forgets_the_contacts_of_the_last_iteration) {
    sparse_case c = sparse_random(40, 8, 11);
    long double *exact = malloc(120 * sizeof *exact);
    REQUIRE(exact != NULL && run(&c, true));
    for (int i = 0; i < 3; i++) {
        CASE("i %d", i);
        for (ptrdiff_t k = 0; k < 120 * 120; k++) {
            c.h[k] *= 0.5 + 0.3 * i;
        }
        sut_sparse_restart(&c.s);
        sparse_add_rest(&c, c.h);
        REQUIRE(sut_sparse_factor_rest(&c.s));
        memcpy(c.x, c.b, vector_bytes(&c));
        sut_sparse_solve(&c.s, c.x);
        sparse_dense_solve(&c, exact);
        CHECK_LE(error_of(&c, exact), 40.0 * 50.0 * EPS); // as above
    }
    free(exact);
    sparse_free(&c);
}

// Stiff along, soft across, almost free: a straight thread in an oblique direction. Explicit
// inverses of the pivots would lose the ratio of the stiffnesses here; the residual shows it.
TEST(stiff_threads_have_small_backward_errors) {
    const double t[3] = {0.6, 0.64, 0.48};
    for (double stiff = 1.0; stiff < 1e13; stiff *= 1e3) {
        CASE("stiff %g", stiff);
        sparse_case c = sparse_random(24, 0, 3);
        memset(c.a, 0, sizeof(double) * 72 * 72);
        for (int e = 0; e < 24; e++) {
            for (int k = 0; k < 9; k++) {
                double v = stiff * t[k / 3] * t[k % 3] + (k % 4 == 0 ? 1.0 : 0.0);
                ptrdiff_t at = (ptrdiff_t)(3 * e + k / 3) * 72 + 3 * e + k % 3;
                c.a[at] += (k % 4 == 0 ? 1e-3 : 0.0) + v;
                if (e < 23) {
                    c.a[at + 3 * 72 + 3] += v;
                    c.a[at + 3] -= v;
                    c.a[at + 3 * 72] -= v;
                }
            }
        }
        REQUIRE(run(&c, true));
        CHECK_LE(sparse_residual(&c, c.x), 16.0 * EPS); // a handful of roundings
        sparse_free(&c);
    }
}

// A pivot block whose first entry is zero needs its rows exchanged.
TEST(rows_are_exchanged_inside_a_pivot) {
    sparse_case c = sparse_random(6, 0, 9);
    for (int i = 0; i < 6; i++) {
        double *d = c.a + (ptrdiff_t)18 * 3 * i + (ptrdiff_t)3 * i;
        const double turned[9] = {0.0, 0.0, 8.0, 8.0, 1e-20, 0.0, 0.0, 8.0, 8.0};
        for (int k = 0; k < 9; k++) {
            d[18 * (k / 3) + k % 3] = turned[k];
        }
    }
    REQUIRE(run(&c, true));
    CHECK_LE(sparse_residual(&c, c.x), 16.0 * EPS); // a handful of roundings
    sparse_free(&c);
}

//---- the parts make the whole --------------------------------------------------------------------

TEST(three_partial_solutions_are_one_complete_solution) {
    sparse_case c = sparse_random(50, 7, 21);
    REQUIRE(run(&c, true));
    double *y = malloc(vector_bytes(&c));
    REQUIRE(y != NULL);
    memcpy(y, c.b, vector_bytes(&c));
    sut_sparse_forward_fixed(&c.s, y);
    sut_sparse_solve_rest(&c.s, y);
    sut_sparse_backward_fixed(&c.s, y);
    CHECK(memcmp(y, c.x, vector_bytes(&c)) == 0);
    free(y);
    sparse_free(&c);
}

TEST(loads_on_contacts_need_no_forward_and_no_backward_part) {
    sparse_case c = sparse_random(50, 7, 22);
    for (int i = 0; i < 3 * c.n; i++) {
        c.b[i] = c.fixed[i / 3] ? 0.0 : c.b[i];
    }
    REQUIRE(run(&c, true));
    double *y = malloc(vector_bytes(&c));
    REQUIRE(y != NULL);
    memcpy(y, c.b, vector_bytes(&c));
    sut_sparse_solve_rest(&c.s, y);
    for (int i = 0; i < 3 * c.n; i++) {
        CASE("i %d", i);
        CHECK(y[i] == (c.fixed[i / 3] ? 0.0 : c.x[i])); // the same operations: the same bits
    }
    free(y);
    sparse_free(&c);
}

TEST(split_and_unsplit_elimination_agree) {
    for (uint64_t seed = 1; seed <= 20; seed++) {
        CASE("seed %d", (int)seed);
        sparse_case c = sparse_random(45, 9, seed);
        double *y = malloc(vector_bytes(&c));
        REQUIRE(y != NULL && run(&c, true));
        memcpy(y, c.x, vector_bytes(&c));
        REQUIRE(run(&c, false));
        double worst = 0.0;
        double size = 0.0;
        for (int i = 0; i < 3 * c.n; i++) {
            worst = fmax(worst, fabs(y[i] - c.x[i]));
            size = fmax(size, fabs(y[i]));
        }
        CHECK_LE(worst, 2.0 * 40.0 * 50.0 * EPS * size); // each as far from the truth as above
        free(y);
        sparse_free(&c);
    }
}

//---- pattern -------------------------------------------------------------------------------------

TEST(a_thread_alone_has_a_front_of_two_and_no_fill) {
    sparse_case c = sparse_random(60, 0, 1);
    REQUIRE(sparse_pattern(&c, true));
    CHECK_EQ_INT(c.s.front_max, 2);
    CHECK_EQ_INT(c.s.block_count, 2 * (59 + 58));
    CHECK_EQ_INT(c.s.fixed_count, 60);
    sparse_free(&c);
}

TEST(fixed_nodes_come_first) {
    sparse_case c = sparse_random(60, 10, 4);
    REQUIRE(sparse_pattern(&c, true));
    for (int k = 0; k < 60; k++) {
        CASE("k %d", k);
        CHECK(c.fixed[c.s.order[k]] == (k < c.s.fixed_count));
        CHECK_EQ_INT(c.s.step[c.s.order[k]], k);
    }
    sparse_free(&c);
}

TEST(blocks_outside_the_pattern_are_null_and_the_others_are_apart) {
    sparse_case c = sparse_random(20, 0, 1);
    REQUIRE(sparse_pattern(&c, true));
    sut_sparse_clear(&c.s);
    for (int i = 0; i < 20; i++) {
        CASE("i %d", i);
        for (int j = 0; j < 20; j++) {
            CASE("j %d", j);
            double *block = sut_sparse_block(&c.s, i, j);
            CHECK((block != NULL) == (abs(i - j) <= 2));
            if (block) {
                CHECK(*block == 0.0); // nothing was written here before
                CHECK_EQ_INT((uintptr_t)block % 32, 0);
                *block = 1.0;
            }
        }
    }
    sparse_free(&c);
}

// every pair of nodes, one after the other: the fill must be complete for any graph
TEST(any_graph_can_be_analysed) {
    random_source r = {77};
    for (int trial = 0; trial < 40; trial++) {
        CASE("trial %d", trial);
        int n = 70 + trial;
        sparse_case c = sparse_random(n, trial, (uint64_t)trial);
        REQUIRE(sparse_pattern(&c, trial % 2 == 0));
        sut_sparse_begin(&c.s, n);
        for (int k = 0; k < 2 * n; k++) {
            int i = (int)random_in(&r, 0.0, n);
            int j = (int)random_in(&r, 0.0, n);
            if (i != j) {
                sut_sparse_couple(&c.s, i, j);
            }
        }
        REQUIRE(sut_sparse_analyse(&c.s, c.fixed));
        // row j has every column right of p that row p has, for all p left of its diagonal
        for (int j = 0; j < n; j++) {
            CASE("j %d", j);
            for (int q = c.s.lower_start[j]; q < c.s.lower_start[j + 1]; q++) {
                CASE("q %d", q);
                int p = c.s.lower[q];
                for (int k = c.s.upper_start[p]; k < c.s.upper_start[p + 1]; k++) {
                    CASE("k %d", k);
                    int i = c.s.order[j];
                    CHECK(sut_sparse_block(&c.s, i, c.s.order[c.s.upper[k]]) != NULL);
                }
            }
        }
        sparse_free(&c);
    }
}

TEST(too_few_blocks_are_reported_and_exactly_enough_are_enough) {
    sparse_case c = sparse_random(40, 12, 6);
    REQUIRE(sparse_pattern(&c, true));
    int needed = c.s.block_count;
    for (int room = needed - 2; room <= needed; room += 2) {
        CASE("room %d", room);
        void *memory = aligned_alloc(64, sut_sparse_memory(40, room));
        REQUIRE(memory != NULL);
        sparse_case d = c;
        sut_sparse_init(&d.s, 40, room, memory);
        CHECK(sparse_pattern(&d, true) == (room == needed));
        if (room == needed) {
            CHECK(run(&d, true));
        }
        free(memory);
    }
    sparse_free(&c);
}

TEST(memory_is_used_within_its_bounds) {
    enum { GUARD = 64 };
    sparse_case c = sparse_random(40, 12, 6);
    REQUIRE(sparse_pattern(&c, true));
    int needed = c.s.block_count;
    size_t bytes = sut_sparse_memory(40, needed);
    CHECK_EQ_INT(bytes % 64, 0);
    unsigned char *memory = aligned_alloc(64, bytes + GUARD);
    REQUIRE(memory != NULL);
    memset(memory, 0xa5, bytes + GUARD);
    sparse_case d = c;
    sut_sparse_init(&d.s, 40, needed, memory);
    CHECK(run(&d, true));
    for (size_t i = 0; i < GUARD; i++) {
        CASE("i %zu", i);
        CHECK_EQ_INT(memory[bytes + i], 0xa5);
    }
    free(memory);
    sparse_free(&c);
}

//---- bad pivots ----------------------------------------------------------------------------------

// the phase in which a matrix with the given diagonal block at one node fails: 0 none, 1 or 2
static int failing_phase(int node, const double d[9]) {
    sparse_case c = sparse_random(12, 0, 8);
    c.fixed[10] = c.fixed[11] = false;
    memset(c.a, 0, sizeof(double) * 36 * 36);
    for (int i = 0; i < 12; i++) {
        for (int k = 0; k < 9; k++) {
            c.a[(ptrdiff_t)(3 * i + k / 3) * 36 + 3 * i + k % 3] =
                i == node ? d[k] : (k % 4 == 0 ? 2.0 : 0.1);
        }
    }
    int phase = 0;
    if (sparse_pattern(&c, true)) {
        sparse_set(&c, c.a);
        phase = !sut_sparse_factor_fixed(&c.s) ? 1 : !sut_sparse_factor_rest(&c.s) ? 2 : 0;
    }
    sparse_free(&c);
    return phase;
}

TEST(bad_pivots_are_reported_in_their_phase) {
    const double good[9] = {1, 0, 0, 0, 1, 0, 0, 0, 1};
    const double zero[9] = {0};
    const double flat[9] = {1, 2, 3, 4, 5, 6, 5, 7, 9};
    const double thin[9] = {1, 0, 0, 0, 1, 0, 0, 0, 1e-16};
    const double stiff[9] = {1, 0, 0, 0, 1, 0, 0, 0, 1e-12};
    const double nan[9] = {1, 0, 0, 0, (double)NAN, 0, 0, 0, 1};
    const double inf[9] = {1, 0, 0, 0, 1, 0, (double)INFINITY, 0, 1};
    for (int k = 0; k < 2; k++) {
        CASE("k %d", k);
        int node = k == 0 ? 3 : 11;
        CHECK_EQ_INT(failing_phase(node, good), 0);
        CHECK_EQ_INT(failing_phase(node, stiff), 0);
        CHECK_EQ_INT(failing_phase(node, zero), k + 1);
        CHECK_EQ_INT(failing_phase(node, flat), k + 1);
        CHECK_EQ_INT(failing_phase(node, thin), k + 1);
        CHECK_EQ_INT(failing_phase(node, nan), k + 1);
        CHECK_EQ_INT(failing_phase(node, inf), k + 1);
    }
}

// a chain held by nothing: the last pivot is rounding and nothing else
TEST(a_system_that_is_singular_as_a_whole_is_reported) {
    sparse_case c = sparse_random(10, 0, 1);
    memset(c.a, 0, sizeof(double) * 30 * 30);
    for (int e = 0; e < 9; e++) {
        for (int k = 0; k < 3; k++) {
            ptrdiff_t at = (ptrdiff_t)(3 * e + k) * 30 + 3 * e + k;
            c.a[at] += 0.7;
            c.a[at + 3 * 30 + 3] += 0.7;
            c.a[at + 3] -= 0.7;
            c.a[at + 3 * 30] -= 0.7;
        }
    }
    CHECK(!run(&c, true));
    CHECK(!run(&c, false));
    sparse_free(&c);
}

TEST(restart_repairs_a_refused_factorisation) {
    sparse_case c = sparse_random(30, 6, 2);
    REQUIRE(run(&c, true));
    double *good = malloc(vector_bytes(&c));
    REQUIRE(good != NULL);
    memcpy(good, c.x, vector_bytes(&c));
    sut_sparse_restart(&c.s);
    for (int i = 0; i < 12; i++) {
        sut_sparse_block(&c.s, c.contact[0][0], c.contact[0][0])[i] =
            i % 4 == 3 ? 0.0 : (double)NAN;
    }
    CHECK(!sut_sparse_factor_rest(&c.s));
    sut_sparse_restart(&c.s);
    sparse_add_rest(&c, c.h);
    CHECK(sut_sparse_factor_rest(&c.s));
    memcpy(c.x, c.b, vector_bytes(&c));
    sut_sparse_solve(&c.s, c.x);
    CHECK(memcmp(c.x, good, vector_bytes(&c)) == 0);
    free(good);
    sparse_free(&c);
}

//---- same bits -----------------------------------------------------------------------------------

TEST(all_kernels_give_the_same_bits) {
    for (uint64_t seed = 1; seed <= 20; seed++) {
        CASE("seed %d", (int)seed);
        sparse_case c = sparse_random(64, (int)seed, seed);
        double *y = malloc(vector_bytes(&c));
        REQUIRE(y != NULL);
        c.s.kernel = sut_sparse_kernel_best();
        REQUIRE(run(&c, true));
        memcpy(y, c.x, vector_bytes(&c));
        c.s.kernel = sut_sparse_kernel_baseline();
        REQUIRE(run(&c, true));
        CHECK(memcmp(y, c.x, vector_bytes(&c)) == 0);
        free(y);
        sparse_free(&c);
    }
}
