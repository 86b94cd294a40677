// SPDX-License-Identifier: MIT
// cut.h -- meshes and threads that are cut, by a call or by a tool.
#ifndef SUT_ATTACH_CUT_H
#define SUT_ATTACH_CUT_H

#include "data/world.h"

// cut.c
// Along points as sut_tissue_cut, not recorded; *last: the last node of the path.
sut_result sut_tissue_cut_along(sut_world *w, sut_tissue_slot *t, const sut_vec3 *points, int count,
                                double *length, int *last);
// The edit in its room becomes the tissue. False: no room, nothing is changed.
bool sut_tissue_take_edit(sut_world *w, sut_tissue_slot *t);

// tool_cut.c
bool sut_tool_reserve_cuts(sut_world *w);         // room for cuts in steps; false: no memory
void sut_tool_cut_update(sut_world *w, int tool); // after a step

#endif
