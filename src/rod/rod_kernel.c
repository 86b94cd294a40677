// SPDX-License-Identifier: MIT
// rod_kernel.c -- see rod_kernel.h. The formulas are derived in docs/theory/forces.md and
// docs/theory/assembly.md; the numbers in comments are theirs.
#include "rod/rod_kernel.h"

#include "rod/rod.h"

#include <math.h>

#ifdef SUT_KERNEL_AVX2
#define KERNEL_TABLE sut_rod_kernel_avx2
#define KERNEL_NAME "avx2"
#else
#define KERNEL_TABLE sut_rod_kernel_plain
#define KERNEL_NAME "baseline"
#endif

extern const sut_rod_kernel KERNEL_TABLE;

// w -> trial edges, their lengths and directions
static void edges(struct sut_rod *r) {
    const int count = r->n - 1;
    const double *restrict ex = r->edge.x, *restrict ey = r->edge.y, *restrict ez = r->edge.z;
    const double *restrict wx = r->move.x, *restrict wy = r->move.y, *restrict wz = r->move.z;
    double *restrict sx = r->trial.x, *restrict sy = r->trial.y, *restrict sz = r->trial.z;
    double *restrict tx = r->tangent.x, *restrict ty = r->tangent.y, *restrict tz = r->tangent.z;
    double *restrict length = r->length, *restrict inverse = r->inverse;
    for (int i = 0; i < count; i++) {
        double x = ex[i] + (wx[i + 1] - wx[i]);
        double y = ey[i] + (wy[i + 1] - wy[i]);
        double z = ez[i] + (wz[i + 1] - wz[i]);
        double l = sqrt((x * x + y * y) + z * z);
        double inv = 1.0 / l;
        sx[i] = x;
        sy[i] = y;
        sz[i] = z;
        length[i] = l;
        inverse[i] = inv;
        tx[i] = x * inv;
        ty[i] = y * inv;
        tz[i] = z * inv;
    }
}

// tangents -> turning at each inner vertex
static void vertices(struct sut_rod *r) {
    const int last = r->n - 1;
    const double *restrict tx = r->tangent.x, *restrict ty = r->tangent.y;
    const double *restrict tz = r->tangent.z;
    double *restrict kx = r->binormal.x, *restrict ky = r->binormal.y, *restrict kz = r->binormal.z;
    double *restrict opening = r->opening;
    for (int i = 1; i < last; i++) {
        double ax = tx[i - 1], ay = ty[i - 1], az = tz[i - 1];
        double bx = tx[i], by = ty[i], bz = tz[i];
        double open = 1.0 + ((ax * bx + ay * by) + az * bz);
        // a thread folded right back would divide by zero; the bound is far beyond any real bend
        open = open > 1e-9 ? open : 1e-9;
        double o = 1.0 / open;
        double f = 2.0 * o;
        opening[i] = o;
        kx[i] = f * (ay * bz - az * by);
        ky[i] = f * (az * bx - ax * bz);
        kz[i] = f * (ax * by - ay * bx);
    }
}

// components of the curvature binormal along the twist-free directors u and t x u
static void curvature(struct sut_rod *r) {
    const int last = r->n - 1;
    const double *restrict tx = r->tangent.x, *restrict ty = r->tangent.y;
    const double *restrict tz = r->tangent.z;
    const double *restrict ux = r->frame.x, *restrict uy = r->frame.y, *restrict uz = r->frame.z;
    const double *restrict kx = r->binormal.x, *restrict ky = r->binormal.y;
    const double *restrict kz = r->binormal.z;
    double *restrict z0 = r->z[0], *restrict z1 = r->z[1];
    for (int i = 1; i < last; i++) {
        double vx = ty[i] * uz[i] - tz[i] * uy[i];
        double vy = tz[i] * ux[i] - tx[i] * uz[i];
        double vz = tx[i] * uy[i] - ty[i] * ux[i];
        z0[i] = (kx[i] * ux[i] + ky[i] * uy[i]) + kz[i] * uz[i];
        z1[i] = (kx[i] * vx + ky[i] * vy) + kz[i] * vz;
    }
}

// bending moment: elastic against the natural curvature, viscous against the last step's
static void moments(struct sut_rod *r) {
    const int last = r->n - 1;
    const double viscous = r->viscous_bend;
    const double stiff = 1.0 + viscous;
    const double n0 = -r->mat.natural_curvature[1], n1 = r->mat.natural_curvature[0];
    const double *restrict z0 = r->z[0], *restrict z1 = r->z[1];
    const double *restrict k0 = r->curvature[0], *restrict k1 = r->curvature[1];
    const double *restrict c = r->phase[0], *restrict s = r->phase[1];
    const double *restrict bend = r->bend, *restrict cell = r->cell;
    double *restrict m0 = r->moment[0], *restrict m1 = r->moment[1], *restrict along = r->along;
    for (int i = 1; i < last; i++) {
        double a = viscous * k0[i] + n0 * cell[i];
        double b = viscous * k1[i] + n1 * cell[i];
        double q0 = bend[i] * (stiff * z0[i] - (c[i] * a - s[i] * b));
        double q1 = bend[i] * (stiff * z1[i] - (s[i] * a + c[i] * b));
        m0[i] = q0;
        m1[i] = q1;
        along[i] = 0.25 * (z0[i] * q0 + z1[i] * q1);
    }
}

// without frames the moment lies along the binormal and needs no components
static void plain_moments(struct sut_rod *r) {
    const int last = r->n - 1;
    const double *restrict bend = r->bend, *restrict opening = r->opening;
    double *restrict along = r->along;
    for (int i = 1; i < last; i++) {
        along[i] = 2.0 * bend[i] * opening[i];
    }
}

static void moments_any(struct sut_rod *r) {
    if (r->framed) {
        moments(r);
    } else {
        plain_moments(r);
    }
}

static void pulls(struct sut_rod *r) {
    const int count = r->n - 1;
    const double ea = r->mat.EA;
    const double *restrict length = r->length, *restrict rest = r->rest;
    double *restrict pull = r->pull;
    for (int i = 0; i < count; i++) {
        pull[i] = ea * ((length[i] - rest[i]) / rest[i]);
    }
    const double viscous = r->viscous_stretch;
    if (viscous > 0.0) {
        const double *restrict ex = r->edge.x, *restrict ey = r->edge.y, *restrict ez = r->edge.z;
        for (int i = 0; i < count; i++) {
            double before = sqrt((ex[i] * ex[i] + ey[i] * ey[i]) + ez[i] * ez[i]);
            pull[i] += viscous * ea * ((length[i] - before) / rest[i]);
        }
    }
}

// derivative of all energies by the edge: stretch along the tangent; bending and twisting across
static void forces(struct sut_rod *r) {
    pulls(r);
    const int count = r->n - 1;
    const double *restrict tx = r->tangent.x, *restrict ty = r->tangent.y;
    const double *restrict tz = r->tangent.z;
    const double *restrict ux = r->frame.x, *restrict uy = r->frame.y, *restrict uz = r->frame.z;
    const double *restrict kx = r->binormal.x, *restrict ky = r->binormal.y;
    const double *restrict kz = r->binormal.z;
    const double *restrict m0 = r->moment[0], *restrict m1 = r->moment[1];
    const double *restrict along = r->along, *restrict torque = r->torque;
    const double *restrict pull = r->pull, *restrict inverse = r->inverse;
    double *restrict px = r->force.x, *restrict py = r->force.y, *restrict pz = r->force.z;
    for (int i = 0; i < count; i++) {
        double a = m0[i + 1] - m0[i], b = m1[i + 1] - m1[i];
        double e = along[i], f = along[i + 1];
        // g: change of the moment over the edge, in world axes, without its part along v
        double gx = (a * ux[i] + f * kx[i + 1]) - e * kx[i];
        double gy = (a * uy[i] + f * ky[i + 1]) - e * ky[i];
        double gz = (a * uz[i] + f * kz[i + 1]) - e * kz[i];
        double h = 0.5 * torque[i], j = 0.5 * torque[i + 1];
        // t x g, the v part as t x v = -u, and the torque along the binormals
        double qx = (ty[i] * gz - tz[i] * gy) - b * ux[i] + (h * kx[i] + j * kx[i + 1]);
        double qy = (tz[i] * gx - tx[i] * gz) - b * uy[i] + (h * ky[i] + j * ky[i + 1]);
        double qz = (tx[i] * gy - ty[i] * gx) - b * uz[i] + (h * kz[i] + j * kz[i + 1]);
        px[i] = pull[i] * tx[i] + inverse[i] * qx;
        py[i] = pull[i] * ty[i] + inverse[i] * qy;
        pz[i] = pull[i] * tz[i] + inverse[i] * qz;
    }
}

// residual = inertia (w - dt v) - force difference - weight - share of the old forces
static void residual(struct sut_rod *r) {
    const int n = r->n;
    const double coast = r->coast;
    const double gx = r->gravity.x, gy = r->gravity.y, gz = r->gravity.z;
    const double *restrict px = r->force.x, *restrict py = r->force.y, *restrict pz = r->force.z;
    const double *restrict wx = r->move.x, *restrict wy = r->move.y, *restrict wz = r->move.z;
    const double *restrict vx = r->velocity.x, *restrict vy = r->velocity.y;
    const double *restrict vz = r->velocity.z;
    const double *restrict inertia = r->inertia, *restrict mass = r->mass;
    const double *restrict old = r->start_force;
    double *restrict out = r->residual;
    for (int i = 1; i < n - 1; i++) {
        double a = inertia[i], m = mass[i];
        out[3 * i] = a * (wx[i] - coast * vx[i]) - (px[i] - px[i - 1]) - m * gx - old[3 * i];
        out[3 * i + 1] =
            a * (wy[i] - coast * vy[i]) - (py[i] - py[i - 1]) - m * gy - old[3 * i + 1];
        out[3 * i + 2] =
            a * (wz[i] - coast * vz[i]) - (pz[i] - pz[i - 1]) - m * gz - old[3 * i + 2];
    }
    const int ends[2] = {0, n - 1};
    for (int k = 0; k < 2; k++) {
        const int i = ends[k];
        const int e = k == 0 ? 0 : n - 2;
        const double sign = k == 0 ? -1.0 : 1.0;
        double a = inertia[i], m = mass[i];
        out[3 * i] = a * (wx[i] - coast * vx[i]) + sign * px[e] - m * gx - old[3 * i];
        out[3 * i + 1] = a * (wy[i] - coast * vy[i]) + sign * py[e] - m * gy - old[3 * i + 1];
        out[3 * i + 2] = a * (wz[i] - coast * vz[i]) + sign * pz[e] - m * gz - old[3 * i + 2];
    }
}

//---- assembly --------------------------------------------------------------------------------------
// With E_i the stiffness of edge i against its own change, and N_i that of the turn at vertex i
// between its two edges, the matrix of the step is
//   D_i  = inertia + E_{i-1} + E_i + N_i + N_i^T
//   O1_i = -E_i - N_i - N_{i+1}
//   O2_i = N_{i+1}
// A chunk of E and N is built in small arrays first, which stay in the first-level cache.
enum { CHUNK = 64, ROOM = CHUNK + 8 };

typedef struct stiffness {
    double e[6][ROOM]; // xx xy xz yy yz zz; entry k belongs to edge first + k - 1
    double n[9][ROOM]; // row-major; entry k belongs to vertex first + k
} stiffness;

static void edge_stiffness(const struct sut_rod *r, stiffness *s, int first, int from, int to) {
    const double ea = r->mat.EA * (1.0 + r->viscous_stretch);
    const double stiff = 4.0 * (1.0 + r->viscous_bend);
    const double *restrict bend = r->bend, *restrict opening = r->opening;
    const int shift = first - 1;
    for (int k = from; k < to; k++) {
        int i = shift + k;
        double inv = r->inverse[i];
        double k0 = bend[i] * (opening[i] * opening[i]);
        double k1 = bend[i + 1] * (opening[i + 1] * opening[i + 1]);
        double geometric = r->pull[i] * inv;
        geometric = geometric > 0.0 ? geometric : 0.0; // a pushed edge would make it indefinite
        double across = geometric + stiff * (k0 + k1) * (inv * inv);
        double f = ea / r->rest[i] - across;
        double x = r->tangent.x[i], y = r->tangent.y[i], z = r->tangent.z[i];
        double fx = f * x, fy = f * y, fz = f * z;
        s->e[0][k] = across + fx * x;
        s->e[1][k] = fx * y;
        s->e[2][k] = fx * z;
        s->e[3][k] = across + fy * y;
        s->e[4][k] = fy * z;
        s->e[5][k] = across + fz * z;
    }
}

// N = K / (l l') (1 - o (t + t')(t + t')^T + t t'^T): parallel transport between the two edges
static void turn_stiffness(const struct sut_rod *r, stiffness *s, int first, int from, int to) {
    const double stiff = 4.0 * (1.0 + r->viscous_bend);
    const double *restrict tx = r->tangent.x, *restrict ty = r->tangent.y;
    const double *restrict tz = r->tangent.z;
    for (int k = from; k < to; k++) {
        int i = first + k;
        double o = r->opening[i];
        double f = stiff * r->bend[i] * (o * o) * (r->inverse[i - 1] * r->inverse[i]);
        double ax = tx[i - 1], ay = ty[i - 1], az = tz[i - 1];
        double bx = tx[i], by = ty[i], bz = tz[i];
        double x = ax + bx, y = ay + by, z = az + bz;
        double ox = o * x, oy = o * y, oz = o * z;
        s->n[0][k] = f * ((1.0 - ox * x) + ax * bx);
        s->n[1][k] = f * (ax * by - ox * y);
        s->n[2][k] = f * (ax * bz - ox * z);
        s->n[3][k] = f * (ay * bx - ox * y);
        s->n[4][k] = f * ((1.0 - oy * y) + ay * by);
        s->n[5][k] = f * (ay * bz - oy * z);
        s->n[6][k] = f * (az * bx - ox * z);
        s->n[7][k] = f * (az * by - oy * z);
        s->n[8][k] = f * ((1.0 - oz * z) + az * bz);
    }
}

static void store_blocks(const struct sut_rod *r, const stiffness *s, int first, int count) {
    static const int row[6] = {0, 0, 0, 1, 1, 2}, col[6] = {0, 1, 2, 1, 2, 2};
    static const int full[9] = {0, 1, 2, 1, 3, 4, 2, 4, 5};
    double sum[6][CHUNK], one[9][CHUNK];
    for (int j = 0; j < 6; j++) {
        const double *restrict e = s->e[j];
        const double *restrict p = s->n[3 * row[j] + col[j]], *restrict q = s->n[3 * col[j] + row[j]];
        for (int k = 0; k < count; k++) {
            sum[j][k] = (e[k] + e[k + 1]) + (p[k] + q[k]);
        }
    }
    for (int j = 0; j < 9; j++) {
        const double *restrict e = s->e[full[j]];
        const double *restrict m = s->n[j];
        for (int k = 0; k < count; k++) {
            one[j][k] = -e[k + 1] - (m[k] + m[k + 1]);
        }
    }
    double *restrict block = r->band.block + (size_t)first * SUT_BAND_BLOCK;
    for (int k = 0; k < count; k++, block += SUT_BAND_BLOCK) {
        double a = r->inertia[first + k];
        block[0] = sum[0][k] + a;
        block[1] = sum[1][k];
        block[2] = sum[2][k];
        block[3] = sum[3][k] + a;
        block[4] = sum[4][k];
        block[5] = sum[5][k] + a;
        for (int j = 0; j < 9; j++) {
            block[6 + j] = one[j][k];
            block[15 + j] = s->n[j][k + 1];
        }
    }
}

static void clear_edge(stiffness *s, int k) {
    for (int j = 0; j < 6; j++) {
        s->e[j][k] = 0.0;
    }
}

static void clear_turn(stiffness *s, int k) {
    for (int j = 0; j < 9; j++) {
        s->n[j][k] = 0.0;
    }
}

static void assemble(struct sut_rod *r) {
    const int n = r->n;
    stiffness s;
    for (int first = 0; first < n; first += CHUNK) {
        const bool starts = first == 0;
        const bool ends = first + CHUNK >= n;
        const int count = ends ? n - first : CHUNK;
        edge_stiffness(r, &s, first, starts ? 1 : 0, ends ? count : count + 1);
        turn_stiffness(r, &s, first, starts ? 1 : 0, first + count + 1 < n ? count + 1 : n - 1 - first);
        // beyond the ends there is neither an edge nor a turn
        if (starts) {
            clear_edge(&s, 0);
            clear_turn(&s, 0);
        }
        if (first + count + 1 >= n) {
            clear_turn(&s, n - 1 - first);
        }
        if (ends) {
            clear_edge(&s, count);
            clear_turn(&s, count);
        }
        store_blocks(r, &s, first, count);
    }
}

const sut_rod_kernel KERNEL_TABLE = {KERNEL_NAME, edges,  vertices, curvature,
                                     moments_any, forces, residual, assemble};
