// SPDX-License-Identifier: MIT
#include "tissue/tissue_mesh.h"

#include <string.h>

typedef int entry[3]; // lower node, higher node, where it comes from

static void count_up(entry *from, entry *to, int count, int key, int n, int *start) {
    memset(start, 0, ((size_t)n + 1) * sizeof start[0]);
    for (int i = 0; i < count; i++) {
        start[from[i][key] + 1]++;
    }
    for (int i = 0; i < n; i++) {
        start[i + 1] += start[i];
    }
    for (int i = 0; i < count; i++) {
        memcpy(to[start[from[i][key]]++], from[i], sizeof(entry));
    }
}

// By the lower node, then the higher one; equal ones stay in their order.
static void sort(entry *list, entry *spare, int count, int n, int *start) {
    count_up(list, spare, count, 1, n, start);
    count_up(spare, list, count, 0, n, start);
}

static void put(entry *list, int *count, int a, int b, int origin) {
    list[*count][0] = a < b ? a : b;
    list[*count][1] = a < b ? b : a;
    list[*count][2] = origin;
    ++*count;
}

static bool same(entry *list, int i, int j) {
    return list[i][0] == list[j][0] && list[i][1] == list[j][1];
}

static int list_edges(const sut_tissue_def *d, entry *list) {
    int count = 0;
    if (d->model == SUT_TISSUE_SOLID) {
        for (int t = 0; t < d->tet_count; t++) {
            for (int a = 0; a < 3; a++) {
                for (int b = a + 1; b < 4; b++) {
                    put(list, &count, d->tets[t][a], d->tets[t][b], t);
                }
            }
        }
        return count;
    }
    for (int t = 0; t < d->triangle_count; t++) {
        for (int k = 0; k < 3; k++) {
            put(list, &count, d->triangles[t][k], d->triangles[t][(k + 1) % 3], 3 * t + k);
        }
    }
    return count;
}

static int corner(const sut_tissue_def *d, int origin, int step) {
    return d->triangles[origin / 3][(origin % 3 + step) % 3];
}

static void put_hinge(const sut_tissue_def *d, int first, int second, int hinge[4]) {
    hinge[0] = corner(d, first, 0);
    hinge[1] = corner(d, first, 1);
    hinge[2] = corner(d, first, 2);
    hinge[3] = corner(d, second, 2);
}

static void keep_edges(sut_tissue_mesh *mesh, const sut_tissue_def *d, entry *list, int count) {
    for (int i = 0; i < count;) {
        int end = i + 1;
        while (end < count && same(list, i, end)) {
            end++;
        }
        mesh->edges[mesh->edge_count][0] = list[i][0];
        mesh->edges[mesh->edge_count++][1] = list[i][1];
        if (d->model == SUT_TISSUE_SHELL && end - i == 2) {
            put_hinge(d, list[i][2], list[i + 1][2], mesh->hinges[mesh->hinge_count++]);
        }
        i = end;
    }
}

static void keep_pairs(sut_tissue_mesh *mesh, entry *list, entry *spare) {
    int count = 0;
    for (int i = 0; i < mesh->edge_count; i++) {
        put(list, &count, mesh->edges[i][0], mesh->edges[i][1], i);
    }
    for (int i = 0; i < mesh->hinge_count; i++) {
        put(list, &count, mesh->hinges[i][2], mesh->hinges[i][3], i);
    }
    sort(list, spare, count, mesh->n, mesh->first);
    memset(mesh->first, 0, ((size_t)mesh->n + 1) * sizeof mesh->first[0]);
    for (int i = 0; i < count; i++) {
        // two triangles on the same three nodes have the same corner across their edges
        if ((i == 0 || !same(list, i - 1, i)) && list[i][0] != list[i][1]) {
            mesh->pairs[mesh->pair_count][0] = list[i][0];
            mesh->pairs[mesh->pair_count++][1] = list[i][1];
            mesh->first[list[i][0] + 1]++;
        }
    }
    for (int i = 0; i < mesh->n; i++) {
        mesh->first[i + 1] += mesh->first[i];
    }
}

bool sut_tissue_mesh_make(sut_tissue_mesh *out, const sut_tissue_def *d, sut_memory *m) {
    memset(out, 0, sizeof *out);
    size_t elements = (size_t)(d->model == SUT_TISSUE_SOLID ? 2 * d->tet_count : d->triangle_count);
    size_t most = 3 * elements;         // edges, counted for every element
    size_t pairs = 2 * most;            // with those across hinges
    size_t ints = 3 * pairs * 2         // two lists of entries
                  + 2 * most + 4 * most // edges, hinges
                  + 2 * pairs + (size_t)d->node_count + 1;
    out->memory_size = ints * sizeof(int);
    out->memory = sut_memory_take(m, out->memory_size);
    if (!out->memory) {
        return false;
    }
    int *at = out->memory;
    entry *list = (entry *)at;
    entry *spare = (entry *)(at + 3 * pairs);
    at += 6 * pairs;
    out->edges = (int(*)[2])at;
    at += 2 * most;
    out->hinges = (int(*)[4])at;
    at += 4 * most;
    out->pairs = (int(*)[2])at;
    at += 2 * pairs;
    out->first = at;
    out->n = d->node_count;
    int count = list_edges(d, list);
    sort(list, spare, count, out->n, out->first);
    keep_edges(out, d, list, count);
    keep_pairs(out, list, spare);
    return true;
}

void sut_tissue_mesh_free(sut_tissue_mesh *mesh, sut_memory *m) {
    sut_memory_give(m, mesh->memory, mesh->memory_size);
}

int sut_tissue_mesh_pair(const sut_tissue_mesh *mesh, int a, int b) {
    int low = a < b ? a : b;
    int high = a < b ? b : a;
    int from = mesh->first[low];
    int to = mesh->first[low + 1];
    while (to - from > 1) {
        int middle = from + (to - from) / 2;
        if (mesh->pairs[middle][1] <= high) {
            from = middle;
        } else {
            to = middle;
        }
    }
    return 2 * from + (a > b ? 1 : 0);
}
