// SPDX-License-Identifier: MIT
// rod.c -- memory of a rod and its first state.
#include "rod/rod.h"

#include "math/vec3.h"
#include "rod/rod_kind.h"

#include <string.h>

//---- memory --------------------------------------------------------------------------------------
// Every array starts on a cache line and has a line to spare, so that vector loops may read past
// the last element. The arrays of the state come first, in one stretch, and are copied as one.
enum {
    LINE = 8,
    STATE = 3 * 2 + 3 + 3 * 2,
    VECTORS = 7,
    SCALARS = 28,
    TRIPLES = 4 + 2 * SUT_ROD_COLUMNS
};

static size_t padded(int n) {
    return ((size_t)n + 2 * LINE - 1) / LINE * LINE;
}

static size_t array_doubles(int n) {
    // the state, and what it was before a step that is cut
    return (2 * STATE + 3 * VECTORS + SCALARS + 3 * TRIPLES) * padded(n);
}

size_t sut_rod_memory(int vertex_count) {
    // twice the band: contacts want the matrix of a rod beside its factor
    return array_doubles(vertex_count) * sizeof(double) + 2 * sut_band_memory(vertex_count);
}

typedef struct layout {
    double *next;
    size_t stride;
} layout;

static double *take(layout *l, size_t arrays) {
    double *p = l->next;
    l->next += arrays * l->stride;
    return p;
}

static sut_soa3 take3(layout *l) {
    sut_soa3 a;
    a.x = take(l, 1);
    a.y = take(l, 1);
    a.z = take(l, 1);
    return a;
}

static void take_state(sut_rod *r, layout *l) {
    sut_rod_state *s = &r->state;
    r->body.position = (sut_vec3 *)take(l, 3);
    s->velocity = (sut_vec3 *)take(l, 3);
    s->edge = take3(l);
    s->bent = take3(l);
    s->spin = take(l, 1);
    s->spin_rate = take(l, 1);
    s->axial = take(l, 1);
}

static void take_vectors(sut_rod *r, layout *l) {
    sut_rod_work *w = &r->work;
    sut_soa3 *vectors[VECTORS] = {&r->body.move, &w->tangent, &w->binormal, &w->frame,
                                  &w->moment,    &w->force,   &w->axis};
    for (int i = 0; i < VECTORS; i++) {
        *vectors[i] = take3(l);
    }
}

static void take_scalars(sut_rod *r, layout *l) {
    sut_rod_definition *d = &r->def;
    sut_rod_work *w = &r->work;
    double **scalars[SCALARS] = {&d->rest,       &d->per_rest,  &d->arc,        &d->cell,
                                 &d->mass,       &w->tension,   &w->twist,      &w->length,
                                 &w->inverse,    &w->opening,   &w->z[0],       &w->z[1],
                                 &w->bend,       &w->phase[0],  &w->phase[1],   &w->torque,
                                 &w->spin_trial, &w->give,      &w->pull,       &w->inertia,
                                 &w->size,       &w->spin_push, &w->spin_diag,  &w->spin_off,
                                 &w->spin_drift, &w->mixed,     &w->mixed_gain, &r->chain.cut_edge};
    for (int i = 0; i < SCALARS; i++) {
        *scalars[i] = take(l, 1);
    }
}

static void place(sut_rod *r, void *memory) {
    sut_rod_work *w = &r->work;
    int n = r->body.n;
    r->memory = memory;
    r->memory_size = sut_rod_memory(n);
    layout l = {memory, padded(n)};
    take_state(r, &l);
    take_vectors(r, &l);
    take_scalars(r, &l);
    w->residual = take(&l, 3);
    w->start_force = take(&l, 3);
    r->body.correction = w->residual; // a long thread should fit into the cache
    for (int k = 0; k < SUT_ROD_COLUMNS; k++) {
        r->chain.column[k] = take(&l, 3);
        w->gradient[k] = take(&l, 3);
    }
    r->body.push = take(&l, 3);
    r->body.answer = take(&l, 3);
    w->backup = take(&l, STATE);
    sut_band_init(&w->band, n, l.next);
    w->kept = l.next + sut_band_memory(n) / sizeof(double);
}

// What collision sees of a rod: its arrays, and what of its definition matters there.
static void link_chain(sut_rod *r) {
    sut_chain *c = &r->chain;
    c->n = r->body.n;
    c->rest = r->def.rest;
    c->arc = r->def.arc;
    c->position = r->body.position;
    c->move = r->body.move;
    c->edge = r->state.edge;
    c->bent = r->state.bent;
}

void sut_rod_set_friction(sut_rod *r, double friction) {
    r->def.friction = r->chain.friction = friction;
}

void sut_rod_init(sut_rod *r, int vertex_count, void *memory) {
    memset(r, 0, sizeof *r);
    memset(memory, 0, array_doubles(vertex_count) * sizeof(double));
    r->body.n = vertex_count;
    r->body = (sut_body){.kind = &sut_rod_kind, .n = vertex_count};
    place(r, memory);
    link_chain(r);
}

void sut_rod_copy(sut_rod *to, const sut_rod *from) {
    void *memory = to->memory;
    *to = *from;
    place(to, memory);
    link_chain(to);
    memcpy(memory, from->memory, array_doubles(from->body.n) * sizeof(double));
    // what holds want is listed by the world, nodes and factors are made by the next step
    to->chain.pins = NULL;
    to->work.planes = NULL;
    to->work.loads = NULL;
    to->work.portals = NULL;
    to->chain.pin_count = to->work.plane_count = to->work.load_count = 0;
    to->body.timer = NULL;
}

//---- definition ----------------------------------------------------------------------------------
static void set_material(sut_rod *r, const sut_thread_def *def) {
    sut_rod_definition *m = &r->def;
    m->radius = def->radius;
    m->EI = def->EI;
    m->GJ = def->GJ;
    m->EA = def->EA;
    m->mass_per_length = def->mass_per_length;
    m->friction = def->friction;
    m->natural_curvature[0] = def->natural_curvature[0];
    m->natural_curvature[1] = def->natural_curvature[1];
    m->natural_twist = def->natural_twist;
    m->damping_bend = def->damping_bend;
    m->damping_twist = def->damping_twist;
    m->damping_stretch = def->damping_stretch;
    m->damping_linear = def->damping_linear;
    m->drag = def->drag;
    m->mobility = def->mobility;
    m->implicitness = def->implicitness;
    m->model = def->model;
    m->inertia = def->inertia;
    m->twist = def->twist;
    m->variational = def->variational;
    m->springs = def->springs;
}

// Which of the optional machinery this material needs.
static void set_kind(sut_rod *r) {
    const sut_rod_definition *m = &r->def;
    bool bent = m->natural_curvature[0] != 0.0 || m->natural_curvature[1] != 0.0;
    bool spins = (m->twist == SUT_TWIST_DYNAMIC || m->natural_twist != 0.0) && m->GJ > 0.0;
    r->def.curved = (m->EI > 0.0 && bent) || spins;
}

static void set_rest(sut_rod *r, const sut_thread_def *def) {
    int edges = r->body.n - 1;
    r->def.total = 0.0;
    r->def.total_mass = 0.0;
    for (int i = 0; i < edges; i++) {
        r->def.rest[i] = def->rest_lengths ? def->rest_lengths[i]
                                           : v3_distance(def->positions[i + 1], def->positions[i]);
        r->def.per_rest[i] = 1.0 / r->def.rest[i];
        r->def.arc[i] = r->def.total;
        r->def.total += r->def.rest[i];
    }
    r->def.arc[edges] = r->def.total;
    for (int i = 0; i < r->body.n; i++) {
        double before = i > 0 ? r->def.rest[i - 1] : 0.0;
        double after = i < edges ? r->def.rest[i] : 0.0;
        r->def.cell[i] = 0.5 * (before + after);
        r->def.mass[i] = r->def.mass_per_length * r->def.cell[i];
        if (def->extra_mass) {
            r->def.mass[i] += def->extra_mass[i];
        }
        r->def.total_mass += r->def.mass[i];
    }
    for (int i = 1; i < edges; i++) {
        r->work.bend[i] = r->def.EI / r->def.cell[i];
    }
    r->work.bend_off_count = 0;
}

//---- cuts ----------------------------------------------------------------------------------------
// Without its inverse rest length an edge has no strain, whatever its length.
void sut_rod_cut(sut_rod *r, int edge) {
    if (r->chain.cut_edge[edge] != 0.0) {
        return;
    }
    r->chain.cut_edge[edge] = 1.0;
    r->chain.cuts++;
    r->def.per_rest[edge] = 0.0;
    r->work.tension[edge] = 0.0;
    r->work.bend_off_count = -1; // the bending springs of its ends are set anew
}

void sut_rod_open(sut_rod *r, int edge) {
    sut_rod_cut(r, edge);
    r->chain.cut_edge[edge] = 2.0;
}

void sut_rod_join(sut_rod *r, int edge) {
    if (r->chain.cut_edge[edge] == 0.0) {
        return;
    }
    r->chain.cut_edge[edge] = 0.0;
    r->chain.cuts--;
    r->def.per_rest[edge] = 1.0 / r->def.rest[edge];
    r->work.bend_off_count = -1;
}

// The damping of bending starts from the new shape.
static void forget_bend(sut_rod *r, int i) {
    if (i < 1 || i > r->body.n - 2) {
        return;
    }
    sut_vec3 t = v3_normalized(sut_soa3_get(&r->state.edge, i - 1));
    sut_vec3 s = v3_normalized(sut_soa3_get(&r->state.edge, i));
    sut_soa3_set(&r->state.bent, i, v3_scale(v3_cross(t, s), 2.0 / (1.0 + v3_dot(t, s))));
}

void sut_rod_carry(sut_rod *r, int vertex, sut_vec3 to, sut_vec3 velocity) {
    r->body.position[vertex] = to;
    r->state.velocity[vertex] = velocity;
    if (vertex > 0) {
        sut_soa3_set(&r->state.edge, vertex - 1, v3_sub(to, r->body.position[vertex - 1]));
    }
    if (vertex < r->body.n - 1) {
        sut_soa3_set(&r->state.edge, vertex, v3_sub(r->body.position[vertex + 1], to));
    }
    for (int i = vertex - 1; i <= vertex + 1; i++) {
        forget_bend(r, i);
    }
    if (vertex <= 1) {
        sut_rod_carry_director(r, v3_normalized(sut_soa3_get(&r->state.edge, 0)));
    }
}

void sut_rod_define(sut_rod *r, const sut_thread_def *def) {
    r->def.kernel = sut_rod_kernel_best();
    set_material(r, def);
    r->work.lambda = r->def.implicitness;
    set_kind(r);
    set_rest(r, def);
    r->chain.radius = r->def.radius;
    r->chain.friction = r->def.friction;
    r->chain.EA = r->def.EA;
    r->chain.total = r->def.total;
    r->chain.ring =
        v3_distance(def->positions[0], def->positions[r->body.n - 1]) < 0.1 * def->radius;
    for (int i = 0; i < r->body.n; i++) {
        r->body.position[i] = def->positions[i];
        sut_vec3 v = def->velocities ? def->velocities[i] : v3_zero();
        if (r->def.inertia == SUT_INERTIA_LOW_MASS) {
            v = v3_zero();
        }
        r->state.velocity[i] = v;
    }
    for (int i = 0; i < r->body.n - 1; i++) {
        sut_vec3 e = v3_sub(def->positions[i + 1], def->positions[i]);
        r->state.edge.x[i] = e.x;
        r->state.edge.y[i] = e.y;
        r->state.edge.z[i] = e.z;
    }
    r->state.director = v3_any_normal(v3_normalized(sut_soa3_get(&r->state.edge, 0)));

    // the initial shape is where damping of bending starts from
    sut_rod_kinematics(r);
    size_t bytes = (size_t)r->body.n * sizeof(double);
    memcpy(r->state.bent.x, r->work.binormal.x, bytes);
    memcpy(r->state.bent.y, r->work.binormal.y, bytes);
    memcpy(r->state.bent.z, r->work.binormal.z, bytes);
    sut_rod_output(r);
    r->chain.stretch = sut_rod_stretch(r);
    r->state.peak_stretch = r->chain.stretch;
    r->state.peak_kinetic = sut_rod_energy(r).kinetic;
}

sut_vec3 sut_rod_tangent_at(const sut_rod *r, int vertex) {
    if (vertex == 0) {
        return v3_normalized(sut_soa3_get(&r->state.edge, 0));
    }
    sut_vec3 before = v3_normalized(sut_soa3_get(&r->state.edge, vertex - 1));
    if (vertex == r->body.n - 1) {
        return before;
    }
    sut_vec3 sum = v3_add(before, v3_normalized(sut_soa3_get(&r->state.edge, vertex)));
    // a thread folded right back has no mean tangent; the edge before decides
    return v3_norm(sum) > 1e-6 ? v3_normalized(sum) : before;
}

//---- rolling back a step that was cut into parts -------------------------------------------------
void sut_rod_save(sut_rod *r) {
    r->work.saved = r->state;
    memcpy(r->work.backup, r->memory, STATE * padded(r->body.n) * sizeof(double));
}

void sut_rod_restore(sut_rod *r) {
    r->state = r->work.saved;
    memcpy(r->memory, r->work.backup, STATE * padded(r->body.n) * sizeof(double));
}
