// SPDX-License-Identifier: MIT
// variational_touch.h -- contacts of explicit threads: the penalty of inextensible ones, and stops.
#ifndef SUT_VARIATIONAL_TOUCH_H
#define SUT_VARIATIONAL_TOUCH_H

#include "contact/contact.h"
#include "rod/rod.h"

// Force of a contact on its first body by a penalty of that stiffness: its mean over the substep.
sut_vec3 sut_variational_penalty(const sut_contact *k, const sut_contact_bodies *b,
                                 double stiffness);
// N/m, how soft contacts of a thread are; 0: stops.
double sut_touch_stiffness(const sut_rod *r);
// Forces that the substep starts with, also in the rods' push, by the law of soft contacts.
typedef sut_vec3 sut_touch_law(const sut_contact *k, const sut_contact_bodies *b, double stiffness);
void sut_variational_touch(sut_contacts *c, const sut_contact_bodies *b, sut_touch_law *law);
// Change the forces so that the displacements as they are would end without overlap. Answers the
// largest change, as the displacement that it brings over the reach of its contact.
double sut_variational_press(sut_contacts *c, const sut_contact_bodies *b);

#endif
