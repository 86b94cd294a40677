// SPDX-License-Identifier: MIT
// The certificate: its life, its threads and its steps. The judgement is in certificate_pairs.c and
// certificate_solid.c.
//
// Invariant: the start of every step is, bit for bit, the end of the step before it, so that the
// motions judged make one motion without gaps. Every vertex carries a constant jitter of up to 256
// steps of the grid, which keeps the coincidences away that scenes are full of (parallel threads,
// everything in one plane). If a pair still cannot be decided, the end of the step gets another
// jitter and the step is judged again.
#include "topology/certificate_internal.h"

#include <string.h>

#define GRID_LIMIT 0x1p37 // coordinates are within +- this, before jitter
#define JITTER 256
enum { TRIES = 8 };

//---- memory --------------------------------------------------------------------------------------

bool sut_cert_reserve(sut_memory *m, sut_cert_block *b, size_t size) {
    if (size <= b->size) {
        return true;
    }
    size_t larger = size + size / 2;
    void *mem = sut_memory_take(m, larger);
    if (!mem) {
        return false;
    }
    memset(mem, 0, larger);
    if (b->mem) {
        memcpy(mem, b->mem, b->size);
    }
    sut_memory_give(m, b->mem, b->size);
    *b = (sut_cert_block){mem, larger};
    return true;
}

void sut_cert_release(sut_memory *m, sut_cert_block *b) {
    sut_memory_give(m, b->mem, b->size);
    *b = (sut_cert_block){NULL, 0};
}

void sut_cert_point(sut_certificate *c) {
    c->component = c->blocks[SUT_CERT_COMPONENT].mem;
    c->edge = c->blocks[SUT_CERT_EDGE].mem;
    c->from = c->blocks[SUT_CERT_FROM].mem;
    c->to = c->blocks[SUT_CERT_TO].mem;
    c->place = c->blocks[SUT_CERT_PLACE].mem;
    c->place_end = c->blocks[SUT_CERT_PLACE_END].mem;
    c->box = c->blocks[SUT_CERT_BOX].mem;
    c->touched = c->blocks[SUT_CERT_TOUCHED].mem;
    c->pair_changes = c->blocks[SUT_CERT_CHANGES].mem;
    c->pair_pending = c->blocks[SUT_CERT_PENDING].mem;
    c->solid = c->blocks[SUT_CERT_SOLID].mem;
    c->meeting = c->blocks[SUT_CERT_MEETING].mem;
    c->surface = c->blocks[SUT_CERT_SURFACE].mem;
    c->triangle = c->blocks[SUT_CERT_TRIANGLE].mem;
    c->sheet_from = c->blocks[SUT_CERT_SHEET_FROM].mem;
    c->sheet_to = c->blocks[SUT_CERT_SHEET_TO].mem;
    c->sheet_place = c->blocks[SUT_CERT_SHEET_PLACE].mem;
    c->sheet_end = c->blocks[SUT_CERT_SHEET_END].mem;
    c->sheet_offset = c->blocks[SUT_CERT_SHEET_OFFSET].mem;
    c->sheet_box = c->blocks[SUT_CERT_SHEET_BOX].mem;
    c->sheet_touched = c->blocks[SUT_CERT_SHEET_TOUCHED].mem;
    c->group = c->blocks[SUT_CERT_GROUP].mem;
    c->hole = c->blocks[SUT_CERT_HOLE].mem;
}

static bool reserve_threads(sut_certificate *c, int components, int vertices, int edges) {
    size_t v = (size_t)vertices * sizeof(sut_vec3);
    size_t pairs = sut_cert_pair_index(components - 1, components - 1) + 1;
    size_t need[SUT_CERT_BLOCKS] = {
        [SUT_CERT_COMPONENT] = (size_t)components * sizeof(sut_cert_component),
        [SUT_CERT_EDGE] = (size_t)edges * sizeof(sut_cert_edge),
        [SUT_CERT_FROM] = v,
        [SUT_CERT_TO] = v,
        [SUT_CERT_PLACE] = v,
        [SUT_CERT_PLACE_END] = v,
        // halves, rounded up at every level
        [SUT_CERT_BOX] = (2 * (size_t)edges + SUT_CERT_LEVELS) * sizeof(sut_cert_box),
        [SUT_CERT_TOUCHED] = (size_t)edges,
        [SUT_CERT_CHANGES] = pairs * sizeof(uint64_t),
        [SUT_CERT_PENDING] = pairs * sizeof(uint64_t),
    };
    bool enough = true;
    for (int k = 0; k < SUT_CERT_BLOCKS; k++) {
        enough = enough && sut_cert_reserve(&c->memory, &c->blocks[k], need[k]);
    }
    sut_cert_point(c);
    for (int k = 0; k < c->solid_count; k++) {
        enough = enough && sut_cert_reserve(&c->memory, &c->solid[k].inside, (size_t)edges);
    }
    return enough;
}

sut_result sut_certificate_create(sut_vec3 low, sut_vec3 high, const sut_allocator *allocator,
                                  sut_certificate **out) {
    if (!out) {
        return SUT_E_ARGUMENT;
    }
    *out = NULL;
    sut_vec3 size = v3_sub(high, low);
    double longest = fmax(size.x, fmax(size.y, size.z));
    if (!v3_is_finite(low) || !v3_is_finite(high) || !isfinite(longest) || !(size.x >= 0.0) ||
        !(size.y >= 0.0) || !(size.z >= 0.0) || !(longest > 0x1p-500)) {
        return SUT_E_ARGUMENT;
    }
    sut_memory memory;
    sut_memory_init(&memory, allocator);
    sut_certificate *c = sut_memory_take(&memory, sizeof *c);
    if (!c) {
        return SUT_E_MEMORY;
    }
    memset(c, 0, sizeof *c);
    c->memory = memory;
    c->event = sut_memory_take(&c->memory, SUT_CERTIFICATE_EVENTS * sizeof(sut_certificate_event));
    if (!c->event) {
        sut_certificate_destroy(c);
        return SUT_E_MEMORY;
    }
    // a power of two, so that scaling rounds nothing; the half of the box is at most the limit
    int power;
    (void)frexp(longest, &power);
    c->unit = ldexp(0.5 / GRID_LIMIT, power);
    c->center = v3_madd(low, 0.5, size);
    *out = c;
    return SUT_OK;
}

void sut_certificate_destroy(sut_certificate *c) {
    if (!c) {
        return;
    }
    sut_memory memory = c->memory;
    for (int k = 0; k < c->solid_count; k++) {
        sut_cert_release(&memory, &c->solid[k].inside);
        sut_cert_release(&memory, &c->solid[k].pressed);
    }
    for (int k = 0; k < SUT_CERT_BLOCKS; k++) {
        sut_cert_release(&memory, &c->blocks[k]);
    }
    sut_memory_give(&memory, c->event, SUT_CERTIFICATE_EVENTS * sizeof(sut_certificate_event));
    sut_memory_give(&memory, c, sizeof *c);
}

//---- snapping ------------------------------------------------------------------------------------

static uint64_t scramble(uint64_t x) {
    x = (x ^ (x >> 31)) * 0x9e3779b97f4a7c15u;
    x = (x ^ (x >> 29)) * 0xd1342543de82ef95u;
    return x ^ (x >> 32);
}

static double jitter_of(uint64_t bits) {
    return (double)(int64_t)(bits % (2 * JITTER + 1)) - JITTER;
}

bool sut_cert_snap(const sut_certificate *c, uint64_t number, int count, double unit,
                   const sut_vec3 *place, const sut_vec3 *offset, sut_vec3 *out) {
    double per_unit = 1.0 / unit;
    uint64_t seed = scramble((c->salt << 32) + number);
    for (int i = 0; i < count; i++) {
        sut_vec3 at = offset ? v3_add(place[i], offset[i]) : place[i];
        sut_vec3 x = v3_scale(v3_sub(at, c->center), per_unit);
        if (!(fabs(x.x) <= GRID_LIMIT && fabs(x.y) <= GRID_LIMIT && fabs(x.z) <= GRID_LIMIT)) {
            return false;
        }
        uint64_t bits = scramble(seed + (uint64_t)i);
        out[i].x = floor(x.x + 0.5) + jitter_of(bits & 0xfffff);
        out[i].y = floor(x.y + 0.5) + jitter_of((bits >> 20) & 0xfffff);
        out[i].z = floor(x.z + 0.5) + jitter_of((bits >> 40) & 0xfffff);
    }
    return true;
}

static bool snap(const sut_certificate *c, int component, double unit, const sut_vec3 *place,
                 sut_vec3 *out) {
    int count = c->component[component].vertex_count;
    return sut_cert_snap(c, (uint64_t)component + 1, count, unit, place, NULL, out);
}

static bool snap_all(const sut_certificate *c, double unit, const sut_vec3 *place, sut_vec3 *out) {
    for (int k = 0; k < c->component_count; k++) {
        int first = c->component[k].first_vertex;
        if (!snap(c, k, unit, place + first, out + first)) {
            return false;
        }
    }
    return true;
}

//---- judging -------------------------------------------------------------------------------------

void sut_cert_note(sut_certificate *c, const sut_certificate_event *e, int *count) {
    if (*count < SUT_CERTIFICATE_EVENTS) {
        c->event[(*count)++] = *e;
    }
}

// What was pending happened.
static void take_over(sut_certificate *c) {
    c->explained += c->explained_pending;
    if (c->pending == 0) {
        return;
    }
    size_t n = (size_t)c->component_count;
    for (size_t k = 0; k < n * (n + 1) / 2; k++) {
        c->pair_changes[k] += c->pair_pending[k];
    }
    for (int k = 0; k < c->surface_count; k++) {
        c->surface[k].changes += c->surface[k].pending;
    }
    c->changes += c->pending;
    c->event_count = c->event_pending;
}

// Judge from -> to, where to is `factor` times the snapped points of `place` in a grid `factor`
// times coarser, and count what happened.
static void judge(sut_certificate *c, const sut_vec3 *place, const sut_vec3 *sheet, double factor) {
    for (int attempt = 1;; attempt++) {
        (void)snap_all(c, factor * c->unit, place, c->to); // known to be inside
        for (int i = 0; factor > 1.0 && i < c->vertex_count; i++) {
            c->to[i] = v3_scale(c->to[i], factor);
        }
        sut_cert_sheets_snap(c, sheet, factor);
        c->accept_undecided = attempt == TRIES;
        if (sut_cert_pairs_judge(c) && sut_cert_sheets_judge(c)) {
            break;
        }
        c->salt++;
        for (int k = 0; k < c->component_count; k++) {
            int first = c->component[k].first_vertex;
            if (c->component[k].fresh) {
                (void)snap(c, k, c->unit, c->place + first, c->from + first);
            }
        }
        sut_cert_sheets_resnap(c);
    }
    take_over(c);
    for (int k = 0; k < c->component_count; k++) {
        c->component[k].fresh = false;
    }
    for (int k = 0; k < c->surface_count; k++) {
        c->surface[k].fresh = false;
    }
}

// Half the resolution. The small jumps of the points are judged like any other motion, in the old
// grid, where the new points are even numbers.
void sut_cert_coarsen(sut_certificate *c) {
    judge(c, c->place, c->sheet_place, 2.0);
    for (int i = 0; i < c->vertex_count; i++) {
        c->from[i] = v3_scale(c->to[i], 0.5);
    }
    for (int i = 0; i < c->sheet_vertices; i++) {
        c->sheet_from[i] = v3_scale(c->sheet_to[i], 0.5);
    }
    c->unit *= 2.0;
}

double sut_cert_fitting_unit(const sut_certificate *c, const sut_vec3 *place, int count,
                             double radius, sut_result *why) {
    double reach = 0.0;
    for (int i = 0; i < count; i++) {
        sut_vec3 x = v3_sub(place[i], c->center);
        if (!v3_is_finite(x)) {
            *why = SUT_E_ARGUMENT;
            return 0.0;
        }
        reach = fmax(reach, fmax(fabs(x.x), fmax(fabs(x.y), fabs(x.z))));
    }
    double unit = c->unit;
    reach += c->offset_most;
    while (reach > GRID_LIMIT * unit) {
        unit *= 2.0;
    }
    // jitter then stays below a fourth of a radius
    bool fine = count == 0 || unit * 1000.0 < radius;
    *why = fine ? SUT_OK : SUT_E_CAPACITY;
    return fine ? unit : 0.0;
}

//---- the public calls ----------------------------------------------------------------------------

static void connect(sut_certificate *c, int component) {
    const sut_cert_component *k = &c->component[component];
    for (int i = 0; i < k->edge_count; i++) {
        int next = i + 1 < k->vertex_count ? i + 1 : 0;
        c->edge[k->first_edge + i] =
            (sut_cert_edge){k->first_vertex + i, k->first_vertex + next, component};
    }
}

sut_result sut_certificate_add(sut_certificate *c, const sut_vec3 *position, int vertex_count,
                               double radius, bool closed, int *component) {
    if (!c || !position || vertex_count < (closed ? 3 : 2) || vertex_count > 100000000 ||
        !(radius > 0.0) || !isfinite(radius)) {
        return SUT_E_ARGUMENT;
    }
    int edges = closed ? vertex_count : vertex_count - 1;
    if (c->vertex_count > 1000000000 - vertex_count) {
        return SUT_E_CAPACITY;
    }
    double radius_min = c->radius_min > 0.0 ? fmin(c->radius_min, radius) : radius;
    sut_result why;
    double unit = sut_cert_fitting_unit(c, position, vertex_count, radius_min, &why);
    if (why != SUT_OK) {
        return why;
    }
    int all_vertices = c->vertex_count + vertex_count;
    int all_edges = c->edge_count + edges;
    if (!reserve_threads(c, c->component_count + 1, all_vertices, all_edges)) {
        return SUT_E_MEMORY;
    }
    // events want the scene positions of the end of the motion
    memcpy(c->place_end, c->place, (size_t)c->vertex_count * sizeof *c->place);
    while (c->unit < unit) {
        sut_cert_coarsen(c);
    }
    int number = c->component_count++;
    c->component[number] = (sut_cert_component){
        .first_vertex = c->vertex_count,
        .vertex_count = vertex_count,
        .first_edge = c->edge_count,
        .edge_count = edges,
        .radius = radius,
        .closed = closed,
        .fresh = true,
    };
    memcpy(c->place + c->vertex_count, position, (size_t)vertex_count * sizeof *position);
    (void)snap(c, number, c->unit, position, c->from + c->vertex_count);
    connect(c, number);
    int first_edge = c->edge_count;
    c->vertex_count = all_vertices;
    c->edge_count = all_edges;
    c->radius_min = radius_min;
    (void)sut_cert_tree_layout(c, all_edges);
    for (int k = 0; k < c->solid_count; k++) {
        sut_cert_solid_mark(c, &c->solid[k], first_edge);
    }
    if (component) {
        *component = number;
    }
    return SUT_OK;
}

sut_result sut_certificate_obstacle(sut_certificate *c, const sut_certificate_solid *solid,
                                    const sut_certificate_pose *pose, int *obstacle) {
    if (!c || !sut_cert_solid_is_good(solid, pose)) {
        return SUT_E_ARGUMENT;
    }
    size_t need = (size_t)(c->solid_count + 1) * sizeof(sut_cert_solid);
    sut_cert_block inside = {NULL, 0};
    sut_cert_block pressed = {NULL, 0};
    if (!sut_cert_reserve(&c->memory, &inside, (size_t)c->edge_count) ||
        !sut_cert_reserve(&c->memory, &pressed, (size_t)c->triangle_count) ||
        !sut_cert_reserve(&c->memory, &c->blocks[SUT_CERT_SOLID], need)) {
        sut_cert_release(&c->memory, &inside);
        sut_cert_release(&c->memory, &pressed);
        return SUT_E_MEMORY;
    }
    sut_cert_point(c);
    sut_cert_solid *s = &c->solid[c->solid_count];
    *s = (sut_cert_solid){
        .shape = *solid, .from = *pose, .to = *pose, .inside = inside, .pressed = pressed};
    sut_cert_solid_mark(c, s, 0);
    sut_cert_press_mark(c, s, 0);
    if (obstacle) {
        *obstacle = c->solid_count;
    }
    c->solid_count++;
    return SUT_OK;
}

sut_result sut_certificate_watch(sut_certificate *c, int first, int second) {
    if (!c || first < 0 || second < 0 || first == second || first >= c->solid_count ||
        second >= c->solid_count) {
        return SUT_E_ARGUMENT;
    }
    sut_certificate_solid_kind kind = c->solid[first].shape.kind;
    if (kind != SUT_CERTIFICATE_SPHERE && kind != SUT_CERTIFICATE_CAPSULE &&
        kind != SUT_CERTIFICATE_ARM) {
        return SUT_E_ARGUMENT;
    }
    size_t need = (size_t)(c->meeting_count + 1) * sizeof(sut_cert_meeting);
    if (!sut_cert_reserve(&c->memory, &c->blocks[SUT_CERT_MEETING], need)) {
        return SUT_E_MEMORY;
    }
    sut_cert_point(c);
    bool inside = sut_cert_overlap(c, first, second);
    c->meeting[c->meeting_count++] = (sut_cert_meeting){first, second, inside};
    return SUT_OK;
}

// Take the new positions, choose the unit of the exact grid, judge the motion, and make it the
// start of the next.
sut_result sut_certificate_advance(sut_certificate *c, const sut_vec3 *const *position) {
    if (!c || (!position && c->component_count > 0)) {
        return SUT_E_ARGUMENT;
    }
    for (int k = 0; k < c->component_count; k++) {
        const sut_cert_component *part = &c->component[k];
        if (!position[k]) {
            return SUT_E_ARGUMENT;
        }
        memcpy(c->place_end + part->first_vertex, position[k],
               (size_t)part->vertex_count * sizeof(sut_vec3));
    }
    sut_result why;
    double unit = sut_cert_fitting_unit(c, c->place_end, c->vertex_count, c->radius_min, &why);
    if (why != SUT_OK) {
        return why;
    }
    double sheets = sut_cert_fitting_unit(c, c->sheet_end, c->sheet_vertices, c->radius_min, &why);
    if (why != SUT_OK) {
        return why;
    }
    while (c->unit < fmax(unit, sheets)) {
        sut_cert_coarsen(c);
    }
    judge(c, c->place_end, c->sheet_end, 1.0);
    sut_cert_meetings_judge(c);
    sut_cert_solids_judge(c);
    sut_vec3 *swap = c->blocks[SUT_CERT_FROM].mem;
    sut_cert_block block = c->blocks[SUT_CERT_FROM];
    c->blocks[SUT_CERT_FROM] = c->blocks[SUT_CERT_TO];
    c->blocks[SUT_CERT_TO] = block;
    c->from = c->to;
    c->to = swap;
    for (int i = 0; i < c->vertex_count; i++) {
        c->place[i] = c->place_end[i];
    }
    sut_cert_sheets_settle(c);
    c->steps++;
    return SUT_OK;
}

uint64_t sut_certificate_steps(const sut_certificate *c) {
    return c ? c->steps : 0;
}

uint64_t sut_certificate_changes(const sut_certificate *c) {
    return c ? c->changes : 0;
}

uint64_t sut_certificate_pair_changes(const sut_certificate *c, int a, int b) {
    if (!c || a < 0 || b < 0 || a >= c->component_count || b >= c->component_count) {
        return 0;
    }
    return c->pair_changes[sut_cert_pair_index(a, b)];
}

uint64_t sut_certificate_obstacle_changes(const sut_certificate *c, int obstacle) {
    return c && obstacle >= 0 && obstacle < c->solid_count ? c->solid[obstacle].changes : 0;
}

const sut_certificate_event *sut_certificate_events(const sut_certificate *c, int *count) {
    if (count) {
        *count = c ? c->event_count : 0;
    }
    return c ? c->event : NULL;
}
