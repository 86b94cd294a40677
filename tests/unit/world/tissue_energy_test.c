// SPDX-License-Identifier: MIT
// Energy books of tissues that something pushes: a motion that was not solved is taken over only if
// work was done for it.
#include "step/solve.h"
#include "sutura/mesh.h"
#include "sutura/sutura.h"
#include "sutura/tissue.h"

#include "check.h"

#include <math.h>

// A sheet held at two borders with a sphere on its way through it.
static sut_world *pushed_sheet(void) {
    sut_world_def def = sut_default_world_def();
    def.gravity = v3_zero();
    def.capacity.tissues = 1;
    def.capacity.supports = 1;
    sut_world *w = NULL;
    CHECK(sut_world_create(&def, &w) == SUT_OK);
    sut_sheet_def sheet = {.size = {0.02, 0.02}, .cells = {6, 6}};
    sut_mesh_error error;
    sut_mesh *m = sut_mesh_sheet(&sheet, &error);
    sut_tissue_def d = sut_default_tissue_def();
    d.model = SUT_TISSUE_SHELL;
    d.young = 1e5;
    d.thickness = 5e-4;
    d.nodes = m->nodes;
    d.node_count = m->node_count;
    d.triangles = (const int(*)[3])m->triangles;
    d.triangle_count = m->triangle_count;
    sut_tissue_id id;
    CHECK(sut_tissue_create(w, &d, &id) == SUT_OK);
    const sut_mesh_group *g = sut_mesh_group_find(m, "boundary");
    sut_support_def s = sut_default_support_def();
    s.nodes = g->nodes;
    s.node_count = g->node_count;
    sut_support_id held;
    CHECK(sut_support_create(w, id, &s, &held) == SUT_OK);
    sut_mesh_free(m);
    const sut_obstacle_key keys[2] = {{0.0, {0.0, 0.0, 4e-3}, {0, 0, 0}},
                                      {0.02, {0.0, 0.0, 0.0}, {0, 0, 0}}};
    sut_obstacle_def o = sut_default_obstacle_def();
    o.kind = SUT_OBSTACLE_SPHERE;
    o.center = keys[0].position;
    o.radius = 3e-3;
    o.keys = keys;
    o.key_count = 2;
    sut_obstacle_id ball;
    CHECK(sut_obstacle_create(w, &o, &ball) == SUT_OK);
    for (int k = 0; k < 30; k++) {
        CHECK(sut_world_step(w, 1e-3) == SUT_OK);
    }
    return w;
}

TEST(a_pushed_tissue_does_not_jump_for_nothing) {
    sut_world *w = pushed_sheet();
    REQUIRE(w != NULL);
    sut_body *b = sut_tissue_slot_body(&w->tissues[0]);
    CHECK(b->pushed);
    w->contacts.count = 0; // what contacts give has tests of its own
    const sut_substep s = {.time = w->time + 1e-3, .h = 1e-3, .gravity = v3_zero()};
    b->kind->predict(b, &s);
    const double jump[3] = {0.0, 1e-3, (double)NAN};
    for (int k = 0; k < 3; k++) {
        CASE("%g m", jump[k]);
        for (int v = 0; v < b->n; v++) {
            sut_soa3_set(&b->move, v, v3_zero());
        }
        sut_soa3_set(&b->move, b->n / 2, v3(0.0, jump[k], 0.0));
        b->kind->scale(b, 1.0); // it is another motion
        CHECK(sut_energy_jumps(w, false) == (k > 0));
    }
    sut_world_destroy(w);
}
