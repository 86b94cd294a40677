// SPDX-License-Identifier: MIT
// iterative_local.h -- one contact while all others keep their forces. Only for iterative*.c.
#ifndef SUT_CONTACT_ITERATIVE_LOCAL_H
#define SUT_CONTACT_ITERATIVE_LOCAL_H

#include "contact/iterative.h"

typedef struct sut_contact_local {
    const sut_dense_contact *contact;
    double q[9]; // coupling of the contact with itself, by rows
    double r[3]; // displacement without its own force
} sut_contact_local;

// Friction no longer than mu times the normal force, direction kept.
void sut_contact_clip(double f[3], double mu);

// Normal force with the friction that there is, then friction with the new normal force, clipped.
void sut_contact_local_projected(const sut_contact_local *l, double f[3]);

// Force and displacement that fulfil the law together. f on entry is a guess that saves time.
void sut_contact_local_exact(const sut_contact_local *l, double f[3]);

#endif
