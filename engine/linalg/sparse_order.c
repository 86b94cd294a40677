// SPDX-License-Identifier: MIT
// sparse_order.c -- order of elimination, fill and index lists of the sparse solver.
//
// Minimum degree on the elimination graph itself, kept as one bit row per node: eliminating p ors
// the row of p into those of its neighbours. With a few hundred nodes and fronts of ten that is a
// few words per neighbour, cheaper than anything more refined. Nodes wait in one list per degree;
// among equals the one that came last is taken, which lets the elimination run along a thread.
//
// Cost about nodes * front * nodes / 64 word operations, no memory beyond that of sut_sparse.
#include "linalg/sparse.h"

#include <string.h>

static uint64_t *bits_of(const sut_sparse *s, int node) {
    return s->adjacent + (ptrdiff_t)node * s->words;
}

// By twos, fours and eights at a time: not every machine counts bits by itself.
static int bits_in(uint64_t x) {
    x -= (x >> 1) & UINT64_C(0x5555555555555555);
    x = (x & UINT64_C(0x3333333333333333)) + ((x >> 2) & UINT64_C(0x3333333333333333));
    x = (x + (x >> 4)) & UINT64_C(0x0f0f0f0f0f0f0f0f);
    return (int)((x * UINT64_C(0x0101010101010101)) >> 56);
}

static int degree_of(const sut_sparse *s, int node) {
    const uint64_t *b = bits_of(s, node);
    int count = 0;
    for (int w = 0; w < s->words; w++) {
        count += bits_in(b[w]);
    }
    return count;
}

//---- nodes by degree -----------------------------------------------------------------------------

// `chain` holds head[degree], then next[node] and previous[node]; -1 is none. previous of the first
// in a list is -2 - degree, of a node in no list -1.
typedef struct queue {
    int *head, *next, *previous;
    int least; // no list below is occupied
    int nodes;
} queue;

static queue queue_of(const sut_sparse *s) {
    queue q = {s->chain, s->chain + s->nodes, s->chain + 2 * (ptrdiff_t)s->nodes, s->nodes,
               s->nodes};
    memset(s->chain, 0xff, 3 * (size_t)s->nodes * sizeof *s->chain);
    return q;
}

static void queue_add(queue *q, int node, int degree) {
    int first = q->head[degree];
    q->next[node] = first;
    q->previous[node] = -2 - degree;
    if (first >= 0) {
        q->previous[first] = node;
    }
    q->head[degree] = node;
    q->least = degree < q->least ? degree : q->least;
}

static void queue_remove(queue *q, int node) {
    int next = q->next[node];
    int previous = q->previous[node];
    if (previous >= 0) {
        q->next[previous] = next;
    } else {
        q->head[-2 - previous] = next;
    }
    if (next >= 0) {
        q->previous[next] = previous;
    }
    q->previous[node] = -1;
}

static bool queue_has(const queue *q, int node) {
    return q->previous[node] != -1;
}

// -1: empty
static int queue_first(queue *q) {
    while (q->least < q->nodes && q->head[q->least] < 0) {
        q->least++;
    }
    return q->least < q->nodes ? q->head[q->least] : -1;
}

//---- elimination ---------------------------------------------------------------------------------

// Neighbours of p become neighbours of each other and lose p. The row of p stays: it is row p of U.
static void eliminate(sut_sparse *s, queue *q, int p) {
    const int words = s->words;
    const uint64_t *mine = bits_of(s, p);
    for (int w = 0; w < words; w++) {
        for (uint64_t left = mine[w]; left != 0; left &= left - 1) {
            int node = 64 * w + __builtin_ctzll(left);
            uint64_t *its = bits_of(s, node);
            for (int i = 0; i < words; i++) {
                its[i] |= mine[i];
            }
            its[node / 64] &= ~(UINT64_C(1) << (node % 64));
            its[p / 64] &= ~(UINT64_C(1) << (p % 64));
            if (queue_has(q, node)) {
                queue_remove(q, node);
                queue_add(q, node, degree_of(s, node));
            }
        }
    }
}

// Order all nodes of one phase, the first of them at `step`. Returns the next step, or -1 when
// there is too little room.
static int order_phase(sut_sparse *s, const bool *fixed, bool phase, int step) {
    queue q = queue_of(s);
    // backwards: the lists begin with the lowest
    for (int i = s->nodes - 1; i >= 0; i--) {
        if ((fixed && fixed[i]) == phase) {
            queue_add(&q, i, degree_of(s, i));
        }
    }
    for (int p = queue_first(&q); p >= 0; p = queue_first(&q)) {
        int front = q.least;
        queue_remove(&q, p);
        eliminate(s, &q, p);
        s->order[step] = p;
        s->step[p] = step;
        s->upper_start[step + 1] = s->upper_start[step] + front;
        step++;
        s->block_count += 2 * front;
        s->update_count += (long)front * front;
        s->front_max = front > s->front_max ? front : s->front_max;
        if (s->block_count > s->max_blocks) {
            return -1;
        }
    }
    return step;
}

//---- lists ---------------------------------------------------------------------------------------

// Columns of L and U, both sorted by being filled row by row from the other one.
static void list_columns(sut_sparse *s) {
    const int n = s->nodes;
    int *count = s->place;
    memset(count, 0, (size_t)n * sizeof *count);
    for (int p = 0; p < n; p++) {
        const uint64_t *b = bits_of(s, s->order[p]);
        for (int w = 0; w < s->words; w++) {
            for (uint64_t left = b[w]; left != 0; left &= left - 1) {
                count[s->step[64 * w + __builtin_ctzll(left)]]++;
            }
        }
    }
    s->lower_start[0] = 0;
    for (int j = 0; j < n; j++) {
        s->lower_start[j + 1] = s->lower_start[j] + count[j];
        count[j] = s->lower_start[j];
    }
    for (int p = 0; p < n; p++) {
        const uint64_t *b = bits_of(s, s->order[p]);
        for (int w = 0; w < s->words; w++) {
            for (uint64_t left = b[w]; left != 0; left &= left - 1) {
                s->lower[count[s->step[64 * w + __builtin_ctzll(left)]]++] = p;
            }
        }
    }
    memcpy(count, s->upper_start, (size_t)n * sizeof *count);
    for (int j = 0; j < n; j++) {
        for (int i = s->lower_start[j]; i < s->lower_start[j + 1]; i++) {
            s->upper[count[s->lower[i]]++] = j;
        }
    }
}

// Where each row lies: first all blocks with a fixed row or column, then those among the rest.
static void place_rows(sut_sparse *s) {
    int at = 0;
    for (int j = 0; j < s->nodes; j++) {
        int i = s->lower_start[j];
        while (i < s->lower_start[j + 1] && s->lower[i] < s->fixed_count) {
            i++;
        }
        s->lower_rest[j] = i;
        s->head[j] = at;
        at += i - s->lower_start[j];
        if (j < s->fixed_count) {
            s->diagonal[j] = at;
            at += 1 + (s->upper_start[j + 1] - s->upper_start[j]);
        }
    }
    s->fixed_blocks = at;
    for (int j = s->fixed_count; j < s->nodes; j++) {
        at += s->lower_start[j + 1] - s->lower_rest[j];
        s->diagonal[j] = at;
        at += 1 + (s->upper_start[j + 1] - s->upper_start[j]);
    }
}

bool sut_sparse_analyse(sut_sparse *s, const bool *fixed) {
    s->block_count = 0;
    s->front_max = 0;
    s->update_count = 0;
    s->upper_start[0] = 0;
    int step = order_phase(s, fixed, true, 0);
    s->fixed_count = step;
    if (step >= 0) {
        step = order_phase(s, fixed, false, step);
    }
    if (step < 0) {
        // nothing can be factored until the next begin
        s->nodes = 0;
        s->fixed_count = 0;
        return false;
    }
    list_columns(s);
    place_rows(s);
    return true;
}
