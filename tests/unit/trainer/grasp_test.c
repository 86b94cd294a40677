// SPDX-License-Identifier: MIT
#include "check.h"
#include "trainer/server/grasp.h"
#include "trainer/server/play.h"

#include <math.h>

// A forceps that comes to a thread from some direction, is shown what it would grasp, and closes.
typedef struct approach {
    double tail;             // m, from the end of the thread
    double yaw, pitch, roll; // rad: about z, then x, then the tool's own axis
    sut_vec3 aside;          // m
} approach;

static sut_quat product(sut_quat a, sut_quat b) {
    return (sut_quat){a.w * b.x + a.x * b.w + a.y * b.z - a.z * b.y,
                      a.w * b.y - a.x * b.z + a.y * b.w + a.z * b.x,
                      a.w * b.z + a.x * b.y - a.y * b.x + a.z * b.w,
                      a.w * b.w - a.x * b.x - a.y * b.y - a.z * b.z};
}

static sut_quat turned(const approach *a) {
    sut_quat yaw = {0.0, 0.0, sin(0.5 * a->yaw), cos(0.5 * a->yaw)};
    sut_quat pitch = {sin(0.5 * a->pitch), 0.0, 0.0, cos(0.5 * a->pitch)};
    sut_quat roll = {0.0, 0.0, sin(0.5 * a->roll), cos(0.5 * a->roll)};
    return product(product(yaw, pitch), roll);
}

static void lead(sut_play *p, sut_hand *h, sut_pose to, double jaw, int steps, double *clock) {
    const sut_tool_def *d = sut_scene_tool_def(p->scene, 1);
    sut_hand_jaws jaws = {d->grip_length, d->opening, p->low.z};
    sut_tool_id tool = sut_scene_tool_id(1);
    for (int i = 0; i < steps; i++) {
        if (i % 16 == 0) {
            sut_hand_aim(h, &to, jaw, *clock);
        }
        *clock += p->dt;
        sut_grasp_lead(h, p->world, tool, p->cast.reach, &jaws);
        if (sut_hand_move(h, &p->limits, *clock, p->dt)) {
            sut_pose target = sut_hand_target(h);
            sut_tool_set_target(p->world, tool, &target, h->jaw);
        }
        sut_world_step(p->world, p->dt);
    }
}

// 1 held, 0 not held, -1 nothing was in reach
static int grasp(const sut_task *task, const approach *a, double *tail) {
    sut_play_wish wish = {.mode = SUT_PLAY_TRY, .task = task};
    sut_scene_error why;
    sut_play *p = sut_play_make(&wish, &why);
    if (p == NULL) {
        return 0;
    }
    sut_thread_view t;
    sut_thread_get_view(p->world, sut_scene_thread_id(0), &t);
    int vertex = t.vertex_count - 1;
    for (double length = 0.0; vertex > 0 && length < a->tail;) {
        length += t.rest_length[--vertex];
    }
    sut_quat q = turned(a);
    sut_vec3 handle = {2.0 * (q.x * q.z + q.w * q.y), 2.0 * (q.y * q.z - q.w * q.x),
                       1.0 - 2.0 * (q.x * q.x + q.y * q.y)};
    sut_vec3 at = t.position[vertex];
    sut_pose there = {{at.x + a->aside.x - 1.5e-3 * handle.x, at.y + a->aside.y - 1.5e-3 * handle.y,
                       at.z + a->aside.z - 1.5e-3 * handle.z},
                      q};
    sut_pose before = there;
    before.position.x += 15e-3 * handle.x;
    before.position.y += 15e-3 * handle.y;
    before.position.z += 15e-3 * handle.z;
    sut_hand h;
    sut_tool_view v;
    sut_tool_id tool = sut_scene_tool_id(1);
    sut_tool_get_view(p->world, tool, &v);
    sut_hand_place(&h, &v.target, 1.0, 0.0);
    double clock = 0.0;
    lead(p, &h, before, 1.0, 500, &clock);
    lead(p, &h, there, 1.0, 200, &clock);
    sut_tool_grip shown;
    int result = -1;
    if (sut_grasp_find(p->world, tool, p->cast.reach, p->cast.keep, &shown)) {
        lead(p, &h, there, 0.0, 700, &clock);
        sut_tool_get_view(p->world, tool, &v);
        result = v.grip_count > 0 ? 1 : 0;
        *tail = 0.0;
        for (int i = v.grip[0].vertex; result == 1 && i < t.vertex_count - 1; i++) {
            *tail += t.rest_length[i];
        }
    }
    sut_play_drop(p);
    return result;
}

// Of 200 approaches at random these failed when jaws went straight to the thread: prongs pushed it
// away or rolled it out. In all of them the handle is clear of the board and the post.
TEST(what_is_shown_in_reach_is_held) {
    static const approach cases[] = {
        {4.18e-3, 1.808, 1.482, 2.882, {-1.2e-3, 0.23e-3, 1.1e-3}},
        {5.71e-3, 5.254, 0.493, 5.890, {-0.52e-3, 0.33e-3, -0.63e-3}},
        {2.82e-3, 1.854, 1.076, 2.559, {-0.5e-3, -0.72e-3, 0.86e-3}},
        {4.26e-3, 0.794, 1.043, 3.013, {0.31e-3, 0.62e-3, -0.49e-3}},
        {1.98e-3, 3.705, 0.530, 4.098, {0.58e-3, -0.64e-3, -1e-3}},
        {1.58e-3, 4.583, 1.036, 3.486, {0.98e-3, -0.91e-3, 0.91e-3}},
        {6.08e-3, 3.849, 0.831, 3.774, {0.47e-3, -0.24e-3, -0.35e-3}},
        {1.44e-3, 1.451, 1.391, 3.128, {-1.1e-3, 0.19e-3, -0.76e-3}},
        {5.57e-3, 5.089, 1.103, 0.053, {0.11e-3, 0.92e-3, 0.97e-3}},
        {1.02e-3, 4.479, 1.391, 3.645, {0.66e-3, 1.1e-3, -1.1e-3}},
        {1.28e-3, 5.227, 1.087, 6.197, {-0.86e-3, -0.94e-3, -0.25e-3}},
        {5.22e-3, 1.848, 1.116, 0.029, {-0.65e-3, 0.3e-3, 0.84e-3}},
        {1.02e-3, 1.902, 1.448, 5.754, {0.22e-3, -1e-3, -1.1e-3}},
        {3.88e-3, 1.137, 0.797, 0.690, {0.6e-3, -0.31e-3, -0.52e-3}},
    };
    const char *const folder = SUT_TEST_SOURCE_DIR "/trainer/tasks";
    sut_task_list list;
    sut_task_error error;
    REQUIRE(sut_tasks_read(folder, &list, &error));
    const sut_task *task = sut_tasks_find(&list, "overhand-post");
    REQUIRE(task != NULL);
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        double tail = 0.0;
        int result = grasp(task, &cases[i], &tail);
        CASE("i %zu", i);
        CHECK_EQ_INT(result, 1);
        // as far from the end as the faces are long, less what the thread slides while they close
        CHECK(tail > 1e-3);
    }
    sut_tasks_free(&list);
}

// The board is solid: jaws that open across the thread reach what lies on it.
TEST(a_thread_that_lies_on_the_board_can_be_picked_up) {
    sut_task_list list;
    sut_task_error error;
    REQUIRE(sut_tasks_read(SUT_TEST_SOURCE_DIR "/trainer/tasks", &list, &error));
    sut_play_wish wish = {.mode = SUT_PLAY_TRY, .task = sut_tasks_find(&list, "free")};
    sut_scene_error why;
    sut_play *p = sut_play_make(&wish, &why);
    REQUIRE(p != NULL);
    sut_tool_id tool = sut_scene_tool_id(1);
    sut_tool_view v;
    sut_thread_view t;
    sut_tool_get_view(p->world, tool, &v);
    sut_thread_get_view(p->world, sut_scene_thread_id(0), &t);
    sut_hand h;
    sut_hand_place(&h, &v.target, 1.0, 0.0);
    double clock = 0.0;
    sut_vec3 at = t.position[7 * t.vertex_count / 10];
    sut_pose there = v.target;
    there.position = (sut_vec3){at.x, at.y + 0.2e-3, 0.35e-3};
    lead(p, &h, there, 1.0, 1000, &clock);
    sut_tool_grip shown;
    CHECK(sut_grasp_find(p->world, tool, p->cast.reach, p->cast.keep, &shown));
    lead(p, &h, there, 0.0, 700, &clock);
    sut_tool_get_view(p->world, tool, &v);
    CHECK_EQ_INT(v.grip_count, 1);
    // the coupling of this task gives 2 N for a millimetre: the target is where the tips can be
    CHECK(fabs(v.hand_force.z) < 0.1);
    sut_play_drop(p);
    sut_tasks_free(&list);
}
