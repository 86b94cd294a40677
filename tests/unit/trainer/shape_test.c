// SPDX-License-Identifier: MIT
#include "check.h"
#include "sutura/scene.h"
#include "trainer/server/shape.h"

#include <math.h>
#include <string.h>

static const double pi = 3.14159265358979323846;
static const sut_vec3 origin = {0.0, 0.0, 0.0}, z_axis = {0.0, 0.0, 1.0}, x_axis = {1.0, 0.0, 0.0};

TEST(turns_around_a_post) {
    sut_vec3 p[101];
    for (int i = 0; i <= 100; i++) {
        double a = 2.0 * pi * 1.25 * i / 100.0;
        p[i] = (sut_vec3){cos(a), sin(a), 0.001 * i};
    }
    CHECK_NEAR(sut_shape_turns(p, 101, origin, z_axis, (double)INFINITY), 1.25, 1e-12); // round-off
    // only half of it is beside a post that is 0.1 high: 0 to 0.05
    CHECK_NEAR(sut_shape_turns(p, 101, origin, z_axis, 0.1), 0.625, 0.0126); // one edge
    // back and forth is no turn
    for (int i = 51; i <= 100; i++) {
        p[i] = p[100 - i];
    }
    CHECK_NEAR(sut_shape_turns(p, 101, origin, z_axis, (double)INFINITY), 0.625, 1e-12);
}

TEST(a_straight_thread_beside_a_post_is_half_a_turn_at_most) {
    sut_vec3 p[2001];
    for (int i = 0; i <= 2000; i++) {
        p[i] = (sut_vec3){0.1 * (i - 1000), 1.0, 0.0};
    }
    double turns = sut_shape_turns(p, 2001, origin, z_axis, (double)INFINITY);
    CHECK_LE(turns, 0.5);
    CHECK(turns > 0.49);
}

TEST(passages_through_a_ring_have_signs) {
    sut_vec3 p[4] = {{-1, 0, 0}, {1, 0, 0}, {1, 5, 0}, {-1, 5, 0}};
    CHECK_EQ_INT(sut_shape_passes(p, 4, origin, x_axis, 0.5), 1);
    CHECK_EQ_INT(sut_shape_passes(p, 2, origin, x_axis, 0.5), 1);
    sut_vec3 back[3] = {{-1, 0, 0}, {1, 0, 0}, {-1, 0.1, 0}};
    CHECK_EQ_INT(sut_shape_passes(back, 3, origin, x_axis, 0.5), 0);
    sut_vec3 beside[2] = {{-1, 0.6, 0}, {1, 0.6, 0}};
    CHECK_EQ_INT(sut_shape_passes(beside, 2, origin, x_axis, 0.5), 0);
}

static double writhe_of_helix(double turns, double pitch) {
    sut_vec3 p[200];
    for (int i = 0; i < 200; i++) {
        double a = 2.0 * pi * turns * i / 199.0;
        p[i] = (sut_vec3){cos(a), sin(a), pitch * a};
    }
    return sut_shape_writhe(p, 200);
}

TEST(writhe_of_a_flat_curve_is_zero_and_of_a_coil_its_turns) {
    sut_vec3 p[200];
    for (int i = 0; i < 200; i++) {
        double a = 2.0 * pi * i / 40.0;
        p[i] = (sut_vec3){cos(0.5 * a) + 0.3 * a, sin(0.7 * a), 0.0};
    }
    CHECK_NEAR(sut_shape_writhe(p, 200), 0.0, 1e-9); // round-off of 20 000 pairs
    // a long right-handed helix with pitch angle b has a writhe of 1 - sin b per turn; what its
    // ends lack is the same for both. Of five turns with corners of 0.3 rad the polygon lacks a few
    // per cent
    double pitch = 0.2, b = atan(pitch);
    double five = writhe_of_helix(10.0, pitch) - writhe_of_helix(5.0, pitch);
    CHECK_NEAR(five, 5.0 * (1.0 - sin(b)), 0.2);
    // and a left-handed one the opposite
    CHECK_NEAR(writhe_of_helix(5.0, -pitch), -writhe_of_helix(5.0, pitch), 1e-9);
}

// the loose overhand knot of the scene library
static const char knot_scene[] =
    "{\"sutura\": 1, \"threads\": [{\"material\": \"silk 2-0\", \"vertices\": 201, "
    "\"length\": \"100 mm\", \"shape\": {\"type\": \"knot\", \"knot\": \"overhand\", "
    "\"tail\": \"20 mm\", \"size\": 3}}]}";

TEST(knots_and_their_tails) {
    sut_scene_error error;
    sut_scene *scene = sut_scene_read_text(knot_scene, strlen(knot_scene), "knot", NULL, &error);
    REQUIRE(scene != NULL);
    sut_world *w = NULL;
    REQUIRE(sut_scene_build(scene, NULL, &w, &error) == SUT_OK);
    sut_thread_view v;
    REQUIRE(sut_thread_get_view(w, sut_scene_thread_id(0), &v) == SUT_OK);
    sut_knot_thread t = {.positions = v.position, .vertex_count = v.vertex_count};
    sut_tied tied;
    CHECK(sut_shape_tied(&t, 1, SUT_KNOT_LIVE, &tied));
    CHECK_STR(tied.surgical, "overhand");
    CHECK_EQ_INT(tied.throws.count, 1);
    double tail[2];
    CHECK(sut_shape_tails(v.position, v.vertex_count, 0.1, tail));
    // the straight end of 20 mm and a part of the knot's own strand can be cut off
    CHECK(tail[1] >= 0.0195);
    CHECK_LE(tail[1], 0.03);
    CHECK(tail[0] > tail[1]);
    // what is left when both are cut
    double length = 0.1;
    CHECK_NEAR(sut_shape_held(&t, &length, 1), 0.1 - tail[0] - tail[1], 1e-12); // round-off
    sut_world_destroy(w);
    sut_scene_free(scene);
}

TEST(a_straight_thread_has_no_tails) {
    sut_vec3 p[50];
    double tail[2];
    for (int i = 0; i < 50; i++) {
        p[i] = (sut_vec3){0.01 * i, 0.0, 0.0};
    }
    CHECK(!sut_shape_tails(p, 50, 1.0, tail));
}

static double held_in(const char *text) {
    sut_scene_error error;
    sut_scene *scene = sut_scene_read_text(text, strlen(text), "knot", NULL, &error);
    sut_world *w = NULL;
    double out = -2.0;
    if (scene != NULL && sut_scene_build(scene, NULL, &w, &error) == SUT_OK) {
        sut_knot_thread t[2];
        double lengths[2] = {0.035, 0.035};
        for (int i = 0; i < 2; i++) {
            sut_thread_view v;
            sut_thread_get_view(w, sut_scene_thread_id(i), &v);
            t[i] = (sut_knot_thread){.positions = v.position, .vertex_count = v.vertex_count};
        }
        out = sut_shape_held(t, lengths, 2);
    }
    sut_world_destroy(w);
    sut_scene_free(scene);
    return out;
}

#define TWO(shape_a, shape_b)                                                                      \
    "{\"sutura\": 1, \"threads\": [{\"material\": \"nylon 4-0\", \"vertices\": 201, \"length\": "  \
    "\"35 mm\", \"shape\": " shape_a "}, {\"material\": \"nylon 4-0\", \"vertices\": 201, "        \
    "\"length\": \"35 mm\", \"shape\": " shape_b "}]}"
#define REEF(strand, size)                                                                         \
    "{\"type\": \"knot\", \"knot\": \"reef\", \"strand\": " strand ", \"size\": " size "}"

TEST(two_joined_threads_hold_more_in_a_larger_knot) {
    double small = held_in(TWO(REEF("0", "1"), REEF("1", "1")));
    double large = held_in(TWO(REEF("0", "1.5"), REEF("1", "1.5")));
    CHECK(small > 0.0);
    CHECK(large > small);
    CHECK(large < 0.07);
    // side by side they hold nothing
    CHECK(held_in(TWO("{\"type\": \"straight\"}",
                      "{\"type\": \"straight\", \"from\": [0, 0.01, 0]}")) < 0.0);
}
