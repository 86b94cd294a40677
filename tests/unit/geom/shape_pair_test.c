// SPDX-License-Identifier: MIT
#include "check.h"
#include "geom/advance.h"
#include "geom/segment.h"
#include "geom/shape_pair.h"
#include "geom_random.h"
#include "geom_shapes.h"

static const int round_kinds[] = {SUT_SHAPE_SPHERE, SUT_SHAPE_CAPSULE, SUT_SHAPE_JAW};

TEST(capsules_are_as_far_apart_as_their_axes_less_their_radii) {
    geom_random g = {1};
    for (int i = 0; i < 2000; i++) {
        CASE("i %d", i);
        sut_shape a = random_shape(&g, SUT_SHAPE_CAPSULE);
        sut_shape b = random_shape(&g, SUT_SHAPE_CAPSULE);
        sut_vec3 ha = v3_scale(a.axis[2], a.half_length);
        sut_vec3 hb = v3_scale(b.axis[2], b.half_length);
        sut_segment_near n = sut_segment_nearest(v3_sub(a.center, ha), v3_add(a.center, ha),
                                                 v3_sub(b.center, hb), v3_add(b.center, hb));
        sut_shape_near near = sut_shape_pair_near(&a, &b);
        CHECK_NEAR(near.distance, n.distance - a.radius - b.radius, 1e-12); // sizes of 1
        if (near.distance > 0.0) {
            // the place is on the first, and that far from the second along the normal
            CHECK_NEAR(sut_shape_distance(&a, near.where, NULL), 0.0, 1e-9);
            CHECK_NEAR(sut_shape_distance(&b, near.where, NULL), near.distance, 1e-9);
        }
    }
}

// A point of a round solid: within the ball at a place of its axis, behind its face.
static sut_vec3 point_in(geom_random *g, const sut_shape *s) {
    double t = random_in(g, 0.0, 1.0);
    double half = s->kind == SUT_SHAPE_SPHERE ? 0.0 : s->half_length;
    double base = s->kind == SUT_SHAPE_JAW ? s->base_radius : s->radius;
    double radius = s->radius + t * (base - s->radius);
    sut_vec3 x = v3_madd(s->center, (2.0 * t - 1.0) * half, s->axis[2]);
    sut_vec3 d = random_direction(g);
    double before = v3_dot(d, s->axis[0]);
    if (s->kind == SUT_SHAPE_JAW && before > 0.0) {
        d = v3_madd(d, -2.0 * before, s->axis[0]);
    }
    return v3_madd(x, radius, d);
}

TEST(no_point_is_nearer_than_the_distance) {
    geom_random g = {2};
    double tightest = HUGE_VAL;
    for (int i = 0; i < 1000; i++) {
        CASE("i %d", i);
        sut_shape a = random_shape(&g, round_kinds[random_below(&g, 3)]);
        sut_shape b = random_shape(&g, random_below(&g, SHAPE_KINDS));
        double d = sut_shape_pair_near(&a, &b).distance;
        double least = HUGE_VAL;
        for (int k = 0; k < 400; k++) {
            least = fmin(least, sut_shape_distance(&b, point_in(&g, &a), NULL));
        }
        CHECK_LE(d, least + 1e-9); // sizes of 1 and the search
        tightest = fmin(tightest, least - d);
    }
    CHECK_LE(tightest, 1e-3); // and somewhere it is nearly that near
}

// The flat face of an open jaw before a capsule: the half that was cut away is not in the way.
TEST(a_flat_face_is_where_it_is) {
    sut_shape jaw = plain_shape(SUT_SHAPE_JAW, 0.2, 2.0);
    jaw.base_radius = 0.6;
    sut_shape bar = plain_shape(SUT_SHAPE_CAPSULE, 0.1, 3.0);
    bar.center = v3(0.5, 0.0, 0.0);
    CHECK_NEAR(sut_shape_pair_near(&bar, &jaw).distance, 0.4, 1e-12);
    sut_shape_near near = sut_shape_pair_near(&jaw, &bar);
    CHECK_NEAR(near.distance, 0.4, 1e-12);
    CHECK_NEAR(near.normal.x, -1.0, 1e-12); // from the bar to the jaw
    CHECK_NEAR(near.where.x, 0.0, 1e-12);
}

typedef struct ride {
    sut_shape a, a_to, b, b_to;
    double keep, gap;
} ride;

static sut_shape moved(geom_random *g, const sut_shape *s, double speed, sut_vec3 drift) {
    double angle = random_below(g, 2) != 0 ? random_size(g, -4.0, 0.3) : 0.0;
    sut_vec3 to = v3_add(v3_add(s->center, drift), random_point(g, 0.2 * speed));
    return sut_shape_moved(s, to, v3_scale(random_direction(g), angle));
}

// Apart by any distance; motions of up to thirty times that, mostly against each other.
static ride make_ride(geom_random *g) {
    ride r;
    r.a = random_shape(g, round_kinds[random_below(g, 3)]);
    r.b = random_shape(g, random_below(g, SHAPE_KINDS));
    sut_shape_near n = sut_shape_pair_near(&r.a, &r.b);
    r.gap = random_size(g, -3.0, -0.5);
    // the way out of a deep overlap may lead into another side
    for (int k = 0; k < 20; k++) {
        r.a.center = v3_madd(r.a.center, r.gap - n.distance, n.normal);
        n = sut_shape_pair_near(&r.a, &r.b);
    }
    double speed = r.gap * random_size(g, -1.0, 1.5);
    r.a_to = moved(g, &r.a, speed, v3_scale(n.normal, -speed * random_in(g, -0.3, 1.0)));
    r.b_to = moved(g, &r.b, speed, v3_scale(n.normal, speed * random_in(g, -0.3, 1.0)));
    r.keep = r.gap * random_in(g, 0.0, 0.8);
    return r;
}

static double distance_at(const ride *r, double f) {
    sut_shape a = sut_shape_between(&r->a, &r->a_to, f);
    sut_shape b = sut_shape_between(&r->b, &r->b_to, f);
    return sut_shape_pair_near(&a, &b).distance;
}

TEST(what_is_kept_is_kept_all_along_and_the_way_is_not_given_up_early) {
    geom_random g = {3};
    int stopped = 0;
    int early = 0;
    for (int i = 0; i < 3000; i++) {
        CASE("i %d", i);
        ride r = make_ride(&g);
        double start = distance_at(&r, 0.0);
        double f = sut_shape_pair_advance(&r.a, &r.a_to, &r.b, &r.b_to, r.keep);
        double least = HUGE_VAL;
        for (int k = 0; k <= 60; k++) {
            least = fmin(least, distance_at(&r, f * k / 60));
        }
        // where the start is hardly above what is to be kept, 0.9 of the start counts
        CHECK(least > fmin(r.keep, 0.9 * start) - 1e-9);
        if (f < 1.0) {
            stopped++;
            double room = start - r.keep;
            early += distance_at(&r, f) <= r.keep + 0.2 * room + 0.11 * start ? 0 : 1;
        }
    }
    CHECK(stopped > 500 && stopped < 2900);
    CHECK(early <= 6); // of 3000: turns of a radian at an edge take more than 64 rounds
}

TEST(what_does_not_move_goes_all_the_way) {
    geom_random g = {4};
    for (int i = 0; i < 200; i++) {
        CASE("i %d", i);
        ride r = make_ride(&g);
        CHECK(sut_shape_pair_advance(&r.a, &r.a, &r.b, &r.b, r.keep) == 1.0);
        CHECK(sut_shape_pair_advance(&r.a, &r.a, &r.b, &r.b, 2.0 * r.gap) == 1.0);
    }
}
