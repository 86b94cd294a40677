// SPDX-License-Identifier: MIT
// rod.c -- memory of a rod and its first state.
#include "rod/rod.h"

#include "math/vec3.h"
#include "rod/rod_kind.h"

#include <string.h>

//---- memory --------------------------------------------------------------------------------------
// Every array starts on a cache line and has a line to spare, so that vector loops may read past
// the last element.
enum { LINE = 8, VECTORS = 9, SCALARS = 31, TRIPLES = 6 + 2 * SUT_ROD_COLUMNS, BACKUP = 15 };

static size_t padded(int n) {
    return ((size_t)n + 2 * LINE - 1) / LINE * LINE;
}

static size_t array_doubles(int n) {
    size_t count = 3 * VECTORS + SCALARS + BACKUP;
    return count * padded(n) + TRIPLES * 3 * padded(n);
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

static void take_vectors(sut_rod *r, layout *l) {
    sut_soa3 *vectors[VECTORS] = {&r->edge,  &r->bent,   &r->body.move, &r->tangent, &r->binormal,
                                  &r->frame, &r->moment, &r->force,     &r->axis};
    for (int i = 0; i < VECTORS; i++) {
        *vectors[i] = take3(l);
    }
}

static void take_scalars(sut_rod *r, layout *l) {
    double **scalars[SCALARS] = {&r->rest,       &r->cell,       &r->mass,          &r->spin,
                                 &r->spin_rate,  &r->tension,    &r->twist,         &r->length,
                                 &r->inverse,    &r->opening,    &r->z[0],          &r->z[1],
                                 &r->bend,       &r->phase[0],   &r->phase[1],      &r->torque,
                                 &r->spin_trial, &r->give,       &r->pull,          &r->inertia,
                                 &r->size,       &r->per_rest,   &r->spin_push,     &r->spin_diag,
                                 &r->spin_off,   &r->spin_drift, &r->axial,         &r->arc,
                                 &r->mixed,      &r->mixed_gain, &r->chain.cut_edge};
    for (int i = 0; i < SCALARS; i++) {
        *scalars[i] = take(l, 1);
    }
}

static void place(sut_rod *r, void *memory) {
    r->memory = memory;
    r->memory_size = sut_rod_memory(r->n);
    layout l = {memory, padded(r->n)};
    take_vectors(r, &l);
    take_scalars(r, &l);
    r->body.position = (sut_vec3 *)take(&l, 3);
    r->velocity = (sut_vec3 *)take(&l, 3);
    r->residual = take(&l, 3);
    r->start_force = take(&l, 3);
    r->body.correction = r->residual; // a long thread should fit into the cache
    for (int k = 0; k < SUT_ROD_COLUMNS; k++) {
        r->chain.column[k] = take(&l, 3);
        r->gradient[k] = take(&l, 3);
    }
    r->body.push = take(&l, 3);
    r->body.answer = take(&l, 3);
    r->backup = take(&l, BACKUP);
    sut_band_init(&r->band, r->n, l.next);
    r->kept = l.next + sut_band_memory(r->n) / sizeof(double);
}

// What collision sees of a rod: its arrays, and what of its definition matters there.
static void link_chain(sut_rod *r) {
    sut_chain *c = &r->chain;
    c->n = r->n;
    c->rest = r->rest;
    c->arc = r->arc;
    c->position = r->body.position;
    c->move = r->body.move;
    c->edge = r->edge;
    c->bent = r->bent;
}

void sut_rod_set_friction(sut_rod *r, double friction) {
    r->mat.friction = r->chain.friction = friction;
}

void sut_rod_init(sut_rod *r, int vertex_count, void *memory) {
    memset(r, 0, sizeof *r);
    memset(memory, 0, array_doubles(vertex_count) * sizeof(double));
    r->n = vertex_count;
    r->body = (sut_body){.kind = &sut_rod_kind, .n = vertex_count};
    place(r, memory);
    link_chain(r);
}

void sut_rod_copy(sut_rod *to, const sut_rod *from) {
    void *memory = to->memory;
    *to = *from;
    place(to, memory);
    link_chain(to);
    memcpy(memory, from->memory, array_doubles(from->n) * sizeof(double));
    // what holds want is listed by the world, nodes and factors are made by the next step
    to->chain.pins = NULL;
    to->planes = NULL;
    to->loads = NULL;
    to->portals = NULL;
    to->chain.pin_count = to->plane_count = to->load_count = 0;
    to->body.timer = NULL;
}

//---- definition ----------------------------------------------------------------------------------
static void set_material(sut_rod *r, const sut_thread_def *def) {
    sut_rod_material *m = &r->mat;
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
    const sut_rod_material *m = &r->mat;
    bool bent = m->natural_curvature[0] != 0.0 || m->natural_curvature[1] != 0.0;
    bool spins = (m->twist == SUT_TWIST_DYNAMIC || m->natural_twist != 0.0) && m->GJ > 0.0;
    r->curved = (m->EI > 0.0 && bent) || spins;
}

static void set_rest(sut_rod *r, const sut_thread_def *def) {
    int edges = r->n - 1;
    r->total = 0.0;
    r->total_mass = 0.0;
    for (int i = 0; i < edges; i++) {
        r->rest[i] = def->rest_lengths ? def->rest_lengths[i]
                                       : v3_distance(def->positions[i + 1], def->positions[i]);
        r->per_rest[i] = 1.0 / r->rest[i];
        r->arc[i] = r->total;
        r->total += r->rest[i];
    }
    r->arc[edges] = r->total;
    for (int i = 0; i < r->n; i++) {
        double before = i > 0 ? r->rest[i - 1] : 0.0;
        double after = i < edges ? r->rest[i] : 0.0;
        r->cell[i] = 0.5 * (before + after);
        r->mass[i] = r->mat.mass_per_length * r->cell[i];
        if (def->extra_mass) {
            r->mass[i] += def->extra_mass[i];
        }
        r->total_mass += r->mass[i];
    }
    for (int i = 1; i < edges; i++) {
        r->bend[i] = r->mat.EI / r->cell[i];
    }
    r->bend_off_count = 0;
}

//---- cuts ----------------------------------------------------------------------------------------
// Without its inverse rest length an edge has no strain, whatever its length.
void sut_rod_cut(sut_rod *r, int edge) {
    if (r->chain.cut_edge[edge] != 0.0) {
        return;
    }
    r->chain.cut_edge[edge] = 1.0;
    r->chain.cuts++;
    r->per_rest[edge] = 0.0;
    r->tension[edge] = 0.0;
    r->bend_off_count = -1; // the bending springs of its ends are set anew
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
    r->per_rest[edge] = 1.0 / r->rest[edge];
    r->bend_off_count = -1;
}

// The damping of bending starts from the new shape.
static void forget_bend(sut_rod *r, int i) {
    if (i < 1 || i > r->n - 2) {
        return;
    }
    sut_vec3 t = v3_normalized(sut_soa3_get(&r->edge, i - 1));
    sut_vec3 s = v3_normalized(sut_soa3_get(&r->edge, i));
    sut_soa3_set(&r->bent, i, v3_scale(v3_cross(t, s), 2.0 / (1.0 + v3_dot(t, s))));
}

void sut_rod_carry(sut_rod *r, int vertex, sut_vec3 to, sut_vec3 velocity) {
    r->body.position[vertex] = to;
    r->velocity[vertex] = velocity;
    if (vertex > 0) {
        sut_soa3_set(&r->edge, vertex - 1, v3_sub(to, r->body.position[vertex - 1]));
    }
    if (vertex < r->n - 1) {
        sut_soa3_set(&r->edge, vertex, v3_sub(r->body.position[vertex + 1], to));
    }
    for (int i = vertex - 1; i <= vertex + 1; i++) {
        forget_bend(r, i);
    }
    if (vertex <= 1) {
        sut_rod_carry_director(r, v3_normalized(sut_soa3_get(&r->edge, 0)));
    }
}

void sut_rod_define(sut_rod *r, const sut_thread_def *def) {
    r->kernel = sut_rod_kernel_best();
    set_material(r, def);
    r->lambda = r->mat.implicitness;
    set_kind(r);
    set_rest(r, def);
    r->chain.radius = r->mat.radius;
    r->chain.friction = r->mat.friction;
    r->chain.EA = r->mat.EA;
    r->chain.total = r->total;
    r->chain.ring = v3_distance(def->positions[0], def->positions[r->n - 1]) < 0.1 * def->radius;
    for (int i = 0; i < r->n; i++) {
        r->body.position[i] = def->positions[i];
        sut_vec3 v = def->velocities ? def->velocities[i] : v3_zero();
        if (r->mat.inertia == SUT_INERTIA_LOW_MASS) {
            v = v3_zero();
        }
        r->velocity[i] = v;
    }
    for (int i = 0; i < r->n - 1; i++) {
        sut_vec3 e = v3_sub(def->positions[i + 1], def->positions[i]);
        r->edge.x[i] = e.x;
        r->edge.y[i] = e.y;
        r->edge.z[i] = e.z;
    }
    r->director = v3_any_normal(v3_normalized(sut_soa3_get(&r->edge, 0)));

    // the initial shape is where damping of bending starts from
    sut_rod_kinematics(r);
    size_t bytes = (size_t)r->n * sizeof(double);
    memcpy(r->bent.x, r->binormal.x, bytes);
    memcpy(r->bent.y, r->binormal.y, bytes);
    memcpy(r->bent.z, r->binormal.z, bytes);
    sut_rod_output(r);
    r->chain.stretch = sut_rod_stretch(r);
    r->peak_stretch = r->chain.stretch;
    r->peak_kinetic = sut_rod_energy(r).kinetic;
}

sut_vec3 sut_rod_tangent_at(const sut_rod *r, int vertex) {
    if (vertex == 0) {
        return v3_normalized(sut_soa3_get(&r->edge, 0));
    }
    sut_vec3 before = v3_normalized(sut_soa3_get(&r->edge, vertex - 1));
    if (vertex == r->n - 1) {
        return before;
    }
    sut_vec3 sum = v3_add(before, v3_normalized(sut_soa3_get(&r->edge, vertex)));
    // a thread folded right back has no mean tangent; the edge before decides
    return v3_norm(sum) > 1e-6 ? v3_normalized(sum) : before;
}

//---- rolling back a step that was cut into parts -------------------------------------------------
typedef struct backup_part {
    double *array;
    size_t count;
} backup_part;

static int backup_parts(const sut_rod *r, backup_part parts[BACKUP]) {
    size_t n = (size_t)r->n;
    double *arrays[] = {r->edge.x, r->edge.y, r->edge.z,    r->bent.x, r->bent.y,
                        r->bent.z, r->spin,   r->spin_rate, r->axial};
    int count = 0;
    for (size_t i = 0; i < sizeof arrays / sizeof arrays[0]; i++) {
        parts[count++] = (backup_part){arrays[i], n};
    }
    parts[count++] = (backup_part){&r->body.position->x, 3 * n};
    parts[count++] = (backup_part){&r->velocity->x, 3 * n};
    return count;
}

void sut_rod_save(sut_rod *r) {
    backup_part parts[BACKUP];
    int count = backup_parts(r, parts);
    double *to = r->backup;
    for (int i = 0; i < count; i++) {
        memcpy(to, parts[i].array, parts[i].count * sizeof(double));
        to += parts[i].count;
    }
    r->backup_director = r->director;
    r->backup_stretch = r->peak_stretch;
    r->backup_kinetic = r->peak_kinetic;
}

void sut_rod_restore(sut_rod *r) {
    backup_part parts[BACKUP];
    int count = backup_parts(r, parts);
    const double *from = r->backup;
    for (int i = 0; i < count; i++) {
        memcpy(parts[i].array, from, parts[i].count * sizeof(double));
        from += parts[i].count;
    }
    r->director = r->backup_director;
    r->peak_stretch = r->backup_stretch;
    r->peak_kinetic = r->backup_kinetic;
}
