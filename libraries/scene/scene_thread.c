// SPDX-License-Identifier: MIT
#include "scene_types.h"

#include "math/vec3.h"

#include <stdlib.h>
#include <string.h>

const char *const sut_scene_models[] = {"implicit",  "implicit-simplified", "variational",
                                        "springs-1", "springs-2",           "springs-3",
                                        "springs-4", "springs-5",           NULL};

void sut_scene_thread_free(sut_scene_thread *t) {
    for (int i = 0; i < t->hold_count; i++) {
        free(t->holds[i].keys);
    }
    free(t->holds);
    free(t->friction_keys);
    free(t->extra_mass);
    free(t->velocities);
    free(t->shape.points);
    free(t->shape.file);
}

//---- parts ---------------------------------------------------------------------------------------

bool sut_scene_read_name(const sut_reader *r, const sut_node *entry, char *name) {
    sut_node n = sut_node_member(entry, "name");
    if (n.json == NULL) {
        sut_line l = sut_line_start(name, SUT_SCENE_NAME_SIZE);
        sut_line_addf(&l, "%d", entry->index);
        return true;
    }
    const char *text = NULL;
    if (!sut_read_text(r, &n, &text)) {
        return false;
    }
    size_t length = strlen(text);
    size_t plain = strspn(text, "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_-");
    if (length == 0 || length >= SUT_SCENE_NAME_SIZE || plain != length) {
        return sut_fail(r, &n, "is %s; must be 1 to 64 letters, digits, _ or -",
                        sut_quote(text).text);
    }
    memcpy(name, text, length + 1);
    return true;
}

static bool read_model(const sut_reader *r, const sut_node *thread, sut_scene_thread *t) {
    sut_node n = sut_node_member(thread, "model");
    int model = SUT_MODEL_IMPLICIT;
    if (n.json != NULL && !sut_read_word(r, &n, sut_scene_models, &model)) {
        return false;
    }
    t->model = (sut_model)model;
    return true;
}

// what only this model looks at; other models ignore it, so that a scene can be run with any
static bool read_variational(const sut_reader *r, const sut_node *thread, sut_scene_thread *t) {
    static const char *const keys[] = {"solver",  "contact",     "extensible",
                                       "penalty", "dissipation", NULL};
    static const char *const solvers[] = {"contraction", "newton", NULL};
    static const char *const contacts[] = {"local", "global", NULL};
    sut_node n = sut_node_member(thread, "variational");
    if (n.json == NULL) {
        return true;
    }
    int solver = SUT_MULTIPLIERS_CONTRACTION;
    int contact = SUT_VARIATIONAL_LOCAL;
    sut_variational_def *v = &t->variational;
    if (!sut_check_object(r, &n, keys) || !sut_read_word_of(r, &n, "solver", solvers, &solver) ||
        !sut_read_word_of(r, &n, "contact", contacts, &contact) ||
        !sut_read_bool_of(r, &n, "extensible", &v->extensible) ||
        !sut_read_number_of(r, &n, "penalty", SUT_Q_PENALTY, SUT_NOT_NEGATIVE, &v->penalty) ||
        !sut_read_number_of(r, &n, "dissipation", SUT_Q_ACTION, SUT_NOT_NEGATIVE,
                            &v->dissipation)) {
        return false;
    }
    v->solver = (sut_multiplier_solver)solver;
    v->contact = (sut_variational_contact)contact;
    return true;
}

// "table-4.1", or single constants that change it or what the material gives
static bool read_springs(const sut_reader *r, const sut_node *thread, sut_scene_thread *t) {
    static const char *const presets[] = {"derived", "table-4.1", NULL};
    static const char *const keys[] = {"preset",    "stretch",          "stretch_damper",
                                       "torsion",   "torsion_damper",   "swivel_damper",
                                       "repulsion", "repulsion_damper", "full_strain",
                                       "shortest",  "longest",          NULL};
    sut_springs_def *d = &t->springs;
    *d = sut_default_thread_def().springs;
    sut_node n = sut_node_member(thread, "springs");
    if (n.json == NULL) {
        return true;
    }
    int preset = 0;
    bool word = json_is_string(n.json);
    bool named =
        word ? sut_read_word(r, &n, presets, &preset)
             : sut_check_object(r, &n, keys) && sut_read_word_of(r, &n, "preset", presets, &preset);
    if (!named) {
        return false;
    }
    *d = preset == 1 ? sut_springs_def_published() : *d;
    const struct {
        const char *key;
        sut_quantity quantity;
        double *value;
    } constants[] = {
        {"stretch", SUT_Q_FORCE, &d->stretch},
        {"stretch_damper", SUT_Q_DAMPER, &d->stretch_damper},
        {"torsion", SUT_Q_TORQUE, &d->torsion},
        {"torsion_damper", SUT_Q_ACTION, &d->torsion_damper},
        {"swivel_damper", SUT_Q_IMPULSE, &d->swivel_damper},
        {"repulsion", SUT_Q_PENALTY, &d->repulsion},
        {"repulsion_damper", SUT_Q_DAMPER, &d->repulsion_damper},
        {"full_strain", SUT_Q_NUMBER, &d->full_strain},
        {"shortest", SUT_Q_NUMBER, &d->shortest},
        {"longest", SUT_Q_NUMBER, &d->longest},
    };
    for (size_t i = 0; !word && i < sizeof constants / sizeof constants[0]; i++) {
        if (!sut_read_number_of(r, &n, constants[i].key, constants[i].quantity, SUT_NOT_NEGATIVE,
                                constants[i].value)) {
            return false;
        }
    }
    bool limits = d->shortest < 1.0 && (d->longest > 1.0 || d->longest < 0.0);
    if (!(d->stretch != 0.0 && d->full_strain > 0.0 && limits)) {
        return sut_fail(r, &n,
                        "has stretch or full_strain 0, or shortest not below 1, or longest "
                        "not above 1; must be a thread that can be stretched");
    }
    return true;
}

// The explicit models have their limits; say so where the file asks for more.
static bool check_explicit(const sut_reader *r, const sut_node *thread, const sut_scene_thread *t) {
    const struct {
        bool bad;
        const char *key, *right;
    } limits[] = {
        {t->inertia != SUT_INERTIA_MASS, "inertia", "\"mass\""},
        {t->twist != SUT_TWIST_QUASI_STATIC, "twist", "\"quasi-static\""},
        {t->implicitness < 1.0, "implicitness", "1"},
    };
    for (size_t i = 0; i < sizeof limits / sizeof limits[0]; i++) {
        if (t->model >= SUT_MODEL_VARIATIONAL && limits[i].bad) {
            sut_node n = sut_node_member(thread, limits[i].key);
            return sut_fail(r, &n, "is %s; the model \"%s\" needs %s", sut_value_text(&n).text,
                            sut_scene_models[t->model], limits[i].right);
        }
    }
    return true;
}

static bool read_integration(const sut_reader *r, const sut_node *thread, sut_scene_thread *t) {
    static const char *const inertias[] = {"mass", "low-mass", NULL};
    static const char *const twists[] = {"quasi-static", "dynamic", NULL};
    int inertia = SUT_INERTIA_MASS;
    int twist = SUT_TWIST_QUASI_STATIC;
    t->implicitness = 1.0;
    t->mobility = 1000.0;
    if (!read_model(r, thread, t) || !sut_read_word_of(r, thread, "inertia", inertias, &inertia) ||
        !sut_read_word_of(r, thread, "twist", twists, &twist) ||
        !sut_read_number_of(r, thread, "implicitness", SUT_Q_NUMBER, SUT_ANY_SIGN,
                            &t->implicitness) ||
        !sut_read_number_of(r, thread, "mobility", SUT_Q_MOBILITY, SUT_POSITIVE, &t->mobility)) {
        return false;
    }
    if (!(t->implicitness >= 0.5 && t->implicitness <= 1.0)) {
        sut_node n = sut_node_member(thread, "implicitness");
        return sut_fail(r, &n, "is %s; must be from 0.5 (trapezoidal) to 1 (implicit Euler)",
                        sut_value_text(&n).text);
    }
    t->inertia = (sut_inertia)inertia;
    t->twist = (sut_twist_mode)twist;
    return read_variational(r, thread, t) && read_springs(r, thread, t) &&
           check_explicit(r, thread, t);
}

// a number bends towards d1, a pair towards d1 and d2
static bool read_natural_shape(const sut_reader *r, const sut_node *thread, sut_scene_thread *t) {
    sut_node n = sut_node_member(thread, "natural_curvature");
    if (json_is_array(n.json)) {
        size_t count = json_array_size(n.json);
        if (count != 2) {
            return sut_fail(r, &n, "has %zu entries; must be a number or a pair [k1, k2]", count);
        }
        for (int i = 0; i < 2; i++) {
            sut_node e = sut_node_element(&n, i);
            if (!sut_read_number(r, &e, SUT_Q_CURVATURE, SUT_ANY_SIGN, &t->natural_curvature[i])) {
                return false;
            }
        }
    } else if (n.json != NULL &&
               !sut_read_number(r, &n, SUT_Q_CURVATURE, SUT_ANY_SIGN, &t->natural_curvature[0])) {
        return false;
    }
    if (!sut_read_number_of(r, thread, "natural_twist", SUT_Q_TWIST_RATE, SUT_ANY_SIGN,
                            &t->natural_twist)) {
        return false;
    }
    bool curved = t->natural_curvature[0] != 0.0 || t->natural_curvature[1] != 0.0;
    if (t->model >= SUT_MODEL_SPRINGS_1 && (curved || t->natural_twist != 0.0)) {
        sut_node bad = curved ? n : sut_node_member(thread, "natural_twist");
        return sut_fail(r, &bad, "is %s; the model \"%s\" needs 0", sut_value_text(&bad).text,
                        sut_scene_models[t->model]);
    }
    return true;
}

static bool read_losses(const sut_reader *r, const sut_node *thread, sut_scene_thread *t) {
    static const char *const keys[] = {"bend", "twist", "stretch", "linear", NULL};
    t->damping_bend = 0.02;
    sut_node n = sut_node_member(thread, "damping");
    if (n.json != NULL &&
        (!sut_check_object(r, &n, keys) ||
         !sut_read_number_of(r, &n, "bend", SUT_Q_TIME, SUT_NOT_NEGATIVE, &t->damping_bend) ||
         !sut_read_number_of(r, &n, "twist", SUT_Q_TIME, SUT_NOT_NEGATIVE, &t->damping_twist) ||
         !sut_read_number_of(r, &n, "stretch", SUT_Q_TIME, SUT_NOT_NEGATIVE, &t->damping_stretch) ||
         !sut_read_number_of(r, &n, "linear", SUT_Q_LINEAR_DRAG, SUT_NOT_NEGATIVE,
                             &t->damping_linear))) {
        return false;
    }
    if (t->model >= SUT_MODEL_VARIATIONAL && t->damping_twist > 0.0) {
        sut_node twist = sut_node_member(&n, "twist");
        return sut_fail(r, &twist, "is %s; the model \"%s\" needs 0", sut_value_text(&twist).text,
                        sut_scene_models[t->model]);
    }
    return sut_read_number_of(r, thread, "drag", SUT_Q_QUADRATIC_DRAG, SUT_NOT_NEGATIVE, &t->drag);
}

static bool read_velocity(const sut_reader *r, const sut_node *thread, sut_scene_thread *t) {
    sut_node n = sut_node_member(thread, "velocity");
    if (n.json == NULL) {
        return true;
    }
    if (!json_is_array(json_array_get(n.json, 0))) {
        return sut_read_vec3(r, &n, SUT_Q_SPEED, &t->velocity);
    }
    int count = t->shape.vertices;
    size_t given = json_array_size(n.json);
    if (given != (size_t)count) {
        return sut_fail(r, &n, "has %zu vectors for %d vertices; give one [x, y, z] or one each",
                        given, count);
    }
    t->velocities = malloc((size_t)count * sizeof *t->velocities);
    if (t->velocities == NULL) {
        return sut_fail_memory(r, &n);
    }
    for (int i = 0; i < count; i++) {
        sut_node e = sut_node_element(&n, i);
        if (!sut_read_vec3(r, &e, SUT_Q_SPEED, &t->velocities[i])) {
            return false;
        }
    }
    return true;
}

static bool read_extra_mass(const sut_reader *r, const sut_node *thread, sut_scene_thread *t) {
    static const char *const keys[] = {"vertex", "mass", NULL};
    sut_node list = sut_node_member(thread, "extra_mass");
    if (list.json == NULL) {
        return true;
    }
    if (!sut_check_list(r, &list, 0, SUT_SCENE_MAX_VERTICES, "masses")) {
        return false;
    }
    int count = (int)json_array_size(list.json);
    t->extra_mass = calloc((size_t)count + 1, sizeof *t->extra_mass);
    if (t->extra_mass == NULL) {
        return sut_fail_memory(r, &list);
    }
    t->extra_mass_count = count;
    for (int i = 0; i < count; i++) {
        sut_node n = sut_node_element(&list, i);
        sut_node mass = sut_node_member(&n, "mass");
        if (!sut_check_object(r, &n, keys) ||
            !sut_read_vertex_of(r, &n, t->shape.vertices, &t->extra_mass[i].vertex) ||
            !sut_check_present(r, &mass, "give a mass, for example \"3 mg\"") ||
            !sut_read_number(r, &mass, SUT_Q_MASS, SUT_NOT_NEGATIVE, &t->extra_mass[i].mass)) {
            return false;
        }
    }
    return true;
}

bool sut_scene_read_thread(const sut_reader *r, const sut_node *n, sut_scene_thread *out) {
    static const char *const keys[] = {"name",
                                       "model",
                                       "inertia",
                                       "implicitness",
                                       "mobility",
                                       "material",
                                       "twist",
                                       "variational",
                                       "springs",
                                       "vertices",
                                       "length",
                                       "shape",
                                       "hold",
                                       "damping",
                                       "natural_curvature",
                                       "natural_twist",
                                       "drag",
                                       "velocity",
                                       "extra_mass",
                                       "friction_motion",
                                       NULL};
    return sut_check_object(r, n, keys) && sut_scene_read_name(r, n, out->name) &&
           read_integration(r, n, out) && sut_scene_read_section(r, n, &out->section) &&
           sut_scene_read_shape(r, n, out->section.radius, &out->shape) &&
           read_natural_shape(r, n, out) && read_losses(r, n, out) && read_velocity(r, n, out) &&
           read_extra_mass(r, n, out) && sut_scene_read_friction(r, n, out) &&
           sut_scene_read_holds(r, n, out);
}
