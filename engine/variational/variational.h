// SPDX-License-Identifier: MIT
// variational.h -- the inextensible thread: an explicit discrete variational step with multipliers.
//
// With x, v position and velocity at the start of a substep of length h, F all forces there but
// those that keep the edges' lengths, and T_i the axial force of edge i:
//     x' = x + h v + h^2/2 m^-1 (F + sum T_i t_i),   T such that every edge of x' has its length
//     v' = (x' - x)/h + h/2 m^-1 (F' + sum T'_i t'_i),  T' such that no edge of x' grows
// Eliminating v gives the published two-step rule; this form starts by itself, lets the step be cut
// into parts, and has position and velocity at the same time. docs/theory/variational.md
//
//   variational_force.c  forces of a shape, and the largest step that is stable
//   variational_chain.c  the multipliers of both rows
//   variational_loss.c   drag and dissipation
//   variational_step.c   both rows, reactions of held vertices
//   variational_touch.c  contacts
//   variational_global.c its matrix, for contacts by the global solver
#ifndef SUT_VARIATIONAL_H
#define SUT_VARIATIONAL_H

#include "rod/rod.h"

// The displacement of this substep in r->body.move, from the state and the pins, planes, loads
// and contact forces (push, where pushed) of the rod. r->progress says how it went.
void sut_variational_begin(sut_rod *r); // forces and held vertices
// Multipliers and displacement; again after push changed. `rough`: lengths to a millionth will do,
// because it changes again.
void sut_variational_solve(sut_rod *r, bool rough);
// Take over r->body.move, which may have been shortened since.
void sut_variational_commit(sut_rod *r);

// Axial forces are means over all parts of a step: an impact of a short part is no measure of what
// a hold has, nor of how short the next parts must be. Called before the first part and after the
// last one.
void sut_variational_step_begin(sut_rod *r);
void sut_variational_step_end(sut_rod *r);

// Force of a held vertex on the thread by the displacement as it is now, before commit.
sut_vec3 sut_variational_reaction(sut_rod *r, int vertex);

// 1/s, a bound of the highest frequency of the state: steps must stay below 2 over it.
double sut_variational_rate(const sut_rod *r);

#endif
