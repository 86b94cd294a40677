// SPDX-License-Identifier: MIT
// variational_parts.h -- what the files of engine/variational share.
#ifndef SUT_VARIATIONAL_PARTS_H
#define SUT_VARIATIONAL_PARTS_H

#include "variational/variational_chain.h"

// Forces of the trial shape (state and r->body.move) but those of the multipliers and contacts,
// into `force` [3n].
void sut_variational_forces(sut_rod *r, double *force);

// Force of a load on its vertex, of the start of the substep.
sut_vec3 sut_variational_load(const sut_rod *r, const sut_load *load);
// A hold at its force limit is a spring and a brake far stiffer than the thread. Its
// vertex is given the mass with which both are stable: then it is slower, and in balance all the
// same.
double sut_variational_load_mass(const sut_rod *r, const sut_load *load);

// Velocity left of v by drag and linear damping after `time`.
sut_vec3 sut_variational_drag(const sut_rod *r, int vertex, sut_vec3 v, double time);
// Bending dissipation over the substep, implicit: changes `velocity` where no pin holds it. The
// shape is that of the last kinematics. Forces of it on the vertex that a pin holds are added to
// the pin's reaction.
void sut_variational_damp(sut_rod *r, const sut_soa3 *velocity);
bool sut_variational_damps(const sut_rod *r);

#endif
