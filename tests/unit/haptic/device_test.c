// SPDX-License-Identifier: MIT
#include "haptic_types.h"

#include "check.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static sut_tool_key key(double t, double x, double jaw) {
    return (sut_tool_key){
        .t = t, .pose = {.position = {x, 0.0, 0.0}, .rotation = {0, 0, 0, 1}}, .jaw = jaw};
}

TEST(a_path_is_linear_between_keys_and_constant_outside) {
    const sut_tool_key keys[3] = {key(1.0, 0.0, 1.0), key(2.0, 0.2, 0.0), key(4.0, 0.0, 0.0)};
    CHECK(sut_path_at(keys, 3, 0.0).pose.position.x == 0.0);
    CHECK_NEAR(sut_path_at(keys, 3, 1.25).pose.position.x, 0.05, 1e-16); // rounding
    CHECK_NEAR(sut_path_at(keys, 3, 1.25).jaw, 0.75, 1e-16);
    CHECK(sut_path_at(keys, 3, 2.0).pose.position.x == 0.2);
    CHECK_NEAR(sut_path_at(keys, 3, 3.0).pose.position.x, 0.1, 1e-16);
    CHECK(sut_path_at(keys, 3, 9.0).pose.position.x == 0.0);
}

TEST(a_path_turns_by_the_shortest_arc) {
    sut_tool_key keys[2] = {key(0.0, 0.0, 0.0), key(1.0, 0.0, 0.0)};
    keys[1].pose.rotation = (sut_quat){0.0, 0.0, -sqrt(0.5), -sqrt(0.5)}; // a quarter, other sign
    sut_quat q = sut_path_at(keys, 2, 0.5).pose.rotation;
    sut_vec3 x = q_rotate(q, v3(1.0, 0.0, 0.0));
    CHECK_NEAR(x.x, sqrt(0.5), 1e-15); // rounding
    CHECK_NEAR(x.y, sqrt(0.5), 1e-15);
}

//---- the operator --------------------------------------------------------------------------------

static sut_device new_operator(const sut_tool_key *keys, int count) {
    sut_operator_def def = sut_default_operator_def();
    def.keys = keys;
    def.key_count = count;
    sut_device d = sut_default_device();
    CHECK_EQ_INT(sut_operator_create(&def, &d), SUT_OK);
    CHECK(d.open(d.ctx, 1e-3));
    return d;
}

TEST(an_unhindered_operator_is_on_its_path_after_a_while) {
    const sut_tool_key keys[2] = {key(0.0, 0.0, 1.0), key(2.0, 0.2, 0.0)};
    sut_device d = new_operator(keys, 2);
    sut_device_sample s;
    for (int i = 0; i <= 1000; i++) {
        CASE("i %d", i);
        CHECK(d.read(d.ctx, &s));
    }
    CHECK_NEAR(s.pose.position.x, 0.1, 1e-6); // 1 s are 27 of its decay times
    CHECK_NEAR(s.jaw, 0.5, 1e-12);
    d.close(d.ctx);
}

TEST(an_operator_gives_way_by_force_over_stiffness) {
    const sut_tool_key rest = key(0.0, 0.0, 0.0);
    sut_device d = new_operator(&rest, 1);
    sut_wrench w = {.force = {0.0, -0.6, 0.0}, .torque = {0.0, 0.0, 0.01}};
    d.write(d.ctx, &w);
    sut_device_sample s;
    for (int i = 0; i <= 3000; i++) {
        CASE("i %d", i);
        CHECK(d.read(d.ctx, &s));
    }
    CHECK_NEAR(s.pose.position.y, -0.6 / 300.0, 1e-9);
    // the spring of rotation is one in 2 sin(angle / 2)
    CHECK_NEAR(q_turn(q_identity(), s.pose.rotation).z, 0.01, 1e-9);
    d.close(d.ctx);
}

TEST(an_operator_repeats_itself) {
    const sut_tool_key keys[2] = {key(0.0, 0.0, 1.0), key(0.3, 0.2, 0.0)};
    sut_device a = new_operator(keys, 2);
    sut_device b = new_operator(keys, 2);
    for (int i = 0; i < 500; i++) {
        CASE("i %d", i);
        sut_device_sample x;
        sut_device_sample y;
        CHECK(a.read(a.ctx, &x) && b.read(b.ctx, &y));
        CHECK(x.pose.position.x == y.pose.position.x);
        sut_wrench w = {.force = {0.1 * (i % 7), 0.0, 0.0}};
        a.write(a.ctx, &w);
        b.write(b.ctx, &w);
    }
    a.close(a.ctx);
    b.close(b.ctx);
}

static void tell_goal(void *ctx, double t, sut_tool_key *out) {
    const double *speed = ctx;
    *out = key(t, *speed * t, t < 0.5 ? 1.0 : 0.0);
}

TEST(an_operator_can_be_told_where_to_go) {
    double speed = 0.05;
    sut_operator_def def = sut_default_operator_def();
    def.goal = tell_goal;
    def.ctx = &speed;
    sut_device d = sut_default_device();
    REQUIRE(sut_operator_create(&def, &d) == SUT_OK);
    CHECK(d.open(d.ctx, 1e-3));
    sut_device_sample s;
    for (int i = 0; i <= 1000; i++) {
        CASE("i %d", i);
        CHECK(d.read(d.ctx, &s));
    }
    CHECK_NEAR(s.pose.position.x, 0.05, 1e-6); // 1 s are 27 of its decay times
    CHECK(s.jaw == 0.0);
    d.close(d.ctx);
}

TEST(a_bad_operator_is_refused) {
    sut_operator_def def = sut_default_operator_def();
    sut_device d = sut_default_device();
    CHECK_EQ_INT(sut_operator_create(&def, &d), SUT_E_ARGUMENT); // no path
    const sut_tool_key keys[2] = {key(1.0, 0.0, 1.0), key(1.0, 0.2, 0.0)};
    def.keys = keys;
    def.key_count = 2;
    CHECK_EQ_INT(sut_operator_create(&def, &d), SUT_E_ARGUMENT); // times do not rise
    def.key_count = 1;
    def.mass = 0.0;
    CHECK_EQ_INT(sut_operator_create(&def, &d), SUT_E_ARGUMENT);
    def.cookie = 0;
    CHECK_EQ_INT(sut_operator_create(&def, &d), SUT_E_DEF);
}

//---- recorded motion -----------------------------------------------------------------------------

// opens a file with this text; *error is empty on success
static bool open_text(const char *text, sut_device *d, sut_recorded_error *error) {
    char path[] = "sutura_recorded_XXXXXX";
    int fd = mkstemp(path);
    FILE *file = fd >= 0 ? fdopen(fd, "w") : NULL;
    if (file == NULL) {
        return false;
    }
    fputs(text, file);
    fclose(file);
    error->text[0] = '\0';
    bool opened = sut_recorded_open(path, d, error);
    unlink(path);
    return opened;
}

TEST(recorded_motion_is_played_by_time) {
    sut_device d = sut_default_device();
    sut_recorded_error e;
    REQUIRE(open_text("t,x,y,z,qx,qy,qz,qw,jaw\n# a comment\n0,0,0,0,0,0,0,1,1\n"
                      "0.1, 0.02,0,-1e-3,0,0,0,1,0.5\r\n",
                      &d, &e));
    CHECK(d.open(d.ctx, 1e-3));
    sut_device_sample s;
    for (int i = 0; i <= 50; i++) {
        CASE("i %d", i);
        CHECK(d.read(d.ctx, &s));
    }
    CHECK_NEAR(s.pose.position.x, 0.01, 1e-12); // rounding of 50 periods
    CHECK_NEAR(s.jaw, 0.75, 1e-12);
    for (int i = 0; i < 200; i++) {
        CASE("i %d", i);
        CHECK(d.read(d.ctx, &s));
    }
    CHECK(s.pose.position.x == 0.02);
    CHECK(s.age == 0.0);
    d.close(d.ctx);
}

TEST(bad_recordings_are_refused_with_their_line) {
    static const struct {
        const char *text, *said;
    } cases[] = {
        {"", "no motion in it"},
        {"0,0,0,0,0,0,0,1\n", ":1: no number for jaw"},
        {"0,0,0,0,0,0,0,1,1,5\n", ":1: no number for jaw"},
        {"0,0,0,x,0,0,0,1,1\n", ":1: no number for z"},
        {"0,0,nan,0,0,0,0,1,1\n", ":1: no number for y"},
        {"0,0,0,0,0,0,0,1,1\n0,0,0,0,0,0,0,1,1\n", ":2: t is 0 after 0; times must rise"},
        {"0,0,0,0,0,0,0,0,1\n", ":1: the quaternion has length 0"},
        {"0,0,0,0,0,0,0,1,2\n", ":1: jaw is 2"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        CASE("i %zu", i);
        sut_device d = sut_default_device();
        sut_recorded_error e;
        CHECK(!open_text(cases[i].text, &d, &e));
        if (!CHECK(strstr(e.text, cases[i].said) != NULL)) {
            CHECK_STR(e.text, cases[i].said);
        }
    }
    sut_device d = sut_default_device();
    sut_recorded_error e;
    CHECK(!sut_recorded_open("/no/such/file.csv", &d, &e));
    CHECK(strstr(e.text, "No such file") != NULL);
    CHECK(!sut_recorded_open("/no/such/file.csv", &d, NULL)); // without a reason
    CHECK(!sut_recorded_open(NULL, &d, &e));
    CHECK(strstr(e.text, "no file") != NULL);
}
