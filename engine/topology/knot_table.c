// SPDX-License-Identifier: MIT
#include "topology/knot_table.h"

#include <stdio.h>

// A unit test makes every row again from a braid whose closure is the knot.
// clang-format off
const sut_knot_entry sut_knot_table[SUT_KNOT_TABLE_SIZE] = {
    // crossings, number, amphichiral, signature, Alexander from the middle, Jones upwards
    {3, 1, false, 2, 1, {-1, 1}, -4, 4, {-1, 1, 0, 1}},
    {4, 1, true, 0, 1, {3, -1}, -2, 5, {1, -1, 1, -1, 1}},
    {5, 1, false, 4, 2, {1, -1, 1}, -7, 6, {-1, 1, -1, 1, 0, 1}},
    {5, 2, false, 2, 1, {-3, 2}, -6, 6, {-1, 1, -1, 2, -1, 1}},
    {6, 1, false, 0, 1, {5, -2}, -4, 7, {1, -1, 1, -2, 2, -1, 1}},
    {6, 2, false, 2, 2, {-3, 3, -1}, -5, 7, {1, -2, 2, -2, 2, -1, 1}},
    {6, 3, true, 0, 2, {5, -3, 1}, -3, 7, {-1, 2, -2, 3, -2, 2, -1}},
    {7, 1, false, 6, 3, {-1, 1, -1, 1}, -10, 8, {-1, 1, -1, 1, -1, 1, 0, 1}},
    {7, 2, false, 2, 1, {-5, 3}, -8, 8, {-1, 1, -1, 2, -2, 2, -1, 1}},
    {7, 3, false, -4, 2, {3, -3, 2}, 2, 8, {1, -1, 2, -2, 3, -2, 1, -1}},
    {7, 4, false, -2, 1, {-7, 4}, 1, 8, {1, -2, 3, -2, 3, -2, 1, -1}},
    {7, 5, false, 4, 2, {5, -4, 2}, -9, 8, {-1, 2, -3, 3, -3, 3, -1, 1}},
    {7, 6, false, 2, 2, {-7, 5, -1}, -6, 8, {-1, 2, -3, 4, -3, 3, -2, 1}},
    {7, 7, false, 0, 2, {9, -5, 1}, -3, 8, {-1, 3, -3, 4, -4, 3, -2, 1}},
    {8, 1, false, 0, 1, {7, -3}, -6, 9, {1, -1, 1, -2, 2, -2, 2, -1, 1}},
    {8, 2, false, 4, 3, {3, -3, 3, -1}, -8, 9, {1, -2, 2, -3, 3, -2, 2, -1, 1}},
    {8, 3, true, 0, 1, {9, -4}, -4, 9, {1, -1, 2, -3, 3, -3, 2, -1, 1}},
    {8, 4, false, 2, 2, {-5, 5, -2}, -5, 9, {1, -2, 3, -3, 3, -3, 2, -1, 1}},
    {8, 5, false, -4, 3, {5, -4, 3, -1}, 0, 9, {1, -1, 3, -3, 3, -4, 3, -2, 1}},
    {8, 6, false, 2, 2, {-7, 6, -2}, -7, 9, {1, -2, 3, -4, 4, -4, 3, -1, 1}},
    {8, 7, false, -2, 3, {-5, 5, -3, 1}, -2, 9, {-1, 2, -2, 4, -4, 4, -3, 2, -1}},
    {8, 8, false, 0, 2, {9, -6, 2}, -3, 9, {-1, 2, -3, 5, -4, 4, -3, 2, -1}},
    {8, 9, true, 0, 3, {7, -5, 3, -1}, -4, 9, {1, -2, 3, -4, 5, -4, 3, -2, 1}},
    {8, 10, false, -2, 3, {-7, 6, -3, 1}, -2, 9, {-1, 2, -3, 5, -4, 5, -4, 2, -1}},
    {8, 11, false, 2, 2, {-9, 7, -2}, -7, 9, {1, -2, 3, -5, 5, -4, 4, -2, 1}},
    {8, 12, true, 0, 2, {13, -7, 1}, -4, 9, {1, -2, 4, -5, 5, -5, 4, -2, 1}},
    {8, 13, false, 0, 2, {11, -7, 2}, -3, 9, {-1, 3, -4, 5, -5, 5, -3, 2, -1}},
    {8, 14, false, 2, 2, {-11, 8, -2}, -7, 9, {1, -3, 4, -5, 6, -5, 4, -2, 1}},
    {8, 15, false, 4, 2, {11, -8, 3}, -10, 9, {1, -3, 4, -6, 6, -5, 5, -2, 1}},
    {8, 16, false, 2, 3, {-9, 8, -4, 1}, -6, 9, {-1, 3, -5, 6, -6, 6, -4, 3, -1}},
    {8, 17, true, 0, 3, {11, -8, 4, -1}, -4, 9, {1, -3, 5, -6, 7, -6, 5, -3, 1}},
    {8, 18, true, 0, 3, {13, -10, 5, -1}, -4, 9, {1, -4, 6, -7, 9, -7, 6, -4, 1}},
    {8, 19, false, -6, 3, {1, 0, -1, 1}, 3, 6, {1, 0, 1, 0, 0, -1}},
    {8, 20, false, 0, 2, {3, -2, 1}, -5, 7, {-1, 1, -1, 2, -1, 2, -1}},
    {8, 21, false, 2, 2, {-5, 4, -1}, -7, 7, {1, -2, 2, -3, 3, -2, 2}},
    {9, 1, false, 8, 4, {1, -1, 1, -1, 1}, -13, 10, {-1, 1, -1, 1, -1, 1, -1, 1, 0, 1}},
};
// clang-format on

//---- polynomials of a factor ---------------------------------------------------------------------

typedef struct factor_polys {
    sut_poly alexander, jones;
    int64_t alexander_c[9], jones_c[19];
} factor_polys;

static void fill(factor_polys *p, sut_knot_factor f) {
    const sut_knot_entry *e = &sut_knot_table[f.entry];
    int degree = e->alexander_degree;
    p->alexander = (sut_poly){-degree, 2 * degree + 1, p->alexander_c};
    for (int i = -degree; i <= degree; i++) {
        p->alexander_c[i + degree] = e->alexander[i < 0 ? -i : i];
    }
    // powers of t are even powers of its root
    int count = e->jones_count;
    int low = f.mirrored ? -(e->jones_low + count - 1) : e->jones_low;
    p->jones = (sut_poly){2 * low, 2 * count - 1, p->jones_c};
    for (int i = 0; i < 2 * count - 1; i++) {
        int k = f.mirrored ? count - 1 - i / 2 : i / 2;
        p->jones_c[i] = i % 2 == 0 ? e->jones[k] : 0;
    }
}

static int64_t magnitude(int64_t x) {
    return x < 0 ? -x : x;
}

static bool is_one(const sut_poly *p) {
    return p->count == 1 && p->low == 0 && p->c[0] == 1;
}

// Factors from number `from` on (2 entry + mirrored), so that each product is tried once. Returns
// how many were found, -1 without memory.
static int divide_out(const sut_poly *alexander, const sut_poly *jones, int from, int most,
                      sut_knot_factor *factors, sut_pool *pool) {
    if (is_one(alexander) && is_one(jones)) {
        return 0;
    }
    int64_t determinant = magnitude(sut_poly_at(alexander, -1));
    for (int k = from; most > 0 && k < 2 * SUT_KNOT_TABLE_SIZE; k++) {
        sut_knot_factor f = {k / 2, k % 2 != 0};
        if (f.mirrored && sut_knot_table[f.entry].amphichiral) {
            continue;
        }
        factor_polys p;
        fill(&p, f);
        // determinants multiply, so that of a factor divides
        if (determinant % magnitude(sut_poly_at(&p.alexander, -1)) != 0) {
            continue;
        }
        sut_poly rest[2];
        if (!sut_poly_divide(&rest[0], alexander, &p.alexander, pool) ||
            !sut_poly_divide(&rest[1], jones, &p.jones, pool)) {
            return -1;
        }
        if (rest[0].count == 0 || rest[1].count == 0) {
            continue;
        }
        factors[0] = f;
        int more = divide_out(&rest[0], &rest[1], k, most - 1, factors + 1, pool);
        bool complete = more > 0 || (more == 0 && is_one(&rest[0]) && is_one(&rest[1]));
        if (more < 0 || complete) {
            return more < 0 ? -1 : more + 1;
        }
    }
    return 0;
}

int sut_knot_look_up(const sut_poly *alexander, const sut_poly *jones, int most,
                     sut_knot_factor *factors, sut_pool *pool) {
    // a prime of the table before any product
    for (int k = 0; k < 2 * SUT_KNOT_TABLE_SIZE; k++) {
        sut_knot_factor f = {k / 2, k % 2 != 0};
        factor_polys p;
        fill(&p, f);
        bool same = sut_poly_equal(alexander, &p.alexander) && sut_poly_equal(jones, &p.jones);
        if (same && !(f.mirrored && sut_knot_table[f.entry].amphichiral)) {
            factors[0] = f;
            return 1;
        }
    }
    sut_pool_mark mark = sut_pool_here(pool);
    int limit = most < SUT_KNOT_FACTORS_MAX ? most : SUT_KNOT_FACTORS_MAX;
    int count = divide_out(alexander, jones, 0, limit, factors, pool);
    sut_pool_release(pool, mark);
    return count;
}

//---- names ---------------------------------------------------------------------------------------

static int order_of(sut_knot_factor f) {
    const sut_knot_entry *e = &sut_knot_table[f.entry];
    return (e->crossings * 64 + e->index) * 2 + (f.mirrored ? 1 : 0);
}

void sut_knot_sort(sut_knot_factor *factors, int count) {
    for (int i = 1; i < count; i++) {
        sut_knot_factor f = factors[i];
        int j = i;
        for (; j > 0 && order_of(factors[j - 1]) > order_of(f); j--) {
            factors[j] = factors[j - 1];
        }
        factors[j] = f;
    }
}

void sut_knot_write(const sut_knot_factor *factors, int count, char *text, int size) {
    int at = 0;
    text[0] = '\0';
    for (int i = 0; i < count && at < size; i++) {
        const sut_knot_entry *e = &sut_knot_table[factors[i].entry];
        at += snprintf(text + at, (size_t)(size - at), "%s%s%d_%d", i > 0 ? "#" : "",
                       factors[i].mirrored ? "m" : "", e->crossings, e->index);
    }
}

int sut_knot_half_turns(sut_knot_factor f) {
    const sut_knot_entry *e = &sut_knot_table[f.entry];
    bool torus = e->index == 1 &&
                 (e->crossings == 3 || e->crossings == 5 || e->crossings == 7 || e->crossings == 9);
    // the table has the left-handed ones
    return !torus ? 0 : f.mirrored ? e->crossings : -e->crossings;
}
