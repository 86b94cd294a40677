// SPDX-License-Identifier: MIT
#include "validate/figure.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

static void fail(sut_figure *f, const char *text) {
    if (f->ok) {
        sut_check_fail(f->log, text);
    }
    f->ok = false;
}

sut_figure sut_figure_open(sut_check_log *log, const char *name, const sut_scene_override *changes,
                           int change_count) {
    sut_figure f = {.log = log, .ok = true};
    const sut_figure_scene *found = NULL;
    for (int i = 0; i < sut_figure_scene_count; i++) {
        if (strcmp(sut_figure_scenes[i].name, name) == 0) {
            found = &sut_figure_scenes[i];
        }
    }
    if (found == NULL) {
        fail(&f, "there is no such scene in the program");
        return f;
    }
    sut_scene_error error = {{0}};
    sut_scene_options options = {.overrides = changes, .override_count = change_count};
    f.scene = sut_scene_read_text(found->text, found->size, name, &options, &error);
    if (f.scene == NULL || sut_scene_build(f.scene, NULL, &f.world, &error) != SUT_OK) {
        fail(&f, error.text);
        return f;
    }
    f.dt = sut_scene_dt(f.scene);
    f.steps = lround(sut_scene_seconds(f.scene) / f.dt);
    return f;
}

void sut_figure_close(sut_figure *f) {
    sut_world_destroy(f->world);
    sut_scene_free(f->scene);
    f->world = NULL;
    f->scene = NULL;
}

bool sut_figure_step(sut_figure *f) {
    if (!f->ok || f->done >= f->steps) {
        return false;
    }
    sut_result r = sut_scene_drive(f->scene, f->world, f->dt);
    r = r == SUT_OK ? sut_world_step(f->world, f->dt) : r;
    if (r != SUT_OK) {
        char text[96];
        (void)snprintf(text, sizeof text, "step %ld failed: %s", f->done + 1, sut_result_text(r));
        fail(f, text);
        return false;
    }
    f->done++;
    if (f->done % 1000 == 0) {
        sut_check_progress(f->log, (double)f->done / (double)f->steps);
    }
    return true;
}

sut_thread_view sut_figure_view(const sut_figure *f) {
    sut_thread_view v = {0};
    if (f->ok) {
        (void)sut_thread_get_view(f->world, sut_scene_thread_id(0), &v);
    }
    return v;
}

sut_hold_view sut_figure_hold(const sut_figure *f, int i) {
    const sut_vec3 nowhere = {SUT_RIG_NAN, SUT_RIG_NAN, SUT_RIG_NAN};
    sut_hold_view v = {.force = nowhere, .spin_torque = SUT_RIG_NAN, .spin = SUT_RIG_NAN};
    sut_hold_id id = {(uint32_t)i + 1, 1};
    if (f->ok) {
        (void)sut_hold_get_view(f->world, id, &v);
    }
    return v;
}

sut_tool_view sut_figure_tool(const sut_figure *f, int i) {
    const sut_vec3 nowhere = {SUT_RIG_NAN, SUT_RIG_NAN, SUT_RIG_NAN};
    sut_tool_view v = {.hand_force = nowhere, .force = nowhere};
    if (f->ok) {
        (void)sut_tool_get_view(f->world, sut_scene_tool_id(i), &v);
    }
    return v;
}

double sut_figure_energy(const sut_figure *f) {
    sut_energy e;
    if (!f->ok || sut_thread_get_energy(f->world, sut_scene_thread_id(0), &e) != SUT_OK) {
        return SUT_RIG_NAN;
    }
    return e.kinetic + e.stretch + e.bend + e.twist + e.gravity;
}
