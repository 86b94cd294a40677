// SPDX-License-Identifier: MIT
// advance.h -- how far a motion may go before two things come too close.
//
// Conservative advancement: at a time that is known to be safe, a plane between the two things
// bounds their distance from below for all later times; go on to where that bound meets the floor,
// and repeat. What is returned is therefore proven, not sampled, and rounding errors are part of
// the proof. No memory. Theory: docs/theory/geometry.md.
//
// The floor, with d the distance at the start:
//
//     d > keep         keep + 5 % of (d - keep). The result is 1 when the motion always leaves more
//                      than keep + 10 % of (d - keep).
//     0 < d <= keep    (within rounding) 0.9 d: never a crossing, and things that part are not
//                      held up. The result is 1 when the distance never falls below 0.91 d.
#ifndef SUT_GEOM_ADVANCE_H
#define SUT_GEOM_ADVANCE_H

#include "geom/shape.h"
#include "math/vec3.h"

// The segments a = (at[0], at[1]) and b = (at[2], at[3]); end k moves in a straight line from at[k]
// to at[k] + by[k]. Returns f in [0, 1]: between the times 0 and f the segments never come closer
// than the floor above. Segments that touch at the start (distance zero within rounding) have no
// side that could be kept: 1 when all of the motion parts them, otherwise 0. 0 when anything is not
// finite.
//
// Cost: one call of sut_segment_nearest and about as much again when nothing comes close; each
// further round costs the same. At most 64 rounds; then what is proven so far is returned.
double sut_segment_advance(const sut_vec3 at[4], const sut_vec3 by[4], double keep);

// The point at[0] against the triangle (at[1], at[2], at[3]), all moving as above, with the same
// promises. Two triangles, or a triangle and a chain of segments, stay apart as long as all their
// vertices stay clear of the other's faces and all their edges of each other.
double sut_triangle_advance(const sut_vec3 at[4], const sut_vec3 by[4], double keep);

// The segment (at[0], at[1]), moving as above, against a shape that moves rigidly between two
// poses: its centre in a straight line, its axes by the shortest rotation, at constant rate.
// `from` and `to` differ in pose only. Distances are signed and to the surface; keep may be
// negative. A segment that is inside at the start may sink by a tenth of keep, or of its depth if
// that is more: what is inside cannot be guarded, only be pushed out. Half a turn between the poses
// is the limit; beyond it the shortest rotation is another one.
double sut_shape_advance(const sut_shape *from, const sut_shape *to, const sut_vec3 at[2],
                         const sut_vec3 by[2], double keep);
// The same for the triangle (at[0], at[1], at[2]): all of it, its face as well as its borders.
double sut_shape_triangle_advance(const sut_shape *from, const sut_shape *to, const sut_vec3 at[3],
                                  const sut_vec3 by[3], double keep);
// The angle by which such a shape turns, and the unit axis (zero: it does not turn).
double sut_shape_turn(const sut_shape *from, const sut_shape *to, sut_vec3 *about);
// Where such a motion is after a share of its time.
sut_shape sut_shape_between(const sut_shape *from, const sut_shape *to, double share);

#endif
