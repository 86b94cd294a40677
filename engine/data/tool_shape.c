// SPDX-License-Identifier: MIT
// tool_shape.c -- solids of a tool at a pose and an opening, and its key frames.
#include "data/data.h"

#include "data/keys.h"
#include "math/quat.h"
#include "math/vec3.h"

#include <string.h>

sut_tool_key sut_tool_key_at(const sut_tool_slot *tool, double t) {
    int count = tool->steered ? 1 : tool->key_count;
    sut_key_span at = sut_key_span_at(tool->keys, sizeof tool->keys[0], count, t);
    const sut_tool_key *a = &tool->keys[at.from];
    const sut_tool_key *b = &tool->keys[at.to];
    if (a == b) {
        return *a;
    }
    return (sut_tool_key){t, pose_between(a->pose, b->pose, at.share),
                          a->jaw + at.share * (b->jaw - a->jaw)};
}

bool sut_tool_cuts(const sut_tool_def *d) {
    return d->kind == SUT_TOOL_SCISSORS || d->kind == SUT_TOOL_BLADE;
}

bool sut_world_has_cutters(const sut_world *w) {
    for (int i = 0; i < w->def.capacity.tools; i++) {
        if (w->tools[i].used && sut_tool_cuts(&w->tools[i].def)) {
            return true;
        }
    }
    return false;
}

bool sut_tool_is_sunk(const sut_tool_slot *tool) {
    return tool->def.kind == SUT_TOOL_BLADE && (tool->jaw <= 0.5 || tool->cut.sunk);
}

int sut_tool_part_count(const sut_tool_def *d) {
    int handle = d->handle_length > 0.0 ? 1 : 0;
    int planes = d->incline > 0.0 ? 2 : 0;
    if (d->kind == SUT_TOOL_BLADE) {
        return 1 + handle;
    }
    return d->kind == SUT_TOOL_POINT ? 0 : 2 + planes + handle;
}

double sut_tool_widest(const sut_tool_def *d) {
    double half = 0.5 * d->opening;
    return sut_atan2(half, sqrt(d->length * d->length - half * half));
}

static void set_axes(sut_shape *s, const sut_pose *pose, sut_vec3 x, sut_vec3 z) {
    s->axis[0] = q_rotate(pose->rotation, x);
    s->axis[2] = q_rotate(pose->rotation, z);
    s->axis[1] = v3_cross(s->axis[2], s->axis[0]);
}

// An arm, turned by `angle` about the hinge at z = length, on the side `side` (1 or -1) of x.
static sut_shape arm(const sut_tool_def *d, const sut_pose *pose, double angle, double side) {
    double sine;
    double cosine;
    sut_sincos(angle, &sine, &cosine);
    sut_shape s;
    memset(&s, 0, sizeof s);
    s.kind = SUT_SHAPE_JAW;
    s.radius = d->tip_radius;
    s.base_radius = d->base_radius;
    s.half_length = 0.5 * d->length;
    sut_vec3 z = v3(-side * sine, 0.0, cosine); // from tip to hinge
    set_axes(&s, pose, v3(-side * cosine, 0.0, -sine), z);
    sut_vec3 hinge = v3(0.0, 0.0, d->length);
    s.center = pose_to_world(*pose, v3_madd(hinge, -s.half_length, z));
    return s;
}

// What is between the cut face of an arm and its inclined plane.
static sut_shape plane_of(const sut_tool_def *d, const sut_shape *arm) {
    sut_shape s = *arm;
    s.kind = SUT_SHAPE_WEDGE;
    s.half_size = v3(d->incline, 0.0, 0.0);
    return s;
}

static sut_shape handle(const sut_tool_def *d, const sut_pose *pose) {
    sut_shape s;
    memset(&s, 0, sizeof s);
    s.kind = SUT_SHAPE_CAPSULE;
    s.radius = d->handle_radius;
    s.half_length = 0.5 * d->handle_length;
    set_axes(&s, pose, v3(1.0, 0.0, 0.0), v3(0.0, 0.0, 1.0));
    s.center = pose_to_world(*pose, v3(0.0, 0.0, d->length + s.half_length));
    return s;
}

// A blade: a capsule around its edge.
static sut_shape edge(const sut_tool_def *d, const sut_pose *pose) {
    sut_shape s;
    memset(&s, 0, sizeof s);
    s.kind = SUT_SHAPE_CAPSULE;
    s.radius = d->tip_radius;
    s.half_length = 0.5 * d->length;
    set_axes(&s, pose, v3(1.0, 0.0, 0.0), v3(0.0, 0.0, 1.0));
    s.center = pose_to_world(*pose, v3(0.0, 0.0, s.half_length));
    return s;
}

int sut_tool_shapes(const sut_tool_def *d, const sut_pose *pose, double jaw,
                    sut_shape out[SUT_TOOL_SOLIDS]) {
    int count = sut_tool_part_count(d);
    double angle = count > 0 ? jaw * sut_tool_widest(d) : 0.0;
    if (d->kind == SUT_TOOL_BLADE) {
        out[0] = edge(d, pose);
        if (count > 1) {
            out[1] = handle(d, pose);
        }
        return count;
    }
    for (int k = 0; k < count; k++) {
        if (k < 2) {
            out[k] = arm(d, pose, angle, k == 0 ? 1.0 : -1.0);
        } else {
            bool plane = d->incline > 0.0 && k < 4;
            out[k] = plane ? plane_of(d, &out[k - 2]) : handle(d, pose);
        }
    }
    return count;
}
