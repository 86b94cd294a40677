// SPDX-License-Identifier: MIT
// body.h -- material points of bodies, as collision and the coupled solve see them.
//
// Bodies have one row of numbers: those with vertices first, then rigid ones. Whatever acts between
// two bodies acts between two sites; a site knows which vertices carry it and with what weights, or
// how a rigid body moves it, so that nothing that uses sites asks what kind of body it is.
#ifndef SUT_BODY_H
#define SUT_BODY_H

#include "base/stage_timer.h"
#include "linalg/sparse.h"
#include "math/vec3.h"

#include <stdbool.h>
#include <stddef.h>

// Cartesian components in three arrays, so that loops over vertices vectorise.
typedef struct sut_soa3 {
    double *x, *y, *z;
} sut_soa3;

static inline sut_vec3 sut_soa3_get(const sut_soa3 *a, int i) {
    sut_vec3 v = {a->x[i], a->y[i], a->z[i]};
    return v;
}

static inline void sut_soa3_set(const sut_soa3 *a, int i, sut_vec3 v) {
    a->x[i] = v.x;
    a->y[i] = v.y;
    a->z[i] = v.z;
}

enum { SUT_SITE_VERTICES = 4 };

typedef struct sut_site {
    int body;
    // vertices that carry it: 1, 2 of an edge, 3 of a triangle, 4 of a spline or of a body that
    // moves affinely; 0: a rigid body does
    int count;
    int vertex[SUT_SITE_VERTICES];
    double weight[SUT_SITE_VERTICES]; // their sum is 1; of four: any sign
    sut_vec3 prescribed;              // m, displacement in this substep by a rigid body
    int triangle;                     // of three vertices, or a vertex: one that it is on
} sut_site;

static inline bool sut_site_is_rigid(const sut_site *s) {
    return s->count == 0;
}

// The place s of an edge, 0 at its first vertex.
static inline sut_site sut_site_on_edge(int body, int edge, double s) {
    sut_site site = {.body = body, .count = 2, .vertex = {edge, edge + 1}, .weight = {1.0 - s, s}};
    return site;
}

// Edges before it on a chain of edges, and the share of its own one.
static inline double sut_site_place(const sut_site *s) {
    return s->count == 0 ? 0.0 : s->vertex[0] + s->weight[1];
}

// A vector field that is linear between vertices, at a site. Two vertices are interpolated from the
// first one on, which is exact where both have the same value.
static inline sut_vec3 sut_site_blend(const sut_site *s, const sut_vec3 at[SUT_SITE_VERTICES]) {
    if (s->count == 1) {
        return at[0];
    }
    sut_vec3 v = v3_lerp(at[0], at[1], s->weight[1]);
    if (s->count > 2) {
        v = v3_madd(v3_scale(at[0], s->weight[0]), s->weight[1], at[1]);
        for (int i = 2; i < s->count; i++) {
            v = v3_madd(v, s->weight[i], at[i]);
        }
    }
    return v;
}

typedef struct sut_body sut_body;

// What all bodies of a substep are told.
typedef struct sut_substep {
    double time; // s, at its end
    double h;    // s
    sut_vec3 gravity;
    bool cut;     // not the whole step
    bool small;   // not to be cut any more for the sake of contacts
    bool hurried; // the budget of the step is used up
    bool seen;    // collision looks at the predictor
    bool linked;  // links push: they act at the end of a substep
} sut_substep;

// Work of a step, counted in operations and never by the clock. us on a common core. Beyond the
// limit a search for a motion comes to its end; `hard` is the end of that too.
typedef struct sut_budget {
    double limit, hard, spent;
    double round; // what bodies in contact took for their last round, without its contact solve
    double look;  // what the guard took for its last look
} sut_budget;

static inline bool sut_budget_is_over(const sut_budget *b) {
    return b->limit - b->spent < 0.0;
}

// Is there room for more work of that size?
static inline bool sut_budget_allows(const sut_budget *b, double work) {
    return b->spent + work <= b->hard;
}

// Shapes that a line search looks at, each of which takes so much.
static inline int sut_budget_looks(const sut_budget *b, double each) {
    enum { MOST = 12, LATE = 4 };
    int most = sut_budget_is_over(b) ? LATE : MOST;
    double room = (b->hard - b->spent) / each;
    return room > most ? most : (room > 1.0 ? (int)room : 1);
}

// What one round of the coupled Newton method is judged by.
typedef struct sut_round {
    double tolerance;       // share of its motion that a substep may leave unsolved
    int max_linearisations; // before a substep is cut in two
    int search_after;       // linearisations after which convergence is not taken for granted
    bool found;             // forces of links were found that fit the shape
    bool small;             // the substep is so short that a way out is better than another cut
    bool hurried;           // the budget of the step is used up
    sut_budget *budget;     // null: none
} sut_round;

// How far the search for the displacement of a substep got.
typedef struct sut_judgement {
    bool done;   // solved as well as asked for
    bool failed; // it does not get on: shorter, or not at all
} sut_judgement;

// How a substep went so far.
typedef struct sut_body_progress {
    bool failed; // no displacement was found
    int linearisations, corrections;
} sut_body_progress;

// What an accepted state is like.
typedef struct sut_body_figures {
    double stretch;  // largest strain along a thread
    double residual; // m/s, what the last solution left undone
} sut_body_figures;

// External work and stored energy of a substep, for the energy balance. J.
typedef struct sut_body_balance {
    double stored;  // elastic and gravity energy gained
    double kinetic; // kinetic energy gained
    double input;   // work of supports, loads and pressure
    double scale;   // size of the energies that differences were taken of: what rounding may do
    double way;     // incremental potential of an implicit substep, besides energy (rod_energy.c)
    double inertia; // kg/s^2, mass over the square of the substep
} sut_body_balance;

// What the stages ask of a kind of body: one call per body and stage, loops are inside. `move` is
// the unknown of a substep. Newton: `linearise`, then `respond` to the change of `push` that links
// ask for, then `apply` a fraction of the correction, until `judge` is content; then `commit`.
// Nodes are the vertices that stay in the condensed system, numbered in one row over all bodies.
enum { SUT_BODY_BLOCKS = 5 }; // places per node for blocks that a body looks up
typedef struct sut_body_kind {
    const char *name;
    bool graspable;                                // jaws can hold vertices of it where they want
    void (*clear)(sut_body *b);                    // no links act on it
    void (*mark)(sut_body *b, int vertex);         // a link acts on this vertex
    int (*number)(sut_body *b);                    // choose the nodes, from first_node on; how many
    int (*node_of)(const sut_body *b, int vertex); // of a marked vertex
    void (*couple)(const sut_body *b, sut_sparse *s);
    // fixed[node]: eliminated before links are solved; nodes that would fill the rest are not
    void (*separate)(const sut_body *b, bool *fixed);
    // after the analysis, and after every factorisation: where its blocks are, and their values
    void (*look_up)(const sut_body *b, sut_sparse *s, double **block);
    bool (*condense)(const sut_body *b, sut_sparse *s, double **block); // false: a bad pivot

    // of a substep, before it is tried for the first time; null: nothing
    void (*begin)(sut_body *b, const sut_substep *s);
    // supports, loads and the predictor: `move` of free vertices goes on with the velocity, that of
    // held ones ends on their places
    void (*predict)(sut_body *b, const sut_substep *s);
    // correction = A^-1 (push - residual(move)); true: A is not the one of the last condense
    bool (*linearise)(sut_body *b);
    void (*respond)(sut_body *b);      // correction += A^-1 answer; `answer` is a change of push
    double (*step_limit)(sut_body *b); // fraction of the correction that it can take, 0 .. 1
    void (*apply)(sut_body *b, double fraction);     // move += fraction x correction
    void (*step_back)(sut_body *b, double fraction); // and back, of what was applied
    sut_judgement (*judge)(sut_body *b, const sut_round *round);
    // does it converge so badly that the next correction needs a line search? Null: never
    bool (*needs_search)(const sut_body *b, const sut_round *round);
    // where no link acts on it; null: sut_body_solve_alone
    void (*solve_alone)(sut_body *b, const sut_round *round);
    sut_body_progress (*progress)(const sut_body *b);
    bool (*usable)(const sut_body *b); // could one go on from `move`? Null: if it is finite
    void (*limit)(sut_body *b);        // what `move` must not exceed, before others follow it; null
    double (*potential)(sut_body *b);  // whose minimum `move` is, without links, J
    void (*scale)(sut_body *b,
                  double fraction); // move *= fraction: the guard shortened the substep
    void (*stay)(sut_body *b);      // no `move`, whatever came of the search; null: sut_body_stay
    // m, of a vertex; where `move` is not finite: of the substep before. Null: of what is finite
    double (*longest_way)(const sut_body *b, double h);
    // may `move` be shortened, although it turns edges in straight lines? Null: yes
    bool (*turns_little)(const sut_body *b);
    bool (*moves)(const sut_body *b); // has it a velocity? Null: it does not count
    bool (*implausible)(
        const sut_body *b); // targets or forces beyond what a body could follow? Null: no
    void (*balance)(sut_body *b, sut_body_balance *add); // what `move` would change
    void (*fail)(sut_body *b);   // no correction could be found for all bodies together
    void (*commit)(sut_body *b); // accept `move`: state at the end of the substep
    void (*stop)(sut_body *b);   // no velocities any more
    void (*output)(sut_body *b, sut_body_figures *add); // of a step: what views show; null: nothing
    void (*save)(sut_body *b);                          // keep the state, for restore
    void (*restore)(sut_body *b);                       // back to it
    // us on a common core: of one linearise, of one evaluation of the potential
    double (*cost)(sut_body *b);
    double (*evaluation_cost)(sut_body *b);
} sut_body_kind;

// A body with vertices, as the stages see it that know no kind of body. First member of its struct.
struct sut_body {
    const sut_body_kind *kind;
    int n;              // vertices
    sut_vec3 *position; // [n] at the start of the substep
    sut_soa3 move;      // [n] displacement of this substep, as far as it is found
    double *correction; // [3 n] change of it that is being solved for
    double *push;       // [3 n] N, forces of contacts
    double *answer;     // [3 n] change of them, then the displacement that it brings about
    bool touched;       // something touches, or may touch, it in this substep
    bool pushed;        // a contact bears a force on it
    bool broken;        // the last linearise found no finite correction
    // A body that moves affinely: its last four vertices carry all others by these weights, and
    // links act on those. Null: every vertex is by itself.
    const double (*carried)[SUT_SITE_VERTICES];
    bool led; // its motion is prescribed: links do not move it
    sut_step_timer *timer;
    int first_node, node_count;
};

//---- body.c: what a kind does that has no entry of its own ---------------------------------------
// Newton's method with the entries of its table, one correction at least.
void sut_body_solve_alone(sut_body *b, const sut_round *round);
void sut_body_stay(sut_body *b);
bool sut_body_is_usable(const sut_body *b);
double sut_body_longest_way(const sut_body *b, double h);
bool sut_body_turns_little(const sut_body *b);

static inline sut_vec3 sut_site_where(const sut_body *b, const sut_site *s) {
    sut_vec3 at[SUT_SITE_VERTICES] = {{0}};
    for (int i = 0; i < s->count; i++) {
        at[i] = b->position[s->vertex[i]];
    }
    return sut_site_blend(s, at);
}

// Displacement of a site that vertices carry.
static inline sut_vec3 sut_site_move(const sut_body *b, const sut_site *s) {
    sut_vec3 at[SUT_SITE_VERTICES] = {{0}};
    for (int i = 0; i < s->count; i++) {
        at[i] = sut_soa3_get(&b->move, s->vertex[i]);
    }
    return sut_site_blend(s, at);
}

// The same with the correction that is being solved for.
static inline sut_vec3 sut_site_corrected_move(const sut_body *b, const sut_site *s) {
    sut_vec3 at[SUT_SITE_VERTICES] = {{0}};
    for (int i = 0; i < s->count; i++) {
        const double *d = &b->correction[3 * (ptrdiff_t)s->vertex[i]];
        at[i] = v3_add(sut_soa3_get(&b->move, s->vertex[i]), v3(d[0], d[1], d[2]));
    }
    return sut_site_blend(s, at);
}

// A force at a site, spread over its vertices.
static inline void sut_site_push(const sut_body *b, const sut_site *s, sut_vec3 force) {
    for (int i = 0; i < s->count; i++) {
        double *push = &b->push[3 * (ptrdiff_t)s->vertex[i]];
        push[0] += s->weight[i] * force.x;
        push[1] += s->weight[i] * force.y;
        push[2] += s->weight[i] * force.z;
    }
}

#endif
