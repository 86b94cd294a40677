// SPDX-License-Identifier: MIT
// springs_touch.h -- contacts of threads of springs.
#ifndef SUT_SPRINGS_TOUCH_H
#define SUT_SPRINGS_TOUCH_H

#include "contact/contact.h"

// Force of a contact on its first body: repulsion of that stiffness with its damper, and kinetic
// friction, as impulses on the ends of both edges.
sut_vec3 sut_springs_repulsion(const sut_contact *k, const sut_contact_bodies *b, double stiffness);

#endif
