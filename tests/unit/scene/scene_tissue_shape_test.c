// SPDX-License-Identifier: MIT
#include "check.h"
#include "scene_fixture.h"
#include "scene_tissue.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static sut_scene_error error;

static sut_mesh *mesh_of(const char *text, const char *model) {
    return sut_scene_read_mesh(text, strlen(text), "s.json", model, &error);
}

// the message without "s.json: "; "" when it is accepted
static const char *refusal(const char *text, const char *model) {
    sut_mesh *m = mesh_of(text, model);
    sut_mesh_free(m);
    return m == NULL && strncmp(error.text, "s.json: ", 8) == 0 ? error.text + 8 : error.text;
}

static void check_node_count(const char *text, const char *model, int nodes, int elements) {
    sut_mesh *m = mesh_of(text, model);
    CHECK_STR(error.text, "");
    REQUIRE(m != NULL);
    CHECK_EQ_INT(m->node_count, nodes);
    CHECK_EQ_INT(sut_mesh_element_count(m), elements);
    sut_mesh_free(m);
}

TEST(every_generator_is_read) {
    check_node_count("{\"type\": \"pad\", \"size\": [\"4 cm\", 0.03, 0.006], \"cells\": [4, 2, 1]}",
                     "solid", 5 * 3 * 2, 48);
    check_node_count("{\"type\": \"sheet\", \"size\": [0.04, 0.03], \"cells\": [4, 4], \"wound\": "
                     "{\"type\": \"straight\", \"length\": 0.015}}",
                     "membrane", 26, 32);
    check_node_count(
        "{\"type\": \"vessel\", \"radius\": \"1 mm\", \"length\": 0.01, \"cells\": [8, "
        "3]}",
        "shell", 32, 48);
    check_node_count("{\"type\": \"drain\", \"width\": 0.02, \"height\": 0.01, \"length\": 0.04, "
                     "\"cells\": [8, 4], \"slit\": \"2 cm\"}",
                     "shell", 41, 64);
    check_node_count(
        "{\"type\": \"tube\", \"from\": [0, 0, 0], \"to\": [1, 0, 0], \"elements\": 4, "
        "\"inner\": 0.01, \"outer\": 0.02}",
        "tube", 5, 4);
    check_node_count(
        "{\"type\": \"mesh\", \"nodes\": [[0, 0, 0], [1, 0, 0], [0, 1, 0], [0, 0, 1]], "
        "\"tets\": [[0, 1, 2, 3]]}",
        "solid", 4, 1);
}

TEST(shapes_are_turned_then_moved) {
    sut_mesh *m =
        mesh_of("{\"type\": \"sheet\", \"size\": [2, 2], \"cells\": [1, 1], \"rotation\": "
                "[\"90 deg\", 0, 0], \"position\": [0, 0, 5]}",
                "shell");
    REQUIRE(m != NULL);
    CHECK_NEAR(m->nodes[0].x, -1.0, 1e-15);
    CHECK_NEAR(m->nodes[0].y, 0.0, 1e-15); // -y went down to -z
    CHECK_NEAR(m->nodes[0].z, 4.0, 1e-14); // round-off of 5
    sut_mesh_free(m);
}

TEST(shapes_fit_their_models) {
    const char *vessel =
        "{\"type\": \"vessel\", \"radius\": 0.001, \"length\": 0.01, \"cells\": [8, 3]}";
    CHECK_STR(refusal(vessel, "solid"),
              "type: is \"vessel\"; a solid needs \"pad\", \"mesh\" or \"file\"");
    CHECK_STR(refusal(vessel, "tube"), "type: is \"vessel\"; a tube needs \"tube\"");
    CHECK_STR(refusal("{\"type\": \"ball\"}", "shell"),
              "type: is \"ball\"; must be \"pad\", \"sheet\", \"vessel\", \"drain\", \"tube\", "
              "\"mesh\" or \"file\"");
    CHECK_STR(refusal("{}", "shell"), "type: is missing; must be \"pad\", \"sheet\", \"vessel\", "
                                      "\"drain\", \"tube\", \"mesh\" or \"file\"");
}

TEST(bad_values_are_named_by_their_path) {
    CHECK_STR(refusal("{\"type\": \"pad\", \"size\": [1, 1, 0], \"cells\": [1, 1, 1]}", NULL),
              "size[2]: is 0 m; must be above 0");
    CHECK_STR(refusal("{\"type\": \"pad\", \"size\": [1, 1, 1], \"cells\": [1, 1.5, 1]}", NULL),
              "cells[1]: is 1.5; must be a whole number from 1 to 10000");
    CHECK_STR(
        refusal("{\"type\": \"vessel\", \"radius\": 1, \"length\": 1, \"cells\": [4, 1]}", NULL),
        "cells[0]: is 4; must be a whole number from 6 to 10000");
    CHECK_STR(refusal("{\"type\": \"sheet\", \"size\": [1, 1], \"cells\": [2, 4], \"wound\": "
                      "{\"type\": \"straight\", \"length\": 0.5, \"depth\": 1}}",
                      NULL),
              "wound.depth: unknown key; allowed here: type, length, sagitta, cross");
    CHECK_STR(refusal("{\"type\": \"pad\", \"size\": [1, 1, 1], \"cells\": [100, 100, 100]}", NULL),
              "has 6000000 elements; must have at most 1000000");
    CHECK_STR(
        refusal("{\"type\": \"tube\", \"from\": [0, 0, 0], \"to\": [1, 0, 0], \"elements\": 4, "
                "\"inner\": 0.03, \"outer\": 0.02}",
                NULL),
        "inner: is 0.03 m; must be below outer, 0.02 m");
}

TEST(given_meshes_are_checked_like_files) {
    const char *nodes =
        "{\"type\": \"mesh\", \"nodes\": [[0,0,0],[1,0,0],[0,1,0],[0,0,1],[2,0,0]], ";
    char text[400];
    const struct {
        const char *rest, *model, *says;
    } cases[] = {
        {"\"triangles\": [[0, 1, 9]]}", "shell", "triangles[0]: names node 9; must be 0 to 4"},
        {"\"triangles\": [[0, 1, -1]]}", "shell", "triangles[0]: names node -1; must be 0 to 4"},
        {"\"triangles\": [[0, 1]]}", "shell",
         "triangles[0]: is no element; must be a list of 3 nodes"},
        {"\"triangles\": []}", "shell", "has no triangles; a shell needs some"},
        {"\"triangles\": [[0, 1, 2]]}", "solid", "has triangles only; a solid needs tetrahedra"},
        {"\"triangles\": [[0, 1, 4]]}", "shell",
         "element 0 is flat; must have an area of at least 1e-9 of its longest edge"},
        {"\"triangles\": [[0, 1, 2], [0, 1, 3], [1, 0, 4]]}", "shell", "element 2 is flat"},
        {"\"tets\": [[0, 2, 1, 3]]}", "solid", "is inside out; set \"flip\": true"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        CASE("%s", cases[i].rest);
        snprintf(text, sizeof text, "%s%s", nodes, cases[i].rest);
        const char *said = refusal(text, cases[i].model);
        CHECK(strncmp(said, cases[i].says, strlen(cases[i].says)) == 0);
    }
}

TEST(files_are_named_with_their_line) {
    char shape[600];
    const char *path = temporary_file("m.obj", "v 0 0 0\nv 1 0 0\nv 0 1 x\n");
    snprintf(shape, sizeof shape, "{\"type\": \"file\", \"file\": \"%s\"}", path);
    char expected[700];
    snprintf(expected, sizeof expected,
             "file: %s:3: is not a number; must have one in place of \"x\"", path);
    CHECK_STR(refusal(shape, "shell"), expected);
    path = temporary_file("m.obj", "v 0 0 0\nv 1000 0 0\nv 0 1000 0\nf 1 2 3\n");
    snprintf(shape, sizeof shape, "{\"type\": \"file\", \"file\": \"%s\", \"scale\": \"1 mm\"}",
             path);
    sut_mesh *m = mesh_of(shape, "membrane");
    REQUIRE(m != NULL);
    CHECK_NEAR(m->nodes[1].x, 1.0, 1e-15);
    sut_mesh_free(m);
    CHECK_STR(refusal("{\"type\": \"file\", \"file\": \"none.obj\"}", "shell"),
              "file: none.obj: cannot be read; there is no such file");
}

TEST(tissues_by_name_are_those_of_the_table) {
    CHECK_EQ_INT(sut_tissue_material_count(), 7);
    const sut_tissue_material *skin = sut_tissue_material_find("skin");
    REQUIRE(skin != NULL);
    CHECK(skin->young == 100e3 && skin->strength == 3.75 && skin->bite == 5e-3);
    CHECK(sut_tissue_material_find("jelly") == NULL);
    CHECK(sut_tissue_material_find(NULL) == NULL);
    CHECK(sut_tissue_material_at(7) == NULL && sut_tissue_material_at(-1) == NULL);
    for (int i = 0; i < sut_tissue_material_count(); i++) {
        const sut_tissue_material *m = sut_tissue_material_at(i);
        CASE("%s", m->name);
        CHECK(sut_tissue_material_find(m->name) == m);
        // none of them is known in every figure
        CHECK(strstr(m->source, "estimate") != NULL);
        CHECK(m->poisson == 0.45 && m->density > 900.0 && m->density < 1200.0);
        CHECK(m->entry >= m->exit && m->exit >= m->cut);
        CHECK(m->floor > 0.0 && m->floor <= 1.0 && m->bite > 0.0);
    }
}
