// SPDX-License-Identifier: MIT
// check.c -- flat elements, orientation, size; and all checks in their order.
#include "mesh_parts.h"

#include "math/vec3.h"

#include <stdlib.h>

// area over the longest edge squared, volume over its cube: below this an element has no sensible
// normal or inverse
static const double FLAT = 1e-9;

double sut_triangle_area(const sut_vec3 *x, const int t[3]) {
    return 0.5 * v3_norm(v3_cross(v3_sub(x[t[1]], x[t[0]]), v3_sub(x[t[2]], x[t[0]])));
}

double sut_tet_volume(const sut_vec3 *x, const int t[4]) {
    sut_vec3 b = v3_sub(x[t[1]], x[t[0]]);
    sut_vec3 c = v3_sub(x[t[2]], x[t[0]]);
    sut_vec3 d = v3_sub(x[t[3]], x[t[0]]);
    return v3_dot(v3_cross(b, c), d) / 6.0;
}

static double longest_edge(const sut_vec3 *x, const int *t, int corners) {
    double longest = 0.0;
    for (int i = 0; i < corners; i++) {
        for (int k = i + 1; k < corners; k++) {
            longest = fmax(longest, v3_distance(x[t[i]], x[t[k]]));
        }
    }
    return longest;
}

static bool fail_flat(int element, const char *what, sut_mesh_error *error) {
    return sut_mesh_fail(error, 0,
                         "element %d is flat; must have %s of at least 1e-9 of its "
                         "longest edge",
                         element, what);
}

static bool check_flat(const sut_mesh *m, sut_mesh_error *error) {
    for (int i = 0; m->kind == SUT_MESH_SURFACE && i < m->triangle_count; i++) {
        double l = longest_edge(m->nodes, m->triangles[i], 3);
        if (!(sut_triangle_area(m->nodes, m->triangles[i]) >= FLAT * l * l && l > 0.0)) {
            return fail_flat(i, "an area", error);
        }
    }
    for (int i = 0; i < m->tet_count; i++) {
        double l = longest_edge(m->nodes, m->tets[i], 4);
        if (!(fabs(sut_tet_volume(m->nodes, m->tets[i])) >= FLAT * l * l * l && l > 0.0)) {
            return fail_flat(i, "a volume", error);
        }
    }
    return true;
}

//---- orientation ---------------------------------------------------------------------------------

static bool fail_inside_out(sut_mesh_error *error) {
    return sut_mesh_fail(error, 0, "is inside out; set \"flip\": true");
}

static bool check_tets(const sut_mesh *m, sut_mesh_error *error) {
    int first = -1;
    int negative = 0;
    for (int i = 0; i < m->tet_count; i++) {
        if (sut_tet_volume(m->nodes, m->tets[i]) < 0.0) {
            first = negative++ == 0 ? i : first;
        }
    }
    if (negative == m->tet_count) {
        return fail_inside_out(error);
    }
    return negative == 0 ||
           sut_mesh_fail(error, 0,
                         "element %d is inside out; must have (b-a) x (c-a) . (d-a) above 0, "
                         "exchange two of its nodes",
                         first);
}

// neighbours run along their common edge in opposite directions
static bool check_turns(const sut_mesh *m, const sut_edges *e, bool *closed,
                        sut_mesh_error *error) {
    int *slot_of = sut_mesh_array((size_t)e->count, sizeof *slot_of);
    if (slot_of == NULL) {
        return sut_mesh_fail_memory(error);
    }
    for (int i = 0; i < e->count; i++) {
        slot_of[i] = -1;
    }
    bool fine = true;
    int paired = 0;
    for (int s = 0; fine && s < 3 * m->triangle_count; s++) {
        int other = slot_of[e->of[s]];
        if (other < 0) {
            slot_of[e->of[s]] = s;
            continue;
        }
        paired++;
        if (m->triangles[s / 3][s % 3] == m->triangles[other / 3][other % 3]) {
            fine = sut_mesh_fail(error, 0,
                                 "triangles %d and %d turn against each other; must both turn "
                                 "counter-clockwise seen from one side",
                                 other / 3, s / 3);
        }
    }
    *closed = paired == e->count;
    free(slot_of);
    return fine;
}

static bool check_outward(const sut_mesh *m, sut_mesh_error *error) {
    double volume = 0.0;
    // about a corner, so that a place far away costs no digits
    sut_vec3 o = m->nodes[m->triangles[0][0]];
    for (int i = 0; i < m->triangle_count; i++) {
        const int *t = m->triangles[i];
        volume += v3_dot(v3_sub(m->nodes[t[0]], o),
                         v3_cross(v3_sub(m->nodes[t[1]], o), v3_sub(m->nodes[t[2]], o)));
    }
    return volume >= 0.0 || fail_inside_out(error);
}

static bool check_orientation(const sut_mesh *m, const sut_edges *e, sut_mesh_error *error) {
    if (m->kind == SUT_MESH_SOLID) {
        return check_tets(m, error);
    }
    bool closed = false;
    return check_turns(m, e, &closed, error) && (!closed || check_outward(m, error));
}

//---- all -----------------------------------------------------------------------------------------

bool sut_mesh_check_size(long long elements, sut_mesh_error *error) {
    return elements <= SUT_MESH_MAX_ELEMENTS ||
           sut_mesh_fail(error, 0, "has %lld elements; must have at most %d", elements,
                         SUT_MESH_MAX_ELEMENTS);
}

static bool make_skin(sut_mesh *m, sut_mesh_error *error) {
    int odd = -1;
    if (!sut_mesh_skin(m, &odd)) {
        return sut_mesh_fail_memory(error);
    }
    if (odd >= 0) {
        int f[3];
        sut_tet_face(m->tets[odd / 4], odd % 4, f);
        sut_key k = sut_key_face(f[0], f[1], f[2]);
        return sut_mesh_fail(error, 0, "face %d-%d-%d has 3 tetrahedra; must have 1 or 2", k.a, k.b,
                             k.c);
    }
    return true;
}

bool sut_mesh_check(sut_mesh *m, sut_mesh_error *error) {
    if (!check_flat(m, error) || (m->kind == SUT_MESH_SOLID && !make_skin(m, error))) {
        return false;
    }
    sut_edges e;
    if (!sut_edges_of_triangles((const int(*)[3])m->triangles, m->triangle_count, m->node_count,
                                &e)) {
        return sut_mesh_fail_memory(error);
    }
    // with too many elements the slowest check is left out
    bool fine = sut_mesh_check_manifold(m, &e, error) && check_orientation(m, &e, error) &&
                sut_mesh_check_size(sut_mesh_element_count(m), error) &&
                sut_mesh_check_crossing(m, &e, error);
    free(e.of);
    return fine;
}
