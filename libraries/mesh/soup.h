// SPDX-License-Identifier: MIT
// soup.h -- what a file names, in its own order: nodes, elements, groups. Nothing is checked but
// that it stays within bounds of memory.
#ifndef SUT_MESH_SOUP_H
#define SUT_MESH_SOUP_H

#include "mesh_parts.h"

enum {
    SUT_SOUP_MAX_NODES = 1 << 25,
    SUT_SOUP_MAX_ELEMENTS = 1 << 24,
    SUT_SOUP_MAX_GROUPS = 10000,
    SUT_SOUP_MAX_RANGES = 1 << 22,
    SUT_SOUP_NAME = 128 // longest name of a group with its end
};

// Elements of one number of corners, each with the line that it stands in.
typedef struct sut_soup_list {
    int *corners; // [size count]
    int *lines;
    size_t count, capacity, line_capacity;
    int size;
} sut_soup_list;

typedef enum sut_soup_kind { SUT_SOUP_TRIANGLES, SUT_SOUP_TETS, SUT_SOUP_LOOSE } sut_soup_kind;
enum { SUT_SOUP_KINDS = 3 };

// Elements first .. last - 1 of a kind belong to a group.
typedef struct sut_soup_range {
    int group;
    sut_soup_kind kind;
    size_t first, last;
} sut_soup_range;

typedef struct sut_soup {
    sut_mesh_error *error;
    sut_vec3 *nodes;
    size_t node_count, node_capacity;
    sut_soup_list lists[SUT_SOUP_KINDS]; // loose: nodes of points and lines, for groups only
    char (*groups)[SUT_SOUP_NAME];
    int *group_order; // by name
    size_t group_count, group_capacity, order_capacity;
    sut_soup_range *ranges;
    size_t range_count, range_capacity;
    int base;    // how the file calls its first node, for messages
    bool sparse; // nodes have any numbers (msh), of which these are the least and largest
    long long least, largest;
    bool bad_index;      // a node that cannot be named stands in
    long long bad_named; // as it is called
    int bad_line;
    bool not_finite;
    int not_finite_line;
    bool weld_equal; // corners are nodes of their own (stl)
} sut_soup;

void sut_soup_start(sut_soup *s, sut_mesh_error *error);
void sut_soup_end(sut_soup *s);
bool sut_soup_node(sut_soup *s, sut_vec3 p, int line);
bool sut_soup_element(sut_soup *s, sut_soup_kind kind, const int *corners, int line);
// The index of a node that the file calls `named`; remembers the first that cannot be.
int sut_soup_index(sut_soup *s, long long named, int line);
// The number of the group of that name; -1 after an error.
int sut_soup_group(sut_soup *s, const char *name, size_t length);
bool sut_soup_range_add(sut_soup *s, int group, sut_soup_kind kind, size_t first, size_t last);
// Indices and coordinates, in this order.
bool sut_soup_validate(sut_soup *s);

// Corners of a polygon one by one, as a fan of triangles.
typedef struct sut_fan {
    int first, before, count;
} sut_fan;
bool sut_fan_corner(sut_soup *s, sut_fan *f, int node, int line);
// after the last corner
bool sut_fan_end(sut_soup *s, const sut_fan *f, int line);

// node_map[i]: the node that stands for node i, itself or one before it. Nodes within `distance` of
// each other, or with 0 those at exactly the same place. False: no memory.
bool sut_weld(const sut_vec3 *x, int count, double distance, int *node_map);

// The checked mesh of a soup; null after an error.
sut_mesh *sut_soup_mesh(sut_soup *s, const sut_mesh_import *how);

#endif
