// SPDX-License-Identifier: MIT
// tear_walk.c -- places that move over the triangles of a surface, at rest.
#include "attach/tear.h"

#include "geom/triangle.h"
#include "math/vec3.h"

bool sut_tear_rates(const sut_vec3 *x, const int v[3], sut_vec3 direction, double rate[3]) {
    sut_vec3 a = v3_sub(x[v[1]], x[v[0]]);
    sut_vec3 b = v3_sub(x[v[2]], x[v[0]]);
    double aa = v3_norm2(a);
    double bb = v3_norm2(b);
    double ab = v3_dot(a, b);
    double determinant = aa * bb - ab * ab;
    double da = v3_dot(direction, a);
    double db = v3_dot(direction, b);
    rate[1] = (da * bb - db * ab) / determinant;
    rate[2] = (db * aa - da * ab) / determinant;
    rate[0] = -(rate[1] + rate[2]);
    return determinant > 0.0;
}

sut_vec3 sut_tear_place(const sut_vec3 *x, const int v[3], const double weight[3]) {
    sut_vec3 at = v3_scale(x[v[0]], weight[0]);
    at = v3_madd(at, weight[1], x[v[1]]);
    return v3_madd(at, weight[2], x[v[2]]);
}

int sut_tear_corner(const sut_surface *f, int t, int node) {
    for (int c = 0; c < 3; c++) {
        if (f->triangle[t][c] == node) {
            return c;
        }
    }
    return -1;
}

void sut_tear_stand(const sut_surface *f, const sut_hole *k, sut_tear_way *a) {
    sut_vec3 x[3];
    for (int c = 0; c < 3; c++) {
        x[c] = f->rest[f->triangle[k->triangle][c]];
    }
    sut_triangle_near n = sut_triangle_point(x, k->rest);
    a->triangle = k->triangle;
    for (int c = 0; c < 3; c++) {
        a->weight[c] = n.weight[c];
    }
}

int sut_tear_cross(sut_tear_way *a, const double rate[3]) {
    int out = -1;
    double way = a->left;
    for (int c = 0; c < 3; c++) {
        if (rate[c] < 0.0 && a->weight[c] < -rate[c] * way) {
            way = a->weight[c] / -rate[c];
            out = c;
        }
    }
    for (int c = 0; c < 3; c++) {
        double moved = a->weight[c] + way * rate[c];
        a->weight[c] = c == out || !(moved > 0.0) ? 0.0 : moved;
    }
    a->left -= way;
    return out;
}

void sut_tear_hop(const sut_surface *f, sut_tear_way *a, int edge) {
    const int *both = f->beside[edge];
    int beyond = both[0] == a->triangle ? both[1] : both[0];
    double weight[3] = {0.0, 0.0, 0.0};
    for (int c = 0; c < 3; c++) {
        int there = sut_tear_corner(f, beyond, f->triangle[a->triangle][c]);
        if (there >= 0) {
            weight[there] = a->weight[c];
        }
    }
    a->triangle = beyond;
    for (int c = 0; c < 3; c++) {
        a->weight[c] = weight[c];
    }
}
