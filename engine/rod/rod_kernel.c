// SPDX-License-Identifier: MIT
// rod_kernel.c -- see rod_kernel.h. The formulas are derived in docs/theory/forces.md and
// docs/theory/assembly.md; the numbers in comments are theirs.
#include "rod/rod_kernel.h"

#include "rod/rod.h"

#include <math.h>
#include <string.h>

#ifdef SUT_KERNEL_AVX2
#define KERNEL_TABLE sut_rod_kernel_avx2
#define KERNEL_NAME "avx2"
#define KERNEL_EXACT sut_rod_exact_blocks_avx2
#else
#define KERNEL_TABLE sut_rod_kernel_plain
#define KERNEL_NAME "baseline"
#define KERNEL_EXACT sut_rod_exact_blocks_plain
#endif

extern const sut_rod_kernel KERNEL_TABLE;

// No element of these loops depends on another one: compilers that cannot see that are told.
#if defined(__clang__)
#pragma clang diagnostic ignored "-Wpass-failed" // a sanitizer may still keep it from doing so
#define EACH _Pragma("clang loop vectorize(assume_safety)")
#elif defined(__GNUC__)
#define EACH _Pragma("GCC ivdep")
#else
#define EACH
#endif

// w -> lengths and directions of the edges after it
static void edges(struct sut_rod *r) {
    const int count = r->body.n - 1;
    const double *restrict ex = r->state.edge.x, *restrict ey = r->state.edge.y,
                           *restrict ez = r->state.edge.z;
    const double *restrict wx = r->body.move.x, *restrict wy = r->body.move.y,
                           *restrict wz = r->body.move.z;
    double *restrict tx = r->work.tangent.x, *restrict ty = r->work.tangent.y,
                     *restrict tz = r->work.tangent.z;
    double *restrict length = r->work.length, *restrict inverse = r->work.inverse;
    EACH for (int i = 0; i < count; i++) {
        double x = ex[i] + (wx[i + 1] - wx[i]);
        double y = ey[i] + (wy[i + 1] - wy[i]);
        double z = ez[i] + (wz[i + 1] - wz[i]);
        double l = sqrt((x * x + y * y) + z * z);
        double inv = 1.0 / l;
        length[i] = l;
        inverse[i] = inv;
        tx[i] = x * inv;
        ty[i] = y * inv;
        tz[i] = z * inv;
    }
}

// tangents -> turning at each inner vertex
static void vertices(struct sut_rod *r) {
    const int last = r->body.n - 1;
    const double *restrict tx = r->work.tangent.x, *restrict ty = r->work.tangent.y;
    const double *restrict tz = r->work.tangent.z;
    double *restrict kx = r->work.binormal.x, *restrict ky = r->work.binormal.y,
                     *restrict kz = r->work.binormal.z;
    double *restrict opening = r->work.opening;
    EACH for (int i = 1; i < last; i++) {
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
    const int last = r->body.n - 1;
    const double *restrict tx = r->work.tangent.x, *restrict ty = r->work.tangent.y;
    const double *restrict tz = r->work.tangent.z;
    const double *restrict ux = r->work.frame.x, *restrict uy = r->work.frame.y,
                           *restrict uz = r->work.frame.z;
    const double *restrict kx = r->work.binormal.x, *restrict ky = r->work.binormal.y;
    const double *restrict kz = r->work.binormal.z;
    double *restrict z0 = r->work.z[0], *restrict z1 = r->work.z[1];
    EACH for (int i = 1; i < last; i++) {
        double vx = ty[i] * uz[i] - tz[i] * uy[i];
        double vy = tz[i] * ux[i] - tx[i] * uz[i];
        double vz = tx[i] * uy[i] - ty[i] * ux[i];
        z0[i] = (kx[i] * ux[i] + ky[i] * uy[i]) + kz[i] * uz[i];
        z1[i] = (kx[i] * vx + ky[i] * vy) + kz[i] * vz;
    }
}

// What the damping of bending measures against in this substep, from the predictor of the
// shape: the magnitude of the last turn along the axis that the turn has now (give 0), so that a
// turn that merely swings is not damped; or the last turn itself where it is about to go over to
// the other side (give 1); in between where the axis swings by 60 to 90 degrees.
// docs/theory/damping.md
static void memory(struct sut_rod *r) {
    const int last = r->body.n - 1;
    const double *restrict kx = r->work.binormal.x, *restrict ky = r->work.binormal.y;
    const double *restrict kz = r->work.binormal.z;
    const double *restrict ox = r->state.bent.x, *restrict oy = r->state.bent.y,
                           *restrict oz = r->state.bent.z;
    double *restrict nx = r->work.axis.x, *restrict ny = r->work.axis.y,
                     *restrict nz = r->work.axis.z;
    double *restrict give = r->work.give, *restrict size = r->work.size;
    EACH for (int i = 1; i < last; i++) {
        double x = kx[i], y = ky[i], z = kz[i];
        double now = sqrt((x * x + y * y) + z * z);
        double old = sqrt((ox[i] * ox[i] + oy[i] * oy[i]) + oz[i] * oz[i]);
        double inv = 1.0 / (now * old + 1e-300); // no old turn: no axis, and give is 1
        double g = 1.0 - 2.0 * (((x * ox[i] + y * oy[i]) + z * oz[i]) * inv);
        g = g > 0.0 ? g : 0.0;
        double unit = old * inv;
        give[i] = g < 1.0 ? g : 1.0;
        size[i] = old;
        nx[i] = x * unit;
        ny[i] = y * unit;
        nz[i] = z * unit;
    }
}

static void moments(struct sut_rod *r) {
    const int last = r->body.n - 1;
    const double viscous = r->work.viscous_bend;
    const double *restrict kx = r->work.binormal.x, *restrict ky = r->work.binormal.y;
    const double *restrict kz = r->work.binormal.z;
    const double *restrict ox = r->state.bent.x, *restrict oy = r->state.bent.y,
                           *restrict oz = r->state.bent.z;
    const double *restrict nx = r->work.axis.x, *restrict ny = r->work.axis.y,
                           *restrict nz = r->work.axis.z;
    const double *restrict bend = r->work.bend, *restrict give = r->work.give,
                           *restrict size = r->work.size;
    double *restrict mx = r->work.moment.x, *restrict my = r->work.moment.y,
                     *restrict mz = r->work.moment.z;
    EACH for (int i = 1; i < last; i++) {
        double x = kx[i], y = ky[i], z = kz[i];
        double v = bend[i] * viscous;
        double g = v * give[i];
        double along = ((x * nx[i] + y * ny[i]) + z * nz[i]) - size[i];
        double f = (v - g) * along;
        mx[i] = (bend[i] * x + g * (x - ox[i])) + f * nx[i];
        my[i] = (bend[i] * y + g * (y - oy[i])) + f * ny[i];
        mz[i] = (bend[i] * z + g * (z - oz[i])) + f * nz[i];
    }
}

static void plain_moments(struct sut_rod *r) {
    const int last = r->body.n - 1;
    const double *restrict kx = r->work.binormal.x, *restrict ky = r->work.binormal.y;
    const double *restrict kz = r->work.binormal.z;
    const double *restrict bend = r->work.bend;
    double *restrict mx = r->work.moment.x, *restrict my = r->work.moment.y,
                     *restrict mz = r->work.moment.z;
    EACH for (int i = 1; i < last; i++) {
        mx[i] = bend[i] * kx[i];
        my[i] = bend[i] * ky[i];
        mz[i] = bend[i] * kz[i];
    }
}

static void moments_any(struct sut_rod *r) {
    if (r->work.viscous_bend > 0.0) {
        moments(r);
    } else {
        plain_moments(r);
    }
}

static void pulls(struct sut_rod *r) {
    const int count = r->body.n - 1;
    const double ea = r->def.EA;
    const double *restrict length = r->work.length, *restrict rest = r->def.rest;
    const double *restrict per_rest = r->def.per_rest;
    double *restrict pull = r->work.pull;
    EACH for (int i = 0; i < count; i++) {
        pull[i] = ea * ((length[i] - rest[i]) * per_rest[i]);
    }
    const double viscous = r->work.viscous_stretch;
    if (viscous > 0.0) {
        const double *restrict ex = r->state.edge.x, *restrict ey = r->state.edge.y,
                               *restrict ez = r->state.edge.z;
        EACH for (int i = 0; i < count; i++) {
            double before = sqrt((ex[i] * ex[i] + ey[i] * ey[i]) + ez[i] * ez[i]);
            pull[i] += viscous * ea * ((length[i] - before) * per_rest[i]);
        }
    }
}

// what a view shows of the accepted shape
static void tension(struct sut_rod *r) {
    const int count = r->body.n - 1;
    const double ea = r->def.EA;
    const double *restrict length = r->work.length, *restrict rest = r->def.rest;
    const double *restrict per_rest = r->def.per_rest;
    double *restrict out = r->work.tension;
    EACH for (int i = 0; i < count; i++) {
        out[i] = ea * ((length[i] - rest[i]) * per_rest[i]);
    }
}

// Derivative of all energies by the edge: stretch along the tangent; bending and twisting across.
// A joint with tangents t and s, opening o, binormal k and moment m gives its two edges
//   before: (-(k.m) o (t + s) + 2 o s x m + M k / 2) / length
//   after:  (-(k.m) o (t + s) - 2 o t x m + M k / 2) / length
static void forces(struct sut_rod *r) {
    pulls(r);
    const int count = r->body.n - 1;
    const double *restrict tx = r->work.tangent.x, *restrict ty = r->work.tangent.y;
    const double *restrict tz = r->work.tangent.z;
    const double *restrict kx = r->work.binormal.x, *restrict ky = r->work.binormal.y;
    const double *restrict kz = r->work.binormal.z;
    const double *restrict mx = r->work.moment.x, *restrict my = r->work.moment.y,
                           *restrict mz = r->work.moment.z;
    const double *restrict opening = r->work.opening, *restrict torque = r->work.torque;
    const double *restrict pull = r->work.pull, *restrict inverse = r->work.inverse;
    double *restrict px = r->work.force.x, *restrict py = r->work.force.y,
                     *restrict pz = r->work.force.z;
    px[0] = pull[0] * tx[0];
    py[0] = pull[0] * ty[0];
    pz[0] = pull[0] * tz[0];
    // what the joint at the start of the edge gives it
    EACH for (int i = 1; i < count; i++) {
        double o = opening[i];
        double w = o * ((kx[i] * mx[i] + ky[i] * my[i]) + kz[i] * mz[i]);
        double f = 2.0 * o, h = 0.5 * torque[i];
        double ax = tx[i - 1], ay = ty[i - 1], az = tz[i - 1];
        double qx = h * kx[i] - w * (ax + tx[i]) - f * (ay * mz[i] - az * my[i]);
        double qy = h * ky[i] - w * (ay + ty[i]) - f * (az * mx[i] - ax * mz[i]);
        double qz = h * kz[i] - w * (az + tz[i]) - f * (ax * my[i] - ay * mx[i]);
        px[i] = pull[i] * tx[i] + inverse[i] * qx;
        py[i] = pull[i] * ty[i] + inverse[i] * qy;
        pz[i] = pull[i] * tz[i] + inverse[i] * qz;
    }
    // and the joint at its end
    EACH for (int i = 0; i < count - 1; i++) {
        int j = i + 1;
        double o = opening[j];
        double w = o * ((kx[j] * mx[j] + ky[j] * my[j]) + kz[j] * mz[j]);
        double f = 2.0 * o, h = 0.5 * torque[j];
        double bx = tx[j], by = ty[j], bz = tz[j];
        double qx = h * kx[j] - w * (tx[i] + bx) + f * (by * mz[j] - bz * my[j]);
        double qy = h * ky[j] - w * (ty[i] + by) + f * (bz * mx[j] - bx * mz[j]);
        double qz = h * kz[j] - w * (tz[i] + bz) + f * (bx * my[j] - by * mx[j]);
        px[i] += inverse[i] * qx;
        py[i] += inverse[i] * qy;
        pz[i] += inverse[i] * qz;
    }
}

// residual = inertia (w - dt v) - force difference - weight
static void residual(struct sut_rod *r) {
    const int n = r->body.n;
    const double coast = r->work.coast;
    const double gx = r->work.gravity.x, gy = r->work.gravity.y, gz = r->work.gravity.z;
    const double *restrict px = r->work.force.x, *restrict py = r->work.force.y,
                           *restrict pz = r->work.force.z;
    const double *restrict wx = r->body.move.x, *restrict wy = r->body.move.y,
                           *restrict wz = r->body.move.z;
    const sut_vec3 *restrict v = r->state.velocity;
    const double *restrict inertia = r->work.inertia, *restrict mass = r->def.mass;
    double *restrict out = r->work.residual;
    EACH for (int i = 1; i < n - 1; i++) {
        double a = inertia[i], m = mass[i];
        out[3 * i] = a * (wx[i] - coast * v[i].x) - (px[i] - px[i - 1]) - m * gx;
        out[3 * i + 1] = a * (wy[i] - coast * v[i].y) - (py[i] - py[i - 1]) - m * gy;
        out[3 * i + 2] = a * (wz[i] - coast * v[i].z) - (pz[i] - pz[i - 1]) - m * gz;
    }
    const int ends[2] = {0, n - 1};
    for (int k = 0; k < 2; k++) {
        const int i = ends[k];
        const int e = k == 0 ? 0 : n - 2;
        const double sign = k == 0 ? -1.0 : 1.0;
        double a = inertia[i], m = mass[i];
        out[3 * i] = a * (wx[i] - coast * v[i].x) + sign * px[e] - m * gx;
        out[3 * i + 1] = a * (wy[i] - coast * v[i].y) + sign * py[e] - m * gy;
        out[3 * i + 2] = a * (wz[i] - coast * v[i].z) + sign * pz[e] - m * gz;
    }
    // the share of the old forces that a step with implicitness below one keeps
    const double *restrict old = r->work.start_force;
    for (int i = 0; r->work.lambda < 1.0 && i < 3 * n; i++) {
        out[i] -= old[i];
    }
}

//---- assembly ------------------------------------------------------------------------------------
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

// Stiffness of a joint: `whole` in all directions, `plane` more in the plane of the turn, where
// the viscous part acts alone when the turn keeps its magnitude.
typedef struct joint_stiffness {
    double whole[ROOM], plane[ROOM];  // entry k belongs to vertex first + k - 1
    double x[ROOM], y[ROOM], z[ROOM]; // axis of the turn
} joint_stiffness;

static void joint_stiffnesses(const struct sut_rod *r, joint_stiffness *s, int first, int from,
                              int to) {
    const double viscous = r->work.exact ? 0.0 : r->work.viscous_bend;
    const double elastic = r->work.exact ? 0.0 : 1.0;
    const int shift = first - 1;
    EACH for (int k = from; k < to; k++) {
        int i = shift + k;
        double o = r->work.opening[i];
        double b = 4.0 * r->work.bend[i] * (o * o);
        s->whole[k] = b * (elastic + viscous * r->work.give[i]);
        s->plane[k] = b * viscous * (1.0 - r->work.give[i]);
        s->x[k] = r->work.axis.x[i];
        s->y[k] = r->work.axis.y[i];
        s->z[k] = r->work.axis.z[i];
    }
}

static void edge_stiffness(const struct sut_rod *r, stiffness *s, const joint_stiffness *j,
                           int first, int from, int to) {
    const double ea = r->def.EA * (1.0 + r->work.viscous_stretch);
    const double least = r->work.safe ? 0.0 : -HUGE_VAL; // a pushed edge could make it indefinite
    // the predictor goes straight on where edges turn, which stretches them: the tension that
    // stiffens the thread across is then better taken from the state
    const bool guess = r->work.progress.linearisations == 0 && !r->work.exact;
    // and a correction that turns edges stretches them to second order, which the next one takes
    // back: the axial force that it was to lead to is nearer to that of the solution
    const double *restrict pull = guess                 ? r->work.tension
                                  : r->work.mixed_known ? r->work.mixed
                                                        : r->work.pull;
    const int shift = first - 1;
    EACH for (int k = from; k < to; k++) {
        int i = shift + k;
        double inv = r->work.inverse[i], inv2 = inv * inv;
        double geometric = pull[i] * inv;
        geometric = geometric > least ? geometric : least;
        double across = geometric + (j->whole[k] + j->whole[k + 1]) * inv2;
        double f = ea * r->def.per_rest[i] - across;
        double x = r->work.tangent.x[i], y = r->work.tangent.y[i], z = r->work.tangent.z[i];
        // directions in which the turns at both ends of the edge open
        double ax = j->y[k] * z - j->z[k] * y, ay = j->z[k] * x - j->x[k] * z;
        double az = j->x[k] * y - j->y[k] * x;
        double bx = j->y[k + 1] * z - j->z[k + 1] * y, by = j->z[k + 1] * x - j->x[k + 1] * z;
        double bz = j->x[k + 1] * y - j->y[k + 1] * x;
        double a = j->plane[k] * inv2, b = j->plane[k + 1] * inv2;
        double fx = f * x, fy = f * y, aax = a * ax, aay = a * ay, bbx = b * bx, bby = b * by;
        s->e[0][k] = (across + fx * x) + (aax * ax + bbx * bx);
        s->e[1][k] = fx * y + (aax * ay + bbx * by);
        s->e[2][k] = fx * z + (aax * az + bbx * bz);
        s->e[3][k] = (across + fy * y) + (aay * ay + bby * by);
        s->e[4][k] = fy * z + (aay * az + bby * bz);
        s->e[5][k] = (across + f * z * z) + (a * az * az + b * bz * bz);
    }
}

// N = K / (l l') (1 - o (t + t')(t + t')^T + t t'^T): parallel transport between the two edges,
// and K' / (l l') of the directions in which the turn opens
static void turn_stiffness(const struct sut_rod *r, stiffness *s, const joint_stiffness *j,
                           int first, int from, int to) {
    const double *restrict tx = r->work.tangent.x, *restrict ty = r->work.tangent.y;
    const double *restrict tz = r->work.tangent.z;
    EACH for (int k = from; k < to; k++) {
        int i = first + k;
        double o = r->work.opening[i];
        double inv = r->work.inverse[i - 1] * r->work.inverse[i];
        double f = j->whole[k + 1] * inv, g = j->plane[k + 1] * inv;
        double nx = j->x[k + 1], ny = j->y[k + 1], nz = j->z[k + 1];
        double ax = tx[i - 1], ay = ty[i - 1], az = tz[i - 1];
        double bx = tx[i], by = ty[i], bz = tz[i];
        double x = ax + bx, y = ay + by, z = az + bz;
        double ox = o * x, oy = o * y, oz = o * z;
        double ux = g * (ny * az - nz * ay), uy = g * (nz * ax - nx * az);
        double uz = g * (nx * ay - ny * ax);
        double vx = ny * bz - nz * by, vy = nz * bx - nx * bz, vz = nx * by - ny * bx;
        s->n[0][k] = f * ((1.0 - ox * x) + ax * bx) + ux * vx;
        s->n[1][k] = f * (ax * by - ox * y) + ux * vy;
        s->n[2][k] = f * (ax * bz - ox * z) + ux * vz;
        s->n[3][k] = f * (ay * bx - ox * y) + uy * vx;
        s->n[4][k] = f * ((1.0 - oy * y) + ay * by) + uy * vy;
        s->n[5][k] = f * (ay * bz - oy * z) + uy * vz;
        s->n[6][k] = f * (az * bx - ox * z) + uz * vx;
        s->n[7][k] = f * (az * by - oy * z) + uz * vy;
        s->n[8][k] = f * ((1.0 - oz * z) + az * bz) + uz * vz;
    }
}

// What the twisting moment M adds: M times the second derivative of the turn between the frames of
// two edges (rod_exact.c has the formulas). It can make the matrix indefinite.
static void twist_edges(const struct sut_rod *r, stiffness *s, int first, int from, int to) {
    const double *restrict kx = r->work.binormal.x, *restrict ky = r->work.binormal.y;
    const double *restrict kz = r->work.binormal.z;
    const double *restrict tx = r->work.tangent.x, *restrict ty = r->work.tangent.y;
    const double *restrict tz = r->work.tangent.z;
    const double *restrict opening = r->work.opening, *restrict torque = r->work.torque;
    const int shift = first - 1;
    // the joint at the start of the edge; the first edge has none
    EACH for (int k = from > 2 - first ? from : 2 - first; k < to; k++) {
        int i = shift + k;
        double inv = r->work.inverse[i], o = opening[i];
        double f = -0.25 * (inv * inv) * torque[i];
        double ax = tx[i] + o * (tx[i - 1] + tx[i]), ay = ty[i] + o * (ty[i - 1] + ty[i]);
        double az = tz[i] + o * (tz[i - 1] + tz[i]);
        double ux = f * kx[i], uy = f * ky[i], uz = f * kz[i];
        s->e[0][k] += 2.0 * (ux * ax);
        s->e[1][k] += ux * ay + uy * ax;
        s->e[2][k] += ux * az + uz * ax;
        s->e[3][k] += 2.0 * (uy * ay);
        s->e[4][k] += uy * az + uz * ay;
        s->e[5][k] += 2.0 * (uz * az);
    }
    // the joint at its end; there is no torque at the last vertex
    EACH for (int k = from; k < to; k++) {
        int i = shift + k;
        double inv = r->work.inverse[i], o = opening[i + 1];
        double f = -0.25 * (inv * inv) * torque[i + 1];
        double ax = tx[i] + o * (tx[i] + tx[i + 1]), ay = ty[i] + o * (ty[i] + ty[i + 1]);
        double az = tz[i] + o * (tz[i] + tz[i + 1]);
        double ux = f * kx[i + 1], uy = f * ky[i + 1], uz = f * kz[i + 1];
        s->e[0][k] += 2.0 * (ux * ax);
        s->e[1][k] += ux * ay + uy * ax;
        s->e[2][k] += ux * az + uz * ax;
        s->e[3][k] += 2.0 * (uy * ay);
        s->e[4][k] += uy * az + uz * ay;
        s->e[5][k] += 2.0 * (uz * az);
    }
}

static void twist_turns(const struct sut_rod *r, stiffness *s, int first, int from, int to) {
    const double *restrict tx = r->work.tangent.x, *restrict ty = r->work.tangent.y;
    const double *restrict tz = r->work.tangent.z;
    EACH for (int k = from; k < to; k++) {
        int i = first + k;
        double o = r->work.opening[i];
        double f = -0.5 * r->work.torque[i] * (r->work.inverse[i - 1] * r->work.inverse[i]);
        double c = 2.0 * o * f;
        double ax = c * tx[i - 1], ay = c * ty[i - 1], az = c * tz[i - 1];
        double mx = o * (tx[i - 1] + tx[i]), my = o * (ty[i - 1] + ty[i]);
        double mz = o * (tz[i - 1] + tz[i]);
        double kx = f * r->work.binormal.x[i], ky = f * r->work.binormal.y[i],
               kz = f * r->work.binormal.z[i];
        s->n[0][k] -= kx * mx;
        s->n[1][k] -= az + kx * my;
        s->n[2][k] += ay - kx * mz;
        s->n[3][k] += az - ky * mx;
        s->n[4][k] -= ky * my;
        s->n[5][k] -= ax + ky * mz;
        s->n[6][k] -= ay + kz * mx;
        s->n[7][k] += ax - kz * my;
        s->n[8][k] -= kz * mz;
    }
}

// Sums of the terms that meet at a vertex, then the rows of the band.
static void store_blocks(const struct sut_rod *r, const stiffness *s, int first, int count) {
    static const int row[6] = {0, 0, 0, 1, 1, 2}, col[6] = {0, 1, 2, 1, 2, 2};
    static const int full[9] = {0, 1, 2, 1, 3, 4, 2, 4, 5};
    double sum[6][CHUNK], one[9][CHUNK];
    for (int j = 0; j < 6; j++) {
        const double *restrict e = s->e[j];
        const double *restrict p = s->n[3 * row[j] + col[j]], *restrict q =
                                                                  s->n[3 * col[j] + row[j]];
        EACH for (int k = 0; k < count; k++) {
            sum[j][k] = (e[k] + e[k + 1]) + (p[k] + q[k]);
        }
    }
    for (int j = 0; j < 9; j++) {
        const double *restrict e = s->e[full[j]];
        const double *restrict m = s->n[j];
        EACH for (int k = 0; k < count; k++) {
            one[j][k] = -e[k + 1] - (m[k] + m[k + 1]);
        }
    }
    double *restrict block = r->work.band.block + (size_t)first * SUT_BAND_BLOCK;
    for (int k = 0; k < count; k++, block += SUT_BAND_BLOCK) {
        double a = r->work.inertia[first + k];
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

static void clear_joint(joint_stiffness *j, int k) {
    j->whole[k] = j->plane[k] = 0.0;
    j->x[k] = j->y[k] = j->z[k] = 0.0;
}

static void assemble(struct sut_rod *r, int from, int to) {
    const int n = r->body.n;
    stiffness s;
    joint_stiffness j;
    memset(&j, 0, sizeof j); // before the first joint there is none
    for (int first = from; first < to; first += CHUNK) {
        const int count = first + CHUNK < to ? CHUNK : to - first;
        const bool starts = first == 0;
        const bool ends = first + count == n;
        // joints first-1 .. first+count, edges first-1 .. first+count-1; the ends have no joint
        const int last = first + count + 1 < n ? count + 1 : n - 1 - first;
        joint_stiffnesses(r, &j, first, starts ? 2 : 0, last + 1);
        for (int k = last + 1; k <= count + 1; k++) {
            clear_joint(&j, k);
        }
        edge_stiffness(r, &s, &j, first, starts ? 1 : 0, ends ? count : count + 1);
        turn_stiffness(r, &s, &j, first, starts ? 1 : 0, last);
        if (r->work.torqued && !r->work.safe && !r->work.exact) {
            twist_edges(r, &s, first, starts ? 1 : 0, ends ? count : count + 1);
            twist_turns(r, &s, first, starts ? 1 : 0, last);
        }
        // beyond the ends there is neither an edge nor a turn
        if (starts) {
            clear_edge(&s, 0);
            clear_turn(&s, 0);
        }
        if (ends) {
            clear_edge(&s, count);
        }
        for (int k = last; k <= count; k++) {
            clear_turn(&s, k);
        }
        store_blocks(r, &s, first, count);
    }
}

const sut_rod_kernel KERNEL_TABLE = {KERNEL_NAME, edges,       vertices,    curvature,
                                     memory,      moments_any, forces,      residual,
                                     assemble,    tension,     KERNEL_EXACT};
