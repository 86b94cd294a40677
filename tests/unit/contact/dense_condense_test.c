// SPDX-License-Identifier: MIT
// A thread's own condensation against the one by unit loads that serves any body.
#include "body/body_condense.h"
#include "check.h"
#include "contact_fixture.h"

#include <math.h>
#include <stdlib.h>

typedef struct condensed {
    sut_sparse sparse;
    void *memory;
} condensed;

static condensed empty_system(int nodes) {
    condensed c;
    int blocks = nodes * nodes;
    c.memory = aligned_alloc(64, sut_sparse_memory(nodes, blocks));
    sut_sparse_init(&c.sparse, nodes, blocks, c.memory);
    sut_sparse_begin(&c.sparse, nodes);
    return c;
}

// The block of the thread's own condensation may be absent: it is a band.
static double entry(sut_sparse *s, int i, int j) {
    const double *b = sut_sparse_block(s, i / 3, j / 3);
    return b ? b[SUT_SPARSE_ROW * (i % 3) + j % 3] : 0.0;
}

// Largest difference of the two condensed matrices over the largest entry.
static double difference(sut_rod *r) {
    sut_body *b = &r->body;
    int first = b->first_node;
    b->first_node = 0;
    int nodes = b->kind->number(b);
    condensed own = empty_system(nodes);
    condensed dense = empty_system(nodes);
    double **block = calloc((size_t)nodes * SUT_BODY_BLOCKS, sizeof *block);
    sut_body_nodes d;
    sut_memory m;
    sut_memory_init(&m, NULL);
    double worst = HUGE_VAL;
    if (CHECK(block && sut_body_nodes_make(&d, r->body.n, nodes, &m))) {
        for (int v = 0; v < nodes; v++) {
            sut_body_nodes_mark(&d, r->work.zone_first + v);
        }
        CHECK_EQ_INT(sut_body_nodes_number(&d), nodes);
        b->kind->couple(b, &own.sparse);
        sut_body_nodes_couple(&d, 0, &dense.sparse);
        CHECK(sut_sparse_analyse(&own.sparse, NULL) && sut_sparse_analyse(&dense.sparse, NULL));
        b->kind->look_up(b, &own.sparse, block);
        sut_body_nodes_look_up(&d, 0, &dense.sparse);
        sut_sparse_clear(&own.sparse);
        sut_sparse_clear(&dense.sparse);
        CHECK(b->kind->condense(b, &own.sparse, block));
        CHECK(sut_body_condense_dense(b, &d));
        double most = 0.0;
        worst = 0.0;
        for (int i = 0; i < 3 * nodes; i++) {
            for (int j = 0; j < 3 * nodes; j++) {
                double a = entry(&own.sparse, i, j);
                most = fmax(most, fabs(a));
                worst = fmax(worst, fabs(a - entry(&dense.sparse, i, j)));
            }
        }
        worst /= most;
        sut_body_nodes_free(&d, &m);
        CHECK_EQ_INT(m.taken, 0);
    }
    b->first_node = first;
    free(block);
    free(own.memory);
    free(dense.memory);
    return worst;
}

static void check_condensation(int before, int after) {
    CASE("leads %d %d", before, after);
    sut_world *w = empty_world();
    REQUIRE(w != NULL);
    shape s = shape_overhand(before, after);
    sut_thread_id t = shape_add(w, &s);
    (void)hold_moving(w, t, SUT_HOLD_PIN, 0, (sut_vec3){0.05, 0.05, 0.0}, 0.0);
    (void)hold_moving(w, t, SUT_HOLD_PIN, s.n - 1, (sut_vec3){0.05, -0.05, 0.0}, 0.0);
    REQUIRE(go(w, 30, 1e-3));
    CHECK(w->contacts.count > 0);
    linear_problem p;
    // the stiffness of an edge against mass over dt^2 is 5e3 at 10 us: the inverse of the
    // compliance has that many roundings more, 5e-13 each
    REQUIRE(linear_make(w, 1e-5, &p));
    CHECK_LE(difference(&w->threads[0].rod), 1e-11);
    linear_free(&p);
    sut_world_destroy(w);
}

TEST(a_thread_condenses_itself_as_unit_loads_do) {
    check_condensation(25, 25);
    check_condensation(4, 60); // what is carried on from the middle, on either side
    check_condensation(60, 4);
}
