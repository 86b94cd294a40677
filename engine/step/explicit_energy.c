// SPDX-License-Identifier: MIT
// explicit_energy.c -- energy balance of a step with explicit models: what the threads hold
// after a part against what they held and what holds and solids did in work. A gain beyond the
// tolerance is taken from the velocities.
#include "step/solve.h"

#include "data/data.h"
#include "math/vec3.h"
#include "springs/springs.h"

static bool springs(const sut_rod *r) {
    return sut_model_is_springs(r->def.model);
}

// A smooth motion of stable parts keeps its energy, swinging about it a little. Contacts that undo
// an overlap, holds at their force limit and edges that had to stretch are not smooth:
// what such a part ends with more than it had and was given, the velocities lose again.
static bool is_rough(const sut_rod *r) {
    bool rough =
        r->body.pushed || (r->work.stretched && !springs(r) && !r->def.variational.extensible);
    for (int k = 0; k < r->work.load_count; k++) {
        rough = rough || r->work.loads[k].strength > 0.0;
    }
    return rough;
}

static sut_energy energy_of(const sut_rod *r) {
    return springs(r) ? sut_springs_energy(r) : sut_rod_energy(r);
}

// `own`: what the threads hold, without motion and weight.
static double energy_of_all(sut_world *w, double *kinetic, double *own) {
    double gravity = 0.0;
    *kinetic = 0.0;
    *own = 0.0;
    for (int i = 0; i < w->def.capacity.threads; i++) {
        if (w->threads[i].used) {
            sut_energy e = energy_of(&w->threads[i].rod);
            *kinetic += e.kinetic;
            *own += (e.stretch + e.bend) + e.twist;
            gravity += e.gravity;
            sut_spend_look(w, &w->threads[i].rod.body);
        }
    }
    return (*kinetic + *own) + gravity;
}

// Not less than what planes that turn give.
static double work_of_planes(const sut_rod *r) {
    double sum = 0.0;
    for (int k = 0; k < r->work.plane_count; k++) {
        const sut_plane *p = &r->work.planes[k];
        double turn = v3_distance(p->direction, p->direction0);
        sum += fabs(p->torque * (p->spin - p->spin0));
        for (int side = 0; turn > 0.0 && side < 2; side++) {
            int e = sut_rod_plane_edge(r, p, side);
            double bend = e >= 0 ? 2.0 * r->def.EI * r->def.per_rest[e] : 0.0;
            sum += bend * v3_norm(p->binormal[side]) * turn;
        }
    }
    return sum;
}

// Of the edges as they are, or as the displacement makes them.
static double stretch_of(const sut_rod *r, bool moved) {
    double sum = 0.0;
    for (int e = 0; e < r->body.n - 1; e++) {
        sut_vec3 d = sut_soa3_get(&r->state.edge, e);
        if (moved) {
            d = v3_add(d,
                       v3_sub(sut_soa3_get(&r->body.move, e + 1), sut_soa3_get(&r->body.move, e)));
        }
        double more = v3_norm(d) - r->def.rest[e];
        sum += 0.5 * r->def.EA * r->def.per_rest[e] * more * more;
    }
    return sum;
}

// What may turn into stretch: the motion of a thread, and what holds and solids give at most.
static double energy_available(const sut_world *w, int thread) {
    const sut_rod *r = &w->threads[thread].rod;
    double sum = 0.0;
    for (int v = 0; v < r->body.n; v++) {
        sum += 0.5 * r->def.mass[v] * v3_norm2(r->state.velocity[v]);
    }
    double way = 0.0;
    for (int k = 0; k < r->chain.pin_count; k++) {
        way += v3_norm(sut_soa3_get(&r->body.move, r->chain.pins[k].vertex));
    }
    for (int i = 0; i < w->contacts.count; i++) {
        const sut_contact *k = &w->contacts.contact[i];
        bool solid =
            sut_site_is_rigid(&k->site[1]) && k->site[0].body == thread && k->force[0] > 0.0;
        way += solid ? v3_norm(k->site[1].prescribed) : 0.0;
    }
    return sum + way * r->def.EA;
}

bool sut_explicit_jumps(sut_world *w) {
    double gain = 0.0;
    double available = 0.0;
    for (int i = 0; i < w->def.capacity.threads; i++) {
        const sut_rod *r = &w->threads[i].rod;
        if (w->threads[i].used && r->body.pushed) {
            // threads that push it have motion too
            available += energy_available(w, i);
            bool bounds = r->work.stretched && !springs(r);
            gain += bounds ? stretch_of(r, true) - stretch_of(r, false) : 0.0;
        }
    }
    return gain > available;
}

void sut_explicit_energy_begin(sut_world *w, double share) {
    if (!sut_world_explicit(w)) {
        return;
    }
    bool rough = share < 1.0;
    for (int i = 0; i < w->def.capacity.threads; i++) {
        rough = rough || (w->threads[i].used && is_rough(&w->threads[i].rod));
    }
    double kinetic;
    double own;
    if (rough && isnan(w->energy_due)) {
        w->energy_due = energy_of_all(w, &kinetic, &own);
    }
    // springs of contacts take and give
    if (!isnan(w->energy_due) && sut_contact_looks(w) && sut_explicit_global(w)) {
        w->energy_due -= sut_contact_energy_growth(&w->contacts, &w->bodies).grown;
    }
    // planes forget where they were when they are taken over
    for (int i = 0; !isnan(w->energy_due) && i < w->def.capacity.threads; i++) {
        w->energy_due += w->threads[i].used ? work_of_planes(&w->threads[i].rod) : 0.0;
    }
}

// No hold and no solid is stronger than what makes a thread twice as long.
static double work_of(const sut_rod *r, sut_vec3 force, sut_vec3 way) {
    double work = v3_dot(force, way);
    double most = r->def.EA * v3_norm(way);
    return work < most ? work : most;
}

// What a hold at its force limit has still to give; a dead load has a potential too.
static double pull_left(const sut_rod *r, const sut_load *load, sut_vec3 x) {
    if (load->strength == 0.0) { // exactly: a dead load
        return -v3_dot(load->force, x);
    }
    double d = v3_distance(load->target, x);
    double radius = r->def.radius;
    return load->strength * (d > radius ? d - 0.5 * radius : 0.5 * d * d / radius);
}

// Given and taken, exactly: it is a spring, and would pump energy into the thread otherwise.
static double work_of_loads(const sut_world *w) {
    double sum = 0.0;
    for (int i = 0; i < w->def.capacity.threads; i++) {
        const sut_rod *r = &w->threads[i].rod;
        for (int k = 0; w->threads[i].used && k < r->work.load_count; k++) {
            sut_vec3 x = r->body.position[r->work.loads[k].vertex]; // the new place
            sut_vec3 was = v3_sub(x, sut_soa3_get(&r->body.move, r->work.loads[k].vertex));
            sum += pull_left(r, &r->work.loads[k], was) - pull_left(r, &r->work.loads[k], x);
        }
    }
    return sum;
}

// What holds and solids gave in this substep; what they took counts as lost by itself.
static double work_of_others(const sut_world *w) {
    double sum = 0.0;
    for (int i = 0; i < w->def.capacity.threads; i++) {
        const sut_rod *r = &w->threads[i].rod;
        for (int k = 0; w->threads[i].used && k < r->chain.pin_count; k++) {
            const sut_pin *p = &r->chain.pins[k];
            sum += work_of(r, p->force, sut_soa3_get(&r->body.move, p->vertex));
        }
    }
    for (int i = 0; i < w->contacts.count; i++) {
        const sut_contact *k = &w->contacts.contact[i];
        if (sut_site_is_rigid(&k->site[1]) && k->force[0] > 0.0) {
            sum += work_of(sut_rod_of(w->bodies.body[k->site[0].body]), sut_contact_force(k),
                           k->site[1].prescribed);
        }
    }
    return sum > 0.0 ? sum : 0.0;
}

// Velocities against that of the common centre of mass, or against rest where some are held.
static void remove_kinetic(sut_world *w, double left) {
    sut_vec3 momentum = v3_zero();
    double mass = 0.0;
    bool held = false;
    for (int i = 0; i < w->def.capacity.threads; i++) {
        const sut_rod *r = &w->threads[i].rod;
        for (int v = 0; w->threads[i].used && v < r->body.n; v++) {
            momentum = v3_madd(momentum, r->def.mass[v], r->state.velocity[v]);
            mass += r->def.mass[v];
        }
        held = held || (w->threads[i].used && r->chain.pin_count > 0);
    }
    sut_vec3 common = held ? v3_zero() : v3_scale(momentum, 1.0 / mass);
    double own = 0.0; // what can be lost
    for (int i = 0; i < w->def.capacity.threads; i++) {
        const sut_rod *r = &w->threads[i].rod;
        for (int v = 0; w->threads[i].used && v < r->body.n; v++) {
            own += 0.5 * r->def.mass[v] * v3_norm2(v3_sub(r->state.velocity[v], common));
        }
    }
    double share = own > left ? sqrt((own - left) / own) : 0.0;
    for (int i = 0; i < w->def.capacity.threads; i++) {
        sut_rod *r = &w->threads[i].rod;
        for (int v = 0; w->threads[i].used && v < r->body.n; v++) {
            sut_vec3 u = v3_sub(r->state.velocity[v], common);
            r->state.velocity[v] = v3_madd(common, share, u);
        }
        // it never had what it lost
        double kinetic = w->threads[i].used ? energy_of(r).kinetic : 0.0;
        r->state.peak_kinetic =
            kinetic > r->work.saved.peak_kinetic ? kinetic : r->work.saved.peak_kinetic;
    }
}

// What a step may gain: as with the implicit model half of the 1 % in 10 ms that a user may see, of
// the largest kinetic energy so far and of what the threads hold.
static double tolerated(const sut_world *w, double own) {
    double peak = own;
    for (int i = 0; i < w->def.capacity.threads; i++) {
        peak += w->threads[i].used ? w->threads[i].rod.work.saved.peak_kinetic : 0.0;
    }
    double share = (w->step_end - w->time) / 0.01;
    return 5e-3 * (share < 1.0 ? share : 1.0) * peak;
}

void sut_explicit_energy_end(sut_world *w) {
    if (!sut_world_explicit(w) || isnan(w->energy_due)) {
        return;
    }
    double kinetic;
    double own;
    double now = energy_of_all(w, &kinetic, &own);
    w->energy_due += work_of_others(w) + work_of_loads(w);
    double gain = now - w->energy_due;
    if (gain > tolerated(w, own) && kinetic > 0.0) {
        remove_kinetic(w, gain);
    }
}
