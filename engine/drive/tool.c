// SPDX-License-Identifier: MIT
// tool.c -- instruments: life cycle, input, views.
//
// Their shapes are in data/tool_shape.c, how they move in drive/tool_move.c, what they hold in
// attach/grip.c. docs/theory/tools.md
#include "data/data.h"

#include "attach/cut.h"
#include "attach/grip.h"
#include "drive/drive.h"
#include "math/quat.h"
#include "math/vec3.h"
#include "state/record.h"

#include <string.h>

//---- defaults ------------------------------------------------------------------------------------
sut_tool_def sut_default_tool_def(sut_tool_kind kind) {
    sut_tool_def d;
    memset(&d, 0, sizeof d);
    d.kind = kind;
    d.pose.rotation = q_identity();
    d.jaw = 1.0;
    // micro forceps: 0.3 mm tips
    d.tip_radius = 0.15e-3;
    d.base_radius = 1.2e-3;
    d.length = 25e-3;
    d.opening = 4e-3;
    d.grip_length = 3e-3;
    d.handle_length = 50e-3;
    d.friction = 0.3;
    d.reach = 1e-3;
    d.grip_force = 2.0;
    d.stiffness = 2000.0;
    d.angular_stiffness = 1.0;
    d.max_force = 3.3; // N, as much as a common haptic device gives
    d.max_torque = 0.2;
    if (kind == SUT_TOOL_NEEDLE_DRIVER) {
        d.tip_radius = 0.8e-3;
        d.base_radius = 2e-3;
        d.length = 12e-3;
        d.opening = 6e-3;
        d.grip_length = 8e-3;
        d.handle_length = 84e-3;
        d.grip_force = 15.0;
    }
    if (kind == SUT_TOOL_SCISSORS) {
        // suture scissors: blades of 12 mm
        d.tip_radius = 0.3e-3;
        d.base_radius = 2e-3;
        d.opening = 8e-3;
        d.grip_length = 12e-3;
        d.handle_length = 84e-3;
    } else if (kind == SUT_TOOL_BLADE) {
        // a number 11 blade on its handle
        d.tip_radius = 0.2e-3;
        d.base_radius = 0.2e-3;
        d.length = 20e-3;
        d.handle_length = 100e-3;
        d.handle_radius = 2e-3;
    }
    d.handle_radius = kind == SUT_TOOL_BLADE ? d.handle_radius : d.base_radius;
    d.cookie = SUT_COOKIE_TOOL;
    return d;
}

//---- lookup --------------------------------------------------------------------------------------

bool sut_tool_is_valid(const sut_world *w, sut_tool_id id) {
    return sut_world_tool(w, id) != NULL;
}

//---- parts ---------------------------------------------------------------------------------------

int sut_tool_get_parts(const sut_world *w, sut_tool_id id, sut_tool_part out[SUT_TOOL_PARTS]) {
    const sut_tool_slot *tool = sut_world_tool(w, id);
    int solids = tool && out ? sut_tool_part_count(&tool->def) : 0;
    int count = 0;
    for (int i = 0; i < solids; i++) {
        const sut_shape *s = &tool->part[i];
        if (s->kind == SUT_SHAPE_WEDGE) {
            continue; // it belongs to its arm
        }
        bool jaw = s->kind == SUT_SHAPE_JAW;
        int k = count++;
        out[k].rise = jaw ? tool->def.incline : 0.0;
        out[k].tip = v3_madd(s->center, -s->half_length, s->axis[2]);
        out[k].base = v3_madd(s->center, s->half_length, s->axis[2]);
        out[k].face = jaw ? s->axis[0] : v3_zero();
        out[k].side = s->axis[0];
        out[k].tip_radius = s->radius;
        out[k].base_radius = jaw ? s->base_radius : s->radius;
    }
    return count;
}

//---- life cycle ----------------------------------------------------------------------------------
// All of a slot but its id, at the pose of its key frames at t.
static void define(sut_tool_slot *tool, const sut_tool_def *def, double t) {
    uint32_t generation = tool->generation;
    memset(tool, 0, sizeof *tool);
    tool->generation = generation;
    tool->def = *def;
    tool->def.keys = NULL;
    tool->def.key_count = 0;
    tool->key_count = def->key_count > 0 ? def->key_count : 1;
    tool->keys[0] = (sut_tool_key){0.0, def->pose, def->jaw};
    if (def->key_count > 0) {
        memcpy(tool->keys, def->keys, (size_t)def->key_count * sizeof tool->keys[0]);
    }
    for (int i = 0; i < tool->key_count; i++) {
        tool->keys[i].pose.rotation = q_normalized(tool->keys[i].pose.rotation);
    }
    sut_tool_key now = sut_tool_key_at(tool, t);
    tool->def.pose = now.pose;
    tool->def.jaw = now.jaw;
    tool->proxy = now.pose;
    tool->jaw = now.jaw;
    tool->follower = sut_follower_free();
    (void)sut_tool_shapes(&tool->def, &tool->proxy, tool->jaw, tool->part);
    memcpy(tool->next_part, tool->part, sizeof tool->part);
}

static int free_tool_slot(const sut_world *w) {
    for (int i = 0; i < w->def.capacity.tools; i++) {
        if (!w->tools[i].used) {
            return i;
        }
    }
    return -1;
}

static const char *cuts_into_thread(sut_world *w, const sut_tool_slot *tool) {
    const char *bad = NULL;
    for (int k = 0; !bad && k < sut_tool_part_count(&tool->def); k++) {
        bad = sut_contact_check_solid(w, &tool->part[k]);
    }
    return bad;
}

// Check, slot, contact check, room for what it cuts; what fails leaves the slot free.
sut_result sut_tool_create(sut_world *w, const sut_tool_def *def, sut_tool_id *out) {
    sut_world_ask(w);
    if (!w || !def || !out) {
        return sut_world_refuse(w, SUT_E_ARGUMENT, sut_null_pointer);
    }
    if (def->cookie != SUT_COOKIE_TOOL) {
        return sut_world_refuse(w, SUT_E_DEF, "the tool def was not made by sut_default_tool_def");
    }
    const char *bad = sut_check_tool_def(def, w->refusal, sizeof w->refusal);
    if (bad) {
        return sut_world_refuse(w, SUT_E_ARGUMENT, bad);
    }
    int slot = free_tool_slot(w);
    if (slot < 0) {
        return sut_world_refuse(w, SUT_E_CAPACITY, "capacity of tools is reached");
    }
    sut_tool_slot *tool = &w->tools[slot];
    define(tool, def, w->time);
    bad = cuts_into_thread(w, tool);
    bad = bad ? bad : sut_tool_check_apart(w, tool);
    if (bad) {
        return sut_world_refuse(w, SUT_E_CONFLICT, bad);
    }
    if (sut_tool_cuts(def) && !sut_tool_reserve_cuts(w)) {
        return sut_world_refuse(w, SUT_E_MEMORY, "no memory for cuts");
    }
    tool->used = true;
    tool->generation++;
    w->hold_top = sut_hold_slots(&w->def.capacity);
    *out = (sut_tool_id){(uint32_t)slot + 1, tool->generation};
    sut_record_tool_create(w, def);
    return SUT_OK;
}

sut_result sut_tool_destroy(sut_world *w, sut_tool_id id) {
    sut_world_ask(w);
    sut_tool_slot *tool = sut_world_tool(w, id);
    if (!tool) {
        return sut_world_refuse(w, SUT_E_ID, sut_stale_tool);
    }
    int slot = (int)id.index1 - 1;
    for (int k = 0; k < SUT_TOOL_GRIPS; k++) {
        sut_grip_drop(w, slot, k);
    }
    for (int k = 0; k < SUT_TOOL_SOLIDS; k++) {
        sut_touch_forget(w, -1, w->def.capacity.obstacles + SUT_TOOL_SOLIDS * slot + k);
    }
    sut_tissue_grip_drop(tool);
    sut_needle_grip_drop(tool);
    tool->used = false;
    sut_hold_list_planes(w);
    sut_record_tool_destroy(w, id);
    return SUT_OK;
}

//---- input ---------------------------------------------------------------------------------------
sut_result sut_tool_set_target(sut_world *w, sut_tool_id id, const sut_pose *pose, double jaw) {
    sut_world_ask(w);
    sut_tool_slot *tool = sut_world_tool(w, id);
    if (!tool) {
        return sut_world_refuse(w, SUT_E_ID, sut_stale_tool);
    }
    if (!pose) {
        return sut_world_refuse(w, SUT_E_ARGUMENT, sut_null_pointer);
    }
    if (!sut_tool_pose_fits(pose) || !(jaw >= 0.0 && jaw <= 1.0)) {
        return sut_world_refuse(w, SUT_E_ARGUMENT,
                                "the pose is not finite, beyond reason or without a rotation, or "
                                "jaw is not in 0..1");
    }
    sut_pose unit = {pose->position, q_normalized(pose->rotation)};
    tool->keys[0] = (sut_tool_key){0.0, unit, jaw}; // one key: its time does not matter
    tool->key_count = 1;
    tool->steered = true;
    tool->adrift = false;
    sut_record_tool_target(w, id, pose, jaw);
    return SUT_OK;
}

sut_result sut_tool_release(sut_world *w, sut_tool_id id) {
    sut_world_ask(w);
    sut_tool_slot *tool = sut_world_tool(w, id);
    if (!tool) {
        return sut_world_refuse(w, SUT_E_ID, sut_stale_tool);
    }
    tool->keys[0] = (sut_tool_key){0.0, tool->proxy, 1.0};
    tool->key_count = 1;
    tool->steered = true;
    tool->adrift = true;
    sut_record_tool_release(w, id);
    return SUT_OK;
}

sut_result sut_tool_note_idle(sut_world *w, sut_tool_id id) {
    sut_tool_slot *tool = sut_world_tool(w, id);
    if (!tool) {
        return SUT_E_ID;
    }
    tool->idle = true;
    return SUT_OK;
}

//---- views ---------------------------------------------------------------------------------------
static void show_grips(const sut_world *w, int slot, sut_tool_view *out) {
    int first = w->def.capacity.holds + SUT_TOOL_GRIPS * slot;
    for (int k = 0; k < SUT_TOOL_GRIPS; k++) {
        const sut_hold_slot *h = &w->holds[first + k];
        if (h->used) {
            sut_tool_grip *g = &out->grip[out->grip_count++];
            g->thread = (sut_thread_id){h->thread + 1, w->threads[h->thread].generation};
            g->vertex = h->vertex;
            g->where = w->threads[h->thread].rod.body.position[h->vertex];
            g->force = v3_neg(h->force);
            g->slipping = w->tools[slot].grip[k].slips;
        }
    }
}

// Pose and target, forces, and what the jaws hold.
sut_result sut_tool_get_view(const sut_world *w, sut_tool_id id, sut_tool_view *out) {
    const sut_tool_slot *tool = sut_world_tool(w, id);
    if (!tool || !out) {
        return tool ? SUT_E_ARGUMENT : SUT_E_ID;
    }
    const sut_tool_def *d = &tool->def;
    sut_tool_key key = sut_tool_key_at(tool, w->time);
    memset(out, 0, sizeof *out);
    out->kind = d->kind;
    out->target = key.pose;
    out->proxy = tool->proxy;
    out->jaw_target = key.jaw;
    out->jaw = tool->jaw;
    out->velocity = tool->velocity;
    out->force = tool->force;
    out->torque = tool->torque;
    out->solid_force = tool->solid_force;
    out->solid_torque = tool->solid_torque;
    out->blocked = tool->blocked;
    out->sunk = sut_tool_is_sunk(tool);
    if (!tool->adrift) {
        sut_vec3 way = v3_sub(tool->proxy.position, key.pose.position);
        sut_vec3 turn = q_way(key.pose.rotation, tool->proxy.rotation);
        out->hand_force = isinf(d->stiffness) ? tool->force : v3_scale(way, d->stiffness);
        out->hand_torque =
            isinf(d->angular_stiffness) ? tool->torque : v3_scale(turn, d->angular_stiffness);
        out->hand_force = v3_limited(out->hand_force, d->max_force);
        out->hand_torque = v3_limited(out->hand_torque, d->max_torque);
    }
    show_grips(w, (int)id.index1 - 1, out);
    out->needle_grip = sut_needle_grip_view(w, (int)id.index1 - 1);
    out->tissue_grip = sut_tissue_grip_view(w, (int)id.index1 - 1);
    out->let_go_force = tool->let_go;
    return SUT_OK;
}
