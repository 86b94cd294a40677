// SPDX-License-Identifier: MIT
// Jones polynomial by Kauffman's bracket: every crossing is smoothed in two ways,
//     <X> = A <joined one way> + 1/A <joined the other way>,   a circle counts -A^2 - A^-2.
// Crossings are added one at a time. What has been added so far is cut off from the rest by a front
// of open edges; all smoothings that join the open edges in the same pairs are one state with one
// polynomial in A. The number of states is the number of planar pairings at most.
//
// Coefficients are 64-bit integers that wrap round; only the result has to fit, and does by far.
#include "topology/invariants.h"

#include <stdlib.h>
#include <string.h>

// operations of a state besides its coefficients, and of each coefficient
enum { STATE_WORK = 200, COEFFICIENT_WORK = 3 };

enum {
    WIDTH_MAX = 26,       // open edges
    BYTES_MAX = 32 << 20, // for all states of a front
    KEY_SIZE = 32
};

// Polynomials of one front: exponents first, first + 2, ... so that index i is exponent
// 2 i - offset + parity; only indices low..high may be non-zero.
typedef struct state {
    uint8_t key[KEY_SIZE]; // the partner of each open edge, by position in the front
    int low, high;
    uint64_t *c;
} state;

typedef struct front {
    int width;
    int edges[WIDTH_MAX + 4];
    int count, capacity;
    state *states;
    uint64_t *coefficients;
    int *table; // open addressing, -1: empty
    uint32_t table_mask;
} front;

typedef struct summing {
    const sut_diagram *d;
    int length;   // coefficients per state
    int *partner; // [2 used] of an open edge, while a state is worked on, -1: not open
    int *use;     // [2 used] how often an edge has been met
    bool *done;   // [used]
    sut_work *work;
} summing;

//---- states --------------------------------------------------------------------------------------

static void free_front(front *f) {
    free(f->states);
    free(f->coefficients);
    free(f->table);
    *f = (front){0};
}

static sut_invariant_result make_front(front *f, int capacity, int length) {
    size_t bytes = (size_t)capacity * (sizeof(state) + (size_t)length * sizeof(uint64_t));
    if (bytes > BYTES_MAX) {
        return SUT_INVARIANT_TOO_LARGE;
    }
    uint32_t size = 16;
    while (size < 2 * (uint32_t)capacity) {
        size *= 2;
    }
    f->count = 0;
    f->capacity = capacity;
    f->table_mask = size - 1;
    size_t room = capacity > 0 ? (size_t)capacity : 1; // malloc of nothing may answer null
    f->states = malloc(room * sizeof *f->states);
    f->coefficients = malloc(room * (size_t)length * sizeof *f->coefficients);
    f->table = malloc((size_t)size * sizeof *f->table);
    if (f->states == NULL || f->coefficients == NULL || f->table == NULL) {
        return SUT_INVARIANT_MEMORY;
    }
    memset(f->table, 0xff, (size_t)size * sizeof *f->table);
    return SUT_INVARIANT_DONE;
}

static uint32_t hash_key(const uint8_t *key) {
    uint64_t h = 0;
    for (int i = 0; i < KEY_SIZE; i += 8) {
        uint64_t w;
        memcpy(&w, key + i, 8);
        h = (h ^ w) * 0x9e3779b97f4a7c15u;
        h ^= h >> 29;
    }
    return (uint32_t)(h >> 16);
}

// The state of that key, made with a zero polynomial if it is new; null when all are in use.
static state *find_state(front *f, const uint8_t *key, int length) {
    uint32_t i = hash_key(key) & f->table_mask;
    while (f->table[i] >= 0) {
        state *s = &f->states[f->table[i]];
        if (memcmp(s->key, key, KEY_SIZE) == 0) {
            return s;
        }
        i = (i + 1) & f->table_mask;
    }
    if (f->count == f->capacity) {
        return NULL;
    }
    f->table[i] = f->count;
    state *s = &f->states[f->count];
    memcpy(s->key, key, KEY_SIZE);
    s->low = length;
    s->high = -1;
    s->c = f->coefficients + (size_t)f->count * (size_t)length;
    memset(s->c, 0, (size_t)length * sizeof *s->c);
    f->count++;
    return s;
}

// to += from * A^(2 shift) * (-A^2 - A^-2)^loops
static void add_to(state *to, const state *from, int shift, int loops) {
    static const int weights[3][3] = {{1, 0, 0}, {-1, -1, 0}, {1, 2, 1}};
    for (int k = 0; k <= loops; k++) {
        int move = shift + 2 * k - loops;
        uint64_t weight = (uint64_t)(int64_t)weights[loops][k];
        for (int i = from->low; i <= from->high; i++) {
            to->c[i + move] += weight * from->c[i];
        }
    }
    if (from->low <= from->high) {
        int low = from->low + shift - loops;
        int high = from->high + shift + loops;
        to->low = low < to->low ? low : to->low;
        to->high = high > to->high ? high : to->high;
    }
}

//---- one crossing --------------------------------------------------------------------------------

// Join two edge ends by an arc: an end that is open already passes the arc on to its partner.
// Returns 1 when that closes a circle.
static int join(summing *s, int x, int y) {
    if (x == y) {
        return 1; // both ends of one edge, not met before
    }
    int a = s->partner[x];
    int b = s->partner[y];
    if (a == y) {
        s->partner[x] = -1;
        s->partner[y] = -1;
        return 1;
    }
    int from = a >= 0 ? a : x;
    int to = b >= 0 ? b : y;
    if (a >= 0) {
        s->partner[x] = -1;
    }
    if (b >= 0) {
        s->partner[y] = -1;
    }
    s->partner[from] = to;
    s->partner[to] = from;
    return 0;
}

static void load(summing *s, const front *f, const state *from) {
    for (int i = 0; i < f->width; i++) {
        s->partner[f->edges[i]] = f->edges[from->key[i]];
    }
}

// key of the pairing in `partner` on the front f, which is then cleared
static void store(summing *s, const front *f, const int *place, uint8_t *key) {
    memset(key, 0, KEY_SIZE);
    for (int i = 0; i < f->width; i++) {
        key[i] = (uint8_t)place[s->partner[f->edges[i]]];
    }
    for (int i = 0; i < f->width; i++) {
        s->partner[f->edges[i]] = -1;
    }
}

// Edges of a crossing counter-clockwise from the lower strand coming in. An edge has the name of
// the passage at its beginning.
static void crossing_edges(const sut_diagram *d, int c, int edges[4]) {
    int over = 2 * c;
    int under = 2 * c + 1;
    bool positive = d->sign[c] > 0;
    edges[0] = d->prev[under];
    edges[1] = positive ? over : d->prev[over];
    edges[2] = under;
    edges[3] = positive ? d->prev[over] : over;
}

// the crossing that touches most open edges
static int choose_crossing(const summing *s) {
    int best = -1;
    int best_open = -1;
    for (int c = 0; c < s->d->used; c++) {
        if (s->d->sign[c] == 0 || s->done[c]) {
            continue;
        }
        int edges[4];
        crossing_edges(s->d, c, edges);
        int open = 0;
        for (int k = 0; k < 4; k++) {
            open += s->use[edges[k]] == 1;
        }
        if (open > best_open) {
            best = c;
            best_open = open;
        }
    }
    return best;
}

// the front after crossing c: edges met once
static bool next_edges(summing *s, const front *from, front *to, const int edges[4]) {
    for (int k = 0; k < 4; k++) {
        s->use[edges[k]]++;
    }
    to->width = 0;
    for (int i = 0; i < from->width; i++) {
        if (s->use[from->edges[i]] == 1) {
            to->edges[to->width++] = from->edges[i];
        }
    }
    for (int k = 0; k < 4; k++) {
        bool fresh = s->use[edges[k]] == 1;
        for (int i = 0; i < to->width && fresh; i++) {
            fresh = to->edges[i] != edges[k];
        }
        if (fresh) {
            to->edges[to->width++] = edges[k];
        }
    }
    return to->width <= WIDTH_MAX;
}

// Exponents change by one with every crossing. The index of a coefficient is (exponent - m) / 2 for
// the m-th front plus a constant, so that A means a shift by 0 and 1/A a shift by -1.
static sut_invariant_result add_crossing(summing *s, const front *from, front *to, int *place,
                                         int c) {
    int edges[4];
    crossing_edges(s->d, c, edges);
    if (!next_edges(s, from, to, edges)) {
        return SUT_INVARIANT_TOO_LARGE;
    }
    for (int i = 0; i < to->width; i++) {
        place[to->edges[i]] = i;
    }
    sut_invariant_result made = make_front(to, 2 * from->count, s->length);
    if (made != SUT_INVARIANT_DONE) {
        return made;
    }
    int64_t coefficients = 0;
    for (int i = 0; i < from->count; i++) {
        const state *old = &from->states[i];
        coefficients += old->high - old->low + 1;
        for (int way = 0; way < 2; way++) {
            uint8_t key[KEY_SIZE];
            load(s, from, old);
            int loops = way == 0 ? join(s, edges[0], edges[1]) + join(s, edges[2], edges[3])
                                 : join(s, edges[0], edges[3]) + join(s, edges[1], edges[2]);
            store(s, to, place, key);
            state *sum = find_state(to, key, s->length);
            if (sum == NULL) {
                return SUT_INVARIANT_WRONG;
            }
            add_to(sum, old, way == 0 ? 0 : -1, loops);
        }
    }
    sut_work_count(s->work, COEFFICIENT_WORK * coefficients + (int64_t)STATE_WORK * from->count +
                                s->d->used + (int64_t)to->count * s->length);
    return SUT_INVARIANT_DONE;
}

//---- from the bracket to the polynomial ----------------------------------------------------------

// circle = -A^2 - A^-2; divide a bracket by it (in steps of two exponents per index)
static bool divide_by_circle(uint64_t *c, int count) {
    // c = q (-x^1 - x^-1) with x = A^2: q[i + 1] = -c[i] - q[i - 1]
    uint64_t before = 0;
    uint64_t last = 0;
    for (int i = 0; i < count; i++) {
        uint64_t q = 0 - c[i] - before;
        before = last;
        last = q;
        c[i] = q;
    }
    return before == 0 && last == 0;
}

static sut_invariant_result finish(const state *s, int crossings, int offset, int writhe,
                                   int extra_circles, sut_pool *pool, sut_poly *out) {
    // index i is the exponent 2 (i - offset) + crossings of A
    int count = s->high - s->low + 1 + 2 * extra_circles + 2;
    uint64_t *c = sut_pool_take(pool, (size_t)count, sizeof *c);
    if (c == NULL) {
        return SUT_INVARIANT_MEMORY;
    }
    memset(c, 0, (size_t)count * sizeof *c);
    memcpy(c, s->c + s->low, (size_t)(s->high - s->low + 1) * sizeof *c);
    int exponent = 2 * (s->low - offset) + crossings;
    int used = s->high - s->low + 1;
    for (int k = 0; k < extra_circles; k++) {
        // times -A^2 - A^-2: indices move up by 2 in steps of A^2, the lowest exponent down by 2
        for (int i = used + 1; i >= 0; i--) {
            c[i] = 0 - (i < used ? c[i] : 0) - (i >= 2 ? c[i - 2] : 0);
        }
        used += 2;
        exponent -= 2;
    }
    if (!divide_by_circle(c, used)) {
        return SUT_INVARIANT_WRONG;
    }
    used -= 2;
    exponent += 2;
    // times (-A^3)^-writhe; then t^(1/2) = A^-2
    exponent -= 3 * writhe;
    bool negative = (writhe & 1) != 0;
    int low = 0;
    while (used > low && c[used - 1] == 0) {
        used--;
    }
    while (low < used && c[low] == 0) {
        low++;
    }
    if (used == low || ((exponent + 2 * low) & 1) != 0) {
        return SUT_INVARIANT_WRONG;
    }
    out->count = used - low;
    out->low = -(exponent + 2 * (used - 1)) / 2;
    out->c = sut_pool_take(pool, (size_t)out->count, sizeof *out->c);
    if (out->c == NULL) {
        return SUT_INVARIANT_MEMORY;
    }
    for (int i = 0; i < out->count; i++) {
        uint64_t x = c[used - 1 - i];
        out->c[i] = (int64_t)(negative ? 0 - x : x);
    }
    return SUT_INVARIANT_DONE;
}

static sut_invariant_result sum_states(summing *s, front *f, int *place, int offset) {
    sut_invariant_result result = make_front(f, 1, s->length);
    if (result != SUT_INVARIANT_DONE) {
        return result;
    }
    uint8_t key[KEY_SIZE] = {0};
    state *one = find_state(f, key, s->length);
    one->low = offset;
    one->high = offset;
    one->c[offset] = 1;
    for (int i = 0; i < s->d->crossings && result == SUT_INVARIANT_DONE; i++) {
        if (sut_work_is_spent(s->work) && s->d->crossings > SUT_INVARIANT_SMALL) {
            return SUT_INVARIANT_TOO_LARGE;
        }
        int c = choose_crossing(s);
        front to = {0};
        result = add_crossing(s, f, &to, place, c);
        s->done[c] = true;
        free_front(f);
        *f = to;
    }
    return result;
}

sut_invariant_result sut_jones(const sut_diagram *d, sut_pool *pool, sut_poly *out) {
    size_t used = (size_t)d->used + 1;
    int n = d->crossings;
    summing s = {.d = d, .length = 3 * n + 8, .work = pool->work};
    s.partner = sut_pool_take(pool, 2 * used, sizeof *s.partner);
    s.use = sut_pool_take(pool, 2 * used, sizeof *s.use);
    s.done = sut_pool_take(pool, used, sizeof *s.done);
    int *place = sut_pool_take(pool, 2 * used, sizeof *place);
    if (s.partner == NULL || s.use == NULL || s.done == NULL || place == NULL) {
        return SUT_INVARIANT_MEMORY;
    }
    memset(s.partner, 0xff, 2 * used * sizeof *s.partner);
    memset(s.use, 0, 2 * used * sizeof *s.use);
    memset(s.done, 0, used * sizeof *s.done);
    int writhe = 0;
    for (int c = 0; c < d->used; c++) {
        writhe += d->sign[c];
    }
    int circles = 0; // loops without crossings
    for (int k = 0; k < d->loops; k++) {
        circles += d->first[k] < 0;
    }
    // a state has at most n + 1 circles and n crossings: shifts of at most n + 1 down for circles
    // and n for crossings
    int offset = 2 * n + 3;
    front f = {0};
    sut_invariant_result result = sum_states(&s, &f, place, offset);
    if (result == SUT_INVARIANT_DONE) {
        result = f.count == 1 ? finish(&f.states[0], n, offset, writhe, circles, pool, out)
                              : SUT_INVARIANT_WRONG;
    }
    free_front(&f);
    return result;
}
