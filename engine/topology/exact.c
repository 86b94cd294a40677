// SPDX-License-Identifier: MIT
#include "topology/exact.h"

#include <math.h>

__extension__ typedef __int128 wide;

// Rounding of the double evaluation below: every product of three factors carries at most five
// roundings with those of the sums, 5 * 2^-53 = 5.6e-16 of the sum of absolute products; the bound
// of 2e-15 leaves room for the roundings of that sum itself.
#define FILTER 2e-15

static int sign_of(wide x) {
    return (x > 0) - (x < 0);
}

int sut_exact_det(const sut_grid_point *u, const sut_grid_point *v, const sut_grid_point *w) {
    double ux = (double)u->x;
    double uy = (double)u->y;
    double uz = (double)u->z;
    double a = (double)v->y * (double)w->z;
    double b = (double)v->z * (double)w->y;
    double c = (double)v->z * (double)w->x;
    double d = (double)v->x * (double)w->z;
    double e = (double)v->x * (double)w->y;
    double f = (double)v->y * (double)w->x;
    double det = ux * (a - b) + uy * (c - d) + uz * (e - f);
    double size = fabs(ux) * (fabs(a) + fabs(b)) + fabs(uy) * (fabs(c) + fabs(d)) +
                  fabs(uz) * (fabs(e) + fabs(f));
    if (det > FILTER * size) {
        return 1;
    }
    if (det < -FILTER * size) {
        return -1;
    }
    wide x = (wide)v->y * w->z - (wide)v->z * w->y;
    wide y = (wide)v->z * w->x - (wide)v->x * w->z;
    wide z = (wide)v->x * w->y - (wide)v->y * w->x;
    return sign_of(u->x * x + u->y * y + u->z * z);
}

static sut_grid_point minus(const sut_grid_point *a, const sut_grid_point *b) {
    return (sut_grid_point){a->x - b->x, a->y - b->y, a->z - b->z};
}

int sut_exact_orient(const sut_grid_point *a, const sut_grid_point *b, const sut_grid_point *c,
                     const sut_grid_point *d) {
    sut_grid_point u = minus(b, a);
    sut_grid_point v = minus(c, a);
    sut_grid_point w = minus(d, a);
    return sut_exact_det(&u, &v, &w);
}

sut_exact_meeting sut_exact_segment_triangle(const sut_grid_point *p, const sut_grid_point *q,
                                             const sut_grid_point *a, const sut_grid_point *b,
                                             const sut_grid_point *c) {
    // both ends strictly on one side of the plane
    int side_p = sut_exact_orient(a, b, c, p);
    int side_q = sut_exact_orient(a, b, c, q);
    if (side_p * side_q > 0) {
        return SUT_EXACT_APART;
    }

    // The line pq passes the three sides of the triangle in one sense if it goes through it. Two
    // different senses mean that it misses, also when an end lies in the plane, and also when the
    // triangle is a mere segment (then the two are skew).
    int turn_ab = sut_exact_orient(p, q, a, b);
    int turn_bc = sut_exact_orient(p, q, b, c);
    if (turn_ab * turn_bc < 0) {
        return SUT_EXACT_APART;
    }
    int turn_ca = sut_exact_orient(p, q, c, a);
    if (turn_ab * turn_ca < 0 || turn_bc * turn_ca < 0) {
        return SUT_EXACT_APART;
    }
    bool corner = side_p == 0 || side_q == 0 || turn_ab == 0 || turn_bc == 0 || turn_ca == 0;
    return corner ? SUT_EXACT_TOUCH : SUT_EXACT_CROSS;
}

//---- from a scene to the grid --------------------------------------------------------------------

bool sut_grid_init(sut_grid *grid, sut_vec3 low, sut_vec3 high) {
    double size = fmax(high.x - low.x, fmax(high.y - low.y, high.z - low.z));
    double far = fmax(fmax(fabs(low.x), fabs(high.x)),
                      fmax(fmax(fabs(low.y), fabs(high.y)), fmax(fabs(low.z), fabs(high.z))));
    bool ordered = low.x <= high.x && low.y <= high.y && low.z <= high.z;
    // below 2^-52 of the largest coordinate neighbouring doubles are further apart than the box
    if (!ordered || !isfinite(size) || !(size > far * 0x1p-50) || !(size > 0x1p-900)) {
        return false;
    }
    grid->scale = (double)SUT_GRID_SIZE / (1.002 * size);
    double margin = 0.001 * size;
    grid->origin = (sut_vec3){low.x - margin, low.y - margin, low.z - margin};
    return true;
}

static bool snap_one(double x, int64_t *out) {
    double rounded = floor(x + 0.5);
    if (!(rounded >= 0.0 && rounded < (double)SUT_GRID_SIZE)) {
        return false;
    }
    *out = (int64_t)rounded;
    return true;
}

bool sut_grid_snap(const sut_grid *grid, sut_vec3 point, sut_grid_point *out) {
    sut_grid_point p;
    if (!snap_one((point.x - grid->origin.x) * grid->scale, &p.x) ||
        !snap_one((point.y - grid->origin.y) * grid->scale, &p.y) ||
        !snap_one((point.z - grid->origin.z) * grid->scale, &p.z)) {
        return false;
    }
    *out = p;
    return true;
}
