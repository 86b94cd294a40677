// SPDX-License-Identifier: MIT
// rod_integrate.c -- the predictor of a substep, and its end. docs/theory/integration.md
#include "rod/rod.h"

#include "math/vec3.h"

#include <string.h>

//---- predict -------------------------------------------------------------------------------------
// Planes take over the bending spring of their vertex. They seldom change, so the list of the last
// step is kept while it is short.
static void set_bend(sut_rod *r) {
    enum { ROOM = sizeof r->work.bend_off / sizeof r->work.bend_off[0] };
    bool same = r->work.bend_off_count == r->work.plane_count && r->work.plane_count <= ROOM;
    for (int k = 0; same && k < r->work.plane_count; k++) {
        same = r->work.bend_off[k] == r->work.planes[k].vertex;
    }
    if (same) {
        return;
    }
    for (int i = 1; i < r->body.n - 1; i++) {
        r->work.bend[i] = r->def.EI / r->def.cell[i];
    }
    for (int e = 0; r->chain.cuts > 0 && e < r->body.n - 1; e++) {
        if (r->chain.cut_edge[e] != 0.0) {
            r->work.bend[e] = 0.0;
            r->work.bend[e + 1] = 0.0;
        }
    }
    for (int k = 0; k < r->work.plane_count; k++) {
        r->work.bend[r->work.planes[k].vertex] = 0.0;
        if (k < ROOM) {
            r->work.bend_off[k] = r->work.planes[k].vertex;
        }
    }
    r->work.bend_off_count = r->work.plane_count;
}

static void set_rates(sut_rod *r) {
    double lambda = r->work.lambda;
    bool light = r->def.inertia == SUT_INERTIA_LOW_MASS;
    double per_mass = 1.0 / (lambda * lambda * r->work.dt * r->work.dt);
    double per_cell = 1.0 / (r->def.mobility * lambda * r->work.dt);
    r->work.price = light ? per_cell : per_mass;
    r->work.heft = light ? per_cell * r->def.total : per_mass * r->def.total_mass;
    r->work.weight = r->def.total_mass * v3_norm(r->work.gravity);
    r->work.coast = light ? 0.0 : r->work.dt;
    double rate = 1.0 / (lambda * r->work.dt);
    r->work.viscous_bend = r->def.damping_bend * rate;
    r->work.viscous_twist = r->def.damping_twist * rate;
    r->work.viscous_stretch = r->def.damping_stretch * rate;
}

static void set_inertia(sut_rod *r) {
    const double *share = r->def.inertia == SUT_INERTIA_LOW_MASS ? r->def.cell : r->def.mass;
    for (int i = 0; i < r->body.n; i++) {
        r->work.inertia[i] = r->work.price * share[i];
    }
}

// Forces at the start, for the explicit share of a step with implicitness below one: the residual
// of no displacement without inertia.
static void set_start_force(sut_rod *r) {
    double lambda = r->work.lambda;
    size_t bytes = (size_t)r->body.n * sizeof(double);
    memset(r->body.move.x, 0, bytes);
    memset(r->body.move.y, 0, bytes);
    memset(r->body.move.z, 0, bytes);
    memset(r->work.start_force, 0, 3 * bytes);
    double coast = r->work.coast;
    r->work.coast = 0.0;
    r->work.fresh = true;
    sut_rod_kinematics(r);
    sut_rod_twist(r);
    sut_rod_forces(r);
    r->work.coast = coast;
    for (int i = 0; i < 3 * r->body.n; i++) {
        r->work.start_force[i] = -(1.0 - lambda) / lambda * r->work.residual[i];
    }
}

// Frames cost a pass over the rod; they matter only where something can be twisted. Threads of
// springs cannot: what holds their spin holds their tangent.
static void set_framed(sut_rod *r) {
    bool was = r->work.framed;
    bool twists = !sut_model_is_springs(r->def.model);
    r->work.framed = r->def.curved;
    for (int k = 0; twists && k < r->work.plane_count; k++) {
        r->work.framed = r->work.framed || (r->work.planes[k].spin_held && r->def.GJ > 0.0);
    }
    if (!r->work.framed && was) {
        // free to spin: twist is gone at once
        size_t bytes = (size_t)r->body.n * sizeof(double);
        memset(r->work.torque, 0, bytes);
        r->work.untwist = true;
    }
    if (!r->work.framed) {
        for (int k = 0; k < r->work.plane_count; k++) {
            r->work.planes[k].side_torque[0] = 0.0;
            r->work.planes[k].side_torque[1] = 0.0;
        }
    }
}

void sut_rod_begin(sut_rod *r) {
    memset(&r->work.progress, 0, sizeof r->work.progress);
    r->work.exact = false;
    r->work.safe = false;
    r->work.swept = false;
    r->work.mixed_known = false;
    set_framed(r);
    set_bend(r);
    set_rates(r);
}

void sut_rod_guess(sut_rod *r) {
    set_inertia(r);
    // the simplified model linearises at the start of the step, as published
    double coast = r->def.model == SUT_MODEL_IMPLICIT_SIMPLIFIED ? 0.0 : r->work.coast;
    for (int i = 0; i < r->body.n; i++) {
        r->body.move.x[i] = coast * r->state.velocity[i].x;
        r->body.move.y[i] = coast * r->state.velocity[i].y;
        r->body.move.z[i] = coast * r->state.velocity[i].z;
    }
    for (int k = 0; k < r->chain.pin_count; k++) {
        const sut_pin *p = &r->chain.pins[k];
        sut_soa3_set(&r->body.move, p->vertex, v3_sub(p->target, r->body.position[p->vertex]));
    }
}

// Where the search for the spins starts, also after one that failed.
static void reset_spins(sut_rod *r) {
    if (r->def.curved) {
        memcpy(r->work.spin_trial, r->state.spin, (size_t)(r->body.n - 1) * sizeof(double));
    }
}

void sut_rod_stay(sut_rod *r) {
    for (int i = 0; i < r->body.n; i++) {
        sut_soa3_set(&r->body.move, i, v3_zero());
    }
    reset_spins(r);
}

void sut_rod_predict(sut_rod *r) {
    sut_rod_begin(r);
    reset_spins(r);
    if (r->work.lambda < 1.0) {
        set_inertia(r);
        set_start_force(r);
    }
    r->work.fresh = true;
    sut_rod_guess(r);
}

//---- commit --------------------------------------------------------------------------------------
static double commit_velocity(sut_rod *r, int from, int to, double kinetic) {
    double lambda = r->work.lambda;
    double rate = 1.0 / r->work.dt;
    for (int i = from; i < to; i++) {
        double x = rate * r->body.move.x[i];
        double y = rate * r->body.move.y[i];
        double z = rate * r->body.move.z[i];
        if (lambda < 1.0 && r->def.inertia == SUT_INERTIA_MASS) {
            x = (x - (1.0 - lambda) * r->state.velocity[i].x) / lambda;
            y = (y - (1.0 - lambda) * r->state.velocity[i].y) / lambda;
            z = (z - (1.0 - lambda) * r->state.velocity[i].z) / lambda;
        }
        r->state.velocity[i].x = x;
        r->state.velocity[i].y = y;
        r->state.velocity[i].z = z;
        kinetic += 0.5 * r->def.mass[i] * ((x * x + y * y) + z * z);
    }
    return kinetic;
}

static void commit_edges(double *restrict edge, const double *restrict w, int count) {
    for (int i = 0; i < count; i++) {
        edge[i] += w[i + 1] - w[i];
    }
}

static void commit_positions(sut_rod *r, int from, int to) {
    int edges = to - from;
    commit_edges(r->state.edge.x + from, r->body.move.x + from, edges);
    commit_edges(r->state.edge.y + from, r->body.move.y + from, edges);
    commit_edges(r->state.edge.z + from, r->body.move.z + from, edges);
    if (from == 0) {
        r->body.position[0] = v3_add(r->body.position[0], sut_soa3_get(&r->body.move, 0));
    }
    sut_vec3 x = r->body.position[from];
    for (int i = from; i < to; i++) {
        x = v3_add(x, sut_soa3_get(&r->state.edge, i));
        r->body.position[i + 1] = x;
    }
}

double sut_rod_commit_motion(sut_rod *r, int from, int to, double kinetic) {
    commit_positions(r, from, to);
    return commit_velocity(r, from, to == r->body.n - 1 ? r->body.n : to, kinetic);
}

void sut_rod_commit_peaks(sut_rod *r, double stretch, double kinetic) {
    r->work.last_kinetic = r->state.peak_kinetic;
    r->state.peak_kinetic = kinetic > r->state.peak_kinetic ? kinetic : r->state.peak_kinetic;
    r->state.peak_stretch = stretch > r->state.peak_stretch ? stretch : r->state.peak_stretch;
    r->chain.stretch = stretch;
}

// Bend and spin of the accepted shape: where the next step's damping and twist start from.
static void commit_bend(sut_rod *r) {
    size_t bytes = (size_t)r->body.n * sizeof(double);
    memcpy(r->state.bent.x, r->work.binormal.x, bytes);
    memcpy(r->state.bent.y, r->work.binormal.y, bytes);
    memcpy(r->state.bent.z, r->work.binormal.z, bytes);
}

void sut_rod_carry_director(sut_rod *r, sut_vec3 t) {
    sut_vec3 t0 = v3_normalized(sut_soa3_get(&r->state.edge, 0));
    r->state.director = v3_normalized(v3_reject(v3_transport(r->state.director, t0, t), t));
    if (r->work.untwist) {
        memset(r->state.spin, 0, (size_t)r->body.n * sizeof(double));
        memset(r->work.twist, 0, (size_t)r->body.n * sizeof(double));
        r->work.untwist = false;
    }
}

static void commit_frame(sut_rod *r) {
    if (!r->work.framed) {
        sut_rod_carry_director(r, sut_soa3_get(&r->work.tangent, 0));
        return;
    }
    if (r->def.twist == SUT_TWIST_DYNAMIC) {
        for (int i = 0; i < r->body.n - 1; i++) {
            r->state.spin_rate[i] =
                (r->work.spin_trial[i] + r->work.spin_drift[i] - r->state.spin[i]) / r->work.dt;
        }
    }
    memcpy(r->state.spin, r->work.spin_trial, (size_t)(r->body.n - 1) * sizeof(double));
    r->state.director = sut_soa3_get(&r->work.frame, 0);
}

// What each pin had to give: the residual of its vertex, weighted as the step's equations are. And
// what force-limited holds gave.
static void commit_reactions(sut_rod *r) {
    for (int k = 0; k < r->work.load_count; k++) {
        r->work.loads[k].force = sut_rod_load_force(r, &r->work.loads[k]);
    }
    for (int k = 0; k < r->chain.pin_count; k++) {
        sut_vec3 lack = sut_rod_residual_at(r, r->chain.pins[k].vertex);
        r->chain.pins[k].force = v3_scale(lack, r->work.lambda);
    }
    if (r->work.closes) {
        sut_rod_close_balance(r);
    }
}

void sut_rod_stop(sut_rod *r) {
    r->state.peak_kinetic = r->work.last_kinetic; // it never had the velocities of this motion
    for (int i = 0; i < r->body.n; i++) {
        r->state.velocity[i] = v3_zero();
    }
    for (int e = 0; r->def.twist == SUT_TWIST_DYNAMIC && e < r->body.n - 1; e++) {
        r->state.spin_rate[e] = 0.0;
    }
}

void sut_rod_commit_shape(sut_rod *r, double kinetic) {
    commit_bend(r);
    commit_frame(r);
    sut_rod_plane_commit(r);
    commit_positions(r, 0, r->body.n - 1);
    sut_rod_commit_peaks(r, sut_rod_stretch(r), kinetic);
}

void sut_rod_stage_commit(sut_rod *r) {
    sut_rod_unfold(r);
    // the last correction came after the last look at the shape
    sut_rod_kinematics(r);
    sut_rod_twist(r);
    commit_reactions(r);
    commit_bend(r);
    commit_frame(r);
    sut_rod_plane_commit(r);
    double kinetic = sut_rod_commit_motion(r, 0, r->body.n - 1, 0.0);
    sut_rod_commit_peaks(r, sut_rod_stretch(r), kinetic);
}

void sut_rod_commit(sut_rod *r) {
    if (!(r->work.closes && r->chain.pin_count > 0) && sut_rod_commits_by_sweep(r)) {
        sut_rod_sweep_commit(r);
    } else {
        sut_rod_stage_commit(r);
    }
}

void sut_rod_measure_edges(sut_rod *r) {
    for (int i = 0; i < r->body.n - 1; i++) {
        r->work.length[i] = v3_norm(sut_soa3_get(&r->state.edge, i));
    }
}

double sut_rod_stretch(const sut_rod *r) {
    double most = 0.0;
    for (int i = 0; i < r->body.n - 1; i++) {
        double strain = fabs(r->work.length[i] - r->def.rest[i]) * r->def.per_rest[i];
        most = strain > most ? strain : most;
    }
    return most;
}

//---- views ---------------------------------------------------------------------------------------
void sut_rod_output(sut_rod *r) {
    if (r->work.shown) {
        r->work.shown = false;
        return;
    }
    if (sut_model_is_explicit(r->def.model)) {
        memcpy(r->work.tension, r->state.axial, (size_t)(r->body.n - 1) * sizeof(double));
    } else {
        r->def.kernel->tension(r);
    }
    for (int i = 0; r->work.framed && i < r->body.n - 1; i++) {
        r->work.twist[i] = r->state.spin[i] - r->state.spin[0];
    }
}

void sut_rod_refresh(sut_rod *r) {
    r->def.total_mass = 0.0;
    for (int i = 0; i < r->body.n; i++) {
        r->def.total_mass += r->def.mass[i];
    }
    sut_rod_measure_edges(r);
    r->chain.stretch = sut_rod_stretch(r);
    r->work.shown = false;
    r->work.framed =
        true; // whether it is comes out in the next step; till then the spins are what they are
    sut_rod_output(r);
}
