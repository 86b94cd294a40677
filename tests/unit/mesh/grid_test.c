// SPDX-License-Identifier: MIT
#include "check.h"
#include "mesh_fixture.h"

#include <math.h>
#include <string.h>

static sut_mesh_error error;

static double total_volume(const sut_mesh *m) {
    double v = 0.0;
    for (int i = 0; i < m->tet_count; i++) {
        v += sut_tet_volume(m->nodes, m->tets[i]);
    }
    return v;
}

// what the triangles enclose: the same as the tetrahedra fill where they point outward
static double skin_volume(const sut_mesh *m) {
    double v = 0.0;
    for (int i = 0; i < m->triangle_count; i++) {
        const sut_vec3 *a = &m->nodes[m->triangles[i][0]];
        const sut_vec3 *b = &m->nodes[m->triangles[i][1]];
        const sut_vec3 *c = &m->nodes[m->triangles[i][2]];
        v += a->x * (b->y * c->z - b->z * c->y) + a->y * (b->z * c->x - b->x * c->z) +
             a->z * (b->x * c->y - b->y * c->x);
    }
    return v / 6.0;
}

TEST(pad_has_the_numbering_of_the_contract) {
    sut_pad_def d = small_pad(4, 3, 2);
    sut_mesh *m = sut_mesh_pad(&d, &error);
    REQUIRE(m != NULL);
    check_sound(m);
    CHECK_EQ_INT(m->node_count, 5 * 4 * 3);
    CHECK_EQ_INT(m->tet_count, 6 * 4 * 3 * 2);
    // node i + 5 (j + 4 k)
    sut_vec3 low = m->nodes[0];
    sut_vec3 top = m->nodes[2 + 5 * (3 + 4 * 2)];
    CHECK(low.x == -0.02 && low.y == -0.015 && low.z == -0.006);
    CHECK(top.x == 0.0 && top.y == 0.015 && top.z == 0.0);
    CHECK_NEAR(total_volume(m), 0.04 * 0.03 * 0.006,
               1e-18); // round-off of some hundred parts of 7e-6
    CHECK_NEAR(skin_volume(m), 0.04 * 0.03 * 0.006, 1e-18);
    CHECK_EQ_INT(m->triangle_count, 4 * (4 * 3 + 4 * 2 + 3 * 2));
    sut_mesh_free(m);
}

TEST(cells_of_a_pad_are_six_tetrahedra_around_their_diagonal) {
    sut_pad_def d = small_pad(2, 2, 2);
    sut_mesh *m = sut_mesh_pad(&d, &error);
    REQUIRE(m != NULL);
    for (int i = 0; i < m->tet_count; i++) {
        int cell = i / 6;
        int low = cell % 2 + 3 * (cell / 2 % 2 + 3 * (cell / 4));
        CHECK_EQ_INT(m->tets[i][0], low);
        CHECK_EQ_INT(m->tets[i][3], low + 1 + 3 + 9);
    }
    sut_mesh_free(m);
}

TEST(sides_of_a_pad_are_groups) {
    sut_pad_def d = small_pad(4, 3, 2);
    sut_mesh *m = sut_mesh_pad(&d, &error);
    REQUIRE(m != NULL);
    CHECK_EQ_INT(group_size(m, "x-"), 12);
    CHECK_EQ_INT(group_size(m, "x+"), 12);
    CHECK_EQ_INT(group_size(m, "y-"), 15);
    CHECK_EQ_INT(group_size(m, "y+"), 15);
    CHECK_EQ_INT(group_size(m, "z-"), 20);
    CHECK_EQ_INT(group_size(m, "z+"), 20);
    CHECK_EQ_INT(group_size(m, "surface"), 60 - 3 * 2 * 1);
    CHECK_EQ_INT(group_size(m, "boundary"), -1);
    CHECK_EQ_INT(group_size(m, "wound-left"), -1);
    CHECK_EQ_INT(sut_mesh_group_find(m, "z+")->nodes[0], 40);
    sut_mesh_free(m);
}

TEST(wound_splits_inner_nodes_and_numbers_copies_last) {
    sut_pad_def d = small_pad(4, 6, 3);
    d.wound = (sut_wound_def){SUT_WOUND_STRAIGHT, 0.02, 0.004, 0.0, 0.0}; // 4 cells, 2 deep
    sut_mesh *m = sut_mesh_pad(&d, &error);
    REQUIRE(m != NULL);
    check_sound(m);
    // three nodes along y between the whole ends, two rows above the whole floor
    CHECK_EQ_INT(m->node_count, 5 * 7 * 4 + 6);
    CHECK_EQ_INT(group_size(m, "wound-left"), 6);
    const sut_mesh_group *left = sut_mesh_group_find(m, "wound-left");
    const sut_mesh_group *right = sut_mesh_group_find(m, "wound-right");
    for (int i = 0; i < 6; i++) {
        int j = 2 + i % 3;
        int k = 2 + i / 3;
        CHECK_EQ_INT(left->nodes[i], 2 + 5 * (j + 7 * k));
        CHECK_EQ_INT(right->nodes[i], 5 * 7 * 4 + i);
        CHECK(memcmp(&m->nodes[left->nodes[i]], &m->nodes[right->nodes[i]], sizeof(sut_vec3)) == 0);
    }
    CHECK_NEAR(total_volume(m), 0.04 * 0.03 * 0.006, 1e-18);
    CHECK_NEAR(skin_volume(m), 0.04 * 0.03 * 0.006, 1e-18);
    sut_mesh_free(m);
}

TEST(elements_on_each_side_of_a_wound_have_their_own_nodes) {
    sut_pad_def d = small_pad(4, 6, 3);
    d.wound = (sut_wound_def){SUT_WOUND_STRAIGHT, 0.02, 0.004, 0.0, 0.0};
    sut_mesh *m = sut_mesh_pad(&d, &error);
    REQUIRE(m != NULL);
    for (int i = 0; i < m->tet_count; i++) {
        double x = 0.0;
        bool copies = false;
        bool originals = false;
        for (int k = 0; k < 4; k++) {
            int n = m->tets[i][k];
            x += m->nodes[n].x;
            copies = copies || n >= 140;
            for (int l = 0; l < 6; l++) {
                originals = originals || n == sut_mesh_group_find(m, "wound-left")->nodes[l];
            }
        }
        CHECK(x > 0.0 ? !originals : !copies);
    }
    sut_mesh_free(m);
}

// lips lie on each other and face away from their own side
TEST(lips_are_the_faces_of_the_split) {
    sut_pad_def d = small_pad(4, 6, 3);
    d.wound = (sut_wound_def){SUT_WOUND_STRAIGHT, 0.02, 0.0, 0.0, 0.0}; // all of the depth
    sut_mesh *m = sut_mesh_pad(&d, &error);
    REQUIRE(m != NULL);
    CHECK_EQ_INT(group_size(m, "wound-left"), 3 * 4);
    CHECK_EQ_INT(m->lips[0].face_count, m->lips[1].face_count);
    double area[2] = {0.0, 0.0};
    for (int lip = 0; lip < 2; lip++) {
        for (int i = 0; i < m->lips[lip].face_count; i++) {
            const int *f = m->lips[lip].faces[i];
            sut_vec3 a = m->nodes[f[0]];
            sut_vec3 b = m->nodes[f[1]];
            sut_vec3 c = m->nodes[f[2]];
            area[lip] += 0.5 * ((b.y - a.y) * (c.z - a.z) - (b.z - a.z) * (c.y - a.y));
        }
    }
    // every face of 4 cells along and 3 down has a node that is split
    CHECK_NEAR(area[0], 0.02 * 0.006, 1e-18); // round-off of 1e-4
    CHECK_NEAR(area[1], -0.02 * 0.006, 1e-18);
    sut_mesh_free(m);
}

TEST(wound_through_the_whole_pad_makes_two_parts) {
    sut_pad_def d = small_pad(2, 2, 1);
    d.wound = (sut_wound_def){SUT_WOUND_STRAIGHT, 0.03, 0.0, 0.0, 0.0};
    sut_mesh *m = sut_mesh_pad(&d, &error);
    REQUIRE(m != NULL);
    sut_mesh_figures f;
    REQUIRE(sut_mesh_measure(m, &f));
    CHECK_EQ_INT(f.components, 2);
    CHECK_EQ_INT(group_size(m, "y-"), 6 + 2); // copies at the border belong to it
    sut_mesh_free(m);
}

TEST(curved_wound_moves_nodes_sideways_before_it_splits) {
    sut_pad_def d = small_pad(4, 6, 1);
    d.wound = (sut_wound_def){SUT_WOUND_CURVED, 0.02, 0.0, 0.003, 0.0};
    sut_mesh *m = sut_mesh_pad(&d, &error);
    REQUIRE(m != NULL);
    check_sound(m);
    CHECK_NEAR(m->nodes[2 + 5 * 3].x, 0.003, 1e-15);                       // middle of the wound
    CHECK_NEAR(m->nodes[1 + 5 * 3].x, -0.01 + 0.5 * 0.003, 1e-15);         // half way to the side
    CHECK_NEAR(m->nodes[2 + 5 * 2].x, 0.003 * (1.0 - 0.25), 1e-15);        // half way to its end
    CHECK(m->nodes[2 + 5 * 0].x == 0.0 && m->nodes[0 + 5 * 3].x == -0.02); // beyond; at the side
    sut_mesh_free(m);
}

TEST(crossing_wound_splits_its_middle_into_four) {
    sut_pad_def d = small_pad(6, 6, 2);
    d.wound = (sut_wound_def){SUT_WOUND_CROSSING, 0.02, 0.003, 0.0, 0.04 * 4 / 6};
    sut_mesh *m = sut_mesh_pad(&d, &error);
    REQUIRE(m != NULL);
    check_sound(m);
    int base = 7 * 7 * 3;
    // one row deep: 3 along y; then 3 along x, the middle of both sides
    CHECK_EQ_INT(m->node_count, base + 3 + 4);
    CHECK_EQ_INT(group_size(m, "wound-left"), 4);
    CHECK_EQ_INT(group_size(m, "wound-right"), 4);
    int middle = 3 + 7 * (3 + 7 * 2);
    int at_middle = 0;
    for (int n = 0; n < m->node_count; n++) {
        at_middle += memcmp(&m->nodes[n], &m->nodes[middle], sizeof(sut_vec3)) == 0;
    }
    CHECK_EQ_INT(at_middle, 4);
    sut_mesh_free(m);
}

TEST(sheet_alternates_its_diagonals) {
    sut_sheet_def d = {.size = {0.02, 0.01}, .cells = {2, 2}};
    sut_mesh *m = sut_mesh_sheet(&d, &error);
    REQUIRE(m != NULL);
    check_sound(m);
    CHECK_EQ_INT(m->node_count, 9);
    CHECK_EQ_INT(m->triangle_count, 8);
    static const int expected[4][3] = {{0, 1, 4}, {0, 4, 3}, {1, 2, 4}, {2, 5, 4}};
    for (int i = 0; i < 4; i++) {
        CHECK(memcmp(m->triangles[i], expected[i], sizeof expected[i]) == 0);
    }
    CHECK_EQ_INT(group_size(m, "boundary"), 8);
    CHECK_EQ_INT(group_size(m, "x+"), 3);
    sut_mesh_free(m);
}

TEST(wound_of_a_sheet_has_lips_of_edges) {
    sut_sheet_def d = {.size = {0.02, 0.06}, .cells = {4, 6}};
    d.wound = (sut_wound_def){SUT_WOUND_STRAIGHT, 0.043, 0.0, 0.0, 0.0}; // 4 cells
    sut_mesh *m = sut_mesh_sheet(&d, &error);
    REQUIRE(m != NULL);
    check_sound(m);
    CHECK_EQ_INT(m->node_count, 35 + 3);
    CHECK_EQ_INT(m->lips[0].edge_count, 4);
    CHECK_EQ_INT(m->lips[0].edges[0][0], m->lips[1].edges[0][0]); // whole at its end
    CHECK_EQ_INT(m->lips[1].edges[0][1], 35);
    CHECK_EQ_INT(group_size(m, "boundary"), 2 * (4 + 6) + 3 + 3 + 2); // border, lips, ends
    sut_mesh_free(m);
}

TEST(vessel_points_outward_and_starts_at_y) {
    sut_vessel_def d = {.radius = 0.001, .length = 0.006, .cells = {16, 8}};
    sut_mesh *m = sut_mesh_vessel(&d, &error);
    REQUIRE(m != NULL);
    check_sound(m);
    CHECK_EQ_INT(m->node_count, 16 * 9);
    CHECK_EQ_INT(m->triangle_count, 2 * 16 * 8);
    CHECK(m->nodes[0].x == -0.003 && m->nodes[0].y == 0.001 && m->nodes[0].z == 0.0);
    CHECK(m->nodes[4].z == 0.001 && m->nodes[4].y == 0.0);
    CHECK_EQ_INT(group_size(m, "start"), 16);
    CHECK_EQ_INT(group_size(m, "end"), 16);
    CHECK_EQ_INT(group_size(m, "boundary"), 32);
    for (int i = 0; i < m->triangle_count; i++) {
        sut_vec3 a = m->nodes[m->triangles[i][0]];
        sut_vec3 b = m->nodes[m->triangles[i][1]];
        sut_vec3 c = m->nodes[m->triangles[i][2]];
        double ny = (b.z - a.z) * (c.x - a.x) - (b.x - a.x) * (c.z - a.z);
        double nz = (b.x - a.x) * (c.y - a.y) - (b.y - a.y) * (c.x - a.x);
        CHECK(ny * (a.y + b.y + c.y) + nz * (a.z + b.z + c.z) > 0.0);
    }
    sut_mesh_free(m);
}

TEST(drain_is_slit_along_its_top) {
    sut_drain_def d = {.width = 0.02, .height = 0.008, .length = 0.04, .cells = {16, 8}};
    d.slit = 0.02;
    sut_mesh *m = sut_mesh_drain(&d, &error);
    REQUIRE(m != NULL);
    check_sound(m);
    CHECK_EQ_INT(m->node_count, 16 * 9 + 3);
    CHECK_EQ_INT(group_size(m, "wound-left"), 3);
    const sut_mesh_group *right = sut_mesh_group_find(m, "wound-right");
    CHECK_EQ_INT(right->nodes[0], 16 * 9);
    CHECK(m->nodes[right->nodes[0]].z == 0.004);
    // triangles at the right lip lie at y > 0
    for (int i = 0; i < m->triangle_count; i++) {
        for (int k = 0; k < 3; k++) {
            double y = m->nodes[m->triangles[i][0]].y + m->nodes[m->triangles[i][1]].y +
                       m->nodes[m->triangles[i][2]].y;
            CHECK(m->triangles[i][k] < 16 * 9 || y > 0.0);
        }
    }
    sut_mesh_free(m);
}

TEST(points_of_a_circle_are_those_of_libm) {
    for (int n = 6; n < 200; n += 7) {
        for (int i = 0; i < n; i++) {
            double c = 0.0;
            double s = 0.0;
            double a = 2.0 * 3.14159265358979323846 * (double)i / (double)n;
            sut_circle_point(i, n, &c, &s);
            CHECK_NEAR(c, cos(a), 3e-15); // rounding of the angle given to libm
            CHECK_NEAR(s, sin(a), 3e-15);
            double opposite[2];
            sut_circle_point(i + n, 2 * n, &opposite[0], &opposite[1]);
            sut_circle_point(i, 2 * n, &c, &s);
            CHECK(opposite[0] == -c && opposite[1] == -s);
        }
    }
}

TEST(line_has_its_ends_exactly) {
    sut_mesh *m = sut_mesh_line((sut_vec3){0.1, 0.2, 0.3}, (sut_vec3){1.1, 0.7, -0.3}, 3, &error);
    REQUIRE(m != NULL);
    CHECK_EQ_INT(m->node_count, 4);
    CHECK_EQ_INT(sut_mesh_element_count(m), 3);
    CHECK(m->nodes[0].x == 0.1 && m->nodes[3].x == 1.1 && m->nodes[3].z == -0.3);
    sut_mesh_free(m);
}

TEST(generators_refuse_what_they_cannot_make) {
    sut_pad_def pad = small_pad(100, 100, 100);
    CHECK(sut_mesh_pad(&pad, &error) == NULL);
    CHECK_STR(error.text, "has 6000000 elements; must have at most 1000000");
    pad = small_pad(3, 4, 1);
    pad.wound = (sut_wound_def){SUT_WOUND_STRAIGHT, 0.01, 0.0, 0.0, 0.0};
    CHECK(sut_mesh_pad(&pad, &error) == NULL);
    CHECK_STR(error.text, "has 3 cells along x; a wound needs an even number of them");
    pad.cells[0] = 4;
    pad.wound.length = 0.05;
    CHECK(sut_mesh_pad(&pad, &error) == NULL);
    pad.wound = (sut_wound_def){SUT_WOUND_CURVED, 0.02, 0.0, 0.02, 0.0};
    CHECK(sut_mesh_pad(&pad, &error) == NULL);
    sut_vessel_def vessel = {.radius = 0.001, .length = 0.01, .cells = {7, 3}};
    CHECK(sut_mesh_vessel(&vessel, &error) == NULL);
    CHECK_STR(error.text, "has 7 cells around; must be an even number from 6 to 10000");
    sut_drain_def drain = {.width = 0.01, .height = 0.01, .length = 0.01, .cells = {10, 4}};
    CHECK(sut_mesh_drain(&drain, &error) == NULL);
    sut_sheet_def sheet = {.size = {0.01, (double)NAN}, .cells = {1, 1}};
    CHECK(sut_mesh_sheet(&sheet, &error) == NULL);
    CHECK(sut_mesh_line((sut_vec3){1, 1, 1}, (sut_vec3){1, 1, 1}, 2, &error) == NULL);
}
