// SPDX-License-Identifier: MIT
// rod_kind.c -- a rod as a body: its part in the coupled Newton method of a substep.
#include "rod/rod_kind.h"

#include "math/vec3.h"
#include "rod/rod.h"
#include "rod/rod_condense.h"

#include <math.h>

static const sut_rod *rod_in(const sut_body *b) {
    return (const sut_rod *)(const void *)b;
}

static void done(sut_body *b, sut_stage s) {
    if (b->timer) {
        sut_stage_done(b->timer, s);
    }
}

//---- the predictor -------------------------------------------------------------------------------
static void begin(sut_body *b, const sut_substep *s) {
    sut_rod *r = sut_rod_of(b);
    r->work.lambda = r->def.implicitness;
    r->work.cut = s->cut;
    r->work.small = s->small;
}

// Over budget a rod has a line search from the start, which evaluates the whole shape.
static bool sweeps(const sut_rod *r, bool hurried) {
    return !hurried && sut_rod_can_sweep(r);
}

static void predict(sut_body *b, const sut_substep *s) {
    sut_rod *r = sut_rod_of(b);
    r->work.lambda = s->linked ? 1.0 : r->work.lambda;
    // a sweep makes its own predictor; only collision wants to see it before
    if (s->seen || !sweeps(r, s->hurried)) {
        sut_rod_predict(r);
        r->work.progress.again = true;
    }
}

//---- one round -----------------------------------------------------------------------------------
static bool linearise(sut_body *b) {
    sut_rod *r = sut_rod_of(b);
    bool anew = r->work.progress.again;
    sut_rod_kinematics(r);
    done(b, SUT_STAGE_KINEMATICS);
    sut_rod_twist(r);
    done(b, SUT_STAGE_TWIST);
    sut_rod_forces(r);
    done(b, SUT_STAGE_FORCES);
    if (anew) {
        sut_rod_assemble(r);
        done(b, SUT_STAGE_ASSEMBLY);
    }
    (void)sut_rod_free_solve(r, anew);
    done(b, SUT_STAGE_SOLVE);
    b->broken = r->work.progress.failed;
    return anew;
}

static void respond(sut_body *b) {
    sut_rod_add_answer(sut_rod_of(b));
}

static double step_limit(sut_body *b) {
    sut_rod_measure_correction(sut_rod_of(b));
    return sut_rod_correction_share(sut_rod_of(b));
}

static void apply(sut_body *b, double fraction) {
    sut_rod_apply_correction(sut_rod_of(b), fraction);
}

static void step_back(sut_body *b, double fraction) {
    sut_rod_step_back(sut_rod_of(b), fraction);
}

// A correction of several radii that is also several times the one before: contacts have let go of
// each other, and no linearisation holds that far. A shorter substep does not get there.
static bool overshoots(const sut_rod *r, const sut_round *round) {
    const sut_rod_progress *p = &r->work.progress;
    bool first = p->linearisations + p->corrections < 2;
    bool far = p->correction_rms > 2.0 * r->def.radius && p->correction_rms > 4.0 * p->last_rms;
    return r->body.pushed && !first && far && !round->small && !round->hurried;
}

// Corrections that do not shrink any more. Where that begins half way, few of the rounds that are
// left end with a solution; half of the time mostly has one.
static bool stagnates(const sut_rod *r, const sut_round *round) {
    const sut_rod_progress *p = &r->work.progress;
    double before = p->last_rms > p->early_rms ? p->last_rms : p->early_rms;
    return r->body.pushed && !p->done && !round->small && !round->hurried &&
           2 * p->linearisations > round->max_linearisations && p->correction_rms > 0.9 * before;
}

static sut_judgement judge(sut_body *b, const sut_round *round) {
    sut_rod *r = sut_rod_of(b);
    sut_rod_judge(r, round->tolerance, round->max_linearisations);
    // an old factor leaves stretch behind that takes contact solves to get out again, and each of
    // those costs more than the factor
    r->work.progress.again = true;
    // no forces may mean that a rod is not stable by itself: then with a positive definite matrix,
    // for one round
    r->work.safe = !round->found;
    r->work.exact = round->found;
    r->work.progress.failed =
        r->work.progress.failed || overshoots(r, round) || stagnates(r, round);
    bool late = r->work.progress.linearisations > 3 * round->max_linearisations;
    sut_judgement j = {r->work.progress.done, r->work.progress.failed || late};
    return j;
}

// The potential of rods in contact rises for a moment while stretch that a turn left goes out
// again: those whose corrections are small get more rounds before a line search, unless these grow.
static bool needs_search(const sut_body *b, const sut_round *round) {
    enum { SETTLED = 3 }; // linearisations after which corrections of a rod that converges shrink
    const sut_rod_progress *p = &rod_in(b)->work.progress;
    bool far = p->correction_rms > rod_in(b)->def.radius;
    bool grows = far && p->correction_rms > p->last_rms;
    int after = far ? round->search_after : 2 * round->search_after + 2;
    after = grows && after > SETTLED ? SETTLED : after;
    return round->hurried || p->linearisations >= after;
}

static double potential(sut_body *b) {
    sut_rod_kinematics(sut_rod_of(b));
    sut_rod_twist(sut_rod_of(b));
    return sut_rod_potential(sut_rod_of(b));
}

// Microseconds on a common core, per vertex: a linearisation, an evaluation of the energy, a round
// of the search for the spins of a rod that is curved at rest.
static double cost_of(sut_rod *r, double each) {
    const double spin_cost = 0.05;
    double cost = (each + spin_cost * r->work.spins) * r->body.n;
    r->work.spins = 0;
    return cost;
}

static double cost(sut_body *b) {
    return cost_of(sut_rod_of(b), SUT_ROD_LINEARISATION_COST);
}

static double evaluation_cost(sut_body *b) {
    return cost_of(sut_rod_of(b), SUT_ROD_EVALUATION_COST);
}

//---- alone ---------------------------------------------------------------------------------------
static void sweep(sut_body *b, const sut_round *round) {
    sut_rod *r = sut_rod_of(b);
    sut_rod_sweep(r);
    done(b, SUT_STAGE_SOLVE);
    for (int s = 0; b->timer && s < SUT_STAGE_COUNT; s++) {
        b->timer->stats->stage_us[s] += r->work.lap_us[s];
        b->timer->stats->stage_us[SUT_STAGE_SOLVE] -= r->work.lap_us[s];
    }
    round->budget->spent += cost(b);
    sut_rod_judge(r, round->tolerance, round->max_linearisations);
    if (!r->work.progress.done && !r->work.progress.failed) {
        sut_rod_unfold(r);
    }
    done(b, SUT_STAGE_CHECK);
}

// One round of Newton's method; a rod that does not converge gets a line search.
static void correct(sut_body *b, const sut_round *round) {
    sut_rod *r = sut_rod_of(b);
    bool astray = r->work.progress.linearisations >= round->search_after;
    double before = astray ? sut_rod_potential(r) : 0.0;
    if (r->work.progress.again || astray) {
        sut_rod_assemble(r);
        done(b, SUT_STAGE_ASSEMBLY);
        sut_rod_linear_solve(r);
    } else {
        sut_rod_correct(r);
    }
    done(b, SUT_STAGE_SOLVE);
    const double each = SUT_ROD_EVALUATION_COST * r->body.n;
    int looks = astray ? 1 + sut_rod_search(r, before, sut_budget_looks(round->budget, each)) : 0;
    round->budget->spent += cost(b);
    round->budget->spent += looks * each;
    sut_rod_judge(r, round->tolerance, round->max_linearisations);
    done(b, SUT_STAGE_CHECK);
}

// One correction is always made: with none there is no motion to accept.
static bool out_of_time(const sut_rod_progress *p, const sut_budget *budget) {
    return p->linearisations + p->corrections >= 1 && sut_budget_is_over(budget);
}

// Solved or given up, or as far as the budget goes.
static void solve_alone(sut_body *b, const sut_round *round) {
    sut_rod *r = sut_rod_of(b);
    sut_rod_progress *p = &r->work.progress;
    if (sweeps(r, round->hurried)) {
        sweep(b, round);
    }
    while (!p->done && !p->failed && !out_of_time(p, round->budget)) {
        sut_rod_kinematics(r);
        done(b, SUT_STAGE_KINEMATICS);
        sut_rod_twist(r);
        done(b, SUT_STAGE_TWIST);
        if (p->linearisations == round->search_after && p->again) {
            sut_rod_restart(r);
        }
        sut_rod_forces(r);
        done(b, SUT_STAGE_FORCES);
        if (r->def.model == SUT_MODEL_IMPLICIT_SIMPLIFIED) {
            sut_rod_simplified_solve(r);
            done(b, SUT_STAGE_SOLVE);
        } else {
            correct(b, round);
        }
    }
}

static sut_body_progress progress(const sut_body *b) {
    const sut_rod_progress *p = &rod_in(b)->work.progress;
    return (sut_body_progress){p->failed, p->linearisations, p->corrections};
}

static bool usable(const sut_body *b) {
    return sut_rod_is_usable(rod_in(b));
}

//---- the end of a substep ------------------------------------------------------------------------
static double longest_way(const sut_body *b, double h) {
    double longest = 0.0;
    for (int v = 0; v < b->n; v++) {
        double way = v3_norm(sut_soa3_get(&b->move, v));
        way = isfinite(way) ? way : h * v3_norm(rod_in(b)->state.velocity[v]);
        longest = way > longest ? way : longest;
    }
    return longest;
}

// Half of a turn is not a turn by half: a motion in straight lines may only be shortened where
// edges hardly turn.
static bool turns_little(const sut_body *b) {
    const double most = 0.3; // rad; an edge then changes its length by one percent at most
    const sut_rod *r = rod_in(b);
    for (int e = 0; e < r->body.n - 1; e++) {
        sut_vec3 d = v3_sub(sut_soa3_get(&b->move, e + 1), sut_soa3_get(&b->move, e));
        if (v3_norm2(d) > most * most * v3_norm2(sut_soa3_get(&r->state.edge, e))) {
            return false;
        }
    }
    return true;
}

static bool moves(const sut_body *b) {
    for (int v = 0; v < b->n; v++) {
        if (v3_norm2(rod_in(b)->state.velocity[v]) > 0.0) {
            return true;
        }
    }
    return false;
}

// Is it asked for what no thread could follow, by orders of magnitude?
static bool implausible(const sut_body *b) {
    const double most = 1e4; // lengths of the thread, and forces that make it twice as long
    const sut_rod *r = rod_in(b);
    double length = 0.0;
    for (int e = 0; e < r->body.n - 1; e++) {
        length += r->def.rest[e];
    }
    for (int k = 0; k < r->chain.pin_count; k++) {
        const sut_pin *p = &r->chain.pins[k];
        if (!(v3_distance(p->target, b->position[p->vertex]) < most * length)) {
            return true;
        }
    }
    for (int k = 0; k < r->work.load_count; k++) {
        if (!(v3_norm(r->work.loads[k].force) < most * r->def.EA)) {
            return true;
        }
    }
    return false;
}

static void stay(sut_body *b) {
    sut_rod_of(b)->work.lambda = 1.0;
    sut_rod_stay(sut_rod_of(b));
}

static void scale(sut_body *b, double fraction) {
    sut_rod_of(b)->work.lambda = 1.0; // its velocity is what it still moves
    for (int v = 0; v < b->n; v++) {
        sut_soa3_set(&b->move, v, v3_scale(sut_soa3_get(&b->move, v), fraction));
    }
}

static void commit(sut_body *b) {
    sut_rod_commit(sut_rod_of(b));
}

static void stop(sut_body *b) {
    sut_rod_stop(sut_rod_of(b));
}

static void save(sut_body *b) {
    sut_rod_save(sut_rod_of(b));
}

static void restore(sut_body *b) {
    sut_rod_restore(sut_rod_of(b));
    sut_rod_refresh(sut_rod_of(b));
}

static void output(sut_body *b, sut_body_figures *add) {
    sut_rod *r = sut_rod_of(b);
    sut_rod_output(r);
    add->stretch = r->chain.stretch > add->stretch ? r->chain.stretch : add->stretch;
    // what a step of an explicit model leaves are errors of lengths, none of the motion
    double left = sut_model_is_explicit(r->def.model) ? 0.0 : r->work.progress.left / r->work.dt;
    add->residual = left > add->residual ? left : add->residual;
}

static void fail(sut_body *b) {
    sut_rod_of(b)->work.progress.failed = true;
    sut_rod_of(b)->work.progress.broken = true;
}

const sut_body_kind sut_rod_kind = {
    .name = "thread",
    .clear = sut_rod_zone_clear,
    .mark = sut_rod_zone_mark,
    .number = sut_rod_zone_number,
    .node_of = sut_rod_zone_node,
    .couple = sut_rod_zone_couple,
    .separate = sut_rod_zone_separate,
    .look_up = sut_rod_zone_look_up,
    .condense = sut_rod_condense,
    .begin = begin,
    .predict = predict,
    .linearise = linearise,
    .respond = respond,
    .step_limit = step_limit,
    .apply = apply,
    .step_back = step_back,
    .judge = judge,
    .needs_search = needs_search,
    .solve_alone = solve_alone,
    .progress = progress,
    .usable = usable,
    .potential = potential,
    .scale = scale,
    .stay = stay,
    .longest_way = longest_way,
    .turns_little = turns_little,
    .moves = moves,
    .implausible = implausible,
    .fail = fail,
    .commit = commit,
    .stop = stop,
    .output = output,
    .save = save,
    .restore = restore,
    .cost = cost,
    .evaluation_cost = evaluation_cost,
};
