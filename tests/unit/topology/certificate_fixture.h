// SPDX-License-Identifier: MIT
// certificate_fixture.h -- curves, motions and slow, simple answers for the certificate's tests.
#ifndef SUT_TESTS_CERTIFICATE_FIXTURE_H
#define SUT_TESTS_CERTIFICATE_FIXTURE_H

#include "math/vec3.h"
#include "sutura/certificate.h"

double fixture_random(uint64_t *seed);       // 0 .. 1
sut_vec3 fixture_random_vec(uint64_t *seed); // each component within +- 1

// Passages of two edges in straight motion from (p0, q0) to (p1, q1), with signs, from the roots of
// their volume over time, found by looking at 600 moments. False: too near to a limit to say.
bool fixture_cubic_count(const sut_vec3 p0[2], const sut_vec3 p1[2], const sut_vec3 q0[2],
                         const sut_vec3 q1[2], int *count);

// Linking number of two closed polygons, from their crossings in a projection along z.
int fixture_linking(const sut_vec3 *a, int n, const sut_vec3 *b, int m);

// The closed trefoil of torus radii 2 and 1 times `size`: 3_1, three crossings seen along z.
void fixture_trefoil(sut_vec3 *x, int n, double size);
void fixture_line(sut_vec3 *x, int n, sut_vec3 from, sut_vec3 to);
void fixture_ring(sut_vec3 *x, int n, double radius); // in the plane z = 0, about the origin

// A certificate for the box +- size, without or with threads; null when something failed.
sut_certificate *fixture_certificate(double size);
int fixture_add(sut_certificate *c, const sut_vec3 *x, int n, double radius, bool closed);

// Advance to straight in-between states in `parts` equal parts, for up to four threads that end at
// `to`. Returns false when a call failed.
bool fixture_move(sut_certificate *c, int threads, const sut_vec3 *const *from,
                  const sut_vec3 *const *to, const int *n, int parts);

// A sheet from -1 to 1 in x and y at the height z.
enum {
    FIXTURE_SIDE = 12,
    FIXTURE_NODES = (FIXTURE_SIDE + 1) * (FIXTURE_SIDE + 1),
    FIXTURE_TRIANGLES = 2 * FIXTURE_SIDE * FIXTURE_SIDE
};
void fixture_sheet(sut_vec3 *x, int (*triangle)[3], double z);
void fixture_shift(sut_vec3 *x, int n, sut_vec3 by);

#endif
