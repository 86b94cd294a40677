// SPDX-License-Identifier: MIT
// msh.h -- names of a Gmsh file: (dimension, number) of physical groups and geometric entities.
#ifndef SUT_MESH_MSH_H
#define SUT_MESH_MSH_H

#include "readers.h"

// Sorted by dimension and tag once all are there.
typedef struct sut_msh_tag {
    int dimension;
    long long tag;
    size_t first, count; // of an entity: its physical numbers in `pool`; of a name: its group
} sut_msh_tag;

typedef struct sut_msh_table {
    sut_msh_tag *tags;
    size_t count, capacity;
} sut_msh_table;

typedef struct sut_msh {
    sut_soup *s;
    sut_text t;
    bool blocks;            // version 4.1
    sut_msh_table names;    // physical
    sut_msh_table entities; // of 4.1
    long long *pool;        // physical numbers of entities
    size_t pool_count, pool_capacity;
    long long *node_tags; // [nodes]
    size_t tag_count, tag_capacity;
} sut_msh;

bool sut_msh_names(sut_msh *m);
bool sut_msh_entities(sut_msh *m);
// Elements first .. last - 1 of a kind belong to a physical group, or to all those of an entity.
bool sut_msh_belong(sut_msh *m, int dimension, long long physical, sut_soup_kind kind, size_t first,
                    size_t last);
bool sut_msh_belong_entity(sut_msh *m, int dimension, long long entity, sut_soup_kind kind,
                           size_t first, size_t last);
// Numbers of nodes into places in the list.
bool sut_msh_resolve(sut_msh *m);

#endif
