// SPDX-License-Identifier: MIT
// tissue_shape.h -- what the mesh of a tissue is like now: parts, faults, and distances of lips.
#ifndef SUT_OUTPUT_TISSUE_SHAPE_H
#define SUT_OUTPUT_TISSUE_SHAPE_H

#include "output/source.h"

// Parts that share no node; -1 without memory.
int sut_tissue_components(const sut_tissue_view *v);
// No edge of the surface has more than two triangles, and around every node there is one fan.
bool sut_tissue_is_manifold(const sut_tissue_view *v);

// Distances from some nodes to the nearest points of something, m.
typedef struct sut_gap_reading {
    double mean, least, most; // NaN where there is nothing to measure
    double
        leak; // m^2, open along the edges between the nodes: length times what is beyond touching
} sut_gap_reading;

// What is measured: nodes of one tissue, and triangles, edges and single nodes of another.
typedef struct sut_gap {
    int tissue[2];
    bool lips;        // of one wound: what they are apart where they touch is no gap
    const int *nodes; // [node_count] of the first, borrowed
    int node_count;
    int (*faces)[3]; // of the second, owned
    int face_count;
    int (*edges)[2];
    int edge_count;
    int *points;
    int point_count;
    int (*rim)[2]; // edges of the first between its nodes, as places in `nodes`; owned
    int rim_count;
    sut_gap_reading start, end;
} sut_gap;

// All distances that a run reports.
typedef struct sut_gaps {
    int wound_count; // as many as tissues; without a wound it has no nodes
    sut_gap *wounds;
    int count;
    sut_gap *gaps;
} sut_gaps;
bool sut_gaps_start(sut_gaps *g, const sut_source *src); // false without memory; measures the start
void sut_gaps_end(sut_gaps *g, const sut_source *src);
void sut_gaps_free(sut_gaps *g);

#endif
