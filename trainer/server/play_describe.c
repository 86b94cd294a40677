// SPDX-License-Identifier: MIT
// play_describe.c -- the `scene` message: what is in the world, for a page that is to draw it.
#include "trainer/server/play.h"

#include <math.h>

static json_t *json_vec3(sut_vec3 v) {
    return json_pack("[f, f, f]", v.x, v.y, v.z);
}

static json_t *text_or_null(const char *text) {
    return text != NULL && text[0] != '\0' ? json_string(text) : json_null();
}

// JSON has no infinity
static json_t *finite_or_null(double value) {
    return isfinite(value) ? json_real(value) : json_null();
}

static json_t *describe_thread(const sut_play *p, int i) {
    sut_thread_view v = {0};
    sut_thread_get_view(p->world, sut_scene_thread_id(i), &v);
    double length = 0.0;
    for (int k = 0; k < v.vertex_count - 1; k++) {
        length += v.rest_length[k];
    }
    const json_t *own = json_array_get(json_object_get(p->scene_json, "threads"), (size_t)i);
    const char *material = json_string_value(json_object_get(own, "material"));
    return json_pack("{s:s, s:i, s:f, s:f, s:o, s:f}", "name", sut_scene_thread_name(p->scene, i),
                     "vertices", v.vertex_count, "radius", v.radius, "length", length, "material",
                     text_or_null(material), "friction",
                     sut_scene_thread_friction(p->scene, i, 0.0));
}

static json_t *describe_obstacle(const sut_play *p, int i) {
    static const char *const kinds[] = {"plane", "sphere", "cylinder", "capsule", "box"};
    const sut_obstacle_def *d = sut_scene_obstacle_def(p->scene, i);
    return json_pack("{s:s, s:s, s:o, s:o, s:o, s:f, s:o, s:o, s:f, s:b}", "name",
                     sut_scene_obstacle_name(p->scene, i), "kind", kinds[d->kind], "center",
                     json_vec3(d->center), "axis", json_vec3(d->axis), "rotation",
                     json_vec3(d->rotation), "radius", d->radius, "length",
                     finite_or_null(d->length), "size", json_vec3(d->size), "friction", d->friction,
                     "moving", p->obstacle_moves[i]);
}

static json_t *describe_tool(const sut_play *p, int i) {
    static const char *const kinds[] = {"point", "forceps", "needle-driver", "scissors", "blade"};
    const sut_tool_def *d = sut_scene_tool_def(p->scene, i);
    const char *name = sut_scene_tool_name(p->scene, i);
    static const char *const hands[] = {"left", "right"};
    int hand = sut_hand_named(name);
    // what its coupling can give; null: as much as it has to
    json_t *most = isfinite(d->max_force) ? json_real(d->max_force) : json_null();
    sut_quat q = d->pose.rotation;
    json_t *home = json_pack("{s:o, s:[f, f, f, f]}", "position", json_vec3(d->pose.position),
                             "rotation", q.x, q.y, q.z, q.w);
    return json_pack("{s:s, s:s, s:o, s:o, s:f, s:f, s:f, s:f, s:f, s:f, s:f, s:f, s:f, s:o}", "name",
                     name, "kind", kinds[d->kind], "home", home, "hand",
                     hand >= 0 ? json_string(hands[hand]) : json_null(),
                     "tip_radius", d->tip_radius, "base_radius", d->base_radius, "length",
                     d->length, "opening", d->opening, "grip_length", d->grip_length, "reach",
                     d->reach, "handle_length", d->handle_length, "handle_radius", d->handle_radius,
                     "incline", d->incline, "max_force", most);
}

// What a page needs to draw it: the skin, and where its nodes were at first, which is where the
// colours of its layers are found.
static json_t *describe_tissue(const sut_play *p, int i) {
    const sut_tissue_def *d = sut_scene_tissue_def(p->scene, i);
    json_t *nodes = json_array(), *triangles = json_array();
    for (int k = 0; k < d->node_count; k++) {
        json_array_append_new(nodes, json_real(d->nodes[k].x));
        json_array_append_new(nodes, json_real(d->nodes[k].y));
        json_array_append_new(nodes, json_real(d->nodes[k].z));
    }
    for (int k = 0; k < 3 * d->triangle_count; k++) {
        json_array_append_new(triangles, json_integer(d->triangles[k / 3][k % 3]));
    }
    return json_pack("{s:s, s:s, s:o, s:o, s:f}", "name", sut_scene_tissue_name(p->scene, i),
                     "model", sut_scene_tissue_model(p->scene, i), "nodes", nodes, "triangles",
                     triangles, "thickness", d->thickness);
}

static json_t *describe_needle(const sut_play *p, int i) {
    const sut_needle_def *d = sut_scene_needle_def(p->scene, i);
    double turn = 6.283185307179586 * d->arc;
    return json_pack("{s:s, s:f, s:f, s:f, s:f, s:i}", "name", sut_scene_needle_name(p->scene, i),
                     "length", d->length, "arc", d->arc, "diameter", d->diameter, "radius",
                     turn > 0.0 ? d->length / turn : 0.0, "thread", (int)d->thread.index1 - 1);
}

static json_t *describe_mark(const sut_mark *m) {
    static const char *const kinds[] = {"target", "ring", "line", "tray", "dot"};
    return json_pack("{s:s, s:s, s:o, s:o, s:f, s:b, s:i}", "name", m->name, "kind", kinds[m->kind],
                     "position", json_vec3(m->position), "axis", json_vec3(m->axis), "radius",
                     m->radius, "vanishes", m->vanishes, "tool", m->tool);
}

static json_t *parameter(const char *name, const char *label, const char *unit, double low,
                         double high, double value, double own, bool live) {
    return json_pack("{s:s, s:s, s:s, s:f, s:f, s:f, s:f, s:b}", "name", name, "label", label,
                     "unit", unit, "min", low, "max", high, "value", value, "own", own, "live",
                     live);
}

static json_t *parameters(const sut_play *p) {
    static const char *const labels[SUT_TUNE_COUNT] = {"Stretching stiffness", "Bending stiffness",
                                                       "Twisting stiffness", "Damping"};
    json_t *out = json_array();
    json_array_append_new(
        out, parameter("gravity", "Gravity", "m/s^2", 0.0, 20.0, p->gravity, p->own_gravity, true));
    json_array_append_new(out, parameter("friction", "Friction of the thread", "", 0.0, 1.5,
                                         p->friction, p->own_friction, true));
    for (int i = 0; i < SUT_TUNE_COUNT && p->task != NULL; i++) {
        json_array_append_new(out, parameter(sut_tuning_names[i], labels[i], "x", sut_tuning_least,
                                             sut_tuning_most, p->tuning.factor[i], 1.0, false));
    }
    return out;
}

// looking down on the middle of the field from the front, unless the task says otherwise
static json_t *camera(const sut_play *p) {
    json_t *own = p->task != NULL ? json_object_get(p->task->json, "camera") : NULL;
    if (own != NULL) {
        return json_incref(own);
    }
    sut_vec3 middle = {0.5 * (p->low.x + p->high.x), 0.5 * (p->low.y + p->high.y),
                       0.5 * (p->low.z + p->high.z)};
    double size = (p->high.x - p->low.x) / 3.0;
    sut_vec3 from = {middle.x, middle.y - 1.2 * size, middle.z + 1.2 * size};
    return json_pack("{s:o, s:o, s:f}", "target", json_vec3(middle), "from", json_vec3(from),
                     "height", 0.6 * size);
}

static json_t *list(const sut_play *p, int count, json_t *(*one)(const sut_play *, int)) {
    json_t *out = json_array();
    for (int i = 0; i < count; i++) {
        json_array_append_new(out, one(p, i));
    }
    return out;
}

json_t *sut_play_describe_threads(const sut_play *p) {
    return list(p, p->cast.thread_count, describe_thread);
}

json_t *sut_play_describe(const sut_play *p) {
    static const char *const modes[] = {"free", "play", "demo", "replay"};
    json_t *marks = json_array();
    for (int i = 0; p->task != NULL && i < p->task->mark_count; i++) {
        json_array_append_new(marks, describe_mark(&p->task->marks[i]));
    }
    json_t *own = json_object_get(p->scene_json, "gravity");
    json_t *gravity = own != NULL ? json_incref(own) : json_vec3((sut_vec3){0.0, 0.0, -9.81});
    const char *title = p->task != NULL ? json_string_value(json_object_get(p->task->json, "title"))
                                        : sut_scene_name(p->scene);
    json_t *out = json_pack(
        "{s:s, s:I, s:s, s:o, s:s, s:o, s:o, s:f, s:o, s:o, s:o, s:o, s:o, s:o, s:o, s:o}", "type",
        "scene", "scene", (json_int_t)p->number, "mode", modes[p->mode], "task",
        text_or_null(p->task != NULL ? p->task_id : NULL), "title", title, "attempt",
        p->attempt > 0 ? json_integer((json_int_t)p->attempt) : json_null(), "trainee",
        text_or_null(p->trainee), "dt", p->dt, "gravity", gravity, "threads",
        json_incref(p->threads_json), "obstacles",
        list(p, p->cast.obstacle_count, describe_obstacle), "tools",
        list(p, p->cast.tool_count, describe_tool), "marks", marks, "parameters", parameters(p),
        "limits",
        json_pack("{s:o, s:o, s:f, s:f}", "low", json_vec3(p->low), "high", json_vec3(p->high),
                  "speed", p->limits.speed, "turn", p->limits.turn),
        "camera", camera(p));
    json_object_set_new(out, "tissues", list(p, p->cast.tissue_count, describe_tissue));
    json_object_set_new(out, "needles", list(p, p->cast.needle_count, describe_needle));
    if (p->level != SUT_LEVEL_TRAINEE) {
        json_object_set_new(out, "level", json_string(sut_level_help_of(p->level)->name));
    }
    if (p->guide_json != NULL) {
        json_object_set(out, "guide", p->guide_json);
    }
    return out;
}
