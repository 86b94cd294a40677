// SPDX-License-Identifier: MIT
#include "tool_judge.h"

#include "math/quat.h"
#include "math/vec3.h"

#include <string.h>

// An arm of the certificate begins at the tip, goes along z and has its face towards x: turned the
// short way there, and then about itself.
static sut_certificate_pose pose_of(const sut_tool_part *p) {
    sut_vec3 z = v3_normalized(v3_sub(p->base, p->tip));
    sut_vec3 turn = v3_cross(v3(0.0, 0.0, 1.0), z);
    double sine = v3_norm(turn);
    sut_vec3 axis = sine > 1e-9 ? v3_scale(turn, 1.0 / sine) : v3(1.0, 0.0, 0.0);
    sut_quat q = q_exp(v3_scale(axis, atan2(sine, z.z)));
    double x = v3_dot(p->side, q_rotate(q, v3(1.0, 0.0, 0.0)));
    double y = v3_dot(p->side, q_rotate(q, v3(0.0, 1.0, 0.0)));
    q = q_normalized(q_mul(q_exp(v3_scale(z, atan2(y, x))), q));
    return (sut_certificate_pose){p->tip, q_log(q)};
}

static void look(void *ctx, const sut_world *w) {
    tool_judge *j = ctx;
    if (!j->certificate) {
        return;
    }
    const sut_vec3 *position[1] = {NULL};
    if (j->has_thread) {
        sut_thread_view v;
        memset(&v, 0, sizeof v);
        (void)sut_thread_get_view(w, j->thread, &v);
        position[0] = v.position;
    }
    for (int i = 0; i < j->tools; i++) {
        sut_tool_part part[SUT_TOOL_PARTS];
        int count = sut_tool_get_parts(w, j->tool[i], part);
        for (int k = 0; k < count; k++) {
            sut_certificate_pose pose = pose_of(&part[k]);
            j->refused +=
                sut_certificate_obstacle_pose(j->certificate, j->first[i] + k, &pose) != SUT_OK;
        }
    }
    j->refused += sut_certificate_advance(j->certificate, position) != SUT_OK;
}

sut_world_def tool_judged_def(tool_judge *j) {
    memset(j, 0, sizeof *j);
    sut_world_def def = sut_default_world_def();
    def.gravity = v3_zero();
    def.on_part = look;
    def.on_part_ctx = j;
    return def;
}

static bool add_tool(tool_judge *j, const sut_world *w, sut_tool_id id) {
    sut_tool_part part[SUT_TOOL_PARTS];
    int i = j->tools++;
    j->tool[i] = id;
    j->count[i] = sut_tool_get_parts(w, id, part);
    for (int k = 0; k < j->count[i]; k++) {
        sut_certificate_solid solid = {.kind = SUT_CERTIFICATE_ARM,
                                       .radius = part[k].tip_radius,
                                       .radius_end = part[k].base_radius,
                                       .half = {0.0, 0.0, v3_distance(part[k].tip, part[k].base)},
                                       .halved = v3_norm2(part[k].face) > 0.0};
        sut_certificate_pose pose = pose_of(&part[k]);
        int number;
        if (sut_certificate_obstacle(j->certificate, &solid, &pose, &number) != SUT_OK) {
            return false;
        }
        j->first[i] = k == 0 ? number : j->first[i];
    }
    return true;
}

bool tool_judge_begin(tool_judge *j, const sut_world *w, const sut_thread_id *thread,
                      const sut_tool_id *tool, int tools) {
    bool fine = sut_certificate_create(v3(-0.1, -0.1, -0.1), v3(0.1, 0.1, 0.1), NULL,
                                       &j->certificate) == SUT_OK;
    j->has_thread = thread != NULL;
    if (fine && thread) {
        sut_thread_view v;
        j->thread = *thread;
        fine = sut_thread_get_view(w, *thread, &v) == SUT_OK &&
               sut_certificate_add(j->certificate, v.position, v.vertex_count, v.radius, false,
                                   NULL) == SUT_OK;
    }
    for (int i = 0; fine && i < tools; i++) {
        fine = add_tool(j, w, tool[i]);
        for (int k = 0; fine && k < j->count[i]; k++) {
            for (int other = 0; fine && other < j->first[i]; other++) {
                fine = sut_certificate_watch(j->certificate, j->first[i] + k, other) == SUT_OK;
            }
        }
    }
    return fine;
}

int tool_judge_end(tool_judge *j) {
    int changes =
        j->refused == 0 && j->certificate ? (int)sut_certificate_changes(j->certificate) : -1;
    sut_certificate_destroy(j->certificate);
    memset(j, 0, sizeof *j);
    return changes;
}
