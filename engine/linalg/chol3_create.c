// SPDX-License-Identifier: MIT
// chol3_create.c -- memory of the block Cholesky factor and the analysis of its pattern.
//
// The analysis works in memory of its own that is given back; what is kept is one piece.
#include "linalg/chol3_internal.h"

#include <string.h>

// Takes pieces of 64 bytes from a block of memory; with a null start it only counts.
typedef struct carver {
    char *start;
    size_t used;
} carver;

static void *carve(carver *c, size_t count, size_t size) {
    void *piece = c->start ? c->start + c->used : NULL;
    c->used += (count * size + 63) / 64 * 64;
    return piece;
}

//---- graph ---------------------------------------------------------------------------------------

static size_t lay_out_graph(sut_chol3_graph *g, sut_chol3_front **front, size_t room,
                            void *memory) {
    carver c = {memory, 0};
    size_t n = (size_t)g->nodes;
    g->bits = carve(&c, n * (size_t)g->words, sizeof *g->bits);
    g->order = carve(&c, n, sizeof *g->order);
    g->turn = carve(&c, n, sizeof *g->turn);
    g->scratch = carve(&c, SUT_CHOL3_SCRATCH * n, sizeof *g->scratch);
    g->pair = carve(&c, room, sizeof *g->pair);
    g->row_end = carve(&c, n + 1, sizeof *g->row_end);
    g->row_column = carve(&c, room, sizeof *g->row_column);
    *front = carve(&c, n, sizeof **front);
    return c.used;
}

static void set_bit(const sut_chol3_graph *g, int i, int j) {
    g->bits[(ptrdiff_t)i * g->words + j / 64] |= UINT64_C(1) << (j % 64);
}

static void couple(sut_chol3_graph *g, const int (*pairs)[2], int pair_count) {
    memset(g->bits, 0, (size_t)g->nodes * (size_t)g->words * sizeof *g->bits);
    g->pair_count = 0;
    for (int i = 0; i < pair_count; i++) {
        int a = pairs[i][0];
        int b = pairs[i][1];
        if (a == b || sut_chol3_graph_has(g, a, b)) {
            continue;
        }
        set_bit(g, a, b);
        set_bit(g, b, a);
        g->pair[g->pair_count][0] = a;
        g->pair[g->pair_count][1] = b;
        g->pair_count++;
    }
}

//---- factor --------------------------------------------------------------------------------------

static size_t lay_out(sut_chol3 *c, void *memory) {
    carver v = {memory, 0};
    size_t n = (size_t)c->nodes;
    (void)carve(&v, 1, sizeof *c);
    for (int i = 0; i < 2; i++) {
        c->factor[i] = carve(&v, c->entries, sizeof(double));
        c->inverse[i] = carve(&v, 3 * n, sizeof(double));
    }
    c->stack = carve(&v, c->stack_size, sizeof(double));
    c->value = carve(&v, 9 * c->block_count, sizeof(double));
    c->copy = carve(&v, 9 * c->block_count, sizeof(double));
    c->work_x = carve(&v, 3 * n, sizeof(double));
    c->work_v = carve(&v, 3 * ((size_t)c->rows_max + 4), sizeof(double));
    c->step = carve(&v, n, sizeof(int));
    c->node = carve(&v, n, sizeof(int));
    c->front_of = carve(&v, n, sizeof(int));
    c->from_root = carve(&v, n, sizeof(int));
    c->front = carve(&v, (size_t)c->front_count, sizeof *c->front);
    c->rows = carve(&v, c->row_count, sizeof(int));
    c->place = carve(&v, c->row_count, sizeof(int));
    c->run_end = carve(&v, c->row_count, sizeof(int));
    c->column = carve(&v, n + 1, sizeof *c->column);
    c->block_row = carve(&v, c->block_count, sizeof(int));
    c->block_place = carve(&v, c->block_count, sizeof(int));
    return v.used;
}

static sut_chol3 *make(const sut_chol3_graph *g, sut_chol3_front *front, sut_memory *m) {
    sut_chol3 plan = {.nodes = g->nodes, .front = front, .state = SUT_CHOL3_BAD};
    sut_chol3_plan(&plan, g);
    plan.kernel = sut_chol3_kernel_best();
    plan.bytes = lay_out(&plan, NULL);
    void *memory = sut_memory_take(m, plan.bytes);
    if (!memory) {
        return NULL;
    }
    lay_out(&plan, memory);
    memcpy(plan.front, front, (size_t)plan.front_count * sizeof *front);
    sut_chol3 *c = memory;
    *c = plan;
    sut_chol3_fill(c, g);
    sut_chol3_clear(c);
    // rows after the last are never written
    memset(c->work_v, 0, 3 * ((size_t)c->rows_max + 4) * sizeof *c->work_v);
    return c;
}

sut_chol3 *sut_chol3_create(sut_memory *m, int nodes, const int (*pairs)[2], int pair_count) {
    sut_chol3_graph g = {.nodes = nodes, .words = (nodes + 63) / 64};
    sut_chol3_front *front = NULL;
    size_t bytes = lay_out_graph(&g, &front, (size_t)pair_count, NULL);
    void *memory = sut_memory_take(m, bytes);
    if (!memory) {
        return NULL;
    }
    lay_out_graph(&g, &front, (size_t)pair_count, memory);
    couple(&g, pairs, pair_count);
    sut_chol3_order(&g);
    sut_chol3 *c = make(&g, front, m);
    sut_memory_give(m, memory, bytes);
    return c;
}

void sut_chol3_destroy(sut_chol3 *c, sut_memory *m) {
    if (c) {
        sut_memory_give(m, c, c->bytes);
    }
}
