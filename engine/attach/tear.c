// SPDX-License-Identifier: MIT
// tear.c -- holes that give way. docs/theory/tearing.md
//
// After a step the force of a hole along the surface is held against its limit. Beyond it the
// material point moves in the direction of the force, so far that the force would be down at the
// limit in the step that was just made. What that does to the mesh is a matter of the model:
// tear_surface.c, tear_solid.c.
#include "attach/tear.h"

#include "attach/hole.h"
#include "attach/pierce.h"
#include "data/data.h"

#include "geom/triangle.h"
#include "math/vec3.h"

#include <math.h>

static const double above_rounding = 1e-3; // of a radius: apart

static sut_tissue_slot *tissue_of(const sut_world *w, const sut_hole *k) {
    return &w->tissues[k->tissue - w->bodies.rods];
}

//---- the limit -----------------------------------------------------------------------------------
double sut_tear_limit(const sut_world *w, const sut_hole *k) {
    const sut_tissue_def *d = sut_tissue_def_of(tissue_of(w, k)->tissue);
    bool gives_way = (k->triangle >= 0 && !k->tip) || sut_tear_is_mouth(k);
    if (!d->tearing.enabled || d->model == SUT_TISSUE_TUBE || !gives_way) {
        return HUGE_VAL;
    }
    double floor = d->tearing.floor;
    return d->tearing.strength *
           (floor < 1.0 ? floor + (1.0 - floor) * k->edge / d->tearing.bite : 1.0);
}

//---- after a step --------------------------------------------------------------------------------
static bool shares_corner(const int a[3], const int b[3]) {
    for (int i = 0; i < 3; i++) {
        if (a[0] == b[i] || a[1] == b[i] || a[2] == b[i]) {
            return true;
        }
    }
    return false;
}

// Of a solid, the faces beyond a sharp edge are not the surface that the hole is in.
static bool is_patch(const sut_surface *f, int own, int t, sut_vec3 normal) {
    const double turn = 0.7; // cosine of 45 degrees, as for free edges
    const int *v = f->triangle[t];
    return shares_corner(f->triangle[own], v) &&
           (!f->solid ||
            v3_dot(normal, v3_normalized(v3_cross(v3_sub(f->rest[v[1]], f->rest[v[0]]),
                                                  v3_sub(f->rest[v[2]], f->rest[v[0]])))) >= turn);
}

// How the triangles around the one of the hole lie now, on average over their area: what two
// directions at rest have become. A mean over a patch follows from its border alone, whatever the
// hole does to the nodes beside it: the surface before it may be crumpled.
static void find_patch(const sut_surface *f, const sut_vec3 *x, int triangle,
                       const sut_vec3 rest[2], sut_vec3 now[2]) {
    sut_vec3 normal = v3_cross(rest[0], rest[1]);
    double total = 0.0;
    now[0] = now[1] = v3_zero();
    for (int t = 0; t < f->triangle_count; t++) {
        const int *v = f->triangle[t];
        if (!is_patch(f, triangle, t, normal)) {
            continue;
        }
        double area = v3_norm(
            v3_cross(v3_sub(f->rest[v[1]], f->rest[v[0]]), v3_sub(f->rest[v[2]], f->rest[v[0]])));
        for (int i = 0; i < 2; i++) {
            double rate[3];
            if (sut_tear_rates(f->rest, v, rest[i], rate)) {
                now[i] = v3_madd(now[i], area, sut_tear_place(x, v, rate));
            }
        }
        total += area;
    }
    now[0] = v3_scale(now[0], 1.0 / total);
    now[1] = v3_scale(now[1], 1.0 / total);
}

static sut_tear_pull find_pull(const sut_world *w, const sut_hole *k) {
    const sut_surface *f = &tissue_of(w, k)->surface;
    const int *v = f->triangle[k->triangle];
    sut_vec3 u = v3_normalized(v3_sub(f->rest[v[1]], f->rest[v[0]]));
    sut_vec3 n = v3_normalized(v3_cross(u, v3_sub(f->rest[v[2]], f->rest[v[0]])));
    const sut_vec3 rest[2] = {u, v3_cross(n, u)};
    sut_vec3 now[2];
    find_patch(f, w->bodies.body[k->tissue]->position, k->triangle, rest, now);
    sut_vec3 normal = v3_normalized(v3_cross(now[0], now[1]));
    sut_vec3 force = v3_neg(k->kept.force);
    force = v3_madd(force, -v3_dot(normal, force), normal);
    sut_tear_pull p = {.force = v3_norm(force)};
    p.now = v3_scale(force, p.force > 0.0 ? 1.0 / p.force : 0.0);
    double aa = v3_norm2(now[0]);
    double bb = v3_norm2(now[1]);
    double ab = v3_dot(now[0], now[1]);
    double da = v3_dot(p.now, now[0]);
    double db = v3_dot(p.now, now[1]);
    double determinant = aa * bb - ab * ab;
    p.material = v3_scale(rest[0], (da * bb - db * ab) / determinant);
    p.material = v3_madd(p.material, (db * aa - da * ab) / determinant, rest[1]);
    return p;
}

// N/m by which the force falls as the material point gives way to it, in a step like the last.
static double stiffness_along(const sut_hole *k, sut_vec3 t) {
    sut_vec3 u = v3_scale(k->yield[0], t.x);
    u = v3_madd(u, t.y, k->yield[1]);
    u = v3_madd(u, t.z, k->yield[2]);
    return k->kn * (1.0 - v3_dot(t, u));
}

static void tell(sut_world *w, int slot, sut_event_type type, double force) {
    const sut_hole *k = &w->holes[slot].hole;
    int who = k->body - (sut_hole_on_needle(w, k) ? w->def.capacity.threads : 0);
    sut_world_event_between(w, type, (uint32_t)slot + 1, (uint32_t)who + 1,
                            sut_hole_place(k, w->bodies.body[k->tissue]), force);
}

static void tell_no_room(sut_world *w, const sut_hole *k) {
    sut_tissue_slot *t = tissue_of(w, k);
    uint32_t tissue = (uint32_t)(k->tissue - w->bodies.rods) + 1;
    if (!t->room.told) {
        t->room.told = true;
        sut_world_event_between(w, SUT_EV_NO_ROOM, 0, tissue,
                                sut_hole_place(k, w->bodies.body[k->tissue]), 0.0);
    }
}

static void let_go(sut_world *w, int slot) {
    sut_hole *k = &w->holes[slot].hole;
    k->out = true;
    k->through = true;
    k->leaves = true;
    k->tears = false;
    k->kept.force = v3_zero();
    k->kept.memory = 0.0;
    k->kept.order = 0.0;
    k->kept.slips = 0;
    w->holes[slot].slipped = sut_hole_motion(k);
}

static double touching(const sut_world *w, const sut_hole *k) {
    return k->radius + tissue_of(w, k)->surface.half;
}

// Is the thread where its hole is? What was not solved, or was shortened, leaves it behind.
static bool is_there(const sut_world *w, const sut_hole *k) {
    sut_vec3 slope;
    sut_vec3 x =
        sut_hole_curve_place(&k->curve, w->bodies.body[k->body]->position, k->kept.s, &slope);
    return v3_distance(x, sut_hole_place(k, w->bodies.body[k->tissue])) <= touching(w, k);
}

// No further than the wall around the hole that the thread does not touch goes on beyond what is
// beside it: where the thread still is stays in there until it has followed.
static sut_tear_way way_of(const sut_world *w, const sut_hole *k, const sut_tear_pull *p,
                           double limit) {
    double stretch = v3_norm(p->material);
    double stiffness = stiffness_along(k, p->now);
    double way = stiffness > 0.0 ? stretch * (p->force - limit) / stiffness : HUGE_VAL;
    return (sut_tear_way){.direction = v3_scale(p->material, 1.0 / stretch),
                          .left = fmin(way, tissue_of(w, k)->surface.spacing)};
}

// The wound gets a tip, the tip walks along the pull until the force is at its limit, and the mesh
// follows it.
static void tear(sut_world *w, int slot, const sut_tear_pull *p, double limit) {
    sut_hole *k = &w->holes[slot].hole;
    bool solid = tissue_of(w, k)->surface.solid;
    sut_tear_way a = way_of(w, k, p, limit);
    if (!solid && !sut_tear_begin(w, k)) {
        tell_no_room(w, k);
        return;
    }
    if (!k->tears) {
        tell(w, slot, SUT_EV_TORE_INTO, p->force);
        k->tears = true;
    }
    sut_tear_end end = SUT_TEAR_HELD;
    if (solid) {
        end = sut_tear_solid(w, k, &a);
    } else if (!sut_tear_sheet(w, k, &a, &end)) {
        tell_no_room(w, k);
        return;
    }
    k->edge = sut_tear_edge(w, k);
    if (end == SUT_TEAR_AT_EDGE) {
        tell(w, slot, SUT_EV_TORE_THROUGH, p->force);
        let_go(w, slot);
        if (solid) {
            sut_tear_open_channel(w, k, &a);
        }
    }
}

// Edges of what a hole was on that may still be in the tissue.
typedef struct leaving_part {
    const sut_vec3 *at; // m, vertices of the row
    int first, last;    // edges first .. last - 1
} leaving_part;

static leaving_part part_of(const sut_world *w, const sut_hole *k) {
    double per = sut_pierce_edges(w, k);
    bool spline = k->curve.kind == SUT_CURVE_SPLINE;
    int low = spline ? k->curve.first : 0;
    int high = spline ? k->curve.first + k->curve.n - 1 : w->bodies.chain[k->body]->n - 1;
    return (leaving_part){
        .at = w->bodies.body[k->body]->position,
        .first = (int)fmax(floor(per * (k->kept.s - k->margin)), low),
        .last = (int)fmin(ceil(per * (k->kept.s + k->margin)), high),
    };
}

// Nearest place of a triangle to the part.
static sut_triangle_near near_part(const sut_world *w, const sut_hole *k, const leaving_part *p,
                                   int t) {
    const int *v = tissue_of(w, k)->surface.triangle[t];
    const sut_vec3 *x = w->bodies.body[k->tissue]->position;
    const sut_vec3 corner[3] = {x[v[0]], x[v[1]], x[v[2]]};
    sut_triangle_near least = {.distance = HUGE_VAL};
    for (int i = p->first; i < p->last; i++) {
        sut_triangle_near n = sut_triangle_segment(corner, p->at[i], p->at[i + 1]);
        if (n.distance < least.distance) {
            least = n;
        }
    }
    return least;
}

// Is what a hole was on further than that from the tissue beside it?
static bool is_clear(const sut_world *w, const sut_hole *k, double reach) {
    const sut_surface *f = &tissue_of(w, k)->surface;
    leaving_part p = part_of(w, k);
    for (int t = 0; t < f->triangle_count; t++) {
        if (near_part(w, k, &p, t).distance <= reach) {
            return false;
        }
    }
    for (int i = p.first; f->solid && i <= p.last; i++) {
        if (sut_tear_is_inside(f, w->bodies.body[k->tissue]->position, p.at[i])) {
            return false;
        }
    }
    return true;
}

// Does it lie in the slit behind its hole, with a wall that it would touch on either side? A slit
// is as wide as its lips make it, which may be any share of the radius.
static bool lies_between(const sut_world *w, const sut_hole *k) {
    const sut_surface *f = &tissue_of(w, k)->surface;
    leaving_part p = part_of(w, k);
    sut_triangle_near least = {.distance = HUGE_VAL};
    for (int t = 0; t < f->triangle_count; t++) {
        sut_triangle_near n = near_part(w, k, &p, t);
        least = n.distance < least.distance ? n : least;
    }
    for (int t = 0; least.distance < HUGE_VAL && t < f->triangle_count; t++) {
        sut_triangle_near n = near_part(w, k, &p, t);
        if (n.distance <= touching(w, k) && v3_dot(n.apart, least.apart) < 0.0) {
            return true;
        }
    }
    return false;
}

void sut_tear_list_leaving(sut_world *w) {
    sut_contacts *c = &w->contacts;
    for (int i = 0; i < w->def.capacity.holes; i++) {
        sut_hole *k = &w->holes[i].hole;
        if (w->holes[i].used && k->leaves) {
            sut_pierce_measure(w, k);
            k->threads = !is_clear(w, k, above_rounding * k->radius) || lies_between(w, k);
            c->hole[c->holes + c->leaving++] = k;
        }
    }
}

void sut_tear_output(sut_world *w) {
    for (int i = 0; i < w->def.capacity.holes; i++) {
        sut_hole *k = &w->holes[i].hole;
        if (!w->holes[i].used) {
            continue;
        }
        if (k->leaves) {
            k->leaves = !is_clear(w, k, touching(w, k));
        }
        double limit = k->out ? HUGE_VAL : sut_tear_limit(w, k);
        if (!(limit < HUGE_VAL)) {
            continue;
        }
        sut_tear_pull p = {.force = 0.0};
        if (v3_norm(k->kept.force) > limit) {
            p = k->triangle >= 0 ? find_pull(w, k) : sut_tear_mouth_pull(w, k);
        }
        if (!(p.force > limit)) {
            k->tears = false;
        } else if (!k->yields || !isfinite(v3_norm(p.material)) || !is_there(w, k)) {
            continue; // nothing is known of the way, or the thread has to follow first
        } else if (k->triangle >= 0) {
            tear(w, i, &p, limit);
        } else {
            sut_tear_way a = way_of(w, k, &p, limit);
            sut_tear_mouth(w, k, &a);
        }
    }
}
