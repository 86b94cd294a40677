// SPDX-License-Identifier: MIT
// The point of a wedge that is nearest to another one.
//
// A wedge is what five half spaces have in common. The nearest point lies on none, one, two or
// three of their planes, and is the only one that they push away from: all sets of planes are
// tried.
#include "topology/certificate_flight.h"

enum { PLANES = 5 };

typedef struct half_spaces {
    sut_vec3 out[PLANES]; // unit normals
    double level[PLANES]; // inside: out . x <= level
} half_spaces;

static half_spaces half_spaces_of(const sut_certificate_solid *s) {
    double length = s->half.z;
    double widen = (s->radius_end - s->radius) / length;
    double climb = s->half.x / length;
    double side = 1.0 / sqrt(1.0 + widen * widen);
    double top = 1.0 / sqrt(1.0 + climb * climb);
    return (half_spaces){{v3(top, 0.0, -climb * top), v3(-1.0, 0.0, 0.0), v3(0.0, 0.0, 1.0),
                          v3(0.0, side, -widen * side), v3(0.0, -side, -widen * side)},
                         {0.0, 0.0, length, s->radius * side, s->radius * side}};
}

// Multipliers of the planes in `set` that bring x onto all of them: Gauss elimination of their
// products. False: the planes are not independent, or one of them would have to pull.
static bool multipliers(const half_spaces *h, const int *set, int count, sut_vec3 x, double *out) {
    double m[3][4];
    for (int i = 0; i < count; i++) {
        for (int j = 0; j < count; j++) {
            m[i][j] = v3_dot(h->out[set[i]], h->out[set[j]]);
        }
        m[i][count] = v3_dot(h->out[set[i]], x) - h->level[set[i]];
    }
    for (int k = 0; k < count; k++) {
        if (!(m[k][k] > 1e-12)) { // unit normals: nearly in one plane
            return false;
        }
        for (int i = 0; i < count; i++) {
            double share = i == k ? 0.0 : m[i][k] / m[k][k];
            for (int j = k; j <= count; j++) {
                m[i][j] -= share * m[k][j];
            }
        }
    }
    for (int k = 0; k < count; k++) {
        out[k] = m[k][count] / m[k][k];
        if (out[k] < 0.0) {
            return false;
        }
    }
    return true;
}

static double furthest_out(const half_spaces *h, sut_vec3 x) {
    double most = -HUGE_VAL;
    for (int k = 0; k < PLANES; k++) {
        most = fmax(most, v3_dot(h->out[k], x) - h->level[k]);
    }
    return most;
}

sut_vec3 sut_cert_nearest_on_wedge(const sut_certificate_solid *s, sut_vec3 x) {
    half_spaces h = half_spaces_of(s);
    if (furthest_out(&h, x) <= 0.0) {
        return x;
    }
    sut_vec3 best = x;
    double best_out = HUGE_VAL;
    for (unsigned planes = 1; planes < 1u << PLANES; planes++) {
        int set[PLANES];
        int count = 0;
        for (int k = 0; k < PLANES; k++) {
            if (planes & 1u << k) {
                set[count++] = k;
            }
        }
        double push[3];
        if (count > 3 || !multipliers(&h, set, count, x, push)) {
            continue;
        }
        sut_vec3 y = x;
        for (int k = 0; k < count; k++) {
            y = v3_madd(y, -push[k], h.out[set[k]]);
        }
        // the right set leaves rounding only
        double out = furthest_out(&h, y);
        if (out < best_out) {
            best_out = out;
            best = y;
        }
    }
    return best;
}
