// SPDX-License-Identifier: MIT
// Threads against convex solids: no edge may touch a solid at any time of the step.
//
// In the axes of the solid every vertex runs along a curve, a straight line unless the solid turns.
// The plane through the solid's point that is nearest to the edge, across the shortest way, has the
// whole solid on one side. If both vertices are on the other side of it at the start and at the
// end, by more than their ways can differ from straight ones, the edge stays outside. Otherwise the
// time is cut in half. Pieces that cannot be shown to be free count as touching; so do edges nearer
// than a thousandth of the thread's radius.
#include "topology/certificate_flight.h"

enum { DEPTH = 14, NARROW = 44 };

static sut_cert_quat quat_of(sut_vec3 rotation) {
    double angle = v3_norm(rotation);
    double s;
    double c;
    sut_sincos(0.5 * angle, &s, &c);
    // sin(angle/2)/angle, which is 1/2 for no angle
    return (sut_cert_quat){c, v3_scale(rotation, angle > 0.0 ? s / angle : 0.5)};
}

// From the scene's axes into those of the solid.
static sut_vec3 turn_back(sut_cert_quat q, sut_vec3 x) {
    sut_vec3 cross = v3_cross(x, q.v);
    return v3_madd(v3_madd(x, 2.0 * q.w, cross), 2.0, v3_cross(cross, q.v));
}

static sut_cert_quat times(sut_cert_quat a, sut_cert_quat b) {
    sut_vec3 v = v3_add(v3_madd(v3_scale(b.v, a.w), b.w, a.v), v3_cross(a.v, b.v));
    return (sut_cert_quat){a.w * b.w - v3_dot(a.v, b.v), v};
}

// Where the middle of the shape is if its origin is at the pose: an arm begins at its origin.
static sut_vec3 middle_of(const sut_certificate_solid *s, const sut_certificate_pose *pose) {
    if (s->kind != SUT_CERTIFICATE_ARM && s->kind != SUT_CERTIFICATE_WEDGE) {
        return pose->position;
    }
    sut_cert_quat q = quat_of(pose->rotation);
    sut_cert_quat back = {q.w, v3_neg(q.v)};
    return v3_add(pose->position, turn_back(back, v3(0.0, 0.0, 0.5 * s->half.z)));
}

sut_cert_flight sut_cert_flight_of(const sut_cert_solid *s) {
    sut_cert_flight f = {.shape = &s->shape,
                         .from = middle_of(&s->shape, &s->from),
                         .to = middle_of(&s->shape, &s->to),
                         .start = quat_of(s->from.rotation)};
    sut_cert_quat back = {f.start.w, v3_neg(f.start.v)};
    sut_cert_quat turn = times(quat_of(s->to.rotation), back);
    double half = v3_norm(turn.v);
    if (half > 0.0) {
        double sign = turn.w < 0.0 ? -1.0 : 1.0; // the shorter way round
        f.axis = v3_scale(turn.v, sign / half);
        f.spin = 2.0 * sut_atan2(half, sign * turn.w);
    }
    return f;
}

sut_vec3 sut_cert_local(const sut_cert_flight *f, sut_vec3 x, double t) {
    sut_vec3 r = v3_sub(x, v3_lerp(f->from, f->to, t));
    sut_cert_quat q =
        f->spin > 0.0 ? times(quat_of(v3_scale(f->axis, f->spin * t)), f->start) : f->start;
    return turn_back(q, r);
}

sut_vec3 sut_cert_world(const sut_cert_flight *f, sut_vec3 x, double t) {
    sut_cert_quat q =
        f->spin > 0.0 ? times(quat_of(v3_scale(f->axis, f->spin * t)), f->start) : f->start;
    sut_cert_quat back = {q.w, v3_neg(q.v)};
    return v3_add(v3_lerp(f->from, f->to, t), turn_back(back, x));
}

static double within(double x, double limit) {
    return x < -limit ? -limit : (x > limit ? limit : x);
}

static sut_vec3 pull_to(sut_vec3 core, sut_vec3 x, double radius) {
    sut_vec3 d = v3_sub(x, core);
    double size = v3_norm(d);
    return size > radius ? v3_madd(core, radius / size, d) : x;
}

// The hull of two balls on the z axis, the first at the origin, seen in the half plane of x: both
// balls, and between them the line that touches both.
static sut_vec3 nearest_on_arm(const sut_certificate_solid *s, sut_vec3 x) {
    sut_vec3 end = v3(0.0, 0.0, s->half.z);
    double slope = s->radius - s->radius_end;
    if (s->half.z <= fabs(slope)) { // one ball holds the other
        return slope >= 0.0 ? pull_to(v3_zero(), x, s->radius) : pull_to(end, x, s->radius_end);
    }
    double up = slope / s->half.z; // of the line's normal, along the axis
    double out = sqrt(1.0 - up * up);
    double off_axis = sqrt(x.x * x.x + x.y * x.y);
    double along = out * x.z - up * off_axis;
    if (along <= 0.0) {
        return pull_to(v3_zero(), x, s->radius);
    }
    if (along >= out * s->half.z) {
        return pull_to(end, x, s->radius_end);
    }
    double above = out * off_axis + up * x.z - s->radius;
    if (above <= 0.0) {
        return x;
    }
    double side = (off_axis - above * out) / off_axis;
    return v3(side * x.x, side * x.y, x.z - above * up);
}

sut_vec3 sut_cert_nearest(const sut_certificate_solid *s, sut_vec3 x) {
    switch (s->kind) {
    case SUT_CERTIFICATE_PLANE:
        return v3(x.x, x.y, x.z < 0.0 ? x.z : 0.0);
    case SUT_CERTIFICATE_SPHERE:
        return pull_to(v3_zero(), x, s->radius);
    case SUT_CERTIFICATE_CAPSULE:
        return pull_to(v3(0.0, 0.0, within(x.z, s->half.z)), x, s->radius);
    case SUT_CERTIFICATE_CYLINDER: {
        sut_vec3 side = pull_to(v3(0.0, 0.0, x.z), x, s->radius);
        return v3(side.x, side.y, within(x.z, s->half.z));
    }
    case SUT_CERTIFICATE_ARM: {
        // round about its axis, through which the cut goes: what is in front of the cut has its
        // nearest point on it
        sut_vec3 middle = v3(0.0, 0.0, 0.5 * s->half.z);
        sut_vec3 flat = v3(s->halved && x.x > 0.0 ? 0.0 : x.x, x.y, x.z);
        return v3_sub(nearest_on_arm(s, v3_add(flat, middle)), middle);
    }
    case SUT_CERTIFICATE_WEDGE: {
        sut_vec3 middle = v3(0.0, 0.0, 0.5 * s->half.z);
        return v3_sub(sut_cert_nearest_on_wedge(s, v3_add(x, middle)), middle);
    }
    case SUT_CERTIFICATE_BOX:
        break;
    }
    return v3(within(x.x, s->half.x), within(x.y, s->half.y), within(x.z, s->half.z));
}

static double distance(const sut_certificate_solid *s, sut_vec3 x) {
    return v3_distance(x, sut_cert_nearest(s, x));
}

// The point of the edge ab that is nearest to the solid. Along a line the distance is convex, and
// the golden section finds its minimum, here to 1e-9 of the edge.
static sut_vec3 nearest_on_edge(const sut_certificate_solid *s, sut_vec3 a, sut_vec3 b) {
    const double golden = 0.61803398874989485;
    double low = 0.0;
    double high = 1.0;
    double left = 1.0 - golden;
    double right = golden;
    double at_left = distance(s, v3_lerp(a, b, left));
    double at_right = distance(s, v3_lerp(a, b, right));
    for (int k = 0; k < NARROW; k++) {
        if (at_left <= at_right) {
            high = right;
            right = left;
            at_right = at_left;
            left = high - golden * (high - low);
            at_left = distance(s, v3_lerp(a, b, left));
        } else {
            low = left;
            left = right;
            at_left = at_right;
            right = low + golden * (high - low);
            at_right = distance(s, v3_lerp(a, b, right));
        }
    }
    // a minimum at an end of the edge is met exactly
    double at = low <= 0.0 ? 0.0 : (high >= 1.0 ? 1.0 : 0.5 * (low + high));
    return v3_lerp(a, b, at);
}

typedef struct sweep {
    const sut_cert_flight *solid;
    sut_vec3 a0, b0, a1, b1; // the edge in the scene, at the start and at the end
    double free;             // distance to be kept
    double bend;             // bound on the second derivative of the ways in the solid's axes
} sweep;

static sut_vec3 edge_local(const sweep *w, int vertex, double t) {
    return sut_cert_local(w->solid, vertex ? v3_lerp(w->b0, w->b1, t) : v3_lerp(w->a0, w->a1, t),
                          t);
}

// Outside between t0 and t1? `at` holds a, b at t0 and a, b at t1, in the solid's axes.
static bool outside(const sweep *w, double t0, double t1, const sut_vec3 at[4], int depth) {
    double t = 0.5 * (t0 + t1);
    sut_vec3 a = edge_local(w, 0, t);
    sut_vec3 b = edge_local(w, 1, t);
    sut_vec3 x = nearest_on_edge(w->solid->shape, a, b);
    sut_vec3 touch = sut_cert_nearest(w->solid->shape, x);
    sut_vec3 way = v3_sub(x, touch);
    double size = v3_norm(way);
    if (size <= w->free) {
        return false;
    }
    // a smooth curve is off its chord by at most (duration)^2/8 of its second derivative
    double margin = w->free + 0.125 * (t1 - t0) * (t1 - t0) * w->bend;
    bool beyond = true;
    for (int k = 0; k < 4; k++) {
        beyond = beyond && v3_dot(way, v3_sub(at[k], touch)) > margin * size;
    }
    if (beyond) {
        return true;
    }
    const sut_vec3 first[4] = {at[0], at[1], a, b};
    const sut_vec3 second[4] = {a, b, at[2], at[3]};
    return depth > 0 && outside(w, t0, t, first, depth - 1) && outside(w, t, t1, second, depth - 1);
}

// Most edges are farther away than they move and half their length.
static bool far_away(const sweep *w, double speed) {
    const sut_cert_flight *f = w->solid;
    sut_vec3 middle = turn_back(f->start, v3_sub(v3_lerp(w->a0, w->b0, 0.5), f->from));
    double reach = 0.5 * v3_distance(w->a0, w->b0) + speed;
    reach += f->spin > 0.0 ? f->spin * (v3_norm(middle) + reach) : 0.0;
    return distance(f->shape, middle) > reach + w->free;
}

static bool touches(const sut_certificate *c, const sut_cert_flight *f, int e) {
    const sut_cert_edge *edge = &c->edge[e];
    sweep w = {.solid = f,
               .a0 = c->place[edge->a],
               .b0 = c->place[edge->b],
               .a1 = c->place_end[edge->a],
               .b1 = c->place_end[edge->b],
               .free = 1e-3 * c->component[edge->component].radius};
    sut_vec3 drift = v3_sub(f->to, f->from);
    double speed = sqrt(fmax(v3_norm2(v3_sub(v3_sub(w.a1, w.a0), drift)),
                             v3_norm2(v3_sub(v3_sub(w.b1, w.b0), drift))));
    if (far_away(&w, speed)) {
        return false;
    }
    const sut_vec3 at[4] = {sut_cert_local(f, w.a0, 0.0), sut_cert_local(f, w.b0, 0.0),
                            sut_cert_local(f, w.a1, 1.0), sut_cert_local(f, w.b1, 1.0)};
    double arm = fmax(fmax(v3_norm(at[0]), v3_norm(at[1])), fmax(v3_norm(at[2]), v3_norm(at[3])));
    // centrifugal and Coriolis terms; the way between two places is at most `speed` further out
    w.bend = f->spin * (f->spin * (arm + speed) + 2.0 * speed);
    return !outside(&w, 0.0, 1.0, at, DEPTH);
}

static bool inside_at_end(const sut_certificate *c, const sut_cert_flight *f, int e) {
    const sut_cert_edge *edge = &c->edge[e];
    sut_vec3 a = sut_cert_local(f, c->place_end[edge->a], 1.0);
    sut_vec3 b = sut_cert_local(f, c->place_end[edge->b], 1.0);
    double free = 1e-3 * c->component[edge->component].radius;
    return distance(f->shape, nearest_on_edge(f->shape, a, b)) <= free;
}

void sut_cert_solid_mark(sut_certificate *c, sut_cert_solid *solid, int first_edge) {
    sut_cert_solid here = *solid;
    here.to = here.from;
    sut_cert_flight f = sut_cert_flight_of(&here);
    uint8_t *inside = solid->inside.mem;
    for (int e = first_edge; e < c->edge_count; e++) {
        c->place_end[c->edge[e].a] = c->place[c->edge[e].a];
        c->place_end[c->edge[e].b] = c->place[c->edge[e].b];
        inside[e] = inside_at_end(c, &f, e);
    }
}

static void note_entry(sut_certificate *c, int number, int component, int edge) {
    const sut_cert_component *k = &c->component[component];
    const sut_cert_edge *e = &c->edge[k->first_edge + edge];
    sut_certificate_event event = {
        .step = c->steps + 1,
        .component = component,
        .edge = edge,
        .other = -1,
        .other_edge = -1,
        .obstacle = number,
        .met = -1,
        .surface = -1,
        .triangle = -1,
        .other_surface = -1,
        .other_triangle = -1,
        .sign = 0,
        .where = v3_lerp(c->place_end[e->a], c->place_end[e->b], 0.5),
    };
    sut_cert_note(c, &event, &c->event_count);
    c->solid[number].changes++;
    c->changes++;
}

// Neighbouring edges that touch are one entry; it is new if none of them began inside.
static void count_entries(sut_certificate *c, int number, int component) {
    const sut_cert_component *k = &c->component[component];
    const uint8_t *was = (const uint8_t *)c->solid[number].inside.mem + k->first_edge;
    const uint8_t *touched = c->touched + k->first_edge;
    int n = k->edge_count;
    int begin = 0;
    while (k->closed && begin < n && touched[begin]) {
        begin++; // a ring is looked at from an edge that is free, if there is one
    }
    int run = -1; // first edge of the entry at hand
    bool known = false;
    for (int i = 0; i < n; i++) {
        int e = (begin + i) % n;
        if (touched[e]) {
            run = run < 0 ? e : run;
            known = known || was[e];
            continue;
        }
        if (run >= 0 && !known) {
            note_entry(c, number, component, run);
        }
        run = -1;
        known = false;
    }
    if (run >= 0 && !known) {
        note_entry(c, number, component, run);
    }
}

static void judge_solid(sut_certificate *c, int number) {
    sut_cert_solid *s = &c->solid[number];
    sut_cert_flight f = sut_cert_flight_of(s);
    bool any = false;
    for (int e = 0; e < c->edge_count; e++) {
        c->touched[e] = touches(c, &f, e);
        any = any || c->touched[e];
    }
    for (int k = 0; any && k < c->component_count; k++) {
        count_entries(c, number, k);
    }
    uint8_t *inside = s->inside.mem;
    for (int e = 0; e < c->edge_count; e++) {
        inside[e] = c->touched[e] && inside_at_end(c, &f, e);
    }
    sut_cert_press_judge(c, number);
    s->from = s->to;
}

void sut_cert_solids_judge(sut_certificate *c) {
    for (int k = 0; k < c->solid_count; k++) {
        judge_solid(c, k);
    }
}

//---- the public calls ----------------------------------------------------------------------------

static bool pose_is_good(const sut_certificate_pose *p) {
    return p && v3_is_finite(p->position) && v3_is_finite(p->rotation);
}

static bool positive(double x) {
    return x > 0.0 && isfinite(x);
}

bool sut_cert_solid_is_good(const sut_certificate_solid *s, const sut_certificate_pose *pose) {
    if (!s || !pose_is_good(pose)) {
        return false;
    }
    bool round = positive(s->radius);
    switch (s->kind) {
    case SUT_CERTIFICATE_PLANE:
        return true;
    case SUT_CERTIFICATE_SPHERE:
        return round;
    case SUT_CERTIFICATE_CYLINDER:
    case SUT_CERTIFICATE_CAPSULE:
        return round && s->half.z >= 0.0;
    case SUT_CERTIFICATE_ARM:
        return round && positive(s->radius_end) && s->half.z >= 0.0 && isfinite(s->half.z);
    case SUT_CERTIFICATE_WEDGE:
        return round && positive(s->radius_end) && positive(s->half.x) && positive(s->half.z);
    case SUT_CERTIFICATE_BOX:
        return s->half.x >= 0.0 && s->half.y >= 0.0 && s->half.z >= 0.0;
    }
    return false;
}

sut_result sut_certificate_obstacle_pose(sut_certificate *c, int obstacle,
                                         const sut_certificate_pose *pose) {
    if (!c || obstacle < 0 || obstacle >= c->solid_count || !pose_is_good(pose)) {
        return SUT_E_ARGUMENT;
    }
    c->solid[obstacle].to = *pose;
    return SUT_OK;
}

sut_certificate_pose sut_certificate_pose_along(sut_vec3 position, sut_vec3 axis) {
    sut_vec3 across = v3(-axis.y, axis.x, 0.0); // z cross axis
    double size = v3_norm(across);
    double angle = sut_atan2(size, axis.z);
    sut_vec3 turn = size > 0.0 ? v3_scale(across, angle / size) : v3(angle, 0.0, 0.0);
    return (sut_certificate_pose){position, turn};
}
