// SPDX-License-Identifier: MIT
// springs_force.c -- springs along the edges and against bending, and how fast they can swing.
// docs/theory/springs.md
#include "springs/springs.h"

#include "math/vec3.h"
#include "springs/springs_parts.h"
#include "variational/variational_parts.h"

#include <string.h>

static const double PI = 3.14159265358979323846;

//---- constants -----------------------------------------------------------------------------------
static bool given(double constant) {
    return constant >= 0.0;
}

double sut_springs_stretch(const sut_rod *r) {
    return given(r->def.springs.stretch) ? r->def.springs.stretch : r->def.EA;
}

// Of a spring of one cell; model 1 has none.
static double bend_of(const sut_rod *r, double cell) {
    if (r->def.model == SUT_MODEL_SPRINGS_1) {
        return 0.0;
    }
    return given(r->def.springs.torsion) ? r->def.springs.torsion / PI : r->def.EI / cell;
}

double sut_springs_torsion(const sut_rod *r, int i) {
    // a plane takes over the spring of its vertex
    bool held = r->work.plane_count > 0 && sut_rod_plane_at(r, i, false);
    return held ? 0.0 : bend_of(r, r->def.cell[i]);
}

// Half of a cell, so twice as stiff.
double sut_springs_half(const sut_rod *r, int e) {
    return 2.0 * bend_of(r, r->def.rest[e]);
}

double sut_springs_pull(const sut_rod *r, double strain) {
    double k = sut_springs_stretch(r);
    if (r->def.model == SUT_MODEL_SPRINGS_5) {
        return k * strain * fabs(strain) / r->def.springs.full_strain;
    }
    return k * strain;
}

//---- limits --------------------------------------------------------------------------------------
bool sut_springs_limited(const sut_rod *r) {
    const sut_springs_def *d = &r->def.springs;
    return r->def.model == SUT_MODEL_SPRINGS_5 || given(d->shortest) || given(d->longest);
}

sut_springs_range sut_springs_limits(const sut_rod *r) {
    const sut_springs_def *d = &r->def.springs;
    bool five = r->def.model == SUT_MODEL_SPRINGS_5;
    return (sut_springs_range){given(d->shortest) ? d->shortest : (five ? 0.95 : 0.0),
                               given(d->longest) ? d->longest : (five ? 1.05 : (double)INFINITY)};
}

double sut_springs_stop(const sut_rod *r, double strain) {
    sut_springs_range m = sut_springs_limits(r);
    double high = strain - (m.longest - 1.0);
    double low = strain - (m.shortest - 1.0);
    double over = high > 0.0 ? high : (low < 0.0 ? low : 0.0);
    return SUT_SPRINGS_STOP * sut_springs_stretch(r) * over;
}

//---- forces --------------------------------------------------------------------------------------
static void add(double *force, int i, double f, sut_vec3 d) {
    force[3 * i] += f * d.x;
    force[3 * i + 1] += f * d.y;
    force[3 * i + 2] += f * d.z;
}

// Equal and opposite moments on the edges before and behind a turn from tangent t to s: forces
// across the edges at their far ends, the sum of them against it in between.
static void bend_forces(double *force, int i, double moment, sut_vec3 before, sut_vec3 after) {
    add(force, i - 1, moment, before);
    add(force, i + 1, moment, after);
    add(force, i, -moment, v3_add(before, after));
}

// Unit axis of the turn from t to s, and its angle. Straight: no axis is needed, none is given.
double sut_springs_turn(sut_vec3 t, sut_vec3 s, sut_vec3 *axis) {
    sut_vec3 n = v3_cross(t, s);
    double sine = v3_norm(n);
    double cosine = v3_dot(t, s);
    *axis = sine > 1e-12 ? v3_scale(n, 1.0 / sine) : (cosine < 0.0 ? v3_any_normal(t) : v3_zero());
    return sut_atan2(sine, cosine);
}

static void add_turns(const sut_rod *r, double *force) {
    for (int i = 1; i < r->body.n - 1; i++) {
        double stiffness = sut_springs_torsion(r, i);
        sut_vec3 t = sut_soa3_get(&r->work.tangent, i - 1);
        sut_vec3 s = sut_soa3_get(&r->work.tangent, i);
        sut_vec3 n;
        double moment = stiffness * sut_springs_turn(t, s, &n);
        sut_vec3 before = v3_scale(v3_cross(t, n), r->work.inverse[i - 1]);
        sut_vec3 after = v3_scale(v3_cross(s, n), r->work.inverse[i]);
        bend_forces(force, i, moment, before, after);
    }
}

static void add_planes(const sut_rod *r, double *force) {
    for (int k = 0; k < r->work.plane_count; k++) {
        const sut_plane *p = &r->work.planes[k];
        for (int side = 0; side < 2; side++) {
            int e = sut_rod_plane_edge(r, p, side);
            if (e < 0) {
                continue;
            }
            sut_vec3 t = sut_soa3_get(&r->work.tangent, e);
            sut_vec3 n;
            double moment = sut_springs_half(r, e) * sut_springs_turn(p->direction, t, &n);
            // turns the edge back towards the plane's direction
            sut_vec3 across = v3_scale(v3_cross(t, n), r->work.inverse[e]);
            add(force, e + 1, moment, across);
            add(force, e, -moment, across);
        }
    }
}

void sut_springs_forces(const sut_rod *r, double *force) {
    for (int i = 0; i < r->body.n; i++) {
        force[3 * i] = r->def.mass[i] * r->work.gravity.x;
        force[3 * i + 1] = r->def.mass[i] * r->work.gravity.y;
        force[3 * i + 2] = r->def.mass[i] * r->work.gravity.z;
    }
    for (int i = 0; i < r->body.n - 1; i++) {
        double pull =
            sut_springs_pull(r, (r->work.length[i] - r->def.rest[i]) * r->def.per_rest[i]);
        sut_vec3 t = sut_soa3_get(&r->work.tangent, i);
        add(force, i, pull, t);
        add(force, i + 1, -pull, t);
    }
    if (r->def.model != SUT_MODEL_SPRINGS_1) {
        add_turns(r, force);
        add_planes(r, force);
    }
    for (int k = 0; k < r->work.load_count; k++) {
        add(force, r->work.loads[k].vertex, 1.0, sut_variational_load(r, &r->work.loads[k]));
    }
}

//---- energy --------------------------------------------------------------------------------------
static double stretch_energy(const sut_rod *r) {
    double k = sut_springs_stretch(r);
    bool quadratic = r->def.model == SUT_MODEL_SPRINGS_5;
    bool limited = sut_springs_limited(r);
    double sum = 0.0;
    for (int i = 0; i < r->body.n - 1; i++) {
        double strain = v3_norm(sut_soa3_get(&r->state.edge, i)) / r->def.rest[i] - 1.0;
        double each = 0.5 * k * strain * strain;
        if (quadratic) {
            each = k * strain * strain * fabs(strain) / (3.0 * r->def.springs.full_strain);
        }
        if (limited) {
            double stop = sut_springs_stop(r, strain);
            each += 0.5 * stop * stop / (SUT_SPRINGS_STOP * k);
        }
        sum += each * r->def.rest[i];
    }
    return sum;
}

static double bend_energy(const sut_rod *r) {
    double sum = 0.0;
    sut_vec3 n;
    for (int i = 1; i < r->body.n - 1; i++) {
        sut_vec3 t = v3_normalized(sut_soa3_get(&r->state.edge, i - 1));
        sut_vec3 s = v3_normalized(sut_soa3_get(&r->state.edge, i));
        double angle = sut_springs_turn(t, s, &n);
        sum += 0.5 * sut_springs_torsion(r, i) * angle * angle;
    }
    for (int k = 0; k < r->work.plane_count; k++) {
        for (int side = 0; side < 2; side++) {
            int e = sut_rod_plane_edge(r, &r->work.planes[k], side);
            if (e >= 0) {
                sut_vec3 t = v3_normalized(sut_soa3_get(&r->state.edge, e));
                double angle = sut_springs_turn(r->work.planes[k].direction0, t, &n);
                sum += 0.5 * sut_springs_half(r, e) * angle * angle;
            }
        }
    }
    return sum;
}

sut_energy sut_springs_energy(const sut_rod *r) {
    sut_energy e = sut_rod_energy(r); // motion and height
    e.stretch = stretch_energy(r);
    e.bend = bend_energy(r);
    e.twist = 0.0;
    return e;
}

//---- the largest stable step ---------------------------------------------------------------------
// Of an edge, along it or across it, whichever is stiffer. A quadratic spring gets stiffer within
// the step: as far as its limits let it, or twice as far as now and a little.
static double edge_stiffness(const sut_rod *r, int e) {
    double k = sut_springs_stretch(r);
    if (r->def.model == SUT_MODEL_SPRINGS_5) {
        sut_springs_range m = sut_springs_limits(r);
        double far = m.longest - 1.0 > 1.0 - m.shortest ? m.longest - 1.0 : 1.0 - m.shortest;
        double now = fabs(v3_norm(sut_soa3_get(&r->state.edge, e)) * r->def.per_rest[e] - 1.0);
        double soon = 2.0 * now + 0.02;
        soon = soon < far ? soon : far;
        k *= 2.0 * (now > soon ? now : soon) / r->def.springs.full_strain;
    }
    double pull = fabs(r->state.axial[e]);
    return (k > pull ? k : pull) * r->def.per_rest[e];
}

// Of a turn against displacements across, times the sum of its gradients. A sharp turn resists
// sideways as well: more than that factor only at turns that no spring of this kind stays in.
static double turn_stiffness(const sut_rod *r, int i) {
    double k2 = v3_norm2(sut_soa3_get(&r->state.bent, i));
    double sharp = 1.0 + 0.25 * k2;
    sharp = sharp < 8.0 ? sharp : 8.0;
    return sut_springs_torsion(r, i) * sharp * 2.0 * (r->def.per_rest[i - 1] + r->def.per_rest[i]);
}

static double plane_rate(const sut_rod *r) {
    double most = 0.0;
    for (int k = 0; k < r->work.plane_count; k++) {
        for (int side = 0; side < 2; side++) {
            int e = sut_rod_plane_edge(r, &r->work.planes[k], side);
            if (e >= 0) {
                double mass =
                    r->def.mass[e] < r->def.mass[e + 1] ? r->def.mass[e] : r->def.mass[e + 1];
                most +=
                    2.0 * sut_springs_half(r, e) * r->def.per_rest[e] * r->def.per_rest[e] / mass;
            }
        }
    }
    return most;
}

// Gershgorin's bound of the stiffness against the masses. Two contacts at a vertex, whose forces
// the published impulses at most double.
double sut_springs_rate(const sut_rod *r) {
    const int last = r->body.n - 1;
    double most = 0.0;
    double before = 0.0; // turns at the vertex before, at this one, at the next
    double here = 0.0;
    double pull = 0.0; // of the edge before
    double contact = 8.0 * r->def.springs.repulsion;
    for (int i = 0; i <= last; i++) {
        double after = i + 1 < last ? turn_stiffness(r, i + 1) : 0.0;
        double left = i > 0 ? r->def.per_rest[i - 1] : 0.0;
        double right = i < last ? r->def.per_rest[i] : 0.0;
        double next = i < last ? 2.0 * edge_stiffness(r, i) : 0.0;
        double row = (before * left + here * (left + right)) + after * right;
        row += pull + next + contact;
        most = row > most * r->def.mass[i] ? row / r->def.mass[i] : most;
        before = here;
        here = after;
        pull = next;
    }
    return sqrt(most + plane_rate(r));
}
