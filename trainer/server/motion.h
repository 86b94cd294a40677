// SPDX-License-Identifier: MIT
// motion.h -- figures of a movement: lengths, movements, smoothness. Pure functions of evenly spaced
// samples; `dt` is the time between two in s.
#ifndef SUT_TRAINER_MOTION_H
#define SUT_TRAINER_MOTION_H

#include "sutura/types.h"

// Low-pass in place, second-order Butterworth run forwards and backwards, so that nothing is
// delayed. `cutoff` in Hz, below half of the sampling rate; otherwise nothing is done.
void sut_motion_low_pass(double *value, int count, double dt, double cutoff);

double sut_motion_path(const sut_vec3 *position, int count); // m
// Speeds between neighbours: speed[i] belongs to the way from i to i + 1; [count - 1] values.
void sut_motion_speed(const sut_vec3 *position, int count, double dt, double *speed);
double sut_motion_idle(const double *speed, int count, double dt, double below); // s
// Movements: the speed rises above `high` after it was below `low`.
int sut_motion_movements(const double *speed, int count, double low, double high);
// Volume of the box around the points, m^3.
double sut_motion_volume(const sut_vec3 *position, int count);

// Spectral arc length of a speed profile (Balasubramanian et al. 2015): closer to 0 is smoother. The
// spectrum is padded to 2^(ceil(log2 count) + 4), cut at 10 Hz and at its last value above 5 %.
// 0 for a profile without motion.
double sut_motion_sparc(const double *speed, int count, double dt);
// Log dimensionless jerk of a speed profile; closer to 0 is smoother.
double sut_motion_ldlj(const double *speed, int count, double dt);

// Mean spectral arc length of the gestures in a long profile: stretches above `above` m/s that last
// at least `shortest` s. *gestures gets their number; without any the answer is 0.
double sut_motion_gesture_sparc(const double *speed, int count, double dt, double above,
                                double shortest, int *gestures);

#endif
