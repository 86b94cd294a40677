// SPDX-License-Identifier: MIT
// torture_scene.h -- one scene of the torture, as its files see it.
//
//   torture_shape.c   polylines that keep apart: walks, knots, pairs
//   torture_scene.c   sizes, materials, threads and solids from a seed
//   torture_hand.c    what hands and solids do in each step
//   torture_tissue.c  tissues, what holds and presses them
//   torture_stitch.c  threads and needles through sheets, and what holes explain
//   torture_tool.c    what instruments do, and how the certificate sees them
//   torture_judge.c   the certificate, distances
//   torture_energy.c  energies, while nothing moves
//   torture.c         the steps of a scene
#ifndef SUT_TORTURE_SCENE_H
#define SUT_TORTURE_SCENE_H

#include "sutura/mesh.h"
#include "sutura/sutura.h"
#include "torture.h"
#include "torture_random.h"

enum {
    TORTURE_THREADS = 4,
    TORTURE_VERTICES = 160, // of one thread
    TORTURE_FEW = 48,       // of one thread of a small scene
    TORTURE_HANDS = 6,
    TORTURE_SOLIDS = 4,
    TORTURE_TOOLS = 2,
    TORTURE_TISSUES = 2,
    TORTURE_HOLES = 24,
    TORTURE_JOINED = TORTURE_VERTICES + 64, // of a needle and its thread
    TORTURE_ROWS = TORTURE_THREADS + 1
};

typedef struct torture_thread {
    sut_thread_id id;
    int count;
    double radius, edge; // m
    double length;       // m, at rest
    double mass;
    sut_thread_def def;               // its pointers are of no use any more
    sut_vec3 start[TORTURE_VERTICES]; // later: where it was after the last step
} torture_thread;

typedef enum torture_plan {
    TORTURE_STAY,
    TORTURE_WANDER, // from one random place to the next
    TORTURE_PULL,   // straight on, whatever happens
    TORTURE_ORBIT   // around a random place
} torture_plan;

typedef struct torture_hand {
    bool holds;
    sut_hold_id id;
    int thread, vertex;
    sut_hold_kind kind;
    double max_force;
    sut_vec3 place;     // of its vertex after the last step at rest
    bool saturated;     // it let its vertex lag then
    sut_vec3 direction; // of its plane then
    double spin;
    torture_plan plan;
    sut_hold_key target;
    sut_vec3 goal, turn; // place or direction to go to; axis to turn about
    double speed;        // m/s
    double turning;      // rad/s, of the direction and the spin
} torture_hand;

typedef struct torture_solid {
    sut_obstacle_id id;
    sut_obstacle_def def;
    torture_plan plan; // stay or wander
    sut_vec3 position, rotation;
    sut_vec3 home, way; // wanders from home - way to home + way
    sut_vec3 spin;      // rad/s
    double speed, phase;
} torture_solid;

typedef enum torture_phase {
    TORTURE_APPROACH, // a thread
    TORTURE_CLOSE,
    TORTURE_HAUL, // to a random place
    TORTURE_OPEN
} torture_phase;

typedef struct torture_tool {
    sut_tool_id id;
    sut_tool_def def;
    torture_phase phase;
    sut_pose target, goal;
    int thread, edge;                 // that it approaches
    sut_vec3 beside;                  // from there to where the tool wants to be
    double height;                    // m, of the place of the other tool that it goes for
    double jaw, speed, turning;       // 0 .. 1; m/s; rad/s
    int parts, solid[SUT_TOOL_PARTS]; // their numbers in the certificate
} torture_tool;

typedef struct torture_tissue {
    sut_tissue_id id;
    sut_mesh *mesh;     // as it starts
    double scale;       // m, half its thickness
    sut_tissue_def def; // its pointers are of no use any more
    uint32_t changes;   // of its mesh, that the certificate knows of
} torture_tissue;

// Threads through sheets.
typedef struct torture_stitches {
    int holes;                    // of each thread
    double bite, height;          // m, from hole to hole; of the waves between them
    double tail;                  // m
    double side[TORTURE_THREADS]; // m
    int sheets;
} torture_stitches;

typedef enum torture_drive {
    TORTURE_REST,
    TORTURE_DRIVE, // along its own curve
    TORTURE_BACK,  // the same backwards
    TORTURE_THROW  // straight on
} torture_drive;

typedef struct torture_needle {
    bool there, swaged, led;
    sut_needle_id id;
    sut_needle_def def;
    sut_pose target;
    sut_pose seen; // after the last step at rest
    torture_drive drive;
    double speed;                    // m/s
    sut_vec3 way, turn;              // direction; rad/s
    sut_vec3 joined[TORTURE_JOINED]; // with its thread
} torture_needle;

// Vertices that the certificate watches as one thread.
typedef struct torture_row {
    const sut_vec3 *position;
    int count;
    double radius;
} torture_row;

typedef struct torture_scene {
    uint64_t seed;
    torture_random random;
    sut_torture_family family;
    const sut_torture_options *opt;
    bool small;      // few vertices
    double budget;   // s, of the contacts of a step
    double dt, size; // s; m, radius of the place where all happens
    sut_vec3 gravity;
    double radius_of_all; // m, of the ball that shapes are grown in
    bool teleports;       // hands do so now and then
    sut_world *world;
    sut_certificate *certificate;
    int passages;   // that were shown
    int64_t passed; // that certificates before this one counted
    torture_thread thread[TORTURE_THREADS];
    int thread_count;
    torture_hand hand[TORTURE_HANDS];
    int hand_count;
    torture_solid solid[TORTURE_SOLIDS];
    int solid_count;
    torture_tool tool[TORTURE_TOOLS];
    int tool_count;
    torture_tissue tissue[TORTURE_TISSUES];
    int tissue_count;
    sut_support_id support[2 * TORTURE_TISSUES];
    int support_count;
    torture_stitches stitches;
    torture_needle needle;
    double place[TORTURE_HOLES]; // of each hole on its row, when the certificate saw it last
    double floor, top;           // m, heights: below the one and above the other there are tissues
    double vessel_radius;        // m
    double hurry;                // multiple of all speeds
    sut_vec3 ring;               // about which instruments fight
    sut_torture_counts *counts;
    // during the rest
    double kinetic_peak;            // J, of all steps
    double energy_low, energy_size; // less the work of the hands since the first look
    // of the last look: of the threads; of contacts, as far as work was done for it and all of it
    double threads, earned, held;
    double work, part_work; // of hands and instruments: so far, in this step
    bool rests, burst;
} torture_scene;

//---- torture_shape.c -----------------------------------------------------------------------------
// Each fills `start` of one thread, or of two, whose count, radius and edge are set, so that
// nothing is nearer to anything than `apart` touching distances. False: it found no way. A walk may
// end early, at 8 vertices or more; the others choose the edge that suits the radius, and look at
// no solids.
bool sut_torture_walk(torture_scene *s, int thread, double apart);
bool sut_torture_knot(torture_scene *s, int thread, double apart);
bool sut_torture_reef(torture_scene *s, int first, double apart);
bool sut_torture_pair(torture_scene *s, int first, double apart);
double sut_torture_nearest(const sut_vec3 *a, int na, double ra, const sut_vec3 *b, int nb,
                           double rb, double edge, double most);
double sut_torture_depth(const torture_solid *solid, sut_vec3 a, sut_vec3 b);

//---- torture_scene.c -----------------------------------------------------------------------------
void sut_torture_plan_scene(torture_scene *s, uint64_t seed);
// The world; false: refused.
bool sut_torture_build(torture_scene *s);
void sut_torture_close(torture_scene *s);

//---- torture_hand.c ------------------------------------------------------------------------------
void sut_torture_grasp(torture_scene *s, torture_hand *h);
void sut_torture_move(torture_scene *s);
void sut_torture_stop(torture_scene *s);

//---- torture_tissue.c ----------------------------------------------------------------------------
bool sut_torture_has_tissue(const torture_scene *s);
void sut_torture_plan_tissues(torture_scene *s);
void sut_torture_make_room(torture_scene *s); // between the threads and where tissues will be
bool sut_torture_add_tissues(torture_scene *s);
// For the families of torture_stitch.c: `plan` has the last word about the material.
bool sut_torture_create_tissue(torture_scene *s, sut_mesh *mesh, sut_tissue_model model,
                               sut_vec3 place, void (*plan)(torture_scene *, sut_tissue_def *));
bool sut_torture_hold_tissue(torture_scene *s, int tissue, const char *group);
// Where a node is now (any number); false: there is no such tissue.
bool sut_torture_node(const torture_scene *s, int tissue, int node, sut_vec3 *out);
bool sut_torture_watch_tissues(torture_scene *s);
void sut_torture_show_tissues(torture_scene *s, const sut_world *w);
// Pins that lag, and limits of springs, do work while nothing else moves.
bool sut_torture_supports_work(const torture_scene *s);
void sut_torture_look_at_tissues(torture_scene *s);
void sut_torture_free_tissues(torture_scene *s);

//---- torture_stitch.c ----------------------------------------------------------------------------
bool sut_torture_has_stitches(const torture_scene *s);
bool sut_torture_plan_stitches(torture_scene *s);
bool sut_torture_lay_needle(torture_scene *s); // before its thread is made
bool sut_torture_add_sheets(torture_scene *s);
bool sut_torture_add_stitches(torture_scene *s);
void sut_torture_move_needle(torture_scene *s);
void sut_torture_stop_needle(torture_scene *s);
bool sut_torture_needle_works(torture_scene *s); // its hand, while nothing else moves
double sut_torture_needle_energy(const torture_scene *s, double *kinetic); // J, gravity
int sut_torture_rows(torture_scene *s, const sut_world *w, torture_row row[TORTURE_ROWS]);
void sut_torture_show_holes(torture_scene *s, const sut_world *w);
void sut_torture_note_holes(torture_scene *s); // where they are, without a word to the certificate
bool sut_torture_mesh_changed(torture_scene *s, const sut_world *w);

//---- torture_tool.c ------------------------------------------------------------------------------
bool sut_torture_add_tools(torture_scene *s);
void sut_torture_move_tools(torture_scene *s);
void sut_torture_stop_tools(torture_scene *s);
void sut_torture_count_events(torture_scene *s);
bool sut_torture_watch_tools(torture_scene *s);
void sut_torture_show_tools(torture_scene *s, const sut_world *w);

//---- torture_judge.c -----------------------------------------------------------------------------
bool sut_torture_judge_start(torture_scene *s);
void sut_torture_on_part(void *ctx, const sut_world *w);
void sut_torture_judge_forces(torture_scene *s);
void sut_torture_judge_step(torture_scene *s, int step);
void sut_torture_close_certificate(torture_scene *s);

//---- torture_energy.c ----------------------------------------------------------------------------
void sut_torture_watch_energy(torture_scene *s);
void sut_torture_watch_work(torture_scene *s, const sut_world *w); // after a part of a step
void sut_torture_judge_rest(torture_scene *s, bool first);

#endif
