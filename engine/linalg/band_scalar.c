// SPDX-License-Identifier: MIT
// band_scalar.c -- the band solver in plain C, one chain after the other within each pair. It is
// the oracle of the vector versions and gives their bits.
#include "linalg/band_kernel.h"

#include <string.h>

// one chain: the vertex in turn, the next, their coupling by columns, and the right side
typedef struct chain {
    double d[6], next[6], o[3][3];
    double b[3], b_next[3];
} chain;

// factor of one vertex
typedef struct vertex_factor {
    double u1[3][3], u2[3][3]; // by columns
    band_pivots p;
} vertex_factor;

// columns of a block by rows, or of its transpose
static void get_columns(const double *block, bool transposed, double o[3][3]) {
    for (int c = 0; c < 3; c++) {
        for (int r = 0; r < 3; r++) {
            o[c][r] = transposed ? block[3 * c + r] : block[3 * r + c];
        }
    }
}

static void minus_square(double d[6], double y[3][3], double z[3][3]) {
    int i = 0;
    for (int r = 0; r < 3; r++) {
        for (int c = r; c < 3; c++) {
            d[i] = band_minus_product(d[i], y[r], z[c]);
            i++;
        }
    }
}

// Eliminate the vertex in turn; o2, o1 and d are what it adds to the chain: its coupling to the
// vertex after next, the coupling of the next to that vertex (both by columns), its diagonal.
static void step(chain *s, double o2[3][3], double o1[3][3], const double d[6], vertex_factor *f) {
    double y1[3][3];
    double z1[3][3];
    double y2[3][3];
    double z2[3][3];
    f->p = band_pivots_of(s->d);
    for (int c = 0; c < 3; c++) {
        band_reduce(&f->p, s->o[c], y1[c], z1[c]);
        band_reduce(&f->p, o2[c], y2[c], z2[c]);
        band_finish(&f->p, z1[c], f->u1[c]);
        band_finish(&f->p, z2[c], f->u2[c]);
    }
    memcpy(s->d, s->next, sizeof s->d);
    minus_square(s->d, y1, z1);
    memcpy(s->next, d, sizeof s->next);
    minus_square(s->next, y2, z2);
    for (int c = 0; c < 3; c++) {
        for (int r = 0; r < 3; r++) {
            s->o[c][r] = r > c ? band_minus_product(o1[c][r], y2[c], z1[r])
                               : band_minus_product(o1[c][r], y1[r], z2[c]);
        }
    }
}

// Forward substitution of one vertex; `fresh` is the right side of the vertex after next.
static void step_rhs(chain *s, const vertex_factor *f, const double fresh[3], double w[3]) {
    double next[3];
    double after[3];
    double y[3];
    double z[3];
    for (int c = 0; c < 3; c++) {
        next[c] = band_minus_dot(s->b_next[c], f->u1[c], s->b);
        after[c] = band_minus_dot(fresh[c], f->u2[c], s->b);
    }
    band_reduce(&f->p, s->b, y, z);
    band_finish(&f->p, z, w);
    memcpy(s->b, next, sizeof next);
    memcpy(s->b_next, after, sizeof after);
}

//---- layout --------------------------------------------------------------------------------------

static void put_factor(double *slot0, double *slot1, int lane, const vertex_factor *f) {
    for (int c = 0; c < 3; c++) {
        double *to = c < 2 ? slot0 + 12 * c : slot1;
        for (int r = 0; r < 3; r++) {
            to[4 * r + lane] = f->u1[c][r];
            to[4 * r + 2 + lane] = f->u2[c][r];
        }
    }
    const double p[6] = {f->p.l10, f->p.l20, f->p.l21, f->p.r0, f->p.r1, f->p.r2};
    for (int i = 0; i < 6; i++) {
        slot1[BAND_PIVOTS_PAIR + 2 * i + lane] = p[i];
    }
}

static void get_factor(const double *slot0, const double *slot1, int lane, vertex_factor *f) {
    for (int c = 0; c < 3; c++) {
        const double *at = c < 2 ? slot0 + 12 * c : slot1;
        for (int r = 0; r < 3; r++) {
            f->u1[c][r] = at[4 * r + lane];
            f->u2[c][r] = at[4 * r + 2 + lane];
        }
    }
    const double *p = slot1 + BAND_PIVOTS_PAIR + lane;
    f->p = (band_pivots){p[0], p[2], p[4], p[6], p[8], p[10]};
}

// vertex k of a chain
static ptrdiff_t vertex_of(int n, int lane, int k) {
    return lane == 0 ? (ptrdiff_t)k : (ptrdiff_t)n - 1 - k;
}

static void start_matrix(chain *s, const double *block, int n, int lane) {
    const double *first = block + vertex_of(n, lane, 0) * SUT_BAND_BLOCK;
    const double *second = block + vertex_of(n, lane, 1) * SUT_BAND_BLOCK;
    memcpy(s->d, first, sizeof s->d);
    memcpy(s->next, second, sizeof s->next);
    get_columns((lane == 0 ? first : second) + SUT_BAND_O1, lane == 1, s->o);
}

static void start_rhs(chain *s, const double *x, int n, int lane) {
    memcpy(s->b, x + 3 * vertex_of(n, lane, 0), sizeof s->b);
    memcpy(s->b_next, x + 3 * vertex_of(n, lane, 1), sizeof s->b_next);
}

// Step k of one chain. At the last pair the chains reach for the same blocks; each is taken once:
// the vertex in the middle (n odd) by chain 0, the coupling of the last two (n even) by chain 0,
// and no diagonal that the other chain has.
static void chain_step(chain *s, const double *block, int n, int lane, int k, vertex_factor *f) {
    static const double zero[9] = {0.0};
    bool last = k == band_pairs(n) - 1;
    bool odd = n % 2 != 0;
    const double *turn = block + vertex_of(n, lane, k) * SUT_BAND_BLOCK;
    const double *next = block + vertex_of(n, lane, k + 1) * SUT_BAND_BLOCK;
    const double *after = block + vertex_of(n, lane, k + 2) * SUT_BAND_BLOCK;
    const double *o1 = (lane == 0 ? next : after) + SUT_BAND_O1;
    double o2_columns[3][3];
    double o1_columns[3][3];
    get_columns((lane == 0 ? turn : after) + SUT_BAND_O2, lane == 1, o2_columns);
    get_columns(last && !odd && lane == 1 ? zero : o1, lane == 1, o1_columns);
    bool has_diagonal = !last || (odd && lane == 0);
    step(s, o2_columns, o1_columns, has_diagonal ? after : zero, f);
}

static void chain_step_rhs(chain *s, double *x, int n, int lane, int k, const vertex_factor *f) {
    static const double zero[3] = {0.0};
    bool last = k == band_pairs(n) - 1;
    bool has_right_side = !last || (n % 2 != 0 && lane == 0);
    const double *after = x + 3 * vertex_of(n, lane, k + 2);
    double w[3];
    step_rhs(s, f, has_right_side ? after : zero, w);
    memcpy(x + 3 * vertex_of(n, lane, k), w, sizeof w);
}

static void save_front(const chain *s, int lane, band_front *f) {
    memcpy(f->d[lane], s->d, sizeof s->d);
    memcpy(f->next[lane], s->next, sizeof s->next);
    for (int c = 0; c < 3; c++) {
        for (int r = 0; r < 3; r++) {
            f->o[lane][3 * r + c] = s->o[c][r];
        }
    }
}

static void save_tail(const chain *s, int lane, band_tail *t) {
    memcpy(t->b[lane], s->b, sizeof s->b);
    memcpy(t->next[lane], s->b_next, sizeof s->b_next);
}

//---- the kernel ----------------------------------------------------------------------------------

static bool scalar_eliminate(double *block, int n, double *x, const sut_band_filler *filler,
                             band_front *f, band_tail *t) {
    int stop = band_supply(filler, n, 0);
    chain s[2];
    bool good = true;
    for (int lane = 0; lane < 2; lane++) {
        start_matrix(&s[lane], block, n, lane);
        if (x) {
            start_rhs(&s[lane], x, n, lane);
        }
    }
    // the factor of a pair covers the blocks of both its vertices, so both are read first
    for (int k = 0; k < band_pairs(n); k++) {
        if (k == stop && k < band_pairs(n) - 1) {
            stop = band_supply(filler, n, k);
        }
        vertex_factor v[2];
        for (int lane = 0; lane < 2; lane++) {
            chain_step(&s[lane], block, n, lane, k, &v[lane]);
            good = band_pivots_good(&v[lane].p) && good;
            if (x) {
                chain_step_rhs(&s[lane], x, n, lane, k, &v[lane]);
            }
        }
        double *slot0 = block + vertex_of(n, 0, k) * SUT_BAND_BLOCK;
        double *slot1 = block + vertex_of(n, 1, k) * SUT_BAND_BLOCK;
        put_factor(slot0, slot1, 0, &v[0]);
        put_factor(slot0, slot1, 1, &v[1]);
    }
    for (int lane = 0; lane < 2; lane++) {
        save_front(&s[lane], lane, f);
        if (x) {
            save_tail(&s[lane], lane, t);
        }
    }
    return good;
}

static void forward(const double *block, int n, double *x, band_tail *t) {
    for (int lane = 0; lane < 2; lane++) {
        chain s;
        start_rhs(&s, x, n, lane);
        for (int k = 0; k < band_pairs(n); k++) {
            vertex_factor v;
            get_factor(block + vertex_of(n, 0, k) * SUT_BAND_BLOCK,
                       block + vertex_of(n, 1, k) * SUT_BAND_BLOCK, lane, &v);
            chain_step_rhs(&s, x, n, lane, k, &v);
        }
        save_tail(&s, lane, t);
    }
}

static void backward(const double *block, int n, double *x) {
    for (int lane = 0; lane < 2; lane++) {
        for (int k = band_pairs(n) - 1; k >= 0; k--) {
            const double *x1 = x + 3 * vertex_of(n, lane, k + 1);
            const double *x2 = x + 3 * vertex_of(n, lane, k + 2);
            double *w = x + 3 * vertex_of(n, lane, k);
            vertex_factor v;
            get_factor(block + vertex_of(n, 0, k) * SUT_BAND_BLOCK,
                       block + vertex_of(n, 1, k) * SUT_BAND_BLOCK, lane, &v);
            for (int r = 0; r < 3; r++) {
                double u1[3] = {v.u1[0][r], v.u1[1][r], v.u1[2][r]};
                double u2[3] = {v.u2[0][r], v.u2[1][r], v.u2[2][r]};
                w[r] = band_minus_dot(band_minus_dot(w[r], u2, x2), u1, x1);
            }
        }
    }
}

static void scalar_forward(const double *block, int n, double *x, band_tail *t, double *y,
                           band_tail *u) {
    forward(block, n, x, t);
    if (y) {
        forward(block, n, y, u);
    }
}

static void scalar_backward(const double *block, int n, double *x, double *y) {
    backward(block, n, x);
    if (y) {
        backward(block, n, y);
    }
}

const sut_band_kernel sut_band_kernel_scalar = {"scalar", scalar_eliminate, scalar_forward,
                                                scalar_backward};
