// SPDX-License-Identifier: MIT
#include "trainer/server/guide.h"

#include "trainer/server/hand.h"

#include <math.h>
#include <stdbool.h>

enum { TOOLS = 4 };

// What is known of the hands while the script is read.
typedef struct reading {
    const sut_scene *scene;
    json_t *steps;
    bool placed[TOOLS]; // `place` is known
    sut_vec3 place[TOOLS];
    bool closed[TOOLS];
    bool aimed[TOOLS]; // the blades were led to what they cut
    const char *say;   // of the commands since the last step
    int stage;         // of the last step
    double stage_end;  // s, when the last of its commands ends
    bool in_stage[TOOLS];
} reading;

static json_t *vec(sut_vec3 v) {
    return json_pack("[f, f, f]", v.x, v.y, v.z);
}

// A hand has one instrument at a time: its steps with another one come later.
static bool hand_is_busy(const reading *r, int tool) {
    int hand = sut_hand_named(sut_scene_tool_name(r->scene, tool));
    bool busy = r->in_stage[tool];
    for (int i = 0; i < TOOLS && i < sut_scene_tool_count(r->scene) && hand >= 0; i++) {
        busy = busy || (r->in_stage[i] && sut_hand_named(sut_scene_tool_name(r->scene, i)) == hand);
    }
    return busy;
}

// Steps of different hands that the demonstration does at the same time can be done in any order.
static void add(reading *r, const sut_scene_step *c, const char *what, json_t *step) {
    bool together = json_array_size(r->steps) > 0 && !hand_is_busy(r, c->tool) &&
                    c->start < r->stage_end - 1e-9; // times of commands are sums of durations
    if (!together) {
        r->stage++;
        for (int i = 0; i < TOOLS; i++) {
            r->in_stage[i] = false;
        }
        r->stage_end = c->end;
    }
    r->in_stage[c->tool] = true;
    r->stage_end = fmax(r->stage_end, c->end);
    json_object_set_new(step, "do", json_string(what));
    json_object_set_new(step, "tool", json_integer(c->tool));
    json_object_set_new(step, "stage", json_integer(r->stage - 1));
    json_object_set_new(step, "say", json_string(r->say));
    json_object_set_new(step, "from", json_real(c->start));
    json_object_set_new(step, "until", json_real(c->end));
    if (c->has_pointing) {
        json_object_set_new(step, "pointing", vec(c->pointing));
    }
    json_array_append_new(r->steps, step);
}

// What the same tool does next; a reach that neither a grasp nor a cut follows is only on the way.
static sut_scene_act next_of(const reading *r, int i, int tool) {
    sut_scene_step c;
    while (sut_scene_script_get(r->scene, ++i, &c)) {
        if (c.tool == tool && c.act != SUT_ACT_WAIT) {
            return c.act;
        }
    }
    return SUT_ACT_WAIT;
}

static void add_jaws(reading *r, const sut_scene_step *c) {
    bool close = c->jaw < 0.25;
    if (!isnan(c->jaw) && close != r->closed[c->tool]) {
        add(r, c, close ? "close" : "open", json_object());
        r->closed[c->tool] = close;
    }
}

static void add_move(reading *r, const sut_scene_step *c) {
    add_jaws(r, c);
    sut_vec3 *at = &r->place[c->tool];
    if (c->has_by && r->placed[c->tool]) {
        *at = (sut_vec3){at->x + c->where.x, at->y + c->where.y, at->z + c->where.z};
    } else if (c->has_to) {
        *at = c->where;
        r->placed[c->tool] = true;
    } else if (c->has_by) {
        add(r, c, "move", json_pack("{s:o, s:f}", "by", vec(c->where), "spin", c->angle));
        return;
    } else {
        return;
    }
    add(r, c, "move", json_pack("{s:o, s:f}", "to", vec(*at), "spin", c->angle));
}

// a tool that waits after a move stays where it went
static void add_hold(reading *r, const sut_scene_step *c) {
    size_t count = json_array_size(r->steps);
    json_t *last = count > 0 ? json_array_get(r->steps, count - 1) : NULL;
    if (json_integer_value(json_object_get(last, "tool")) == c->tool &&
        json_object_get(last, "spin") != NULL) {
        json_object_set_new(last, "hold", json_real(c->end - c->start));
    }
}

// The needle that a tool has is led on; a straight one goes by a length.
static void add_drive(reading *r, const sut_scene_step *c) {
    add(r, c, "drive", json_pack("{s:f, s:f}", "angle", c->angle, "along", c->along));
    r->placed[c->tool] = false;
}

static void add_reach(reading *r, int i, const sut_scene_step *c) {
    sut_scene_act next = next_of(r, i, c->tool);
    if (next != SUT_ACT_GRASP && next != SUT_ACT_CUT) {
        return;
    }
    add(r, c, next == SUT_ACT_CUT ? "cut" : "take",
        c->needle >= 0 ? json_pack("{s:i, s:f}", "needle", c->needle, "along", c->along)
                       : json_pack("{s:i, s:i}", "thread", c->thread, "vertex", c->vertex));
    r->placed[c->tool] = false;
    r->aimed[c->tool] = next == SUT_ACT_CUT;
    // blades open again by themselves
    r->closed[c->tool] = next == SUT_ACT_GRASP;
}

// Around something, or where the tool is.
static void add_circle(reading *r, const sut_scene_step *c) {
    if (c->has_center) {
        add(r, c, "wind",
            json_pack("{s:o, s:o, s:f, s:b}", "center", vec(c->center), "axis", vec(c->axis),
                      "angle", c->angle, "turns", c->turns));
    } else {
        add(r, c, "turn", json_pack("{s:o, s:f}", "axis", vec(c->axis), "angle", c->angle));
    }
}

static void add_pull(reading *r, const sut_scene_step *c) {
    add(r, c, "pull", json_pack("{s:o, s:f}", "axis", vec(c->axis), "force", c->force));
    r->placed[c->tool] = false;
}

// Said by the reach before it, or made where the blades are.
static void add_cut(reading *r, const sut_scene_step *c) {
    if (!r->aimed[c->tool]) {
        add(r, c, "cut", json_object());
    }
    r->aimed[c->tool] = false;
}

static void add_step(reading *r, int i, const sut_scene_step *c) {
    switch (c->act) {
    case SUT_ACT_MOVE: add_move(r, c); break;
    case SUT_ACT_REACH: add_reach(r, i, c); break;
    case SUT_ACT_GRASP:
    case SUT_ACT_RELEASE: add_jaws(r, c); break;
    case SUT_ACT_CIRCLE: add_circle(r, c); break;
    case SUT_ACT_WAIT: add_hold(r, c); break;
    case SUT_ACT_DRIVE: add_drive(r, c); break;
    case SUT_ACT_PULL: add_pull(r, c); break;
    case SUT_ACT_CUT: add_cut(r, c); break;
    }
}

json_t *sut_guide_of(const sut_scene *demo) {
    reading r = {.scene = demo, .steps = json_array(), .say = ""};
    for (int i = 0; i < TOOLS && i < sut_scene_tool_count(demo); i++) {
        r.place[i] = sut_scene_tool_def(demo, i)->pose.position;
        r.placed[i] = true;
        r.closed[i] = sut_scene_tool_def(demo, i)->jaw < 0.25;
    }
    sut_scene_step c;
    for (int i = 0; sut_scene_script_get(demo, i, &c); i++) {
        r.say = c.say[0] != '\0' ? c.say : r.say;
        if (c.tool < TOOLS) {
            add_step(&r, i, &c);
        }
    }
    return r.steps;
}
