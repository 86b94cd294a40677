// SPDX-License-Identifier: MIT
// body.c -- what a kind of body does that has no entry of its own in the table.
#include "body/body.h"

#include <math.h>

static void done(const sut_body *b, sut_stage s) {
    if (b->timer) {
        sut_stage_done(b->timer, s);
    }
}

// One correction is always made, so that the sums of its forces are exact.
static void solve(sut_body *b, const sut_round *round) {
    const sut_body_kind *kind = b->kind;
    sut_judgement j = kind->judge(b, round);
    bool once = false;
    while (!j.failed &&
           (!once || (!j.done && !(round->budget && sut_budget_is_over(round->budget))))) {
        (void)kind->linearise(b);
        done(b, SUT_STAGE_SOLVE);
        kind->apply(b, kind->step_limit(b));
        if (round->budget) {
            round->budget->spent += kind->cost(b) + kind->evaluation_cost(b);
        }
        j = kind->judge(b, round);
        once = true;
        done(b, SUT_STAGE_CHECK);
    }
}

void sut_body_solve_alone(sut_body *b, const sut_round *round) {
    if (b->kind->solve_alone) {
        b->kind->solve_alone(b, round);
    } else {
        sut_round found = *round;
        found.found = true; // there are no forces of links to be found
        solve(b, &found);
    }
}

void sut_body_stay(sut_body *b) {
    if (b->kind->stay) {
        b->kind->stay(b);
        return;
    }
    for (int v = 0; v < b->n; v++) {
        sut_soa3_set(&b->move, v, v3_zero()); // what is not finite has no share
    }
    b->kind->scale(b, 0.0);
}

bool sut_body_is_usable(const sut_body *b) {
    if (b->kind->usable) {
        return b->kind->usable(b);
    }
    for (int v = 0; v < b->n; v++) {
        if (!v3_is_finite(sut_soa3_get(&b->move, v))) {
            return false;
        }
    }
    return true;
}

double sut_body_longest_way(const sut_body *b, double h) {
    if (b->kind->longest_way) {
        return b->kind->longest_way(b, h);
    }
    double longest = 0.0;
    for (int v = 0; v < b->n; v++) {
        double way = v3_norm(sut_soa3_get(&b->move, v));
        longest = way > longest ? way : longest; // false for what is not a number
    }
    return longest;
}

bool sut_body_turns_little(const sut_body *b) {
    return !b->kind->turns_little || b->kind->turns_little(b);
}
