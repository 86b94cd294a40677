// SPDX-License-Identifier: MIT
#include "check.h"
#include "output/tissue_shape.h"

// Surfaces of up to eight nodes; only their triangles count.
static sut_tissue_view surface(int nodes, const int (*triangles)[3], int count) {
    return (sut_tissue_view){.model = SUT_TISSUE_SHELL,
                             .node_count = nodes,
                             .triangles = triangles,
                             .triangle_count = count};
}

TEST(two_triangles_with_a_common_side_are_one_part) {
    static const int t[2][3] = {{0, 1, 2}, {2, 1, 3}};
    sut_tissue_view v = surface(4, t, 2);
    CHECK(sut_tissue_components(&v) == 1);
    CHECK(sut_tissue_is_manifold(&v));
}

TEST(triangles_apart_are_two_parts) {
    static const int t[2][3] = {{0, 1, 2}, {3, 4, 5}};
    sut_tissue_view v = surface(6, t, 2);
    CHECK(sut_tissue_components(&v) == 2);
    CHECK(sut_tissue_is_manifold(&v));
}

TEST(two_fans_at_a_node_are_no_manifold) {
    static const int t[2][3] = {{0, 1, 2}, {0, 3, 4}};
    sut_tissue_view v = surface(5, t, 2);
    CHECK(sut_tissue_components(&v) == 1);
    CHECK(!sut_tissue_is_manifold(&v));
}

TEST(three_triangles_at_a_side_are_no_manifold) {
    static const int t[3][3] = {{0, 1, 2}, {1, 0, 3}, {0, 1, 4}};
    sut_tissue_view v = surface(5, t, 3);
    CHECK(!sut_tissue_is_manifold(&v));
}

TEST(a_closed_fan_is_a_manifold) {
    static const int t[4][3] = {{0, 1, 2}, {0, 2, 3}, {0, 3, 4}, {0, 4, 1}};
    sut_tissue_view v = surface(5, t, 4);
    CHECK(sut_tissue_is_manifold(&v));
}

TEST(parts_of_a_solid_are_those_of_its_tetrahedra) {
    static const int tets[2][4] = {{0, 1, 2, 3}, {4, 5, 6, 7}};
    sut_tissue_view v = {.model = SUT_TISSUE_SOLID, .node_count = 8, .tets = tets, .tet_count = 2};
    CHECK(sut_tissue_components(&v) == 2);
}
