// SPDX-License-Identifier: MIT
// chol3.c -- values, factorisation in slices, substitutions and columns of the block Cholesky
// factor. The pattern is analysed in chol3_symbolic.c, the arithmetic done in chol3_kernel.c.
#include "linalg/chol3.h"

#include "linalg/chol3_internal.h"

#include <float.h>
#include <string.h>

extern const sut_chol3_kernel sut_chol3_kernel_plain;

const sut_chol3_kernel *sut_chol3_kernel_baseline(void) {
    return &sut_chol3_kernel_plain;
}

#ifdef SUT_HAVE_AVX2
extern const sut_chol3_kernel sut_chol3_kernel_avx2;

const sut_chol3_kernel *sut_chol3_kernel_best(void) {
    return __builtin_cpu_supports("avx2") ? &sut_chol3_kernel_avx2 : &sut_chol3_kernel_plain;
}
#else
const sut_chol3_kernel *sut_chol3_kernel_best(void) {
    return &sut_chol3_kernel_plain;
}
#endif

//---- values --------------------------------------------------------------------------------------

double *sut_chol3_block(sut_chol3 *c, int i, int j, bool *transposed) {
    int a = c->step[i];
    int b = c->step[j];
    *transposed = a < b;
    int row = a < b ? b : a;
    int column = a < b ? a : b;
    size_t begin = c->column[column];
    size_t end = c->column[column + 1];
    while (end - begin > 1) {
        size_t middle = begin + (end - begin) / 2;
        if (c->block_row[middle] <= row) {
            begin = middle;
        } else {
            end = middle;
        }
    }
    return c->block_row[begin] == row ? c->value + 9 * begin : NULL;
}

void sut_chol3_clear(sut_chol3 *c) {
    memset(c->value, 0, 9 * c->block_count * sizeof *c->value);
}

//---- factor --------------------------------------------------------------------------------------

static double *panel_of(const sut_chol3 *c, const sut_chol3_front *f, int which) {
    return c->factor[which] + f->panel;
}

static double *rest_of(const sut_chol3 *c, const sut_chol3_front *f) {
    return c->stack + f->rest;
}

// Block column j of a front from its diagonal on, in the panel or in the remainder.
static double *column_of(const sut_chol3 *c, const sut_chol3_front *f, int j, ptrdiff_t *ld) {
    *ld = j < f->k ? f->ld : f->ld_rest;
    int own = j < f->k ? j : j - f->k;
    return (j < f->k ? panel_of(c, f, 1) : rest_of(c, f)) + 3 * own * (*ld + 1);
}

static void clear_front(const sut_chol3 *c, const sut_chol3_front *f) {
    memset(panel_of(c, f, 1), 0, 3 * (size_t)f->k * (size_t)f->ld * sizeof(double));
    for (int j = f->k; j < f->k + f->m; j++) {
        ptrdiff_t ld;
        double *at = column_of(c, f, j, &ld);
        size_t length = (size_t)(ld - 3 * (ptrdiff_t)(j - f->k)) * sizeof(double);
        for (int i = 0; i < 3; i++, at += ld) {
            memset(at, 0, length);
        }
    }
}

static void put_matrix(const sut_chol3 *c, const sut_chol3_front *f) {
    for (int j = 0; j < f->k; j++) {
        double *at = panel_of(c, f, 1) + 3 * j * f->ld;
        for (size_t b = c->column[f->first + j]; b < c->column[f->first + j + 1]; b++) {
            const double *from = c->copy + 9 * b;
            double *to = at + 3 * (ptrdiff_t)c->block_place[b];
            for (int i = 0; i < 9; i++) {
                to[(i % 3) * f->ld + i / 3] = from[i];
            }
        }
    }
}

// What is left of a child, column by column, in runs of rows that are beside each other here, too.
static void take_child(const sut_chol3 *c, const sut_chol3_front *f, const sut_chol3_front *child) {
    const int *place = c->place + child->row;
    const int *run_end = c->run_end + child->row;
    for (int j = 0; j < child->m; j++) {
        const double *from = rest_of(c, child) + 3 * j * (child->ld_rest + 1);
        ptrdiff_t ld;
        double *to = column_of(c, f, place[j], &ld);
        for (int r = j; r < child->m; r = run_end[r]) {
            c->kernel->add(to + 3 * (ptrdiff_t)(place[r] - place[j]), ld,
                           from + 3 * (ptrdiff_t)(r - j), child->ld_rest, 3 * (run_end[r] - r));
        }
    }
}

static void assemble(const sut_chol3 *c, const sut_chol3_front *f) {
    clear_front(c, f);
    put_matrix(c, f);
    for (int i = f->child; i >= 0; i = c->front[i].next) {
        take_child(c, f, &c->front[i]);
    }
}

// A pivot that is this much smaller than what its row started with is made of rounding errors.
static void limits_of(const sut_chol3 *c, int step, double limit[3]) {
    const double *diagonal = c->copy + 9 * c->column[step];
    for (int i = 0; i < 3; i++) {
        limit[i] = 256.0 * DBL_EPSILON * diagonal[4 * (ptrdiff_t)i];
        // a negative diagonal must not let a negative pivot pass
        limit[i] = limit[i] < 0.0 ? 0.0 : limit[i];
    }
}

static bool do_column(const sut_chol3 *c, const sut_chol3_front *f, int j) {
    ptrdiff_t ld;
    double *at = column_of(c, f, j, &ld);
    int rows = 3 * (f->k + f->m - j);
    int count = 3 * (j < f->k ? j : f->k);
    c->kernel->update(at, ld, panel_of(c, f, 1) + (ptrdiff_t)3 * j, f->ld, count, rows);
    if (j >= f->k) {
        return true;
    }
    double limit[3];
    int step = f->first + j;
    limits_of(c, step, limit);
    return c->kernel->pivot(at, ld, rows, limit, c->inverse[1] + 3 * (ptrdiff_t)step);
}

void sut_chol3_begin(sut_chol3 *c) {
    memcpy(c->copy, c->value, 9 * c->block_count * sizeof *c->copy);
    c->slice_front = 0;
    c->slice_column = 0;
    c->state = c->front_count > 0 ? SUT_CHOL3_WORKING : SUT_CHOL3_READY;
}

static double do_slice_column(sut_chol3 *c) {
    const sut_chol3_front *f = &c->front[c->slice_front];
    double done = sut_chol3_column_work(f, c->slice_column);
    if (c->slice_column == 0) {
        assemble(c, f);
        done += sut_chol3_assembly_work(c, f);
    }
    if (!do_column(c, f, c->slice_column)) {
        c->state = SUT_CHOL3_BAD;
        return done;
    }
    c->slice_column++;
    if (c->slice_column == f->k + f->m) {
        c->slice_column = 0;
        c->slice_front++;
    }
    if (c->slice_front == c->front_count) {
        c->state = SUT_CHOL3_READY;
    }
    return done;
}

sut_chol3_state sut_chol3_slice(sut_chol3 *c, double multiplications) {
    double done = 0.0;
    while (c->state == SUT_CHOL3_WORKING && done < multiplications) {
        done += do_slice_column(c);
    }
    return c->state;
}

void sut_chol3_swap(sut_chol3 *c) {
    double *factor = c->factor[0];
    double *inverse = c->inverse[0];
    c->factor[0] = c->factor[1];
    c->inverse[0] = c->inverse[1];
    c->factor[1] = factor;
    c->inverse[1] = inverse;
    c->state = SUT_CHOL3_BAD;
    c->version++;
}

bool sut_chol3_factor(sut_chol3 *c) {
    sut_chol3_begin(c);
    if (sut_chol3_slice(c, DBL_MAX) != SUT_CHOL3_READY) {
        return false;
    }
    sut_chol3_swap(c);
    return true;
}

double sut_chol3_work(const sut_chol3 *c) {
    return c->work;
}

void sut_chol3_copy(sut_chol3 *to, const sut_chol3 *from) {
    size_t blocks = 9 * from->block_count * sizeof(double);
    memcpy(to->value, from->value, blocks);
    memcpy(to->copy, from->copy, blocks);
    for (int k = 0; k < 2; k++) {
        memcpy(to->factor[k], from->factor[k], from->entries * sizeof(double));
        memcpy(to->inverse[k], from->inverse[k], 3 * (size_t)from->nodes * sizeof(double));
    }
    memcpy(to->stack, from->stack, from->stack_size * sizeof(double));
    to->slice_front = from->slice_front;
    to->slice_column = from->slice_column;
    to->state = from->state;
    to->version = (to->version > from->version ? to->version : from->version) + 1;
}

size_t sut_chol3_entries(const sut_chol3 *c) {
    return c->entries;
}

uint64_t sut_chol3_version(const sut_chol3 *c) {
    return c->version;
}

//---- solve ---------------------------------------------------------------------------------------

static void forward(const sut_chol3 *c) {
    double *v = c->work_v;
    for (int i = 0; i < c->front_count; i++) {
        const sut_chol3_front *f = &c->front[i];
        double *x = c->work_x + (ptrdiff_t)3 * f->first;
        const int *rows = c->rows + f->row;
        int own = 3 * f->k;
        memcpy(v, x, (size_t)own * sizeof *v);
        memset(v + own, 0, (3 * (size_t)f->m + 3) * sizeof *v);
        c->kernel->forward(panel_of(c, f, 0), f->ld, f->k, own + 3 * f->m,
                           c->inverse[0] + 3 * (ptrdiff_t)f->first, v);
        memcpy(x, v, (size_t)own * sizeof *v);
        const double *from = v + own;
        for (int r = 0; r < f->m; r++, from += 3) {
            double *to = c->work_x + 3 * (ptrdiff_t)rows[r];
            to[0] += from[0];
            to[1] += from[1];
            to[2] += from[2];
        }
    }
}

static void backward(const sut_chol3 *c) {
    double *v = c->work_v;
    for (int i = c->front_count - 1; i >= 0; i--) {
        const sut_chol3_front *f = &c->front[i];
        double *x = c->work_x + (ptrdiff_t)3 * f->first;
        const int *rows = c->rows + f->row;
        int own = 3 * f->k;
        memcpy(v, x, (size_t)own * sizeof *v);
        double *to = v + own;
        for (int r = 0; r < f->m; r++, to += 3) {
            memcpy(to, c->work_x + 3 * (ptrdiff_t)rows[r], 3 * sizeof *v);
        }
        to[0] = to[1] = to[2] = 0.0;
        c->kernel->backward(panel_of(c, f, 0), f->ld, f->k, own + 3 * f->m,
                            c->inverse[0] + 3 * (ptrdiff_t)f->first, v);
        memcpy(x, v, (size_t)own * sizeof *v);
    }
}

void sut_chol3_solve(const sut_chol3 *c, double *x) {
    for (int i = 0; i < c->nodes; i++) {
        memcpy(c->work_x + (ptrdiff_t)3 * i, x + 3 * (ptrdiff_t)c->node[i], 3 * sizeof *x);
    }
    forward(c);
    backward(c);
    for (int i = 0; i < c->nodes; i++) {
        memcpy(x + 3 * (ptrdiff_t)c->node[i], c->work_x + (ptrdiff_t)3 * i, 3 * sizeof *x);
    }
}

//---- columns -------------------------------------------------------------------------------------
// A column is three vectors with the values of the fronts from that of its node to the root, and
// three zeros after each. The same front is equally far from the end in all of them.

static int path_of(const sut_chol3 *c, int node) {
    return c->front[c->front_of[c->step[node]]].tail;
}

static ptrdiff_t stride_of(const sut_chol3 *c, int node) {
    return path_of(c, node) + 3;
}

size_t sut_chol3_column_size(const sut_chol3 *c, int node) {
    return 3 * (size_t)stride_of(c, node);
}

static void follow_front(const sut_chol3 *c, const sut_chol3_front *f, int path, double *y) {
    const ptrdiff_t stride = path + 3;
    const ptrdiff_t lane = c->rows_max + 4;
    const int own = 3 * f->k;
    double *x = y + (path - f->tail);
    double *v = c->work_v;
    for (int i = 0; i < 3; i++) {
        memcpy(v + i * lane, x + i * stride, (size_t)own * sizeof *v);
        memset(v + i * lane + own, 0, (3 * (size_t)f->m + 3) * sizeof *v);
    }
    c->kernel->forward3(panel_of(c, f, 0), f->ld, f->k, own + 3 * f->m,
                        c->inverse[0] + 3 * (ptrdiff_t)f->first, v, lane);
    for (int i = 0; i < 3; i++) {
        const double *from = v + i * lane;
        memcpy(x + i * stride, from, (size_t)own * sizeof *v);
        from += own;
        for (int r = 0; r < f->m; r++, from += 3) {
            double *to = y + i * stride + (path - c->from_root[c->rows[f->row + (size_t)r]]);
            to[0] += from[0];
            to[1] += from[1];
            to[2] += from[2];
        }
    }
}

void sut_chol3_column(const sut_chol3 *c, int node, double *y) {
    int step = c->step[node];
    int path = path_of(c, node);
    memset(y, 0, sut_chol3_column_size(c, node) * sizeof *y);
    for (int i = 0; i < 3; i++) {
        y[i * (ptrdiff_t)(path + 3) + (path - c->from_root[step]) + i] = 1.0;
    }
    for (int i = c->front_of[step]; i >= 0; i = c->front[i].parent) {
        follow_front(c, &c->front[i], path, y);
    }
}

// Values of the fronts that the paths of two nodes share; 0: they are not connected.
static int common_path(const sut_chol3 *c, int a, int b) {
    int i = c->front_of[c->step[a]];
    int j = c->front_of[c->step[b]];
    // parents have higher numbers
    while (i != j) {
        int *lower = i < j ? &i : &j;
        *lower = c->front[*lower].parent;
        if (*lower < 0) {
            return 0;
        }
    }
    return c->front[i].tail;
}

void sut_chol3_compliance(const sut_chol3 *c, int a, const double *ya, int b, const double *yb,
                          double out[9]) {
    int common = common_path(c, a, b);
    c->kernel->dots(ya + (path_of(c, a) - common), stride_of(c, a), yb + (path_of(c, b) - common),
                    stride_of(c, b), common, out);
}
