// SPDX-License-Identifier: MIT
// visit_needle.c -- needles as an image or a recording holds them.
#include "state/visit.h"

#include "data/data.h"
#include "math/quat.h"

#include <math.h>
#include <string.h>

// The fields of a key frame that a needle of this kind has a use for.
static void visit_key(sut_stream *s, sut_needle_key *key, bool advances) {
    sut_stream_number(s, &key->t);
    if (advances) {
        sut_stream_number(s, &key->advance);
    } else {
        sut_visit_pose(s, &key->pose);
    }
}

static void visit_form(sut_stream *s, sut_needle_def *d) {
    sut_stream_number(s, &d->length);
    sut_stream_number(s, &d->arc);
    sut_stream_number(s, &d->diameter);
    sut_stream_number(s, &d->density);
    sut_stream_number(s, &d->friction);
    sut_visit_pose(s, &d->pose);
    sut_stream_bound(s, &d->max_force);
    sut_stream_int(s, &d->thread_end, -1, 0);
    sut_stream_flag(s, &d->advances);
    sut_stream_int(s, &d->key_count, 0, SUT_NEEDLE_KEYS);
}

void sut_visit_needle_def(sut_stream *s, sut_needle_def *d, sut_needle_key keys[SUT_NEEDLE_KEYS]) {
    if (sut_stream_reads(s)) {
        *d = sut_default_needle_def();
        d->keys = keys;
    }
    visit_form(s, d);
    sut_stream_u32(s, &d->thread.index1);
    sut_stream_u32(s, &d->thread.generation);
    sut_stream_u32(s, &d->tool.index1);
    sut_stream_u32(s, &d->tool.generation);
    for (int i = 0; i < d->key_count && !s->failed; i++) {
        sut_needle_key key = {0};
        if (!sut_stream_reads(s)) {
            key = d->keys[i];
        }
        visit_key(s, &key, d->advances);
        if (keys && sut_stream_reads(s)) {
            key.pose.rotation = d->advances ? q_identity() : key.pose.rotation;
            keys[i] = key;
        }
    }
}

// The def that makes the slot, with a thread by its slot alone.
static sut_needle_def def_of(const sut_needle_slot *n) {
    sut_needle_def d = sut_default_needle_def();
    const sut_needle_form *f = &n->needle->form;
    d.length = f->length;
    d.arc = f->arc;
    d.diameter = f->diameter;
    d.density = f->density;
    d.friction = n->friction;
    d.pose = n->start;
    d.max_force = n->max_force;
    d.thread = (sut_thread_id){(uint32_t)(n->thread + 1), 0};
    d.thread_end = n->last ? -1 : 0;
    d.advances = n->advances;
    d.key_count = n->key_count;
    d.keys = n->keys;
    return d;
}

static bool def_fits(const sut_world *w, const sut_needle_def *d, bool steered) {
    uint32_t thread = d->thread.index1;
    char text[160];
    bool swaged =
        thread == 0 || (thread <= (uint32_t)w->def.capacity.threads && w->threads[thread - 1].used);
    bool alone = d->tool.index1 == 0 && d->tool.generation == 0; // what holds it is state
    return swaged && alone && d->thread.generation == 0 && (!steered || d->key_count == 1) &&
           sut_check_needle_def(d, text, sizeof text) == NULL;
}

// The body that the def makes is the one that is there. Its numbers may be others.
static bool is_made_like(const sut_needle_slot *n, const sut_needle_def *d) {
    const sut_needle_form *f = &n->needle->form;
    // bit for bit: what the image was written from
    return f->length == d->length && f->arc == d->arc && f->diameter == d->diameter &&
           f->density == d->density && n->thread == (int)d->thread.index1 - 1 &&
           n->last == (d->thread_end < 0);
}

static void read_needle(sut_stream *s, sut_world *w, sut_needle_slot *n, bool *no_memory) {
    sut_needle_def d;
    sut_needle_key keys[SUT_NEEDLE_KEYS];
    bool steered = false;
    sut_visit_needle_def(s, &d, keys);
    sut_stream_flag(s, &steered);
    s->failed = s->failed || !def_fits(w, &d, steered);
    if (s->in_place) {
        s->failed = s->failed || !n->used || !is_made_like(n, &d);
        if (s->failed) {
            return;
        }
        sut_needle_take_numbers(n, &d);
    } else {
        n->used = false;
        if (!s->failed && sut_needle_fill_slot(w, n, &d) != SUT_OK) {
            *no_memory = true;
            s->failed = true;
        }
    }
    n->steered = steered;
    n->start = d.pose;
}

static void visit_pair(sut_stream *s, sut_needle_pair *p) {
    sut_stream_vec3(s, &p->line);
    sut_stream_vec3(s, &p->turn);
}

static void visit_state(sut_stream *s, sut_needle_slot *n) {
    sut_needle *e = n->needle;
    sut_pose pose = {e->state.place, e->state.turn};
    sut_visit_pose(s, &pose);
    sut_stream_vec3(s, &e->state.velocity);
    sut_stream_vec3(s, &e->state.momentum);
    visit_pair(s, &e->felt);
    visit_pair(s, &e->given);
    sut_stream_flag(s, &n->lags);
    sut_stream_bound(s, &n->follower.speed_limit);
    sut_stream_int(s, &n->refused, 0, 10000);
    s->failed = s->failed || !(n->follower.speed_limit > 0.0);
    if (sut_stream_reads(s)) {
        s->failed =
            s->failed || !(fabs(q_norm2(pose.rotation) - 1.0) < 1e-6) || !sut_tool_pose_fits(&pose);
        e->state.place = pose.position;
        e->state.turn = pose.rotation;
        sut_needle_refresh(e);
    }
}

void sut_visit_needle(sut_stream *s, sut_world *w, sut_needle_slot *n, bool *no_memory) {
    bool reads = sut_stream_reads(s);
    if (s->in_place) {
        sut_stream_match(s);
    }
    sut_stream_u32(s, &n->generation);
    sut_stream_flag(s, &n->used);
    if (s->in_place) {
        sut_stream_match_end(s);
    }
    s->failed = s->failed || (n->used && n->generation == 0);
    if (!n->used || s->failed) {
        n->used = n->used && n->needle;
        return;
    }
    if (reads) {
        read_needle(s, w, n, no_memory);
    } else {
        sut_needle_def d = def_of(n);
        sut_visit_needle_def(s, &d, NULL);
        sut_stream_flag(s, &n->steered);
    }
    if (!s->failed) {
        visit_state(s, n);
    }
}

//---- between jaws --------------------------------------------------------------------------------
static bool grip_fits(const sut_world *w, const sut_tool_slot *tool, const sut_needle_grip *g) {
    const sut_needle_slot *n = &w->needles[g->needle - 1];
    return n->used && !sut_tool_cuts(&tool->def) && g->s >= 0.0 && g->s <= n->needle->form.length &&
           g->margin >= 0.0 && sut_tool_pose_fits(&g->place) &&
           fabs(q_norm2(g->place.rotation) - 1.0) < 1e-6;
}

void sut_visit_needle_grip(sut_stream *s, sut_world *w, int slot) {
    sut_tool_slot *tool = &w->tools[slot];
    sut_needle_grip *g = &tool->needle_grip;
    if (!tool->used) {
        return;
    }
    sut_stream_int(s, &g->needle, 0, w->def.capacity.needles);
    if (g->needle == 0 || s->failed) {
        if (sut_stream_reads(s)) {
            memset(g, 0, sizeof *g);
        }
        return;
    }
    sut_stream_number(s, &g->s);
    sut_stream_number(s, &g->margin);
    sut_stream_flag(s, &g->slips);
    sut_visit_pose(s, &g->place);
    sut_stream_vec3(s, &g->force);
    sut_stream_vec3(s, &g->torque);
    s->failed = s->failed || !grip_fits(w, tool, g);
}
