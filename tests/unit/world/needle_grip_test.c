// SPDX-License-Identifier: MIT
// needle_grip_test.c -- jaws that take a needle, lead it, let it slide, hand it over, let it go.
#include "sutura/needle.h"
#include "sutura/state.h"
#include "sutura/sutura.h"
#include "sutura/tool.h"

#include "check.h"
#include "math/quat.h"
#include "math/vec3.h"
#include "world_fixture.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static const double dt = 1e-3;

// A half circle of 20 mm in the plane z = 0 and a needle driver above it, open, across its arc.
typedef struct rig {
    sut_world *w;
    sut_needle_id needle;
    sut_tool_id tool[2];
    sut_pose pose[2];
} rig;

static sut_needle_def half_circle(void) {
    sut_needle_def d = sut_default_needle_def();
    d.arc = 0.5;
    d.length = 0.02;
    d.diameter = 5e-4;
    return d;
}

static sut_vec3 arc_place(double s) {
    double bend = 0.02 / SUT_PI;
    return v3(-bend * sin(s / bend), bend - bend * cos(s / bend), 0.0);
}

// Axis along z, or against it; jaws close along the radius; the middle of the faces at s.
static sut_pose across(double s, double grip_length, bool below) {
    double bend = 0.02 / SUT_PI;
    sut_vec3 middle = v3_scale(v3(0.0, 0.0, below ? -0.5 : 0.5), grip_length);
    sut_quat turn = q_exp(v3(0.0, 0.0, 0.5 * SUT_PI - s / bend));
    if (below) {
        turn = q_mul(turn, q_exp(v3(SUT_PI, 0.0, 0.0)));
    }
    return (sut_pose){v3_sub(arc_place(s), middle), turn};
}

static sut_tool_def driver(double s, bool below) {
    sut_tool_def d = sut_default_tool_def(SUT_TOOL_NEEDLE_DRIVER);
    d.pose = across(s, d.grip_length, below);
    return d;
}

static rig rig_of(const sut_needle_def *needle, const sut_tool_def *tools, int count,
                  sut_vec3 gravity) {
    rig r;
    memset(&r, 0, sizeof r);
    sut_world_def def = sut_default_world_def();
    def.capacity.needles = 1;
    def.capacity.tools = 2;
    def.gravity = gravity;
    CHECK(sut_world_create(&def, &r.w) == SUT_OK);
    CHECK(sut_needle_create(r.w, needle, &r.needle) == SUT_OK);
    for (int i = 0; i < count; i++) {
        CHECK(sut_tool_create(r.w, &tools[i], &r.tool[i]) == SUT_OK);
        r.pose[i] = tools[i].pose;
    }
    return r;
}

static bool lead(rig *r, int i, double jaw) {
    return sut_tool_set_target(r->w, r->tool[i], &r->pose[i], jaw) == SUT_OK &&
           sut_world_step(r->w, dt) == SUT_OK;
}

static int count_events(const sut_world *w, sut_event_type type) {
    int count = 0;
    int found = 0;
    const sut_event *e = sut_world_events(w, &count);
    for (int i = 0; i < count; i++) {
        found += e[i].type == type;
    }
    return found;
}

// Closes in 0.2 s; how often a needle was taken.
static int close_jaws(rig *r, int i) {
    int grasped = 0;
    for (int k = 0; k < 250; k++) {
        CHECK(lead(r, i, k < 200 ? 1.0 - k / 200.0 : 0.0));
        grasped += count_events(r->w, SUT_EV_NEEDLE_GRASPED);
    }
    return grasped;
}

static sut_tool_view tool_view(const rig *r, int i) {
    sut_tool_view v;
    memset(&v, 0, sizeof v);
    CHECK(sut_tool_get_view(r->w, r->tool[i], &v) == SUT_OK);
    return v;
}

static sut_needle_view needle_view(const rig *r) {
    sut_needle_view v;
    memset(&v, 0, sizeof v);
    CHECK(sut_needle_get_view(r->w, r->needle, &v) == SUT_OK);
    return v;
}

// Of the needle in the frame of a tool.
static sut_pose relative(const rig *r, int i) {
    sut_pose tool = tool_view(r, i).proxy;
    sut_pose needle = needle_view(r).pose;
    return (sut_pose){pose_to_local(tool, needle.position),
                      q_mul(q_conjugate(tool.rotation), needle.rotation)};
}

static double parted(sut_pose a, sut_pose b) {
    return v3_distance(a.position, b.position) + 0.02 * v3_norm(q_way(a.rotation, b.rotation));
}

static const sut_vec3 weightless = {0.0, 0.0, 0.0};
static const sut_vec3 heavy = {0.0, 0.0, -9.81};

TEST(closing_jaws_take_a_needle_where_it_passes_between_them) {
    sut_needle_def n = half_circle();
    sut_tool_def t = driver(0.013, false);
    rig r = rig_of(&n, &t, 1, weightless);
    CHECK(close_jaws(&r, 0) == 1);
    sut_tool_view v = tool_view(&r, 0);
    CHECK(v.needle_grip.needle.index1 == r.needle.index1);
    // chords leave the arc by a fiftieth of the diameter
    CHECK_NEAR(v.needle_grip.s, 0.013, 2e-5);
    CHECK(needle_view(&r).tool.index1 == r.tool[0].index1);
    // what lies between them keeps the jaws apart by its thickness over their arm, of half of 6 mm
    CHECK(v.jaw > 0.05 && v.jaw < 0.25);
    sut_world_destroy(r.w);
}

TEST(a_held_needle_goes_where_the_tool_goes_and_weighs_on_it) {
    sut_needle_def n = half_circle();
    sut_tool_def t = driver(0.013, false);
    rig r = rig_of(&n, &t, 1, weightless);
    CHECK(close_jaws(&r, 0) == 1);
    CHECK(sut_world_set_gravity(r.w, heavy) == SUT_OK);
    sut_pose before = relative(&r, 0);
    for (int k = 0; k < 400; k++) {
        r.pose[0].position = v3_madd(r.pose[0].position, 1e-4, v3(0.3, -0.2, 0.5));
        r.pose[0].rotation = q_mul(q_exp(v3(2e-3, 1e-3, -3e-3)), r.pose[0].rotation);
        CHECK(lead(&r, 0, 0.0));
    }
    for (int k = 0; k < 100; k++) {
        CHECK(lead(&r, 0, 0.0));
    }
    // the springs of the grip give by its weight of 0.3 mN over 1e6 N/m and more
    CHECK_NEAR(parted(before, relative(&r, 0)), 0.0, 1e-7);
    sut_needle_view v = needle_view(&r);
    sut_tool_view held = tool_view(&r, 0);
    double weight = 9.81 * v.mass;
    // at rest to what is left of the way of the coupling
    CHECK_NEAR(v3_distance(held.force, v3(0.0, 0.0, -weight)) / weight, 0.0, 1e-3);
    CHECK_NEAR(v3_distance(v.hand_force, v3_neg(held.force)) / weight, 0.0, 1e-9);
    sut_needle_figures f;
    CHECK(sut_needle_get_figures(r.w, r.needle, &f) == SUT_OK);
    sut_vec3 arm = v3_sub(f.center, held.proxy.position);
    sut_vec3 torque = v3_cross(arm, v3(0.0, 0.0, -weight));
    CHECK_NEAR(v3_distance(held.torque, torque) / v3_norm(torque), 0.0, 1e-3);
    sut_world_destroy(r.w);
}

TEST(opening_jaws_let_it_go) {
    sut_needle_def n = half_circle();
    sut_tool_def t = driver(0.013, false);
    rig r = rig_of(&n, &t, 1, weightless);
    CHECK(close_jaws(&r, 0) == 1);
    int released = 0;
    int dropped = 0;
    for (int k = 0; k < 100; k++) {
        CHECK(lead(&r, 0, k / 100.0));
        released += count_events(r.w, SUT_EV_NEEDLE_RELEASED);
        dropped += count_events(r.w, SUT_EV_NEEDLE_DROPPED);
    }
    CHECK(released == 1 && dropped == 0);
    CHECK(needle_view(&r).tool.index1 == 0 && tool_view(&r, 0).needle_grip.needle.index1 == 0);
    sut_world_destroy(r.w);
}

// A needle that a rigid hand holds, and a tool that is drawn along it: it pulls with its grip.
TEST(it_slides_at_the_grip_force_until_it_is_lost) {
    for (int k = 0; k < 2; k++) {
        double speed = k == 0 ? 1e-3 : 1e-2;
        CASE("speed %g", speed);
        sut_needle_def n = half_circle();
        n.arc = 0.0;
        sut_needle_key key = {0.0, {v3_zero(), q_identity()}, 0.0};
        n.keys = &key;
        n.key_count = 1;
        sut_tool_def t = sut_default_tool_def(SUT_TOOL_NEEDLE_DRIVER);
        t.grip_force = 0.7;
        t.pose.position = v3(-0.018, 0.0, -0.5 * t.grip_length);
        t.pose.rotation = q_exp(v3(0.0, 0.0, 0.5 * SUT_PI)); // jaws close along y
        rig r = rig_of(&n, &t, 1, weightless);
        CHECK(close_jaws(&r, 0) == 1);
        int dropped = 0;
        double most = 0.0;
        double last = 0.0;
        for (int i = 0; dropped == 0 && i < (int)(0.008 / (speed * dt)); i++) {
            r.pose[0].position.x -= speed * dt;
            CHECK(lead(&r, 0, 0.0));
            dropped += count_events(r.w, SUT_EV_NEEDLE_DROPPED);
            sut_tool_view v = tool_view(&r, 0);
            double pull = v.needle_grip.force.x;
            most = pull > most ? pull : most;
            last = dropped == 0 ? pull : last;
            if (dropped == 0) {
                CHECK_NEAR(v3_distance(needle_view(&r).hand_force, v3_zero()), 0.0, 1e-9);
            }
        }
        CHECK(dropped == 1);
        CHECK_NEAR(most, 0.7, 1e-9);
        CHECK_NEAR(last, 0.7, 1e-9);
        // the faces are 1.6 mm wide: it was lost when its end left them
        CHECK(tool_view(&r, 0).proxy.position.x < -0.0205);
        sut_world_destroy(r.w);
    }
}

TEST(one_tool_hands_it_to_another) {
    sut_needle_def n = half_circle();
    sut_tool_def t[2] = {driver(0.015, false), driver(0.007, true)};
    rig r = rig_of(&n, t, 2, weightless);
    CHECK(close_jaws(&r, 0) == 1);
    CHECK(close_jaws(&r, 1) == 1);
    CHECK(tool_view(&r, 0).needle_grip.needle.index1 == 1);
    CHECK(tool_view(&r, 1).needle_grip.needle.index1 == 1);
    CHECK(sut_world_set_gravity(r.w, heavy) == SUT_OK);
    sut_pose before = relative(&r, 1);
    int released = 0;
    for (int k = 0; k < 100; k++) {
        CHECK(lead(&r, 0, k / 100.0));
        released += count_events(r.w, SUT_EV_NEEDLE_RELEASED);
    }
    CHECK(released == 1);
    for (int k = 0; k < 200; k++) {
        r.pose[1].position.z -= 5e-5; // out of the open jaws
        CHECK(lead(&r, 1, 0.0));
    }
    CHECK(needle_view(&r).tool.index1 == r.tool[1].index1);
    // what the two pulled against each other is a few springs of the grip
    CHECK_NEAR(parted(before, relative(&r, 1)), 0.0, 1e-5);
    sut_world_destroy(r.w);
}

TEST(a_point_takes_the_nearest_place_within_its_reach) {
    sut_needle_def n = half_circle();
    sut_tool_def t = sut_default_tool_def(SUT_TOOL_POINT);
    t.pose.position = v3_add(arc_place(0.005), v3(0.0, 0.0, 5e-4));
    rig r = rig_of(&n, &t, 1, weightless);
    CHECK(close_jaws(&r, 0) == 1);
    CHECK_NEAR(tool_view(&r, 0).needle_grip.s, 0.005, 2e-5);
    CHECK(lead(&r, 0, 1.0));
    CHECK(count_events(r.w, SUT_EV_NEEDLE_RELEASED) == 1);
    sut_world_destroy(r.w);
}

TEST(a_needle_may_start_between_closed_jaws) {
    sut_tool_def t = driver(0.013, false);
    sut_needle_def n = half_circle();
    for (int k = 0; k < 2; k++) {
        CASE("jaw %d", k);
        sut_world_def def = sut_default_world_def();
        def.capacity.needles = 1;
        def.capacity.tools = 1;
        rig r;
        memset(&r, 0, sizeof r);
        CHECK(sut_world_create(&def, &r.w) == SUT_OK);
        t.jaw = k;
        CHECK(sut_tool_create(r.w, &t, &r.tool[0]) == SUT_OK);
        n.tool = r.tool[0];
        r.pose[0] = t.pose;
        sut_result made = sut_needle_create(r.w, &n, &r.needle);
        CHECK(made == (k == 0 ? SUT_OK : SUT_E_CONFLICT));
        CHECK(k == 0 || contains(sut_world_refusal(r.w), "jaw must be 0"));
        for (int i = 0; k == 0 && i < 100; i++) {
            CHECK(lead(&r, 0, 0.0));
        }
        CHECK(k == 1 || needle_view(&r).tool.index1 == r.tool[0].index1);
        // nothing overlaps when it has been let go: it does not jump
        int released = 0;
        for (int i = 0; k == 0 && i < 100; i++) {
            CHECK(lead(&r, 0, i / 100.0));
            released += count_events(r.w, SUT_EV_NEEDLE_RELEASED);
            CHECK(v3_norm(needle_view(&r).velocity) < 9.81 * 0.1 + 0.01);
        }
        CHECK(released == (k == 0 ? 1 : 0));
        sut_world_destroy(r.w);
    }
}

//---- state ---------------------------------------------------------------------------------------
static void *image_of(const sut_world *w, size_t *size) {
    *size = sut_world_snapshot(w, NULL, 0);
    void *image = malloc(*size);
    if (image) {
        (void)sut_world_snapshot(w, image, *size);
    }
    return image;
}

static void slide_on(rig *r, int from, int to) {
    for (int k = from; k < to; k++) {
        r->pose[0].position.x -= 1e-5;
        CHECK(sut_tool_set_target(r->w, r->tool[1], &r->pose[1], 0.0) == SUT_OK);
        CHECK(lead(r, 0, 0.0));
    }
}

// Two tools at one needle, one of them slides.
TEST(a_restored_grip_goes_on_bit_for_bit) {
    sut_needle_def n = half_circle();
    sut_tool_def t[2] = {driver(0.015, false), driver(0.007, true)};
    t[0].grip_force = 0.5;
    rig r = rig_of(&n, t, 2, heavy);
    CHECK(sut_world_set_gravity(r.w, weightless) == SUT_OK);
    CHECK(close_jaws(&r, 0) == 1 && close_jaws(&r, 1) == 1);
    slide_on(&r, 0, 80); // 0.8 mm: its coupling pulls harder than 0.5 N from 0.6 mm on
    CHECK(tool_view(&r, 0).needle_grip.slipping);
    size_t size = 0;
    void *image = image_of(r.w, &size);
    sut_pose at = r.pose[0];
    slide_on(&r, 80, 140);
    uint64_t straight = sut_world_hash(r.w);
    REQUIRE(image != NULL);
    CHECK(sut_world_restore(r.w, image, size) == SUT_OK);
    r.pose[0] = at;
    slide_on(&r, 80, 140);
    CHECK(sut_world_hash(r.w) == straight);
    free(image);
    sut_world_destroy(r.w);
}

typedef struct tape {
    uint8_t bytes[1 << 20];
    size_t size;
} tape;

static bool write_tape(void *ctx, const void *bytes, size_t size) {
    tape *t = ctx;
    bool fits = t->size + size <= sizeof t->bytes;
    if (fits) {
        memcpy(t->bytes + t->size, bytes, size);
        t->size += size;
    }
    return fits;
}

TEST(recordings_repeat_grips_and_steps_allocate_nothing) {
    static tape t;
    t.size = 0;
    sut_world_def def = sut_default_world_def();
    def.capacity.needles = 1;
    def.capacity.tools = 2;
    rig r;
    memset(&r, 0, sizeof r);
    REQUIRE(sut_world_create(&def, &r.w) == SUT_OK);
    REQUIRE(sut_record_start(r.w, (sut_record_sink){write_tape, &t}) == SUT_OK);
    sut_tool_def tool[2] = {driver(0.013, false), driver(0.006, true)};
    tool[0].jaw = 0.0;
    for (int i = 0; i < 2; i++) {
        REQUIRE(sut_tool_create(r.w, &tool[i], &r.tool[i]) == SUT_OK);
        r.pose[i] = tool[i].pose;
    }
    sut_needle_def n = half_circle();
    n.tool = r.tool[0];
    REQUIRE(sut_needle_create(r.w, &n, &r.needle) == SUT_OK);
    size_t before = sut_world_stats(r.w).memory;
    CHECK(lead(&r, 0, 0.0));
    CHECK(close_jaws(&r, 1) == 1);
    for (int k = 0; k < 50; k++) {
        CHECK(lead(&r, 0, k / 50.0));
    }
    CHECK(needle_view(&r).tool.index1 == r.tool[1].index1);
    CHECK(sut_world_stats(r.w).memory == before);
    REQUIRE(sut_record_stop(r.w) == SUT_OK);
    sut_replay *replay = NULL;
    REQUIRE(sut_replay_open(t.bytes, t.size, NULL, &replay) == SUT_OK);
    sut_replay_step step;
    int steps = 0;
    while (sut_replay_next(replay, &step)) {
        CHECK(step.got == step.recorded);
        steps++;
    }
    CHECK(steps == 301 && sut_replay_result(replay) == SUT_OK);
    sut_replay_close(replay);
    sut_world_destroy(r.w);
}
