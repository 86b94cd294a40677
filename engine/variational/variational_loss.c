// SPDX-License-Identifier: MIT
// variational_loss.c -- drag of the surroundings and dissipation of bending.
// docs/theory/variational.md
#include "variational/variational_parts.h"

#include "math/vec3.h"

#include <string.h>

//---- drag ----------------------------------------------------------------------------------------
// m dv/dt = -cell (linear + drag |v|) v. Each alone is solved exactly (the linear one to third
// order in the time, and never beyond rest), one after the other.
sut_vec3 sut_variational_drag(const sut_rod *r, int i, sut_vec3 v, double time) {
    double per = time * r->def.cell[i] / r->def.mass[i];
    double a = per * r->def.damping_linear;
    double scale = 1.0 / (1.0 + a * (1.0 + a * (0.5 + a / 6.0)));
    if (r->def.drag > 0.0) {
        scale /= 1.0 + per * r->def.drag * scale * v3_norm(v);
    }
    return v3_scale(v, scale);
}

//---- bending -------------------------------------------------------------------------------------
// A turn between tangents t and s by the angle f about the axis n: with w and w' the turning rates
// of its edges, df/dt = n . (w' - w), and the three vertices i-1, i, i+1 have
//     g = (n x t / l, -(n x t / l + n x s / l'), n x s / l')      as gradient of f.
// The power lost is c (df/dt)^2, with
//     Kelvin-Voigt   c = time EI / cell (d(2 tan f/2)/df)^2
//     published      c = k_d sin^2 f   (that is k_d (d cos f / dt)^2)
// A straight joint has no axis: Kelvin-Voigt then acts in both directions across it, and so, less
// and less, in the second direction of one that is hardly bent.
bool sut_variational_damps(const sut_rod *r) {
    bool damps = r->def.damping_bend > 0.0 && r->def.EI > 0.0;
    return damps || r->def.variational.dissipation > 0.0;
}

// A turn with up to two directions in which it is damped: gradients by `points` vertices from
// `first` on, and the rate of turning that comes from elsewhere (a plane that is turned).
typedef struct joint {
    int first, points, count;
    double factor[2], given[2];
    sut_vec3 gradient[2][3];
} joint;

// What one direction of a turn with binormal k gets, and which axes there are.
typedef struct losses {
    double factor[2];
    sut_vec3 axis[2];
    int count;
} losses;

static losses losses_of(const sut_rod *r, sut_vec3 k, sut_vec3 along, double stiffness) {
    double k2 = v3_norm2(k);
    double slope = 1.0 + 0.25 * k2; // d(2 tan f/2)/df
    double viscous = r->def.damping_bend * stiffness * slope * slope;
    // sin f = k / (1 + k^2/4)
    double published = r->def.variational.dissipation * k2 / (slope * slope);
    const double straight = 0.05; // rad, hardly bent
    double second = viscous / (1.0 + k2 / (straight * straight));
    along = v3_normalized(along);
    losses l = {.count = second > 1e-6 * viscous ? 2 : 1};
    l.axis[0] = k2 > 1e-24 ? v3_scale(k, 1.0 / sqrt(k2)) : v3_any_normal(along);
    l.axis[1] = v3_cross(along, l.axis[0]);
    l.factor[0] = viscous + published;
    l.factor[1] = second;
    return l;
}

static joint joint_at(const sut_rod *r, int i) {
    sut_vec3 t = sut_soa3_get(&r->work.tangent, i - 1);
    sut_vec3 s = sut_soa3_get(&r->work.tangent, i);
    losses l = losses_of(r, sut_soa3_get(&r->work.binormal, i), v3_add(t, s), r->work.bend[i]);
    joint j = {.first = i - 1, .points = 3, .count = l.count};
    for (int d = 0; d < l.count; d++) {
        sut_vec3 *g = j.gradient[d];
        g[0] = v3_scale(v3_cross(l.axis[d], t), r->work.inverse[i - 1]);
        g[2] = v3_scale(v3_cross(l.axis[d], s), r->work.inverse[i]);
        g[1] = v3_neg(v3_add(g[0], g[2]));
        j.factor[d] = l.factor[d];
    }
    return j;
}

// The turn between a plane and the edge on one side of it, over half of that edge.
static joint joint_at_plane(const sut_rod *r, const sut_plane *p, int side, int e) {
    sut_vec3 t = sut_soa3_get(&r->work.tangent, e);
    double stiffness = 2.0 * r->def.EI * r->def.per_rest[e];
    losses l = losses_of(r, p->binormal[side], v3_add(p->direction, t), stiffness);
    sut_vec3 turned = v3_scale(v3_cross(p->direction0, p->direction), 1.0 / r->work.dt);
    joint j = {.first = e, .points = 2, .count = l.count};
    for (int d = 0; d < l.count; d++) {
        j.gradient[d][1] = v3_scale(v3_cross(l.axis[d], t), r->work.inverse[e]);
        j.gradient[d][0] = v3_neg(j.gradient[d][1]);
        j.given[d] = v3_dot(l.axis[d], turned);
        j.factor[d] = l.factor[d];
    }
    return j;
}

static void add_block(double *to, int rows, double f, sut_vec3 a, sut_vec3 b) {
    const double x[3] = {a.x, a.y, a.z};
    const double y[3] = {b.x, b.y, b.z};
    int k = 0;
    for (int i = 0; i < 3; i++) {
        for (int l = rows == 6 ? i : 0; l < 3; l++) {
            to[k++] += f * x[i] * y[l];
        }
    }
}

static void add_joint(sut_rod *r, const joint *j, double *right) {
    for (int d = 0; d < j->count; d++) {
        double f = j->factor[d] * r->work.dt;
        const sut_vec3 *g = j->gradient[d];
        double *row = r->work.band.block + (size_t)j->first * SUT_BAND_BLOCK;
        for (int a = 0; a < j->points; a++, row += SUT_BAND_BLOCK) {
            add_block(row, 6, f, g[a], g[a]);
            if (a + 1 < j->points) {
                add_block(row + SUT_BAND_O1, 9, f, g[a], g[a + 1]);
            }
            if (a + 2 < j->points) {
                add_block(row + SUT_BAND_O2, 9, f, g[a], g[a + 2]);
            }
            double *at = &right[3 * (j->first + a)];
            at[0] += f * j->given[d] * g[a].x;
            at[1] += f * j->given[d] * g[a].y;
            at[2] += f * j->given[d] * g[a].z;
        }
    }
}

// A held vertex keeps its velocity: its columns go to the right side.
static void hold_vertex(sut_rod *r, int p, double *right, sut_vec3 v) {
    double *block = r->work.band.block;
    const double given[3] = {v.x, v.y, v.z};
    static const int offset[2] = {SUT_BAND_O1, SUT_BAND_O2};
    for (int d = 1; d <= 2; d++) {
        for (int side = 0; side < 2; side++) {
            int other = side == 0 ? p - d : p + d;
            int row = side == 0 ? other : p;
            if (other < 0 || other >= r->body.n) {
                continue;
            }
            double *o = block + (size_t)row * SUT_BAND_BLOCK + offset[d - 1];
            for (int i = 0; i < 3; i++) {
                for (int l = 0; l < 3; l++) {
                    double value = side == 0 ? o[3 * i + l] : o[3 * l + i];
                    right[3 * other + i] -= value * given[l];
                }
            }
            memset(o, 0, 9 * sizeof(double));
        }
    }
    double *own = block + (size_t)p * SUT_BAND_BLOCK;
    own[0] = own[3] = own[5] = r->def.mass[p];
    own[1] = own[2] = own[4] = 0.0;
    right[3 * p] = r->def.mass[p] * v.x;
    right[3 * p + 1] = r->def.mass[p] * v.y;
    right[3 * p + 2] = r->def.mass[p] * v.z;
}

// What a joint takes from one of its vertices, which has velocity v after the damping.
static sut_vec3 force_of(const joint *j, int vertex, const sut_soa3 *v) {
    sut_vec3 sum = v3_zero();
    int at = vertex - j->first;
    for (int d = 0; at >= 0 && at < j->points && d < j->count; d++) {
        double rate = -j->given[d];
        for (int a = 0; a < j->points; a++) {
            rate += v3_dot(j->gradient[d][a], sut_soa3_get(v, j->first + a));
        }
        sum = v3_madd(sum, -j->factor[d] * rate, j->gradient[d][at]);
    }
    return sum;
}

static sut_vec3 force_on(const sut_rod *r, int vertex, const sut_soa3 *v) {
    sut_vec3 sum = v3_zero();
    for (int i = vertex - 1; i <= vertex + 1; i++) {
        if (i >= 1 && i <= r->body.n - 2) {
            joint j = joint_at(r, i);
            sum = v3_add(sum, force_of(&j, vertex, v));
        }
    }
    for (int k = 0; k < r->work.plane_count; k++) {
        for (int side = 0; side < 2; side++) {
            int e = sut_rod_plane_edge(r, &r->work.planes[k], side);
            if (e >= 0) {
                joint j = joint_at_plane(r, &r->work.planes[k], side, e);
                sum = v3_add(sum, force_of(&j, vertex, v));
            }
        }
    }
    return sum;
}

static void add_joints(sut_rod *r, double *right) {
    for (int i = 1; i < r->body.n - 1; i++) {
        joint j = joint_at(r, i);
        add_joint(r, &j, right);
    }
    for (int k = 0; k < r->work.plane_count; k++) {
        for (int side = 0; side < 2; side++) {
            int e = sut_rod_plane_edge(r, &r->work.planes[k], side);
            if (e >= 0) {
                joint j = joint_at_plane(r, &r->work.planes[k], side, e);
                add_joint(r, &j, right);
            }
        }
    }
}

void sut_variational_damp(sut_rod *r, const sut_soa3 *v) {
    double *right = r->body.correction;
    memset(r->work.band.block, 0, (size_t)r->body.n * SUT_BAND_BLOCK * sizeof(double));
    for (int i = 0; i < r->body.n; i++) {
        double *d = r->work.band.block + (size_t)i * SUT_BAND_BLOCK;
        d[0] = d[3] = d[5] = r->def.mass[i];
        right[3 * i] = r->def.mass[i] * v->x[i];
        right[3 * i + 1] = r->def.mass[i] * v->y[i];
        right[3 * i + 2] = r->def.mass[i] * v->z[i];
    }
    add_joints(r, right);
    for (int k = 0; k < r->chain.pin_count; k++) {
        int p = r->chain.pins[k].vertex;
        hold_vertex(r, p, right, sut_soa3_get(v, p));
    }
    if (sut_band_factor_solve(&r->work.band, right) >= 0) {
        return; // positive definite but for numbers beyond all reason: no damping then
    }
    for (int i = 0; i < r->body.n; i++) {
        sut_soa3_set(v, i, v3(right[3 * i], right[3 * i + 1], right[3 * i + 2]));
    }
    for (int k = 0; k < r->chain.pin_count; k++) {
        sut_pin *p = &r->chain.pins[k];
        p->force = v3_sub(p->force, force_on(r, p->vertex, v));
    }
}
