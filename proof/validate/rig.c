// SPDX-License-Identifier: MIT
// rig.c -- a test bench around the public interface of the engine.
#include "validate/rig.h"

#include "validate/vector.h"

#include <stdio.h>

static const sut_vec3 nowhere = {SUT_RIG_NAN, SUT_RIG_NAN, SUT_RIG_NAN};

static void fail(sut_rig *r, const char *what, const char *why) {
    if (r->ok) {
        char text[256];
        (void)snprintf(text, sizeof text, "%s: %s", what, why);
        sut_check_fail(r->log, text);
    }
    r->ok = false;
}

//---- making --------------------------------------------------------------------------------------
sut_world_def sut_rig_world(double tolerance) {
    sut_world_def def = sut_default_world_def();
    def.gravity = vec(0.0, 0.0, 0.0);
    def.capacity.threads = 1;
    def.capacity.vertices = SUT_RIG_MAX;
    def.capacity.holds = SUT_RIG_MAX;
    def.capacity.hold_keys = 4 * SUT_RIG_MAX;
    def.tolerance = tolerance;
    return def;
}

// A mode of wave number k relaxes at the rate mobility * EI k^4, so with mobility EI dt = 0.1 L^4
// the first mode of a cantilever (k L = 1.9) is divided by 2.2 in a step and that of a clamped beam
// (k L = 4.7) by 50.
sut_thread_def sut_rig_static(const sut_vec3 *x, int n, double length, double bending) {
    sut_thread_def def = sut_default_thread_def();
    double l2 = length * length;
    def.positions = x;
    def.vertex_count = n;
    def.radius = 1e-5 * length;
    def.EI = 0.0;
    def.GJ = 0.0;
    def.inertia = SUT_INERTIA_LOW_MASS;
    def.mobility = 0.1 * l2 * l2 / (bending * SUT_RIG_DT);
    def.damping_bend = 0.0;
    def.mass_per_length = 1.0;
    return def;
}

void sut_rig_line(sut_vec3 *x, int n, sut_vec3 from, sut_vec3 to) {
    for (int i = 0; i < n; i++) {
        x[i] = vec_between(from, to, (double)i / (n - 1));
    }
}

sut_rig sut_rig_open(sut_check_log *log, const sut_world_def *world, const sut_thread_def *thread) {
    sut_rig r = {log, NULL, {0, 0}, thread->vertex_count, true};
    sut_result result = sut_world_create(world, &r.world);
    if (result != SUT_OK) {
        fail(&r, "the world could not be made", sut_result_text(result));
        return r;
    }
    result = sut_thread_create(r.world, thread, &r.thread);
    if (result != SUT_OK) {
        fail(&r, "the thread was refused", sut_world_refusal(r.world));
    }
    return r;
}

sut_rig sut_rig_second(sut_rig *r, const sut_thread_def *thread) {
    sut_rig second = *r;
    second.n = thread->vertex_count;
    if (r->ok && sut_thread_create(r->world, thread, &second.thread) != SUT_OK) {
        fail(r, "a thread was refused", sut_world_refusal(r->world));
        second.ok = false;
    }
    return second;
}

void sut_rig_close(sut_rig *r) {
    sut_world_destroy(r->world);
    r->world = NULL;
    r->ok = false;
}

//---- holds ---------------------------------------------------------------------------------------
sut_hold_id sut_rig_hold_keys(sut_rig *r, int vertex, sut_hold_kind kind, const sut_hold_key *keys,
                              int count) {
    sut_hold_id id = {0, 0};
    if (!r->ok) {
        return id;
    }
    sut_hold_def def = sut_default_hold_def();
    def.vertex = vertex;
    def.kind = kind;
    def.keys = keys;
    def.key_count = count;
    if (sut_hold_create(r->world, r->thread, &def, &id) != SUT_OK) {
        fail(r, "a hold was refused", sut_world_refusal(r->world));
    }
    return id;
}

sut_hold_id sut_rig_hold(sut_rig *r, int vertex, sut_hold_kind kind) {
    return sut_rig_hold_keys(r, vertex, kind, NULL, 0);
}

sut_hold_id sut_rig_hold_at(sut_rig *r, int vertex, sut_hold_kind kind, sut_hold_key key) {
    return sut_rig_hold_keys(r, vertex, kind, &key, 1);
}

sut_hold_id sut_rig_load(sut_rig *r, int vertex, sut_vec3 force) {
    sut_hold_key key = {.force = force};
    return sut_rig_hold_keys(r, vertex, SUT_HOLD_FORCE, &key, 1);
}

void sut_rig_target(sut_rig *r, sut_hold_id hold, sut_hold_key key) {
    if (!r->ok) {
        return;
    }
    sut_result result = sut_hold_set_target(r->world, hold, &key);
    if (result != SUT_OK) {
        fail(r, "a target was refused", sut_result_text(result));
    }
}

sut_obstacle_id sut_rig_obstacle(sut_rig *r, const sut_obstacle_def *def) {
    sut_obstacle_id id = {0, 0};
    if (r->ok && sut_obstacle_create(r->world, def, &id) != SUT_OK) {
        fail(r, "an obstacle was refused", sut_world_refusal(r->world));
    }
    return id;
}

//---- stepping ------------------------------------------------------------------------------------
bool sut_rig_run(sut_rig *r, int steps, double dt) {
    for (int i = 0; r->ok && i < steps; i++) {
        sut_result result = sut_world_step(r->world, dt);
        if (result != SUT_OK) {
            fail(r, "a step failed", sut_result_text(result));
        }
    }
    return r->ok;
}

// Largest motion of a vertex since `x`, which is brought up to date.
static double moved(const sut_rig *r, sut_vec3 *x) {
    double most = 0.0;
    for (int i = 0; i < r->n; i++) {
        sut_vec3 now = sut_rig_at(r, i);
        double d = vec_distance(now, x[i]);
        most = d > most ? d : most;
        x[i] = now;
    }
    return most;
}

bool sut_rig_settle(sut_rig *r, int most, double share) {
    static const char too_slow[] = "still moving after the steps it was given";
    sut_vec3 x[SUT_RIG_MAX];
    sut_thread_view v;
    if (!r->ok || sut_thread_get_view(r->world, r->thread, &v) != SUT_OK) {
        return false;
    }
    double length = 0.0;
    for (int i = 0; i < r->n - 1; i++) {
        length += v.rest_length[i];
    }
    (void)moved(r, x);
    for (int i = 0; i < most; i++) {
        if (!sut_rig_run(r, 1, SUT_RIG_DT)) {
            return false;
        }
        if (moved(r, x) <= share * length) {
            return true;
        }
    }
    fail(r, "no rest", too_slow);
    return false;
}

//---- reading -------------------------------------------------------------------------------------
sut_vec3 sut_rig_at(const sut_rig *r, int vertex) {
    sut_thread_view v;
    if (!r->ok || sut_thread_get_view(r->world, r->thread, &v) != SUT_OK) {
        return nowhere;
    }
    return v.position[vertex >= 0 ? vertex : r->n + vertex];
}

double sut_rig_tension(const sut_rig *r, int edge) {
    sut_thread_view v;
    if (!r->ok || sut_thread_get_view(r->world, r->thread, &v) != SUT_OK) {
        return SUT_RIG_NAN;
    }
    return v.tension[edge >= 0 ? edge : r->n - 1 + edge];
}

sut_hold_view sut_rig_reading(const sut_rig *r, sut_hold_id hold) {
    sut_hold_view v = {.force = nowhere, .spin_torque = SUT_RIG_NAN};
    if (r->ok) {
        (void)sut_hold_get_view(r->world, hold, &v);
    }
    return v;
}

sut_energy sut_rig_energy(const sut_rig *r) {
    sut_energy e = {SUT_RIG_NAN, SUT_RIG_NAN, SUT_RIG_NAN, SUT_RIG_NAN, SUT_RIG_NAN};
    if (r->ok) {
        (void)sut_thread_get_energy(r->world, r->thread, &e);
    }
    return e;
}

const sut_contact_view *sut_rig_contacts(const sut_rig *r, int *count) {
    *count = 0;
    return r->ok ? sut_world_contacts(r->world, count) : NULL;
}

double sut_rig_elastic(const sut_rig *r) {
    sut_energy e = sut_rig_energy(r);
    return ((e.stretch + e.bend) + e.twist) + e.gravity;
}

double sut_rig_total(const sut_rig *r) {
    return sut_rig_elastic(r) + sut_rig_energy(r).kinetic;
}
