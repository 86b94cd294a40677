// SPDX-License-Identifier: MIT
// Threads against threads: which edges come near each other in the step, and do they pass.
//
// Boxes around the way of every edge are the leaves of a binary tree over the edges in their order
// along the threads; neighbours on a thread are neighbours in space, so that the tree needs no
// sorting and no memory from step to step. What all vertices have in common of the motion is taken
// out first: it parts no pair and would only blow up the boxes. Cost O(n + near pairs) as a rule.
#include "topology/certificate_internal.h"

#include "topology/certificate_cross.h"

#include <string.h>

int sut_cert_tree_layout(sut_certificate *c, int edge_count) {
    int first = 0;
    int size = edge_count;
    c->level_count = 0;
    while (size > 0) {
        c->level_first[c->level_count] = first;
        c->level_size[c->level_count] = size;
        c->level_count++;
        first += size;
        size = size > 1 ? (size + 1) / 2 : 0;
    }
    return first;
}

// The motion that all share, in whole steps of the grid.
static sut_vec3 common_motion(const sut_certificate *c) {
    sut_vec3 sum = v3_zero();
    for (int i = 0; i < c->vertex_count; i++) {
        sum = v3_add(sum, v3_sub(c->to[i], c->from[i]));
    }
    double share = 1.0 / c->vertex_count;
    return v3(floor(share * sum.x), floor(share * sum.y), floor(share * sum.z));
}

static void fit_boxes(sut_certificate *c) {
    sut_vec3 drift = common_motion(c);
    for (int e = 0; e < c->edge_count; e++) {
        int a = c->edge[e].a;
        int b = c->edge[e].b;
        sut_cert_box box = {c->from[a], c->from[a]};
        sut_cert_box_add(&box, c->from[b]);
        sut_cert_box_add(&box, v3_sub(c->to[a], drift));
        sut_cert_box_add(&box, v3_sub(c->to[b], drift));
        c->box[e] = box;
    }
    for (int level = 1; level < c->level_count; level++) {
        const sut_cert_box *below = c->box + c->level_first[level - 1];
        sut_cert_box *here = c->box + c->level_first[level];
        for (int i = 0; i < c->level_size[level]; i++) {
            here[i] = below[2 * i];
            if (2 * i + 1 < c->level_size[level - 1]) {
                sut_cert_box_add(&here[i], below[2 * i + 1].low);
                sut_cert_box_add(&here[i], below[2 * i + 1].high);
            }
        }
    }
}

static void note_pair(sut_certificate *c, int e, int f, int sign) {
    const sut_cert_edge *p = &c->edge[e];
    const sut_cert_edge *q = &c->edge[f];
    sut_certificate_event event = {
        .step = c->steps + 1,
        .component = p->component,
        .edge = e - c->component[p->component].first_edge,
        .other = q->component,
        .other_edge = f - c->component[q->component].first_edge,
        .obstacle = -1,
        .met = -1,
        .surface = -1,
        .triangle = -1,
        .other_surface = -1,
        .other_triangle = -1,
        .sign = sign,
        .where = v3_lerp(c->place_end[p->a], c->place_end[p->b], 0.5),
    };
    sut_cert_note(c, &event, &c->event_pending);
    c->pair_pending[sut_cert_pair_index(p->component, q->component)]++;
    c->pending++;
}

static void judge_pair(sut_certificate *c, int e, int f) {
    const sut_cert_edge *p = &c->edge[e];
    const sut_cert_edge *q = &c->edge[f];
    // edges with a common vertex pass through each other only by folding flat, which no motion
    // does but by an exact coincidence
    if (p->a == q->b || p->b == q->a || p->a == q->a || p->b == q->b) {
        return;
    }
    c->pairs_near++;
    const sut_vec3 p0[2] = {c->from[p->a], c->from[p->b]};
    const sut_vec3 p1[2] = {c->to[p->a], c->to[p->b]};
    const sut_vec3 q0[2] = {c->from[q->a], c->from[q->b]};
    const sut_vec3 q1[2] = {c->to[q->a], c->to[q->b]};
    sut_cross x = sut_cross_make(p0, p1, q0, q1);
    if (sut_cross_apart(&x)) {
        return;
    }
    c->pairs_exact++;
    int degree;
    if (!sut_cross_degree(&x, &degree)) {
        c->undecided = true;
        if (c->accept_undecided) {
            note_pair(c, e, f, 0);
        }
    } else if (degree != 0) {
        note_pair(c, e, f, degree);
    }
}

// Pairs between the edges below two nodes of one level.
static void judge_nodes(sut_certificate *c, int level, int i, int j) {
    const sut_cert_box *box = c->box + c->level_first[level];
    if (!sut_cert_boxes_overlap(&box[i], &box[j])) {
        return;
    }
    if (level == 0) {
        judge_pair(c, i, j);
        return;
    }
    int limit = c->level_size[level - 1];
    for (int a = 2 * i; a < 2 * i + 2 && a < limit; a++) {
        for (int b = 2 * j; b < 2 * j + 2 && b < limit; b++) {
            judge_nodes(c, level - 1, a, b);
        }
    }
}

bool sut_cert_pairs_judge(sut_certificate *c) {
    c->undecided = false;
    c->pending = 0;
    c->event_pending = c->event_count;
    c->pairs_near = 0;
    c->pairs_exact = 0;
    if (c->vertex_count == 0) {
        return true;
    }
    size_t pairs = sut_cert_pair_index(c->component_count - 1, c->component_count - 1) + 1;
    memset(c->pair_pending, 0, pairs * sizeof *c->pair_pending);
    fit_boxes(c);
    for (int level = 0; level < c->level_count; level++) {
        for (int i = 0; i + 1 < c->level_size[level]; i += 2) {
            judge_nodes(c, level, i, i + 1);
        }
    }
    return !c->undecided || c->accept_undecided;
}
