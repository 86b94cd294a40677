// SPDX-License-Identifier: MIT
// hole_nodes.c -- which nodes of a surface share the force of a hole that is spread.
//
// By itself for a reason: inlined into its caller gcc 12 takes it for a function that writes
// nothing (its pass modref) and drops what it has found.
#include "attach/hole.h"

#include "math/vec3.h"

enum { NEAR_NODES = 128, NEAR_EDGES = 512 };

// Nodes of a surface around a place, the nearest first.
typedef struct near_nodes {
    int count;
    int node[NEAR_NODES];
    double far[NEAR_NODES]; // m, at rest
    bool reached[NEAR_NODES];
} near_nodes;

static void list_near(const sut_tissue_view *v, const int *lowest, sut_vec3 rest, double spread,
                      near_nodes *out) {
    out->count = 0;
    for (int i = 0; i < v->node_count; i++) {
        double d = v3_distance(v->initial[i], rest);
        if (!(d < spread) || lowest[i] < 0) {
            continue;
        }
        int at = out->count;
        while (at > 0 && d < out->far[at - 1]) {
            at--;
        }
        if (at == NEAR_NODES) {
            continue;
        }
        int last = out->count < NEAR_NODES ? out->count++ : NEAR_NODES - 1;
        for (int k = last; k > at; k--) {
            out->far[k] = out->far[k - 1];
            out->node[k] = out->node[k - 1];
        }
        out->far[at] = d;
        out->node[at] = i;
    }
}

static int find_near(const near_nodes *n, int node) {
    for (int i = 0; i < n->count; i++) {
        if (n->node[i] == node) {
            return i;
        }
    }
    return -1;
}

static bool is_corner(const int triangle[3], int node) {
    return triangle[0] == node || triangle[1] == node || triangle[2] == node;
}

// Edges among them, as places in their list; -1: a corner of the hole's triangle that is too far.
static int list_edges(const sut_surface *f, const near_nodes *n, const int triangle[3],
                      sut_vec3 rest, double spread, int edge[][2]) {
    int count = 0;
    for (int e = 0; e < f->edge_count && count < NEAR_EDGES; e++) {
        bool inside = true;
        for (int k = 0; k < 2; k++) {
            int v = f->edge[e][k];
            inside = inside && (v3_distance(f->rest[v], rest) < spread || is_corner(triangle, v));
        }
        if (inside) {
            edge[count][0] = find_near(n, f->edge[e][0]);
            edge[count][1] = find_near(n, f->edge[e][1]);
            count++;
        }
    }
    return count;
}

// Which of them hang together with the hole's triangle: at rest the other lip of a wound is as near
// as the own one, and is another body.
static void reach(const sut_surface *f, const int triangle[3], sut_vec3 rest, double spread,
                  near_nodes *n) {
    int edge[NEAR_EDGES][2];
    int edges = list_edges(f, n, triangle, rest, spread, edge);
    for (int i = 0; i < n->count; i++) {
        n->reached[i] = is_corner(triangle, n->node[i]);
    }
    for (bool more = true; more;) {
        more = false;
        for (int e = 0; e < edges; e++) {
            for (int k = 0; k < 2; k++) {
                int from = edge[e][k];
                int to = edge[e][1 - k];
                if (to >= 0 && !n->reached[to] && (from < 0 || n->reached[from])) {
                    n->reached[to] = true;
                    more = true;
                }
            }
        }
    }
}

bool sut_hole_nodes_near(const sut_surface *f, const sut_tissue_view *v, const sut_tissue_point *p,
                         double spread, sut_spread *out) {
    near_nodes n;
    list_near(v, f->lowest, p->rest, spread, &n);
    reach(f, v->triangles[p->triangle], p->rest, spread, &n);
    out->count = 0;
    for (int k = 0; k < n.count && out->count < SUT_SPREAD_VERTICES; k++) {
        if (n.reached[k]) {
            double x = n.far[k] / spread;
            out->vertex[out->count] = n.node[k];
            out->weight[out->count++] = (1.0 - x * x) * (1.0 - x * x);
        }
    }
    return out->count >= 4;
}
