// SPDX-License-Identifier: MIT
// scene_select.c -- which nodes of a tissue a hold means, and how an even load divides among them.
#include "scene_tissue.h"

#include "math/vec3.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

// borders of a box count as inside within this, m
static const double BORDER = 1e-9;

//---- groups --------------------------------------------------------------------------------------

static bool fail_group(const sut_reader *r, const sut_node *n, const sut_mesh *m) {
    char list[256];
    sut_line l = sut_line_start(list, sizeof list);
    for (int i = 0; i < m->group_count; i++) {
        const char *gap = i == 0 ? "" : i + 1 == m->group_count ? " or " : ", ";
        sut_line_addf(&l, "%s%s", gap, sut_quote(m->groups[i].name).text);
    }
    return sut_fail(r, n, "is %s; must be %s", sut_value_text(n).text, list);
}

bool sut_scene_read_group(const sut_reader *r, const sut_node *n, const sut_mesh *m,
                          const sut_mesh_group **out) {
    const char *name = json_is_string(n->json) ? json_string_value(n->json) : NULL;
    *out = name != NULL ? sut_mesh_group_find(m, name) : NULL;
    return *out != NULL || fail_group(r, n, m);
}

//---- three ways to select ------------------------------------------------------------------------

// Nodes as marks, so that none stands twice and all stand in order.
typedef struct marks {
    bool *marked; // [count]
    int count;
} marks;

static bool mark_nodes(const sut_reader *r, const sut_node *n, marks *s) {
    if (!sut_check_list(r, n, 0, SUT_SCENE_MAX_KEYS, "nodes")) {
        return false;
    }
    int listed = (int)json_array_size(n->json);
    for (int i = 0; i < listed; i++) {
        sut_node e = sut_node_element(n, i);
        int node = 0;
        if (!sut_read_int(r, &e, -s->count, s->count - 1, &node)) {
            return false;
        }
        s->marked[node < 0 ? node + s->count : node] = true;
    }
    return true;
}

static bool mark_group(const sut_reader *r, const sut_node *n, const sut_mesh *m, marks *s) {
    const sut_mesh_group *g = NULL;
    if (!sut_scene_read_group(r, n, m, &g) || g == NULL) {
        return false;
    }
    for (int i = 0; i < g->node_count; i++) {
        s->marked[g->nodes[i]] = true;
    }
    return true;
}

static bool is_between(double x, double a, double b) {
    return x >= fmin(a, b) - BORDER && x <= fmax(a, b) + BORDER;
}

static bool mark_box(const sut_reader *r, const sut_node *n, const sut_mesh *m, marks *s) {
    if (!json_is_array(n->json) || json_array_size(n->json) != 2) {
        return sut_fail(r, n, "is %s; must be two corners [[x, y, z], [x, y, z]]",
                        json_is_array(n->json) ? "a list of another length"
                                               : sut_value_text(n).text);
    }
    sut_vec3 corner[2];
    for (int i = 0; i < 2; i++) {
        sut_node e = sut_node_element(n, i);
        if (!sut_read_vec3(r, &e, SUT_Q_LENGTH, &corner[i])) {
            return false;
        }
    }
    for (int i = 0; i < s->count; i++) {
        sut_vec3 p = m->nodes[i];
        s->marked[i] = is_between(p.x, corner[0].x, corner[1].x) &&
                       is_between(p.y, corner[0].y, corner[1].y) &&
                       is_between(p.z, corner[0].z, corner[1].z);
    }
    return true;
}

static bool mark_selected(const sut_reader *r, const sut_node *hold, const sut_mesh *m, marks *s) {
    static const char *const ways[] = {"nodes", "group", "box"};
    sut_node found = {hold, NULL, 0, NULL};
    for (int i = 0; i < 3; i++) {
        sut_node n = sut_node_member(hold, ways[i]);
        if (n.json != NULL && found.json != NULL) {
            return sut_fail(r, &n, "is given beside %s; use one of them", found.key);
        }
        found = n.json != NULL ? n : found;
    }
    if (found.json == NULL) {
        return sut_fail(r, hold, "selects no node; give one of nodes, group and box");
    }
    if (found.key == ways[0]) {
        return mark_nodes(r, &found, s);
    }
    return found.key == ways[1] ? mark_group(r, &found, m, s) : mark_box(r, &found, m, s);
}

static int list_marked(const marks *s, int *out) {
    int count = 0;
    for (int i = 0; i < s->count; i++) {
        if (s->marked[i]) {
            out[count++] = i;
        }
    }
    return count;
}

bool sut_scene_read_selection(const sut_reader *r, const sut_node *hold, const sut_mesh *m,
                              int **out, int *count) {
    size_t nodes = (size_t)m->node_count + 1;
    marks s = {calloc(nodes, sizeof(bool)), m->node_count};
    *out = malloc(nodes * sizeof **out);
    bool room = s.marked != NULL && *out != NULL;
    bool fine = room ? mark_selected(r, hold, m, &s) : sut_fail_memory(r, hold);
    *count = room && fine ? list_marked(&s, *out) : 0;
    free(s.marked);
    return fine && (*count > 0 || sut_fail(r, hold,
                                           "selects no node; must select at least one of the %d "
                                           "nodes as they lie at the start",
                                           m->node_count));
}

//---- even loads ----------------------------------------------------------------------------------

static double triangle_area(const sut_mesh *m, const int t[3]) {
    sut_vec3 u = v3_sub(m->nodes[t[1]], m->nodes[t[0]]);
    sut_vec3 v = v3_sub(m->nodes[t[2]], m->nodes[t[0]]);
    return 0.5 * v3_norm(v3_cross(u, v));
}

// thirds of the area of each triangle that is selected as a whole; the sum
static double spread_over_triangles(const sut_mesh *m, const bool *marked, double *load) {
    double sum = 0.0;
    for (int i = 0; i < m->triangle_count; i++) {
        const int *t = m->triangles[i];
        if (marked[t[0]] && marked[t[1]] && marked[t[2]]) {
            double area = triangle_area(m, t);
            for (int k = 0; k < 3; k++) {
                load[t[k]] += area / 3.0;
            }
            sum += area;
        }
    }
    return sum;
}

// halves of the length of each such boundary edge; the sum, negative without memory
static double spread_over_edges(const sut_mesh *m, const bool *marked, double *load) {
    sut_mesh_topology *t = sut_mesh_topology_make(m);
    if (t == NULL) {
        return -1.0;
    }
    double sum = 0.0;
    for (int i = 0; i < t->boundary_count; i++) {
        const int *e = t->edges[t->boundary[i]];
        if (marked[e[0]] && marked[e[1]]) {
            double length = v3_distance(m->nodes[e[0]], m->nodes[e[1]]);
            load[e[0]] += 0.5 * length;
            load[e[1]] += 0.5 * length;
            sum += length;
        }
    }
    sut_mesh_topology_free(t);
    return sum;
}

bool sut_scene_read_even_shares(const sut_reader *r, const sut_node *hold, const sut_mesh *m,
                                const int *nodes, int count, double **out) {
    sut_node n = sut_node_member(hold, "spread");
    size_t size = (size_t)m->node_count + 1;
    bool *marked = calloc(size, sizeof *marked);
    double *load = calloc(size, sizeof *load);
    *out = malloc(((size_t)count + 1) * sizeof **out);
    double sum = -1.0;
    if (marked != NULL && load != NULL && *out != NULL) {
        for (int i = 0; i < count; i++) {
            marked[nodes[i]] = true;
        }
        sum = spread_over_triangles(m, marked, load);
        sum = sum > 0.0 ? sum : spread_over_edges(m, marked, load);
    }
    for (int i = 0; *out != NULL && load != NULL && i < count && sum > 0.0; i++) {
        (*out)[i] = load[nodes[i]] / sum;
    }
    free(marked);
    free(load);
    if (sum < 0.0) {
        return sut_fail_memory(r, &n);
    }
    return sum > 0.0 || sut_fail(r, &n,
                                 "is \"even\", and no triangle of the surface and no boundary edge "
                                 "has all its nodes selected; select some, or use \"equal\"");
}
