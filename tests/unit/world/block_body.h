// SPDX-License-Identifier: MIT
// block_body.h -- a kind of body that only tests know: a block of springs, solved by a dense
// factor, condensed by unit loads. It has the entries of the table that a body must have and no
// others, and stands in the place of a tissue, whose surface and state it borrows.
#ifndef BLOCK_BODY_H
#define BLOCK_BODY_H

#include "data/data.h"

enum { BLOCK_SIDE = 3, BLOCK_NODES = BLOCK_SIDE * BLOCK_SIDE * BLOCK_SIDE };

// A block of that size about the origin, in a world with room for a tissue.
sut_tissue_id block_add(sut_world *w, sut_vec3 size);
// After a restore the tissue in the slot is another one: it becomes the block again.
void block_take(sut_world *w, sut_tissue_id id);
// Sum of mass x velocity, kg m/s.
sut_vec3 block_momentum(const sut_world *w, sut_tissue_id id);
void block_forget(void); // all blocks, with their memory

#endif
