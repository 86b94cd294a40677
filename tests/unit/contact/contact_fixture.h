// SPDX-License-Identifier: MIT
// contact_fixture.h -- small worlds whose threads touch, and the linear problem behind a step.
#ifndef SUTURA_TESTS_CONTACT_FIXTURE_H
#define SUTURA_TESTS_CONTACT_FIXTURE_H

#include "data/data.h"
#include "sutura/sutura.h"

enum { SHAPE_MOST = 256 };

// Radius of all threads here.
#define SHAPE_RADIUS 1e-4

// Vertices of a thread; an overhand knot has straight leads of so many vertices before and after.
typedef struct shape {
    sut_vec3 x[SHAPE_MOST];
    int n;
} shape;

shape shape_overhand(int before, int after);
shape shape_line(int n, sut_vec3 from, sut_vec3 to);

// A def of limp nylon with some friction and losses, of radius SHAPE_RADIUS; points into the shape.
sut_thread_def shape_def(const shape *s);
sut_thread_id shape_add(sut_world *w, const shape *s);
sut_world *empty_world(void); // without gravity; null if that fails
// A hold of this kind at a vertex that moves with a constant velocity from where it is.
sut_hold_id hold_moving(sut_world *w, sut_thread_id thread, sut_hold_kind kind, int vertex,
                        sut_vec3 velocity, double spin_rate);
bool go(sut_world *w, int steps, double dt);
sut_thread_view look(const sut_world *w, sut_thread_id thread);
// Fastest vertex.
double top_speed(const sut_world *w, sut_thread_id thread);
bool saw_event(const sut_world *w, sut_event_type type);

// A fresh world with the state of another one; null if that fails.
sut_world *copy_of(const sut_world *w);
// Take both on by so many steps: after how many of them they differ, -1 if a step fails.
int steps_that_differ(sut_world *a, sut_world *b, int steps, double dt);

// Assemble and factorise all rods that touch, in their present state, and condense them. The
// matrices as they were before go to `matrix` ([24 n] each, for free); false if anything fails.
enum { LINEAR_RODS = 4 };
typedef struct linear_problem {
    double *matrix[LINEAR_RODS];
} linear_problem;
bool linear_make(sut_world *w, double dt, linear_problem *p);
void linear_free(linear_problem *p);

#endif
