// SPDX-License-Identifier: MIT
// springs_parts.h -- what the files of src/springs share.
#ifndef SUT_SPRINGS_PARTS_H
#define SUT_SPRINGS_PARTS_H

#include "rod/rod.h"

// How often stiffer than its spring an edge at one of its limits is.
#define SUT_SPRINGS_STOP 100.0

//---- springs_force.c: constants and springs ------------------------------------------------------
double sut_springs_stretch(const sut_rod *r);        // N per strain
double sut_springs_torsion(const sut_rod *r, int i); // N m/rad, of the turn at vertex i
double sut_springs_half(const sut_rod *r, int e);    // N m/rad, of the turn from a plane to edge e
double sut_springs_pull(const sut_rod *r, double strain); // N, of the spring alone
// All forces of the trial shape but those of dampers, limits and contacts, into `force` [3n]; after
// kinematics.
void sut_springs_forces(const sut_rod *r, double *force);

//---- springs_damper.c ----------------------------------------------------------------------------
// Pulls against a rate g . v - given, by the factor: rows of up to three vertices from `first` on.
typedef struct sut_damper {
    int first, points;
    double factor, given;
    sut_vec3 gradient[3];
} sut_damper;
enum { SUT_DAMPERS = 3 };
// Dampers of an edge (at most 1), of the turn at an inner vertex, of the turn from a plane to edge
// e. Each fills `out` and answers how many there are.
int sut_springs_edge_dampers(const sut_rod *r, int e, sut_damper out[SUT_DAMPERS]);
int sut_springs_turn_dampers(const sut_rod *r, int i, sut_damper out[SUT_DAMPERS]);
int sut_springs_plane_dampers(const sut_rod *r, const sut_plane *p, int side,
                              sut_damper out[SUT_DAMPERS]);
bool sut_springs_damped(const sut_rod *r);
// The factor of m + h D with held vertices fixed into r->band, and the forces of the dampers at the
// velocities `base` added to `force`. False: no factor; there are no dampers then.
bool sut_springs_damp(sut_rod *r, const sut_vec3 *base, double *force);
// Force of all dampers on one vertex.
sut_vec3 sut_springs_damping(const sut_rod *r, int vertex, const sut_soa3 *velocity);

//---- springs_limit.c -----------------------------------------------------------------------------
// Axial forces `extra` of the scratch such that the displacement they would bring leaves no edge
// beyond its limits. False: r->move is fine with those that there are.
bool sut_springs_limit(sut_rod *r);
// Add their impulses over the (sub)step to `impulse` [3n].
void sut_springs_add_limits(sut_rod *r, double *impulse);

// Scratch that lives from begin to commit, in the rod's `kept`.
typedef struct sut_springs_scratch {
    double *weight;                   // [n] 1/kg, 0: held
    double *extra;                    // [n-1] N, what the limits add to the axial force
    double *low, *mid, *right, *side; // [n-1] of the limits
    sut_soa3 speed;                   // [n] velocities of the end
    sut_vec3 *base;                   // [n] velocities without forces
} sut_springs_scratch;
sut_springs_scratch sut_springs_scratch_of(sut_rod *r);

#endif
