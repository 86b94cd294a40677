// SPDX-License-Identifier: MIT
#include "geom/shape.h"

#include "check.h"
#include "geom_random.h"
#include "geom_shapes.h"

// a point of a jaw's surface: of the face, or where a plane touches the half behind it
static sut_vec3 jaw_point(geom_random *g, const sut_shape *s, sut_vec3 u) {
    double t = random_in(g, 0.0, 1.0);
    double radius = s->radius + t * (s->base_radius - s->radius);
    sut_vec3 center = v3(0.0, 0.0, (2.0 * t - 1.0) * s->half_length);
    if (random_below(g, 2) != 0) {
        // any point of any ball between the two is in the hull
        double angle = random_in(g, 0.0, 6.3);
        double from = radius * sqrt(random_in(g, 0.0, 1.0));
        return v3_add(center, v3(0.0, from * cos(angle), from * sin(angle)));
    }
    double slope = (s->base_radius - s->radius) / (2.0 * s->half_length);
    double rho = sqrt(u.x * u.x + u.y * u.y);
    u.x = -fabs(u.x);
    if (random_below(g, 2) != 0) {
        double across = sqrt(1.0 - slope * slope);
        sut_vec3 n = v3(across * u.x / rho, across * u.y / rho, -slope);
        return v3_madd(center, radius, n);
    }
    bool base = u.z + slope > 0.0; // which ball reaches further along u
    center = v3(0.0, 0.0, base ? s->half_length : -s->half_length);
    return v3_madd(center, base ? s->base_radius : s->radius, u);
}

// is q in one of the balls between the two? The deepest one is looked for by thirds.
static bool in_hull(const sut_shape *s, sut_vec3 q) {
    double low = 0.0;
    double high = 1.0;
    double depth[2];
    for (int i = 0; i < 200; i++) {
        double t[2] = {low + (high - low) / 3.0, high - (high - low) / 3.0};
        for (int k = 0; k < 2; k++) {
            sut_vec3 c = v3(0.0, 0.0, (2.0 * t[k] - 1.0) * s->half_length);
            depth[k] = s->radius + t[k] * (s->base_radius - s->radius) - v3_distance(q, c);
        }
        if (depth[0] > depth[1]) {
            high = t[1];
        } else {
            low = t[0];
        }
    }
    return depth[0] > 0.0;
}

// a point of the surface, in the axes of the shape
static sut_vec3 surface_point(geom_random *g, const sut_shape *s) {
    sut_vec3 u = random_direction(g);
    double rho = sqrt(u.x * u.x + u.y * u.y);
    double h = s->half_length < 10.0 ? s->half_length : 10.0;
    double z = random_in(g, -h, h);
    switch (s->kind) {
    case SUT_SHAPE_PLANE:
        return v3(3.0 * u.x, 3.0 * u.y, 0.0);
    case SUT_SHAPE_SPHERE:
        return v3_scale(u, s->radius);
    case SUT_SHAPE_CAPSULE:
        if (random_below(g, 2) != 0) {
            return v3(s->radius * u.x / rho, s->radius * u.y / rho, z);
        }
        return v3_madd(v3(0.0, 0.0, u.z < 0.0 ? -h : h), s->radius, u);
    case SUT_SHAPE_CYLINDER:
        if (!(s->half_length < 10.0) || random_below(g, 2) != 0) {
            return v3(s->radius * u.x / rho, s->radius * u.y / rho, z);
        }
        return v3(s->radius * u.x, s->radius * u.y, u.z < 0.0 ? -h : h);
    case SUT_SHAPE_JAW:
        return jaw_point(g, s, u);
    case SUT_SHAPE_WEDGE: // has a test of its own
    case SUT_SHAPE_BOX:
        break;
    }
    double p[3];
    double half[3] = {s->half_size.x, s->half_size.y, s->half_size.z};
    int face = random_below(g, 3);
    for (int i = 0; i < 3; i++) {
        p[i] = random_in(g, -half[i], half[i]);
        if (i == face) {
            p[i] = p[i] < 0.0 ? -half[i] : half[i];
        }
    }
    return v3(p[0], p[1], p[2]);
}

// is q, in the axes of the shape, inside?
static bool contains(const sut_shape *s, sut_vec3 q) {
    double rho2 = q.x * q.x + q.y * q.y;
    double over = fmax(fabs(q.z) - s->half_length, 0.0);
    switch (s->kind) {
    case SUT_SHAPE_PLANE:
        return q.z < 0.0;
    case SUT_SHAPE_SPHERE:
        return v3_norm2(q) < s->radius * s->radius;
    case SUT_SHAPE_CAPSULE:
        return rho2 + over * over < s->radius * s->radius;
    case SUT_SHAPE_CYLINDER:
        return rho2 < s->radius * s->radius && fabs(q.z) < s->half_length;
    case SUT_SHAPE_JAW:
        return q.x < 0.0 && in_hull(s, q);
    case SUT_SHAPE_WEDGE: // has a test of its own
    case SUT_SHAPE_BOX:
        break;
    }
    return fabs(q.x) < s->half_size.x && fabs(q.y) < s->half_size.y && fabs(q.z) < s->half_size.z;
}

TEST(distance_leads_along_the_normal_to_the_surface) {
    geom_random g = {21};
    double worst = 0.0;
    double worst_unit = 0.0;
    int wrong_side = 0;
    for (int i = 0; i < 60000; i++) {
        sut_shape s = random_shape(&g, i % SHAPE_KINDS);
        sut_vec3 p = v3_add(s.center, random_point(&g, 1.5));
        sut_vec3 n;
        double d = sut_shape_distance(&s, p, &n);
        worst_unit = fmax(worst_unit, fabs(v3_norm(n) - 1.0));
        worst = fmax(worst, fabs(sut_shape_distance(&s, v3_madd(p, -d, n), 0)));
        wrong_side += contains(&s, sut_shape_to_local(&s, p)) != (d < 0.0) ? 1 : 0;
    }
    CHECK_LE(worst, 3e-15); // roundings of coordinates up to three
    CHECK_LE(worst_unit, 3e-15);
    CHECK_EQ_INT(wrong_side, 0);
}

TEST(no_point_of_the_surface_is_nearer) {
    geom_random g = {22};
    int nearer = 0;
    double tightest = 1.0;
    for (int i = 0; i < 6000; i++) {
        sut_shape s = random_shape(&g, i % SHAPE_KINDS);
        sut_vec3 p = v3_add(s.center, random_point(&g, 1.5));
        double d = fabs(sut_shape_distance(&s, p, 0));
        double nearest = (double)INFINITY;
        for (int k = 0; k < 100; k++) {
            sut_vec3 q = sut_shape_to_world(&s, surface_point(&g, &s));
            nearest = fmin(nearest, v3_distance(p, q));
        }
        nearer += nearest < d - 1e-14 ? 1 : 0; // roundings
        tightest = fmin(tightest, nearest - d);
    }
    CHECK_EQ_INT(nearer, 0);
    CHECK(tightest < 1e-3); // some samples come close, or the test shows nothing
}

TEST(distance_changes_by_at_most_the_way) {
    geom_random g = {23};
    int wrong = 0;
    for (int i = 0; i < 60000; i++) {
        sut_shape s = random_shape(&g, i % SHAPE_KINDS);
        sut_vec3 p = v3_add(s.center, random_point(&g, 1.0));
        sut_vec3 q = v3_add(p, random_point(&g, random_size(&g, -6.0, 0.0)));
        sut_vec3 n;
        double d = sut_shape_distance(&s, p, &n);
        double e = sut_shape_distance(&s, q, 0);
        wrong += fabs(d - e) > v3_distance(p, q) + 1e-14 ? 1 : 0; // roundings
        wrong += e < d + v3_dot(n, v3_sub(q, p)) - 1e-14 ? 1 : 0; // convex: never below a tangent
    }
    CHECK_EQ_INT(wrong, 0);
}

TEST(ridges_are_decided_in_a_fixed_order) {
    sut_vec3 n;
    sut_shape s = plain_shape(SUT_SHAPE_SPHERE, 2.0, 0.0);
    CHECK(sut_shape_distance(&s, v3_zero(), &n) == -2.0);
    CHECK(n.x == 1.0 && n.y == 0.0 && n.z == 0.0);
    s = plain_shape(SUT_SHAPE_CAPSULE, 2.0, 5.0);
    CHECK(sut_shape_distance(&s, v3(0.0, 0.0, -3.0), &n) == -2.0);
    CHECK(n.x == 1.0 && n.y == 0.0 && n.z == 0.0);
    s = plain_shape(SUT_SHAPE_CYLINDER, 2.0, 2.0);
    CHECK(sut_shape_distance(&s, v3_zero(), &n) == -2.0);
    CHECK(n.x == 1.0 && n.y == 0.0 && n.z == 0.0);
    CHECK(sut_shape_distance(&s, v3(0.0, 1.0, 1.5), &n) == -0.5);
    CHECK(n.x == 0.0 && n.y == 0.0 && n.z == 1.0);
    s = plain_shape(SUT_SHAPE_BOX, 0.0, 0.0);
    CHECK(sut_shape_distance(&s, v3(0.0, 1.0, 2.0), &n) == -1.0);
    CHECK(n.x == 1.0 && n.y == 0.0 && n.z == 0.0);
    CHECK(sut_shape_distance(&s, v3(0.0, -1.5, -2.5), &n) == -0.5);
    CHECK(n.x == 0.0 && n.y == -1.0 && n.z == 0.0);
}

TEST(local_and_world_are_inverse) {
    geom_random g = {24};
    double worst = 0.0;
    for (int i = 0; i < 1000; i++) {
        sut_shape s = random_shape(&g, 4);
        sut_vec3 p = random_point(&g, 2.0);
        worst = fmax(worst, v3_distance(p, sut_shape_to_world(&s, sut_shape_to_local(&s, p))));
    }
    CHECK_LE(worst, 4e-15); // roundings
}

TEST(moved_shape_carries_its_points) {
    geom_random g = {25};
    double worst = 0.0;
    for (int i = 0; i < 1000; i++) {
        sut_shape s = random_shape(&g, i % SHAPE_KINDS);
        sut_vec3 p = v3_add(s.center, random_point(&g, 1.0));
        sut_vec3 axis = random_direction(&g);
        double angle = random_in(&g, -7.0, 7.0);
        sut_vec3 to = random_point(&g, 2.0);
        sut_shape m = sut_shape_moved(&s, to, v3_scale(axis, angle));
        sut_vec3 carried = v3_add(to, v3_rotate_about(v3_sub(p, s.center), axis, angle));
        double change = sut_shape_distance(&m, carried, 0) - sut_shape_distance(&s, p, 0);
        worst = fmax(worst, fabs(change));
    }
    CHECK_LE(worst, 1e-14); // roundings of the rotation
    sut_shape s = random_shape(&g, 4);
    sut_shape m = sut_shape_moved(&s, s.center, v3_zero());
    CHECK(v3_distance(m.axis[1], s.axis[1]) == 0.0);
}
