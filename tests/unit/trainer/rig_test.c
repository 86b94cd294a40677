// SPDX-License-Identifier: MIT
#include "check.h"
#include "trainer/server/play.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

// a forceps in empty space, a thread far below
static const char scene_text[] =
    "{\"sutura\": 1, \"gravity\": [0, 0, 0], \"dt\": \"1 ms\", \"threads\": [{\"material\": "
    "\"nylon "
    "4-0\", \"vertices\": 11, \"length\": \"20 mm\", \"shape\": {\"type\": \"straight\"}}], "
    "\"tools\": [{\"name\": \"left\", \"type\": \"forceps\", \"position\": [0, 0, 0.05]}, "
    "{\"name\": "
    "\"right\", \"type\": \"forceps\", \"position\": [0.04, 0, 0.05]}]}";

// rests for 0.2 s, then goes 10 mm along x in half a second
static const char motion[] = "t,x,y,z,qx,qy,qz,qw,jaw\n"
                             "0,0,0,0.05,0,0,0,1,1\n"
                             "0.2,0,0,0.05,0,0,0,1,1\n"
                             "0.7,0.01,0,0.05,0,0,0,1,0\n";

typedef struct fixture {
    char folder[200], file[220], operated[240];
    sut_play *play;
} fixture;

static bool begin(fixture *f, bool operated, sut_play_mode mode) {
    const char *base = getenv("TMPDIR");
    *f = (fixture){0};
    snprintf(f->folder, sizeof f->folder, "%.150s/sutura_rig_XXXXXX", base != NULL ? base : "/tmp");
    if (mkdtemp(f->folder) == NULL) {
        return false;
    }
    snprintf(f->file, sizeof f->file, "%s/motion.csv", f->folder);
    FILE *file = fopen(f->file, "w");
    if (file == NULL || fputs(motion, file) < 0 || fclose(file) != 0) {
        return false;
    }
    snprintf(f->operated, sizeof f->operated, "operator:%s", f->file);
    sut_rig_plan plan = {{operated ? f->operated : f->file, "none"}};
    json_t *scene = json_loads(scene_text, 0, NULL);
    sut_play_wish wish = {.mode = mode, .scene = scene, .devices = &plan};
    sut_scene_error error;
    f->play = sut_play_make(&wish, &error);
    json_decref(scene);
    return f->play != NULL;
}

static void end(fixture *f) {
    sut_play_drop(f->play);
    unlink(f->file);
    rmdir(f->folder);
}

static sut_tool_view tool(const fixture *f, int i) {
    sut_tool_view v = {0};
    sut_tool_get_view(f->play->world, sut_scene_tool_id(i), &v);
    return v;
}

TEST(recorded_motion_moves_the_left_hand_alone) {
    fixture f;
    REQUIRE(begin(&f, false, SUT_PLAY_TRY));
    REQUIRE(f.play->rig != NULL);
    CHECK(sut_rig_has(f.play->rig, 0));
    CHECK(!sut_rig_has(f.play->rig, 1));
    CHECK_EQ_INT(f.play->cast.device_tools, 1);
    for (int i = 0; i < 150; i++) {
        CASE("i %d", i);
        CHECK(sut_rig_step(f.play->rig) == SUT_OK);
    }
    // it rests: the clock of the attempt does not run
    CHECK(!sut_rig_moved(f.play->rig));
    for (int i = 0; i < 850; i++) {
        CASE("i %d", i);
        CHECK(sut_rig_step(f.play->rig) == SUT_OK);
    }
    CHECK(sut_rig_moved(f.play->rig));
    // nothing is in the way and the motion has ended 0.3 s ago
    CHECK_NEAR(tool(&f, 0).proxy.position.x, 0.01, 1e-6);
    CHECK_NEAR(tool(&f, 0).jaw, 0.0, 1e-6);
    CHECK_NEAR(tool(&f, 1).proxy.position.x, 0.04, 1e-12); // round-off
    CHECK_NEAR(sut_world_time(f.play->world), 1.0, 1e-9);
    end(&f);
}

TEST(a_simulated_hand_follows_the_motion) {
    fixture f;
    REQUIRE(begin(&f, true, SUT_PLAY_TRY));
    for (int i = 0; i < 1500; i++) {
        CASE("i %d", i);
        CHECK(sut_rig_step(f.play->rig) == SUT_OK);
    }
    // its spring of 300 N/m on 0.15 kg is damped with 8 N s/m: exp(-27 t), and 0.8 s have passed
    CHECK_NEAR(tool(&f, 0).proxy.position.x, 0.01, 1e-5);
    end(&f);
}

TEST(demonstrations_and_replays_have_no_devices) {
    fixture f;
    REQUIRE(begin(&f, false, SUT_PLAY_REPLAY));
    CHECK(f.play->rig == NULL);
    CHECK(!sut_rig_has(f.play->rig, 0));
    end(&f);
}

TEST(wrong_devices_are_refused_with_a_reason) {
    sut_rig_error error = {""};
    CHECK(!sut_rig_check("joystick", &error));
    CHECK(strstr(error.text, "joystick: unknown device") != NULL);
    CHECK(!sut_rig_check("/nowhere/motion.csv", &error));
    CHECK(strstr(error.text, "/nowhere/motion.csv") != NULL);
    CHECK(!sut_rig_check("operator:/nowhere/motion.csv", &error));
    CHECK(sut_rig_check("none", &error));
    CHECK(sut_rig_check(NULL, &error));
}
