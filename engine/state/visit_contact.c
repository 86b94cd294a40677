// SPDX-License-Identifier: MIT
// visit_contact.c -- obstacles and touches as an image holds them, field by field.
//
// Like state/visit.c: what a kind of obstacle has no use for is left out, and reading refuses what
// no world could have written.
#include "state/visit.h"

#include "data/data.h"
#include "math/vec3.h"

//---- obstacles -----------------------------------------------------------------------------------
static bool has_length(const sut_shape *s) {
    return s->kind == SUT_SHAPE_CYLINDER || s->kind == SUT_SHAPE_CAPSULE;
}

static void visit_solid(sut_stream *s, sut_shape *shape) {
    int kind = (int)shape->kind;
    sut_stream_int(s, &kind, 0, SUT_SHAPE_BOX);
    shape->kind = (sut_shape_kind)kind;
    sut_stream_vec3(s, &shape->center);
    if (shape->kind != SUT_SHAPE_SPHERE) {
        sut_stream_vec3s(s, shape->axis, 3);
    } else if (sut_stream_reads(s)) {
        shape->axis[0] = v3(1.0, 0.0, 0.0);
        shape->axis[1] = v3(0.0, 1.0, 0.0);
        shape->axis[2] = v3(0.0, 0.0, 1.0);
    }
    if (shape->kind == SUT_SHAPE_BOX) {
        sut_stream_vec3(s, &shape->half_size);
    } else if (shape->kind != SUT_SHAPE_PLANE) {
        sut_stream_number(s, &shape->radius);
    }
    if (has_length(shape)) {
        sut_stream_bound(s, &shape->half_length);
    }
}

// Unit axes at right angles, right-handed; far above rounding, far below anything that matters.
bool sut_axes_fit(const sut_vec3 axis[3]) {
    bool fit = v3_dot(v3_cross(axis[0], axis[1]), axis[2]) > 0.0;
    for (int i = 0; i < 3; i++) {
        fit = fit && fabs(v3_norm2(axis[i]) - 1.0) < 1e-6;
        fit = fit && fabs(v3_dot(axis[i], axis[(i + 1) % 3])) < 1e-6;
    }
    return fit;
}

// The same checks as in sut_obstacle_create. One that is steered may begin anywhere.
static bool obstacle_fits(const sut_obstacle_slot *o) {
    sut_obstacle_def d = sut_default_obstacle_def();
    d.kind = (sut_obstacle_kind)o->shape.kind;
    d.center = o->shape.center;
    d.axis = o->shape.axis[2];
    d.radius = o->shape.radius;
    d.length = 2.0 * o->shape.half_length;
    d.size = v3_scale(o->shape.half_size, 2.0);
    d.friction = o->friction;
    d.keys = o->keys;
    d.key_count = o->steered ? 0 : o->key_count;
    char text[160];
    return sut_axes_fit(o->shape.axis) && sut_check_obstacle_def(&d, text, sizeof text) == NULL &&
           sut_obstacle_pose_fits(o->keys[0].position, o->keys[0].rotation) &&
           sut_obstacle_pose_fits(o->position, o->rotation);
}

void sut_visit_obstacle_key(sut_stream *s, sut_obstacle_key *key) {
    sut_stream_number(s, &key->t);
    sut_stream_vec3(s, &key->position);
    sut_stream_vec3(s, &key->rotation);
}

void sut_visit_obstacle(sut_stream *s, sut_obstacle_slot *o) {
    bool reads = sut_stream_reads(s);
    sut_stream_u32(s, &o->generation);
    sut_stream_flag(s, &o->used);
    s->failed = s->failed || (o->used && o->generation == 0);
    if (!o->used) {
        return;
    }
    visit_solid(s, &o->shape);
    sut_stream_number(s, &o->friction);
    sut_stream_flag(s, &o->steered);
    sut_stream_int(s, &o->key_count, 1, o->steered ? 1 : SUT_OBSTACLE_KEYS);
    for (int i = 0; i < o->key_count; i++) {
        sut_visit_obstacle_key(s, &o->keys[i]);
    }
    sut_stream_vec3(s, &o->position);
    sut_stream_vec3(s, &o->rotation);
    sut_stream_bound(s, &o->follower.speed_limit);
    s->failed = s->failed || !(o->follower.speed_limit > 0.0);
    s->failed = s->failed || (reads && !obstacle_fits(o));
    if (reads && !s->failed) {
        sut_obstacle_place(o);
    }
}

//---- touches -------------------------------------------------------------------------------------
static bool place_fits(const sut_world *w, int slot, double place) {
    const sut_thread_slot *t = &w->threads[slot];
    return t->used && place >= 0.0 && place <= (double)(t->rod.body.n - 1);
}

static bool site_fits(const sut_world *w, int body, double place) {
    int solid = sut_contact_solid(&w->bodies, body);
    sut_solid unused;
    return solid < 0 ? place_fits(w, body, place) : sut_solid_at(w, solid, &unused);
}

static bool touch_fits(const sut_world *w, const sut_touch *t) {
    return t->body[0] < w->bodies.rods && site_fits(w, t->body[0], t->place[0]) &&
           site_fits(w, t->body[1], t->place[1]) && t->slack >= 0.0;
}

// In images a second body is a thread or a solid, and the other number is -1. Parts of tools count
// from -2 downwards: no number depends on a capacity.
static void visit_second_body(sut_stream *s, const sut_world *w, sut_touch *t) {
    int obstacles = w->def.capacity.obstacles;
    int parts = SUT_TOOL_SOLIDS * w->def.capacity.tools;
    int solid = sut_contact_solid(&w->bodies, t->body[1]);
    int thread = solid < 0 ? t->body[1] : -1;
    int number = solid < 0 ? -1 : solid;
    number = number < obstacles ? number : obstacles - number - 2;
    sut_stream_int(s, &thread, -1, w->def.capacity.threads - 1);
    sut_stream_int(s, &number, -1 - parts, obstacles - 1);
    solid = number >= -1 ? number : obstacles - number - 2;
    s->failed = s->failed || (thread < 0) == (solid < 0);
    t->body[1] = thread >= 0 ? thread : w->bodies.bodies + solid;
}

static void visit_touch(sut_stream *s, const sut_world *w, sut_touch *t) {
    sut_stream_int(s, &t->body[0], 0, w->def.capacity.threads - 1);
    visit_second_body(s, w, t);
    sut_stream_number(s, &t->place[0]);
    if (!sut_touch_is_on_solid(&w->bodies, t)) {
        sut_stream_number(s, &t->place[1]);
    } else if (sut_stream_reads(s)) {
        t->place[1] = 0.0;
    }
    sut_stream_vec3(s, &t->force);
    sut_stream_number(s, &t->slack);
    s->failed = s->failed || (sut_stream_reads(s) && !touch_fits(w, t));
}

//---- touches among tissues and needles -----------------------------------------------------------
// Numbers of bodies that do not depend on a capacity: kind and slot.
enum { THREADS, TISSUES, OBSTACLES, PARTS, NEEDLES, KINDS };

static void split_body(const sut_world *w, int body, int *kind, int *slot) {
    int solid = sut_contact_solid(&w->bodies, body);
    int part = solid - w->def.capacity.obstacles;
    int needle = body - w->def.capacity.threads;
    if (body < w->bodies.rods) {
        *kind = needle < 0 ? THREADS : NEEDLES;
        *slot = needle < 0 ? body : needle;
        return;
    }
    *kind = solid < 0 ? TISSUES : (part < 0 ? OBSTACLES : PARTS);
    *slot = *kind == TISSUES ? body - w->bodies.rods : (*kind == OBSTACLES ? solid : part);
}

static void visit_body(sut_stream *s, const sut_world *w, int *body) {
    const sut_capacity *c = &w->def.capacity;
    const int most[KINDS] = {c->threads, c->tissues, c->obstacles, SUT_TOOL_SOLIDS * c->tools,
                             c->needles};
    const int first[KINDS] = {0, w->bodies.rods, w->bodies.bodies, w->bodies.bodies + c->obstacles,
                              c->threads};
    int kind = 0;
    int slot = 0;
    if (!sut_stream_reads(s)) {
        split_body(w, *body, &kind, &slot);
    }
    // without needles images are those of before there were any
    sut_stream_int(s, &kind, 0, w->def.capacity.needles > 0 ? KINDS - 1 : NEEDLES - 1);
    s->failed = s->failed || most[kind] == 0;
    if (!s->failed) {
        sut_stream_int(s, &slot, 0, most[kind] - 1);
        *body = first[kind] + slot;
    }
}

static bool body_fits(const sut_world *w, int body, double place) {
    int tissue = body - w->bodies.rods;
    int needle = body - w->def.capacity.threads;
    if (needle >= 0 && tissue < 0) {
        const sut_needle_slot *n = &w->needles[needle];
        return n->used && place >= 0.0 && place <= (double)(n->chain.n - 1);
    }
    bool soft = tissue >= 0 && body < w->bodies.bodies;
    return soft ? w->tissues[tissue].used : site_fits(w, body, place);
}

static void visit_touch_of_others(sut_stream *s, const sut_world *w, sut_touch *t) {
    for (int side = 0; side < 2; side++) {
        visit_body(s, w, &t->body[side]);
        sut_stream_number(s, &t->place[side]);
        sut_stream_vec3(s, &t->material[side]);
    }
    sut_stream_vec3(s, &t->force);
    sut_stream_number(s, &t->slack);
    bool fits = !s->failed && t->body[0] < w->bodies.bodies && t->slack >= 0.0 &&
                body_fits(w, t->body[0], t->place[0]) && body_fits(w, t->body[1], t->place[1]);
    s->failed = s->failed || (sut_stream_reads(s) && !fits);
}

static bool has_others(const sut_world *w) {
    for (int i = 0; i < w->def.capacity.tissues; i++) {
        if (w->tissues[i].generation != 0) {
            return true;
        }
    }
    for (int i = 0; i < w->def.capacity.needles; i++) {
        if (w->needles[i].generation != 0) {
            return true;
        }
    }
    return false;
}

void sut_visit_touches(sut_stream *s, sut_world *w, int count) {
    bool reads = sut_stream_reads(s);
    sut_touch *list = reads ? w->saved_touches : w->contacts.touch;
    bool others = has_others(w);
    for (int i = 0; i < count && !s->failed; i++) {
        if (others) {
            visit_touch_of_others(s, w, &list[i]);
        } else {
            visit_touch(s, w, &list[i]);
        }
    }
    if (reads) {
        w->saved_touch_count = count;
    }
}
