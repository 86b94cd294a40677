// SPDX-License-Identifier: MIT
#include "world_fixture.h"

#include <math.h>
#include <string.h>

void line_init(line_thread *l, int vertices, double length) {
    for (int i = 0; i < vertices; i++) {
        l->x[i] = (sut_vec3){length * i / (vertices - 1), 0.0, 0.0};
    }
    l->def = sut_default_thread_def();
    l->def.positions = l->x;
    l->def.vertex_count = vertices;
}

void line_shift(line_thread *l, double y) {
    for (int i = 0; i < l->def.vertex_count; i++) {
        l->x[i].y += y;
    }
}

sut_thread_id line_add(sut_world *w, line_thread *l) {
    sut_thread_id id = {0, 0};
    (void)sut_thread_create(w, &l->def, &id);
    return id;
}

line_world line_world_of(const sut_world_def *def, line_thread *l) {
    line_world made = {NULL, {0, 0}};
    if (sut_world_create(def, &made.w) == SUT_OK) {
        made.thread = line_add(made.w, l);
    }
    return made;
}

line_world line_world_make(int vertices, double length) {
    line_thread l;
    line_init(&l, vertices, length);
    sut_world_def def = sut_default_world_def();
    return line_world_of(&def, &l);
}

sut_hold_id hold_add(line_world *l, sut_hold_kind kind, int vertex, const sut_hold_key *keys,
                     int count) {
    sut_hold_def d = sut_default_hold_def();
    d.kind = kind;
    d.vertex = vertex;
    d.keys = keys;
    d.key_count = count;
    sut_hold_id id = {0, 0};
    (void)sut_hold_create(l->w, l->thread, &d, &id);
    return id;
}

sut_hold_key hold_key(double t, sut_vec3 position, sut_vec3 direction, double spin) {
    sut_hold_key k;
    memset(&k, 0, sizeof k);
    k.t = t;
    k.position = position;
    k.direction = direction;
    k.spin = spin;
    return k;
}

bool run_steps(sut_world *w, int steps, double dt) {
    bool done = true;
    for (int i = 0; done && i < steps; i++) {
        done = sut_world_step(w, dt) == SUT_OK;
    }
    return done;
}

sut_thread_view view_of(const line_world *l) {
    sut_thread_view v;
    memset(&v, 0, sizeof v);
    (void)sut_thread_get_view(l->w, l->thread, &v);
    return v;
}

sut_hold_view hold_of(const line_world *l, sut_hold_id id) {
    sut_hold_view v;
    memset(&v, 0, sizeof v);
    (void)sut_hold_get_view(l->w, id, &v);
    return v;
}

double distance(sut_vec3 a, sut_vec3 b) {
    double x = a.x - b.x;
    double y = a.y - b.y;
    double z = a.z - b.z;
    return sqrt((x * x + y * y) + z * z);
}

bool contains(const char *text, const char *part) {
    return text && strstr(text, part) != NULL;
}
