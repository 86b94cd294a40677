// SPDX-License-Identifier: MIT
#include "hole_rig.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

static sut_world *make_world(int tissues, bool portals) {
    sut_world_def d = sut_default_world_def();
    d.gravity = (sut_vec3){0, 0, 0};
    d.capacity.tissues = tissues;
    d.capacity.supports = 4 * tissues;
    d.capacity.holes = HOLE_RIG_HOLES;
    d.contact.holes = portals ? SUT_HOLES_PORTALS : SUT_HOLES_ANCHORS;
    sut_world *w = NULL;
    return sut_world_create(&d, &w) == SUT_OK ? w : NULL;
}

// Two triangles at right angles to x, around `at`; pinned, or held by springs.
static sut_tissue_id make_sheet(sut_world *w, sut_vec3 at, double spring, double drift) {
    const double side = 1e-3;
    sut_vec3 node[4] = {{at.x, at.y - side, -side},
                        {at.x, at.y + side, -side},
                        {at.x, at.y + side, side},
                        {at.x, at.y - side, side}};
    static const int triangle[2][3] = {{0, 1, 2}, {0, 2, 3}};
    static const int all[4] = {0, 1, 2, 3};
    sut_tissue_def t = sut_default_tissue_def();
    t.model = SUT_TISSUE_MEMBRANE;
    t.nodes = node;
    t.node_count = 4;
    t.triangles = triangle;
    t.triangle_count = 2;
    t.membrane.stiffness = 1000.0;
    t.membrane.node_mass = 1e-6;
    t.thickness = 1e-4;
    t.no_contact = true;
    sut_tissue_id id = {0, 0};
    if (sut_tissue_create(w, &t, &id) != SUT_OK) {
        return id;
    }
    sut_support_def s = sut_default_support_def();
    s.kind = spring > 0.0 ? SUT_SUPPORT_SPRING : SUT_SUPPORT_PIN;
    s.stiffness = spring;
    s.nodes = all;
    s.node_count = 4;
    sut_support_key keys[2] = {{.t = 0.0}, {.t = 100.0, .offset = {100.0 * drift, 0, 0}}};
    s.keys = keys;
    s.key_count = drift != 0.0 ? 2 : 0; // exactly: what does not move has none
    sut_support_id support;
    return sut_support_create(w, id, &s, &support) == SUT_OK ? id : (sut_tissue_id){0, 0};
}

static bool add_hand(hole_rig *r, const hole_rig_options *o, sut_vec3 direction, sut_vec3 end) {
    sut_hold_key keys[2] = {{.t = 0.0, .position = end}, {.t = 100.0, .position = end}};
    keys[1].position.x += 100.0 * o->speed * direction.x;
    keys[1].position.y += 100.0 * o->speed * direction.y;
    sut_hold_def h = sut_default_hold_def();
    h.vertex = -1;
    h.keys = keys;
    h.key_count = 2;
    return sut_hold_create(r->w, r->thread, &h, &r->hand) == SUT_OK;
}

static bool add_back(hole_rig *r, double force) {
    sut_hold_key key = {.t = 0.0, .force = {-force, 0, 0}};
    sut_hold_def h = sut_default_hold_def();
    h.kind = SUT_HOLD_FORCE;
    h.vertex = 0;
    h.keys = &key;
    h.key_count = 1;
    sut_hold_id id;
    return force == 0.0 || sut_hold_create(r->w, r->thread, &h, &id) == SUT_OK;
}

// The thread comes along x and leaves the last hole at an angle, over a bend of 20 edges.
static void shape(const hole_rig_options *o, sut_vec3 *x) {
    double along = 0.0;
    int middle = o->vertices / 2;
    x[middle] = (sut_vec3){0, 0, 0};
    for (int i = middle; i + 1 < o->vertices; i++) {
        double share = (i + 0.5 - middle) / 10.0;
        along = 0.5 * o->angle * (1.0 + (share < 1.0 ? share : 1.0));
        x[i + 1] = (sut_vec3){x[i].x + o->edge * cos(along), x[i].y + o->edge * sin(along), 0};
    }
    for (int i = middle; i > 0; i--) {
        double share = (middle - i + 0.5) / 10.0;
        along = 0.5 * o->angle * (1.0 - (share < 1.0 ? share : 1.0));
        x[i - 1] = (sut_vec3){x[i].x - o->edge * cos(along), x[i].y - o->edge * sin(along), 0};
    }
}

bool hole_rig_make(hole_rig *r, const hole_rig_options *o) {
    memset(r, 0, sizeof *r);
    r->w = make_world(o->holes, o->portals);
    if (o->sink.write && sut_record_start(r->w, o->sink) != SUT_OK) {
        return false;
    }
    static sut_vec3 x[HOLE_RIG_VERTICES];
    shape(o, x);
    sut_thread_def t = sut_default_thread_def();
    sut_thread_def_set_round(&t, 2.5e9, 0.4, 1150.0, 1e-4);
    t.EI *= o->bend_share > 0.0 ? o->bend_share : 1.0;
    t.positions = x;
    t.vertex_count = o->vertices;
    t.pierces = true;
    t.damping_bend = 1e-3;
    if (!r->w || sut_thread_create(r->w, &t, &r->thread) != SUT_OK) {
        return false;
    }
    for (int i = 0; i < o->holes; i++) {
        sut_vec3 at = x[o->vertices / 2 + 8 * i - 4 * (o->holes - 1)];
        sut_hole_def h = sut_default_hole_def();
        h.thread = r->thread;
        h.tissue = make_sheet(r->w, at, o->spring, i == 0 ? o->drift : 0.0);
        h.at = at;
        h.pinch = o->pinch;
        h.friction = o->friction;
        if (sut_hole_create(r->w, &h, &r->hole[i]) != SUT_OK) {
            fprintf(stderr, "refused: %s\n", sut_world_refusal(r->w));
            return false;
        }
        r->holes++;
    }
    sut_vec3 direction = {cos(o->angle), sin(o->angle), 0};
    return add_back(r, o->back) && add_hand(r, o, direction, x[o->vertices - 1]);
}

double hole_rig_pull(const hole_rig *r) {
    sut_hold_view v;
    (void)sut_hold_get_view(r->w, r->hand, &v);
    return sqrt(v.force.x * v.force.x + v.force.y * v.force.y + v.force.z * v.force.z);
}

sut_hole_view hole_rig_view(const hole_rig *r, int hole) {
    sut_hole_view v;
    memset(&v, 0, sizeof v);
    (void)sut_hole_get_view(r->w, r->hole[hole], &v);
    return v;
}

bool hole_rig_run(hole_rig *r, int steps) {
    for (int i = 0; i < steps; i++) {
        if (sut_world_step(r->w, 1e-3) != SUT_OK) {
            return false;
        }
    }
    return true;
}
