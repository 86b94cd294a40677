// SPDX-License-Identifier: MIT
// springs_parts.h -- what the files of engine/springs share.
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
// Shares of the rest length that edges stay between.
typedef struct sut_springs_range {
    double shortest, longest;
} sut_springs_range;
bool sut_springs_limited(const sut_rod *r);
sut_springs_range sut_springs_limits(const sut_rod *r); // 0 and infinity where there is no limit
// N, what an edge of that strain bears beyond its limits; 0 between them.
double sut_springs_stop(const sut_rod *r, double strain);
// Angle of the turn from the unit vector t to s and its unit axis, which is zero where straight.
double sut_springs_turn(sut_vec3 t, sut_vec3 s, sut_vec3 *axis);
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
// Direction and 1/length of an edge.
typedef struct sut_springs_edge {
    sut_vec3 tangent;
    double inverse;
} sut_springs_edge;
sut_springs_edge sut_springs_trial_edge(const sut_rod *r, int e); // of the shape of kinematics
// Dampers of an edge (at most 1), of the turn at an inner vertex, of the turn from a plane to edge
// e. Each fills `out` and answers how many there are.
int sut_springs_edge_dampers(const sut_rod *r, int e, sut_springs_edge edge,
                             sut_damper out[SUT_DAMPERS]);
int sut_springs_turn_dampers(const sut_rod *r, int i, sut_springs_edge before,
                             sut_springs_edge after, sut_damper out[SUT_DAMPERS]);
// `rate`, 1/s: the plane turned from direction0 to direction in 1 over it.
int sut_springs_plane_dampers(const sut_rod *r, const sut_plane *p, int side, sut_springs_edge edge,
                              double rate, sut_damper out[SUT_DAMPERS]);
bool sut_springs_damped(const sut_rod *r);
// The factor of m + h D with held vertices fixed into r->band, and the forces of the dampers at the
// velocities `base` added to `force`. False: no factor; there are no dampers then.
bool sut_springs_damp(sut_rod *r, const sut_vec3 *base, double *force);
sut_vec3 sut_springs_damper_force(const sut_damper *d, int vertex, const sut_vec3 velocity[3]);
// Force of all dampers on one vertex.
sut_vec3 sut_springs_damping(const sut_rod *r, int vertex, const sut_soa3 *velocity);

//---- springs_limit.c -----------------------------------------------------------------------------
// Axial forces `extra` of the scratch such that the displacement they would bring leaves no edge
// beyond its limits. False: r->body.move is fine with those that there are.
bool sut_springs_limit(sut_rod *r);
// Add their impulses over the substep to `impulse` [3n].
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
