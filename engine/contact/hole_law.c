// SPDX-License-Identifier: MIT
// hole_law.c -- the law of a hole as Newton's method sees it. docs/theory/holes.md
#include "contact/hole.h"

#include "contact/contact_law.h"

#include <string.h>

// Rows.
enum { A = 0, TAU = 3, SIGMA = 6, ORDER = 7 };

// Turns of the tangent beyond this are no linear ones: the trial shape is nonsense, and the law is
// looked at as if it had turned no further.
#define TURN_MOST 0.5

static sut_vec3 vec_at(const double *v) {
    return v3(v[0], v[1], v[2]);
}

static void put_vec(double *to, sut_vec3 v) {
    to[0] = v.x;
    to[1] = v.y;
    to[2] = v.z;
}

// How the tangent turns in all.
static sut_vec3 turn_of(const sut_hole *k, const double *u) {
    return v3_madd(v3_add(k->tau0, vec_at(&u[TAU])), u[SIGMA], k->xx);
}

typedef struct across_part {
    sut_vec3 n;   // unit, along the part of the force across the tangent
    double size;  // N, of it
    double along; // N, the rest
    bool far;     // the turn was cut
} across_part;

static across_part split(const sut_hole *k, sut_vec3 f, sut_vec3 turn) {
    across_part p;
    double size = v3_norm(turn);
    p.far = size > TURN_MOST;
    sut_vec3 t = v3_madd(k->t, p.far ? TURN_MOST / size : 1.0, turn);
    t = v3_scale(t, 1.0 / v3_norm(t));
    p.along = v3_dot(t, f);
    sut_vec3 across = v3_madd(f, -p.along, t);
    p.size = v3_norm(across);
    p.n = p.size > 0.0 ? v3_scale(across, 1.0 / p.size) : v3_zero();
    return p;
}

static sut_vec3 force_at(const sut_hole *k, const double *u) {
    return v3_scale(v3_add(k->c0, vec_at(&u[A])), -k->kn);
}

static double way_at(const sut_hole *k, const double *u) {
    return k->way0 + u[SIGMA];
}

// Friction goes both ways; a tip is pushed back alone, and nothing holds one that is drawn back.
static double least(const sut_hole *k, double limit) {
    return k->tip ? 0.0 : -limit;
}

static double within(const sut_hole *k, double p, double limit) {
    double low = least(k, limit);
    return p > limit ? limit : (p < low ? low : p);
}

static int state_of(const sut_hole *k, double p, double limit) {
    return p > limit ? 1 : (p < least(k, limit) ? -1 : 0);
}

// With the forces f and that turn of the tangent.
static double limit_of(const sut_hole *k, sut_vec3 f, sut_vec3 turn) {
    return k->tip ? k->entry : k->pinch + k->drag + k->mu * split(k, f, turn).size;
}

void sut_hole_law_force(const sut_hole *k, const double *u, double bound, double *y) {
    sut_vec3 f = force_at(k, u);
    sut_vec3 turn = turn_of(k, u);
    double limit = bound >= 0.0 ? bound : limit_of(k, f, turn);
    double way = way_at(k, u);
    double phi = within(k, k->kept.memory + k->kt * way, limit) + k->viscous / k->h * way;
    put_vec(&y[A], f);
    put_vec(&y[TAU], v3_scale(k->f0, u[SIGMA]));
    y[SIGMA] = v3_dot(k->across, turn) - phi;
    double depth = -(k->q_order + u[ORDER]);
    y[ORDER] = k->follows && depth > 0.0 ? k->kn * depth : 0.0;
}

// Row sigma balances by itself at the start: what the others give along the thread is its part.
void sut_hole_start(const sut_hole *k, double next_order, double *y) {
    put_vec(&y[A], k->f0);
    put_vec(&y[TAU], v3_zero());
    y[ORDER] = k->follows ? k->order : 0.0;
    y[SIGMA] = -v3_dot(k->t, k->f0) - y[ORDER] + next_order;
}

double sut_hole_limit(const sut_hole *k, const double *y, const double *u) {
    return limit_of(k, vec_at(&y[A]), turn_of(k, u));
}

// Friction that the forces stand for, without its viscous part, and what it would be if nothing
// gave way: the augmented force of contact_law.h.
double sut_hole_friction(const sut_hole *k, const double *y, const double *u) {
    double way = way_at(k, u);
    return v3_dot(k->across, turn_of(k, u)) - y[SIGMA] - k->viscous / k->h * way;
}

static double augmented(const sut_hole *k, const double *y, const double *u) {
    const double chi = SUT_CONTACT_CHI;
    return (1.0 - chi) * sut_hole_friction(k, y, u) + chi * (k->kept.memory + k->kt * way_at(k, u));
}

int sut_hole_state(const sut_hole *k, const double *y, const double *u) {
    return state_of(k, augmented(k, y, u), sut_hole_limit(k, y, u));
}

bool sut_hole_state_holds(const sut_hole *k, const double *u) {
    double limit = limit_of(k, force_at(k, u), turn_of(k, u));
    int state = state_of(k, k->kept.memory + k->kt * way_at(k, u), limit);
    bool open = !(k->follows && k->q_order + u[ORDER] < 0.0);
    return state == k->law.state && open == (k->law.order == 0.0);
}

static void add_order(sut_hole *k, const double *y, const double *u, bool first) {
    const double chi = SUT_CONTACT_CHI;
    double p = (1.0 - chi) * y[ORDER] - chi * k->kn * (k->q_order + u[ORDER]);
    bool pushes = k->follows && (first ? k->order > 0.0 : p > 0.0);
    k->law.order = pushes ? k->kn : 0.0;
    k->law.g[ORDER] = pushes ? -k->kn * k->q_order : 0.0;
}

void sut_hole_linearise(sut_hole *k, const double *y, const double *u, int state, bool first,
                        double bound) {
    sut_hole_law *l = &k->law;
    memset(l, 0, sizeof *l);
    l->state = state;
    l->kn = k->kn;
    l->f0 = v3_scale(k->f0, -1.0);
    put_vec(&l->g[A], v3_scale(k->c0, -k->kn));
    double loss = k->viscous / k->h;
    l->tau = v3_scale(k->across, -1.0);
    l->sigma = loss;
    l->g[SIGMA] = v3_dot(k->across, k->tau0) - loss * k->way0;
    if (state == 0) {
        l->sigma += k->kt;
        l->g[SIGMA] -= k->kept.memory + k->kt * k->way0;
    } else if (k->tip) {
        l->g[SIGMA] -= state > 0 ? k->entry : 0.0;
    } else if (bound >= 0.0) {
        l->g[SIGMA] -= state * bound;
    } else {
        // |f across| around the forces of the moment, linear in force and turn
        sut_vec3 f = vec_at(&y[A]);
        sut_vec3 turn = turn_of(k, u);
        across_part p = split(k, f, turn);
        double mu = state * k->mu;
        double lever = p.far ? 0.0 : p.along;
        sut_vec3 less = v3_sub(v3_scale(k->c0, -k->kn), f);
        sut_vec3 back = v3_sub(k->tau0, turn);
        l->a = v3_scale(p.n, -mu * k->kn);
        l->tau = v3_madd(l->tau, -mu * lever, p.n);
        l->g[SIGMA] -= state * (k->pinch + k->drag) +
                       mu * (p.size + v3_dot(p.n, less) - lever * v3_dot(p.n, back));
    }
    l->sigma += v3_dot(l->tau, k->xx);
    add_order(k, y, u, first);
}

double sut_hole_square(const sut_hole *k, const double *y, const double *u) {
    const double chi = SUT_CONTACT_CHI;
    sut_vec3 e = v3_scale(v3_sub(vec_at(&y[A]), force_at(k, u)), chi);
    double limit = sut_hole_limit(k, y, u);
    double es = sut_hole_friction(k, y, u) - within(k, augmented(k, y, u), limit);
    double p = (1.0 - chi) * y[ORDER] - chi * k->kn * (k->q_order + u[ORDER]);
    double eo = k->follows ? y[ORDER] - (p > 0.0 ? p : 0.0) : 0.0;
    return v3_norm2(e) + (es * es + eo * eo);
}

void sut_hole_apply_law(const sut_hole_law *l, const double *x, bool transposed, double *f) {
    sut_vec3 a = vec_at(&x[A]);
    sut_vec3 tau = vec_at(&x[TAU]);
    double sigma = x[SIGMA];
    double order = x[ORDER];
    if (transposed) {
        put_vec(&f[A], v3_madd(v3_scale(a, l->kn), sigma, l->a));
        put_vec(&f[TAU], v3_scale(l->tau, sigma));
        f[SIGMA] = v3_dot(l->f0, tau) + l->sigma * sigma;
    } else {
        put_vec(&f[A], v3_scale(a, l->kn));
        put_vec(&f[TAU], v3_scale(l->f0, sigma));
        f[SIGMA] = (v3_dot(l->a, a) + v3_dot(l->tau, tau)) + l->sigma * sigma;
    }
    f[ORDER] = l->order * order;
}
