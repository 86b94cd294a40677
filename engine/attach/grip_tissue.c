// SPDX-License-Identifier: MIT
// grip_tissue.c -- tissue between the jaws of a tool: taken, held, sliding, let go.
//
// Tissue that closing jaws touch from both sides is taken: the nodes of its surface between the
// faces are held in the frame of the tool. Pulled harder than the jaws grip it slides: springs draw
// its nodes towards their places with just that force, and the places stay behind the tool.
// docs/theory/tools.md
#include "data/data.h"

#include "attach/grip.h"
#include "math/quat.h"
#include "math/vec3.h"

#include <string.h>

// The places of what slides are so far ahead of it, in radii of the tips or reaches: as far as it
// gives way before it slides at all.
static const double lag_share = 0.1;

static double most_lag(const sut_tool_def *d) {
    return lag_share * (d->kind == SUT_TOOL_POINT ? d->reach : d->tip_radius);
}

static bool is_point(const sut_tool_slot *tool) {
    return tool->def.kind == SUT_TOOL_POINT;
}

static sut_tissue_slot *held_tissue(const sut_world *w, const sut_tissue_grip *g) {
    return g->tissue > 0 ? &w->tissues[g->tissue - 1] : NULL;
}

static const sut_vec3 *positions(const sut_world *w, const sut_tissue_grip *g) {
    return sut_tissue_body(held_tissue(w, g)->tissue)->position;
}

static void tell(sut_world *w, sut_event_type type, int slot, double amount) {
    const sut_tissue_grip *g = &w->tools[slot].tissue_grip;
    sut_vec3 where = v3_zero();
    for (int j = 0; j < g->hand.count; j++) {
        where = v3_madd(where, 1.0 / g->hand.count, positions(w, g)[g->hand.node[j]]);
    }
    where = g->hand.count > 0 ? where : w->tools[slot].proxy.position;
    sut_world_event_between(w, type, (uint32_t)slot + 1, (uint32_t)g->tissue, where, amount);
}

// What it held with in the last step is still to be seen.
void sut_tissue_grip_drop(sut_tool_slot *tool) {
    sut_vec3 force = tool->tissue_grip.force;
    memset(&tool->tissue_grip, 0, sizeof tool->tissue_grip);
    tool->tissue_grip.force = force;
}

void sut_tissue_grip_forget(sut_world *w, int tissue) {
    for (int i = 0; i < w->def.capacity.tools; i++) {
        if (w->tools[i].tissue_grip.tissue == tissue + 1) {
            sut_tissue_grip_drop(&w->tools[i]);
        }
    }
}

//---- what lies between the jaws ------------------------------------------------------------------
typedef struct candidate {
    int node;
    double off; // m, from the middle of the faces, or from the point
} candidate;

typedef struct candidates {
    int count;
    candidate of[SUT_TISSUE_GRIP_NODES]; // the nearest ones, nearest first
} candidates;

static void offer(candidates *c, int node, double off) {
    if (c->count == SUT_TISSUE_GRIP_NODES && c->of[c->count - 1].off <= off) {
        return;
    }
    int at = c->count < SUT_TISSUE_GRIP_NODES ? c->count++ : c->count - 1;
    for (; at > 0 && c->of[at - 1].off > off; at--) {
        c->of[at] = c->of[at - 1];
    }
    c->of[at] = (candidate){node, off};
}

// Nodes that are held already stay so: by supports, and by tools that took them before.
static bool is_taken(const sut_world *w, int slot, int tissue, int node) {
    if (sut_tissue_is_supported(w->tissues[tissue].tissue, node)) {
        return true;
    }
    for (int i = 0; i < w->def.capacity.tools; i++) {
        const sut_tissue_grip *g = &w->tools[i].tissue_grip;
        for (int j = 0; i != slot && g->tissue == tissue + 1 && j < g->hand.count; j++) {
            if (g->hand.node[j] == node) {
                return true;
            }
        }
    }
    return false;
}

static sut_vec3 middle_of(const sut_tool_slot *tool) {
    return v3(0.0, 0.0, is_point(tool) ? 0.0 : 0.5 * tool->def.grip_length);
}

static bool is_within(const sut_tool_slot *tool, sut_vec3 local, double margin) {
    return is_point(tool) ? v3_norm(local) <= tool->def.reach + margin
                          : sut_grip_is_between(tool, local, margin);
}

static candidates look_between(const sut_world *w, int slot, int tissue, double margin) {
    const sut_tool_slot *tool = &w->tools[slot];
    const sut_surface *f = &w->tissues[tissue].surface;
    candidates c = {.count = 0};
    for (int v = 0; f->body && v < f->body->n; v++) {
        sut_vec3 local = pose_to_local(tool->proxy, f->body->position[v]);
        if (f->lowest[v] >= 0 && is_within(tool, local, margin) && !is_taken(w, slot, tissue, v)) {
            offer(&c, v, v3_distance(local, middle_of(tool)));
        }
    }
    return c;
}

//---- take ----------------------------------------------------------------------------------------
// Where the nodes are now is where they are held from now on.
static void place_here(sut_world *w, int slot) {
    sut_tool_slot *tool = &w->tools[slot];
    sut_tissue_grip *g = &tool->tissue_grip;
    for (int j = 0; j < g->hand.count; j++) {
        g->place[j] = pose_to_local(tool->proxy, positions(w, g)[g->hand.node[j]]);
    }
}

static void take(sut_world *w, int slot, int tissue, const candidates *c, double margin) {
    sut_tool_slot *tool = &w->tools[slot];
    sut_tissue_grip *g = &tool->tissue_grip;
    sut_tissue_grip_drop(tool);
    g->tissue = tissue + 1;
    g->jaw = tool->jaw;
    g->margin = margin;
    g->hand.count = c->count;
    for (int j = 0; j < c->count; j++) {
        g->hand.node[j] = c->of[j].node;
    }
    place_here(w, slot);
    tell(w, SUT_EV_TISSUE_GRASPED, slot, c->count);
}

// Arms of a tool that bear a contact with each tissue: bit 0 and bit 1.
static unsigned arms_on(const sut_world *w, int slot, int tissue) {
    const sut_tool_slot *tool = &w->tools[slot];
    int first = w->def.capacity.obstacles + SUT_TOOL_SOLIDS * slot;
    unsigned arms = 0;
    for (int i = 0; i < w->contacts.count; i++) {
        const sut_contact *k = &w->contacts.contact[i];
        int part = sut_contact_solid(&w->bodies, k->site[1].body) - first;
        int arm_parts = tool->def.incline > 0.0 ? 4 : 2;
        bool own = part >= 0 && part < arm_parts && k->site[0].body == w->bodies.rods + tissue;
        if (own && k->force[0] > 0.0) {
            sut_vec3 x = sut_site_where(w->bodies.body[k->site[0].body], &k->site[0]);
            double z = pose_to_local(tool->proxy, x).z;
            arms |= z <= tool->def.grip_length ? 1u << (part & 1) : 0u;
        }
    }
    return arms;
}

bool sut_tissue_grip_is_squeezed(const sut_world *w, int slot, int tissue) {
    return arms_on(w, slot, tissue) == 3u;
}

// Faces smaller than a triangle may close on its inside: then the nearest of the nodes around is
// taken, of those that the arms touch.
static candidates look_around(const sut_world *w, int slot, int tissue, double *margin) {
    const sut_tool_slot *tool = &w->tools[slot];
    int first = w->def.capacity.obstacles + SUT_TOOL_SOLIDS * slot;
    candidates c = {.count = 0};
    double best = HUGE_VAL;
    for (int i = 0; i < w->contacts.count; i++) {
        const sut_contact *k = &w->contacts.contact[i];
        int part = sut_contact_solid(&w->bodies, k->site[1].body) - first;
        bool own = part >= 0 && part < SUT_TOOL_SOLIDS &&
                   k->site[0].body == w->bodies.rods + tissue && k->force[0] > 0.0;
        for (int j = 0; own && j < k->site[0].count; j++) {
            int v = k->site[0].vertex[j];
            sut_vec3 x = w->tissues[tissue].surface.body->position[v];
            double off = v3_distance(pose_to_local(tool->proxy, x), middle_of(tool));
            if (off < best && !is_taken(w, slot, tissue, v)) {
                best = off;
                c.count = 1;
                c.of[0] = (candidate){v, off};
            }
        }
    }
    *margin = c.count > 0 ? best : *margin;
    return c;
}

static bool can_be_held(const sut_tissue_slot *t) {
    return t->used && t->surface.body && t->surface.body->kind->graspable;
}

static void take_between(sut_world *w, int slot) {
    sut_tool_slot *tool = &w->tools[slot];
    bool closing = sut_tool_key_at(tool, w->step_end).jaw < tool->jaw;
    for (int i = 0; closing && i < w->def.capacity.tissues; i++) {
        const sut_tissue_slot *t = &w->tissues[i];
        if (!can_be_held(t) || arms_on(w, slot, i) != 3u) {
            continue;
        }
        // what the faces touch is half a wall away from them, and overlaps a little
        double margin = 2.0 * t->surface.half;
        candidates c = look_between(w, slot, i, margin);
        c = c.count > 0 ? c : look_around(w, slot, i, &margin);
        if (c.count > 0) {
            take(w, slot, i, &c, margin);
            return;
        }
    }
}

void sut_tissue_grip_take_near(sut_world *w, int slot) {
    candidates best = {.count = 0};
    int tissue = -1;
    for (int i = 0; i < w->def.capacity.tissues; i++) {
        if (can_be_held(&w->tissues[i])) {
            candidates c = look_between(w, slot, i, 0.0);
            bool nearer = c.count > 0 && (tissue < 0 || c.of[0].off < best.of[0].off);
            best = nearer ? c : best;
            tissue = nearer ? i : tissue;
        }
    }
    if (tissue >= 0) {
        take(w, slot, tissue, &best, 0.0);
    }
}

//---- hold ----------------------------------------------------------------------------------------
void sut_tissue_grip_begin(sut_world *w) {
    for (int i = 0; i < w->def.capacity.tools; i++) {
        w->tools[i].tissue_grip.letting_go = false;
        w->tools[i].tissue_grip.ease = 1.0;
        w->tools[i].tissue_grip.tries = 0;
    }
}

// Mean way that is left from the nodes to their places at the end of the part, if they go on as
// they did.
static sut_vec3 lag_of(const sut_world *w, const sut_tissue_grip *g, double dt) {
    const sut_vec3 *velocity = sut_tissue_velocity(held_tissue(w, g)->tissue);
    sut_vec3 sum = v3_zero();
    for (int j = 0; j < g->hand.count; j++) {
        sut_vec3 ahead = v3_madd(positions(w, g)[g->hand.node[j]], dt, velocity[g->hand.node[j]]);
        sum = v3_add(sum, v3_sub(g->hand.place[j], ahead));
    }
    return v3_scale(sum, 1.0 / g->hand.count);
}

// Springs that pull with what the jaws grip when the tissue lags by as much as it may. What it
// would lag by beyond that its places stay behind the tool.
static void draw(const sut_world *w, sut_tool_slot *tool, double dt) {
    sut_tissue_grip *g = &tool->tissue_grip;
    double most = most_lag(&tool->def);
    sut_vec3 lag = lag_of(w, g, dt);
    double far = v3_norm(lag);
    sut_vec3 wanted = far > most ? v3_scale(lag, most / far) : lag;
    if (g->letting_go) {
        wanted = v3_scale(q_rotate(tool->next.rotation, g->pull), most);
    }
    // behind the way that the last solve was wrong by
    wanted = v3_scale(wanted, g->ease);
    for (int j = 0; j < g->hand.count; j++) {
        g->hand.place[j] = v3_add(g->hand.place[j], v3_sub(wanted, lag));
    }
    g->hand.stiffness = tool->def.grip_force / (most * g->hand.count);
}

static void gather(sut_world *w, int slot, double dt) {
    sut_tool_slot *tool = &w->tools[slot];
    sut_tissue_grip *g = &tool->tissue_grip;
    const double sticks = 0.8; // of the lag at which it slides
    for (int j = 0; j < g->hand.count; j++) {
        g->hand.place[j] = pose_to_world(tool->next, g->place[j]);
    }
    g->hand.slides = g->slips || g->letting_go;
    if (g->slips && !g->letting_go && v3_norm(lag_of(w, g, dt)) < sticks * most_lag(&tool->def)) {
        g->hand.slides = false; // held where it is
        place_here(w, slot);
        for (int j = 0; j < g->hand.count; j++) {
            g->hand.place[j] = pose_to_world(tool->next, g->place[j]);
        }
    }
    if (g->hand.slides) {
        draw(w, tool, dt);
    }
    sut_tissue_lead(held_tissue(w, g)->tissue, &g->hand);
}

void sut_tissue_grip_gather(sut_world *w, double dt) {
    for (int i = 0; i < w->def.capacity.tissues; i++) {
        if (w->tissues[i].used) {
            sut_tissue_let_go(w->tissues[i].tissue);
        }
    }
    for (int i = 0; i < w->def.capacity.tools; i++) {
        if (w->tools[i].used && w->tools[i].tissue_grip.tissue > 0) {
            gather(w, i, dt);
        }
    }
}

// After a solve: pulled harder than the jaws grip it slides. Where it went another way than it was
// taken to go the springs pull too hard: their places are a little nearer then.
static bool saturate(sut_world *w, int slot) {
    enum { TRIES = 4 };
    const double fine = 1.01;
    sut_tool_slot *tool = &w->tools[slot];
    sut_tissue_grip *g = &tool->tissue_grip;
    double most = tool->def.grip_force;
    if (isinf(most) || g->tries >= TRIES) {
        return false;
    }
    sut_vec3 force = sut_tissue_hand_force(held_tissue(w, g)->tissue, &g->hand);
    double size = v3_norm(force);
    if (!(size > (g->hand.slides ? fine : 1.0) * most)) {
        return false;
    }
    if (g->hand.slides) {
        // the tissue gives way to a part of that
        g->ease *= (most / size) * (most / size);
    } else {
        g->pull = q_rotate_back(tool->next.rotation, v3_scale(force, 1.0 / size));
        g->letting_go = true;
    }
    g->tries++;
    return true;
}

bool sut_tissue_grip_saturate(sut_world *w) {
    bool any = false;
    for (int i = 0; i < w->def.capacity.tools; i++) {
        if (w->tools[i].used && w->tools[i].tissue_grip.tissue > 0) {
            any = saturate(w, i) || any;
        }
    }
    return any;
}

bool sut_tissue_grip_pulls_hard(const sut_world *w, int slot) {
    const sut_tool_slot *tool = &w->tools[slot];
    const sut_tissue_grip *g = &tool->tissue_grip;
    if (g->tissue == 0 || tool->adrift || isinf(tool->def.max_force)) {
        return false;
    }
    sut_tissue_hand hand = g->hand;
    sut_vec3 force = sut_tissue_hand_force(held_tissue(w, g)->tissue, &hand);
    sut_vec3 way = v3_sub(tool->next.position, tool->proxy.position);
    return v3_norm(force) > tool->def.max_force && v3_dot(force, way) > 0.0;
}

void sut_tissue_grip_commit(sut_world *w, int slot) {
    sut_tissue_grip *g = &w->tools[slot].tissue_grip;
    g->force = v3_zero();
    if (g->tissue == 0) {
        return;
    }
    bool slipped = g->slips;
    g->slips = g->hand.slides;
    for (int j = 0; j < g->hand.count; j++) {
        g->force = v3_add(g->force, g->hand.force[j]);
    }
    for (int j = 0; g->slips && j < g->hand.count; j++) {
        g->place[j] = pose_to_local(w->tools[slot].proxy, g->hand.place[j]);
    }
    if (g->slips && !slipped) {
        tell(w, SUT_EV_TISSUE_SLIPS, slot, v3_norm(g->force));
    }
}

//---- after a step --------------------------------------------------------------------------------
static bool lets_go(const sut_world *w, const sut_tool_slot *tool) {
    double wanted = sut_tool_key_at(tool, w->step_end).jaw;
    if (is_point(tool)) {
        return wanted > 0.5;
    }
    // half as wide again, or half of the way that is left
    double held = tool->tissue_grip.jaw;
    double more = 0.5 * (held < 1.0 - held ? held : 1.0 - held);
    return wanted > held + more;
}

// What slid: the nodes that are between the jaws now, all of them lagging by the mean.
static void follow(sut_world *w, int slot) {
    sut_tool_slot *tool = &w->tools[slot];
    sut_tissue_grip *g = &tool->tissue_grip;
    sut_vec3 lag = v3_zero();
    for (int j = 0; j < g->hand.count; j++) {
        sut_vec3 now = pose_to_local(tool->proxy, positions(w, g)[g->hand.node[j]]);
        lag = v3_madd(lag, 1.0 / g->hand.count, v3_sub(g->place[j], now));
    }
    candidates c = look_between(w, slot, g->tissue - 1, g->margin);
    if (c.count == 0) {
        tell(w, SUT_EV_TISSUE_LOST, slot, v3_norm(g->force));
        sut_tissue_grip_drop(tool);
        return;
    }
    g->hand.count = c.count;
    for (int j = 0; j < c.count; j++) {
        g->hand.node[j] = c.of[j].node;
    }
    place_here(w, slot);
    for (int j = 0; j < c.count; j++) {
        g->place[j] = v3_add(g->place[j], lag);
    }
}

void sut_tissue_grip_update(sut_world *w, int slot) {
    sut_tool_slot *tool = &w->tools[slot];
    sut_tissue_grip *g = &tool->tissue_grip;
    if (g->tissue > 0 && lets_go(w, tool)) {
        tell(w, SUT_EV_TISSUE_RELEASED, slot, g->hand.count);
        sut_tissue_grip_drop(tool);
    } else if (g->tissue > 0 && g->slips) {
        follow(w, slot);
    } else if (g->tissue == 0 && !is_point(tool) && !sut_grip_holds(w, slot)) {
        take_between(w, slot);
    }
}

sut_tool_tissue_grip sut_tissue_grip_view(const sut_world *w, int slot) {
    const sut_tissue_grip *g = &w->tools[slot].tissue_grip;
    sut_tool_tissue_grip out = {{0, 0}, 0, v3_zero(), v3_neg(g->force), false};
    if (g->tissue == 0) {
        return out;
    }
    out.tissue = (sut_tissue_id){(uint32_t)g->tissue, held_tissue(w, g)->generation};
    out.node_count = g->hand.count;
    for (int j = 0; j < g->hand.count; j++) {
        out.where = v3_madd(out.where, 1.0 / g->hand.count, positions(w, g)[g->hand.node[j]]);
    }
    out.slipping = g->slips;
    return out;
}
