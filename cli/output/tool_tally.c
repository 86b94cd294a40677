// SPDX-License-Identifier: MIT
#include "output/tool_tally.h"

#include <math.h>

static double size_of(sut_vec3 v) {
    return hypot(hypot(v.x, v.y), v.z);
}

static double apart(sut_vec3 a, sut_vec3 b) {
    return size_of((sut_vec3){a.x - b.x, a.y - b.y, a.z - b.z});
}

void sut_tool_tally_start(sut_tool_tally *t, const sut_source *src, int tool) {
    sut_tool_view v;
    *t = (sut_tool_tally){0};
    if (sut_tool_get_view(src->world, src->tools[tool].id, &v) == SUT_OK) {
        t->at = v.proxy.position;
    }
}

static void note_events(sut_tool_tally *t, const sut_source *src, int tool) {
    int count = 0;
    const sut_event *e = sut_world_events(src->world, &count);
    for (int i = 0; i < count; i++) {
        if (e[i].a != src->tools[tool].id.index1) {
            continue;
        }
        t->grasps += e[i].type == SUT_EV_GRASPED || e[i].type == SUT_EV_TISSUE_GRASPED ||
                     e[i].type == SUT_EV_NEEDLE_GRASPED;
        t->drops += e[i].type == SUT_EV_GRIP_LOST || e[i].type == SUT_EV_TISSUE_LOST ||
                    e[i].type == SUT_EV_NEEDLE_DROPPED;
        t->slips += e[i].type == SUT_EV_GRIP_SLIPS || e[i].type == SUT_EV_TISSUE_SLIPS;
        t->blocked += e[i].type == SUT_EV_TOOL_BLOCKED;
    }
}

void sut_tool_tally_step(sut_tool_tally *t, const sut_source *src, int tool) {
    sut_tool_view v;
    if (sut_tool_get_view(src->world, src->tools[tool].id, &v) != SUT_OK) {
        return;
    }
    t->force_max = fmax(t->force_max, size_of(v.force));
    t->torque_max = fmax(t->torque_max, size_of(v.torque));
    t->solid_max = fmax(t->solid_max, size_of(v.solid_force));
    t->hand_max = fmax(t->hand_max, size_of(v.hand_force));
    t->lag_max = fmax(t->lag_max, apart(v.target.position, v.proxy.position));
    t->path += apart(v.proxy.position, t->at);
    t->at = v.proxy.position;
    note_events(t, src, tool);
}
