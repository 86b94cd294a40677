// SPDX-License-Identifier: MIT
// The law of contact and the Newton solve on problems whose answers are known.
#include "check.h"
#include "contact/contact_newton.h"
#include "math/vec3.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

// Contacts of single points with fixed bodies; every point is held by a spring of its own.
typedef struct points {
    sut_contacts c;
    void *memory;
} points;

static const double KN = 2e4; // N/m
static const double KT = 1.4e4;

static bool points_make(points *p, int count, double spring) {
    memset(p, 0, sizeof *p);
    const sut_contact_capacity most = {.rods = 1, .bodies = 1, .vertices = 16, .contacts = 16};
    size_t size = sut_contacts_memory(&most);
    p->memory = aligned_alloc(64, (size + 63) / 64 * 64);
    if (!p->memory) {
        return false;
    }
    memset(p->memory, 0, size);
    sut_contacts *c = &p->c;
    c->settings = (sut_contact_settings){SUT_CONTACT_DEFAULT, 50, 1e-12, 1.0, 0, false};
    sut_contacts_init(c, &most, p->memory);
    c->count = count;
    c->nodes = count;
    sut_sparse_begin(&c->sparse, count);
    for (int i = 0; i < count; i++) {
        c->fixed[i] = false;
        for (int j = 0; j < i; j++) {
            sut_sparse_couple(&c->sparse, i, j);
        }
    }
    if (!sut_sparse_analyse(&c->sparse, c->fixed)) {
        return false;
    }
    sut_sparse_clear(&c->sparse);
    for (int i = 0; i < count; i++) {
        double *block = sut_sparse_block(&c->sparse, i, i);
        for (int a = 0; a < 3; a++) {
            block[SUT_SPARSE_ROW * a + a] = spring;
        }
        sut_contact *k = &c->contact[i];
        *k = (sut_contact){.old = -1};
        k->frame[0] = v3(0.0, 0.6, 0.8); // at an angle, so that axes cannot be mixed up unseen
        k->frame[1] = v3(1.0, 0.0, 0.0);
        k->frame[2] = v3_cross(k->frame[0], k->frame[1]);
        k->kn = KN;
        k->kt = KT;
        k->reach = 1e-4;
        k->count = 1;
        k->node[0] = i;
        k->weight[0] = 1.0;
        c->entry[SUT_CONTACT_ENTRIES * i] = block;
    }
    return true;
}

static double points_solve(points *p) {
    return sut_sparse_factor_fixed(&p->c.sparse) ? sut_contact_newton(&p->c, 200) : HUGE_VAL;
}

static void points_free(points *p) {
    free(p->memory);
}

static void set_q(sut_contact *k, double gap, double a, double b) {
    k->q[0] = gap;
    k->q[1] = a;
    k->q[2] = b;
}

TEST(an_open_contact_gives_nothing) {
    points p;
    REQUIRE(points_make(&p, 1, 1e3));
    p.c.contact[0].mu = 0.5;
    p.c.contact[0].memory[0] = 1.0; // not even what it remembers
    set_q(&p.c.contact[0], 1e-6, 1e-3, 0.0);
    CHECK_LE(points_solve(&p), 1e-12);
    for (int a = 0; a < 3; a++) {
        CASE("a %d", a);
        CHECK_NEAR(p.c.y[a], 0.0, 0.0);
        CHECK_NEAR(p.c.u[a], 0.0, 0.0);
    }
    points_free(&p);
}

// Two springs in series: the one of the contact and the one that holds the point.
TEST(a_sticking_contact_is_a_spring) {
    const double spring = 3e3;
    points p;
    REQUIRE(points_make(&p, 1, spring));
    sut_contact *k = &p.c.contact[0];
    k->mu = 0.5;
    k->memory[0] = 1e-3;
    k->memory[1] = -2e-3;
    set_q(k, -2e-5, 1e-7, 3e-7);
    CHECK_LE(points_solve(&p), 1e-12);
    double n = -KN * k->q[0] / (1.0 + KN / spring);
    CHECK_NEAR(p.c.y[0], n, 1e-14 * n);
    for (int a = 0; a < 2; a++) {
        CASE("a %d", a);
        double t = (k->memory[a] - KT * k->q[1 + a]) / (1.0 + KT / spring);
        CHECK_NEAR(p.c.y[1 + a], t, 1e-13 * n); // rounding of the largest force
        CHECK_NEAR(p.c.u[1 + a], t / spring, 1e-13 * n / spring);
    }
    CHECK(hypot(p.c.y[1], p.c.y[2]) < k->mu * p.c.y[0]);
    points_free(&p);
}

TEST(a_slipping_contact_gives_mu_times_the_force_against_the_slip) {
    const double spring = 3e3;
    for (int turn = 0; turn < 12; turn++) {
        CASE("turn %d", turn);
        points p;
        REQUIRE(points_make(&p, 1, spring));
        sut_contact *k = &p.c.contact[0];
        k->mu = 0.4;
        double angle = 0.5 * turn;
        set_q(k, -2e-5, 5e-5 * cos(angle), 5e-5 * sin(angle));
        CHECK_LE(points_solve(&p), 1e-12);
        double n = -KN * k->q[0] / (1.0 + KN / spring);
        CHECK_NEAR(p.c.y[0], n, 1e-14 * n);
        // the answer of the point is the same in all directions, so the direction stays
        CHECK_NEAR(p.c.y[1], -k->mu * n * cos(angle), 1e-12 * n);
        CHECK_NEAR(p.c.y[2], -k->mu * n * sin(angle), 1e-12 * n);
        points_free(&p);
    }
}

// At the edge of the cone both laws give the same.
TEST(slip_begins_at_the_edge_of_the_cone) {
    const double spring = 3e3;
    double n = KN * 2e-5 / (1.0 + KN / spring);
    double edge = 0.4 * n * (1.0 + KT / spring) / KT;
    for (int side = -1; side <= 1; side++) {
        CASE("side %d", side);
        points p;
        REQUIRE(points_make(&p, 1, spring));
        sut_contact *k = &p.c.contact[0];
        k->mu = 0.4;
        set_q(k, -2e-5, edge * (1.0 + 0.01 * side), 0.0);
        CHECK_LE(points_solve(&p), 1e-12);
        double wanted = side < 0 ? 0.99 : 1.0;
        CHECK_NEAR(p.c.y[1], -wanted * 0.4 * n, 1e-12 * n);
        points_free(&p);
    }
}

// What the contacts already give is part of q: the solve finds the same forces from any start.
TEST(forces_do_not_depend_on_the_start) {
    const double spring = 3e3;
    const double starts[4][3] = {
        {0.0, 0.0, 0.0}, {0.02, 0.0, 0.0}, {0.3, -0.05, 0.02}, {0.01, 0.004, 0.0}};
    for (int s = 0; s < 4; s++) {
        CASE("s %d", s);
        points p;
        REQUIRE(points_make(&p, 1, spring));
        sut_contact *k = &p.c.contact[0];
        k->mu = 0.2;
        const double free_q[3] = {-2e-5, 1e-5, 2e-5};
        for (int a = 0; a < 3; a++) {
            p.c.start[a] = starts[s][a];
            k->q[a] = free_q[a] + starts[s][a] / spring;
        }
        CHECK_LE(points_solve(&p), 1e-12);
        double n = KN * 2e-5 / (1.0 + KN / spring);
        double size = sqrt(5.0);
        CHECK_NEAR(p.c.y[0], n, 1e-12 * n);
        CHECK_NEAR(p.c.y[1], -0.2 * n / size, 1e-11 * n);
        CHECK_NEAR(p.c.y[2], -0.2 * n * 2.0 / size, 1e-11 * n);
        points_free(&p);
    }
}

// Random contacts that share points' motion: whatever comes out obeys the law and the equations.
static double random_in(uint64_t *state, double low, double high) {
    *state = *state * 6364136223846793005u + 1442695040888963407u;
    return low + (high - low) * ((double)(*state >> 11) * 0x1p-53);
}

static double law_error(const sut_contact *k, const double *y, const double *u) {
    double depth = -(k->q[0] + u[0]);
    double n = depth > 0.0 ? k->kn * depth : 0.0;
    double t[2] = {k->memory[0] - k->kt * (k->q[1] + u[1]),
                   k->memory[1] - k->kt * (k->q[2] + u[2])};
    double size = hypot(t[0], t[1]);
    double share = size > k->mu * n ? k->mu * n / size : 1.0;
    double e = fabs(y[0] - n);
    e = fmax(e, fabs(y[1] - share * t[0]));
    return fmax(e, fabs(y[2] - share * t[1]));
}

TEST(coupled_contacts_obey_the_law) {
    enum { COUNT = 8 };
    uint64_t state = 5;
    for (int trial = 0; trial < 40; trial++) {
        CASE("trial %d", trial);
        points p;
        REQUIRE(points_make(&p, COUNT, 3e3));
        for (int i = 0; i < COUNT; i++) {
            for (int j = 0; j < i; j++) {
                // springs between the points, stiffer than what holds them
                double s = random_in(&state, 0.0, 1e4);
                for (int a = 0; a < 3; a++) {
                    int at = SUT_SPARSE_ROW * a + a;
                    sut_sparse_block(&p.c.sparse, i, i)[at] += s;
                    sut_sparse_block(&p.c.sparse, j, j)[at] += s;
                    sut_sparse_block(&p.c.sparse, i, j)[at] -= s;
                    sut_sparse_block(&p.c.sparse, j, i)[at] -= s;
                }
            }
            sut_contact *k = &p.c.contact[i];
            k->mu = random_in(&state, 0.0, 1.0);
            k->memory[0] = random_in(&state, -0.05, 0.05);
            set_q(k, random_in(&state, -3e-5, 1e-5), random_in(&state, -3e-5, 3e-5),
                  random_in(&state, -3e-5, 3e-5));
        }
        CHECK_LE(points_solve(&p), 1e-12);
        double most = 0.0;
        for (int i = 0; i < COUNT; i++) {
            most = fmax(most, p.c.y[3 * i]);
        }
        for (int i = 0; i < COUNT; i++) {
            CASE("i %d", i);
            // the tolerance that was asked for
            CHECK_LE(law_error(&p.c.contact[i], &p.c.y[3 * i], &p.c.u[3 * i]), 1e-11 * most);
            CHECK(p.c.y[3 * i] >= 0.0);
        }
        points_free(&p);
    }
}

// A budget of iterations ends the solve; the error it tells is that of what it leaves.
TEST(the_error_is_told_when_iterations_run_out) {
    points p;
    REQUIRE(points_make(&p, 1, 3e3));
    sut_contact *k = &p.c.contact[0];
    k->mu = 0.4;
    set_q(k, -2e-5, 5e-5, -1e-5);
    REQUIRE(sut_sparse_factor_fixed(&p.c.sparse));
    double none = sut_contact_newton(&p.c, 0);
    CHECK(none > 0.1);
    CHECK_EQ_INT(p.c.figures.iterations, 0);
    CHECK_LE(sut_contact_newton(&p.c, 50), 1e-12);
    CHECK(p.c.figures.iterations >= 1);
    points_free(&p);
}
