// SPDX-License-Identifier: MIT
// scene_turn.h -- orientations of obstacles and tools, from the words of a scene file.
//
// Only +, -, *, / and sqrt in a fixed order: the engine's own elementary functions are not visible
// from this library, and those of libm differ from system to system in the last bit.
#ifndef SUT_SCENE_TURN_H
#define SUT_SCENE_TURN_H

#include "sutura/tool.h"

// The rotation vector that turns one unit vector into another the short way.
sut_vec3 sut_turn_between(sut_vec3 from, sut_vec3 to);
// A rotation vector (axis times angle) as a unit quaternion; any angle.
sut_quat sut_turn_quat(sut_vec3 rotation);
// The shortest rotation vector of a unit quaternion.
sut_vec3 sut_turn_vector(sut_quat q);
// First `first`, then `second`.
sut_quat sut_turn_then(sut_quat first, sut_quat second);
sut_vec3 sut_turn_apply(sut_quat q, sut_vec3 v);
// The share 0 .. 1 of the short way from one orientation to another; exactly `to` at 1.
sut_quat sut_turn_part(sut_quat from, sut_quat to, double share);

// A tool that reaches along the unit vector `pointing` (its -z), turned there by the shortest way
// from straight down with the jaws along x, and then by `roll` about its own z.
sut_quat sut_turn_pointing(sut_vec3 pointing, double roll);
// A tool that reaches along `pointing`, with jaws that open across a strand along the unit vector
// `strand`; of the two ways the one nearer to `now`. A strand along `pointing` leaves `now` as far
// as that can be.
sut_quat sut_turn_across(sut_vec3 pointing, sut_vec3 strand, sut_quat now);

#endif
