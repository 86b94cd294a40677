// SPDX-License-Identifier: MIT
// defs.h -- how a world, a thread and a hold are described. Take a def from its default function,
// change fields, create. Pointers inside a def are read during the call and not kept.
#ifndef SUTURA_DEFS_H
#define SUTURA_DEFS_H

#include "sutura/types.h"

#ifdef __cplusplus
extern "C" {
#endif

// Limits of a world. Memory is taken when objects are created, never in a step.
typedef struct sut_capacity {
    int threads;   // default 4, at least 1
    int vertices;  // of all threads together, default 4096, at least 2
    int holds;     // default 64
    int hold_keys; // key frames of all holds together, default 1024
    int events;    // per step, default 256
    int obstacles; // default 16
    int contacts;  // at a time, default 512, at least 1
    int tools;     // default 2
    int tissues;   // default 0
    int supports;  // of all tissues together, default 0
    int needles;   // default 0
    int holes;     // in all tissues together, default 0; needles go through no more walls than that
} sut_capacity;

typedef enum sut_contact_solver {
    SUT_CONTACT_DEFAULT, // semismooth Newton with the exact friction cone
    SUT_CONTACT_NNCG,    // non-smooth conjugate gradient over Gauss-Seidel, as published
    SUT_CONTACT_PGS      // projected Gauss-Seidel, as published
} sut_contact_solver;

// How threads that are through tissue at the start slide there.
typedef enum sut_hole_way {
    SUT_HOLES_ANCHORS, // holes are links of the coupled solve, with friction (default)
    SUT_HOLES_PORTALS  // published portal springs, for comparison: docs/theory/portals.md
} sut_hole_way;

// How contacts are solved. A contact is a stiff spring: the stiffness of a light touch comes from
// the thread, EA over pi times the diameter and 2, like the one of two crossed cylinders; it grows
// with depth.
typedef struct sut_contact_def {
    sut_contact_solver solver;
    int iterations;   // most iterations (sweeps) of one solve, default 50, 1..10000
    double tolerance; // error of forces left over, against the largest force, default 1e-6; hard
                      // problems end with less, down to 1e-2
    double budget;    // s, work for a whole step, counted in operations and not by the clock, so
                      // that results are the same everywhere; 0: 0.1 s and 30 us per vertex. Beyond
                      // it accuracy degrades and steps may stand still; the guard stays. Soft: what
                      // has begun is finished. stats.effort_us, stats.hurried
    double stiffness; // multiple of the normal stiffness, default 1
    bool disabled;    // no contacts at all: threads pass through each other and obstacles
    bool unguarded;   // contacts only: fast threads may pass through; for tests of the certificate
    sut_hole_way holes; // default SUT_HOLES_ANCHORS
} sut_contact_def;

typedef struct sut_world_def {
    sut_vec3 gravity; // m/s^2, default (0, 0, -9.81)
    sut_capacity capacity;
    int max_linearisations; // per substep before it is cut in two, default 12, 1..100; thrice as
                            // many while they get on
    int max_halvings;       // a step is cut into at most 2^this parts, default 10, 0..20
    double tolerance;       // share of its motion that a step may leave unsolved,
                            // default 1e-4, in (0, 1e-2]
    sut_contact_def contact;
    sut_allocator allocator;
    sut_executor executor; // for islands of threads that cannot meet within a step
    sut_log_fn *log;       // null: silent
    void *log_ctx;
    // Called inside a step after each of its parts, when positions are new; it may look at threads
    // and obstacles and change nothing. A step that fails later is rolled back behind it.
    void (*on_part)(void *ctx, const sut_world *w);
    void *on_part_ctx;
    uint32_t cookie; // set by the default function
} sut_world_def;

typedef enum sut_model {
    SUT_MODEL_IMPLICIT,            // discrete Kirchhoff rod, implicit, block-pentadiagonal
    SUT_MODEL_IMPLICIT_SIMPLIFIED, // scalar bands instead of 3x3 blocks: fast, too rigid
    // The models from here on are explicit: small steps. A world has threads of explicit models
    // only, or none of them.
    SUT_MODEL_VARIATIONAL, // inextensible, discrete variational step: conserves energy and
                           // momentum, axial forces from multipliers
    // springs and dampers between mass points, as published
    SUT_MODEL_SPRINGS_1, // linear spring and damper along the edges: bends freely
    SUT_MODEL_SPRINGS_2, // and a torsional spring against bending
    SUT_MODEL_SPRINGS_3, // and a torsional damper
    SUT_MODEL_SPRINGS_4, // and a swivel damper against orbiting
    SUT_MODEL_SPRINGS_5  // the same with a quadratic spring, and edges of limited length
} sut_model;

// How the multipliers of the variational model are found.
typedef enum sut_multiplier_solver {
    SUT_MULTIPLIERS_CONTRACTION, // contraction mapping (default)
    SUT_MULTIPLIERS_NEWTON
} sut_multiplier_solver;

// How the contacts of the variational model are solved.
typedef enum sut_variational_contact {
    SUT_VARIATIONAL_LOCAL, // stops or penalties, contact by contact in turn with the multipliers
    SUT_VARIATIONAL_GLOBAL // law and solver of SUT_MODEL_IMPLICIT: all contacts at once
} sut_variational_contact;

// Options of SUT_MODEL_VARIATIONAL; the other models do not look at them.
typedef struct sut_variational_def {
    sut_multiplier_solver solver;
    // Default local. Contacts of a world are solved in one way: globally if all its threads ask for
    // that, else locally. With SUT_VARIATIONAL_GLOBAL `penalty` is not looked at.
    sut_variational_contact contact;
    bool extensible;    // edges stretch by tension / EA instead of keeping their length
    double penalty;     // N/m, stiffness of contacts, 0 (default): what the step can bear
    double dissipation; // J s, bending dissipation: power = dissipation (d cos(angle)/dt)^2 / 2 per
                        // vertex, default 0; damping_bend is the other kind
} sut_variational_def;

// Constants of SUT_MODEL_SPRINGS_1 to 5; the other models do not look at them. A constant below 0
// (the default of the first five) is derived from the section and the damping times of the thread;
// see shortest and longest for theirs.
typedef struct sut_springs_def {
    double stretch;        // N, k_l: tension = stretch x strain; else EA
    double stretch_damper; // N s/m, k_d; else EA damping_stretch / edge length
    double torsion;        // N m, k_ts: moment of a turn = torsion x angle / pi; else pi EI / cell
    double torsion_damper; // N m s, k_td; else torsion / pi x damping_bend
    double swivel_damper;  // N s, k_sw; else damping_bend GJ / (cell x edge length)
    double repulsion;      // N/m, k_rs, of contacts; 0 (default): what the step can bear
    double repulsion_damper; // N s/m, k_rd, default 0; only with a repulsion
    double full_strain;      // springs-5: strain at which the quadratic spring pulls as hard as the
                             // linear one, > 0, default 0.01
    // Edges between these shares of their rest length; a force that would bring one further is
    // handed on to the next vertex. Below 0 (default): 0.95 and 1.05 in springs-5, no limit in the
    // others.
    double shortest; // below 1
    double longest;  // above 1
} sut_springs_def;

typedef enum sut_inertia {
    SUT_INERTIA_MASS,    // Newton
    SUT_INERTIA_LOW_MASS // overdamped: velocity = mobility x force per length
} sut_inertia;

typedef enum sut_twist_mode {
    SUT_TWIST_QUASI_STATIC, // twist is in equilibrium at every instant (default)
    SUT_TWIST_DYNAMIC       // every edge spins with its own inertia
} sut_twist_mode;

typedef struct sut_thread_def {
    // shape at the start
    const sut_vec3 *positions;  // [vertex_count], no two neighbours at the same place
    int vertex_count;           // 2 .. capacity.vertices
    const sut_vec3 *velocities; // [vertex_count] m/s, null: at rest
    const double *rest_lengths; // [vertex_count - 1] m, null: the initial edge lengths
    const double *extra_mass;   // [vertex_count] kg added to single vertices, null: none

    // material: stiffnesses of the section; sut_thread_def_set_round fills them from moduli
    double radius;          // m, > 0, default 1e-4
    double EI;              // N m^2, bending, >= 0; 0 is a limp thread
    double GJ;              // N m^2, twisting, >= 0
    double EA;              // N, stretching, > 0
    double mass_per_length; // kg/m, > 0
    double friction;        // Coulomb coefficient with itself, >= 0, default 0

    // rest shape, in the material frame: d3 is the tangent; at edge 0, d1 is the world axis least
    // parallel to d3 (ties: x, y, z) made orthogonal, d2 = d3 x d1; carried along the initial
    // shape without twisting
    double natural_curvature[2]; // 1/m, component [0] bends towards d1, [1] towards d2
    double natural_twist;        // rad/m

    // losses; nothing else slows a thread
    double damping_bend;    // s, Kelvin-Voigt time of bending, default 20 ms
    double damping_twist;   // s, default 0
    double damping_stretch; // s, default 0
    double damping_linear;  // kg/(m s), force per length = -damping_linear v, default 0
    double drag;            // kg/m^2, force per length = -drag |v| v, default 0

    sut_model model;
    sut_inertia inertia;
    double mobility; // m^2/(N s), for low-mass inertia, > 0, default 1000
    sut_twist_mode twist;
    double implicitness; // 0.5 (trapezoidal) .. 1 (implicit Euler, default)
    sut_variational_def variational;
    sut_springs_def springs;
    bool pierces; // it starts through tissue: not looked at until its holes are made (hole.h)
    uint32_t cookie;
} sut_thread_def;

// One key frame. Linear in between (direction by the shortest arc), constant before and after.
typedef struct sut_hold_key {
    double t;           // s, strictly increasing
    sut_vec3 position;  // m; pin, clamp, twist
    sut_vec3 direction; // tangent towards higher indices, any length but zero; clamp, twist
    double spin;        // rad, right-handed about the tangent, against the initial material frame;
                        // unbounded; twist
    sut_vec3 force;     // N; force
} sut_hold_key;

typedef struct sut_hold_def {
    int vertex; // 0 .. vertex_count - 1, or negative from the end: -1 is the last
    sut_hold_kind kind;
    const sut_hold_key *keys; // [key_count], null with 0: hold the vertex as it is now
    int key_count;
    double from, until; // s, active while from <= t < until, default -inf .. +inf
    double max_force;   // N, above it the vertex lags behind; default +inf; pin, clamp, twist
    uint32_t cookie;
} sut_hold_def;

typedef enum sut_obstacle_kind {
    SUT_OBSTACLE_PLANE,    // all that lies behind the plane through center with normal axis
    SUT_OBSTACLE_SPHERE,   // center, radius
    SUT_OBSTACLE_CYLINDER, // center, axis, radius, length (may be infinite)
    SUT_OBSTACLE_CAPSULE,  // the same with round ends; length without them
    SUT_OBSTACLE_BOX       // center, size, turned by rotation
} sut_obstacle_kind;

// One key frame: where the center is, and how the body is turned against its def. Linear in
// between (also the components of the rotation), constant before and after.
typedef struct sut_obstacle_key {
    double t;          // s, strictly increasing
    sut_vec3 position; // m
    sut_vec3 rotation; // rad, axis times angle
} sut_obstacle_key;

typedef struct sut_obstacle_def {
    sut_obstacle_kind kind;
    sut_vec3 center;
    sut_vec3 axis;     // any length but zero; plane, cylinder, capsule
    sut_vec3 rotation; // axis times angle; box
    double radius;     // m, > 0; sphere, cylinder, capsule
    double length;     // m, > 0, infinity is fine for a cylinder (default)
    sut_vec3 size;     // m, > 0; box
    double friction;   // Coulomb coefficient; a pair has the root of the product, default 0.3
    const sut_obstacle_key *keys; // [key_count], null with 0: it does not move
    int key_count;                // at most SUT_OBSTACLE_KEYS
    uint32_t cookie;
} sut_obstacle_def;
#define SUT_OBSTACLE_KEYS 64

SUT_API sut_world_def sut_default_world_def(void);
SUT_API sut_thread_def sut_default_thread_def(void);     // 0.1 mm radius, nylon-like
SUT_API sut_hold_def sut_default_hold_def(void);         // pin of vertex 0
SUT_API sut_obstacle_def sut_default_obstacle_def(void); // plane z = 0, solid below

// Fill the section of a solid round thread: A = pi r^2, I = pi r^4 / 4, J = 2 I,
// G = young / (2 (1 + poisson)). Does not check; sut_thread_create does.
SUT_API void sut_thread_def_set_round(sut_thread_def *def, double young, double poisson,
                                      double density, double radius);

// The published constants of the spring models (for 20 to 50 points of 50 g on half a metre).
SUT_API sut_springs_def sut_springs_def_published(void);

#ifdef __cplusplus
}
#endif
#endif
