// SPDX-License-Identifier: MIT
// operator.c -- a hand without a person: a mass that a spring and a damper lead along a path, and
// that gives way to the force it feels.
#include "haptic_defs.h"

#include <stdlib.h>

// parts of a period: the force is held, the hand moves on
enum { PARTS = 8 };

typedef struct operator_hand {
    sut_operator_def def;
    double period;
    double time;
    bool started;
    sut_tool_key path[2]; // of this period: its begin and its end
    sut_pose pose;
    sut_vec3 velocity, spin;
    sut_wrench wrench;
} operator_hand;

static sut_tool_key goal_at(const operator_hand *o, double t) {
    sut_tool_key k = {.t = t, .pose = o->pose};
    if (o->def.keys != NULL) {
        return sut_path_at(o->def.keys, o->def.key_count, t);
    }
    o->def.goal(o->def.ctx, t, &k);
    k.t = t;
    k.pose.rotation = q_normalized(k.pose.rotation);
    return k;
}

static bool open_hand(void *ctx, double period) {
    operator_hand *o = ctx;
    o->period = period;
    o->pose.rotation = q_identity();
    o->path[1] = goal_at(o, 0.0);
    o->pose = o->path[1].pose;
    return true;
}

// mean velocity of a part by the implicit midpoint rule: stable for any spring and damper, exact
// for a force alone, so that the hand itself makes and loses no energy
static sut_vec3 mean_velocity(sut_vec3 v, double mass, double stiffness, double damping,
                              sut_vec3 push, double dt) {
    double all = mass + 0.5 * dt * damping + 0.25 * dt * dt * stiffness;
    return v3_scale(v3_madd(v3_scale(v, mass), 0.5 * dt, push), 1.0 / all);
}

// from t to t + dt
static void move(operator_hand *o, double dt, double t) {
    const sut_operator_def *d = &o->def;
    sut_pose from = sut_path_at(o->path, 2, t).pose;
    sut_pose middle = sut_path_at(o->path, 2, t + 0.5 * dt).pose;
    sut_pose to = sut_path_at(o->path, 2, t + dt).pose;
    // the damper pulls towards the velocity of the path, so that an unhindered hand does not lag
    sut_vec3 path_velocity = v3_scale(v3_sub(to.position, from.position), 1.0 / dt);
    sut_vec3 gap = v3_sub(middle.position, o->pose.position);
    sut_vec3 push = v3_madd(o->wrench.force, d->stiffness, gap);
    push = v3_madd(push, d->damping, path_velocity);
    sut_vec3 mean = mean_velocity(o->velocity, d->mass, d->stiffness, d->damping, push, dt);
    o->velocity = v3_sub(v3_scale(mean, 2.0), o->velocity);
    o->pose.position = v3_madd(o->pose.position, dt, mean);

    sut_vec3 path_spin = v3_scale(q_turn(from.rotation, to.rotation), 1.0 / dt);
    gap = q_turn(o->pose.rotation, middle.rotation);
    push = v3_madd(o->wrench.torque, d->angular_stiffness, gap);
    push = v3_madd(push, d->angular_damping, path_spin);
    mean = mean_velocity(o->spin, d->inertia, d->angular_stiffness, d->angular_damping, push, dt);
    o->spin = v3_sub(v3_scale(mean, 2.0), o->spin);
    o->pose.rotation = q_turned(o->pose.rotation, v3_scale(mean, dt));
}

static bool read_hand(void *ctx, sut_device_sample *out) {
    operator_hand *o = ctx;
    if (o->started) {
        double dt = o->period / PARTS;
        o->path[0] = o->path[1];
        o->path[1] = goal_at(o, o->time + o->period);
        for (int i = 0; i < PARTS; i++) {
            move(o, dt, o->time + i * dt);
        }
        o->time += o->period;
    }
    o->started = true;
    *out = (sut_device_sample){.pose = o->pose, .jaw = o->path[1].jaw};
    return true;
}

static void write_hand(void *ctx, const sut_wrench *wrench) {
    operator_hand *o = ctx;
    o->wrench = *wrench;
}

sut_result sut_operator_create(const sut_operator_def *def, sut_device *out) {
    if (def == NULL || out == NULL) {
        return SUT_E_ARGUMENT;
    }
    sut_result r = sut_operator_def_check(def);
    if (r != SUT_OK) {
        return r;
    }
    operator_hand *o = calloc(1, sizeof *o);
    if (o == NULL) {
        return SUT_E_MEMORY;
    }
    o->def = *def;
    out->open = open_hand;
    out->read = read_hand;
    out->write = write_hand;
    out->close = free;
    out->ctx = o;
    return SUT_OK;
}
