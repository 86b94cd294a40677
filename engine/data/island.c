// SPDX-License-Identifier: MIT
// island.c -- memory for the islands of a world.
#include "data/island.h"

#include "data/data.h"

#include <string.h>

// Contacts of islands need no more than those of all, but for what each array is rounded up to,
// what each island has by body, rows of bits of a matrix, and tables that are powers of two.
static size_t contacts_room(const sut_world *w, int most) {
    enum { ROUNDING = 100 * 64 };
    if (!sut_contact_looks(w)) {
        return 0;
    }
    sut_contact_capacity all = sut_contact_capacity_now(w);
    sut_contact_capacity none = all;
    all.vertices = all.vertices > w->contacts.max_edges ? all.vertices : w->contacts.max_edges;
    none.vertices = 2;
    none.nodes = 2;
    none.contacts = 0;
    size_t nodes = (size_t)(all.vertices < SUT_CONTACT_NODES ? all.vertices : SUT_CONTACT_NODES);
    return sut_contact_bytes(w, &all) + sut_broad_memory(all.vertices) + 8 * nodes +
           (size_t)most * (sut_contact_bytes(w, &none) + ROUNDING);
}

// The arrays of the set, from `at` on; how many bytes they are. Null: only count.
static size_t place_arrays(const sut_world *w, sut_island_set *set, char *at) {
    enum { VERTICES_PER_CHUNK = 8 }; // a thread of two vertices has one, too
    const sut_capacity *c = &w->def.capacity;
    size_t threads = (size_t)c->threads;
    size_t chunks = (size_t)c->vertices / VERTICES_PER_CHUNK + threads;
    struct {
        void **array;
        size_t size;
    } list[] = {
        {(void **)&set->island, (size_t)set->most * sizeof *set->island},
        {(void **)&set->order, (size_t)set->most * sizeof *set->order},
        {(void **)&set->joined, threads * sizeof *set->joined},
        {(void **)&set->laid, threads * sizeof *set->laid},
        {(void **)&set->first_chunk, threads * sizeof *set->first_chunk},
        {(void **)&set->box, threads * sizeof *set->box},
        {(void **)&set->chunk, chunks * sizeof *set->chunk},
        {(void **)&set->events, (size_t)c->events * (size_t)set->most * sizeof *set->events},
        {(void **)&set->saved, (size_t)c->contacts * sizeof *set->saved},
        {&set->contacts, set->contacts_size},
    };
    size_t bytes = 0;
    for (size_t i = 0; i < sizeof list / sizeof list[0]; i++) {
        if (at) {
            *list[i].array = at + bytes;
        }
        bytes += sut_memory_lines(list[i].size);
    }
    return bytes;
}

static int threads_used(const sut_world *w) {
    int count = 0;
    for (int i = 0; i < w->def.capacity.threads; i++) {
        count += w->threads[i].used ? 1 : 0;
    }
    return count;
}

bool sut_islands_reserve(sut_world *w) {
    bool apart = threads_used(w) > 1 && !sut_world_explicit(w) &&
                 w->def.contact.solver == SUT_CONTACT_DEFAULT;
    int threads = w->def.capacity.threads;
    int most = threads < SUT_ISLANDS ? threads : SUT_ISLANDS;
    size_t room = apart ? contacts_room(w, most) : 0;
    if (!apart || (w->islands && w->islands->contacts_size >= room)) {
        return true;
    }
    sut_island_set set = {.most = most, .contacts_size = room};
    size_t own = sut_memory_lines(sizeof set);
    set.size = own + place_arrays(w, &set, NULL);
    sut_island_set *to = sut_memory_take(&w->memory, set.size);
    if (!to) {
        return false;
    }
    (void)place_arrays(w, &set, (char *)to + own);
    // contacts of a view are laid out only where there are any
    memset(set.island, 0, (size_t)set.most * sizeof *set.island);
    sut_islands_free(w, &w->memory);
    *to = set;
    w->islands = to;
    return true;
}

void sut_islands_free(const sut_world *w, sut_memory *memory) {
    if (w->islands) {
        sut_memory_give(memory, w->islands, w->islands->size);
    }
}

void sut_islands_forget(sut_world *w) {
    if (w->islands && w->island == 0) {
        w->islands->laid_out = false;
    }
}
