// SPDX-License-Identifier: MIT
#include "trainer/server/stitch.h"

#include <math.h>

static double apart(sut_vec3 a, sut_vec3 b) {
    return sqrt((a.x - b.x) * (a.x - b.x) + (a.y - b.y) * (a.y - b.y) + (a.z - b.z) * (a.z - b.z));
}

// m of the rim that belong to one of its nodes: half of the way to the two that are nearest to it.
static double share_of_rim(const sut_mesh_group *g, const sut_tissue_view *t, int node) {
    double first = (double)INFINITY, second = (double)INFINITY;
    for (int k = 0; k < g->node_count; k++) {
        double far = k == node ? (double)INFINITY
                               : apart(t->position[g->nodes[node]], t->position[g->nodes[k]]);
        second = fmin(second, fmax(far, first));
        first = fmin(first, far);
    }
    return isfinite(second) ? 0.5 * (first + second) : 0.0;
}

sut_look_gap sut_stitch_gap(const sut_scene_distance *d, const sut_tissue_view *a,
                            const sut_tissue_view *b) {
    // edges of walls that touch are a thickness apart
    bool walls = d->tissue[0] != d->tissue[1] && a->thickness > 0.0 && b->thickness > 0.0;
    double touch = 0.5 * (a->thickness + b->thickness);
    sut_look_gap gap = {.leak = walls ? 0.0 : -1.0};
    int counted = 0;
    for (int i = 0; i < d->group[0]->node_count; i++) {
        double least = (double)INFINITY;
        int from = d->group[0]->nodes[i];
        for (int k = 0; k < d->group[1]->node_count && from < a->node_count; k++) {
            int to = d->group[1]->nodes[k];
            least =
                to < b->node_count ? fmin(least, apart(a->position[from], b->position[to])) : least;
        }
        if (isfinite(least)) {
            gap.mean += least;
            gap.most = fmax(gap.most, least);
            gap.leak += walls ? fmax(0.0, least - touch) * share_of_rim(d->group[0], a, i) : 0.0;
            counted++;
        }
    }
    gap.mean /= counted > 0 ? counted : 1;
    return gap;
}

//---- bites ---------------------------------------------------------------------------------------

static bool before(const sut_hole_view *a, const sut_hole_view *b) {
    if (a->needle.index1 != b->needle.index1) {
        return a->needle.index1 < b->needle.index1;
    }
    return a->thread.index1 != b->thread.index1 ? a->thread.index1 < b->thread.index1 : a->s < b->s;
}

static bool on_one(const sut_hole_view *a, const sut_hole_view *b) {
    return a->needle.index1 == b->needle.index1 && a->thread.index1 == b->thread.index1;
}

static sut_stitch pair(const sut_hole_view *a, const sut_hole_view *b) {
    double dx = b->rest.x - a->rest.x, dy = b->rest.y - a->rest.y;
    bool swap = fabs(dx) >= fabs(dy) ? dx < 0.0 : dy < 0.0;
    return (sut_stitch){.a = swap ? b : a,
                        .b = swap ? a : b,
                        .middle = {0.5 * (a->rest.x + b->rest.x), 0.5 * (a->rest.y + b->rest.y),
                                   0.5 * (a->rest.z + b->rest.z)}};
}

// Through both lips of a wound: four holes, of which the two in the walls of the wound lie beside each other where it is
// closed, as at rest.
static bool through_both_lips(const sut_hole_view *const *line, int left) {
    const double beside = 0.25; // of the whole bite
    return left >= 4 && on_one(line[0], line[1]) && on_one(line[1], line[2]) &&
           on_one(line[2], line[3]) &&
           apart(line[1]->rest, line[2]->rest) < beside * apart(line[0]->rest, line[3]->rest);
}

int sut_stitch_find(const sut_look *look, sut_stitch out[SUT_STITCHES]) {
    const sut_hole_view *line[SUT_LOOK_HOLES];
    int n = look->hole_count, found = 0;
    for (int i = 0; i < n; i++) {
        int k = i;
        for (; k > 0 && before(&look->hole[i], line[k - 1]); k--) {
            line[k] = line[k - 1];
        }
        line[k] = &look->hole[i];
    }
    for (int i = 0; i + 1 < n && found < SUT_STITCHES;) {
        int last = through_both_lips(line + i, n - i) ? 3 : on_one(line[i], line[i + 1]) ? 1 : 0;
        if (last > 0) {
            out[found++] = pair(line[i], line[i + last]);
        }
        i += last + 1;
    }
    return found;
}

double sut_stitch_oblique(const sut_stitch *s, sut_vec3 from, sut_vec3 to) {
    double ax = s->b->rest.x - s->a->rest.x, ay = s->b->rest.y - s->a->rest.y;
    double bx = to.x - from.x, by = to.y - from.y;
    return atan2(fabs(ax * by - ay * bx), fabs(ax * bx + ay * by));
}

// Which end of the piece a needle is swaged to: 0 first, 1 last; -1: to none.
static int needle_end(const sut_look *look, int thread) {
    const sut_look_thread *t = &look->thread[thread];
    for (int k = 0; k < look->needle_count; k++) {
        int vertex = look->needle[k].end - t->first;
        if (look->needle[k].thread == thread && (vertex == 0 || vertex == t->vertex_count - 1)) {
            return vertex > 0 ? 1 : 0;
        }
    }
    return -1;
}

double sut_stitch_tail(const sut_look *look) {
    double tail = -1.0;
    for (int i = 0; i < look->hole_count; i++) {
        const sut_hole_view *h = &look->hole[i];
        int thread = (int)h->thread.index1 - 1;
        if (thread < 0 || thread >= look->thread_count) {
            return -1.0;
        }
        const sut_look_thread *t = &look->thread[thread];
        double before = h->s - t->begin, behind = t->begin + t->length - h->s;
        int end = needle_end(look, thread);
        double left = end < 0 ? fmin(before, behind) : end > 0 ? before : behind;
        tail = tail < 0.0 ? left : fmin(tail, left);
    }
    return tail;
}
