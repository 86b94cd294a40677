// SPDX-License-Identifier: MIT
// tissue_check.c -- is a def one that a tissue can be made of? Each answer is one sentence that
// names the field and what would be right.
#include "math/quat.h"
#include "tissue/tube.h"

#include <math.h>
#include <stdio.h>

#define SAY(...) ((void)snprintf(text, size, __VA_ARGS__), text)

enum { MOST_NODES = 10000000, MOST_ELEMENTS = 1000000 };

//---- mesh ----------------------------------------------------------------------------------------
static const char *check_nodes(const sut_tissue_def *d, char *text, size_t size) {
    if (!d->nodes || d->node_count < 2 || d->node_count > MOST_NODES) {
        return SAY("node_count is %d; it must be in 2..%d, with nodes", d->node_count, MOST_NODES);
    }
    for (int i = 0; i < d->node_count; i++) {
        if (!v3_is_finite(d->nodes[i])) {
            return SAY("nodes %d is not finite", i);
        }
    }
    return NULL;
}

static const char *check_corners(const int *corner, int count, const char *what, int element,
                                 int nodes, char *text, size_t size) {
    for (int k = 0; k < count; k++) {
        if (corner[k] < 0 || corner[k] >= nodes) {
            return SAY("%s %d names node %d; it must be in 0..%d", what, element, corner[k],
                       nodes - 1);
        }
        for (int l = 0; l < k; l++) {
            if (corner[k] == corner[l]) {
                return SAY("%s %d names node %d twice; its nodes must differ", what, element,
                           corner[k]);
            }
        }
    }
    return NULL;
}

static double longest(const sut_vec3 *x, const int *corner, int count) {
    double most = 0.0;
    for (int k = 1; k < count; k++) {
        for (int l = 0; l < k; l++) {
            double d = v3_distance(x[corner[k]], x[corner[l]]);
            most = d > most ? d : most;
        }
    }
    return most;
}

static const double flat = 1e-9; // of the longest edge to the power

static const char *check_triangles(const sut_tissue_def *d, char *text, size_t size) {
    for (int e = 0; e < d->triangle_count; e++) {
        const int *c = d->triangles[e];
        const char *bad = check_corners(c, 3, "triangles", e, d->node_count, text, size);
        if (bad) {
            return bad;
        }
        sut_vec3 a = v3_sub(d->nodes[c[1]], d->nodes[c[0]]);
        sut_vec3 b = v3_sub(d->nodes[c[2]], d->nodes[c[0]]);
        double l = longest(d->nodes, c, 3);
        if (!(0.5 * v3_norm(v3_cross(a, b)) > flat * l * l)) {
            return SAY(
                "triangles %d is flat; its area must be above %g of its longest edge squared", e,
                flat);
        }
    }
    return NULL;
}

static const char *check_tets(const sut_tissue_def *d, char *text, size_t size) {
    for (int e = 0; e < d->tet_count; e++) {
        const int *c = d->tets[e];
        const char *bad = check_corners(c, 4, "tets", e, d->node_count, text, size);
        if (bad) {
            return bad;
        }
        sut_vec3 a = v3_sub(d->nodes[c[1]], d->nodes[c[0]]);
        sut_vec3 b = v3_sub(d->nodes[c[2]], d->nodes[c[0]]);
        double volume = v3_dot(v3_cross(a, b), v3_sub(d->nodes[c[3]], d->nodes[c[0]])) / 6.0;
        double l = longest(d->nodes, c, 4);
        if (!(volume > flat * l * l * l)) {
            return SAY("tets %d is flat or inside out; its volume must be above %g of its longest "
                       "edge cubed",
                       e, flat);
        }
    }
    return NULL;
}

// Every node has mass only if some element names it.
static const char *check_elements(const sut_tissue_def *d, char *text, size_t size) {
    bool solid = d->model == SUT_TISSUE_SOLID;
    int count = solid ? d->tet_count : d->triangle_count;
    if (count < 1 || count > MOST_ELEMENTS || (solid ? !d->tets : !d->triangles)) {
        return SAY("%s is %d; it must be in 1..%d, with %s", solid ? "tet_count" : "triangle_count",
                   count, MOST_ELEMENTS, solid ? "tets" : "triangles");
    }
    if (d->triangle_count < 0 || d->triangle_count > 4 * MOST_ELEMENTS ||
        (d->triangle_count > 0 && !d->triangles)) {
        return SAY("triangle_count is %d; it must be in 0..%d, with triangles", d->triangle_count,
                   4 * MOST_ELEMENTS);
    }
    const char *bad = check_triangles(d, text, size);
    return bad || !solid ? bad : check_tets(d, text, size);
}

//---- numbers -------------------------------------------------------------------------------------
typedef struct range {
    const char *name;
    double value;
    double low, high;
    bool open; // low itself is not allowed
} range;

static const char *check_ranges(const range *r, size_t count, char *text, size_t size) {
    for (size_t i = 0; i < count; i++) {
        bool above = r[i].open ? r[i].value > r[i].low : r[i].value >= r[i].low;
        if (!above || !(r[i].value <= r[i].high)) {
            return SAY("%s is %g; it must be %s %g and at most %g", r[i].name, r[i].value,
                       r[i].open ? "above" : "at least", r[i].low, r[i].high);
        }
    }
    return NULL;
}

// Ranges of all numbers that the model has a use for, by name.
static const char *check_numbers(const sut_tissue_def *d, char *text, size_t size) {
    bool membrane = d->model == SUT_TISSUE_MEMBRANE;
    bool shell = d->model == SUT_TISSUE_SHELL;
    bool weighed = membrane && d->membrane.node_mass > 0.0;
    const range all[] = {
        {"young", membrane ? 1.0 : d->young, 0.0, 1e15, true},
        {"poisson", d->model == SUT_TISSUE_SOLID ? d->poisson : 0.0, 0.0, 0.49, false},
        {"density", d->density, 0.0, 1e9, true},
        {"thickness", d->thickness, 0.0, 1e3, shell || (membrane && !weighed)},
        {"friction", d->friction, 0.0, 1e3, false},
        {"damping_strain", d->damping_strain, 0.0, 1e3, false},
        {"damping_linear", d->damping_linear, 0.0, 1e6, false},
        {"rest[0]", d->rest[0], 0.1, 10.0, false},
        {"rest[1]", d->rest[1], 0.1, 10.0, false},
        {"rest[2]", d->rest[2], 0.1, 10.0, false},
    };
    const char *bad = check_ranges(all, sizeof all / sizeof all[0], text, size);
    if (bad || !membrane) {
        return bad;
    }
    const sut_membrane_def *m = &d->membrane;
    const range own[] = {{"membrane.stiffness", m->stiffness, 0.0, 1e12, true},
                         {"membrane.home", m->home, 0.0, 1e12, false},
                         {"membrane.node_mass", m->node_mass, 0.0, 1e6, false},
                         {"membrane.damper", m->damper, 0.0, 1e9, false},
                         {"membrane.torsion", m->torsion, 0.0, 1e9, false},
                         {"membrane.torsion_damper", m->torsion_damper, 0.0, 1e9, false}};
    bad = check_ranges(own, sizeof own / sizeof own[0], text, size);
    if (!bad && m->limit != 0.0 && !(m->limit * d->rest[0] >= 1.0 && m->limit <= 1e6)) {
        return SAY("membrane.limit is %g; times rest (%g) it must be at least 1, or 0 for none",
                   m->limit, d->rest[0]);
    }
    return bad;
}

static const char *check_pressure(const sut_tissue_def *d, char *text, size_t size) {
    int count = d->pressure_key_count;
    if (count < 0 || count > SUT_PRESSURE_KEYS || (count > 0 && !d->pressure_keys)) {
        return SAY("pressure_key_count is %d; it must be in 0..%d, with keys", count,
                   SUT_PRESSURE_KEYS);
    }
    for (int i = 0; i < count; i++) {
        const sut_pressure_key *k = &d->pressure_keys[i];
        if (!isfinite(k->t) || !isfinite(k->pressure)) {
            return SAY("pressure key %d is not finite", i);
        }
        if (i > 0 && !(k->t > k[-1].t)) {
            return SAY("pressure key %d is at %g s; it must be later than the one before", i, k->t);
        }
    }
    return NULL;
}

const char *sut_tissue_check_def(const sut_tissue_def *d, char *text, size_t size) {
    if ((int)d->model < 0 || d->model > SUT_TISSUE_TUBE) {
        return "model is not one of its values";
    }
    if ((int)d->law < 0 || d->law > SUT_SOLID_SPRINGS) {
        return "law is not one of its values";
    }
    if (!v3_is_finite(d->velocity) || !v3_is_finite(d->spin)) {
        return "velocity or spin is not finite";
    }
    double unit = q_norm2(d->rest_axes);
    if (!(fabs(unit - 1.0) < 1e-6)) {
        return "rest_axes is no rotation; it must be of unit length";
    }
    const char *bad = check_nodes(d, text, size);
    if (d->model == SUT_TISSUE_TUBE) {
        return bad ? bad : sut_tube_check_def(d, text, size);
    }
    bad = bad ? bad : check_elements(d, text, size);
    bad = bad ? bad : check_numbers(d, text, size);
    return bad ? bad : check_pressure(d, text, size);
}

//---- supports ------------------------------------------------------------------------------------
static const char *check_selection(const sut_tissue *t, const sut_support_def *d, char *text,
                                   size_t size) {
    if (d->node_count < 1 || d->node_count > t->n || !d->nodes) {
        return SAY("node_count is %d; it must be in 1..%d, with nodes", d->node_count, t->n);
    }
    double sum = 0.0;
    // pinned is set by every substep before it is read
    unsigned char *seen = t->pinned;
    for (int i = 0; i < t->n; i++) {
        seen[i] = 0;
    }
    for (int j = 0; j < d->node_count; j++) {
        int i = d->nodes[j];
        if (i < 0 || i >= t->n) {
            return SAY("nodes %d is %d; it must be in 0..%d", j, i, t->n - 1);
        }
        if (seen[i]) {
            return SAY("nodes %d is %d for the second time; every node may be named once", j, i);
        }
        seen[i] = 1;
        sum += d->shares ? d->shares[j] : 0.0;
    }
    if (d->shares && !(fabs(sum - 1.0) < 1e-6)) {
        return SAY("the sum of shares is %g; it must be 1", sum);
    }
    return NULL;
}

static const char *check_keys(const sut_support_def *d, char *text, size_t size) {
    if (d->key_count < 0 || d->key_count > SUT_SUPPORT_KEYS || (d->key_count > 0 && !d->keys)) {
        return SAY("key_count is %d; it must be in 0..%d, with keys", d->key_count,
                   SUT_SUPPORT_KEYS);
    }
    for (int i = 0; i < d->key_count; i++) {
        const sut_support_key *k = &d->keys[i];
        if (!isfinite(k->t) || !v3_is_finite(k->offset) || !v3_is_finite(k->rotation) ||
            !v3_is_finite(k->force)) {
            return SAY("key %d is not finite", i);
        }
        if (i > 0 && !(k->t > k[-1].t)) {
            return SAY("key %d is at %g s; it must be later than the one before", i, k->t);
        }
        bool turns = v3_norm2(k->rotation) > 0.0;
        if (turns && d->kind != SUT_SUPPORT_FORCE && d->axes != SUT_AXIS_ALL) {
            return SAY("key %d has a rotation; axes must be all three", i);
        }
    }
    return NULL;
}

// Is there a time at which both act?
static bool meet(const sut_support_def *a, const sut_support_def *b) {
    return a->from < b->until && b->from < a->until;
}

static const char *check_overlap(const sut_tissue *t, const sut_support_def *d, char *text,
                                 size_t size) {
    // `pinned` marks the nodes of this support since check_selection
    for (int s = 0; s < t->support_count; s++) {
        const sut_support_def *o = &t->supports[s].def;
        bool moves = o->key_count > 0 || d->key_count > 0;
        if (!t->supports[s].used || o->kind != SUT_SUPPORT_PIN || !moves || !meet(o, d) ||
            !(o->axes & d->axes)) {
            continue;
        }
        for (int j = 0; j < o->node_count; j++) {
            if (t->pinned[o->nodes[j]]) {
                return SAY("node %d is pinned by support %d too, and one of them moves; an axis of "
                           "a node may have one pin",
                           o->nodes[j], s);
            }
        }
    }
    return NULL;
}

const char *sut_tissue_check_support(const sut_tissue *t, const sut_support_def *d, char *text,
                                     size_t size) {
    if ((int)d->kind < 0 || d->kind > SUT_SUPPORT_FORCE) {
        return "kind is not one of its values";
    }
    bool load = d->kind == SUT_SUPPORT_FORCE;
    if (!load && (d->axes == 0 || d->axes > SUT_AXIS_ALL)) {
        return "axes must be one to three of x, y and z";
    }
    if (d->kind == SUT_SUPPORT_SPRING && t->tube) {
        return "kind is a spring; a tube takes pins and forces";
    }
    if (d->kind == SUT_SUPPORT_SPRING && !(d->stiffness > 0.0 && d->stiffness <= 1e15)) {
        return SAY("stiffness is %g; it must be above 0 and at most 1e15", d->stiffness);
    }
    if (!v3_is_finite(d->center)) {
        return "center is not finite";
    }
    if (isnan(d->from) || isnan(d->until)) {
        return "from or until is not a number";
    }
    const char *bad = check_selection(t, d, text, size);
    bad = bad ? bad : check_keys(d, text, size);
    return bad || d->kind != SUT_SUPPORT_PIN ? bad : check_overlap(t, d, text, size);
}
