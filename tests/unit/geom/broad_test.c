// SPDX-License-Identifier: MIT
#include "geom/broad.h"

#include "check.h"
#include "geom_random.h"

#include <stdlib.h>

typedef struct arena {
    sut_broad broad;
    void *memory;
    int capacity;
    int (*pair)[2];
    int (*truth)[2];
} arena;

static arena arena_for(int boxes, int capacity) {
    arena a;
    a.memory = aligned_alloc(64, sut_broad_memory(boxes));
    sut_broad_init(&a.broad, boxes, a.memory);
    a.capacity = capacity;
    a.pair = malloc((size_t)capacity * sizeof *a.pair);
    a.truth = malloc((size_t)capacity * sizeof *a.truth);
    return a;
}

static void arena_free(arena *a) {
    free(a->memory);
    free(a->pair);
    free(a->truth);
}

static bool is_pair(const sut_broad_box *a, const sut_broad_box *b, const double *skip) {
    bool apart = !(a->low.x <= b->high.x && b->low.x <= a->high.x && a->low.y <= b->high.y &&
                   b->low.y <= a->high.y && a->low.z <= b->high.z && b->low.z <= a->high.z);
    if (apart) {
        return false;
    }
    if (skip && a->chain >= 0 && a->chain == b->chain) {
        const sut_broad_box *later = a->arc0 < b->arc0 ? b : a;
        const sut_broad_box *earlier = later == a ? b : a;
        return !(later->arc0 - earlier->arc1 < skip[a->chain]);
    }
    return true;
}

// all pairs, tried one by one; more than the capacity are counted only
static int brute(const sut_broad_box *box, int count, const double *skip, arena *a) {
    int found = 0;
    for (int i = 0; i < count; i++) {
        for (int j = i + 1; j < count; j++) {
            if (is_pair(&box[i], &box[j], skip)) {
                if (found < a->capacity) {
                    a->truth[found][0] = i;
                    a->truth[found][1] = j;
                }
                found++;
            }
        }
    }
    return found;
}

static bool same_pairs(const arena *a, int count) {
    for (int p = 0; p < count; p++) {
        if (a->pair[p][0] != a->truth[p][0] || a->pair[p][1] != a->truth[p][1]) {
            return false;
        }
    }
    return true;
}

// Number of pairs, or -1 when it is wrong in any way; with all of the capacity, and with no more
// than is needed, where they are sorted in place.
static int compare(const sut_broad_box *box, int count, const double *skip, arena *a) {
    int truth = brute(box, count, skip, a);
    int found = sut_broad_pairs(&a->broad, box, count, skip, a->pair, a->capacity);
    if (truth > a->capacity) {
        return found == -1 - truth ? truth : -1;
    }
    if (found != truth || !same_pairs(a, truth)) {
        return -1;
    }
    found = sut_broad_pairs(&a->broad, box, count, skip, a->pair, truth);
    return found == truth && same_pairs(a, truth) ? truth : -1;
}

static sut_broad_box box_between(sut_vec3 p, sut_vec3 q, double margin) {
    sut_broad_box b;
    b.low = v3(fmin(p.x, q.x) - margin, fmin(p.y, q.y) - margin, fmin(p.z, q.z) - margin);
    b.high = v3(fmax(p.x, q.x) + margin, fmax(p.y, q.y) + margin, fmax(p.z, q.z) + margin);
    b.chain = -1;
    b.arc0 = 0.0;
    b.arc1 = 0.0;
    return b;
}

#define MANY 700

// sizes spread over `orders` orders of magnitude, centres within `room`
static void make_mixed(geom_random *g, sut_broad_box *box, int count, double room, double orders) {
    for (int i = 0; i < count; i++) {
        sut_vec3 p = random_point(g, room);
        double size = random_size(g, -orders, 0.0);
        box[i] = box_between(p, v3_add(p, random_point(g, size)), 0.05 * size);
        box[i].chain = random_below(g, 4) - 1;
        box[i].arc0 = random_in(g, 0.0, 10.0);
        box[i].arc1 = box[i].arc0 + random_in(g, 0.0, 0.5);
    }
}

TEST(random_boxes_of_all_sizes_give_the_pairs_of_brute_force) {
    geom_random g = {51};
    arena a = arena_for(MANY, 400000);
    static sut_broad_box box[MANY];
    double skip[3] = {0.0, 1.0, 5.0};
    int pairs = 0;
    for (int round = 0; round < 300; round++) {
        CASE("round %d", round);
        int count = random_below(&g, round < 100 ? 20 : MANY);
        double room = random_size(&g, -1.0, 1.0);
        double orders = round % 5;
        make_mixed(&g, box, count, room, orders);
        int found = compare(box, count, round % 2 != 0 ? skip : 0, &a);
        if (!CHECK(found >= 0)) {
            break;
        }
        pairs += found > 0 ? 1 : 0;
    }
    CHECK(pairs > 200); // most rounds have some
    arena_free(&a);
}

// a random walk that fills a ball, as a thread in a knot does
static void make_thread(geom_random *g, sut_broad_box *box, int count, double ball) {
    sut_vec3 p = v3_zero();
    sut_vec3 u = random_direction(g);
    for (int i = 0; i < count; i++) {
        u = v3_normalized(v3_madd(u, 0.4, random_point(g, 1.0)));
        sut_vec3 q = v3_add(p, u);
        if (v3_norm(q) > ball) {
            u = v3_normalized(v3_madd(u, -0.7 / ball, q));
            q = v3_add(p, u);
        }
        box[i] = box_between(p, q, 0.6);
        box[i].chain = 0;
        box[i].arc0 = i;
        box[i].arc1 = i + 1;
        p = q;
    }
}

TEST(knotted_thread_gives_the_pairs_of_brute_force) {
    geom_random g = {52};
    arena a = arena_for(MANY, 100000);
    static sut_broad_box box[MANY];
    double skip[1] = {2.5};
    for (int round = 0; round < 20; round++) {
        CASE("round %d", round);
        make_thread(&g, box, MANY, 4.0 + round);
        CHECK(compare(box, MANY, skip, &a) > 0);
    }
    // a few large things among it, the first and the last of the list among them
    box[0] = box_between(v3(-300.0, -300.0, -1.0), v3(300.0, 300.0, 0.0), 0.0);
    box[MANY / 2] = box_between(v3(0.0, 0.0, -1000.0), v3(1.0, 1.0, 1000.0), 0.0);
    box[MANY - 1] = box_between(v3(-20.0, -20.0, -20.0), v3(20.0, 20.0, 20.0), 0.0);
    CHECK(compare(box, MANY, skip, &a) > MANY);
    arena_free(&a);
}

TEST(touching_boxes_of_a_lattice_are_pairs) {
    arena a = arena_for(MANY, 100000);
    static sut_broad_box box[MANY];
    int count = 0;
    for (int i = 0; i < 512; i++) {
        sut_vec3 p = v3(i % 8, i / 8 % 8, i / 64);
        box[count++] = box_between(p, v3_add(p, v3(1.0, 1.0, 1.0)), 0.0);
    }
    // neighbours along edges, faces and corners, counted from each cube: (3*8-2)^3 less itself,
    // half
    CHECK_EQ_INT(compare(box, count, 0, &a), (22 * 22 * 22 - 512) / 2);
    arena_free(&a);
}

TEST(odd_boxes_are_handled) {
    geom_random g = {53};
    arena a = arena_for(MANY, 100000);
    static sut_broad_box box[MANY];
    double big = (double)INFINITY;
    for (int round = 0; round < 50; round++) {
        CASE("round %d", round);
        make_mixed(&g, box, 200, 2.0, 1.0);
        // points, all alike, endless, far away, not a number, upside down
        for (int i = 0; i < 20; i++) {
            box[random_below(&g, 200)] = box_between(v3_zero(), v3_zero(), 0.0);
        }
        box[random_below(&g, 200)] = box_between(v3(-big, -1.0, -big), v3(big, 1.0, big), 0.0);
        box[random_below(&g, 200)] = box_between(v3(-big, -big, -big), v3(big, big, big), 0.0);
        box[random_below(&g, 200)] = box_between(v3(1e300, 0.0, 0.0), v3(-1e300, 1.0, 1.0), 0.0);
        box[random_below(&g, 200)] = box_between(v3(1e12, 0.0, 0.0), v3(1e12, 1.0, 1.0), 0.0);
        box[random_below(&g, 200)].low.y = (double)NAN;
        box[random_below(&g, 200)].high.z = (double)NAN;
        CHECK(compare(box, 200, 0, &a) > 0);
    }
    for (int i = 0; i < 300; i++) {
        box[i] = box_between(v3(1.0, 2.0, 3.0), v3(1.0, 2.0, 3.0), 0.0);
    }
    CHECK_EQ_INT(compare(box, 300, 0, &a), 300 * 299 / 2);
    for (int i = 0; i < 300; i++) {
        box[i] = box_between(random_point(&g, 1.0), v3_zero(), 0.0);
        box[i].low = box[i].high;
    }
    CHECK(compare(box, 300, 0, &a) >= 0);
    CHECK_EQ_INT(compare(box, 0, 0, &a), 0);
    CHECK_EQ_INT(compare(box, 1, 0, &a), 0);
    arena_free(&a);
}

TEST(full_capacity_says_how_much_is_needed) {
    geom_random g = {54};
    static sut_broad_box box[MANY];
    make_mixed(&g, box, MANY, 2.0, 2.0);
    arena large = arena_for(MANY, 400000);
    int needed = compare(box, MANY, 0, &large);
    CHECK(needed > 100);
    arena exact = arena_for(MANY, needed);
    CHECK_EQ_INT(compare(box, MANY, 0, &exact), needed);
    arena small = arena_for(MANY, needed - 1);
    CHECK_EQ_INT(sut_broad_pairs(&small.broad, box, MANY, 0, small.pair, needed - 1), -1 - needed);
    CHECK_EQ_INT(sut_broad_pairs(&small.broad, box, MANY, 0, 0, 0), -1 - needed);
    arena_free(&large);
    arena_free(&exact);
    arena_free(&small);
}

TEST(chain_neighbours_are_left_out_by_arc) {
    arena a = arena_for(8, 100);
    sut_broad_box box[4];
    for (int i = 0; i < 4; i++) {
        box[i] = box_between(v3(0.0, 0.0, 0.0), v3(1.0, 1.0, 1.0), 0.0);
        box[i].chain = 1;
        box[i].arc0 = 3 - i; // numbered against the arc
        box[i].arc1 = 4 - i;
    }
    double skip[2] = {100.0, 1.0};
    // gaps are 0 between neighbours, 1 and 2 beyond: a gap of exactly skip is a pair
    CHECK_EQ_INT(compare(box, 4, skip, &a), 3);
    CHECK(a.pair[0][0] == 0 && a.pair[0][1] == 2);
    skip[1] = 0.0;
    CHECK_EQ_INT(compare(box, 4, skip, &a), 6);
    skip[1] = 1.0;
    box[1].chain = -1;
    box[2].chain = -1; // belong to nothing, so nothing is left out
    CHECK_EQ_INT(compare(box, 4, skip, &a), 6);
    arena_free(&a);
}

TEST(endless_skip_leaves_pairs_between_two_chains_only) {
    geom_random g = {37};
    enum { COUNT = 10000 };
    sut_broad_box *box = malloc(COUNT * sizeof *box);
    arena a = arena_for(COUNT, 4000000);
    for (int i = 0; i < COUNT; i++) {
        sut_vec3 low = random_point(&g, 1.0);
        double size = random_size(&g, -2.0, -1.0);
        box[i] = (sut_broad_box){low, v3_add(low, v3(size, size, size)), i < 9000 ? 0 : 1, 0.0,
                                 random_in(&g, 0.0, 1.0)};
    }
    const double skip[2] = {(double)INFINITY, (double)INFINITY};
    int truth = brute(box, COUNT, skip, &a);
    CHECK_EQ_INT(sut_broad_pairs(&a.broad, box, COUNT, skip, a.pair, a.capacity), truth);
    CHECK(truth > 200);
    int bad = 0;
    for (int p = 0; p < truth; p++) {
        bad += a.pair[p][0] != a.truth[p][0] || a.pair[p][1] != a.truth[p][1] ? 1 : 0;
        bad += box[a.pair[p][0]].chain == box[a.pair[p][1]].chain ? 1 : 0;
    }
    CHECK_EQ_INT(bad, 0);
    arena_free(&a);
    free(box);
}
