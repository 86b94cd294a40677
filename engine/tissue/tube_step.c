// SPDX-License-Identifier: MIT
// tube_step.c -- one substep of a tube: Newmark's method with beta = 1/4, gamma = 1/2.
//
//   F a' = load' - C v* - K x*,   F = M + h/2 C + h^2/4 K
//   x* = x + h v + h^2/4 a,  v* = v + h/2 a;   x' = x* + h^2/4 a',  v' = v* + h/2 a'
//
// Held values end where they are told; their rates are differences, and what they do to the others
// is in the right side. Forces of contacts add to it, so all corrections are exact.
#include "math/quat.h"
#include "tissue/tissue_parts.h"
#include "tissue/tube.h"

#include <math.h>
#include <string.h>

static sut_tissue *tissue(sut_body *b) {
    return sut_tissue_of(b);
}

//---- what is held --------------------------------------------------------------------------------
static void hold(sut_tube_field *f, int dof, unsigned components, sut_vec3 end) {
    const double at[3] = {end.x, end.y, end.z};
    f->holds[dof] = (unsigned char)components;
    for (int c = 0; c < 3; c++) {
        if (components >> c & 1) {
            f->end_x[3 * (ptrdiff_t)dof + c] = at[c];
        }
    }
}

static sut_vec3 rotation_of(const sut_tissue *t, int node) {
    int owner = t->owner[3 * (ptrdiff_t)node];
    return sut_support_key_at(&t->supports[owner].def, t->time).rotation;
}

static sut_vec3 to_basis(const sut_tube *tube, sut_vec3 v) {
    return v3(v3_dot(v, tube->basis[0]), v3_dot(v, tube->basis[1]), v3_dot(v, tube->basis[2]));
}

// True: other dofs than those of the factors.
static bool gather_holds(sut_tissue *t) {
    sut_tube *tube = t->tube;
    sut_tube_field *p = &tube->field[SUT_TUBE_POSITION];
    sut_tube_field *r = &tube->field[SUT_TUBE_ROTATION];
    size_t bytes = 3 * (size_t)tube->n;
    memcpy(p->fresh, p->holds, bytes);
    memcpy(r->fresh, r->holds, bytes);
    memset(p->holds, 0, bytes);
    memset(r->holds, 0, bytes);
    for (int i = 0; i < tube->n; i++) {
        unsigned axes = t->pinned[i];
        if (axes == 0) {
            continue;
        }
        sut_vec3 place = v3_add(t->body.position[i], sut_soa3_get(&t->body.move, i));
        hold(p, 3 * i, axes, v3_sub(place, tube->at_rest[i]));
        if (axes != SUT_AXIS_ALL) {
            continue;
        }
        sut_vec3 turn = rotation_of(t, i);
        hold(r, 3 * i, axes, to_basis(tube, turn));
        if (t->def.tube.clamp_all) {
            sut_vec3 slope = v3_sub(q_rotate(q_exp(turn), tube->slope), tube->slope);
            hold(p, 3 * i + 1, axes, slope);
            hold(p, 3 * i + 2, axes, v3_zero());
            hold(r, 3 * i + 1, axes, v3_zero());
            hold(r, 3 * i + 2, axes, v3_zero());
        }
    }
    return memcmp(p->fresh, p->holds, bytes) != 0 || memcmp(r->fresh, r->holds, bytes) != 0;
}

// What was free until now is where it is told without having travelled there.
static void take_hold(const sut_tube *tube, sut_tube_field *f) {
    for (int i = 0; i < 3 * tube->n; i++) {
        unsigned first = f->holds[i] & (unsigned)~f->held[i];
        for (int c = 0; first != 0 && c < 3; c++) {
            ptrdiff_t j = 3 * (ptrdiff_t)i + c;
            if (first >> c & 1) {
                f->x[j] = f->end_x[j];
                f->v[j] = 0.0;
                f->a[j] = 0.0;
            }
        }
    }
}

//---- predict -------------------------------------------------------------------------------------
static void gather_loads(sut_tissue *t) {
    sut_tube *tube = t->tube;
    sut_tube_field *p = &tube->field[SUT_TUBE_POSITION];
    sut_tube_field *r = &tube->field[SUT_TUBE_ROTATION];
    const double g[3] = {t->gravity.x, t->gravity.y, t->gravity.z};
    memset(r->load, 0, 9 * (size_t)tube->n * sizeof(double));
    for (int i = 0; i < tube->n; i++) {
        const double *m = &tube->torque[3 * (ptrdiff_t)i];
        sut_vec3 torque = to_basis(tube, v3(m[0], m[1], m[2]));
        double *value = &r->load[9 * (ptrdiff_t)i];
        value[0] = torque.x;
        value[1] = torque.y;
        value[2] = torque.z;
        for (int c = 0; c < 3; c++) {
            double *load = &p->load[9 * (ptrdiff_t)i + c];
            load[0] = t->load[3 * (ptrdiff_t)i + c];
            load[3] = p->law[c].mass * sut_tube_weight(tube, i, 1) * g[c];
            load[6] = p->law[c].mass * sut_tube_weight(tube, i, 2) * g[c];
        }
    }
}

// out = load - M a - C v - K x
static void set_rest(const sut_tube *tube, const sut_tube_field *f, const double *a,
                     const double *v, const double *x, double *out) {
    size_t count = 9 * (size_t)tube->n;
    memset(out, 0, count * sizeof(double));
    sut_tube_apply(tube, f->law, a, v, x, out);
    for (size_t j = 0; j < count; j++) {
        out[j] = f->load[j] - out[j];
    }
}

// Reactions of what is held: the residual of its rows. Values only.
static void set_reaction(sut_tube *tube, const double *push, double *out) {
    sut_tube_field *p = &tube->field[SUT_TUBE_POSITION];
    set_rest(tube, p, p->a, p->v, p->x, p->rest);
    for (int i = 0; i < tube->n; i++) {
        for (int c = 0; c < 3; c++) {
            bool held = p->holds[3 * i] >> c & 1;
            double lack = -(p->rest[9 * (ptrdiff_t)i + c] + (push ? push[3 * i + c] : 0.0));
            out[3 * (ptrdiff_t)i + c] = held ? lack : 0.0;
        }
    }
}

static sut_vec3 outer_forces(const sut_tube *tube) {
    const sut_tube_field *p = &tube->field[SUT_TUBE_POSITION];
    double sum[3] = {0.0, 0.0, 0.0};
    for (int i = 0; i < tube->n; i++) {
        for (int c = 0; c < 3; c++) {
            const double *v = &p->v[9 * (ptrdiff_t)i + c];
            double moved = 0.0;
            for (int q = 0; q < SUT_TUBE_ORDER; q++) {
                moved += sut_tube_weight(tube, i, q) * v[3 * q];
            }
            sum[c] += p->load[9 * (ptrdiff_t)i + c] - p->law[c].loss * moved;
        }
    }
    return v3(sum[0], sum[1], sum[2]);
}

// Accelerations of the first moment.
static bool start(sut_tissue *t) {
    sut_tube *tube = t->tube;
    for (int k = 0; k < SUT_TUBE_FIELDS; k++) {
        sut_tube_field *f = &tube->field[k];
        set_rest(tube, f, NULL, f->v, f->x, f->a);
        if (!sut_tube_factor(tube, f, 0.0)) {
            return false;
        }
        sut_tube_solve(f, f->a);
    }
    set_reaction(tube, NULL, tube->reaction);
    tube->outer = outer_forces(tube);
    tube->started = true;
    return true;
}

static void look_ahead(const sut_tube *tube, sut_tube_field *f, double h) {
    double rate = 1.0 / h;
    for (int i = 0; i < 3 * tube->n; i++) {
        for (int c = 0; c < 3; c++) {
            ptrdiff_t j = 3 * (ptrdiff_t)i + c;
            if ((f->holds[i] >> c & 1) == 0) {
                f->end_x[j] = f->x[j] + h * (f->v[j] + 0.25 * h * f->a[j]);
                f->end_v[j] = f->v[j] + 0.5 * h * f->a[j];
                f->end_a[j] = 0.0;
            } else {
                f->end_v[j] = (f->end_x[j] - f->x[j]) * rate;
                f->end_a[j] = (f->end_v[j] - f->v[j]) * rate;
            }
        }
    }
    set_rest(tube, f, f->end_a, f->end_v, f->end_x, f->rest);
}

static void predict(sut_body *b, const sut_substep *s) {
    sut_tissue *t = tissue(b);
    sut_tube *tube = t->tube;
    t->time = s->time;
    t->h = s->h;
    t->gravity = s->gravity;
    memset(&t->progress, 0, sizeof t->progress);
    b->broken = false;
    sut_tissue_gather(t);
    bool other = gather_holds(t);
    gather_loads(t);
    bool good = true;
    for (int k = 0; k < SUT_TUBE_FIELDS; k++) {
        take_hold(tube, &tube->field[k]);
    }
    if (!tube->started) {
        good = start(t);
        other = true;
    }
    if (other || tube->factor_h != s->h) { // another h is another matrix, however near
        for (int k = 0; k < SUT_TUBE_FIELDS; k++) {
            good = good && sut_tube_factor(tube, &tube->field[k], s->h);
        }
        tube->factor_h = s->h;
        t->factor_version++;
    }
    for (int k = 0; k < SUT_TUBE_FIELDS; k++) {
        look_ahead(tube, &tube->field[k], s->h);
    }
    tube->share = 1.0;
    t->progress.failed = !good;
}

//---- solve ---------------------------------------------------------------------------------------
// Accelerations of the free dofs of the position with the forces of contacts.
static void solve_position(sut_tissue *t) {
    sut_tube_field *p = &t->tube->field[SUT_TUBE_POSITION];
    memcpy(p->work, p->rest, 9 * (size_t)t->n * sizeof(double));
    for (int i = 0; i < t->n; i++) {
        for (int c = 0; c < 3; c++) {
            p->work[9 * (ptrdiff_t)i + c] += t->body.push[3 * (ptrdiff_t)i + c];
        }
    }
    sut_tube_solve(p, p->work);
}

static bool linearise(sut_body *b) {
    sut_tissue *t = tissue(b);
    sut_tube *tube = t->tube;
    const sut_tube_field *p = &tube->field[SUT_TUBE_POSITION];
    double quarter = 0.25 * t->h * t->h;
    double strange = 0.0;
    solve_position(t);
    for (int i = 0; i < t->n; i++) {
        sut_vec3 move = sut_soa3_get(&b->move, i);
        const double w[3] = {move.x, move.y, move.z};
        for (int c = 0; c < 3; c++) {
            ptrdiff_t j = 9 * (ptrdiff_t)i + c;
            bool held = p->holds[3 * i] >> c & 1;
            double way = p->end_x[j] - p->x[j] + quarter * p->work[j];
            double *to = &b->correction[3 * (ptrdiff_t)i + c];
            *to = held ? 0.0 : way - w[c];
            strange += *to * 0.0;
        }
    }
    b->broken = strange != 0.0 || t->progress.failed; // true for NaN
    bool anew = t->factor_version != t->told_version || t->progress.corrections == 0;
    t->told_version = t->factor_version;
    return anew;
}

static void respond(sut_body *b) {
    sut_tissue *t = tissue(b);
    sut_tube_field *p = &t->tube->field[SUT_TUBE_POSITION];
    double quarter = 0.25 * t->h * t->h;
    memset(p->work, 0, 9 * (size_t)t->n * sizeof(double));
    for (int i = 0; i < t->n; i++) {
        for (int c = 0; c < 3; c++) {
            p->work[9 * (ptrdiff_t)i + c] = b->answer[3 * (ptrdiff_t)i + c];
        }
    }
    sut_tube_solve(p, p->work);
    for (int i = 0; i < t->n; i++) {
        for (int c = 0; c < 3; c++) {
            double way = quarter * p->work[9 * (ptrdiff_t)i + c];
            b->answer[3 * (ptrdiff_t)i + c] = way;
            b->correction[3 * (ptrdiff_t)i + c] += way;
        }
    }
}

static double step_limit(sut_body *b) {
    (void)b;
    return 1.0; // the equations are linear
}

static void shift(sut_body *b, double fraction) {
    const double *d = b->correction;
    for (int i = 0; i < b->n; i++) {
        sut_vec3 by = v3(d[3 * i], d[3 * i + 1], d[3 * i + 2]);
        sut_soa3_set(&b->move, i, v3_madd(sut_soa3_get(&b->move, i), fraction, by));
    }
}

static void apply(sut_body *b, double fraction) {
    shift(b, fraction);
    tissue(b)->progress.corrections++;
}

static void step_back(sut_body *b, double fraction) {
    shift(b, -fraction);
}

static sut_judgement judge(sut_body *b, const sut_round *round) {
    sut_tissue *t = tissue(b);
    (void)round;
    bool failed = t->progress.failed || b->broken;
    return (sut_judgement){.done = t->progress.corrections > 0 && !failed, .failed = failed};
}

static double potential(sut_body *b) {
    (void)b;
    return 0.0; // nothing to search for
}

static void scale(sut_body *b, double fraction) {
    for (int i = 0; i < b->n; i++) {
        sut_soa3_set(&b->move, i, v3_scale(sut_soa3_get(&b->move, i), fraction));
    }
    tissue(b)->tube->share *= fraction;
}

// Newmark's method with these weights keeps the energy of linear equations: nothing to add.
static void balance(sut_body *b, sut_body_balance *add) {
    (void)b;
    (void)add;
}

static void fail(sut_body *b) {
    tissue(b)->progress.failed = true;
}

//---- commit --------------------------------------------------------------------------------------
// New state from the accelerations in `work`; mean[] collects what differences of rates of held
// dofs do to the sum of forces beyond the mean of their accelerations.
static void commit_field(const sut_tube *tube, sut_tube_field *f, double h, double *mean) {
    double share = tube->share;
    for (int i = 0; i < 3 * tube->n; i++) {
        double mass = mean ? sut_tube_weight(tube, i / 3, i % 3) : 0.0;
        for (int c = 0; c < 3; c++) {
            ptrdiff_t j = 3 * (ptrdiff_t)i + c;
            double was = f->x[j];
            double rate = f->v[j];
            bool held = f->holds[i] >> c & 1;
            double a = held ? f->end_a[j] : f->work[j];
            double x = held ? f->end_x[j] : f->end_x[j] + 0.25 * h * h * a;
            double v = held ? f->end_v[j] : f->end_v[j] + 0.5 * h * a;
            if (share < 1.0) { // the guard shortened the substep
                x = was + share * (x - was);
                v = (x - was) / h;
                a = 0.0;
            }
            if (mean && held) {
                double more = (v - rate) / h - 0.5 * (a + f->a[j]);
                mean[3 * (ptrdiff_t)(i / 3) + c] += f->law[c].mass * mass * more;
            }
            f->x[j] = x;
            f->v[j] = v;
            f->a[j] = a;
        }
    }
    memcpy(f->held, f->holds, 3 * (size_t)tube->n);
}

static void commit_supports(sut_tissue *t) {
    const sut_tube *tube = t->tube;
    t->support_force = v3_zero();
    for (int s = 0; s < t->support_count; s++) {
        sut_support *support = &t->supports[s];
        double sum[3] = {0.0, 0.0, 0.0};
        support->lag = 0.0;
        for (int k = 0; support->active && k < support->def.node_count; k++) {
            for (int c = 0; c < 3; c++) {
                ptrdiff_t j = 3 * (ptrdiff_t)support->def.nodes[k] + c;
                sum[c] += t->owner[j] == s ? tube->mean[j] : 0.0;
            }
        }
        support->force = v3(sum[0], sum[1], sum[2]);
        if (support->def.kind == SUT_SUPPORT_FORCE) {
            support->force =
                support->active ? sut_support_key_at(&support->def, t->time).force : v3_zero();
            continue;
        }
        t->support_force = v3_add(t->support_force, support->force);
    }
}

static void note_figures(sut_tissue *t) {
    const sut_tube *tube = t->tube;
    const double *x = tube->field[SUT_TUBE_POSITION].x;
    double rest = v3_norm(tube->slope);
    for (int i = 0; i < t->n; i++) {
        double far = v3_distance(t->body.position[i], t->initial[i]);
        t->displacement_max = far > t->displacement_max ? far : t->displacement_max;
        const double *d = &x[9 * (ptrdiff_t)i + 3];
        double slope = v3_norm(v3_add(tube->slope, v3(d[0], d[1], d[2])));
        double strain = fabs(slope / rest - 1.0);
        t->strain_max = strain > t->strain_max ? strain : t->strain_max;
    }
}

static void commit(sut_body *b) {
    sut_tissue *t = tissue(b);
    sut_tube *tube = t->tube;
    sut_tube_field *r = &tube->field[SUT_TUBE_ROTATION];
    size_t values = 3 * (size_t)t->n * sizeof(double);
    solve_position(t);
    memcpy(r->work, r->rest, 3 * values);
    sut_tube_solve(r, r->work);
    memset(tube->mean, 0, values);
    commit_field(tube, &tube->field[SUT_TUBE_POSITION], t->h, tube->mean);
    commit_field(tube, r, t->h, NULL);
    for (int j = 0; j < 3 * t->n; j++) {
        tube->mean[j] += 0.5 * tube->reaction[j];
    }
    set_reaction(tube, b->push, tube->reaction);
    for (int j = 0; j < 3 * t->n; j++) {
        tube->mean[j] += 0.5 * tube->reaction[j];
    }
    sut_vec3 outer = outer_forces(tube);
    t->external_force = v3_scale(v3_add(tube->outer, outer), 0.5);
    tube->outer = outer;
    commit_supports(t);
    sut_tube_update_view(t);
    note_figures(t);
}

static void stop(sut_body *b) {
    sut_tissue *t = tissue(b);
    for (int k = 0; k < SUT_TUBE_FIELDS; k++) {
        sut_tube_field *f = &t->tube->field[k];
        memset(f->v, 0, 9 * (size_t)t->n * sizeof(double));
        memset(f->a, 0, 9 * (size_t)t->n * sizeof(double));
    }
    sut_tube_update_view(t);
}

//---- kept inside a step --------------------------------------------------------------------------
static void save(sut_body *b) {
    sut_tissue *t = tissue(b);
    sut_tube *tube = t->tube;
    size_t count = 9 * (size_t)t->n;
    for (int k = 0; k < SUT_TUBE_FIELDS; k++) {
        sut_tube_field *f = &tube->field[k];
        memcpy(f->backup, f->x, count * sizeof(double));
        memcpy(f->backup + count, f->v, count * sizeof(double));
        memcpy(f->backup + 2 * count, f->a, count * sizeof(double));
        memcpy(f->backup_held, f->held, count / 3);
    }
    memcpy(tube->backup_reaction, tube->reaction, count / 3 * sizeof(double));
    tube->backup_outer = tube->outer;
    tube->backup_started = tube->started;
    t->backup_strain = t->strain_max;
    t->backup_displacement = t->displacement_max;
}

static void restore(sut_body *b) {
    sut_tissue *t = tissue(b);
    sut_tube *tube = t->tube;
    size_t count = 9 * (size_t)t->n;
    for (int k = 0; k < SUT_TUBE_FIELDS; k++) {
        sut_tube_field *f = &tube->field[k];
        memcpy(f->x, f->backup, count * sizeof(double));
        memcpy(f->v, f->backup + count, count * sizeof(double));
        memcpy(f->a, f->backup + 2 * count, count * sizeof(double));
        memcpy(f->held, f->backup_held, count / 3);
    }
    memcpy(tube->reaction, tube->backup_reaction, count / 3 * sizeof(double));
    tube->outer = tube->backup_outer;
    tube->started = tube->backup_started;
    t->strain_max = t->backup_strain;
    t->displacement_max = t->backup_displacement;
    sut_tube_update_view(t);
}

//---- links ---------------------------------------------------------------------------------------
// Nothing touches a tube yet: it has no nodes in the coupled system.
static void clear(sut_body *b) {
    b->node_count = 0;
}

static void mark(sut_body *b, int vertex) {
    (void)b;
    (void)vertex;
}

static int number(sut_body *b) {
    (void)b;
    return 0;
}

static int node_of(const sut_body *b, int vertex) {
    (void)b;
    (void)vertex;
    return -1;
}

static void couple(const sut_body *b, sut_sparse *s) {
    (void)b;
    (void)s;
}

// NOLINTNEXTLINE(readability-non-const-parameter): an entry of the table of bodies
static void separate(const sut_body *b, bool *fixed) {
    (void)b;
    (void)fixed;
}

static void look_up(const sut_body *b, sut_sparse *s, double **block) {
    (void)b;
    (void)s;
    (void)block;
}

static bool condense(const sut_body *b, sut_sparse *s, double **block) {
    look_up(b, s, block);
    return true;
}

// us: three products with a band and a sweep over the factors
static double cost(sut_body *b) {
    return 0.3 * b->n;
}

const sut_body_kind sut_tube_kind = {.name = "tube",
                                     .clear = clear,
                                     .mark = mark,
                                     .number = number,
                                     .node_of = node_of,
                                     .couple = couple,
                                     .separate = separate,
                                     .look_up = look_up,
                                     .condense = condense,
                                     .predict = predict,
                                     .linearise = linearise,
                                     .respond = respond,
                                     .step_limit = step_limit,
                                     .apply = apply,
                                     .step_back = step_back,
                                     .judge = judge,
                                     .progress = sut_tissue_progress_of,
                                     .potential = potential,
                                     .scale = scale,
                                     .balance = balance,
                                     .fail = fail,
                                     .commit = commit,
                                     .stop = stop,
                                     .save = save,
                                     .restore = restore,
                                     .cost = cost,
                                     .evaluation_cost = cost};

//---- the part of a model that views ask for ------------------------------------------------------
static void model_start(sut_tissue *t, const double *x) {
    (void)t;
    (void)x;
}

static double model_peak(const sut_tissue *t, double above) {
    return t->strain_max > above ? t->strain_max : above;
}

static void model_strain(const sut_tissue *t, double *node) {
    const double *x = t->tube->field[SUT_TUBE_POSITION].x;
    double rest = v3_norm(t->tube->slope);
    for (int i = 0; i < t->n; i++) {
        const double *d = &x[9 * (ptrdiff_t)i + 3];
        node[i] = fabs(v3_norm(v3_add(t->tube->slope, v3(d[0], d[1], d[2]))) / rest - 1.0);
    }
}

const sut_tissue_model_kind sut_tube_model = {
    .name = "tube", .start = model_start, .strain_peak = model_peak, .strain = model_strain};
