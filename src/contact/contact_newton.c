// SPDX-License-Identifier: MIT
// contact_newton.c -- forces of all contacts by a semismooth Newton method.
//
// With e the displacements that a change of the contact forces brings about,
//     A e = J^T (y - start),   u = J e,   y = law(q + u),
// the law of each contact is one of three linear ones, y = g - H u: open, sticking, slipping. Given
// these, e follows from (A + J^T H J) e = J^T (g - start). A is condensed to the vertices that
// touch (contact_zone.c), so one iteration is a sparse factorisation of those. Slipping couples the
// friction to the normal force: H is not symmetric, and nothing is left out.
//
// The plain step is taken where it halves the error at least. Elsewhere the bounds of the friction
// are held fixed for a while at mu times the normal forces of the moment: that problem is the
// minimum of a convex function, and steps with an exact search along them always get there; the
// plain step then starts from a better place. docs/theory/contact.md
#include "contact/contact_newton.h"

#include "math/vec3.h"

#include <string.h>

//---- the law -------------------------------------------------------------------------------------
static void gather_rules(sut_contacts *c) {
    for (int i = 0; i < c->count; i++) {
        const sut_contact *k = &c->contact[i];
        // far below what a contact gives at a millionth of its reach
        c->rule[i] = (sut_contact_rule){{k->q[0], k->q[1], k->q[2]},
                                        {k->memory[0], k->memory[1]},
                                        k->kn,
                                        k->kt,
                                        k->mu,
                                        1e-7 * k->hard * k->reach,
                                        k->count > 0};
    }
}

// Force of a contact at u; `bound` >= 0: the friction may be that long, else mu times the force.
static void law_force(const sut_contact_rule *k, const double u[3], double bound, double f[3]) {
    double depth = -(k->q[0] + u[0]);
    f[0] = depth > 0.0 ? k->kn * depth : 0.0;
    f[1] = k->memory[0] - k->kt * (k->q[1] + u[1]);
    f[2] = k->memory[1] - k->kt * (k->q[2] + u[2]);
    double most = bound >= 0.0 ? bound : k->mu * f[0];
    double size = sqrt(f[1] * f[1] + f[2] * f[2]);
    // no branch: who slips is hard to foresee, and a quotient that is not used costs less
    double ratio = most / size;
    double scale = size > most ? ratio : 1.0;
    f[1] *= scale;
    f[2] *= scale;
}

// Friction that gives way, at most `most` long: what it is at p and how it changes with the slip.
static void add_slip(sut_contact_law *l, double kt, const double p[2], const double u[3],
                     double most) {
    double size = sqrt(p[0] * p[0] + p[1] * p[1]);
    double d[2] = {p[0] / size, p[1] / size};
    double side = kt * most / size; // turning the direction of slip
    l->h[4] = side * d[1] * d[1];
    l->h[5] = -side * d[0] * d[1];
    l->h[7] = l->h[5];
    l->h[8] = side * d[0] * d[0];
    l->g[1] = l->h[4] * u[1] + l->h[5] * u[2];
    l->g[2] = l->h[7] * u[1] + l->h[8] * u[2];
}

static void add_stick(sut_contact_law *l, const sut_contact_rule *k, double kt) {
    l->h[4] = kt;
    l->h[8] = kt;
    l->g[1] = k->memory[0] - kt * k->q[1];
    l->g[2] = k->memory[1] - kt * k->q[2];
}

static void tangential(const sut_contact_rule *k, double kt, const double u[3], double p[2]) {
    p[0] = k->memory[0] - kt * (k->q[1] + u[1]);
    p[1] = k->memory[1] - kt * (k->q[2] + u[2]);
}

static void add_normal(sut_contact_law *l, const sut_contact_rule *k) {
    l->h[0] = k->kn;
    l->g[0] = -k->kn * k->q[0];
}

// Friction that gives way along p and grows with the normal force, `most` long around u.
static void add_coulomb(sut_contact_law *l, const sut_contact_rule *k, const double p[2],
                        const double u[3], double most) {
    add_slip(l, k->kt, p, u, most);
    double size = sqrt(p[0] * p[0] + p[1] * p[1]);
    for (int a = 0; a < 2; a++) {
        double d = p[a] / size;
        l->h[3 + 3 * a] = k->mu * k->kn * d;
        l->g[1 + a] += k->mu * l->g[0] * d;
    }
}

// The linear law that holds around u, if the normal force there is `normal`.
static void linearise(const sut_contact_rule *k, const double u[3], double normal,
                      sut_contact_law *l) {
    memset(l, 0, sizeof *l);
    if (!(normal > 0.0)) {
        return;
    }
    add_normal(l, k);
    double p[2];
    tangential(k, k->kt, u, p);
    if (sqrt(p[0] * p[0] + p[1] * p[1]) <= k->mu * normal) {
        add_stick(l, k, k->kt);
    } else {
        add_coulomb(l, k, p, u, k->mu * normal);
    }
}

// The same with a friction of at most `bound`, whatever the normal force: symmetric.
static void linearise_bounded(const sut_contact_rule *k, const double u[3], double bound,
                              sut_contact_law *l) {
    memset(l, 0, sizeof *l);
    if (-(k->q[0] + u[0]) > 0.0) {
        add_normal(l, k);
    }
    double p[2];
    tangential(k, k->kt, u, p);
    double size = sqrt(p[0] * p[0] + p[1] * p[1]);
    if (!(bound > 0.0)) {
        return;
    }
    if (size <= bound) {
        add_stick(l, k, k->kt);
        return;
    }
    add_slip(l, k->kt, p, u, bound);
    l->g[1] += bound * p[0] / size;
    l->g[2] += bound * p[1] / size;
}

// What forces lack.
typedef struct lack {
    double worst; // largest error of a force, against the largest normal force
    double size;  // root of the sum of the squares of all errors, N
} lack;

// The errors of all forces, added up one by one.
typedef struct lack_sum {
    double most, scale, least, squares;
} lack_sum;

static void add_lack(lack_sum *s, const sut_contact_rule *k, const double y[3], const double u[3],
                     double bound) {
    double f[3];
    law_force(k, u, bound, f);
    s->scale = f[0] > s->scale ? f[0] : s->scale;
    s->scale = y[0] > s->scale ? y[0] : s->scale;
    for (int a = 0; a < 3; a++) {
        double e = fabs(f[a] - y[a]);
        s->most = e > s->most ? e : s->most;
        s->squares += e * e;
    }
    s->least = k->none > s->least ? k->none : s->least;
}

static lack total(const lack_sum *s) {
    return (lack){s->most / (s->scale > s->least ? s->scale : s->least + 1e-300), sqrt(s->squares)};
}

// With bounds (null: none) the friction is measured against those. Nobody feels what is between
// held vertices.
static lack lack_of(const sut_contacts *c, const double *bound, const double *y, const double *u) {
    lack_sum s = {0.0, 0.0, 0.0, 0.0};
    for (int i = 0; i < c->count; i++) {
        if (c->rule[i].felt) {
            add_lack(&s, &c->rule[i], &y[3 * i], &u[3 * i], bound ? bound[i] : -1.0);
        }
    }
    return total(&s);
}

//---- one iteration -------------------------------------------------------------------------------
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
                double *to = c->entry[16 * i + 4 * v + u];
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

// u = J (A + J^T H J)^-1 J^T f; f and u may be the same
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

// f = H x, or H^T x
static void apply_laws(const sut_contacts *c, const double *x, bool transposed, double *f) {
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

// What the twist of the rods changes: their answer to forces is A^-1 - Z F Z^T with a column of Z
// for each span. u comes in for A alone; `force` is what it answers. y_next serves as scratch.
static bool add_twist(sut_contacts *c, const double *force, double *u) {
    int n = c->columns;
    int size = 3 * c->count;
    double m[SUT_CONTACT_COLUMNS][SUT_CONTACT_COLUMNS];
    double t[SUT_CONTACT_COLUMNS];
    double *scratch = c->y_next;
    for (int i = 0; i < n; i++) {
        // Z - (A + K)^-1 K Z
        apply_laws(c, c->column[i], false, scratch);
        sut_contact_answer(c, scratch, c->image[i]);
        for (int e = 0; e < size; e++) {
            c->image[i][e] = c->column[i][e] - c->image[i][e];
        }
    }
    for (int i = 0; i < n; i++) {
        apply_laws(c, c->column[i], true, scratch);
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

// The state that the present linear laws lead to: y_next and u_next.
static bool step_to(sut_contacts *c) {
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
    if (c->columns > 0 && !add_twist(c, c->change, c->u_next)) {
        return false;
    }
    apply_laws(c, c->u_next, false, c->y_next);
    for (int i = 0; i < c->count; i++) {
        for (int a = 0; a < 3; a++) {
            c->y_next[3 * i + a] = c->law[i].g[a] - c->y_next[3 * i + a];
        }
    }
    return true;
}

//---- with bounds held fixed ----------------------------------------------------------------------
// Slope of the convex function at share s of the step: sum of (y - law) . du.
static double slope(const sut_contacts *c, double s) {
    double sum = 0.0;
    for (int i = 0; i < c->count; i++) {
        const double *y0 = &c->y[3 * i];
        const double *u0 = &c->u[3 * i];
        double u[3];
        double f[3];
        for (int a = 0; a < 3; a++) {
            u[a] = u0[a] + s * (c->u_next[3 * i + a] - u0[a]);
        }
        law_force(&c->rule[i], u, c->bound[i], f);
        for (int a = 0; a < 3; a++) {
            double y = y0[a] + s * (c->y_next[3 * i + a] - y0[a]);
            sum += (y - f[a]) * (c->u_next[3 * i + a] - u0[a]);
        }
    }
    return sum;
}

// Zero of the slope in [0, 1] by a secant kept between bounds.
static double search(const sut_contacts *c) {
    enum { LOOKS = 20 };
    double low = 0.0;
    double high = 1.0;
    double at_low = slope(c, 0.0);
    double at_high = slope(c, 1.0);
    if (at_low >= 0.0) {
        return 0.0; // there already
    }
    if (at_high <= 0.0) {
        return 1.0;
    }
    double s = 1.0;
    const double flat = 1e-6 * at_high;
    for (int look = 0; look < LOOKS && high - low > 1e-4 * high; look++) {
        s = low - at_low * (high - low) / (at_high - at_low);
        double edge = 0.1 * (high - low);
        s = s < low + edge ? low + edge : (s > high - edge ? high - edge : s);
        double here = slope(c, s);
        if (fabs(here) < flat) {
            break;
        }
        if (here < 0.0) {
            low = s;
            at_low = here;
        } else {
            high = s;
            at_high = here;
        }
    }
    return s;
}

static void advance(sut_contacts *c, double s) {
    for (int e = 0; e < 3 * c->count; e++) {
        c->y[e] += s * (c->y_next[e] - c->y[e]);
        c->u[e] += s * (c->u_next[e] - c->u[e]);
    }
}

static bool convex_phase(sut_contacts *c, int *left, double until) {
    enum { MOST = 4 }; // better bounds soon than the best forces for these
    for (int i = 0; i < c->count; i++) {
        double normal = c->y[3 * i];
        c->bound[i] = normal > 0.0 ? c->rule[i].mu * normal : 0.0;
    }
    for (int n = 0; n < MOST && 0 < *left; n++) {
        for (int i = 0; i < c->count; i++) {
            linearise_bounded(&c->rule[i], &c->u[3 * i], c->bound[i], &c->law[i]);
        }
        c->figures.iterations++;
        (*left)--;
        if (!step_to(c)) {
            return false;
        }
        advance(c, search(c));
        if (lack_of(c, c->bound, c->y, c->u).worst < until) {
            break;
        }
    }
    return true;
}

//---- iterate -------------------------------------------------------------------------------------
// Contacts are stiff: the displacements that a solve starts from say little about who is in contact
// and who slips. The forces of the last step say more: friction inside the cone sticks, friction on
// it slips the way it did; what bore no force is open.
static void law_of_force(const sut_contact_rule *k, const double f[3], sut_contact_law *l) {
    memset(l, 0, sizeof *l);
    add_normal(l, k);
    double size = sqrt(f[1] * f[1] + f[2] * f[2]);
    double most = k->mu * f[0];
    if (size < (1.0 - 1e-6) * most) {
        add_stick(l, k, k->kt);
    } else if (size > 0.0) {
        // where the force would be what it was
        const double at[3] = {0.0, -k->q[1], -k->q[2]};
        add_coulomb(l, k, &f[1], at, most);
    }
}

static void choose_laws(sut_contacts *c, bool first) {
    for (int i = 0; i < c->count; i++) {
        const sut_contact_rule *k = &c->rule[i];
        const double *u = &c->u[3 * i];
        if (first && c->start[3 * i] > 0.0) {
            law_of_force(k, &c->start[3 * i], &c->law[i]);
        } else if (first) {
            memset(&c->law[i], 0, sizeof c->law[i]); // open until then
        } else {
            linearise(k, u, -k->kn * (k->q[0] + u[0]), &c->law[i]);
        }
    }
}

// Do all contacts still do what their linear laws were made for: stay open, stick, slip?
static bool laws_fit(const sut_contacts *c) {
    for (int i = 0; i < c->count; i++) {
        const sut_contact_rule *k = &c->rule[i];
        const double *u = &c->u[3 * i];
        double normal = -k->kn * (k->q[0] + u[0]);
        bool open = c->law[i].h[0] == 0.0;
        if (open != !(normal > 0.0)) {
            return false;
        }
        double p[2];
        tangential(k, k->kt, u, p);
        bool slips = sqrt(p[0] * p[0] + p[1] * p[1]) > k->mu * normal;
        bool slipped = c->law[i].h[3] != 0.0 || c->law[i].h[6] != 0.0;
        if (!open && slips != slipped) {
            return false;
        }
    }
    return true;
}

// One more step with the matrix of the last one, which is most of the work of a step. Directions of
// slip have turned a little since, so it does not end at once, but it gets on.
static bool step_with_old_matrix(sut_contacts *c) {
    int size = 3 * c->count;
    for (int i = 0; i < c->count; i++) {
        double f[3];
        law_force(&c->rule[i], &c->u[3 * i], -1.0, f);
        for (int a = 0; a < 3; a++) {
            c->change[3 * i + a] = f[a] - c->y[3 * i + a];
        }
    }
    sut_contact_answer(c, c->change, c->u_next);
    if (c->columns > 0 && !add_twist(c, c->change, c->u_next)) {
        return false;
    }
    apply_laws(c, c->u_next, false, c->y_next);
    for (int e = 0; e < size; e++) {
        c->y_next[e] = c->y[e] + (c->change[e] - c->y_next[e]);
        c->u_next[e] = c->u[e] + c->u_next[e];
    }
    return true;
}

// As long as that is worth it.
static lack polish(sut_contacts *c, lack now) {
    enum { MOST = 6 };
    for (int n = 0; n < MOST && now.worst > c->settings.tolerance && laws_fit(c); n++) {
        if (!step_with_old_matrix(c)) {
            break;
        }
        lack next = lack_of(c, NULL, c->y_next, c->u_next);
        if (!(next.worst < 0.3 * now.worst)) {
            break;
        }
        advance(c, 1.0);
        now = next;
    }
    return now;
}

static lack lack_at(const sut_contacts *c, double share) {
    lack_sum s = {0.0, 0.0, 0.0, 0.0};
    for (int i = 0; i < c->count; i++) {
        double y[3];
        double u[3];
        for (int a = 0, e = 3 * i; a < 3; a++, e++) {
            y[a] = c->y[e] + share * (c->y_next[e] - c->y[e]);
            u[a] = c->u[e] + share * (c->u_next[e] - c->u[e]);
        }
        if (c->rule[i].felt) {
            add_lack(&s, &c->rule[i], y, u, -1.0);
        }
    }
    return total(&s);
}

// The best share of the plain step, if any makes the errors smaller. A look costs a tenth of a step
// or less.
static bool take_share(sut_contacts *c, lack whole, lack *now) {
    enum { HALVINGS = 6 };
    double share = 1.0;
    lack best = whole;
    double next = 0.5;
    for (int n = 0; n < HALVINGS; n++, next *= 0.5) {
        lack here = lack_at(c, next);
        if (here.size < best.size) {
            share = next;
            best = here;
        }
    }
    for (int n = 0; n < 2; n++) {
        double beside = n == 0 ? 0.75 * share : 1.5 * share;
        lack here = beside < 1.0 ? lack_at(c, beside) : whole;
        if (here.size < best.size) {
            share = beside;
            best = here;
            break;
        }
    }
    if (!(best.size < (1.0 - 0.1 * share) * now->size)) {
        return false;
    }
    advance(c, share);
    *now = best;
    return true;
}

// A hard problem is given up earlier than an easy one: each few iterations beyond a dozen ask for a
// digit less, down to what a step may be taken over with.
static double good_enough(const sut_contacts *c, int done) {
    enum { EASY = 12, DIGIT = 4 };
    double enough = c->settings.tolerance;
    for (int n = EASY; n <= done && enough < SUT_CONTACT_ERROR; n += DIGIT) {
        enough *= 10.0;
    }
    double most = SUT_CONTACT_ERROR > c->settings.tolerance ? SUT_CONTACT_ERROR : enough;
    return enough < most ? enough : most;
}

// Contacts that hardly bear anything may open and close again and again, or turn the direction in
// which they slip. Once forces are good enough to go on with, steps are worth their while as long
// as they get on, and for the last digits only whole ones are. Who has no budget wants the digits.
static bool is_slow(const sut_contacts *c, lack now, double before) {
    bool crawls = now.size > 0.75 * before;
    return c->settings.hasty && now.worst < (crawls ? SUT_CONTACT_ERROR : 0.1 * SUT_CONTACT_ERROR);
}

static double iterate(sut_contacts *c, int iterations, bool first) {
    gather_rules(c);
    lack now = lack_of(c, NULL, c->y, c->u);
    int left = iterations;
    for (; left > 0 && now.worst > good_enough(c, iterations - left); first = false) {
        choose_laws(c, first);
        c->figures.iterations++;
        left--;
        if (!step_to(c)) {
            return HUGE_VAL;
        }
        lack whole = lack_of(c, NULL, c->y_next, c->u_next);
        if (first || whole.size < 0.5 * now.size) {
            advance(c, 1.0);
            now = polish(c, whole);
            continue;
        }
        double size = now.size;
        if (take_share(c, whole, &now)) {
            if (is_slow(c, now, size)) {
                break;
            }
            continue;
        }
        double before = now.worst;
        if (!convex_phase(c, &left, 0.3 * (before < 1.0 ? before : 1.0))) {
            return HUGE_VAL;
        }
        now = lack_of(c, NULL, c->y, c->u);
        if (fabs(now.worst - before) < 1e-6 * before) {
            break; // not a convex problem at all: a thread is not stable by itself
        }
    }
    return now.worst;
}

double sut_contact_newton(sut_contacts *c, int iterations) {
    size_t bytes = 3 * (size_t)c->count * sizeof(double);
    memcpy(c->y, c->start, bytes);
    memset(c->u, 0, bytes);
    return iterate(c, iterations, true);
}

double sut_contact_newton_on(sut_contacts *c, int iterations) {
    return iterate(c, iterations, false);
}
