// SPDX-License-Identifier: MIT
// Solids against solids: what passes through what is counted, however fast it goes.
#include "certificate_fixture.h"
#include "check.h"

static sut_certificate_solid bar(double radius, double half) {
    return (sut_certificate_solid){
        .kind = SUT_CERTIFICATE_CAPSULE, .radius = radius, .half = {0.0, 0.0, half}};
}

static sut_certificate_solid arm(double radius, double radius_end, double length, bool halved) {
    return (sut_certificate_solid){.kind = SUT_CERTIFICATE_ARM,
                                   .radius = radius,
                                   .half = {0.0, 0.0, length},
                                   .radius_end = radius_end,
                                   .halved = halved};
}

// Changes when the first goes from one pose to the other in equal parts before the second.
static uint64_t moved(const sut_certificate_solid *first, sut_certificate_pose from,
                      sut_certificate_pose to, const sut_certificate_solid *second,
                      sut_certificate_pose there, int parts) {
    sut_certificate *c = fixture_certificate(4.0);
    int a = -1;
    int b = -1;
    CHECK_EQ_INT(sut_certificate_obstacle(c, first, &from, &a), SUT_OK);
    CHECK_EQ_INT(sut_certificate_obstacle(c, second, &there, &b), SUT_OK);
    CHECK_EQ_INT(sut_certificate_watch(c, a, b), SUT_OK);
    const sut_vec3 *none = NULL;
    for (int k = 1; k <= parts; k++) {
        double share = (double)k / parts;
        sut_certificate_pose pose = {v3_lerp(from.position, to.position, share),
                                     v3_lerp(from.rotation, to.rotation, share)};
        CHECK_EQ_INT(sut_certificate_obstacle_pose(c, a, &pose), SUT_OK);
        CHECK_EQ_INT(sut_certificate_advance(c, &none), SUT_OK);
    }
    uint64_t changes = sut_certificate_changes(c);
    CHECK_EQ_U64(sut_certificate_obstacle_changes(c, a), changes);
    CHECK_EQ_U64(sut_certificate_obstacle_changes(c, b), changes);
    int count;
    const sut_certificate_event *e = sut_certificate_events(c, &count);
    CHECK(count == 0 || (e[0].obstacle == a && e[0].met == b && e[0].component == -1));
    sut_certificate_destroy(c);
    return changes;
}

static const sut_vec3 along_x = {0.0, 1.5707963267948966, 0.0}; // turns z into x

TEST(bars_that_cross_meet_once) {
    sut_certificate_solid a = bar(0.01, 0.5);
    sut_certificate_solid b = bar(0.02, 0.5);
    static const int parts[] = {1, 3, 50, 1000};
    for (int k = 0; k < 4; k++) {
        CASE("parts %d", parts[k]);
        sut_certificate_pose from = {v3(0.0, 0.4, 0.1), along_x};
        sut_certificate_pose to = {v3(0.0, -0.41, 0.1), along_x};
        sut_certificate_pose there = {v3_zero(), v3_zero()};
        CHECK_EQ_U64(moved(&a, from, to, &b, there, parts[k]), 1);
        to.position.y = 0.031; // radii of 0.03, and a thousandth of one
        CHECK_EQ_U64(moved(&a, from, to, &b, there, parts[k]), 0);
        to.position.y = 0.029;
        CHECK_EQ_U64(moved(&a, from, to, &b, there, parts[k]), 1);
        from.position.z = to.position.z = 0.531; // over the end of the other
        to.position.y = -0.41;
        CHECK_EQ_U64(moved(&a, from, to, &b, there, parts[k]), 0);
    }
}

TEST(a_bar_that_turns_through_another_meets_it) {
    sut_certificate_solid a = bar(0.01, 0.5);
    sut_certificate_solid b = bar(0.01, 0.5);
    sut_certificate_pose from = {v3(0.0, 0.0, 0.0), v3(0.0, 0.6, 0.0)};
    sut_certificate_pose to = {v3(0.0, 0.0, 0.0), v3(0.0, 2.6, 0.0)};
    sut_certificate_pose there = {v3(0.3, 0.0, 0.0), v3(1.5707963267948966, 0.0, 0.0)};
    CHECK_EQ_U64(moved(&a, from, to, &b, there, 1), 1);
    there.position.x = 0.53;
    CHECK_EQ_U64(moved(&a, from, to, &b, there, 1), 0);
}

// The room before the flat face of an arm is free.
TEST(a_halved_arm_lets_pass_before_its_face) {
    sut_certificate_solid a = bar(0.01, 0.3);
    sut_certificate_solid half = arm(0.1, 0.2, 1.0, true);
    sut_certificate_solid whole = arm(0.1, 0.2, 1.0, false);
    sut_certificate_pose there = {v3_zero(), v3_zero()};
    sut_certificate_pose from = {v3(0.02, 0.0, -0.9), v3(1.5707963267948966, 0.0, 0.0)};
    sut_certificate_pose to = {v3(0.02, 0.0, 1.9), v3(1.5707963267948966, 0.0, 0.0)};
    CHECK_EQ_U64(moved(&a, from, to, &half, there, 7), 0);
    CHECK_EQ_U64(moved(&a, from, to, &whole, there, 7), 1);
    from.position.x = to.position.x = -0.02;
    CHECK_EQ_U64(moved(&a, from, to, &half, there, 7), 1);
}

TEST(an_arm_against_a_board) {
    sut_certificate_solid a = arm(0.02, 0.1, 1.0, true);
    sut_certificate_solid board = {.kind = SUT_CERTIFICATE_PLANE};
    sut_certificate_pose there = {v3_zero(), v3_zero()};
    sut_certificate_pose from = {v3(0.0, 0.0, 0.5), v3_zero()};
    sut_certificate_pose to = {v3(0.0, 0.0, 0.021), v3_zero()};
    CHECK_EQ_U64(moved(&a, from, to, &board, there, 3), 0);
    to.position.z = 0.019;
    CHECK_EQ_U64(moved(&a, from, to, &board, there, 3), 1);
}

TEST(what_overlaps_from_the_start_is_not_held_against_anyone) {
    sut_certificate_solid a = bar(0.01, 0.5);
    sut_certificate_pose from = {v3(0.0, 0.01, 0.0), along_x};
    sut_certificate_pose to = {v3(0.0, 0.3, 0.0), along_x};
    sut_certificate_pose there = {v3_zero(), v3_zero()};
    CHECK_EQ_U64(moved(&a, from, to, &a, there, 10), 0);
}

TEST(bad_pairs_are_refused) {
    sut_certificate *c = fixture_certificate(4.0);
    sut_certificate_solid board = {.kind = SUT_CERTIFICATE_PLANE};
    sut_certificate_solid a = bar(0.01, 0.5);
    sut_certificate_pose there = {v3_zero(), v3_zero()};
    CHECK_EQ_INT(sut_certificate_obstacle(c, &board, &there, NULL), SUT_OK);
    CHECK_EQ_INT(sut_certificate_obstacle(c, &a, &there, NULL), SUT_OK);
    CHECK_EQ_INT(sut_certificate_watch(NULL, 0, 1), SUT_E_ARGUMENT);
    CHECK_EQ_INT(sut_certificate_watch(c, 0, 1), SUT_E_ARGUMENT); // a board is not round
    CHECK_EQ_INT(sut_certificate_watch(c, 1, 1), SUT_E_ARGUMENT);
    CHECK_EQ_INT(sut_certificate_watch(c, 1, 2), SUT_E_ARGUMENT);
    CHECK_EQ_INT(sut_certificate_watch(c, 1, -1), SUT_E_ARGUMENT);
    CHECK_EQ_INT(sut_certificate_watch(c, 1, 0), SUT_OK);
    sut_certificate_destroy(c);
}
