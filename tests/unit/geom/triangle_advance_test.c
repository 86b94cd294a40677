// SPDX-License-Identifier: MIT
// A point that moves against a triangle that moves: sut_triangle_advance.
#include "check.h"
#include "geom/advance.h"
#include "geom/triangle.h"
#include "geom_random.h"

typedef struct motion {
    sut_vec3 at[4]; // the point, then the triangle
    sut_vec3 by[4];
    double keep;
} motion;

static double distance_at(const motion *m, double f) {
    sut_vec3 p[4];
    for (int k = 0; k < 4; k++) {
        p[k] = v3_madd(m->at[k], f, m->by[k]);
    }
    return sut_triangle_point(p + 1, p[0]).distance;
}

// the smallest distance at evenly spread times between 0 and f, refined about the smallest sample
static double sampled_minimum(const motion *m, double f, int samples) {
    double best = (double)INFINITY;
    double where = 0.0;
    for (int i = 0; i <= samples; i++) {
        double d = distance_at(m, f * i / samples);
        if (d < best) {
            best = d;
            where = f * i / samples;
        }
    }
    double low = fmax(0.0, where - f / samples);
    double high = fmin(f, where + f / samples);
    for (int i = 0; i < 60; i++) {
        double p = low + (high - low) / 3.0;
        double q = high - (high - low) / 3.0;
        double dp = distance_at(m, p);
        double dq = distance_at(m, q);
        best = fmin(best, fmin(dp, dq));
        if (dp < dq) {
            high = q;
        } else {
            low = p;
        }
    }
    return best;
}

// what must not be undercut, as the header says
static double floor_of(const motion *m) {
    double d = distance_at(m, 0.0);
    if (0.9 * d > m->keep) {
        return m->keep;
    }
    double part = d < m->keep ? d / m->keep : 1.0;
    return d * (1.0 - 0.1 * pow(part, 8.0));
}

// triangles of all shapes, at distances and with motions of all sizes
static motion make_motion(geom_random *g) {
    motion m;
    m.at[1] = random_point(g, 1.0);
    sut_vec3 u = v3_scale(random_direction(g), random_size(g, -1.0, 0.0));
    sut_vec3 v = v3_scale(random_direction(g), random_size(g, -1.0, 0.0));
    if (random_below(g, 8) == 0) { // a needle, or a segment
        v = v3_madd(v3_scale(u, random_in(g, -1.0, 2.0)),
                    random_below(g, 2) != 0 ? random_size(g, -16.0, -2.0) : 0.0, v);
    }
    m.at[2] = v3_add(m.at[1], u);
    m.at[3] = v3_add(m.at[1], v);
    double x = random_in(g, -0.2, 1.2);
    double y = random_in(g, -0.2, 1.2 - x);
    sut_vec3 on = v3_madd(v3_madd(m.at[1], x, u), y, v);
    double gap = random_size(g, -4.0, 0.0);
    sut_vec3 n = v3_cross(u, v);
    sut_vec3 way = random_direction(g);
    if (random_below(g, 4) != 0 && v3_norm(n) > 0.0) {
        way = v3_scale(n, (random_below(g, 2) != 0 ? 1.0 : -1.0) / v3_norm(n));
    }
    m.at[0] = v3_madd(on, gap, way);
    double speed = gap * random_size(g, -1.0, 2.0);
    sut_vec3 common = random_point(g, random_below(g, 2) != 0 ? 1.0 : 0.0);
    sut_vec3 drift = v3_scale(way, random_in(g, -3.0, 1.0) * speed);
    double loose = random_size(g, -2.0, 0.5) * speed;
    for (int k = 0; k < 4; k++) {
        m.by[k] = v3_add(common, random_point(g, loose));
    }
    m.by[0] = v3_add(m.by[0], drift);
    m.keep = gap * random_in(g, 0.0, 1.5);
    double d = distance_at(&m, 0.0);
    m.keep = m.keep < 2.0 * d ? m.keep : 2.0 * d;
    return m;
}

typedef struct tally {
    int unsafe, shy, whole, cut, stalled;
} tally;

static void count_motion(tally *c, const motion *m, int samples) {
    double f = sut_triangle_advance(m->at, m->by, m->keep);
    double slack = 1e-13; // rounding errors of coordinates up to 100
    double least = floor_of(m);
    double d = distance_at(m, 0.0);
    if (!(f >= 0.0 && f <= 1.0) || sampled_minimum(m, f, samples) < least - slack) {
        c->unsafe++;
    }
    if (f < 1.0) {
        c->cut++;
        c->shy += distance_at(m, f) > least + 0.1001 * (d - least) + slack ? 1 : 0;
        c->stalled += f == 0.0 ? 1 : 0;
    } else {
        c->whole++;
    }
}

TEST(point_never_comes_too_close_to_a_moving_triangle) {
    geom_random g = {71};
    tally c = {0, 0, 0, 0, 0};
    for (int i = 0; i < CHECK_SOME(100000); i++) {
        motion m = make_motion(&g);
        count_motion(&c, &m, 40);
    }
    CHECK_EQ_INT(c.unsafe, 0);
    CHECK_LE(c.shy, CHECK_SOME(1000)); // rounds used up, as with two segments
    CHECK_EQ_INT(c.stalled, 0);
    CHECK(c.whole > CHECK_SOME(20000));
    CHECK(c.cut > CHECK_SOME(20000));
}

TEST(triangle_advance_is_safe_under_fine_sampling) {
    geom_random g = {72};
    tally c = {0, 0, 0, 0, 0};
    for (int i = 0; i < 2000; i++) {
        motion m = make_motion(&g);
        count_motion(&c, &m, 2000);
    }
    CHECK_EQ_INT(c.unsafe, 0);
}

// Six times the volume of point and triangle; it changes its sign where the point is in the plane.
static double volume_at(const motion *m, double f) {
    sut_vec3 p[4];
    for (int k = 0; k < 4; k++) {
        p[k] = v3_madd(v3_sub(m->at[k], m->at[0]), f, v3_sub(m->by[k], m->by[0]));
    }
    return v3_dot(p[1], v3_cross(p[2], p[3]));
}

// the first time at which the point goes through the triangle, or 2
static double first_passage(const motion *m, int samples) {
    for (int i = 0; i < samples; i++) {
        double low = (double)i / samples;
        double high = (double)(i + 1) / samples;
        bool below = volume_at(m, low) < 0.0;
        if (below == (volume_at(m, high) < 0.0)) {
            continue;
        }
        for (int k = 0; k < 60; k++) {
            double mid = 0.5 * (low + high);
            if ((volume_at(m, mid) < 0.0) == below) {
                low = mid;
            } else {
                high = mid;
            }
        }
        if (distance_at(m, low) < 1e-9) {
            return low;
        }
    }
    return 2.0;
}

TEST(points_that_would_tunnel_stop_before_the_triangle) {
    geom_random g = {73};
    int passages = 0;
    int late = 0;
    int soon = 0;
    for (int i = 0; i < 100000; i++) {
        motion m = make_motion(&g);
        double meet = first_passage(&m, 50);
        if (meet > 1.0) {
            continue;
        }
        passages++;
        late += sut_triangle_advance(m.at, m.by, m.keep) >= meet ? 1 : 0;
        soon += meet < 0.05 ? 1 : 0;
    }
    CHECK_EQ_INT(late, 0);
    CHECK(passages > 5000); // many do pass,
    CHECK(soon > 500);      // some of them at twenty times the gap in one step
}

TEST(repeated_steps_never_pass_a_triangle) {
    geom_random g = {74};
    int passed = 0;
    for (int i = 0; i < 2000; i++) {
        motion m = make_motion(&g);
        for (int step = 0; step < 20; step++) {
            double f = sut_triangle_advance(m.at, m.by, m.keep);
            motion part = m;
            for (int k = 0; k < 4; k++) {
                part.by[k] = v3_scale(m.by[k], f);
                m.at[k] = v3_madd(m.at[k], f, m.by[k]);
            }
            passed += first_passage(&part, 20) <= 1.0 ? 1 : 0;
        }
    }
    CHECK_EQ_INT(passed, 0);
}

TEST(point_that_parts_from_a_triangle_goes_all_the_way) {
    geom_random g = {75};
    int held = 0;
    for (int i = 0; i < 20000; i++) {
        motion m = make_motion(&g);
        sut_triangle_near n = sut_triangle_point(m.at + 1, m.at[0]);
        sut_vec3 away = v3_scale(n.apart, random_size(&g, -3.0, 3.0));
        sut_vec3 slide = v3_cross(away, random_direction(&g));
        for (int k = 0; k < 4; k++) {
            m.by[k] = k < 1 ? v3_add(away, slide) : v3_zero();
        }
        m.keep = n.distance * random_size(&g, -1.0, 0.3);
        held += sut_triangle_advance(m.at, m.by, m.keep) < 1.0 ? 1 : 0;
    }
    CHECK_EQ_INT(held, 0);
}

TEST(sliding_over_a_face_and_common_motion_are_free) {
    motion m = {{v3(0.2, 0.2, 1e-4), v3_zero(), v3(1.0, 0.0, 0.0), v3(0.0, 1.0, 0.0)},
                {v3(5.0, -3.0, 0.0), v3_zero(), v3_zero(), v3_zero()},
                1e-4};
    CHECK(sut_triangle_advance(m.at, m.by, m.keep) == 1.0);
    for (int k = 0; k < 4; k++) {
        m.by[k] = v3(0.7, -1.3, 100.0);
    }
    CHECK(sut_triangle_advance(m.at, m.by, m.keep) == 1.0);
}

TEST(fall_onto_a_face_stops_at_a_twentieth_of_the_room) {
    motion m = {{v3(0.2, 0.2, 1.0), v3_zero(), v3(1.0, 0.0, 0.0), v3(0.0, 1.0, 0.0)},
                {v3(0.0, 0.0, -10.0), v3_zero(), v3_zero(), v3_zero()},
                0.2};
    // from 1 down to 0.2 + 0.05 * 0.8 at speed 10
    CHECK_NEAR(sut_triangle_advance(m.at, m.by, m.keep), 0.076, 1e-13); // the rounding allowance
    m.keep = 2.0; // too close already: 0.95 of a loss of 0.1 / 2^8, at speed 10
    CHECK_NEAR(sut_triangle_advance(m.at, m.by, m.keep), 0.095 * 0.00390625 * 0.1, 1e-13);
}

TEST(point_on_a_face_may_leave_it_and_nothing_else) {
    motion m = {{v3(0.2, 0.2, 0.0), v3_zero(), v3(1.0, 0.0, 0.0), v3(0.0, 1.0, 0.0)},
                {v3(0.0, 0.0, 1.0), v3_zero(), v3(0.0, 0.0, 0.5), v3_zero()},
                0.1};
    CHECK(sut_triangle_advance(m.at, m.by, m.keep) == 1.0);
    m.by[2].z = 1.5; // on the whole upwards, but a corner overtakes
    CHECK(sut_triangle_advance(m.at, m.by, m.keep) == 0.0);
}

TEST(bad_numbers_prove_nothing_about_triangles) {
    for (int k = 0; k < 4; k++) {
        CASE("corner %d", k);
        motion m = {{v3(0.2, 0.2, 1.0), v3_zero(), v3(1.0, 0.0, 0.0), v3(0.0, 1.0, 0.0)},
                    {v3_zero(), v3_zero(), v3_zero(), v3_zero()},
                    0.1};
        CHECK(sut_triangle_advance(m.at, m.by, m.keep) == 1.0);
        CHECK(sut_triangle_advance(m.at, m.by, (double)NAN) == 0.0);
        m.by[k].y = (double)INFINITY;
        CHECK(sut_triangle_advance(m.at, m.by, m.keep) == 0.0);
        m.by[k].y = 0.0;
        m.at[k].z = (double)NAN;
        CHECK(sut_triangle_advance(m.at, m.by, m.keep) == 0.0);
    }
}
