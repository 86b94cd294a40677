// SPDX-License-Identifier: MIT
// variational_step.c -- one substep of the inextensible thread. docs/theory/variational.md
#include "variational/variational.h"

#include "math/vec3.h"
#include "variational/variational_parts.h"

#include <string.h>

// Lengths are right to this share of themselves, or as near to it as rounding allows.
static const double LENGTH_ERROR = 1e-13;
static const double ROUGH_ERROR = 1e-6;

//---- start ---------------------------------------------------------------------------------------
// An edge that has another length than its own (a thread laid too long or too short, or that had to
// stretch) gets back in the time that a stretching wave needs for the whole thread: n edges that
// shorten at once move its ends n times as fast as one, and must not make more motion than their
// springs had stored.
static void set_goals(const sut_rod *r, double *goal) {
    bool springs = r->def.variational.extensible;
    double share = r->work.dt * sqrt(r->def.EA / r->def.mass_per_length) / r->def.total;
    for (int i = 0; i < r->body.n - 1; i++) {
        double now = r->work.length[i];
        goal[i] = springs || share >= 1.0 ? r->def.rest[i] : now + share * (r->def.rest[i] - now);
    }
}

static void first_guess(const sut_rod *r, double *density) {
    for (int i = 0; i < r->body.n - 1; i++) {
        density[i] = r->state.axial[i] / v3_norm(sut_soa3_get(&r->state.edge, i));
    }
}

static void set_give(const sut_rod *r, double *give) {
    for (int i = 0; i < r->body.n - 1; i++) {
        give[i] = r->def.rest[i] * v3_norm(sut_soa3_get(&r->state.edge, i)) / r->def.EA;
    }
}

void sut_variational_begin(sut_rod *r) {
    size_t bytes = (size_t)r->body.n * sizeof(double);
    memset(r->body.move.x, 0, bytes);
    memset(r->body.move.y, 0, bytes);
    memset(r->body.move.z, 0, bytes);
    sut_variational_forces(r, r->work.start_force);
    double *weight;
    double *goal;
    sut_multipliers c = sut_multipliers_of(r, &weight, &goal);
    for (int i = 0; i < r->body.n; i++) {
        weight[i] = 1.0 / r->def.mass[i];
    }
    for (int k = 0; k < r->work.load_count; k++) {
        const sut_load *load = &r->work.loads[k];
        weight[load->vertex] =
            1.0 / (r->def.mass[load->vertex] + sut_variational_load_mass(r, load));
    }
    for (int k = 0; k < r->chain.pin_count; k++) {
        weight[r->chain.pins[k].vertex] = 0.0;
    }
    set_goals(r, goal);
    first_guess(r, c.density);
    set_give(r, c.give);
}

//---- displacement --------------------------------------------------------------------------------
// Where the thread would go without multipliers. Contacts push for the whole substep: the second
// half of it, after commit, does not know them any more.
static void coast(sut_rod *r, const double *weight) {
    double h = r->work.dt;
    double reach = 0.5 * h * h;
    bool lossy = r->def.drag > 0.0 || r->def.damping_linear > 0.0;
    for (int i = 0; i < r->body.n; i++) {
        sut_vec3 v = r->state.velocity[i];
        v = lossy ? sut_variational_drag(r, i, v, 0.5 * h) : v;
        const double *f = &r->work.start_force[3 * i];
        double w = reach * weight[i];
        r->body.move.x[i] = h * v.x + w * f[0];
        r->body.move.y[i] = h * v.y + w * f[1];
        r->body.move.z[i] = h * v.z + w * f[2];
    }
    for (int i = 0; r->body.pushed && i < r->body.n; i++) {
        double w = 2.0 * reach * weight[i];
        r->body.move.x[i] += w * r->body.push[3 * i];
        r->body.move.y[i] += w * r->body.push[3 * i + 1];
        r->body.move.z[i] += w * r->body.push[3 * i + 2];
    }
    for (int k = 0; k < r->chain.pin_count; k++) {
        const sut_pin *p = &r->chain.pins[k];
        sut_soa3_set(&r->body.move, p->vertex, v3_sub(p->target, r->body.position[p->vertex]));
    }
}

static void set_bar(const sut_rod *r, const sut_soa3 *bar) {
    for (int i = 0; i < r->body.n - 1; i++) {
        bar->x[i] = r->state.edge.x[i] + (r->body.move.x[i + 1] - r->body.move.x[i]);
        bar->y[i] = r->state.edge.y[i] + (r->body.move.y[i + 1] - r->body.move.y[i]);
        bar->z[i] = r->state.edge.z[i] + (r->body.move.z[i + 1] - r->body.move.z[i]);
    }
}

// What the multipliers of a chain do to displacements, or velocities.
static void add_pull(const sut_multipliers *c, const sut_soa3 *to) {
    const double *s = c->density;
    const sut_soa3 *e = &c->edge;
    for (int i = 0; i < c->edges; i++) {
        double before = c->reach * c->weight[i] * s[i];
        double after = c->reach * c->weight[i + 1] * s[i];
        to->x[i] += before * e->x[i];
        to->y[i] += before * e->y[i];
        to->z[i] += before * e->z[i];
        to->x[i + 1] -= after * e->x[i];
        to->y[i + 1] -= after * e->y[i];
        to->z[i + 1] -= after * e->z[i];
    }
}

// Do two holds keep the thread apart by all of its length between them?
static bool taut(const sut_rod *r) {
    for (int k = 1; k < r->chain.pin_count; k++) {
        const sut_pin *a = &r->chain.pins[k - 1];
        const sut_pin *b = &r->chain.pins[k];
        double length = 0.0;
        for (int i = a->vertex; i < b->vertex; i++) {
            length += r->def.rest[i];
        }
        if (v3_distance(a->target, b->target) > (1.0 - 1e-6) * length) {
            return true;
        }
    }
    return false;
}

// Tensions beyond EA belong to a thread that would be twice as long: a hold that straightens the
// last of a slack throws the thread sideways without bounds if nothing gives. Of an impact counts
// what a stretching wave hands on by then: the mean over the step so far, or over the time that the
// wave needs for the edge.
static bool overloaded(const sut_rod *r, const sut_multipliers *c) {
    double pace = sqrt(r->def.mass_per_length / r->def.EA); // s/m
    for (int i = 0; i < c->edges; i++) {
        double pull = c->density[i] * v3_norm(sut_soa3_get(&c->edge, i));
        double wave = pace * r->def.rest[i];
        double time = r->work.spent + r->work.dt > wave ? r->work.spent + r->work.dt : wave;
        if (!(r->work.tension[i] + r->work.dt * pull <= r->def.EA * time)) {
            return true;
        }
    }
    return false;
}

void sut_variational_solve(sut_rod *r, bool rough) {
    enum { MOST = 40 };
    sut_rod_progress *p = &r->work.progress;
    double *weight;
    double *goal;
    sut_multipliers c = sut_multipliers_of(r, &weight, &goal);
    double *give = c.give;
    double tolerance = rough ? ROUGH_ERROR : LENGTH_ERROR;
    c.reach = 0.5 * r->work.dt * r->work.dt;
    coast(r, weight);
    set_bar(r, &c.bar);
    c.give = r->def.variational.extensible ? give : NULL;
    sut_multipliers_report report =
        sut_multipliers_solve(&c, r->def.variational.solver, tolerance, MOST);
    p->linearisations += report.iterations;
    r->work.stretched = c.give != NULL;
    bool stretch = report.solved ? overloaded(r, &c) : r->work.small || taut(r);
    if (stretch && !c.give) {
        // holds that are further apart than the thread is long, or about to be: it stretches
        c.give = give;
        c.goal = r->def.rest;
        r->work.stretched = true;
        first_guess(r, c.density);
        report = sut_multipliers_solve(&c, SUT_MULTIPLIERS_NEWTON, tolerance, MOST);
        p->linearisations += report.iterations;
    }
    add_pull(&c, &r->body.move);
    p->left = report.error;
    p->done = report.solved;
    p->failed = !report.solved || !sut_rod_is_usable(r);
}

//---- reactions -----------------------------------------------------------------------------------
// Pull of both edges of a vertex, by densities and the edges that they belong to.
static sut_vec3 pull_on(const sut_rod *r, const sut_soa3 *edge, const double *density, int i) {
    sut_vec3 f = i < r->body.n - 1 ? v3_scale(sut_soa3_get(edge, i), density[i]) : v3_zero();
    return i > 0 ? v3_madd(f, -density[i - 1], sut_soa3_get(edge, i - 1)) : f;
}

static sut_vec3 vector_at(const double *values, int i) {
    return v3(values[3 * i], values[3 * i + 1], values[3 * i + 2]);
}

// All that acts on a vertex at the start of the substep but a hold.
static sut_vec3 start_force(const sut_rod *r, const double *density, int i) {
    sut_vec3 f = v3_add(vector_at(r->work.start_force, i), pull_on(r, &r->state.edge, density, i));
    return r->body.pushed ? v3_madd(f, 2.0, vector_at(r->body.push, i)) : f;
}

sut_vec3 sut_variational_reaction(sut_rod *r, int i) {
    double *weight;
    double *goal;
    sut_multipliers c = sut_multipliers_of(r, &weight, &goal);
    sut_vec3 f =
        v3_add(vector_at(r->work.start_force, i), pull_on(r, &r->state.edge, c.density, i));
    f = r->body.pushed ? v3_add(f, vector_at(r->body.push, i)) : f;
    sut_vec3 v = v3_scale(sut_soa3_get(&r->body.move, i), 1.0 / r->work.dt);
    sut_vec3 change = v3_sub(v, r->state.velocity[i]);
    return v3_sub(v3_scale(change, r->def.mass[i] / r->work.dt), f);
}

//---- commit --------------------------------------------------------------------------------------
// Velocities before the multipliers of the second row; held vertices have theirs.
static void kick(const sut_rod *r, const sut_multipliers *c) {
    double h = r->work.dt;
    double rate = 1.0 / h;
    for (int i = 0; i < r->body.n; i++) {
        double w = 0.5 * h * c->weight[i];
        const double *f = &r->work.residual[3 * i];
        sut_vec3 v = {rate * r->body.move.x[i] + w * f[0], rate * r->body.move.y[i] + w * f[1],
                      rate * r->body.move.z[i] + w * f[2]};
        sut_soa3_set(&c->speed, i, v);
    }
}

// Where edges stretch, the multipliers of the second row are those of the first: springs.
static void spring_densities(const sut_rod *r, const sut_multipliers *c) {
    for (int i = 0; i < c->edges; i++) {
        double tension = r->def.EA * (r->work.length[i] - r->def.rest[i]) * r->def.per_rest[i];
        c->density[i] = tension * r->work.inverse[i];
    }
}

// The mean axial force of the substep, what the holds at both ends of an edge felt: half of it
// from the first row, half from the second.
static void start_axial(sut_rod *r, const double *density) {
    for (int i = 0; i < r->body.n - 1; i++) {
        r->state.axial[i] = 0.5 * density[i] * v3_norm(sut_soa3_get(&r->state.edge, i));
    }
}

// Multipliers of the second row: on velocities, axial forces and held vertices.
static void pull_back(sut_rod *r, sut_multipliers *c, bool springs) {
    if (springs) {
        spring_densities(r, c);
    } else if (!sut_multipliers_project(c, &c->speed)) {
        return;
    }
    add_pull(c, &c->speed);
    for (int i = 0; i < r->body.n - 1; i++) {
        r->state.axial[i] += 0.5 * c->density[i] * r->work.length[i];
    }
    for (int k = 0; k < r->chain.pin_count; k++) {
        sut_pin *p = &r->chain.pins[k];
        p->force = v3_madd(p->force, -0.5, pull_on(r, &c->edge, c->density, p->vertex));
    }
}

// Losses act on a motion that keeps the lengths: a thread at rest must not feel them.
static bool lose(sut_rod *r, const sut_multipliers *c) {
    bool lossy = r->def.drag > 0.0 || r->def.damping_linear > 0.0;
    for (int i = 0; lossy && i < r->body.n; i++) {
        if (c->weight[i] > 0.0) {
            sut_vec3 v = sut_soa3_get(&c->speed, i);
            sut_soa3_set(&c->speed, i, sut_variational_drag(r, i, v, 0.5 * r->work.dt));
        }
    }
    bool damps = sut_variational_damps(r);
    if (damps) {
        sut_variational_damp(r, &c->speed);
    }
    return lossy || damps;
}

static double take_velocities(sut_rod *r, const sut_multipliers *c) {
    double kinetic = 0.0;
    for (int i = 0; i < r->body.n; i++) {
        r->state.velocity[i] = sut_soa3_get(&c->speed, i);
        kinetic += 0.5 * r->def.mass[i] * v3_norm2(r->state.velocity[i]);
    }
    return kinetic;
}

// First half of what the holds had to give, before the old velocities are gone.
static void start_reactions(sut_rod *r, const double *density) {
    for (int k = 0; k < r->chain.pin_count; k++) {
        sut_pin *p = &r->chain.pins[k];
        int i = p->vertex;
        sut_vec3 v = v3_scale(sut_soa3_get(&r->body.move, i), 1.0 / r->work.dt);
        sut_vec3 change = v3_sub(v, r->state.velocity[i]);
        p->force = v3_scale(change, r->def.mass[i] / r->work.dt);
        p->force = v3_madd(p->force, -0.5, start_force(r, density, i));
        p->force = v3_madd(p->force, -0.5, vector_at(r->work.residual, i));
    }
    for (int k = 0; k < r->work.load_count; k++) {
        r->work.loads[k].force = sut_variational_load(r, &r->work.loads[k]);
    }
}

void sut_variational_commit(sut_rod *r) {
    sut_variational_forces(r, r->work.residual); // of the new shape
    double *weight;
    double *goal;
    sut_multipliers c = sut_multipliers_of(r, &weight, &goal);
    start_reactions(r, c.density);
    start_axial(r, c.density);
    kick(r, &c);
    set_bar(r, &c.bar);
    c.edge = c.bar;
    c.reach = 0.5 * r->work.dt;
    pull_back(r, &c, r->work.stretched);
    if (lose(r, &c) && !r->work.stretched) {
        pull_back(r, &c, false);
    }
    double kinetic = take_velocities(r, &c);
    sut_rod_commit_shape(r, kinetic);
    r->work.spent += r->work.dt;
    for (int i = 0; i < r->body.n - 1; i++) {
        r->work.tension[i] += r->work.dt * r->state.axial[i];
    }
}

void sut_variational_step_begin(sut_rod *r) {
    r->work.spent = 0.0;
    memset(r->work.tension, 0, (size_t)(r->body.n - 1) * sizeof(double));
}

void sut_variational_step_end(sut_rod *r) {
    for (int i = 0; i < r->body.n - 1; i++) {
        r->state.axial[i] =
            r->work.spent > 0.0 ? r->work.tension[i] / r->work.spent : r->state.axial[i];
    }
}
