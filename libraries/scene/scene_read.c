// SPDX-License-Identifier: MIT
#include "scene_types.h"

#include "math/vec3.h"
#include "scene_file.h"
#include "scene_needle.h"
#include "scene_tissue.h"

#include <stdlib.h>
#include <string.h>

static const double LARGEST_DT = 0.05;
// steps are counted in doubles here and there; whole numbers end at 2^53
static const double MOST_STEPS = 9e15;

//---- the scene itself ----------------------------------------------------------------------------

static bool read_version(const sut_reader *r, const sut_node *root) {
    sut_node n = sut_node_member(root, "sutura");
    if (!sut_check_present(r, &n, "a scene starts with { \"sutura\": 1, ... }")) {
        return false;
    }
    return (json_is_number(n.json) && json_number_value(n.json) == 1.0) ||
           sut_fail(r, &n, "is %s; must be 1, the only format that this version reads",
                    sut_value_text(&n).text);
}

static bool read_times(const sut_reader *r, const sut_node *root, sut_scene *s) {
    s->dt = 0.001;
    s->seconds = 1.0;
    if (!sut_read_number_of(r, root, "dt", SUT_Q_TIME, SUT_POSITIVE, &s->dt) ||
        !sut_read_number_of(r, root, "seconds", SUT_Q_TIME, SUT_NOT_NEGATIVE, &s->seconds)) {
        return false;
    }
    if (s->dt > LARGEST_DT) {
        sut_node n = sut_node_member(root, "dt");
        return sut_fail(r, &n, "is %s; must be at most \"50 ms\"", sut_value_text(&n).text);
    }
    if (s->seconds / s->dt > MOST_STEPS) {
        sut_node n = sut_node_member(root, "seconds");
        return sut_fail(r, &n, "is %s, more than 9e15 steps of %g s; use a shorter time",
                        sut_value_text(&n).text, s->dt);
    }
    return true;
}

static int by_name(const void *a, const void *b) {
    const sut_scene_thread *const *x = a;
    const sut_scene_thread *const *y = b;
    int order = strcmp((*x)->name, (*y)->name);
    return order != 0 ? order : (*x < *y ? -1 : *x > *y);
}

static bool check_names(const sut_reader *r, const sut_node *list, const sut_scene *s) {
    size_t count = (size_t)s->thread_count;
    const sut_scene_thread **sorted = malloc((count + 1) * sizeof *sorted);
    if (sorted == NULL) {
        return sut_fail_memory(r, list);
    }
    for (size_t i = 0; i < count; i++) {
        sorted[i] = &s->threads[i];
    }
    qsort(sorted, count, sizeof *sorted, by_name);
    bool fine = true;
    for (size_t i = 1; fine && i < count; i++) {
        if (strcmp(sorted[i - 1]->name, sorted[i]->name) == 0) {
            sut_node thread = sut_node_element(list, (int)(sorted[i] - s->threads));
            sut_node n = sut_node_member(&thread, "name");
            fine = sut_fail(r, &n, "is \"%s\", the name of threads[%d]; names must differ",
                            sorted[i]->name, (int)(sorted[i - 1] - s->threads));
        }
    }
    free(sorted);
    return fine;
}

// a world of explicit models has no room for bodies that move implicitly
static bool check_models(const sut_reader *r, const sut_node *list, const sut_scene *s) {
    bool needles = s->has_needles;
    for (int i = 0; (s->tissue_count > 0 || needles) && i < s->thread_count; i++) {
        if (s->threads[i].model >= SUT_MODEL_VARIATIONAL) {
            sut_node thread = sut_node_element(list, i);
            sut_node n = sut_node_member(&thread, "model");
            return sut_fail(r, &n,
                            "is \"%s\", an explicit model, which does not go with %s; must be "
                            "\"implicit\" or \"implicit-simplified\"",
                            sut_scene_models[s->threads[i].model],
                            s->tissue_count > 0 ? "tissues" : "needles");
        }
    }
    return true;
}

// after the tissues: a scene of tissues or needles needs no thread
static bool read_threads(const sut_reader *r, const sut_node *root, sut_scene *s) {
    sut_node list = sut_node_member(root, "threads");
    sut_node needles = sut_node_member(root, "needles");
    s->has_needles = json_array_size(needles.json) > 0;
    int least = s->tissue_count > 0 || s->has_needles ? 0 : 1;
    if (list.json == NULL && least == 0) {
        return true;
    }
    if (!sut_check_present(r, &list, "a scene needs at least one thread") ||
        !sut_check_list(r, &list, least, SUT_SCENE_MAX_THREADS, "threads")) {
        return false;
    }
    int count = (int)json_array_size(list.json);
    s->threads = calloc((size_t)count + 1, sizeof *s->threads);
    if (s->threads == NULL) {
        return sut_fail_memory(r, &list);
    }
    s->thread_count = count;
    int vertices = 0;
    for (int i = 0; i < count; i++) {
        sut_node n = sut_node_element(&list, i);
        if (!sut_scene_read_thread(r, &n, &s->threads[i])) {
            return false;
        }
        vertices += s->threads[i].shape.vertices;
        if (vertices > 10 * SUT_SCENE_MAX_VERTICES) {
            return sut_fail(r, &n, "brings the scene above %d vertices; use fewer",
                            10 * SUT_SCENE_MAX_VERTICES);
        }
    }
    return check_models(r, &list, s) && check_names(r, &list, s) && sut_scene_check_start(r, s);
}

static char *copy_text(const char *text, size_t length) {
    char *copy = malloc(length + 1);
    if (copy != NULL) {
        memcpy(copy, text, length);
        copy[length] = '\0';
    }
    return copy;
}

// the name in the file, or that of the file without folder and ending
static bool read_scene_name(const sut_reader *r, const sut_node *root, sut_scene *s) {
    sut_node n = sut_node_member(root, "name");
    if (n.json != NULL) {
        const char *name = NULL;
        if (!sut_read_text(r, &n, &name)) {
            return false;
        }
        s->name = copy_text(name, strlen(name));
    } else {
        const char *slash = strrchr(r->file, '/');
        const char *base = slash != NULL ? slash + 1 : r->file;
        const char *dot = strrchr(base, '.');
        s->name = copy_text(base, dot != NULL && dot > base ? (size_t)(dot - base) : strlen(base));
    }
    return s->name != NULL || sut_fail_memory(r, &n);
}

static bool read_scene(const sut_reader *r, json_t *json, sut_scene *s) {
    static const char *const keys[] = {"sutura",  "name",     "gravity", "dt",
                                       "seconds", "solver",   "threads", "obstacles",
                                       "tissues", "tools",    "script",  "gravity_motion",
                                       "needles", "stitches", "gaps",    NULL};
    sut_node root = sut_node_root(json);
    s->file = copy_text(r->file, strlen(r->file));
    return (s->file != NULL || sut_fail_memory(r, NULL)) && sut_check_object(r, &root, keys) &&
           read_version(r, &root) && read_scene_name(r, &root, s) &&
           sut_scene_read_gravity(r, &root, s) && read_times(r, &root, s) &&
           sut_scene_read_solver(r, &root, &s->contact) && sut_scene_read_obstacles(r, &root, s) &&
           sut_scene_read_tissues(r, &root, s) && sut_scene_read_gaps(r, &root, s) &&
           read_threads(r, &root, s) && sut_scene_read_tools(r, &root, s) &&
           sut_scene_read_needles(r, &root, s) && sut_scene_read_stitches(r, &root, s) &&
           sut_scene_check_inside(r, s) && sut_scene_read_script(r, &root, s);
}

//---- options -------------------------------------------------------------------------------------

static bool apply_options(const sut_reader *r, json_t *root, const sut_scene_options *o) {
    if (o == NULL) {
        return true;
    }
    for (int i = 0; i < o->override_count; i++) {
        if (!sut_override_apply(r, root, &o->overrides[i])) {
            return false;
        }
    }
    const json_t *threads = json_object_get(root, "threads");
    for (size_t i = 0; o->model != NULL && i < json_array_size(threads); i++) {
        json_t *thread = json_array_get(threads, i);
        if (json_is_object(thread) &&
            json_object_set_new(thread, "model", json_string(o->model)) != 0) {
            return sut_fail(r, NULL, "the model cannot be set; give its name in UTF-8");
        }
    }
    return true;
}

//---- public --------------------------------------------------------------------------------------

// before parsing, which takes thirty times the memory of the text
static bool fail_size(const sut_reader *r) {
    return sut_fail(r, NULL,
                    "is larger than %d MiB, the most that a scene may have; keep long lists of "
                    "points in files of their own (shape \"file\")",
                    SUT_SCENE_SIZE_MAX >> 20);
}

static sut_scene *read_text(const sut_reader *r, const char *text, size_t size,
                            const sut_scene_options *options) {
    if (size > SUT_SCENE_SIZE_MAX) {
        fail_size(r);
        return NULL;
    }
    json_t *root = sut_json_parse(r, text, size);
    if (root == NULL) {
        return NULL;
    }
    sut_scene *s = calloc(1, sizeof *s);
    if (s == NULL) {
        sut_fail_memory(r, NULL);
        json_decref(root);
        return NULL;
    }
    bool fine = apply_options(r, root, options) && read_scene(r, root, s);
    json_decref(root);
    if (!fine) {
        sut_scene_free(s);
        return NULL;
    }
    r->error->text[0] = '\0';
    return s;
}

sut_scene *sut_scene_read_text(const char *text, size_t size, const char *name,
                               const sut_scene_options *options, sut_scene_error *error) {
    sut_scene_error unread;
    sut_reader r = {name != NULL ? name : "scene", "", error != NULL ? error : &unread};
    return read_text(&r, text != NULL ? text : "", text != NULL ? size : 0, options);
}

sut_scene *sut_scene_read_file(const char *path, const sut_scene_options *options,
                               sut_scene_error *error) {
    sut_scene_error unread;
    sut_reader r = {path != NULL ? path : "scene", "", error != NULL ? error : &unread};
    if (path == NULL) {
        sut_fail(&r, NULL, "no path is given; give the path of a scene file");
        return NULL;
    }
    const char *slash = strrchr(path, '/');
    char *folder = copy_text(path, slash != NULL ? (size_t)(slash - path) + 1 : 0);
    char *text = NULL;
    size_t size = 0;
    const char *why = folder != NULL ? sut_file_read(path, SUT_SCENE_SIZE_MAX, &text, &size)
                                     : "there is not enough memory";
    sut_scene *s = NULL;
    if (why == sut_file_too_large) {
        fail_size(&r);
    } else if (why != NULL) {
        sut_fail(&r, NULL, "cannot be read: %s; give the path of a scene file", why);
    } else {
        r.folder = folder;
        s = read_text(&r, text, size, options);
    }
    free(text);
    free(folder);
    return s;
}

void sut_scene_free(sut_scene *s) {
    if (s == NULL) {
        return;
    }
    for (int i = 0; i < s->thread_count; i++) {
        sut_scene_thread_free(&s->threads[i]);
    }
    for (int i = 0; i < s->obstacle_count; i++) {
        sut_scene_obstacle_free(&s->obstacles[i]);
    }
    sut_scene_script_free(s);
    sut_scene_tools_free(s);
    sut_scene_needles_free(s);
    sut_scene_tissues_free(s);
    sut_scene_stitches_free(s);
    free(s->gravity_keys);
    free(s->obstacles);
    free(s->threads);
    free(s->name);
    free(s->file);
    free(s);
}

const char *sut_scene_name(const sut_scene *s) {
    return s != NULL ? s->name : "";
}

double sut_scene_dt(const sut_scene *s) {
    return s != NULL ? s->dt : 0.0;
}

double sut_scene_seconds(const sut_scene *s) {
    return s != NULL ? s->seconds : 0.0;
}

int sut_scene_thread_count(const sut_scene *s) {
    return s != NULL ? s->thread_count : 0;
}

const char *sut_scene_thread_name(const sut_scene *s, int i) {
    return i >= 0 && i < sut_scene_thread_count(s) ? s->threads[i].name : NULL;
}

const char *sut_scene_thread_model(const sut_scene *s, int i) {
    return i >= 0 && i < sut_scene_thread_count(s) ? sut_scene_models[s->threads[i].model] : NULL;
}

const char *sut_scene_thread_file(const sut_scene *s, int i) {
    return i >= 0 && i < sut_scene_thread_count(s) ? s->threads[i].shape.file : NULL;
}

sut_thread_id sut_scene_thread_id(int i) {
    return (sut_thread_id){(uint32_t)i + 1, 1};
}

int sut_scene_obstacle_count(const sut_scene *s) {
    return s != NULL ? s->obstacle_count : 0;
}

const char *sut_scene_obstacle_name(const sut_scene *s, int i) {
    return i >= 0 && i < sut_scene_obstacle_count(s) ? s->obstacles[i].name : NULL;
}

sut_obstacle_id sut_scene_obstacle_id(int i) {
    return (sut_obstacle_id){(uint32_t)i + 1, 1};
}

const sut_obstacle_def *sut_scene_obstacle_def(const sut_scene *s, int i) {
    return i >= 0 && i < sut_scene_obstacle_count(s) ? &s->obstacles[i].def : NULL;
}

int sut_scene_tool_count(const sut_scene *s) {
    return s != NULL ? s->tool_count : 0;
}

const char *sut_scene_tool_name(const sut_scene *s, int i) {
    return i >= 0 && i < sut_scene_tool_count(s) ? s->tools[i].name : NULL;
}

sut_tool_id sut_scene_tool_id(int i) {
    return (sut_tool_id){(uint32_t)i + 1, 1};
}

const sut_tool_def *sut_scene_tool_def(const sut_scene *s, int i) {
    return i >= 0 && i < sut_scene_tool_count(s) ? &s->tools[i].def : NULL;
}

double sut_scene_tool_force_scale(const sut_scene *s, int i) {
    return i >= 0 && i < sut_scene_tool_count(s) ? s->tools[i].force_scale : 0.0;
}

double sut_scene_thread_knot_pull(const sut_scene *s, int i) {
    return i >= 0 && i < sut_scene_thread_count(s) ? s->threads[i].section.knot_pull : 0.0;
}
