// SPDX-License-Identifier: MIT
// lookup.c -- from ids to slots, why a call is refused, and what kinds of things there are.
#include "data/data.h"

#include <stdio.h>

const char sut_null_pointer[] = "a pointer is null";
const char sut_stale_thread[] = "there is no such thread: its id is null or of one that is gone";
const char sut_stale_hold[] = "there is no such hold: its id is null or of one that is gone";
const char sut_stale_obstacle[] =
    "there is no such obstacle: its id is null or of one that is gone";
const char sut_stale_tool[] = "there is no such tool: its id is null or of one that is gone";
const char sut_stale_tissue[] = "there is no such tissue: its id is null or of one that is gone";
const char sut_stale_support[] = "there is no such support: its id is null or of one that is gone";

sut_result sut_world_refuse(sut_world *w, sut_result r, const char *why) {
    if (!w) {
        return r;
    }
    if (why != w->refusal) {
        (void)snprintf(w->refusal, sizeof w->refusal, "%s", why);
    }
    if (w->def.log) {
        sut_log_level level = r == SUT_E_DIVERGED ? SUT_LOG_ERROR : SUT_LOG_WARNING;
        w->def.log(w->def.log_ctx, level, w->refusal);
    }
    return r;
}

sut_thread_slot *sut_world_thread(const sut_world *w, sut_thread_id id) {
    if (!w || id.index1 == 0 || id.index1 > (uint32_t)w->def.capacity.threads) {
        return NULL;
    }
    sut_thread_slot *t = &w->threads[id.index1 - 1];
    return t->used && t->generation == id.generation ? t : NULL;
}

sut_hold_slot *sut_world_hold(const sut_world *w, sut_hold_id id) {
    if (!w || id.index1 == 0 || id.index1 > (uint32_t)w->def.capacity.holds) {
        return NULL;
    }
    sut_hold_slot *h = &w->holds[id.index1 - 1];
    return h->used && h->generation == id.generation ? h : NULL;
}

sut_obstacle_slot *sut_world_obstacle(const sut_world *w, sut_obstacle_id id) {
    if (!w || id.index1 == 0 || id.index1 > (uint32_t)w->def.capacity.obstacles) {
        return NULL;
    }
    sut_obstacle_slot *o = &w->obstacles[id.index1 - 1];
    return o->used && o->generation == id.generation ? o : NULL;
}

sut_tool_slot *sut_world_tool(const sut_world *w, sut_tool_id id) {
    if (!w || id.index1 == 0 || id.index1 > (uint32_t)w->def.capacity.tools) {
        return NULL;
    }
    sut_tool_slot *tool = &w->tools[id.index1 - 1];
    return tool->used && tool->generation == id.generation ? tool : NULL;
}

sut_needle_slot *sut_world_needle(const sut_world *w, sut_needle_id id) {
    if (!w || id.index1 == 0 || id.index1 > (uint32_t)w->def.capacity.needles) {
        return NULL;
    }
    sut_needle_slot *s = &w->needles[id.index1 - 1];
    return s->used && s->generation == id.generation ? s : NULL;
}

sut_tissue_slot *sut_world_tissue(const sut_world *w, sut_tissue_id id) {
    if (!w || id.index1 == 0 || id.index1 > (uint32_t)w->def.capacity.tissues) {
        return NULL;
    }
    sut_tissue_slot *t = &w->tissues[id.index1 - 1];
    return t->used && t->generation == id.generation ? t : NULL;
}

//---- what there is -------------------------------------------------------------------------------
bool sut_world_explicit(const sut_world *w) {
    for (int i = 0; i < w->def.capacity.threads; i++) {
        if (w->threads[i].used) {
            return sut_model_is_explicit(w->threads[i].rod.def.model);
        }
    }
    return false;
}

bool sut_world_has_needles(const sut_world *w) {
    for (int i = 0; i < w->def.capacity.needles; i++) {
        if (w->needles[i].used) {
            return true;
        }
    }
    return false;
}

bool sut_world_has_tissues(const sut_world *w) {
    for (int i = 0; i < w->def.capacity.tissues; i++) {
        if (w->tissues[i].used) {
            return true;
        }
    }
    return false;
}

int sut_world_places(const sut_capacity *c, sut_object_type type) {
    switch (type) {
    case SUT_OBJECT_THREAD:
        return c->threads;
    case SUT_OBJECT_TISSUE:
        return c->tissues;
    case SUT_OBJECT_OBSTACLE:
        return c->obstacles;
    case SUT_OBJECT_TOOL:
        return c->tools;
    case SUT_OBJECT_HOLD:
        return c->holds;
    case SUT_OBJECT_SUPPORT:
        return c->supports;
    case SUT_OBJECT_NEEDLE:
        return c->needles;
    case SUT_OBJECT_HOLE:
        return c->holes;
    case SUT_OBJECT_NONE:
    case SUT_OBJECT_TYPES:
        break;
    }
    return 0;
}
