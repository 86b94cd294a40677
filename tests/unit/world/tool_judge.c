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
        int solid = j->first[i];
        for (int k = 0; k < count; k++) {
            sut_certificate_pose pose = pose_of(&part[k]);
            for (int n = part[k].rise > 0.0 ? 2 : 1; n > 0; n--) { // an inclined plane too
                j->refused +=
                    sut_certificate_obstacle_pose(j->certificate, solid++, &pose) != SUT_OK;
            }
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

// Inclined planes are not round, and not watched against other solids.
static bool add_solid(tool_judge *j, const sut_tool_part *p, bool plane, int before) {
    sut_certificate_solid solid = {.kind = plane ? SUT_CERTIFICATE_WEDGE : SUT_CERTIFICATE_ARM,
                                   .radius = p->tip_radius,
                                   .radius_end = p->base_radius,
                                   .half = {p->rise, 0.0, v3_distance(p->tip, p->base)},
                                   .halved = v3_norm2(p->face) > 0.0};
    sut_certificate_pose pose = pose_of(p);
    int number;
    bool fine = sut_certificate_obstacle(j->certificate, &solid, &pose, &number) == SUT_OK;
    for (int other = 0; fine && !plane && other < before; other++) {
        fine = sut_certificate_watch(j->certificate, number, other) == SUT_OK;
    }
    return fine;
}

static bool add_tool(tool_judge *j, const sut_world *w, sut_tool_id id) {
    sut_tool_part part[SUT_TOOL_PARTS];
    int i = j->tools++;
    j->tool[i] = id;
    j->first[i] = j->solids;
    int count = sut_tool_get_parts(w, id, part);
    for (int k = 0; k < count; k++) {
        bool plane = part[k].rise > 0.0;
        if (!add_solid(j, &part[k], false, j->first[i]) ||
            (plane && !add_solid(j, &part[k], true, 0))) {
            return false;
        }
        j->solids += plane ? 2 : 1;
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
