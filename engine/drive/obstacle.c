// SPDX-License-Identifier: MIT
// obstacle.c -- solids in the way of the threads: life cycle, motion, what touched them.
//
// An obstacle is a shape as its def has it and a pose: where its centre is, and by which rotation
// vector it is turned against the def. The pose is state of its own because a thread in the way may
// keep an obstacle from following its key frames.
#include "data/data.h"

#include "data/keys.h"
#include "drive/drive.h"
#include "geom/advance.h"
#include "math/quat.h"
#include "math/vec3.h"
#include "state/record.h"

#include <string.h>

//---- lookup --------------------------------------------------------------------------------------

bool sut_obstacle_is_valid(const sut_world *w, sut_obstacle_id id) {
    return sut_world_obstacle(w, id) != NULL;
}

static int free_obstacle_slot(const sut_world *w) {
    for (int i = 0; i < w->def.capacity.obstacles; i++) {
        if (!w->obstacles[i].used) {
            return i;
        }
    }
    return -1;
}

//---- motion --------------------------------------------------------------------------------------
// Where the key frames have it at t.
static sut_obstacle_key pose_at(const sut_obstacle_slot *o, double t) {
    int count = o->steered ? 1 : o->key_count;
    sut_key_span at = sut_key_span_at(o->keys, sizeof o->keys[0], count, t);
    const sut_obstacle_key *a = &o->keys[at.from];
    const sut_obstacle_key *b = &o->keys[at.to];
    if (a == b) {
        return *a;
    }
    return (sut_obstacle_key){t, v3_lerp(a->position, b->position, at.share),
                              v3_lerp(a->rotation, b->rotation, at.share)};
}

static bool same(sut_vec3 a, sut_vec3 b) {
    return a.x == b.x && a.y == b.y && a.z == b.z; // it has not moved at all
}

// How far a body goes from one pose to the other; a turn counts as if 1 cm from the centre.
static double stride(const sut_obstacle_slot *o, sut_vec3 position, sut_vec3 rotation) {
    const double arm = 0.01;
    return v3_distance(position, o->position) + arm * v3_distance(rotation, o->rotation);
}

void sut_obstacle_gather(sut_world *w, double t, double dt) {
    double live = sut_live_share(w, t, dt);
    if (w->island > 0) {
        return; // islands share solids, which rest
    }
    for (int i = 0; i < w->def.capacity.obstacles; i++) {
        sut_obstacle_slot *o = &w->obstacles[i];
        if (!o->used) {
            continue;
        }
        sut_obstacle_place(o);
        sut_obstacle_key k = pose_at(o, t);
        double way = stride(o, k.position, k.rotation);
        double share = sut_follower_fraction(&o->follower, o->steered ? live : 1.0, way, dt);
        if (share < 1.0) {
            k.position = v3_lerp(o->position, k.position, share);
            k.rotation = v3_lerp(o->rotation, k.rotation, share);
        }
        if (!same(k.position, o->position) || !same(k.rotation, o->rotation)) {
            o->next_position = k.position;
            o->next_rotation = k.rotation;
            o->next = sut_shape_moved(&o->shape, k.position, k.rotation);
        }
    }
}

bool sut_obstacle_rests(const sut_obstacle_slot *o, double from, double to) {
    bool rests = !sut_follower_is_slowed(&o->follower);
    for (int k = 0; !o->steered && k < o->key_count; k++) {
        rests = rests && !(o->keys[k].t > from && o->keys[k].t < to);
    }
    const double t[2] = {from, to};
    for (int k = 0; rests && k < 2; k++) {
        sut_obstacle_key key = pose_at(o, t[k]);
        rests = same(key.position, o->position) && same(key.rotation, o->rotation);
    }
    return rests;
}

void sut_obstacle_ahead(const sut_world *w, const sut_obstacle_slot *o, sut_shape *now,
                        sut_shape *then) {
    *now = o->now;
    *then = o->now;
    if (o->key_count == 1 && !o->steered) {
        return; // it has never moved
    }
    *now = sut_shape_moved(&o->shape, o->position, o->rotation);
    sut_obstacle_key k = pose_at(o, w->step_end);
    double way = stride(o, k.position, k.rotation);
    double share = sut_follower_fraction(&o->follower, 1.0, way, w->step_end - w->time);
    *then = sut_shape_moved(&o->shape, v3_lerp(o->position, k.position, share),
                            v3_lerp(o->rotation, k.rotation, share));
}

// A body that threads do not let through goes on with a share of its way.
bool sut_obstacle_slow_down(sut_world *w, double share, double dt) {
    const double least = sut_follower_least;
    bool any = false;
    for (int i = 0; i < w->def.capacity.obstacles; i++) {
        sut_obstacle_slot *o = &w->obstacles[i];
        double way = o->used ? stride(o, o->next_position, o->next_rotation) : 0.0;
        if (sut_follower_moves(way, least) && w->bodies.hit_obstacle && w->bodies.hit_obstacle[i]) {
            o->follower.speed_limit = sut_follower_speed(share, way, least, dt);
            any = true;
        }
    }
    return any;
}

// The guard follows a body that turns about one axis, by the shortest way: a share of its turn is a
// share of that one, whatever lies between two rotation vectors. Of all vectors that mean the same
// rotation it is the one nearest to there, so that whole turns are not lost.
static sut_vec3 rotation_between(sut_vec3 from, sut_vec3 to, double share) {
    if (same(from, to)) {
        return from;
    }
    sut_vec3 near = v3_lerp(from, to, share);
    sut_vec3 turned = q_log(q_between(q_exp(from), q_exp(to), share));
    double angle = v3_norm(turned);
    double size = v3_norm(near);
    sut_vec3 axis = angle > 0.0 ? v3_scale(turned, 1.0 / angle)
                                : (size > 0.0 ? v3_scale(near, 1.0 / size) : v3_zero());
    double turns = floor((v3_dot(axis, near) - angle) / (2.0 * SUT_PI) + 0.5);
    return v3_scale(axis, angle + 2.0 * SUT_PI * turns);
}

void sut_obstacle_shorten(sut_obstacle_slot *o, double share) {
    if (same(o->position, o->next_position) && same(o->rotation, o->next_rotation)) {
        return;
    }
    o->next_position = v3_lerp(o->position, o->next_position, share);
    o->next_rotation = rotation_between(o->rotation, o->next_rotation, share);
    o->next = sut_shape_between(&o->now, &o->next, share);
}

// Take over a share of the motion; speed limits grow.
void sut_obstacle_commit(sut_world *w, double share, double dt) {
    if (w->island > 0) {
        return;
    }
    const double growth = sut_follower_growth(w, dt);
    for (int i = 0; i < w->def.capacity.obstacles; i++) {
        sut_obstacle_slot *o = &w->obstacles[i];
        if (!o->used) {
            continue;
        }
        bool all = share >= 1.0;
        o->position = all ? o->next_position : v3_lerp(o->position, o->next_position, share);
        o->rotation =
            all ? o->next_rotation : rotation_between(o->rotation, o->next_rotation, share);
        sut_follower_recover(&o->follower, growth, sut_follower_fastest);
    }
}

void sut_obstacle_fall_behind(sut_world *w, double lost) {
    for (int i = 0; i < w->def.capacity.obstacles; i++) {
        sut_obstacle_slot *o = &w->obstacles[i];
        const sut_obstacle_key *k = &o->keys[0];
        double left = o->used && o->steered ? stride(o, k->position, k->rotation) : 0.0;
        sut_follower *f = &o->follower;
        const sut_follower *saved = &o->saved_follower;
        double limit = sut_follower_is_slowed(saved) ? saved->speed_limit : left / lost;
        bool lags = left > sut_follower_least && limit < f->speed_limit;
        f->speed_limit = lags ? limit : f->speed_limit;
    }
}

//---- holds and solids ----------------------------------------------------------------------------
// What stays free between a held vertex and a solid, in radii: hardly an overlap, so that the two
// press each other with no more than a thread bears.
static const double free_radii = 0.95;

// The solid that is first in the way, -1: none; how much of the way is free, and what is to be kept
// from it.
static int first_solid(const sut_world *w, int solids, sut_vec3 from, sut_vec3 to, double room,
                       double *share, double *kept) {
    const sut_vec3 at[2] = {from, from};
    const sut_vec3 by[2] = {v3_sub(to, from), v3_sub(to, from)};
    int first = -1;
    *share = 1.0;
    for (int i = 0; i < solids; i++) {
        sut_solid o;
        if (!sut_solid_at(w, i, &o)) {
            continue;
        }
        double start = sut_shape_distance(o.now, from, NULL);
        double keep = start < room ? start : room;
        double free = sut_shape_advance(o.now, o.next, at, by, keep);
        // a way that ends a little too near is free all along
        bool near = first < 0 && sut_shape_distance(o.next, to, NULL) < (1.0 - 1e-9) * keep;
        if (free < *share || near) {
            *share = free;
            *kept = keep;
            first = i;
        }
    }
    return first;
}

sut_vec3 sut_obstacle_keep_out(const sut_world *w, int solids, sut_vec3 from, sut_vec3 to,
                               double radius) {
    enum { CORNERS = 3 }; // surfaces that meet in one place
    const double room = free_radii * radius;
    for (int k = 0; k < CORNERS; k++) {
        double share;
        double keep = room;
        int solid = first_solid(w, solids, from, to, room, &share, &keep);
        sut_solid there;
        if (solid < 0 || !sut_solid_at(w, solid, &there)) {
            break;
        }
        const sut_shape *shape = there.next;
        sut_vec3 hit = v3_lerp(from, to, share);
        sut_vec3 normal;
        (void)sut_shape_distance(shape, hit, &normal);
        sut_vec3 rest = v3_sub(to, hit);
        double into = v3_dot(rest, normal);
        to = into < 0.0 ? v3_add(hit, v3_madd(rest, -into, normal)) : to;
        double left = sut_shape_distance(shape, to, &normal);
        to = left < keep ? v3_madd(to, keep - left, normal) : to;
    }
    return to;
}

//---- life cycle ----------------------------------------------------------------------------------
_Static_assert((int)SUT_SHAPE_PLANE == (int)SUT_OBSTACLE_PLANE, "the same kinds");
_Static_assert((int)SUT_SHAPE_SPHERE == (int)SUT_OBSTACLE_SPHERE, "the same kinds");
_Static_assert((int)SUT_SHAPE_CYLINDER == (int)SUT_OBSTACLE_CYLINDER, "the same kinds");
_Static_assert((int)SUT_SHAPE_CAPSULE == (int)SUT_OBSTACLE_CAPSULE, "the same kinds");
_Static_assert((int)SUT_SHAPE_BOX == (int)SUT_OBSTACLE_BOX, "the same kinds");

// Numbers that the kind has no use for are zero: equal obstacles, equal slots.
static sut_shape shape_of(const sut_obstacle_def *d) {
    sut_shape s;
    memset(&s, 0, sizeof s);
    s.kind = (sut_shape_kind)d->kind;
    s.center = d->center;
    s.axis[0] = v3(1.0, 0.0, 0.0);
    s.axis[1] = v3(0.0, 1.0, 0.0);
    s.axis[2] = v3(0.0, 0.0, 1.0);
    if (d->kind == SUT_OBSTACLE_BOX) {
        s.half_size = v3_scale(d->size, 0.5);
        return sut_shape_moved(&s, d->center, d->rotation);
    }
    if (d->kind != SUT_OBSTACLE_SPHERE) {
        s.axis[2] = v3_normalized(d->axis);
        s.axis[0] = v3_any_normal(s.axis[2]);
        s.axis[1] = v3_cross(s.axis[2], s.axis[0]);
    }
    s.radius = d->kind == SUT_OBSTACLE_PLANE ? 0.0 : d->radius;
    if (d->kind == SUT_OBSTACLE_CYLINDER || d->kind == SUT_OBSTACLE_CAPSULE) {
        s.half_length = 0.5 * d->length;
    }
    return s;
}

// All of a slot but its id: as the def has it, in the pose of its key frames at t.
static void define(sut_obstacle_slot *o, const sut_obstacle_def *def, double t) {
    uint32_t generation = o->generation;
    memset(o, 0, sizeof *o);
    o->generation = generation;
    o->shape = shape_of(def);
    o->friction = def->friction;
    o->follower = sut_follower_free();
    o->key_count = def->key_count > 0 ? def->key_count : 1;
    o->keys[0].position = def->center;
    if (def->key_count > 0) {
        memcpy(o->keys, def->keys, (size_t)def->key_count * sizeof o->keys[0]);
    }
    sut_obstacle_key k = pose_at(o, t);
    o->position = k.position;
    o->rotation = k.rotation;
    sut_obstacle_place(o);
}

sut_result sut_obstacle_create(sut_world *w, const sut_obstacle_def *def, sut_obstacle_id *out) {
    sut_world_ask(w);
    if (!w || !def || !out) {
        return sut_world_refuse(w, SUT_E_ARGUMENT, sut_null_pointer);
    }
    if (def->cookie != SUT_COOKIE_OBSTACLE) {
        return sut_world_refuse(w, SUT_E_DEF,
                                "the obstacle def was not made by sut_default_obstacle_def");
    }
    const char *bad = sut_check_obstacle_def(def, w->refusal, sizeof w->refusal);
    if (bad) {
        return sut_world_refuse(w, SUT_E_ARGUMENT, bad);
    }
    int slot = free_obstacle_slot(w);
    if (slot < 0) {
        return sut_world_refuse(w, SUT_E_CAPACITY, "capacity of obstacles is reached");
    }
    sut_obstacle_slot *o = &w->obstacles[slot];
    define(o, def, w->time);
    bad = sut_contact_check_solid(w, &o->now);
    if (bad) {
        return sut_world_refuse(w, SUT_E_CONFLICT, bad);
    }
    o->used = true;
    o->generation++;
    *out = (sut_obstacle_id){(uint32_t)slot + 1, o->generation};
    sut_record_obstacle_create(w, def);
    return SUT_OK;
}

sut_result sut_obstacle_destroy(sut_world *w, sut_obstacle_id id) {
    sut_world_ask(w);
    sut_obstacle_slot *o = sut_world_obstacle(w, id);
    if (!o) {
        return sut_world_refuse(w, SUT_E_ID, sut_stale_obstacle);
    }
    sut_touch_forget(w, -1, (int)id.index1 - 1);
    o->used = false;
    sut_record_obstacle_destroy(w, id);
    return SUT_OK;
}

sut_result sut_obstacle_set_pose(sut_world *w, sut_obstacle_id id, sut_vec3 position,
                                 sut_vec3 rotation) {
    sut_world_ask(w);
    sut_obstacle_slot *o = sut_world_obstacle(w, id);
    if (!o) {
        return sut_world_refuse(w, SUT_E_ID, sut_stale_obstacle);
    }
    if (!sut_obstacle_pose_fits(position, rotation)) {
        return sut_world_refuse(w, SUT_E_ARGUMENT, "the pose is not finite, or beyond reason");
    }
    o->keys[0] = (sut_obstacle_key){0.0, position, rotation}; // one key: its time does not matter
    o->key_count = 1;
    o->steered = true;
    sut_record_obstacle_pose(w, id, position, rotation);
    return SUT_OK;
}

sut_result sut_obstacle_get_pose(const sut_world *w, sut_obstacle_id id, sut_vec3 *position,
                                 sut_vec3 *rotation) {
    const sut_obstacle_slot *o = sut_world_obstacle(w, id);
    if (!o || !position || !rotation) {
        return o ? SUT_E_ARGUMENT : SUT_E_ID;
    }
    *position = o->position;
    *rotation = o->rotation;
    return SUT_OK;
}

//---- touches -------------------------------------------------------------------------------------
const sut_contact_view *sut_world_contacts(const sut_world *w, int *count) {
    if (count) {
        *count = w ? w->contact_view_count : 0;
    }
    return w ? w->contact_views : NULL;
}

void sut_obstacle_save(sut_world *w) {
    for (int i = 0; i < w->def.capacity.obstacles; i++) {
        sut_obstacle_slot *o = &w->obstacles[i];
        o->saved_position = o->position;
        o->saved_rotation = o->rotation;
        o->saved_follower = o->follower;
    }
}

void sut_touch_save(sut_world *w) {
    w->saved_touch_count = w->contacts.touches;
    if (w->contacts.touches > 0) {
        memcpy(w->saved_touches, w->contacts.touch,
               (size_t)w->contacts.touches * sizeof w->contacts.touch[0]);
    }
}

void sut_touch_roll_back(sut_world *w) {
    for (int i = 0; w->island == 0 && i < w->def.capacity.obstacles; i++) {
        sut_obstacle_slot *o = &w->obstacles[i];
        o->position = o->saved_position;
        o->rotation = o->saved_rotation;
        o->follower = o->saved_follower;
        if (o->used) {
            sut_obstacle_place(o);
        }
    }
    w->contacts.touches = w->saved_touch_count;
    if (w->contacts.touches > 0) {
        memcpy(w->contacts.touch, w->saved_touches,
               (size_t)w->contacts.touches * sizeof w->contacts.touch[0]);
    }
}

void sut_touch_forget(sut_world *w, int thread, int solid) {
    int kept = 0;
    for (int i = 0; i < w->contacts.touches; i++) {
        const sut_touch *t = &w->contacts.touch[i];
        bool gone = (thread >= 0 && (t->body[0] == thread || t->body[1] == thread)) ||
                    (solid >= 0 && t->body[1] == w->bodies.bodies + solid);
        if (!gone) {
            w->contacts.touch[kept++] = *t; // in their order, which the next step depends on
        }
    }
    w->contacts.touches = kept;
}
