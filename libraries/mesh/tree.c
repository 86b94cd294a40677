// SPDX-License-Identifier: MIT
#include "tree.h"

#include <math.h>
#include <stdlib.h>

typedef struct place {
    uint64_t code;
    int triangle;
} place;

sut_box sut_triangle_box(const sut_mesh *m, int triangle) {
    sut_box b = {{HUGE_VAL, HUGE_VAL, HUGE_VAL}, {-HUGE_VAL, -HUGE_VAL, -HUGE_VAL}};
    for (int k = 0; k < 3; k++) {
        sut_vec3 p = m->nodes[m->triangles[triangle][k]];
        const double v[3] = {p.x, p.y, p.z};
        for (int a = 0; a < 3; a++) {
            b.low[a] = fmin(b.low[a], v[a]);
            b.high[a] = fmax(b.high[a], v[a]);
        }
    }
    return b;
}

bool sut_boxes_meet(const sut_box *a, const sut_box *b) {
    return a->low[0] <= b->high[0] && b->low[0] <= a->high[0] && a->low[1] <= b->high[1] &&
           b->low[1] <= a->high[1] && a->low[2] <= b->high[2] && b->low[2] <= a->high[2];
}

static void join(sut_box *a, const sut_box *b) {
    for (int k = 0; k < 3; k++) {
        a->low[k] = fmin(a->low[k], b->low[k]);
        a->high[k] = fmax(a->high[k], b->high[k]);
    }
}

// spread the lowest 20 bits to every third place
static uint64_t spread(uint64_t v) {
    uint64_t out = 0;
    for (int bit = 0; bit < 20; bit++) {
        out |= (v >> bit & 1U) << (3 * bit);
    }
    return out;
}

static uint64_t code_of(const sut_box *all, const sut_box *b) {
    uint64_t code = 0;
    for (int a = 0; a < 3; a++) {
        double extent = all->high[a] - all->low[a];
        double u = extent > 0.0 ? (0.5 * (b->low[a] + b->high[a]) - all->low[a]) / extent : 0.0;
        u = fmin(fmax(u, 0.0), 1.0);
        code |= spread((uint64_t)(u * 1048575.0)) << a;
    }
    return code;
}

static int compare(const void *a, const void *b) {
    const place *p = a;
    const place *q = b;
    if (p->code != q->code) {
        return p->code < q->code ? -1 : 1;
    }
    return (p->triangle > q->triangle) - (p->triangle < q->triangle);
}

static bool sort_triangles(const sut_mesh *m, int *order) {
    place *places = sut_mesh_array((size_t)m->triangle_count, sizeof *places);
    if (places == NULL) {
        return false;
    }
    sut_box all = {{HUGE_VAL, HUGE_VAL, HUGE_VAL}, {-HUGE_VAL, -HUGE_VAL, -HUGE_VAL}};
    for (int i = 0; i < m->triangle_count; i++) {
        sut_box b = sut_triangle_box(m, i);
        join(&all, &b);
    }
    for (int i = 0; i < m->triangle_count; i++) {
        sut_box b = sut_triangle_box(m, i);
        places[i] = (place){code_of(&all, &b), i};
    }
    qsort(places, (size_t)m->triangle_count, sizeof *places, compare);
    for (int i = 0; i < m->triangle_count; i++) {
        order[i] = places[i].triangle;
    }
    free(places);
    return true;
}

static void fill_boxes(const sut_mesh *m, sut_tree *t) {
    for (int i = 2 * t->leaves - 2; i >= 0; i--) {
        sut_box b = {{HUGE_VAL, HUGE_VAL, HUGE_VAL}, {-HUGE_VAL, -HUGE_VAL, -HUGE_VAL}};
        int leaf = i - (t->leaves - 1);
        for (int k = 0; leaf >= 0 && k < t->per_leaf; k++) {
            int at = leaf * t->per_leaf + k;
            if (at < t->count) {
                sut_box one = sut_triangle_box(m, t->order[at]);
                join(&b, &one);
            }
        }
        if (leaf < 0) {
            b = t->boxes[2 * i + 1];
            join(&b, &t->boxes[2 * i + 2]);
        }
        t->boxes[i] = b;
    }
}

bool sut_tree_make(const sut_mesh *m, sut_tree *out) {
    *out = (sut_tree){.leaves = 1, .per_leaf = 4, .count = m->triangle_count};
    while (out->leaves * out->per_leaf < m->triangle_count) {
        out->leaves *= 2;
    }
    out->order = sut_mesh_array((size_t)m->triangle_count, sizeof *out->order);
    out->boxes = sut_mesh_array(2 * (size_t)out->leaves, sizeof *out->boxes);
    if (out->order == NULL || out->boxes == NULL || !sort_triangles(m, out->order)) {
        sut_tree_free(out);
        return false;
    }
    fill_boxes(m, out);
    return true;
}

void sut_tree_free(sut_tree *t) {
    free(t->order);
    free(t->boxes);
    t->order = NULL;
    t->boxes = NULL;
}
