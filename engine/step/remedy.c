// SPDX-License-Identifier: MIT
// remedy.c -- the table of remedies: no world, no memory of its own. docs/theory/remedies.md
#include "step/remedy.h"

// Slower holds are a milder problem; where they do not help, the substep ends where it began,
// unless a shorter one is still to be tried or the input is an error.
static sut_remedy unsolved(const sut_facts *f) {
    if (f->finest && !f->hurried && !f->holds_rest && f->slowed < SUT_HOLDS_PATIENCE) {
        return SUT_REMEDY_SLOW_HOLDS;
    }
    bool late = f->hurried || f->spent;
    if (late || (f->small && f->pushed) || (f->finest && f->may_stand)) {
        return SUT_REMEDY_STAND;
    }
    return f->finest ? SUT_REMEDY_GIVE_UP : SUT_REMEDY_CUT;
}

// May contacts or slower bodies still help?
static bool may_go_on(const sut_facts *f) {
    bool late = f->spent && (f->rounds > 0 || f->exhausted);
    bool early = f->rounds < SUT_CONTACT_ROUNDS;
    return !late && (early || (f->small && !f->others_rest));
}

static sut_remedy blocked(const sut_facts *f) {
    if (may_go_on(f)) {
        return f->rounds < SUT_CONTACT_ROUNDS ? SUT_REMEDY_ADD_CONTACTS : SUT_REMEDY_SLOW_ALL;
    }
    // a motion in straight lines that turns edges far may not be shortened
    bool useful = !f->small || (!f->finest && !f->turns_little);
    return useful && !f->hurried && !f->over ? SUT_REMEDY_CUT : SUT_REMEDY_SHORTEN;
}

sut_remedy sut_remedy_for(const sut_facts *f) {
    if (f->vanished) {
        return SUT_REMEDY_STAND;
    }
    switch (f->outcome) {
    case SUT_OUTCOME_UNSOLVED:
        return unsolved(f);
    case SUT_OUTCOME_CHANGED:
        return SUT_REMEDY_SOLVE_AGAIN;
    case SUT_OUTCOME_BLOCKED:
        return blocked(f);
    case SUT_OUTCOME_FREE:
        break;
    }
    return f->stops ? SUT_REMEDY_SHORTEN : SUT_REMEDY_ACCEPT;
}
