// SPDX-License-Identifier: MIT
// segment.c -- closest points of two segments.
//
// With r = a0 - b0, u = a1 - a0, v = b1 - b0 the squared distance |r + s u - t v|^2 is convex in
// (s, t). Unless u and v are nearly parallel its minimum over the unit square is found by one
// solution of the 2 x 2 system and clamping. Nearly parallel ones have no such solution that could
// be trusted and are treated as a trapezium.
#include "geom/segment.h"

// Squared sine below which segments count as nearly parallel. The crossing is placed to 1e-16 over
// the sine, a cross product being good to 1e-16 of its factors; the distance does not suffer.
#define PARALLEL 1e-12

// Sides of the trapezium that differ by less than this fraction are equal, see `level`.
#define LEVEL 1e-12

static double clamp01(double x) {
    double y = x > 0.0 ? x : 0.0;
    return y < 1.0 ? y : 1.0;
}

// Where the vector p + x (q - p) is shortest, 0 <= x <= 1; the middle when it hardly changes. The
// pull to the middle is a fraction of p and q themselves, so that it moves no true minimum.
static double level(sut_vec3 p, sut_vec3 q) {
    sut_vec3 d = v3_sub(q, p);
    double pull = LEVEL * 0.5 * (v3_norm2(p) + v3_norm2(q));
    double bottom = v3_norm2(d) + pull;
    if (!(bottom > 0.0)) {
        return 0.5;
    }
    return clamp01((0.5 * pull - v3_dot(p, d)) / bottom);
}

// The nearest point on o + t v to the point o + w; 1/2 when v has no length.
static double project(sut_vec3 w, sut_vec3 v, double vv) {
    return vv > 0.0 ? clamp01(v3_dot(w, v) / vv) : 0.5;
}

// Place on the longer of two nearly parallel segments: u the longer, r its start seen from the
// start of the shorter, v.
static double side_by_side(sut_vec3 r, sut_vec3 u, sut_vec3 v, double uu) {
    // the ends of the shorter one, seen along the longer
    double p = -v3_dot(r, u) / uu;
    double q = p + v3_dot(v, u) / uu;
    double low = clamp01(p < q ? p : q);
    double high = clamp01(p < q ? q : p);
    if (!(low < high)) {
        return low;
    }
    // the ways across at both ends of what they share; how far v has come at each
    double reach = q - p;
    sut_vec3 across_low = v3_madd(v3_madd(r, low, u), -(low - p) / reach, v);
    sut_vec3 across_high = v3_madd(v3_madd(r, high, u), -(high - p) / reach, v);
    return low + level(across_low, across_high) * (high - low);
}

static sut_segment_near finish(sut_vec3 r, sut_vec3 u, sut_vec3 v, double s, double t) {
    sut_segment_near n;
    n.s = s;
    n.t = t;
    n.apart = v3_madd(v3_madd(r, s, u), -t, v);
    n.distance = v3_norm(n.apart);
    return n;
}

static sut_segment_near nearly_parallel(sut_vec3 r, sut_vec3 u, sut_vec3 v, double uu, double vv) {
    if (!(uu > 0.0) && !(vv > 0.0)) {
        return finish(r, u, v, 0.5, 0.5);
    }
    if (uu >= vv) {
        double s = side_by_side(r, u, v, uu);
        return finish(r, u, v, s, project(v3_madd(r, s, u), v, vv));
    }
    double t = side_by_side(v3_neg(r), v, u, vv);
    return finish(r, u, v, project(v3_madd(v3_neg(r), t, v), u, uu), t);
}

sut_segment_near sut_segment_nearest(sut_vec3 a0, sut_vec3 a1, sut_vec3 b0, sut_vec3 b1) {
    sut_vec3 r = v3_sub(a0, b0);
    sut_vec3 u = v3_sub(a1, a0);
    sut_vec3 v = v3_sub(b1, b0);
    double uu = v3_norm2(u);
    double vv = v3_norm2(v);
    sut_vec3 n = v3_cross(u, v);
    double nn = v3_norm2(n);
    if (!(nn > PARALLEL * (uu * vv))) {
        return nearly_parallel(r, u, v, uu, vv);
    }

    // the lines' crossing, clamped to a; then the nearest on b; then, if that had to be clamped,
    // the nearest on a again: by convexity this is the minimum
    double uv = v3_dot(u, v);
    double ru = v3_dot(r, u);
    double rv = v3_dot(r, v);
    double s = clamp01(v3_dot(v3_cross(v, r), n) / nn);
    double t = (uv * s + rv) / vv;
    if (t < 0.0) {
        t = 0.0;
        s = clamp01(-ru / uu);
    } else if (t > 1.0) {
        t = 1.0;
        s = clamp01((uv - ru) / uu);
    }
    return finish(r, u, v, s, t);
}
