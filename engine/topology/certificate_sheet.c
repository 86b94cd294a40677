// SPDX-License-Identifier: MIT
// Threads against surfaces, and surfaces against surfaces and themselves.
//
// Two things made of triangles and edges that are apart can only begin to meet where a vertex of
// one meets a face of the other, or an edge an edge: all such pairs are judged, each once, exactly
// as edges of threads are (certificate_cross.c). A border between two triangles, or an end of an
// edge, is the same patch for both sides, so that nothing slips through between two pairs.
#include "topology/certificate_internal.h"

#include "topology/certificate_cross.h"

//---- what happened -------------------------------------------------------------------------------

static bool has(const sut_cert_triangle *t, int v) {
    return t->v[0] == v || t->v[1] == v || t->v[2] == v;
}

// Is the passage through the triangle of a hole, or over a border of it (null: none)? An edge of
// the surface is judged with one of its triangles, but belongs to the others as well.
static bool is_in_hole(const sut_certificate *c, const sut_cert_hole *h, const sut_cert_triangle *t,
                       const int *border) {
    if (h->triangle == t->number) {
        return true;
    }
    const sut_cert_surface *s = &c->surface[t->surface];
    for (int i = 0; border && i < s->triangle_count; i++) {
        const sut_cert_triangle *u = &c->triangle[s->first_triangle + i];
        if (u->number == h->triangle) {
            return has(u, border[0]) && has(u, border[1]);
        }
    }
    return false;
}

// For a place of a thread, counted in its edges: from `at` on, a vertex has no span, an edge one.
static bool is_explained(const sut_certificate *c, int component, double at, double span,
                         const sut_cert_triangle *t, const int *border) {
    for (int k = 0; k < c->hole_count; k++) {
        const sut_cert_hole *h = &c->hole[k];
        bool there = h->component == component && h->surface == t->surface && at <= h->to &&
                     at + span >= h->from;
        if (there && is_in_hole(c, h, t, border)) {
            return true;
        }
    }
    return false;
}

static sut_vec3 middle_of(const sut_certificate *c, const sut_cert_triangle *t) {
    const sut_vec3 *x = c->sheet_end;
    return v3_scale(v3_add(v3_add(x[t->v[0]], x[t->v[1]]), x[t->v[2]]), 1.0 / 3.0);
}

static void note_thread(sut_certificate *c, int component, int edge, const sut_cert_triangle *t,
                        int sign) {
    sut_certificate_event event = {
        .step = c->steps + 1,
        .component = component,
        .edge = edge,
        .other = -1,
        .other_edge = -1,
        .obstacle = -1,
        .sign = sign,
        .where = middle_of(c, t),
        .met = -1,
        .surface = t->surface,
        .triangle = t->number,
        .other_surface = -1,
        .other_triangle = -1,
    };
    sut_cert_note(c, &event, &c->event_pending);
    c->surface[t->surface].pending++;
    c->pending++;
}

// Something of t passed through u.
static void note_surface(sut_certificate *c, const sut_cert_triangle *t, const sut_cert_triangle *u,
                         int sign) {
    sut_certificate_event event = {
        .step = c->steps + 1,
        .component = -1,
        .edge = -1,
        .other = -1,
        .other_edge = -1,
        .obstacle = -1,
        .sign = sign,
        .where = middle_of(c, u),
        .met = -1,
        .surface = u->surface,
        .triangle = u->number,
        .other_surface = t->surface,
        .other_triangle = t->number,
    };
    sut_cert_note(c, &event, &c->event_pending);
    c->surface[u->surface].pending++;
    if (t->surface != u->surface) {
        c->surface[t->surface].pending++;
    }
    c->pending++;
}

//---- pairs ---------------------------------------------------------------------------------------

// Did it pass? Counts undecided ones in the last try.
static bool settled(sut_certificate *c, bool decided, int degree) {
    c->pairs_exact++;
    if (!decided) {
        c->undecided = true;
        return c->accept_undecided;
    }
    return degree != 0;
}

// Of two points, or of the two ends of an edge, at the start and at the end.
static sut_cert_box box_of(const sut_vec3 *from, const sut_vec3 *to, int count) {
    sut_cert_box box = {from[0], from[0]};
    sut_cert_box_add(&box, to[0]);
    if (count > 1) {
        sut_cert_box_add(&box, from[1]);
        sut_cert_box_add(&box, to[1]);
    }
    return box;
}

static const sut_cert_box *box_of_triangle(const sut_certificate *c, const sut_cert_triangle *t) {
    const sut_cert_surface *s = &c->surface[t->surface];
    return c->sheet_box + s->first_box + (t - c->triangle - s->first_triangle);
}

static bool passes_face(sut_certificate *c, const sut_cert_triangle *t, sut_vec3 q0, sut_vec3 q1,
                        int *degree) {
    sut_cert_box way = box_of(&q0, &q1, 1);
    if (!sut_cert_boxes_overlap(&way, box_of_triangle(c, t))) {
        return false;
    }
    sut_vec3 t0[3];
    sut_vec3 t1[3];
    for (int k = 0; k < 3; k++) {
        t0[k] = c->sheet_from[t->v[k]];
        t1[k] = c->sheet_to[t->v[k]];
    }
    c->pairs_near++;
    sut_face x = sut_face_make(t0, t1, q0, q1);
    if (sut_face_apart(&x)) {
        return false;
    }
    bool decided = sut_face_degree(&x, degree);
    return settled(c, decided, *degree);
}

static bool passes_edge(sut_certificate *c, const sut_vec3 p0[2], const sut_vec3 p1[2],
                        const sut_cert_box *way, const int edge[2], int *degree) {
    const sut_vec3 q0[2] = {c->sheet_from[edge[0]], c->sheet_from[edge[1]]};
    const sut_vec3 q1[2] = {c->sheet_to[edge[0]], c->sheet_to[edge[1]]};
    sut_cert_box other = box_of(q0, q1, 2);
    if (!sut_cert_boxes_overlap(way, &other)) {
        return false;
    }
    c->pairs_near++;
    sut_cross x = sut_cross_make(p0, p1, q0, q1);
    if (sut_cross_apart(&x)) {
        return false;
    }
    bool decided = sut_cross_degree(&x, degree);
    return settled(c, decided, *degree);
}

static void edge_of(const sut_cert_triangle *t, int k, int edge[2]) {
    edge[0] = t->v[k];
    edge[1] = t->v[(k + 1) % 3];
}

// An edge of a thread, with the vertex that it begins at, and the last one with its end as well.
static void judge_thread(sut_certificate *c, int e, const sut_cert_box *way,
                         const sut_cert_triangle *t) {
    const sut_cert_edge *p = &c->edge[e];
    const sut_cert_component *thread = &c->component[p->component];
    int number = e - thread->first_edge;
    int degree = 0;
    bool last = !thread->closed && number == thread->edge_count - 1;
    for (int n = 0; n < (last ? 2 : 1); n++) {
        int i = n == 0 ? p->a : p->b;
        if (passes_face(c, t, c->from[i], c->to[i], &degree)) {
            if (is_explained(c, p->component, number + n, 0.0, t, NULL)) {
                c->explained_pending++;
            } else {
                note_thread(c, p->component, number, t, degree);
            }
        }
    }
    const sut_vec3 p0[2] = {c->from[p->a], c->from[p->b]};
    const sut_vec3 p1[2] = {c->to[p->a], c->to[p->b]};
    for (int k = 0; k < 3; k++) {
        int edge[2];
        edge_of(t, k, edge);
        if ((t->own_edge >> k & 1) == 0 || !passes_edge(c, p0, p1, way, edge, &degree)) {
            continue;
        }
        if (is_explained(c, p->component, number, 1.0, t, edge)) {
            c->explained_pending++;
        } else {
            note_thread(c, p->component, number, t, degree);
        }
    }
}

static void judge_vertices(sut_certificate *c, const sut_cert_triangle *t,
                           const sut_cert_triangle *u) {
    for (int k = 0; k < 3; k++) {
        int v = t->v[k];
        int degree = 0;
        if ((t->own_vertex >> k & 1) != 0 && !has(u, v) &&
            passes_face(c, u, c->sheet_from[v], c->sheet_to[v], &degree)) {
            note_surface(c, t, u, degree);
        }
    }
}

// Two different triangles, of one surface or of two.
static void judge_triangles(sut_certificate *c, const sut_cert_triangle *t,
                            const sut_cert_triangle *u) {
    judge_vertices(c, t, u);
    judge_vertices(c, u, t);
    for (int k = 0; k < 3; k++) {
        if ((t->own_edge >> k & 1) == 0) {
            continue;
        }
        int a[2];
        edge_of(t, k, a);
        const sut_vec3 p0[2] = {c->sheet_from[a[0]], c->sheet_from[a[1]]};
        const sut_vec3 p1[2] = {c->sheet_to[a[0]], c->sheet_to[a[1]]};
        sut_cert_box way = box_of(p0, p1, 2);
        if (!sut_cert_boxes_overlap(&way, box_of_triangle(c, u))) {
            continue;
        }
        for (int n = 0; n < 3; n++) {
            int b[2];
            edge_of(u, n, b);
            int degree = 0;
            bool linked = a[0] == b[0] || a[0] == b[1] || a[1] == b[0] || a[1] == b[1];
            if ((u->own_edge >> n & 1) != 0 && !linked &&
                passes_edge(c, p0, p1, &way, b, &degree)) {
                note_surface(c, t, u, degree);
            }
        }
    }
}

//---- trees ---------------------------------------------------------------------------------------

static void thread_below(sut_certificate *c, int e, const sut_cert_box *way,
                         const sut_cert_surface *s, int level, int i) {
    const sut_cert_box *box = c->sheet_box + s->first_box + s->level_first[level];
    if (!sut_cert_boxes_overlap(way, &box[i])) {
        return;
    }
    if (level == 0) {
        judge_thread(c, e, way, &c->triangle[s->first_triangle + i]);
        return;
    }
    for (int k = 2 * i; k < 2 * i + 2 && k < s->level_size[level - 1]; k++) {
        thread_below(c, e, way, s, level - 1, k);
    }
}

static void judge_threads(sut_certificate *c, const sut_cert_surface *s) {
    for (int e = 0; e < c->edge_count; e++) {
        int a = c->edge[e].a;
        int b = c->edge[e].b;
        sut_cert_box way = {c->from[a], c->from[a]};
        sut_cert_box_add(&way, c->from[b]);
        sut_cert_box_add(&way, c->to[a]);
        sut_cert_box_add(&way, c->to[b]);
        thread_below(c, e, &way, s, s->level_count - 1, 0);
    }
}

// Triangles below a node of one tree with those below a node of another tree or branch. Nodes
// wait on a stack, the boxes of which are known to overlap. Of a pair the larger one is taken
// apart, or both if they are on one level: four more on the stack at most, of which one is taken
// next, so that three per level are left.
typedef struct node_pair {
    int level[2], i[2];
} node_pair;

enum { STACK = 3 * 2 * SUT_CERT_LEVELS + 4 };

static const sut_cert_box *box_at(const sut_certificate *c, const sut_cert_surface *s, int level,
                                  int i) {
    return c->sheet_box + s->first_box + s->level_first[level] + i;
}

static int push_below(const sut_certificate *c, const sut_cert_surface *const s[2], node_pair from,
                      node_pair *stack, int count) {
    int first[2];
    int end[2];
    node_pair to = from;
    for (int k = 0; k < 2; k++) {
        bool cut = from.level[k] >= from.level[1 - k];
        to.level[k] = from.level[k] - (cut ? 1 : 0);
        first[k] = cut ? 2 * from.i[k] : from.i[k];
        end[k] = cut ? first[k] + 2 : first[k] + 1;
        int size = s[k]->level_size[to.level[k]];
        end[k] = end[k] < size ? end[k] : size;
    }
    for (to.i[0] = first[0]; to.i[0] < end[0]; to.i[0]++) {
        const sut_cert_box *p = box_at(c, s[0], to.level[0], to.i[0]);
        for (to.i[1] = first[1]; to.i[1] < end[1]; to.i[1]++) {
            if (sut_cert_boxes_overlap(p, box_at(c, s[1], to.level[1], to.i[1]))) {
                stack[count++] = to;
            }
        }
    }
    return count;
}

static void judge_below(sut_certificate *c, const sut_cert_surface *a, const sut_cert_surface *b,
                        node_pair top) {
    const sut_cert_surface *s[2] = {a, b};
    node_pair stack[STACK];
    int count = 0;
    if (sut_cert_boxes_overlap(box_at(c, a, top.level[0], top.i[0]),
                               box_at(c, b, top.level[1], top.i[1]))) {
        stack[count++] = top;
    }
    while (count > 0) {
        node_pair next = stack[--count];
        if (next.level[0] == 0 && next.level[1] == 0) {
            judge_triangles(c, &c->triangle[a->first_triangle + next.i[0]],
                            &c->triangle[b->first_triangle + next.i[1]]);
        } else {
            count = push_below(c, s, next, stack, count);
        }
    }
}

static void judge_surface(sut_certificate *c, int number) {
    const sut_cert_surface *s = &c->surface[number];
    judge_threads(c, s);
    for (int level = 0; level < s->level_count; level++) {
        for (int i = 0; i + 1 < s->level_size[level]; i += 2) {
            judge_below(c, s, s, (node_pair){{level, level}, {i, i + 1}});
        }
    }
    for (int k = 0; k < number; k++) {
        const sut_cert_surface *o = &c->surface[k];
        judge_below(c, s, o, (node_pair){{s->level_count - 1, o->level_count - 1}, {0, 0}});
    }
}

bool sut_cert_sheets_judge(sut_certificate *c) {
    c->explained_pending = 0;
    for (int k = 0; k < c->surface_count; k++) {
        c->surface[k].pending = 0;
    }
    sut_cert_sheets_fit(c);
    for (int k = 0; k < c->surface_count; k++) {
        judge_surface(c, k);
    }
    return !c->undecided || c->accept_undecided;
}
