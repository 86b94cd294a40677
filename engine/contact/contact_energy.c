// SPDX-License-Identifier: MIT
// contact_energy.c -- what the springs of a contact hold: the integral of the law over the depth,
// and the stretched spring of its friction. docs/theory/contact.md
#include "contact/contact.h"

#include "math/vec3.h"

// -ln(1 - x) - x for 0 <= x < 1, without what is lost where the two all but cancel.
static double beyond_linear(double x) {
    enum { TERMS = 16 }; // z <= 1/3
    const double ln2 = 0.69314718055994530942;
    double rest = x; // 1 - x = (1 - rest) / 2^halvings
    double halvings = 0.0;
    while (rest > 0.5) {
        rest = 1.0 - 2.0 * (1.0 - rest);
        halvings += 1.0;
    }
    double z = rest / (2.0 - rest); // -ln(1 - rest) = 2 (z + z^3/3 + z^5/5 + ...)
    double sum = 0.0;
    for (int k = TERMS; k >= 1; k--) {
        sum = (sum + 1.0 / (2.0 * k + 1.0)) * (z * z);
    }
    return rest * z + 2.0 * z * sum + (rest - x) + halvings * ln2; // 2 z = rest + rest z
}

// Of a spring of that stiffness at a light touch, compressed by depth.
static double normal_energy(double hard, double room, double depth) {
    if (!(depth > 0.0)) {
        return 0.0;
    }
    double x = depth / room;
    double beyond = x > SUT_CONTACT_STEEP ? x - SUT_CONTACT_STEEP : 0.0;
    x = x > SUT_CONTACT_STEEP ? SUT_CONTACT_STEEP : x;
    double sum = x * x * x / 3.0 + beyond_linear(x);
    if (beyond > 0.0) {
        sut_contact_normal n = sut_contact_normal_at(1.0, 1.0, x);
        sum += beyond * (n.force + 0.5 * n.slope * beyond);
    }
    return hard * room * room * sum;
}

static double reach_of(const sut_chain *r, const sut_chain *other) {
    return r->radius + (other ? other->radius : 0.0);
}

static double across_energy(const sut_touch *t, sut_vec3 normal, double hard) {
    return 0.5 * v3_norm2(v3_reject(t->force, normal)) / (SUT_CONTACT_ACROSS * hard);
}

double sut_contact_touch_energy(const sut_contacts *c, const sut_contact_bodies *b,
                                const sut_touch *t, sut_vec3 normal, double gap) {
    const sut_chain *r = b->chain[t->body[0]];
    const sut_chain *other = sut_touch_is_on_solid(b, t) ? NULL : b->chain[t->body[1]];
    double force = v3_dot(t->force, normal);
    if (!(force > 0.0)) {
        return 0.0;
    }
    double hard = sut_contact_stiffness(c, r, other);
    double room = sut_contact_room(reach_of(r, other), t->slack);
    double depth = sut_contact_depth_of(hard, room, force);
    depth = depth < -(gap + t->slack) ? depth : -(gap + t->slack);
    return normal_energy(hard, room, depth) + across_energy(t, normal, hard);
}

double sut_contact_overlap_energy(const sut_contacts *c, const sut_contact_bodies *b,
                                  const sut_touch *t, sut_vec3 normal, double gap) {
    const sut_chain *r = b->chain[t->body[0]];
    const sut_chain *other = sut_touch_is_on_solid(b, t) ? NULL : b->chain[t->body[1]];
    double hard = sut_contact_stiffness(c, r, other);
    double room = sut_contact_room(reach_of(r, other), 0.0);
    return normal_energy(hard, room, -gap) + across_energy(t, normal, hard);
}

//---- of a substep that is not taken over yet -----------------------------------------------------
// Depth after the motion, as the frame sees it, and the force that the law gives there.
static double law_after(const sut_contact *k, const sut_contact_bodies *b, double force[3]) {
    sut_vec3 d =
        v3_sub(sut_contact_site_move(b, &k->site[0]), sut_contact_site_move(b, &k->site[1]));
    double depth = -(k->gap + k->slack + v3_dot(k->frame[0], d));
    double room = sut_contact_room(k->reach, k->slack);
    force[0] = sut_contact_normal_at(k->hard, room, depth).force;
    double p[2];
    for (int a = 0; a < 2; a++) {
        p[a] = k->memory[a] - k->kt * v3_dot(k->frame[1 + a], d);
    }
    double size = sqrt(p[0] * p[0] + p[1] * p[1]);
    double most = k->mu * force[0];
    double share = size > most ? most / size : 1.0;
    force[1] = share * p[0];
    force[2] = share * p[1];
    return depth;
}

static double norm2(const double f[2]) {
    return f[0] * f[0] + f[1] * f[1];
}

// What it is known to hold where the substep starts: it may overlap by more than it bore, where
// it is new or has slid to another place, and no work was done for that.
static double depth_before(const sut_contacts *c, const sut_contact *k, double room) {
    double depth = -(k->gap + k->slack);
    if (!(depth > 0.0) || k->old < 0) {
        return 0.0;
    }
    double force = v3_dot(c->touch[k->old].force, k->frame[0]);
    double earned = force > 0.0 ? sut_contact_depth_of(k->hard, room, force) : 0.0;
    return earned < depth ? earned : depth;
}

// Of the three springs of a bond.
static double bond_growth(const sut_contact *k, const sut_contact_bodies *b) {
    sut_vec3 d =
        v3_sub(sut_contact_site_move(b, &k->site[0]), sut_contact_site_move(b, &k->site[1]));
    double along = k->gap + v3_dot(k->frame[0], d);
    double after = 0.5 * k->kn * along * along;
    double before = 0.5 * k->kn * k->gap * k->gap + 0.5 * norm2(k->memory) / k->kt;
    for (int a = 0; a < 2; a++) {
        double force = k->memory[a] - k->kt * v3_dot(k->frame[1 + a], d);
        after += 0.5 * force * force / k->kt;
    }
    return after - before - 1e-12 * (after + before);
}

sut_contact_gain sut_contact_energy_growth(const sut_contacts *c, const sut_contact_bodies *b) {
    sut_contact_gain gain = {0.0, 0.0, 0.0};
    for (int i = 0; i < c->count; i++) {
        const sut_contact *k = &c->contact[i];
        if (k->count == 0) {
            continue; // between held vertices: it loads the holds
        }
        if (k->bond) {
            gain.grown += bond_growth(k, b);
            continue;
        }
        double room = sut_contact_room(k->reach, k->slack);
        double force[3];
        double depth = law_after(k, b, force);
        double after = normal_energy(k->hard, room, depth) + 0.5 * norm2(&force[1]) / k->kt;
        double start = depth_before(c, k, room);
        double before = normal_energy(k->hard, room, start) + 0.5 * norm2(k->memory) / k->kt;
        gain.grown += after - before - 1e-12 * (after + before);
        if (sut_site_is_rigid(&k->site[1])) {
            // a solid that moves gives no more than the larger one of its forces times its way; in
            // a motion that was not solved it may not push harder than holds may (holds.md)
            double way = v3_norm(k->site[1].prescribed);
            double first = sut_contact_normal_at(k->hard, room, start).force;
            double most = sqrt(force[0] * force[0] + norm2(&force[1]));
            most += sqrt(first * first + norm2(k->memory));
            gain.given += (most < k->limit ? most : k->limit) * way;
            gain.way = way > gain.way ? way : gain.way;
        }
    }
    return gain;
}

// A motion that was not solved may end deeper than anything pressed it: what presses there is no
// more than what the solve or the last step had, nor than tools may press with.
static double bearable(const sut_contacts *c, const sut_contact *k) {
    double had = k->force[0];
    if (k->old >= 0) {
        double before = v3_dot(c->touch[k->old].force, k->frame[0]);
        had = before > had ? before : had;
    }
    double limit = SUT_CONTACT_BEARABLE * k->limit;
    return had < limit ? had : limit;
}

void sut_contact_follow(sut_contacts *c, const sut_contact_bodies *b) {
    for (int i = 0; i < c->count; i++) {
        sut_contact *k = &c->contact[i];
        if (k->bond) {
            continue; // where its ends are tells what it gives
        }
        double most = bearable(c, k);
        (void)law_after(k, b, k->force);
        double share = k->force[0] > most ? most / k->force[0] : 1.0;
        for (int a = 0; a < 3; a++) {
            k->force[a] *= share;
        }
    }
}

void sut_contact_bear(sut_contacts *c) {
    for (int i = 0; i < c->count; i++) {
        sut_contact *k = &c->contact[i];
        double size = sqrt(k->force[0] * k->force[0] + norm2(&k->force[1]));
        double share = !k->bond && size > k->limit ? k->limit / size : 1.0;
        for (int a = 0; a < 3; a++) {
            k->force[a] *= share;
        }
    }
}
