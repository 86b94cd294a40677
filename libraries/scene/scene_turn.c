// SPDX-License-Identifier: MIT
#include "scene_turn.h"

#include "math/vec3.h"

#include <math.h>

static const double TURN = 2.0 * SUT_PI;

// Arc tangent of 0 .. 1: halve the angle until the series is short.
static double arc_tangent(double t) {
    enum { HALVINGS = 4 };
    for (int i = 0; i < HALVINGS; i++) {
        t = t / (1.0 + sqrt(1.0 + t * t));
    }
    double sum = 0.0;
    for (int k = 8; k >= 0; k--) {
        sum = 1.0 / (double)(2 * k + 1) - t * t * sum;
    }
    return (double)(1 << HALVINGS) * t * sum;
}

// Angle of a point with x and y of 0 or more, not both 0.
static double quadrant_angle(double y, double x) {
    return y <= x ? arc_tangent(y / x) : 0.25 * TURN - arc_tangent(x / y);
}

sut_vec3 sut_turn_between(sut_vec3 from, sut_vec3 to) {
    sut_vec3 axis = v3_cross(from, to);
    double apart = v3_norm(v3_sub(to, from));
    double together = v3_norm(v3_add(to, from));
    // tan(angle / 2) = apart / together
    double angle = 2.0 * quadrant_angle(apart, together);
    if (!(v3_norm(axis) > 1e-12)) {
        axis = v3_any_normal(from);
        angle = apart < together ? 0.0 : 0.5 * TURN;
    }
    return v3_scale(v3_normalized(axis), angle);
}

//---- quaternions ---------------------------------------------------------------------------------

static sut_quat unit(sut_quat q) {
    double s = 1.0 / sqrt(((q.x * q.x + q.y * q.y) + q.z * q.z) + q.w * q.w);
    return (sut_quat){q.x * s, q.y * s, q.z * s, q.w * s};
}

sut_quat sut_turn_then(sut_quat first, sut_quat second) {
    sut_quat a = second;
    sut_quat b = first;
    sut_quat q = {((a.w * b.x + a.x * b.w) + a.y * b.z) - a.z * b.y,
                  ((a.w * b.y - a.x * b.z) + a.y * b.w) + a.z * b.x,
                  ((a.w * b.z + a.x * b.y) - a.y * b.x) + a.z * b.w,
                  ((a.w * b.w - a.x * b.x) - a.y * b.y) - a.z * b.z};
    return unit(q);
}

sut_vec3 sut_turn_apply(sut_quat q, sut_vec3 v) {
    sut_vec3 axis = v3(q.x, q.y, q.z);
    sut_vec3 cross = v3_cross(axis, v);
    return v3_madd(v3_madd(v, 2.0 * q.w, cross), 2.0, v3_cross(axis, cross));
}

// A small part of the rotation by its series, and that over and over upon itself.
sut_quat sut_turn_quat(sut_vec3 rotation) {
    enum { DOUBLINGS = 7 };
    double angle = v3_norm(rotation);
    if (!(angle > 0.0)) {
        return (sut_quat){0.0, 0.0, 0.0, 1.0};
    }
    sut_vec3 axis = v3_scale(rotation, 1.0 / angle);
    double rest = angle - TURN * floor(angle / TURN);
    double half = 0.5 * rest / (double)(1 << DOUBLINGS); // at most 0.025
    double h2 = half * half;
    double sine = half * (1.0 - h2 / 6.0 * (1.0 - h2 / 20.0 * (1.0 - h2 / 42.0)));
    double cosine = 1.0 - h2 / 2.0 * (1.0 - h2 / 12.0 * (1.0 - h2 / 30.0));
    sut_quat q = {sine * axis.x, sine * axis.y, sine * axis.z, cosine};
    for (int i = 0; i < DOUBLINGS; i++) {
        q = sut_turn_then(q, q);
    }
    return q;
}

sut_vec3 sut_turn_vector(sut_quat q) {
    double sign = q.w < 0.0 ? -1.0 : 1.0;
    sut_vec3 axis = v3(sign * q.x, sign * q.y, sign * q.z);
    double sine = v3_norm(axis);
    if (!(sine > 0.0)) {
        return v3_zero();
    }
    return v3_scale(axis, 2.0 * quadrant_angle(sine, sign * q.w) / sine);
}

sut_quat sut_turn_part(sut_quat from, sut_quat to, double share) {
    if (!(share < 1.0)) {
        return to;
    }
    sut_quat back = {-from.x, -from.y, -from.z, from.w};
    sut_vec3 way = sut_turn_vector(sut_turn_then(back, to));
    return sut_turn_then(from, sut_turn_quat(v3_scale(way, share)));
}

//---- tools ---------------------------------------------------------------------------------------

sut_quat sut_turn_pointing(sut_vec3 pointing, double roll) {
    sut_quat about_z = sut_turn_quat(v3(0.0, 0.0, roll));
    sut_vec3 tilt = sut_turn_between(v3(0.0, 0.0, -1.0), pointing);
    return sut_turn_then(about_z, sut_turn_quat(tilt));
}

// The quaternion of a right-handed frame, by its largest component.
static sut_quat from_axes(sut_vec3 x, sut_vec3 y, sut_vec3 z) {
    double w4 = 1.0 + x.x + y.y + z.z;
    double x4 = 1.0 + x.x - y.y - z.z;
    double y4 = 1.0 - x.x + y.y - z.z;
    double z4 = 1.0 - x.x - y.y + z.z;
    if (w4 >= x4 && w4 >= y4 && w4 >= z4) {
        return unit((sut_quat){y.z - z.y, z.x - x.z, x.y - y.x, w4});
    }
    if (x4 >= y4 && x4 >= z4) {
        return unit((sut_quat){x4, x.y + y.x, z.x + x.z, y.z - z.y});
    }
    if (y4 >= z4) {
        return unit((sut_quat){x.y + y.x, y4, y.z + z.y, z.x - x.z});
    }
    return unit((sut_quat){z.x + x.z, y.z + z.y, z4, x.y - y.x});
}

sut_quat sut_turn_across(sut_vec3 pointing, sut_vec3 strand, sut_quat now) {
    sut_vec3 z = v3_neg(pointing);
    sut_vec3 y = v3_reject(strand, z);
    sut_vec3 old_y = sut_turn_apply(now, v3(0.0, 1.0, 0.0));
    if (v3_norm2(y) < 1e-4) {
        y = v3_reject(old_y, z);
    }
    y = v3_norm2(y) < 1e-4 ? v3_any_normal(z) : v3_normalized(y);
    if (v3_dot(y, old_y) < 0.0) {
        y = v3_neg(y);
    }
    return from_axes(v3_cross(y, z), y, z);
}
