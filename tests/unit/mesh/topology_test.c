// SPDX-License-Identifier: MIT
#include "check.h"
#include "mesh_fixture.h"

#include <math.h>
#include <stdlib.h>

static sut_mesh_error error;

TEST(euler_counts_hold) {
    sut_vessel_def v = {.radius = 0.001, .length = 0.01, .cells = {12, 5}};
    sut_pad_def p = small_pad(4, 4, 2);
    p.wound = (sut_wound_def){SUT_WOUND_STRAIGHT, 0.02, 0.003, 0.0, 0.0};
    sut_mesh *tube = sut_mesh_vessel(&v, &error);
    sut_mesh *pad = sut_mesh_pad(&p, &error);
    REQUIRE(tube != NULL && pad != NULL);
    sut_mesh_topology *t = sut_mesh_topology_make(tube);
    REQUIRE(t != NULL);
    CHECK_EQ_INT(tube->node_count - t->edge_count + tube->triangle_count, 0); // an open tube
    CHECK_EQ_INT(t->boundary_count, 24);
    CHECK_EQ_INT(t->hinge_count, t->edge_count - 24);
    sut_mesh_topology_free(t);
    t = sut_mesh_topology_make(pad);
    REQUIRE(t != NULL);
    CHECK_EQ_INT(t->boundary_count, 0);
    CHECK_EQ_INT(group_size(pad, "surface") - t->edge_count + pad->triangle_count, 2); // a ball
    sut_mesh_topology_free(t);
    sut_mesh_free(tube);
    sut_mesh_free(pad);
}

// x0 x1 x2 turns like the first triangle, x1 x0 x3 like the second
TEST(hinges_turn_like_their_triangles) {
    sut_sheet_def d = {.size = {1.0, 1.0}, .cells = {3, 3}};
    sut_mesh *m = sut_mesh_sheet(&d, &error);
    sut_mesh_topology *t = m != NULL ? sut_mesh_topology_make(m) : NULL;
    REQUIRE(t != NULL);
    for (int i = 0; i < t->hinge_count; i++) {
        const int *h = t->hinges[i];
        const int turns[2][3] = {{h[0], h[1], h[2]}, {h[1], h[0], h[3]}};
        for (int k = 0; k < 2; k++) {
            sut_vec3 a = m->nodes[turns[k][0]];
            sut_vec3 b = m->nodes[turns[k][1]];
            sut_vec3 c = m->nodes[turns[k][2]];
            CHECK((b.x - a.x) * (c.y - a.y) - (b.y - a.y) * (c.x - a.x) > 0.0);
        }
    }
    sut_mesh_topology_free(t);
    sut_mesh_free(m);
}

TEST(triangles_around_a_node_all_name_it) {
    sut_vessel_def v = {.radius = 0.001, .length = 0.01, .cells = {6, 2}};
    sut_mesh *m = sut_mesh_vessel(&v, &error);
    sut_mesh_topology *t = m != NULL ? sut_mesh_topology_make(m) : NULL;
    REQUIRE(t != NULL);
    CHECK_EQ_INT(t->first[0], 0);
    CHECK_EQ_INT(t->first[m->node_count], 3 * m->triangle_count);
    for (int n = 0; n < m->node_count; n++) {
        for (int i = t->first[n]; i < t->first[n + 1]; i++) {
            const int *tri = m->triangles[t->around[i]];
            CHECK(tri[0] == n || tri[1] == n || tri[2] == n);
            CHECK(i == t->first[n] || t->around[i] > t->around[i - 1]);
        }
    }
    sut_mesh_topology_free(t);
    sut_mesh_free(m);
}

TEST(edges_of_a_cell_are_nineteen) {
    sut_pad_def d = small_pad(1, 1, 1);
    sut_mesh *m = sut_mesh_pad(&d, &error);
    REQUIRE(m != NULL);
    int(*edges)[2] = NULL;
    int count = sut_mesh_tet_edges(m, &edges);
    CHECK_EQ_INT(count, 12 + 6 + 1); // sides, diagonals of faces, the long one
    for (int i = 0; i < count; i++) {
        CHECK(edges[i][0] < edges[i][1]);
    }
    free(edges);
    sut_mesh_free(m);
}

TEST(figures_of_a_pad) {
    sut_pad_def d = {.size = {2.0, 2.0, 2.0}, .cells = {2, 2, 2}};
    sut_mesh *m = sut_mesh_pad(&d, &error);
    sut_mesh_figures f;
    REQUIRE(m != NULL && sut_mesh_measure(m, &f));
    CHECK_NEAR(f.volume, 8.0, 1e-14); // sums of 48 parts
    CHECK_NEAR(f.area, 24.0, 1e-13);
    CHECK(f.low.z == -2.0 && f.high.z == 0.0 && f.closed);
    CHECK_EQ_INT(f.components, 1);
    CHECK_NEAR(f.shortest_edge, 1.0, 1e-15);
    CHECK_NEAR(f.longest_edge, sqrt(3.0), 1e-15);
    CHECK_NEAR(f.smallest_angle, acos(-1.0) / 4.0, 1e-14); // Kuhn: 45, 60 and 90 degrees
    CHECK_NEAR(f.largest_angle, acos(-1.0) / 2.0, 1e-14);
    // longest edge sqrt 3, least height 1/sqrt 2 (volume 1/6 over a face of sqrt(2)/2)
    CHECK_NEAR(f.aspect, sqrt(3.0) * sqrt(2.0) * sqrt(2.0 / 3.0), 1e-14);
    sut_mesh_free(m);
}

TEST(placing_turns_before_it_moves) {
    sut_sheet_def d = {.size = {2.0, 2.0}, .cells = {1, 1}};
    sut_mesh *m = sut_mesh_sheet(&d, &error);
    REQUIRE(m != NULL);
    double h = sqrt(0.5); // a quarter turn about z
    sut_mesh_place(m, (sut_quat){0.0, 0.0, h, h}, (sut_vec3){10.0, 0.0, 1.0});
    CHECK_NEAR(m->nodes[0].x, 11.0, 1e-14); // (-1, -1) becomes (1, -1); round-off of 11
    CHECK_NEAR(m->nodes[0].y, -1.0, 1e-15);
    CHECK_NEAR(m->nodes[0].z, 1.0, 0.0);
    sut_mesh_free(m);
}

TEST(equal_keys_have_one_number_in_the_order_they_appear) {
    const sut_key keys[6] = {{3, 5, 7}, {0, 1, -1}, {3, 5, 7}, {3, 5, 6}, {0, 1, -1}, {0, 1, 2}};
    const int expected[6] = {0, 1, 0, 2, 1, 3};
    int number[6];
    CHECK_EQ_INT(sut_keys_match(keys, 6, 8, number), 4);
    for (int i = 0; i < 6; i++) {
        CHECK_EQ_INT(number[i], expected[i]);
    }
}
