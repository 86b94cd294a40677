// SPDX-License-Identifier: MIT
#include "topology/diagram.h"

#include <string.h>

bool sut_diagram_make(sut_diagram *d, sut_pool *pool, int capacity, int loops) {
    size_t n = (size_t)capacity;
    *d = (sut_diagram){.capacity = capacity, .loops = loops};
    d->sign = sut_pool_take(pool, n, sizeof *d->sign);
    d->next = sut_pool_take(pool, 2 * n, sizeof *d->next);
    d->prev = sut_pool_take(pool, 2 * n, sizeof *d->prev);
    d->loop = sut_pool_take(pool, 2 * n, sizeof *d->loop);
    d->first = sut_pool_take(pool, (size_t)loops, sizeof *d->first);
    d->spare = sut_pool_take(pool, n, sizeof *d->spare);
    if (d->sign == NULL || d->next == NULL || d->prev == NULL || d->loop == NULL ||
        d->first == NULL || d->spare == NULL) {
        return false;
    }
    for (int k = 0; k < loops; k++) {
        d->first[k] = -1;
    }
    return true;
}

//---- crossings and rings -------------------------------------------------------------------------

int sut_diagram_new_crossing(sut_diagram *d, int sign) {
    int c = d->spares > 0 ? d->spare[--d->spares] : d->used++;
    d->sign[c] = (int16_t)sign;
    d->crossings++;
    return c;
}

void sut_diagram_insert_after(sut_diagram *d, int where, int passage) {
    int after = d->next[where];
    d->next[where] = passage;
    d->prev[passage] = where;
    d->next[passage] = after;
    d->prev[after] = passage;
    d->loop[passage] = d->loop[where];
}

void sut_diagram_append(sut_diagram *d, int loop, int passage) {
    int first = d->first[loop];
    if (first >= 0) {
        sut_diagram_insert_after(d, d->prev[first], passage);
        return;
    }
    d->first[loop] = passage;
    d->next[passage] = passage;
    d->prev[passage] = passage;
    d->loop[passage] = loop;
}

static void unlink_passage(sut_diagram *d, int p) {
    int *first = &d->first[d->loop[p]];
    int next = d->next[p];
    if (next == p) {
        *first = -1;
        return;
    }
    d->next[d->prev[p]] = next;
    d->prev[next] = d->prev[p];
    if (*first == p) {
        *first = next;
    }
}

void sut_diagram_remove(sut_diagram *d, int crossing) {
    unlink_passage(d, 2 * crossing);
    unlink_passage(d, 2 * crossing + 1);
    d->sign[crossing] = 0;
    d->spare[d->spares++] = crossing;
    d->crossings--;
}

int sut_diagram_word(const sut_diagram *d, int k, int *passages) {
    int count = 0;
    int first = d->first[k];
    if (first < 0) {
        return 0;
    }
    int p = first;
    do {
        passages[count++] = p;
        p = d->next[p];
    } while (p != first);
    return count;
}

bool sut_diagram_copy(sut_diagram *to, const sut_diagram *from, int only, sut_pool *pool) {
    int first = only < 0 ? 0 : only;
    int loops = only < 0 ? from->loops : 1;
    // a move lays a strand down before it takes the old one away: at most twice the crossings
    if (!sut_diagram_make(to, pool, 2 * from->crossings + 8, loops)) {
        return false;
    }
    sut_pool_mark mark = sut_pool_here(pool);
    int *number = sut_pool_take(pool, (size_t)from->used + 1, sizeof *number);
    if (number == NULL) {
        return false;
    }
    for (int c = 0; c < from->used; c++) {
        bool kept = from->sign[c] != 0 &&
                    (only < 0 || (from->loop[2 * c] == only && from->loop[2 * c + 1] == only));
        number[c] = kept ? sut_diagram_new_crossing(to, from->sign[c]) : -1;
    }
    for (int k = 0; k < loops; k++) {
        int p = from->first[first + k];
        while (p >= 0) {
            if (number[p >> 1] >= 0) {
                sut_diagram_append(to, k, 2 * number[p >> 1] + (p & 1));
            }
            p = from->next[p] == from->first[first + k] ? -1 : from->next[p];
        }
    }
    sut_pool_release(pool, mark);
    return true;
}

int sut_diagram_linking(const sut_diagram *d, int a, int b) {
    int sum = 0;
    for (int c = 0; c < d->used; c++) {
        if (d->sign[c] != 0) {
            int over = d->loop[2 * c];
            int under = d->loop[2 * c + 1];
            sum += (over == a && under == b) || (over == b && under == a) ? d->sign[c] : 0;
        }
    }
    return sum / 2;
}

//---- first and second Reidemeister move ----------------------------------------------------------

// Passages whose surroundings changed wait on a stack.
typedef struct waiting {
    int *stack;
    bool *listed;
    int count;
} waiting;

static void wait_for(waiting *w, int p) {
    if (!w->listed[p]) {
        w->listed[p] = true;
        w->stack[w->count++] = p;
    }
}

// the passages before and after p, which become neighbours when p goes
static void wait_around(waiting *w, const sut_diagram *d, int p) {
    wait_for(w, d->prev[p]);
    wait_for(w, d->next[p]);
    wait_for(w, d->prev[d->prev[p]]);
}

static void remove_and_wait(sut_diagram *d, waiting *w, int crossing) {
    wait_around(w, d, 2 * crossing);
    wait_around(w, d, 2 * crossing + 1);
    sut_diagram_remove(d, crossing);
}

// Two neighbours on one strand on the same level, neighbours on another strand too, with opposite
// signs: exactly then they bound an empty bigon. (Equal signs would be a clasp.)
static bool is_free_bigon(const sut_diagram *d, int p, int q) {
    int x = p ^ 1;
    int y = q ^ 1;
    return p != q && x != q && ((p ^ q) & 1) == 0 && d->sign[p >> 1] == -d->sign[q >> 1] &&
           (d->next[x] == y || d->next[y] == x);
}

bool sut_diagram_untwist(sut_diagram *d, sut_pool *pool) {
    sut_pool_mark mark = sut_pool_here(pool);
    size_t n = 2 * (size_t)d->used + 1;
    waiting w = {sut_pool_take(pool, n, sizeof(int)), sut_pool_take(pool, n, sizeof(bool)), 0};
    if (w.stack == NULL || w.listed == NULL) {
        sut_pool_release(pool, mark);
        return false;
    }
    memset(w.listed, 0, n);
    for (int p = 2 * d->used - 1; p >= 0; p--) {
        if (d->sign[p >> 1] != 0) {
            wait_for(&w, p);
        }
    }
    while (w.count > 0) {
        int p = w.stack[--w.count];
        w.listed[p] = false;
        if (d->sign[p >> 1] == 0) {
            continue;
        }
        int q = d->next[p];
        if (q == (p ^ 1)) {
            remove_and_wait(d, &w, p >> 1);
        } else if (is_free_bigon(d, p, q)) {
            remove_and_wait(d, &w, p >> 1);
            remove_and_wait(d, &w, q >> 1);
        }
    }
    sut_pool_release(pool, mark);
    return true;
}

//---- faces ---------------------------------------------------------------------------------------
// Arms of a crossing counter-clockwise from the one where the lower strand comes in:
//     sign +:  lower in, upper out, lower out, upper in
//     sign -:  lower in, upper in,  lower out, upper out

static int arm_in(const sut_diagram *d, int p) {
    return sut_passage_is_over(p) ? (d->sign[p >> 1] > 0 ? 3 : 1) : 0;
}

static int arm_out(const sut_diagram *d, int p) {
    return sut_passage_is_over(p) ? (d->sign[p >> 1] > 0 ? 1 : 3) : 2;
}

int sut_diagram_next_side(const sut_diagram *d, int side) {
    // forwards along the left side we arrive where the edge ends, backwards where it begins; the
    // face goes on along the next arm clockwise
    int e = side >> 1;
    bool forward = (side & 1) == 0;
    int q = forward ? d->next[e] : e;
    int arm = ((forward ? arm_in(d, q) : arm_out(d, q)) + 3) & 3;
    int lower = q | 1;
    int p = (arm & 1) == 0 ? lower : lower - 1;
    return arm_out(d, p) == arm ? 2 * p : 2 * d->prev[p] + 1;
}

int sut_diagram_faces(const sut_diagram *d, int *face, int *any) {
    for (int p = 0; p < 2 * d->used; p++) {
        if (d->sign[p >> 1] != 0) {
            face[2 * p] = -1;
            face[2 * p + 1] = -1;
        }
    }
    int count = 0;
    for (int s = 0; s < 4 * d->used; s++) {
        if (d->sign[s >> 2] == 0 || face[s] >= 0) {
            continue;
        }
        any[count] = s;
        for (int t = s; face[t] < 0; t = sut_diagram_next_side(d, t)) {
            face[t] = count;
        }
        count++;
    }
    return count;
}
