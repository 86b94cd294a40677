// SPDX-License-Identifier: MIT
// world.c -- life cycle of a world and what is in it, and the queries.
#include "data/data.h"

#include "attach/grip.h"
#include "attach/hole.h"
#include "drive/drive.h"
#include "math/vec3.h"
#include "springs/springs.h"
#include "state/record.h"
#include "step/island.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

//---- arrays of a world ---------------------------------------------------------------------------
typedef struct world_array {
    void **at;
    size_t size;
} world_array;

enum { OWN_ARRAYS = 23, ARRAYS = OWN_ARRAYS + SUT_OBJECT_TYPES };

// One row per array of a world, with its size.
static void list_arrays(sut_world *w, world_array list[ARRAYS]) {
    const sut_capacity *c = &w->def.capacity;
    size_t holds = (size_t)sut_hold_slots(c);
    size_t tools = (size_t)c->tools;
    world_array all[OWN_ARRAYS] = {
        {(void **)&w->threads, (size_t)c->threads * sizeof(sut_thread_slot)},
        {(void **)&w->holds, holds * sizeof(sut_hold_slot)},
        {(void **)&w->keys, (size_t)sut_hold_keys(c) * sizeof(sut_hold_key)},
        {(void **)&w->pins, (size_t)sut_pin_slots(c) * sizeof(sut_pin)},
        {(void **)&w->planes, holds * sizeof(sut_plane)},
        {(void **)&w->loads, holds * sizeof(sut_load)},
        {(void **)&w->order, holds * sizeof(int)},
        {(void **)&w->saved_holds, holds * sizeof(sut_hold_slot)},
        {(void **)&w->obstacles, (size_t)c->obstacles * sizeof(sut_obstacle_slot)},
        {(void **)&w->tools, tools * sizeof(sut_tool_slot)},
        {(void **)&w->saved_tools, tools * sizeof(sut_tool_slot)},
        {(void **)&w->tissues, (size_t)c->tissues * sizeof(sut_tissue_slot)},
        {(void **)&w->needles, (size_t)c->needles * sizeof(sut_needle_slot)},
        {(void **)&w->supports, (size_t)c->supports * sizeof(sut_support_slot)},
        {(void **)&w->holes, (size_t)c->holes * sizeof(sut_hole_slot)},
        {(void **)&w->saved_keys, (size_t)sut_hold_keys(c) * sizeof(sut_hold_key)},
        {(void **)&w->saved_obstacles, (size_t)c->obstacles * sizeof(sut_obstacle_slot)},
        {(void **)&w->saved_needles, (size_t)c->needles * sizeof(sut_needle_slot)},
        {(void **)&w->saved_supports, (size_t)c->supports * sizeof(sut_support_slot)},
        {(void **)&w->saved_holes, (size_t)c->holes * sizeof(sut_hole_slot)},
        {(void **)&w->contact_views, (size_t)c->contacts * sizeof(sut_contact_view)},
        {(void **)&w->saved_touches, (size_t)c->contacts * sizeof(sut_touch)},
        {(void **)&w->events, (size_t)c->events * sizeof(sut_event)},
    };
    memcpy(list, all, sizeof all);
    for (int type = 0; type < SUT_OBJECT_TYPES; type++) {
        size_t places = (size_t)sut_world_places(c, (sut_object_type)type);
        list[OWN_ARRAYS + type] =
            (world_array){(void **)&w->users[type], places * sizeof(sut_user_slot)};
    }
}

const char *sut_world_def_problem(const sut_world_def *def) {
    if (!def) {
        return sut_null_pointer;
    }
    if (def->cookie != SUT_COOKIE_WORLD) {
        return "the world def was not made by sut_default_world_def";
    }
    return sut_check_world_def(def);
}

sut_result sut_world_create(const sut_world_def *def, sut_world **out) {
    if (!def || !out) {
        return SUT_E_ARGUMENT;
    }
    *out = NULL;
    const char *bad = sut_world_def_problem(def);
    if (bad) {
        if (def->cookie == SUT_COOKIE_WORLD && def->log) {
            def->log(def->log_ctx, SUT_LOG_WARNING, bad);
        }
        return def->cookie == SUT_COOKIE_WORLD ? SUT_E_ARGUMENT : SUT_E_DEF;
    }
    sut_memory memory;
    sut_memory_init(&memory, &def->allocator);
    sut_world *w = sut_memory_take(&memory, sizeof *w);
    if (!w) {
        return SUT_E_MEMORY;
    }
    memset(w, 0, sizeof *w);
    w->memory = memory;
    w->def = *def;
    // numbers of bodies are known before there is one
    w->bodies.rods = def->capacity.threads + def->capacity.needles;
    w->bodies.bodies = w->bodies.rods + def->capacity.tissues;
    world_array list[ARRAYS];
    list_arrays(w, list);
    for (int i = 0; i < ARRAYS; i++) {
        *list[i].at = sut_memory_take(&w->memory, list[i].size);
        if (!*list[i].at) {
            sut_world_destroy(w);
            return SUT_E_MEMORY;
        }
        memset(*list[i].at, 0, list[i].size);
    }
    *out = w;
    return SUT_OK;
}

static void free_rod(sut_world *w, sut_thread_slot *t) {
    sut_memory_give(&w->memory, t->rod.memory, t->rod.memory_size);
    memset(&t->rod, 0, sizeof t->rod);
}

void sut_world_destroy(sut_world *w) {
    if (!w) {
        return;
    }
    for (int i = 0; w->threads && i < w->def.capacity.threads; i++) {
        free_rod(w, &w->threads[i]);
    }
    for (int i = 0; w->tissues && i < w->def.capacity.tissues; i++) {
        sut_tissue_free_slot(&w->tissues[i], &w->memory);
    }
    for (int i = 0; w->needles && i < w->def.capacity.needles; i++) {
        sut_needle_free_slot(&w->needles[i], &w->memory);
    }
    sut_memory_give(&w->memory, w->contacts.memory, w->contacts.memory_size);
    sut_islands_free(w, &w->memory);
    world_array list[ARRAYS];
    list_arrays(w, list);
    for (int i = 0; i < ARRAYS; i++) {
        sut_memory_give(&w->memory, *list[i].at, list[i].size);
    }
    sut_memory_drop(&w->memory);
    sut_memory memory = w->memory;
    sut_memory_give(&memory, w, sizeof *w);
}

const char *sut_world_refusal(const sut_world *w) {
    return w ? w->refusal : "";
}

//---- threads -------------------------------------------------------------------------------------

bool sut_thread_is_valid(const sut_world *w, sut_thread_id id) {
    return sut_world_thread(w, id) != NULL;
}

static int free_thread_slot(const sut_world *w) {
    for (int i = 0; i < w->def.capacity.threads; i++) {
        if (!w->threads[i].used) {
            return i;
        }
    }
    return -1;
}

// Check the def, its model beside what there is, capacity; then the thread, contacts, contact
// check.
sut_result sut_thread_create(sut_world *w, const sut_thread_def *def, sut_thread_id *out) {
    sut_world_ask(w);
    if (!w || !def || !out) {
        return sut_world_refuse(w, SUT_E_ARGUMENT, sut_null_pointer);
    }
    if (def->cookie != SUT_COOKIE_THREAD) {
        return sut_world_refuse(w, SUT_E_DEF,
                                "the thread def was not made by sut_default_thread_def");
    }
    const char *bad = sut_check_thread_def(def, w->refusal, sizeof w->refusal);
    if (bad) {
        return sut_world_refuse(w, SUT_E_ARGUMENT, bad);
    }
    if (w->vertex_count > 0 && sut_model_is_explicit(def->model) != sut_world_explicit(w)) {
        return sut_world_refuse(w, SUT_E_CONFLICT,
                                "threads of explicit models (variational, springs) and of other "
                                "models do not mix");
    }
    bool tissues = sut_world_has_tissues(w);
    if (tissues && sut_model_is_explicit(def->model)) {
        return sut_world_refuse(w, SUT_E_CONFLICT,
                                "threads of explicit models (variational, springs) and tissues do "
                                "not mix");
    }
    if (sut_model_is_explicit(def->model) && sut_world_has_needles(w)) {
        return sut_world_refuse(w, SUT_E_CONFLICT,
                                "threads of explicit models (variational, springs) and needles do "
                                "not mix");
    }
    int slot = free_thread_slot(w);
    if (slot < 0 || def->vertex_count > w->def.capacity.vertices - w->vertex_count) {
        return sut_world_refuse(w, SUT_E_CAPACITY, "capacity of threads or vertices is reached");
    }
    sut_thread_slot *t = &w->threads[slot];
    void *memory = sut_memory_take_swept(&w->memory, sut_rod_memory(def->vertex_count));
    if (!memory) {
        return sut_world_refuse(w, SUT_E_MEMORY, "no memory for the thread");
    }
    sut_rod_init(&t->rod, def->vertex_count, memory);
    t->rod.work.gravity = w->def.gravity;
    sut_rod_define(&t->rod, def);
    t->used = true;
    t->rod.chain.pierces = def->pierces;
    w->vertex_count += def->vertex_count;
    bool room = sut_contact_reserve(w);
    bad = room ? sut_contact_check_thread(w, slot) : NULL;
    if (!room || bad) {
        w->vertex_count -= def->vertex_count;
        free_rod(w, t);
        t->used = false;
        sut_contact_refresh(w);
        return room ? sut_world_refuse(w, SUT_E_CONFLICT, bad)
                    : sut_world_refuse(w, SUT_E_MEMORY, "no memory for the contacts");
    }
    t->generation++;
    *out = (sut_thread_id){(uint32_t)slot + 1, t->generation};
    sut_record_thread_create(w, def);
    return SUT_OK;
}

sut_result sut_thread_destroy(sut_world *w, sut_thread_id id) {
    sut_world_ask(w);
    sut_thread_slot *t = sut_world_thread(w, id);
    if (!t) {
        return sut_world_refuse(w, SUT_E_ID, sut_stale_thread);
    }
    sut_record_thread_destroy(w, id);
    sut_record_sink sink = w->sink;
    w->sink.write = NULL; // its holds go with it: one call, one record
    for (int i = 0; i < w->def.capacity.holds; i++) {
        sut_hold_slot *h = &w->holds[i];
        if (h->used && h->thread == id.index1 - 1) {
            (void)sut_hold_destroy(w, (sut_hold_id){(uint32_t)i + 1, h->generation});
        }
    }
    w->sink = sink;
    for (int i = w->def.capacity.holds; i < sut_hold_slots(&w->def.capacity); i++) {
        int grip = i - w->def.capacity.holds;
        if (w->holds[i].used && w->holds[i].thread == id.index1 - 1) {
            sut_grip_drop(w, grip / SUT_TOOL_GRIPS, grip % SUT_TOOL_GRIPS);
        }
    }
    sut_hold_list_planes(w);
    sut_needle_lose_thread(w, (int)id.index1 - 1);
    sut_touch_forget(w, (int)id.index1 - 1, -1);
    sut_hole_forget(w, (int)id.index1 - 1, -1);
    w->vertex_count -= t->rod.body.n;
    free_rod(w, t);
    t->used = false;
    sut_contact_refresh(w);
    return SUT_OK;
}

sut_result sut_thread_set_friction(sut_world *w, sut_thread_id id, double friction) {
    sut_world_ask(w);
    sut_thread_slot *t = sut_world_thread(w, id);
    if (!t) {
        return sut_world_refuse(w, SUT_E_ID, sut_stale_thread);
    }
    if (!(friction >= 0.0) || friction > SUT_FRICTION_MOST) {
        (void)snprintf(w->refusal, sizeof w->refusal, "friction %g is not in 0..1e6", friction);
        return sut_world_refuse(w, SUT_E_ARGUMENT, w->refusal);
    }
    sut_rod_set_friction(&t->rod, friction);
    sut_record_friction(w, id, friction);
    return SUT_OK;
}

sut_result sut_thread_get_view(const sut_world *w, sut_thread_id id, sut_thread_view *out) {
    const sut_thread_slot *t = sut_world_thread(w, id);
    if (!t || !out) {
        return t ? SUT_E_ARGUMENT : SUT_E_ID;
    }
    const sut_rod *r = &t->rod;
    *out =
        (sut_thread_view){r->body.n,       r->body.position, r->state.velocity, r->def.rest,
                          r->work.tension, r->work.twist,    r->def.radius,     r->chain.cut_edge};
    return SUT_OK;
}

sut_result sut_thread_get_energy(const sut_world *w, sut_thread_id id, sut_energy *out) {
    const sut_thread_slot *t = sut_world_thread(w, id);
    if (!t || !out) {
        return t ? SUT_E_ARGUMENT : SUT_E_ID;
    }
    const sut_rod *r = &t->rod;
    *out = sut_model_is_springs(r->def.model) ? sut_springs_energy(r) : sut_rod_energy(r);
    return SUT_OK;
}

sut_result sut_thread_get_figures(const sut_world *w, sut_thread_id id, sut_thread_figures *out) {
    const sut_thread_slot *t = sut_world_thread(w, id);
    if (!t || !out) {
        return t ? SUT_E_ARGUMENT : SUT_E_ID;
    }
    const sut_rod *r = &t->rod;
    if (sut_model_is_explicit(r->def.model) || r->def.implicitness < 1.0 ||
        r->def.inertia != SUT_INERTIA_MASS) {
        return SUT_E_CONFLICT;
    }
    *out = sut_rod_figures(r, w->def.gravity);
    return SUT_OK;
}

sut_result sut_thread_get_peak_stretch(const sut_world *w, sut_thread_id id, double *out) {
    const sut_thread_slot *t = sut_world_thread(w, id);
    if (!t || !out) {
        return t ? SUT_E_ARGUMENT : SUT_E_ID;
    }
    *out = t->rod.state.peak_stretch;
    return SUT_OK;
}

sut_result sut_thread_get_force_parts(const sut_world *w, sut_thread_id id, int vertex,
                                      sut_force_parts *out) {
    const sut_thread_slot *t = sut_world_thread(w, id);
    if (!t) {
        return SUT_E_ID;
    }
    int i = vertex < 0 ? t->rod.body.n + vertex : vertex;
    if (!out || i < 0 || i >= t->rod.body.n) {
        return SUT_E_ARGUMENT;
    }
    if (!sut_model_is_springs(t->rod.def.model)) {
        return SUT_E_CONFLICT;
    }
    *out = sut_springs_force_parts(&t->rod, i);
    return SUT_OK;
}

sut_result sut_thread_key_now(const sut_world *w, sut_thread_id id, int vertex, sut_hold_key *out) {
    const sut_thread_slot *t = sut_world_thread(w, id);
    if (!t) {
        return SUT_E_ID;
    }
    int i = vertex < 0 ? t->rod.body.n + vertex : vertex;
    if (!out || i < 0 || i >= t->rod.body.n) {
        return SUT_E_ARGUMENT;
    }
    memset(out, 0, sizeof *out);
    out->t = w->time;
    out->position = t->rod.body.position[i];
    out->direction = sut_rod_tangent_at(&t->rod, i);
    return SUT_OK;
}

//---- holds ---------------------------------------------------------------------------------------

bool sut_hold_is_valid(const sut_world *w, sut_hold_id id) {
    return sut_world_hold(w, id) != NULL;
}

static bool conflicts(const sut_world *w, uint32_t thread, int vertex, const sut_hold_def *def) {
    for (int i = 0; def->kind != SUT_HOLD_FORCE && i < sut_hold_slots(&w->def.capacity); i++) {
        const sut_hold_slot *h = &w->holds[i];
        bool same = h->used && h->thread == thread && h->vertex == vertex;
        if (same && h->kind != SUT_HOLD_FORCE && h->from < def->until && def->from < h->until) {
            return true;
        }
    }
    return false;
}

// A plane that asks the thread to turn right back on itself would ask for infinite bending.
static bool folds_back(const sut_rod *r, int vertex, const sut_hold_def *def) {
    bool tangent = def->kind == SUT_HOLD_CLAMP || def->kind == SUT_HOLD_TWIST;
    for (int e = vertex - 1; tangent && def->key_count > 0 && e <= vertex; e++) {
        if (e >= 0 && e < r->body.n - 1) {
            sut_vec3 t = v3_normalized(sut_soa3_get(&r->state.edge, e));
            sut_vec3 d = v3_normalized(def->keys[0].direction);
            if (1.0 + v3_dot(t, d) < 1e-6) {
                return true;
            }
        }
    }
    return false;
}

static int free_hold_slot(const sut_world *w) {
    for (int i = 0; i < w->def.capacity.holds; i++) {
        if (!w->holds[i].used) {
            return i;
        }
    }
    return -1;
}

static void store_keys(sut_world *w, sut_hold_slot *h, const sut_hold_def *def,
                       const sut_hold_key *now) {
    h->first_key = w->key_count;
    h->key_count = def->key_count > 0 ? def->key_count : 1;
    sut_hold_key *keys = &w->keys[h->first_key];
    memcpy(keys, def->key_count > 0 ? def->keys : now, (size_t)h->key_count * sizeof *keys);
    bool tangent = def->kind == SUT_HOLD_CLAMP || def->kind == SUT_HOLD_TWIST;
    for (int i = 0; tangent && i < h->key_count; i++) {
        keys[i].direction = v3_normalized(keys[i].direction);
    }
    w->key_count += h->key_count;
}

// Check the def, the hold beside the others, capacity; then slot, keys and where it starts.
sut_result sut_hold_create(sut_world *w, sut_thread_id thread, const sut_hold_def *def,
                           sut_hold_id *out) {
    sut_world_ask(w);
    if (!w || !def || !out) {
        return sut_world_refuse(w, SUT_E_ARGUMENT, sut_null_pointer);
    }
    const sut_thread_slot *t = sut_world_thread(w, thread);
    if (!t) {
        return sut_world_refuse(w, SUT_E_ID, "the thread of the hold does not exist");
    }
    if (def->cookie != SUT_COOKIE_HOLD) {
        return sut_world_refuse(w, SUT_E_DEF, "the hold def was not made by sut_default_hold_def");
    }
    const char *bad = sut_check_hold_def(def, t->rod.body.n, w->refusal, sizeof w->refusal);
    if (bad) {
        return sut_world_refuse(w, SUT_E_ARGUMENT, bad);
    }
    int vertex = def->vertex < 0 ? t->rod.body.n + def->vertex : def->vertex;
    if (def->kind == SUT_HOLD_TWIST && sut_model_is_springs(t->rod.def.model)) {
        return sut_world_refuse(w, SUT_E_ARGUMENT,
                                "the spring models have no twist; hold with a pin or a clamp");
    }
    if (conflicts(w, thread.index1 - 1, vertex, def)) {
        return sut_world_refuse(w, SUT_E_CONFLICT,
                                "another hold keeps the position of this vertex");
    }
    if (w->steps == 0 && folds_back(&t->rod, vertex, def)) {
        return sut_world_refuse(w, SUT_E_ARGUMENT, "the direction turns right back on the thread");
    }
    int slot = free_hold_slot(w);
    int keys = def->key_count > 0 ? def->key_count : 1;
    if (slot < 0 || keys > w->def.capacity.hold_keys - w->key_count) {
        return sut_world_refuse(w, SUT_E_CAPACITY, "capacity of holds or hold_keys is reached");
    }
    sut_hold_key now;
    (void)sut_thread_key_now(w, thread, vertex, &now);
    sut_hold_slot *h = &w->holds[slot];
    uint32_t generation = h->generation + 1;
    memset(h, 0, sizeof *h);
    h->generation = generation;
    h->used = true;
    w->hold_top = slot >= w->hold_top ? slot + 1 : w->hold_top;
    h->thread = thread.index1 - 1;
    h->vertex = vertex;
    h->kind = def->kind;
    h->from = def->from;
    h->until = def->until;
    h->max_force = def->max_force;
    h->follower = sut_follower_free();
    store_keys(w, h, def, &now);
    *out = (sut_hold_id){(uint32_t)slot + 1, generation};
    sut_record_hold_create(w, thread, def);
    return SUT_OK;
}

sut_result sut_hold_destroy(sut_world *w, sut_hold_id id) {
    sut_world_ask(w);
    sut_hold_slot *h = sut_world_hold(w, id);
    if (!h) {
        return sut_world_refuse(w, SUT_E_ID, sut_stale_hold);
    }
    // close the gap in the key array
    int end = h->first_key + h->key_count;
    memmove(&w->keys[h->first_key], &w->keys[end],
            (size_t)(w->key_count - end) * sizeof w->keys[0]);
    w->key_count -= h->key_count;
    for (int i = 0; i < w->def.capacity.holds; i++) {
        if (w->holds[i].used && w->holds[i].first_key >= end) {
            w->holds[i].first_key -= h->key_count;
        }
    }
    h->used = false;
    sut_hold_list_planes(w);
    sut_record_hold_destroy(w, id);
    return SUT_OK;
}

sut_result sut_hold_set_target(sut_world *w, sut_hold_id id, const sut_hold_key *target) {
    sut_world_ask(w);
    sut_hold_slot *h = sut_world_hold(w, id);
    if (!h) {
        return sut_world_refuse(w, SUT_E_ID, sut_stale_hold);
    }
    if (!target) {
        return sut_world_refuse(w, SUT_E_ARGUMENT, sut_null_pointer);
    }
    sut_hold_def probe = sut_default_hold_def();
    sut_hold_key key = *target;
    key.t = 0.0; // one key: its time does not matter
    probe.kind = h->kind;
    probe.keys = &key;
    probe.key_count = 1;
    const char *bad = sut_check_hold_def(&probe, h->vertex + 1, w->refusal, sizeof w->refusal);
    if (bad) {
        return sut_world_refuse(w, SUT_E_ARGUMENT, bad);
    }
    if (h->kind == SUT_HOLD_CLAMP || h->kind == SUT_HOLD_TWIST) {
        key.direction = v3_normalized(key.direction);
    }
    // the motion is replaced by its first key; the others stay unused until the hold goes
    w->keys[h->first_key] = key;
    h->steered = true;
    sut_record_hold_target(w, id, target);
    return SUT_OK;
}

sut_result sut_hold_get_view(const sut_world *w, sut_hold_id id, sut_hold_view *out) {
    const sut_hold_slot *h = sut_world_hold(w, id);
    if (!h || !out) {
        return h ? SUT_E_ARGUMENT : SUT_E_ID;
    }
    sut_thread_id thread = {h->thread + 1, w->threads[h->thread].generation};
    *out = (sut_hold_view){thread,   h->vertex, h->active,      h->saturated, h->target,
                           h->force, h->spin,   h->spin_torque, h->kind};
    return SUT_OK;
}

//---- the rest ------------------------------------------------------------------------------------
sut_result sut_world_set_gravity(sut_world *w, sut_vec3 gravity) {
    sut_world_ask(w);
    if (!w || !v3_is_finite(gravity)) {
        return sut_world_refuse(w, SUT_E_ARGUMENT, "gravity is not finite");
    }
    w->def.gravity = gravity;
    for (int i = 0; i < w->def.capacity.threads; i++) {
        w->threads[i].rod.work.gravity = gravity;
    }
    sut_record_gravity(w, gravity);
    return SUT_OK;
}

sut_result sut_world_set_budget(sut_world *w, double seconds) {
    sut_world_ask(w);
    if (!w || !(seconds >= 0.0) || !isfinite(seconds)) {
        return sut_world_refuse(w, SUT_E_ARGUMENT,
                                "a budget is finite and not negative, in seconds");
    }
    w->def.contact.budget = seconds;
    sut_record_budget(w, seconds);
    return SUT_OK;
}

const sut_event *sut_world_events(const sut_world *w, int *count) {
    if (count) {
        *count = w ? w->event_count : 0;
    }
    return w ? w->events : NULL;
}

sut_stats sut_world_stats(const sut_world *w) {
    sut_stats s;
    memset(&s, 0, sizeof s);
    if (w) {
        s = w->stats;
        s.steps = w->steps;
        s.time = w->time;
        s.memory = w->memory.taken;
    }
    return s;
}

double sut_world_time(const sut_world *w) {
    return w ? w->time : 0.0;
}
