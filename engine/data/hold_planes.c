// SPDX-License-Identifier: MIT
// hold_planes.c -- planes of the holds that are active, as the last step left them.
#include "data/data.h"
#include "math/vec3.h"

static bool holds_plane(const sut_hold_slot *h) {
    return h->active && (h->kind == SUT_HOLD_CLAMP || h->kind == SUT_HOLD_TWIST);
}

static bool before(const sut_hold_slot *a, const sut_hold_slot *b) {
    return a->thread != b->thread ? a->thread < b->thread : a->vertex < b->vertex;
}

static int sort_planes(sut_world *w) {
    int count = 0;
    for (int i = 0; i < w->hold_top; i++) {
        if (!sut_hold_here(w, &w->holds[i]) || !holds_plane(&w->holds[i])) {
            continue;
        }
        int at = count++;
        while (at > 0 && before(&w->holds[i], &w->holds[w->order[at - 1]])) {
            w->order[at] = w->order[at - 1];
            at--;
        }
        w->order[at] = i;
    }
    return count;
}

void sut_hold_list_planes(sut_world *w) {
    int count = sort_planes(w);
    int k = 0;
    for (int i = 0; i < w->def.capacity.threads; i++) {
        if (!sut_thread_here(w, i)) {
            continue;
        }
        sut_rod *r = &w->threads[i].rod;
        r->chain.pin_count = 0;
        r->work.load_count = 0;
        r->work.plane_count = 0;
        r->work.planes = &w->planes[k];
        for (; k < count && w->holds[w->order[k]].thread == (uint32_t)i; k++) {
            w->planes[k] = w->holds[w->order[k]].plane;
            r->work.plane_count++;
        }
    }
}

// A saturated hold holds again once its vertex has all but caught up: then it pulls with less than
// it can. Any earlier it would have to jerk.
bool sut_hold_within_reach(const sut_world *w, const sut_hold_slot *h, double dt) {
    const sut_rod *r = &w->threads[h->thread].rod;
    sut_vec3 ahead = v3_madd(r->body.position[h->vertex], dt, r->state.velocity[h->vertex]);
    return v3_distance(h->target, ahead) <= 0.5 * r->def.radius;
}
