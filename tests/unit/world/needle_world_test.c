// SPDX-License-Identifier: MIT
// needle_world_test.c -- needles among threads, solids, tissues and each other, by public calls.
#include "sutura/needle.h"
#include "sutura/state.h"
#include "sutura/sutura.h"

#include "check.h"
#include "math/quat.h"
#include "math/vec3.h"
#include "world_fixture.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static sut_world_def needle_world_def(void) {
    sut_world_def def = sut_default_world_def();
    def.capacity.needles = 3;
    def.capacity.tissues = 1;
    def.capacity.supports = 1;
    return def;
}

static sut_world *needle_world(void) {
    sut_world_def def = needle_world_def();
    sut_world *w = NULL;
    return sut_world_create(&def, &w) == SUT_OK ? w : NULL;
}

static sut_needle_def half_circle(void) {
    sut_needle_def d = sut_default_needle_def();
    d.arc = 0.5;
    d.length = 0.02;
    d.diameter = 5e-4;
    return d;
}

static sut_needle_view look(const sut_world *w, sut_needle_id id) {
    sut_needle_view v;
    memset(&v, 0, sizeof v);
    CHECK(sut_needle_get_view(w, id, &v) == SUT_OK);
    return v;
}

static sut_needle_figures figures(const sut_world *w, sut_needle_id id) {
    sut_needle_figures f;
    memset(&f, 0, sizeof f);
    CHECK(sut_needle_get_figures(w, id, &f) == SUT_OK);
    return f;
}

static void *image_of(const sut_world *w, size_t *size) {
    *size = sut_world_snapshot(w, NULL, 0);
    void *image = malloc(*size);
    if (image) {
        (void)sut_world_snapshot(w, image, *size);
    }
    return image;
}

//---- life cycle ----------------------------------------------------------------------------------
TEST(needles_come_and_go) {
    sut_world *w = needle_world();
    REQUIRE(w != NULL);
    sut_needle_def d = half_circle();
    sut_needle_id id[4];
    for (int i = 0; i < 3; i++) {
        d.pose.position.z = 0.01 * i;
        CHECK(sut_needle_create(w, &d, &id[i]) == SUT_OK);
    }
    d.pose.position.z = 0.1;
    CHECK(sut_needle_create(w, &d, &id[3]) == SUT_E_CAPACITY);
    CHECK(sut_needle_destroy(w, id[1]) == SUT_OK);
    CHECK(!sut_needle_is_valid(w, id[1]) && sut_needle_is_valid(w, id[2]));
    sut_needle_id list[3];
    CHECK(sut_world_needles(w, list, 3) == 2);
    CHECK(list[1].index1 == id[2].index1 && list[1].generation == id[2].generation);
    CHECK(sut_needle_create(w, &d, &id[3]) == SUT_OK);
    CHECK(id[3].index1 == id[1].index1 && id[3].generation == id[1].generation + 1);
    sut_world_destroy(w);
}

TEST(defs_out_of_range_are_refused_by_name) {
    sut_world *w = needle_world();
    REQUIRE(w != NULL);
    sut_needle_id id;
    const struct {
        const char *name;
        size_t at;
        double value;
    } bad[] = {{"length", offsetof(sut_needle_def, length), 0.0},
               {"length", offsetof(sut_needle_def, length), (double)NAN},
               {"arc", offsetof(sut_needle_def, arc), 0.76},
               {"diameter", offsetof(sut_needle_def, diameter), -1.0},
               {"diameter", offsetof(sut_needle_def, diameter), 3e-3}, // half of the radius
               {"density", offsetof(sut_needle_def, density), 0.0},
               {"friction", offsetof(sut_needle_def, friction), -0.1},
               {"max_force", offsetof(sut_needle_def, max_force), 0.0}};
    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++) {
        CASE("%s %g", bad[i].name, bad[i].value);
        sut_needle_def d = half_circle();
        memcpy((char *)&d + bad[i].at, &bad[i].value, sizeof bad[i].value);
        CHECK(sut_needle_create(w, &d, &id) == SUT_E_ARGUMENT);
        CHECK(contains(sut_world_refusal(w), bad[i].name));
    }
    sut_needle_def d = half_circle();
    d.cookie = 0;
    CHECK(sut_needle_create(w, &d, &id) == SUT_E_DEF);
    sut_world_destroy(w);
}

TEST(lengths_follow_from_chord_and_radius) {
    // half a circle of radius 5 mm: chord 10 mm, length 5 pi mm; rounding
    CHECK_NEAR(sut_needle_length_of_chord(0.5, 0.01), 5e-3 * 3.14159265358979324, 1e-17);
    CHECK_NEAR(sut_needle_length_of_radius(0.5, 0.005), 5e-3 * 3.14159265358979324, 1e-17);
    CHECK_NEAR(sut_needle_length_of_chord(0.0, 0.01), 0.01, 0.0);
}

//---- free ----------------------------------------------------------------------------------------
TEST(a_free_needle_falls) {
    sut_world *w = needle_world();
    REQUIRE(w != NULL);
    sut_needle_def d = half_circle();
    sut_needle_id id;
    REQUIRE(sut_needle_create(w, &d, &id) == SUT_OK);
    CHECK(run_steps(w, 100, 1e-3));
    sut_needle_view v = look(w, id);
    // implicit Euler: g dt^2 n (n + 1) / 2; rounding
    CHECK_NEAR(v.pose.position.z, -9.81 * 1e-6 * 5050.0, 1e-13);
    CHECK_NEAR(v.velocity.z, -0.981, 1e-12);
    CHECK_NEAR(v3_norm(v.force), 0.0, 0.0);
    sut_needle_figures f = figures(w, id);
    CHECK_NEAR(f.kinetic, 0.5 * v.mass * 0.981 * 0.981, 1e-15);
    sut_world_destroy(w);
}

TEST(a_dropped_needle_comes_to_rest_on_a_plane) {
    sut_world *w = needle_world();
    REQUIRE(w != NULL);
    sut_obstacle_def plane = sut_default_obstacle_def();
    sut_obstacle_id floor;
    REQUIRE(sut_obstacle_create(w, &plane, &floor) == SUT_OK);
    sut_needle_def d = half_circle();
    d.pose.position = v3(0.0, 0.0, 0.005);
    d.pose.rotation = q_exp(v3(0.4, 0.2, 0.0));
    sut_needle_id id;
    REQUIRE(sut_needle_create(w, &d, &id) == SUT_OK);
    double most = 0.0;
    for (int i = 0; i < 600; i++) {
        CHECK(run_steps(w, 1, 1e-3));
        sut_needle_view v = look(w, id);
        for (int k = 0; k < v.point_count; k++) {
            double deep = 0.5 * v.diameter - v.point[k].z;
            most = deep > most ? deep : most;
        }
    }
    sut_needle_view v = look(w, id);
    double weight = v.mass * 9.81;
    // at rest: what the plane gives is the weight, to what is left of the motion
    CHECK_NEAR(v.force.z, weight, 1e-4 * weight);
    CHECK(v3_norm(v.velocity) < 1e-5 && v3_norm(v.spin) < 1e-2);
    // flat on the floor: all of it at half its diameter, to a hundredth
    for (int k = 0; k < v.point_count; k++) {
        CHECK_NEAR(v.point[k].z, 0.5 * v.diameter, 5e-6);
    }
    CHECK(most < 0.5 * 0.5 * v.diameter); // the guard keeps half of it
    sut_world_destroy(w);
}

TEST(energy_of_a_bouncing_needle_does_not_grow) {
    sut_world *w = needle_world();
    REQUIRE(w != NULL);
    sut_obstacle_def plane = sut_default_obstacle_def();
    sut_obstacle_id floor;
    REQUIRE(sut_obstacle_create(w, &plane, &floor) == SUT_OK);
    sut_needle_def d = half_circle();
    d.pose.position = v3(0.0, 0.0, 0.01);
    d.pose.rotation = q_exp(v3(1.2, 0.3, -0.4));
    sut_needle_id id;
    REQUIRE(sut_needle_create(w, &d, &id) == SUT_OK);
    double peak = 0.0;
    double least = HUGE_VAL;
    for (int i = 0; i < 300; i++) {
        CHECK(run_steps(w, 1, 1e-3));
        sut_needle_figures f = figures(w, id);
        peak = f.kinetic > peak ? f.kinetic : peak;
        double sum = f.kinetic + f.gravity + sut_world_contact_energy(w);
        // the contract's 1 % of the largest kinetic energy in 10 ms
        CHECK(sum <= least + 1e-2 * peak);
        least = sum < least ? sum : least;
    }
    sut_world_destroy(w);
}

TEST(momenta_of_two_needles_that_meet_are_kept) {
    sut_world_def def = needle_world_def();
    def.gravity = v3_zero();
    sut_world *w = NULL;
    REQUIRE(sut_world_create(&def, &w) == SUT_OK);
    sut_needle_def d = half_circle();
    sut_needle_id id[2];
    REQUIRE(sut_needle_create(w, &d, &id[0]) == SUT_OK);
    d.pose.position = v3(0.0, 0.002, 0.004);
    d.pose.rotation = q_exp(v3(0.0, 0.0, 1.5));
    REQUIRE(sut_needle_create(w, &d, &id[1]) == SUT_OK);
    // a hand throws one at the other
    sut_pose thrown = d.pose;
    for (int i = 0; i < 5; i++) {
        thrown.position.z -= 3e-4;
        REQUIRE(sut_needle_set_target(w, id[1], &thrown) == SUT_OK);
        CHECK(run_steps(w, 1, 1e-3));
    }
    REQUIRE(sut_needle_release(w, id[1]) == SUT_OK);
    sut_vec3 line[2];
    sut_vec3 turn[2];
    bool met = false;
    for (int k = 0; k < 2; k++) {
        line[k] = turn[k] = v3_zero();
        for (int i = 0; i < 2; i++) {
            sut_needle_figures f = figures(w, id[i]);
            line[k] = v3_add(line[k], f.momentum);
            turn[k] = v3_add(turn[k], v3_add(f.angular_momentum, v3_cross(f.center, f.momentum)));
        }
        for (int i = 0; k == 0 && i < 30; i++) {
            CHECK(run_steps(w, 1, 1e-3));
            met = met || v3_norm(look(w, id[0]).force) > 0.0;
        }
    }
    CHECK(met);
    double size = v3_norm(line[0]);
    CHECK_NEAR(v3_distance(line[0], line[1]), 0.0, 1e-12 * size); // sums of opposite forces
    // the frame of a contact turns by the end of a step: an arm of some um per contact
    CHECK_NEAR(v3_distance(turn[0], turn[1]), 0.0, 1e-3 * size * 0.02);
    sut_world_destroy(w);
}

//---- led -----------------------------------------------------------------------------------------
TEST(a_hand_takes_a_needle_along_its_own_curve) {
    sut_world *w = needle_world();
    REQUIRE(w != NULL);
    sut_needle_def d = half_circle();
    const sut_needle_key keys[2] = {{.t = 0.0, .advance = 0.0}, {.t = 0.1, .advance = 0.01}};
    d.keys = keys;
    d.key_count = 2;
    d.advances = true;
    sut_needle_id id;
    REQUIRE(sut_needle_create(w, &d, &id) == SUT_OK);
    CHECK(run_steps(w, 100, 1e-3));
    sut_needle_view v = look(w, id);
    // a quarter of the circle: the tip is in the middle of what was before it; rounding
    double r = 0.02 / 3.14159265358979324;
    CHECK_NEAR(v3_distance(v.pose.position, v3(r, r, 0.0)), 0.0, 1e-16);
    sut_vec3 middle = v3_sub(v3_lerp(v.point[0], v.point[v.point_count - 1], 0.5), v3(0.0, r, 0.0));
    CHECK_NEAR(middle.x, 0.0, 1e-16);
    CHECK_NEAR(v.hand_force.z, v.mass * 9.81, 1e-9);
    CHECK(v.led && !v.lags);
    sut_world_destroy(w);
}

TEST(a_weak_hand_lags_behind_a_solid) {
    sut_world *w = needle_world();
    REQUIRE(w != NULL);
    sut_obstacle_def ball = sut_default_obstacle_def();
    ball.kind = SUT_OBSTACLE_SPHERE;
    ball.center = v3(0.003, 0.0, 0.0);
    ball.radius = 0.001;
    sut_obstacle_id id_ball;
    REQUIRE(sut_obstacle_create(w, &ball, &id_ball) == SUT_OK);
    sut_needle_def d = half_circle();
    d.arc = 0.0;
    const sut_needle_key keys[2] = {{.t = 0.0, .advance = 0.0}, {.t = 0.1, .advance = 0.004}};
    d.keys = keys;
    d.key_count = 2;
    d.advances = true;
    d.max_force = 0.5;
    sut_needle_id id;
    REQUIRE(sut_needle_create(w, &d, &id) == SUT_OK);
    CHECK(run_steps(w, 150, 1e-3));
    sut_needle_view v = look(w, id);
    CHECK(v.lags);
    // what the hand can give is what the ball gets; the weight is 0.3 mN across
    CHECK_NEAR(v3_norm(v.hand_force), 0.5, 1e-9);
    CHECK_NEAR(v.force.x, -0.5, 1e-3);
    CHECK(v.pose.position.x < 0.002);
    sut_world_destroy(w);
}

//---- threads -------------------------------------------------------------------------------------
// A thread along x from the origin, swaged to a straight needle that lies before it.
typedef struct swaged {
    sut_world *w;
    sut_thread_id thread;
    sut_needle_id needle;
} swaged;

static swaged swaged_world(sut_vec3 gravity) {
    sut_world_def def = needle_world_def();
    def.gravity = gravity;
    swaged s = {NULL, {0, 0}, {0, 0}};
    line_thread l;
    line_init(&l, 41, 0.04);
    if (sut_world_create(&def, &s.w) != SUT_OK) {
        return s;
    }
    s.thread = line_add(s.w, &l);
    sut_needle_def d = sut_default_needle_def();
    d.arc = 0.0;
    d.length = 0.01;
    d.diameter = 4e-4;
    d.thread = s.thread;
    d.pose.position = v3(-0.01, 0.0, 0.0); // its end at the origin, tip towards -x
    d.pose.rotation = q_exp(v3(0.0, 0.0, 3.14159265358979324));
    d.diameter = 1.8 * l.def.radius;
    CHECK(sut_needle_create(s.w, &d, &s.needle) == SUT_E_CONFLICT); // the thread would not follow
    d.diameter = 4e-4;
    CHECK(sut_needle_create(s.w, &d, &s.needle) == SUT_OK);
    return s;
}

// How far the thread's end is from the needle's, and the angle between the two.
static double parted(const swaged *s, double *angle) {
    sut_needle_view n = look(s->w, s->needle);
    sut_thread_view t;
    CHECK(sut_thread_get_view(s->w, s->thread, &t) == SUT_OK);
    sut_vec3 end = n.point[n.point_count - 1];
    sut_vec3 back = v3_normalized(v3_sub(end, n.point[n.point_count - 2]));
    sut_vec3 edge = v3_normalized(v3_sub(t.position[1], t.position[0]));
    *angle = v3_norm(v3_cross(back, edge));
    return v3_distance(end, t.position[0]);
}

TEST(a_thread_carries_its_needle) {
    swaged s = swaged_world(v3(0.0, 0.0, -9.81));
    REQUIRE(s.w != NULL);
    sut_hold_def hold = sut_default_hold_def();
    hold.vertex = -1;
    sut_hold_id id;
    REQUIRE(sut_hold_create(s.w, s.thread, &hold, &id) == SUT_OK);
    double most = 0.0;
    double most_angle = 0.0;
    for (int i = 0; i < 300; i++) {
        CHECK(run_steps(s.w, 1, 1e-3));
        double angle;
        double apart = parted(&s, &angle);
        most = apart > most ? apart : most;
        most_angle = angle > most_angle ? angle : most_angle;
    }
    CHECK(most < 2e-6);       // a hundredth of the thread's thickness
    CHECK(most_angle < 1e-2); // it bends behind the swage, not in it
    // it swings below the hand: the hand carries both, and more in the swing
    sut_needle_view n = look(s.w, s.needle);
    CHECK(n.pose.position.z < -0.01);
    sut_world_destroy(s.w);
}

// A hand without limits pulls with more than the thread bears: it lags, and the swage holds.
TEST(a_needle_that_is_led_too_fast_keeps_its_thread) {
    swaged s = swaged_world(v3_zero());
    REQUIRE(s.w != NULL);
    REQUIRE(sut_world_set_budget(s.w, 1e-5) == SUT_OK);
    sut_thread_view t;
    REQUIRE(sut_thread_get_view(s.w, s.thread, &t) == SUT_OK);
    double most = 0.0;
    for (int i = 0; i < 100; i++) {
        // to and fro, by half its length, and turned
        double way = (i / 5) % 2 == 0 ? 0.005 : -0.005;
        sut_pose p = {v3(-0.01 + way, 0.5 * way, -way), q_exp(v3(0.0, 30.0 * way, 3.0))};
        REQUIRE(sut_needle_set_target(s.w, s.needle, &p) == SUT_OK);
        REQUIRE(sut_world_step(s.w, 1e-3) == SUT_OK);
        double angle;
        most = fmax(most, parted(&s, &angle));
    }
    // the share is found as if the turn were a straight way
    CHECK(most < 1.01 * t.radius);
    sut_world_destroy(s.w);
}

TEST(swaged_bodies_keep_their_momentum) {
    swaged s = swaged_world(v3_zero());
    REQUIRE(s.w != NULL);
    // a hand turns the needle for a while, and lets go
    sut_needle_view v = look(s.w, s.needle);
    sut_pose p = v.pose;
    for (int i = 1; i <= 20; i++) {
        p.position.z += 1e-4;
        p.rotation = q_mul(q_exp(v3(0.0, 0.02, 0.0)), p.rotation);
        REQUIRE(sut_needle_set_target(s.w, s.needle, &p) == SUT_OK);
        CHECK(run_steps(s.w, 1, 1e-3));
    }
    REQUIRE(sut_needle_release(s.w, s.needle) == SUT_OK);
    sut_vec3 sum[2];
    for (int k = 0; k < 2; k++) {
        sut_thread_figures t;
        REQUIRE(sut_thread_get_figures(s.w, s.thread, &t) == SUT_OK);
        sum[k] = v3_add(t.momentum, figures(s.w, s.needle).momentum);
        CHECK(k == 1 || run_steps(s.w, 50, 1e-3));
    }
    // steps are solved to 1e-4 of their motion, and the forces between the two are exact opposites
    CHECK_NEAR(v3_distance(sum[0], sum[1]), 0.0, 1e-4 * v3_norm(sum[0]));
    double angle;
    CHECK(parted(&s, &angle) < 2e-6);
    sut_world_destroy(s.w);
}

TEST(a_thread_that_ends_elsewhere_is_refused) {
    sut_world *w = needle_world();
    REQUIRE(w != NULL);
    line_thread l;
    line_init(&l, 11, 0.01);
    sut_needle_def d = half_circle();
    d.thread = line_add(w, &l);
    d.pose.position = v3(0.0, 0.02, 0.0);
    sut_needle_id id;
    CHECK(sut_needle_create(w, &d, &id) == SUT_E_CONFLICT);
    CHECK(contains(sut_world_refusal(w), "the thread ends"));
    sut_world_destroy(w);
}

TEST(a_needle_led_against_a_thread_takes_it_along) {
    sut_world_def def = needle_world_def();
    def.gravity = v3_zero();
    sut_world *w = NULL;
    REQUIRE(sut_world_create(&def, &w) == SUT_OK);
    line_thread l;
    line_init(&l, 41, 0.04);
    sut_thread_id thread = line_add(w, &l);
    sut_needle_def d = half_circle();
    d.arc = 0.0;
    // across the thread's middle, 1 mm above
    d.pose.position = v3(0.02, 0.01, 0.001);
    d.pose.rotation = q_exp(v3(0.0, 0.0, 1.57079632679489662));
    sut_needle_id id;
    REQUIRE(sut_needle_create(w, &d, &id) == SUT_OK);
    sut_pose p = d.pose;
    for (int i = 1; i <= 50; i++) {
        p.position.z = 0.001 - 1e-4 * i;
        REQUIRE(sut_needle_set_target(w, id, &p) == SUT_OK);
        CHECK(run_steps(w, 1, 1e-3));
    }
    sut_thread_view t;
    CHECK(sut_thread_get_view(w, thread, &t) == SUT_OK);
    CHECK(t.position[20].z < p.position.z - 0.9 * (2.5e-4 + t.radius));
    int count = 0;
    const sut_contact_view *c = sut_world_contacts(w, &count);
    for (int i = 0; i < count; i++) {
        CHECK(c[i].needle[0].index1 == 1 || c[i].needle[1].index1 == 1);
    }
    sut_world_destroy(w);
}

//---- state ---------------------------------------------------------------------------------------
TEST(a_restored_needle_goes_on_with_the_same_bits) {
    swaged s = swaged_world(v3(0.0, 0.0, -9.81));
    REQUIRE(s.w != NULL);
    sut_obstacle_def plane = sut_default_obstacle_def();
    plane.center = v3(0.0, 0.0, -0.002);
    sut_obstacle_id floor;
    REQUIRE(sut_obstacle_create(s.w, &plane, &floor) == SUT_OK);
    sut_needle_def d = half_circle();
    d.pose.position = v3(0.0, 0.01, 0.0);
    const sut_needle_key keys[2] = {{.t = 0.0, .advance = 0.0}, {.t = 0.2, .advance = 0.01}};
    d.keys = keys;
    d.key_count = 2;
    d.advances = true;
    sut_needle_id led;
    REQUIRE(sut_needle_create(s.w, &d, &led) == SUT_OK);
    CHECK(run_steps(s.w, 60, 1e-3)); // in the middle of touching the floor
    size_t size;
    void *image = image_of(s.w, &size);
    REQUIRE(image != NULL);
    uint64_t hash = sut_world_hash(s.w);
    sut_world_def def = needle_world_def();
    REQUIRE(sut_image_capacity(image, size, &def.capacity) == SUT_OK);
    CHECK(def.capacity.needles == 2);
    sut_world *copy = NULL;
    REQUIRE(sut_world_create(&def, &copy) == SUT_OK);
    REQUIRE(sut_world_restore(copy, image, size) == SUT_OK);
    CHECK(sut_world_hash(copy) == hash);
    for (int i = 0; i < 40; i++) {
        CHECK(run_steps(s.w, 1, 1e-3) && run_steps(copy, 1, 1e-3));
        CHECK(sut_world_hash(s.w) == sut_world_hash(copy));
    }
    // and back in time
    REQUIRE(sut_world_restore(s.w, image, size) == SUT_OK);
    CHECK(sut_world_hash(s.w) == hash);
    free(image);
    sut_world_destroy(copy);
    sut_world_destroy(s.w);
}

typedef struct tape {
    uint8_t *bytes;
    size_t size;
} tape;

static bool write_tape(void *ctx, const void *bytes, size_t size) {
    tape *t = ctx;
    uint8_t *more = realloc(t->bytes, t->size + size);
    if (!more) {
        return false;
    }
    t->bytes = more;
    memcpy(t->bytes + t->size, bytes, size);
    t->size += size;
    return true;
}

TEST(recordings_repeat_needles) {
    sut_world *w = needle_world();
    REQUIRE(w != NULL);
    tape t = {NULL, 0};
    REQUIRE(sut_record_start(w, (sut_record_sink){write_tape, &t}) == SUT_OK);
    sut_needle_def d = half_circle();
    sut_needle_id id[2];
    REQUIRE(sut_needle_create(w, &d, &id[0]) == SUT_OK);
    d.pose.position.z = 0.01;
    d.pose.rotation = q_exp(v3(0.1, 0.2, 0.3));
    const sut_needle_key keys[1] = {{.t = 0.0, .pose = d.pose}};
    d.keys = keys;
    d.key_count = 1;
    REQUIRE(sut_needle_create(w, &d, &id[1]) == SUT_OK);
    CHECK(run_steps(w, 5, 1e-3));
    sut_pose p = d.pose;
    p.position.x += 1e-3;
    REQUIRE(sut_needle_set_target(w, id[1], &p) == SUT_OK);
    CHECK(run_steps(w, 5, 1e-3));
    REQUIRE(sut_needle_release(w, id[1]) == SUT_OK);
    CHECK(run_steps(w, 5, 1e-3));
    REQUIRE(sut_needle_destroy(w, id[0]) == SUT_OK);
    CHECK(run_steps(w, 5, 1e-3));
    REQUIRE(sut_record_stop(w) == SUT_OK);
    sut_replay *r = NULL;
    REQUIRE(sut_replay_open(t.bytes, t.size, NULL, &r) == SUT_OK);
    sut_replay_step step;
    int steps = 0;
    while (sut_replay_next(r, &step)) {
        CHECK(step.got == step.recorded);
        steps++;
    }
    CHECK(steps == 20 && sut_replay_result(r) == SUT_OK);
    sut_replay_close(r);
    free(t.bytes);
    sut_world_destroy(w);
}

TEST(damaged_images_of_needles_are_refused) {
    swaged s = swaged_world(v3(0.0, 0.0, -9.81));
    REQUIRE(s.w != NULL);
    CHECK(run_steps(s.w, 3, 1e-3));
    size_t size;
    uint8_t *image = image_of(s.w, &size);
    REQUIRE(image != NULL);
    uint64_t hash = sut_world_hash(s.w);
    for (size_t at = 0; at < size; at += 37) {
        image[at] ^= 0x40;
        CHECK(sut_world_restore(s.w, image, size) != SUT_OK);
        image[at] ^= 0x40;
    }
    CHECK(sut_world_hash(s.w) == hash);
    CHECK(sut_world_restore(s.w, image, size) == SUT_OK);
    free(image);
    sut_world_destroy(s.w);
}

TEST(explicit_threads_and_needles_do_not_mix) {
    sut_world *w = needle_world();
    REQUIRE(w != NULL);
    sut_needle_def d = half_circle();
    sut_needle_id id;
    REQUIRE(sut_needle_create(w, &d, &id) == SUT_OK);
    line_thread l;
    line_init(&l, 11, 0.01);
    line_shift(&l, 0.05);
    l.def.model = SUT_MODEL_VARIATIONAL;
    sut_thread_id thread;
    CHECK(sut_thread_create(w, &l.def, &thread) == SUT_E_CONFLICT);
    sut_world_destroy(w);
}

//---- memory, damage, mistakes --------------------------------------------------------------------
TEST(steps_with_needles_allocate_nothing) {
    swaged s = swaged_world(v3(0.0, 0.0, -9.81));
    REQUIRE(s.w != NULL);
    sut_obstacle_def plane = sut_default_obstacle_def();
    plane.center = v3(0.0, 0.0, -0.002);
    sut_obstacle_id floor;
    REQUIRE(sut_obstacle_create(s.w, &plane, &floor) == SUT_OK);
    size_t before = sut_world_stats(s.w).memory;
    CHECK(run_steps(s.w, 200, 1e-3));
    CHECK(sut_world_stats(s.w).memory == before);
    REQUIRE(sut_needle_destroy(s.w, s.needle) == SUT_OK);
    CHECK(sut_world_stats(s.w).memory < before);
    CHECK(run_steps(s.w, 20, 1e-3)); // the thread goes on by itself
    sut_world_destroy(s.w);
}

TEST(a_needle_that_loses_its_thread_is_the_same_after_a_restore) {
    swaged s = swaged_world(v3(0.0, 0.0, -9.81));
    REQUIRE(s.w != NULL);
    CHECK(run_steps(s.w, 10, 1e-3));
    REQUIRE(sut_thread_destroy(s.w, s.thread) == SUT_OK);
    CHECK(look(s.w, s.needle).thread.index1 == 0);
    size_t size;
    void *image = image_of(s.w, &size);
    REQUIRE(image != NULL);
    CHECK(run_steps(s.w, 10, 1e-3));
    uint64_t after = sut_world_hash(s.w);
    REQUIRE(sut_world_restore(s.w, image, size) == SUT_OK);
    CHECK(run_steps(s.w, 10, 1e-3));
    CHECK(sut_world_hash(s.w) == after);
    free(image);
    sut_world_destroy(s.w);
}

TEST(a_tool_pushes_a_needle_and_feels_it) {
    sut_world_def def = needle_world_def();
    def.gravity = v3_zero();
    sut_world *w = NULL;
    REQUIRE(sut_world_create(&def, &w) == SUT_OK);
    sut_needle_def d = half_circle();
    d.arc = 0.0;
    sut_needle_id id;
    REQUIRE(sut_needle_create(w, &d, &id) == SUT_OK);
    sut_tool_def tool = sut_default_tool_def(SUT_TOOL_FORCEPS);
    tool.pose.position = v3(-0.01, 0.0, 0.004);
    tool.jaw = 0.0;
    sut_tool_id forceps;
    REQUIRE(sut_tool_create(w, &tool, &forceps) == SUT_OK);
    sut_pose p = tool.pose;
    bool felt = false;
    for (int i = 1; i <= 60; i++) {
        p.position.z = 0.004 - 1e-4 * i;
        REQUIRE(sut_tool_set_target(w, forceps, &p, 0.0) == SUT_OK);
        CHECK(run_steps(w, 1, 1e-3));
        sut_tool_view v;
        REQUIRE(sut_tool_get_view(w, forceps, &v) == SUT_OK);
        sut_needle_view n = look(w, id);
        felt = felt || v.force.z > 0.0;
        // what the one feels the other gets; sums of the same numbers
        CHECK_NEAR(v3_norm(v3_add(v.force, n.force)), 0.0, 1e-12 + 1e-9 * v3_norm(n.force));
    }
    CHECK(felt);
    CHECK(look(w, id).velocity.z < 0.0);
    sut_world_destroy(w);
}

// A square of two triangles and more, pinned at its rim, under a needle that a hand presses on it.
TEST(a_needle_on_a_membrane_is_carried_by_its_rim) {
    enum { SIDE = 9, NODES = SIDE * SIDE, TRIANGLES = 2 * (SIDE - 1) * (SIDE - 1) };
    static sut_vec3 node[NODES];
    static int triangle[TRIANGLES][3];
    int rim[4 * SIDE];
    int rims = 0;
    int t = 0;
    for (int j = 0; j < SIDE; j++) {
        for (int i = 0; i < SIDE; i++) {
            int a = j * SIDE + i;
            node[a] = v3(1e-3 * (i - 4), 1e-3 * (j - 4), 0.0);
            if (i == 0 || j == 0 || i == SIDE - 1 || j == SIDE - 1) {
                rim[rims++] = a;
            }
            if (i < SIDE - 1 && j < SIDE - 1) {
                const int two[2][3] = {{a, a + 1, a + SIDE + 1}, {a, a + SIDE + 1, a + SIDE}};
                memcpy(triangle[t], two[0], sizeof two[0]);
                memcpy(triangle[t + 1], two[1], sizeof two[1]);
                t += 2;
            }
        }
    }
    sut_world_def def = needle_world_def();
    def.gravity = v3_zero();
    sut_world *w = NULL;
    REQUIRE(sut_world_create(&def, &w) == SUT_OK);
    sut_tissue_def skin = sut_default_tissue_def();
    skin.model = SUT_TISSUE_SHELL;
    skin.nodes = node;
    skin.node_count = NODES;
    skin.triangles = (const int(*)[3])triangle;
    skin.triangle_count = TRIANGLES;
    skin.young = 1e6;
    skin.thickness = 5e-4;
    sut_tissue_id tissue;
    REQUIRE(sut_tissue_create(w, &skin, &tissue) == SUT_OK);
    sut_support_def pins = sut_default_support_def();
    pins.nodes = rim;
    pins.node_count = rims;
    sut_support_id held;
    REQUIRE(sut_support_create(w, tissue, &pins, &held) == SUT_OK);
    sut_needle_def d = half_circle();
    d.arc = 0.0;
    d.length = 0.01;
    d.pose.position = v3(2e-4, 1e-4, 1e-3);
    d.pose.rotation = q_exp(v3(0.0, 1.57079632679489662, 0.0)); // its tip points down
    const sut_needle_key keys[2] = {{.t = 0.0, .advance = 0.0}, {.t = 0.1, .advance = 1.5e-3}};
    d.keys = keys;
    d.key_count = 2;
    d.advances = true;
    sut_needle_id id;
    REQUIRE(sut_needle_create(w, &d, &id) == SUT_OK);
    CHECK(run_steps(w, 200, 1e-3));
    sut_needle_view n = look(w, id);
    sut_tissue_figures f;
    REQUIRE(sut_tissue_get_figures(w, tissue, &f) == SUT_OK);
    CHECK(n.resistance > 0.01);
    // at rest: to what is left of the motion
    CHECK_NEAR(v3_distance(f.support_force, n.force), 0.0, 1e-5 * n.resistance);
    CHECK_NEAR(n.pose.position.z, -5e-4, 1e-15); // nothing bends the hand
    sut_world_destroy(w);
}
