// SPDX-License-Identifier: MIT
#include "trainer/server/pull.h"

#include "trainer/server/shape.h"

#include <math.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

// The pull in the course of the test, as shares of the strength. A twentieth draws a loose knot
// together in a fraction of a second; slip counts from `zero` on.
static const double preload = 0.05, most = 1.1;
static const double drawn = 0.3, zero = 0.6, rise = 0.9, end = 2.4; // s

static sut_vec3 sub(sut_vec3 a, sut_vec3 b) {
    return (sut_vec3){a.x - b.x, a.y - b.y, a.z - b.z};
}

static double length_of(sut_vec3 a) {
    return sqrt(a.x * a.x + a.y * a.y + a.z * a.z);
}

//---- which ends ----------------------------------------------------------------------------------

// A piece of a thread whose first or last vertex is pulled.
typedef struct strand {
    int thread, from, until; // vertices [from, until)
    bool last;
    double way; // +1, -1: along the direction or against it
} strand;

// a loop with a knot: cut it in the middle of what lies between the tails
static bool cut_loop(const sut_look_thread *t, int thread, strand out[2], sut_vec3 *along) {
    double tail[2];
    if (!sut_shape_tails(t->position, t->vertex_count, t->length, tail)) {
        return false;
    }
    double edge = t->length / (double)(t->vertex_count - 1);
    int low = (int)(tail[0] / edge + 0.5);
    int high = t->vertex_count - 1 - (int)(tail[1] / edge + 0.5);
    int middle = (low + high) / 2;
    if (middle < 3 || middle > t->vertex_count - 5 || high - low < 8) {
        return false;
    }
    out[0] = (strand){thread, 0, middle, true, 1.0};
    out[1] = (strand){thread, middle + 1, t->vertex_count, false, -1.0};
    *along = sub(t->position[(low + middle) / 2], t->position[(middle + high) / 2]);
    return true;
}

static int nearest(const sut_look_thread *a, const sut_look_thread *b) {
    int found = 0;
    double least = (double)INFINITY;
    for (int i = 0; i < a->vertex_count; i++) {
        for (int k = 0; k < b->vertex_count; k++) {
            double d = length_of(sub(a->position[i], b->position[k]));
            found = d < least ? i : found;
            least = fmin(least, d);
        }
    }
    return found;
}

static sut_vec3 end_of(const sut_look *look, const strand *s) {
    return look->thread[s->thread].position[s->last ? s->until - 1 : s->from];
}

// is the end of a thread fixed by the scene
static bool fixed(const sut_look *look, int thread, int vertex) {
    for (int i = 0; i < look->hold_count; i++) {
        const sut_hold_view *h = &look->hold[i];
        if (h->active && (int)h->thread.index1 == thread + 1 &&
            h->vertex == look->thread[thread].first + vertex) {
            return true;
        }
    }
    return false;
}

// two threads: of each the end that is fixed, else the one that is further from the knot
static bool find_ends(const sut_look *look, strand out[2], sut_vec3 *along) {
    sut_knot_thread two[2];
    for (int i = 0; i < 2; i++) {
        const sut_look_thread *t = &look->thread[i];
        two[i] = (sut_knot_thread){.positions = t->position, .vertex_count = t->vertex_count};
        bool last = fixed(look, i, t->vertex_count - 1);
        if (!last && !fixed(look, i, 0)) {
            last = nearest(t, &look->thread[1 - i]) < t->vertex_count / 2;
        }
        out[i] = (strand){i, 0, t->vertex_count, last, i == 0 ? 1.0 : -1.0};
    }
    sut_tied tied;
    *along = sub(end_of(look, &out[0]), end_of(look, &out[1]));
    return sut_shape_tied(two, 2, SUT_KNOT_LIVE, &tied) && tied.throws.count > 0;
}

static bool find_strands(const sut_look *look, strand out[2], sut_vec3 *along) {
    *along = (sut_vec3){0};
    if (look->thread_count == 2 && find_ends(look, out, along)) {
        return true;
    }
    for (int i = 0; i < look->thread_count; i++) {
        if (cut_loop(&look->thread[i], i, out, along)) {
            return true;
        }
    }
    return false;
}

//---- the scene -----------------------------------------------------------------------------------

static const sut_material *nylon_of(double diameter) {
    const sut_material *found = NULL;
    for (int i = 0; i < sut_material_count(); i++) {
        const sut_material *m = sut_material_at(i);
        if (strcmp(m->name, "nylon") == 0 && m->knot_pull > 0.0 &&
            (found == NULL || fabs(m->diameter - diameter) < fabs(found->diameter - diameter))) {
            found = m;
        }
    }
    return found;
}

double sut_pull_strength(const sut_play *play, const sut_look *look, int thread) {
    double own = sut_scene_thread_knot_pull(play->scene, thread);
    double diameter = 2.0 * look->thread[thread].radius;
    const sut_material *m = own > 0.0 ? NULL : nylon_of(diameter);
    if (m == NULL) {
        return own;
    }
    // between two sizes: what a section bears grows with its area
    return m->knot_pull * (diameter / m->diameter) * (diameter / m->diameter);
}

static json_t *force_at(double t, sut_vec3 f) {
    return json_pack("{s:f, s:[f, f, f]}", "t", t, "force", f.x, f.y, f.z);
}

static json_t *pull_of(const strand *s, sut_vec3 along, double strength) {
    static const double times[] = {0.0, drawn, rise, end};
    static const double shares[] = {0.0, preload, preload, most};
    json_t *motion = json_array();
    for (int i = 0; i < 4; i++) {
        double f = s->way * strength * shares[i];
        json_array_append_new(
            motion, force_at(times[i], (sut_vec3){f * along.x, f * along.y, f * along.z}));
    }
    return json_pack("[{s:i, s:s, s:o}]", "vertex", s->last ? -1 : 0, "how", "force", "motion",
                     motion);
}

static json_t *strand_json(const sut_play *play, const sut_look *look, const strand *s,
                           sut_vec3 along, double strength) {
    const sut_look_thread *t = &look->thread[s->thread];
    json_t *out = json_deep_copy(
        json_array_get(json_object_get(play->scene_json, "threads"), (size_t)s->thread));
    json_object_del(out, "friction_motion");
    json_object_del(out, "velocity");
    json_t *points = json_array();
    for (int i = s->from; i < s->until; i++) {
        json_array_append_new(points, json_pack("[f, f, f]", t->position[i].x, t->position[i].y,
                                                t->position[i].z));
    }
    int edges = s->until - s->from - 1;
    json_object_set_new(out, "vertices", json_integer(edges + 1));
    json_object_set_new(out, "length",
                        json_real(t->length * (double)edges / (double)(t->vertex_count - 1)));
    json_object_set_new(out, "shape", json_pack("{s:s, s:o}", "type", "points", "points", points));
    json_object_set_new(out, "hold", pull_of(s, along, strength));
    return out;
}

json_t *sut_pull_scene(const sut_play *play, const sut_look *look, double *strength) {
    strand s[2];
    sut_vec3 along;
    if (!find_strands(look, s, &along)) {
        return NULL;
    }
    double length = length_of(along);
    along = length > 0.0 ? (sut_vec3){along.x / length, along.y / length, along.z / length}
                         : (sut_vec3){1.0, 0.0, 0.0};
    *strength = fmin(sut_pull_strength(play, look, s[0].thread),
                     sut_pull_strength(play, look, s[1].thread));
    json_t *threads = json_array();
    for (int i = 0; i < 2; i++) {
        json_array_append_new(threads, strand_json(play, look, &s[i], along, *strength));
    }
    // pieces of one thread have its name both
    json_object_set_new(json_array_get(threads, 0), "name", json_string("first"));
    json_object_set_new(json_array_get(threads, 1), "name", json_string("second"));
    return json_pack("{s:i, s:s, s:[i, i, i], s:f, s:f, s:{s:s}, s:o}", "sutura", 1, "name",
                     "a knot in the tensiometer", "gravity", 0, 0, 0, "dt", play->dt, "seconds",
                     end, "solver", "budget", "20 ms", "threads", threads);
}

//---- the test ------------------------------------------------------------------------------------

typedef struct reading {
    double distance, stretch, tension, force;
} reading;

static bool read_jaws(const sut_world *w, reading *out) {
    sut_vec3 at[2];
    *out = (reading){0};
    for (int i = 0; i < 2; i++) {
        sut_thread_view v;
        sut_hold_view h;
        if (sut_hold_get_view(w, (sut_hold_id){(uint32_t)i + 1U, 1}, &h) != SUT_OK ||
            sut_thread_get_view(w, sut_scene_thread_id(i), &v) != SUT_OK) {
            return false;
        }
        at[i] = v.position[h.vertex];
        out->force += 0.5 * length_of(h.force);
        for (int k = 0; k + 1 < v.vertex_count; k++) {
            out->stretch += length_of(sub(v.position[k + 1], v.position[k])) - v.rest_length[k];
            out->tension = fmax(out->tension, v.tension[k]);
        }
    }
    out->distance = length_of(sub(at[1], at[0]));
    return true;
}

static sut_pull_result run_test(sut_world *w, double dt, double strength,
                                const _Atomic bool *stop) {
    sut_pull_result out = {.strength = strength};
    reading first = {0}, now;
    bool zeroed = false;
    while (!out.measured && sut_world_time(w) < end && !*stop) {
        if (sut_world_step(w, dt) != SUT_OK || !read_jaws(w, &now)) {
            return out;
        }
        if (!zeroed && sut_world_time(w) >= zero) {
            zeroed = true;
            first = now;
        }
        if (!zeroed) {
            continue;
        }
        // what the ends part more than the threads stretch
        out.slip = (now.distance - first.distance) - (now.stretch - first.stretch);
        out.slipped = out.slip >= SUT_PULL_SLIP;
        out.measured = out.slipped || now.tension >= strength;
        out.force = now.force;
    }
    return out;
}

sut_pull_result sut_pull_measure(const json_t *scene, double strength, double friction,
                                 const _Atomic bool *stop) {
    sut_pull_result out = {0};
    sut_scene_error error;
    char *text = json_dumps(scene, 0);
    sut_scene *s =
        text != NULL ? sut_scene_read_text(text, strlen(text), "pull", NULL, &error) : NULL;
    free(text);
    sut_world *w = NULL;
    if (s != NULL && strength > 0.0 && sut_scene_build(s, NULL, &w, &error) == SUT_OK) {
        sut_thread_set_friction(w, sut_scene_thread_id(0), friction);
        sut_thread_set_friction(w, sut_scene_thread_id(1), friction);
        out = run_test(w, sut_scene_dt(s), strength, stop);
    }
    sut_world_destroy(w);
    sut_scene_free(s);
    return out;
}

//---- in its own thread ---------------------------------------------------------------------------

struct sut_pull {
    pthread_t thread;
    json_t *scene;
    double strength, friction;
    _Atomic bool stop, done;
    sut_pull_result result; // once it is done
};

static void *work(void *ctx) {
    sut_pull *p = ctx;
    p->result = sut_pull_measure(p->scene, p->strength, p->friction, &p->stop);
    p->done = true;
    return NULL;
}

sut_pull *sut_pull_start(const sut_play *play, const sut_look *look) {
    double strength = 0.0;
    json_t *scene = sut_pull_scene(play, look, &strength);
    sut_pull *p = scene != NULL ? calloc(1, sizeof *p) : NULL;
    if (p == NULL) {
        json_decref(scene);
        return NULL;
    }
    p->scene = scene;
    p->strength = strength;
    p->friction = play->friction;
    if (pthread_create(&p->thread, NULL, work, p) != 0) {
        json_decref(scene);
        free(p);
        return NULL;
    }
    return p;
}

bool sut_pull_done(sut_pull *p, sut_pull_result *out) {
    if (!p->done) {
        return false;
    }
    *out = p->result;
    return true;
}

void sut_pull_drop(sut_pull *p) {
    if (p == NULL) {
        return;
    }
    p->stop = true;
    pthread_join(p->thread, NULL);
    json_decref(p->scene);
    free(p);
}
