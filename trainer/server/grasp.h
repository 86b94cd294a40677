// SPDX-License-Identifier: MIT
// grasp.h -- what closing jaws will hold, and how they are led to it. What pages mark as within reach
// is asked here too, so that a ring never promises what closing does not do.
#ifndef SUT_TRAINER_GRASP_H
#define SUT_TRAINER_GRASP_H

#include "trainer/server/hand.h"

// The place of a thread that jaws which close now are led to, at most `reach` m from between them, and
// where the end of a thread is nearer to it than `keep` m, as far along it as that; false: nothing.
bool sut_grasp_find(const sut_world *w, sut_tool_id tool, double reach, double keep,
                    sut_tool_grip *out);
// The place of a needle that closing jaws are led to, at most `reach` m from between their gripping faces, and
// the direction of the needle there; false: none is in reach, or the tool holds one.
bool sut_grasp_find_needle(const sut_world *w, const sut_tool_view *tool, double reach,
                           double grip_length, sut_vec3 *where, sut_vec3 *along);
// Jaws that close go to what is nearer, and follow thread and hand until they have it or are closed; when they open
// they come back.
void sut_grasp_lead(sut_hand *h, const sut_world *w, sut_tool_id tool, double reach,
                    const sut_hand_jaws *jaws);
// m of thread that must be left at an end for jaws with gripping faces of this length to hold it.
double sut_grasp_keep(double grip_length);

#endif
