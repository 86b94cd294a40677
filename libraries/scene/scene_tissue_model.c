// SPDX-License-Identifier: MIT
// scene_tissue_model.c -- options of membranes and tubes.
#include "scene_tissue.h"

#include "math/vec3.h"

//---- membranes -----------------------------------------------------------------------------------

// "limit": null, or how long a spring may become over its rest length; never shorter than it starts
static bool read_limit(const sut_reader *r, const sut_node *membrane, sut_tissue_def *d) {
    sut_node n = sut_node_member(membrane, "limit");
    if (n.json == NULL || json_is_null(n.json)) {
        return true;
    }
    if (!sut_read_number(r, &n, SUT_Q_NUMBER, SUT_POSITIVE, &d->membrane.limit)) {
        return false;
    }
    // 1.25 times 0.8 is 1 but for the last digit
    return d->membrane.limit * d->rest[0] >= 1.0 - 1e-12 ||
           sut_fail(r, &n, "is %g; must be at least %.6g, so that no spring starts beyond it",
                    d->membrane.limit, 1.0 / d->rest[0]);
}

bool sut_scene_read_membrane(const sut_reader *r, const sut_node *tissue, sut_tissue_def *d) {
    static const char *const keys[] = {"stiffness", "home",    "node_mass",      "damper",
                                       "limit",     "torsion", "torsion_damper", NULL};
    sut_node n = sut_node_member(tissue, "membrane");
    if (!sut_check_present(r, &n, "a membrane needs { \"stiffness\": ... }") ||
        !sut_check_object(r, &n, keys)) {
        return false;
    }
    sut_node stiffness = sut_node_member(&n, "stiffness");
    sut_node mass = sut_node_member(&n, "node_mass");
    sut_membrane_def *m = &d->membrane;
    if (!sut_check_present(r, &stiffness, "give a stiffness, for example \"100 N/m\"") ||
        !sut_read_number(r, &stiffness, SUT_Q_PENALTY, SUT_POSITIVE, &m->stiffness) ||
        !sut_read_number_of(r, &n, "home", SUT_Q_PENALTY, SUT_NOT_NEGATIVE, &m->home) ||
        !sut_read_number_of(r, &n, "node_mass", SUT_Q_MASS, SUT_POSITIVE, &m->node_mass) ||
        !sut_read_number_of(r, &n, "damper", SUT_Q_DAMPER, SUT_NOT_NEGATIVE, &m->damper) ||
        !sut_read_number_of(r, &n, "torsion", SUT_Q_ANGULAR_STIFFNESS, SUT_NOT_NEGATIVE,
                            &m->torsion) ||
        !sut_read_number_of(r, &n, "torsion_damper", SUT_Q_ANGULAR_DAMPER, SUT_NOT_NEGATIVE,
                            &m->torsion_damper)) {
        return false;
    }
    // without a thickness there is no volume that could have a mass
    return (d->thickness > 0.0 ||
            sut_check_present(r, &mass,
                              "a membrane without thickness needs the mass of a node, "
                              "for example \"1 mg\"")) &&
           read_limit(r, &n, d);
}

//---- tubes ---------------------------------------------------------------------------------------

static bool read_start(const sut_reader *r, const sut_node *tube, sut_tube_def *t) {
    static const char *const words[] = {"rotated", "mode", NULL};
    static const char *const rotated_keys[] = {"type", "axis", "angle", NULL};
    static const char *const mode_keys[] = {"type", "mode", "amplitude", NULL};
    sut_node n = sut_node_member(tube, "start");
    if (n.json == NULL || json_is_null(n.json)) {
        return true;
    }
    if (!json_is_object(n.json)) {
        return sut_fail(r, &n, "is %s; must be null or an object { \"type\": ... }",
                        sut_value_text(&n).text);
    }
    sut_node type = sut_node_member(&n, "type");
    int word = 0;
    if (!sut_check_present(r, &type, "must be \"rotated\" or \"mode\"") ||
        !sut_read_word(r, &type, words, &word)) {
        return false;
    }
    if (word == 0) {
        sut_node axis = sut_node_member(&n, "axis");
        sut_node angle = sut_node_member(&n, "angle");
        sut_vec3 unit = v3_zero();
        double turn = 0.0;
        if (!sut_check_object(r, &n, rotated_keys) ||
            !sut_check_present(r, &axis, "give a direction [x, y, z]") ||
            !sut_read_direction_of(r, &n, "axis", &unit) ||
            !sut_check_present(r, &angle, "give an angle, for example \"45 deg\"") ||
            !sut_read_number(r, &angle, SUT_Q_ANGLE, SUT_ANY_SIGN, &turn)) {
            return false;
        }
        t->start = SUT_TUBE_ROTATED;
        t->rotation = v3_scale(unit, turn);
        return true;
    }
    sut_node mode = sut_node_member(&n, "mode");
    sut_node amplitude = sut_node_member(&n, "amplitude");
    t->start = SUT_TUBE_MODE;
    return sut_check_object(r, &n, mode_keys) &&
           sut_check_present(r, &mode, "give its number, 1 for the slowest") &&
           sut_read_int(r, &mode, 1, SUT_MESH_MAX_CELLS, &t->mode) &&
           sut_check_present(r, &amplitude, "give a vector [x, y, z] in m") &&
           sut_read_vec3(r, &amplitude, SUT_Q_LENGTH, &t->amplitude);
}

bool sut_scene_read_tube(const sut_reader *r, const sut_node *tissue, sut_tissue_def *d) {
    static const char *const keys[] = {"stiffness", "bending", "mass", "damping",
                                       "clamp",     "start",   NULL};
    static const char *const clamps[] = {"value", "all", NULL};
    sut_node n = sut_node_member(tissue, "tube");
    if (!sut_check_present(r, &n,
                           "a tube needs { \"stiffness\", \"bending\", \"mass\", "
                           "\"damping\" }") ||
        !sut_check_object(r, &n, keys)) {
        return false;
    }
    sut_tube_def *t = &d->tube;
    const struct {
        const char *key;
        sut_sign sign;
        double *out;
    } numbers[] = {{"stiffness", SUT_POSITIVE, &t->stiffness},
                   {"bending", SUT_POSITIVE, &t->bending},
                   {"mass", SUT_POSITIVE, &t->mass},
                   {"damping", SUT_NOT_NEGATIVE, &t->damping}};
    for (size_t i = 0; i < sizeof numbers / sizeof numbers[0]; i++) {
        sut_node v = sut_node_member(&n, numbers[i].key);
        if (!sut_check_present(r, &v, "give a number in the units of the equations") ||
            !sut_read_number(r, &v, SUT_Q_NUMBER, numbers[i].sign, numbers[i].out)) {
            return false;
        }
    }
    int clamp = 0;
    if (!sut_read_word_of(r, &n, "clamp", clamps, &clamp)) {
        return false;
    }
    t->clamp_all = clamp == 1;
    return read_start(r, &n, t);
}
