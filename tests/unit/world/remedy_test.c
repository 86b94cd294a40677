// SPDX-License-Identifier: MIT
// remedy_test.c -- every row of the table of remedies (docs/theory/remedies.md#the-table).
#include "step/remedy.h"

#include "check.h"

// A substep that may be cut in every respect, with nothing tried yet.
static sut_facts coarse(sut_outcome outcome) {
    return (sut_facts){.outcome = outcome};
}

static sut_facts small(sut_outcome outcome) {
    return (sut_facts){.outcome = outcome, .small = true};
}

static sut_facts finest(sut_outcome outcome) {
    return (sut_facts){.outcome = outcome, .small = true, .finest = true};
}

static void remedy_is(const sut_facts *f, sut_remedy expected) {
    CHECK_EQ_INT(sut_remedy_for(f), expected);
}

//---- solved --------------------------------------------------------------------------------------
TEST(a_free_motion_is_accepted) {
    sut_facts f = coarse(SUT_OUTCOME_FREE);
    remedy_is(&f, SUT_REMEDY_ACCEPT);
    // whatever was tried before, and however late it is
    f = finest(SUT_OUTCOME_FREE);
    f.hurried = f.spent = f.over = f.pushed = true;
    f.rounds = SUT_GUARD_ROUNDS;
    f.slowed = SUT_HOLDS_PATIENCE;
    remedy_is(&f, SUT_REMEDY_ACCEPT);
}

TEST(a_motion_whose_velocities_bring_energy_is_shortened_till_it_brings_none) {
    sut_facts f = finest(SUT_OUTCOME_FREE);
    f.stops = true;
    remedy_is(&f, SUT_REMEDY_SHORTEN);
}

TEST(where_nothing_is_left_of_a_motion_all_stand) {
    const sut_outcome outcomes[] = {SUT_OUTCOME_FREE, SUT_OUTCOME_BLOCKED};
    for (int i = 0; i < 2; i++) {
        CASE("outcome %d", i);
        sut_facts f = small(outcomes[i]);
        f.stops = true;
        f.vanished = true;
        remedy_is(&f, SUT_REMEDY_STAND);
    }
}

TEST(what_changed_by_the_attempt_is_solved_again) {
    sut_facts f = coarse(SUT_OUTCOME_CHANGED);
    remedy_is(&f, SUT_REMEDY_SOLVE_AGAIN);
    f = finest(SUT_OUTCOME_CHANGED);
    f.hurried = f.spent = f.over = true;
    remedy_is(&f, SUT_REMEDY_SOLVE_AGAIN);
}

//---- not solved ----------------------------------------------------------------------------------
TEST(an_unsolved_part_is_cut_while_it_may_be) {
    sut_facts f = coarse(SUT_OUTCOME_UNSOLVED);
    remedy_is(&f, SUT_REMEDY_CUT);
    f.pushed = true; // links do not matter while it is large
    f.may_stand = true;
    remedy_is(&f, SUT_REMEDY_CUT);
    f = small(SUT_OUTCOME_UNSOLVED);
    f.may_stand = true; // only the finest stands for that
    remedy_is(&f, SUT_REMEDY_CUT);
}

TEST(a_small_unsolved_part_that_links_push_stands) {
    sut_facts f = small(SUT_OUTCOME_UNSOLVED);
    f.pushed = true;
    remedy_is(&f, SUT_REMEDY_STAND);
}

TEST(without_time_an_unsolved_part_stands) {
    for (int k = 0; k < 2; k++) {
        CASE("k %d", k);
        sut_facts f = coarse(SUT_OUTCOME_UNSOLVED);
        f.hurried = k == 0;
        f.spent = k == 1;
        remedy_is(&f, SUT_REMEDY_STAND);
    }
}

TEST(the_finest_part_is_tried_with_slower_hands_first) {
    sut_facts f = finest(SUT_OUTCOME_UNSOLVED);
    f.pushed = f.may_stand = f.spent = true; // all reasons to stand come after that
    remedy_is(&f, SUT_REMEDY_SLOW_HOLDS);
    f.slowed = SUT_HOLDS_PATIENCE - 1;
    remedy_is(&f, SUT_REMEDY_SLOW_HOLDS);
    f.slowed = SUT_HOLDS_PATIENCE;
    remedy_is(&f, SUT_REMEDY_STAND);
    f.slowed = 0;
    f.holds_rest = true;
    remedy_is(&f, SUT_REMEDY_STAND);
    f.holds_rest = false;
    f.hurried = true; // there is no time for another attempt
    remedy_is(&f, SUT_REMEDY_STAND);
}

TEST(the_finest_part_stands_where_that_is_no_error_of_the_input) {
    sut_facts f = finest(SUT_OUTCOME_UNSOLVED);
    f.holds_rest = true;
    remedy_is(&f, SUT_REMEDY_GIVE_UP);
    f.may_stand = true;
    remedy_is(&f, SUT_REMEDY_STAND);
}

//---- something is in the way ---------------------------------------------------------------------
TEST(what_is_in_the_way_becomes_a_contact_twice) {
    for (int round = 0; round < SUT_CONTACT_ROUNDS; round++) {
        CASE("round %d", round);
        sut_facts f = coarse(SUT_OUTCOME_BLOCKED);
        f.rounds = round;
        remedy_is(&f, SUT_REMEDY_ADD_CONTACTS);
        f = finest(SUT_OUTCOME_BLOCKED);
        f.rounds = round;
        remedy_is(&f, SUT_REMEDY_ADD_CONTACTS);
    }
}

TEST(a_part_that_contacts_do_not_help_is_cut) {
    sut_facts f = coarse(SUT_OUTCOME_BLOCKED);
    f.rounds = SUT_CONTACT_ROUNDS;
    remedy_is(&f, SUT_REMEDY_CUT);
    f.turns_little = true; // a large part is cut all the same
    remedy_is(&f, SUT_REMEDY_CUT);
}

TEST(in_a_small_part_those_that_move_go_slower) {
    sut_facts f = small(SUT_OUTCOME_BLOCKED);
    f.rounds = SUT_CONTACT_ROUNDS;
    remedy_is(&f, SUT_REMEDY_SLOW_ALL);
    f.turns_little = true;
    f.hurried = true; // that costs less than what would be lost
    remedy_is(&f, SUT_REMEDY_SLOW_ALL);
}

TEST(where_all_rest_a_small_part_is_cut_only_if_it_may_not_be_shortened) {
    sut_facts f = small(SUT_OUTCOME_BLOCKED);
    f.rounds = SUT_GUARD_ROUNDS;
    f.others_rest = true;
    remedy_is(&f, SUT_REMEDY_CUT);
    f.turns_little = true;
    remedy_is(&f, SUT_REMEDY_SHORTEN);
    f = finest(SUT_OUTCOME_BLOCKED);
    f.rounds = SUT_GUARD_ROUNDS;
    f.others_rest = true;
    remedy_is(&f, SUT_REMEDY_SHORTEN);
}

TEST(without_time_a_blocked_part_is_solved_again_once_and_shortened_then) {
    sut_facts f = coarse(SUT_OUTCOME_BLOCKED);
    f.spent = f.over = true;
    remedy_is(&f, SUT_REMEDY_ADD_CONTACTS);
    f.rounds = 1;
    remedy_is(&f, SUT_REMEDY_SHORTEN);
    f.rounds = 0;
    f.exhausted = true; // not even once
    remedy_is(&f, SUT_REMEDY_SHORTEN);
    f = small(SUT_OUTCOME_BLOCKED);
    f.spent = f.over = true;
    f.rounds = SUT_CONTACT_ROUNDS;
    remedy_is(&f, SUT_REMEDY_SHORTEN);
}

TEST(what_is_late_is_not_cut) {
    for (int k = 0; k < 2; k++) {
        CASE("k %d", k);
        sut_facts f = coarse(SUT_OUTCOME_BLOCKED);
        f.rounds = SUT_CONTACT_ROUNDS;
        f.hurried = k == 0;
        f.over = k == 1; // the guard used up what was left
        remedy_is(&f, SUT_REMEDY_SHORTEN);
    }
}
