// SPDX-License-Identifier: MIT
// world_energy.c -- would the displacements of a part make energy that nobody put in?
#include "world/world_solve.h"

#include "math/vec3.h"

// Solids that move do work.
static bool solids_rest(const sut_world *w) {
    for (int i = 0; i < w->def.capacity.obstacles; i++) {
        const sut_obstacle_slot *o = &w->obstacles[i];
        bool rests = v3_distance(o->position, o->next_position) == 0.0 &&
                     v3_distance(o->rotation, o->next_rotation) == 0.0;
        if (o->used && !rests) {
            return false;
        }
    }
    for (int i = 0; i < SUT_TOOL_PARTS * w->def.capacity.tools; i++) {
        sut_solid part;
        if (sut_solid_at(w, w->def.capacity.obstacles + i, &part) &&
            !sut_shape_is_at(part.now, part.next)) {
            return false;
        }
    }
    return true;
}

// Contacts hand energy from one rod to another, and store some: those that push each other are
// looked at together.
static bool energy_grows_together(sut_world *w) {
    double grown = 0.0;
    double most = 0.0;
    bool any = false;
    if (!solids_rest(w)) {
        return false;
    }
    for (int i = 0; i < w->def.capacity.threads; i++) {
        sut_rod *r = &w->threads[i].rod;
        if (w->threads[i].used && r->pushed) {
            if (!sut_rod_energy_watched(r)) {
                return false;
            }
            double allowed;
            grown += sut_rod_energy_growth(r, &allowed);
            most += allowed;
            any = true;
        }
    }
    return any && grown > most + sut_contact_stored(&w->contacts);
}

// A rod that would make energy gets the fully implicit rule for this part if it did not have it
// yet; if it had, the part is too large.
sut_energy_verdict sut_judge_energy(sut_world *w) {
    sut_energy_verdict verdict = energy_grows_together(w) ? SUT_ENERGY_CUT : SUT_ENERGY_FINE;
    for (int i = 0; i < w->def.capacity.threads; i++) {
        sut_rod *r = &w->threads[i].rod;
        if (!w->threads[i].used || r->pushed || !sut_rod_energy_watched(r)) {
            continue;
        }
        double most;
        if (sut_rod_energy_growth(r, &most) > most) {
            bool damp = r->lambda < 1.0;
            r->lambda = 1.0;
            verdict = damp && verdict != SUT_ENERGY_CUT ? SUT_ENERGY_DAMP : SUT_ENERGY_CUT;
        }
    }
    return verdict;
}

bool sut_energy_jumps(sut_world *w) {
    double together = -sut_contact_may_give(&w->contacts);
    bool known = true;
    bool alone = false;
    for (int i = 0; i < w->def.capacity.threads; i++) {
        sut_rod *r = &w->threads[i].rod;
        if (!w->threads[i].used) {
            continue;
        }
        bool bounded = sut_rod_energy_bounded(r);
        double excess = bounded ? sut_rod_energy_excess(r, w->stand_still) : 0.0;
        if (r->pushed) {
            together += excess;
            known = known && bounded;
        } else {
            alone = alone || excess > 0.0;
        }
    }
    return alone || (known && together > 0.0);
}
