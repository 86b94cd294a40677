// SPDX-License-Identifier: MIT
// contact_lack.c -- what forces lack of the laws of contacts, four contacts at a time.
//
// A search along a step of Newton's method looks at all contacts up to eight times, which took a
// fifth of a hard step one by one. Compiled twice, for every machine and for AVX2. Each of the four
// lanes is a contact and sees the operations of sut_contact_law_force and sut_contact_augmented in
// their order; sums run from contact to contact: the bits are those of one contact at a time.
#include "contact/contact_law.h"

#include <string.h>

#ifdef SUT_KERNEL_AVX2
#define LACK sut_contact_lack_avx2
#else
#define LACK sut_contact_lack_plain
#endif

#define INLINE static inline __attribute__((always_inline))
#pragma GCC diagnostic ignored "-Wpsabi" // whatever takes or returns vectors is inlined

enum { LANES = SUT_CONTACT_LANES, ROWS = 3 * SUT_CONTACT_LANES };

typedef double num __attribute__((vector_size(32), may_alias));
typedef int64_t mask __attribute__((vector_size(32), may_alias));

INLINE num load(const double *from) {
    num v;
    memcpy(&v, from, sizeof v);
    return v;
}

INLINE mask load_mask(const int64_t *from) {
    mask v;
    memcpy(&v, from, sizeof v);
    return v;
}

INLINE num select(mask where, num yes, num no) {
    return (num)((where & (mask)yes) | (~where & (mask)no));
}

INLINE num larger(num a, num b) {
    return select((mask)(a > b), a, b);
}

INLINE num size_of(num x) {
    const mask sign = (mask)(num){-0.0, -0.0, -0.0, -0.0};
    return (num)(~sign & (mask)x);
}

INLINE num root(num x) {
    double v[LANES];
    memcpy(v, &x, sizeof v);
    for (int k = 0; k < LANES; k++) {
        v[k] = sqrt(v[k]);
    }
    return load(v);
}

// Rows of four contacts, three of each, to one vector per row.
INLINE void take_apart(const double *rows, num out[3]) {
    for (int a = 0; a < 3; a++) {
        out[a] = (num){rows[a], rows[a + 3], rows[a + 6], rows[a + 9]};
    }
}

// Numbers of the group; where there are fewer than four contacts the rest is zero.
INLINE const double *rows_of(const double *all, int group, int rows, double own[ROWS]) {
    const double *from = &all[ROWS * (ptrdiff_t)group];
    if (rows >= ROWS) {
        return from;
    }
    memset(own, 0, ROWS * sizeof *own);
    memcpy(own, from, (size_t)rows * sizeof *own);
    return own;
}

// At a share of the way from x to x_next; null: at x.
INLINE void place(const double *x, const double *next, double share, int group, int rows,
                  num out[3]) {
    double here[ROWS];
    double there[ROWS];
    const double *p = rows_of(x, group, rows, here);
    if (next) {
        const double *q = rows_of(next, group, rows, there);
        for (int e = 0; e < ROWS; e += LANES) {
            num from = load(&p[e]);
            num at = from + share * (load(&q[e]) - from);
            memcpy(&here[e], &at, sizeof at);
        }
        p = here;
    }
    take_apart(p, out);
}

// Against the law of stiffness k.
INLINE void add_law(const sut_contact_rules *k, const num y[3], const num u[3], num bound,
                    num lanes[3]) {
    const mask bond = load_mask(k->bond);
    const mask felt = load_mask(k->felt);
    const num zero = {0.0};
    const num kt = load(k->kt);
    num depth = -(load(k->q[0]) + u[0]);
    num f0 = select((mask)(depth > zero) | bond, load(k->kn) * depth, zero);
    num f1 = load(k->memory[0]) - kt * (load(k->q[1]) + u[1]);
    num f2 = load(k->memory[1]) - kt * (load(k->q[2]) + u[2]);
    num most = select((mask)(bound >= zero), bound, load(k->mu) * f0);
    num size = root(f1 * f1 + f2 * f2);
    num ratio = most / size;
    num one = zero + 1.0;
    num share = select((mask)(size > most) & ~bond, ratio, one);
    f1 *= share;
    f2 *= share;
    num scale = larger(y[0], larger(f0, zero));
    num whole = root((y[0] * y[0] + y[1] * y[1]) + y[2] * y[2]);
    scale = select(bond & (mask)(whole > scale), whole, scale);
    num error = larger(size_of(f2 - y[2]), larger(size_of(f1 - y[1]), size_of(f0 - y[0])));
    lanes[0] = larger(select(felt, error, zero), lanes[0]);
    lanes[1] = larger(select(felt, scale, zero), lanes[1]);
    lanes[2] = larger(select(felt, load(k->none), zero), lanes[2]);
}

// The square of y - P(y - r gamma), with P the projection onto the cone.
INLINE num scaled_square(const sut_contact_rules *k, const num y[3], const num u[3]) {
    const double chi = SUT_CONTACT_CHI;
    const mask bond = load_mask(k->bond);
    const num zero = {0.0};
    const num kt = load(k->kt);
    num p0 = (1.0 - chi) * y[0] - chi * load(k->kn) * (load(k->q[0]) + u[0]);
    num p1 = (1.0 - chi) * y[1] + chi * (load(k->memory[0]) - kt * (load(k->q[1]) + u[1]));
    num p2 = (1.0 - chi) * y[2] + chi * (load(k->memory[1]) - kt * (load(k->q[2]) + u[2]));
    num normal = select((mask)(p0 > zero) | bond, p0, zero);
    num most = load(k->mu) * normal;
    num size = root(p1 * p1 + p2 * p2);
    num ratio = most / size;
    num share = select((mask)(size > most) & ~bond, ratio, zero + 1.0);
    num e0 = y[0] - normal;
    num e1 = y[1] - share * p1;
    num e2 = y[2] - share * p2;
    return (e0 * e0 + e1 * e1) + e2 * e2;
}

void LACK(const sut_contacts *c, const sut_contact_place *at, const double *bound,
          sut_contact_lack *s) {
    const num zero = {0.0};
    num lanes[3] = {zero, zero, zero};
    for (int g = 0; LANES * g < c->count; g++) {
        const sut_contact_rules *k = &c->rules[g];
        const int here = c->count - LANES * g;
        const int rows = 3 * here;
        num y[3];
        num u[3];
        place(at->y, at->y_next, at->share, g, rows, y);
        place(at->u, at->u_next, at->share, g, rows, u);
        num most = {-1.0, -1.0, -1.0, -1.0};
        for (int i = 0; bound && i < LANES && i < here; i++) {
            most[i] = bound[LANES * g + i];
        }
        add_law(k, y, u, most, lanes);
        num square = select(load_mask(k->felt), scaled_square(k, y, u), zero);
        for (int i = 0; i < LANES; i++) {
            s->squares += square[i];
        }
    }
    for (int i = 0; i < LANES; i++) {
        s->most = lanes[0][i] > s->most ? lanes[0][i] : s->most;
        s->scale = lanes[1][i] > s->scale ? lanes[1][i] : s->scale;
        s->least = lanes[2][i] > s->least ? lanes[2][i] : s->least;
    }
}
