// SPDX-License-Identifier: MIT
// surface_check.c -- how near bodies are to surfaces where they stand: before they may be there.
#include "contact/contact.h"

#include "geom/triangle.h"

static void corners_of(const sut_surface *f, int t, sut_vec3 x[3]) {
    for (int k = 0; k < 3; k++) {
        x[k] = f->body->position[f->triangle[t][k]];
    }
}

static double between_triangles(const sut_vec3 x[3], const sut_vec3 y[3]) {
    double least = HUGE_VAL;
    for (int k = 0; k < 3; k++) {
        double a = sut_triangle_segment(x, y[k], y[(k + 1) % 3]).distance;
        double b = sut_triangle_segment(y, x[k], x[(k + 1) % 3]).distance;
        least = a < least ? a : least;
        least = b < least ? b : least;
    }
    return least;
}

static void consider(sut_surface_nearness *n, int first, int second, double distance,
                     double reach) {
    double least = SUT_CONTACT_KEEP * reach;
    if (distance * n->least < n->distance * least || n->distance == HUGE_VAL) {
        *n = (sut_surface_nearness){{first, second}, distance, least};
    }
}

// Over all pairs that may be near: edge against triangle, or triangle against triangle.
sut_surface_nearness sut_surface_nearest(sut_contacts *c, const sut_contact_bodies *b, int body) {
    sut_surface_nearness n = {{-1, -1}, HUGE_VAL, 1.0};
    const sut_surface_pairs *s = &c->surface;
    sut_surface_pairs_update(c, b);
    for (int i = 0; s->triangles > 0 && i < s->pairs; i++) {
        const int *pair = s->pair[i];
        int t = pair[1] - c->edges;
        int other = b->rods + s->owner[t];
        bool rod = pair[0] < c->edges;
        int first = rod ? c->edge_rod[pair[0]] : b->rods + s->owner[pair[0] - c->edges];
        int edge = rod ? c->edge_index[pair[0]] : 0;
        const sut_hole_wall wall = {other, &b->surface[s->owner[t]], s->index[t], false};
        bool spared =
            rod && (b->chain[first]->pierces || sut_hole_spares(c, first, edge, edge + 1, &wall));
        if ((first != body && other != body) || first == other || spared) {
            continue;
        }
        const sut_surface *f = &b->surface[s->owner[t]];
        sut_vec3 x[3];
        corners_of(f, s->index[t], x);
        if (rod) {
            const sut_chain *r = b->chain[first];
            const sut_vec3 *e = &r->position[c->edge_index[pair[0]]];
            consider(&n, first, other, sut_triangle_segment(x, e[0], e[1]).distance,
                     r->radius + f->half);
        } else {
            const sut_surface *g = &b->surface[s->owner[pair[0] - c->edges]];
            sut_vec3 y[3];
            corners_of(g, s->index[pair[0] - c->edges], y);
            consider(&n, first, other, between_triangles(x, y), f->half + g->half);
        }
    }
    return n;
}
