// SPDX-License-Identifier: MIT
// rod_forces.c -- moments, edge forces, and the residual of the step's equations.
// docs/theory/forces.md
#include "rod/rod.h"

#include "math/vec3.h"

// Losses to the surroundings: force per length -(linear + drag |v|) v with v the mean velocity of
// the step. Twice the implicitness-weighted force would be counted half, hence the division.
static double loss_factor(const sut_rod *r, int i, double *quadratic) {
    sut_vec3 w = sut_soa3_get(&r->body.move, i);
    double speed = v3_norm(w) / r->dt;
    double scale = r->cell[i] / (r->dt * r->lambda);
    *quadratic = speed > 0.0 ? scale * r->mat.drag / (speed * r->dt * r->dt) : 0.0;
    return scale * (r->mat.damping_linear + r->mat.drag * speed);
}

static bool has_losses(const sut_rod *r) {
    return r->mat.damping_linear > 0.0 || r->mat.drag > 0.0;
}

static void add_losses(sut_rod *r) {
    for (int i = 0; i < r->n; i++) {
        double quadratic;
        double f = loss_factor(r, i, &quadratic);
        r->residual[3 * i] += f * r->body.move.x[i];
        r->residual[3 * i + 1] += f * r->body.move.y[i];
        r->residual[3 * i + 2] += f * r->body.move.z[i];
    }
}

void sut_rod_loss_blocks(sut_rod *r, int from, int to) {
    for (int i = from; has_losses(r) && i < to; i++) {
        double q;
        double f = loss_factor(r, i, &q);
        double x = r->body.move.x[i];
        double y = r->body.move.y[i];
        double z = r->body.move.z[i];
        double *d = r->band.block + (size_t)i * SUT_BAND_BLOCK;
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
    double a = -r->mat.natural_curvature[1] * cell * stiff;
    double b = r->mat.natural_curvature[0] * cell * stiff;
    q[0] = -(phase[0] * a - phase[1] * b);
    q[1] = -(phase[1] * a + phase[0] * b);
}

// The natural moment turns with the material frame, so its force has another form: with q its
// components, the edge before gets t x (q + (z.q) k / 4) and the edge after minus that.
static sut_vec3 natural_pull(const sut_rod *r, int i, int e) {
    double phase[2] = {r->phase[0][i], r->phase[1][i]};
    double q[2];
    sut_rod_natural_moment(r, r->bend[i], r->cell[i], phase, q);
    double w = 0.25 * (r->z[0][i] * q[0] + r->z[1][i] * q[1]);
    sut_vec3 t = sut_soa3_get(&r->tangent, e);
    sut_vec3 u = sut_soa3_get(&r->frame, e);
    sut_vec3 m = v3_madd(v3_scale(u, q[0]), q[1], v3_cross(t, u));
    sut_vec3 f = v3_cross(t, v3_madd(m, w, sut_soa3_get(&r->binormal, i)));
    return v3_scale(f, e < i ? r->inverse[e] : -r->inverse[e]);
}

static void add_natural(sut_rod *r) {
    for (int i = 1; i < r->n - 1; i++) {
        for (int e = i - 1; e <= i; e++) {
            sut_vec3 f = v3_add(sut_soa3_get(&r->force, e), natural_pull(r, i, e));
            sut_soa3_set(&r->force, e, f);
        }
    }
}

static bool naturally_bent(const sut_rod *r) {
    return r->curved && (r->mat.natural_curvature[0] != 0.0 || r->mat.natural_curvature[1] != 0.0);
}

//---- all of it -----------------------------------------------------------------------------------
// A hold at its force limit: towards its target, with a stiffness across.
static sut_vec3 hold_pull(const sut_rod *r, const sut_load *load, double *stiffness) {
    int i = load->vertex;
    sut_vec3 x = v3_add(r->body.position[i], sut_soa3_get(&r->body.move, i));
    sut_vec3 d = v3_sub(load->target, x);
    double n = v3_norm(d);
    double far = n > r->mat.radius ? n : r->mat.radius;
    *stiffness = load->strength / far;
    return v3_scale(d, load->strength / far);
}

double sut_rod_hold_way(const sut_rod *r, const sut_load *load, sut_vec3 *u) {
    sut_vec3 d = v3_sub(load->target, r->body.position[load->vertex]);
    double n = v3_norm(d);
    *u = n > 0.0 ? v3_scale(d, 1.0 / n) : v3_zero();
    double way = v3_dot(sut_soa3_get(&r->body.move, load->vertex), *u) / (SUT_HAND_SPEED * r->dt);
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
    for (int k = 0; k < r->load_count; k++) {
        const sut_load *load = &r->loads[k];
        sut_vec3 f = sut_rod_load_force(r, load);
        double *at = &r->residual[3 * load->vertex];
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
    for (int k = 0; k < r->load_count; k++) {
        const sut_load *load = &r->loads[k];
        if (load->strength == 0.0 || load->vertex < from || load->vertex >= to) {
            continue;
        }
        double stiff;
        sut_vec3 f = hold_pull(r, load, &stiff);
        double n = v3_norm(f);
        bool far = n > 0.999 * load->strength;
        double *d = r->band.block + (size_t)load->vertex * SUT_BAND_BLOCK;
        add_along(d, stiff, far ? -stiff : 0.0, far ? v3_scale(f, 1.0 / n) : v3_zero());
        sut_vec3 u;
        double way = sut_rod_hold_way(r, load, &u);
        double drag = 2.0 * way * load->strength / (SUT_HAND_SPEED * r->dt);
        add_along(d, 0.0, way * way < 2.0 ? drag : 0.0, u);
    }
}

void sut_rod_edge_forces(sut_rod *r) {
    if (r->fresh && r->viscous_bend > 0.0) {
        r->kernel->memory(r);
        sut_rod_plane_memory(r);
    }
    r->fresh = false;
    if (r->mat.EI > 0.0) {
        r->kernel->moments(r);
    }
    r->kernel->forces(r);
    if (naturally_bent(r)) {
        add_natural(r);
    }
    sut_rod_plane_forces(r);
}

void sut_rod_forces(sut_rod *r) {
    sut_rod_edge_forces(r);
    r->kernel->residual(r);
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
    sut_vec3 k = sut_soa3_get(&r->binormal, i);
    sut_vec3 axis = sut_soa3_get(&r->axis, i);
    double v = r->bend[i] * r->viscous_bend;
    double g = v * r->give[i];
    double along = v3_dot(k, axis) - r->size[i];
    sut_vec3 m = v3_madd(v3_scale(k, r->bend[i]), g, v3_sub(k, sut_soa3_get(&r->bent, i)));
    m = v3_madd(m, (v - g) * along, axis);
    sut_vec3 t = sut_soa3_get(&r->tangent, i - 1);
    sut_vec3 s = sut_soa3_get(&r->tangent, i);
    double o = r->opening[i];
    sut_vec3 f = v3_scale(v3_add(t, s), -o * v3_dot(k, m));
    f = v3_madd(f, 0.5 * r->torque[i], k);
    f = e < i ? v3_madd(f, 2.0 * o, v3_cross(s, m)) : v3_madd(f, -2.0 * o, v3_cross(t, m));
    f = v3_scale(f, r->inverse[e]);
    return naturally_bent(r) ? v3_add(f, natural_pull(r, i, e)) : f;
}

static sut_vec3 edge_pull(const sut_rod *r, int e) {
    double pull = r->mat.EA * ((r->length[e] - r->rest[e]) * r->per_rest[e]);
    double before = v3_norm(sut_soa3_get(&r->edge, e));
    pull += r->viscous_stretch * r->mat.EA * ((r->length[e] - before) * r->per_rest[e]);
    sut_vec3 f = v3_scale(sut_soa3_get(&r->tangent, e), pull);
    for (int i = e; i <= e + 1; i++) {
        f = i > 0 && i < r->n - 1 ? v3_add(f, joint_pull(r, i, e)) : f;
    }
    for (int k = 0; k < r->plane_count; k++) {
        const sut_plane *p = &r->planes[k];
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
    sut_vec3 rest = v3_madd(w, -r->coast, r->velocity[i]);
    sut_vec3 f = v3_madd(v3_scale(rest, r->inertia[i]), -r->mass[i], r->gravity);
    if (r->lambda < 1.0) {
        const double *old = &r->start_force[3 * i];
        f = v3_sub(f, v3(old[0], old[1], old[2]));
    }
    f = i < r->n - 1 ? v3_sub(f, edge_pull(r, i)) : f;
    f = i > 0 ? v3_add(f, edge_pull(r, i - 1)) : f;
    double quadratic;
    f = has_losses(r) ? v3_madd(f, loss_factor(r, i, &quadratic), w) : f;
    for (int k = 0; k < r->load_count; k++) {
        if (r->loads[k].vertex == i) {
            f = v3_sub(f, sut_rod_load_force(r, &r->loads[k]));
        }
    }
    f = r->portals ? v3_sub(f, sut_rod_portal_force_at(r, i)) : f;
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
    sut_vec3 rest = v3_madd(w, -r->coast, r->velocity[i]);
    sut_vec3 f = v3_madd(v3_scale(rest, r->inertia[i]), -r->mass[i], r->gravity);
    double quadratic;
    f = has_losses(r) ? v3_madd(f, loss_factor(r, i, &quadratic), w) : f;
    if (r->lambda < 1.0) {
        f = v3_sub(f,
                   v3(r->start_force[3 * i], r->start_force[3 * i + 1], r->start_force[3 * i + 2]));
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
    for (int k = 0; k < r->load_count; k++) {
        const sut_load *load = &r->loads[k];
        bool inside = load->vertex > a && load->vertex < b;
        sum = inside ? v3_sub(sum, sut_rod_load_force(r, load)) : sum;
    }
    for (const sut_portal *p = r->portals; p; p = p->next) {
        for (int side = 0; side < 2; side++) {
            int i = p->vertex + side;
            bool inside = i > a && i < b;
            sum = inside ? v3_sub(sum, sut_rod_portal_force(r, p, side, true)) : sum;
        }
    }
    sum = a >= 0 ? v3_add(sum, edge_pull(r, a)) : sum;
    return b < r->n ? v3_sub(sum, edge_pull(r, b - 1)) : sum;
}

// A solve ends with a linear correction. On the final shape the residual of free vertices is what
// that left out, of second order in it, and nothing balances them: their motion follows from the
// linear forces. So must the reactions, or the momentum of the whole is wrong by their sum. Linear
// forces of a span cancel like all others: the residual of its vertices is what the pins at its
// ends gave more; one pin at the end of a free piece all of it, two pins a half each.
void sut_rod_close_balance(sut_rod *r) {
    for (int k = 0; k <= r->chain.pin_count; k++) {
        int a = k > 0 ? r->chain.pins[k - 1].vertex : -1;
        int b = k < r->chain.pin_count ? r->chain.pins[k].vertex : r->n;
        if (b - a < 2 || r->chain.pin_count == 0) {
            continue;
        }
        double share = (a >= 0 && b < r->n ? 0.5 : 1.0) * r->lambda;
        sut_vec3 lack = lack_between(r, a, b);
        if (a >= 0) {
            r->chain.pins[k - 1].force = v3_madd(r->chain.pins[k - 1].force, share, lack);
        }
        if (b < r->n) {
            r->chain.pins[k].force = v3_madd(r->chain.pins[k].force, share, lack);
        }
    }
}
