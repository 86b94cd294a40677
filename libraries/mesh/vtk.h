// SPDX-License-Identifier: MIT
// vtk.h -- lists of numbers and cells of a legacy VTK file.
#ifndef SUT_MESH_VTK_H
#define SUT_MESH_VTK_H

#include "readers.h"

typedef enum sut_vtk_type {
    SUT_VTK_I8,
    SUT_VTK_U8,
    SUT_VTK_I16,
    SUT_VTK_U16,
    SUT_VTK_I32,
    SUT_VTK_U32,
    SUT_VTK_I64,
    SUT_VTK_U64,
    SUT_VTK_F32,
    SUT_VTK_F64,
    SUT_VTK_NO_TYPE
} sut_vtk_type;

// Whole numbers with the lines they stand in.
typedef struct sut_vtk_list {
    long long *values;
    int *lines;
    size_t count, capacity, line_capacity;
} sut_vtk_list;

// Cells: the nodes of cell i are connectivity[offsets[i] .. offsets[i + 1] - 1].
typedef struct sut_vtk_cells {
    sut_vtk_list offsets, connectivity;
} sut_vtk_cells;

typedef struct sut_vtk {
    sut_soup *s;
    sut_text t;
    bool binary;
    bool split; // since 5.0 cells are offsets and connectivity
    sut_vtk_cells cells;
    sut_vtk_list types;
} sut_vtk;

sut_vtk_type sut_vtk_type_of(sut_word w);
int sut_vtk_line(const sut_vtk *v); // 0 in binary files
bool sut_vtk_fail_end(const sut_vtk *v, const char *what, const char *need);
// The next number of a type; in binary files the text must stand at the first byte.
bool sut_vtk_value(sut_vtk *v, sut_vtk_type type, double *out, const char *what);
// A list of whole numbers.
bool sut_vtk_whole(sut_vtk *v, sut_vtk_type type, long long count, sut_vtk_list *out,
                   const char *what);
// Cells behind their keyword.
bool sut_vtk_cells_read(sut_vtk *v, sut_vtk_cells *out);
void sut_vtk_cells_free(sut_vtk_cells *c);
// Cell i with the given type of VTK into the soup; others are skipped.
bool sut_vtk_cell(sut_vtk *v, const sut_vtk_cells *c, size_t i, long long type);

#endif
