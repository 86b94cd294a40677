// SPDX-License-Identifier: MIT
// pierce.c -- needles go through walls: the tip catches, breaks in, the hole slides along the
// needle and on to its thread, or the tip is drawn out again. docs/theory/piercing.md
//
// A tip that touches a wall presses on one material point of it. That is a hole whose place on the
// needle's curve lies ahead of the tip, and whose friction is between 0 and `entry`. With more the
// same hole is open: from then on it has the friction of a hole.
#include "attach/pierce.h"

#include "attach/channel.h"
#include "data/data.h"

#include "geom/triangle.h"
#include "math/quat.h"
#include "math/scalar.h"
#include "math/vec3.h"

#include <math.h>
#include <string.h>

// A tip catches where it is steeper to the surface than 15 degrees; flatter needles touch it.
static const double least_sine = 0.2588;
// Viscous part of the friction, as that of threads: against sqrt(EA m).
static const double viscous_share = 1e-5;

static sut_needle_slot *needle_of(const sut_world *w, const sut_hole *k) {
    int needle = k->body - w->def.capacity.threads;
    return needle >= 0 ? &w->needles[needle] : NULL;
}

double sut_pierce_edges(const sut_world *w, const sut_hole *k) {
    const sut_needle_slot *n = needle_of(w, k);
    return n ? (n->chain.n - 1) / n->needle->form.length : 1.0;
}

//---- beside a hole -------------------------------------------------------------------------------
// The needle of a thread that has a hole near its end, or the thread of such a needle.
static void join_needle(const sut_world *w, sut_hole *k) {
    const sut_rod *r = &w->threads[k->body].rod;
    for (int i = 0; i < w->def.capacity.needles; i++) {
        const sut_needle_slot *n = &w->needles[i];
        if (!n->used || n->thread != k->body) {
            continue;
        }
        double arc = sut_hole_arc(r, k->kept.s);
        double behind = n->last ? r->def.total - arc : arc;
        double margin = k->margin * r->def.rest[n->last ? r->body.n - 2 : 0];
        if (behind < margin) {
            double per = (n->chain.n - 1) / n->needle->form.length;
            k->joined = w->def.capacity.threads + i;
            k->joined_from = per * (n->needle->form.length + behind - margin);
            k->joined_to = n->chain.n;
        }
    }
}

static void join_thread(const sut_world *w, sut_hole *k) {
    const sut_needle_slot *n = needle_of(w, k);
    double beyond = k->kept.s + k->margin - n->needle->form.length;
    if (n->thread >= 0 && beyond > 0.0) {
        const sut_rod *r = &w->threads[n->thread].rod;
        double edges = beyond / r->def.rest[n->last ? r->body.n - 2 : 0];
        k->joined = n->thread;
        k->joined_from = n->last ? r->body.n - 1 - edges : 0.0;
        k->joined_to = n->last ? r->body.n - 1 : edges;
    }
}

double sut_pierce_reach(const sut_world *w, const sut_hole *k) {
    double metres = 1.0; // per s
    if (!sut_hole_on_needle(w, k)) {
        const sut_rod *r = &w->threads[k->body].rod;
        int e = k->kept.s > 0.0 ? (int)k->kept.s : 0;
        metres = r->def.rest[e < r->body.n - 2 ? e : r->body.n - 2];
    }
    // a triangle that begins within the margin ends an edge further on
    return metres * k->margin + w->tissues[k->tissue - w->bodies.rods].surface.spacing;
}

void sut_pierce_measure(const sut_world *w, sut_hole *k) {
    k->per_s = sut_pierce_edges(w, k);
    k->reach = sut_pierce_reach(w, k);
}

void sut_pierce_join(const sut_world *w, sut_hole *k) {
    k->joined = -1;
    sut_pierce_measure(w, k);
    if (sut_hole_on_needle(w, k)) {
        join_thread(w, k);
    } else {
        join_needle(w, k);
    }
}

//---- what a tip meets ----------------------------------------------------------------------------
// Where a ray goes through a triangle; of a solid from outside.
static bool meet(const sut_vec3 x[3], bool solid, sut_vec3 from, sut_vec3 along,
                 sut_pierce_hit *h) {
    sut_vec3 a = v3_sub(x[1], x[0]);
    sut_vec3 b = v3_sub(x[2], x[0]);
    sut_vec3 n = v3_cross(a, b);
    double down = v3_dot(n, along);
    h->sine = fabs(down) / v3_norm(n);
    if (!(h->sine > 0.0) || (solid && down > 0.0)) {
        return false;
    }
    h->way = v3_dot(n, v3_sub(x[0], from)) / down;
    sut_vec3 p = v3_sub(v3_madd(from, h->way, along), x[0]);
    h->weight[1] = v3_dot(v3_cross(p, b), n) / v3_norm2(n);
    h->weight[2] = v3_dot(v3_cross(a, p), n) / v3_norm2(n);
    h->weight[0] = 1.0 - (h->weight[1] + h->weight[2]);
    const double border = -1e-9; // the neighbour would say the same
    return h->weight[0] >= border && h->weight[1] >= border && h->weight[2] >= border;
}

static bool is_near(const sut_vec3 x[3], sut_vec3 p, double far) {
    double low[3] = {HUGE_VAL, HUGE_VAL, HUGE_VAL};
    double high[3] = {-HUGE_VAL, -HUGE_VAL, -HUGE_VAL};
    for (int k = 0; k < 3; k++) {
        const double at[3] = {x[k].x, x[k].y, x[k].z};
        for (int d = 0; d < 3; d++) {
            low[d] = fmin(low[d], at[d]);
            high[d] = fmax(high[d], at[d]);
        }
    }
    return p.x > low[0] - far && p.x < high[0] + far && p.y > low[1] - far && p.y < high[1] + far &&
           p.z > low[2] - far && p.z < high[2] + far;
}

static void corners_of(const sut_surface *f, int t, sut_vec3 x[3]) {
    for (int k = 0; k < 3; k++) {
        x[k] = f->body->position[f->triangle[t][k]];
    }
}

static bool shares_vertex(const sut_spread *s, const int v[3]) {
    for (int i = 0; i < s->count; i++) {
        if (s->vertex[i] == v[0] || s->vertex[i] == v[1] || s->vertex[i] == v[2]) {
            return true;
        }
    }
    return false;
}

bool sut_pierce_find(const sut_needle_slot *n, const sut_surface *f, const sut_spread *beside,
                     double back, double ahead, sut_pierce_hit *best) {
    sut_vec3 along = q_rotate(n->needle->state.turn, sut_needle_tangent(n->needle, 0.0));
    sut_vec3 from = n->needle->body.position[0];
    *best = (sut_pierce_hit){.triangle = -1, .way = HUGE_VAL};
    double far = fmax(back, ahead);
    for (int t = 0; t < f->triangle_count; t++) {
        if (beside && !shares_vertex(beside, f->triangle[t])) {
            continue;
        }
        sut_vec3 x[3];
        corners_of(f, t, x);
        sut_pierce_hit h = {.triangle = t};
        if (is_near(x, from, far) && meet(x, f->solid, from, along, &h) && h.way > -back &&
            h.way <= ahead && h.way < best->way && (h.sine > least_sine || h.way <= 0.0)) {
            *best = h;
        }
    }
    return best->triangle >= 0;
}

double sut_pierce_distance(const sut_world *w, int needle) {
    sut_vec3 from = w->needles[needle].needle->body.position[0];
    double least = HUGE_VAL;
    for (int i = 0; i < w->def.capacity.tissues; i++) {
        const sut_tissue_slot *s = &w->tissues[i];
        const sut_surface *f = &s->surface;
        bool counts = s->used && f->body && sut_tissue_def_of(s->tissue)->piercing.enabled;
        for (int t = 0; counts && t < f->triangle_count; t++) {
            sut_vec3 x[3];
            corners_of(f, t, x);
            if (!(least < HUGE_VAL) || is_near(x, from, least)) {
                least = fmin(least, sut_triangle_point(x, from).distance);
            }
        }
    }
    return least;
}

// The tip, a ball of the needle's radius, touches the surface.
static bool touches(const sut_needle_slot *n, const sut_surface *f) {
    sut_vec3 from = n->needle->body.position[0];
    double reach = n->chain.radius + f->half;
    for (int t = 0; t < f->triangle_count; t++) {
        sut_vec3 x[3];
        corners_of(f, t, x);
        if (is_near(x, from, reach) && sut_triangle_point(x, from).distance < reach) {
            return true;
        }
    }
    return false;
}

// The place ahead of a tip that touches the surface; of a solid that it has just left by a lip also
// one that it is through already, on the other lip.
static bool find_hit(const sut_needle_slot *n, const sut_surface *f, double back,
                     sut_pierce_hit *best) {
    double far = (n->chain.radius + f->half) / least_sine;
    return sut_pierce_find(n, f, NULL, back, far, best) && (best->way <= 0.0 || touches(n, f));
}

// A hole so near to the tip that this does not touch the tissue; of a solid: it is inside.
static bool is_taken(const sut_world *w, int body, int tissue, const sut_hole_wall *at) {
    if (at->surface->solid) {
        return sut_channel_is_in(w, body, tissue);
    }
    for (int i = 0; i < w->def.capacity.holes; i++) {
        const sut_hole *k = &w->holes[i].hole;
        if (w->holes[i].used && !k->out && k->body == body && k->tissue == tissue &&
            k->kept.s < k->margin && sut_hole_is_beside(k, at)) {
            return true;
        }
    }
    return false;
}

//---- too thick -----------------------------------------------------------------------------------
static sut_vec3 rest_corner(const sut_surface *f, int t, int k) {
    return f->rest[f->triangle[t][k]];
}

static sut_vec3 rest_normal(const sut_surface *f, int t) {
    sut_vec3 x = rest_corner(f, t, 0);
    return v3_normalized(
        v3_cross(v3_sub(rest_corner(f, t, 1), x), v3_sub(rest_corner(f, t, 2), x)));
}

static sut_vec3 rest_middle(const sut_surface *f, int t) {
    sut_vec3 sum = v3_add(rest_corner(f, t, 0), v3_add(rest_corner(f, t, 1), rest_corner(f, t, 2)));
    return v3_scale(sum, 1.0 / 3.0);
}

// 1/m, at rest: the larger principal value of the curvature tensor of the triangle, to which each
// of its edges gives half of the angle to its neighbour, across the edge. On a tube it is 1/radius
// in each of its triangles, however the diagonals go.
static double curvature(const sut_surface *f, int t) {
    sut_vec3 n = rest_normal(f, t);
    sut_vec3 u = v3_normalized(v3_sub(rest_corner(f, t, 1), rest_corner(f, t, 0)));
    sut_vec3 v = v3_cross(n, u);
    double twice = v3_norm(v3_cross(v3_sub(rest_corner(f, t, 1), rest_corner(f, t, 0)),
                                    v3_sub(rest_corner(f, t, 2), rest_corner(f, t, 0))));
    double uu = 0.0;
    double vv = 0.0;
    double uv = 0.0;
    for (int k = 0; k < 3; k++) {
        const int *both = f->beside[f->triangle_edge[t][k]];
        int other = both[0] == t ? both[1] : both[0];
        if (other < 0) {
            continue;
        }
        sut_vec3 turn = v3_sub(rest_normal(f, other), n);
        bool hollow = v3_dot(turn, v3_sub(rest_middle(f, other), rest_middle(f, t))) < 0.0;
        sut_vec3 edge = v3_sub(rest_corner(f, t, (k + 1) % 3), rest_corner(f, t, k));
        sut_vec3 m = v3_cross(v3_normalized(edge), n);
        double share = v3_norm(turn) * v3_norm(edge) / twice * (hollow ? -1.0 : 1.0);
        double mu = v3_dot(m, u);
        double mv = v3_dot(m, v);
        uu += share * mu * mu;
        vv += share * mv * mv;
        uv += share * mu * mv;
    }
    double half = 0.5 * (uu - vv);
    return 0.5 * fabs(uu + vv) + sqrt(half * half + uv * uv);
}

// Thicker than a quarter of the radius of the surface, or of the smallest extent of a solid: it
// would be a tear and not a hole. Told once, until the needle meets another tissue.
static bool refuses(sut_world *w, int needle, int tissue, const sut_pierce_hit *at) {
    sut_needle_slot *n = &w->needles[needle];
    const sut_tissue_slot *t = &w->tissues[tissue];
    double thin = t->surface.solid ? 1.0 / t->thinness : curvature(&t->surface, at->triangle);
    if (!(4.0 * n->needle->form.diameter * thin > 1.0)) {
        return false;
    }
    if (n->refused != tissue + 1) {
        n->refused = tissue + 1;
        sut_world_event_between(w, SUT_EV_TOO_LARGE, (uint32_t)needle + 1, (uint32_t)tissue + 1,
                                n->needle->body.position[0], n->needle->form.diameter);
    }
    return true;
}

//---- it catches ----------------------------------------------------------------------------------
sut_hole_slot *sut_pierce_take_slot(const sut_world *w) {
    sut_hole_slot *old = NULL;
    for (int i = 0; i < w->def.capacity.holes; i++) {
        sut_hole_slot *h = &w->holes[i];
        if (!h->used) {
            return h;
        }
        old = !old && h->hole.out && !h->hole.through && sut_hole_on_needle(w, &h->hole) ? h : old;
    }
    return old;
}

// A solid takes one for the tip inside besides.
static bool has_room(const sut_world *w, bool solid) {
    int free = 0;
    for (int i = 0; i < w->def.capacity.holes; i++) {
        const sut_hole *k = &w->holes[i].hole;
        free += !w->holes[i].used || (k->out && !k->through && sut_hole_on_needle(w, k));
    }
    return free > (solid ? 1 : 0);
}

static void set_laws(const sut_world *w, const sut_tissue_def *d, sut_hole *k) {
    const sut_needle_slot *n = needle_of(w, k);
    const sut_chain *r = &n->chain;
    double friction = d->piercing.friction;
    k->pinch = d->piercing.pinch;
    k->entry = d->piercing.entry;
    k->mu = friction >= 0.0 ? friction : sqrt(n->friction * d->friction);
    k->kn = n->needle->form.hard;
    k->kt = SUT_CONTACT_ACROSS * k->kn;
    k->viscous = viscous_share * sqrt(r->EA * n->needle->mass / n->needle->form.length);
    k->radius = r->radius;
    k->spacing = fmax(d->model == SUT_TISSUE_SOLID ? 0.0 : d->thickness, 2.0 * k->radius);
}

double sut_pierce_margin(const sut_hole *k, const sut_surface *f, double sine) {
    // until the side of the needle, which stands at that angle, is clear of the surface
    double clear = (k->radius + f->half) / fmax(sine, least_sine);
    return fmax(SUT_PI * k->radius + f->half, clear);
}

void sut_pierce_fill(const sut_world *w, sut_hole_slot *slot, int needle, int tissue, double sine) {
    const sut_needle_slot *n = &w->needles[needle];
    const sut_tissue_slot *t = &w->tissues[tissue];
    sut_hole *k = &slot->hole;
    memset(k, 0, sizeof *k);
    k->body = w->def.capacity.threads + needle;
    k->tissue = w->bodies.rods + tissue;
    k->curve = sut_pierce_curve(n->needle);
    k->triangle = -1;
    k->slit_tip = k->slit_from = -1;
    k->limit = HUGE_VAL;
    set_laws(w, sut_tissue_def_of(t->tissue), k);
    k->lead = k->radius;
    k->margin = sut_pierce_margin(k, &t->surface, sine);
    slot->used = true;
    slot->generation++;
    slot->slipped = 0;
}

void sut_pierce_spread(const sut_world *w, sut_hole *k, sut_vec3 from, sut_vec3 back) {
    const sut_tissue_slot *t = &w->tissues[k->tissue - w->bodies.rods];
    sut_tissue_view v;
    sut_tissue_get(t->tissue, &v);
    sut_tissue_point p = {.triangle = k->triangle, .site = k->site, .rest = k->rest};
    sut_hole_spread(&t->surface, &v, sut_tissue_def_of(t->tissue)->piercing.spread, &p);
    k->site = p.site;
    k->kept.s = v3_dot(v3_sub(sut_hole_place(k, w->bodies.body[k->tissue]), from), back);
}

// A hole between 0 and the cutting force: its place on the mesh, its nodes, where it is on the
// needle.
static void catch_tip(sut_world *w, sut_hole_slot *slot, int needle, int tissue,
                      const sut_pierce_hit *at) {
    const sut_needle_slot *n = &w->needles[needle];
    sut_tissue_slot *t = &w->tissues[tissue];
    const sut_tissue_def *d = sut_tissue_def_of(t->tissue);
    sut_pierce_fill(w, slot, needle, tissue, at->sine);
    sut_hole *k = &slot->hole;
    sut_tissue_view v;
    sut_tissue_get(t->tissue, &v);
    sut_tissue_point p = {.triangle = at->triangle, .site = {.count = 3}};
    for (int i = 0; i < 3; i++) {
        p.site.vertex[i] = v.triangles[at->triangle][i];
        p.site.weight[i] = at->weight[i];
        p.rest = v3_madd(p.rest, at->weight[i], v.initial[p.site.vertex[i]]);
    }
    if (!t->surface.solid) {
        sut_hole_spread(&t->surface, &v, d->piercing.spread, &p);
    }
    k->site = p.site;
    k->rest = p.rest;
    k->triangle = p.triangle;
    k->kept.s = -at->way;
    if (t->surface.solid) {
        sut_vec3 along = q_rotate(n->needle->state.turn, sut_needle_tangent(n->needle, 0.0));
        sut_pierce_spread(w, k, n->needle->body.position[0], v3_neg(along));
    }
    k->edge = sut_hole_edge_distance(&t->surface, k->rest);
    double cosine2 = 1.0 - at->sine * at->sine;
    k->angle = sut_atan2(at->sine, cosine2 > 0.0 ? sqrt(cosine2) : 0.0);
    k->lead = -k->kept.s;
    k->tip = true;
}

static void touch(sut_world *w, int needle) {
    const sut_needle_slot *n = &w->needles[needle];
    for (int i = 0; i < w->def.capacity.tissues; i++) {
        const sut_tissue_slot *t = &w->tissues[i];
        if (!t->used || !t->surface.body || !sut_tissue_def_of(t->tissue)->piercing.enabled) {
            continue;
        }
        sut_pierce_hit at;
        int body = w->def.capacity.threads + needle;
        bool solid = t->surface.solid;
        double exit = solid ? sut_channel_last_exit(w, body, w->bodies.rods + i) : HUGE_VAL;
        double back = exit < HUGE_VAL ? fmax(exit, 0.0) : 0.0;
        if (!find_hit(n, &t->surface, back, &at) ||
            is_taken(w, body, w->bodies.rods + i,
                     &(sut_hole_wall){w->bodies.rods + i, &t->surface, at.triangle, false}) ||
            refuses(w, needle, i, &at)) {
            continue;
        }
        sut_hole_slot *slot = has_room(w, solid) ? sut_pierce_take_slot(w) : NULL;
        if (slot) {
            catch_tip(w, slot, needle, i, &at);
        }
    }
}

//---- what becomes of holes -----------------------------------------------------------------------
static void tell(sut_world *w, const sut_hole_slot *h, sut_event_type type, uint32_t who,
                 double amount) {
    const sut_hole *k = &h->hole;
    sut_world_event_between(w, type, (uint32_t)(h - w->holes) + 1, who,
                            sut_hole_place(k, w->bodies.body[k->tissue]), amount);
}

static uint32_t number_of(const sut_world *w, const sut_hole *k) {
    return (uint32_t)(k->body - w->def.capacity.threads) + 1;
}

// The hole goes on along the thread, with the force that it has.
static void pass(sut_world *w, sut_hole_slot *h) {
    sut_hole *k = &h->hole;
    const sut_needle_slot *n = needle_of(w, k);
    const sut_rod *r = &w->threads[n->thread].rod;
    double along = sut_hole_along(w, k);
    double beyond = k->kept.s - k->curve.length;
    double edges = beyond / r->def.rest[n->last ? r->body.n - 2 : 0];
    double sense = n->last ? -1.0 : 1.0;
    k->body = n->thread;
    k->kept.s = n->last ? r->body.n - 1 - edges : edges;
    k->curve = sut_hole_curve(r, k->kept.s);
    k->kept.memory *= sense;
    k->kept.slips = n->last ? -k->kept.slips : k->kept.slips;
    k->kept.slid = sense * beyond;
    k->kept.order = 0.0;
    k->leads = n->last ? -k->leads : k->leads;
    const sut_hole_def def = sut_default_hole_def();
    sut_hole_set_laws(w, &def, k);
    if (k->triangle >= 0) { // guides go with it
        tell(w, h, SUT_EV_PASSED, (uint32_t)k->body + 1, along);
    }
}

static void break_in(sut_world *w, sut_hole_slot *h, double along) {
    sut_hole *k = &h->hole;
    k->tip = false;
    h->slipped = 1;
    tell(w, h, SUT_EV_PIERCED, number_of(w, k), along);
    if (w->tissues[k->tissue - w->bodies.rods].surface.solid) {
        k->leads = -1;
        k->passage = sut_channel_next_passage(w);
        sut_channel_begin(w, h);
    }
}

static void settle(sut_world *w, sut_hole_slot *h) {
    sut_hole *k = &h->hole;
    double along = sut_hole_along(w, k);
    if (k->inner != SUT_INNER_NONE) {
        sut_channel_settle(w, h);
    } else if (k->tip && k->kept.slips > 0) {
        break_in(w, h, along);
    } else if ((k->tip && k->kept.slips < 0) || (k->kept.s < -k->lead && k->triangle < 0)) {
        h->used = false; // the tip left the skin, or was drawn back past a guide
    } else if (k->kept.s < -k->lead && k->second) {
        tell(w, h, SUT_EV_BACKED_OUT, number_of(w, k), along);
        sut_channel_draw_back(w, h);
    } else if (k->kept.s < -k->lead) {
        k->out = true;
        h->slipped = 2;
        tell(w, h, SUT_EV_BACKED_OUT, number_of(w, k), along);
        memset(&k->kept.force, 0, sizeof k->kept.force);
        k->kept.memory = k->kept.order = 0.0;
        k->kept.slips = 0;
    } else if (k->kept.s > k->curve.length) {
        if (needle_of(w, k)->thread >= 0) {
            pass(w, h);
        } else {
            k->out = true; // nothing follows the needle
        }
    } else if (k->leads < 0 && k->kept.slips > 0) {
        sut_channel_resume(w, h);
    }
}

void sut_pierce_output(sut_world *w) {
    if (!sut_contact_looks(w)) {
        return;
    }
    for (int i = 0; i < w->def.capacity.holes; i++) {
        sut_hole_slot *h = &w->holes[i];
        if (h->used && !h->hole.out && sut_hole_on_needle(w, &h->hole)) {
            settle(w, h);
        }
    }
    for (int i = 0; w->def.capacity.holes > 0 && i < w->def.capacity.needles; i++) {
        if (w->needles[i].used) {
            touch(w, i);
        }
    }
}
