// SPDX-License-Identifier: MIT
#include "validate/tissue_rig.h"

#include "validate/vector.h"

#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const sut_vec3 nowhere = {SUT_RIG_NAN, SUT_RIG_NAN, SUT_RIG_NAN};

static void fail(sut_tissue_rig *r, const char *text) {
    if (r->ok) {
        sut_check_fail(r->log, text);
    }
    r->ok = false;
}

static void build(sut_tissue_rig *r, const char *text) {
    sut_scene_error error = {{0}};
    r->scene = sut_scene_read_text(text, strlen(text), "check", NULL, &error);
    if (r->scene == NULL || sut_scene_build(r->scene, NULL, &r->world, &error) != SUT_OK) {
        fail(r, error.text);
        return;
    }
    r->dt = sut_scene_dt(r->scene);
}

// as much text as the format and its arguments make; null without memory
__attribute__((format(printf, 1, 0))) static char *print(const char *format, va_list arguments) {
    va_list again;
    va_copy(again, arguments);
    int size = vsnprintf(NULL, 0, format, again);
    va_end(again);
    char *text = size >= 0 ? malloc((size_t)size + 1) : NULL;
    if (text != NULL) {
        (void)vsnprintf(text, (size_t)size + 1, format, arguments);
    }
    return text;
}

sut_tissue_rig sut_tissue_rig_open(sut_check_log *log, const char *gravity, const char *tissues,
                                   ...) {
    sut_tissue_rig r = {.log = log, .ok = true};
    va_list arguments;
    va_start(arguments, tissues);
    char *list = print(tissues, arguments);
    va_end(arguments);
    static const char frame[] = "{\"sutura\": 1, \"gravity\": %s, \"tissues\": [%s]}";
    gravity = gravity != NULL ? gravity : "[0, 0, 0]";
    size_t size = sizeof frame + strlen(gravity) + (list != NULL ? strlen(list) : 0);
    char *text = list != NULL ? malloc(size) : NULL;
    if (text != NULL) {
        (void)snprintf(text, size, frame, gravity, list);
        build(&r, text);
    } else {
        fail(&r, "out of memory");
    }
    free(text);
    free(list);
    return r;
}

sut_tissue_rig sut_tissue_rig_read(sut_check_log *log, const char *scene, ...) {
    sut_tissue_rig r = {.log = log, .ok = true};
    va_list arguments;
    va_start(arguments, scene);
    char *text = print(scene, arguments);
    va_end(arguments);
    if (text != NULL) {
        build(&r, text);
    } else {
        fail(&r, "out of memory");
    }
    free(text);
    return r;
}

void sut_tissue_rig_close(sut_tissue_rig *r) {
    sut_world_destroy(r->world);
    sut_scene_free(r->scene);
    r->world = NULL;
    r->scene = NULL;
    r->ok = false;
}

//---- stepping ------------------------------------------------------------------------------------
static bool step(sut_tissue_rig *r, double dt) {
    sut_result result = r->ok ? sut_world_step(r->world, dt) : SUT_E_ARGUMENT;
    if (r->ok && result != SUT_OK) {
        char text[96];
        (void)snprintf(text, sizeof text, "a step failed: %s", sut_result_text(result));
        fail(r, text);
    }
    return r->ok;
}

void sut_tissue_rig_steps(sut_tissue_rig *r, int steps, double dt) {
    for (int i = 0; i < steps && step(r, dt); i++) {
    }
}

static double largest_way(const sut_tissue_view *v, double dt) {
    double most = 0.0;
    for (int i = 0; i < v->node_count; i++) {
        most = fmax(most, vec_norm(v->velocity[i]) * dt);
    }
    return most;
}

void sut_tissue_rig_settle(sut_tissue_rig *r, int steps, double dt, double still) {
    for (int i = 0; i < steps && step(r, dt); i++) {
        sut_tissue_view v = sut_tissue_rig_view(r);
        if (largest_way(&v, dt) <= still) {
            return;
        }
    }
    if (r->ok) {
        sut_check_note(r->log, "a tissue did not come to rest in the given steps");
    }
}

//---- readings ------------------------------------------------------------------------------------
sut_tissue_view sut_tissue_rig_view(const sut_tissue_rig *r) {
    sut_tissue_view v = {.mass = SUT_RIG_NAN, .measure = SUT_RIG_NAN};
    if (r->ok) {
        (void)sut_tissue_get_view(r->world, sut_scene_tissue_id(0), &v);
    }
    return v;
}

sut_tissue_figures sut_tissue_rig_figures(const sut_tissue_rig *r) {
    sut_tissue_figures f = {.strain_max = SUT_RIG_NAN,
                            .displacement_max = SUT_RIG_NAN,
                            .support_force = nowhere,
                            .external_force = nowhere,
                            .momentum = nowhere};
    if (r->ok) {
        (void)sut_tissue_get_figures(r->world, sut_scene_tissue_id(0), &f);
    }
    return f;
}

double sut_tissue_rig_energy(const sut_tissue_rig *r) {
    sut_tissue_energy e;
    if (!r->ok || sut_tissue_get_energy(r->world, sut_scene_tissue_id(0), &e) != SUT_OK) {
        return SUT_RIG_NAN;
    }
    return e.kinetic + e.elastic + e.gravity;
}

sut_vec3 sut_tissue_rig_node(const sut_tissue_rig *r, int i) {
    sut_tissue_view v = sut_tissue_rig_view(r);
    i = i < 0 ? v.node_count + i : i;
    return i >= 0 && i < v.node_count ? v.position[i] : nowhere;
}

sut_vec3 sut_tissue_rig_mean(const sut_tissue_rig *r, const char *group) {
    const sut_mesh *m = r->ok ? sut_scene_tissue_mesh(r->scene, 0) : NULL;
    const sut_mesh_group *g = m != NULL ? sut_mesh_group_find(m, group) : NULL;
    sut_tissue_view v = sut_tissue_rig_view(r);
    if (g == NULL || v.node_count == 0) {
        return nowhere;
    }
    sut_vec3 sum = vec(0.0, 0.0, 0.0);
    for (int i = 0; i < g->node_count; i++) {
        sum = vec_add(sum, v.position[g->nodes[i]]);
    }
    return vec_scale(sum, 1.0 / g->node_count);
}

double sut_tissue_rig_strain(const sut_tissue_rig *r) {
    sut_tissue_view v = sut_tissue_rig_view(r);
    double most = v.node_count > 0 ? 0.0 : SUT_RIG_NAN;
    for (int i = 0; i < v.node_count; i++) {
        most = fmax(most, v.strain[i]);
    }
    return most;
}

//---- arithmetic ----------------------------------------------------------------------------------
double sut_zero_of(double (*value)(double x, double target), double target, double low,
                   double high) {
    for (int k = 0; k < 200; k++) {
        double middle = 0.5 * (low + high);
        if (value(middle, target) < 0.0) {
            low = middle;
        } else {
            high = middle;
        }
    }
    return 0.5 * (low + high);
}

double sut_order_of(double coarse, double fine) {
    return log2(fabs(coarse) / fabs(fine));
}
