// SPDX-License-Identifier: MIT
// What the torture counts: energy that comes from nowhere while nothing moves.
#include "torture_scene.h"

#include "math/quat.h"
#include "world/world_solve.h"

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
void sut_torture_watch_hands(torture_scene *s, const sut_world *w) {
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

// What a strand that slides between jaws was dragged along by them, beyond where they went.
static double work_of_grip(const sut_tool_grip *was, const sut_tool_grip *now, sut_pose from,
                           sut_pose to) {
    bool same = was->thread.index1 == now->thread.index1 && was->vertex == now->vertex;
    if (!same || !(was->slipping || now->slipping)) {
        return 0.0;
    }
    sut_vec3 carried = pose_to_world(to, pose_to_local(from, was->where));
    return -v3_dot(now->force, v3_sub(now->where, carried));
}

// An instrument gives way to what pulls at it, and comes back.
static double work_of_tools(torture_scene *s) {
    double work = 0.0;
    for (int i = 0; i < s->tool_count; i++) {
        torture_tool *t = &s->tool[i];
        sut_tool_view view;
        if (sut_tool_get_view(s->world, t->id, &view) != SUT_OK) {
            continue;
        }
        sut_pose from = t->last.proxy;
        work -= v3_dot(view.force, v3_sub(view.proxy.position, from.position));
        work -= v3_dot(view.torque, q_way(from.rotation, view.proxy.rotation));
        for (int k = 0; k < view.grip_count; k++) {
            for (int j = 0; j < t->last.grip_count; j++) {
                work += work_of_grip(&t->last.grip[j], &view.grip[k], from, view.proxy);
            }
        }
        t->last = view;
    }
    return work;
}

//---- springs between threads ---------------------------------------------------------------------
// What contacts hold at the start of the rest counts, with the overlap that they are forgiven for a
// while: what moved then did the work for it, and as the slack goes threads get it back. Later on
// it counts as far as threads have paid for it: a step that stands still may leave an overlap that
// nobody did work for. It is no energy until threads get it, and then it came from nowhere.
//
// Hands: the force after a step times the way of the step is no bound of what a hand takes from a
// thread that gives way. It takes no more than threads and their contacts have lost.
static double add_up(torture_scene *s, double threads, double work) {
    double held = sut_world_overlap_energy(s->world);
    double lost = (s->threads + s->earned) - (threads + fmin(held, s->earned));
    work = fmax(work, -fmax(0.0, lost));
    s->work += work;
    s->energy_size += fabs(work);
    double paid = s->earned + fmax(0.0, s->threads + work - threads);
    s->earned = fmin(held, paid);
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
    s->energy_low = s->threads + s->earned;
    s->energy_size = own + s->earned + weight + s->kinetic_peak;
    s->work = 0.0;
    s->rests = true;
    sut_torture_watch_hands(s, s->world); // where they are
    (void)work_of_tools(s);
    s->part_work = 0.0;
}

void sut_torture_judge_rest(torture_scene *s, bool first) {
    const double burst = 0.2; // 1 % in each 10 ms is what steps may gain
    if (first) {
        begin(s);
        return;
    }
    double own;
    double kinetic;
    double work = s->part_work + work_of_tools(s);
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
