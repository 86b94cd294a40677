// SPDX-License-Identifier: MIT
// contact_bond.c -- where the end of a thread is swaged to a needle.
//
// A bond is a contact that pulls as it pushes: a straight law along all three directions of its
// frame, without a cone. Two hold an end: one between the thread's end and the needle's, and one
// between the vertex before it and the line that goes on from the needle, across that line only, so
// that the thread is free to stretch. docs/theory/needle.md
#include "contact/contact.h"

#include "math/vec3.h"

#include <math.h>

// Against that of a light touch of the thread: at 1 N a thread of 0.2 mm then is 2 um from its
// place.
static const double firm = 10.0;

double sut_contact_bond_stiffness(const sut_chain *thread) {
    return firm * thread->EA / (SUT_PI * thread->radius);
}

// A place of a body that moves affinely, by its carriers: so far beyond a vertex towards the next.
static sut_site site_at(const sut_body *b, int body, int vertex, double beyond) {
    int first = b->n - SUT_SITE_VERTICES;
    sut_site s = {.body = body, .count = SUT_SITE_VERTICES};
    for (int k = 0; k < SUT_SITE_VERTICES; k++) {
        double end = b->carried[vertex][k];
        double step = b->carried[vertex + 1][k] - b->carried[vertex][k];
        s.vertex[k] = first + k;
        s.weight[k] = end + beyond * step;
    }
    return s;
}

static void bond(sut_contacts *c, const sut_contact_bodies *b, const sut_contact_joint *j,
                 int vertex, double beyond, sut_vec3 along) {
    const sut_chain *thread = b->chain[j->thread];
    const sut_body *body = b->body[j->body];
    sut_contact_pairing p = {.normal = along,
                             .along = v3_any_normal(along),
                             .reach = thread->radius,
                             .mu = 0.0,
                             .hard = sut_contact_bond_stiffness(thread),
                             .limit = thread->EA};
    p.site[0] = (sut_site){.body = j->thread, .count = 1, .vertex = {vertex}, .weight = {1.0}};
    p.site[1] = site_at(body, j->body, b->chain[j->body]->n - 1, beyond);
    sut_vec3 off = v3_sub(thread->position[vertex], sut_site_where(body, &p.site[1]));
    p.gap = v3_dot(off, along);
    sut_contact *k = sut_contact_add(c, b, &p);
    if (!k) {
        return;
    }
    k->bond = true;
    k->kn = beyond > 0.0 ? 0.0 : k->hard;
    k->kt = k->hard;
    // what the places are apart now: a pull of the step before
    k->memory[0] = -k->kt * v3_dot(off, k->frame[1]);
    k->memory[1] = -k->kt * v3_dot(off, k->frame[2]);
    k->force[0] = -k->kn * k->gap;
    k->force[1] = k->memory[0];
    k->force[2] = k->memory[1];
}

void sut_contact_bonds(sut_contacts *c, const sut_contact_bodies *b) {
    for (int i = 0; i < b->joints; i++) {
        const sut_contact_joint *j = &b->joint[i];
        const sut_chain *thread = b->chain[j->thread];
        const sut_chain *row = b->chain[j->body];
        const sut_vec3 *last = &b->body[j->body]->position[row->n - 1];
        int end = j->last ? thread->n - 1 : 0;
        int next = j->last ? end - 1 : 1;
        int edge = j->last ? thread->n - 2 : 0;
        // the vertex behind the row is on the line that goes on from its end
        sut_vec3 line = v3_sub(last[1], last[0]);
        double length = v3_norm(line);
        sut_vec3 along = v3_scale(line, 1.0 / length);
        bond(c, b, j, end, 0.0, along);
        if (!sut_chain_is_cut(thread, edge)) {
            bond(c, b, j, next, thread->rest[edge] / length, along);
        }
    }
}

//---- how much of the motion ----------------------------------------------------------------------
// At its strongest (EA) a bond gives by pi/10 of a radius: only a motion that was not solved leads
// an end further than a radius from its needle, or further than it is already.
static double share_of(const sut_contact_bodies *b, const sut_contact_joint *j) {
    const sut_chain *thread = b->chain[j->thread];
    const sut_body *one = b->body[j->thread];
    const sut_body *two = b->body[j->body];
    int end = j->last ? thread->n - 1 : 0;
    int at = b->chain[j->body]->n - 1;
    sut_vec3 off = v3_sub(one->position[end], two->position[at]);
    sut_vec3 way = v3_sub(sut_soa3_get(&one->move, end), sut_soa3_get(&two->move, at));
    double now = v3_dot(off, off);
    double most = fmax(now, thread->radius * thread->radius);
    sut_vec3 after = v3_add(off, way);
    if (v3_dot(after, after) <= most) {
        return 1.0;
    }
    // |off + share way|^2 = most
    double square = v3_dot(way, way);
    double half = v3_dot(off, way);
    return fmax(0.0, (sqrt(half * half + square * (most - now)) - half) / square);
}

double sut_contact_bonds_share(const sut_contact_bodies *b) {
    double least = 1.0;
    for (int i = 0; i < b->joints; i++) {
        double share = share_of(b, &b->joint[i]);
        if (share < 1.0) {
            b->hit_body[b->joint[i].thread] = true;
            b->hit_body[b->joint[i].body] = true;
        }
        least = fmin(least, share);
    }
    return least;
}

//---- pairs without contact -----------------------------------------------------------------------
// Beside the joint the two are as near as neighbours on one thread.
static bool is_beside(const sut_contacts *c, const sut_contact_bodies *b,
                      const sut_contact_joint *j, int thread_edge, int body_edge) {
    const sut_chain *thread = b->chain[j->thread];
    const sut_chain *body = b->chain[j->body];
    int e = c->edge_index[thread_edge];
    int f = c->edge_index[body_edge];
    double room = 0.5 * SUT_PI * (thread->radius + body->radius);
    double before = j->last ? thread->total - thread->arc[e + 1] : thread->arc[e];
    return before + (body->total - body->arc[f + 1]) < room;
}

bool sut_contact_is_joined(const sut_contacts *c, const sut_contact_bodies *b, int e, int f) {
    for (int i = 0; i < b->joints; i++) {
        const sut_contact_joint *j = &b->joint[i];
        bool there = c->edge_rod[e] == j->thread && c->edge_rod[f] == j->body;
        bool back = c->edge_rod[f] == j->thread && c->edge_rod[e] == j->body;
        if ((there && is_beside(c, b, j, e, f)) || (back && is_beside(c, b, j, f, e))) {
            return true;
        }
    }
    return false;
}
