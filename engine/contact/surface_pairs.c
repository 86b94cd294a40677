// SPDX-License-Identifier: MIT
// surface_pairs.c -- neighbour list of surfaces: which triangles may come near which edges of rods
// and which other triangles.
//
// Every vertex gets a box around where it is and where the predictor takes it, with a skin to
// spare; a feature the box around its vertices' boxes. While every vertex stays inside its box,
// features whose boxes are further apart than contacts need cannot meet. Features are taken in
// blocks: those that are near each other at rest, so that blocks are compact; boxes of blocks are
// compared first, and the pairs of two blocks are a batch that is mostly passed over as a whole
// (surface_room.c).
#include "contact/contact.h"

#include "math/vec3.h"

#include <string.h>

static sut_vec3 lower(sut_vec3 a, sut_vec3 b) {
    return v3(a.x < b.x ? a.x : b.x, a.y < b.y ? a.y : b.y, a.z < b.z ? a.z : b.z);
}

static sut_vec3 upper(sut_vec3 a, sut_vec3 b) {
    return v3(a.x > b.x ? a.x : b.x, a.y > b.y ? a.y : b.y, a.z > b.z ? a.z : b.z);
}

static int surface_count(const sut_contact_bodies *b) {
    return b->bodies - b->rods;
}

//---- blocks --------------------------------------------------------------------------------------
enum { CELLS = 1024, CELL_BITS = 10 }; // of the grid that orders triangles, along its longest side

// Every third bit of the result is one of x.
static uint64_t spread_bits(int x) {
    uint64_t bits = 0;
    for (int k = 0; k < CELL_BITS; k++) {
        bits |= ((uint64_t)x >> k & 1) << (3 * k);
    }
    return bits;
}

static int cell_of(double x, double low, double per) {
    double cell = (x - low) * per;
    return cell > 0.0 ? (cell < CELLS - 1.0 ? (int)cell : CELLS - 1) : 0;
}

static sut_vec3 rest_middle(const sut_surface *f, int t) {
    const int *v = f->triangle[t];
    return v3_scale(v3_add(v3_add(f->rest[v[0]], f->rest[v[1]]), f->rest[v[2]]), 1.0 / 3.0);
}

static void sift(uint64_t *key, int at, int count) {
    uint64_t own = key[at];
    for (int child = 2 * at + 1; child < count; child = 2 * at + 1) {
        child += child + 1 < count && key[child] < key[child + 1] ? 1 : 0;
        if (key[child] <= own) {
            break;
        }
        key[at] = key[child];
        at = child;
    }
    key[at] = own;
}

static void sort_keys(uint64_t *key, int count) {
    for (int i = count / 2 - 1; i >= 0; i--) {
        sift(key, i, count);
    }
    for (int end = count - 1; end > 0; end--) {
        uint64_t most = key[0];
        key[0] = key[end];
        key[end] = most;
        sift(key, 0, end);
    }
}

// Triangles along a curve that fills space (Morton's order) in the rest shape: what is beside each
// other there is beside each other in the list, and stays so.
static void list_triangles(sut_surface_pairs *p, const sut_surface *f, int surface) {
    uint64_t *key = (uint64_t *)(void *)p->room; // nothing is measured yet
    sut_vec3 low = rest_middle(f, 0);
    sut_vec3 high = low;
    for (int t = 0; t < f->triangle_count; t++) {
        sut_vec3 x = rest_middle(f, t);
        low = lower(low, x);
        high = upper(high, x);
    }
    double size = fmax(fmax(high.x - low.x, high.y - low.y), high.z - low.z);
    double per = size > 0.0 ? CELLS / size : 0.0;
    for (int t = 0; t < f->triangle_count; t++) {
        sut_vec3 x = rest_middle(f, t);
        uint64_t cell = spread_bits(cell_of(x.x, low.x, per)) |
                        spread_bits(cell_of(x.y, low.y, per)) << 1 |
                        spread_bits(cell_of(x.z, low.z, per)) << 2;
        key[t] = cell << 32 | (uint64_t)(unsigned)t;
    }
    sort_keys(key, f->triangle_count);
    for (int t = 0; t < f->triangle_count; t++) {
        p->owner[p->triangles] = surface;
        p->index[p->triangles++] = (int)(key[t] & 0xffffffffu);
    }
}

static sut_surface_block *add_block(sut_surface_pairs *p, int first, int end, double room) {
    sut_surface_block *k = &p->block[p->blocks++];
    int vertex = p->blocks > 1 ? k[-1].end_vertex : 0;
    *k = (sut_surface_block){first, end, vertex, vertex, room, v3_zero(), v3_zero(), 0.0, 0.0};
    return k;
}

static void add_vertex(sut_surface_pairs *p, sut_surface_block *k, int vertex) {
    for (int i = k->first_vertex; i < k->end_vertex; i++) {
        if (p->block_vertex[i] == vertex) {
            return;
        }
    }
    p->block_vertex[k->end_vertex++] = vertex;
}

// Contacts are looked for up to one touching distance beyond touching: each side of a pair has to
// have room for its own half of that.
static void block_rods(sut_contacts *c, const sut_contact_bodies *b) {
    for (int i = 0; i < c->edges;) {
        int rod = c->edge_rod[i];
        int end = i;
        while (end < c->edges && end < i + SUT_SURFACE_BLOCK && c->edge_rod[end] == rod) {
            end++;
        }
        sut_surface_block *k = add_block(&c->surface, i, end, 2.0 * b->chain[rod]->radius);
        for (; i < end; i++) {
            add_vertex(&c->surface, k, c->first_vertex[rod] + c->edge_index[i]);
            add_vertex(&c->surface, k, c->first_vertex[rod] + c->edge_index[i] + 1);
        }
    }
}

static void block_triangles(sut_contacts *c, const sut_contact_bodies *b, int from, int surface) {
    sut_surface_pairs *p = &c->surface;
    const sut_surface *f = &b->surface[surface];
    for (int i = from; i < p->triangles;) {
        int left = p->triangles - i;
        int end = i + (left < SUT_SURFACE_BLOCK ? left : SUT_SURFACE_BLOCK);
        sut_surface_block *k = add_block(p, c->edges + i, c->edges + end, 2.0 * f->half);
        for (; i < end; i++) {
            for (int v = 0; v < 3; v++) {
                add_vertex(p, k, p->first[surface] + f->triangle[p->index[i]][v]);
            }
        }
    }
}

void sut_surface_list(sut_contacts *c, const sut_contact_bodies *b) {
    sut_surface_pairs *p = &c->surface;
    p->triangles = 0;
    p->pairs = 0;
    p->batches = 0;
    p->blocks = 0;
    p->listed = false;
    p->fresh = true;
    p->vertices = c->max_edges;
    if (p->max_triangles == 0) {
        return;
    }
    block_rods(c, b);
    for (int k = 0; k < surface_count(b); k++) {
        const sut_surface *f = &b->surface[k];
        p->first[k] = p->vertices;
        if (f->body && f->triangle_count > 0) {
            int from = p->triangles;
            p->vertices += f->body->n;
            list_triangles(p, f, k);
            block_triangles(c, b, from, k);
        }
    }
}

//---- bounds of vertices --------------------------------------------------------------------------
// A steady motion leaves its bounds after AHEAD substeps; a fast one is not followed far.
static void bound_vertices(const sut_body *body, int count, sut_vec3 (*bounds)[2], double skin) {
    const double AHEAD = 10.0;
    sut_vec3 grow = v3(skin, skin, skin);
    for (int v = 0; v < count; v++) {
        sut_vec3 x = body->position[v];
        sut_vec3 move = sut_soa3_get(&body->move, v);
        double way = v3_norm(move);
        double ahead =
            AHEAD * way < 2.0 * skin ? AHEAD : (way < 2.0 * skin ? 2.0 * skin / way : 1.0);
        sut_vec3 y = v3_madd(x, ahead, move);
        bounds[v][0] = v3_sub(lower(x, y), grow);
        bounds[v][1] = v3_add(upper(x, y), grow);
    }
}

// False for NaN.
static bool within(const sut_vec3 bounds[2], sut_vec3 p) {
    return (p.x >= bounds[0].x) & (p.y >= bounds[0].y) & (p.z >= bounds[0].z) &
           (p.x <= bounds[1].x) & (p.y <= bounds[1].y) & (p.z <= bounds[1].z);
}

static bool all_within(const sut_body *body, int count, sut_vec3 (*const bounds)[2]) {
    for (int v = 0; v < count; v++) {
        sut_vec3 x = body->position[v];
        if (!within(bounds[v], x) || !within(bounds[v], v3_add(x, sut_soa3_get(&body->move, v)))) {
            return false;
        }
    }
    return true;
}

static sut_vec3 (*rod_bounds(const sut_contacts *c, int rod))[2] {
    return &c->surface.bounds[c->first_vertex[rod]];
}

static sut_vec3 (*surface_bounds(const sut_contacts *c, int surface))[2] {
    return &c->surface.bounds[c->surface.first[surface]];
}

static bool is_good(const sut_contacts *c, const sut_contact_bodies *b) {
    for (int k = 0; k < b->rods; k++) {
        if (b->chain[k] && !all_within(b->body[k], b->chain[k]->n, rod_bounds(c, k))) {
            return false;
        }
    }
    for (int k = 0; k < surface_count(b); k++) {
        const sut_body *body = b->surface[k].body;
        if (body && !all_within(body, body->n, surface_bounds(c, k))) {
            return false;
        }
    }
    return true;
}

//---- boxes ---------------------------------------------------------------------------------------
static void box_rods(sut_contacts *c, const sut_contact_bodies *b) {
    for (int i = 0; i < c->edges; i++) {
        const sut_chain *r = b->chain[c->edge_rod[i]];
        sut_vec3(*v)[2] = &rod_bounds(c, c->edge_rod[i])[c->edge_index[i]];
        int end = sut_chain_is_cut(r, c->edge_index[i]) ? 0 : 1;
        c->surface.feature_box[i][0] = lower(v[0][0], v[end][0]);
        c->surface.feature_box[i][1] = upper(v[0][1], v[end][1]);
    }
}

static void box_triangles(sut_contacts *c, const sut_contact_bodies *b) {
    sut_surface_pairs *p = &c->surface;
    for (int i = 0; i < p->triangles; i++) {
        const int *v = b->surface[p->owner[i]].triangle[p->index[i]];
        sut_vec3(*bounds)[2] = surface_bounds(c, p->owner[i]);
        sut_vec3 *box = p->feature_box[c->edges + i];
        box[0] = lower(lower(bounds[v[0]][0], bounds[v[1]][0]), bounds[v[2]][0]);
        box[1] = upper(upper(bounds[v[0]][1], bounds[v[1]][1]), bounds[v[2]][1]);
    }
}

static void box_blocks(sut_contacts *c) {
    sut_surface_pairs *p = &c->surface;
    for (int k = 0; k < p->blocks; k++) {
        const sut_surface_block *x = &p->block[k];
        sut_vec3 low = p->feature_box[x->first][0];
        sut_vec3 high = p->feature_box[x->first][1];
        for (int i = x->first + 1; i < x->end; i++) {
            low = lower(low, p->feature_box[i][0]);
            high = upper(high, p->feature_box[i][1]);
        }
        sut_vec3 grow = v3(x->room, x->room, x->room);
        // rods meet each other in contact_pairs.c: one chain that skips all of itself
        p->box[k] = (sut_broad_box){.low = v3_sub(low, grow),
                                    .high = v3_add(high, grow),
                                    .chain = x->first < c->edges ? 0 : -1};
    }
}

// False where they are not, and for NaN.
static bool are_near(const sut_vec3 x[2], const sut_vec3 y[2], double room) {
    return (x[0].x - y[1].x <= room) & (y[0].x - x[1].x <= room) & (x[0].y - y[1].y <= room) &
           (y[0].y - x[1].y <= room) & (x[0].z - y[1].z <= room) & (y[0].z - x[1].z <= room);
}

//---- pairs ---------------------------------------------------------------------------------------
static bool are_kin(const sut_surface *f, int t, int other) {
    const int *v = f->triangle[t];
    return sut_triangle_has(f, other, v[0]) || sut_triangle_has(f, other, v[1]) ||
           sut_triangle_has(f, other, v[2]);
}

// The features of a block that are near the box of another one.
static int features_near(const sut_surface_pairs *p, const sut_surface_block *x,
                         const sut_surface_block *y, const sut_broad_box *box, double room,
                         int near[SUT_SURFACE_BLOCK]) {
    int count = 0;
    const sut_vec3 grow = v3(y->room, y->room, y->room);
    const sut_vec3 around[2] = {v3_add(box->low, grow), v3_sub(box->high, grow)};
    for (int i = x->first; i < x->end; i++) {
        near[count] = i;
        count += are_near(p->feature_box[i], around, room) ? 1 : 0;
    }
    return count;
}

// False: there is no room for all pairs.
static bool list_batch(sut_contacts *c, const sut_contact_bodies *b, int first, int second) {
    sut_surface_pairs *p = &c->surface;
    const sut_surface_block *x = &p->block[first];
    const sut_surface_block *y = &p->block[second];
    bool rod = x->first < c->edges;
    int surface = rod ? -1 : p->owner[x->first - c->edges];
    const sut_surface *f =
        !rod && surface == p->owner[y->first - c->edges] ? &b->surface[surface] : NULL;
    // a surface touches itself at a smaller distance than others
    double room = f ? 2.0 * f->self : x->room + y->room;
    int near[2][SUT_SURFACE_BLOCK];
    int i_count = features_near(p, x, y, &p->box[second], room, near[0]);
    int j_count = features_near(p, y, x, &p->box[first], room, near[1]);
    int from = p->pairs;
    for (int k = 0; k < i_count; k++) {
        int i = near[0][k];
        for (int l = 0; l < j_count; l++) {
            int j = near[1][l];
            if (j <= i || !are_near(p->feature_box[i], p->feature_box[j], room)) {
                continue;
            }
            if (p->pairs == p->max_pairs) {
                return false;
            }
            p->pair[p->pairs][0] = i;
            p->pair[p->pairs][1] = j;
            p->kin[p->pairs++] = f && are_kin(f, p->index[i - c->edges], p->index[j - c->edges]);
        }
    }
    if (p->pairs > from) {
        p->batch[p->batches++] =
            (sut_surface_batch){{first, second}, from, p->pairs, 0.0, 0.0, -1.0};
    }
    return true;
}

// Pairs of blocks come ascending; those of a block with itself before its others. False: no room.
static bool list_batches(sut_contacts *c, const sut_contact_bodies *b) {
    sut_surface_pairs *p = &c->surface;
    const double skip[1] = {HUGE_VAL};
    int count = sut_broad_pairs(&p->broad, p->box, p->blocks, skip, p->block_pair, p->max_batches);
    if (count < 0 || count + p->blocks > p->max_batches) {
        return false;
    }
    int next = 0;
    bool fits = true;
    for (int k = 0; fits && k < p->blocks; k++) {
        fits = p->block[k].first < c->edges || list_batch(c, b, k, k);
        for (; fits && next < count && p->block_pair[next][0] == k; next++) {
            fits = list_batch(c, b, k, p->block_pair[next][1]);
        }
    }
    return fits;
}

//---- from one list to the next -------------------------------------------------------------------
static uint64_t pair_key(const int pair[2]) {
    return (uint64_t)(unsigned)pair[0] << 32 | (uint64_t)(unsigned)pair[1];
}

// Both lists ascend.
static void take_over_batch(sut_surface_pairs *p, sut_surface_batch *k,
                            const sut_surface_batch *last) {
    int at = last ? last->first : 0;
    int end = last ? last->end : 0;
    k->room = HUGE_VAL;
    for (int i = k->first; i < k->end; i++) {
        uint64_t key = pair_key(p->pair[i]);
        while (at < end && pair_key(p->last_pair[at]) < key) {
            at++;
        }
        bool same = at < end && pair_key(p->last_pair[at]) == key;
        p->room[i] = same ? p->last_room[at] - last->spent : -1.0;
        p->toward[i] = same ? p->last_toward[at] : v3_zero();
        k->room = p->room[i] < k->room ? p->room[i] : k->room;
    }
}

// What was measured of pairs that were on the list before still holds.
static void take_over(sut_surface_pairs *p, int last) {
    int at = 0;
    for (int i = 0; i < p->batches; i++) {
        sut_surface_batch *k = &p->batch[i];
        uint64_t key = pair_key(k->block);
        while (at < last && pair_key(p->last_batch[at].block) < key) {
            at++;
        }
        bool same = at < last && pair_key(p->last_batch[at].block) == key;
        take_over_batch(p, k, same ? &p->last_batch[at] : NULL);
    }
}

static void exchange_lists(sut_surface_pairs *p) {
    int(*pair)[2] = p->pair;
    double *room = p->room;
    sut_vec3 *toward = p->toward;
    sut_surface_batch *batch = p->batch;
    p->pair = p->last_pair;
    p->room = p->last_room;
    p->toward = p->last_toward;
    p->batch = p->last_batch;
    p->last_pair = pair;
    p->last_room = room;
    p->last_toward = toward;
    p->last_batch = batch;
}

//---- list ----------------------------------------------------------------------------------------
static double least_spacing(const sut_contact_bodies *b) {
    double least = HUGE_VAL;
    for (int k = 0; k < surface_count(b); k++) {
        const sut_surface *f = &b->surface[k];
        least = f->body && f->spacing < least ? f->spacing : least;
    }
    return least;
}

static void bound_all(sut_contacts *c, const sut_contact_bodies *b, double skin) {
    for (int k = 0; k < b->rods; k++) {
        if (b->chain[k]) {
            bound_vertices(b->body[k], b->chain[k]->n, rod_bounds(c, k), skin);
        }
    }
    for (int k = 0; k < surface_count(b); k++) {
        if (b->surface[k].body) {
            const sut_body *body = b->surface[k].body;
            bound_vertices(body, body->n, surface_bounds(c, k), skin);
        }
    }
}

static bool list_all(sut_contacts *c, const sut_contact_bodies *b, double skin) {
    c->surface.pairs = 0;
    c->surface.batches = 0;
    bound_all(c, b, skin);
    box_rods(c, b);
    box_triangles(c, b);
    box_blocks(c);
    return list_batches(c, b);
}

void sut_surface_pairs_update(sut_contacts *c, const sut_contact_bodies *b) {
    enum { ATTEMPTS = 6 };
    sut_surface_pairs *p = &c->surface;
    if (p->triangles == 0) {
        return;
    }
    if (p->listed && is_good(c, b)) {
        return;
    }
    if (p->fresh) {
        sut_surface_see(c, b);
        p->fresh = false;
    }
    int last = p->batches;
    exchange_lists(p);
    // A wide skin makes the list last, a narrow one short; narrower still where it finds no room.
    double skin = 0.15 * least_spacing(b);
    p->listed = false;
    for (int attempt = 0; attempt < ATTEMPTS && !p->listed; attempt++, skin *= 0.4) {
        p->listed = list_all(c, b, skin);
    }
    p->full = !p->listed;
    p->pairs = p->listed ? p->pairs : 0;
    p->batches = p->listed ? p->batches : 0;
    take_over(p, last);
}
