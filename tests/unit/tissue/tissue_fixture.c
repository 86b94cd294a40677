// SPDX-License-Identifier: MIT
#include "tissue_fixture.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void refuse(const char *text) {
    (void)fprintf(stderr, "fixture: %s\n", text);
    exit(2);
}

sut_tissue_def fixture_def(sut_tissue_model model) {
    sut_tissue_def d = sut_default_tissue_def();
    d.model = model;
    d.young = 1e5;
    d.density = 1000.0;
    d.thickness = model == SUT_TISSUE_SOLID ? 0.0 : 2e-4;
    d.damping_strain = 0.0;
    d.membrane.stiffness = 50.0;
    if (model == SUT_TISSUE_MEMBRANE) {
        d.rest[0] = 0.8;
    }
    return d;
}

fixture fixture_make(sut_mesh *mesh, sut_tissue_def def) {
    fixture f = {.mesh = mesh};
    sut_memory_init(&f.memory, NULL);
    if (!mesh) {
        refuse("no mesh");
    }
    def.nodes = mesh->nodes;
    def.node_count = mesh->node_count;
    def.triangles = (const int(*)[3])mesh->triangles;
    def.triangle_count = mesh->triangle_count;
    def.tets = (const int(*)[4])mesh->tets;
    def.tet_count = mesh->tet_count;
    char text[256];
    const char *bad = sut_tissue_check_def(&def, text, sizeof text);
    if (bad) {
        refuse(bad);
    }
    f.tissue = sut_tissue_make(&def, &f.memory);
    if (!f.tissue) {
        refuse("no memory");
    }
    return f;
}

fixture fixture_pad(double x, double y, double z, int nx, int ny, int nz, sut_tissue_def def) {
    sut_mesh_error error;
    sut_pad_def d = {.size = {x, y, z}, .cells = {nx, ny, nz}};
    return fixture_make(sut_mesh_pad(&d, &error), def);
}

fixture fixture_sheet(double x, double y, int nx, int ny, sut_tissue_def def) {
    sut_mesh_error error;
    sut_sheet_def d = {.size = {x, y}, .cells = {nx, ny}};
    return fixture_make(sut_mesh_sheet(&d, &error), def);
}

fixture fixture_vessel(double radius, double length, int around, int along, sut_tissue_def def) {
    sut_mesh_error error;
    sut_vessel_def d = {.radius = radius, .length = length, .cells = {around, along}};
    return fixture_make(sut_mesh_vessel(&d, &error), def);
}

void fixture_free(fixture *f) {
    sut_tissue_free(f->tissue, &f->memory);
    sut_mesh_free(f->mesh);
}

int fixture_support(fixture *f, const char *group, sut_support_def def) {
    const sut_mesh_group *g = sut_mesh_group_find(f->mesh, group);
    if (!g) {
        refuse(group);
    }
    def.nodes = g->nodes;
    def.node_count = g->node_count;
    char text[256];
    const char *bad = sut_tissue_check_support(f->tissue, &def, text, sizeof text);
    if (bad) {
        refuse(bad);
    }
    return sut_tissue_add_support(f->tissue, &def, &f->memory);
}

int fixture_hold(fixture *f, const char *group, unsigned axes) {
    sut_support_def d = sut_default_support_def();
    d.axes = axes;
    return fixture_support(f, group, d);
}

int fixture_load(fixture *f, const char *group, sut_vec3 force) {
    sut_support_def d = sut_default_support_def();
    sut_support_key key = {.force = force};
    d.kind = SUT_SUPPORT_FORCE;
    d.keys = &key;
    d.key_count = 1;
    return fixture_support(f, group, d);
}

// Weight of every node: `corners` nodes of a part share its size equally. The sum of all sizes.
static double add_part(const fixture *f, const bool *in, const int *node, int corners,
                       double *weight) {
    const sut_vec3 *x = f->mesh->nodes;
    for (int c = 0; c < corners; c++) {
        if (!in[node[c]]) {
            return 0.0;
        }
    }
    sut_vec3 a = v3_sub(x[node[1]], x[node[0]]);
    double size =
        corners == 3 ? 0.5 * v3_norm(v3_cross(a, v3_sub(x[node[2]], x[node[0]]))) : v3_norm(a);
    for (int c = 0; c < corners; c++) {
        weight[node[c]] += size / corners;
    }
    return size;
}

int fixture_load_even(fixture *f, const char *group, sut_vec3 force) {
    const sut_mesh_group *g = sut_mesh_group_find(f->mesh, group);
    sut_mesh_topology *topology = sut_mesh_topology_make(f->mesh);
    bool *in = calloc((size_t)f->mesh->node_count, sizeof in[0]);
    double *weight = calloc((size_t)f->mesh->node_count, sizeof weight[0]);
    double *share = calloc((size_t)g->node_count, sizeof share[0]);
    for (int j = 0; j < g->node_count; j++) {
        in[g->nodes[j]] = true;
    }
    double sum = 0.0;
    for (int e = 0; e < f->mesh->triangle_count; e++) {
        sum += add_part(f, in, f->mesh->triangles[e], 3, weight);
    }
    for (int k = 0; sum == 0.0 && k < 1; k++) { // no triangle at all
        for (int e = 0; e < topology->boundary_count; e++) {
            sum += add_part(f, in, topology->edges[topology->boundary[e]], 2, weight);
        }
    }
    for (int j = 0; j < g->node_count; j++) {
        share[j] = weight[g->nodes[j]] / sum;
    }
    sut_support_def d = sut_default_support_def();
    sut_support_key key = {.force = force};
    d.kind = SUT_SUPPORT_FORCE;
    d.keys = &key;
    d.key_count = 1;
    d.shares = share;
    int support = fixture_support(f, group, d);
    free(in);
    free(weight);
    free(share);
    sut_mesh_topology_free(topology);
    return support;
}

sut_support_view fixture_view(const fixture *f, int support) {
    sut_support_view v;
    sut_tissue_support_of(f->tissue, support, &v);
    return v;
}

bool fixture_step(fixture *f, double h) {
    f->time += h;
    sut_substep s = {.time = f->time, .h = h, .gravity = f->gravity};
    bool solved = sut_tissue_step_alone(f->tissue, &s);
    f->corrections += f->tissue->progress.corrections;
    f->factors += f->tissue->progress.factors;
    return solved;
}

// A step that cannot be solved as a whole is taken in halves, as the world does.
static bool step_in_parts(fixture *f, double h, int depth) {
    if (fixture_step(f, h)) {
        return true;
    }
    f->time -= h;
    return depth > 0 && step_in_parts(f, 0.5 * h, depth - 1) &&
           step_in_parts(f, 0.5 * h, depth - 1);
}

int fixture_run(fixture *f, double h, int steps) {
    int parts = 0;
    for (int k = 0; k < steps; k++) {
        if (fixture_step(f, h)) {
            continue;
        }
        f->time -= h;
        parts++;
        if (!step_in_parts(f, 0.5 * h, 8) || !step_in_parts(f, 0.5 * h, 8)) {
            return -1;
        }
    }
    return parts;
}

double fixture_fastest(const fixture *f) {
    double most = 0.0;
    for (int i = 0; i < f->tissue->n; i++) {
        double v = v3_norm(f->tissue->velocity[i]);
        most = v > most ? v : most;
    }
    return most;
}

int fixture_settle(fixture *f, double h, double slow, int most) {
    for (int k = 1; k <= most; k++) {
        if (!fixture_step(f, h)) {
            return -1;
        }
        if (fixture_fastest(f) < slow) {
            return k;
        }
    }
    return -1;
}

sut_vec3 fixture_mean(const fixture *f, const char *group) {
    const sut_mesh_group *g = sut_mesh_group_find(f->mesh, group);
    sut_vec3 sum = v3_zero();
    for (int j = 0; j < g->node_count; j++) {
        sum = v3_madd(sum, 1.0 / g->node_count, f->tissue->body.position[g->nodes[j]]);
    }
    return sum;
}

bool fixture_is_finite(const fixture *f) {
    for (int i = 0; i < f->tissue->n; i++) {
        if (!v3_is_finite(f->tissue->body.position[i]) || !v3_is_finite(f->tissue->velocity[i])) {
            return false;
        }
    }
    return true;
}

double fixture_random(unsigned *state) {
    *state = *state * 1664525u + 1013904223u;
    return (double)(*state >> 8) / (double)(1u << 23) - 1.0;
}

void fixture_shake(fixture *f, double size, unsigned seed) {
    for (int i = 0; i < f->tissue->n; i++) {
        sut_vec3 *x = &f->tissue->body.position[i];
        x->x += size * fixture_random(&seed);
        x->y += size * fixture_random(&seed);
        x->z += size * fixture_random(&seed);
    }
    sut_tissue_start(f->tissue);
}

void fixture_prepare(fixture *f, double h) {
    sut_substep s = {.time = f->time + h, .h = h, .gravity = f->gravity};
    f->tissue->body.kind->predict(&f->tissue->body, &s);
    sut_tissue_evaluate(f->tissue, 0.0);
}
