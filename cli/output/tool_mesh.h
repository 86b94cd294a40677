// SPDX-License-Identifier: MIT
// tool_mesh.h -- the surface of a part of a tool as a grid of points: along its profile from the
// pole of the tip to that of the base, and around it. The grid of a halved part goes from one rim
// of the flat face round to the other; that of a whole one closes with its first column.
#ifndef SUT_OUTPUT_TOOL_MESH_H
#define SUT_OUTPUT_TOOL_MESH_H

#include "sutura/sutura.h"

enum { SUT_MESH_ROWS = 12, SUT_MESH_COLUMNS = 13, SUT_MESH_POINTS = 156 };

bool sut_tool_part_is_halved(const sut_tool_part *part);
// Point of row r and column c is out[r * SUT_MESH_COLUMNS + c].
void sut_tool_mesh(const sut_tool_part *part, sut_vec3 out[SUT_MESH_POINTS]);

#endif
