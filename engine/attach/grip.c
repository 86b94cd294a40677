// SPDX-License-Identifier: MIT
// grip.c -- what lies between the jaws of a tool: taken, held, sliding, let go.
//
// A strand that passes between closing jaws is taken where the faces touch it: one vertex of it is
// held by position, direction and spin in the frame of the tool, no harder than the jaws grip.
// Pulled harder, it slides: the place where it is held follows the vertex, and from vertex to
// vertex the hold wanders along the thread, until its end slips out. docs/theory/tools.md
#include "data/data.h"

#include "attach/cut.h"
#include "attach/grip.h"
#include "math/quat.h"
#include "math/vec3.h"

#include <stdlib.h>
#include <string.h>

static int hold_index(const sut_world *w, int slot, int k) {
    return w->def.capacity.holds + SUT_TOOL_GRIPS * slot + k;
}

static sut_hold_slot *grip_hold(const sut_world *w, int slot, int k) {
    return &w->holds[hold_index(w, slot, k)];
}

static sut_hold_key *grip_key(const sut_world *w, int slot, int k) {
    return &w->keys[w->def.capacity.hold_keys + SUT_TOOL_GRIPS * slot + k];
}

//---- between the jaws ----------------------------------------------------------------------------
// The room between the jaws of a tool, in its frame.
typedef struct jaws {
    double tip, slope;      // half width of the faces at z: tip + slope z
    double low, high;       // z
    double length, tangent; // the faces are (length - z) tangent away from the middle,
    double incline;         // less incline z
} jaws;

static jaws room_between(const sut_tool_slot *tool, double depth) {
    const sut_tool_def *d = &tool->def;
    double sine;
    double cosine;
    sut_sincos(tool->jaw * sut_tool_widest(d), &sine, &cosine);
    return (jaws){d->tip_radius,
                  (d->base_radius - d->tip_radius) / d->length,
                  -d->tip_radius,
                  depth,
                  d->length,
                  sine / cosine,
                  d->incline / d->length};
}

// Keep of the part [t[0], t[1]] of a segment what is not above zero of a linear function.
static bool clip(double t[2], double from, double to) {
    if (from > 0.0 && to > 0.0) {
        return false;
    }
    double zero = from / (from - to);
    if (from > 0.0) {
        t[0] = zero > t[0] ? zero : t[0];
    } else if (to > 0.0) {
        t[1] = zero < t[1] ? zero : t[1];
    }
    return t[0] <= t[1];
}

// The part of the segment a b, in the tool's frame, that lies between the jaws; `margin`: as much
// as the faces give way.
static bool passes_between(const jaws *j, sut_vec3 a, sut_vec3 b, double margin, double t[2]) {
    t[0] = 0.0;
    t[1] = 1.0;
    double wa = j->tip + j->slope * a.z + margin;
    double wb = j->tip + j->slope * b.z + margin;
    double fa = (j->length - a.z) * j->tangent - j->incline * a.z + margin;
    double fb = (j->length - b.z) * j->tangent - j->incline * b.z + margin;
    return clip(t, j->low - a.z, j->low - b.z) && clip(t, a.z - j->high, b.z - j->high) &&
           clip(t, a.y - wa, b.y - wb) && clip(t, -a.y - wa, -b.y - wb) &&
           clip(t, a.x - fa, b.x - fb) && clip(t, -a.x - fa, -b.x - fb);
}

bool sut_grip_is_between(const sut_tool_slot *tool, sut_vec3 x, double margin) {
    double t[2];
    jaws room = room_between(tool, tool->def.grip_length);
    return passes_between(&room, x, x, margin, t);
}

bool sut_grip_part_between(const sut_tool_slot *tool, double depth, sut_vec3 a, sut_vec3 b,
                           double margin, double t[2]) {
    jaws room = room_between(tool, depth);
    return passes_between(&room, a, b, margin, t);
}

// A run of edges of one thread between the jaws.
typedef struct strand {
    int thread;
    int vertex;     // nearest to the middle line of the faces
    double off;     // m, how far that is
    double deepest; // z of its part furthest from the tips
    double height;  // z of its part nearest to the middle of the faces
} strand;

typedef struct strand_search {
    const sut_world *w;
    const sut_tool_slot *tool;
    jaws room;
    double margin;
    sut_vec3 middle; // of the faces
    int thread, edge;
} strand_search;

// As far up as the arms leave room; what lies behind the gripping faces is held as well.
static strand_search look_between(const sut_world *w, int slot, double margin) {
    const sut_tool_slot *tool = &w->tools[slot];
    strand_search s = {w,
                       tool,
                       room_between(tool, 0.9 * tool->def.length),
                       margin,
                       v3(0.0, 0.0, 0.5 * tool->def.grip_length),
                       0,
                       0};
    return s;
}

static void widen(const strand_search *s, strand *out, int e, sut_vec3 a, sut_vec3 b,
                  const double t[2]) {
    const sut_vec3 ends[2] = {a, b};
    for (int k = 0; k < 2; k++) {
        // from the middle line of the gripping faces
        double z = ends[k].z > 0.0 ? ends[k].z : 0.0;
        double far = 2.0 * s->middle.z;
        double off = v3_distance(ends[k], v3(0.0, 0.0, z < far ? z : far));
        if (out->vertex < 0 || off < out->off) {
            out->vertex = e + k;
            out->off = off;
        }
        double at = a.z + t[k] * (b.z - a.z);
        out->deepest = at > out->deepest ? at : out->deepest;
        bool nearer = fabs(at - s->middle.z) < fabs(out->height - s->middle.z);
        out->height = nearer ? at : out->height;
    }
}

// The next strand; false: there is no more.
static bool next_strand(strand_search *s, strand *out) {
    const sut_world *w = s->w;
    *out = (strand){-1, -1, 0.0, -HUGE_VAL, HUGE_VAL};
    for (; s->thread < w->def.capacity.threads; s->thread++, s->edge = 0) {
        if (!w->threads[s->thread].used) {
            continue;
        }
        const sut_rod *r = &w->threads[s->thread].rod;
        sut_vec3 b = pose_to_local(s->tool->proxy, r->body.position[s->edge]);
        for (; s->edge < r->body.n - 1; s->edge++) {
            sut_vec3 a = b;
            double t[2];
            b = pose_to_local(s->tool->proxy, r->body.position[s->edge + 1]);
            if (!sut_rod_is_cut(r, s->edge) && passes_between(&s->room, a, b, s->margin, t)) {
                out->thread = s->thread;
                widen(s, out, s->edge, a, b, t);
            } else if (out->thread >= 0) {
                return true;
            }
        }
        if (out->thread >= 0) {
            s->thread++;
            s->edge = 0;
            return true;
        }
    }
    return false;
}

// The turn of an arm at which its face touches a thread in the middle at height z.
double sut_grip_touching_turn(const sut_tool_def *d, double radius, double z) {
    double arm = d->length - z;
    radius += z > 0.0 ? d->incline * (z / d->length) : 0.0;
    arm = arm > 1.001 * radius ? arm : 1.001 * radius;
    return sut_atan2(radius, sqrt(arm * arm - radius * radius));
}

bool sut_grip_holds(const sut_world *w, int slot) {
    bool any = false;
    for (int k = 0; k < SUT_TOOL_GRIPS; k++) {
        any = any || grip_hold(w, slot, k)->used;
    }
    return any || w->tools[slot].tissue_grip.tissue > 0 || w->tools[slot].needle_grip.needle > 0;
}

double sut_grip_least_turn(const sut_world *w, int slot) {
    const sut_tool_def *d = &w->tools[slot].def;
    strand_search s = look_between(w, slot, 0.0);
    double least = 0.0;
    strand found = {0};
    while (next_strand(&s, &found)) {
        double turn =
            sut_grip_touching_turn(d, w->threads[found.thread].rod.def.radius, found.deepest);
        least = turn > least ? turn : least;
    }
    double needle = sut_needle_grip_least_turn(w, slot);
    least = needle > least ? needle : least;
    double widest = sut_tool_widest(d);
    return least < widest ? least : widest;
}

//---- take and let go -----------------------------------------------------------------------------
static bool is_held(const sut_world *w, int thread, int vertex) {
    double now = w->step_end;
    for (int i = 0; i < w->hold_top; i++) {
        const sut_hold_slot *h = &w->holds[i];
        bool position = h->used && h->kind != SUT_HOLD_FORCE && h->until > now;
        if (position && h->thread == (uint32_t)thread && h->vertex == vertex) {
            return true;
        }
    }
    return false;
}

// Does the tool hold this thread within so many vertices?
static bool holds_near(const sut_world *w, int slot, const strand *s, int within) {
    for (int k = 0; k < SUT_TOOL_GRIPS; k++) {
        const sut_hold_slot *h = grip_hold(w, slot, k);
        if (h->used && h->thread == (uint32_t)s->thread && abs(h->vertex - s->vertex) <= within) {
            return true;
        }
    }
    return false;
}

static void tell(sut_world *w, sut_event_type type, int slot, const sut_hold_slot *h) {
    sut_vec3 where = w->threads[h->thread].rod.body.position[h->vertex];
    sut_world_event_between(w, type, (uint32_t)slot + 1, h->thread + 1, where, (double)h->vertex);
}

// Which edges beside the held vertex leave the faces near it, and where their other ends are to be:
// the edges have their rest lengths when the vertex goes to its place. A rim so near would have to
// push many times harder than the thread pulls to keep the edge out, so that it is held at both
// ends. Threads of explicit models are held by one vertex: an edge that neither end of may move has
// no place in their equations.
static const double near_rim = 0.5; // of the edge

static void note_beside(sut_world *w, int slot, int k) {
    const sut_tool_slot *tool = &w->tools[slot];
    const sut_hold_slot *h = grip_hold(w, slot, k);
    const sut_rod *r = &w->threads[h->thread].rod;
    sut_grip *g = &w->tools[slot].grip[k];
    jaws room = room_between(tool, 0.9 * tool->def.length);
    bool jaws_hold = tool->def.kind != SUT_TOOL_POINT && !sut_model_is_explicit(r->def.model);
    sut_vec3 own = pose_to_local(tool->proxy, r->body.position[h->vertex]);
    for (int side = 0; side < 2; side++) {
        int vertex = h->vertex + 2 * side - 1;
        bool there = jaws_hold && vertex >= 0 && vertex < r->body.n;
        sut_vec3 end = there ? pose_to_local(tool->proxy, r->body.position[vertex]) : own;
        double t[2];
        g->with[side] = there && passes_between(&room, own, end, 0.0, t) && t[1] < near_rim;
        // as long as at rest: a strand that slides is stretched, and what is pinned stays so
        sut_vec3 edge = v3_sub(end, own);
        double length = v3_norm(edge);
        double rest = there ? r->def.rest[side == 0 ? vertex : vertex - 1] : 0.0;
        g->beside[side] = v3_madd(g->place, length > 0.0 ? rest / length : 0.0, edge);
    }
}

// Hold this vertex where it is.
static void set_grip(sut_world *w, int slot, int k, int thread, int vertex) {
    sut_tool_slot *tool = &w->tools[slot];
    sut_hold_slot *h = grip_hold(w, slot, k);
    sut_grip *g = &tool->grip[k];
    const sut_rod *r = &w->threads[thread].rod;
    uint32_t generation = h->generation + 1;
    memset(h, 0, sizeof *h);
    h->generation = generation;
    h->used = true;
    h->thread = (uint32_t)thread;
    h->vertex = vertex;
    h->kind = SUT_HOLD_TWIST;
    h->from = -HUGE_VAL;
    h->until = HUGE_VAL;
    h->max_force = tool->def.grip_force;
    h->follower = sut_follower_free();
    h->first_key = (int)(grip_key(w, slot, k) - w->keys);
    h->key_count = 1;
    memset(g, 0, sizeof *g);
    g->place = pose_to_local(tool->proxy, r->body.position[vertex]);
    g->direction =
        v3_normalized(q_rotate_back(tool->proxy.rotation, sut_rod_tangent_at(r, vertex)));
    g->across = v3_any_normal(g->direction);
    sut_hold_key *key = grip_key(w, slot, k);
    memset(key, 0, sizeof *key);
    key->position = r->body.position[vertex];
    key->direction = v3_normalized(sut_rod_tangent_at(r, vertex));
    h->target = key->position;
    note_beside(w, slot, k);
}

void sut_grip_drop(sut_world *w, int slot, int k) {
    sut_hold_slot *h = grip_hold(w, slot, k);
    // what it held with in this step is still to be seen
    w->tools[slot].let_go = v3_sub(w->tools[slot].let_go, h->force);
    h->used = false;
    h->active = false;
    memset(&w->tools[slot].grip[k], 0, sizeof w->tools[slot].grip[k]);
}

static void take(sut_world *w, int slot, const strand *s) {
    for (int k = 0; k < SUT_TOOL_GRIPS; k++) {
        if (!grip_hold(w, slot, k)->used && !is_held(w, s->thread, s->vertex)) {
            set_grip(w, slot, k, s->thread, s->vertex);
            tell(w, SUT_EV_GRASPED, slot, grip_hold(w, slot, k));
            return;
        }
    }
}

//---- forceps and needle drivers ------------------------------------------------------------------
// Within so much of the turn that touches a strand the jaws hold it, and beyond so much they do
// not.
const double sut_grip_holding = 1.25;
const double sut_grip_letting = 1.5;

// Target angle of each arm.
static double wanted_turn(const sut_world *w, const sut_tool_slot *tool) {
    return sut_tool_key_at(tool, w->step_end).jaw * sut_tool_widest(&tool->def);
}

static void take_between(sut_world *w, int slot) {
    sut_tool_slot *tool = &w->tools[slot];
    double turn = tool->jaw * sut_tool_widest(&tool->def);
    double wanted = wanted_turn(w, tool);
    if (wanted > turn) {
        return; // opening
    }
    strand_search s = look_between(w, slot, 0.0);
    strand found = {0};
    while (next_strand(&s, &found)) {
        double radius = w->threads[found.thread].rod.def.radius;
        double touch = sut_grip_touching_turn(&tool->def, radius, found.height);
        bool touches = turn <= sut_grip_holding * touch && turn * sut_grip_holding >= touch;
        if (touches && wanted <= touch && !holds_near(w, slot, &found, 2)) {
            take(w, slot, &found);
        }
    }
}

// Which of its edges is in the middle between the blades.
static int middle_edge(const sut_world *w, int slot, const strand *s) {
    const sut_tool_slot *tool = &w->tools[slot];
    const sut_rod *r = &w->threads[s->thread].rod;
    jaws room = room_between(tool, tool->def.grip_length);
    int best = -1;
    double least = HUGE_VAL;
    for (int e = s->vertex - 1; e <= s->vertex; e++) {
        if (e < 0 || e >= r->body.n - 1 || sut_rod_is_cut(r, e)) {
            continue;
        }
        sut_vec3 a = pose_to_local(tool->proxy, r->body.position[e]);
        sut_vec3 b = pose_to_local(tool->proxy, r->body.position[e + 1]);
        double t[2];
        double off = fabs(v3_lerp(a, b, 0.5).y);
        if (passes_between(&room, a, b, r->def.radius, t) && off < least) {
            best = e;
            least = off;
        }
    }
    return best;
}

int sut_grip_strands(const sut_world *w, int slot, sut_grip_strand out[SUT_TOOL_GRIPS]) {
    const sut_tool_slot *tool = &w->tools[slot];
    double turn = tool->jaw * sut_tool_widest(&tool->def);
    strand_search s = look_between(w, slot, 0.0);
    strand found = {0};
    int count = 0;
    while (count < SUT_TOOL_GRIPS && next_strand(&s, &found)) {
        double radius = w->threads[found.thread].rod.def.radius;
        double touch = sut_grip_touching_turn(&tool->def, radius, found.height);
        int edge = turn <= sut_grip_holding * touch ? middle_edge(w, slot, &found) : -1;
        if (edge >= 0) {
            out[count++] = (sut_grip_strand){found.thread, edge};
        }
    }
    return count;
}

// The strand of a held thread that passes between the jaws nearest to the held vertex, if any does.
static bool find_again(const sut_world *w, int slot, const sut_hold_slot *h, strand *out) {
    // a strand lies between faces that it keeps apart: some give is rounding and overlap
    double give = w->threads[h->thread].rod.def.radius;
    strand_search s = look_between(w, slot, give);
    strand found = {0};
    bool any = false;
    while (next_strand(&s, &found)) {
        bool nearer = !any || abs(found.vertex - h->vertex) < abs(out->vertex - h->vertex);
        if (found.thread == (int)h->thread && nearer) {
            *out = found;
            any = true;
        }
    }
    return any;
}

// Pulled harder than the jaws grip: the place follows, at a distance that keeps pulling.
static void slide(sut_world *w, int slot, int k) {
    sut_tool_slot *tool = &w->tools[slot];
    sut_hold_slot *h = grip_hold(w, slot, k);
    sut_grip *g = &tool->grip[k];
    const sut_rod *r = &w->threads[h->thread].rod;
    if (!g->slips) {
        tell(w, SUT_EV_GRIP_SLIPS, slot, h);
    }
    g->slips = true;
    sut_vec3 now = pose_to_local(tool->proxy, r->body.position[h->vertex]);
    sut_vec3 lag = v3_sub(g->place, now);
    double far = v3_norm(lag);
    double most = 2.0 * r->def.radius;
    g->place = far > most ? v3_madd(now, most / far, lag) : g->place;
    note_beside(w, slot, k);
    strand found = {0};
    if (tool->def.kind == SUT_TOOL_POINT) {
        return;
    }
    if (!find_again(w, slot, h, &found)) {
        tell(w, SUT_EV_GRIP_LOST, slot, h);
        sut_grip_drop(w, slot, k);
    } else if (found.vertex != h->vertex && !is_held(w, found.thread, found.vertex)) {
        // what it held the other vertex with in this step is still to be seen
        tool->let_go = v3_sub(tool->let_go, h->force);
        set_grip(w, slot, k, found.thread, found.vertex);
        g->slips = true;
    }
}

static bool lets_go(const sut_world *w, int slot, const sut_hold_slot *h, const sut_grip *g) {
    const sut_tool_slot *tool = &w->tools[slot];
    if (tool->def.kind == SUT_TOOL_POINT) {
        return sut_tool_key_at(tool, w->step_end).jaw > 0.5;
    }
    double radius = w->threads[h->thread].rod.def.radius;
    return wanted_turn(w, tool) >
           sut_grip_letting * sut_grip_touching_turn(&tool->def, radius, g->place.z);
}

//---- grasping points -----------------------------------------------------------------------------
// Once, when it closes.
static void take_near(sut_world *w, int slot) {
    sut_tool_slot *tool = &w->tools[slot];
    bool closed = tool->jaw <= 0.5;
    bool closes = closed && !tool->closed;
    tool->closed = closed;
    strand best = {-1, -1, tool->def.reach, 0.0, 0.0};
    int needle = -1;
    double to_needle = closes ? sut_needle_grip_nearest(w, slot, &needle) : 0.0;
    for (int i = 0; closes && i < w->def.capacity.threads; i++) {
        const sut_rod *r = &w->threads[i].rod;
        for (int v = 0; w->threads[i].used && v < r->body.n; v++) {
            double off = v3_distance(r->body.position[v], tool->proxy.position);
            if (off <= best.off && !is_held(w, i, v)) {
                best = (strand){i, v, off, 0.0, 0.0};
            }
        }
    }
    if (needle >= 0 && (best.thread < 0 || to_needle < best.off)) {
        sut_needle_grip_take_near(w, slot);
    } else if (best.thread >= 0) {
        take(w, slot, &best);
    } else if (closes) {
        sut_tissue_grip_take_near(w, slot);
    }
}

//---- the stages ----------------------------------------------------------------------------------
// First what is held is let go or slides, then what lies between the jaws is taken.
void sut_grip_update(sut_world *w, int slot) {
    sut_tool_slot *tool = &w->tools[slot];
    tool->let_go = v3_zero();
    if (sut_tool_cuts(&tool->def)) {
        sut_tool_cut_update(w, slot);
        return;
    }
    for (int k = 0; k < SUT_TOOL_GRIPS; k++) {
        sut_hold_slot *h = grip_hold(w, slot, k);
        if (!h->used) {
            continue;
        }
        if (lets_go(w, slot, h, &tool->grip[k])) {
            tell(w, SUT_EV_RELEASED, slot, h);
            sut_grip_drop(w, slot, k);
        } else if (h->saturated) {
            slide(w, slot, k);
        } else {
            tool->grip[k].slips = false;
        }
    }
    sut_tissue_grip_update(w, slot);
    sut_needle_grip_update(w, slot);
    if (tool->def.kind == SUT_TOOL_POINT) {
        take_near(w, slot);
    } else {
        take_between(w, slot);
    }
}

// By how much the tool, going on to its next pose, spins a strand about itself beyond what the turn
// of its direction does.
static double spin_of(const sut_tool_slot *tool, const sut_grip *g) {
    sut_vec3 from = q_rotate(tool->proxy.rotation, g->direction);
    sut_vec3 to = q_rotate(tool->next.rotation, g->direction);
    sut_vec3 carried = v3_transport(q_rotate(tool->proxy.rotation, g->across), from, to);
    sut_vec3 turned = q_rotate(tool->next.rotation, g->across);
    return sut_atan2(v3_dot(v3_cross(carried, turned), to), v3_dot(carried, turned));
}

// A strand that slid and has all but caught up is held where it is: between the faces no bit of it
// has to move for that.
static void hold_again(sut_world *w, int slot, int k, double dt) {
    const sut_tool_slot *tool = &w->tools[slot];
    sut_grip *g = &w->tools[slot].grip[k];
    sut_hold_slot *h = grip_hold(w, slot, k);
    h->target = pose_to_world(tool->next, g->place);
    if (h->saturated && tool->def.kind != SUT_TOOL_POINT && sut_hold_within_reach(w, h, dt)) {
        sut_vec3 now = w->threads[h->thread].rod.body.position[h->vertex];
        g->place = pose_to_local(tool->proxy, now);
        note_beside(w, slot, k);
        h->saturated = false;
    }
}

void sut_grip_gather(sut_world *w, int slot, double dt) {
    sut_tool_slot *tool = &w->tools[slot];
    for (int k = 0; k < SUT_TOOL_GRIPS; k++) {
        if (!grip_hold(w, slot, k)->used) {
            continue;
        }
        hold_again(w, slot, k, dt);
        sut_grip *g = &tool->grip[k];
        g->next_spin = g->spin + spin_of(tool, g);
        sut_hold_key *key = grip_key(w, slot, k);
        key->position = pose_to_world(tool->next, g->place);
        key->direction = v3_normalized(q_rotate(tool->next.rotation, g->direction));
        key->spin = g->next_spin;
        for (int side = 0; side < 2; side++) {
            g->next_beside[side] = pose_to_world(tool->next, g->beside[side]);
        }
    }
}

void sut_grip_commit(sut_world *w, int slot, double share) {
    for (int k = 0; k < SUT_TOOL_GRIPS; k++) {
        if (grip_hold(w, slot, k)->used) {
            sut_grip *g = &w->tools[slot].grip[k];
            g->spin += share * (g->next_spin - g->spin);
            const sut_hold_slot *h = grip_hold(w, slot, k);
            if ((g->with[0] && h->beside_at[0] < 0) || (g->with[1] && h->beside_at[1] < 0) ||
                h->saturated) {
                note_beside(w, slot, k); // where it will be held again
            }
        }
    }
}

//---- what would be taken -------------------------------------------------------------------------
bool sut_tool_candidate(const sut_world *w, sut_tool_id id, double within, sut_tool_grip *out) {
    const sut_tool_slot *tool = sut_world_tool(w, id);
    if (!tool || !out || !(within >= 0.0)) {
        return false;
    }
    memset(out, 0, sizeof *out);
    bool point = tool->def.kind == SUT_TOOL_POINT;
    sut_vec3 middle =
        pose_to_world(tool->proxy, v3(0.0, 0.0, point ? 0.0 : 0.5 * tool->def.grip_length));
    double best = within;
    for (int i = 0; i < w->def.capacity.threads; i++) {
        const sut_rod *r = &w->threads[i].rod;
        for (int v = 0; w->threads[i].used && v < r->body.n; v++) {
            double off = v3_distance(r->body.position[v], middle);
            if (off <= best && !is_held(w, i, v)) {
                best = off;
                out->thread = (sut_thread_id){(uint32_t)i + 1, w->threads[i].generation};
                out->vertex = v;
                out->where = r->body.position[v];
            }
        }
    }
    return out->thread.index1 != 0;
}
