// SPDX-License-Identifier: MIT
#include "geom/shape.h"

#include "check.h"
#include "geom_random.h"
#include "geom_shapes.h"

static double along(const sut_shape *s, sut_vec3 a, sut_vec3 b, double t) {
    return sut_shape_distance(s, v3_lerp(a, b, t), 0);
}

// the smallest value of a convex function by thirds
static double smallest(const sut_shape *s, sut_vec3 a, sut_vec3 b) {
    double low = 0.0;
    double high = 1.0;
    double best = fmin(along(s, a, b, 0.0), along(s, a, b, 1.0));
    for (int i = 0; i < 100; i++) {
        double p = low + (high - low) / 3.0;
        double q = high - (high - low) / 3.0;
        double fp = along(s, a, b, p);
        double fq = along(s, a, b, q);
        best = fmin(best, fmin(fp, fq));
        if (fp < fq) {
            high = q;
        } else {
            low = p;
        }
    }
    return best;
}

static double worst_error(int kind, geom_random *g, int rounds,
                          void (*make)(geom_random *, const sut_shape *, sut_vec3[2])) {
    double worst = 0.0;
    for (int i = 0; i < rounds; i++) {
        sut_shape s = random_shape(g, kind);
        sut_vec3 p[2];
        make(g, &s, p);
        double at = -1.0;
        sut_vec3 n;
        double d = sut_shape_segment(&s, p[0], p[1], &at, &n);
        if (!(at >= 0.0 && at <= 1.0)) {
            return (double)INFINITY;
        }
        sut_vec3 there;
        double e = sut_shape_distance(&s, v3_lerp(p[0], p[1], at), &there);
        worst = fmax(worst, fabs(d - e) + v3_distance(n, there));
        worst = fmax(worst, fabs(d - smallest(&s, p[0], p[1])));
    }
    return worst;
}

static void make_any(geom_random *g, const sut_shape *s, sut_vec3 p[2]) {
    p[0] = v3_add(s->center, random_point(g, 1.5));
    p[1] = v3_add(s->center, random_point(g, 1.5));
}

static void make_short(geom_random *g, const sut_shape *s, sut_vec3 p[2]) {
    p[0] = v3_add(s->center, random_point(g, 1.0));
    sut_vec3 u = random_direction(g);
    p[1] = v3_madd(p[0], random_size(g, -6.0, 0.0), u);
}

// nearly along one of the axes of the shape, exactly so in every fourth case
static void make_aligned(geom_random *g, const sut_shape *s, sut_vec3 p[2]) {
    p[0] = v3_add(s->center, random_point(g, 1.2));
    sut_vec3 u = s->axis[random_below(g, 3)];
    sut_vec3 tilt = random_point(g, random_below(g, 4) == 0 ? 0.0 : random_size(g, -14.0, -1.0));
    p[1] = v3_madd(p[0], random_in(g, -2.0, 2.0), v3_add(u, tilt));
}

// in the plane of the axis, through the middle, without length
static void make_special(geom_random *g, const sut_shape *s, sut_vec3 p[2]) {
    sut_vec3 a = random_point(g, 1.0);
    sut_vec3 b = random_point(g, 1.0);
    a.y = 0.0;
    b.y = 0.0;
    int which = random_below(g, 3);
    if (which == 1) {
        b = v3_scale(a, -random_in(g, 0.0, 2.0));
    } else if (which == 2) {
        b = a;
    }
    p[0] = sut_shape_to_world(s, a);
    p[1] = sut_shape_to_world(s, b);
}

TEST(smallest_distance_along_random_segments) {
    for (int kind = 0; kind < SHAPE_KINDS; kind++) {
        CASE("kind %d", kind);
        geom_random g = {31};
        // roundings of coordinates up to three
        CHECK_LE(worst_error(kind, &g, CHECK_SOME(20000), make_any), 4e-15);
        CHECK_LE(worst_error(kind, &g, CHECK_SOME(20000), make_short), 4e-15);
        CHECK_LE(worst_error(kind, &g, CHECK_SOME(20000), make_special), 4e-15);
    }
}

TEST(smallest_distance_along_aligned_segments) {
    for (int kind = 0; kind < SHAPE_KINDS; kind++) {
        CASE("kind %d", kind);
        geom_random g = {32};
        // what counts as level: 1e-12 of a length of up to 2.4, from the middle to an end
        CHECK_LE(worst_error(kind, &g, CHECK_SOME(20000), make_aligned), 1.2e-12);
    }
}

TEST(level_stretches_are_answered_with_their_middle) {
    double at;
    sut_vec3 n;
    sut_shape s = plain_shape(SUT_SHAPE_PLANE, 0.0, 0.0);
    CHECK(sut_shape_segment(&s, v3(1.0, 0.0, 0.5), v3(4.0, 1.0, 0.5), &at, &n) == 0.5);
    CHECK(at == 0.5 && n.z == 1.0);

    // along the side of a cylinder from z = -1 to 9, level from -1 to 4, outside and inside
    s = plain_shape(SUT_SHAPE_CYLINDER, 2.0, 4.0);
    CHECK(sut_shape_segment(&s, v3(3.0, 0.0, -1.0), v3(3.0, 0.0, 9.0), &at, &n) == 1.0);
    CHECK_NEAR(at, 0.25, 1e-15);
    // a depth of one is kept up to one below the cap
    CHECK(sut_shape_segment(&s, v3(1.0, 0.0, -1.0), v3(1.0, 0.0, 9.0), &at, &n) == -1.0);
    CHECK_NEAR(at, 0.20, 1e-15);
    // across the cap at height 1: level where the radius is below 2
    CHECK(sut_shape_segment(&s, v3(0.0, 0.0, 5.0), v3(8.0, 0.0, 5.0), &at, &n) == 1.0);
    CHECK_NEAR(at, 0.125, 1e-15);
    CHECK(n.z == 1.0);
    // and one below it: where the radius is below 1
    CHECK(sut_shape_segment(&s, v3(0.0, 0.0, 3.0), v3(8.0, 0.0, 3.0), &at, &n) == -1.0);
    CHECK_NEAR(at, 0.0625, 1e-15);
    // passing beside the disc: nothing is level
    sut_shape_segment(&s, v3(-2.0, 3.0, 5.0), v3(8.0, 3.0, 5.0), &at, &n);
    CHECK_NEAR(at, 0.2, 1e-15);

    s = plain_shape(SUT_SHAPE_CYLINDER, 2.0, (double)INFINITY);
    CHECK(sut_shape_segment(&s, v3(3.0, 0.0, -1.0), v3(3.0, 0.0, 9.0), &at, &n) == 1.0);
    CHECK(at == 0.5);
    s = plain_shape(SUT_SHAPE_CAPSULE, 2.0, 4.0);
    CHECK(sut_shape_segment(&s, v3(3.0, 0.0, -1.0), v3(3.0, 0.0, 9.0), &at, &n) == 1.0);
    CHECK_NEAR(at, 0.25, 1e-12); // the pull of parallel segments to the middle

    // box of half 1 2 3: over the face of z at height 1, level for x from -1 to 1
    s = plain_shape(SUT_SHAPE_BOX, 0.0, 0.0);
    CHECK(sut_shape_segment(&s, v3(-1.0, 0.0, 4.0), v3(9.0, 0.0, 4.0), &at, &n) == 1.0);
    CHECK_NEAR(at, 0.1, 1e-15);
    CHECK(n.z == 1.0);
    // inside, half below the face: level until the side at x = 1 is as near
    CHECK(sut_shape_segment(&s, v3(-0.5, 0.0, 2.5), v3(9.5, 0.0, 2.5), &at, &n) == -0.5);
    CHECK_NEAR(at, 0.05, 1e-15);
}

TEST(middle_of_a_level_stretch_slides_smoothly) {
    geom_random g = {33};
    for (int kind = 2; kind < 5; kind++) {
        CASE("kind %d", kind);
        sut_shape s = random_shape(&g, kind);
        s.half_size = v3(1.0, 1.0, 1.0);
        s.half_length = 1.0;
        s.radius = 0.5;
        // past the side, along z, at a distance of 1/10
        double beside = kind == 4 ? 1.1 : 0.6;
        for (int i = 0; i <= 100; i++) {
            CASE("i %d", i);
            double z = -1.0 + 0.01 * i;
            double at;
            double d = sut_shape_segment(&s, sut_shape_to_world(&s, v3(beside, 0.0, z)),
                                         sut_shape_to_world(&s, v3(beside, 0.0, z + 2.0)), &at, 0);
            CHECK_NEAR(d, 0.1, 1e-14);              // roundings
            CHECK_NEAR(at, 0.25 * (1.0 - z), 1e-3); // rounding errors against the 1e-12 of level
        }
    }
}

TEST(null_outputs_are_allowed) {
    sut_shape s = plain_shape(SUT_SHAPE_SPHERE, 1.0, 0.0);
    CHECK(sut_shape_segment(&s, v3(2.0, -1.0, 0.0), v3(2.0, 1.0, 0.0), 0, 0) == 1.0);
    CHECK(isnan(sut_shape_segment(&s, v3((double)NAN, 0.0, 0.0), v3(2.0, 1.0, 0.0), 0, 0)));
}
