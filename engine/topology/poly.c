// SPDX-License-Identifier: MIT
#include "topology/invariants.h"

#include <string.h>

bool sut_poly_equal(const sut_poly *a, const sut_poly *b) {
    return a->count == b->count && (a->count == 0 || a->low == b->low) &&
           (a->count == 0 || memcmp(a->c, b->c, (size_t)a->count * sizeof *a->c) == 0);
}

int64_t sut_poly_at(const sut_poly *a, int x) {
    int64_t sum = 0;
    for (int i = 0; i < a->count; i++) {
        bool odd = ((a->low + i) & 1) != 0;
        sum += x < 0 && odd ? -a->c[i] : a->c[i];
    }
    return sum;
}

static bool make(sut_poly *p, int low, int count, sut_pool *pool) {
    p->low = low;
    p->count = count;
    p->c = sut_pool_take(pool, (size_t)count + 1, sizeof *p->c);
    return p->c != NULL;
}

bool sut_poly_copy(sut_poly *to, const sut_poly *from, bool mirrored, sut_pool *pool) {
    int low = mirrored ? -(from->low + from->count - 1) : from->low;
    if (!make(to, low, from->count, pool)) {
        return false;
    }
    for (int i = 0; i < from->count; i++) {
        to->c[i] = from->c[mirrored ? from->count - 1 - i : i];
    }
    return true;
}

bool sut_poly_times(sut_poly *to, const sut_poly *a, const sut_poly *b, sut_pool *pool) {
    int count = a->count > 0 && b->count > 0 ? a->count + b->count - 1 : 0;
    if (!make(to, a->low + b->low, count, pool)) {
        return false;
    }
    memset(to->c, 0, (size_t)count * sizeof *to->c);
    for (int i = 0; i < a->count; i++) {
        for (int j = 0; j < b->count; j++) {
            to->c[i + j] += a->c[i] * b->c[j];
        }
    }
    return true;
}

// Long division from the lowest power; what is left over means that it does not divide.
bool sut_poly_divide(sut_poly *to, const sut_poly *a, const sut_poly *b, sut_pool *pool) {
    int count = a->count - b->count + 1;
    if (b->count == 0 || count < 1) {
        return make(to, 0, 0, pool);
    }
    sut_poly rest;
    if (!make(to, a->low - b->low, count, pool) || !sut_poly_copy(&rest, a, false, pool)) {
        return false;
    }
    for (int i = 0; i < count; i++) {
        if (rest.c[i] % b->c[0] != 0) {
            to->count = 0;
            return true;
        }
        to->c[i] = rest.c[i] / b->c[0];
        for (int j = 0; j < b->count; j++) {
            rest.c[i + j] -= to->c[i] * b->c[j];
        }
    }
    for (int i = 0; i < a->count; i++) {
        if (rest.c[i] != 0) {
            to->count = 0;
            break;
        }
    }
    return true;
}
