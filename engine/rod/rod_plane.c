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
    return e >= 0 && e < r->body.n - 1 && !sut_rod_is_cut(r, e) ? e : -1;
}

bool sut_rod_plane_at(const sut_rod *r, int vertex, bool spin_held) {
    for (int k = 0; k < r->work.plane_count; k++) {
        if (r->work.planes[k].vertex == vertex && (!spin_held || r->work.planes[k].spin_held)) {
            return true;
        }
    }
    return false;
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

//---- taking hold ---------------------------------------------------------------------------------
// Twist-free director of an edge of the state, carried along from edge 0.
static sut_vec3 director_at(const sut_rod *r, int edge) {
    sut_vec3 t = v3_normalized(sut_soa3_get(&r->state.edge, 0));
    sut_vec3 u = r->state.director;
    for (int i = 1; i <= edge; i++) {
        sut_vec3 next = v3_normalized(sut_soa3_get(&r->state.edge, i));
        u = v3_transport(u, t, next);
        t = next;
    }
    return v3_normalized(v3_reject(u, t));
}

void sut_rod_plane_begin(const sut_rod *r, sut_plane *p) {
    int e = p->vertex < r->body.n - 1 ? p->vertex : r->body.n - 2;
    sut_vec3 t = v3_normalized(sut_soa3_get(&r->state.edge, e));
    sut_vec3 u = director_at(r, e);
    p->angle0 = r->state.spin[e] - p->spin0;
    sut_vec3 material = v3_rotate_about(u, t, p->angle0);
    p->director0 = v3_normalized(v3_reject(v3_turn(material, t, p->direction0), p->direction0));
    for (int side = 0; side < 2; side++) {
        int edge = sut_rod_plane_edge(r, p, side);
        if (edge >= 0) {
            sut_vec3 te = v3_normalized(sut_soa3_get(&r->state.edge, edge));
            p->bent0[side] = turn_of(p->direction0, te, side).binormal;
        }
    }
}

//---- kinematics ----------------------------------------------------------------------------------
// Angle of the plane's director against the twist-free frame, the turns counted from the last step.
static void plane_angle(const sut_rod *r, sut_plane *p) {
    int e = sut_rod_plane_edge(r, p, 0);
    e = e >= 0 ? e : sut_rod_plane_edge(r, p, 1);
    sut_vec3 d = p->direction;
    sut_vec3 u =
        v3_transport(sut_soa3_get(&r->work.frame, e), sut_soa3_get(&r->work.tangent, e), d);
    p->director = v3_transport(p->director0, p->direction0, d);
    double angle = sut_atan2(v3_dot(v3_cross(u, p->director), d), v3_dot(u, p->director));
    const double turn = 6.283185307179586476925;
    p->angle = angle + turn * floor((p->angle0 - angle) / turn + 0.5);
}

void sut_rod_plane_kinematics(sut_rod *r) {
    for (int k = 0; k < r->work.plane_count; k++) {
        sut_plane *p = &r->work.planes[k];
        for (int side = 0; side < 2; side++) {
            int e = sut_rod_plane_edge(r, p, side);
            if (e < 0) {
                continue;
            }
            sut_vec3 t = sut_soa3_get(&r->work.tangent, e);
            plane_turn turn = turn_of(p->direction, t, side);
            p->binormal[side] = turn.binormal;
            p->opening[side] = turn.opening;
            if (r->def.curved) {
                components(p->z[side], turn.binormal, t, sut_soa3_get(&r->work.frame, e));
            }
        }
        if (r->work.framed) {
            plane_angle(r, p);
        }
    }
}

//---- forces --------------------------------------------------------------------------------------
// The same formulas as in rod_kernel.c, for a joint with a plane on one side.
static void side_memory(sut_plane *p, int side) {
    double now = v3_norm(p->binormal[side]);
    double old = v3_norm(p->bent0[side]);
    double inv = 1.0 / (now + 1e-200);
    double c = v3_dot(p->binormal[side], p->bent0[side]) * inv * (1.0 / (old + 1e-200));
    double g = 1.0 - 2.0 * c;
    g = g > 0.0 ? g : 0.0;
    p->give[side] = g < 1.0 ? g : 1.0;
    p->size[side] = old;
    p->axis[side] = v3_scale(p->binormal[side], inv);
}

void sut_rod_plane_memory(sut_rod *r) {
    for (int k = 0; k < r->work.plane_count; k++) {
        side_memory(&r->work.planes[k], 0);
        side_memory(&r->work.planes[k], 1);
    }
}

static sut_vec3 side_moment(const sut_rod *r, const sut_plane *p, int side, double stiff) {
    sut_vec3 k = p->binormal[side];
    double v = stiff * r->work.viscous_bend;
    double g = v * p->give[side];
    double f = (v - g) * (v3_dot(k, p->axis[side]) - p->size[side]);
    sut_vec3 m = v3_madd(v3_scale(k, stiff), g, v3_sub(k, p->bent0[side]));
    return v3_madd(m, f, p->axis[side]);
}

sut_vec3 sut_rod_plane_pull(const sut_rod *r, const sut_plane *p, int side, int e) {
    double half = 0.5 * r->def.rest[e];
    double stiff = r->def.EI / half;
    double o = p->opening[side];
    sut_vec3 k = p->binormal[side];
    sut_vec3 m = side_moment(r, p, side, stiff);
    sut_vec3 t = sut_soa3_get(&r->work.tangent, e);
    double sign = side == 0 ? 1.0 : -1.0;
    sut_vec3 f = v3_scale(v3_add(p->direction, t), -v3_dot(k, m) * o);
    f = v3_madd(f, sign * 2.0 * o, v3_cross(p->direction, m));
    f = v3_madd(f, 0.5 * p->side_torque[side], k);
    if (r->def.curved) {
        double q[2];
        sut_rod_natural_moment(r, stiff, half, p->phase[side], q);
        sut_vec3 u = sut_soa3_get(&r->work.frame, e);
        sut_vec3 n = v3_madd(v3_scale(u, q[0]), q[1], v3_cross(t, u));
        n = v3_madd(n, 0.25 * (p->z[side][0] * q[0] + p->z[side][1] * q[1]), k);
        f = v3_madd(f, sign, v3_cross(t, n));
    }
    return v3_scale(f, r->work.inverse[e]);
}

void sut_rod_plane_forces(sut_rod *r) {
    for (int k = 0; k < r->work.plane_count; k++) {
        const sut_plane *p = &r->work.planes[k];
        for (int side = 0; side < 2; side++) {
            int e = sut_rod_plane_edge(r, p, side);
            if (e >= 0) {
                sut_vec3 f = sut_rod_plane_pull(r, p, side, e);
                sut_soa3_set(&r->work.force, e, v3_add(sut_soa3_get(&r->work.force, e), f));
            }
        }
    }
}

//---- matrix --------------------------------------------------------------------------------------
// A block between the ends of edge e, as far as its rows lie in from .. to-1.
typedef struct block_place {
    int e, from, to;
} block_place;

static void add_between(sut_rod *r, const block_place *at, double v[3][3]) {
    double *first = r->work.band.block + (size_t)at->e * SUT_BAND_BLOCK;
    double *second = first + SUT_BAND_BLOCK;
    bool before = at->e >= at->from && at->e < at->to;
    bool after = at->e + 1 >= at->from && at->e + 1 < at->to;
    int k = 0;
    for (int i = 0; i < 3; i++) {
        for (int j = 0; before && j < 3; j++) {
            first[SUT_BAND_O1 + 3 * i + j] -= v[i][j];
        }
        for (int j = i; j < 3; j++, k++) {
            if (before) {
                first[k] += v[i][j];
            }
            if (after) {
                second[k] += v[i][j];
            }
        }
    }
}

// f (1 - t t^T) + g a a^T
static void add_edge_block(sut_rod *r, const block_place *at, double f, sut_vec3 axis, double g) {
    double t[3] = {r->work.tangent.x[at->e], r->work.tangent.y[at->e], r->work.tangent.z[at->e]};
    double a[3] = {axis.x, axis.y, axis.z};
    double v[3][3];
    for (int i = 0; i < 3; i++) {
        for (int j = 0; j < 3; j++) {
            v[i][j] = f * ((i == j ? 1.0 : 0.0) - t[i] * t[j]) + g * a[i] * a[j];
        }
    }
    add_between(r, at, v);
}

// Twisting moment times the second derivative of the turn between the plane's frame and the edge's.
static void add_twist_block(sut_rod *r, const sut_plane *p, int side, const block_place *at) {
    int e = at->e;
    sut_vec3 t = sut_soa3_get(&r->work.tangent, e);
    sut_vec3 mean = v3_scale(v3_add(p->direction, t), p->opening[side]);
    double f = -0.25 * p->side_torque[side] * r->work.inverse[e] * r->work.inverse[e];
    sut_vec3 k = p->binormal[side];
    sut_vec3 m = v3_add(t, mean);
    double a[3] = {k.x, k.y, k.z};
    double b[3] = {m.x, m.y, m.z};
    double v[3][3];
    for (int i = 0; i < 3; i++) {
        for (int j = 0; j < 3; j++) {
            v[i][j] = f * (a[i] * b[j] + b[i] * a[j]);
        }
    }
    add_between(r, at, v);
}

void sut_rod_plane_assemble(sut_rod *r, int from, int to) {
    for (int k = 0; k < r->work.plane_count; k++) {
        const sut_plane *p = &r->work.planes[k];
        for (int side = 0; side < 2; side++) {
            int e = sut_rod_plane_edge(r, p, side);
            if (e < 0 || e + 1 < from || e >= to) {
                continue;
            }
            block_place at = {e, from, to};
            double o = 2.0 * p->opening[side] * r->work.inverse[e];
            double stiff = 2.0 * r->def.EI / r->def.rest[e] * (o * o);
            double whole = stiff * (1.0 + r->work.viscous_bend * p->give[side]);
            double plane = stiff * r->work.viscous_bend * (1.0 - p->give[side]);
            sut_vec3 opens = v3_cross(p->axis[side], sut_soa3_get(&r->work.tangent, e));
            add_edge_block(r, &at, whole, opens, plane);
            if (!r->work.safe) {
                add_twist_block(r, p, side, &at);
            }
        }
    }
}

//---- commit --------------------------------------------------------------------------------------
void sut_rod_plane_commit(sut_rod *r) {
    for (int k = 0; k < r->work.plane_count; k++) {
        sut_plane *p = &r->work.planes[k];
        p->bent0[0] = p->binormal[0];
        p->bent0[1] = p->binormal[1];
        if (r->work.framed) {
            p->director0 = v3_normalized(v3_reject(p->director, p->direction));
            p->angle0 = p->angle;
        } else {
            sut_vec3 d = v3_transport(p->director0, p->direction0, p->direction);
            p->director0 = v3_normalized(v3_reject(d, p->direction));
        }
        p->direction0 = p->direction;
        p->spin0 = p->spin;
        p->torque = (p->side_torque[0] - p->side_torque[1]) + p->bend_torque;
    }
}
