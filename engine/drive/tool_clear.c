// SPDX-License-Identifier: MIT
// tool_clear.c -- tools do not pass through each other, nor into obstacles.
//
// Twice in a step. At its start the goals of all tools are made to fit (sut_tool_fit_goals): where
// the way of a tool leads into something, what is left of the way goes along its surface. Two tools
// give way as their couplings let them: each is a spring, and the push that keeps them apart moves
// both. In every part of the step the motion is then followed (sut_tool_clear) like that of threads
// by the guard: as much of it is made as keeps all apart, whatever the goals are.
// docs/theory/tools.md
#include "data/data.h"

#include "drive/drive.h"
#include "geom/advance.h"
#include "geom/segment.h"
#include "geom/shape_pair.h"
#include "math/quat.h"
#include "math/vec3.h"

// Of the tip's radius: what is free between a goal and a solid, and what a motion keeps at least.
static const double free_share = 0.1;
static const double keep_share = 0.05;
static const double follow_cost = 1.0; // us, of one pair of parts that is followed

static bool has_body(const sut_tool_slot *tool) {
    return tool->used && tool->def.kind != SUT_TOOL_POINT;
}

static bool is_off(const sut_world *w) {
    return w->def.contact.disabled || w->def.contact.unguarded;
}

//---- pairs ---------------------------------------------------------------------------------------
// Inclined planes are not round: they meet what is, and not each other.
static double advance(const sut_shape *a, const sut_shape *a_to, const sut_shape *b,
                      const sut_shape *b_to, double keep) {
    if (sut_shape_is_round(a)) {
        return sut_shape_pair_advance(a, a_to, b, b_to, keep);
    }
    return sut_shape_is_round(b) ? sut_shape_pair_advance(b, b_to, a, a_to, keep) : 1.0;
}

static sut_shape_near near_of(const sut_shape *a, const sut_shape *b) {
    if (sut_shape_is_round(a)) {
        return sut_shape_pair_near(a, b);
    }
    if (!sut_shape_is_round(b)) {
        return (sut_shape_near){HUGE_VAL, v3(0.0, 0.0, 1.0), v3_zero()};
    }
    sut_shape_near near = sut_shape_pair_near(b, a);
    near.normal = v3_neg(near.normal);
    return near;
}

//---- what is near --------------------------------------------------------------------------------
// No point of a part is further from its axis.
static double width_of(const sut_shape *s) {
    return s->kind == SUT_SHAPE_CAPSULE ? s->radius : s->base_radius + s->half_size.x;
}

// No less than the way of any point of a part.
static double reach_of(const sut_shape *from, const sut_shape *to) {
    sut_vec3 spin;
    double turn = sut_shape_turn(from, to, &spin);
    return v3_distance(from->center, to->center) + turn * (from->half_length + width_of(from));
}

// A ball around a part and all of its way.
typedef struct ball {
    sut_vec3 center;
    double radius;
} ball;

static ball ball_around(const sut_shape *from, const sut_shape *to) {
    return (ball){from->center, from->half_length + width_of(from) + reach_of(from, to)};
}

// A tool and where it goes, in a step or in a part of it.
typedef struct mover {
    const sut_shape *part, *to;
    int parts;
    double radius; // m, of its tips
    ball around[SUT_TOOL_SOLIDS];
    ball all;
} mover;

static mover mover_of(const sut_tool_slot *tool, const sut_shape *to) {
    mover m;
    m.part = tool->part;
    m.to = to;
    m.parts = sut_tool_part_count(&tool->def);
    m.radius = tool->def.tip_radius;
    for (int k = 0; k < m.parts; k++) {
        m.around[k] = ball_around(&tool->part[k], &to[k]);
    }
    // about the middle between the first part and the last one, an arm and the handle
    m.all = (ball){v3_lerp(m.around[0].center, m.around[m.parts - 1].center, 0.5), 0.0};
    for (int k = 0; k < m.parts; k++) {
        double radius = v3_distance(m.around[k].center, m.all.center) + m.around[k].radius;
        m.all.radius = radius > m.all.radius ? radius : m.all.radius;
    }
    return m;
}

static bool balls_meet(const ball *a, const ball *b, double gap) {
    double reach = a->radius + b->radius + gap;
    return v3_norm2(v3_sub(a->center, b->center)) < reach * reach;
}

// Axes of the two, as far apart as their radii and their ways add up to: the balls of long parts
// meet early.
static bool axes_meet(const mover *a, int i, const mover *b, int j, double gap) {
    const sut_shape *s = &a->part[i];
    const sut_shape *o = &b->part[j];
    sut_vec3 u = v3_scale(s->axis[2], s->half_length);
    sut_vec3 v = v3_scale(o->axis[2], o->half_length);
    sut_segment_near near = sut_segment_nearest(v3_sub(s->center, u), v3_add(s->center, u),
                                                v3_sub(o->center, v), v3_add(o->center, v));
    double room = (a->around[i].radius - s->half_length) + (b->around[j].radius - o->half_length);
    return near.distance < room + gap;
}

//---- goals ---------------------------------------------------------------------------------------
// What two solids must not do: come nearer than `gap` along `normal`, which points to the first.
typedef struct meeting {
    bool found;
    double share;    // of the way, until they meet
    double lacking;  // m, missing distance of the goals
    sut_vec3 normal; // from the second to the first
    sut_vec3 where;
} meeting;

// By how much a point of a body goes along the normal between two poses of the body.
static double along(const sut_shape *from, const sut_shape *to, sut_vec3 x, sut_vec3 normal) {
    return v3_dot(normal, v3_sub(sut_shape_to_world(to, sut_shape_to_local(from, x)), x));
}

// Where two parts meet on their ways, and the missing distance there. The first meeting counts.
static void meet(const sut_shape *a, const sut_shape *a_to, const sut_shape *b,
                 const sut_shape *b_to, double gap, meeting *m) {
    double keep = gap * keep_share / free_share;
    double share = advance(a, a_to, b, b_to, keep);
    sut_shape here = share < 1.0 ? sut_shape_between(a, a_to, share) : *a_to;
    sut_shape there = share < 1.0 ? sut_shape_between(b, b_to, share) : *b_to;
    sut_shape_near near = near_of(&here, &there);
    double left = near.distance;
    if (share < 1.0) {
        left += along(&here, a_to, near.where, near.normal) -
                along(&there, b_to, near.where, near.normal);
    }
    double lacking = gap - left;
    if (lacking > 0.0 && (!m->found || share < m->share ||
                          (share == m->share && lacking > m->lacking))) { // both at the end
        *m = (meeting){true, share, lacking, near.normal, near.where};
    }
}

// How far a tool goes along n, and by how much it turns about its origin, for each newton at x.
typedef struct give {
    double move, turn; // m/N, rad/(N m); 0: it does not give way
    sut_vec3 lever;    // m, of the force about the origin
    double both;       // m/N, of the point x along n
} give;

static give give_of(const sut_tool_slot *tool, sut_vec3 x, sut_vec3 n, bool rigid) {
    const sut_tool_def *d = &tool->def;
    give g = {0.0, 0.0, v3_cross(v3_sub(x, tool->goal.position), n), 0.0};
    if (tool->adrift) {
        return g; // it has no target: it stays
    }
    if (rigid) {
        g.move = 1.0; // two that do not give way: half of it each
    } else {
        g.move = isinf(d->stiffness) ? 0.0 : 1.0 / (d->stiffness + tool->felt[0]);
        g.turn = isinf(d->angular_stiffness) ? 0.0 : 1.0 / (d->angular_stiffness + tool->felt[1]);
    }
    g.both = g.move + g.turn * v3_norm2(g.lever);
    return g;
}

static void push(sut_tool_slot *tool, const give *g, double force, sut_vec3 n) {
    tool->goal.position = v3_madd(tool->goal.position, force * g->move, n);
    sut_vec3 turn = v3_scale(g->lever, force * g->turn);
    if (v3_norm2(turn) > 0.0) {
        tool->goal.rotation = q_normalized(q_mul(q_exp(turn), tool->goal.rotation));
    }
}

static void feel(sut_tool_slot *tool, const meeting *m, double force, sut_vec3 n) {
    sut_vec3 f = v3_scale(n, force);
    sut_vec3 arm = v3_sub(m->where, tool->proxy.position);
    tool->solid_force = v3_add(tool->solid_force, f);
    tool->solid_torque = v3_add(tool->solid_torque, v3_cross(arm, f));
}

static void part_tools(sut_tool_slot *a, sut_tool_slot *b, const meeting *m) {
    sut_vec3 back = v3_neg(m->normal);
    give ga = give_of(a, m->where, m->normal, false);
    give gb = give_of(b, m->where, back, false);
    bool rigid = !(ga.both + gb.both > 0.0);
    if (rigid) {
        ga = give_of(a, m->where, m->normal, true);
        gb = give_of(b, m->where, back, true);
    }
    if (!(ga.both + gb.both > 0.0)) {
        return;
    }
    double force = m->lacking / (ga.both + gb.both);
    push(a, &ga, force, m->normal);
    push(b, &gb, force, back);
    if (!rigid) { // the force between rigid ones is not known
        feel(a, m, force, m->normal);
        feel(b, m, force, back);
    }
}

// Obstacles push a tool without turning it.
static void leave_obstacle(sut_tool_slot *tool, const meeting *m) {
    if (tool->adrift) {
        return;
    }
    tool->goal.position = v3_madd(tool->goal.position, m->lacking, m->normal);
    if (!isinf(tool->def.stiffness)) {
        feel(tool, m, m->lacking * (tool->def.stiffness + tool->felt[0]), m->normal);
    }
}

static double gap_between(const mover *a, const mover *b) {
    return free_share * (a->radius < b->radius ? a->radius : b->radius);
}

static bool fit_pair(sut_world *w, sut_tool_slot *a, sut_tool_slot *b, const mover *ma,
                     const mover *mb) {
    double gap = gap_between(ma, mb);
    meeting m = {.found = false};
    for (int k = 0; balls_meet(&ma->all, &mb->all, gap) && k < ma->parts; k++) {
        for (int l = 0; l < mb->parts; l++) {
            if (balls_meet(&ma->around[k], &mb->around[l], gap) && axes_meet(ma, k, mb, l, gap)) {
                w->budget.spent += follow_cost;
                meet(&ma->part[k], &ma->to[k], &mb->part[l], &mb->to[l], gap, &m);
            }
        }
    }
    if (m.found) {
        part_tools(a, b, &m);
    }
    return m.found;
}

// May a part on its way meet an obstacle on its own?
static bool is_near(const sut_shape *now, const sut_shape *next, const ball *around, double gap) {
    sut_vec3 spin;
    double turn = sut_shape_turn(now, next, &spin);
    double arm = v3_distance(around->center, now->center) + around->radius;
    double moves = v3_distance(now->center, next->center) + (turn > 0.0 ? turn * arm : 0.0);
    return sut_shape_distance(now, around->center, NULL) < around->radius + gap + moves;
}

static bool fit_obstacle(sut_world *w, sut_tool_slot *tool, const mover *a,
                         const sut_obstacle_slot *o) {
    double gap = free_share * a->radius;
    sut_shape now;
    sut_shape then;
    sut_obstacle_ahead(w, o, &now, &then);
    meeting m = {.found = false};
    for (int k = 0; is_near(&now, &then, &a->all, gap) && k < a->parts; k++) {
        if (is_near(&now, &then, &a->around[k], gap)) {
            w->budget.spent += follow_cost;
            meet(&a->part[k], &a->to[k], &now, &then, gap, &m);
        }
    }
    if (m.found) {
        leave_obstacle(tool, &m);
    }
    return m.found;
}

// A tool on its way to its goal, whose parts there are put into `goal`.
static mover mover_to_goal(const sut_tool_slot *tool, sut_shape goal[SUT_TOOL_SOLIDS]) {
    (void)sut_tool_shapes(&tool->def, &tool->goal, tool->goal_jaw, goal);
    return mover_of(tool, goal);
}

static bool fit_tool(sut_world *w, int i) {
    const sut_capacity *c = &w->def.capacity;
    sut_tool_slot *tool = &w->tools[i];
    sut_shape goal[2][SUT_TOOL_SOLIDS];
    mover a = mover_to_goal(tool, goal[0]);
    bool any = false;
    for (int j = i + 1; j < c->tools; j++) {
        sut_tool_slot *other = &w->tools[j];
        if (has_body(other)) {
            mover b = mover_to_goal(other, goal[1]);
            if (fit_pair(w, tool, other, &a, &b)) {
                a = mover_to_goal(tool, goal[0]);
                any = true;
            }
        }
    }
    for (int k = 0; k < c->obstacles; k++) {
        if (w->obstacles[k].used && fit_obstacle(w, tool, &a, &w->obstacles[k])) {
            a = mover_to_goal(tool, goal[0]);
            any = true;
        }
    }
    return any;
}

static bool fit_all(sut_world *w) {
    bool any = false;
    for (int i = 0; i < w->def.capacity.tools; i++) {
        any = (has_body(&w->tools[i]) && fit_tool(w, i)) || any;
    }
    return any;
}

static double follow_pair(sut_world *w, const mover *a, const mover *b, double keep) {
    double share = 1.0;
    for (int k = 0; balls_meet(&a->all, &b->all, keep) && k < a->parts; k++) {
        for (int l = 0; l < b->parts; l++) {
            if (balls_meet(&a->around[k], &b->around[l], keep) && axes_meet(a, k, b, l, keep)) {
                w->budget.spent += follow_cost;
                double free = advance(&a->part[k], &a->to[k], &b->part[l], &b->to[l], keep);
                share = free < share ? free : share;
            }
        }
    }
    return share;
}

// Jaws close as far as they can where they are: the rest of the motion is not held up by them.
static void fit_jaw(sut_world *w, int i) {
    sut_tool_slot *tool = &w->tools[i];
    if (tool->goal_jaw == tool->jaw) { // it does not move at all
        return;
    }
    sut_shape to[SUT_TOOL_SOLIDS];
    (void)sut_tool_shapes(&tool->def, &tool->proxy, tool->goal_jaw, to);
    mover a = mover_of(tool, to);
    double share = 1.0;
    for (int j = 0; j < w->def.capacity.tools; j++) {
        const sut_tool_slot *other = &w->tools[j];
        if (j != i && has_body(other)) {
            mover b = mover_of(other, other->part);
            double free = follow_pair(w, &a, &b, gap_between(&a, &b));
            share = free < share ? free : share;
        }
    }
    tool->goal_jaw = tool->jaw + share * (tool->goal_jaw - tool->jaw);
}

static void limit_feeling(sut_tool_slot *tool) {
    tool->solid_force = v3_limited(tool->solid_force, tool->def.max_force);
    tool->solid_torque = v3_limited(tool->solid_torque, tool->def.max_torque);
}

void sut_tool_fit_goals(sut_world *w) {
    enum { TIMES = 4 }; // solids that meet in one place
    for (int i = 0; i < w->def.capacity.tools; i++) {
        w->tools[i].solid_force = v3_zero();
        w->tools[i].solid_torque = v3_zero();
        if (has_body(&w->tools[i]) && !is_off(w)) {
            fit_jaw(w, i);
        }
    }
    for (int k = 0; !is_off(w) && k < TIMES && fit_all(w); k++) {
    }
    for (int i = 0; i < w->def.capacity.tools; i++) {
        limit_feeling(&w->tools[i]);
    }
}

//---- a part of a step ----------------------------------------------------------------------------
static void shorten_tool(sut_tool_slot *tool, double share) {
    tool->next = pose_between(tool->proxy, tool->next, share);
    tool->next_jaw = tool->jaw + share * (tool->next_jaw - tool->jaw);
    for (int k = 0; k < sut_tool_part_count(&tool->def); k++) {
        tool->next_part[k] = sut_shape_between(&tool->part[k], &tool->next_part[k], share);
    }
    tool->halted = true;
}

static double follow_obstacle(sut_world *w, const mover *a, const sut_obstacle_slot *o,
                              double keep) {
    double share = 1.0;
    for (int k = 0; is_near(&o->now, &o->next, &a->all, keep) && k < a->parts; k++) {
        if (is_near(&o->now, &o->next, &a->around[k], keep)) {
            w->budget.spent += follow_cost;
            double free = advance(&a->part[k], &a->to[k], &o->now, &o->next, keep);
            share = free < share ? free : share;
        }
    }
    return share;
}

// One look at all pairs of a tool; `last`: one that is in the way of another does not move at all.
static bool clear_tool(sut_world *w, int i, bool last) {
    const sut_capacity *c = &w->def.capacity;
    sut_tool_slot *tool = &w->tools[i];
    mover a = mover_of(tool, tool->next_part);
    bool any = false;
    for (int j = i + 1; j < c->tools; j++) {
        sut_tool_slot *other = &w->tools[j];
        if (!has_body(other)) {
            continue;
        }
        mover b = mover_of(other, other->next_part);
        double share = follow_pair(w, &a, &b, gap_between(&a, &b) * keep_share / free_share);
        if (share < 1.0) {
            shorten_tool(tool, last ? 0.0 : share);
            shorten_tool(other, last ? 0.0 : share);
            a = mover_of(tool, tool->next_part);
            any = true;
        }
    }
    for (int k = 0; k < c->obstacles; k++) {
        sut_obstacle_slot *o = &w->obstacles[k];
        double share = o->used ? follow_obstacle(w, &a, o, keep_share * a.radius) : 1.0;
        if (share < 1.0) {
            shorten_tool(tool, last ? 0.0 : share);
            sut_obstacle_shorten(o, last ? 0.0 : share);
            a = mover_of(tool, tool->next_part);
            any = true;
        }
    }
    return any;
}

static bool clear_once(sut_world *w, bool last) {
    bool any = false;
    for (int i = 0; i < w->def.capacity.tools; i++) {
        any = (has_body(&w->tools[i]) && clear_tool(w, i, last)) || any;
    }
    return any;
}

// One that was shortened is where another one did not expect it: check again. What stands still
// meets nothing that stands, so that it ends.
void sut_tool_clear(sut_world *w) {
    enum { TIMES = 4 };
    const int most = TIMES + w->def.capacity.tools + w->def.capacity.obstacles;
    for (int i = 0; i < w->def.capacity.tools; i++) {
        w->tools[i].halted = false;
    }
    for (int k = 0; !is_off(w) && k < most && clear_once(w, k >= TIMES); k++) {
    }
}

//---- may it be there? ----------------------------------------------------------------------------
const char *sut_tool_check_apart(const sut_world *w, const sut_tool_slot *tool) {
    for (int j = 0; !is_off(w) && j < w->def.capacity.tools; j++) {
        const sut_tool_slot *other = &w->tools[j];
        for (int k = 0; has_body(other) && k < sut_tool_part_count(&tool->def); k++) {
            for (int l = 0; l < sut_tool_part_count(&other->def); l++) {
                if (!(near_of(&tool->part[k], &other->part[l]).distance > 0.0)) {
                    return "the tool cuts into another one; move one of them away";
                }
            }
        }
    }
    return NULL;
}
