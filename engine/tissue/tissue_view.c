// SPDX-License-Identifier: MIT
// tissue_view.c -- a tissue as it is now: views, energies, figures.
#include "tissue/tissue_parts.h"
#include "tissue/tube.h"

#include <math.h>
#include <string.h>

static double volume_of(const sut_tissue *t) {
    double sum = 0.0;
    const sut_vec3 *x = t->body.position;
    for (int e = 0; e < t->tet_count; e++) {
        const int *c = t->tets[e];
        sut_vec3 a = v3_sub(x[c[1]], x[c[0]]);
        sut_vec3 b = v3_sub(x[c[2]], x[c[0]]);
        sum += v3_dot(v3_cross(a, b), v3_sub(x[c[3]], x[c[0]])) / 6.0;
    }
    return sum;
}

static double area_of(const sut_tissue *t) {
    double sum = 0.0;
    const sut_vec3 *x = t->body.position;
    for (int e = 0; e < t->triangle_count; e++) {
        const int *c = t->triangles[e];
        sum += 0.5 * v3_norm(v3_cross(v3_sub(x[c[1]], x[c[0]]), v3_sub(x[c[2]], x[c[0]])));
    }
    return sum;
}

void sut_tissue_get(const sut_tissue *t, sut_tissue_view *out) {
    memset(out, 0, sizeof *out);
    memset(t->strain, 0, (size_t)t->n * sizeof t->strain[0]);
    t->model->strain(t, t->strain);
    out->model = t->def.model;
    out->node_count = t->n;
    out->position = t->body.position;
    out->velocity = t->velocity;
    out->initial = t->initial;
    out->triangle_count = t->triangle_count;
    out->triangles = (const int(*)[3])t->triangles;
    out->tet_count = t->tet_count;
    out->tets = (const int(*)[4])t->tets;
    out->strain = t->strain;
    out->thickness = t->def.thickness;
    out->mass = t->total_mass;
    out->measure = t->tube                            ? sut_tube_length(t)
                   : t->def.model == SUT_TISSUE_SOLID ? volume_of(t)
                                                      : area_of(t);
    out->rotation = t->tube ? t->tube->rotation : NULL;
    out->mesh_changes = t->mesh_changes;
}

void sut_tissue_energy_of(const sut_tissue *t, sut_vec3 gravity, sut_tissue_energy *out) {
    if (t->tube) {
        sut_tube_energy_of(t, gravity, out);
        return;
    }
    memset(out, 0, sizeof *out);
    // NOLINTNEXTLINE(performance-no-int-to-ptr): trial places and forces are scratch between steps
    sut_tissue *scratch = (sut_tissue *)(uintptr_t)t;
    for (int i = 0; i < t->n; i++) {
        sut_vec3 x = t->body.position[i];
        t->x[3 * i] = x.x;
        t->x[3 * i + 1] = x.y;
        t->x[3 * i + 2] = x.z;
        out->kinetic += 0.5 * t->mass[i] * v3_norm2(t->velocity[i]);
        out->gravity -= t->mass[i] * v3_dot(gravity, x);
        out->elastic += 0.5 * t->home[i] * v3_norm2(v3_sub(x, t->initial[i]));
    }
    scratch->current = false;
    scratch->h = t->h > 0.0 ? t->h : 1.0; // before the first substep; of no matter for energies
    out->elastic += t->model->add(t, t->x, t->force).elastic;
}

void sut_tissue_figures_of(const sut_tissue *t, sut_tissue_figures *out) {
    out->strain_max = t->strain_max;
    out->displacement_max = t->displacement_max;
    out->support_force = t->support_force;
    out->external_force = t->external_force;
    out->limited = t->limited && t->moved_by_limit;
    if (t->tube) {
        out->momentum = sut_tube_momentum(t);
        return;
    }
    out->momentum = v3_zero();
    for (int i = 0; i < t->n; i++) {
        out->momentum = v3_madd(out->momentum, t->mass[i], t->velocity[i]);
    }
}

void sut_tissue_support_of(const sut_tissue *t, int support, sut_support_view *out) {
    const sut_support *s = &t->supports[support];
    out->kind = s->def.kind;
    out->node_count = s->def.node_count;
    out->active = s->active;
    out->force = s->force;
    out->lag = s->lag;
}

const unsigned char *sut_tissue_pinned(const sut_tissue *t) {
    return t->pinned;
}
