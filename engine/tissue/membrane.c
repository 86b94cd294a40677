// SPDX-License-Identifier: MIT
// membrane.c -- the strain limit of membranes (Provot 1995): after a substep, springs that are too
// long are shortened one after the other until all are short enough.
#include "tissue/tissue_parts.h"

#include <math.h>

enum { ROUNDS = 400 };
static const double enough = 0.005; // half of the 1 % that is allowed

// How much of the correction along u the node can take: nothing along pinned axes.
static double mobility(const sut_tissue *t, int i) {
    return t->pinned[i] == SUT_AXIS_ALL ? 0.0 : 1.0 / t->mass[i];
}

static void shift(sut_tissue *t, int i, sut_vec3 by) {
    unsigned held = t->pinned[i];
    sut_vec3 w = sut_soa3_get(&t->body.move, i);
    w.x += held & SUT_AXIS_X ? 0.0 : by.x;
    w.y += held & SUT_AXIS_Y ? 0.0 : by.y;
    w.z += held & SUT_AXIS_Z ? 0.0 : by.z;
    sut_soa3_set(&t->body.move, i, w);
}

static sut_vec3 place(const sut_tissue *t, int i) {
    return v3_add(t->body.position[i], sut_soa3_get(&t->body.move, i));
}

// True: it was too long.
static bool shorten(sut_tissue *t, int e) {
    int a = t->edge.node[0][e];
    int b = t->edge.node[1][e];
    double most = t->def.membrane.limit * t->edge.rest[e];
    sut_vec3 d = v3_sub(place(t, b), place(t, a));
    double length = v3_norm(d);
    double ma = mobility(t, a);
    double mb = mobility(t, b);
    if (!(length > (1.0 + enough) * most) || !(ma + mb > 0.0)) {
        return false;
    }
    double excess = (length - most) / (length * (ma + mb));
    shift(t, a, v3_scale(d, ma * excess));
    shift(t, b, v3_scale(d, -mb * excess));
    return true;
}

bool sut_membrane_limit(sut_tissue *t) {
    if (t->def.model != SUT_TISSUE_MEMBRANE || !(t->def.membrane.limit > 0.0)) {
        return false;
    }
    bool moved = false;
    bool any = true;
    for (int round = 0; any && round < ROUNDS; round++) {
        any = false;
        // to and fro, so that a correction travels along a row of springs in one round
        for (int k = 0; k < t->edge.count; k++) {
            bool done = shorten(t, round % 2 == 0 ? k : t->edge.count - 1 - k);
            any = done || any;
        }
        moved = moved || any;
    }
    return moved;
}
