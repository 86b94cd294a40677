// SPDX-License-Identifier: MIT
// scene_tissue.h -- tissues of a scene file: what they are, what holds them, gaps between them.
//
//     scene_tissue.c           one tissue: its keys, the list of all
//     scene_tissue_model.c     options of membranes and tubes
//     scene_support.c          its holds; scene_select.c picks their nodes
//     scene_inside.c           what starts inside of a solid
//     scene_stitch.c           threads that are through it at the start
//     scene_gap.c              distances that are reported
//     scene_build_tissue.c     all of it into a world
//     scene_tissue_shape.c     which shape, where it lies; generated ones
//     scene_tissue_mesh.c      nodes and elements given in the scene, and mesh files
//     scene_tissue_material.c  moduli, piercing, tearing
//     tissue_materials.c       materials by name
#ifndef SUT_SCENE_TISSUE_H
#define SUT_SCENE_TISSUE_H

#include "scene_types.h"
#include "sutura/mesh.h"
#include "sutura/tissue.h"

// in the order of sut_tissue_model: "solid", ...; ends with null
extern const char *const sut_scene_tissue_models[];

typedef struct sut_scene_tissue_shape {
    sut_mesh *mesh;    // placed; owned
    char *file;        // where it comes from, owned; null: from the scene itself
    sut_quat rotation; // of its axes to those of the world
    // of tubes
    double inner, outer;     // m
    double parameter_length; // as the equations of the tube need it
} sut_scene_tissue_shape;

// The object at `shape` for a tissue of a model. After false *out may be half full and is freed all
// the same.
bool sut_scene_read_tissue_shape(const sut_reader *r, const sut_node *shape, sut_tissue_model model,
                                 sut_scene_tissue_shape *out);
void sut_scene_tissue_shape_free(sut_scene_tissue_shape *s);

// Shapes "mesh" and "file".
bool sut_scene_read_given_mesh(const sut_reader *r, const sut_node *shape, sut_tissue_model model,
                               sut_mesh **out);
bool sut_scene_read_mesh_file(const sut_reader *r, const sut_node *shape, sut_tissue_model model,
                              sut_scene_tissue_shape *out);

// What the keys "material", "friction", "piercing" and "tearing" of a tissue say.
typedef struct sut_scene_tissue_material {
    double young; // Pa; 0: a membrane without one
    double poisson, density, friction;
    bool pierces;                   // else nothing pierces it
    double entry, cut, exit, pinch; // N
    double grip;                    // N/m
    double hole_friction;           // in holes; negative: that of the pair
    double spread;                  // m
    bool tears;
    double strength, bite, floor; // N, m, part
} sut_scene_tissue_material;
bool sut_scene_read_tissue_material(const sut_reader *r, const sut_node *tissue,
                                    sut_tissue_model model, sut_scene_tissue_material *out);

// A selection of nodes and what happens to them. The arrays of `def` are the ones below.
typedef struct sut_scene_support {
    sut_support_def def;
    int *nodes;            // [def.node_count], ascending, owned
    double *shares;        // [def.node_count], owned; null: equal parts
    sut_support_key *keys; // [def.key_count], owned
} sut_scene_support;

struct sut_scene_tissue {
    char name[SUT_SCENE_NAME_SIZE];
    sut_scene_tissue_shape shape;
    sut_tissue_def def;         // its arrays are those of the shape, and the keys below
    sut_pressure_key *pressure; // [def.pressure_key_count], owned
    sut_scene_support *holds;   // [hold_count], owned
    int hold_count;
};

// "tissues"; after false what was read is freed by sut_scene_tissues_free.
bool sut_scene_read_tissues(const sut_reader *r, const sut_node *root, sut_scene *s);
void sut_scene_tissues_free(sut_scene *s);

// "membrane" and "tube" of a tissue into its def. `held`: the nodes of pins, of tubes.
bool sut_scene_read_membrane(const sut_reader *r, const sut_node *tissue, sut_tissue_def *d);
bool sut_scene_read_tube(const sut_reader *r, const sut_node *tissue, sut_tissue_def *d);

// "hold" of a tissue whose shape is there.
bool sut_scene_read_supports(const sut_reader *r, const sut_node *tissue, sut_scene_tissue *t);
// The nodes that a hold names by "nodes", "group" or "box"; *out is the caller's to free.
bool sut_scene_read_selection(const sut_reader *r, const sut_node *hold, const sut_mesh *m,
                              int **out, int *count);
// The group that the text at `n` names.
bool sut_scene_read_group(const sut_reader *r, const sut_node *n, const sut_mesh *m,
                          const sut_mesh_group **out);
// Shares of an even load over the surface, or along the boundary, of the nodes; the sum is 1. False
// with a message where no triangle and no edge has all its nodes selected.
bool sut_scene_read_even_shares(const sut_reader *r, const sut_node *hold, const sut_mesh *m,
                                const int *nodes, int count, double **out);

struct sut_scene_gap {
    char name[SUT_SCENE_NAME_SIZE];
    int tissue[2];
    const sut_mesh_group *group[2]; // of their meshes
};
// "gaps", after the tissues.
bool sut_scene_read_gaps(const sut_reader *r, const sut_node *root, sut_scene *s);

// A hole that a thread is through at the start.
typedef struct sut_scene_pass {
    int tissue;
    sut_vec3 at; // m
} sut_scene_pass;

struct sut_scene_stitch {
    char name[SUT_SCENE_NAME_SIZE];
    int thread;
    sut_scene_pass *through; // [count], owned, in the order along the thread
    int count;
};
// "stitches", after threads and tissues.
bool sut_scene_read_stitches(const sut_reader *r, const sut_node *root, sut_scene *s);
void sut_scene_stitches_free(sut_scene *s);
bool sut_scene_is_stitched(const sut_scene *s, int thread);
void sut_scene_stitch_capacity(const sut_scene *s, sut_capacity *c);
// After threads and tissues; then looks whether threads are through tissue anywhere else.
sut_result sut_scene_build_stitches(const sut_reader *r, sut_world *w, const sut_scene *s);

// No thread, obstacle or other tissue may start inside of a solid.
bool sut_scene_check_inside(const sut_reader *r, const sut_scene *s);

// What a scene with tissues needs of the world.
void sut_scene_tissue_capacity(const sut_scene *s, sut_capacity *c);
sut_result sut_scene_build_tissue(const sut_reader *r, sut_world *w, const sut_scene *s, int i);

#endif
