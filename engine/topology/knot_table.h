// SPDX-License-Identifier: MIT
// knot_table.h -- the prime knots of up to 8 crossings with their invariants, and names from them;
// and 9_1, the throw of four turns.
//
// Rolfsen's numbers and Rolfsen's hands: 3_1 is the left-handed trefoil, m3_1 the right-handed. The
// mirror image has the same Alexander polynomial, the Jones polynomial with t and 1/t exchanged,
// and the signature with the other sign. Together the two polynomials tell all knots of the table,
// their mirror images and their sums of up to four factors apart.
#ifndef SUT_TOPOLOGY_KNOT_TABLE_H
#define SUT_TOPOLOGY_KNOT_TABLE_H

#include "topology/invariants.h"

#include <stdbool.h>
#include <stdint.h>

enum { SUT_KNOT_TABLE_SIZE = 36, SUT_KNOT_FACTORS_MAX = 16 };

typedef struct sut_knot_entry {
    int16_t crossings, index;
    bool amphichiral; // its own mirror image
    int16_t signature;
    int16_t alexander_degree;
    int16_t alexander[5]; // [alexander_degree + 1] from the middle outwards
    int16_t jones_low;    // lowest power of t
    int16_t jones_count;
    int16_t jones[10];
} sut_knot_entry;

extern const sut_knot_entry sut_knot_table[SUT_KNOT_TABLE_SIZE];

// A prime factor: table index, and whether it is the mirror image.
typedef struct sut_knot_factor {
    int entry;
    bool mirrored;
} sut_knot_factor;

// The factors whose products are these polynomials (Jones in powers of t^(1/2)): one from the
// table, or a sum of up to `most` of them. Returns how many, 0 if nothing fits, -1 without memory.
// The unknot is nothing that this function finds.
int sut_knot_look_up(const sut_poly *alexander, const sut_poly *jones, int most,
                     sut_knot_factor *factors, sut_pool *pool);

// By crossings, then number, then the unmirrored first.
void sut_knot_sort(sut_knot_factor *factors, int count);
// "3_1#m3_1"; cut off when it does not fit, always ended.
void sut_knot_write(const sut_knot_factor *factors, int count, char *text, int size);

// Number of half turns of the two-strand torus knot that the factor is (3, 5, 7), negative for a
// left hand; 0: it is none.
int sut_knot_half_turns(sut_knot_factor f);

#endif
