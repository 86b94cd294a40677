// SPDX-License-Identifier: MIT
#include "output/film_tissue.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

// nodes of all surfaces that are kept in every frame, of one tube; triangles that are drawn
enum { SURFACE_POINTS = 1500, TUBE_POINTS = 1200, TRIANGLES = 60000 };

static void *copy(const void *bytes, size_t size) {
    void *out = malloc(size + 1);
    if (out != NULL && size > 0) {
        memcpy(out, bytes, size);
    }
    return out;
}

// the start of tissue i; `room` is how many triangles all may still have
static bool take_start(sut_film_tissue *t, const sut_source *src, int i, int room) {
    sut_tissue_view v;
    if (sut_tissue_get_view(src->world, src->tissues[i].id, &v) != SUT_OK) {
        return true;
    }
    int share = SURFACE_POINTS / src->tissue_count;
    t->tube = v.model == SUT_TISSUE_TUBE;
    t->solid = v.model == SUT_TISSUE_SOLID;
    int most = t->tube ? TUBE_POINTS : (share > 2 ? share : 2);
    t->points = v.node_count < most ? v.node_count : most;
    t->triangle_count = v.triangle_count <= room ? v.triangle_count : 0;
    t->start_triangle_count = t->triangle_count;
    t->start_count = t->node_count = v.node_count;
    t->start = copy(v.position, (size_t)v.node_count * sizeof *v.position);
    t->start_triangles = copy(v.triangles, (size_t)t->start_triangle_count * sizeof *v.triangles);
    return t->start != NULL && t->start_triangles != NULL;
}

sut_film_tissue *sut_film_tissues_make(const sut_source *src, int first, int *end) {
    sut_film_tissue *all = calloc((size_t)src->tissue_count + 1, sizeof *all);
    int room = TRIANGLES;
    for (int i = 0; all != NULL && i < src->tissue_count; i++) {
        all[i].name = src->tissues[i].name;
        if (!take_start(&all[i], src, i, room)) {
            sut_film_tissues_free(all, src->tissue_count);
            return NULL;
        }
        all[i].first = first;
        first += all[i].points;
        room -= all[i].triangle_count;
    }
    *end = first;
    return all;
}

void sut_film_tissues_free(sut_film_tissue *tissues, int count) {
    for (int i = 0; tissues != NULL && i < count; i++) {
        free(tissues[i].start);
        free(tissues[i].start_triangles);
        free(tissues[i].end);
        free(tissues[i].strain);
        free(tissues[i].triangles);
        free(tissues[i].slits);
    }
    free(tissues);
}

// node that point k stands for; first and last stand for themselves
static int node_of(const sut_film_tissue *t, int k) {
    return t->points < 2 ? 0 : (int)((long long)k * (t->start_count - 1) / (t->points - 1));
}

sut_film_tissue_moment sut_film_tissue_expose(const sut_film_tissue *t, const sut_source *src,
                                              int i, sut_vec3 *points) {
    sut_film_tissue_moment m = {0.0, 0.0, 0.0};
    sut_tissue_view v;
    sut_tissue_energy e;
    if (sut_tissue_get_view(src->world, src->tissues[i].id, &v) != SUT_OK ||
        sut_tissue_get_energy(src->world, src->tissues[i].id, &e) != SUT_OK) {
        return m;
    }
    m.kinetic = e.kinetic;
    m.elastic = e.elastic;
    for (int k = 0; k < t->points; k++) {
        points[t->first + k] = v.position[node_of(t, k)];
    }
    for (int k = 0; v.strain != NULL && k < v.node_count; k++) {
        m.strain = fmax(m.strain, v.strain[k]);
    }
    return m;
}

// Slits of holes that tore through its skin.
static void take_slits(sut_film_tissue *t, const sut_source *src, int i) {
    enum { MOST = 32 };
    int count = sut_hole_slots(src->world);
    t->slits = calloc((size_t)count * (MOST + 1) + 1, sizeof *t->slits);
    for (int k = 0; t->slits != NULL && k < count; k++) {
        sut_slit_place place[MOST];
        sut_hole_view v;
        sut_hole_id id = sut_hole_at(src->world, k);
        bool own = sut_hole_get_view(src->world, id, &v) == SUT_OK &&
                   sut_source_find_tissue(src, v.tissue) == i;
        int places = own ? sut_hole_slit(src->world, id, place, MOST) : 0;
        for (int n = 0; n < places && n < MOST; n++) {
            t->slits[t->slit_points++] = place[n].at;
        }
        if (places > 0) {
            t->slits[t->slit_points++] = (sut_vec3){(double)NAN, (double)NAN, (double)NAN};
        }
    }
}

void sut_film_tissue_end(sut_film_tissue *t, const sut_source *src, int i) {
    sut_tissue_view v;
    if (sut_tissue_get_view(src->world, src->tissues[i].id, &v) != SUT_OK) {
        return;
    }
    size_t nodes = (size_t)v.node_count;
    take_slits(t, src, i);
    t->node_count = v.node_count;
    t->triangle_count = t->triangle_count > 0 ? v.triangle_count : 0;
    t->end = copy(v.position, nodes * sizeof *v.position);
    t->strain = calloc(nodes + 1, sizeof *t->strain);
    t->triangles = copy(v.triangles, (size_t)t->triangle_count * sizeof *v.triangles);
    if (t->strain != NULL && v.strain != NULL) {
        memcpy(t->strain, v.strain, nodes * sizeof *v.strain);
    }
}
