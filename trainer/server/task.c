// SPDX-License-Identifier: MIT
#include "trainer/server/task.h"

#include "trainer/server/task_check.h"
#include "trainer/server/task_rule.h"

#include <dirent.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

enum { SUT_TASK_FILE = 1 << 20 }; // bytes in which lines are looked for

static bool fail(sut_task_error *error, const char *where, const char *what) {
    snprintf(error->text, sizeof error->text, "%.500s: %.200s", where, what);
    return false;
}

//---- parts of a task -----------------------------------------------------------------------------

static json_t *load_scene(json_t *value, const char *folder, sut_task_error *error) {
    if (json_is_object(value)) {
        return json_incref(value);
    }
    const char *name = json_string_value(value);
    if (name == NULL) {
        fail(error, "scene", "not a file name or a scene");
        return NULL;
    }
    char path[1024];
    snprintf(path, sizeof path, "%s/%s", folder, name);
    json_error_t e;
    json_t *json = json_load_file(path, JSON_REJECT_DUPLICATES, &e);
    if (!json_is_object(json)) {
        snprintf(error->text, sizeof error->text, "%.400s: %.200s", path, e.text);
        json_decref(json);
        return NULL;
    }
    return json;
}

static bool read_camera(const json_t *json, sut_task_error *error) {
    const json_t *camera = json_object_get(json, "camera");
    sut_vec3 v;
    if (camera != NULL && (!sut_task_vec3(json_object_get(camera, "target"), &v) ||
                           !sut_task_vec3(json_object_get(camera, "from"), &v))) {
        return fail(error, "camera", "needs target and from, three numbers each");
    }
    return true;
}

static bool read_texts(const json_t *json, sut_task_error *error) {
    static const char *const needed[] = {"id", "title", "group", "goal", "success"};
    for (size_t i = 0; i < sizeof needed / sizeof needed[0]; i++) {
        const char *text = json_string_value(json_object_get(json, needed[i]));
        if (text == NULL || text[0] == '\0') {
            return fail(error, needed[i], "missing; a text is expected");
        }
    }
    const json_t *hints = json_object_get(json, "hints");
    bool own = json_is_string(hints) && strcmp(json_string_value(hints), "script") == 0;
    if (!(json_is_array(hints) || own) || !json_is_array(json_object_get(json, "metrics"))) {
        return fail(error, "hints, metrics",
                    "missing; lists of texts are expected (hints may be \"script\")");
    }
    return true;
}

// A solid board at z = `height` for a scene that has none.
static bool lay_board(json_t *scene, const json_t *height, sut_task_error *error) {
    if (height == NULL) {
        return true;
    }
    if (!json_is_number(height)) {
        return fail(error, "board", "a height in m is expected");
    }
    json_t *obstacles = json_object_get(scene, "obstacles");
    if (obstacles == NULL) {
        obstacles = json_array();
        json_object_set_new(scene, "obstacles", obstacles);
    }
    return json_array_append_new(
               obstacles, json_pack("{s:s, s:s, s:[i, i, f], s:[i, i, i], s:f}", "name", "board",
                                    "type", "plane", "point", 0, 0, json_number_value(height),
                                    "normal", 0, 0, 1, "friction", 0.3)) == 0 ||
           fail(error, "board", "out of memory");
}

// The hints of a task are what its demonstration says, in the same words: a remark that goes on with a small
// letter belongs to the one before.
static bool hint_by_script(sut_task *t, sut_task_error *error) {
    if (json_is_array(json_object_get(t->json, "hints"))) {
        return true;
    }
    json_t *hints = json_array();
    size_t i;
    const json_t *deed;
    json_array_foreach(json_object_get(t->demo, "script"), i, deed) {
        const char *say = json_string_value(json_object_get(deed, "say"));
        size_t last = json_array_size(hints);
        if (say == NULL || say[0] == '\0') {
            continue;
        }
        if (last > 0 && say[0] >= 'a' && say[0] <= 'z') {
            json_t *before = json_array_get(hints, last - 1);
            json_array_set_new(hints, last - 1,
                               json_sprintf("%s %s", json_string_value(before), say));
        } else {
            json_array_append_new(hints, json_string(say));
        }
    }
    bool any = json_array_size(hints) > 0;
    json_object_set_new(t->json, "hints", hints);
    return any || fail(error, "hints", "\"script\", but the demonstration says nothing");
}

static bool fill(sut_task *t, sut_task_error *error) {
    json_t *json = t->json;
    if (json_integer_value(json_object_get(json, "task")) != 1) {
        return fail(error, "task", "must be 1, the version of the format");
    }
    if (!sut_task_check(json, error) || !read_texts(json, error) || !read_camera(json, error) ||
        !sut_task_read_marks(t, error)) {
        return false;
    }
    snprintf(t->id, sizeof t->id, "%s", json_string_value(json_object_get(json, "id")));
    const json_t *limit = json_object_get(json, "force_limit");
    t->force_limit = json_is_number(limit) ? json_number_value(limit) : 1.0;
    t->has_material = json_is_array(json_object_get(json, "materials"));
    t->scene = load_scene(json_object_get(json, "scene"), t->folder, error);
    const json_t *board = json_object_get(json, "board");
    if (t->scene == NULL || !lay_board(t->scene, board, error) || !sut_task_read_rules(t, error)) {
        return false;
    }
    json_t *demo = json_object_get(json, "demo");
    if (json_is_true(demo)) {
        t->demo = json_incref(t->scene);
    } else if (demo != NULL && !json_is_false(demo)) {
        t->demo = load_scene(demo, t->folder, error);
        if (t->demo == NULL || !lay_board(t->demo, board, error)) {
            return false;
        }
    }
    return hint_by_script(t, error);
}

sut_task *sut_task_make(json_t *json, const char *folder, sut_task_error *error) {
    sut_task *t = calloc(1, sizeof *t);
    if (t == NULL) {
        fail(error, "task", "out of memory");
        json_decref(json);
        return NULL;
    }
    t->json = json;
    snprintf(t->folder, sizeof t->folder, "%s", folder);
    if (!json_is_object(json)) {
        fail(error, "task", "not a JSON object");
    } else if (fill(t, error)) {
        return t;
    }
    sut_task_free(t);
    return NULL;
}

void sut_task_free(sut_task *t) {
    if (t != NULL) {
        json_decref(t->json);
        json_decref(t->scene);
        json_decref(t->demo);
        free(t);
    }
}

//---- the folder ----------------------------------------------------------------------------------

static int by_place(const void *a, const void *b) {
    const sut_task *x = *(sut_task *const *)a, *y = *(sut_task *const *)b;
    json_int_t p = json_integer_value(json_object_get(x->json, "level"));
    json_int_t q = json_integer_value(json_object_get(y->json, "level"));
    return p != q ? (p > q) - (p < q) : strcmp(x->id, y->id);
}

// the line in a file of a place that an error names; 0: it names none
static int line_of(const char *path, const char *place) {
    FILE *f = fopen(path, "rb");
    char *text = f != NULL ? calloc(1, SUT_TASK_FILE + 1) : NULL;
    int line = 0;
    if (text != NULL && fread(text, 1, SUT_TASK_FILE, f) > 0) {
        line = sut_task_line(text, place);
    }
    free(text);
    if (f != NULL) {
        fclose(f);
    }
    return line;
}

static bool read_one(sut_task_list *out, const char *name, sut_task_error *error) {
    char path[1024];
    snprintf(path, sizeof path, "%s/%s", out->folder, name);
    struct stat st;
    if (stat(path, &st) != 0 || !S_ISREG(st.st_mode)) {
        return fail(error, path, "cannot be read; a task is a file");
    }
    json_error_t e;
    json_t *json = json_load_file(path, JSON_REJECT_DUPLICATES, &e);
    if (json == NULL) {
        snprintf(error->text, sizeof error->text, "%.400s:%d:%d: %.200s", path, e.line, e.column,
                 e.text);
        return false;
    }
    sut_task_error inner = {""};
    sut_task *t = sut_task_make(json, out->folder, &inner);
    if (t == NULL) {
        int line = line_of(path, inner.text);
        char number[16] = "";
        if (line > 0) {
            snprintf(number, sizeof number, ":%d", line);
        }
        snprintf(error->text, sizeof error->text, "%.300s%s: %.400s", path, number, inner.text);
        return false;
    }
    if (sut_tasks_find(out, t->id) != NULL) {
        sut_task_free(t);
        return fail(error, path, "another task has the same id");
    }
    out->tasks[out->count++] = t;
    return true;
}

// what a task needs must be there, or it could never be opened
static bool needs_known(const sut_task_list *list, sut_task_error *error) {
    for (int i = 0; i < list->count; i++) {
        const json_t *needs = json_object_get(list->tasks[i]->json, "needs"), *item;
        size_t k;
        json_array_foreach(needs, k, item) {
            if (sut_tasks_find(list, json_string_value(item)) == NULL) {
                snprintf(error->text, sizeof error->text,
                         "%.300s: task '%.60s' needs '%.60s', which is no task of this folder",
                         list->folder, list->tasks[i]->id, json_string_value(item));
                return false;
            }
        }
    }
    return true;
}

bool sut_tasks_read(const char *folder, sut_task_list *out, sut_task_error *error) {
    *out = (sut_task_list){0};
    snprintf(out->folder, sizeof out->folder, "%s", folder);
    DIR *dir = opendir(folder);
    if (dir == NULL) {
        return fail(error, folder, "no such folder; it should hold the tasks");
    }
    bool good = true;
    for (struct dirent *e = readdir(dir); e != NULL && good; e = readdir(dir)) {
        size_t length = strlen(e->d_name);
        if (length > 5 && strcmp(e->d_name + length - 5, ".json") == 0) {
            good = out->count < SUT_TASKS_MAX ? read_one(out, e->d_name, error)
                                              : fail(error, folder, "too many tasks");
        }
    }
    closedir(dir);
    if (good && out->count == 0) {
        good = fail(error, folder, "no tasks in it; a folder with files *.json");
    }
    good = good && needs_known(out, error);
    if (!good) {
        sut_tasks_free(out);
        return false;
    }
    qsort(out->tasks, (size_t)out->count, sizeof out->tasks[0], by_place);
    return true;
}

void sut_tasks_free(sut_task_list *list) {
    for (int i = 0; i < list->count; i++) {
        sut_task_free(list->tasks[i]);
    }
    list->count = 0;
}

const sut_task *sut_tasks_find(const sut_task_list *list, const char *id) {
    for (int i = 0; i < list->count; i++) {
        if (strcmp(list->tasks[i]->id, id) == 0) {
            return list->tasks[i];
        }
    }
    return NULL;
}

int sut_task_version(const sut_task *t) {
    json_int_t version = json_integer_value(json_object_get(t->json, "version"));
    return version > 0 ? (int)version : 1;
}

//---- as pages see it -----------------------------------------------------------------------------

static void copy_key(json_t *to, const json_t *from, const char *key, json_t *otherwise) {
    json_t *value = json_object_get(from, key);
    if (value != NULL) {
        json_object_set(to, key, value);
        json_decref(otherwise);
    } else {
        json_object_set_new(to, key, otherwise);
    }
}

json_t *sut_task_describe(const sut_task *t) {
    static const char *const texts[] = {"id",      "title",   "group", "level", "goal",
                                        "success", "metrics", "hints", "camera"};
    json_t *out = json_object();
    for (size_t i = 0; i < sizeof texts / sizeof texts[0]; i++) {
        copy_key(out, t->json, texts[i], json_null());
    }
    copy_key(out, t->json, "materials", json_array());
    copy_key(out, t->json, "material", json_null());
    copy_key(out, t->json, "quiet", json_false());
    copy_key(out, t->json, "needs", json_array());
    copy_key(out, t->json, "proficiency", json_null());
    json_object_set_new(out, "version", json_integer(sut_task_version(t)));
    json_object_set_new(out, "demo", json_boolean(t->demo != NULL));
    json_object_set_new(out, "hands",
                        json_integer((json_int_t)json_array_size(json_object_get(t->scene, "tools"))));
    return out;
}

bool sut_task_own_material(const sut_task *t, const char *material) {
    const char *own = json_string_value(json_object_get(t->json, "material"));
    return material == NULL || material[0] == '\0' || (own != NULL && strcmp(own, material) == 0);
}

// A hard step must not stop the world: it may take two periods of a 1 kHz loop, counted in
// operations so that a replay does the same. A scene that has a budget keeps it; a demonstration
// must end as it was made, however long it takes.
static void limit_work(json_t *scene) {
    json_t *solver = json_object_get(scene, "solver");
    if (solver == NULL) {
        solver = json_object();
        json_object_set_new(scene, "solver", solver);
    }
    if (json_object_get(solver, "budget") == NULL) {
        json_object_set_new(solver, "budget", json_string("2 ms"));
    }
}

json_t *sut_task_scene(const sut_task *t, const char *material, bool demo) {
    json_t *scene = json_deep_copy(demo && t->demo != NULL ? t->demo : t->scene);
    size_t i;
    json_t *item;
    if (material != NULL && material[0] != '\0') {
        json_array_foreach(json_object_get(scene, "threads"), i, item) {
            json_object_set_new(item, "material", json_string(material));
        }
    }
    if (!demo) {
        limit_work(scene);
        json_object_del(scene, "script");
        json_array_foreach(json_object_get(scene, "tools"), i, item) {
            json_object_del(item, "motion");
        }
    }
    return scene;
}
