// SPDX-License-Identifier: MIT
#include "trainer/server/rig.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const double began = 0.5e-3;  // m, what counts as a movement
static const double capture = 1e-3;  // m, a motion that begins so near at its tool has no offset
static const char operator_name[] = "operator:";

typedef struct rig_hand {
    int tool; // index
    sut_vec3 start;
    sut_device path; // of an operator: what it follows
} rig_hand;

struct sut_rig {
    sut_haptic *loop;
    const sut_scene *scene;
    rig_hand hands[SUT_SAMPLE_HANDS];
    int count;
};

static bool wanted(const char *who) {
    return who != NULL && strcmp(who, "none") != 0;
}

//---- devices -------------------------------------------------------------------------------------

static bool is_operator(const char *who) {
    return strncmp(who, operator_name, sizeof operator_name - 1) == 0;
}

static bool open_file(const char *who, sut_device *out, sut_rig_error *error) {
    const char *file = is_operator(who) ? who + sizeof operator_name - 1 : who;
    size_t n = strlen(file);
    if (n < 5 || strcmp(file + n - 4, ".csv") != 0) {
        snprintf(error->text, sizeof error->text,
                 "%.200s: unknown device; FILE.csv, operator:FILE.csv or none", who);
        return false;
    }
    sut_recorded_error why;
    *out = sut_default_device();
    if (!sut_recorded_open(file, out, &why)) {
        snprintf(error->text, sizeof error->text, "%s", why.text);
        return false;
    }
    return true;
}

bool sut_rig_check(const char *who, sut_rig_error *error) {
    sut_device d;
    if (!wanted(who)) {
        return true;
    }
    if (!open_file(who, &d, error)) {
        return false;
    }
    d.close(d.ctx);
    return true;
}

// the recorded motion goes on by a period with every read, as the operator does
static void follow(void *ctx, double t, sut_tool_key *out) {
    rig_hand *h = ctx;
    sut_device_sample s;
    if (h->path.read(h->path.ctx, &s)) {
        *out = (sut_tool_key){.t = t, .pose = s.pose, .jaw = s.jaw};
    }
}

static bool make_device(rig_hand *h, const char *who, double period, sut_device *out,
                        sut_rig_error *error) {
    if (!is_operator(who)) {
        return open_file(who, out, error);
    }
    if (!open_file(who, &h->path, error)) {
        return false;
    }
    h->path.open(h->path.ctx, period);
    sut_operator_def def = sut_default_operator_def();
    def.goal = follow;
    def.ctx = h;
    *out = sut_default_device();
    if (sut_operator_create(&def, out) != SUT_OK) {
        snprintf(error->text, sizeof error->text, "%.200s: out of memory", who);
        return false;
    }
    return true;
}

//---- hands ---------------------------------------------------------------------------------------

static bool add_hand(sut_rig *r, int tool, const char *who, sut_rig_error *error) {
    rig_hand *h = &r->hands[r->count];
    const sut_tool_def *t = sut_scene_tool_def(r->scene, tool);
    *h = (rig_hand){.tool = tool, .start = t->pose.position};
    sut_hand_def def = sut_default_hand_def();
    def.tool = sut_scene_tool_id(tool);
    def.stiffness = t->stiffness;
    def.angular_stiffness = t->angular_stiffness;
    def.capture = capture;
    r->count++; // what it has opened is closed with the rig
    if (!make_device(h, who, sut_scene_dt(r->scene), &def.device, error)) {
        return false;
    }
    int hand;
    sut_result result = sut_haptic_add(r->loop, &def, &hand);
    if (result != SUT_OK) {
        def.device.close(def.device.ctx);
        snprintf(error->text, sizeof error->text, "%.200s: no hand can hold the tool: %s", who,
                 sut_result_text(result));
        return false;
    }
    return true;
}

static sut_result drive(void *ctx, sut_world *w, double dt) {
    const sut_rig *r = ctx;
    return sut_scene_drive(r->scene, w, dt);
}

static int find_tool(const sut_scene *scene, const char *name) {
    for (int i = 0; i < sut_scene_tool_count(scene); i++) {
        if (strcmp(sut_scene_tool_name(scene, i), name) == 0) {
            return i;
        }
    }
    return -1;
}

bool sut_rig_make(const sut_rig_plan *plan, sut_world *w, const sut_scene *scene, sut_rig **out,
                  sut_rig_error *error) {
    static const char *const names[SUT_SAMPLE_HANDS] = {"left", "right"};
    *out = NULL;
    if (!wanted(plan->who[0]) && !wanted(plan->who[1])) {
        return true;
    }
    sut_rig *r = calloc(1, sizeof *r);
    sut_haptic_def def = sut_default_haptic_def();
    def.period = sut_scene_dt(scene);
    def.hands = SUT_SAMPLE_HANDS;
    def.before = drive;
    def.ctx = r;
    if (r == NULL || sut_haptic_create(w, &def, &r->loop) != SUT_OK) {
        snprintf(error->text, sizeof error->text, "devices: out of memory");
        free(r);
        return false;
    }
    r->scene = scene;
    for (int i = 0; i < SUT_SAMPLE_HANDS; i++) {
        int tool = find_tool(scene, names[i]);
        if (wanted(plan->who[i]) && tool >= 0 && !add_hand(r, tool, plan->who[i], error)) {
            sut_rig_drop(r);
            return false;
        }
    }
    *out = r;
    return true;
}

void sut_rig_drop(sut_rig *r) {
    if (r == NULL) {
        return;
    }
    sut_haptic_destroy(r->loop);
    for (int i = 0; i < r->count; i++) {
        if (r->hands[i].path.close != NULL) {
            r->hands[i].path.close(r->hands[i].path.ctx);
        }
    }
    free(r);
}

bool sut_rig_has(const sut_rig *r, int tool) {
    for (int i = 0; r != NULL && i < r->count; i++) {
        if (r->hands[i].tool == tool) {
            return true;
        }
    }
    return false;
}

bool sut_rig_moved(const sut_rig *r) {
    for (int i = 0; i < r->count; i++) {
        sut_hand_status s;
        if (sut_haptic_status(r->loop, i, &s) == SUT_OK && s.state == SUT_HAND_ENGAGED) {
            sut_vec3 a = r->hands[i].start, b = s.target.position;
            if (hypot(hypot(a.x - b.x, a.y - b.y), a.z - b.z) > began) {
                return true;
            }
        }
    }
    return false;
}

sut_result sut_rig_step(sut_rig *r) {
    return sut_haptic_step(r->loop);
}
