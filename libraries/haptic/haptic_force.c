// SPDX-License-Identifier: MIT
// haptic_force.c -- what a hand should feel, and what its motors bear. Theory: coupling, Q1 to Q3.
#include "haptic_types.h"

// periods over which the motion of the tool relative to the hand is smoothed: differences of an
// encoder's counts over one period are mostly noise
static const double smoothing = 2.0;

double sut_heat_limit(const sut_heat *h, double peak, double continuous) {
    if (!(continuous > 0.0 && continuous < peak)) {
        return continuous > 0.0 ? peak : 0.0;
    }
    // peak from cold, falling to continuous when the mean square gets there; so it never gets
    // beyond, and nothing jumps
    double c2 = continuous * continuous;
    double left = fmax(c2 - h->mean, 0.0);
    return sqrt(c2 + left * (peak * peak - c2) / c2);
}

void sut_heat_add(sut_heat *h, double amount, double period, double time) {
    h->mean += (amount * amount - h->mean) * (period / (time + period));
}

static sut_vec3 limited(sut_vec3 v, double most, bool *cut) {
    double n = v3_norm(v);
    if (n <= most) {
        return v;
    }
    *cut = true;
    return most > 0.0 ? v3_scale(v, most / n) : v3_zero();
}

// the damper between hand and tool: from differences, like all that a sampled loop knows
static void follow(sut_hand *hand, const sut_tool_view *v, double period) {
    double share = 1.0 / smoothing;
    if (hand->has_tool) {
        sut_vec3 tool = v3_sub(v->proxy.position, hand->tool_last.position);
        sut_vec3 own = v3_sub(v->target.position, hand->target_last.position);
        sut_vec3 drift = v3_scale(v3_sub(tool, own), 1.0 / period);
        hand->drift = v3_lerp(hand->drift, drift, share);
        tool = q_turn(hand->tool_last.rotation, v->proxy.rotation);
        own = q_turn(hand->target_last.rotation, v->target.rotation);
        drift = v3_scale(v3_sub(tool, own), 1.0 / period);
        hand->turn_drift = v3_lerp(hand->turn_drift, drift, share);
    }
    hand->tool_last = v->proxy;
    hand->target_last = v->target;
    hand->has_tool = true;
}

// what threads did to the tool on its way: force times way, by the mean of its two ends
static void credit(sut_hand *hand, const sut_tool_view *v) {
    if (hand->has_tool) {
        sut_vec3 way = v3_sub(v->proxy.position, hand->tool_last.position);
        sut_vec3 turn = q_turn(hand->tool_last.rotation, v->proxy.rotation);
        double energy = 0.5 * (v3_dot(v3_add(v->force, hand->pull_last), way) +
                               v3_dot(v3_add(v->torque, hand->twist_last), turn));
        hand->status.energy_tool += energy / hand->force.weight;
    }
    hand->pull_last = v->force;
    hand->twist_last = v->torque;
}

static double damping(double given, double stiffness, double period) {
    if (given >= 0.0) {
        return given;
    }
    // half a period is lost by holding the force, one by computing it; over 1.5 periods the
    // spring gives as much energy as this damper takes
    return isfinite(stiffness) ? 1.5 * stiffness * period : 0.0;
}

// What the coupling gives to the hand, in the world: spring of the tool and damper of the loop.
static void couple(sut_haptic *h, sut_hand *hand, sut_vec3 *force, sut_vec3 *torque) {
    const sut_hand_def *d = &hand->def;
    double period = h->def.period;
    *force = *torque = v3_zero();
    sut_tool_view v;
    if (h->port.view(h->port.ctx, d->tool, &v) != SUT_OK) {
        return;
    }
    credit(hand, &v);
    follow(hand, &v, period);
    double b = damping(d->damping, d->stiffness, period);
    double c = damping(d->angular_damping, d->angular_stiffness, period);
    sut_vec3 f = v3_madd(v.hand_force, b, hand->drift);
    sut_vec3 t = v3_madd(v.hand_torque, c, hand->turn_drift);
    if (v3_is_finite(f) && v3_is_finite(t)) {
        *force = f;
        *torque = t;
    }
}

void sut_hand_feel(sut_haptic *h, sut_hand *hand) {
    const sut_hand_def *d = &hand->def;
    const sut_device *dev = &d->device;
    sut_vec3 force;
    sut_vec3 torque;
    couple(h, hand, &force, &torque);
    double change = h->def.period / d->fade;
    bool engaged = hand->state == SUT_HAND_ENGAGED;
    hand->gain = engaged ? fmin(hand->gain + change, 1.0) : fmax(hand->gain - change, 0.0);

    // powers at the device are those of the world times force_scale and motion_scale
    double scale = hand->gain * d->force_scale;
    force = v3_scale(q_rotate_back(d->rotation, force), scale);
    torque = v3_scale(q_rotate_back(d->rotation, torque), scale * d->motion_scale);
    bool cut = false;
    bool no_motor = false;
    double most = sut_heat_limit(&hand->force_heat, dev->force_peak, dev->force_continuous);
    hand->force.wanted = limited(force, most, &cut);
    most = sut_heat_limit(&hand->torque_heat, dev->torque_peak, dev->torque_continuous);
    hand->torque.wanted = limited(torque, most, dev->torque_peak > 0.0 ? &cut : &no_motor);
    hand->status.limited += cut;
}
