// SPDX-License-Identifier: MIT
// read_cells_test.c -- ply, msh and vtk.
#include "check.h"
#include "mesh_fixture.h"

#include <stdio.h>
#include <string.h>

//---- ply -----------------------------------------------------------------------------------------

static const char *const ascii_ply =
    "ply\nformat ascii 1.0\ncomment made by hand\nelement vertex 4\nproperty float x\n"
    "property float y\nproperty float z\nproperty uchar red\nelement edge 1\n"
    "property int vertex1\nproperty int vertex2\nelement face 1\nproperty float quality\n"
    "property list uchar int vertex_indices\nproperty list uchar float texcoord\nend_header\n"
    "0 0 0 255\n1 0 0 255\n1 1 0 9\n0 1 0 9\n0 1\n0.5 4 0 1 2 3 2 0.1 0.2\n";

TEST(ascii_ply_skips_what_it_does_not_know) {
    sut_mesh *m = mesh_from(ascii_ply, SUT_MESH_PLY, SUT_MESH_NEED_SHELL);
    CHECK_STR(mesh_refusal(), "");
    REQUIRE(m != NULL);
    CHECK_EQ_INT(m->node_count, 4);
    CHECK_EQ_INT(m->triangle_count, 2);
    sut_mesh_free(m);
}

static size_t put(unsigned char *out, const void *value, size_t size, bool big) {
    for (size_t i = 0; i < size; i++) { // this machine is little-endian
        out[i] = ((const unsigned char *)value)[big ? size - 1 - i : i];
    }
    return size;
}

static size_t binary_ply(unsigned char *out, bool big) {
    int n = sprintf((char *)out,
                    "ply\nformat binary_%s_endian 1.0\nelement vertex 3\nproperty double x\n"
                    "property float y\nproperty short z\nelement face 1\n"
                    "property list uchar uint vertex_index\nend_header\n",
                    big ? "big" : "little");
    size_t at = (size_t)n;
    for (int i = 0; i < 3; i++) {
        double x = i == 1 ? 0.1 : 0.0;
        float y = i == 2 ? 2.5F : 0.0F;
        short z = -3;
        at += put(out + at, &x, 8, big);
        at += put(out + at, &y, 4, big);
        at += put(out + at, &z, 2, big);
    }
    out[at++] = 3;
    for (unsigned i = 0; i < 3; i++) {
        at += put(out + at, &i, 4, big);
    }
    return at;
}

TEST(binary_ply_of_both_orders) {
    for (int big = 0; big < 2; big++) {
        CASE("big %d", big);
        unsigned char bytes[600];
        size_t size = binary_ply(bytes, big != 0);
        sut_mesh_import how = sut_default_mesh_import();
        sut_mesh *m = mesh_from_bytes(bytes, size, SUT_MESH_PLY, &how);
        CHECK_STR(mesh_refusal(), "");
        REQUIRE(m != NULL);
        CHECK(m->nodes[1].x == 0.1 && m->nodes[2].y == 2.5 && m->nodes[0].z == -3.0);
        sut_mesh_free(m);
        CHECK(mesh_from_bytes(bytes, size - 1, SUT_MESH_PLY, &how) == NULL);
        CHECK_STR(mesh_refusal(), "ends in the middle of the faces; must have 1 of them");
    }
}

TEST(ply_errors) {
    const sut_mesh_need s = SUT_MESH_NEED_SHELL;
    CHECK_STR(refusal_of("plx\n", SUT_MESH_PLY, s),
              "1: has \"plx\"; must have ply in its first line");
    CHECK_STR(refusal_of("ply\nformat ascii 1.0\n", SUT_MESH_PLY, s),
              "3: ends in the middle of the header; must have end_header");
    CHECK_STR(
        refusal_of("ply\nformat ascii 1.0\nelement vertex 8\nproperty float x\nproperty float "
                   "y\nproperty float z\nend_header\n0 0 0\n",
                   SUT_MESH_PLY, s),
        "9: ends in the middle of the vertices; must have 8 of them");
    CHECK_STR(refusal_of("ply\nformat ascii 1.0\nelement vertex 1000000000000\nend_header\n",
                         SUT_MESH_PLY, s),
              "has vertices without x, y or z; must have all three");
}

//---- gmsh ----------------------------------------------------------------------------------------

static const char *const msh2 =
    "$MeshFormat\n2.2 0 8\n$EndMeshFormat\n"
    "$PhysicalNames\n3\n2 7 \"held side\"\n3 1 \"body\"\n0 2 \"tip\"\n"
    "$EndPhysicalNames\n"
    "$Nodes\n5\n10 0 0 0\n20 1 0 0\n30 0 1 0\n40 0 0 1\n99 5 5 5\n"
    "$EndNodes\n"
    "$Elements\n4\n1 15 2 2 1 40\n2 2 2 7 1 10 30 20\n3 3 2 0 1 10 20 30 "
    "40\n4 4 2 1 1 10 20 30 40\n$EndElements\n";

TEST(gmsh_2_has_physical_groups) {
    sut_mesh *m = mesh_from(msh2, SUT_MESH_MSH, SUT_MESH_NEED_SOLID);
    CHECK_STR(mesh_refusal(), "");
    REQUIRE(m != NULL);
    CHECK_EQ_INT(m->node_count, 4);
    CHECK_EQ_INT(m->tet_count, 1);
    CHECK_EQ_INT(group_size(m, "held side"), 3);
    CHECK_EQ_INT(group_size(m, "body"), 4);
    CHECK_EQ_INT(group_size(m, "tip"), 1);
    CHECK_EQ_INT(sut_mesh_group_find(m, "tip")->nodes[0], 3);
    sut_mesh_free(m);
    m = mesh_from(msh2, SUT_MESH_MSH, SUT_MESH_NEED_SHELL);
    REQUIRE(m != NULL);
    CHECK_EQ_INT(m->triangle_count, 1);
    sut_mesh_free(m);
}

static const char *const msh4 =
    "$MeshFormat\n4.1 0 8\n$EndMeshFormat\n$PhysicalNames\n1\n2 3 \"skin\"\n$EndPhysicalNames\n"
    "$Entities\n1 0 1 1\n1 0 0 0 0\n1 0 0 0 1 1 1 1 3 2 1 -2\n1 0 0 0 1 1 1 0 1 1\n$EndEntities\n"
    "$Nodes\n2 4 1 4\n0 1 0 1\n1\n0 0 0\n2 1 1 3\n2\n3\n4\n1 0 0 0.5 0.5\n0 1 0 0.5 0.5\n0 0 1 0 "
    "0\n"
    "$EndNodes\n$Elements\n3 3 1 3\n1 9 8 1\n1 1 2 3\n2 1 2 1\n2 1 3 2\n3 1 4 1\n3 1 2 3 4\n"
    "$EndElements\n$NodeData\nanything\n$EndNodeData\n";

TEST(gmsh_4_has_blocks_of_entities) {
    sut_mesh *m = mesh_from(msh4, SUT_MESH_MSH, SUT_MESH_NEED_SOLID);
    CHECK_STR(mesh_refusal(), "");
    REQUIRE(m != NULL);
    CHECK_EQ_INT(m->tet_count, 1);
    CHECK_EQ_INT(group_size(m, "skin"), 3);
    CHECK(m->nodes[3].z == 1.0);
    sut_mesh_free(m);
}

TEST(gmsh_errors) {
    const sut_mesh_need s = SUT_MESH_NEED_SHELL;
    CHECK_STR(refusal_of("$MeshFormat\n2.2 1 8\n", SUT_MESH_MSH, s),
              "2: is binary; must be ascii, save it as such");
    CHECK_STR(refusal_of("$MeshFormat\n3.0 0 8\n", SUT_MESH_MSH, s),
              "2: has \"3.0\"; must have version 2.2 or 4.1, save it as such");
    const char *head = "$MeshFormat\n2.2 0 8\n$EndMeshFormat\n$Nodes\n3\n1 0 0 0\n2 1 0 0\n3 0 1 "
                       "0\n$EndNodes\n$Elements\n";
    char text[400];
    snprintf(text, sizeof text, "%s1\n1 2 0 1 2 9\n$EndElements\n", head);
    CHECK_STR(refusal_of(text, SUT_MESH_MSH, s), "12: names node 9; must be 1 to 3");
    snprintf(text, sizeof text, "%s2\n1 2 0 1 2 3\n", head);
    CHECK_STR(refusal_of(text, SUT_MESH_MSH, s),
              "13: ends in the middle of the elements; must have number, type and tags of each");
    CHECK_STR(refusal_of("", SUT_MESH_MSH, s), "1: has \"\"; must have $MeshFormat first");
}

//---- vtk -----------------------------------------------------------------------------------------

static const char *const polydata =
    "# vtk DataFile Version 3.0\na title\nASCII\nDATASET POLYDATA\nPOINTS 5 float\n"
    "0 0 0 1 0 0 1 1 0\n0 1 0 2 2 2\nLINES 1 3\n2 0 1\nPOLYGONS 1 5\n4 0 1 2 3\n"
    "POINT_DATA 5\nSCALARS a float 1\nLOOKUP_TABLE default\n1 2 3 4 5\n";

TEST(vtk_polydata_skips_lines_and_attributes) {
    sut_mesh *m = mesh_from(polydata, SUT_MESH_VTK, SUT_MESH_NEED_SHELL);
    CHECK_STR(mesh_refusal(), "");
    REQUIRE(m != NULL);
    CHECK_EQ_INT(m->triangle_count, 2);
    CHECK_EQ_INT(m->node_count, 4);
    sut_mesh_free(m);
}

TEST(vtk_strips_turn_all_one_way) {
    sut_mesh *m = mesh_from("# vtk DataFile Version 2.0\nt\nASCII\nDATASET POLYDATA\nPOINTS 4 int\n"
                            "0 0 0 1 0 0 0 1 0 1 1 0\nTRIANGLE_STRIPS 1 5\n4 0 1 2 3\n",
                            SUT_MESH_VTK, SUT_MESH_NEED_SHELL);
    CHECK_STR(mesh_refusal(), "");
    REQUIRE(m != NULL);
    CHECK_EQ_INT(m->triangle_count, 2);
    sut_mesh_free(m);
}

TEST(vtk_5_has_offsets_and_metadata) {
    sut_mesh *m = mesh_from(
        "# vtk DataFile Version 5.1\nt\nASCII\nDATASET UNSTRUCTURED_GRID\nFIELD FieldData 1\n"
        "TIME 1 1 double\n0.5\nPOINTS 5 double\n0 0 0 1 0 0 0 1 0 0 0 1 0 0 -1\nMETADATA\n"
        "INFORMATION 0\n\nCELLS 3 6\nOFFSETS vtktypeint64\n0 2 6\nCONNECTIVITY vtktypeint64\n"
        "0 1 0 1 2 3\n\nCELL_TYPES 2\n3\n10\n",
        SUT_MESH_VTK, SUT_MESH_NEED_SOLID);
    CHECK_STR(mesh_refusal(), "");
    REQUIRE(m != NULL);
    CHECK_EQ_INT(m->tet_count, 1);
    CHECK_EQ_INT(m->node_count, 4);
    sut_mesh_free(m);
}

static size_t binary_vtk(unsigned char *out) {
    int n = sprintf((char *)out, "# vtk DataFile Version 4.2\nt\nBINARY\nDATASET "
                                 "UNSTRUCTURED_GRID\nPOINTS 4 float\n");
    size_t at = (size_t)n;
    static const float x[12] = {0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1};
    for (int i = 0; i < 12; i++) {
        at += put(out + at, &x[i], 4, true);
    }
    at += (size_t)sprintf((char *)out + at, "\nCELLS 1 5\n");
    for (int i = 0; i < 5; i++) {
        int v = i == 0 ? 4 : i - 1;
        at += put(out + at, &v, 4, true);
    }
    at += (size_t)sprintf((char *)out + at, "\nCELL_TYPES 1\n");
    int type = 10;
    at += put(out + at, &type, 4, true);
    return at;
}

TEST(binary_vtk) {
    unsigned char bytes[400];
    size_t size = binary_vtk(bytes);
    sut_mesh_import how = sut_default_mesh_import();
    sut_mesh *m = mesh_from_bytes(bytes, size, SUT_MESH_VTK, &how);
    CHECK_STR(mesh_refusal(), "");
    REQUIRE(m != NULL);
    CHECK_EQ_INT(m->tet_count, 1);
    sut_mesh_free(m);
    CHECK(mesh_from_bytes(bytes, size - 2, SUT_MESH_VTK, &how) == NULL);
    CHECK_STR(mesh_refusal(),
              "ends in the middle of the types of cells; must have all their bytes");
}

TEST(vtk_errors) {
    const sut_mesh_need s = SUT_MESH_NEED_SHELL;
    CHECK_STR(refusal_of("# vtk DataFile Version 9.0\n", SUT_MESH_VTK, s),
              "1: has \"9.0\"; must have a version from 2.0 to 5.1");
    CHECK_STR(refusal_of("# vtk DataFile Version 3.0\nt\nASCII\nDATASET STRUCTURED_GRID\n",
                         SUT_MESH_VTK, s),
              "4: has \"STRUCTURED_GRID\"; must have POLYDATA or UNSTRUCTURED_GRID");
    CHECK_STR(
        refusal_of("# vtk DataFile Version 3.0\nt\nASCII\nDATASET POLYDATA\nPOINTS 3 float\n0 0 "
                   "0 1 0 0\n0 1 0\nPOLYGONS 1 4\n3 0 1 7\n",
                   SUT_MESH_VTK, s),
        "9: names node 7; must be 0 to 2");
    CHECK_STR(
        refusal_of("# vtk DataFile Version 3.0\nt\nASCII\nDATASET POLYDATA\nPOINTS 9 float\n0 0 "
                   "0 1 0 0\n0 1 0\n",
                   SUT_MESH_VTK, s),
        "8: ends in the middle of the points; must have all their numbers");
}
