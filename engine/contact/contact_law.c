// SPDX-License-Identifier: MIT
// contact_law.c -- the normal law, and what Newton's method makes of it: each contact is open,
// sticks or slips, the straight law that holds there, and the residual of forces that follow it.
// docs/theory/contact.md
#include "contact/contact_law.h"

#include <string.h>

//---- the normal law ------------------------------------------------------------------------------
double sut_contact_room(double reach, double slack) {
    double room = 0.8 * (1.0 - SUT_CONTACT_KEEP) * reach - slack;
    double least = 0.02 * reach;
    return room > least ? room : least;
}

sut_contact_normal sut_contact_normal_at(double hard, double room, double depth) {
    if (!(depth > 0.0)) {
        return (sut_contact_normal){0.0, hard};
    }
    double x = depth / room;
    double beyond = x > SUT_CONTACT_STEEP ? x - SUT_CONTACT_STEEP : 0.0;
    x = x > SUT_CONTACT_STEEP ? SUT_CONTACT_STEEP : x;
    double left = 1.0 / (1.0 - x);
    double slope = hard * (1.0 + 4.0 * x + x * x * (3.0 - 2.0 * x) * (left * left));
    double force = hard * room * (x + 2.0 * x * x + x * x * x * left);
    return (sut_contact_normal){force + slope * (beyond * room), slope};
}

// Depth at which the force is that. Newton's method from above on a convex function.
double sut_contact_depth_of(double hard, double room, double force) {
    enum { MOST = 30 };
    double depth = force / hard;
    for (int i = 0; i < MOST; i++) {
        sut_contact_normal n = sut_contact_normal_at(hard, room, depth);
        double less = (n.force - force) / n.slope;
        depth -= less;
        if (!(less > 1e-9 * depth)) {
            break;
        }
    }
    return depth;
}

//---- as Newton's method sees it ------------------------------------------------------------------
// Lanes behind the last contact are felt by nothing.
static void gather_lane(sut_contacts *c, int i) {
    sut_contact_rules *to = &c->rules[i / SUT_CONTACT_LANES];
    const int lane = i % SUT_CONTACT_LANES;
    static const sut_contact_rule none = {{0.0, 0.0, 0.0}, {0.0, 0.0}, 1.0, 1.0, 0.0, 0.0, 0, 0};
    const sut_contact_rule *k = i < c->count ? &c->rule[i] : &none;
    for (int a = 0; a < 3; a++) {
        to->q[a][lane] = k->q[a];
    }
    to->memory[0][lane] = k->memory[0];
    to->memory[1][lane] = k->memory[1];
    to->kn[lane] = k->kn;
    to->kt[lane] = k->kt;
    to->mu[lane] = k->mu;
    to->none[lane] = k->none;
    to->felt[lane] = k->felt ? -1 : 0;
    to->bond[lane] = k->bond ? -1 : 0;
}

void sut_contact_gather_rules(sut_contacts *c) {
    for (int i = 0; i < c->count; i++) {
        const sut_contact *k = &c->contact[i];
        // far below what a contact gives at a millionth of its reach
        c->rule[i] = (sut_contact_rule){{k->q[0], k->q[1], k->q[2]},
                                        {k->memory[0], k->memory[1]},
                                        k->kn,
                                        k->kt,
                                        k->mu,
                                        1e-7 * k->hard * k->reach,
                                        k->count > 0,
                                        k->bond};
    }
    for (int i = 0; i < c->count || i % SUT_CONTACT_LANES != 0; i++) {
        gather_lane(c, i);
    }
}

//---- straight laws -------------------------------------------------------------------------------
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

static void add_stick(sut_contact_law *l, const sut_contact_rule *k) {
    l->h[4] = k->kt;
    l->h[8] = k->kt;
    l->g[1] = k->memory[0] - k->kt * k->q[1];
    l->g[2] = k->memory[1] - k->kt * k->q[2];
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

// Newton's method for the friction law |p| y = b p of a slipping contact, b = mu a its bound:
//     y = b d + M dp,   M = beta (1 - e d^T),   d = p / |p|,  e = y / max(b, |y|),  beta = b / |p|.
// The friction y that the iterate has stands where the derivative of b p / |p| has d once more.
// Both are the same in the end; on the way y has not turned yet, and a contact that is far from the
// end of its turn gives way along d as well. Where y points against d, beta is less, so that M
// takes no more than that. dp follows from the forces and displacements, p = y - r gamma.
static void add_augmented_slip(sut_contact_law *l, const sut_contact_rule *k, const double y[2],
                               const double u[2], const double p[2], double bound) {
    const double size = sqrt(p[0] * p[0] + p[1] * p[1]);
    const double own = sqrt(y[0] * y[0] + y[1] * y[1]);
    const double most = own > bound ? own : bound;
    const double d[2] = {p[0] / size, p[1] / size};
    const double e[2] = {y[0] / most, y[1] / most};
    const double along = e[0] * d[0] + e[1] * d[1];
    const double beta = bound / size / (along < 0.0 ? 1.0 - along : 1.0);
    const double m[4] = {beta * (1.0 - e[0] * d[0]), -beta * e[0] * d[1], -beta * e[1] * d[0],
                         beta * (1.0 - e[1] * d[1])};
    // (1 - rest M) y = b d + M (rest (0 - y_old) - r (u - u_old)), solved for y
    const double rest = 1.0 - SUT_CONTACT_CHI;
    const double r = SUT_CONTACT_CHI * k->kt;
    const double g[4] = {1.0 - rest * m[0], -rest * m[1], -rest * m[2], 1.0 - rest * m[3]};
    const double det = g[0] * g[3] - g[1] * g[2];
    const double old[2] = {r * u[0] - rest * y[0], r * u[1] - rest * y[1]};
    for (int a = 0; a < 2; a++) {
        const double i0 = (a == 0 ? g[3] : -g[2]) / det;
        const double i1 = (a == 0 ? -g[1] : g[0]) / det;
        const double turned = i0 * d[0] + i1 * d[1];
        const double h0 = i0 * m[0] + i1 * m[2];
        const double h1 = i0 * m[1] + i1 * m[3];
        l->h[3 + 3 * a] = k->mu * k->kn * turned;
        l->h[4 + 3 * a] = r * h0;
        l->h[5 + 3 * a] = r * h1;
        l->g[1 + a] = k->mu * l->g[0] * turned + (h0 * old[0] + h1 * old[1]);
    }
}

void sut_contact_linearise(const sut_contact_rule *k, const double y[3], const double u[3],
                           sut_contact_law *l) {
    memset(l, 0, sizeof *l);
    if (k->bond) {
        add_normal(l, k);
        add_stick(l, k);
        return;
    }
    double p[3];
    sut_contact_augmented(k, y, u, p);
    if (!(p[0] > 0.0)) {
        return;
    }
    add_normal(l, k);
    double most = k->mu * p[0];
    double size = sqrt(p[1] * p[1] + p[2] * p[2]);
    if (!(most > 0.0)) {
        return;
    }
    if (size <= most) {
        add_stick(l, k);
    } else {
        add_augmented_slip(l, k, &y[1], &u[1], &p[1], most);
    }
}

void sut_contact_linearise_bounded(const sut_contact_rule *k, const double u[3], double bound,
                                   sut_contact_law *l) {
    memset(l, 0, sizeof *l);
    if (k->bond) {
        add_normal(l, k);
        add_stick(l, k);
        return;
    }
    if (-(k->q[0] + u[0]) > 0.0) {
        add_normal(l, k);
    }
    double p[2];
    sut_contact_tangential(k, u, p);
    double size = sqrt(p[0] * p[0] + p[1] * p[1]);
    if (!(bound > 0.0)) {
        return;
    }
    if (size <= bound) {
        add_stick(l, k);
        return;
    }
    add_slip(l, k->kt, p, u, bound);
    l->g[1] += bound * p[0] / size;
    l->g[2] += bound * p[1] / size;
}

void sut_contact_linearise_force(const sut_contact_rule *k, const double f[3], sut_contact_law *l) {
    memset(l, 0, sizeof *l);
    add_normal(l, k);
    if (k->bond) {
        add_stick(l, k);
        return;
    }
    double size = sqrt(f[1] * f[1] + f[2] * f[2]);
    double most = k->mu * f[0];
    // forces are known to a hundredth, and their frames have turned since: what is that near to the
    // cone slips
    if (size < (1.0 - SUT_CONTACT_ERROR) * most) {
        add_stick(l, k);
    } else if (size > 0.0) {
        // where the force would be what it was
        const double at[3] = {0.0, -k->q[1], -k->q[2]};
        add_coulomb(l, k, &f[1], at, most);
    }
}

//---- residual of forces --------------------------------------------------------------------------
static void add_all(const sut_contacts *c, const sut_contact_place *at, const double *bound,
                    sut_contact_lack *s) {
#ifdef SUT_HAVE_AVX2
    if (__builtin_cpu_supports("avx2")) {
        sut_contact_lack_avx2(c, at, bound, s);
        return;
    }
#endif
    sut_contact_lack_plain(c, at, bound, s);
}

// The smaller of what law and forces say: the stiff law of a predictor is no force.
static void add_hole_lack(sut_contact_lack *s, const sut_hole *k, const double *y, const double *u,
                          double bound) {
    double f[SUT_HOLE_ROWS];
    sut_hole_law_force(k, u, bound, f);
    double size = fmin(sqrt(f[0] * f[0] + f[1] * f[1] + f[2] * f[2]),
                       sqrt(y[0] * y[0] + y[1] * y[1] + y[2] * y[2]));
    s->scale = size > s->scale ? size : s->scale;
    for (int a = 0; a < SUT_HOLE_ROWS; a++) {
        double e = a >= 3 && a < 6 ? 0.0 : fabs(f[a] - y[a]);
        s->most = e > s->most ? e : s->most;
    }
    s->squares += sut_hole_square(k, y, u);
    // far below what holds a thread at a millionth of its radius
    double none = fmax(1e-7 * k->kn * k->radius, 1e-3 * k->pinch);
    s->least = none > s->least ? none : s->least;
}

static sut_contact_residual total(const sut_contact_lack *s) {
    return (sut_contact_residual){s->most / (s->scale > s->least ? s->scale : s->least + 1e-300),
                                  sqrt(s->squares)};
}

sut_contact_residual sut_contact_residual_of(const sut_contacts *c, const double *bound,
                                             const double *y, const double *u) {
    sut_contact_lack s = {0.0, 0.0, 0.0, 0.0};
    const sut_contact_place at = {.y = y, .u = u};
    add_all(c, &at, bound, &s);
    for (int i = 0; i < c->holes; i++) {
        int row = sut_hole_row(c, i);
        add_hole_lack(&s, c->hole[i], &y[row], &u[row], bound ? c->hole[i]->bound : -1.0);
    }
    return total(&s);
}

sut_contact_residual sut_contact_residual_at(const sut_contacts *c, double share) {
    sut_contact_lack s = {0.0, 0.0, 0.0, 0.0};
    const sut_contact_place at = {c->y, c->u, c->y_next, c->u_next, share};
    add_all(c, &at, NULL, &s);
    for (int i = 0; i < c->holes; i++) {
        double y[SUT_HOLE_ROWS];
        double u[SUT_HOLE_ROWS];
        for (int a = 0, e = sut_hole_row(c, i); a < SUT_HOLE_ROWS; a++, e++) {
            y[a] = c->y[e] + share * (c->y_next[e] - c->y[e]);
            u[a] = c->u[e] + share * (c->u_next[e] - c->u[e]);
        }
        add_hole_lack(&s, c->hole[i], y, u, -1.0);
    }
    return total(&s);
}
