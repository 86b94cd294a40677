// SPDX-License-Identifier: MIT
// band.c -- memory, the middle where the two chains meet, and the calls of the band solver.
#include "linalg/band_kernel.h"

size_t sut_band_memory(int n) {
    return (size_t)n * SUT_BAND_BLOCK * sizeof(double); // 192 = 3 * 64 per vertex
}

void sut_band_init(sut_band *b, int n, void *memory) {
    b->n = n;
    b->block = memory;
}

const sut_band_kernel *sut_band_kernel_best(void) {
    const sut_band_kernel *quad = sut_band_kernel_quad();
    return quad ? quad : &sut_band_kernel_pair;
}

//---- the middle ----------------------------------------------------------------------------------

static double *slot_of(double *block, int i) {
    return block + (ptrdiff_t)i * SUT_BAND_BLOCK;
}

// Both fronts into the blocks of the middle. Two vertices: each front ends on the other's start.
// Three: they share the one between; the coupling of the outer two is still where it was.
static void join_fronts(double *block, int n, const band_front *f) {
    int m = band_pairs(n);
    bool odd = n % 2 != 0;
    double *first = slot_of(block, m);
    double *second = slot_of(block, m + 1);
    double *last = slot_of(block, n - 1 - m);
    for (int i = 0; i < 6; i++) {
        first[i] = odd ? f->d[0][i] : f->d[0][i] + f->next[1][i];
        last[i] = odd ? f->d[1][i] : f->d[1][i] + f->next[0][i];
        if (odd) {
            second[i] = f->next[0][i] + f->next[1][i];
        }
    }
    for (int r = 0; r < 3; r++) {
        for (int c = 0; c < 3; c++) {
            double near = f->o[0][3 * r + c];
            double far = f->o[1][3 * c + r];
            first[SUT_BAND_O1 + 3 * r + c] = odd ? near : near + far;
            if (odd) {
                second[SUT_BAND_O1 + 3 * r + c] = far;
            }
        }
    }
}

static void join_tails(double *x, int n, const band_tail *t) {
    int m = band_pairs(n);
    bool odd = n % 2 != 0;
    double *first = x + 3 * (ptrdiff_t)m;
    double *last = x + 3 * ((ptrdiff_t)n - 1 - m);
    for (int i = 0; i < 3; i++) {
        first[i] = odd ? t->b[0][i] : t->b[0][i] + t->next[1][i];
        last[i] = odd ? t->b[1][i] : t->b[1][i] + t->next[0][i];
        if (odd) {
            first[3 + i] = t->next[0][i] + t->next[1][i];
        }
    }
}

// d -= Y^T Z for three columns
static void minus_square(double d[6], double y[3][3], double z[3][3]) {
    d[0] = band_minus_product(d[0], y[0], z[0]);
    d[1] = band_minus_product(d[1], y[0], z[1]);
    d[2] = band_minus_product(d[2], y[0], z[2]);
    d[3] = band_minus_product(d[3], y[1], z[1]);
    d[4] = band_minus_product(d[4], y[1], z[2]);
    d[5] = band_minus_product(d[5], y[2], z[2]);
}

// Y, Z and U (by columns, over the block) of one coupling
static void reduce_block(const band_pivots *p, double *o, double y[3][3], double z[3][3]) {
    for (int c = 0; c < 3; c++) {
        double column[3] = {o[c], o[3 + c], o[6 + c]};
        band_reduce(p, column, y[c], z[c]);
    }
    for (int c = 0; c < 3; c++) {
        band_finish(p, z[c], o + 3 * c);
    }
}

// o -= Y1^T Z2; below the diagonal with the roles of Y and Z changed, see band_quad.c
static void minus_coupling(double *o, double y1[3][3], double z1[3][3], double y2[3][3],
                           double z2[3][3]) {
    for (int r = 0; r < 3; r++) {
        for (int c = 0; c < 3; c++) {
            double *v = o + 3 * (ptrdiff_t)r + c;
            *v =
                r > c ? band_minus_product(*v, y2[c], z1[r]) : band_minus_product(*v, y1[r], z2[c]);
        }
    }
}

// Eliminate the vertex of slot s, which has `later` (0, 1 or 2) neighbours after it.
static bool eliminate_middle(double *s, int later) {
    band_pivots p = band_pivots_of(s);
    double *next = s + SUT_BAND_BLOCK;
    if (later > 0) {
        double y1[3][3];
        double z1[3][3];
        reduce_block(&p, s + SUT_BAND_O1, y1, z1);
        minus_square(next, y1, z1);
        if (later > 1) {
            double y2[3][3];
            double z2[3][3];
            reduce_block(&p, s + SUT_BAND_O2, y2, z2);
            minus_square(next + SUT_BAND_BLOCK, y2, z2);
            minus_coupling(next + SUT_BAND_O1, y1, z1, y2, z2);
        }
    }
    // the couplings lie behind the diagonal, their factor before the pivots: move it down
    for (int i = 0; i < BAND_PIVOTS_MIDDLE; i++) {
        s[i] = s[i + SUT_BAND_O1];
    }
    const double pivots[6] = {p.l10, p.l20, p.l21, p.r0, p.r1, p.r2};
    for (int i = 0; i < 6; i++) {
        s[BAND_PIVOTS_MIDDLE + i] = pivots[i];
    }
    return band_pivots_good(&p);
}

static int factor_middle(double *block, int n) {
    int m = band_pairs(n);
    int bad = -1;
    for (int i = m; i < n - m; i++) {
        int later = n - m - 1 - i;
        bool good = eliminate_middle(slot_of(block, i), later < 2 ? later : 2);
        bad = bad < 0 && !good ? i : bad;
    }
    return bad;
}

static band_pivots middle_pivots(const double *s) {
    const double *v = s + BAND_PIVOTS_MIDDLE;
    band_pivots p = {v[0], v[1], v[2], v[3], v[4], v[5]};
    return p;
}

// Forward row by row, each divided by its pivots, then backward.
static void solve_middle(const double *block, int n, double *x) {
    int m = band_pairs(n);
    for (int i = m; i < n - m; i++) {
        const double *s = block + (ptrdiff_t)i * SUT_BAND_BLOCK;
        double *b = x + 3 * (ptrdiff_t)i;
        for (int c = 0; c < 3; c++) {
            if (i + 1 < n - m) {
                b[3 + c] = band_minus_dot(b[3 + c], s + 3 * c, b);
            }
            if (i + 2 < n - m) {
                b[6 + c] = band_minus_dot(b[6 + c], s + 9 + 3 * c, b);
            }
        }
        band_pivots p = middle_pivots(s);
        double y[3];
        double z[3];
        band_reduce(&p, b, y, z);
        band_finish(&p, z, b);
    }
    for (int i = n - m - 2; i >= m; i--) {
        const double *s = block + (ptrdiff_t)i * SUT_BAND_BLOCK;
        double *b = x + 3 * (ptrdiff_t)i;
        for (int r = 0; r < 3; r++) {
            const double u1[3] = {s[r], s[3 + r], s[6 + r]};
            if (i + 2 < n - m) {
                const double u2[3] = {s[9 + r], s[12 + r], s[15 + r]};
                b[r] = band_minus_dot(b[r], u2, b + 6);
            }
            b[r] = band_minus_dot(b[r], u1, b + 3);
        }
    }
}

//---- the whole -----------------------------------------------------------------------------------

// Which pair held the bad pivot: the first, in the order of elimination, of those that are kept.
static int first_bad(const double *block, int n) {
    int m = band_pairs(n);
    for (int k = 0; k < m; k++) {
        for (int lane = 0; lane < 2; lane++) {
            const double *v = block + ((ptrdiff_t)n - 1 - k) * SUT_BAND_BLOCK;
            v += BAND_PIVOTS_PAIR + lane;
            band_pivots p = {v[0], v[2], v[4], v[6], v[8], v[10]};
            if (!band_pivots_good(&p)) {
                return lane == 0 ? k : n - 1 - k;
            }
        }
    }
    return -1;
}

// All of it; the vertex with the first pivot that is not positive and finite comes back, or -1.
int sut_band_factor_with(const sut_band_kernel *k, sut_band *b, double *x,
                         const sut_band_filler *s) {
    int n = b->n;
    bool pairs = band_pairs(n) > 0;
    if (!pairs && s) {
        s->fill(s->ctx, 0, n);
    }
    if (pairs) {
        band_front f;
        band_tail t;
        if (!k->eliminate(b->block, n, x, s, &f, x ? &t : NULL)) {
            return first_bad(b->block, n);
        }
        join_fronts(b->block, n, &f);
        if (x) {
            join_tails(x, n, &t);
        }
    }
    int bad = factor_middle(b->block, n);
    if (bad >= 0 || !x) {
        return bad;
    }
    solve_middle(b->block, n, x);
    if (pairs) {
        k->backward(b->block, n, x, NULL);
    }
    return -1;
}

void sut_band_solve_with(const sut_band_kernel *k, const sut_band *b, double *x, double *y) {
    int n = b->n;
    bool pairs = band_pairs(n) > 0;
    if (pairs) {
        band_tail t;
        band_tail u;
        k->forward(b->block, n, x, &t, y, y ? &u : NULL);
        join_tails(x, n, &t);
        if (y) {
            join_tails(y, n, &u);
        }
    }
    solve_middle(b->block, n, x);
    if (y) {
        solve_middle(b->block, n, y);
    }
    if (pairs) {
        k->backward(b->block, n, x, y);
    }
}

int sut_band_factor(sut_band *b) {
    return sut_band_factor_with(sut_band_kernel_best(), b, NULL, NULL);
}

void sut_band_solve(const sut_band *b, double *x) {
    sut_band_solve_with(sut_band_kernel_best(), b, x, NULL);
}

void sut_band_solve2(const sut_band *b, double *x, double *y) {
    sut_band_solve_with(sut_band_kernel_best(), b, x, y);
}

int sut_band_factor_solve(sut_band *b, double *x) {
    return sut_band_factor_with(sut_band_kernel_best(), b, x, NULL);
}

int sut_band_fill_factor_solve(sut_band *b, double *x, const sut_band_filler *s) {
    return sut_band_factor_with(sut_band_kernel_best(), b, x, s);
}

int sut_band_factor_scalar(sut_band *b) {
    return sut_band_factor_with(&sut_band_kernel_scalar, b, NULL, NULL);
}

void sut_band_solve_scalar(const sut_band *b, double *x) {
    sut_band_solve_with(&sut_band_kernel_scalar, b, x, NULL);
}

void sut_band_solve2_scalar(const sut_band *b, double *x, double *y) {
    sut_band_solve_with(&sut_band_kernel_scalar, b, x, y);
}

int sut_band_factor_solve_scalar(sut_band *b, double *x) {
    return sut_band_factor_with(&sut_band_kernel_scalar, b, x, NULL);
}

// y += B x, or B^T x
static void add_block(const double *o, bool transposed, const double *x, double *y) {
    int row = transposed ? 1 : 3;
    int column = transposed ? 3 : 1;
    for (int r = 0; r < 3; r++) {
        const double *v = o + r * row;
        y[r] += (v[0] * x[0] + v[column] * x[1]) + v[2 * column] * x[2];
    }
}

void sut_band_multiply(int n, const double *block, const double *x, double *y) {
    for (ptrdiff_t i = 0; i < n; i++) {
        const double *d = block + i * SUT_BAND_BLOCK;
        const double full[9] = {d[0], d[1], d[2], d[1], d[3], d[4], d[2], d[4], d[5]};
        double *at = y + 3 * i;
        at[0] = 0.0;
        at[1] = 0.0;
        at[2] = 0.0;
        add_block(full, false, x + 3 * i, at);
        if (i + 1 < n) {
            add_block(d + SUT_BAND_O1, false, x + 3 * i + 3, at);
        }
        if (i + 2 < n) {
            add_block(d + SUT_BAND_O2, false, x + 3 * i + 6, at);
        }
        if (i >= 1) {
            add_block(d - SUT_BAND_BLOCK + SUT_BAND_O1, true, x + 3 * i - 3, at);
        }
        if (i >= 2) {
            add_block(d - 2 * SUT_BAND_BLOCK + SUT_BAND_O2, true, x + 3 * i - 6, at);
        }
    }
}
