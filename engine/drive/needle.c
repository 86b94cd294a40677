// SPDX-License-Identifier: MIT
// needle.c -- needles of a world: life cycle, targets, queries.
//
// A needle is a body of the coupled solve (needle/needle.h). Contacts see it as they see threads: a
// row of edges with a radius. That row is a rod without mechanics, whose vertices are those of the
// needle, in the needle's own memory.
#include "attach/channel.h"

#include "attach/grip.h"
#include "attach/pierce.h"
#include "data/data.h"
#include "drive/drive.h"
#include "math/quat.h"
#include "math/vec3.h"
#include "state/record.h"

#include <stdio.h>
#include <string.h>

bool sut_needle_is_valid(const sut_world *w, sut_needle_id id) {
    return sut_world_needle(w, id) != NULL;
}

int sut_world_needles(const sut_world *w, sut_needle_id *out, int room) {
    int count = 0;
    for (int i = 0; w && i < w->def.capacity.needles; i++) {
        if (w->needles[i].used && out && count < room) {
            out[count] = (sut_needle_id){(uint32_t)i + 1, w->needles[i].generation};
        }
        count += w->needles[i].used ? 1 : 0;
    }
    return count;
}

//---- life cycle ----------------------------------------------------------------------------------

static int free_slot(const sut_world *w) {
    for (int i = 0; i < w->def.capacity.needles; i++) {
        if (!w->needles[i].used) {
            return i;
        }
    }
    return -1;
}

// The thread's end must be where the needle ends, and fit into the hole that the needle makes.
static const char *check_thread(sut_world *w, const sut_needle_def *d) {
    if (d->thread.index1 == 0) {
        return NULL;
    }
    const sut_thread_slot *t = sut_world_thread(w, d->thread);
    if (!t) {
        return "the thread of the needle does not exist";
    }
    bool last = d->thread_end < 0;
    if (w->def.contact.disabled) {
        return "a thread needs contacts to be swaged to a needle, and they are disabled";
    }
    for (int i = 0; i < w->def.capacity.needles; i++) {
        const sut_needle_slot *s = &w->needles[i];
        if (s->used && s->thread == (int)d->thread.index1 - 1 && s->last == last) {
            return "that end of the thread has a needle already";
        }
    }
    double radius = sut_needle_arc_radius(d);
    sut_needle shape = {.form = {.length = d->length}, .bend = radius};
    sut_vec3 end = v3_add(d->pose.position, q_rotate(q_normalized(d->pose.rotation),
                                                     sut_needle_place(&shape, d->length)));
    if (2.0 * t->rod.def.radius > d->diameter) {
        (void)snprintf(w->refusal, sizeof w->refusal,
                       "the thread is %.4g m thick, at most as thick as its needle, %.4g m",
                       2.0 * t->rod.def.radius, d->diameter);
        return w->refusal;
    }
    double apart = v3_distance(end, t->rod.body.position[last ? t->rod.body.n - 1 : 0]);
    if (apart > t->rod.def.radius) {
        (void)snprintf(w->refusal, sizeof w->refusal,
                       "the thread ends %.4g m from the needle's end, at most its radius, %.4g m",
                       apart, t->rod.def.radius);
        return w->refusal;
    }
    return NULL;
}

static sut_result check_create(sut_world *w, const sut_needle_def *def) {
    w->refusal[0] = '\0';
    if (def->cookie != SUT_COOKIE_NEEDLE) {
        return sut_world_refuse(w, SUT_E_DEF,
                                "the needle def was not made by sut_default_needle_def");
    }
    const char *bad = sut_check_needle_def(def, w->refusal, sizeof w->refusal);
    if (bad) {
        return sut_world_refuse(w, SUT_E_ARGUMENT, bad);
    }
    if (w->vertex_count > 0 && sut_world_explicit(w)) {
        return sut_world_refuse(w, SUT_E_CONFLICT,
                                "threads of explicit models (variational, springs) and needles do "
                                "not mix");
    }
    if (free_slot(w) < 0) {
        return sut_world_refuse(w, SUT_E_CAPACITY, "capacity of needles is reached");
    }
    bad = check_thread(w, def);
    if (!bad && def->tool.index1 > 0 && !sut_world_tool(w, def->tool)) {
        bad = "the tool that is to hold the needle does not exist";
    }
    return bad ? sut_world_refuse(w, SUT_E_CONFLICT, bad) : SUT_OK;
}

// Check, slot, room for contacts, contact check, grip; what fails gives all of it back.
sut_result sut_needle_create(sut_world *w, const sut_needle_def *def, sut_needle_id *out) {
    if (!w || !def || !out) {
        return SUT_E_ARGUMENT;
    }
    sut_result result = check_create(w, def);
    if (result != SUT_OK) {
        return result;
    }
    int slot = free_slot(w);
    sut_needle_slot *s = &w->needles[slot];
    if (sut_needle_fill_slot(w, s, def) != SUT_OK) {
        return sut_world_refuse(w, SUT_E_MEMORY, "no memory for the needle");
    }
    bool room = sut_contact_reserve(w);
    const char *bad = NULL;
    if (room && def->tool.index1 > 0) {
        bad = sut_needle_grip_take(w, (int)def->tool.index1 - 1, slot);
    }
    bad = room && !bad ? sut_contact_check_needle(w, slot) : bad;
    if (!room || bad) {
        sut_needle_grip_forget(w, slot);
        sut_needle_free_slot(s, &w->memory);
        sut_contact_refresh(w);
        return room ? sut_world_refuse(w, SUT_E_CONFLICT, bad)
                    : sut_world_refuse(w, SUT_E_MEMORY, "no memory for the contacts");
    }
    s->generation++;
    *out = (sut_needle_id){(uint32_t)slot + 1, s->generation};
    sut_record_needle_create(w, def);
    return SUT_OK;
}

sut_result sut_needle_destroy(sut_world *w, sut_needle_id id) {
    sut_needle_slot *s = sut_world_needle(w, id);
    if (!s) {
        return SUT_E_ID;
    }
    sut_record_needle_destroy(w, id);
    sut_touch_forget(w, w->def.capacity.threads + (int)id.index1 - 1, -1);
    sut_hole_forget(w, w->def.capacity.threads + (int)id.index1 - 1, -1);
    sut_needle_grip_forget(w, (int)id.index1 - 1);
    sut_needle_free_slot(s, &w->memory);
    sut_contact_refresh(w);
    return SUT_OK;
}

//---- targets -------------------------------------------------------------------------------------
// So far along its own curve from where it started.
static sut_pose advanced(const sut_needle_slot *s, double by) {
    const sut_needle *n = s->needle;
    sut_pose p = s->start;
    if (n->bend == 0.0) {
        p.position = v3_add(p.position, q_rotate(p.rotation, v3(by, 0.0, 0.0)));
        return p;
    }
    // a turn about z through the centre of the arc
    sut_vec3 center = v3(0.0, n->bend, 0.0);
    sut_quat turn = q_exp(v3(0.0, 0.0, by / n->bend));
    sut_vec3 tip = v3_sub(center, q_rotate(turn, center));
    p.position = v3_add(p.position, q_rotate(p.rotation, tip));
    p.rotation = q_mul(p.rotation, turn);
    return p;
}

static sut_pose pose_at(const sut_needle_slot *s, double t) {
    const sut_needle_key *k = s->keys;
    int low = 0;
    while (low + 1 < s->key_count && k[low + 1].t <= t) {
        low++;
    }
    int high = low + 1 < s->key_count && t > k[low].t ? low + 1 : low;
    double span = k[high].t - k[low].t;
    double share = high > low ? (t - k[low].t) / span : 0.0;
    if (s->advances) {
        return advanced(s, k[low].advance + share * (k[high].advance - k[low].advance));
    }
    sut_pose p = {
        v3_lerp(k[low].pose.position, k[high].pose.position, share),
        q_between(q_normalized(k[low].pose.rotation), q_normalized(k[high].pose.rotation), share)};
    return p;
}

// No place of it goes further than this.
static double stride(const sut_needle_slot *s, const sut_pose *to) {
    sut_pose at = sut_needle_pose(s->needle);
    return v3_distance(at.position, to->position) +
           s->needle->form.length * v3_norm(q_way(at.rotation, to->rotation));
}

// m/s: tips catch, break in and break out between two steps, so none goes further in one than to
// the next surface, and there by its diameter. What is led faster than that lags.
static double fastest_through(const sut_world *w, const sut_needle_slot *s, double way) {
    double least = s->needle->form.diameter;
    if (!(way > least)) {
        return HUGE_VAL;
    }
    double room = sut_pierce_distance(w, (int)(s - w->needles));
    return fmax(room, least) / (w->step_end - w->time);
}

static sut_pose goal_of(const sut_world *w, const sut_needle_slot *s, double t, double dt) {
    sut_pose at = sut_needle_pose(s->needle);
    sut_pose to = pose_at(s, t);
    double live = s->steered ? sut_live_share(w, t, dt) : 1.0;
    double way = stride(s, &to);
    double share = sut_follower_fraction(&s->follower, live, way, dt);
    const sut_follower tip = {fastest_through(w, s, way)};
    share = sut_follower_fraction(&tip, share, way, dt);
    if (share < 1.0) {
        to.position = v3_lerp(at.position, to.position, share);
        to.rotation = q_between(at.rotation, to.rotation, share);
    }
    return to;
}

void sut_needle_gather(sut_world *w, double t, double dt) {
    sut_needle_grip_gather(w);
    for (int i = 0; i < w->def.capacity.needles; i++) {
        sut_needle_slot *s = &w->needles[i];
        if (!s->used) {
            continue;
        }
        s->needle->hand.holds = false;
        if (s->key_count > 0) {
            s->goal = goal_of(w, s, t, dt);
            sut_needle_lead(s->needle, &s->goal, s->max_force);
        }
    }
}

bool sut_needle_slow_down(sut_world *w, double share, double dt) {
    const double least = sut_follower_least;
    bool any = false;
    for (int i = 0; i < w->def.capacity.needles; i++) {
        sut_needle_slot *s = &w->needles[i];
        bool hit = w->bodies.hit_body && w->bodies.hit_body[w->def.capacity.threads + i];
        double way = s->used && s->key_count > 0 && hit ? stride(s, &s->goal) : 0.0;
        if (sut_follower_moves(way, least)) {
            s->follower.speed_limit = sut_follower_speed(share, way, least, dt);
            any = true;
        }
    }
    return any;
}

void sut_needle_commit(sut_world *w, double dt) {
    const double growth = sut_follower_growth(w, dt);
    for (int i = 0; i < w->def.capacity.needles; i++) {
        sut_needle_slot *s = &w->needles[i];
        if (!s->used) {
            continue;
        }
        sut_follower_recover(&s->follower, growth, sut_follower_fastest);
        // a force-limited hold is a spring: its deflection at the limit is no lag
        double room = 0.05 * s->needle->form.diameter;
        s->lags = s->key_count > 0 && stride(s, &s->goal) > room;
    }
}

void sut_needle_save(sut_world *w) {
    for (int i = 0; i < w->def.capacity.needles; i++) {
        w->needles[i].saved_follower = w->needles[i].follower;
        w->needles[i].saved_lags = w->needles[i].lags;
    }
}

void sut_needle_roll_back(sut_world *w) {
    for (int i = 0; i < w->def.capacity.needles; i++) {
        w->needles[i].follower = w->needles[i].saved_follower;
        w->needles[i].lags = w->needles[i].saved_lags;
    }
}

sut_result sut_needle_set_target(sut_world *w, sut_needle_id id, const sut_pose *pose) {
    sut_needle_slot *s = sut_world_needle(w, id);
    if (!s || !pose) {
        return s ? SUT_E_ARGUMENT : SUT_E_ID;
    }
    if (!sut_tool_pose_fits(pose)) {
        return SUT_E_ARGUMENT;
    }
    s->keys[0] = (sut_needle_key){.pose = {pose->position, q_normalized(pose->rotation)}};
    s->key_count = 1;
    s->steered = true;
    s->advances = false;
    sut_record_needle_target(w, id, pose);
    return SUT_OK;
}

sut_result sut_needle_release(sut_world *w, sut_needle_id id) {
    sut_needle_slot *s = sut_world_needle(w, id);
    if (!s) {
        return SUT_E_ID;
    }
    s->key_count = 0;
    s->steered = s->advances = s->lags = false;
    s->follower = sut_follower_free();
    sut_record_needle_release(w, id);
    return SUT_OK;
}

//---- queries -------------------------------------------------------------------------------------
// Pose and velocity, forces of the last step, and where the material ends are.
sut_result sut_needle_get_view(const sut_world *w, sut_needle_id id, sut_needle_view *out) {
    const sut_needle_slot *s = sut_world_needle(w, id);
    if (!s || !out) {
        return s ? SUT_E_ARGUMENT : SUT_E_ID;
    }
    const sut_needle *n = s->needle;
    memset(out, 0, sizeof *out);
    out->pose = sut_needle_pose(n);
    out->spin = sut_needle_spin(n);
    sut_vec3 arm = v3_sub(out->pose.position, n->state.place);
    out->velocity = v3_add(n->state.velocity, v3_cross(out->spin, arm));
    out->force = n->felt.line;
    out->torque = sut_needle_torque_at_tip(n, n->felt);
    out->hand_force = n->given.line;
    out->hand_torque = sut_needle_torque_at_tip(n, n->given);
    sut_vec3 forward = q_rotate(n->state.turn, sut_needle_tangent(n, 0.0));
    out->resistance = -v3_dot(n->felt.line, forward);
    out->inside = sut_channel_inside(w, (int)(s - w->needles));
    out->led = s->key_count > 0;
    out->lags = s->lags;
    out->length = n->form.length;
    out->arc = n->form.arc;
    out->diameter = n->form.diameter;
    out->mass = n->mass;
    out->friction = s->friction;
    out->radius = n->bend;
    if (s->thread >= 0) {
        const sut_thread_slot *t = &w->threads[s->thread];
        out->thread = (sut_thread_id){(uint32_t)s->thread + 1, t->generation};
        out->thread_end = s->last ? t->rod.body.n - 1 : 0;
    }
    int tool = sut_needle_grip_tool(w, (int)id.index1 - 1);
    if (tool >= 0) {
        out->tool = (sut_tool_id){(uint32_t)tool + 1, w->tools[tool].generation};
    }
    out->point_count = n->chain;
    out->point = n->body.position;
    return SUT_OK;
}

sut_result sut_needle_get_figures(const sut_world *w, sut_needle_id id, sut_needle_figures *out) {
    const sut_needle_slot *s = sut_world_needle(w, id);
    if (!s || !out) {
        return s ? SUT_E_ARGUMENT : SUT_E_ID;
    }
    const sut_needle *n = s->needle;
    out->kinetic = sut_needle_kinetic(n);
    out->gravity = -n->mass * v3_dot(w->def.gravity, n->state.place);
    out->momentum = v3_scale(n->state.velocity, n->mass);
    out->angular_momentum = n->state.momentum;
    out->center = n->state.place;
    out->external_force = v3_madd(n->given.line, n->mass, w->def.gravity);
    return SUT_OK;
}
