// SPDX-License-Identifier: MIT
// tissue_internal.h -- what the files of this folder share: the struct, the elements, the models.
//
// A tissue is a mesh whose elements store energy. One substep looks for the displacement `move`
// that makes the derivative of one function zero, the incremental potential: inertia, linear
// damping, elastic energy, viscous potential, springs and loads (pressure is the exception: a
// follower load has no potential). docs/theory/tissue.md
//   tissue.c            memory, first state
//   tissue_mesh.c       edges, hinges and pairs of coupled nodes of a mesh
//   tissue_check.c      refusals
//   tissue_support.c    pins, springs, loads, their motions
//   tissue_kernel.c     loops over elements: stretch, forces and energies, compiled twice
//   solid.c, shell.c,   elements: rest shape, matrix, strain; they make up the models
//   hinge.c, spring.c
//   membrane.c          home springs, strain limit
//   pressure.c          follower load
//   tissue_model.c      which elements a model has; the only place that asks for the model
//   tissue_residual.c   all forces of a trial displacement
//   tissue_matrix.c     the matrix and when it is factorised anew
//   tissue_secant.c     what corrections teach about the matrix
//   tissue_step.c       the entries of sut_tissue_kind that solve and end a substep
//   tissue_state.c      save, restore, snapshot
//   tissue_news.c       what a step tells of it: lags, inverted elements
//   tissue_view.c       views, energies, strain, figures
//   tube*.c             the tube model: a spline with a step of its own
//   tissue_condense.c   the entries that links use: compliance at the nodes they act on
#ifndef SUT_TISSUE_INTERNAL_H
#define SUT_TISSUE_INTERNAL_H

#include "linalg/chol3.h"
#include "tissue/tissue.h"

#include <stdint.h>

//---- elements ------------------------------------------------------------------------------------
// Each kind keeps its definition and what it looked like at the start of the substep, which the
// damping compares with, in arrays by element. `pair` says where the blocks of the matrix are that
// couple two of its corners: 2 x number of the pair, + 1 where the pair names them the other way.

// Linear tetrahedra, corotational.
typedef struct sut_tets {
    int count;
    double mu, lambda; // Pa
    int *node[4];      // [count]
    double *shape[9];  // [count] 1/m, gradients of the corners 1, 2, 3; corner 0: minus their sum
    double *volume;    // [count] m^3, without load
    double *start[6];  // [count] C = F^T F at the start: xx yy zz yz xz xy
    int (*pair)[6];    // [count] of the corners 01 02 03 12 13 23
} sut_tets;

// Triangles: incompressible neo-Hookean membrane.
typedef struct sut_tris {
    int count;
    int *node[3];     // [count]
    double *shape[4]; // [count] 1/m, in-plane gradients of the corners 1 and 2
    double *weight;   // [count] J, E/3 x volume without load
    double *start[3]; // [count] C at the start: 11 22 12
    int (*pair)[3];   // [count] of the corners 01 02 12
} sut_tris;

// Edges of two triangles that resist a change of their angle: corners 0 1 are the edge.
typedef struct sut_hinges {
    int count;
    int *node[4];      // [count]
    double *stiffness; // [count] N m/rad
    double *floor;     // [count] m^4, squares of normals below this count as this
    double *rest_cos;  // [count] of the initial angle
    double *rest_sin;  // [count]
    double *start_cos; // [count] of the angle at the start of the substep
    double *start_sin; // [count]
    int (*pair)[6];    // [count] of the corners 01 02 03 12 13 23
} sut_hinges;

// Springs on edges: membranes, and solids of that law.
typedef struct sut_edges {
    int count;
    int *node[2];      // [count]
    double *stiffness; // [count] N/m
    double *rest;      // [count] m
    double *start;     // [count] m, length at the start
    int *pair;         // [count]
} sut_edges;

// Sums over the elements of one kind, of a trial displacement. J.
typedef struct sut_element_energy {
    double elastic;
    double viscous; // potential of the damping forces
    int odd;        // tetrahedra that are nearly flat or inside out
} sut_element_energy;

//---- supports ------------------------------------------------------------------------------------
typedef struct sut_support {
    bool used;
    sut_support_def def; // its arrays are in `memory`
    void *memory;
    size_t memory_size;
    // state: what the last substep came to
    bool active;
    sut_vec3 force; // N
    double lag;     // m
} sut_support;

//---- a tissue ------------------------------------------------------------------------------------
struct sut_tissue;
struct sut_tissue_links; // tissue_condense.c
struct sut_tissue_kernel;
struct sut_tube; // tube.h

// What a model is made of; called once per tissue and stage, loops are inside.
typedef struct sut_tissue_model_kind {
    const char *name;
    void (*start)(struct sut_tissue *t, const double *x); // where the damping starts from
    // adds forces to force[3 n]
    sut_element_energy (*add)(const struct sut_tissue *t, const double *x, double *force);
    // adds to diagonal and off_diagonal; `h` as in add that of the substep
    void (*assemble)(struct sut_tissue *t, double h, const double *x);
    // strain of the shape that `start` looked at, see element.h
    double (*strain_peak)(const struct sut_tissue *t, double above);
    void (*strain)(const struct sut_tissue *t, double *node);
} sut_tissue_model_kind;

// What the matrix in the factor was made of; enough to make it again.
typedef struct sut_tissue_matrix {
    bool made;
    bool parted;           // assembled part by part: its sums have another order
    double h;              // s
    double *x;             // [3 n] m, shape
    double *spring;        // [3 n] N/m, of supports and home springs
    unsigned char *pinned; // [n] bits of SUT_AXIS_*
} sut_tissue_matrix;

// How far the search for `move` got.
typedef struct sut_tissue_progress {
    int corrections;  // in this substep
    int since_factor; // corrections since the last new factor
    int factors;      // in this substep
    double size;      // N, largest component of the residual of free axes
    double asked;     // N, the same of what the correction answers, with the change of links
    double last_size; // N, that of the last correction
    double target;    // N, what it was last asked to be
    double widest;    // N, largest force since the predictor
    double fraction;  // of the correction that `residual` was evaluated at; 0: that is `move`
    bool shortened;   // the last correction was not taken as a whole
    bool failed;
} sut_tissue_progress;

// Kept in a substep, and from one to the next.
enum { SUT_TISSUE_PAIRS = 8, SUT_TISSUE_CARRIED = 4 };

// The last corrections, and by how much the residual changed along each (tissue_secant.c). What is
// carried is state.
typedef struct sut_tissue_secant {
    int count, next;                  // pairs kept; where the next one goes
    bool open;                        // the residual before the last correction is kept there
    double *way;                      // [SUT_TISSUE_PAIRS * 3 n] m
    double *change;                   // [SUT_TISSUE_PAIRS * 3 n] N
    double inverse[SUT_TISSUE_PAIRS]; // 1/J, of way . change
} sut_tissue_secant;

struct sut_tissue {
    sut_body body;

    // definition
    sut_tissue_def def; // its arrays are in `memory`
    const sut_tissue_model_kind *model;
    const struct sut_tissue_kernel *kernel;
    void *memory;
    size_t memory_size;
    int n;             // nodes
    sut_vec3 *initial; // [n] m
    double *mass;      // [n] kg
    double total_mass; // kg
    double extent;     // m, size of the initial mesh
    double stiff_most; // N/m, largest stiffness of a node against its neighbours, for rounding
    double *home;      // [n] N/m, null: no home springs
    int (*triangles)[3];
    int triangle_count;
    int (*tets)[4];
    int tet_count;
    sut_pressure_key *pressure_keys;
    sut_tets solid;
    sut_tris shell;
    sut_hinges hinge;
    sut_edges edge;
    int pair_count;
    int (*pairs)[2]; // [pair_count] coupled nodes, the lower one first, ascending

    // supports; slots stay where they are
    sut_support *supports;
    int support_count, support_room;

    sut_tissue_hand *hands; // in a row; scratch of a substep
    sut_tissue_drag *drags; // the same

    // state; body.position is a part of it
    sut_vec3 *velocity;     // [n] m/s
    sut_vec3 *acceleration; // [n] m/s^2, of the last substep: only a predictor
    sut_vec3 left; // m/s, what velocities took up of the last substep: not for the predictor
    double strain_max, displacement_max;
    sut_vec3 support_force, external_force; // N, of the last substep
    sut_tissue_matrix matrix;               // what `factor` was made of
    sut_tissue_matrix next;                 // what is being factorised in slices
    int slices;                             // done of it
    int age;                                // substeps since the factor was made
    bool pins_lag;                          // told of last
    int upright; // looks since an element was seen inside out, up to a whole round
    uint32_t mesh_changes;

    // of this substep, set by predict
    double time, h;
    sut_vec3 gravity;
    double pressure;       // Pa
    double *load;          // [3 n] N, weight and dead loads
    double *spring;        // [3 n] N/m, springs of supports and home springs
    double *spring_pull;   // [3 n] N, spring x (its place - position at the start)
    unsigned char *pinned; // [n] bits of SUT_AXIS_*
    int *owner;            // [3 n] support that pins this axis, -1: none

    // scratch
    double *x;        // [3 n] m, trial places
    double *trial;    // [3 n] m, trial displacement
    double *force;    // [3 n] N, of elements and pressure
    double *residual; // [3 n] N, derivative of the potential without links; at pins: their force
    bool current;     // all these and the energies belong to `move`
    double largest;   // N, largest force in the residual
    bool finite;
    sut_vec3 pressure_force; // N, sum of the follower load
    double pressure_work;    // J, on the straight way to the trial places
    double pressure_rate;    // J, follower load at the trial places x displacement
    bool sliced;             // this substep has had its slice of the next factor
    bool limited;            // the strain limit looked at `move`
    bool moved_by_limit;     // and changed it
    sut_element_energy energy;
    double energy_start; // J, elastic, of `position`
    bool energy_known;
    double *diagonal;      // [9 n] assembly: blocks by node
    double *off_diagonal;  // [9 pair_count] and by pair
    int part, parts;       // of the elements that assembly takes; all: 0 of 1
    double *slow_diagonal; // [9 n], [9 pair_count] assembly in slices
    double *slow_off_diagonal;
    double **block;        // [n + pair_count] where the factor wants them
    unsigned char *turned; // [pair_count] it wants the transposed
    double *strain;        // [n] views
    sut_vec3 *backup;      // [3 n] position, velocity, acceleration for restore
    double backup_strain, backup_displacement;
    sut_vec3 backup_left;
    sut_tissue_progress progress;
    sut_tissue_secant secant;

    // links
    sut_chol3 *factor;
    uint32_t factor_version; // another one with every new factor
    uint32_t told_version;   // the one that linearise told of last
    struct sut_tissue_links *links;

    struct sut_tube *tube; // null: not a tube
};

static inline sut_tissue *sut_tissue_of(sut_body *b) {
    return (sut_tissue *)(void *)b; // its first member
}

static inline const sut_tissue *sut_tissue_in(const sut_body *b) {
    return (const sut_tissue *)(const void *)b;
}

extern const sut_body_kind sut_tissue_kind;

//---- tissue_condense.c ---------------------------------------------------------------------------
// Memory for what links need; called last by make and first by free. False: there is none.
bool sut_tissue_links_make(sut_tissue *t, sut_memory *m);
void sut_tissue_links_free(sut_tissue *t, sut_memory *m);
void sut_tissue_clear(sut_body *b);
void sut_tissue_mark(sut_body *b, int vertex);
int sut_tissue_number(sut_body *b);
int sut_tissue_node_of(const sut_body *b, int vertex);
void sut_tissue_couple(const sut_body *b, sut_sparse *s);
void sut_tissue_separate(const sut_body *b, bool *fixed);
void sut_tissue_look_up(const sut_body *b, sut_sparse *s, double **block);
bool sut_tissue_condense(const sut_body *b, sut_sparse *s, double **block);

#endif
