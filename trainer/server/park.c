// SPDX-License-Identifier: MIT
#include "trainer/server/park.h"

#include "sutura/scene.h"

#include <math.h>
#include <stdlib.h>

static const double rest = 10.0;      // s
static const double weak = 0.002;     // N, some ten times what a bent suture pushes with
static const double firm = 0.3;       // N, as the coupling of forceps
static const int near = 12;           // vertices on both sides: a grip there takes the end over
static const double beside = 6e-3;    // m, closing jaws so near are about to

static void let_go(sut_park_hold *h, sut_world *w) {
    if (h->used && sut_hold_is_valid(w, h->id)) {
        sut_hold_destroy(w, h->id);
    }
    h->used = false;
}

static bool put(sut_park_hold *h, sut_world *w, const sut_tool_grip *g, double force,
                double seconds) {
    let_go(h, w);
    sut_hold_def d = sut_default_hold_def();
    d.vertex = g->vertex;
    d.max_force = force;
    *h = (sut_park_hold){.thread = g->thread,
                         .vertex = g->vertex,
                         .until = sut_world_time(w) + seconds};
    h->used = sut_hold_create(w, g->thread, &d, &h->id) == SUT_OK;
    return h->used;
}

// jaws do not take a vertex that something else holds, so it is let go before they close
static bool about_to_take(const sut_park_hold *h, const sut_world *w, const sut_tool_view *v) {
    sut_hold_view at;
    if (v->jaw_target > 0.5 || v->grip_count > 0 || sut_hold_get_view(w, h->id, &at) != SUT_OK) {
        return false;
    }
    sut_vec3 a = at.target, b = v->proxy.position;
    return hypot(hypot(a.x - b.x, a.y - b.y), a.z - b.z) < beside;
}

static bool taken_over(const sut_park_hold *h, const sut_tool_view *v) {
    for (int i = 0; i < v->grip_count; i++) {
        if (v->grip[i].thread.index1 == h->thread.index1 &&
            abs(v->grip[i].vertex - h->vertex) <= near) {
            return true;
        }
    }
    return false;
}

void sut_park_look(sut_park *p, sut_world *w, int tool_count, bool parks) {
    for (int i = 0; i < tool_count && i < SUT_PARK_TOOLS; i++) {
        sut_tool_view v;
        if (sut_tool_get_view(w, sut_scene_tool_id(i), &v) != SUT_OK) {
            continue;
        }
        for (int k = 0; k < SUT_PARK_TOOLS; k++) {
            sut_park_hold *h = &p->hold[k];
            if (h->used && (taken_over(h, &v) || about_to_take(h, w, &v) ||
                            sut_world_time(w) > h->until)) {
                let_go(h, w);
            }
        }
        bool holds = v.grip_count > 0;
        // let go on purpose: the jaws were told to open
        if (parks && p->held[i] && !holds && v.jaw_target > 0.5) {
            put(&p->hold[i], w, &p->grip[i], weak, rest);
        }
        p->held[i] = holds;
        p->grip[i] = holds ? v.grip[0] : p->grip[i];
    }
}

bool sut_park_clip(sut_park *p, sut_world *w, int tool) {
    sut_park_hold *clip = &p->hold[SUT_PARK_TOOLS];
    if (clip->used) {
        let_go(clip, w);
        return true;
    }
    if (tool < 0 || tool >= SUT_PARK_TOOLS || !p->held[tool]) {
        return false;
    }
    // beside the jaws: a vertex between them is the tool's
    sut_tool_grip g = p->grip[tool];
    sut_thread_view t;
    if (sut_thread_get_view(w, g.thread, &t) != SUT_OK) {
        return false;
    }
    bool first_half = g.vertex < t.vertex_count / 2;
    g.vertex += first_half ? near : -near;
    const double for_ever = 1e9; // s
    return put(clip, w, &g, firm, for_ever);
}
