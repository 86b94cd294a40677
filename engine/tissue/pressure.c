// SPDX-License-Identifier: MIT
// pressure.c -- follower load: pressure x current area along the current normals.
//
// Outward on surfaces; against the outward normals of a solid's skin. The force of a triangle is
// the same on its three corners. It has no potential unless the surface is closed, so it is in the
// residual but not in the matrix. docs/theory/tissue.md#pressure
#include "tissue/tissue_parts.h"

double sut_tissue_pressure_at(const sut_tissue_def *def, double time) {
    const sut_pressure_key *k = def->pressure_keys;
    int count = def->pressure_key_count;
    if (count == 0) {
        return 0.0;
    }
    int i = 0;
    while (i < count && k[i].t <= time) {
        i++;
    }
    if (i == 0 || i == count) {
        return k[i == 0 ? 0 : count - 1].pressure;
    }
    double s = (time - k[i - 1].t) / (k[i].t - k[i - 1].t);
    return (1.0 - s) * k[i - 1].pressure + s * k[i].pressure;
}

static sut_vec3 at(const double *v, int node) {
    const double *p = &v[3 * (ptrdiff_t)node];
    return v3(p[0], p[1], p[2]);
}

void sut_tissue_pressure_add(sut_tissue *t) {
    t->pressure_force = v3_zero();
    t->pressure_work = 0.0;
    t->pressure_rate = 0.0;
    if (t->pressure == 0.0) { // none at all
        return;
    }
    double p = (t->def.model == SUT_TISSUE_SOLID ? -t->pressure : t->pressure) / 6.0;
    for (int e = 0; e < t->triangle_count; e++) {
        const int *c = t->triangles[e];
        sut_vec3 a = v3_sub(at(t->x, c[1]), at(t->x, c[0]));
        sut_vec3 b = v3_sub(at(t->x, c[2]), at(t->x, c[0]));
        sut_vec3 f = v3_scale(v3_cross(a, b), p);
        for (int k = 0; k < 3; k++) {
            double *to = &t->force[3 * (ptrdiff_t)c[k]];
            to[0] += f.x;
            to[1] += f.y;
            to[2] += f.z;
        }
        t->pressure_force = v3_madd(t->pressure_force, 3.0, f);
        // work on the straight way: the integral of (a - s da) x (b - s db) from 0 to 1
        sut_vec3 w0 = at(t->trial, c[0]);
        sut_vec3 da = v3_sub(at(t->trial, c[1]), w0);
        sut_vec3 db = v3_sub(at(t->trial, c[2]), w0);
        sut_vec3 way = v3_add(v3_add(w0, at(t->trial, c[1])), at(t->trial, c[2]));
        sut_vec3 mean = v3_madd(f, -0.5 * p, v3_add(v3_cross(a, db), v3_cross(da, b)));
        mean = v3_madd(mean, p / 3.0, v3_cross(da, db));
        t->pressure_work += v3_dot(mean, way);
        t->pressure_rate += v3_dot(f, way);
    }
}
