// SPDX-License-Identifier: MIT
// visit.h -- the fields of a world in the order in which an image holds them.
#ifndef SUT_STATE_VISIT_H
#define SUT_STATE_VISIT_H

#include "data/world.h"
#include "state/stream.h"

// "SUTIMAGE" as the first eight bytes, and what follows in which meaning.
#define SUT_IMAGE_MAGIC 0x4547414d49545553u
// What only some worlds have adds its bit: an image without it is what it was before it came.
#define SUT_IMAGE_VERSION 7u
#define SUT_IMAGE_TISSUES 0x100u
#define SUT_IMAGE_HOLES 0x200u
#define SUT_IMAGE_NEEDLES 0x400u

// Least words of the parts of an image: what is announced must fit into what is there.
enum {
    SUT_WORDS_SLOT = 2,    // generation, used
    SUT_WORDS_VERTEX = 15, // a vertex of a thread with its edge, less the edge that the last lacks
    SUT_WORDS_KEY = 4,     // time and position, or time and force
    SUT_WORDS_TOUCH = 8    // one with an obstacle
};

// What an image says about its size: slots up to the last one ever used, and what is in them.
typedef struct sut_image_counts {
    int threads, vertices, holds, keys, obstacles, touches, tools, tissues, supports, needles,
        holes;
} sut_image_counts;

sut_image_counts sut_count_world(const sut_world *w);
void sut_visit_counts(sut_stream *s,
                      sut_image_counts *c); // all but those of tissues, needles, holes
void sut_visit_needle_counts(sut_stream *s, sut_image_counts *c);
void sut_visit_tissue_counts(sut_stream *s, sut_image_counts *c);
void sut_visit_hole_counts(sut_stream *s, sut_image_counts *c);
void sut_visit_head(sut_stream *s, sut_image_counts *c);
// Options of the variational model.
void sut_visit_variational(sut_stream *s, sut_variational_def *d);
// Constants of the spring models.
void sut_visit_springs(sut_stream *s, sut_springs_def *d);
// The fields of a key frame that a hold of this kind has a use for.
void sut_visit_key(sut_stream *s, sut_hold_key *key, sut_hold_kind kind);
// state/visit_contact.c: slot of an obstacle, and the touches. When reading, touches are put into
// w->saved_touches: the caller finds room for them in the contacts.
void sut_visit_obstacle(sut_stream *s, sut_obstacle_slot *o);
void sut_visit_touches(sut_stream *s, sut_world *w, int count);
// Slot of a hold, of the user or of a tool.
void sut_visit_hold(sut_stream *s, sut_world *w, sut_hold_slot *h);
// state/visit_tool.c: slot of a tool with the holds of its grips; a key frame; a def without them.
void sut_visit_tool(sut_stream *s, sut_world *w, int slot);
// After the tissues: what its jaws hold of them.
void sut_visit_tissue_grip(sut_stream *s, sut_world *w, int slot);
void sut_visit_needle_grip(sut_stream *s, sut_world *w, int slot);
void sut_visit_tool_key(sut_stream *s, sut_tool_key *key);
void sut_visit_tool_def(sut_stream *s, sut_tool_def *d);
void sut_visit_pose(sut_stream *s, sut_pose *pose);
bool sut_axes_fit(const sut_vec3 axis[3]); // unit, at right angles, right-handed
// A key frame of an obstacle.
void sut_visit_obstacle_key(sut_stream *s, sut_obstacle_key *key);

// state/visit_tissue.c: defs with their arrays, which are taken from `m` when reading: give them
// back by sut_visit_arrays_free, also when the stream failed.
typedef struct sut_visit_arrays {
    void *memory;
    size_t size;
    bool no_memory;
} sut_visit_arrays;
void sut_visit_tissue_def(sut_stream *s, sut_tissue_def *d, sut_memory *m, sut_visit_arrays *a);
void sut_visit_support_def(sut_stream *s, sut_support_def *d, sut_memory *m, sut_visit_arrays *a);
void sut_visit_arrays_free(sut_visit_arrays *a, sut_memory *m);
// Slot of a tissue with its supports and its state; slot of a support.
void sut_visit_tissue(sut_stream *s, sut_world *w, sut_tissue_slot *t, bool *no_memory);
void sut_visit_support(sut_stream *s, sut_world *w, sut_support_slot *p);

// state/visit_needle.c: slot of a needle; its def, whose keys are put into `keys` when reading.
void sut_visit_needle(sut_stream *s, sut_world *w, sut_needle_slot *n, bool *no_memory);
void sut_visit_needle_def(sut_stream *s, sut_needle_def *d, sut_needle_key keys[SUT_NEEDLE_KEYS]);
// state/visit_hole.c: slot of a hole; a def.
void sut_visit_hole(sut_stream *s, sut_world *w, sut_hole_slot *h);
void sut_visit_hole_def(sut_stream *s, sut_hole_def *d);

void sut_visit_show(sut_rod *r); // views of a rod whose state came from elsewhere

// All of a world. When reading in place, `w` has bodies of the same definitions, and no slots of
// anything else but those that the image is to fill. Else, when reading, `w` is a world without
// objects, with its arrays and limits; rods are taken from its memory and belong to it also when
// the stream fails. Fails on everything that no world could have written. *no_memory is set, never
// cleared.
void sut_visit_world(sut_stream *s, sut_world *w, bool *no_memory);

#endif
