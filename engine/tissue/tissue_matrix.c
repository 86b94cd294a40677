// SPDX-License-Identifier: MIT
// tissue_matrix.c -- the matrix of a substep, and its factor at once or in slices.
//
// A = M/h^2 + damping M/h + K + (tau/h) K_viscous + springs (T18); rows and columns of pinned axes
// are those of the unit matrix. Everything it depends on is kept, so that a restored tissue makes
// the same factor again.
#include "tissue/tissue_parts.h"

#include <string.h>

enum {
    ASSEMBLY = 8, // substeps that the matrix of a factorisation in slices takes
    SLICES = 8    // and the factorisation itself
};

static size_t bytes(const sut_tissue *t) {
    return 3 * (size_t)t->n * sizeof(double);
}

void sut_tissue_measure_stiffness(sut_tissue *t) {
    memset(t->diagonal, 0, 9 * (size_t)t->n * sizeof(double));
    memset(t->off_diagonal, 0, 9 * (size_t)t->pair_count * sizeof(double));
    t->model->assemble(t, 1.0, t->x);
    t->stiff_most = 0.0;
    for (int i = 0; i < t->n; i++) {
        for (int k = 0; k < 9; k += 4) {
            double own = t->diagonal[9 * (ptrdiff_t)i + k];
            t->stiff_most = own > t->stiff_most ? own : t->stiff_most;
        }
    }
}

bool sut_tissue_matrix_fits(const sut_tissue *t, const sut_tissue_matrix *m) {
    return m->made && m->h == t->h && // another h is another matrix, however near
           memcmp(m->pinned, t->pinned, (size_t)t->n) == 0 &&
           memcmp(m->spring, t->spring, bytes(t)) == 0;
}

static void note(sut_tissue *t, sut_tissue_matrix *m, const double *x) {
    m->made = true;
    m->parted = m == &t->next;
    m->h = t->h;
    memcpy(m->x, x, bytes(t));
    memcpy(m->spring, t->spring, bytes(t));
    memcpy(m->pinned, t->pinned, (size_t)t->n);
}

static void put_diagonal(const sut_tissue *t, const sut_tissue_matrix *m, int i, double *to) {
    double rate = 1.0 / m->h;
    double inertia = t->mass[i] * rate * (rate + t->def.damping_linear);
    const double *from = &t->diagonal[9 * (ptrdiff_t)i];
    for (int k = 0; k < 3; k++) {
        for (int l = 0; l < 3; l++) {
            // the two halves differ by rounding, and a factor reads only one of them
            double v = 0.5 * (from[3 * k + l] + from[3 * l + k]);
            bool held = (m->pinned[i] >> k & 1) || (m->pinned[i] >> l & 1);
            to[3 * k + l] = held ? 0.0 : v;
        }
        bool held = m->pinned[i] >> k & 1;
        to[4 * k] = held ? 1.0 : to[4 * k] + (inertia + m->spring[3 * i + k]);
    }
}

static void put_pair(const sut_tissue *t, const sut_tissue_matrix *m, int p, bool turned,
                     double *to) {
    const double *from = &t->off_diagonal[9 * (ptrdiff_t)p];
    unsigned a = m->pinned[t->pairs[p][0]];
    unsigned b = m->pinned[t->pairs[p][1]];
    for (int k = 0; k < 3; k++) {
        for (int l = 0; l < 3; l++) {
            bool held = (a >> k & 1) || (b >> l & 1);
            to[turned ? 3 * l + k : 3 * k + l] = held ? 0.0 : from[3 * k + l];
        }
    }
}

static void assemble_elements(sut_tissue *t, const sut_tissue_matrix *m) {
    memset(t->diagonal, 0, 9 * (size_t)t->n * sizeof(double));
    memset(t->off_diagonal, 0, 9 * (size_t)t->pair_count * sizeof(double));
    t->parts = m->parted ? ASSEMBLY : 1;
    for (t->part = 0; t->part < t->parts; t->part++) {
        t->model->assemble(t, m->h, m->x);
    }
    t->part = 0;
    t->parts = 1;
}

static void put_all(sut_tissue *t, const sut_tissue_matrix *m) {
    for (int i = 0; i < t->n; i++) {
        put_diagonal(t, m, i, t->block[i]);
    }
    for (int p = 0; p < t->pair_count; p++) {
        put_pair(t, m, p, t->turned[p], t->block[t->n + p]);
    }
}

static void assemble(sut_tissue *t, const sut_tissue_matrix *m) {
    assemble_elements(t, m);
    put_all(t, m);
}

static void exchange(double **a, double **b) {
    double *c = *a;
    *a = *b;
    *b = c;
}

// A part of the elements into places of their own: others may assemble in between.
static void assemble_part(sut_tissue *t, int part) {
    exchange(&t->diagonal, &t->slow_diagonal);
    exchange(&t->off_diagonal, &t->slow_off_diagonal);
    if (part == 0) {
        memset(t->diagonal, 0, 9 * (size_t)t->n * sizeof(double));
        memset(t->off_diagonal, 0, 9 * (size_t)t->pair_count * sizeof(double));
    }
    t->part = part;
    t->parts = ASSEMBLY;
    t->model->assemble(t, t->next.h, t->next.x);
    t->part = 0;
    t->parts = 1;
    if (part == ASSEMBLY - 1) {
        put_all(t, &t->next);
        sut_chol3_begin(t->factor);
    }
    exchange(&t->diagonal, &t->slow_diagonal);
    exchange(&t->off_diagonal, &t->slow_off_diagonal);
}

void sut_tissue_matrix_values(sut_tissue *t, double *value) {
    assemble_elements(t, &t->matrix);
    for (int i = 0; i < t->n; i++) {
        put_diagonal(t, &t->matrix, i, &value[9 * (ptrdiff_t)i]);
    }
    for (int p = 0; p < t->pair_count; p++) {
        put_pair(t, &t->matrix, p, false, &value[9 * (ptrdiff_t)(t->n + p)]);
    }
}

bool sut_tissue_factorise(sut_tissue *t, const double *x) {
    note(t, &t->matrix, x);
    assemble(t, &t->matrix);
    t->next.made = false; // what was being made is overtaken
    t->factor_version++;
    t->age = 0;
    t->matrix.made = sut_chol3_factor(t->factor);
    return t->matrix.made;
}

void sut_tissue_factor_begin(sut_tissue *t) {
    for (int i = 0; i < t->n; i++) {
        t->trial[3 * i] = t->body.position[i].x;
        t->trial[3 * i + 1] = t->body.position[i].y;
        t->trial[3 * i + 2] = t->body.position[i].z;
    }
    t->current = false;
    note(t, &t->next, t->trial);
    t->slices = 0;
}

static sut_chol3_state slice(sut_tissue *t) {
    if (t->slices < ASSEMBLY) {
        assemble_part(t, t->slices++);
        return SUT_CHOL3_WORKING;
    }
    t->slices++;
    // a little more than an equal part: the last slice is not a rest
    return sut_chol3_slice(t->factor, 1.02 * sut_chol3_work(t->factor) / SLICES);
}

void sut_tissue_factor_slice(sut_tissue *t) {
    if (!t->next.made) {
        return;
    }
    sut_chol3_state state = slice(t);
    if (state == SUT_CHOL3_WORKING) {
        return;
    }
    if (state == SUT_CHOL3_READY && sut_tissue_matrix_fits(t, &t->next)) {
        sut_chol3_swap(t->factor);
        sut_tissue_matrix old = t->matrix;
        t->matrix = t->next;
        t->next = old;
        t->factor_version++;
        t->age = 0;
    }
    t->next.made = false;
}

bool sut_tissue_factor_rebuild(sut_tissue *t, bool known, bool next_known) {
    t->factor_version++;
    if (known && next_known) {
        return true;
    }
    if (t->matrix.made && !known) {
        assemble(t, &t->matrix);
        t->matrix.made = sut_chol3_factor(t->factor);
        if (!t->matrix.made) {
            return false;
        }
    }
    if (t->next.made) {
        int done = t->slices;
        t->slices = 0;
        while (t->slices < done) {
            (void)slice(t);
        }
    }
    return true;
}
