// SPDX-License-Identifier: MIT
// contact_newton.h -- see contact_newton.c
#ifndef SUT_CONTACT_NEWTON_H
#define SUT_CONTACT_NEWTON_H

#include "contact/contact.h"

// Solve for the forces c->y and what they add to the relative displacements, c->u, from the forces
// c->start, which the contacts' q already answers. The answer is the error of the forces against
// the largest one, infinite when there was no way to go on.
double sut_contact_newton(sut_contacts *c, int iterations);

// The same from where c->y and c->u are, after laws have changed a little.
double sut_contact_newton_on(sut_contacts *c, int iterations);

// The factor of the system with all laws at the state found; y_next and u_next are scratch. False:
// a bad pivot.
bool sut_contact_factor_found(sut_contacts *c);

// contact_dense.c: Q = J A^-1 J^T, [3 count * 3 count] by rows; and the published solvers on it.
bool sut_contact_coupling(sut_contacts *c, double *q);
double sut_contact_dense(sut_contacts *c);

#endif
