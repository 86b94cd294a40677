// SPDX-License-Identifier: MIT
// tissue.h -- deformable bodies: solids, shells, membranes and tubes, their supports and loads.
//
// A tissue is a mesh with a law. It moves implicitly, touches threads, tools, obstacles, other
// tissues and itself, and is never passed through. Which laws there are: docs/theory/tissue.md.
#ifndef SUTURA_TISSUE_H
#define SUTURA_TISSUE_H

#include "sutura/defs.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef enum sut_tissue_model {
    SUT_TISSUE_SOLID,    // linear tetrahedra
    SUT_TISSUE_SHELL,    // triangles: neo-Hookean membrane and bending over the edges
    SUT_TISSUE_MEMBRANE, // springs on the edges of triangles
    SUT_TISSUE_TUBE      // an oriented spline
} sut_tissue_model;

typedef enum sut_solid_law {
    SUT_SOLID_COROTATIONAL, // P = 2 mu (F - R) + lambda tr(R^T F - I) R
    SUT_SOLID_SPRINGS       // springs on the edges, for comparison
} sut_solid_law;

// Options of SUT_TISSUE_MEMBRANE.
typedef struct sut_membrane_def {
    double stiffness;      // N/m, > 0, of the spring on every edge
    double home;           // N/m, of the spring from each node to its initial place, default 0
    double node_mass;      // kg of every node; 0 (default): from density and thickness
    double damper;         // N s/m along edges, default 0
    double limit;          // no spring is longer than limit x its rest length after a step; 0: none
    double torsion;        // N m/rad, springs on opposite edges at pierced nodes, default 0
    double torsion_damper; // N m s/rad, default 0
} sut_membrane_def;

// How a tube starts.
typedef enum sut_tube_start {
    SUT_TUBE_STRAIGHT, // as its nodes lie
    SUT_TUBE_ROTATED,  // turned about node 0 by `rotation`, which is every free node's rotation too
    SUT_TUBE_MODE      // amplitude x sin((2 mode - 1) pi u / (2 L))
} sut_tube_start;

// Options of SUT_TISSUE_TUBE, in the units of the published equations.
typedef struct sut_tube_def {
    double inner, outer;     // m, radii
    double parameter_length; // L, length of the spline's parameter
    double stiffness;        // k, > 0
    double bending;          // l, > 0
    double mass;             // mu, > 0
    double damping;          // nu, >= 0
    bool clamp_all;          // held nodes keep their derivatives too, as published
    sut_tube_start start;
    sut_vec3 rotation; // rad, axis x angle; SUT_TUBE_ROTATED
    int mode;          // 1, 2, ..; SUT_TUBE_MODE
    sut_vec3 amplitude;
} sut_tube_def;

// What a needle meets; all zero: nothing pierces it.
typedef struct sut_piercing_def {
    bool enabled;
    double entry, cut, exit; // N, along the tip's tangent: breaks in, goes on, breaks out
    double grip;             // N/m, friction on a needle per length of channel
    double pinch;            // N, friction in each hole
    double friction;         // Coulomb coefficient in holes; negative (default): that of the pair
    double spread;           // m, the force of a hole is shared by the nodes within it
} sut_piercing_def;

// A hole gives way when its force along the surface exceeds
// strength (floor + (1 - floor) b / bite), b its distance from the nearest free edge.
typedef struct sut_tearing_def {
    bool enabled;
    double strength; // N
    double bite;     // m
    double floor;    // default 0.4
} sut_tearing_def;

typedef struct sut_pressure_key {
    double t;        // s, strictly increasing
    double pressure; // Pa
} sut_pressure_key;
#define SUT_PRESSURE_KEYS 64

typedef struct sut_tissue_def {
    sut_tissue_model model;
    sut_solid_law law;

    // mesh; a tube has nodes only, in a row
    const sut_vec3 *nodes; // [node_count] m, as they lie at the start
    int node_count;
    const int (*triangles)[3]; // shells and membranes: all of them; solids: their skin
    int triangle_count;
    const int (*tets)[4]; // solids
    int tet_count;
    // Size without load over initial size along the axes of `rest_axes`, default 1 1 1; below 1:
    // prestretched. Membranes: rest length of a spring over its initial length, [0] counts.
    double rest[3];
    sut_quat rest_axes;

    double young;          // Pa, > 0; not of membranes
    double poisson;        // 0 .. 0.49, of solids, default 0.45; shells are incompressible
    double density;        // kg/m^3, > 0, default 1000
    double thickness;      // m, > 0 of shells; of membranes for contacts only, default 0
    double friction;       // Coulomb coefficient; a pair has the root of the product, default 0.2
    double damping_strain; // s, Kelvin-Voigt time of all elastic forces, default 2 ms
    double damping_linear; // 1/s, force = -damping_linear x mass x velocity, default 0
    bool no_contact;       // nothing touches it
    sut_vec3 velocity;     // m/s at the start
    sut_vec3 spin;         // rad/s about the centre of mass, likewise

    // Follower load along the outward normals of surfaces, against them on a solid's skin.
    const sut_pressure_key *pressure_keys; // [pressure_key_count], null with 0: none
    int pressure_key_count;                // at most SUT_PRESSURE_KEYS

    sut_membrane_def membrane;
    sut_tube_def tube;
    sut_piercing_def piercing;
    sut_tearing_def tearing;

    // Room for tearing and cutting; 0 (default): a quarter more than the mesh has.
    int max_nodes, max_elements;
    uint32_t cookie;
} sut_tissue_def;
SUT_API sut_tissue_def sut_default_tissue_def(void);

typedef enum sut_support_kind {
    SUT_SUPPORT_PIN,    // nodes are where the motion puts them
    SUT_SUPPORT_SPRING, // each node is drawn to that place
    SUT_SUPPORT_FORCE   // a dead load
} sut_support_kind;

// Initial places turned about the centre, then moved. Linear in between, constant before and after.
typedef struct sut_support_key {
    double t;          // s, strictly increasing
    sut_vec3 offset;   // m; pin, spring
    sut_vec3 rotation; // rad, axis x angle, linear in the vector; pin, spring
    sut_vec3 force;    // N, the total; force
} sut_support_key;
#define SUT_SUPPORT_KEYS 64

// Axes of the world that a pin or a spring holds.
enum { SUT_AXIS_X = 1, SUT_AXIS_Y = 2, SUT_AXIS_Z = 4, SUT_AXIS_ALL = 7 };

typedef struct sut_support_def {
    sut_support_kind kind;
    const int *nodes; // [node_count], none twice
    int node_count;
    const double *shares;        // [node_count] of a force, sum 1; null: equal parts
    unsigned axes;               // of SUT_AXIS_*, default all
    double stiffness;            // N/m, > 0, of each node's spring
    sut_vec3 center;             // m, of rotations
    const sut_support_key *keys; // [key_count], null with 0: held as it is, or no force
    int key_count;               // at most SUT_SUPPORT_KEYS
    double from, until;          // s, acts while from <= t < until, default -inf .. +inf
    uint32_t cookie;
} sut_support_def;
SUT_API sut_support_def sut_default_support_def(void); // a pin of all axes

// SUT_E_CAPACITY, SUT_E_MEMORY; SUT_E_CONFLICT: it would start inside of something, or the world
// has threads of explicit models. Meshes are checked as far as a step needs it (indices, flat or
// inverted elements); sut_mesh_make says more.
SUT_API sut_result sut_tissue_create(sut_world *w, const sut_tissue_def *def, sut_tissue_id *out);
SUT_API sut_result sut_tissue_destroy(sut_world *w, sut_tissue_id id); // its supports go with it
SUT_API bool sut_tissue_is_valid(const sut_world *w, sut_tissue_id id);
// Where pins without a motion overlap the first has the node; two pins on one axis of a node at one
// time of which one moves are refused (SUT_E_CONFLICT).
SUT_API sut_result sut_support_create(sut_world *w, sut_tissue_id tissue,
                                      const sut_support_def *def, sut_support_id *out);
SUT_API sut_result sut_support_destroy(sut_world *w, sut_support_id id);

// Cut a shell or a membrane along the points, each taken to the nearest place of the surface as it
// lies: the path follows edges or divides triangles, no part is below 1 % of their mean area, nodes
// are appended and mass stays. *length (may be null): m at rest. It ends where it meets a free
// edge; nodes that pins hold stay whole. SUT_E_CAPACITY: more than max_nodes or max_elements.
#define SUT_CUT_POINTS 64 // at most, of one call
SUT_API sut_result sut_tissue_cut(sut_world *w, sut_tissue_id id, const sut_vec3 *points, int count,
                                  double *length);

// A tissue as it is now. Views are borrowed: valid until the next call that changes the world.
typedef struct sut_tissue_view {
    sut_tissue_model model;
    int node_count;
    const sut_vec3 *position; // [node_count] m
    const sut_vec3 *velocity; // [node_count] m/s
    const sut_vec3 *rotation; // [node_count] rad, axis x angle, of tubes; else null
    const sut_vec3 *initial;  // [node_count] m, where they started
    int triangle_count;
    const int (*triangles)[3]; // surface, or skin of a solid
    int tet_count;
    const int (*tets)[4];
    const double *strain;  // [node_count] largest |principal stretch - 1| of the elements at it
    double thickness;      // m
    double mass;           // kg
    double measure;        // m^3 of solids, m^2 of surfaces, m of tubes, now
    uint32_t mesh_changes; // counts changes of nodes or elements
} sut_tissue_view;
SUT_API sut_result sut_tissue_get_view(const sut_world *w, sut_tissue_id id, sut_tissue_view *out);

typedef struct sut_tissue_energy {
    double kinetic, elastic, gravity; // J; gravity is zero at the origin, elastic has home springs
} sut_tissue_energy;
SUT_API sut_result sut_tissue_get_energy(const sut_world *w, sut_tissue_id id,
                                         sut_tissue_energy *out);

// What a tissue went through, and what holds it.
typedef struct sut_tissue_figures {
    double strain_max;       // largest |principal stretch - 1| of any element in any step
    double displacement_max; // m, of any node from its initial place in any step
    sut_vec3 support_force;  // N, of all pins, springs and home springs on it, last step
    sut_vec3 external_force; // N, of weight, loads, pressure and linear damping, last step
    sut_vec3 momentum;       // kg m/s, now
    bool limited; // a strain limit moved nodes in the last substep: forces do not tell it
} sut_tissue_figures;
SUT_API sut_result sut_tissue_get_figures(const sut_world *w, sut_tissue_id id,
                                          sut_tissue_figures *out);

typedef struct sut_support_view {
    sut_support_kind kind;
    int node_count;
    bool active;
    sut_vec3 force; // N, on the tissue at the last step; a force: its load
    double lag;     // m, the furthest that a pinned node is behind its place
} sut_support_view;
SUT_API sut_result sut_support_get_view(const sut_world *w, sut_support_id id,
                                        sut_support_view *out);

#ifdef __cplusplus
}
#endif
#endif
