// SPDX-License-Identifier: MIT
#include "wall_fixture.h"

#include <stdlib.h>

static sut_result set_target(void *ctx, sut_tool_id tool, const sut_pose *pose, double jaw) {
    wall *w = ctx;
    (void)tool;
    w->view.target = *pose;
    w->view.jaw_target = w->view.jaw = jaw;
    return SUT_OK;
}

static sut_result release(void *ctx, sut_tool_id tool) {
    wall *w = ctx;
    (void)tool;
    w->releases++;
    w->view.target = w->view.proxy;
    w->view.jaw_target = w->view.jaw = 1.0;
    w->view.hand_force = v3_zero();
    return SUT_OK;
}

static sut_result view(void *ctx, sut_tool_id tool, sut_tool_view *out) {
    const wall *w = ctx;
    (void)tool;
    *out = w->view;
    return SUT_OK;
}

static sut_result step(void *ctx, double dt) {
    wall *w = ctx;
    (void)dt;
    if (w->broken) {
        return SUT_E_DIVERGED;
    }
    w->view.proxy = w->view.target;
    if (w->glued || w->view.proxy.position.z < w->floor) {
        w->view.proxy.position.z = w->floor;
    }
    if (w->twist > 0.0) {
        w->view.proxy.rotation = q_identity();
        w->view.hand_torque =
            v3_scale(q_turn(w->view.target.rotation, w->view.proxy.rotation), w->twist);
    }
    sut_vec3 gap = v3_sub(w->view.proxy.position, w->view.target.position);
    sut_vec3 force = v3_scale(gap, w->stiffness);
    w->view.hand_force = w->delayed ? w->next : force;
    w->next = force;
    return SUT_OK;
}

static bool read_puppet(void *ctx, sut_device_sample *out) {
    puppet *p = ctx;
    switch (p->does) {
    case IS_GONE:
        return false;
    case FREEZES:
        p->given.age += 1e-3;
        *out = p->given;
        return true;
    default:
        break;
    }
    *out = p->sample;
    if (p->does == GIVES_NAN) {
        out->pose.position.y = nan("");
    } else if (p->does == JUMPS) {
        // to and fro, a metre each time
        out->pose.position.x += p->given.pose.position.x > 0.5 ? 0.0 : 1.0;
    } else if (p->does == IS_LATE) {
        out->age = 0.1;
        // a hand that moves, seen late
        out->pose.position.x += p->given.pose.position.x > out->pose.position.x ? 0.0 : 1e-6;
    }
    p->given = *out;
    return true;
}

static void write_puppet(void *ctx, const sut_wrench *wrench) {
    puppet *p = ctx;
    p->felt = *wrench;
}

static void close_puppet(void *ctx) {
    puppet *p = ctx;
    p->closed++;
}

sut_device puppet_device(puppet *p) {
    sut_device d = sut_default_device();
    p->sample.pose.rotation = q_identity();
    d.read = read_puppet;
    d.write = write_puppet;
    d.close = close_puppet;
    d.ctx = p;
    return d;
}

sut_haptic *wall_loop(wall *w, const sut_haptic_def *def) {
    sut_world_def world_def = sut_default_world_def();
    sut_haptic_def own = def != NULL ? *def : sut_default_haptic_def();
    sut_world *world = NULL;
    sut_haptic *h = NULL;
    if (sut_world_create(&world_def, &world) != SUT_OK ||
        sut_haptic_create(world, &own, &h) != SUT_OK) {
        abort();
    }
    w->view.target.rotation = w->view.proxy.rotation = q_identity();
    h->port = (sut_tool_port){
        .set_target = set_target, .release = release, .view = view, .step = step, .ctx = w};
    return h;
}

void wall_end(sut_haptic *h) {
    sut_world *world = sut_haptic_world(h);
    sut_haptic_destroy(h);
    sut_world_destroy(world);
}
