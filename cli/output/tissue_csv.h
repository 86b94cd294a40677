// SPDX-License-Identifier: MIT
// tissue_csv.h -- tissue_NAME.csv, one line per node and block, and tissue_NAME_mesh.csv, one line
// per element at the start and in every block before which the mesh changed.
//
//     t,node,x,y,z              tubes: t,node,x,y,z,rx,ry,rz
//     t,element,a,b,c,d         d is empty for triangles; tubes have no such file
//
// Nodes are appended when a tissue tears, never renumbered.
#ifndef SUT_OUTPUT_TISSUE_CSV_H
#define SUT_OUTPUT_TISSUE_CSV_H

#include "output/source.h"
#include "output/writer.h"

typedef struct sut_tissue_files {
    sut_writer nodes, mesh;
    bool has_mesh; // tubes have none
    bool mesh_written;
    uint32_t changes; // of the mesh when it was written last
} sut_tissue_files;

typedef struct sut_tissue_csv {
    int count;
    sut_tissue_files *files; // [count], one pair per tissue
} sut_tissue_csv;

// As for threads: open all or none, then begin or abandon.
bool sut_tissue_csv_open(sut_tissue_csv *csv, const sut_source *src, const char *folder,
                         sut_fault *fault);
void sut_tissue_csv_begin(sut_tissue_csv *csv);
void sut_tissue_csv_abandon(sut_tissue_csv *csv);
void sut_tissue_csv_block(sut_tissue_csv *csv, const sut_source *src);
bool sut_tissue_csv_failed(const sut_tissue_csv *csv);
bool sut_tissue_csv_close(sut_tissue_csv *csv, sut_fault *fault);

#endif
