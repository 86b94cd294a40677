// SPDX-License-Identifier: MIT
// contact_linear.h -- see contact_linear.c
#ifndef SUT_CONTACT_LINEAR_H
#define SUT_CONTACT_LINEAR_H

#include "contact/contact.h"

// The state that the present linear laws lead to: y_next and u_next. False: a bad pivot.
bool sut_contact_step_to(sut_contacts *c);

// With the factor of that: u = J (A + J^T H J)^-1 J^T f, twist left out; f and u may be the same.
void sut_contact_answer(sut_contacts *c, const double *f, double *u);

// What the twist of the rods changes: their answer to forces is A^-1 - Z F Z^T with a column of Z
// for each span. u comes in for A alone; `force` is what it answers. `anew`: the matrix is another
// one than last time. y_next serves as scratch.
bool sut_contact_add_twist(sut_contacts *c, bool anew, const double *force, double *u);

// f = H x, or H^T x
void sut_contact_apply_laws(const sut_contacts *c, const double *x, bool transposed, double *f);

#endif
