// SPDX-License-Identifier: MIT
// body_condense.c -- dense condensation of a body to the vertices that links act on.
#include "body/body_condense.h"

#include "linalg/small.h"

#include <string.h>

//---- memory --------------------------------------------------------------------------------------

// Sizes of all parts, then the pointers into them; without memory only the sum.
static size_t lay_out(sut_body_nodes *d, char *memory) {
    size_t n = (size_t)d->n;
    size_t room = (size_t)d->room;
    size_t used = 0;
    enum { PARTS = 7 };
    size_t at[PARTS];
    const size_t bytes[PARTS] = {sut_dense3_size(d->room) * sizeof(double),
                                 3 * room * sizeof(double),
                                 3 * n * sizeof(double),
                                 room * room * sizeof(double *),
                                 room * sizeof(int),
                                 n * sizeof(int),
                                 3 * room * sizeof(bool)};
    for (int i = 0; i < PARTS; i++) {
        at[i] = used;
        used += (bytes[i] + 63) / 64 * 64;
    }
    if (memory) {
        sut_dense3_place(&d->dense, d->room, (double *)(void *)(memory + at[0]));
        d->axis = (double *)(void *)(memory + at[1]);
        d->saved = (double *)(void *)(memory + at[2]);
        d->block = (double **)(void *)(memory + at[3]);
        d->vertex = (int *)(void *)(memory + at[4]);
        d->index = (int *)(void *)(memory + at[5]);
        d->held = (bool *)(void *)(memory + at[6]);
    }
    return used;
}

bool sut_body_nodes_make(sut_body_nodes *d, int n, int room, sut_memory *m) {
    *d = (sut_body_nodes){.n = n, .room = room < n ? room : n};
    d->size = lay_out(d, NULL);
    d->memory = sut_memory_take(m, d->size);
    if (!d->memory) {
        return false;
    }
    lay_out(d, d->memory);
    memset(d->index, 0xff, (size_t)n * sizeof *d->index);
    return true;
}

void sut_body_nodes_free(sut_body_nodes *d, sut_memory *m) {
    sut_memory_give(m, d->memory, d->size);
    d->memory = NULL;
}

//---- nodes ---------------------------------------------------------------------------------------

void sut_body_nodes_clear(sut_body_nodes *d) {
    d->count = 0;
    memset(d->index, 0xff, (size_t)d->n * sizeof *d->index);
}

void sut_body_nodes_mark(sut_body_nodes *d, int vertex) {
    d->index[vertex] = 0;
}

// In the order of the vertices, so that it does not matter in which order links are listed.
int sut_body_nodes_number(sut_body_nodes *d) {
    d->count = 0;
    for (int v = 0; v < d->n; v++) {
        if (d->index[v] < 0) {
            continue;
        }
        if (d->count == d->room) {
            d->count = 0;
            return SUT_BODY_TOO_MANY;
        }
        d->index[v] = d->count;
        d->vertex[d->count++] = v;
    }
    return d->count;
}

void sut_body_nodes_couple(const sut_body_nodes *d, int first_node, sut_sparse *s) {
    for (int i = 0; i < d->count; i++) {
        for (int j = 0; j < i; j++) {
            sut_sparse_couple(s, first_node + i, first_node + j);
        }
    }
}

void sut_body_nodes_look_up(sut_body_nodes *d, int first_node, sut_sparse *s) {
    double **to = d->block;
    for (int i = 0; i < d->count; i++) {
        for (int j = 0; j < d->count; j++) {
            *to++ = sut_sparse_block(s, first_node + i, first_node + j);
        }
    }
}

//---- values --------------------------------------------------------------------------------------

void sut_body_nodes_begin(sut_body_nodes *d) {
    sut_dense3_begin(&d->dense, d->count);
}

void sut_body_nodes_set(sut_body_nodes *d, int i, int j, const double m[9]) {
    sut_dense3_set(&d->dense, i, j, m);
    for (int k = 0; i == j && k < 3; k++) {
        d->axis[3 * (ptrdiff_t)i + k] = m[4 * (ptrdiff_t)k];
    }
}

// A held axis has no compliance, so there is no inverse. It is cut off from the others and given
// 2^-40 of the largest compliance: what is applied to it in the end is nothing, and until then
// links see it move by less than they are solved to.
static void hold_axis(sut_body_nodes *d, ptrdiff_t axis, double compliance) {
    double *a = d->dense.a;
    for (ptrdiff_t k = 0; k < 3 * (ptrdiff_t)d->count; k++) {
        a[k * d->dense.ld + axis] = 0.0;
        a[axis * d->dense.ld + k] = 0.0;
    }
    a[axis * (d->dense.ld + 1)] = compliance;
}

bool sut_body_nodes_invert(sut_body_nodes *d) {
    double most = 0.0;
    for (int i = 0; i < 3 * d->count; i++) {
        most = !d->held[i] && d->axis[i] > most ? d->axis[i] : most;
    }
    // all are held: any stiffness serves that is no rounding beside those of links
    most = most > 0.0 ? most : 1.0;
    for (int i = 0; i < 3 * d->count; i++) {
        if (d->held[i]) {
            hold_axis(d, i, 0x1p-40 * most);
        }
    }
    return sut_dense3_invert(&d->dense);
}

void sut_body_nodes_put(const sut_body_nodes *d) {
    const ptrdiff_t count = d->count;
    for (int i = 0; i < d->count; i++) {
        for (int j = 0; j <= i; j++) {
            double m[9];
            sut_dense3_get(&d->dense, i, j, m);
            sut_block_set(d->block[i * count + j], m);
            if (i != j) {
                const double t[9] = {m[0], m[3], m[6], m[1], m[4], m[7], m[2], m[5], m[8]};
                sut_block_set(d->block[j * count + i], t);
            }
        }
    }
}

//---- by unit loads -------------------------------------------------------------------------------

// Three columns of the compliance: those of node j. What is above the diagonal is left out.
static void load_node(sut_body *b, sut_body_nodes *d, int j) {
    size_t bytes = 3 * (size_t)b->n * sizeof(double);
    for (int k = 0; k < 3; k++) {
        memset(b->answer, 0, bytes);
        memset(b->correction, 0, bytes);
        b->answer[3 * (ptrdiff_t)d->vertex[j] + k] = 1.0;
        b->kind->respond(b);
        double *column = d->dense.a + (3 * (ptrdiff_t)j + k) * d->dense.ld;
        for (int i = j; i < d->count; i++) {
            memcpy(column + 3 * (ptrdiff_t)i, b->correction + 3 * (ptrdiff_t)d->vertex[i],
                   3 * sizeof(double));
        }
        d->axis[3 * (ptrdiff_t)j + k] = column[3 * (ptrdiff_t)j + k];
    }
}

bool sut_body_condense_dense(sut_body *b, sut_body_nodes *d) {
    size_t bytes = 3 * (size_t)b->n * sizeof(double);
    memcpy(d->saved, b->correction, bytes);
    sut_body_nodes_begin(d);
    for (int j = 0; j < d->count; j++) {
        load_node(b, d, j);
    }
    memcpy(b->correction, d->saved, bytes);
    memset(b->answer, 0, bytes);
    // exactly zero: the load was dropped before anything was computed
    for (int i = 0; i < 3 * d->count; i++) {
        d->held[i] = d->axis[i] == 0.0;
    }
    if (!sut_body_nodes_invert(d)) {
        return false;
    }
    sut_body_nodes_put(d);
    return true;
}
