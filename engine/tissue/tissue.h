// SPDX-License-Identifier: MIT
// tissue.h -- a deformable body: definition, state and scratch of one tissue.
//
// Filled in by the models; the world knows what is declared here, the stages know sut_body.
#ifndef SUT_TISSUE_H
#define SUT_TISSUE_H

#include "base/memory.h"
#include "body/body.h"
#include "sutura/tissue.h"
#include "sutura/tool.h"

// What defs begin their life with, so that one that was not made by its default is noticed.
#define SUT_COOKIE_TISSUE 0x53544931u
#define SUT_COOKIE_SUPPORT 0x53535531u

typedef struct sut_tissue sut_tissue; // its first member is a sut_body of sut_tissue_kind

// Null: fine; else one sentence naming the field, what is wrong and what would be right.
const char *sut_tissue_check_def(const sut_tissue_def *def, char *text, size_t size);
// All memory of a tissue is taken here. Null: there is none.
sut_tissue *sut_tissue_make(const sut_tissue_def *def, sut_memory *m);
// What became of it in a step: called once after each, `turn` counts them.
typedef struct sut_tissue_news {
    bool blocked, freed; // pins began to lag, or no longer do
    double lag;          // m
    bool inverted, upright;
    int element;    // that is inside out
    sut_vec3 where; // its middle
} sut_tissue_news;
sut_tissue_news sut_tissue_tell(sut_tissue *t, uint64_t turn);
// Masses and first motion as if its nodes had been here: where lips of a wound were parted, the
// mesh as it was given.
void sut_tissue_weigh(sut_tissue *t, const sut_vec3 *node);
void sut_tissue_free(sut_tissue *t, sut_memory *m);
void sut_tissue_free_supports(sut_tissue *t, sut_memory *m); // where they have other memory
sut_body *sut_tissue_body(sut_tissue *t);
const unsigned char *sut_tissue_pinned(const sut_tissue *t);  // [n] axes held, set by predict
const sut_tissue_def *sut_tissue_def_of(const sut_tissue *t); // its arrays are the tissue's

// Supports of a tissue are numbered 0 .. in the order in which they were added, at most `room` of
// make; they live until the tissue goes or they are removed.
const char *sut_tissue_check_support(const sut_tissue *t, const sut_support_def *def, char *text,
                                     size_t size);
int sut_tissue_add_support(sut_tissue *t, const sut_support_def *def,
                           sut_memory *m); // -1: no memory
void sut_tissue_remove_support(sut_tissue *t, int support, sut_memory *m);
int sut_tissue_support_count(const sut_tissue *t); // numbers in use are below it
const sut_support_def *sut_tissue_support_def_of(const sut_tissue *t, int support); // null: removed

const sut_vec3 *sut_tissue_velocity(const sut_tissue *t); // [n] m/s

// Nodes that the jaws of a tool lead: pinned at places, or, while they slide out, drawn there by
// springs. Supports come first. The struct is the tool's.
typedef struct sut_tissue_hand {
    int count;
    int node[SUT_TISSUE_GRIP_NODES];
    sut_vec3 place[SUT_TISSUE_GRIP_NODES]; // m, at the end of the substep
    sut_vec3 force[SUT_TISSUE_GRIP_NODES]; // N, on the tissue, of the motion that was found
    bool slides;
    double stiffness;             // N/m of each spring
    struct sut_tissue_hand *next; // of the same tissue; scratch of a substep
} sut_tissue_hand;
// A dead load that nodes share in the next substep. The struct is the owner's.
typedef struct sut_tissue_drag {
    int count;
    const int *node;
    const double *weight;
    sut_vec3 force;               // N, of all
    struct sut_tissue_drag *next; // of the same tissue; scratch
} sut_tissue_drag;
void sut_tissue_drop(sut_tissue *t); // none in the next substep
void sut_tissue_load(sut_tissue *t, sut_tissue_drag *drag);
bool sut_tissue_is_supported(const sut_tissue *t, int node); // by a pin, in the last substep
void sut_tissue_let_go(sut_tissue *t);                       // no grips in the next substep
void sut_tissue_lead(sut_tissue *t, sut_tissue_hand *hand);
// Fills in `force` and returns the sum.
sut_vec3 sut_tissue_hand_force(sut_tissue *t, sut_tissue_hand *hand);

// All stages of one substep for a tissue without links; false: not solved, nothing is committed.
bool sut_tissue_step_alone(sut_tissue *t, const sut_substep *s);

// State between two steps. A tissue of the same def with the same supports goes on bit for bit
// after `read`; false: the size or the contents are not those of such a tissue, or its matrix could
// not be made again, and the tissue is as it was made or in an undefined state of its own.
size_t sut_tissue_state_size(const sut_tissue *t);
// Of one def with the same supports, as far as meshes, masses and counts tell. Then one takes the
// state of the other; `room` has state_size bytes. False: as `read`.
bool sut_tissue_is_like(const sut_tissue *a, const sut_tissue *b);
bool sut_tissue_state_copy(sut_tissue *to, const sut_tissue *from, void *room);
void sut_tissue_state_write(const sut_tissue *t, void *out);
bool sut_tissue_state_read(sut_tissue *t, const void *in, size_t size);

void sut_tissue_get(const sut_tissue *t, sut_tissue_view *out);
void sut_tissue_energy_of(const sut_tissue *t, sut_vec3 gravity, sut_tissue_energy *out);
void sut_tissue_figures_of(const sut_tissue *t, sut_tissue_figures *out);
void sut_tissue_support_of(const sut_tissue *t, int support, sut_support_view *out);

#endif
