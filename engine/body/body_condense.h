// SPDX-License-Identifier: MIT
// body_condense.h -- condensation for bodies whose nodes are a set of vertices, coupled all with
// all: the matrix on the nodes is the inverse of the compliance between them.
//
// A kind that can only solve uses `sut_body_condense_dense`; one with a cheaper compliance
// fills it in between `begin` and `put`.
#ifndef SUT_BODY_CONDENSE_H
#define SUT_BODY_CONDENSE_H

#include "base/memory.h"
#include "body/body.h"
#include "linalg/dense3.h"

typedef struct sut_body_nodes {
    int n;    // vertices of the body
    int room; // for nodes
    int count;
    int *vertex;      // [room] ascending after `number`
    int *index;       // [n] of a marked vertex among the nodes; -1: not marked
    double **block;   // [room^2] where the condensed system keeps block (i, j)
    double *axis;     // [3 room] diagonal of the compliance
    bool *held;       // [3 room] axes that do not move
    double *saved;    // [3 n] correction while unit loads are applied
    sut_dense3 dense; // compliance
    void *memory;
    size_t size;
} sut_body_nodes;

// room > n is n. False: no memory.
bool sut_body_nodes_make(sut_body_nodes *d, int n, int room, sut_memory *m);
void sut_body_nodes_free(sut_body_nodes *d, sut_memory *m);

// Entries of sut_body_kind. When more vertices are marked than there is room for, `number` answers
// SUT_BODY_TOO_MANY, which no system has room for.
enum { SUT_BODY_TOO_MANY = 1 << 24 };
void sut_body_nodes_clear(sut_body_nodes *d);
void sut_body_nodes_mark(sut_body_nodes *d, int vertex);
int sut_body_nodes_number(sut_body_nodes *d);
void sut_body_nodes_couple(const sut_body_nodes *d, int first_node, sut_sparse *s);
void sut_body_nodes_look_up(sut_body_nodes *d, int first_node, sut_sparse *s);

// The compliance, block by block (i >= j), and `held`; then its inverse into the system. What was
// set for held axes is dropped. False: not positive definite.
void sut_body_nodes_begin(sut_body_nodes *d);
void sut_body_nodes_set(sut_body_nodes *d, int i, int j, const double m[9]);
bool sut_body_nodes_invert(sut_body_nodes *d);
void sut_body_nodes_put(const sut_body_nodes *d);

// By three unit loads per node, through `answer` and `respond`. An axis that answers nothing to a
// load on itself is held.
bool sut_body_condense_dense(sut_body *b, sut_body_nodes *d);

#endif
