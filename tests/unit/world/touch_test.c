// SPDX-License-Identifier: MIT
// What touched in the last step is state: in snapshots, hashes and recordings, gone with its
// bodies.
#include "drive/drive.h"
#include "state_fixture.h"
#include "world_fixture.h"

#include "check.h"
#include "data/data.h"

#include <math.h>
#include <string.h>

static sut_touch touch_of(int first, int second, double place, double other, sut_vec3 force,
                          double slack) {
    sut_touch t = {
        .body = {first, second}, .place = {place, other}, .force = force, .slack = slack};
    return t;
}

//---- touches that are put there by hand ----------------------------------------------------------
typedef struct touched_world {
    sut_world *w;
    sut_thread_id first, second;
    sut_obstacle_id ball;
} touched_world;

// Two threads of 5 vertices and a ball, with slots that are not used between and after them, and
// three touches: of the first with itself, of the second with the first, of the first with the
// ball.
static touched_world make_touched(void) {
    touched_world t;
    memset(&t, 0, sizeof t);
    line_world l = line_world_make(5, 0.1);
    line_thread line;
    line_init(&line, 5, 0.1);
    line_shift(&line, 0.5);
    sut_thread_id gone = line_add(l.w, &line);
    line_shift(&line, 0.5);
    t.w = l.w;
    t.first = l.thread;
    t.second = line_add(l.w, &line);
    (void)sut_thread_destroy(l.w, gone);
    sut_obstacle_def d = sut_default_obstacle_def();
    d.kind = SUT_OBSTACLE_SPHERE;
    d.center.z = 0.5;
    d.radius = 0.01;
    sut_obstacle_id none;
    (void)sut_obstacle_create(l.w, &d, &none);
    (void)sut_obstacle_create(l.w, &d, &t.ball);
    (void)sut_obstacle_destroy(l.w, none);
    const sut_touch list[3] = {
        touch_of(0, 0, 0.25, 4.0, v3(1e-3, 0.0, 2e-3), 0.0),
        touch_of(2, 0, 3.5, 0.0, v3(0.0, -1e-3, 0.0), 1e-5),
        touch_of(0, l.w->bodies.bodies + 1, 2.75, 0.0, v3(0.0, 0.0, 1e-3), 0.0),
    };
    memcpy(l.w->contacts.touch, list, sizeof list);
    l.w->contacts.touches = 3;
    return t;
}

// Bit by bit, as numbers that have only been copied are.
static bool same_touch(const sut_touch *a, const sut_touch *b) {
    return a->body[0] == b->body[0] && a->body[1] == b->body[1] && a->place[0] == b->place[0] &&
           a->place[1] == b->place[1] && a->slack == b->slack &&
           distance(a->force, b->force) == 0.0;
}

TEST(touches_survive_a_restore) {
    touched_world t = make_touched();
    test_bytes image = test_snapshot(t.w);
    sut_world_def def = sut_default_world_def();
    sut_world *other = NULL;
    REQUIRE(sut_image_capacity(image.at, image.size, &def.capacity) == SUT_OK);
    CHECK_EQ_INT(def.capacity.obstacles, 2);
    REQUIRE(sut_world_create(&def, &other) == SUT_OK);
    REQUIRE(sut_world_restore(other, image.at, image.size) == SUT_OK);
    CHECK_EQ_INT(other->contacts.touches, 3);
    for (int i = 0; i < 3; i++) {
        CASE("i %d", i);
        // solids are numbered after as many threads as a world has room for
        sut_touch right = t.w->contacts.touch[i];
        bool solid = right.body[1] >= t.w->bodies.bodies;
        right.body[1] += solid ? other->bodies.bodies - t.w->bodies.bodies : 0;
        CHECK(same_touch(&other->contacts.touch[i], &right));
    }
    CHECK_EQ_U64(sut_world_hash(other), sut_world_hash(t.w));
    // and back into a world that has other ones
    t.w->contacts.touches = 2;
    CHECK_EQ_INT(sut_world_restore(t.w, image.at, image.size), SUT_OK);
    CHECK_EQ_INT(t.w->contacts.touches, 3);
    CHECK_EQ_U64(sut_world_hash(other), sut_world_hash(t.w));
    test_bytes_free(&image);
    sut_world_destroy(other);
    sut_world_destroy(t.w);
}

TEST(every_part_of_a_touch_is_in_the_hash) {
    touched_world t = make_touched();
    uint64_t plain = sut_world_hash(t.w);
    sut_touch good = t.w->contacts.touch[1];
    sut_touch *touch = &t.w->contacts.touch[1];
    double *numbers[6] = {&touch->place[0], &touch->place[1], &touch->force.x,
                          &touch->force.y,  &touch->force.z,  &touch->slack};
    for (int i = 0; i < 6; i++) {
        CASE("i %d", i);
        *numbers[i] += 1e-12;
        CHECK(sut_world_hash(t.w) != plain);
        *touch = good;
    }
    touch->body[0] = 0;
    CHECK(sut_world_hash(t.w) != plain);
    *touch = good;
    t.w->contacts.touches = 2;
    CHECK(sut_world_hash(t.w) != plain);
    sut_world_destroy(t.w);
}

// Each of these could have been written by no world.
TEST(touches_that_cannot_be_are_refused) {
    touched_world t = make_touched();
    const sut_touch bad[] = {
        touch_of(1, 0, 0.0, 0.0, v3(0, 0, 0), 0.0),                  // a slot without a thread
        touch_of(0, 1, 0.0, 0.0, v3(0, 0, 0), 0.0),                  //
        touch_of(0, 3, 0.0, 0.0, v3(0, 0, 0), 0.0),                  // one that never had one
        touch_of(-1, 0, 0.0, 0.0, v3(0, 0, 0), 0.0),                 // no first body
        touch_of(4, 0, 0.0, 0.0, v3(0, 0, 0), 0.0),                  // beyond the capacity
        touch_of(0, -1, 0.0, 0.0, v3(0, 0, 0), 0.0),                 // no second body
        touch_of(0, t.w->bodies.bodies, 0.0, 0.0, v3(0, 0, 0), 0.0), // a slot without an obstacle
        touch_of(0, t.w->bodies.bodies + 16, 0.0, 0.0, v3(0, 0, 0), 0.0), // beyond the capacity
        touch_of(0, -2, 0.0, 0.0, v3(0, 0, 0), 0.0),                      //
        touch_of(0, 2, 4.001, 0.0, v3(0, 0, 0), 0.0),                     // beyond the last vertex
        touch_of(0, 2, 0.0, 4.001, v3(0, 0, 0), 0.0),                     //
        touch_of(0, 2, -0.001, 0.0, v3(0, 0, 0), 0.0),                    // before the first
        touch_of(0, 2, (double)NAN, 0.0, v3(0, 0, 0), 0.0),               // no numbers
        touch_of(0, 2, 0.0, 0.0, v3(0, (double)NAN, 0), 0.0),             //
        touch_of(0, 2, 0, 0, v3(0, 0, (double)INFINITY), 0.0),            //
        touch_of(0, 2, 0.0, 0.0, v3(0, 0, 0), (double)NAN),               //
        touch_of(0, 2, 0.0, 0.0, v3(0, 0, 0), -1e-9), // less than nothing forgiven
    };
    test_bytes good = test_snapshot(t.w);
    uint64_t hash = sut_world_hash(t.w);
    sut_world_def def = sut_default_world_def();
    sut_world *other = NULL;
    REQUIRE(sut_world_create(&def, &other) == SUT_OK);
    REQUIRE(sut_world_restore(other, good.at, good.size) == SUT_OK);
    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++) {
        CASE("i %zu", i);
        t.w->contacts.touch[1] = bad[i];
        test_bytes image = test_snapshot(t.w);
        if (!CHECK_EQ_INT(sut_world_restore(other, image.at, image.size), SUT_E_FORMAT)) {
            CHECK_EQ_INT(i, -1); // which one
        }
        CHECK_EQ_U64(sut_world_hash(other), hash);
        test_bytes_free(&image);
    }
    test_bytes_free(&good);
    sut_world_destroy(other);
    sut_world_destroy(t.w);
}

TEST(more_touches_than_a_world_has_room_for_are_refused) {
    touched_world t = make_touched();
    test_bytes image = test_snapshot(t.w);
    sut_world_def def = sut_default_world_def();
    def.capacity.contacts = 2;
    sut_world *small = NULL;
    REQUIRE(sut_world_create(&def, &small) == SUT_OK);
    CHECK_EQ_INT(sut_world_restore(small, image.at, image.size), SUT_E_CAPACITY);
    sut_world_destroy(small);
    def.capacity.contacts = 3;
    REQUIRE(sut_world_create(&def, &small) == SUT_OK);
    CHECK_EQ_INT(sut_world_restore(small, image.at, image.size), SUT_OK);
    sut_world_destroy(small);
    // announced, but not there
    size_t touches = 7 * WORD;
    REQUIRE(get_word(image.at + touches) == 3);
    const uint64_t lies[4] = {2, 4, 10000000, UINT64_MAX};
    for (int i = 0; i < 4; i++) {
        CASE("i %d", i);
        put_word(image.at + touches, lies[i]);
        sign(&image);
        CHECK_EQ_INT(sut_world_restore(t.w, image.at, image.size), SUT_E_FORMAT);
    }
    test_bytes_free(&image);
    sut_world_destroy(t.w);
}

TEST(a_world_without_contacts_has_no_touches) {
    touched_world t = make_touched();
    t.w->def.contact.disabled = true;
    test_bytes image = test_snapshot(t.w);
    uint64_t hash = sut_world_hash(t.w);
    CHECK_EQ_INT(sut_world_restore(t.w, image.at, image.size), SUT_E_FORMAT);
    CHECK_EQ_U64(sut_world_hash(t.w), hash);
    test_bytes_free(&image);
    sut_world_destroy(t.w);
}

TEST(touches_go_with_their_bodies) {
    touched_world t = make_touched();
    sut_touch list[3];
    memcpy(list, t.w->contacts.touch, sizeof list);
    CHECK_EQ_INT(sut_obstacle_destroy(t.w, t.ball), SUT_OK);
    CHECK_EQ_INT(t.w->contacts.touches, 2);
    CHECK(same_touch(&t.w->contacts.touch[1], &list[1]));
    CHECK_EQ_INT(sut_thread_destroy(t.w, t.second), SUT_OK);
    CHECK_EQ_INT(t.w->contacts.touches, 1);
    CHECK(same_touch(&t.w->contacts.touch[0], &list[0]));
    CHECK_EQ_INT(sut_thread_destroy(t.w, t.first), SUT_OK);
    CHECK_EQ_INT(t.w->contacts.touches, 0);
    // what is left can be written and read
    test_bytes image = test_snapshot(t.w);
    CHECK_EQ_INT(sut_world_restore(t.w, image.at, image.size), SUT_OK);
    test_bytes_free(&image);
    sut_world_destroy(t.w);
}

TEST(a_step_that_fails_can_give_touches_and_poses_back) {
    touched_world t = make_touched();
    uint64_t hash = sut_world_hash(t.w);
    sut_obstacle_slot *ball = sut_world_obstacle(t.w, t.ball);
    sut_obstacle_save(t.w);
    sut_touch_save(t.w);
    ball->position.x += 1.0;
    ball->rotation.y += 1.0;
    t.w->contacts.touch[0].force.x = 7.0;
    t.w->contacts.touches = 1;
    CHECK(sut_world_hash(t.w) != hash);
    sut_touch_roll_back(t.w);
    CHECK_EQ_U64(sut_world_hash(t.w), hash);
    CHECK_NEAR(ball->now.center.x, 0.0, 0.0);
    sut_world_destroy(t.w);
}

//---- settings ------------------------------------------------------------------------------------
TEST(contact_settings_go_with_the_image) {
    sut_world_def def = sut_default_world_def();
    def.contact =
        (sut_contact_def){SUT_CONTACT_NNCG, 77, 1e-5, 2e-3, 0.5, true, true, SUT_HOLES_PORTALS};
    sut_world *a = NULL;
    sut_world *b = NULL;
    REQUIRE(sut_world_create(&def, &a) == SUT_OK);
    def = sut_default_world_def();
    REQUIRE(sut_world_create(&def, &b) == SUT_OK);
    CHECK(sut_world_hash(a) != sut_world_hash(b));
    test_bytes image = test_snapshot(a);
    REQUIRE(sut_world_restore(b, image.at, image.size) == SUT_OK);
    CHECK_EQ_U64(sut_world_hash(a), sut_world_hash(b));
    CHECK_EQ_INT(b->def.contact.solver, SUT_CONTACT_NNCG);
    CHECK_EQ_INT(b->def.contact.holes, SUT_HOLES_PORTALS);
    CHECK_EQ_INT(b->def.contact.iterations, 77);
    CHECK_NEAR(b->def.contact.stiffness, 0.5, 0.0);
    CHECK(b->def.contact.disabled && b->def.contact.unguarded);
    // after gravity, two limits and a tolerance: solver, iterations, tolerance, budget, stiffness
    size_t first = 15;
    const struct {
        size_t word;
        uint64_t evil;
    } lies[7] = {{0, 6},
                 {1, 0},
                 {1, 10001},
                 {2, bits_of(0.0)},
                 {3, bits_of(-1.0)},
                 {4, bits_of((double)INFINITY)},
                 {5, 2}};
    REQUIRE(get_word(image.at + (first + 1) * WORD) == 77);
    for (int i = 0; i < 7; i++) {
        CASE("i %d", i);
        unsigned char *at = image.at + (first + lies[i].word) * WORD;
        uint64_t good = get_word(at);
        put_word(at, lies[i].evil);
        sign(&image);
        CHECK_EQ_INT(sut_world_restore(b, image.at, image.size), SUT_E_FORMAT);
        put_word(at, good);
    }
    test_bytes_free(&image);
    sut_world_destroy(a);
    sut_world_destroy(b);
}

//---- touches that come about ---------------------------------------------------------------------
// A limp thread falls onto a floor and over a ball that comes up through it, which is steered later
// on, and onto another thread. Its friction changes in between.
typedef struct heap {
    sut_world *w;
    sut_thread_id upper, lower;
    sut_obstacle_id ball;
} heap;

static sut_thread_id heap_thread(sut_world *w, double z, bool across) {
    enum { COUNT = 21, MIDDLE = 10 };
    sut_vec3 x[COUNT];
    for (int i = 0; i < COUNT; i++) {
        double s = 0.001 * (i - MIDDLE);
        x[i] = across ? (sut_vec3){0.004, s, z} : (sut_vec3){s, 0.0, z};
    }
    sut_thread_def d = sut_default_thread_def();
    d.positions = x;
    d.vertex_count = COUNT;
    d.friction = 0.3;
    d.EI *= 0.01;
    sut_thread_id id = {0, 0};
    (void)sut_thread_create(w, &d, &id);
    return id;
}

static heap make_heap(void) {
    heap h;
    memset(&h, 0, sizeof h);
    sut_world_def def = sut_default_world_def();
    if (sut_world_create(&def, &h.w) != SUT_OK) {
        return h;
    }
    h.lower = heap_thread(h.w, 1.2e-4, true);
    h.upper = heap_thread(h.w, 4e-4, false);
    sut_obstacle_def d = sut_default_obstacle_def();
    sut_obstacle_id floor;
    (void)sut_obstacle_create(h.w, &d, &floor);
    const sut_obstacle_key keys[2] = {{0.0, {-4e-3, 0.0, -3e-3}, {0.0, 0.0, 0.0}},
                                      {0.05, {-4e-3, 1e-3, -1e-3}, {0.0, 1.0, 0.0}}};
    d = sut_default_obstacle_def();
    d.kind = SUT_OBSTACLE_SPHERE;
    d.center = keys[0].position;
    d.radius = 2e-3;
    d.keys = keys;
    d.key_count = 2;
    (void)sut_obstacle_create(h.w, &d, &h.ball);
    return h;
}

static bool heap_step(heap *h, int step) {
    bool fine = true;
    if (step % 20 == 15) {
        fine = sut_thread_set_friction(h->w, h->upper, 0.01 * step) == SUT_OK;
    }
    if (step >= 40 && step % 5 == 0) {
        sut_vec3 place = {-4e-3 + 1e-5 * step, 1e-3, -1e-3};
        fine = fine && sut_obstacle_set_pose(h->w, h->ball, place, place) == SUT_OK;
    }
    return fine && sut_world_step(h->w, 1e-3) == SUT_OK;
}

TEST(what_touches_continues_alike_after_a_restore) {
    enum { STEPS = 60, MOST = 30 };
    heap h = make_heap();
    heap twin = make_heap();
    REQUIRE(sut_thread_is_valid(h.w, h.upper) && sut_thread_is_valid(h.w, h.lower));
    REQUIRE(sut_obstacle_is_valid(h.w, h.ball));
    int touching = 0;
    for (int i = 0; i < STEPS; i++) {
        CASE("i %d", i);
        // the twin is a restored one at every third step
        if (i % 3 == 0) {
            test_bytes image = test_snapshot(h.w);
            CHECK_EQ_INT(sut_world_restore(twin.w, image.at, image.size), SUT_OK);
            test_bytes_free(&image);
        }
        REQUIRE(heap_step(&h, i) && heap_step(&twin, i));
        CHECK_EQ_U64(sut_world_hash(h.w), sut_world_hash(twin.w));
        int count = 0;
        int again = 0;
        const sut_contact_view *a = sut_world_contacts(h.w, &count);
        const sut_contact_view *b = sut_world_contacts(twin.w, &again);
        CHECK_EQ_INT(count, again);
        CHECK(count != again || memcmp(a, b, (size_t)count * sizeof *a) == 0);
        touching += count > 0 ? 1 : 0;
    }
    CHECK_LE(MOST, touching); // else this test has not seen what it is for
    sut_world_destroy(h.w);
    sut_world_destroy(twin.w);
}

TEST(what_touches_is_replayed_bit_by_bit) {
    heap h = make_heap();
    REQUIRE(h.w != NULL);
    test_bytes b = {NULL, 0, 0, 0};
    for (int i = 0; i < 12; i++) {
        CASE("i %d", i);
        REQUIRE(heap_step(&h, i));
    }
    sut_record_sink sink = {test_bytes_write, &b};
    REQUIRE(sut_record_start(h.w, sink) == SUT_OK);
    for (int i = 12; i < 60; i++) {
        CASE("i %d", i);
        REQUIRE(heap_step(&h, i));
    }
    REQUIRE(sut_record_stop(h.w) == SUT_OK);
    sut_replay *r = NULL;
    REQUIRE(sut_replay_open(b.at, b.size, NULL, &r) == SUT_OK);
    sut_replay_step step;
    int steps = 0;
    while (sut_replay_next(r, &step)) {
        CHECK_EQ_U64(step.got, step.recorded);
        steps++;
    }
    CHECK_EQ_INT(sut_replay_result(r), SUT_OK);
    CHECK_EQ_INT(steps, 48);
    sut_replay_close(r);
    sut_world_destroy(h.w);
    test_bytes_free(&b);
}

TEST(views_of_contacts_end_with_a_restore) {
    heap h = make_heap();
    REQUIRE(h.w != NULL);
    test_bytes image = test_snapshot(h.w);
    for (int i = 0; i < 30; i++) {
        CASE("i %d", i);
        REQUIRE(heap_step(&h, i));
    }
    int count = -1;
    (void)sut_world_contacts(h.w, &count);
    CHECK_LE(1, count);
    CHECK_EQ_INT(sut_world_restore(h.w, image.at, image.size), SUT_OK);
    (void)sut_world_contacts(h.w, &count);
    CHECK_EQ_INT(count, 0); // they are of the last step, and there was none
    test_bytes_free(&image);
    sut_world_destroy(h.w);
}

TEST(steps_with_contacts_take_no_memory) {
    heap h = make_heap();
    REQUIRE(h.w != NULL);
    size_t before = sut_world_stats(h.w).memory;
    for (int i = 0; i < 40; i++) {
        CASE("i %d", i);
        REQUIRE(heap_step(&h, i));
        CHECK_EQ_INT(sut_world_stats(h.w).memory, before);
    }
    sut_world_destroy(h.w);
}
