// SPDX-License-Identifier: MIT
// physics_hand.c -- the hands of pages: their targets, and how tools are led to them.
#include "trainer/server/grasp.h"
#include "trainer/server/physics_internal.h"

static double clamp(double v, double low, double high) {
    return v < low ? low : v > high ? high : v;
}

void sut_physics_place_hands(sut_physics *p) {
    double now = sut_clock();
    for (int i = 0; i < p->play->cast.tool_count; i++) {
        sut_tool_view v;
        if (sut_tool_get_view(p->play->world, sut_scene_tool_id(i), &v) == SUT_OK) {
            sut_hand_place(&p->hand[i], &v.target, v.jaw_target, now);
        }
    }
}

static void aim(sut_physics *p, int i, const sut_order_hand *o, double now) {
    sut_hand *h = &p->hand[i];
    sut_pose pose = h->to;
    const sut_play *play = p->play;
    if (o->has_position) {
        pose.position = (sut_vec3){clamp(o->pose.position.x, play->low.x, play->high.x),
                                   clamp(o->pose.position.y, play->low.y, play->high.y),
                                   clamp(o->pose.position.z, play->low.z, play->high.z)};
    }
    if (o->has_rotation) {
        pose.rotation = o->pose.rotation;
        sut_quat_normalize(&pose.rotation);
    }
    sut_hand_aim(h, &pose, o->has_jaw ? clamp(o->jaw, 0.0, 1.0) : h->jaw_to, now);
    p->hand_used[i] = true;
}

void sut_physics_take_input(sut_physics *p, const sut_order *o, double now) {
    sut_play *play = p->play;
    if (play == NULL || play->film != NULL || play->mode == SUT_PLAY_DEMO) {
        return;
    }
    p->seq = o->count;
    // meant for a world that is no more
    if (o->knows && o->undos != play->undo.undos) {
        return;
    }
    if (play->first_input < 0.0) {
        play->first_input = sut_play_time(play);
    }
    for (int i = 0; i < play->cast.tool_count; i++) {
        const sut_order_hand *h = &o->hand[i];
        if (!h->named || sut_rig_has(play->rig, i)) {
            continue;
        }
        if (!h->free) {
            aim(p, i, h, now);
        } else if (p->hand_used[i]) {
            sut_tool_release(play->world, sut_scene_tool_id(i));
            sut_tool_view v;
            if (sut_tool_get_view(play->world, sut_scene_tool_id(i), &v) == SUT_OK) {
                sut_hand_place(&p->hand[i], &v.proxy, 1.0, now);
            }
            p->hand_used[i] = false;
        }
    }
}

void sut_physics_move_hands(sut_physics *p, double now) {
    sut_play *play = p->play;
    for (int i = 0; i < play->cast.tool_count; i++) {
        sut_hand *h = &p->hand[i];
        if (p->hand_used[i]) {
            const sut_tool_def *d = sut_scene_tool_def(play->scene, i);
            sut_hand_jaws jaws = {d->grip_length, d->opening,
                                  sut_play_floor(play, h->now.position)};
            sut_grasp_lead(h, play->world, sut_scene_tool_id(i), play->cast.reach, &jaws);
        }
        if (p->hand_used[i] && sut_hand_move(h, &play->limits, now, play->dt)) {
            sut_pose target = sut_hand_target(h);
            sut_tool_set_target(play->world, sut_scene_tool_id(i), &target, h->jaw);
        }
    }
}
