// SPDX-License-Identifier: MIT
// read_vrml.c -- the face sets of a VRML tree, each where its transforms put it.
#include "vrml.h"

#include "math/scalar.h"
#include "math/vec3.h"

// nodes that are looked at, USE counted each time: names of names could make any number
enum { MOST_VISITS = 1000000, DEEPEST = 1000 };

typedef struct affine {
    double m[3][4];
} affine;

typedef struct state {
    affine at;
    int coordinate; // node with the points, -1: none yet
} state;

typedef struct walk {
    sut_soup *s;
    sut_vrml v;
    int visits, depth;
    // the points that went into the soup last, and where
    int last_coordinate;
    affine last_at;
    size_t last_first;
} walk;

static const affine identity = {{{1, 0, 0, 0}, {0, 1, 0, 0}, {0, 0, 1, 0}}};

static affine times(const affine *a, const affine *b) {
    affine c;
    for (int i = 0; i < 3; i++) {
        for (int k = 0; k < 4; k++) {
            c.m[i][k] = a->m[i][0] * b->m[0][k] + a->m[i][1] * b->m[1][k] + a->m[i][2] * b->m[2][k];
        }
        c.m[i][3] += a->m[i][3];
    }
    return c;
}

static sut_vec3 apply(const affine *a, sut_vec3 p) {
    double out[3];
    for (int i = 0; i < 3; i++) {
        out[i] = a->m[i][0] * p.x + a->m[i][1] * p.y + a->m[i][2] * p.z + a->m[i][3];
    }
    return v3(out[0], out[1], out[2]);
}

static double determinant(const affine *a) {
    return a->m[0][0] * (a->m[1][1] * a->m[2][2] - a->m[1][2] * a->m[2][1]) -
           a->m[0][1] * (a->m[1][0] * a->m[2][2] - a->m[1][2] * a->m[2][0]) +
           a->m[0][2] * (a->m[1][0] * a->m[2][1] - a->m[1][1] * a->m[2][0]);
}

//---- transforms ----------------------------------------------------------------------------------

// the numbers of a field, or what they are when it is left out; false: there is another number
static bool field(walk *w, int node, sut_vrml_field f, int count, double *out) {
    const sut_vrml_node *n = &w->v.nodes[node];
    size_t have = n->fields[f].count;
    if (have != 0 && have != (size_t)count) {
        return sut_mesh_fail(w->s->error, w->v.pool_lines[n->fields[f].first],
                             "has %zu numbers in a transform; must have %d", have, count);
    }
    for (size_t i = 0; i < have; i++) {
        out[i] = w->v.pool[n->fields[f].first + i];
    }
    return true;
}

static affine moved(const double t[3]) {
    affine a = identity;
    for (int i = 0; i < 3; i++) {
        a.m[i][3] = t[i];
    }
    return a;
}

static affine turned(const double r[4], double sense) {
    affine a = identity;
    sut_vec3 axis = v3(r[0], r[1], r[2]);
    double length = v3_norm(axis);
    if (!(length > 0.0)) {
        return a;
    }
    axis = v3_scale(axis, 1.0 / length);
    double c = 1.0;
    double s = 0.0;
    sut_sincos(fabs(r[3]) <= 1e5 ? sense * r[3] : 0.0, &s, &c);
    const double u[3] = {axis.x, axis.y, axis.z};
    for (int i = 0; i < 3; i++) {
        int j = (i + 1) % 3;
        int k = (i + 2) % 3;
        a.m[i][i] = c + u[i] * u[i] * (1.0 - c);
        a.m[i][j] = u[i] * u[j] * (1.0 - c) - u[k] * s;
        a.m[i][k] = u[i] * u[k] * (1.0 - c) + u[j] * s;
    }
    return a;
}

static affine stretched(const double f[3]) {
    affine a = identity;
    for (int i = 0; i < 3; i++) {
        a.m[i][i] = f[i];
    }
    return a;
}

// translation, centre, rotation, orientation of the scale, scale, and the last ones back
static bool full_transform(walk *w, int node, affine *out) {
    double t[3] = {0.0, 0.0, 0.0};
    double c[3] = {0.0, 0.0, 0.0};
    double r[4] = {0.0, 0.0, 1.0, 0.0};
    double o[4] = {0.0, 0.0, 1.0, 0.0};
    double f[3] = {1.0, 1.0, 1.0};
    if (!field(w, node, SUT_VRML_MOVE, 3, t) || !field(w, node, SUT_VRML_CENTER, 3, c) ||
        !field(w, node, SUT_VRML_TURN, 4, r) || !field(w, node, SUT_VRML_STRETCH_TURN, 4, o) ||
        !field(w, node, SUT_VRML_STRETCH, 3, f)) {
        return false;
    }
    const double back[3] = {-c[0], -c[1], -c[2]};
    const affine parts[7] = {moved(t),     moved(c),        turned(r, 1.0), turned(o, 1.0),
                             stretched(f), turned(o, -1.0), moved(back)};
    *out = parts[0];
    for (int i = 1; i < 7; i++) {
        *out = times(out, &parts[i]);
    }
    return true;
}

// rows of a matrix that multiplies from the right
static bool matrix_transform(walk *w, int node, affine *out) {
    double m[16] = {1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1};
    if (!field(w, node, SUT_VRML_MATRIX_FIELD, 16, m)) {
        return false;
    }
    for (int i = 0; i < 3; i++) {
        for (int k = 0; k < 4; k++) {
            out->m[i][k] = m[4 * k + i];
        }
    }
    return true;
}

static bool transform_of(walk *w, int node, affine *out) {
    return w->v.nodes[node].type == SUT_VRML_MATRIX ? matrix_transform(w, node, out)
                                                    : full_transform(w, node, out);
}

//---- faces ---------------------------------------------------------------------------------------

static bool same_place(const affine *a, const affine *b) {
    bool same = true;
    for (int i = 0; i < 12; i++) {
        same = same && a->m[i / 4][i % 4] == b->m[i / 4][i % 4]; // exact: the same products
    }
    return same;
}

// Points go into the soup once for face sets that share them in one place.
static bool add_points(walk *w, const state *st) {
    const sut_vrml_node *n = &w->v.nodes[st->coordinate];
    size_t first = n->fields[SUT_VRML_POINT].first;
    if (w->last_coordinate == st->coordinate && same_place(&w->last_at, &st->at)) {
        return true;
    }
    w->last_coordinate = st->coordinate;
    w->last_at = st->at;
    w->last_first = w->s->node_count;
    size_t count = n->fields[SUT_VRML_POINT].count;
    if (count % 3 != 0) {
        return sut_mesh_fail(w->s->error, w->v.pool_lines[first + count - 1],
                             "ends in the middle of a point; must have three numbers each");
    }
    for (size_t i = 0; i < count; i += 3) {
        const double *p = w->v.pool + first + i;
        if (!sut_soup_node(w->s, apply(&st->at, v3(p[0], p[1], p[2])),
                           w->v.pool_lines[first + i])) {
            return false;
        }
    }
    return true;
}

static int find_coordinate(const walk *w, int node) {
    for (int c = w->v.nodes[node].child; c >= 0; c = w->v.nodes[c].next) {
        int at = w->v.nodes[c].type == SUT_VRML_USE ? w->v.nodes[c].used : c;
        if (w->v.nodes[at].type == SUT_VRML_COORDINATE) {
            return at;
        }
    }
    return -1;
}

// one number of a coordIndex
static bool take_index(walk *w, size_t at, size_t points, sut_fan *f, bool *ended) {
    double value = w->v.pool[at];
    int line = w->v.pool_lines[at];
    *ended = value == -1.0; // exact: it is written so
    if (*ended) {
        return sut_fan_end(w->s, f, line);
    }
    if (!(value >= 0.0 && value < (double)points) || value != (double)(long long)value) {
        if (points == 0) {
            return sut_mesh_fail(w->s->error, line, "names node %.17g; must have nodes first",
                                 value);
        }
        return sut_mesh_fail(w->s->error, line, "names node %.17g; must be 0 to %zu", value,
                             points - 1);
    }
    return sut_fan_corner(w->s, f, (int)(w->last_first + (size_t)value), line);
}

static bool add_faces(walk *w, int node, const state *st) {
    state own = *st;
    int coordinate = find_coordinate(w, node);
    own.coordinate = coordinate >= 0 || !w->v.first_version ? coordinate : st->coordinate;
    size_t points =
        own.coordinate >= 0 ? w->v.nodes[own.coordinate].fields[SUT_VRML_POINT].count / 3 : 0;
    if (own.coordinate >= 0 && !add_points(w, &own)) {
        return false;
    }
    size_t first = w->v.nodes[node].fields[SUT_VRML_INDEX].first;
    size_t count = w->v.nodes[node].fields[SUT_VRML_INDEX].count;
    size_t before = w->s->lists[SUT_SOUP_TRIANGLES].count;
    sut_fan f = {0, 0, 0};
    bool ended = true;
    for (size_t i = 0; i < count; i++) {
        if (ended) {
            f = (sut_fan){0, 0, 0};
        }
        if (!take_index(w, first + i, points, &f, &ended)) {
            return false;
        }
    }
    if (!ended && !sut_fan_end(w->s, &f, w->v.pool_lines[first + count - 1])) {
        return false;
    }
    // clockwise, or mirrored, but not both
    bool mirrored = determinant(&st->at) < 0.0;
    sut_soup_list *l = &w->s->lists[SUT_SOUP_TRIANGLES];
    for (size_t i = before; w->v.nodes[node].clockwise != mirrored && i < l->count; i++) {
        int second = l->corners[3 * i + 1];
        l->corners[3 * i + 1] = l->corners[3 * i + 2];
        l->corners[3 * i + 2] = second;
    }
    return true;
}

//---- the tree ------------------------------------------------------------------------------------

static bool visit(walk *w, int node, state *st);

// children from `from` on, at most `most` of them
static bool visit_children(walk *w, int node, state *st, int from, int most) {
    int i = 0;
    for (int c = w->v.nodes[node].child; c >= 0; c = w->v.nodes[c].next, i++) {
        if (i >= from && i - from < most && !visit(w, c, st)) {
            return false;
        }
    }
    return true;
}

static bool visit_switch(walk *w, int node, state *st) {
    double which[1] = {-1.0};
    if (!field(w, node, SUT_VRML_WHICH, 1, which)) {
        return false;
    }
    if (w->v.first_version && which[0] == -3.0) { // all of them
        return visit_children(w, node, st, 0, MOST_VISITS);
    }
    return !(which[0] >= 0.0 && which[0] < (double)MOST_VISITS) ||
           visit_children(w, node, st, (int)which[0], 1);
}

static bool visit_inside(walk *w, int node, state *st, sut_vrml_type type) {
    affine own = identity;
    state inner = *st;
    switch (type) {
    case SUT_VRML_SEPARATOR:
        return visit_children(w, node, &inner, 0, MOST_VISITS);
    case SUT_VRML_TRANSFORM:
    case SUT_VRML_TRANSLATION:
    case SUT_VRML_ROTATION:
    case SUT_VRML_SCALE:
    case SUT_VRML_MATRIX:
        if (!transform_of(w, node, &own)) {
            return false;
        }
        inner.at = times(&st->at, &own);
        if (w->v.first_version) {
            st->at = inner.at; // what follows is transformed
        }
        return visit_children(w, node, &inner, 0, MOST_VISITS);
    case SUT_VRML_COORDINATE:
        st->coordinate = node;
        return true;
    case SUT_VRML_FACES:
        return add_faces(w, node, st);
    case SUT_VRML_SWITCH:
        return visit_switch(w, node, st);
    case SUT_VRML_LOD:
        return visit_children(w, node, st, 0, 1);
    default:
        return visit_children(w, node, st, 0, MOST_VISITS);
    }
}

static bool visit(walk *w, int node, state *st) {
    if (++w->visits > MOST_VISITS) {
        return sut_mesh_fail(w->s->error, 0,
                             "has more than %d nodes with all its USE; must have "
                             "fewer",
                             MOST_VISITS);
    }
    if (++w->depth > DEEPEST) {
        return sut_mesh_fail(w->s->error, 0, "is nested too deeply; must be within %d nodes",
                             DEEPEST);
    }
    int at = w->v.nodes[node].type == SUT_VRML_USE ? w->v.nodes[node].used : node;
    bool fine = visit_inside(w, at, st, w->v.nodes[at].type);
    w->depth--;
    return fine;
}

bool sut_read_wrl(sut_soup *s, const unsigned char *bytes, size_t size) {
    walk w = {.s = s, .v = {.error = s->error}, .last_coordinate = -1};
    state st = {identity, -1};
    bool fine = sut_vrml_parse(&w.v, bytes, size) && visit(&w, w.v.root, &st);
    sut_vrml_free(&w.v);
    return fine;
}
