// SPDX-License-Identifier: MIT
#include "output/film.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

// points that are kept of one thread and of all together
enum { THREAD_POINTS = 1200, ALL_POINTS = 6000 };

static void init_threads(sut_film *film, const sut_source *src) {
    int share = src->thread_count > 0 ? ALL_POINTS / src->thread_count : 0;
    int limit = share < 2 ? 2 : (share > THREAD_POINTS ? THREAD_POINTS : share);
    for (int i = 0; i < src->thread_count; i++) {
        sut_thread_view v;
        sut_film_thread *t = &film->threads[i];
        if (sut_thread_get_view(src->world, src->ids[i], &v) == SUT_OK) {
            *t = (sut_film_thread){
                .name = src->names[i], .vertices = v.vertex_count, .radius = v.radius};
            t->points = v.vertex_count < limit ? v.vertex_count : limit;
        }
        t->first = film->point_count;
        film->point_count += t->points;
    }
}

static void init_holds(sut_film *film, const sut_source *src) {
    sut_hold_view h;
    for (int i = 0; film->hold_count < SUT_FILM_HOLDS && sut_source_hold(src, i, &h); i++) {
        int thread = sut_source_find(src, h.thread);
        if (thread >= 0) {
            film->holds[film->hold_count++] = (sut_film_hold){.thread = thread, .vertex = h.vertex};
        }
    }
}

static bool init_needles(sut_film *film, const sut_source *src) {
    film->needles = calloc((size_t)src->needle_count + 1, sizeof *film->needles);
    sut_needle_view v;
    for (int i = 0; film->needles != NULL && i < src->needle_count; i++) {
        film->needle_count = i + 1;
        bool there = sut_needle_get_view(src->world, src->needles[i].id, &v) == SUT_OK;
        film->needles[i] = (sut_film_needle){.name = src->needles[i].name,
                                             .first = film->point_count,
                                             .points = there ? v.point_count : 0,
                                             .radius = there ? 0.5 * v.diameter : 0.0};
        film->point_count += film->needles[i].points;
    }
    return film->needles != NULL;
}

bool sut_film_init(sut_film *film, const sut_source *src, long long steps, bool contacts) {
    *film = (sut_film){.steps = steps,
                       .thread_count = src->thread_count,
                       .obstacles = src->obstacles,
                       .with_contacts = contacts};
    film->obstacle_count =
        src->obstacle_count < SUT_FILM_OBSTACLES ? src->obstacle_count : SUT_FILM_OBSTACLES;
    film->tool_count = src->tool_count < SUT_FILM_TOOLS ? src->tool_count : SUT_FILM_TOOLS;
    film->threads = calloc((size_t)src->thread_count + 1, sizeof *film->threads);
    if (film->threads == NULL) {
        return false;
    }
    init_threads(film, src);
    init_holds(film, src);
    film->tissue_count = src->tissue_count;
    film->tissues = sut_film_tissues_make(src, film->point_count, &film->point_count);
    if (film->tissues == NULL) {
        sut_film_free(film);
        return false;
    }
    if (!init_needles(film, src)) {
        sut_film_free(film);
        return false;
    }
    size_t points = (size_t)film->point_count + 1;
    size_t holds = (size_t)film->hold_count + 1;
    film->points = malloc(points * SUT_FILM_FRAMES * sizeof *film->points);
    film->held = malloc(holds * SUT_FILM_FRAMES * sizeof *film->held);
    film->tension = calloc(points, sizeof *film->tension);
    size_t poses = ((size_t)film->obstacle_count + 1) * SUT_FILM_FRAMES;
    film->poses = malloc(poses * sizeof *film->poses);
    film->contacts = malloc(SUT_FILM_CONTACTS * sizeof *film->contacts);
    size_t tools = ((size_t)film->tool_count + 1) * SUT_FILM_FRAMES;
    film->tools = malloc(tools * sizeof *film->tools);
    if (film->points == NULL || film->held == NULL || film->tension == NULL ||
        film->poses == NULL || film->contacts == NULL || film->tools == NULL) {
        sut_film_free(film);
        return false;
    }
    return true;
}

void sut_film_free(sut_film *film) {
    sut_film_tissues_free(film->tissues, film->tissue_count);
    free(film->threads);
    free(film->needles);
    free(film->points);
    free(film->held);
    free(film->tension);
    free(film->poses);
    free(film->contacts);
    free(film->tools);
    *film = (sut_film){0};
}

bool sut_film_has_surfaces(const sut_film *film) {
    for (int i = 0; i < film->tissue_count; i++) {
        if (film->tissues[i].triangle_count > 0) {
            return true;
        }
    }
    return false;
}

double sut_film_strain(const sut_film *film) {
    double most = 0.0;
    for (int i = 0; i < film->tissue_count; i++) {
        const sut_film_tissue *t = &film->tissues[i];
        for (int k = 0; t->strain != NULL && k < t->node_count; k++) {
            most = fmax(most, t->strain[k]);
        }
    }
    return most;
}

const sut_vec3 *sut_film_points(const sut_film *film, int frame) {
    return film->points + (size_t)frame * (size_t)film->point_count;
}

sut_vec3 sut_film_held(const sut_film *film, int frame, int hold) {
    return film->held[(size_t)frame * (size_t)film->hold_count + (size_t)hold];
}

sut_certificate_pose sut_film_pose(const sut_film *film, int frame, int obstacle) {
    return film->poses[(size_t)frame * (size_t)film->obstacle_count + (size_t)obstacle];
}

const sut_film_tool *sut_film_tool_at(const sut_film *film, int frame, int tool) {
    return film->tools + (size_t)frame * (size_t)film->tool_count + tool;
}

// vertex that point k of a thinned thread stands for; the ends stand for themselves
static int vertex_of(const sut_film_thread *t, int k) {
    if (t->points < 2) {
        return 0;
    }
    return (int)((long long)k * (t->vertices - 1) / (t->points - 1));
}

static double distance(sut_vec3 a, sut_vec3 b) {
    return sqrt((a.x - b.x) * (a.x - b.x) + (a.y - b.y) * (a.y - b.y) + (a.z - b.z) * (a.z - b.z));
}

// where the held vertices are; a hold that is active but does not keep its vertex is a load
static void expose_holds(sut_film *film, const sut_source *src, int index) {
    const sut_vec3 nowhere = {nan(""), nan(""), nan("")};
    sut_vec3 *held = film->held + (size_t)index * (size_t)film->hold_count;
    sut_hold_view h;
    for (int i = 0, k = 0; k < film->hold_count && sut_source_hold(src, i, &h); i++) {
        int thread = sut_source_find(src, h.thread);
        sut_thread_view v;
        if (thread < 0 || sut_thread_get_view(src->world, h.thread, &v) != SUT_OK) {
            continue;
        }
        sut_film_hold *hold = &film->holds[k];
        sut_vec3 at = v.position[h.vertex];
        hold->active = h.active;
        hold->force = h.force;
        hold->is_load = h.kind == SUT_HOLD_FORCE;
        // before the first step no hold has acted yet
        held[k] = h.active || index == 0 ? at : nowhere;
        if (index == 1 && !h.active) {
            film->held[k] = nowhere;
        }
        k++;
    }
}

static void expose_tools(sut_film *film, const sut_source *src, int index) {
    sut_film_tool *out = film->tools + (size_t)index * (size_t)film->tool_count;
    for (int i = 0; i < film->tool_count; i++) {
        sut_tool_view v;
        out[i] = (sut_film_tool){.tip = {nan(""), nan(""), nan("")}};
        if (sut_tool_get_view(src->world, src->tools[i].id, &v) == SUT_OK) {
            out[i].tip = v.proxy.position;
            out[i].holds = v.grip_count > 0;
            out[i].part_count = sut_tool_get_parts(src->world, src->tools[i].id, out[i].parts);
        }
    }
}

// the world as it is now becomes the frame `index`
static void expose(sut_film *film, const sut_source *src, int index) {
    sut_film_frame *f = &film->frames[index];
    *f = (sut_film_frame){.t = sut_world_time(src->world),
                          .tension = film->peak_tension,
                          .stretch = film->peak_stretch};
    sut_vec3 *points = film->points + (size_t)index * (size_t)film->point_count;
    for (int i = 0; i < film->thread_count; i++) {
        sut_thread_view v;
        sut_energy e;
        const sut_film_thread *t = &film->threads[i];
        if (sut_thread_get_view(src->world, src->ids[i], &v) != SUT_OK ||
            sut_thread_get_energy(src->world, src->ids[i], &e) != SUT_OK) {
            continue;
        }
        f->kinetic += e.kinetic;
        for (int k = 0; k < t->points; k++) {
            points[t->first + k] = v.position[vertex_of(t, k)];
        }
    }
    for (int i = 0; i < film->tissue_count; i++) {
        sut_film_tissue_moment m = sut_film_tissue_expose(&film->tissues[i], src, i, points);
        f->kinetic += m.kinetic;
        f->elastic += m.elastic;
        f->strain = fmax(f->strain, m.strain);
    }
    for (int i = 0; i < film->needle_count; i++) {
        sut_needle_view v;
        sut_needle_figures g;
        const sut_film_needle *n = &film->needles[i];
        if (sut_needle_get_view(src->world, src->needles[i].id, &v) == SUT_OK &&
            sut_needle_get_figures(src->world, src->needles[i].id, &g) == SUT_OK) {
            f->kinetic += g.kinetic;
            memcpy(points + n->first, v.point, (size_t)n->points * sizeof *points);
        }
    }
    for (int i = 0; i < film->obstacle_count; i++) {
        film->poses[(size_t)index * (size_t)film->obstacle_count + (size_t)i] =
            sut_source_pose(src, i);
    }
    expose_holds(film, src, index);
    expose_tools(film, src, index);
    film->peak_tension = -HUGE_VAL;
    film->peak_stretch = 0.0;
}

static void note_peaks(sut_film *film, const sut_tally *tally) {
    film->peak_tension = fmax(film->peak_tension, tally->last_tension);
    film->peak_stretch = fmax(film->peak_stretch, tally->last_stretch);
}

// frame k of the run is at step k * steps / (frames - 1), every step where there are few
static void plan_next(sut_film *film) {
    long long last = SUT_FILM_FRAMES - 1;
    if (film->steps <= last) {
        film->next++;
        return;
    }
    film->next = (long long)((double)film->frame_count * (double)film->steps / (double)last);
}

void sut_film_start(sut_film *film, const sut_source *src, const sut_tally *tally) {
    film->peak_tension = -HUGE_VAL;
    note_peaks(film, tally);
    expose(film, src, 0);
    film->frame_count = 1;
    plan_next(film);
}

void sut_film_step(sut_film *film, const sut_source *src, const sut_tally *tally) {
    note_peaks(film, tally);
    if (tally->steps >= film->next && film->frame_count < SUT_FILM_FRAMES) {
        expose(film, src, film->frame_count);
        film->frame_count++;
        plan_next(film);
    }
}

// mean tension of the edges between two kept points, NaN where one of them is cut
static void note_tension(sut_film *film, const sut_source *src, int i) {
    sut_thread_view v;
    const sut_film_thread *t = &film->threads[i];
    if (sut_thread_get_view(src->world, src->ids[i], &v) != SUT_OK) {
        return;
    }
    for (int k = 0; k + 1 < t->points; k++) {
        int from = vertex_of(t, k);
        int to = vertex_of(t, k + 1);
        double sum = 0.0;
        for (int e = from; e < to; e++) {
            sum += v.cut[e] > 0.0 ? (double)NAN : v.tension[e];
        }
        film->tension[t->first + k] = sum / (to - from);
    }
}

static void note_contacts(sut_film *film, const sut_source *src) {
    int count = 0;
    const sut_contact_view *all = sut_world_contacts(src->world, &count);
    for (int i = 0; i < count && i < SUT_FILM_CONTACTS; i++) {
        film->contacts[i] = (sut_film_contact){all[i].where, all[i].force, all[i].slipping};
        film->contact_count = i + 1;
    }
}

void sut_film_end(sut_film *film, const sut_source *src, const sut_tally *tally) {
    // the last frame is the last state, also of a run that broke off between two frames
    double t = sut_world_time(src->world);
    if (film->frames[film->frame_count - 1].t < t) {
        note_peaks(film, tally);
        int index = film->frame_count < SUT_FILM_FRAMES ? film->frame_count : SUT_FILM_FRAMES - 1;
        expose(film, src, index);
        film->frame_count = index + 1;
    }
    for (int i = 0; i < film->thread_count; i++) {
        note_tension(film, src, i);
    }
    for (int i = 0; i < film->tissue_count; i++) {
        sut_film_tissue_end(&film->tissues[i], src, i);
    }
    if (film->with_contacts) {
        note_contacts(film, src);
    }
}

//---- which frames to draw ------------------------------------------------------------------------

// root mean square way of all points between two frames
static double motion(const sut_film *film, int from, int to) {
    const sut_vec3 *a = sut_film_points(film, from);
    const sut_vec3 *b = sut_film_points(film, to);
    double sum = 0.0;
    for (int k = 0; k < film->point_count; k++) {
        double d = distance(a[k], b[k]);
        sum += d * d;
    }
    return film->point_count > 0 ? sqrt(sum / film->point_count) : 0.0;
}

// size of the threads in the first frame, root mean square from their middle
static double spread(const sut_film *film) {
    const sut_vec3 *p = sut_film_points(film, 0);
    sut_vec3 c = {0};
    double n = film->point_count;
    for (int k = 0; k < film->point_count; k++) {
        c.x += p[k].x / n;
        c.y += p[k].y / n;
        c.z += p[k].z / n;
    }
    double sum = 0.0;
    for (int k = 0; k < film->point_count; k++) {
        double d = distance(p[k], c);
        sum += d * d;
    }
    return n > 0.0 ? sqrt(sum / n) : 0.0;
}

int sut_film_pick(const sut_film *film, int picks[SUT_FILM_PICTURES]) {
    // way from the start to each frame
    double way[SUT_FILM_FRAMES] = {0};
    int last = film->frame_count - 1;
    for (int i = 1; i <= last; i++) {
        way[i] = way[i - 1] + motion(film, i - 1, i);
    }
    // what moved less than this since the last drawn frame would only blur it
    double least = 0.01 * spread(film);

    picks[0] = 0;
    int count = 1;
    for (int k = 1; k < SUT_FILM_PICTURES - 1; k++) {
        double target = way[last] * k / (SUT_FILM_PICTURES - 1);
        int i = picks[count - 1] + 1;
        while (i < last && way[i] < target) {
            i++;
        }
        if (i < last && motion(film, picks[count - 1], i) > least &&
            motion(film, i, last) > least) {
            picks[count++] = i;
        }
    }
    if (last > 0) {
        picks[count++] = last;
    }
    return count;
}
