// SPDX-License-Identifier: MIT
// variational_global.h -- contacts of inextensible threads by the solver of the implicit model.
#ifndef SUT_VARIATIONAL_GLOBAL_H
#define SUT_VARIATIONAL_GLOBAL_H

#include "rod/rod.h"

// Does the thread ask for it?
bool sut_variational_is_global(const sut_rod *r);
// The factor of how displacements answer forces, around those of the moment; the stretch that
// contacts couple is kept. False: no factor. No memory, the cost of a factorisation.
bool sut_variational_linearise(sut_rod *r);
// What the change of the contact forces (`answer`) should do, and by how much the displacements are
// elsewhere then: in thicknesses, where contacts are.
void sut_variational_expect(sut_rod *r);
double sut_variational_surprise(const sut_rod *r);

#endif
