// SPDX-License-Identifier: MIT
#include "bench_thread.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

const int sut_bench_sizes[SUT_BENCH_SIZES] = {100, 200, 300, 600};

// a 3-0 thread; EI = 3.98e-7 N m^2, EA = 70.7 N, 7.8 mg
const sut_bench_material sut_bench_suture = {
    .length = 0.1, .radius = 0.15e-3, .young = 1e9, .poisson = 0.4, .density = 1100.0};

//---- making a case -------------------------------------------------------------------------------
// Edges of equal length along the wave.
static void place_vertices(const sut_bench_material *m, int n, sut_vec3 *positions,
                           sut_vec3 *velocities) {
    double edge = m->length / (double)(n - 1);
    sut_vec3 p = {0.0, 0.0, 0.0};
    for (int i = 0; i < n; i++) {
        double slope = m->wave * sin(2.0 * SUT_BENCH_PI * edge * (i + 0.5) / 0.1);
        positions[i] = p;
        velocities[i] = (sut_vec3){0.0, m->speed, 0.0};
        p.x = m->wave > 0.0 ? p.x + edge * cos(slope) : m->length * (i + 1) / (n - 1);
        p.z += edge * sin(slope);
    }
}

static void make_thread(sut_bench_case *c, const sut_bench_material *m,
                        void (*change)(sut_thread_def *def)) {
    sut_vec3 *positions = calloc(2 * (size_t)c->vertices, sizeof *positions);
    if (positions == NULL) {
        c->result = SUT_E_MEMORY;
        return;
    }
    sut_vec3 *velocities = positions + c->vertices;
    place_vertices(m, c->vertices, positions, velocities);
    sut_thread_def def = sut_default_thread_def();
    def.positions = positions;
    def.velocities = velocities;
    def.vertex_count = c->vertices;
    sut_thread_def_set_round(&def, m->young, m->poisson, m->density, m->radius);
    if (change != NULL) {
        change(&def);
    }
    c->result = sut_thread_create(c->world, &def, &c->thread);
    free(positions);
}

void sut_bench_case_open(sut_bench_case *c, const sut_bench_material *material, int vertices,
                         void (*change)(sut_thread_def *def)) {
    memset(c, 0, sizeof *c);
    c->vertices = vertices;
    c->dt = SUT_BENCH_DT;
    c->clock = sut_bench_now_us;
    sut_world_def def = sut_default_world_def();
    def.contact.disabled = true; // the cost of contacts has benchmarks of its own
    def.gravity = (sut_vec3){0.0, 0.0, -SUT_BENCH_GRAVITY};
    def.capacity.threads = 1;
    def.capacity.vertices = vertices;
    c->result = sut_world_create(&def, &c->world);
    if (c->result == SUT_OK) {
        make_thread(c, material, change);
    }
}

void sut_bench_case_close(sut_bench_case *c) {
    for (int i = 0; i < c->moment_count; i++) {
        free(c->moments[i]);
    }
    sut_world_destroy(c->world);
    memset(c, 0, sizeof *c);
}

void sut_bench_case_hold(sut_bench_case *c, int vertex, sut_hold_kind kind,
                         const sut_hold_key *keys, int key_count) {
    if (c->result != SUT_OK) {
        return;
    }
    sut_hold_def def = sut_default_hold_def();
    def.vertex = vertex;
    def.kind = kind;
    def.keys = keys;
    def.key_count = key_count;
    sut_hold_id id;
    c->result = sut_hold_create(c->world, c->thread, &def, &id);
}

void sut_bench_case_run(sut_bench_case *c, int steps) {
    for (int i = 0; i < steps && c->result == SUT_OK; i++) {
        c->result = sut_world_step(c->world, c->dt);
    }
}

//---- stored moments ------------------------------------------------------------------------------
void sut_bench_case_keep(sut_bench_case *c) {
    if (c->result != SUT_OK || c->moment_count >= SUT_BENCH_MOMENTS) {
        return;
    }
    size_t size = sut_world_snapshot(c->world, NULL, 0);
    void *image = malloc(size);
    if (image == NULL) {
        c->result = SUT_E_MEMORY;
        return;
    }
    c->moment_size[c->moment_count] = sut_world_snapshot(c->world, image, size);
    c->moments[c->moment_count++] = image;
}

void sut_bench_case_return(sut_bench_case *c, int moment) {
    if (c->result == SUT_OK) {
        c->result = sut_world_restore(c->world, c->moments[moment], c->moment_size[moment]);
    }
}

void sut_bench_case_keep_all(sut_bench_case *c, int apart) {
    sut_bench_case_keep(c);
    while (c->result == SUT_OK && c->moment_count < SUT_BENCH_MOMENTS) {
        sut_bench_case_run(c, apart);
        sut_bench_case_keep(c);
    }
}

//---- measuring -----------------------------------------------------------------------------------
double sut_bench_case_batch(void *ctx, int index, int count) {
    sut_bench_case *c = ctx;
    if (c->result != SUT_OK) {
        return (double)NAN;
    }
    sut_bench_case_return(c, index % c->moment_count);

    // one step off the clock: restoring has filled the caches with the image
    sut_bench_case_run(c, 1);
    double start = c->clock();
    sut_bench_case_run(c, count);
    return (c->clock() - start) / (double)count;
}

void sut_bench_case_stages(sut_bench_case *c, int steps, sut_bench_row *row) {
    int samples = c->moment_count * steps;
    double *us = calloc((size_t)samples * SUT_STAGE_COUNT, sizeof *us);
    if (us == NULL) {
        c->result = SUT_E_MEMORY;
        return;
    }
    double linearisations = 0.0;
    double corrections = 0.0;
    double substeps = 0.0;
    for (int i = 0; i < samples; i++) {
        if (i % steps == 0) {
            sut_bench_case_return(c, i / steps);
        }
        sut_bench_case_run(c, 1);
        sut_stats stats = sut_world_stats(c->world);
        for (int s = 0; s < SUT_STAGE_COUNT; s++) {
            us[s * samples + i] = stats.stage_us[s];
        }
        linearisations += stats.linearisations;
        corrections += stats.corrections;
        substeps += stats.substeps;
    }
    sut_bench_figure_add(row, "linearisations", linearisations / samples, "per step");
    sut_bench_figure_add(row, "corrections", corrections / samples, "per step");
    sut_bench_figure_add(row, "substeps", substeps / samples, "per step");
    for (int s = 0; s < SUT_STAGE_COUNT; s++) {
        char key[SUT_BENCH_KEY];
        snprintf(key, sizeof key, "%s_us", sut_stage_name((sut_stage)s));
        double *stage = us + (ptrdiff_t)s * samples;
        sut_bench_figure_add(row, key, sut_bench_quantile(stage, samples, 0.5), "us");
    }
    free(us);
}

void sut_bench_case_profile(sut_bench_case *c, int steps, int runs, double *us) {
    for (int r = 0; r < runs; r++) {
        sut_bench_case_return(c, 0);
        for (int i = 0; i < steps; i++) {
            double start = c->clock();
            sut_bench_case_run(c, 1);
            double spent = c->clock() - start;
            us[i] = r == 0 || spent < us[i] ? spent : us[i];
        }
    }
}

void sut_bench_case_tail(sut_bench_case *c, int steps, int runs, sut_bench_row *row) {
    double *us = calloc((size_t)steps, sizeof *us);
    if (us == NULL) {
        c->result = SUT_E_MEMORY;
        return;
    }
    sut_bench_case_profile(c, steps, runs, us);
    int late = 0;
    for (int i = 0; i < steps; i++) {
        late += us[i] > 1e6 * c->dt ? 1 : 0;
    }
    sut_bench_figure_add(row, "p99_us", sut_bench_quantile(us, steps, 0.99), "us");
    sut_bench_figure_add(row, "max_us", us[steps - 1], "us");
    sut_bench_figure_add(row, "deadline_misses", late, "");
    free(us);
}

bool sut_bench_case_ok(const sut_bench_case *c, sut_bench_row *row) {
    if (c->result == SUT_OK) {
        return true;
    }
    char text[SUT_BENCH_TEXT];
    const char *refusal = c->world != NULL ? sut_world_refusal(c->world) : "";
    snprintf(text, sizeof text, "%s%s%s", sut_result_text(c->result),
             refusal[0] != '\0' ? ": " : "", refusal);
    sut_bench_fail(row, text);
    return false;
}
