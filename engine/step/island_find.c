// SPDX-License-Identifier: MIT
// island_find.c -- which threads may meet within a step.
#include "step/island.h"

#include "data/data.h"
#include "drive/drive.h"
#include "math/vec3.h"

//---- union-find ----------------------------------------------------------------------------------
static int first_of(int *joined, int i) {
    while (joined[i] != i) {
        joined[i] = joined[joined[i]];
        i = joined[i];
    }
    return i;
}

static void join(int *joined, int i, int k) {
    int a = first_of(joined, i);
    int b = first_of(joined, k);
    joined[a > b ? a : b] = a > b ? b : a;
}

//---- margins -------------------------------------------------------------------------------------
// How far a vertex may go: half as far again as its velocity, weight and holds say, and a little. A
// step that proves it wrong is made again, so that the figures only have to be right mostly.
static const double ahead = 1.5;
static const double least_radii = 2.0;

typedef struct extent {
    sut_island_box box;
    double speed2;
} extent;

static double least(double a, double b) {
    return a < b ? a : b;
}

static double most(double a, double b) {
    return a > b ? a : b;
}

static sut_island_box around(const sut_vec3 *x, int count) {
    sut_island_box b = {x[0], x[0]};
    for (int i = 1; i < count; i++) {
        b.low = v3(least(b.low.x, x[i].x), least(b.low.y, x[i].y), least(b.low.z, x[i].z));
        b.high = v3(most(b.high.x, x[i].x), most(b.high.y, x[i].y), most(b.high.z, x[i].z));
    }
    return b;
}

static double largest2(const sut_vec3 *v, int count) {
    double largest = 0.0;
    for (int i = 0; i < count; i++) {
        largest = most(largest, v3_norm2(v[i]));
    }
    return largest;
}

static void measure_threads(sut_world *w, double dt) {
    sut_island_set *set = w->islands;
    for (int i = 0; i < w->def.capacity.threads; i++) {
        sut_thread_slot *t = &w->threads[i];
        if (!t->used) {
            continue;
        }
        set->box[i] = around(t->rod.body.position, t->rod.body.n);
        double speed = sqrt(largest2(t->rod.state.velocity, t->rod.body.n));
        t->island = speed > 0.0 ? 1 : 0; // until it is numbered
        t->margin = ahead * dt * (speed + dt * v3_norm(w->def.gravity));
        t->margin += least_radii * t->rod.def.radius;
    }
}

// Holds take their vertices, and what hangs on them, to their targets.
static void measure_holds(sut_world *w, double dt) {
    double end = w->time + dt;
    for (int i = 0; i < w->hold_top; i++) {
        const sut_hold_slot *h = &w->holds[i];
        if (!h->used || h->kind == SUT_HOLD_FORCE || !sut_hold_active_at(h, end, dt)) {
            continue;
        }
        sut_thread_slot *t = &w->threads[h->thread];
        sut_vec3 target = sut_hold_at(w, h, end).position;
        double way = v3_distance(target, t->rod.body.position[h->vertex]);
        double wanted =
            ahead * least(way, h->follower.speed_limit * dt) + least_radii * t->rod.def.radius;
        t->margin = most(t->margin, wanted);
    }
}

//---- boxes ---------------------------------------------------------------------------------------
// Edges in one box.
enum { CHUNK = 16 };

static int chunk_count(const sut_rod *r) {
    return (r->body.n - 2) / CHUNK + 1;
}

// False for what is not finite: that is everywhere.
static bool are_apart(const sut_island_box *a, const sut_island_box *b, double room) {
    return a->low.x > b->high.x + room || b->low.x > a->high.x + room ||
           a->low.y > b->high.y + room || b->low.y > a->high.y + room ||
           a->low.z > b->high.z + room || b->low.z > a->high.z + room;
}

static double room_between(const sut_world *w, int i, int k) {
    const sut_thread_slot *a = &w->threads[i];
    const sut_thread_slot *b = &w->threads[k];
    return (a->margin + a->rod.def.radius) + (b->margin + b->rod.def.radius);
}

static const sut_island_box *chunks_of(sut_world *w, int thread, int *used) {
    sut_island_set *set = w->islands;
    const sut_rod *r = &w->threads[thread].rod;
    int count = chunk_count(r);
    if (set->first_chunk[thread] < 0) {
        set->first_chunk[thread] = *used;
        *used += count;
        for (int k = 0; k < count; k++) {
            int from = k * CHUNK;
            int to = from + CHUNK < r->body.n - 1 ? from + CHUNK : r->body.n - 1;
            set->chunk[set->first_chunk[thread] + k] =
                around(&r->body.position[from], to - from + 1);
        }
    }
    return &set->chunk[set->first_chunk[thread]];
}

static bool may_meet(sut_world *w, int i, int k, int *used) {
    const sut_island_box *box = w->islands->box;
    double room = room_between(w, i, k);
    if (are_apart(&box[i], &box[k], room)) {
        return false;
    }
    const sut_island_box *a = chunks_of(w, i, used);
    const sut_island_box *b = chunks_of(w, k, used);
    for (int p = 0; p < chunk_count(&w->threads[i].rod); p++) {
        bool passed = are_apart(&a[p], &box[k], room);
        for (int q = 0; !passed && q < chunk_count(&w->threads[k].rod); q++) {
            if (!are_apart(&a[p], &b[q], room)) {
                return true;
            }
        }
    }
    return false;
}

//---- islands -------------------------------------------------------------------------------------
static void join_threads(sut_world *w) {
    sut_island_set *set = w->islands;
    const int threads = w->def.capacity.threads;
    int used = 0;
    for (int i = 0; i < threads; i++) {
        set->joined[i] = i;
        set->first_chunk[i] = -1;
    }
    for (int i = 0; i < w->contacts.touches; i++) {
        const sut_touch *t = &w->contacts.touch[i];
        if (t->body[1] < threads) {
            join(set->joined, t->body[0], t->body[1]);
        }
    }
    for (int i = 0; i < threads; i++) {
        for (int k = i + 1; w->threads[i].used && k < threads; k++) {
            if (w->threads[k].used && first_of(set->joined, i) != first_of(set->joined, k) &&
                may_meet(w, i, k, &used)) {
                join(set->joined, i, k);
            }
        }
    }
}

static void count_in(sut_world *w, int thread) {
    sut_thread_slot *t = &w->threads[thread];
    sut_island *k = &w->islands->island[t->island - 1];
    k->vertices += t->rod.body.n;
    k->cost += t->rod.body.kind->cost(&t->rod.body);
}

// By the lowest thread of each.
static int number_islands(sut_world *w) {
    sut_island_set *set = w->islands;
    int found = 0;
    set->count = 0;
    for (int i = 0; i < w->def.capacity.threads; i++) {
        sut_thread_slot *t = &w->threads[i];
        if (!t->used) {
            continue;
        }
        bool moves = t->island > 0;
        int first = first_of(set->joined, i);
        int number = first == i ? found++ % set->most : w->threads[first].island - 1;
        if (number == set->count) {
            sut_island *k = &set->island[set->count++];
            k->vertices = k->holds = k->touches = 0;
            k->cost = 0.0;
            k->moves = false;
        }
        t->island = number + 1;
        set->island[number].moves = set->island[number].moves || moves;
        count_in(w, i);
    }
    for (int i = 0; i < w->hold_top; i++) {
        if (w->holds[i].used) {
            set->island[w->threads[w->holds[i].thread].island - 1].holds++;
        }
    }
    for (int i = 0; i < w->contacts.touches; i++) {
        set->island[w->threads[w->contacts.touch[i].body[0]].island - 1].touches++;
    }
    return w->contacts.memory && !sut_islands_share_contacts(w) ? 1 : set->count;
}

static bool only_threads(const sut_world *w) {
    bool others = sut_world_has_tissues(w) || sut_world_has_needles(w);
    for (int i = 0; i < w->def.capacity.tools; i++) {
        others = others || w->tools[i].used;
    }
    return !others && !sut_world_explicit(w);
}

static bool all_rest(const sut_world *w, double dt) {
    for (int i = 0; i < w->def.capacity.obstacles; i++) {
        const sut_obstacle_slot *o = &w->obstacles[i];
        if (o->used && !sut_obstacle_rests(o, w->time, w->time + dt)) {
            return false;
        }
    }
    return true;
}

int sut_islands_find(sut_world *w, double dt) {
    bool may = w->islands && w->def.contact.solver == SUT_CONTACT_DEFAULT && only_threads(w) &&
               all_rest(w, dt);
    if (!may) {
        return 1;
    }
    measure_threads(w, dt);
    measure_holds(w, dt);
    join_threads(w);
    return number_islands(w);
}

int sut_islands_find_again(sut_world *w) {
    for (int i = 0; i < w->def.capacity.threads; i++) {
        const sut_rod *r = &w->threads[i].rod;
        w->threads[i].island =
            w->threads[i].used && largest2(r->state.velocity, r->body.n) > 0.0 ? 1 : 0;
    }
    join_threads(w);
    return number_islands(w);
}

//---- after the step ------------------------------------------------------------------------------
void sut_islands_note_way(sut_world *w, double h) {
    for (int i = 0; i < w->def.capacity.threads; i++) {
        if (sut_thread_here(w, i)) {
            w->threads[i].path += sut_body_longest_way(&w->threads[i].rod.body, h);
        }
    }
}

static bool any_stray(sut_world *w) {
    bool any = false;
    for (int i = 0; i < w->def.capacity.threads; i++) {
        sut_thread_slot *t = &w->threads[i];
        if (t->used && !(t->path <= t->margin)) {
            t->margin = 2.0 * t->path;
            any = true;
        }
    }
    return any;
}

static bool any_near(const sut_world *w) {
    const sut_island_box *box = w->islands->box;
    for (int i = 0; i < w->def.capacity.threads; i++) {
        for (int k = i + 1; w->threads[i].used && k < w->def.capacity.threads; k++) {
            if (w->threads[k].used && w->threads[i].island != w->threads[k].island &&
                !are_apart(&box[i], &box[k], room_between(w, i, k))) {
                return true;
            }
        }
    }
    return false;
}

// Contacts that an island has no room for are put where all have room.
static bool any_full(sut_world *w) {
    bool full = false;
    for (int i = 0; i < w->islands->count; i++) {
        full = full || w->islands->island[i].view.contacts.lost > 0;
    }
    for (int i = 0; full && i < w->def.capacity.threads; i++) {
        w->threads[i].margin = HUGE_VAL;
    }
    return full;
}

bool sut_islands_met(sut_world *w) {
    return any_full(w) || (any_stray(w) && any_near(w));
}
