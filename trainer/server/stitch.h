// SPDX-License-Identifier: MIT
// stitch.h -- where stitches lie, and how far lips gape: what a look says of them.
#ifndef SUT_TRAINER_STITCH_H
#define SUT_TRAINER_STITCH_H

#include "trainer/server/physics.h"

#include "sutura/scene.h"

enum { SUT_STITCHES = 16 };

// Two holes that follow each other on a needle and its thread, or the outer ones of four through both lips of a wound:
// one bite.
typedef struct sut_stitch {
    const sut_hole_view *a, *b; // a on the left (or nearer to the surgeon)
    sut_vec3 middle;            // m, at rest
} sut_stitch;

sut_look_gap sut_stitch_gap(const sut_scene_distance *d, const sut_tissue_view *a,
                            const sut_tissue_view *b);
// Returns how many; in the order along the thread. Valid as long as the look.
int sut_stitch_find(const sut_look *look, sut_stitch out[SUT_STITCHES]);
// rad, between the line through both holes and another one, level; 0 to 90 degrees.
double sut_stitch_oblique(const sut_stitch *s, sut_vec3 from, sut_vec3 to);
// m of thread from the hole that is nearest to the end without a needle to that end; of a thread without one the
// shorter end. Negative: none of it goes through tissue, or something else than the thread is in it.
double sut_stitch_tail(const sut_look *look);

#endif
