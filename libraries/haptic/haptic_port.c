// SPDX-License-Identifier: MIT
// haptic_port.c -- the only place where the haptic library speaks to a world.
#include "haptic_types.h"

static sut_result set_target(void *ctx, sut_tool_id tool, const sut_pose *pose, double jaw) {
    return sut_tool_set_target(ctx, tool, pose, jaw);
}

static sut_result release(void *ctx, sut_tool_id tool) {
    return sut_tool_release(ctx, tool);
}

static sut_result view(void *ctx, sut_tool_id tool, sut_tool_view *out) {
    return sut_tool_get_view(ctx, tool, out);
}

static sut_result step(void *ctx, double dt) {
    return sut_world_step(ctx, dt);
}

sut_tool_port sut_tool_port_of_world(sut_world *w) {
    return (sut_tool_port){
        .set_target = set_target, .release = release, .view = view, .step = step, .ctx = w};
}
