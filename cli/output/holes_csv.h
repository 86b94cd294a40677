// SPDX-License-Identifier: MIT
// holes_csv.h -- holes.csv, one line per block and hole that something is through.
//
//     t,hole,tissue,thread,needle,s,x,y,z,fx,fy,fz,slid,slipping
//
// Holes are numbered from 0; runs with tissues always write it.
#ifndef SUT_OUTPUT_HOLES_CSV_H
#define SUT_OUTPUT_HOLES_CSV_H

#include "output/source.h"
#include "output/writer.h"

typedef struct sut_holes_csv {
    bool open;
    sut_writer file;
} sut_holes_csv;

bool sut_holes_csv_open(sut_holes_csv *csv, const char *folder, sut_fault *fault);
void sut_holes_csv_begin(sut_holes_csv *csv);
void sut_holes_csv_abandon(sut_holes_csv *csv);
void sut_holes_csv_block(sut_holes_csv *csv, const sut_source *src);
bool sut_holes_csv_failed(const sut_holes_csv *csv);
bool sut_holes_csv_close(sut_holes_csv *csv, sut_fault *fault);

#endif
