// SPDX-License-Identifier: MIT
#include "check.h"
#include "topology/exact.h"

#include <math.h>

static uint64_t next_random(uint64_t *state) {
    *state += 0x9e3779b97f4a7c15u;
    uint64_t z = *state;
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
    z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
    return z ^ (z >> 31);
}

static sut_grid_point random_point(uint64_t *state, int bits) {
    uint64_t mask = ((uint64_t)1 << bits) - 1;
    return (sut_grid_point){(int64_t)(next_random(state) & mask),
                            (int64_t)(next_random(state) & mask),
                            (int64_t)(next_random(state) & mask)};
}

TEST(axes_are_positively_oriented) {
    int64_t far = SUT_GRID_SIZE - 1;
    sut_grid_point o = {0, 0, 0};
    sut_grid_point x = {far, 0, 0};
    sut_grid_point y = {0, far, 0};
    sut_grid_point z = {0, 0, far};
    CHECK_EQ_INT(sut_exact_orient(&o, &x, &y, &z), 1);
    CHECK_EQ_INT(sut_exact_orient(&o, &y, &x, &z), -1);
}

TEST(coplanar_points_have_orientation_zero_and_one_step_decides) {
    // d = a + i (b - a) + j (c - a) lies in the plane exactly; the filter cannot know
    uint64_t state = 7;
    for (int k = 0; k < 1000; k++) {
        CASE("k %d", k);
        sut_grid_point a = random_point(&state, 36);
        sut_grid_point b = random_point(&state, 36);
        sut_grid_point c = random_point(&state, 36);
        int64_t i = 1 + (int64_t)(next_random(&state) % 7);
        int64_t j = 1 + (int64_t)(next_random(&state) % 7);
        sut_grid_point d = {a.x + i * (b.x - a.x) + j * (c.x - a.x),
                            a.y + i * (b.y - a.y) + j * (c.y - a.y),
                            a.z + i * (b.z - a.z) + j * (c.z - a.z)};
        CHECK_EQ_INT(sut_exact_orient(&a, &b, &c, &d), 0);
        // the z component of the plane's normal says to which side one step up leads
        double normal = ((double)(b.x - a.x) * (double)(c.y - a.y)) -
                        ((double)(b.y - a.y) * (double)(c.x - a.x));
        d.z += 1;
        CHECK_EQ_INT(sut_exact_orient(&a, &b, &c, &d), normal > 0.0 ? 1 : -1);
    }
}

TEST(orientation_is_antisymmetric_for_points_close_to_a_line) {
    uint64_t state = 11;
    for (int k = 0; k < 1000; k++) {
        CASE("k %d", k);
        sut_grid_point p[4];
        for (int i = 0; i < 4; i++) {
            int64_t t = (int64_t)(next_random(&state) & 0xffffffff);
            p[i] = random_point(&state, 3);
            p[i].x += 251 * t;
            p[i].y += 17 * t;
            p[i].z += 129 * t;
        }
        int s = sut_exact_orient(&p[0], &p[1], &p[2], &p[3]);
        CHECK_EQ_INT(sut_exact_orient(&p[1], &p[0], &p[2], &p[3]), -s);
        CHECK_EQ_INT(sut_exact_orient(&p[0], &p[1], &p[3], &p[2]), -s);
        CHECK_EQ_INT(sut_exact_orient(&p[3], &p[0], &p[1], &p[2]), -s);
        CHECK_EQ_INT(sut_exact_orient(&p[2], &p[3], &p[0], &p[1]), s);
    }
}

TEST(segment_through_triangle_crosses_and_beside_it_does_not) {
    sut_grid_point a = {0, 0, 100};
    sut_grid_point b = {90, 0, 100};
    sut_grid_point c = {0, 90, 100};
    sut_grid_point p = {20, 20, 0};
    sut_grid_point q = {21, 22, 200};
    CHECK_EQ_INT(sut_exact_segment_triangle(&p, &q, &a, &b, &c), SUT_EXACT_CROSS);
    CHECK_EQ_INT(sut_exact_segment_triangle(&q, &p, &c, &b, &a), SUT_EXACT_CROSS);
    sut_grid_point below = {21, 22, 99};
    CHECK_EQ_INT(sut_exact_segment_triangle(&p, &below, &a, &b, &c), SUT_EXACT_APART);
    sut_grid_point in_plane = {21, 22, 100};
    CHECK_EQ_INT(sut_exact_segment_triangle(&p, &in_plane, &a, &b, &c), SUT_EXACT_TOUCH);
    sut_grid_point beside = {80, 80, 0};
    sut_grid_point beside_up = {80, 81, 200};
    CHECK_EQ_INT(sut_exact_segment_triangle(&beside, &beside_up, &a, &b, &c), SUT_EXACT_APART);
    // an end in the plane but outside is apart, not a corner case
    sut_grid_point outside = {80, 80, 100};
    CHECK_EQ_INT(sut_exact_segment_triangle(&beside, &outside, &a, &b, &c), SUT_EXACT_APART);
}

TEST(segment_against_triangle_agrees_with_rational_intersection) {
    // small coordinates: the plane is met at p + t (q - p), and long double decides exactly
    uint64_t state = 5;
    int crossings = 0;
    for (int k = 0; k < 20000; k++) {
        sut_grid_point a = random_point(&state, 8);
        sut_grid_point b = random_point(&state, 8);
        sut_grid_point c = random_point(&state, 8);
        sut_grid_point p = random_point(&state, 8);
        sut_grid_point q = random_point(&state, 8);
        int op = sut_exact_orient(&a, &b, &c, &p);
        int oq = sut_exact_orient(&a, &b, &c, &q);
        sut_exact_meeting m = sut_exact_segment_triangle(&p, &q, &a, &b, &c);
        if (op == 0 || oq == 0 || m == SUT_EXACT_TOUCH) {
            continue;
        }
        // barycentric coordinates of the point where the line meets the plane, by Cramer
        double e1[3] = {(double)(b.x - a.x), (double)(b.y - a.y), (double)(b.z - a.z)};
        double e2[3] = {(double)(c.x - a.x), (double)(c.y - a.y), (double)(c.z - a.z)};
        double d[3] = {(double)(p.x - q.x), (double)(p.y - q.y), (double)(p.z - q.z)};
        double r[3] = {(double)(p.x - a.x), (double)(p.y - a.y), (double)(p.z - a.z)};
#define DET(u, v, w)                                                                               \
    ((u)[0] * ((v)[1] * (w)[2] - (v)[2] * (w)[1]) + (u)[1] * ((v)[2] * (w)[0] - (v)[0] * (w)[2]) + \
     (u)[2] * ((v)[0] * (w)[1] - (v)[1] * (w)[0]))
        double det = DET(e1, e2, d);
        double s = DET(r, e2, d) / det;
        double t = DET(e1, r, d) / det;
        double along = DET(e1, e2, r) / det;
        bool inside = s > 0.0 && t > 0.0 && s + t < 1.0 && along > 0.0 && along < 1.0;
        crossings += inside;
        CHECK_EQ_INT(m == SUT_EXACT_CROSS, inside);
    }
    CHECK(crossings > 200); // the loop did see both answers
}

TEST(grid_holds_its_box_and_refuses_what_is_outside) {
    sut_grid g;
    sut_vec3 low = {-0.05, 0.0, 0.01};
    sut_vec3 high = {0.05, 0.02, 0.03};
    REQUIRE(sut_grid_init(&g, low, high));
    sut_grid_point p;
    CHECK(sut_grid_snap(&g, low, &p));
    CHECK(sut_grid_snap(&g, high, &p));
    sut_vec3 far = {0.06, 0.0, 0.01};
    CHECK(!sut_grid_snap(&g, far, &p));
    sut_vec3 bad = {(double)NAN, 0.0, 0.0};
    CHECK(!sut_grid_snap(&g, bad, &p));
    CHECK(!sut_grid_init(&g, low, low));
    CHECK(!sut_grid_init(&g, high, low));
    sut_vec3 endless = {(double)INFINITY, 1.0, 1.0};
    CHECK(!sut_grid_init(&g, low, endless));
}
