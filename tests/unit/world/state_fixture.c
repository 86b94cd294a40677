// SPDX-License-Identifier: MIT
#include "state_fixture.h"

#include "base/hash.h"
#include "world_fixture.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

//---- memory and bytes ----------------------------------------------------------------------------
static void *counted_alloc(void *ctx, size_t size, size_t align) {
    test_memory *m = ctx;
    m->allocations++;
    if (m->allocations == m->fail_at) {
        return NULL;
    }
    m->largest = size > m->largest ? size : m->largest;
    m->held += size;
    return aligned_alloc(align, (size + align - 1) / align * align);
}

static void counted_free(void *ctx, void *mem, size_t size) {
    test_memory *m = ctx;
    m->held -= size;
    free(mem);
}

sut_allocator test_allocator(test_memory *m) {
    return (sut_allocator){counted_alloc, counted_free, m};
}

bool test_bytes_write(void *ctx, const void *bytes, size_t size) {
    test_bytes *b = ctx;
    if (b->refuse_after > 0 && b->size + size > b->refuse_after) {
        return false;
    }
    if (b->size + size > b->room) {
        b->room = 2 * (b->size + size);
        void *more = realloc(b->at, b->room);
        if (!more) {
            return false;
        }
        b->at = more;
    }
    memcpy(b->at + b->size, bytes, size);
    b->size += size;
    return true;
}

void test_bytes_free(test_bytes *b) {
    free(b->at);
    memset(b, 0, sizeof *b);
}

test_bytes test_snapshot(const sut_world *w) {
    test_bytes b = {NULL, 0, 0, 0};
    size_t size = sut_world_snapshot(w, NULL, 0);
    b.at = malloc(size);
    if (b.at && sut_world_snapshot(w, b.at, size) == size) {
        b.size = size;
        b.room = size;
    }
    return b;
}

//---- words ---------------------------------------------------------------------------------------
uint64_t get_word(const unsigned char *at) {
    uint64_t x = 0;
    for (int i = 0; i < WORD; i++) {
        x |= (uint64_t)at[i] << (8 * i);
    }
    return x;
}

void put_word(unsigned char *at, uint64_t x) {
    for (int i = 0; i < WORD; i++) {
        at[i] = (unsigned char)(x >> (8 * i));
    }
}

uint64_t bits_of(double x) {
    uint64_t word;
    memcpy(&word, &x, sizeof word);
    return word;
}

uint64_t hash_of(const unsigned char *at, size_t words) {
    sut_hash h;
    sut_hash_begin(&h);
    for (size_t i = 0; i < words; i++) {
        sut_hash_word(&h, get_word(at + i * WORD));
    }
    return sut_hash_end(&h);
}

void sign(test_bytes *image) {
    size_t words = image->size / WORD - 1;
    put_word(image->at + words * WORD, hash_of(image->at, words));
}

//---- threads -------------------------------------------------------------------------------------
enum { MOST = 16 };

static sut_thread_id add_nylon(sut_world *w, int n, double y) {
    sut_vec3 x[MOST];
    for (int i = 0; i < n; i++) {
        x[i] = (sut_vec3){0.002 * i, y, 0.0};
    }
    sut_thread_def d = sut_default_thread_def();
    d.positions = x;
    d.vertex_count = n;
    d.damping_linear = 1e-3;
    sut_thread_id id = {0, 0};
    (void)sut_thread_create(w, &d, &id);
    return id;
}

static sut_thread_id add_curl(sut_world *w, int n) {
    sut_vec3 x[MOST];
    sut_vec3 v[MOST];
    double rest[MOST];
    double extra[MOST];
    for (int i = 0; i < n; i++) {
        double s = 0.002 * i + 0.0001 * (i % 3); // unequal edges
        x[i] = (sut_vec3){s, 0.05, 15.0 * s * s};
        v[i] = (sut_vec3){0.0, 0.002 * i, 0.0};
        extra[i] = i == n - 1 ? 1e-6 : 0.0;
    }
    for (int i = 0; i < n - 1; i++) {
        double dx = x[i + 1].x - x[i].x;
        double dz = x[i + 1].z - x[i].z;
        rest[i] = 1.0001 * sqrt(dx * dx + dz * dz);
    }
    sut_thread_def d = sut_default_thread_def();
    d.positions = x;
    d.vertex_count = n;
    d.velocities = v;
    d.rest_lengths = rest;
    d.extra_mass = extra;
    d.natural_curvature[0] = 30.0;
    d.natural_curvature[1] = -5.0;
    d.natural_twist = 2.0;
    d.damping_twist = 0.01;
    d.damping_stretch = 1e-4;
    d.drag = 1e-3;
    d.twist = SUT_TWIST_DYNAMIC;
    d.implicitness = 0.7;
    sut_thread_id id = {0, 0};
    (void)sut_thread_create(w, &d, &id);
    return id;
}

//---- holds ---------------------------------------------------------------------------------------
static sut_hold_id add_hold(sut_world *w, sut_thread_id thread, sut_hold_kind kind, int vertex,
                            const sut_hold_key *keys, int count) {
    sut_hold_def d = sut_default_hold_def();
    d.kind = kind;
    d.vertex = vertex;
    d.keys = keys;
    d.key_count = count;
    sut_hold_id id = {0, 0};
    (void)sut_hold_create(w, thread, &d, &id);
    return id;
}

static void add_nylon_holds(rich_world *r, int n) {
    sut_vec3 x = {1.0, 0.0, 0.0};
    double end = 0.002 * (n - 1);
    sut_hold_key moved[3] = {
        hold_key(0.0, (sut_vec3){0.0, 0.0, 0.0}, x, 0.0),
        hold_key(0.03, (sut_vec3){0.0, 0.0, 0.001}, (sut_vec3){1.0, 0.0, 0.2}, 0.0),
        hold_key(0.2, (sut_vec3){0.001, 0.0, 0.0}, x, 0.0),
    };
    r->clamp = add_hold(r->w, r->nylon, SUT_HOLD_CLAMP, 0, moved, 3);
    sut_hold_key spun[2] = {
        hold_key(0.0, (sut_vec3){end, 0.0, 0.0}, x, 0.0),
        hold_key(0.2, (sut_vec3){end - 0.001, 0.0, 0.0}, x, 2.0),
    };
    r->twist = add_hold(r->w, r->nylon, SUT_HOLD_TWIST, -1, spun, 2);
    sut_vec3 none = {0.0, 0.0, 0.0};
    sut_hold_key pull[2] = {hold_key(0.0, none, none, 0.0), hold_key(0.1, none, none, 0.0)};
    pull[1].force = (sut_vec3){0.0, 1e-3, 0.0};
    r->load = add_hold(r->w, r->nylon, SUT_HOLD_FORCE, n / 2, pull, 2);
}

static void add_curl_holds(rich_world *r) {
    // drawn away faster than its strength allows
    sut_hold_key away[2] = {
        hold_key(0.02, (sut_vec3){0.0, 0.05, 0.0}, (sut_vec3){0.0, 0.0, 0.0}, 0.0),
        hold_key(0.06, (sut_vec3){-0.02, 0.05, 0.0}, (sut_vec3){0.0, 0.0, 0.0}, 0.0),
    };
    sut_hold_def weak = sut_default_hold_def();
    weak.vertex = 0;
    weak.keys = away;
    weak.key_count = 2;
    weak.max_force = 2e-4;
    (void)sut_hold_create(r->w, r->curl, &weak, &r->weak);
    sut_hold_def brief = sut_default_hold_def();
    brief.vertex = -1;
    brief.from = 0.01;
    brief.until = 0.05;
    (void)sut_hold_create(r->w, r->curl, &brief, &r->brief);
}

//---- obstacles -----------------------------------------------------------------------------------
static sut_obstacle_id add_obstacle(sut_world *w, const sut_obstacle_def *d) {
    sut_obstacle_id id = {0, 0};
    (void)sut_obstacle_create(w, d, &id);
    return id;
}

static void add_obstacles(rich_world *r) {
    sut_obstacle_def d = sut_default_obstacle_def();
    d.center = (sut_vec3){0.0, 0.0, -0.5};
    d.axis = (sut_vec3){0.1, 0.0, 2.0};
    r->floor = add_obstacle(r->w, &d);
    d = sut_default_obstacle_def();
    d.kind = SUT_OBSTACLE_CAPSULE;
    d.center = (sut_vec3){0.3, 0.3, 0.3};
    d.radius = 0.01;
    d.length = 0.02;
    r->removed = add_obstacle(r->w, &d);
    sut_obstacle_key keys[3] = {
        {0.0, {0.0, 0.2, 0.0}, {0.0, 0.0, 0.0}},
        {0.04, {0.0, 0.22, 0.01}, {0.0, 0.0, 1.0}},
        {0.2, {0.05, 0.2, 0.0}, {0.0, 0.5, 1.0}},
    };
    d = sut_default_obstacle_def();
    d.kind = SUT_OBSTACLE_SPHERE;
    d.center = keys[0].position;
    d.radius = 0.005;
    d.friction = 0.5;
    d.keys = keys;
    d.key_count = 3;
    r->ball = add_obstacle(r->w, &d);
    d = sut_default_obstacle_def();
    d.kind = SUT_OBSTACLE_CYLINDER;
    d.center = (sut_vec3){0.0, -0.2, 0.0};
    d.axis = (sut_vec3){0.0, 1.0, 1.0};
    d.radius = 0.003;
    d.length = 0.05;
    r->post = add_obstacle(r->w, &d);
    d = sut_default_obstacle_def();
    d.kind = SUT_OBSTACLE_BOX;
    d.center = (sut_vec3){-0.2, 0.0, 0.0};
    d.rotation = (sut_vec3){0.3, 0.0, -0.4};
    d.size = (sut_vec3){0.01, 0.02, 0.03};
    r->box = add_obstacle(r->w, &d);
    (void)sut_obstacle_destroy(r->w, r->removed);
}

rich_world make_rich_world(const sut_capacity *capacity, test_memory *memory) {
    rich_world r;
    memset(&r, 0, sizeof r);
    sut_world_def def = sut_default_world_def();
    if (capacity) {
        def.capacity = *capacity;
    }
    if (memory) {
        def.allocator = test_allocator(memory);
    }
    def.max_linearisations = 30;
    if (sut_world_create(&def, &r.w) != SUT_OK) {
        return r;
    }
    r.nylon = add_nylon(r.w, 12, 0.0);
    r.gone = add_nylon(r.w, 4, 0.1);
    r.curl = add_curl(r.w, 9);
    r.lost = add_hold(r.w, r.nylon, SUT_HOLD_PIN, 3, NULL, 0);
    add_nylon_holds(&r, 12);
    add_curl_holds(&r);
    add_obstacles(&r);
    (void)sut_hold_destroy(r.w, r.lost);
    (void)sut_thread_destroy(r.w, r.gone);
    return r;
}

bool rich_step(rich_world *r, int step) {
    if (step % 40 == 25) {
        sut_hold_key k;
        memset(&k, 0, sizeof k);
        k.force = (sut_vec3){1e-4 * step, 0.0, 5e-4};
        sut_vec3 place = {-0.2, 1e-4 * step, 0.0};
        sut_vec3 turn = {0.0, 0.01 * step, 0.0};
        if (sut_hold_set_target(r->w, r->load, &k) != SUT_OK ||
            sut_obstacle_set_pose(r->w, r->box, place, turn) != SUT_OK) {
            return false;
        }
    }
    if (step % 50 == 33) {
        if (sut_world_set_gravity(r->w, (sut_vec3){0.1 * step, 0.0, -9.0}) != SUT_OK ||
            sut_thread_set_friction(r->w, r->nylon, 0.01 * step) != SUT_OK) {
            return false;
        }
    }
    return sut_world_step(r->w, 1e-3) == SUT_OK;
}

sut_world *make_small_world(test_memory *memory) {
    sut_world_def def = sut_default_world_def();
    def.capacity.contacts = 16;
    if (memory) {
        def.allocator = test_allocator(memory);
    }
    sut_world *w = NULL;
    if (sut_world_create(&def, &w) != SUT_OK) {
        return NULL;
    }
    sut_thread_id thread = add_nylon(w, 3, 0.0);
    (void)add_hold(w, thread, SUT_HOLD_TWIST, 0, NULL, 0);
    (void)sut_world_step(w, 1e-3);
    (void)sut_world_step(w, 1e-3);
    return w;
}
