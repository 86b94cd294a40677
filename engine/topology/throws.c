// SPDX-License-Identifier: MIT
#include "topology/throws.h"

#include <stdio.h>
#include <string.h>

// A stretch of the word [low, high) in which every crossing has both of its passages.
typedef struct stretch {
    int low, high;
} stretch;

typedef struct reader {
    const sut_diagram *d;
    const int *word; // passages
    int *pair;       // [length of the word] where the other passage of the crossing is
    int *ring;       // [length of the word] crossings of one throw
    sut_work *work;
} reader;

// the end of the shortest closed stretch that begins at low, at most high
static int closed_end(const reader *r, int low, int high) {
    int reach = low;
    int i = low;
    bool closed = false;
    // a passage whose other one lies before: not closed at all
    for (; i < high && !closed && r->pair[i] >= low; i++) {
        reach = r->pair[i] > reach ? r->pair[i] : reach;
        closed = reach == i;
    }
    sut_work_count(r->work, 2 * (i - low + 1));
    return closed ? i : high + 1;
}

// The longest closed stretch properly inside; low == high when there is none.
static stretch find_inner(const reader *r, stretch s) {
    stretch best = {s.low, s.low};
    for (int low = s.low + 1; low < s.high && !sut_work_is_spent(r->work); low++) {
        // several closed stretches in a row make one
        int end = low;
        for (;;) {
            int next = closed_end(r, end, s.high - 1);
            if (end >= s.high - 1 || next > s.high - 1) {
                break;
            }
            end = next;
        }
        if (end - low > best.high - best.low) {
            best = (stretch){low, end};
        }
    }
    return best;
}

// The crossings of s outside of `inner`, as one throw: odd number, at least 3, of one sign, met
// twice in the same order, on alternating levels. Returns its half turns with their sign, or 0.
static int read_ring(const reader *r, stretch s, stretch inner, bool *in_the_middle) {
    int n = 0;
    for (int i = s.low; i < s.high; i++) {
        if (i < inner.low || i >= inner.high) {
            r->ring[n++] = r->word[i];
        }
    }
    int m = n / 2;
    if (m < 3 || m % 2 == 0 || n % 2 != 0) {
        return 0;
    }
    int sign = r->d->sign[r->ring[0] >> 1];
    for (int i = 0; i < m; i++) {
        bool alternates = i == 0 || ((r->ring[i] ^ r->ring[i - 1]) & 1) != 0;
        if (r->ring[i] != (r->ring[i + m] ^ 1) || r->d->sign[r->ring[i] >> 1] != sign ||
            !alternates) {
            return 0;
        }
    }
    *in_the_middle = inner.low == inner.high || inner.low - s.low == m;
    return sign * m;
}

// nested throws of a stretch, from the outermost; false when something else is in the way
static bool read_nest(const reader *r, stretch s, sut_throws *out) {
    int turns[SUT_THROWS_LIMIT];
    int count = 0;
    out->score = 2;
    while (s.low < s.high) {
        stretch inner = find_inner(r, s);
        bool in_the_middle = false;
        int half_turns = count < SUT_THROWS_LIMIT ? read_ring(r, s, inner, &in_the_middle) : 0;
        if (half_turns == 0) {
            out->score = 0;
            return false;
        }
        out->score = in_the_middle ? out->score : 1;
        turns[count++] = half_turns;
        s = inner;
    }
    out->count = count;
    for (int i = 0; i < count; i++) {
        out->half_turns[i] = turns[count - 1 - i];
    }
    return count > 0;
}

// a stretch that is one throw alone, as a factor
static bool as_factor(const sut_throws *t, sut_knot_factor *f) {
    for (int i = 0; i < SUT_KNOT_TABLE_SIZE; i++) {
        for (int mirrored = 0; mirrored < 2; mirrored++) {
            *f = (sut_knot_factor){i, mirrored != 0};
            if (t->count == 1 && sut_knot_half_turns(*f) == t->half_turns[0]) {
                return true;
            }
        }
    }
    return false;
}

// Stretches side by side: the longest nest is the knot, single throws beside it are apart.
static void read_word(const reader *r, int length, sut_throws *out) {
    sut_throws best = {0};
    for (int low = 0; low < length;) {
        int end = closed_end(r, low, length);
        sut_throws t = {0};
        if (end > length || !read_nest(r, (stretch){low, end}, &t)) {
            return; // something that is no throw
        }
        low = end;
        bool better = t.count > best.count;
        sut_throws *other = better ? &best : &t;
        sut_knot_factor f;
        if (other->count > 0) {
            if (out->apart_count == SUT_KNOT_FACTORS_MAX || !as_factor(other, &f)) {
                return;
            }
            out->apart[out->apart_count++] = f;
        }
        best = better ? t : best;
    }
    out->count = best.count;
    out->score = best.score;
    memcpy(out->half_turns, best.half_turns, sizeof out->half_turns);
    sut_knot_sort(out->apart, out->apart_count);
}

bool sut_throws_read(const sut_diagram *d, sut_pool *pool, sut_throws *out) {
    *out = (sut_throws){0};
    sut_pool_mark mark = sut_pool_here(pool);
    size_t n = 2 * (size_t)d->used + 1;
    int *word = sut_pool_take(pool, n, sizeof *word);
    int *place = sut_pool_take(pool, n, sizeof *place);
    int *pair = sut_pool_take(pool, n, sizeof *pair);
    int *ring = sut_pool_take(pool, n, sizeof *ring);
    bool ok = word != NULL && place != NULL && pair != NULL && ring != NULL;
    if (ok) {
        int length = sut_diagram_word(d, 0, word);
        for (int i = 0; i < length; i++) {
            place[word[i]] = i;
        }
        for (int i = 0; i < length; i++) {
            pair[i] = place[word[i] ^ 1];
        }
        reader r = {d, word, pair, ring, pool->work};
        read_word(&r, length, out);
    }
    sut_pool_release(pool, mark);
    return ok;
}

bool sut_throws_equal(const sut_throws *a, const sut_throws *b) {
    bool same = a->count == b->count && a->apart_count == b->apart_count;
    for (int i = 0; same && i < a->count; i++) {
        same = a->half_turns[i] == b->half_turns[i];
    }
    for (int i = 0; same && i < a->apart_count; i++) {
        same =
            a->apart[i].entry == b->apart[i].entry && a->apart[i].mirrored == b->apart[i].mirrored;
    }
    return same;
}

bool sut_throws_make(const sut_throws *t, const sut_knot_factor *factors, int count) {
    bool taken[SUT_KNOT_FACTORS_MAX] = {false};
    if (t->count + t->apart_count != count) {
        return false;
    }
    for (int i = 0; i < count; i++) {
        int wanted = i < t->count ? t->half_turns[i] : sut_knot_half_turns(t->apart[i - t->count]);
        int k = 0;
        while (k < count && (taken[k] || sut_knot_half_turns(factors[k]) != wanted)) {
            k++;
        }
        if (k == count) {
            return false;
        }
        taken[k] = true;
    }
    return true;
}

//---- words ---------------------------------------------------------------------------------------

static int turns_of(int half_turns) {
    return ((half_turns < 0 ? -half_turns : half_turns) - 1) / 2;
}

static bool alternate(const sut_throws *t, int i) {
    return (t->half_turns[i - 1] > 0) != (t->half_turns[i] > 0);
}

void sut_throws_write(const sut_throws *t, char *text, int size) {
    int at = 0;
    text[0] = '\0';
    for (int i = 0; i < t->count && at < size; i++) {
        const char *join = i == 0 ? "" : alternate(t, i) ? "=" : "x";
        at += snprintf(text + at, (size_t)(size - at), "%s%d", join, turns_of(t->half_turns[i]));
    }
}

void sut_throws_name(const sut_throws *t, char *text, int size) {
    static const char *const single[] = {"overhand", "double overhand", "triple overhand",
                                         "quadruple overhand"};
    int first = t->count > 0 ? turns_of(t->half_turns[0]) : 0;
    int second = t->count > 1 ? turns_of(t->half_turns[1]) : 0;
    const char *name = NULL;
    if (t->count == 0) {
        name = "";
    } else if (t->count == 1 && first <= 4) {
        // an overhand knot beside others is not the name of the whole
        name = t->apart_count == 0 ? single[first - 1] : "";
    } else if (t->count == 2 && first == 1 && second == 1) {
        name = alternate(t, 1) ? "reef" : "granny";
    } else if (t->count == 2 && first == 2 && second == 1 && alternate(t, 1)) {
        name = "surgeon";
    }
    if (name != NULL) {
        snprintf(text, (size_t)size, "%s", name);
    } else {
        sut_throws_write(t, text, size);
    }
}
