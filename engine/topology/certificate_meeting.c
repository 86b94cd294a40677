// SPDX-License-Identifier: MIT
// Solids against solids: two that are watched must not overlap at any time of the step.
//
// As with threads and solids (certificate_solid.c): the first of the two is the hull of two balls,
// and in the axes of the second the centres of the balls run along curves. If a plane has the
// second solid behind it, and both balls before it at the start and at the end by more than the
// curves can differ from straight ones, the two are apart; otherwise the time is cut in half. A
// halved arm is taken whole where it is the first; of two halved arms each is the first once, and
// one proof is enough.
#include "topology/certificate_flight.h"

enum { DEPTH = 14, NARROW = 60 };

typedef struct round_body {
    double z[2], radius[2]; // of its balls, along the axis from the middle
} round_body;

static bool is_round(const sut_certificate_solid *s) {
    return s->kind == SUT_CERTIFICATE_SPHERE || s->kind == SUT_CERTIFICATE_CAPSULE ||
           s->kind == SUT_CERTIFICATE_ARM;
}

static round_body round_of(const sut_certificate_solid *s) {
    double half = s->kind == SUT_CERTIFICATE_SPHERE ? 0.0
                  : s->kind == SUT_CERTIFICATE_ARM  ? 0.5 * s->half.z
                                                    : s->half.z;
    double end = s->kind == SUT_CERTIFICATE_ARM ? s->radius_end : s->radius;
    return (round_body){{-half, half}, {s->radius, end}};
}

// The first solid as the second sees it.
typedef struct approach {
    const sut_cert_flight *first, *second;
    round_body balls;
    double free; // distance to be kept
    double bend; // bound on the second derivative of the ways of the centres
    double fast; // no centre goes further in the step
} approach;

static approach approach_of(const sut_cert_flight *first, const sut_cert_flight *second) {
    approach p = {.first = first, .second = second, .balls = round_of(first->shape)};
    double arm = fabs(p.balls.z[1]);
    sut_vec3 apart = v3_sub(first->from, second->from);
    sut_vec3 drift = v3_sub(v3_sub(first->to, second->to), apart);
    double speed = v3_norm(drift) + first->spin * arm;
    double reach = v3_norm(apart) + arm + speed;
    p.free = 1e-3 * fmin(p.balls.radius[0], p.balls.radius[1]);
    p.bend = first->spin * first->spin * arm + second->spin * (second->spin * reach + 2.0 * speed);
    p.fast = speed + second->spin * reach;
    return p;
}

static sut_vec3 center_at(const approach *p, int ball, double t) {
    sut_vec3 x = sut_cert_world(p->first, v3(0.0, 0.0, p->balls.z[ball]), t);
    return sut_cert_local(p->second, x, t);
}

static double radius_at(const approach *p, double share) {
    return p->balls.radius[0] + share * (p->balls.radius[1] - p->balls.radius[0]);
}

static double room_at(const approach *p, sut_vec3 a, sut_vec3 b, double share) {
    sut_vec3 x = v3_lerp(a, b, share);
    return v3_distance(x, sut_cert_nearest(p->second->shape, x)) - radius_at(p, share);
}

// The place of the axis whose ball is nearest: distance less radius is convex along it.
static double nearest_share(const approach *p, sut_vec3 a, sut_vec3 b) {
    const double golden = 0.61803398874989485;
    double low = 0.0;
    double high = 1.0;
    for (int k = 0; k < NARROW; k++) {
        double left = high - golden * (high - low);
        double right = low + golden * (high - low);
        if (room_at(p, a, b, left) <= room_at(p, a, b, right)) {
            high = right;
        } else {
            low = left;
        }
    }
    double inside = 0.5 * (low + high);
    double best = room_at(p, a, b, 0.0) <= room_at(p, a, b, 1.0) ? 0.0 : 1.0;
    return room_at(p, a, b, best) <= room_at(p, a, b, inside) ? best : inside;
}

typedef enum answer { APART, OVERLAP, UNKNOWN } answer;

// Between t0 and t1, by the plane of half time.
static answer look(const approach *p, double t0, double t1) {
    double t = 0.5 * (t0 + t1);
    sut_vec3 a = center_at(p, 0, t);
    sut_vec3 b = center_at(p, 1, t);
    double share = nearest_share(p, a, b);
    sut_vec3 x = v3_lerp(a, b, share);
    sut_vec3 touch = sut_cert_nearest(p->second->shape, x);
    sut_vec3 way = v3_sub(x, touch);
    double size = v3_norm(way);
    if (size <= p->free + radius_at(p, share)) {
        return OVERLAP;
    }
    double margin = p->free + 0.125 * (t1 - t0) * (t1 - t0) * p->bend;
    for (int k = 0; k < 4; k++) {
        int ball = k % 2;
        sut_vec3 at = center_at(p, ball, k < 2 ? t0 : t1);
        if (!(v3_dot(way, v3_sub(at, touch)) > (margin + p->balls.radius[ball]) * size)) {
            return UNKNOWN;
        }
    }
    return APART;
}

// All that can be tried: one way round, or both.
typedef struct meeting {
    approach way[2];
    int ways;
} meeting;

static meeting meeting_of(const sut_cert_flight *first, const sut_cert_flight *second) {
    meeting m = {.ways = is_round(second->shape) ? 2 : 1};
    m.way[0] = approach_of(first, second);
    if (m.ways == 2) {
        m.way[1] = approach_of(second, first);
    }
    return m;
}

static bool apart(const meeting *m, double t0, double t1, int depth) {
    int overlaps = 0;
    for (int k = 0; k < m->ways; k++) {
        answer a = look(&m->way[k], t0, t1);
        if (a == APART) {
            return true;
        }
        overlaps += a == OVERLAP ? 1 : 0;
    }
    double t = 0.5 * (t0 + t1);
    return overlaps < m->ways && depth > 0 && apart(m, t0, t, depth - 1) &&
           apart(m, t, t1, depth - 1);
}

static bool far_away(const approach *p) {
    sut_vec3 middle = sut_cert_local(p->second, p->first->from, 0.0);
    double around = fabs(p->balls.z[1]) + fmax(p->balls.radius[0], p->balls.radius[1]);
    double room = v3_distance(middle, sut_cert_nearest(p->second->shape, middle));
    return room > around + p->fast + p->free;
}

static bool overlap_at(const meeting *m, double t) {
    bool free = false;
    for (int k = 0; k < m->ways; k++) {
        free = free || look(&m->way[k], t, t) != OVERLAP;
    }
    return !free;
}

bool sut_cert_overlap(const sut_certificate *c, int first, int second) {
    sut_cert_flight a = sut_cert_flight_of(&c->solid[first]);
    sut_cert_flight b = sut_cert_flight_of(&c->solid[second]);
    meeting m = meeting_of(&a, &b);
    return overlap_at(&m, 0.0);
}

static void note(sut_certificate *c, const sut_cert_meeting *w) {
    sut_certificate_event event = {
        .step = c->steps + 1,
        .component = -1,
        .edge = -1,
        .other = -1,
        .other_edge = -1,
        .obstacle = w->first,
        .sign = 0,
        .where = c->solid[w->first].to.position,
        .met = w->second,
        .surface = -1,
        .triangle = -1,
        .other_surface = -1,
        .other_triangle = -1,
    };
    sut_cert_note(c, &event, &c->event_count);
    c->solid[w->first].changes++;
    c->solid[w->second].changes++;
    c->changes++;
}

void sut_cert_meetings_judge(sut_certificate *c) {
    for (int k = 0; k < c->meeting_count; k++) {
        sut_cert_meeting *w = &c->meeting[k];
        sut_cert_flight a = sut_cert_flight_of(&c->solid[w->first]);
        sut_cert_flight b = sut_cert_flight_of(&c->solid[w->second]);
        meeting m = meeting_of(&a, &b);
        if (far_away(&m.way[0]) || apart(&m, 0.0, 1.0, DEPTH)) {
            w->inside = false;
            continue;
        }
        if (!w->inside) {
            note(c, w);
        }
        w->inside = overlap_at(&m, 1.0);
    }
}
