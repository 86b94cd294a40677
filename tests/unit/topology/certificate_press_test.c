// SPDX-License-Identifier: MIT
// Solids against surfaces that deform, on synthetic motions without any guard or contact.
#include "certificate_fixture.h"
#include "check.h"
#include "topology/certificate_flight.h"

#define SCALE 1e-3

static const int ONE[1][3] = {{0, 1, 2}};

static const sut_certificate_solid BALL = {.kind = SUT_CERTIFICATE_SPHERE, .radius = 0.2};
static const sut_certificate_solid ROD = {
    .kind = SUT_CERTIFICATE_CAPSULE, .radius = 0.05, .half = {0.0, 0.0, 0.5}};
static const sut_certificate_solid SLAB = {.kind = SUT_CERTIFICATE_BOX, .half = {0.2, 0.1, 0.05}};
static const sut_certificate_solid JAW = {.kind = SUT_CERTIFICATE_ARM,
                                          .radius = 0.05,
                                          .radius_end = 0.1,
                                          .half = {0.0, 0.0, 0.6},
                                          .halved = true};

TEST(solid_that_enters_a_sheet_counts_once_per_place) {
    const sut_certificate_solid *solids[] = {&BALL, &ROD, &SLAB, &JAW};
    sut_vec3 x[FIXTURE_NODES];
    int t[FIXTURE_TRIANGLES][3];
    fixture_sheet(x, t, 0.0);
    for (int k = 0; k < 4; k++) {
        CASE("solid %d", k);
        sut_certificate *c = fixture_certificate(10.0);
        sut_certificate_pose pose = {v3(0.1, 0.2, 2.0), v3(0.3, 0.2, 0.1)};
        CHECK(sut_certificate_obstacle(c, solids[k], &pose, NULL) == SUT_OK);
        CHECK(sut_certificate_add_surface(c, x, FIXTURE_NODES, (const int(*)[3])t,
                                          FIXTURE_TRIANGLES, SCALE, NULL) == SUT_OK);
        pose.position.z = 0.9; // nothing yet
        pose.rotation = v3(1.3, -0.2, 0.1);
        CHECK(sut_certificate_obstacle_pose(c, 0, &pose) == SUT_OK);
        CHECK(sut_certificate_advance(c, NULL) == SUT_OK);
        CHECK_EQ_INT((int)sut_certificate_changes(c), 0);
        pose.position.z = -1.5; // through, in one step
        CHECK(sut_certificate_obstacle_pose(c, 0, &pose) == SUT_OK);
        CHECK(sut_certificate_advance(c, NULL) == SUT_OK);
        CHECK_EQ_INT((int)sut_certificate_changes(c), 1);
        pose.position.z = 0.0; // back and staying
        CHECK(sut_certificate_obstacle_pose(c, 0, &pose) == SUT_OK);
        CHECK(sut_certificate_advance(c, NULL) == SUT_OK);
        CHECK(sut_certificate_advance(c, NULL) == SUT_OK);
        CHECK_EQ_INT((int)sut_certificate_changes(c), 2);
        CHECK_EQ_INT((int)sut_certificate_obstacle_changes(c, 0), 2);
        CHECK_EQ_INT((int)sut_certificate_surface_changes(c, 0), 2);
        sut_certificate_destroy(c);
    }
}

TEST(sheet_that_drapes_close_over_a_spinning_rod_is_quiet) {
    sut_vec3 x[FIXTURE_NODES];
    int t[FIXTURE_TRIANGLES][3];
    fixture_sheet(x, t, 0.0);
    sut_certificate *c = fixture_certificate(10.0);
    // along y, below the sheet, nearer than a hundredth of its radius
    sut_certificate_pose pose = {v3(0.0, 0.0, -0.0505), v3(0.5 * SUT_PI, 0.0, 0.0)};
    CHECK(sut_certificate_obstacle(c, &ROD, &pose, NULL) == SUT_OK);
    for (int i = 0; i < FIXTURE_NODES; i++) {
        x[i].z -= fabs(x[i].x) * 0.1;
    }
    CHECK(sut_certificate_add_surface(c, x, FIXTURE_NODES, (const int(*)[3])t, FIXTURE_TRIANGLES,
                                      SCALE, NULL) == SUT_OK);
    for (int step = 0; step < 20; step++) {
        // sheet and rod jump together, and the rod turns in the plane of the sheet
        sut_vec3 by = v3(0.05, 0.02, 0.3);
        fixture_shift(x, FIXTURE_NODES, by);
        pose.position = v3_add(pose.position, by);
        CHECK(sut_certificate_obstacle_pose(c, 0, &pose) == SUT_OK);
        CHECK(sut_certificate_surface_positions(c, 0, x) == SUT_OK);
        CHECK(sut_certificate_advance(c, NULL) == SUT_OK);
    }
    CHECK_EQ_INT((int)sut_certificate_changes(c), 0);
    sut_certificate_destroy(c);
}

TEST(sheet_that_falls_onto_a_resting_solid_counts) {
    sut_vec3 x[FIXTURE_NODES];
    int t[FIXTURE_TRIANGLES][3];
    fixture_sheet(x, t, 1.0);
    sut_certificate *c = fixture_certificate(10.0);
    sut_certificate_pose pose = {v3(0.0, 0.0, 0.0), v3(0.0, 0.0, 0.0)};
    CHECK(sut_certificate_obstacle(c, &BALL, &pose, NULL) == SUT_OK);
    CHECK(sut_certificate_add_surface(c, x, FIXTURE_NODES, (const int(*)[3])t, FIXTURE_TRIANGLES,
                                      SCALE, NULL) == SUT_OK);
    fixture_shift(x, FIXTURE_NODES, v3(0.0, 0.0, -2.0));
    CHECK(sut_certificate_surface_positions(c, 0, x) == SUT_OK);
    CHECK(sut_certificate_advance(c, NULL) == SUT_OK);
    CHECK_EQ_INT((int)sut_certificate_changes(c), 1);
    sut_certificate_destroy(c);
}

// Distance of a triangle from a solid at one moment, from many places on it: never too small, and
// too large by at most the spacing of the places.
static double sampled_distance(const sut_certificate_solid *s, const sut_vec3 t[3], int n) {
    double best = HUGE_VAL;
    for (int i = 0; i <= n; i++) {
        for (int j = 0; i + j <= n; j++) {
            double u = (double)i / n;
            double v = (double)j / n;
            sut_vec3 x = v3_madd(v3_madd(t[0], u, v3_sub(t[1], t[0])), v, v3_sub(t[2], t[0]));
            best = fmin(best, v3_distance(x, sut_cert_nearest(s, x)));
        }
    }
    return best;
}

TEST(random_motions_of_a_solid_and_a_triangle_are_judged_as_sampling_does) {
    const sut_certificate_solid *solids[] = {&BALL, &ROD, &SLAB, &JAW};
    enum { STEPS = 4000, PLACES = 24, MOMENTS = 50 };
    uint64_t seed = 13;
    int missed = 0;
    int false_alarms = 0;
    int seen = 0;
    int quiet = 0;
    for (int i = 0; i < STEPS; i++) {
        sut_cert_solid moving = {.shape = *solids[i % 4]};
        moving.from = (sut_certificate_pose){v3_scale(fixture_random_vec(&seed), 0.8),
                                             v3_scale(fixture_random_vec(&seed), 1.5)};
        moving.to = moving.from;
        double fast = i % 3 == 0 ? 0.02 : 0.3;
        moving.to.position = v3_madd(moving.to.position, fast, fixture_random_vec(&seed));
        moving.to.rotation = v3_madd(moving.to.rotation, fast, fixture_random_vec(&seed));
        sut_vec3 a[3];
        sut_vec3 b[3];
        for (int k = 0; k < 3; k++) {
            a[k] = v3_scale(fixture_random_vec(&seed), 0.7);
            b[k] = v3_madd(a[k], fast, fixture_random_vec(&seed));
        }
        sut_cert_flight f = sut_cert_flight_of(&moving);
        double nearest = HUGE_VAL;
        double first = HUGE_VAL;
        for (int m = 0; m <= MOMENTS; m++) {
            double at = (double)m / MOMENTS;
            sut_vec3 t[3];
            for (int k = 0; k < 3; k++) {
                t[k] = sut_cert_local(&f, v3_lerp(a[k], b[k], at), at);
            }
            double d = sampled_distance(&moving.shape, t, PLACES);
            first = m == 0 ? d : first;
            nearest = fmin(nearest, d);
        }
        if (first <= 0.1) {
            continue; // may touch from the beginning
        }
        sut_certificate *c = fixture_certificate(10.0);
        CHECK(sut_certificate_obstacle(c, &moving.shape, &moving.from, NULL) == SUT_OK);
        CHECK(sut_certificate_add_surface(c, a, 3, ONE, 1, SCALE, NULL) == SUT_OK);
        CHECK(sut_certificate_obstacle_pose(c, 0, &moving.to) == SUT_OK);
        CHECK(sut_certificate_surface_positions(c, 0, b) == SUT_OK);
        CHECK(sut_certificate_advance(c, NULL) == SUT_OK);
        bool counted = sut_certificate_changes(c) > 0;
        missed += nearest <= 0.0 && !counted ? 1 : 0;
        // edges of up to 2, motions of up to 1: places and moments are that far apart
        false_alarms += nearest > 2.5 / PLACES + 2.0 / MOMENTS && counted ? 1 : 0;
        seen += counted ? 1 : 0;
        quiet += !counted && nearest < 0.1 ? 1 : 0;
        sut_certificate_destroy(c);
    }
    CHECK_EQ_INT(missed, 0);
    CHECK_EQ_INT(false_alarms, 0);
    CHECK(seen > 50);
    CHECK(quiet > 50);
}

// Near misses: the triangle stays in a plane that is a gap away from the solid.
TEST(triangles_that_slide_and_turn_close_to_a_solid_are_quiet) {
    const sut_certificate_solid *solids[] = {&BALL, &ROD, &SLAB, &JAW};
    uint64_t seed = 14;
    int alarms = 0;
    int missed = 0;
    for (int i = 0; i < 4000; i++) {
        const sut_certificate_solid *s = solids[i % 4];
        // a place outside, its nearest point, and a triangle in the plane across, a little away
        sut_vec3 x = v3_scale(fixture_random_vec(&seed), 1.5);
        sut_vec3 y = sut_cert_nearest(s, x);
        sut_vec3 n = v3_sub(x, y);
        double size = v3_norm(n);
        if (size < 0.05) {
            continue;
        }
        n = v3_scale(n, 1.0 / size);
        // half of the surface's scale, or a two hundredth; ways of up to 400 gaps
        double gap = i / 4 % 2 == 0 ? 5e-4 : 5e-6;
        sut_vec3 a[3];
        sut_vec3 b[3];
        for (int k = 0; k < 3; k++) {
            sut_vec3 r = fixture_random_vec(&seed);
            sut_vec3 q = fixture_random_vec(&seed);
            r = v3_madd(r, -v3_dot(r, n), n);
            q = v3_madd(q, -v3_dot(q, n), n);
            a[k] = v3_add(v3_madd(y, gap, n), r);
            b[k] = v3_madd(a[k], 400.0 * gap, q);
        }
        sut_certificate_pose pose = {v3_zero(), v3_zero()};
        if (s->kind == SUT_CERTIFICATE_ARM) {
            pose.position.z = -0.5 * s->half.z; // sut_cert_nearest counts from its middle
        }
        sut_certificate *c = fixture_certificate(10.0);
        CHECK(sut_certificate_obstacle(c, s, &pose, NULL) == SUT_OK);
        CHECK(sut_certificate_add_surface(c, a, 3, ONE, 1, SCALE, NULL) == SUT_OK);
        CHECK(sut_certificate_surface_positions(c, 0, b) == SUT_OK);
        CHECK(sut_certificate_advance(c, NULL) == SUT_OK);
        alarms += sut_certificate_changes(c) > 0 ? 1 : 0;
        // and it is not taken for something that was inside before
        sut_vec3 middle = v3_scale(v3_add(v3_add(b[0], b[1]), b[2]), 1.0 / 3.0);
        pose.position = v3_add(pose.position, v3_madd(v3_sub(middle, y), 0.01, n));
        CHECK(sut_certificate_obstacle_pose(c, 0, &pose) == SUT_OK);
        CHECK(sut_certificate_advance(c, NULL) == SUT_OK);
        missed += sut_certificate_changes(c) == 0 ? 1 : 0;
        sut_certificate_destroy(c);
    }
    CHECK_EQ_INT(alarms, 0);
    CHECK_EQ_INT(missed, 0);
}
