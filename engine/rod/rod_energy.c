// SPDX-License-Identifier: MIT
// rod_energy.c -- energies of the accepted state, by formulas of their own: nothing here is shared
// with the forces, which lets tests check one against the other. docs/theory/energies.md
#include "rod/rod.h"

#include "math/vec3.h"

static double kinetic(const sut_rod *r) {
    double sum = 0.0;
    for (int i = 0; r->def.inertia == SUT_INERTIA_MASS && i < r->body.n; i++) {
        sum += 0.5 * r->def.mass[i] * v3_norm2(r->state.velocity[i]);
    }
    return sum;
}

sut_thread_figures sut_rod_figures(const sut_rod *r, sut_vec3 gravity) {
    sut_thread_figures f = {v3_zero(), v3_scale(gravity, r->def.total_mass)};
    for (int i = 0; i < r->body.n; i++) {
        sut_vec3 v = r->state.velocity[i];
        double loss = r->def.cell[i] * (r->def.damping_linear + r->def.drag * v3_norm(v));
        f.momentum = v3_madd(f.momentum, r->def.mass[i], v);
        f.external_force = v3_madd(f.external_force, -loss, v);
    }
    return f;
}

static bool spins_have_inertia(const sut_rod *r) {
    return r->work.framed && r->def.twist == SUT_TWIST_DYNAMIC;
}

static double spin_energy(const sut_rod *r, int edge, double rate) {
    double per_length = 0.5 * r->def.mass_per_length * r->def.radius * r->def.radius;
    return 0.5 * per_length * r->def.rest[edge] * rate * rate;
}

// Of the edges that turn about themselves, where they have inertia for that.
static double spinning(const sut_rod *r) {
    double sum = 0.0;
    for (int e = 0; spins_have_inertia(r) && e < r->body.n - 1; e++) {
        sum += spin_energy(r, e, r->state.spin_rate[e]);
    }
    return sum;
}

static double trial_spinning(const sut_rod *r) {
    double sum = 0.0;
    for (int e = 0; spins_have_inertia(r) && e < r->body.n - 1; e++) {
        double moved = r->work.spin_trial[e] + r->work.spin_drift[e] - r->state.spin[e];
        sum += spin_energy(r, e, moved / r->work.dt);
    }
    return sum;
}

static double gravity(const sut_rod *r) {
    double sum = 0.0;
    for (int i = 0; i < r->body.n; i++) {
        sum -= r->def.mass[i] * v3_dot(r->work.gravity, r->body.position[i]);
    }
    return sum;
}

static double stretch(const sut_rod *r) {
    double sum = sut_rod_portal_energy(r, false);
    for (int i = 0; i < r->body.n - 1; i++) {
        if (sut_rod_is_cut(r, i)) {
            continue;
        }
        double l = v3_norm(sut_soa3_get(&r->state.edge, i));
        double strain = (l - r->def.rest[i]) / r->def.rest[i];
        sum += 0.5 * r->def.EA * strain * strain * r->def.rest[i];
    }
    return sum;
}

// 1/2 EI / cell |k - natural|^2. A rod that is straight at rest needs only the magnitude of the
// turn between two unit tangents; a curved one its components in the material frame, whose first
// director on the edge before is d.
static double turn_energy(const sut_rod *r, sut_vec3 t, sut_vec3 s, sut_vec3 d, double cell) {
    sut_vec3 k = v3_scale(v3_cross(t, s), 2.0 / (1.0 + v3_dot(t, s)));
    double stiff = 0.5 * r->def.EI / cell;
    if (!r->def.curved) {
        return stiff * v3_norm2(k);
    }
    double a = v3_dot(k, d) + r->def.natural_curvature[1] * cell;
    double b = v3_dot(k, v3_cross(t, d)) - r->def.natural_curvature[0] * cell;
    return stiff * (a * a + b * b);
}

static double plane_bend(const sut_rod *r, int vertex, sut_vec3 tangents[2], sut_vec3 directors[2],
                         const double spins[2]) {
    double sum = 0.0;
    for (int k = 0; k < r->work.plane_count; k++) {
        const sut_plane *p = &r->work.planes[k];
        for (int side = 0; p->vertex == vertex && side < 2; side++) {
            int e = sut_rod_plane_edge(r, p, side);
            if (e < 0) {
                continue;
            }
            double spin = p->spin_held ? p->spin0 + p->angle0 : spins[side];
            sut_vec3 t = tangents[side];
            sut_vec3 u = v3_rotate_about(directors[side], t, spin);
            sut_vec3 d = p->direction0;
            double half = 0.5 * r->def.rest[e];
            sum += side == 0 ? turn_energy(r, t, d, u, half)
                             : turn_energy(r, d, t, v3_transport(u, t, d), half);
        }
    }
    return sum;
}

// One walk along the rod, carrying the twist-free frame through the planes as the step does.
static double bend(const sut_rod *r) {
    double sum = 0.0;
    sut_vec3 t = v3_normalized(sut_soa3_get(&r->state.edge, 0));
    sut_vec3 u = r->state.director;
    sut_vec3 first[2] = {t, t};
    sut_vec3 frame[2] = {u, u};
    double spin[2] = {r->state.spin[0], r->state.spin[0]};
    sum += plane_bend(r, 0, first, frame, spin);
    for (int i = 1; i < r->body.n - 1; i++) {
        sut_vec3 s = v3_normalized(sut_soa3_get(&r->state.edge, i));
        bool held = r->work.plane_count > 0 && sut_rod_plane_at(r, i, false);
        sut_vec3 v = u;
        if (held) {
            for (int k = 0; k < r->work.plane_count; k++) {
                if (r->work.planes[k].vertex == i) {
                    v = v3_transport(u, t, r->work.planes[k].direction0);
                    v = v3_transport(v, r->work.planes[k].direction0, s);
                }
            }
            sut_vec3 tangents[2] = {t, s};
            sut_vec3 directors[2] = {u, v};
            double spins[2] = {r->state.spin[i - 1], r->state.spin[i]};
            sum += plane_bend(r, i, tangents, directors, spins);
        } else {
            v = r->def.curved ? v3_transport(u, t, s) : u;
            double mean = 0.5 * (r->state.spin[i - 1] + r->state.spin[i]);
            sut_vec3 d = r->def.curved ? v3_rotate_about(u, t, mean) : u;
            sum += sut_rod_joint_is_cut(r, i) ? 0.0 : turn_energy(r, t, s, d, r->def.cell[i]);
        }
        t = s;
        u = v;
    }
    sut_vec3 last[2] = {t, t};
    sut_vec3 frames[2] = {u, u};
    double spins[2] = {r->state.spin[r->body.n - 2], r->state.spin[r->body.n - 2]};
    sum += plane_bend(r, r->body.n - 1, last, frames, spins);
    return r->def.EI > 0.0 ? sum : 0.0;
}

static bool twisted(const sut_rod *r) {
    bool held = r->def.curved;
    for (int k = 0; k < r->work.plane_count; k++) {
        held = held || r->work.planes[k].spin_held;
    }
    return held && r->def.GJ > 0.0;
}

// Twist between neighbouring edges, and between a spin-holding plane and its edges.
static double twist(const sut_rod *r) {
    double sum = 0.0;
    for (int i = 1; twisted(r) && i < r->body.n - 1; i++) {
        if (sut_rod_joint_is_cut(r, i) ||
            (r->work.plane_count > 0 && sut_rod_plane_at(r, i, true))) {
            continue;
        }
        double rate =
            (r->state.spin[i] - r->state.spin[i - 1]) / r->def.cell[i] - r->def.natural_twist;
        sum += 0.5 * r->def.GJ * rate * rate * r->def.cell[i];
    }
    for (int k = 0; twisted(r) && k < r->work.plane_count; k++) {
        const sut_plane *p = &r->work.planes[k];
        for (int side = 0; p->spin_held && side < 2; side++) {
            int e = sut_rod_plane_edge(r, p, side);
            if (e >= 0) {
                double half = 0.5 * r->def.rest[e];
                double turn =
                    (r->state.spin[e] - (p->spin0 + p->angle0)) * (side == 0 ? -1.0 : 1.0);
                double rate = turn / half - r->def.natural_twist;
                sum += 0.5 * r->def.GJ * rate * rate * half;
            }
        }
    }
    return sum;
}

sut_energy sut_rod_energy(const sut_rod *r) {
    sut_energy e = {kinetic(r), stretch(r), bend(r), twist(r), gravity(r)};
    e.kinetic += spinning(r);
    return e;
}

//---- energy of the trial shape, for the guard of large steps -------------------------------------
// Curvature at every vertex, then beside the planes of holds, where half an edge bends.
static double trial_bend(const sut_rod *r) {
    double sum = 0.0;
    for (int i = 1; i < r->body.n - 1; i++) {
        double a = 0.0;
        double b = 0.0;
        if (r->def.curved) {
            double phase[2] = {r->work.phase[0][i], r->work.phase[1][i]};
            double q[2];
            sut_rod_natural_moment(r, 1.0, r->def.cell[i], phase, q);
            a = r->work.z[0][i] + q[0];
            b = r->work.z[1][i] + q[1];
            sum += 0.5 * r->work.bend[i] * (a * a + b * b);
        } else {
            sum += 0.5 * r->work.bend[i] * v3_norm2(sut_soa3_get(&r->work.binormal, i));
        }
    }
    for (int k = 0; k < r->work.plane_count; k++) {
        const sut_plane *p = &r->work.planes[k];
        for (int side = 0; side < 2; side++) {
            int e = sut_rod_plane_edge(r, p, side);
            if (e < 0) {
                continue;
            }
            double half = 0.5 * r->def.rest[e];
            double q[2] = {0.0, 0.0};
            if (r->def.curved) {
                sut_rod_natural_moment(r, 1.0, half, p->phase[side], q);
                double a = p->z[side][0] + q[0];
                double b = p->z[side][1] + q[1];
                sum += 0.5 * r->def.EI / half * (a * a + b * b);
            } else {
                sum += 0.5 * r->def.EI / half * v3_norm2(p->binormal[side]);
            }
        }
    }
    return sum;
}

static double trial_twist(const sut_rod *r) {
    double sum = 0.0;
    for (int i = 1; i < r->body.n - 1; i++) {
        if (sut_rod_joint_is_cut(r, i) ||
            (r->work.plane_count > 0 && sut_rod_plane_at(r, i, true))) {
            continue;
        }
        double rate = (r->work.spin_trial[i] - r->work.spin_trial[i - 1]) / r->def.cell[i];
        rate -= r->def.natural_twist;
        sum += 0.5 * r->def.GJ * rate * rate * r->def.cell[i];
    }
    for (int k = 0; k < r->work.plane_count; k++) {
        const sut_plane *p = &r->work.planes[k];
        for (int side = 0; p->spin_held && side < 2; side++) {
            int e = sut_rod_plane_edge(r, p, side);
            if (e >= 0) {
                double half = 0.5 * r->def.rest[e];
                double turn =
                    (r->work.spin_trial[e] - (p->spin + p->angle)) * (side == 0 ? -1.0 : 1.0);
                double rate = turn / half - r->def.natural_twist;
                sum += 0.5 * r->def.GJ * rate * rate * half;
            }
        }
    }
    return sum;
}

sut_energy sut_rod_trial_energy(const sut_rod *r) {
    sut_energy e = {0.0, 0.0, trial_bend(r), twisted(r) ? trial_twist(r) : 0.0, gravity(r)};
    for (int i = 0; i < r->body.n; i++) {
        sut_vec3 w = sut_soa3_get(&r->body.move, i);
        sut_vec3 v = v3_scale(w, 1.0 / r->work.dt);
        v = v3_madd(v, -(1.0 - r->work.lambda), r->state.velocity[i]);
        e.kinetic += 0.5 * r->def.mass[i] * v3_norm2(v) / (r->work.lambda * r->work.lambda);
        e.gravity -= r->def.mass[i] * v3_dot(r->work.gravity, w);
    }
    for (int k = 0; k < r->work.load_count; k++) {
        e.gravity -=
            v3_dot(r->work.loads[k].force, sut_soa3_get(&r->body.move, r->work.loads[k].vertex));
    }
    e.stretch = sut_rod_portal_energy(r, true);
    for (int i = 0; i < r->body.n - 1; i++) {
        if (sut_rod_is_cut(r, i)) {
            continue;
        }
        double strain = (r->work.length[i] - r->def.rest[i]) / r->def.rest[i];
        e.stretch += 0.5 * r->def.EA * strain * strain * r->def.rest[i];
    }
    return e;
}

//---- the guard -----------------------------------------------------------------------------------
// Implicit Euler loses energy where the energy is convex between the two shapes. A large step can
// leap over a hump of it instead and land higher; such a step is refused and cut.
// A force-limited hold turns round within a radius of its target, too suddenly for any rule:
// what it holds there is no measure of what a substep makes.
static double sudden_holds(const sut_rod *r) {
    double sum = 0.0;
    for (int k = 0; k < r->work.load_count; k++) {
        sum += 0.5 * r->work.loads[k].strength * r->def.radius;
    }
    return sum;
}

// Work that a force-limited hold has to do until its vertex is at its target.
static double pull_left(const sut_rod *r, const sut_load *load, sut_vec3 x) {
    double d = v3_distance(load->target, x);
    double radius = r->def.radius;
    return load->strength * (d > radius ? d - 0.5 * radius : 0.5 * d * d / radius);
}

// By how much it has less to give after the displacement.
static double hold_work(const sut_rod *r) {
    double sum = 0.0;
    for (int k = 0; k < r->work.load_count; k++) {
        const sut_load *load = &r->work.loads[k];
        sut_vec3 x = r->body.position[load->vertex];
        sut_vec3 then = v3_add(x, sut_soa3_get(&r->body.move, load->vertex));
        sum += load->strength > 0.0 ? pull_left(r, load, x) - pull_left(r, load, then) : 0.0;
    }
    return sum;
}

static bool pins_rest(const sut_rod *r) {
    double tiny = 1e-6 * r->def.radius; // far above rounding, far below any hold
    for (int k = 0; k < r->chain.pin_count; k++) {
        const sut_pin *p = &r->chain.pins[k];
        if (v3_distance(p->target, r->body.position[p->vertex]) > tiny) {
            return false;
        }
    }
    return true;
}

static bool planes_rest(const sut_rod *r) {
    for (int k = 0; k < r->work.plane_count; k++) {
        const sut_plane *p = &r->work.planes[k];
        if (v3_distance(p->direction, p->direction0) > 1e-12 || p->spin != p->spin0) {
            return false;
        }
    }
    return true;
}

// What pins do that move: their forces by the displacement as it is.
static double pins_give(sut_rod *r) {
    if (pins_rest(r)) {
        return 0.0;
    }
    double sum = 0.0;
    sut_rod_forces(r);
    for (int k = 0; k < r->chain.pin_count; k++) {
        int i = r->chain.pins[k].vertex;
        double work = v3_dot(sut_rod_residual_at(r, i), sut_soa3_get(&r->body.move, i));
        sum += work > 0.0 ? r->work.lambda * work : 0.0;
    }
    return sum;
}

// What planes do that turn, not less than it is: the moment at the end of the motion times the
// turn.
static double planes_give(const sut_rod *r) {
    double sum = 0.0;
    for (int k = 0; k < r->work.plane_count; k++) {
        const sut_plane *p = &r->work.planes[k];
        double turn = v3_distance(p->direction, p->direction0);
        double spin = fabs(p->spin - p->spin0);
        for (int side = 0; side < 2; side++) {
            int e = sut_rod_plane_edge(r, p, side);
            if (e >= 0) {
                double half = 0.5 * r->def.rest[e];
                double twist =
                    r->work.framed ? fabs(r->work.spin_trial[e] - (p->spin + p->angle)) : 0.0;
                sum += r->def.EI / half * v3_norm(p->binormal[side]) * turn;
                sum += p->spin_held ? r->def.GJ / half * twist * spin : 0.0;
            }
        }
    }
    return sum;
}

// The fully implicit rule is watched where no external work is done. The rule of the middle keeps
// what it has and so amplifies what a hump of the energy gave it from part to part: it is watched
// always, with the work of holds that move taken off.
bool sut_rod_energy_watched(const sut_rod *r) {
    bool easy = r->work.progress.done &&
                r->work.progress.linearisations + r->work.progress.corrections <= 2 &&
                r->work.dt <= 2e-3 && r->work.lambda == 1.0 && !r->work.cut && !r->body.pushed;
    bool alone = pins_rest(r) && planes_rest(r);
    return !easy && r->def.model == SUT_MODEL_IMPLICIT && (r->work.lambda < 1.0 || alone);
}

bool sut_rod_energy_bounded(const sut_rod *r) {
    return r->def.model == SUT_MODEL_IMPLICIT;
}

// What the displacement adds to all but the kinetic energy of the vertices and holds do not give;
// `noise`: what of it rounding may be.
static double growth_of_shape(sut_rod *r, sut_energy *after, double *noise) {
    sut_rod_kinematics(r);
    sut_rod_twist(r);
    sut_energy before = sut_rod_energy(r);
    *after = sut_rod_trial_energy(r);
    *noise = 1e-12 * (after->stretch + after->bend + after->twist + fabs(after->gravity));
    return (after->stretch - before.stretch) + (after->bend - before.bend) +
           (after->twist - before.twist) + (after->gravity - before.gravity) +
           (trial_spinning(r) - spinning(r)) - hold_work(r);
}

// A jerk of long ago is no measure of what a thread that all but rests may gain, where a better
// rule is at hand: ten times what it has.
static double recent_peak(const sut_rod *r, double peak, double kinetic_after) {
    sut_energy before = sut_rod_energy(r);
    double has = ((before.stretch + before.bend) + before.twist) + before.kinetic + kinetic_after;
    return r->work.lambda < 1.0 && 10.0 * has < peak ? 10.0 * has : peak;
}

double sut_rod_energy_growth(sut_rod *r, double *most) {
    sut_energy after;
    double noise;
    double grown = growth_of_shape(r, &after, &noise);
    grown -= r->work.lambda < 1.0 ? pins_give(r) + planes_give(r) : 0.0;
    if (r->def.inertia == SUT_INERTIA_MASS) {
        grown += after.kinetic - kinetic(r);
    }
    double peak = r->state.peak_kinetic > after.kinetic ? r->state.peak_kinetic : after.kinetic;
    peak = recent_peak(r, peak, after.kinetic);
    if (r->def.inertia != SUT_INERTIA_MASS) {
        peak =
            after.stretch + after.bend + after.twist; // there is no kinetic energy to compare with
    }
    double share = r->work.dt < 0.01 ? r->work.dt / 0.01 : 1.0;
    // half of the 1 % in 10 ms that a user may see
    *most = 5e-3 * share * peak + noise + (r->work.lambda < 1.0 ? 0.0 : sudden_holds(r));
    return grown;
}

// Incremental potential of an implicit step, besides energy: the step is a minimum of the sum, so
// that a motion that raises the sum is none that a step could have found.
static double incremental_term(const sut_rod *r) {
    double sum = 0.0;
    if (r->def.inertia == SUT_INERTIA_LOW_MASS) {
        for (int i = 0; i < r->body.n; i++) {
            sum += 0.5 * r->def.cell[i] * v3_norm2(sut_soa3_get(&r->body.move, i));
        }
        return sum / (r->def.mobility * r->work.dt);
    }
    for (int i = 0; i < r->body.n; i++) {
        sut_vec3 u = v3_scale(sut_soa3_get(&r->body.move, i), 1.0 / r->work.dt);
        sum += r->def.mass[i] * (0.5 * v3_norm2(u) - v3_dot(u, r->state.velocity[i]));
    }
    return sum;
}

double sut_rod_energy_excess(sut_rod *r, bool stops, double *motion) {
    sut_energy after;
    double noise;
    double shape = growth_of_shape(r, &after, &noise);
    bool moves = r->def.inertia == SUT_INERTIA_MASS && !stops;
    *motion = moves ? after.kinetic - kinetic(r) : incremental_term(r);
    return shape - noise - pins_give(r) - planes_give(r);
}

double sut_rod_kinetic_bound(const sut_rod *r, double way) {
    double far = 2.0 * way;
    return r->def.inertia == SUT_INERTIA_MASS
               ? 0.5 * r->def.total_mass * far * far / (r->work.dt * r->work.dt)
               : 0.5 * r->def.total * far * far / (r->def.mobility * r->work.dt);
}
