// SPDX-License-Identifier: MIT
// geom_random.h -- numbers for tests, the same on every machine.
#ifndef SUTURA_TESTS_GEOM_RANDOM_H
#define SUTURA_TESTS_GEOM_RANDOM_H

#include "math/vec3.h"

#include <stdint.h>

typedef struct geom_random {
    uint64_t state;
} geom_random;

static inline uint64_t random_bits(geom_random *g) {
    g->state += 0x9e3779b97f4a7c15u;
    uint64_t z = g->state;
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
    z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
    return z ^ (z >> 31);
}

static inline int random_below(geom_random *g, int n) {
    return (int)(random_bits(g) % (uint64_t)n);
}

static inline double random_in(geom_random *g, double low, double high) {
    return low + (high - low) * ((double)(random_bits(g) >> 11) * 0x1p-53);
}

// 10 to a power between low and high, all orders of magnitude equally likely
static inline double random_size(geom_random *g, double low, double high) {
    return pow(10.0, random_in(g, low, high));
}

static inline sut_vec3 random_point(geom_random *g, double size) {
    double x = random_in(g, -size, size);
    double y = random_in(g, -size, size);
    double z = random_in(g, -size, size);
    return v3(x, y, z);
}

static inline sut_vec3 random_direction(geom_random *g) {
    for (;;) {
        sut_vec3 p = random_point(g, 1.0);
        double n = v3_norm2(p);
        if (n > 1e-4 && n <= 1.0) {
            return v3_normalized(p);
        }
    }
}

#endif
