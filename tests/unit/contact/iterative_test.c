// SPDX-License-Identifier: MIT
#include "check.h"
#include "contact/iterative.h"

#include <math.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

enum { MOST = 24 };

typedef struct bench_case {
    int count;
    double coupling[9 * MOST * MOST];
    sut_dense_contact contact[MOST];
    double force[3 * MOST];
    _Alignas(64) unsigned char work[5 * 3 * MOST * sizeof(double) + 64];
} bench_case;

static sut_dense_contacts view_of(bench_case *b) {
    sut_dense_contacts c = {b->count, b->coupling, b->contact, b->force, b->work};
    return c;
}

static double *coupling_at(bench_case *b, int row, int column) {
    return &b->coupling[3 * b->count * row + column];
}

typedef sut_iterative_report (*method)(const sut_dense_contacts *c, int iterations,
                                       double tolerance);
static const method methods[3] = {sut_contact_pgs, sut_contact_nncg, sut_contact_gs_exact};

// m/N; with kn = 1000 and kt = 500 N/m: 1 + kn Q = 3, 1 + kt Q = 2
#define SELF 2e-3

// contacts that do not know each other, all with the same numbers
static bench_case apart(int count, double mu, const double q[3]) {
    bench_case b;
    memset(&b, 0, sizeof b);
    b.count = count;
    for (int i = 0; i < count; i++) {
        b.contact[i] = (sut_dense_contact){mu, 1000.0, 500.0, {q[0], q[1], q[2]}, {0.0, 0.0}};
        for (int k = 0; k < 3; k++) {
            *coupling_at(&b, 3 * i + k, 3 * i + k) = SELF;
        }
    }
    return b;
}

static void check_forces(bench_case *b, const double *expected, int sweeps) {
    sut_dense_contacts c = view_of(b);
    for (int m = 0; m < 3; m++) {
        CASE("m %d", m);
        memset(b->force, 0, sizeof b->force);
        sut_iterative_report r = methods[m](&c, sweeps, 0.0);
        for (int k = 0; k < 3 * b->count; k++) {
            CASE("k %d", k);
            CHECK_NEAR(b->force[k], expected[k], 1e-14 * 10.0); // N, rounding of forces below 10 N
        }
        CHECK_LE(r.residual, 1e-14); // the same, as a share
    }
}

//---- one contact ---------------------------------------------------------------------------------

TEST(an_open_contact_has_no_force) {
    const double q[3] = {1e-3, 1e-3, 0.0};
    const double none[3] = {0.0, 0.0, 0.0};
    bench_case b = apart(1, 0.5, q);
    b.contact[0].memory[0] = 0.3; // forgotten as soon as it opens
    check_forces(&b, none, 1);
}

// f = -k q / (1 + k Q) in every direction
TEST(a_sticking_contact_is_three_springs) {
    const double q[3] = {-3e-3, 1e-3, -2e-3};
    const double expected[3] = {1.0, -0.25, 0.5};
    bench_case b = apart(1, 0.6, q); // |(0.25, 0.5)| = 0.559
    check_forces(&b, expected, 1);
}

TEST(a_slipping_contact_pulls_on_its_cone) {
    const double q[3] = {-3e-3, 3e-2, -4e-2};
    const double expected[3] = {1.0, -0.3, 0.4};
    bench_case b = apart(1, 0.5, q);
    check_forces(&b, expected, 1);
}

TEST(memory_holds_where_nothing_moves) {
    const double q[3] = {-3e-3, 0.0, 0.0};
    const double expected[3] = {1.0, 0.15, 0.1}; // half of the memory: the rest gave way by Q
    bench_case b = apart(1, 0.5, q);
    b.contact[0].memory[0] = 0.3;
    b.contact[0].memory[1] = 0.2;
    check_forces(&b, expected, 1);
}

TEST(without_friction_there_is_none) {
    const double q[3] = {-3e-3, 3e-2, 0.0};
    const double expected[3] = {1.0, 0.0, 0.0};
    bench_case b = apart(1, 0.0, q);
    b.contact[0].memory[0] = 0.3;
    check_forces(&b, expected, 1);
}

TEST(contacts_without_stiffness_give_nothing) {
    const double q[3] = {-3e-3, 1e-3, 0.0};
    const double none[3] = {0.0, 0.0, 0.0};
    bench_case b = apart(1, 0.5, q);
    b.contact[0].kn = 0.0;
    check_forces(&b, none, 1);
}

// Friction that presses: Q couples the normal to the first tangent. Slipping against +x,
// t = -mu n, so  n (1 + kn (Qnn - mu Qnt)) = -kn qn: here 1 + 1000 (2e-3 - 0.5 * 1e-3) = 2.5.
static bench_case wedge(void) {
    const double q[3] = {-5e-3, 5e-2, 0.0};
    bench_case b = apart(1, 0.5, q);
    *coupling_at(&b, 0, 1) = *coupling_at(&b, 1, 0) = 1e-3;
    return b;
}

TEST(normal_and_friction_force_are_solved_together) {
    const double expected[3] = {2.0, -1.0, 0.0};
    bench_case b = wedge();
    // the projected visit alternates between the two, halving the error or better each time
    check_forces(&b, expected, 80);
}

TEST(one_exact_visit_solves_one_contact) {
    bench_case b = wedge();
    sut_dense_contacts c = view_of(&b);
    CHECK_LE(sut_contact_gs_exact(&c, 1, 0.0).residual, 1e-14); // rounding
    memset(b.force, 0, sizeof b.force);
    CHECK(sut_contact_pgs(&c, 1, 0.0).residual > 0.1);
}

// Where Q differs between the tangents the clipped direction is not the one of slipping: the
// projected visit stops at a wrong force, as it was published; the exact one does not.
TEST(only_the_exact_visit_finds_the_direction_of_slip) {
    const double q[3] = {-3e-3, 3e-2, -4e-2};
    bench_case b = apart(1, 0.5, q);
    *coupling_at(&b, 1, 1) = 2e-2;
    sut_dense_contacts c = view_of(&b);
    CHECK_LE(sut_contact_gs_exact(&c, 1, 0.0).residual, 1e-14);         // rounding
    CHECK_NEAR(hypot(b.force[1], b.force[2]), 0.5 * b.force[0], 1e-15); // N, on the cone
    CHECK(sut_contact_pgs(&c, 100, 0.0).residual > 0.01);
    CHECK(sut_contact_nncg(&c, 100, 0.0).residual > 0.01);
}

//---- several contacts ----------------------------------------------------------------------------

// (1 + kn Q) n + kn P m = -kn q twice: 3 n + 1 m = 7, 1 n + 3 m = 5
TEST(two_coupled_contacts_share_the_load) {
    const double q[3] = {-7e-3, 0.0, 0.0};
    const double expected[6] = {2.0, 0.0, 0.0, 1.0, 0.0, 0.0};
    bench_case b = apart(2, 0.3, q);
    b.contact[1].q[0] = -5e-3;
    *coupling_at(&b, 0, 3) = *coupling_at(&b, 3, 0) = 1e-3;
    check_forces(&b, expected, 40); // a sweep takes 8/9 of the error
}

// 3 n + 1 m = 6 alone gives n = 2, which lifts the second by 2e-3 above its overlap of 1e-3
TEST(a_contact_may_open_another_one) {
    const double q[3] = {-6e-3, 0.0, 0.0};
    const double expected[6] = {2.0, 0.0, 0.0, 0.0, 0.0, 0.0};
    bench_case b = apart(2, 0.3, q);
    b.contact[1].q[0] = -1e-3;
    *coupling_at(&b, 0, 3) = *coupling_at(&b, 3, 0) = 1e-3;
    check_forces(&b, expected, 40);
}

static double random_in(uint64_t *state, double low, double high) {
    *state = *state * 6364136223846793005u + 1442695040888963407u;
    return low + (high - low) * ((double)(*state >> 11) * 0x1p-53);
}

// Q = B B^T with a few shared columns: contacts that feel each other
static bench_case random_case(int count, double mu, double strength, uint64_t seed) {
    const double q[3] = {0.0, 0.0, 0.0};
    bench_case b = apart(count, mu, q);
    const int n = 3 * count;
    for (int k = 0; k < 6; k++) {
        double column[3 * MOST];
        for (int i = 0; i < n; i++) {
            column[i] = random_in(&seed, -strength, strength);
        }
        for (int i = 0; i < n; i++) {
            for (int j = 0; j < n; j++) {
                *coupling_at(&b, i, j) += SELF * column[i] * column[j];
            }
        }
    }
    for (int i = 0; i < count; i++) {
        b.contact[i].q[0] = random_in(&seed, -4e-3, 1e-3);
        b.contact[i].q[1] = random_in(&seed, -1e-3, 1e-3);
        b.contact[i].q[2] = random_in(&seed, -1e-3, 1e-3);
    }
    return b;
}

static void check_agreement(bench_case *b) {
    sut_dense_contacts c = view_of(b);
    double first[3 * MOST];
    for (int m = 0; m < 3; m++) {
        CASE("m %d", m);
        memset(b->force, 0, sizeof b->force);
        sut_iterative_report r = methods[m](&c, 5000, 1e-13);
        CHECK_LE(r.residual, 1e-12); // tolerance asked for, and rounding gathered in u
        for (int k = 0; k < 3 * b->count; k++) {
            CASE("k %d", k);
            if (m == 0) {
                first[k] = b->force[k];
            }
            // residual times the condition of the law (1 + kn Q, below 30) times 4 N, both sides
            CHECK_NEAR(b->force[k], first[k], 1e-10);
        }
    }
}

TEST(all_methods_agree_without_friction) {
    for (uint64_t seed = 1; seed <= 10; seed++) {
        bench_case b = random_case(12, 0.0, 0.5, seed);
        check_agreement(&b);
    }
}

TEST(all_methods_agree_where_everything_sticks) {
    for (uint64_t seed = 1; seed <= 10; seed++) {
        bench_case b = random_case(12, 0.0, 0.5, seed);
        for (int i = 0; i < b.count; i++) {
            b.contact[i].q[0] -= 4e-3; // all pressed
            b.contact[i].mu = 50.0;
        }
        check_agreement(&b);
    }
}

TEST(exact_sweeps_solve_sticking_slipping_and_open_contacts_together) {
    int kinds[3] = {0, 0, 0};
    for (uint64_t seed = 1; seed <= 20; seed++) {
        CASE("seed %d", (int)seed);
        bench_case b = random_case(MOST, 0.3, 0.4, seed);
        sut_dense_contacts c = view_of(&b);
        sut_iterative_report r = sut_contact_gs_exact(&c, 2000, 1e-12);
        CHECK_LE(r.residual, 1e-11); // tolerance asked for, and rounding gathered in u
        for (int i = 0; i < MOST; i++) {
            CASE("i %d", i);
            const double *f = b.force + 3 * i;
            double share = f[0] > 0.0 ? hypot(f[1], f[2]) / (0.3 * f[0]) : 0.0;
            CHECK_LE(share, 1.0 + 1e-14); // never outside of the cone but for rounding
            kinds[f[0] > 0.0 ? (share > 0.999999 ? 2 : 1) : 0]++;
        }
    }
    CHECK(kinds[0] > 20 && kinds[1] > 20 && kinds[2] > 20);
}

// A stack: the force of a contact presses the body above it and the one below, so that what holds
// the lowest is known at the top only after many sweeps. The purpose of the conjugate directions.
TEST(conjugate_directions_save_sweeps_in_a_stack) {
    bench_case b = apart(MOST, 0.0, (const double[3]){-3e-3, 0.0, 0.0});
    for (int i = 0; i < MOST; i++) {
        *coupling_at(&b, 3 * i, 3 * i) = 2.0 * 0.032; // m/N, far softer than the contacts
        if (i > 0) {
            *coupling_at(&b, 3 * i, 3 * i - 3) = *coupling_at(&b, 3 * i - 3, 3 * i) = -0.032;
        }
    }
    sut_dense_contacts c = view_of(&b);
    sut_iterative_report plain = sut_contact_pgs(&c, 20000, 1e-8);
    memset(b.force, 0, sizeof b.force);
    sut_iterative_report conjugate = sut_contact_nncg(&c, 20000, 1e-8);
    CHECK_LE(plain.residual, 1e-7); // tolerance, and rounding gathered in u
    CHECK_LE(conjugate.residual, 1e-7);
    CHECK(2 * conjugate.iterations < plain.iterations);
}

TEST(a_good_start_needs_one_sweep) {
    bench_case b = random_case(12, 0.3, 0.5, 4);
    sut_dense_contacts c = view_of(&b);
    sut_contact_gs_exact(&c, 2000, 1e-12);
    CHECK_EQ_INT(sut_contact_gs_exact(&c, 100, 1e-9).iterations, 1);
}

TEST(no_contacts_are_no_problem) {
    bench_case b = apart(0, 0.3, (const double[3]){0.0, 0.0, 0.0});
    sut_dense_contacts c = view_of(&b);
    for (int m = 0; m < 3; m++) {
        CASE("m %d", m);
        CHECK(methods[m](&c, 10, 1e-9).residual == 0.0); // nothing is exactly solved
    }
    CHECK_EQ_INT(sut_dense_contacts_memory(0), 0);
}

TEST(no_sweep_leaves_the_forces_as_they_are) {
    bench_case b = random_case(3, 0.3, 0.5, 4);
    b.force[4] = 0.25;
    sut_dense_contacts c = view_of(&b);
    for (int m = 0; m < 3; m++) {
        CASE("m %d", m);
        CHECK_EQ_INT(methods[m](&c, 0, 1e-9).iterations, 0);
        CHECK(b.force[4] == 0.25); // nothing was written
    }
}

//---- residual ------------------------------------------------------------------------------------

// f = (1, 0, 0): u_n = 2e-3, so the law asks for 1000 (3e-3 - 2e-3) = 1 and, tangentially, for
// -500 * 2e-3 = -1, clipped to 0.5. The largest difference, 0.5, over the largest normal force, 1.
TEST(residual_is_the_largest_difference_to_the_law) {
    const double q[3] = {-3e-3, 2e-3, 0.0};
    bench_case b = apart(2, 0.5, q);
    b.contact[1].q[0] = 1.0; // open
    b.force[0] = 1.0;
    sut_dense_contacts c = view_of(&b);
    CHECK_NEAR(sut_contact_residual(&c), 0.5, 1e-15);
    // a normal force where the contact is open counts in full: 2 N of at most 2 N
    b.force[3] = 2.0;
    CHECK_NEAR(sut_contact_residual(&c), 1.0, 1e-15);
}

TEST(law_sticks_below_the_cone_and_slips_on_it) {
    const sut_dense_contact k = {0.5, 1000.0, 500.0, {-1e-3, 0.0, 0.0}, {0.1, 0.0}};
    double f[3];
    sut_contact_law_force(&k, (const double[3]){-1e-3, 0.0, 1e-4}, f);
    CHECK_NEAR(f[0], 2.0, 1e-15);
    CHECK_NEAR(f[1], 0.1, 1e-15);
    CHECK_NEAR(f[2], -0.05, 1e-15);
    sut_contact_law_force(&k, (const double[3]){-1e-3, 0.0, 1.0}, f);
    CHECK_NEAR(hypot(f[1], f[2]), 1.0, 1e-15);
    sut_contact_law_force(&k, (const double[3]){2e-3, 0.0, 1.0}, f);
    CHECK(f[0] == 0.0 && f[1] == 0.0 && f[2] == 0.0); // open: exactly nothing
}
