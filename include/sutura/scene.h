// SPDX-License-Identifier: MIT
// scene.h -- scene files: JSON with units, materials by name, errors with a place.
// Second library, libsutura_scene; needs Jansson. docs/scene.schema.json is the format.
#ifndef SUTURA_SCENE_H
#define SUTURA_SCENE_H

#include "sutura/mesh.h"
#include "sutura/sutura.h"

#ifdef __cplusplus
extern "C" {
#endif

// One line: "FILE:LINE:COL: what is wrong; what would be right" for syntax,
// "FILE: threads[0].material.radius: what; what would be right" for content.
typedef struct sut_scene_error {
    char text[512];
} sut_scene_error;

typedef struct sut_scene sut_scene;

// Changes made before the scene is understood. `path` as in the error messages
// ("threads[0].vertices", "dt"), `value` is JSON or, when it does not parse, a string.
typedef struct sut_scene_override {
    const char *path;
    const char *value;
} sut_scene_override;

typedef struct sut_scene_options {
    const sut_scene_override *overrides;
    int override_count;
    const char *model; // null: each thread's own; else replaces all
} sut_scene_options;

// Largest scene, bytes. Longer lists of points stand in files of their own (shape "file").
enum { SUT_SCENE_SIZE_MAX = 16 << 20 };

// Read and check a file; nothing of the engine is created. Null on error, with *error filled. Only
// regular files: what may never end or never begin (pipes, devices) is refused at once.
SUT_API sut_scene *sut_scene_read_file(const char *path, const sut_scene_options *options,
                                       sut_scene_error *error);
// The same from memory; `name` stands for the file in messages, relative files are looked up from
// the current folder.
SUT_API sut_scene *sut_scene_read_text(const char *text, size_t size, const char *name,
                                       const sut_scene_options *options, sut_scene_error *error);
SUT_API void sut_scene_free(sut_scene *s); // null is fine

// Make a world of it, which belongs to the caller (sut_world_destroy) and outlives the scene.
// `base` may be null; its hooks are taken, gravity and capacities come from the scene, with room
// for capacity.holds and capacity.hold_keys of `base` on top. On failure
// *error says why and *out is null; `error` may be null.
SUT_API sut_result sut_scene_build(const sut_scene *s, const sut_world_def *base, sut_world **out,
                                   sut_scene_error *error);

// Can steps of `dt` be computed with it? SUT_E_ARGUMENT with *error (which may be null) where an
// implicit thread has edges so short and stiff that its inertia is below the last digit of its
// stiffness: such a world steps, but does not move as it should.
SUT_API sut_result sut_scene_check_steps(const sut_scene *s, double dt, sut_scene_error *error);

// What the file lets change in time beside holds, obstacles and tools with key frames, which know
// their own motion: gravity, the friction of threads, and tools that follow the script. Call it
// before each step of such a world, with the length of the step. It looks at nothing but the world,
// so that it goes on after a restore; a recording holds the targets that it set.
SUT_API sut_result sut_scene_drive(const sut_scene *s, sut_world *w, double dt);
// When the last command of the script ends, s; 0: there is no script.
SUT_API double sut_scene_script_end(const sut_scene *s);
// What the script says about what is being done at a time: the text of the last command that has
// one and has begun; "" before. Valid as long as the scene.
SUT_API const char *sut_scene_script_say(const sut_scene *s, double time);

// One command of the script, as the file has it.
typedef enum sut_scene_act {
    SUT_ACT_MOVE,
    SUT_ACT_GRASP,
    SUT_ACT_RELEASE,
    SUT_ACT_REACH,
    SUT_ACT_WAIT,
    SUT_ACT_CIRCLE,
    SUT_ACT_PULL,
    SUT_ACT_CUT,
    SUT_ACT_DRIVE
} sut_scene_act;
typedef struct sut_scene_step {
    sut_scene_act act;
    int tool;
    double start, end;   // s
    bool has_to, has_by; // of a move: `where` is a place, or the way to it
    sut_vec3 where;      // m
    double jaw;          // 0 closed .. 1 open; NaN: stays
    int thread, vertex;  // of reach
    bool has_center;     // of circle: else the tool turns where it is
    sut_vec3 center, axis;
    double angle;    // rad, of circle; of a move about the tool's own axis
    bool turns;      // of circle: the tool turns along
    const char *say; // ""; valid as long as the scene
    int needle;      // of reach; -1: none
    double along; // of reach: share of the needle's arc from the tip; of drive: m, 0 with an angle
    bool has_pointing; // of a move or reach: the tool's tips point this way at its end
    sut_vec3 pointing; // unit
    double force;      // N, of pull, along `axis`
} sut_scene_step;
SUT_API int sut_scene_script_count(const sut_scene *s);
SUT_API bool sut_scene_script_get(const sut_scene *s, int i, sut_scene_step *out); // false: none

// What the file says. Texts are valid as long as the scene. A null scene has no names ("") and no
// threads; what does not exist is null or 0.
SUT_API const char *sut_scene_name(const sut_scene *s);
SUT_API double sut_scene_dt(const sut_scene *s);      // s
SUT_API double sut_scene_seconds(const sut_scene *s); // s
SUT_API int sut_scene_thread_count(const sut_scene *s);
SUT_API const char *sut_scene_thread_name(const sut_scene *s, int i);
SUT_API const char *sut_scene_thread_model(const sut_scene *s, int i);
// Path of the file that the points of a thread were read from; null: there is none.
SUT_API const char *sut_scene_thread_file(const sut_scene *s, int i);
SUT_API double sut_scene_thread_friction(const sut_scene *s, int i, double time); // at a time in s
// Ids of the threads in the world that sut_scene_build made: thread i has index1 = i + 1,
// generation 1, because a new world numbers from there.
SUT_API sut_thread_id sut_scene_thread_id(int i);
// The same for obstacles.
SUT_API int sut_scene_obstacle_count(const sut_scene *s);
SUT_API const char *sut_scene_obstacle_name(const sut_scene *s, int i);
SUT_API sut_obstacle_id sut_scene_obstacle_id(int i);
// As the file has it; null: there is no such obstacle. Valid as long as the scene.
SUT_API const sut_obstacle_def *sut_scene_obstacle_def(const sut_scene *s, int i);
// The same for tissues.
SUT_API int sut_scene_tissue_count(const sut_scene *s);
SUT_API const char *sut_scene_tissue_name(const sut_scene *s, int i);
SUT_API const char *sut_scene_tissue_model(const sut_scene *s, int i); // "solid", ...
SUT_API const char *sut_scene_tissue_file(const sut_scene *s, int i);  // of its mesh, or null
SUT_API sut_tissue_id sut_scene_tissue_id(int i);
SUT_API const sut_tissue_def *sut_scene_tissue_def(const sut_scene *s, int i);
SUT_API const sut_mesh *sut_scene_tissue_mesh(const sut_scene *s, int i); // as it starts, placed
// What holds it, in the order of its "hold".
SUT_API int sut_scene_support_count(const sut_scene *s, int tissue);
SUT_API const sut_support_def *sut_scene_support_def(const sut_scene *s, int tissue, int i);
SUT_API sut_support_id sut_scene_support_id(const sut_scene *s, int tissue, int i);
// The same for needles.
SUT_API int sut_scene_needle_count(const sut_scene *s);
SUT_API const char *sut_scene_needle_name(const sut_scene *s, int i);
SUT_API sut_needle_id sut_scene_needle_id(int i);
SUT_API const sut_needle_def *sut_scene_needle_def(const sut_scene *s, int i);
// Distances to be reported: from the nodes of one group to the other.
typedef struct sut_scene_distance {
    const char *name;
    int tissue[2];                  // from, to
    const sut_mesh_group *group[2]; // of their meshes; valid as long as the scene
} sut_scene_distance;
SUT_API int sut_scene_gap_count(const sut_scene *s);
SUT_API bool sut_scene_gap_get(const sut_scene *s, int i, sut_scene_distance *out); // false: none
// Threads that are through tissue at the start: the ids of the holes of one follow each other, in
// the order along its thread.
typedef struct sut_scene_passage {
    const char *name; // valid as long as the scene
    sut_thread_id thread;
    sut_hole_id first;
    int count;
} sut_scene_passage;
SUT_API int sut_scene_stitch_count(const sut_scene *s);
SUT_API bool sut_scene_stitch_get(const sut_scene *s, int i, sut_scene_passage *out);
// The same for tools.
SUT_API int sut_scene_tool_count(const sut_scene *s);
SUT_API const char *sut_scene_tool_name(const sut_scene *s, int i);
SUT_API sut_tool_id sut_scene_tool_id(int i);
SUT_API const sut_tool_def *sut_scene_tool_def(const sut_scene *s, int i);
// N at a device per N of the tool's coupling (coupling.force_scale), for sut_hand_def.force_scale;
// 0: there is no such tool.
SUT_API double sut_scene_tool_force_scale(const sut_scene *s, int i);
// N, what the material of a thread at least bears in a knot (sut_material.knot_pull); 0: not known,
// as for every material that is given by numbers.
SUT_API double sut_scene_thread_knot_pull(const sut_scene *s, int i);

//---- materials by name ---------------------------------------------------------------------------
typedef struct sut_material {
    const char *name;   // "nylon"
    const char *size;   // "6-0"
    double diameter;    // m
    double young;       // Pa, in tension
    double bend_factor; // EI over that of a solid section (1 for monofilaments, less for braids)
    double poisson;
    double density;     // kg/m^3
    double friction;    // thread on thread
    double knot_pull;   // N, minimum average knot-pull limit of the standard, 0: none
    const char *source; // where the numbers come from, with how sure they are
} sut_material;
SUT_API int sut_material_count(void);
SUT_API const sut_material *sut_material_at(int i); // in a fixed table; null: there is no such one
SUT_API const sut_material *sut_material_find(const char *name); // "nylon 6-0", null: unknown

// Needles by the codes of packs, as a guide for `needles` of scenes.
typedef struct sut_needle_code {
    const char *name;  // "SH"
    double arc;        // part of a circle
    double length;     // m, along it
    double diameter;   // m
    const char *point; // "taper": round
    const char *source;
} sut_needle_code;
SUT_API int sut_needle_code_count(void);
SUT_API const sut_needle_code *sut_needle_code_at(int i);              // null: there is no such one
SUT_API const sut_needle_code *sut_needle_code_find(const char *name); // null: unknown

// Tissues by name; see docs/guide/tissue_materials.md.
typedef struct sut_tissue_material {
    const char *name;        // "skin"
    double young;            // Pa
    double poisson;          // of solids; shells are incompressible
    double density;          // kg/m^3
    double friction;         // against threads and tools
    double entry, cut, exit; // N, of a needle's tip: breaks in, goes on, breaks out
    double grip;             // N/m, friction on a needle per length of channel
    double pinch;            // N, friction in each hole
    double strength;         // N, at which a hole tears at a distance `bite` from the edge
    double bite;             // m
    double floor;            // part of the strength that is left at the edge itself
    const char *source;      // where the numbers come from; "estimate": nowhere
} sut_tissue_material;
SUT_API int sut_tissue_material_count(void);
SUT_API const sut_tissue_material *sut_tissue_material_at(int i); // null: there is no such one
SUT_API const sut_tissue_material *sut_tissue_material_find(const char *name); // null: unknown

// The mesh of a tissue's "shape", JSON as in a scene. `model` is "solid", "shell", "membrane" or
// "tube", null: the one that the shape is usually for; `name` stands for the text in messages. The
// caller frees it (sut_mesh_free); null with *error filled.
SUT_API sut_mesh *sut_scene_read_mesh(const char *text, size_t size, const char *name,
                                      const char *model, sut_scene_error *error);

#ifdef __cplusplus
}
#endif
#endif
