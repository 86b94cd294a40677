// SPDX-License-Identifier: MIT
// tissue_condense.c -- the matrix of a tissue on the nodes that links act on.
//
// It is the inverse of the compliance C between those nodes, and C = Y_a^T Y_b with Y = L^-1 e the
// columns of the factor. Columns and blocks of C are kept as long as the factor is the same: a node
// that stays in touch costs nothing, and the same set of nodes not even the inverse.
// Where links act on many nodes an inverse is full and dear: then all nodes stay in the coupled
// system, with the sparse matrix as the elements make it. docs/theory/chol3.md
#include "tissue/tissue_parts.h"

#include "body/body_condense.h"
#include "linalg/small.h"

#include <string.h>

enum { MOST_NODES = 40 }; // that links act on at a time, before all nodes stay

struct sut_tissue_links {
    sut_body_nodes nodes;
    // kept columns; a slot belongs to a vertex. As many slots as nodes may be in touch.
    int slots;
    size_t column_room; // values
    uint64_t version;   // of the factor that all this belongs to
    int *slot_of;       // [n] -1: none
    int *slot_vertex;   // [slots] -1: free
    bool *filled;       // [slots] its column is there
    bool *known;        // [slots^2] and this block of the compliance
    double *y;          // [slots * column_room]
    double *c;          // [9 slots^2]
    // what the inverse in `nodes` was made for
    int inverse_count;   // 0: none
    int *inverse_vertex; // [slots]
    bool *inverse_held;  // [3 slots]
    // all nodes
    sut_tissue *tissue;
    bool whole;
    int touched;            // nodes that links act on
    uint64_t value_version; // of the factor whose matrix is in `value`; 0: none
    double *value;          // [9 (n + pairs)]
    double **value_block;   // [n + 2 pairs] where the coupled system has them
    void *memory;
    size_t size;
};

static struct sut_tissue_links *links_of(const sut_body *b) {
    return sut_tissue_in(b)->links;
}

//---- memory --------------------------------------------------------------------------------------

static size_t piece(size_t *used, size_t bytes) {
    size_t at = *used;
    *used += (bytes + 63) / 64 * 64;
    return at;
}

// Sizes of all parts, then the pointers into them; without memory only the sum.
static size_t lay_out(struct sut_tissue_links *l, size_t n, size_t pairs, char *memory) {
    size_t slots = (size_t)l->slots;
    size_t used = 0;
    size_t y = piece(&used, slots * l->column_room * sizeof(double));
    size_t c = piece(&used, 9 * slots * slots * sizeof(double));
    size_t slot_of = piece(&used, n * sizeof(int));
    size_t slot_vertex = piece(&used, slots * sizeof(int));
    size_t inverse_vertex = piece(&used, slots * sizeof(int));
    size_t filled = piece(&used, slots * sizeof(bool));
    size_t known = piece(&used, slots * slots * sizeof(bool));
    size_t inverse_held = piece(&used, 3 * slots * sizeof(bool));
    size_t value = piece(&used, 9 * (n + pairs) * sizeof(double));
    size_t value_block = piece(&used, (n + 2 * pairs) * sizeof(double *));
    if (memory) {
        l->value = (double *)(void *)(memory + value);
        l->value_block = (double **)(void *)(memory + value_block);
        l->y = (double *)(void *)(memory + y);
        l->c = (double *)(void *)(memory + c);
        l->slot_of = (int *)(void *)(memory + slot_of);
        l->slot_vertex = (int *)(void *)(memory + slot_vertex);
        l->inverse_vertex = (int *)(void *)(memory + inverse_vertex);
        l->filled = (bool *)(void *)(memory + filled);
        l->known = (bool *)(void *)(memory + known);
        l->inverse_held = (bool *)(void *)(memory + inverse_held);
    }
    return used;
}

static size_t longest_column(const sut_tissue *t) {
    size_t most = 0;
    for (int i = 0; i < t->n; i++) {
        size_t size = sut_chol3_column_size(t->factor, i);
        most = size > most ? size : most;
    }
    return most;
}

static void forget_factor(struct sut_tissue_links *l) {
    memset(l->filled, 0, (size_t)l->slots * sizeof *l->filled);
    memset(l->known, 0, (size_t)l->slots * (size_t)l->slots * sizeof *l->known);
    l->inverse_count = 0;
}

bool sut_tissue_links_make(sut_tissue *t, sut_memory *m) {
    struct sut_tissue_links *l = sut_memory_take(m, sizeof *l);
    t->links = l;
    if (!l) {
        return false;
    }
    *l = (struct sut_tissue_links){.slots = t->n < MOST_NODES ? t->n : MOST_NODES, .tissue = t};
    l->column_room = longest_column(t);
    l->size = lay_out(l, (size_t)t->n, (size_t)t->pair_count, NULL);
    l->memory = sut_memory_take(m, l->size);
    if (!l->memory || !sut_body_nodes_make(&l->nodes, t->n, l->slots, m)) {
        sut_tissue_links_free(t, m);
        return false;
    }
    lay_out(l, (size_t)t->n, (size_t)t->pair_count, l->memory);
    memset(l->slot_of, 0xff, (size_t)t->n * sizeof *l->slot_of);
    memset(l->slot_vertex, 0xff, (size_t)l->slots * sizeof *l->slot_vertex);
    forget_factor(l);
    return true;
}

void sut_tissue_links_free(sut_tissue *t, sut_memory *m) {
    struct sut_tissue_links *l = t->links;
    if (l) {
        sut_body_nodes_free(&l->nodes, m);
        sut_memory_give(m, l->memory, l->size);
        sut_memory_give(m, l, sizeof *l);
        t->links = NULL;
    }
}

//---- nodes ---------------------------------------------------------------------------------------

void sut_tissue_clear(sut_body *b) {
    links_of(b)->whole = false;
    sut_body_nodes_clear(&links_of(b)->nodes);
}

void sut_tissue_mark(sut_body *b, int vertex) {
    sut_body_nodes_mark(&links_of(b)->nodes, vertex);
}

int sut_tissue_number(sut_body *b) {
    struct sut_tissue_links *l = links_of(b);
    int count = sut_body_nodes_number(&l->nodes);
    l->whole = count > l->slots;
    return l->whole ? b->n : count;
}

int sut_tissue_node_of(const sut_body *b, int vertex) {
    const struct sut_tissue_links *l = links_of(b);
    return b->first_node + (l->whole ? vertex : l->nodes.index[vertex]);
}

void sut_tissue_couple(const sut_body *b, sut_sparse *s) {
    const struct sut_tissue_links *l = links_of(b);
    const sut_tissue *t = sut_tissue_in(b);
    if (!l->whole) {
        sut_body_nodes_couple(&l->nodes, b->first_node, s);
        return;
    }
    for (int p = 0; p < t->pair_count; p++) {
        sut_sparse_couple(s, b->first_node + t->pairs[p][0], b->first_node + t->pairs[p][1]);
    }
}

// To eliminate the nodes between those that links act on would couple all of these. Where links act
// on all nodes that there are, there is nothing to eliminate before.
void sut_tissue_separate(const sut_body *b, bool *fixed) {
    for (int i = 0; links_of(b)->whole && i < b->n; i++) {
        fixed[b->first_node + i] = false;
    }
}

static void look_up_whole(const sut_tissue *t, sut_sparse *s) {
    int first = t->body.first_node;
    double **to = t->links->value_block;
    for (int i = 0; i < t->n; i++) {
        *to++ = sut_sparse_block(s, first + i, first + i);
    }
    for (int p = 0; p < t->pair_count; p++) {
        *to++ = sut_sparse_block(s, first + t->pairs[p][0], first + t->pairs[p][1]);
        *to++ = sut_sparse_block(s, first + t->pairs[p][1], first + t->pairs[p][0]);
    }
}

void sut_tissue_look_up(const sut_body *b, sut_sparse *s, double **block) {
    (void)block; // too few places for all pairs
    if (links_of(b)->whole) {
        look_up_whole(sut_tissue_in(b), s);
        return;
    }
    sut_body_nodes_look_up(&links_of(b)->nodes, b->first_node, s);
}

//---- compliance ----------------------------------------------------------------------------------

static double *column_in(const struct sut_tissue_links *l, int slot) {
    return l->y + (size_t)slot * l->column_room;
}

// The first slot whose vertex is not in touch; there is one, as there are as many as nodes.
static int free_slot(const struct sut_tissue_links *l) {
    int slot = 0;
    while (l->slot_vertex[slot] >= 0 && l->nodes.index[l->slot_vertex[slot]] >= 0) {
        slot++;
    }
    return slot;
}

static void clear_known(struct sut_tissue_links *l, int slot) {
    for (int i = 0; i < l->slots; i++) {
        l->known[(size_t)slot * (size_t)l->slots + (size_t)i] = false;
        l->known[(size_t)i * (size_t)l->slots + (size_t)slot] = false;
    }
}

static int slot_for(const sut_tissue *t, struct sut_tissue_links *l, int vertex) {
    int slot = l->slot_of[vertex];
    if (slot < 0) {
        slot = free_slot(l);
        if (l->slot_vertex[slot] >= 0) {
            l->slot_of[l->slot_vertex[slot]] = -1;
        }
        l->slot_of[vertex] = slot;
        l->slot_vertex[slot] = vertex;
        l->filled[slot] = false;
        clear_known(l, slot);
    }
    if (!l->filled[slot]) {
        sut_chol3_column(t->factor, vertex, column_in(l, slot));
        l->filled[slot] = true;
    }
    return slot;
}

// Block (vertex of p, vertex of q) of the compliance.
static const double *compliance(const sut_tissue *t, struct sut_tissue_links *l, int p, int q) {
    size_t at = (size_t)p * (size_t)l->slots + (size_t)q;
    if (!l->known[at]) {
        sut_chol3_compliance(t->factor, l->slot_vertex[p], column_in(l, p), l->slot_vertex[q],
                             column_in(l, q), l->c + 9 * at);
        l->known[at] = true;
    }
    return l->c + 9 * at;
}

static void find_held(const sut_tissue *t, sut_body_nodes *d) {
    for (int i = 0; i < d->count; i++) {
        int vertex = d->vertex[i];
        int pinned = t->pinned[vertex] | t->matrix.pinned[vertex];
        for (int k = 0; k < 3; k++) {
            d->held[3 * (ptrdiff_t)i + k] = (pinned >> k & 1) != 0;
        }
    }
}

static bool inverse_is_there(const struct sut_tissue_links *l) {
    size_t count = (size_t)l->nodes.count;
    return l->inverse_count == l->nodes.count &&
           memcmp(l->inverse_vertex, l->nodes.vertex, count * sizeof *l->inverse_vertex) == 0 &&
           memcmp(l->inverse_held, l->nodes.held, 3 * count * sizeof *l->inverse_held) == 0;
}

static bool make_inverse(const sut_tissue *t, struct sut_tissue_links *l) {
    sut_body_nodes *d = &l->nodes;
    size_t count = (size_t)d->count;
    l->inverse_count = 0;
    sut_body_nodes_begin(d);
    for (int i = 0; i < d->count; i++) {
        int p = slot_for(t, l, d->vertex[i]);
        for (int j = 0; j <= i; j++) {
            sut_body_nodes_set(d, i, j, compliance(t, l, p, l->slot_of[d->vertex[j]]));
        }
    }
    if (!sut_body_nodes_invert(d)) {
        return false;
    }
    memcpy(l->inverse_vertex, d->vertex, count * sizeof *l->inverse_vertex);
    memcpy(l->inverse_held, d->held, 3 * count * sizeof *l->inverse_held);
    l->inverse_count = d->count;
    return true;
}

// Held axes have unit rows in the factor, and are not moved in the end: until then links must not
// see them move either.
static void stiffen_held(struct sut_tissue_links *l) {
    const sut_tissue *t = l->tissue;
    double stiff = 0x1p40 * t->stiff_most;
    for (int i = 0; i < t->n; i++) {
        for (int k = 0; k < 3; k++) {
            if (t->matrix.pinned[i] >> k & 1) {
                l->value[9 * (ptrdiff_t)i + 4 * k] = stiff;
            }
        }
    }
}

static void put_whole(struct sut_tissue_links *l) {
    const sut_tissue *t = l->tissue;
    if (l->value_version != sut_chol3_version(t->factor) || l->value_version == 0) {
        l->value_version = sut_chol3_version(t->factor);
        sut_tissue_matrix_values(l->tissue, l->value);
        stiffen_held(l);
    }
    const double *value = l->value;
    double **to = l->value_block;
    for (int i = 0; i < t->n; i++, value += 9) {
        sut_block_set(*to++, value);
    }
    for (int p = 0; p < t->pair_count; p++, value += 9) {
        const double *m = value;
        const double turned[9] = {m[0], m[3], m[6], m[1], m[4], m[7], m[2], m[5], m[8]};
        sut_block_set(*to++, m);
        sut_block_set(*to++, turned);
    }
}

bool sut_tissue_condense(const sut_body *b, sut_sparse *s, double **block) {
    const sut_tissue *t = sut_tissue_in(b);
    struct sut_tissue_links *l = t->links;
    (void)s;
    (void)block; // see look_up
    if (l->whole) {
        put_whole(l);
        return true;
    }
    if (l->version != sut_chol3_version(t->factor)) {
        l->version = sut_chol3_version(t->factor);
        forget_factor(l);
    }
    find_held(t, &l->nodes);
    if (!inverse_is_there(l) && !make_inverse(t, l)) {
        return false;
    }
    sut_body_nodes_put(&l->nodes);
    return true;
}
