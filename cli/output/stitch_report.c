// SPDX-License-Identifier: MIT
#include "output/stitch_report.h"

#include <math.h>
#include <stdlib.h>

static json_t *number(double x) {
    return isfinite(x) ? json_real(x) : json_null();
}

static json_t *vector(sut_vec3 v) {
    return json_pack("[o, o, o]", number(v.x), number(v.y), number(v.z));
}

static json_t *hole(int i, const sut_hole_view *v) {
    return json_pack("{s:i, s:o, s:o, s:o, s:o}", "hole", i, "position", vector(v->position),
                     "rest", vector(v->rest), "edge_distance", number(v->edge_distance), "angle",
                     v->angle < 0.0 ? json_null() : number(v->angle));
}

// N, of the thread so many edges beside a hole: its own force is shared by four vertices.
static double tension_beside(const sut_source *src, const sut_hole_view *hole, int edges) {
    sut_thread_view v;
    if (hole->out || sut_thread_get_view(src->world, hole->thread, &v) != SUT_OK) {
        return 0.0;
    }
    int e = (int)floor(hole->place) + edges;
    int last = v.vertex_count - 2;
    return v.tension[e < 0 ? 0 : (e > last ? last : e)];
}

static bool is_solid(const sut_source *src, const sut_hole_view *v) {
    sut_tissue_view t;
    return sut_tissue_get_view(src->world, v->tissue, &t) == SUT_OK && t.tet_count > 0;
}

static bool same_path(const sut_hole_view *a, const sut_hole_view *b) {
    return a->thread.index1 == b->thread.index1 && a->needle.index1 == b->needle.index1 &&
           a->tissue.index1 == b->tissue.index1;
}

// Of those that a needle made: they may be on it and on its thread.
static int find_second(const sut_source *src, const sut_hole_view *in, sut_hole_view *out,
                       double *depth) {
    int exit = -1;
    sut_hole_view v;
    for (int i = sut_hole_slots(src->world) - 1; i >= 0; i--) {
        // a tip inside knows how deep it was
        if (sut_hole_get_view(src->world, sut_hole_at(src->world, i), &v) != SUT_OK ||
            v.passage != in->passage || v.tissue.index1 != in->tissue.index1) {
            continue;
        }
        *depth = fmax(*depth, v.depth);
        if (v.second && !v.tip) {
            exit = i;
            *out = v;
        }
    }
    return exit;
}

// The hole by which the thread leaves the solid again, with the deepest guide up to there; -1: it
// does not.
static int find_exit(const sut_source *src, int entry, const sut_hole_view *in, sut_hole_view *out,
                     double *depth) {
    int count = sut_hole_slots(src->world);
    if (in->passage > 0) {
        return find_second(src, in, out, depth);
    }
    for (int i = entry + 1; i < count; i++) {
        if (!sut_source_hole(src, i, out) || !same_path(in, out)) {
            continue;
        }
        *depth = fmax(*depth, out->depth);
        if (out->triangle >= 0) {
            return i;
        }
    }
    return -1;
}

static const char *state(const sut_hole_view *from, const sut_hole_view *to, const char *on) {
    if (from->through || to->through) {
        return "torn_through";
    }
    if (from->out || to->out) {
        return "out";
    }
    return from->torn > 0.0 || to->torn > 0.0 ? "torn_into" : on;
}

// `to`, the hole by which it leaves, is `from` itself where there is none.
static json_t *passage(const sut_source *src, int i, int exit, const sut_hole_view *from,
                       const sut_hole_view *to, double depth) {
    int tissue = sut_source_find_tissue(src, from->tissue);
    int thread = sut_source_find(src, from->thread);
    int needle = sut_source_find_needle(src, from->needle);
    const char *on = needle >= 0 ? "needle" : "thread";
    int away = from->place <= to->place ? 2 : -2; // a needle that draws vertex 0 goes towards it
    double tension = 0.5 * (tension_beside(src, from, -away) + tension_beside(src, to, away));
    json_t *o = json_object();
    json_object_set_new(o, "tissue", json_string(tissue >= 0 ? src->tissues[tissue].name : ""));
    json_object_set_new(o, "thread", json_string(thread >= 0 ? src->names[thread] : ""));
    json_object_set_new(o, "needle",
                        needle >= 0 ? json_string(src->needles[needle].name) : json_null());
    json_object_set_new(o, "entry", hole(i, from));
    json_object_set_new(o, "exit", exit >= 0 ? hole(exit, to) : json_null());
    json_object_set_new(o, "bite", number(fmin(from->edge_distance, to->edge_distance)));
    json_object_set_new(o, "depth", is_solid(src, from) ? number(depth) : json_null());
    json_object_set_new(o, "tension", number(tension));
    json_object_set_new(o, "slid", number(from->slid));
    json_object_set_new(o, "state", json_string(state(from, to, on)));
    return o;
}

json_t *sut_stitch_report(const sut_source *src) {
    json_t *list = json_array();
    int count = sut_hole_slots(src->world);
    bool *done = count > 0 ? calloc((size_t)count, sizeof *done) : NULL;
    for (int i = 0; done != NULL && i < count; i++) {
        sut_hole_view from;
        sut_hole_view to;
        double depth = 0.0;
        if (done[i] || !sut_source_hole(src, i, &from) || from.triangle < 0 || from.second) {
            continue; // guides belong to the passage that they are on
        }
        int exit = is_solid(src, &from) ? find_exit(src, i, &from, &to, &depth) : -1;
        if (exit >= 0) {
            done[exit] = true;
        } else {
            to = from;
        }
        json_array_append_new(list, passage(src, i, exit, &from, &to, depth));
    }
    free(done);
    return list;
}

int sut_stitch_holes(const sut_source *src, int tissue) {
    int found = 0;
    for (int i = sut_hole_slots(src->world) - 1; i >= 0; i--) {
        sut_hole_view v;
        found += sut_source_hole(src, i, &v) && !v.out && v.triangle >= 0 &&
                 sut_source_find_tissue(src, v.tissue) == tissue;
    }
    return found;
}

// m at rest, of the channel that a hole of a solid is an end of.
static double depth_of(const sut_source *src, int i, const sut_hole_view *hole) {
    double depth = 0.0;
    sut_hole_view v;
    sut_hole_view other;
    if (hole->passage > 0) {
        (void)find_second(src, hole, &other, &depth);
        return depth;
    }
    int skins = 0; // of the same thread up to this one: it comes in, goes out, comes in ...
    for (int k = 0; k <= i; k++) {
        bool same = sut_source_hole(src, k, &v) && same_path(hole, &v);
        skins += same && v.triangle >= 0;
        depth = !same || (skins % 2 == 1 && v.triangle >= 0) ? depth : fmax(depth, v.depth);
        depth = same && skins % 2 == 1 && v.triangle >= 0 ? 0.0 : depth;
    }
    if (skins % 2 == 1) {
        (void)find_exit(src, i, hole, &other, &depth);
    }
    return depth;
}

sut_tears sut_stitch_tears(const sut_source *src, int tissue) {
    sut_tears sum = {0, 0.0};
    for (int i = sut_hole_slots(src->world) - 1; i >= 0; i--) {
        sut_hole_view v;
        sut_tissue_view t;
        if (sut_source_hole(src, i, &v) && v.torn > 0.0 &&
            sut_source_find_tissue(src, v.tissue) == tissue &&
            sut_tissue_get_view(src->world, v.tissue, &t) == SUT_OK) {
            sum.count++;
            sum.area += v.torn * (t.tet_count > 0 ? depth_of(src, i, &v) : t.thickness);
        }
    }
    return sum;
}
