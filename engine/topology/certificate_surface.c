// SPDX-License-Identifier: MIT
// Surfaces of the certificate: their life, their places in the grid and the tree over their
// triangles.
//
// Triangles are sorted once, in space, along a curve that goes through the cells of a grid in the
// order of their interleaved digits. So neighbours in the list are neighbours in space, and a
// binary tree over the list that is fitted anew in each step needs no other sorting, however the
// surface deforms.
#include "topology/certificate_internal.h"

#include <stdlib.h>
#include <string.h>

// jitter of surfaces is chosen by other numbers than that of threads
#define SHEET_NUMBER 0x40000000u
// of vertices that begin in one place, in scales: far more than jitter, far less than a contact
#define OFFSET 1e-3

//---- boxes ---------------------------------------------------------------------------------------

static int lay_out(sut_cert_surface *s) {
    int first = 0;
    int size = s->triangle_count;
    s->level_count = 0;
    while (size > 0) {
        s->level_first[s->level_count] = first;
        s->level_size[s->level_count] = size;
        s->level_count++;
        first += size;
        size = size > 1 ? (size + 1) / 2 : 0;
    }
    return first;
}

static void fit(sut_certificate *c, const sut_cert_surface *s) {
    sut_cert_box *box = c->sheet_box + s->first_box;
    for (int i = 0; i < s->triangle_count; i++) {
        const int *v = c->triangle[s->first_triangle + i].v;
        box[i] = (sut_cert_box){c->sheet_from[v[0]], c->sheet_from[v[0]]};
        for (int k = 0; k < 3; k++) {
            sut_cert_box_add(&box[i], c->sheet_from[v[k]]);
            sut_cert_box_add(&box[i], c->sheet_to[v[k]]);
        }
    }
    for (int level = 1; level < s->level_count; level++) {
        const sut_cert_box *below = box + s->level_first[level - 1];
        sut_cert_box *here = box + s->level_first[level];
        for (int i = 0; i < s->level_size[level]; i++) {
            here[i] = below[2 * i];
            if (2 * i + 1 < s->level_size[level - 1]) {
                sut_cert_box_add(&here[i], below[2 * i + 1].low);
                sut_cert_box_add(&here[i], below[2 * i + 1].high);
            }
        }
    }
}

void sut_cert_sheets_fit(sut_certificate *c) {
    for (int k = 0; k < c->surface_count; k++) {
        fit(c, &c->surface[k]);
    }
}

//---- places --------------------------------------------------------------------------------------

static void snap(sut_certificate *c, int surface, double unit, const sut_vec3 *place,
                 sut_vec3 *out) {
    const sut_cert_surface *s = &c->surface[surface];
    int first = s->first_vertex;
    (void)sut_cert_snap(c, SHEET_NUMBER + (uint64_t)surface, s->vertex_count, unit, place + first,
                        c->sheet_offset + first, out + first); // known to be inside
}

void sut_cert_sheets_snap(sut_certificate *c, const sut_vec3 *place, double factor) {
    for (int k = 0; k < c->surface_count; k++) {
        snap(c, k, factor * c->unit, place, c->sheet_to);
    }
    for (int i = 0; factor > 1.0 && i < c->sheet_vertices; i++) {
        c->sheet_to[i] = v3_scale(c->sheet_to[i], factor);
    }
}

void sut_cert_sheets_resnap(sut_certificate *c) {
    for (int k = 0; k < c->surface_count; k++) {
        if (c->surface[k].fresh) {
            snap(c, k, c->unit, c->sheet_place, c->sheet_from);
        }
    }
}

void sut_cert_sheets_settle(sut_certificate *c) {
    for (int i = 0; i < c->sheet_vertices; i++) {
        c->sheet_from[i] = c->sheet_to[i];
        c->sheet_place[i] = c->sheet_end[i];
    }
    c->hole_count = 0;
}

//---- order and owners ----------------------------------------------------------------------------

typedef struct sort_key {
    uint64_t code;
    int number;
} sort_key;

static int by_code(const void *a, const void *b) {
    const sort_key *p = a;
    const sort_key *q = b;
    if (p->code != q->code) {
        return p->code < q->code ? -1 : 1;
    }
    return p->number < q->number ? -1 : (p->number > q->number ? 1 : 0);
}

// Digits of x, y and z in turn, 20 bits each.
static uint64_t interleaved(sut_vec3 p, const sut_cert_box *all) {
    double span = sut_cert_most(all->high.x - all->low.x,
                                sut_cert_most(all->high.y - all->low.y, all->high.z - all->low.z));
    double per = span > 0.0 ? 1048575.0 / span : 0.0;
    uint64_t x = (uint64_t)((p.x - all->low.x) * per);
    uint64_t y = (uint64_t)((p.y - all->low.y) * per);
    uint64_t z = (uint64_t)((p.z - all->low.z) * per);
    uint64_t code = 0;
    for (int bit = 19; bit >= 0; bit--) {
        code = (code << 3) | (((x >> bit) & 1) << 2) | (((y >> bit) & 1) << 1) | ((z >> bit) & 1);
    }
    return code;
}

// Numbers of the triangles in the order of space. `key` has room for them.
static void sort_triangles(const sut_vec3 *position, int vertex_count, const int (*triangle)[3],
                           int count, sort_key *key) {
    sut_cert_box all = {position[0], position[0]};
    for (int i = 1; i < vertex_count; i++) {
        sut_cert_box_add(&all, position[i]);
    }
    for (int i = 0; i < count; i++) {
        const int *t = triangle[i];
        sut_vec3 sum = v3_add(v3_add(position[t[0]], position[t[1]]), position[t[2]]);
        key[i] = (sort_key){interleaved(v3_scale(sum, 1.0 / 3.0), &all), i};
    }
    qsort(key, (size_t)count, sizeof *key, by_code);
}

// The first triangle with a vertex owns it.
static void own_vertices(sut_certificate *c, const sut_cert_surface *s) {
    int *owner = c->group;
    for (int i = 0; i < s->vertex_count; i++) {
        owner[s->first_vertex + i] = -1;
    }
    for (int i = 0; i < s->triangle_count; i++) {
        sut_cert_triangle *t = &c->triangle[s->first_triangle + i];
        for (int k = 0; k < 3; k++) {
            if (owner[t->v[k]] < 0) {
                owner[t->v[k]] = i;
                t->own_vertex |= (uint8_t)(1u << k);
            }
        }
    }
}

// Edges as pairs of vertices with the place of the triangle, sorted: the first of equals owns it.
static void own_edges(sut_certificate *c, const sut_cert_surface *s, sort_key *key) {
    int count = 3 * s->triangle_count;
    for (int n = 0; n < count; n++) {
        const int *v = c->triangle[s->first_triangle + n / 3].v;
        uint64_t a = (uint64_t)v[n % 3];
        uint64_t b = (uint64_t)v[(n + 1) % 3];
        key[n] = (sort_key){a < b ? (a << 32) | b : (b << 32) | a, n};
    }
    qsort(key, (size_t)count, sizeof *key, by_code);
    for (int n = 0; n < count; n++) {
        if (n == 0 || key[n].code != key[n - 1].code) {
            int at = key[n].number;
            c->triangle[s->first_triangle + at / 3].own_edge |= (uint8_t)(1u << (at % 3));
        }
    }
}

//---- what begins in one place --------------------------------------------------------------------

static int by_place(const sut_vec3 *a, const sut_vec3 *b) {
    if (a->x != b->x) { // equal or not, down to the last bit
        return a->x < b->x ? -1 : 1;
    }
    if (a->y != b->y) {
        return a->y < b->y ? -1 : 1;
    }
    return a->z != b->z ? (a->z < b->z ? -1 : 1) : 0;
}

// The side that a vertex is on, seen from its place: towards its triangles, and behind them.
static void add_sides(sut_certificate *c, const sut_cert_surface *s) {
    for (int i = 0; i < s->triangle_count; i++) {
        const int *v = c->triangle[s->first_triangle + i].v;
        const sut_vec3 *x = c->sheet_place;
        sut_vec3 middle = v3_scale(v3_add(v3_add(x[v[0]], x[v[1]]), x[v[2]]), 1.0 / 3.0);
        sut_vec3 n = v3_cross(v3_sub(x[v[1]], x[v[0]]), v3_sub(x[v[2]], x[v[0]]));
        n = v3_scale(n, v3_norm(n) > 0.0 ? 1.0 / v3_norm(n) : 0.0);
        for (int k = 0; k < 3; k++) {
            sut_vec3 to = v3_sub(middle, x[v[k]]);
            double size = v3_norm(to);
            to = v3_scale(to, size > 0.0 ? 1.0 / size : 0.0);
            c->sheet_offset[v[k]] = v3_add(c->sheet_offset[v[k]], v3_sub(to, n));
        }
    }
}

typedef struct place_key {
    sut_vec3 at;
    int vertex;
} place_key;

static int by_place_key(const void *a, const void *b) {
    const place_key *p = a;
    const place_key *q = b;
    int order = by_place(&p->at, &q->at);
    return order != 0 ? order : (p->vertex > q->vertex) - (p->vertex < q->vertex);
}

// Lips of a closed wound are in one place, and jitter alone would mix them up. So the vertices that
// begin where another one does keep a small, constant distance to it, each to its own side; all
// others have no offset. `key` has room for the vertices.
static void part_lips(sut_certificate *c, const sut_cert_surface *s, place_key *key) {
    int first = s->first_vertex;
    for (int i = 0; i < s->vertex_count; i++) {
        key[i] = (place_key){c->sheet_place[first + i], first + i};
        c->sheet_offset[first + i] = v3_zero();
    }
    qsort(key, (size_t)s->vertex_count, sizeof *key, by_place_key);
    add_sides(c, s);
    for (int i = 0; i < s->vertex_count; i++) {
        bool shared = (i > 0 && by_place(&key[i].at, &key[i - 1].at) == 0) ||
                      (i + 1 < s->vertex_count && by_place(&key[i].at, &key[i + 1].at) == 0);
        sut_vec3 *offset = &c->sheet_offset[key[i].vertex];
        double size = v3_norm(*offset);
        *offset = v3_scale(*offset, shared && size > 0.0 ? OFFSET * s->scale / size : 0.0);
        c->offset_most = fmax(c->offset_most, v3_norm(*offset));
    }
}

//---- the public calls ----------------------------------------------------------------------------

static bool reserve(sut_certificate *c, int vertices, int triangles) {
    size_t v = (size_t)vertices * sizeof(sut_vec3);
    size_t surfaces = (size_t)c->surface_count + 1;
    size_t boxes = 2 * (size_t)triangles + surfaces * SUT_CERT_LEVELS;
    size_t need[SUT_CERT_BLOCKS] = {
        [SUT_CERT_SURFACE] = surfaces * sizeof(sut_cert_surface),
        [SUT_CERT_TRIANGLE] = (size_t)triangles * sizeof(sut_cert_triangle),
        [SUT_CERT_SHEET_FROM] = v,
        [SUT_CERT_SHEET_TO] = v,
        [SUT_CERT_SHEET_PLACE] = v,
        [SUT_CERT_SHEET_END] = v,
        [SUT_CERT_SHEET_OFFSET] = v,
        [SUT_CERT_SHEET_BOX] = boxes * sizeof(sut_cert_box),
        [SUT_CERT_SHEET_TOUCHED] = (size_t)triangles,
        [SUT_CERT_GROUP] = (size_t)vertices * sizeof(int),
    };
    bool enough = true;
    for (int k = 0; k < SUT_CERT_BLOCKS; k++) {
        enough = enough && sut_cert_reserve(&c->memory, &c->blocks[k], need[k]);
    }
    sut_cert_point(c);
    for (int k = 0; k < c->solid_count; k++) {
        enough = enough && sut_cert_reserve(&c->memory, &c->solid[k].pressed, (size_t)triangles);
    }
    return enough;
}

static bool is_good(const sut_certificate *c, const sut_vec3 *position, int vertex_count,
                    const int (*triangle)[3], int triangle_count, double scale) {
    if (!c || !position || !triangle || vertex_count < 3 || triangle_count < 1 ||
        vertex_count > 100000000 || triangle_count > 100000000 || !(scale > 0.0) ||
        !isfinite(scale)) {
        return false;
    }
    for (int i = 0; i < triangle_count; i++) {
        const int *t = triangle[i];
        for (int k = 0; k < 3; k++) {
            if (t[k] < 0 || t[k] >= vertex_count || t[k] == t[(k + 1) % 3]) {
                return false;
            }
        }
    }
    return true;
}

// Enter a surface for which there is room. `key` has three places per triangle, `place` one per
// vertex.
static void enter(sut_certificate *c, const sut_vec3 *position, const int (*triangle)[3],
                  sut_cert_surface *s, sort_key *key, place_key *place) {
    int number = c->surface_count;
    sort_triangles(position, s->vertex_count, triangle, s->triangle_count, key);
    for (int i = 0; i < s->triangle_count; i++) {
        const int *t = triangle[key[i].number];
        int v = s->first_vertex;
        c->triangle[s->first_triangle + i] =
            (sut_cert_triangle){{v + t[0], v + t[1], v + t[2]}, number, key[i].number, 0, 0};
    }
    size_t size = (size_t)s->vertex_count * sizeof *position;
    memcpy(c->sheet_place + s->first_vertex, position, size);
    memcpy(c->sheet_end + s->first_vertex, position, size);
    (void)lay_out(s);
    own_vertices(c, s);
    own_edges(c, s, key);
    part_lips(c, s, place);
    c->surface[number] = *s;
    snap(c, number, c->unit, c->sheet_place, c->sheet_from);
    c->surface_count++;
    c->sheet_vertices += s->vertex_count;
    c->triangle_count += s->triangle_count;
}

sut_result sut_certificate_add_surface(sut_certificate *c, const sut_vec3 *position,
                                       int vertex_count, const int (*triangle)[3],
                                       int triangle_count, double scale, int *surface) {
    if (!is_good(c, position, vertex_count, triangle, triangle_count, scale)) {
        return SUT_E_ARGUMENT;
    }
    if (c->sheet_vertices > 1000000000 - vertex_count ||
        c->triangle_count > 500000000 - triangle_count) {
        return SUT_E_CAPACITY;
    }
    double finest = c->radius_min > 0.0 ? fmin(c->radius_min, scale) : scale;
    sut_result why;
    double unit = sut_cert_fitting_unit(c, position, vertex_count, finest, &why);
    if (why != SUT_OK) {
        return why;
    }
    sut_cert_block keys = {NULL, 0};
    sut_cert_block places = {NULL, 0};
    if (!reserve(c, c->sheet_vertices + vertex_count, c->triangle_count + triangle_count) ||
        !sut_cert_reserve(&c->memory, &keys, 3 * (size_t)triangle_count * sizeof(sort_key)) ||
        !sut_cert_reserve(&c->memory, &places, (size_t)vertex_count * sizeof(place_key))) {
        sut_cert_release(&c->memory, &keys);
        return SUT_E_MEMORY;
    }
    for (int i = 0; i < c->vertex_count; i++) {
        c->place_end[i] = c->place[i]; // events want the end of the motion
    }
    while (c->unit < unit) {
        sut_cert_coarsen(c);
    }
    c->radius_min = finest;
    int first = c->triangle_count;
    sut_cert_surface s = {
        .first_vertex = c->sheet_vertices,
        .vertex_count = vertex_count,
        .first_triangle = first,
        .triangle_count = triangle_count,
        .first_box = 2 * first + c->surface_count * SUT_CERT_LEVELS,
        .scale = scale,
        .fresh = true,
    };
    if (surface) {
        *surface = c->surface_count;
    }
    enter(c, position, triangle, &s, keys.mem, places.mem);
    sut_cert_release(&c->memory, &places);
    sut_cert_release(&c->memory, &keys);
    for (int k = 0; k < c->solid_count; k++) {
        sut_cert_press_mark(c, &c->solid[k], first);
    }
    return SUT_OK;
}

sut_result sut_certificate_surface_positions(sut_certificate *c, int surface,
                                             const sut_vec3 *position) {
    if (!c || !position || surface < 0 || surface >= c->surface_count) {
        return SUT_E_ARGUMENT;
    }
    const sut_cert_surface *s = &c->surface[surface];
    memcpy(c->sheet_end + s->first_vertex, position, (size_t)s->vertex_count * sizeof *position);
    return SUT_OK;
}

sut_result sut_certificate_hole(sut_certificate *c, int component, double from, double to,
                                int surface, int triangle) {
    if (!c || component < 0 || component >= c->component_count || surface < 0 ||
        surface >= c->surface_count || triangle < 0 ||
        triangle >= c->surface[surface].triangle_count || !(from <= to)) {
        return SUT_E_ARGUMENT;
    }
    size_t need = (size_t)(c->hole_count + 1) * sizeof(sut_cert_hole);
    if (!sut_cert_reserve(&c->memory, &c->blocks[SUT_CERT_HOLE], need)) {
        return SUT_E_MEMORY;
    }
    sut_cert_point(c);
    c->hole[c->hole_count++] = (sut_cert_hole){component, surface, triangle, from, to};
    return SUT_OK;
}

uint64_t sut_certificate_surface_changes(const sut_certificate *c, int surface) {
    return c && surface >= 0 && surface < c->surface_count ? c->surface[surface].changes : 0;
}

uint64_t sut_certificate_explained(const sut_certificate *c) {
    return c ? c->explained : 0;
}
