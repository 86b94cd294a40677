// SPDX-License-Identifier: MIT
// scene_obstacle.c -- solids in the way of threads, and how they move.
#include "scene_types.h"

#include "math/vec3.h"
#include "scene_turn.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

// in the order of sut_obstacle_kind
static const char *const kinds[] = {"plane", "sphere", "cylinder", "capsule", "box", NULL};

void sut_scene_obstacle_free(sut_scene_obstacle *o) {
    free(o->keys);
}

//---- form ----------------------------------------------------------------------------------------

static bool read_length(const sut_reader *r, const sut_node *n, const char *key, double *out) {
    sut_node v = sut_node_member(n, key);
    return sut_check_present(r, &v, "give a length, for example \"5 mm\"") &&
           sut_read_number(r, &v, SUT_Q_LENGTH, SUT_POSITIVE, out);
}

static bool read_point(const sut_reader *r, const sut_node *n, const char *key, sut_vec3 *out) {
    sut_node v = sut_node_member(n, key);
    return sut_check_present(r, &v, "give a point [x, y, z]") &&
           sut_read_vec3(r, &v, SUT_Q_LENGTH, out);
}

static bool read_plane(const sut_reader *r, const sut_node *n, sut_obstacle_def *d) {
    static const char *const keys[] = {"type",     "name",   "point", "normal",
                                       "friction", "motion", NULL};
    d->axis = v3(0.0, 0.0, 1.0);
    return sut_check_object(r, n, keys) &&
           sut_read_vec3_of(r, n, "point", SUT_Q_LENGTH, &d->center) &&
           sut_read_direction_of(r, n, "normal", &d->axis);
}

static bool read_sphere(const sut_reader *r, const sut_node *n, sut_obstacle_def *d) {
    static const char *const keys[] = {"type",     "name",   "center", "radius",
                                       "friction", "motion", NULL};
    return sut_check_object(r, n, keys) &&
           sut_read_vec3_of(r, n, "center", SUT_Q_LENGTH, &d->center) &&
           read_length(r, n, "radius", &d->radius);
}

static bool read_cylinder(const sut_reader *r, const sut_node *n, sut_obstacle_def *d) {
    static const char *const keys[] = {"type",   "name",     "center", "axis", "radius",
                                       "length", "friction", "motion", NULL};
    d->axis = v3(0.0, 0.0, 1.0);
    d->length = HUGE_VAL;
    return sut_check_object(r, n, keys) &&
           sut_read_vec3_of(r, n, "center", SUT_Q_LENGTH, &d->center) &&
           sut_read_direction_of(r, n, "axis", &d->axis) &&
           read_length(r, n, "radius", &d->radius) &&
           sut_read_number_of(r, n, "length", SUT_Q_LENGTH, SUT_POSITIVE, &d->length);
}

static bool read_capsule(const sut_reader *r, const sut_node *n, sut_obstacle_def *d) {
    static const char *const keys[] = {"type",   "name",     "from",   "to",
                                       "radius", "friction", "motion", NULL};
    sut_vec3 from = v3_zero();
    sut_vec3 to = v3_zero();
    if (!sut_check_object(r, n, keys) || !read_point(r, n, "from", &from) ||
        !read_point(r, n, "to", &to) || !read_length(r, n, "radius", &d->radius)) {
        return false;
    }
    d->center = v3_lerp(from, to, 0.5);
    d->axis = v3_sub(to, from);
    d->length = v3_norm(d->axis);
    if (!(d->length > 0.0)) {
        sut_node end = sut_node_member(n, "to");
        return sut_fail(r, &end, "is the same point as from; must differ, or use a sphere");
    }
    d->axis = v3_scale(d->axis, 1.0 / d->length);
    return true;
}

static bool read_box(const sut_reader *r, const sut_node *n, sut_obstacle_def *d) {
    static const char *const keys[] = {"type",     "name",     "center", "size",
                                       "rotation", "friction", "motion", NULL};
    sut_node size = sut_node_member(n, "size");
    if (!sut_check_object(r, n, keys) ||
        !sut_read_vec3_of(r, n, "center", SUT_Q_LENGTH, &d->center) ||
        !sut_check_present(r, &size, "give the lengths of its edges [x, y, z]") ||
        !sut_read_vec3(r, &size, SUT_Q_LENGTH, &d->size) ||
        !sut_read_vec3_of(r, n, "rotation", SUT_Q_ANGLE, &d->rotation)) {
        return false;
    }
    return (d->size.x > 0.0 && d->size.y > 0.0 && d->size.z > 0.0) ||
           sut_fail(r, &size, "has an edge that is not above 0; must have three lengths");
}

//---- motion --------------------------------------------------------------------------------------

// `key` comes with the values of the frame before
static bool read_frame(const sut_reader *r, const sut_node *n, const sut_obstacle_def *d, int i,
                       sut_obstacle_key *key) {
    static const char *const turned[] = {"t", "position", "rotation", NULL};
    static const char *const directed[] = {"t", "position", "rotation", "direction", NULL};
    bool has_axis = d->kind != SUT_OBSTACLE_SPHERE && d->kind != SUT_OBSTACLE_BOX;
    sut_node t = sut_node_member(n, "t");
    sut_node rotation = sut_node_member(n, "rotation");
    sut_node direction = sut_node_member(n, "direction");
    double before = key->t;
    sut_vec3 axis = d->axis;
    if (!sut_check_object(r, n, has_axis ? directed : turned) ||
        !sut_check_present(r, &t, "every key frame needs its time") ||
        !sut_read_number(r, &t, SUT_Q_TIME, SUT_ANY_SIGN, &key->t)) {
        return false;
    }
    if (i > 0 && !(key->t > before)) {
        return sut_fail(r, &t, "is %g s after %g s; times must increase strictly", key->t, before);
    }
    if (rotation.json != NULL && direction.json != NULL) {
        return sut_fail(r, &direction, "is given beside rotation; use one of them");
    }
    if (!sut_read_vec3_of(r, n, "position", SUT_Q_LENGTH, &key->position) ||
        !sut_read_vec3_of(r, n, "rotation", SUT_Q_ANGLE, &key->rotation) ||
        !sut_read_direction_of(r, n, "direction", &axis)) {
        return false;
    }
    if (direction.json != NULL) {
        key->rotation = sut_turn_between(d->axis, axis);
    }
    return true;
}

static bool read_motion(const sut_reader *r, const sut_node *n, sut_scene_obstacle *o) {
    sut_node frames = sut_node_member(n, "motion");
    if (frames.json == NULL) {
        return true;
    }
    if (!sut_check_list(r, &frames, 1, SUT_OBSTACLE_KEYS, "key frames")) {
        return false;
    }
    o->def.key_count = (int)json_array_size(frames.json);
    o->keys = calloc((size_t)o->def.key_count, sizeof *o->keys);
    if (o->keys == NULL) {
        return sut_fail_memory(r, &frames);
    }
    o->def.keys = o->keys;
    sut_obstacle_key key = {.position = o->def.center};
    for (int i = 0; i < o->def.key_count; i++) {
        sut_node e = sut_node_element(&frames, i);
        if (!read_frame(r, &e, &o->def, i, &key)) {
            return false;
        }
        o->keys[i] = key;
    }
    return true;
}

//---- all -----------------------------------------------------------------------------------------

static bool read_obstacle(const sut_reader *r, const sut_node *n, sut_scene_obstacle *o) {
    typedef bool read_form(const sut_reader *, const sut_node *, sut_obstacle_def *);
    static read_form *const forms[] = {read_plane, read_sphere, read_cylinder, read_capsule,
                                       read_box};
    if (!json_is_object(n->json)) {
        return sut_fail(r, n, "is %s; must be an object { \"type\": ... }", sut_value_text(n).text);
    }
    sut_node type = sut_node_member(n, "type");
    int kind = 0;
    if (!sut_check_present(r, &type,
                           "must be \"plane\", \"sphere\", \"cylinder\", \"capsule\" or \"box\"") ||
        !sut_read_word(r, &type, kinds, &kind)) {
        return false;
    }
    o->def = sut_default_obstacle_def();
    o->def.kind = (sut_obstacle_kind)kind;
    return forms[kind](r, n, &o->def) && sut_scene_read_name(r, n, o->name) &&
           sut_read_number_of(r, n, "friction", SUT_Q_NUMBER, SUT_NOT_NEGATIVE, &o->def.friction) &&
           read_motion(r, n, o);
}

bool sut_scene_read_obstacles(const sut_reader *r, const sut_node *root, sut_scene *s) {
    sut_node list = sut_node_member(root, "obstacles");
    if (list.json == NULL) {
        return true;
    }
    if (!sut_check_list(r, &list, 0, SUT_SCENE_MAX_OBSTACLES, "obstacles")) {
        return false;
    }
    int count = (int)json_array_size(list.json);
    s->obstacles = calloc((size_t)count + 1, sizeof *s->obstacles);
    if (s->obstacles == NULL) {
        return sut_fail_memory(r, &list);
    }
    s->obstacle_count = count;
    for (int i = 0; i < count; i++) {
        sut_node n = sut_node_element(&list, i);
        if (!read_obstacle(r, &n, &s->obstacles[i])) {
            return false;
        }
        for (int k = 0; k < i; k++) {
            if (strcmp(s->obstacles[k].name, s->obstacles[i].name) == 0) {
                sut_node name = sut_node_member(&n, "name");
                return sut_fail(r, &name, "is \"%s\", the name of obstacles[%d]; names must differ",
                                s->obstacles[i].name, k);
            }
        }
    }
    return true;
}
