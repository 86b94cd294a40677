// SPDX-License-Identifier: MIT
#include "commands/witness.h"

#include "commands/progress.h"

#include <math.h>
#include <stdlib.h>

typedef struct bounds {
    sut_vec3 low, high;
    double reach; // m, length of all threads
} bounds;

static void include(bounds *b, sut_vec3 p) {
    b->low = (sut_vec3){fmin(b->low.x, p.x), fmin(b->low.y, p.y), fmin(b->low.z, p.z)};
    b->high = (sut_vec3){fmax(b->high.x, p.x), fmax(b->high.y, p.y), fmax(b->high.z, p.z)};
}

static double extent(const bounds *b) {
    return fmax(b->high.x - b->low.x, fmax(b->high.y - b->low.y, b->high.z - b->low.z));
}

// where the run will probably be: threads and tissues as they lie, and the length of the longest
// thread around
static bounds expect(const sut_source *src) {
    bounds b = {{HUGE_VAL, HUGE_VAL, HUGE_VAL}, {-HUGE_VAL, -HUGE_VAL, -HUGE_VAL}, 0.0};
    for (int i = 0; i < src->thread_count; i++) {
        sut_thread_view v;
        if (sut_thread_get_view(src->world, src->ids[i], &v) != SUT_OK) {
            continue;
        }
        double length = 0.0;
        for (int k = 0; k < v.vertex_count; k++) {
            include(&b, v.position[k]);
            length += k + 1 < v.vertex_count ? v.rest_length[k] : 0.0;
        }
        b.reach = fmax(b.reach, length);
    }
    for (int i = 0; i < src->tissue_count; i++) {
        sut_tissue_view v;
        int count =
            sut_tissue_get_view(src->world, src->tissues[i].id, &v) == SUT_OK ? v.node_count : 0;
        for (int k = 0; k < count; k++) {
            include(&b, v.position[k]);
        }
    }
    for (int i = 0; i < src->needle_count; i++) {
        sut_needle_view v;
        bool there = sut_needle_get_view(src->world, src->needles[i].id, &v) == SUT_OK;
        for (int k = 0; there && k < v.point_count; k++) {
            include(&b, v.point[k]);
        }
        b.reach = there ? fmax(b.reach, v.length) : b.reach;
    }
    if (src->thread_count == 0) {
        b.reach = fmax(b.reach, extent(&b));
    }
    return b;
}

//---- needles -------------------------------------------------------------------------------------
// A needle and the thread that is swaged to it are one row of vertices, which has their common
// place once: two rows that begin in one place would be said to pass through each other there.

// The needle at the first or the last vertex of a thread; false: there is none.
static bool find_needle(const sut_source *src, int thread, int vertex, sut_needle_view *out) {
    for (int i = 0; i < src->needle_count; i++) {
        if (sut_needle_get_view(src->world, src->needles[i].id, out) == SUT_OK &&
            sut_source_find(src, out->thread) == thread && out->thread_end == vertex) {
            return true;
        }
    }
    return false;
}

// Vertices of a piece of a thread with its needles; `to` may be null.
static int join(const sut_source *src, const sut_witness_piece *p, const sut_thread_view *v,
                sut_vec3 *to) {
    sut_needle_view n;
    int count = 0;
    int from = p->first;
    int end = p->first + p->count;
    if (from == 0 && find_needle(src, p->thread, 0, &n)) {
        for (int k = 0; k < n.point_count; k++, count++) {
            if (to != NULL) {
                to[count] = n.point[k];
            }
        }
        from = 1;
    }
    bool last = end == v->vertex_count && find_needle(src, p->thread, end - 1, &n);
    for (int k = from; k < end - (last ? 1 : 0); k++, count++) {
        if (to != NULL) {
            to[count] = v->position[k];
        }
    }
    for (int k = last ? n.point_count - 1 : -1; k >= 0; k--, count++) {
        if (to != NULL) {
            to[count] = n.point[k];
        }
    }
    return count;
}

//---- pieces --------------------------------------------------------------------------------------
// An edge that was cut is none any more: what passes there passes through nothing.

// Pieces of all threads, but for lone vertices, into `to` (may be null); their number.
static int list_pieces(const sut_source *src, sut_witness_piece *to) {
    int count = 0;
    for (int i = 0; i < src->thread_count; i++) {
        sut_thread_view v;
        if (sut_thread_get_view(src->world, src->ids[i], &v) != SUT_OK) {
            return -1;
        }
        for (int first = 0; first < v.vertex_count;) {
            sut_witness_piece p = {i, first, sut_source_piece_end(&v, first) - first, NULL};
            first += p.count;
            if (join(src, &p, &v, NULL) < 2) {
                continue;
            }
            if (to != NULL) {
                to[count] = p;
            }
            count++;
        }
    }
    return count;
}

static bool add_piece(sut_witness *w, sut_witness_piece *p) {
    const sut_source *src = w->src;
    sut_thread_view v;
    if (sut_thread_get_view(src->world, src->ids[p->thread], &v) != SUT_OK) {
        return false;
    }
    const sut_vec3 *position = v.position + p->first;
    int count = join(src, p, &v, NULL);
    if (count != p->count) {
        p->joined = calloc((size_t)count + 1, sizeof *p->joined);
        if (p->joined == NULL) {
            return false;
        }
        (void)join(src, p, &v, p->joined);
        position = p->joined;
    }
    return sut_certificate_add(w->certificate, position, count, v.radius, false, NULL) == SUT_OK;
}

static bool is_swaged(const sut_source *src, const sut_needle_view *n) {
    return sut_source_find(src, n->thread) >= 0;
}

static bool add_threads(sut_witness *w) {
    const sut_source *src = w->src;
    for (int i = 0; i < w->piece_count; i++) {
        if (!add_piece(w, &w->pieces[i])) {
            return false;
        }
    }
    sut_needle_view n;
    for (int i = 0; i < src->needle_count; i++) {
        if (sut_needle_get_view(src->world, src->needles[i].id, &n) != SUT_OK ||
            (!is_swaged(src, &n) && sut_certificate_add(w->certificate, n.point, n.point_count,
                                                        0.5 * n.diameter, false, NULL) != SUT_OK)) {
            return false;
        }
    }
    return true;
}

// What tolerances are for: half of a wall, else the radius of a thread, else a thousandth of all.
static double scale_of(const sut_source *src, const sut_tissue_view *tissue, const bounds *all) {
    double scale = tissue->thickness > 0.0 ? 0.5 * tissue->thickness : HUGE_VAL;
    for (int i = 0; i < src->thread_count && tissue->thickness <= 0.0; i++) {
        sut_thread_view v;
        if (sut_thread_get_view(src->world, src->ids[i], &v) == SUT_OK) {
            scale = fmin(scale, v.radius);
        }
    }
    return fmin(scale, 1e-3 * extent(all));
}

static bool is_watched(const sut_source_tissue *t) {
    return !t->no_contact;
}

// Tubes are watched like threads, after all threads; the others by their triangles.
static bool add_tissue(sut_witness *w, int i, const bounds *all) {
    sut_tissue_view v;
    if (sut_tissue_get_view(w->src->world, w->src->tissues[i].id, &v) != SUT_OK) {
        return false;
    }
    double scale = scale_of(w->src, &v, all);
    if (v.model == SUT_TISSUE_TUBE) {
        return sut_certificate_add(w->certificate, v.position, v.node_count, scale, false, NULL) ==
               SUT_OK;
    }
    return sut_certificate_add_surface(w->certificate, v.position, v.node_count, v.triangles,
                                       v.triangle_count, scale, NULL) == SUT_OK;
}

static bool add_tissues(sut_witness *w, const bounds *all) {
    bool added = true;
    for (int i = 0; i < w->src->tissue_count; i++) {
        added = added && (!is_watched(&w->src->tissues[i]) || add_tissue(w, i, all));
    }
    return added;
}

// certificate and world list the same kinds in the same order
_Static_assert((int)SUT_CERTIFICATE_PLANE == (int)SUT_OBSTACLE_PLANE, "the same kinds");
_Static_assert((int)SUT_CERTIFICATE_SPHERE == (int)SUT_OBSTACLE_SPHERE, "the same kinds");
_Static_assert((int)SUT_CERTIFICATE_CYLINDER == (int)SUT_OBSTACLE_CYLINDER, "the same kinds");
_Static_assert((int)SUT_CERTIFICATE_CAPSULE == (int)SUT_OBSTACLE_CAPSULE, "the same kinds");
_Static_assert((int)SUT_CERTIFICATE_BOX == (int)SUT_OBSTACLE_BOX, "the same kinds");

static bool add_obstacles(sut_witness *w) {
    for (int i = 0; i < w->src->obstacle_count; i++) {
        const sut_obstacle_def *d = w->src->obstacles[i].def;
        sut_certificate_solid solid = {.kind = (sut_certificate_solid_kind)d->kind,
                                       .radius = d->radius,
                                       .half = {0.0, 0.0, 0.5 * d->length}};
        if (d->kind == SUT_OBSTACLE_BOX) {
            solid.half = (sut_vec3){0.5 * d->size.x, 0.5 * d->size.y, 0.5 * d->size.z};
        }
        sut_certificate_pose pose = sut_source_pose(w->src, i);
        if (sut_certificate_obstacle(w->certificate, &solid, &pose, NULL) != SUT_OK) {
            return false;
        }
    }
    return true;
}

// The parts of a tool keep their form and their number; only where they are changes. What a part
// is like when the run begins stays its form. An arm with an inclined plane is two solids.
static bool add_part(sut_witness *w, const sut_tool_part *p) {
    double length = hypot(hypot(p->base.x - p->tip.x, p->base.y - p->tip.y), p->base.z - p->tip.z);
    sut_certificate_solid solid = {.kind = SUT_CERTIFICATE_ARM,
                                   .radius = p->tip_radius,
                                   .radius_end = p->base_radius,
                                   .half = {p->rise, 0.0, length},
                                   .halved =
                                       p->face.x != 0.0 || p->face.y != 0.0 || p->face.z != 0.0};
    sut_certificate_pose pose = sut_source_part_pose(p);
    bool added = sut_certificate_obstacle(w->certificate, &solid, &pose, NULL) == SUT_OK;
    if (p->rise > 0.0) {
        solid.kind = SUT_CERTIFICATE_WEDGE;
        added = added && sut_certificate_obstacle(w->certificate, &solid, &pose, NULL) == SUT_OK;
    }
    return added;
}

// Parts of different tools against each other, and all of them against the obstacles. Inclined
// planes are not round, and not watched.
static bool watch_part(sut_witness *w, int solid, int first) {
    for (int other = 0; other < first; other++) {
        if (sut_certificate_watch(w->certificate, solid, other) != SUT_OK) {
            return false;
        }
    }
    return true;
}

// A blade that cuts touches nothing with its edge, which is its first part.
static int first_solid_part(const sut_source *src, int tool) {
    sut_tool_view v;
    bool there = sut_tool_get_view(src->world, src->tools[tool].id, &v) == SUT_OK;
    return there && v.sunk ? 1 : 0;
}

static bool add_tools(sut_witness *w) {
    int solid = w->src->obstacle_count;
    for (int i = 0; i < w->src->tool_count; i++) {
        sut_tool_part parts[SUT_TOOL_PARTS];
        int first = solid;
        int count = sut_tool_get_parts(w->src->world, w->src->tools[i].id, parts);
        for (int k = first_solid_part(w->src, i); k < count; k++) {
            if (!add_part(w, &parts[k]) || !watch_part(w, solid, first)) {
                return false;
            }
            solid += parts[k].rise > 0.0 ? 2 : 1;
        }
    }
    return true;
}

//---- life ----------------------------------------------------------------------------------------
// What of the world makes it another one for a certificate when it changes: cut edges, meshes,
// blades that are solid or not. Each tissue and tool has its own number, all threads share one.
static uint32_t form_of(const sut_source *src, int i) {
    if (i < src->tissue_count) {
        sut_tissue_view v;
        return sut_tissue_get_view(src->world, src->tissues[i].id, &v) == SUT_OK ? v.mesh_changes
                                                                                 : 0;
    }
    i -= src->tissue_count;
    if (i < src->tool_count) {
        return (uint32_t)first_solid_part(src, i);
    }
    uint32_t cuts = 0;
    for (int k = 0; k < src->thread_count; k++) {
        sut_thread_view v;
        int edges =
            sut_thread_get_view(src->world, src->ids[k], &v) == SUT_OK ? v.vertex_count - 1 : 0;
        for (int e = 0; e < edges; e++) {
            cuts = 31u * cuts + (v.cut[e] > 0.0); // those of portals move
        }
    }
    return cuts;
}

static int form_count(const sut_source *src) {
    return src->tissue_count + src->tool_count + 1;
}

static bool is_another(const sut_witness *w) {
    for (int i = 0; i < form_count(w->src); i++) {
        if (form_of(w->src, i) != w->forms[i]) {
            return true;
        }
    }
    return false;
}

static void release(sut_witness *w) {
    sut_certificate_destroy(w->certificate);
    for (int i = 0; w->pieces != NULL && i < w->piece_count; i++) {
        free(w->pieces[i].joined);
    }
    free(w->pieces);
    free(w->positions);
    free(w->forms);
    free(w->places);
    *w = (sut_witness){
        .src = w->src, .before = w->before, .lost = true, .wall = w->wall, .cpu = w->cpu};
}

static bool reserve(sut_witness *w) {
    const sut_source *src = w->src;
    int pieces = list_pieces(src, NULL);
    if (pieces < 0) {
        return false;
    }
    w->hole_count = sut_hole_slots(src->world);
    w->pieces = calloc((size_t)pieces + 1, sizeof *w->pieces);
    w->positions =
        calloc((size_t)pieces + (size_t)src->needle_count + (size_t)src->tissue_count + 1,
               sizeof *w->positions);
    w->forms = calloc((size_t)form_count(src), sizeof *w->forms);
    w->places = calloc((size_t)w->hole_count + 1, sizeof *w->places);
    if (w->pieces == NULL || w->positions == NULL || w->forms == NULL || w->places == NULL) {
        return false;
    }
    w->piece_count = list_pieces(src, w->pieces);
    return true;
}

// See the world as it is now, with nothing behind it. What is through anything now is not held
// against anyone.
static void begin(sut_witness *w) {
    const sut_source *src = w->src;
    if (!reserve(w)) {
        return;
    }
    for (int i = 0; i < form_count(src); i++) {
        w->forms[i] = form_of(src, i);
    }
    for (int i = 0; i < w->hole_count; i++) {
        w->places[i] = (double)NAN; // seen for the first time
    }
    bounds b = expect(src);
    sut_vec3 low = {b.low.x - b.reach, b.low.y - b.reach, b.low.z - b.reach};
    sut_vec3 high = {b.high.x + b.reach, b.high.y + b.reach, b.high.z + b.reach};
    if (sut_certificate_create(low, high, NULL, &w->certificate) == SUT_OK) {
        w->lost = !add_threads(w) || !add_tissues(w, &b) || !add_obstacles(w) || !add_tools(w);
    }
}

void sut_witness_start(sut_witness *w, const sut_source *src) {
    *w = (sut_witness){.src = src, .lost = true};
    begin(w);
}

void sut_witness_free(sut_witness *w) {
    release(w);
    *w = (sut_witness){0};
}

// What was counted stays, and the world is looked at anew.
static void begin_anew(sut_witness *w) {
    w->before += sut_certificate_changes(w->certificate);
    release(w);
    begin(w);
}

//---- looking -------------------------------------------------------------------------------------
static bool look_at_tools(sut_witness *w) {
    const sut_source *src = w->src;
    int solid = src->obstacle_count;
    for (int i = 0; i < src->tool_count; i++) {
        sut_tool_part parts[SUT_TOOL_PARTS];
        int count = sut_tool_get_parts(src->world, src->tools[i].id, parts);
        for (int k = first_solid_part(src, i); k < count; k++) {
            sut_certificate_pose pose = sut_source_part_pose(&parts[k]);
            for (int n = parts[k].rise > 0.0 ? 2 : 1; n > 0; n--) {
                if (sut_certificate_obstacle_pose(w->certificate, solid++, &pose) != SUT_OK) {
                    return false;
                }
            }
        }
    }
    return true;
}

static bool look_at_tissues(sut_witness *w) {
    const sut_source *src = w->src;
    int component = w->piece_count;
    sut_needle_view n;
    for (int i = 0; i < src->needle_count; i++) {
        if (sut_needle_get_view(src->world, src->needles[i].id, &n) != SUT_OK) {
            return false;
        }
        if (!is_swaged(src, &n)) {
            w->positions[component++] = n.point;
        }
    }
    int surface = 0;
    for (int i = 0; i < src->tissue_count; i++) {
        sut_tissue_view v;
        if (!is_watched(&src->tissues[i])) {
            continue;
        }
        if (sut_tissue_get_view(src->world, src->tissues[i].id, &v) != SUT_OK) {
            return false;
        }
        if (v.model == SUT_TISSUE_TUBE) {
            w->positions[component++] = v.position;
        } else if (sut_certificate_surface_positions(w->certificate, surface++, v.position) !=
                   SUT_OK) {
            return false;
        }
    }
    return true;
}

// Number of a tissue among the surfaces that are watched; -1: it is none of them.
static int surface_of(const sut_source *src, int tissue) {
    int surface = 0;
    for (int i = 0; i < tissue; i++) {
        sut_tissue_view v;
        bool there = sut_tissue_get_view(src->world, src->tissues[i].id, &v) == SUT_OK;
        surface += there && is_watched(&src->tissues[i]) && v.model != SUT_TISSUE_TUBE;
    }
    return is_watched(&src->tissues[tissue]) ? surface : -1;
}

static bool meets(const int *a, const int *b) {
    for (int k = 0; k < 3; k++) {
        if (a[k] == b[0] || a[k] == b[1] || a[k] == b[2]) {
            return true;
        }
    }
    return false;
}

// The piece of a thread with a place in edges, or the nearest one: an end that has passed a hole is
// beyond its own. -1: none is watched.
static int piece_at(const sut_witness *w, int thread, double place) {
    int best = -1;
    double least = HUGE_VAL;
    for (int i = 0; i < w->piece_count; i++) {
        const sut_witness_piece *p = &w->pieces[i];
        double off = fmax(fmax(p->first - place, place - (p->first + p->count - 1)), 0.0);
        if (p->thread == thread && off < least) {
            least = off;
            best = i;
        }
    }
    return best;
}

// Where vertex 0 of a thread is in the row of one of its pieces: behind a needle at that end.
static double offset_of(const sut_witness *w, int piece) {
    sut_needle_view n;
    int first = w->pieces[piece].first;
    bool led = first == 0 && find_needle(w->src, w->pieces[piece].thread, 0, &n);
    return led ? n.point_count - 1.0 : -(double)first;
}

// Needles by themselves come behind all pieces.
static int row_of_needle(const sut_witness *w, int needle) {
    const sut_source *src = w->src;
    sut_needle_view n;
    int row = w->piece_count;
    for (int i = 0; i < needle; i++) {
        bool there = sut_needle_get_view(src->world, src->needles[i].id, &n) == SUT_OK;
        row += there && !is_swaged(src, &n);
    }
    return row;
}

// The row of vertices that a hole is on, of those that are watched, and where on it; -1: none.
static int find_row(const sut_witness *w, const sut_hole_view *hole, double *place) {
    const sut_source *src = w->src;
    sut_needle_view n;
    int needle = sut_source_find_needle(src, hole->needle);
    int thread = sut_source_find(src, hole->thread);
    *place = hole->place;
    if (needle < 0) {
        int piece = piece_at(w, thread, hole->place);
        *place += piece >= 0 ? offset_of(w, piece) : 0.0;
        return piece;
    }
    if (sut_needle_get_view(src->world, hole->needle, &n) != SUT_OK) {
        return -1;
    }
    thread = sut_source_find(src, n.thread);
    if (thread < 0) {
        return row_of_needle(w, needle);
    }
    int piece = piece_at(w, thread, n.thread_end);
    if (piece >= 0 && n.thread_end > 0) { // tip last
        *place = offset_of(w, piece) + n.thread_end + (n.point_count - 1.0 - hole->place);
    }
    return piece;
}

// Is the place no further from a corner of the triangle than its longest edge?
static bool is_beside(const sut_tissue_view *v, const int triangle[3], sut_vec3 place) {
    double longest = 0.0;
    double nearest = HUGE_VAL;
    for (int k = 0; k < 3; k++) {
        sut_vec3 a = v->position[triangle[k]];
        sut_vec3 b = v->position[triangle[(k + 1) % 3]];
        longest = fmax(longest, hypot(hypot(a.x - b.x, a.y - b.y), a.z - b.z));
        nearest = fmin(nearest, hypot(hypot(a.x - place.x, a.y - place.y), a.z - place.z));
    }
    return nearest <= longest;
}

// Of a hole that tore: the thread may be behind it in its slit, whose lips lie on each other at
// rest.
static bool is_in_reach(const sut_hole_view *hole, const int *triangle, const sut_tissue_view *v) {
    for (int k = 0; hole->torn > 0.0 && k < 3; k++) {
        sut_vec3 a = v->initial[triangle[k]];
        sut_vec3 d = {a.x - hole->rest.x, a.y - hole->rest.y, a.z - hole->rest.z};
        if (hypot(hypot(d.x, d.y), d.z) <= hole->reach) {
            return true;
        }
    }
    return false;
}

// Slits are open: in a solid along all of their way.
static bool is_along(const sut_witness *w, const sut_hole_view *hole, int slot, const int *triangle,
                     const sut_tissue_view *v) {
    enum { MOST = 32 };
    sut_slit_place slit[MOST];
    int count = hole->torn > 0.0 && v->tet_count > 0
                    ? sut_hole_slit(w->src->world, sut_hole_at(w->src->world, slot), slit, MOST)
                    : 0;
    for (int i = 0; i < count && i < MOST; i++) {
        if (meets(v->triangles[slit[i].triangle], triangle)) {
            return true;
        }
    }
    return is_in_reach(hole, triangle, v);
}

// Where it goes through, between the last look and this one. False: what has left it stays out.
static bool find_range(const sut_hole_view *hole, double place, double *before, double range[2]) {
    bool was_out = isinf(*before);
    double last = was_out ? place : *before;
    range[0] = fmin(last, place) - hole->margin;
    range[1] = fmax(last, place) + hole->margin;
    *before = hole->out ? HUGE_VAL : place;
    return !was_out || hole->open;
}

// What a hole is on goes through its triangle, or where it is bent through one beside it, with what
// slid through since and the edges that do not touch the tissue.
static bool explain(sut_witness *w, int slot, const sut_hole_view *hole, double *before) {
    const sut_source *src = w->src;
    int tissue = sut_source_find_tissue(src, hole->tissue);
    double place;
    int row = find_row(w, hole, &place);
    int surface = tissue >= 0 ? surface_of(src, tissue) : -1;
    sut_tissue_view v;
    // a tip inside may come out near it; what is open is so on more than one face
    bool inner = hole->tip && hole->triangle < 0;
    if (row < 0 || surface < 0 || (hole->triangle < 0 && !inner && !hole->open) ||
        sut_tissue_get_view(src->world, hole->tissue, &v) != SUT_OK || v.triangles == NULL) {
        return true;
    }
    bool open = hole->open && v.tet_count > 0;
    double range[2];
    if (!find_range(hole, place, before, range)) {
        return true;
    }
    const int *own = hole->triangle < 0 ? NULL : v.triangles[hole->triangle];
    for (int t = 0; t < v.triangle_count; t++) {
        bool here = own != NULL ? meets(own, v.triangles[t])
                                : is_beside(&v, v.triangles[t], hole->position);
        here = here || open || is_along(w, hole, slot, v.triangles[t], &v);
        if (here &&
            sut_certificate_hole(w->certificate, row, range[0], range[1], surface, t) != SUT_OK) {
            return false;
        }
    }
    return true;
}

// Needles make holes as they go.
static bool grow_places(sut_witness *w) {
    int count = sut_hole_slots(w->src->world);
    if (count <= w->hole_count) {
        return true;
    }
    double *places = realloc(w->places, (size_t)count * sizeof *places);
    if (places == NULL) {
        return false;
    }
    for (int i = w->hole_count; i < count; i++) {
        places[i] = (double)NAN;
    }
    w->places = places;
    w->hole_count = count;
    return true;
}

static bool look_at_holes(sut_witness *w) {
    if (!grow_places(w)) {
        return false;
    }
    for (int i = 0; i < w->hole_count; i++) {
        sut_hole_view v;
        // tips too: what presses on the skin from inside is through it as it breaks
        if (sut_hole_get_view(w->src->world, sut_hole_at(w->src->world, i), &v) != SUT_OK) {
            w->places[i] = (double)NAN; // another one may come here
        } else if (!explain(w, i, &v, &w->places[i])) {
            return false;
        }
    }
    return true;
}

static bool look(sut_witness *w) {
    const sut_source *src = w->src;
    for (int i = 0; i < w->piece_count; i++) {
        const sut_witness_piece *p = &w->pieces[i];
        sut_thread_view v;
        if (sut_thread_get_view(src->world, src->ids[p->thread], &v) != SUT_OK) {
            return false;
        }
        w->positions[i] = v.position + p->first;
        if (p->joined != NULL) {
            (void)join(src, p, &v, p->joined);
            w->positions[i] = p->joined;
        }
    }
    for (int i = 0; i < src->obstacle_count; i++) {
        if (src->obstacles[i].def->key_count == 0) {
            continue; // it cannot have moved
        }
        sut_certificate_pose pose = sut_source_pose(src, i);
        if (sut_certificate_obstacle_pose(w->certificate, i, &pose) != SUT_OK) {
            return false;
        }
    }
    return look_at_tools(w) && look_at_tissues(w) && look_at_holes(w) &&
           sut_certificate_advance(w->certificate, w->positions) == SUT_OK;
}

void sut_witness_part(void *witness, const sut_world *world) {
    sut_witness *w = witness;
    if (w->certificate == NULL || w->lost || world != w->src->world) {
        return;
    }
    double wall = sut_clock_now();
    double cpu = sut_clock_cpu();
    if (is_another(w)) {
        begin_anew(w);
    } else {
        w->lost = !look(w);
    }
    w->cpu += sut_clock_cpu() - cpu;
    w->wall += sut_clock_now() - wall;
}

void sut_witness_step(sut_witness *w) {
    if (w->certificate != NULL && !w->lost && is_another(w)) {
        begin_anew(w);
    }
}

long long sut_witness_changes(const sut_witness *w) {
    if (w->certificate == NULL || w->lost) {
        return -1;
    }
    uint64_t sum = w->before + sut_certificate_changes(w->certificate);
    return (long long)sum;
}

void sut_witness_times(sut_witness *w, double *wall, double *cpu) {
    *wall = w->wall;
    *cpu = w->cpu;
    w->wall = 0.0;
    w->cpu = 0.0;
}
