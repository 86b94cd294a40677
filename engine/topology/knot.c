// SPDX-License-Identifier: MIT
// sut_knot_name: clean the threads, close them, simplify, name, and take votes where closing is
// ambiguous. docs/theory/knots.md tells the whole way.
#include "sutura/knot.h"

#include "topology/knot_job.h"
#include "topology/links.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
    VOTES = 24,
    VOTES_LIVE = 9,
    VOTES_TANGLE = 3,
    VOTE_NAMES_MAX = 24,
    TANGLE = 24 // crossings without a name above which few votes do
};

static const sut_effort thorough = {.directions = 8, .rounds = 16, .stirs = 200, .limit = 3000};
static const sut_effort voting = {.directions = 4, .rounds = 3, .stirs = 60, .limit = 3000};
static const sut_effort live = {.directions = 3, .rounds = 1, .stirs = 0, .limit = 150};

// How the votes of one thread went.
typedef struct ballot {
    sut_named name[VOTE_NAMES_MAX];
    sut_throws throws[VOTE_NAMES_MAX];
    int votes[VOTE_NAMES_MAX];
    int names, total;
} ballot;

static sut_result result_of(sut_naming_result r) {
    return r == SUT_NAMING_DONE ? SUT_OK : r == SUT_NAMING_MEMORY ? SUT_E_MEMORY : SUT_E_ARGUMENT;
}

//---- one closing ---------------------------------------------------------------------------------

static void vote(ballot *b, const sut_named *name, const sut_throws *throws) {
    int i = 0;
    while (i < b->names && !sut_named_equal(&b->name[i], name)) {
        i++;
    }
    b->total++;
    if (i == VOTE_NAMES_MAX) {
        return;
    }
    if (i == b->names) {
        b->name[i] = *name;
        b->throws[i] = *throws;
        b->votes[i] = 0;
        b->names++;
    } else if (!b->name[i].certain && name->certain) {
        b->name[i] = *name;
    }
    if (b->throws[i].score == 0) {
        b->throws[i] = *throws;
    }
    b->votes[i]++;
}

static sut_closing_way way_of_vote(int v) {
    return v == 0       ? SUT_CLOSE_OUTWARD
           : v == 1     ? SUT_CLOSE_TANGENT
           : v % 4 == 3 ? SUT_CLOSE_TOGETHER
                        : SUT_CLOSE_VARIED;
}

// Linking numbers and, of two threads, the link.
static sut_naming_result find_links(sut_knot_job *j, sut_loops *loops) {
    sut_diagram d;
    int count = j->threads.count;
    sut_naming_result r = SUT_NAMING_DONE;
    if (j->quick || count > 2) {
        r = sut_naming_draw(loops, j->effort->limit, &j->pool, &j->random, &d);
    } else {
        r = sut_naming_reduce(loops, j->effort, &j->keep, &j->pool, &j->random, &d);
    }
    if (r != SUT_NAMING_DONE) {
        return r == SUT_NAMING_SPENT ? SUT_NAMING_DONE : r;
    }
    j->out->has_linking = true;
    for (int a = 0; a < count; a++) {
        for (int b = 0; b < count; b++) {
            j->out->linking[a * count + b] = a == b ? 0 : sut_diagram_linking(&d, a, b);
        }
    }
    bool skip = count != 2 || (j->quick && d.crossings > TANGLE);
    bool ok = skip || sut_link_name(&d, &j->pool, j->out->link, SUT_KNOT_NAME_SIZE);
    return ok ? SUT_NAMING_DONE : SUT_NAMING_MEMORY;
}

static sut_naming_result one_closing(sut_knot_job *j, int v, ballot *ballots) {
    sut_joining plain;
    sut_loops loops;
    int count = j->threads.count;
    sut_joining_plain(&plain, count);
    if (!sut_threads_close(&j->threads, &plain, way_of_vote(v), &j->random, &j->pool, &loops) ||
        !sut_loops_drop(&loops, &j->pool, &j->random)) {
        return SUT_NAMING_MEMORY;
    }
    for (int k = 0; k < count; k++) {
        // closed threads are the same in every vote
        if (v > 0 && j->threads.closed[k]) {
            continue;
        }
        sut_named name;
        sut_throws throws;
        sut_naming_result r =
            sut_knot_name_loop(j, &loops, k, !j->threads.closed[k], &name, &throws);
        if (r != SUT_NAMING_DONE) {
            return r;
        }
        // a closing that the work was not enough for says nothing, unless there is no other
        bool cut_short = !name.known && sut_work_is_spent(&j->work);
        if (!cut_short || ballots[k].total == 0) {
            vote(&ballots[k], &name, &throws);
        }
    }
    return v == 0 && count > 1 ? find_links(j, &loops) : SUT_NAMING_DONE;
}

//---- output --------------------------------------------------------------------------------------

// Knots with a name of their own that are no throws.
static void name_other_knots(sut_knot_loop *loop) {
    static const char *const names[][2] = {
        {"4_1", "figure-eight"}, {"6_1", "stevedore"}, {"m6_1", "stevedore"}};
    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++) {
        if (strcmp(loop->name, names[i][0]) == 0) {
            snprintf(loop->throws.surgical, SUT_KNOT_NAME_SIZE, "%s", names[i][1]);
        }
    }
}

// `step` 2: powers of the root of t, every other one zero, become powers of t
static sut_knot_polynomial fill_polynomial(const sut_poly *p, int step, int64_t *memory) {
    sut_knot_polynomial to = {p->low / step, (p->count + step - 1) / step, memory};
    for (int i = 0; i < to.count; i++) {
        memory[i] = p->c[i * step];
    }
    return to;
}

static const char *reason_of(const sut_named *n, bool spent) {
    if (n->known) {
        return "";
    }
    if (n->has_alexander && n->has_jones) {
        return "not in the table";
    }
    return spent ? "work limit reached" : "diagram too large";
}

// The name with most votes and the one behind it, then its figures, polynomials and throws.
static void fill_loop(sut_knot_loop *to, const ballot *b, bool spent, int64_t **memory) {
    int winner = 0;
    for (int i = 1; i < b->names; i++) {
        winner = b->votes[i] > b->votes[winner] ? i : winner;
    }
    int second = -1;
    for (int i = 0; i < b->names; i++) {
        if (i != winner && (second < 0 || b->votes[i] > b->votes[second])) {
            second = i;
        }
    }
    const sut_named *n = &b->name[winner];
    sut_knot_write_name(n, to->name);
    to->reason = reason_of(n, spent);
    if (second >= 0) {
        sut_knot_write_name(&b->name[second], to->runner_up);
    }
    to->confidence = (double)b->votes[winner] / b->total;
    to->diagram_crossings = n->crossings;
    to->crossings = n->known ? 0 : n->crossings;
    for (int i = 0; i < n->factor_count; i++) {
        to->crossings += sut_knot_table[n->factors[i].entry].crossings;
    }
    to->certain = n->certain;
    to->signature = n->signature;
    to->has_signature = n->has_signature;
    if (n->has_alexander) {
        to->alexander = fill_polynomial(&n->alexander, 1, *memory);
        *memory += n->alexander.count;
    }
    if (n->has_jones) {
        to->jones = fill_polynomial(&n->jones, 2, *memory);
        *memory += n->jones.count;
    }
    sut_knot_fill_throws(&to->throws, &b->throws[winner]);
    name_other_knots(to);
}

static size_t coefficients_of(const ballot *b) {
    size_t most = 0;
    for (int i = 0; i < b->names; i++) {
        const sut_named *n = &b->name[i];
        size_t own = (n->has_alexander ? (size_t)n->alexander.count : 0) +
                     (n->has_jones ? (size_t)n->jones.count : 0);
        most = own > most ? own : most;
    }
    return most;
}

// one block: loops, linking numbers, then coefficients
static sut_result fill_out(sut_knot_job *j, const ballot *ballots, const int *linking) {
    int count = j->threads.count;
    size_t c = (size_t)count;
    size_t numbers = 0;
    for (int k = 0; k < count; k++) {
        numbers += coefficients_of(&ballots[k]);
    }
    size_t loops = c * sizeof(sut_knot_loop);
    size_t links = (c * c * sizeof(int) + 7) / 8 * 8;
    char *memory = malloc(loops + links + numbers * sizeof(int64_t) + 8);
    if (memory == NULL) {
        return SUT_E_MEMORY;
    }
    sut_knot *out = j->out;
    out->memory = memory;
    out->count = count;
    out->loops = (sut_knot_loop *)(void *)(memory + numbers * sizeof(int64_t));
    out->linking = (int *)(void *)(memory + numbers * sizeof(int64_t) + loops);
    memset(out->loops, 0, loops);
    memcpy(out->linking, linking, c * c * sizeof(int));
    int64_t *coefficients = (int64_t *)(void *)memory;
    for (int k = 0; k < count; k++) {
        fill_loop(&out->loops[k], &ballots[k], out->spent, &coefficients);
        out->loops[k].ambiguous = !j->threads.free_end[2 * k] || !j->threads.free_end[2 * k + 1];
        // the small links are made of unknotted loops
        if (strchr(out->link, '^') != NULL && strcmp(out->loops[k].name, "0_1") != 0) {
            snprintf(out->link, sizeof out->link, "linked");
        }
    }
    return SUT_OK;
}

//---- the call ------------------------------------------------------------------------------------

// Close the loops in several ways, each of which has a vote on every name.
static sut_naming_result collect_votes(sut_knot_job *j, ballot *ballots, int count) {
    int votes = sut_threads_ends_are_free(&j->threads) ? 1 : j->quick ? VOTES_LIVE : VOTES;
    sut_naming_result r = SUT_NAMING_DONE;
    j->effort = votes > 1 && !j->quick ? &voting : j->effort;
    for (int v = 0; v < votes && r == SUT_NAMING_DONE; v++) {
        if (v > 0 && sut_work_is_spent(&j->work)) {
            break;
        }
        sut_pool_mark mark = sut_pool_here(&j->pool);
        r = one_closing(j, v, ballots);
        sut_pool_release(&j->pool, mark);
        // of a tangle that has no name a few closings say enough
        for (int k = 0; k < count && r == SUT_NAMING_DONE; k++) {
            bool tangle = !ballots[k].name[0].known && ballots[k].name[0].crossings > TANGLE;
            int enough = j->quick ? v + 1 : VOTES_TANGLE;
            votes = tangle && votes > enough ? enough : votes;
        }
    }
    return r;
}

// Threads to loops, names by vote, the bend that two open threads make, and all of it as text.
static sut_result name_all(sut_knot_job *j, const sut_knot_thread *threads, int count) {
    sut_result result = sut_threads_make(&j->threads, threads, count, &j->keep);
    if (result != SUT_OK) {
        return result;
    }
    ballot *ballots = sut_pool_take(&j->keep, (size_t)count, sizeof *ballots);
    int *linking = sut_pool_take(&j->keep, (size_t)count * (size_t)count, sizeof *linking);
    if (ballots == NULL || linking == NULL) {
        return SUT_E_MEMORY;
    }
    memset(linking, 0, (size_t)count * (size_t)count * sizeof *linking);
    for (int k = 0; k < count; k++) {
        ballots[k].names = 0;
        ballots[k].total = 0;
    }
    j->out->linking = linking;
    sut_naming_result r = collect_votes(j, ballots, count);
    if (r == SUT_NAMING_DONE && count == 2 && !threads[0].closed && !threads[1].closed) {
        r = sut_knot_find_bend(j);
    }
    j->out->spent = sut_work_is_spent(&j->work);
    return r == SUT_NAMING_DONE ? fill_out(j, ballots, linking) : result_of(r);
}

sut_result sut_knot_name(const sut_knot_thread *threads, int count, sut_knot_effort effort,
                         sut_knot *out) {
    int64_t work = effort == SUT_KNOT_LIVE ? SUT_KNOT_WORK_LIVE : SUT_KNOT_WORK_THOROUGH;
    return sut_knot_name_within(threads, count, effort, work, out);
}

sut_result sut_knot_name_within(const sut_knot_thread *threads, int count, sut_knot_effort effort,
                                int64_t work, sut_knot *out) {
    if (out == NULL) {
        return SUT_E_ARGUMENT;
    }
    *out = (sut_knot){0};
    if (threads == NULL || count < 1 || count > SUT_KNOT_LOOPS_MAX || work < 1) {
        return SUT_E_ARGUMENT;
    }
    sut_knot_job j = {.work = {work},
                      .random = {0x5355545552410001u},
                      .effort = effort == SUT_KNOT_LIVE ? &live : &thorough,
                      .quick = effort == SUT_KNOT_LIVE,
                      .input = threads,
                      .out = out};
    j.keep.work = &j.work;
    j.pool.work = &j.work;
    sut_result result = name_all(&j, threads, count);
    out->work = work - j.work.left;
    sut_pool_free(&j.keep);
    sut_pool_free(&j.pool);
    if (result != SUT_OK) {
        free(out->memory);
        *out = (sut_knot){0};
    }
    return result;
}

void sut_knot_free(sut_knot *knot) {
    if (knot != NULL) {
        free(knot->memory);
        *knot = (sut_knot){0};
    }
}
