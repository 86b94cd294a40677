// SPDX-License-Identifier: MIT
// Knots as scenes make them: which knot it is, how near strands come, how even the edges are.
#include "knot_fixture.h"
#include "scene_fixture.h"

#include "check.h"

#include "math/vec3.h"
#include "sutura/knot.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// A knot in one thread or two; in two, `keys` goes with both.
typedef struct tied {
    sut_scene *scene;
    const sut_scene_shape *strand[2]; // the second is null for one thread
    double diameter, edge;
} tied;

// `share`: edges in diameters
static tied tie(const char *keys, int strands, double radius, double length, double share) {
    static char text[4000];
    int vertices = (int)ceil(length / share) + 1;
    int n = snprintf(text, sizeof text, "{\"sutura\": 1, \"threads\": [");
    for (int i = 0; i < strands; i++) {
        char strand[40] = "";
        if (strands == 2) {
            snprintf(strand, sizeof strand, ", \"strand\": %d", i);
        }
        n += snprintf(text + n, sizeof text - (size_t)n,
                      "%s{\"material\": {\"young\": 1e9, \"density\": 1e3, \"radius\": %.17g}, "
                      "\"vertices\": %d, \"length\": %.17g, "
                      "\"shape\": {\"type\": \"knot\", %s%s}}",
                      i > 0 ? "," : "", radius, vertices, 2.0 * radius * length, keys, strand);
    }
    snprintf(text + n, sizeof text - (size_t)n, "]}");
    tied k = {.scene = scene_from(text), .diameter = 2.0 * radius};
    if (!CHECK(k.scene != NULL)) {
        fprintf(stderr, "    %s: %s\n", keys, refusal_of(text));
        return k;
    }
    k.strand[0] = &k.scene->threads[0].shape;
    k.strand[1] = strands == 2 ? &k.scene->threads[1].shape : NULL;
    k.edge = k.strand[0]->length / (double)(vertices - 1);
    return k;
}

//---- which knot ----------------------------------------------------------------------------------

static int add_strand(sut_vec3 *p, int count, const sut_scene_shape *s, bool backwards) {
    for (int i = 0; i < s->vertices; i++) {
        p[count++] = s->points[backwards ? s->vertices - 1 - i : i];
    }
    return count;
}

// an end carried far out to its side, beyond everything
static sut_vec3 far_out(sut_vec3 end, double far) {
    return v3(end.x + (end.x > 0.0 ? far : -far), end.y, end.z);
}

// Close it: one thread end to end; of two the first vertices below and the last ones above, or with
// `crossed` so that the ends of the second strand change their roles.
static sut_vec3 *closed(const tied *k, bool crossed, int *count) {
    const sut_scene_shape *a = k->strand[0];
    const sut_scene_shape *b = k->strand[1];
    int vertices = a->vertices + (b != NULL ? b->vertices : 0);
    sut_vec3 *p = malloc(((size_t)vertices + 8) * sizeof *p);
    if (p == NULL) {
        abort();
    }
    double far = 3.0 * a->length;
    int n = add_strand(p, 0, a, true);
    sut_vec3 first = p[0];
    p[n] = far_out(p[n - 1], far);
    n++;
    p[n++] = v3(0.01 * far, 2.0 * far, b != NULL ? -2.0 * far : 2.1 * far);
    if (b != NULL) {
        sut_vec3 standing = b->points[crossed ? b->vertices - 1 : 0];
        p[n++] = far_out(standing, far);
        n = add_strand(p, n, b, crossed);
        p[n] = far_out(p[n - 1], 1.1 * far);
        n++;
        p[n++] = v3(-0.01 * far, -2.0 * far, 2.0 * far);
    }
    p[n++] = far_out(first, 1.1 * far);
    *count = n;
    return p;
}

static void check_determinant(const tied *k, bool crossed, int expected) {
    // no direction is special, so all must agree
    static const sut_vec3 views[] = {
        {0.011, 1.0, 0.017}, {0.013, 0.011, 1.0}, {0.51, 0.62, 0.31}, {-0.9, 0.3, 0.41}};
    int count = 0;
    sut_vec3 *p = closed(k, crossed, &count);
    for (int i = 0; i < 4; i++) {
        CASE("i %d", i);
        CHECK_EQ_INT(knot_seen_along(p, count, views[i]).determinant, expected);
    }
    free(p);
}

typedef struct entry {
    const char *keys;
    int strands;
    bool crossed; // to be closed with the ends of the second strand exchanged
    int determinant;
    double length; // of thread in diameters, enough for short leads
} entry;

static const entry all[] = {
    // one thread: 3_1, 5_1, 7_1, 9_1 and mirror images, 4_1, 6_1
    {"\"knot\": \"overhand\"", 1, false, 3, 90.0},
    {"\"knot\": \"overhand\", \"turns\": 2", 1, false, 5, 110.0},
    {"\"knot\": \"overhand\", \"turns\": 3", 1, false, 7, 130.0},
    {"\"knot\": \"overhand\", \"turns\": 4", 1, false, 9, 150.0},
    {"\"knot\": \"overhand\", \"mirror\": true", 1, false, 3, 90.0},
    {"\"knot\": \"figure-eight\"", 1, false, 5, 80.0},
    {"\"knot\": \"stevedore\"", 1, false, 9, 100.0},
    {"\"knot\": \"stevedore\", \"mirror\": true", 1, false, 9, 100.0},
    // two threads: products of 3_1 and 5_1; a thief is a reef that is loaded at another end
    {"\"knot\": \"reef\"", 2, false, 9, 80.0},
    {"\"knot\": \"granny\"", 2, false, 9, 80.0},
    {"\"knot\": \"thief\"", 2, true, 9, 80.0},
    {"\"knot\": \"grief\"", 2, true, 9, 80.0},
    {"\"knot\": \"surgeon\"", 2, false, 15, 70.0},
    {"\"knot\": \"throws\", \"throws\": \"1\"", 2, false, 3, 40.0},
    {"\"knot\": \"throws\", \"throws\": \"1=1\"", 2, false, 9, 60.0},
    {"\"knot\": \"throws\", \"throws\": \"2=1=1\"", 2, false, 45, 90.0},
    {"\"knot\": \"throws\", \"throws\": \"2=1x1=1\"", 2, false, 135, 110.0},
    // the same in one thread round a loop
    {"\"knot\": \"reef\", \"loop\": \"10 mm\"", 1, false, 9, 160.0},
    {"\"knot\": \"granny\", \"loop\": \"10 mm\"", 1, false, 9, 160.0},
    {"\"knot\": \"surgeon\", \"loop\": \"10 mm\"", 1, false, 15, 160.0},
    {"\"knot\": \"throws\", \"throws\": \"2=1=1\", \"loop\": \"10 mm\"", 1, false, 45, 200.0},
};
enum { KNOTS = sizeof all / sizeof *all };
static const double RADIUS = 1e-4; // of the loops above

TEST(knots_are_what_they_are_called) {
    for (int i = 0; i < KNOTS; i++) {
        tied k = tie(all[i].keys, all[i].strands, RADIUS, all[i].length, 0.8);
        if (k.scene != NULL) {
            check_determinant(&k, all[i].crossed, all[i].determinant);
        }
        sut_scene_free(k.scene);
    }
}

static int writhe_of(const char *keys, sut_vec3 view, int crossings) {
    tied k = tie(keys, 2, RADIUS, 80.0, 0.8);
    if (k.scene == NULL) {
        return 99;
    }
    int count = 0;
    sut_vec3 *p = closed(&k, false, &count);
    knot_diagram d = knot_seen_along(p, count, view);
    CHECK_EQ_INT(d.crossings, crossings);
    free(p);
    sut_scene_free(k.scene);
    return d.writhe;
}

// Alternate crossings of two trefoils, of opposite hands in a reef and of the same in a granny; the
// determinant cannot tell.
TEST(reef_and_granny_differ_in_hand) {
    sut_vec3 above = v3(0.013, 0.011, 1.0);
    sut_vec3 aside = v3(0.011, 1.0, 0.017);
    CHECK_EQ_INT(writhe_of("\"knot\": \"reef\"", above, 6), 0);
    CHECK_EQ_INT(abs(writhe_of("\"knot\": \"granny\"", above, 6)), 6);
    CHECK_EQ_INT(writhe_of("\"knot\": \"throws\", \"throws\": \"1=1\"", aside, 6), 0);
    CHECK_EQ_INT(abs(writhe_of("\"knot\": \"throws\", \"throws\": \"1x1\"", aside, 6)), 6);
    int granny = writhe_of("\"knot\": \"throws\", \"throws\": \"1x1\"", aside, 6);
    CHECK_EQ_INT(writhe_of("\"knot\": \"throws\", \"throws\": \"1x1\", \"mirror\": true", aside, 6),
                 -granny);
}

// The engine's own naming as a second opinion: other code, other invariants.
typedef struct named {
    const char *keys;
    int strands;
    double length;
    const char *name;     // without the m of mirror images; null: not asked
    const char *surgical; // null: not asked
} named;

static const named names[] = {
    {"\"knot\": \"overhand\"", 1, 90.0, "3_1", "overhand"},
    {"\"knot\": \"overhand\", \"turns\": 2", 1, 110.0, "5_1", NULL},
    {"\"knot\": \"overhand\", \"turns\": 3", 1, 130.0, "7_1", NULL},
    {"\"knot\": \"figure-eight\"", 1, 80.0, "4_1", "figure-eight"},
    {"\"knot\": \"stevedore\"", 1, 100.0, "6_1", NULL},
    {"\"knot\": \"reef\"", 2, 80.0, NULL, "reef"},
    {"\"knot\": \"granny\"", 2, 80.0, NULL, "granny"},
    {"\"knot\": \"thief\"", 2, 80.0, NULL, "thief"},
    {"\"knot\": \"grief\"", 2, 80.0, NULL, "grief"},
    {"\"knot\": \"surgeon\"", 2, 80.0, NULL, "surgeon"},
    {"\"knot\": \"throws\", \"throws\": \"2=1=1\"", 2, 90.0, NULL, "2=1=1"},
    {"\"knot\": \"reef\", \"loop\": \"10 mm\"", 1, 160.0, NULL, "reef"},
    {"\"knot\": \"granny\", \"loop\": \"10 mm\"", 1, 160.0, NULL, "granny"},
    {"\"knot\": \"surgeon\", \"loop\": \"10 mm\"", 1, 160.0, NULL, "surgeon"},
};

TEST(engine_gives_the_same_names) {
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        CASE("i %zu", i);
        tied k = tie(names[i].keys, names[i].strands, RADIUS, names[i].length, 0.8);
        sut_knot_thread threads[2];
        for (int s = 0; k.scene != NULL && s < names[i].strands; s++) {
            threads[s] = (sut_knot_thread){k.strand[s]->points, k.strand[s]->vertices, false,
                                           SUT_KNOT_END_FIRST};
        }
        sut_knot found = {0};
        if (k.scene != NULL &&
            CHECK(sut_knot_name(threads, names[i].strands, SUT_KNOT_THOROUGH, &found) == SUT_OK)) {
            const sut_knot_throws *t = names[i].strands == 2 ? &found.bend : &found.loops[0].throws;
            const char *name = found.loops[0].name;
            CHECK(names[i].name == NULL || strcmp(name + (name[0] == 'm'), names[i].name) == 0);
            if (names[i].surgical != NULL) {
                CHECK_STR(t->surgical, names[i].surgical);
            }
        }
        sut_knot_free(&found);
        sut_scene_free(k.scene);
    }
}

//---- how it lies ---------------------------------------------------------------------------------

static double distance_within(const tied *k) {
    // a strand may turn round in pi/2 diameters; three are beyond every bend here
    double apart = 3.0 * k->diameter;
    double best = HUGE_VAL;
    for (int i = 0; i < 2 && k->strand[i] != NULL; i++) {
        best = fmin(best,
                    least_distance(k->strand[i]->points, k->strand[i]->vertices, NULL, 0, apart));
    }
    if (k->strand[1] != NULL) {
        best = fmin(best, least_distance(k->strand[0]->points, k->strand[0]->vertices,
                                         k->strand[1]->points, k->strand[1]->vertices, 0.0));
    }
    return best / k->diameter;
}

static double largest_turn(const sut_scene_shape *s) {
    double least = 1.0;
    for (int i = 1; i + 1 < s->vertices; i++) {
        sut_vec3 a = v3_normalized(v3_sub(s->points[i], s->points[i - 1]));
        sut_vec3 b = v3_normalized(v3_sub(s->points[i + 1], s->points[i]));
        least = fmin(least, v3_dot(a, b));
    }
    return acos(least);
}

TEST(strands_keep_their_distance) {
    static const double edges[] = {1.0, 0.6, 0.25};
    for (int i = 0; i < KNOTS; i++) {
        CASE("i %d", i);
        for (int j = 0; j < 3; j++) {
            CASE("j %d", j);
            tied k = tie(all[i].keys, all[i].strands, RADIUS, all[i].length, edges[j]);
            if (k.scene != NULL) {
                // the curves keep 1.2 diameters, and chords cut into that
                CHECK(distance_within(&k) >= 1.15);
            }
            sut_scene_free(k.scene);
        }
    }
}

TEST(edges_are_equal_and_bends_are_round) {
    static const double edges[] = {1.0, 0.25};
    for (int i = 0; i < KNOTS; i++) {
        CASE("i %d", i);
        for (int j = 0; j < 2; j++) {
            CASE("j %d", j);
            tied k = tie(all[i].keys, all[i].strands, RADIUS, all[i].length, edges[j]);
            for (int s = 0; k.scene != NULL && s < 2 && k.strand[s] != NULL; s++) {
                CASE("s %d", s);
                const sut_scene_shape *shape = k.strand[s];
                double worst = 0.0;
                for (int v = 1; v < shape->vertices; v++) {
                    double l = v3_distance(shape->points[v - 1], shape->points[v]);
                    worst = fmax(worst, fabs(l / k.edge - 1.0));
                }
                // chords are set with compasses: rounding of coordinates of 1e2 edges
                CHECK_LE(worst, 1e-12);
                // the tightest bend has a radius of 1.1 diameters
                CHECK_LE(largest_turn(shape), 0.95 * edges[j]);
            }
            sut_scene_free(k.scene);
        }
    }
}

// the same shape for every thickness
TEST(knots_scale_with_the_radius) {
    tied thin = tie("\"knot\": \"figure-eight\"", 1, 1e-5, 80.0, 0.5);
    tied thick = tie("\"knot\": \"figure-eight\"", 1, 5e-3, 80.0, 0.5);
    REQUIRE(thin.scene != NULL && thick.scene != NULL);
    for (int i = 0; i < thin.strand[0]->vertices; i += 7) {
        CASE("i %d", i);
        sut_vec3 a = v3_scale(thin.strand[0]->points[i], 500.0);
        // rounding, over a knot of 0.4 m
        CHECK_NEAR(v3_distance(a, thick.strand[0]->points[i]), 0.0, 1e-13);
    }
    sut_scene_free(thin.scene);
    sut_scene_free(thick.scene);
}

TEST(size_is_the_distance_of_strands) {
    tied k = tie("\"knot\": \"reef\", \"size\": 3", 2, RADIUS, 200.0, 1.0);
    REQUIRE(k.scene != NULL);
    double distance = distance_within(&k);
    CHECK(distance >= 2.9 && distance < 3.6);
    sut_scene_free(k.scene);
    k = tie("\"knot\": \"surgeon\", \"size\": 1", 2, RADIUS, 70.0, 0.5);
    REQUIRE(k.scene != NULL);
    CHECK(distance_within(&k) >= 1.0);
    sut_scene_free(k.scene);
}

//---- where it lies -------------------------------------------------------------------------------

TEST(leads_run_along_the_direction) {
    tied k = tie("\"knot\": \"overhand\", \"center\": [1, 2, 3], \"direction\": [0, -2, 0], "
                 "\"up\": [1, 5, 0]",
                 1, RADIUS, 200.0, 0.5);
    REQUIRE(k.scene != NULL);
    const sut_scene_shape *s = k.strand[0];
    sut_vec3 in = v3_normalized(v3_sub(s->points[1], s->points[0]));
    sut_vec3 out = v3_normalized(v3_sub(s->points[s->vertices - 1], s->points[s->vertices - 2]));
    // rounding of coordinates of metres over edges of 0.1 mm
    CHECK_NEAR(v3_distance(in, v3(0.0, -1.0, 0.0)), 0.0, 1e-10);
    CHECK_NEAR(v3_distance(out, v3(0.0, -1.0, 0.0)), 0.0, 1e-10);
    // the loop is on the upper side: up made orthogonal is +x
    double low = 0.0;
    double high = 0.0;
    for (int i = 0; i < s->vertices; i++) {
        low = fmin(low, s->points[i].x - 1.0);
        high = fmax(high, s->points[i].x - 1.0);
    }
    CHECK(high > 5.0 * k.diameter && low > -2.0 * k.diameter);
    // both leads are as long: the middle of the braid is at the centre
    double middle = 0.5 * (s->points[0].y + s->points[s->vertices - 1].y);
    CHECK_LE(fabs(middle - 2.0), k.diameter);
    sut_scene_free(k.scene);
}

TEST(strands_leave_at_their_sides) {
    tied k = tie("\"knot\": \"reef\"", 2, RADIUS, 200.0, 1.0);
    tied thief = tie("\"knot\": \"thief\"", 2, RADIUS, 200.0, 1.0);
    REQUIRE(k.scene != NULL && thief.scene != NULL);
    int last = k.strand[0]->vertices - 1;
    CHECK(k.strand[0]->points[0].x < 0.0 && k.strand[0]->points[last].x < 0.0);
    CHECK(k.strand[1]->points[0].x > 0.0 && k.strand[1]->points[last].x > 0.0);
    // standing ends of a reef are at one side, those of a thief are not
    CHECK(k.strand[0]->points[0].y > 0.0 && k.strand[1]->points[0].y > 0.0);
    CHECK(thief.strand[0]->points[0].y > 0.0 && thief.strand[1]->points[0].y < 0.0);
    sut_scene_free(k.scene);
    sut_scene_free(thief.scene);
}

TEST(tail_is_as_long_as_it_says) {
    tied k = tie("\"knot\": \"figure-eight\", \"tail\": \"2 mm\"", 1, RADIUS, 200.0, 0.5);
    REQUIRE(k.scene != NULL);
    const sut_scene_shape *s = k.strand[0];
    int straight = 0;
    sut_vec3 out = v3_sub(s->points[s->vertices - 1], s->points[s->vertices - 2]);
    for (int i = s->vertices - 2; i > 0; i--, straight++) {
        sut_vec3 e = v3_sub(s->points[i], s->points[i - 1]);
        if (v3_distance(e, out) > 1e-3 * k.edge) {
            break;
        }
    }
    // the curve ends with a nearly straight piece
    double tail = (double)(straight + 1) * k.edge;
    CHECK(tail >= 2e-3 - k.edge && tail < 2e-3 + 2.0 * k.diameter);
    sut_scene_free(k.scene);
}

// `loop` is measured from the knot round to the knot again
TEST(loop_is_as_long_as_it_says) {
    tied near = tie("\"knot\": \"surgeon\", \"loop\": \"10 mm\"", 1, RADIUS, 400.0, 0.5);
    tied far = tie("\"knot\": \"surgeon\", \"loop\": \"40 mm\"", 1, RADIUS, 400.0, 0.5);
    REQUIRE(near.scene != NULL && far.scene != NULL);
    double ends[2];
    const tied *both[2] = {&near, &far};
    for (int i = 0; i < 2; i++) {
        const sut_scene_shape *s = both[i]->strand[0];
        ends[i] = v3_distance(s->points[0], s->points[s->vertices - 1]);
    }
    // the leads lose what the loop gains; round loops are drawn with 24 corners
    CHECK_NEAR(ends[0] - ends[1], 30e-3, 0.5e-3);
    sut_scene_free(near.scene);
    sut_scene_free(far.scene);
}

// where coarse controls of a large loop meet the fine ones of the knot
TEST(large_loops_join_smoothly) {
    tied k = tie("\"knot\": \"surgeon\", \"loop\": \"200 mm\"", 1, RADIUS, 1200.0, 1.0);
    REQUIRE(k.scene != NULL);
    CHECK_LE(largest_turn(k.strand[0]), 0.95);
    CHECK(distance_within(&k) >= 1.15);
    check_determinant(&k, false, 15);
    sut_scene_free(k.scene);
}
