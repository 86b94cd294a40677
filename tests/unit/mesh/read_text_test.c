// SPDX-License-Identifier: MIT
// read_text_test.c -- obj, stl and numbers.
#include "check.h"
#include "mesh_fixture.h"
#include "soup.h"
#include "text.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char *const tetra_obj = "# a closed tetrahedron\n"
                                     "v 0 0 0\nv 1 0 0\nv 0 1 0\nv 0 0 1 1.0\n"
                                     "vn 0 0 1\nvt 0 0\n"
                                     "g base\nf 1/1/1 3/1/1 2/1/1\n"
                                     "g side slope\nf 1//1 2//1 4//1\nf -3 -2 -1\n"
                                     "g side\nf 3 1 4\n";

TEST(numbers_are_those_of_strtod) {
    static const char *const good[] = {"0",
                                       "-0.0",
                                       "1",
                                       "0.1",
                                       "1e-3",
                                       "1E+5",
                                       ".5",
                                       "5.",
                                       "+7",
                                       "1e308",
                                       "4.9e-324",
                                       "123456789012345678901",
                                       "3.14159265358979323846264338327950288",
                                       "1e-400",
                                       "0.000000000000000000000000000001",
                                       "9007199254740993"};
    for (size_t i = 0; i < sizeof good / sizeof good[0]; i++) {
        CASE("%s", good[i]);
        double v = -1.0;
        CHECK(sut_word_number((sut_word){good[i], strlen(good[i])}, &v));
        double expected = strtod(good[i], NULL);
        CHECK(memcmp(&v, &expected, sizeof v) == 0);
    }
    static const char *const bad[] = {"",     "-",   ".",     "1e",  "1e+",
                                      "0x10", "1,5", "1.2.3", "--1", "a"};
    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++) {
        CASE("%s", bad[i]);
        double v = 0.0;
        CHECK(!sut_word_number((sut_word){bad[i], strlen(bad[i])}, &v));
    }
    double v = 0.0;
    CHECK(sut_word_number((sut_word){"-nan", 4}, &v) && isnan(v));
    CHECK(sut_word_number((sut_word){"1e999", 5}, &v) && isinf(v));
}

TEST(random_numbers_are_those_of_strtod) {
    uint64_t state = 1;
    for (int i = 0; i < 20000; i++) {
        state = state * 6364136223846793005U + 1442695040888963407U;
        double x = ldexp((double)(int64_t)state, (int)(state >> 40) % 200 - 160);
        char text[40];
        snprintf(text, sizeof text, "%.*g", 1 + i % 17, x);
        double v = 0.0;
        REQUIRE(sut_word_number((sut_word){text, strlen(text)}, &v));
        double expected = strtod(text, NULL);
        REQUIRE(memcmp(&v, &expected, sizeof v) == 0);
    }
}

TEST(obj_has_corners_with_slashes_and_groups) {
    sut_mesh *m = mesh_from(tetra_obj, SUT_MESH_OBJ, SUT_MESH_NEED_SHELL);
    CHECK_STR(mesh_refusal(), "");
    REQUIRE(m != NULL);
    CHECK_EQ_INT(m->node_count, 4);
    CHECK_EQ_INT(m->triangle_count, 4);
    CHECK_EQ_INT(m->triangles[2][0], 1); // -3 with four vertices
    CHECK_EQ_INT(group_size(m, "base"), 3);
    CHECK_EQ_INT(group_size(m, "slope"), 4);
    CHECK_EQ_INT(group_size(m, "side"), 4);
    CHECK_EQ_INT(group_size(m, "boundary"), 0);
    sut_mesh_free(m);
}

TEST(polygons_become_fans_and_lines_may_go_on) {
    sut_mesh *m =
        mesh_from("v 0 0 0\nv 1 0 0\nv 1 1 0\nv 0 1 0\r\nv 9 9 9\nf 1 2 \\\n 3 4 # quad\n",
                  SUT_MESH_OBJ, SUT_MESH_NEED_ANY);
    REQUIRE(m != NULL);
    CHECK_EQ_INT(m->triangle_count, 2);
    CHECK_EQ_INT(m->triangles[1][1], 2);
    CHECK_EQ_INT(m->node_count, 4); // the last one has no element
    sut_mesh_free(m);
}

TEST(obj_errors_name_the_line) {
    const sut_mesh_need s = SUT_MESH_NEED_SHELL;
    CHECK_STR(refusal_of("v 0 0 0\nv 1 0 x\n", SUT_MESH_OBJ, s),
              "2: is not a number; must have one in place of \"x\"");
    CHECK_STR(refusal_of("v 0 0\n", SUT_MESH_OBJ, s),
              "1: ends in the middle of a vertex; must have three numbers behind v");
    CHECK_STR(refusal_of("v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 9\n", SUT_MESH_OBJ, s),
              "4: names node 9; must be 1 to 3");
    CHECK_STR(refusal_of("v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 0\n", SUT_MESH_OBJ, s),
              "4: names node 0; must be 1 to 3");
    CHECK_STR(refusal_of("v 0 0 0\nv 1 0 0\nv 0 1 0\n\nf 1 2 -4\n", SUT_MESH_OBJ, s),
              "5: names node -4; must be 1 to 3");
    CHECK_STR(refusal_of("v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2\n", SUT_MESH_OBJ, s),
              "4: has a face of 2 corners; must have 3 or more");
    CHECK_STR(refusal_of("v 0 0 0\nv 1 0 nan\nv 0 1 0\nf 1 2 3\n", SUT_MESH_OBJ, s),
              "2: is not finite; coordinates must be finite numbers");
    CHECK_STR(refusal_of("v 0 0 0\n", SUT_MESH_OBJ, s), "has no triangles; a shell needs some");
    CHECK_STR(refusal_of("", SUT_MESH_OBJ, s), "has no triangles; a shell needs some");
    CHECK_STR(refusal_of(tetra_obj, SUT_MESH_OBJ, SUT_MESH_NEED_SOLID),
              "has triangles only; a solid needs tetrahedra");
}

// order of the checks: syntax, index, finite
TEST(earlier_checks_win_over_earlier_lines) {
    CHECK_STR(refusal_of("v inf 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 9\nf 1 b 2\n", SUT_MESH_OBJ,
                         SUT_MESH_NEED_SHELL),
              "5: is not a number; must have one in place of \"b\"");
    CHECK_STR(
        refusal_of("v inf 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 9\n", SUT_MESH_OBJ, SUT_MESH_NEED_SHELL),
        "4: names node 9; must be 1 to 3");
}

TEST(scale_flip_and_weld) {
    const char *text = "v 0 0 0\nv 1000 0 0\nv 0 1000 0\nv 1000.001 0 0\nv 0 1000.001 0\n"
                       "v 1000 1000 0\nf 1 2 3\nf 4 6 5\n";
    sut_mesh_import how = sut_default_mesh_import();
    how.scale = 1e-3;
    sut_mesh *m = mesh_from_bytes(text, strlen(text), SUT_MESH_OBJ, &how);
    REQUIRE(m != NULL);
    CHECK_EQ_INT(m->node_count, 6);
    CHECK_NEAR(m->nodes[1].x, 1.0, 1e-15);
    sut_mesh_free(m);
    how.weld = 1e-5;
    how.flip = true;
    m = mesh_from_bytes(text, strlen(text), SUT_MESH_OBJ, &how);
    REQUIRE(m != NULL);
    CHECK_EQ_INT(m->node_count, 4);
    CHECK_EQ_INT(m->triangles[0][0], 1);
    CHECK_EQ_INT(m->triangles[0][1], 0);
    sut_mesh_free(m);
    how.scale = 1e9;
    CHECK(mesh_from_bytes(text, strlen(text), SUT_MESH_OBJ, &how) == NULL);
    CHECK(strstr(mesh_refusal(), "set \"scale\"") != NULL);
}

TEST(welds_join_chains_to_what_was_kept) {
    sut_vec3 x[200];
    int to[200];
    for (int i = 0; i < 200; i++) {
        x[i] = (sut_vec3){-0.01 * i, 0.003 * (i % 3), 5.0};
    }
    REQUIRE(sut_weld(x, 200, 0.025, to));
    for (int i = 0; i < 200; i++) {
        CHECK(to[i] <= i && to[to[i]] == to[i]);
        CHECK(hypot(x[i].x - x[to[i]].x, x[i].y - x[to[i]].y) <= 0.025);
        for (int k = 0; k < i; k++) {
            bool kept = to[i] == i && to[k] == k;
            CHECK(!kept || hypot(x[i].x - x[k].x, x[i].y - x[k].y) > 0.025);
        }
    }
}

//---- stl -----------------------------------------------------------------------------------------

static const char *const one_facet = "solid a b c\n facet normal 0 0 nan\n  outer loop\n"
                                     "   vertex 0 0 0\n   vertex 1 0 0\n   vertex 0 1 0\n"
                                     "  endloop\n endfacet\n";

TEST(ascii_stl_welds_equal_corners) {
    char text[1000];
    snprintf(text, sizeof text,
             "%sfacet normal 0 0 1 outer loop vertex -0 0 0 vertex 0 1 0 vertex -1 0 0 endloop "
             "endfacet\nendsolid\n",
             one_facet);
    sut_mesh *m = mesh_from(text, SUT_MESH_STL, SUT_MESH_NEED_SHELL);
    CHECK_STR(mesh_refusal(), "");
    REQUIRE(m != NULL);
    CHECK_EQ_INT(m->node_count, 4);
    CHECK_EQ_INT(m->triangle_count, 2);
    sut_mesh_free(m);
}

TEST(ascii_stl_errors) {
    CHECK_STR(refusal_of(one_facet, SUT_MESH_STL, SUT_MESH_NEED_SHELL),
              "9: ends in the middle of a solid; must have endsolid");
    CHECK_STR(refusal_of("solid\nfacet normal 0 0 1\nouter loop\nvertex 0 0 0\n", SUT_MESH_STL,
                         SUT_MESH_NEED_SHELL),
              "5: ends in the middle of a facet; must have endfacet");
    CHECK_STR(refusal_of("solid\nfacet normal 0 0 1\nouter loop\nvertex 0 zero 0\n", SUT_MESH_STL,
                         SUT_MESH_NEED_SHELL),
              "4: is not a number; must have one in place of \"zero\"");
    CHECK_STR(refusal_of("solid\nfacets\n", SUT_MESH_STL, SUT_MESH_NEED_SHELL),
              "2: has \"facets\"; must have facet, vertex or endsolid");
}

static size_t binary_stl(unsigned char *out, unsigned count, unsigned said) {
    static const float corners[2][3][3] = {{{0, 0, 0}, {1, 0, 0}, {0, 1, 0}},
                                           {{1, 0, 0}, {1, 1, 0}, {0, 1, 0}}};
    memset(out, 0, 84 + 50 * (size_t)count);
    memcpy(out, "solid but binary", 16);
    out[80] = (unsigned char)said;
    for (unsigned i = 0; i < count; i++) {
        memcpy(out + 84 + 50 * (size_t)i + 12, corners[i], 36); // this machine is little-endian
    }
    return 84 + 50 * (size_t)count;
}

TEST(binary_stl_is_told_by_its_size) {
    unsigned char bytes[200];
    sut_mesh_import how = sut_default_mesh_import();
    size_t size = binary_stl(bytes, 2, 2);
    sut_mesh *m = mesh_from_bytes(bytes, size, SUT_MESH_STL, &how);
    CHECK_STR(mesh_refusal(), "");
    REQUIRE(m != NULL);
    CHECK_EQ_INT(m->node_count, 4);
    sut_mesh_free(m);
    size = binary_stl(bytes, 2, 3);
    CHECK(mesh_from_bytes(bytes, size, SUT_MESH_STL, &how) == NULL);
    CHECK_STR(mesh_refusal(), "ends in the middle of facet 2; must have 3 facets");
    CHECK(mesh_from_bytes(bytes, 20, SUT_MESH_STL, &how) == NULL);
}

TEST(endings_tell_the_kind) {
    CHECK_EQ_INT(sut_mesh_format_of("a/b.c/heart.OBJ"), SUT_MESH_OBJ);
    CHECK_EQ_INT(sut_mesh_format_of("x.msh"), SUT_MESH_MSH);
    CHECK_EQ_INT(sut_mesh_format_of("x.msh.gz"), SUT_MESH_UNKNOWN);
    CHECK_EQ_INT(sut_mesh_format_of("obj"), SUT_MESH_UNKNOWN);
    sut_mesh_import how = sut_default_mesh_import();
    sut_mesh_error e;
    CHECK(sut_mesh_read_file("nowhere/at_all.obj", &how, &e) == NULL);
    CHECK_STR(e.text, "cannot be read; there is no such file");
    CHECK(sut_mesh_read_bytes("", 0, SUT_MESH_UNKNOWN, &how, &e) == NULL);
    CHECK_STR(e.text, "is of no known kind; must be obj, stl, ply, wrl, msh or vtk");
}
