// SPDX-License-Identifier: MIT
// Pass moves. A strand is a run of neighbouring passages that are all on top (or all below). It
// lies above everything else, so it may be taken away and laid down again between its two ends
// along any other way; the way that crosses the fewest edges is a shortest path from face to face
// in the drawing without the strand. Crossing an edge of the old strand therefore costs nothing.
//
// One strand costs time proportional to the faces within reach, a move that is made the time to
// find the faces again.
#include "topology/diagram.h"

#include <string.h>

// operations per side of a face that is looked at, and per crossing when faces are found again
enum { SIDE_WORK = 6, FACES_WORK = 120 };

typedef struct router {
    sut_diagram *d;
    int *face;     // [4 capacity] of a side
    int *any;      // [2 capacity + 2] a side of each face
    int *distance; // [2 capacity + 2] edges crossed to get to a face, -1: not reached
    int *through;  // [2 capacity + 2] the side on the near face by which it was entered, -1: none
    int *touched;  // [2 capacity + 2] faces with a distance
    int touched_count;
    int *level[2];      // [2 capacity + 2] faces to visit at this distance and at the next
    bool *on;           // [2 capacity] edges of the strand
    int *way;           // [2 capacity + 2] sides crossed by the new way, in order
    sut_random *random; // null: no dice
    sut_work *work;
    bool moved; // faces are out of date
} router;

// from passage `from` to passage `to` along the loop, all on one level
typedef struct strand {
    int from, to, length;
} strand;

static bool make_router(router *r, sut_diagram *d, sut_pool *pool, sut_random *random) {
    size_t n = 2 * (size_t)d->capacity + 2 + (size_t)d->loops;
    *r = (router){.d = d, .random = random, .work = pool->work, .moved = true};
    r->face = sut_pool_take(pool, 2 * n, sizeof *r->face);
    int **lists[] = {&r->any,      &r->distance, &r->through, &r->touched,
                     &r->level[0], &r->level[1], &r->way};
    for (size_t i = 0; i < sizeof lists / sizeof lists[0]; i++) {
        *lists[i] = sut_pool_take(pool, n, sizeof(int));
        if (*lists[i] == NULL) {
            return false;
        }
    }
    r->on = sut_pool_take(pool, n, sizeof *r->on);
    if (r->face == NULL || r->on == NULL) {
        return false;
    }
    memset(r->on, 0, n * sizeof *r->on);
    memset(r->distance, 0xff, n * sizeof *r->distance);
    return true;
}

static void find_faces(router *r) {
    if (r->moved) {
        sut_diagram_faces(r->d, r->face, r->any);
        sut_work_count(r->work, sut_diagram_work(r->d->used, FACES_WORK));
        r->moved = false;
    }
}

//---- the shortest way ----------------------------------------------------------------------------

static void reach(router *r, int f, int distance, int through) {
    if (r->distance[f] < 0) {
        r->touched[r->touched_count++] = f;
    }
    r->distance[f] = distance;
    r->through[f] = through;
}

// look at all neighbours of face f; `here` grows by those behind the old strand, `there` by others
static void spread(router *r, int f, int *here_count, int *there_count, int distance, int turn) {
    int begin = r->any[f];
    if (r->random != NULL) {
        // begin anywhere on the ring: of several shortest ways any may be found
        for (int k = sut_random_below(r->random, 4); k > 0; k--) {
            begin = sut_diagram_next_side(r->d, begin);
        }
    }
    int s = begin;
    int64_t sides = 0;
    do {
        sides++;
        int g = r->face[s ^ 1];
        bool free = r->on[s >> 1];
        int there = distance + (free ? 0 : 1);
        if (r->distance[g] < 0 || r->distance[g] > there) {
            reach(r, g, there, s);
            if (free) {
                r->level[turn][(*here_count)++] = g;
            } else {
                r->level[1 - turn][(*there_count)++] = g;
            }
        }
        s = sut_diagram_next_side(r->d, s);
    } while (s != begin);
    sut_work_count(r->work, SIDE_WORK * sides);
}

static void forget(router *r) {
    for (int i = 0; i < r->touched_count; i++) {
        r->distance[r->touched[i]] = -1;
    }
    r->touched_count = 0;
}

// sides to cross from the start to face f, into `way`
static int trace_back(router *r, int f) {
    int count = 0;
    for (int g = f; r->through[g] >= 0; g = r->face[r->through[g]]) {
        if (!r->on[r->through[g] >> 1]) {
            r->way[count++] = r->through[g];
        }
    }
    for (int i = 0; i < count / 2; i++) {
        int swap = r->way[i];
        r->way[i] = r->way[count - 1 - i];
        r->way[count - 1 - i] = swap;
    }
    return count;
}

// Crossings on the best way for the strand, found in `way`; more than `limit`: -1.
static int find_way(router *r, const strand *s, int limit) {
    const sut_diagram *d = r->d;
    int goal[2] = {r->face[2 * s->to], r->face[2 * s->to + 1]};
    int start = d->prev[s->from];
    int counts[2] = {0, 0};
    int turn = 0;
    for (int side = 0; side < 2; side++) {
        int f = r->face[2 * start + side];
        if (r->distance[f] < 0) {
            reach(r, f, 0, -1);
            r->level[0][counts[0]++] = f;
        }
    }
    int found = -1;
    for (int distance = 0; distance <= limit && found < 0 && counts[turn] > 0; distance++) {
        for (int i = 0; i < counts[turn] && found < 0; i++) {
            int f = r->level[turn][i];
            if (r->distance[f] != distance) {
                continue; // a shorter way to it was found meanwhile
            }
            if (f == goal[0] || f == goal[1]) {
                found = trace_back(r, f);
                break;
            }
            spread(r, f, &counts[turn], &counts[1 - turn], distance, turn);
        }
        counts[turn] = 0;
        turn = 1 - turn;
    }
    forget(r);
    return found;
}

//---- laying the strand down ----------------------------------------------------------------------

static void mark_strand(router *r, const strand *s, bool on) {
    const sut_diagram *d = r->d;
    int p = d->prev[s->from];
    for (int i = 0; i <= s->length; i++) {
        r->on[p] = on;
        p = d->next[p];
    }
}

// New crossings go into the rings first: an edge is known by the passage at its beginning, which
// may be about to go.
static void lay_down(router *r, const strand *s, int count) {
    sut_diagram *d = r->d;
    bool over = sut_passage_is_over(s->from);
    int tail = s->to;
    for (int i = 0; i < count; i++) {
        int side = r->way[i];
        bool from_left = (side & 1) == 0;
        int c = sut_diagram_new_crossing(d, from_left == over ? 1 : -1);
        int mine = 2 * c + (over ? 0 : 1);
        sut_diagram_insert_after(d, side >> 1, mine ^ 1);
        sut_diagram_insert_after(d, tail, mine);
        tail = mine;
    }
    int p = s->from;
    for (int i = 0; i < s->length; i++) {
        int next = d->next[p];
        sut_diagram_remove(d, p >> 1);
        p = next;
    }
    r->moved = true;
}

// Re-route if that leaves at most `limit` crossings on the strand.
static bool reroute(router *r, const strand *s, int limit) {
    find_faces(r);
    mark_strand(r, s, true);
    int count = find_way(r, s, limit);
    mark_strand(r, s, false);
    if (count < 0) {
        return false;
    }
    lay_down(r, s, count);
    return true;
}

//---- which strands -------------------------------------------------------------------------------

// the longest strand that begins at p, whose passage before is on the other level
static strand strand_from(const sut_diagram *d, int p) {
    strand s = {p, p, 1};
    for (int q = d->next[p]; ((p ^ q) & 1) == 0; q = d->next[q]) {
        s.to = q;
        s.length++;
    }
    return s;
}

static bool begins_strand(const sut_diagram *d, int p) {
    return d->sign[p >> 1] != 0 && ((p ^ d->prev[p]) & 1) != 0;
}

// A loop that is above (or below) everything all along can be lifted off.
static bool lift_loops(sut_diagram *d) {
    bool lifted = false;
    for (int k = 0; k < d->loops; k++) {
        int first = d->first[k];
        if (first < 0) {
            continue;
        }
        int p = first;
        do {
            p = d->next[p];
        } while (p != first && ((p ^ first) & 1) == 0);
        if (p != first || d->loop[first ^ 1] == k) {
            continue;
        }
        while (d->first[k] >= 0) {
            sut_diagram_remove(d, d->first[k] >> 1);
        }
        lifted = true;
    }
    return lifted;
}

static bool reduce(router *r, sut_pool *pool) {
    sut_diagram *d = r->d;
    for (bool again = true; again && !sut_work_is_spent(r->work);) {
        sut_work_count(r->work, sut_diagram_work(d->used, FACES_WORK));
        again = lift_loops(d);
        if (!sut_diagram_untwist(d, pool)) {
            return false;
        }
        r->moved = true;
        for (int p = 0; p < 2 * d->used && !sut_work_is_spent(r->work); p++) {
            if (begins_strand(d, p)) {
                strand s = strand_from(d, p);
                again |= reroute(r, &s, s.length - 1);
            }
        }
    }
    return true;
}

bool sut_diagram_pass(sut_diagram *d, sut_pool *pool) {
    sut_pool_mark mark = sut_pool_here(pool);
    router r;
    bool ok = make_router(&r, d, pool, NULL) && reduce(&r, pool);
    sut_pool_release(pool, mark);
    return ok;
}

// a random part of a random strand, all of it half of the time
static bool pick_strand(const router *r, strand *s) {
    const sut_diagram *d = r->d;
    int p = sut_random_below(r->random, 2 * d->used);
    for (int i = 0; i < 2 * d->used && !begins_strand(d, p); i++) {
        p = p + 1 < 2 * d->used ? p + 1 : 0;
    }
    if (!begins_strand(d, p)) {
        return false;
    }
    *s = strand_from(d, p);
    if (sut_random_below(r->random, 2) == 0) {
        for (int skip = sut_random_below(r->random, s->length); skip > 0; skip--) {
            s->from = d->next[s->from];
            s->length--;
        }
        for (int skip = sut_random_below(r->random, s->length); skip > 0; skip--) {
            s->to = d->prev[s->to];
            s->length--;
        }
    }
    return true;
}

bool sut_diagram_stir(sut_diagram *d, sut_pool *pool, sut_random *random, int tries, int enough) {
    sut_pool_mark mark = sut_pool_here(pool);
    router r;
    bool ok = make_router(&r, d, pool, random) && reduce(&r, pool);
    for (int i = 0; ok && i < tries && d->crossings > enough && !sut_work_is_spent(r.work); i++) {
        strand s;
        // a few moves in a row before looking for savings, or the first one is undone at once
        for (int k = 0; k < 3 && pick_strand(&r, &s); k++) {
            reroute(&r, &s, s.length);
        }
        ok = reduce(&r, pool);
    }
    sut_pool_release(pool, mark);
    return ok;
}
