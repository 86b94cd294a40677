// SPDX-License-Identifier: MIT
// mesh_edit.c -- new nodes on a surface: inside of triangles and on edges, without slivers.
#include "tissue/mesh_edit.h"

#include "geom/triangle.h"

#include <math.h>

// A division leaves no part below this share of the mean area. Twice what the interface promises:
// a part may be divided once more beside another path before it snaps for good.
static const double least_share = 0.02;
// Nearer to a corner than this share of an edge the corner itself is taken.
static const double snap = 0.2;

static sut_vec3 rest_of(const sut_mesh_edit *e, int node) {
    return e->field[SUT_EDIT_REST][node];
}

static double area_of(const sut_mesh_edit *e, int t) {
    const int *v = e->triangle[t];
    sut_vec3 a = v3_sub(rest_of(e, v[1]), rest_of(e, v[0]));
    sut_vec3 b = v3_sub(rest_of(e, v[2]), rest_of(e, v[0]));
    return 0.5 * v3_norm(v3_cross(a, b));
}

void sut_mesh_edit_begin(sut_mesh_edit *e) {
    double area = 0.0;
    for (int t = 0; t < e->triangles; t++) {
        e->part_of[t] = t;
        area += area_of(e, t);
    }
    for (int i = 0; i < e->n; i++) {
        e->copy_of[i] = -1;
    }
    e->mean_area = e->triangles > 0 ? area / e->triangles : 0.0;
    e->no_room = false;
    e->shape = SUT_EDIT_POSITION;
}

sut_edit_place sut_mesh_edit_nearest(const sut_mesh_edit *e, sut_vec3 x) {
    sut_edit_place best = {-1, {0}};
    double nearest = HUGE_VAL;
    for (int t = 0; t < e->triangles; t++) {
        sut_vec3 corner[3];
        for (int k = 0; k < 3; k++) {
            corner[k] = e->field[e->shape][e->triangle[t][k]];
        }
        sut_triangle_near near = sut_triangle_point(corner, x);
        if (near.distance < nearest) {
            nearest = near.distance;
            best = (sut_edit_place){t, {near.weight[0], near.weight[1], near.weight[2]}};
        }
    }
    return best;
}

//---- nodes ---------------------------------------------------------------------------------------
// A node whose fields are those of the corners, weighted.
static int add_node(sut_mesh_edit *e, const int corner[3], const double weight[3]) {
    int node = e->n++;
    for (int f = 0; f < SUT_EDIT_FIELDS; f++) {
        sut_vec3 v = v3_scale(e->field[f][corner[0]], weight[0]);
        v = v3_madd(v, weight[1], e->field[f][corner[1]]);
        e->field[f][node] = v3_madd(v, weight[2], e->field[f][corner[2]]);
    }
    e->whole[node] = false;
    e->copy_of[node] = -1;
    return node;
}

static void add_triangle(sut_mesh_edit *e, int a, int b, int c, int part_of) {
    int t = e->triangles++;
    e->triangle[t][0] = a;
    e->triangle[t][1] = b;
    e->triangle[t][2] = c;
    e->part_of[t] = part_of;
}

// Corner of a triangle that a node is, -1: none.
static int corner_of(const sut_mesh_edit *e, int t, int node) {
    for (int k = 0; k < 3; k++) {
        if (e->triangle[t][k] == node) {
            return k;
        }
    }
    return -1;
}

// The triangles of an edge, at most two.
static int triangles_at(const sut_mesh_edit *e, int a, int b, int found[2]) {
    int count = 0;
    for (int t = 0; t < e->triangles && count < 2; t++) {
        if (corner_of(e, t, a) >= 0 && corner_of(e, t, b) >= 0) {
            found[count++] = t;
        }
    }
    return count;
}

static bool divides_well(const sut_mesh_edit *e, int t, double share) {
    return fmin(share, 1.0 - share) * area_of(e, t) >= least_share * e->mean_area;
}

// A node at the share f of the way from a to b, both its triangles in two.
static int split_edge(sut_mesh_edit *e, int a, int b, double f) {
    int at[2];
    int count = triangles_at(e, a, b, at);
    if (e->n + 1 > e->node_room || e->triangles + count > e->triangle_room) {
        e->no_room = true;
        return -1;
    }
    const int corner[3] = {a, b, b};
    const double weight[3] = {1.0 - f, f, 0.0};
    int node = add_node(e, corner, weight);
    for (int i = 0; i < count; i++) {
        int *v = e->triangle[at[i]];
        int k = corner_of(e, at[i], a);
        bool forward = v[(k + 1) % 3] == b;
        int tip = forward ? v[(k + 2) % 3] : v[(k + 1) % 3];
        // this triangle keeps a, the new one gets b
        if (forward) {
            add_triangle(e, node, b, tip, e->part_of[at[i]]);
        } else {
            add_triangle(e, b, node, tip, e->part_of[at[i]]);
        }
        v[corner_of(e, at[i], b)] = node;
    }
    return node;
}

// The edge between two nodes where it may be divided, else the nearer one of the two.
static int node_on_edge(sut_mesh_edit *e, int a, int b, double f) {
    int at[2];
    int count = triangles_at(e, a, b, at);
    bool well = f >= snap && f <= 1.0 - snap;
    for (int i = 0; i < count; i++) {
        well = well && divides_well(e, at[i], f);
    }
    if (!well) {
        return f < 0.5 ? a : b;
    }
    return split_edge(e, a, b, f);
}

static int split_triangle(sut_mesh_edit *e, int t, const double weight[3]) {
    if (e->n + 1 > e->node_room || e->triangles + 2 > e->triangle_room) {
        e->no_room = true;
        return -1;
    }
    int v[3] = {e->triangle[t][0], e->triangle[t][1], e->triangle[t][2]};
    int node = add_node(e, v, weight);
    add_triangle(e, node, v[1], v[2], e->part_of[t]);
    add_triangle(e, v[0], node, v[2], e->part_of[t]);
    e->triangle[t][2] = node;
    return node;
}

int sut_mesh_edit_node_at(sut_mesh_edit *e, const sut_edit_place *place) {
    const int *v = e->triangle[place->triangle];
    int low = 0;
    for (int k = 1; k < 3; k++) {
        low = place->weight[k] < place->weight[low] ? k : low;
    }
    int a = (low + 1) % 3;
    int b = (low + 2) % 3;
    double least = place->weight[low] * area_of(e, place->triangle);
    if (place->weight[low] >= 0.5 * snap && least >= least_share * e->mean_area) {
        return split_triangle(e, place->triangle, place->weight);
    }
    double f = place->weight[b] / (place->weight[a] + place->weight[b]);
    return node_on_edge(e, v[a], v[b], f);
}

bool sut_mesh_edit_on_rim(const sut_mesh_edit *e, int node) {
    for (int t = 0; t < e->triangles; t++) {
        int k = corner_of(e, t, node);
        int at[2];
        if (k >= 0 && (triangles_at(e, node, e->triangle[t][(k + 1) % 3], at) < 2 ||
                       triangles_at(e, node, e->triangle[t][(k + 2) % 3], at) < 2)) {
            return true;
        }
    }
    return false;
}

//---- path ----------------------------------------------------------------------------------------
// The direction in the plane of a triangle as a sum of the two edges from corner k.
static bool along_edges(const sut_mesh_edit *e, int t, int k, sut_vec3 direction, double share[2]) {
    const sut_vec3 *x = e->field[e->shape];
    const int *v = e->triangle[t];
    sut_vec3 a = v3_sub(x[v[(k + 1) % 3]], x[v[k]]);
    sut_vec3 b = v3_sub(x[v[(k + 2) % 3]], x[v[k]]);
    double aa = v3_norm2(a);
    double bb = v3_norm2(b);
    double ab = v3_dot(a, b);
    double determinant = aa * bb - ab * ab;
    if (!(determinant > 0.0)) {
        return false;
    }
    double da = v3_dot(direction, a);
    double db = v3_dot(direction, b);
    share[0] = (da * bb - db * ab) / determinant;
    share[1] = (db * aa - da * ab) / determinant;
    return true;
}

typedef struct heading {
    int triangle, corner;
    double share[2]; // of the two edges, per unit of the direction
    double inside;   // how far the direction is inside of the triangle: below 0 it is not
} heading;

// The triangle of the fan that the direction goes through, or the one that it misses least.
static heading find_heading(const sut_mesh_edit *e, int node, sut_vec3 direction) {
    heading best = {-1, 0, {0}, -HUGE_VAL};
    for (int t = 0; t < e->triangles; t++) {
        int k = corner_of(e, t, node);
        heading h = {t, k, {0}, 0.0};
        if (k < 0 || !along_edges(e, t, k, direction, h.share)) {
            continue;
        }
        double size = fabs(h.share[0]) + fabs(h.share[1]);
        if (!(size > 0.0)) {
            continue;
        }
        h.inside = fmin(h.share[0], h.share[1]) / size;
        if (h.inside > best.inside) {
            best = h;
        }
    }
    return best;
}

static bool is_rim(const sut_mesh_edit *e, int a, int b) {
    int at[2];
    return triangles_at(e, a, b, at) < 2;
}

// A direction that misses all triangles by rounding or by a fold of the surface still goes on; one
// that points away from a free edge is out.
static const double off_surface = -0.05;

sut_edit_outcome sut_mesh_edit_advance(sut_mesh_edit *e, int node, sut_vec3 direction,
                                       double length, int *next) {
    heading h = find_heading(e, node, v3_normalized(direction));
    if (h.triangle < 0 || h.inside < off_surface) {
        return SUT_EDIT_OUT;
    }
    int a = e->triangle[h.triangle][(h.corner + 1) % 3];
    int b = e->triangle[h.triangle][(h.corner + 2) % 3];
    double toward[2] = {fmax(h.share[0], 0.0), fmax(h.share[1], 0.0)};
    double sum = toward[0] + toward[1]; // 1 / distance of the opposite edge
    double f = toward[1] / sum;
    // along a free edge there is nothing to split: keep off it
    bool rim_a = is_rim(e, node, a);
    bool rim_b = is_rim(e, node, b);
    f = rim_a && f < snap ? snap : f;
    f = rim_b && f > 1.0 - snap ? 1.0 - snap : f;
    double part = length * sum;
    *next = node;
    if (part < 1.0 - snap) {
        sut_edit_place place = {h.triangle, {0}};
        place.weight[h.corner] = 1.0 - part;
        place.weight[(h.corner + 1) % 3] = part * (1.0 - f);
        place.weight[(h.corner + 2) % 3] = part * f;
        *next = sut_mesh_edit_node_at(e, &place);
    }
    if (*next == node) {
        *next = node_on_edge(e, a, b, f);
    }
    if (*next < 0) {
        return SUT_EDIT_REFUSED;
    }
    if (is_rim(e, node, *next)) {
        *next = rim_a ? b : a; // the edge was too short to be divided
        if (is_rim(e, node, *next)) {
            return SUT_EDIT_OUT;
        }
    }
    return sut_mesh_edit_on_rim(e, *next) ? SUT_EDIT_AT_RIM : SUT_EDIT_ON;
}
