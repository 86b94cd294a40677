// SPDX-License-Identifier: MIT
// world_hole.c -- holes of a world: life cycle, stages of a (sub)step, views, events.
#include "world/world_internal.h"

#include "geom/segment.h"
#include "geom/triangle.h"
#include "math/scalar.h"
#include "math/vec3.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#define COOKIE_HOLE 0x53484c31u

// Against EA over pi d, what a thread gives way by across itself: stiff enough that a hole is a
// point, far from where rounding counts. Between 1 and 1e3 nothing else depends on it.
static const double stiffness_share = 30.0;
// Viscous part of the friction against the impedance of the thread, sqrt(EA m): at 50 mm/s far
// below any pinch.
static const double viscous_share = 1e-5;

static sut_hole_slot *slot_at(const sut_world *w, sut_hole_id id) {
    if (!w || id.index1 == 0 || id.index1 > (uint32_t)w->def.capacity.holes) {
        return NULL;
    }
    sut_hole_slot *h = &w->holes[id.index1 - 1];
    return h->used && h->generation == id.generation ? h : NULL;
}

sut_hole_def sut_default_hole_def(void) {
    return (sut_hole_def){
        .after = -1.0, .pinch = -1.0, .friction = -1.0, .spread = -1.0, .cookie = COOKIE_HOLE};
}

bool sut_hole_is_valid(const sut_world *w, sut_hole_id id) {
    return slot_at(w, id) != NULL;
}

//---- on the thread -------------------------------------------------------------------------------
static sut_vec3 curve_place(const sut_curve *c, const sut_vec3 *x, double s, sut_vec3 *slope) {
    sut_curve_point p;
    sut_curve_at(c, s, &p);
    sut_vec3 at = v3_zero();
    *slope = v3_zero();
    for (int k = 0; k < p.count; k++) {
        at = v3_madd(at, p.weight[k], x[p.vertex[k]]);
        *slope = v3_madd(*slope, p.slope[k], x[p.vertex[k]]);
    }
    return at;
}

// The place of the curve nearest to a point, beyond `after`; from the nearest edge on.
static double nearest_on(const sut_rod *r, const sut_curve *c, sut_vec3 at, double after,
                         double *distance) {
    enum { MOST = 20 };
    double best = HUGE_VAL;
    double s = 0.0;
    double arc = 0.0;
    for (int e = 0; e < r->n - 1; e++) {
        sut_vec3 a = r->body.position[e];
        sut_vec3 d = v3_sub(r->body.position[e + 1], a);
        double u = v3_dot(v3_sub(at, a), d) / v3_norm2(d);
        u = u < 0.0 ? 0.0 : (u > 1.0 ? 1.0 : u);
        double far = v3_distance(at, v3_madd(a, u, d));
        if (far < best && arc + u * r->rest[e] > after) {
            best = far;
            s = e + u;
        }
        arc += r->rest[e];
    }
    sut_vec3 slope;
    for (int i = 0; i < MOST; i++) {
        sut_vec3 x = curve_place(c, r->body.position, s, &slope);
        double ds = v3_dot(v3_sub(at, x), slope) / v3_norm2(slope);
        s += ds > 0.5 ? 0.5 : (ds < -0.5 ? -0.5 : ds);
        s = s < 0.0 ? 0.0 : (s > r->n - 1 ? r->n - 1 : s);
    }
    *distance =
        best < HUGE_VAL ? v3_distance(at, curve_place(c, r->body.position, s, &slope)) : HUGE_VAL;
    return s;
}

static double arc_at(const sut_rod *r, double s) {
    int e = s > 0.0 ? (s < r->n - 2 ? (int)s : r->n - 2) : 0;
    double arc = (s - e) * r->rest[e];
    for (int i = 0; i < e; i++) {
        arc += r->rest[i];
    }
    return arc;
}

//---- on the tissue -------------------------------------------------------------------------------
typedef struct tissue_point {
    sut_spread site;
    int triangle;
    double distance; // m
    double depth;    // m, below the skin of a solid; 0: on it, or outside
    sut_vec3 rest, normal;
} tissue_point;

static void nearest_triangle(const sut_tissue_view *v, sut_vec3 at, tissue_point *p) {
    p->distance = HUGE_VAL;
    for (int t = 0; t < v->triangle_count; t++) {
        sut_vec3 x[3];
        for (int k = 0; k < 3; k++) {
            x[k] = v->position[v->triangles[t][k]];
        }
        sut_triangle_near n = sut_triangle_point(x, at);
        if (n.distance < p->distance) {
            p->distance = n.distance;
            p->triangle = t;
            p->normal = v3_cross(v3_sub(x[1], x[0]), v3_sub(x[2], x[0]));
            p->site.count = 3;
            for (int k = 0; k < 3; k++) {
                p->site.vertex[k] = v->triangles[t][k];
                p->site.weight[k] = n.weight[k];
            }
        }
    }
}

static bool inside_tet(const sut_tissue_view *v, int tet, sut_vec3 at, double weight[4]) {
    sut_vec3 x[4];
    for (int k = 0; k < 4; k++) {
        x[k] = v->position[v->tets[tet][k]];
    }
    sut_vec3 a = v3_sub(x[1], x[0]);
    sut_vec3 b = v3_sub(x[2], x[0]);
    sut_vec3 c = v3_sub(x[3], x[0]);
    sut_vec3 p = v3_sub(at, x[0]);
    double volume = v3_dot(v3_cross(a, b), c);
    weight[1] = v3_dot(v3_cross(p, b), c) / volume;
    weight[2] = v3_dot(v3_cross(a, p), c) / volume;
    weight[3] = v3_dot(v3_cross(a, b), p) / volume;
    weight[0] = 1.0 - (weight[1] + weight[2] + weight[3]);
    const double border = -1e-9; // the neighbour would say the same
    return weight[0] >= border && weight[1] >= border && weight[2] >= border && weight[3] >= border;
}

// A guide deep inside of a solid; what is nearer to the skin than the radius is a hole in that.
static void look_inside(const sut_tissue_view *v, sut_vec3 at, double radius, tissue_point *p) {
    for (int t = 0; t < v->tet_count && p->distance > radius; t++) {
        double weight[4];
        if (inside_tet(v, t, at, weight)) {
            p->depth = p->distance;
            p->distance = 0.0;
            p->triangle = -1;
            p->site.count = 4;
            memcpy(p->site.vertex, v->tets[t], 4 * sizeof(int));
            memcpy(p->site.weight, weight, sizeof weight);
            return;
        }
    }
}

static tissue_point nearest_point(const sut_tissue_view *v, sut_vec3 at, double radius) {
    tissue_point p;
    memset(&p, 0, sizeof p);
    nearest_triangle(v, at, &p);
    if (v->tet_count > 0) {
        look_inside(v, at, radius, &p);
    }
    p.rest = v3_zero();
    for (int k = 0; k < p.site.count; k++) {
        p.rest = v3_madd(p.rest, p.site.weight[k], v->initial[p.site.vertex[k]]);
    }
    return p;
}

//---- spread --------------------------------------------------------------------------------------
// Nodes within the spread, the nearest first where there are too many; false: too few.
static bool nodes_near(const sut_tissue_view *v, const bool *skin, sut_vec3 rest, double spread,
                       sut_spread *out) {
    double far[SUT_SPREAD_VERTICES];
    out->count = 0;
    for (int i = 0; i < v->node_count; i++) {
        double d = v3_distance(v->initial[i], rest);
        if (!(d < spread) || !skin[i]) {
            continue;
        }
        int at = out->count;
        while (at > 0 && d < far[at - 1]) {
            at--;
        }
        if (at == SUT_SPREAD_VERTICES) {
            continue;
        }
        int last = out->count < SUT_SPREAD_VERTICES ? out->count++ : SUT_SPREAD_VERTICES - 1;
        for (int k = last; k > at; k--) {
            far[k] = far[k - 1];
            out->vertex[k] = out->vertex[k - 1];
        }
        far[at] = d;
        out->vertex[at] = i;
    }
    for (int k = 0; k < out->count; k++) {
        double x = far[k] / spread;
        out->weight[k] = (1.0 - x * x) * (1.0 - x * x);
    }
    return out->count >= 4;
}

// Solve the symmetric m x = r; directions without stiffness (a plane has one) get nothing.
static void solve_semidefinite(double m[4][4], double r[4]) {
    bool done[4] = {false, false, false, false};
    int order[4];
    int rank = 0;
    double most = 0.0;
    for (int k = 0; k < 4; k++) {
        most = m[k][k] > most ? m[k][k] : most;
    }
    for (; rank < 4; rank++) {
        int pivot = -1;
        for (int k = 0; k < 4; k++) {
            if (!done[k] && (pivot < 0 || m[k][k] > m[pivot][pivot])) {
                pivot = k;
            }
        }
        if (!(m[pivot][pivot] > 1e-9 * most)) {
            break;
        }
        done[pivot] = true;
        order[rank] = pivot;
        for (int i = 0; i < 4; i++) {
            double f = i == pivot || done[i] ? 0.0 : m[i][pivot] / m[pivot][pivot];
            for (int j = 0; j < 4; j++) {
                m[i][j] -= f * m[pivot][j];
            }
            r[i] -= f * r[pivot];
        }
    }
    for (int k = rank - 1; k >= 0; k--) {
        int p = order[k];
        for (int j = k + 1; j < rank; j++) {
            r[p] -= m[p][order[j]] * r[order[j]];
        }
        r[p] /= m[p][p];
    }
    for (int k = 0; k < 4; k++) {
        r[k] = done[k] ? r[k] : 0.0;
    }
}

// The least change of the weights, each measured by itself, that makes their sum one and their
// first moment the place of the hole. False: there is none.
static bool correct_moments(const sut_tissue_view *v, sut_vec3 rest, double spread,
                            sut_spread *site) {
    double sum = 0.0;
    for (int k = 0; k < site->count; k++) {
        sum += site->weight[k];
    }
    double m[4][4];
    double r[4] = {1.0, 0.0, 0.0, 0.0};
    memset(m, 0, sizeof m);
    for (int k = 0; k < site->count; k++) {
        site->weight[k] /= sum;
        sut_vec3 d = v3_scale(v3_sub(v->initial[site->vertex[k]], rest), 1.0 / spread);
        const double row[4] = {1.0, d.x, d.y, d.z};
        for (int i = 0; i < 4; i++) {
            r[i] -= site->weight[k] * row[i];
            for (int j = 0; j < 4; j++) {
                m[i][j] += site->weight[k] * row[i] * row[j];
            }
        }
    }
    solve_semidefinite(m, r);
    sut_vec3 moment = v3_zero();
    sum = 0.0;
    for (int k = 0; k < site->count; k++) {
        sut_vec3 d = v3_scale(v3_sub(v->initial[site->vertex[k]], rest), 1.0 / spread);
        site->weight[k] *= 1.0 + (r[0] + (r[1] * d.x + r[2] * d.y + r[3] * d.z));
        moment = v3_madd(moment, site->weight[k], d);
        sum += site->weight[k];
    }
    return fabs(sum - 1.0) < 1e-6 && v3_norm(moment) < 1e-6;
}

// By the element where the spread has too few nodes.
static void spread_out(sut_world *w, const sut_tissue_view *v, double spread, tissue_point *p) {
    size_t size = (size_t)v->node_count * sizeof(bool);
    bool *skin = spread > 0.0 ? sut_memory_take(&w->memory, size) : NULL;
    if (!skin) {
        return;
    }
    memset(skin, 0, size);
    for (int t = 0; t < v->triangle_count; t++) {
        for (int k = 0; k < 3; k++) {
            skin[v->triangles[t][k]] = true;
        }
    }
    sut_spread wide;
    memset(&wide, 0, sizeof wide);
    if (p->triangle >= 0 && nodes_near(v, skin, p->rest, spread, &wide) &&
        correct_moments(v, p->rest, spread, &wide)) {
        p->site = wide;
    }
    sut_memory_give(&w->memory, skin, size);
}

//---- life cycle ----------------------------------------------------------------------------------
static void set_laws(const sut_world *w, const sut_hole_def *def, const tissue_point *p,
                     sut_hole *k) {
    const sut_rod *r = &w->threads[k->body].rod;
    const sut_tissue_def *d = sut_tissue_def_of(w->tissues[k->tissue - w->bodies.rods].tissue);
    bool guide = p->triangle < 0;
    double pinch = def->pinch >= 0.0 ? def->pinch : d->piercing.pinch;
    double friction = def->friction >= 0.0 ? def->friction : -1.0;
    if (friction < 0.0 && d->piercing.enabled) {
        friction = d->piercing.friction;
    }
    k->pinch = guide ? 0.0 : pinch;
    k->mu = friction >= 0.0 ? friction : sqrt(r->mat.friction * d->friction);
    k->kn = stiffness_share * r->mat.EA / (SUT_PI * 2.0 * r->mat.radius);
    k->kt = SUT_CONTACT_ACROSS * k->kn;
    k->viscous = viscous_share * sqrt(r->mat.EA * r->mat.mass_per_length);
    k->radius = r->mat.radius;
    bool wall = d->model != SUT_TISSUE_SOLID;
    k->spacing = fmax(wall ? d->thickness : 0.0, 2.0 * k->radius);
    // from the surface of the wall on
    double beside = SUT_PI * k->radius + (wall ? 0.5 * d->thickness : 0.0);
    int e = k->kept.s < r->n - 2 ? (int)k->kept.s : r->n - 2;
    k->margin = beside / r->rest[e];
}

static const char *check_def(const sut_world *w, const sut_hole_def *d) {
    if (!sut_world_thread(w, d->thread)) {
        return "thread: is no valid thread";
    }
    if (!sut_world_tissue(w, d->tissue)) {
        return "tissue: is no valid tissue";
    }
    if (!v3_is_finite(d->at) || !isfinite(d->pinch) || !isfinite(d->friction) ||
        !isfinite(d->spread) || isnan(d->after)) {
        return "at, after, pinch, friction, spread: must be finite";
    }
    return NULL;
}

// Where curve and tissue meet: from one to the nearest place of the other, to and fro.
static tissue_point meet(const sut_rod *r, const sut_tissue_view *v, tissue_point p,
                         const sut_curve *c, double *s) {
    enum { MOST = 100 };
    for (int i = 0; i < MOST; i++) {
        sut_vec3 at = v3_zero();
        for (int k = 0; k < p.site.count; k++) {
            at = v3_madd(at, p.site.weight[k], v->position[p.site.vertex[k]]);
        }
        sut_vec3 slope;
        double ds = v3_dot(v3_sub(at, curve_place(c, r->body.position, *s, &slope)), slope) /
                    v3_norm2(slope);
        *s += ds;
        sut_vec3 x = curve_place(c, r->body.position, *s, &slope);
        tissue_point next = nearest_point(v, x, p.triangle < 0 ? 0.0 : r->mat.radius);
        if (next.triangle < 0 && p.triangle >= 0) {
            break;
        }
        p = next;
        if (p.distance < 1e-9 * r->mat.radius) {
            break;
        }
    }
    return p;
}

static sut_result place(sut_world *w, const sut_hole_def *def, sut_hole *k) {
    sut_tissue_slot *tissue = sut_world_tissue(w, def->tissue);
    const sut_rod *r = &w->threads[k->body].rod;
    const double radius = r->mat.radius;
    double off;
    k->curve = (sut_curve){.kind = SUT_CURVE_SPLINE, .n = r->n};
    k->kept.s = nearest_on(r, &k->curve, def->at, def->after, &off);
    if (!(off <= radius * (1.0 + 1e-6))) {
        (void)snprintf(w->refusal, sizeof w->refusal,
                       "at: is %.4g m off the centre line of the thread; must be within its radius "
                       "of %.4g m, and later than the one before",
                       off, radius);
        return sut_world_refuse(w, SUT_E_CONFLICT, w->refusal);
    }
    sut_tissue_view v;
    sut_tissue_get(tissue->tissue, &v);
    tissue_point p = nearest_point(&v, def->at, radius);
    double most = radius + (v.tet_count > 0 ? 0.0 : 0.5 * v.thickness);
    if (!(p.distance <= most * (1.0 + 1e-6))) {
        (void)snprintf(w->refusal, sizeof w->refusal,
                       "at: is %.4g m off the tissue; must be within %.4g m of it", p.distance,
                       most);
        return sut_world_refuse(w, SUT_E_CONFLICT, w->refusal);
    }
    const sut_tissue_def *d = sut_tissue_def_of(tissue->tissue);
    p = meet(r, &v, p, &k->curve, &k->kept.s);
    spread_out(w, &v, def->spread >= 0.0 ? def->spread : d->piercing.spread, &p);
    k->site = p.site;
    k->rest = p.rest;
    k->triangle = p.triangle;
    sut_vec3 slope;
    (void)curve_place(&k->curve, r->body.position, k->kept.s, &slope);
    bool skin = v.tet_count > 0 && p.triangle >= 0;
    k->leads = skin ? (v3_dot(slope, p.normal) < 0.0 ? 1 : -1) : 0;
    set_laws(w, def, &p, k);
    return SUT_OK;
}

sut_result sut_hole_create(sut_world *w, const sut_hole_def *def, sut_hole_id *out) {
    if (!w || !def || !out) {
        return SUT_E_ARGUMENT;
    }
    if (def->cookie != COOKIE_HOLE) {
        return SUT_E_DEF;
    }
    const char *bad = check_def(w, def);
    if (bad) {
        return sut_world_refuse(w, SUT_E_ARGUMENT, bad);
    }
    if (w->def.contact.disabled || sut_world_explicit(w)) {
        return sut_world_refuse(w, SUT_E_CONFLICT,
                                "holes need contacts and threads of implicit models");
    }
    int slot = 0;
    while (slot < w->def.capacity.holes && w->holes[slot].used) {
        slot++;
    }
    if (slot == w->def.capacity.holes) {
        return sut_world_refuse(w, SUT_E_CAPACITY, "capacity of holes is reached");
    }
    if (!sut_contact_reserve(w)) {
        return sut_world_refuse(w, SUT_E_MEMORY, "no memory for the holes");
    }
    sut_hole hole;
    memset(&hole, 0, sizeof hole);
    hole.body = (int)def->thread.index1 - 1;
    hole.tissue = w->bodies.rods + (int)def->tissue.index1 - 1;
    sut_result r = place(w, def, &hole);
    if (r != SUT_OK) {
        return r;
    }
    sut_hole_slot *h = &w->holes[slot];
    h->hole = hole;
    h->used = true;
    h->generation++;
    h->slipped = 0;
    *out = (sut_hole_id){(uint32_t)slot + 1, h->generation};
    sut_record_hole_create(w, def);
    return SUT_OK;
}

sut_result sut_hole_destroy(sut_world *w, sut_hole_id id) {
    sut_hole_slot *h = slot_at(w, id);
    if (!h) {
        return SUT_E_ID;
    }
    sut_record_hole_destroy(w, id);
    h->used = false;
    w->contacts.holes = 0;
    return SUT_OK;
}

void sut_hole_forget(sut_world *w, int thread, int tissue) {
    for (int i = 0; i < w->def.capacity.holes; i++) {
        sut_hole_slot *h = &w->holes[i];
        bool gone = h->hole.body == thread || h->hole.tissue - w->bodies.rods == tissue;
        h->used = h->used && !gone;
    }
    w->contacts.holes = 0;
}

sut_result sut_thread_check(sut_world *w, sut_thread_id id) {
    if (!sut_world_thread(w, id)) {
        return SUT_E_ID;
    }
    w->threads[id.index1 - 1].rod.pierces = false;
    sut_hole_begin(w, 1.0);
    const char *bad = sut_contact_check_thread(w, (int)id.index1 - 1);
    return bad ? sut_world_refuse(w, SUT_E_CONFLICT, bad) : SUT_OK;
}

//---- stages --------------------------------------------------------------------------------------
static bool before(const sut_hole *a, const sut_hole *b) {
    return a->body != b->body ? a->body < b->body : a->kept.s < b->kept.s;
}

void sut_hole_begin(sut_world *w, double h) {
    sut_contacts *c = &w->contacts;
    c->holes = 0;
    if (!sut_contact_looks(w)) {
        return;
    }
    for (int i = 0; i < w->def.capacity.holes; i++) {
        sut_hole *k = &w->holes[i].hole;
        if (!w->holes[i].used || k->out) {
            continue;
        }
        int at = c->holes++;
        for (; at > 0 && before(k, c->hole[at - 1]); at--) {
            c->hole[at] = c->hole[at - 1];
        }
        c->hole[at] = k;
    }
    for (int i = 0; i < c->holes; i++) {
        c->hole[i]->follows = i > 0 && c->hole[i - 1]->body == c->hole[i]->body;
    }
    sut_holes_predict(c, &w->bodies, h);
}

void sut_hole_commit(sut_world *w) {
    sut_holes_commit(&w->contacts);
}

void sut_hole_save(sut_world *w) {
    for (int i = 0; i < w->def.capacity.holes; i++) {
        w->holes[i].saved = w->holes[i].hole.kept;
        w->holes[i].saved_out = w->holes[i].hole.out;
    }
}

void sut_hole_roll_back(sut_world *w) {
    for (int i = 0; i < w->def.capacity.holes; i++) {
        w->holes[i].hole.kept = w->holes[i].saved;
        w->holes[i].hole.out = w->holes[i].saved_out;
    }
    w->contacts.holes = 0;
}

static double along_of(const sut_world *w, const sut_hole *k) {
    sut_vec3 slope;
    const sut_body *b = w->bodies.body[k->body];
    (void)curve_place(&k->curve, b->position, k->kept.s, &slope);
    return v3_dot(k->kept.force, slope) / v3_norm(slope);
}

int sut_hole_motion(const sut_hole *k) {
    return k->out ? 2 : (k->kept.slips != 0 ? 1 : 0);
}

void sut_hole_output(sut_world *w) {
    for (int i = 0; i < w->def.capacity.holes; i++) {
        sut_hole_slot *h = &w->holes[i];
        sut_hole *k = &h->hole;
        if (!h->used || (k->out && h->slipped == 2)) {
            continue;
        }
        int now = sut_hole_motion(k);
        if (now != h->slipped) {
            sut_event_type type =
                now == 2 ? SUT_EV_PULLED_OUT : (now == 1 ? SUT_EV_SLIPPED : SUT_EV_STUCK);
            sut_vec3 where = sut_hole_place(k, w->bodies.body[k->tissue]);
            sut_world_event_between(w, type, (uint32_t)i + 1, (uint32_t)k->body + 1, where,
                                    along_of(w, k));
        }
        h->slipped = now;
        if (k->out) {
            k->kept.force = v3_zero();
            k->kept.memory = 0.0;
            k->kept.slips = 0;
        }
    }
}

//---- views ---------------------------------------------------------------------------------------
sut_result sut_hole_get_view(const sut_world *w, sut_hole_id id, sut_hole_view *out) {
    const sut_hole_slot *h = slot_at(w, id);
    if (!h || !out) {
        return h ? SUT_E_ARGUMENT : SUT_E_ID;
    }
    const sut_hole *k = &h->hole;
    int tissue = k->tissue - w->bodies.rods;
    *out = (sut_hole_view){
        .thread = {(uint32_t)k->body + 1, w->threads[k->body].generation},
        .tissue = {(uint32_t)tissue + 1, w->tissues[tissue].generation},
        .place = k->kept.s,
        .s = arc_at(&w->threads[k->body].rod, k->kept.s),
        .position = sut_hole_place(k, w->bodies.body[k->tissue]),
        .rest = k->rest,
        .force = k->kept.force,
        .along = along_of(w, k),
        .slid = k->kept.slid,
        .margin = k->margin,
        .triangle = k->triangle,
        .slipping = k->kept.slips != 0,
        .out = k->out,
    };
    return SUT_OK;
}

int sut_hole_list(const sut_world *w, sut_hole_id *out, int capacity) {
    int count = 0;
    for (int i = 0; w && i < w->def.capacity.holes; i++) {
        if (w->holes[i].used) {
            if (out && count < capacity) {
                out[count] = (sut_hole_id){(uint32_t)i + 1, w->holes[i].generation};
            }
            count++;
        }
    }
    return count;
}
