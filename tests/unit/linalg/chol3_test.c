// SPDX-License-Identifier: MIT
#include "check.h"
#include "chol3_fixture.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#define EPS 0x1p-53

static size_t bytes_of(const chol3_case *k) {
    return 3 * (size_t)k->n * sizeof(double);
}

static void solve(chol3_case *k) {
    memcpy(k->x, k->b, bytes_of(k));
    sut_chol3_solve(k->c, k->x);
}

// condition below 1 + 4 x 26 neighbours, some ten roundings per component; measured up to 6 EPS
#define SOLVE_ERROR (100.0 * EPS)

static void check_solution(chol3_case *k) {
    long double *exact = malloc(3 * (size_t)k->n * sizeof *exact);
    chol3_dense_solve(k, k->b, exact);
    solve(k);
    CHECK_LE(chol3_error(k, k->x, exact), SOLVE_ERROR);
    free(exact);
}

static void check_case_solves(chol3_case k) {
    REQUIRE(k.c != NULL);
    REQUIRE(sut_chol3_factor(k.c));
    check_solution(&k);
    chol3_free(&k);
    CHECK_EQ_INT(k.memory.taken, 0);
}

//---- solutions -----------------------------------------------------------------------------------

TEST(one_node_is_a_system_too) {
    check_case_solves(chol3_chain(1, 1));
}

TEST(chains_agree_with_dense_elimination) {
    for (int n = 2; n < 120; n += 1 + n / 3) {
        CASE("n %d", n);
        check_case_solves(chol3_chain(n, (uint64_t)n));
    }
}

TEST(grids_agree_with_dense_elimination) {
    check_case_solves(chol3_grid(9, 7, 1, 1));
    check_case_solves(chol3_grid(5, 4, 3, 2));
    check_case_solves(chol3_grid(6, 6, 6, 3)); // fronts of more than a hundred columns
}

TEST(random_patterns_agree_with_dense_elimination) {
    for (int i = 0; i < 40; i++) {
        CASE("i %d", i);
        int n = 2 + 3 * i % 70;
        check_case_solves(chol3_random(n, n * (1 + i % 4) / 2, (uint64_t)i));
    }
}

TEST(nodes_without_neighbours_are_solved_alone) {
    check_case_solves(chol3_random(20, 0, 3));
    check_case_solves(chol3_random(40, 12, 4)); // islands
}

TEST(a_full_matrix_is_one_front) {
    chol3_case k = chol3_random(30, 3000, 5);
    CHECK_EQ_INT(k.c->front_count, 1);
    check_case_solves(k);
}

TEST(blocks_of_nodes_that_are_not_coupled_do_not_exist) {
    chol3_case k = chol3_chain(5, 1);
    bool transposed;
    CHECK(sut_chol3_block(k.c, 0, 2, &transposed) == NULL);
    CHECK(sut_chol3_block(k.c, 0, 1, &transposed) != NULL);
    chol3_free(&k);
}

TEST(a_block_and_its_mirror_are_kept_once) {
    chol3_case k = chol3_grid(4, 3, 2, 6);
    for (int p = 0; p < k.pair_count; p++) {
        bool one = false;
        bool other = false;
        double *there = sut_chol3_block(k.c, k.pair[p][0], k.pair[p][1], &one);
        CHECK(there && there == sut_chol3_block(k.c, k.pair[p][1], k.pair[p][0], &other));
        CHECK(one != other);
    }
    chol3_free(&k);
}

//---- bits ----------------------------------------------------------------------------------------

TEST(every_instruction_set_gives_the_same_bits) {
    chol3_case k = chol3_grid(6, 5, 4, 7);
    size_t size = k.c->entries * sizeof(double);
    double *factor = malloc(size);
    double *x = malloc(bytes_of(&k));
    double *y = malloc(2 * sut_chol3_column_size(k.c, 0) * sizeof *y);
    double *z = y + sut_chol3_column_size(k.c, 0);
    k.c->kernel = sut_chol3_kernel_best();
    REQUIRE(sut_chol3_factor(k.c));
    solve(&k);
    sut_chol3_column(k.c, 0, y);
    memcpy(factor, k.c->factor[0], size);
    memcpy(x, k.x, bytes_of(&k));
    k.c->kernel = sut_chol3_kernel_baseline();
    REQUIRE(sut_chol3_factor(k.c));
    solve(&k);
    sut_chol3_column(k.c, 0, z);
    CHECK(memcmp(factor, k.c->factor[0], size) == 0);
    CHECK(memcmp(x, k.x, bytes_of(&k)) == 0);
    CHECK(memcmp(y, z, sut_chol3_column_size(k.c, 0) * sizeof *y) == 0);
    free(y);
    free(x);
    free(factor);
    chol3_free(&k);
}

TEST(slices_of_any_size_give_the_bits_of_one_piece) {
    chol3_case k = chol3_grid(6, 5, 4, 8);
    size_t size = k.c->entries * sizeof(double);
    double *factor = malloc(size);
    REQUIRE(sut_chol3_factor(k.c));
    memcpy(factor, k.c->factor[0], size);
    const double piece[] = {1.0, 1000.0, 50000.0, 1e9};
    for (int i = 0; i < 4; i++) {
        CASE("piece %g", piece[i]);
        sut_chol3_begin(k.c);
        while (sut_chol3_slice(k.c, piece[i]) == SUT_CHOL3_WORKING) {
        }
        REQUIRE(k.c->state == SUT_CHOL3_READY);
        sut_chol3_swap(k.c);
        CHECK(memcmp(factor, k.c->factor[0], size) == 0);
    }
    free(factor);
    chol3_free(&k);
}

//---- slices --------------------------------------------------------------------------------------

TEST(slices_do_about_as_much_as_they_were_asked_for) {
    chol3_case k = chol3_grid(8, 8, 3, 9);
    double piece = sut_chol3_work(k.c) / 20.0;
    int count = 1;
    sut_chol3_begin(k.c);
    while (sut_chol3_slice(k.c, piece) == SUT_CHOL3_WORKING) {
        count++;
    }
    // a slice ends after a column, so it does up to one of them more
    CHECK(count >= 15 && count <= 20);
    chol3_free(&k);
}

TEST(the_old_factor_solves_until_the_swap) {
    chol3_case k = chol3_grid(5, 5, 2, 10);
    double *x = malloc(bytes_of(&k));
    REQUIRE(sut_chol3_factor(k.c));
    CHECK_EQ_INT(sut_chol3_version(k.c), 1);
    solve(&k);
    memcpy(x, k.x, bytes_of(&k));
    for (int i = 0; i < 9 * k.n * k.n; i++) {
        k.a[i] *= 2.0;
    }
    chol3_set(&k);
    sut_chol3_begin(k.c);
    // values that come after `begin` are for the next time
    sut_chol3_clear(k.c);
    while (sut_chol3_slice(k.c, 5000.0) == SUT_CHOL3_WORKING) {
        solve(&k);
        REQUIRE(memcmp(x, k.x, bytes_of(&k)) == 0);
    }
    CHECK_EQ_INT(sut_chol3_version(k.c), 1);
    sut_chol3_swap(k.c);
    CHECK_EQ_INT(sut_chol3_version(k.c), 2);
    check_solution(&k);
    free(x);
    chol3_free(&k);
}

//---- refusals ------------------------------------------------------------------------------------

static void check_refusal(double diagonal) {
    chol3_case k = chol3_grid(4, 4, 2, 11);
    double *x = malloc(bytes_of(&k));
    REQUIRE(sut_chol3_factor(k.c));
    solve(&k);
    memcpy(x, k.x, bytes_of(&k));
    bool transposed;
    sut_chol3_block(k.c, 17, 17, &transposed)[4] = diagonal;
    CHECK(!sut_chol3_factor(k.c));
    solve(&k);
    CHECK(memcmp(x, k.x, bytes_of(&k)) == 0);
    CHECK_EQ_INT(sut_chol3_version(k.c), 1);
    sut_chol3_begin(k.c);
    while (sut_chol3_slice(k.c, 100.0) == SUT_CHOL3_WORKING) {
    }
    CHECK(k.c->state == SUT_CHOL3_BAD);
    // good values make it good again
    chol3_set(&k);
    CHECK(sut_chol3_factor(k.c));
    solve(&k);
    CHECK(memcmp(x, k.x, bytes_of(&k)) == 0);
    free(x);
    chol3_free(&k);
}

TEST(a_matrix_that_is_not_positive_definite_is_refused) {
    check_refusal(-1.0);
    check_refusal(0.0);
    check_refusal(0.01); // less than what the neighbours take
}

TEST(values_that_are_not_finite_are_refused) {
    check_refusal((double)NAN);
    check_refusal((double)INFINITY);
}

// Springs without masses: the last pivots are rounding errors of either sign.
TEST(a_floating_body_is_refused) {
    for (uint64_t seed = 0; seed < 20; seed++) {
        chol3_case k = chol3_grid(4, 3, 2, seed);
        for (int i = 0; i < 3 * k.n; i++) {
            k.a[(ptrdiff_t)i * (3 * k.n + 1)] -= 1.0;
        }
        chol3_set(&k);
        CHECK(!sut_chol3_factor(k.c));
        chol3_free(&k);
    }
}

static void *no_memory(void *ctx, size_t size, size_t align) {
    int *left = ctx;
    return (*left)-- > 0 ? aligned_alloc(align, (size + align - 1) / align * align) : NULL;
}

static void free_memory(void *ctx, void *mem, size_t size) {
    (void)ctx;
    (void)size;
    free(mem);
}

TEST(without_memory_there_is_no_factor) {
    const int pair[1][2] = {{0, 1}};
    for (int pieces = 0; pieces < 2; pieces++) {
        int left = pieces;
        sut_allocator a = {no_memory, free_memory, &left};
        sut_memory m;
        sut_memory_init(&m, &a);
        CHECK(sut_chol3_create(&m, 2, pair, 1) == NULL);
        CHECK_EQ_INT(m.taken, 0);
    }
    sut_chol3_destroy(NULL, NULL);
}

//---- columns -------------------------------------------------------------------------------------

// block (a, b) of the inverse, by three solves
static void inverse_block(chol3_case *k, int a, int b, double out[9]) {
    for (int j = 0; j < 3; j++) {
        memset(k->x, 0, bytes_of(k));
        k->x[3 * b + j] = 1.0;
        sut_chol3_solve(k->c, k->x);
        for (int i = 0; i < 3; i++) {
            out[3 * i + j] = k->x[3 * a + i];
        }
    }
}

static void check_compliance(chol3_case k) {
    double **y = calloc((size_t)k.n, sizeof *y);
    REQUIRE(sut_chol3_factor(k.c));
    for (int i = 0; i < k.n; i++) {
        y[i] = malloc(sut_chol3_column_size(k.c, i) * sizeof **y);
        sut_chol3_column(k.c, i, y[i]);
    }
    for (int a = 0; a < k.n; a += 1 + a % 3) {
        for (int b = 0; b < k.n; b += 2) {
            double direct[9];
            double solved[9];
            sut_chol3_compliance(k.c, a, y[a], b, y[b], direct);
            inverse_block(&k, a, b, solved);
            for (int i = 0; i < 9; i++) {
                CASE("nodes %d %d, entry %d", a, b, i);
                // entries are at most 1, the inverse of the mass
                CHECK_NEAR(direct[i], solved[i], 8.0 * EPS);
            }
        }
    }
    for (int i = 0; i < k.n; i++) {
        free(y[i]);
    }
    free(y);
    chol3_free(&k);
}

TEST(compliance_from_columns_is_that_of_solves) {
    check_compliance(chol3_chain(1, 1));
    check_compliance(chol3_chain(17, 2));
    check_compliance(chol3_grid(5, 4, 3, 3));
    check_compliance(chol3_random(30, 20, 4)); // islands: zero between them
}

TEST(columns_follow_the_path_to_the_root_only) {
    const int pair[1][2] = {{0, 1}};
    sut_memory m;
    sut_memory_init(&m, NULL);
    sut_chol3 *c = sut_chol3_create(&m, 3, pair, 1);
    REQUIRE(c != NULL);
    // three columns of a path of nodes, each with three zeros after it
    CHECK_EQ_INT(sut_chol3_column_size(c, 0), 3 * (6 + 3));
    CHECK_EQ_INT(sut_chol3_column_size(c, 2), 3 * (3 + 3));
    sut_chol3_destroy(c, &m);
}
