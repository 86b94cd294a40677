// SPDX-License-Identifier: MIT
// springs_limit.c -- edges of limited length: a force that would draw an edge out further
// is handed on to the next vertex, and so on from the hold as far as edges are at their limits.
// What the published sweep from each hold does one vertex after another is one system here, so that
// any number of holds is right at once: with T >= 0 the force of an edge at its upper limit (<= 0
// at the lower one), acting for the substep h along the edge,
//     l_i(T) = limit_i + give_i T_i,    a symmetric tridiagonal system in T,
// but for the dampers: they make it a little wrong, and a few rounds put that right.
// Only the part of a force along the edge is handed on; the one across it moves the vertex. An edge
// at its limit is a stop much stiffer than its spring, so that two holds further apart than the
// limits allow find an answer as well. docs/theory/springs.md
#include "springs/springs_parts.h"

#include "linalg/tri.h"
#include "math/vec3.h"

typedef struct limits {
    double low, high; // of the rest length
    double reach;     // s^2
    double stop;      // N per strain
} limits;

static sut_vec3 trial_edge(const sut_rod *r, int e) {
    sut_vec3 d = v3_sub(sut_soa3_get(&r->body.move, e + 1), sut_soa3_get(&r->body.move, e));
    return v3_add(sut_soa3_get(&r->state.edge, e), d);
}

// Directions of the trial edges go into `speed`, which is free until commit.
static double measure(const sut_rod *r, const sut_soa3 *tangent, int e) {
    sut_vec3 d = trial_edge(r, e);
    double l = v3_norm(d);
    sut_soa3_set(tangent, e, v3_scale(d, 1.0 / l));
    return l;
}

// Which limit edge e is at: 1 the upper one, -1 the lower one, 0 none. `force` is what it bears so
// far.
static double side_of(const sut_rod *r, const limits *m, int e, double length, double force) {
    if (force != 0.0) { // exactly: it never bore any
        return force > 0.0 ? 1.0 : -1.0;
    }
    return length > m->high * r->def.rest[e] ? 1.0
                                             : (length < m->low * r->def.rest[e] ? -1.0 : 0.0);
}

// All edges beyond a limit at once: changes of their forces into s->right. False: none is worth it.
static bool hand_on(sut_rod *r, const limits *m, const sut_springs_scratch *s) {
    const double enough = 1e-9; // of a rest length
    const int edges = r->body.n - 1;
    double worst = 0.0;
    for (int e = 0; e < edges; e++) {
        double length = measure(r, &s->speed, e);
        double side = side_of(r, m, e, length, s->extra[e]);
        double goal = (side > 0.0 ? m->high : m->low) * r->def.rest[e];
        double give = r->def.rest[e] / m->stop;
        bool active = side != 0.0; // exactly: one of three values
        s->side[e] = side;
        s->mid[e] = active ? m->reach * (s->weight[e] + s->weight[e + 1]) + give : 1.0;
        s->right[e] = active ? (length - goal) - give * s->extra[e] : 0.0;
        double off = fabs(s->right[e]) * r->def.per_rest[e];
        worst = off > worst ? off : worst;
    }
    if (!(worst > enough)) {
        return false;
    }
    for (int e = 0; e + 1 < edges; e++) {
        double turn = v3_dot(sut_soa3_get(&s->speed, e), sut_soa3_get(&s->speed, e + 1));
        bool both = fabs(s->side[e] * s->side[e + 1]) > 0.0;
        s->low[e] = both ? -m->reach * s->weight[e + 1] * turn : 0.0;
    }
    if (sut_tri_factor(s->mid, s->low, edges) >= 0) {
        return false; // numbers beyond all reason: no limits then
    }
    sut_tri_solve(s->mid, s->low, edges, s->right);
    return true;
}

bool sut_springs_limit(sut_rod *r) {
    sut_springs_scratch s = sut_springs_scratch_of(r);
    sut_springs_range range = sut_springs_limits(r);
    limits m = {range.shortest, range.longest, r->work.dt * r->work.dt,
                SUT_SPRINGS_STOP * sut_springs_stretch(r)};
    if (!hand_on(r, &m, &s)) {
        return false;
    }
    // an edge that would be held by the wrong sign is let go
    for (int e = 0; e < r->body.n - 1; e++) {
        double now = s.extra[e] + s.right[e];
        s.extra[e] = now * s.side[e] > 0.0 ? now : 0.0;
    }
    return true;
}

void sut_springs_add_limits(sut_rod *r, double *impulse) {
    sut_springs_scratch s = sut_springs_scratch_of(r);
    for (int e = 0; e < r->body.n - 1; e++) {
        sut_vec3 f = v3_scale(sut_soa3_get(&s.speed, e), r->work.dt * s.extra[e]);
        impulse[3 * e] += f.x;
        impulse[3 * e + 1] += f.y;
        impulse[3 * e + 2] += f.z;
        impulse[3 * e + 3] -= f.x;
        impulse[3 * e + 4] -= f.y;
        impulse[3 * e + 5] -= f.z;
    }
}
