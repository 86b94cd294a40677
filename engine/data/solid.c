// SPDX-License-Identifier: MIT
// solid.c -- obstacles and parts of tools as one row of solids.
#include "data/data.h"

bool sut_solid_at(const sut_world *w, int solid, sut_solid *out) {
    int k = solid - w->def.capacity.obstacles;
    if (k < 0) {
        const sut_obstacle_slot *o = &w->obstacles[solid];
        *out = (sut_solid){&o->now, &o->next, o->friction};
        return o->used;
    }
    const sut_tool_slot *tool = &w->tools[k / SUT_TOOL_SOLIDS];
    k %= SUT_TOOL_SOLIDS;
    *out = (sut_solid){&tool->part[k], &tool->next_part[k], tool->def.friction};
    return tool->used && k < sut_tool_part_count(&tool->def) && !(k == 0 && sut_tool_is_sunk(tool));
}

double sut_solid_distance(const sut_world *w, int solid, sut_vec3 x, sut_vec3 *normal) {
    if (solid >= w->def.capacity.obstacles) {
        sut_solid part;
        return sut_solid_at(w, solid, &part) ? sut_shape_distance(part.now, x, normal) : HUGE_VAL;
    }
    const sut_obstacle_slot *o = &w->obstacles[solid];
    sut_shape shape = sut_shape_moved(&o->shape, o->position, o->rotation);
    return sut_shape_distance(&shape, x, normal);
}

void sut_obstacle_place(sut_obstacle_slot *o) {
    o->next_position = o->position;
    o->next_rotation = o->rotation;
    o->now = sut_shape_moved(&o->shape, o->position, o->rotation);
    o->next = o->now;
}

bool sut_needle_grip_owns(const sut_world *w, int needle, const sut_shape *part) {
    for (int i = 0; i < w->def.capacity.tools; i++) {
        const sut_tool_slot *tool = &w->tools[i];
        for (int k = 0; tool->used && tool->needle_grip.needle == needle + 1 && k < SUT_TOOL_SOLIDS;
             k++) {
            if (&tool->part[k] == part) {
                return true;
            }
        }
    }
    return false;
}
