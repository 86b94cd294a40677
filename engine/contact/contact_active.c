// SPDX-License-Identifier: MIT
// contact_active.c -- the active set: contacts of threads with surfaces that stay open are left
// out.
//
// A thread that lies on a surface has a contact prepared at every vertex, and few of them bear.
// Each one in the system makes nodes of all vertices that it acts on, and couples them. So those
// that are open by the predictor, with some room to spare, are set aside; what the solution
// closes all the same becomes active, and the substep is solved again. docs/theory/contact.md
#include "contact/contact.h"

#include "math/vec3.h"

// Of a thread or needle and a surface. A wall that folds closes everywhere at once.
static bool is_on_surface(const sut_contact *k, const sut_contact_bodies *b) {
    const sut_site *s = k->site;
    return sut_contact_is_rod(b, s[0].body) && !sut_site_is_rigid(&s[1]) &&
           !sut_contact_is_rod(b, s[1].body);
}

static sut_vec3 way_of(const sut_contact *k, const sut_contact_bodies *b) {
    return v3_sub(sut_contact_site_move(b, &k->site[0]), sut_contact_site_move(b, &k->site[1]));
}

static double gap_after(const sut_contact *k, const sut_contact_bodies *b) {
    return k->gap + k->slack + v3_dot(k->frame[0], way_of(k, b));
}

// The predictor may be wrong by as much as the two move; what grazes is kept, as it would come
// and go.
static bool may_rest(const sut_contact *k, const sut_contact_bodies *b) {
    const double graze = 1e-7; // reaches
    if (k->bond || k->force[0] != 0.0 || k->slack != 0.0) {
        return false;
    }
    if (!is_on_surface(k, b)) {
        return false;
    }
    return gap_after(k, b) > v3_norm(way_of(k, b)) + graze * k->reach;
}

static void exchange(sut_contact *a, sut_contact *b) {
    sut_contact keep = *a;
    *a = *b;
    *b = keep;
}

void sut_contact_set_aside(sut_contacts *c, const sut_contact_bodies *b) {
    int active = 0;
    for (int i = 0; i < c->count; i++) {
        if (!may_rest(&c->contact[i], b)) {
            if (i > active) {
                exchange(&c->contact[active], &c->contact[i]);
            }
            active++;
        }
    }
    c->inactive = c->count - active;
    c->count = active;
}

bool sut_contact_activate(sut_contacts *c, const sut_contact_bodies *b) {
    int end = c->count + c->inactive;
    int before = c->count;
    for (int i = before; i < end; i++) {
        // false for NaN: then the solution is none
        if (gap_after(&c->contact[i], b) < 0.0) {
            if (i > c->count) {
                exchange(&c->contact[c->count], &c->contact[i]);
            }
            c->count++;
        }
    }
    c->inactive = end - c->count;
    return c->count > before;
}

void sut_contact_join(sut_contacts *c) {
    c->count += c->inactive;
    c->inactive = 0;
}
