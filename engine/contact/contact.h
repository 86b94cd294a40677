// SPDX-License-Identifier: MIT
// contact.h -- where threads touch themselves, each other and obstacles, and what they give there.
//
// A contact joins two material points: a place on an edge of a thread and a place on another edge
// or on an obstacle. Its frame (normal from the second body to the first, two tangents) and its gap
// belong to the shape at the start of a substep; with w the displacements of the substep
//     gap(w) = gap + n . J w,      slip(w) = (a . J w, b . J w),   J w = w(first) - w(second)
// and the force on the first body, in the frame, is
//     f_n = k d (1 + 2 x + x^2 / (1 - x)),   d = max(0, -gap(w) - slack),   x = d / room
//     f_t = memory - kt slip(w), no longer than mu f_n
// where `memory` is the friction force of the step before; beyond x = 0.95 f_n is a straight line.
// docs/theory/contact.md
//
// step/contact.c and step/solve.c call on the stages in this order:
//   contact_pairs.c   pairs of edges that may come near each other in this substep
//   contact_detect.c  contacts among them, with frames
//   contact_match.c   which contact of the last step each one continues
//   contact_active.c  which of them the system leaves out
//   contact_zone.c    the matrices of the threads, condensed to the vertices that touch
//   contact_solve.c   forces of all contacts at once, by contact_newton.c or a published method
//     contact_law.c, contact_linear.c  its laws, and its linear solves
//   contact_energy.c  what the springs of contacts hold
//   contact_guard.c   how much of the motion keeps everything apart
#ifndef SUT_CONTACT_H
#define SUT_CONTACT_H

#include "body/chain.h"
#include "body/surface.h"
#include "contact/hole.h"
#include "geom/broad.h"
#include "geom/shape.h"
#include "linalg/sparse.h"
#include "sutura/defs.h"

// Share of the distance at which surfaces touch that the guard aims to keep between centre lines.
// What is about that near may lose a little of its distance in every motion, ever less the nearer
// it is: no number of motions adds up to a crossing. docs/theory/guard.md
#define SUT_CONTACT_KEEP 0.5

// Error of the contact forces, against the largest one, that a step may be taken over with.
#define SUT_CONTACT_ERROR 1e-2

// Share of the room from which on the normal law is a straight line: steep enough for anything that
// a thread can press with.
#define SUT_CONTACT_STEEP 0.95

// Force that a thread bears between a tool and something hard, of its EA: half of the depth towards
// which contacts get ever stiffer.
#define SUT_CONTACT_BEARABLE 0.04

// Stiffness of friction, against that of a light touch.
#define SUT_CONTACT_ACROSS 0.7

typedef struct sut_contacts sut_contacts;
typedef struct sut_contact_bodies sut_contact_bodies;

// What the step before knows of a contact: state.
typedef struct sut_touch {
    int body[2];
    double place[2];      // of sites on rods: edges before it
    sut_vec3 force;       // N, on the first body
    double slack;         // m, overlap from the very start that it is forgiven
    sut_vec3 material[2]; // m, of sites on surfaces: where they are in the rest shape
} sut_touch;

enum {
    SUT_CONTACT_VERTICES = 2 * SUT_SITE_VERTICES, // that a contact acts on
    SUT_CONTACT_ENTRIES = SUT_CONTACT_VERTICES * SUT_CONTACT_VERTICES
};

typedef struct sut_contact {
    sut_site site[2];  // [0] is on a body with vertices
    sut_vec3 frame[3]; // n, a, b
    double gap;        // m, without displacement
    double reach;      // m, distance of the centre lines (or of line and surface) when touching
    double mu, kn, kt; // kn as far as one solve goes: the law around the force so far
    double slack;      // m, overlap that it is forgiven
    double hard;       // N/m, stiffness of a light touch
    double room;       // m, depth beyond the slack towards which its law gets ever stiffer
    double limit;      // N, what it may push with in a substep that was not solved
    int old;           // touch of the last step that it continues, -1: none
    bool bond;         // it holds: a straight law along all of its frame (contact_bond.c)

    // free vertices whose displacement matters: their bodies and their weights in J
    int count;
    int owner[SUT_CONTACT_VERTICES], vertex[SUT_CONTACT_VERTICES], node[SUT_CONTACT_VERTICES];
    double weight[SUT_CONTACT_VERTICES];

    // the problem in the frame: q is gap and slip before the solve, u what the solve adds
    double memory[2];
    double late; // m, depth at which the straight line of the normal law starts
    double q[3], u[3], force[3];
} sut_contact;

// Vertices from..to of a thread lie between jaws, the solids [first, end). Jaws that hold them
// where they are need not push them. Where the strand slides, or is bent over a rim, what rubs is
// the grip and not the contact.
typedef struct sut_contact_held {
    int rod, from, to;
    int first, end;
    bool slides;
    bool whole; // all of a body that cannot bend: nothing between it and the jaws is looked at
} sut_contact_held;

// A thread whose end, its last vertex or its first, is swaged to the last vertex of a body of
// edges. The two are held together there, in place and in direction (contact_bond.c), and do not
// touch each other beside it.
typedef struct sut_contact_joint {
    int thread, body;
    bool last;
} sut_contact_joint;

// Bodies as the contact stages see them.
struct sut_contact_bodies {
    sut_body **body; // [bodies] with vertices, null where the slot is empty: threads, needles, then
                     // tissues
    int bodies;
    bool *hit_body;    // [bodies] what the guard found in the way of something
    sut_chain **chain; // [rods] rows of edges: threads, then needles; null where the slot is empty
    int rods;
    sut_surface *surface; // [bodies - rods] of the tissues; those without a body do not count
    // solids are bodies `bodies` .. bodies + obstacles - 1
    sut_shape *now, *next; // [obstacles] poses at the start and the end of the substep
    double *friction;      // [obstacles]
    bool *present;         // [obstacles]
    bool *hit_obstacle;    // [obstacles]
    int obstacles;
    sut_contact_held *held; // [helds]
    int helds;
    int *gripped;             // [obstacles] surface that the tool of this solid holds, -1: none
    sut_contact_joint *joint; // [joints]
    int joints;
};

typedef struct sut_contact_settings {
    sut_contact_solver solver;
    int iterations;
    double tolerance, stiffness;
    int most;   // iterations that there is time for
    bool hasty; // there is a budget: the last digits are not worth much time
} sut_contact_settings;

// How the solves of a step went.
typedef struct sut_contact_figures {
    int solves, iterations;
    double residual; // largest error of the forces of a substep that was accepted
    double found;    // error of the last solve
    double last;     // the same, or what its straight laws were wrong by if that is more
    int followed;    // motions that the guard followed
    int windows;     // looks of the guard at all threads
} sut_contact_figures;

// What the law of a contact needs, side by side with the others: many looks are taken at all.
typedef struct sut_contact_rule {
    double q[3], memory[2];
    double kn, kt, mu;
    double none; // N, forces far below this are none
    bool felt;   // by a vertex that can move
    bool bond;
} sut_contact_rule;

// The same of four contacts, number by number: for loops that take four at a time.
#define SUT_CONTACT_LANES 4
typedef struct sut_contact_rules {
    double q[3][SUT_CONTACT_LANES], memory[2][SUT_CONTACT_LANES];
    double kn[SUT_CONTACT_LANES], kt[SUT_CONTACT_LANES], mu[SUT_CONTACT_LANES];
    double none[SUT_CONTACT_LANES];
    int64_t felt[SUT_CONTACT_LANES], bond[SUT_CONTACT_LANES]; // all bits set: it is so
} sut_contact_rules;

// The law of one contact, linearised: f = g - H u.
typedef struct sut_contact_law {
    double g[3];
    double h[9]; // by rows
} sut_contact_law;

// The longest edge of a rod, as long as it is or as it is at rest, and the furthest that a vertex
// of it moves in this substep.
typedef struct sut_contact_extent {
    double edge, move;
} sut_contact_extent;

// How far the ends of an edge have gone in all since the list of pairs was made, and how far they
// go in this substep, m. The list of near pairs is good while neither exceeds its limit.
typedef struct sut_contact_way {
    double path, stride;
    double most_path, most_stride;
} sut_contact_way;

// Twice the middle of an edge, and half its length.
typedef struct sut_contact_middle {
    sut_vec3 twice;
    double half;
} sut_contact_middle;

enum { SUT_CONTACT_COLUMNS = 8 }; // spans whose twist couples contacts

enum { SUT_SURFACE_BLOCK = 8 }; // features

// Some features beside each other. Their vertices move by `move` in this substep and by `since`
// since the last look, none of them further off than `spread` and `strayed`.
typedef struct sut_surface_block {
    int first, end;               // features
    int first_vertex, end_vertex; // where its vertices are listed
    double room;                  // m, boxes of features grow by this for pairs with other bodies
    sut_vec3 move, since;
    double spread, strayed;
} sut_surface_block;

// The pairs of two blocks. No two points of them have moved further against each other than `spent`
// since the list was made, nor move further in this substep than `stride`.
typedef struct sut_surface_batch {
    int block[2];
    int first, end; // pairs
    double spent, stride;
    double room; // m, least of its pairs'
} sut_surface_batch;

// Neighbour list of surfaces: features are edges of rods, in the order of sut_contacts, and behind
// them the triangles of all surfaces, in blocks that are near each other at rest. Pairs are those
// whose boxes overlap, at least one of them a triangle; the list is good while every vertex stays
// inside its bounds. Most batches of pairs have so much room that no pair has to be evaluated.
typedef struct sut_surface_pairs {
    int max_triangles, max_vertices, max_pairs, max_blocks, max_batches;
    int triangles; // of all surfaces
    int *owner;    // [max_triangles] surface
    int *index;    // [max_triangles] triangle of it
    int vertices;  // of all rods, then of all surfaces
    int *first;    // [max surfaces] where the vertices of a surface begin
    sut_broad broad;
    sut_broad_box *box;         // [max_blocks]
    sut_vec3 (*feature_box)[2]; // [features] low and high corner
    sut_vec3 (*bounds)[2];      // [max_vertices] low and high corner
    sut_vec3 *seen;             // [max_vertices] where it was at the last look
    sut_surface_block *block;   // [max_blocks] in the order of their features
    int blocks;
    int *block_vertex;        // vertices of blocks, as in `bounds`
    int (*block_pair)[2];     // [max_batches] scratch
    sut_surface_batch *batch; // [max_batches] ascending
    sut_surface_batch *last_batch;
    int batches;
    int (*pair)[2]; // [max_pairs] features; by batches, ascending in each
    bool *kin;      // [max_pairs] do they share a vertex?
    double *room; // [max_pairs] m, what was measured between two features beyond where contacts are
                  // prepared for what rests, and what was spent then: less what is spent now they
                  // have no less; negative where nothing was measured
    sut_vec3 *toward; // [max_pairs] unit vector between the nearest points that were found; or zero
    int (*last_pair)[2]; // [max_pairs] of the list before: what was measured still holds
    double *last_room;
    sut_vec3 *last_toward;
    int pairs;
    bool listed;
    bool fresh; // surfaces came or went: nothing of the list before holds
    bool full;  // the pairs found no room: the guard stops all motion
} sut_surface_pairs;

struct sut_contacts {
    int max_rods, max_edges, max_pairs, max_contacts, max_nodes, max_blocks;
    int max_surfaces;
    void *memory;
    size_t memory_size;
    sut_contact_settings settings;
    sut_contact_figures figures;

    // all edges of all rods in one row
    int edges;
    int *edge_rod, *edge_index; // [max_edges]
    int *first_edge;            // [max_rods] where the edges of a rod begin
    int *first_vertex;          // [max_rods] where its vertices begin in a row of all vertices
    double *radius;             // [max_edges]
    double *skip;               // [max_rods] arc length within which a rod cannot touch itself
    sut_contact_extent *extent; // [max_rods]

    // pairs whose boxes overlap; good while every vertex stays at home
    sut_broad broad;
    sut_broad_box *box; // [max_edges]
    int (*pair)[2];     // [max_pairs]
    int pairs;
    bool listed;
    bool nobody;                // nothing is within reach: the list is empty, for this motion only
    sut_vec3 (*home)[2];        // [max_edges] by vertex: low and high corner of where it may be
    sut_vec3 *seen;             // [max_edges] by vertex: where it was last seen
    sut_contact_way *way;       // [max_edges]
    sut_contact_middle *middle; // [max_edges] scratch
    // A pair is no nearer than `far` less the paths of its two edges.
    double *far; // [max_pairs]
    // Those that may matter soon.
    int *near; // [max_pairs]
    int nears;
    int near_age; // how often that list was looked at

    sut_contact *contact; // [max_contacts]
    int count;            // active ones: part of the system
    int inactive;         // behind them, while a substep is solved
    int lost;             // contacts that found no room
    sut_touch *touch;     // [max_contacts] state
    int touches;

    sut_surface_pairs surface; // contact/surface.h

    // solve
    sut_sparse sparse;
    int nodes;
    bool condensed; // the matrix has just been condensed, and nothing was added to it yet
    bool *fixed;    // [max_nodes]
    double *right;  // [3 max_nodes]
    // [SUT_CONTACT_ENTRIES max_contacts] blocks of each contact in the sparse matrix, by row
    double **entry;
    double **link; // [5 max_nodes] of each node: its own block, to and from its next two in the rod
    int *pattern;  // [pattern_room] what the analysis was made for
    int *pattern_new;
    int pattern_room, pattern_size;

    // Newton, per contact
    sut_contact_rule *rule;
    sut_contact_rules *rules; // the same by fours
    sut_contact_law *law;
    double *y, *u, *y_next, *u_next; // [3 max_contacts]
    double *start;                   // [3 max_contacts] forces that the solve starts from
    double *change, *trial;          // [3 max_contacts] scratch
    double *bound;                   // [max_contacts] friction held at most
    int columns;
    double *column[SUT_CONTACT_COLUMNS]; // [3 max_contacts] J times a column of a rod
    double column_factor[SUT_CONTACT_COLUMNS];
    double *image[SUT_CONTACT_COLUMNS]; // [3 max_contacts] scratch

    // published solvers; null where none of them is asked for
    int max_dense; // contacts; beyond it the default solver takes over
    double *dense; // [(3 max_dense)^2]
    struct sut_dense_contact *dense_contact;
    void *dense_work;

    // holes, by the curve they are on and their place on it; null: none
    int max_holes, holes;
    int leaving;         // those behind them that hold nothing, but the thread is still in them
    sut_hole **hole;     // [max_holes]
    double **hole_entry; // [SUT_HOLE_NODES^2 max_holes] their blocks, by row
    bool unfit;          // there is no room for the nodes of all holes
};

// Rows of all links: three of each contact, then those of the holes.
static inline int sut_contact_rows(const sut_contacts *c) {
    return 3 * c->count + SUT_HOLE_ROWS * c->holes;
}
static inline int sut_hole_row(const sut_contacts *c, int hole) {
    return 3 * c->count + SUT_HOLE_ROWS * hole;
}

// The solid that a body is; negative: it has vertices.
static inline int sut_contact_solid(const sut_contact_bodies *b, int body) {
    return body - b->bodies;
}
static inline bool sut_touch_is_on_solid(const sut_contact_bodies *b, const sut_touch *t) {
    return t->body[1] >= b->bodies;
}
// Displacement of a site in this substep.
static inline sut_vec3 sut_contact_site_move(const sut_contact_bodies *b, const sut_site *s) {
    return s->count == 0 ? s->prescribed : sut_site_move(b->body[s->body], s);
}

//---- contact_memory.c ----------------------------------------------------------------------------
enum { SUT_CONTACT_NODES = 4096 }; // most rows of the condensed system, of rods
// How much of everything there may be.
typedef struct sut_contact_capacity {
    int rods, bodies;
    int vertices; // of all rods
    int nodes;    // of these in the condensed system; 0: as many as there are, or the engine's most
    int contacts;
    int holes;
    bool dense;                      // for the published solvers as well
    int surface_vertices, triangles; // of all tissues
} sut_contact_capacity;
size_t sut_contacts_memory(const sut_contact_capacity *most);
// Lay out in 64-byte aligned memory of that size.
void sut_contacts_init(sut_contacts *c, const sut_contact_capacity *most, void *memory);

//---- the stages ----------------------------------------------------------------------------------
// Row of edges of the rods that exist, after one came or went.
void sut_contact_list_edges(sut_contacts *c, const sut_contact_bodies *b);
// Pairs near enough for this substep, whose predictor is in the rods' `move`.
void sut_contact_list_pairs(sut_contacts *c, const sut_contact_bodies *b);
void sut_contact_detect(sut_contacts *c, const sut_contact_bodies *b);
void sut_contact_match(sut_contacts *c, const sut_contact_bodies *b);
// One that the guard has found: it goes on as a contact of the last step, if there is one that no
// other continues, and is forgiven no more than that was.
bool sut_contact_continue(sut_contacts *c, const sut_contact_bodies *b, sut_contact *k);
void sut_contact_zones(sut_contacts *c, const sut_contact_bodies *b);
// Values of the condensed matrix after the rods were factorised; false: a bad pivot.
bool sut_contact_condense(sut_contacts *c, const sut_contact_bodies *b);
// Forces on the vertices from those of the contacts.
void sut_contact_push(const sut_contacts *c, const sut_contact_bodies *b);
// Forces of all contacts, given corrections of the rods that already answer `push`. The change of
// the forces on the vertices goes into `answer`, for sut_rod_add_answer.
void sut_contact_solve(sut_contacts *c, const sut_contact_bodies *b);

double sut_contact_potential(const sut_contacts *c, const sut_contact_bodies *b);

// No contact bears a force; none has to after the rods moved without any.
bool sut_contact_idle(const sut_contacts *c);
bool sut_contact_stays_open(sut_contacts *c, const sut_contact_bodies *b);

// contact_active.c: contacts of surfaces that the predictor leaves open are set aside until the
// substep is solved. Those that the solution closes become active; true: there are any, and the
// system is to be made anew. After the solve all are in one row again.
void sut_contact_set_aside(sut_contacts *c, const sut_contact_bodies *b);
bool sut_contact_activate(sut_contacts *c, const sut_contact_bodies *b);
void sut_contact_join(sut_contacts *c);

// How much of the motion keeps everything apart: 1 if all of it does. `hit` counts the pairs in the
// way; those get contacts (as long as there is room) if `add`. `brief`: of a very long motion only
// the first bit is looked at, and allowed.
double sut_contact_guard(sut_contacts *c, const sut_contact_bodies *b, bool add, bool brief,
                         int *hit);
void sut_contact_remember(sut_contacts *c, const sut_contact_bodies *b, double dt);
double sut_contact_stored(const sut_contacts *c);

//---- contact_law.c -------------------------------------------------------------------------------
// The normal law: force at a depth, and how it grows with it.
typedef struct sut_contact_normal {
    double force, slope;
} sut_contact_normal;
sut_contact_normal sut_contact_normal_at(double hard, double room, double depth);
double sut_contact_depth_of(double hard, double room, double force);
// Depth beyond the slack towards which the normal law gets ever stiffer, m.
double sut_contact_room(double reach, double slack);

//---- contact_energy.c ----------------------------------------------------------------------------
// What the springs of a touch hold, J: no more than by its force, and than by its depth at that
// gap.
double sut_contact_touch_energy(const sut_contacts *c, const sut_contact_bodies *b,
                                const sut_touch *t, sut_vec3 normal, double gap);
// What it could give: its overlap is forgiven for a while only, and does work as the slack goes.
double sut_contact_overlap_energy(const sut_contacts *c, const sut_contact_bodies *b,
                                  const sut_touch *t, sut_vec3 normal, double gap);
typedef struct sut_contact_gain {
    double grown; // J, by how much the springs of all contacts hold more after the motion
    double given; // J, what solids that move can give, if the forces there are right
    double way;   // m, the longest way of a solid at a contact
} sut_contact_gain;
sut_contact_gain sut_contact_energy_growth(const sut_contacts *c, const sut_contact_bodies *b);
// Forces as the law has them for the motion as it is: those of a solve belong to another one.
void sut_contact_follow(sut_contacts *c, const sut_contact_bodies *b);
// Forces that were not solved for, to no more than their limits.
void sut_contact_bear(sut_contacts *c);

//---- contact_bond.c ------------------------------------------------------------------------------
double sut_contact_bond_stiffness(const sut_chain *thread); // N/m
void sut_contact_bonds(sut_contacts *c, const sut_contact_bodies *b);
// How much of the motion leaves every end on its needle.
double sut_contact_bonds_share(const sut_contact_bodies *b);
// Are these two edges beside a joint, so that they do not touch each other?
bool sut_contact_is_joined(const sut_contacts *c, const sut_contact_bodies *b, int e, int f);

//---- used by several stages ----------------------------------------------------------------------
// Displacement of a place on an edge in this substep.
static inline sut_vec3 sut_contact_move_at(const sut_chain *r, int e, double s) {
    return v3_lerp(sut_soa3_get(&r->move, e), sut_soa3_get(&r->move, sut_chain_edge_end(r, e)), s);
}
// Distance up to which two edges matter that go that far between them.
static inline double sut_contact_ahead(const sut_contacts *c, const int pair[2], double strides) {
    return 1.15 * (c->radius[pair[0]] + c->radius[pair[1]]) + 1.5 * strides;
}
static inline double sut_contact_strides(const sut_contacts *c, const int pair[2]) {
    return c->way[pair[0]].stride + c->way[pair[1]].stride;
}
// What the distance of a pair is at least, and what it is found to be.
static inline double sut_contact_bound(const sut_contacts *c, int p) {
    return c->far[p] - (c->way[c->pair[p][0]].path + c->way[c->pair[p][1]].path);
}
static inline void sut_contact_note(sut_contacts *c, int p, double distance) {
    c->far[p] = distance + (c->way[c->pair[p][0]].path + c->way[c->pair[p][1]].path);
}
// Stiffness of a light touch of two rods; of one and a solid if the other is null.
double sut_contact_stiffness(const sut_contacts *c, const sut_chain *r, const sut_chain *other);
sut_vec3 sut_contact_force(const sut_contact *k); // on the first body, world axes
// How large edges and motions of the rods are now: along a thread the distance to a solid changes
// by no more than the length in between, so that what is far away is passed over in strides.
void sut_contact_measure(sut_contacts *c, const sut_contact_bodies *b);
// Does this solid hold a vertex of a rod where it is?
bool sut_contact_is_held(const sut_contact_bodies *b, int rod, int vertex, int solid);
// Does this edge lead to a vertex that this solid holds, or lets slide?
// By jaws that hold all of it.
bool sut_contact_is_carried(const sut_contact_bodies *b, int rod, int solid);
bool sut_contact_is_gripped(const sut_contact_bodies *b, int rod, int edge, int solid);
bool sut_contact_add_threads(sut_contacts *c, const sut_contact_bodies *b, int e, int f, double s,
                             double t, sut_vec3 normal, double gap);
bool sut_contact_add_obstacle(sut_contacts *c, const sut_contact_bodies *b, int e, int obstacle,
                              double s, sut_vec3 normal, double gap);
// A new contact between two sites whose frame has this normal; null: there is no room. The second
// direction of the frame is as near to `along` as it can be.
typedef struct sut_contact_pairing {
    sut_site site[2];
    sut_vec3 normal, along;
    double gap, reach, mu, hard, limit;
} sut_contact_pairing;
sut_contact *sut_contact_add(sut_contacts *c, const sut_contact_bodies *b,
                             const sut_contact_pairing *p);
// How far ahead contacts are prepared: what the predictor says that the pair moves, and a little.
static inline double sut_contact_look_ahead(double reach, double way) {
    double ahead = 0.15 * reach + 1.5 * way;
    return ahead < reach ? ahead : reach;
}
static inline const sut_surface *sut_contact_surface(const sut_contact_bodies *b, int body) {
    return &b->surface[body - b->rods];
}
static inline bool sut_contact_is_rod(const sut_contact_bodies *b, int body) {
    return body < b->rods;
}

//---- surface_pairs.c, surface_room.c, surface_detect.c, surface_guard.c --------------------------
void sut_surface_list(sut_contacts *c, const sut_contact_bodies *b); // surfaces came or went
void sut_surface_pairs_update(sut_contacts *c, const sut_contact_bodies *b);
// Where all vertices are: the last look.
void sut_surface_see(sut_contacts *c, const sut_contact_bodies *b);
// What all batches do in this substep, and have done since the last look.
void sut_surface_measure(sut_contacts *c, const sut_contact_bodies *b);
// Neither a contact nor the guard has to look at the two: most pairs end here. A contact is
// prepared up to 1.15 reaches and 1.5 times the way (sut_contact_look_ahead), the guard keeps less.
#define SUT_SURFACE_REST 1.15
static inline bool sut_surface_batch_has_room(const sut_surface_batch *k) {
    return k->room - k->spent > 1.5 * k->stride;
}
static inline bool sut_surface_has_room(const sut_contacts *c, const sut_surface_batch *k,
                                        int pair) {
    return c->surface.room[pair] - k->spent > 1.5 * k->stride;
}
// All pairs of a batch were looked at.
void sut_surface_batch_note(sut_contacts *c, sut_surface_batch *k);
// The distance at which the two touch.
static inline double sut_surface_reach(const sut_contacts *c, const sut_contact_bodies *b,
                                       int pair) {
    const int *f = c->surface.pair[pair];
    const sut_surface *o = &b->surface[c->surface.owner[f[1] - c->edges]];
    if (f[0] < c->edges) {
        return b->chain[c->edge_rod[f[0]]]->radius + o->half;
    }
    const sut_surface *s = &b->surface[c->surface.owner[f[0] - c->edges]];
    return s == o ? o->self : s->half + o->half;
}
// What a look at all that the two have to keep apart has found.
typedef struct sut_surface_gap {
    sut_vec3 apart; // between the nearest points
    double distance;
} sut_surface_gap;
static inline void sut_surface_gap_take(sut_surface_gap *least, const sut_surface_gap *g) {
    *least = g->distance < least->distance ? *g : *least;
}
void sut_surface_note(sut_contacts *c, const sut_contact_bodies *b, const sut_surface_batch *k,
                      int pair, const sut_surface_gap *gap);
// What the two are apart at least where the substep begins, and move against each other at most in
// it: dearer and sharper than the room of the pair. Not for those that share a vertex.
double sut_surface_bound(sut_contacts *c, const sut_contact_bodies *b, const sut_surface_batch *k,
                         int pair, double *way);
void sut_surface_detect(sut_contacts *c, const sut_contact_bodies *b);
// The nearest that a body is to a surface that is not its own, or a surface to another body, in
// units of what it has to keep; nothing is near: the distance is infinite.
typedef struct sut_surface_nearness {
    int body[2];
    double distance, least; // m
} sut_surface_nearness;
sut_surface_nearness sut_surface_nearest(sut_contacts *c, const sut_contact_bodies *b, int body);
// The largest fraction of the motion that keeps everything apart from surfaces.
double sut_surface_guard(sut_contacts *c, const sut_contact_bodies *b, bool add, int *hit);
// The same share for threads against surfaces alone, as holes are by now.
double sut_surface_guard_threads(sut_contacts *c, const sut_contact_bodies *b);

#endif
