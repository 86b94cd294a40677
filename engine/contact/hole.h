// SPDX-License-Identifier: MIT
// hole.h -- a hole in a tissue that a thread or a needle is through, as a link of the coupled
// solve.
//
// The material point of the tissue lies on the curve of the thread, x(s) = P; s is an unknown of
// the solve beside the displacements of the vertices. With c = x(s) - P and t the unit tangent
//     f = -kn c                                on the thread, -f on the tissue,
//     f . t = phi                              balance along the thread,
//     phi = memory + kt S, at most pinch + mu |f across t|, S the way slid in this substep.
// Neighbours on one thread keep a distance along it. docs/theory/holes.md
//
// Rows of the link: a (3, how thread and tissue part), tau (3, how the tangent turns by its
// vertices), sigma (1, the way of the hole along the thread, m) and order (1, against the hole
// before it on the same thread).
#ifndef SUT_CONTACT_HOLE_H
#define SUT_CONTACT_HOLE_H

#include "body/body.h"
#include "body/curve.h"

enum {
    SUT_SPREAD_VERTICES = 24,                 // of a tissue that share the force of a hole
    SUT_HOLE_NODES = SUT_SPREAD_VERTICES + 6, // four of the curve, s, s of the hole before
    SUT_HOLE_ROWS = 8,
    SUT_SLIT_MARKS = 16 // places of a slit that are kept
};

// A material point that any number of vertices carry.
typedef struct sut_spread {
    int count;
    int vertex[SUT_SPREAD_VERTICES];
    double weight[SUT_SPREAD_VERTICES]; // sum 1
} sut_spread;

// The law of one hole, linearised: y = g - H u.
typedef struct sut_hole_law {
    double g[SUT_HOLE_ROWS];
    double kn;       // of the rows a
    sut_vec3 f0;     // rows tau: f0 sigma
    sut_vec3 a, tau; // row sigma
    double sigma;
    double order;
    int state;
} sut_hole_law;

// Of a hole on a thread, against EA over pi d, what that gives way by across itself: stiff enough
// that a hole is a point, far from where rounding counts. Between 1 and 1e3 nothing else depends on
// it.
#define SUT_HOLE_STIFFNESS 30.0

// Between two substeps.
typedef struct sut_hole_kept {
    double s;
    sut_vec3 force; // N, on the thread
    double memory;  // N, friction without its viscous part
    double order;   // N, from the hole before it
    double slid;    // m, so far, towards higher s
    int slips;      // -1, 0 (sticks), 1
} sut_hole_kept;

// A place on a triangle.
typedef struct sut_slit_mark {
    int triangle;
    double weight[3];
} sut_slit_mark;

typedef enum sut_inner {
    SUT_INNER_NONE, // outside, before a surface
    SUT_INNER_CUTS, // inside: the material point goes on with the tip
    SUT_INNER_SKIN  // before the skin, from inside
} sut_inner;

typedef struct sut_hole {
    // definition
    int body;   // whose vertices carry the curve
    int tissue; // body
    sut_curve curve;
    sut_spread site;
    sut_vec3 rest;          // m, initial place of the material point
    double edge;            // m, at rest, to the nearest free edge of the tissue; infinite: none
    double depth;           // m, at rest, of a guide, or of the thread from the hole before it
    int triangle;           // that it is in; -1: inside of a solid
    double pinch, mu;       // N, and Coulomb's coefficient
    double kn, kt, viscous; // N/m, N/m, N s/m
    double spacing;         // m of rest length that neighbours keep
    double radius;          // m, of the thread
    double margin;          // of s, beside the hole within which thread and tissue do not touch
    double entry;           // N, of a needle: with it the tip goes through, or on
    double lead;            // m, of a needle: so far ahead of the tip the hole begins and ends
    double angle;           // rad, between needle and surface when it was made; negative: none
    int leads;              // a solid's skin: +1 into it with growing s, -1 out of it; 0: neither
    int passage;            // through a solid: its holes and guides have one number; 0: a wall's
    bool second;            // by it a needle left the solid

    bool out;           // state: the thread's end has passed it, or it came to a free edge
    bool tip;           // state: none yet, the tip of a needle presses on the material point
    sut_inner inner;    // state: of a tip, is that inside of a solid?
    int tet;            // state, of such a tip: that its point is in
    sut_hole_kept kept; // state

    // state of one that tears, docs/theory/tearing.md
    int slit_tip,
        slit_from;  // nodes: the end of its slit, and the one before that; -1: there is none
    double torn;    // m, at rest, the way it has torn
    bool tears;     // it did in the last step
    bool through;   // it came to a free edge
    bool leaves;    // through, and the thread is not clear of that edge yet
    double limit;   // N, along the surface, beyond which it tears; infinite: never
    int slit_count; // of a solid: where it has been, from its first place on
    sut_slit_mark slit[SUT_SLIT_MARKS];
    double open; // of s: the other end of its channel is gone, and so much of that is in a slit

    // what a substep has found so far
    double s;
    sut_vec3 force;
    double order;
    int slips;
    double friction; // N, without its viscous part
    double phi;      // N, with it

    // scratch of a substep and its rounds
    double h;     // s
    bool follows; // the hole before it in the list is on the same curve
    double drag;  // N, what rubs along its share of a channel
    double per_s; // edges of the row that touches, per s: of a needle s is in m
    double reach; // m, at rest, of a wall around it that does not touch within the margin
    bool threads; // of one that leaves: its curve still goes through the tissue there
    // what is swaged to the end of its curve and does not touch beside it: a stretch of that body
    int joined; // -1: nothing
    double joined_from, joined_to;
    sut_curve_point at;
    double l;            // m, length of x' by s
    sut_vec3 t, xx;      // unit tangent, x'' / l^2
    sut_vec3 gap;        // m, x(s) - P at the trial shape
    sut_vec3 f0, across; // force that a round starts from, and its part across t
    sut_vec3 c0, tau0;   // gap and turn with the corrections without links
    double way0;         // m, slid in this substep before the solve
    double sigma;        // m, found by the solve
    double q_order;      // m, beyond the spacing from the hole before it

    int count;    // nodes: free vertices, s, s of the hole before
    int vertices; // of these, those of bodies
    int owner[SUT_HOLE_NODES], vertex[SUT_HOLE_NODES], node[SUT_HOLE_NODES];
    double weight[SUT_HOLE_NODES], slope[SUT_HOLE_NODES]; // in the rows a and tau
    int first; // vertex of the curve that the pattern was made for
    // Where the force is beyond the limit: by what the gap follows its material point, per metre
    // along each axis, all else giving way as in the solve.
    bool yields;
    sut_vec3 yield[3];
    double bound;
    sut_hole_law law;
} sut_hole;

struct sut_contacts;
struct sut_contact_bodies;

//---- hole.c: where it is -------------------------------------------------------------------------
// Start of a substep of h seconds: those that slide go on sliding.
void sut_holes_predict(struct sut_contacts *c, const struct sut_contact_bodies *b, double h);
// Look at the trial shape. True: one is on other vertices than the pattern was made for.
bool sut_holes_locate(struct sut_contacts *c, const struct sut_contact_bodies *b);
void sut_holes_push(const struct sut_contacts *c, const struct sut_contact_bodies *b);
// Forces that the solve has found at rows `y` and `u`; and what it starts from.
void sut_holes_gather(struct sut_contacts *c, const struct sut_contact_bodies *b);
void sut_holes_scatter(struct sut_contacts *c);
// How much of the motion leaves all curves in their holes: what was not solved may lead a thread
// out of one by no more than its radius, or than it is. Marks bodies that are in the way of more.
double sut_holes_share(const struct sut_contacts *c, const struct sut_contact_bodies *b);
// Forces on threads that were not solved for, to no more than what stretches these to twice their
// length.
void sut_holes_bear(struct sut_contacts *c);
void sut_holes_commit(struct sut_contacts *c); // the substep is taken over
void sut_holes_stand(struct sut_contacts *c);  // nothing of it is
void sut_holes_apply(struct sut_contacts *c, double fraction);
bool sut_holes_slide(const struct sut_contacts *c);            // in the substep, any of them
void sut_holes_scale(struct sut_contacts *c, double fraction); // of the way of the substep
// Do places and forces fit the trial shape?
bool sut_holes_fit(struct sut_contacts *c, const struct sut_contact_bodies *b);
sut_vec3 sut_hole_place(const sut_hole *k, const sut_body *tissue); // of the material point, now

// Is a stretch of a row of edges, in edges from its start, in a hole of that body, or inside a
// solid between two of them?
// Of a wall only what is near the hole at rest: another wall of the same tissue does touch.
typedef struct sut_hole_wall {
    int body;
    const struct sut_surface *surface;
    int triangle;
    bool guards; // for the guard: what leaves and is off the tissue must not come back
} sut_hole_wall;
bool sut_hole_is_beside(const sut_hole *k, const sut_hole_wall *at);
bool sut_hole_spares(const struct sut_contacts *c, int rod, double from, double to,
                     const sut_hole_wall *at);
// The part of an edge from the first to the last place that holes spare, 0 .. 1; false: none of it.
bool sut_hole_spared_part(const struct sut_contacts *c, int rod, int edge, const sut_hole_wall *at,
                          double part[2]);

//---- hole_law.c ----------------------------------------------------------------------------------
void sut_hole_start(const sut_hole *k, double next_order, double *y);
void sut_hole_law_force(const sut_hole *k, const double *u, double bound, double *y);
// The state that suits forces and displacements: -1, 0, 1.
int sut_hole_state(const sut_hole *k, const double *y, const double *u);
bool sut_hole_state_holds(const sut_hole *k, const double *u);
void sut_hole_linearise(sut_hole *k, const double *y, const double *u, int state, bool first,
                        double bound);
double sut_hole_friction(const sut_hole *k, const double *y, const double *u);
double sut_hole_limit(const sut_hole *k, const double *y, const double *u);
// Square of the scaled residual, N^2.
double sut_hole_square(const sut_hole *k, const double *y, const double *u);
void sut_hole_apply_law(const sut_hole_law *l, const double *x, bool transposed, double *f);

#endif
