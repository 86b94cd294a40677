// SPDX-License-Identifier: MIT
#include "topology/closing.h"

#include "math/vec3.h"

#include <string.h>

// The arc that closes loop k runs at RADIUS * GROWTH^k, beyond everything (which is in the unit
// ball). ARC chords of at most 15 degrees stay outside of the sphere before.
#define RADIUS 2.2
#define GROWTH 1.05
enum { ARC = 12, TURN = 8, TANGENT_EDGES = 7, JITTER = 15, PERCEPTRON_ROUNDS = 64 };

void sut_joining_plain(sut_joining *j, int count) {
    j->loops = count;
    for (int k = 0; k < count; k++) {
        j->first[k] = k;
        j->piece[k] = k;
        j->backwards[k] = false;
    }
    j->first[count] = count;
    j->winds = 0;
}

//---- directions of ends --------------------------------------------------------------------------

// vertex of end 2k (first) or 2k + 1 (last)
static int end_vertex(const sut_threads *t, int end) {
    return (end & 1) == 0 ? t->start[end / 2] : t->start[end / 2 + 1] - 1;
}

static sut_vec3 unit_or(sut_vec3 v, sut_vec3 otherwise) {
    double length = v3_norm(v);
    return length > 1e-12 ? v3_scale(v, 1.0 / length) : otherwise;
}

static sut_vec3 tangent_at(const sut_threads *t, int end) {
    int v = end_vertex(t, end);
    int size = t->start[end / 2 + 1] - t->start[end / 2];
    int steps = size - 1 < TANGENT_EDGES ? size - 1 : TANGENT_EDGES;
    int back = (end & 1) == 0 ? v + steps : v - steps;
    return unit_or(v3_sub(t->points[v], t->points[back]), v3(0.0, 0.0, 1.0));
}

static sut_vec3 radial_at(const sut_threads *t, int end) {
    return unit_or(t->points[end_vertex(t, end)], tangent_at(t, end));
}

// Look for a direction in which the end is ahead of all other points, by the perceptron: every
// point that is not behind pulls the direction away from itself. The points of its own tail come
// last.
static bool find_outward(const sut_threads *t, int end, sut_vec3 *direction, sut_work *work) {
    int v = end_vertex(t, end);
    sut_vec3 e = t->points[v];
    sut_vec3 u = *direction;
    for (int round = 0; round < PERCEPTRON_ROUNDS && sut_work_take(work, 2.0 * t->n); round++) {
        double worst = 1e-9;
        int at = -1;
        for (int i = 0; i < t->n; i++) {
            double ahead = v3_dot(u, v3_sub(t->points[i], e));
            if (i != v && ahead > -worst) {
                worst = -ahead;
                at = i;
            }
        }
        if (at < 0) {
            *direction = u;
            return true;
        }
        sut_vec3 away = unit_or(v3_sub(e, t->points[at]), u);
        double lack = v3_dot(u, away);
        u = unit_or(v3_madd(u, 0.02 - 1.5 * lack, away), u);
    }
    return false;
}

void sut_threads_find_ends(sut_threads *t, sut_work *work) {
    for (int end = 0; end < 2 * t->count; end++) {
        t->free_end[end] = true;
        t->outward[end] = v3(0.0, 0.0, 1.0);
        if (t->closed[end / 2]) {
            continue;
        }
        sut_vec3 u = radial_at(t, end);
        sut_vec3 v = tangent_at(t, end);
        t->outward[end] = u;
        t->free_end[end] = find_outward(t, end, &u, work);
        if (t->free_end[end]) {
            t->outward[end] = u;
        } else if (find_outward(t, end, &v, work)) {
            t->free_end[end] = true;
            t->outward[end] = v;
        }
    }
}

bool sut_threads_ends_are_free(const sut_threads *t) {
    bool all = true;
    for (int end = 0; end < 2 * t->count; end++) {
        all = all && t->free_end[end];
    }
    return all;
}

static sut_vec3 random_unit(sut_random *random) {
    for (;;) {
        double x = sut_random_signed(random);
        double y = sut_random_signed(random);
        double z = sut_random_signed(random);
        double n = x * x + y * y + z * z;
        if (n < 1.0 && n > 0.01) {
            return v3_scale(v3(x, y, z), 1.0 / sqrt(n));
        }
    }
}

// directions of all ends for one closing
static void choose_directions(const sut_threads *t, sut_closing_way way, sut_random *random,
                              sut_vec3 *directions) {
    for (int k = 0; k < t->count; k++) {
        sut_vec3 common = random_unit(random);
        for (int end = 2 * k; end < 2 * k + 2; end++) {
            sut_vec3 u = t->outward[end];
            if (!t->closed[k] && !t->free_end[end]) {
                if (way == SUT_CLOSE_TANGENT) {
                    u = tangent_at(t, end);
                } else if (way == SUT_CLOSE_VARIED) {
                    u = unit_or(v3_madd(u, 0.35, random_unit(random)), u);
                } else if (way == SUT_CLOSE_TOGETHER) {
                    u = common;
                }
            }
            directions[end] = u;
        }
    }
}

//---- arcs far away -------------------------------------------------------------------------------

typedef struct path {
    sut_vec3 *points;
    bool *fixed;
    int n;
} path;

static void add_point(path *p, sut_vec3 x) {
    p->points[p->n] = x;
    p->fixed[p->n] = false;
    p->n++;
}

// where the ray from e in direction u leaves the sphere
static sut_vec3 leave_sphere(sut_vec3 e, sut_vec3 u, double radius) {
    double b = v3_dot(e, u);
    double s = -b + sqrt(b * b + radius * radius - v3_norm2(e));
    return v3_madd(e, s, u);
}

// great circle from a to b in ARC chords, ends included; the middle one is fixed if asked for
static void add_arc(path *p, sut_vec3 a, sut_vec3 b, bool fix_middle) {
    double radius = v3_norm(a);
    sut_vec3 x = v3_scale(a, 1.0 / radius);
    sut_vec3 across = v3_reject(b, x);
    sut_vec3 y = unit_or(across, v3_any_normal(x));
    double angle = sut_atan2(v3_dot(b, y), v3_dot(b, x));
    for (int i = 0; i <= ARC; i++) {
        double s;
        double c;
        sut_sincos(angle * i / ARC, &s, &c);
        add_point(p, v3_scale(v3_madd(v3_scale(x, c), s, y), radius));
        if (fix_middle && i == ARC / 2) {
            p->fixed[p->n - 1] = true;
        }
    }
}

// From a to b, winding `turns` times about the arc that has its middle at vertex `core`, on a
// sphere before that of a. b lies on a sphere beyond, so that the second half of the way is above
// the first and may go anywhere.
static void add_winding_arc(path *p, sut_vec3 a, sut_vec3 b, int core, int turns) {
    sut_vec3 m = p->points[core];
    sut_vec3 up = unit_or(m, v3(0.0, 0.0, 1.0));
    sut_vec3 chord = v3_sub(p->points[core + 1], p->points[core - 1]);
    sut_vec3 along = unit_or(v3_reject(chord, up), v3_any_normal(up));
    sut_vec3 side = v3_cross(along, up);
    double gap = v3_norm(a) - v3_norm(m);
    sut_vec3 first = v3_madd(v3_madd(m, gap, up), -0.25 * gap, along);
    sut_vec3 last = v3_scale(v3_madd(up, 0.1 * gap, along), v3_norm(b));
    int points = TURN * (turns < 0 ? -turns : turns);
    add_arc(p, a, first, false);
    for (int i = 1; i < points; i++) {
        double s;
        double c;
        sut_sincos(2.0 * SUT_PI * turns * i / points, &s, &c);
        sut_vec3 centre = v3_madd(m, (0.5 * i / points - 0.25) * gap, along);
        add_point(p, v3_madd(v3_madd(centre, gap * c, up), gap * s, side));
    }
    add_arc(p, last, b, true);
}

static void add_thread(path *p, const sut_threads *t, int k, bool backwards) {
    int a = t->start[k];
    int b = t->start[k + 1];
    for (int i = a; i < b; i++) {
        add_point(p, t->points[backwards ? a + b - 1 - i : i]);
    }
}

// turn the ring of points so that the fixed one comes first
static void rotate_to_fixed(path *p, int begin) {
    int n = p->n - begin;
    int at = 0;
    while (at < n && !p->fixed[begin + at]) {
        at++;
    }
    if (at == 0 || at == n) {
        return;
    }
    // three reversals
    int bounds[3][2] = {{0, at - 1}, {at, n - 1}, {0, n - 1}};
    for (int k = 0; k < 3; k++) {
        for (int i = begin + bounds[k][0], j = begin + bounds[k][1]; i < j; i++, j--) {
            sut_vec3 x = p->points[i];
            p->points[i] = p->points[j];
            p->points[j] = x;
            bool f = p->fixed[i];
            p->fixed[i] = p->fixed[j];
            p->fixed[j] = f;
        }
    }
}

// Loop k of the joining. Its last arc, from the last piece back to the first, is where it begins.
static void add_loop(path *p, const sut_threads *t, const sut_joining *j, int k,
                     const sut_vec3 *directions, double *radius) {
    int begin = p->n;
    int core = 0; // the middle of the first arc
    for (int i = j->first[k]; i < j->first[k + 1]; i++) {
        int thread = j->piece[i];
        add_thread(p, t, thread, j->backwards[i]);
        if (t->closed[thread]) {
            return;
        }
        bool last = i + 1 == j->first[k + 1];
        int next = last ? j->first[k] : i + 1;
        int from = 2 * thread + (j->backwards[i] ? 0 : 1);
        int to = 2 * j->piece[next] + (j->backwards[next] ? 1 : 0);
        bool winds = last && i > j->first[k] && j->winds != 0;
        sut_vec3 a = leave_sphere(t->points[end_vertex(t, from)], directions[from], *radius);
        *radius *= winds ? GROWTH : 1.0;
        sut_vec3 b = leave_sphere(t->points[end_vertex(t, to)], directions[to], *radius);
        if (winds) {
            add_winding_arc(p, a, b, core, j->winds);
        } else {
            core = p->n + ARC / 2;
            add_arc(p, a, b, last);
        }
        *radius *= GROWTH;
    }
    rotate_to_fixed(p, begin);
}

//---- to the grid ---------------------------------------------------------------------------------

static void rotation(sut_random *random, double m[3][3]) {
    sut_vec3 z = random_unit(random);
    sut_vec3 x = unit_or(v3_reject(random_unit(random), z), v3_any_normal(z));
    sut_vec3 y = v3_cross(z, x);
    sut_vec3 rows[3] = {x, y, z};
    for (int i = 0; i < 3; i++) {
        m[i][0] = rows[i].x;
        m[i][1] = rows[i].y;
        m[i][2] = rows[i].z;
    }
}

static void snap(const path *p, double radius, sut_random *random, sut_loops *out) {
    double m[3][3];
    rotation(random, m);
    double scale = ((double)SUT_GRID_SIZE * 0.5 - 64.0) / radius;
    double middle = (double)SUT_GRID_SIZE * 0.5;
    for (int i = 0; i < p->n; i++) {
        sut_vec3 x = p->points[i];
        int64_t c[3];
        for (int k = 0; k < 3; k++) {
            double y = m[k][0] * x.x + m[k][1] * x.y + m[k][2] * x.z;
            c[k] = (int64_t)floor(middle + scale * y) + sut_random_below(random, 2 * JITTER + 1) -
                   JITTER;
        }
        out->p[i] = (sut_grid_point){c[0], c[1], c[2]};
        out->fixed[i] = p->fixed[i];
    }
}

// Directions for the ends, loops with their closing arcs, all of it snapped to the grid.
bool sut_threads_close(const sut_threads *t, const sut_joining *j, sut_closing_way way,
                       sut_random *random, sut_pool *pool, sut_loops *out) {
    int arcs = 0;
    for (int k = 0; k < t->count; k++) {
        arcs += !t->closed[k];
    }
    int winding = j->winds == 0 ? 0 : ARC + 1 + TURN * (j->winds < 0 ? -j->winds : j->winds);
    size_t most = (size_t)t->n + (size_t)arcs * (ARC + 1) + (size_t)(winding * j->loops);
    if (!sut_loops_make(out, pool, (int)most, j->loops)) {
        return false;
    }
    sut_pool_mark mark = sut_pool_here(pool);
    path p = {sut_pool_take(pool, most, sizeof *p.points),
              sut_pool_take(pool, most, sizeof *p.fixed), 0};
    sut_vec3 *directions = sut_pool_take(pool, 2 * (size_t)t->count, sizeof *directions);
    bool ok = p.points != NULL && p.fixed != NULL && directions != NULL;
    if (ok) {
        choose_directions(t, way, random, directions);
        double radius = RADIUS;
        for (int k = 0; k < j->loops; k++) {
            out->start[k] = p.n;
            add_loop(&p, t, j, k, directions, &radius);
        }
        out->start[j->loops] = p.n;
        out->n = p.n;
        snap(&p, arcs > 0 ? radius : 1.01, random, out);
    }
    sut_pool_release(pool, mark);
    return ok;
}
