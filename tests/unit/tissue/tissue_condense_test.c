// SPDX-License-Identifier: MIT
// What links see of a tissue: a condensed matrix that answers forces as the whole tissue does.
#include "tissue/tissue_internal.h"

#include "body/body_condense.h"
#include "check.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { NX = 9, NY = 7, NODES = NX * NY, TRIANGLES = 2 * (NX - 1) * (NY - 1) };

typedef struct sheet {
    sut_memory memory;
    sut_tissue *tissue;
    sut_body *body;
    sut_sparse sparse;
    void *sparse_memory;
} sheet;

// A sheet of 4 x 3 mm; node 0 is pinned, node 1 in x and z, the row y = 0 else not at all.
static void pin_corner(sheet *s) {
    static const int corner[1] = {0};
    static const int beside[1] = {1};
    sut_support_def d = sut_default_support_def();
    d.nodes = corner;
    d.node_count = 1;
    CHECK_EQ_INT(sut_tissue_add_support(s->tissue, &d, &s->memory), 0);
    d.nodes = beside;
    d.axes = SUT_AXIS_X | SUT_AXIS_Z;
    CHECK_EQ_INT(sut_tissue_add_support(s->tissue, &d, &s->memory), 1);
}

static void predict(sheet *s, double h) {
    sut_substep step = {.time = h, .h = h};
    s->body->kind->predict(s->body, &step);
}

static sheet make_sheet(void) {
    sheet s = {.tissue = NULL};
    sut_vec3 node[NODES];
    int triangle[TRIANGLES][3];
    int at = 0;
    for (int i = 0; i < NODES; i++) {
        node[i] = (sut_vec3){5e-4 * (i % NX), 5e-4 * (i / NX), 1e-5 * (i % 5)};
    }
    for (int y = 0; y + 1 < NY; y++) {
        for (int x = 0; x + 1 < NX; x++) {
            int a = y * NX + x;
            const int two[2][3] = {{a, a + 1, a + NX}, {a + 1, a + NX + 1, a + NX}};
            memcpy(triangle[at], two, sizeof two);
            at += 2;
        }
    }
    sut_tissue_def d = sut_default_tissue_def();
    d.model = SUT_TISSUE_SHELL;
    d.nodes = node;
    d.node_count = NODES;
    d.triangles = (const int(*)[3])triangle;
    d.triangle_count = TRIANGLES;
    d.young = 5e5;
    d.thickness = 2e-4;
    sut_memory_init(&s.memory, NULL);
    s.tissue = sut_tissue_make(&d, &s.memory);
    s.body = sut_tissue_body(s.tissue);
    s.sparse_memory = aligned_alloc(64, sut_sparse_memory(NODES, NODES * NODES));
    sut_sparse_init(&s.sparse, NODES, NODES * NODES, s.sparse_memory);
    pin_corner(&s);
    predict(&s, 1e-3);
    s.body->kind->linearise(s.body);
    return s;
}

static void free_sheet(sheet *s) {
    sut_tissue_free(s->tissue, &s->memory);
    free(s->sparse_memory);
    CHECK_EQ_INT(s->memory.taken, 0);
}

// Mark these vertices and make the condensed system.
static bool condense(sheet *s, const int *vertex, int count) {
    sut_body *b = s->body;
    b->kind->clear(b);
    for (int i = 0; i < count; i++) {
        b->kind->mark(b, vertex[i]);
    }
    b->first_node = 0;
    b->node_count = b->kind->number(b);
    sut_sparse_begin(&s->sparse, b->node_count);
    b->kind->couple(b, &s->sparse);
    bool good = sut_sparse_analyse(&s->sparse, NULL);
    b->kind->look_up(b, &s->sparse, NULL);
    sut_sparse_clear(&s->sparse);
    return good && b->kind->condense(b, &s->sparse, NULL) && sut_sparse_factor_fixed(&s->sparse) &&
           sut_sparse_factor_rest(&s->sparse);
}

// Largest difference of what forces at the vertices do, by the system and by the tissue.
static double error_of(sheet *s, const int *vertex, int count) {
    sut_body *b = s->body;
    double x[3 * NODES] = {0.0};
    size_t bytes = 3 * (size_t)b->n * sizeof(double);
    memset(b->answer, 0, bytes);
    memset(b->correction, 0, bytes);
    for (int i = 0; i < 3 * count; i++) {
        double force = 1e-3 * cos(1.0 + i);
        int axis = 3 * vertex[i / 3] + i % 3;
        x[3 * b->kind->node_of(b, vertex[i / 3]) + i % 3] = force;
        b->answer[axis] = force;
    }
    sut_sparse_solve(&s->sparse, x);
    b->kind->respond(b);
    double worst = 0.0;
    double most = 0.0;
    for (int i = 0; i < 3 * count; i++) {
        double exact = b->correction[3 * vertex[i / 3] + i % 3];
        worst = fmax(worst, fabs(exact - x[3 * b->kind->node_of(b, vertex[i / 3]) + i % 3]));
        most = fmax(most, fabs(exact));
    }
    return worst / most;
}

// condition of the compliance between neighbours, about 1e3, times rounding
#define NEAR 1e-11

TEST(condensed_sheet_answers_forces_as_the_whole_one) {
    sheet s = make_sheet();
    const int vertex[8] = {40, 12, 13, 22, 21, 62, 8, 41};
    REQUIRE(condense(&s, vertex, 8));
    CHECK_EQ_INT(s.body->node_count, 8);
    CHECK_LE(error_of(&s, vertex, 8), NEAR);
    free_sheet(&s);
}

TEST(a_set_that_changes_is_condensed_anew) {
    sheet s = make_sheet();
    for (int i = 0; i < 30; i++) {
        CASE("i %d", i);
        int vertex[5] = {30, 31, 32 + i, 2 + i % 7, 20 + i % 3};
        REQUIRE(condense(&s, vertex, 5));
        CHECK_LE(error_of(&s, vertex, 5), NEAR);
    }
    free_sheet(&s);
}

TEST(a_new_factor_is_condensed_anew) {
    sheet s = make_sheet();
    const int vertex[3] = {30, 31, 50};
    REQUIRE(condense(&s, vertex, 3));
    double before = sut_sparse_block(&s.sparse, 0, 0)[0];
    predict(&s, 1e-4);
    s.body->kind->linearise(s.body);
    REQUIRE(condense(&s, vertex, 3));
    CHECK(before != sut_sparse_block(&s.sparse, 0, 0)[0]);
    CHECK_LE(error_of(&s, vertex, 3), NEAR);
    free_sheet(&s);
}

TEST(all_nodes_may_be_in_touch) {
    sheet s = make_sheet();
    int vertex[NODES];
    for (int i = 0; i < NODES; i++) {
        vertex[i] = i;
    }
    REQUIRE(condense(&s, vertex, NODES));
    // the whole matrix: its condition is that of stretch against bending, 1e7
    CHECK_LE(error_of(&s, vertex, NODES), 1e-8);
    free_sheet(&s);
}

TEST(pinned_axes_do_not_answer) {
    sheet s = make_sheet();
    const int vertex[4] = {0, 1, 2, 10};
    REQUIRE(condense(&s, vertex, 4));
    // 2^-40 of the largest compliance
    CHECK_LE(error_of(&s, vertex, 4), NEAR);
    CHECK(s.body->correction[0] == 0.0 && s.body->correction[3] == 0.0); // node 0; node 1 in x
    CHECK(s.body->correction[4] != 0.0);                                 // node 1 in y
    const int held[1] = {0};
    REQUIRE(condense(&s, held, 1));
    free_sheet(&s);
}

TEST(the_order_of_links_does_not_matter) {
    sheet s = make_sheet();
    const int one[4] = {10, 20, 30, 40};
    const int other[4] = {40, 10, 30, 20};
    double kept[12];
    REQUIRE(condense(&s, one, 4));
    memcpy(kept, sut_sparse_block(&s.sparse, 1, 2), sizeof kept);
    int node = s.body->kind->node_of(s.body, 30);
    REQUIRE(condense(&s, other, 4));
    CHECK_EQ_INT(node, s.body->kind->node_of(s.body, 30));
    CHECK(memcmp(kept, sut_sparse_block(&s.sparse, 1, 2), sizeof kept) == 0);
    free_sheet(&s);
}

TEST(more_vertices_than_there_is_room_for_are_too_many) {
    sut_body_nodes d;
    sut_memory m;
    sut_memory_init(&m, NULL);
    REQUIRE(sut_body_nodes_make(&d, 20, 4, &m));
    for (int i = 0; i < 5; i++) {
        sut_body_nodes_mark(&d, 3 * i);
    }
    CHECK_EQ_INT(sut_body_nodes_number(&d), SUT_BODY_TOO_MANY);
    sut_body_nodes_clear(&d);
    sut_body_nodes_mark(&d, 7);
    CHECK_EQ_INT(sut_body_nodes_number(&d), 1);
    sut_body_nodes_free(&d, &m);
    CHECK_EQ_INT(m.taken, 0);
}
