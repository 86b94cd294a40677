// SPDX-License-Identifier: MIT
// Life cycle, ids, capacities, misuse, queries.
#include "state_fixture.h"
#include "world_fixture.h"

#include "check.h"

#include <math.h>
#include <string.h>

//---- life cycle ----------------------------------------------------------------------------------
TEST(destroy_gives_all_memory_back) {
    test_memory memory = {0};
    rich_world r = make_rich_world(NULL, &memory);
    REQUIRE(r.w != NULL);
    CHECK(memory.held > 0);
    CHECK_EQ_INT(sut_world_stats(r.w).memory, memory.held);
    sut_world_destroy(r.w);
    CHECK_EQ_INT(memory.held, 0);
    sut_world_destroy(NULL);
}

TEST(a_world_without_memory_leaves_nothing) {
    for (int fail = 1; fail < 40; fail++) {
        CASE("fail %d", fail);
        test_memory memory = {.fail_at = fail};
        sut_world_def def = sut_default_world_def();
        def.allocator = test_allocator(&memory);
        sut_world *w = NULL;
        sut_result r = sut_world_create(&def, &w);
        if (r == SUT_OK) {
            CHECK(fail > 1);
            sut_world_destroy(w);
            CHECK_EQ_INT(memory.held, 0);
            return;
        }
        CHECK_EQ_INT(r, SUT_E_MEMORY);
        CHECK(w == NULL);
        CHECK_EQ_INT(memory.held, 0);
    }
    CHECK(false); // a world takes fewer pieces of memory than that
}

TEST(a_thread_without_memory_leaves_the_world_as_it_was) {
    test_memory memory = {0};
    sut_world_def def = sut_default_world_def();
    def.allocator = test_allocator(&memory);
    line_thread l;
    line_init(&l, 10, 0.1);
    line_world made = line_world_of(&def, &l);
    REQUIRE(made.w != NULL && made.thread.index1 != 0);
    uint64_t hash = sut_world_hash(made.w);
    size_t held = memory.held;
    memory.fail_at = memory.allocations + 1;
    line_shift(&l, 0.5);
    sut_thread_id id = {7, 7};
    CHECK_EQ_INT(sut_thread_create(made.w, &l.def, &id), SUT_E_MEMORY);
    CHECK_EQ_INT(id.index1, 7);
    CHECK(contains(sut_world_refusal(made.w), "memory"));
    CHECK_EQ_U64(sut_world_hash(made.w), hash);
    CHECK_EQ_INT(memory.held, held);
    // and with memory it works
    CHECK_EQ_INT(sut_thread_create(made.w, &l.def, &id), SUT_OK);
    sut_world_destroy(made.w);
}

TEST(defs_must_come_from_their_default_functions) {
    line_world l = line_world_make(5, 0.1);
    REQUIRE(l.w != NULL);
    sut_world_def world = sut_default_world_def();
    world.cookie = 0;
    sut_world *w = l.w;
    CHECK_EQ_INT(sut_world_create(&world, &w), SUT_E_DEF);
    CHECK(w == NULL);
    line_thread line;
    line_init(&line, 5, 0.1);
    line.def.cookie++;
    sut_thread_id thread;
    CHECK_EQ_INT(sut_thread_create(l.w, &line.def, &thread), SUT_E_DEF);
    CHECK(contains(sut_world_refusal(l.w), "sut_default_thread_def"));
    sut_hold_def hold = sut_default_hold_def();
    hold.cookie = 1;
    sut_hold_id id;
    CHECK_EQ_INT(sut_hold_create(l.w, l.thread, &hold, &id), SUT_E_DEF);
    CHECK(contains(sut_world_refusal(l.w), "sut_default_hold_def"));
    sut_world_destroy(l.w);
}

//---- ids -----------------------------------------------------------------------------------------
static void check_dead_thread(sut_world *w, sut_thread_id id) {
    sut_thread_view view;
    sut_energy energy;
    sut_hold_key key;
    double stretch;
    sut_hold_def hold = sut_default_hold_def();
    sut_hold_id hold_id;
    CHECK(!sut_thread_is_valid(w, id));
    CHECK_EQ_INT(sut_thread_get_view(w, id, &view), SUT_E_ID);
    CHECK_EQ_INT(sut_thread_get_energy(w, id, &energy), SUT_E_ID);
    CHECK_EQ_INT(sut_thread_get_peak_stretch(w, id, &stretch), SUT_E_ID);
    CHECK_EQ_INT(sut_thread_key_now(w, id, 0, &key), SUT_E_ID);
    CHECK_EQ_INT(sut_hold_create(w, id, &hold, &hold_id), SUT_E_ID);
    CHECK_EQ_INT(sut_thread_destroy(w, id), SUT_E_ID);
}

static void check_dead_hold(sut_world *w, sut_hold_id id) {
    sut_hold_view view;
    sut_hold_key key = hold_key(0.0, (sut_vec3){0}, (sut_vec3){1, 0, 0}, 0.0);
    CHECK(!sut_hold_is_valid(w, id));
    CHECK_EQ_INT(sut_hold_get_view(w, id, &view), SUT_E_ID);
    CHECK_EQ_INT(sut_hold_set_target(w, id, &key), SUT_E_ID);
    CHECK_EQ_INT(sut_hold_destroy(w, id), SUT_E_ID);
}

TEST(stale_and_invented_ids_are_noticed) {
    line_world l = line_world_make(5, 0.1);
    REQUIRE(l.w != NULL);
    sut_hold_id hold = hold_add(&l, SUT_HOLD_PIN, 0, NULL, 0);
    CHECK(sut_thread_is_valid(l.w, l.thread) && sut_hold_is_valid(l.w, hold));
    CHECK_EQ_INT(sut_hold_destroy(l.w, hold), SUT_OK);
    check_dead_hold(l.w, hold);
    // the place is used again; the old id stays dead
    sut_hold_id other = hold_add(&l, SUT_HOLD_PIN, 1, NULL, 0);
    CHECK_EQ_INT(other.index1, hold.index1);
    CHECK(other.generation != hold.generation);
    check_dead_hold(l.w, hold);
    const sut_hold_id no_holds[3] = {{0, 0}, {65, 1}, {UINT32_MAX, 1}};
    const sut_thread_id no_threads[3] = {{0, 0}, {5, 1}, {UINT32_MAX, 1}};
    for (int i = 0; i < 3; i++) {
        check_dead_hold(l.w, no_holds[i]);
        check_dead_thread(l.w, no_threads[i]);
    }
    sut_world_destroy(l.w);
}

TEST(holds_go_with_their_thread) {
    line_world l = line_world_make(5, 0.1);
    REQUIRE(l.w != NULL);
    line_thread line;
    line_init(&line, 5, 0.1);
    line_shift(&line, 0.5);
    line_world second = {l.w, line_add(l.w, &line)};
    sut_hold_id mine = hold_add(&l, SUT_HOLD_TWIST, 0, NULL, 0);
    sut_hold_id others = hold_add(&second, SUT_HOLD_CLAMP, 0, NULL, 0);
    CHECK_EQ_INT(sut_thread_destroy(l.w, l.thread), SUT_OK);
    check_dead_thread(l.w, l.thread);
    check_dead_hold(l.w, mine);
    CHECK(sut_hold_is_valid(l.w, others));
    CHECK(run_steps(l.w, 3, 1e-3));
    // a new thread in the same place has another generation
    line_shift(&line, -0.5);
    sut_thread_id again = line_add(l.w, &line);
    CHECK_EQ_INT(again.index1, l.thread.index1);
    CHECK(again.generation != l.thread.generation);
    check_dead_thread(l.w, l.thread);
    sut_world_destroy(l.w);
}

//---- capacities ----------------------------------------------------------------------------------
TEST(capacities_end_without_a_trace) {
    sut_world_def def = sut_default_world_def();
    def.capacity = (sut_capacity){2, 25, 2, 3, 4, 1, 8, 0, 0, 0, 0, 0};
    line_thread l;
    line_init(&l, 10, 0.1);
    line_world made = line_world_of(&def, &l);
    REQUIRE(made.w != NULL && made.thread.index1 != 0);
    uint64_t hash = sut_world_hash(made.w);
    sut_thread_id id;
    line_thread large;
    line_init(&large, 16, 0.1);
    CHECK_EQ_INT(sut_thread_create(made.w, &large.def, &id), SUT_E_CAPACITY); // vertices
    CHECK(contains(sut_world_refusal(made.w), "capacity"));
    CHECK_EQ_U64(sut_world_hash(made.w), hash);
    line_init(&large, 15, 0.1);
    line_shift(&large, 0.5);
    CHECK_EQ_INT(sut_thread_create(made.w, &large.def, &id), SUT_OK);
    CHECK_STR(sut_world_refusal(made.w), "");
    CHECK_EQ_INT(sut_thread_create(made.w, &l.def, &id), SUT_E_CAPACITY); // threads
    // a place that became free is a place
    CHECK_EQ_INT(sut_thread_destroy(made.w, made.thread), SUT_OK);
    CHECK_EQ_INT(sut_thread_create(made.w, &l.def, &made.thread), SUT_OK);
    sut_world_destroy(made.w);
}

TEST(hold_capacities_end_without_a_trace) {
    sut_world_def def = sut_default_world_def();
    def.capacity = (sut_capacity){1, 10, 2, 3, 4, 1, 8, 0, 0, 0, 0, 0};
    line_thread l;
    line_init(&l, 10, 0.1);
    line_world made = line_world_of(&def, &l);
    REQUIRE(made.w != NULL && made.thread.index1 != 0);
    sut_hold_key keys[3];
    for (int i = 0; i < 3; i++) {
        keys[i] = hold_key(i, (sut_vec3){0}, (sut_vec3){1, 0, 0}, 0.0);
    }
    CHECK(hold_add(&made, SUT_HOLD_PIN, 0, NULL, 0).index1 != 0); // takes one key
    uint64_t hash = sut_world_hash(made.w);
    CHECK_EQ_INT(hold_add(&made, SUT_HOLD_PIN, 1, keys, 3).index1, 0); // keys
    CHECK(contains(sut_world_refusal(made.w), "hold_keys"));
    CHECK_EQ_U64(sut_world_hash(made.w), hash);
    sut_hold_id second = hold_add(&made, SUT_HOLD_PIN, 1, keys, 2);
    CHECK(second.index1 != 0);
    hash = sut_world_hash(made.w);
    CHECK_EQ_INT(hold_add(&made, SUT_HOLD_FORCE, 2, NULL, 0).index1, 0); // holds
    CHECK_EQ_U64(sut_world_hash(made.w), hash);
    CHECK_EQ_INT(sut_hold_destroy(made.w, second), SUT_OK);
    CHECK(hold_add(&made, SUT_HOLD_PIN, 5, keys, 2).index1 != 0);
    sut_world_destroy(made.w);
}

TEST(a_world_without_holds_and_events_works) {
    sut_world_def def = sut_default_world_def();
    def.capacity = (sut_capacity){1, 2, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0};
    line_thread l;
    line_init(&l, 2, 0.1);
    line_world made = line_world_of(&def, &l);
    REQUIRE(made.w != NULL && made.thread.index1 != 0);
    CHECK(run_steps(made.w, 10, 0.01));
    CHECK_EQ_INT(hold_add(&made, SUT_HOLD_PIN, 0, NULL, 0).index1, 0);
    sut_world_destroy(made.w);
}

//---- misuse --------------------------------------------------------------------------------------
TEST(null_pointers_are_refused) {
    line_world l = line_world_make(5, 0.1);
    REQUIRE(l.w != NULL);
    sut_hold_id hold = hold_add(&l, SUT_HOLD_PIN, 0, NULL, 0);
    uint64_t hash = sut_world_hash(l.w);
    sut_world_def def = sut_default_world_def();
    sut_world *w = NULL;
    line_thread line;
    line_init(&line, 5, 0.1);
    sut_hold_def pin = sut_default_hold_def();
    sut_thread_id thread;
    sut_hold_key key;
    sut_hold_id id;
    CHECK_EQ_INT(sut_world_create(NULL, &w), SUT_E_ARGUMENT);
    CHECK_EQ_INT(sut_world_create(&def, NULL), SUT_E_ARGUMENT);
    CHECK_EQ_INT(sut_thread_create(NULL, &line.def, &thread), SUT_E_ARGUMENT);
    CHECK_EQ_INT(sut_thread_create(l.w, NULL, &thread), SUT_E_ARGUMENT);
    CHECK_EQ_INT(sut_thread_create(l.w, &line.def, NULL), SUT_E_ARGUMENT);
    CHECK_EQ_INT(sut_hold_create(NULL, l.thread, &pin, &id), SUT_E_ARGUMENT);
    CHECK_EQ_INT(sut_hold_create(l.w, l.thread, NULL, &id), SUT_E_ARGUMENT);
    CHECK_EQ_INT(sut_hold_create(l.w, l.thread, &pin, NULL), SUT_E_ARGUMENT);
    CHECK_EQ_INT(sut_thread_key_now(l.w, l.thread, 0, NULL), SUT_E_ARGUMENT);
    CHECK_EQ_INT(sut_hold_set_target(l.w, hold, NULL), SUT_E_ARGUMENT);
    CHECK_EQ_INT(sut_thread_get_view(l.w, l.thread, NULL), SUT_E_ARGUMENT);
    CHECK_EQ_INT(sut_thread_get_energy(l.w, l.thread, NULL), SUT_E_ARGUMENT);
    CHECK_EQ_INT(sut_thread_get_peak_stretch(l.w, l.thread, NULL), SUT_E_ARGUMENT);
    CHECK_EQ_INT(sut_hold_get_view(l.w, hold, NULL), SUT_E_ARGUMENT);
    CHECK_EQ_INT(sut_thread_key_now(NULL, l.thread, 0, &key), SUT_E_ID);
    CHECK_EQ_U64(sut_world_hash(l.w), hash);
    sut_world_destroy(l.w);
}

TEST(a_null_world_answers) {
    sut_thread_id thread = {1, 1};
    sut_hold_id hold = {1, 1};
    sut_hold_view hold_view;
    int count = 7;
    CHECK_EQ_INT(sut_world_step(NULL, 1e-3), SUT_E_ARGUMENT);
    CHECK_EQ_INT(sut_world_set_gravity(NULL, (sut_vec3){0}), SUT_E_ARGUMENT);
    CHECK_EQ_INT(sut_thread_destroy(NULL, thread), SUT_E_ID);
    CHECK_EQ_INT(sut_hold_destroy(NULL, hold), SUT_E_ID);
    CHECK_EQ_INT(sut_hold_get_view(NULL, hold, &hold_view), SUT_E_ID);
    CHECK(!sut_thread_is_valid(NULL, thread));
    CHECK(!sut_hold_is_valid(NULL, hold));
    CHECK(sut_world_events(NULL, &count) == NULL);
    CHECK_EQ_INT(count, 0);
    CHECK_EQ_INT(sut_world_stats(NULL).steps, 0);
    CHECK_NEAR(sut_world_time(NULL), 0.0, 0.0);
    CHECK_STR(sut_world_refusal(NULL), "");
}

typedef struct log_lines {
    int count;
    sut_log_level level;
    char text[160];
} log_lines;

static void keep_log(void *ctx, sut_log_level level, const char *text) {
    log_lines *lines = ctx;
    lines->count++;
    lines->level = level;
    strncpy(lines->text, text, sizeof lines->text - 1);
}

TEST(refusals_are_logged) {
    log_lines lines = {0};
    sut_world_def def = sut_default_world_def();
    def.log = keep_log;
    def.log_ctx = &lines;
    line_thread l;
    line_init(&l, 5, 0.1);
    line_world made = line_world_of(&def, &l);
    REQUIRE(made.w != NULL);
    CHECK_EQ_INT(lines.count, 0);
    l.def.EA = -1.0;
    CHECK_EQ_INT(line_add(made.w, &l).index1, 0);
    CHECK_EQ_INT(lines.count, 1);
    CHECK_EQ_INT(lines.level, SUT_LOG_WARNING);
    CHECK_STR(lines.text, sut_world_refusal(made.w));
    sut_world_destroy(made.w);
}

//---- queries -------------------------------------------------------------------------------------
TEST(views_show_what_was_asked_for) {
    line_world l = line_world_make(5, 0.1);
    REQUIRE(l.w != NULL);
    sut_thread_view v = view_of(&l);
    REQUIRE(v.vertex_count == 5);
    CHECK_NEAR(v.radius, 1e-4, 0.0);
    for (int i = 0; i < 5; i++) {
        CASE("i %d", i);
        CHECK_LE(distance(v.position[i], (sut_vec3){0.025 * i, 0, 0}), 0.0);
        CHECK_LE(distance(v.velocity[i], (sut_vec3){0}), 0.0);
    }
    for (int i = 0; i < 4; i++) {
        CASE("i %d", i);
        CHECK_NEAR(v.rest_length[i], 0.025, 1e-16); // a difference of two positions
        CHECK_NEAR(v.tension[i], 0.0, 1e-12);       // N; a strain of 1e-16 of 60 N
        CHECK_NEAR(v.twist[i], 0.0, 0.0);
    }
    sut_world_destroy(l.w);
}

TEST(key_now_describes_a_vertex) {
    line_world l = line_world_make(5, 0.1);
    REQUIRE(l.w != NULL);
    CHECK(run_steps(l.w, 2, 1e-3));
    sut_hold_key key;
    REQUIRE(sut_thread_key_now(l.w, l.thread, -1, &key) == SUT_OK);
    CHECK_NEAR(key.t, 2e-3, 1e-18);
    CHECK_LE(distance(key.position, view_of(&l).position[4]), 0.0);
    CHECK_LE(distance(key.direction, (sut_vec3){1, 0, 0}), 1e-12);
    CHECK_NEAR(key.spin, 0.0, 0.0);
    CHECK_LE(distance(key.force, (sut_vec3){0}), 0.0);
    CHECK_EQ_INT(sut_thread_key_now(l.w, l.thread, 5, &key), SUT_E_ARGUMENT);
    CHECK_EQ_INT(sut_thread_key_now(l.w, l.thread, -6, &key), SUT_E_ARGUMENT);
    CHECK_EQ_INT(sut_thread_key_now(l.w, l.thread, -5, &key), SUT_OK);
    sut_world_destroy(l.w);
}

TEST(budgets_can_be_changed) {
    line_world l = line_world_make(5, 0.1);
    REQUIRE(l.w != NULL);
    CHECK_EQ_INT(sut_world_set_budget(NULL, 1e-3), SUT_E_ARGUMENT);
    CHECK_EQ_INT(sut_world_set_budget(l.w, -1e-3), SUT_E_ARGUMENT);
    CHECK_EQ_INT(sut_world_set_budget(l.w, (double)NAN), SUT_E_ARGUMENT);
    CHECK_EQ_INT(sut_world_set_budget(l.w, (double)INFINITY), SUT_E_ARGUMENT);
    // less than a single correction costs: a step makes that one and says so
    CHECK_EQ_INT(sut_world_set_budget(l.w, 1e-9), SUT_OK);
    CHECK(run_steps(l.w, 1, 1e-3));
    CHECK(sut_world_stats(l.w).hurried);
    CHECK_EQ_INT(sut_world_set_budget(l.w, 0.0), SUT_OK);
    CHECK(run_steps(l.w, 1, 1e-3));
    CHECK(!sut_world_stats(l.w).hurried);
    sut_world_destroy(l.w);
}

TEST(gravity_can_be_turned) {
    line_world l = line_world_make(5, 0.1);
    REQUIRE(l.w != NULL);
    CHECK_EQ_INT(sut_world_set_gravity(l.w, (sut_vec3){0, 2, 0}), SUT_OK);
    CHECK_EQ_INT(sut_world_set_gravity(l.w, (sut_vec3){0, (double)NAN, 0}), SUT_E_ARGUMENT);
    CHECK_EQ_INT(sut_world_set_gravity(l.w, (sut_vec3){(double)INFINITY, 0, 0}), SUT_E_ARGUMENT);
    CHECK(run_steps(l.w, 1, 1e-3));
    sut_thread_view v = view_of(&l);
    for (int i = 0; i < v.vertex_count; i++) {
        CASE("i %d", i);
        CHECK_NEAR(v.velocity[i].y, 2e-3, 1e-12); // the solver's tolerance times a motion of 2 um
        CHECK_NEAR(v.velocity[i].z, 0.0, 1e-15);
    }
    // a thread that comes later feels it as well
    line_thread line;
    line_init(&line, 5, 0.1);
    line_shift(&line, 0.5);
    line_world second = {l.w, line_add(l.w, &line)};
    CHECK(run_steps(l.w, 1, 1e-3));
    CHECK_NEAR(view_of(&second).velocity[2].y, 2e-3, 1e-12);
    sut_world_destroy(l.w);
}

//---- default defs --------------------------------------------------------------------------------
TEST(round_sections_follow_from_moduli) {
    sut_thread_def d = sut_default_thread_def();
    sut_thread_def_set_round(&d, 3e9, 0.25, 1000.0, 2e-3);
    const double pi = 3.14159265358979323846;
    CHECK_NEAR(d.radius, 2e-3, 0.0);
    CHECK_NEAR(d.EA / (3e9 * pi * 4e-6), 1.0, 1e-15);
    CHECK_NEAR(d.EI / (3e9 * pi * 16e-12 / 4.0), 1.0, 1e-15);
    CHECK_NEAR(d.GJ / (1.2e9 * pi * 16e-12 / 2.0), 1.0, 1e-15);
    CHECK_NEAR(d.mass_per_length / (1000.0 * pi * 4e-6), 1.0, 1e-15);
}

TEST(defaults_are_the_documented_ones) {
    sut_world_def w = sut_default_world_def();
    CHECK_LE(distance(w.gravity, (sut_vec3){0, 0, -9.81}), 0.0);
    CHECK_EQ_INT(w.capacity.threads, 4);
    CHECK_EQ_INT(w.capacity.vertices, 4096);
    CHECK_EQ_INT(w.capacity.holds, 64);
    CHECK_EQ_INT(w.capacity.hold_keys, 1024);
    CHECK_EQ_INT(w.capacity.events, 256);
    sut_thread_def t = sut_default_thread_def();
    CHECK_NEAR(t.radius, 1e-4, 0.0);
    CHECK_NEAR(t.damping_bend, 0.02, 0.0);
    CHECK_NEAR(t.damping_twist + t.damping_stretch + t.damping_linear + t.drag, 0.0, 0.0);
    CHECK_NEAR(t.implicitness, 1.0, 0.0);
    CHECK_NEAR(t.mobility, 1000.0, 0.0);
    sut_hold_def h = sut_default_hold_def();
    CHECK_EQ_INT(h.kind, SUT_HOLD_PIN);
    CHECK(isinf(h.max_force) && isinf(h.from) && isinf(h.until) && h.from < h.until);
}
