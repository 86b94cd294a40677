// SPDX-License-Identifier: MIT
// judge_fixture.h -- an independent judge of every part of every step: did anything pass through
// anything, and is everything a number?
#ifndef SUTURA_TESTS_JUDGE_FIXTURE_H
#define SUTURA_TESTS_JUDGE_FIXTURE_H

#include "sutura/sutura.h"

enum { JUDGE_THREADS = 4 };

typedef struct judge {
    sut_certificate *certificate; // null: nothing to judge yet
    sut_thread_id thread[JUDGE_THREADS];
    int threads;
    int parts;   // judged so far
    int refused; // of these, with positions that the certificate could not take
} judge;

// A world def without gravity that calls on the judge, which must outlive the world.
sut_world_def judged_def(judge *j);
// Watch the threads of a world from now on; false: no memory.
bool judge_begin(judge *j, const sut_world *w, const sut_thread_id *thread, int threads);
// Nothing passed through anything so far, and some parts were looked at.
bool judge_is_content(const judge *j);
void judge_end(judge *j);

#endif
