// SPDX-License-Identifier: MIT
// tissue_fixture.h -- tissues on generated meshes, stepped alone.
#ifndef SUTURA_TESTS_TISSUE_FIXTURE_H
#define SUTURA_TESTS_TISSUE_FIXTURE_H

#include "sutura/mesh.h"
#include "tissue/tissue_parts.h"

typedef struct fixture {
    sut_memory memory;
    sut_mesh *mesh;
    sut_tissue *tissue;
    double time;
    sut_vec3 gravity;
    int corrections; // of all steps
    int factors;
} fixture;

// Defs with what all tests share: 100 kPa, 1000 kg/m^3, no damping unless asked for.
sut_tissue_def fixture_def(sut_tissue_model model);
// The mesh is the fixture's from then on; exits the process when something is refused.
fixture fixture_make(sut_mesh *mesh, sut_tissue_def def);
fixture fixture_pad(double x, double y, double z, int nx, int ny, int nz, sut_tissue_def def);
fixture fixture_sheet(double x, double y, int nx, int ny, sut_tissue_def def);
fixture fixture_vessel(double radius, double length, int around, int along, sut_tissue_def def);
void fixture_free(fixture *f);

// Supports on a group of the mesh; the number of the support.
int fixture_hold(fixture *f, const char *group, unsigned axes);
int fixture_load(fixture *f, const char *group, sut_vec3 force);
// Spread evenly over the surface triangles, or else the boundary edges, with all nodes in the
// group.
int fixture_load_even(fixture *f, const char *group, sut_vec3 force);
int fixture_support(fixture *f, const char *group, sut_support_def def);
sut_support_view fixture_view(const fixture *f, int support);

bool fixture_step(fixture *f, double h); // false: not solved
// Steps, those that are not solved in halves as the world does it: how many were, -1: not even so.
int fixture_run(fixture *f, double h, int steps);
// Steps until the largest velocity is below `slow` m/s; how many it took, -1: never or failed.
int fixture_settle(fixture *f, double h, double slow, int most);

sut_vec3 fixture_mean(const fixture *f, const char *group); // place of its nodes
double fixture_fastest(const fixture *f);
bool fixture_is_finite(const fixture *f);
// Numbers in -1 .. 1, always the same ones.
double fixture_random(unsigned *state);
void fixture_shake(fixture *f, double size, unsigned seed); // moves all positions at random
// Residual and matrix with a substep of h prepared at the current state, `move` zero.
void fixture_prepare(fixture *f, double h);

#endif
