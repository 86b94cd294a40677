// SPDX-License-Identifier: MIT
// world_fixture.h -- small worlds with one straight thread, through the public interface only.
#ifndef SUTURA_TESTS_WORLD_FIXTURE_H
#define SUTURA_TESTS_WORLD_FIXTURE_H

#include "sutura/sutura.h"

enum { LINE_MOST = 200 };

// A straight thread of nylon along x from the origin; change the def before line_add.
typedef struct line_thread {
    sut_vec3 x[LINE_MOST];
    sut_thread_def def;
} line_thread;

void line_init(line_thread *l, int vertices, double length);
void line_shift(line_thread *l, double y);            // aside, out of the way of another one
sut_thread_id line_add(sut_world *w, line_thread *l); // null id if it is refused

// One world with one such thread; null if something fails.
typedef struct line_world {
    sut_world *w;
    sut_thread_id thread;
} line_world;

line_world line_world_make(int vertices, double length);
line_world line_world_of(const sut_world_def *def, line_thread *l);

// A hold of this kind with these keys, null id if it is refused; no keys: where the vertex is.
sut_hold_id hold_add(line_world *l, sut_hold_kind kind, int vertex, const sut_hold_key *keys,
                     int count);
sut_hold_key hold_key(double t, sut_vec3 position, sut_vec3 direction, double spin);

bool run_steps(sut_world *w, int steps, double dt); // true if all were done
sut_thread_view view_of(const line_world *l);
sut_hold_view hold_of(const line_world *l, sut_hold_id id);
double distance(sut_vec3 a, sut_vec3 b);
bool contains(const char *text, const char *part);

#endif
