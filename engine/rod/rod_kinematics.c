// SPDX-License-Identifier: MIT
// rod_kinematics.c -- from the displacement w to edges, tangents, curvature and twist-free frames.
// docs/theory/kinematics.md
#include "rod/rod.h"

#include "math/vec3.h"

#define INLINE inline __attribute__((always_inline))

// Carry the frame of one edge to the next without twisting it: the smallest rotation that takes
// tangent i-1 to tangent i.
static INLINE sut_vec3 carry_one(const sut_rod *r, sut_vec3 u, int i) {
    const sut_soa3 *t = &r->work.tangent;
    double d = (u.x * t->x[i] + u.y * t->y[i]) + u.z * t->z[i];
    double s = d * r->work.opening[i];
    u.x -= s * (t->x[i - 1] + t->x[i]);
    u.y -= s * (t->y[i - 1] + t->y[i]);
    u.z -= s * (t->z[i - 1] + t->z[i]);
    return u;
}

// Turn the frames of edges first .. last about their tangents by the angle of cosine c and sine s.
static void spin_frames(const sut_rod *r, int first, int last, double c, double s) {
    const sut_soa3 *t = &r->work.tangent;
    const sut_soa3 *f = &r->work.frame;
    for (int i = first; i <= last; i++) {
        double x = f->x[i];
        double y = f->y[i];
        double z = f->z[i];
        f->x[i] = c * x + s * (t->y[i] * z - t->z[i] * y);
        f->y[i] = c * y + s * (t->z[i] * x - t->x[i] * z);
        f->z[i] = c * z + s * (t->x[i] * y - t->y[i] * x);
    }
}

// Each frame depends on the one before, so the processor waits. Two halves side by side wait half
// as long: the second starts with any frame, and is turned when the first has arrived. Unless
// `all`, only the last frame is wanted.
static INLINE sut_vec3 carry(const sut_rod *r, sut_vec3 u, int first, int last, bool all) {
    int half = first + (last - first) / 2 + 1; // first edge of the second half
    if (half > last) {
        half = last;
    }
    sut_vec3 v = v3_any_normal(sut_soa3_get(&r->work.tangent, half));
    sut_vec3 start = v;
    sut_soa3_set(&r->work.frame, half, v);
    int i = first;
    int j = half + 1;
    for (; i < half && j <= last; i++, j++) {
        u = carry_one(r, u, i);
        v = carry_one(r, v, j);
        if (all) {
            sut_soa3_set(&r->work.frame, i, u);
            sut_soa3_set(&r->work.frame, j, v);
        }
    }
    // the first half is the longer one, by one or two edges
    for (; i < half; i++) {
        u = carry_one(r, u, i);
        if (all) {
            sut_soa3_set(&r->work.frame, i, u);
        }
    }
    sut_soa3_set(&r->work.frame, last, v);
    u = carry_one(r, u, half);
    double c = v3_dot(u, start);
    double s = v3_dot(v3_cross(start, u), sut_soa3_get(&r->work.tangent, half));
    double norm = 1.0 / sqrt(c * c + s * s);
    spin_frames(r, all ? half : last, last, c * norm, s * norm);
    return sut_soa3_get(&r->work.frame, last);
}

// The chain loses a rounding error per vertex; put it back on the unit circle now and then.
static sut_vec3 renew(sut_vec3 u, sut_vec3 t) {
    return v3_normalized(v3_madd(u, -v3_dot(u, t), t));
}

static void frames(sut_rod *r) {
    sut_vec3 t0 = sut_soa3_get(&r->work.tangent, 0);
    sut_vec3 before = v3_normalized(sut_soa3_get(&r->state.edge, 0));
    sut_vec3 u = renew(v3_transport(r->state.director, before, t0), t0);
    sut_soa3_set(&r->work.frame, 0, u);
    int plane = 0;
    int i = 1;
    while (i < r->body.n - 1) {
        // a plane inside the rod is a direction that the frame must pass through
        while (plane < r->work.plane_count && r->work.planes[plane].vertex < i) {
            plane++;
        }
        bool at_plane = plane < r->work.plane_count && r->work.planes[plane].vertex == i;
        sut_vec3 t = sut_soa3_get(&r->work.tangent, i);
        if (at_plane) {
            sut_vec3 d = r->work.planes[plane].direction;
            u = v3_transport(u, sut_soa3_get(&r->work.tangent, i - 1), d);
            u = renew(v3_transport(u, d, t), t);
            sut_soa3_set(&r->work.frame, i, u);
            i++;
            continue;
        }
        int stop = plane < r->work.plane_count ? r->work.planes[plane].vertex - 1 : r->body.n - 2;
        stop = stop > r->body.n - 2 ? r->body.n - 2 : stop;
        stop = stop > i + 255 ? i + 255 : stop;
        u = r->def.curved ? carry(r, u, i, stop, true) : carry(r, u, i, stop, false);
        u = renew(u, sut_soa3_get(&r->work.tangent, stop));
        sut_soa3_set(&r->work.frame, stop, u);
        i = stop + 1;
    }
}

void sut_rod_kinematics(sut_rod *r) {
    r->def.kernel->edges(r);
    r->def.kernel->vertices(r);
    if (r->work.framed) {
        frames(r);
    }
    if (r->def.curved) {
        r->def.kernel->curvature(r);
    }
    sut_rod_plane_kinematics(r);
}
