// SPDX-License-Identifier: MIT
// tissue_parts.h -- functions that the files of this folder call on each other.
#ifndef SUT_TISSUE_PARTS_H
#define SUT_TISSUE_PARTS_H

#include "tissue/tissue_internal.h"

//---- tissue_model.c ------------------------------------------------------------------------------
const sut_tissue_model_kind *sut_tissue_model_of(const sut_tissue_def *def);
void sut_tissue_start(sut_tissue *t); // `position` changed: what the damping compares with

//---- tissue_support.c ----------------------------------------------------------------------------
// Weight, loads, springs, pins and the pressure at the end of the substep, and the predictor.
void sut_tissue_gather(sut_tissue *t);
sut_support_key sut_support_key_at(const sut_support_def *d, double time);
void sut_tissue_support_commit(sut_tissue *t); // forces and lags of what `residual` belongs to

//---- pressure.c ----------------------------------------------------------------------------------
double sut_tissue_pressure_at(const sut_tissue_def *def, double time);
// Adds to force; sets pressure_force, pressure_work, pressure_rate.
void sut_tissue_pressure_add(sut_tissue *t);

//---- tissue_residual.c ---------------------------------------------------------------------------
// At move + fraction x correction.
void sut_tissue_evaluate(sut_tissue *t, double fraction);
// Largest component of residual - push on free axes, N.
double sut_tissue_residual_size(const sut_tissue *t);
double sut_tissue_potential_of(const sut_tissue *t); // of the displacement that was evaluated

//---- tissue_matrix.c -----------------------------------------------------------------------------
// Largest stiffness of a node against its neighbours, for what rounding does to forces.
void sut_tissue_measure_stiffness(sut_tissue *t);
bool sut_tissue_matrix_fits(const sut_tissue *t, const sut_tissue_matrix *m);
// A new factor at the places `x`, now. False: not positive definite.
// Blocks of the matrix that the factor was made of: [n + pair_count] x 9, diagonal first.
void sut_tissue_matrix_values(sut_tissue *t, double *value);
bool sut_tissue_factorise(sut_tissue *t, const double *x);
// In slices, a part of it in every substep: begin at `position`; go on, and take it when ready.
void sut_tissue_factor_begin(sut_tissue *t);
void sut_tissue_factor_slice(sut_tissue *t);
// From matrix, next, slices. Known: what there is was made of these.
bool sut_tissue_factor_rebuild(sut_tissue *t, bool known, bool next_known);

//---- tissue_secant.c -----------------------------------------------------------------------------
void sut_tissue_secant_clear(sut_tissue *t);
void sut_tissue_secant_carry(sut_tissue *t);  // a new substep: it gets the newest
void sut_tissue_secant_forget(sut_tissue *t); // pairs
void sut_tissue_secant_drop(sut_tissue *t);   // `move` went elsewhere than along the correction
void sut_tissue_secant_applied(sut_tissue *t, double fraction); // of the correction
// x = A^-1 x; `use`: with A corrected by what corrections have shown. False:
// that would be longer than all of these, and is not to be taken.
bool sut_tissue_secant_solve(sut_tissue *t, double *x, bool use);

//---- tissue_state.c ------------------------------------------------------------------------------
void sut_tissue_save(sut_body *b);
void sut_tissue_restore(sut_body *b);

//---- membrane.c ----------------------------------------------------------------------------------
// No spring of `move` longer than the limit; true: it moved nodes.
bool sut_membrane_limit(sut_tissue *t);

//---- tissue_step.c -------------------------------------------------------------------------------
sut_body_progress sut_tissue_progress_of(const sut_body *b); // also of a tube

#endif
