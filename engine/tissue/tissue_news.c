// SPDX-License-Identifier: MIT
// tissue_news.c -- what a step tells of a tissue: pins that lag, elements that are inside out.
#include "tissue/tissue_parts.h"

enum { TURNS = 8 }; // steps in which all elements are looked at once: a look at all costs a pass
static const double on_place = 1e-9; // m, nearer than that a pin is where it should be

static double largest_lag(const sut_tissue *t) {
    double most = 0.0;
    for (int s = 0; s < t->support_count; s++) {
        most = t->supports[s].used && t->supports[s].lag > most ? t->supports[s].lag : most;
    }
    return most;
}

static bool is_inverted(const sut_tissue *t, int element) {
    const int *c = t->tets[element];
    const sut_vec3 *x = t->body.position;
    sut_vec3 a = v3_sub(x[c[1]], x[c[0]]);
    sut_vec3 b = v3_sub(x[c[2]], x[c[0]]);
    sut_vec3 d = v3_sub(x[c[3]], x[c[0]]);
    return v3_dot(v3_cross(a, b), d) < 0.0;
}

static sut_vec3 middle_of(const sut_tissue *t, int element) {
    sut_vec3 sum = v3_zero();
    for (int k = 0; k < 4; k++) {
        sum = v3_madd(sum, 0.25, t->body.position[t->tets[element][k]]);
    }
    return sum;
}

// The first of this turn's elements that is inside out; -1: none is.
static int inverted_in_turn(const sut_tissue *t, uint64_t turn) {
    for (int e = (int)(turn % TURNS); e < t->tet_count; e += TURNS) {
        if (is_inverted(t, e)) {
            return e;
        }
    }
    return -1;
}

sut_tissue_news sut_tissue_tell(sut_tissue *t, uint64_t turn) {
    sut_tissue_news n = {.lag = largest_lag(t), .element = -1};
    bool lags = n.lag > on_place;
    n.blocked = lags && !t->pins_lag;
    n.freed = !lags && t->pins_lag;
    t->pins_lag = lags;
    if (t->tube || t->tet_count == 0) {
        return n;
    }
    n.element = inverted_in_turn(t, turn);
    if (n.element >= 0) {
        n.inverted = t->upright >= TURNS;
        n.where = middle_of(t, n.element);
        t->upright = 0;
    } else if (t->upright < TURNS) {
        t->upright++;
        n.upright = t->upright == TURNS;
    }
    return n;
}
