// SPDX-License-Identifier: MIT
#include "scene_fixture.h"

#include "check.h"

#include "math/vec3.h"

#include <stdlib.h>
#include <string.h>

// a thread of silk with this "shape" and perhaps more keys
static sut_scene *with_shape(const char *rest) {
    char text[2000] = "{ \"sutura\": 1, \"threads\": [ { \"material\": \"silk 5-0\", \"shape\": ";
    strcat(text, rest);
    strcat(text, "} ] }");
    return scene_from(text);
}

static const char *shape_refusal(const char *rest) {
    char text[2000] = "{ \"sutura\": 1, \"threads\": [ { \"material\": \"silk 5-0\", \"shape\": ";
    strcat(text, rest);
    strcat(text, "} ] }");
    return refusal_of(text);
}

TEST(straight_shape) {
    sut_scene *s = with_shape("{\"type\": \"straight\", \"from\": [1, 2, \"3 mm\"], "
                              "\"direction\": [0, 0, -5]}, \"vertices\": 5, \"length\": 2");
    REQUIRE(s != NULL);
    const sut_scene_shape *k = &s->threads[0].shape;
    CHECK(k->points == NULL && k->vertices == 5 && k->length == 2.0);
    sut_vec3 p = sut_scene_vertex(k, 0);
    CHECK(p.x == 1.0 && p.y == 2.0 && p.z == 3e-3);
    p = sut_scene_vertex(k, 4);
    CHECK(p.x == 1.0 && p.y == 2.0 && p.z == 3e-3 - 2.0);
    CHECK_NEAR(sut_scene_vertex(k, 1).z, 3e-3 - 0.5, 1e-15); // one rounding
    sut_scene_free(s);
}

TEST(without_shape_a_thread_lies_along_x) {
    sut_scene *s = scene_from(valid_scene);
    REQUIRE(s != NULL);
    sut_vec3 p = sut_scene_vertex(&s->threads[0].shape, 10);
    CHECK(p.x == 0.1 && p.y == 0.0 && p.z == 0.0);
    sut_scene_free(s);
}

TEST(straight_shape_needs_length_and_vertices) {
    CHECK_STR(shape_refusal("{\"type\": \"straight\"}, \"length\": 1"),
              "threads[0].vertices: is missing; a straight thread needs a number of vertices");
    CHECK_STR(shape_refusal("{\"type\": \"straight\"}, \"vertices\": 3"),
              "threads[0].length: is missing; a straight thread needs a length, for example "
              "\"0.1 m\"");
    CHECK_STR(refusal_with("threads[0].length", "0"), "threads[0].length: is 0 m; must be above 0");
    CHECK_STR(refusal_with("threads[0].vertices", "1"),
              "threads[0].vertices: is 1; must be a whole number from 2 to 10000000");
    CHECK_STR(refusal_with("threads[0].vertices", "10000001"),
              "threads[0].vertices: is 10000001; must be a whole number from 2 to 10000000");
    CHECK_STR(refusal_with("threads[0].vertices", "2.5"),
              "threads[0].vertices: is 2.5; must be a whole number from 2 to 10000000");
    CHECK_STR(refusal_with("threads[0].vertices", "\"11\""),
              "threads[0].vertices: is \"11\"; must be a whole number from 2 to 10000000");
    CHECK_STR(refusal_with("threads[0].vertices", "2"), "");
    CHECK_STR(refusal_with("threads[0].vertices", "1000000"), "");
}

TEST(direction_is_not_zero) {
    CHECK_STR(shape_refusal("{\"type\": \"straight\", \"direction\": [0, 0, 0]}, "
                            "\"vertices\": 5, \"length\": 2"),
              "threads[0].shape.direction: is the zero vector; must have a length, for example "
              "[1, 0, 0]");
    CHECK_STR(shape_refusal("{\"type\": \"straight\", \"direction\": [0, 1e-200, 0]}, "
                            "\"vertices\": 5, \"length\": 2"),
              "");
}

TEST(edges_that_vanish_in_rounding) {
    CHECK_STR(shape_refusal("{\"type\": \"straight\", \"from\": [1e5, 0, 0]}, "
                            "\"vertices\": 10000000, \"length\": 1e-5"),
              "threads[0].length: gives edges of 1e-12 m, which vanish in rounding here; use a "
              "longer thread, fewer vertices, or a place nearer to the origin");
}

TEST(points_are_taken_as_they_are) {
    sut_scene *s =
        with_shape("{\"type\": \"points\", \"points\": [[0,0,0],[\"1 cm\",0,0],[0.01,0.02,0]]}");
    REQUIRE(s != NULL);
    const sut_scene_shape *k = &s->threads[0].shape;
    CHECK(k->vertices == 3 && k->length == 0.0 && k->points != NULL);
    CHECK(k->points[1].x == 0.01 && k->points[2].y == 0.02);
    sut_scene_free(s);
}

TEST(another_number_of_vertices_resamples) {
    sut_scene *s = with_shape("{\"type\": \"points\", \"points\": [[0,0,0],[1,0,0],[1,3,0]]}, "
                              "\"vertices\": 9, \"length\": 5");
    REQUIRE(s != NULL);
    const sut_scene_shape *k = &s->threads[0].shape;
    CHECK(k->vertices == 9 && k->length == 5.0);
    // equal parts of the 4 m: half a metre each, and the corner is met
    CHECK_NEAR(v3_distance(k->points[1], v3(0.5, 0.0, 0.0)), 0.0, 1e-15);
    CHECK_NEAR(v3_distance(k->points[2], v3(1.0, 0.0, 0.0)), 0.0, 1e-15);
    CHECK_NEAR(v3_distance(k->points[5], v3(1.0, 1.5, 0.0)), 0.0, 1e-15);
    CHECK(k->points[0].x == 0.0 && k->points[8].y == 3.0);
    sut_scene_free(s);
}

TEST(resampling_keeps_ends_and_spacing) {
    enum { N = 37 };
    sut_vec3 p[3] = {{0.1, 0.2, 0.3}, {0.7, -0.1, 0.5}, {0.9, 0.4, 0.45}};
    double total = v3_distance(p[0], p[1]) + v3_distance(p[1], p[2]);
    sut_vec3 *q = sut_scene_resample(p, 3, N);
    REQUIRE(q != NULL);
    CHECK(q[0].x == p[0].x && q[N - 1].z == p[2].z);
    int short_edges = 0;
    for (int i = 1; i < N; i++) {
        CASE("i %d", i);
        double part = v3_distance(q[i - 1], q[i]) / (total / (N - 1));
        // the one edge that cuts the corner is shorter, the others differ by rounding
        short_edges += part < 1.0 - 1e-12;
        CHECK_LE(part, 1.0 + 1e-12);
    }
    CHECK_LE(short_edges, 1);
    free(q);
}

TEST(bad_points) {
    CHECK_STR(shape_refusal("{\"type\": \"points\", \"points\": [[0,0,0],[1,0,0],[1,0,0]]}"),
              "threads[0].shape.points: points 1 and 2 are at the same place; every edge needs a "
              "length");
    CHECK_STR(shape_refusal("{\"type\": \"points\", \"points\": [[0,0,0]]}"),
              "threads[0].shape.points: has 1 points; must have 2 to 10000000");
    CHECK_STR(shape_refusal("{\"type\": \"points\", \"points\": [[0,0,0],[1,0]]}"),
              "threads[0].shape.points[1]: has 2 entries; must be a list [x, y, z]");
    CHECK_STR(shape_refusal("{\"type\": \"points\", \"points\": [[0,0,0],[1,0,\"a\"]]}"),
              "threads[0].shape.points[1][2]: is \"a\": it does not start with a number; write for "
              "example \"0.05 mm\"");
    CHECK_STR(shape_refusal("{\"type\": \"points\"}"),
              "threads[0].shape.points: is missing; give a list of points [[x, y, z], ...]");
    CHECK_STR(shape_refusal("{\"type\": \"points\", \"points\": [[0,0,0],[1,0,0],[0.5,0,0]]}"),
              "threads[0].shape.points: the thread folds back onto itself at vertex 1; a turn must "
              "be less than 180 deg");
    CHECK_STR(shape_refusal("{\"type\": \"points\", \"points\": [[0,0,0],[1e300,0,0]]}"),
              "threads[0].shape.points[1][0]: is 1e+300 m; its size must be at most 1e+06 m");
}

TEST(length_of_points_and_rest_length) {
    CHECK_STR(shape_refusal("{\"type\": \"points\", \"points\": [[0,0,0],[1.5,0,0]]}, "
                            "\"length\": 1"),
              "");
    CHECK_STR(shape_refusal("{\"type\": \"points\", \"points\": [[0,0,0],[0.5,0,0]]}, "
                            "\"length\": 1"),
              "");
    CHECK_STR(shape_refusal("{\"type\": \"points\", \"points\": [[0,0,0],[1.51,0,0]]}, "
                            "\"length\": 1"),
              "threads[0].shape.points: the points are 1.51 m long but length is 1 m; they may "
              "differ by 50 %");
    CHECK_STR(shape_refusal("{\"type\": \"points\", \"points\": [[0,0,0],[0.49,0,0]]}, "
                            "\"length\": 1"),
              "threads[0].shape.points: the points are 0.49 m long but length is 1 m; they may "
              "differ by 50 %");
}

TEST(kinds_of_shape) {
    CHECK_STR(shape_refusal("{\"type\": \"line\"}"),
              "threads[0].shape.type: is \"line\"; must be \"straight\", \"points\", \"file\" or "
              "\"knot\"");
    CHECK_STR(shape_refusal("{}"), "threads[0].shape.type: is missing; must be \"straight\", "
                                   "\"points\", \"file\" or \"knot\"");
    CHECK_STR(shape_refusal("[]"), "threads[0].shape: is a list; must be an object such as "
                                   "{ \"type\": \"straight\" }");
    CHECK_STR(shape_refusal("{\"type\": \"straight\", \"points\": []}"),
              "threads[0].shape.points: unknown key; allowed here: type, from, direction");
}

//---- files of points -----------------------------------------------------------------------------

static const char *const from_file =
    "{ \"sutura\": 1, \"threads\": [ { \"material\": \"silk 5-0\","
    " \"shape\": { \"type\": \"file\", \"file\": \"line.csv\" } } ] }";

// the scene that takes its points from line.csv beside it
static sut_scene *with_file(const char *points, sut_scene_error *e) {
    temporary_file("line.csv", points);
    return sut_scene_read_file(temporary_file("scene.json", from_file), NULL, e);
}

static void check_file(const char *points, int count) {
    sut_scene_error e;
    sut_scene *s = with_file(points, &e);
    if (!CHECK(s != NULL)) {
        return;
    }
    CHECK_EQ_INT(s->threads[0].shape.vertices, count);
    CHECK(s->threads[0].shape.points[1].y == -0.02);
    sut_scene_free(s);
}

TEST(points_from_a_file) {
    check_file("0,0,0\n0.01,-0.02,0\n", 2);
    check_file("x,y,z\r\n0, 0, 0\r\n\r\n# middle\r\n0.01 ,-0.02, 0 # here\r\n1e-1,0,0", 3);
    check_file("\xEF\xBB\xBF\"x\" \"y\" \"z\"\n0 0 0\n1e-2\t-2e-2 0\n", 2);
}

static void check_file_refusal(const char *points, const char *message) {
    sut_scene_error e;
    CHECK(with_file(points, &e) == NULL);
    const char *start = strstr(e.text, "scene.json: ");
    CHECK_STR(start != NULL ? start + 12 : e.text, message);
}

TEST(bad_files_of_points) {
    check_file_refusal("0,0,0\n0,1\n", "threads[0].shape.file: \"line.csv\" line 2: is no point; a "
                                       "line must hold three numbers x,y,z in metres");
    check_file_refusal("0,0,0\n0,1,2,3\n",
                       "threads[0].shape.file: \"line.csv\" line 2: is no point; a line must hold "
                       "three numbers x,y,z in metres");
    check_file_refusal("0,0,0\n0,nan,2\n",
                       "threads[0].shape.file: \"line.csv\" line 2: is no point; a line must hold "
                       "three numbers x,y,z in metres");
    check_file_refusal("0,0,0\nx,y,z\n",
                       "threads[0].shape.file: \"line.csv\" line 2: is no point; a line must hold "
                       "three numbers x,y,z in metres");
    check_file_refusal("", "threads[0].shape.file: \"line.csv\" has 0 points; a thread needs at "
                           "least 2");
    check_file_refusal("0,0,0\n0,0,0\n", "threads[0].shape.file: points 0 and 1 are at the same "
                                         "place; every edge needs a length");
}

TEST(missing_file_of_points) {
    CHECK_STR(refusal_of("{ \"sutura\": 1, \"threads\": [ { \"material\": \"silk 5-0\","
                         " \"shape\": { \"type\": \"file\", \"file\": \"no/such.csv\" } } ] }"),
              "threads[0].shape.file: \"no/such.csv\" cannot be read: No such file or directory; "
              "give a path relative to the scene file");
}
