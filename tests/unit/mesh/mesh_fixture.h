// SPDX-License-Identifier: MIT
// mesh_fixture.h -- small meshes, files from text, and the messages that refuse them.
#ifndef SUT_TEST_MESH_FIXTURE_H
#define SUT_TEST_MESH_FIXTURE_H

#include "mesh_parts.h"

// Read a text as a file of a kind; null when refused, with what mesh_refusal says.
sut_mesh *mesh_from(const char *text, sut_mesh_format format, sut_mesh_need need);
sut_mesh *mesh_from_bytes(const void *bytes, size_t size, sut_mesh_format format,
                          const sut_mesh_import *how);
// "LINE: text" of the last refusal, or "text" without a line; "" after a mesh.
const char *mesh_refusal(void);
// the refusal of a text; "" when it is accepted
const char *refusal_of(const char *text, sut_mesh_format format, sut_mesh_need need);

// A number of nodes, -1: there is no such group.
int group_size(const sut_mesh *m, const char *name);
// Everything that must hold for every mesh: indices in range, positive elements, groups sorted.
void check_sound(const sut_mesh *m);

sut_pad_def small_pad(int nx, int ny, int nz);

#endif
