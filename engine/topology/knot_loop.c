// SPDX-License-Identifier: MIT
// One loop of a call: its name and its throws, and both as text.
#include "topology/knot_job.h"

#include <stdio.h>

//---- throws --------------------------------------------------------------------------------------

enum { READINGS = 8 };

// Throws that were read, and how clearly in sum.
typedef struct readings {
    sut_throws throws[READINGS];
    int scores[READINGS];
    int count;
} readings;

// One drawing was read so: the score of all that read alike.
static int add_reading(readings *all, const sut_throws *t) {
    int i = 0;
    while (i < all->count && !sut_throws_equal(&all->throws[i], t)) {
        i++;
    }
    if (i == all->count) {
        all->throws[i] = *t;
        all->scores[i] = 0;
        all->count++;
    }
    all->scores[i] += t->score;
    return all->scores[i];
}

static sut_throws best_reading(const readings *all) {
    int winner = 0;
    for (int i = 1; i < all->count; i++) {
        winner = all->scores[i] > all->scores[winner] ? i : winner;
    }
    return all->count > 0 ? all->throws[winner] : (sut_throws){0};
}

// Read the throws from the best diagram and from further drawings; the reading with the highest
// score wins, and only readings count that make the knot that was named.
static sut_naming_result find_throws(sut_knot_job *j, const sut_loops *l, const sut_diagram *best,
                                     const sut_named *name, sut_throws *out) {
    readings all = {.count = 0};
    *out = (sut_throws){0};
    int draws = j->quick ? 3 : 10;
    for (int k = 0; k <= draws && all.count < READINGS && !sut_work_is_spent(&j->work); k++) {
        sut_pool_mark mark = sut_pool_here(&j->pool);
        sut_diagram d;
        sut_throws t;
        sut_naming_result drawn =
            k == 0 ? SUT_NAMING_DONE
                   : sut_naming_draw(l, j->effort->limit, &j->pool, &j->random, &d);
        if (drawn == SUT_NAMING_DONE && !sut_throws_read(k == 0 ? best : &d, &j->pool, &t)) {
            drawn = SUT_NAMING_MEMORY;
        }
        sut_pool_release(&j->pool, mark);
        if (drawn == SUT_NAMING_SPENT) {
            break;
        }
        if (drawn != SUT_NAMING_DONE) {
            return drawn;
        }
        bool fits =
            t.score > 0 && (!name->known || sut_throws_make(&t, name->factors, name->factor_count));
        // three clear readings alike leave no doubt
        if (fits && add_reading(&all, &t) >= 6 && all.count == 1) {
            break;
        }
    }
    *out = best_reading(&all);
    return SUT_NAMING_DONE;
}

static bool all_are_throws(const sut_named *name) {
    bool all = !name->known || name->factor_count > 0;
    for (int i = 0; i < name->factor_count; i++) {
        all = all && sut_knot_half_turns(name->factors[i]) != 0;
    }
    return all;
}

// A closed loop has no first and no last throw: with one or two the order does not matter.
static void throws_of_factors(const sut_named *name, sut_throws *out) {
    *out = (sut_throws){0};
    if (!name->known || name->factor_count > 2 || !all_are_throws(name)) {
        return;
    }
    for (int i = 0; i < name->factor_count; i++) {
        // more turns come first, as in a surgeon's knot; factors are sorted the other way
        int k = name->factor_count - 1 - i;
        out->half_turns[i] = sut_knot_half_turns(name->factors[k]);
    }
    out->count = name->factor_count;
    out->score = 1;
}

//---- the loop ------------------------------------------------------------------------------------

// Name loop k of the loops and read its throws if it was an open thread.
sut_naming_result sut_knot_name_loop(sut_knot_job *j, const sut_loops *loops, int k, bool open,
                                     sut_named *name, sut_throws *throws) {
    sut_loops own;
    sut_diagram best;
    *throws = (sut_throws){0};
    if (!sut_loops_copy(&own, loops, k, &j->pool)) {
        return SUT_NAMING_MEMORY;
    }
    sut_naming_result r = sut_naming_reduce(&own, j->effort, &j->keep, &j->pool, &j->random, &best);
    if (r == SUT_NAMING_SPENT) {
        *name = (sut_named){.crossings = -1};
        return SUT_NAMING_DONE;
    }
    if (r == SUT_NAMING_DONE) {
        r = sut_naming_name(&best, j->quick, &j->keep, name);
    }
    if (r != SUT_NAMING_DONE) {
        return r;
    }
    if (!open) {
        throws_of_factors(name, throws);
        return r;
    }
    if (all_are_throws(name)) {
        r = find_throws(j, &own, &best, name, throws);
        // rings of crossings of one sign are the knot, whatever the table says
        name->certain = name->certain || (name->known && throws->score > 0);
    }
    return r;
}

//---- words ---------------------------------------------------------------------------------------

void sut_knot_fill_throws(sut_knot_throws *to, const sut_throws *from) {
    to->count = from->count < SUT_KNOT_THROWS_MAX ? from->count : SUT_KNOT_THROWS_MAX;
    for (int i = 0; i < to->count; i++) {
        int half_turns = from->half_turns[i];
        to->list[i].hand = half_turns > 0 ? 1 : -1;
        to->list[i].turns = ((half_turns > 0 ? half_turns : -half_turns) - 1) / 2;
    }
    sut_throws_write(from, to->word, SUT_KNOT_NAME_SIZE);
    sut_throws_name(from, to->surgical, SUT_KNOT_NAME_SIZE);
    sut_knot_write(from->apart, from->apart_count, to->apart, SUT_KNOT_NAME_SIZE);
}

void sut_knot_write_name(const sut_named *n, char *text) {
    if (!n->known) {
        snprintf(text, SUT_KNOT_NAME_SIZE, "unknown");
    } else if (n->factor_count == 0) {
        snprintf(text, SUT_KNOT_NAME_SIZE, "0_1");
    } else {
        sut_knot_write(n->factors, n->factor_count, text, SUT_KNOT_NAME_SIZE);
    }
}
