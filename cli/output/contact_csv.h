// SPDX-License-Identifier: MIT
// contact_csv.h -- contacts.csv: one line per contact and block.
//
//     t,thread_a,edge_a,thread_b,edge_b,obstacle,tool,x,y,z,nx,ny,nz,fx,fy,fz,gap,slipping
//
// Contacts that bear a force at the end of a step, in the order of thread and edge. `thread_b` and
// `edge_b` are empty where b is no thread, `obstacle` and `tool` where it is none. The normal
// points from b to a, the force is that of b on a. Runs with tissues append
// `tissue_a,triangle_a,tissue_b,triangle_b`.
#ifndef SUT_OUTPUT_CONTACT_CSV_H
#define SUT_OUTPUT_CONTACT_CSV_H

#include "output/source.h"
#include "output/writer.h"

// Open it in `folder` without touching what is there; then begin, or sut_writer_abandon.
bool sut_contact_csv_open(sut_writer *w, const char *folder, sut_fault *fault);
void sut_contact_csv_begin(sut_writer *w, const sut_source *src);
void sut_contact_csv_block(sut_writer *w, const sut_source *src);

#endif
