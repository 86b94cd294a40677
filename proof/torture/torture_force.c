// SPDX-License-Identifier: MIT
// Forces of the torture, as shares of what bounds them. A contact or a hole pulls at a thread no
// harder than would make it twice as long, EA, a hand no harder than its limit; a coupling gives
// the hand no more than its own.
#include "torture_scene.h"

static double stretches_at(const torture_scene *s, sut_thread_id id) {
    for (int i = 0; i < s->thread_count; i++) {
        if (s->thread[i].id.index1 == id.index1) {
            return s->thread[i].def.EA;
        }
    }
    return HUGE_VAL;
}

static double share_of_tools(const torture_scene *s) {
    double most = 0.0;
    for (int i = 0; i < s->tool_count; i++) {
        sut_tool_view v;
        const sut_tool_def *d = &s->tool[i].def;
        // a rigid one is where it is wanted, whatever it takes
        if (isfinite(d->stiffness) && sut_tool_get_view(s->world, s->tool[i].id, &v) == SUT_OK) {
            most = fmax(most, v3_norm(v.hand_force) / d->max_force);
        }
    }
    return most;
}

static double share_of_hands(const torture_scene *s) {
    double most = 0.0;
    for (int i = 0; i < s->hand_count; i++) {
        const torture_hand *h = &s->hand[i];
        sut_hold_view v;
        // a hand without a limit gives what its way takes, a load what it weighs
        if (h->holds && isfinite(h->max_force) &&
            sut_hold_get_view(s->world, h->id, &v) == SUT_OK && v.kind != SUT_HOLD_FORCE) {
            most = fmax(most, v3_norm(v.force) / h->max_force);
        }
    }
    return most;
}

static double share_of_contacts(const torture_scene *s) {
    int count;
    const sut_contact_view *v = sut_world_contacts(s->world, &count);
    double most = 0.0;
    for (int i = 0; i < count; i++) {
        double bound = HUGE_VAL;
        for (int side = 0; side < 2; side++) {
            bound = fmin(bound, stretches_at(s, v[i].thread[side]));
        }
        most = fmax(most, v3_norm(v[i].force) / bound);
    }
    return most;
}

static double share_of_holes(const torture_scene *s) {
    double most = 0.0;
    for (int i = 0; i < sut_hole_slots(s->world); i++) {
        sut_hole_view v;
        if (sut_hole_get_view(s->world, sut_hole_at(s->world, i), &v) == SUT_OK) {
            most = fmax(most, v3_norm(v.force) / stretches_at(s, v.thread));
        }
    }
    return most;
}

void sut_torture_judge_forces(torture_scene *s) {
    sut_torture_counts *c = s->counts;
    c->tool_share = fmax(c->tool_share, share_of_tools(s));
    c->hold_share = fmax(c->hold_share, share_of_hands(s));
    c->contact_share = fmax(c->contact_share, share_of_contacts(s));
    c->hole_share = fmax(c->hole_share, share_of_holes(s));
}
