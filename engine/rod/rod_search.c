// SPDX-License-Identifier: MIT
// rod_search.c -- line search: shorten a correction that raises the potential.
//
// The residual of the step is the derivative of one function of w, the incremental potential: what
// inertia, the energies, the losses and the loads would charge for w. With a positive definite
// matrix every correction is a descent direction of it, so a step short enough always helps.
// Evaluating it costs as much as a look at the forces, so only rods that do not converge by
// themselves are led this way. docs/theory/solve.md
#include "rod/rod.h"

#include "math/vec3.h"

static double inertia_part(const sut_rod *r) {
    double sum = 0.0;
    for (int i = 0; i < r->body.n; i++) {
        sut_vec3 w = sut_soa3_get(&r->body.move, i);
        sut_vec3 d = v3_madd(w, -r->work.coast, r->state.velocity[i]);
        sum += 0.5 * r->work.inertia[i] * v3_norm2(d);
        double size = v3_norm(w);
        double scale = r->def.cell[i] / (r->work.dt * r->work.lambda);
        sum += scale * (0.5 * r->def.damping_linear + r->def.drag * size / (3.0 * r->work.dt)) *
               size * size;
        if (r->work.lambda < 1.0) {
            const double *old = &r->work.start_force[3 * i];
            sum -= v3_dot(w, v3(old[0], old[1], old[2]));
        }
    }
    return sum;
}

static double joint_viscosity(sut_vec3 k, sut_vec3 bent, sut_vec3 axis, double give, double size) {
    double along = v3_dot(k, axis) - size;
    return 0.5 * (give * v3_norm2(v3_sub(k, bent)) + (1.0 - give) * along * along);
}

static double bend_viscosity(const sut_rod *r) {
    double sum = 0.0;
    for (int i = 1; i < r->body.n - 1; i++) {
        sum += r->work.bend[i] *
               joint_viscosity(sut_soa3_get(&r->work.binormal, i), sut_soa3_get(&r->state.bent, i),
                               sut_soa3_get(&r->work.axis, i), r->work.give[i], r->work.size[i]);
    }
    for (int k = 0; k < r->work.plane_count; k++) {
        const sut_plane *p = &r->work.planes[k];
        for (int side = 0; side < 2; side++) {
            int e = sut_rod_plane_edge(r, p, side);
            if (e >= 0) {
                double stiff = 2.0 * r->def.EI / r->def.rest[e];
                sum += stiff * joint_viscosity(p->binormal[side], p->bent0[side], p->axis[side],
                                               p->give[side], p->size[side]);
            }
        }
    }
    return r->work.viscous_bend * sum;
}

static double stretch_viscosity(const sut_rod *r) {
    double sum = 0.0;
    for (int i = 0; i < r->body.n - 1; i++) {
        double change = r->work.length[i] - v3_norm(sut_soa3_get(&r->state.edge, i));
        sum += 0.5 * r->def.EA * change * change * r->def.per_rest[i];
    }
    return r->work.viscous_stretch * sum;
}

// Change of twist since the last step, between neighbouring edges and next to spin-holding planes.
static double twist_viscosity(const sut_rod *r) {
    double sum = 0.0;
    for (int i = 1; i < r->body.n - 1; i++) {
        if (r->work.plane_count == 0 || !sut_rod_plane_at(r, i, true)) {
            double change = (r->work.spin_trial[i] - r->work.spin_trial[i - 1]) -
                            (r->state.spin[i] - r->state.spin[i - 1]);
            sum += 0.5 * change * change / r->def.cell[i];
        }
    }
    for (int k = 0; k < r->work.plane_count; k++) {
        const sut_plane *p = &r->work.planes[k];
        for (int side = 0; p->spin_held && side < 2; side++) {
            int e = sut_rod_plane_edge(r, p, side);
            if (e >= 0) {
                double change = (r->work.spin_trial[e] - (p->spin + p->angle)) -
                                (r->state.spin[e] - (p->spin0 + p->angle0));
                sum += change * change / r->def.rest[e];
            }
        }
    }
    return r->work.viscous_twist * r->def.GJ * sum;
}

static double spin_inertia(const sut_rod *r) {
    double per_length = 0.5 * r->def.mass_per_length * r->def.radius * r->def.radius;
    double sum = 0.0;
    for (int e = 0; e < r->body.n - 1; e++) {
        double moved = r->work.spin_trial[e] + r->work.spin_drift[e] - r->state.spin[e];
        double ahead = moved - r->work.dt * r->state.spin_rate[e];
        sum += 0.5 * per_length * r->def.rest[e] * ahead * ahead / (r->work.dt * r->work.dt);
    }
    return sum;
}

static double hand_part(const sut_rod *r) {
    double sum = 0.0;
    for (int k = 0; k < r->work.load_count; k++) {
        const sut_load *load = &r->work.loads[k];
        int i = load->vertex;
        sut_vec3 x = v3_add(r->body.position[i], sut_soa3_get(&r->body.move, i));
        double d = v3_distance(load->target, x);
        double radius = r->def.radius;
        sum += load->strength * (d > radius ? d - 0.5 * radius : 0.5 * d * d / radius);
        sut_vec3 u;
        double way = sut_rod_hold_way(r, load, &u);
        double most = way * way < 2.0 ? way : sqrt(2.0);
        double lost = most * most * most / 3.0 + 2.0 * (way - most);
        sum += load->strength * (SUT_HAND_SPEED * r->work.dt) * lost;
    }
    return sum;
}

static double push_part(const sut_rod *r) {
    double sum = 0.0;
    const double *push = r->body.push;
    for (int i = 0; i < r->body.n; i++, push += 3) {
        sum -= v3_dot(v3(push[0], push[1], push[2]), sut_soa3_get(&r->body.move, i));
    }
    return sum;
}

double sut_rod_potential(const sut_rod *r) {
    sut_energy e = sut_rod_trial_energy(r);
    double sum = inertia_part(r) + hand_part(r) + ((e.stretch + e.bend) + (e.twist + e.gravity));
    sum += r->body.pushed ? push_part(r) : 0.0;
    sum += r->work.viscous_bend > 0.0 ? bend_viscosity(r) : 0.0;
    sum += r->work.viscous_stretch > 0.0 ? stretch_viscosity(r) : 0.0;
    sum += r->work.framed && r->work.viscous_twist > 0.0 ? twist_viscosity(r) : 0.0;
    sum += r->work.framed && r->def.twist == SUT_TWIST_DYNAMIC ? spin_inertia(r) : 0.0;
    return sum;
}

static void visit(sut_rod *r) {
    sut_rod_kinematics(r);
    sut_rod_twist(r);
}

// A predictor that goes too far may have a high potential. Not to move at all costs no more than
// the energy of the start: if that is less, the search begins there, and ends below it.
void sut_rod_restart(sut_rod *r) {
    r->work.mixed_known = false;
    double *kept = r->chain.column[0]; // made anew by the next linear solve
    for (int i = 0; i < r->body.n; i++) {
        kept[3 * i] = r->body.move.x[i];
        kept[3 * i + 1] = r->body.move.y[i];
        kept[3 * i + 2] = r->body.move.z[i];
    }
    double here = sut_rod_potential(r);
    for (int i = 0; i < r->body.n; i++) {
        sut_soa3_set(&r->body.move, i, v3_zero());
    }
    for (int k = 0; k < r->chain.pin_count; k++) {
        const sut_pin *p = &r->chain.pins[k];
        sut_soa3_set(&r->body.move, p->vertex, v3_sub(p->target, r->body.position[p->vertex]));
    }
    visit(r);
    if (sut_rod_potential(r) < here) {
        return;
    }
    for (int i = 0; i < r->body.n; i++) {
        sut_soa3_set(&r->body.move, i, v3(kept[3 * i], kept[3 * i + 1], kept[3 * i + 2]));
    }
    visit(r);
}

void sut_rod_step_back(sut_rod *r, double share) {
    r->work.progress.limited = true; // not the whole correction: it is not solved yet
    const double *d = r->body.correction;
    for (int i = 0; i < r->body.n; i++, d += 3) {
        r->body.move.x[i] -= share * d[0];
        r->body.move.y[i] -= share * d[1];
        r->body.move.z[i] -= share * d[2];
    }
    for (int e = 0; r->work.mixed_known && e < r->body.n - 1; e++) {
        r->work.mixed[e] -= share * r->work.mixed_gain[e];
    }
}

int sut_rod_search(sut_rod *r, double before, int most) {
    double scale = r->work.progress.scale;
    int looks = 0;
    while (looks < most && !r->work.progress.failed) {
        visit(r);
        looks++;
        double after = sut_rod_potential(r);
        if (after <= before + 1e-12 * fabs(before)) {
            break;
        }
        scale *= 0.5;
        sut_rod_step_back(r, scale);
    }
    return looks;
}
