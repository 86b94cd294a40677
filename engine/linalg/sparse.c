// SPDX-License-Identifier: MIT
// sparse.c -- memory, values and calls of the sparse solver. The order is made in sparse_order.c,
// the arithmetic done in sparse_factor.c.
#include "linalg/sparse.h"

#include "linalg/sparse_kernel.h"

#include <string.h>

extern const sut_sparse_kernel sut_sparse_kernel_plain;

const sut_sparse_kernel *sut_sparse_kernel_baseline(void) {
    return &sut_sparse_kernel_plain;
}

#ifdef SUT_HAVE_AVX2
extern const sut_sparse_kernel sut_sparse_kernel_avx2;

const sut_sparse_kernel *sut_sparse_kernel_best(void) {
    return __builtin_cpu_supports("avx2") ? &sut_sparse_kernel_avx2 : &sut_sparse_kernel_plain;
}
#else
const sut_sparse_kernel *sut_sparse_kernel_best(void) {
    return &sut_sparse_kernel_plain;
}
#endif

//---- memory --------------------------------------------------------------------------------------

// Takes pieces of 64 bytes from a block of memory; with a null start it only counts.
typedef struct carver {
    char *start;
    size_t used;
} carver;

static void *carve(carver *c, size_t bytes) {
    void *piece = c->start ? c->start + c->used : NULL;
    c->used += (bytes + 63) / 64 * 64;
    return piece;
}

static void *carve_ints(carver *c, size_t count) {
    return carve(c, count * sizeof(int));
}

static void *carve_doubles(carver *c, size_t count) {
    return carve(c, count * sizeof(double));
}

static size_t lay_out(sut_sparse *s, void *memory) {
    carver c = {memory, 0};
    size_t n = (size_t)s->max_nodes;
    size_t blocks = (size_t)s->max_blocks;
    s->value = carve_doubles(&c, (n + blocks) * SUT_SPARSE_BLOCK);
    s->pristine = carve_doubles(&c, (n + blocks) * SUT_SPARSE_BLOCK);
    s->pivot = carve_doubles(&c, n * SUT_SPARSE_BLOCK);
    s->work = carve_doubles(&c, n * SUT_SPARSE_ROW);
    s->adjacent = carve(&c, n * (size_t)s->words * sizeof(uint64_t));
    s->order = carve_ints(&c, n);
    s->step = carve_ints(&c, n);
    s->lower_start = carve_ints(&c, n + 1);
    s->lower_rest = carve_ints(&c, n);
    s->upper_start = carve_ints(&c, n + 1);
    s->lower = carve_ints(&c, blocks / 2);
    s->upper = carve_ints(&c, blocks / 2);
    s->head = carve_ints(&c, n);
    s->diagonal = carve_ints(&c, n);
    s->place = carve_ints(&c, n);
    s->chain = carve_ints(&c, 3 * n);
    s->swap = carve_ints(&c, 3 * n);
    return c.used;
}

static void set_capacity(sut_sparse *s, int max_nodes, int max_blocks) {
    memset(s, 0, sizeof *s);
    s->max_nodes = max_nodes;
    s->max_blocks = max_blocks;
    s->words = (max_nodes + 63) / 64;
}

size_t sut_sparse_memory(int max_nodes, int max_blocks) {
    sut_sparse s;
    set_capacity(&s, max_nodes, max_blocks);
    return lay_out(&s, NULL);
}

void sut_sparse_init(sut_sparse *s, int max_nodes, int max_blocks, void *memory) {
    set_capacity(s, max_nodes, max_blocks);
    lay_out(s, memory);
    s->kernel = sut_sparse_kernel_best();
    sut_sparse_begin(s, 0);
}

//---- pattern and values --------------------------------------------------------------------------

void sut_sparse_begin(sut_sparse *s, int nodes) {
    s->nodes = nodes;
    s->words = (nodes + 63) / 64;
    s->fixed_count = 0;
    memset(s->adjacent, 0, (size_t)nodes * (size_t)s->words * sizeof *s->adjacent);
}

static void set_bit(sut_sparse *s, int i, int j) {
    s->adjacent[(ptrdiff_t)i * s->words + j / 64] |= UINT64_C(1) << (j % 64);
}

void sut_sparse_couple(sut_sparse *s, int i, int j) {
    set_bit(s, i, j);
    set_bit(s, j, i);
}

// index of `column` in the ascending list [begin, end), or -1
static int find(const int *list, int begin, int end, int column) {
    while (begin < end) {
        int middle = begin + (end - begin) / 2;
        if (list[middle] == column) {
            return middle;
        }
        if (list[middle] < column) {
            begin = middle + 1;
        } else {
            end = middle;
        }
    }
    return -1;
}

// number of block (a, b), both as steps of elimination, or -1
static int block_number(const sut_sparse *s, int a, int b) {
    if (a == b) {
        return s->diagonal[a];
    }
    if (b > a) {
        int at = find(s->upper, s->upper_start[a], s->upper_start[a + 1], b);
        return at < 0 ? -1 : s->diagonal[a] + 1 + (at - s->upper_start[a]);
    }
    int at = find(s->lower, s->lower_start[a], s->lower_start[a + 1], b);
    if (at < 0) {
        return -1;
    }
    return at < s->lower_rest[a] ? s->head[a] + (at - s->lower_start[a])
                                 : s->diagonal[a] - (s->lower_start[a + 1] - at);
}

double *sut_sparse_block(sut_sparse *s, int i, int j) {
    int number = block_number(s, s->step[i], s->step[j]);
    return number < 0 ? NULL : s->value + (ptrdiff_t)number * SUT_SPARSE_BLOCK;
}

static size_t bytes_of(int blocks) {
    return (size_t)blocks * SUT_SPARSE_BLOCK * sizeof(double);
}

static int rest_blocks(const sut_sparse *s) {
    return s->nodes + s->block_count - s->fixed_blocks;
}

static double *rest_of(const sut_sparse *s) {
    return s->value + (ptrdiff_t)s->fixed_blocks * SUT_SPARSE_BLOCK;
}

void sut_sparse_clear(sut_sparse *s) {
    memset(s->value, 0, bytes_of(s->nodes + s->block_count));
}

//---- factor and solve ----------------------------------------------------------------------------

bool sut_sparse_factor_fixed(sut_sparse *s) {
    if (!s->kernel->factor_fixed(s)) {
        return false;
    }
    memcpy(s->pristine, rest_of(s), bytes_of(rest_blocks(s)));
    return true;
}

void sut_sparse_restart(sut_sparse *s) {
    memcpy(rest_of(s), s->pristine, bytes_of(rest_blocks(s)));
}

bool sut_sparse_factor_rest(sut_sparse *s) {
    return s->kernel->factor_rest(s);
}

// x, by node and three by three, into `work`, by step and four by four; and back
static void gather(const sut_sparse *s, const double *x, int first, int last) {
    for (int k = first; k < last; k++) {
        const double *from = x + 3 * (ptrdiff_t)s->order[k];
        double *to = s->work + SUT_SPARSE_ROW * (ptrdiff_t)k;
        to[0] = from[0];
        to[1] = from[1];
        to[2] = from[2];
        to[3] = 0.0;
    }
}

static void scatter(const sut_sparse *s, double *x, int first, int last) {
    for (int k = first; k < last; k++) {
        const double *from = s->work + SUT_SPARSE_ROW * (ptrdiff_t)k;
        double *to = x + 3 * (ptrdiff_t)s->order[k];
        to[0] = from[0];
        to[1] = from[1];
        to[2] = from[2];
    }
}

void sut_sparse_solve(const sut_sparse *s, double *x) {
    gather(s, x, 0, s->nodes);
    s->kernel->forward(s, 0, s->fixed_count);
    s->kernel->condense(s);
    s->kernel->forward(s, s->fixed_count, s->nodes);
    s->kernel->backward(s, 0, s->nodes);
    scatter(s, x, 0, s->nodes);
}

void sut_sparse_forward_fixed(const sut_sparse *s, double *x) {
    gather(s, x, 0, s->nodes);
    s->kernel->forward(s, 0, s->fixed_count);
    s->kernel->condense(s);
    scatter(s, x, 0, s->nodes);
}

void sut_sparse_solve_rest(const sut_sparse *s, double *x) {
    gather(s, x, s->fixed_count, s->nodes);
    s->kernel->forward(s, s->fixed_count, s->nodes);
    s->kernel->backward(s, s->fixed_count, s->nodes);
    scatter(s, x, s->fixed_count, s->nodes);
}

void sut_sparse_backward_fixed(const sut_sparse *s, double *x) {
    gather(s, x, 0, s->nodes);
    s->kernel->backward(s, 0, s->fixed_count);
    scatter(s, x, 0, s->fixed_count);
}
