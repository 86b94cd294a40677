// SPDX-License-Identifier: MIT
// grip_needle.c -- a needle between the jaws of a tool: taken, led, sliding, let go.
//
// Closing jaws take a needle at the place of its arc that lies nearest to the middle of their
// faces. From then on that place and the needle's turn are led in the frame of the tool, no harder
// than the jaws grip (needle/needle_jaws.c). What that leaves of the way at the end of a part,
// beyond what the springs give at their limit, is slid: the place stays behind the tool, and the
// held one wanders along the arc, until no place of it is between the jaws. docs/theory/tools.md
#include "data/data.h"

#include "attach/grip.h"
#include "math/quat.h"
#include "math/vec3.h"

#include <string.h>

static bool is_point(const sut_tool_slot *tool) {
    return tool->def.kind == SUT_TOOL_POINT;
}

static const sut_needle *held_needle(const sut_world *w, const sut_needle_grip *g) {
    return w->needles[g->needle - 1].needle;
}

// Of a place of the arc, in the world.
static sut_vec3 where_of(const sut_needle *n, double s) {
    return pose_to_world(sut_needle_pose(n), sut_needle_place(n, s));
}

static void tell(sut_world *w, sut_event_type type, int slot, double amount) {
    const sut_needle_grip *g = &w->tools[slot].needle_grip;
    sut_world_event_between(w, type, (uint32_t)slot + 1, (uint32_t)g->needle,
                            where_of(held_needle(w, g), g->s), amount);
}

void sut_needle_grip_drop(sut_tool_slot *tool) {
    memset(&tool->needle_grip, 0, sizeof tool->needle_grip);
}

void sut_needle_grip_forget(sut_world *w, int needle) {
    for (int i = 0; i < w->def.capacity.tools; i++) {
        if (w->tools[i].needle_grip.needle == needle + 1) {
            sut_needle_grip_drop(&w->tools[i]);
        }
    }
}

int sut_needle_grip_tool(const sut_world *w, int needle) {
    for (int i = 0; i < w->def.capacity.tools; i++) {
        if (w->tools[i].used && w->tools[i].needle_grip.needle == needle + 1) {
            return i;
        }
    }
    return -1;
}

static int holders_of(const sut_world *w, int needle) {
    int count = 0;
    for (int i = 0; i < w->def.capacity.tools; i++) {
        count += w->tools[i].used && w->tools[i].needle_grip.needle == needle + 1 ? 1 : 0;
    }
    return count;
}

//---- what lies between the jaws ------------------------------------------------------------------
// The part of a needle between the jaws.
typedef struct bar {
    bool any;
    double s;         // m behind the tip, of its place nearest to the middle of the faces
    double off;       // m, how far that is
    double z;         // of that place, in the frame of the tool
    double deepest;   // z of its part furthest from the tips
    double low, high; // x of it
} bar;

static double middle_height(const sut_tool_slot *tool) {
    return is_point(tool) ? 0.0 : 0.5 * tool->def.grip_length;
}

// The place of a segment nearest to p, as a share of it between two limits.
static double nearest_share(sut_vec3 a, sut_vec3 b, sut_vec3 p, const double t[2]) {
    sut_vec3 way = v3_sub(b, a);
    double share = v3_dot(v3_sub(p, a), way) / v3_norm2(way);
    return share < t[0] ? t[0] : (share > t[1] ? t[1] : share);
}

static void widen(bar *out, const sut_tool_slot *tool, sut_vec3 a, sut_vec3 b, const double t[2],
                  double s, double chord) {
    sut_vec3 middle = v3(0.0, 0.0, middle_height(tool));
    double share = nearest_share(a, b, middle, t);
    sut_vec3 x = v3_lerp(a, b, share);
    double off = v3_distance(x, middle);
    if (!out->any || off < out->off) {
        out->off = off;
        out->s = s + share * chord;
        out->z = x.z;
    }
    for (int k = 0; k < 2; k++) {
        sut_vec3 end = v3_lerp(a, b, t[k]);
        bool first = !out->any && k == 0;
        out->deepest = first || end.z > out->deepest ? end.z : out->deepest;
        out->low = first || end.x < out->low ? end.x : out->low;
        out->high = first || end.x > out->high ? end.x : out->high;
    }
    out->any = true;
}

// All of it, if `margin` is infinite.
static bar look_between(const sut_tool_slot *tool, const sut_needle *n, double margin) {
    bar out = {.any = false};
    double chord = n->form.length / (n->chain - 1);
    sut_vec3 b = pose_to_local(tool->proxy, n->body.position[0]);
    for (int e = 0; e < n->chain - 1; e++) {
        sut_vec3 a = b;
        double t[2] = {0.0, 1.0};
        b = pose_to_local(tool->proxy, n->body.position[e + 1]);
        // as far up as the arms leave room: what lies behind the gripping faces is held as well
        bool within = isinf(margin) || is_point(tool) ||
                      sut_grip_part_between(tool, 0.9 * tool->def.length, a, b, margin, t);
        if (within) {
            widen(&out, tool, a, b, t, chord * e, chord);
        }
    }
    bool far = is_point(tool) && out.off > tool->def.reach + margin;
    out.any = out.any && !far;
    return out;
}

// The turn of the arms at which both touch it: it is as thick as it is bent in between.
static double touching_turn(const sut_tool_slot *tool, const sut_needle *n, const bar *b,
                            double z) {
    double radius = 0.5 * n->form.diameter + 0.5 * (b->high - b->low);
    return sut_grip_touching_turn(&tool->def, radius, z);
}

double sut_needle_grip_least_turn(const sut_world *w, int slot) {
    const sut_tool_slot *tool = &w->tools[slot];
    double least = 0.0;
    for (int i = 0; i < w->def.capacity.needles; i++) {
        bar b = {.any = false};
        if (w->needles[i].used) {
            b = look_between(tool, w->needles[i].needle, 0.0);
        }
        double turn = b.any ? touching_turn(tool, w->needles[i].needle, &b, b.deepest) : 0.0;
        least = turn > least ? turn : least;
    }
    return least;
}

// Faces resist a turn with what they grip, on half of their length.
static double most_torque(const sut_tool_def *d) {
    return d->grip_force * (d->kind == SUT_TOOL_POINT ? d->reach : 0.5 * d->grip_length);
}

//---- take ----------------------------------------------------------------------------------------
// Where it is now is where it is held from now on.
static void place_here(sut_world *w, int slot) {
    sut_tool_slot *tool = &w->tools[slot];
    sut_needle_grip *g = &tool->needle_grip;
    const sut_needle *n = held_needle(w, g);
    g->place.position = pose_to_local(tool->proxy, where_of(n, g->s));
    g->place.rotation = q_normalized(q_mul(q_conjugate(tool->proxy.rotation), n->state.turn));
}

static void set_grip(sut_world *w, int slot, int needle, double s, double margin) {
    sut_tool_slot *tool = &w->tools[slot];
    sut_needle_grip_drop(tool);
    tool->needle_grip.needle = needle + 1;
    tool->needle_grip.s =
        s < w->needles[needle].needle->form.length ? s : w->needles[needle].needle->form.length;
    tool->needle_grip.margin = margin;
    place_here(w, slot);
}

// Between two tools it is stiff, and neither has felt that yet: what they would do to each other in
// the first steps stays within the play of the faces. More would make hands that part creep.
static void expect_stiff(sut_world *w, int needle) {
    const double share = 0.25; // of the grip: its limit is reached on a fifth of the diameter
    for (int i = 0; i < w->def.capacity.tools; i++) {
        sut_tool_slot *tool = &w->tools[i];
        bool holds = tool->used && tool->needle_grip.needle == needle + 1;
        for (int kind = 0; holds && kind < 2; kind++) {
            double most = kind == 0 ? tool->def.grip_force : most_torque(&tool->def);
            double grip = sut_needle_jaws_stiffness(w->needles[needle].needle, kind, most);
            tool->felt[kind] = fmax(tool->felt[kind], share * grip);
        }
    }
}

static void take(sut_world *w, int slot, int needle, double s) {
    // faces that it keeps apart give way a little
    set_grip(w, slot, needle, s, 0.5 * w->needles[needle].needle->form.diameter);
    if (holders_of(w, needle) > 1) {
        expect_stiff(w, needle);
    }
    tell(w, SUT_EV_NEEDLE_GRASPED, slot, w->tools[slot].needle_grip.s);
}

const char *sut_needle_grip_take(sut_world *w, int slot, int needle) {
    sut_tool_slot *tool = &w->tools[slot];
    const sut_needle *n = w->needles[needle].needle;
    if (sut_tool_cuts(&tool->def)) {
        return "a tool that cuts holds no needle";
    }
    if (tool->jaw > 0.0) {
        return "the tool that is to hold the needle is open; its jaw must be 0";
    }
    if (sut_grip_holds(w, slot) || holders_of(w, needle) >= SUT_NEEDLE_JAWS) {
        return "the tool that is to hold the needle holds something already";
    }
    bar b = look_between(tool, n, HUGE_VAL);
    // closed on it, the faces would be so much further apart, and it may lie beside them
    set_grip(w, slot, needle, b.s, b.off + 0.5 * n->form.diameter);
    tool->closed = true;
    return NULL;
}

// Between jaws that close, where they touch it from both sides.
static void take_between(sut_world *w, int slot) {
    const sut_tool_slot *tool = &w->tools[slot];
    double widest = sut_tool_widest(&tool->def);
    double turn = tool->jaw * widest;
    double wanted = sut_tool_key_at(tool, w->step_end).jaw * widest;
    for (int i = 0; wanted <= turn && i < w->def.capacity.needles; i++) {
        const sut_needle *n = w->needles[i].used ? w->needles[i].needle : NULL;
        if (!n || holders_of(w, i) >= SUT_NEEDLE_JAWS) {
            continue;
        }
        bar b = look_between(tool, n, 0.0);
        double touch = b.any ? touching_turn(tool, n, &b, b.deepest) : 0.0;
        bool touches = turn <= sut_grip_holding * touch && turn * sut_grip_holding >= touch;
        if (b.any && touches && wanted <= touch) {
            take(w, slot, i, b.s);
            return;
        }
    }
}

double sut_needle_grip_nearest(const sut_world *w, int slot, int *needle) {
    const sut_tool_slot *tool = &w->tools[slot];
    double best = HUGE_VAL;
    *needle = -1;
    for (int i = 0; i < w->def.capacity.needles; i++) {
        bar b = {.any = false};
        if (w->needles[i].used && holders_of(w, i) < SUT_NEEDLE_JAWS) {
            b = look_between(tool, w->needles[i].needle, 0.0);
        }
        if (b.any && b.off < best) {
            best = b.off;
            *needle = i;
        }
    }
    return best;
}

void sut_needle_grip_take_near(sut_world *w, int slot) {
    int needle = -1;
    (void)sut_needle_grip_nearest(w, slot, &needle);
    if (needle >= 0) {
        take(w, slot, needle, look_between(&w->tools[slot], w->needles[needle].needle, 0.0).s);
    }
}

//---- hold ----------------------------------------------------------------------------------------
void sut_needle_grip_gather(sut_world *w) {
    for (int i = 0; i < w->def.capacity.needles; i++) {
        for (int k = 0; w->needles[i].used && k < SUT_NEEDLE_JAWS; k++) {
            w->needles[i].needle->jaws[k].holds = false;
        }
    }
    for (int i = 0; i < w->def.capacity.tools; i++) {
        const sut_tool_slot *tool = &w->tools[i];
        sut_needle_grip *g = &w->tools[i].needle_grip;
        if (!tool->used || g->needle == 0) {
            continue;
        }
        sut_needle *n = w->needles[g->needle - 1].needle;
        g->jaws = n->jaws[0].holds ? 1 : 0;
        sut_needle_jaws *j = &n->jaws[g->jaws];
        j->holds = true;
        j->arm = v3_sub(sut_needle_place(n, g->s), n->centre);
        j->place = pose_to_world(tool->next, g->place.position);
        j->turn = q_normalized(q_mul(tool->next.rotation, g->place.rotation));
        j->force = tool->def.grip_force;
        j->torque = most_torque(&tool->def);
    }
}

// What jaws give at their limit they keep pulling with; what is beyond it is slid.
static sut_vec3 kept(const sut_needle *n, int kind, double most, sut_vec3 lag, bool *slips) {
    const double rounding = 1e-9;
    double stiffness = sut_needle_jaws_stiffness(n, kind, most);
    *slips = *slips || stiffness * v3_norm(lag) > (1.0 + rounding) * most;
    return v3_limited(lag, most / stiffness);
}

void sut_needle_grip_commit(sut_world *w, int slot) {
    sut_tool_slot *tool = &w->tools[slot];
    sut_needle_grip *g = &tool->needle_grip;
    if (g->needle == 0) {
        return;
    }
    const sut_needle *n = held_needle(w, g);
    g->force = n->jaws[g->jaws].given.line;
    g->torque = n->jaws[g->jaws].given.turn;
    sut_vec3 at = where_of(n, g->s);
    sut_quat wanted = q_mul(tool->proxy.rotation, g->place.rotation);
    sut_vec3 lag = v3_sub(pose_to_world(tool->proxy, g->place.position), at);
    sut_vec3 turn = q_way(n->state.turn, wanted);
    g->slips = false;
    lag = kept(n, 0, tool->def.grip_force, lag, &g->slips);
    turn = kept(n, 1, most_torque(&tool->def), turn, &g->slips);
    if (g->slips) {
        g->place.position = pose_to_local(tool->proxy, v3_add(at, lag));
        g->place.rotation = q_normalized(
            q_mul(q_conjugate(tool->proxy.rotation), q_mul(q_exp(turn), n->state.turn)));
    }
}

bool sut_needle_grip_slides(const sut_world *w, int slot, int kind, sut_vec3 *along,
                            double *across) {
    const double nearly = 0.999; // it slides with all that the jaws grip, but for rounding
    const sut_tool_slot *tool = &w->tools[slot];
    const sut_needle_grip *g = &tool->needle_grip;
    sut_vec3 load = kind == 0 ? g->force : g->torque;
    double most = kind == 0 ? tool->def.grip_force : most_torque(&tool->def);
    if (g->needle == 0 || !g->slips || !(v3_norm(load) > nearly * most)) {
        return false;
    }
    *along = v3_normalized(load);
    *across = sut_needle_jaws_stiffness(held_needle(w, g), kind, most);
    return true;
}

//---- after a step --------------------------------------------------------------------------------
// Does no part of the tool cut into it?
static bool is_clear(const sut_tool_slot *tool, const sut_needle *n) {
    double least = SUT_CONTACT_KEEP * 0.5 * n->form.diameter;
    for (int k = 0; k < sut_tool_part_count(&tool->def); k++) {
        for (int e = 0; e < n->chain - 1; e++) {
            double at;
            if (sut_shape_segment(&tool->part[k], n->body.position[e], n->body.position[e + 1], &at,
                                  NULL) < least) {
                return false;
            }
        }
    }
    return true;
}

// Jaws that are to open hold it until they have left it, so that nothing overlaps when it is free.
static bool lets_go(const sut_world *w, const sut_tool_slot *tool) {
    const sut_needle *n = held_needle(w, &tool->needle_grip);
    double wanted = sut_tool_key_at(tool, w->step_end).jaw;
    if (is_point(tool)) {
        return wanted > 0.5;
    }
    bar b = look_between(tool, n, tool->needle_grip.margin);
    // as they took it: what they closed to is no opening
    double touch = b.any ? touching_turn(tool, n, &b, b.deepest)
                         : sut_grip_touching_turn(&tool->def, 0.5 * n->form.diameter, 0.0);
    bool opens = wanted * sut_tool_widest(&tool->def) > sut_grip_letting * touch;
    return opens && (tool->jaw >= wanted || is_clear(tool, n));
}

// What slid is held at the place that is between the jaws now, as far behind the tool as before.
static void follow(sut_world *w, int slot) {
    sut_tool_slot *tool = &w->tools[slot];
    sut_needle_grip *g = &tool->needle_grip;
    const sut_needle *n = held_needle(w, g);
    bar b = look_between(tool, n, g->margin);
    if (!b.any) {
        tell(w, SUT_EV_NEEDLE_DROPPED, slot, v3_norm(g->force));
        sut_needle_grip_drop(tool);
        return;
    }
    sut_vec3 lag = v3_sub(g->place.position, pose_to_local(tool->proxy, where_of(n, g->s)));
    g->s = b.s < n->form.length ? b.s : n->form.length;
    g->place.position = v3_add(pose_to_local(tool->proxy, where_of(n, g->s)), lag);
}

void sut_needle_grip_update(sut_world *w, int slot) {
    sut_tool_slot *tool = &w->tools[slot];
    sut_needle_grip *g = &tool->needle_grip;
    if (g->needle > 0 && lets_go(w, tool)) {
        tell(w, SUT_EV_NEEDLE_RELEASED, slot, g->s);
        sut_needle_grip_drop(tool);
    } else if (g->needle > 0 && g->slips) {
        follow(w, slot);
    } else if (g->needle == 0 && !is_point(tool) && !sut_grip_holds(w, slot)) {
        take_between(w, slot);
    }
}

sut_tool_needle_grip sut_needle_grip_view(const sut_world *w, int slot) {
    const sut_needle_grip *g = &w->tools[slot].needle_grip;
    sut_tool_needle_grip out = {{0, 0}, 0.0, v3_zero(), v3_zero(), v3_zero(), false};
    if (g->needle == 0) {
        return out;
    }
    out.needle = (sut_needle_id){(uint32_t)g->needle, w->needles[g->needle - 1].generation};
    out.s = g->s;
    out.where = where_of(held_needle(w, g), g->s);
    out.force = v3_neg(g->force);
    out.torque = v3_neg(g->torque);
    out.slipping = g->slips;
    return out;
}
