// SPDX-License-Identifier: MIT
#include "geom/advance.h"

#include "check.h"
#include "geom/segment.h"
#include "geom_random.h"

typedef struct motion {
    sut_vec3 at[4];
    sut_vec3 by[4];
    double keep;
} motion;

static double distance_at(const motion *m, double f) {
    sut_vec3 p[4];
    for (int k = 0; k < 4; k++) {
        p[k] = v3_madd(m->at[k], f, m->by[k]);
    }
    return sut_segment_nearest(p[0], p[1], p[2], p[3]).distance;
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
    return d * (1.0 - 0.1 * pow(part, 8.0)); // too close already, or nearly
}

// the header's promise to let a motion pass; a little more for what sampling misses
static double generous(const motion *m) {
    double least = floor_of(m);
    return least + 0.1001 * (distance_at(m, 0.0) - least);
}

// segments of a thread, at distances and with motions of all sizes, fast ones that jump over each
// other among them
static motion make_motion(geom_random *g) {
    motion m;
    m.at[0] = random_point(g, 1.0);
    sut_vec3 u = random_direction(g);
    m.at[1] = v3_madd(m.at[0], random_size(g, -1.0, 0.0), u);
    sut_vec3 on_a = v3_lerp(m.at[0], m.at[1], random_in(g, -0.2, 1.2));
    double gap = random_size(g, -4.0, 0.0);
    sut_vec3 on_b = v3_madd(on_a, gap, random_direction(g));
    sut_vec3 v = random_direction(g);
    v = v3_scale(v, random_size(g, -1.0, 0.0));
    double t = random_in(g, -0.2, 1.2);
    m.at[2] = v3_madd(on_b, -t, v);
    m.at[3] = v3_madd(on_b, 1.0 - t, v);
    double speed = gap * random_size(g, -1.0, 2.0);
    sut_vec3 common = random_point(g, random_below(g, 2) != 0 ? 1.0 : 0.0);
    sut_vec3 drift = v3_scale(v3_sub(on_b, on_a), random_in(g, -1.0, 3.0) * speed / gap);
    double loose = random_size(g, -2.0, 0.5) * speed;
    for (int k = 0; k < 4; k++) {
        m.by[k] = v3_add(common, random_point(g, loose));
        if (k < 2) {
            m.by[k] = v3_add(m.by[k], drift);
        }
    }
    m.keep = gap * random_in(g, 0.0, 1.5);
    // far below what is to be kept, where nothing ever gets, hardly any motion is allowed
    double d = sut_segment_nearest(m.at[0], m.at[1], m.at[2], m.at[3]).distance;
    m.keep = m.keep < 2.0 * d ? m.keep : 2.0 * d;
    return m;
}

typedef struct tally {
    int unsafe, shy, whole, short_, stalled;
} tally;

static void count_motion(tally *c, const motion *m, int samples) {
    double f = sut_segment_advance(m->at, m->by, m->keep);
    // rounding errors of coordinates up to 100
    double slack = 1e-13;
    if (!(f >= 0.0 && f <= 1.0) || sampled_minimum(m, f, samples) < floor_of(m) - slack) {
        c->unsafe++;
    }
    if (f < 1.0) {
        c->short_++;
        // beyond f the way to the floor must be short: what is left is at most a tenth
        c->shy += distance_at(m, f) > generous(m) + slack ? 1 : 0;
        c->stalled += f == 0.0 ? 1 : 0;
    } else {
        c->whole++;
    }
}

TEST(advance_never_undercuts_the_floor_nor_stops_early) {
    geom_random g = {11};
    tally c = {0, 0, 0, 0, 0};
    for (int i = 0; i < 100000; i++) {
        motion m = make_motion(&g);
        count_motion(&c, &m, 40);
    }
    CHECK_EQ_INT(c.unsafe, 0);
    // those whose rounds are used up: two in a thousand of motions up to a hundred times the gap,
    // and two in a hundred of the third that is too close already and has little room to lose
    CHECK_LE(c.shy, 1000);
    CHECK_EQ_INT(c.stalled, 0);
    // both kinds are there in numbers, or the test shows nothing
    CHECK(c.whole > 20000);
    CHECK(c.short_ > 20000);
}

TEST(advance_is_safe_under_fine_sampling) {
    geom_random g = {12};
    tally c = {0, 0, 0, 0, 0};
    for (int i = 0; i < 2000; i++) {
        motion m = make_motion(&g);
        count_motion(&c, &m, 2000);
    }
    CHECK_EQ_INT(c.unsafe, 0);
}

// Coplanar at the zeros of the cubic (a1 - a0) . ((b0 - a0) x (b1 - a0)) in time; a crossing is a
// zero at which the segments meet. Found by sign changes between the extrema of the cubic.
typedef struct cubic {
    long double c[4];
} cubic;

static long double value(const cubic *q, long double t) {
    return ((q->c[3] * t + q->c[2]) * t + q->c[1]) * t + q->c[0];
}

// coefficients from values at four times
static cubic volume_of(const motion *m) {
    long double y[4];
    for (int i = 0; i < 4; i++) {
        double t = i / 3.0;
        sut_vec3 p[4];
        for (int k = 0; k < 4; k++) {
            p[k] = v3_madd(v3_sub(m->at[k], m->at[0]), t, v3_sub(m->by[k], m->by[0]));
        }
        y[i] = (long double)v3_dot(p[1], v3_cross(p[2], p[3]));
    }
    cubic q;
    q.c[0] = y[0];
    q.c[1] = (-11.0L * y[0] + 18.0L * y[1] - 9.0L * y[2] + 2.0L * y[3]) / 2.0L;
    q.c[2] = (18.0L * y[0] - 45.0L * y[1] + 36.0L * y[2] - 9.0L * y[3]) / 2.0L;
    q.c[3] = (-9.0L * y[0] + 27.0L * y[1] - 27.0L * y[2] + 9.0L * y[3]) / 2.0L;
    return q;
}

// times of the extrema within 0 .. 1, with 0 and 1; at most four
static int turning_points(const cubic *q, long double t[4]) {
    int count = 0;
    t[count++] = 0.0L;
    long double a = 3.0L * q->c[3];
    long double b = 2.0L * q->c[2];
    long double c = q->c[1];
    long double d = b * b - 4.0L * a * c;
    if (d > 0.0L && a != 0.0L) {
        long double r = sqrtl(d);
        long double p = (-b - r) / (2.0L * a);
        long double s = (-b + r) / (2.0L * a);
        long double first = fminl(p, s);
        long double second = fmaxl(p, s);
        if (first > 0.0L && first < 1.0L) {
            t[count++] = first;
        }
        if (second > 0.0L && second < 1.0L) {
            t[count++] = second;
        }
    }
    t[count++] = 1.0L;
    return count;
}

// the first time at which the segments meet, or 2
static double first_crossing(const motion *m) {
    cubic q = volume_of(m);
    long double t[4];
    int count = turning_points(&q, t);
    for (int i = 0; i + 1 < count; i++) {
        long double low = t[i];
        long double high = t[i + 1];
        bool rising = value(&q, low) < 0.0L;
        if (rising == (value(&q, high) < 0.0L)) {
            continue;
        }
        for (int k = 0; k < 80; k++) {
            long double mid = 0.5L * (low + high);
            if ((value(&q, mid) < 0.0L) == rising) {
                low = mid;
            } else {
                high = mid;
            }
        }
        // met, not only in one plane; the volume is good to some roundings over its slope
        if (distance_at(m, (double)low) < 1e-9) {
            return (double)low;
        }
    }
    return 2.0;
}

TEST(segments_that_would_tunnel_stop_before_they_cross) {
    geom_random g = {13};
    int crossings = 0;
    int late = 0;
    int crossed_soon = 0;
    for (int i = 0; i < 100000; i++) {
        motion m = make_motion(&g);
        double meet = first_crossing(&m);
        if (meet > 1.0) {
            continue;
        }
        crossings++;
        double f = sut_segment_advance(m.at, m.by, m.keep);
        late += f >= meet ? 1 : 0;
        crossed_soon += meet < 0.05 ? 1 : 0;
    }
    CHECK_EQ_INT(late, 0);
    CHECK(crossings > 2000);   // many do cross,
    CHECK(crossed_soon > 500); // some of them at twenty times the gap in one step
}

TEST(repeated_steps_never_cross) {
    geom_random g = {14};
    int crossed = 0;
    for (int i = 0; i < 2000; i++) {
        motion m = make_motion(&g);
        for (int step = 0; step < 20; step++) {
            double f = sut_segment_advance(m.at, m.by, m.keep);
            motion part = m;
            for (int k = 0; k < 4; k++) {
                part.by[k] = v3_scale(m.by[k], f);
            }
            crossed += first_crossing(&part) <= 1.0 ? 1 : 0;
            for (int k = 0; k < 4; k++) {
                m.at[k] = v3_madd(m.at[k], f, m.by[k]);
            }
        }
    }
    CHECK_EQ_INT(crossed, 0);
}

TEST(parting_segments_go_all_the_way) {
    geom_random g = {15};
    int held = 0;
    for (int i = 0; i < 20000; i++) {
        motion m = make_motion(&g);
        sut_segment_near n = sut_segment_nearest(m.at[0], m.at[1], m.at[2], m.at[3]);
        sut_vec3 away = v3_scale(n.apart, random_size(&g, -3.0, 3.0));
        sut_vec3 slide = v3_cross(away, random_direction(&g));
        for (int k = 0; k < 4; k++) {
            m.by[k] = k < 2 ? v3_add(away, slide) : v3_zero();
        }
        // below and above what is to be kept
        m.keep = n.distance * random_size(&g, -1.0, 0.3);
        held += sut_segment_advance(m.at, m.by, m.keep) < 1.0 ? 1 : 0;
    }
    CHECK_EQ_INT(held, 0);
}

TEST(parting_by_rotation_goes_all_the_way) {
    // b turns away about an end that stays: the distance grows from the first moment on
    motion m = {{v3(-1.0, 0.0, 0.0), v3(1.0, 0.0, 0.0), v3(0.0, 0.0, 1e-3), v3(0.0, 1.0, 1e-3)},
                {v3_zero(), v3_zero(), v3(0.0, 0.0, 0.5), v3(0.0, 0.0, 20.0)},
                5e-3};
    CHECK(sut_segment_advance(m.at, m.by, m.keep) == 1.0);
    // the far end swings to the other side, past the end of a
    m.by[2] = v3(0.0, 0.5, 0.5);
    m.by[3] = v3(0.0, 0.5, -0.2);
    double f = sut_segment_advance(m.at, m.by, m.keep);
    // 0.2 of what is to be kept: a loss of 0.1 * 0.2^8 is allowed
    CHECK(sampled_minimum(&m, f, 1000) >= (1.0 - 2.6e-7) * 1e-3);
}

TEST(rest_and_common_motion_are_free) {
    motion m = {{v3_zero(), v3(1.0, 0.0, 0.0), v3(0.0, 0.0, 1e-4), v3(0.0, 1.0, 1e-4)},
                {v3_zero(), v3_zero(), v3_zero(), v3_zero()},
                1e-4};
    CHECK(sut_segment_advance(m.at, m.by, m.keep) == 1.0);
    for (int k = 0; k < 4; k++) {
        m.by[k] = v3(0.7, -1.3, 100.0);
    }
    CHECK(sut_segment_advance(m.at, m.by, m.keep) == 1.0);
}

TEST(head_on_approach_stops_at_a_twentieth_of_the_room) {
    motion m = {{v3(-1.0, 0.0, 1.0), v3(1.0, 0.0, 1.0), v3(0.0, -1.0, 0.0), v3(0.0, 1.0, 0.0)},
                {v3(0.0, 0.0, -10.0), v3(0.0, 0.0, -10.0), v3_zero(), v3_zero()},
                0.2};
    // from 1 down to 0.2 + 0.05 * 0.8 at speed 10
    CHECK_NEAR(sut_segment_advance(m.at, m.by, m.keep), 0.076, 1e-13); // the rounding allowance
    m.keep = 2.0; // too close already: 0.95 of a loss of 0.1 / 2^8, at speed 10
    CHECK_NEAR(sut_segment_advance(m.at, m.by, m.keep), 0.095 * 0.00390625 * 0.1, 1e-13);
}

TEST(touching_segments_may_part_and_nothing_else) {
    motion m = {{v3(-1.0, 0.0, 0.0), v3(1.0, 0.0, 0.0), v3(0.0, -1.0, 0.0), v3(0.0, 1.0, 0.0)},
                {v3(0.0, 0.0, 1.0), v3(0.0, 0.0, 2.0), v3_zero(), v3_zero()},
                0.1};
    CHECK(sut_segment_advance(m.at, m.by, m.keep) == 1.0);
    m.by[1].z = -0.5; // on the whole upwards, but one end dips through
    CHECK(sut_segment_advance(m.at, m.by, m.keep) == 0.0);
}

TEST(bad_numbers_prove_nothing) {
    motion m = {{v3_zero(), v3(1.0, 0.0, 0.0), v3(0.0, 0.0, 1.0), v3(0.0, 1.0, 1.0)},
                {v3_zero(), v3_zero(), v3_zero(), v3_zero()},
                0.1};
    CHECK(sut_segment_advance(m.at, m.by, (double)NAN) == 0.0);
    m.by[3].y = (double)INFINITY;
    CHECK(sut_segment_advance(m.at, m.by, m.keep) == 0.0);
    m.by[3].y = 0.0;
    m.at[2].z = (double)NAN;
    CHECK(sut_segment_advance(m.at, m.by, m.keep) == 0.0);
}
