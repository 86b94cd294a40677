// SPDX-License-Identifier: MIT
#include "trainer/hand.h"

#include <math.h>

// s; what is longer is a pause between two movements, not their rhythm
static const double shortest_span = 0.002, usual_span = 1.0 / 60.0, longest_span = 1.0 / 30.0;
static const double snap_speed = 0.1; // m/s
static const double snap_turn = 15.0; // rad/s

//---- rotations -----------------------------------------------------------------------------------

bool sut_quat_normalize(sut_quat *q) {
    double length = sqrt(q->x * q->x + q->y * q->y + q->z * q->z + q->w * q->w);
    if (!(length > 1e-9) || !isfinite(length)) {
        *q = (sut_quat){0.0, 0.0, 0.0, 1.0};
        return false;
    }
    *q = (sut_quat){q->x / length, q->y / length, q->z / length, q->w / length};
    return true;
}

static double dot(sut_quat a, sut_quat b) {
    return a.x * b.x + a.y * b.y + a.z * b.z + a.w * b.w;
}

double sut_quat_angle(sut_quat a, sut_quat b) {
    double c = fabs(dot(a, b));
    return c < 1.0 ? 2.0 * acos(c) : 0.0;
}

sut_quat sut_quat_between(sut_quat a, sut_quat b, double t) {
    double c = dot(a, b);
    double sign = c < 0.0 ? -1.0 : 1.0;
    double angle = fabs(c) < 1.0 ? acos(fabs(c)) : 0.0;
    double s = sin(angle);
    // nearly the same rotation: straight is as good, and divides by nothing
    double p = s > 1e-6 ? sin((1.0 - t) * angle) / s : 1.0 - t;
    double q = (s > 1e-6 ? sin(t * angle) / s : t) * sign;
    sut_quat r = {p * a.x + q * b.x, p * a.y + q * b.y, p * a.z + q * b.z, p * a.w + q * b.w};
    sut_quat_normalize(&r);
    return r;
}

//---- the hand ------------------------------------------------------------------------------------

void sut_hand_place(sut_hand *h, const sut_pose *pose, double jaw, double clock) {
    *h = (sut_hand){.from = *pose,
                    .to = *pose,
                    .now = *pose,
                    .jaw_from = jaw,
                    .jaw_to = jaw,
                    .jaw = jaw,
                    .aimed = clock - 2.0 * longest_span,
                    .span = usual_span};
}

void sut_hand_aim(sut_hand *h, const sut_pose *pose, double jaw, double clock) {
    double since = clock - h->aimed;
    if (since <= longest_span) {
        h->span = since > shortest_span ? since : shortest_span;
    }
    h->from = h->now;
    h->jaw_from = h->jaw;
    h->to = *pose;
    h->jaw_to = jaw;
    h->aimed = clock;
    h->moving = true;
}

static double distance(sut_vec3 a, sut_vec3 b) {
    return sqrt((a.x - b.x) * (a.x - b.x) + (a.y - b.y) * (a.y - b.y) + (a.z - b.z) * (a.z - b.z));
}

// go towards `wish`, at most `most` far; true when there
static bool approach(sut_vec3 *at, sut_vec3 wish, double most) {
    double far = distance(*at, wish);
    if (far <= most) {
        *at = wish;
        return true;
    }
    double share = most / far;
    at->x += share * (wish.x - at->x);
    at->y += share * (wish.y - at->y);
    at->z += share * (wish.z - at->z);
    return false;
}

static bool turn_to(double *angle, double wish, double most) {
    double way = wish - *angle;
    *angle = fabs(way) <= most ? wish : *angle + (way > 0.0 ? most : -most);
    return fabs(way) <= most;
}

// v turned by q
static sut_vec3 turned(sut_quat q, sut_vec3 v) {
    sut_vec3 u = {q.x, q.y, q.z};
    sut_vec3 c = {u.y * v.z - u.z * v.y + q.w * v.x, u.z * v.x - u.x * v.z + q.w * v.y,
                  u.x * v.y - u.y * v.x + q.w * v.z};
    return (sut_vec3){v.x + 2.0 * (u.y * c.z - u.z * c.y), v.y + 2.0 * (u.z * c.x - u.x * c.z),
                      v.z + 2.0 * (u.x * c.y - u.y * c.x)};
}

static double along_axis(sut_vec3 a, sut_vec3 b) {
    return a.x * b.x + a.y * b.y + a.z * b.z;
}

// The smallest roll after which the jaws close across a direction. One along the tool has none.
static double roll_across(sut_quat rotation, double roll, sut_vec3 along) {
    const double pi = 3.14159265358979323846;
    double x = along_axis(turned(rotation, (sut_vec3){1.0, 0.0, 0.0}), along);
    double y = along_axis(turned(rotation, (sut_vec3){0.0, 1.0, 0.0}), along);
    if (x * x + y * y < 0.04 * along_axis(along, along)) {
        return roll;
    }
    double wish = atan2(-x, y);
    return wish - pi * floor((wish - roll) / pi + 0.5);
}

void sut_hand_snap(sut_hand *h, sut_vec3 where, sut_vec3 along, double grip_length) {
    h->roll_goal = roll_across(h->now.rotation, h->roll, along);
    sut_vec3 at = h->now.position;
    sut_vec3 axis = turned(h->now.rotation, (sut_vec3){0.0, 0.0, 1.0});
    double z = along_axis(axis, (sut_vec3){where.x - at.x, where.y - at.y, where.z - at.z});
    z = z > 0.0 ? (z < 0.5 * grip_length ? z : 0.5 * grip_length) : 0.0;
    sut_vec3 depth = {z * axis.x, z * axis.y, z * axis.z};
    h->offset_goal = (sut_vec3){where.x - at.x - depth.x, where.y - at.y - depth.y,
                                where.z - at.z - depth.z};
    h->moving = true;
}

void sut_hand_unsnap(sut_hand *h) {
    h->offset_goal = (sut_vec3){0.0, 0.0, 0.0};
    h->moving = true;
}

sut_pose sut_hand_target(const sut_hand *h) {
    sut_pose p = h->now;
    p.position.x += h->offset.x;
    p.position.y += h->offset.y;
    p.position.z += h->offset.z;
    // about its own axis: before the rotation of the hand
    sut_quat q = h->now.rotation;
    double s = sin(0.5 * h->roll);
    double c = cos(0.5 * h->roll);
    p.rotation = (sut_quat){q.x * c + q.y * s, q.y * c - q.x * s, q.z * c + q.w * s,
                            q.w * c - q.z * s};
    return p;
}

bool sut_hand_move(sut_hand *h, const sut_hand_limits *limits, double clock, double dt) {
    if (!h->moving) {
        return false;
    }
    double t = (clock - h->aimed) / h->span;
    t = t > 1.0 ? 1.0 : t < 0.0 ? 0.0 : t;
    sut_vec3 a = h->from.position, b = h->to.position;
    sut_vec3 wish = {a.x + t * (b.x - a.x), a.y + t * (b.y - a.y), a.z + t * (b.z - a.z)};
    sut_quat turn = sut_quat_between(h->from.rotation, h->to.rotation, t);
    bool there = approach(&h->now.position, t < 1.0 ? wish : b, limits->speed * dt);

    double angle = sut_quat_angle(h->now.rotation, turn);
    double most = limits->turn * dt;
    there = there && angle <= most;
    h->now.rotation =
        angle <= most ? turn : sut_quat_between(h->now.rotation, turn, most / angle);

    // first it rolls, then it goes there, then the jaws close
    bool rolled = turn_to(&h->roll, h->roll_goal, snap_turn * dt);
    bool led = rolled && approach(&h->offset, h->offset_goal, snap_speed * dt);
    double jaw = h->jaw_from + t * (h->jaw_to - h->jaw_from);
    jaw = !led && jaw < h->jaw ? h->jaw : jaw;
    double step = limits->jaw * dt;
    there = there && led && fabs(jaw - h->jaw) <= step;
    h->jaw = fabs(jaw - h->jaw) <= step ? jaw : h->jaw + (jaw > h->jaw ? step : -step);
    h->moving = !(there && t >= 1.0);
    return true;
}
