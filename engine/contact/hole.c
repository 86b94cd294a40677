// SPDX-License-Identifier: MIT
// hole.c -- where holes are at the trial shape, what they push with, and what a substep makes of
// them. docs/theory/holes.md
#include "contact/contact.h"
#include "contact/contact_linear.h"
#include "contact/contact_newton.h"

#include "geom/triangle.h"
#include "math/scalar.h"
#include "math/vec3.h"
#include "sutura/tissue.h"

#include <string.h>

//---- places --------------------------------------------------------------------------------------
static sut_vec3 trial(const sut_body *b, int vertex) {
    return v3_add(b->position[vertex], sut_soa3_get(&b->move, vertex));
}

static sut_vec3 correction(const sut_body *b, int vertex) {
    const double *d = &b->correction[3 * (ptrdiff_t)vertex];
    return v3(d[0], d[1], d[2]);
}

static sut_vec3 trial_place(const sut_hole *k, const sut_body *tissue) {
    sut_vec3 p = v3_zero();
    for (int i = 0; i < k->site.count; i++) {
        p = v3_madd(p, k->site.weight[i], trial(tissue, k->site.vertex[i]));
    }
    return p;
}

sut_vec3 sut_hole_place(const sut_hole *k, const sut_body *tissue) {
    sut_vec3 p = v3_zero();
    for (int i = 0; i < k->site.count; i++) {
        p = v3_madd(p, k->site.weight[i], tissue->position[k->site.vertex[i]]);
    }
    return p;
}

typedef struct frame {
    sut_curve_point at;
    sut_vec3 x, slope, bend;
} frame;

static frame frame_at(const sut_hole *k, const sut_body *b, double s) {
    frame f = {.x = v3_zero(), .slope = v3_zero(), .bend = v3_zero()};
    sut_curve_at(&k->curve, s, &f.at);
    for (int i = 0; i < f.at.count; i++) {
        sut_vec3 x = trial(b, f.at.vertex[i]);
        f.x = v3_madd(f.x, f.at.weight[i], x);
        f.slope = v3_madd(f.slope, f.at.slope[i], x);
        f.bend = v3_madd(f.bend, f.at.bend[i], x);
    }
    return f;
}

// Rest length from the start of the curve, m.
static double arc_of(const sut_contact_bodies *b, const sut_hole *k) {
    if (k->curve.kind != SUT_CURVE_SPLINE) {
        return k->s;
    }
    const double *rest = b->chain[k->body]->rest;
    int last = k->curve.first + k->curve.n - 2;
    int e = k->s > 0.0 ? (k->s < last ? (int)k->s : last) : 0;
    double arc = (k->s - e) * rest[e];
    for (int i = 0; i < e; i++) {
        arc += rest[i];
    }
    return arc;
}

//---- predict -------------------------------------------------------------------------------------
// The place at which the force along the curve is what it was.
static void slide_on(sut_hole *k, const sut_contact_bodies *b) {
    enum { MOST = 8 };
    const sut_body *body = b->body[k->body];
    sut_vec3 p = trial_place(k, b->body[k->tissue]);
    double span = k->curve.kind == SUT_CURVE_SPLINE ? 1.0 : k->radius;
    for (int i = 0; i < MOST; i++) {
        frame f = frame_at(k, body, k->s);
        double l = v3_norm(f.slope);
        if (!(l > 0.0)) {
            return;
        }
        sut_vec3 t = v3_scale(f.slope, 1.0 / l);
        double ds = -(v3_dot(v3_sub(f.x, p), t) + v3_dot(k->force, t) / k->kn) / l;
        ds = ds > span ? span : (ds < -span ? -span : ds);
        k->s += ds;
        if (!(fabs(ds) > 1e-9 * span)) {
            return;
        }
    }
}

void sut_holes_predict(sut_contacts *c, const sut_contact_bodies *b, double h) {
    for (int i = 0; i < c->holes; i++) {
        sut_hole *k = c->hole[i];
        k->s = k->kept.s;
        k->force = k->kept.force;
        k->order = k->kept.order;
        k->slips = k->kept.slips;
        k->friction = k->kept.memory;
        k->phi = k->kept.memory;
        k->h = h;
        k->sigma = 0.0;
        k->yields = false;
        if (k->slips != 0) {
            slide_on(k, b);
        }
    }
}

//---- look at the trial shape ---------------------------------------------------------------------
static bool is_pinned(const sut_contact_bodies *b, int body, int vertex) {
    if (b->body[body]->led) {
        return true;
    }
    if (sut_contact_is_rod(b, body)) {
        return sut_chain_is_pinned(b->chain[body], vertex);
    }
    const sut_surface *f = sut_contact_surface(b, body);
    return f->body && f->pinned[vertex] == SUT_AXIS_ALL;
}

static void add_vertex(sut_hole *k, const sut_contact_bodies *b, int body, int vertex,
                       double weight, double slope) {
    if (!is_pinned(b, body, vertex)) {
        int i = k->vertices++;
        k->owner[i] = body;
        k->vertex[i] = vertex;
        k->weight[i] = weight;
        k->slope[i] = slope;
    }
}

static bool same_vertices(const sut_hole *k, const int *before, int count) {
    return count == k->vertices && memcmp(before, k->vertex, (size_t)count * sizeof *before) == 0;
}

static bool locate(sut_hole *k, const sut_contact_bodies *b) {
    const sut_body *body = b->body[k->body];
    frame f = frame_at(k, body, k->s);
    k->at = f.at;
    k->l = v3_norm(f.slope);
    k->t = v3_scale(f.slope, 1.0 / k->l);
    k->xx = v3_scale(f.bend, 1.0 / (k->l * k->l));
    k->gap = v3_sub(f.x, trial_place(k, b->body[k->tissue]));
    k->f0 = k->force;
    k->across = v3_madd(k->f0, -v3_dot(k->t, k->f0), k->t);
    k->way0 = k->l * (k->s - k->kept.s);
    int before[SUT_HOLE_NODES];
    int count = k->vertices;
    memcpy(before, k->vertex, sizeof before);
    k->vertices = 0;
    for (int i = 0; i < f.at.count; i++) {
        add_vertex(k, b, k->body, f.at.vertex[i], f.at.weight[i], f.at.slope[i] / k->l);
    }
    for (int i = 0; i < k->site.count; i++) {
        add_vertex(k, b, k->tissue, k->site.vertex[i], -k->site.weight[i], 0.0);
    }
    return !same_vertices(k, before, count);
}

bool sut_holes_locate(sut_contacts *c, const sut_contact_bodies *b) {
    bool moved = false;
    for (int i = 0; i < c->holes; i++) {
        sut_hole *k = c->hole[i];
        moved = locate(k, b) || moved;
        k->q_order = k->follows ? arc_of(b, k) - arc_of(b, c->hole[i - 1]) - k->spacing : 0.0;
    }
    return moved;
}

void sut_holes_push(const sut_contacts *c, const sut_contact_bodies *b) {
    for (int i = 0; i < c->holes; i++) {
        const sut_hole *k = c->hole[i];
        sut_body *body = b->body[k->body];
        sut_body *tissue = b->body[k->tissue];
        body->pushed = true;
        tissue->pushed = true;
        for (int v = 0; v < k->at.count; v++) {
            double *push = &body->push[3 * (ptrdiff_t)k->at.vertex[v]];
            // the force goes on with the hole: by the new weights to first order
            sut_vec3 f = v3_scale(k->force, k->at.weight[v]);
            f = v3_madd(f, k->at.slope[v] / k->l * k->sigma, k->f0);
            push[0] += f.x;
            push[1] += f.y;
            push[2] += f.z;
        }
        for (int v = 0; v < k->site.count; v++) {
            double *push = &tissue->push[3 * (ptrdiff_t)k->site.vertex[v]];
            push[0] -= k->site.weight[v] * k->force.x;
            push[1] -= k->site.weight[v] * k->force.y;
            push[2] -= k->site.weight[v] * k->force.z;
        }
    }
}

//---- the solve -----------------------------------------------------------------------------------
void sut_holes_gather(sut_contacts *c, const sut_contact_bodies *b) {
    for (int i = c->holes - 1; i >= 0; i--) {
        sut_hole *k = c->hole[i];
        k->c0 = k->gap;
        k->tau0 = v3_zero();
        for (int v = 0; v < k->vertices; v++) {
            sut_vec3 d = correction(b->body[k->owner[v]], k->vertex[v]);
            k->c0 = v3_madd(k->c0, k->weight[v], d);
            k->tau0 = v3_madd(k->tau0, k->slope[v], d);
        }
        const sut_hole *next = i + 1 < c->holes ? c->hole[i + 1] : NULL;
        sut_hole_start(k, next && next->follows ? next->order : 0.0, &c->start[sut_hole_row(c, i)]);
    }
}

// One that is about to tear wants to know what the step thinks of a shift of its material point:
// kn along an axis is what that adds to the law; where it slips, friction follows the force across.
static void find_yield(sut_contacts *c, int i) {
    sut_hole *k = c->hole[i];
    int row = sut_hole_row(c, i);
    const double friction[3] = {k->law.a.x, k->law.a.y, k->law.a.z};
    for (int a = 0; a < 3; a++) {
        memset(c->change, 0, (size_t)sut_contact_rows(c) * sizeof(double));
        c->change[row + a] = k->kn;
        c->change[row + 6] = friction[a];
        sut_contact_answer(c, c->change, c->u_next);
        k->yield[a] = v3(c->u_next[row], c->u_next[row + 1], c->u_next[row + 2]);
    }
    k->yields = true;
}

void sut_holes_scatter(sut_contacts *c) {
    bool beyond = false;
    for (int i = 0; i < c->holes; i++) {
        sut_hole *k = c->hole[i];
        const double *y = &c->y[sut_hole_row(c, i)];
        const double *u = &c->u[sut_hole_row(c, i)];
        k->force = v3(y[0], y[1], y[2]);
        k->order = y[7];
        k->sigma = u[6];
        k->slips = sut_hole_state(k, y, u);
        k->friction = sut_hole_friction(k, y, u);
        k->phi = k->friction + k->viscous / k->h * (k->way0 + k->sigma);
        k->yields = false;
        beyond = beyond || v3_norm(k->force) > k->limit;
    }
    // the last factor may be of other laws, and where the predictor was right there is none
    beyond = beyond && sut_contact_factor_found(c);
    for (int i = 0; beyond && i < c->holes; i++) {
        if (v3_norm(c->hole[i]->force) > c->hole[i]->limit) {
            find_yield(c, i);
        }
    }
}

void sut_holes_apply(sut_contacts *c, double fraction) {
    for (int i = 0; i < c->holes; i++) {
        sut_hole *k = c->hole[i];
        k->s += fraction * k->sigma / k->l;
    }
}

// What a place or a force may be wrong by: a thousandth of the radius, and of the largest force of
// all holes; rounds converge quadratically, so that the next would leave a millionth.
bool sut_holes_fit(sut_contacts *c, const sut_contact_bodies *b) {
    const double most = 1e-3;
    double largest = 0.0;
    for (int i = 0; i < c->holes; i++) {
        double f = v3_norm(c->hole[i]->force);
        largest = f > largest ? f : largest;
    }
    for (int i = 0; i < c->holes; i++) {
        const sut_hole *k = c->hole[i];
        frame f = frame_at(k, b->body[k->body], k->s);
        double l = v3_norm(f.slope);
        sut_vec3 gap = v3_sub(f.x, trial_place(k, b->body[k->tissue]));
        const sut_hole *next = i + 1 < c->holes ? c->hole[i + 1] : NULL;
        double order = (k->follows ? k->order : 0.0) - (next && next->follows ? next->order : 0.0);
        double along = v3_dot(k->force, f.slope) / l - k->phi + order;
        if (!(v3_norm(v3_madd(gap, 1.0 / k->kn, k->force)) < most * k->radius) ||
            !(fabs(along) <= most * largest)) {
            return false;
        }
    }
    return true;
}

//---- how much of the motion ----------------------------------------------------------------------
// From the material point to the curve after a share of the motion.
static sut_vec3 gap_after(const sut_hole *k, const sut_contact_bodies *b, double share) {
    const sut_body *body = b->body[k->body];
    const sut_body *tissue = b->body[k->tissue];
    sut_curve_point at;
    sut_curve_at(&k->curve, k->kept.s + share * (k->s - k->kept.s), &at);
    sut_vec3 gap = v3_zero();
    for (int i = 0; i < at.count; i++) {
        int v = at.vertex[i];
        sut_vec3 x = v3_madd(body->position[v], share, sut_soa3_get(&body->move, v));
        gap = v3_madd(gap, at.weight[i], x);
    }
    for (int i = 0; i < k->site.count; i++) {
        int v = k->site.vertex[i];
        sut_vec3 x = v3_madd(tissue->position[v], share, sut_soa3_get(&tissue->move, v));
        gap = v3_madd(gap, -k->site.weight[i], x);
    }
    return gap;
}

static double share_of(const sut_hole *k, const sut_contact_bodies *b) {
    enum { HALVINGS = 20 };
    // where its force says that it should be, or near it
    sut_vec3 end = gap_after(k, b, 1.0);
    if (v3_norm(v3_madd(end, 1.0 / k->kn, k->force)) <= k->radius) {
        return 1.0;
    }
    double start = v3_norm(gap_after(k, b, 0.0));
    double most = start > k->radius ? start : k->radius;
    if (v3_norm(end) <= most) {
        return 1.0;
    }
    double low = 0.0;
    double high = 1.0;
    for (int i = 0; i < HALVINGS; i++) {
        double share = 0.5 * (low + high);
        bool good = v3_norm(gap_after(k, b, share)) <= most;
        low = good ? share : low;
        high = good ? high : share;
    }
    return low;
}

double sut_holes_share(const sut_contacts *c, const sut_contact_bodies *b) {
    double least = 1.0;
    for (int i = 0; i < c->holes; i++) {
        const sut_hole *k = c->hole[i];
        double share = share_of(k, b);
        if (share < 1.0) {
            b->hit_body[k->body] = true;
            b->hit_body[k->tissue] = true;
        }
        least = share < least ? share : least;
    }
    return least;
}

//---- after it ------------------------------------------------------------------------------------
void sut_holes_scale(sut_contacts *c, double fraction) {
    for (int i = 0; i < c->holes; i++) {
        sut_hole *k = c->hole[i];
        k->s = k->kept.s + fraction * (k->s - k->kept.s);
    }
}

bool sut_holes_slide(const sut_contacts *c) {
    for (int i = 0; i < c->holes; i++) {
        const sut_hole *k = c->hole[i];
        if (k->s != k->kept.s) { // exactly: it sticks
            return true;
        }
    }
    return false;
}

void sut_holes_stand(sut_contacts *c) {
    for (int i = 0; i < c->holes; i++) {
        sut_hole *k = c->hole[i];
        k->s = k->kept.s;
        k->l = 0.0; // the shape that it was taken from is none
        k->force = k->kept.force;
        k->friction = k->kept.memory;
        k->order = k->kept.order;
        k->slips = k->kept.slips;
        k->yields = false;
    }
}

void sut_holes_bear(sut_contacts *c) {
    for (int i = 0; i < c->holes; i++) {
        sut_hole *k = c->hole[i];
        double EA = k->kn * SUT_PI * 2.0 * k->radius / SUT_HOLE_STIFFNESS;
        double size = v3_norm(k->force);
        if (k->curve.kind == SUT_CURVE_SPLINE && size > EA) {
            k->force = v3_scale(k->force, EA / size);
            k->friction *= EA / size;
            k->order = k->order < EA ? k->order : EA;
        }
    }
}

void sut_holes_commit(sut_contacts *c) {
    for (int i = 0; i < c->holes; i++) {
        sut_hole *k = c->hole[i];
        double slid = k->kept.slid + k->l * (k->s - k->kept.s);
        k->kept = (sut_hole_kept){.s = k->s,
                                  .force = k->force,
                                  .memory = k->friction,
                                  .order = k->order,
                                  .slid = slid,
                                  .slips = k->slips};
        bool beyond = k->s < sut_curve_start(&k->curve) || k->s > sut_curve_end(&k->curve);
        // a hole that leaves a needle passes to its thread: the world knows
        k->out = k->curve.kind == SUT_CURVE_SPLINE && beyond;
    }
}

//---- beside holes --------------------------------------------------------------------------------
// The neighbour of a hole that a thread comes through before it leaves a solid: up to it, or to the
// end of the thread, all is inside.
static double inside_until(const sut_contacts *c, int hole, int step) {
    const sut_hole *k = c->hole[hole];
    for (int j = hole + step; j >= 0 && j < c->holes && c->hole[j]->body == k->body; j += step) {
        const sut_hole *o = c->hole[j];
        if (o->tissue == k->tissue && o->leads != 0) {
            return o->per_s * (step > 0 ? fmax(o->s, o->kept.s) + o->margin
                                        : fmin(o->s, o->kept.s) - o->margin);
        }
    }
    if (k->open > 0.0) {
        return k->per_s *
               (step > 0 ? fmax(k->s, k->kept.s) + k->open : fmin(k->s, k->kept.s) - k->open);
    }
    return k->per_s * (step > 0 ? sut_curve_end(&k->curve) : sut_curve_start(&k->curve));
}

// Where hole i lets a rod and a body pass each other, from low to high on the rod; false: nowhere.
static bool spared_by(const sut_contacts *c, int i, int rod, const sut_hole_wall *at,
                      double range[2]) {
    const sut_hole *k = c->hole[i];
    if (k->tissue != at->body) {
        return false;
    }
    if (i < c->holes && k->joined == rod) {
        range[0] = k->joined_from;
        range[1] = k->joined_to;
        return true;
    }
    if (k->body != rod) {
        return false;
    }
    if (i >= c->holes) { // it leaves
        if (at->guards && !k->threads) {
            return false;
        }
        range[0] = k->per_s * (k->kept.s - k->margin);
        range[1] = k->per_s * (k->kept.s + k->margin);
        return true;
    }
    range[0] =
        k->leads < 0 ? inside_until(c, i, -1) : k->per_s * (fmin(k->s, k->kept.s) - k->margin);
    range[1] =
        k->leads > 0 ? inside_until(c, i, 1) : k->per_s * (fmax(k->s, k->kept.s) + k->margin);
    return true;
}

// Walls fold, and what lies on each other may be far apart in the material.
bool sut_hole_is_beside(const sut_hole *k, const sut_hole_wall *at) {
    const sut_surface *f = at->surface;
    if (f->solid) {
        return true;
    }
    sut_vec3 x[3];
    for (int c = 0; c < 3; c++) {
        x[c] = f->rest[f->triangle[at->triangle][c]];
    }
    return sut_triangle_point(x, k->rest).distance <= k->reach;
}

bool sut_hole_spares(const sut_contacts *c, int rod, double from, double to,
                     const sut_hole_wall *at) {
    for (int i = 0; i < c->holes + c->leaving; i++) {
        double range[2];
        if (spared_by(c, i, rod, at, range) && to >= range[0] && from <= range[1] &&
            sut_hole_is_beside(c->hole[i], at)) {
            return true;
        }
    }
    return false;
}

bool sut_hole_spared_part(const sut_contacts *c, int rod, int edge, const sut_hole_wall *at,
                          double part[2]) {
    part[0] = 1.0;
    part[1] = 0.0;
    for (int i = 0; i < c->holes + c->leaving; i++) {
        double range[2];
        if (spared_by(c, i, rod, at, range) && edge + 1 >= range[0] && edge <= range[1] &&
            sut_hole_is_beside(c->hole[i], at)) {
            part[0] = fmin(part[0], fmax(range[0] - edge, 0.0));
            part[1] = fmax(part[1], fmin(range[1] - edge, 1.0));
        }
    }
    return part[0] <= part[1];
}
