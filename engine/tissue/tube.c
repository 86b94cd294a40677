// SPDX-License-Identifier: MIT
// tube.c -- memory, first state and views of tubes.
#include "tissue/tube.h"

#include "math/quat.h"
#include "math/scalar.h"
#include "tissue/tissue_parts.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#define SAY(...) ((void)snprintf(text, size, __VA_ARGS__), text)

//---- refusals ------------------------------------------------------------------------------------
static const char *check_row(const sut_tissue_def *d, char *text, size_t size) {
    int last = d->node_count - 1;
    sut_vec3 way = v3_sub(d->nodes[last], d->nodes[0]);
    double length = v3_norm(way);
    if (!(length > 0.0)) {
        return "nodes begin and end in one point; a tube must have a length";
    }
    for (int i = 0; i <= last; i++) {
        sut_vec3 even = v3_madd(d->nodes[0], (double)i / last, way);
        if (!(v3_distance(even, d->nodes[i]) <= 1e-6 * length)) {
            return SAY("nodes %d is not in an even row from the first to the last", i);
        }
    }
    return NULL;
}

// Ranges, then what depends on several numbers, then the row of nodes.
const char *sut_tube_check_def(const sut_tissue_def *d, char *text, size_t size) {
    const sut_tube_def *u = &d->tube;
    const struct {
        const char *name;
        double value;
    } above[] = {{"tube.inner", u->inner},
                 {"tube.parameter_length", u->parameter_length},
                 {"tube.stiffness", u->stiffness},
                 {"tube.bending", u->bending},
                 {"tube.mass", u->mass}};
    for (size_t i = 0; i < sizeof above / sizeof above[0]; i++) {
        if (!(above[i].value > 0.0 && above[i].value <= 1e12)) {
            return SAY("%s is %g; it must be above 0 and at most 1e12", above[i].name,
                       above[i].value);
        }
    }
    if (!(u->outer > u->inner && u->outer <= 1e6)) {
        return SAY("tube.outer is %g; it must be above tube.inner (%g)", u->outer, u->inner);
    }
    if (!(u->damping >= 0.0 && u->damping <= 1e12)) {
        return SAY("tube.damping is %g; it must be at least 0 and at most 1e12", u->damping);
    }
    if ((int)u->start < 0 || u->start > SUT_TUBE_MODE) {
        return "tube.start is not one of its values";
    }
    if (u->start == SUT_TUBE_MODE && (u->mode < 1 || u->mode > 10000)) {
        return SAY("tube.mode is %d; it must be in 1..10000", u->mode);
    }
    if (!v3_is_finite(u->rotation) || !v3_is_finite(u->amplitude)) {
        return "tube.rotation or tube.amplitude is not finite";
    }
    if (d->pressure_key_count > 0) {
        return "pressure does not act on a tube; it must have no keys";
    }
    return check_row(d, text, size);
}

//---- memory --------------------------------------------------------------------------------------
static double *hand_out(char *base, size_t *used, size_t count, size_t size) {
    double *at = base ? (double *)(void *)(base + *used) : NULL;
    *used += (count * size + 63) / 64 * 64;
    return at;
}

static void lay_out(sut_tube *tube, char *base, size_t *used, int nodes) {
    size_t n = (size_t)nodes;
    for (int k = 0; k < SUT_TUBE_FIELDS; k++) {
        sut_tube_field *f = &tube->field[k];
        double **vectors[] = {&f->x,     &f->v,    &f->a,    &f->end_x, &f->end_v,
                              &f->end_a, &f->load, &f->rest, &f->work};
        for (size_t i = 0; i < sizeof vectors / sizeof vectors[0]; i++) {
            *vectors[i] = hand_out(base, used, 9 * n, sizeof(double));
        }
        f->backup = hand_out(base, used, 27 * n, sizeof(double));
        for (int b = 0; b < 3; b++) {
            f->band[b].entry = hand_out(base, used, 18 * n, sizeof(double));
        }
        f->held = (unsigned char *)hand_out(base, used, 3 * n, 1);
        f->holds = (unsigned char *)hand_out(base, used, 3 * n, 1);
        f->fresh = (unsigned char *)hand_out(base, used, 3 * n, 1);
        f->backup_held = (unsigned char *)hand_out(base, used, 3 * n, 1);
    }
    tube->at_rest = (sut_vec3 *)(void *)hand_out(base, used, n, sizeof(sut_vec3));
    tube->rotation = (sut_vec3 *)(void *)hand_out(base, used, n, sizeof(sut_vec3));
    tube->reaction = hand_out(base, used, 3 * n, sizeof(double));
    tube->torque = hand_out(base, used, 3 * n, sizeof(double));
    tube->mean = hand_out(base, used, 3 * n, sizeof(double));
    tube->backup_reaction = hand_out(base, used, 3 * n, sizeof(double));
}

//---- first state ---------------------------------------------------------------------------------
static void put(double *x, int node, int order, sut_vec3 v) {
    double *to = &x[9 * (ptrdiff_t)node + 3 * order];
    to[0] = v.x;
    to[1] = v.y;
    to[2] = v.z;
}

static sut_vec3 get(const double *x, int node, int order) {
    const double *from = &x[9 * (ptrdiff_t)node + 3 * order];
    return v3(from[0], from[1], from[2]);
}

static sut_vec3 to_basis(const sut_tube *tube, sut_vec3 v) {
    return v3(v3_dot(v, tube->basis[0]), v3_dot(v, tube->basis[1]), v3_dot(v, tube->basis[2]));
}

static sut_vec3 from_basis(const sut_tube *tube, sut_vec3 c) {
    return v3_madd(v3_madd(v3_scale(tube->basis[0], c.x), c.y, tube->basis[1]), c.z,
                   tube->basis[2]);
}

static void set_basis(sut_tube *tube, sut_vec3 way) {
    sut_vec3 t = v3_normalized(way);
    double x = fabs(t.x), y = fabs(t.y), z = fabs(t.z);
    sut_vec3 other = x <= y && x <= z ? v3(1.0, 0.0, 0.0)
                     : y <= z         ? v3(0.0, 1.0, 0.0)
                                      : v3(0.0, 0.0, 1.0);
    tube->basis[0] = v3_normalized(v3_cross(other, t));
    tube->basis[1] = v3_cross(t, tube->basis[0]);
    tube->basis[2] = t;
}

static void set_laws(sut_tube *tube, const sut_tube_def *u) {
    double a2 = u->inner * u->inner;
    double b2 = u->outer * u->outer;
    double area = SUT_PI * (b2 - a2);
    double second = 0.25 * SUT_PI * (b2 * b2 - a2 * a2);
    for (int c = 0; c < 3; c++) {
        double inertia = c < 2 ? second : 2.0 * second; // diag(1, 1, 2)
        tube->field[SUT_TUBE_POSITION].law[c] =
            (sut_tube_law){u->mass * area, u->damping * area, u->stiffness};
        tube->field[SUT_TUBE_ROTATION].law[c] =
            (sut_tube_law){u->mass * inertia, u->damping * inertia, u->bending};
    }
}

// Turned about node 0 as a whole; the rotation is a constant, its derivatives are zero.
static void start_rotated(sut_tube *tube, const sut_tube_def *u) {
    sut_quat q = q_exp(u->rotation);
    sut_vec3 turn = to_basis(tube, u->rotation);
    for (int i = 0; i < tube->n; i++) {
        sut_vec3 arm = v3_sub(tube->at_rest[i], tube->at_rest[0]);
        put(tube->field[SUT_TUBE_POSITION].x, i, 0, v3_sub(q_rotate(q, arm), arm));
        put(tube->field[SUT_TUBE_POSITION].x, i, 1, v3_sub(q_rotate(q, tube->slope), tube->slope));
        put(tube->field[SUT_TUBE_ROTATION].x, i, 0, turn);
    }
}

static void start_mode(sut_tube *tube, const sut_tube_def *u) {
    double rate = (2.0 * u->mode - 1.0) * SUT_PI / (2.0 * u->parameter_length);
    double element = rate * tube->length;
    for (int i = 0; i < tube->n; i++) {
        double s;
        double c;
        sut_sincos(element * i, &s, &c);
        double *x = tube->field[SUT_TUBE_POSITION].x;
        put(x, i, 0, v3_scale(u->amplitude, s));
        put(x, i, 1, v3_scale(u->amplitude, element * c));
        put(x, i, 2, v3_scale(u->amplitude, -(element * element) * s));
    }
}

static void set_velocity(sut_tissue *t) {
    sut_tube *tube = t->tube;
    sut_vec3 spin = t->def.spin;
    sut_vec3 centre = v3_zero();
    for (int i = 0; i < tube->n; i++) {
        centre = v3_madd(centre, t->mass[i] / t->total_mass, t->initial[i]);
    }
    for (int i = 0; i < tube->n; i++) {
        const double *x = tube->field[SUT_TUBE_POSITION].x;
        double *v = tube->field[SUT_TUBE_POSITION].v;
        sut_vec3 arm = v3_sub(t->initial[i], centre);
        put(v, i, 0, v3_add(t->def.velocity, v3_cross(spin, arm)));
        put(v, i, 1, v3_cross(spin, v3_add(tube->slope, get(x, i, 1))));
        put(v, i, 2, v3_cross(spin, get(x, i, 2)));
        put(tube->field[SUT_TUBE_ROTATION].v, i, 0, to_basis(tube, spin));
    }
}

static void define(sut_tissue *t) {
    sut_tube *tube = t->tube;
    const sut_tube_def *u = &t->def.tube;
    tube->n = t->n;
    tube->length = u->parameter_length / (t->n - 1);
    tube->factor_h = -1.0;
    tube->share = 1.0;
    sut_vec3 way = v3_sub(t->initial[t->n - 1], t->initial[0]);
    tube->slope = v3_scale(way, 1.0 / (t->n - 1));
    sut_tube_integrate(tube);
    set_basis(tube, way);
    set_laws(tube, u);
    memcpy(tube->at_rest, t->initial, (size_t)t->n * sizeof t->initial[0]);
    if (u->start == SUT_TUBE_ROTATED) {
        start_rotated(tube, u);
    } else if (u->start == SUT_TUBE_MODE) {
        start_mode(tube, u);
    }
    t->total_mass = 0.0;
    for (int i = 0; i < t->n; i++) {
        // the part of a constant acceleration that acts on the value of a node
        t->mass[i] = tube->field[SUT_TUBE_POSITION].law[0].mass * sut_tube_weight(tube, i, 0);
        t->total_mass += t->mass[i];
        t->initial[i] = v3_add(tube->at_rest[i], get(tube->field[SUT_TUBE_POSITION].x, i, 0));
    }
    set_velocity(t);
    sut_tube_update_view(t);
}

bool sut_tube_make(sut_tissue *t, sut_memory *m) {
    sut_tube layout = {0};
    size_t bytes = 0;
    lay_out(&layout, NULL, &bytes, t->n);
    sut_tube *tube = sut_memory_take(m, sizeof *tube);
    void *memory = tube ? sut_memory_take(m, bytes) : NULL;
    if (!memory) {
        sut_memory_give(m, tube, sizeof *tube);
        return false;
    }
    memset(tube, 0, sizeof *tube);
    memset(memory, 0, bytes);
    size_t used = 0;
    lay_out(tube, memory, &used, t->n);
    tube->memory = memory;
    tube->memory_size = bytes;
    t->tube = tube;
    define(t);
    return true;
}

void sut_tube_free(sut_tissue *t, sut_memory *m) {
    if (t->tube) {
        sut_memory_give(m, t->tube->memory, t->tube->memory_size);
        sut_memory_give(m, t->tube, sizeof *t->tube);
        t->tube = NULL;
    }
}

//---- views ---------------------------------------------------------------------------------------
void sut_tube_update_view(sut_tissue *t) {
    sut_tube *tube = t->tube;
    for (int i = 0; i < tube->n; i++) {
        const sut_tube_field *p = &tube->field[SUT_TUBE_POSITION];
        t->body.position[i] = v3_add(tube->at_rest[i], get(p->x, i, 0));
        t->velocity[i] = get(p->v, i, 0);
        tube->rotation[i] = from_basis(tube, get(tube->field[SUT_TUBE_ROTATION].x, i, 0));
    }
}

static sut_vec3 spline(const sut_tube *tube, const double *x, double s) {
    int e = (int)floor(s);
    e = e < 0 ? 0 : e > tube->n - 2 ? tube->n - 2 : e;
    sut_vec3 sum = v3_zero();
    for (int i = 0; i < 6; i++) {
        sum = v3_madd(sum, sut_tube_shape(i, s - e), get(x, e + i / 3, i % 3));
    }
    return sum;
}

sut_vec3 sut_tube_place(const sut_tissue *t, double s) {
    const sut_tube *tube = t->tube;
    sut_vec3 rest = v3_madd(tube->at_rest[0], s, tube->slope);
    return v3_add(rest, spline(tube, tube->field[SUT_TUBE_POSITION].x, s));
}

sut_vec3 sut_tube_turn(const sut_tissue *t, double s) {
    return from_basis(t->tube, spline(t->tube, t->tube->field[SUT_TUBE_ROTATION].x, s));
}

// Chords of a tenth of an element.
double sut_tube_length(const sut_tissue *t) {
    enum { CHORDS = 10 };
    double sum = 0.0;
    sut_vec3 last = sut_tube_place(t, 0.0);
    for (int i = 1; i <= CHORDS * (t->tube->n - 1); i++) {
        sut_vec3 next = sut_tube_place(t, (double)i / CHORDS);
        sum += v3_distance(last, next);
        last = next;
    }
    return sum;
}

void sut_tube_set_torque(sut_tissue *t, int node, sut_vec3 torque) {
    double *to = &t->tube->torque[3 * (ptrdiff_t)node];
    to[0] = torque.x;
    to[1] = torque.y;
    to[2] = torque.z;
}

// Kinetic and elastic energy of both fields, then that of the weight.
void sut_tube_energy_of(const sut_tissue *t, sut_vec3 gravity, sut_tissue_energy *out) {
    const sut_tube *tube = t->tube;
    memset(out, 0, sizeof *out);
    for (int k = 0; k < SUT_TUBE_FIELDS; k++) {
        const sut_tube_field *f = &tube->field[k];
        size_t count = 9 * (size_t)tube->n;
        memset(f->work, 0, count * sizeof(double));
        sut_tube_apply(tube, f->law, f->v, NULL, NULL, f->work);
        for (size_t i = 0; i < count; i++) {
            out->kinetic += 0.5 * f->v[i] * f->work[i];
        }
        memset(f->work, 0, count * sizeof(double));
        sut_tube_apply(tube, f->law, NULL, NULL, f->x, f->work);
        for (size_t i = 0; i < count; i++) {
            out->elastic += 0.5 * f->x[i] * f->work[i];
        }
    }
    const sut_tube_field *p = &tube->field[SUT_TUBE_POSITION];
    for (int i = 0; i < tube->n; i++) {
        out->gravity -= t->mass[i] * v3_dot(gravity, t->body.position[i]);
        for (int q = 1; q < SUT_TUBE_ORDER; q++) {
            sut_vec3 at = get(p->x, i, q);
            at = q == 1 ? v3_add(at, tube->slope) : at;
            out->gravity -= p->law[0].mass * sut_tube_weight(tube, i, q) * v3_dot(gravity, at);
        }
    }
}

sut_vec3 sut_tube_momentum(const sut_tissue *t) {
    const sut_tube *tube = t->tube;
    const sut_tube_field *p = &tube->field[SUT_TUBE_POSITION];
    sut_vec3 sum = v3_zero();
    for (int i = 0; i < tube->n; i++) {
        for (int q = 0; q < SUT_TUBE_ORDER; q++) {
            double mass = p->law[0].mass * sut_tube_weight(tube, i, q);
            sum = v3_madd(sum, mass, get(p->v, i, q));
        }
    }
    return sum;
}
