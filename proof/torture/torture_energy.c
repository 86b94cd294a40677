// SPDX-License-Identifier: MIT
// What the torture counts: energy that comes from nowhere while nothing moves.
#include "torture_scene.h"

#include "step/solve.h"

// Of the threads. `own` is what they hold that is not gravity's.
static double energy_of(const torture_scene *s, double *own, double *kinetic) {
    *own = 0.0;
    *kinetic = 0.0;
    double gravity = 0.0;
    for (int i = 0; i < s->thread_count; i++) {
        sut_energy e;
        if (sut_thread_get_energy(s->world, s->thread[i].id, &e) == SUT_OK) {
            *own += ((e.kinetic + e.stretch) + e.bend) + e.twist;
            *kinetic += e.kinetic;
            gravity += e.gravity;
        }
    }
    for (int i = 0; i < s->tissue_count; i++) {
        sut_tissue_energy e;
        if (sut_tissue_get_energy(s->world, s->tissue[i].id, &e) == SUT_OK) {
            *own += e.kinetic + e.elastic;
            *kinetic += e.kinetic;
            gravity += e.gravity;
        }
    }
    double kinetic_of_needle;
    gravity += sut_torture_needle_energy(s, &kinetic_of_needle);
    *own += kinetic_of_needle;
    *kinetic += kinetic_of_needle;
    return *own + gravity;
}

void sut_torture_watch_energy(torture_scene *s) {
    double own;
    double kinetic;
    (void)energy_of(s, &own, &kinetic);
    s->kinetic_peak = fmax(s->kinetic_peak, kinetic);
}

//---- hands and instruments that lag --------------------------------------------------------------
// What a hand that pulls with all its strength can still do; within a radius of its target it pulls
// with less. It is no stronger than EA (docs/theory/holds.md).
static double pull_left(const torture_scene *s, const torture_hand *h, sut_vec3 place) {
    const torture_thread *t = &s->thread[h->thread];
    double strength = fmin(h->max_force, t->def.EA);
    double d = v3_distance(h->target.position, place);
    return strength * (d > t->radius ? d - 0.5 * t->radius : 0.5 * d * d / t->radius);
}

// One that let its vertex lag pulls as it does then; one that something was in the way of catches
// up with any force, and one that has not let go yet may pull harder than EA.
static double work_of_hand(const torture_scene *s, const torture_hand *h, const sut_hold_view *view,
                           sut_vec3 now) {
    double full = v3_dot(view->force, v3_sub(now, h->place));
    double pull = pull_left(s, h, h->place) - pull_left(s, h, now);
    bool held_on = v3_norm(view->force) > 1.001 * s->thread[h->thread].def.EA;
    if (!h->saturated || held_on) {
        return full;
    }
    return view->saturated ? pull : fmax(pull, full);
}

// One that lags behind goes on although its target rests.
static void watch_hands(torture_scene *s, const sut_world *w) {
    for (int i = 0; s->rests && i < s->hand_count; i++) {
        torture_hand *h = &s->hand[i];
        sut_hold_view view;
        sut_hold_key now;
        if (h->holds && sut_hold_get_view(w, h->id, &view) == SUT_OK &&
            sut_thread_key_now(w, view.thread, view.vertex, &now) == SUT_OK) {
            s->part_work += work_of_hand(s, h, &view, now.position);
            h->place = now.position;
            h->saturated = view.saturated;
        }
    }
}

// What the jaws of instruments do to the strands between them, and their arms to what they touch,
// in a part of a step that was taken over.
static double work_of_grips(const sut_world *w) {
    double work = 0.0;
    for (int i = w->def.capacity.holds; i < w->hold_top; i++) {
        const sut_hold_slot *h = &w->holds[i];
        const sut_rod *r = &w->threads[h->thread].rod;
        const int pins[3] = {h->pin_at, h->beside_at[0], h->beside_at[1]};
        for (int k = 0; h->used && k < 3; k++) {
            const sut_pin *p = pins[k] >= 0 ? &r->chain.pins[pins[k]] : NULL;
            work += p ? v3_dot(p->force, sut_soa3_get(&r->body.move, p->vertex)) : 0.0;
        }
        const sut_load *l = h->used && h->load_at >= 0 ? &r->work.loads[h->load_at] : NULL;
        work += l ? v3_dot(l->force, sut_soa3_get(&r->body.move, l->vertex)) : 0.0;
    }
    return work;
}

static double work_of_solids(const sut_world *w) {
    double work = 0.0;
    for (int i = 0; i < w->contacts.count; i++) {
        const sut_contact *k = &w->contacts.contact[i];
        bool solid = sut_site_is_rigid(&k->site[1]) && k->force[0] > 0.0;
        work += solid ? v3_dot(sut_contact_force(k), k->site[1].prescribed) : 0.0;
    }
    return work;
}

void sut_torture_watch_work(torture_scene *s, const sut_world *w) {
    watch_hands(s, w);
    if (s->rests) {
        s->part_work += work_of_grips(w) + work_of_solids(w);
    }
}

//---- springs between threads ---------------------------------------------------------------------
// What contacts hold at the start of the rest counts, with the overlap that they are forgiven for a
// while: what moved then did the work for it, and as the slack goes threads get it back. Later on
// it counts as far as threads did work for it: a step that stands still may leave an overlap that
// no work was done for. It is no energy until threads get it, and then it came from nowhere.
//
// Hands: the force after a step times the way of the step is no bound of what a hand takes from a
// thread that gives way. It takes no more than threads and their contacts have lost.
static double add_up(torture_scene *s, double threads, double work) {
    double held = sut_world_overlap_energy(s->world);
    double lost = (s->threads + s->earned) - (threads + fmin(held, s->earned));
    work = fmax(work, -fmax(0.0, lost));
    s->work += work;
    s->energy_size += fabs(work);
    // what contacts lose together with the threads is gone
    double paid = fmin(fmax(0.0, s->threads + work - threads), fmax(0.0, held - s->held));
    s->earned = fmin(held, s->earned + paid);
    s->held = held;
    s->threads = threads;
    return threads + s->earned - s->work;
}

//---- while nothing moves -------------------------------------------------------------------------
// What counts as much: the energy of threads and contacts at the start of the rest, and the largest
// kinetic energy so far. The engine's own promise is based on these: threads that contacts push may
// gain what those hold.
static void begin(torture_scene *s) {
    double own;
    double kinetic;
    double weight = 0.0; // falling by a radius is no burst
    for (int i = 0; i < s->thread_count; i++) {
        weight += s->thread[i].mass * 9.81 * s->thread[i].radius;
    }
    s->threads = energy_of(s, &own, &kinetic);
    s->earned = sut_world_overlap_energy(s->world);
    s->held = s->earned;
    s->energy_low = s->threads + s->earned;
    s->energy_size = own + s->earned + weight + s->kinetic_peak;
    s->work = 0.0;
    s->rests = true;
    watch_hands(s, s->world); // where they are
    s->part_work = 0.0;
}

// In slow motion hands need several steps to turn to where they were told to before the rest; what
// their moments do meanwhile is not known.
static bool hands_turn(torture_scene *s) {
    bool any = false;
    for (int i = 0; i < s->hand_count; i++) {
        torture_hand *h = &s->hand[i];
        if (h->holds && h->kind != SUT_HOLD_PIN) {
            const sut_plane *p = &s->world->holds[h->id.index1 - 1].plane;
            bool turned = v3_distance(p->direction, h->direction) > 1e-9 ||
                          fabs(p->spin - h->spin) > 1e-9; // rad, above rounding
            any = any || turned;
            h->direction = p->direction;
            h->spin = p->spin;
        }
    }
    return any;
}

void sut_torture_judge_rest(torture_scene *s, bool first) {
    const double burst = 0.2; // 1 % in each 10 ms is what steps may gain
    bool needle = sut_torture_needle_works(s);
    if (hands_turn(s) || sut_torture_supports_work(s) || needle || first) {
        begin(s);
        return;
    }
    double own;
    double kinetic;
    double work = s->part_work;
    s->part_work = 0.0;
    double now = add_up(s, energy_of(s, &own, &kinetic), work);
    double gain = (now - s->energy_low) / s->energy_size;
    s->counts->energy_gain = fmax(s->counts->energy_gain, gain);
    s->energy_low = fmin(s->energy_low, now);
    if (!(gain < burst) && !s->burst) {
        s->burst = true;
        s->counts->energy_bursts++;
    }
}
