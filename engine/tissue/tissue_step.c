// SPDX-License-Identifier: MIT
// tissue_step.c -- one substep of a tissue, as the stages ask for it.
//
// Newton's method whose matrix is older than the shape (a lagged factor): forces are exact in every
// iteration, so only the speed of convergence depends on the factor. A slope test along each
// correction keeps it from overshooting; where convergence is slow the factor is made anew.
// docs/theory/tissue.md#solution
#include "tissue/tissue_parts.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

enum {
    MOST_CORRECTIONS = 60,
    MOST_LOOKS = 8, // of one line search
    PATIENCE = 6,   // more leads far away with an old factor, although a new one costs twenty
    WORN = 3,       // corrections in one substep after which a new factor is begun
    STALLED = 12,   // corrections after which the forces of the predictor count too
    YOUNG = 4       // substeps: younger ones are not replaced
};
static const double tolerance = 1e-6; // of the largest force, whatever rods are asked for
static const double blunt = 0.05;     // a correction that leaves more than this wants a new factor
static const double overshoot = 0.5;  // slope at the end against that at the start
static const double rounding = 0x1p-46;

static sut_tissue *tissue(sut_body *b) {
    return sut_tissue_of(b);
}

static bool is_free(const sut_tissue *t, int j) {
    return (t->pinned[j / 3] >> (j % 3) & 1) == 0;
}

//---- predict -------------------------------------------------------------------------------------
static void predict(sut_body *b, const sut_substep *s) {
    sut_tissue *t = tissue(b);
    t->time = s->time;
    t->h = s->h;
    t->gravity = s->gravity;
    memset(&t->progress, 0, sizeof t->progress);
    b->broken = false;
    t->current = false;
    t->limited = false;
    sut_tissue_secant_carry(t);
    sut_tissue_gather(t);
    if (!t->sliced) {
        sut_tissue_factor_slice(t);
        t->sliced = true; // once per start, however often it is solved from there
    }
}

//---- linearise -----------------------------------------------------------------------------------
// How many corrections are left if they go on as the last one did.
static bool is_slow(const sut_tissue_progress *p) {
    double ratio = p->last_size > 0.0 ? p->size / p->last_size : 1.0;
    double left = p->size;
    for (int k = 0; k < PATIENCE; k++) {
        left *= ratio;
        if (left <= p->target) {
            return false;
        }
    }
    return true;
}

static bool wants_factor(const sut_tissue *t) {
    const sut_tissue_progress *p = &t->progress;
    if (!sut_tissue_matrix_fits(t, &t->matrix)) {
        return true;
    }
    if (p->corrections == 0 || p->since_factor == 0) {
        return false;
    }
    // one that is fresh gets a second chance
    bool chance = p->factors > 0 && p->since_factor < 2;
    return p->shortened || (!chance && is_slow(p));
}

// What corrections have shown is of use near a solution; far from it long corrections might end in
// that of another shape.
static bool learns(const sut_tissue_progress *p) {
    const double near = 0.05; // of the largest force
    return p->size < near * p->widest;
}

static void set_right_side(sut_tissue *t) {
    for (int j = 0; j < 3 * t->n; j++) {
        t->body.correction[j] = is_free(t, j) ? t->body.push[j] - t->residual[j] : 0.0;
    }
}

// Links know the factor as it is. Rotations of inverted tetrahedra jump: what was learnt on one
// side of a jump is wrong on the other.
static void solve_for_correction(sut_tissue *t) {
    const sut_tissue_progress *p = &t->progress;
    if (t->body.pushed || t->energy.odd > 0) {
        sut_chol3_solve(t->factor, t->body.correction);
        sut_tissue_secant_clear(t);
        return;
    }
    if (p->corrections > 0 && p->size > p->last_size) {
        sut_tissue_secant_forget(t); // it did not converge
    }
    if (!sut_tissue_secant_solve(t, t->body.correction, learns(p))) {
        set_right_side(t);
        (void)sut_tissue_secant_solve(t, t->body.correction, false);
    }
}

// Does a new factor take all of a correction's error away? Solids have their whole second
// derivative in the matrix. Surfaces miss their negative shares; a
// new one does better there.
static bool is_nearly_exact(const sut_tissue *t) {
    return t->tet_count > 0 && t->energy.odd == 0;
}

static bool linearise(sut_body *b) {
    sut_tissue *t = tissue(b);
    sut_tissue_progress *p = &t->progress;
    if (!t->current) {
        sut_tissue_evaluate(t, 0.0);
    }
    if (!sut_tissue_matrix_fits(t, &t->matrix)) {
        sut_tissue_secant_clear(t); // of another substep, or with other pins
    }
    if (t->finite && wants_factor(t)) {
        p->failed = !sut_tissue_factorise(t, t->x);
        p->since_factor = 0;
        p->factors++;
    }
    set_right_side(t);
    if (!t->finite || p->failed) {
        p->failed = true;
        b->broken = true;
        memset(b->correction, 0, 3 * (size_t)t->n * sizeof(double));
        return true;
    }
    p->size = sut_tissue_residual_size(t);
    p->asked = p->size;
    solve_for_correction(t);
    bool anew = p->corrections == 0 || t->factor_version != t->told_version;
    t->told_version = t->factor_version;
    return anew;
}

static void respond(sut_body *b) {
    sut_tissue *t = tissue(b);
    if (t->current && is_nearly_exact(t)) {
        t->progress.asked = fmax(t->progress.asked, sut_tissue_residual_size(t));
    }
    for (int j = 0; j < 3 * t->n; j++) {
        b->answer[j] = is_free(t, j) ? b->answer[j] : 0.0;
    }
    sut_chol3_solve(t->factor, b->answer);
    for (int j = 0; j < 3 * t->n; j++) {
        b->correction[j] += b->answer[j];
    }
}

// What rounding leaves of forces whose parts are differences of places.
static double noise(const sut_tissue *t) {
    double far = 0.0;
    for (int j = 0; j < 3 * t->n; j++) {
        far = fabs(t->x[j]) > far ? fabs(t->x[j]) : far;
    }
    double viscous = t->def.damping_strain / t->h;
    return rounding * t->stiff_most * (1.0 + viscous) * (far > t->extent ? far : t->extent);
}

// Where everything comes to rest in one substep its own forces are no measure: 1e-6 of nothing.
static double target_of(const sut_tissue *t) {
    const sut_tissue_progress *p = &t->progress;
    return tolerance * (p->corrections < STALLED ? t->largest : p->widest) + noise(t);
}

//---- line search ---------------------------------------------------------------------------------
// Derivative of the potential along the correction, at what was evaluated.
static double slope(const sut_tissue *t) {
    double sum = 0.0;
    for (int j = 0; j < 3 * t->n; j++) {
        sum += (t->residual[j] - t->body.push[j]) * t->body.correction[j]; // zero at pins
    }
    return sum;
}

// Shorten while the potential rises at the end more than half as steeply as it fell at the start;
// the next fraction is where the slope would be zero if it were linear in between. Where the
// residual is below the tolerance slopes are made of rounding and of what links leave: nothing is
// shortened.
static double step_limit(sut_body *b) {
    sut_tissue *t = tissue(b);
    if (t->progress.failed) {
        return 1.0;
    }
    if (!t->current) {
        sut_tissue_evaluate(t, 0.0);
    }
    double fall = fabs(slope(t));
    double fraction = 1.0;
    bool solved = sut_tissue_residual_size(t) <= target_of(t);
    for (int look = 0; look < MOST_LOOKS; look++) {
        sut_tissue_evaluate(t, fraction);
        double rise = slope(t);
        if (t->finite && (solved || rise <= overshoot * fall)) {
            break;
        }
        double share = t->finite ? fall / (rise + fall) : 0.1;
        fraction *= share > 0.1 ? share : 0.1;
    }
    t->progress.shortened = fraction < 1.0;
    return fraction;
}

static void apply(sut_body *b, double fraction) {
    sut_tissue *t = tissue(b);
    sut_tissue_progress *p = &t->progress;
    const double *d = b->correction;
    for (int i = 0; i < t->n; i++) {
        b->move.x[i] += fraction * d[3 * i];
        b->move.y[i] += fraction * d[3 * i + 1];
        b->move.z[i] += fraction * d[3 * i + 2];
    }
    sut_tissue_secant_applied(t, fraction);
    // the line search has looked at the same numbers
    t->current = p->fraction == fraction && fraction != 0.0;
    p->fraction = 0.0;
    p->corrections++;
    p->since_factor++;
    p->last_size = p->asked;
    t->limited = false;
}

static void step_back(sut_body *b, double fraction) {
    sut_tissue *t = tissue(b);
    const double *d = b->correction;
    for (int i = 0; i < t->n; i++) {
        b->move.x[i] -= fraction * d[3 * i];
        b->move.y[i] -= fraction * d[3 * i + 1];
        b->move.z[i] -= fraction * d[3 * i + 2];
    }
    t->current = false;
    t->progress.shortened = true;
    sut_tissue_secant_drop(t);
}

//---- judge ---------------------------------------------------------------------------------------
static void look(sut_tissue *t) {
    if (!t->current) {
        sut_tissue_evaluate(t, 0.0);
    }
}

static sut_judgement judge(sut_body *b, const sut_round *round) {
    sut_tissue *t = tissue(b);
    (void)round;
    sut_tissue_progress *p = &t->progress;
    sut_judgement j = {.failed = p->failed};
    if (j.failed) {
        return j;
    }
    look(t);
    p->size = sut_tissue_residual_size(t);
    p->widest = t->largest > p->widest ? t->largest : p->widest;
    p->target = target_of(t);
    p->failed = !t->finite || p->corrections > MOST_CORRECTIONS;
    j.done = t->finite && p->size <= p->target;
    j.failed = p->failed && !j.done;
    return j;
}

// Among links the slope test knows too little: their forces change along the correction.
static bool needs_search(const sut_body *b, const sut_round *round) {
    return sut_tissue_in(b)->progress.corrections >= 2 * round->search_after + 2;
}

static void fail(sut_body *b) {
    tissue(b)->progress.failed = true;
}

static double potential(sut_body *b) {
    sut_tissue *t = tissue(b);
    look(t);
    return sut_tissue_potential_of(t);
}

static void scale(sut_body *b, double fraction) {
    sut_tissue *t = tissue(b);
    for (int i = 0; i < t->n; i++) {
        sut_soa3_set(&b->move, i, v3_scale(sut_soa3_get(&b->move, i), fraction));
    }
    t->current = false;
}

static void limit_strain(sut_tissue *t) {
    if (!t->limited) {
        t->limited = true;
        t->moved_by_limit = sut_membrane_limit(t);
        t->current = t->current && !t->moved_by_limit;
    }
}

static void limit(sut_body *b) {
    limit_strain(tissue(b));
}

sut_body_progress sut_tissue_progress_of(const sut_body *b) {
    const sut_tissue_progress *p = &sut_tissue_in(b)->progress;
    return (sut_body_progress){.failed = p->failed, .corrections = p->corrections};
}

//---- energy balance ------------------------------------------------------------------------------
static double elastic_start(sut_tissue *t) {
    if (!t->energy_known) {
        // of the shape at the start, with room that the next look fills again
        for (int i = 0; i < t->n; i++) {
            t->x[3 * i] = t->body.position[i].x;
            t->x[3 * i + 1] = t->body.position[i].y;
            t->x[3 * i + 2] = t->body.position[i].z;
        }
        t->current = false;
        t->energy_start = t->model->add(t, t->x, t->force).elastic;
        t->energy_known = true;
    }
    return t->energy_start;
}

static void balance(sut_body *b, sut_body_balance *add) {
    sut_tissue *t = tissue(b);
    double before = elastic_start(t);
    look(t);
    double stored = t->energy.elastic - before;
    double kinetic = 0.0;
    double way = 0.0;
    double input = t->pressure_rate;
    double size = fabs(before) + fabs(t->energy.elastic);
    const double g[3] = {t->gravity.x, t->gravity.y, t->gravity.z};
    for (int i = 0; i < t->n; i++) {
        const double v[3] = {t->velocity[i].x, t->velocity[i].y, t->velocity[i].z};
        const double home[3] = {t->initial[i].x, t->initial[i].y, t->initial[i].z};
        for (int k = 0; k < 3; k++) {
            int j = 3 * i + k;
            double w = t->trial[j];
            double now = w / t->h;
            double off = t->x[j] - home[k];
            double weight = t->mass[i] * g[k];
            double spring = t->spring_pull[j] - t->spring[j] * w; // with the home spring
            double drawn = -t->home[i] * off;
            stored += -weight * w + 0.5 * t->home[i] * (2.0 * off - w) * w;
            kinetic += 0.5 * t->mass[i] * (now * now - v[k] * v[k]);
            way += t->mass[i] * now * (0.5 * now - v[k]);
            size += 0.5 * t->mass[i] * (now * now + v[k] * v[k]) + fabs(weight * t->x[j]);
            double outer = (t->load[j] - weight) + (spring - drawn);
            outer += is_free(t, j) ? 0.0 : t->residual[j] - b->push[j];
            input += outer * w;
        }
    }
    add->stored += stored;
    add->kinetic += kinetic;
    add->input += input;
    add->scale += size;
    add->way += way;
    add->inertia += t->total_mass / (t->h * t->h);
}

//---- commit --------------------------------------------------------------------------------------
// What the solution leaves of the sum of forces, as one velocity of all free nodes: momentum then
// changes by the sum of the forces that are reported, to rounding. Not where something else than
// the solution moved nodes: the strain limit, the guard.
static sut_vec3 momentum_left(const sut_tissue *t) {
    double left[3] = {0.0, 0.0, 0.0};
    double mass[3] = {0.0, 0.0, 0.0};
    if (!(sut_tissue_residual_size(t) <= 2.0 * t->progress.target)) {
        return v3_zero();
    }
    for (int j = 0; j < 3 * t->n; j++) {
        if (is_free(t, j)) {
            left[j % 3] += t->residual[j] - t->body.push[j];
            mass[j % 3] += t->mass[j / 3];
        }
    }
    return v3(mass[0] > 0.0 ? t->h * left[0] / mass[0] : 0.0,
              mass[1] > 0.0 ? t->h * left[1] / mass[1] : 0.0,
              mass[2] > 0.0 ? t->h * left[2] / mass[2] : 0.0);
}

static void commit_motion(sut_tissue *t) {
    double rate = 1.0 / t->h;
    double most = t->displacement_max * t->displacement_max;
    sut_vec3 left = momentum_left(t);
    t->left = left;
    for (int i = 0; i < t->n; i++) {
        sut_vec3 w = sut_soa3_get(&t->body.move, i);
        unsigned held = t->pinned[i];
        sut_vec3 v = v3_scale(w, rate);
        v.x -= held & SUT_AXIS_X ? 0.0 : left.x;
        v.y -= held & SUT_AXIS_Y ? 0.0 : left.y;
        v.z -= held & SUT_AXIS_Z ? 0.0 : left.z;
        t->acceleration[i] = v3_scale(v3_sub(v, t->velocity[i]), rate);
        t->velocity[i] = v;
        t->body.position[i] = v3_add(t->body.position[i], w);
        double far = v3_norm2(v3_sub(t->body.position[i], t->initial[i]));
        most = far > most ? far : most;
    }
    t->displacement_max = sqrt(most);
}

static void commit(sut_body *b) {
    sut_tissue *t = tissue(b);
    limit_strain(t);
    look(t);
    sut_tissue_support_commit(t);
    commit_motion(t);
    t->energy_start = t->energy.elastic;
    t->energy_known = true;
    sut_tissue_start(t);
    t->strain_max = t->model->strain_peak(t, t->strain_max);
    t->age++;
    t->sliced = false;
    const sut_tissue_progress *p = &t->progress;
    // links need several corrections whatever the factor is
    bool many = p->corrections >= WORN && !(b->pushed && is_nearly_exact(t));
    bool worn = many || (p->corrections > 1 && p->size > blunt * p->last_size);
    worn = worn && t->age >= YOUNG;
    if (worn && !t->next.made && t->matrix.made) {
        sut_tissue_factor_begin(t);
    }
}

static void stop(sut_body *b) {
    sut_tissue *t = tissue(b);
    for (int i = 0; i < t->n; i++) {
        t->velocity[i] = v3_zero();
        t->acceleration[i] = v3_zero();
    }
    t->left = v3_zero();
}

// us: a pass over the elements, and two sweeps over the factor
static double evaluation_cost(sut_body *b) {
    const sut_tissue *t = tissue(b);
    double elements = 0.06 * t->solid.count + 0.03 * t->shell.count + 0.05 * t->hinge.count +
                      0.02 * t->edge.count;
    return elements + 0.02 * t->n;
}

static double cost(sut_body *b) {
    return evaluation_cost(b) + 0.0005 * (double)sut_chol3_entries(tissue(b)->factor);
}

const sut_body_kind sut_tissue_kind = {.name = "tissue",
                                       .graspable = true,
                                       .clear = sut_tissue_clear,
                                       .mark = sut_tissue_mark,
                                       .number = sut_tissue_number,
                                       .node_of = sut_tissue_node_of,
                                       .couple = sut_tissue_couple,
                                       .separate = sut_tissue_separate,
                                       .look_up = sut_tissue_look_up,
                                       .condense = sut_tissue_condense,
                                       .predict = predict,
                                       .linearise = linearise,
                                       .respond = respond,
                                       .step_limit = step_limit,
                                       .apply = apply,
                                       .step_back = step_back,
                                       .judge = judge,
                                       .progress = sut_tissue_progress_of,
                                       .limit = limit,
                                       .needs_search = needs_search,
                                       .potential = potential,
                                       .scale = scale,
                                       .balance = balance,
                                       .fail = fail,
                                       .commit = commit,
                                       .stop = stop,
                                       .save = sut_tissue_save,
                                       .restore = sut_tissue_restore,
                                       .cost = cost,
                                       .evaluation_cost = evaluation_cost};

// The matrix has no negative share: where a shell buckles it is far too stiff and corrections are
// too short. Go on along one whose slope has hardly changed at its end.
static double stretch_step(sut_tissue *t, double start) {
    const double longest = 16.0;
    double fall = fabs(start);
    double fraction = 1.0;
    double end = slope(t); // step_limit looked there
    while (fraction < longest && end < -0.25 * fall) {
        double zero = fraction * fall / (fall + end);
        double next = zero < 4.0 * fraction ? zero : 4.0 * fraction;
        sut_tissue_evaluate(t, next);
        double there = slope(t);
        if (!t->finite || there > overshoot * fall) {
            sut_tissue_evaluate(t, fraction);
            break;
        }
        fraction = next;
        end = there;
    }
    return fraction;
}

static double step_alone(sut_tissue *t) {
    double start = slope(t);
    double fraction = step_limit(&t->body);
    bool whole = !(fraction < 1.0);
    return whole && t->finite && !t->progress.failed ? stretch_step(t, start) : fraction;
}

bool sut_tissue_step_alone(sut_tissue *t, const sut_substep *s) {
    static const sut_round round = {.tolerance = 1e-6, .found = true};
    sut_body *b = &t->body;
    const sut_body_kind *kind = b->kind;
    kind->predict(b, s);
    sut_judgement j = kind->judge(b, &round);
    // one correction is always made, so that sums of forces are exact
    while (!j.failed && (!j.done || t->progress.corrections == 0)) {
        (void)kind->linearise(b);
        kind->apply(b, t->tube ? 1.0 : step_alone(t));
        j = kind->judge(b, &round);
    }
    if (j.done) {
        kind->commit(b);
    }
    return j.done;
}
