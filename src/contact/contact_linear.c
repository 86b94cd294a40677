// SPDX-License-Identifier: MIT
// contact_linear.c -- forces and displacements when the law of each contact is a straight one:
// one factorisation of the threads, condensed to what touches, with the contacts' stiffness.
#include "contact/contact_linear.h"

#include "math/vec3.h"

#include <string.h>

// K = F H F^T in world axes, F = [n a b]
static void to_world(const sut_contact *k, const double h[9], double m[9]) {
    const double f[9] = {k->frame[0].x, k->frame[1].x, k->frame[2].x, k->frame[0].y, k->frame[1].y,
                         k->frame[2].y, k->frame[0].z, k->frame[1].z, k->frame[2].z};
    double fh[9];
    for (int r = 0; r < 3; r++) {
        for (int c = 0; c < 3; c++) {
            fh[3 * r + c] = (f[3 * r] * h[c] + f[3 * r + 1] * h[3 + c]) + f[3 * r + 2] * h[6 + c];
        }
    }
    for (int r = 0; r < 3; r++) {
        for (int c = 0; c < 3; c++) {
            m[3 * r + c] = (fh[3 * r] * f[3 * c] + fh[3 * r + 1] * f[3 * c + 1]) +
                           fh[3 * r + 2] * f[3 * c + 2];
        }
    }
}

static void add_stiffness(sut_contacts *c) {
    for (int i = 0; i < c->count; i++) {
        const sut_contact *k = &c->contact[i];
        const double *h = c->law[i].h;
        if (h[0] == 0.0 && h[4] == 0.0 && h[8] == 0.0) {
            continue; // open
        }
        double m[9];
        to_world(k, h, m);
        for (int v = 0; v < k->count; v++) {
            for (int u = 0; u < k->count; u++) {
                double *to = c->entry[SUT_CONTACT_ENTRIES * (ptrdiff_t)i + k->count * v + u];
                double weight = k->weight[v] * k->weight[u];
                for (int e = 0; e < 9; e++) {
                    to[SUT_SPARSE_ROW * (e / 3) + e % 3] += weight * m[e];
                }
            }
        }
    }
}

// x = J^T f on the nodes
static void gather_force(sut_contacts *c, const double *f) {
    memset(c->right, 0, 3 * (size_t)c->nodes * sizeof(double));
    for (int i = 0; i < c->count; i++) {
        const sut_contact *k = &c->contact[i];
        sut_vec3 w = v3_scale(k->frame[0], f[3 * i]);
        w = v3_madd(w, f[3 * i + 1], k->frame[1]);
        w = v3_madd(w, f[3 * i + 2], k->frame[2]);
        for (int v = 0; v < k->count; v++) {
            double *x = &c->right[3 * k->node[v]];
            x[0] += k->weight[v] * w.x;
            x[1] += k->weight[v] * w.y;
            x[2] += k->weight[v] * w.z;
        }
    }
}

// u = J x
static void look_at(const sut_contacts *c, double *u) {
    for (int i = 0; i < c->count; i++) {
        const sut_contact *k = &c->contact[i];
        sut_vec3 d = v3_zero();
        for (int v = 0; v < k->count; v++) {
            const double *x = &c->right[3 * k->node[v]];
            d = v3_madd(d, k->weight[v], v3(x[0], x[1], x[2]));
        }
        for (int a = 0; a < 3; a++) {
            u[3 * i + a] = v3_dot(k->frame[a], d);
        }
    }
}

void sut_contact_answer(sut_contacts *c, const double *f, double *u) {
    gather_force(c, f);
    sut_sparse_solve_rest(&c->sparse, c->right);
    look_at(c, u);
}

static double dot(const double *a, const double *b, int count) {
    double sum = 0.0;
    for (int i = 0; i < count; i++) {
        sum += a[i] * b[i];
    }
    return sum;
}

void sut_contact_apply_laws(const sut_contacts *c, const double *x, bool transposed, double *f) {
    for (int i = 0; i < c->count; i++) {
        const double *h = c->law[i].h;
        const double *v = &x[3 * i];
        for (int r = 0; r < 3; r++) {
            f[3 * i + r] = transposed
                               ? (h[r] * v[0] + h[3 + r] * v[1]) + h[6 + r] * v[2]
                               : (h[3 * r] * v[0] + h[3 * r + 1] * v[1]) + h[3 * r + 2] * v[2];
        }
    }
}

// Solve m t = r in place for up to SUT_CONTACT_COLUMNS unknowns, with pivoting.
static bool solve_small(double m[][SUT_CONTACT_COLUMNS], double *t, int n) {
    for (int k = 0; k < n; k++) {
        int best = k;
        for (int i = k + 1; i < n; i++) {
            best = fabs(m[i][k]) > fabs(m[best][k]) ? i : best;
        }
        if (!(fabs(m[best][k]) > 0.0)) {
            return false;
        }
        for (int j = 0; j < n; j++) {
            double swap = m[k][j];
            m[k][j] = m[best][j];
            m[best][j] = swap;
        }
        double swap = t[k];
        t[k] = t[best];
        t[best] = swap;
        for (int i = k + 1; i < n; i++) {
            double f = m[i][k] / m[k][k];
            for (int j = k; j < n; j++) {
                m[i][j] -= f * m[k][j];
            }
            t[i] -= f * t[k];
        }
    }
    for (int k = n - 1; k >= 0; k--) {
        for (int j = k + 1; j < n; j++) {
            t[k] -= m[k][j] * t[j];
        }
        t[k] /= m[k][k];
    }
    return true;
}

bool sut_contact_add_twist(sut_contacts *c, const double *force, double *u) {
    int n = c->columns;
    int size = 3 * c->count;
    double m[SUT_CONTACT_COLUMNS][SUT_CONTACT_COLUMNS];
    double t[SUT_CONTACT_COLUMNS];
    double *scratch = c->y_next;
    for (int i = 0; i < n; i++) {
        // Z - (A + K)^-1 K Z
        sut_contact_apply_laws(c, c->column[i], false, scratch);
        sut_contact_answer(c, scratch, c->image[i]);
        for (int e = 0; e < size; e++) {
            c->image[i][e] = c->column[i][e] - c->image[i][e];
        }
    }
    for (int i = 0; i < n; i++) {
        sut_contact_apply_laws(c, c->column[i], true, scratch);
        for (int j = 0; j < n; j++) {
            m[i][j] = -dot(scratch, c->image[j], size);
        }
        m[i][i] += 1.0 / c->column_factor[i];
        t[i] = dot(c->column[i], force, size) - dot(scratch, u, size);
    }
    if (!solve_small(m, t, n)) {
        return false;
    }
    for (int i = 0; i < n; i++) {
        for (int e = 0; e < size; e++) {
            u[e] -= c->image[i][e] * t[i];
        }
    }
    return true;
}

bool sut_contact_step_to(sut_contacts *c) {
    if (!c->condensed) {
        sut_sparse_restart(&c->sparse);
    }
    c->condensed = false;
    add_stiffness(c);
    if (!sut_sparse_factor_rest(&c->sparse)) {
        return false;
    }
    for (int i = 0; i < c->count; i++) {
        for (int a = 0; a < 3; a++) {
            c->change[3 * i + a] = c->law[i].g[a] - c->start[3 * i + a];
        }
    }
    sut_contact_answer(c, c->change, c->u_next);
    if (c->columns > 0 && !sut_contact_add_twist(c, c->change, c->u_next)) {
        return false;
    }
    sut_contact_apply_laws(c, c->u_next, false, c->y_next);
    for (int i = 0; i < c->count; i++) {
        for (int a = 0; a < 3; a++) {
            c->y_next[3 * i + a] = c->law[i].g[a] - c->y_next[3 * i + a];
        }
    }
    return true;
}
