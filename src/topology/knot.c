// SPDX-License-Identifier: MIT
// sut_knot_name: clean the threads, close them, simplify, name, and take votes where closing is
// ambiguous. docs/theory/knots.md tells the whole way.
#include "sutura/knot.h"

#include "math/vec3.h"
#include "topology/closing.h"
#include "topology/links.h"
#include "topology/naming.h"
#include "topology/throws.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
    VOTES = 24,
    VOTES_LIVE = 5,
    VOTES_TANGLE = 3,
    VOTE_NAMES_MAX = 24,
    BEND_TRIES = 6,
    TAIL_SAMPLES = 256,
    TANGLE = 24
};

static const sut_effort thorough = {.directions = 8, .rounds = 16, .stirs = 200, .limit = 3000};
static const sut_effort live = {.directions = 3, .rounds = 1, .stirs = 0, .limit = 150};

// One call.
typedef struct job {
    sut_pool keep; // lives as long as the call
    sut_pool pool; // working memory
    sut_random random;
    const sut_effort *effort;
    bool quick;
    sut_threads threads;
    const sut_knot_thread *input;
    sut_knot *out;
} job;

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

//---- input ---------------------------------------------------------------------------------------

// largest coordinate, or -1 when one is not finite
static double largest(const sut_knot_thread *threads, int count) {
    double most = 0.0;
    for (int k = 0; k < count; k++) {
        for (int i = 0; i < threads[k].vertex_count; i++) {
            sut_vec3 p = threads[k].positions[i];
            if (!v3_is_finite(p)) {
                return -1.0;
            }
            most = fmax(most, fmax(fabs(p.x), fmax(fabs(p.y), fabs(p.z))));
        }
    }
    return most;
}

static bool same_point(sut_vec3 a, sut_vec3 b) {
    // exactly: a repeated line of a file; points that merely come close are left alone
    return a.x == b.x && a.y == b.y && a.z == b.z;
}

// points of one thread without repetitions, scaled; false when too few are left
static bool add_thread(sut_threads *t, int k, const sut_knot_thread *thread, double scale) {
    int begin = t->n;
    for (int i = 0; i < thread->vertex_count; i++) {
        sut_vec3 p = v3_scale(thread->positions[i], scale);
        if (t->n == begin || !same_point(p, t->points[t->n - 1])) {
            t->points[t->n++] = p;
        }
    }
    if (thread->closed && t->n - begin > 1 && same_point(t->points[begin], t->points[t->n - 1])) {
        t->n--;
    }
    t->start[k] = begin;
    t->start[k + 1] = t->n;
    t->closed[k] = thread->closed;
    return t->n - begin >= (thread->closed ? 3 : 2);
}

// middle of all points to the origin, everything into the unit ball; false: all in one place
static bool fit_into_ball(sut_threads *t) {
    sut_vec3 sum = v3_zero();
    for (int i = 0; i < t->n; i++) {
        sum = v3_add(sum, t->points[i]);
    }
    sut_vec3 middle = v3_scale(sum, 1.0 / t->n);
    double far = 0.0;
    for (int i = 0; i < t->n; i++) {
        t->points[i] = v3_sub(t->points[i], middle);
        far = fmax(far, v3_norm(t->points[i]));
    }
    if (!(far > 1e-13)) {
        return false;
    }
    for (int i = 0; i < t->n; i++) {
        t->points[i] = v3_scale(t->points[i], 1.0 / far);
    }
    return true;
}

static sut_result clean(job *j, const sut_knot_thread *threads, int count) {
    size_t n = 0;
    for (int k = 0; k < count; k++) {
        if (threads[k].positions == NULL || threads[k].vertex_count < 1) {
            return SUT_E_ARGUMENT;
        }
        n += (size_t)threads[k].vertex_count;
    }
    double most = largest(threads, count);
    if (!(most > 0x1p-1000) || n > INT32_MAX / 4) {
        return SUT_E_ARGUMENT;
    }
    sut_threads *t = &j->threads;
    size_t c = (size_t)count;
    t->count = count;
    t->n = 0;
    t->points = sut_pool_take(&j->keep, n, sizeof *t->points);
    t->start = sut_pool_take(&j->keep, c + 1, sizeof *t->start);
    t->closed = sut_pool_take(&j->keep, c, sizeof *t->closed);
    t->outward = sut_pool_take(&j->keep, 2 * c, sizeof *t->outward);
    t->free_end = sut_pool_take(&j->keep, 2 * c, sizeof *t->free_end);
    if (t->points == NULL || t->start == NULL || t->closed == NULL || t->outward == NULL ||
        t->free_end == NULL) {
        return SUT_E_MEMORY;
    }
    for (int k = 0; k < count; k++) {
        if (!add_thread(t, k, &threads[k], 1.0 / most)) {
            return SUT_E_ARGUMENT;
        }
    }
    if (!fit_into_ball(t)) {
        return SUT_E_ARGUMENT;
    }
    sut_threads_find_ends(t);
    return SUT_OK;
}

//---- throws --------------------------------------------------------------------------------------

// Read the throws from the best diagram and from further drawings; the reading with the highest
// score wins, and only readings count that make the knot that was named.
static sut_naming_result find_throws(job *j, const sut_loops *l, const sut_diagram *best,
                                     const sut_named *name, sut_throws *out) {
    enum { READINGS = 8 };
    sut_throws readings[READINGS];
    int scores[READINGS];
    int count = 0;
    *out = (sut_throws){0};
    int draws = j->quick ? 3 : 10;
    for (int k = 0; k <= draws && count < READINGS; k++) {
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
        if (drawn != SUT_NAMING_DONE) {
            return drawn;
        }
        bool fits =
            t.score > 0 && (!name->known || sut_throws_make(&t, name->factors, name->factor_count));
        if (!fits) {
            continue;
        }
        int i = 0;
        while (i < count && !sut_throws_equal(&readings[i], &t)) {
            i++;
        }
        if (i == count) {
            readings[count] = t;
            scores[count++] = 0;
        }
        scores[i] += t.score;
        // three clear readings alike leave no doubt
        if (scores[i] >= 6 && count == 1) {
            break;
        }
    }
    int winner = -1;
    for (int i = 0; i < count; i++) {
        winner = winner < 0 || scores[i] > scores[winner] ? i : winner;
    }
    if (winner >= 0) {
        *out = readings[winner];
    }
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

//---- one closing ---------------------------------------------------------------------------------

// Name loop k of the loops and read its throws if it was an open thread.
static sut_naming_result name_loop(job *j, const sut_loops *loops, int k, bool open,
                                   sut_named *name, sut_throws *throws) {
    sut_loops own;
    sut_diagram best;
    *throws = (sut_throws){0};
    if (!sut_loops_copy(&own, loops, k, &j->pool)) {
        return SUT_NAMING_MEMORY;
    }
    sut_naming_result r = sut_naming_reduce(&own, j->effort, &j->keep, &j->pool, &j->random, &best);
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
static sut_naming_result find_links(job *j, sut_loops *loops) {
    sut_diagram d;
    int count = j->threads.count;
    sut_naming_result r = SUT_NAMING_DONE;
    if (j->quick || count > 2) {
        r = sut_naming_draw(loops, j->effort->limit, &j->pool, &j->random, &d);
    } else {
        r = sut_naming_reduce(loops, j->effort, &j->keep, &j->pool, &j->random, &d);
    }
    if (r != SUT_NAMING_DONE) {
        return r;
    }
    for (int a = 0; a < count; a++) {
        for (int b = 0; b < count; b++) {
            j->out->linking[a * count + b] = a == b ? 0 : sut_diagram_linking(&d, a, b);
        }
    }
    bool ok = count != 2 || sut_link_name(&d, &j->pool, j->out->link, SUT_KNOT_NAME_SIZE);
    return ok ? SUT_NAMING_DONE : SUT_NAMING_MEMORY;
}

static sut_naming_result one_closing(job *j, int v, ballot *ballots) {
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
        sut_naming_result r = name_loop(j, &loops, k, !j->threads.closed[k], &name, &throws);
        if (r != SUT_NAMING_DONE) {
            return r;
        }
        vote(&ballots[k], &name, &throws);
    }
    return v == 0 && count > 1 ? find_links(j, &loops) : SUT_NAMING_DONE;
}

//---- words -------------------------------------------------------------------------------------

static void fill_throws(sut_knot_throws *to, const sut_throws *from) {
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

static void write_name(const sut_named *n, char *text) {
    if (!n->known) {
        snprintf(text, SUT_KNOT_NAME_SIZE, "unknown");
    } else if (n->factor_count == 0) {
        snprintf(text, SUT_KNOT_NAME_SIZE, "0_1");
    } else {
        sut_knot_write(n->factors, n->factor_count, text, SUT_KNOT_NAME_SIZE);
    }
}

//---- two threads joined by a knot ----------------------------------------------------------------

// Close the two threads into one loop: standing end to standing end, free end to free end.
static sut_naming_result try_bend(job *j, bool first_a, bool first_b, sut_closing_way way,
                                  sut_named *name, sut_throws *throws) {
    // thread 0 runs to its standing end, thread 1 comes from its own
    sut_joining joined = {
        .loops = 1, .first = {0, 2}, .piece = {0, 1}, .backwards = {first_a, !first_b}};
    sut_loops loops;
    if (!sut_threads_close(&j->threads, &joined, way, &j->random, &j->pool, &loops)) {
        return SUT_NAMING_MEMORY;
    }
    return name_loop(j, &loops, 0, true, name, throws);
}

// Distance of a point to the nearest vertex of a thread, looking at a few hundred of them.
static double distance_to(const sut_threads *t, sut_vec3 p, int thread) {
    int step = 1 + (t->start[thread + 1] - t->start[thread]) / TAIL_SAMPLES;
    double nearest = 1e30;
    for (int k = t->start[thread]; k < t->start[thread + 1]; k += step) {
        nearest = fmin(nearest, v3_distance(p, t->points[k]));
    }
    return nearest;
}

// Length of the tail at an end: up to the first vertex that is as near to the other thread as the
// two come anywhere, and as much again.
static double tail_length(const sut_threads *t, int thread, bool first) {
    int a = t->start[thread];
    int b = t->start[thread + 1];
    int step = 1 + (b - a) / TAIL_SAMPLES;
    double nearest = 1e30;
    for (int i = a; i < b; i += step) {
        nearest = fmin(nearest, distance_to(t, t->points[i], 1 - thread));
    }
    double length = 0.0;
    for (int i = a; i < b; i++) {
        int at = first ? i : a + b - 1 - i;
        length += i > a ? v3_distance(t->points[at], t->points[first ? at - 1 : at + 1]) : 0.0;
        if ((i - a) % step == 0 && distance_to(t, t->points[at], 1 - thread) <= 2.0 * nearest) {
            break;
        }
    }
    return length;
}

static bool standing_is_first(const job *j, int thread, bool *known) {
    sut_knot_end given = j->input[thread].standing;
    *known = true;
    if (given != SUT_KNOT_END_UNKNOWN) {
        return given == SUT_KNOT_END_FIRST;
    }
    // a clear difference only: a fifth
    double first = tail_length(&j->threads, thread, true);
    double last = tail_length(&j->threads, thread, false);
    *known = first > 1.2 * last || last > 1.2 * first;
    return first > last;
}

// One throw between two threads is a half knot. Two make a reef or a thief, a granny or a grief, by
// which of the ends are loaded.
static void name_by_roles(sut_knot_throws *bend, bool swapped) {
    if (strcmp(bend->surgical, "overhand") == 0) {
        snprintf(bend->surgical, sizeof bend->surgical, "half knot");
    } else if (swapped && strcmp(bend->surgical, "reef") == 0) {
        snprintf(bend->surgical, sizeof bend->surgical, "thief");
    } else if (swapped && strcmp(bend->surgical, "granny") == 0) {
        snprintf(bend->surgical, sizeof bend->surgical, "grief");
    }
}

// Both ways to pair the ends: as the roles say, and with those of the second thread exchanged. The
// right one shows more throws; the other one twists the threads together far away, which undoes
// some.
static sut_naming_result find_bend(job *j) {
    bool known[2];
    bool first[2] = {standing_is_first(j, 0, &known[0]), standing_is_first(j, 1, &known[1])};
    bool roles = known[0] && known[1];
    int tries = j->quick ? 2 : BEND_TRIES;
    int most = 0;
    for (int k = 0; k < tries && most == 0; k++) {
        for (int swapped = 0; swapped < 2; swapped++) {
            sut_named name;
            sut_throws throws;
            sut_closing_way way = k == 0 ? SUT_CLOSE_OUTWARD : SUT_CLOSE_VARIED;
            sut_naming_result r =
                try_bend(j, first[0], first[1] != (swapped != 0), way, &name, &throws);
            if (r != SUT_NAMING_DONE) {
                return r;
            }
            if (name.known && name.factor_count > 0 && throws.count > most) {
                most = throws.count;
                fill_throws(&j->out->bend, &throws);
                name_by_roles(&j->out->bend, swapped != 0 && roles);
                write_name(&name, j->out->bend_name);
            }
        }
    }
    return SUT_NAMING_DONE;
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

static void fill_loop(sut_knot_loop *to, const ballot *b, int64_t **memory) {
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
    write_name(n, to->name);
    if (second >= 0) {
        write_name(&b->name[second], to->runner_up);
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
    fill_throws(&to->throws, &b->throws[winner]);
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
static sut_result fill_out(job *j, const ballot *ballots, const int *linking) {
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
        fill_loop(&out->loops[k], &ballots[k], &coefficients);
        out->loops[k].ambiguous = !j->threads.free_end[2 * k] || !j->threads.free_end[2 * k + 1];
        // the small links are made of unknotted loops
        if (strchr(out->link, '^') != NULL && strcmp(out->loops[k].name, "0_1") != 0) {
            snprintf(out->link, sizeof out->link, "linked");
        }
    }
    return SUT_OK;
}

//---- the call ------------------------------------------------------------------------------------

static sut_result name_all(job *j, const sut_knot_thread *threads, int count) {
    sut_result result = clean(j, threads, count);
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
    int votes = sut_threads_ends_are_free(&j->threads) ? 1 : j->quick ? VOTES_LIVE : VOTES;
    sut_naming_result r = SUT_NAMING_DONE;
    for (int v = 0; v < votes && r == SUT_NAMING_DONE; v++) {
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
    if (r == SUT_NAMING_DONE && count == 2 && !threads[0].closed && !threads[1].closed) {
        r = find_bend(j);
    }
    return r == SUT_NAMING_DONE ? fill_out(j, ballots, linking) : result_of(r);
}

sut_result sut_knot_name(const sut_knot_thread *threads, int count, sut_knot_effort effort,
                         sut_knot *out) {
    if (out == NULL) {
        return SUT_E_ARGUMENT;
    }
    *out = (sut_knot){0};
    if (threads == NULL || count < 1 || count > SUT_KNOT_LOOPS_MAX) {
        return SUT_E_ARGUMENT;
    }
    job j = {.random = {0x5355545552410001u},
             .effort = effort == SUT_KNOT_LIVE ? &live : &thorough,
             .quick = effort == SUT_KNOT_LIVE,
             .input = threads,
             .out = out};
    sut_result result = name_all(&j, threads, count);
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
