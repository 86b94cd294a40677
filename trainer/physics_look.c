// SPDX-License-Identifier: MIT
#include "trainer/physics_look.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static double tension_of(const sut_thread_view *v) {
    double most = 0.0;
    for (int i = 0; i < v->vertex_count - 1; i++) {
        most = fmax(most, v->tension[i]);
    }
    return most;
}

static bool fill_thread(sut_look_thread *t, const sut_world *w, int index) {
    sut_thread_view v;
    if (sut_thread_get_view(w, sut_scene_thread_id(index), &v) != SUT_OK) {
        return false;
    }
    size_t n = (size_t)v.vertex_count;
    if (t->vertex_count != v.vertex_count) {
        sut_vec3 *block = realloc(t->position, 2 * n * sizeof *block);
        if (block == NULL) {
            return false;
        }
        t->position = block;
        t->velocity = block + n;
        t->vertex_count = v.vertex_count;
    }
    memcpy(t->position, v.position, n * sizeof *t->position);
    memcpy(t->velocity, v.velocity, n * sizeof *t->velocity);
    t->radius = v.radius;
    t->tension = tension_of(&v);
    t->length = 0.0;
    for (size_t i = 0; i + 1 < n; i++) {
        t->length += v.rest_length[i];
    }
    return true;
}

static int at_most(int count, int most) {
    return count < most ? count : most;
}

void sut_look_fill(sut_look *look, const sut_play *play) {
    const sut_world *w = play->world;
    look->scene = play->number;
    look->time = sut_world_time(w);
    int threads = at_most(play->cast.thread_count, SUT_LOOK_THREADS);
    look->thread_count = 0;
    while (look->thread_count < threads &&
           fill_thread(&look->thread[look->thread_count], w, look->thread_count)) {
        look->thread_count++;
    }
    look->tool_count = play->cast.tool_count;
    for (int i = 0; i < look->tool_count; i++) {
        sut_tool_get_view(w, sut_scene_tool_id(i), &look->tool[i]);
    }
    look->obstacle_count = at_most(play->cast.obstacle_count, SUT_LOOK_OBSTACLES);
    for (int i = 0; i < look->obstacle_count; i++) {
        sut_obstacle_get_pose(w, sut_scene_obstacle_id(i), &look->obstacle_position[i],
                              &look->obstacle_rotation[i]);
    }
    look->hold_count = at_most(play->cast.hold_count, SUT_LOOK_HOLDS);
    for (int i = 0; i < look->hold_count; i++) {
        sut_hold_get_view(w, (sut_hold_id){(uint32_t)i + 1U, 1}, &look->hold[i]);
    }
}

void sut_look_free(sut_look *look) {
    for (int i = 0; i < SUT_LOOK_THREADS; i++) {
        free(look->thread[i].position);
    }
    *look = (sut_look){0};
}

void sut_look_sample(const sut_play *play, const int *grasps, const int *drops, sut_sample *out) {
    const sut_world *w = play->world;
    *out = (sut_sample){.t = sut_world_time(w),
                        .hand_count = at_most(play->cast.tool_count, SUT_SAMPLE_HANDS)};
    for (int i = 0; i < out->hand_count; i++) {
        sut_tool_view v;
        if (sut_tool_get_view(w, sut_scene_tool_id(i), &v) != SUT_OK) {
            continue;
        }
        out->hand[i] = (sut_sample_hand){
            .position = v.proxy.position,
            .rotation = v.proxy.rotation,
            .jaw = v.jaw,
            .force = sqrt(v.force.x * v.force.x + v.force.y * v.force.y + v.force.z * v.force.z),
            .grips = v.grip_count > 0,
            .blocked = v.blocked,
            .grasps = grasps[i],
            .drops = drops[i]};
    }
    for (int i = 0; i < play->cast.thread_count; i++) {
        sut_thread_view t;
        if (sut_thread_get_view(w, sut_scene_thread_id(i), &t) == SUT_OK) {
            out->tension = fmax(out->tension, tension_of(&t));
        }
    }
}
