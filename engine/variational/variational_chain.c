// SPDX-License-Identifier: MIT
// variational_chain.c -- the multipliers that keep the lengths of the edges.
// docs/theory/variational.md
#include "variational/variational_chain.h"

#include "linalg/tri.h"

#include <math.h>

//---- memory --------------------------------------------------------------------------------------
sut_multipliers sut_multipliers_of(sut_rod *r, double **weight, double **goal) {
    size_t n = (size_t)r->body.n;
    double *next = r->chain.column[0]; // 12 n values
    sut_multipliers c = {.edges = r->body.n - 1,
                         .edge = r->state.edge,
                         .low = r->work.mixed,
                         .up = r->work.mixed_gain};
    double **arrays[] = {&c.bar.x,   &c.bar.y, &c.bar.z, &c.mid,     &c.right,   weight,
                         &c.density, goal,     &c.give,  &c.speed.x, &c.speed.y, &c.speed.z};
    for (size_t i = 0; i < sizeof arrays / sizeof arrays[0]; i++) {
        *arrays[i] = next;
        next += n;
    }
    c.weight = *weight;
    c.goal = *goal;
    return c;
}

//---- rows ----------------------------------------------------------------------------------------
// One row: residual of the length of edge i with the multipliers as they are, and its derivatives.
// a and b are the edges before and after, whose multipliers move its ends by `before` and `after`;
// at the ends of the chain these are zero and the edge stands for its missing neighbour.
static inline void make_row(const sut_multipliers *c, int i, int a, int b, double share) {
    const double *s = c->density;
    const sut_soa3 *e = &c->edge;
    double before = c->reach * c->weight[i];
    double after = c->reach * c->weight[i + 1];
    double middle = -(before + after);
    before = a < i ? before : 0.0;
    after = b > i ? after : 0.0;
    double f = before * s[a];
    double g = middle * s[i];
    double h = after * s[b];
    double ox = (f * e->x[a] + g * e->x[i]) + h * e->x[b];
    double oy = (f * e->y[a] + g * e->y[i]) + h * e->y[b];
    double oz = (f * e->z[a] + g * e->z[i]) + h * e->z[b];
    double x = c->bar.x[i] + ox;
    double y = c->bar.y[i] + oy;
    double z = c->bar.z[i] + oz;
    c->right[i] = ((x * x + y * y) + z * z) - c->goal[i] * c->goal[i];
    double ax = 2.0 * c->bar.x[i] + share * ox;
    double ay = 2.0 * c->bar.y[i] + share * oy;
    double az = 2.0 * c->bar.z[i] + share * oz;
    c->low[i] = before * ((ax * e->x[a] + ay * e->y[a]) + az * e->z[a]);
    c->mid[i] = middle * ((ax * e->x[i] + ay * e->y[i]) + az * e->z[i]);
    c->up[i] = after * ((ax * e->x[b] + ay * e->y[b]) + az * e->z[b]);
}

static void make_rows(const sut_multipliers *c, double share) {
    const int last = c->edges - 1;
    for (int i = 1; i < last; i++) {
        make_row(c, i, i - 1, i + 1, share);
    }
    make_row(c, 0, 0, last > 0 ? 1 : 0, share);
    if (last > 0) {
        make_row(c, last, last - 1, last, share);
    }
}

// Springs aim at a length that grows with their own force.
static void add_springs(const sut_multipliers *c) {
    for (int i = 0; c->give && i < c->edges; i++) {
        double aim = c->goal[i] + c->give[i] * c->density[i];
        c->right[i] += c->goal[i] * c->goal[i] - aim * aim;
        c->mid[i] -= 2.0 * aim * c->give[i];
    }
}

double sut_multipliers_lack(sut_multipliers *c, double share) {
    make_rows(c, share);
    add_springs(c);
    double worst = 0.0;
    for (int i = 0; i < c->edges; i++) {
        if (!(c->weight[i] + c->weight[i + 1] > 0.0)) {
            // both ends held: the length is what the holds make it, without a multiplier
            c->mid[i] = -1.0;
            c->right[i] = -c->density[i];
            continue;
        }
        double goal = c->goal[i];
        double error = fabs(c->right[i]) / (2.0 * goal * goal);
        worst = error <= worst ? worst : error; // keeps NaN
    }
    return worst;
}

// From both ends towards the middle, so that the processor does not wait for every division: the
// diagonal dominates. Solution in `right`.
static bool eliminate(const sut_multipliers *c) {
    const int n = c->edges;
    const int half = n / 2; // rows 0 .. half-1 from the top, n-1 .. half+1 from the bottom
    double *x = c->right;
    double *up = c->up;
    double *low = c->low;
    for (int i = 0; i < half; i++) {
        int k = n - 1 - i;
        double pivot = i > 0 ? c->mid[i] - low[i] * up[i - 1] : c->mid[i];
        double value = i > 0 ? x[i] - low[i] * x[i - 1] : x[i];
        double inverse = 1.0 / pivot;
        up[i] *= inverse;
        x[i] = value * inverse;
        if (k > half) {
            double end = i > 0 ? c->mid[k] - up[k] * low[k + 1] : c->mid[k];
            double rest = i > 0 ? x[k] - up[k] * x[k + 1] : x[k];
            double other = 1.0 / end;
            low[k] *= other;
            x[k] = rest * other;
        }
    }
    double pivot = c->mid[half];
    double value = x[half];
    if (half > 0) {
        pivot -= low[half] * up[half - 1];
        value -= low[half] * x[half - 1];
    }
    if (half < n - 1) {
        pivot -= up[half] * low[half + 1];
        value -= up[half] * x[half + 1];
    }
    x[half] = value / pivot;
    double sum = fabs(x[half]);
    for (int i = 1; i <= half || half + i < n; i++) {
        if (i <= half) {
            x[half - i] -= up[half - i] * x[half - i + 1];
            sum += fabs(x[half - i]);
        }
        if (half + i < n) {
            x[half + i] -= low[half + i] * x[half + i - 1];
            sum += fabs(x[half + i]);
        }
    }
    return sum < 1e300; // false for NaN
}

// The published contraction is (A + B(s)) s_next = R. With the residual G = (A + B) s - R of the
// last densities that is (A + B)(s_next - s) = -G: the same iteration, without the loss of digits
// in R, and Newton's with A + 2 B in its place.
sut_multipliers_report sut_multipliers_solve(sut_multipliers *c, sut_multiplier_solver solver,
                                             double tolerance, int most) {
    sut_multipliers_report report = {0, 0.0, false};
    double share = solver == SUT_MULTIPLIERS_NEWTON ? 2.0 : 1.0;
    double before = HUGE_VAL;
    for (;;) {
        report.error = sut_multipliers_lack(c, share);
        bool small = report.error <= tolerance;
        // rounding lets it go no further
        bool stuck = report.error <= 100.0 * tolerance && report.error >= 0.5 * before;
        report.solved = small || stuck;
        if (report.solved || report.iterations == most || !(report.error < 1e6)) {
            return report;
        }
        before = report.error;
        if (!eliminate(c)) {
            return report;
        }
        for (int i = 0; i < c->edges; i++) {
            c->density[i] -= c->right[i];
        }
        report.iterations++;
    }
}

//---- velocities ----------------------------------------------------------------------------------
// Tridiagonal system for the multipliers of all edges, solved, and checked to be finite.
bool sut_multipliers_project(sut_multipliers *c, const sut_soa3 *v) {
    const sut_soa3 *e = &c->edge;
    for (int i = 0; i < c->edges; i++) {
        double before = c->reach * c->weight[i];
        double after = c->reach * c->weight[i + 1];
        double square = (e->x[i] * e->x[i] + e->y[i] * e->y[i]) + e->z[i] * e->z[i];
        double growth = (e->x[i] * (v->x[i + 1] - v->x[i]) + e->y[i] * (v->y[i + 1] - v->y[i])) +
                        e->z[i] * (v->z[i + 1] - v->z[i]);
        c->mid[i] = (before + after) * square;
        c->right[i] = growth;
        if (i + 1 < c->edges) {
            double turn = (e->x[i] * e->x[i + 1] + e->y[i] * e->y[i + 1]) + e->z[i] * e->z[i + 1];
            c->up[i] = -after * turn;
        }
        if (!(before + after > 0.0)) {
            c->mid[i] = 1.0;
            c->right[i] = 0.0;
        }
    }
    if (sut_tri_factor(c->mid, c->up, c->edges) >= 0) {
        return false;
    }
    sut_tri_solve(c->mid, c->up, c->edges, c->right);
    double sum = 0.0;
    for (int i = 0; i < c->edges; i++) {
        c->density[i] = c->right[i];
        sum += fabs(c->right[i]);
    }
    return sum < 1e300;
}
