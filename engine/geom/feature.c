// SPDX-License-Identifier: MIT
// feature.c -- the table of pairs of features.
#include "geom/feature.h"

#include "geom/advance.h"
#include "geom/segment.h"

#include <math.h>
#include <string.h>

// Points, edges, triangles.
static const int corner_count[SUT_FEATURE_KINDS] = {1, 2, 3, 0};

static void corners_at(const sut_feature *f, double time, sut_vec3 x[3]) {
    for (int k = 0; k < corner_count[f->kind]; k++) {
        // at the start whatever they are to move by
        x[k] = time > 0.0 ? v3_madd(f->at[k], time, f->by[k]) : f->at[k];
    }
}

double sut_feature_stride(const sut_feature *a, const sut_feature *b) {
    double most = 0.0;
    for (int i = 0; i < corner_count[a->kind]; i++) {
        for (int j = 0; j < corner_count[b->kind]; j++) {
            double d = v3_norm2(v3_sub(a->by[i], b->by[j]));
            most = d > most ? d : most;
        }
    }
    return sqrt(most);
}

// Corners of both in one row.
typedef struct row {
    sut_vec3 at[4], by[4];
} row;

static row in_a_row(const sut_feature *a, const sut_feature *b) {
    row r;
    int n = corner_count[a->kind];
    for (int k = 0; k < 4; k++) {
        r.at[k] = k < n ? a->at[k] : b->at[k - n];
        r.by[k] = k < n ? a->by[k] : b->by[k - n];
    }
    return r;
}

//---- the pairs -----------------------------------------------------------------------------------
static sut_feature_near edges_nearest(const sut_feature *a, const sut_feature *b, double time) {
    sut_vec3 x[3];
    sut_vec3 y[3];
    corners_at(a, time, x);
    corners_at(b, time, y);
    sut_segment_near n = sut_segment_nearest(x[0], x[1], y[0], y[1]);
    return (sut_feature_near){
        .weight = {{1.0 - n.s, n.s}, {1.0 - n.t, n.t}}, .apart = n.apart, .distance = n.distance};
}

static double edges_advance(const sut_feature *a, const sut_feature *b, double keep) {
    row r = in_a_row(a, b);
    return sut_segment_advance(r.at, r.by, keep);
}

static sut_feature_near point_triangle_nearest(const sut_feature *a, const sut_feature *b,
                                               double time) {
    sut_vec3 x[3];
    sut_vec3 y[3];
    corners_at(a, time, x);
    corners_at(b, time, y);
    sut_triangle_near n = sut_triangle_point(y, x[0]);
    sut_feature_near near = {
        .weight = {{1.0}}, .apart = n.apart, .distance = n.distance, .where = n.feature};
    memcpy(near.weight[1], n.weight, sizeof n.weight);
    return near;
}

static double point_triangle_advance(const sut_feature *a, const sut_feature *b, double keep) {
    row r = in_a_row(a, b);
    return sut_triangle_advance(r.at, r.by, keep);
}

// A solid is taken where it begins or ends, whatever is nearer in time: only the normal is asked.
static sut_feature_near edge_convex_nearest(const sut_feature *a, const sut_feature *b,
                                            double time) {
    sut_vec3 x[3];
    corners_at(a, time, x);
    sut_feature_near near = {.distance = 0.0};
    double s = 0.0;
    near.distance = sut_shape_segment(time < 0.5 ? b->now : b->next, x[0], x[1], &s, &near.apart);
    near.weight[0][0] = 1.0 - s;
    near.weight[0][1] = s;
    return near;
}

static double edge_convex_advance(const sut_feature *a, const sut_feature *b, double keep) {
    return sut_shape_advance(b->now, b->next, a->at, a->by, keep);
}

static sut_feature_near triangle_convex_nearest(const sut_feature *a, const sut_feature *b,
                                                double time) {
    sut_vec3 x[3];
    corners_at(a, time, x);
    sut_shape then = sut_shape_between(b->now, b->next, time);
    sut_triangle_shape n = sut_triangle_solid(&then, x);
    sut_feature_near near = {.apart = n.normal, .distance = n.distance};
    memcpy(near.weight[0], n.weight, sizeof n.weight);
    return near;
}

static double triangle_convex_advance(const sut_feature *a, const sut_feature *b, double keep) {
    return sut_shape_triangle_advance(b->now, b->next, a->at, a->by, keep);
}

//---- the table -----------------------------------------------------------------------------------
const sut_feature_pair sut_feature_pairs[SUT_FEATURE_KINDS][SUT_FEATURE_KINDS] = {
    [SUT_FEATURE_POINT][SUT_FEATURE_TRIANGLE] = {point_triangle_nearest, point_triangle_advance},
    [SUT_FEATURE_EDGE][SUT_FEATURE_EDGE] = {edges_nearest, edges_advance},
    [SUT_FEATURE_EDGE][SUT_FEATURE_CONVEX] = {edge_convex_nearest, edge_convex_advance},
    [SUT_FEATURE_TRIANGLE][SUT_FEATURE_CONVEX] = {triangle_convex_nearest, triangle_convex_advance},
};
