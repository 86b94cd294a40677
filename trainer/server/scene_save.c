// SPDX-License-Identifier: MIT
#include "trainer/server/scene_save.h"

#include <math.h>
#include <string.h>

static json_t *json_vec3(sut_vec3 v) {
    return json_pack("[f, f, f]", v.x, v.y, v.z);
}

static json_t *list_of(const sut_vec3 *v, int count) {
    json_t *out = json_array();
    for (int i = 0; i < count; i++) {
        json_array_append_new(out, json_vec3(v[i]));
    }
    return out;
}

//---- threads -------------------------------------------------------------------------------------

static sut_vec3 tangent(const sut_look_thread *t, int vertex) {
    int a = vertex > 0 ? vertex - 1 : 0;
    int b = vertex < t->vertex_count - 1 ? vertex + 1 : vertex;
    sut_vec3 p = t->position[a], q = t->position[b];
    return (sut_vec3){q.x - p.x, q.y - p.y, q.z - p.z};
}

static json_t *save_hold(const sut_look_thread *t, const sut_hold_view *h) {
    static const char *const how[] = {"pin", "clamp", "twist", "force"};
    json_t *out = json_pack("{s:i, s:s}", "vertex", h->vertex - t->first, "how", how[h->kind]);
    if (h->kind == SUT_HOLD_FORCE) {
        json_object_set_new(out, "force", json_vec3(h->force));
    } else if (h->kind != SUT_HOLD_PIN) {
        json_t *key = json_pack("{s:i, s:o}", "t", 0, "direction", json_vec3(tangent(t, h->vertex - t->first)));
        json_object_set_new(out, "motion", json_pack("[o]", key));
    }
    return out;
}

static void save_thread(json_t *json, const sut_look *look, int index) {
    const sut_look_thread *t = &look->thread[index];
    json_object_set_new(json, "vertices", json_integer(t->vertex_count));
    json_object_set_new(json, "length", json_real(t->length));
    json_object_set_new(json, "shape",
                        json_pack("{s:s, s:o}", "type", "points", "points",
                                  list_of(t->position, t->vertex_count)));
    json_object_set_new(json, "velocity", list_of(t->velocity, t->vertex_count));
    json_t *holds = json_array();
    for (int i = 0; i < look->hold_count; i++) {
        const sut_hold_view *h = &look->hold[i];
        bool on_it = h->vertex >= t->first && h->vertex < t->first + t->vertex_count;
        if (h->active && (int)h->thread.index1 == index + 1 && on_it) {
            json_array_append_new(holds, save_hold(t, h));
        }
    }
    json_object_set_new(json, "hold", holds);
}

//---- solids and tools ----------------------------------------------------------------------------

// turn v by the rotation vector r
static sut_vec3 rotate(sut_vec3 v, sut_vec3 r) {
    double angle = sqrt(r.x * r.x + r.y * r.y + r.z * r.z);
    if (!(angle > 0.0)) {
        return v;
    }
    sut_vec3 k = {r.x / angle, r.y / angle, r.z / angle};
    double c = cos(angle), s = sin(angle), d = (k.x * v.x + k.y * v.y + k.z * v.z) * (1.0 - c);
    return (sut_vec3){v.x * c + (k.y * v.z - k.z * v.y) * s + k.x * d,
                      v.y * c + (k.z * v.x - k.x * v.z) * s + k.y * d,
                      v.z * c + (k.x * v.y - k.y * v.x) * s + k.z * d};
}

static void save_obstacle(json_t *json, const sut_play *play, const sut_look *look, int i) {
    const sut_obstacle_def *d = sut_scene_obstacle_def(play->scene, i);
    if (!play->obstacle_moves[i]) {
        return;
    }
    json_object_del(json, "motion");
    const char *place = d->kind == SUT_OBSTACLE_PLANE ? "point" : "center";
    if (d->kind == SUT_OBSTACLE_CAPSULE) {
        sut_vec3 axis = rotate(d->axis, look->obstacle_rotation[i]);
        double half = 0.5 * d->length / sqrt(axis.x * axis.x + axis.y * axis.y + axis.z * axis.z);
        sut_vec3 c = look->obstacle_position[i];
        json_object_set_new(json, "from", json_pack("[f, f, f]", c.x - half * axis.x,
                                                    c.y - half * axis.y, c.z - half * axis.z));
        json_object_set_new(json, "to", json_pack("[f, f, f]", c.x + half * axis.x,
                                                  c.y + half * axis.y, c.z + half * axis.z));
        return;
    }
    json_object_set_new(json, place, json_vec3(look->obstacle_position[i]));
    if (d->kind == SUT_OBSTACLE_PLANE || d->kind == SUT_OBSTACLE_CYLINDER) {
        json_object_set_new(json, d->kind == SUT_OBSTACLE_PLANE ? "normal" : "axis",
                            json_vec3(rotate(d->axis, look->obstacle_rotation[i])));
    }
}

static sut_vec3 rotation_vector(sut_quat q) {
    double s = sqrt(q.x * q.x + q.y * q.y + q.z * q.z);
    double angle = 2.0 * atan2(s, q.w);
    double f = s > 1e-12 ? angle / s : 0.0;
    return (sut_vec3){f * q.x, f * q.y, f * q.z};
}

static void save_tool(json_t *json, const sut_tool_view *v) {
    json_object_del(json, "motion");
    json_object_set_new(json, "position", json_vec3(v->proxy.position));
    json_object_set_new(json, "rotation", json_vec3(rotation_vector(v->proxy.rotation)));
    json_object_del(json, "pointing");
    json_object_del(json, "roll");
    json_object_set_new(json, "jaw", json_real(v->jaw));
}

json_t *sut_scene_save(const sut_play *play, const sut_look *look) {
    json_t *out = json_deep_copy(play->scene_json);
    size_t i;
    json_t *item;
    json_array_foreach(json_object_get(out, "threads"), i, item) {
        if ((int)i < look->thread_count) {
            save_thread(item, look, (int)i);
        }
    }
    json_array_foreach(json_object_get(out, "obstacles"), i, item) {
        if ((int)i < look->obstacle_count) {
            save_obstacle(item, play, look, (int)i);
        }
    }
    json_array_foreach(json_object_get(out, "tools"), i, item) {
        if ((int)i < look->tool_count) {
            save_tool(item, &look->tool[i]);
        }
    }
    json_object_del(out, "script");
    json_object_set_new(out, "gravity", json_pack("[i, i, f]", 0, 0, -play->gravity));
    return out;
}
