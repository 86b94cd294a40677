// SPDX-License-Identifier: MIT
// replay_call.c -- one record of a recording, made a call again: a function for each, in a table.
#include "world/replay.h"

#include <string.h>

// All of the payload was used, and nothing of it refused.
static bool used_up(const sut_stream *s) {
    return !s->failed && sut_stream_left(s) == 0;
}

static double *take_numbers(sut_stream *s, double **room, size_t count) {
    double *at = *room;
    *room += count;
    sut_stream_numbers(s, at, (int)count);
    return at;
}

static sut_vec3 *take_vectors(sut_stream *s, double **room, size_t count) {
    return (sut_vec3 *)take_numbers(s, room, 3 * count);
}

static sut_result repeat_thread_create(sut_replay *r, sut_stream *s) {
    sut_image_counts claim = {0};
    sut_thread_def d = sut_default_thread_def();
    int arrays = 0;
    sut_visit_counts(s, &claim);
    sut_stream_int(s, &d.vertex_count, 2, 100000000);
    sut_stream_int(s, &arrays, 0, 15);
    sut_visit_thread_def(s, &d);
    if (s->failed) {
        return SUT_E_FORMAT;
    }
    double *room = r->room;
    size_t n = (size_t)d.vertex_count;
    d.positions = take_vectors(s, &room, n);
    d.pierces = (arrays & SUT_OP_PIERCES) != 0;
    d.velocities = arrays & SUT_OP_VELOCITIES ? take_vectors(s, &room, n) : NULL;
    d.rest_lengths = arrays & SUT_OP_REST_LENGTHS ? take_numbers(s, &room, n - 1) : NULL;
    d.extra_mass = arrays & SUT_OP_EXTRA_MASS ? take_numbers(s, &room, n) : NULL;
    sut_thread_id id;
    return used_up(s) ? sut_thread_create(r->world, &d, &id) : SUT_E_FORMAT;
}

static sut_result repeat_hold_create(sut_replay *r, sut_stream *s) {
    sut_image_counts claim = {0};
    sut_thread_id thread = {0, 0};
    sut_hold_def d = sut_default_hold_def();
    sut_visit_counts(s, &claim);
    sut_visit_thread_id(s, &thread);
    sut_stream_int(s, &d.key_count, 0, 100000000);
    sut_visit_hold_def(s, &d);
    if (s->failed) {
        return SUT_E_FORMAT;
    }
    sut_hold_key *keys = (sut_hold_key *)r->room;
    memset(keys, 0, (size_t)d.key_count * sizeof keys[0]);
    for (int i = 0; i < d.key_count; i++) {
        sut_visit_key(s, &keys[i], d.kind);
    }
    d.keys = d.key_count > 0 ? keys : NULL;
    sut_hold_id id;
    return used_up(s) ? sut_hold_create(r->world, thread, &d, &id) : SUT_E_FORMAT;
}

static sut_result repeat_hold_target(sut_replay *r, sut_stream *s) {
    sut_hold_id id = {0, 0};
    sut_hold_key key;
    int kind = 0;
    memset(&key, 0, sizeof key);
    sut_visit_hold_id(s, &id);
    sut_stream_int(s, &kind, 0, SUT_HOLD_FORCE);
    sut_visit_key(s, &key, (sut_hold_kind)kind);
    return used_up(s) ? sut_hold_set_target(r->world, id, &key) : SUT_E_FORMAT;
}

static sut_result repeat_obstacle_create(sut_replay *r, sut_stream *s) {
    sut_image_counts claim = {0};
    sut_obstacle_def d = sut_default_obstacle_def();
    sut_visit_counts(s, &claim);
    sut_stream_int(s, &d.key_count, 0, SUT_OBSTACLE_KEYS);
    sut_visit_obstacle_def(s, &d);
    if (s->failed) {
        return SUT_E_FORMAT;
    }
    sut_obstacle_key *keys = (sut_obstacle_key *)r->room;
    for (int i = 0; i < d.key_count; i++) {
        sut_visit_obstacle_key(s, &keys[i]);
    }
    d.keys = d.key_count > 0 ? keys : NULL;
    sut_obstacle_id id;
    return used_up(s) ? sut_obstacle_create(r->world, &d, &id) : SUT_E_FORMAT;
}

static sut_result repeat_obstacle_pose(sut_replay *r, sut_stream *s) {
    sut_obstacle_id id = {0, 0};
    sut_vec3 position = {0.0, 0.0, 0.0};
    sut_vec3 rotation = {0.0, 0.0, 0.0};
    sut_visit_obstacle_id(s, &id);
    sut_stream_vec3(s, &position);
    sut_stream_vec3(s, &rotation);
    return used_up(s) ? sut_obstacle_set_pose(r->world, id, position, rotation) : SUT_E_FORMAT;
}

static sut_result repeat_tool_create(sut_replay *r, sut_stream *s) {
    sut_image_counts claim = {0};
    sut_tool_def d = sut_default_tool_def(SUT_TOOL_FORCEPS);
    sut_visit_counts(s, &claim);
    sut_stream_int(s, &d.key_count, 0, SUT_TOOL_KEYS);
    sut_visit_tool_def(s, &d);
    if (s->failed) {
        return SUT_E_FORMAT;
    }
    sut_tool_key *keys = (sut_tool_key *)r->room;
    for (int i = 0; i < d.key_count; i++) {
        sut_visit_tool_key(s, &keys[i]);
    }
    d.keys = d.key_count > 0 ? keys : NULL;
    sut_tool_id id;
    return used_up(s) ? sut_tool_create(r->world, &d, &id) : SUT_E_FORMAT;
}

static sut_result repeat_tool_target(sut_replay *r, sut_stream *s) {
    sut_tool_id id = {0, 0};
    sut_pose pose = {{0.0, 0.0, 0.0}, {0.0, 0.0, 0.0, 1.0}};
    double jaw = 0.0;
    sut_visit_tool_id(s, &id);
    sut_visit_pose(s, &pose);
    sut_stream_number(s, &jaw);
    return used_up(s) ? sut_tool_set_target(r->world, id, &pose, jaw) : SUT_E_FORMAT;
}

static sut_result repeat_friction(sut_replay *r, sut_stream *s) {
    sut_thread_id id = {0, 0};
    double friction = 0.0;
    sut_visit_thread_id(s, &id);
    sut_stream_number(s, &friction);
    return used_up(s) ? sut_thread_set_friction(r->world, id, friction) : SUT_E_FORMAT;
}

static sut_result repeat_tissue_create(sut_replay *r, sut_stream *s) {
    sut_image_counts claim = {0};
    sut_tissue_def d = {0};
    sut_visit_arrays a;
    sut_visit_counts(s, &claim);
    sut_visit_tissue_counts(s, &claim);
    sut_visit_tissue_def(s, &d, &r->memory, &a);
    sut_result result = a.no_memory ? SUT_E_MEMORY : SUT_E_FORMAT;
    if (used_up(s)) {
        sut_tissue_id id;
        result = sut_tissue_create(r->world, &d, &id);
    }
    sut_visit_arrays_free(&a, &r->memory);
    return result;
}

static sut_result repeat_support_create(sut_replay *r, sut_stream *s) {
    sut_image_counts claim = {0};
    sut_tissue_id tissue = {0, 0};
    sut_support_def d;
    sut_visit_arrays a;
    sut_visit_counts(s, &claim);
    sut_visit_tissue_counts(s, &claim);
    sut_visit_tissue_id(s, &tissue);
    sut_visit_support_def(s, &d, &r->memory, &a);
    sut_result result = a.no_memory ? SUT_E_MEMORY : SUT_E_FORMAT;
    if (used_up(s)) {
        sut_support_id id;
        result = sut_support_create(r->world, tissue, &d, &id);
    }
    sut_visit_arrays_free(&a, &r->memory);
    return result;
}

static sut_result repeat_thread_cut(sut_replay *r, sut_stream *s) {
    sut_thread_id thread = {0, 0};
    int edge = 0;
    sut_visit_thread_id(s, &thread);
    sut_stream_int(s, &edge, 0, r->world->def.capacity.vertices);
    return used_up(s) ? sut_thread_cut(r->world, thread, edge) : SUT_E_FORMAT;
}

static sut_result repeat_tissue_cut(sut_replay *r, sut_stream *s) {
    sut_tissue_id tissue = {0, 0};
    sut_vec3 points[SUT_CUT_POINTS] = {{0.0, 0.0, 0.0}};
    int count = 0;
    sut_visit_tissue_id(s, &tissue);
    sut_stream_int(s, &count, 2, SUT_CUT_POINTS);
    for (int i = 0; !s->failed && i < count; i++) {
        sut_stream_vec3(s, &points[i]);
    }
    return used_up(s) ? sut_tissue_cut(r->world, tissue, points, count, NULL) : SUT_E_FORMAT;
}

static sut_result repeat_needle_create(sut_replay *r, sut_stream *s) {
    sut_image_counts claim = {0};
    sut_needle_def d = {0};
    sut_needle_key keys[SUT_NEEDLE_KEYS];
    sut_visit_counts(s, &claim);
    sut_visit_tissue_counts(s, &claim);
    sut_visit_needle_counts(s, &claim);
    sut_visit_hole_counts(s, &claim);
    sut_visit_needle_def(s, &d, keys);
    sut_needle_id id;
    return used_up(s) ? sut_needle_create(r->world, &d, &id) : SUT_E_FORMAT;
}

static sut_result repeat_needle_target(sut_replay *r, sut_stream *s) {
    sut_needle_id id = {0, 0};
    sut_pose pose = {{0.0, 0.0, 0.0}, {0.0, 0.0, 0.0, 1.0}};
    sut_visit_needle_id(s, &id);
    sut_visit_pose(s, &pose);
    return used_up(s) ? sut_needle_set_target(r->world, id, &pose) : SUT_E_FORMAT;
}

static sut_result repeat_hole_create(sut_replay *r, sut_stream *s) {
    sut_image_counts claim = {0};
    sut_hole_def d = sut_default_hole_def();
    sut_visit_counts(s, &claim);
    sut_visit_tissue_counts(s, &claim);
    sut_visit_hole_counts(s, &claim);
    sut_visit_hole_def(s, &d);
    sut_hole_id id;
    return used_up(s) ? sut_hole_create(r->world, &d, &id) : SUT_E_FORMAT;
}

static sut_result repeat_gravity(sut_replay *r, sut_stream *s) {
    sut_vec3 gravity = {0.0, 0.0, 0.0};
    sut_stream_vec3(s, &gravity);
    return used_up(s) ? sut_world_set_gravity(r->world, gravity) : SUT_E_FORMAT;
}

static sut_result repeat_budget(sut_replay *r, sut_stream *s) {
    double budget = 0.0;
    sut_stream_number(s, &budget);
    return used_up(s) ? sut_world_set_budget(r->world, budget) : SUT_E_FORMAT;
}

static sut_result repeat_restore(sut_replay *r, sut_stream *s) {
    return sut_world_restore(r->world, s->in, s->limit * SUT_WORD);
}

static sut_result repeat_step(sut_replay *r, sut_stream *s) {
    sut_replay_step step = {r->steps + 1, 0.0, 0, 0};
    sut_stream_number(s, &step.dt);
    sut_stream_word(s, &step.recorded);
    sut_result result = used_up(s) ? sut_world_step(r->world, step.dt) : SUT_E_FORMAT;
    if (result == SUT_OK) {
        step.got = sut_world_hash(r->world);
        r->steps++;
        r->step = step;
    }
    return result;
}

// Calls that take an id and nothing else.
#define REPEAT_BY_ID(what, call)                                                                   \
    static sut_result repeat_##what##_##call(sut_replay *r, sut_stream *s) {                       \
        sut_##what##_id id = {0, 0};                                                               \
        sut_visit_##what##_id(s, &id);                                                             \
        return used_up(s) ? sut_##what##_##call(r->world, id) : SUT_E_FORMAT;                      \
    }
REPEAT_BY_ID(thread, destroy)
REPEAT_BY_ID(hold, destroy)
REPEAT_BY_ID(obstacle, destroy)
REPEAT_BY_ID(tool, destroy)
REPEAT_BY_ID(tool, release)
REPEAT_BY_ID(tissue, destroy)
REPEAT_BY_ID(support, destroy)
REPEAT_BY_ID(needle, destroy)
REPEAT_BY_ID(needle, release)
REPEAT_BY_ID(hole, destroy)
#undef REPEAT_BY_ID

//---- the table -----------------------------------------------------------------------------------
static sut_result (*const calls[])(sut_replay *r, sut_stream *s) = {
    [SUT_OP_STEP] = repeat_step,
    [SUT_OP_THREAD_CREATE] = repeat_thread_create,
    [SUT_OP_THREAD_DESTROY] = repeat_thread_destroy,
    [SUT_OP_HOLD_CREATE] = repeat_hold_create,
    [SUT_OP_HOLD_DESTROY] = repeat_hold_destroy,
    [SUT_OP_HOLD_TARGET] = repeat_hold_target,
    [SUT_OP_GRAVITY] = repeat_gravity,
    [SUT_OP_RESTORE] = repeat_restore,
    [SUT_OP_OBSTACLE_CREATE] = repeat_obstacle_create,
    [SUT_OP_OBSTACLE_DESTROY] = repeat_obstacle_destroy,
    [SUT_OP_OBSTACLE_POSE] = repeat_obstacle_pose,
    [SUT_OP_FRICTION] = repeat_friction,
    [SUT_OP_TOOL_CREATE] = repeat_tool_create,
    [SUT_OP_TOOL_DESTROY] = repeat_tool_destroy,
    [SUT_OP_TOOL_TARGET] = repeat_tool_target,
    [SUT_OP_TOOL_RELEASE] = repeat_tool_release,
    [SUT_OP_BUDGET] = repeat_budget,
    [SUT_OP_TISSUE_CREATE] = repeat_tissue_create,
    [SUT_OP_TISSUE_DESTROY] = repeat_tissue_destroy,
    [SUT_OP_SUPPORT_CREATE] = repeat_support_create,
    [SUT_OP_SUPPORT_DESTROY] = repeat_support_destroy,
    [SUT_OP_TISSUE_CUT] = repeat_tissue_cut,
    [SUT_OP_THREAD_CUT] = repeat_thread_cut,
    [SUT_OP_HOLE_CREATE] = repeat_hole_create,
    [SUT_OP_HOLE_DESTROY] = repeat_hole_destroy,
    [SUT_OP_NEEDLE_CREATE] = repeat_needle_create,
    [SUT_OP_NEEDLE_DESTROY] = repeat_needle_destroy,
    [SUT_OP_NEEDLE_TARGET] = repeat_needle_target,
    [SUT_OP_NEEDLE_RELEASE] = repeat_needle_release,
};

bool sut_replay_knows(sut_op op) {
    return (size_t)op < sizeof calls / sizeof calls[0] && calls[op];
}

sut_result sut_replay_call(sut_replay *r, sut_op op, sut_stream *payload) {
    return sut_replay_knows(op) ? calls[op](r, payload) : SUT_E_FORMAT;
}
