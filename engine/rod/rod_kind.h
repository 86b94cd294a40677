// SPDX-License-Identifier: MIT
// rod_kind.h -- the table of a rod as a body.
#ifndef SUT_ROD_KIND_H
#define SUT_ROD_KIND_H

#include "body/body.h"

// us on a common core, per vertex: a linearisation, an evaluation of the energy
#define SUT_ROD_LINEARISATION_COST 0.06
#define SUT_ROD_EVALUATION_COST 0.05

extern const sut_body_kind sut_rod_kind;

#endif
