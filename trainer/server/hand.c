// SPDX-License-Identifier: MIT
#include "trainer/server/hand.h"

#include <math.h>
#include <string.h>

// s; what is longer is a pause between two movements, not their rhythm
static const double shortest_span = 0.002, usual_span = 1.0 / 60.0, longest_span = 1.0 / 30.0;
static const double snap_speed = 0.1; // m/s
static const double snap_turn = 15.0; // rad/s
static const double snap_clear = 1e-3; // m, between tips and thread while they pass it
static const double snap_roll = 0.3;   // rad that jaws may roll around a thread between them
static const double snap_longest = 0.6; // s; a thread that runs away is not followed for ever

int sut_hand_named(const char *tool) {
    static const char *const sides[2] = {"left", "right"};
    for (int i = 0; i < 2; i++) {
        size_t n = strlen(sides[i]);
        if (strncmp(tool, sides[i], n) == 0 && (tool[n] == '\0' || tool[n] == '-')) {
            return i;
        }
    }
    return -1;
}

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
                    .inside = true,
                    .aimed = clock - 2.0 * longest_span,
                    .span = usual_span,
                    .floor = -(double)INFINITY};
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

static sut_vec3 plus(sut_vec3 a, double share, sut_vec3 b) {
    return (sut_vec3){a.x + share * b.x, a.y + share * b.y, a.z + share * b.z};
}

void sut_hand_snap(sut_hand *h, sut_vec3 where, sut_vec3 along, const sut_hand_jaws *jaws) {
    if (h->led_for > snap_longest) {
        return;
    }
    h->roll_goal = roll_across(h->now.rotation, h->roll, along);
    h->axis = turned(h->now.rotation, (sut_vec3){0.0, 0.0, 1.0});
    h->across = turned(h->now.rotation,
                       (sut_vec3){cos(h->roll_goal), sin(h->roll_goal), 0.0});
    sut_vec3 way = plus(where, -1.0, h->now.position);
    double z = along_axis(h->axis, way), most = 0.5 * jaws->grip_length;
    // where the tool is tilted, the thread between its faces would have the tips below it
    if (h->axis.z > 0.0) {
        most = fmin(most, fmax(0.0, (where.z - jaws->floor) / h->axis.z));
    }
    z = z > 0.0 ? (z < most ? z : most) : 0.0;
    h->floor = jaws->floor;
    h->offset_goal = plus(way, -z, h->axis);
    h->back = z + snap_clear;
    h->gap = 0.25 * jaws->opening;
    h->moving = true;
}

void sut_hand_unsnap(sut_hand *h) {
    h->offset_goal = (sut_vec3){0.0, 0.0, 0.0};
    h->inside = true;
    h->led_for = 0.0;
    h->moving = true;
}

// Go to the thread without pushing it away; true when the jaws are around it.
static bool go_around(sut_hand *h, double dt) {
    sut_vec3 off = plus(h->offset, -1.0, h->offset_goal);
    double before = along_axis(off, h->axis), aside = fabs(along_axis(off, h->across));
    bool rolled = fabs(h->roll_goal - h->roll) <= snap_roll;
    // once they go in they go on, unless the thread has slipped aside
    h->inside = h->inside ? aside <= 2.0 * h->gap : rolled && aside <= h->gap;
    double step = snap_speed * dt;
    if (h->inside) {
        bool turned_to = turn_to(&h->roll, h->roll_goal, snap_turn * dt);
        return approach(&h->offset, h->offset_goal, step) && turned_to;
    }
    // far enough to pass it, though it may follow a little
    if (before < 0.8 * h->back) {
        approach(&h->offset, plus(h->offset, h->back - before, h->axis), step);
        return false;
    }
    turn_to(&h->roll, h->roll_goal, snap_turn * dt);
    approach(&h->offset, plus(h->offset_goal, h->back, h->axis), step);
    return false;
}

// True: the jaws may close.
static bool follow_thread(sut_hand *h, double dt) {
    if (go_around(h, dt)) {
        return true;
    }
    h->led_for += h->closing ? dt : 0.0;
    if (h->led_for > snap_longest) {
        h->offset_goal = h->offset;
        h->roll_goal = h->roll;
        h->inside = true;
    }
    return false;
}

sut_pose sut_hand_target(const sut_hand *h) {
    sut_pose p = h->now;
    p.position.x += h->offset.x;
    p.position.y += h->offset.y;
    p.position.z = fmax(p.position.z + h->offset.z, fmin(p.position.z, h->floor));
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

    bool led = follow_thread(h, dt);
    double jaw = h->jaw_from + t * (h->jaw_to - h->jaw_from);
    jaw = !led && jaw < h->jaw ? h->jaw : jaw;
    double step = limits->jaw * dt;
    there = there && led && fabs(jaw - h->jaw) <= step;
    h->jaw = fabs(jaw - h->jaw) <= step ? jaw : h->jaw + (jaw > h->jaw ? step : -step);
    h->moving = !(there && t >= 1.0);
    return true;
}
