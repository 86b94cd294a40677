// SPDX-License-Identifier: MIT
// throws.h -- a surgical knot throw by throw.
//
// A throw of t turns is two strands wound about each other by 2 t + 1 half turns. The thread runs
// down through the throws from the last to the first, round its loop, and up again, so that seen
// along the thread the throws are nested: c1 c2 c3 [ b1 b2 b3 [ a1 a2 a3 a1 a2 a3 ] b1 b2 b3 ] c1
// c2 c3, where letters are crossings. All crossings of a throw have one sign, its hand.
#ifndef SUT_TOPOLOGY_THROWS_H
#define SUT_TOPOLOGY_THROWS_H

#include "topology/diagram.h"
#include "topology/knot_table.h"

enum { SUT_THROWS_LIMIT = 16 };

typedef struct sut_throws {
    int count;
    int half_turns[SUT_THROWS_LIMIT]; // from the first tied, 2 turns + 1, negative for a left hand
    sut_knot_factor apart[SUT_KNOT_FACTORS_MAX]; // knots in a tail, beside the throws
    int apart_count;
    int score; // how clearly the word shows them; 0: it does not
} sut_throws;

// Read the throws of loop 0 from its word, beginning at its first passage. False without memory.
bool sut_throws_read(const sut_diagram *d, sut_pool *pool, sut_throws *out);

bool sut_throws_equal(const sut_throws *a, const sut_throws *b);
// Do the throws, as two-strand torus knots, make exactly these factors?
bool sut_throws_make(const sut_throws *t, const sut_knot_factor *factors, int count);

// "2=1=1": turns, joined by = where hands alternate and by x where they do not.
void sut_throws_write(const sut_throws *t, char *text, int size);
// "reef", "granny", "surgeon", "overhand", ..., the word itself for longer ones, "" without throws.
void sut_throws_name(const sut_throws *t, char *text, int size);

#endif
