// SPDX-License-Identifier: MIT
// Contacts of threads with tissues that stay open are left out of the coupled system until a
// solution closes them.
#include "data/data.h"
#include "sutura/mesh.h"
#include "sutura/sutura.h"
#include "sutura/tissue.h"

#include "check.h"

#include <math.h>

enum { VERTICES = 121 };

// A stiff sheet with pinned borders, a limp thread on it: 0.3 mm of half thickness and radius.
static sut_world *thread_on_a_sheet(void) {
    sut_world_def def = sut_default_world_def();
    def.capacity.tissues = 1;
    def.capacity.supports = 1;
    sut_world *w = NULL;
    CHECK(sut_world_create(&def, &w) == SUT_OK);
    sut_sheet_def sheet = {.size = {0.03, 0.01}, .cells = {12, 4}};
    sut_mesh_error error;
    sut_mesh *m = sut_mesh_sheet(&sheet, &error);
    sut_tissue_def d = sut_default_tissue_def();
    d.model = SUT_TISSUE_SHELL;
    d.young = 1e6;
    d.thickness = 4e-4;
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
    sut_vec3 x[VERTICES];
    for (int i = 0; i < VERTICES; i++) {
        x[i] = v3(-0.012 + 0.024 * i / (VERTICES - 1), 0.3e-3, 0.302e-3);
    }
    sut_thread_def t = sut_default_thread_def();
    t.positions = x;
    t.vertex_count = VERTICES;
    t.radius = 1e-4;
    t.EI = 1e-10;
    t.GJ = 1e-10;
    t.EA = 10.0;
    t.mass_per_length = 1e-4;
    t.damping_linear = 0.05;
    sut_thread_id thread;
    CHECK(sut_thread_create(w, &t, &thread) == SUT_OK);
    return w;
}

static void move_thread(sut_world *w, double down) {
    sut_body *b = w->bodies.body[0];
    for (int v = 0; v < b->n; v++) {
        sut_soa3_set(&b->move, v, v3(0.0, 0.0, -down));
    }
    sut_body *tissue = w->bodies.body[w->bodies.rods];
    for (int v = 0; v < tissue->n; v++) {
        sut_soa3_set(&tissue->move, v, v3_zero());
    }
}

TEST(few_of_the_contacts_of_a_thread_that_lies_bear) {
    sut_world *w = thread_on_a_sheet();
    for (int k = 0; k < 300; k++) {
        REQUIRE(sut_world_step(w, 1e-3) == SUT_OK);
    }
    const sut_contacts *c = &w->contacts;
    int bearing = 0;
    double sum = 0.0;
    for (int i = 0; i < c->count; i++) {
        bearing += c->contact[i].force[0] > 0.0 ? 1 : 0;
        sum += sut_contact_force(&c->contact[i]).z;
    }
    CHECK_EQ_INT(c->inactive, 0); // after a step all are in one row
    CHECK(c->count > 2 * bearing && bearing > 2);
    // at rest they bear the weight; what was left out has none
    CHECK_NEAR(sum, 9.81 * 0.024 * 1e-4, 1e-4 * 9.81 * 0.024 * 1e-4);
    sut_world_destroy(w);
}

TEST(what_the_motion_closes_becomes_active) {
    sut_world *w = thread_on_a_sheet();
    for (int k = 0; k < 300; k++) {
        REQUIRE(sut_world_step(w, 1e-3) == SUT_OK);
    }
    sut_contacts *c = &w->contacts;
    int all = c->count;
    move_thread(w, 0.0);
    sut_contact_set_aside(c, &w->bodies);
    int active = c->count;
    REQUIRE(active < all);
    CHECK_EQ_INT(active + c->inactive, all);
    for (int i = 0; i < all; i++) {
        CHECK((c->contact[i].force[0] == 0.0) || i < active);
    }
    CHECK(!sut_contact_activate(c, &w->bodies)); // nothing moves
    // by more than any of them is open, and a set that is told of it once
    move_thread(w, 2e-4);
    CHECK(sut_contact_activate(c, &w->bodies));
    CHECK_EQ_INT(c->count, all);
    CHECK(!sut_contact_activate(c, &w->bodies));
    // one that comes faster than it is far away is not set aside in the first place
    sut_contact_set_aside(c, &w->bodies);
    CHECK_EQ_INT(c->count, all);
    sut_contact_join(c);
    CHECK_EQ_INT(c->count, all);
    sut_world_destroy(w);
}
