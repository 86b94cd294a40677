// SPDX-License-Identifier: MIT
// keys.c -- equal edges and faces, found by three stable counting sorts over the node numbers. No
// hash: its worst case could be asked for by a file.
#include "mesh_parts.h"

#include <stdlib.h>
#include <string.h>

static void sort_two(int *a, int *b) {
    if (*a > *b) {
        int t = *a;
        *a = *b;
        *b = t;
    }
}

sut_key sut_key_edge(int a, int b) {
    sort_two(&a, &b);
    return (sut_key){a, b, -1};
}

sut_key sut_key_face(int a, int b, int c) {
    sort_two(&a, &b);
    sort_two(&b, &c);
    sort_two(&a, &b);
    return (sut_key){a, b, c};
}

static int part_of(const sut_key *k, int part) {
    return part == 0 ? k->a : part == 1 ? k->b : k->c;
}

// order `from` by one part of the keys into `to`; start has node_count + 2 places
static void sort_by(const sut_key *keys, int count, int node_count, int part, int *start,
                    const int *from, int *to) {
    memset(start, 0, ((size_t)node_count + 2) * sizeof *start);
    for (int i = 0; i < count; i++) {
        start[part_of(&keys[i], part) + 2]++; // -1 is the first bucket
    }
    for (int n = 1; n <= node_count + 1; n++) {
        start[n] += start[n - 1];
    }
    for (int i = 0; i < count; i++) {
        to[start[part_of(&keys[from[i]], part) + 1]++] = from[i];
    }
}

static bool same(const sut_key *a, const sut_key *b) {
    return a->a == b->a && a->b == b->b && a->c == b->c;
}

// Numbers in the order of first appearance. The sorts are stable, so the first key of a run of
// equal ones is the one that appears first.
static int number_runs(const sut_key *keys, int count, const int *sorted, int *leader,
                       int *class_of) {
    for (int i = 0; i < count; i++) {
        bool new_run = i == 0 || !same(&keys[sorted[i - 1]], &keys[sorted[i]]);
        leader[sorted[i]] = new_run ? sorted[i] : leader[sorted[i - 1]];
    }
    int classes = 0;
    for (int i = 0; i < count; i++) {
        class_of[i] = leader[i] == i ? classes++ : class_of[leader[i]];
    }
    return classes;
}

int sut_keys_match(const sut_key *keys, int count, int node_count, int *class_of) {
    int *start = sut_mesh_array((size_t)node_count + 2, sizeof *start);
    int *one = sut_mesh_array((size_t)count, sizeof *one);
    int *two = sut_mesh_array((size_t)count, sizeof *two);
    int classes = -1;
    if (start != NULL && one != NULL && two != NULL) {
        for (int i = 0; i < count; i++) {
            one[i] = i;
        }
        sort_by(keys, count, node_count, 2, start, one, two);
        sort_by(keys, count, node_count, 1, start, two, one);
        sort_by(keys, count, node_count, 0, start, one, two);
        classes = number_runs(keys, count, two, one, class_of);
    }
    free(start);
    free(one);
    free(two);
    return classes;
}

bool sut_edges_of_triangles(const int (*triangles)[3], int count, int node_count, sut_edges *out) {
    sut_key *keys = sut_mesh_array(3 * (size_t)count, sizeof *keys);
    out->of = sut_mesh_array(3 * (size_t)count, sizeof *out->of);
    out->count = -1;
    if (keys != NULL && out->of != NULL) {
        for (int t = 0; t < count; t++) {
            for (int k = 0; k < 3; k++) {
                keys[3 * t + k] = sut_key_edge(triangles[t][k], triangles[t][(k + 1) % 3]);
            }
        }
        out->count = sut_keys_match(keys, 3 * count, node_count, out->of);
    }
    free(keys);
    if (out->count < 0) {
        free(out->of);
        out->of = NULL;
        return false;
    }
    return true;
}
