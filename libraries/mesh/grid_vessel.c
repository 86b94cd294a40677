// SPDX-License-Identifier: MIT
// grid_vessel.c -- tubes of triangles: round, or elliptic with a slit along the top.
#include "grid.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

typedef struct section {
    double half_width, half_height, length; // along y, z, x
    int around, along;
    int slit;    // cells
    int *copies; // [nodes] beside the slit, -1: whole
} section;

static bool check_section(const section *s, sut_mesh_error *error) {
    if (!(s->half_width > 0.0 && s->half_height > 0.0 && s->length > 0.0) ||
        !isfinite(s->half_width + s->half_height + s->length)) {
        return sut_mesh_fail(error, 0, "has a size that is not above 0; must have lengths above 0");
    }
    if (s->around < 6 || s->around > SUT_MESH_MAX_CELLS || s->around % 2 != 0) {
        return sut_mesh_fail(error, 0, "has %d cells around; must be an even number from 6 to %d",
                             s->around, SUT_MESH_MAX_CELLS);
    }
    if (s->along < 1 || s->along > SUT_MESH_MAX_CELLS) {
        return sut_mesh_fail(error, 0, "has %d cells along; must have 1 to %d", s->along,
                             SUT_MESH_MAX_CELLS);
    }
    return sut_mesh_check_size(2LL * s->around * s->along, error);
}

// the copies of nodes in the middle of the top belong to y > 0; the ends of a slit stay whole
// unless the tube ends there
static int copy_slit(section *s) {
    int count = s->around * (s->along + 1);
    for (int n = 0; n < count; n++) {
        s->copies[n] = -1;
    }
    int first = (s->along - s->slit) / 2;
    int last = first + s->slit;
    int next = count;
    for (int j = first; s->slit > 0 && j <= last; j++) {
        bool rim = (j == first && first > 0) || (j == last && last < s->along);
        if (!rim) {
            s->copies[s->around / 4 + s->around * j] = next++;
        }
    }
    return next;
}

static bool fill_nodes(const section *s, int node_count, sut_mesh *m) {
    m->nodes = sut_mesh_array((size_t)node_count, sizeof *m->nodes);
    if (m->nodes == NULL) {
        return false;
    }
    m->node_count = node_count;
    for (int n = 0; n < s->around * (s->along + 1); n++) {
        double c = 1.0;
        double sine = 0.0;
        sut_circle_point(n % s->around, s->around, &c, &sine);
        int j = n / s->around;
        double x = s->length * ((double)(2 * j - s->along) / (double)(2 * s->along));
        m->nodes[n] = (sut_vec3){x, s->half_width * c, s->half_height * sine};
        if (s->copies[n] >= 0) {
            m->nodes[s->copies[n]] = m->nodes[n];
        }
    }
    return true;
}

static int corner_of(const section *s, int cell, int i, int j) {
    int node = i % s->around + s->around * j;
    // cells before the middle of the top lie at y > 0
    bool right = s->copies[node] >= 0 && cell < s->around / 4;
    return right ? s->copies[node] : node;
}

static bool fill_triangles(const section *s, sut_mesh *m) {
    m->triangles = sut_mesh_array(2 * (size_t)s->around * (size_t)s->along, sizeof *m->triangles);
    if (m->triangles == NULL) {
        return false;
    }
    for (int j = 0; j < s->along; j++) {
        for (int i = 0; i < s->around; i++) {
            int corner[4] = {corner_of(s, i, i, j), corner_of(s, i, i + 1, j),
                             corner_of(s, i, i + 1, j + 1), corner_of(s, i, i, j + 1)};
            sut_grid_triangles(corner, (i + j) % 2 == 0, &m->triangles[m->triangle_count]);
            m->triangle_count += 2;
        }
    }
    return true;
}

static bool fill_lips(const section *s, sut_mesh *m) {
    int first = (s->along - s->slit) / 2;
    for (int lip = 0; s->slit > 0 && lip < SUT_MESH_LIPS; lip++) {
        sut_mesh_lip *l = &m->lips[lip];
        l->edges = sut_mesh_array((size_t)s->slit, sizeof *l->edges);
        if (l->edges == NULL) {
            return false;
        }
        int cell = lip == 0 ? s->around / 4 : s->around / 4 - 1;
        for (int j = first; j < first + s->slit; j++) {
            l->edges[l->edge_count][0] = corner_of(s, cell, s->around / 4, j);
            l->edges[l->edge_count][1] = corner_of(s, cell, s->around / 4, j + 1);
            l->edge_count++;
        }
    }
    return true;
}

// copies at the ends belong to the ends
static bool add_end(const section *s, sut_mesh *m, int j, const char *name, unsigned char *marked) {
    memset(marked, 0, (size_t)m->node_count);
    for (int n = s->around * j; n < s->around * (j + 1); n++) {
        marked[n] = 1;
        if (s->copies[n] >= 0) {
            marked[s->copies[n]] = 1;
        }
    }
    return sut_mesh_group_add(m, name, marked);
}

static bool add_lips(const section *s, sut_mesh *m, unsigned char *marked) {
    memset(marked, 0, (size_t)m->node_count);
    for (int n = 0; n < s->around * (s->along + 1); n++) {
        marked[n] = s->copies[n] >= 0;
    }
    if (!sut_mesh_group_add(m, "wound-left", marked)) {
        return false;
    }
    for (int n = 0; n < m->node_count; n++) {
        marked[n] = n >= s->around * (s->along + 1);
    }
    return sut_mesh_group_add(m, "wound-right", marked);
}

static bool fill_groups(const section *s, sut_mesh *m) {
    unsigned char *marked = sut_mesh_array((size_t)m->node_count, 1);
    bool fine = marked != NULL && sut_mesh_group_usual(m) && add_end(s, m, 0, "start", marked) &&
                add_end(s, m, s->along, "end", marked) && (s->slit == 0 || add_lips(s, m, marked));
    free(marked);
    return fine;
}

static sut_mesh *make_section(section *s, sut_mesh_error *error) {
    if (!check_section(s, error)) {
        return NULL;
    }
    sut_mesh *m = sut_mesh_new(SUT_MESH_SURFACE);
    s->copies = sut_mesh_array((size_t)s->around * (size_t)(s->along + 1), sizeof *s->copies);
    bool fine = m != NULL && s->copies != NULL && fill_nodes(s, copy_slit(s), m) &&
                fill_triangles(s, m) && fill_lips(s, m) && fill_groups(s, m);
    free(s->copies);
    if (!fine) {
        sut_mesh_free(m);
        sut_mesh_fail_memory(error);
        return NULL;
    }
    return m;
}

sut_mesh *sut_mesh_vessel(const sut_vessel_def *d, sut_mesh_error *error) {
    section s = {d->radius, d->radius, d->length, d->cells[0], d->cells[1], 0, NULL};
    return make_section(&s, error);
}

sut_mesh *sut_mesh_drain(const sut_drain_def *d, sut_mesh_error *error) {
    section s = {0.5 * d->width, 0.5 * d->height, d->length, d->cells[0], d->cells[1], 0, NULL};
    if (!check_section(&s, error)) {
        return NULL;
    }
    if (s.around % 4 != 0) {
        sut_mesh_fail(error, 0, "has %d cells around; must be a multiple of 4, for the slit",
                      s.around);
        return NULL;
    }
    if (!(d->slit >= 0.0 && d->slit <= d->length * (1.0 + 1e-9))) {
        sut_mesh_fail(error, 0, "has a slit of %g m; must be 0 to %g m", d->slit, d->length);
        return NULL;
    }
    s.slit = d->slit > 0.0 ? sut_wound_cells(d->slit, s.length, s.along) : 0;
    if (s.slit == 1 && s.along > 1) {
        sut_mesh_fail(error, 0,
                      "has a slit of one cell, with no node to split; must be two cells or more");
        return NULL;
    }
    return make_section(&s, error);
}
