// SPDX-License-Identifier: MIT
// tissue.c -- memory and first state of a tissue. All its arrays are one block, the factor and the
// supports have their own.
#include "math/quat.h"
#include "tissue/element.h"
#include "tissue/tissue_kernel.h"
#include "tissue/tissue_mesh.h"
#include "tissue/tissue_parts.h"
#include "tissue/tube.h"

#include <math.h>
#include <string.h>

//---- layout --------------------------------------------------------------------------------------
// Called twice: with no base to find the size, then to hand out the block.
typedef struct arena {
    char *base;
    size_t used;
} arena;

static void *take(arena *a, size_t count, size_t size) {
    void *at = a->base ? a->base + a->used : NULL;
    a->used += (count * size + 63) / 64 * 64;
    return at;
}

static double *doubles(arena *a, size_t count) {
    return take(a, count, sizeof(double));
}

static int *ints(arena *a, size_t count) {
    return take(a, count, sizeof(int));
}

// How many elements of each kind a tissue has.
typedef struct counts {
    int n, tets, tris, hinges, edges, pairs;
} counts;

static counts counts_of(const sut_tissue_def *d, const sut_tissue_mesh *mesh) {
    bool springs = d->model == SUT_TISSUE_MEMBRANE ||
                   (d->model == SUT_TISSUE_SOLID && d->law == SUT_SOLID_SPRINGS);
    counts c = {.n = d->node_count, .pairs = mesh->pair_count};
    c.edges = springs ? mesh->edge_count : 0;
    c.tets = d->model == SUT_TISSUE_SOLID && !springs ? d->tet_count : 0;
    c.tris = d->model == SUT_TISSUE_SHELL ? d->triangle_count : 0;
    c.hinges = mesh->hinge_count;
    return c;
}

// Arrays of solids, shells, hinges and edges, whole lanes of each.
static void lay_elements(sut_tissue *t, arena *a, const counts *c) {
    size_t tets = (size_t)sut_lanes_up(c->tets);
    size_t tris = (size_t)sut_lanes_up(c->tris);
    size_t hinges = (size_t)sut_lanes_up(c->hinges);
    size_t edges = (size_t)sut_lanes_up(c->edges);
    for (int k = 0; k < 4; k++) {
        t->solid.node[k] = ints(a, tets);
        t->hinge.node[k] = ints(a, hinges);
        t->shell.shape[k] = doubles(a, tris);
    }
    for (int k = 0; k < 9; k++) {
        t->solid.shape[k] = doubles(a, tets);
    }
    for (int k = 0; k < 6; k++) {
        t->solid.start[k] = doubles(a, tets);
    }
    t->solid.volume = doubles(a, tets);
    t->solid.pair = take(a, tets, sizeof t->solid.pair[0]);
    for (int k = 0; k < 3; k++) {
        t->shell.node[k] = ints(a, tris);
        t->shell.start[k] = doubles(a, tris);
    }
    t->shell.weight = doubles(a, tris);
    t->shell.pair = take(a, tris, sizeof t->shell.pair[0]);
    t->hinge.stiffness = doubles(a, hinges);
    t->hinge.floor = doubles(a, hinges);
    t->hinge.rest_cos = doubles(a, hinges);
    t->hinge.rest_sin = doubles(a, hinges);
    t->hinge.start_cos = doubles(a, hinges);
    t->hinge.start_sin = doubles(a, hinges);
    t->hinge.pair = take(a, hinges, sizeof t->hinge.pair[0]);
    t->edge.node[0] = ints(a, edges);
    t->edge.node[1] = ints(a, edges);
    t->edge.stiffness = doubles(a, edges);
    t->edge.rest = doubles(a, edges);
    t->edge.start = doubles(a, edges);
    t->edge.pair = ints(a, edges);
}

static void lay_matrix(sut_tissue_matrix *m, arena *a, size_t n) {
    m->x = doubles(a, 3 * n);
    m->spring = doubles(a, 3 * n);
    m->pinned = take(a, n, 1);
}

static void lay_out(sut_tissue *t, arena *a, const sut_tissue_def *d, const counts *c) {
    size_t n = (size_t)c->n;
    size_t pairs = (size_t)c->pairs;
    t->initial = take(a, n, sizeof t->initial[0]);
    t->triangles = take(a, (size_t)d->triangle_count, sizeof t->triangles[0]);
    t->tets = take(a, (size_t)d->tet_count, sizeof t->tets[0]);
    t->pressure_keys = take(a, (size_t)d->pressure_key_count, sizeof t->pressure_keys[0]);
    t->pairs = take(a, pairs, sizeof t->pairs[0]);
    lay_elements(t, a, c);
    t->mass = doubles(a, n);
    t->home = doubles(a, n);
    t->body.position = take(a, n, sizeof(sut_vec3));
    t->velocity = take(a, n, sizeof(sut_vec3));
    t->acceleration = take(a, n, sizeof(sut_vec3));
    t->backup = take(a, 3 * n, sizeof(sut_vec3));
    t->body.move = (sut_soa3){doubles(a, n), doubles(a, n), doubles(a, n)};
    double **vectors[] = {&t->body.correction, &t->body.push,   &t->body.answer, &t->load,
                          &t->spring,          &t->spring_pull, &t->x,           &t->trial,
                          &t->force,           &t->residual};
    for (size_t k = 0; k < sizeof vectors / sizeof vectors[0]; k++) {
        *vectors[k] = doubles(a, 3 * n + 1); // see tissue_kernel.h
    }
    size_t learnt = SUT_TISSUE_PAIRS;
    t->secant.way = doubles(a, learnt * 3 * n);
    t->secant.change = doubles(a, learnt * 3 * n);
    t->pinned = take(a, n, 1);
    t->owner = ints(a, 3 * n);
    t->strain = doubles(a, n);
    lay_matrix(&t->matrix, a, n);
    lay_matrix(&t->next, a, n);
    t->diagonal = doubles(a, 9 * n);
    t->off_diagonal = doubles(a, 9 * pairs);
    t->slow_diagonal = doubles(a, 9 * n);
    t->slow_off_diagonal = doubles(a, 9 * pairs);
    t->block = take(a, n + pairs, sizeof t->block[0]);
    t->turned = take(a, pairs, 1);
}

//---- definition ----------------------------------------------------------------------------------
static void copy_def(sut_tissue *t, const sut_tissue_def *d) {
    t->def = *d;
    t->n = d->node_count;
    t->triangle_count = d->triangle_count;
    t->tet_count = d->tet_count;
    memcpy(t->initial, d->nodes, (size_t)d->node_count * sizeof d->nodes[0]);
    if (d->triangle_count > 0) {
        memcpy(t->triangles, d->triangles, (size_t)d->triangle_count * sizeof d->triangles[0]);
    }
    if (d->tet_count > 0) {
        memcpy(t->tets, d->tets, (size_t)d->tet_count * sizeof d->tets[0]);
    }
    if (d->pressure_key_count > 0) {
        memcpy(t->pressure_keys, d->pressure_keys,
               (size_t)d->pressure_key_count * sizeof d->pressure_keys[0]);
    }
    t->def.nodes = t->initial;
    t->def.triangles = (const int(*)[3])t->triangles;
    t->def.tets = (const int(*)[4])t->tets;
    t->def.pressure_keys = t->pressure_keys;
}

// Where a node would be without load: the initial place, scaled along the axes of the shape.
// Membranes scale the rest lengths of their springs instead.
static sut_vec3 rest_place(const sut_tissue_def *d, int node) {
    sut_vec3 x = d->nodes[node];
    if (d->model == SUT_TISSUE_MEMBRANE) {
        return x;
    }
    sut_vec3 local = q_rotate_back(d->rest_axes, x);
    local = v3(local.x * d->rest[0], local.y * d->rest[1], local.z * d->rest[2]);
    return q_rotate(d->rest_axes, local);
}

// Loops take whole groups: the last one is filled up with copies of the last element.
static int source(int e, int count) {
    return e < count ? e : count - 1;
}

static void note_pairs(const sut_tissue_mesh *mesh, int corners, const int *node, int *pair) {
    for (int a = 0; a < corners; a++) {
        for (int b = a + 1; b < corners; b++) {
            *pair++ = sut_tissue_mesh_pair(mesh, node[a], node[b]);
        }
    }
}

static void make_tets(sut_tissue *t, const sut_tissue_mesh *mesh, int count) {
    sut_tets *s = &t->solid;
    double young = t->def.young;
    double poisson = t->def.poisson;
    s->count = count;
    s->mu = 0.5 * young / (1.0 + poisson);
    s->lambda = young * poisson / ((1.0 + poisson) * (1.0 - 2.0 * poisson));
    for (int e = 0; e < (count > 0 ? sut_lanes_up(count) : 0); e++) {
        const int *corner = t->tets[source(e, count)];
        sut_vec3 x[4];
        for (int c = 0; c < 4; c++) {
            s->node[c][e] = corner[c];
            x[c] = rest_place(&t->def, corner[c]);
        }
        (void)sut_tets_define(s, e, x); // the def was checked
        s->volume[e] = e < count ? s->volume[e] : 0.0;
        note_pairs(mesh, 4, corner, s->pair[e]);
    }
}

static void make_tris(sut_tissue *t, const sut_tissue_mesh *mesh, int count) {
    sut_tris *s = &t->shell;
    s->count = count;
    for (int e = 0; e < (count > 0 ? sut_lanes_up(count) : 0); e++) {
        const int *corner = t->triangles[source(e, count)];
        sut_vec3 x[3];
        for (int c = 0; c < 3; c++) {
            s->node[c][e] = corner[c];
            x[c] = rest_place(&t->def, corner[c]);
        }
        (void)sut_tris_define(s, e, x, t->def.young, t->def.thickness);
        s->weight[e] = e < count ? s->weight[e] : 0.0;
        note_pairs(mesh, 3, corner, s->pair[e]);
    }
}

static void make_hinges(sut_tissue *t, const sut_tissue_mesh *mesh, int count) {
    sut_hinges *s = &t->hinge;
    double h = t->def.thickness;
    double bending = t->def.young * h * h * h / 9.0; // E h^3 / (12 (1 - 1/4))
    s->count = count;
    for (int e = 0; e < (count > 0 ? sut_lanes_up(count) : 0); e++) {
        const int *corner = mesh->hinges[source(e, count)];
        sut_vec3 x[4];
        for (int c = 0; c < 4; c++) {
            s->node[c][e] = corner[c];
            x[c] = rest_place(&t->def, corner[c]);
        }
        sut_hinges_define(s, e, x, bending);
        s->stiffness[e] = e < count ? s->stiffness[e] : 0.0;
        note_pairs(mesh, 4, corner, s->pair[e]);
    }
}

// Stiffness of the springs of a solid: E x (volume of the tetrahedra at the edge) / length^2.
static void add_spring_volumes(sut_tissue *t, const sut_tissue_mesh *mesh) {
    for (int e = 0; e < t->tet_count; e++) {
        const int *corner = t->tets[e];
        sut_vec3 x[4];
        for (int c = 0; c < 4; c++) {
            x[c] = rest_place(&t->def, corner[c]);
        }
        sut_vec3 a = v3_sub(x[1], x[0]);
        double volume = v3_dot(v3_cross(a, v3_sub(x[2], x[0])), v3_sub(x[3], x[0])) / 6.0;
        for (int c = 0; c < 3; c++) {
            for (int d = c + 1; d < 4; d++) {
                // the pairs of a solid are its edges
                int edge = sut_tissue_mesh_pair(mesh, corner[c], corner[d]) / 2;
                t->edge.stiffness[edge] += t->def.young * volume;
            }
        }
    }
}

static void make_edges(sut_tissue *t, const sut_tissue_mesh *mesh, int count) {
    sut_edges *s = &t->edge;
    bool membrane = t->def.model == SUT_TISSUE_MEMBRANE;
    s->count = count;
    for (int e = 0; e < count; e++) {
        int a = mesh->edges[e][0];
        int b = mesh->edges[e][1];
        s->node[0][e] = a;
        s->node[1][e] = b;
        s->pair[e] = sut_tissue_mesh_pair(mesh, a, b);
        s->rest[e] = v3_distance(rest_place(&t->def, a), rest_place(&t->def, b));
        s->stiffness[e] = membrane ? t->def.membrane.stiffness : 0.0;
    }
    if (membrane) {
        for (int e = 0; e < count; e++) {
            s->rest[e] *= t->def.rest[0];
        }
    } else if (count > 0) {
        add_spring_volumes(t, mesh);
        for (int e = 0; e < count; e++) {
            s->stiffness[e] /= s->rest[e] * s->rest[e];
        }
    }
    for (int e = count; count > 0 && e < sut_lanes_up(count); e++) {
        s->node[0][e] = s->node[0][count - 1];
        s->node[1][e] = s->node[1][count - 1];
        s->rest[e] = s->rest[count - 1];
        s->stiffness[e] = 0.0;
    }
}

//---- mass and first state ------------------------------------------------------------------------
// Lumped: an equal part of every initial element to each of its corners.
static void set_mass(sut_tissue *t, const sut_vec3 *node) {
    const sut_tissue_def *d = &t->def;
    bool solid = d->model == SUT_TISSUE_SOLID;
    memset(t->mass, 0, (size_t)t->n * sizeof t->mass[0]);
    t->total_mass = 0.0;
    for (int e = 0; solid && e < t->tet_count; e++) {
        const int *c = t->tets[e];
        sut_vec3 a = v3_sub(node[c[1]], node[c[0]]);
        sut_vec3 b = v3_sub(node[c[2]], node[c[0]]);
        sut_vec3 f = v3_sub(node[c[3]], node[c[0]]);
        double share = d->density * v3_dot(v3_cross(a, b), f) / 24.0;
        for (int k = 0; k < 4; k++) {
            t->mass[c[k]] += share;
        }
    }
    for (int e = 0; !solid && e < t->triangle_count; e++) {
        const int *c = t->triangles[e];
        sut_vec3 a = v3_sub(node[c[1]], node[c[0]]);
        sut_vec3 b = v3_sub(node[c[2]], node[c[0]]);
        double share = d->density * d->thickness * v3_norm(v3_cross(a, b)) / 6.0;
        for (int k = 0; k < 3; k++) {
            t->mass[c[k]] += share;
        }
    }
    bool given = d->model == SUT_TISSUE_MEMBRANE && d->membrane.node_mass > 0.0;
    for (int i = 0; i < t->n; i++) {
        t->mass[i] = given ? d->membrane.node_mass : t->mass[i];
        t->total_mass += t->mass[i];
        t->home[i] = d->model == SUT_TISSUE_MEMBRANE ? d->membrane.home : 0.0;
    }
}

static void set_state(sut_tissue *t) {
    sut_vec3 centre = v3_zero();
    sut_vec3 low = t->initial[0];
    sut_vec3 high = low;
    for (int i = 0; i < t->n; i++) {
        sut_vec3 x = t->initial[i];
        centre = v3_madd(centre, t->mass[i] / t->total_mass, x);
        low = v3(fmin(low.x, x.x), fmin(low.y, x.y), fmin(low.z, x.z));
        high = v3(fmax(high.x, x.x), fmax(high.y, x.y), fmax(high.z, x.z));
    }
    t->extent = v3_distance(low, high);
    for (int i = 0; i < t->n; i++) {
        t->body.position[i] = t->initial[i];
        sut_vec3 arm = v3_sub(t->initial[i], centre);
        t->velocity[i] = v3_add(t->def.velocity, v3_cross(t->def.spin, arm));
    }
    t->upright = 8; // a mesh that is inside out is refused
    sut_tissue_start(t);
    sut_hinges_rest(&t->hinge);
    t->strain_max = t->model->strain_peak(t, 0.0);
}

static void define(sut_tissue *t, const sut_tissue_def *d, const sut_tissue_mesh *mesh,
                   const counts *c) {
    copy_def(t, d);
    t->body.kind = &sut_tissue_kind;
    t->body.n = t->n;
    t->parts = 1;
    if (d->model == SUT_TISSUE_TUBE) {
        t->body.kind = &sut_tube_kind;
        t->model = &sut_tube_model;
        return; // sut_tube_make does the rest
    }
    t->model = sut_tissue_model_of(&t->def);
    t->kernel = sut_tissue_kernel_best();
    t->pair_count = c->pairs;
    memcpy(t->pairs, mesh->pairs, (size_t)c->pairs * sizeof t->pairs[0]);
    make_tets(t, mesh, c->tets);
    make_tris(t, mesh, c->tris);
    make_hinges(t, mesh, c->hinges);
    make_edges(t, mesh, c->edges);
    set_mass(t, t->initial);
    set_state(t);
}

void sut_tissue_weigh(sut_tissue *t, const sut_vec3 *node) {
    if (t->def.model != SUT_TISSUE_TUBE) {
        set_mass(t, node);
        set_state(t);
    }
}

//---- make, free ----------------------------------------------------------------------------------
static bool make_factor(sut_tissue *t, sut_memory *m) {
    t->factor = sut_chol3_create(m, t->n, (const int(*)[2])t->pairs, t->pair_count);
    if (!t->factor) {
        return false;
    }
    for (int i = 0; i < t->n; i++) {
        bool turned;
        t->block[i] = sut_chol3_block(t->factor, i, i, &turned);
    }
    for (int p = 0; p < t->pair_count; p++) {
        bool turned;
        t->block[t->n + p] = sut_chol3_block(t->factor, t->pairs[p][0], t->pairs[p][1], &turned);
        t->turned[p] = turned;
    }
    sut_tissue_measure_stiffness(t);
    return sut_tissue_links_make(t, m);
}

// Everything in one block, defined; null: no memory.
static sut_tissue *make_block(const sut_tissue_def *def, const sut_tissue_mesh *mesh,
                              sut_memory *m) {
    counts c = counts_of(def, mesh);
    sut_tissue layout = {0};
    arena size = {NULL, 0};
    lay_out(&layout, &size, def, &c);
    sut_tissue *t = sut_memory_take(m, sizeof *t);
    void *memory = t ? sut_memory_take_swept(m, size.used) : NULL;
    if (!memory) {
        sut_memory_give(m, t, sizeof *t);
        return NULL;
    }
    memset(t, 0, sizeof *t);
    memset(memory, 0, size.used);
    t->memory = memory;
    t->memory_size = size.used;
    arena hand = {memory, 0};
    lay_out(t, &hand, def, &c);
    define(t, def, mesh, &c);
    return t;
}

sut_tissue *sut_tissue_make(const sut_tissue_def *def, sut_memory *m) {
    sut_tissue_mesh mesh = {0};
    bool tube = def->model == SUT_TISSUE_TUBE;
    if (!tube && !sut_tissue_mesh_make(&mesh, def, m)) {
        return NULL;
    }
    sut_tissue *t = make_block(def, &mesh, m);
    sut_tissue_mesh_free(&mesh, m);
    if (t && !(tube ? sut_tube_make(t, m) : make_factor(t, m))) {
        sut_tissue_free(t, m);
        return NULL;
    }
    return t;
}

void sut_tissue_free_supports(sut_tissue *t, sut_memory *m) {
    for (int i = t->support_count - 1; i >= 0; i--) {
        sut_tissue_remove_support(t, i, m);
    }
    sut_memory_give(m, t->supports, (size_t)t->support_room * sizeof t->supports[0]);
    t->supports = NULL;
    t->support_count = 0;
    t->support_room = 0;
}

void sut_tissue_free(sut_tissue *t, sut_memory *m) {
    if (!t) {
        return;
    }
    if (t->def.model != SUT_TISSUE_TUBE) {
        sut_tissue_links_free(t, m);
        sut_chol3_destroy(t->factor, m);
    }
    sut_tube_free(t, m);
    sut_tissue_free_supports(t, m);
    sut_memory_give(m, t->memory, t->memory_size);
    sut_memory_give(m, t, sizeof *t);
}

sut_body *sut_tissue_body(sut_tissue *t) {
    return &t->body;
}

const sut_tissue_def *sut_tissue_def_of(const sut_tissue *t) {
    return &t->def;
}
