// SPDX-License-Identifier: MIT
#include "certificate_fixture.h"
#include "check.h"

#include <string.h>

static const double INF = (double)INFINITY;

static sut_certificate_solid solid(sut_certificate_solid_kind kind, double radius, double x,
                                   double y, double z) {
    return (sut_certificate_solid){.kind = kind, .radius = radius, .half = {x, y, z}};
}

// an arm of an instrument, thicker at its end
static sut_certificate_solid arm(double radius, double radius_end, double length, bool halved) {
    return (sut_certificate_solid){.kind = SUT_CERTIFICATE_ARM,
                                   .radius = radius,
                                   .half = {0.0, 0.0, length},
                                   .radius_end = radius_end,
                                   .halved = halved};
}

static sut_certificate_pose at(double x, double y, double z) {
    return (sut_certificate_pose){{x, y, z}, {0.0, 0.0, 0.0}};
}

static bool step(sut_certificate *c, const sut_vec3 *x) {
    return sut_certificate_advance(c, &x) == SUT_OK;
}

// Entries when a straight thread of n vertices along x goes from z0 to z1 in equal parts.
static uint64_t dropped(const sut_certificate_solid *s, sut_certificate_pose pose, double z0,
                        double z1, int parts) {
    enum { N = 12 };
    sut_vec3 from[N];
    sut_vec3 to[N];
    fixture_line(from, N, v3(-1.0, 0.003, z0), v3(1.0, 0.001, z0));
    fixture_line(to, N, v3(-1.0, 0.003, z1), v3(1.0, 0.001, z1));
    const sut_vec3 *a = from;
    const sut_vec3 *b = to;
    const int n = N;
    sut_certificate *c = fixture_certificate(4.0);
    int number = -1;
    CHECK(c && fixture_add(c, from, N, 0.01, false) == 0);
    CHECK_EQ_INT(sut_certificate_obstacle(c, s, &pose, &number), SUT_OK);
    CHECK(fixture_move(c, 1, &a, &b, &n, parts));
    uint64_t changes = sut_certificate_changes(c);
    CHECK_EQ_U64(sut_certificate_obstacle_changes(c, number), changes);
    int count;
    const sut_certificate_event *e = sut_certificate_events(c, &count);
    CHECK_EQ_U64((uint64_t)count, changes);
    for (int k = 0; k < count; k++) {
        CASE("k %d", k);
        CHECK(e[k].obstacle == number && e[k].other == -1 && e[k].component == 0);
        CHECK(e[k].edge >= 0 && e[k].edge < N - 1);
    }
    sut_certificate_destroy(c);
    return changes;
}

TEST(a_thread_that_falls_through_a_thin_solid_enters_it_once) {
    sut_certificate_solid all[] = {
        solid(SUT_CERTIFICATE_PLANE, 0.0, 0.0, 0.0, 0.0),
        solid(SUT_CERTIFICATE_SPHERE, 0.004, 0.0, 0.0, 0.0),
        solid(SUT_CERTIFICATE_CYLINDER, 0.001, 0.0, 0.0, INF),
        solid(SUT_CERTIFICATE_CYLINDER, 0.001, 0.0, 0.0, 0.3),
        solid(SUT_CERTIFICATE_CAPSULE, 0.001, 0.0, 0.0, 0.3),
        solid(SUT_CERTIFICATE_BOX, 0.0, 0.2, 0.1, 0.0001),
    };
    static const int parts[] = {1, 3, 40, 1000};
    for (int k = 0; k < 6; k++) {
        CASE("k %d", k);
        bool upright = k == 0 || k == 1 || k == 5;
        sut_certificate_pose pose =
            upright ? at(0.13, 0.0, 0.0)
                    : sut_certificate_pose_along(v3(0.13, 0.0, 0.0), v3(0.1, -2.0, 0.05));
        for (int p = 0; p < 4; p++) {
            CASE("p %d", p);
            CHECK_EQ_U64(dropped(&all[k], pose, 1.0, -1.1, parts[p]), 1);
            CHECK_EQ_U64(dropped(&all[k], pose, 1.0, 0.05, parts[p]), 0);
        }
    }
}

TEST(an_edge_may_pass_just_above) {
    sut_certificate_solid ball = solid(SUT_CERTIFICATE_SPHERE, 0.5, 0.0, 0.0, 0.0);
    CHECK_EQ_U64(dropped(&ball, at(0.0, 0.0, 0.0), 2.0, 0.501, 1), 0);
    CHECK_EQ_U64(dropped(&ball, at(0.0, 0.0, 0.0), 2.0, 0.499, 1), 1);
    // through the middle between two vertices: only the edge enters
    sut_certificate_solid pin = solid(SUT_CERTIFICATE_CAPSULE, 0.01, 0.0, 0.0, 0.1);
    CHECK_EQ_U64(dropped(&pin, at(0.0, 0.0, 0.0), 1.0, 0.111, 1), 0);
    CHECK_EQ_U64(dropped(&pin, at(0.0, 0.0, 0.0), 1.0, 0.108, 1), 1);
}

// Both parts of a slender pair of jaws, pointing down, with the flat faces towards each other.
TEST(an_arm_of_an_instrument_is_entered_from_every_side) {
    const double r = 0.002;
    const double length = 0.6;
    sut_certificate_solid half = arm(r, 0.01, length, true);
    sut_certificate_solid whole = arm(r, 0.01, length, false);
    sut_certificate_pose lying = sut_certificate_pose_along(v3(0.1, -0.3, 0.0), v3(0.0, 1.0, 0.0));
    CHECK_EQ_U64(dropped(&half, lying, 1.0, -1.0, 1), 1);
    CHECK_EQ_U64(dropped(&half, lying, -1.0, 1.0, 7), 1);
    CHECK_EQ_U64(dropped(&whole, lying, 1.0, -1.0, 1), 1);
    CHECK_EQ_U64(dropped(&whole, lying, 1.0, 0.02, 1), 0);
    // the tip from below: the ball around it, halved or not, begins at its radius
    sut_certificate_pose down = at(0.0, 0.002, 0.0);
    CHECK_EQ_U64(dropped(&whole, down, -1.0, -r - 1e-4, 1), 0);
    CHECK_EQ_U64(dropped(&whole, down, -1.0, -r + 1e-4, 1), 1);
    CHECK_EQ_U64(dropped(&half, down, -1.0, -r + 1e-4, 1), 1);
}

// In front of the flat face there is nothing, behind it the tool.
TEST(a_halved_arm_ends_at_its_face) {
    sut_certificate_solid half = arm(0.1, 0.2, 1.0, true);
    sut_certificate_pose pose = at(0.0, 0.0, 0.0);
    for (int side = 0; side < 2; side++) {
        CASE("side %d", side);
        // beside the axis, within the radius of the whole arm
        double x = side == 0 ? 0.02 : -0.02;
        sut_vec3 from[2] = {v3(0.02, -0.9, 0.5), v3(0.02, -0.5, 0.5)};
        sut_vec3 to[2] = {v3(x, -0.2, 0.5), v3(x, 0.2, 0.5)};
        sut_certificate *c = fixture_certificate(4.0);
        REQUIRE(c && fixture_add(c, from, 2, 0.001, false) == 0);
        REQUIRE(sut_certificate_obstacle(c, &half, &pose, NULL) == SUT_OK);
        REQUIRE(step(c, to));
        CHECK_EQ_U64(sut_certificate_changes(c), side == 0 ? 0 : 1);
        sut_certificate_destroy(c);
    }
}

// A thread in contact with a post slides round it fast: 20 radii of the thread per step.
TEST(sliding_along_a_post_is_no_entry) {
    enum { N = 100 };
    sut_vec3 x[N];
    sut_certificate_solid post = solid(SUT_CERTIFICATE_CYLINDER, 1.0, 0.0, 0.0, 3.0);
    sut_certificate_pose pose = at(0.0, 0.0, 0.0);
    sut_certificate *c = fixture_certificate(8.0);
    REQUIRE(c && sut_certificate_obstacle(c, &post, &pose, NULL) == SUT_OK);
    for (int k = 0; k < 200; k++) {
        CASE("k %d", k);
        for (int i = 0; i < N; i++) {
            double turn = 0.06 * i + 0.2 * k;
            x[i] = v3(1.01 * cos(turn), 1.01 * sin(turn), 0.02 * i - 1.0 + 0.01 * k);
        }
        REQUIRE(k == 0 ? fixture_add(c, x, N, 0.01, false) == 0 : step(c, x));
    }
    CHECK_EQ_U64(sut_certificate_changes(c), 0);
    sut_certificate_destroy(c);
}

TEST(a_thread_over_an_edge_of_a_box_is_outside) {
    // draped over the edge at a distance of a radius, sliding along
    enum { N = 41 };
    sut_vec3 x[N];
    sut_certificate_solid boxes[2] = {solid(SUT_CERTIFICATE_BOX, 0.0, 1.0, 1.0, 1.0),
                                      solid(SUT_CERTIFICATE_CYLINDER, 1.0, 0.0, 0.0, 1.0)};
    sut_certificate_pose pose = at(0.0, 0.0, 0.0);
    sut_certificate *c = fixture_certificate(8.0);
    REQUIRE(c && sut_certificate_obstacle(c, &boxes[0], &pose, NULL) == SUT_OK);
    REQUIRE(sut_certificate_obstacle(c, &boxes[1], &pose, NULL) == SUT_OK);
    for (int k = 0; k < 50; k++) {
        CASE("k %d", k);
        for (int i = 0; i < N; i++) {
            double s = 0.0371 * (i - 20) + 0.004 * k; // one edge cuts the corner
            x[i] = s < 0.0 ? v3(1.02 + s, 0.0, 1.02) : v3(1.02, 0.0, 1.02 - s);
        }
        REQUIRE(k == 0 ? fixture_add(c, x, N, 0.01, false) == 0 : step(c, x));
    }
    CHECK_EQ_U64(sut_certificate_changes(c), 0);
    sut_certificate_destroy(c);
}

TEST(a_solid_that_moves_through_a_thread_enters_it) {
    enum { N = 10 };
    sut_vec3 x[N];
    fixture_line(x, N, v3(-1.0, 0.0, 0.0), v3(1.0, 0.0, 0.0));
    sut_certificate_solid ball = solid(SUT_CERTIFICATE_SPHERE, 0.01, 0.0, 0.0, 0.0);
    sut_certificate_pose from = at(0.05, 0.0, 1.0);
    sut_certificate_pose to = at(0.05, 0.0, -1.0);
    sut_certificate *c = fixture_certificate(4.0);
    REQUIRE(c && fixture_add(c, x, N, 0.001, false) == 0);
    REQUIRE(sut_certificate_obstacle(c, &ball, &from, NULL) == SUT_OK);
    REQUIRE(step(c, x));
    CHECK_EQ_U64(sut_certificate_changes(c), 0);
    REQUIRE(sut_certificate_obstacle_pose(c, 0, &to) == SUT_OK);
    REQUIRE(step(c, x));
    CHECK_EQ_U64(sut_certificate_changes(c), 1);
    REQUIRE(step(c, x));
    CHECK_EQ_U64(sut_certificate_changes(c), 1); // it stays where it is
    sut_certificate_destroy(c);
}

TEST(a_turning_blade_cuts_what_is_in_its_way_only) {
    // a thin plate of length 2 turns about z by a right angle; one thread stands upright at half
    // its length in between, another just outside of its reach
    enum { N = 10 };
    sut_vec3 inside[N];
    sut_vec3 outside[N];
    fixture_line(inside, N, v3(0.5, 0.5, -1.0), v3(0.5, 0.5, 1.0));
    fixture_line(outside, N, v3(0.71, 0.71, -1.0), v3(0.71, 0.71, 1.0)); // |.| = 1.004
    const sut_vec3 *both[2] = {inside, outside};
    sut_certificate_solid blade = solid(SUT_CERTIFICATE_BOX, 0.0, 1.0, 0.0005, 0.2);
    static const double turn[] = {0.1, 0.5 * SUT_PI};
    for (int k = 0; k < 2; k++) {
        CASE("k %d", k);
        sut_certificate_pose pose = at(0.0, 0.0, 0.0);
        sut_certificate *c = fixture_certificate(4.0);
        REQUIRE(c && fixture_add(c, inside, N, 0.001, false) == 0);
        REQUIRE(fixture_add(c, outside, N, 0.001, false) == 1);
        REQUIRE(sut_certificate_obstacle(c, &blade, &pose, NULL) == SUT_OK);
        for (double angle = turn[k]; angle < 0.51 * SUT_PI; angle += turn[k]) {
            CASE("angle %g", angle);
            pose.rotation.z = angle;
            REQUIRE(sut_certificate_obstacle_pose(c, 0, &pose) == SUT_OK);
            REQUIRE(sut_certificate_advance(c, both) == SUT_OK);
        }
        CHECK_EQ_U64(sut_certificate_changes(c), 1);
        int count;
        CHECK_EQ_INT(sut_certificate_events(c, &count)->component, 0);
        sut_certificate_destroy(c);
    }
}

TEST(a_thread_that_turns_with_a_box_is_no_entry) {
    // wound round a box that turns by 0.05 and moves; a vertex on its chord comes nearer to the
    // axis by 1.5 * 0.05^2/8 = 5e-4, far less than the distance of 0.02
    enum { N = 64 };
    sut_vec3 rest[N];
    sut_vec3 x[N];
    for (int i = 0; i < N; i++) {
        double t = 8.0 * i / N;
        int side = (int)t % 4;
        double s = 2.04 * (t - floor(t)) - 1.02;
        static const double dx[4] = {1.0, 0.0, -1.0, 0.0};
        rest[i] = v3(1.02 * dx[side] - s * dx[(side + 3) % 4],
                     1.02 * dx[(side + 3) % 4] + s * dx[side], 0.01 * i);
    }
    sut_certificate_solid box = solid(SUT_CERTIFICATE_BOX, 0.0, 1.0, 1.0, 1.0);
    sut_certificate_pose pose = at(0.0, 0.0, 0.0);
    sut_certificate *c = fixture_certificate(50.0);
    REQUIRE(c && fixture_add(c, rest, N, 0.01, false) == 0);
    REQUIRE(sut_certificate_obstacle(c, &box, &pose, NULL) == SUT_OK);
    for (int k = 1; k <= 200; k++) {
        CASE("k %d", k);
        sut_vec3 axis = v3_normalized(v3(1.0, 2.0, -0.5));
        pose.rotation = v3_scale(axis, 0.05 * k); // beyond one full turn
        pose.position = v3(0.1 * k, -0.07 * k, 0.0);
        for (int i = 0; i < N; i++) {
            x[i] = v3_add(v3_rotate_about(rest[i], axis, 0.05 * k), pose.position);
        }
        REQUIRE(sut_certificate_obstacle_pose(c, 0, &pose) == SUT_OK);
        REQUIRE(step(c, x));
    }
    CHECK_EQ_U64(sut_certificate_changes(c), 0);
    sut_certificate_destroy(c);
}

TEST(what_was_inside_is_counted_only_when_it_comes_back) {
    enum { N = 5 };
    sut_vec3 low[N];
    sut_vec3 high[N];
    sut_vec3 bent[N];
    fixture_line(low, N, v3(-1.0, 0.0, -0.1), v3(1.0, 0.0, -0.1));
    fixture_line(high, N, v3(-1.0, 0.0, 0.5), v3(1.0, 0.0, 0.5));
    memcpy(bent, high, sizeof bent);
    bent[0].z = -0.1;
    bent[4].z = -0.1;
    sut_certificate_solid floor = solid(SUT_CERTIFICATE_PLANE, 0.0, 0.0, 0.0, 0.0);
    sut_certificate_pose pose = at(0.0, 0.0, 0.0);
    sut_certificate *c = fixture_certificate(4.0);
    REQUIRE(c && fixture_add(c, low, N, 0.001, false) == 0);
    REQUIRE(sut_certificate_obstacle(c, &floor, &pose, NULL) == SUT_OK);
    REQUIRE(step(c, low) && step(c, high) && step(c, high));
    CHECK_EQ_U64(sut_certificate_changes(c), 0);
    REQUIRE(step(c, bent)); // both ends dip in
    CHECK_EQ_U64(sut_certificate_changes(c), 2);
    REQUIRE(step(c, low)); // the rest follows them
    CHECK_EQ_U64(sut_certificate_changes(c), 2);
    sut_certificate_destroy(c);
}

TEST(a_ring_through_a_wall_is_one_entry_wherever_it_begins) {
    enum { N = 20 };
    sut_vec3 ring[N];
    sut_vec3 x[N];
    sut_certificate_solid wall = solid(SUT_CERTIFICATE_BOX, 0.0, 0.1, 2.0, 2.0);
    sut_certificate_pose pose = at(1.5, 0.0, 0.0);
    fixture_ring(ring, N, 1.0);
    for (int first = 0; first < N; first++) {
        CASE("first %d", first);
        for (int i = 0; i < N; i++) {
            x[i] = ring[(i + first) % N];
        }
        sut_certificate *c = fixture_certificate(4.0);
        REQUIRE(c && fixture_add(c, x, N, 0.001, true) == 0);
        REQUIRE(sut_certificate_obstacle(c, &wall, &pose, NULL) == SUT_OK);
        for (int i = 0; i < N; i++) {
            x[i].x += 0.45;
        }
        REQUIRE(step(c, x));
        CHECK_EQ_U64(sut_certificate_changes(c), 1);
        sut_certificate_destroy(c);
    }
}

//---- against plain sampling ----

// The hull of two balls is all the balls whose middle and radius lie between theirs; the depth in
// them is convex along the way.
static double depth_in_arm(const sut_certificate_solid *s, sut_vec3 x) {
    double low = 0.0;
    double high = 1.0;
    double depth = INF;
    for (int k = 0; k < 40; k++) {
        double t[2] = {low + (high - low) / 3.0, high - (high - low) / 3.0};
        double f[2];
        for (int i = 0; i < 2; i++) {
            double radius = s->radius + t[i] * (s->radius_end - s->radius);
            f[i] = v3_norm(v3(x.x, x.y, x.z - t[i] * s->half.z)) - radius;
            depth = fmin(depth, f[i]);
        }
        low = f[0] < f[1] ? low : t[0];
        high = f[0] < f[1] ? t[1] : high;
    }
    return s->halved ? fmax(depth, x.x) : depth;
}

static double depth_of(const sut_certificate_solid *s, sut_vec3 x) {
    double radial = sqrt(x.x * x.x + x.y * x.y) - s->radius;
    switch (s->kind) {
    case SUT_CERTIFICATE_PLANE:
        return x.z;
    case SUT_CERTIFICATE_SPHERE:
        return v3_norm(x) - s->radius;
    case SUT_CERTIFICATE_CYLINDER:
        return fmax(radial, fabs(x.z) - s->half.z);
    case SUT_CERTIFICATE_CAPSULE:
        x.z -= fmax(-s->half.z, fmin(s->half.z, x.z));
        return v3_norm(x) - s->radius;
    case SUT_CERTIFICATE_ARM:
        return depth_in_arm(s, x);
    case SUT_CERTIFICATE_WEDGE: // has a test of its own beside the engine's
    case SUT_CERTIFICATE_BOX:
        break;
    }
    return fmax(fabs(x.x) - s->half.x, fmax(fabs(x.y) - s->half.y, fabs(x.z) - s->half.z));
}

// Deepest value over points of one edge and moments, with the solid turning about its axis at an
// even rate while its middle goes straight.
static double sampled(const sut_certificate_solid *s, const sut_vec3 from[2], const sut_vec3 to[2],
                      sut_vec3 shift, sut_vec3 axis, double angle) {
    double least = INF;
    sut_vec3 middle = v3(0.0, 0.0, s->kind == SUT_CERTIFICATE_ARM ? 0.5 * s->half.z : 0.0);
    sut_vec3 end = v3_add(shift, v3_rotate_about(middle, axis, angle));
    for (int i = 0; i <= 200; i++) {
        double t = i / 200.0;
        for (int k = 0; k <= 100; k++) {
            sut_vec3 a = v3_lerp(from[0], to[0], t);
            sut_vec3 x = v3_lerp(a, v3_lerp(from[1], to[1], t), k / 100.0);
            x = v3_rotate_about(v3_sub(x, v3_lerp(middle, end, t)), axis, -t * angle);
            least = fmin(least, depth_of(s, v3_add(x, middle)));
        }
    }
    return least;
}

TEST(entries_agree_with_dense_sampling) {
    uint64_t seed = 21;
    int entries = 0;
    int compared = 0;
    for (int run = 0; run < CHECK_SOME(480); run++) {
        CASE("run %d", run);
        sut_certificate_solid s =
            solid((sut_certificate_solid_kind)(run % 6), 0.3, 0.2, 0.4, run % 7 ? 0.5 : INF);
        if (s.kind == SUT_CERTIFICATE_ARM) {
            s = arm(0.2, 0.35, 0.5, run % 4 == 1);
        }
        sut_vec3 from[2] = {fixture_random_vec(&seed), fixture_random_vec(&seed)};
        sut_vec3 to[2] = {fixture_random_vec(&seed), fixture_random_vec(&seed)};
        sut_vec3 shift = v3_scale(fixture_random_vec(&seed), 0.5);
        sut_vec3 axis = v3_normalized(fixture_random_vec(&seed));
        double angle = 0.5 * fixture_random(&seed);
        for (int k = 0; k < 2; k++) {
            from[k].z += 0.7;
        }
        double start = sampled(&s, from, from, v3_zero(), axis, 0.0);
        double least = sampled(&s, from, to, shift, axis, angle);
        // sampling misses up to a fraction of its spacing
        if (start < 0.03 || fabs(least) < 0.03) {
            continue;
        }
        sut_certificate_pose pose = at(0.0, 0.0, 0.0);
        sut_certificate *c = fixture_certificate(4.0);
        REQUIRE(c && fixture_add(c, from, 2, 0.001, false) == 0);
        REQUIRE(sut_certificate_obstacle(c, &s, &pose, NULL) == SUT_OK);
        pose = (sut_certificate_pose){shift, v3_scale(axis, angle)};
        REQUIRE(sut_certificate_obstacle_pose(c, 0, &pose) == SUT_OK);
        REQUIRE(step(c, to));
        CHECK_EQ_U64(sut_certificate_changes(c), least < 0.0 ? 1 : 0);
        compared++;
        entries += least < 0.0;
        sut_certificate_destroy(c);
    }
    CHECK(compared > CHECK_SOME(150));
    CHECK(entries > CHECK_SOME(40) && compared - entries > CHECK_SOME(40));
}

// A long arm turns about its middle while a thread lies beside its far end, so near that on another
// way to the same place (its tip going straight) the arm would cut it.
TEST(an_arm_turns_about_its_middle) {
    const double length = 2.0;
    const double angle = 0.4;
    sut_certificate_solid s = arm(0.02, 0.02, length, false);
    // where the far end is halfway; on the other way it would be higher by 0.0195
    double across = 0.5 * length * sin(0.5 * angle);
    double height = 0.5 * length * (1.0 + cos(0.5 * angle));
    sut_vec3 thread[2] = {v3(across, -0.5, height + 0.025), v3(across, 0.5, height + 0.025)};
    sut_certificate *c = fixture_certificate(4.0);
    REQUIRE(c && fixture_add(c, thread, 2, 0.001, false) == 0);
    sut_certificate_pose pose = at(0.0, 0.0, 0.0);
    REQUIRE(sut_certificate_obstacle(c, &s, &pose, NULL) == SUT_OK);
    sut_vec3 axis = v3(0.0, 1.0, 0.0);
    sut_vec3 middle = v3(0.0, 0.0, 0.5 * length);
    sut_vec3 origin = v3_sub(middle, v3_rotate_about(middle, axis, angle));
    pose = (sut_certificate_pose){origin, v3_scale(axis, angle)};
    REQUIRE(sut_certificate_obstacle_pose(c, 0, &pose) == SUT_OK);
    REQUIRE(step(c, thread));
    CHECK_EQ_U64(sut_certificate_changes(c), 0);
    // nearer than its radius it is cut
    sut_certificate *near = fixture_certificate(4.0);
    thread[0].z -= 0.01;
    thread[1].z -= 0.01;
    REQUIRE(near && fixture_add(near, thread, 2, 0.001, false) == 0);
    sut_certificate_pose start = at(0.0, 0.0, 0.0);
    REQUIRE(sut_certificate_obstacle(near, &s, &start, NULL) == SUT_OK);
    REQUIRE(sut_certificate_obstacle_pose(near, 0, &pose) == SUT_OK);
    REQUIRE(step(near, thread));
    CHECK_EQ_U64(sut_certificate_changes(near), 1);
    sut_certificate_destroy(near);
    sut_certificate_destroy(c);
}

TEST(bad_solids_are_refused) {
    sut_certificate *c = fixture_certificate(1.0);
    sut_certificate_pose pose = at(0.0, 0.0, 0.0);
    sut_certificate_pose bad = at((double)NAN, 0.0, 0.0);
    sut_certificate_solid ball = solid(SUT_CERTIFICATE_SPHERE, 0.1, 0.0, 0.0, 0.0);
    REQUIRE(c);
    CHECK_EQ_INT(sut_certificate_obstacle(c, NULL, &pose, NULL), SUT_E_ARGUMENT);
    CHECK_EQ_INT(sut_certificate_obstacle(c, &ball, NULL, NULL), SUT_E_ARGUMENT);
    CHECK_EQ_INT(sut_certificate_obstacle(c, &ball, &bad, NULL), SUT_E_ARGUMENT);
    CHECK_EQ_INT(sut_certificate_obstacle(NULL, &ball, &pose, NULL), SUT_E_ARGUMENT);
    CHECK_EQ_INT(sut_certificate_obstacle_pose(c, 0, &pose), SUT_E_ARGUMENT);
    ball.radius = 0.0;
    CHECK_EQ_INT(sut_certificate_obstacle(c, &ball, &pose, NULL), SUT_E_ARGUMENT);
    sut_certificate_solid blunt = arm(0.1, 0.0, 1.0, true);
    CHECK_EQ_INT(sut_certificate_obstacle(c, &blunt, &pose, NULL), SUT_E_ARGUMENT);
    sut_certificate_solid endless = arm(0.1, 0.1, INF, true);
    CHECK_EQ_INT(sut_certificate_obstacle(c, &endless, &pose, NULL), SUT_E_ARGUMENT);
    sut_certificate_solid box = solid(SUT_CERTIFICATE_BOX, 0.0, 0.1, -0.1, 0.1);
    CHECK_EQ_INT(sut_certificate_obstacle(c, &box, &pose, NULL), SUT_E_ARGUMENT);
    sut_certificate_solid post = solid(SUT_CERTIFICATE_CYLINDER, 0.1, 0.0, 0.0, (double)NAN);
    CHECK_EQ_INT(sut_certificate_obstacle(c, &post, &pose, NULL), SUT_E_ARGUMENT);
    CHECK_EQ_U64(sut_certificate_obstacle_changes(c, 0), 0);
    sut_certificate_destroy(c);
}
