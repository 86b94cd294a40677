// SPDX-License-Identifier: MIT
// knot_job.h -- one call of sut_knot_name, for the files that share its work.
#ifndef SUT_TOPOLOGY_KNOT_JOB_H
#define SUT_TOPOLOGY_KNOT_JOB_H

#include "sutura/knot.h"
#include "topology/closing.h"
#include "topology/naming.h"
#include "topology/throws.h"

typedef struct sut_knot_job {
    sut_pool keep; // lives as long as the call
    sut_pool pool; // working memory
    sut_work work; // left for both pools
    sut_random random;
    const sut_effort *effort;
    bool quick;
    sut_threads threads;
    const sut_knot_thread *input;
    sut_knot *out;
} sut_knot_job;

// Name loop k of the loops and read its throws (knot_loop.c). `open`: it was an open thread, so
// that its throws have an order.
sut_naming_result sut_knot_name_loop(sut_knot_job *j, const sut_loops *loops, int k, bool open,
                                     sut_named *name, sut_throws *throws);

// The knot that joins two open threads, into out->bend (knot_bend.c).
sut_naming_result sut_knot_find_bend(sut_knot_job *j);

// Names as text (knot_loop.c); `text` has SUT_KNOT_NAME_SIZE bytes.
void sut_knot_fill_throws(sut_knot_throws *to, const sut_throws *from);
void sut_knot_write_name(const sut_named *name, char *text);

#endif
