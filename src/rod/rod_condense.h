// SPDX-License-Identifier: MIT
// rod_condense.h -- what the coupled solve of links calls on of a rod: see rod_condense.c
#ifndef SUT_ROD_CONDENSE_H
#define SUT_ROD_CONDENSE_H

#include "body/body.h"

extern const sut_body_kind sut_rod_kind;

#endif
