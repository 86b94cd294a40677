// SPDX-License-Identifier: MIT
// tissue_model.c -- which elements a model is made of. A model with a step of its own (tube) brings
// a sut_body_kind of its own and is told apart in sut_tissue_make.
#include "tissue/element.h"
#include "tissue/tissue_kernel.h"
#include "tissue/tissue_parts.h"

static double viscous(const sut_tissue *t, double h) {
    return t->def.damping_strain / h;
}

static sut_blocks blocks(const sut_tissue *t) {
    return (sut_blocks){t->diagonal, t->off_diagonal, t->part, t->parts};
}

//---- solid ---------------------------------------------------------------------------------------
static void solid_start(sut_tissue *t, const double *x) {
    t->kernel->tets_start(&t->solid, x);
}

static sut_element_energy solid_add(const sut_tissue *t, const double *x, double *force) {
    return t->kernel->tets_add(&t->solid, viscous(t, t->h), x, force);
}

static void solid_assemble(sut_tissue *t, double h, const double *x) {
    sut_blocks m = blocks(t);
    sut_tets_assemble(&t->solid, viscous(t, h), x, &m);
}

static double solid_strain_peak(const sut_tissue *t, double above) {
    return sut_tets_strain_peak(&t->solid, above);
}

static void solid_strain(const sut_tissue *t, double *node) {
    sut_tets_strain(&t->solid, node);
}

//---- shell ---------------------------------------------------------------------------------------
static void shell_start(sut_tissue *t, const double *x) {
    t->kernel->tris_start(&t->shell, x);
    t->kernel->hinges_start(&t->hinge, x);
}

static sut_element_energy shell_add(const sut_tissue *t, const double *x, double *force) {
    sut_element_energy a = t->kernel->tris_add(&t->shell, viscous(t, t->h), x, force);
    sut_element_energy b = t->kernel->hinges_add(&t->hinge, viscous(t, t->h), x, force);
    return (sut_element_energy){a.elastic + b.elastic, a.viscous + b.viscous, 0};
}

static void shell_assemble(sut_tissue *t, double h, const double *x) {
    sut_blocks m = blocks(t);
    sut_tris_assemble(&t->shell, viscous(t, h), x, &m);
    sut_hinges_assemble(&t->hinge, viscous(t, h), x, &m);
}

static double shell_strain_peak(const sut_tissue *t, double above) {
    return sut_tris_strain_peak(&t->shell, above);
}

static void shell_strain(const sut_tissue *t, double *node) {
    sut_tris_strain(&t->shell, node);
}

//---- springs: membranes, and solids of that law --------------------------------------------------
static double damper(const sut_tissue *t, double h) {
    return t->def.model == SUT_TISSUE_MEMBRANE ? t->def.membrane.damper / h : 0.0;
}

static void springs_start(sut_tissue *t, const double *x) {
    t->kernel->edges_start(&t->edge, x);
}

static sut_element_energy springs_add(const sut_tissue *t, const double *x, double *force) {
    return t->kernel->edges_add(&t->edge, viscous(t, t->h), damper(t, t->h), x, force);
}

static void springs_assemble(sut_tissue *t, double h, const double *x) {
    sut_blocks m = blocks(t);
    sut_edges_assemble(&t->edge, viscous(t, h), damper(t, h), x, &m);
}

static double springs_strain_peak(const sut_tissue *t, double above) {
    return sut_edges_strain_peak(&t->edge, above);
}

static void springs_strain(const sut_tissue *t, double *node) {
    sut_edges_strain(&t->edge, node);
}

static const sut_tissue_model_kind solid = {.name = "solid",
                                            .start = solid_start,
                                            .add = solid_add,
                                            .assemble = solid_assemble,
                                            .strain_peak = solid_strain_peak,
                                            .strain = solid_strain};
static const sut_tissue_model_kind shell = {.name = "shell",
                                            .start = shell_start,
                                            .add = shell_add,
                                            .assemble = shell_assemble,
                                            .strain_peak = shell_strain_peak,
                                            .strain = shell_strain};
static const sut_tissue_model_kind springs = {.name = "springs",
                                              .start = springs_start,
                                              .add = springs_add,
                                              .assemble = springs_assemble,
                                              .strain_peak = springs_strain_peak,
                                              .strain = springs_strain};

const sut_tissue_model_kind *sut_tissue_model_of(const sut_tissue_def *def) {
    if (def->model == SUT_TISSUE_SHELL) {
        return &shell;
    }
    bool tets = def->model == SUT_TISSUE_SOLID && def->law == SUT_SOLID_COROTATIONAL;
    return tets ? &solid : &springs;
}

void sut_tissue_start(sut_tissue *t) {
    for (int i = 0; i < t->n; i++) {
        t->x[3 * i] = t->body.position[i].x;
        t->x[3 * i + 1] = t->body.position[i].y;
        t->x[3 * i + 2] = t->body.position[i].z;
    }
    t->current = false;
    t->model->start(t, t->x);
}
