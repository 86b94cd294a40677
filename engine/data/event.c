// SPDX-License-Identifier: MIT
// event.c -- what happened in a step, for the host.
#include "data/data.h"

#include "math/vec3.h"

void sut_world_event(sut_world *w, sut_event_type type, uint32_t a, sut_vec3 where, double amount) {
    sut_world_event_between(w, type, a, 0, where, amount);
}

void sut_world_event_between(sut_world *w, sut_event_type type, uint32_t a, uint32_t b,
                             sut_vec3 where, double amount) {
    sut_event e = {type, a, b, where, amount};
    int capacity = w->def.capacity.events;
    if (w->event_count < capacity) {
        w->events[w->event_count++] = e;
        return;
    }
    // the last place counts what no longer fits
    if (capacity > 0) {
        sut_event *last = &w->events[capacity - 1];
        double lost = last->type == SUT_EV_EVENTS_LOST ? last->amount + 1.0 : 2.0;
        *last = (sut_event){SUT_EV_EVENTS_LOST, 0, 0, v3_zero(), lost};
    }
}
