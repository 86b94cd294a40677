// SPDX-License-Identifier: MIT
// rod_spin.c -- spin of the material frame, edge by edge, where it is not uniform: a rod that is
// curved or twisted at rest, or whose spin has inertia.
//
// For a given shape the spins b_e (material against twist-free frame) minimise
//   twist     1/2 GJ / cell (b_i - b_{i-1} - natural)^2         between neighbouring edges
//   bending  -EI / cell Re(conj(z) e^{i b} a)                   a: natural curvature of the cell
//   inertia   1/2 I / dt^2 (b + drift - b_old - dt rate)^2      where spin has inertia
// by Newton's method on a tridiagonal system; b at a vertex is the mean of its two edges. At the
// minimum the shape feels the spins only through the twisting moments (docs/theory/twist.md).
#include "rod/rod.h"

#include "linalg/tri.h"
#include "math/vec3.h"

#include <string.h>

enum { ITERATIONS = 40 };

// The last step's twist-free frame, carried from edge e - 1 to edge e as the frames of the trial
// are: through a plane between them, by the direction that it had then.
static sut_vec3 carry_old(const sut_rod *r, sut_vec3 u, int e, sut_vec3 t, sut_vec3 next) {
    for (int k = 0; k < r->work.plane_count; k++) {
        if (r->work.planes[k].vertex == e) {
            u = v3_transport(u, t, r->work.planes[k].direction0);
            t = r->work.planes[k].direction0;
        }
    }
    return v3_transport(u, t, next);
}

// Turn of the trial's twist-free frame about the tangent, against the last step's frame carried
// over in time without spinning. Only spin with inertia asks for it.
static void frame_drift(sut_rod *r) {
    sut_vec3 t_old = v3_normalized(sut_soa3_get(&r->state.edge, 0));
    sut_vec3 u_old = r->state.director;
    double last = 0.0;
    for (int e = 0; e < r->body.n - 1; e++) {
        sut_vec3 next = v3_normalized(sut_soa3_get(&r->state.edge, e));
        u_old = e > 0 ? carry_old(r, u_old, e, t_old, next) : u_old;
        t_old = next;
        sut_vec3 t = sut_soa3_get(&r->work.tangent, e);
        sut_vec3 u = sut_soa3_get(&r->work.frame, e);
        sut_vec3 carried = v3_transport(u_old, t_old, t);
        double a = sut_atan2(v3_dot(v3_cross(carried, u), t), v3_dot(carried, u));
        const double turn = 6.283185307179586476925;
        last = a + turn * floor((last - a) / turn + 0.5);
        r->work.spin_drift[e] = last;
    }
}

typedef struct spin_system {
    sut_rod *r;
    bool definite;             // leave out what could make the system indefinite
    double *diag, *off, *push; // push: minus the derivative of the energy
} spin_system;

static void add_pair(const spin_system *s, int i, double stiffness, double torque) {
    s->diag[i - 1] += stiffness;
    s->diag[i] += stiffness;
    s->off[i - 1] -= stiffness;
    s->push[i - 1] += torque;
    s->push[i] -= torque;
}

// Twisting moment at an inner vertex: elastic and viscous.
static double vertex_torque(const sut_rod *r, int i) {
    double turn = r->work.spin_trial[i] - r->work.spin_trial[i - 1];
    double before = r->state.spin[i] - r->state.spin[i - 1];
    return r->def.GJ * ((turn + r->work.viscous_twist * (turn - before)) / r->def.cell[i] -
                        r->def.natural_twist);
}

static void add_twist(const spin_system *s) {
    sut_rod *r = s->r;
    double gj = r->def.GJ * (1.0 + r->work.viscous_twist);
    for (int i = 1; i < r->body.n - 1; i++) {
        if (sut_rod_joint_is_cut(r, i) ||
            (r->work.plane_count > 0 && sut_rod_plane_at(r, i, true))) {
            r->work.torque[i] = 0.0;
            continue;
        }
        r->work.torque[i] = vertex_torque(r, i);
        add_pair(s, i, gj / r->def.cell[i], r->work.torque[i]);
    }
    // a plane that holds only the tangent lets the moment through, from one of its sides to the
    // other
    for (int k = 0; k < r->work.plane_count; k++) {
        sut_plane *p = &r->work.planes[k];
        bool inner = p->vertex > 0 && p->vertex < r->body.n - 1;
        if (!p->spin_held) {
            p->side_torque[0] = inner ? r->work.torque[p->vertex] : 0.0;
            p->side_torque[1] = p->side_torque[0];
            r->work.torque[p->vertex] = 0.0;
        }
    }
}

// The half cell between a spin-holding plane and an edge.
static void add_plane_twist(const spin_system *s) {
    sut_rod *r = s->r;
    for (int k = 0; k < r->work.plane_count; k++) {
        sut_plane *p = &r->work.planes[k];
        for (int side = 0; p->spin_held && side < 2; side++) {
            int e = sut_rod_plane_edge(r, p, side);
            if (e < 0) {
                continue;
            }
            double sign = side == 0 ? -1.0 : 1.0;
            double half = 0.5 * r->def.rest[e];
            double turn = sign * (r->work.spin_trial[e] - (p->spin + p->angle));
            double before = sign * (r->state.spin[e] - (p->spin0 + p->angle0));
            double torque = r->def.GJ * ((turn + r->work.viscous_twist * (turn - before)) / half -
                                         r->def.natural_twist);
            p->side_torque[side] = torque;
            s->diag[e] += r->def.GJ * (1.0 + r->work.viscous_twist) / half;
            s->push[e] -= sign * torque;
        }
    }
}

// Bending term of one cell: derivative and second derivative with respect to its spin.
static void bend_term(const spin_system *s, const double z[2], double stiff, double cell,
                      const double phase[2], double *first, double *second) {
    double q[2];
    sut_rod_natural_moment(s->r, stiff, cell, phase, q);
    *first = z[1] * q[0] - z[0] * q[1];
    double curvature = -(z[0] * q[0] + z[1] * q[1]);
    *second = curvature > 0.0 || !s->definite ? curvature : 0.0;
}

static void add_bend(const spin_system *s) {
    sut_rod *r = s->r;
    for (int i = 1; i < r->body.n - 1; i++) {
        double z[2] = {r->work.z[0][i], r->work.z[1][i]};
        double phase[2] = {r->work.phase[0][i], r->work.phase[1][i]};
        double first;
        double second;
        bend_term(s, z, r->work.bend[i], r->def.cell[i], phase, &first, &second);
        s->diag[i - 1] += 0.25 * second;
        s->diag[i] += 0.25 * second;
        s->off[i - 1] += 0.25 * second;
        s->push[i - 1] -= 0.5 * first;
        s->push[i] -= 0.5 * first;
    }
}

// The turn between a plane and an edge. A plane that does not hold the spin spins with the edge.
// The shape feels where the spin is measured: half of the turn lies between there and the middle.
static void add_plane_bend(const spin_system *s) {
    sut_rod *r = s->r;
    for (int k = 0; k < r->work.plane_count; k++) {
        sut_plane *p = &r->work.planes[k];
        p->bend_torque = 0.0;
        for (int side = 0; side < 2; side++) {
            int e = sut_rod_plane_edge(r, p, side);
            if (e < 0) {
                continue;
            }
            double half = 0.5 * r->def.rest[e];
            double sign = side == 0 ? -0.5 : 0.5;
            double first;
            double second;
            bend_term(s, p->z[side], r->def.EI / half, half, p->phase[side], &first, &second);
            if (!p->spin_held) {
                s->diag[e] += second;
                s->push[e] -= first;
            }
            p->side_torque[side] += (p->spin_held ? -sign : sign) * first;
            p->bend_torque += p->spin_held ? 0.5 * first : 0.0;
        }
    }
}

static void add_inertia(const spin_system *s) {
    sut_rod *r = s->r;
    double per_length = 0.5 * r->def.mass_per_length * r->def.radius * r->def.radius;
    double rate = 1.0 / (r->work.dt * r->work.dt);
    for (int e = 0; e < r->body.n - 1; e++) {
        double a = per_length * r->def.rest[e] * rate;
        double moved = r->work.spin_trial[e] + r->work.spin_drift[e] - r->state.spin[e];
        s->diag[e] += a;
        s->push[e] -= a * (moved - r->work.dt * r->state.spin_rate[e]);
    }
}

// Cosine and sine of the spin at every vertex.
static void vertex_phases(sut_rod *r) {
    for (int i = 0; i < r->body.n; i++) {
        int before = i > 0 ? i - 1 : 0;
        int after = i < r->body.n - 1 ? i : r->body.n - 2;
        double spin = 0.5 * (r->work.spin_trial[before] + r->work.spin_trial[after]);
        sut_sincos(spin, &r->work.phase[1][i], &r->work.phase[0][i]);
    }
    for (int k = 0; k < r->work.plane_count; k++) {
        sut_plane *p = &r->work.planes[k];
        for (int side = 0; side < 2; side++) {
            int e = sut_rod_plane_edge(r, p, side);
            if (e >= 0) {
                double spin = p->spin_held ? p->spin + p->angle : r->work.spin_trial[e];
                sut_sincos(spin, &p->phase[side][1], &p->phase[side][0]);
            }
        }
    }
}

static void build(const spin_system *s) {
    sut_rod *r = s->r;
    size_t bytes = (size_t)r->body.n * sizeof(double);
    memset(s->diag, 0, bytes);
    memset(s->off, 0, bytes);
    memset(s->push, 0, bytes);
    vertex_phases(r);
    add_twist(s);
    add_plane_twist(s);
    if (r->def.EI > 0.0) {
        add_bend(s);
        add_plane_bend(s);
    }
    if (r->def.twist == SUT_TWIST_DYNAMIC) {
        add_inertia(s);
    }
    // a spin that nothing holds keeps its value: far below any real stiffness of the system
    double most = 0.0;
    for (int e = 0; e < r->body.n - 1; e++) {
        most = s->diag[e] > most ? s->diag[e] : most;
    }
    for (int e = 0; e < r->body.n - 1; e++) {
        s->diag[e] += 1e-12 * most + 1e-300;
    }
}

// Newton with the exact second derivative; where that is not definite, with what is left of it.
static bool factor(spin_system *s) {
    int edges = s->r->body.n - 1;
    s->definite = false;
    build(s);
    if (sut_tri_factor(s->diag, s->off, edges) < 0) {
        return true;
    }
    s->definite = true;
    build(s);
    return sut_tri_factor(s->diag, s->off, edges) < 0;
}

void sut_rod_spin(sut_rod *r) {
    spin_system s = {r, false, r->work.spin_diag, r->work.spin_off, r->work.spin_push};
    int edges = r->body.n - 1;
    if (r->def.twist == SUT_TWIST_DYNAMIC) {
        frame_drift(r);
    }
    for (int k = 0; k < ITERATIONS; k++) {
        r->work.spins++;
        if (!factor(&s)) {
            return;
        }
        sut_tri_solve(s.diag, s.off, edges, s.push);
        double most = 0.0;
        for (int e = 0; e < edges; e++) {
            double d = fabs(s.push[e]);
            most = d > most ? d : most;
        }
        double scale = most > 0.5 ? 0.5 / most : 1.0;
        for (int e = 0; e < edges; e++) {
            r->work.spin_trial[e] += scale * s.push[e];
        }
        if (most < 1e-11) {
            break;
        }
    }
    r->work.spins++;
    build(&s); // moments and phases of the final spins
}
