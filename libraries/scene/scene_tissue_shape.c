// SPDX-License-Identifier: MIT
// scene_tissue_shape.c -- meshes of tissues: generated, given, or from a file; then placed.
#include "scene_tissue.h"

#include "math/vec3.h"
#include "scene_file.h"
#include "scene_turn.h"

#include <stdlib.h>
#include <string.h>

const char *const sut_scene_tissue_models[] = {"solid", "shell", "membrane", "tube", NULL};

typedef enum shape_kind { PAD, SHEET, VESSEL, DRAIN, TUBE, GIVEN, FROM_FILE } shape_kind;
static const char *const kinds[] = {"pad",  "sheet", "vessel", "drain",
                                    "tube", "mesh",  "file",   NULL};

// what each model can be made of, in words
static const struct {
    bool fits[7];
    const char *words;
} fitting[] = {
    [SUT_TISSUE_SOLID] = {{[PAD] = true, [GIVEN] = true, [FROM_FILE] = true},
                          "a solid needs \"pad\", \"mesh\" or \"file\""},
    [SUT_TISSUE_SHELL] =
        {{[SHEET] = true, [VESSEL] = true, [DRAIN] = true, [GIVEN] = true, [FROM_FILE] = true},
         "a shell needs \"sheet\", \"vessel\", \"drain\", \"mesh\" or \"file\""},
    [SUT_TISSUE_MEMBRANE] = {{[SHEET] = true, [VESSEL] = true, [GIVEN] = true, [FROM_FILE] = true},
                             "a membrane needs \"sheet\", \"vessel\", \"mesh\" or \"file\""},
    [SUT_TISSUE_TUBE] = {{[TUBE] = true}, "a tube needs \"tube\""},
};

void sut_scene_tissue_shape_free(sut_scene_tissue_shape *s) {
    sut_mesh_free(s->mesh);
    free(s->file);
    s->mesh = NULL;
    s->file = NULL;
}

static bool fail_mesh(const sut_reader *r, const sut_node *n, const sut_mesh_error *e) {
    return sut_fail(r, n, "%s", e->text);
}

//---- lists of one value per axis -----------------------------------------------------------------

static bool check_axes(const sut_reader *r, const sut_node *n, int count, const char *form) {
    if (!sut_check_present(r, n, form)) {
        return false;
    }
    if (!json_is_array(n->json) || json_array_size(n->json) != (size_t)count) {
        return sut_fail(r, n, "is %s of another length; %s",
                        json_is_array(n->json) ? "a list" : sut_value_text(n).text, form);
    }
    return true;
}

static bool read_sizes(const sut_reader *r, const sut_node *shape, int count, double *out) {
    sut_node n = sut_node_member(shape, "size");
    if (!check_axes(r, &n, count, count == 3 ? "give lengths [x, y, z]" : "give lengths [x, y]")) {
        return false;
    }
    for (int i = 0; i < count; i++) {
        sut_node e = sut_node_element(&n, i);
        if (!sut_read_number(r, &e, SUT_Q_LENGTH, SUT_POSITIVE, &out[i])) {
            return false;
        }
    }
    return true;
}

static bool read_cells(const sut_reader *r, const sut_node *shape, int count, int first_min,
                       int *out) {
    sut_node n = sut_node_member(shape, "cells");
    const char *form = count == 3      ? "give whole numbers [nx, ny, nz]"
                       : first_min > 1 ? "give whole numbers [around, along]"
                                       : "give whole numbers [nx, ny]";
    if (!check_axes(r, &n, count, form)) {
        return false;
    }
    for (int i = 0; i < count; i++) {
        sut_node e = sut_node_element(&n, i);
        if (!sut_read_int(r, &e, i == 0 ? first_min : 1, SUT_MESH_MAX_CELLS, &out[i])) {
            return false;
        }
    }
    return true;
}

static bool read_required(const sut_reader *r, const sut_node *shape, const char *key,
                          double *out) {
    sut_node n = sut_node_member(shape, key);
    return sut_check_present(r, &n, "give a length, for example \"5 mm\"") &&
           sut_read_number(r, &n, SUT_Q_LENGTH, SUT_POSITIVE, out);
}

//---- generated shapes ----------------------------------------------------------------------------

static bool read_wound(const sut_reader *r, const sut_node *shape, bool deep, sut_wound_def *out) {
    static const char *const words[] = {"straight", "curved", "crossing", NULL};
    static const char *const deep_keys[] = {"type", "length", "depth", "sagitta", "cross", NULL};
    static const char *const flat_keys[] = {"type", "length", "sagitta", "cross", NULL};
    sut_node n = sut_node_member(shape, "wound");
    if (n.json == NULL || json_is_null(n.json)) {
        return true;
    }
    if (!sut_check_object(r, &n, deep ? deep_keys : flat_keys)) {
        return false;
    }
    sut_node type = sut_node_member(&n, "type");
    int kind = 0;
    if (!sut_check_present(r, &type, "must be \"straight\", \"curved\" or \"crossing\"") ||
        !sut_read_word(r, &type, words, &kind) || !read_required(r, &n, "length", &out->length) ||
        !sut_read_number_of(r, &n, "depth", SUT_Q_LENGTH, SUT_POSITIVE, &out->depth) ||
        !sut_read_number_of(r, &n, "sagitta", SUT_Q_LENGTH, SUT_ANY_SIGN, &out->sagitta) ||
        !sut_read_number_of(r, &n, "cross", SUT_Q_LENGTH, SUT_POSITIVE, &out->cross)) {
        return false;
    }
    out->kind = (sut_wound_kind)(SUT_WOUND_STRAIGHT + kind);
    sut_node sagitta = sut_node_member(&n, "sagitta");
    sut_node cross = sut_node_member(&n, "cross");
    return (out->kind != SUT_WOUND_CURVED ||
            sut_check_present(r, &sagitta, "a curved wound needs how far its middle stands out")) &&
           (out->kind != SUT_WOUND_CROSSING ||
            sut_check_present(r, &cross, "a crossing wound needs the length of its second split"));
}

static bool read_pad(const sut_reader *r, const sut_node *n, sut_mesh **out) {
    static const char *const keys[] = {"type",  "position", "rotation", "size",
                                       "cells", "wound",    NULL};
    sut_pad_def d = {.wound = {.kind = SUT_WOUND_NONE}};
    sut_mesh_error e;
    if (!sut_check_object(r, n, keys) || !read_sizes(r, n, 3, d.size) ||
        !read_cells(r, n, 3, 1, d.cells) || !read_wound(r, n, true, &d.wound)) {
        return false;
    }
    *out = sut_mesh_pad(&d, &e);
    return *out != NULL || fail_mesh(r, n, &e);
}

static bool read_sheet(const sut_reader *r, const sut_node *n, sut_mesh **out) {
    static const char *const keys[] = {"type",  "position", "rotation", "size",
                                       "cells", "wound",    NULL};
    sut_sheet_def d = {.wound = {.kind = SUT_WOUND_NONE}};
    sut_mesh_error e;
    if (!sut_check_object(r, n, keys) || !read_sizes(r, n, 2, d.size) ||
        !read_cells(r, n, 2, 1, d.cells) || !read_wound(r, n, false, &d.wound)) {
        return false;
    }
    *out = sut_mesh_sheet(&d, &e);
    return *out != NULL || fail_mesh(r, n, &e);
}

static bool read_vessel(const sut_reader *r, const sut_node *n, sut_mesh **out) {
    static const char *const keys[] = {"type",   "position", "rotation", "radius",
                                       "length", "cells",    NULL};
    sut_vessel_def d = {.radius = 0.0};
    sut_mesh_error e;
    if (!sut_check_object(r, n, keys) || !read_required(r, n, "radius", &d.radius) ||
        !read_required(r, n, "length", &d.length) || !read_cells(r, n, 2, 6, d.cells)) {
        return false;
    }
    *out = sut_mesh_vessel(&d, &e);
    return *out != NULL || fail_mesh(r, n, &e);
}

static bool read_drain(const sut_reader *r, const sut_node *n, sut_mesh **out) {
    static const char *const keys[] = {"type",   "position", "rotation", "width", "height",
                                       "length", "cells",    "slit",     NULL};
    sut_drain_def d = {.slit = 0.0};
    sut_mesh_error e;
    if (!sut_check_object(r, n, keys) || !read_required(r, n, "width", &d.width) ||
        !read_required(r, n, "height", &d.height) || !read_required(r, n, "length", &d.length) ||
        !read_cells(r, n, 2, 6, d.cells) ||
        !sut_read_number_of(r, n, "slit", SUT_Q_LENGTH, SUT_NOT_NEGATIVE, &d.slit)) {
        return false;
    }
    *out = sut_mesh_drain(&d, &e);
    return *out != NULL || fail_mesh(r, n, &e);
}

static bool read_end(const sut_reader *r, const sut_node *n, const char *key, sut_vec3 *out) {
    sut_node v = sut_node_member(n, key);
    return sut_check_present(r, &v, "give a point [x, y, z]") &&
           sut_read_vec3(r, &v, SUT_Q_LENGTH, out);
}

static bool read_tube(const sut_reader *r, const sut_node *n, sut_scene_tissue_shape *out) {
    static const char *const keys[] = {
        "type",  "position", "rotation",         "from", "to", "elements",
        "inner", "outer",    "parameter_length", NULL};
    sut_vec3 from = v3_zero();
    sut_vec3 to = v3_zero();
    int elements = 0;
    sut_mesh_error e;
    sut_node count = sut_node_member(n, "elements");
    if (!sut_check_object(r, n, keys) || !read_end(r, n, "from", &from) ||
        !read_end(r, n, "to", &to) || !sut_check_present(r, &count, "give their number") ||
        !sut_read_int(r, &count, 1, SUT_MESH_MAX_CELLS, &elements) ||
        !read_required(r, n, "inner", &out->inner) || !read_required(r, n, "outer", &out->outer)) {
        return false;
    }
    if (!(out->inner < out->outer)) {
        sut_node inner = sut_node_member(n, "inner");
        return sut_fail(r, &inner, "is %g m; must be below outer, %g m", out->inner, out->outer);
    }
    out->parameter_length = v3_distance(from, to);
    if (!sut_read_number_of(r, n, "parameter_length", SUT_Q_NUMBER, SUT_POSITIVE,
                            &out->parameter_length)) {
        return false;
    }
    out->mesh = sut_mesh_line(from, to, elements, &e);
    return out->mesh != NULL || fail_mesh(r, n, &e);
}

//---- all -----------------------------------------------------------------------------------------

static bool read_kind(const sut_reader *r, const sut_node *n, sut_tissue_model model, int *kind) {
    if (!sut_check_present(r, n, "a tissue needs a shape such as { \"type\": \"pad\", ... }")) {
        return false;
    }
    if (!json_is_object(n->json)) {
        return sut_fail(r, n, "is %s; must be an object such as { \"type\": \"pad\", ... }",
                        sut_value_text(n).text);
    }
    sut_node type = sut_node_member(n, "type");
    if (!sut_check_present(r, &type,
                           "must be \"pad\", \"sheet\", \"vessel\", \"drain\", \"tube\", \"mesh\" "
                           "or \"file\"") ||
        !sut_read_word(r, &type, kinds, kind)) {
        return false;
    }
    return fitting[model].fits[*kind] ||
           sut_fail(r, &type, "is \"%s\"; %s", kinds[*kind], fitting[model].words);
}

static bool read_mesh(const sut_reader *r, const sut_node *n, sut_tissue_model model, int kind,
                      sut_scene_tissue_shape *out) {
    switch ((shape_kind)kind) {
    case PAD:
        return read_pad(r, n, &out->mesh);
    case SHEET:
        return read_sheet(r, n, &out->mesh);
    case VESSEL:
        return read_vessel(r, n, &out->mesh);
    case DRAIN:
        return read_drain(r, n, &out->mesh);
    case TUBE:
        return read_tube(r, n, out);
    case GIVEN:
        return sut_scene_read_given_mesh(r, n, model, &out->mesh);
    default:
        return sut_scene_read_mesh_file(r, n, model, out);
    }
}

bool sut_scene_read_tissue_shape(const sut_reader *r, const sut_node *shape, sut_tissue_model model,
                                 sut_scene_tissue_shape *out) {
    int kind = 0;
    sut_vec3 position = v3_zero();
    sut_vec3 rotation = v3_zero();
    if (!read_kind(r, shape, model, &kind) || !read_mesh(r, shape, model, kind, out) ||
        !sut_read_vec3_of(r, shape, "position", SUT_Q_LENGTH, &position) ||
        !sut_read_vec3_of(r, shape, "rotation", SUT_Q_ANGLE, &rotation)) {
        return false;
    }
    out->rotation = sut_turn_quat(rotation);
    // what is not moved keeps its bits
    sut_node p = sut_node_member(shape, "position");
    sut_node q = sut_node_member(shape, "rotation");
    if (p.json != NULL || q.json != NULL) {
        sut_mesh_place(out->mesh, out->rotation, position);
    }
    return true;
}

//---- alone ---------------------------------------------------------------------------------------

static int model_of(const char *model) {
    for (int i = 0; model != NULL && sut_scene_tissue_models[i] != NULL; i++) {
        if (strcmp(model, sut_scene_tissue_models[i]) == 0) {
            return i;
        }
    }
    return -1;
}

// the model that a type is usually for
static sut_tissue_model usual_model(const sut_node *n) {
    sut_node type = sut_node_member(n, "type");
    const char *word = json_is_string(type.json) ? json_string_value(type.json) : "";
    sut_node tets = sut_node_member(n, "tets");
    if (strcmp(word, "tube") == 0) {
        return SUT_TISSUE_TUBE;
    }
    return strcmp(word, "pad") == 0 || tets.json != NULL ? SUT_TISSUE_SOLID : SUT_TISSUE_SHELL;
}

sut_mesh *sut_scene_read_mesh(const char *text, size_t size, const char *name, const char *model,
                              sut_scene_error *error) {
    sut_reader r = {name, "", error};
    error->text[0] = '\0';
    int known = model_of(model);
    if (model != NULL && known < 0) {
        sut_fail(&r, NULL, "has the model %s; must be solid, shell, membrane or tube",
                 sut_quote(model).text);
        return NULL;
    }
    json_t *root = sut_json_parse(&r, text, size);
    if (root == NULL) {
        return NULL;
    }
    sut_node n = sut_node_root(root);
    sut_scene_tissue_shape shape = {.mesh = NULL};
    sut_tissue_model use = known >= 0 ? (sut_tissue_model)known : usual_model(&n);
    sut_mesh *m = NULL;
    if (sut_scene_read_tissue_shape(&r, &n, use, &shape)) {
        m = shape.mesh;
        shape.mesh = NULL;
    }
    sut_scene_tissue_shape_free(&shape);
    json_decref(root);
    return m;
}
