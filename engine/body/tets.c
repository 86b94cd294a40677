// SPDX-License-Identifier: MIT
// tets.c -- neighbours of tetrahedra, and walks through them.
#include "body/tets.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

//---- neighbours ----------------------------------------------------------------------------------
// A face of a tetrahedron, or a triangle of the skin (tet < 0), by its sorted vertices.
typedef struct face {
    int v[3];
    int tet, side; // or the triangle, and -1
} face;

static int compare(const void *a, const void *b) {
    const face *p = a;
    const face *q = b;
    for (int k = 0; k < 3; k++) {
        if (p->v[k] != q->v[k]) {
            return p->v[k] < q->v[k] ? -1 : 1;
        }
    }
    // the skin last: what it covers stands before it
    if ((p->side < 0) != (q->side < 0)) {
        return p->side < 0 ? 1 : -1;
    }
    return p->tet < q->tet ? -1 : 1;
}

static face face_of(int a, int b, int c, int tet, int side) {
    face f = {{a, b, c}, tet, side};
    for (int i = 0; i < 2; i++) {
        for (int k = 0; k < 2 - i; k++) {
            if (f.v[k] > f.v[k + 1]) {
                int swap = f.v[k];
                f.v[k] = f.v[k + 1];
                f.v[k + 1] = swap;
            }
        }
    }
    return f;
}

static bool same(const face *a, const face *b) {
    return memcmp(a->v, b->v, sizeof a->v) == 0;
}

static void join(sut_tet_mesh *t, const face *list, int count) {
    for (int i = 0; i + 1 < count; i++) {
        const face *a = &list[i];
        const face *b = &list[i + 1];
        if (a->side < 0 || !same(a, b)) {
            continue;
        }
        if (b->side < 0) {
            t->beside[a->tet][a->side] = -1 - b->tet;
            t->behind[b->tet] = a->tet;
        } else {
            t->beside[a->tet][a->side] = b->tet;
            t->beside[b->tet][b->side] = a->tet;
        }
    }
}

// List all faces with the skin's, sort them, and join those with the same three corners.
bool sut_tet_mesh_make(sut_tet_mesh *t, const int (*corner)[4], int count, const int (*triangle)[3],
                       int triangles, sut_memory *m) {
    *t = (sut_tet_mesh){.count = count, .corner = corner};
    size_t beside = ((size_t)count * sizeof(int[4]) + 63) / 64 * 64;
    t->size = beside + (size_t)(triangles + 1) * sizeof(int);
    t->memory = sut_memory_take(m, t->size);
    int faces = 4 * count + triangles;
    size_t scratch = (size_t)(faces + 1) * sizeof(face);
    face *list = t->memory ? sut_memory_take(m, scratch) : NULL;
    if (!list) {
        sut_tet_mesh_free(t, m);
        return false;
    }
    memset(t->memory, 0, t->size);
    t->beside = t->memory;
    t->behind = (int *)(void *)((char *)t->memory + beside);
    for (int i = 0; i < count; i++) {
        const int *c = corner[i];
        for (int k = 0; k < 4; k++) {
            list[4 * i + k] = face_of(c[(k + 1) % 4], c[(k + 2) % 4], c[(k + 3) % 4], i, k);
            t->beside[i][k] = -1;
        }
    }
    for (int i = 0; i < triangles; i++) {
        list[4 * count + i] = face_of(triangle[i][0], triangle[i][1], triangle[i][2], i, -1);
    }
    qsort(list, (size_t)faces, sizeof *list, compare);
    join(t, list, faces);
    sut_memory_give(m, list, scratch);
    return true;
}

void sut_tet_mesh_free(sut_tet_mesh *t, sut_memory *m) {
    sut_memory_give(m, t->memory, t->size);
    *t = (sut_tet_mesh){0};
}

//---- places --------------------------------------------------------------------------------------
sut_tet_place sut_tet_mesh_on_skin(const sut_tet_mesh *t, const int triangle[3], int number,
                                   const double weight[3]) {
    sut_tet_place p = {.tet = t->behind[number], .triangle = number};
    const int *c = t->corner[p.tet];
    for (int k = 0; k < 4; k++) {
        for (int i = 0; i < 3; i++) {
            if (c[k] == triangle[i]) {
                p.weight[k] = weight[i];
            }
        }
    }
    return p;
}

sut_vec3 sut_tet_mesh_where(const sut_tet_mesh *t, const sut_vec3 *x, const sut_tet_place *p) {
    sut_vec3 at = v3_zero();
    for (int k = 0; k < 4; k++) {
        at = v3_madd(at, p->weight[k], x[t->corner[p->tet][k]]);
    }
    return at;
}

// Weights of a point; false: the tetrahedron is flat, or inside out, where a walk would not
// converge.
static bool weigh(const sut_tet_mesh *t, const sut_vec3 *x, int tet, sut_vec3 at,
                  double weight[4]) {
    const int *v = t->corner[tet];
    sut_vec3 a = v3_sub(x[v[1]], x[v[0]]);
    sut_vec3 b = v3_sub(x[v[2]], x[v[0]]);
    sut_vec3 c = v3_sub(x[v[3]], x[v[0]]);
    sut_vec3 p = v3_sub(at, x[v[0]]);
    double volume = v3_dot(v3_cross(a, b), c);
    weight[1] = v3_dot(v3_cross(p, b), c) / volume;
    weight[2] = v3_dot(v3_cross(a, p), c) / volume;
    weight[3] = v3_dot(v3_cross(a, b), p) / volume;
    weight[0] = 1.0 - (weight[1] + weight[2] + weight[3]);
    return volume > 0.0 && isfinite(weight[0] + weight[1] + weight[2] + weight[3]);
}

// Side of a tetrahedron by which the way from p to weights `to` leaves it, and the share of the way
// up to there; -1: it does not. `from` is the side by which it came in.
static int leave(const double *p, const double *to, int from, double *share) {
    int out = -1;
    *share = 1.0;
    for (int k = 0; k < 4; k++) {
        double down = p[k] - to[k];
        if (k == from || !(to[k] < 0.0) || !(down > 0.0)) {
            continue;
        }
        double at = p[k] > 0.0 ? p[k] / down : 0.0;
        if (at < *share) {
            *share = at;
            out = k;
        }
    }
    return out;
}

static int side_towards(const sut_tet_mesh *t, int tet, int other) {
    for (int k = 0; k < 4; k++) {
        if (t->beside[tet][k] == other) {
            return k;
        }
    }
    return -1;
}

static void hop(const sut_tet_mesh *t, sut_tet_place *p, int beyond) {
    double weight[4] = {0.0, 0.0, 0.0, 0.0};
    for (int k = 0; k < 4; k++) {
        for (int i = 0; i < 4; i++) {
            if (t->corner[beyond][i] == t->corner[p->tet][k]) {
                weight[i] = p->weight[k];
            }
        }
    }
    p->tet = beyond;
    memcpy(p->weight, weight, sizeof weight);
}

// Go from tetrahedron to tetrahedron along the line until the point is inside or the skin is met.
bool sut_tet_mesh_walk(const sut_tet_mesh *t, const sut_vec3 *x, sut_tet_place *p, sut_vec3 to) {
    enum { HOPS = 1000 };
    int from = -1;
    p->triangle = -1;
    for (int i = 0; i < HOPS; i++) {
        double goal[4];
        if (!weigh(t, x, p->tet, to, goal)) {
            return false;
        }
        double share;
        int out = leave(p->weight, goal, from, &share);
        for (int k = 0; k < 4; k++) {
            p->weight[k] += share * (goal[k] - p->weight[k]);
        }
        if (out < 0) {
            return true;
        }
        p->weight[out] = 0.0;
        int beyond = t->beside[p->tet][out];
        if (beyond < 0) {
            p->triangle = -1 - beyond;
            return true;
        }
        int before = p->tet;
        hop(t, p, beyond);
        from = side_towards(t, beyond, before);
    }
    return false;
}
