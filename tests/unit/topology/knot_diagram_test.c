// SPDX-License-Identifier: MIT
// Diagrams alone: moves keep what must not change, faces obey Euler, links have their names.
#include "check.h"
#include "knot_fixture.h"
#include "topology/invariants.h"
#include "topology/links.h"
#include "topology/throws.h"

#include <string.h>

// a random word: mostly a complicated knot or link
static braid random_braid(sut_random *random, int strands, int length) {
    braid b = {"random", {0}};
    for (int i = 0; i < length; i++) {
        int g = 1 + sut_random_below(random, strands - 1);
        b.word[i] = sut_random_below(random, 2) == 0 ? g : -g;
    }
    return b;
}

static int writhe(const sut_diagram *d) {
    int sum = 0;
    for (int c = 0; c < d->used; c++) {
        sum += d->sign[c];
    }
    return sum;
}

// every ring closes, both ways, and every crossing has both passages in one
static void check_rings(const sut_diagram *d) {
    int seen = 0;
    for (int k = 0; k < d->loops; k++) {
        CASE("k %d", k);
        int p = d->first[k];
        while (p >= 0) {
            seen++;
            CHECK(d->sign[p >> 1] != 0);
            CHECK_EQ_INT(d->prev[d->next[p]], p);
            CHECK_EQ_INT(d->loop[p], k);
            p = d->next[p] == d->first[k] ? -1 : d->next[p];
        }
    }
    CHECK_EQ_INT(seen, 2 * d->crossings);
}

TEST(faces_of_a_connected_diagram_are_crossings_and_two) {
    sut_pool pool = {0};
    for (int i = 0; i < BRAID_COUNT; i++) {
        CASE("i %d", i);
        sut_diagram d;
        int face[4 * 64];
        int any[2 * 64];
        REQUIRE(braid_diagram(&braids[i], &d, &pool));
        CHECK_EQ_INT(sut_diagram_faces(&d, face, any), d.crossings + 2);
    }
    sut_pool_free(&pool);
}

TEST(moves_keep_jones_linking_and_order) {
    sut_random random = {3};
    int smaller = 0;
    for (int i = 0; i < 300; i++) {
        CASE("i %d", i);
        sut_pool pool = {0};
        sut_diagram d;
        sut_poly before;
        sut_poly after;
        braid b = random_braid(&random, 3 + i % 3, 8 + i % 17);
        REQUIRE(braid_diagram(&b, &d, &pool));
        int linking = d.loops > 1 ? sut_diagram_linking(&d, 0, 1) : 0;
        int crossings = d.crossings;
        REQUIRE(sut_jones(&d, &pool, &before) == SUT_INVARIANT_DONE);
        REQUIRE(sut_diagram_stir(&d, &pool, &random, i % 4 == 0 ? 0 : 20, 0));
        check_rings(&d);
        REQUIRE(sut_jones(&d, &pool, &after) == SUT_INVARIANT_DONE);
        CHECK(sut_poly_equal(&before, &after));
        CHECK_EQ_INT(d.loops > 1 ? sut_diagram_linking(&d, 0, 1) : 0, linking);
        CHECK(d.crossings <= crossings);
        smaller += d.crossings < crossings;
        sut_pool_free(&pool);
    }
    CHECK(smaller > 100); // the moves did something
}

TEST(kinks_and_bigons_go_and_clasps_stay) {
    static const braid cases[] = {
        {"kinks", {1, 2, 3, 0}}, // a plain circle
        {"bigons", {1, -1, 0}},  // two circles apart
        {"clasp", {1, 1, 0}},    // Hopf link
        {"twist and back", {1, 1, 1, -1, -1, 0}},
    };
    static const int left[] = {0, 0, 2, 0};
    sut_pool pool = {0};
    for (int i = 0; i < 4; i++) {
        CASE("i %d", i);
        sut_diagram d;
        REQUIRE(braid_diagram(&cases[i], &d, &pool));
        REQUIRE(sut_diagram_untwist(&d, &pool));
        CHECK_EQ_INT(d.crossings, left[i]);
        check_rings(&d);
    }
    sut_pool_free(&pool);
}

TEST(alexander_and_signature_do_not_depend_on_the_diagram) {
    sut_random random = {17};
    for (int i = 0; i < 60; i++) {
        CASE("i %d", i);
        sut_pool pool = {0};
        sut_diagram d;
        braid b = random_braid(&random, 4, 14);
        REQUIRE(braid_diagram(&b, &d, &pool));
        if (d.loops == 1) {
            sut_poly polys[2];
            int signatures[2] = {0, 0};
            for (int k = 0; k < 2; k++) {
                CASE("k %d", k);
                REQUIRE(sut_alexander(&d, &pool, &polys[k]) == SUT_INVARIANT_DONE);
                // a diagram of several pieces has no faces to colour; knots are in one piece
                REQUIRE(sut_signature(&d, &pool, &signatures[k]) == SUT_INVARIANT_DONE);
                REQUIRE(sut_diagram_stir(&d, &pool, &random, 10, 0));
            }
            CHECK(sut_poly_equal(&polys[0], &polys[1]));
            CHECK_EQ_INT(signatures[0], signatures[1]);
        }
        sut_pool_free(&pool);
    }
}

TEST(links_of_the_table_follow_from_their_braids_in_both_hands) {
    static const braid links[] = {
        {"2^2_1", {1, 1, 0}},
        {"4^2_1", {1, 1, 1, 1, 0}},
        {"5^2_1", {1, -2, 1, -2, -2, 0}},
        {"6^2_1", {1, 1, 1, 1, 1, 1, 0}},
        {"linked", {1, 1, 1, 1, 1, 1, 1, 1, 0}},
    };
    sut_pool pool = {0};
    for (int i = 0; i < 5; i++) {
        CASE("i %d", i);
        for (int mirrored = 0; mirrored < 2; mirrored++) {
            CASE("mirrored %d", mirrored);
            braid b = mirrored ? braid_mirror(links[i]) : links[i];
            sut_diagram d;
            char name[32];
            REQUIRE(braid_diagram(&b, &d, &pool));
            REQUIRE(sut_link_name(&d, &pool, name, sizeof name));
            CHECK_STR(name, links[i].name);
        }
    }
    sut_pool_free(&pool);
}

TEST(a_wide_diagram_is_refused_instead_of_taking_all_memory) {
    // a torus link of many strands: every front through it is wide
    braid b = {"T(15, 15)", {0}};
    int n = 0;
    for (int round = 0; round < 15; round++) {
        for (int g = 1; g < 15; g++) {
            b.word[n++] = g;
        }
    }
    sut_pool pool = {0};
    sut_diagram d;
    sut_poly jones;
    REQUIRE(braid_diagram(&b, &d, &pool));
    CHECK_EQ_INT(writhe(&d), n);
    CHECK_EQ_INT(sut_jones(&d, &pool, &jones), SUT_INVARIANT_TOO_LARGE);
    sut_pool_free(&pool);
}
