// SPDX-License-Identifier: MIT
// Alexander polynomial from the arcs of a diagram: an arc runs from one lower passage to the next.
// Row of a crossing: (1 - t) on the arc above, and on the arcs that come in and go out below t and
// -1, or -1 and t at a negative crossing. Without one row and one column the determinant is the
// polynomial up to a sign and a power of t.
#include "topology/invariants.h"

#include <string.h>

enum { CROSSINGS_MAX = 160 };

//---- arithmetic modulo the prime 2^61 - 1 --------------------------------------------------------

__extension__ typedef unsigned __int128 wide;
#define PRIME (((uint64_t)1 << 61) - 1)

static uint64_t add(uint64_t a, uint64_t b) {
    uint64_t s = a + b;
    return s >= PRIME ? s - PRIME : s;
}

static uint64_t sub(uint64_t a, uint64_t b) {
    return a >= b ? a - b : a + PRIME - b;
}

static uint64_t mul(uint64_t a, uint64_t b) {
    wide p = (wide)a * b;
    return add((uint64_t)(p & PRIME), (uint64_t)(p >> 61));
}

static uint64_t inverse(uint64_t a) {
    uint64_t result = 1;
    for (uint64_t e = PRIME - 2; e > 0; e >>= 1) {
        result = e & 1 ? mul(result, a) : result;
        a = mul(a, a);
    }
    return result;
}

// determinant of the n x n matrix m, which is destroyed
static uint64_t determinant(uint64_t *m, int n, int stride) {
    uint64_t det = 1;
    for (int k = 0; k < n; k++) {
        int pivot = k;
        while (pivot < n && m[pivot * stride + k] == 0) {
            pivot++;
        }
        if (pivot == n) {
            return 0;
        }
        for (int j = k; j < n && pivot != k; j++) {
            uint64_t swap = m[k * stride + j];
            m[k * stride + j] = m[pivot * stride + j];
            m[pivot * stride + j] = swap;
        }
        det = pivot != k ? sub(0, det) : det;
        det = mul(det, m[k * stride + k]);
        uint64_t inv = inverse(m[k * stride + k]);
        for (int i = k + 1; i < n; i++) {
            if (m[i * stride + k] == 0) {
                continue;
            }
            uint64_t factor = mul(m[i * stride + k], inv);
            for (int j = k; j < n; j++) {
                m[i * stride + j] = sub(m[i * stride + j], mul(factor, m[k * stride + j]));
            }
        }
    }
    return det;
}

// coefficients of the polynomial with values v[i] at t = 2 + i, into v (Newton's differences)
static void interpolate(uint64_t *v, int n, uint64_t *work) {
    for (int k = 1; k < n; k++) {
        uint64_t inv = inverse((uint64_t)k);
        for (int i = n - 1; i >= k; i--) {
            v[i] = mul(sub(v[i], v[i - 1]), inv);
        }
    }
    // Horner: p = v[n-1], then p = p (t - 2 - k) + v[k]
    memset(work, 0, (size_t)n * sizeof *work);
    for (int k = n - 1; k >= 0; k--) {
        uint64_t place = (uint64_t)k + 2;
        for (int i = n - 1; i > 0; i--) {
            work[i] = sub(work[i - 1], mul(work[i], place));
        }
        work[0] = add(sub(0, mul(work[0], place)), v[k]);
    }
    memcpy(v, work, (size_t)n * sizeof *v);
}

//---- the matrix ----------------------------------------------------------------------------------

typedef struct arcs {
    int n;
    int (*row)[3]; // [n] arcs above, coming in below, going out below
    int *sign;     // [n]
} arcs;

// Number the arcs along the word: an underpass ends one and begins the next.
static bool find_arcs(arcs *a, const sut_diagram *d, sut_pool *pool) {
    a->n = d->crossings;
    a->row = sut_pool_take(pool, (size_t)a->n, sizeof *a->row);
    a->sign = sut_pool_take(pool, (size_t)a->n, sizeof *a->sign);
    int *number = sut_pool_take(pool, (size_t)d->used, sizeof *number);
    int *word = sut_pool_take(pool, 2 * (size_t)a->n, sizeof *word);
    if (a->row == NULL || a->sign == NULL || number == NULL || word == NULL) {
        return false;
    }
    int count = sut_diagram_word(d, 0, word);
    int crossing = 0;
    for (int c = 0; c < d->used; c++) {
        if (d->sign[c] != 0) {
            a->sign[crossing] = d->sign[c];
            number[c] = crossing++;
        }
    }
    int arc = 0;
    for (int i = 0; i < count; i++) {
        int *row = a->row[number[word[i] >> 1]];
        if (sut_passage_is_over(word[i])) {
            row[0] = arc;
        } else {
            row[1] = arc;
            arc = arc + 1 < a->n ? arc + 1 : 0;
            row[2] = arc;
        }
    }
    return true;
}

static uint64_t value_at(const arcs *a, uint64_t t, uint64_t *m) {
    int n = a->n;
    memset(m, 0, (size_t)n * (size_t)n * sizeof *m);
    for (int i = 0; i < n; i++) {
        uint64_t *row = m + (size_t)i * (size_t)n;
        const int *arc = a->row[i];
        uint64_t minus = PRIME - 1;
        row[arc[0]] = add(row[arc[0]], sub(1, t));
        row[arc[1]] = add(row[arc[1]], a->sign[i] > 0 ? t : minus);
        row[arc[2]] = add(row[arc[2]], a->sign[i] > 0 ? minus : t);
    }
    return determinant(m, n - 1, n);
}

// residues to integers, without zeros at the ends, symmetric, sum 1
static sut_invariant_result normalise(const uint64_t *v, int n, sut_poly *out) {
    int low = 0;
    int high = n;
    while (low < high && v[low] == 0) {
        low++;
    }
    while (high > low && v[high - 1] == 0) {
        high--;
    }
    out->count = high - low;
    out->low = -(out->count - 1) / 2;
    int64_t sum = 0;
    for (int i = 0; i < out->count; i++) {
        uint64_t x = v[low + i];
        out->c[i] = x > PRIME / 2 ? -(int64_t)(PRIME - x) : (int64_t)x;
        sum += out->c[i];
    }
    bool right = out->count % 2 == 1 && (sum == 1 || sum == -1);
    for (int i = 0; i < out->count; i++) {
        right = right && out->c[i] == out->c[out->count - 1 - i];
    }
    for (int i = 0; i < out->count && sum < 0; i++) {
        out->c[i] = -out->c[i];
    }
    return right ? SUT_INVARIANT_DONE : SUT_INVARIANT_WRONG;
}

sut_invariant_result sut_alexander(const sut_diagram *d, sut_pool *pool, sut_poly *out) {
    int n = d->crossings;
    double work = (double)n * n * n * n; // n determinants, three operations per entry and pivot
    if (n > CROSSINGS_MAX || (!sut_work_take(pool->work, work) && n > SUT_INVARIANT_SMALL)) {
        return SUT_INVARIANT_TOO_LARGE;
    }
    out->c = sut_pool_take(pool, (size_t)n + 1, sizeof *out->c);
    if (out->c == NULL) {
        return SUT_INVARIANT_MEMORY;
    }
    if (n == 0) {
        out->low = 0;
        out->count = 1;
        out->c[0] = 1;
        return SUT_INVARIANT_DONE;
    }
    sut_pool_mark mark = sut_pool_here(pool);
    arcs a;
    uint64_t *m = sut_pool_take(pool, (size_t)n * (size_t)n, sizeof *m);
    uint64_t *v = sut_pool_take(pool, 2 * (size_t)n, sizeof *v);
    sut_invariant_result result = SUT_INVARIANT_MEMORY;
    if (m != NULL && v != NULL && find_arcs(&a, d, pool)) {
        for (int i = 0; i < n; i++) {
            v[i] = value_at(&a, (uint64_t)i + 2, m);
        }
        interpolate(v, n, v + n);
        result = normalise(v, n, out);
    }
    sut_pool_release(pool, mark);
    return result;
}
