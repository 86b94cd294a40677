// SPDX-License-Identifier: MIT
// knot_file.h -- polygons from a text file, for `sutura knot`.
//
// One vertex per line, three numbers separated by blanks or commas. An empty line separates
// components. `# closed` on a line of its own closes the component before it and ends it;
// `# standing first` or `# standing last` says which of its ends is loaded. Other lines that begin
// with # are comments. A table that `sutura run --format csv` wrote is read too: its last block.
#ifndef SUT_CLI_KNOT_FILE_H
#define SUT_CLI_KNOT_FILE_H

#include "sutura/sutura.h"

#include <stdbool.h>
#include <stdio.h>

typedef struct sut_knot_file {
    sut_vec3 *points;
    int n, capacity;
    int count; // components
    int start[SUT_KNOT_LOOPS_MAX + 1];
    int line[SUT_KNOT_LOOPS_MAX + 1]; // where a component begins
    sut_knot_thread threads[SUT_KNOT_LOOPS_MAX];
} sut_knot_file;

// Read a stream; `name` is what messages call it. On failure *fault holds "NAME:LINE:COL: what is
// wrong; what would be right" or, if reading itself failed, "NAME: why" and the result is false.
typedef struct sut_knot_fault {
    char text[1024];
} sut_knot_fault;
bool sut_knot_file_read(sut_knot_file *f, FILE *stream, const char *name, sut_knot_fault *fault);
void sut_knot_file_free(sut_knot_file *f);

#endif
