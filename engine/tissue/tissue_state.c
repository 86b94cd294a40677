// SPDX-License-Identifier: MIT
// tissue_state.c -- state of a tissue: kept during a step, and as bytes for snapshots.
#include "tissue/tissue_parts.h"
#include "tissue/tube.h"

#include <math.h>
#include <string.h>

//---- inside a step -------------------------------------------------------------------------------
// The factor is none of it: forces are exact whatever it is, and what happens after a restore
// inside a step happens again from the same factor in a restored snapshot.
void sut_tissue_save(sut_body *b) {
    sut_tissue *t = sut_tissue_of(b);
    size_t bytes = (size_t)t->n * sizeof(sut_vec3);
    memcpy(t->backup, b->position, bytes);
    memcpy(t->backup + t->n, t->velocity, bytes);
    memcpy(t->backup + 2 * (ptrdiff_t)t->n, t->acceleration, bytes);
    t->backup_strain = t->strain_max;
    t->backup_left = t->left;
    t->backup_displacement = t->displacement_max;
}

void sut_tissue_restore(sut_body *b) {
    sut_tissue *t = sut_tissue_of(b);
    size_t bytes = (size_t)t->n * sizeof(sut_vec3);
    memcpy(b->position, t->backup, bytes);
    memcpy(t->velocity, t->backup + t->n, bytes);
    memcpy(t->acceleration, t->backup + 2 * (ptrdiff_t)t->n, bytes);
    t->strain_max = t->backup_strain;
    t->left = t->backup_left;
    t->displacement_max = t->backup_displacement;
    t->energy_known = false;
    sut_tissue_start(t);
}

//---- snapshots -----------------------------------------------------------------------------------
// One list for size, write and read: `visit` is called with every piece of the state in its order.
typedef struct visitor {
    unsigned char *out;
    const unsigned char *in;
    size_t at;
    const unsigned char *match; // compared with the pieces, while `same`
    bool same;
    bool known[2]; // in: are the matrix and the next one those that there were?
} visitor;

static void visit(visitor *v, void *piece, size_t size) {
    if (v->match) {
        v->same = v->same && memcmp(piece, v->match + v->at, size) == 0;
    }
    if (v->out) {
        memcpy(v->out + v->at, piece, size);
    }
    if (v->in) {
        memcpy(piece, v->in + v->at, size);
    }
    v->at += size;
}

static void visit_bool(visitor *v, bool *b) {
    unsigned char byte = *b;
    visit(v, &byte, 1);
    *b = byte != 0;
}

static void visit_pieces(visitor *v, sut_tissue *t, sut_tissue_matrix *m) {
    size_t bytes = 3 * (size_t)t->n * sizeof(double);
    visit_bool(v, &m->made);
    visit_bool(v, &m->parted);
    visit(v, &m->h, sizeof m->h);
    visit(v, m->x, bytes);
    visit(v, m->spring, bytes);
    visit(v, m->pinned, (size_t)t->n);
}

static void visit_matrix(visitor *v, sut_tissue *t, sut_tissue_matrix *m, int number) {
    if (v->in) {
        visitor look = {.match = v->in, .at = v->at, .same = true};
        visit_pieces(&look, t, m);
        v->known[number] = look.same;
    }
    visit_pieces(v, t, m);
}

static void visit_tube(visitor *v, sut_tube *tube) {
    size_t bytes = 9 * (size_t)tube->n * sizeof(double);
    for (int k = 0; k < SUT_TUBE_FIELDS; k++) {
        sut_tube_field *f = &tube->field[k];
        visit(v, f->x, bytes);
        visit(v, f->v, bytes);
        visit(v, f->a, bytes);
        visit(v, f->held, 3 * (size_t)tube->n);
    }
    visit(v, tube->reaction, bytes / 3);
    visit(v, tube->torque, bytes / 3);
    visit(v, &tube->outer, sizeof tube->outer);
    visit_bool(v, &tube->started);
}

static void visit_vector(visitor *v, double *vector, bool there, size_t bytes) {
    if (there) {
        visit(v, vector, bytes);
        return;
    }
    if (v->out) {
        memset(v->out + v->at, 0, bytes);
    }
    v->at += bytes;
}

// The pairs that are carried, the oldest first; room for all that may be.
static void visit_secant(visitor *v, sut_tissue *t) {
    sut_tissue_secant *s = &t->secant;
    const size_t size = 3 * (size_t)t->n;
    int count = s->count < SUT_TISSUE_CARRIED ? s->count : SUT_TISSUE_CARRIED;
    visit(v, &count, sizeof count);
    count = count < 0 || count > SUT_TISSUE_CARRIED ? 0 : count;
    int first = v->in ? 0 : s->next + SUT_TISSUE_PAIRS - count;
    for (int i = 0; i < SUT_TISSUE_CARRIED; i++) {
        size_t k = (size_t)((first + i) % SUT_TISSUE_PAIRS);
        visit_vector(v, s->way + k * size, i < count, size * sizeof(double));
        visit_vector(v, s->change + k * size, i < count, size * sizeof(double));
        visit_vector(v, &s->inverse[k], i < count, sizeof(double));
    }
    if (v->in) {
        s->count = count;
        s->next = count % SUT_TISSUE_PAIRS;
        s->open = false;
    }
}

// Nodes, sums, matrices and their age, then tube and supports.
static void visit_all(visitor *v, sut_tissue *t) {
    size_t bytes = (size_t)t->n * sizeof(sut_vec3);
    visit(v, t->body.position, bytes);
    visit(v, t->velocity, bytes);
    visit(v, t->acceleration, bytes);
    visit(v, t->mass, bytes / 3);
    visit(v, &t->total_mass, sizeof t->total_mass);
    visit(v, &t->left, sizeof t->left);
    visit(v, &t->strain_max, sizeof t->strain_max);
    visit(v, &t->displacement_max, sizeof t->displacement_max);
    visit(v, &t->support_force, sizeof t->support_force);
    visit(v, &t->external_force, sizeof t->external_force);
    visit_matrix(v, t, &t->matrix, 0);
    visit_matrix(v, t, &t->next, 1);
    visit(v, &t->slices, sizeof t->slices);
    visit(v, &t->age, sizeof t->age);
    visit_bool(v, &t->pins_lag);
    visit(v, &t->upright, sizeof t->upright);
    visit_bool(v, &t->sliced);
    visit(v, &t->mesh_changes, sizeof t->mesh_changes);
    if (t->tube) {
        visit_tube(v, t->tube);
    } else {
        visit_secant(v, t);
    }
    for (int i = 0; i < t->support_count; i++) {
        sut_support *s = &t->supports[i];
        visit_bool(v, &s->active);
        visit(v, &s->force, sizeof s->force);
        visit(v, &s->lag, sizeof s->lag);
    }
}

size_t sut_tissue_state_size(const sut_tissue *t) {
    visitor v = {.at = 0};
    // NOLINTNEXTLINE(performance-no-int-to-ptr): a visitor without memory only counts
    visit_all(&v, (sut_tissue *)(uintptr_t)t);
    return v.at;
}

void sut_tissue_state_write(const sut_tissue *t, void *out) {
    visitor v = {.out = out};
    // NOLINTNEXTLINE(performance-no-int-to-ptr): a visitor that writes out only reads the tissue
    visit_all(&v, (sut_tissue *)(uintptr_t)t);
}

bool sut_tissue_state_read(sut_tissue *t, const void *in, size_t size) {
    if (size != sut_tissue_state_size(t)) {
        return false;
    }
    const int slices = t->slices;
    visitor v = {.in = in};
    visit_all(&v, t);
    for (int i = 0; i < t->n; i++) {
        if (!v3_is_finite(t->body.position[i]) || !v3_is_finite(t->velocity[i]) ||
            !v3_is_finite(t->acceleration[i]) || !(t->mass[i] >= 0.0 && t->mass[i] < HUGE_VAL)) {
            return false;
        }
    }
    if (t->tube) {
        t->tube->factor_h = -1.0; // made again by the next substep
        sut_tube_update_view(t);
        return true;
    }
    bool sliceable = t->slices >= 0 && t->slices <= 1000;
    t->energy_known = false;
    sut_tissue_start(t);
    // the next one is made in slices: it is there as far as they went
    return sliceable && sut_tissue_factor_rebuild(t, v.known[0], v.known[1] && slices == t->slices);
}

//---- copies --------------------------------------------------------------------------------------
bool sut_tissue_is_like(const sut_tissue *a, const sut_tissue *b) {
    size_t n = (size_t)a->n;
    bool like = a->n == b->n && a->model == b->model && a->pair_count == b->pair_count &&
                a->triangle_count == b->triangle_count && a->tet_count == b->tet_count &&
                a->support_count == b->support_count && a->mesh_changes == b->mesh_changes &&
                sut_tissue_state_size(a) == sut_tissue_state_size(b);
    like = like && memcmp(a->initial, b->initial, n * sizeof *a->initial) == 0 &&
           memcmp(a->mass, b->mass, n * sizeof *a->mass) == 0;
    for (int i = 0; like && i < a->support_count; i++) {
        like = a->supports[i].used == b->supports[i].used;
    }
    return like;
}

// What the factor is, and what slices have made of the next one so far.
static void copy_factors(sut_tissue *to, const sut_tissue *from) {
    size_t diagonal = 9 * (size_t)from->n * sizeof(double);
    size_t pairs = 9 * (size_t)from->pair_count * sizeof(double);
    sut_chol3_copy(to->factor, from->factor);
    memcpy(to->slow_diagonal, from->slow_diagonal, diagonal);
    memcpy(to->slow_off_diagonal, from->slow_off_diagonal, pairs);
    to->factor_version++;
}

bool sut_tissue_state_copy(sut_tissue *to, const sut_tissue *from, void *room) {
    sut_tissue_state_write(from, room);
    if (to->tube) {
        return sut_tissue_state_read(to, room, sut_tissue_state_size(to));
    }
    visitor v = {.in = room};
    visit_all(&v, to);
    to->energy_known = false;
    sut_tissue_start(to);
    copy_factors(to, from);
    return true;
}
