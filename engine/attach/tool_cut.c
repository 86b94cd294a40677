// SPDX-License-Identifier: MIT
// tool_cut.c -- scissors and blades: what they cut, after each step.
//
// Scissors cut once in each closing, as soon as both blades bear on something: each strand between
// them, and each surface along the middle of the blades. The edge of a blade that cuts leaves a
// slit where it goes through a surface. Neither takes memory: room for it was made with the tool.
// docs/theory/tearing.md
#include "data/data.h"

#include "attach/cut.h"
#include "attach/grip.h"
#include "geom/segment.h"
#include "geom/triangle.h"
#include "math/quat.h"
#include "math/vec3.h"

bool sut_tool_reserve_cuts(sut_world *w) {
    for (int i = 0; i < w->def.capacity.tissues; i++) {
        sut_tissue_slot *t = &w->tissues[i];
        if (t->used &&
            (!sut_tissue_reserve_room(w, t) || !sut_tissue_reserve_image(t, &w->memory))) {
            return false;
        }
    }
    return sut_contact_reserve(w);
}

//---- what was cut --------------------------------------------------------------------------------
// The last node of the path, or -1: nothing was cut.
static int cut_surface(sut_world *w, int slot, int tissue, const sut_vec3 *points, int count) {
    sut_tissue_slot *t = &w->tissues[tissue];
    int last = -1;
    double length = 0.0;
    sut_result result = sut_tissue_cut_along(w, t, points, count, &length, &last);
    if (result == SUT_OK && length > 0.0) {
        sut_world_event_between(w, SUT_EV_CUT, (uint32_t)slot + 1, (uint32_t)tissue + 1,
                                points[count - 1], length);
        return last;
    }
    if (result == SUT_E_CAPACITY && !t->room.told) {
        t->room.told = true;
        sut_world_event_between(w, SUT_EV_NO_ROOM, (uint32_t)slot + 1, (uint32_t)tissue + 1,
                                points[0], length);
    }
    return -1;
}

static void cut_thread(sut_world *w, int slot, int thread, int edge) {
    sut_rod *r = &w->threads[thread].rod;
    sut_vec3 where = v3_lerp(r->body.position[edge], r->body.position[edge + 1], 0.5);
    double length = r->def.rest[edge];
    // one cut is enough: its ends stay at the blade for a while
    for (int e = edge - 2; e <= edge + 2; e++) {
        if (e >= 0 && e < r->body.n - 1 && sut_rod_is_cut(r, e)) {
            return;
        }
    }
    if (sut_model_is_explicit(r->def.model)) {
        return;
    }
    sut_rod_cut(r, edge);
    sut_contact_refresh(w);
    sut_world_event_between(w, SUT_EV_CUT_THREAD, (uint32_t)slot + 1, (uint32_t)thread + 1, where,
                            length);
}

//---- scissors ------------------------------------------------------------------------------------
enum { CROSSINGS = 512, CUTS = 4 };

// Where edges of a surface cross the middle of the blades, between them.
typedef struct crossing {
    sut_vec3 at; // m
    double x, z; // m, of it in the frame of the tool
} crossing;

typedef struct crossings {
    int count;
    crossing of[CROSSINGS]; // from behind towards the tips
} crossings;

static void insert(crossings *c, const crossing *k) {
    int at = c->count < CROSSINGS ? c->count++ : CROSSINGS - 1;
    for (; at > 0 && c->of[at - 1].z < k->z; at--) {
        c->of[at] = c->of[at - 1];
    }
    c->of[at] = *k;
}

// What a cut leaves are lips: where they cross the middle it is at, or beside, a node of the rim.
static bool is_at_lip(const sut_surface *f, int e, double s) {
    const double beside = 0.35; // of an edge: paths keep off nodes by a fifth
    return sut_surface_is_rim(f, e) || (s < beside && f->on_rim[f->edge[e][0]]) ||
           (s > 1.0 - beside && f->on_rim[f->edge[e][1]]);
}

static void find_crossings(const sut_world *w, int slot, int tissue, bool lips, crossings *c) {
    const sut_tool_slot *tool = &w->tools[slot];
    const sut_surface *f = &w->tissues[tissue].surface;
    c->count = 0;
    for (int e = 0; e < f->edge_count; e++) {
        sut_vec3 x[2] = {f->body->position[f->edge[e][0]], f->body->position[f->edge[e][1]]};
        sut_vec3 a = pose_to_local(tool->proxy, x[0]);
        sut_vec3 b = pose_to_local(tool->proxy, x[1]);
        double s = a.y / (a.y - b.y);
        if ((a.y < 0.0) == (b.y < 0.0) || (!lips && is_at_lip(f, e, s))) {
            continue;
        }
        sut_vec3 local = v3_lerp(a, b, s);
        if (sut_grip_is_between(tool, local, 4.0 * f->half)) {
            crossing k = {v3_lerp(x[0], x[1], s), local.x, local.z};
            insert(c, &k);
        }
    }
}

// The layer of the crossing that is furthest behind: points so far apart that a path has room
// between them. What is aside of the way on is another layer.
static int lay_path(const crossings *c, double apart, sut_vec3 points[SUT_CUT_POINTS]) {
    const crossing *last = &c->of[0];
    const crossing *end = &c->of[0];
    int count = 0;
    for (int i = 0; i < c->count; i++) {
        const crossing *k = &c->of[i];
        if (fabs(k->x - end->x) > fabs(k->z - end->z) + 0.25 * apart) {
            continue;
        }
        end = k;
        bool first = count == 0;
        if (first || (count < SUT_CUT_POINTS - 1 && v3_distance(k->at, last->at) >= apart)) {
            points[count++] = k->at;
            last = k;
        }
    }
    if (count > 1 && v3_distance(end->at, last->at) < 0.5 * apart) {
        count--; // too near to the end
    }
    if (count > 0 && end != &c->of[0]) {
        points[count++] = end->at;
    }
    return count;
}

static bool cut_between(sut_world *w, int slot, int tissue) {
    crossings c;
    sut_vec3 points[SUT_CUT_POINTS];
    bool any = false;
    for (int k = 0; k < CUTS; k++) {
        find_crossings(w, slot, tissue, !any, &c);
        int count = lay_path(&c, 2.0 * w->tissues[tissue].surface.spacing, points);
        if (count < 2 || cut_surface(w, slot, tissue, points, count) < 0) {
            break;
        }
        any = true;
    }
    return any;
}

static bool is_cut_by_blades(const sut_tissue_slot *t) {
    const sut_tissue_def *d = t->used ? sut_tissue_def_of(t->tissue) : NULL;
    return d && t->surface.body &&
           (d->model == SUT_TISSUE_SHELL || d->model == SUT_TISSUE_MEMBRANE);
}

static void close_scissors(sut_world *w, int slot) {
    sut_tool_slot *tool = &w->tools[slot];
    double wanted = sut_tool_key_at(tool, w->step_end).jaw;
    if (wanted > tool->jaw) {
        tool->closed = false; // opening: the next closing cuts again
        return;
    }
    bool closing = wanted < tool->jaw || wanted == 0.0;
    sut_grip_strand strand[SUT_TOOL_GRIPS];
    int strands = closing ? sut_grip_strands(w, slot, strand) : 0;
    for (int i = 0; i < strands; i++) {
        cut_thread(w, slot, strand[i].thread, strand[i].edge);
    }
    for (int i = 0; closing && !tool->closed && i < w->def.capacity.tissues; i++) {
        if (is_cut_by_blades(&w->tissues[i]) && sut_tissue_grip_is_squeezed(w, slot, i)) {
            tool->closed = cut_between(w, slot, i) || tool->closed;
        }
    }
}

//---- a blade -------------------------------------------------------------------------------------
// Where the segment a b goes through a surface, nearest to a; false: it does not.
static bool pierce(const sut_surface *f, sut_vec3 a, sut_vec3 b, double *at) {
    sut_vec3 d = v3_sub(b, a);
    *at = HUGE_VAL;
    for (int t = 0; t < f->triangle_count; t++) {
        const int *v = f->triangle[t];
        sut_vec3 o = f->body->position[v[0]];
        sut_vec3 e = v3_sub(f->body->position[v[1]], o);
        sut_vec3 g = v3_sub(f->body->position[v[2]], o);
        sut_vec3 p = v3_cross(d, g);
        double size = v3_dot(e, p);
        if (!(size != 0.0)) { // along the triangle: its neighbours have the place
            continue;
        }
        sut_vec3 s = v3_sub(a, o);
        double u = v3_dot(s, p) / size;
        sut_vec3 q = v3_cross(s, e);
        double x = v3_dot(d, q) / size;
        double y = v3_dot(g, q) / size;
        if (u >= 0.0 && x >= 0.0 && u + x <= 1.0 && y >= 0.0 && y <= 1.0 && y < *at) {
            *at = y;
        }
    }
    return *at <= 1.0;
}

static sut_vec3 on_edge(const sut_tool_slot *tool, double at) {
    return pose_to_world(tool->proxy, v3(0.0, 0.0, at * tool->def.length));
}

// The slit goes on to where the edge is now.
static void extend(sut_world *w, int slot, sut_vec3 to) {
    sut_tool_cut *c = &w->tools[slot].cut;
    const sut_surface *f = &w->tissues[c->tissue - 1].surface;
    sut_vec3 points[2] = {c->node >= 0 ? f->body->position[c->node] : c->from, to};
    int node = cut_surface(w, slot, c->tissue - 1, points, 2);
    c->node = node >= 0 ? node : c->node;
}

// The edge has left the surface: what is left of the slit, on to the rim if it went over it.
static void finish_slit(sut_world *w, int slot, bool over) {
    sut_tool_slot *tool = &w->tools[slot];
    sut_tool_cut *c = &tool->cut;
    const sut_surface *f = &w->tissues[c->tissue - 1].surface;
    if (f->body && is_cut_by_blades(&w->tissues[c->tissue - 1])) {
        extend(w, slot, over ? on_edge(tool, c->at) : c->last);
    }
    c->tissue = 0;
}

static void follow_slit(sut_world *w, int slot) {
    sut_tool_slot *tool = &w->tools[slot];
    sut_tool_cut *c = &tool->cut;
    const sut_surface *f = &w->tissues[c->tissue - 1].surface;
    double at = 0.0;
    if (!f->body || !pierce(f, on_edge(tool, 0.0), on_edge(tool, 1.0), &at)) {
        finish_slit(w, slot, true);
        return;
    }
    c->at = at;
    c->last = on_edge(tool, at);
    sut_vec3 begin = c->node >= 0 ? f->body->position[c->node] : c->from;
    if (v3_distance(begin, c->last) >= f->spacing) {
        extend(w, slot, c->last);
    }
}

static void begin_slit(sut_world *w, int slot) {
    sut_tool_slot *tool = &w->tools[slot];
    for (int i = 0; i < w->def.capacity.tissues; i++) {
        double at = 0.0;
        if (is_cut_by_blades(&w->tissues[i]) &&
            pierce(&w->tissues[i].surface, on_edge(tool, 0.0), on_edge(tool, 1.0), &at)) {
            sut_vec3 x = on_edge(tool, at);
            tool->cut = (sut_tool_cut){
                .sunk = true, .tissue = i + 1, .node = -1, .from = x, .last = x, .at = at};
            return;
        }
    }
}

static void cut_threads_beside(sut_world *w, int slot) {
    const sut_tool_slot *tool = &w->tools[slot];
    sut_vec3 a = on_edge(tool, 0.0);
    sut_vec3 b = on_edge(tool, 1.0);
    for (int i = 0; i < w->def.capacity.threads; i++) {
        const sut_rod *r = &w->threads[i].rod;
        for (int e = 0; w->threads[i].used && e < r->body.n - 1; e++) {
            sut_segment_near n =
                sut_segment_nearest(r->body.position[e], r->body.position[e + 1], a, b);
            if (n.distance < r->def.radius + tool->def.tip_radius) {
                cut_thread(w, slot, i, e);
                break; // the edges beside it are free now
            }
        }
    }
}

// A blade that has cut is solid again once nothing is left in it.
static bool is_clear(const sut_world *w, const sut_tool_slot *tool) {
    sut_vec3 a = on_edge(tool, 0.0);
    sut_vec3 b = on_edge(tool, 1.0);
    for (int i = 0; i < w->def.capacity.tissues; i++) {
        const sut_surface *f = &w->tissues[i].surface;
        for (int t = 0; w->tissues[i].used && f->body && t < f->triangle_count; t++) {
            sut_vec3 x[3];
            for (int k = 0; k < 3; k++) {
                x[k] = f->body->position[f->triangle[t][k]];
            }
            if (sut_triangle_solid(&tool->part[0], x).distance < f->half) {
                return false;
            }
        }
    }
    for (int i = 0; i < w->def.capacity.threads; i++) {
        const sut_rod *r = &w->threads[i].rod;
        for (int e = 0; w->threads[i].used && e < r->body.n - 1; e++) {
            const sut_vec3 *x = &r->body.position[e];
            double reach = r->def.radius + tool->def.tip_radius;
            if (sut_segment_nearest(x[0], x[1], a, b).distance < reach) {
                return false;
            }
        }
    }
    return true;
}

static void lead_blade(sut_world *w, int slot) {
    sut_tool_slot *tool = &w->tools[slot];
    bool cutting = tool->jaw <= 0.5;
    if (cutting) {
        tool->cut.sunk = true;
        cut_threads_beside(w, slot);
    }
    if (tool->cut.tissue > 0 && cutting) {
        follow_slit(w, slot);
    } else if (tool->cut.tissue > 0) {
        finish_slit(w, slot, false);
    } else if (cutting) {
        begin_slit(w, slot);
    }
    if (!cutting && tool->cut.sunk && is_clear(w, tool)) {
        tool->cut.sunk = false;
    }
}

void sut_tool_cut_update(sut_world *w, int slot) {
    if (w->tools[slot].def.kind == SUT_TOOL_BLADE) {
        lead_blade(w, slot);
    } else {
        close_scissors(w, slot);
    }
}
