// SPDX-License-Identifier: MIT
// tube.h -- the tube model: an oriented spline, docs/theory/tube.md.
//
// Position and rotation are quintic Hermite splines over the parameter u: every node has a value, a
// first and a second derivative of each of the six components, derivatives by the element's own
// parameter (u / its length). The equations are linear and the components do not know each other,
// so one substep of Newmark's method is one solve with a band of five per component, with factors
// that are made when the substep or what is held changes.
//
// A tube is a tissue whose elements, matrix and step are these; supports, views and the body that
// stages see are those of every tissue.
#ifndef SUT_TISSUE_TUBE_H
#define SUT_TISSUE_TUBE_H

#include "tissue/tissue_internal.h"

enum {
    SUT_TUBE_ORDER = 3, // value, first and second derivative
    SUT_TUBE_BAND = 5   // dofs to the left of the diagonal
};

// Symmetric matrix with five diagonals beside the main one, and its factor L D L^T in its place:
// entry[6 i + k] belongs to (i, i - k).
typedef struct sut_tube_band {
    int n;
    double *entry; // [6 n]
} sut_tube_band;
// False: a pivot is not positive. 21 multiplications per row, no other memory.
bool sut_tube_band_factor(sut_tube_band *b);
// `count` right sides x[3 i + c] at once, 10 multiplications per row of each; in place.
void sut_tube_band_solve(const sut_tube_band *b, double *x, int count);

// Coefficients of m a + c v + k x = load of a component, per u.
typedef struct sut_tube_law {
    double mass, loss, stiffness;
} sut_tube_law;

// One spline: three components, [9 n] by dof, then component.
typedef struct sut_tube_field {
    sut_tube_law law[3];
    // state
    double *x, *v, *a;   // difference from rest, its rate, its acceleration
    unsigned char *held; // [3 n] by dof, bits of components
    // substep: free dofs have what the past gives, held ones what they end on
    double *end_x, *end_v, *end_a;
    double *load;         // generalised forces at its end
    double *rest;         // [9 n] right side
    double *work;         // [9 n]
    unsigned char *holds; // [3 n] of this substep, and of the factors
    unsigned char *fresh; // [3 n] scratch
    double *backup;       // [27 n] x, v, a
    unsigned char *backup_held;
    int factor[3];   // which of `band` serves a component
    int factor_runs; // how many different ones
    sut_tube_band band[3];
} sut_tube_field;

enum { SUT_TUBE_POSITION, SUT_TUBE_ROTATION, SUT_TUBE_FIELDS };

typedef struct sut_tube {
    // definition
    int n;              // nodes
    double length;      // u of an element
    double m[6][6];     // integrals of products of shape functions
    double k[6][6];     // and of their derivatives
    double weight[3];   // integrals of the three shape functions of a node at the left end
    sut_vec3 basis[3];  // components of rotations: two normals and the tangent at rest
    sut_vec3 slope;     // m, first derivative of the position at rest
    sut_vec3 *at_rest;  // [n] m
    sut_vec3 *rotation; // [n] rad, for views
    sut_tube_field field[SUT_TUBE_FIELDS];
    // state
    bool started;     // accelerations are known
    double factor_h;  // s, of the factors; negative: none
    sut_vec3 outer;   // N, external forces at the end of the last substep
    double *reaction; // [3 n] N, of what is held, likewise
    double *torque;   // [3 n] N m, set from outside, in world axes
    double *mean;     // [3 n] N, scratch: reactions over a substep
    double share;     // of the motion that the guard left
    double *backup_reaction;
    sut_vec3 backup_outer;
    bool backup_started;
    void *memory;
    size_t memory_size;
} sut_tube;

// Called by sut_tissue_make with everything else in place; false: no memory.
bool sut_tube_make(sut_tissue *t, sut_memory *m);
void sut_tube_free(sut_tissue *t, sut_memory *m);
const char *sut_tube_check_def(const sut_tissue_def *d, char *text, size_t size);
extern const sut_body_kind sut_tube_kind;
extern const sut_tissue_model_kind sut_tube_model;

// A torque on a node from now on, N m in world axes. Forces are supports.
void sut_tube_set_torque(sut_tissue *t, int node, sut_vec3 torque);
// Places and rotations between nodes; s counts elements, 0 .. node_count - 1.
sut_vec3 sut_tube_place(const sut_tissue *t, double s);
sut_vec3 sut_tube_turn(const sut_tissue *t, double s);

void sut_tube_energy_of(const sut_tissue *t, sut_vec3 gravity, sut_tissue_energy *out);
sut_vec3 sut_tube_momentum(const sut_tissue *t);
double sut_tube_length(const sut_tissue *t); // m, along the spline
void sut_tube_update_view(sut_tissue *t);

//---- tube_field.c --------------------------------------------------------------------------------
// Integrals of shape functions and their derivatives, once.
void sut_tube_integrate(sut_tube *tube);
// out += mass M a + loss M v + stiffness K x of all components; null: not that one.
void sut_tube_apply(const sut_tube *tube, const sut_tube_law law[3], const double *a,
                    const double *v, const double *x, double *out);
// Factors of mass M + h/2 loss M + h^2/4 stiffness K with unit rows for `holds`; h = 0: the mass.
bool sut_tube_factor(sut_tube *tube, sut_tube_field *f, double h);
void sut_tube_solve(const sut_tube_field *f, double *x);           // held rows: zero
double sut_tube_shape(int function, double z);                     // of the six, 0 <= z <= 1
double sut_tube_weight(const sut_tube *tube, int node, int order); // integral of a shape function

#endif
