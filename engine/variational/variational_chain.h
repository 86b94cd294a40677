// SPDX-License-Identifier: MIT
// variational_chain.h -- multipliers of a chain of edges with given lengths. Only
// engine/variational and its tests see this.
//
// Unknown are the force densities s_i = T_i / |e_i|. With c = reach times the inverse masses,
//     e'_i = bar_i + c_i s_{i-1} e_{i-1} - (c_i + c_{i+1}) s_i e_i + c_{i+1} s_{i+1} e_{i+1}
//          = bar_i + off_i(s),           |e'_i|^2 = goal_i^2
// is a tridiagonal system (A + B(s)) s = R with A from bar, B from off and R = goal^2 - |bar|^2.
#ifndef SUT_VARIATIONAL_CHAIN_H
#define SUT_VARIATIONAL_CHAIN_H

#include "rod/rod.h"

typedef struct sut_multipliers {
    int edges;
    sut_soa3 edge;          // [edges] of the start: directions of the forces
    sut_soa3 bar;           // [edges] edges without the multipliers
    const double *weight;   // [edges + 1] 1/kg, 0: held
    sut_soa3 speed;         // [edges + 1] velocities of the end, for the second row
    double reach;           // s^2, displacement of a unit mass by a unit force
    const double *goal;     // [edges] m
    double *give;           // [edges] growth of the goal per density; null: inextensible
    double *density;        // [edges] N/m: predictor in, solution out
    double *low, *mid, *up; // [edges] scratch
    double *right;          // [edges] scratch
} sut_multipliers;

// Arrays of a rod's chain live where other models keep the columns and the mixed axial forces of
// their linear solves.
sut_multipliers sut_multipliers_of(sut_rod *r, double **weight, double **goal);

// How the multipliers were found.
typedef struct sut_multipliers_report {
    int iterations; // systems solved
    double error;   // largest relative error of a length
    bool solved;
} sut_multipliers_report;

// Until every length is right to `tolerance`. No memory; about 60 multiplications and one division
// per edge and iteration. Not solved: the lengths cannot be kept, or the step is far too large.
sut_multipliers_report sut_multipliers_solve(sut_multipliers *c, sut_multiplier_solver solver,
                                             double tolerance, int most);
// |e'|^2 - goal^2 of every edge into `right`, with the derivative by the densities in low, mid, up
// (Newton), and the largest relative error of a length.
double sut_multipliers_lack(sut_multipliers *c, double share);

// Densities such that no edge grows: velocities v are changed by reach w (s_i e_i - s_{i-1}
// e_{i-1}). `edge` is the new shape; false: not finite.
bool sut_multipliers_project(sut_multipliers *c, const sut_soa3 *velocity);

#endif
