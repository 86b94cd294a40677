// SPDX-License-Identifier: MIT
// rod_forces.c -- moments, edge forces, and the residual of the step's equations.
// docs/theory/forces.md
#include "rod/rod.h"

#include "math/vec3.h"

// Losses to the surroundings: force per length -(linear + drag |v|) v with v the mean velocity of
// the step. Twice the implicitness-weighted force would be counted half, hence the division.
static double loss_factor(const sut_rod *r, int i, double *quadratic) {
    sut_vec3 w = sut_soa3_get(&r->body.move, i);
    double speed = v3_norm(w) / r->work.dt;
    double scale = r->def.cell[i] / (r->work.dt * r->work.lambda);
    *quadratic = speed > 0.0 ? scale * r->def.drag / (speed * r->work.dt * r->work.dt) : 0.0;
    return scale * (r->def.damping_linear + r->def.drag * speed);
}

static bool has_losses(const sut_rod *r) {
    return r->def.damping_linear > 0.0 || r->def.drag > 0.0;
}

static void add_losses(sut_rod *r) {
    for (int i = 0; i < r->body.n; i++) {
        double quadratic;
        double f = loss_factor(r, i, &quadratic);
        r->work.residual[3 * i] += f * r->body.move.x[i];
        r->work.residual[3 * i + 1] += f * r->body.move.y[i];
        r->work.residual[3 * i + 2] += f * r->body.move.z[i];
    }
}

void sut_rod_loss_blocks(sut_rod *r, int from, int to) {
    for (int i = from; has_losses(r) && i < to; i++) {
        double q;
        double f = loss_factor(r, i, &q);
        double x = r->body.move.x[i];
        double y = r->body.move.y[i];
        double z = r->body.move.z[i];
        double *d = r->work.band.block + (size_t)i * SUT_BAND_BLOCK;
        d[0] += f + q * x * x;
        d[1] += q * x * y;
        d[2] += q * x * z;
        d[3] += f + q * y * y;
        d[4] += q * y * z;
        d[5] += f + q * z * z;
    }
}

//---- bending at single joints --------------------------------------------------------------------
void sut_rod_natural_moment(const sut_rod *r, double stiff, double cell, const double phase[2],
                            double q[2]) {
    // curvature k1 towards d1 and k2 towards d2 is a binormal of (-k2, k1)
    double a = -r->def.natural_curvature[1] * cell * stiff;
    double b = r->def.natural_curvature[0] * cell * stiff;
    q[0] = -(phase[0] * a - phase[1] * b);
    q[1] = -(phase[1] * a + phase[0] * b);
}

// The natural moment turns with the material frame, so its force has another form: with q its
// components, the edge before gets t x (q + (z.q) k / 4) and the edge after minus that.
static sut_vec3 natural_pull(const sut_rod *r, int i, int e) {
    double phase[2] = {r->work.phase[0][i], r->work.phase[1][i]};
    double q[2];
    sut_rod_natural_moment(r, r->work.bend[i], r->def.cell[i], phase, q);
    double w = 0.25 * (r->work.z[0][i] * q[0] + r->work.z[1][i] * q[1]);
    sut_vec3 t = sut_soa3_get(&r->work.tangent, e);
    sut_vec3 u = sut_soa3_get(&r->work.frame, e);
    sut_vec3 m = v3_madd(v3_scale(u, q[0]), q[1], v3_cross(t, u));
    sut_vec3 f = v3_cross(t, v3_madd(m, w, sut_soa3_get(&r->work.binormal, i)));
    return v3_scale(f, e < i ? r->work.inverse[e] : -r->work.inverse[e]);
}

static void add_natural(sut_rod *r) {
    for (int i = 1; i < r->body.n - 1; i++) {
        for (int e = i - 1; e <= i; e++) {
            sut_vec3 f = v3_add(sut_soa3_get(&r->work.force, e), natural_pull(r, i, e));
            sut_soa3_set(&r->work.force, e, f);
        }
    }
}

static bool naturally_bent(const sut_rod *r) {
    return r->def.curved &&
           (r->def.natural_curvature[0] != 0.0 || r->def.natural_curvature[1] != 0.0);
}

//---- all of it -----------------------------------------------------------------------------------
// A hold at its force limit: towards its target, with a stiffness across.
static sut_vec3 hold_pull(const sut_rod *r, const sut_load *load, double *stiffness) {
    int i = load->vertex;
    sut_vec3 x = v3_add(r->body.position[i], sut_soa3_get(&r->body.move, i));
    sut_vec3 d = v3_sub(load->target, x);
    double n = v3_norm(d);
    double far = n > r->def.radius ? n : r->def.radius;
    *stiffness = load->strength / far;
    return v3_scale(d, load->strength / far);
}

double sut_rod_hold_way(const sut_rod *r, const sut_load *load, sut_vec3 *u) {
    sut_vec3 d = v3_sub(load->target, r->body.position[load->vertex]);
    double n = v3_norm(d);
    *u = n > 0.0 ? v3_scale(d, 1.0 / n) : v3_zero();
    double way =
        v3_dot(sut_soa3_get(&r->body.move, load->vertex), *u) / (SUT_HAND_SPEED * r->work.dt);
    return way > 0.0 ? way : 0.0;
}

sut_vec3 sut_rod_load_force(const sut_rod *r, const sut_load *load) {
    if (load->strength == 0.0) {
        return load->force;
    }
    double stiffness;
    sut_vec3 u;
    double way = sut_rod_hold_way(r, load, &u);
    double less = way * way < 2.0 ? way * way : 2.0;
    return v3_madd(hold_pull(r, load, &stiffness), -less * load->strength, u);
}

static void add_loads(sut_rod *r) {
    for (int k = 0; k < r->work.load_count; k++) {
        const sut_load *load = &r->work.loads[k];
        sut_vec3 f = sut_rod_load_force(r, load);
        double *at = &r->work.residual[3 * load->vertex];
        at[0] -= f.x;
        at[1] -= f.y;
        at[2] -= f.z;
    }
}

// d += a I + b u u^T on the diagonal block of a vertex
static void add_along(double *d, double a, double b, sut_vec3 u) {
    d[0] += a + b * u.x * u.x;
    d[1] += b * u.x * u.y;
    d[2] += b * u.x * u.z;
    d[3] += a + b * u.y * u.y;
    d[4] += b * u.y * u.z;
    d[5] += a + b * u.z * u.z;
}

// The pull of a hold turns with the vertex: strength / distance across its direction, and nothing
// along it; within a radius of the target it is a spring.
void sut_rod_load_blocks(sut_rod *r, int from, int to) {
    for (int k = 0; k < r->work.load_count; k++) {
        const sut_load *load = &r->work.loads[k];
        if (load->strength == 0.0 || load->vertex < from || load->vertex >= to) {
            continue;
        }
        double stiff;
        sut_vec3 f = hold_pull(r, load, &stiff);
        double n = v3_norm(f);
        bool far = n > 0.999 * load->strength;
        double *d = r->work.band.block + (size_t)load->vertex * SUT_BAND_BLOCK;
        add_along(d, stiff, far ? -stiff : 0.0, far ? v3_scale(f, 1.0 / n) : v3_zero());
        sut_vec3 u;
        double way = sut_rod_hold_way(r, load, &u);
        double drag = 2.0 * way * load->strength / (SUT_HAND_SPEED * r->work.dt);
        add_along(d, 0.0, way * way < 2.0 ? drag : 0.0, u);
    }
}

void sut_rod_edge_forces(sut_rod *r) {
    if (r->work.fresh && r->work.viscous_bend > 0.0) {
        r->def.kernel->memory(r);
        sut_rod_plane_memory(r);
    }
    r->work.fresh = false;
    if (r->def.EI > 0.0) {
        r->def.kernel->moments(r);
    }
    r->def.kernel->forces(r);
    if (naturally_bent(r)) {
        add_natural(r);
    }
    sut_rod_plane_forces(r);
}

void sut_rod_forces(sut_rod *r) {
    sut_rod_edge_forces(r);
    r->def.kernel->residual(r);
    add_loads(r);
    sut_rod_portal_forces(r);
    if (has_losses(r)) {
        add_losses(r);
    }
}

//---- one vertex ----------------------------------------------------------------------------------
// The formulas of rod_kernel.c for single places, so that the reaction of a held vertex does not
// cost a pass over the whole rod.
static sut_vec3 joint_pull(const sut_rod *r, int i, int e) {
    sut_vec3 k = sut_soa3_get(&r->work.binormal, i);
    sut_vec3 axis = sut_soa3_get(&r->work.axis, i);
    double v = r->work.bend[i] * r->work.viscous_bend;
    double g = v * r->work.give[i];
    double along = v3_dot(k, axis) - r->work.size[i];
    sut_vec3 m =
        v3_madd(v3_scale(k, r->work.bend[i]), g, v3_sub(k, sut_soa3_get(&r->state.bent, i)));
    m = v3_madd(m, (v - g) * along, axis);
    sut_vec3 t = sut_soa3_get(&r->work.tangent, i - 1);
    sut_vec3 s = sut_soa3_get(&r->work.tangent, i);
    double o = r->work.opening[i];
    sut_vec3 f = v3_scale(v3_add(t, s), -o * v3_dot(k, m));
    f = v3_madd(f, 0.5 * r->work.torque[i], k);
    f = e < i ? v3_madd(f, 2.0 * o, v3_cross(s, m)) : v3_madd(f, -2.0 * o, v3_cross(t, m));
    f = v3_scale(f, r->work.inverse[e]);
    return naturally_bent(r) ? v3_add(f, natural_pull(r, i, e)) : f;
}

static sut_vec3 edge_pull(const sut_rod *r, int e) {
    double pull = r->def.EA * ((r->work.length[e] - r->def.rest[e]) * r->def.per_rest[e]);
    double before = v3_norm(sut_soa3_get(&r->state.edge, e));
    pull +=
        r->work.viscous_stretch * r->def.EA * ((r->work.length[e] - before) * r->def.per_rest[e]);
    sut_vec3 f = v3_scale(sut_soa3_get(&r->work.tangent, e), pull);
    for (int i = e; i <= e + 1; i++) {
        f = i > 0 && i < r->body.n - 1 ? v3_add(f, joint_pull(r, i, e)) : f;
    }
    for (int k = 0; k < r->work.plane_count; k++) {
        const sut_plane *p = &r->work.planes[k];
        for (int side = 0; side < 2; side++) {
            if (sut_rod_plane_edge(r, p, side) == e) {
                f = v3_add(f, sut_rod_plane_pull(r, p, side, e));
            }
        }
    }
    return f;
}

sut_vec3 sut_rod_residual_at(const sut_rod *r, int i) {
    sut_vec3 w = sut_soa3_get(&r->body.move, i);
    sut_vec3 rest = v3_madd(w, -r->work.coast, r->state.velocity[i]);
    sut_vec3 f = v3_madd(v3_scale(rest, r->work.inertia[i]), -r->def.mass[i], r->work.gravity);
    if (r->work.lambda < 1.0) {
        const double *old = &r->work.start_force[3 * i];
        f = v3_sub(f, v3(old[0], old[1], old[2]));
    }
    f = i < r->body.n - 1 ? v3_sub(f, edge_pull(r, i)) : f;
    f = i > 0 ? v3_add(f, edge_pull(r, i - 1)) : f;
    double quadratic;
    f = has_losses(r) ? v3_madd(f, loss_factor(r, i, &quadratic), w) : f;
    for (int k = 0; k < r->work.load_count; k++) {
        if (r->work.loads[k].vertex == i) {
            f = v3_sub(f, sut_rod_load_force(r, &r->work.loads[k]));
        }
    }
    f = r->work.portals ? v3_sub(f, sut_rod_portal_force_at(r, i)) : f;
    if (r->body.touched) {
        const double *push = &r->body.push[3 * i];
        f = v3_sub(f, v3(push[0], push[1], push[2]));
    }
    return f;
}

//---- balance of forces ---------------------------------------------------------------------------
// What the equation of a vertex has beside the forces of its edges and of holds.
static sut_vec3 own_part(const sut_rod *r, int i) {
    sut_vec3 w = sut_soa3_get(&r->body.move, i);
    sut_vec3 rest = v3_madd(w, -r->work.coast, r->state.velocity[i]);
    sut_vec3 f = v3_madd(v3_scale(rest, r->work.inertia[i]), -r->def.mass[i], r->work.gravity);
    double quadratic;
    f = has_losses(r) ? v3_madd(f, loss_factor(r, i, &quadratic), w) : f;
    if (r->work.lambda < 1.0) {
        f = v3_sub(f, v3(r->work.start_force[3 * i], r->work.start_force[3 * i + 1],
                         r->work.start_force[3 * i + 2]));
    }
    const double *push = &r->body.push[3 * i];
    return r->body.touched ? v3_sub(f, v3(push[0], push[1], push[2])) : f;
}

// What the vertices between a and b, both of them excluded, have as residual in sum: forces inside
// cancel but for those of the two edges at which the span ends.
static sut_vec3 lack_between(const sut_rod *r, int a, int b) {
    sut_vec3 sum = v3_zero();
    for (int i = a + 1; i < b; i++) {
        sum = v3_add(sum, own_part(r, i));
    }
    for (int k = 0; k < r->work.load_count; k++) {
        const sut_load *load = &r->work.loads[k];
        bool inside = load->vertex > a && load->vertex < b;
        sum = inside ? v3_sub(sum, sut_rod_load_force(r, load)) : sum;
    }
    for (const sut_portal *p = r->work.portals; p; p = p->next) {
        for (int side = 0; side < 2; side++) {
            int i = p->vertex + side;
            bool inside = i > a && i < b;
            sum = inside ? v3_sub(sum, sut_rod_portal_force(r, p, side, true)) : sum;
        }
    }
    sum = a >= 0 ? v3_add(sum, edge_pull(r, a)) : sum;
    return b < r->body.n ? v3_sub(sum, edge_pull(r, b - 1)) : sum;
}

// A solve ends with a linear correction. On the final shape the residual of free vertices is what
// that left out, of second order in it, and nothing balances them: their motion follows from the
// linear forces. So must the reactions, or the momentum of the whole is wrong by their sum. Linear
// forces of a span cancel like all others: the residual of its vertices is what the pins at its
// ends gave more; one pin at the end of a free piece all of it, two pins a half each.
void sut_rod_close_balance(sut_rod *r) {
    for (int k = 0; k <= r->chain.pin_count; k++) {
        int a = k > 0 ? r->chain.pins[k - 1].vertex : -1;
        int b = k < r->chain.pin_count ? r->chain.pins[k].vertex : r->body.n;
        if (b - a < 2 || r->chain.pin_count == 0) {
            continue;
        }
        double share = (a >= 0 && b < r->body.n ? 0.5 : 1.0) * r->work.lambda;
        sut_vec3 lack = lack_between(r, a, b);
        if (a >= 0) {
            r->chain.pins[k - 1].force = v3_madd(r->chain.pins[k - 1].force, share, lack);
        }
        if (b < r->body.n) {
            r->chain.pins[k].force = v3_madd(r->chain.pins[k].force, share, lack);
        }
    }
}
