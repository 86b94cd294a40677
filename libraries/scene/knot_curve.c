// SPDX-License-Identifier: MIT
#include "knot_curve.h"

#include "math/vec3.h"

#include <math.h>
#include <stdlib.h>

enum { PIECES = 16 }; // of the curve between two control points

//---- paths ---------------------------------------------------------------------------------------

void sut_knot_path_add(sut_knot_path *p, sut_vec3 point) {
    if (p->count < SUT_KNOT_MOST_CONTROLS) {
        p->point[p->count++] = point;
    }
}

void sut_knot_path_line(sut_knot_path *p, sut_vec3 to, double spacing) {
    sut_vec3 from = p->point[p->count - 1];
    int parts = (int)ceil(v3_distance(from, to) / spacing);
    for (int i = 1; i < parts; i++) {
        sut_knot_path_add(p, v3_lerp(from, to, (double)i / (double)parts));
    }
    sut_knot_path_add(p, to);
}

void sut_knot_path_reverse(sut_knot_path *p) {
    for (int i = 0, j = p->count - 1; i < j; i++, j--) {
        sut_vec3 swap = p->point[i];
        p->point[i] = p->point[j];
        p->point[j] = swap;
    }
}

//---- the curve -----------------------------------------------------------------------------------

static sut_vec3 spline(const sut_vec3 *c, double u) {
    double v = 1.0 - u;
    double w0 = v * v * v / 6.0;
    double w1 = (4.0 + u * u * (3.0 * u - 6.0)) / 6.0;
    double w2 = (4.0 + v * v * (3.0 * v - 6.0)) / 6.0;
    double w3 = u * u * u / 6.0;
    sut_vec3 sum = v3_madd(v3_scale(c[0], w0), w1, c[1]);
    return v3_madd(v3_madd(sum, w2, c[2]), w3, c[3]);
}

bool sut_knot_curve_make(const sut_knot_path *p, sut_knot_curve *out) {
    int pieces = (p->count - 3) * PIECES;
    out->count = 0;
    out->point = malloc(((size_t)pieces + 1) * sizeof *out->point);
    if (out->point == NULL) {
        return false;
    }
    for (int i = 0; i < pieces; i++) {
        double u = (double)(i % PIECES) / PIECES;
        out->point[out->count++] = spline(&p->point[i / PIECES], u);
    }
    out->point[out->count++] = spline(&p->point[p->count - 4], 1.0);
    return true;
}

void sut_knot_curve_free(sut_knot_curve *c) {
    free(c->point);
    *c = (sut_knot_curve){NULL, 0};
}

// by the circle through three neighbours: 4 areas over the product of the sides
double sut_knot_curve_bend(const sut_knot_curve *c) {
    double bend = 0.0;
    for (int i = 1; i + 1 < c->count; i++) {
        sut_vec3 a = v3_sub(c->point[i], c->point[i - 1]);
        sut_vec3 b = v3_sub(c->point[i + 1], c->point[i]);
        double sides = v3_norm(a) * v3_norm(b) * v3_norm(v3_add(a, b));
        bend = fmax(bend, 2.0 * v3_norm(v3_cross(a, b)) / sides);
    }
    return bend;
}

//---- laying a thread -----------------------------------------------------------------------------

// A pair of compasses on the curve: the last vertex and the piece it lies on, or how far it is
// beyond the end of the curve.
typedef struct compasses {
    const sut_knot_curve *c;
    sut_vec3 at;
    int piece;
    double beyond; // < 0: still on the curve
} compasses;

static sut_vec3 way_out(const sut_knot_curve *c) {
    return v3_normalized(v3_sub(c->point[c->count - 1], c->point[c->count - 2]));
}

// the fraction of a b at distance r from o, given that a is nearer than that and b is not
static double reach(sut_vec3 o, sut_vec3 a, sut_vec3 b, double r) {
    sut_vec3 d = v3_sub(b, a);
    sut_vec3 w = v3_sub(a, o);
    double dd = v3_norm2(d);
    double dw = v3_dot(d, w);
    double missing = r * r - v3_norm2(w);
    double root = sqrt(fmax(0.0, dw * dw + dd * missing));
    // the form without cancellation; a is inside, so missing is not negative
    return dw > 0.0 ? missing / (root + dw) : (root - dw) / dd;
}

static void step(compasses *k, double edge) {
    const sut_knot_curve *c = k->c;
    sut_vec3 end = c->point[c->count - 1];
    if (k->beyond >= 0.0) {
        k->beyond += edge;
        k->at = v3_madd(end, k->beyond, way_out(c));
        return;
    }
    sut_vec3 from = k->at;
    sut_vec3 a = k->at;
    while (k->piece + 1 < c->count && v3_distance(k->at, c->point[k->piece + 1]) < edge) {
        k->piece++;
        a = c->point[k->piece];
    }
    if (k->piece + 1 < c->count) {
        k->at = v3_lerp(a, c->point[k->piece + 1], reach(from, a, c->point[k->piece + 1], edge));
        return;
    }
    // the rest of the way is straight; two edges are more than it can be
    k->beyond = 2.0 * edge * reach(from, end, v3_madd(end, 2.0 * edge, way_out(c)), edge);
    k->at = v3_madd(end, k->beyond, way_out(c));
}

double sut_knot_curve_length(const sut_knot_curve *c, double edge) {
    compasses k = {c, c->point[0], 0, -1.0};
    int steps = 0;
    while (k.beyond < 0.0) {
        step(&k, edge);
        steps++;
    }
    return (double)steps * edge - k.beyond;
}

void sut_knot_curve_lay(const sut_knot_curve *c, double edge, double lead, int count,
                        sut_vec3 *vertices) {
    sut_vec3 back = v3_normalized(v3_sub(c->point[0], c->point[1]));
    compasses k = {c, c->point[0], 0, -1.0};
    for (int i = 0; i < count; i++) {
        double left = lead - (double)i * edge;
        if (left >= 0.0) {
            k.at = v3_madd(c->point[0], left, back);
        } else {
            step(&k, edge);
        }
        vertices[i] = k.at;
    }
}
