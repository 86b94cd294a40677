// SPDX-License-Identifier: MIT
// shape.c -- convex solids: poses, and the signed distance of points.
#include "geom/shape.h"

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

// What is left of z beyond the core of a capsule.
static double beyond(double z, double half_length) {
    double over = fabs(z) - half_length;
    return over > 0.0 ? sign_of(z) * over : 0.0;
}

double sut_shape_distance(const sut_shape *s, sut_vec3 p, sut_vec3 *normal) {
    sut_vec3 q = sut_shape_to_local(s, p);
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
    }
    if (normal) {
        *normal = turned_to_world(s, n);
    }
    return d;
}
