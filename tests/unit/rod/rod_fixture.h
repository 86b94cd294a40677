// SPDX-License-Identifier: MIT
// rod_fixture.h -- a random rod in the middle of a step, and the energy that its step minimises.
#ifndef SUTURA_TESTS_ROD_FIXTURE_H
#define SUTURA_TESTS_ROD_FIXTURE_H

#include "rod/rod.h"

#include <stdint.h>

// Uniform in -1 .. 1, the same on every machine.
typedef struct test_random {
    uint64_t state;
} test_random;

double test_next(test_random *r);
sut_vec3 test_next3(test_random *r, double size); // each component within +-size

enum { ROD_PLANES = 4, ROD_PINS = 2, ROD_LOADS = 2 };

// What a random rod should have. Zero everywhere is a straight-at-rest, undamped one with stretch
// and bending only, whose edges are all different.
typedef struct rod_wish {
    int n;
    uint64_t seed;
    double rough;         // how far vertices are off the straight line, in edge lengths; 0: 0.4
    double squeeze;       // rest lengths over initial edge lengths; 0: 1
    double move;          // size of the displacement w, in edge lengths; 0: 0.1
    bool still;           // no displacement at all
    bool planes;          // tangents held at both ends and inside
    bool spans;           // and spins, at three of the planes: two twisted spans
    bool curved, twisted; // at rest
    bool spin_inertia;
    bool pins, loads;
    bool hands; // instead of dead loads, hands of limited strength: one far away, one near
    double damping_bend, damping_twist, damping_stretch, damping_linear, drag;
    double implicitness; // 0: 1
    double dt;           // s, 0: 1 ms
    bool low_mass;
} rod_wish;

typedef struct rod_fixture {
    sut_rod rod;
    void *memory;
    sut_plane planes[ROD_PLANES];
    sut_pin pins[ROD_PINS];
    sut_load loads[ROD_LOADS];
    double edge; // m, typical length of an edge
} rod_fixture;

// A rod with a displacement and everything that sut_rod_forces computes from it. False: no memory.
bool rod_make(rod_fixture *f, const rod_wish *wish);
void rod_free(rod_fixture *f);

// Kinematics, twist and forces of the present displacement.
void rod_refresh(sut_rod *r);
// Component c of the displacement of vertex i.
double *rod_move_at(sut_rod *r, int i, int c);
// Add f times v (3 n values) to the displacement.
void rod_move_by(sut_rod *r, const double *v, double f);

// The energy whose derivative by the displacement the residual is: inertia, stretch, bending,
// twist, damping, losses, weight and loads. Written out by hand from the definitions; of the rod's
// own results it takes the kinematics and the spins, not the moments and forces.
double rod_potential(sut_rod *r);
// Its part from stretch, bending and twist, of the present kinematics and spins.
double rod_internal(const sut_rod *r);

#endif
