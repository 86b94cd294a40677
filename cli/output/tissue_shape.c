// SPDX-License-Identifier: MIT
#include "output/tissue_shape.h"

#include <math.h>
#include <stdlib.h>

//---- parts ---------------------------------------------------------------------------------------

// A forest of parents: two things are in one part when their roots are one.
static int root_of(int *parent, int i) {
    while (parent[i] != i) {
        parent[i] = parent[parent[i]];
        i = parent[i];
    }
    return i;
}

static void join(int *parent, int a, int b) {
    int x = root_of(parent, a);
    int y = root_of(parent, b);
    parent[x > y ? x : y] = x > y ? y : x;
}

static int *forest(int count) {
    int *parent = malloc(((size_t)count + 1) * sizeof *parent);
    for (int i = 0; parent != NULL && i < count; i++) {
        parent[i] = i;
    }
    return parent;
}

int sut_tissue_components(const sut_tissue_view *v) {
    int *parent = forest(v->node_count);
    if (parent == NULL) {
        return -1;
    }
    for (int i = 0; i < v->tet_count; i++) {
        for (int k = 1; k < 4; k++) {
            join(parent, v->tets[i][0], v->tets[i][k]);
        }
    }
    for (int i = 0; i < v->triangle_count; i++) {
        for (int k = 1; k < 3; k++) {
            join(parent, v->triangles[i][0], v->triangles[i][k]);
        }
    }
    // the nodes of a tube stand in a row
    for (int i = 1; v->model == SUT_TISSUE_TUBE && i < v->node_count; i++) {
        join(parent, i - 1, i);
    }
    int count = 0;
    for (int i = 0; i < v->node_count; i++) {
        count += parent[i] == i;
    }
    free(parent);
    return count;
}

//---- manifold ------------------------------------------------------------------------------------

// One side of a triangle, lower node first, and its corners there.
typedef struct side {
    int node[2];
    int corner[2]; // 3 triangle + 0 .. 2
} side;

static int by_nodes(const void *a, const void *b) {
    const side *x = a;
    const side *y = b;
    int order = x->node[0] != y->node[0] ? x->node[0] - y->node[0] : x->node[1] - y->node[1];
    return order != 0 ? order : x->corner[0] - y->corner[0];
}

static void list_sides(const sut_tissue_view *v, side *out) {
    for (int i = 0; i < v->triangle_count; i++) {
        for (int k = 0; k < 3; k++) {
            int a = k;
            int b = (k + 1) % 3;
            if (v->triangles[i][a] > v->triangles[i][b]) {
                a = (k + 1) % 3;
                b = k;
            }
            *out++ = (side){{v->triangles[i][a], v->triangles[i][b]}, {3 * i + a, 3 * i + b}};
        }
    }
}

// join the corners of triangles that share a side; false where three do
static bool join_corners(const side *sides, int count, int *parent) {
    for (int i = 0; i < count;) {
        int end = i + 1;
        while (end < count && sides[end].node[0] == sides[i].node[0] &&
               sides[end].node[1] == sides[i].node[1]) {
            join(parent, sides[i].corner[0], sides[end].corner[0]);
            join(parent, sides[i].corner[1], sides[end].corner[1]);
            end++;
        }
        if (end - i > 2) {
            return false;
        }
        i = end;
    }
    return true;
}

// every node has one fan: all its corners have one root
static bool has_single_fans(const sut_tissue_view *v, int *parent, int *fan) {
    for (int i = 0; i < v->node_count; i++) {
        fan[i] = -1;
    }
    for (int c = 0; c < 3 * v->triangle_count; c++) {
        int node = v->triangles[c / 3][c % 3];
        int root = root_of(parent, c);
        if (fan[node] >= 0 && fan[node] != root) {
            return false;
        }
        fan[node] = root;
    }
    return true;
}

bool sut_tissue_is_manifold(const sut_tissue_view *v) {
    int corners = 3 * v->triangle_count;
    side *sides = malloc(((size_t)corners + 1) * sizeof *sides);
    int *parent = forest(corners);
    int *fan = malloc(((size_t)v->node_count + 1) * sizeof *fan);
    bool fine = false;
    if (sides != NULL && parent != NULL && fan != NULL) {
        list_sides(v, sides);
        qsort(sides, (size_t)corners, sizeof *sides, by_nodes);
        fine = join_corners(sides, corners, parent) && has_single_fans(v, parent, fan);
    }
    free(sides);
    free(parent);
    free(fan);
    return fine;
}

//---- nearest points ------------------------------------------------------------------------------

static sut_vec3 sub(sut_vec3 a, sut_vec3 b) {
    return (sut_vec3){a.x - b.x, a.y - b.y, a.z - b.z};
}

static double dot(sut_vec3 a, sut_vec3 b) {
    return a.x * b.x + a.y * b.y + a.z * b.z;
}

static sut_vec3 along(sut_vec3 a, double s, sut_vec3 d) {
    return (sut_vec3){a.x + s * d.x, a.y + s * d.y, a.z + s * d.z};
}

static double size_of(sut_vec3 a) {
    return sqrt(dot(a, a));
}

static double to_edge(sut_vec3 p, sut_vec3 a, sut_vec3 b) {
    sut_vec3 d = sub(b, a);
    double length2 = dot(d, d);
    double s = length2 > 0.0 ? fmin(fmax(dot(sub(p, a), d) / length2, 0.0), 1.0) : 0.0;
    return size_of(sub(p, along(a, s, d)));
}

// Inside of the prism over the triangle: the distance to its plane; else that to its sides.
static double to_face(sut_vec3 p, sut_vec3 a, sut_vec3 b, sut_vec3 c) {
    sut_vec3 u = sub(b, a);
    sut_vec3 v = sub(c, a);
    sut_vec3 w = sub(p, a);
    double uu = dot(u, u);
    double uv = dot(u, v);
    double vv = dot(v, v);
    double det = uu * vv - uv * uv;
    if (det > 0.0) {
        double s = (vv * dot(u, w) - uv * dot(v, w)) / det;
        double t = (uu * dot(v, w) - uv * dot(u, w)) / det;
        if (s >= 0.0 && t >= 0.0 && s + t <= 1.0) {
            return size_of(sub(p, along(along(a, s, u), t, v)));
        }
    }
    return fmin(to_edge(p, a, b), fmin(to_edge(p, b, c), to_edge(p, c, a)));
}

static double nearest(const sut_gap *g, const sut_vec3 *x, sut_vec3 p) {
    double least = HUGE_VAL;
    for (int i = 0; i < g->face_count; i++) {
        const int *f = g->faces[i];
        least = fmin(least, to_face(p, x[f[0]], x[f[1]], x[f[2]]));
    }
    for (int i = 0; i < g->edge_count; i++) {
        least = fmin(least, to_edge(p, x[g->edges[i][0]], x[g->edges[i][1]]));
    }
    for (int i = 0; i < g->point_count; i++) {
        least = fmin(least, size_of(sub(p, x[g->points[i]])));
    }
    return least;
}

// What is open between two walls: the rim of the first, each edge as wide as the mean of its ends.
// Walls whose middles are `touch` apart are closed there.
static double leak_of(const sut_gap *g, const sut_vec3 *x, const double *apart, double touch) {
    double area = 0.0;
    for (int i = 0; i < g->rim_count; i++) {
        int a = g->rim[i][0];
        int b = g->rim[i][1];
        double wide = 0.5 * (fmax(apart[a] - touch, 0.0) + fmax(apart[b] - touch, 0.0));
        area += wide * size_of(sub(x[g->nodes[a]], x[g->nodes[b]]));
    }
    return area;
}

static sut_gap_reading measure(const sut_gap *g, const sut_source *src) {
    sut_gap_reading r = {nan(""), nan(""), nan(""), nan("")};
    sut_tissue_view a;
    sut_tissue_view b;
    if (g->node_count == 0 ||
        sut_tissue_get_view(src->world, src->tissues[g->tissue[0]].id, &a) != SUT_OK ||
        sut_tissue_get_view(src->world, src->tissues[g->tissue[1]].id, &b) != SUT_OK) {
        return r;
    }
    double *apart = malloc((size_t)g->node_count * sizeof *apart);
    if (apart == NULL) {
        return r;
    }
    r = (sut_gap_reading){0.0, HUGE_VAL, 0.0, 0.0};
    for (int i = 0; i < g->node_count; i++) {
        double d = nearest(g, b.position, a.position[g->nodes[i]]);
        // lips are split nodes of one place; the engine lets them begin where they touch
        d = g->lips ? fmax(d - nearest(g, b.initial, a.initial[g->nodes[i]]), 0.0) : d;
        r.mean += d / (double)g->node_count;
        r.least = fmin(r.least, d);
        r.most = fmax(r.most, d);
        apart[i] = d;
    }
    double touch = g->lips ? 0.0 : 0.5 * (a.thickness + b.thickness);
    r.leak = leak_of(g, a.position, apart, touch);
    free(apart);
    return r;
}

//---- what is measured ----------------------------------------------------------------------------

static bool take_room(sut_gap *g, int faces, int edges, int points) {
    g->faces = malloc(((size_t)faces + 1) * sizeof *g->faces);
    g->edges = malloc(((size_t)edges + 1) * sizeof *g->edges);
    g->points = malloc(((size_t)points + 1) * sizeof *g->points);
    return g->faces != NULL && g->edges != NULL && g->points != NULL;
}

// from the nodes of the left lip to the faces or edges of the right one
static bool plan_wound(sut_gap *g, int tissue, const sut_mesh *m) {
    const sut_mesh_group *left = m != NULL ? sut_mesh_group_find(m, "wound-left") : NULL;
    *g = (sut_gap){.tissue = {tissue, tissue}, .lips = true};
    if (left == NULL || (m->lips[1].face_count == 0 && m->lips[1].edge_count == 0)) {
        return true;
    }
    const sut_mesh_lip *right = &m->lips[1];
    if (!take_room(g, right->face_count, right->edge_count, 0)) {
        return false;
    }
    g->nodes = left->nodes;
    g->node_count = left->node_count;
    g->face_count = right->face_count;
    g->edge_count = right->edge_count;
    for (int i = 0; i < right->face_count; i++) {
        for (int k = 0; k < 3; k++) {
            g->faces[i][k] = right->faces[i][k];
        }
    }
    for (int i = 0; i < right->edge_count; i++) {
        for (int k = 0; k < 2; k++) {
            g->edges[i][k] = right->edges[i][k];
        }
    }
    return true;
}

static bool are_in_one_place(const sut_gap *g, const sut_mesh *m) {
    for (int i = 0; i < g->node_count; i++) {
        if (nearest(g, m->nodes, m->nodes[g->nodes[i]]) > 0.0) {
            return false;
        }
    }
    return true;
}

// Is there another triangle at the side that begins at this corner?
static bool has_twin(const sut_mesh *m, int triangle, int corner) {
    int a = m->triangles[triangle][corner];
    int b = m->triangles[triangle][(corner + 1) % 3];
    for (int i = 0; i < m->triangle_count; i++) {
        for (int k = 0; i != triangle && k < 3; k++) {
            int c = m->triangles[i][k];
            int d = m->triangles[i][(k + 1) % 3];
            if ((a == c && b == d) || (a == d && b == c)) {
                return true;
            }
        }
    }
    return false;
}

// Edges of one triangle that join nodes of the first group.
static bool plan_rim(sut_gap *g, const sut_mesh *m) {
    int *place = malloc(((size_t)m->node_count + 1) * sizeof *place);
    g->rim = malloc(((size_t)g->node_count + 1) * sizeof *g->rim);
    bool fine = place != NULL && g->rim != NULL;
    for (int i = 0; fine && i < m->node_count; i++) {
        place[i] = -1;
    }
    for (int i = 0; fine && i < g->node_count; i++) {
        place[g->nodes[i]] = i;
    }
    for (int i = 0; fine && i < 3 * m->triangle_count; i++) {
        int a = place[m->triangles[i / 3][i % 3]];
        int b = place[m->triangles[i / 3][(i + 1) % 3]];
        if (a >= 0 && b >= 0 && g->rim_count < g->node_count && !has_twin(m, i / 3, i % 3)) {
            g->rim[g->rim_count][0] = a;
            g->rim[g->rim_count++][1] = b;
        }
    }
    free(place);
    return fine;
}

// Triangles with all nodes in the group, sides of others with both, and the nodes themselves. A
// side of a triangle that is in counts as well; that costs time and changes nothing.
static bool plan_gap(sut_gap *g, const sut_source_gap *s, const sut_mesh *m) {
    const sut_mesh_group *to = s->group[1];
    *g = (sut_gap){.tissue = {s->tissue[0], s->tissue[1]},
                   .nodes = s->group[0]->nodes,
                   .node_count = s->group[0]->node_count};
    bool *in = calloc((size_t)m->node_count + 1, sizeof *in);
    if (in == NULL || !take_room(g, m->triangle_count, 3 * m->triangle_count, to->node_count)) {
        free(in);
        return false;
    }
    for (int i = 0; i < to->node_count; i++) {
        in[to->nodes[i]] = true;
        g->points[g->point_count++] = to->nodes[i];
    }
    for (int i = 0; i < m->triangle_count; i++) {
        const int *t = m->triangles[i];
        if (in[t[0]] && in[t[1]] && in[t[2]]) {
            for (int k = 0; k < 3; k++) {
                g->faces[g->face_count][k] = t[k];
            }
            g->face_count++;
            continue;
        }
        for (int k = 0; k < 3; k++) {
            if (in[t[k]] && in[t[(k + 1) % 3]]) {
                g->edges[g->edge_count][0] = t[k];
                g->edges[g->edge_count++][1] = t[(k + 1) % 3];
            }
        }
    }
    free(in);
    g->lips = s->tissue[0] == s->tissue[1] && are_in_one_place(g, m);
    return true;
}

bool sut_gaps_start(sut_gaps *g, const sut_source *src) {
    *g = (sut_gaps){.wound_count = src->tissue_count, .count = src->gap_count};
    g->wounds = calloc((size_t)g->wound_count + 1, sizeof *g->wounds);
    g->gaps = calloc((size_t)g->count + 1, sizeof *g->gaps);
    bool fine = g->wounds != NULL && g->gaps != NULL;
    for (int i = 0; fine && i < g->wound_count; i++) {
        fine = plan_wound(&g->wounds[i], i, src->tissues[i].mesh);
        g->wounds[i].start = measure(&g->wounds[i], src);
    }
    for (int i = 0; fine && i < g->count; i++) {
        const int *tissue = src->gaps[i].tissue;
        fine = plan_gap(&g->gaps[i], &src->gaps[i], src->tissues[tissue[1]].mesh) &&
               plan_rim(&g->gaps[i], src->tissues[tissue[0]].mesh);
        g->gaps[i].start = measure(&g->gaps[i], src);
    }
    if (!fine) {
        sut_gaps_free(g);
    }
    return fine;
}

void sut_gaps_end(sut_gaps *g, const sut_source *src) {
    for (int i = 0; i < g->wound_count; i++) {
        g->wounds[i].end = measure(&g->wounds[i], src);
    }
    for (int i = 0; i < g->count; i++) {
        g->gaps[i].end = measure(&g->gaps[i], src);
    }
}

static void free_gap(sut_gap *g) {
    free(g->faces);
    free(g->edges);
    free(g->points);
    free(g->rim);
}

void sut_gaps_free(sut_gaps *g) {
    for (int i = 0; g->wounds != NULL && i < g->wound_count; i++) {
        free_gap(&g->wounds[i]);
    }
    for (int i = 0; g->gaps != NULL && i < g->count; i++) {
        free_gap(&g->gaps[i]);
    }
    free(g->wounds);
    free(g->gaps);
    *g = (sut_gaps){0};
}
