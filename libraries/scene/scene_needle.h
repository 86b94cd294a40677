// SPDX-License-Identifier: MIT
// scene_needle.h -- needles of a scene: what they are, where they start, what leads them.
#ifndef SUT_SCENE_NEEDLE_H
#define SUT_SCENE_NEEDLE_H

#include "scene_types.h"

struct sut_scene_needle {
    char name[SUT_SCENE_NAME_SIZE];
    sut_needle_def def;   // its keys are the ones below, its thread follows from the number
    sut_needle_key *keys; // [def.key_count], owned; null: no hand leads it
    int thread;           // that is swaged to it, -1: none
    int tool;             // that holds it from the start, -1: none
};

// After threads and tools.
bool sut_scene_read_needles(const sut_reader *r, const sut_node *root, sut_scene *s);
void sut_scene_needles_free(sut_scene *s);
sut_result sut_scene_build_needle(const sut_reader *r, sut_world *w, const sut_scene *s, int i);
// Places along its arc at the start, tip first; share 0 .. 1.
sut_vec3 sut_scene_needle_place(const sut_scene_needle *n, double share);

#endif
