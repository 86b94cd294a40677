// SPDX-License-Identifier: MIT
#include "commands/sweep_plan.h"

#include "commands/input.h"

#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

// A sweep file while it is read: the first thing that is wrong stays.
typedef struct reader {
    sut_sweep_plan *plan;
    const char *file;
    char text[600];
} reader;

__attribute__((format(printf, 3, 4))) static bool fail(reader *r, const char *where,
                                                       const char *format, ...) {
    int n =
        snprintf(r->text, sizeof r->text, "%s: %s%s", r->file, where, where[0] != '\0' ? ": " : "");
    va_list args;
    va_start(args, format);
    (void)vsnprintf(r->text + n, n < (int)sizeof r->text ? sizeof r->text - (size_t)n : 0, format,
                    args);
    va_end(args);
    return false;
}

static bool no_memory(reader *r) {
    return fail(r, "", "out of memory");
}

static bool check_keys(reader *r, const char *where, json_t *object, const char *const *keys) {
    const char *key;
    json_t *value;
    if (!json_is_object(object)) {
        return fail(r, where, "is no object; must be { ... }");
    }
    json_object_foreach(object, key, value) {
        bool known = false;
        for (size_t i = 0; keys[i] != NULL; i++) {
            known = known || strcmp(key, keys[i]) == 0;
        }
        if (!known) {
            char all[200] = "";
            for (size_t i = 0; keys[i] != NULL; i++) {
                size_t used = strlen(all);
                (void)snprintf(all + used, sizeof all - used, "%s%s", i > 0 ? ", " : "", keys[i]);
            }
            return fail(r, where, "unknown key \"%s\"; known are %s", key, all);
        }
    }
    return true;
}

//---- choices -------------------------------------------------------------------------------------

static char *copy(const char *text) {
    size_t size = strlen(text) + 1;
    char *out = malloc(size);
    return out != NULL ? memcpy(out, text, size) : NULL;
}

static bool add_setting(reader *r, sut_sweep_choice *c, const char *path, const char *value) {
    char **grown = realloc(c->settings, ((size_t)c->count + 1) * sizeof *grown);
    if (grown == NULL) {
        return no_memory(r);
    }
    c->settings = grown;
    size_t size = strlen(path) + strlen(value) + 2;
    char *text = malloc(size);
    if (text == NULL) {
        return no_memory(r);
    }
    (void)snprintf(text, size, "%s=%s", path, value);
    c->settings[c->count++] = text;
    return true;
}

static sut_sweep_choice *add_choice(sut_sweep_parameter *p, const char *label) {
    sut_sweep_choice *grown = realloc(p->choices, ((size_t)p->count + 1) * sizeof *grown);
    if (grown == NULL) {
        return NULL;
    }
    p->choices = grown;
    grown[p->count] = (sut_sweep_choice){.label = copy(label)};
    return grown[p->count].label != NULL ? &grown[p->count++] : NULL;
}

// one value for the path, or for each of a list of paths
static bool add_value(reader *r, sut_sweep_parameter *p, const char *where, const json_t *paths,
                      const char *label, const char *value) {
    sut_sweep_choice *c = add_choice(p, label);
    if (c == NULL) {
        return no_memory(r);
    }
    if (json_is_string(paths)) {
        return add_setting(r, c, json_string_value(paths), value);
    }
    for (size_t i = 0; i < json_array_size(paths); i++) {
        const char *path = json_string_value(json_array_get(paths, i));
        if (path == NULL) {
            return fail(r, where, "path[%zu] is no text; must be like \"threads[0].length\"", i);
        }
        if (!add_setting(r, c, path, value)) {
            return false;
        }
    }
    return true;
}

static bool read_values(reader *r, sut_sweep_parameter *p, const char *where, json_t *n) {
    json_t *values = json_object_get(n, "values");
    if (!json_is_array(values) || json_array_size(values) == 0) {
        return fail(r, where, "values is no list with entries; must be like [0.1, 0.2]");
    }
    for (size_t i = 0; i < json_array_size(values); i++) {
        json_t *v = json_array_get(values, i);
        char *text = json_dumps(v, JSON_ENCODE_ANY | JSON_COMPACT | JSON_REAL_PRECISION(17));
        const char *label = json_is_string(v) ? json_string_value(v) : text;
        char number[32];
        if (json_is_number(v)) { // as a person would write it
            (void)snprintf(number, sizeof number, "%.12g", json_number_value(v));
            label = number;
        }
        bool ok = text != NULL ? add_value(r, p, where, json_object_get(n, "path"), label, text)
                               : no_memory(r);
        free(text);
        if (!ok) {
            return false;
        }
    }
    return true;
}

// from, to, and step or count
static bool read_range(reader *r, sut_sweep_parameter *p, const char *where, json_t *n) {
    const json_t *step = json_object_get(n, "step");
    const json_t *count = json_object_get(n, "count");
    double from = json_number_value(json_object_get(n, "from"));
    double to = json_number_value(json_object_get(n, "to"));
    if (!json_is_number(json_object_get(n, "from")) || !json_is_number(json_object_get(n, "to")) ||
        json_is_number(step) == json_is_number(count)) {
        return fail(r, where,
                    "has neither values nor a range; must have from, to and one of step "
                    "and count");
    }
    double by = json_number_value(step);
    double steps =
        json_is_number(step) ? floor((to - from) / by + 1e-9) : json_number_value(count) - 1.0;
    if (!(steps >= 0.0 && steps < SUT_SWEEP_MOST_RUNS) || (json_is_number(step) && by == 0.0) ||
        (json_is_number(count) && !json_is_integer(count))) {
        return fail(r, where,
                    "has a range of %g values; must have 1 to %d, with a step that leads "
                    "from from to to",
                    steps + 1.0, SUT_SWEEP_MOST_RUNS);
    }
    for (int i = 0; i <= (int)steps; i++) {
        char text[32];
        double share = steps > 0.0 ? i / steps : 0.0;
        double value = json_is_number(step) ? from + i * by : from + share * (to - from);
        (void)snprintf(text, sizeof text, "%.12g", value);
        if (!add_value(r, p, where, json_object_get(n, "path"), text, text)) {
            return false;
        }
    }
    return true;
}

// "choices": { "LABEL": { "PATH": VALUE, ... }, ... }
static bool read_choices(reader *r, sut_sweep_parameter *p, const char *where, json_t *choices) {
    const char *label;
    const char *path;
    json_t *set;
    json_t *value;
    if (!json_is_object(choices) || json_object_size(choices) == 0) {
        return fail(r, where,
                    "choices is no object with entries; must be like "
                    "{ \"fine\": { \"threads[0].vertices\": 401 } }");
    }
    json_object_foreach(choices, label, set) {
        sut_sweep_choice *c = add_choice(p, label);
        if (c == NULL) {
            return no_memory(r);
        }
        if (!json_is_object(set)) {
            return fail(r, where, "choice \"%s\" is no object; must be { \"PATH\": VALUE }", label);
        }
        json_object_foreach(set, path, value) {
            char *text =
                json_dumps(value, JSON_ENCODE_ANY | JSON_COMPACT | JSON_REAL_PRECISION(17));
            bool ok = text != NULL ? add_setting(r, c, path, text) : no_memory(r);
            free(text);
            if (!ok) {
                return false;
            }
        }
    }
    return true;
}

//---- parts of the file ---------------------------------------------------------------------------

static bool is_free(const sut_sweep_plan *p, const char *name) {
    for (int i = 0; i < p->parameter_count; i++) {
        if (p->parameters[i].name != NULL && strcmp(p->parameters[i].name, name) == 0) {
            return false;
        }
    }
    for (int i = 0; i < p->column_count; i++) {
        if (p->columns[i].name != NULL && strcmp(p->columns[i].name, name) == 0) {
            return false;
        }
    }
    return strcmp(name, "exit") != 0;
}

static bool read_parameter(reader *r, sut_sweep_parameter *p, const char *where, json_t *n) {
    static const char *const keys[] = {"name", "path",  "values",  "from", "to",
                                       "step", "count", "choices", NULL};
    if (!check_keys(r, where, n, keys)) {
        return false;
    }
    json_t *paths = json_object_get(n, "path");
    json_t *choices = json_object_get(n, "choices");
    const char *name = json_string_value(json_object_get(n, "name"));
    name = name != NULL ? name : json_string_value(paths);
    if (name == NULL || name[0] == '\0' || !is_free(r->plan, name)) {
        return fail(r, where, "has no name of its own; must have a \"name\" that nothing else has");
    }
    p->name = name;
    if (choices != NULL) {
        return paths == NULL ? read_choices(r, p, where, choices)
                             : fail(r, where, "has path and choices; must have one of them");
    }
    if (!json_is_string(paths) && json_array_size(paths) == 0) {
        return fail(r, where, "has no path; must be like \"threads[0].length\", or a list of such");
    }
    return json_object_get(n, "values") != NULL ? read_values(r, p, where, n)
                                                : read_range(r, p, where, n);
}

static bool read_parameters(reader *r) {
    sut_sweep_plan *p = r->plan;
    const json_t *list = json_object_get(p->root, "parameters");
    size_t count = json_array_size(list);
    if (count == 0) {
        return fail(r, "parameters",
                    "is no list with entries; must be like [{ \"path\": "
                    "\"threads[0].length\", \"values\": [0.1, 0.2] }]");
    }
    p->parameters = calloc(count, sizeof *p->parameters);
    if (p->parameters == NULL) {
        return no_memory(r);
    }
    double runs = 1.0;
    for (size_t i = 0; i < count; i++) {
        char where[48];
        (void)snprintf(where, sizeof where, "parameters[%zu]", i);
        p->parameter_count = (int)i + 1;
        if (!read_parameter(r, &p->parameters[i], where, json_array_get(list, i))) {
            return false;
        }
        runs *= p->parameters[i].count;
    }
    p->runs = (int)fmin(runs, SUT_SWEEP_MOST_RUNS);
    return runs <= SUT_SWEEP_MOST_RUNS ||
           fail(r, "parameters", "ask for %.3g runs; must be at most %d", runs,
                SUT_SWEEP_MOST_RUNS);
}

static bool read_columns(reader *r) {
    static const char *const keys[] = {"name", "path", NULL};
    sut_sweep_plan *p = r->plan;
    const json_t *list = json_object_get(p->root, "columns");
    size_t count = json_array_size(list);
    if (count == 0) {
        return fail(r, "columns",
                    "is no list with entries; must be like "
                    "[\"threads[0].stretch_max\"], figures of the report");
    }
    p->columns = calloc(count, sizeof *p->columns);
    if (p->columns == NULL) {
        return no_memory(r);
    }
    for (size_t i = 0; i < count; i++) {
        json_t *n = json_array_get(list, i);
        char where[48];
        (void)snprintf(where, sizeof where, "columns[%zu]", i);
        if (!json_is_string(n) && !check_keys(r, where, n, keys)) {
            return false;
        }
        const char *path = json_string_value(json_is_string(n) ? n : json_object_get(n, "path"));
        const char *name = json_string_value(json_is_string(n) ? n : json_object_get(n, "name"));
        name = name != NULL ? name : path;
        if (path == NULL || !is_free(p, name)) {
            return fail(r, where,
                        "has no path, or a name that is taken; must be the path of a "
                        "figure of the report");
        }
        p->columns[p->column_count++] = (sut_sweep_column){name, path};
    }
    return true;
}

static int find_parameter(const sut_sweep_plan *p, const char *name) {
    for (int i = 0; name != NULL && i < p->parameter_count; i++) {
        if (strcmp(p->parameters[i].name, name) == 0) {
            return i;
        }
    }
    return -1;
}

static bool read_table(reader *r) {
    static const char *const keys[] = {"rows", "across", "value", "median_over", NULL};
    sut_sweep_plan *p = r->plan;
    sut_sweep_table *t = &p->table;
    json_t *n = json_object_get(p->root, "table");
    if (n == NULL) {
        return true;
    }
    if (!check_keys(r, "table", n, keys)) {
        return false;
    }
    const json_t *rows = json_object_get(n, "rows");
    const char *value = json_string_value(json_object_get(n, "value"));
    const json_t *repeats = json_object_get(n, "median_over");
    t->rows = calloc(json_array_size(rows) + 1, sizeof *t->rows);
    if (t->rows == NULL) {
        return no_memory(r);
    }
    t->across = find_parameter(p, json_string_value(json_object_get(n, "across")));
    t->median_over = find_parameter(p, json_string_value(repeats));
    t->value = -1;
    for (int i = 0; value != NULL && i < p->column_count; i++) {
        t->value = strcmp(p->columns[i].name, value) == 0 ? i : t->value;
    }
    int others = repeats != NULL ? 2 : 1; // parameters that are not in rows
    bool fine = t->across >= 0 && t->value >= 0 && t->across != t->median_over;
    fine = fine && (repeats == NULL || t->median_over >= 0);
    for (size_t i = 0; i < json_array_size(rows); i++) {
        t->rows[i] = find_parameter(p, json_string_value(json_array_get(rows, i)));
        fine = fine && t->rows[i] >= 0 && t->rows[i] != t->across && t->rows[i] != t->median_over;
    }
    t->row_count = (int)json_array_size(rows);
    t->wanted = true;
    return (fine && t->row_count + others == p->parameter_count) ||
           fail(r, "table",
                "does not fit; must have one parameter in across, another in median_over if "
                "wanted, all others in rows, and a column in value");
}

// the scene is looked up from the folder of the sweep file
static bool read_scene(reader *r) {
    sut_sweep_plan *p = r->plan;
    const char *scene = json_string_value(json_object_get(p->root, "scene"));
    if (scene == NULL || scene[0] == '\0') {
        return fail(r, "scene", "is missing; must be the path of a scene file");
    }
    const char *slash = strrchr(r->file, '/');
    int folder = slash != NULL && scene[0] != '/' ? (int)(slash - r->file) + 1 : 0;
    size_t size = (size_t)folder + strlen(scene) + 1;
    p->scene = malloc(size);
    if (p->scene == NULL) {
        return no_memory(r);
    }
    (void)snprintf(p->scene, size, "%.*s%s", folder, r->file, scene);
    return true;
}

// The file as JSON.
static bool load(reader *r) {
    sut_sweep_plan *p = r->plan;
    json_error_t e;
    sut_fault fault = {""};
    FILE *stream = sut_input_open(r->file, "the path of a sweep file", &fault);
    struct stat st;
    if (stream == NULL) {
        (void)snprintf(r->text, sizeof r->text, "%.*s", (int)sizeof r->text - 1, fault.text);
        return false;
    }
    if (fstat(fileno(stream), &st) == 0 && st.st_size > SUT_SCENE_SIZE_MAX) {
        sut_input_close(stream);
        return fail(r, "", "is larger than 16 MiB; must be a sweep file, which is short");
    }
    p->root = json_loadf(stream, JSON_REJECT_DUPLICATES, &e);
    sut_input_close(stream);
    if (p->root == NULL && e.line <= 0) {
        return fail(r, "", "cannot be read; give the path of a sweep file");
    }
    if (p->root == NULL) {
        (void)snprintf(r->text, sizeof r->text, "%s:%d:%d: %s; must be JSON", r->file, e.line,
                       e.column > 0 ? e.column : 1, e.text);
        return false;
    }
    return true;
}

static bool read_all(reader *r) {
    static const char *const keys[] = {"sutura_sweep", "name",    "scene", "tensiometer", "limit",
                                       "parameters",   "columns", "table", NULL};
    sut_sweep_plan *p = r->plan;
    if (!load(r)) {
        return false;
    }
    if (!check_keys(r, "", p->root, keys)) {
        return false;
    }
    if (json_integer_value(json_object_get(p->root, "sutura_sweep")) != 1) {
        return fail(r, "sutura_sweep", "is missing or unknown; must be 1");
    }
    json_t *tensiometer = json_object_get(p->root, "tensiometer");
    if (tensiometer != NULL && !json_is_string(tensiometer)) {
        return fail(r, "tensiometer", "is no text; must be like \"0,1\"");
    }
    p->tensiometer = tensiometer != NULL ? copy(json_string_value(tensiometer)) : NULL;
    if (tensiometer != NULL && p->tensiometer == NULL) {
        return no_memory(r);
    }
    const json_t *limit = json_object_get(p->root, "limit");
    p->limit = json_number_value(limit);
    if (limit != NULL && !(json_is_number(limit) && p->limit > 0.0 && p->limit <= 1e6)) {
        return fail(r, "limit", "is no time; must be a number of seconds, above 0, at most 1e6");
    }
    return read_scene(r) && read_parameters(r) && read_columns(r) && read_table(r);
}

//---- public --------------------------------------------------------------------------------------

const char *sut_sweep_plan_read(sut_sweep_plan *p, const char *file) {
    static reader r;
    *p = (sut_sweep_plan){0};
    r = (reader){.plan = p, .file = file};
    return read_all(&r) ? NULL : r.text;
}

void sut_sweep_plan_free(sut_sweep_plan *p) {
    for (int i = 0; i < p->parameter_count; i++) {
        sut_sweep_parameter *q = &p->parameters[i];
        for (int k = 0; k < q->count; k++) {
            for (int s = 0; s < q->choices[k].count; s++) {
                free(q->choices[k].settings[s]);
            }
            free(q->choices[k].settings);
            free(q->choices[k].label);
        }
        free(q->choices);
    }
    free(p->parameters);
    free(p->columns);
    free(p->table.rows);
    free(p->scene);
    free(p->tensiometer);
    json_decref(p->root);
    *p = (sut_sweep_plan){0};
}

int sut_sweep_plan_choice(const sut_sweep_plan *p, int run, int k) {
    for (int i = p->parameter_count - 1; i > k; i--) {
        run /= p->parameters[i].count;
    }
    return run % p->parameters[k].count;
}

// the entry of a list with this "name"
static const json_t *by_name(const json_t *list, const char *key, size_t length) {
    for (size_t i = 0; i < json_array_size(list); i++) {
        const json_t *entry = json_array_get(list, i);
        const char *name = json_string_value(json_object_get(entry, "name"));
        if (name != NULL && strlen(name) == length && memcmp(name, key, length) == 0) {
            return entry;
        }
    }
    return NULL;
}

const json_t *sut_sweep_find(const json_t *report, const char *path) {
    const json_t *at = report;
    while (*path != '\0' && at != NULL && !json_is_null(at)) {
        if (*path == '[') {
            char *end;
            unsigned long index = strtoul(path + 1, &end, 10);
            at = *end == ']' ? json_array_get(at, index) : NULL;
            path = *end == ']' ? end + 1 : end;
            continue;
        }
        path += *path == '.';
        size_t length = strcspn(path, ".[");
        at = json_is_array(at) ? by_name(at, path, length) : json_object_getn(at, path, length);
        path += length;
    }
    return at;
}
