// SPDX-License-Identifier: MIT
#include "topology/links.h"

#include "topology/invariants.h"

#include <stdio.h>

// Jones polynomials in powers of t^(1/2) divided by t^(3 linking / 2): that quotient does not
// depend on the directions of the two loops. A unit test makes the rows again from braids.
typedef struct link_entry {
    const char *name;
    int low, count;
    int16_t c[16];
} link_entry;

static const link_entry table[] = {
    {"2^2_1", -2, 5, {-1, 0, 0, 0, -1}},
    {"4^2_1", -3, 9, {-1, 0, 0, 0, -1, 0, 1, 0, -1}},
    {"5^2_1", -7, 11, {1, 0, -2, 0, 1, 0, -2, 0, 1, 0, -1}},
    {"6^2_1", -4, 13, {-1, 0, 0, 0, -1, 0, 1, 0, -1, 0, 1, 0, -1}},
};

static bool is_entry(const link_entry *e, const sut_poly *p, bool mirrored) {
    int low = mirrored ? -(p->low + p->count - 1) : p->low;
    bool same = low == e->low && p->count == e->count;
    for (int i = 0; same && i < e->count; i++) {
        same = p->c[mirrored ? e->count - 1 - i : i] == e->c[i];
    }
    return same;
}

// Do the loops come apart, as far as the polynomial can tell? Apart, it is that of both loops times
// -t^(1/2) - t^(-1/2).
static sut_invariant_result is_like_split(const sut_diagram *d, const sut_poly *jones,
                                          sut_pool *pool, bool *like) {
    int64_t circle_c[3] = {-1, 0, -1};
    sut_poly product = {-1, 3, circle_c};
    for (int k = 0; k < 2; k++) {
        sut_diagram own;
        sut_poly p;
        sut_poly before = product;
        if (!sut_diagram_copy(&own, d, k, pool) || !sut_diagram_pass(&own, pool)) {
            return SUT_INVARIANT_MEMORY;
        }
        sut_invariant_result result = sut_jones(&own, pool, &p);
        if (result != SUT_INVARIANT_DONE) {
            return result;
        }
        if (!sut_poly_times(&product, &before, &p, pool)) {
            return SUT_INVARIANT_MEMORY;
        }
    }
    *like = sut_poly_equal(&product, jones);
    return SUT_INVARIANT_DONE;
}

bool sut_link_name(const sut_diagram *d, sut_pool *pool, char *text, int size) {
    int mutual = 0;
    for (int c = 0; c < d->used; c++) {
        mutual += d->sign[c] != 0 && d->loop[2 * c] != d->loop[2 * c + 1];
    }
    text[0] = '\0';
    if (mutual == 0) {
        snprintf(text, (size_t)size, "split");
        return true;
    }
    sut_poly jones;
    int linking = sut_diagram_linking(d, 0, 1);
    bool split = linking == 0;
    sut_invariant_result result = sut_jones(d, pool, &jones);
    sut_poly turned = jones;
    if (result == SUT_INVARIANT_DONE && linking == 0) {
        result = is_like_split(d, &jones, pool, &split);
    }
    if (result == SUT_INVARIANT_MEMORY) {
        return false;
    }
    if (!split) {
        snprintf(text, (size_t)size, "linked");
    }
    if (result == SUT_INVARIANT_DONE) {
        turned.low -= 3 * linking;
        for (size_t i = 0; i < sizeof table / sizeof table[0]; i++) {
            if (is_entry(&table[i], &turned, false) || is_entry(&table[i], &turned, true)) {
                snprintf(text, (size_t)size, "%s", table[i].name);
            }
        }
    }
    return true;
}
