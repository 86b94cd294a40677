// SPDX-License-Identifier: MIT
// Where the mass of a tissue is: lips of wounds are parted and meshes are cut, and no node weighs
// more for it.
#include "data/world.h"
#include "sutura/mesh.h"
#include "sutura/sutura.h"
#include "sutura/tissue.h"
#include "tissue/tissue_internal.h"

#include "check.h"

static sut_world *soft_world(void) {
    sut_world_def def = sut_default_world_def();
    def.capacity.tissues = 1;
    sut_world *w = NULL;
    CHECK(sut_world_create(&def, &w) == SUT_OK);
    return w;
}

static sut_tissue_id add(sut_world *w, sut_mesh *m, sut_tissue_def d) {
    d.nodes = m->nodes;
    d.node_count = m->node_count;
    d.triangles = (const int(*)[3])m->triangles;
    d.triangle_count = m->triangle_count;
    d.tets = (const int(*)[4])m->tets;
    d.tet_count = m->tet_count;
    sut_tissue_id id = {0, 0};
    CHECK(sut_tissue_create(w, &d, &id) == SUT_OK);
    sut_mesh_free(m);
    return id;
}

static double sum_of_nodes(const sut_world *w) {
    const sut_tissue *t = w->tissues[0].tissue;
    double sum = 0.0;
    for (int i = 0; i < t->n; i++) {
        sum += t->mass[i];
    }
    return sum;
}

// The lips of its wound begin a little apart; its cells were made before.
TEST(a_pad_with_a_wound_weighs_what_its_mesh_does) {
    sut_pad_def p = {.size = {0.04, 0.03, 0.006}, .cells = {4, 6, 2}};
    p.wound = (sut_wound_def){.kind = SUT_WOUND_STRAIGHT, .length = 0.02, .depth = 0.003};
    sut_mesh_error error;
    sut_world *w = soft_world();
    sut_tissue_def d = sut_default_tissue_def();
    d.model = SUT_TISSUE_SOLID;
    d.young = 1e5;
    d.density = 1100.0;
    add(w, sut_mesh_pad(&p, &error), d);
    // rounding of a thousand terms
    CHECK_NEAR(sum_of_nodes(w) / (1100.0 * 0.04 * 0.03 * 0.006), 1.0, 1e-12);
    sut_world_destroy(w);
}

// 0: from density and thickness.
static void check_cut(double node_mass) {
    sut_sheet_def s = {.size = {0.02, 0.02}, .cells = {8, 8}};
    sut_mesh_error error;
    sut_world *w = soft_world();
    sut_tissue_def d = sut_default_tissue_def();
    d.model = SUT_TISSUE_MEMBRANE;
    d.density = 1000.0;
    d.thickness = node_mass > 0.0 ? 0.0 : 1e-3;
    d.membrane.stiffness = 10.0;
    d.membrane.node_mass = node_mass;
    sut_tissue_id id = add(w, sut_mesh_sheet(&s, &error), d);
    double whole = node_mass > 0.0 ? 81.0 * node_mass : 1000.0 * 1e-3 * 0.02 * 0.02;
    CHECK_NEAR(sum_of_nodes(w) / whole, 1.0, 1e-12);
    // across the middle, between the rows of nodes
    const sut_vec3 path[2] = {{-0.0061, -0.0007, 0.0}, {0.0058, 0.0009, 0.0}};
    double length;
    CHECK(sut_tissue_cut(w, id, path, 2, &length) == SUT_OK);
    CHECK(w->tissues[0].tissue->n > 81);
    CHECK_NEAR(sum_of_nodes(w) / whole, 1.0, 1e-12);
    CHECK(sut_world_step(w, 1e-3) == SUT_OK);
    sut_world_destroy(w);
}

TEST(a_cut_membrane_keeps_its_mass) {
    check_cut(0.0);
    check_cut(1e-6);
}
