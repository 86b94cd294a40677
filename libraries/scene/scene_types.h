// SPDX-License-Identifier: MIT
// scene_types.h -- what a scene file says, checked and in SI, and the parts that read it.
//
//     scene_read.c      the scene itself, and the public functions
//     scene_thread.c    one thread: model, losses, motion
//     scene_material.c  its section: by name, by moduli, by stiffnesses
//     scene_shape.c     its initial shape
//     scene_knot.c      a knot as that; knot_shape.c and knot_curve.c know the forms
//     scene_friction.c  its friction over time
//     scene_gravity.c   gravity over time
//     scene_hold.c      its holds
//     scene_obstacle.c  solids in the way
//     scene_tissue.h    tissues, with a list of its own
//     scene_needle.h    needles, in scene_needle.c
//     scene_tool.c      instruments
//     scene_script.c    what they do, and all that the file lets change in time
//     scene_turn.c      orientations of both
//     scene_solver.c    how contacts are solved
//     scene_start.c     no two centrelines closer than a radius
//     scene_build.c     all of it into a world
#ifndef SUT_SCENE_TYPES_H
#define SUT_SCENE_TYPES_H

#include "scene_value.h"

enum {
    SUT_SCENE_MAX_THREADS = 10000,
    SUT_SCENE_MAX_VERTICES = 10000000,
    SUT_SCENE_MAX_KEYS = 10000000,
    SUT_SCENE_MAX_OBSTACLES = 1000,
    SUT_SCENE_MAX_TOOLS = 64,
    SUT_SCENE_MAX_TISSUES = 64,
    SUT_SCENE_MAX_NEEDLES = 64,
    SUT_SCENE_MAX_SUPPORTS = 1000, // of one tissue
    SUT_SCENE_MAX_GAPS = 64,
    SUT_SCENE_MAX_STITCHES = 1000, // and holes of one
    SUT_SCENE_MAX_COMMANDS = 100000,
    SUT_SCENE_NAME_SIZE = 65
};

typedef struct sut_scene_section {
    double radius, EI, GJ, EA, mass_per_length, friction;
    double knot_pull; // N, of a material by name; 0: not known
} sut_scene_section;

typedef struct sut_scene_hold {
    int vertex; // 0 .. vertices - 1
    sut_hold_kind kind;
    sut_hold_key *keys; // [key_count], owned; null: held as it is
    int key_count;
    int first_direction; // keys before this one keep the initial tangent, which the engine knows
    double from, until;  // s
    double max_force;    // N
} sut_scene_hold;

typedef struct sut_scene_friction_key {
    double t, friction;
} sut_scene_friction_key;

typedef struct sut_scene_gravity_key {
    double t;
    sut_vec3 gravity;
} sut_scene_gravity_key;

typedef struct sut_scene_point_mass {
    int vertex;
    double mass;
} sut_scene_point_mass;

// The shape of a straight thread is a formula; only other shapes have points.
typedef struct sut_scene_shape {
    int vertices;
    double length;    // rest length, m; 0: the initial one
    sut_vec3 *points; // [vertices], owned; null: straight
    char *file;       // where the points come from, owned; null: from the scene itself
    sut_vec3 from;    // straight: first vertex
    sut_vec3 span;    // straight: from the first vertex to the last
} sut_scene_shape;

typedef struct sut_scene_thread {
    char name[SUT_SCENE_NAME_SIZE];
    sut_model model;
    sut_inertia inertia;
    sut_twist_mode twist;
    double implicitness, mobility;
    sut_variational_def variational;
    sut_springs_def springs;
    sut_scene_section section;
    sut_scene_shape shape;
    double natural_curvature[2], natural_twist;
    double damping_bend, damping_twist, damping_stretch, damping_linear, drag;
    sut_vec3 velocity;                // of all vertices
    sut_vec3 *velocities;             // [vertices], owned; null: all the same
    sut_scene_point_mass *extra_mass; // [extra_mass_count], owned
    int extra_mass_count;
    sut_scene_hold *holds; // [hold_count], owned
    int hold_count;
    sut_scene_friction_key *friction_keys; // [friction_key_count], owned; null: that of the section
    int friction_key_count;
} sut_scene_thread;

typedef struct sut_scene_obstacle {
    char name[SUT_SCENE_NAME_SIZE];
    sut_obstacle_def def;   // its keys are the ones below
    sut_obstacle_key *keys; // [def.key_count], owned; null: it does not move
} sut_scene_obstacle;

typedef struct sut_scene_tool {
    char name[SUT_SCENE_NAME_SIZE];
    sut_tool_def def;   // its keys are the ones below
    sut_tool_key *keys; // [def.key_count], owned; null: it waits for commands
    double force_scale; // N at a device per N of the coupling
} sut_scene_tool;

typedef enum sut_scene_deed {
    SUT_DEED_MOVE,    // to a place or by a way, and to an orientation
    SUT_DEED_GRASP,   // close the jaws
    SUT_DEED_RELEASE, // open them
    SUT_DEED_REACH,   // to where a vertex is, with the jaws across the strand
    SUT_DEED_WAIT,
    SUT_DEED_CIRCLE, // about an axis
    SUT_DEED_PULL,   // along a direction until the hand feels a force
    SUT_DEED_CUT,    // close and open scissors, lead a blade
    SUT_DEED_DRIVE   // a needle forward on its arc
} sut_scene_deed;

// One command of the script. Its times are known before the run.
typedef struct sut_scene_command {
    sut_scene_deed deed;
    int tool;
    double start, end; // s
    bool eased;        // slow at both ends
    bool has_to, has_by;
    sut_vec3 where; // m; the place, the way, or for reach the offset from the vertex
    double depth;   // m, of reach: how far from the tips the strand lies between the jaws
    bool has_turn;  // rotation is the goal
    sut_quat rotation;
    bool has_pointing; // of reach, which finds the roll itself
    sut_vec3 pointing;
    double jaw; // goal; NaN: stays
    int thread, vertex;
    bool has_center, turns; // of circle: about a centre; the tool turns along
    sut_vec3 center, axis;
    double angle; // rad; of circle, and of move about the tool's own axis
    int needle;   // of reach: -1: none
    double along; // of reach: share of the needle's arc; of drive: m, by which it goes forward
    int tissue;   // of reach: -1: a thread
    int node[3];  // of its place; weights of nodes that are not there are 0
    double weight[3];
    double force, speed; // N, m/s, of pull along the axis
    char *say;           // owned; null: nothing
} sut_scene_command;

typedef struct sut_scene_tissue sut_scene_tissue; // scene_tissue.h
typedef struct sut_scene_gap sut_scene_gap;
typedef struct sut_scene_needle sut_scene_needle; // scene_needle.h
typedef struct sut_scene_stitch sut_scene_stitch;

struct sut_scene {
    char *file; // for messages
    char *name;
    sut_vec3 gravity;                    // at the start
    sut_scene_gravity_key *gravity_keys; // [gravity_key_count], owned
    int gravity_key_count;
    double dt, seconds;
    sut_scene_thread *threads; // [thread_count], owned
    int thread_count;
    sut_contact_def contact;
    sut_scene_obstacle *obstacles; // [obstacle_count], owned
    int obstacle_count;
    sut_scene_tissue *tissues; // [tissue_count], owned
    int tissue_count;
    sut_scene_gap *gaps; // [gap_count], owned
    int gap_count;
    sut_scene_needle *needles; // [needle_count], owned
    int needle_count;
    bool has_needles;           // known before they are read
    sut_scene_stitch *stitches; // [stitch_count], owned
    int stitch_count;
    sut_scene_tool *tools; // [tool_count], owned
    int tool_count;
    sut_scene_command *commands; // [command_count], owned, those of one tool in the order of time
    int command_count;
};

// the words of "model", in the order of sut_model
extern const char *const sut_scene_models[];

sut_vec3 sut_scene_vertex(const sut_scene_shape *s, int i); // initial position
void sut_scene_thread_free(sut_scene_thread *t);
void sut_scene_obstacle_free(sut_scene_obstacle *o);
void sut_scene_tools_free(sut_scene *s);
void sut_scene_script_free(sut_scene *s);

// Each fills a zeroed part of the scene; after false the part may be half full and is freed by
// sut_scene_thread_free.
bool sut_scene_read_thread(const sut_reader *r, const sut_node *n, sut_scene_thread *out);
bool sut_scene_read_section(const sut_reader *r, const sut_node *thread, sut_scene_section *out);
bool sut_scene_read_shape(const sut_reader *r, const sut_node *thread, double radius,
                          sut_scene_shape *out);
bool sut_scene_read_knot(const sut_reader *r, const sut_node *thread, const sut_node *shape,
                         double radius, sut_scene_shape *out);
bool sut_scene_read_holds(const sut_reader *r, const sut_node *thread, sut_scene_thread *t);

bool sut_scene_read_friction(const sut_reader *r, const sut_node *thread, sut_scene_thread *t);
// Give every thread the friction that it has at the end of a step.
sut_result sut_scene_drive_friction(const sut_scene *s, sut_world *w, double dt);

// "gravity" and "gravity_motion".
bool sut_scene_read_gravity(const sut_reader *r, const sut_node *root, sut_scene *s);
sut_result sut_scene_drive_gravity(const sut_scene *s, sut_world *w, double dt);

bool sut_scene_read_solver(const sut_reader *r, const sut_node *root, sut_contact_def *out);
bool sut_scene_read_obstacles(const sut_reader *r, const sut_node *root, sut_scene *s);
bool sut_scene_read_tools(const sut_reader *r, const sut_node *root, sut_scene *s);
// After threads and tools.
bool sut_scene_read_script(const sut_reader *r, const sut_node *root, sut_scene *s);
// The orientation of a tool: "rotation", or "pointing" with or without "roll". *given: one of them
// is there; else *out keeps what it holds.
bool sut_scene_read_turn(const sut_reader *r, const sut_node *object, bool *given, sut_quat *out);
// "jaw", 0 closed to 1 open, may be left out.
bool sut_scene_read_jaw(const sut_reader *r, const sut_node *object, double *out);
// The member "name" of an entry of a list, by default its index.
bool sut_scene_read_name(const sut_reader *r, const sut_node *entry, char *name);

// The points of a text file: "x y z" or "x,y,z" a line, # comments, perhaps a header. The caller
// frees *path, where it was found, and *points.
bool sut_scene_read_points(const sut_reader *r, const sut_node *file, char **path,
                           sut_vec3 **points, int *count);
// Equal parts by arc length; the ends stay. Null when memory runs out.
sut_vec3 *sut_scene_resample(const sut_vec3 *points, int count, int wanted);

// A world for messages: "; advice" behind why a call was refused, where the refusal has none.
void sut_scene_describe(const sut_reader *r, const sut_node *at, const sut_world *w,
                        sut_result result, const char *advice);

// Centrelines closer than half of touching are refused; see scene_start.c.
bool sut_scene_check_start(const sut_reader *r, const sut_scene *s);

#endif
