// SPDX-License-Identifier: MIT
#include "scene_value.h"

#include "math/vec3.h"
#include "units.h"

#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

//---- nodes and messages --------------------------------------------------------------------------

sut_node sut_node_root(json_t *json) {
    return (sut_node){NULL, NULL, 0, json};
}

sut_node sut_node_member(const sut_node *object, const char *key) {
    return (sut_node){object, key, 0, json_object_get(object->json, key)};
}

sut_node sut_node_element(const sut_node *array, int index) {
    return (sut_node){array, NULL, index, json_array_get(array->json, (size_t)index)};
}

// dots and brackets too: the path of an override is one key here
static bool is_plain_key(const char *key) {
    for (const char *p = key; *p != '\0'; p++) {
        bool plain = (*p >= 'a' && *p <= 'z') || (*p >= 'A' && *p <= 'Z') ||
                     (*p >= '0' && *p <= '9') || strchr("_-$.[]", *p) != NULL;
        if (!plain) {
            return false;
        }
    }
    return key[0] != '\0' && strlen(key) <= 80;
}

static void add_path(sut_line *l, const sut_node *n) {
    if (n->up == NULL) {
        return;
    }
    add_path(l, n->up);
    if (n->key == NULL) {
        sut_line_addf(l, "[%d]", n->index);
    } else if (is_plain_key(n->key)) {
        sut_line_addf(l, "%s%s", n->up->up != NULL ? "." : "", n->key);
    } else {
        sut_quoted q = sut_quote(n->key);
        sut_line_addf(l, "[%s]", q.text);
    }
}

bool sut_fail(const sut_reader *r, const sut_node *at, const char *format, ...) {
    char message[SUT_SCENE_MESSAGE];
    va_list args;
    va_start(args, format);
    vsnprintf(message, sizeof message, format, args);
    va_end(args);

    sut_line l = sut_line_start(r->error->text, sizeof r->error->text);
    sut_line_add_file(&l, r->file);
    sut_line_add(&l, ": ");
    if (at != NULL && at->up != NULL) {
        add_path(&l, at);
        sut_line_add(&l, ": ");
    }
    sut_line_add(&l, message);
    return false;
}

bool sut_fail_memory(const sut_reader *r, const sut_node *at) {
    return sut_fail(r, at, "there is not enough memory for it; use fewer vertices or key frames");
}

sut_quoted sut_value_text(const sut_node *n) {
    sut_quoted q = {""};
    switch (n->json != NULL ? (int)json_typeof(n->json) : -1) {
    case JSON_STRING:
        return sut_quote_part(json_string_value(n->json), json_string_length(n->json));
    case JSON_REAL:
    case JSON_INTEGER:
        snprintf(q.text, sizeof q.text, "%.9g", json_number_value(n->json));
        break;
    case JSON_OBJECT:
        snprintf(q.text, sizeof q.text, "an object");
        break;
    case JSON_ARRAY:
        snprintf(q.text, sizeof q.text, "a list");
        break;
    case JSON_TRUE:
    case JSON_FALSE:
        snprintf(q.text, sizeof q.text, "%s", json_is_true(n->json) ? "true" : "false");
        break;
    case JSON_NULL:
        snprintf(q.text, sizeof q.text, "null");
        break;
    default:
        snprintf(q.text, sizeof q.text, "missing");
        break;
    }
    return q;
}

//---- objects and lists ---------------------------------------------------------------------------

static bool fail_unknown_key(const sut_reader *r, const sut_node *n, const char *const *keys) {
    const char *near = sut_nearest(n->key, keys);
    if (near != NULL) {
        return sut_fail(r, n, "unknown key; did you mean \"%s\"?", near);
    }
    char list[256];
    sut_line l = sut_line_start(list, sizeof list);
    for (size_t i = 0; keys[i] != NULL; i++) {
        sut_line_addf(&l, "%s%s", i > 0 ? ", " : "", keys[i]);
    }
    return sut_fail(r, n, "unknown key; allowed here: %s", list);
}

static bool is_known(const char *key, const char *const *keys) {
    for (size_t i = 0; keys[i] != NULL; i++) {
        if (strcmp(key, keys[i]) == 0) {
            return true;
        }
    }
    return false;
}

bool sut_check_object(const sut_reader *r, const sut_node *n, const char *const *keys) {
    if (!json_is_object(n->json)) {
        return sut_fail(r, n, "is %s; must be an object { ... }", sut_value_text(n).text);
    }
    const char *key;
    json_t *value;
    json_object_foreach(n->json, key, value) {
        if (!is_known(key, keys)) {
            sut_node odd = {n, key, 0, NULL};
            return fail_unknown_key(r, &odd, keys);
        }
    }
    return true;
}

bool sut_check_list(const sut_reader *r, const sut_node *n, int min, int max, const char *what) {
    if (!json_is_array(n->json)) {
        return sut_fail(r, n, "is %s; must be a list [ ... ] of %s", sut_value_text(n).text, what);
    }
    size_t count = json_array_size(n->json);
    if (count < (size_t)min || count > (size_t)max) {
        return sut_fail(r, n, "has %zu %s; must have %d to %d", count, what, min, max);
    }
    return true;
}

bool sut_check_present(const sut_reader *r, const sut_node *n, const char *right) {
    return n->json != NULL || sut_fail(r, n, "is missing; %s", right);
}

//---- numbers -------------------------------------------------------------------------------------

typedef struct quantity {
    const char *name;
    const char *unit; // of plain numbers
    const char *example;
    sut_dimension dim;
    bool angle_too; // "rad/m" is as good as "1/m", and "N m" as "N m/rad"
    double limit;   // absolute values beyond it are slips, and would overflow further down
} quantity;

static const quantity quantities[] = {
    [SUT_Q_NUMBER] = {"a number", "", "0.3", {0, 0, 0, 0}, false, 1e30},
    [SUT_Q_LENGTH] = {"a length", "m", "0.05 mm", {1, 0, 0, 0}, false, 1e6},
    [SUT_Q_TIME] = {"a time", "s", "1 ms", {0, 0, 1, 0}, false, 1e12},
    [SUT_Q_SPEED] = {"a speed", "m/s", "2 mm/s", {1, 0, -1, 0}, false, 1e6},
    [SUT_Q_ACCELERATION] = {"an acceleration", "m/s^2", "9.81 m/s^2", {1, 0, -2, 0}, false, 1e9},
    [SUT_Q_PRESSURE] = {"a pressure", "Pa", "2 GPa", {-1, 1, -2, 0}, false, 1e24},
    [SUT_Q_DENSITY] = {"a density", "kg/m^3", "1.1 g/cm^3", {-3, 1, 0, 0}, false, 1e12},
    [SUT_Q_FORCE] = {"a force", "N", "5 mN", {1, 1, -2, 0}, false, 1e15},
    [SUT_Q_STIFFNESS] = {"a stiffness", "N", "70 N", {1, 1, -2, 0}, false, 1e30},
    [SUT_Q_RIGIDITY] = {"a rigidity", "N m^2", "4e-7 N m^2", {3, 1, -2, 0}, false, 1e30},
    [SUT_Q_MASS] = {"a mass", "kg", "3 mg", {0, 1, 0, 0}, false, 1e12},
    [SUT_Q_MASS_PER_LENGTH] = {"a mass per length", "kg/m", "9 mg/m", {-1, 1, 0, 0}, false, 1e12},
    [SUT_Q_CURVATURE] = {"a curvature", "1/m", "50 1/m", {-1, 0, 0, 0}, true, 1e9},
    [SUT_Q_TWIST_RATE] = {"a twist rate", "rad/m", "90 deg/cm", {-1, 0, 0, 1}, true, 1e9},
    [SUT_Q_ANGLE] = {"an angle", "rad", "27 turn", {0, 0, 0, 1}, false, 1e9},
    [SUT_Q_MOBILITY] = {"a mobility", "m^2/(N s)", "1000 m^2/N/s", {1, -1, 1, 0}, false, 1e30},
    [SUT_Q_LINEAR_DRAG] = {"a linear drag", "kg/(m s)", "1e-3 kg/m/s", {-1, 1, -1, 0}, false, 1e15},
    [SUT_Q_QUADRATIC_DRAG] = {"a drag", "kg/m^2", "1e-4 kg/m^2", {-2, 1, 0, 0}, false, 1e15},
    [SUT_Q_PENALTY] = {"a stiffness", "N/m", "100 N/m", {0, 1, -2, 0}, false, 1e12},
    [SUT_Q_ACTION] = {"a dissipation", "J s", "1e-6 J s", {2, 1, -1, 0}, false, 1e9},
    [SUT_Q_TORQUE] = {"a torque", "N m", "20 N mm", {2, 1, -2, 0}, false, 1e12},
    [SUT_Q_ANGULAR_STIFFNESS] =
        {"an angular stiffness", "N m/rad", "0.5 N m/rad", {2, 1, -2, -1}, true, 1e12},
    [SUT_Q_DAMPER] = {"a damper", "N s/m", "1 N s/m", {0, 1, -1, 0}, false, 1e12},
    [SUT_Q_IMPULSE] = {"a swivel damper", "N s", "0.2 N s", {1, 1, -1, 0}, false, 1e12},
    [SUT_Q_RATE] = {"a rate", "1/s", "20 1/s", {0, 0, -1, 0}, false, 1e12},
    [SUT_Q_SPIN] = {"a spin", "rad/s", "90 deg/s", {0, 0, -1, 1}, true, 1e9},
    [SUT_Q_ANGULAR_DAMPER] =
        {"an angular damper", "N m s/rad", "1e-6 N m s/rad", {2, 1, -1, -1}, true, 1e12},
};

static bool fits_dimension(const quantity *k, sut_dimension d) {
    bool angle = d.angle == k->dim.angle ||
                 (k->angle_too && (d.angle == 0 || (d.angle == 1 && k->dim.angle >= 0)));
    return angle && d.m == k->dim.m && d.kg == k->dim.kg && d.s == k->dim.s;
}

static bool read_quantity_text(const sut_reader *r, const sut_node *n, const quantity *k,
                               double *out) {
    sut_quoted shown = sut_value_text(n);
    // "0.3" where a pure number is due has no unit to carry; "0.3 mm/mm" is one
    char why[SUT_SCENE_MESSAGE / 2];
    sut_dimension dim;
    const char *text = json_string_value(n->json);
    if (strlen(text) != json_string_length(n->json) ||
        !sut_units_parse(text, out, &dim, why, sizeof why)) {
        if (k->unit[0] == '\0') {
            return sut_fail(r, n, "is the text %s; must be a number without quotes", shown.text);
        }
        return sut_fail(r, n, "is %s: %s", shown.text, why);
    }
    if (!fits_dimension(k, dim)) {
        char got[64];
        sut_dimension_text(dim, got, sizeof got);
        if (k->unit[0] == '\0') {
            return sut_fail(r, n, "is %s, in %s; must be a number without a unit", shown.text, got);
        }
        return sut_fail(r, n, "is %s, in %s; must be %s in %s, for example \"%s\"", shown.text, got,
                        k->name, k->unit, k->example);
    }
    return true;
}

static bool check_range(const sut_reader *r, const sut_node *n, const quantity *k, sut_sign sign,
                        double value) {
    const char *gap = k->unit[0] != '\0' ? " " : "";
    sut_quoted shown = sut_value_text(n);
    const char *unit = json_is_string(n->json) ? "" : k->unit;
    const char *shown_gap = json_is_string(n->json) ? "" : gap;
    if (sign == SUT_POSITIVE && !(value > 0.0)) {
        return sut_fail(r, n, "is %s%s%s; must be above 0", shown.text, shown_gap, unit);
    }
    if (sign == SUT_NOT_NEGATIVE && !(value >= 0.0)) {
        return sut_fail(r, n, "is %s%s%s; must be 0 or more", shown.text, shown_gap, unit);
    }
    if (!(fabs(value) <= k->limit)) {
        return sut_fail(r, n, "is %s%s%s; its size must be at most %g%s%s", shown.text, shown_gap,
                        unit, k->limit, gap, k->unit);
    }
    return true;
}

bool sut_read_number(const sut_reader *r, const sut_node *n, sut_quantity q, sut_sign sign,
                     double *out) {
    const quantity *k = &quantities[q];
    double value = 0.0;
    if (json_is_number(n->json)) {
        value = json_number_value(n->json);
    } else if (json_is_string(n->json)) {
        if (!read_quantity_text(r, n, k, &value)) {
            return false;
        }
    } else if (k->unit[0] == '\0') {
        return sut_fail(r, n, "is %s; must be a number", sut_value_text(n).text);
    } else {
        return sut_fail(r, n, "is %s; must be %s: a number in %s, or text such as \"%s\"",
                        sut_value_text(n).text, k->name, k->unit, k->example);
    }
    if (!check_range(r, n, k, sign, value)) {
        return false;
    }
    *out = value;
    return true;
}

bool sut_read_vec3(const sut_reader *r, const sut_node *n, sut_quantity q, sut_vec3 *out) {
    if (!json_is_array(n->json)) {
        return sut_fail(r, n, "is %s; must be a list [x, y, z]", sut_value_text(n).text);
    }
    size_t count = json_array_size(n->json);
    if (count != 3) {
        return sut_fail(r, n, "has %zu entries; must be a list [x, y, z]", count);
    }
    double v[3] = {0.0, 0.0, 0.0};
    for (int i = 0; i < 3; i++) {
        sut_node e = sut_node_element(n, i);
        if (!sut_read_number(r, &e, q, SUT_ANY_SIGN, &v[i])) {
            return false;
        }
    }
    *out = v3(v[0], v[1], v[2]);
    return true;
}

bool sut_read_int(const sut_reader *r, const sut_node *n, int min, int max, int *out) {
    double value = json_is_number(n->json) ? json_number_value(n->json) : (double)NAN;
    if (!(value >= (double)min && value <= (double)max && floor(value) == value)) {
        return sut_fail(r, n, "is %s; must be a whole number from %d to %d", sut_value_text(n).text,
                        min, max);
    }
    *out = (int)value;
    return true;
}

//---- words ---------------------------------------------------------------------------------------

bool sut_read_text(const sut_reader *r, const sut_node *n, const char **out) {
    if (!json_is_string(n->json)) {
        return sut_fail(r, n, "is %s; must be text in quotes", sut_value_text(n).text);
    }
    *out = json_string_value(n->json);
    return true;
}

bool sut_read_bool(const sut_reader *r, const sut_node *n, bool *out) {
    if (!json_is_boolean(n->json)) {
        return sut_fail(r, n, "is %s; must be true or false", sut_value_text(n).text);
    }
    *out = json_is_true(n->json);
    return true;
}

bool sut_read_word(const sut_reader *r, const sut_node *n, const char *const *names, int *out) {
    const char *word = json_is_string(n->json) ? json_string_value(n->json) : NULL;
    for (int i = 0; word != NULL && names[i] != NULL; i++) {
        if (strcmp(word, names[i]) == 0) {
            *out = i;
            return true;
        }
    }
    char list[256];
    sut_line l = sut_line_start(list, sizeof list);
    for (size_t i = 0; names[i] != NULL; i++) {
        const char *gap = i == 0 ? "" : names[i + 1] == NULL ? " or " : ", ";
        sut_line_addf(&l, "%s\"%s\"", gap, names[i]);
    }
    return sut_fail(r, n, "is %s; must be %s", sut_value_text(n).text, list);
}

//---- members -------------------------------------------------------------------------------------

bool sut_read_number_of(const sut_reader *r, const sut_node *object, const char *key,
                        sut_quantity q, sut_sign sign, double *out) {
    sut_node n = sut_node_member(object, key);
    return n.json == NULL || sut_read_number(r, &n, q, sign, out);
}

bool sut_read_vec3_of(const sut_reader *r, const sut_node *object, const char *key, sut_quantity q,
                      sut_vec3 *out) {
    sut_node n = sut_node_member(object, key);
    return n.json == NULL || sut_read_vec3(r, &n, q, out);
}

bool sut_read_word_of(const sut_reader *r, const sut_node *object, const char *key,
                      const char *const *names, int *out) {
    sut_node n = sut_node_member(object, key);
    return n.json == NULL || sut_read_word(r, &n, names, out);
}

bool sut_read_bool_of(const sut_reader *r, const sut_node *object, const char *key, bool *out) {
    sut_node n = sut_node_member(object, key);
    return n.json == NULL || sut_read_bool(r, &n, out);
}

bool sut_read_direction_of(const sut_reader *r, const sut_node *object, const char *key,
                           sut_vec3 *out) {
    sut_node n = sut_node_member(object, key);
    if (n.json == NULL) {
        return true;
    }
    sut_vec3 d = {0.0, 0.0, 0.0};
    if (!sut_read_vec3(r, &n, SUT_Q_NUMBER, &d)) {
        return false;
    }
    // scale first: the square of a tiny or huge direction must not vanish or overflow
    double size = fmax(fabs(d.x), fmax(fabs(d.y), fabs(d.z)));
    if (!(size > 0.0)) {
        return sut_fail(r, &n, "is the zero vector; must have a length, for example [1, 0, 0]");
    }
    *out = v3_normalized(v3(d.x / size, d.y / size, d.z / size));
    return true;
}

bool sut_read_vertex_of(const sut_reader *r, const sut_node *object, int count, int *out) {
    sut_node n = sut_node_member(object, "vertex");
    int vertex = 0;
    if (!sut_check_present(r, &n, "give the index of a vertex, -1 for the last") ||
        !sut_read_int(r, &n, -count, count - 1, &vertex)) {
        return false;
    }
    *out = vertex < 0 ? vertex + count : vertex;
    return true;
}
