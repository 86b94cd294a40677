// SPDX-License-Identifier: MIT
// scene_build.c -- a checked scene into a world with exactly the room it needs.
#include "scene_types.h"

#include "math/vec3.h"
#include "scene_needle.h"
#include "scene_tissue.h"

#include <stdlib.h>
#include <string.h>

// Arrays of one thread, large enough for the longest.
typedef struct scratch {
    sut_vec3 *positions, *velocities;
    double *rest_lengths, *extra_mass;
    sut_hold_key *keys;
} scratch;

typedef struct sizes {
    int vertices, holds, keys; // of all threads
    int longest, most_keys;    // of one thread, of one hold
} sizes;

static sizes count_all(const sut_scene *s) {
    sizes n = {0, 0, 0, 2, 1};
    for (int i = 0; i < s->thread_count; i++) {
        const sut_scene_thread *t = &s->threads[i];
        n.vertices += t->shape.vertices;
        n.longest = t->shape.vertices > n.longest ? t->shape.vertices : n.longest;
        n.holds += t->hold_count;
        for (int k = 0; k < t->hold_count; k++) {
            int keys = t->holds[k].key_count > 0 ? t->holds[k].key_count : 1;
            n.keys += keys;
            n.most_keys = keys > n.most_keys ? keys : n.most_keys;
        }
    }
    return n;
}

static bool take_scratch(scratch *m, const sizes *n) {
    size_t vertices = (size_t)n->longest;
    m->positions = malloc(vertices * sizeof *m->positions);
    m->velocities = malloc(vertices * sizeof *m->velocities);
    m->rest_lengths = malloc(vertices * sizeof *m->rest_lengths);
    m->extra_mass = malloc(vertices * sizeof *m->extra_mass);
    m->keys = malloc((size_t)n->most_keys * sizeof *m->keys);
    return m->positions != NULL && m->velocities != NULL && m->rest_lengths != NULL &&
           m->extra_mass != NULL && m->keys != NULL;
}

static void free_scratch(scratch *m) {
    free(m->positions);
    free(m->velocities);
    free(m->rest_lengths);
    free(m->extra_mass);
    free(m->keys);
}

//---- threads -------------------------------------------------------------------------------------

static void fill_arrays(const sut_scene_thread *t, scratch *m, sut_thread_def *d) {
    int count = t->shape.vertices;
    d->vertex_count = count;
    for (int i = 0; i < count; i++) {
        m->positions[i] = sut_scene_vertex(&t->shape, i);
        m->velocities[i] = t->velocities != NULL ? t->velocities[i] : t->velocity;
        m->rest_lengths[i] = t->shape.length / (double)(count - 1);
        m->extra_mass[i] = 0.0;
    }
    for (int i = 0; i < t->extra_mass_count; i++) {
        m->extra_mass[t->extra_mass[i].vertex] += t->extra_mass[i].mass;
    }
    d->positions = m->positions;
    d->velocities = m->velocities;
    d->rest_lengths = t->shape.length > 0.0 ? m->rest_lengths : NULL;
    d->extra_mass = t->extra_mass_count > 0 ? m->extra_mass : NULL;
}

static sut_thread_def thread_def(const sut_scene *s, int i, scratch *m) {
    const sut_scene_thread *t = &s->threads[i];
    sut_thread_def d = sut_default_thread_def();
    fill_arrays(t, m, &d);
    d.radius = t->section.radius;
    d.EI = t->section.EI;
    d.GJ = t->section.GJ;
    d.EA = t->section.EA;
    d.mass_per_length = t->section.mass_per_length;
    d.friction = sut_scene_thread_friction(s, i, 0.0);
    d.natural_curvature[0] = t->natural_curvature[0];
    d.natural_curvature[1] = t->natural_curvature[1];
    d.natural_twist = t->natural_twist;
    d.damping_bend = t->damping_bend;
    d.damping_twist = t->damping_twist;
    d.damping_stretch = t->damping_stretch;
    d.damping_linear = t->damping_linear;
    d.drag = t->drag;
    d.model = t->model;
    d.inertia = t->inertia;
    d.mobility = t->mobility;
    d.twist = t->twist;
    d.implicitness = t->implicitness;
    d.variational = t->variational;
    d.springs = t->springs;
    d.pierces = sut_scene_is_stitched(s, i);
    return d;
}

//---- holds ---------------------------------------------------------------------------------------

// the file's keys, with the initial tangent where it gives no direction
static sut_result create_hold(sut_world *w, sut_thread_id id, const sut_scene_hold *h,
                              sut_hold_key *keys) {
    sut_hold_key now;
    sut_result result = sut_thread_key_now(w, id, h->vertex, &now);
    if (result != SUT_OK) {
        return result;
    }
    for (int i = 0; i < h->key_count; i++) {
        keys[i] = h->keys[i];
        if (h->kind == SUT_HOLD_FORCE) {
            keys[i].position = now.position;
        }
        if (h->kind == SUT_HOLD_FORCE || i < h->first_direction) {
            keys[i].direction = now.direction;
        }
    }
    sut_hold_def d = sut_default_hold_def();
    d.vertex = h->vertex;
    d.kind = h->kind;
    d.keys = h->key_count > 0 ? keys : NULL;
    d.key_count = h->key_count;
    d.from = h->from;
    d.until = h->until;
    d.max_force = h->max_force;
    sut_hold_id unused;
    return sut_hold_create(w, id, &d, &unused);
}

//---- all -----------------------------------------------------------------------------------------

static const char CHANGE[] = "change it or what it depends on";

void sut_scene_describe(const sut_reader *r, const sut_node *at, const sut_world *w,
                        sut_result result, const char *advice) {
    const char *why = w != NULL ? sut_world_refusal(w) : "";
    if (why[0] == '\0') {
        why = sut_result_text(result);
    }
    bool has_advice = strchr(why, ';') != NULL;
    sut_fail(r, at, "%s%s%s", why, has_advice ? "" : "; ", has_advice ? "" : advice);
}

static sut_result build_thread(const sut_reader *r, sut_world *w, const sut_scene *s, int i,
                               scratch *m) {
    sut_node root = sut_node_root(NULL);
    sut_node list = {&root, "threads", 0, NULL};
    sut_node thread = {&list, NULL, i, NULL};
    const sut_scene_thread *t = &s->threads[i];
    sut_thread_def def = thread_def(s, i, m);
    sut_thread_id id;
    sut_result result = sut_thread_create(w, &def, &id);
    if (result != SUT_OK) {
        sut_scene_describe(r, &thread, w, result, CHANGE);
        return result;
    }
    sut_node holds = {&thread, "hold", 0, NULL};
    for (int k = 0; k < t->hold_count; k++) {
        result = create_hold(w, id, &t->holds[k], m->keys);
        if (result != SUT_OK) {
            sut_node hold = {&holds, NULL, k, NULL};
            sut_scene_describe(r, &hold, w, result, CHANGE);
            return result;
        }
    }
    return SUT_OK;
}

static sut_result build_obstacle(const sut_reader *r, sut_world *w, const sut_scene *s, int i) {
    sut_obstacle_id unused;
    sut_result result = sut_obstacle_create(w, &s->obstacles[i].def, &unused);
    if (result != SUT_OK) {
        sut_node root = sut_node_root(NULL);
        sut_node list = {&root, "obstacles", 0, NULL};
        sut_node obstacle = {&list, NULL, i, NULL};
        sut_scene_describe(
            r, &obstacle, w, result,
            result == SUT_E_CONFLICT ? "no thread may start inside it: move one of them" : CHANGE);
    }
    return result;
}

static sut_result build_tool(const sut_reader *r, sut_world *w, const sut_scene *s, int i) {
    sut_tool_id unused;
    sut_result result = sut_tool_create(w, &s->tools[i].def, &unused);
    if (result != SUT_OK) {
        sut_node root = sut_node_root(NULL);
        sut_node list = {&root, "tools", 0, NULL};
        sut_node tool = {&list, NULL, i, NULL};
        sut_scene_describe(
            r, &tool, w, result,
            result == SUT_E_CONFLICT ? "no thread may start inside it: move one of them" : CHANGE);
    }
    return result;
}

// A vertex in a heap of thread has about two contacts; few scenes are heaps.
static int contact_capacity(int vertices) {
    return vertices < 256 ? 512 : vertices < 32768 ? 2 * vertices : 65536;
}

// What the base asks for, and room for what the scene has.
static sut_world_def def_of(const sut_scene *s, const sut_world_def *base, sizes n) {
    sut_world_def d = base != NULL ? *base : sut_default_world_def();
    d.gravity = s->gravity;
    d.capacity.threads = s->thread_count > 0 ? s->thread_count : 1;
    d.capacity.vertices = n.vertices > 2 ? n.vertices : 2;
    d.capacity.holds = n.holds + (base != NULL ? base->capacity.holds : 1);
    d.capacity.hold_keys = n.keys + (base != NULL ? base->capacity.hold_keys : 1);
    d.capacity.obstacles = s->obstacle_count > 0 ? s->obstacle_count : 1;
    d.capacity.tools = s->tool_count;
    d.capacity.contacts = contact_capacity(n.vertices);
    sut_scene_tissue_capacity(s, &d.capacity);
    d.capacity.needles = s->needle_count;
    d.capacity.contacts += 128 * s->needle_count; // two per edge
    sut_scene_stitch_capacity(s, &d.capacity);
    d.contact = s->contact;
    // a hold can report twice in a step, a tool a few times
    d.capacity.events += 2 * n.holds + 8 * s->tool_count + 8 * s->needle_count;
    return d;
}

static sut_result build_all(const sut_reader *r, const sut_scene *s, const sut_world_def *base,
                            scratch *m, sut_world **out) {
    sizes n = count_all(s);
    sut_world_def d = def_of(s, base, n);
    if (!take_scratch(m, &n)) {
        sut_fail_memory(r, NULL);
        return SUT_E_MEMORY;
    }
    sut_world *w = NULL;
    sut_result result = sut_world_create(&d, &w);
    if (result != SUT_OK) {
        sut_fail(r, NULL, "a world of %d vertices cannot be made: %s; use fewer vertices",
                 n.vertices, sut_result_text(result));
        return result;
    }
    for (int i = 0; result == SUT_OK && i < s->thread_count; i++) {
        result = build_thread(r, w, s, i, m);
    }
    for (int i = 0; result == SUT_OK && i < s->obstacle_count; i++) {
        result = build_obstacle(r, w, s, i);
    }
    for (int i = 0; result == SUT_OK && i < s->tissue_count; i++) {
        result = sut_scene_build_tissue(r, w, s, i);
    }
    // tools before the needles that they hold
    for (int i = 0; result == SUT_OK && i < s->tool_count; i++) {
        result = build_tool(r, w, s, i);
    }
    for (int i = 0; result == SUT_OK && i < s->needle_count; i++) {
        result = sut_scene_build_needle(r, w, s, i);
    }
    if (result == SUT_OK) {
        result = sut_scene_build_stitches(r, w, s);
    }
    if (result != SUT_OK) {
        sut_world_destroy(w);
        return result;
    }
    *out = w;
    return SUT_OK;
}

sut_result sut_scene_build(const sut_scene *s, const sut_world_def *base, sut_world **out,
                           sut_scene_error *error) {
    sut_scene_error unread;
    if (s == NULL || out == NULL) {
        return SUT_E_ARGUMENT;
    }
    sut_reader r = {s->file, "", error != NULL ? error : &unread};
    r.error->text[0] = '\0';
    *out = NULL;
    scratch m = {NULL, NULL, NULL, NULL, NULL};
    sut_result result = build_all(&r, s, base, &m, out);
    free_scratch(&m);
    return result;
}
