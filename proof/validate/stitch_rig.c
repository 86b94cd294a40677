// SPDX-License-Identifier: MIT
#include "validate/stitch_rig.h"

#include "validate/vector.h"

#include <string.h>

static const double young = 2.5e9;
static const double radius = 0.5e-6 * SUT_STITCH_DIAMETER_UM;

double sut_stitch_stiffness(const sut_stitch_case *c) {
    double r2 = radius * radius;
    return 0.25 * SUT_PI * r2 * r2 * young / (c->limp > 0.0 ? c->limp : 1.0);
}

// The thread comes along x and turns over ten edges before its middle and ten behind it.
static void shape(const sut_stitch_case *c, sut_vec3 *x) {
    int middle = c->vertices / 2;
    x[middle] = vec(0.0, 0.0, 0.0);
    for (int i = 0; i < middle; i++) {
        double share = fmin((i + 0.5) / 10.0, 1.0);
        double on = 0.5 * c->angle * (1.0 + share);
        double back = 0.5 * c->angle * (1.0 - share);
        int k = middle + i;
        if (k + 1 < c->vertices) {
            x[k + 1] = vec_add(x[k], vec(c->edge * cos(on), c->edge * sin(on), 0.0));
        }
        k = middle - i;
        x[k - 1] = vec_sub(x[k], vec(c->edge * cos(back), c->edge * sin(back), 0.0));
    }
}

// Two triangles around `at`, at right angles to x. What touches nothing is a place on a spring.
static sut_tissue_id add_sheet(sut_stitch_rig *r, const sut_stitch_case *c, sut_vec3 at,
                               double drift) {
    const double side = 1e-3;
    const sut_vec3 node[4] = {vec_add(at, vec(0.0, -side, -side)),
                              vec_add(at, vec(0.0, side, -side)), vec_add(at, vec(0.0, side, side)),
                              vec_add(at, vec(0.0, -side, side))};
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
    sut_support_def s = sut_default_support_def();
    s.kind = c->spring > 0.0 ? SUT_SUPPORT_SPRING : SUT_SUPPORT_PIN;
    s.stiffness = c->spring;
    s.nodes = all;
    s.node_count = 4;
    const sut_support_key keys[2] = {{.t = 0.0}, {.t = 100.0, .offset = {100.0 * drift, 0, 0}}};
    s.keys = keys;
    s.key_count = drift != 0.0 ? 2 : 0; // what has no keys stays exactly where it is
    sut_support_id support;
    if (sut_tissue_create(r->rig.world, &t, &id) != SUT_OK ||
        sut_support_create(r->rig.world, id, &s, &support) != SUT_OK) {
        r->rig.ok = false;
        sut_check_fail(r->rig.log, "a sheet was refused");
    }
    return id;
}

static void add_hole(sut_stitch_rig *r, const sut_stitch_case *c, int i, sut_vec3 at) {
    sut_hole_def h = sut_default_hole_def();
    h.thread = r->rig.thread;
    h.tissue = add_sheet(r, c, at, i == 0 ? c->drift : 0.0);
    h.at = at;
    h.pinch = c->pinch;
    h.friction = c->friction;
    if (r->rig.ok && sut_hole_create(r->rig.world, &h, &r->hole[i]) != SUT_OK) {
        r->rig.ok = false;
        sut_check_fail(r->rig.log, sut_world_refusal(r->rig.world));
    }
}

sut_stitch_rig sut_stitch_open(sut_check_log *log, const sut_stitch_case *c) {
    static sut_vec3 x[SUT_RIG_MAX];
    shape(c, x);
    sut_world_def w = sut_rig_world(sut_default_world_def().tolerance);
    w.capacity.tissues = c->holes;
    w.capacity.supports = c->holes;
    w.capacity.holes = c->holes;
    w.contact.holes = c->portals ? SUT_HOLES_PORTALS : SUT_HOLES_ANCHORS;
    sut_thread_def t = sut_default_thread_def();
    sut_thread_def_set_round(&t, young, 0.4, 1150.0, radius);
    t.EI = sut_stitch_stiffness(c);
    t.positions = x;
    t.vertex_count = c->vertices;
    t.pierces = true;
    t.damping_bend = 1e-3;
    sut_stitch_rig r = {.rig = sut_rig_open(log, &w, &t)};
    for (int i = 0; r.rig.ok && i < c->holes; i++) {
        add_hole(&r, c, i, x[c->vertices / 2 - 8 * (c->holes - 1 - i)]);
    }
    if (c->back != 0.0) {
        sut_rig_load(&r.rig, 0, vec(-c->back, 0.0, 0.0));
    }
    if (!c->free) {
        sut_hold_key keys[2] = {{.t = 0.0, .position = x[c->vertices - 1]}, {.t = 100.0}};
        sut_vec3 way = vec(cos(c->angle), sin(c->angle), 0.0);
        keys[1].position = vec_add(keys[0].position, vec_scale(way, 100.0 * c->speed));
        r.hand = sut_rig_hold_keys(&r.rig, c->vertices - 1, SUT_HOLD_PIN, keys, 2);
    }
    return r;
}

void sut_stitch_close(sut_stitch_rig *r) {
    sut_rig_close(&r->rig);
}

bool sut_stitch_run(sut_stitch_rig *r, double seconds) {
    const double dt = 1e-3;
    return sut_rig_run(&r->rig, (int)lround(seconds / dt), dt);
}

double sut_stitch_pull(const sut_stitch_rig *r) {
    return vec_norm(sut_rig_reading(&r->rig, r->hand).force);
}

sut_hole_view sut_stitch_view(const sut_stitch_rig *r, int hole) {
    sut_hole_view v;
    memset(&v, 0, sizeof v);
    v.slid = v.s = v.along = SUT_RIG_NAN;
    if (r->rig.ok) {
        (void)sut_hole_get_view(r->rig.world, r->hole[hole], &v);
    }
    return v;
}
