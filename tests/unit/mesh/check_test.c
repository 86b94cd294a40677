// SPDX-License-Identifier: MIT
#include "check.h"
#include "mesh_fixture.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static sut_mesh_error error;

// the refusal of triangles
static const char *surface_refusal(const sut_vec3 *nodes, int node_count, const int (*t)[3],
                                   int count) {
    sut_mesh_parts p = {nodes, node_count, t, count, NULL, 0};
    sut_mesh *m = sut_mesh_make(&p, SUT_MESH_NEED_SHELL, &error);
    const char *text = m == NULL ? error.text : "";
    sut_mesh_free(m);
    return text;
}

static const char *solid_refusal(const sut_vec3 *nodes, int node_count, const int (*t)[4],
                                 int count) {
    sut_mesh_parts p = {nodes, node_count, NULL, 0, t, count};
    sut_mesh *m = sut_mesh_make(&p, SUT_MESH_NEED_SOLID, &error);
    const char *text = m == NULL ? error.text : "";
    sut_mesh_free(m);
    return text;
}

static bool begins(const char *text, const char *with) {
    bool same = strncmp(text, with, strlen(with)) == 0;
    if (!same) {
        fprintf(stderr, "  is: %s\n", text);
    }
    return same;
}

static const sut_vec3 five[] = {{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {0, 0, 1}, {1, 1, 1}};

TEST(indices_come_before_all_else) {
    const int t[1][3] = {{0, 1, 9}};
    CHECK_STR(surface_refusal(five, 5, t, 1), "names node 9; must be 0 to 4");
    const int negative[1][3] = {{0, -1, 2}};
    CHECK_STR(surface_refusal(five, 5, negative, 1), "names node -1; must be 0 to 4");
}

TEST(kinds_must_fit) {
    const int tri[1][3] = {{0, 1, 2}};
    const int tet[1][4] = {{0, 1, 2, 3}};
    CHECK_STR(surface_refusal(five, 5, NULL, 0), "has no triangles; a shell needs some");
    sut_mesh_parts p = {five, 5, tri, 1, NULL, 0};
    CHECK(sut_mesh_make(&p, SUT_MESH_NEED_SOLID, &error) == NULL);
    CHECK_STR(error.text, "has triangles only; a solid needs tetrahedra");
    p = (sut_mesh_parts){five, 5, NULL, 0, tet, 1};
    CHECK(sut_mesh_make(&p, SUT_MESH_NEED_MEMBRANE, &error) == NULL);
    CHECK_STR(error.text, "has tetrahedra only; a membrane needs triangles");
}

TEST(what_is_not_needed_is_left_out) {
    const int tri[1][3] = {{0, 1, 4}};
    const int tet[1][4] = {{0, 1, 2, 3}};
    sut_mesh_parts p = {five, 5, tri, 1, tet, 1};
    sut_mesh *m = sut_mesh_make(&p, SUT_MESH_NEED_SOLID, &error);
    REQUIRE(m != NULL);
    CHECK_EQ_INT(m->node_count, 4);
    CHECK_EQ_INT(m->triangle_count, 4);
    sut_mesh_free(m);
    m = sut_mesh_make(&p, SUT_MESH_NEED_SHELL, &error);
    REQUIRE(m != NULL);
    CHECK_EQ_INT(m->node_count, 3);
    CHECK_EQ_INT(m->triangles[0][2], 2);
    sut_mesh_free(m);
}

TEST(flat_elements_are_named) {
    const sut_vec3 line[] = {{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {3, 0, 0}, {0.5, 1e-10, 0}};
    const int t[2][3] = {{0, 1, 2}, {0, 4, 1}};
    CHECK(begins(surface_refusal(line, 5, t, 2), "element 1 is flat; must have"));
    const int twice[1][3] = {{0, 0, 2}};
    CHECK(begins(surface_refusal(line, 5, twice, 1), "element 0 is flat; must have"));
    const int tet[1][4] = {{0, 1, 2, 3}};
    CHECK(begins(solid_refusal(line, 5, tet, 1), "element 0 is flat; must have"));
}

TEST(edges_of_three_triangles_are_named) {
    const int t[3][3] = {{0, 1, 2}, {1, 0, 3}, {0, 1, 4}};
    CHECK_STR(surface_refusal(five, 5, t, 3), "edge 0-1 has 3 triangles; must have 1 or 2");
}

TEST(nodes_of_two_fans_are_named) {
    const sut_vec3 bow[] = {{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {-1, 0, 0}, {0, -1, 0}};
    const int t[2][3] = {{0, 1, 2}, {0, 3, 4}};
    CHECK(begins(surface_refusal(bow, 5, t, 2), "node 0 joins two fans; must have"));
}

TEST(tetrahedra_that_share_only_an_edge_are_not_manifold) {
    const sut_vec3 x[] = {{0, 0, 0}, {0, 0, 1}, {1, 0, 0}, {0, 1, 0}, {-1, 0, 0}, {0, -1, 0}};
    const int t[2][4] = {{0, 2, 3, 1}, {0, 4, 5, 1}};
    CHECK_STR(solid_refusal(x, 6, t, 2), "edge 0-1 has 4 triangles; must have 1 or 2");
    const int three[3][4] = {{0, 1, 2, 3}, {0, 1, 2, 4}, {0, 1, 2, 5}};
    const sut_vec3 y[] = {{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {0, 0, 1}, {1, 1, 1}, {0, 0, -1}};
    CHECK_STR(solid_refusal(y, 6, three, 3), "face 0-1-2 has 3 tetrahedra; must have 1 or 2");
}

TEST(neighbours_must_turn_alike) {
    const int t[2][3] = {{0, 1, 2}, {0, 1, 3}};
    CHECK(
        begins(surface_refusal(five, 5, t, 2), "triangles 0 and 1 turn against each other; must"));
}

TEST(inside_out_says_how_to_mend_it) {
    const int in[4][3] = {{0, 1, 2}, {0, 3, 1}, {1, 3, 2}, {2, 3, 0}};
    const int out[4][3] = {{1, 0, 2}, {3, 0, 1}, {3, 1, 2}, {3, 2, 0}};
    CHECK_STR(surface_refusal(five, 4, in, 4), "is inside out; set \"flip\": true");
    CHECK_STR(surface_refusal(five, 4, out, 4), "");
    const int all[1][4] = {{1, 0, 2, 3}};
    CHECK_STR(solid_refusal(five, 4, all, 1), "is inside out; set \"flip\": true");
    const int one[2][4] = {{0, 1, 2, 3}, {1, 2, 4, 3}};
    CHECK(begins(solid_refusal(five, 5, one, 2), "element 1 is inside out; must"));
}

TEST(crossing_triangles_are_named) {
    const sut_vec3 x[] = {{0, 0, 0},      {1, 0, 0},      {0, 1, 0},
                          {0.2, 0.2, -1}, {0.2, 0.3, -1}, {0.25, 0.25, 1}};
    const int t[2][3] = {{0, 1, 2}, {3, 4, 5}};
    CHECK(begins(surface_refusal(x, 6, t, 2), "triangles 0 and 1 cross each other; must"));
}

// rows of nodes exactly in the other sheet's plane and on its edges: no triangle passes by itself
TEST(sheets_that_cross_along_their_own_edges_are_found) {
    for (int cells = 1; cells <= 4; cells++) {
        CASE("cells %d", cells);
        int side = cells + 1;
        int count = side * side;
        sut_vec3 *x = malloc(2 * (size_t)count * sizeof *x);
        int(*t)[3] = malloc(4 * (size_t)(cells * cells) * sizeof *t);
        REQUIRE(x != NULL && t != NULL);
        int used = 0;
        for (int sheet = 0; sheet < 2; sheet++) {
            for (int n = 0; n < count; n++) {
                double u = 2.0 * (n % side) / cells - 1.0;
                double v = 2.0 * (double)(n / side) / cells - 1.0;
                x[sheet * count + n] = sheet == 0 ? (sut_vec3){u, v, 0.0} : (sut_vec3){0.0, v, u};
            }
            for (int c = 0; c < cells * cells; c++) {
                int low = sheet * count + c % cells + side * (c / cells);
                int corners[2][3] = {{low, low + 1, low + side + 1},
                                     {low, low + side + 1, low + side}};
                memcpy(t[used], corners, sizeof corners);
                used += 2;
            }
        }
        CHECK(strstr(surface_refusal(x, 2 * count, (const int(*)[3])t, used), "cross each other") !=
              NULL);
        free(x);
        free(t);
    }
}

TEST(lips_that_touch_do_not_cross) {
    sut_pad_def d = small_pad(4, 6, 3);
    d.wound = (sut_wound_def){SUT_WOUND_CURVED, 0.02, 0.004, 0.003, 0.0};
    sut_mesh *m = sut_mesh_pad(&d, &error);
    REQUIRE(m != NULL);
    CHECK(sut_mesh_check(m, &error));
    sut_mesh_free(m);
    sut_drain_def drain = {
        .width = 0.02, .height = 0.01, .length = 0.04, .cells = {16, 8}, .slit = 0.02};
    m = sut_mesh_drain(&drain, &error);
    REQUIRE(m != NULL);
    CHECK(sut_mesh_check(m, &error));
    sut_mesh_free(m);
}

TEST(every_generated_mesh_passes_the_checks) {
    for (int kind = SUT_WOUND_NONE; kind <= SUT_WOUND_CROSSING; kind++) {
        for (int n = 1; n <= 4; n++) {
            CASE("wound %d, %d cells", kind, n);
            sut_pad_def d = small_pad(4, 4, n);
            d.wound = (sut_wound_def){(sut_wound_kind)kind, 0.03 * n / 4, 0.006, 0.004, 0.02};
            sut_mesh *m = sut_mesh_pad(&d, &error);
            REQUIRE(m != NULL);
            CHECK(sut_mesh_check(m, &error));
            check_sound(m);
            sut_mesh_free(m);
        }
    }
}

TEST(too_many_elements_are_counted) {
    // a sheet that is fine but for their number
    int more = 708 * 1415 * 2;
    int(*t)[3] = malloc((size_t)more * sizeof *t);
    sut_vec3 *x = malloc(709 * 1416 * sizeof *x);
    REQUIRE(t != NULL && x != NULL);
    for (int n = 0; n < 709 * 1416; n++) {
        x[n] = (sut_vec3){n % 709, (double)(n / 709), 0.0};
    }
    for (int c = 0; c < more / 2; c++) {
        int low = c % 708 + 709 * (c / 708);
        int corners[2][3] = {{low, low + 1, low + 710}, {low, low + 710, low + 709}};
        memcpy(t[2 * c], corners, sizeof corners);
    }
    CHECK_STR(surface_refusal(x, 709 * 1416, (const int(*)[3])t, more),
              "has 2003640 elements; must have at most 1000000");
    free(t);
    free(x);
}
