// SPDX-License-Identifier: MIT
// tool_move.c -- how a tool follows its target: the virtual coupling, and what stands in its
// way.
//
// The proxy has no mass. In every step it goes to where the pull of the coupling and the force of
// the world would be in balance,
//
//     K (target - x) + F - k (x - x0) = 0
//
// F and x0 are force and place at the start of the step, k is how stiff the world felt lately:
// without it a proxy that pulls at a thread stiffer than K would overshoot further in every step.
// docs/theory/tools.md
#include "data/data.h"

#include "attach/grip.h"
#include "drive/drive.h"
#include "geom/advance.h"
#include "math/quat.h"
#include "math/vec3.h"

#include <string.h>

// Beyond what a user does: m/s, rad/s, full openings of the jaws per second.
static const double fastest = 5.0;
static const double fastest_turn = 50.0;
static const double fastest_jaw = 20.0;

//---- where it should go --------------------------------------------------------------------------
// The displacement that brings coupling and world into balance.
static sut_vec3 balance(sut_vec3 way, double stiffness, double most, sut_vec3 force, double felt) {
    if (isinf(stiffness)) {
        return way;
    }
    sut_vec3 pull = v3_limited(v3_scale(way, stiffness), most);
    return v3_scale(v3_add(pull, force), 1.0 / (stiffness + felt));
}

// Towards where it slides a held needle is soft, and stiff across: one figure for both would make
// the proxy swing across, or creep along. To and fro by turns it does not slide: two tools that
// hold one needle swing against each other, each as far as the grip of the other is soft to it.
static sut_vec3 balance_grip(const sut_world *w, int slot, int kind, sut_vec3 way) {
    const sut_tool_slot *tool = &w->tools[slot];
    double stiffness = kind == 0 ? tool->def.stiffness : tool->def.angular_stiffness;
    double most = kind == 0 ? tool->def.max_force : tool->def.max_torque;
    sut_vec3 force = kind == 0 ? tool->force : tool->torque;
    double felt = tool->felt[kind];
    sut_vec3 along;
    double across;
    if (isinf(stiffness) || !sut_needle_grip_slides(w, slot, kind, &along, &across)) {
        return balance(way, stiffness, most, force, felt);
    }
    across = across > felt ? across : felt;
    if (tool->by_turns[kind] >= SUT_TOOL_TURNS) {
        return balance(way, stiffness, most, force, across);
    }
    sut_vec3 step = balance(way, stiffness, most, force, 0.0);
    sut_vec3 soft = v3_scale(along, v3_dot(step, along));
    double share = stiffness / (stiffness + across);
    return v3_madd(soft, share, v3_sub(step, soft));
}

// Tissue between the arms, on which both bear.
static bool is_full(const sut_world *w, int slot) {
    bool full = false;
    for (int i = 0; i < w->def.capacity.tissues; i++) {
        full = full || (w->tissues[i].used && sut_tissue_grip_is_squeezed(w, slot, i));
    }
    return full;
}

static double jaw_goal(const sut_world *w, int slot, double wanted, double dt) {
    const sut_tool_slot *tool = &w->tools[slot];
    if (tool->def.kind == SUT_TOOL_POINT || tool->def.kind == SUT_TOOL_BLADE) {
        return wanted;
    }
    double jaw = wanted;
    if (wanted < tool->jaw) {
        // what is held is not squeezed any more; what lies in between is not crushed
        double least = sut_grip_least_turn(w, slot) / sut_tool_widest(&tool->def);
        least =
            sut_grip_holds(w, slot) || least > tool->jaw || is_full(w, slot) ? tool->jaw : least;
        jaw = wanted > least ? wanted : least;
    }
    double step = fastest_jaw * dt;
    double change = jaw - tool->jaw;
    change = change > step ? step : (change < -step ? -step : change);
    return tool->jaw + change;
}

static void set_goal(sut_world *w, int slot, double dt) {
    sut_tool_slot *tool = &w->tools[slot];
    sut_tool_key key = sut_tool_key_at(tool, w->step_end);
    tool->goal = tool->proxy;
    tool->goal_jaw = jaw_goal(w, slot, key.jaw, dt);
    if (tool->adrift) {
        return;
    }
    sut_vec3 way = v3_sub(key.pose.position, tool->proxy.position);
    sut_vec3 turn = q_way(tool->proxy.rotation, key.pose.rotation);
    sut_vec3 by = balance_grip(w, slot, 0, way);
    sut_vec3 spin = balance_grip(w, slot, 1, turn);
    by = v3_limited(by, fastest * dt);
    spin = v3_limited(spin, fastest_turn * dt);
    tool->goal.position = v3_add(tool->proxy.position, by);
    tool->goal.rotation = q_normalized(q_mul(q_exp(spin), tool->proxy.rotation));
}

void sut_tool_begin(sut_world *w, double dt) {
    for (int i = 0; i < w->def.capacity.tools; i++) {
        if (w->tools[i].used) {
            w->saved_tools[i] = w->tools[i];
        }
    }
    for (int i = 0; i < w->def.capacity.tools; i++) {
        if (w->tools[i].used) {
            set_goal(w, i, dt);
        }
    }
    sut_tool_fit_goals(w);
}

//---- a part of a step ----------------------------------------------------------------------------
// How far it goes; a turn and the jaws count as far as the tips feel them.
static double stride(const sut_tool_slot *tool, const sut_pose *to, double jaw) {
    return v3_distance(to->position, tool->proxy.position) +
           tool->def.length * v3_norm(q_way(tool->proxy.rotation, to->rotation)) +
           tool->def.opening * fabs(jaw - tool->jaw);
}

void sut_tool_gather(sut_world *w, double t, double dt) {
    double live = sut_live_share(w, t, dt);
    for (int i = 0; i < w->def.capacity.tools; i++) {
        sut_tool_slot *tool = &w->tools[i];
        if (!tool->used) {
            continue;
        }
        double way = stride(tool, &tool->goal, tool->goal_jaw);
        double share = sut_follower_fraction(&tool->follower, live, way, dt);
        tool->next = pose_between(tool->proxy, tool->goal, share);
        tool->next_jaw = tool->jaw + share * (tool->goal_jaw - tool->jaw);
        if (way > 0.0) {
            (void)sut_tool_shapes(&tool->def, &tool->next, tool->next_jaw, tool->next_part);
        } else {
            memcpy(tool->next_part, tool->part, sizeof tool->part);
        }
    }
    sut_tool_clear(w);
    for (int i = 0; i < w->def.capacity.tools; i++) {
        if (w->tools[i].used) {
            sut_grip_gather(w, i, dt);
        }
    }
    sut_tissue_grip_gather(w, dt);
}

// Is one of its parts in the way of a thread, or a thread that it holds in the way of something?
static bool is_hit(const sut_world *w, int slot) {
    if (!w->bodies.hit_obstacle) {
        return false;
    }
    bool hit = false;
    for (int k = 0; k < SUT_TOOL_SOLIDS; k++) {
        int solid = w->def.capacity.obstacles + SUT_TOOL_SOLIDS * slot + k;
        hit = hit || w->bodies.hit_obstacle[solid];
    }
    for (int k = 0; k < SUT_TOOL_GRIPS; k++) {
        const sut_hold_slot *h = &w->holds[w->def.capacity.holds + SUT_TOOL_GRIPS * slot + k];
        hit = hit || (h->used && (w->bodies.hit_body[h->thread] ||
                                  w->threads[h->thread].rod.work.progress.failed));
    }
    int needle = w->tools[slot].needle_grip.needle;
    const sut_body *held_needle = needle > 0 ? sut_needle_slot_body(&w->needles[needle - 1]) : NULL;
    hit = hit || (held_needle && (w->bodies.hit_body[w->def.capacity.threads + needle - 1] ||
                                  held_needle->kind->progress(held_needle).failed));
    int held = w->tools[slot].tissue_grip.tissue;
    const sut_body *b = held > 0 ? sut_tissue_slot_body(&w->tissues[held - 1]) : NULL;
    return hit ||
           (b && (w->bodies.hit_body[w->bodies.rods + held - 1] || b->kind->progress(b).failed));
}

bool sut_tool_slow_down(sut_world *w, double share, double dt) {
    const double least = sut_follower_least;
    bool any = false;
    for (int i = 0; i < w->def.capacity.tools; i++) {
        sut_tool_slot *tool = &w->tools[i];
        double way = tool->used ? stride(tool, &tool->next, tool->next_jaw) : 0.0;
        if (sut_follower_moves(way, least) && is_hit(w, i)) {
            tool->follower.speed_limit = sut_follower_speed(share, way, least, dt);
            any = true;
        }
    }
    return any;
}

// Would a contact of this tool press its thread harder than it bears? Not counted is the rim that a
// strand is bent over beside the grip: it pushes with a short lever.
static bool presses_hard(const sut_world *w, int slot) {
    const sut_contacts *c = &w->contacts;
    int first = w->def.capacity.obstacles + SUT_TOOL_SOLIDS * slot;
    for (int i = 0; i < c->count; i++) {
        const sut_contact *k = &c->contact[i];
        int solid = sut_contact_solid(&w->bodies, k->site[1].body);
        bool own = solid >= first && solid < first + SUT_TOOL_SOLIDS;
        if (own && k->force[0] > SUT_CONTACT_BEARABLE * k->limit &&
            !sut_contact_is_gripped(&w->bodies, k->site[0].body, k->site[0].vertex[0], solid)) {
            return true;
        }
    }
    return false;
}

bool sut_tool_yield(sut_world *w, double dt) {
    const double least = sut_follower_least;
    bool any = false;
    for (int i = 0; i < w->def.capacity.tools; i++) {
        sut_tool_slot *tool = &w->tools[i];
        double way = tool->used ? stride(tool, &tool->next, tool->next_jaw) : 0.0;
        if (sut_follower_moves(way, least) &&
            (presses_hard(w, i) || sut_tissue_grip_pulls_hard(w, i))) {
            tool->follower.speed_limit = sut_follower_speed(0.25, way, least, dt);
            any = true;
        }
    }
    return any;
}

void sut_tool_commit(sut_world *w, double share, double dt) {
    const double growth = sut_follower_growth(w, dt);
    for (int i = 0; i < w->def.capacity.tools; i++) {
        sut_tool_slot *tool = &w->tools[i];
        if (!tool->used) {
            continue;
        }
        sut_vec3 from = tool->proxy.position;
        tool->proxy = pose_between(tool->proxy, tool->next, share);
        tool->jaw +=
            share < 1.0 ? share * (tool->next_jaw - tool->jaw) : tool->next_jaw - tool->jaw;
        tool->velocity = v3_scale(v3_sub(tool->proxy.position, from), 1.0 / dt);
        for (int k = 0; k < sut_tool_part_count(&tool->def); k++) {
            tool->part[k] = sut_shape_between(&tool->part[k], &tool->next_part[k], share);
        }
        sut_follower_recover(&tool->follower, growth, sut_follower_fastest);
        sut_grip_commit(w, i, share);
        sut_tissue_grip_commit(w, i);
        sut_needle_grip_commit(w, i);
    }
}

//---- what it feels -------------------------------------------------------------------------------
typedef struct wrench {
    sut_vec3 force, torque;
} wrench;

static void add_force(wrench *sum, sut_vec3 origin, sut_vec3 where, sut_vec3 force) {
    sum->force = v3_add(sum->force, force);
    sum->torque = v3_add(sum->torque, v3_cross(v3_sub(where, origin), force));
}

// Contacts (of explicit models their mean over the step), then what grips of threads, needle and
// tissue give.
static wrench felt_wrench(const sut_world *w, int slot) {
    const sut_tool_slot *tool = &w->tools[slot];
    sut_vec3 origin = tool->proxy.position;
    wrench sum = {v3_zero(), v3_zero()};
    bool mean = sut_world_explicit(w) && tool->felt_time > 0.0;
    if (mean) {
        sum.force = v3_scale(tool->impulse, 1.0 / tool->felt_time);
        sum.torque = v3_scale(tool->angular_impulse, 1.0 / tool->felt_time);
    }
    for (int i = 0; !mean && i < w->contact_view_count; i++) {
        const sut_contact_view *v = &w->contact_views[i];
        if (v->tool.index1 == (uint32_t)slot + 1) {
            add_force(&sum, origin, v->where, v3_neg(v->force));
        }
    }
    for (int k = 0; k < SUT_TOOL_GRIPS; k++) {
        const sut_hold_slot *h = &w->holds[w->def.capacity.holds + SUT_TOOL_GRIPS * slot + k];
        if (h->used) {
            sut_vec3 where = w->threads[h->thread].rod.body.position[h->vertex];
            sut_vec3 along = q_rotate(tool->proxy.rotation, tool->grip[k].direction);
            add_force(&sum, origin, where, v3_neg(h->force));
            sum.torque = v3_madd(sum.torque, -h->spin_torque, along);
            sum.torque = v3_sub(sum.torque, tool->grip[k].couple);
        }
    }
    if (tool->needle_grip.needle > 0) {
        sut_tool_needle_grip held = sut_needle_grip_view(w, slot);
        add_force(&sum, origin, held.where, held.force);
        sum.torque = v3_add(sum.torque, held.torque);
    }
    const sut_tissue_grip *g = &tool->tissue_grip;
    for (int j = 0; g->tissue > 0 && j < g->hand.count; j++) {
        const sut_body *b = sut_tissue_slot_body(&w->tissues[g->tissue - 1]);
        add_force(&sum, origin, b->position[g->hand.node[j]], v3_neg(g->hand.force[j]));
    }
    return sum;
}

// A proxy that takes the world for softer than it is overshoots by turns, at first by so little
// that an even way hides it: count how often in a row its way changed to and fro.
static bool goes_by_turns(sut_tool_slot *tool, int kind, sut_vec3 way) {
    const double least = 1e-9; // m or rad: less is rounding
    const double much = 0.6;   // of the last change: less dies out by itself
    sut_vec3 bend = v3_sub(way, tool->last_way[kind]);
    sut_vec3 last = tool->last_bend[kind];
    bool back = v3_norm2(bend) > least * least && v3_dot(bend, last) < -much * v3_norm2(last);
    int count = back ? tool->by_turns[kind] + 1 : 0;
    tool->by_turns[kind] = count < SUT_TOOL_TURNS ? count : SUT_TOOL_TURNS;
    tool->last_way[kind] = way;
    tool->last_bend[kind] = bend;
    return count >= SUT_TOOL_TURNS;
}

// How stiff the world felt in this step: by how much its force grew on the way. What felt stiff
// once is forgotten slowly.
static double feel(sut_tool_slot *tool, int kind, sut_vec3 change, sut_vec3 way) {
    const double most = 1e7;
    const double least = 1e-10; // m or rad: below it there is nothing to tell
    const double coupling[2] = {tool->def.stiffness, tool->def.angular_stiffness};
    bool by_turns = goes_by_turns(tool, kind, way);
    double felt = tool->felt[kind];
    double far2 = v3_norm2(way);
    if (!(far2 > least * least)) {
        return felt;
    }
    double now = -v3_dot(change, way) / far2;
    if (by_turns && !isinf(coupling[kind])) {
        // by chance that happens too seldom to outweigh what is forgotten
        double more = 1.2 * felt + 0.1 * coupling[kind];
        now = more > now ? more : now;
    }
    now = now > 0.0 ? (now < most ? now : most) : 0.0;
    return now > felt ? now : 0.9 * felt + 0.1 * now;
}

// Blocked is a tool that had to slow down, until its speed limit no longer binds.
static void tell_blocked(sut_world *w, int slot) {
    sut_tool_slot *tool = &w->tools[slot];
    bool blocked = sut_follower_is_slowed(&tool->follower) || tool->halted;
    if (blocked != tool->blocked) {
        sut_tool_key key = sut_tool_key_at(tool, w->step_end);
        double lag = v3_distance(key.pose.position, tool->proxy.position);
        sut_world_event(w, blocked ? SUT_EV_TOOL_BLOCKED : SUT_EV_TOOL_FREE, (uint32_t)slot + 1,
                        tool->proxy.position, lag);
    }
    tool->blocked = blocked;
}

// What the coupling still pulls with against the world, towards the target at the end of the step.
typedef struct coupling {
    double stiffness, most;
    sut_vec3 way[2];   // m or rad to the target, before and after the step
    sut_vec3 force[2]; // N or N m, of the world
    bool arrived;      // the tool got where the estimate sent it
} coupling;

static double unbalanced(const coupling *c, int when) {
    sut_vec3 pull = v3_limited(v3_scale(c->way[when], c->stiffness), c->most);
    return v3_norm(v3_add(pull, c->force[when]));
}

// An estimate of the world's stiffness sends the tool to where coupling and world are in balance.
// If it went there and the balance is still what it was, the world is not that stiff: a flicker of
// the force over next to no way looks like any stiffness. A truly stiff world is below half.
static double relax_estimate(double felt, const coupling *c) {
    const double high = 20.0; // of the coupling: below it the estimate has no effect
    bool doubtful = c->arrived && felt > high * c->stiffness;
    return doubtful && unbalanced(c, 1) > 0.9 * unbalanced(c, 0) ? 0.5 * felt : felt;
}

static void relax_estimates(const sut_world *w, sut_tool_slot *tool, const sut_tool_slot *before) {
    const sut_tool_def *d = &tool->def;
    sut_tool_key key = sut_tool_key_at(tool, w->step_end);
    // an inextensible thread is as stiff as it seems, and what explicit ones give are impulses
    if (tool->adrift || sut_world_explicit(w)) {
        return;
    }
    double way = v3_distance(tool->goal.position, before->proxy.position);
    coupling push = {d->stiffness,
                     d->max_force,
                     {v3_sub(key.pose.position, before->proxy.position),
                      v3_sub(key.pose.position, tool->proxy.position)},
                     {before->force, tool->force},
                     v3_distance(tool->goal.position, tool->proxy.position) <= 1e-6 * way};
    double turn = v3_norm(q_way(before->proxy.rotation, tool->goal.rotation));
    coupling spin = {d->angular_stiffness,
                     d->max_torque,
                     {q_way(before->proxy.rotation, key.pose.rotation),
                      q_way(tool->proxy.rotation, key.pose.rotation)},
                     {before->torque, tool->torque},
                     v3_norm(q_way(tool->proxy.rotation, tool->goal.rotation)) <= 1e-6 * turn};
    tool->felt[0] = relax_estimate(tool->felt[0], &push);
    tool->felt[1] = relax_estimate(tool->felt[1], &spin);
}

void sut_tool_finish(sut_world *w, double dt) {
    for (int i = 0; i < w->def.capacity.tools; i++) {
        sut_tool_slot *tool = &w->tools[i];
        if (!tool->used) {
            continue;
        }
        const sut_tool_slot *before = &w->saved_tools[i];
        wrench now = felt_wrench(w, i);
        sut_vec3 way = v3_sub(tool->proxy.position, before->proxy.position);
        sut_vec3 turn = q_way(before->proxy.rotation, tool->proxy.rotation);
        tool->felt[0] = feel(tool, 0, v3_sub(now.force, before->force), way);
        tool->felt[1] = feel(tool, 1, v3_sub(now.torque, before->torque), turn);
        tool->force = now.force;
        tool->torque = now.torque;
        relax_estimates(w, tool, before);
        tool->velocity = v3_scale(way, 1.0 / dt);
        tell_blocked(w, i);
        if (tool->idle) {
            tool->idle = false;
            sut_world_event(w, SUT_EV_IDLE, (uint32_t)i + 1, tool->proxy.position, 0.0);
        }
        sut_grip_update(w, i);
    }
}
