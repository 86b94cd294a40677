// SPDX-License-Identifier: MIT
// springs.h -- threads of mass points, springs and dampers, five models with more and more of them.
//
// With x, v position and velocity at the start of a substep of length h, f the forces of the
// springs, weight and loads there, D the matrix of all dampers at that shape:
//     (m + h D) v' = m v + h f,     x' = x + h v'
// Springs act as published, by the rule of explicit Euler; dampers at the end of the substep,
// because those of the published constants would need steps a hundred times smaller otherwise.
// docs/theory/springs.md
//
//   springs_force.c   springs, their energy, and the largest step that is stable
//   springs_damper.c  dampers and their matrix
//   springs_limit.c   edges of limited length: forces handed on from edge to edge
//   springs_step.c    a substep, reactions of held vertices
//   springs_view.c    forces on one vertex by kind
//   springs_touch.c   repulsion and friction of contacts
#ifndef SUT_SPRINGS_H
#define SUT_SPRINGS_H

#include "rod/rod.h"

// The displacement of this substep in r->body.move, from the state and the pins, planes, loads
// and contact forces (push, where pushed) of the rod.
void sut_springs_begin(sut_rod *r); // forces, dampers, held vertices
void sut_springs_solve(sut_rod *r); // displacement; again after push changed
// Take over r->body.move, which may have been shortened since.
void sut_springs_commit(sut_rod *r);

// Force of a held vertex on the thread by the displacement as it is now, before commit.
sut_vec3 sut_springs_reaction(sut_rod *r, int vertex);

// 1/s, a bound of the highest frequency of the state: steps must stay below 2 over it.
double sut_springs_rate(const sut_rod *r);

// Forces on one vertex by kind, as they acted in the last part of the step; of a thread that was
// just made or restored (dt = 0): as it is.
sut_force_parts sut_springs_force_parts(const sut_rod *r, int vertex);

// Of the accepted state, by the potentials of these springs.
sut_energy sut_springs_energy(const sut_rod *r);

#endif
