// SPDX-License-Identifier: MIT
// knot.h -- name the knots in threads from their shape alone.
//
// Names are Rolfsen's ("3_1", "m5_2", "3_1#m3_1", "0_1" for none) for prime knots of up to 8
// crossings and for sums of them. A leading m marks the mirror image of the picture in Rolfsen's
// table: 3_1 is the left-handed trefoil, m3_1 the right-handed one. Knots that are their own mirror
// image carry no m. What is not in the table is "unknown" with its polynomials.
//
// The same input gives the same answer. These functions take memory with malloc, keep nothing
// between calls, and may run in parallel.
#ifndef SUTURA_KNOT_H
#define SUTURA_KNOT_H

#include "sutura/types.h"

#ifdef __cplusplus
extern "C" {
#endif

enum { SUT_KNOT_NAME_SIZE = 128, SUT_KNOT_THROWS_MAX = 16, SUT_KNOT_LOOPS_MAX = 64 };

// Which end of a thread is loaded (its standing part); the other one is its free end. Only two
// threads knotted together need it, to tell a reef from a thief knot and a granny from a grief.
typedef enum sut_knot_end {
    SUT_KNOT_END_UNKNOWN, // the one with the longer tail outside of the knot
    SUT_KNOT_END_FIRST,
    SUT_KNOT_END_LAST
} sut_knot_end;

// A thread as a polygon. Open ones are closed far away from everything.
typedef struct sut_knot_thread {
    const sut_vec3 *positions; // [vertex_count] m, finite; neighbours may coincide
    int vertex_count;          // open: at least 2 different points, closed: at least 3
    bool closed;               // the last vertex is joined to the first
    sut_knot_end standing;
} sut_knot_thread;

typedef enum sut_knot_effort {
    SUT_KNOT_THOROUGH, // as certain as possible: milliseconds, for tangles seconds
    SUT_KNOT_LIVE // for every tenth of a second of a running simulation: a few milliseconds for
                  // 600 vertices; "unknown" for what does not become simple at once
} sut_knot_effort;

// Limits of the work of one call, in operations of about a nanosecond each. They are counted, never
// timed: the same input gives the same answer on every machine.
#define SUT_KNOT_WORK_THOROUGH INT64_C(2000000000)
#define SUT_KNOT_WORK_LIVE INT64_C(40000000)

// Sum of coefficients[i] t^(low + i).
typedef struct sut_knot_polynomial {
    int low;
    int count; // 0: not computed, the diagram stayed too large
    const int64_t *coefficients;
} sut_knot_polynomial;

typedef struct sut_knot_throw {
    int turns; // 1 for a half knot, 2 for the first throw of a surgeon's knot
    int hand;  // +1 right, -1 left
} sut_knot_throw;

// Throws of a knot, the first one tied first.
typedef struct sut_knot_throws {
    int count;
    sut_knot_throw list[SUT_KNOT_THROWS_MAX];
    char
        word[SUT_KNOT_NAME_SIZE]; // "2=1": turns, joined by = where hands alternate, by x where not
    char apart[SUT_KNOT_NAME_SIZE];    // knots in a tail beside the throws, "3_1"; mostly ""
    char surgical[SUT_KNOT_NAME_SIZE]; // "reef", "granny", "surgeon", "overhand", "figure-eight",
                                       // or the word of a longer one; "" where there is no name
} sut_knot_throws;

// One thread.
typedef struct sut_knot_loop {
    char name[SUT_KNOT_NAME_SIZE];
    const char *reason;    // why it is "unknown", in words that need not be freed; "" if it is not
    int crossings;         // of the knot with that name; of the diagram if it is unknown
    int diagram_crossings; // of the smallest diagram that was found; -1: none within the limit
    sut_knot_polynomial alexander; // symmetric, sum 1
    sut_knot_polynomial jones;
    int signature; // +2 for the left-handed trefoil
    bool has_signature;
    bool certain; // proven: the diagram is so small that the name follows; otherwise only probable
    // An open thread whose ends lie among the rest can be closed in several ways. Share of them
    // that gave this name, 1 where the ends stick out; and the next frequent name, "" if there is
    // none.
    bool ambiguous;
    double confidence;
    char runner_up[SUT_KNOT_NAME_SIZE];
    sut_knot_throws throws;
} sut_knot_loop;

// All threads of a call.
typedef struct sut_knot {
    int count;
    sut_knot_loop *loops; // [count], in the order of the threads
    int *linking;         // [count * count] linking numbers; 0 on the diagonal
    bool has_linking;     // false: not found within the limit, all are 0
    int64_t work;         // operations of the call
    bool spent;           // the limit was reached: what is unknown or missing may still exist
    // of two threads only
    char link[SUT_KNOT_NAME_SIZE]; // each closed by itself: "2^2_1" and a few others; "split" or
                                   // "linked" (proven); "" otherwise
    sut_knot_throws bend;          // both open: the knot that joins them
    char bend_name[SUT_KNOT_NAME_SIZE]; // of the loop made by joining standing and free ends
    void *memory;
} sut_knot;

// Name the knots of 1 to 64 threads. On success *out holds memory until sut_knot_free. Refuses
// (SUT_E_ARGUMENT) positions that are not finite, too few different points, and curves that meet
// themselves in so many points that no direction shows them clearly. Time for n vertices: about
// (n / 100)^2 microseconds and a millisecond, more for tangles and for ends among the rest; at most
// what the limit of the effort allows.
SUT_API sut_result sut_knot_name(const sut_knot_thread *threads, int count, sut_knot_effort effort,
                                 sut_knot *out);
// The same with a limit of its own, at least 1. A name that is given is as true as without; what
// the work was not enough for is "unknown" with a reason, or missing (throws, links, bends), and
// `spent` is set. Exceeded by less than a millisecond and what is linear in the vertices.
SUT_API sut_result sut_knot_name_within(const sut_knot_thread *threads, int count,
                                        sut_knot_effort effort, int64_t work, sut_knot *out);
SUT_API void sut_knot_free(sut_knot *knot); // an all-zero one is fine

#ifdef __cplusplus
}
#endif
#endif
