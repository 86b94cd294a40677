// SPDX-License-Identifier: MIT
// visit_tool.c -- tools as an image holds them, field by field.
//
// Like state/visit.c. The hold of a grip is visited as every other hold, right after its tool.
#include "state/visit.h"

#include "data/data.h"
#include "math/quat.h"
#include "math/vec3.h"

#include <string.h>

static void visit_quat(sut_stream *s, sut_quat *q) {
    sut_stream_number(s, &q->x);
    sut_stream_number(s, &q->y);
    sut_stream_number(s, &q->z);
    sut_stream_number(s, &q->w);
}

void sut_visit_pose(sut_stream *s, sut_pose *pose) {
    sut_stream_vec3(s, &pose->position);
    visit_quat(s, &pose->rotation);
}

void sut_visit_tool_key(sut_stream *s, sut_tool_key *key) {
    sut_stream_number(s, &key->t);
    sut_visit_pose(s, &key->pose);
    sut_stream_number(s, &key->jaw);
}

void sut_visit_tool_def(sut_stream *s, sut_tool_def *d) {
    int kind = (int)d->kind;
    sut_stream_int(s, &kind, 0, SUT_TOOL_BLADE);
    d->kind = (sut_tool_kind)kind;
    sut_visit_pose(s, &d->pose);
    double *numbers[] = {&d->jaw,     &d->tip_radius,  &d->base_radius,   &d->length,
                         &d->opening, &d->grip_length, &d->handle_length, &d->handle_radius,
                         &d->incline, &d->friction,    &d->reach};
    for (size_t i = 0; i < sizeof numbers / sizeof numbers[0]; i++) {
        sut_stream_number(s, numbers[i]);
    }
    double *bounds[] = {&d->grip_force, &d->stiffness, &d->angular_stiffness, &d->max_force,
                        &d->max_torque};
    for (size_t i = 0; i < sizeof bounds / sizeof bounds[0]; i++) {
        sut_stream_bound(s, bounds[i]);
    }
}

static bool near_unit(double norm2) {
    return fabs(norm2 - 1.0) < 1e-6; // far above rounding, far below anything that matters
}

static bool pose_fits(const sut_pose *pose) {
    return sut_tool_pose_fits(pose) && near_unit(q_norm2(pose->rotation));
}

// The same checks as in sut_tool_create.
static bool tool_fits(const sut_tool_slot *tool) {
    sut_tool_def d = tool->def;
    d.cookie = SUT_COOKIE_TOOL;
    d.keys = tool->keys;
    d.key_count = tool->steered ? 0 : tool->key_count;
    char text[160];
    bool fits = sut_check_tool_def(&d, text, sizeof text) == NULL && pose_fits(&tool->proxy) &&
                tool->jaw >= 0.0 && tool->jaw <= 1.0 && tool->follower.speed_limit > 0.0 &&
                tool->felt[0] >= 0.0 && tool->felt[1] >= 0.0;
    for (int i = 0; fits && i < tool->key_count; i++) {
        fits =
            pose_fits(&tool->keys[i].pose) && tool->keys[i].jaw >= 0.0 && tool->keys[i].jaw <= 1.0;
    }
    return fits;
}

// Where the parts are. What they are follows from the def.
static void visit_parts(sut_stream *s, sut_tool_slot *tool) {
    if (sut_stream_reads(s)) {
        (void)sut_tool_shapes(&tool->def, &tool->proxy, tool->jaw, tool->part);
    }
    for (int k = 0; k < sut_tool_part_count(&tool->def); k++) {
        sut_stream_vec3(s, &tool->part[k].center);
        sut_stream_vec3s(s, tool->part[k].axis, 3);
        s->failed = s->failed || (sut_stream_reads(s) && !sut_axes_fit(tool->part[k].axis));
    }
    memcpy(tool->next_part, tool->part, sizeof tool->part);
    if (sut_stream_reads(s)) {
        tool->let_go = v3_zero();
    }
}

static void visit_state(sut_stream *s, sut_tool_slot *tool) {
    sut_stream_flag(s, &tool->adrift);
    sut_stream_flag(s, &tool->closed);
    sut_stream_flag(s, &tool->blocked);
    sut_visit_pose(s, &tool->proxy);
    sut_stream_number(s, &tool->jaw);
    sut_stream_bound(s, &tool->follower.speed_limit);
    sut_stream_vec3(s, &tool->velocity);
    sut_stream_vec3(s, &tool->force);
    sut_stream_vec3(s, &tool->torque);
    sut_stream_vec3(s, &tool->solid_force);
    sut_stream_vec3(s, &tool->solid_torque);
    sut_stream_numbers(s, tool->felt, 2);
    sut_stream_vec3s(s, tool->last_way, 2);
    sut_stream_vec3s(s, tool->last_bend, 2);
    sut_stream_int(s, &tool->by_turns[0], 0, SUT_TOOL_TURNS);
    sut_stream_int(s, &tool->by_turns[1], 0, SUT_TOOL_TURNS);
    if (tool->def.kind == SUT_TOOL_BLADE) {
        sut_stream_flag(s, &tool->cut.sunk);
    }
}

static void visit_grip(sut_stream *s, sut_grip *g, const sut_hold_slot *h, int vertices) {
    sut_stream_vec3(s, &g->place);
    sut_stream_vec3(s, &g->direction);
    sut_stream_vec3(s, &g->across);
    sut_stream_number(s, &g->spin);
    sut_stream_flag(s, &g->slips);
    for (int side = 0; side < 2; side++) {
        sut_stream_flag(s, &g->with[side]);
        sut_stream_vec3(s, &g->beside[side]);
    }
    s->failed = s->failed || (sut_stream_reads(s) && (!near_unit(v3_norm2(g->direction)) ||
                                                      !near_unit(v3_norm2(g->across))));
    s->failed =
        s->failed || (g->with[0] && h->vertex == 0) || (g->with[1] && h->vertex == vertices - 1);
}

// Holds of the grips first, then def, key frames, motion, parts and grips.
void sut_visit_tool(sut_stream *s, sut_world *w, int slot) {
    sut_tool_slot *tool = &w->tools[slot];
    sut_stream_u32(s, &tool->generation);
    sut_stream_flag(s, &tool->used);
    s->failed = s->failed || (tool->used && tool->generation == 0);
    for (int k = 0; k < SUT_TOOL_GRIPS && !s->failed; k++) {
        sut_visit_hold(s, w, &w->holds[w->def.capacity.holds + SUT_TOOL_GRIPS * slot + k]);
    }
    if (!tool->used || s->failed) {
        return;
    }
    sut_visit_tool_def(s, &tool->def);
    sut_stream_flag(s, &tool->steered);
    sut_stream_int(s, &tool->key_count, 1, tool->steered ? 1 : SUT_TOOL_KEYS);
    for (int i = 0; i < tool->key_count; i++) {
        sut_visit_tool_key(s, &tool->keys[i]);
    }
    visit_state(s, tool);
    s->failed = s->failed || (sut_stream_reads(s) && !tool_fits(tool));
    if (s->failed) {
        return;
    }
    visit_parts(s, tool);
    for (int k = 0; k < SUT_TOOL_GRIPS; k++) {
        const sut_hold_slot *h = &w->holds[w->def.capacity.holds + SUT_TOOL_GRIPS * slot + k];
        s->failed = s->failed || (h->used && h->kind != SUT_HOLD_TWIST);
        if (h->used) {
            visit_grip(s, &tool->grip[k], h, w->threads[h->thread].rod.body.n);
        }
    }
}

//---- tissue between the jaws ---------------------------------------------------------------------
static bool may_hold(const sut_world *w, int tissue) {
    return tissue > 0 && tissue <= w->def.capacity.tissues && w->tissues[tissue - 1].used &&
           w->tissues[tissue - 1].surface.body;
}

static void visit_cut(sut_stream *s, const sut_world *w, sut_tool_cut *c) {
    sut_stream_int(s, &c->tissue, 0, w->def.capacity.tissues);
    s->failed = s->failed || (c->tissue > 0 && !may_hold(w, c->tissue));
    if (c->tissue == 0 || s->failed) {
        return;
    }
    sut_stream_int(s, &c->node, -1, w->tissues[c->tissue - 1].surface.body->n - 1);
    sut_stream_vec3(s, &c->from);
    sut_stream_vec3(s, &c->last);
    sut_stream_number(s, &c->at);
}

void sut_visit_tissue_grip(sut_stream *s, sut_world *w, int slot) {
    sut_tissue_grip *g = &w->tools[slot].tissue_grip;
    if (!w->tools[slot].used) {
        return;
    }
    if (w->tools[slot].def.kind == SUT_TOOL_BLADE) {
        visit_cut(s, w, &w->tools[slot].cut);
    }
    sut_stream_int(s, &g->tissue, 0, w->def.capacity.tissues);
    sut_stream_vec3(s, &g->force);
    s->failed = s->failed || (g->tissue > 0 && !may_hold(w, g->tissue));
    if (g->tissue == 0 || s->failed) {
        return;
    }
    int nodes = w->tissues[g->tissue - 1].surface.body->n;
    sut_stream_number(s, &g->jaw);
    sut_stream_number(s, &g->margin);
    sut_stream_flag(s, &g->slips);
    sut_stream_int(s, &g->hand.count, 1, SUT_TISSUE_GRIP_NODES);
    for (int j = 0; j < g->hand.count && !s->failed; j++) {
        sut_stream_int(s, &g->hand.node[j], 0, nodes - 1);
        sut_stream_vec3(s, &g->place[j]);
    }
}
