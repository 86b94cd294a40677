// SPDX-License-Identifier: MIT
// Threads that cannot meet within a step are stepped apart: with the bits that they have alone,
// on any number of workers.
#include "state_fixture.h"
#include "world_fixture.h"

#include "check.h"
#include "pool/pool.h"
#include "step/island.h"

#include <math.h>
#include <string.h>

//---- pairs of crossed threads on a floor ---------------------------------------------------------
enum { VERTICES = 41, PAIRS = 5 };

static sut_thread_id add_thread(sut_world *w, sut_vec3 from, sut_vec3 by) {
    line_thread l;
    line_init(&l, VERTICES, 0.04);
    for (int i = 0; i < VERTICES; i++) {
        l.x[i] = v3_madd(from, (double)i / (VERTICES - 1), by);
    }
    l.def.friction = 0.3;
    return line_add(w, &l);
}

// One thread over another; a hand takes the end of the upper one to and fro at that speed, so that
// a fast one asks for what has no quick solution.
static sut_thread_id add_pair(sut_world *w, double y, double speed) {
    sut_thread_id under = add_thread(w, v3(-0.02, y, 2e-4), v3(0.04, 0.0, 0.0));
    sut_thread_id over = add_thread(w, v3(0.0, y - 0.02, 5e-4), v3(0.0, 0.04, 0.0));
    sut_hold_key keys[9];
    for (int k = 0; k < 9; k++) {
        double side = k % 2 == 0 ? 0.0 : (k % 4 == 1 ? 1.0 : -1.0);
        sut_vec3 goal = v3(0.01 * side, y - 0.02, 5e-4 + 0.002 * (k > 0));
        keys[k] = hold_key(0.01 * k / speed, goal, v3_zero(), 0.0);
    }
    line_world l = {w, over};
    CHECK(hold_add(&l, SUT_HOLD_PIN, 0, keys, 9).index1 != 0);
    return under;
}

static double place_of(int pair) {
    return 0.3 * pair; // m, further than what a fast hand throws off flies
}

// Pairs first .. last, the second of them in a hurry.
static sut_world *make_pairs(const sut_world_def *def, int first, int last) {
    sut_world *w = NULL;
    if (sut_world_create(def, &w) != SUT_OK) {
        return NULL;
    }
    sut_obstacle_def d = sut_default_obstacle_def();
    d.kind = SUT_OBSTACLE_PLANE;
    d.axis = v3(0.0, 0.0, 1.0);
    d.friction = 0.3;
    sut_obstacle_id floor;
    CHECK_EQ_INT(sut_obstacle_create(w, &d, &floor), SUT_OK);
    for (int i = first; i <= last; i++) {
        (void)add_pair(w, place_of(i), i == 1 ? 8.0 : 0.2);
    }
    return w;
}

static sut_world_def room_for_pairs(void) {
    sut_world_def def = sut_default_world_def();
    def.capacity.threads = 2 * PAIRS;
    def.capacity.vertices = 2 * PAIRS * VERTICES;
    def.capacity.contacts = 2000; // as many touch at once where one that was thrown off lands
    return def;
}

// As if the other one were not there: threads from `first` on, of `b`.
static bool same_threads(const sut_world *a, const sut_world *b, int first, int count) {
    bool same = true;
    for (int i = 0; i < count; i++) {
        const sut_rod *r = &a->threads[i].rod;
        const sut_rod *o = &b->threads[first + i].rod;
        size_t bytes = (size_t)r->body.n * sizeof(sut_vec3);
        same = same && memcmp(r->body.position, o->body.position, bytes) == 0 &&
               memcmp(r->state.velocity, o->state.velocity, bytes) == 0;
    }
    return same;
}

TEST(islands_have_the_bits_that_they_have_alone) {
    sut_world_def def = room_for_pairs();
    sut_world *all = make_pairs(&def, 0, 2);
    sut_world *alone[3];
    for (int i = 0; i < 3; i++) {
        alone[i] = make_pairs(&def, i, i);
        REQUIRE(alone[i] != NULL);
    }
    REQUIRE(all != NULL);
    bool only_one_cut = false;
    int contacts = 0;
    for (int n = 0; n < 150; n++) {
        CASE("step %d", n);
        REQUIRE(run_steps(all, 1, 2e-3));
        CHECK(all->islands->count >= 3); // what the fast hand throws off is alone as well
        int cut = 0;
        int count = 0;
        for (int i = 0; i < 3; i++) {
            REQUIRE(run_steps(alone[i], 1, 2e-3));
            CHECK(same_threads(alone[i], all, 2 * i, 2));
            cut += sut_world_stats(alone[i]).substeps > 1 ? 1 : 0;
            count += sut_world_stats(alone[i]).contacts;
        }
        CHECK_EQ_INT(sut_world_stats(all).contacts, count);
        contacts += count;
        only_one_cut = only_one_cut || cut == 1;
    }
    CHECK(contacts > 0);
    CHECK(only_one_cut); // and the others were not
    for (int i = 0; i < 3; i++) {
        sut_world_destroy(alone[i]);
    }
    sut_world_destroy(all);
}

TEST(workers_change_no_bit) {
    uint64_t hash[4] = {0};
    const int workers[4] = {0, 1, 2, 4}; // 0: no executor
    for (int k = 0; k < 4; k++) {
        CASE("%d workers", workers[k]);
        sut_world_def def = room_for_pairs();
        sut_pool *pool = workers[k] > 0 ? sut_pool_create(workers[k]) : NULL;
        def.executor = sut_pool_executor(pool);
        sut_world *w = make_pairs(&def, 0, PAIRS - 1);
        REQUIRE(w != NULL);
        CHECK(run_steps(w, 100, 2e-3));
        CHECK(w->islands->count >= PAIRS); // a thread that was thrown off is alone
        hash[k] = sut_world_hash(w);
        CHECK_EQ_U64(hash[k], hash[0]);
        sut_world_destroy(w);
        sut_pool_destroy(pool);
    }
}

TEST(a_pool_does_each_task_once) {
    CHECK(sut_pool_create(0) == NULL);
    CHECK(sut_pool_executor(NULL).run == NULL);
    sut_pool *pool = sut_pool_create(3);
    REQUIRE(pool != NULL);
    CHECK_NEAR(sut_pool_worked(pool, 3), 0.0, 0.0);
    sut_pool_destroy(pool);
}

// The state after a step tells all: what the lists of islands knew is not in an image.
TEST(a_restored_world_finds_the_same_islands) {
    sut_world_def def = room_for_pairs();
    sut_world *w = make_pairs(&def, 0, 2);
    sut_world *twin = make_pairs(&def, 0, 0);
    REQUIRE(w != NULL && twin != NULL);
    CHECK(run_steps(w, 60, 2e-3));
    test_bytes image = test_snapshot(w);
    CHECK_EQ_INT(sut_world_restore(twin, image.at, image.size), SUT_OK);
    CHECK(run_steps(w, 40, 2e-3) && run_steps(twin, 40, 2e-3));
    CHECK_EQ_U64(sut_world_hash(w), sut_world_hash(twin));
    CHECK_EQ_INT(twin->islands->count, w->islands->count);
    CHECK(twin->islands->count >= 3);
    test_bytes_free(&image);
    sut_world_destroy(w);
    sut_world_destroy(twin);
}

//---- what is in one island ------------------------------------------------------------------------
static int islands_at(double apart, sut_vec3 velocity) {
    sut_world_def def = room_for_pairs();
    def.gravity = v3_zero();
    sut_world *w = NULL;
    CHECK_EQ_INT(sut_world_create(&def, &w), SUT_OK);
    (void)add_thread(w, v3_zero(), v3(0.04, 0.0, 0.0));
    line_thread l;
    line_init(&l, VERTICES, 0.04);
    line_shift(&l, apart);
    sut_vec3 v[VERTICES];
    for (int i = 0; i < VERTICES; i++) {
        v[i] = velocity;
    }
    l.def.velocities = v;
    (void)line_add(w, &l);
    int count = sut_islands_find(w, 1e-3);
    sut_world_destroy(w);
    return count;
}

TEST(threads_that_may_meet_are_one_island) {
    const double touch = 2e-4; // m, both radii
    CHECK_EQ_INT(islands_at(2.0 * touch, v3_zero()), 1);
    CHECK_EQ_INT(islands_at(10.0 * touch, v3_zero()), 2);
    // it gets there within half a step
    CHECK_EQ_INT(islands_at(10.0 * touch, v3(0.0, -4.0, 0.0)), 1);
}

// Two arcs whose boxes overlap although they are apart: boxes of a few edges tell.
TEST(boxes_of_a_few_edges_tell_arcs_apart) {
    sut_world_def def = room_for_pairs();
    sut_world *w = NULL;
    REQUIRE(sut_world_create(&def, &w) == SUT_OK);
    for (int k = 0; k < 2; k++) {
        line_thread l;
        line_init(&l, VERTICES, 0.04);
        for (int i = 0; i < VERTICES; i++) {
            double angle = 0.5 * SUT_PI * i / (VERTICES - 1);
            double r = k == 0 ? 0.02 : 0.04;
            l.x[i] = v3(r * cos(angle), r * sin(angle), 0.0);
        }
        CHECK(line_add(w, &l).index1 != 0);
    }
    CHECK_EQ_INT(sut_islands_find(w, 1e-3), 2);
    sut_world_destroy(w);
}

TEST(what_moves_and_is_no_thread_is_not_divided) {
    sut_world_def def = room_for_pairs();
    sut_world *w = make_pairs(&def, 0, 1);
    REQUIRE(w != NULL);
    CHECK_EQ_INT(sut_islands_find(w, 1e-3), 2);
    sut_obstacle_def d = sut_default_obstacle_def();
    d.kind = SUT_OBSTACLE_SPHERE;
    d.center = v3(0.0, 0.0, 0.5);
    d.radius = 0.01;
    sut_obstacle_id ball;
    REQUIRE(sut_obstacle_create(w, &d, &ball) == SUT_OK);
    CHECK_EQ_INT(sut_islands_find(w, 1e-3), 2);
    CHECK_EQ_INT(sut_obstacle_set_pose(w, ball, v3(0.0, 0.0, 0.4), v3_zero()), SUT_OK);
    CHECK_EQ_INT(sut_islands_find(w, 1e-3), 1);
    CHECK(run_steps(w, 1, 1e-3));
    CHECK_EQ_INT(sut_islands_find(w, 1e-3), 2); // it has got there
    sut_world_destroy(w);
}

TEST(more_islands_than_there_are_views_share_some) {
    enum { MANY = 24 };
    sut_world_def def = sut_default_world_def();
    def.capacity.threads = MANY;
    def.capacity.vertices = MANY * VERTICES;
    def.capacity.contacts = 300;
    sut_world *w = NULL;
    REQUIRE(sut_world_create(&def, &w) == SUT_OK);
    for (int i = 0; i < MANY; i++) {
        (void)add_thread(w, v3(0.0, 0.01 * i, 0.0), v3(0.04, 0.0, 0.0));
    }
    CHECK(run_steps(w, 3, 1e-3));
    const sut_island_set *set = w->islands;
    CHECK_EQ_INT(set->count, SUT_ISLANDS);
    // all have found room in what was taken for them
    const sut_contacts *last = &set->island[set->count - 1].view.contacts;
    size_t end = (size_t)((const char *)last->memory - (const char *)set->contacts);
    CHECK(end + last->memory_size <= set->contacts_size);
    sut_world_destroy(w);
}

//---- further than was thought --------------------------------------------------------------------
// A bow that is let go straightens within the step: nothing says so before. Another thread is in
// its way, further off than it is thought to get.
static sut_world *make_bow(double *height, bool neighbour) {
    sut_world_def def = room_for_pairs();
    def.gravity = v3_zero();
    sut_world *w = NULL;
    if (sut_world_create(&def, &w) != SUT_OK) {
        return NULL;
    }
    line_thread l;
    line_init(&l, VERTICES, 0.04);
    for (int i = 0; i < VERTICES; i++) {
        double angle = SUT_PI * i / (VERTICES - 1);
        l.x[i] = v3(-0.01 * cos(angle), 0.01 * sin(angle), 0.0);
    }
    l.def.damping_bend = 0.0;
    CHECK(line_add(w, &l).index1 != 0);
    *height = l.x[0].x;
    if (neighbour) {
        // beside the free ends, which go out and up
        CHECK(add_thread(w, v3(-0.012, -0.02, 0.0), v3(0.0, 0.04, 0.0)).index1 != 0);
    }
    return w;
}

TEST(islands_that_meet_against_expectation_are_stepped_again_as_one) {
    double start;
    sut_world *alone = make_bow(&start, false);
    sut_world *both = make_bow(&start, true);
    REQUIRE(alone != NULL && both != NULL);
    CHECK_EQ_INT(sut_islands_find(both, 0.02), 2);
    CHECK(run_steps(alone, 1, 0.02) && run_steps(both, 1, 0.02));
    // alone it goes through where the neighbour is
    CHECK(alone->threads[0].rod.body.position[0].x < -0.013);
    double gap = HUGE_VAL;
    for (int i = 0; i < VERTICES; i++) {
        gap = fmin(gap, both->threads[0].rod.body.position[i].x -
                            both->threads[1].rod.body.position[VERTICES / 2].x);
    }
    CHECK(gap > 0.0); // pushed before it, not passed
    CHECK_EQ_INT(sut_islands_find(both, 0.02), 1);
    sut_world_destroy(alone);
    sut_world_destroy(both);
}

//---- failures and hooks --------------------------------------------------------------------------
TEST(an_island_that_fails_leaves_all_as_it_was) {
    sut_world_def def = room_for_pairs();
    sut_world *w = make_pairs(&def, 0, 2);
    REQUIRE(w != NULL);
    // nothing touches this one: it may not stand still as if it were pushed
    line_world l = {w, add_thread(w, v3(0.0, 0.0, 1.0), v3(0.04, 0.0, 0.0))};
    CHECK(run_steps(w, 10, 2e-3));
    sut_hold_key key = hold_key(0.0, v3_zero(), v3_zero(), 0.0);
    key.force = v3(1e300, 1e300, 0.0);
    sut_hold_id load = hold_add(&l, SUT_HOLD_FORCE, 20, &key, 1);
    CHECK(load.index1 != 0);
    uint64_t hash = sut_world_hash(w);
    CHECK_EQ_INT(sut_world_step(w, 2e-3), SUT_E_DIVERGED);
    CHECK_EQ_U64(sut_world_hash(w), hash);
    CHECK_EQ_INT(sut_hold_destroy(w, load), SUT_OK);
    sut_world *twin = make_pairs(&def, 0, 2);
    CHECK(run_steps(twin, 10, 2e-3));
    CHECK(run_steps(w, 10, 2e-3) && run_steps(twin, 10, 2e-3));
    CHECK(same_threads(w, twin, 0, 6));
    sut_world_destroy(twin);
    sut_world_destroy(w);
}

// What a hook sees goes on without jumps: no vertex further at once than a step takes it.
typedef struct seen {
    sut_vec3 x[2 * PAIRS][VERTICES];
    double jump;
    int parts, threads;
} seen;

static void look(void *ctx, const sut_world *w) {
    seen *s = ctx;
    for (int i = 0; i < s->threads; i++) {
        const sut_rod *r = &w->threads[i].rod;
        for (int v = 0; v < VERTICES; v++) {
            s->jump = fmax(s->jump, distance(s->x[i][v], r->body.position[v]));
            s->x[i][v] = r->body.position[v];
        }
    }
    s->parts++;
}

TEST(a_hook_sees_every_part_and_changes_no_bit) {
    sut_world_def def = room_for_pairs();
    sut_world *w = make_pairs(&def, 0, 2);
    static seen s;
    memset(&s, 0, sizeof s);
    s.threads = 6;
    def.on_part = look;
    def.on_part_ctx = &s;
    sut_world *watched = make_pairs(&def, 0, 2);
    REQUIRE(w != NULL && watched != NULL);
    look(&s, watched);
    s.jump = 0.0;
    bool cut = false;
    for (int n = 0; n < 100; n++) {
        CASE("step %d", n);
        s.parts = 0;
        CHECK(run_steps(w, 1, 2e-3) && run_steps(watched, 1, 2e-3));
        int most = sut_world_stats(w).substeps;
        CHECK(most > 1 ? s.parts >= most : s.parts == 1);
        cut = cut || most > 1;
        CHECK(memcmp(s.x[2], watched->threads[2].rod.body.position, sizeof s.x[2]) == 0);
    }
    CHECK(cut);
    CHECK_EQ_U64(sut_world_hash(w), sut_world_hash(watched));
    CHECK_LE(s.jump, 0.02); // a hand at 8 m/s goes 16 mm in a step
    sut_world_destroy(w);
    sut_world_destroy(watched);
}

//---- budget --------------------------------------------------------------------------------------
TEST(a_budget_is_shared_and_one_that_rests_gets_what_it_needs) {
    sut_world_def def = room_for_pairs();
    def.contact.budget = 400e-6;
    sut_world *w = make_pairs(&def, 0, 2);
    REQUIRE(w != NULL);
    bool hurried = false;
    for (int n = 0; n < 100; n++) {
        CASE("step %d", n);
        CHECK(run_steps(w, 1, 2e-3));
        const sut_island_set *set = w->islands;
        if (set->count == 1) {
            continue; // stepped as a whole
        }
        double limit = 0.0;
        for (int i = 0; i < set->count; i++) {
            limit += set->island[i].view.def.contact.budget;
        }
        CHECK_NEAR(limit, def.contact.budget, 1e-12);
        hurried = hurried || set->island[1].view.stats.hurried;
    }
    CHECK(hurried); // the one with the fast hand
    sut_world_destroy(w);
}

// Where a floor came to rest is where islands see it: not where the last step that moved it began.
TEST(a_floor_that_was_moved_bears_threads_that_are_stepped_apart) {
    sut_world_def def = room_for_pairs();
    sut_world *w = NULL;
    REQUIRE(sut_world_create(&def, &w) == SUT_OK);
    sut_obstacle_def d = sut_default_obstacle_def();
    d.kind = SUT_OBSTACLE_PLANE;
    d.axis = v3(0.0, 0.0, 1.0);
    sut_obstacle_id floor;
    CHECK_EQ_INT(sut_obstacle_create(w, &d, &floor), SUT_OK);
    sut_thread_id thread[2];
    for (int i = 0; i < 2; i++) {
        thread[i] = add_thread(w, v3(-0.02, place_of(i), 1e-3), v3(0.04, 0.0, 0.0));
    }
    const double lift = -1e-3; // in one step, ten radii
    CHECK_EQ_INT(sut_obstacle_set_pose(w, floor, v3(0.0, 0.0, lift), v3_zero()), SUT_OK);
    double lowest = HUGE_VAL;
    for (int k = 0; k < 60; k++) { // they fall 2 mm in 20 ms
        CHECK_EQ_INT(sut_world_step(w, 1e-3), SUT_OK);
        for (int i = 0; i < 2; i++) {
            sut_thread_view v;
            REQUIRE(sut_thread_get_view(w, thread[i], &v) == SUT_OK);
            for (int n = 0; n < v.vertex_count; n++) {
                lowest = fmin(lowest, v.position[n].z - lift);
            }
        }
    }
    CHECK(lowest > 0.5 * 1e-4); // the guard keeps half of a radius
    CHECK(lowest < 1.1e-4);     // and they lie on it
    sut_world_destroy(w);
}
