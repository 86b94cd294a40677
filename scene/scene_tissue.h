// SPDX-License-Identifier: MIT
// scene_tissue.h -- shape and material of a tissue in a scene file.
//
//     scene_tissue_shape.c     which shape, where it lies; generated ones
//     scene_tissue_mesh.c      nodes and elements given in the scene, and mesh files
//     scene_tissue_material.c  moduli, piercing, tearing
//     tissue_materials.c       materials by name
#ifndef SUT_SCENE_TISSUE_H
#define SUT_SCENE_TISSUE_H

#include "scene_value.h"
#include "sutura/mesh.h"
#include "sutura/tissue.h"

// in the order of sut_tissue_model: "solid", ...; ends with null
extern const char *const sut_scene_tissue_models[];

typedef struct sut_scene_tissue_shape {
    sut_mesh *mesh; // placed; owned
    char *file;     // where it comes from, owned; null: from the scene itself
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

#endif
