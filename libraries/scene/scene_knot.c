// SPDX-License-Identifier: MIT
// scene_knot.c -- "shape": { "type": "knot", ... }: a loose knot somewhere on a thread.
#include "scene_types.h"

#include "knot_shape.h"
#include "math/vec3.h"

#include <math.h>
#include <stdlib.h>

// largest turn from edge to edge, rad; more than that is no longer a smooth thread, and chords
// begin to cut into the strands beside them
static const double MOST_TURN = 0.9;
static const double LARGEST_SIZE = 1e4;

// the words of "knot"; a surgeon's knot is made of throws
static const char *const knots[] = {"overhand", "figure-eight", "stevedore", "reef",    "granny",
                                    "thief",    "grief",        "throws",    "surgeon", NULL};
enum { SURGEON = 8 };

// What a knot asks for, beside its form.
typedef struct request {
    const char *word;
    sut_knot_def def;
    double diameter;
    double tail; // m; negative: the same at both ends
    sut_vec3 center, x, y, z;
} request;

//---- reading -------------------------------------------------------------------------------------

static bool refuse(const sut_reader *r, const sut_node *n, const char *key, const char *right) {
    sut_node odd = sut_node_member(n, key);
    return odd.json == NULL || sut_fail(r, &odd, "does not belong to this knot; %s", right);
}

static bool read_throws(const sut_reader *r, const sut_node *n, request *q, bool surgeon) {
    if (surgeon) {
        return refuse(r, n, "throws", "use \"knot\": \"throws\"") &&
               sut_knot_parse_throws("2=1", &q->def);
    }
    sut_node throws = sut_node_member(n, "throws");
    const char *text = NULL;
    if (q->def.kind != SUT_KNOT_THROWS) {
        return refuse(r, n, "throws", "use \"knot\": \"throws\"");
    }
    if (!sut_check_present(r, &throws, "give the turns of the throws, for example \"2=1=1\"") ||
        !sut_read_text(r, &throws, &text)) {
        return false;
    }
    return sut_knot_parse_throws(text, &q->def) ||
           sut_fail(r, &throws,
                    "is %s; must be 1 to %d throws of 1 to %d turns, joined by = (square) or x "
                    "(granny), for example \"2=1=1\"",
                    sut_value_text(&throws).text, SUT_KNOT_MOST_THROWS, SUT_KNOT_MOST_TURNS);
}

static bool read_kind(const sut_reader *r, const sut_node *n, request *q) {
    sut_node knot = sut_node_member(n, "knot");
    sut_node turns = sut_node_member(n, "turns");
    int word = 0;
    if (!sut_check_present(r, &knot, "give its name, for example \"overhand\"") ||
        !sut_read_word(r, &knot, knots, &word)) {
        return false;
    }
    q->word = knots[word];
    q->def.kind = word == SURGEON ? SUT_KNOT_THROWS : (sut_knot_kind)word;
    q->def.throw_count = 1;
    q->def.turns[0] = 1;
    q->def.hand[0] = 1;
    if (turns.json != NULL && q->def.kind == SUT_KNOT_OVERHAND) {
        return refuse(r, n, "throws", "use \"knot\": \"throws\"") &&
               sut_read_int(r, &turns, 1, SUT_KNOT_MOST_TURNS, &q->def.turns[0]);
    }
    return refuse(r, n, "turns", "only \"overhand\" has it") &&
           read_throws(r, n, q, word == SURGEON);
}

// one thread or two
static bool read_strand(const sut_reader *r, const sut_node *n, request *q) {
    sut_knot_kind kind = q->def.kind;
    sut_node strand = sut_node_member(n, "strand");
    sut_node loop = sut_node_member(n, "loop");
    q->def.strand = -1;
    if (!sut_knot_has_strands(kind)) {
        return refuse(r, n, "strand", "it is tied in one thread");
    }
    if (strand.json != NULL) {
        return refuse(r, n, "loop", "use strand for two threads or loop for one, not both") &&
               sut_read_int(r, &strand, 0, 1, &q->def.strand);
    }
    if (loop.json != NULL && sut_knot_has_loop(kind)) {
        return true;
    }
    return sut_fail(
        r, &strand, "is missing; a %s knot joins two threads: give 0 in one, 1 in %s", q->word,
        sut_knot_has_loop(kind) ? "the other, or a loop to tie it in one thread" : "the other");
}

static bool read_sizes(const sut_reader *r, const sut_node *n, request *q) {
    sut_node size = sut_node_member(n, "size");
    sut_node loop = sut_node_member(n, "loop");
    double length = 0.0;
    q->def.size = 1.2;
    q->tail = -1.0;
    if (!sut_read_number_of(r, n, "size", SUT_Q_NUMBER, SUT_POSITIVE, &q->def.size) ||
        !sut_read_number_of(r, n, "loop", SUT_Q_LENGTH, SUT_POSITIVE, &length) ||
        !sut_read_number_of(r, n, "tail", SUT_Q_LENGTH, SUT_NOT_NEGATIVE, &q->tail) ||
        (!sut_knot_has_loop(q->def.kind) && !refuse(r, n, "loop", "it has none to choose"))) {
        return false;
    }
    if (!(q->def.size >= 1.0 && q->def.size <= LARGEST_SIZE)) {
        return sut_fail(r, &size,
                        "is %s; must be from 1, where strands touch, to %g diameters between them",
                        sut_value_text(&size).text, LARGEST_SIZE);
    }
    q->def.loop = length / q->diameter;
    double least = sut_knot_least_loop(&q->def);
    return loop.json == NULL || q->def.loop >= least ||
           sut_fail(r, &loop, "is %.6g m; the loop of this knot needs at least %.6g m", length,
                    1.001 * least * q->diameter);
}

static bool read_place(const sut_reader *r, const sut_node *n, request *q) {
    q->center = v3_zero();
    q->x = v3(1.0, 0.0, 0.0);
    if (!sut_read_vec3_of(r, n, "center", SUT_Q_LENGTH, &q->center) ||
        !sut_read_direction_of(r, n, "direction", &q->x)) {
        return false;
    }
    // up is z where the thread does not run along it
    sut_vec3 up = fabs(q->x.z) < 0.99 ? v3(0.0, 0.0, 1.0) : v3(1.0, 0.0, 0.0);
    if (!sut_read_direction_of(r, n, "up", &up)) {
        return false;
    }
    sut_vec3 aside = v3_reject(up, q->x);
    if (!(v3_norm(aside) > 1e-6)) {
        sut_node at = sut_node_member(n, "up");
        return sut_fail(r, &at, "is parallel to direction; must point to another side");
    }
    q->z = v3_normalized(aside);
    q->y = v3_cross(q->z, q->x);
    return true;
}

//---- laying --------------------------------------------------------------------------------------

static bool lay(const sut_reader *r, const sut_node *thread, const request *q,
                const sut_knot_curve *c, sut_scene_shape *out) {
    sut_node vertices = sut_node_member(thread, "vertices");
    sut_node length = sut_node_member(thread, "length");
    // all in diameters
    double total = out->length / q->diameter;
    double edge = total / (double)(out->vertices - 1);
    double bend = sut_knot_curve_bend(c);
    if (edge * bend > MOST_TURN) {
        return sut_fail(
            r, &vertices,
            "is %d, edges of %.3g m; the bends of this knot need at least %.0f vertices "
            "for this length, or a larger size",
            out->vertices, edge * q->diameter, ceil(total * bend / MOST_TURN) + 1.0);
    }
    double knot = sut_knot_curve_length(c, edge);
    double tail = q->tail >= 0.0 ? q->tail / q->diameter : 0.0;
    if (knot + tail > total) {
        return sut_fail(r, &length,
                        "is %.6g m; the knot takes %.6g m of a thread of this radius%s, so that it "
                        "must be at least %.4g m",
                        out->length, knot * q->diameter, q->tail > 0.0 ? " beside its tail" : "",
                        1.01 * (knot + tail) * q->diameter);
    }
    double lead = q->tail >= 0.0 ? total - knot - tail : 0.5 * (total - knot);
    sut_knot_curve_lay(c, edge, lead, out->vertices, out->points);
    for (int i = 0; i < out->vertices; i++) {
        sut_vec3 p = v3_scale(out->points[i], q->diameter);
        sut_vec3 at = v3_madd(v3_madd(v3_scale(q->x, p.x), p.y, q->y), p.z, q->z);
        out->points[i] = v3_add(q->center, at);
    }
    return true;
}

static bool make(const sut_reader *r, const sut_node *thread, const request *q,
                 sut_scene_shape *out) {
    sut_knot_path *path = malloc(sizeof *path);
    out->points = malloc((size_t)out->vertices * sizeof *out->points);
    if (path == NULL || out->points == NULL) {
        free(path);
        return sut_fail_memory(r, thread);
    }
    sut_knot_path_make(&q->def, path);
    sut_knot_curve c = {NULL, 0};
    bool made = sut_knot_curve_make(path, &c);
    free(path);
    bool fine = made ? lay(r, thread, q, &c, out) : sut_fail_memory(r, thread);
    sut_knot_curve_free(&c);
    return fine;
}

bool sut_scene_read_knot(const sut_reader *r, const sut_node *thread, const sut_node *n,
                         double radius, sut_scene_shape *out) {
    static const char *const keys[] = {"type",      "knot", "turns", "throws", "center",
                                       "direction", "up",   "size",  "mirror", "strand",
                                       "loop",      "tail", NULL};
    request q = {.diameter = 2.0 * radius};
    sut_node vertices = sut_node_member(thread, "vertices");
    sut_node length = sut_node_member(thread, "length");
    return sut_check_object(r, n, keys) && read_kind(r, n, &q) && read_strand(r, n, &q) &&
           read_sizes(r, n, &q) && read_place(r, n, &q) &&
           sut_read_bool_of(r, n, "mirror", &q.def.mirror) &&
           sut_check_present(r, &vertices, "a knotted thread needs a number of vertices") &&
           sut_check_present(r, &length,
                             "a knotted thread needs a length, for example \"0.1 m\"") &&
           make(r, thread, &q, out);
}
