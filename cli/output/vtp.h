// SPDX-License-Identifier: MIT
// vtp.h -- VTK XML PolyData: scene_NNNNNN.vtp per block and scene.pvd that lists them with their
// times. Every thread is one poly-line; points carry radius, tension, twist and velocity, lines
// carry the index of their thread. Tools are polygons: their cells carry the index of the tool (-1
// in those of threads, and the other way round). Arrays are appended as raw bytes. The .pvd is
// complete after every block, so a viewer can follow a run.
#ifndef SUT_OUTPUT_VTP_H
#define SUT_OUTPUT_VTP_H

#include "output/source.h"
#include "output/writer.h"

typedef struct sut_vtp {
    const char *folder;
    sut_writer index;    // scene.pvd
    long long index_end; // where the next entry goes, the closing tags after it
    int blocks;
    double *scratch; // one array of values per point or line
    size_t scratch_count;
    bool failed;
    sut_fault fault; // the first thing that failed
} sut_vtp;

// Make the .pvd. Then begin, or abandon. `folder` must outlive the object.
bool sut_vtp_open(sut_vtp *vtp, const sut_source *src, const char *folder, sut_fault *fault);
void sut_vtp_begin(sut_vtp *vtp);
void sut_vtp_abandon(sut_vtp *vtp);

void sut_vtp_block(sut_vtp *vtp, const sut_source *src);
bool sut_vtp_close(sut_vtp *vtp, sut_fault *fault);

#endif
