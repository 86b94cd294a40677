// SPDX-License-Identifier: MIT
// rod_kinematics.c -- from the displacement w to edges, tangents, curvature and twist-free frames.
// docs/theory/kinematics.md
#include "rod/rod.h"

#include "math/vec3.h"

// Carry the frame of one edge to the next without twisting it: the smallest rotation that takes
// tangent i-1 to tangent i. Each vertex depends on the one before, so only the multiplications
// by known numbers stay in the chain.
static sut_vec3 carry(const sut_rod *r, sut_vec3 u, int first, int last) {
    const sut_soa3 *t = &r->tangent;
    for (int i = first; i <= last; i++) {
        double d = (u.x * t->x[i] + u.y * t->y[i]) + u.z * t->z[i];
        double s = d * r->opening[i];
        u.x -= s * (t->x[i - 1] + t->x[i]);
        u.y -= s * (t->y[i - 1] + t->y[i]);
        u.z -= s * (t->z[i - 1] + t->z[i]);
        r->frame.x[i] = u.x;
        r->frame.y[i] = u.y;
        r->frame.z[i] = u.z;
    }
    return u;
}

// The chain loses a rounding error per vertex; put it back on the unit circle now and then.
static sut_vec3 renew(sut_vec3 u, sut_vec3 t) {
    return v3_normalized(v3_madd(u, -v3_dot(u, t), t));
}

static void frames(sut_rod *r) {
    sut_vec3 t0 = sut_soa3_get(&r->tangent, 0);
    sut_vec3 before = v3_normalized(sut_soa3_get(&r->edge, 0));
    sut_vec3 u = renew(v3_transport(r->director, before, t0), t0);
    sut_soa3_set(&r->frame, 0, u);
    int plane = 0;
    int i = 1;
    while (i < r->n - 1) {
        // a plane inside the rod is a direction that the frame must pass through
        while (plane < r->plane_count && r->planes[plane].vertex < i) {
            plane++;
        }
        bool at_plane = plane < r->plane_count && r->planes[plane].vertex == i;
        sut_vec3 t = sut_soa3_get(&r->tangent, i);
        if (at_plane) {
            sut_vec3 d = r->planes[plane].direction;
            u = v3_transport(u, sut_soa3_get(&r->tangent, i - 1), d);
            u = renew(v3_transport(u, d, t), t);
            sut_soa3_set(&r->frame, i, u);
            i++;
            continue;
        }
        int stop = plane < r->plane_count ? r->planes[plane].vertex - 1 : r->n - 2;
        stop = stop > r->n - 2 ? r->n - 2 : stop;
        stop = stop > i + 255 ? i + 255 : stop;
        u = carry(r, u, i, stop);
        u = renew(u, sut_soa3_get(&r->tangent, stop));
        sut_soa3_set(&r->frame, stop, u);
        i = stop + 1;
    }
}

void sut_rod_kinematics(sut_rod *r) {
    r->kernel->edges(r);
    r->kernel->vertices(r);
    if (r->framed) {
        frames(r);
    }
    if (r->curved) {
        r->kernel->curvature(r);
    }
    sut_rod_plane_kinematics(r);
}
