// SPDX-License-Identifier: MIT
// What a tissue tells: elements that are inside out, pins that cannot follow.
#include "data/world.h"
#include "sutura/mesh.h"
#include "sutura/sutura.h"
#include "sutura/tissue.h"
#include "tissue/tissue_internal.h"

#include "check.h"

static bool saw(const sut_world *w, sut_event_type type) {
    int count;
    const sut_event *e = sut_world_events(w, &count);
    for (int i = 0; i < count; i++) {
        if (e[i].type == type) {
            return e[i].a == 1;
        }
    }
    return false;
}

static int steps_until(sut_world *w, sut_event_type type, int most) {
    for (int k = 1; k <= most; k++) {
        CHECK(sut_world_step(w, 1e-3) == SUT_OK);
        if (saw(w, type)) {
            return k;
        }
    }
    return -1;
}

// A pad that is held by its lower side, which `keys` may move.
static sut_world *held_pad(double density, const sut_support_key *keys, int key_count) {
    sut_world_def def = sut_default_world_def();
    def.gravity = v3_zero();
    def.capacity.tissues = 1;
    def.capacity.supports = 1;
    sut_world *w = NULL;
    CHECK(sut_world_create(&def, &w) == SUT_OK);
    sut_pad_def p = {.size = {0.02, 0.02, 0.006}, .cells = {4, 4, 2}};
    sut_mesh_error error;
    sut_mesh *m = sut_mesh_pad(&p, &error);
    sut_tissue_def d = sut_default_tissue_def();
    d.model = SUT_TISSUE_SOLID;
    d.young = 1e5;
    d.density = density;
    d.damping_strain = density > 1e4 ? 0.0 : 2e-3; // it would compare with the shape before
    d.nodes = m->nodes;
    d.node_count = m->node_count;
    d.triangles = (const int(*)[3])m->triangles;
    d.triangle_count = m->triangle_count;
    d.tets = (const int(*)[4])m->tets;
    d.tet_count = m->tet_count;
    sut_tissue_id id;
    CHECK(sut_tissue_create(w, &d, &id) == SUT_OK);
    const sut_mesh_group *g = sut_mesh_group_find(m, "z-");
    sut_support_def s = sut_default_support_def();
    s.nodes = g->nodes;
    s.node_count = g->node_count;
    s.keys = keys;
    s.key_count = key_count;
    sut_support_id held;
    CHECK(sut_support_create(w, id, &s, &held) == SUT_OK);
    sut_mesh_free(m);
    return w;
}

TEST(an_inverted_element_is_told_of_and_recovers) {
    sut_world *w = held_pad(1e6, NULL, 0); // so heavy that it needs some steps to come back
    CHECK(sut_world_step(w, 1e-3) == SUT_OK);
    CHECK(!saw(w, SUT_EV_INVERTED));
    // the inside of the pad's middle layer, through its top
    sut_tissue *t = w->tissues[0].tissue;
    for (int k = 0; k < 9; k++) {
        t->body.position[1 + k % 3 + 5 * (1 + k / 3 + 5 * 1)].z += 0.004;
    }
    CHECK(steps_until(w, SUT_EV_INVERTED, 8) > 0);
    // waves cross the pad in 20 ms
    CHECK(steps_until(w, SUT_EV_UPRIGHT, 200) > 0);
    sut_world_destroy(w);
}

TEST(pins_that_are_led_into_a_solid_lag_and_say_so) {
    const sut_support_key keys[4] = {{.t = 0.0},
                                     {.t = 0.02, .offset = {0.0, 0.0, -0.004}},
                                     {.t = 0.04, .offset = {0.0, 0.0, -0.004}},
                                     {.t = 0.06}};
    sut_world *w = held_pad(1000.0, keys, 4);
    sut_obstacle_def o = sut_default_obstacle_def();
    o.kind = SUT_OBSTACLE_PLANE;
    o.axis = v3(0.0, 0.0, 1.0);
    o.center = v3(0.0, 0.0, -0.008); // 2 mm below the pad
    sut_obstacle_id floor;
    CHECK(sut_obstacle_create(w, &o, &floor) == SUT_OK);
    int blocked = steps_until(w, SUT_EV_PINS_BLOCKED, 30);
    CHECK(blocked >= 8); // on its way of 2 mm nothing was in it
    CHECK(steps_until(w, SUT_EV_PINS_FREE, 60) > 0);
    sut_tissue_view v;
    CHECK(sut_tissue_get_view(w, (sut_tissue_id){1, w->tissues[0].generation}, &v) == SUT_OK);
    for (int i = 0; i < v.node_count; i++) {
        CHECK(v.position[i].z > -0.008);
    }
    sut_world_destroy(w);
}
