// SPDX-License-Identifier: MIT
#include "topology/naming.h"

#include <string.h>

enum {
    PROVEN = 8,            // crossings up to which the table is complete
    PARTS_MAX = 16,        // factors that are told apart
    DIRECTIONS_TRIED = 64, // before giving up on loops whose points coincide
    SHAKES = 12,           // tries per vertex and round
    FACTORS_SEARCHED = 4,  // in a part that did not fall apart
    CUT_MAX = 2000,        // crossings of a diagram that is searched for factors
    LARGE = 200,           // crossings of a diagram that takes long
    HOPEFUL = 40,          // crossings that further rounds may still bring down
    IDLE_ROUNDS = 3,       // without progress before a larger diagram is left as it is
    STIR_WORK = 6000       // moves times crossings per round
};

//---- a small diagram -----------------------------------------------------------------------------

sut_naming_result sut_naming_draw(const sut_loops *l, int limit, sut_pool *pool, sut_random *random,
                                  sut_diagram *d) {
    for (int k = 0; k < DIRECTIONS_TRIED; k++) {
        switch (sut_diagram_project(d, l, pool, random)) {
        case SUT_PROJECT_MEMORY:
            return SUT_NAMING_MEMORY;
        case SUT_PROJECT_SPENT:
            return SUT_NAMING_SPENT;
        case SUT_PROJECT_DONE:
            if (!sut_diagram_untwist(d, pool) ||
                (d->crossings <= limit && !sut_diagram_pass(d, pool))) {
                return SUT_NAMING_MEMORY;
            }
            return SUT_NAMING_DONE;
        default:
            break;
        }
    }
    return SUT_NAMING_NO_DIRECTION;
}

// the largest part of the diagram, -1 without memory; links count as one part
static int largest_part(const sut_diagram *d, sut_pool *pool) {
    if (d->loops > 1 || d->crossings <= PROVEN || d->crossings > LARGE) {
        return d->crossings;
    }
    sut_diagram parts[PARTS_MAX];
    int count = 0;
    sut_pool_mark mark = sut_pool_here(pool);
    int largest = -1;
    if (sut_naming_split(d, pool, parts, PARTS_MAX, &count)) {
        largest = 0;
        for (int i = 0; i < count; i++) {
            largest = parts[i].crossings > largest ? parts[i].crossings : largest;
        }
    }
    sut_pool_release(pool, mark);
    return largest;
}

// The best drawing so far, in memory that stays.
typedef struct search {
    const sut_effort *effort;
    sut_pool *keep, *pool;
    sut_random *random;
    sut_diagram *best;
    bool found;
    int largest; // crossings of its largest part
} search;

static sut_naming_result look_from_one_side(search *s, const sut_loops *l) {
    sut_diagram d;
    sut_pool_mark mark = sut_pool_here(s->pool);
    sut_naming_result result = sut_naming_draw(l, s->effort->limit, s->pool, s->random, &d);
    if (result == SUT_NAMING_DONE && (!s->found || d.crossings < s->best->crossings)) {
        s->largest = largest_part(&d, s->pool);
        s->found = true;
        if (s->largest < 0 || !sut_diagram_copy(s->best, &d, -1, s->keep)) {
            result = SUT_NAMING_MEMORY;
        }
    }
    sut_pool_release(s->pool, mark);
    return result;
}

// Random moves on a copy of the best diagram, which is kept if it got smaller.
static sut_naming_result stir_best(search *s) {
    sut_diagram d;
    // a move on a large diagram takes longer, in proportion at least
    int tries = 1 + STIR_WORK / (s->best->crossings + 1);
    tries = tries < s->effort->stirs ? tries : s->effort->stirs;
    sut_pool_mark mark = sut_pool_here(s->pool);
    bool ok = sut_diagram_copy(&d, s->best, -1, s->pool) &&
              sut_diagram_stir(&d, s->pool, s->random, tries, 0);
    if (ok && d.crossings < s->best->crossings) {
        s->largest = largest_part(&d, s->pool);
        ok = s->largest >= 0 && sut_diagram_copy(s->best, &d, -1, s->keep);
    }
    sut_pool_release(s->pool, mark);
    return ok ? SUT_NAMING_DONE : SUT_NAMING_MEMORY;
}

// One round: drawings from several sides, then small moves on the best, which cost less than moving
// the curve. True when that is small enough.
static sut_naming_result one_round(search *s, const sut_loops *l, bool *enough) {
    sut_naming_result result = SUT_NAMING_DONE;
    *enough = false;
    int directions = s->effort->directions;
    for (int k = 0; k < directions && result == SUT_NAMING_DONE && !*enough; k++) {
        result = look_from_one_side(s, l);
        *enough = s->found && s->largest <= PROVEN;
        // large drawings take long and are much alike
        directions = s->found && s->largest > LARGE && directions > 2 ? 2 : directions;
    }
    if (result == SUT_NAMING_DONE && !*enough && s->effort->stirs > 0) {
        result = stir_best(s);
        *enough = s->largest <= PROVEN;
    }
    return result;
}

sut_naming_result sut_naming_reduce(sut_loops *l, const sut_effort *effort, sut_pool *keep,
                                    sut_pool *pool, sut_random *random, sut_diagram *best) {
    search s = {.effort = effort, .keep = keep, .pool = pool, .random = random, .best = best};
    sut_naming_result result =
        sut_loops_drop(l, pool, random) ? SUT_NAMING_DONE : SUT_NAMING_MEMORY;
    bool enough = false;
    int idle = 0;
    int before = 0;
    for (int round = 0; result == SUT_NAMING_DONE; round++) {
        result = one_round(&s, l, &enough);
        // a large diagram that no longer gets smaller is what it is
        idle = round > 0 && s.best->crossings >= before - before / 32 ? idle + 1 : 0;
        before = s.found ? s.best->crossings : 0;
        bool stuck = idle >= (s.largest > HOPEFUL ? IDLE_ROUNDS : 2 * IDLE_ROUNDS);
        bool hopeless = round > 0 && s.largest > effort->limit;
        hopeless = hopeless || sut_work_is_spent(pool->work);
        if (enough || stuck || hopeless || round == effort->rounds) {
            break;
        }
        if (result == SUT_NAMING_DONE &&
            (!sut_loops_shake(l, pool, random, SHAKES) || !sut_loops_drop(l, pool, random))) {
            result = SUT_NAMING_MEMORY;
        }
    }
    // what was found before the work was spent is as true as ever
    return result == SUT_NAMING_SPENT && s.found ? SUT_NAMING_DONE : result;
}

//---- parts ---------------------------------------------------------------------------------------

// A diagram of the crossings that are marked, or of the others.
static bool copy_marked(sut_diagram *to, const sut_diagram *from, const bool *marked, bool which,
                        sut_pool *pool) {
    if (!sut_diagram_copy(to, from, -1, pool)) {
        return false;
    }
    // the copy numbers the crossings in their old order
    int c = 0;
    for (int old = 0; old < from->used; old++) {
        if (from->sign[old] != 0) {
            if (marked[old] != which) {
                sut_diagram_remove(to, c);
            }
            c++;
        }
    }
    return true;
}

// The shortest stretch of the loop that crosses only itself; its crossings are marked. False when
// there is none but the whole. Time c^2.
static bool find_factor(const sut_diagram *d, const int *word, int *seen, bool *marked,
                        sut_work *work) {
    int n = 2 * d->crossings;
    int best = n;
    int best_start = -1;
    for (int c = 0; c < d->used; c++) {
        seen[c] = -1;
        marked[c] = false;
    }
    for (int i = 0; i < n && !sut_work_is_spent(work); i++) {
        int open = 0;
        int k = 0;
        for (; k < best - 1; k++) {
            int c = word[i + k < n ? i + k : i + k - n] >> 1;
            open += seen[c] == i ? -1 : 1;
            seen[c] = i;
            if (open == 0) {
                best = k + 1;
                best_start = i;
                break;
            }
            if (open > best - 1 - k) {
                break; // too many to close in time
            }
        }
        sut_work_count(work, 2 * (k + 1));
    }
    for (int k = 0; best_start >= 0 && k < best; k++) {
        marked[word[(best_start + k) % n] >> 1] = true;
    }
    return best_start >= 0;
}

// Cut off one factor of d into *factor and keep the rest in d; *found says whether there was one.
static bool cut_one(sut_diagram *d, sut_diagram *factor, bool *found, sut_pool *pool) {
    size_t n = (size_t)d->used + 1;
    int *word = sut_pool_take(pool, 2 * n, sizeof *word);
    int *seen = sut_pool_take(pool, n, sizeof *seen);
    bool *marked = sut_pool_take(pool, n, sizeof *marked);
    if (word == NULL || seen == NULL || marked == NULL) {
        return false;
    }
    sut_diagram_word(d, 0, word);
    *found = find_factor(d, word, seen, marked, pool->work);
    if (!*found) {
        return true;
    }
    sut_diagram rest;
    if (!copy_marked(factor, d, marked, true, pool) ||
        !copy_marked(&rest, d, marked, false, pool) || !sut_diagram_pass(factor, pool) ||
        !sut_diagram_pass(&rest, pool)) {
        return false;
    }
    *d = rest;
    return true;
}

bool sut_naming_split(const sut_diagram *d, sut_pool *pool, sut_diagram *parts, int most,
                      int *count) {
    // parts[0 .. done) are prime as far as can be seen, parts[done .. n) are still to be looked at
    int n = 1;
    int done = 0;
    if (!sut_diagram_copy(&parts[0], d, -1, pool)) {
        return false;
    }
    while (done < n) {
        sut_diagram *part = &parts[done];
        bool found = false;
        bool cut = part->crossings > 0 && part->crossings <= CUT_MAX && n < most;
        if (cut && !cut_one(part, &parts[n], &found, pool)) {
            return false;
        }
        if (found) {
            n++;
        } else if (part->crossings == 0) {
            parts[done] = parts[--n];
        } else {
            done++;
        }
    }
    *count = n;
    return true;
}

//---- names ---------------------------------------------------------------------------------------

static int64_t magnitude(int64_t x) {
    return x < 0 ? -x : x;
}

// What both polynomials must agree on: V(1) = 1, V'(1) = 0, |V(-1)| = |Alexander(-1)|, and the
// second derivatives at 1. Powers of t are half of those stored.
static bool polynomials_agree(const sut_poly *alexander, const sut_poly *jones) {
    int64_t value = 0;
    int64_t minus = 0;
    int64_t first = 0;
    int64_t second = 0;
    for (int i = 0; i < jones->count; i++) {
        int power = jones->low + i;
        if (power % 2 != 0) {
            if (jones->c[i] != 0) {
                return false;
            }
            continue;
        }
        int64_t e = power / 2;
        value += jones->c[i];
        minus += e % 2 == 0 ? jones->c[i] : -jones->c[i];
        first += e * jones->c[i];
        second += e * (e - 1) * jones->c[i];
    }
    int64_t conway = 0; // twice the second coefficient of Conway's polynomial
    for (int i = 0; i < alexander->count; i++) {
        int64_t e = alexander->low + i;
        conway += e * e * alexander->c[i];
    }
    return value == 1 && first == 0 && second == -3 * conway &&
           magnitude(minus) == magnitude(sut_poly_at(alexander, -1));
}

static int table_signature(const sut_knot_factor *f, int count) {
    int sum = 0;
    for (int i = 0; i < count; i++) {
        int s = sut_knot_table[f[i].entry].signature;
        sum += f[i].mirrored ? -s : s;
    }
    return sum;
}

static bool multiply_into(sut_poly *product, bool *has, const sut_poly *p,
                          sut_invariant_result result, sut_pool *pool) {
    *has = *has && result == SUT_INVARIANT_DONE;
    sut_poly before = *product;
    return !*has || sut_poly_times(product, &before, p, pool);
}

// Invariants of one part, and which of them could be computed.
typedef struct invariants {
    sut_poly alexander, jones;
    int signature;
    sut_invariant_result has_alexander, has_jones, has_signature;
} invariants;

static invariants invariants_of(const sut_diagram *part, bool quick, sut_pool *pool) {
    invariants i = {.signature = 0,
                    .has_alexander = SUT_INVARIANT_TOO_LARGE,
                    .has_jones = SUT_INVARIANT_TOO_LARGE,
                    .has_signature = SUT_INVARIANT_TOO_LARGE};
    if (!quick || part->crossings <= SUT_INVARIANT_SMALL) {
        i.has_alexander = sut_alexander(part, pool, &i.alexander);
        i.has_jones = sut_jones(part, pool, &i.jones);
        i.has_signature = sut_signature(part, pool, &i.signature);
    }
    return i;
}

// Multiply them into those of the whole; false: no memory.
static bool multiply_invariants(sut_named *out, const invariants *i, sut_pool *pool) {
    return i->has_alexander != SUT_INVARIANT_MEMORY && i->has_jones != SUT_INVARIANT_MEMORY &&
           i->has_signature != SUT_INVARIANT_MEMORY &&
           multiply_into(&out->alexander, &out->has_alexander, &i->alexander, i->has_alexander,
                         pool) &&
           multiply_into(&out->jones, &out->has_jones, &i->jones, i->has_jones, pool);
}

// Name one part and multiply its invariants into those of the whole.
static sut_naming_result name_part(const sut_diagram *part, bool quick, sut_pool *pool,
                                   sut_named *out) {
    invariants i = invariants_of(part, quick, pool);
    if (!multiply_invariants(out, &i, pool)) {
        return SUT_NAMING_MEMORY;
    }
    bool has_signature = i.has_signature == SUT_INVARIANT_DONE;
    out->has_signature = out->has_signature && has_signature;
    out->signature += i.signature;
    out->crossings += part->crossings;
    out->certain = out->certain && part->crossings <= PROVEN;

    sut_knot_factor factors[SUT_KNOT_FACTORS_MAX];
    int count = 0;
    bool trivial = false;
    if (i.has_alexander == SUT_INVARIANT_DONE && i.has_jones == SUT_INVARIANT_DONE &&
        polynomials_agree(&i.alexander, &i.jones)) {
        trivial = i.alexander.count == 1 && i.jones.count == 1;
        count =
            trivial ? 0 : sut_knot_look_up(&i.alexander, &i.jones, FACTORS_SEARCHED, factors, pool);
    }
    if (count < 0) {
        return SUT_NAMING_MEMORY;
    }
    bool fits = count > 0 && out->factor_count + count <= SUT_KNOT_FACTORS_MAX &&
                (!has_signature || table_signature(factors, count) == i.signature);
    if (fits) {
        memcpy(out->factors + out->factor_count, factors, (size_t)count * sizeof *factors);
        out->factor_count += count;
    }
    out->known = out->known && (fits || trivial);
    return SUT_NAMING_DONE;
}

// Split into prime parts, name each, and put the factors in order.
sut_naming_result sut_naming_name(const sut_diagram *d, bool quick, sut_pool *pool,
                                  sut_named *out) {
    *out = (sut_named){.known = true,
                       .certain = true,
                       .has_alexander = true,
                       .has_jones = true,
                       .has_signature = true};
    int64_t *one = sut_pool_take(pool, 1, sizeof *one);
    sut_diagram parts[PARTS_MAX];
    int count = 0;
    if (one == NULL || !sut_naming_split(d, pool, parts, PARTS_MAX, &count)) {
        return SUT_NAMING_MEMORY;
    }
    *one = 1;
    out->alexander = (sut_poly){0, 1, one};
    out->jones = (sut_poly){0, 1, one};
    for (int i = 0; i < count; i++) {
        sut_naming_result result = name_part(&parts[i], quick, pool, out);
        if (result != SUT_NAMING_DONE) {
            return result;
        }
    }
    sut_knot_sort(out->factors, out->factor_count);
    out->certain = out->certain && out->known;
    if (!out->known) {
        out->factor_count = 0;
    }
    return SUT_NAMING_DONE;
}

bool sut_named_equal(const sut_named *a, const sut_named *b) {
    bool same = a->known == b->known && a->factor_count == b->factor_count;
    for (int i = 0; same && i < a->factor_count; i++) {
        same = a->factors[i].entry == b->factors[i].entry &&
               a->factors[i].mirrored == b->factors[i].mirrored;
    }
    return same;
}
