// SPDX-License-Identifier: MIT
#include "check.h"
#include "geom/advance.h"
#include "geom/shape.h"
#include "geom_random.h"
#include "geom_shapes.h"
#include "topology/certificate_flight.h"

static sut_shape random_wedge(geom_random *g) {
    sut_shape s = random_shape(g, SUT_SHAPE_JAW);
    s.kind = SUT_SHAPE_WEDGE;
    s.half_size = v3(random_size(g, -2.0, 0.0), 0.0, 0.0);
    return s;
}

// The certificate has a wedge of its own, made in another way: both agree.
TEST(distances_agree_with_those_of_the_certificate) {
    geom_random g = {5};
    int outside = 0;
    for (int i = 0; i < 20000; i++) {
        CASE("i %d", i);
        sut_shape s = random_wedge(&g);
        sut_certificate_solid w = {.kind = SUT_CERTIFICATE_WEDGE,
                                   .radius = s.radius,
                                   .radius_end = s.base_radius,
                                   .half = {s.half_size.x, 0.0, 2.0 * s.half_length}};
        sut_vec3 q = random_point(&g, 1.5);
        sut_vec3 n;
        double d = sut_shape_local_distance(&s, q, &n);
        sut_vec3 from_tip = v3(q.x, q.y, q.z + s.half_length);
        sut_vec3 near = sut_cert_nearest_on_wedge(&w, from_tip);
        CHECK_NEAR(fmax(d, 0.0), v3_distance(near, from_tip), 1e-10); // sizes of 1, thin corners
        if (d > 1e-6) {
            outside++;
            sut_vec3 foot = v3_madd(from_tip, -d, n);
            CHECK_LE(v3_distance(foot, near), 1e-7 * (1.0 + 1.0 / d));
        }
    }
    CHECK(outside > 5000 && outside < 20000); // some are inside
}

TEST(inside_the_nearest_face_counts) {
    sut_shape s = plain_shape(SUT_SHAPE_WEDGE, 0.5, 1.0);
    s.base_radius = 0.5;
    s.half_size = v3(1.0, 0.0, 0.0);
    sut_vec3 n;
    // the plane rises by one over two: at z = 0 it is 0.5 high
    CHECK_NEAR(sut_shape_distance(&s, v3(0.1, 0.0, 0.0), &n), -0.1, 1e-15);
    CHECK_NEAR(n.x, -1.0, 0.0);
    CHECK_NEAR(sut_shape_distance(&s, v3(0.45, 0.0, 0.0), &n), -0.05 * 2.0 / sqrt(5.0), 1e-15);
    CHECK_NEAR(n.z / n.x, -0.5, 1e-15);
    CHECK_NEAR(sut_shape_distance(&s, v3(1.5, 0.0, 1.0), &n), 0.5 * 2.0 / sqrt(5.0), 0.06);
    CHECK_NEAR(sut_shape_distance(&s, v3(0.1, 0.7, 0.9), &n), 0.2, 1e-15);
}

TEST(a_segment_never_gets_nearer_than_it_may) {
    geom_random g = {6};
    for (int i = 0; i < 1000; i++) {
        CASE("i %d", i);
        sut_shape s = random_wedge(&g);
        sut_vec3 at[2] = {v3_add(s.center, random_point(&g, 1.5)),
                          v3_add(s.center, random_point(&g, 1.5))};
        double start = sut_shape_segment(&s, at[0], at[1], NULL, NULL);
        sut_vec3 by[2] = {random_point(&g, 1.0), random_point(&g, 1.0)};
        sut_shape to =
            sut_shape_moved(&s, v3_add(s.center, random_point(&g, 0.3)), random_point(&g, 0.5));
        if (!(start > 1e-3)) {
            continue;
        }
        double keep = 0.5 * start;
        double f = sut_shape_advance(&s, &to, at, by, keep);
        for (int k = 0; k <= 40; k++) {
            sut_shape now = sut_shape_between(&s, &to, f * k / 40);
            double d = sut_shape_segment(&now, v3_madd(at[0], f * k / 40, by[0]),
                                         v3_madd(at[1], f * k / 40, by[1]), NULL, NULL);
            CHECK(d > keep - 1e-9);
        }
    }
}
