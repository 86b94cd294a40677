// SPDX-License-Identifier: MIT
// The list of near pairs against all pairs of edges, while threads go to and fro, slowly and fast.
#include "contact_fixture.h"

#include "check.h"
#include "geom/segment.h"
#include "math/vec3.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { THREADS = 3, VERTICES = 30 };

static double random_in(uint64_t *state, double low, double high) {
    *state = *state * 6364136223846793005u + 1442695040888963407u;
    return low + (high - low) * ((double)(*state >> 11) * 0x1p-53);
}

static sut_vec3 random_vector(uint64_t *state, double size) {
    double x = random_in(state, -size, size);
    double y = random_in(state, -size, size);
    double z = random_in(state, -size, size);
    return v3(x, y, z);
}

// Three threads side by side, the last one bent back onto itself; nothing is solved here.
static sut_world *make_threads(double edge) {
    sut_world *w = empty_world();
    for (int k = 0; w && k < THREADS; k++) {
        double y = 5.0 * SHAPE_RADIUS * k;
        shape s = shape_line(VERTICES, (sut_vec3){0.0, y, 0.0},
                             (sut_vec3){(VERTICES - 1) * edge, y, 0.0});
        for (int i = VERTICES / 2; k == THREADS - 1 && i < VERTICES; i++) {
            s.x[i].x = (VERTICES - 1 - i) * edge;
            s.x[i].z = 4.0 * SHAPE_RADIUS;
        }
        (void)shape_add(w, &s);
    }
    return w;
}

static sut_rod *rod_of(sut_world *w, int k) {
    return &w->threads[k].rod;
}

//---- motion --------------------------------------------------------------------------------------
typedef enum gait { CREEP, JUMP, BACK, SHIVER, GAITS } gait;

// The predictor of a step, in radii: threads as a whole and each vertex by itself.
static void guess(sut_world *w, uint64_t *state, gait g) {
    const double whole[GAITS] = {0.02, 3.0, 0.0, 0.3};
    const double single[GAITS] = {0.01, 1.0, 0.0, 0.3};
    for (int k = 0; k < THREADS; k++) {
        sut_rod *r = rod_of(w, k);
        sut_vec3 all = random_vector(state, whole[g] * SHAPE_RADIUS);
        for (int i = 0; i < r->body.n; i++) {
            sut_vec3 last = sut_soa3_get(&r->body.move, i);
            sut_vec3 next = v3_add(all, random_vector(state, single[g] * SHAPE_RADIUS));
            sut_soa3_set(&r->body.move, i, g == BACK ? v3_scale(last, -1.0) : next);
        }
    }
}

// What the solve makes of the guess, and the part of it that is taken over.
static void correct(sut_world *w, uint64_t *state, double size) {
    for (int k = 0; k < THREADS; k++) {
        sut_rod *r = rod_of(w, k);
        for (int i = 0; i < r->body.n; i++) {
            sut_vec3 d = random_vector(state, size * SHAPE_RADIUS);
            sut_soa3_set(&r->body.move, i, v3_add(sut_soa3_get(&r->body.move, i), d));
        }
    }
}

static void take_over(sut_world *w, double share) {
    for (int k = 0; k < THREADS; k++) {
        sut_rod *r = rod_of(w, k);
        for (int i = 0; i < r->body.n; i++) {
            sut_soa3_set(&r->body.move, i, v3_scale(sut_soa3_get(&r->body.move, i), share));
            r->body.position[i] = v3_add(r->body.position[i], sut_soa3_get(&r->body.move, i));
        }
        for (int i = 0; i < r->body.n - 1; i++) {
            sut_soa3_set(&r->state.edge, i, v3_sub(r->body.position[i + 1], r->body.position[i]));
        }
    }
}

static void copy_motion(sut_world *to, sut_world *from) {
    for (int k = 0; k < THREADS; k++) {
        sut_rod *a = rod_of(to, k);
        sut_rod *b = rod_of(from, k);
        for (int i = 0; i < b->body.n; i++) {
            a->body.position[i] = b->body.position[i];
            sut_soa3_set(&a->body.move, i, sut_soa3_get(&b->body.move, i));
        }
        for (int i = 0; i < b->body.n - 1; i++) {
            sut_soa3_set(&a->state.edge, i, sut_soa3_get(&b->state.edge, i));
        }
    }
}

//---- all pairs -----------------------------------------------------------------------------------
static double stride_of(const sut_contacts *c, sut_world *w, int e) {
    const sut_rod *r = rod_of(w, c->edge_rod[e]);
    int i = c->edge_index[e];
    return fmax(v3_norm(sut_soa3_get(&r->body.move, i)),
                v3_norm(sut_soa3_get(&r->body.move, i + 1)));
}

static double distance_of(const sut_contacts *c, sut_world *w, int e, int f, double share) {
    sut_vec3 x[4];
    for (int k = 0; k < 4; k++) {
        int edge = k < 2 ? e : f;
        const sut_rod *r = rod_of(w, c->edge_rod[edge]);
        int i = c->edge_index[edge] + k % 2;
        x[k] = v3_madd(r->body.position[i], share, sut_soa3_get(&r->body.move, i));
    }
    return sut_segment_nearest(x[0], x[1], x[2], x[3]).distance;
}

// Edges of one thread that its thickness keeps from touching each other; e comes before f.
static bool neighbours(const sut_contacts *c, int e, int f) {
    return c->edge_rod[e] == c->edge_rod[f] &&
           c->box[f].arc0 - c->box[e].arc1 < c->skip[c->edge_rod[e]] * (1.0 + 1e-9);
}

static bool *near_pairs(const sut_contacts *c) {
    bool *is_near = calloc((size_t)c->edges * (size_t)c->edges, sizeof(bool));
    for (int i = 0; is_near && i < c->nears; i++) {
        int e = c->pair[c->near[i]][0];
        int f = c->pair[c->near[i]][1];
        is_near[e * c->edges + f] = true;
        is_near[f * c->edges + e] = true;
    }
    return is_near;
}

typedef struct tally {
    int seen;   // pairs that matter
    int missed; // of these, not on the list
    int rash;   // pairs that are nearer than the list thinks
    int renewed;
} tally;

// Boxes keep two edges on the list up to this many touching distances, whatever they do.
static const double promised = 2.0;

// What matters: pairs near enough for a contact, and pairs that come too near on the way.
static void compare(sut_world *w, tally *t) {
    const sut_contacts *c = &w->contacts;
    const double reach = 2.0 * SHAPE_RADIUS;
    bool *is_near = near_pairs(c);
    for (int e = 0; is_near && e < c->edges; e++) {
        for (int f = e + 1; f < c->edges; f++) {
            double distance = distance_of(c, w, e, f, 0.0);
            double strides = stride_of(c, w, e) + stride_of(c, w, f);
            const int pair[2] = {e, f};
            double ahead = sut_contact_ahead(c, pair, strides);
            double last = distance_of(c, w, e, f, 1.0);
            double middle = distance_of(c, w, e, f, 0.5);
            bool contact = distance <= fmin(ahead, promised * reach);
            bool guard = fmin(last, middle) <= SUT_CONTACT_KEEP * reach;
            if (!neighbours(c, e, f) && (contact || guard)) {
                t->seen++;
                t->missed += is_near[e * c->edges + f] ? 0 : 1;
            }
        }
    }
    for (int p = 0; p < c->pairs; p++) {
        double distance = distance_of(c, w, c->pair[p][0], c->pair[p][1], 0.0);
        t->rash += sut_contact_bound(c, p) > distance * (1.0 + 1e-9) ? 1 : 0;
    }
    free(is_near);
}

static gait gait_of(int step) {
    if (step % 15 == 14) {
        return JUMP;
    }
    return step % 30 == 15 || step % 7 == 3 ? BACK : (step % 15 > 9 ? SHIVER : CREEP);
}

static tally wander(double edge, uint64_t seed, int steps) {
    tally t = {0, 0, 0, 0};
    sut_world *w = make_threads(edge);
    uint64_t state = seed;
    sut_vec3 low = v3_zero();
    for (int step = 0; w && step < steps; step++) {
        guess(w, &state, gait_of(step));
        sut_contact_list_pairs(&w->contacts, &w->bodies);
        t.renewed += v3_distance(low, w->contacts.box[0].low) > 0.0 ? 1 : 0;
        low = w->contacts.box[0].low;
        compare(w, &t);
        sut_contact_detect(&w->contacts, &w->bodies);
        compare(w, &t); // distances are known better now
        correct(w, &state, 0.1);
        sut_contact_list_pairs(&w->contacts, &w->bodies);
        compare(w, &t);
        take_over(w, step % 11 == 5 ? 0.3 : 1.0);
    }
    sut_world_destroy(w);
    return t;
}

TEST(no_pair_that_matters_is_missed) {
    // edges as long as the thread is thick, much longer, and shorter
    const double edge[3] = {2.0 * SHAPE_RADIUS, 10.0 * SHAPE_RADIUS, 0.7 * SHAPE_RADIUS};
    for (int k = 0; k < 3; k++) {
        CASE("k %d", k);
        tally t = wander(edge[k], 7 + (uint64_t)k, 90);
        CHECK(t.seen > 1000);
        CHECK(t.renewed > 4 && t.renewed < 60); // both old lists and new ones were looked at
        CHECK_EQ_INT(t.missed, 0);
        CHECK_EQ_INT(t.rash, 0);
    }
}

// A restored world has a new list where the one that went on has an old one: contacts, and their
// order, must not depend on that.
TEST(contacts_do_not_depend_on_the_age_of_the_list) {
    const double edge[3] = {2.0 * SHAPE_RADIUS, 10.0 * SHAPE_RADIUS, 0.7 * SHAPE_RADIUS};
    int contacts = 0;
    int different = 0;
    for (int k = 0; k < 3; k++) {
        CASE("k %d", k);
        sut_world *w = make_threads(edge[k]);
        sut_world *twin = make_threads(edge[k]);
        REQUIRE(w != NULL && twin != NULL);
        uint64_t state = 77 + (uint64_t)k;
        for (int step = 0; step < 120; step++) {
            guess(w, &state, gait_of(step));
            copy_motion(twin, w);
            twin->contacts.listed = false;
            sut_world *both[2] = {w, twin};
            for (int i = 0; i < 2; i++) {
                sut_contact_list_pairs(&both[i]->contacts, &both[i]->bodies);
                sut_contact_detect(&both[i]->contacts, &both[i]->bodies);
            }
            int count = w->contacts.count;
            contacts += count;
            bool same = count == twin->contacts.count;
            for (int i = 0; same && i < count; i++) {
                const sut_contact *a = &w->contacts.contact[i];
                const sut_contact *b = &twin->contacts.contact[i];
                same = a->site[0].vertex[0] == b->site[0].vertex[0] &&
                       a->site[1].vertex[0] == b->site[1].vertex[0] &&
                       a->site[0].body == b->site[0].body && a->site[1].body == b->site[1].body &&
                       a->gap == b->gap;
            }
            different += same ? 0 : 1;
            take_over(w, 1.0);
        }
        sut_world_destroy(w);
        sut_world_destroy(twin);
    }
    CHECK(contacts > 500);
    CHECK_EQ_INT(different, 0);
}
