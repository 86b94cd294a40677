// SPDX-License-Identifier: MIT
// shape.c -- convex solids: poses, and the signed distance of points.
#include "geom/shape.h"
#include "geom/shape_wedge.h"

sut_vec3 sut_shape_to_local(const sut_shape *s, sut_vec3 p) {
    sut_vec3 r = v3_sub(p, s->center);
    return v3(v3_dot(s->axis[0], r), v3_dot(s->axis[1], r), v3_dot(s->axis[2], r));
}

static sut_vec3 turned_to_world(const sut_shape *s, sut_vec3 q) {
    return v3_madd(v3_madd(v3_scale(s->axis[0], q.x), q.y, s->axis[1]), q.z, s->axis[2]);
}

sut_vec3 sut_shape_to_world(const sut_shape *s, sut_vec3 q) {
    return v3_add(s->center, turned_to_world(s, q));
}

sut_shape sut_shape_moved(const sut_shape *s, sut_vec3 position, sut_vec3 rotation) {
    sut_shape moved = *s;
    moved.center = position;
    double angle = v3_norm(rotation);
    if (angle > 0.0) {
        sut_vec3 about = v3_scale(rotation, 1.0 / angle);
        for (int k = 0; k < 3; k++) {
            moved.axis[k] = v3_rotate_about(s->axis[k], about, angle);
        }
    }
    return moved;
}

bool sut_shape_is_at(const sut_shape *a, const sut_shape *b) {
    double off = v3_norm2(v3_sub(a->center, b->center));
    for (int k = 0; k < 3; k++) {
        off += v3_norm2(v3_sub(a->axis[k], b->axis[k]));
    }
    return off == 0.0;
}

static double sign_of(double x) {
    return x < 0.0 ? -1.0 : 1.0;
}

// Unit vector along v of the given length, or `otherwise` when there is no length.
static sut_vec3 direction(sut_vec3 v, double length, sut_vec3 otherwise) {
    return length > 0.0 ? v3_scale(v, 1.0 / length) : otherwise;
}

static double round_distance(sut_vec3 q, double radius, sut_vec3 otherwise, sut_vec3 *normal) {
    double length = v3_norm(q);
    *normal = direction(q, length, otherwise);
    return length - radius;
}

static double cylinder_distance(const sut_shape *s, sut_vec3 q, sut_vec3 *normal) {
    sut_vec3 across = v3(q.x, q.y, 0.0);
    double rho = v3_norm(across);
    sut_vec3 side = direction(across, rho, v3(1.0, 0.0, 0.0));
    double out = rho - s->radius;
    double above = fabs(q.z) - s->half_length;
    if (out > 0.0 && above > 0.0) {
        double d = sqrt(out * out + above * above);
        *normal = v3(side.x * (out / d), side.y * (out / d), sign_of(q.z) * (above / d));
        return d;
    }
    if (out >= above) {
        *normal = side;
        return out;
    }
    *normal = v3(0.0, 0.0, sign_of(q.z));
    return above;
}

static double box_distance(const sut_shape *s, sut_vec3 q, sut_vec3 *normal) {
    double x = fabs(q.x) - s->half_size.x;
    double y = fabs(q.y) - s->half_size.y;
    double z = fabs(q.z) - s->half_size.z;
    if (x > 0.0 || y > 0.0 || z > 0.0) {
        sut_vec3 out = v3(sign_of(q.x) * (x > 0.0 ? x : 0.0), sign_of(q.y) * (y > 0.0 ? y : 0.0),
                          sign_of(q.z) * (z > 0.0 ? z : 0.0));
        return round_distance(out, 0.0, v3(1.0, 0.0, 0.0), normal);
    }
    if (x >= y && x >= z) {
        *normal = v3(sign_of(q.x), 0.0, 0.0);
        return x;
    }
    if (y >= z) {
        *normal = v3(0.0, sign_of(q.y), 0.0);
        return y;
    }
    *normal = v3(0.0, 0.0, sign_of(q.z));
    return z;
}

// The hull of two balls in a half plane through its axis: rho from the axis, z from the first
// centre. Where the side is nearest its normal leads to the axis between the centres.
static double hull_distance(const sut_shape *s, double rho, double z, double normal[2]) {
    double length = 2.0 * s->half_length;
    double slope = (s->base_radius - s->radius) / length;
    double across = sqrt(1.0 - slope * slope);
    double foot = z + rho * (slope / across);
    if (foot > 0.0 && foot < length) {
        normal[0] = across;
        normal[1] = -slope;
        return (rho * across - z * slope) - s->radius;
    }
    double along = foot > 0.0 ? z - length : z;
    double from = sqrt(rho * rho + along * along);
    normal[0] = from > 0.0 ? rho / from : 1.0;
    normal[1] = from > 0.0 ? along / from : 0.0;
    return from - (foot > 0.0 ? s->base_radius : s->radius);
}

// Both sides of the cut are alike: before the face the nearest point is in it, behind it it is
// where that of the whole hull is.
static double jaw_distance(const sut_shape *s, sut_vec3 q, sut_vec3 *normal) {
    double z = q.z + s->half_length;
    double n[2];
    if (q.x > 0.0) {
        double beside = hull_distance(s, fabs(q.y), z, n);
        if (beside <= 0.0) {
            *normal = v3(1.0, 0.0, 0.0);
            return q.x;
        }
        double d = sqrt(q.x * q.x + beside * beside);
        *normal = v3(q.x / d, sign_of(q.y) * (n[0] * (beside / d)), n[1] * (beside / d));
        return d;
    }
    double rho = sqrt(q.x * q.x + q.y * q.y);
    double d = hull_distance(s, rho, z, n);
    if (d < q.x) {
        *normal = v3(1.0, 0.0, 0.0);
        return q.x;
    }
    sut_vec3 side = direction(v3(q.x, q.y, 0.0), rho, v3(-1.0, 0.0, 0.0));
    *normal = v3(n[0] * side.x, n[0] * side.y, n[1]);
    return d;
}

// What is left of z beyond the core of a capsule.
static double beyond(double z, double half_length) {
    double over = fabs(z) - half_length;
    return over > 0.0 ? sign_of(z) * over : 0.0;
}

double sut_shape_local_distance(const sut_shape *s, sut_vec3 q, sut_vec3 *normal) {
    sut_vec3 n = v3(0.0, 0.0, 1.0);
    double d = q.z;
    switch (s->kind) {
    case SUT_SHAPE_PLANE:
        break;
    case SUT_SHAPE_SPHERE:
        d = round_distance(q, s->radius, v3(1.0, 0.0, 0.0), &n);
        break;
    case SUT_SHAPE_CAPSULE:
        q.z = beyond(q.z, s->half_length);
        d = round_distance(q, s->radius, v3(1.0, 0.0, 0.0), &n);
        break;
    case SUT_SHAPE_CYLINDER:
        d = cylinder_distance(s, q, &n);
        break;
    case SUT_SHAPE_BOX:
        d = box_distance(s, q, &n);
        break;
    case SUT_SHAPE_JAW:
        d = jaw_distance(s, q, &n);
        break;
    case SUT_SHAPE_WEDGE:
        d = sut_wedge_distance(s, q, &n);
        break;
    }
    *normal = n;
    return d;
}

double sut_shape_distance(const sut_shape *s, sut_vec3 p, sut_vec3 *normal) {
    sut_vec3 n;
    double d = sut_shape_local_distance(s, sut_shape_to_local(s, p), &n);
    if (normal) {
        *normal = turned_to_world(s, n);
    }
    return d;
}
