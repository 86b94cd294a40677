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

// K of a hole: J of a vertex is weight I in the rows a and slope I in the rows tau, that of s
// is t in the rows a and 1 in the rows sigma and order, -1 of the hole before in the row order.
static void add_hole_stiffness(sut_contacts *c, int i) {
    const sut_hole *k = c->hole[i];
    const sut_hole_law *l = &k->law;
    double **entry = &c->hole_entry[(ptrdiff_t)SUT_HOLE_NODES * SUT_HOLE_NODES * i];
    const int s = k->vertices;
    for (int v = 0; v < s; v++) {
        for (int u = 0; u < s; u++) {
            double *to = entry[k->count * v + u];
            double m = l->kn * k->weight[v] * k->weight[u];
            to[0] += m;
            to[SUT_SPARSE_ROW + 1] += m;
            to[2 * SUT_SPARSE_ROW + 2] += m;
        }
        sut_vec3 column = v3_madd(v3_scale(k->t, l->kn * k->weight[v]), k->slope[v], l->f0);
        double *to = entry[k->count * v + s];
        to[0] += column.x;
        to[SUT_SPARSE_ROW] += column.y;
        to[2 * SUT_SPARSE_ROW] += column.z;
        sut_vec3 row = v3_scale(v3_madd(l->a, l->kn, k->t), k->weight[v]);
        row = v3_madd(row, k->slope[v], l->tau);
        to = entry[k->count * s + v];
        to[0] += row.x;
        to[1] += row.y;
        to[2] += row.z;
    }
    entry[k->count * s + s][0] += (l->kn + v3_dot(l->a, k->t)) + (l->sigma + l->order);
    if (k->follows) {
        entry[k->count * s + s + 1][0] -= l->order;
        entry[k->count * (s + 1) + s][0] -= l->order;
        entry[k->count * (s + 1) + s + 1][0] += l->order;
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
    for (int i = 0; i < c->holes; i++) {
        add_hole_stiffness(c, i);
    }
}

static void push_from_hole(sut_contacts *c, int i, const double *f) {
    const sut_hole *k = c->hole[i];
    sut_vec3 a = v3(f[0], f[1], f[2]);
    sut_vec3 turn = v3(f[3], f[4], f[5]);
    for (int v = 0; v < k->vertices; v++) {
        double *x = &c->right[3 * k->node[v]];
        x[0] += k->weight[v] * a.x + k->slope[v] * turn.x;
        x[1] += k->weight[v] * a.y + k->slope[v] * turn.y;
        x[2] += k->weight[v] * a.z + k->slope[v] * turn.z;
    }
    c->right[3 * k->node[k->vertices]] += v3_dot(k->t, a) + (f[6] + f[7]);
    if (k->follows) {
        c->right[3 * k->node[k->vertices + 1]] -= f[7];
    }
}

static void look_at_hole(const sut_contacts *c, int i, double *u) {
    const sut_hole *k = c->hole[i];
    double sigma = c->right[3 * k->node[k->vertices]];
    sut_vec3 a = v3_scale(k->t, sigma);
    sut_vec3 turn = v3_zero();
    for (int v = 0; v < k->vertices; v++) {
        const double *x = &c->right[3 * k->node[v]];
        a = v3_madd(a, k->weight[v], v3(x[0], x[1], x[2]));
        turn = v3_madd(turn, k->slope[v], v3(x[0], x[1], x[2]));
    }
    const double all[SUT_HOLE_ROWS] = {a.x, a.y, a.z, turn.x, turn.y, turn.z, sigma, 0.0};
    memcpy(u, all, sizeof all);
    u[7] = k->follows ? sigma - c->right[3 * k->node[k->vertices + 1]] : 0.0;
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
    for (int i = 0; i < c->holes; i++) {
        push_from_hole(c, i, &f[sut_hole_row(c, i)]);
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
    for (int i = 0; i < c->holes; i++) {
        look_at_hole(c, i, &u[sut_hole_row(c, i)]);
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
    for (int i = 0; i < c->holes; i++) {
        int row = sut_hole_row(c, i);
        sut_hole_apply_law(&c->hole[i]->law, &x[row], transposed, &f[row]);
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

bool sut_contact_add_twist(sut_contacts *c, bool anew, const double *force, double *u) {
    int n = c->columns;
    int size = sut_contact_rows(c);
    double m[SUT_CONTACT_COLUMNS][SUT_CONTACT_COLUMNS];
    double t[SUT_CONTACT_COLUMNS];
    double *scratch = c->y_next;
    for (int i = 0; anew && i < n; i++) {
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

// Factor with the stiffness of the laws, solve for the change of their forces, and what that
// leaves of them.
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
    for (int i = 0, row = sut_hole_row(c, 0); i < c->holes; i++) {
        for (int a = 0; a < SUT_HOLE_ROWS; a++, row++) {
            c->change[row] = c->hole[i]->law.g[a] - c->start[row];
        }
    }
    sut_contact_answer(c, c->change, c->u_next);
    if (c->columns > 0 && !sut_contact_add_twist(c, true, c->change, c->u_next)) {
        return false;
    }
    sut_contact_apply_laws(c, c->u_next, false, c->y_next);
    for (int i = 0; i < c->count; i++) {
        for (int a = 0; a < 3; a++) {
            c->y_next[3 * i + a] = c->law[i].g[a] - c->y_next[3 * i + a];
        }
    }
    for (int i = 0, row = sut_hole_row(c, 0); i < c->holes; i++) {
        for (int a = 0; a < SUT_HOLE_ROWS; a++, row++) {
            c->y_next[row] = c->hole[i]->law.g[a] - c->y_next[row];
        }
    }
    return true;
}
