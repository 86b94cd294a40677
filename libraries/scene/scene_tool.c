// SPDX-License-Identifier: MIT
// scene_tool.c -- instruments: what they are, where they start, and key frames of their motion.
#include "scene_types.h"

#include "math/vec3.h"
#include "scene_turn.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

// in the order of sut_tool_kind
static const char *const kinds[] = {"point", "forceps", "needle-driver", "scissors", "blade", NULL};

void sut_scene_tools_free(sut_scene *s) {
    for (int i = 0; i < s->tool_count; i++) {
        free(s->tools[i].keys);
    }
    free(s->tools);
}

//---- pose ----------------------------------------------------------------------------------------

bool sut_scene_read_turn(const sut_reader *r, const sut_node *object, bool *given, sut_quat *out) {
    sut_node rotation = sut_node_member(object, "rotation");
    sut_node pointing = sut_node_member(object, "pointing");
    sut_node roll = sut_node_member(object, "roll");
    *given = rotation.json != NULL || pointing.json != NULL;
    if (rotation.json != NULL && pointing.json != NULL) {
        return sut_fail(r, &pointing, "is given beside rotation; use one of them");
    }
    if (roll.json != NULL && pointing.json == NULL) {
        return sut_fail(r, &roll, "is given without pointing; give both");
    }
    sut_vec3 turn = v3_zero();
    sut_vec3 way = v3(0.0, 0.0, -1.0);
    double angle = 0.0;
    if (!sut_read_vec3_of(r, object, "rotation", SUT_Q_ANGLE, &turn) ||
        !sut_read_direction_of(r, object, "pointing", &way) ||
        !sut_read_number_of(r, object, "roll", SUT_Q_ANGLE, SUT_ANY_SIGN, &angle)) {
        return false;
    }
    if (*given) {
        *out = rotation.json != NULL ? sut_turn_quat(turn) : sut_turn_pointing(way, angle);
    }
    return true;
}

bool sut_scene_read_jaw(const sut_reader *r, const sut_node *object, double *out) {
    sut_node n = sut_node_member(object, "jaw");
    if (n.json == NULL) {
        return true;
    }
    if (!sut_read_number(r, &n, SUT_Q_NUMBER, SUT_NOT_NEGATIVE, out)) {
        return false;
    }
    return *out <= 1.0 ||
           sut_fail(r, &n, "is %s; must be from 0, closed, to 1, open", sut_value_text(&n).text);
}

//---- body ----------------------------------------------------------------------------------------

// keys of bodies that a grasping point does not have, and the other way round
static bool check_belongs(const sut_reader *r, const sut_node *n, sut_tool_kind kind) {
    static const char *const body[] = {
        "tip_radius", "base_radius",   "length",        "opening", "grip_length",
        "friction",   "handle_length", "handle_radius", "incline", NULL};
    sut_node reach = sut_node_member(n, "reach");
    if (kind != SUT_TOOL_POINT && reach.json != NULL) {
        return sut_fail(r, &reach, "does not belong to \"%s\"; use \"grip_length\" and \"opening\"",
                        kinds[kind]);
    }
    static const char *const arms[] = {"base_radius", "opening", "grip_length",
                                       "grip_force",  "incline", NULL};
    for (size_t i = 0; kind == SUT_TOOL_BLADE && arms[i] != NULL; i++) {
        sut_node odd = sut_node_member(n, arms[i]);
        if (odd.json != NULL) {
            return sut_fail(r, &odd,
                            "does not belong to \"blade\", which has one edge; use "
                            "\"length\" and \"tip_radius\" or another type");
        }
    }
    for (size_t i = 0; kind == SUT_TOOL_POINT && body[i] != NULL; i++) {
        sut_node odd = sut_node_member(n, body[i]);
        if (odd.json != NULL) {
            return sut_fail(r, &odd,
                            "does not belong to \"point\", which has no body; use "
                            "\"reach\" or another type");
        }
    }
    return true;
}

static bool read_body(const sut_reader *r, const sut_node *n, sut_tool_def *d) {
    const struct {
        const char *key;
        double *out;
    } lengths[] = {{"tip_radius", &d->tip_radius},   {"base_radius", &d->base_radius},
                   {"length", &d->length},           {"opening", &d->opening},
                   {"grip_length", &d->grip_length}, {"reach", &d->reach}};
    for (size_t i = 0; i < sizeof lengths / sizeof lengths[0]; i++) {
        if (!sut_read_number_of(r, n, lengths[i].key, SUT_Q_LENGTH, SUT_POSITIVE, lengths[i].out)) {
            return false;
        }
    }
    // of a tool whose arms are of another size, a handle that fits them
    if (d->kind == SUT_TOOL_BLADE) {
        d->base_radius = d->tip_radius;
        d->grip_length = 0.5 * d->length; // it has no jaws
        d->opening = 0.5 * d->length;
    } else {
        d->handle_radius = d->base_radius;
    }
    if (!sut_read_number_of(r, n, "handle_radius", SUT_Q_LENGTH, SUT_POSITIVE, &d->handle_radius) ||
        !sut_read_number_of(r, n, "handle_length", SUT_Q_LENGTH, SUT_NOT_NEGATIVE,
                            &d->handle_length) ||
        !sut_read_number_of(r, n, "incline", SUT_Q_LENGTH, SUT_NOT_NEGATIVE, &d->incline)) {
        return false;
    }
    if (d->incline > d->base_radius) {
        sut_node odd = sut_node_member(n, "incline");
        return sut_fail(r, &odd, "is %g m, more than base_radius, %g m; must be no more",
                        d->incline, d->base_radius);
    }
    if (d->base_radius < d->tip_radius) {
        bool own = json_object_get(n->json, "base_radius") != NULL;
        sut_node odd = sut_node_member(n, own ? "base_radius" : "tip_radius");
        return sut_fail(r, &odd,
                        "makes the arms thinner at the hinge, %g m, than at the tips, "
                        "%g m; base_radius must be at least tip_radius",
                        d->base_radius, d->tip_radius);
    }
    if (d->grip_length > d->length) {
        sut_node odd = sut_node_member(n, "grip_length");
        return sut_fail(r, &odd, "is %g m, longer than the arms, %g m; must be shorter",
                        d->grip_length, d->length);
    }
    return sut_read_number_of(r, n, "friction", SUT_Q_NUMBER, SUT_NOT_NEGATIVE, &d->friction) &&
           sut_read_number_of(r, n, "grip_force", SUT_Q_FORCE, SUT_POSITIVE, &d->grip_force);
}

//---- coupling ------------------------------------------------------------------------------------

// null and "rigid" are infinite
static bool read_limit(const sut_reader *r, const sut_node *object, const char *key, sut_quantity q,
                       double *out) {
    sut_node n = sut_node_member(object, key);
    if (n.json == NULL) {
        return true;
    }
    if (json_is_null(n.json) ||
        (json_is_string(n.json) && strcmp(json_string_value(n.json), "rigid") == 0)) {
        *out = HUGE_VAL;
        return true;
    }
    return sut_read_number(r, &n, q, SUT_POSITIVE, out);
}

// The published hand: table 4.1 of the thesis of the spring models has k_h and s.
static void set_published(sut_scene_tool *t) {
    t->def.stiffness = 1200.0;
    t->force_scale = 0.003;
    t->def.max_force = 1100.0; // 3.3 N, which the published device can give, over the scale
}

static bool read_coupling(const sut_reader *r, const sut_node *tool, sut_scene_tool *t) {
    static const char *const keys[] = {
        "preset", "stiffness", "angular_stiffness", "max_force", "max_torque", "force_scale", NULL};
    static const char *const presets[] = {"default", "table-4.1", NULL};
    sut_tool_def *d = &t->def;
    t->force_scale = 1.0;
    sut_node n = sut_node_member(tool, "coupling");
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
    if (preset == 1) {
        set_published(t);
    }
    if (word) {
        return true;
    }
    return sut_read_number_of(r, &n, "force_scale", SUT_Q_NUMBER, SUT_POSITIVE, &t->force_scale) &&
           read_limit(r, &n, "stiffness", SUT_Q_PENALTY, &d->stiffness) &&
           read_limit(r, &n, "angular_stiffness", SUT_Q_ANGULAR_STIFFNESS, &d->angular_stiffness) &&
           read_limit(r, &n, "max_force", SUT_Q_FORCE, &d->max_force) &&
           read_limit(r, &n, "max_torque", SUT_Q_TORQUE, &d->max_torque);
}

//---- motion --------------------------------------------------------------------------------------

// `key` comes with the values of the frame before
static bool read_frame(const sut_reader *r, const sut_node *n, int i, sut_tool_key *key) {
    static const char *const keys[] = {"t",    "position", "rotation", "pointing",
                                       "roll", "jaw",      NULL};
    sut_node t = sut_node_member(n, "t");
    double before = key->t;
    bool turned = false;
    if (!sut_check_object(r, n, keys) ||
        !sut_check_present(r, &t, "every key frame needs its time") ||
        !sut_read_number(r, &t, SUT_Q_TIME, SUT_ANY_SIGN, &key->t)) {
        return false;
    }
    if (i > 0 && !(key->t > before)) {
        return sut_fail(r, &t, "is %g s after %g s; times must increase strictly", key->t, before);
    }
    return sut_read_vec3_of(r, n, "position", SUT_Q_LENGTH, &key->pose.position) &&
           sut_scene_read_turn(r, n, &turned, &key->pose.rotation) &&
           sut_scene_read_jaw(r, n, &key->jaw);
}

static bool read_motion(const sut_reader *r, const sut_node *n, sut_scene_tool *tool) {
    sut_node frames = sut_node_member(n, "motion");
    sut_tool_def *d = &tool->def;
    if (frames.json == NULL) {
        return true;
    }
    if (!sut_check_list(r, &frames, 1, SUT_TOOL_KEYS, "key frames")) {
        return false;
    }
    d->key_count = (int)json_array_size(frames.json);
    tool->keys = calloc((size_t)d->key_count, sizeof *tool->keys);
    if (tool->keys == NULL) {
        return sut_fail_memory(r, &frames);
    }
    d->keys = tool->keys;
    // what a frame leaves out stays as it was
    sut_tool_key key = {.pose = d->pose, .jaw = d->jaw};
    for (int i = 0; i < d->key_count; i++) {
        sut_node e = sut_node_element(&frames, i);
        if (!read_frame(r, &e, i, &key)) {
            return false;
        }
        tool->keys[i] = key;
    }
    return true;
}

//---- all -----------------------------------------------------------------------------------------

static bool read_tool(const sut_reader *r, const sut_node *n, sut_scene_tool *tool) {
    static const char *const keys[] = {
        "name",          "type",     "position",   "rotation",    "pointing", "roll",
        "jaw",           "motion",   "tip_radius", "base_radius", "length",   "opening",
        "grip_length",   "friction", "reach",      "grip_force",  "coupling", "handle_length",
        "handle_radius", "incline",  NULL};
    int kind = (int)SUT_TOOL_FORCEPS;
    bool turned = false;
    if (!sut_check_object(r, n, keys) || !sut_scene_read_name(r, n, tool->name) ||
        !sut_read_word_of(r, n, "type", kinds, &kind)) {
        return false;
    }
    tool->def = sut_default_tool_def((sut_tool_kind)kind);
    return check_belongs(r, n, tool->def.kind) && read_body(r, n, &tool->def) &&
           sut_read_vec3_of(r, n, "position", SUT_Q_LENGTH, &tool->def.pose.position) &&
           sut_scene_read_turn(r, n, &turned, &tool->def.pose.rotation) &&
           sut_scene_read_jaw(r, n, &tool->def.jaw) && read_coupling(r, n, tool) &&
           read_motion(r, n, tool);
}

bool sut_scene_read_tools(const sut_reader *r, const sut_node *root, sut_scene *s) {
    sut_node list = sut_node_member(root, "tools");
    if (list.json == NULL) {
        return true;
    }
    if (!sut_check_list(r, &list, 0, SUT_SCENE_MAX_TOOLS, "tools")) {
        return false;
    }
    int count = (int)json_array_size(list.json);
    s->tools = calloc((size_t)count + 1, sizeof *s->tools);
    if (s->tools == NULL) {
        return sut_fail_memory(r, &list);
    }
    s->tool_count = count;
    for (int i = 0; i < count; i++) {
        sut_node n = sut_node_element(&list, i);
        if (!read_tool(r, &n, &s->tools[i])) {
            return false;
        }
        for (int k = 0; k < i; k++) {
            if (strcmp(s->tools[k].name, s->tools[i].name) == 0) {
                sut_node name = sut_node_member(&n, "name");
                return sut_fail(r, &name, "is \"%s\", the name of tools[%d]; names must differ",
                                s->tools[i].name, k);
            }
        }
    }
    return true;
}
