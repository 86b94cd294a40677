// SPDX-License-Identifier: MIT
// chain.h -- a row of edges as collision sees it: threads and needles.
//
// What it points to belongs to the body that it is the row of. The rest are constants of that body,
// and the little that changes and that both sides need: cuts, pins, strain, terms of low rank.
#ifndef SUT_CHAIN_H
#define SUT_CHAIN_H

#include "body/body.h"

// A vertex that is held in its place.
typedef struct sut_pin {
    int vertex;
    sut_vec3 target; // position at the end of the substep
    sut_vec3 force;  // reaction on the body, filled at commit
} sut_pin;

enum { SUT_CHAIN_COLUMNS = 2 };

typedef struct sut_chain {
    int n; // vertices
    double radius, friction;
    double EA;                // N
    double total;             // m, sum of the rest lengths
    bool ring;                // it was laid with both ends at one place
    bool pierces;             // it starts through tissue, and its holes are still to come
    const double *rest;       // [n-1] rest length of edge i
    const double *arc;        // [n] sum of the rest lengths before vertex i
    const sut_vec3 *position; // [n]
    sut_soa3 move;            // [n] displacement in this substep
    sut_soa3 edge;            // [n-1]
    sut_soa3 bent;            // [n] curvature binormal
    double stretch;           // largest |strain| of the last substep

    double *cut_edge; // [n-1] 1: the edge was cut and carries nothing, 0: it is whole, 2: it
                      // carries nothing, but a portal spring goes on there
    int cuts;         // edges that were cut

    sut_pin *pins; // [pin_count] of this substep, sorted by vertex
    int pin_count;

    // Terms of low rank that the matrix of the body has beside its band: the answer to each, and
    // its factor. The twist of a span of a thread is one.
    double *column[SUT_CHAIN_COLUMNS]; // [3n]
    double column_factor[SUT_CHAIN_COLUMNS];
    int column_count;
} sut_chain;

static inline bool sut_chain_is_pinned(const sut_chain *c, int vertex) {
    for (int i = 0; i < c->pin_count; i++) {
        if (c->pins[i].vertex == vertex) {
            return true;
        }
    }
    return false;
}

//---- cut edges -----------------------------------------------------------------------------------
// A cut edge stays in its place, so that vertices keep their numbers, and carries nothing. Contacts
// see what is left of it: a point, the end of the piece before it.
static inline bool sut_chain_is_cut(const sut_chain *c, int e) {
    return c->cuts > 0 && c->cut_edge[e] != 0.0;
}
// Are what lies before an edge and what lies behind it two threads?
static inline bool sut_chain_is_parted(const sut_chain *c, int e) {
    return c->cuts > 0 && c->cut_edge[e] == 1.0;
}
// Is an inner vertex the end of a piece?
static inline bool sut_chain_joint_is_cut(const sut_chain *c, int vertex) {
    return c->cuts > 0 && (c->cut_edge[vertex - 1] != 0.0 || c->cut_edge[vertex] != 0.0);
}
// The vertex at the second end of an edge as contacts see it.
static inline int sut_chain_edge_end(const sut_chain *c, int e) {
    return sut_chain_is_cut(c, e) ? e : e + 1;
}
// The last edge of the piece that edge e belongs to.
int sut_chain_piece_end(const sut_chain *c, int e);
bool sut_chain_is_cut_between(const sut_chain *c, int first, int last); // vertices
// No less than the length of edge e of the state, without a root; scratch may know another shape.
static inline double sut_chain_longest(const sut_chain *c, int e) {
    return sut_chain_is_cut(c, e) ? 0.0 : c->rest[e] * (1.000001 + c->stretch);
}

#endif
