// SPDX-License-Identifier: MIT
// portal.h -- holes as published portal springs (000 3.5.2), for comparison.
#ifndef SUT_ATTACH_PORTAL_H
#define SUT_ATTACH_PORTAL_H

#include "attach/hole.h"

// Make a portal of a new hole. Refused: nothing has changed.
sut_result sut_portal_open(sut_world *w, sut_hole *k);
// Behind the holes of a substep: threads and tissue do not touch beside them.
void sut_portal_list(sut_world *w);
void sut_portal_gather(sut_world *w); // start of a substep
void sut_portal_commit(sut_world *w);
void sut_portal_output(sut_world *w); // vertices go through

#endif
