// SPDX-License-Identifier: MIT
#include "topology/certificate_cross.h"

#include "certificate_fixture.h"
#include "check.h"

// Two random edges with random ends of their ways, whole numbers within +- size.
static void random_edges(uint64_t *seed, double size, sut_vec3 x[8]) {
    for (int k = 0; k < 8; k++) {
        sut_vec3 r = fixture_random_vec(seed);
        x[k] = v3(floor(size * r.x + 0.5), floor(size * r.y + 0.5), floor(size * r.z + 0.5));
    }
}

static sut_cross cross_of(const sut_vec3 x[8]) {
    return sut_cross_make(&x[0], &x[2], &x[4], &x[6]);
}

TEST(count_agrees_with_the_roots_of_the_cubic) {
    uint64_t seed = 7;
    int passages = 0;
    int compared = 0;
    for (int k = 0; k < 20000; k++) {
        CASE("k %d", k);
        sut_vec3 x[8];
        random_edges(&seed, 0x1p30, x);
        sut_cross c = cross_of(x);
        int expected;
        if (!fixture_cubic_count(&x[0], &x[2], &x[4], &x[6], &expected)) {
            continue; // a root too near to an end of an edge or of the time for doubles
        }
        int degree;
        REQUIRE(sut_cross_degree(&c, &degree));
        REQUIRE(degree == expected);
        compared++;
        passages += degree != 0;
    }
    CHECK(compared > 19000);
    CHECK(passages > 1000); // so that it is not all zeros that agree
}

TEST(edges_shown_to_be_apart_never_pass) {
    uint64_t seed = 8;
    int shown = 0;
    int free = 0;
    for (int k = 0; k < 20000; k++) {
        CASE("k %d", k);
        sut_vec3 x[8];
        random_edges(&seed, 0x1p36, x);
        sut_cross c = cross_of(x);
        int degree;
        REQUIRE(sut_cross_degree(&c, &degree));
        free += degree == 0;
        if (sut_cross_apart(&c)) {
            REQUIRE(degree == 0);
            shown++;
        }
    }
    // the proof is needed for speed: nearly all free pairs should get it
    CHECK(shown > 0.95 * free);
}

// With coordinates of a few units everything happens: edges of no length, parallel ones, points in
// a plane, vertices that do not move. What is decided must not depend on the last bits.
TEST(decisions_about_coincidences_survive_a_small_push) {
    uint64_t seed = 9;
    int decided = 0;
    int passages = 0;
    const int rounds = 60000;
    for (int k = 0; k < rounds; k++) {
        CASE("k %d", k);
        sut_vec3 x[8];
        random_edges(&seed, k % 3 + 1.0, x);
        for (int i = 0; k % 4 == 0 && i < 8; i++) {
            x[i].z = 0.0; // all in one plane
        }
        sut_cross c = cross_of(x);
        int degree;
        if (!sut_cross_degree(&c, &degree)) {
            continue;
        }
        decided++;
        passages += degree != 0;
        for (int push = 0; push < 3; push++) {
            CASE("push %d", push);
            sut_vec3 moved[8];
            random_edges(&seed, 100.0, moved);
            for (int i = 0; i < 8; i++) {
                moved[i] = v3_madd(moved[i], 0x1p30, x[i]);
            }
            sut_cross d = cross_of(moved);
            int again;
            REQUIRE(sut_cross_degree(&d, &again));
            REQUIRE(again == degree);
        }
    }
    CHECK(decided > rounds / 2);
    CHECK(passages > rounds / 100);
}

TEST(the_largest_coordinates_do_not_overflow) {
    // the same picture at two sizes, the larger one at the limit of 2^37 + 2^9
    uint64_t seed = 10;
    for (int k = 0; k < 5000; k++) {
        CASE("k %d", k);
        sut_vec3 x[8];
        sut_vec3 large[8];
        random_edges(&seed, 511.0, x);
        for (int i = 0; i < 8; i++) {
            // corners of the grid, where products are largest, and a little off them
            x[i] = v3(x[i].x < 0 ? -511.0 : 511.0, x[i].y, x[i].z < 0 ? -511.0 : 511.0);
            large[i] = v3_scale(x[i], 0x1p28 + 0x1p19);
        }
        sut_cross small = cross_of(x);
        sut_cross big = cross_of(large);
        int a = 0;
        int b = 0;
        CHECK_EQ_INT(sut_cross_degree(&small, &a), sut_cross_degree(&big, &b));
        CHECK_EQ_INT(a, b);
    }
}

TEST(meeting_at_the_end_of_the_step_is_not_decided) {
    const sut_vec3 x[8] = {{-4, 0, 8}, {4, 0, 8}, {-4, 0, 0}, {4, 0, 0},
                           {0, -4, 0}, {0, 4, 0}, {0, -4, 0}, {0, 4, 0}};
    sut_cross c = cross_of(x);
    int degree;
    CHECK(!sut_cross_apart(&c));
    CHECK(!sut_cross_degree(&c, &degree));
}

TEST(nothing_happens_between_edges_that_rest) {
    const sut_vec3 x[8] = {{-4, 0, 1}, {4, 0, 1}, {-4, 0, 1}, {4, 0, 1},
                           {0, -4, 0}, {0, 4, 0}, {0, -4, 0}, {0, 4, 0}};
    sut_cross c = cross_of(x);
    int degree = 5;
    CHECK(sut_cross_apart(&c));
    CHECK(sut_cross_degree(&c, &degree));
    CHECK_EQ_INT(degree, 0);
}

TEST(a_vertex_that_meets_the_other_edge_is_not_decided) {
    // a quarter along edge q, at a quarter of the time, lies vertex 0 of p, which rests. Weights of
    // the corners are 9, 3, 3, 1 sixteenths; both products of 9 x 1 and 3 x 3 must come out equal
    uint64_t seed = 13;
    for (int k = 0; k < 3000; k++) {
        CASE("k %d", k);
        sut_vec3 x[8];
        random_edges(&seed, 0x1p32, x);
        x[2] = x[0];
        sut_vec3 rest = v3_madd(v3_scale(x[4], 9.0), 3.0, v3_add(x[5], x[6]));
        x[7] = v3_sub(v3_scale(x[0], 16.0), rest);
        sut_cross c = cross_of(x);
        int degree;
        CHECK(!sut_cross_degree(&c, &degree));
        // a step of the grid more or less, and it is decided
        x[7].x += k % 2 ? 1.0 : -1.0;
        sut_cross d = cross_of(x);
        CHECK(sut_cross_degree(&d, &degree));
    }
}
