// SPDX-License-Identifier: MIT
// tear.h -- how the material point of a hole moves where tissue gives way.
#ifndef SUT_ATTACH_TEAR_H
#define SUT_ATTACH_TEAR_H

#include "attach/hole.h"

typedef enum sut_tear_end {
    SUT_TEAR_INSIDE, // it went all of its way
    SUT_TEAR_ACROSS, // of a surface: it is at the edge across from the tip of the slit
    SUT_TEAR_AT_EDGE,
    SUT_TEAR_HELD // it cannot go on
} sut_tear_end;

// The way of a material point at rest.
typedef struct sut_tear_way {
    sut_vec3 direction; // unit
    double left;        // m
    int triangle;
    double weight[3];
    int edge; // of a solid, that it came to
} sut_tear_way;

// What a hole does to the tissue along its surface; the mouth of an open channel, across its curve.
typedef struct sut_tear_pull {
    double force;      // N
    sut_vec3 now;      // unit
    sut_vec3 material; // m at rest per m now: where that leads to
} sut_tear_pull;

// A guide at which a channel begins since the hole before it tore through.
static inline bool sut_tear_is_mouth(const sut_hole *k) {
    return k->triangle < 0 && !k->tip && k->leads != 0;
}

//---- tear_walk.c ---------------------------------------------------------------------------
// How the weights of a place change along a direction, per metre; false: the triangle is flat.
bool sut_tear_rates(const sut_vec3 *x, const int v[3], sut_vec3 direction, double rate[3]);
sut_vec3 sut_tear_place(const sut_vec3 *x, const int v[3], const double weight[3]);
int sut_tear_corner(const sut_surface *f, int t, int node); // -1: it is none of the triangle
void sut_tear_stand(const sut_surface *f, const sut_hole *k, sut_tear_way *a);
// Within the triangle; the corner across from the edge at which it ends, -1: it does not.
int sut_tear_cross(sut_tear_way *a, const double rate[3]);
void sut_tear_hop(const sut_surface *f, sut_tear_way *a, int edge); // over it

//---- tear_surface.c ------------------------------------------------------------------------
// A slit begins in a node at the hole. False: no room for it.
bool sut_tear_begin(sut_world *w, sut_hole *k);
// False: the slit has no room to go on.
bool sut_tear_sheet(sut_world *w, sut_hole *k, sut_tear_way *a, sut_tear_end *end);

//---- tear_solid.c --------------------------------------------------------------------------
sut_tear_end sut_tear_solid(sut_world *w, sut_hole *k, sut_tear_way *a);
// Of s beside it, that lies in a slit or does not touch for another reason.
double sut_tear_span(const sut_world *w, const sut_hole *k);
// It came to a free edge: what becomes of the rest of its channel.
void sut_tear_open_channel(sut_world *w, sut_hole *k, const sut_tear_way *a);
sut_tear_pull sut_tear_mouth_pull(const sut_world *w, const sut_hole *k);
void sut_tear_mouth(sut_world *w, sut_hole *k, const sut_tear_way *a);
// Places of the slit that a hole left, to where it is now; how many.
int sut_tear_slit(const sut_world *w, const sut_hole *k, sut_slit_place *out, int capacity);
// Is a point inside of a closed surface?
bool sut_tear_is_inside(const sut_surface *f, const sut_vec3 *x, sut_vec3 at);

#endif
