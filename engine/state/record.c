// SPDX-License-Identifier: MIT
// record.c -- every changing call of a world, written to the host's sink as it happens.
//
// A record passes through a buffer on the stack, so recording takes no memory, also in a step. A
// record of up to 64 words reaches the sink in one piece; a step is 4 words.
#include "state/record.h"
#include "data/data.h"
#include "state/record_ops.h"
#include "state/snapshot.h"

#include <limits.h>

//---- start and stop ------------------------------------------------------------------------------
// A sink that refused gets nothing more; sut_record_stop will say so.
static void close_if_failed(sut_world *w, const sut_stream *s) {
    if (s->failed) {
        w->sink = (sut_record_sink){NULL, NULL};
        w->sink_failed = true;
    }
}

sut_result sut_record_start(sut_world *w, sut_record_sink sink) {
    sut_world_ask(w);
    if (!w || !sink.write || w->sink.write) {
        return sut_world_refuse(w, SUT_E_ARGUMENT,
                                w && w->sink.write ? "a recording runs already" : sut_null_pointer);
    }
    uint64_t words = sut_image_words(w);
    sut_stream s;
    sut_stream_begin_sink(&s, sink);
    sut_stream_fixed(&s, SUT_RECORD_MAGIC);
    sut_stream_fixed(&s, SUT_RECORD_VERSION);
    sut_stream_int(&s, &w->def.capacity.contacts, 1, INT_MAX);
    sut_stream_word(&s, &words);
    uint64_t check = sut_hash_end(&s.hash);
    sut_stream_word(&s, &check);
    sut_hash_begin(&s.hash); // the image has its own
    sut_image_put(&s, w);
    if (!sut_stream_flush(&s)) {
        return sut_world_refuse(w, SUT_E_ARGUMENT, "the sink did not take the image");
    }
    w->sink = sink;
    w->sink_failed = false;
    return SUT_OK;
}

sut_result sut_record_stop(sut_world *w) {
    sut_world_ask(w);
    if (!w || (!w->sink.write && !w->sink_failed)) {
        return sut_world_refuse(w, SUT_E_ARGUMENT, "no recording runs");
    }
    bool failed = w->sink_failed;
    w->sink = (sut_record_sink){NULL, NULL};
    w->sink_failed = false;
    return failed
               ? sut_world_refuse(w, SUT_E_ARGUMENT, "the sink did not take all of the recording")
               : SUT_OK;
}

//---- one record ----------------------------------------------------------------------------------
static void begin(sut_stream *s, const sut_world *w, sut_op op, size_t payload) {
    sut_stream_begin_sink(s, w->sink);
    sut_stream_fixed(s, (uint64_t)op | (uint64_t)payload << 8);
}

static void end(sut_stream *s, sut_world *w) {
    uint64_t check = sut_hash_end(&s->hash);
    sut_stream_word(s, &check);
    sut_stream_flush(s);
    close_if_failed(w, s);
}

// What the world holds now. Keys that a steered hold left behind still take their place.
static sut_image_counts counts_now(const sut_world *w) {
    sut_image_counts c = sut_count_world(w);
    c.keys = w->key_count;
    return c;
}

void sut_record_step(sut_world *w, double dt) {
    if (!w->sink.write) {
        return;
    }
    uint64_t hash = sut_world_hash(w);
    sut_stream s;
    begin(&s, w, SUT_OP_STEP, 2);
    sut_stream_number(&s, &dt);
    sut_stream_word(&s, &hash);
    end(&s, w);
}

void sut_record_gravity(sut_world *w, sut_vec3 gravity) {
    if (!w->sink.write) {
        return;
    }
    sut_stream s;
    begin(&s, w, SUT_OP_GRAVITY, 3);
    sut_stream_vec3(&s, &gravity);
    end(&s, w);
}

void sut_record_budget(sut_world *w, double budget) {
    if (!w->sink.write) {
        return;
    }
    sut_stream s;
    begin(&s, w, SUT_OP_BUDGET, 1);
    sut_stream_number(&s, &budget);
    end(&s, w);
}

void sut_record_restore(sut_world *w, const void *image, size_t size) {
    if (!w->sink.write) {
        return;
    }
    size_t words = size / SUT_WORD;
    const uint8_t *bytes = image;
    sut_stream s;
    begin(&s, w, SUT_OP_RESTORE, words);
    for (size_t i = 0; i < words; i++) {
        uint64_t word = sut_word_get(bytes + i * SUT_WORD);
        sut_stream_word(&s, &word);
    }
    end(&s, w);
}

//---- threads -------------------------------------------------------------------------------------
// Model and material, then options that only some models have.
void sut_visit_thread_def(sut_stream *s, sut_thread_def *d) {
    double *numbers[] = {
        &d->radius,
        &d->EI,
        &d->GJ,
        &d->EA,
        &d->mass_per_length,
        &d->friction,
        &d->natural_curvature[0],
        &d->natural_curvature[1],
        &d->natural_twist,
        &d->damping_bend,
        &d->damping_twist,
        &d->damping_stretch,
        &d->damping_linear,
        &d->drag,
        &d->mobility,
        &d->implicitness,
    };
    for (size_t i = 0; i < sizeof numbers / sizeof numbers[0]; i++) {
        sut_stream_number(s, numbers[i]);
    }
    int model = (int)d->model;
    int inertia = (int)d->inertia;
    int twist = (int)d->twist;
    sut_stream_int(s, &model, 0, SUT_MODEL_SPRINGS_5);
    sut_stream_int(s, &inertia, 0, SUT_INERTIA_LOW_MASS);
    sut_stream_int(s, &twist, 0, SUT_TWIST_DYNAMIC);
    d->model = (sut_model)model;
    d->inertia = (sut_inertia)inertia;
    d->twist = (sut_twist_mode)twist;
    if (d->model == SUT_MODEL_VARIATIONAL) {
        sut_visit_variational(s, &d->variational);
    }
    if (sut_model_is_springs(d->model)) {
        sut_visit_springs(s, &d->springs);
    }
}

typedef struct thread_record {
    sut_image_counts counts;
    sut_thread_def def;
    int arrays; // which of the optional ones
} thread_record;

static void visit_thread_record(sut_stream *s, thread_record *t) {
    const sut_thread_def *d = &t->def;
    size_t n = (size_t)d->vertex_count;
    sut_visit_counts(s, &t->counts);
    sut_stream_int(s, &t->def.vertex_count, 2, 100000000);
    sut_stream_int(s, &t->arrays, 0, 15);
    sut_visit_thread_def(s, &t->def);
    sut_stream_put(s, &d->positions->x, 3 * n);
    if (d->velocities) {
        sut_stream_put(s, &d->velocities->x, 3 * n);
    }
    if (d->rest_lengths) {
        sut_stream_put(s, d->rest_lengths, n - 1);
    }
    if (d->extra_mass) {
        sut_stream_put(s, d->extra_mass, n);
    }
}

void sut_record_thread_create(sut_world *w, const sut_thread_def *def) {
    if (!w->sink.write) {
        return;
    }
    thread_record t = {counts_now(w), *def, 0};
    t.arrays = (def->velocities ? SUT_OP_VELOCITIES : 0) |
               (def->rest_lengths ? SUT_OP_REST_LENGTHS : 0) |
               (def->extra_mass ? SUT_OP_EXTRA_MASS : 0) | (def->pierces ? SUT_OP_PIERCES : 0);
    sut_stream s;
    sut_stream_begin(&s, SUT_STREAM_COUNT);
    visit_thread_record(&s, &t);
    size_t words = s.at;
    begin(&s, w, SUT_OP_THREAD_CREATE, words);
    visit_thread_record(&s, &t);
    end(&s, w);
}

void sut_record_thread_destroy(sut_world *w, sut_thread_id id) {
    if (!w->sink.write) {
        return;
    }
    sut_stream s;
    begin(&s, w, SUT_OP_THREAD_DESTROY, 2);
    sut_visit_thread_id(&s, &id);
    end(&s, w);
}

//---- holds ---------------------------------------------------------------------------------------
void sut_visit_hold_def(sut_stream *s, sut_hold_def *d) {
    int kind = (int)d->kind;
    sut_stream_int(s, &d->vertex, INT_MIN, INT_MAX);
    sut_stream_int(s, &kind, 0, SUT_HOLD_FORCE);
    d->kind = (sut_hold_kind)kind;
    sut_stream_bound(s, &d->from);
    sut_stream_bound(s, &d->until);
    sut_stream_bound(s, &d->max_force);
}

typedef struct hold_record {
    sut_image_counts counts;
    sut_thread_id thread;
    sut_hold_def def;
} hold_record;

static void visit_hold_record(sut_stream *s, hold_record *h) {
    sut_visit_counts(s, &h->counts);
    sut_visit_thread_id(s, &h->thread);
    sut_stream_int(s, &h->def.key_count, 0, 100000000);
    sut_visit_hold_def(s, &h->def);
    for (int i = 0; i < h->def.key_count; i++) {
        sut_hold_key key = h->def.keys[i];
        sut_visit_key(s, &key, h->def.kind);
    }
}

void sut_record_hold_create(sut_world *w, sut_thread_id thread, const sut_hold_def *def) {
    if (!w->sink.write) {
        return;
    }
    hold_record h = {counts_now(w), thread, *def};
    sut_stream s;
    sut_stream_begin(&s, SUT_STREAM_COUNT);
    visit_hold_record(&s, &h);
    size_t words = s.at;
    begin(&s, w, SUT_OP_HOLD_CREATE, words);
    visit_hold_record(&s, &h);
    end(&s, w);
}

void sut_record_hold_destroy(sut_world *w, sut_hold_id id) {
    if (!w->sink.write) {
        return;
    }
    sut_stream s;
    begin(&s, w, SUT_OP_HOLD_DESTROY, 2);
    sut_visit_hold_id(&s, &id);
    end(&s, w);
}

void sut_record_hold_target(sut_world *w, sut_hold_id id, const sut_hold_key *target) {
    const sut_hold_slot *h = sut_world_hold(w, id);
    if (!w->sink.write || !h) {
        return;
    }
    sut_hold_key key = *target;
    key.t = 0.0; // ignored, and so maybe not a number
    int kind = (int)h->kind;
    sut_stream s;
    sut_stream_begin(&s, SUT_STREAM_COUNT);
    sut_visit_key(&s, &key, h->kind);
    size_t words = 3 + s.at;
    begin(&s, w, SUT_OP_HOLD_TARGET, words);
    sut_visit_hold_id(&s, &id);
    sut_stream_int(&s, &kind, 0, SUT_HOLD_FORCE);
    sut_visit_key(&s, &key, h->kind);
    end(&s, w);
}

//---- obstacles -----------------------------------------------------------------------------------
void sut_visit_obstacle_def(sut_stream *s, sut_obstacle_def *d) {
    int kind = (int)d->kind;
    sut_stream_int(s, &kind, 0, SUT_OBSTACLE_BOX);
    d->kind = (sut_obstacle_kind)kind;
    sut_stream_vec3(s, &d->center);
    sut_stream_number(s, &d->friction);
    if (d->kind == SUT_OBSTACLE_BOX) {
        sut_stream_vec3(s, &d->rotation);
        sut_stream_vec3(s, &d->size);
        return;
    }
    if (d->kind != SUT_OBSTACLE_SPHERE) {
        sut_stream_vec3(s, &d->axis);
    }
    if (d->kind != SUT_OBSTACLE_PLANE) {
        sut_stream_number(s, &d->radius);
    }
    if (d->kind == SUT_OBSTACLE_CYLINDER || d->kind == SUT_OBSTACLE_CAPSULE) {
        sut_stream_bound(s, &d->length);
    }
}

typedef struct obstacle_record {
    sut_image_counts counts;
    sut_obstacle_def def;
} obstacle_record;

static void visit_obstacle_record(sut_stream *s, obstacle_record *o) {
    sut_visit_counts(s, &o->counts);
    sut_stream_int(s, &o->def.key_count, 0, SUT_OBSTACLE_KEYS);
    sut_visit_obstacle_def(s, &o->def);
    for (int i = 0; i < o->def.key_count; i++) {
        sut_obstacle_key key = o->def.keys[i];
        sut_visit_obstacle_key(s, &key);
    }
}

void sut_record_obstacle_create(sut_world *w, const sut_obstacle_def *def) {
    if (!w->sink.write) {
        return;
    }
    obstacle_record o = {counts_now(w), *def};
    sut_stream s;
    sut_stream_begin(&s, SUT_STREAM_COUNT);
    visit_obstacle_record(&s, &o);
    size_t words = s.at;
    begin(&s, w, SUT_OP_OBSTACLE_CREATE, words);
    visit_obstacle_record(&s, &o);
    end(&s, w);
}

void sut_record_obstacle_destroy(sut_world *w, sut_obstacle_id id) {
    if (!w->sink.write) {
        return;
    }
    sut_stream s;
    begin(&s, w, SUT_OP_OBSTACLE_DESTROY, 2);
    sut_visit_obstacle_id(&s, &id);
    end(&s, w);
}

void sut_record_obstacle_pose(sut_world *w, sut_obstacle_id id, sut_vec3 position,
                              sut_vec3 rotation) {
    if (!w->sink.write) {
        return;
    }
    sut_stream s;
    begin(&s, w, SUT_OP_OBSTACLE_POSE, 8);
    sut_visit_obstacle_id(&s, &id);
    sut_stream_vec3(&s, &position);
    sut_stream_vec3(&s, &rotation);
    end(&s, w);
}

//---- tools ---------------------------------------------------------------------------------------
typedef struct tool_record {
    sut_image_counts counts;
    sut_tool_def def;
} tool_record;

static void visit_tool_record(sut_stream *s, tool_record *t) {
    sut_visit_counts(s, &t->counts);
    sut_stream_int(s, &t->def.key_count, 0, SUT_TOOL_KEYS);
    sut_visit_tool_def(s, &t->def);
    for (int i = 0; i < t->def.key_count; i++) {
        sut_tool_key key = t->def.keys[i];
        sut_visit_tool_key(s, &key);
    }
}

void sut_record_tool_create(sut_world *w, const sut_tool_def *def) {
    if (!w->sink.write) {
        return;
    }
    tool_record t = {counts_now(w), *def};
    sut_stream s;
    sut_stream_begin(&s, SUT_STREAM_COUNT);
    visit_tool_record(&s, &t);
    size_t words = s.at;
    begin(&s, w, SUT_OP_TOOL_CREATE, words);
    visit_tool_record(&s, &t);
    end(&s, w);
}

static void record_tool_id(sut_world *w, sut_op op, sut_tool_id id) {
    if (!w->sink.write) {
        return;
    }
    sut_stream s;
    begin(&s, w, op, 2);
    sut_visit_tool_id(&s, &id);
    end(&s, w);
}

void sut_record_tool_destroy(sut_world *w, sut_tool_id id) {
    record_tool_id(w, SUT_OP_TOOL_DESTROY, id);
}

void sut_record_tool_release(sut_world *w, sut_tool_id id) {
    record_tool_id(w, SUT_OP_TOOL_RELEASE, id);
}

void sut_record_tool_target(sut_world *w, sut_tool_id id, const sut_pose *pose, double jaw) {
    if (!w->sink.write) {
        return;
    }
    sut_pose copy = *pose;
    sut_stream s;
    begin(&s, w, SUT_OP_TOOL_TARGET, 10);
    sut_visit_tool_id(&s, &id);
    sut_visit_pose(&s, &copy);
    sut_stream_number(&s, &jaw);
    end(&s, w);
}

void sut_record_friction(sut_world *w, sut_thread_id id, double friction) {
    if (!w->sink.write) {
        return;
    }
    sut_stream s;
    begin(&s, w, SUT_OP_FRICTION, 3);
    sut_visit_thread_id(&s, &id);
    sut_stream_number(&s, &friction);
    end(&s, w);
}

//---- tissues -------------------------------------------------------------------------------------
typedef struct tissue_record {
    sut_image_counts counts;
    sut_tissue_def def;
} tissue_record;

static void visit_tissue_record(sut_stream *s, tissue_record *t) {
    sut_visit_arrays none;
    sut_visit_counts(s, &t->counts);
    sut_visit_tissue_counts(s, &t->counts);
    sut_visit_tissue_def(s, &t->def, NULL, &none);
}

void sut_record_tissue_create(sut_world *w, const sut_tissue_def *def) {
    if (!w->sink.write) {
        return;
    }
    tissue_record t = {counts_now(w), *def};
    sut_stream s;
    sut_stream_begin(&s, SUT_STREAM_COUNT);
    visit_tissue_record(&s, &t);
    size_t words = s.at;
    begin(&s, w, SUT_OP_TISSUE_CREATE, words);
    visit_tissue_record(&s, &t);
    end(&s, w);
}

void sut_record_tissue_destroy(sut_world *w, sut_tissue_id id) {
    if (!w->sink.write) {
        return;
    }
    sut_stream s;
    begin(&s, w, SUT_OP_TISSUE_DESTROY, 2);
    sut_visit_tissue_id(&s, &id);
    end(&s, w);
}

void sut_record_thread_cut(sut_world *w, sut_thread_id id, int edge) {
    if (!w->sink.write) {
        return;
    }
    sut_stream s;
    begin(&s, w, SUT_OP_THREAD_CUT, 3);
    sut_visit_thread_id(&s, &id);
    sut_stream_int(&s, &edge, 0, w->def.capacity.vertices);
    end(&s, w);
}

void sut_record_tissue_cut(sut_world *w, sut_tissue_id id, const sut_vec3 *points, int count) {
    if (!w->sink.write) {
        return;
    }
    sut_stream s;
    begin(&s, w, SUT_OP_TISSUE_CUT, 3 + 3 * (size_t)count);
    sut_visit_tissue_id(&s, &id);
    sut_stream_int(&s, &count, 2, SUT_CUT_POINTS);
    for (int i = 0; i < count; i++) {
        sut_vec3 point = points[i];
        sut_stream_vec3(&s, &point);
    }
    end(&s, w);
}

typedef struct support_record {
    sut_image_counts counts;
    sut_tissue_id tissue;
    sut_support_def def;
} support_record;

static void visit_support_record(sut_stream *s, support_record *p) {
    sut_visit_arrays none;
    sut_visit_counts(s, &p->counts);
    sut_visit_tissue_counts(s, &p->counts);
    sut_visit_tissue_id(s, &p->tissue);
    sut_visit_support_def(s, &p->def, NULL, &none);
}

void sut_record_support_create(sut_world *w, sut_tissue_id tissue, const sut_support_def *def) {
    if (!w->sink.write) {
        return;
    }
    support_record p = {counts_now(w), tissue, *def};
    sut_stream s;
    sut_stream_begin(&s, SUT_STREAM_COUNT);
    visit_support_record(&s, &p);
    size_t words = s.at;
    begin(&s, w, SUT_OP_SUPPORT_CREATE, words);
    visit_support_record(&s, &p);
    end(&s, w);
}

void sut_record_support_destroy(sut_world *w, sut_support_id id) {
    if (!w->sink.write) {
        return;
    }
    sut_stream s;
    begin(&s, w, SUT_OP_SUPPORT_DESTROY, 2);
    sut_visit_support_id(&s, &id);
    end(&s, w);
}

//---- needles -------------------------------------------------------------------------------------
typedef struct needle_record {
    sut_image_counts counts;
    sut_needle_def def;
} needle_record;

static void visit_needle_record(sut_stream *s, needle_record *n) {
    sut_visit_counts(s, &n->counts);
    sut_visit_tissue_counts(s, &n->counts);
    sut_visit_needle_counts(s, &n->counts);
    sut_visit_hole_counts(s, &n->counts);
    sut_visit_needle_def(s, &n->def, NULL);
}

void sut_record_needle_create(sut_world *w, const sut_needle_def *def) {
    if (!w->sink.write) {
        return;
    }
    needle_record n = {counts_now(w), *def};
    n.counts.holes = w->def.capacity.holes; // steps make them, as long as there is room
    sut_stream s;
    sut_stream_begin(&s, SUT_STREAM_COUNT);
    visit_needle_record(&s, &n);
    size_t words = s.at;
    begin(&s, w, SUT_OP_NEEDLE_CREATE, words);
    visit_needle_record(&s, &n);
    end(&s, w);
}

static void record_needle_id(sut_world *w, sut_op op, sut_needle_id id) {
    if (!w->sink.write) {
        return;
    }
    sut_stream s;
    begin(&s, w, op, 2);
    sut_visit_needle_id(&s, &id);
    end(&s, w);
}

void sut_record_needle_destroy(sut_world *w, sut_needle_id id) {
    record_needle_id(w, SUT_OP_NEEDLE_DESTROY, id);
}

void sut_record_needle_release(sut_world *w, sut_needle_id id) {
    record_needle_id(w, SUT_OP_NEEDLE_RELEASE, id);
}

void sut_record_needle_target(sut_world *w, sut_needle_id id, const sut_pose *pose) {
    if (!w->sink.write) {
        return;
    }
    sut_pose copy = *pose;
    sut_stream s;
    begin(&s, w, SUT_OP_NEEDLE_TARGET, 9);
    sut_visit_needle_id(&s, &id);
    sut_visit_pose(&s, &copy);
    end(&s, w);
}

//---- holes ---------------------------------------------------------------------------------------
typedef struct hole_record {
    sut_image_counts counts;
    sut_hole_def def;
} hole_record;

static void visit_hole_record(sut_stream *s, hole_record *h) {
    sut_visit_counts(s, &h->counts);
    sut_visit_tissue_counts(s, &h->counts);
    sut_visit_hole_counts(s, &h->counts);
    sut_visit_hole_def(s, &h->def);
}

void sut_record_hole_create(sut_world *w, const sut_hole_def *def) {
    if (!w->sink.write) {
        return;
    }
    hole_record h = {counts_now(w), *def};
    sut_stream s;
    sut_stream_begin(&s, SUT_STREAM_COUNT);
    visit_hole_record(&s, &h);
    size_t words = s.at;
    begin(&s, w, SUT_OP_HOLE_CREATE, words);
    visit_hole_record(&s, &h);
    end(&s, w);
}

void sut_record_hole_destroy(sut_world *w, sut_hole_id id) {
    if (!w->sink.write) {
        return;
    }
    sut_stream s;
    begin(&s, w, SUT_OP_HOLE_DESTROY, 2);
    sut_visit_hole_id(&s, &id);
    end(&s, w);
}
