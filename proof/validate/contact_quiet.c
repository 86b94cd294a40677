// SPDX-License-Identifier: MIT
// contact_quiet.c -- D6: tight knots at rest are quiet. A reef and an overhand knot in nylon are
// drawn tight by hands of limited strength and then held: they must not tremble, not creep, not
// sink into themselves, and stretch as the load says. With loads that go with the square of the
// diameter all diameters are the same problem, so the same limits hold for all of them.
#include "sutura/scene.h"
#include "validate/checks.h"
#include "validate/rig.h"
#include "validate/vector.h"

#include <stdio.h>
#include <string.h>

static const double young = 2e9;
static const double load = 1.0;         // N, for 0.2 mm
static const double thickness = 0.2e-3; // m, that this load is for
static const double step = 1e-3;        // s

enum { TIGHTEN = 1000, SETTLE = 500, HOLD = 500, THREADS = 2, ENDS = 4, TEXT = 4096 };

typedef struct knot {
    const char *name;
    int threads;
    int vertices;    // of each
    double length;   // of each, diameters
    double friction; // holds the load
    double tail;     // weight at the other ends, share of the load
} knot;
static const knot reef = {"reef", 2, 131, 130.0, 0.5, 0.05};
static const knot overhand = {"overhand", 1, 201, 200.0, 0.3, 0.0};

// What the run came to.
typedef struct quiet {
    double work;     // J, of all hands
    double kinetic;  // J, at the end
    double creep;    // m/s, of the vertex that went farthest while it was held
    double overlap;  // m, at the end
    double nearest;  // smallest distance ever, diameters
    double stretch;  // strain at a loaded end
    double expected; // of the stretch
    int diverged;
} quiet;

//---- the scene -----------------------------------------------------------------------------------

static int put_thread(char *text, int size, const knot *k, double d, int strand) {
    double force = load * (d / thickness) * (d / thickness);
    double far = k->length * d;
    double side = k->threads == 1 || strand == 0 ? -1.0 : 1.0;
    char which[32] = "";
    char other[256];
    if (k->threads == 2) {
        (void)snprintf(which, sizeof which, ", \"strand\": %d", strand);
        (void)snprintf(other, sizeof other,
                       "\"how\": \"force\", \"motion\": [{\"t\": 0}, {\"t\": 0.1, \"force\": "
                       "[%.17g, 0, 0]}]",
                       side * k->tail * force);
    } else {
        (void)snprintf(other, sizeof other,
                       "\"how\": \"pin\", \"max_force\": %.17g, \"motion\": [{\"t\": 0.1}, {\"t\": "
                       "0.7, \"position\": [%.17g, 0, 0]}]",
                       force, far);
    }
    return snprintf(text, (size_t)size,
                    "%s{\"material\": {\"young\": %g, \"density\": 1140, \"radius\": %.17g, "
                    "\"friction\": %g}, \"vertices\": %d, \"length\": %.17g, \"shape\": {\"type\": "
                    "\"knot\", \"knot\": \"%s\"%s}, \"damping\": {\"bend\": 0.02, \"linear\": "
                    "0.1}, \"hold\": [{\"vertex\": 0, \"how\": \"pin\", \"max_force\": %.17g, "
                    "\"motion\": [{\"t\": 0.1}, {\"t\": 0.7, \"position\": [%.17g, 0, 0]}]}, "
                    "{\"vertex\": -1, %s}]}",
                    strand > 0 ? ", " : "", young, 0.5 * d, k->friction, k->vertices, k->length * d,
                    k->name, which, force, side * far, other);
}

static sut_world *tie(sut_check_log *log, const knot *k, double d) {
    char text[TEXT];
    int n = snprintf(text, sizeof text, "{\"sutura\": 1, \"gravity\": [0, 0, 0], \"threads\": [");
    for (int i = 0; i < k->threads; i++) {
        n += put_thread(text + n, TEXT - n, k, d, i);
    }
    (void)snprintf(text + n, (size_t)(TEXT - n), "]}");
    sut_scene_error error;
    sut_world *world = NULL;
    sut_scene *scene = sut_scene_read_text(text, strlen(text), k->name, NULL, &error);
    if (!scene || sut_scene_build(scene, NULL, &world, &error) != SUT_OK) {
        sut_check_fail(log, error.text);
    }
    sut_scene_free(scene);
    return world;
}

//---- measuring -----------------------------------------------------------------------------------

static sut_thread_view view_of(const sut_world *w, int i) {
    sut_thread_view v = {0};
    (void)sut_thread_get_view(w, sut_scene_thread_id(i), &v);
    return v;
}

static sut_hold_view hold_of(const sut_world *w, int i) {
    sut_hold_view h = {0};
    (void)sut_hold_get_view(w, (sut_hold_id){(uint32_t)i + 1, 1}, &h);
    return h;
}

static sut_vec3 place_of(const sut_world *w, const sut_hold_view *h) {
    return view_of(w, (int)h->thread.index1 - 1).position[h->vertex];
}

static double clamp(double x) {
    return fmin(fmax(x, 0.0), 1.0);
}

// Distance of two segments: of the two free places on the lines one is clamped, the other follows,
// and once more, which is exact for segments that are not parallel and near enough for those.
static double edge_distance(const sut_vec3 *a, const sut_vec3 *b) {
    sut_vec3 u = vec_sub(a[1], a[0]);
    sut_vec3 v = vec_sub(b[1], b[0]);
    sut_vec3 w = vec_sub(a[0], b[0]);
    double uu = vec_dot(u, u);
    double uv = vec_dot(u, v);
    double vv = vec_dot(v, v);
    double uw = vec_dot(u, w);
    double vw = vec_dot(v, w);
    double across = uu * vv - uv * uv;
    double s = across > 1e-12 * uu * vv ? clamp((uv * vw - vv * uw) / across) : 0.5;
    double t = clamp((uv * s + vw) / vv);
    s = clamp((uv * t - uw) / uu);
    t = clamp((uv * s + vw) / vv);
    return vec_distance(vec_between(a[0], a[1], s), vec_between(b[0], b[1], t));
}

// Smallest distance of two edges that are not neighbours, no more than `most`. What lies within
// half the turn of the thread's own thickness is one bend.
static double smallest_distance(const sut_world *w, const knot *k, double d, double most) {
    double edge = k->length * d / (k->vertices - 1);
    int apart = (int)ceil(0.5 * SUT_PI * d / edge) + 1;
    double reach = most + 1.1 * edge;
    for (int p = 0; p < k->threads; p++) {
        for (int r = p; r < k->threads; r++) {
            sut_thread_view a = view_of(w, p);
            sut_thread_view b = view_of(w, r);
            for (int i = 0; i + 1 < k->vertices; i++) {
                for (int j = p == r ? i + apart : 0; j + 1 < k->vertices; j++) {
                    sut_vec3 gap = vec_sub(a.position[i], b.position[j]);
                    if (vec_dot(gap, gap) < reach * reach) {
                        most = fmin(most, edge_distance(&a.position[i], &b.position[j]));
                    }
                }
            }
        }
    }
    return most;
}

// Steps, with the work of the hands and the smallest distance of them.
static void go(sut_world *w, const knot *k, double d, int steps, quiet *q) {
    sut_vec3 before[ENDS];
    for (int i = 0; i < steps && q->diverged == 0; i++) {
        for (int e = 0; e < 2 * k->threads; e++) {
            sut_hold_view h = hold_of(w, e);
            before[e] = place_of(w, &h);
        }
        q->diverged += sut_world_step(w, step) != SUT_OK;
        for (int e = 0; e < 2 * k->threads; e++) {
            sut_hold_view h = hold_of(w, e);
            q->work += vec_dot(h.force, vec_sub(place_of(w, &h), before[e]));
        }
        q->nearest = fmin(q->nearest, smallest_distance(w, k, d, d) / d);
    }
}

static void keep(const sut_world *w, const knot *k, sut_vec3 *at) {
    for (int i = 0; i < k->threads; i++) {
        memcpy(at + i * k->vertices, view_of(w, i).position, (size_t)k->vertices * sizeof *at);
    }
}

static quiet measure(sut_check_log *log, const knot *k, double d) {
    static sut_vec3 before[THREADS * 256];
    static sut_vec3 after[THREADS * 256];
    quiet q = {.nearest = HUGE_VAL};
    sut_world *w = tie(log, k, d);
    if (w == NULL) {
        q.diverged = 1;
        return q;
    }
    go(w, k, d, TIGHTEN + SETTLE, &q);
    keep(w, k, before);
    go(w, k, d, HOLD, &q);
    keep(w, k, after);
    for (int i = 0; i < k->threads * k->vertices; i++) {
        q.creep = fmax(q.creep, vec_distance(before[i], after[i]) / (HOLD * step));
    }
    for (int i = 0; i < k->threads; i++) {
        sut_energy e;
        if (sut_thread_get_energy(w, sut_scene_thread_id(i), &e) == SUT_OK) {
            q.kinetic += e.kinetic;
        }
    }
    sut_thread_view v = view_of(w, 0);
    q.overlap = sut_world_stats(w).overlap_max * 0.5 * d;
    q.stretch = vec_distance(v.position[1], v.position[0]) / v.rest_length[0] - 1.0;
    q.expected = load * (d / thickness) * (d / thickness) / (young * SUT_PI * 0.25 * d * d);
    sut_world_destroy(w);
    return q;
}

//---- rows ----------------------------------------------------------------------------------------

static void add_rows(sut_check_log *log, const knot *k, double d) {
    quiet q = measure(log, k, d);
    char text[128];
    char head[64];
    (void)snprintf(head, sizeof head, "%s, %g mm", k->name, 1e3 * d);
    if (q.diverged != 0) {
        (void)snprintf(text, sizeof text, "%s: a step diverged", head);
        sut_check_fail(log, text);
        return;
    }
    // below what a camera or a hand could notice, and far above rounding
    (void)snprintf(text, sizeof text, "%s: kinetic energy at rest over work of the hands", head);
    sut_check_row(log, text, 1e-6, q.kinetic / q.work, 0.0, SUT_TOL_MAX, "");
    (void)snprintf(text, sizeof text, "%s: creep while it is held", head);
    sut_check_row(log, text, 1e-3, q.creep / d, 0.0, SUT_TOL_MAX, "d/s");
    (void)snprintf(text, sizeof text, "%s: overlap at rest", head);
    sut_check_row(log, text, 0.05, q.overlap / d, 0.0, SUT_TOL_MAX, "d");
    (void)snprintf(text, sizeof text, "%s: smallest distance of all steps", head);
    sut_check_row(log, text, 0.5, q.nearest, 0.0, SUT_TOL_MIN, "d");
    // exact but for the bent part of the first edge
    (void)snprintf(text, sizeof text, "%s: stretch of a loaded end, F/EA", head);
    sut_check_row(log, text, q.expected, q.stretch, 5e-2, SUT_TOL_REL, "");
}

void sut_check_quiet_knots(sut_check_log *log) {
    static const double diameters[] = {0.2e-3, 0.02e-3, 0.4e-3};
    for (size_t i = 0; i < sizeof diameters / sizeof diameters[0]; i++) {
        add_rows(log, &reef, diameters[i]);
        add_rows(log, &overhand, diameters[i]);
    }
    sut_check_note(log, "nylon of 2 GPa, 1 N at 0.2 mm and as the square of the diameter, dt 1 ms, "
                        "half a second after tightening");
}
