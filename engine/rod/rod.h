// SPDX-License-Identifier: MIT
// rod.h -- one thread: a discrete Kirchhoff rod stepped implicitly.
//
// A rod is n vertices joined by n - 1 edges. Its struct has four parts:
//   body   what every body has: positions, displacement, correction (body/body.h)
//   def    definition: rest lengths, stiffnesses, masses: set at creation, constant
//   state  edges, velocities, turns, spins: what a snapshot holds
//   work   everything else: rebuilt inside a step
// and `chain`, the row of edges that collision sees, which points into them.
//
// The edges, not the positions, are the state: the last edges of a hanging thread stretch by 1e-9
// under its own weight, and a difference of two positions would lose the last digits of that
// strain. Positions are the running sum of the edges from vertex 0.
//
// One substep looks for the displacement w of the vertices that solves the step's equations.
// step/solve.c and step/step.c call on it in this order, stage by stage:
//   rod_integrate.c   predict: w = dt v, held vertices on their targets
//   rod_kinematics.c  tangents, curvature binormals, twist-free frames of the trial shape
//   rod_twist.c       spin of the material frame, twisting moments (rod_spin.c where the rest
//                     shape is curved or twist has inertia)
//   rod_forces.c      moments, edge forces, residual of the step's equations
//   rod_assemble.c    block-banded matrix of the step
//   rod_solve.c       factorise, correct w, judge convergence
//   rod_integrate.c   commit: velocities, edges, positions, tensions
// Where the first linearisation needs no look at the whole shape, rod_sweep.c takes the rod through
// these stages piece by piece.
#ifndef SUT_ROD_H
#define SUT_ROD_H

#include "body/chain.h"
#include "linalg/band.h"
#include "rod/rod_kernel.h"
#include "sutura/defs.h"

// A plane that fixes the tangent, and maybe the spin, at one vertex (clamp and twist holds).
// The bend between the plane and an adjacent edge lives in a cell half as long as the edge, which
// keeps the clamp second order. Side 0 is the edge before the vertex, side 1 the edge after it.
typedef struct sut_plane {
    int vertex;
    bool spin_held;
    sut_vec3 direction; // unit tangent asked for at the end of the substep
    double spin;        // rad, asked for at the end of the substep

    // state, kept by the owner from step to step; sut_rod_plane_begin makes the first one
    sut_vec3 direction0; // unit tangent at the start of the substep
    sut_vec3 director0;  // unit, normal to direction0: where spin 0 points
    double spin0;        // rad, spin at the start of the substep
    double angle0;       // rad, unwrapped: director0 against the twist-free frame
    sut_vec3 bent0[2];   // per side, binormal of the turn

    // scratch
    sut_vec3 director; // director0 carried to `direction`
    double angle;      // rad, unwrapped, of the trial shape
    double z[2][2];    // per side, curvature components in the edge's twist-free frame
    sut_vec3 binormal[2];
    double opening[2];
    sut_vec3 axis[2]; // per side, as axis, give and size of the rod
    double give[2], size[2];
    double phase[2][2];    // per side, cosine and sine of the material spin (curved rods)
    double side_torque[2]; // N m, twisting moment in the rod on either side
    double bend_torque;    // N m, what the natural curvature adds to the torque (curved rods)
    double torque;         // N m about the tangent, of the plane on the rod
    // the span from this spin-holding plane to the next one; length 0: there is none
    double span_length, span_turn, span_moment;
} sut_plane;

// A dead load, or a force-limited hold that pulls towards a target: the potential
// strength |x - target|, rounded off within a radius. Like a muscle it can do less while it goes
// where it pulls: by the share (v / v0)^2, so nothing at the speed v0; beyond that it holds back,
// with no more than its strength.
#define SUT_HAND_SPEED 3.0 // m/s: as fast as a hand moves; a force-limited hold pulls no more there
typedef struct sut_load {
    int vertex;
    sut_vec3 force; // of a dead load
    sut_vec3 target;
    double strength; // N, 0: a dead load
} sut_load;

// Models whose step is explicit, and those made of springs and dampers.
static inline bool sut_model_is_explicit(sut_model m) {
    return m >= SUT_MODEL_VARIATIONAL;
}

static inline bool sut_model_is_springs(sut_model m) {
    return m >= SUT_MODEL_SPRINGS_1;
}

// Published portal spring (000 3.5.2): the edge between two vertices is replaced by a spring
// through the tissue, along two directions that are fixed in a substep, and two that hold the
// vertices on their lines. docs/theory/portals.md
typedef struct sut_portal {
    int vertex;        // the one before the tissue; the edge behind it carries nothing
    sut_vec3 at[2];    // m, piercing points before and behind
    sut_vec3 along[2]; // unit, from them to vertices further away
    double rest;       // m, of the edge
    double stiffness;  // N
    const struct sut_portal *next;
} sut_portal;

// How far a step is solved (rod_solve.c).
typedef struct sut_rod_progress {
    int linearisations, corrections;
    double move_rms;       // m, displacement of the step
    double correction_rms; // m, last correction of it
    double last_rms;       // m, the correction before
    double early_rms;      // m, the one before that
    double piece_strain;   // largest strain that the last turns leave, mean over eight edges
    double swerve;         // m, first correction: how far the rod leaves its course
    double left;           // m, what the last correction is thought to leave
    double turn_max;       // rad, largest turn of an edge by the last correction
    double turn_sum;       // rad, the same added up since the last linearisation
    double drift;          // m, length that the last correction's turns add to straight edges
    bool done, failed;
    bool broken;  // not finite, or a bad pivot
    double scale; // how much of the last correction was taken
    bool limited; // the last correction was shortened
    bool again;   // the next correction needs a new linearisation
} sut_rod_progress;

// Spans whose twist couples the whole rod inside the linear solve.
#define SUT_ROD_COLUMNS SUT_CHAIN_COLUMNS

// Definition: what the thread is made of, constant after creation but for what cuts take away.
typedef struct sut_rod_definition {
    double radius, EI, GJ, EA, mass_per_length, friction;
    double natural_curvature[2], natural_twist;
    double damping_bend, damping_twist, damping_stretch, damping_linear, drag;
    double mobility, implicitness;
    sut_model model;
    sut_inertia inertia;
    sut_twist_mode twist;
    sut_variational_def variational;
    sut_springs_def springs;
    bool curved; // spins are solved edge by edge: natural curvature, or spin has inertia

    double *rest;      // [n-1] rest length of edge i
    double *per_rest;  // [n-1] 1 / rest; 0: the edge is cut
    double *arc;       // [n] sum of the rest lengths before vertex i
    double *cell;      // [n] half of the adjacent rest lengths
    double *mass;      // [n] kg
    double total;      // m, sum of the rest lengths
    double total_mass; // kg

    const sut_rod_kernel *kernel; // what this machine runs
} sut_rod_definition;

// State: what the next step needs to know of the last one, with body.position. All of its arrays
// lie in one stretch of memory.
typedef struct sut_rod_state {
    sut_soa3 edge;       // [n-1]
    sut_soa3 bent;       // [n] curvature binormal, for the damping of bending
    double *spin;        // [n-1] material frame against the twist-free frame
    double *spin_rate;   // [n-1] rad/s (spin with inertia)
    double *axial;       // [n-1] N, axial forces of explicit models
    sut_vec3 *velocity;  // [n]
    sut_vec3 director;   // first director of the twist-free frame on edge 0
    double peak_stretch; // largest |strain| so far
    double peak_kinetic; // J, largest kinetic energy so far
} sut_rod_state;

// Work: input, scratch and results of a substep. Nothing of it outlives a step, but for views.
typedef struct sut_rod_work {
    // input, set by the owner
    sut_plane *planes; // these, like the pins of the chain, are sorted by vertex
    sut_load *loads;
    int plane_count, load_count;
    const sut_portal *portals; // in a row, by no order; null: none
    sut_vec3 gravity;
    double dt;
    bool closes; // reactions bear the residual of the free vertices

    // predict: of the whole substep
    double lambda; // implicitness of this substep
    bool cut;      // it is a part of a step
    bool small;    // it has been cut so often that a way out is better than another cut
    bool fresh;    // the damping of bending has not looked at this substep yet
    bool untwist;  // the frames are no longer needed: the twist goes with this substep
    bool torqued;  // there are twisting moments
    bool framed;   // twist-free frames are needed: a plane holds the spin, or the rod is curved
    double weight; // N, of the whole rod
    double price;  // N/m per mass or cell: what inertia is made of
    double heft;   // N/m, sum of inertia
    double coast;  // s, how long a vertex would coast: dt or 0
    double viscous_bend, viscous_twist, viscous_stretch; // damping times over dt
    int bend_off[4];                                     // vertices whose bend is switched off
    int bend_off_count;
    double *bend;        // [n] EI / cell, 0 at the ends and where a plane takes over
    double *inertia;     // [n] N/m, price of a displacement
    double *start_force; // [3n] share of the old forces (implicitness < 1)

    // kinematics
    sut_soa3 tangent;  // [n-1]
    double *length;    // [n-1] of trial edges
    double *inverse;   // [n-1] 1 / length
    double *opening;   // [n] 1 / (1 + cosine of the turning angle)
    sut_soa3 binormal; // [n] 2 tan(angle / 2) along the axis of turning
    sut_soa3 frame;    // [n-1] first director of the twist-free frame; of a rod that
                       // is not curved only on the first edge and beside planes
    double *z[2];      // [n] binormal in the twist-free frame (curved rods)

    // twist
    double *phase[2];   // [n] cosine and sine of the material spin (curved rods)
    double *torque;     // [n] twisting moment
    double *spin_trial; // [n-1] spin of the trial shape
    int spins;          // rounds of the search for it since they were counted last
    double *spin_diag;  // [n-1] system of the spins (curved rods)
    double *spin_off;   // [n-1]
    double *spin_push;  // [n-1]
    double *spin_drift; // [n-1] turn of the twist-free frame against the last step's

    // forces
    sut_soa3 moment;  // [n] bending moment
    sut_soa3 axis;    // [n] axis of the turn that the damping of bending acts along
    double *give;     // [n] how much of it acts in all directions instead
    double *size;     // [n] magnitude of the last step's turn
    double *pull;     // [n-1] stretching force with its damping
    sut_soa3 force;   // [n-1] derivative of all energies by the edge
    double *residual; // [3n] of the step's equations

    // assembly, solve
    sut_band band;                     // the matrix, then its factor
    bool exact;                        // all second derivatives, for rods that converge slowly
    bool safe;                         // nothing that could make the matrix indefinite
    double *gradient[SUT_ROD_COLUMNS]; // [3n] derivative of a span's turn by the shape
    double column_weight[SUT_ROD_COLUMNS];
    int column_plane[SUT_ROD_COLUMNS];
    double *mixed;      // [n-1] axial force that the last correction was to lead to
    double *mixed_gain; // [n-1] and what a whole correction adds to it
    bool mixed_known;   // of the trial shape as it is
    sut_rod_progress progress;

    // contacts (contact/contact_zone.c); nothing of it is touched while `touched` is false
    int zone_first, zone_count; // stretch of vertices that the contacts couple
    int kept_first, kept_count; // stretch whose matrix is kept: the zone, up to the rod's middle
    double *kept;               // [24 n] the matrix before it was factorised, by vertex

    // explicit models
    double spent;   // s, parts of this step so far
    bool stretched; // variational: edges are springs in this substep
    bool damped;    // springs: the band holds the factor of the dampers
    bool overlong;  // springs: this substep would not be stable

    // rod_sweep.c
    bool swept;                     // scratch of this substep was there in pieces only
    double sweep_turn;              // largest binormal, squared, of the predictor
    double sweep_pull;              // N, largest stretching force of the predictor
    double lap_us[SUT_STAGE_COUNT]; // time that the stages took inside the sweep

    // the state at the start of a step that is cut into parts
    double *backup; // of its arrays
    sut_rod_state saved;
    double last_kinetic; // J, peak_kinetic before the last commit

    // views, written at commit
    double *tension; // [n-1]
    double *twist;   // [n-1]
    bool shown;      // commit has written the views already
} sut_rod_work;

typedef struct sut_rod {
    sut_body body;
    sut_chain chain; // what collision sees of it
    size_t memory_size;
    void *memory; // of all arrays
    sut_rod_definition def;
    sut_rod_state state;
    sut_rod_work work;
} sut_rod;

// The thread that a body is.
static inline sut_rod *sut_rod_of(sut_body *b) {
    return (sut_rod *)(void *)b; // its first member
}

//---- rod.c: memory and first state ---------------------------------------------------------------
size_t sut_rod_memory(int vertex_count);
// Lay out a rod in 64-byte aligned memory of that size; arrays are zeroed.
void sut_rod_init(sut_rod *r, int vertex_count, void *memory);
void sut_rod_define(sut_rod *r, const sut_thread_def *def);
void sut_rod_set_friction(sut_rod *r, double friction);
sut_vec3 sut_rod_tangent_at(const sut_rod *r, int vertex); // of the state; mean of both edges
// All of a rod with as many vertices, between two steps, but for what holds want.
void sut_rod_copy(sut_rod *to, const sut_rod *from);
void sut_rod_save(sut_rod *r);    // state to backup
void sut_rod_restore(sut_rod *r); // and back

//---- the stages, in order ------------------------------------------------------------------------
void sut_rod_predict(sut_rod *r);
void sut_rod_begin(sut_rod *r); // its two parts: what holds for the whole rod,
void sut_rod_guess(sut_rod *r); // and for every vertex
void sut_rod_kinematics(sut_rod *r);
void sut_rod_twist(sut_rod *r);
void sut_rod_edge_forces(sut_rod *r); // the part of the next one that concerns edges
void sut_rod_forces(sut_rod *r);
void sut_rod_assemble(sut_rod *r);
// Blocks from .. to-1 only, of any but the exact matrix.
void sut_rod_assemble_part(sut_rod *r, int from, int to);
// Factorise and correct; false when the matrix has a bad pivot.
bool sut_rod_linear_solve(sut_rod *r);
// The same with matrix and right side from a source (may be null: they are there).
bool sut_rod_solve_from(sut_rod *r, const sut_band_filler *source);
// Correct once more with the last factor.
void sut_rod_correct(sut_rod *r);
// The same two in parts, for rods in contact: the correction with the contact forces `push` as they
// are, with a new factor or the last one (false: a bad pivot), what a change `answer` of those
// forces adds to it, and taking it over.
bool sut_rod_free_solve(sut_rod *r, bool factorise);
void sut_rod_add_answer(sut_rod *r);
// How much of a correction may be taken after it was measured, and taking that much.
void sut_rod_measure_correction(sut_rod *r);
double sut_rod_correction_share(const sut_rod *r);
void sut_rod_apply_correction(sut_rod *r, double share);
// Give back a share of the last correction.
void sut_rod_step_back(sut_rod *r, double share);
// x = A^-1 x with the last factor, twist included.
void sut_rod_respond(sut_rod *r, double *x);
// Incremental potential of the trial shape after kinematics and twist, and the search along the
// last correction for one below `before`.
double sut_rod_potential(const sut_rod *r);
int sut_rod_search(sut_rod *r, double before, int most); // returns how many shapes it looked at
void sut_rod_restart(sut_rod *r);
// Judge convergence; see rod_solve.c.
void sut_rod_judge(sut_rod *r, double tolerance, int max_linearisations);
bool sut_rod_is_usable(const sut_rod *r);
void sut_rod_commit(sut_rod *r);
// The shape alone, after kinematics and twist: bends, spins, planes, edges, positions; and the
// peaks.
void sut_rod_commit_shape(sut_rod *r, double kinetic);
void sut_rod_stop(sut_rod *r);            // after a commit: no velocities any more
void sut_rod_stay(sut_rod *r);            // no displacement, whatever came of the search for one
void sut_rod_stage_commit(sut_rod *r);    // of any rod, stage by stage
void sut_rod_output(sut_rod *r);          // after commit
void sut_rod_refresh(sut_rod *r);         // the same of a state that came from elsewhere
void sut_rod_measure_edges(sut_rod *r);   // lengths of the state
double sut_rod_stretch(const sut_rod *r); // largest |strain| of the measured lengths
//---- cut edges -----------------------------------------------------------------------------------
void sut_rod_cut(sut_rod *r, int edge);
static inline bool sut_rod_is_cut(const sut_rod *r, int e) {
    return sut_chain_is_cut(&r->chain, e);
}
// Is an inner vertex the end of a piece?
static inline bool sut_rod_joint_is_cut(const sut_rod *r, int vertex) {
    return sut_chain_joint_is_cut(&r->chain, vertex);
}
// The edge carries nothing, but its thread stays one; and it carries again.
void sut_rod_open(sut_rod *r, int edge);
void sut_rod_join(sut_rod *r, int edge);
// Between two steps: a vertex elsewhere, with that velocity.
void sut_rod_carry(sut_rod *r, int vertex, sut_vec3 to, sut_vec3 velocity);

//---- rod_sweep.c: all of these in one go, where that is possible ---------------------------------
bool sut_rod_can_sweep(const sut_rod *r);
// From predict to the first correction.
bool sut_rod_sweep(sut_rod *r);
// Make the scratch that a sweep leaves out, for more corrections. Does nothing if it is there.
void sut_rod_unfold(sut_rod *r);
bool sut_rod_commits_by_sweep(const sut_rod *r);
void sut_rod_sweep_commit(sut_rod *r);
// Take over velocities, edges and positions of edges from .. to-1; adds up the kinetic energy.
double sut_rod_commit_motion(sut_rod *r, int from, int to, double kinetic);
void sut_rod_commit_peaks(sut_rod *r, double stretch, double kinetic);
// To the first tangent t of the accepted shape, where nothing holds the spin.
void sut_rod_carry_director(sut_rod *r, sut_vec3 t);

//---- rod_portal.c --------------------------------------------------------------------------------
// Force on the vertex before the tissue (side 0) or behind it (1), with that displacement.
sut_vec3 sut_rod_portal_force(const sut_rod *r, const sut_portal *p, int side, bool trial);
void sut_rod_portal_forces(sut_rod *r); // into the residual
sut_vec3 sut_rod_portal_force_at(const sut_rod *r, int vertex);
void sut_rod_portal_blocks(sut_rod *r, int from, int to);
double sut_rod_portal_energy(const sut_rod *r, bool trial);

//---- used by several stages ----------------------------------------------------------------------
// First state of a plane that takes hold now, from the rod's state and its direction0 and spin0.
void sut_rod_plane_begin(const sut_rod *r, sut_plane *p);
void sut_rod_plane_kinematics(sut_rod *r);
void sut_rod_plane_memory(sut_rod *r);
sut_vec3 sut_rod_plane_pull(const sut_rod *r, const sut_plane *p, int side, int e);
void sut_rod_plane_forces(sut_rod *r);
sut_vec3 sut_rod_residual_at(const sut_rod *r, int i); // of the last kinematics and twist
// Give pins the residual of the free vertices between them, so that all forces balance.
void sut_rod_close_balance(sut_rod *r);
void sut_rod_plane_assemble(sut_rod *r, int from, int to);
void sut_rod_plane_commit(sut_rod *r);
void sut_rod_loss_blocks(sut_rod *r, int from, int to);
// How far the vertex of a hold goes towards its target, in units of v0 dt; and which way that is.
double sut_rod_hold_way(const sut_rod *r, const sut_load *load, sut_vec3 *u);
// Force of a load at the end of the substep.
sut_vec3 sut_rod_load_force(const sut_rod *r, const sut_load *load);
void sut_rod_load_blocks(sut_rod *r, int from, int to);
// Natural moment of a curved rod, in components of the twist-free frame.
void sut_rod_natural_moment(const sut_rod *r, double stiff, double cell, const double phase[2],
                            double q[2]);
// Edge on a side of a plane, -1: there is none.
int sut_rod_plane_edge(const sut_rod *r, const sut_plane *p, int side);
// Is there a plane at a vertex, or one that holds the spin?
bool sut_rod_plane_at(const sut_rod *r, int vertex, bool spin_held);
void sut_rod_spin(sut_rod *r); // rod_spin.c, twist of curved rods
void sut_rod_simplified_solve(sut_rod *r);
sut_energy sut_rod_energy(const sut_rod *r);
// Of a rod with mass and implicitness 1: its velocities are those that losses acted at.
sut_thread_figures sut_rod_figures(const sut_rod *r, sut_vec3 gravity);
sut_energy sut_rod_trial_energy(const sut_rod *r);
// By how much taking over the trial shape would raise the energy, and how much is allowed; worth a
// look only where it is watched: holds at rest, and a step that was not easy.
bool sut_rod_energy_watched(const sut_rod *r);
double sut_rod_energy_growth(sut_rod *r, double *most);
// By how much the displacement `move` brings more energy than the rod has and than holds give, but
// for its motion: that is apart. `stops`: it ends without velocities. Only where it is bounded.
bool sut_rod_energy_bounded(const sut_rod *r);
double sut_rod_energy_excess(sut_rod *r, bool stops, double *motion);
// What the motion would be for all of it flying twice as far as `way`, from rest.
double sut_rod_kinetic_bound(const sut_rod *r, double way);

#endif
