// SPDX-License-Identifier: MIT
// csv.h -- thread_NAME.csv: one line per vertex and block.
//
//     t,vertex,x,y,z,tension,twist
//
// Blocks in the order of time, vertices in their order, numbers as "%.17g". Tension and twist
// belong to the edge after the vertex, so they are empty for the last one. Lines stream into the
// file as they arise: the data of a running or broken-off run can be read.
#ifndef SUT_OUTPUT_CSV_H
#define SUT_OUTPUT_CSV_H

#include "output/source.h"
#include "output/writer.h"

typedef struct sut_csv {
    int count;
    sut_writer *files; // [count], one per thread
} sut_csv;

// Open all files or none. Then begin (empties them, writes the headers), or abandon.
bool sut_csv_open(sut_csv *csv, const sut_source *src, const char *folder, sut_fault *fault);
void sut_csv_begin(sut_csv *csv);
void sut_csv_abandon(sut_csv *csv);

void sut_csv_block(sut_csv *csv, const sut_source *src);
bool sut_csv_failed(const sut_csv *csv); // a write failed: going on makes no sense
bool sut_csv_close(sut_csv *csv, sut_fault *fault);

#endif
