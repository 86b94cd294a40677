// SPDX-License-Identifier: MIT
// contact_slide.c -- D8: a limp thread slides off a smooth bar. Its two sides hang straight down,
// one longer than the other; nothing but the weight of the difference moves it, so that the
// difference grows as cosh(t sqrt(2 g / L)).
#include "validate/checks.h"
#include "validate/rig.h"
#include "validate/vector.h"

#include <stdio.h>
#include <stdlib.h>

static const double gravity = 9.81;
static const double length = 0.4;  // m
static const double bar = 5e-3;    // m
static const double ahead = 10e-3; // m, by which one side is longer than half, at the start

typedef struct slide {
    int vertices;
    double radius; // m, of the thread
    double dt;     // s
} slide;

// Place at arc length s of a thread laid over the bar, its middle `ahead` off the top.
static sut_vec3 laid_at(double s, double round) {
    double half = 0.5 * SUT_PI * round; // from the top to where it leaves the bar
    double from_top = s - 0.5 * length + ahead;
    double side = from_top < 0.0 ? -1.0 : 1.0;
    double way = fabs(from_top);
    if (way < half) {
        return vec(side * round * sin(way / round), 0.0, round * cos(way / round));
    }
    return vec(side * round, 0.0, half - way);
}

static sut_rig lay_over(sut_check_log *log, const slide *c, sut_vec3 *x) {
    // a hair above the surface, so that it does not begin with an overlap
    double round = bar + 1.001 * c->radius;
    for (int i = 0; i < c->vertices; i++) {
        x[i] = laid_at(length * i / (c->vertices - 1), round);
    }
    sut_world_def world = sut_rig_world(1e-6);
    world.gravity = vec(0.0, 0.0, -gravity);
    sut_thread_def def = sut_default_thread_def();
    def.radius = c->radius;
    def.EA = 1000.0;
    def.EI = 0.0;
    def.GJ = 0.0;
    def.mass_per_length = 1e-3;
    def.friction = 0.0;
    def.positions = x;
    def.vertex_count = c->vertices;
    sut_rig r = sut_rig_open(log, &world, &def);
    sut_obstacle_def post = sut_default_obstacle_def();
    post.kind = SUT_OBSTACLE_CYLINDER;
    post.axis = vec(0.0, 1.0, 0.0);
    post.radius = bar;
    post.friction = 0.0;
    sut_rig_obstacle(&r, &post);
    return r;
}

static void slide_row(sut_check_log *log, const slide *c, double tolerance) {
    sut_vec3 *x = calloc((size_t)c->vertices, sizeof *x);
    if (x == NULL) {
        sut_check_note(log, "no memory");
        return;
    }
    sut_rig r = lay_over(log, c, x);
    const double time = 0.25;
    double start = sut_rig_at(&r, c->vertices - 1).z - sut_rig_at(&r, 0).z;
    sut_rig_run(&r, (int)(time / c->dt + 0.5), c->dt);
    double end = sut_rig_at(&r, c->vertices - 1).z - sut_rig_at(&r, 0).z;
    double grown = cosh(time * sqrt(2.0 * gravity / length)) - 1.0;
    char text[96];
    (void)snprintf(text, sizeof text, "%d vertices, %g mm thick, %g ms: way in 0.25 s", c->vertices,
                   2e3 * c->radius, 1e3 * c->dt);
    sut_check_row(log, text, 1e3 * fabs(start) * grown, 1e3 * fabs(end - start), tolerance,
                  SUT_TOL_REL, "mm");
    sut_rig_close(&r);
    free(x);
}

// With the edge a fifth of the bar's radius contacts are inside edges as well as at vertices (the
// first two), with thicker threads at vertices only. An implicit step is ahead of, or behind, the
// continuous motion by half a step: dt / (2 t), and 1 % is asked for.
void sut_check_slide(sut_check_log *log) {
    static const slide cases[] = {
        {401, 1e-4, 1e-3}, {401, 1e-4, 0.25e-3}, {401, 2e-4, 1e-3}, {801, 1e-4, 1e-3}};
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        slide_row(log, &cases[i], 1e-2);
    }
    sut_check_note(log, "limp thread without friction over a bar of 10 mm, 10 mm off balance");
}
