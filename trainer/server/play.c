// SPDX-License-Identifier: MIT
#include "trainer/server/play.h"

#include "trainer/server/grasp.h"
#include "trainer/server/guide.h"
#include "trainer/server/reel.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const size_t tape_limit = (size_t)64 << 20U;

//---- making one ----------------------------------------------------------------------------------

static int count_holds(const sut_world *w) {
    int count = 0;
    while (sut_hold_is_valid(w, (sut_hold_id){(uint32_t)count + 1U, 1})) {
        count++;
    }
    return count;
}

static void find_cast(sut_play *p) {
    sut_frame_cast *c = &p->cast;
    const int most = (int)(sizeof p->obstacle_moves / sizeof p->obstacle_moves[0]);
    c->thread_count = sut_scene_thread_count(p->scene);
    c->obstacle_count = sut_scene_obstacle_count(p->scene);
    c->obstacle_count = c->obstacle_count > most ? most : c->obstacle_count;
    for (int i = 0; i < c->obstacle_count; i++) {
        p->obstacle_moves[i] = sut_scene_obstacle_def(p->scene, i)->key_count > 0;
    }
    c->obstacle_moves = p->obstacle_moves;
    c->tool_count = sut_scene_tool_count(p->scene);
    c->tool_count = c->tool_count > SUT_PLAY_TOOLS ? SUT_PLAY_TOOLS : c->tool_count;
    c->tool_flags = p->mode == SUT_PLAY_DEMO || p->mode == SUT_PLAY_REPLAY ? 32U : 16U;
    c->hold_count = count_holds(p->world);
    c->tissue_count = sut_scene_tissue_count(p->scene);
    c->needle_count = sut_scene_needle_count(p->scene);
}

static void widen(sut_vec3 *low, sut_vec3 *high, sut_vec3 at) {
    *low = (sut_vec3){fmin(low->x, at.x), fmin(low->y, at.y), fmin(low->z, at.z)};
    *high = (sut_vec3){fmax(high->x, at.x), fmax(high->y, at.y), fmax(high->z, at.z)};
}

// A hand below the board could only push against it from the wrong side.
static void keep_above_boards(sut_play *p) {
    double tip = 0.0;
    for (int i = 0; i < p->cast.tool_count; i++) {
        tip = fmax(tip, sut_scene_tool_def(p->scene, i)->tip_radius);
    }
    for (int i = 0; i < p->cast.obstacle_count; i++) {
        const sut_obstacle_def *d = sut_scene_obstacle_def(p->scene, i);
        if (d->kind == SUT_OBSTACLE_PLANE && !p->obstacle_moves[i] && d->axis.z > 0.999) {
            p->low.z = fmax(p->low.z, d->center.z + tip);
        }
    }
}

// A tray: a box that lies level and stays.
static bool is_tray(const sut_play *p, int i) {
    const sut_obstacle_def *d = sut_scene_obstacle_def(p->scene, i);
    sut_vec3 r = d->rotation;
    return d->kind == SUT_OBSTACLE_BOX && !p->obstacle_moves[i] &&
           r.x * r.x + r.y * r.y + r.z * r.z < 1e-12;
}

double sut_play_floor(const sut_play *p, sut_vec3 at) {
    double tip = 0.0, floor = p->low.z;
    for (int i = 0; i < p->cast.tool_count; i++) {
        tip = fmax(tip, sut_scene_tool_def(p->scene, i)->tip_radius);
    }
    for (int i = 0; i < p->cast.obstacle_count; i++) {
        const sut_obstacle_def *d = sut_scene_obstacle_def(p->scene, i);
        bool over = is_tray(p, i) && fabs(at.x - d->center.x) <= 0.5 * d->size.x &&
                    fabs(at.y - d->center.y) <= 0.5 * d->size.y;
        floor = over ? fmax(floor, d->center.z + 0.5 * d->size.z + tip) : floor;
    }
    return floor;
}

// hands reach everything that is in the scene, and as far again
static void find_limits(sut_play *p) {
    const double inf = (double)INFINITY;
    sut_vec3 low = {inf, inf, inf}, high = {-inf, -inf, -inf};
    double length = 0.0;
    for (int i = 0; i < p->cast.thread_count; i++) {
        sut_thread_view v;
        if (sut_thread_get_view(p->world, sut_scene_thread_id(i), &v) == SUT_OK) {
            double own = 0.0;
            for (int k = 0; k < v.vertex_count; k++) {
                widen(&low, &high, v.position[k]);
                own += k < v.vertex_count - 1 ? v.rest_length[k] : 0.0;
            }
            length = fmax(length, own);
        }
    }
    for (int i = 0; i < p->cast.tissue_count; i++) {
        const sut_tissue_def *d = sut_scene_tissue_def(p->scene, i);
        for (int k = 0; k < d->node_count; k++) {
            widen(&low, &high, d->nodes[k]);
        }
    }
    for (int i = 0; i < p->cast.needle_count; i++) {
        const sut_needle_def *d = sut_scene_needle_def(p->scene, i);
        widen(&low, &high, d->pose.position);
        length = fmax(length, d->length);
    }
    double edge = fmax(0.02, length);
    p->low = (sut_vec3){low.x - edge, low.y - edge, low.z - edge};
    p->high = (sut_vec3){high.x + edge, high.y + edge, high.z + edge};
    keep_above_boards(p);
    // fast enough to cross the field in a fifth of a second, slow enough for 1 ms steps
    // jaws that close slowly on a needle touch it on one side first and push it and its holder away
    double jaw = p->cast.needle_count > 0 ? 20.0 : 10.0;
    p->limits = (sut_hand_limits){.speed = fmin(0.5, 5.0 * edge), .turn = 15.0, .jaw = jaw};
    p->limits.speed = fmin(p->limits.speed, sut_level_help_of(p->level)->speed);
}

// what pulls at threads are the hands, as hard as their couplings allow
static double most_force(const sut_play *p) {
    double sum = 0.0;
    for (int i = 0; i < p->cast.tool_count; i++) {
        sum += sut_scene_tool_def(p->scene, i)->max_force;
    }
    for (int i = 0; i < p->cast.obstacle_count; i++) {
        sum = p->obstacle_moves[i] ? (double)INFINITY : sum;
    }
    return p->cast.tool_count > 0 ? sum : (double)INFINITY;
}

static double gravity_of(const json_t *scene) {
    const json_t *g = json_object_get(scene, "gravity");
    return json_array_size(g) == 3 ? fabs(json_number_value(json_array_get(g, 2))) : 9.81;
}

static bool build(sut_play *p, sut_scene_error *error) {
    char *text = json_dumps(p->scene_json, 0);
    if (text == NULL) {
        strcpy(error->text, "out of memory");
        return false;
    }
    p->scene = sut_scene_read_text(text, strlen(text), p->task_id, NULL, error);
    free(text);
    sut_world_def base = sut_default_world_def();
    base.capacity.holds = base.capacity.hold_keys = SUT_PARK_HOLDS;
    if (p->scene == NULL || sut_scene_build(p->scene, &base, &p->world, error) != SUT_OK) {
        return false;
    }
    p->dt = sut_scene_dt(p->scene);
    find_cast(p);
    find_limits(p);
    p->force_most = most_force(p);
    p->own_gravity = gravity_of(p->scene_json);
    p->own_friction = sut_scene_thread_friction(p->scene, 0, 0.0);
    p->gravity = p->own_gravity;
    p->friction = p->own_friction;
    double opening = 0.0;
    for (int i = 0; i < p->cast.tool_count; i++) {
        const sut_tool_def *d = sut_scene_tool_def(p->scene, i);
        opening = fmax(opening, d->opening);
        p->cast.keep = fmax(p->cast.keep, sut_grasp_keep(d->grip_length));
    }
    p->cast.reach = fmax(1e-3, 0.5 * opening);
    p->cast.reach = fmax(p->cast.reach, sut_level_help_of(p->level)->reach);
    p->cast.park = &p->park;
    p->threads_json = sut_play_describe_threads(p);
    return p->threads_json != NULL;
}

static void copy_text(char *to, size_t size, const char *from) {
    size_t length = from != NULL ? strlen(from) : 0;
    length = length >= size ? size - 1 : length;
    if (length > 0) {
        memcpy(to, from, length);
    }
    to[length] = '\0';
}

static bool take_devices(sut_play *p, const sut_rig_plan *plan, sut_scene_error *error) {
    sut_rig_error why;
    if (plan == NULL || p->mode == SUT_PLAY_DEMO || p->mode == SUT_PLAY_REPLAY) {
        return true;
    }
    if (!sut_rig_make(plan, p->world, p->scene, &p->rig, &why)) {
        snprintf(error->text, sizeof error->text, "%.500s", why.text);
        return false;
    }
    for (int i = 0; i < p->cast.tool_count; i++) {
        p->cast.device_tools |= sut_rig_has(p->rig, i) ? 1U << (unsigned)i : 0U;
    }
    return true;
}

// The steps of the demonstration; where finding the way is the task there are none.
static void make_guide(sut_play *p) {
    if (p->mode != SUT_PLAY_TRY || p->task == NULL || p->task->demo == NULL ||
        json_is_true(json_object_get(p->task->json, "quiet"))) {
        return;
    }
    json_t *json = sut_task_scene(p->task, p->material[0] != '\0' ? p->material : NULL, true);
    char *text = json_dumps(json, 0);
    sut_scene_error ignored;
    sut_scene *demo =
        text != NULL ? sut_scene_read_text(text, strlen(text), p->task_id, NULL, &ignored) : NULL;
    p->guide_json = demo != NULL ? sut_guide_of(demo) : NULL;
    sut_scene_free(demo);
    free(text);
    json_decref(json);
}

// any source of hands can go back; devices of the server would be torn out of theirs
static bool make_undo(sut_play *p, sut_scene_error *error) {
    bool led = p->mode == SUT_PLAY_TRY || p->mode == SUT_PLAY_FREE;
    if (!led || p->rig != NULL || sut_undo_make(&p->undo, p->world)) {
        return true;
    }
    strcpy(error->text, "out of memory");
    return false;
}

sut_play *sut_play_make(const sut_play_wish *wish, sut_scene_error *error) {
    sut_play *p = calloc(1, sizeof *p);
    if (p == NULL) {
        strcpy(error->text, "out of memory");
        return NULL;
    }
    p->users = 1;
    p->mode = wish->mode;
    p->level = wish->mode == SUT_PLAY_TRY ? wish->level : SUT_LEVEL_TRAINEE;
    p->task = wish->task;
    p->first_input = -1.0;
    copy_text(p->task_id, sizeof p->task_id, wish->task != NULL ? wish->task->id : "replay");
    copy_text(p->trainee, sizeof p->trainee, wish->trainee);
    copy_text(p->material, sizeof p->material, wish->material);
    p->own_material = wish->task == NULL || sut_task_own_material(wish->task, wish->material);
    sut_tape_open(&p->tape, tape_limit);
    p->scene_json = wish->scene != NULL
                        ? json_incref(wish->scene)
                        : sut_task_scene(wish->task, wish->material, wish->mode == SUT_PLAY_DEMO);
    p->tuning = wish->tuning != NULL ? *wish->tuning : sut_tuning_none();
    if (!sut_tuning_is_none(&p->tuning) && !sut_tuning_apply(&p->tuning, p->scene_json)) {
        strcpy(error->text, "the threads of this task cannot be made stiffer or softer");
        sut_play_drop(p);
        return NULL;
    }
    if (!build(p, error) || !take_devices(p, wish->devices, error) || !make_undo(p, error)) {
        sut_play_drop(p);
        return NULL;
    }
    make_guide(p);
    return p;
}

sut_play *sut_play_share(sut_play *p) {
    atomic_fetch_add(&p->users, 1);
    return p;
}

void sut_play_drop(sut_play *p) {
    if (p == NULL || atomic_fetch_sub(&p->users, 1) > 1) {
        return;
    }
    sut_rig_drop(p->rig);
    sut_reel_drop(p->film);
    sut_undo_free(&p->undo);
    sut_world_destroy(p->world);
    sut_scene_free(p->scene);
    json_decref(p->scene_json);
    json_decref(p->threads_json);
    json_decref(p->guide_json);
    sut_tape_close(&p->tape);
    free(p);
}

double sut_play_time(const sut_play *p) {
    return sut_undo_time(&p->undo, p->world);
}

//---- parameters ----------------------------------------------------------------------------------

static double clamp(double value, double low, double high) {
    return value < low ? low : value > high ? high : value;
}

bool sut_play_set(sut_play *p, const char *name, double *value) {
    if (strcmp(name, "gravity") == 0) {
        *value = clamp(*value, 0.0, 20.0);
        p->gravity = *value;
        return sut_world_set_gravity(p->world, (sut_vec3){0.0, 0.0, -*value}) == SUT_OK;
    }
    if (strcmp(name, "friction") == 0) {
        *value = clamp(*value, 0.0, 1.5);
        p->friction = *value;
        for (int i = 0; i < p->cast.thread_count; i++) {
            sut_thread_set_friction(p->world, sut_scene_thread_id(i), *value);
        }
        return true;
    }
    return false;
}
