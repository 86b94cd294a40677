// SPDX-License-Identifier: MIT
// hole.h -- where a hole is on its thread and in its tissue.
#ifndef SUT_ATTACH_HOLE_H
#define SUT_ATTACH_HOLE_H

#include "data/world.h"

typedef struct sut_tissue_point {
    sut_spread site;
    int triangle;
    double distance; // m
    double depth;    // m, below the skin of a solid; 0: on it, or outside
    sut_vec3 rest, normal;
} sut_tissue_point;

// Of the curve over these vertices.
sut_vec3 sut_hole_curve_place(const sut_curve *c, const sut_vec3 *x, double s, sut_vec3 *slope);
// The place of the curve nearest to a point, beyond `after` m of rest length.
double sut_hole_on_thread(const sut_rod *r, const sut_curve *c, sut_vec3 at, double after,
                          double *distance);
double sut_hole_arc(const sut_rod *r, double s); // m of rest length from vertex 0
// A guide where it is deeper in a solid than the radius, else the nearest place of a triangle.
sut_tissue_point sut_hole_on_tissue(const sut_tissue_view *v, sut_vec3 at, double radius);
// Where curve and tissue meet: from one to the nearest place of the other, to and fro.
sut_tissue_point sut_hole_meet(const sut_rod *r, const sut_tissue_view *v, sut_tissue_point p,
                               const sut_curve *c, double *s);
// Share the force with the surface nodes within `spread` m; where those are too few, as it is.
void sut_hole_spread(const sut_surface *f, const sut_tissue_view *v, double spread,
                     sut_tissue_point *p);
// Nodes within the spread that hang together with its triangle, the nearest first where there are
// too many, with weights that still have to be corrected; false: too few.
bool sut_hole_nodes_near(const sut_surface *f, const sut_tissue_view *v, const sut_tissue_point *p,
                         double spread, sut_spread *out);
// Laws of a hole on its thread; its curve, place and triangle are known.
void sut_hole_set_laws(const sut_world *w, const sut_hole_def *def, sut_hole *k);
double sut_hole_along(const sut_world *w, const sut_hole *k); // N, of its force along the curve
// The hole by which a thread came into a solid that it leaves by this one; null: there is none.
sut_hole *sut_hole_entry_of(sut_world *w, const sut_hole *exit);
// m, at rest, to the nearest free edge of a surface, or sharp one of a solid; infinite: none.
double sut_hole_edge_distance(const sut_surface *f, sut_vec3 rest);
bool sut_hole_is_free_edge(const sut_surface *f, int edge); // of a sheet, a lip, a block
double sut_hole_distance_to(const sut_surface *f, int edge, sut_vec3 rest); // m, at rest
// m, the deepest place of the thread between two places on it, below the skin of a solid.
double sut_hole_depth(const sut_rod *r, const sut_tissue_view *v, double from, double to);

//---- hole.c: stages of a substep -----------------------------------------------------------------
void sut_hole_begin(sut_world *w, double h); // after the predictor of all bodies
void sut_hole_commit(sut_world *w);
void sut_hole_save(sut_world *w); // and back to it
void sut_hole_roll_back(sut_world *w);
void sut_hole_output(sut_world *w); // events
void sut_hole_cut_thread(sut_world *w, int thread, int edge);
void sut_hole_cut_tissue(sut_world *w, int tissue);         // its mesh is another one
void sut_hole_forget(sut_world *w, int thread, int tissue); // their bodies go; -1: none
//---- tear.c: holes that give way, after each step ------------------------------------------------
double sut_tear_limit(const sut_world *w, const sut_hole *k); // N; infinite: never
double sut_tear_edge(const sut_world *w, const sut_hole *k);  // m, to the next free edge
void sut_tear_list_leaving(sut_world *w);
void sut_tear_output(sut_world *w);

#endif
