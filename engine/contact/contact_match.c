// SPDX-License-Identifier: MIT
// contact_match.c -- contacts go on from step to step: which one was which, and what it gave.
#include "contact/contact.h"

#include "math/vec3.h"

#include <string.h>

// Contacts wander along the threads by less than this many edges per step.
static const double most_apart = 1.5;

// Of a site from where it was, in edges.
static double moved(const sut_contact_bodies *b, const sut_contact *k, const sut_touch *t,
                    int side) {
    const sut_site *s = &k->site[side];
    if (sut_site_is_rigid(s) || sut_contact_is_rod(b, s->body)) {
        return fabs(sut_site_place(s) - t->place[side]);
    }
    const sut_surface *f = sut_contact_surface(b, s->body);
    return v3_distance(sut_surface_material(f, s), t->material[side]) / f->spacing;
}

static double apart(const sut_contact_bodies *b, const sut_contact *k, const sut_touch *t) {
    if (k->site[0].body != t->body[0] || k->site[1].body != t->body[1]) {
        return HUGE_VAL;
    }
    return moved(b, k, t, 0) + moved(b, k, t, 1);
}

// The force of the last step in the present frame, inside the friction cone.
static void take_over(sut_contact *k, const sut_touch *t) {
    for (int i = 0; i < 3; i++) {
        k->force[i] = v3_dot(k->frame[i], t->force);
    }
    k->slack = t->slack;
    if (!(k->force[0] > 0.0)) {
        memset(k->force, 0, sizeof k->force);
    }
    double size = sqrt(k->force[1] * k->force[1] + k->force[2] * k->force[2]);
    double most = k->mu * k->force[0];
    double scale = size > most ? most / size : 1.0;
    k->force[1] *= scale;
    k->force[2] *= scale;
    k->memory[0] = k->force[1];
    k->memory[1] = k->force[2];
}

// Whatever comes near is seen before it touches. A contact that is new and yet overlaps was there
// from the start, or between neighbours on a thread that folds: the overlap is forgiven, else it
// would push the two apart with a jerk. In a tight knot it is a neighbour of another contact.
// What its neighbour is forgiven it is forgiven too; -1: it has no neighbour.
static double slack_of_company(const sut_contacts *c, const sut_contact_bodies *b,
                               const sut_contact *k) {
    double near = 4.0 * most_apart;
    double slack = -1.0;
    for (int t = 0; t < c->touches; t++) {
        double d = apart(b, k, &c->touch[t]);
        if (d < near) {
            near = d;
            slack = c->touch[t].slack;
        }
    }
    return slack;
}

// The nearest touch that is still free and no further away than `most`, or -1. `place` has where
// each touch is on its first thread, far away if it is taken.
static int nearest_touch(const sut_contacts *c, const sut_contact_bodies *b, const double *place,
                         const sut_contact *k, double most) {
    int best = -1;
    // a surface has no order to look things up by
    double own = sut_contact_is_rod(b, k->site[0].body) ? sut_site_place(&k->site[0]) : 0.0;
    for (int t = 0; t < c->touches; t++) {
        if (fabs(place[t] - own) >= most) {
            continue;
        }
        double d = apart(b, k, &c->touch[t]);
        if (d < most) {
            most = d;
            best = t;
        }
    }
    return best;
}

// Those that hardly moved first, so that none continues what belongs to the one beside it.
void sut_contact_match(sut_contacts *c, const sut_contact_bodies *b) {
    const double reach[3] = {0.05, 0.4, most_apart};
    double *place = c->trial; // scratch of the solve
    for (int t = 0; t < c->touches; t++) {
        place[t] = c->touch[t].place[0];
    }
    for (int pass = 0; pass < 3; pass++) {
        for (int i = 0; i < c->count; i++) {
            sut_contact *k = &c->contact[i];
            int t = k->old < 0 && !k->bond ? nearest_touch(c, b, place, k, reach[pass]) : -1;
            if (t >= 0) {
                place[t] = HUGE_VAL;
                k->old = t;
                take_over(k, &c->touch[t]);
            }
        }
    }
    for (int i = 0; i < c->count; i++) {
        sut_contact *k = &c->contact[i];
        if (k->old < 0 && k->gap < 0.0 && !k->bond) {
            double neighbour = slack_of_company(c, b, k);
            k->slack = neighbour >= 0.0 ? neighbour : -k->gap;
        }
    }
}

static bool is_taken(const sut_contacts *c, int touch) {
    for (int i = 0; i < c->count; i++) {
        if (c->contact[i].old == touch) {
            return true;
        }
    }
    return false;
}

bool sut_contact_continue(sut_contacts *c, const sut_contact_bodies *b, sut_contact *k) {
    int best = -1;
    double most = most_apart;
    for (int t = 0; t < c->touches; t++) {
        double d = apart(b, k, &c->touch[t]);
        if (d < most && !is_taken(c, t)) {
            most = d;
            best = t;
        }
    }
    if (best >= 0) {
        k->old = best;
        take_over(k, &c->touch[best]);
    }
    return best >= 0;
}

sut_vec3 sut_contact_force(const sut_contact *k) {
    sut_vec3 f = v3_scale(k->frame[0], k->force[0]);
    f = v3_madd(f, k->force[1], k->frame[1]);
    return v3_madd(f, k->force[2], k->frame[2]);
}

// Overlaps that were there from the start are given back over this time: no jump.
static const double slack_time = 0.05;

static sut_vec3 material_of(const sut_contact_bodies *b, const sut_site *s) {
    bool surface = !sut_site_is_rigid(s) && !sut_contact_is_rod(b, s->body);
    return surface ? sut_surface_material(sut_contact_surface(b, s->body), s) : v3_zero();
}

static double place_of(const sut_contact_bodies *b, const sut_site *s) {
    return sut_contact_is_rod(b, s->body) ? sut_site_place(s) : 0.0;
}

void sut_contact_remember(sut_contacts *c, const sut_contact_bodies *b, double dt) {
    c->touches = 0;
    double left = 1.0 / (1.0 + dt / slack_time);
    for (int i = 0; i < c->count; i++) {
        sut_contact *k = &c->contact[i];
        // forces of a solve that the budget ended may be none at all
        if (!isfinite((k->force[0] + k->force[1]) + k->force[2])) {
            memset(k->force, 0, sizeof k->force);
        }
        if ((k->force[0] <= 0.0 && k->slack <= 0.0) || k->bond) {
            continue; // bonds know their force by where their ends are
        }
        sut_touch *t = &c->touch[c->touches++];
        *t = (sut_touch){{k->site[0].body, k->site[1].body},
                         {place_of(b, &k->site[0]), place_of(b, &k->site[1])},
                         sut_contact_force(k),
                         k->slack > 1e-6 * k->reach ? k->slack * left : 0.0,
                         {material_of(b, &k->site[0]), material_of(b, &k->site[1])}};
    }
}

// What the springs of the contacts held at the start of the substep: all of it may turn into
// motion when they let go.
double sut_contact_stored(const sut_contacts *c) {
    double kn = 0.0;
    for (int i = 0; i < c->count; i++) {
        bool less = kn == 0.0 || c->contact[i].hard < kn;
        kn = less && !c->contact[i].bond ? c->contact[i].hard : kn;
    }
    double sum = 0.0;
    for (int t = 0; kn > 0.0 && t < c->touches; t++) {
        sum += v3_norm2(c->touch[t].force) / kn;
    }
    return sum;
}
