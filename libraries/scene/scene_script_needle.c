// SPDX-License-Identifier: MIT
// scene_script_needle.c -- commands for tools at needles: reach for one, lead it along its arc.
#include "scene_script.h"

#include "math/vec3.h"
#include "scene_needle.h"
#include "scene_turn.h"
#include "sutura/needle.h"

#include <math.h>
#include <string.h>

//---- reading -------------------------------------------------------------------------------------

bool sut_script_read_needle(const sut_script_reading *m) {
    static const char *const others[] = {"thread", "vertex", "tissue", "node", "at"};
    sut_scene_command *c = m->c;
    sut_node n = sut_node_member(m->n, "needle");
    for (size_t i = 0; i < sizeof others / sizeof others[0]; i++) {
        sut_node other = sut_node_member(m->n, others[i]);
        if (other.json != NULL) {
            return sut_fail(m->r, &other, "is given beside needle; use one of them");
        }
    }
    const char *name = NULL;
    if (!sut_read_text(m->r, &n, &name)) {
        return false;
    }
    c->needle = 0;
    while (c->needle < m->s->needle_count &&
           strcmp(sut_scene_needle_name(m->s, c->needle), name) != 0) {
        c->needle++;
    }
    if (c->needle == m->s->needle_count) {
        return sut_fail(m->r, &n, "is %s; must be the name of an entry of \"needles\"",
                        sut_value_text(&n).text);
    }
    sut_node along = sut_node_member(m->n, "along");
    c->along = 0.65;
    if (!sut_read_number_of(m->r, m->n, "along", SUT_Q_NUMBER, SUT_NOT_NEGATIVE, &c->along)) {
        return false;
    }
    return c->along <= 1.0 ||
           sut_fail(m->r, &along, "is %g; must be 0 (the tip) to 1 (the end)", c->along);
}

bool sut_script_read_drive(const sut_script_reading *m) {
    sut_scene_command *c = m->c;
    sut_node by = sut_node_member(m->n, "by");
    sut_node angle = sut_node_member(m->n, "angle");
    c->has_by = by.json != NULL;
    if (c->has_by && angle.json != NULL) {
        return sut_fail(m->r, &angle, "is given beside by; use one of them");
    }
    if (!c->has_by && angle.json == NULL) {
        return sut_fail(m->r, m->n,
                        "does not say how far; give by, for example \"8 mm\", or angle");
    }
    return sut_read_number_of(m->r, m->n, "by", SUT_Q_LENGTH, SUT_ANY_SIGN, &c->along) &&
           sut_read_number_of(m->r, m->n, "angle", SUT_Q_ANGLE, SUT_ANY_SIGN, &c->angle);
}

//---- doing ---------------------------------------------------------------------------------------

// The place at the arc length s behind the tip, and the tangent forward there, in the world.
static void place_on(const sut_needle_view *v, double s, sut_vec3 *place, sut_vec3 *forward) {
    sut_vec3 at = v3(-s, 0.0, 0.0);
    sut_vec3 tangent = v3(1.0, 0.0, 0.0);
    if (v->radius > 0.0) {
        sut_quat back = sut_turn_quat(v3(0.0, 0.0, -s / v->radius));
        at = v3_add(v3(0.0, v->radius, 0.0), sut_turn_apply(back, v3(0.0, -v->radius, 0.0)));
        tangent = sut_turn_apply(back, tangent);
    }
    *place = v3_add(v->pose.position, sut_turn_apply(v->pose.rotation, at));
    *forward = sut_turn_apply(v->pose.rotation, tangent);
}

void sut_script_reach_needle(const sut_scene_command *c, const sut_world *w,
                             const sut_script_bit *b, sut_script_hand *h) {
    sut_needle_view v;
    if (sut_needle_get_view(w, sut_scene_needle_id(c->needle), &v) != SUT_OK) {
        return;
    }
    sut_vec3 place;
    sut_vec3 forward;
    place_on(&v, c->along * v.length, &place, &forward);
    sut_quat turn = c->rotation;
    if (!c->has_turn) {
        // along the needle's z, in the sense that is nearer; jaws that open across the tangent and
        // the axis open along the radius
        sut_vec3 now = sut_turn_apply(h->pose.rotation, v3(0.0, 0.0, -1.0));
        sut_vec3 axis = sut_turn_apply(v.pose.rotation, v3(0.0, 0.0, 1.0));
        axis = v3_dot(axis, now) < 0.0 ? v3_neg(axis) : axis;
        axis = c->has_pointing ? c->pointing : axis;
        turn = sut_turn_across(axis, forward, h->pose.rotation);
    }
    sut_vec3 tips = sut_turn_apply(turn, v3(0.0, 0.0, -c->depth));
    sut_vec3 goal = v3_add(v3_add(place, c->where), tips);
    h->pose.position = v3_lerp(h->pose.position, goal, b->share);
    h->pose.rotation = sut_turn_part(h->pose.rotation, turn, b->share);
}

// What the hand leads is the target. That of the needle lies as the needle does to the tool: its
// arc is turned about its centre as it is there, so that what the tool lags behind is no part of
// it.
bool sut_script_drive(const sut_scene_command *c, const sut_world *w, const sut_script_bit *b,
                      sut_script_hand *h) {
    sut_tool_view tool;
    sut_needle_view v;
    if (sut_tool_get_view(w, h->id, &tool) != SUT_OK || tool.needle_grip.needle.index1 == 0 ||
        sut_needle_get_view(w, tool.needle_grip.needle, &v) != SUT_OK) {
        return false;
    }
    sut_quat back = tool.proxy.rotation;
    back = (sut_quat){-back.x, -back.y, -back.z, back.w};
    // from the proxy to the target
    sut_quat over = sut_turn_then(back, h->pose.rotation);
    sut_vec3 to_tip = v3_sub(v.pose.position, tool.proxy.position);
    sut_vec3 tip = v3_add(h->pose.position, sut_turn_apply(over, to_tip));
    sut_quat lies = sut_turn_then(v.pose.rotation, over);
    double share = b->s1 - b->s0;
    if (!(v.radius > 0.0)) {
        // a straight needle goes on along itself; it has no angle
        double way = c->has_by ? c->along * share : 0.0;
        h->pose.position = v3_madd(h->pose.position, way, sut_turn_apply(lies, v3(1.0, 0.0, 0.0)));
        return true;
    }
    double angle = share * (c->has_by ? c->along / v.radius : c->angle);
    sut_vec3 axis = sut_turn_apply(lies, v3(0.0, 0.0, 1.0));
    sut_vec3 center = v3_add(tip, sut_turn_apply(lies, v3(0.0, v.radius, 0.0)));
    sut_quat turn = sut_turn_quat(v3_scale(axis, angle));
    sut_vec3 arm = sut_turn_apply(turn, v3_sub(h->pose.position, center));
    h->pose.position = v3_add(center, arm);
    h->pose.rotation = sut_turn_then(h->pose.rotation, turn);
    return true;
}
