// SPDX-License-Identifier: MIT
// triangle.c -- nearest points of a triangle and a point or a segment.
//
// The foot of a point in the plane of a triangle is found along the longest edge first, where it is
// well conditioned, and then along the height above that edge, made orthogonal to it a second time.
// So the errors of a needle's weights cancel in the place that they describe. If the foot is not
// inside the nearest point is on an edge. Every candidate is a point of the triangle: the smallest
// distance is never too small, and too large by no more than rounding.
#include "geom/triangle.h"

#include "geom/segment.h"

// Relative difference of heights below which a segment counts as parallel to a face.
#define LEVEL 1e-12

static double clamp01(double x) {
    double y = x > 0.0 ? x : 0.0;
    return y < 1.0 ? y : 1.0;
}

// Is d to be preferred? NaN is, and stays: bad numbers must not get lost among good ones.
static bool nearer(double d, double than) {
    return !(d >= than) && !isnan(than);
}

// The plane of a triangle in coordinates along its longest edge and its height.
typedef struct frame {
    int k[3];         // vertices: start and end of the longest edge, apex
    sut_vec3 base;    // along that edge
    sut_vec3 height;  // from it to the apex
    double base2;     // their squared lengths
    double height2;   // 0: no face
    double apex_base; // place of the apex along the edge
} frame;

static frame frame_of(const sut_vec3 t[3]) {
    sut_vec3 e[3] = {v3_sub(t[1], t[0]), v3_sub(t[2], t[1]), v3_sub(t[0], t[2])};
    double l[3] = {v3_norm2(e[0]), v3_norm2(e[1]), v3_norm2(e[2])};
    int k = l[1] > l[0] ? 1 : 0;
    k = l[2] > l[k] ? 2 : k;
    frame f = {{k, (k + 1) % 3, (k + 2) % 3}, e[k], v3_zero(), l[k], 0.0, 0.0};
    if (l[k] > 0.0) {
        sut_vec3 c = v3_neg(e[(k + 2) % 3]);
        double along = v3_dot(c, f.base) / l[k];
        sut_vec3 h = v3_madd(c, -along, f.base);
        double more = v3_dot(h, f.base) / l[k];
        f.height = v3_madd(h, -more, f.base);
        f.apex_base = along + more;
        f.height2 = v3_norm2(f.height);
    }
    return f;
}

// Barycentric weights of the foot of p.
static void foot_weights(const frame *f, const sut_vec3 t[3], sut_vec3 p, double weight[3]) {
    sut_vec3 r = v3_sub(p, t[f->k[0]]);
    double up = v3_dot(r, f->height) / f->height2;
    double along = v3_dot(r, f->base) / f->base2 - up * f->apex_base;
    weight[f->k[0]] = (1.0 - along) - up;
    weight[f->k[1]] = along;
    weight[f->k[2]] = up;
}

static bool all_positive(const double w[3]) {
    return w[0] > 0.0 && w[1] > 0.0 && w[2] > 0.0;
}

// p minus the point with these weights, from vertex k on so that large coordinates cancel first.
static sut_vec3 apart_from(const sut_vec3 t[3], const double w[3], int k, sut_vec3 p) {
    int i = (k + 1) % 3;
    int j = (k + 2) % 3;
    sut_vec3 r = v3_sub(p, t[k]);
    r = v3_madd(r, -w[i], v3_sub(t[i], t[k]));
    return v3_madd(r, -w[j], v3_sub(t[j], t[k]));
}

// On edge k at the share u from its start.
static void put_on_edge(sut_triangle_near *near, int k, double u) {
    near->weight[k] = 1.0 - u;
    near->weight[(k + 1) % 3] = u;
    near->weight[(k + 2) % 3] = 0.0;
    near->feature = (sut_triangle_feature)(SUT_TRIANGLE_EDGE_01 + k);
    if (!(u > 0.0)) {
        near->feature = (sut_triangle_feature)(SUT_TRIANGLE_VERTEX_0 + k);
    } else if (!(u < 1.0)) {
        near->feature = (sut_triangle_feature)(SUT_TRIANGLE_VERTEX_0 + (k + 1) % 3);
    }
}

static sut_triangle_near point_on_edges(const sut_vec3 t[3], sut_vec3 p) {
    sut_triangle_near best = {.distance = HUGE_VAL};
    double place = 0.0;
    int edge = 0;
    double least = HUGE_VAL;
    for (int k = 0; k < 3; k++) {
        sut_vec3 e = v3_sub(t[(k + 1) % 3], t[k]);
        sut_vec3 r = v3_sub(p, t[k]);
        double ee = v3_norm2(e);
        double u = ee > 0.0 ? clamp01(v3_dot(r, e) / ee) : 0.0;
        sut_vec3 apart = v3_madd(r, -u, e);
        double d2 = v3_norm2(apart);
        if (nearer(d2, least)) {
            least = d2;
            place = u;
            edge = k;
            best.apart = apart;
        }
    }
    put_on_edge(&best, edge, place);
    best.distance = sqrt(least);
    return best;
}

static sut_triangle_near point_near(const frame *f, const sut_vec3 t[3], sut_vec3 p) {
    if (f->height2 > 0.0) {
        sut_triangle_near near = {.feature = SUT_TRIANGLE_FACE};
        foot_weights(f, t, p, near.weight);
        if (all_positive(near.weight)) {
            near.apart = apart_from(t, near.weight, f->k[0], p);
            near.distance = v3_norm(near.apart);
            return near;
        }
    }
    return point_on_edges(t, p);
}

sut_triangle_near sut_triangle_point(const sut_vec3 t[3], sut_vec3 p) {
    frame f = frame_of(t);
    return point_near(&f, t, p);
}

//---- segments ------------------------------------------------------------------------------------
static void take_nearer(sut_triangle_near *best, sut_triangle_near other, double s) {
    if (nearer(other.distance, best->distance)) {
        *best = other;
        best->s = s;
    }
}

// The part of 0 .. 1 on which the weights, linear from v to w, are positive; false: there is none.
static bool clip_to_face(const double v[3], const double w[3], double *low, double *high) {
    *low = 0.0;
    *high = 1.0;
    for (int k = 0; k < 3; k++) {
        if (!(v[k] > 0.0) && !(w[k] > 0.0)) {
            return false;
        }
        double at = v[k] / (v[k] - w[k]);
        if (v[k] < 0.0) {
            *low = at > *low ? at : *low;
        } else if (w[k] < 0.0) {
            *high = at < *high ? at : *high;
        }
    }
    return *low < *high;
}

// Through the face, or level above it: the candidate inside of a segment's and a face's borders.
static void try_face(sut_triangle_near *best, const frame *f, const sut_vec3 t[3], sut_vec3 a,
                     sut_vec3 b) {
    sut_vec3 n = v3_cross(f->base, f->height);
    double up_a = v3_dot(n, v3_sub(a, t[f->k[0]]));
    double up_b = v3_dot(n, v3_sub(b, t[f->k[0]]));
    if ((up_a > 0.0 && up_b < 0.0) || (up_a < 0.0 && up_b > 0.0)) {
        double s = up_a / (up_a - up_b);
        take_nearer(best, point_near(f, t, v3_lerp(a, b, s)), s);
        return;
    }
    if (fabs(up_a - up_b) <= LEVEL * (fabs(up_a) + fabs(up_b))) {
        double v[3];
        double w[3];
        double low;
        double high;
        foot_weights(f, t, a, v);
        foot_weights(f, t, b, w);
        if (clip_to_face(v, w, &low, &high)) {
            double s = 0.5 * (low + high);
            sut_triangle_near middle = point_near(f, t, v3_lerp(a, b, s));
            if (middle.distance <= best->distance * (1.0 + 2.0 * LEVEL)) {
                *best = middle;
                best->s = s;
            }
        }
    }
}

sut_triangle_near sut_triangle_segment(const sut_vec3 t[3], sut_vec3 a, sut_vec3 b) {
    frame f = frame_of(t);
    // an end above the face, or an edge
    sut_triangle_near best = point_near(&f, t, a);
    take_nearer(&best, point_near(&f, t, b), 1.0);
    for (int k = 0; k < 3; k++) {
        sut_segment_near n = sut_segment_nearest(a, b, t[k], t[(k + 1) % 3]);
        if (nearer(n.distance, best.distance)) {
            best = (sut_triangle_near){.apart = n.apart, .distance = n.distance, .s = n.s};
            put_on_edge(&best, k, n.t);
        }
    }
    if (f.height2 > 0.0) {
        try_face(&best, &f, t, a, b);
    }
    return best;
}
