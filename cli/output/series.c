// SPDX-License-Identifier: MIT
// One walk over the world lists the columns before the run and gives their values in each block, so
// that both are in the same order by construction.
#include "output/series.h"

#include "output/number.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { BUFFER = 1 << 18 };

static const double unknown = (double)NAN;

//---- columns -------------------------------------------------------------------------------------

// Whose values come next: "thread.suture", "hold.0", "vertex.suture.15".
typedef struct owner {
    const char *kind, *name;
    int number; // negative: none
} owner;

static void list_column(sut_series *s, int chart, const owner *o, const char *key) {
    if (s->count == s->capacity) {
        int capacity = s->capacity > 0 ? 2 * s->capacity : 64;
        sut_series_column *grown = realloc(s->columns, (size_t)capacity * sizeof *grown);
        if (grown == NULL) {
            s->failed = true;
            return;
        }
        s->columns = grown;
        s->capacity = capacity;
    }
    sut_series_column *c = &s->columns[s->count++];
    *c = (sut_series_column){.chart = chart};
    char number[16] = "";
    if (o->number >= 0) {
        snprintf(number, sizeof number, ".%d", o->number);
    }
    snprintf(c->name, sizeof c->name, "%s%s%s%s.%s", o->kind, o->name[0] != '\0' ? "." : "",
             o->name, number, key);
    if (chart != SUT_SERIES_NONE) {
        c->low = calloc(SUT_SERIES_BINS, sizeof *c->low);
        c->high = calloc(SUT_SERIES_BINS, sizeof *c->high);
        s->failed = s->failed || c->low == NULL || c->high == NULL;
    }
}

static void put(sut_series *s, int chart, const owner *o, const char *key, double value) {
    if (s->at < 0) {
        list_column(s, chart, o, key);
    } else {
        s->now[s->at++] = value;
    }
}

static double norm(sut_vec3 v) {
    return sqrt(v.x * v.x + v.y * v.y + v.z * v.z);
}

static void put_vector(sut_series *s, int chart, const owner *o, const char *key, sut_vec3 v) {
    static const char *const axes[] = {"x", "y", "z"};
    const double parts[] = {v.x, v.y, v.z};
    for (int i = 0; i < 3; i++) {
        char name[40] = "";
        if (s->at < 0) {
            snprintf(name, sizeof name, "%s_%s", key, axes[i]);
        }
        put(s, SUT_SERIES_NONE, o, name, parts[i]);
    }
    put(s, chart, o, key, norm(v));
}

//---- what there is -------------------------------------------------------------------------------

static sut_vec3 minus(sut_vec3 a, sut_vec3 b) {
    return (sut_vec3){a.x - b.x, a.y - b.y, a.z - b.z};
}

static sut_vec3 plus(sut_vec3 a, double f, sut_vec3 b) {
    return (sut_vec3){a.x + f * b.x, a.y + f * b.y, a.z + f * b.z};
}

static double dot(sut_vec3 a, sut_vec3 b) {
    return a.x * b.x + a.y * b.y + a.z * b.z;
}

static void put_thread(sut_series *s, const sut_source *src, int i) {
    const owner o = {"thread", src->names[i], -1};
    sut_energy e = {unknown, unknown, unknown, unknown, unknown};
    sut_thread_view v;
    (void)sut_thread_get_energy(src->world, src->ids[i], &e);
    bool there = sut_thread_get_view(src->world, src->ids[i], &v) == SUT_OK;
    int last = there ? v.vertex_count - 1 : 0;
    put(s, SUT_SERIES_ENERGY, &o, "kinetic", e.kinetic);
    put(s, SUT_SERIES_ENERGY, &o, "stretch", e.stretch);
    put(s, SUT_SERIES_ENERGY, &o, "bend", e.bend);
    put(s, SUT_SERIES_ENERGY, &o, "twist", e.twist);
    put(s, SUT_SERIES_ENERGY, &o, "gravity", e.gravity);
    put(s, SUT_SERIES_ENERGY, &o, "energy", e.kinetic + e.stretch + e.bend + e.twist + e.gravity);
    put(s, SUT_SERIES_DISTANCE, &o, "end_distance",
        there ? norm(minus(v.position[last], v.position[0])) : unknown);
    put(s, SUT_SERIES_TWIST, &o, "twist_angle", there ? v.twist[last - 1] : unknown);
    put(s, SUT_SERIES_AXIAL, &o, "tension_first", there ? v.tension[0] : unknown);
    put(s, SUT_SERIES_AXIAL, &o, "tension_last", there ? v.tension[last - 1] : unknown);
}

static void put_hold(sut_series *s, int i, const sut_hold_view *h) {
    const owner o = {"hold", "", i};
    put_vector(s, SUT_SERIES_HOLD, &o, "force", h->active ? h->force : (sut_vec3){0});
    if (h->kind == SUT_HOLD_TWIST) {
        put(s, SUT_SERIES_TORQUE, &o, "torque", h->active ? h->spin_torque : 0.0);
        put(s, SUT_SERIES_SPIN, &o, "spin", h->spin);
    }
}

static void put_tool(sut_series *s, const sut_source *src, int i) {
    const owner o = {"tool", src->tools[i].name, -1};
    sut_tool_view v;
    if (sut_tool_get_view(src->world, src->tools[i].id, &v) != SUT_OK) {
        v = (sut_tool_view){.force = {unknown, unknown, unknown}};
    }
    put_vector(s, SUT_SERIES_NONE, &o, "force", v.force);
    put_vector(s, SUT_SERIES_NONE, &o, "torque", v.torque);
    put_vector(s, SUT_SERIES_HAND, &o, "hand_force", v.hand_force);
    put_vector(s, SUT_SERIES_NONE, &o, "hand_torque", v.hand_torque);
    double scale = src->tools[i].force_scale;
    bool scaled = scale > 0.0 && scale != 1.0; // exactly: no other was asked for
    put(s, scaled ? SUT_SERIES_DEVICE : SUT_SERIES_NONE, &o, "device_force",
        norm(v.hand_force) * (scale > 0.0 ? scale : 1.0));
}

// Part of a contact's force along its normal; the rest is friction.
static sut_vec3 normal_part(const sut_contact_view *c) {
    return plus((sut_vec3){0}, dot(c->force, c->normal), c->normal);
}

static void put_contacts(sut_series *s, const sut_source *src) {
    const owner o = {"contacts", "", -1};
    int count = 0;
    const sut_contact_view *c = sut_world_contacts(src->world, &count);
    double normal = 0.0;
    double friction = 0.0;
    for (int i = 0; i < count; i++) {
        sut_vec3 n = normal_part(&c[i]);
        normal += norm(n);
        friction += norm(minus(c[i].force, n));
    }
    put(s, SUT_SERIES_NONE, &o, "count", count);
    put(s, SUT_SERIES_NONE, &o, "energy", sut_world_contact_energy(src->world));
    put(s, SUT_SERIES_CONTACT, &o, "normal", normal);
    put(s, SUT_SERIES_CONTACT, &o, "friction", friction);
}

//---- forces on a vertex --------------------------------------------------------------------------

static bool same(sut_thread_id a, sut_thread_id b) {
    return a.index1 == b.index1 && a.generation == b.generation;
}

static void contact_forces(const sut_source *src, const sut_probe *p, sut_vec3 *normal,
                           sut_vec3 *friction) {
    *normal = *friction = (sut_vec3){0};
    int count = 0;
    const sut_contact_view *c = sut_world_contacts(src->world, &count);
    for (int i = 0; i < count; i++) {
        for (int side = 0; side < 2; side++) {
            int from = p->vertex - c[i].edge[side];
            if (!same(c[i].thread[side], src->ids[p->thread]) || from < 0 || from > 1) {
                continue;
            }
            double share = from == 0 ? 1.0 - c[i].at[side] : c[i].at[side];
            share = side == 0 ? share : -share;
            sut_vec3 n = normal_part(&c[i]);
            *normal = plus(*normal, share, n);
            *friction = plus(*friction, share, minus(c[i].force, n));
        }
    }
}

static sut_vec3 hold_force(const sut_source *src, const sut_probe *p) {
    sut_vec3 sum = {0};
    sut_hold_view h;
    for (int i = 0; sut_source_hold(src, i, &h); i++) {
        if (h.active && h.vertex == p->vertex && same(h.thread, src->ids[p->thread])) {
            sum = plus(sum, 1.0, h.force);
        }
    }
    return sum;
}

// What a view alone tells: the tensions of the edges beside the vertex.
static sut_vec3 tension_force(const sut_thread_view *v, int vertex) {
    sut_vec3 sum = {0};
    for (int k = 0; k < 2; k++) {
        int e = vertex - k;
        if (e < 0 || e >= v->vertex_count - 1) {
            continue;
        }
        sut_vec3 d = minus(v->position[e + 1], v->position[e]);
        sum = plus(sum, (k == 0 ? 1.0 : -1.0) * v->tension[e] / norm(d), d);
    }
    return sum;
}

static void put_probe(sut_series *s, const sut_source *src, int i) {
    const sut_probe *p = &s->probes[i];
    const owner o = {"vertex", src->names[p->thread], p->vertex};
    const int chart = SUT_SERIES_PROBE + i;
    const sut_vec3 none = {unknown, unknown, unknown};
    sut_force_parts f = {none, none, none, none, none, none, none};
    sut_thread_view v;
    bool springs =
        sut_thread_get_force_parts(src->world, src->ids[p->thread], p->vertex, &f) == SUT_OK;
    if (!springs && sut_thread_get_view(src->world, src->ids[p->thread], &v) == SUT_OK) {
        f.stretch = tension_force(&v, p->vertex);
    }
    sut_vec3 normal;
    sut_vec3 friction;
    contact_forces(src, p, &normal, &friction);
    put_vector(s, chart, &o, "stretch", f.stretch);
    put_vector(s, chart, &o, "stretch_damper", f.stretch_damper);
    put_vector(s, chart, &o, "bend", f.bend);
    put_vector(s, chart, &o, "bend_damper", f.bend_damper);
    put_vector(s, chart, &o, "swivel_damper", f.swivel_damper);
    put_vector(s, chart, &o, "limit", f.limit);
    put_vector(s, SUT_SERIES_NONE, &o, "weight", f.weight);
    put_vector(s, chart, &o, "contact", normal);
    put_vector(s, chart, &o, "friction", friction);
    put_vector(s, chart, &o, "hold", hold_force(src, p));
}

static void walk(sut_series *s, const sut_source *src) {
    for (int i = 0; i < src->thread_count; i++) {
        put_thread(s, src, i);
    }
    put_contacts(s, src);
    sut_hold_view h;
    for (int i = 0; sut_source_hold(src, i, &h); i++) {
        put_hold(s, i, &h);
    }
    for (int i = 0; i < src->tool_count; i++) {
        put_tool(s, src, i);
    }
    for (int i = 0; i < s->probe_count; i++) {
        put_probe(s, src, i);
    }
}

//---- life ----------------------------------------------------------------------------------------

static void free_all(sut_series *s) {
    for (int i = 0; i < s->count; i++) {
        free(s->columns[i].low);
        free(s->columns[i].high);
    }
    free(s->columns);
    free(s->now);
    free(s->picture);
}

static bool open_files(sut_series *s, const char *folder, sut_fault *fault) {
    char *path = sut_path_join(folder, "series.csv");
    s->picture = sut_path_join(folder, "series.svg");
    if (path == NULL || s->picture == NULL || s->failed) {
        sut_fault_set(fault, "%s: out of memory", folder);
        free(path);
        return false;
    }
    bool ok =
        sut_file_is_writable(s->picture, fault) && sut_writer_open(&s->file, path, BUFFER, fault);
    free(path);
    return ok;
}

bool sut_series_open(sut_series *s, const sut_source *src, const char *folder,
                     const sut_probe *probes, int probe_count, sut_fault *fault) {
    *s = (sut_series){.file = {.fd = -1}, .at = -1, .per_bin = 1, .probe_count = probe_count};
    if (probe_count > 0) {
        memcpy(s->probes, probes, (size_t)probe_count * sizeof *probes);
    }
    walk(s, src);
    s->now = calloc((size_t)s->count + 1, sizeof *s->now);
    s->failed = s->failed || s->now == NULL;
    if (!open_files(s, folder, fault)) {
        free_all(s);
        *s = (sut_series){.file = {.fd = -1}};
        return false;
    }
    return true;
}

void sut_series_abandon(sut_series *s) {
    if (s->file.fd >= 0) {
        sut_writer_abandon(&s->file);
    }
    free_all(s);
    *s = (sut_series){.file = {.fd = -1}};
}

void sut_series_begin(sut_series *s) {
    sut_writer_begin(&s->file);
    sut_writer_put(&s->file, "t", 1);
    for (int i = 0; i < s->count; i++) {
        sut_writer_print(&s->file, ",%s", s->columns[i].name);
    }
    sut_writer_put(&s->file, "\n", 1);
}

//---- curves --------------------------------------------------------------------------------------

// Two bins become one.
static void merge_bins(sut_series *s) {
    int half = s->bins / 2;
    for (int c = 0; c < s->count; c++) {
        sut_series_column *k = &s->columns[c];
        for (int i = 0; i < half && k->low != NULL; i++) {
            k->low[i] = fmin(k->low[2 * i], k->low[2 * i + 1]);
            k->high[i] = fmax(k->high[2 * i], k->high[2 * i + 1]);
        }
    }
    for (int i = 0; i < half; i++) {
        s->time[i] = s->time[2 * i];
    }
    s->bins = half;
    s->per_bin *= 2;
}

static void add_to_curves(sut_series *s, double t) {
    bool fresh = s->blocks % s->per_bin == 0;
    if (fresh && s->bins == SUT_SERIES_BINS) {
        merge_bins(s);
    }
    int bin = fresh ? s->bins++ : s->bins - 1;
    if (fresh) {
        s->time[bin] = t;
    }
    for (int c = 0; c < s->count; c++) {
        sut_series_column *k = &s->columns[c];
        if (k->low != NULL) {
            k->low[bin] = fresh ? s->now[c] : fmin(k->low[bin], s->now[c]);
            k->high[bin] = fresh ? s->now[c] : fmax(k->high[bin], s->now[c]);
        }
    }
    s->end = t;
    s->blocks++;
}

void sut_series_block(sut_series *s, const sut_source *src) {
    s->at = 0;
    walk(s, src);
    double t = sut_world_time(src->world);
    char *at = sut_put_double(sut_writer_room(&s->file, SUT_NUMBER_MAX), t);
    sut_writer_used(&s->file, at);
    for (int i = 0; i < s->count; i++) {
        at = sut_writer_room(&s->file, SUT_NUMBER_MAX + 2);
        *at++ = ',';
        at = isfinite(s->now[i]) ? sut_put_double(at, s->now[i]) : at;
        sut_writer_used(&s->file, at);
    }
    sut_writer_put(&s->file, "\n", 1);
    add_to_curves(s, t);
}

bool sut_series_failed(const sut_series *s) {
    return s->file.error != 0;
}

bool sut_series_close(sut_series *s, const sut_picture_text *text, sut_fault *fault) {
    bool ok = sut_writer_close(&s->file, fault);
    ok = sut_series_draw(s, text, s->picture, fault) && ok;
    free_all(s);
    *s = (sut_series){.file = {.fd = -1}};
    return ok;
}
