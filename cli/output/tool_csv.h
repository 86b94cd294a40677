// SPDX-License-Identifier: MIT
// tool_csv.h -- tool_NAME.csv: one line per tool and block.
//
//     t,target_x,..,target_qw,x,y,z,qx,qy,qz,qw,jaw_target,jaw,fx,..,tx,..,hand_fx,..,hand_tx,..,
//     blocked,thread,vertex,slipping
//
// Target and proxy as position and quaternion, the wrench of threads on the tool, that of the
// coupling on the hand, and the first strand that it holds (empty: none).
#ifndef SUT_OUTPUT_TOOL_CSV_H
#define SUT_OUTPUT_TOOL_CSV_H

#include "output/source.h"
#include "output/writer.h"

typedef struct sut_tool_csv {
    int count;
    sut_writer *files; // [count]
} sut_tool_csv;

// Make the files without touching what is there; then begin, or abandon.
bool sut_tool_csv_open(sut_tool_csv *csv, const sut_source *src, const char *folder,
                       sut_fault *fault);
void sut_tool_csv_begin(sut_tool_csv *csv);
void sut_tool_csv_abandon(sut_tool_csv *csv);
void sut_tool_csv_block(sut_tool_csv *csv, const sut_source *src);
bool sut_tool_csv_failed(const sut_tool_csv *csv);
bool sut_tool_csv_close(sut_tool_csv *csv, sut_fault *fault);

#endif
