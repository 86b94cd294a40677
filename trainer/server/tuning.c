// SPDX-License-Identifier: MIT
#include "trainer/server/tuning.h"

#include "sutura/scene.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const double pi = 3.14159265358979323846;
const double sut_tuning_least = 0.1, sut_tuning_most = 10.0;
const char *const sut_tuning_names[SUT_TUNE_COUNT] = {"stretch", "bend", "twist", "damping"};

sut_tuning sut_tuning_none(void) {
    return (sut_tuning){{1.0, 1.0, 1.0, 1.0}};
}

bool sut_tuning_is_none(const sut_tuning *t) {
    for (int i = 0; i < SUT_TUNE_COUNT; i++) {
        if (fabs(t->factor[i] - 1.0) > 1e-9) {
            return false;
        }
    }
    return true;
}

int sut_tuning_find(const char *name) {
    for (int i = 0; i < SUT_TUNE_COUNT; i++) {
        if (strcmp(name, sut_tuning_names[i]) == 0) {
            return i;
        }
    }
    return -1;
}

void sut_tuning_text(const sut_tuning *t, char *out, size_t size) {
    size_t at = 0;
    out[0] = '\0';
    for (int i = 0; i < SUT_TUNE_COUNT; i++) {
        if (fabs(t->factor[i] - 1.0) > 1e-9 && at < size) {
            int n = snprintf(out + at, size - at, "%s%s x %.3g", at > 0 ? ", " : "",
                             sut_tuning_names[i], t->factor[i]);
            at += n > 0 ? (size_t)n : 0;
        }
    }
}

// a number, or a text that begins with one: "3e-9 N m^2"
static bool scale(json_t *object, const char *key, double factor) {
    json_t *value = json_object_get(object, key);
    if (value == NULL) {
        return true;
    }
    if (json_is_number(value)) {
        return json_object_set_new(object, key, json_real(factor * json_number_value(value))) == 0;
    }
    const char *text = json_string_value(value);
    char *rest = NULL, scaled[128];
    double number = text != NULL ? strtod(text, &rest) : 0.0;
    if (text == NULL || rest == text || strlen(rest) > 64) {
        return false;
    }
    snprintf(scaled, sizeof scaled, "%.17g%s", factor * number, rest);
    return json_object_set_new(object, key, json_string(scaled)) == 0;
}

// the section of a material that is known by name, as the scene library makes it
static json_t *section_of(const sut_material *m) {
    double r = 0.5 * m->diameter, area = pi * r * r, inertia = pi * r * r * r * r / 4.0;
    double bend = m->bend_factor * m->young * inertia;
    return json_pack("{s:f, s:f, s:f, s:f, s:f, s:f}", "EI", bend, "GJ", bend / (1.0 + m->poisson),
                     "EA", m->young * area, "mass_per_length", m->density * area, "radius", r,
                     "friction", m->friction);
}

static bool tune_section(const sut_tuning *t, json_t *thread) {
    json_t *given = json_object_get(thread, "material");
    if (json_is_string(given)) {
        const sut_material *m = sut_material_find(json_string_value(given));
        if (m == NULL || json_object_set_new(thread, "material", section_of(m)) != 0) {
            return false;
        }
        given = json_object_get(thread, "material");
    }
    const json_t *bend = json_object_get(given, "EI");
    if (bend == NULL) {
        return false;
    }
    // what the scene library takes where none is given
    if (json_object_get(given, "GJ") == NULL &&
        (json_object_set_new(given, "GJ", json_deep_copy(bend)) != 0 ||
         !scale(given, "GJ", 1.0 / 1.4))) {
        return false;
    }
    return scale(given, "EI", t->factor[SUT_TUNE_BEND]) &&
           scale(given, "GJ", t->factor[SUT_TUNE_TWIST]) &&
           scale(given, "EA", t->factor[SUT_TUNE_STRETCH]);
}

static bool tune_damping(double factor, json_t *thread) {
    static const char *const keys[] = {"bend", "twist", "stretch", "linear"};
    json_t *damping = json_object_get(thread, "damping");
    if (damping == NULL) {
        damping = json_object();
        json_object_set_new(thread, "damping", damping);
    }
    if (json_object_get(damping, "bend") == NULL) {
        json_object_set_new(damping, "bend", json_string("20 ms")); // of the scene library
    }
    for (size_t i = 0; i < sizeof keys / sizeof keys[0]; i++) {
        if (!scale(damping, keys[i], factor)) {
            return false;
        }
    }
    return true;
}

bool sut_tuning_apply(const sut_tuning *t, json_t *scene) {
    size_t i;
    json_t *thread;
    json_array_foreach(json_object_get(scene, "threads"), i, thread) {
        if (!tune_section(t, thread) || !tune_damping(t->factor[SUT_TUNE_DAMPING], thread)) {
            return false;
        }
    }
    return true;
}
