// SPDX-License-Identifier: MIT
// One step: its length, its memory, its status, and that it can be repeated.
#include "state_fixture.h"
#include "world_fixture.h"

#include "check.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static bool same_bits(const void *a, const void *b, size_t size) {
    return memcmp(a, b, size) == 0;
}

TEST(only_sensible_lengths_are_taken) {
    line_world l = line_world_make(5, 0.1);
    REQUIRE(l.w != NULL);
    uint64_t hash = sut_world_hash(l.w);
    const double bad[6] = {0.0, -1e-3, (double)NAN, (double)INFINITY, -(double)INFINITY, 0.0501};
    for (int i = 0; i < 6; i++) {
        CASE("i %d", i);
        CHECK_EQ_INT(sut_world_step(l.w, bad[i]), SUT_E_ARGUMENT);
    }
    CHECK_EQ_U64(sut_world_hash(l.w), hash);
    CHECK_EQ_INT(sut_world_step(l.w, 0.05), SUT_OK);
    CHECK_EQ_INT(sut_world_step(l.w, 1e-9), SUT_OK);
    CHECK(sut_world_hash(l.w) != hash);
    sut_world_destroy(l.w);
}

// a quarter of the smallest number with all its bits
static double tiny(void) {
    volatile double smallest = 2.2250738585072014e-308;
    return 0.25 * smallest;
}

static void look_at_tiny(void *ctx, const sut_world *w) {
    (void)w;
    *(double *)ctx = tiny();
}

TEST(tiny_numbers_are_zero_inside_a_step_only) {
    double inside = 1.0;
    line_thread l;
    line_init(&l, 5, 0.1);
    sut_world_def def = sut_default_world_def();
    def.on_part = look_at_tiny;
    def.on_part_ctx = &inside;
    line_world lw = line_world_of(&def, &l);
    REQUIRE(lw.w != NULL);
    CHECK(tiny() > 0.0);
    CHECK_EQ_INT(sut_world_step(lw.w, 1e-3), SUT_OK);
#if defined(__SSE2__)
    CHECK(inside == 0.0);
#else
    CHECK(inside < 1.0); // it was called
#endif
    CHECK(tiny() > 0.0);
    sut_world_destroy(lw.w);
}

TEST(a_thousand_steps_allocate_nothing) {
    test_memory memory = {0};
    rich_world r = make_rich_world(NULL, &memory);
    REQUIRE(r.w != NULL);
    int before = memory.allocations;
    size_t held = memory.held;
    for (int i = 0; i < 1000; i++) {
        CASE("i %d", i);
        REQUIRE(rich_step(&r, i));
    }
    CHECK_EQ_INT(memory.allocations, before);
    CHECK_EQ_INT(memory.held, held);
    CHECK_EQ_INT(sut_world_stats(r.w).steps, 1000);
    sut_world_destroy(r.w);
}

TEST(time_is_the_sum_of_the_steps) {
    line_world l = line_world_make(2, 0.1);
    REQUIRE(l.w != NULL);
    REQUIRE(sut_world_set_gravity(l.w, (sut_vec3){0}) == SUT_OK);
    CHECK(run_steps(l.w, 100000, 1e-3));
    // compensated: one rounding of the sum, where a plain sum is off by 1e-11
    CHECK_NEAR(sut_world_time(l.w), 100.0, 2e-14);
    CHECK_NEAR(sut_world_stats(l.w).time, sut_world_time(l.w), 0.0);
    sut_world_destroy(l.w);
}

TEST(stats_tell_how_it_went) {
    line_world l = line_world_make(50, 0.1);
    REQUIRE(l.w != NULL);
    hold_add(&l, SUT_HOLD_CLAMP, 0, NULL, 0);
    for (int i = 0; i < 50; i++) {
        CASE("i %d", i);
        CHECK(run_steps(l.w, 1, 1e-3));
        sut_stats s = sut_world_stats(l.w);
        CHECK_EQ_INT(s.steps, i + 1);
        CHECK_EQ_INT(s.substeps, 1);
        CHECK(s.linearisations >= 1 && s.linearisations <= 12);
        CHECK(s.corrections >= 0);
        CHECK(s.residual >= 0.0 && s.residual < 0.1); // m/s, of a thread that falls at 0.5 m/s
        for (int k = 0; k < SUT_STAGE_COUNT; k++) {
            CASE("k %d", k);
            CHECK(s.stage_us[k] >= 0.0);
        }
        // of the view: tension over EA is the strain
        double strain = 0.0;
        for (int k = 0; k < 49; k++) {
            double f = fabs(view_of(&l).tension[k]) / sut_default_thread_def().EA;
            strain = fmax(strain, f);
        }
        CHECK_NEAR(s.max_stretch, strain, 1e-15);
        double peak;
        CHECK_EQ_INT(sut_thread_get_peak_stretch(l.w, l.thread, &peak), SUT_OK);
        CHECK(peak >= s.max_stretch);
    }
    sut_world_destroy(l.w);
}

//---- parts ---------------------------------------------------------------------------------------
// A clamp that flips over in one step of 50 ms.
static line_world flipped(const sut_world_def *def) {
    line_thread t;
    line_init(&t, 40, 0.1);
    t.def.damping_bend = 0.0;
    line_world l = line_world_of(def, &t);
    if (l.w) {
        sut_hold_key keys[2] = {
            hold_key(0.0, (sut_vec3){0}, (sut_vec3){1, 0, 0}, 0.0),
            hold_key(0.05, (sut_vec3){0.05, 0.1, 0}, (sut_vec3){-1, 0.2, 0}, 0.0)};
        hold_add(&l, SUT_HOLD_CLAMP, 0, keys, 2);
    }
    return l;
}

TEST(a_step_that_is_too_hard_is_cut_and_says_so) {
    sut_world_def def = sut_default_world_def();
    def.max_linearisations = 2;
    line_world l = flipped(&def);
    REQUIRE(l.w != NULL);
    CHECK_EQ_INT(sut_world_step(l.w, 0.05), SUT_OK);
    sut_stats s = sut_world_stats(l.w);
    CHECK(s.substeps > 1);
    int count = 0;
    const sut_event *events = sut_world_events(l.w, &count);
    REQUIRE(count >= 1);
    CHECK_EQ_INT(events[count - 1].type, SUT_EV_SUBSTEPS);
    CHECK_NEAR(events[count - 1].amount, s.substeps, 0.0);
    CHECK_NEAR(sut_world_time(l.w), 0.05, 0.0);
    CHECK_LE(distance(view_of(&l).position[0], (sut_vec3){0.05, 0.1, 0}), 1e-12);
    // the next step is a quiet one again, in the end
    CHECK(run_steps(l.w, 200, 1e-3));
    CHECK_EQ_INT(sut_world_stats(l.w).substeps, 1);
    (void)sut_world_events(l.w, &count);
    CHECK_EQ_INT(count, 0);
    sut_world_destroy(l.w);
}

static void count_log(void *ctx, sut_log_level level, const char *text) {
    int *errors = ctx;
    *errors += level == SUT_LOG_ERROR && text[0] != '\0' ? 1 : 0;
}

// A force beyond all numbers has no finite answer.
TEST(a_diverged_step_leaves_everything) {
    int errors = 0;
    sut_world_def def = sut_default_world_def();
    def.log = count_log;
    def.log_ctx = &errors;
    line_world l = flipped(&def);
    REQUIRE(l.w != NULL);
    CHECK(run_steps(l.w, 7, 5e-3));
    sut_thread_view v = view_of(&l);
    uint64_t hash = sut_world_hash(l.w);
    double tension[39];
    sut_vec3 velocity[40];
    memcpy(tension, v.tension, sizeof tension);
    memcpy(velocity, v.velocity, sizeof velocity);
    // it comes in the middle of the step, so that parts before it have been taken over
    sut_hold_key key = hold_key(0.0, (sut_vec3){0}, (sut_vec3){0}, 0.0);
    key.force = (sut_vec3){1e300, 1e300, 0};
    sut_hold_def hold = sut_default_hold_def();
    hold.kind = SUT_HOLD_FORCE;
    hold.vertex = 30;
    hold.keys = &key;
    hold.key_count = 1;
    hold.from = 0.038;
    sut_hold_id load = {0, 0};
    CHECK_EQ_INT(sut_hold_create(l.w, l.thread, &hold, &load), SUT_OK);
    REQUIRE(load.index1 != 0);
    uint64_t with_load = sut_world_hash(l.w);
    CHECK_EQ_INT(sut_world_step(l.w, 5e-3), SUT_E_DIVERGED);
    CHECK_EQ_INT(errors, 1);
    CHECK_EQ_U64(sut_world_hash(l.w), with_load);
    CHECK_NEAR(sut_world_time(l.w), 0.035, 1e-17);
    CHECK_EQ_INT(sut_world_stats(l.w).steps, 7);
    int count = 1;
    (void)sut_world_events(l.w, &count);
    CHECK_EQ_INT(count, 0);
    v = view_of(&l);
    CHECK(same_bits(tension, v.tension, sizeof tension));
    CHECK(same_bits(velocity, v.velocity, sizeof velocity));
    // without it the world goes on as if nothing had been
    CHECK_EQ_INT(sut_hold_destroy(l.w, load), SUT_OK);
    line_world twin = flipped(&def);
    CHECK(run_steps(twin.w, 7, 5e-3));
    CHECK_EQ_U64(sut_world_hash(twin.w), hash);
    CHECK(run_steps(twin.w, 20, 5e-3) && run_steps(l.w, 20, 5e-3));
    double off = 0.0;
    for (int i = 0; i < 40; i++) {
        off = fmax(off, distance(view_of(&l).position[i], view_of(&twin).position[i]));
    }
    CHECK_LE(off, 0.0);
    sut_world_destroy(twin.w);
    sut_world_destroy(l.w);
}

//---- events --------------------------------------------------------------------------------------
// Six weak hands saturate in one step, and there is room for less news.
TEST(lost_events_are_counted) {
    for (int room = 0; room <= 8; room += 2) {
        CASE("room %d", room);
        sut_world_def def = sut_default_world_def();
        def.capacity.events = room;
        line_thread t;
        line_init(&t, 7, 0.1);
        line_world l = line_world_of(&def, &t);
        REQUIRE(l.w != NULL);
        for (int i = 0; i < 6; i++) {
            CASE("i %d", i);
            sut_hold_key key = hold_key(0.0, (sut_vec3){t.x[i].x, 0.01, 0}, (sut_vec3){0}, 0.0);
            sut_hold_def d = sut_default_hold_def();
            d.vertex = i;
            d.keys = &key;
            d.key_count = 1;
            d.max_force = 1e-6;
            sut_hold_id id;
            CHECK_EQ_INT(sut_hold_create(l.w, l.thread, &d, &id), SUT_OK);
        }
        CHECK(run_steps(l.w, 1, 1e-3));
        int count = -1;
        const sut_event *events = sut_world_events(l.w, &count);
        CHECK_EQ_INT(count, room < 6 ? room : 6);
        if (room > 0 && room < 6) {
            CHECK_EQ_INT(events[room - 1].type, SUT_EV_EVENTS_LOST);
            CHECK_NEAR(events[room - 1].amount, 6 - (room - 1), 0.0);
        }
        for (int i = 0; i < count - 1; i++) {
            CASE("i %d", i);
            CHECK_EQ_INT(events[i].type, SUT_EV_HOLD_SATURATED);
            CHECK_EQ_INT(events[i].a, i + 1); // in the order of the holds
        }
        sut_world_destroy(l.w);
    }
}

//---- the smallest thread -------------------------------------------------------------------------
TEST(two_vertices_are_a_thread) {
    line_thread t;
    line_init(&t, 2, 0.1);
    t.def.damping_bend = 0.0;
    sut_world_def def = sut_default_world_def();
    line_world l = line_world_of(&def, &t);
    REQUIRE(l.w != NULL);
    hold_add(&l, SUT_HOLD_PIN, 0, NULL, 0);
    CHECK(run_steps(l.w, 50, 1e-3));
    sut_thread_view v = view_of(&l);
    // a pendulum: free to swing, of constant length
    CHECK(v.position[1].z < -0.01);
    CHECK_NEAR(distance(v.position[0], v.position[1]), 0.1, 1e-6);
    sut_world_destroy(l.w);
}

TEST(two_vertices_between_all_kinds_of_holds) {
    const sut_hold_kind kinds[4] = {SUT_HOLD_PIN, SUT_HOLD_CLAMP, SUT_HOLD_TWIST, SUT_HOLD_FORCE};
    for (int k = 0; k < 16; k++) {
        CASE("k %d", k);
        line_world l = line_world_make(2, 0.1);
        REQUIRE(l.w != NULL);
        CHECK(hold_add(&l, kinds[k / 4], 0, NULL, 0).index1 != 0);
        CHECK(hold_add(&l, kinds[k % 4], 1, NULL, 0).index1 != 0);
        CHECK(run_steps(l.w, 20, 1e-3));
        CHECK(isfinite(view_of(&l).position[1].z));
        sut_world_destroy(l.w);
    }
}

//---- again ---------------------------------------------------------------------------------------
TEST(the_same_run_gives_the_same_bits) {
    rich_world a = make_rich_world(NULL, NULL);
    rich_world b = make_rich_world(NULL, NULL);
    REQUIRE(a.w != NULL && b.w != NULL);
    for (int i = 0; i < 200; i++) {
        CASE("i %d", i);
        REQUIRE(rich_step(&a, i) && rich_step(&b, i));
        if (!CHECK(sut_world_hash(a.w) == sut_world_hash(b.w))) {
            break;
        }
    }
    sut_thread_view va;
    sut_thread_view vb;
    CHECK_EQ_INT(sut_thread_get_view(a.w, a.curl, &va), SUT_OK);
    CHECK_EQ_INT(sut_thread_get_view(b.w, b.curl, &vb), SUT_OK);
    size_t bytes = (size_t)va.vertex_count * sizeof *va.position;
    CHECK(same_bits(va.position, vb.position, bytes));
    sut_world_destroy(a.w);
    sut_world_destroy(b.w);
}

// Threads that do not touch do not know of each other, as long as no step is cut.
TEST(a_neighbour_changes_no_bit) {
    line_world alone = line_world_make(30, 0.1);
    line_world pair = line_world_make(30, 0.1);
    REQUIRE(alone.w != NULL && pair.w != NULL);
    line_thread other;
    line_init(&other, 17, 0.3);
    line_shift(&other, 1.0);
    other.def.natural_curvature[1] = 20.0;
    CHECK(line_add(pair.w, &other).index1 != 0);
    hold_add(&alone, SUT_HOLD_TWIST, 0, NULL, 0);
    hold_add(&pair, SUT_HOLD_TWIST, 0, NULL, 0);
    CHECK(run_steps(alone.w, 100, 1e-4) && run_steps(pair.w, 100, 1e-4));
    for (int i = 0; i < 30; i++) {
        CASE("i %d", i);
        CHECK_LE(distance(view_of(&alone).position[i], view_of(&pair).position[i]), 0.0);
    }
    sut_world_destroy(alone.w);
    sut_world_destroy(pair.w);
}
