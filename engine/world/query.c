// SPDX-License-Identifier: MIT
// query.c -- what is near a point, what a ray meets, how edges are turned. Plain loops over
// everything: callers ask a few times per frame.
#include "data/data.h"

#include "geom/segment.h"
#include "geom/triangle.h"
#include "math/vec3.h"

#include <math.h>
#include <string.h>

// Calls for every feature of a world that has a surface.
typedef struct visitor visitor;
struct visitor {
    sut_vec3 from, along; // a point, or a ray with its unit direction
    double within;
    sut_hit best;
    bool found;
    // of a thread or a needle: a and b; of a solid: its shape. Fills where, normal, distance;
    // false: not met
    bool (*capsule)(const visitor *v, sut_vec3 a, sut_vec3 b, double radius, sut_hit *hit);
    bool (*face)(const visitor *v, const sut_vec3 x[3], sut_hit *hit);
    bool (*solid)(const visitor *v, const sut_shape *shape, sut_hit *hit);
};

static void take(visitor *v, const sut_hit *hit) {
    double least = v->found ? v->best.distance : v->within;
    if (hit->distance < least || (!v->found && hit->distance == least)) { // exactly: the limit
        v->best = *hit;
        v->found = true;
    }
}

static void visit_threads(const sut_world *w, visitor *v) {
    for (int i = 0; i < w->def.capacity.threads; i++) {
        const sut_thread_slot *t = &w->threads[i];
        const sut_rod *r = &t->rod;
        for (int e = 0; t->used && e < r->body.n - 1; e++) {
            sut_hit hit = {.object = {SUT_OBJECT_THREAD, (uint32_t)i + 1, t->generation},
                           .feature = e};
            if (!sut_rod_is_cut(r, e) &&
                v->capsule(v, r->body.position[e], r->body.position[e + 1], r->def.radius, &hit)) {
                take(v, &hit);
            }
        }
    }
}

static void visit_needles(const sut_world *w, visitor *v) {
    for (int i = 0; i < w->def.capacity.needles; i++) {
        const sut_needle_slot *s = &w->needles[i];
        const sut_body *b = sut_needle_slot_body(s);
        for (int e = 0; b && e < s->needle->chain - 1; e++) {
            sut_hit hit = {.object = {SUT_OBJECT_NEEDLE, (uint32_t)i + 1, s->generation},
                           .feature = e};
            double radius = 0.5 * s->needle->form.diameter;
            if (v->capsule(v, b->position[e], b->position[e + 1], radius, &hit)) {
                take(v, &hit);
            }
        }
    }
}

static void visit_tissues(const sut_world *w, visitor *v) {
    for (int i = 0; i < w->def.capacity.tissues; i++) {
        const sut_tissue_slot *t = &w->tissues[i];
        const sut_surface *f = &t->surface;
        const sut_body *b = sut_tissue_slot_body(t);
        for (int k = 0; b && k < f->triangle_count; k++) {
            sut_hit hit = {.object = {SUT_OBJECT_TISSUE, (uint32_t)i + 1, t->generation},
                           .feature = k};
            sut_vec3 x[3];
            for (int c = 0; c < 3; c++) {
                x[c] = b->position[f->triangle[k][c]];
            }
            if (v->face(v, x, &hit)) {
                take(v, &hit);
            }
        }
    }
}

static sut_object solid_object(const sut_world *w, int solid) {
    int part = solid - w->def.capacity.obstacles;
    int tool = part / SUT_TOOL_SOLIDS;
    return part < 0 ? (sut_object){SUT_OBJECT_OBSTACLE, (uint32_t)solid + 1,
                                   w->obstacles[solid].generation}
                    : (sut_object){SUT_OBJECT_TOOL, (uint32_t)tool + 1, w->tools[tool].generation};
}

static void visit_solids(const sut_world *w, visitor *v) {
    for (int i = 0; i < sut_solid_count(w); i++) {
        sut_solid solid;
        if (!sut_solid_at(w, i, &solid)) {
            continue;
        }
        int part = i - w->def.capacity.obstacles;
        sut_hit hit = {.object = solid_object(w, i),
                       .feature = part < 0 ? 0 : part % SUT_TOOL_SOLIDS};
        sut_shape shape = *solid.now;
        if (part < 0) {
            const sut_obstacle_slot *o = &w->obstacles[i];
            shape = sut_shape_moved(&o->shape, o->position, o->rotation);
        }
        if (v->solid(v, &shape, &hit)) {
            take(v, &hit);
        }
    }
}

static void visit(const sut_world *w, visitor *v) {
    visit_threads(w, v);
    visit_needles(w, v);
    visit_tissues(w, v);
    visit_solids(w, v);
}

static sut_vec3 unit_or(sut_vec3 v, sut_vec3 otherwise) {
    double n = v3_norm(v);
    return n > 0.0 ? v3_scale(v, 1.0 / n) : otherwise;
}

//---- a point -------------------------------------------------------------------------------------
static bool near_capsule(const visitor *v, sut_vec3 a, sut_vec3 b, double radius, sut_hit *hit) {
    sut_segment_near near = sut_segment_nearest(v->from, v->from, a, b);
    hit->distance = near.distance - radius;
    hit->normal = unit_or(near.apart, v3_any_normal(unit_or(v3_sub(b, a), v3(0.0, 0.0, 1.0))));
    hit->where = v3_madd(v3_sub(v->from, near.apart), radius, hit->normal);
    return true;
}

static sut_vec3 face_normal(const sut_vec3 x[3]) {
    return unit_or(v3_cross(v3_sub(x[1], x[0]), v3_sub(x[2], x[0])), v3(0.0, 0.0, 1.0));
}

static bool near_face(const visitor *v, const sut_vec3 x[3], sut_hit *hit) {
    sut_triangle_near near = sut_triangle_point(x, v->from);
    hit->distance = near.distance;
    hit->where = v3_sub(v->from, near.apart);
    hit->normal = unit_or(near.apart, face_normal(x));
    return true;
}

static bool near_solid(const visitor *v, const sut_shape *shape, sut_hit *hit) {
    hit->distance = sut_shape_distance(shape, v->from, &hit->normal);
    hit->where = v3_madd(v->from, -hit->distance, hit->normal);
    return true;
}

sut_result sut_world_nearest(const sut_world *w, sut_vec3 point, double within, sut_hit *out,
                             bool *found) {
    if (!w || !out || !found || !v3_is_finite(point) || !(within >= 0.0)) {
        return SUT_E_ARGUMENT;
    }
    visitor v = {.from = point,
                 .within = within,
                 .capsule = near_capsule,
                 .face = near_face,
                 .solid = near_solid};
    visit(w, &v);
    *found = v.found;
    memset(out, 0, sizeof *out);
    *out = v.found ? v.best : *out;
    return SUT_OK;
}

//---- a ray ---------------------------------------------------------------------------------------
static double limit_of(const visitor *v) {
    return v->found ? v->best.distance : v->within;
}

// The ray and a sphere; infinite: they do not meet.
static double meet_sphere(const visitor *v, sut_vec3 center, double radius) {
    sut_vec3 d = v3_sub(v->from, center);
    double half = v3_dot(d, v->along);
    // what is left of d across the ray, without the loss of squares of a long way
    double across = v3_norm2(v3_madd(d, -half, v->along));
    double root = radius * radius - across;
    double at = root >= 0.0 ? -half - sqrt(root) : HUGE_VAL;
    return at >= 0.0 ? at : HUGE_VAL;
}

// The ray and the side of a cylinder between a and b.
static double meet_side(const visitor *v, sut_vec3 a, sut_vec3 b, double radius) {
    double length = v3_distance(a, b);
    if (!(length > 0.0)) {
        return HUGE_VAL;
    }
    sut_vec3 axis = v3_scale(v3_sub(b, a), 1.0 / length);
    sut_vec3 off = v3_reject(v3_sub(v->from, a), axis);
    sut_vec3 way = v3_reject(v->along, axis);
    double speed2 = v3_norm2(way);
    if (!(speed2 > 0.0)) {
        return HUGE_VAL;
    }
    double half = v3_dot(off, way) / speed2;
    double across = v3_norm2(v3_madd(off, -half, way));
    double root = (radius * radius - across) / speed2;
    double at = root >= 0.0 ? -half - sqrt(root) : HUGE_VAL;
    double place = v3_dot(v3_sub(v3_madd(v->from, at, v->along), a), axis);
    return at >= 0.0 && place >= 0.0 && place <= length ? at : HUGE_VAL;
}

static bool meet_capsule(const visitor *v, sut_vec3 a, sut_vec3 b, double radius, sut_hit *hit) {
    (void)near_capsule(v, a, b, radius, hit);
    if (hit->distance <= 0.0) {
        hit->distance = 0.0;
        hit->where = v->from;
        return true;
    }
    double at = meet_side(v, a, b, radius);
    double end = meet_sphere(v, a, radius);
    at = end < at ? end : at;
    end = meet_sphere(v, b, radius);
    at = end < at ? end : at;
    if (!isfinite(at) || at > limit_of(v)) {
        return false;
    }
    hit->distance = at;
    hit->where = v3_madd(v->from, at, v->along);
    sut_segment_near near = sut_segment_nearest(hit->where, hit->where, a, b);
    hit->normal = unit_or(near.apart, v3_neg(v->along));
    return true;
}

static bool meet_face(const visitor *v, const sut_vec3 x[3], sut_hit *hit) {
    sut_vec3 e1 = v3_sub(x[1], x[0]);
    sut_vec3 e2 = v3_sub(x[2], x[0]);
    sut_vec3 p = v3_cross(v->along, e2);
    double det = v3_dot(e1, p);
    if (!(fabs(det) > 0.0)) {
        return false; // along the face
    }
    sut_vec3 t = v3_sub(v->from, x[0]);
    sut_vec3 q = v3_cross(t, e1);
    double s = v3_dot(t, p) / det;
    double r = v3_dot(v->along, q) / det;
    double at = v3_dot(e2, q) / det;
    const double rim = 1e-12; // of an edge: a ray does not slip through between two faces
    if (!(s >= -rim && r >= -rim && s + r <= 1.0 + rim && at >= 0.0 && at <= limit_of(v))) {
        return false;
    }
    sut_vec3 n = face_normal(x);
    hit->distance = at;
    hit->where = v3_madd(v->from, at, v->along);
    hit->normal = v3_dot(n, v->along) > 0.0 ? v3_neg(n) : n;
    return true;
}

// Solids are convex: along the ray the distance falls, then grows. A tangent to a convex function
// never leaps over its root, and where it does not fall there is none ahead.
static bool meet_solid(const visitor *v, const sut_shape *shape, sut_hit *hit) {
    enum { ROUNDS = 200 };
    double at = 0.0;
    hit->distance = sut_shape_distance(shape, v->from, &hit->normal);
    double tiny = 1e-12 * (v3_norm(v->from) + fabs(hit->distance)) + 1e-300;
    for (int k = 0; k < ROUNDS && hit->distance > tiny; k++) {
        double fall = -v3_dot(hit->normal, v->along);
        if (!(fall > 0.0)) {
            return false;
        }
        at += hit->distance / fall;
        if (!(at <= limit_of(v))) {
            return false;
        }
        hit->distance = sut_shape_distance(shape, v3_madd(v->from, at, v->along), &hit->normal);
    }
    bool met = hit->distance <= 1e3 * tiny;
    hit->distance = at;
    hit->where = v3_madd(v->from, at, v->along);
    return met;
}

sut_result sut_world_ray(const sut_world *w, sut_vec3 from, sut_vec3 direction, double within,
                         sut_hit *out, bool *found) {
    if (!w || !out || !found || !v3_is_finite(from) || !v3_is_finite(direction) ||
        !(v3_norm(direction) > 0.0) || !(within >= 0.0)) {
        return SUT_E_ARGUMENT;
    }
    visitor v = {.from = from,
                 .along = v3_normalized(direction),
                 .within = within,
                 .capsule = meet_capsule,
                 .face = meet_face,
                 .solid = meet_solid};
    visit(w, &v);
    *found = v.found;
    memset(out, 0, sizeof *out);
    *out = v.found ? v.best : *out;
    return SUT_OK;
}

//---- frames --------------------------------------------------------------------------------------
sut_result sut_thread_get_frames(const sut_world *w, sut_thread_id id, sut_vec3 *tangent,
                                 sut_vec3 *director) {
    const sut_thread_slot *slot = sut_world_thread(w, id);
    if (!slot) {
        return SUT_E_ID;
    }
    const sut_rod *r = &slot->rod;
    sut_vec3 t = v3_normalized(sut_soa3_get(&r->state.edge, 0));
    sut_vec3 across = v3_normalized(v3_reject(r->state.director, t));
    for (int e = 0; e < r->body.n - 1; e++) {
        sut_vec3 next = v3_normalized(sut_soa3_get(&r->state.edge, e));
        across = v3_normalized(v3_reject(v3_transport(across, t, next), next));
        t = next;
        if (tangent) {
            tangent[e] = t;
        }
        if (director) {
            director[e] = v3_rotate_about(across, t, r->state.spin[e]);
        }
    }
    return SUT_OK;
}
