// SPDX-License-Identifier: MIT
// scene_shape.c -- where the vertices are at the start, and how long the thread is at rest.
#include "scene_types.h"

#include "math/vec3.h"

#include <math.h>
#include <stdlib.h>

// 1 + cos of a turn so close to half a turn that the thread folds back onto itself there
static const double FOLDED = 1e-9;

sut_vec3 sut_scene_vertex(const sut_scene_shape *s, int i) {
    if (s->points != NULL) {
        return s->points[i];
    }
    return v3_madd(s->from, (double)i / (double)(s->vertices - 1), s->span);
}

//---- resampling ----------------------------------------------------------------------------------

static double polyline_length(const sut_vec3 *p, int count) {
    double total = 0.0;
    for (int i = 1; i < count; i++) {
        total += v3_distance(p[i - 1], p[i]);
    }
    return total;
}

sut_vec3 *sut_scene_resample(const sut_vec3 *points, int count, int wanted) {
    sut_vec3 *out = malloc((size_t)wanted * sizeof *out);
    if (out == NULL) {
        return NULL;
    }
    double total = polyline_length(points, count);

    // walk along the edges once; `start` is the arc length at the edge's first point
    int edge = 0;
    double start = 0.0;
    double length = v3_distance(points[0], points[1]);
    for (int i = 0; i < wanted; i++) {
        double s = total * ((double)i / (double)(wanted - 1));
        while (edge < count - 2 && s > start + length) {
            start += length;
            edge++;
            length = v3_distance(points[edge], points[edge + 1]);
        }
        double u = fmin(1.0, (s - start) / length);
        out[i] = v3_lerp(points[edge], points[edge + 1], u);
    }
    out[0] = points[0];
    out[wanted - 1] = points[count - 1];
    return out;
}

//---- points --------------------------------------------------------------------------------------

static bool check_edges(const sut_reader *r, const sut_node *n, const sut_vec3 *p, int count) {
    for (int i = 1; i < count; i++) {
        if (!(v3_distance(p[i - 1], p[i]) > 0.0)) {
            return sut_fail(r, n,
                            "points %d and %d are at the same place; every edge needs a length",
                            i - 1, i);
        }
    }
    return true;
}

static bool check_folds(const sut_reader *r, const sut_node *n, const sut_vec3 *p, int count) {
    for (int i = 1; i + 1 < count; i++) {
        sut_vec3 before = v3_normalized(v3_sub(p[i], p[i - 1]));
        sut_vec3 after = v3_normalized(v3_sub(p[i + 1], p[i]));
        if (1.0 + v3_dot(before, after) < FOLDED) {
            return sut_fail(r, n,
                            "the thread folds back onto itself at vertex %d; a turn must be less "
                            "than 180 deg",
                            i);
        }
    }
    return true;
}

static bool read_listed_points(const sut_reader *r, const sut_node *n, sut_vec3 **points,
                               int *count) {
    if (!sut_check_present(r, n, "give a list of points [[x, y, z], ...]") ||
        !sut_check_list(r, n, 2, SUT_SCENE_MAX_VERTICES, "points")) {
        return false;
    }
    *count = (int)json_array_size(n->json);
    *points = malloc((size_t)*count * sizeof **points);
    if (*points == NULL) {
        return sut_fail_memory(r, n);
    }
    for (int i = 0; i < *count; i++) {
        sut_node e = sut_node_element(n, i);
        if (!sut_read_vec3(r, &e, SUT_Q_LENGTH, &(*points)[i])) {
            return false;
        }
    }
    return true;
}

// bring the points to the number of vertices, and compare their length with that at rest
static bool fit_points(const sut_reader *r, const sut_node *n, int count, sut_scene_shape *out) {
    if (!check_edges(r, n, out->points, count)) {
        return false;
    }
    double along = polyline_length(out->points, count);
    if (out->length > 0.0 && fabs(along - out->length) > 0.5 * out->length) {
        return sut_fail(r, n,
                        "the points are %.6g m long but length is %.6g m; they may differ by 50 %%",
                        along, out->length);
    }
    if (out->vertices == 0) {
        out->vertices = count;
    }
    if (out->vertices != count) {
        sut_vec3 *resampled = sut_scene_resample(out->points, count, out->vertices);
        if (resampled == NULL) {
            return sut_fail_memory(r, n);
        }
        free(out->points);
        out->points = resampled;
        if (!check_edges(r, n, out->points, out->vertices)) {
            return false;
        }
    }
    return check_folds(r, n, out->points, out->vertices);
}

//---- the kinds of shape --------------------------------------------------------------------------

static bool read_straight(const sut_reader *r, const sut_node *thread, const sut_node *n,
                          sut_scene_shape *out) {
    static const char *const keys[] = {"type", "from", "direction", NULL};
    sut_vec3 direction = v3(1.0, 0.0, 0.0);
    if (n->json != NULL && (!sut_check_object(r, n, keys) ||
                            !sut_read_vec3_of(r, n, "from", SUT_Q_LENGTH, &out->from) ||
                            !sut_read_direction_of(r, n, "direction", &direction))) {
        return false;
    }
    sut_node vertices = sut_node_member(thread, "vertices");
    sut_node length = sut_node_member(thread, "length");
    if (!sut_check_present(r, &vertices, "a straight thread needs a number of vertices") ||
        !sut_check_present(r, &length, "a straight thread needs a length, for example \"0.1 m\"")) {
        return false;
    }
    out->span = v3_scale(direction, out->length);

    // far from the origin, or in many parts, neighbours can round to one place
    int last = out->vertices - 1;
    bool apart = v3_distance(sut_scene_vertex(out, 0), sut_scene_vertex(out, 1)) > 0.0 &&
                 v3_distance(sut_scene_vertex(out, last - 1), sut_scene_vertex(out, last)) > 0.0;
    return apart || sut_fail(r, &length,
                             "gives edges of %g m, which vanish in rounding here; use a longer "
                             "thread, fewer vertices, or a place nearer to the origin",
                             out->length / (double)last);
}

static bool read_listed(const sut_reader *r, const sut_node *n, sut_scene_shape *out) {
    static const char *const keys[] = {"type", "points", NULL};
    if (!sut_check_object(r, n, keys)) {
        return false;
    }
    sut_node points = sut_node_member(n, "points");
    int count = 0;
    return read_listed_points(r, &points, &out->points, &count) &&
           fit_points(r, &points, count, out);
}

static bool read_from_file(const sut_reader *r, const sut_node *n, sut_scene_shape *out) {
    static const char *const keys[] = {"type", "file", NULL};
    if (!sut_check_object(r, n, keys)) {
        return false;
    }
    sut_node file = sut_node_member(n, "file");
    int count = 0;
    return sut_check_present(r, &file, "give the path of a file with a point \"x,y,z\" per line") &&
           sut_scene_read_points(r, &file, &out->file, &out->points, &count) &&
           fit_points(r, &file, count, out);
}

static bool read_kind(const sut_reader *r, const sut_node *n, int *kind) {
    static const char *const kinds[] = {"straight", "points", "file", "knot", NULL};
    if (!json_is_object(n->json)) {
        return sut_fail(r, n, "is %s; must be an object such as { \"type\": \"straight\" }",
                        sut_value_text(n).text);
    }
    sut_node type = sut_node_member(n, "type");
    if (!sut_check_present(r, &type, "must be \"straight\", \"points\", \"file\" or \"knot\"")) {
        return false;
    }
    return sut_read_word(r, &type, kinds, kind);
}

bool sut_scene_read_shape(const sut_reader *r, const sut_node *thread, double radius,
                          sut_scene_shape *out) {
    sut_node n = sut_node_member(thread, "shape");
    sut_node vertices = sut_node_member(thread, "vertices");
    int kind = 0;
    if ((n.json != NULL && !read_kind(r, &n, &kind)) ||
        (vertices.json != NULL &&
         !sut_read_int(r, &vertices, 2, SUT_SCENE_MAX_VERTICES, &out->vertices)) ||
        !sut_read_number_of(r, thread, "length", SUT_Q_LENGTH, SUT_POSITIVE, &out->length)) {
        return false;
    }
    if (kind == 0) {
        return read_straight(r, thread, &n, out);
    }
    if (kind == 3) {
        return sut_scene_read_knot(r, thread, &n, radius, out) &&
               check_edges(r, &n, out->points, out->vertices);
    }
    return kind == 1 ? read_listed(r, &n, out) : read_from_file(r, &n, out);
}
