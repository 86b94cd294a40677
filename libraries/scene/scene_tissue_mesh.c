// SPDX-License-Identifier: MIT
// scene_tissue_mesh.c -- nodes and elements given in the scene, and mesh files.
#include "scene_tissue.h"

#include "scene_file.h"

#include <stdlib.h>

enum { MOST_NODES = 4000000 };

static sut_mesh_need need_of(sut_tissue_model model) {
    switch (model) {
    case SUT_TISSUE_SOLID:
        return SUT_MESH_NEED_SOLID;
    case SUT_TISSUE_MEMBRANE:
        return SUT_MESH_NEED_MEMBRANE;
    default:
        return SUT_MESH_NEED_SHELL;
    }
}

//---- given in the scene --------------------------------------------------------------------------

static bool read_nodes(const sut_reader *r, const sut_node *shape, sut_vec3 **out, int *count) {
    sut_node n = sut_node_member(shape, "nodes");
    if (!sut_check_present(r, &n, "give a list of places [[x, y, z], ...]") ||
        !sut_check_list(r, &n, 0, MOST_NODES, "nodes")) {
        return false;
    }
    *count = (int)json_array_size(n.json);
    *out = malloc(((size_t)*count + 1) * sizeof **out);
    if (*out == NULL) {
        return sut_fail_memory(r, &n);
    }
    for (int i = 0; i < *count; i++) {
        sut_node e = sut_node_element(&n, i);
        if (!sut_read_vec3(r, &e, SUT_Q_LENGTH, &(*out)[i])) {
            return false;
        }
    }
    return true;
}

// one element: `corners` whole numbers that name nodes
static bool read_element(const sut_reader *r, const sut_node *n, int corners, int nodes, int *out) {
    if (!json_is_array(n->json) || json_array_size(n->json) != (size_t)corners) {
        return sut_fail(r, n, "is no element; must be a list of %d nodes", corners);
    }
    for (int k = 0; k < corners; k++) {
        sut_node e = sut_node_element(n, k);
        double value = json_number_value(e.json);
        if (json_is_number(e.json) && value == (double)(long long)value &&
            !(value >= 0.0 && value < (double)nodes)) {
            return sut_fail(r, n, "names node %.15g; must be 0 to %d", value, nodes - 1);
        }
        if (!sut_read_int(r, &e, 0, nodes > 0 ? nodes - 1 : 0, &out[k])) {
            return false;
        }
    }
    return true;
}

static bool read_elements(const sut_reader *r, const sut_node *n, int corners, int nodes, int **out,
                          int *count) {
    if (!json_is_array(n->json)) {
        return sut_fail(r, n, "is %s; must be a list of elements", sut_value_text(n).text);
    }
    // more than the text of a scene can hold, so that their number fits
    *count = (int)json_array_size(n->json);
    *out = malloc(((size_t)*count + 1) * (size_t)corners * sizeof **out);
    if (*out == NULL) {
        return sut_fail_memory(r, n);
    }
    for (int i = 0; i < *count; i++) {
        sut_node e = sut_node_element(n, i);
        if (!read_element(r, &e, corners, nodes, *out + i * corners)) {
            return false;
        }
    }
    return true;
}

static bool make(const sut_reader *r, const sut_node *shape, sut_tissue_model model,
                 const sut_mesh_parts *p, sut_mesh **out) {
    sut_mesh_error e;
    *out = sut_mesh_make(p, need_of(model), &e);
    return *out != NULL || sut_fail(r, shape, "%s", e.text);
}

bool sut_scene_read_given_mesh(const sut_reader *r, const sut_node *shape, sut_tissue_model model,
                               sut_mesh **out) {
    static const char *const keys[] = {"type",      "position", "rotation", "nodes",
                                       "triangles", "tets",     NULL};
    sut_node triangles = sut_node_member(shape, "triangles");
    sut_node tets = sut_node_member(shape, "tets");
    if (!sut_check_object(r, shape, keys)) {
        return false;
    }
    if (triangles.json != NULL && tets.json != NULL) {
        return sut_fail(r, &tets, "is given beside triangles; use one of them");
    }
    bool solid = tets.json != NULL;
    if (!solid && !sut_check_present(r, &triangles, "give a list of triangles, or of tets")) {
        return false;
    }
    sut_vec3 *nodes = NULL;
    int *elements = NULL;
    int node_count = 0;
    int count = 0;
    bool fine =
        read_nodes(r, shape, &nodes, &node_count) &&
        read_elements(r, solid ? &tets : &triangles, solid ? 4 : 3, node_count, &elements, &count);
    sut_mesh_parts p = {.nodes = nodes, .node_count = node_count};
    if (solid) {
        p.tets = (const int(*)[4])(void *)elements;
        p.tet_count = count;
    } else {
        p.triangles = (const int(*)[3])(void *)elements;
        p.triangle_count = count;
    }
    fine = fine && make(r, shape, model, &p, out);
    free(nodes);
    free(elements);
    return fine;
}

//---- files ---------------------------------------------------------------------------------------

// "MESH:LINE: what; what would be right"
static bool fail_file(const sut_reader *r, const sut_node *n, const char *name,
                      const sut_mesh_error *e) {
    char text[SUT_SCENE_MESSAGE];
    sut_line l = sut_line_start(text, sizeof text);
    sut_line_add_file(&l, name);
    if (e->line > 0) {
        sut_line_addf(&l, ":%d", e->line);
    }
    sut_line_addf(&l, ": %s", e->text);
    return sut_fail(r, n, "%s", text);
}

bool sut_scene_read_mesh_file(const sut_reader *r, const sut_node *shape, sut_tissue_model model,
                              sut_scene_tissue_shape *out) {
    static const char *const keys[] = {"type",  "position", "rotation", "file",
                                       "scale", "flip",     "weld",     NULL};
    sut_mesh_import how = sut_default_mesh_import();
    how.need = need_of(model);
    sut_node file = sut_node_member(shape, "file");
    const char *name = NULL;
    if (!sut_check_object(r, shape, keys) ||
        !sut_check_present(r, &file, "give the path of an obj, stl, ply, wrl, msh or vtk file") ||
        !sut_read_text(r, &file, &name) ||
        !sut_read_number_of(r, shape, "scale", SUT_Q_LENGTH, SUT_POSITIVE, &how.scale) ||
        !sut_read_bool_of(r, shape, "flip", &how.flip) ||
        !sut_read_number_of(r, shape, "weld", SUT_Q_LENGTH, SUT_NOT_NEGATIVE, &how.weld)) {
        return false;
    }
    out->file = sut_file_path(r, name);
    if (out->file == NULL) {
        return sut_fail_memory(r, &file);
    }
    sut_mesh_error e;
    out->mesh = sut_mesh_read_file(out->file, &how, &e);
    return out->mesh != NULL || fail_file(r, &file, name, &e);
}
