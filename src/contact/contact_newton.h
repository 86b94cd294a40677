// SPDX-License-Identifier: MIT
// contact_newton.h -- see contact_newton.c
#ifndef SUT_CONTACT_NEWTON_H
#define SUT_CONTACT_NEWTON_H

#include "contact/contact.h"

// Solve for the forces c->y and what they add to the relative displacements, c->u, from the forces
// c->start, which the contacts' q already answers. The answer is the error of the forces against
// the largest one, infinite when there was no way to go on.
double sut_contact_newton(sut_contacts *c, int iterations);

#endif
