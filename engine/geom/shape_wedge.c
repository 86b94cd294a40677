// SPDX-License-Identifier: MIT
// shape_wedge.c -- signed distance of a wedge.
//
// Six corners: two at the thin end, four at the thick one. Inside, the nearest point of the surface
// is on the face whose plane is nearest; outside it is the nearest point of one of the triangles
// that the faces are made of.
#include "geom/shape_wedge.h"

enum { FACES = 5, TRIANGLES = 8 };

typedef struct wedge {
    sut_vec3 corner[6]; // thin end at -y, +y; cut face at the thick end -y, +y; its upper rim
    sut_vec3 out[FACES];
    double level[FACES]; // a point x is behind face k if out . x <= level
} wedge;

static wedge wedge_of(const sut_shape *s) {
    double h = s->half_length;
    double rise = s->half_size.x;
    double thin = s->radius;
    double thick = s->base_radius;
    wedge w = {.corner = {v3(0.0, -thin, -h), v3(0.0, thin, -h), v3(0.0, -thick, h),
                          v3(0.0, thick, h), v3(rise, -thick, h), v3(rise, thick, h)}};
    sut_vec3 up = v3_normalized(v3(2.0 * h, 0.0, -rise));
    sut_vec3 side = v3_normalized(v3(0.0, 2.0 * h, -(thick - thin)));
    w.out[0] = up;
    w.out[1] = v3(-1.0, 0.0, 0.0);
    w.out[2] = v3(0.0, 0.0, 1.0);
    w.out[3] = side;
    w.out[4] = v3(0.0, -side.y, side.z);
    const int on[FACES] = {0, 0, 2, 1, 0};
    for (int k = 0; k < FACES; k++) {
        w.level[k] = v3_dot(w.out[k], w.corner[on[k]]);
    }
    return w;
}

static sut_vec3 nearest_on_edge(sut_vec3 a, sut_vec3 b, sut_vec3 p) {
    sut_vec3 e = v3_sub(b, a);
    double length2 = v3_norm2(e);
    double t = length2 > 0.0 ? v3_dot(v3_sub(p, a), e) / length2 : 0.0;
    t = t > 0.0 ? (t < 1.0 ? t : 1.0) : 0.0;
    return v3_madd(a, t, e);
}

// The foot in the plane if it is inside all three edges, else the nearest point of an edge.
static sut_vec3 nearest_on_triangle(const sut_vec3 c[3], sut_vec3 p) {
    sut_vec3 n = v3_cross(v3_sub(c[1], c[0]), v3_sub(c[2], c[0]));
    double size2 = v3_norm2(n);
    bool inside = size2 > 0.0;
    for (int k = 0; k < 3; k++) {
        sut_vec3 edge = v3_sub(c[(k + 1) % 3], c[k]);
        inside = inside && v3_dot(v3_cross(n, edge), v3_sub(p, c[k])) >= 0.0;
    }
    if (inside) {
        return v3_madd(p, -v3_dot(n, v3_sub(p, c[0])) / size2, n);
    }
    sut_vec3 best = nearest_on_edge(c[0], c[1], p);
    for (int k = 1; k < 3; k++) {
        sut_vec3 x = nearest_on_edge(c[k], c[(k + 1) % 3], p);
        best = v3_norm2(v3_sub(p, x)) < v3_norm2(v3_sub(p, best)) ? x : best;
    }
    return best;
}

double sut_wedge_distance(const sut_shape *s, sut_vec3 q, sut_vec3 *normal) {
    static const int triangles[TRIANGLES][3] = {{0, 1, 5}, {0, 5, 4}, {0, 2, 3}, {0, 3, 1},
                                                {2, 4, 5}, {2, 5, 3}, {1, 3, 5}, {0, 4, 2}};
    wedge w = wedge_of(s);
    double depth = -HUGE_VAL;
    for (int k = 0; k < FACES; k++) {
        double height = v3_dot(w.out[k], q) - w.level[k];
        if (height > depth) {
            depth = height;
            *normal = w.out[k];
        }
    }
    if (depth <= 0.0) {
        return depth;
    }
    double best2 = HUGE_VAL;
    sut_vec3 best = q;
    for (int k = 0; k < TRIANGLES; k++) {
        const sut_vec3 c[3] = {w.corner[triangles[k][0]], w.corner[triangles[k][1]],
                               w.corner[triangles[k][2]]};
        sut_vec3 x = nearest_on_triangle(c, q);
        double d2 = v3_norm2(v3_sub(q, x));
        if (d2 < best2) {
            best2 = d2;
            best = x;
        }
    }
    // hardly outside: the face that is left furthest behind has the normal
    double d = sqrt(best2);
    if (d > depth * (1.0 + 1e-9)) {
        *normal = v3_scale(v3_sub(q, best), 1.0 / d);
        return d;
    }
    return depth;
}
