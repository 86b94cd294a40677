// SPDX-License-Identifier: MIT
// haptic_hand.c -- which device has the tool. A device at fault loses it: the force fades, the tool
// keeps its place and lets go when the fault lasts. A device that is back takes it where it is.
#include "haptic_types.h"

//---- mapping -------------------------------------------------------------------------------------

sut_pose sut_hand_map(const sut_hand *hand, const sut_pose *device) {
    const sut_hand_def *d = &hand->def;
    sut_vec3 way = q_rotate(d->rotation, v3_scale(device->position, 1.0 / d->motion_scale));
    sut_quat turn = q_mul(q_mul(d->rotation, device->rotation), hand->turn_offset);
    return (sut_pose){.position = v3_add(v3_add(d->origin, way), hand->offset),
                      .rotation = q_normalized(turn)};
}

void sut_hand_clutch(sut_hand *hand, const sut_pose *device, const sut_pose *tool, bool first) {
    hand->offset = v3_zero();
    hand->turn_offset = q_identity();
    sut_pose mapped = sut_hand_map(hand, device);
    sut_vec3 off = v3_sub(tool->position, mapped.position);
    double turn = v3_norm(q_turn(mapped.rotation, tool->rotation));
    // a few degrees are to angles what `capture` is to places
    if (first && v3_norm(off) <= hand->def.capture && turn < 0.1) {
        return;
    }
    hand->offset = off;
    hand->turn_offset = q_normalized(q_mul(q_conjugate(mapped.rotation), tool->rotation));
}

//---- states --------------------------------------------------------------------------------------

static void enter(sut_hand *hand, sut_hand_state state) {
    hand->state = state;
    hand->state_time = 0.0;
}

static void lose(sut_haptic *h, int index, sut_hand_fault fault) {
    sut_hand *hand = &h->hands[index];
    hand->good_time = 0.0;
    if (hand->state == SUT_HAND_ENGAGED || hand->state == SUT_HAND_CLUTCHED) {
        enter(hand, SUT_HAND_RELEASING);
        hand->cause = fault;
        hand->status.losses++;
        sut_haptic_note(h, index, SUT_HAPTIC_LOST, fault);
    }
}

static void engage(sut_haptic *h, int index, const sut_device_sample *s) {
    sut_hand *hand = &h->hands[index];
    sut_tool_view v;
    if (h->port.view(h->port.ctx, hand->def.tool, &v) != SUT_OK) {
        hand->fault = SUT_FAULT_WORLD; // the tool is gone
        return;
    }
    bool first = hand->state == SUT_HAND_WAITING;
    bool again = hand->state == SUT_HAND_RELEASING || hand->state == SUT_HAND_RELEASED;
    // a tool that let go has no target but where it is
    const sut_pose *place = hand->state == SUT_HAND_RELEASED ? &v.proxy : &v.target;
    sut_hand_clutch(hand, &s->pose, place, first);
    hand->target = *place;
    hand->jaw = hand->state == SUT_HAND_RELEASED ? v.jaw : v.jaw_target;
    hand->has_tool = false;
    hand->drift = hand->turn_drift = v3_zero();
    hand->status.recoveries += again;
    enter(hand, SUT_HAND_ENGAGED);
    sut_haptic_note(h, index, SUT_HAPTIC_ENGAGED, SUT_FAULT_NONE);
}

// with a good sample in the hand
static void decide(sut_haptic *h, int index, const sut_device_sample *s) {
    sut_hand *hand = &h->hands[index];
    switch (hand->state) {
    case SUT_HAND_ENGAGED:
        if (s->clutch) {
            enter(hand, SUT_HAND_CLUTCHED);
            sut_haptic_note(h, index, SUT_HAPTIC_CLUTCHED, SUT_FAULT_NONE);
        }
        break;
    case SUT_HAND_CLUTCHED:
        if (!s->clutch) {
            engage(h, index, s);
        }
        break;
    default:
        if (hand->good_time >= hand->def.settle && !s->clutch) {
            engage(h, index, s);
        }
    }
}

//---- a period ------------------------------------------------------------------------------------

// what has flowed since the last good sample, while the force of that period was held
static void account(sut_haptic *h, sut_hand *hand, const sut_pose *now) {
    double period = h->def.period;
    if (now == NULL || !hand->seen) {
        hand->force.velocity = hand->torque.velocity = v3_zero();
        hand->status.energy_unseen += period * (v3_norm(hand->force.written) * hand->def.speed_max +
                                                v3_norm(hand->torque.written) * hand->def.turn_max);
    } else {
        sut_vec3 way = v3_sub(now->position, hand->device.position);
        sut_vec3 turn = q_turn(hand->device.rotation, now->rotation);
        double out = v3_dot(hand->force.written, way) + v3_dot(hand->torque.written, turn);
        hand->force.velocity = v3_scale(way, 1.0 / period);
        hand->torque.velocity = v3_scale(turn, 1.0 / period);
        hand->status.energy_out += fmax(out, 0.0);
        hand->status.energy_in += fmax(-out, 0.0);
        sut_tank_flow(&h->tank, -out * hand->force.weight);
        sut_hand_status *s = &hand->status;
        s->energy_lowest = fmin(s->energy_lowest, s->energy_in - s->energy_out + s->energy_tool);
    }
    hand->seen = now != NULL;
    if (now != NULL) {
        hand->device = *now;
    }
}

static void move_tool(sut_haptic *h, sut_hand *hand, const sut_device_sample *s) {
    hand->target = sut_hand_map(hand, &s->pose);
    double most = hand->def.jaw_rate * h->def.period;
    hand->jaw += fmin(fmax(s->jaw - hand->jaw, -most), most);
    hand->jaw = fmin(fmax(hand->jaw, 0.0), 1.0);
    if (h->port.set_target(h->port.ctx, hand->def.tool, &hand->target, hand->jaw) != SUT_OK) {
        hand->fault = SUT_FAULT_WORLD;
    }
}

void sut_hand_read(sut_haptic *h, int index) {
    sut_hand *hand = &h->hands[index];
    sut_device_sample s = {0};
    double start = h->timed ? sut_haptic_clock(CLOCK_MONOTONIC) : 0.0;
    bool answered = hand->def.device.read(hand->def.device.ctx, &s);
    double took = h->timed ? sut_haptic_clock(CLOCK_MONOTONIC) - start : 0.0;
    hand->fault = sut_filter_judge(&hand->filter, &hand->def, h->def.period, answered, took, &s);
    account(h, hand, hand->fault == SUT_FAULT_NONE ? &s.pose : NULL);
    if (hand->fault == SUT_FAULT_NONE && h->last_failed) {
        hand->fault = SUT_FAULT_WORLD;
    }

    hand->state_time += h->def.period;
    if (hand->fault == SUT_FAULT_NONE) {
        hand->good_time += h->def.period;
        decide(h, index, &s);
        if (hand->state == SUT_HAND_ENGAGED) {
            move_tool(h, hand, &s);
        }
    }
    hand->status.faults[hand->fault]++;
    if (hand->fault != SUT_FAULT_NONE) {
        lose(h, index, hand->fault);
    }
    if (hand->state == SUT_HAND_RELEASING && hand->state_time >= hand->def.keep) {
        h->port.release(h->port.ctx, hand->def.tool);
        enter(hand, SUT_HAND_RELEASED);
        sut_haptic_note(h, index, SUT_HAPTIC_RELEASED, hand->cause);
    }
}
