// SPDX-License-Identifier: MIT
// springs_touch.c -- what threads of springs give each other where they touch.
//
// With d the overlap, n the normal towards the first body and u the velocity of the first point
// against the second: a repulsion k_rs d - k_rd u.n, never an attraction, and a friction mu times
// it against the sliding, never more than what stops it within the substep. Both are given as
// impulses to the ends of the edges, in such a size that the points change their velocities as two
// free mass points would. Stops behind it keep what is faster or heavier than that from passing
// (variational_touch.c). docs/theory/springs.md
#include "springs/springs_touch.h"

#include "math/vec3.h"
#include "rod/rod.h"

static sut_vec3 velocity_at(const sut_rod *r, int e, double at) {
    sut_vec3 v[2];
    for (int k = 0; k < 2; k++) {
        v[k] = r->state.velocity[e + k];
        for (int p = 0; p < r->chain.pin_count; p++) {
            if (r->chain.pins[p].vertex == e + k) {
                sut_vec3 way = v3_sub(r->chain.pins[p].target, r->body.position[e + k]);
                v[k] = v3_scale(way, 1.0 / r->work.dt);
            }
        }
    }
    return v3_lerp(v[0], v[1], at);
}

// Of the first point against the second.
static sut_vec3 sliding(const sut_contact *k, const sut_contact_bodies *b) {
    const sut_rod *r = sut_rod_of(b->body[k->site[0].body]);
    sut_vec3 v = velocity_at(r, k->site[0].vertex[0], k->site[0].weight[1]);
    if (sut_site_is_rigid(&k->site[1])) {
        return v3_madd(v, -1.0 / r->work.dt, k->site[1].prescribed);
    }
    return v3_sub(v, velocity_at(sut_rod_of(b->body[k->site[1].body]), k->site[1].vertex[0],
                                 k->site[1].weight[1]));
}

// Published: 2 / (a^2 + b^2 + (1-a)^2 + (1-b)^2); one edge alone has its half of that.
static double boost(const sut_contact *k) {
    double sum = 0.0;
    int sides = !sut_site_is_rigid(&k->site[1]) ? 2 : 1;
    for (int i = 0; i < sides; i++) {
        double a = k->site[i].weight[1];
        sum += a * a + (1.0 - a) * (1.0 - a);
    }
    return (double)sides / sum;
}

// 1/kg, what a unit impulse does to the relative velocity.
static double mobility(const sut_contact *k, const sut_contact_bodies *b) {
    double sum = 0.0;
    for (int v = 0; v < k->count; v++) {
        sum +=
            k->weight[v] * k->weight[v] / sut_rod_of(b->body[k->owner[v]])->def.mass[k->vertex[v]];
    }
    return sum;
}

// The softer one of two threads counts.
static double damper_of(const sut_contact *k, const sut_contact_bodies *b) {
    double damper = sut_rod_of(b->body[k->site[0].body])->def.springs.repulsion_damper;
    if (!sut_site_is_rigid(&k->site[1])) {
        double other = sut_rod_of(b->body[k->site[1].body])->def.springs.repulsion_damper;
        damper = other < damper ? other : damper;
    }
    return damper;
}

sut_vec3 sut_springs_repulsion(const sut_contact *k, const sut_contact_bodies *b,
                               double stiffness) {
    double give = mobility(k, b);
    double overlap = -k->gap;
    if (!(overlap > 0.0) || !(give > 0.0)) {
        return v3_zero();
    }
    double h = sut_rod_of(b->body[k->site[0].body])->work.dt;
    sut_vec3 n = k->frame[0];
    sut_vec3 u = sliding(k, b);
    double towards = -v3_dot(u, n);
    double damper = damper_of(k, b) * boost(k);
    double most = 0.5 / (h * give); // a damper that would turn the approach round is none
    damper = damper < most ? damper : most;
    double normal = boost(k) * stiffness * overlap + damper * towards;
    normal = normal > 0.0 ? normal : 0.0;
    sut_vec3 along = v3_madd(u, towards, n);
    double speed = v3_norm(along);
    double friction = k->mu * normal;
    double stop = speed / (h * give);
    friction = friction < stop ? friction : stop;
    sut_vec3 f = v3_scale(n, normal);
    return speed > 0.0 ? v3_madd(f, -friction / speed, along) : f;
}
