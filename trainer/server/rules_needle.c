// SPDX-License-Identifier: MIT
#include "trainer/server/rules_needle.h"

#include "trainer/server/stitch.h"

#include <math.h>
#include <stdio.h>

static double apart(sut_vec3 a, sut_vec3 b) {
    return sqrt((a.x - b.x) * (a.x - b.x) + (a.y - b.y) * (a.y - b.y) + (a.z - b.z) * (a.z - b.z));
}

// Where on the arc it is taken is what is taught: says by how much it is off.
bool sut_rule_loaded(const sut_rule *r, const sut_look *look, sut_rule_state *s) {
    s->note[0] = '\0';
    for (int i = 0; i < look->tool_count; i++) {
        if ((r->tool >= 0 && r->tool != i) || !(look->needle_length[i] > 0.0)) {
            continue;
        }
        double share = look->tool[i].needle_grip.s / look->needle_length[i];
        if (share >= r->low && share <= r->high) {
            return true;
        }
        snprintf(s->note, sizeof s->note, "held at %.0f %% from the tip, %s", 100.0 * share,
                 share < r->low ? "too near to it" : "too far back");
    }
    return false;
}

static const sut_hole_view *hole_in(const sut_look *look, const sut_mark *m) {
    const sut_hole_view *best = NULL;
    for (int i = 0; i < look->hole_count; i++) {
        const sut_hole_view *h = &look->hole[i];
        double off = apart(h->rest, m->position);
        if (off <= m->radius && (best == NULL || off < apart(best->rest, m->position))) {
            best = h;
        }
    }
    return best;
}

double sut_verdict_off_mark(const sut_look *look, const sut_task *task, int mark, double *angle) {
    const sut_mark *m = &task->marks[mark];
    double least = -1.0;
    for (int i = 0; i < look->hole_count; i++) {
        double off = apart(look->hole[i].rest, m->position);
        if (least < 0.0 || off < least) {
            least = off;
            *angle = look->hole[i].angle;
        }
    }
    return least;
}

static bool is_cut(const sut_rule *r, const sut_bite *b, double *value) {
    *value = r->amount > 0.0 ? fmin(0.9, b->cut / r->amount) : 0.0;
    return r->amount > 0.0 ? b->cut >= r->amount : b->threads_cut > 0;
}

// Ends that were not cut are not measured: it is known without how long they are.
bool sut_rule_tails(const sut_rule *r, const sut_look *look, sut_rule_state *s) {
    double tail[2];
    s->note[0] = '\0';
    if (r->thread < 0 || r->thread >= look->thread_count || !look->thread[r->thread].cut) {
        return false;
    }
    const sut_look_thread *t = &look->thread[r->thread];
    if (!sut_shape_tails(t->position, t->vertex_count, t->length, tail)) {
        return false;
    }
    bool held = tail[0] >= r->low && tail[0] <= r->high && tail[1] >= r->low && tail[1] <= r->high;
    if (!held) {
        snprintf(s->note, sizeof s->note, "%.0f and %.0f mm, %.0f to %.0f mm are wanted",
                 1e3 * tail[0], 1e3 * tail[1], 1e3 * r->low, 1e3 * r->high);
    }
    return held;
}

// how much of the way a length is that has to become shorter
static bool is_short(double length, double most, double *value) {
    *value = length > 0.0 ? fmin(0.9, most / length) : 0.0;
    return length >= 0.0 && length <= most;
}

bool sut_rule_stitched(const sut_task *task, const sut_rule *r, const sut_look *look,
                       double *value) {
    switch (r->kind) {
    case SUT_RULE_TAILS:
        return false; // says more: sut_rule_tails
    case SUT_RULE_PIERCED:
        return hole_in(look, &task->marks[r->mark]) != NULL;
    case SUT_RULE_DRAWN:
        return is_short(sut_stitch_tail(look), r->amount, value);
    case SUT_RULE_GAP:
        return look->gap_count > 0 && is_short(look->gap[0].mean, r->amount, value);
    case SUT_RULE_CUT:
        return is_cut(r, &look->bite, value);
    default:
        return false;
    }
}
