// SPDX-License-Identifier: MIT
// Triangles against convex solids: nearest points, and how far a motion may go.
#include "check.h"
#include "geom/advance.h"
#include "geom/triangle.h"
#include "geom_random.h"
#include "geom_shapes.h"

// all kinds: those of geom_shapes.h and the wedge
#define KINDS (SHAPE_KINDS + 1)

static sut_shape any_shape(geom_random *g, int kind) {
    if (kind < SHAPE_KINDS) {
        return random_shape(g, kind);
    }
    sut_shape s = random_shape(g, 0);
    s.kind = SUT_SHAPE_WEDGE;
    s.base_radius = random_size(g, -1.0, 0.0);
    return s;
}

static sut_vec3 place(const sut_vec3 t[3], const double w[3]) {
    return v3_madd(v3_madd(v3_scale(t[0], w[0]), w[1], t[1]), w[2], t[2]);
}

static double line_at(const sut_shape *s, const sut_vec3 t[3], double y) {
    return sut_shape_segment(s, v3_lerp(t[1], t[2], y), v3_lerp(t[1], t[0], y), 0, 0);
}

// the smallest distance by search along lines parallel to edge 20, from another corner than the
// code does; the best of what was seen, refined where it is smallest
static double searched_distance(const sut_shape *s, const sut_vec3 t[3], int rounds) {
    double low = 0.0;
    double high = 1.0;
    double best = fmin(line_at(s, t, 0.0), line_at(s, t, 1.0));
    for (int k = 0; k < rounds; k++) {
        double x = low + (high - low) / 3.0;
        double y = high - (high - low) / 3.0;
        double dx = line_at(s, t, x);
        double dy = line_at(s, t, y);
        best = fmin(best, fmin(dx, dy));
        if (dx < dy) {
            high = y;
        } else {
            low = x;
        }
    }
    return best;
}

// triangles near the surface, with all ways to lie, along a face or an axis among them
static void random_triangle(geom_random *g, const sut_shape *s, double gap, sut_vec3 t[3]) {
    sut_vec3 at = v3_add(s->center, random_point(g, 1.0));
    sut_vec3 u = random_direction(g);
    sut_vec3 v = random_direction(g);
    int kind = random_below(g, 10);
    if (kind < 3) {
        u = s->axis[random_below(g, 3)];
        v = random_below(g, 2) != 0 ? s->axis[random_below(g, 3)] : v;
    } else if (kind == 3) {
        v = v3_madd(u, random_size(g, -16.0, -2.0), v);
    }
    double a = random_size(g, -1.5, 0.5);
    double b = random_size(g, -1.5, 0.5);
    // somewhere on the triangle, or not far from it
    double x = random_in(g, -0.1, 1.0);
    double y = random_in(g, -0.1, 1.0 - x);
    t[0] = v3_madd(v3_madd(at, -x * a, u), -y * b, v);
    t[1] = v3_madd(t[0], a, u);
    t[2] = v3_madd(t[0], b, v);
    for (int k = 0; k < 3; k++) { // not exactly there, but nearly
        sut_triangle_shape n = sut_triangle_solid(s, t);
        for (int i = 0; i < 3; i++) {
            t[i] = v3_madd(t[i], gap - n.distance, n.normal);
        }
    }
}

TEST(nearest_of_a_shape_and_a_triangle_is_the_one_a_search_finds) {
    geom_random g = {81};
    int inside[KINDS] = {0};
    int face[KINDS] = {0};
    int bad = 0;
    double worst = 0.0;
    double worst_inside = 0.0;
    for (int i = 0; i < 12000; i++) {
        int kind = i % KINDS;
        sut_shape s = any_shape(&g, kind);
        sut_vec3 t[3];
        double gap = random_size(&g, -3.0, 0.0) * (random_below(&g, 5) == 0 ? -0.2 : 1.0);
        random_triangle(&g, &s, gap, t);
        sut_triangle_shape n = sut_triangle_solid(&s, t);
        double sum = n.weight[0] + n.weight[1] + n.weight[2];
        bool good = n.weight[0] >= 0.0 && n.weight[1] >= 0.0 && n.weight[2] >= 0.0;
        bad += good && fabs(sum - 1.0) < 1e-15 && fabs(v3_norm(n.normal) - 1.0) < 1e-12 ? 0 : 1;
        // the point has the distance that is claimed
        sut_vec3 normal;
        double d = sut_shape_distance(&s, place(t, n.weight), &normal);
        bad += fabs(d - n.distance) < 3e-12 ? 0 : 1;
        double over = n.distance - searched_distance(&s, t, 60);
        if (n.distance > 0.0) {
            worst = fmax(worst, over);
            // everything is before the plane
            for (int k = 0; k < 3; k++) {
                double before = v3_dot(n.normal, v3_sub(t[k], place(t, n.weight)));
                bad += before > -3e-6 ? 0 : 1; // place along a curve, to the root of 1e-12
            }
        } else {
            worst_inside = fmax(worst_inside, over);
            inside[kind]++;
        }
        face[kind] += n.weight[0] > 0.0 && n.weight[1] > 0.0 && n.weight[2] > 0.0 ? 1 : 0;
    }
    CHECK_EQ_INT(bad, 0);
    CHECK_LE(worst, 3e-12);
    CHECK_LE(worst_inside, 1e-9);
    for (int k = 0; k < KINDS; k++) {
        CASE("kind %d", k);
        CHECK(inside[k] > 25);
        CHECK(face[k] > 10 || k == 6); // one without end has its axis in the face, or none
    }
}

TEST(ball_over_a_face_box_on_a_face_and_needle_through_a_face) {
    const sut_vec3 t[3] = {v3(-4.0, -4.0, 0.0), v3(4.0, -4.0, 0.0), v3(0.0, 8.0, 0.0)};
    sut_shape s = plain_shape(SUT_SHAPE_SPHERE, 1.0, 0.0);
    s.center = v3(0.0, 0.0, 3.0);
    sut_triangle_shape n = sut_triangle_solid(&s, t);
    CHECK_NEAR(n.distance, 2.0, 1e-15);
    CHECK_NEAR(n.normal.z, -1.0, 1e-15);
    CHECK_NEAR(n.weight[2], 1.0 / 3.0, 1e-15);

    s = plain_shape(SUT_SHAPE_BOX, 0.0, 0.0);
    s.half_size = v3(0.5, 0.25, 1.0);
    s.center = v3(0.0, 0.0, -1.5);
    n = sut_triangle_solid(&s, t);
    CHECK_NEAR(n.distance, 0.5, 1e-15);
    CHECK_NEAR(n.normal.z, 1.0, 1e-15);
    CHECK_NEAR(n.weight[2], 1.0 / 3.0, 1e-15); // the middle of the face of the box

    // a box through the face, deepest where its nearest side is furthest away
    s.center = v3(0.0, 0.0, 0.25);
    n = sut_triangle_solid(&s, t);
    CHECK_NEAR(n.distance, -0.25, 1e-9);
    // a rod through the face: no way out but along it
    s = plain_shape(SUT_SHAPE_CAPSULE, 0.1, 3.0);
    s.center = v3(0.0, 0.0, 1.0);
    n = sut_triangle_solid(&s, t);
    CHECK_NEAR(n.distance, -0.1, 1e-15);
    CHECK_NEAR(fabs(n.normal.z), 1.0, 1e-15);
}

typedef struct ride {
    sut_shape from, to;
    sut_vec3 turn;
    sut_vec3 at[3], by[3];
    double keep;
} ride;

static double distance_at(const ride *r, double f) {
    sut_vec3 center = v3_lerp(r->from.center, r->to.center, f);
    sut_shape s = sut_shape_moved(&r->from, center, v3_scale(r->turn, f));
    sut_vec3 t[3];
    for (int k = 0; k < 3; k++) {
        t[k] = v3_madd(r->at[k], f, r->by[k]);
    }
    return sut_triangle_solid(&s, t).distance;
}

static double sampled_minimum(const ride *r, double f, int samples) {
    double best = (double)INFINITY;
    for (int i = 0; i <= samples; i++) {
        best = fmin(best, distance_at(r, f * i / samples));
    }
    return best;
}

static ride make_ride(geom_random *g, int kind) {
    ride r;
    r.from = any_shape(g, kind);
    bool inside = random_below(g, 20) == 0;
    double gap = random_size(g, -3.0, -0.5) * (inside ? -0.2 : 1.0);
    random_triangle(g, &r.from, gap, r.at);
    sut_triangle_shape n = sut_triangle_solid(&r.from, r.at);
    double speed = fabs(gap) * random_size(g, -1.0, 1.5);
    sut_vec3 drift = random_point(g, speed);
    drift = v3_madd(drift, -random_in(g, -1.0, 3.0) * speed, n.normal);
    double loose = speed * random_size(g, -2.0, 0.0);
    for (int k = 0; k < 3; k++) {
        r.by[k] = v3_add(drift, random_point(g, loose));
    }
    sut_vec3 shift = random_point(g, random_below(g, 2) != 0 ? speed : 0.0);
    double angle = random_below(g, 2) != 0 ? random_size(g, -4.0, 0.45) : 0.0;
    r.turn = v3_scale(random_direction(g), angle);
    r.to = sut_shape_moved(&r.from, v3_add(r.from.center, shift), r.turn);
    r.keep = fabs(gap) * random_in(g, -0.2, 1.3);
    return r;
}

static double least_of(const ride *r) {
    double d = distance_at(r, 0.0);
    if (d > r->keep && fmin(d, 0.9 * d) > r->keep) {
        return r->keep;
    }
    return d > 1e-9 ? d * (1.0 - 0.1 * pow(fmin(d / r->keep, 1.0), 8.0))
                    : d - 0.1 * fmax(fabs(r->keep), fabs(d));
}

TEST(triangle_never_comes_too_close_to_a_moving_shape) {
    geom_random g = {82};
    int unsafe = 0;
    int shy = 0;
    int whole = 0;
    int cut = 0;
    for (int i = 0; i < CHECK_SOME(12000); i++) {
        ride r = make_ride(&g, i % KINDS);
        double f = sut_shape_triangle_advance(&r.from, &r.to, r.at, r.by, r.keep);
        double least = least_of(&r);
        double d = distance_at(&r, 0.0);
        // rounding errors of the rotation and what counts as level; searches inside
        double slack = d > 0.0 ? 1e-11 : 1e-9;
        unsafe += !(f >= 0.0 && f <= 1.0) || sampled_minimum(&r, f, 30) < least - slack ? 1 : 0;
        if (f < 1.0) {
            cut++;
            shy += distance_at(&r, f) > least + 0.1001 * (d - least) + 1e-10 ? 1 : 0;
        } else {
            whole++;
        }
    }
    CHECK_EQ_INT(unsafe, 0);
    CHECK_LE(shy, CHECK_SOME(120)); // rounds used up, in less than one of a hundred
    CHECK(whole > CHECK_SOME(3000));
    CHECK(cut > CHECK_SOME(3000));
}

TEST(shape_does_not_jump_through_a_triangle) {
    // all kinds of finite size at a hundred times their size, from above onto the face
    geom_random g = {83};
    int through = 0;
    for (int i = 0; i < 6000; i++) {
        int kind = 1 + i % 5;
        sut_shape s = any_shape(&g, kind == 5 ? SHAPE_KINDS : kind);
        sut_vec3 t[3] = {v3(-40.0, -40.0, 0.0), v3(40.0, -40.0, 0.0), v3(0.0, 60.0, 0.0)};
        s.center = v3(random_in(&g, -5.0, 5.0), random_in(&g, -5.0, 5.0), random_in(&g, 5.0, 9.0));
        sut_vec3 turn = v3_scale(random_direction(&g), random_in(&g, 0.0, 3.0));
        sut_shape to = sut_shape_moved(&s, v3(0.0, 0.0, -100.0), turn);
        sut_vec3 by[3] = {v3_zero(), v3_zero(), v3_zero()};
        double f = sut_shape_triangle_advance(&s, &to, t, by, 1e-3);
        sut_shape end = sut_shape_between(&s, &to, f);
        double d = sut_triangle_solid(&end, t).distance;
        through += end.center.z > 0.0 && d > 1e-3 && d < 0.2 * s.center.z ? 0 : 1;
    }
    CHECK_EQ_INT(through, 0);
}

TEST(triangle_carried_by_the_shape_or_parting_from_it_is_free) {
    geom_random g = {84};
    int held = 0;
    for (int i = 0; i < 8000; i++) {
        ride r = make_ride(&g, i % KINDS);
        sut_triangle_shape n = sut_triangle_solid(&r.from, r.at);
        if (n.distance < 1e-6) {
            continue; // inside, the way out along n may lead deeper first
        }
        sut_vec3 shift = random_point(&g, 3.0);
        bool parting = random_below(&g, 2) != 0;
        sut_vec3 by = parting ? v3_madd(shift, random_size(&g, -3.0, 1.0), n.normal) : shift;
        r.to = sut_shape_moved(&r.from, v3_add(r.from.center, shift), v3_zero());
        for (int k = 0; k < 3; k++) {
            r.by[k] = by;
        }
        r.keep = n.distance * random_size(&g, -1.0, 0.3);
        held += sut_shape_triangle_advance(&r.from, &r.to, r.at, r.by, r.keep) < 1.0 ? 1 : 0;
    }
    CHECK_EQ_INT(held, 0);
}

TEST(bad_numbers_prove_nothing_about_shapes_and_triangles) {
    geom_random g = {85};
    for (int kind = 0; kind < KINDS; kind++) {
        CASE("kind %d", kind);
        ride r = make_ride(&g, kind);
        sut_vec3 kept = r.at[1];
        r.at[1].y = (double)NAN;
        CHECK(isnan(sut_triangle_solid(&r.from, r.at).distance));
        CHECK(sut_shape_triangle_advance(&r.from, &r.to, r.at, r.by, r.keep) == 0.0);
        r.at[1] = kept;
        r.by[2].x = (double)INFINITY;
        CHECK(sut_shape_triangle_advance(&r.from, &r.to, r.at, r.by, r.keep) == 0.0);
    }
}
