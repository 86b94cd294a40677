// SPDX-License-Identifier: MIT
#include "bench_knot_world.h"

#include "sutura/knot.h"
#include "sutura/scene.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { TEXT = 1024 };
static const double TAIL_WEIGHT = 0.05;   // share of the pull
static const double LINEAR_DAMPING = 0.1; // kg/(m s)
static const double TRAVEL = 0.05;        // m, further than any hand gets

sut_bench_knot sut_bench_knot_default(const char *shape) {
    return (sut_bench_knot){.shape = shape,
                            .vertices = 600,
                            .diameter = 0.2e-3,
                            .edge = 1.0,
                            .pull = 1.0,
                            .speed = 6e-3,
                            .size = 2.0,
                            .model = SUT_MODEL_IMPLICIT};
}

//---- shapes --------------------------------------------------------------------------------------
// A thread as the scene library lays it, in a world of its own.
typedef struct laid {
    const char *knot; // members of "shape"
    int strand;       // -1: one thread
    double radius, length, size;
    int vertices;
} laid;

static sut_result lay(const laid *l, sut_vec3 *positions) {
    char text[TEXT];
    char strand[32] = "";
    if (l->strand >= 0) {
        snprintf(strand, sizeof strand, "\"strand\": %d, ", l->strand);
    }
    snprintf(text, sizeof text,
             "{\"sutura\": 1, \"threads\": [{\"material\": {\"EI\": 0, \"EA\": 1, "
             "\"mass_per_length\": 1, \"radius\": %.17g}, \"vertices\": %d, \"length\": %.17g, "
             "\"shape\": {\"type\": \"knot\", %s, %s\"size\": %.17g}}]}",
             l->radius, l->vertices, l->length, l->knot, strand, l->size);
    sut_scene_error error;
    sut_world *world = NULL;
    sut_thread_view view;
    sut_scene *scene = sut_scene_read_text(text, strlen(text), "bench", NULL, &error);
    sut_result result =
        scene != NULL ? sut_scene_build(scene, NULL, &world, &error) : SUT_E_ARGUMENT;
    if (result == SUT_OK) {
        result = sut_thread_get_view(world, sut_scene_thread_id(0), &view);
    }
    if (result == SUT_OK) {
        memcpy(positions, view.position, (size_t)l->vertices * sizeof *positions);
    }
    sut_world_destroy(world);
    sut_scene_free(scene);
    return result;
}

//---- worlds --------------------------------------------------------------------------------------
static void open_world(sut_bench_case *c, int threads, int vertices, double budget) {
    memset(c, 0, sizeof *c);
    c->vertices = vertices;
    c->dt = SUT_BENCH_DT;
    c->clock = sut_bench_cpu_us; // steps of a knot are long enough to be interrupted
    sut_world_def def = sut_default_world_def();
    def.gravity = (sut_vec3){0.0, 0.0, 0.0};
    def.capacity.threads = threads;
    def.capacity.vertices = vertices;
    def.capacity.contacts = vertices;
    def.contact.budget = budget;
    c->result = sut_world_create(&def, &c->world);
}

// Lay a thread and put it into the world; `def` has all but its shape.
static sut_thread_id add_thread(sut_bench_case *c, const laid *l, sut_thread_def *def) {
    sut_thread_id id = {0};
    sut_vec3 *positions = calloc((size_t)l->vertices, sizeof *positions);
    if (c->result == SUT_OK) {
        c->result = positions != NULL ? lay(l, positions) : SUT_E_MEMORY;
    }
    if (c->result == SUT_OK) {
        def->positions = positions;
        def->vertex_count = l->vertices;
        c->result = sut_thread_create(c->world, def, &id);
    }
    free(positions);
    return id;
}

static sut_vec3 place_of(sut_bench_case *c, sut_thread_id thread, int vertex) {
    sut_thread_view view = {0};
    if (c->result == SUT_OK) {
        c->result = sut_thread_get_view(c->world, thread, &view);
    }
    if (c->result != SUT_OK) {
        return (sut_vec3){0.0, 0.0, 0.0};
    }
    return view.position[vertex < 0 ? view.vertex_count + vertex : vertex];
}

static void hold(sut_bench_case *c, sut_thread_id thread, sut_hold_def def, int vertex) {
    sut_hold_id id;
    def.vertex = vertex;
    if (c->result == SUT_OK) {
        c->result = sut_hold_create(c->world, thread, &def, &id);
    }
}

static double settle_time(void) {
    return SUT_BENCH_KNOT_SETTLE * SUT_BENCH_DT;
}

//---- two threads ---------------------------------------------------------------------------------
// Each end is drawn outwards, to the side where it is.
static void draw_ends(sut_bench_case *c, const sut_bench_knot *k, sut_thread_id thread) {
    sut_vec3 start = place_of(c, thread, 0);
    sut_vec3 target = start;
    target.x += start.x > 0.0 ? TRAVEL : -TRAVEL;
    const sut_hold_key way[2] = {{.t = settle_time(), .position = start},
                                 {.t = settle_time() + TRAVEL / k->speed, .position = target}};
    sut_hold_def hand = sut_default_hold_def();
    hand.kind = SUT_HOLD_PIN;
    hand.keys = way;
    hand.key_count = 2;
    hand.max_force = k->pull;
    hold(c, thread, hand, 0);

    double side = place_of(c, thread, -1).x > 0.0 ? 1.0 : -1.0;
    const sut_hold_key weight[2] = {
        {.t = 0.0}, {.t = settle_time(), .force = {side * TAIL_WEIGHT * k->pull, 0.0, 0.0}}};
    sut_hold_def tail = sut_default_hold_def();
    tail.kind = SUT_HOLD_FORCE;
    tail.keys = weight;
    tail.key_count = 2;
    hold(c, thread, tail, -1);
}

void sut_bench_knot_open(sut_bench_case *c, const sut_bench_knot *k) {
    int vertices = k->vertices / 2;
    open_world(c, 2, k->vertices, k->budget);
    sut_thread_id thread[2];
    for (int i = 0; i < 2; i++) {
        laid l = {.knot = k->shape,
                  .strand = i,
                  .radius = 0.5 * k->diameter,
                  .length = k->edge * k->diameter * (vertices - 1),
                  .size = k->size,
                  .vertices = vertices};
        sut_thread_def def = sut_default_thread_def();
        sut_thread_def_set_round(&def, 2e9, 0.4, 1140.0, l.radius);
        def.friction = 0.4;
        def.damping_linear = LINEAR_DAMPING;
        def.model = k->model;
        thread[i] = add_thread(c, &l, &def);
    }
    for (int i = 0; i < 2; i++) {
        draw_ends(c, k, thread[i]);
    }
    c->thread = thread[0];
}

//---- one thread ----------------------------------------------------------------------------------
sut_vec3 sut_bench_overhand_end(const sut_bench_overhand *k, double t) {
    double gone = k->speed * fmax(t - settle_time(), 0.0);
    sut_vec3 place = k->from;
    place.x = fmin(place.x + gone, k->to.x);
    return place;
}

int sut_bench_overhand_steps(const sut_bench_overhand *k) {
    double seconds = (k->to.x - k->from.x) / k->speed;
    return SUT_BENCH_KNOT_SETTLE + (int)ceil(seconds / SUT_BENCH_DT);
}

void sut_bench_overhand_open(sut_bench_case *c, sut_bench_overhand *k) {
    const sut_bench_material *m = &sut_bench_suture;
    open_world(c, 1, k->vertices, 0.0);
    laid l = {.knot = "\"knot\": \"overhand\"",
              .strand = -1,
              .radius = m->radius,
              .length = m->length,
              .size = k->size,
              .vertices = k->vertices};
    sut_thread_def def = sut_default_thread_def();
    sut_thread_def_set_round(&def, m->young, m->poisson, m->density, m->radius);
    def.friction = 0.3;
    c->thread = add_thread(c, &l, &def);
    sut_bench_case_hold(c, 0, SUT_HOLD_PIN, NULL, 0);
    k->from = k->to = place_of(c, c->thread, -1);
    k->to.x = place_of(c, c->thread, 0).x + k->apart;
    double arrival = settle_time() + (k->to.x - k->from.x) / k->speed;
    const sut_hold_key way[2] = {{.t = settle_time(), .position = k->from},
                                 {.t = arrival, .position = k->to}};
    sut_bench_case_hold(c, -1, SUT_HOLD_PIN, way, 2);
}

bool sut_bench_is_overhand(const sut_vec3 *positions, int count) {
    sut_knot_thread thread = {.positions = positions, .vertex_count = count};
    sut_knot knot = {0};
    bool kept = sut_knot_name(&thread, 1, SUT_KNOT_THOROUGH, &knot) == SUT_OK &&
                (strcmp(knot.loops[0].name, "3_1") == 0 || strcmp(knot.loops[0].name, "m3_1") == 0);
    sut_knot_free(&knot);
    return kept;
}
