// SPDX-License-Identifier: MIT
#include "bench_tissue.h"

#include <string.h>

static bool finish(sut_bench_tissue *b, sut_tissue_def *d) {
    if (b->mesh == NULL) {
        return false;
    }
    d->nodes = b->mesh->nodes;
    d->node_count = b->mesh->node_count;
    d->triangles = (const int(*)[3])b->mesh->triangles;
    d->triangle_count = b->mesh->triangle_count;
    d->tets = (const int(*)[4])b->mesh->tets;
    d->tet_count = b->mesh->tet_count;
    sut_memory_init(&b->memory, NULL);
    b->gravity = v3(0.0, 0.0, -9.81);
    b->tissue = sut_tissue_make(d, &b->memory);
    return b->tissue != NULL;
}

static bool support(sut_bench_tissue *b, const char *group, sut_support_def *d) {
    const sut_mesh_group *g = sut_mesh_group_find(b->mesh, group);
    d->nodes = g->nodes;
    d->node_count = g->node_count;
    return sut_tissue_add_support(b->tissue, d, &b->memory) >= 0;
}

// Held at `fixed`, pulled at `free` to and fro, twice in a second.
static bool lead(sut_bench_tissue *b, const char *fixed, const char *free, double force) {
    enum { KEYS = 17 };
    sut_support_def d = sut_default_support_def();
    bool good = support(b, fixed, &d);
    sut_support_key keys[KEYS];
    memset(keys, 0, sizeof keys);
    for (int k = 0; k < KEYS; k++) {
        keys[k].t = 0.125 * k;
        static const double way[4][2] = {{0.0, 0.0}, {1.0, 0.3}, {0.2, 0.8}, {-0.7, 0.2}};
        keys[k].force = v3(0.0, force * way[k % 4][0], force * way[k % 4][1]);
    }
    d = sut_default_support_def();
    d.kind = SUT_SUPPORT_FORCE;
    d.keys = keys;
    d.key_count = KEYS;
    return good && support(b, free, &d);
}

bool sut_bench_vessel_make(sut_bench_tissue *b, int around, int along) {
    memset(b, 0, sizeof *b);
    sut_mesh_error error;
    sut_vessel_def v = {.radius = 1e-3, .length = 6e-3, .cells = {around, along}};
    b->mesh = sut_mesh_vessel(&v, &error);
    sut_tissue_def d = sut_default_tissue_def();
    d.model = SUT_TISSUE_SHELL;
    d.young = 5e5;
    d.density = 1060.0;
    d.thickness = 2e-4;
    return finish(b, &d) && lead(b, "start", "end", 2e-3);
}

bool sut_bench_membrane_make(sut_bench_tissue *b, int around, int along) {
    memset(b, 0, sizeof *b);
    sut_mesh_error error;
    sut_vessel_def v = {.radius = 1e-3, .length = 6e-3, .cells = {around, along}};
    b->mesh = sut_mesh_vessel(&v, &error);
    sut_tissue_def d = sut_default_tissue_def();
    d.model = SUT_TISSUE_MEMBRANE;
    d.thickness = 2e-4;
    d.rest[0] = 0.8;
    d.membrane.stiffness = 100.0; // E h of the vessel
    d.membrane.home = 20.0;
    return finish(b, &d) && lead(b, "start", "end", 2e-3);
}

bool sut_bench_pad_make(sut_bench_tissue *b, int nx, int ny, int nz) {
    memset(b, 0, sizeof *b);
    sut_mesh_error error;
    sut_pad_def p = {.size = {0.04, 0.03, 0.006}, .cells = {nx, ny, nz}};
    b->mesh = sut_mesh_pad(&p, &error);
    sut_tissue_def d = sut_default_tissue_def();
    d.model = SUT_TISSUE_SOLID;
    d.young = 1e5;
    d.density = 1100.0;
    return finish(b, &d) && lead(b, "z-", "y+", 1.0);
}

bool sut_bench_tube_make(sut_bench_tissue *b, int elements) {
    memset(b, 0, sizeof *b);
    sut_mesh_error error;
    b->mesh = sut_mesh_line(v3_zero(), v3(12.0, 0.0, 0.0), elements, &error);
    sut_tissue_def d = sut_default_tissue_def();
    d.model = SUT_TISSUE_TUBE;
    d.tube = (sut_tube_def){.inner = 0.32,
                            .outer = 0.40,
                            .parameter_length = elements,
                            .stiffness = 1.2,
                            .bending = 1.0,
                            .mass = 0.8,
                            .damping = 0.5,
                            .clamp_all = true,
                            .start = SUT_TUBE_ROTATED,
                            .rotation = {0.0, 0.0, 0.785398163397448}};
    bool good = finish(b, &d);
    b->gravity = v3_zero();
    static const int first = 0;
    sut_support_def s = sut_default_support_def();
    s.nodes = &first;
    s.node_count = 1;
    return good && sut_tissue_add_support(b->tissue, &s, &b->memory) >= 0;
}

void sut_bench_tissue_free(sut_bench_tissue *b) {
    sut_tissue_free(b->tissue, &b->memory);
    sut_mesh_free(b->mesh);
}

bool sut_bench_tissue_step(sut_bench_tissue *b, double h) {
    b->time += h;
    sut_substep s = {.time = b->time, .h = h, .gravity = b->gravity};
    return sut_tissue_step_alone(b->tissue, &s);
}
