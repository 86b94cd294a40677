// SPDX-License-Identifier: MIT
// explicit.c -- steps of threads of explicit models (inextensible, springs): how far they are
// cut, and the displacements of a part. docs/theory/variational.md, docs/theory/springs.md
#include "step/solve.h"

#include "data/data.h"
#include "math/vec3.h"
#include "springs/springs.h"
#include "springs/springs_touch.h"
#include "step/contact.h"
#include "variational/variational.h"
#include "variational/variational_global.h"
#include "variational/variational_parts.h"
#include "variational/variational_touch.h"

//---- which model ---------------------------------------------------------------------------------
static bool springs(const sut_rod *r) {
    return sut_model_is_springs(r->def.model);
}

static double rate_of(const sut_rod *r) {
    return springs(r) ? sut_springs_rate(r) : sut_variational_rate(r);
}

static void begin_part(sut_rod *r) {
    if (springs(r)) {
        sut_springs_begin(r);
    } else {
        sut_variational_begin(r);
    }
}

static void solve_part(sut_rod *r, bool rough) {
    if (springs(r)) {
        sut_springs_solve(r);
    } else {
        sut_variational_solve(r, rough);
    }
}

static void commit(sut_rod *r) {
    if (springs(r)) {
        sut_springs_commit(r);
    } else {
        sut_variational_commit(r);
    }
}

void sut_explicit_commit(sut_world *w) {
    for (int i = 0; i < w->def.capacity.threads; i++) {
        if (w->threads[i].used) {
            commit(&w->threads[i].rod);
        }
    }
}

static sut_vec3 soft_contact(const sut_contact *k, const sut_contact_bodies *b, double stiffness) {
    bool any = springs(sut_rod_of(b->body[k->site[0].body])) ||
               (!sut_site_is_rigid(&k->site[1]) && springs(sut_rod_of(b->body[k->site[1].body])));
    return any ? sut_springs_repulsion(k, b, stiffness) : sut_variational_penalty(k, b, stiffness);
}

//---- a step --------------------------------------------------------------------------------------
// The longest part that is stable, as a share of dt.
static double stable_share(const sut_world *w, double dt) {
    const double share = 1.2; // of the 2 at which it would start to grow
    double most = 0.0;
    for (int i = 0; i < w->def.capacity.threads; i++) {
        const sut_rod *r = &w->threads[i].rod;
        if (w->threads[i].used && sut_model_is_explicit(r->def.model)) {
            double turns = dt * rate_of(r) / share;
            most = turns <= most ? most : turns; // keeps NaN
        }
    }
    return 1.0 / most;
}

bool sut_explicit_fit(const sut_world *w, double dt, int64_t largest, int64_t part, int64_t *place,
                      int64_t *whole) {
    const int64_t finest = largest << 40; // so that a step of 1 ms ends at 1e-15 s
    double stable = stable_share(w, dt) / (double)largest;
    // impacts pass: parts join again on a round place
    while (*whole > largest && *place % (2 * part) == 0 && 2.0 <= stable * (double)*whole) {
        *place /= 2;
        *whole /= 2;
    }
    while (*whole < finest && !(1.0 <= stable * (double)*whole)) {
        *place *= 2;
        *whole *= 2;
    }
    return *whole < finest;
}

void sut_explicit_begin(sut_world *w) {
    w->energy_due = (double)NAN; // definitions may have changed since
    for (int i = 0; i < w->def.capacity.tools; i++) {
        w->tools[i].impulse = v3_zero();
        w->tools[i].angular_impulse = v3_zero();
        w->tools[i].felt_time = 0.0;
    }
    for (int i = 0; i < w->def.capacity.threads; i++) {
        if (w->threads[i].used && sut_model_is_explicit(w->threads[i].rod.def.model)) {
            sut_variational_step_begin(&w->threads[i].rod);
        }
    }
}

void sut_explicit_add_impulses(sut_world *w, double dt) {
    if (!sut_world_explicit(w)) {
        return;
    }
    for (int i = 0; i < w->def.capacity.tools; i++) {
        w->tools[i].felt_time += dt;
    }
    for (int i = 0; i < w->contacts.count; i++) {
        const sut_contact *k = &w->contacts.contact[i];
        int part = sut_contact_solid(&w->bodies, k->site[1].body) - w->def.capacity.obstacles;
        if (part < 0 || !(k->force[0] > 0.0)) {
            continue;
        }
        sut_tool_slot *tool = &w->tools[part / SUT_TOOL_SOLIDS];
        const sut_rod *r = sut_rod_of(w->bodies.body[k->site[0].body]);
        sut_vec3 x = sut_site_where(&r->body, &k->site[0]);
        sut_vec3 f = v3_scale(sut_contact_force(k), -dt);
        sut_vec3 arm = v3_sub(v3_madd(x, -r->def.radius, k->frame[0]), tool->proxy.position);
        tool->impulse = v3_add(tool->impulse, f);
        tool->angular_impulse = v3_add(tool->angular_impulse, v3_cross(arm, f));
    }
}

void sut_explicit_end(sut_world *w) {
    for (int i = 0; i < w->def.capacity.threads; i++) {
        if (w->threads[i].used) {
            sut_variational_step_end(&w->threads[i].rod);
        }
    }
}

// Microseconds on a common core. Per vertex: forces at both ends of a part and taking it over, the
// factor of the dampers included; an iteration of the multipliers, or a displacement of springs.
// Per contact: four sweeps.
static const double part_cost = 0.12;
static const double damper_cost = 0.1;
static const double iteration_cost = 0.02;
static const double press_cost = 0.25;
static const double factor_cost = 0.1; // per vertex: the matrix of a thread, for the global solver

static double cost_of_part(const sut_rod *r) {
    bool damps = springs(r) ? r->work.damped : sut_variational_damps(r);
    return (part_cost + (damps ? damper_cost : 0.0)) * r->body.n;
}

// Displacements of the threads, or only of those in contact.
static bool displace(sut_world *w, bool in_contact, bool rough) {
    bool solved = true;
    for (int i = 0; i < w->def.capacity.threads; i++) {
        sut_rod *r = &w->threads[i].rod;
        if (w->threads[i].used && (r->body.touched || !in_contact)) {
            int before = r->work.progress.linearisations;
            solve_part(r, rough);
            int rounds = r->work.progress.linearisations - before;
            w->budget.spent += iteration_cost * (1 + rounds) * r->body.n;
            solved = solved && !r->work.progress.failed;
        }
    }
    return solved;
}

//---- contacts ------------------------------------------------------------------------------------
static const double enough = 5e-3; // of a touching distance

bool sut_explicit_global(const sut_world *w) {
    bool any = false;
    for (int i = 0; i < w->def.capacity.threads; i++) {
        if (w->threads[i].used && !sut_variational_is_global(&w->threads[i].rod)) {
            return false;
        }
        any = any || w->threads[i].used;
    }
    return any;
}

// Contacts and multipliers in turn; how far off they are in the end.
static double press_in_turn(sut_world *w, bool *solved, sut_step_timer *t) {
    double off = w->contacts.count > 0 ? 1.0 : 0.0;
    for (int k = 0; *solved && k < w->def.contact.iterations && off > enough; k++) {
        off = sut_variational_press(&w->contacts, &w->bodies);
        w->budget.spent += press_cost * w->contacts.count;
        w->contacts.figures.iterations++;
        sut_stage_done(t, SUT_STAGE_CONTACT);
        *solved = displace(w, true, off > enough && k + 1 < w->def.contact.iterations);
        sut_stage_done(t, SUT_STAGE_SOLVE);
    }
    return off;
}

// Forces of all contacts around the displacements of the moment; false: there are none.
static bool solve_contacts(sut_world *w) {
    sut_contacts *c = &w->contacts;
    for (int i = 0; i < w->def.capacity.threads; i++) {
        sut_rod *r = &w->threads[i].rod;
        if (w->threads[i].used && r->body.touched) {
            w->budget.spent += factor_cost * r->body.n;
            if (!sut_variational_linearise(r)) {
                return false;
            }
        }
    }
    if (!sut_contact_condense(c, &w->bodies)) {
        return false;
    }
    int before = c->figures.iterations;
    sut_contact_solve(c, &w->bodies);
    w->budget.spent += (c->figures.iterations - before + 0.5) * sut_contact_iteration_cost(c);
    return isfinite(c->figures.found);
}

// A shorter part is a milder problem.
static void give_up(sut_world *w) {
    for (int i = 0; i < w->def.capacity.threads; i++) {
        sut_rod *r = &w->threads[i].rod;
        r->work.progress.failed =
            r->work.progress.failed || (w->threads[i].used && r->body.touched);
    }
}

// Newton's method: contacts by the matrix of the threads, displacements by what they really do.
static double press_at_once(sut_world *w, bool *solved, sut_step_timer *t) {
    enum { ROUNDS = 8 };
    double off = w->contacts.count > 0 ? 1.0 : 0.0;
    for (int k = 0; *solved && k < ROUNDS && off > enough; k++) {
        if (!solve_contacts(w)) {
            give_up(w);
            *solved = false;
            return off;
        }
        sut_stage_done(t, SUT_STAGE_CONTACT);
        for (int i = 0; i < w->def.capacity.threads; i++) {
            if (w->threads[i].used && w->threads[i].rod.body.touched) {
                sut_variational_expect(&w->threads[i].rod);
            }
        }
        *solved = displace(w, true, false);
        off = w->contacts.figures.last <= SUT_CONTACT_ERROR ? 0.0 : w->contacts.figures.last;
        for (int i = 0; i < w->def.capacity.threads; i++) {
            if (w->threads[i].used && w->threads[i].rod.body.touched) {
                double own = sut_variational_surprise(&w->threads[i].rod);
                off = own <= off ? off : own; // keeps NaN
            }
        }
        sut_stage_done(t, SUT_STAGE_SOLVE);
    }
    return off;
}

// Forces that the part starts with.
static void touch(sut_world *w, bool global) {
    if (!w->contacts.memory) {
        return;
    }
    if (global) {
        sut_contact_zones(&w->contacts, &w->bodies);
        sut_contact_push(&w->contacts, &w->bodies);
        w->budget.spent += w->contacts.count > 0 ? sut_contact_iteration_cost(&w->contacts) : 0.0;
    } else {
        sut_variational_touch(&w->contacts, &w->bodies, soft_contact);
    }
}

// Forces at the start, then displacements.
void sut_explicit_solve(sut_world *w, sut_step_timer *t) {
    bool global = sut_explicit_global(w);
    for (int i = 0; i < w->def.capacity.threads; i++) {
        if (w->threads[i].used) {
            begin_part(&w->threads[i].rod);
            w->budget.spent += cost_of_part(&w->threads[i].rod);
        }
    }
    sut_stage_done(t, SUT_STAGE_FORCES);
    touch(w, global);
    sut_stage_done(t, SUT_STAGE_CONTACT);
    bool solved = displace(w, false, w->contacts.count > 0);
    sut_stage_done(t, SUT_STAGE_SOLVE);
    double off = global ? press_at_once(w, &solved, t) : press_in_turn(w, &solved, t);
    sut_contact_figures *f = &w->contacts.figures;
    f->solves += !global && w->contacts.count > 0;
    f->residual = solved && off > f->residual ? off : f->residual;
}
