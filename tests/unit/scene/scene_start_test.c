// SPDX-License-Identifier: MIT
#include "scene_start.h"

#include "scene_fixture.h"

#include "check.h"

#include "math/vec3.h"

#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const double PI = 3.14159265358979323846;

//---- two segments --------------------------------------------------------------------------------

static double next_random(uint64_t *state) {
    *state = *state * 6364136223846793005u + 1442695040888963407u;
    return (double)(*state >> 11) / 9007199254740992.0 - 0.5;
}

static sut_vec3 random_point(uint64_t *state) {
    double x = next_random(state);
    double y = next_random(state);
    return v3(x, y, next_random(state));
}

// brute force: the nearest of a grid of points, refined around the best
static double sampled_distance(const sut_vec3 p[4]) {
    double s = 0.5;
    double t = 0.5;
    double best = HUGE_VAL;
    for (double width = 0.5; width > 1e-7; width *= 0.5) {
        double s0 = s;
        double t0 = t;
        for (int i = -8; i <= 8; i++) {
            for (int j = -8; j <= 8; j++) {
                double a = fmin(1.0, fmax(0.0, s0 + width * i / 8.0));
                double b = fmin(1.0, fmax(0.0, t0 + width * j / 8.0));
                double d = v3_distance(v3_lerp(p[0], p[1], a), v3_lerp(p[2], p[3], b));
                if (d < best) {
                    best = d;
                    s = a;
                    t = b;
                }
            }
        }
    }
    return best;
}

TEST(closest_points_match_a_search) {
    uint64_t state = 11;
    for (int k = 0; k < 300; k++) {
        CASE("k %d", k);
        sut_vec3 p[4];
        for (int i = 0; i < 4; i++) {
            p[i] = random_point(&state);
        }
        // some parallel pairs too
        if (k % 5 == 0) {
            p[3] = v3_madd(p[2], next_random(&state), v3_sub(p[1], p[0]));
        }
        sut_closest c = sut_segment_closest(p[0], p[1], p[2], p[3]);
        sut_vec3 gap = v3_sub(v3_lerp(p[0], p[1], c.s), v3_lerp(p[2], p[3], c.t));
        CHECK_NEAR(v3_norm2(gap), c.distance2, 1e-15);
        // the search ends at a width of 1e-7 of the segments
        CHECK_NEAR(sqrt(c.distance2), sampled_distance(p), 1e-6);
    }
}

TEST(special_segments) {
    sut_closest c = sut_segment_closest(v3(0, 0, 0), v3(2, 0, 0), v3(1, -1, 0), v3(1, 1, 0));
    CHECK(c.distance2 == 0.0 && c.s == 0.5 && c.t == 0.5);
    c = sut_segment_closest(v3(0, 0, 0), v3(1, 0, 0), v3(0, 3, 0), v3(1, 3, 0));
    CHECK(c.distance2 == 9.0);
    c = sut_segment_closest(v3(0, 0, 0), v3(1, 0, 0), v3(3, 0, 0), v3(2, 0, 0));
    CHECK(c.distance2 == 1.0 && c.s == 1.0 && c.t == 1.0);
    c = sut_segment_closest(v3(0, 0, 0), v3(0, 0, 0), v3(1, 0, 0), v3(1, 0, 0));
    CHECK(c.distance2 == 1.0);
}

//---- threads -------------------------------------------------------------------------------------

// A thread of radius 1 mm through these points, with more keys behind them.
static const char *refusal_of_points(const sut_vec3 *p, int count, const char *more) {
    size_t size = (size_t)count * 80 + 400;
    char *text = malloc(size);
    if (text == NULL) {
        abort();
    }
    size_t used = (size_t)snprintf(
        text, size,
        "{\"sutura\": 1, \"threads\": [{\"material\": {\"young\": 1e9, \"density\": 1e3, "
        "\"radius\": \"1 mm\"}, \"shape\": {\"type\": \"points\", \"points\": [");
    for (int i = 0; i < count; i++) {
        used += (size_t)snprintf(text + used, size - used, "%s[%.17g,%.17g,%.17g]",
                                 i > 0 ? "," : "", p[i].x, p[i].y, p[i].z);
    }
    snprintf(text + used, size - used, "]}%s}]}", more);
    const char *result = refusal_of(text);
    free(text);
    return result;
}

// along x in edges of 1 mm, once around a wide turn, and on, `gap` beside where it came from
static const char *refusal_of_turn(double gap) {
    sut_vec3 p[200];
    int n = 0;
    for (int i = 0; i < 50; i++) {
        p[n++] = v3(1e-3 * i, 0.0, 0.0);
    }
    for (int i = 0; i <= 60; i++) {
        double a = 2.0 * PI * i / 60.0;
        p[n++] = v3(0.05 + 0.01 * sin(a), gap * i / 60.0, 0.01 - 0.01 * cos(a));
    }
    for (int i = 1; i < 50; i++) {
        p[n++] = v3(0.05 + 1e-3 * i, gap, 0.0);
    }
    return refusal_of_points(p, n, "");
}

TEST(one_turn_of_a_coil) {
    CHECK_STR(refusal_of_turn(2.1e-3), "");
    CHECK_STR(refusal_of_turn(1.05e-3), "");
    double gap = 0.0;
    const char *text = refusal_of_turn(0.9e-3);
    CHECK_EQ_INT(sscanf(text, "threads[0].shape: the thread is %lf m from itself at", &gap), 1);
    // some place that is too near, not the nearest
    CHECK(gap > 0.89e-3 && gap < 1e-3);
    CHECK(strstr(text, "; centrelines must start at least one radius, 0.001 m, apart") != NULL);
}

TEST(neighbours_are_no_conflict) {
    // edges far shorter than the radius, on a tight but legal bend
    sut_vec3 p[400];
    for (int i = 0; i < 400; i++) {
        double a = 3.0 * i / 400.0;
        p[i] = v3(1.5e-3 * cos(a), 1.5e-3 * sin(a), 0.0);
    }
    CHECK_STR(refusal_of_points(p, 400, ""), "");
}

TEST(crossing_in_long_edges) {
    // edges of 30 mm and one of 1 m: the crossing lies far from all vertices
    sut_vec3 p[] = {{0, 0, 0},       {1, 0, 0},          {1.03, 0.03, 0},
                    {1.03, 0.06, 0}, {1, 0.09, 0},       {0.5, 0.09, 0},
                    {0.47, 0.06, 0}, {0.47, 0.03, 0.03}, {0.47, -0.06, -0.06}};
    const char *text = refusal_of_points(p, 9, "");
    CHECK(strstr(text, "m from itself at vertices 0 and 7; centrelines must start") != NULL);
}

TEST(few_long_edges) {
    // the third edge crosses the first
    sut_vec3 crossing[] = {{0, 0, 0}, {1, 0, 0}, {1, 1, 0}, {0.5, -1, 0}};
    CHECK(strstr(refusal_of_points(crossing, 4, ""), "from itself at vertices 1 and 3") != NULL);
    // a fold whose end is shorter than pi radii: the legs beyond it are too near all the same
    sut_vec3 fold[] = {{0, 0, 0}, {1, 0, 0}, {1, 0.0009, 0}, {0, 0.0009, 0}};
    CHECK(strstr(refusal_of_points(fold, 4, ""), "the thread is 0.0009 m from itself") != NULL);
    fold[2].y = fold[3].y = 0.0011;
    CHECK_STR(refusal_of_points(fold, 4, ""), "");
    // edges that share a vertex may make any angle but 180 deg
    sut_vec3 corner[] = {{0, 0, 0}, {1, 0, 0}, {0, 0.01, 0}};
    CHECK_STR(refusal_of_points(corner, 3, ""), "");
}

TEST(closed_loop_may_meet_where_it_is_held) {
    enum { N = 61 };
    sut_vec3 p[N];
    for (int i = 0; i < N; i++) {
        double a = 2.0 * PI * i / (N - 1);
        p[i] = v3(0.02 * cos(a), 0.02 * sin(a), 0.0);
    }
    p[N - 1] = p[0];
    const char *text = refusal_of_points(p, N, "");
    CHECK(strstr(text, "the thread is 0 m from itself") != NULL);
    CHECK_STR(refusal_of_points(p, N,
                                ", \"hold\": [{\"vertex\": 0, \"how\": \"twist\"}, "
                                "{\"vertex\": -1, \"how\": \"twist\"}]"),
              "");
}

static const char *refusal_of_two(double gap, double radius) {
    char text[800];
    snprintf(text, sizeof text,
             "{\"sutura\": 1, \"threads\": ["
             "{\"material\": {\"young\": 1e9, \"density\": 1e3, \"radius\": 1e-3}, "
             "\"vertices\": 1000000, \"length\": 1},"
             "{\"material\": {\"young\": 1e9, \"density\": 1e3, \"radius\": %g}, "
             "\"vertices\": 101, \"length\": 0.2, \"shape\": {\"type\": \"straight\", "
             "\"from\": [0.25, -0.1, %g], \"direction\": [0, 1, 0]}}]}",
             radius, gap);
    return refusal_of(text);
}

TEST(two_threads) {
    CHECK_STR(refusal_of_two(1.6e-3, 2e-3), "");
    CHECK_STR(refusal_of_two(1.5e-3, 2e-3), "");
    CHECK_STR(refusal_of_two(1.4e-3, 2e-3),
              "threads[1].shape: vertex 50 is 0.0014 m from threads[0] at its vertex 250000; "
              "centrelines must start at least half of touching, 0.0015 m, apart");
}

// turns 2.1 mm apart, in edges of 0.4 mm, less than the radius
TEST(tight_coils) {
    enum { N = 20000 };
    sut_vec3 *p = malloc(N * sizeof *p);
    REQUIRE(p != NULL);
    for (int i = 0; i < N; i++) {
        double a = 0.02 * i;
        p[i] = v3(0.02 * cos(a), 0.02 * sin(a), 2.1e-3 * a / (2.0 * PI));
    }
    CHECK_STR(refusal_of_points(p, N, ""), "");
    p[N - 1].z -= 1.2e-3;
    CHECK(strstr(refusal_of_points(p, N, ""), "from itself at vertices") != NULL);
    free(p);
}
