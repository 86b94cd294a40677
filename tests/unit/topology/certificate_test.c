// SPDX-License-Identifier: MIT
// What is an isotopy must count nothing, what is a passage must count exactly that.
#include "topology/certificate_internal.h"

#include "certificate_fixture.h"
#include "check.h"

#include <stdlib.h>
#include <string.h>

enum { MANY = 600 };

// One step for one or two threads.
static bool step1(sut_certificate *c, const sut_vec3 *x) {
    return sut_certificate_advance(c, &x) == SUT_OK;
}

static bool step2(sut_certificate *c, const sut_vec3 *x, const sut_vec3 *y) {
    const sut_vec3 *all[2] = {x, y};
    return sut_certificate_advance(c, all) == SUT_OK;
}

static sut_vec3 shifted(sut_vec3 x, sut_vec3 by) {
    return v3_add(x, by);
}

static void shift(const sut_vec3 *x, int n, sut_vec3 by, sut_vec3 *out) {
    for (int i = 0; i < n; i++) {
        out[i] = shifted(x[i], by);
    }
}

//---- oracles ----

TEST(signs_add_up_to_the_change_of_linking_number) {
    enum { N = 12, M = 17, STEPS = 60 };
    uint64_t seed = 3;
    long long found = 0;
    sut_vec3 a[N];
    sut_vec3 b[M];
    for (int run = 0; run < 40; run++) {
        CASE("run %d", run);
        sut_certificate *c = NULL;
        int before = 0;
        for (int step = 0; step <= STEPS; step++) {
            CASE("step %d", step);
            for (int i = 0; i < N; i++) {
                a[i] = fixture_random_vec(&seed);
            }
            for (int i = 0; i < M; i++) {
                b[i] = fixture_random_vec(&seed);
            }
            int linking = fixture_linking(a, N, b, M);
            if (step == 0) {
                c = fixture_certificate(2.0);
                REQUIRE(c && fixture_add(c, a, N, 0.01, true) == 0);
                REQUIRE(fixture_add(c, b, M, 0.01, true) == 1);
                before = linking;
                continue;
            }
            int old_count;
            (void)sut_certificate_events(c, &old_count);
            REQUIRE(step2(c, a, b));
            int count;
            const sut_certificate_event *e = sut_certificate_events(c, &count);
            REQUIRE(count < SUT_CERTIFICATE_EVENTS);
            int sum = 0;
            for (int k = old_count; k < count; k++) {
                sum += e[k].component != e[k].other ? e[k].sign : 0;
            }
            CHECK_EQ_INT(sum, linking - before);
            found += labs(sum);
            before = linking;
            if (count > SUT_CERTIFICATE_EVENTS / 2) {
                break;
            }
        }
        sut_certificate_destroy(c);
    }
    CHECK(found > 300);
}

// All pairs by the cubic, without any tree.
static bool brute_force(const sut_vec3 *from, const sut_vec3 *to, int n, int *changes) {
    *changes = 0;
    for (int i = 0; i + 1 < n; i++) {
        for (int j = i + 2; j + 1 < n; j++) {
            int count;
            if (!fixture_cubic_count(&from[i], &to[i], &from[j], &to[j], &count)) {
                return false;
            }
            *changes += count != 0;
        }
    }
    return true;
}

TEST(changes_of_a_tumbling_thread_are_those_of_all_pairs) {
    enum { N = 24 };
    uint64_t seed = 4;
    int compared = 0;
    int found = 0;
    for (int run = 0; run < 60; run++) {
        CASE("run %d", run);
        sut_vec3 from[N];
        sut_vec3 to[N];
        sut_vec3 back[2][N];
        double size = run % 2 ? 1.0 : 0.1; // jumps as large as the thread, and small ones
        for (int i = 0; i < N; i++) {
            from[i] = fixture_random_vec(&seed);
            to[i] = v3_madd(from[i], size, fixture_random_vec(&seed));
            back[0][N - 1 - i] = from[i];
            back[1][N - 1 - i] = to[i];
        }
        int expected;
        if (!brute_force(from, to, N, &expected)) {
            continue;
        }
        compared++;
        found += expected;
        sut_certificate *c = fixture_certificate(4.0);
        sut_certificate *d = fixture_certificate(4.0);
        REQUIRE(c && d && fixture_add(c, from, N, 0.01, false) == 0);
        REQUIRE(fixture_add(d, back[0], N, 0.01, false) == 0);
        REQUIRE(step1(c, to) && step1(d, back[1]));
        CHECK_EQ_U64(sut_certificate_changes(c), (uint64_t)expected);
        CHECK_EQ_U64(sut_certificate_changes(d), (uint64_t)expected); // counted from the other end
        sut_certificate_destroy(c);
        sut_certificate_destroy(d);
    }
    CHECK(compared > 30);
    CHECK(found > 300);
}

TEST(the_order_of_the_threads_does_not_matter) {
    enum { N = 15 };
    uint64_t seed = 5;
    uint64_t found = 0;
    for (int run = 0; run < 20; run++) {
        CASE("run %d", run);
        sut_vec3 x[3][2][N];
        for (int k = 0; k < 3; k++) {
            for (int i = 0; i < N; i++) {
                x[k][0][i] = fixture_random_vec(&seed);
                x[k][1][i] = fixture_random_vec(&seed);
            }
        }
        static const int order[3][3] = {{0, 1, 2}, {2, 0, 1}, {1, 0, 2}};
        uint64_t changes[3][4];
        for (int o = 0; o < 3; o++) {
            CASE("o %d", o);
            sut_certificate *c = fixture_certificate(2.0);
            const sut_vec3 *end[3];
            int at[3];
            for (int k = 0; k < 3; k++) {
                at[order[o][k]] = fixture_add(c, x[order[o][k]][0], N, 0.01, order[o][k] == 1);
                end[k] = x[order[o][k]][1];
            }
            REQUIRE(sut_certificate_advance(c, end) == SUT_OK);
            changes[o][0] = sut_certificate_changes(c);
            changes[o][1] = sut_certificate_pair_changes(c, at[0], at[1]);
            changes[o][2] = sut_certificate_pair_changes(c, at[2], at[0]);
            changes[o][3] = sut_certificate_pair_changes(c, at[2], at[2]);
            sut_certificate_destroy(c);
        }
        CHECK(memcmp(changes[0], changes[1], sizeof changes[0]) == 0);
        CHECK(memcmp(changes[0], changes[2], sizeof changes[0]) == 0);
        found += changes[0][0];
    }
    CHECK(found > 100);
}

//---- isotopies ----

// Halfway through a turn of less than half a circle every point is in a linear image of the start
// that keeps its hand: no passage, however far the frame jumps.
TEST(rigid_jumps_of_a_knot_are_no_change) {
    sut_vec3 start[MANY];
    sut_vec3 x[MANY];
    uint64_t seed = 6;
    fixture_trefoil(start, MANY, 0.001);
    memcpy(x, start, sizeof x);
    sut_certificate *c = fixture_certificate(1.0);
    REQUIRE(c && fixture_add(c, start, MANY, 0.0004, true) == 0);
    for (int step = 0; step < 60; step++) {
        CASE("step %d", step);
        sut_vec3 axis = v3_normalized(fixture_random_vec(&seed));
        sut_vec3 by = v3_scale(fixture_random_vec(&seed), 0.3);
        double angle = 3.1 * fixture_random(&seed);
        sut_vec3 middle = x[0];
        for (int i = 0; i < MANY; i++) {
            x[i] = shifted(v3_rotate_about(v3_sub(x[i], middle), axis, angle), by);
        }
        REQUIRE(step1(c, x));
    }
    CHECK_EQ_U64(sut_certificate_changes(c), 0);
    CHECK_EQ_U64(sut_certificate_steps(c), 60);
    sut_certificate_destroy(c);
}

// A shear moves one coordinate by a function of the other two.
typedef struct shear {
    int axis;
    sut_vec3 wave;
    double phase, size;
} shear;

static void apply_shear(const shear *s, double factor, sut_vec3 *x, int n) {
    for (int i = 0; i < n; i++) {
        double move = factor * s->size * sin(v3_dot(s->wave, x[i]) + s->phase);
        x[i].x += s->axis == 0 ? move : 0.0;
        x[i].y += s->axis == 1 ? move : 0.0;
        x[i].z += s->axis == 2 ? move : 0.0;
    }
}

// Shears are one to one, at any time of a straight motion and whatever their size; many in turn are
// a wild smooth deformation. As long as the polygon is fine enough for the folds, nothing passes.
// Then all the way back.
TEST(smooth_deformations_are_no_change) {
    enum { N = 3000, SHEARS = 12 };
    static sut_vec3 x[N];
    uint64_t seed = 11;
    for (int run = 0; run < 10; run++) {
        CASE("run %d", run);
        shear all[SHEARS];
        fixture_trefoil(x, N, 1.0);
        sut_certificate *c = fixture_certificate(10.0);
        REQUIRE(c && fixture_add(c, x, N, 0.1, true) == 0);
        for (int k = 0; k < 2 * SHEARS; k++) {
            CASE("k %d", k);
            int at = k < SHEARS ? k : 2 * SHEARS - 1 - k;
            if (k < SHEARS) {
                sut_vec3 w = v3_scale(fixture_random_vec(&seed), 1.5);
                w = v3(k % 3 == 0 ? 0.0 : w.x, k % 3 == 1 ? 0.0 : w.y, k % 3 == 2 ? 0.0 : w.z);
                all[k] = (shear){k % 3, w, 6.0 * fixture_random(&seed), fixture_random(&seed)};
            }
            apply_shear(&all[at], k < SHEARS ? 1.0 : -1.0, x, N);
            REQUIRE(step1(c, x));
        }
        CHECK_EQ_U64(sut_certificate_changes(c), 0);
        sut_certificate_destroy(c);
    }
}

TEST(strands_that_travel_together_are_no_change) {
    enum { N = 50 };
    sut_vec3 a[N];
    sut_vec3 b[N];
    fixture_line(a, N, v3(-1.0, 0.0, 0.0), v3(1.0, 0.0, 0.0));
    fixture_line(b, N, v3(-1.0, 0.02, 0.0), v3(1.0, 0.02, 0.0));
    sut_certificate *c = fixture_certificate(4.0);
    REQUIRE(c && fixture_add(c, a, N, 0.01, false) == 0 && fixture_add(c, b, N, 0.01, false) == 1);
    for (int step = 0; step < 20; step++) {
        CASE("step %d", step);
        // sideways by 25 distances, across each other's place, and turning
        sut_vec3 by = v3(0.1, step % 2 ? 0.5 : -0.5, 0.3);
        for (int i = 0; i < N; i++) {
            a[i] = v3_rotate_about(shifted(a[i], by), v3(0.0, 0.0, 1.0), 0.4);
            b[i] = v3_rotate_about(shifted(b[i], by), v3(0.0, 0.0, 1.0), 0.4);
        }
        REQUIRE(step2(c, a, b));
    }
    CHECK_EQ_U64(sut_certificate_changes(c), 0);
    sut_certificate_destroy(c);
}

TEST(a_free_end_moves_through_a_ring_without_a_change) {
    enum { N = 40, RING = 30 };
    sut_vec3 ring[RING];
    sut_vec3 thread[N];
    sut_vec3 below[N];
    fixture_ring(ring, RING, 0.5);
    fixture_line(thread, N, v3(0.1, 0.0, 3.1), v3(0.1, 0.05, 0.1));
    shift(thread, N, v3(0.0, 0.0, -2.0), below);
    const sut_vec3 *from[2] = {ring, thread};
    const sut_vec3 *to[2] = {ring, below};
    const int n[2] = {RING, N};
    static const int parts[] = {1, 7, 200};
    for (int k = 0; k < 3; k++) {
        CASE("k %d", k);
        sut_certificate *c = fixture_certificate(4.0);
        REQUIRE(c && fixture_add(c, ring, RING, 0.01, true) == 0);
        REQUIRE(fixture_add(c, thread, N, 0.01, false) == 1);
        REQUIRE(fixture_move(c, 2, from, to, n, parts[k]));
        CHECK_EQ_U64(sut_certificate_changes(c), 0);
        sut_certificate_destroy(c);
    }
}

TEST(a_knot_that_slides_out_by_its_end_is_no_change) {
    // an open trefoil creeps along itself, vertex by vertex, until it is straight
    enum { N = 300, WAY = 700 };
    static sut_vec3 path[WAY];
    fixture_trefoil(path, N, 1.0);
    for (int i = N; i < WAY; i++) {
        path[i] = v3_madd(path[N - 1], 0.05 * (i - N + 1), v3(0.3, 1.0, 0.2));
    }
    sut_certificate *c = fixture_certificate(30.0);
    REQUIRE(c && fixture_add(c, path, N, 0.1, false) == 0);
    for (int step = 1; step <= WAY - N; step++) {
        CASE("step %d", step);
        REQUIRE(step1(c, path + step));
    }
    CHECK_EQ_U64(sut_certificate_changes(c), 0);
    sut_certificate_destroy(c);
}

//---- passages ----

// Two straight threads across each other; how fast, where along the edges, with vertices that hit
// vertices: always exactly one.
TEST(straight_passages_count_exactly_one) {
    enum { N = 21 };
    static const double offset[] = {0.0, 0.05, 0.01, 1e-9, 0.1};
    static const int parts[] = {1, 2, 3, 10, 100};
    for (int o = 0; o < 5; o++) {
        CASE("o %d", o);
        for (int k = 0; k < 5; k++) {
            CASE("k %d", k);
            sut_vec3 a[N];
            sut_vec3 b[N];
            sut_vec3 after[N];
            fixture_line(a, N, v3(-1.0, 0.0, 0.0), v3(1.0, 0.0, 0.0));
            fixture_line(b, N, v3(offset[o], -1.0, 0.3), v3(offset[o], 1.0, 0.3));
            shift(b, N, v3(0.0, 0.0, -0.6), after);
            const sut_vec3 *from[2] = {a, b};
            const sut_vec3 *to[2] = {a, after};
            const int n[2] = {N, N};
            sut_certificate *c = fixture_certificate(2.0);
            REQUIRE(c && fixture_add(c, a, N, 0.01, false) == 0);
            REQUIRE(fixture_add(c, b, N, 0.01, false) == 1);
            REQUIRE(fixture_move(c, 2, from, to, n, parts[k]));
            CHECK_EQ_U64(sut_certificate_changes(c), 1);
            CHECK_EQ_U64(sut_certificate_pair_changes(c, 0, 1), 1);
            CHECK_EQ_U64(sut_certificate_pair_changes(c, 1, 1), 0);
            // and back the same way: a second one, with the other sign
            REQUIRE(fixture_move(c, 2, to, from, n, parts[k]));
            CHECK_EQ_U64(sut_certificate_changes(c), 2);
            int count;
            const sut_certificate_event *e = sut_certificate_events(c, &count);
            REQUIRE(count == 2);
            CHECK_EQ_INT(e[0].sign + e[1].sign, 0);
            CHECK(abs(e[0].sign) == 1);
            CHECK_LE(v3_norm(v3(e[0].where.x - offset[o], e[0].where.y, 0.0)), 0.11); // an edge
            CHECK(e[1].step > (uint64_t)parts[k]);
            sut_certificate_destroy(c);
        }
    }
}

TEST(a_thread_through_a_bundle_counts_every_strand) {
    enum { STRANDS = 7, N = 30 };
    static sut_vec3 x[STRANDS + 1][2][N];
    const sut_vec3 *to[STRANDS + 1];
    sut_certificate *c = fixture_certificate(2.0);
    REQUIRE(c);
    for (int k = 0; k < STRANDS; k++) {
        CASE("k %d", k);
        // touching strands of radius 0.01, one in the middle of six
        double y = k < 6 ? 0.02 * cos(SUT_PI * k / 3.0) : 0.0;
        double z = k < 6 ? 0.02 * sin(SUT_PI * k / 3.0) : 0.0;
        fixture_line(x[k][0], N, v3(-1.0, y, z), v3(1.0, y, z));
        shift(x[k][0], N, v3(0.3, 0.0, 0.0), x[k][1]); // sliding along meanwhile
        REQUIRE(fixture_add(c, x[k][0], N, 0.01, false) == k);
        to[k] = x[k][1];
    }
    fixture_line(x[STRANDS][0], N, v3(0.013, -1.0, 0.5), v3(0.2, 1.0, 0.5));
    shift(x[STRANDS][0], N, v3(0.0, 0.0, -1.0), x[STRANDS][1]);
    REQUIRE(fixture_add(c, x[STRANDS][0], N, 0.01, false) == STRANDS);
    to[STRANDS] = x[STRANDS][1];
    REQUIRE(sut_certificate_advance(c, to) == SUT_OK);
    CHECK_EQ_U64(sut_certificate_changes(c), STRANDS);
    for (int k = 0; k < STRANDS; k++) {
        CASE("k %d", k);
        CHECK_EQ_U64(sut_certificate_pair_changes(c, STRANDS, k), 1);
    }
    sut_certificate_destroy(c);
}

TEST(a_thread_dragged_sideways_through_a_ring_is_one_change) {
    enum { N = 40, RING = 31 };
    sut_vec3 ring[RING];
    sut_vec3 thread[N];
    sut_vec3 outside[N];
    fixture_ring(ring, RING, 0.5);
    fixture_line(thread, N, v3(0.1, 0.0, 1.0), v3(0.1, 0.05, -1.0));
    shift(thread, N, v3(1.0, 0.1, 0.0), outside);
    const sut_vec3 *from[2] = {ring, thread};
    const sut_vec3 *to[2] = {ring, outside};
    const int n[2] = {RING, N};
    static const int parts[] = {1, 13, 500};
    for (int k = 0; k < 3; k++) {
        CASE("k %d", k);
        sut_certificate *c = fixture_certificate(4.0);
        REQUIRE(c && fixture_add(c, ring, RING, 0.01, true) == 0);
        REQUIRE(fixture_add(c, thread, N, 0.01, false) == 1);
        REQUIRE(fixture_move(c, 2, from, to, n, parts[k]));
        CHECK_EQ_U64(sut_certificate_changes(c), 1);
        CHECK_EQ_U64(sut_certificate_pair_changes(c, 1, 0), 1);
        sut_certificate_destroy(c);
    }
}

TEST(a_loop_that_passes_through_itself_counts) {
    // a kink whose upper strand goes down through the lower one
    enum { N = 61 };
    sut_vec3 up[N];
    sut_vec3 down[N];
    for (int i = 0; i < N; i++) {
        double t = (i - 30) / 30.0;
        up[i] = v3(2.0 * t * (4.0 * t * t - 1.0), 2.0 * t * t, 0.2 * t);
        down[i] = v3(up[i].x, up[i].y, -0.2 * t);
    }
    static const int parts[] = {1, 2, 51};
    for (int k = 0; k < 3; k++) {
        CASE("k %d", k);
        const sut_vec3 *from[1] = {up};
        const sut_vec3 *to[1] = {down};
        const int n[1] = {N};
        sut_certificate *c = fixture_certificate(8.0);
        REQUIRE(c && fixture_add(c, up, N, 0.01, false) == 0);
        REQUIRE(fixture_move(c, 1, from, to, n, parts[k]));
        CHECK_EQ_U64(sut_certificate_changes(c), 1);
        CHECK_EQ_U64(sut_certificate_pair_changes(c, 0, 0), 1);
        sut_certificate_destroy(c);
    }
}

// Pressed flat and out on the other side, the trefoil becomes its mirror image: each of its three
// crossings passes through itself, at one and the same moment, from left- to right-handed.
TEST(mirroring_a_trefoil_counts_its_three_crossings) {
    sut_vec3 x[MANY];
    sut_vec3 mirror[MANY];
    fixture_trefoil(x, MANY, 1.0);
    for (int i = 0; i < MANY; i++) {
        mirror[i] = v3(x[i].x, x[i].y, -x[i].z);
    }
    sut_certificate *c = fixture_certificate(4.0);
    REQUIRE(c && fixture_add(c, x, MANY, 0.1, true) == 0);
    REQUIRE(step1(c, mirror));
    CHECK_EQ_U64(sut_certificate_changes(c), 3);
    int count;
    const sut_certificate_event *e = sut_certificate_events(c, &count);
    REQUIRE(count == 3);
    for (int k = 0; k < 3; k++) {
        CASE("k %d", k);
        CHECK_EQ_INT(e[k].sign, 1); // 3_1 is left-handed
    }
    sut_certificate_destroy(c);
}

TEST(a_trefoil_becomes_no_circle_without_a_change) {
    sut_vec3 x[MANY];
    sut_vec3 circle[MANY];
    fixture_trefoil(x, MANY, 1.0);
    static const int parts[] = {1, 10, 100};
    for (int k = 0; k < 9; k++) {
        CASE("k %d", k);
        // begin anywhere on the circle: another way each time
        for (int i = 0; i < MANY; i++) {
            double t = 2.0 * SUT_PI * (i + 67 * k) / MANY;
            circle[i] = v3(2.0 * cos(t), 0.3 * sin(t), 2.0 * sin(t));
        }
        const sut_vec3 *from[1] = {x};
        const sut_vec3 *to[1] = {circle};
        const int n[1] = {MANY};
        sut_certificate *c = fixture_certificate(4.0);
        REQUIRE(c && fixture_add(c, x, MANY, 0.1, true) == 0);
        REQUIRE(fixture_move(c, 1, from, to, n, parts[k % 3]));
        CHECK(sut_certificate_changes(c) >= 1);
        sut_certificate_destroy(c);
    }
}

TEST(threads_that_lie_in_each_other_at_the_start_are_judged) {
    // exactly through each other, vertex in vertex: apart to one side is nothing or one passage,
    // there and back is the same number twice
    enum { N = 11 };
    sut_vec3 a[N];
    sut_vec3 b[N];
    sut_vec3 above[N];
    sut_vec3 below[N];
    fixture_line(a, N, v3(-1.0, 0.0, 0.0), v3(1.0, 0.0, 0.0));
    fixture_line(b, N, v3(0.0, -1.0, 0.0), v3(0.0, 1.0, 0.0));
    shift(b, N, v3(0.0, 0.0, 0.1), above);
    shift(b, N, v3(0.0, 0.0, -0.1), below);
    sut_certificate *c = fixture_certificate(2.0);
    REQUIRE(c && fixture_add(c, a, N, 0.01, false) == 0 && fixture_add(c, b, N, 0.01, false) == 1);
    REQUIRE(step2(c, a, above));
    uint64_t first = sut_certificate_changes(c);
    CHECK(first <= 1);
    REQUIRE(step2(c, a, b));
    REQUIRE(step2(c, a, b));
    REQUIRE(step2(c, a, above));
    CHECK((sut_certificate_changes(c) - first) % 2 == 0);
    uint64_t second = sut_certificate_changes(c);
    REQUIRE(step2(c, a, below));
    CHECK_EQ_U64(sut_certificate_changes(c) - second, 1);
    sut_certificate_destroy(c);
}

// Steps to the place that the grid and the jitter of the next state make exactly `goal`.
static void aim(const sut_certificate *c, const sut_vec3 *x, int first, sut_vec3 goal[2]) {
    for (int i = 0; i < 2; i++) {
        sut_vec3 exact = v3_scale(v3_sub(x[i], c->center), 1.0 / c->unit);
        sut_vec3 rounded = v3(floor(exact.x + 0.5), floor(exact.y + 0.5), floor(exact.z + 0.5));
        sut_vec3 jitter = v3_sub(c->from[first + i], rounded);
        goal[i] = v3_madd(c->center, c->unit, v3_sub(goal[i], jitter));
    }
}

TEST(an_exact_meeting_in_the_grid_is_judged_again) {
    sut_vec3 a[2] = {{-1.0, 0.0, 0.0}, {1.0, 0.0, 0.0}};
    sut_vec3 b[2] = {{0.0, -1.0, 0.5}, {0.0, 1.0, 0.5}};
    sut_vec3 below[2] = {{0.0, -1.0, -0.5}, {0.0, 1.0, -0.5}};
    sut_certificate *c = fixture_certificate(2.0);
    REQUIRE(c && fixture_add(c, a, 2, 0.01, false) == 0 && fixture_add(c, b, 2, 0.01, false) == 1);
    REQUIRE(step2(c, a, b));
    sut_vec3 flat[2] = {{-0x1p33, 0.0, 0.0}, {0x1p33, 0.0, 0.0}};
    sut_vec3 across[2] = {{0.0, -0x1p33, 0.0}, {0.0, 0x1p33, 0.0}};
    aim(c, a, 0, flat);
    aim(c, b, 2, across);
    uint64_t salt = c->salt;
    REQUIRE(step2(c, flat, across));
    CHECK(c->salt > salt); // it was exact indeed
    REQUIRE(step2(c, flat, below));
    CHECK_EQ_U64(sut_certificate_changes(c), 1); // before or after the meeting, once in all
    int count;
    CHECK(abs(sut_certificate_events(c, &count)->sign) == 1);
    sut_certificate_destroy(c);
}

//---- the grid, and bad input ----

TEST(a_run_may_leave_its_box) {
    enum { N = 21 };
    sut_vec3 a[N];
    sut_vec3 b[N];
    sut_vec3 after[N];
    fixture_line(a, N, v3(-1.0, 0.0, 0.0), v3(1.0, 0.0, 0.0));
    fixture_line(b, N, v3(0.0, -1.0, 0.3), v3(0.0, 1.0, 0.3));
    sut_certificate *c = fixture_certificate(0.1); // too small from the beginning
    REQUIRE(c && fixture_add(c, a, N, 0.01, false) == 0 && fixture_add(c, b, N, 0.01, false) == 1);
    for (int step = 0; step < 10; step++) {
        CASE("step %d", step);
        double jump = ldexp(1.0, step);
        shift(a, N, v3(jump, -jump, 0.5 * jump), a);
        shift(b, N, v3(jump, -jump, 0.5 * jump), b);
        REQUIRE(step2(c, a, b));
    }
    CHECK_EQ_U64(sut_certificate_changes(c), 0);
    shift(b, N, v3(0.0, 0.0, -0.6), after);
    REQUIRE(step2(c, a, after));
    CHECK_EQ_U64(sut_certificate_changes(c), 1);
    // so far that the radius is lost in the grid: refused, and the state is as before
    sut_vec3 far[N];
    shift(a, N, v3(1e9, 0.0, 0.0), far);
    const sut_vec3 *all[2] = {far, after};
    CHECK_EQ_INT(sut_certificate_advance(c, all), SUT_E_CAPACITY);
    CHECK_EQ_U64(sut_certificate_steps(c), 11);
    REQUIRE(step2(c, a, b));
    CHECK_EQ_U64(sut_certificate_changes(c), 2);
    sut_certificate_destroy(c);
}

TEST(threads_may_come_later) {
    enum { N = 21 };
    sut_vec3 a[N];
    sut_vec3 b[N];
    sut_vec3 after[N];
    fixture_line(a, N, v3(-1.0, 0.0, 0.0), v3(1.0, 0.0, 0.0));
    fixture_line(b, N, v3(0.0, -1.0, 0.3), v3(0.0, 1.0, 0.3));
    shift(b, N, v3(0.0, 0.0, -0.6), after);
    sut_certificate *c = fixture_certificate(2.0);
    const sut_vec3 *none = NULL;
    REQUIRE(c && sut_certificate_advance(c, &none) == SUT_OK); // nothing there
    REQUIRE(fixture_add(c, a, N, 0.01, false) == 0 && step1(c, a));
    REQUIRE(fixture_add(c, b, N, 0.01, false) == 1 && step2(c, a, after));
    CHECK_EQ_U64(sut_certificate_changes(c), 1);
    int count;
    const sut_certificate_event *e = sut_certificate_events(c, &count);
    REQUIRE(count == 1);
    CHECK_EQ_U64(e->step, 3);
    CHECK_EQ_INT(e->obstacle, -1);
    CHECK(e->component + e->other == 1);
    sut_certificate_destroy(c);
}

TEST(the_list_is_limited_and_the_count_is_not) {
    enum { N = 40 };
    uint64_t seed = 12;
    sut_vec3 x[N];
    sut_certificate *c = fixture_certificate(2.0);
    for (int step = 0; step < 30; step++) {
        CASE("step %d", step);
        for (int i = 0; i < N; i++) {
            x[i] = fixture_random_vec(&seed);
        }
        REQUIRE(step == 0 ? fixture_add(c, x, N, 0.01, true) == 0 : step1(c, x));
    }
    int count;
    (void)sut_certificate_events(c, &count);
    CHECK_EQ_INT(count, SUT_CERTIFICATE_EVENTS);
    CHECK(sut_certificate_changes(c) > SUT_CERTIFICATE_EVENTS);
    CHECK_EQ_U64(sut_certificate_changes(c), sut_certificate_pair_changes(c, 0, 0));
    sut_certificate_destroy(c);
}

TEST(bad_input_is_refused) {
    sut_certificate *c = NULL;
    sut_vec3 zero = v3_zero();
    sut_vec3 one = v3(1.0, 1.0, 1.0);
    double inf = (double)INFINITY;
    double nan = (double)NAN;
    CHECK_EQ_INT(sut_certificate_create(zero, one, NULL, NULL), SUT_E_ARGUMENT);
    CHECK_EQ_INT(sut_certificate_create(zero, zero, NULL, &c), SUT_E_ARGUMENT);
    CHECK_EQ_INT(sut_certificate_create(one, zero, NULL, &c), SUT_E_ARGUMENT);
    CHECK_EQ_INT(sut_certificate_create(zero, v3(inf, 1.0, 1.0), NULL, &c), SUT_E_ARGUMENT);
    CHECK_EQ_INT(sut_certificate_create(zero, v3(nan, 1.0, 1.0), NULL, &c), SUT_E_ARGUMENT);
    CHECK(!c);
    REQUIRE(sut_certificate_create(zero, one, NULL, &c) == SUT_OK);
    sut_vec3 x[3] = {{0.1, 0.2, 0.3}, {0.2, 0.2, 0.3}, {0.3, 0.3, 0.3}};
    CHECK_EQ_INT(sut_certificate_add(c, NULL, 3, 0.1, false, NULL), SUT_E_ARGUMENT);
    CHECK_EQ_INT(sut_certificate_add(c, x, 1, 0.1, false, NULL), SUT_E_ARGUMENT);
    CHECK_EQ_INT(sut_certificate_add(c, x, 2, 0.1, true, NULL), SUT_E_ARGUMENT);
    CHECK_EQ_INT(sut_certificate_add(c, x, 3, 0.0, true, NULL), SUT_E_ARGUMENT);
    CHECK_EQ_INT(sut_certificate_add(c, x, 3, nan, true, NULL), SUT_E_ARGUMENT);
    CHECK_EQ_INT(sut_certificate_add(c, x, 3, 1e-13, true, NULL), SUT_E_CAPACITY);
    CHECK_EQ_INT(sut_certificate_add(c, x, 3, 0.1, true, NULL), SUT_OK);
    sut_vec3 bad[3] = {{0.1, 0.2, 0.3}, {0.2, nan, 0.3}, {0.3, 0.3, 0.3}};
    const sut_vec3 *all = bad;
    CHECK_EQ_INT(sut_certificate_advance(c, &all), SUT_E_ARGUMENT);
    bad[1].y = inf;
    CHECK_EQ_INT(sut_certificate_advance(c, &all), SUT_E_ARGUMENT);
    CHECK_EQ_INT(sut_certificate_advance(c, NULL), SUT_E_ARGUMENT);
    all = NULL;
    CHECK_EQ_INT(sut_certificate_advance(c, &all), SUT_E_ARGUMENT);
    CHECK_EQ_U64(sut_certificate_steps(c), 0);
    CHECK_EQ_U64(sut_certificate_pair_changes(c, 0, 1), 0);
    CHECK_EQ_U64(sut_certificate_pair_changes(c, -1, 0), 0);
    CHECK(step1(c, x));
    sut_certificate_destroy(c);
    sut_certificate_destroy(NULL);
}

typedef struct meter {
    size_t out;
    int left; // allocations until memory is out
} meter;

static void *meter_alloc(void *ctx, size_t size, size_t align) {
    meter *m = ctx;
    if (m->left-- <= 0) {
        return NULL;
    }
    m->out += size;
    return aligned_alloc(align, (size + align - 1) / align * align);
}

static void meter_free(void *ctx, void *mem, size_t size) {
    ((meter *)ctx)->out -= size;
    free(mem);
}

TEST(running_out_of_memory_leaves_everything_as_it_was) {
    sut_vec3 x[3] = {{0.1, 0.2, 0.3}, {0.2, 0.2, 0.3}, {0.3, 0.3, 0.3}};
    const sut_vec3 *all[2] = {x, x};
    sut_certificate_solid ball = {.kind = SUT_CERTIFICATE_SPHERE, .radius = 0.01};
    sut_certificate_pose pose = {{0.9, 0.9, 0.9}, {0.0, 0.0, 0.0}};
    bool done = false;
    for (int left = 0; left < 100 && !done; left++) {
        CASE("left %d", left);
        meter m = {0, left};
        sut_allocator allocator = {meter_alloc, meter_free, &m};
        sut_certificate *c = NULL;
        sut_result r = sut_certificate_create(v3_zero(), v3(1.0, 1.0, 1.0), &allocator, &c);
        int threads = 0;
        for (int k = 0; c && k < 2; k++) {
            r = r == SUT_OK ? sut_certificate_obstacle(c, &ball, &pose, NULL) : r;
            r = r == SUT_OK ? sut_certificate_add(c, x, 3, 0.001, false, NULL) : r;
            threads += r == SUT_OK;
        }
        CHECK(r == SUT_OK || r == SUT_E_MEMORY);
        int before = m.left;
        CHECK(!c || sut_certificate_advance(c, all) == SUT_OK);
        CHECK_EQ_INT(m.left, before); // steps take no memory
        done = r == SUT_OK && threads == 2;
        sut_certificate_destroy(c);
        CHECK_EQ_INT((long long)m.out, 0);
    }
    CHECK(done);
}
