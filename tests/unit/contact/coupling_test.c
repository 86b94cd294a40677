// SPDX-License-Identifier: MIT
// The coupling of contacts against the dense inverse of the threads' matrices.
#include "contact_fixture.h"

#include "check.h"
#include "contact/contact_newton.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

//---- dense ---------------------------------------------------------------------------------------
static long double entry_of(const double *blocks, int i, int j) {
    static const int diagonal[3][3] = {{0, 1, 2}, {1, 3, 4}, {2, 4, 5}};
    int p = i / 3;
    int q = j / 3;
    if (p > q) {
        return entry_of(blocks, j, i);
    }
    const double *v = blocks + (ptrdiff_t)p * SUT_BAND_BLOCK;
    if (p == q) {
        return (long double)v[diagonal[i % 3][j % 3]];
    }
    int at = q - p == 1 ? SUT_BAND_O1 : SUT_BAND_O2;
    return q - p <= 2 ? (long double)v[at + 3 * (i % 3) + j % 3] : 0.0L;
}

static bool is_pinned(const sut_rod *r, int vertex) {
    for (int k = 0; k < r->chain.pin_count; k++) {
        if (r->chain.pins[k].vertex == vertex) {
            return true;
        }
    }
    return false;
}

// The matrix of a rod with its twist, by rows.
static long double *full_matrix(const sut_rod *r, const double *blocks) {
    int size = 3 * r->body.n;
    long double *a = malloc((size_t)size * (size_t)size * sizeof *a);
    for (int i = 0; a && i < size; i++) {
        for (int j = 0; j < size; j++) {
            long double sum = entry_of(blocks, i, j);
            for (int c = 0; c < r->chain.column_count; c++) {
                sum += (long double)r->work.column_weight[c] * (long double)r->work.gradient[c][i] *
                       (long double)r->work.gradient[c][j];
            }
            a[i * size + j] = sum;
        }
    }
    return a;
}

// In place; no pivoting, the matrix is positive definite.
static void factor(long double *a, int size) {
    for (int k = 0; k < size; k++) {
        for (int i = k + 1; i < size; i++) {
            long double f = a[i * size + k] / a[k * size + k];
            if (f == 0.0L) {
                continue;
            }
            for (int j = k + 1; j < size; j++) {
                a[i * size + j] -= f * a[k * size + j];
            }
            a[i * size + k] = f;
        }
    }
}

static void solve(const long double *a, int size, long double *x) {
    for (int i = 0; i < size; i++) {
        for (int j = 0; j < i; j++) {
            x[i] -= a[i * size + j] * x[j];
        }
    }
    for (int i = size - 1; i >= 0; i--) {
        for (int j = i + 1; j < size; j++) {
            x[i] -= a[i * size + j] * x[j];
        }
        x[i] /= a[i * size + i];
    }
}

static const double *axis_of(const sut_contact *k, int a) {
    return &k->frame[a].x;
}

// Row (contact, axis) of J for one rod, at its vertices; `x` has 3 n zeros before.
static void add_row(const sut_contact *k, int a, int rod, long double *x) {
    for (int v = 0; v < k->count; v++) {
        for (int d = 0; k->owner[v] == rod && d < 3; d++) {
            x[3 * k->vertex[v] + d] += (long double)k->weight[v] * (long double)axis_of(k, a)[d];
        }
    }
}

// q += J A^-1 J^T of one rod
static void add_rod(const sut_world *w, int rod, const double *blocks, long double *q) {
    const sut_contacts *c = &w->contacts;
    const sut_rod *r = &w->threads[rod].rod;
    int size = 3 * r->body.n;
    int rows = 3 * c->count;
    long double *a = full_matrix(r, blocks);
    long double *x = calloc((size_t)size, sizeof *x);
    long double *y = calloc((size_t)size, sizeof *y);
    if (a && x && y) {
        factor(a, size);
        for (int j = 0; j < rows; j++) {
            memset(x, 0, (size_t)size * sizeof *x);
            add_row(&c->contact[j / 3], j % 3, rod, x);
            solve(a, size, x);
            for (int i = 0; i < rows; i++) {
                memset(y, 0, (size_t)size * sizeof *y);
                add_row(&c->contact[i / 3], i % 3, rod, y);
                for (int e = 0; e < size; e++) {
                    q[i * rows + j] += y[e] * x[e];
                }
            }
        }
    }
    free(a);
    free(x);
    free(y);
}

// The same with the thread's own factor, vertex by vertex.
static void add_responses(const sut_world *w, int rod, double *q) {
    const sut_contacts *c = &w->contacts;
    sut_rod *r = &w->threads[rod].rod;
    int size = 3 * r->body.n;
    int rows = 3 * c->count;
    long double *row = calloc((size_t)size, sizeof *row);
    double *x = calloc((size_t)size, sizeof *x);
    for (int j = 0; row && x && j < rows; j++) {
        memset(row, 0, (size_t)size * sizeof *row);
        add_row(&c->contact[j / 3], j % 3, rod, row);
        for (int e = 0; e < size; e++) {
            x[e] = (double)row[e];
        }
        sut_rod_respond(r, x);
        for (int i = 0; i < rows; i++) {
            memset(row, 0, (size_t)size * sizeof *row);
            add_row(&c->contact[i / 3], i % 3, rod, row);
            for (int e = 0; e < size; e++) {
                q[i * rows + j] += (double)row[e] * x[e];
            }
        }
    }
    free(row);
    free(x);
}

// Largest difference of q from what is wanted, relative to the largest entry.
static double error_of(const double *q, const long double *wanted, int count) {
    long double most = 0.0L;
    long double error = 0.0L;
    for (int i = 0; i < count; i++) {
        most = fmaxl(most, fabsl(wanted[i]));
        error = fmaxl(error, fabsl(wanted[i] - (long double)q[i]));
    }
    return most > 0.0L ? (double)(error / most) : HUGE_VAL;
}

typedef struct coupling_errors {
    double condensed, whole; // by the condensed matrix, by the factor of the whole thread
} coupling_errors;

static coupling_errors errors_of(sut_world *w, double dt) {
    sut_contacts *c = &w->contacts;
    int rows = 3 * c->count;
    double *got = calloc((size_t)rows * (size_t)rows, sizeof *got);
    double *whole = calloc((size_t)rows * (size_t)rows, sizeof *whole);
    long double *wanted = calloc((size_t)rows * (size_t)rows, sizeof *wanted);
    linear_problem p;
    coupling_errors e = {HUGE_VAL, HUGE_VAL};
    bool made = CHECK(linear_make(w, dt, &p));
    if (made && got && whole && wanted && CHECK(sut_contact_coupling(c, got))) {
        for (int i = 0; i < LINEAR_RODS; i++) {
            if (p.matrix[i]) {
                add_rod(w, i, p.matrix[i], wanted);
                add_responses(w, i, whole);
            }
        }
        e.condensed = error_of(got, wanted, rows * rows);
        e.whole = error_of(whole, wanted, rows * rows);
    }
    linear_free(&p);
    free(got);
    free(whole);
    free(wanted);
    return e;
}

//---- worlds --------------------------------------------------------------------------------------
// An overhand knot pulled by both ends until it touches itself.
static sut_world *knot_world(int before, int after, sut_hold_kind kind, double spin) {
    sut_world *w = empty_world();
    shape s = shape_overhand(before, after);
    if (w) {
        sut_thread_id t = shape_add(w, &s);
        (void)hold_moving(w, t, kind, 0, (sut_vec3){0.05, 0.05, 0.0}, 0.0);
        (void)hold_moving(w, t, kind, s.n - 1, (sut_vec3){0.05, -0.05, 0.0}, spin);
        if (!go(w, 30, 1e-3)) {
            sut_world_destroy(w);
            return NULL;
        }
    }
    return w;
}

static bool bears_force(const sut_world *w) {
    return sut_world_stats(w).contacts > 0 && w->contacts.count > 0;
}

// The stiffness of an edge against mass over dt^2 is 5e3 at 10 us and 5e7 at 1 ms. Couplings know
// the soft directions to that ratio times rounding, by whatever way they are computed.
static void check_coupling(sut_world *w) {
    coupling_errors e = errors_of(w, 1e-5);
    CHECK_LE(e.condensed, 1e-12);
    CHECK_LE(e.whole, 1e-12);
    e = errors_of(w, 1e-3);
    CHECK_LE(e.condensed, 1e-8);
    CHECK_LE(e.whole, 1e-8);
}

TEST(coupling_of_a_zone_in_the_middle) {
    sut_world *w = knot_world(25, 25, SUT_HOLD_PIN, 0.0);
    REQUIRE(w != NULL);
    CHECK(bears_force(w));
    const sut_rod *r = &w->threads[0].rod;
    CHECK(r->work.zone_first > 2 && r->work.zone_first + r->work.zone_count < r->body.n - 2);
    check_coupling(w);
    sut_world_destroy(w);
}

// The elimination from the far end ends in the middle; from there on it has to be carried.
TEST(coupling_of_a_zone_near_the_first_vertex) {
    sut_world *w = knot_world(4, 60, SUT_HOLD_PIN, 0.0);
    REQUIRE(w != NULL);
    CHECK(bears_force(w));
    const sut_rod *r = &w->threads[0].rod;
    CHECK(r->work.zone_first + r->work.zone_count < r->body.n / 2 - 2);
    check_coupling(w);
    sut_world_destroy(w);
}

TEST(coupling_of_a_zone_near_the_last_vertex) {
    sut_world *w = knot_world(60, 4, SUT_HOLD_PIN, 0.0);
    REQUIRE(w != NULL);
    CHECK(bears_force(w));
    const sut_rod *r = &w->threads[0].rod;
    CHECK(r->work.zone_first > r->body.n / 2 + 2);
    check_coupling(w);
    sut_world_destroy(w);
}

TEST(coupling_of_zones_that_end_with_the_thread) {
    // free ends, so that contacts at them count
    for (int before = 0; before < 4; before++) {
        CASE("before %d", before);
        sut_world *w = empty_world();
        REQUIRE(w != NULL);
        shape s = shape_line(9 + before, (sut_vec3){-1e-3, 0.0, 0.0}, (sut_vec3){1e-3, 0.0, 0.0});
        (void)shape_add(w, &s);
        double x = before % 2 == 0 ? -1e-3 : 0.9e-3;
        shape o = shape_line(9, (sut_vec3){x, -1e-3, 2.01e-4}, (sut_vec3){x, 1e-3, 2.01e-4});
        (void)shape_add(w, &o);
        REQUIRE(go(w, 1, 1e-3));
        CHECK(w->contacts.count >= 1);
        check_coupling(w);
        sut_world_destroy(w);
    }
}

TEST(coupling_of_very_short_threads) {
    for (int n = 2; n <= 7; n++) {
        CASE("n %d", n);
        sut_world *w = empty_world();
        REQUIRE(w != NULL);
        shape s = shape_line(n, (sut_vec3){-1e-3, 0.0, 0.0}, (sut_vec3){1e-3, 0.0, 0.0});
        shape o =
            shape_line(9 - n, (sut_vec3){1e-4, -1e-3, 2.01e-4}, (sut_vec3){1e-4, 1e-3, 2.01e-4});
        (void)shape_add(w, &s);
        (void)shape_add(w, &o);
        REQUIRE(go(w, 1, 1e-3));
        CHECK(w->contacts.count >= 1);
        check_coupling(w);
        sut_world_destroy(w);
    }
}

TEST(coupling_of_two_threads) {
    sut_world *w = empty_world();
    REQUIRE(w != NULL);
    shape s = shape_overhand(20, 30);
    sut_thread_id first = shape_add(w, &s);
    // across the long lead
    sut_vec3 on = s.x[20 + 41 + 12];
    double below = on.z - 2.02 * SHAPE_RADIUS;
    shape o =
        shape_line(41, (sut_vec3){on.x, on.y - 4e-3, below}, (sut_vec3){on.x, on.y + 4e-3, below});
    sut_thread_id second = shape_add(w, &o);
    (void)hold_moving(w, first, SUT_HOLD_PIN, 0, (sut_vec3){-0.02, 0.0, 0.0}, 0.0);
    (void)hold_moving(w, first, SUT_HOLD_PIN, s.n - 1, (sut_vec3){0.02, 0.0, 0.0}, 0.0);
    (void)hold_moving(w, second, SUT_HOLD_PIN, 0, (sut_vec3){0.0, 0.0, -0.005}, 0.0);
    (void)hold_moving(w, second, SUT_HOLD_PIN, 40, (sut_vec3){0.0, 0.0, -0.005}, 0.0);
    REQUIRE(go(w, 20, 1e-3));
    CHECK(bears_force(w));
    CHECK(w->threads[0].rod.body.touched && w->threads[1].rod.body.touched);
    check_coupling(w);
    sut_world_destroy(w);
}

// Twist couples all contacts of a thread through one column.
TEST(coupling_with_twist) {
    sut_world *w = knot_world(25, 25, SUT_HOLD_TWIST, 20.0);
    REQUIRE(w != NULL);
    CHECK(bears_force(w));
    check_coupling(w);
    CHECK_EQ_INT(w->contacts.columns, 1);
    sut_world_destroy(w);
}

// Pinned vertices stay where they are, whatever pushes them.
TEST(contacts_leave_pinned_vertices_out) {
    sut_world *w = knot_world(25, 25, SUT_HOLD_PIN, 0.0);
    REQUIRE(w != NULL);
    const sut_rod *r = &w->threads[0].rod;
    for (int i = 0; i < w->contacts.count; i++) {
        CASE("i %d", i);
        for (int v = 0; v < w->contacts.contact[i].count; v++) {
            CASE("v %d", v);
            CHECK(!is_pinned(r, w->contacts.contact[i].vertex[v]));
        }
    }
    sut_world_destroy(w);
}
