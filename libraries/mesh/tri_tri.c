// SPDX-License-Identifier: MIT
// tri_tri.c -- do two triangles pass through each other? Touching is no crossing: wound lips lie on
// each other. Each must reach to both sides of the other's plane, and the pieces that the common
// line of the planes cuts out of them must overlap (Moller 1997).
#include "mesh_parts.h"

#include "math/vec3.h"

// heights below this part of the longest edge count as in the plane: well above the rounding of
// coordinates that are some hundred edges from the origin, well below what a mesh can mean
static const double IN_PLANE = 1e-9;

static double size_of(const sut_vec3 *x, const int t[3]) {
    return sqrt(fmax(v3_norm2(v3_sub(x[t[0]], x[t[1]])),
                     fmax(v3_norm2(v3_sub(x[t[1]], x[t[2]])), v3_norm2(v3_sub(x[t[2]], x[t[0]])))));
}

sut_plane sut_plane_of(const sut_vec3 *x, const int t[3]) {
    sut_vec3 n = v3_cross(v3_sub(x[t[1]], x[t[0]]), v3_sub(x[t[2]], x[t[0]]));
    double length = v3_norm(n);
    return (sut_plane){length > 0.0 ? v3_scale(n, 1.0 / length) : n, x[t[0]], size_of(x, t)};
}

static double cut_off(double height, double size) {
    return fabs(height) <= IN_PLANE * size ? 0.0 : height;
}

void sut_plane_heights(const sut_plane *p, const sut_vec3 *x, const int u[3], double size,
                       double out[3]) {
    for (int k = 0; k < 3; k++) {
        out[k] = cut_off(v3_dot(p->normal, v3_sub(x[u[k]], p->origin)), fmax(p->size, size));
    }
}

static bool straddles(const double h[3]) {
    double low = fmin(h[0], fmin(h[1], h[2]));
    double high = fmax(h[0], fmax(h[1], h[2]));
    return low < 0.0 && high > 0.0;
}

// the part of the line along d that lies in triangle t, whose corners have heights h
static void interval(const sut_vec3 *x, const int t[3], const double h[3], sut_vec3 d,
                     sut_vec3 origin, double *lo, double *hi) {
    *lo = HUGE_VAL;
    *hi = -HUGE_VAL;
    for (int k = 0; k < 3; k++) {
        int l = (k + 1) % 3;
        double at[3] = {(double)NAN, (double)NAN, (double)NAN};
        double pk = v3_dot(d, v3_sub(x[t[k]], origin));
        double pl = v3_dot(d, v3_sub(x[t[l]], origin));
        if ((h[k] < 0.0 && h[l] > 0.0) || (h[k] > 0.0 && h[l] < 0.0)) {
            at[0] = pk + (pl - pk) * (h[k] / (h[k] - h[l]));
        }
        at[1] = h[k] == 0.0 ? pk : at[1]; // cut off above
        at[2] = h[l] == 0.0 ? pl : at[2];
        for (int i = 0; i < 3; i++) {
            *lo = fmin(*lo, at[i]); // fmin and fmax leave out NaN
            *hi = fmax(*hi, at[i]);
        }
    }
}

bool sut_tri_cross(const sut_vec3 *x, const sut_side *a, const sut_side *b) {
    if (!straddles(a->heights) || !straddles(b->heights)) {
        return false;
    }
    sut_vec3 d = v3_cross(a->plane->normal, b->plane->normal);
    double length = v3_norm(d);
    if (!(length > IN_PLANE)) {
        return false;
    }
    d = v3_scale(d, 1.0 / length);
    double lo[2];
    double hi[2];
    interval(x, a->corners, a->heights, d, a->plane->origin, &lo[0], &hi[0]);
    interval(x, b->corners, b->heights, d, a->plane->origin, &lo[1], &hi[1]);
    double overlap = fmin(hi[0], hi[1]) - fmax(lo[0], lo[1]);
    return overlap > IN_PLANE * fmax(a->plane->size, b->plane->size);
}

bool sut_tri_along(const sut_vec3 *x, const sut_side *t, sut_vec3 p, sut_vec3 q) {
    double size = fmax(t->plane->size, v3_distance(p, q));
    double from = 0.0;
    double to = 1.0;
    // cut the segment at the three sides of the triangle, whose borders belong to it
    for (int k = 0; k < 3; k++) {
        sut_vec3 corner = x[t->corners[k]];
        sut_vec3 side = v3_sub(x[t->corners[(k + 1) % 3]], corner);
        sut_vec3 inward = v3_scale(v3_cross(t->plane->normal, side), 1.0 / v3_norm(side));
        double hp = cut_off(v3_dot(inward, v3_sub(p, corner)), size);
        double hq = cut_off(v3_dot(inward, v3_sub(q, corner)), size);
        if (hp < 0.0 && hq < 0.0) {
            return false;
        }
        if (hp < 0.0) {
            from = fmax(from, hp / (hp - hq));
        } else if (hq < 0.0) {
            to = fmin(to, hp / (hp - hq));
        }
    }
    return (to - from) * v3_distance(p, q) > IN_PLANE * size;
}
