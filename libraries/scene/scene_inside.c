// SPDX-License-Identifier: MIT
// scene_inside.c -- what starts inside of a solid tissue without touching its skin.
//
// The engine refuses what crosses a triangle at the start, so one point of a body says for all of
// it whether it is inside.
#include "scene_needle.h"
#include "scene_tissue.h"

#include "math/vec3.h"

#include <math.h>

// Solid angle of a triangle seen from p, with its sign (Van Oosterom and Strackee 1983).
static double solid_angle(sut_vec3 p, sut_vec3 a, sut_vec3 b, sut_vec3 c) {
    a = v3_sub(a, p);
    b = v3_sub(b, p);
    c = v3_sub(c, p);
    double x = v3_norm(a);
    double y = v3_norm(b);
    double z = v3_norm(c);
    double up = v3_dot(a, v3_cross(b, c));
    double down = x * y * z + v3_dot(a, b) * z + v3_dot(b, c) * x + v3_dot(c, a) * y;
    return 2.0 * atan2(up, down);
}

static bool in_box(const sut_mesh *m, sut_vec3 p) {
    bool above[3] = {false, false, false};
    bool below[3] = {false, false, false};
    for (int i = 0; i < m->node_count; i++) {
        const double d[3] = {m->nodes[i].x - p.x, m->nodes[i].y - p.y, m->nodes[i].z - p.z};
        for (int k = 0; k < 3; k++) {
            above[k] = above[k] || d[k] >= 0.0;
            below[k] = below[k] || d[k] <= 0.0;
        }
    }
    return above[0] && above[1] && above[2] && below[0] && below[1] && below[2];
}

// a closed skin fills the whole sphere around a point inside, and none of it around one outside
static bool is_inside(const sut_mesh *m, sut_vec3 p) {
    if (!in_box(m, p)) {
        return false;
    }
    double sum = 0.0;
    for (int i = 0; i < m->triangle_count; i++) {
        const int *t = m->triangles[i];
        sum += solid_angle(p, m->nodes[t[0]], m->nodes[t[1]], m->nodes[t[2]]);
    }
    return fabs(sum) > 6.283185307179586; // half of it
}

static bool check_point(const sut_reader *r, const sut_scene *s, const char *list, int i,
                        sut_vec3 p, int own) {
    for (int k = 0; k < s->tissue_count; k++) {
        const sut_tissue_def *d = &s->tissues[k].def;
        if (k == own || d->model != SUT_TISSUE_SOLID || d->no_contact ||
            !is_inside(s->tissues[k].shape.mesh, p)) {
            continue;
        }
        sut_node root = sut_node_root(NULL);
        sut_node all = {&root, list, 0, NULL};
        sut_node n = {&all, NULL, i, NULL};
        return sut_fail(r, &n, "starts inside of tissues[%d]; must start outside of it", k);
    }
    return true;
}

bool sut_scene_check_inside(const sut_reader *r, const sut_scene *s) {
    for (int i = 0; s->tissue_count > 0 && i < s->thread_count; i++) {
        const sut_scene_shape *shape = &s->threads[i].shape;
        if (!check_point(r, s, "threads", i, sut_scene_vertex(shape, 0), -1)) {
            return false;
        }
        // one that is stitched may be inside in between
        if (sut_scene_is_stitched(s, i) &&
            !check_point(r, s, "threads", i, sut_scene_vertex(shape, shape->vertices - 1), -1)) {
            return false;
        }
    }
    for (int i = 0; s->tissue_count > 0 && i < s->needle_count; i++) {
        if (!check_point(r, s, "needles", i, sut_scene_needle_place(&s->needles[i], 0.0), -1)) {
            return false;
        }
    }
    for (int i = 0; i < s->tissue_count; i++) {
        const sut_tissue_def *d = &s->tissues[i].def;
        if (!d->no_contact && !check_point(r, s, "tissues", i, d->nodes[0], i)) {
            return false;
        }
    }
    for (int i = 0; s->tissue_count > 0 && i < s->obstacle_count; i++) {
        const sut_obstacle_def *d = &s->obstacles[i].def;
        if (d->kind != SUT_OBSTACLE_PLANE && !check_point(r, s, "obstacles", i, d->center, -1)) {
            return false;
        }
    }
    return true;
}
