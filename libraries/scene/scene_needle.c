// SPDX-License-Identifier: MIT
// scene_needle.c -- surgical needles: form, pose, thread, hand.
#include "scene_needle.h"

#include "math/vec3.h"
#include "scene_turn.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

//---- form ----------------------------------------------------------------------------------------
// The usual arcs by their fractions.
static const struct {
    const char *text;
    double arc;
} fractions[] = {{"1/4", 0.25}, {"3/8", 0.375}, {"1/2", 0.5}, {"5/8", 0.625}};

static bool read_arc(const sut_reader *r, const sut_node *n, double *out) {
    sut_node v = sut_node_member(n, "arc");
    if (v.json == NULL) {
        return true;
    }
    for (size_t i = 0; i < sizeof fractions / sizeof fractions[0]; i++) {
        if (json_is_string(v.json) && strcmp(json_string_value(v.json), fractions[i].text) == 0) {
            *out = fractions[i].arc;
            return true;
        }
    }
    bool fine = json_is_number(v.json);
    *out = fine ? json_number_value(v.json) : 0.0;
    if (fine && *out >= 0.0 && *out <= 0.75) {
        return true;
    }
    return sut_fail(r, &v,
                    "is %s; must be a part of a circle, 0 (straight) to 0.75, or \"1/4\", \"3/8\", "
                    "\"1/2\" or \"5/8\"",
                    sut_value_text(&v).text);
}

// exactly one of the three measures of an arc
static bool read_length(const sut_reader *r, const sut_node *n, sut_needle_def *d) {
    static const char *const measures[] = {"length", "chord", "radius"};
    int given = -1;
    for (int i = 0; i < 3; i++) {
        sut_node v = sut_node_member(n, measures[i]);
        if (v.json == NULL) {
            continue;
        }
        if (given >= 0) {
            return sut_fail(r, &v, "is given beside %s; use one of them", measures[given]);
        }
        given = i;
    }
    sut_node v = sut_node_member(n, measures[given < 0 ? 0 : given]);
    double size = 0.0;
    if (!sut_check_present(r, &v, "give its length, chord or radius, for example \"20 mm\"") ||
        !sut_read_number(r, &v, SUT_Q_LENGTH, SUT_POSITIVE, &size)) {
        return false;
    }
    if (given == 2 && !(d->arc > 0.0)) {
        return sut_fail(r, &v, "does not belong to a straight needle; use length");
    }
    d->length = given == 0 ? size
                           : (given == 1 ? sut_needle_length_of_chord(d->arc, size)
                                         : sut_needle_length_of_radius(d->arc, size));
    return true;
}

static bool read_diameter(const sut_reader *r, const sut_node *n, sut_needle_def *d) {
    sut_node v = sut_node_member(n, "diameter");
    if (!sut_check_present(r, &v, "give its thickness, for example \"0.5 mm\"") ||
        !sut_read_number(r, &v, SUT_Q_LENGTH, SUT_POSITIVE, &d->diameter)) {
        return false;
    }
    double radius = d->arc > 0.0 ? d->length / (6.283185307179586 * d->arc) : d->length;
    double most = 0.25 * (radius < d->length ? radius : d->length);
    return d->diameter <= most ||
           sut_fail(r, &v,
                    "is %g m; must be at most %.6g m, a quarter of the length and of the "
                    "radius of the arc",
                    d->diameter, most);
}

static bool read_form(const sut_reader *r, const sut_node *n, sut_needle_def *d) {
    return read_arc(r, n, &d->arc) && read_length(r, n, d) && read_diameter(r, n, d) &&
           sut_read_number_of(r, n, "density", SUT_Q_DENSITY, SUT_POSITIVE, &d->density) &&
           sut_read_number_of(r, n, "friction", SUT_Q_NUMBER, SUT_NOT_NEGATIVE, &d->friction);
}

//---- pose ----------------------------------------------------------------------------------------
static bool read_pose(const sut_reader *r, const sut_node *n, sut_pose *pose) {
    sut_vec3 turn = v3_zero();
    sut_node rotation = sut_node_member(n, "rotation");
    if (!sut_read_vec3_of(r, n, "position", SUT_Q_LENGTH, &pose->position) ||
        !sut_read_vec3_of(r, n, "rotation", SUT_Q_ANGLE, &turn)) {
        return false;
    }
    if (rotation.json != NULL) {
        pose->rotation = sut_turn_quat(turn);
    }
    return true;
}

// The same formula as the engine's, by a turn about the centre of the arc.
sut_vec3 sut_scene_needle_place(const sut_scene_needle *n, double share) {
    const sut_needle_def *d = &n->def;
    double s = share * d->length;
    sut_vec3 p = v3(-s, 0.0, 0.0);
    if (d->arc > 1e-5) {
        double radius = d->length / (6.283185307179586 * d->arc);
        sut_quat back = sut_turn_quat(v3(0.0, 0.0, -s / radius));
        p = v3_add(v3(0.0, radius, 0.0), sut_turn_apply(back, v3(0.0, -radius, 0.0)));
    }
    return v3_add(d->pose.position, sut_turn_apply(d->pose.rotation, p));
}

//---- thread --------------------------------------------------------------------------------------
static bool name_threads(const sut_reader *r, const sut_node *at, const sut_scene *s) {
    if (s->thread_count == 0) {
        return sut_fail(r, at, "is %s; the scene has no threads", sut_value_text(at).text);
    }
    return sut_fail(r, at, "is %s; must be the name of a thread, for example \"%s\"",
                    sut_value_text(at).text, s->threads[0].name);
}

static bool read_thread(const sut_reader *r, const sut_node *n, const sut_scene *s,
                        sut_scene_needle *out) {
    sut_node v = sut_node_member(n, "thread");
    sut_node end = sut_node_member(n, "end");
    out->thread = -1;
    if (v.json == NULL) {
        return end.json == NULL ||
               sut_fail(r, &end, "is given without thread; give the name of the thread too");
    }
    for (int i = 0; json_is_string(v.json) && i < s->thread_count; i++) {
        out->thread = strcmp(s->threads[i].name, json_string_value(v.json)) == 0 ? i : out->thread;
    }
    if (out->thread < 0) {
        return name_threads(r, &v, s);
    }
    if (end.json != NULL && !sut_read_int(r, &end, -1, 0, &out->def.thread_end)) {
        return false;
    }
    const sut_scene_shape *shape = &s->threads[out->thread].shape;
    sut_vec3 at = sut_scene_vertex(shape, out->def.thread_end < 0 ? shape->vertices - 1 : 0);
    double apart = v3_distance(at, sut_scene_needle_place(out, 1.0));
    double most = s->threads[out->thread].section.radius;
    if (2.0 * most > out->def.diameter) {
        return sut_fail(r, &v, "is %.4g m thick; must be at most as thick as its needle, %.4g m",
                        2.0 * most, out->def.diameter);
    }
    return apart <= most ||
           sut_fail(r, &v,
                    "starts %.4g m from the needle's end; must start within its radius, "
                    "%.4g m",
                    apart, most);
}

//---- what leads it --------------------------------------------------------------------------------
// `key` comes with the values of the frame before
static bool read_frame(const sut_reader *r, const sut_node *n, int i, sut_needle_def *d,
                       sut_needle_key *key) {
    static const char *const posed[] = {"t", "position", "rotation", NULL};
    static const char *const advanced[] = {"t", "advance", NULL};
    sut_node t = sut_node_member(n, "t");
    bool advances = json_object_get(n->json, "advance") != NULL;
    double before = key->t;
    d->advances = i == 0 ? advances : d->advances;
    if (!sut_check_object(r, n, d->advances ? advanced : posed) ||
        !sut_check_present(r, &t, "every key frame needs its time") ||
        !sut_read_number(r, &t, SUT_Q_TIME, SUT_ANY_SIGN, &key->t)) {
        return false;
    }
    if (i > 0 && !(key->t > before)) {
        return sut_fail(r, &t, "is %g s after %g s; times must increase strictly", key->t, before);
    }
    return d->advances
               ? sut_read_number_of(r, n, "advance", SUT_Q_LENGTH, SUT_ANY_SIGN, &key->advance)
               : read_pose(r, n, &key->pose);
}

static bool read_motion(const sut_reader *r, const sut_node *n, sut_scene_needle *out) {
    sut_needle_def *d = &out->def;
    sut_node frames = sut_node_member(n, "motion");
    sut_node force = sut_node_member(n, "max_force");
    if (frames.json == NULL) {
        return force.json == NULL ||
               sut_fail(r, &force, "is given without motion, whose hand it is of; give both");
    }
    if (!sut_check_list(r, &frames, 1, SUT_NEEDLE_KEYS, "key frames")) {
        return false;
    }
    d->key_count = (int)json_array_size(frames.json);
    out->keys = calloc((size_t)d->key_count, sizeof *out->keys);
    if (out->keys == NULL) {
        return sut_fail_memory(r, &frames);
    }
    d->keys = out->keys;
    sut_needle_key key = {.pose = d->pose};
    for (int i = 0; i < d->key_count; i++) {
        sut_node e = sut_node_element(&frames, i);
        if (!read_frame(r, &e, i, d, &key)) {
            return false;
        }
        out->keys[i] = key;
    }
    return sut_read_number_of(r, n, "max_force", SUT_Q_FORCE, SUT_POSITIVE, &d->max_force);
}

// Of a place from the middle line of the faces of a tool, as it starts, or from a point.
static double from_faces(const sut_tool_def *d, sut_vec3 x) {
    const sut_pose *pose = d->key_count > 0 ? &d->keys[0].pose : &d->pose;
    sut_vec3 up = sut_turn_apply(pose->rotation, v3(0.0, 0.0, 1.0));
    double z = v3_dot(v3_sub(x, pose->position), up);
    double most = d->kind == SUT_TOOL_POINT ? 0.0 : d->grip_length;
    z = z < 0.0 ? 0.0 : (z > most ? most : z);
    return v3_distance(x, v3_madd(pose->position, z, up));
}

static double from_needle(const sut_scene_needle *n, const sut_tool_def *d) {
    enum { PLACES = 1000 };
    double best = HUGE_VAL;
    for (int i = 0; i <= PLACES; i++) {
        double off = from_faces(d, sut_scene_needle_place(n, (double)i / PLACES));
        best = off < best ? off : best;
    }
    best -= 0.5 * n->def.diameter;
    return best > 0.0 ? best : 0.0;
}

static bool read_held(const sut_reader *r, const sut_node *n, const sut_scene *s,
                      sut_scene_needle *out) {
    const double most = 1e-3; // m
    sut_node held = sut_node_member(n, "held_by");
    sut_node motion = sut_node_member(n, "motion");
    const char *name = NULL;
    out->tool = -1;
    if (held.json == NULL) {
        return true;
    }
    if (!sut_read_text(r, &held, &name)) {
        return false;
    }
    for (int i = 0; i < s->tool_count; i++) {
        out->tool = strcmp(s->tools[i].name, name) == 0 ? i : out->tool;
    }
    if (out->tool < 0) {
        return sut_fail(r, &held, "is %s; must be the name of an entry of \"tools\"",
                        sut_value_text(&held).text);
    }
    if (motion.json != NULL) {
        return sut_fail(r, &held, "is given beside motion; a needle is led by one of them");
    }
    const sut_tool_def *d = &s->tools[out->tool].def;
    if (d->kind == SUT_TOOL_SCISSORS || d->kind == SUT_TOOL_BLADE) {
        return sut_fail(r, &held, "is a tool that cuts; must be a needle-driver, forceps or point");
    }
    double jaw = d->key_count > 0 ? d->keys[0].jaw : d->jaw;
    if (jaw > 0.0) {
        return sut_fail(r, &held, "is a tool whose jaw is %g; must be 0, closed", jaw);
    }
    for (int i = 0; i < s->needle_count - 1; i++) {
        if (s->needles[i].tool == out->tool) {
            return sut_fail(r, &held, "holds needles[%d] already; must hold one", i);
        }
    }
    double apart = from_needle(out, d);
    return apart <= most ||
           sut_fail(r, &held, "is %.4g m from the needle; must be at most %g m", apart, most);
}

//---- all -----------------------------------------------------------------------------------------
static bool read_needle(const sut_reader *r, const sut_node *n, const sut_scene *s,
                        sut_scene_needle *out) {
    static const char *const keys[] = {
        "name",   "arc", "length",   "chord",    "radius",  "diameter", "density",   "friction",
        "thread", "end", "position", "rotation", "held_by", "motion",   "max_force", NULL};
    out->def = sut_default_needle_def();
    return sut_check_object(r, n, keys) && sut_scene_read_name(r, n, out->name) &&
           read_form(r, n, &out->def) && read_pose(r, n, &out->def.pose) &&
           read_thread(r, n, s, out) && read_held(r, n, s, out) && read_motion(r, n, out);
}

bool sut_scene_read_needles(const sut_reader *r, const sut_node *root, sut_scene *s) {
    sut_node list = sut_node_member(root, "needles");
    if (list.json == NULL) {
        return true;
    }
    if (!sut_check_list(r, &list, 0, SUT_SCENE_MAX_NEEDLES, "needles")) {
        return false;
    }
    int count = (int)json_array_size(list.json);
    s->needles = calloc((size_t)count + 1, sizeof *s->needles);
    if (s->needles == NULL) {
        return sut_fail_memory(r, &list);
    }
    for (int i = 0; i < count; i++) {
        sut_node n = sut_node_element(&list, i);
        s->needle_count = i + 1;
        if (!read_needle(r, &n, s, &s->needles[i])) {
            return false;
        }
        for (int k = 0; k < i; k++) {
            if (strcmp(s->needles[k].name, s->needles[i].name) == 0) {
                sut_node name = sut_node_member(&n, "name");
                return sut_fail(r, &name, "is \"%s\", the name of needles[%d]; names must differ",
                                s->needles[i].name, k);
            }
        }
    }
    return true;
}

void sut_scene_needles_free(sut_scene *s) {
    for (int i = 0; i < s->needle_count; i++) {
        free(s->needles[i].keys);
    }
    free(s->needles);
}

sut_result sut_scene_build_needle(const sut_reader *r, sut_world *w, const sut_scene *s, int i) {
    sut_needle_def d = s->needles[i].def;
    if (s->needles[i].thread >= 0) {
        d.thread = sut_scene_thread_id(s->needles[i].thread);
    }
    if (s->needles[i].tool >= 0) {
        d.tool = sut_scene_tool_id(s->needles[i].tool);
    }
    sut_needle_id unused;
    sut_result result = sut_needle_create(w, &d, &unused);
    if (result != SUT_OK) {
        sut_node root = sut_node_root(NULL);
        sut_node list = {&root, "needles", 0, NULL};
        sut_node needle = {&list, NULL, i, NULL};
        sut_scene_describe(r, &needle, w, result,
                           result == SUT_E_CONFLICT
                               ? "nothing may start inside of something else: move one of them"
                               : "change it or what it depends on");
    }
    return result;
}

//---- public --------------------------------------------------------------------------------------
int sut_scene_needle_count(const sut_scene *s) {
    return s != NULL ? s->needle_count : 0;
}

const char *sut_scene_needle_name(const sut_scene *s, int i) {
    return i >= 0 && i < sut_scene_needle_count(s) ? s->needles[i].name : NULL;
}

const sut_needle_def *sut_scene_needle_def(const sut_scene *s, int i) {
    return i >= 0 && i < sut_scene_needle_count(s) ? &s->needles[i].def : NULL;
}

sut_needle_id sut_scene_needle_id(int i) {
    return (sut_needle_id){(uint32_t)i + 1, 1};
}
