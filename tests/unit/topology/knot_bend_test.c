// SPDX-License-Identifier: MIT
// Knots of two threads whose standing ends and tails wind about each other beside the knot: they
// keep their names.
#include "check.h"

#include "knot_fixture.h"
#include "sutura/knot.h"

#include <math.h>
#include <stdlib.h>

static const double PI = 3.14159265358979323846;

// A granny in nylon, drawn tight by all four ends (scenes/tensiometer.json with throws 1x1, after
// 0.3 s), every third vertex, in micrometres. Standing end and tail of each side have half a turn.
static const short tight_left[][3] = {
    {-17418, 244, 73},   {-16874, 244, 73},   {-16331, 244, 73},   {-15788, 244, 73},
    {-15245, 244, 73},   {-14701, 244, 73},   {-14158, 244, 73},   {-13615, 244, 73},
    {-13071, 244, 73},   {-12528, 244, 73},   {-11985, 244, 73},   {-11441, 244, 73},
    {-10898, 244, 73},   {-10355, 244, 73},   {-9812, 244, 73},    {-9268, 244, 73},
    {-8725, 244, 73},    {-8182, 244, 73},    {-7638, 244, 73},    {-7095, 244, 73},
    {-6552, 244, 73},    {-6009, 244, 73},    {-5465, 244, 73},    {-4922, 244, 73},
    {-4379, 244, 73},    {-3835, 244, 73},    {-3292, 244, 73},    {-2749, 244, 73},
    {-2205, 244, 73},    {-1662, 244, 73},    {-1119, 240, 71},    {-578, 202, 44},
    {-128, -32, -123},   {370, -88, -201},    {364, 89, 202},      {-133, 29, 119},
    {-584, -203, -45},   {-1125, -240, -71},  {-1668, -244, -74},  {-2212, -244, -74},
    {-2755, -244, -74},  {-3298, -244, -74},  {-3842, -244, -74},  {-4385, -244, -74},
    {-4928, -244, -74},  {-5471, -244, -74},  {-6015, -244, -74},  {-6558, -244, -74},
    {-7101, -244, -74},  {-7645, -244, -74},  {-8188, -244, -74},  {-8731, -244, -74},
    {-9274, -244, -74},  {-9818, -244, -74},  {-10361, -244, -74}, {-10904, -244, -74},
    {-11448, -244, -74}, {-11991, -244, -74}, {-12534, -244, -74}, {-13078, -244, -74},
    {-13621, -244, -74}, {-14164, -244, -74}, {-14707, -244, -74}, {-15251, -244, -74},
    {-15794, -244, -74}, {-16337, -244, -74}, {-16881, -244, -74}, {-17243, -244, -74},
};
static const short tight_right[][3] = {
    {17418, -244, 74}, {16874, -244, 74}, {16331, -244, 74}, {15788, -244, 74}, {15245, -244, 74},
    {14701, -244, 74}, {14158, -244, 74}, {13615, -244, 74}, {13071, -244, 74}, {12528, -244, 74},
    {11985, -244, 74}, {11441, -244, 74}, {10898, -244, 74}, {10355, -244, 74}, {9812, -244, 74},
    {9268, -244, 74},  {8725, -244, 74},  {8182, -244, 74},  {7638, -244, 74},  {7095, -244, 74},
    {6552, -244, 74},  {6009, -244, 74},  {5465, -244, 74},  {4922, -244, 74},  {4379, -244, 74},
    {3835, -244, 74},  {3292, -244, 74},  {2749, -244, 74},  {2205, -244, 74},  {1662, -243, 74},
    {1119, -240, 71},  {578, -201, 44},   {128, 32, -123},   {-370, 87, -201},  {-364, -89, 202},
    {133, -29, 119},   {585, 202, -46},   {1125, 240, -72},  {1668, 244, -74},  {2212, 244, -75},
    {2755, 244, -75},  {3298, 244, -75},  {3842, 244, -75},  {4385, 244, -75},  {4928, 244, -75},
    {5471, 244, -75},  {6015, 244, -75},  {6558, 244, -75},  {7101, 244, -75},  {7645, 244, -75},
    {8188, 244, -75},  {8731, 244, -75},  {9274, 244, -75},  {9818, 244, -75},  {10361, 244, -75},
    {10904, 244, -75}, {11448, 244, -75}, {11991, 244, -75}, {12534, 244, -75}, {13078, 244, -75},
    {13621, 244, -75}, {14164, 244, -75}, {14707, 244, -75}, {15251, 244, -75}, {15794, 244, -75},
    {16337, 244, -75}, {16881, 244, -75}, {17243, 244, -75},
};

enum { TIGHT = sizeof tight_left / sizeof tight_left[0], VERTICES = 300 };

static void unpack(const short from[][3], sut_vec3 *to) {
    for (int i = 0; i < TIGHT; i++) {
        to[i] = (sut_vec3){1e-6 * from[i][0], 1e-6 * from[i][1], 1e-6 * from[i][2]};
    }
}

static void check_tight(sut_knot_effort effort, sut_knot_end standing) {
    sut_vec3 x[2][TIGHT];
    unpack(tight_left, x[0]);
    unpack(tight_right, x[1]);
    sut_knot_thread threads[2] = {{x[0], TIGHT, false, standing}, {x[1], TIGHT, false, standing}};
    sut_knot knot;
    REQUIRE(sut_knot_name(threads, 2, effort, &knot) == SUT_OK);
    CHECK_STR(knot.bend.surgical, "granny");
    CHECK_STR(knot.bend.word, "1x1");
    CHECK_STR(knot.bend_name, "m3_1#m3_1");
    sut_knot_free(&knot);
}

TEST(a_granny_drawn_tight_by_four_ends_is_a_granny) {
    check_tight(SUT_KNOT_THOROUGH, SUT_KNOT_END_UNKNOWN);
    check_tight(SUT_KNOT_THOROUGH, SUT_KNOT_END_FIRST);
    check_tight(SUT_KNOT_LIVE, SUT_KNOT_END_UNKNOWN);
}

// Turn what lies left of the knot about the x axis, more and more up to `turns` full turns: space
// moves with it, so the knot stays the same, and its ends wind about each other.
static void wind_left(sut_vec3 *x, double turns, double middle) {
    for (int i = 0; i < VERTICES; i++) {
        double part = fmin(1.0, fmax(0.0, (-5.0 - x[i].x) / 6.0));
        double c = cos(2.0 * PI * turns * part);
        double s = sin(2.0 * PI * turns * part);
        double z = x[i].z - middle;
        x[i] = (sut_vec3){x[i].x, c * x[i].y - s * z, middle + s * x[i].y + c * z};
    }
}

typedef struct wound {
    int turns[3];
    sut_knot_end standing[2];
    const char *surgical;
} wound;

static void check_wound(const wound *w, double winding, sut_knot_effort effort) {
    sut_vec3 *points[2];
    int count = throw_count(w->turns);
    bend_curves(w->turns, count, VERTICES, points);
    wind_left(points[0], winding, 2.0 * count);
    wind_left(points[1], winding, 2.0 * count);
    sut_knot_thread threads[2] = {{points[0], VERTICES, false, w->standing[0]},
                                  {points[1], VERTICES, false, w->standing[1]}};
    sut_knot knot;
    REQUIRE(sut_knot_name(threads, 2, effort, &knot) == SUT_OK);
    CHECK_STR(knot.bend.surgical, w->surgical);
    sut_knot_free(&knot);
    free(points[0]);
    free(points[1]);
}

TEST(ends_that_wind_about_each_other_do_not_change_the_knot) {
    static const wound cases[] = {
        {{1, -1, 0}, {SUT_KNOT_END_LAST, SUT_KNOT_END_LAST}, "reef"},
        {{1, -1, 0}, {SUT_KNOT_END_FIRST, SUT_KNOT_END_LAST}, "thief"},
        {{1, 1, 0}, {SUT_KNOT_END_LAST, SUT_KNOT_END_LAST}, "granny"},
        {{1, 1, 0}, {SUT_KNOT_END_LAST, SUT_KNOT_END_FIRST}, "grief"},
        {{2, -1, 0}, {SUT_KNOT_END_LAST, SUT_KNOT_END_LAST}, "surgeon"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        for (int turns = -2; turns <= 2; turns++) {
            check_wound(&cases[i], turns, SUT_KNOT_THOROUGH);
            check_wound(&cases[i], turns, SUT_KNOT_LIVE);
        }
    }
}

// One throw has no other to tell it from the winding of its ends: the plain closing stands.
TEST(one_throw_stays_one_throw) {
    static const wound half = {{1, 0}, {SUT_KNOT_END_LAST, SUT_KNOT_END_LAST}, "half knot"};
    check_wound(&half, 0.0, SUT_KNOT_THOROUGH);
    check_wound(&half, 0.0, SUT_KNOT_LIVE);
}
