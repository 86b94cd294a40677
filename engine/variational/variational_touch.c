// SPDX-License-Identifier: MIT
// variational_touch.c -- contacts of inextensible threads: penalties as published, and stops.
//
// With a penalty stiffness k the force of a contact is the mean of k (reach - distance) over the
// substep, the ends of the edges going on with their velocities. Without one, and where that is
// too soft, contacts are stops: forces that keep the ends of the substep from overlapping, found
// by projected relaxation in turn with the multipliers. Both work on the velocities, so that equal
// and opposite forces keep momentum. docs/theory/variational.md
#include "variational/variational_touch.h"

#include "math/vec3.h"
#include "variational/variational.h"

#include <string.h>

//---- one contact ---------------------------------------------------------------------------------
typedef struct strand {
    sut_vec3 at[2], by[2]; // ends of the edge, and their displacement in the substep
} strand;

static sut_vec3 pace(const sut_rod *r, int i) {
    for (int k = 0; k < r->chain.pin_count; k++) {
        if (r->chain.pins[k].vertex == i) {
            return v3_sub(r->chain.pins[k].target, r->body.position[i]);
        }
    }
    return v3_scale(r->state.velocity[i], r->work.dt);
}

static strand strand_of(const sut_rod *r, int e) {
    strand s;
    for (int k = 0; k < 2; k++) {
        s.at[k] = r->body.position[e + k];
        s.by[k] = pace(r, e + k);
    }
    return s;
}

// Direction from the second edge to the first at the end: across both of them, on the side where
// it was, also when they have crossed by then. Ends of edges and parallel edges keep theirs.
static sut_vec3 later_normal(const sut_contact *k, const strand *a, const strand *b) {
    bool inside = k->site[0].weight[1] > 0.0 && k->site[0].weight[1] < 1.0 &&
                  k->site[1].weight[1] > 0.0 && k->site[1].weight[1] < 1.0;
    sut_vec3 d = v3_sub(v3_add(a->at[1], a->by[1]), v3_add(a->at[0], a->by[0]));
    sut_vec3 e = v3_sub(v3_add(b->at[1], b->by[1]), v3_add(b->at[0], b->by[0]));
    sut_vec3 n = v3_cross(d, e);
    double size = v3_norm(n);
    if (!inside || !(size > 1e-3 * v3_norm(d) * v3_norm(e))) {
        return k->frame[0];
    }
    double side = v3_dot(n, k->frame[0]) < 0.0 ? -1.0 : 1.0;
    return v3_scale(n, side / size);
}

static double overlap(double reach, sut_vec3 normal, sut_vec3 apart) {
    double d = reach - v3_dot(normal, apart);
    return d > 0.0 ? d : 0.0;
}

sut_vec3 sut_variational_penalty(const sut_contact *k, const sut_contact_bodies *b,
                                 double stiffness) {
    const sut_rod *r = sut_rod_of(b->body[k->site[0].body]);
    strand a = strand_of(r, k->site[0].vertex[0]);
    sut_vec3 before = v3_scale(k->frame[0], k->gap + k->reach);
    sut_vec3 moved = v3_lerp(a.by[0], a.by[1], k->site[0].weight[1]);
    sut_vec3 normal = k->frame[0];
    if (!sut_site_is_rigid(&k->site[1])) {
        strand o = strand_of(sut_rod_of(b->body[k->site[1].body]), k->site[1].vertex[0]);
        moved = v3_sub(moved, v3_lerp(o.by[0], o.by[1], k->site[1].weight[1]));
        normal = later_normal(k, &a, &o);
    } else {
        moved = v3_sub(moved, k->site[1].prescribed);
    }
    double first = overlap(k->reach, k->frame[0], before);
    double last = overlap(k->reach, normal, v3_add(before, moved));
    sut_vec3 f = v3_scale(k->frame[0], 0.5 * stiffness * first);
    return v3_madd(f, 0.5 * stiffness * last, normal);
}

//---- all contacts --------------------------------------------------------------------------------
static void to_frame(const sut_contact *k, sut_vec3 f, double out[3]) {
    for (int d = 0; d < 3; d++) {
        out[d] = v3_dot(k->frame[d], f);
    }
}

// Displacement of the first point against the second in this substep, in the frame.
static void slip_of(const sut_contact *k, const sut_contact_bodies *b, double out[3]) {
    sut_vec3 u = v3_neg(k->site[1].prescribed);
    for (int side = 0; side < (!sut_site_is_rigid(&k->site[1]) ? 2 : 1); side++) {
        const sut_rod *r = sut_rod_of(b->body[k->site[side].body]);
        int e = k->site[side].vertex[0];
        sut_vec3 w = v3_lerp(sut_soa3_get(&r->body.move, e), sut_soa3_get(&r->body.move, e + 1),
                             k->site[side].weight[1]);
        u = v3_madd(u, side == 0 ? 1.0 : -1.0, w);
    }
    to_frame(k, u, out);
}

// What a unit force does to the two points: free vertices only.
static double softness(const sut_contact *k, const sut_contact_bodies *b) {
    double sum = 0.0;
    for (int v = 0; v < k->count; v++) {
        const sut_rod *r = sut_rod_of(b->body[k->owner[v]]);
        sum += k->weight[v] * k->weight[v] / r->def.mass[k->vertex[v]];
    }
    const sut_rod *first = sut_rod_of(b->body[k->site[0].body]);
    return sum * first->work.dt * first->work.dt;
}

// A change of force acts at once on the displacement, as far as inertia alone goes.
static void nudge(const sut_contact *k, const sut_contact_bodies *b, const double change[3]) {
    sut_vec3 f = v3_scale(k->frame[0], change[0]);
    f = v3_madd(f, change[1], k->frame[1]);
    f = v3_madd(f, change[2], k->frame[2]);
    for (int v = 0; v < k->count; v++) {
        const sut_rod *r = sut_rod_of(b->body[k->owner[v]]);
        int i = k->vertex[v];
        double w = r->work.dt * r->work.dt * k->weight[v] / r->def.mass[i];
        sut_soa3_set(&r->body.move, i, v3_madd(sut_soa3_get(&r->body.move, i), w, f));
    }
}

static void spread(const sut_contacts *c, const sut_contact_bodies *b) {
    for (int k = 0; k < b->rods; k++) {
        sut_rod *r = sut_rod_of(b->body[k]);
        if (r && r->body.touched) {
            memset(r->body.push, 0, 3 * (size_t)r->body.n * sizeof(double));
            r->body.pushed = false;
        }
    }
    for (int i = 0; i < c->count; i++) {
        const sut_contact *k = &c->contact[i];
        if (!(k->force[0] > 0.0)) {
            continue;
        }
        sut_vec3 f = sut_contact_force(k);
        for (int v = 0; v < k->count; v++) {
            sut_rod *r = sut_rod_of(b->body[k->owner[v]]);
            double *at = &r->body.push[3 * (size_t)k->vertex[v]];
            at[0] += k->weight[v] * f.x;
            at[1] += k->weight[v] * f.y;
            at[2] += k->weight[v] * f.z;
            r->body.pushed = true;
        }
    }
}

double sut_touch_stiffness(const sut_rod *r) {
    return sut_model_is_springs(r->def.model) ? r->def.springs.repulsion
                                              : r->def.variational.penalty;
}

void sut_variational_touch(sut_contacts *c, const sut_contact_bodies *b, sut_touch_law *law) {
    for (int k = 0; k < b->rods; k++) {
        if (sut_rod_of(b->body[k])) {
            sut_rod_of(b->body[k])->body.touched = false;
            sut_rod_of(b->body[k])->body.pushed = false;
        }
    }
    for (int i = 0; i < c->count; i++) {
        sut_contact *k = &c->contact[i];
        double stiffness = sut_touch_stiffness(sut_rod_of(b->body[k->site[0].body]));
        sut_rod_of(b->body[k->site[0].body])->body.touched = true;
        if (!sut_site_is_rigid(&k->site[1])) {
            sut_rod_of(b->body[k->site[1].body])->body.touched = true;
            double other = sut_touch_stiffness(sut_rod_of(b->body[k->site[1].body]));
            stiffness = other < stiffness ? other : stiffness;
        }
        to_frame(k, stiffness > 0.0 ? law(k, b, stiffness) : v3_zero(), k->q);
        // a stop starts from what it was; a penalty has no memory
        for (int d = 0; d < 3; d++) {
            k->force[d] = stiffness > 0.0 ? k->q[d] : k->force[d];
        }
    }
    spread(c, b);
}

//---- stops ---------------------------------------------------------------------------------------
// Overlap that a contact may end with. A penalty is soft by intention: the stop behind it comes in
// before the guard would.
static double allowed(const sut_contact *k, const sut_contact_bodies *b) {
    double soft =
        sut_touch_stiffness(sut_rod_of(b->body[k->site[0].body])) > 0.0 ? 0.25 * k->reach : 0.0;
    double slack = k->slack > soft ? k->slack : soft;
    // what overlaps already parts gently: a push that undoes it in one part would throw the two
    // apart. Springs can be pressed together deeply.
    bool springs = sut_model_is_springs(sut_rod_of(b->body[k->site[0].body])->def.model);
    double left = (springs ? -0.98 : -0.9) * k->gap;
    return left > slack ? left : slack;
}

static double press_one(sut_contact *k, const sut_contact_bodies *b) {
    double give = softness(k, b);
    if (!(give > 0.0)) {
        return 0.0; // only held vertices
    }
    double u[3];
    slip_of(k, b, u);
    double lack = -allowed(k, b) - (k->gap + u[0]);
    double old[3] = {k->force[0], k->force[1], k->force[2]};
    double normal = k->force[0] + lack / give;
    k->force[0] = normal > k->q[0] ? normal : k->q[0];
    double bound = k->mu * k->force[0];
    double a = k->force[1] - u[1] / give;
    double t = k->force[2] - u[2] / give;
    double size = sqrt(a * a + t * t);
    double scale = size > bound ? (size > 0.0 ? bound / size : 0.0) : 1.0;
    k->force[1] = scale * a;
    k->force[2] = scale * t;
    double change[3] = {k->force[0] - old[0], k->force[1] - old[1], k->force[2] - old[2]};
    nudge(k, b, change);
    double moved = sqrt((change[0] * change[0] + change[1] * change[1]) + change[2] * change[2]);
    return moved * give / k->reach;
}

double sut_variational_press(sut_contacts *c, const sut_contact_bodies *b) {
    enum { SWEEPS = 4 };
    double worst = 0.0;
    for (int sweep = 0; sweep < SWEEPS; sweep++) {
        for (int i = 0; i < c->count; i++) {
            double off = press_one(&c->contact[i], b);
            worst = sweep == 0 && off > worst ? off : worst;
        }
    }
    spread(c, b);
    return worst;
}
