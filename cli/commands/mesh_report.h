// SPDX-License-Identifier: MIT
// mesh_report.h -- what `sutura mesh` says of a mesh.
#ifndef SUT_CLI_MESH_REPORT_H
#define SUT_CLI_MESH_REPORT_H

#include "output/svg.h"
#include "sutura/mesh.h"

// On standard output; false after it said that memory ran out.
bool sut_mesh_report(const sut_mesh *m, bool json);
// VTK text with every group as 0 or 1 at the nodes.
void sut_mesh_report_vtk(sut_svg *out, const sut_mesh *m);

#endif
