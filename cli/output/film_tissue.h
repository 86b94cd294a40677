// SPDX-License-Identifier: MIT
// film_tissue.h -- tissues in the film of a run: their surfaces at its start and its end, and some
// of their nodes in every frame.
#ifndef SUT_OUTPUT_FILM_TISSUE_H
#define SUT_OUTPUT_FILM_TISSUE_H

#include "output/source.h"

typedef struct sut_film_tissue {
    const char *name; // the source's
    bool tube;
    int first;  // index of its first point in a frame
    int points; // that are kept of its nodes in every frame
    int start_count;
    sut_vec3 *start; // [start_count] nodes
    int start_triangle_count;
    int (*start_triangles)[3];
    int node_count;
    sut_vec3 *end; // [node_count]; null before the end
    double *strain;
    int triangle_count; // of a surface that is not too large to be drawn
    int (*triangles)[3];
    bool solid; // its far side is not seen
    int slit_points;
    sut_vec3 *slits; // [slit_points] at the end, one behind the other, each ended by NaN
} sut_film_tissue;

// [src->tissue_count], null without memory. Their points follow `first`; *end is behind them.
sut_film_tissue *sut_film_tissues_make(const sut_source *src, int first, int *end);
void sut_film_tissues_free(sut_film_tissue *tissues, int count);

typedef struct sut_film_tissue_moment {
    double kinetic, elastic; // J
    double strain;
} sut_film_tissue_moment;
// Tissue i as it is now into the points of a frame.
sut_film_tissue_moment sut_film_tissue_expose(const sut_film_tissue *t, const sut_source *src,
                                              int i, sut_vec3 *points);
// The run ended here. Without memory the tissue is not drawn.
void sut_film_tissue_end(sut_film_tissue *t, const sut_source *src, int i);

#endif
