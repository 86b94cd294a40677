// SPDX-License-Identifier: MIT
#include "output/source.h"

#include <math.h>

bool sut_source_hold(const sut_source *src, int i, sut_hold_view *out) {
    sut_hold_id id = {.index1 = (uint32_t)i + 1, .generation = 1};
    return sut_hold_is_valid(src->world, id) && sut_hold_get_view(src->world, id, out) == SUT_OK;
}

int sut_source_hold_count(const sut_source *src) {
    int count = 0;
    sut_hold_view view;
    while (sut_source_hold(src, count, &view)) {
        count++;
    }
    return count;
}

bool sut_source_support(const sut_source *src, int i, int k, sut_support_view *out) {
    const sut_source_tissue *t = &src->tissues[i];
    sut_support_id id = {t->first_support.index1 + (uint32_t)k, t->first_support.generation};
    return k < t->support_count && sut_support_get_view(src->world, id, out) == SUT_OK;
}

bool sut_source_hole(const sut_source *src, int i, sut_hole_view *out) {
    // a tip that presses has made none yet
    return sut_hole_get_view(src->world, sut_hole_at(src->world, i), out) == SUT_OK && !out->tip;
}

double sut_source_lag(const sut_source *src, const sut_hold_view *hold) {
    sut_thread_view v;
    if (!hold->active || hold->kind == SUT_HOLD_FORCE ||
        sut_thread_get_view(src->world, hold->thread, &v) != SUT_OK) {
        return 0.0;
    }
    sut_vec3 at = v.position[hold->vertex];
    return hypot(hypot(hold->target.x - at.x, hold->target.y - at.y), hold->target.z - at.z);
}

int sut_source_piece_end(const sut_thread_view *v, int first) {
    int last = first;
    while (last + 1 < v->vertex_count && !(v->cut[last] > 0.0)) {
        last++;
    }
    return last + 1;
}

int sut_source_find(const sut_source *src, sut_thread_id id) {
    for (int i = 0; i < src->thread_count; i++) {
        if (src->ids[i].index1 == id.index1 && src->ids[i].generation == id.generation) {
            return i;
        }
    }
    return -1;
}

int sut_source_needle_holes(const sut_source *src, int needle) {
    int count = 0;
    sut_hole_view v;
    for (int i = sut_hole_slots(src->world) - 1; i >= 0; i--) {
        // guides are no holes
        count += sut_source_hole(src, i, &v) && !v.out && v.triangle >= 0 &&
                 sut_source_find_needle(src, v.needle) == needle;
    }
    return count;
}

int sut_source_find_obstacle(const sut_source *src, sut_obstacle_id id) {
    for (int i = 0; i < src->obstacle_count; i++) {
        const sut_obstacle_id *o = &src->obstacles[i].id;
        if (o->index1 == id.index1 && o->generation == id.generation) {
            return i;
        }
    }
    return -1;
}

int sut_source_find_tool(const sut_source *src, sut_tool_id id) {
    for (int i = 0; i < src->tool_count; i++) {
        const sut_tool_id *t = &src->tools[i].id;
        if (t->index1 == id.index1 && t->generation == id.generation) {
            return i;
        }
    }
    return -1;
}

int sut_source_find_tissue(const sut_source *src, sut_tissue_id id) {
    for (int i = 0; i < src->tissue_count; i++) {
        const sut_tissue_id *t = &src->tissues[i].id;
        if (t->index1 == id.index1 && t->generation == id.generation) {
            return i;
        }
    }
    return -1;
}

int sut_source_find_needle(const sut_source *src, sut_needle_id id) {
    for (int i = 0; i < src->needle_count; i++) {
        const sut_needle_id *n = &src->needles[i].id;
        if (n->index1 == id.index1 && n->generation == id.generation) {
            return i;
        }
    }
    return -1;
}

const char *sut_source_tool_name(const sut_source *src, sut_tool_id id) {
    int tool = sut_source_find_tool(src, id);
    return tool >= 0 ? src->tools[tool].name : "";
}

//---- poses ---------------------------------------------------------------------------------------

typedef struct quaternion {
    double w, x, y, z;
} quaternion;

static quaternion from_rotation(sut_vec3 r) {
    double angle = sqrt(r.x * r.x + r.y * r.y + r.z * r.z);
    double s = angle > 0.0 ? sin(0.5 * angle) / angle : 0.0;
    return (quaternion){cos(0.5 * angle), s * r.x, s * r.y, s * r.z};
}

static sut_vec3 to_rotation(quaternion q) {
    double sine = sqrt(q.x * q.x + q.y * q.y + q.z * q.z);
    double s = sine > 0.0 ? 2.0 * atan2(sine, q.w) / sine : 0.0;
    return (sut_vec3){s * q.x, s * q.y, s * q.z};
}

// first b, then a
static quaternion compose(quaternion a, quaternion b) {
    return (quaternion){a.w * b.w - a.x * b.x - a.y * b.y - a.z * b.z,
                        a.w * b.x + a.x * b.w + a.y * b.z - a.z * b.y,
                        a.w * b.y - a.x * b.z + a.y * b.w + a.z * b.x,
                        a.w * b.z + a.x * b.y - a.y * b.x + a.z * b.w};
}

static bool is_zero(sut_vec3 v) {
    return v.x == 0.0 && v.y == 0.0 && v.z == 0.0; // never turned at all
}

static sut_vec3 rotation_of_def(const sut_obstacle_def *d) {
    switch (d->kind) {
    case SUT_OBSTACLE_SPHERE:
        return (sut_vec3){0};
    case SUT_OBSTACLE_BOX:
        return d->rotation;
    default:
        return sut_certificate_pose_along(d->center, d->axis).rotation;
    }
}

sut_certificate_pose sut_source_pose(const sut_source *src, int i) {
    const sut_source_obstacle *o = &src->obstacles[i];
    sut_certificate_pose pose = {o->def->center, rotation_of_def(o->def)};
    sut_vec3 turned = {0};
    if (sut_obstacle_get_pose(src->world, o->id, &pose.position, &turned) == SUT_OK &&
        !is_zero(turned)) {
        pose.rotation = to_rotation(compose(from_rotation(turned), from_rotation(pose.rotation)));
    }
    return pose;
}

static double dot(sut_vec3 a, sut_vec3 b) {
    return a.x * b.x + a.y * b.y + a.z * b.z;
}

static sut_vec3 cross(sut_vec3 a, sut_vec3 b) {
    return (sut_vec3){a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x};
}

sut_certificate_pose sut_source_part_pose(const sut_tool_part *part) {
    sut_vec3 along = {part->base.x - part->tip.x, part->base.y - part->tip.y,
                      part->base.z - part->tip.z};
    sut_certificate_pose upright = sut_certificate_pose_along(part->tip, along);
    // what is left is a turn about its own z that brings x to where it is
    sut_vec3 x = sut_source_turn(upright.rotation, (sut_vec3){1.0, 0.0, 0.0});
    sut_vec3 y = sut_source_turn(upright.rotation, (sut_vec3){0.0, 1.0, 0.0});
    sut_vec3 z = cross(x, y);
    double angle = atan2(dot(part->side, y), dot(part->side, x));
    quaternion about = from_rotation((sut_vec3){angle * z.x, angle * z.y, angle * z.z});
    upright.rotation = to_rotation(compose(about, from_rotation(upright.rotation)));
    return upright;
}

sut_vec3 sut_source_turn(sut_vec3 rotation, sut_vec3 v) {
    quaternion q = from_rotation(rotation);
    quaternion back = {q.w, -q.x, -q.y, -q.z};
    quaternion p = compose(compose(q, (quaternion){0.0, v.x, v.y, v.z}), back);
    return (sut_vec3){p.x, p.y, p.z};
}
