// SPDX-License-Identifier: MIT
#include "certificate_fixture.h"

#include <stdlib.h>

double fixture_random(uint64_t *seed) {
    *seed = *seed * 6364136223846793005u + 1442695040888963407u;
    return (double)(*seed >> 11) * 0x1p-53;
}

sut_vec3 fixture_random_vec(uint64_t *seed) {
    double x = 2.0 * fixture_random(seed) - 1.0;
    double y = 2.0 * fixture_random(seed) - 1.0;
    double z = 2.0 * fixture_random(seed) - 1.0;
    return v3(x, y, z);
}

typedef struct moment {
    sut_vec3 u, v, w; // edges, and from the second edge's start to that of the first
} moment;

static moment moment_at(const sut_vec3 p0[2], const sut_vec3 p1[2], const sut_vec3 q0[2],
                        const sut_vec3 q1[2], double t) {
    sut_vec3 pa = v3_lerp(p0[0], p1[0], t);
    sut_vec3 pb = v3_lerp(p0[1], p1[1], t);
    sut_vec3 qa = v3_lerp(q0[0], q1[0], t);
    sut_vec3 qb = v3_lerp(q0[1], q1[1], t);
    return (moment){v3_sub(pb, pa), v3_sub(qb, qa), v3_sub(pa, qa)};
}

// Crossing sign times volume.
static double volume(const moment *m) {
    return v3_dot(v3_cross(m->u, m->v), m->w);
}

// Where along both edges do they meet, at a root? 1 inside, 0 outside, -1 too near to say.
static int meet(const moment *m) {
    sut_vec3 n = v3_cross(m->u, m->v);
    double nn = v3_norm2(n);
    double s = v3_dot(v3_cross(m->v, m->w), n) / nn;
    double r = v3_dot(v3_cross(m->u, m->w), n) / nn;
    const double near = 1e-5; // far above the error of the root
    bool inside = s > 0.0 && s < 1.0 && r > 0.0 && r < 1.0;
    bool limit = fabs(s) < near || fabs(s - 1.0) < near || fabs(r) < near || fabs(r - 1.0) < near;
    return limit ? -1 : (inside ? 1 : 0);
}

bool fixture_cubic_count(const sut_vec3 p0[2], const sut_vec3 p1[2], const sut_vec3 q0[2],
                         const sut_vec3 q1[2], int *count) {
    enum { MOMENTS = 600 };
    *count = 0;
    moment start = moment_at(p0, p1, q0, q1, 0.0);
    double before = volume(&start);
    for (int k = 1; k <= MOMENTS; k++) {
        double low = (k - 1.0) / MOMENTS;
        double high = (double)k / MOMENTS;
        moment m = moment_at(p0, p1, q0, q1, high);
        double after = volume(&m);
        if ((before < 0.0) != (after < 0.0)) {
            for (int i = 0; i < 60; i++) {
                double t = 0.5 * (low + high);
                m = moment_at(p0, p1, q0, q1, t);
                if ((volume(&m) < 0.0) == (before < 0.0)) {
                    low = t;
                } else {
                    high = t;
                }
            }
            int where = meet(&m);
            if (where < 0 || low < 1e-6 || high > 1.0 - 1e-6) {
                return false;
            }
            if (where > 0) {
                *count += after > before ? 1 : -1;
            }
        }
        before = after;
    }
    return true;
}

static double side(sut_vec3 a, sut_vec3 b, sut_vec3 c) {
    return (b.x - a.x) * (c.y - a.y) - (b.y - a.y) * (c.x - a.x);
}

int fixture_linking(const sut_vec3 *a, int n, const sut_vec3 *b, int m) {
    int sum = 0;
    for (int i = 0; i < n; i++) {
        sut_vec3 p = a[i];
        sut_vec3 q = a[(i + 1) % n];
        for (int j = 0; j < m; j++) {
            sut_vec3 r = b[j];
            sut_vec3 s = b[(j + 1) % m];
            bool parted = (side(p, q, r) < 0.0) != (side(p, q, s) < 0.0) &&
                          (side(r, s, p) < 0.0) != (side(r, s, q) < 0.0);
            if (parted) {
                moment x = {v3_sub(q, p), v3_sub(s, r), v3_sub(p, r)};
                sum += volume(&x) > 0.0 ? 1 : -1;
            }
        }
    }
    return sum / 2;
}

void fixture_trefoil(sut_vec3 *x, int n, double size) {
    for (int i = 0; i < n; i++) {
        double t = 2.0 * SUT_PI * i / n;
        double reach = 2.0 + cos(3.0 * t);
        x[i] = v3(size * reach * cos(2.0 * t), size * reach * sin(2.0 * t), size * sin(3.0 * t));
    }
}

void fixture_line(sut_vec3 *x, int n, sut_vec3 from, sut_vec3 to) {
    for (int i = 0; i < n; i++) {
        x[i] = v3_lerp(from, to, i / (n - 1.0));
    }
}

void fixture_ring(sut_vec3 *x, int n, double radius) {
    for (int i = 0; i < n; i++) {
        double t = 2.0 * SUT_PI * i / n;
        x[i] = v3(radius * cos(t), radius * sin(t), 0.0);
    }
}

sut_certificate *fixture_certificate(double size) {
    sut_certificate *c = NULL;
    sut_certificate_create(v3(-size, -size, -size), v3(size, size, size), NULL, &c);
    return c;
}

int fixture_add(sut_certificate *c, const sut_vec3 *x, int n, double radius, bool closed) {
    int number = -1;
    return sut_certificate_add(c, x, n, radius, closed, &number) == SUT_OK ? number : -1;
}

bool fixture_move(sut_certificate *c, int threads, const sut_vec3 *const *from,
                  const sut_vec3 *const *to, const int *n, int parts) {
    sut_vec3 *now[4] = {NULL, NULL, NULL, NULL};
    bool good = true;
    for (int k = 0; k < threads; k++) {
        now[k] = malloc((size_t)n[k] * sizeof(sut_vec3));
        good = good && now[k];
    }
    for (int part = 1; good && part <= parts; part++) {
        for (int k = 0; k < threads; k++) {
            for (int i = 0; i < n[k]; i++) {
                now[k][i] = v3_lerp(from[k][i], to[k][i], (double)part / parts);
            }
        }
        good = sut_certificate_advance(c, (const sut_vec3 *const *)now) == SUT_OK;
    }
    for (int k = 0; k < threads; k++) {
        free(now[k]);
    }
    return good;
}

// triangles in no order that a tree would like
void fixture_sheet(sut_vec3 *x, int (*triangle)[3], double z) {
    for (int j = 0; j <= FIXTURE_SIDE; j++) {
        for (int i = 0; i <= FIXTURE_SIDE; i++) {
            x[i + (FIXTURE_SIDE + 1) * j] =
                v3(2.0 * i / FIXTURE_SIDE - 1.0, 2.0 * j / FIXTURE_SIDE - 1.0, z);
        }
    }
    for (int n = 0; n < FIXTURE_SIDE * FIXTURE_SIDE; n++) {
        int cell = (n * 59) % (FIXTURE_SIDE * FIXTURE_SIDE);
        int a = cell % FIXTURE_SIDE + (FIXTURE_SIDE + 1) * (cell / FIXTURE_SIDE);
        int t[2][3] = {{a, a + 1, a + FIXTURE_SIDE + 2},
                       {a, a + FIXTURE_SIDE + 2, a + FIXTURE_SIDE + 1}};
        for (int k = 0; k < 3; k++) {
            triangle[2 * n][k] = t[0][k];
            triangle[2 * n + 1][k] = t[1][k];
        }
    }
}

void fixture_shift(sut_vec3 *x, int n, sut_vec3 by) {
    for (int i = 0; i < n; i++) {
        x[i] = v3_add(x[i], by);
    }
}
