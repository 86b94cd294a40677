// SPDX-License-Identifier: MIT
// Obstacles as objects of a world: made, refused, moved, destroyed, remembered.
#include "drive/drive.h"
#include "state_fixture.h"
#include "world_fixture.h"

#include "check.h"
#include "data/data.h"
#include "geom/advance.h"
#include "math/vec3.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

static const double nan_value = (double)NAN;
static const double inf_value = (double)INFINITY;

static sut_world *empty_world(void) {
    sut_world_def def = sut_default_world_def();
    sut_world *w = NULL;
    (void)sut_world_create(&def, &w);
    return w;
}

// A good def of each kind.
static sut_obstacle_def good_def(sut_obstacle_kind kind) {
    sut_obstacle_def d = sut_default_obstacle_def();
    d.kind = kind;
    d.center = (sut_vec3){0.1, 0.2, 0.3};
    d.axis = (sut_vec3){0.0, 3.0, 4.0};
    d.radius = 0.01;
    d.length = 0.05;
    d.size = (sut_vec3){0.02, 0.04, 0.06};
    d.rotation = (sut_vec3){0.0, 0.0, 0.5};
    return d;
}

static sut_obstacle_id obstacle_add(sut_world *w, const sut_obstacle_def *d) {
    sut_obstacle_id id = {0, 0};
    (void)sut_obstacle_create(w, d, &id);
    return id;
}

static sut_vec3 position_of(const sut_world *w, sut_obstacle_id id) {
    sut_vec3 p = {nan_value, nan_value, nan_value};
    sut_vec3 r;
    (void)sut_obstacle_get_pose(w, id, &p, &r);
    return p;
}

static sut_vec3 rotation_of(const sut_world *w, sut_obstacle_id id) {
    sut_vec3 p;
    sut_vec3 r = {nan_value, nan_value, nan_value};
    (void)sut_obstacle_get_pose(w, id, &p, &r);
    return r;
}

//---- shortened motions ---------------------------------------------------------------------------
// The guard promises a share of the way that it has followed, and no other.
TEST(a_share_of_a_turn_lies_on_the_way_that_the_guard_follows) {
    sut_world *w = empty_world();
    REQUIRE(w != NULL);
    sut_obstacle_def d = good_def(SUT_OBSTACLE_BOX);
    sut_obstacle_slot *o = sut_world_obstacle(w, obstacle_add(w, &d));
    REQUIRE(o != NULL);
    const sut_vec3 turns[][2] = {{{1.0, 2.0, 0.5}, {-1.0, 0.4, 2.0}},
                                 {{0.0, 0.0, 0.0}, {0.3, -2.0, 1.0}},
                                 {{0.0, 0.0, 13.0}, {0.2, 0.1, 13.5}},
                                 {{-4.0, 5.0, 1.0}, {-4.5, 5.5, 0.5}}};
    for (int i = 0; i < 4; i++) {
        CASE("i %d", i);
        o->position = (sut_vec3){0.1, 0.0, 0.0};
        o->rotation = turns[i][0];
        sut_obstacle_place(o);
        o->next_position = (sut_vec3){0.0, 0.2, 0.0};
        o->next_rotation = turns[i][1];
        o->next = sut_shape_moved(&o->shape, o->next_position, o->next_rotation);
        sut_shape path = sut_shape_between(&o->now, &o->next, 0.3);
        sut_obstacle_commit(w, 0.3, 1e-3);
        sut_shape there = sut_shape_moved(&o->shape, o->position, o->rotation);
        CHECK_NEAR(v3_distance(there.center, path.center), 0.0, 1e-15);
        for (int a = 0; a < 3; a++) {
            CASE("a %d", a);
            // a hundred roundings of numbers up to thirteen
            CHECK_NEAR(v3_distance(there.axis[a], path.axis[a]), 0.0, 3e-13);
        }
    }
    // whole turns are not lost on the way: 13 rad are two and a bit
    o->rotation = turns[2][0];
    o->next_rotation = turns[2][1];
    sut_obstacle_commit(w, 0.5, 1e-3);
    CHECK_NEAR(o->rotation.z, 13.25, 0.01);
    sut_world_destroy(w);
}

//---- life cycle ----------------------------------------------------------------------------------
TEST(every_kind_is_where_its_def_has_it) {
    sut_world *w = empty_world();
    REQUIRE(w != NULL);
    for (int kind = SUT_OBSTACLE_PLANE; kind <= SUT_OBSTACLE_BOX; kind++) {
        CASE("kind %d", kind);
        sut_obstacle_def d = good_def((sut_obstacle_kind)kind);
        uint64_t hash = sut_world_hash(w);
        sut_obstacle_id id = obstacle_add(w, &d);
        REQUIRE(sut_obstacle_is_valid(w, id));
        CHECK_STR(sut_world_refusal(w), "");
        CHECK_EQ_INT(id.index1, kind + 1);
        CHECK(sut_world_hash(w) != hash);
        CHECK_LE(distance(position_of(w, id), d.center), 0.0);
        CHECK_LE(distance(rotation_of(w, id), (sut_vec3){0, 0, 0}), 0.0);
    }
    sut_world_destroy(w);
}

TEST(the_shape_of_each_kind_is_that_of_its_def) {
    sut_world *w = empty_world();
    REQUIRE(w != NULL);
    sut_obstacle_def d = good_def(SUT_OBSTACLE_PLANE);
    sut_obstacle_id plane = obstacle_add(w, &d);
    d = good_def(SUT_OBSTACLE_CAPSULE);
    sut_obstacle_id capsule = obstacle_add(w, &d);
    d = good_def(SUT_OBSTACLE_BOX);
    sut_obstacle_id box = obstacle_add(w, &d);
    // a point over the middle of a side, by hand; errors are those of a few operations on 0.3 m
    const double tolerance = 1e-15;
    sut_vec3 up = {0.0, 0.6, 0.8};
    sut_vec3 over = v3_madd(d.center, 0.05, up);
    CHECK_NEAR(sut_shape_distance(&sut_world_obstacle(w, plane)->now, over, NULL), 0.05, tolerance);
    // half of 0.05 m, then 0.01 m of the ball
    CHECK_NEAR(sut_shape_distance(&sut_world_obstacle(w, capsule)->now, over, NULL), 0.015,
               tolerance);
    // the second side of the box, 0.04 m, turned by half a radian about z
    sut_vec3 side = {-sin(0.5), cos(0.5), 0.0};
    sut_vec3 beside = v3_madd(d.center, 0.05, side);
    CHECK_NEAR(sut_shape_distance(&sut_world_obstacle(w, box)->now, beside, NULL), 0.03, tolerance);
    sut_world_destroy(w);
}

static void check_dead(sut_world *w, sut_obstacle_id id) {
    uint64_t hash = sut_world_hash(w);
    sut_vec3 p;
    sut_vec3 r;
    CHECK(!sut_obstacle_is_valid(w, id));
    CHECK_EQ_INT(sut_obstacle_get_pose(w, id, &p, &r), SUT_E_ID);
    CHECK_EQ_INT(sut_obstacle_set_pose(w, id, (sut_vec3){0}, (sut_vec3){0}), SUT_E_ID);
    CHECK_EQ_INT(sut_obstacle_destroy(w, id), SUT_E_ID);
    CHECK_EQ_U64(sut_world_hash(w), hash);
}

TEST(ids_die_with_their_obstacle) {
    sut_world *w = empty_world();
    REQUIRE(w != NULL);
    sut_obstacle_def d = good_def(SUT_OBSTACLE_SPHERE);
    sut_obstacle_id first = obstacle_add(w, &d);
    sut_obstacle_id second = obstacle_add(w, &d);
    CHECK_EQ_INT(sut_obstacle_destroy(w, first), SUT_OK);
    check_dead(w, first);
    CHECK(sut_obstacle_is_valid(w, second));
    // another one in the same slot has another generation
    sut_obstacle_id again = obstacle_add(w, &d);
    CHECK_EQ_INT(again.index1, first.index1);
    CHECK(again.generation != first.generation);
    check_dead(w, first);
    const sut_obstacle_id never[4] = {{0, 0}, {0, 1}, {17, 1}, {UINT32_MAX, 1}};
    for (int i = 0; i < 4; i++) {
        check_dead(w, never[i]);
    }
    sut_world_destroy(w);
}

TEST(the_capacity_of_obstacles_ends_without_a_trace) {
    sut_world_def def = sut_default_world_def();
    def.capacity.obstacles = 2;
    sut_world *w = NULL;
    REQUIRE(sut_world_create(&def, &w) == SUT_OK);
    sut_obstacle_def d = good_def(SUT_OBSTACLE_BOX);
    sut_obstacle_id first = obstacle_add(w, &d);
    CHECK(obstacle_add(w, &d).index1 == 2);
    uint64_t hash = sut_world_hash(w);
    sut_obstacle_id id = {9, 9};
    CHECK_EQ_INT(sut_obstacle_create(w, &d, &id), SUT_E_CAPACITY);
    CHECK(contains(sut_world_refusal(w), "capacity"));
    CHECK_EQ_INT(id.index1, 9);
    CHECK_EQ_U64(sut_world_hash(w), hash);
    CHECK_EQ_INT(sut_obstacle_destroy(w, first), SUT_OK);
    CHECK_EQ_INT(sut_obstacle_create(w, &d, &id), SUT_OK);
    sut_world_destroy(w);
}

TEST(null_pointers_of_obstacles_are_refused) {
    sut_world *w = empty_world();
    REQUIRE(w != NULL);
    sut_obstacle_def d = good_def(SUT_OBSTACLE_SPHERE);
    sut_obstacle_id id = obstacle_add(w, &d);
    sut_obstacle_id other;
    sut_vec3 p;
    int count = 7;
    CHECK_EQ_INT(sut_obstacle_create(NULL, &d, &other), SUT_E_ARGUMENT);
    CHECK_EQ_INT(sut_obstacle_create(w, NULL, &other), SUT_E_ARGUMENT);
    CHECK_EQ_INT(sut_obstacle_create(w, &d, NULL), SUT_E_ARGUMENT);
    CHECK_EQ_INT(sut_obstacle_get_pose(w, id, NULL, &p), SUT_E_ARGUMENT);
    CHECK_EQ_INT(sut_obstacle_get_pose(w, id, &p, NULL), SUT_E_ARGUMENT);
    check_dead(NULL, id);
    CHECK(sut_world_contacts(NULL, &count) == NULL);
    CHECK_EQ_INT(count, 0);
    CHECK(sut_world_contacts(w, NULL) != NULL);
    sut_obstacle_def plain;
    memset(&plain, 0, sizeof plain);
    plain.axis.z = 1.0;
    CHECK_EQ_INT(sut_obstacle_create(w, &plain, &other), SUT_E_DEF);
    CHECK(contains(sut_world_refusal(w), "sut_default_obstacle_def"));
    sut_world_destroy(w);
}

TEST(the_default_obstacle_is_a_floor) {
    sut_world *w = empty_world();
    REQUIRE(w != NULL);
    sut_obstacle_def d = sut_default_obstacle_def();
    CHECK_NEAR(d.friction, 0.3, 0.0);
    CHECK(isinf(d.length));
    sut_obstacle_id id = obstacle_add(w, &d);
    const sut_obstacle_slot *o = sut_world_obstacle(w, id);
    REQUIRE(o != NULL);
    CHECK_NEAR(sut_shape_distance(&o->now, (sut_vec3){5.0, -3.0, 0.25}, NULL), 0.25, 0.0);
    CHECK_NEAR(sut_shape_distance(&o->now, (sut_vec3){5.0, -3.0, -0.25}, NULL), -0.25, 0.0);
    sut_world_destroy(w);
}

//---- refusals ------------------------------------------------------------------------------------
// The sentence names the field, and nothing has changed.
static void check_refused(sut_world *w, const sut_obstacle_def *d, const char *name) {
    uint64_t hash = sut_world_hash(w);
    sut_obstacle_id id = {9, 9};
    CHECK_EQ_INT(sut_obstacle_create(w, d, &id), SUT_E_ARGUMENT);
    CHECK_EQ_INT(id.index1, 9);
    if (!CHECK(contains(sut_world_refusal(w), name))) {
        printf("    %s: %s\n", name, sut_world_refusal(w));
    }
    CHECK_EQ_U64(sut_world_hash(w), hash);
}

static bool kind_uses(sut_obstacle_kind kind, const char *field) {
    bool box = kind == SUT_OBSTACLE_BOX;
    bool plane = kind == SUT_OBSTACLE_PLANE;
    bool sphere = kind == SUT_OBSTACLE_SPHERE;
    if (strncmp(field, "size", 4) == 0) {
        return box;
    }
    if (strcmp(field, "length") == 0) {
        return !box && !plane && !sphere;
    }
    return strcmp(field, "radius") != 0 || (!box && !plane);
}

#define FIELD(name) #name, offsetof(sut_obstacle_def, name)

// What a kind uses is checked; what it does not use is not looked at.
TEST(sizes_and_friction_are_checked_where_they_are_used) {
    const struct {
        const char *name;
        size_t offset;
        double bad[4];
    } fields[6] = {
        {FIELD(radius), {0.0, -0.01, 1.1e9, nan_value}},
        {FIELD(length), {0.0, -0.01, 1.1e9, nan_value}},
        {FIELD(size.x), {0.0, -0.01, 1.1e9, nan_value}},
        {FIELD(size.y), {0.0, -0.01, inf_value, nan_value}},
        {FIELD(size.z), {0.0, -0.01, inf_value, nan_value}},
        {FIELD(friction), {-1e-9, 1.1e6, inf_value, nan_value}},
    };
    sut_world *w = empty_world();
    REQUIRE(w != NULL);
    for (int kind = SUT_OBSTACLE_PLANE; kind <= SUT_OBSTACLE_BOX; kind++) {
        CASE("kind %d", kind);
        for (int i = 0; i < 6; i++) {
            CASE("i %d", i);
            for (int k = 0; k < 4; k++) {
                CASE("k %d", k);
                sut_obstacle_def d = good_def((sut_obstacle_kind)kind);
                memcpy((char *)&d + fields[i].offset, &fields[i].bad[k], sizeof(double));
                if (kind_uses(d.kind, fields[i].name)) {
                    check_refused(w, &d, fields[i].name);
                } else {
                    CHECK(sut_obstacle_destroy(w, obstacle_add(w, &d)) == SUT_OK);
                }
            }
        }
    }
    sut_world_destroy(w);
}

TEST(only_a_cylinder_may_be_endless) {
    sut_world *w = empty_world();
    REQUIRE(w != NULL);
    sut_obstacle_def d = good_def(SUT_OBSTACLE_CYLINDER);
    d.length = inf_value;
    CHECK(obstacle_add(w, &d).index1 != 0);
    d.length = -inf_value;
    check_refused(w, &d, "length");
    d = good_def(SUT_OBSTACLE_CAPSULE);
    d.length = inf_value;
    check_refused(w, &d, "length");
    sut_world_destroy(w);
}

TEST(places_and_directions_of_obstacles) {
    sut_world *w = empty_world();
    REQUIRE(w != NULL);
    const double far_off[3] = {nan_value, inf_value, 1.1e9};
    for (int k = 0; k < 3; k++) {
        sut_obstacle_def d = good_def(SUT_OBSTACLE_SPHERE);
        d.center.y = far_off[k];
        check_refused(w, &d, "center");
        d = good_def(SUT_OBSTACLE_BOX);
        d.rotation.z = far_off[k];
        check_refused(w, &d, "rotation");
    }
    const sut_vec3 axes[4] = {{0, 0, 0}, {nan_value, 0, 1}, {0, inf_value, 0}, {1e200, 0, 0}};
    const sut_obstacle_kind directed[3] = {SUT_OBSTACLE_PLANE, SUT_OBSTACLE_CYLINDER,
                                           SUT_OBSTACLE_CAPSULE};
    for (int k = 0; k < 12; k++) {
        sut_obstacle_def d = good_def(directed[k % 3]);
        d.axis = axes[k / 3];
        check_refused(w, &d, "axis");
    }
    const int kinds[2] = {-1, 5};
    for (int k = 0; k < 2; k++) {
        sut_obstacle_def d = good_def(SUT_OBSTACLE_SPHERE);
        memcpy(&d.kind, &kinds[k], sizeof kinds[k]);
        check_refused(w, &d, "kind");
    }
    sut_world_destroy(w);
}

TEST(keys_of_obstacles_are_checked) {
    sut_world *w = empty_world();
    REQUIRE(w != NULL);
    sut_obstacle_def d = good_def(SUT_OBSTACLE_SPHERE);
    const sut_obstacle_key fine[2] = {{0.0, d.center, {0, 0, 0}}, {1.0, {1, 1, 1}, {0, 3, 0}}};
    sut_obstacle_key keys[2];
    d.keys = keys;
    d.key_count = 2;
    const double times[5] = {0.0, -1.0, nan_value, inf_value, 1e16};
    const double far_off[3] = {nan_value, inf_value, 1.1e9};
    for (int k = 0; k < 5; k++) {
        memcpy(keys, fine, sizeof keys);
        keys[1].t = times[k];
        check_refused(w, &d, "key 1: time");
        memcpy(keys, fine, sizeof keys);
        keys[1].position.x = far_off[k % 3];
        check_refused(w, &d, "key 1: position");
        memcpy(keys, fine, sizeof keys);
        keys[0].rotation.y = far_off[k % 3];
        check_refused(w, &d, "key 0: rotation");
    }
    memcpy(keys, fine, sizeof keys);
    d.key_count = -1;
    check_refused(w, &d, "key_count");
    d.key_count = SUT_OBSTACLE_KEYS + 1;
    check_refused(w, &d, "key_count");
    d.key_count = 1;
    d.keys = NULL;
    check_refused(w, &d, "keys");
    sut_world_destroy(w);
}

TEST(as_many_keys_as_promised_are_taken) {
    sut_world *w = empty_world();
    REQUIRE(w != NULL);
    sut_obstacle_key keys[SUT_OBSTACLE_KEYS];
    sut_obstacle_def d = good_def(SUT_OBSTACLE_BOX);
    for (int i = 0; i < SUT_OBSTACLE_KEYS; i++) {
        keys[i] = (sut_obstacle_key){i, v3_add(d.center, v3(i, 0, 0)), {0, 0, i}};
    }
    d.keys = keys;
    d.key_count = SUT_OBSTACLE_KEYS;
    sut_obstacle_id id = obstacle_add(w, &d);
    REQUIRE(id.index1 != 0);
    sut_obstacle_gather(w, SUT_OBSTACLE_KEYS - 1.25, 1e-3);
    const sut_obstacle_slot *o = sut_world_obstacle(w, id);
    // three quarters of the last way; a few operations on 62 m
    CHECK_NEAR(o->next_position.x, 0.1 + SUT_OBSTACLE_KEYS - 1.25, 3e-14);
    CHECK_NEAR(o->next_rotation.z, SUT_OBSTACLE_KEYS - 1.25, 3e-14);
    sut_world_destroy(w);
}

// By more than half of what is thinnest, and a plane by more than rounding.
TEST(a_motion_that_begins_elsewhere_is_refused) {
    sut_world *w = empty_world();
    REQUIRE(w != NULL);
    const double reach[5] = {0.0, 0.01, 0.01, 0.01, 0.01};
    for (int kind = SUT_OBSTACLE_PLANE; kind <= SUT_OBSTACLE_BOX; kind++) {
        CASE("kind %d", kind);
        sut_obstacle_def d = good_def((sut_obstacle_kind)kind);
        sut_vec3 up = {0.0, 0.6, 0.8};
        sut_obstacle_key key = {0.0, v3_madd(d.center, 1.01 * reach[kind] + 1e-6, up), {0, 0, 0}};
        d.keys = &key;
        d.key_count = 1;
        check_refused(w, &d, "key 0: position");
        key.position = v3_madd(d.center, 0.99 * reach[kind], up);
        CHECK(obstacle_add(w, &d).index1 != 0);
    }
    // a plane may begin anywhere in itself
    sut_obstacle_def d = good_def(SUT_OBSTACLE_PLANE);
    sut_obstacle_key key = {0.0, v3_madd(d.center, 7.0, v3(0.0, 0.8, -0.6)), {0, 0, 0}};
    d.keys = &key;
    d.key_count = 1;
    CHECK(obstacle_add(w, &d).index1 != 0);
    sut_world_destroy(w);
}

TEST(poses_are_checked_like_keys) {
    sut_world *w = empty_world();
    REQUIRE(w != NULL);
    sut_obstacle_def d = good_def(SUT_OBSTACLE_SPHERE);
    sut_obstacle_id id = obstacle_add(w, &d);
    uint64_t hash = sut_world_hash(w);
    const double bad[4] = {nan_value, inf_value, 1.1e9, -1.1e9};
    for (int k = 0; k < 4; k++) {
        CASE("k %d", k);
        sut_vec3 odd = {0.0, bad[k], 0.0};
        CHECK_EQ_INT(sut_obstacle_set_pose(w, id, odd, (sut_vec3){0}), SUT_E_ARGUMENT);
        CHECK_EQ_INT(sut_obstacle_set_pose(w, id, (sut_vec3){0}, odd), SUT_E_ARGUMENT);
    }
    CHECK_EQ_U64(sut_world_hash(w), hash);
    sut_world_destroy(w);
}

TEST(friction_of_a_thread_is_checked_and_remembered) {
    line_world l = line_world_make(4, 0.1);
    REQUIRE(l.w != NULL);
    uint64_t hash = sut_world_hash(l.w);
    const double bad[4] = {-1e-9, 1.1e6, nan_value, inf_value};
    for (int k = 0; k < 4; k++) {
        CASE("k %d", k);
        CHECK_EQ_INT(sut_thread_set_friction(l.w, l.thread, bad[k]), SUT_E_ARGUMENT);
    }
    CHECK_EQ_INT(sut_thread_set_friction(l.w, (sut_thread_id){2, 1}, 0.5), SUT_E_ID);
    CHECK_EQ_INT(sut_thread_set_friction(NULL, l.thread, 0.5), SUT_E_ID);
    CHECK_EQ_U64(sut_world_hash(l.w), hash);
    CHECK_EQ_INT(sut_thread_set_friction(l.w, l.thread, 0.5), SUT_OK);
    CHECK(sut_world_hash(l.w) != hash);
    CHECK_NEAR(sut_world_thread(l.w, l.thread)->rod.def.friction, 0.5, 0.0);
    sut_world_destroy(l.w);
}

//---- motion --------------------------------------------------------------------------------------
static sut_obstacle_id moving_ball(sut_world *w) {
    const sut_obstacle_key keys[3] = {{1.0, {0.0, 0.0, 0.0}, {0.0, 0.0, 0.0}},
                                      {2.0, {0.5, 0.0, 0.0}, {0.0, 2.0, 0.0}},
                                      {4.0, {0.5, 1.0, 0.0}, {1.0, 2.0, 0.0}}};
    sut_obstacle_def d = good_def(SUT_OBSTACLE_SPHERE);
    d.center = (sut_vec3){0.0, 0.0, 0.0};
    d.keys = keys;
    d.key_count = 3;
    return obstacle_add(w, &d);
}

TEST(keys_are_followed_linearly_and_constant_outside) {
    sut_world *w = empty_world();
    REQUIRE(w != NULL);
    sut_obstacle_id id = moving_ball(w);
    const sut_obstacle_slot *o = sut_world_obstacle(w, id);
    REQUIRE(o != NULL);
    const struct {
        double t;
        sut_vec3 position, rotation;
    } moments[6] = {
        {0.0, {0.0, 0.0, 0.0}, {0.0, 0.0, 0.0}},    {1.0, {0.0, 0.0, 0.0}, {0.0, 0.0, 0.0}},
        {1.25, {0.125, 0.0, 0.0}, {0.0, 0.5, 0.0}}, {2.0, {0.5, 0.0, 0.0}, {0.0, 2.0, 0.0}},
        {3.0, {0.5, 0.5, 0.0}, {0.5, 2.0, 0.0}},    {9.0, {0.5, 1.0, 0.0}, {1.0, 2.0, 0.0}}};
    for (int k = 0; k < 6; k++) {
        CASE("k %d", k);
        sut_obstacle_gather(w, moments[k].t, 1e-3);
        // all numbers are short in binary
        CHECK_LE(distance(o->next_position, moments[k].position), 0.0);
        CHECK_LE(distance(o->next_rotation, moments[k].rotation), 0.0);
        CHECK_LE(distance(o->next.center, moments[k].position), 0.0);
        CHECK_LE(distance(o->now.center, (sut_vec3){0, 0, 0}), 0.0);
    }
    sut_world_destroy(w);
}

TEST(a_pose_by_hand_replaces_the_motion) {
    sut_world *w = empty_world();
    REQUIRE(w != NULL);
    sut_obstacle_def d = good_def(SUT_OBSTACLE_BOX);
    sut_obstacle_id still = obstacle_add(w, &d);
    const sut_obstacle_id ids[2] = {moving_ball(w), still};
    for (int k = 0; k < 2; k++) {
        CASE("k %d", k);
        const sut_obstacle_slot *o = sut_world_obstacle(w, ids[k]);
        sut_vec3 place = {0.3, 0.2, 0.1};
        sut_vec3 turn = {0.0, 0.0, 1.5};
        sut_vec3 before = o->position;
        CHECK_EQ_INT(sut_obstacle_set_pose(w, ids[k], place, turn), SUT_OK);
        CHECK_LE(distance(position_of(w, ids[k]), before), 0.0); // only the next step moves it
        const double times[3] = {-1.0, 1.5, 10.0};
        for (int i = 0; i < 3; i++) {
            CASE("i %d", i);
            w->step_end = times[i]; // one step in one piece
            sut_obstacle_gather(w, times[i], 1e-3);
            CHECK_LE(distance(o->next_position, place), 0.0);
            CHECK_LE(distance(o->next_rotation, turn), 0.0);
        }
    }
    sut_world_destroy(w);
}

TEST(one_that_comes_later_is_where_its_keys_have_it_then) {
    sut_world *w = empty_world();
    REQUIRE(w != NULL);
    CHECK(run_steps(w, 30, 0.05)); // 1.5 s
    sut_obstacle_id id = moving_ball(w);
    // a time of 30 summed steps is right to rounding
    CHECK_LE(distance(position_of(w, id), (sut_vec3){0.25, 0.0, 0.0}), 1e-15);
    CHECK_LE(distance(rotation_of(w, id), (sut_vec3){0.0, 1.0, 0.0}), 2e-15);
    sut_world_destroy(w);
}

TEST(steps_take_obstacles_along_their_keys) {
    sut_world *w = empty_world();
    REQUIRE(w != NULL);
    sut_obstacle_id id = moving_ball(w);
    CHECK(run_steps(w, 25, 0.05)); // 1.25 s
    CHECK_LE(distance(position_of(w, id), (sut_vec3){0.125, 0.0, 0.0}), 1e-15);
    CHECK_EQ_INT(sut_obstacle_set_pose(w, id, (sut_vec3){1, 2, 3}, (sut_vec3){0}), SUT_OK);
    CHECK(run_steps(w, 1, 0.05));
    CHECK_LE(distance(position_of(w, id), (sut_vec3){1, 2, 3}), 0.0);
    sut_world_destroy(w);
}
