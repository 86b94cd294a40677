// SPDX-License-Identifier: MIT
// springs_damper.c -- dampers: along the edges, of the turns, and across them. Each takes the power
// factor (g . v - given)^2, with the signs that dissipate. docs/theory/springs.md
#include "springs/springs_parts.h"

#include "math/vec3.h"
#include "variational/variational_parts.h"

#include <string.h>

static bool has_torsion_damper(const sut_rod *r) {
    return r->def.model >= SUT_MODEL_SPRINGS_3;
}

static bool has_swivel_damper(const sut_rod *r) {
    return r->def.model >= SUT_MODEL_SPRINGS_4;
}

//---- constants -----------------------------------------------------------------------------------
static double along(const sut_rod *r, int e) {
    double k = r->def.springs.stretch_damper;
    return k >= 0.0 ? k : sut_springs_stretch(r) * r->def.damping_stretch * r->def.per_rest[e];
}

static double of_turn(const sut_rod *r, double stiffness) {
    double k = r->def.springs.torsion_damper;
    return k >= 0.0 ? k : stiffness * r->def.damping_bend;
}

// N s/m, of one end of a turn against its middle.
static double sideways(const sut_rod *r, int i, int e, double inverse) {
    double k = r->def.springs.swivel_damper;
    k = k >= 0.0 ? k : r->def.damping_bend * r->def.GJ * r->def.per_rest[e] / r->def.cell[i];
    return k * inverse;
}

bool sut_springs_damped(const sut_rod *r) {
    const sut_springs_def *d = &r->def.springs;
    bool edges =
        d->stretch_damper > 0.0 || (d->stretch_damper < 0.0 && r->def.damping_stretch > 0.0);
    bool turns = d->torsion_damper > 0.0 || (d->torsion_damper < 0.0 && r->def.damping_bend > 0.0);
    bool swivel = d->swivel_damper > 0.0 || (d->swivel_damper < 0.0 && r->def.damping_bend > 0.0);
    return edges || (turns && has_torsion_damper(r)) || (swivel && has_swivel_damper(r));
}

//---- single dampers ------------------------------------------------------------------------------
sut_springs_edge sut_springs_trial_edge(const sut_rod *r, int e) {
    return (sut_springs_edge){sut_soa3_get(&r->work.tangent, e), r->work.inverse[e]};
}

int sut_springs_edge_dampers(const sut_rod *r, int e, sut_springs_edge edge,
                             sut_damper out[SUT_DAMPERS]) {
    sut_vec3 t = edge.tangent;
    out[0] = (sut_damper){e, 2, along(r, e), 0.0, {v3_neg(t), t, v3_zero()}};
    return out[0].factor > 0.0 ? 1 : 0;
}

// A straight joint has no plane to turn in and nothing to orbit.
static bool axis_of(sut_vec3 t, sut_vec3 s, sut_vec3 *axis) {
    sut_vec3 n = v3_cross(t, s);
    double sine = v3_norm(n);
    if (!(sine > 1e-9)) {
        return false;
    }
    *axis = v3_scale(n, 1.0 / sine);
    return true;
}

// Where a thread is hardly bent, the direction across the turn is not known: the swivel damper
// comes in with the bend, or it would throw the thread sideways whenever a joint passes through
// straight.
static double bentness(sut_vec3 t, sut_vec3 s) {
    const double hardly = 0.05; // rad
    double square = v3_norm2(v3_cross(t, s));
    return square / (square + hardly * hardly);
}

int sut_springs_turn_dampers(const sut_rod *r, int i, sut_springs_edge before,
                             sut_springs_edge after, sut_damper out[SUT_DAMPERS]) {
    sut_vec3 t = before.tangent;
    sut_vec3 s = after.tangent;
    double stiffness = sut_springs_torsion(r, i);
    sut_vec3 n;
    bool planes = r->work.plane_count > 0 && sut_rod_plane_at(r, i, false);
    if (!has_torsion_damper(r) || planes || !axis_of(t, s, &n)) {
        return 0;
    }
    sut_vec3 a = v3_scale(v3_cross(n, t), before.inverse);
    sut_vec3 b = v3_scale(v3_cross(n, s), after.inverse);
    out[0] = (sut_damper){i - 1, 3, of_turn(r, stiffness), 0.0, {a, v3_neg(v3_add(a, b)), b}};
    if (!has_swivel_damper(r)) {
        return 1;
    }
    double bent = bentness(t, s);
    double left = bent * sideways(r, i, i - 1, before.inverse);
    double right = bent * sideways(r, i, i, after.inverse);
    out[1] = (sut_damper){i - 1, 2, left, 0.0, {n, v3_neg(n), v3_zero()}};
    out[2] = (sut_damper){i, 2, right, 0.0, {v3_neg(n), n, v3_zero()}};
    return 3;
}

int sut_springs_plane_dampers(const sut_rod *r, const sut_plane *p, int side, sut_springs_edge edge,
                              double rate, sut_damper out[SUT_DAMPERS]) {
    int e = sut_rod_plane_edge(r, p, side);
    sut_vec3 t = edge.tangent;
    sut_vec3 n;
    if (!has_torsion_damper(r) || e < 0 || !axis_of(p->direction, t, &n)) {
        return 0;
    }
    sut_vec3 g = v3_scale(v3_cross(n, t), edge.inverse);
    double turned = v3_dot(n, v3_cross(p->direction0, p->direction)) * rate;
    double factor = of_turn(r, sut_springs_half(r, e));
    out[0] = (sut_damper){e, 2, factor, turned, {v3_neg(g), g, v3_zero()}};
    if (!has_swivel_damper(r)) {
        return 1;
    }
    double bent = bentness(p->direction, t);
    double across = bent * sideways(r, p->vertex, e, edge.inverse);
    out[1] = (sut_damper){e, 2, across, 0.0, {v3_neg(n), n, v3_zero()}};
    return 2;
}

//---- all of them ---------------------------------------------------------------------------------
static int edge_dampers(const sut_rod *r, int e, sut_damper out[SUT_DAMPERS]) {
    return sut_springs_edge_dampers(r, e, sut_springs_trial_edge(r, e), out);
}

static int turn_dampers(const sut_rod *r, int i, sut_damper out[SUT_DAMPERS]) {
    return sut_springs_turn_dampers(r, i, sut_springs_trial_edge(r, i - 1),
                                    sut_springs_trial_edge(r, i), out);
}

// Both sides of all planes in turn.
static int plane_dampers(const sut_rod *r, int k, sut_damper out[SUT_DAMPERS]) {
    const sut_plane *p = &r->work.planes[k / 2];
    int e = sut_rod_plane_edge(r, p, k % 2);
    return e < 0 ? 0
                 : sut_springs_plane_dampers(r, p, k % 2, sut_springs_trial_edge(r, e),
                                             1.0 / r->work.dt, out);
}

static void add_block(double *to, bool symmetric, double f, sut_vec3 a, sut_vec3 b) {
    const double x[3] = {a.x, a.y, a.z};
    const double y[3] = {b.x, b.y, b.z};
    int k = 0;
    for (int i = 0; i < 3; i++) {
        for (int l = symmetric ? i : 0; l < 3; l++) {
            to[k++] += f * x[i] * y[l];
        }
    }
}

static void add_matrix(sut_rod *r, const sut_damper *d) {
    static const int offset[2] = {SUT_BAND_O1, SUT_BAND_O2};
    double f = d->factor * r->work.dt;
    for (int a = 0; a < d->points; a++) {
        double *row = r->work.band.block + (size_t)(d->first + a) * SUT_BAND_BLOCK;
        add_block(row, true, f, d->gradient[a], d->gradient[a]);
        for (int b = a + 1; b < d->points; b++) {
            add_block(row + offset[b - a - 1], false, f, d->gradient[a], d->gradient[b]);
        }
    }
}

static void add_force(const sut_damper *d, const sut_vec3 *v, double *force) {
    double rate = -d->given;
    for (int a = 0; a < d->points; a++) {
        rate += v3_dot(d->gradient[a], v[d->first + a]);
    }
    for (int a = 0; a < d->points; a++) {
        double *at = &force[3 * (d->first + a)];
        at[0] -= d->factor * rate * d->gradient[a].x;
        at[1] -= d->factor * rate * d->gradient[a].y;
        at[2] -= d->factor * rate * d->gradient[a].z;
    }
}

static void add_dampers(sut_rod *r, const sut_damper *d, int count, const sut_vec3 *base,
                        double *force) {
    for (int k = 0; k < count; k++) {
        add_matrix(r, &d[k]);
        add_force(&d[k], base, force);
    }
}

// A held vertex has its velocity already: what is solved for is the change, none there.
static void fix_vertex(sut_rod *r, int p) {
    double *block = r->work.band.block;
    static const int offset[2] = {SUT_BAND_O1, SUT_BAND_O2};
    for (int d = 1; d <= 2; d++) {
        memset(block + (size_t)p * SUT_BAND_BLOCK + offset[d - 1], 0, 9 * sizeof(double));
        if (p - d >= 0) {
            memset(block + (size_t)(p - d) * SUT_BAND_BLOCK + offset[d - 1], 0, 9 * sizeof(double));
        }
    }
    double *own = block + (size_t)p * SUT_BAND_BLOCK;
    own[0] = own[3] = own[5] = r->def.mass[p];
    own[1] = own[2] = own[4] = 0.0;
}

bool sut_springs_damp(sut_rod *r, const sut_vec3 *base, double *force) {
    memset(r->work.band.block, 0, (size_t)r->body.n * SUT_BAND_BLOCK * sizeof(double));
    sut_damper d[SUT_DAMPERS];
    for (int i = 0; i < r->body.n; i++) {
        double *own = r->work.band.block + (size_t)i * SUT_BAND_BLOCK;
        own[0] += r->def.mass[i];
        own[3] += r->def.mass[i];
        own[5] += r->def.mass[i];
        if (i < r->body.n - 1) {
            add_dampers(r, d, edge_dampers(r, i, d), base, force);
        }
        if (i > 0 && i < r->body.n - 1) {
            add_dampers(r, d, turn_dampers(r, i, d), base, force);
        }
    }
    for (int k = 0; k < 2 * r->work.plane_count; k++) {
        int count = plane_dampers(r, k, d);
        add_dampers(r, d, count, base, force);
    }
    for (int k = 0; k < r->work.load_count; k++) {
        double *own = r->work.band.block + (size_t)r->work.loads[k].vertex * SUT_BAND_BLOCK;
        double more = sut_variational_load_mass(r, &r->work.loads[k]);
        own[0] += more;
        own[3] += more;
        own[5] += more;
    }
    for (int k = 0; k < r->chain.pin_count; k++) {
        fix_vertex(r, r->chain.pins[k].vertex);
    }
    return sut_band_factor(&r->work.band) < 0;
}

sut_vec3 sut_springs_damper_force(const sut_damper *d, int vertex, const sut_vec3 velocity[3]) {
    int at = vertex - d->first;
    if (at < 0 || at >= d->points) {
        return v3_zero();
    }
    double rate = -d->given;
    for (int a = 0; a < d->points; a++) {
        rate += v3_dot(d->gradient[a], velocity[a]);
    }
    return v3_scale(d->gradient[at], -d->factor * rate);
}

static sut_vec3 force_on(const sut_damper *d, int count, int vertex, const sut_soa3 *v) {
    sut_vec3 sum = v3_zero();
    for (int k = 0; k < count; k++) {
        sut_vec3 velocity[3];
        for (int a = 0; a < d[k].points; a++) {
            velocity[a] = sut_soa3_get(v, d[k].first + a);
        }
        sum = v3_add(sum, sut_springs_damper_force(&d[k], vertex, velocity));
    }
    return sum;
}

sut_vec3 sut_springs_damping(const sut_rod *r, int vertex, const sut_soa3 *v) {
    sut_vec3 sum = v3_zero();
    sut_damper d[SUT_DAMPERS];
    for (int e = vertex - 1; e <= vertex; e++) {
        int count = e >= 0 && e < r->body.n - 1 ? edge_dampers(r, e, d) : 0;
        sum = v3_add(sum, force_on(d, count, vertex, v));
    }
    for (int i = vertex - 1; i <= vertex + 1; i++) {
        int count = i > 0 && i < r->body.n - 1 ? turn_dampers(r, i, d) : 0;
        sum = v3_add(sum, force_on(d, count, vertex, v));
    }
    for (int k = 0; k < 2 * r->work.plane_count; k++) {
        int count = plane_dampers(r, k, d);
        sum = v3_add(sum, force_on(d, count, vertex, v));
    }
    return sum;
}
