// SPDX-License-Identifier: MIT
// scene_start.c -- centrelines may not start closer than half of touching: one radius for parts of
// one thread, the mean of both radii for two threads.
//
// Threads are cut into chunks of about equal arc length: several short edges, or a part of a long
// one. A chunk lies within half its arc length of the middle of its ends, so two chunks can only be
// too close when those middles are; a hash grid finds such pairs in O(chunks). A pair is then
// halved, with the same test, down to single edges. Straight threads count as one edge.
//
// Parts that are near along the thread are near in space for a good reason: edges that share a
// vertex, and parts with less than pi radii of thread between them, are left out. A thread that
// starts and ends at one place, both ends held, is a loop, and the way around counts as well.
#include "scene_start.h"

#include "scene_types.h"

#include "math/vec3.h"

#include <math.h>
#include <stdlib.h>

static const double PI = 3.14159265358979323846;
enum { EDGES_PER_CHUNK = 8 };
// a distance of exactly one radius may be rounded down
static const double ROUNDING = 1.0 - 1e-9;

//---- two segments --------------------------------------------------------------------------------

static double clamp01(double x) {
    return x < 0.0 ? 0.0 : x > 1.0 ? 1.0 : x;
}

// fraction along a b that is nearest to p
static double nearest_on(sut_vec3 p, sut_vec3 a, sut_vec3 b) {
    sut_vec3 d = v3_sub(b, a);
    double dd = v3_norm2(d);
    return dd > 0.0 ? clamp01(v3_dot(v3_sub(p, a), d) / dd) : 0.0;
}

// The minimum is where both derivatives vanish, if that is inside both segments, or else at one of
// the four ends.
sut_closest sut_segment_closest(sut_vec3 p0, sut_vec3 p1, sut_vec3 q0, sut_vec3 q1) {
    sut_vec3 u = v3_sub(p1, p0);
    sut_vec3 v = v3_sub(q1, q0);
    sut_vec3 w = v3_sub(p0, q0);
    double a = v3_norm2(u);
    double b = v3_dot(u, v);
    double c = v3_norm2(v);
    double d = v3_dot(u, w);
    double e = v3_dot(v, w);
    double det = a * c - b * b;

    double s[5] = {0.0, 1.0, nearest_on(q0, p0, p1), nearest_on(q1, p0, p1), 0.0};
    double t[5] = {nearest_on(p0, q0, q1), nearest_on(p1, q0, q1), 0.0, 1.0, 0.0};
    int count = 4;
    // for parallel segments an end is always among the nearest points
    if (det > 0.0) {
        double inner_s = (b * e - c * d) / det;
        double inner_t = (a * e - b * d) / det;
        if (inner_s > 0.0 && inner_s < 1.0 && inner_t > 0.0 && inner_t < 1.0) {
            s[4] = inner_s;
            t[4] = inner_t;
            count = 5;
        }
    }
    sut_closest best = {0.0, 0.0, HUGE_VAL};
    for (int i = 0; i < count; i++) {
        sut_vec3 gap = v3_sub(v3_lerp(p0, p1, s[i]), v3_lerp(q0, q1, t[i]));
        double d2 = v3_norm2(gap);
        if (d2 < best.distance2) {
            best = (sut_closest){s[i], t[i], d2};
        }
    }
    return best;
}

//---- lines and chunks ----------------------------------------------------------------------------

// A thread as this check sees it.
typedef struct line {
    const sut_scene_shape *shape;
    double *arc; // [edges + 1], owned
    int edges;
    double radius;
    bool loop;
} line;

typedef struct chunk {
    int line;
    int first, end; // edges
    sut_vec3 middle;
    int64_t cell[3];
    int next; // in its bucket, -1 at the end
} chunk;

typedef struct check {
    const sut_reader *r;
    line *lines;
    int line_count;
    chunk *chunks;
    int chunk_count;
    int *buckets; // [bucket_count], a power of two
    size_t bucket_count;
    double chunk_length, cell;
} check;

static sut_vec3 node(const line *l, int i) {
    bool straight = l->shape->points == NULL;
    return sut_scene_vertex(l->shape, straight && i > 0 ? l->shape->vertices - 1 : i);
}

static bool is_held(const sut_scene_thread *t, int vertex) {
    for (int i = 0; i < t->hold_count; i++) {
        if (t->holds[i].vertex == vertex && t->holds[i].kind != SUT_HOLD_FORCE) {
            return true;
        }
    }
    return false;
}

static bool is_loop(const sut_scene_thread *t) {
    int last = t->shape.vertices - 1;
    if (t->shape.points == NULL || !is_held(t, 0) || !is_held(t, last)) {
        return false;
    }
    // exactly the same place: the file says so, nothing was computed
    sut_vec3 gap = v3_sub(sut_scene_vertex(&t->shape, 0), sut_scene_vertex(&t->shape, last));
    return gap.x == 0.0 && gap.y == 0.0 && gap.z == 0.0;
}

static bool make_line(const sut_scene_thread *t, line *l) {
    l->shape = &t->shape;
    l->radius = t->section.radius;
    l->loop = is_loop(t);
    l->edges = t->shape.points != NULL ? t->shape.vertices - 1 : 1;
    l->arc = malloc(((size_t)l->edges + 1) * sizeof *l->arc);
    if (l->arc == NULL) {
        return false;
    }
    l->arc[0] = 0.0;
    for (int i = 0; i < l->edges; i++) {
        l->arc[i + 1] = l->arc[i] + v3_distance(node(l, i), node(l, i + 1));
    }
    return true;
}

// pieces of at most chunk_length that the edges first .. end - 1 are seen as
static int piece_count(const check *c, const line *l, int first, int end) {
    double pieces = ceil((l->arc[end] - l->arc[first]) / c->chunk_length);
    return end - first > 1 || pieces < 1.0 ? 1 : (int)pieces;
}

// the edges from `first` on that fit into one chunk, at least one
static int chunk_end(const check *c, const line *l, int first) {
    int end = first + 1;
    while (end < l->edges && l->arc[end + 1] - l->arc[first] <= c->chunk_length) {
        end++;
    }
    return end;
}

static int count_chunks(const check *c, const line *l) {
    int count = 0;
    for (int first = 0; first < l->edges;) {
        int end = chunk_end(c, l, first);
        count += piece_count(c, l, first, end);
        first = end;
    }
    return count;
}

static void add_chunks(check *c, int i_line) {
    const line *l = &c->lines[i_line];
    for (int first = 0; first < l->edges;) {
        int end = chunk_end(c, l, first);
        int pieces = piece_count(c, l, first, end);
        for (int i = 0; i < pieces; i++) {
            double u = ((double)i + 0.5) / (double)pieces;
            sut_vec3 m = v3_lerp(node(l, first), node(l, end), u);
            chunk *k = &c->chunks[c->chunk_count++];
            *k = (chunk){i_line, first, end, m, {0, 0, 0}, -1};
            k->cell[0] = (int64_t)floor(m.x / c->cell);
            k->cell[1] = (int64_t)floor(m.y / c->cell);
            k->cell[2] = (int64_t)floor(m.z / c->cell);
        }
        first = end;
    }
}

//---- one pair ------------------------------------------------------------------------------------

// A range of edges of one line.
typedef struct range {
    int line, first, end;
} range;

static bool fail_pair(const check *c, const range *a, const range *b, const sut_closest *at,
                      double allowed) {
    const line *la = &c->lines[a->line];
    const line *lb = &c->lines[b->line];
    // the vertex nearest to the place; a straight thread is one edge of many vertices
    int edges_a = la->shape->points != NULL ? 1 : la->shape->vertices - 1;
    int edges_b = lb->shape->points != NULL ? 1 : lb->shape->vertices - 1;
    int va = a->first + (int)(at->s * edges_a + 0.5);
    int vb = b->first + (int)(at->t * edges_b + 0.5);

    sut_node root = sut_node_root(NULL);
    sut_node list = {&root, "threads", 0, NULL};
    sut_node thread = {&list, NULL, b->line, NULL};
    sut_node shape = {&thread, "shape", 0, NULL};
    double gap = sqrt(at->distance2);
    if (a->line == b->line) {
        return sut_fail(c->r, &shape,
                        "the thread is %.3g m from itself at vertices %d and %d; centrelines must "
                        "start at least one radius, %.3g m, apart",
                        gap, va, vb, allowed);
    }
    return sut_fail(c->r, &shape,
                    "vertex %d is %.3g m from threads[%d] at its vertex %d; centrelines must start "
                    "at least half of touching, %.3g m, apart",
                    vb, gap, a->line, va, allowed);
}

// The way along the thread from edge i to a later edge j: forward, and around a loop.
typedef struct between {
    double ahead, around; // m; around is infinite where there is no loop
    bool share_vertex;
} between;

static between way_between(const line *l, int i, int j) {
    between way = {l->arc[j] - l->arc[i + 1], HUGE_VAL, j <= i + 1};
    if (l->loop) {
        way.around = l->arc[l->edges] - (l->arc[j + 1] - l->arc[i]);
        way.share_vertex = way.share_vertex || l->edges - (j - i) <= 1;
    }
    return way;
}

// Two edges of one line. Where a short way joins them, the parts within pi radii of each other are
// cut off, once from the first edge and once from the second.
static sut_closest closest_on_line(const line *l, int i, int j) {
    const sut_closest far = {0.0, 0.0, HUGE_VAL};
    between way = way_between(l, i, j);
    double missing = PI * l->radius - way.ahead;
    if (way.share_vertex || way.around < PI * l->radius) {
        return far;
    }
    sut_vec3 p0 = node(l, i);
    sut_vec3 p1 = node(l, i + 1);
    sut_vec3 q0 = node(l, j);
    sut_vec3 q1 = node(l, j + 1);
    if (missing <= 0.0) {
        return sut_segment_closest(p0, p1, q0, q1);
    }
    double u = missing / (l->arc[i + 1] - l->arc[i]);
    double v = missing / (l->arc[j + 1] - l->arc[j]);
    sut_closest best = far;
    if (u < 1.0) {
        best = sut_segment_closest(p0, v3_lerp(p0, p1, 1.0 - u), q0, q1);
        best.s *= 1.0 - u;
    }
    if (v < 1.0) {
        sut_closest c = sut_segment_closest(p0, p1, v3_lerp(q0, q1, v), q1);
        c.t = v + (1.0 - v) * c.t;
        best = c.distance2 < best.distance2 ? c : best;
    }
    return best;
}

static bool may_be_near(const line *la, range a, const line *lb, range b, double allowed) {
    double reach = (la->arc[a.end] - la->arc[a.first]) / 2.0 +
                   (lb->arc[b.end] - lb->arc[b.first]) / 2.0 + allowed;
    sut_vec3 ma = v3_lerp(node(la, a.first), node(la, a.end), 0.5);
    sut_vec3 mb = v3_lerp(node(lb, b.first), node(lb, b.end), 0.5);
    return v3_distance(ma, mb) < reach;
}

// True when no two edges of the ranges are too close; in one line, a comes before b.
static bool check_ranges(const check *c, range a, range b) {
    const line *la = &c->lines[a.line];
    const line *lb = &c->lines[b.line];
    double allowed = (la->radius + lb->radius) / 2.0;
    bool same = a.line == b.line;
    if (same && lb->arc[b.end] - la->arc[a.first] < PI * la->radius) {
        return true;
    }
    int count_a = a.end - a.first;
    int count_b = b.end - b.first;
    if (count_a == 1 && count_b == 1) {
        sut_closest at = same ? closest_on_line(la, a.first, b.first)
                              : sut_segment_closest(node(la, a.first), node(la, a.end),
                                                    node(lb, b.first), node(lb, b.end));
        return sqrt(at.distance2) >= allowed * ROUNDING || fail_pair(c, &a, &b, &at, allowed);
    }
    if (!may_be_near(la, a, lb, b, allowed)) {
        return true;
    }
    // halve the longer one; the depth is the logarithm of the edges in a chunk
    if (count_a >= count_b) {
        int middle = a.first + count_a / 2;
        return check_ranges(c, (range){a.line, a.first, middle}, b) &&
               check_ranges(c, (range){a.line, middle, a.end}, b);
    }
    int middle = b.first + count_b / 2;
    return check_ranges(c, a, (range){b.line, b.first, middle}) &&
           check_ranges(c, a, (range){b.line, middle, b.end});
}

// The same for the parts of one range.
static bool check_within(const check *c, range a) {
    const line *l = &c->lines[a.line];
    int count = a.end - a.first;
    if (count <= 2 || l->arc[a.end] - l->arc[a.first] < PI * l->radius) {
        return true;
    }
    int middle = a.first + count / 2;
    range left = {a.line, a.first, middle};
    range right = {a.line, middle, a.end};
    return check_within(c, left) && check_within(c, right) && check_ranges(c, left, right);
}

//---- the grid ------------------------------------------------------------------------------------

static size_t bucket_of(const check *c, const int64_t cell[3]) {
    uint64_t h = (uint64_t)cell[0] * 0x9E3779B97F4A7C15u ^ (uint64_t)cell[1] * 0xC2B2AE3D27D4EB4Fu ^
                 (uint64_t)cell[2] * 0x165667B19E3779F9u;
    h ^= h >> 29;
    return (size_t)h & (c->bucket_count - 1);
}

// a chunk against all earlier ones in one cell
static bool check_cell(const check *c, const chunk *k, const int64_t cell[3]) {
    for (int i = c->buckets[bucket_of(c, cell)]; i >= 0; i = c->chunks[i].next) {
        const chunk *o = &c->chunks[i];
        bool here = o->cell[0] == cell[0] && o->cell[1] == cell[1] && o->cell[2] == cell[2];
        // all chunks are at most one chunk length long, so their middles are this near
        if (!here || v3_distance(o->middle, k->middle) > c->cell) {
            continue;
        }
        range a = {o->line, o->first, o->end};
        range b = {k->line, k->first, k->end};
        if (!check_ranges(c, a, b)) {
            return false;
        }
    }
    return true;
}

static bool check_chunks(check *c) {
    for (int i = 0; i < c->chunk_count; i++) {
        chunk *k = &c->chunks[i];
        if (!check_within(c, (range){k->line, k->first, k->end})) {
            return false;
        }
        for (int n = 0; n < 27; n++) {
            const int64_t cell[3] = {k->cell[0] + n % 3 - 1, k->cell[1] + n / 3 % 3 - 1,
                                     k->cell[2] + n / 9 - 1};
            if (!check_cell(c, k, cell)) {
                return false;
            }
        }
        int *bucket = &c->buckets[bucket_of(c, k->cell)];
        k->next = *bucket;
        *bucket = i;
    }
    return true;
}

// sizes, then memory, then the chunks themselves
static bool make_chunks(check *c) {
    double length = 0.0;
    double edges = 0.0;
    double radius = 0.0;
    for (int i = 0; i < c->line_count; i++) {
        const line *l = &c->lines[i];
        length += l->arc[l->edges];
        edges += (double)l->edges;
        radius = fmax(radius, l->radius);
    }
    c->chunk_length = fmax(radius / 2.0, EDGES_PER_CHUNK * length / edges);
    c->cell = c->chunk_length + radius;
    int count = 1; // one to spare, so that it is never none
    for (int i = 0; i < c->line_count; i++) {
        count += count_chunks(c, &c->lines[i]);
    }
    c->bucket_count = 1;
    while (c->bucket_count < (size_t)count * 2) {
        c->bucket_count *= 2;
    }
    c->chunks = malloc((size_t)count * sizeof *c->chunks);
    c->buckets = malloc(c->bucket_count * sizeof *c->buckets);
    if (c->chunks == NULL || c->buckets == NULL) {
        return false;
    }
    for (size_t i = 0; i < c->bucket_count; i++) {
        c->buckets[i] = -1;
    }
    for (int i = 0; i < c->line_count; i++) {
        add_chunks(c, i);
    }
    return true;
}

bool sut_scene_check_start(const sut_reader *r, const sut_scene *s) {
    check c = {.r = r, .line_count = s->thread_count};
    c.lines = calloc((size_t)s->thread_count, sizeof *c.lines);
    bool memory = c.lines != NULL;
    for (int i = 0; memory && i < s->thread_count; i++) {
        memory = make_line(&s->threads[i], &c.lines[i]);
    }
    memory = memory && make_chunks(&c);
    bool fine = memory ? check_chunks(&c) : sut_fail_memory(r, NULL);
    for (int i = 0; c.lines != NULL && i < s->thread_count; i++) {
        free(c.lines[i].arc);
    }
    free(c.lines);
    free(c.chunks);
    free(c.buckets);
    return fine;
}
