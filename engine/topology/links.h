// SPDX-License-Identifier: MIT
// links.h -- names of small links of two loops.
#ifndef SUT_TOPOLOGY_LINKS_H
#define SUT_TOPOLOGY_LINKS_H

#include "topology/diagram.h"

// "split" when no crossing between the two loops is left, which proves that they come apart; the
// name of a small link (Rolfsen's, mirror images alike) that has the same Jones polynomial;
// "linked" when linking number or polynomial prove that they do not come apart; "" otherwise. False
// without memory.
bool sut_link_name(const sut_diagram *d, sut_pool *pool, char *text, int size);

#endif
