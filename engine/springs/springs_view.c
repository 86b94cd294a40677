// SPDX-License-Identifier: MIT
// springs_view.c -- the forces on one vertex, each kind by itself, as they acted in the last part
// of a step: springs and dampers along the shape at its start, which the velocities lead back to,
// limits at its end. Taken at the end instead, a torsional damper would show forces that never
// acted, because the axis of a joint that passes through straight turns round.
// docs/theory/springs.md
#include "springs/springs.h"

#include "math/vec3.h"
#include "springs/springs_parts.h"

// As it was `before` seconds ago.
static sut_springs_edge edge_at(const sut_rod *r, int e, double before, double *length) {
    sut_vec3 rate = v3_sub(r->state.velocity[e + 1], r->state.velocity[e]);
    sut_vec3 d = v3_madd(sut_soa3_get(&r->state.edge, e), -before, rate);
    *length = v3_norm(d);
    double inverse = 1.0 / *length;
    return (sut_springs_edge){v3_scale(d, inverse), inverse};
}

static sut_springs_edge edge_of(const sut_rod *r, int e, double *length) {
    return edge_at(r, e, r->work.dt, length);
}

static sut_vec3 damping(const sut_rod *r, const sut_damper *d, int vertex) {
    sut_vec3 velocity[3] = {v3_zero(), v3_zero(), v3_zero()};
    for (int a = 0; a < d->points; a++) {
        velocity[a] = r->state.velocity[d->first + a];
    }
    return sut_springs_damper_force(d, vertex, velocity);
}

// Edge e beside the vertex: `sign` 1 where it begins there, -1 where it ends there.
static void add_edge(const sut_rod *r, int e, double sign, int vertex, sut_force_parts *out) {
    double length;
    sut_springs_edge edge = edge_of(r, e, &length);
    double strain = (length - r->def.rest[e]) * r->def.per_rest[e];
    out->stretch = v3_madd(out->stretch, sign * sut_springs_pull(r, strain), edge.tangent);
    if (sut_springs_limited(r)) {
        double now;
        sut_springs_edge end = edge_at(r, e, 0.0, &now);
        double stop = sut_springs_stop(r, (now - r->def.rest[e]) * r->def.per_rest[e]);
        out->limit = v3_madd(out->limit, sign * stop, end.tangent);
    }
    sut_damper d[SUT_DAMPERS];
    if (sut_springs_edge_dampers(r, e, edge, d) > 0) {
        out->stretch_damper = v3_add(out->stretch_damper, damping(r, d, vertex));
    }
}

static void add_dampers(const sut_rod *r, const sut_damper *d, int count, int vertex,
                        sut_force_parts *out) {
    for (int k = 0; k < count; k++) {
        sut_vec3 *part = k == 0 ? &out->bend_damper : &out->swivel_damper;
        *part = v3_add(*part, damping(r, &d[k], vertex));
    }
}

// The turn at vertex i, which is the vertex or one of its neighbours.
static void add_turn(const sut_rod *r, int i, int vertex, sut_force_parts *out) {
    double length;
    sut_springs_edge before = edge_of(r, i - 1, &length);
    sut_springs_edge after = edge_of(r, i, &length);
    sut_vec3 n;
    double moment = sut_springs_torsion(r, i) * sut_springs_turn(before.tangent, after.tangent, &n);
    sut_vec3 first = v3_scale(v3_cross(before.tangent, n), before.inverse);
    sut_vec3 last = v3_scale(v3_cross(after.tangent, n), after.inverse);
    sut_vec3 across = vertex < i ? first : vertex > i ? last : v3_neg(v3_add(first, last));
    out->bend = v3_madd(out->bend, moment, across);
    sut_damper d[SUT_DAMPERS];
    add_dampers(r, d, sut_springs_turn_dampers(r, i, before, after, d), vertex, out);
}

// A plane stands as it does now: how fast it turns is no part of the state.
static void add_plane(const sut_rod *r, const sut_plane *p, int side, int vertex,
                      sut_force_parts *out) {
    int e = sut_rod_plane_edge(r, p, side);
    if (e < 0 || vertex < e || vertex > e + 1) {
        return;
    }
    double length;
    sut_springs_edge edge = edge_of(r, e, &length);
    sut_vec3 n;
    double moment = sut_springs_half(r, e) * sut_springs_turn(p->direction0, edge.tangent, &n);
    sut_vec3 across = v3_scale(v3_cross(edge.tangent, n), edge.inverse);
    out->bend = v3_madd(out->bend, vertex > e ? moment : -moment, across);
    sut_damper d[SUT_DAMPERS];
    add_dampers(r, d, sut_springs_plane_dampers(r, p, side, edge, 0.0, d), vertex, out);
}

sut_force_parts sut_springs_force_parts(const sut_rod *r, int vertex) {
    sut_force_parts out = {0};
    out.weight = v3_scale(r->work.gravity, r->def.mass[vertex]);
    if (vertex < r->body.n - 1) {
        add_edge(r, vertex, 1.0, vertex, &out);
    }
    if (vertex > 0) {
        add_edge(r, vertex - 1, -1.0, vertex, &out);
    }
    if (r->def.model == SUT_MODEL_SPRINGS_1) {
        return out;
    }
    for (int i = vertex - 1; i <= vertex + 1; i++) {
        if (i > 0 && i < r->body.n - 1) {
            add_turn(r, i, vertex, &out);
        }
    }
    for (int k = 0; k < 2 * r->work.plane_count; k++) {
        add_plane(r, &r->work.planes[k / 2], k % 2, vertex, &out);
    }
    return out;
}
