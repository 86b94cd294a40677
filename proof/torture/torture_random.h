// SPDX-License-Identifier: MIT
// torture_random.h -- the same random numbers everywhere.
#ifndef SUT_TORTURE_RANDOM_H
#define SUT_TORTURE_RANDOM_H

#include "math/vec3.h"

#include <math.h>
#include <stdint.h>

typedef struct torture_random {
    uint64_t state;
} torture_random;

// a counter, scrambled: neighbouring seeds have nothing in common
static inline uint64_t torture_bits(torture_random *r) {
    uint64_t z = (r->state += 0x9e3779b97f4a7c15u);
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
    z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
    return z ^ (z >> 31);
}

// in [0, 1)
static inline double torture_share(torture_random *r) {
    return (double)(torture_bits(r) >> 11) * 0x1p-53;
}

static inline double torture_between(torture_random *r, double low, double high) {
    return low + (high - low) * torture_share(r);
}

// every power of ten is as likely as any other
static inline double torture_scale(torture_random *r, double low, double high) {
    return low * exp(log(high / low) * torture_share(r));
}

static inline bool torture_chance(torture_random *r, double probability) {
    return torture_share(r) < probability;
}

// 0 .. count - 1
static inline int torture_pick(torture_random *r, int count) {
    return (int)(torture_bits(r) % (uint64_t)count);
}

static inline sut_vec3 torture_in_ball(torture_random *r, double radius) {
    for (;;) {
        sut_vec3 p = v3(torture_between(r, -1.0, 1.0), torture_between(r, -1.0, 1.0),
                        torture_between(r, -1.0, 1.0));
        if (v3_norm2(p) <= 1.0) {
            return v3_scale(p, radius);
        }
    }
}

static inline sut_vec3 torture_direction(torture_random *r) {
    for (;;) {
        sut_vec3 p = torture_in_ball(r, 1.0);
        double size = v3_norm(p);
        if (size > 0.1) {
            return v3_scale(p, 1.0 / size);
        }
    }
}

#endif
