// SPDX-License-Identifier: MIT
#include "geom/triangle.h"

#include "check.h"
#include "geom/segment.h"
#include "geom_random.h"

static sut_vec3 place(const sut_vec3 t[3], const double w[3]) {
    return v3_madd(v3_madd(v3_scale(t[0], w[0]), w[1], t[1]), w[2], t[2]);
}

// any shape: ordinary ones, needles, segments, points
static void random_triangle(geom_random *g, sut_vec3 t[3]) {
    sut_vec3 at = random_point(g, 1.0);
    sut_vec3 u = v3_scale(random_direction(g), random_size(g, -1.0, 0.0));
    sut_vec3 v = v3_scale(random_direction(g), random_size(g, -1.0, 0.0));
    int kind = random_below(g, 8);
    if (kind == 0) {
        v = v3_madd(v3_scale(u, random_in(g, -1.0, 2.0)), random_size(g, -17.0, -3.0), v);
    } else if (kind == 1) {
        v = v3_scale(v, random_size(g, -17.0, -3.0));
    } else if (kind == 2) {
        v = random_below(g, 2) != 0 ? u : v3_zero();
    }
    int k = random_below(g, 3);
    t[k] = at;
    t[(k + 1) % 3] = v3_add(at, u);
    t[(k + 2) % 3] = v3_add(at, v);
}

static bool weights_are_good(const double w[3]) {
    return w[0] >= 0.0 && w[1] >= 0.0 && w[2] >= 0.0 && fabs(w[0] + w[1] + w[2] - 1.0) < 4e-16;
}

// the squared distance is convex over the triangle: lines from vertex 0 to the opposite edge
static double searched_distance(const sut_vec3 t[3], sut_vec3 p) {
    double low = 0.0;
    double high = 1.0;
    for (int k = 0; k < 100; k++) {
        double y[2] = {low + (high - low) / 3.0, high - (high - low) / 3.0};
        double d[2];
        for (int i = 0; i < 2; i++) {
            sut_vec3 a = v3_lerp(t[0], t[1], y[i]);
            sut_vec3 b = v3_lerp(t[0], t[2], y[i]);
            d[i] = sut_segment_nearest(a, b, p, p).distance;
        }
        if (d[0] < d[1]) {
            high = y[1];
        } else {
            low = y[0];
        }
    }
    double y = 0.5 * (low + high);
    double best = sut_segment_nearest(t[1], t[2], p, p).distance;
    return fmin(best,
                sut_segment_nearest(v3_lerp(t[0], t[1], y), v3_lerp(t[0], t[2], y), p, p).distance);
}

static bool feature_fits(const sut_triangle_near *n) {
    int zero = 0;
    for (int k = 0; k < 3; k++) {
        zero += n->weight[k] == 0.0 ? 1 : 0; // clamped weights are exact
    }
    if (n->feature == SUT_TRIANGLE_FACE) {
        return zero == 0;
    }
    if (n->feature >= SUT_TRIANGLE_EDGE_01) {
        return zero == 1 && n->weight[(n->feature - SUT_TRIANGLE_EDGE_01 + 2) % 3] == 0.0;
    }
    return zero == 2 && n->weight[n->feature] == 1.0;
}

TEST(nearest_point_of_a_triangle_is_the_one_a_search_finds) {
    geom_random g = {61};
    int seen[7] = {0};
    int bad = 0;
    double worst = 0.0;
    double worst_place = 0.0;
    for (int i = 0; i < 100000; i++) {
        sut_vec3 t[3];
        random_triangle(&g, t);
        double w[3] = {random_in(&g, -1.0, 2.0), random_in(&g, -1.0, 2.0), 0.0};
        w[2] = 1.0 - w[0] - w[1];
        sut_vec3 p = v3_madd(place(t, w), random_size(&g, -9.0, 0.0), random_direction(&g));
        sut_triangle_near n = sut_triangle_point(t, p);
        bad += weights_are_good(n.weight) && feature_fits(&n) ? 0 : 1;
        seen[n.feature]++;
        worst = fmax(worst, n.distance - searched_distance(t, p));
        sut_vec3 off = v3_sub(v3_sub(p, place(t, n.weight)), n.apart);
        worst_place = fmax(worst_place, v3_norm(off));
    }
    CHECK_EQ_INT(bad, 0);
    CHECK_LE(worst, 1e-14);       // rounding errors of coordinates up to 5
    CHECK_LE(worst_place, 4e-15); // the same
    for (int k = 0; k < 7; k++) {
        CASE("feature %d", k);
        CHECK(seen[k] > 2000);
    }
}

TEST(point_in_a_triangle_is_at_no_distance) {
    geom_random g = {62};
    double worst = 0.0;
    for (int i = 0; i < 100000; i++) {
        sut_vec3 t[3];
        random_triangle(&g, t);
        double u = random_in(&g, 0.0, 1.0);
        double v = random_in(&g, 0.0, 1.0 - u);
        double w[3] = {u, v, 1.0 - u - v};
        worst = fmax(worst, sut_triangle_point(t, place(t, w)).distance);
    }
    CHECK_LE(worst, 4e-15); // rounding errors of the place, needles or not
}

TEST(corners_edges_and_face_are_told_apart) {
    const sut_vec3 t[3] = {v3(0.0, 0.0, 0.0), v3(4.0, 0.0, 0.0), v3(0.0, 4.0, 0.0)};
    CHECK_EQ_INT(sut_triangle_point(t, v3(1.0, 1.0, 3.0)).feature, SUT_TRIANGLE_FACE);
    CHECK(sut_triangle_point(t, v3(1.0, 1.0, 3.0)).distance == 3.0);
    CHECK_EQ_INT(sut_triangle_point(t, v3(-1.0, -1.0, 1.0)).feature, SUT_TRIANGLE_VERTEX_0);
    CHECK_EQ_INT(sut_triangle_point(t, v3(6.0, -1.0, 1.0)).feature, SUT_TRIANGLE_VERTEX_1);
    CHECK_EQ_INT(sut_triangle_point(t, v3(-1.0, 6.0, 1.0)).feature, SUT_TRIANGLE_VERTEX_2);
    CHECK_EQ_INT(sut_triangle_point(t, v3(1.0, -1.0, 0.0)).feature, SUT_TRIANGLE_EDGE_01);
    CHECK_EQ_INT(sut_triangle_point(t, v3(3.0, 3.0, 0.0)).feature, SUT_TRIANGLE_EDGE_12);
    CHECK_EQ_INT(sut_triangle_point(t, v3(-1.0, 1.0, 2.0)).feature, SUT_TRIANGLE_EDGE_20);
}

// the distance of the point s of the segment is convex in s
static double searched_segment(const sut_vec3 t[3], sut_vec3 a, sut_vec3 b) {
    double low = 0.0;
    double high = 1.0;
    for (int k = 0; k < 100; k++) {
        double x = low + (high - low) / 3.0;
        double y = high - (high - low) / 3.0;
        if (sut_triangle_point(t, v3_lerp(a, b, x)).distance <
            sut_triangle_point(t, v3_lerp(a, b, y)).distance) {
            high = y;
        } else {
            low = x;
        }
    }
    return sut_triangle_point(t, v3_lerp(a, b, 0.5 * (low + high))).distance;
}

TEST(nearest_of_a_segment_and_a_triangle_is_the_one_a_search_finds) {
    geom_random g = {63};
    int through = 0;
    int bad = 0;
    double worst = 0.0;
    double worst_needle = 0.0;
    for (int i = 0; i < 50000; i++) {
        sut_vec3 t[3];
        random_triangle(&g, t);
        double w[3] = {random_in(&g, -0.5, 1.5), random_in(&g, -0.5, 1.5), 0.0};
        w[2] = 1.0 - w[0] - w[1];
        sut_vec3 p = v3_madd(place(t, w), random_size(&g, -6.0, 0.0), random_direction(&g));
        sut_vec3 v = v3_scale(random_direction(&g), random_size(&g, -1.0, 0.0));
        double s = random_in(&g, -0.3, 1.3);
        sut_vec3 a = v3_madd(p, -s, v);
        sut_vec3 b = v3_madd(p, 1.0 - s, v);
        sut_triangle_near n = sut_triangle_segment(t, a, b);
        bad += weights_are_good(n.weight) && feature_fits(&n) && n.s >= 0.0 && n.s <= 1.0 ? 0 : 1;
        sut_vec3 off = v3_sub(v3_sub(v3_lerp(a, b, n.s), place(t, n.weight)), n.apart);
        bad += v3_norm(off) < 1e-14 ? 0 : 1;
        through += n.distance < 1e-13 ? 1 : 0;
        sut_vec3 area = v3_cross(v3_sub(t[1], t[0]), v3_sub(t[2], t[0]));
        double over = n.distance - searched_segment(t, a, b);
        if (v3_norm(area) > 1e-4) {
            worst = fmax(worst, over);
        } else {
            worst_needle = fmax(worst_needle, over);
        }
    }
    CHECK_EQ_INT(bad, 0);
    CHECK_LE(worst, 2e-13);       // 1e-15 times length over height
    CHECK_LE(worst_needle, 1e-8); // the smaller of height and that, at the worst height
    CHECK(through > 2000);
}

TEST(segment_along_a_face_answers_with_its_middle) {
    const sut_vec3 t[3] = {v3(0.0, 0.0, 0.0), v3(4.0, 0.0, 0.0), v3(0.0, 4.0, 0.0)};
    sut_triangle_near n = sut_triangle_segment(t, v3(1.0, 1.0, 0.5), v3(1.0, 2.0, 0.5));
    CHECK_NEAR(n.s, 0.5, 1e-15);
    CHECK_NEAR(n.distance, 0.5, 1e-15);
    // only the part above it counts: from y = 0 to y = 3
    n = sut_triangle_segment(t, v3(1.0, -1.0, 0.5), v3(1.0, 7.0, 0.5));
    CHECK_NEAR(n.s, 2.5 / 8.0, 1e-15);
    CHECK_EQ_INT(n.feature, SUT_TRIANGLE_FACE);
}

TEST(triangle_distance_of_nan_is_nan) {
    for (int k = 0; k < 5; k++) {
        CASE("point %d", k);
        sut_vec3 p[5] = {v3(0.0, 0.0, 0.0), v3(4.0, 0.0, 0.0), v3(0.0, 4.0, 0.0), v3(1.0, 1.0, 1.0),
                         v3(1.0, 1.0, 2.0)};
        p[k].y = (double)NAN;
        CHECK(isnan(sut_triangle_segment(p, p[3], p[4]).distance));
        CHECK(k == 4 || isnan(sut_triangle_point(p, p[3]).distance));
    }
}
