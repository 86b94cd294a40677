// SPDX-License-Identifier: MIT
// tool_judge.h -- an independent judge of tools: the certificate watches threads against the parts
// of tools, and tools against each other, after every part of every step.
#ifndef SUTURA_TESTS_TOOL_JUDGE_H
#define SUTURA_TESTS_TOOL_JUDGE_H

#include "sutura/sutura.h"

enum { TOOL_JUDGE_TOOLS = 3 };

typedef struct tool_judge {
    sut_certificate *certificate; // null: nothing to judge yet
    sut_thread_id thread;
    bool has_thread;
    sut_tool_id tool[TOOL_JUDGE_TOOLS];
    int first[TOOL_JUDGE_TOOLS]; // number of its first solid
    int tools, solids;
    int refused; // parts of steps that the certificate could not take
} tool_judge;

// A world def without gravity that calls on the judge, which must outlive the world.
sut_world_def tool_judged_def(tool_judge *j);
// Watch a thread (or none: null) and these tools from now on; false: no memory.
bool tool_judge_begin(tool_judge *j, const sut_world *w, const sut_thread_id *thread,
                      const sut_tool_id *tool, int tools);
// How often something passed through something; -1: something was not judged.
int tool_judge_end(tool_judge *j);

#endif
