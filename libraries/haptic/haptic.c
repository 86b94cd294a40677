// SPDX-License-Identifier: MIT
// haptic.c -- the loop: read all, step, feel all, write all.
#include "haptic_defs.h"

#include <stdlib.h>

enum { EVENTS_PER_HAND = 3 }; // engaged, lost, released can meet in one period

//---- life ----------------------------------------------------------------------------------------

sut_result sut_haptic_create(sut_world *w, const sut_haptic_def *def, sut_haptic **out) {
    if (w == NULL || def == NULL || out == NULL) {
        return SUT_E_ARGUMENT;
    }
    sut_result r = sut_haptic_def_check(def);
    if (r != SUT_OK) {
        return r;
    }
    sut_haptic *h = calloc(1, sizeof *h);
    if (h == NULL) {
        return SUT_E_MEMORY;
    }
    size_t hands = (size_t)def->hands;
    h->hands = calloc(hands, sizeof *h->hands);
    h->channels = calloc(2 * hands, sizeof *h->channels);
    h->events = calloc(EVENTS_PER_HAND * hands, sizeof *h->events);
    if (h->hands == NULL || h->channels == NULL || h->events == NULL) {
        sut_haptic_destroy(h);
        return SUT_E_MEMORY;
    }
    h->def = *def;
    h->world = w;
    h->port = sut_tool_port_of_world(w);
    h->tank = (sut_tank){.mode = def->passivity,
                         .level = def->reserve,
                         .most = def->tank,
                         .books = {.reserve = def->reserve, .passive = true}};
    *out = h;
    return SUT_OK;
}

static void let_go(sut_hand *hand) {
    const sut_device *d = &hand->def.device;
    if (d->write != NULL) {
        d->write(d->ctx, &(sut_wrench){.force = v3_zero(), .torque = v3_zero()});
    }
    if (d->close != NULL) {
        d->close(d->ctx);
    }
}

void sut_haptic_destroy(sut_haptic *h) {
    if (h == NULL) {
        return;
    }
    for (int i = 0; i < h->hand_count; i++) {
        let_go(&h->hands[i]);
    }
    free(h->hands);
    free(h->channels);
    free(h->events);
    free(h);
}

static bool has_hand(const sut_haptic *h, sut_tool_id tool) {
    for (int i = 0; i < h->hand_count; i++) {
        sut_tool_id other = h->hands[i].def.tool;
        if (other.index1 == tool.index1 && other.generation == tool.generation) {
            return true;
        }
    }
    return false;
}

static void prepare(sut_haptic *h, sut_hand *hand, const sut_hand_def *def) {
    double period = h->def.period;
    *hand = (sut_hand){.def = *def, .turn_offset = q_identity()};
    hand->def.rotation = q_normalized(def->rotation);
    double weight = 1.0 / (def->force_scale * def->motion_scale);
    hand->force = (sut_channel){.step_max = def->force_rate * period,
                                .speed_max = def->speed_max,
                                .speed_step_max = def->acceleration_max * period,
                                .weight = weight};
    hand->torque = (sut_channel){.step_max = def->torque_rate * period,
                                 .speed_max = def->turn_max,
                                 .speed_step_max = def->turn_acceleration * period,
                                 .weight = weight};
    hand->status.jump_allowed = hand->force.step_max;
}

const char *sut_haptic_refusal(const sut_haptic *h) {
    return h != NULL && h->refusal != NULL ? h->refusal : "";
}

static sut_result refuse(sut_haptic *h, sut_result r, const char *why) {
    h->refusal = why;
    return r;
}

sut_result sut_haptic_add(sut_haptic *h, const sut_hand_def *def, int *out) {
    if (h == NULL) {
        return SUT_E_ARGUMENT;
    }
    h->refusal = sut_hand_def_problem(def);
    if (def == NULL) {
        return SUT_E_ARGUMENT;
    }
    sut_result r = sut_hand_def_check(def);
    if (r != SUT_OK) {
        return r;
    }
    sut_tool_view v;
    if (h->port.view(h->port.ctx, def->tool, &v) != SUT_OK) {
        return refuse(h, SUT_E_ID, "there is no such tool: its id is null or of one that is gone");
    }
    if (h->hand_count == h->def.hands) {
        return refuse(h, SUT_E_CAPACITY, "all hands of the haptic def are in use");
    }
    const sut_device *d = &def->device;
    if (has_hand(h, def->tool)) {
        return refuse(h, SUT_E_CONFLICT, "the tool has a hand already");
    }
    if (d->open != NULL && !d->open(d->ctx, h->def.period)) {
        return refuse(h, SUT_E_CONFLICT, "the device did not open");
    }
    sut_hand *hand = &h->hands[h->hand_count];
    prepare(h, hand, def);
    hand->target = v.target;
    hand->jaw = v.jaw_target;
    if (out != NULL) {
        *out = h->hand_count;
    }
    h->hand_count++;
    return SUT_OK;
}

//---- a period ------------------------------------------------------------------------------------

void sut_haptic_note(sut_haptic *h, int hand, sut_haptic_event_type type, sut_hand_fault fault) {
    if (h->event_count < EVENTS_PER_HAND * h->def.hands) {
        h->events[h->event_count++] =
            (sut_haptic_event){.type = type, .hand = hand, .fault = fault, .time = h->time};
    }
}

static void note_written(sut_hand *hand, sut_vec3 before, double period) {
    const sut_device *d = &hand->def.device;
    sut_hand_status *s = &hand->status;
    double force = v3_norm(hand->force.written);
    sut_heat_add(&hand->force_heat, force, period, d->heat_time);
    sut_heat_add(&hand->torque_heat, v3_norm(hand->torque.written), period, d->heat_time);
    s->wrench = (sut_wrench){.force = hand->force.written, .torque = hand->torque.written};
    s->force_max = fmax(s->force_max, force);
    s->force_rms = sqrt(hand->force_heat.mean);
    s->jump_max = fmax(s->jump_max, v3_distance(before, hand->force.written));
}

static void write_all(sut_haptic *h) {
    double period = h->def.period;
    for (int i = 0; i < h->hand_count; i++) {
        h->channels[2 * i] = h->hands[i].force;
        h->channels[2 * i + 1] = h->hands[i].torque;
    }
    sut_tank_write(&h->tank, h->channels, 2 * h->hand_count, period);
    for (int i = 0; i < h->hand_count; i++) {
        sut_hand *hand = &h->hands[i];
        sut_vec3 before = hand->force.written;
        hand->force = h->channels[2 * i];
        hand->torque = h->channels[2 * i + 1];
        note_written(hand, before, period);
        if (hand->def.device.write != NULL) {
            hand->def.device.write(hand->def.device.ctx, &hand->status.wrench);
        }
    }
}

sut_result sut_haptic_step(sut_haptic *h) {
    if (h == NULL) {
        return SUT_E_ARGUMENT;
    }
    h->event_count = 0;
    sut_result r = SUT_OK;
    if (h->def.before != NULL) {
        r = h->def.before(h->def.ctx, h->world, h->def.period);
    }
    for (int i = 0; i < h->hand_count; i++) {
        sut_hand_read(h, i);
    }
    if (r == SUT_OK) {
        r = h->port.step(h->port.ctx, h->def.period);
    }
    h->last_failed = r != SUT_OK;
    for (int i = 0; i < h->hand_count; i++) {
        sut_hand_feel(h, &h->hands[i]);
    }
    write_all(h);
    h->time += h->def.period;
    return r;
}

//---- looking -------------------------------------------------------------------------------------

sut_world *sut_haptic_world(const sut_haptic *h) {
    return h != NULL ? h->world : NULL;
}

double sut_haptic_period(const sut_haptic *h) {
    return h != NULL ? h->def.period : 0.0;
}

int sut_haptic_hand_count(const sut_haptic *h) {
    return h != NULL ? h->hand_count : 0;
}

sut_result sut_haptic_status(const sut_haptic *h, int hand, sut_hand_status *out) {
    if (h == NULL || out == NULL || hand < 0 || hand >= h->hand_count) {
        return SUT_E_ARGUMENT;
    }
    const sut_hand *it = &h->hands[hand];
    *out = it->status;
    out->state = it->state;
    out->fault = it->fault;
    out->target = it->target;
    out->jaw = it->jaw;
    out->gain = it->gain;
    return SUT_OK;
}

const sut_haptic_event *sut_haptic_events(const sut_haptic *h, int *count) {
    if (h == NULL || count == NULL) {
        return NULL;
    }
    *count = h->event_count;
    return h->events;
}

sut_passivity sut_haptic_passivity(const sut_haptic *h) {
    return h != NULL ? h->tank.books : (sut_passivity){0};
}
