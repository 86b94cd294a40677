// SPDX-License-Identifier: MIT
#include "check.h"
#include "mesh_fixture.h"

#include <stdio.h>
#include <string.h>

static const char *const version_2 =
    "#VRML V2.0 utf8\n# a comment\nWorldInfo { title \"none { of [ this\" }\n"
    "Transform {\n translation 10 0 0 rotation 0 0 1 1.5707963267948966 scale 2 2 2\n"
    " children [ DEF S Shape { appearance Appearance { material Material { diffuseColor 1 0 0 } }\n"
    "  geometry IndexedFaceSet { solid FALSE coord DEF C Coordinate { point [ 0 0 0, 1 0 0, 1 1 "
    "0,\n"
    "   0 1 0 ] } coordIndex [ 0, 1, 2, 3, -1 ] } } ] }\n"
    "Group { children Transform { translation 0 0 5 children [ USE S ] } }\n"
    "ROUTE A.b TO C.d\n";

TEST(version_2_places_shapes_by_their_transforms) {
    sut_mesh *m = mesh_from(version_2, SUT_MESH_WRL, SUT_MESH_NEED_SHELL);
    CHECK_STR(mesh_refusal(), "");
    REQUIRE(m != NULL);
    CHECK_EQ_INT(m->node_count, 8);
    CHECK_EQ_INT(m->triangle_count, 4);
    CHECK_NEAR(m->nodes[1].x, 10.0, 1e-14); // scaled to 2, turned to y, moved; round-off of 10
    CHECK_NEAR(m->nodes[1].y, 2.0, 1e-14);
    CHECK_NEAR(m->nodes[5].x, 1.0, 0.0);
    CHECK_NEAR(m->nodes[5].z, 5.0, 0.0);
    sut_mesh_free(m);
}

TEST(version_1_transforms_what_follows) {
    sut_mesh *m =
        mesh_from("#VRML V1.0 ascii\nSeparator {\n Separator { Translation { translation 9 "
                  "9 9 } }\n Coordinate3 { point [ 0 0 0, 1 0 0, 0 1 0, ] }\n"
                  " Transform { translation 0 0 3 scaleFactor 2 1 1 }\n"
                  " IndexedFaceSet { coordIndex [ 0, 1, 2 ] }\n}\n",
                  SUT_MESH_WRL, SUT_MESH_NEED_SHELL);
    CHECK_STR(mesh_refusal(), "");
    REQUIRE(m != NULL);
    CHECK_EQ_INT(m->triangle_count, 1);
    CHECK(m->nodes[1].x == 2.0 && m->nodes[1].z == 3.0);
    sut_mesh_free(m);
}

TEST(clockwise_faces_and_mirrors_are_turned) {
    for (int i = 0; i < 4; i++) {
        CASE("case %d", i);
        char text[400];
        snprintf(text, sizeof text,
                 "#VRML V2.0 utf8\nTransform { scale 1 1 %d children Shape { geometry "
                 "IndexedFaceSet { ccw %s coord Coordinate { point [ 0 0 0 1 0 0 0 1 0 ] } "
                 "coordIndex [ 0 1 2 -1 ] } } }\n",
                 i % 2 == 0 ? 1 : -1, i / 2 == 0 ? "TRUE" : "FALSE");
        sut_mesh *m = mesh_from(text, SUT_MESH_WRL, SUT_MESH_NEED_SHELL);
        REQUIRE(m != NULL);
        CHECK_EQ_INT(m->triangles[0][1], i == 0 || i == 3 ? 1 : 2);
        sut_mesh_free(m);
    }
}

TEST(vrml_errors) {
    const sut_mesh_need s = SUT_MESH_NEED_SHELL;
    CHECK_STR(refusal_of("Shape {}\n", SUT_MESH_WRL, s),
              "1: has no header; must have #VRML V1.0 ascii or #VRML V2.0 utf8");
    CHECK_STR(refusal_of("#VRML V2.0 utf8\nShape { geometry IndexedFaceSet {\n", SUT_MESH_WRL, s),
              "3: ends in the middle of a node; must have a closing brace");
    CHECK_STR(refusal_of("#VRML V2.0 utf8\nShape { geometry USE X }\n", SUT_MESH_WRL, s),
              "2: has \"X\"; must have a name that DEF gave before");
    CHECK_STR(
        refusal_of("#VRML V2.0 utf8\nIndexedFaceSet { coord Coordinate { point [ 0 0 0, 1 0 0, "
                   "0 1 0 ] }\ncoordIndex [ 0 1\n8 -1 ] }\n",
                   SUT_MESH_WRL, s),
        "4: names node 8; must be 0 to 2");
    CHECK_STR(
        refusal_of("#VRML V2.0 utf8\nIndexedFaceSet { coord Coordinate { point [ 0 0 zero ] } }",
                   SUT_MESH_WRL, s),
        "2: is not a number; must have one in place of \"zero\"");
    CHECK_STR(
        refusal_of("#VRML V2.0 utf8\nIndexedFaceSet { coord Coordinate { point [ 0 0 nan 1 0 0 "
                   "0 1 0] } coordIndex [0 1 2] }",
                   SUT_MESH_WRL, s),
        "2: is not finite; coordinates must be finite numbers");
}

// names of names: 2^n copies of one shape
TEST(exploding_names_are_refused) {
    char text[8000] = "#VRML V2.0 utf8\nDEF A0 Group { children [ ] }\n";
    for (int i = 1; i < 40; i++) {
        char line[100];
        snprintf(line, sizeof line, "DEF A%d Group { children [ USE A%d USE A%d ] }\n", i, i - 1,
                 i - 1);
        strcat(text, line);
    }
    CHECK_STR(refusal_of(text, SUT_MESH_WRL, SUT_MESH_NEED_SHELL),
              "has more than 1000000 nodes with all its USE; must have fewer");
}
