// SPDX-License-Identifier: MIT
// scene_tissue_material.c -- what a tissue is made of, and how it is pierced and torn.
#include "scene_tissue.h"

#include <string.h>

//---- by name -------------------------------------------------------------------------------------

static bool fail_name(const sut_reader *r, const sut_node *n) {
    char list[256];
    sut_line l = sut_line_start(list, sizeof list);
    for (int i = 0; i < sut_tissue_material_count(); i++) {
        sut_line_addf(&l, "\"%s\", ", sut_tissue_material_at(i)->name);
    }
    return sut_fail(r, n, "is %s; must be %sor an object { ... }", sut_value_text(n).text, list);
}

static bool read_named(const sut_reader *r, const sut_node *n, sut_scene_tissue_material *out) {
    const sut_tissue_material *m = sut_tissue_material_find(json_string_value(n->json));
    if (m == NULL) {
        return fail_name(r, n);
    }
    *out = (sut_scene_tissue_material){.young = m->young,
                                       .poisson = m->poisson,
                                       .density = m->density,
                                       .friction = m->friction,
                                       .pierces = true,
                                       .entry = m->entry,
                                       .cut = m->cut,
                                       .exit = m->exit,
                                       .grip = m->grip,
                                       .pinch = m->pinch,
                                       .hole_friction = -1.0,
                                       .tears = true,
                                       .strength = m->strength,
                                       .bite = m->bite,
                                       .floor = m->floor};
    return true;
}

//---- by numbers ----------------------------------------------------------------------------------

static bool read_poisson(const sut_reader *r, const sut_node *material, sut_tissue_model model,
                         double *out) {
    sut_node n = sut_node_member(material, "poisson");
    if (n.json == NULL) {
        return true;
    }
    if (!sut_read_number(r, &n, SUT_Q_NUMBER, SUT_ANY_SIGN, out)) {
        return false;
    }
    if (model == SUT_TISSUE_SHELL) {
        // exact: it is written so or left out
        return *out == 0.5 || sut_fail(r, &n,
                                       "is %g; must be 0.5 or be left out: a shell is "
                                       "incompressible",
                                       *out);
    }
    return (*out >= 0.0 && *out <= 0.49) || sut_fail(r, &n, "is %g; must be 0 to 0.49", *out);
}

static bool read_numbers(const sut_reader *r, const sut_node *n, sut_tissue_model model,
                         sut_scene_tissue_material *out) {
    static const char *const keys[] = {"young", "poisson", "density", "friction", NULL};
    *out = (sut_scene_tissue_material){
        .poisson = 0.45, .density = 1000.0, .friction = 0.2, .hole_friction = -1.0};
    if (!sut_check_object(r, n, keys)) {
        return false;
    }
    sut_node young = sut_node_member(n, "young");
    if (model != SUT_TISSUE_MEMBRANE &&
        !sut_check_present(r, &young, "give a modulus, for example \"100 kPa\"")) {
        return false;
    }
    return sut_read_number_of(r, n, "young", SUT_Q_PRESSURE, SUT_POSITIVE, &out->young) &&
           read_poisson(r, n, model, &out->poisson) &&
           sut_read_number_of(r, n, "density", SUT_Q_DENSITY, SUT_POSITIVE, &out->density) &&
           sut_read_number_of(r, n, "friction", SUT_Q_NUMBER, SUT_NOT_NEGATIVE, &out->friction);
}

//---- holes ---------------------------------------------------------------------------------------

static bool read_piercing(const sut_reader *r, const sut_node *tissue,
                          sut_scene_tissue_material *out) {
    static const char *const keys[] = {"entry", "cut",      "exit",   "grip",
                                       "pinch", "friction", "spread", NULL};
    sut_node n = sut_node_member(tissue, "piercing");
    if (n.json == NULL) {
        return true;
    }
    out->pierces = !json_is_null(n.json);
    if (!out->pierces) {
        return true;
    }
    // what is given replaces all of the name's
    out->entry = out->cut = out->exit = out->grip = out->pinch = out->spread = 0.0;
    out->hole_friction = -1.0;
    return sut_check_object(r, &n, keys) &&
           sut_read_number_of(r, &n, "entry", SUT_Q_FORCE, SUT_NOT_NEGATIVE, &out->entry) &&
           sut_read_number_of(r, &n, "cut", SUT_Q_FORCE, SUT_NOT_NEGATIVE, &out->cut) &&
           sut_read_number_of(r, &n, "exit", SUT_Q_FORCE, SUT_NOT_NEGATIVE, &out->exit) &&
           sut_read_number_of(r, &n, "grip", SUT_Q_PENALTY, SUT_NOT_NEGATIVE, &out->grip) &&
           sut_read_number_of(r, &n, "pinch", SUT_Q_FORCE, SUT_NOT_NEGATIVE, &out->pinch) &&
           sut_read_number_of(r, &n, "friction", SUT_Q_NUMBER, SUT_NOT_NEGATIVE,
                              &out->hole_friction) &&
           sut_read_number_of(r, &n, "spread", SUT_Q_LENGTH, SUT_NOT_NEGATIVE, &out->spread);
}

static bool read_required(const sut_reader *r, const sut_node *object, const char *key,
                          sut_quantity q, const char *right, double *out) {
    sut_node n = sut_node_member(object, key);
    return sut_check_present(r, &n, right) && sut_read_number(r, &n, q, SUT_POSITIVE, out);
}

static bool read_tearing(const sut_reader *r, const sut_node *tissue,
                         sut_scene_tissue_material *out) {
    static const char *const keys[] = {"strength", "bite", "floor", NULL};
    sut_node n = sut_node_member(tissue, "tearing");
    if (n.json == NULL) {
        return true;
    }
    out->tears = !json_is_null(n.json);
    out->floor = 0.4;
    if (!out->tears) {
        return true;
    }
    if (!sut_check_object(r, &n, keys) ||
        !read_required(r, &n, "strength", SUT_Q_FORCE, "give a force, for example \"4 N\"",
                       &out->strength) ||
        !read_required(r, &n, "bite", SUT_Q_LENGTH, "give a length, for example \"5 mm\"",
                       &out->bite) ||
        !sut_read_number_of(r, &n, "floor", SUT_Q_NUMBER, SUT_NOT_NEGATIVE, &out->floor)) {
        return false;
    }
    sut_node floor = sut_node_member(&n, "floor");
    return out->floor <= 1.0 || sut_fail(r, &floor, "is %g; must be 0 to 1", out->floor);
}

//---- all -----------------------------------------------------------------------------------------

bool sut_scene_read_tissue_material(const sut_reader *r, const sut_node *tissue,
                                    sut_tissue_model model, sut_scene_tissue_material *out) {
    sut_node n = sut_node_member(tissue, "material");
    if (!sut_check_present(r, &n, "give a name such as \"skin\", or an object { ... }")) {
        return false;
    }
    bool fine = false;
    if (json_is_string(n.json)) {
        fine = read_named(r, &n, out);
    } else if (json_is_object(n.json)) {
        fine = read_numbers(r, &n, model, out);
    } else {
        fine = fail_name(r, &n);
    }
    return fine &&
           sut_read_number_of(r, tissue, "friction", SUT_Q_NUMBER, SUT_NOT_NEGATIVE,
                              &out->friction) &&
           read_piercing(r, tissue, out) && read_tearing(r, tissue, out);
}
