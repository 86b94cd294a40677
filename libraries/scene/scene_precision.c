// SPDX-License-Identifier: MIT
// scene_precision.c -- can the numbers of the computer hold the equations of motion?
//
// An implicit step weighs the inertia of a vertex, m l / dt^2, against its stiffness, about
// 6 EI / l^3 from bending and 2 EA / l from stretching, where l is the length of an edge. With a
// ratio beyond 2^53 the inertia is rounded away when both are added: a free thread of such edges
// does not fall any more, however long one iterates. Stiffness grows with l^-4, so this takes edges
// of micrometres, and nothing about the result would tell it.
#include "scene_types.h"

#include "math/vec3.h"

#include <float.h>
#include <math.h>

// 2^53: one unit of the larger number in its last place is twice the smaller number
static const double LARGEST_RATIO = 2.0 / DBL_EPSILON;

// what a force per length moves a thread by in one step, m per N/m
static double yielding(const sut_scene_thread *t, double dt) {
    return t->inertia == SUT_INERTIA_LOW_MASS ? t->mobility * dt
                                              : dt * dt / t->section.mass_per_length;
}

// Stiffness over inertia of a vertex between two edges at rest.
static double ratio(const sut_scene_thread *t, double dt, double before, double after) {
    double share = 0.5 * (before + after); // of the thread, that belongs to the vertex
    double bend = t->section.EI * (1.0 + t->damping_bend / dt);
    double stretch = t->section.EA * (1.0 + t->damping_stretch / dt);
    double lever = 1.0 / before + 1.0 / after;
    // 4 EI / l^3 is its own part for equal edges; both neighbours add half of that
    double stiffness = 1.5 * bend / share * lever * lever + stretch * lever;
    return stiffness / share * yielding(t, dt);
}

// the largest ratio in a thread, and the shorter edge there
static double worst(const sut_scene_thread *t, double dt, double *edge) {
    const sut_scene_shape *s = &t->shape;
    int edges = s->vertices - 1;
    double most = 0.0;
    *edge = (s->length > 0.0 ? s->length : v3_norm(s->span)) / edges;
    if (s->points == NULL || s->length > 0.0) {
        return ratio(t, dt, *edge, *edge);
    }
    double before = v3_distance(s->points[0], s->points[1]);
    *edge = before;
    for (int i = 1; i < edges; i++) {
        double after = v3_distance(s->points[i], s->points[i + 1]);
        double here = ratio(t, dt, before, after);
        if (here > most) {
            most = here;
            *edge = fmin(before, after);
        }
        before = after;
    }
    return most;
}

sut_result sut_scene_check_steps(const sut_scene *s, double dt, sut_scene_error *error) {
    sut_scene_error unread;
    if (s == NULL || !(dt > 0.0)) {
        return SUT_E_ARGUMENT;
    }
    sut_reader r = {s->file, "", error != NULL ? error : &unread};
    sut_node root = sut_node_root(NULL);
    sut_node list = sut_node_member(&root, "threads");
    for (int i = 0; i < s->thread_count; i++) {
        const sut_scene_thread *t = &s->threads[i];
        double edge = 0.0;
        bool implicit = t->model == SUT_MODEL_IMPLICIT || t->model == SUT_MODEL_IMPLICIT_SIMPLIFIED;
        double most = implicit ? worst(t, dt, &edge) : 0.0;
        if (!(most <= LARGEST_RATIO)) {
            sut_node thread = sut_node_element(&list, i);
            sut_fail(&r, &thread,
                     "edges of %.3g m are so stiff that double precision cannot hold their inertia "
                     "beside it in steps of %.3g s (ratio %.2g, at most %.2g); use fewer vertices, "
                     "shorter steps or a softer thread",
                     edge, dt, most, LARGEST_RATIO);
            return SUT_E_ARGUMENT;
        }
    }
    return SUT_OK;
}
