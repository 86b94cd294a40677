// SPDX-License-Identifier: MIT
#include "bench_scene_run.h"

#include "sutura/knot.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

const char *const sut_bench_tie_scenes[SUT_BENCH_TIE_SCENES] = {
    "reef_tie",        "surgeon_tie",      "reef_forceps",
    "surgeon_forceps", "reef_two_forceps", "untie_granny_forceps"};

static int count_vertices(const sut_bench_scene *s) {
    int sum = 0;
    for (int i = 0; i < sut_scene_thread_count(s->scene); i++) {
        sut_thread_view view;
        if (sut_thread_get_view(s->world, sut_scene_thread_id(i), &view) == SUT_OK) {
            sum += view.vertex_count;
        }
    }
    return sum;
}

bool sut_bench_scene_open(sut_bench_scene *s, const char *name, double budget) {
    *s = (sut_bench_scene){0};
    char path[512];
    char value[32];
    // a name with a slash is the file itself
    snprintf(path, sizeof path, strchr(name, '/') ? "%s" : SUT_BENCH_SCENES "/%s.json", name);
    snprintf(value, sizeof value, "%.17g", budget);
    sut_scene_override change = {"solver.budget", value};
    sut_scene_options options = {.overrides = &change, .override_count = budget > 0.0 ? 1 : 0};
    s->scene = sut_scene_read_file(path, &options, &s->error);
    if (s->scene == NULL || sut_scene_build(s->scene, NULL, &s->world, &s->error) != SUT_OK) {
        return false;
    }
    s->dt = sut_scene_dt(s->scene);
    s->steps = (int)round(sut_scene_seconds(s->scene) / s->dt);
    s->vertices = count_vertices(s);
    return true;
}

void sut_bench_scene_close(sut_bench_scene *s) {
    sut_world_destroy(s->world);
    sut_scene_free(s->scene);
    *s = (sut_bench_scene){0};
}

sut_result sut_bench_scene_drive(sut_bench_scene *s) {
    return sut_scene_drive(s->scene, s->world, s->dt);
}

sut_result sut_bench_scene_step(sut_bench_scene *s) {
    return sut_world_step(s->world, s->dt);
}

static void copy_name(const sut_knot_throws *throws, const char *name, char *out, size_t size) {
    snprintf(out, size, "%s", throws->surgical[0] != '\0' ? throws->surgical : name);
}

void sut_bench_scene_knot(const sut_bench_scene *s, char *out, size_t size) {
    sut_knot_thread threads[2] = {0};
    int count = sut_scene_thread_count(s->scene);
    count = count < 2 ? count : 2;
    for (int i = 0; i < count; i++) {
        sut_thread_view view = {0};
        (void)sut_thread_get_view(s->world, sut_scene_thread_id(i), &view);
        threads[i] =
            (sut_knot_thread){.positions = view.position, .vertex_count = view.vertex_count};
    }
    sut_knot knot;
    snprintf(out, size, "unknown");
    if (sut_knot_name(threads, count, SUT_KNOT_THOROUGH, &knot) != SUT_OK) {
        return;
    }
    if (count == 2 && knot.bend.count > 0) {
        copy_name(&knot.bend, knot.bend_name, out, size);
    } else {
        copy_name(&knot.loops[0].throws, knot.loops[0].name, out, size);
    }
    sut_knot_free(&knot);
}
