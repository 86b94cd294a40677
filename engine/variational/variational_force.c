// SPDX-License-Identifier: MIT
// variational_force.c -- forces of a shape, and how fast it can swing.
#include "variational/variational.h"

#include "math/vec3.h"
#include "variational/variational_parts.h"

// Bending and twisting are those of the other models, derived from the same energies, with planes
// and natural curvature: only the force along the edges is another one.
static void elastic(sut_rod *r, double *force) {
    r->work.viscous_bend = 0.0;
    r->work.viscous_twist = 0.0;
    r->work.viscous_stretch = 0.0;
    sut_rod_kinematics(r);
    sut_rod_twist(r);
    sut_rod_edge_forces(r);
    const sut_soa3 *f = &r->work.force;
    const sut_soa3 *t = &r->work.tangent;
    double x = 0.0;
    double y = 0.0;
    double z = 0.0;
    for (int i = 0; i < r->body.n; i++) {
        double ax = 0.0;
        double ay = 0.0;
        double az = 0.0;
        if (i < r->body.n - 1) {
            ax = f->x[i] - r->work.pull[i] * t->x[i];
            ay = f->y[i] - r->work.pull[i] * t->y[i];
            az = f->z[i] - r->work.pull[i] * t->z[i];
        }
        force[3 * i] = ax - x;
        force[3 * i + 1] = ay - y;
        force[3 * i + 2] = az - z;
        x = ax;
        y = ay;
        z = az;
    }
}

//---- holds at their force limit ------------------------------------------------------------------
// The law of sut_rod_load_force, by the velocity that the vertex has.
static double hold_speed(const sut_rod *r, const sut_load *load, sut_vec3 *u, double *far) {
    sut_vec3 d = v3_sub(load->target, r->body.position[load->vertex]);
    double n = v3_norm(d);
    *u = n > 0.0 ? v3_scale(d, 1.0 / n) : v3_zero();
    *far = n;
    double speed = v3_dot(r->state.velocity[load->vertex], *u) / SUT_HAND_SPEED;
    return speed > 0.0 ? speed : 0.0;
}

sut_vec3 sut_variational_load(const sut_rod *r, const sut_load *load) {
    if (load->strength == 0.0) { // exactly: a dead load
        return load->force;
    }
    sut_vec3 u;
    double n;
    double speed = hold_speed(r, load, &u, &n);
    double pull = n < r->def.radius ? n / r->def.radius : 1.0;
    double less = speed * speed < 2.0 ? speed * speed : 2.0;
    return v3_scale(u, load->strength * (pull - less));
}

double sut_variational_load_mass(const sut_rod *r, const sut_load *load) {
    sut_vec3 u;
    double n;
    double speed = hold_speed(r, load, &u, &n);
    double brake = 2.0 * (speed < 1.5 ? speed : 1.5) * load->strength / SUT_HAND_SPEED;
    double spring = load->strength / (n > r->def.radius ? n : r->def.radius);
    return r->work.dt * (brake + r->work.dt * spring);
}

static bool stiff(const sut_rod *r) {
    return r->def.EI > 0.0 || r->work.framed || r->work.plane_count > 0;
}

void sut_variational_forces(sut_rod *r, double *force) {
    if (stiff(r)) {
        elastic(r, force);
    } else {
        // a limp thread: the shape is all that others want to know
        sut_rod_kinematics(r);
        for (int i = 0; i < 3 * r->body.n; i++) {
            force[i] = 0.0;
        }
    }
    for (int i = 0; i < r->body.n; i++) {
        force[3 * i] += r->def.mass[i] * r->work.gravity.x;
        force[3 * i + 1] += r->def.mass[i] * r->work.gravity.y;
        force[3 * i + 2] += r->def.mass[i] * r->work.gravity.z;
    }
    for (int k = 0; k < r->work.load_count; k++) {
        sut_vec3 f = sut_variational_load(r, &r->work.loads[k]);
        double *at = &force[3 * r->work.loads[k].vertex];
        at[0] += f.x;
        at[1] += f.y;
        at[2] += f.z;
    }
}

//---- the largest stable step ---------------------------------------------------------------------
// Stiffness of a turn with binormal k: energy EI / cell 2 tan^2(angle / 2), derived twice. A
// displacement of its three vertices changes the angle by 1/l, -(1/l + 1/l'), 1/l'.
static double turn_stiffness(const sut_rod *r, int i) {
    double k2 = v3_norm2(sut_soa3_get(&r->state.bent, i));
    double slope = 1.0 + 0.25 * k2;
    double both = r->def.per_rest[i - 1] + r->def.per_rest[i];
    return r->work.bend[i] * (slope * slope + 0.5 * k2 * slope) * 2.0 * both;
}

// Gershgorin's bound of the stiffness against the masses: bending, and what tension adds across.
double sut_variational_rate(const sut_rod *r) {
    double most = 0.0;
    const int last = r->body.n - 1;
    double before = 0.0; // turns at the vertex before, at this one, at the next
    double here = 0.0;
    double pull = 0.0; // of the edge before
    for (int i = 0; i <= last; i++) {
        double after = i + 1 < last && r->def.EI > 0.0 ? turn_stiffness(r, i + 1) : 0.0;
        double left = i > 0 ? r->def.per_rest[i - 1] : 0.0;
        double right = i < last ? r->def.per_rest[i] : 0.0;
        double next = i < last ? 2.0 * fabs(r->state.axial[i]) * right : 0.0;
        double row = (before * left + here * (left + right)) + after * right;
        row += pull + next;
        most = row > most * r->def.mass[i] ? row / r->def.mass[i] : most;
        before = here;
        here = after;
        pull = next;
    }
    double contact = 0.0;
    for (int i = 0; r->def.variational.penalty > 0.0 && i < r->body.n; i++) {
        double square = 4.0 * r->def.variational.penalty / r->def.mass[i];
        contact = square > contact ? square : contact;
    }
    return sqrt(most + contact);
}
