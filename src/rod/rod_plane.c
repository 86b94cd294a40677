// SPDX-License-Identifier: MIT
// rod_plane.c -- planes that hold the tangent, and maybe the spin, at a vertex.
//
// A plane stands between the edge before its vertex (side 0) and the edge after it (side 1) like a
// rigid edge of length zero. The turn from the plane to either edge happens over half of that edge,
// so its stiffness is EI / (rest / 2). The vertex's own bending spring is off meanwhile.
// docs/theory/holds.md
#include "rod/rod.h"

#include "math/vec3.h"

int sut_rod_plane_edge(const sut_rod *r, const sut_plane *p, int side) {
    int e = p->vertex - 1 + side;
    return e >= 0 && e < r->n - 1 ? e : -1;
}

// The turn between the plane and an edge, in the order of increasing index.
typedef struct plane_turn {
    double opening;
    sut_vec3 binormal;
} plane_turn;

static plane_turn turn_of(sut_vec3 direction, sut_vec3 tangent, int side) {
    double open = 1.0 + v3_dot(direction, tangent);
    open = open > 1e-9 ? open : 1e-9;
    sut_vec3 axis = side == 0 ? v3_cross(tangent, direction) : v3_cross(direction, tangent);
    plane_turn t = {1.0 / open, v3_scale(axis, 2.0 / open)};
    return t;
}

static void components(double z[2], sut_vec3 k, sut_vec3 t, sut_vec3 u) {
    z[0] = v3_dot(k, u);
    z[1] = v3_dot(k, v3_cross(t, u));
}

//---- taking hold ------------------------------------------------------------------------------------
// Twist-free director of an edge of the state, carried along from edge 0.
static sut_vec3 director_at(const sut_rod *r, int edge) {
    sut_vec3 t = v3_normalized(sut_soa3_get(&r->edge, 0));
    sut_vec3 u = r->director;
    for (int i = 1; i <= edge; i++) {
        sut_vec3 next = v3_normalized(sut_soa3_get(&r->edge, i));
        u = v3_transport(u, t, next);
        t = next;
    }
    return v3_normalized(v3_reject(u, t));
}

void sut_rod_plane_begin(const sut_rod *r, sut_plane *p) {
    int e = p->vertex < r->n - 1 ? p->vertex : r->n - 2;
    sut_vec3 t = v3_normalized(sut_soa3_get(&r->edge, e));
    sut_vec3 u = director_at(r, e);
    double spin = r->spin[e];
    p->direction0 = p->direction;
    p->angle0 = spin - p->spin0;
    sut_vec3 material = v3_rotate_about(u, t, p->angle0);
    p->director0 = v3_normalized(v3_reject(v3_turn(material, t, p->direction), p->direction));
    for (int side = 0; side < 2; side++) {
        int edge = sut_rod_plane_edge(r, p, side);
        if (edge < 0) {
            continue;
        }
        sut_vec3 te = v3_normalized(sut_soa3_get(&r->edge, edge));
        sut_vec3 ue = edge == e ? u : director_at(r, edge);
        sut_vec3 me = v3_rotate_about(ue, te, r->spin[edge]);
        components(p->curvature0[side], turn_of(p->direction0, te, side).binormal, te, me);
    }
}

//---- kinematics ---------------------------------------------------------------------------------------
// Angle of the plane's director against the twist-free frame, the turns counted from the last step.
static void plane_angle(const sut_rod *r, sut_plane *p) {
    int e = sut_rod_plane_edge(r, p, 0);
    e = e >= 0 ? e : sut_rod_plane_edge(r, p, 1);
    sut_vec3 d = p->direction;
    sut_vec3 u = v3_transport(sut_soa3_get(&r->frame, e), sut_soa3_get(&r->tangent, e), d);
    p->director = v3_transport(p->director0, p->direction0, d);
    double angle = sut_atan2(v3_dot(v3_cross(u, p->director), d), v3_dot(u, p->director));
    const double turn = 6.283185307179586476925;
    p->angle = angle + turn * floor((p->angle0 - angle) / turn + 0.5);
}

void sut_rod_plane_kinematics(sut_rod *r) {
    for (int k = 0; k < r->plane_count; k++) {
        sut_plane *p = &r->planes[k];
        for (int side = 0; side < 2; side++) {
            int e = sut_rod_plane_edge(r, p, side);
            if (e < 0) {
                continue;
            }
            sut_vec3 t = sut_soa3_get(&r->tangent, e);
            plane_turn turn = turn_of(p->direction, t, side);
            p->binormal[side] = turn.binormal;
            p->opening[side] = turn.opening;
            if (r->framed) {
                components(p->z[side], turn.binormal, t, sut_soa3_get(&r->frame, e));
            }
        }
        if (r->framed) {
            plane_angle(r, p);
        }
    }
}

//---- forces ---------------------------------------------------------------------------------------------
// Moment factor along the binormal, and moment components, as in rod_kernel.c.
static double side_moment(const sut_rod *r, const sut_plane *p, int side, int e, double q[2]) {
    double half = 0.5 * r->rest[e];
    double stiff = r->mat.EI / half;
    if (!r->framed) {
        q[0] = 0.0;
        q[1] = 0.0;
        return 2.0 * stiff * p->opening[side];
    }
    const double *z = p->z[side];
    const double *k = p->curvature0[side];
    double a = r->viscous_bend * k[0] - r->mat.natural_curvature[1] * half;
    double b = r->viscous_bend * k[1] + r->mat.natural_curvature[0] * half;
    double c = p->phase[side][0];
    double s = p->phase[side][1];
    q[0] = stiff * ((1.0 + r->viscous_bend) * z[0] - (c * a - s * b));
    q[1] = stiff * ((1.0 + r->viscous_bend) * z[1] - (s * a + c * b));
    return 0.25 * (z[0] * q[0] + z[1] * q[1]);
}

static void side_force(sut_rod *r, const sut_plane *p, int side, int e) {
    double q[2];
    double along = side_moment(r, p, side, e, q);
    sut_vec3 t = sut_soa3_get(&r->tangent, e);
    sut_vec3 u = sut_soa3_get(&r->frame, e);
    sut_vec3 m = v3_madd(v3_scale(u, q[0]), q[1], v3_cross(t, u));
    m = v3_madd(m, along, p->binormal[side]);
    double sign = side == 0 ? 1.0 : -1.0;
    sut_vec3 f = v3_scale(v3_cross(t, m), sign);
    f = v3_madd(f, 0.5 * p->side_torque[side], p->binormal[side]);
    sut_vec3 p0 = sut_soa3_get(&r->force, e);
    sut_soa3_set(&r->force, e, v3_madd(p0, r->inverse[e], f));
}

void sut_rod_plane_forces(sut_rod *r) {
    for (int k = 0; k < r->plane_count; k++) {
        sut_plane *p = &r->planes[k];
        for (int side = 0; side < 2; side++) {
            int e = sut_rod_plane_edge(r, p, side);
            if (e >= 0) {
                side_force(r, p, side, e);
            }
        }
        p->torque = p->side_torque[0] - p->side_torque[1];
    }
}

//---- matrix -----------------------------------------------------------------------------------------------
static void add_edge_block(sut_rod *r, int e, double f) {
    double *a = r->band.block + (size_t)e * SUT_BAND_BLOCK;
    double *b = a + SUT_BAND_BLOCK;
    double t[3] = {r->tangent.x[e], r->tangent.y[e], r->tangent.z[e]};
    int k = 0;
    for (int i = 0; i < 3; i++) {
        for (int j = i; j < 3; j++, k++) {
            double v = f * ((i == j ? 1.0 : 0.0) - t[i] * t[j]);
            a[k] += v;
            b[k] += v;
        }
        for (int j = 0; j < 3; j++) {
            a[6 + 3 * i + j] -= f * ((i == j ? 1.0 : 0.0) - t[i] * t[j]);
        }
    }
}

void sut_rod_plane_assemble(sut_rod *r) {
    for (int k = 0; k < r->plane_count; k++) {
        const sut_plane *p = &r->planes[k];
        for (int side = 0; side < 2; side++) {
            int e = sut_rod_plane_edge(r, p, side);
            if (e < 0) {
                continue;
            }
            double o = p->opening[side];
            double stiff = 2.0 * r->mat.EI / r->rest[e] * (1.0 + r->viscous_bend) * (4.0 * o * o);
            add_edge_block(r, e, stiff * r->inverse[e] * r->inverse[e]);
        }
    }
}

//---- commit -------------------------------------------------------------------------------------------------
void sut_rod_plane_commit(sut_rod *r) {
    for (int k = 0; k < r->plane_count; k++) {
        sut_plane *p = &r->planes[k];
        for (int side = 0; side < 2; side++) {
            double c = p->phase[side][0];
            double s = p->phase[side][1];
            const double *z = p->z[side];
            p->curvature0[side][0] = c * z[0] + s * z[1];
            p->curvature0[side][1] = c * z[1] - s * z[0];
        }
        p->direction0 = p->direction;
        if (r->framed) {
            p->director0 = v3_normalized(v3_reject(p->director, p->direction));
            p->angle0 = p->angle;
        }
        p->spin0 = p->spin;
    }
}
