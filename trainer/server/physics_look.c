// SPDX-License-Identifier: MIT
#include "trainer/server/physics_look.h"

#include "trainer/server/stitch.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

// Vertices first to last, and where along the thread they are.
typedef struct piece {
    int first, last;
    double begin, end; // m
    bool sewn;
} piece;

static bool goes_through_tissue(const sut_look *look, int thread, const piece *p) {
    for (int i = 0; i < look->hole_count; i++) {
        const sut_hole_view *h = &look->hole[i];
        if ((int)h->thread.index1 == thread + 1 && h->s >= p->begin && h->s <= p->end) {
            return true;
        }
    }
    return false;
}

static bool matters_more(const piece *a, const piece *b) {
    return a->sewn != b->sewn ? a->sewn : a->end - a->begin > b->end - b->begin;
}

static piece main_piece(const sut_look *look, int thread, const sut_thread_view *v, double *whole) {
    piece best = {0}, now = {0};
    bool found = false;
    double at = 0.0;
    for (int i = 0; i < v->vertex_count; i++) {
        bool ends = i == v->vertex_count - 1 || (v->cut != NULL && v->cut[i] > 0.5);
        if (ends) {
            now.last = i;
            now.end = at;
            now.sewn = goes_through_tissue(look, thread, &now);
            best = !found || matters_more(&now, &best) ? now : best;
            found = true;
        }
        at += i < v->vertex_count - 1 ? v->rest_length[i] : 0.0;
        now = ends ? (piece){.first = i + 1, .begin = at} : now;
    }
    *whole = at;
    return best;
}

// The holes of the look are there already.
static bool fill_thread(sut_look *look, const sut_world *w, int index) {
    sut_look_thread *t = &look->thread[index];
    sut_thread_view v;
    if (sut_thread_get_view(w, sut_scene_thread_id(index), &v) != SUT_OK) {
        return false;
    }
    size_t room = (size_t)v.vertex_count;
    if (t->room != v.vertex_count) {
        sut_vec3 *block = realloc(t->position, 2 * room * sizeof *block);
        if (block == NULL) {
            return false;
        }
        t->position = block;
        t->velocity = block + room;
        t->room = v.vertex_count;
    }
    piece p = main_piece(look, index, &v, &t->whole);
    size_t n = (size_t)(p.last - p.first) + 1;
    memcpy(t->position, v.position + p.first, n * sizeof *t->position);
    memcpy(t->velocity, v.velocity + p.first, n * sizeof *t->velocity);
    t->vertex_count = (int)n;
    t->first = p.first;
    t->begin = p.begin;
    t->length = p.end - p.begin;
    t->radius = v.radius;
    t->cut = t->vertex_count < v.vertex_count;
    return true;
}

static int at_most(int count, int most) {
    return count < most ? count : most;
}

sut_sight sut_sight_of(const sut_play *play) {
    return (sut_sight){play->world, &play->cast, sut_play_time(play), play->force_most,
                       play->undo.undos, play->dt, play->scene};
}

static void fill_holes(sut_look *look, const sut_world *w) {
    int slots = sut_hole_slots(w);
    look->hole_count = 0;
    look->depth = 0.0;
    for (int i = 0; i < slots && look->hole_count < SUT_LOOK_HOLES; i++) {
        sut_hole_view *h = &look->hole[look->hole_count];
        sut_hole_id id = sut_hole_at(w, i);
        if (id.index1 == 0 || sut_hole_get_view(w, id, h) != SUT_OK || h->tip || h->out) {
            continue;
        }
        // inside of a solid they only say how deep it is
        look->depth = fmax(look->depth, h->depth);
        look->hole_count += h->triangle >= 0 ? 1 : 0;
    }
}

// Distances between the lips, from each node of the one to the nearest of the other.
static void fill_gaps(sut_look *look, const sut_sight *sight) {
    look->gap_count = at_most(sut_scene_gap_count(sight->scene), SUT_LOOK_GAPS);
    for (int i = 0; i < look->gap_count; i++) {
        sut_scene_distance d;
        sut_tissue_view a, b;
        look->gap[i] = (sut_look_gap){0};
        if (sut_scene_gap_get(sight->scene, i, &d) &&
            sut_tissue_get_view(sight->world, sut_scene_tissue_id(d.tissue[0]), &a) == SUT_OK &&
            sut_tissue_get_view(sight->world, sut_scene_tissue_id(d.tissue[1]), &b) == SUT_OK) {
            look->gap[i] = sut_stitch_gap(&d, &a, &b);
        }
    }
}

static void fill_needles(sut_look *look, const sut_sight *sight) {
    look->needle_count = at_most(sight->cast->needle_count, SUT_LOOK_NEEDLES);
    for (int i = 0; i < look->needle_count; i++) {
        sut_needle_view n = {0};
        sut_needle_get_view(sight->world, sut_scene_needle_id(i), &n);
        look->needle[i] = (sut_look_needle){
            .thread = (int)n.thread.index1 - 1, .end = n.thread_end, .held = n.tool.index1 > 0};
    }
}

static double length_in_jaws(const sut_world *w, const sut_tool_view *t) {
    sut_needle_view n;
    bool held = t->needle_grip.needle.index1 > 0 &&
                sut_needle_get_view(w, t->needle_grip.needle, &n) == SUT_OK;
    return held ? n.length : 0.0;
}

void sut_look_fill(sut_look *look, const sut_sight *sight) {
    const sut_world *w = sight->world;
    look->time = sight->time;
    look->world_time = sut_world_time(w);
    fill_holes(look, w);
    int threads = at_most(sight->cast->thread_count, SUT_LOOK_THREADS);
    look->thread_count = 0;
    while (look->thread_count < threads && fill_thread(look, w, look->thread_count)) {
        look->thread_count++;
    }
    look->tool_count = sight->cast->tool_count;
    for (int i = 0; i < look->tool_count; i++) {
        sut_tool_get_view(w, sut_scene_tool_id(i), &look->tool[i]);
        look->needle_length[i] = length_in_jaws(w, &look->tool[i]);
    }
    fill_gaps(look, sight);
    fill_needles(look, sight);
    look->obstacle_count = at_most(sight->cast->obstacle_count, SUT_LOOK_OBSTACLES);
    for (int i = 0; i < look->obstacle_count; i++) {
        sut_obstacle_get_pose(w, sut_scene_obstacle_id(i), &look->obstacle_position[i],
                              &look->obstacle_rotation[i]);
    }
    look->hold_count = at_most(sight->cast->hold_count, SUT_LOOK_HOLDS);
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

void sut_look_measure(const sut_sight *sight, sut_measure *m) {
    const sut_world *w = sight->world;
    sut_measure now = {.t = sight->time};
    sut_tool_view tool[SUT_PLAY_TOOLS];
    int tools = sight->cast->tool_count;
    for (int i = 0; i < tools; i++) {
        if (sut_tool_get_view(w, sut_scene_tool_id(i), &tool[i]) != SUT_OK) {
            return;
        }
        if (i < SUT_SAMPLE_HANDS) {
            now.pull[i] = sut_measure_pull(&tool[i]);
        }
    }
    for (int i = 0; i < sight->cast->thread_count; i++) {
        sut_thread_view t;
        sut_thread_id id = sut_scene_thread_id(i);
        if (sut_thread_get_view(w, id, &t) == SUT_OK) {
            now.tension = fmax(now.tension, sut_measure_tension(&t, id, tool, tools));
        }
    }
    sut_stats stats = sut_world_stats(w);
    bool counts = sut_measure_counts(&stats, now.tension, sight->force_most);
    sut_bite_step(&m->bite, w, sight->cast->needle_count, counts, sight->dt);
    if (counts) {
        now.bite = m->bite;
        *m = now;
    }
}

void sut_look_sample(const sut_sight *sight, const int *grasps, const int *drops,
                     const sut_measure *m, double since, sut_sample *out) {
    const sut_world *w = sight->world;
    bool measured = m->t > since;
    *out = (sut_sample){.t = sight->time,
                        .hand_count = at_most(sight->cast->tool_count, SUT_SAMPLE_HANDS),
                        .tension = measured ? m->tension : 0.0,
                        .lateral = measured ? m->bite.lateral : 0.0,
                        .off_arc = m->bite.off_arc,
                        .needles = sight->cast->needle_count > 0,
                        .entries = m->bite.entries,
                        .backs = m->bite.backs,
                        .at_tip = m->bite.at_tip,
                        .at_swage = m->bite.at_swage,
                        .dropped = m->bite.dropped,
                        .tears = m->bite.tears,
                        .undos = sight->undos,
                        .unmeasured = !measured};
    for (int i = 0; i < out->hand_count; i++) {
        sut_tool_view v;
        if (sut_tool_get_view(w, sut_scene_tool_id(i), &v) != SUT_OK) {
            continue;
        }
        out->hand[i] =
            (sut_sample_hand){.position = v.proxy.position,
                              .rotation = v.proxy.rotation,
                              .jaw = v.jaw,
                              .force = measured ? m->pull[i] : 0.0,
                              .grips = v.grip_count > 0 || v.needle_grip.needle.index1 > 0,
                              .blocked = v.blocked,
                              .grasps = grasps[i],
                              .drops = drops[i]};
    }
}
