// SPDX-License-Identifier: MIT
// rod_solve.c -- solve the linear system, correct the displacement, judge convergence.
//
// The matrix leaves out one thing that is not local: the twist between two spin-holding planes
// depends on the whole shape between them. Its stiffness has rank one, GJ / L g g^T with g the
// derivative of the turn by the shape, and is added by the Sherman-Morrison formula.
// docs/theory/solve.md
#include "rod/rod.h"

#include "math/vec3.h"

#include <string.h>

//---- derivative of a span's turn by the shape ----------------------------------------------------
static int span_end(const sut_rod *r, int first) {
    int k = first + 1;
    while (k < r->work.plane_count && !r->work.planes[k].spin_held) {
        k++;
    }
    bool cut =
        k < r->work.plane_count &&
        sut_chain_is_cut_between(&r->chain, r->work.planes[first].vertex, r->work.planes[k].vertex);
    return cut ? r->work.plane_count : k;
}

static void clear_pinned(const sut_rod *r, double *v) {
    for (int k = 0; k < r->chain.pin_count; k++) {
        memset(&v[3 * r->chain.pins[k].vertex], 0, 3 * sizeof(double));
    }
}

// Add a derivative by edge e to its two vertices.
static void spread(double *g, int e, sut_vec3 q) {
    g[3 * e] -= q.x;
    g[3 * e + 1] -= q.y;
    g[3 * e + 2] -= q.z;
    g[3 * e + 3] += q.x;
    g[3 * e + 4] += q.y;
    g[3 * e + 5] += q.z;
}

// Derivative of the turn by edge e: the turns at its two ends, as far as they lie in the span.
static void edge_gradient(const sut_rod *r, int from, int to, const double *restrict k,
                          double *restrict q) {
    const double *restrict inverse = r->work.inverse;
    for (int e = from; e < to; e++) {
        q[e] = 0.5 * inverse[e] * (k[e] + k[e + 1]);
    }
    // the ends of the span belong to its planes
    q[from] -= 0.5 * inverse[from] * k[from];
    q[to - 1] -= 0.5 * inverse[to - 1] * k[to];
}

static void span_gradient(sut_rod *r, int first, int last, double *g) {
    int from = r->work.planes[first].vertex;
    int to = r->work.planes[last].vertex;
    const sut_soa3 *q = &r->work.force; // done with for now
    memset(g, 0, 3 * (size_t)from * sizeof(double));
    memset(&g[3 * (size_t)(to + 1)], 0, 3 * (size_t)(r->body.n - 1 - to) * sizeof(double));
    edge_gradient(r, from, to, r->work.binormal.x, q->x);
    edge_gradient(r, from, to, r->work.binormal.y, q->y);
    edge_gradient(r, from, to, r->work.binormal.z, q->z);
    sut_vec3 start = sut_soa3_get(q, from);
    g[3 * from] = -start.x;
    g[3 * from + 1] = -start.y;
    g[3 * from + 2] = -start.z;
    for (int i = from + 1; i < to; i++) {
        g[3 * i] = q->x[i - 1] - q->x[i];
        g[3 * i + 1] = q->y[i - 1] - q->y[i];
        g[3 * i + 2] = q->z[i - 1] - q->z[i];
    }
    sut_vec3 end = sut_soa3_get(q, to - 1);
    g[3 * to] = end.x;
    g[3 * to + 1] = end.y;
    g[3 * to + 2] = end.z;
    for (int k = first; k <= last; k++) {
        const sut_plane *p = &r->work.planes[k];
        int before = p->vertex - 1;
        int after = p->vertex;
        if (k > first) {
            spread(g, before, v3_scale(p->binormal[0], 0.5 * r->work.inverse[before]));
        }
        if (k < last) {
            spread(g, after, v3_scale(p->binormal[1], 0.5 * r->work.inverse[after]));
        }
        if (k > first && k < last) {
            sut_vec3 own = sut_soa3_get(&r->work.binormal, p->vertex);
            spread(g, before, v3_scale(own, -0.5 * r->work.inverse[before]));
            spread(g, after, v3_scale(own, -0.5 * r->work.inverse[after]));
        }
    }
    clear_pinned(r, g);
}

// Sums run in eight interleaved parts, always the same eight, so that they need not wait for each
// other. They may be continued: all counts but the last are multiples of eight.
typedef struct sums {
    double s[8];
} sums;

static void add_products(sums *t, const double *restrict a, const double *restrict b, int count) {
    double s[8];
    memcpy(s, t->s, sizeof s);
    int i = 0;
    for (; i + 8 <= count; i += 8) {
        for (int k = 0; k < 8; k++) {
            s[k] += a[i + k] * b[i + k];
        }
    }
    for (; i < count; i++) {
        s[0] += a[i] * b[i];
    }
    memcpy(t->s, s, sizeof s);
}

static double total(const sums *t) {
    return ((t->s[0] + t->s[1]) + (t->s[2] + t->s[3])) +
           ((t->s[4] + t->s[5]) + (t->s[6] + t->s[7]));
}

static double dot(const double *restrict a, const double *restrict b, int count) {
    sums t = {{0.0}};
    add_products(&t, a, b, count);
    return total(&t);
}

//---- rank-one twist ------------------------------------------------------------------------------
static void list_columns(sut_rod *r) {
    r->chain.column_count = 0;
    if (!r->work.framed || r->def.GJ == 0.0) {
        return;
    }
    for (int k = 0; k < r->work.plane_count && r->chain.column_count < SUT_ROD_COLUMNS; k++) {
        if (r->work.planes[k].spin_held && span_end(r, k) < r->work.plane_count) {
            double length = r->def.arc[r->work.planes[span_end(r, k)].vertex] -
                            r->def.arc[r->work.planes[k].vertex];
            r->work.column_plane[r->chain.column_count] = k;
            r->work.column_weight[r->chain.column_count++] =
                r->def.GJ * (1.0 + r->work.viscous_twist) / length;
        }
    }
}

// x = (A + sum w g g^T)^-1 b from x = A^-1 b, one span after the other.
static void apply_columns(sut_rod *r, double *x, int count) {
    for (int c = 0; c < count; c++) {
        double f = dot(r->work.gradient[c], x, 3 * r->body.n) * r->chain.column_factor[c];
        for (int i = 0; i < 3 * r->body.n; i++) {
            x[i] -= f * r->chain.column[c][i];
        }
    }
}

static void load_columns(sut_rod *r) {
    list_columns(r);
    for (int c = 0; c < r->chain.column_count; c++) {
        int first = r->work.column_plane[c];
        span_gradient(r, first, span_end(r, first), r->work.gradient[c]);
        memcpy(r->chain.column[c], r->work.gradient[c], 3 * (size_t)r->body.n * sizeof(double));
    }
}

// The first column has gone through the factor together with the right side.
static void finish_columns(sut_rod *r) {
    for (int c = 0; c < r->chain.column_count; c++) {
        if (c > 0) {
            sut_band_solve(&r->work.band, r->chain.column[c]);
        }
        apply_columns(r, r->chain.column[c], c);
        double w = r->work.column_weight[c];
        r->chain.column_factor[c] =
            w / (1.0 + w * dot(r->work.gradient[c], r->chain.column[c], 3 * r->body.n));
    }
}

//---- correction ----------------------------------------------------------------------------------
static void load_right_side(sut_rod *r) {
    for (int i = 0; i < 3 * r->body.n; i++) {
        r->body.correction[i] = -r->work.residual[i];
    }
    for (int i = 0; r->body.touched && i < 3 * r->body.n; i++) {
        r->body.correction[i] += r->body.push[i];
    }
    clear_pinned(r, r->body.correction);
}

enum { BLOCK = 256 }; // of passes that do several things with every vertex

// None of the values is negative. In eight parts, which need not wait for each other.
static double largest(const double *v, int count) {
    double most[8] = {0.0};
    int i = 0;
    for (; i + 8 <= count; i += 8) {
        for (int k = 0; k < 8; k++) {
            most[k] = v[i + k] > most[k] ? v[i + k] : most[k];
        }
    }
    for (; i < count; i++) {
        most[0] = v[i] > most[0] ? v[i] : most[0];
    }
    for (int k = 4; k > 0; k /= 2) {
        for (int j = 0; j < k; j++) {
            most[j] = most[j + k] > most[j] ? most[j + k] : most[j];
        }
    }
    return most[0];
}

// Squares of the turns of some edges.
static double turns(const double *restrict d, const double *restrict inverse, int edges,
                    double *restrict turn) {
    for (int i = 0; i < edges; i++) {
        double x = d[3 * i + 3] - d[3 * i];
        double y = d[3 * i + 4] - d[3 * i + 1];
        double z = d[3 * i + 5] - d[3 * i + 2];
        turn[i] = ((x * x + y * y) + z * z) * (inverse[i] * inverse[i]);
    }
    return largest(turn, edges);
}

// The largest mean over eight edges in a row.
static double largest_mean(const double *turn, int edges) {
    enum { PIECE = 8 };
    double most = 0.0;
    for (int i = 0; i < edges; i += PIECE) {
        double sum = 0.0;
        for (int k = i; k < i + PIECE && k < edges; k++) {
            sum += turn[k];
        }
        most = sum > most ? sum : most;
    }
    return most / PIECE;
}

// How far the correction turns the edges, and how much length such turns would add.
void sut_rod_measure_correction(sut_rod *r) {
    sut_rod_progress *p = &r->work.progress;
    const int edges = r->body.n - 1;
    double most = 0.0;
    double piece = 0.0;
    sums drift = {{0.0}};
    sums square = {{0.0}};
    double turn[BLOCK];
    for (int i = 0; i < r->body.n; i += BLOCK) {
        const double *d = &r->body.correction[3 * (size_t)i];
        int count = r->body.n - i < BLOCK ? r->body.n - i : BLOCK;
        int some = edges - i < BLOCK ? edges - i : BLOCK;
        double more = turns(d, r->work.inverse + i, some, turn);
        most = more > most ? more : most;
        if (r->body.touched) {
            more = largest_mean(turn, some);
            piece = more > piece ? more : piece;
        }
        add_products(&drift, turn, r->def.rest + i, some);
        add_products(&square, d, d, 3 * count);
    }
    p->turn_max = sqrt(most);
    p->piece_strain = 0.5 * piece;
    p->drift = 0.5 * total(&drift);
    p->early_rms = p->last_rms;
    p->last_rms = p->correction_rms;
    p->correction_rms = sqrt(total(&square) / r->body.n);
    // comparisons that are false for NaN
    p->broken = !(p->correction_rms < 1e300) || !(p->drift < 1e300);
    p->failed = p->broken;
}

// No edge turns by more than this in one correction: beyond it the linearisation says nothing.
static const double turn_limit = 0.6;

double sut_rod_correction_share(const sut_rod *r) {
    return r->work.progress.turn_max > turn_limit ? turn_limit / r->work.progress.turn_max : 1.0;
}

// The axial forces that the linear solve leads to, for the geometric stiffness of the next matrix
// (never for its residual): the mixed form of Newton's method, in which stretch left by turning
// edges does not stiffen or weaken the thread for a round. docs/theory/solve.md
static void predict_axial(sut_rod *r, double scale) {
    const double *restrict d = r->body.correction;
    const double *restrict tx = r->work.tangent.x;
    const double *restrict ty = r->work.tangent.y;
    const double *restrict tz = r->work.tangent.z;
    const double stiff = r->def.EA * (1.0 + r->work.viscous_stretch);
    for (int e = 0; e < r->body.n - 1; e++) {
        double x = d[3 * e + 3] - d[3 * e];
        double y = d[3 * e + 4] - d[3 * e + 1];
        double z = d[3 * e + 5] - d[3 * e + 2];
        r->work.mixed_gain[e] = stiff * r->def.per_rest[e] * ((tx[e] * x + ty[e] * y) + tz[e] * z);
        r->work.mixed[e] = r->work.pull[e] + scale * r->work.mixed_gain[e];
    }
    r->work.mixed_known = true;
}

void sut_rod_apply_correction(sut_rod *r, double scale) {
    sut_rod_progress *p = &r->work.progress;
    if (p->failed) {
        return;
    }
    // a sweep has tangents and forces of one window only
    if (!r->work.swept) {
        predict_axial(r, scale);
    }
    sums square[3] = {{{0.0}}, {{0.0}}, {{0.0}}};
    for (int i = 0; i < r->body.n; i += BLOCK) {
        int count = r->body.n - i < BLOCK ? r->body.n - i : BLOCK;
        const double *restrict d = &r->body.correction[3 * (size_t)i];
        double *restrict x = r->body.move.x + i;
        double *restrict y = r->body.move.y + i;
        double *restrict z = r->body.move.z + i;
        for (int k = 0; k < count; k++) {
            x[k] += scale * d[3 * k];
            y[k] += scale * d[3 * k + 1];
            z[k] += scale * d[3 * k + 2];
        }
        add_products(&square[0], x, x, count);
        add_products(&square[1], y, y, count);
        add_products(&square[2], z, z, count);
    }
    p->turn_sum += p->turn_max;
    p->limited = scale < 1.0;
    p->scale = scale;
    double sum = (total(&square[0]) + total(&square[1])) + total(&square[2]);
    p->move_rms = sqrt(sum / r->body.n);
}

// A rod in contact keeps the matrix of the stretch that its contacts couple.
static int factor_solve(sut_rod *r) {
    if (r->body.touched) {
        size_t at = (size_t)r->work.kept_first * SUT_BAND_BLOCK;
        memcpy(&r->work.kept[at], &r->work.band.block[at],
               (size_t)r->work.kept_count * SUT_BAND_BLOCK * sizeof(double));
    }
    load_right_side(r);
    load_columns(r);
    if (r->chain.column_count == 0) {
        return sut_band_factor_solve(&r->work.band, r->body.correction);
    }
    int bad = sut_band_factor(&r->work.band);
    if (bad < 0) {
        sut_band_solve2(&r->work.band, r->body.correction, r->chain.column[0]);
    }
    return bad;
}

// From the blocks and the right side, which are there or come from `source`, to the correction.
static bool factor_and_solve(sut_rod *r, const sut_band_filler *source) {
    // assembly asks how many linearisations there were before
    int bad = source ? sut_band_fill_factor_solve(&r->work.band, r->body.correction, source) : -1;
    r->work.progress.linearisations++;
    r->work.progress.turn_sum = 0.0;
    if (!source) {
        bad = factor_solve(r);
    }
    if (bad >= 0 && !r->work.safe) {
        // the state is not near a stable one: no term may be negative
        sut_rod_unfold(r);
        r->work.exact = false;
        r->work.safe = true;
        sut_rod_forces(r);
        sut_rod_assemble(r);
        bad = factor_solve(r);
    }
    if (bad >= 0) {
        r->work.progress.broken = true;
        r->work.progress.failed = true;
        return false;
    }
    if (source) {
        list_columns(r); // a rod that is swept has none
    }
    finish_columns(r);
    return true;
}

bool sut_rod_free_solve(sut_rod *r, bool factorise) {
    if (factorise) {
        if (!factor_and_solve(r, NULL)) {
            return false;
        }
    } else {
        r->work.progress.corrections++;
        load_right_side(r);
        sut_band_solve(&r->work.band, r->body.correction);
    }
    apply_columns(r, r->body.correction, r->chain.column_count);
    return true;
}

static void take_correction(sut_rod *r) {
    sut_rod_measure_correction(r);
    sut_rod_apply_correction(r, sut_rod_correction_share(r));
}

void sut_rod_respond(sut_rod *r, double *x) {
    clear_pinned(r, x);
    sut_band_solve(&r->work.band, x);
    apply_columns(r, x, r->chain.column_count);
}

void sut_rod_add_answer(sut_rod *r) {
    sut_rod_respond(r, r->body.answer);
    for (int i = 0; i < 3 * r->body.n; i++) {
        r->body.correction[i] += r->body.answer[i];
    }
}

bool sut_rod_solve_from(sut_rod *r, const sut_band_filler *source) {
    if (!factor_and_solve(r, source)) {
        return false;
    }
    apply_columns(r, r->body.correction, r->chain.column_count);
    take_correction(r);
    return !r->work.progress.failed;
}

bool sut_rod_linear_solve(sut_rod *r) {
    return sut_rod_solve_from(r, NULL);
}

void sut_rod_correct(sut_rod *r) {
    (void)sut_rod_free_solve(r, false);
    take_correction(r);
}

//---- is it solved? -------------------------------------------------------------------------------
static double greater(double a, double b) {
    return a > b ? a : b;
}

static double lesser(double a, double b) {
    return a < b ? a : b;
}

static double largest_pull(const sut_rod *r) {
    if (r->work.swept) {
        return r->work.sweep_pull;
    }
    double size[BLOCK];
    double most = 0.0;
    for (int i = 0; i < r->body.n - 1; i += BLOCK) {
        int count = r->body.n - 1 - i < BLOCK ? r->body.n - 1 - i : BLOCK;
        for (int k = 0; k < count; k++) {
            size[k] = fabs(r->work.pull[i + k]);
        }
        most = greater(most, largest(size, count));
    }
    return most;
}

// How far a thread sags that has got longer by d between ends that keep their distance. A straight
// piece of length L goes sideways by some sqrt(L d); one that has sagged already has to go less. In
// one step the sag spreads no further than a bending wave does, so only a piece that long counts.
static double sag(const sut_rod *r, double d) {
    double wave = 2.0 * SUT_PI * sqrt(r->work.dt * sqrt(r->def.EI / r->def.mass_per_length));
    double few_edges = 10.0 * r->def.total / (r->body.n - 1);
    double piece = wave > few_edges ? wave : few_edges;
    double share = piece < r->def.total ? piece / r->def.total : 1.0;
    double slack = r->def.total - v3_distance(r->body.position[0], r->body.position[r->body.n - 1]);
    slack = slack > 0.0 ? slack * share : 0.0;
    d *= share;
    return sqrt(r->def.total * share) * d / (sqrt(slack + d) + sqrt(slack) + 1e-300);
}

// Share of the true matrix that the first one has left out: the second derivative of the bending
// angle, which goes with its square; and anything at all where the matrix had to be made safe.
static double left_out(const sut_rod *r) {
    if (r->work.safe) {
        return 1.0;
    }
    if (r->work.swept) {
        return 0.5 * r->work.sweep_turn;
    }
    double square[BLOCK];
    double most = 0.0;
    for (int i = 1; i < r->body.n - 1; i += BLOCK) {
        int count = r->body.n - 1 - i < BLOCK ? r->body.n - 1 - i : BLOCK;
        const double *restrict x = r->work.binormal.x + i;
        const double *restrict y = r->work.binormal.y + i;
        const double *restrict z = r->work.binormal.z + i;
        for (int k = 0; k < count; k++) {
            square[k] = (x[k] * x[k] + y[k] * y[k]) + z[k] * z[k];
        }
        most = greater(most, largest(square, count));
    }
    return 0.5 * most;
}

// What the last correction leaves of the shape, against `motion` in m: small, and no sag.
static bool shape_is_known(const sut_rod *r, double tolerance, double motion) {
    const sut_rod_progress *p = &r->work.progress;
    // what touches is no better known than its surfaces are
    double floor = r->body.touched ? lesser(3e-3, 30.0 * tolerance) : 1e-8;
    bool small = p->left <= motion + floor * r->def.radius;
    // the sag goes as the square root of what is left, and is gone with the next step
    bool straight =
        sag(r, p->drift) <= 100.0 * motion + (r->body.touched ? 1e-2 : 1e-4) * r->def.radius;
    return small && straight;
}

// A rod held by contacts alone may be on its way through a snap, where corrections get small
// but do not end: it goes on with the next step instead, a little slower than in truth. So may
// one that buckles: its matrix is indefinite, and which of many waves it takes hangs on
// rounding. Contact forces, which are known to a hundredth, keep turning the edges of a slack
// one: what that stretches a thread by need not be known better than far below any working
// strain.
static bool may_go_on(const sut_rod *r, double pull_error, double pull_known,
                      int max_linearisations) {
    enum { ENOUGH = 3 };
    const double strain = 5e-6;
    const sut_rod_progress *p = &r->work.progress;
    // where contacts hold a rod that is not stable by itself one edge turns at a time, and hands
    // its tension on to its neighbours at once
    double false_pull = r->body.touched && r->work.safe ? r->def.EA * p->piece_strain : pull_error;
    bool creeps = p->linearisations >= ENOUGH && p->correction_rms < 0.05 * r->def.radius &&
                  p->turn_max < 0.05 && false_pull <= pull_known + strain * r->def.EA;
    bool buckles = r->work.safe && p->linearisations >= max_linearisations / 2;
    return (r->body.pushed || buckles) && creeps && !p->limited;
}

// What the last correction leaves undone. The equations change in proportion to the turns of the
// edges (ratio). And the turns lengthen the edges to second order: what they add is a strain that a
// stiff thread gets rid of by sagging, so it is the sag that has to be small against the motion.
void sut_rod_judge(sut_rod *r, double tolerance, int max_linearisations) {
    sut_rod_progress *p = &r->work.progress;
    if (p->failed) {
        return;
    }
    bool first = p->linearisations + p->corrections == 1;
    double ratio = first ? p->turn_max + left_out(r) : p->correction_rms / (p->last_rms + 1e-300);
    ratio = ratio < 1.0 ? ratio : 1.0;
    double motion = tolerance * p->move_rms;
    p->left = ratio * p->correction_rms;
    double pull_error = 0.5 * r->def.EA * p->turn_max * p->turn_max;
    // tensions need not be better known than the forces that turn the thread from its course, nor
    // than rounding
    p->swerve = first ? p->correction_rms : p->swerve;
    double forces = largest_pull(r) + r->work.weight + r->work.heft * p->swerve;
    double share = r->body.touched ? lesser(1e-2, 100.0 * tolerance) : 1e-2;
    bool pulled = pull_error <= share * forces + 1e-12 * r->def.EA;
    p->done = shape_is_known(r, tolerance, motion) && pulled && !p->limited;
    p->done = p->done || may_go_on(r, pull_error, share * forces, max_linearisations);
    if (p->done) {
        return;
    }
    // all second derivatives from now on; where they are indefinite the safe matrix takes their
    // place for one correction
    r->work.exact = true;
    r->work.safe = false;
    p->again = p->limited || p->turn_sum > 0.05 || (!first && ratio > 0.2);
    // one that gets on, if slowly, is better off than with a smaller step
    bool slow = ratio > 0.7;
    p->failed = (slow && p->linearisations >= max_linearisations) ||
                p->linearisations >= 3 * max_linearisations ||
                p->corrections >= 4 * max_linearisations;
}

// Not converged, but with a line search: a step from which the run can go on.
bool sut_rod_is_usable(const sut_rod *r) {
    double sum = 0.0;
    for (int i = 0; i < r->body.n; i++) {
        sum += fabs(r->body.move.x[i]) + fabs(r->body.move.y[i]) + fabs(r->body.move.z[i]);
    }
    bool finite = sum < 1e300; // false for NaN
    return finite && !r->work.progress.broken;
}
