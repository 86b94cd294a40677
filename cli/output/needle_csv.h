// SPDX-License-Identifier: MIT
// needle_csv.h -- needle_NAME.csv, one line per block:
//
//     t,x,y,z,qx,qy,qz,qw,fx,fy,fz,tx,ty,tz,resistance,inside,holes,tool
//
// Pose of its frame (the origin is the tip); force and torque about the tip of all that touches or
// pulls it but hand and weight; resistance: that force against the forward tangent at the tip, N;
// length inside of tissue, m; holes on it; the tool that holds it, or empty.
#ifndef SUT_OUTPUT_NEEDLE_CSV_H
#define SUT_OUTPUT_NEEDLE_CSV_H

#include "output/source.h"
#include "output/writer.h"

typedef struct sut_needle_csv {
    int count;
    sut_writer *files; // [count], one per needle
} sut_needle_csv;

// As for threads: open all or none, then begin or abandon.
bool sut_needle_csv_open(sut_needle_csv *csv, const sut_source *src, const char *folder,
                         sut_fault *fault);
void sut_needle_csv_begin(sut_needle_csv *csv);
void sut_needle_csv_abandon(sut_needle_csv *csv);
void sut_needle_csv_block(sut_needle_csv *csv, const sut_source *src);
bool sut_needle_csv_failed(const sut_needle_csv *csv);
bool sut_needle_csv_close(sut_needle_csv *csv, sut_fault *fault);

#endif
