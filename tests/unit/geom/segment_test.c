// SPDX-License-Identifier: MIT
#include "geom/segment.h"

#include "check.h"
#include "geom_random.h"

typedef long double real;

typedef struct wide {
    real x, y, z;
} wide;

static wide widen(sut_vec3 a) {
    wide w = {(real)a.x, (real)a.y, (real)a.z};
    return w;
}

static wide minus(wide a, wide b) {
    wide w = {a.x - b.x, a.y - b.y, a.z - b.z};
    return w;
}

static real dot(wide a, wide b) {
    return a.x * b.x + a.y * b.y + a.z * b.z;
}

static real point_to_segment(wide p, wide a, wide b) {
    wide u = minus(b, a);
    real uu = dot(u, u);
    real t = uu > 0 ? dot(minus(p, a), u) / uu : 0;
    t = t < 0 ? 0 : t > 1 ? 1 : t;
    wide d = {p.x - a.x - t * u.x, p.y - a.y - t * u.y, p.z - a.z - t * u.z};
    return sqrtl(dot(d, d));
}

// The oracle: the smallest of the four distances of an end from the other segment and, where the
// common normal meets both, of the lines; in extended precision.
static double oracle(const sut_vec3 p[4]) {
    wide a0 = widen(p[0]);
    wide a1 = widen(p[1]);
    wide b0 = widen(p[2]);
    wide b1 = widen(p[3]);
    real best = point_to_segment(a0, b0, b1);
    best = fminl(best, point_to_segment(a1, b0, b1));
    best = fminl(best, point_to_segment(b0, a0, a1));
    best = fminl(best, point_to_segment(b1, a0, a1));
    wide u = minus(a1, a0);
    wide v = minus(b1, b0);
    wide r = minus(a0, b0);
    wide n = {u.y * v.z - u.z * v.y, u.z * v.x - u.x * v.z, u.x * v.y - u.y * v.x};
    real nn = dot(n, n);
    if (nn > 0) {
        wide rv = {v.y * r.z - v.z * r.y, v.z * r.x - v.x * r.z, v.x * r.y - v.y * r.x};
        wide ru = {u.y * r.z - u.z * r.y, u.z * r.x - u.x * r.z, u.x * r.y - u.y * r.x};
        real s = dot(rv, n) / nn;
        real t = dot(ru, n) / nn;
        if (s >= 0 && s <= 1 && t >= 0 && t <= 1) {
            best = fminl(best, fabsl(dot(r, n)) / sqrtl(nn));
        }
    }
    return (double)best;
}

// what every answer must satisfy; returns the error of the distance over the size of the problem
static double error_of(const sut_vec3 p[4], const sut_segment_near *n) {
    double size = 0.0;
    for (int k = 0; k < 4; k++) {
        size = fmax(size, v3_norm(p[k]));
    }
    if (!(n->s >= 0.0 && n->s <= 1.0 && n->t >= 0.0 && n->t <= 1.0)) {
        return (double)INFINITY;
    }
    sut_vec3 apart = v3_sub(v3_lerp(p[0], p[1], n->s), v3_lerp(p[2], p[3], n->t));
    double slip = v3_distance(apart, n->apart);
    return fmax(slip, fabs(n->distance - oracle(p))) / size;
}

static double worst_error(geom_random *g, int rounds, void (*make)(geom_random *, sut_vec3[4])) {
    double worst = 0.0;
    for (int i = 0; i < rounds; i++) {
        sut_vec3 p[4];
        make(g, p);
        sut_segment_near n = sut_segment_nearest(p[0], p[1], p[2], p[3]);
        worst = fmax(worst, error_of(p, &n));
    }
    return worst;
}

static void make_any(geom_random *g, sut_vec3 p[4]) {
    for (int k = 0; k < 4; k++) {
        p[k] = random_point(g, 1.0);
    }
}

// lengths and distances over six orders of magnitude
static void make_uneven(geom_random *g, sut_vec3 p[4]) {
    p[0] = random_point(g, 1.0);
    p[1] = v3_add(p[0], random_point(g, random_size(g, -6.0, 0.0)));
    p[2] = v3_add(p[0], random_point(g, random_size(g, -6.0, 0.0)));
    p[3] = v3_add(p[2], random_point(g, random_size(g, -6.0, 0.0)));
}

// every angle from 1e-12 up, parallel and anti-parallel
static void make_nearly_parallel(geom_random *g, sut_vec3 p[4]) {
    sut_vec3 u = random_direction(g);
    p[0] = random_point(g, 1.0);
    p[1] = v3_add(p[0], u);
    p[2] = v3_add(p[0], random_point(g, random_size(g, -3.0, 0.2)));
    sut_vec3 tilt = random_point(g, random_size(g, -12.0, -2.0));
    bool against = random_below(g, 2) != 0;
    double length = random_in(g, 0.1, 3.0) * (against ? -1.0 : 1.0);
    p[3] = v3_madd(p[2], length, v3_add(u, tilt));
}

// points of a coarse lattice: exactly parallel, crossing, touching, without length, all equal
static void make_lattice(geom_random *g, sut_vec3 p[4]) {
    for (int k = 0; k < 4; k++) {
        int x = random_below(g, 3);
        int y = random_below(g, 3);
        p[k] = v3(x, y, random_below(g, 2));
    }
}

// crossing at a known point
static void make_crossing(geom_random *g, sut_vec3 p[4]) {
    sut_vec3 c = random_point(g, 0.5);
    sut_vec3 u = random_direction(g);
    sut_vec3 v = v3_add(u, random_point(g, random_size(g, -4.0, 0.0)));
    p[0] = v3_madd(c, -random_in(g, 0.0, 1.0), u);
    p[1] = v3_madd(c, random_in(g, 0.0, 1.0), u);
    p[2] = v3_madd(c, -random_in(g, 0.0, 1.0), v);
    p[3] = v3_madd(c, random_in(g, 0.0, 1.0), v);
}

TEST(distance_of_random_segments_is_the_smallest) {
    geom_random g = {1};
    // some roundings of coordinates near one
    CHECK_LE(worst_error(&g, 200000, make_any), 2e-15);
}

TEST(distance_holds_for_lengths_of_all_sizes) {
    geom_random g = {2};
    CHECK_LE(worst_error(&g, 200000, make_uneven), 2e-15); // likewise
}

TEST(distance_holds_for_nearly_parallel_segments) {
    geom_random g = {3};
    // the pull to the middle is 1e-12 of the distance, an eighth of which is felt
    CHECK_LE(worst_error(&g, 200000, make_nearly_parallel), 5e-13);
}

TEST(distance_holds_on_a_lattice_of_degenerate_cases) {
    geom_random g = {4};
    CHECK_LE(worst_error(&g, 200000, make_lattice), 1e-15); // small whole numbers
}

TEST(crossing_segments_have_no_distance) {
    geom_random g = {5};
    // some roundings, whatever the angle
    CHECK_LE(worst_error(&g, 200000, make_crossing), 1e-14);
}

TEST(parallel_segments_meet_in_the_middle_of_what_they_share) {
    for (int sense = 0; sense < 2; sense++) {
        CASE("sense %d", sense);
        sut_vec3 b0 = v3(sense == 0 ? 1.0 : 4.0, 0.5, 0.0);
        sut_vec3 b1 = v3(sense == 0 ? 4.0 : 1.0, 0.5, 0.0);
        sut_segment_near n = sut_segment_nearest(v3_zero(), v3(2.0, 0.0, 0.0), b0, b1);
        CHECK_NEAR(n.s, 0.75, 1e-12); // shared from 1 to 2
        CHECK_NEAR(n.t, sense == 0 ? 0.5 / 3.0 : 2.5 / 3.0, 1e-12);
        CHECK(n.distance == 0.5);
        CHECK(n.apart.x == 0.0 && n.apart.y == -0.5 && n.apart.z == 0.0);
    }
}

TEST(middle_of_parallel_segments_slides_smoothly) {
    sut_vec3 u = v3_normalized(v3(1.0, 2.0, -0.7));
    sut_vec3 n = v3_any_normal(u);
    double before = 0.5;
    for (int i = 0; i <= 100; i++) {
        CASE("i %d", i);
        double shift = 0.01 * i;
        sut_vec3 b0 = v3_madd(v3_scale(n, 0.1), shift, u);
        sut_segment_near near = sut_segment_nearest(v3_zero(), u, b0, v3_add(b0, u));
        // they share shift .. 1; rounding errors tilt the segments by 1e-16 of the 1e-12 allowed
        CHECK_NEAR(near.s, 0.5 * (1.0 + shift), 1e-3);
        CHECK_LE(near.s - before, 0.006);
        before = near.s;
    }
}

TEST(swapping_the_segments_swaps_the_answer) {
    geom_random g = {6};
    double worst = 0.0;
    for (int i = 0; i < 20000; i++) {
        sut_vec3 p[4];
        make_any(&g, p);
        sut_segment_near n = sut_segment_nearest(p[0], p[1], p[2], p[3]);
        sut_segment_near m = sut_segment_nearest(p[2], p[3], p[0], p[1]);
        worst = fmax(worst, v3_norm(v3_add(n.apart, m.apart)));
    }
    CHECK_LE(worst, 1e-14); // some roundings, whatever the angle
}

TEST(points_are_segments_too) {
    sut_vec3 p = v3(1.0, 2.0, 3.0);
    sut_segment_near n = sut_segment_nearest(p, p, p, p);
    CHECK(n.distance == 0.0 && n.s == 0.5 && n.t == 0.5);
    n = sut_segment_nearest(p, p, v3(0.0, 0.0, 3.0), v3(4.0, 0.0, 3.0));
    CHECK(n.distance == 2.0 && n.s == 0.5 && n.t == 0.25);
    n = sut_segment_nearest(v3(0.0, 0.0, 3.0), v3(4.0, 0.0, 3.0), p, p);
    CHECK(n.distance == 2.0 && n.s == 0.25 && n.t == 0.5);
}

TEST(not_a_number_is_passed_on) {
    sut_vec3 p = v3(1.0, (double)NAN, 3.0);
    CHECK(isnan(sut_segment_nearest(p, v3_zero(), v3_zero(), v3(1.0, 0.0, 0.0)).distance));
    CHECK(isnan(sut_segment_nearest(v3_zero(), v3(1.0, 0.0, 0.0), v3_zero(), p).distance));
}
