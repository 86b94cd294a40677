// SPDX-License-Identifier: MIT
// contact_memory.c -- where the contact stages keep their things.
#include "contact/contact.h"
#include "contact/iterative.h"

#include <string.h>

// Pairs per edge: in the tightest braid an edge as long as the thread is thick has some forty
// others within reach of its box.
// The factor of tissues that lie on each other has up to some hundred blocks per node of surfaces,
// both triangles counted, and more of solids.
enum {
    PAIRS_PER_EDGE = 48,
    MOST_NODES = SUT_CONTACT_NODES,
    BLOCKS_PER_NODE = 28,
    BLOCKS_PER_SURFACE_NODE = 300,
    BLOCKS_PER_HOLE = 4 * SUT_HOLE_NODES, // of s with its vertices, and what that fills
    MOST_DENSE = 256
};

typedef struct layout {
    char *next;   // null: only count
    size_t bytes; // so far
} layout;

static void *take(layout *l, size_t count, size_t size) {
    size_t bytes = (count * size + 63) / 64 * 64;
    void *p = l->next ? l->next + l->bytes : NULL;
    l->bytes += bytes;
    return p;
}

static int least(int a, int b) {
    return a < b ? a : b;
}

static void set_limits(sut_contacts *c, const sut_contact_capacity *most) {
    c->max_dense = most->dense ? least(most->contacts, MOST_DENSE) : 0;
    c->max_rods = most->rods;
    c->max_edges = most->vertices;
    c->max_contacts = most->contacts;
    c->max_pairs = least(most->vertices, 10000000) * PAIRS_PER_EDGE;
    int nodes = least(most->vertices, most->nodes > 0 ? most->nodes : MOST_NODES);
    int surface = least(most->surface_vertices, MOST_NODES);
    int holes = least(most->holes, MOST_NODES);
    c->max_holes = most->holes;
    c->max_nodes = nodes + surface + holes;
    c->max_blocks = nodes * BLOCKS_PER_NODE + surface * least(surface, BLOCKS_PER_SURFACE_NODE) +
                    holes * BLOCKS_PER_HOLE;
    c->max_surfaces = most->bodies - most->rods;
    c->surface.max_triangles = most->triangles;
    c->surface.max_vertices = most->vertices + most->surface_vertices;
    c->surface.max_pairs = least(most->vertices + most->triangles, 10000000) * PAIRS_PER_EDGE;
    // the last block of a body may not be full
    c->surface.max_blocks =
        (most->vertices + most->triangles) / SUT_SURFACE_BLOCK + c->max_surfaces + most->rods + 1;
    size_t blocks = (size_t)c->surface.max_blocks;
    size_t batches = blocks * (blocks + 1) / 2;
    size_t many = (size_t)c->surface.max_pairs / 4;
    c->surface.max_batches = (int)(batches < many ? batches : many);
    c->pattern_room = 4 + 2 * most->bodies + (1 + SUT_CONTACT_VERTICES) * most->contacts +
                      (1 + SUT_HOLE_NODES) * most->holes;
}

// One row per array of the coupled solve, in the order of their use.
static void lay_out_solve(sut_contacts *c, layout *l) {
    size_t contacts = (size_t)c->max_contacts;
    size_t nodes = (size_t)c->max_nodes;
    size_t holes = (size_t)c->max_holes;
    size_t rows = 3 * contacts + SUT_HOLE_ROWS * holes;
    const size_t blocks = (size_t)SUT_HOLE_NODES * SUT_HOLE_NODES;
    c->hole = take(l, holes, sizeof *c->hole);
    c->hole_entry = take(l, blocks * holes, sizeof *c->hole_entry);
    c->fixed = take(l, nodes, sizeof *c->fixed);
    c->right = take(l, 3 * nodes, sizeof *c->right);
    c->entry = take(l, SUT_CONTACT_ENTRIES * contacts, sizeof *c->entry);
    c->link = take(l, 5 * nodes, sizeof *c->link);
    c->pattern = take(l, (size_t)c->pattern_room, sizeof *c->pattern);
    c->pattern_new = take(l, (size_t)c->pattern_room, sizeof *c->pattern_new);
    c->rule = take(l, contacts, sizeof *c->rule);
    c->rules = take(l, (contacts + SUT_CONTACT_LANES - 1) / SUT_CONTACT_LANES, sizeof *c->rules);
    c->law = take(l, contacts, sizeof *c->law);
    double **vectors[] = {&c->y, &c->u, &c->y_next, &c->u_next, &c->start, &c->change, &c->trial};
    for (size_t i = 0; i < sizeof vectors / sizeof vectors[0]; i++) {
        *vectors[i] = take(l, rows, sizeof(double));
    }
    c->bound = take(l, contacts, sizeof *c->bound);
    for (int i = 0; i < SUT_CONTACT_COLUMNS; i++) {
        c->column[i] = take(l, rows, sizeof(double));
        c->image[i] = take(l, rows, sizeof(double));
    }
    size_t most = (size_t)c->max_dense;
    c->dense = take(l, 9 * most * most, sizeof *c->dense);
    c->dense_contact = take(l, most, sizeof *c->dense_contact);
    c->dense_work = take(l, 1, sut_dense_contacts_memory(c->max_dense));
    void *sparse = take(l, 1, sut_sparse_memory(c->max_nodes, c->max_blocks));
    if (sparse) {
        sut_sparse_init(&c->sparse, c->max_nodes, c->max_blocks, sparse);
    }
}

// One row per array of features of surfaces.
static void lay_out_surfaces(sut_contacts *c, layout *l) {
    sut_surface_pairs *s = &c->surface;
    size_t features = (size_t)c->max_edges + (size_t)s->max_triangles;
    if (s->max_triangles == 0) {
        return;
    }
    s->owner = take(l, (size_t)s->max_triangles, sizeof *s->owner);
    s->index = take(l, (size_t)s->max_triangles, sizeof *s->index);
    s->first = take(l, (size_t)c->max_surfaces, sizeof *s->first);
    size_t blocks = (size_t)s->max_blocks;
    size_t batches = (size_t)s->max_batches;
    size_t pairs = (size_t)s->max_pairs;
    s->box = take(l, blocks, sizeof *s->box);
    s->feature_box = take(l, features, sizeof *s->feature_box);
    s->bounds = take(l, (size_t)s->max_vertices, sizeof *s->bounds);
    s->seen = take(l, (size_t)s->max_vertices, sizeof *s->seen);
    s->block = take(l, blocks, sizeof *s->block);
    s->block_vertex = take(l, 3 * features, sizeof *s->block_vertex);
    s->block_pair = take(l, batches, sizeof *s->block_pair);
    s->batch = take(l, batches, sizeof *s->batch);
    s->last_batch = take(l, batches, sizeof *s->last_batch);
    s->pair = take(l, pairs, sizeof *s->pair);
    s->kin = take(l, pairs, sizeof *s->kin);
    s->room = take(l, pairs, sizeof *s->room);
    s->toward = take(l, pairs, sizeof *s->toward);
    s->last_pair = take(l, pairs, sizeof *s->last_pair);
    s->last_room = take(l, pairs, sizeof *s->last_room);
    s->last_toward = take(l, pairs, sizeof *s->last_toward);
    void *broad = take(l, 1, sut_broad_memory(s->max_blocks));
    if (broad) {
        sut_broad_init(&s->broad, s->max_blocks, broad);
    }
}

// All arrays in one block; without memory only its size.
static void lay_out(sut_contacts *c, layout *l) {
    size_t edges = (size_t)c->max_edges;
    size_t contacts = (size_t)c->max_contacts;
    c->edge_rod = take(l, edges, sizeof *c->edge_rod);
    c->edge_index = take(l, edges, sizeof *c->edge_index);
    c->first_edge = take(l, (size_t)c->max_rods, sizeof *c->first_edge);
    c->first_vertex = take(l, (size_t)c->max_rods, sizeof *c->first_vertex);
    c->radius = take(l, edges, sizeof *c->radius);
    c->skip = take(l, (size_t)c->max_rods, sizeof *c->skip);
    c->extent = take(l, (size_t)c->max_rods, sizeof *c->extent);
    c->box = take(l, edges, sizeof *c->box);
    c->pair = take(l, (size_t)c->max_pairs, sizeof *c->pair);
    c->far = take(l, (size_t)c->max_pairs, sizeof *c->far);
    c->near = take(l, (size_t)c->max_pairs, sizeof *c->near);
    c->home = take(l, edges, sizeof *c->home);
    c->seen = take(l, edges, sizeof *c->seen);
    c->way = take(l, edges, sizeof *c->way);
    c->middle = take(l, edges, sizeof *c->middle);
    c->contact = take(l, contacts, sizeof *c->contact);
    c->touch = take(l, contacts, sizeof *c->touch);
    lay_out_surfaces(c, l);
    void *broad = take(l, 1, sut_broad_memory(c->max_edges));
    if (broad) {
        sut_broad_init(&c->broad, c->max_edges, broad);
    }
    lay_out_solve(c, l);
}

size_t sut_contacts_memory(const sut_contact_capacity *most) {
    sut_contacts c;
    memset(&c, 0, sizeof c);
    set_limits(&c, most);
    layout l = {NULL, 0};
    lay_out(&c, &l);
    return l.bytes;
}

void sut_contacts_init(sut_contacts *c, const sut_contact_capacity *most, void *memory) {
    sut_contact_settings settings = c->settings;
    memset(c, 0, sizeof *c);
    c->settings = settings;
    set_limits(c, most);
    layout l = {memory, 0};
    lay_out(c, &l);
    c->memory = memory;
    c->memory_size = l.bytes;
}
