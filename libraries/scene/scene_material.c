// SPDX-License-Identifier: MIT
#include "scene_types.h"

#include <math.h>
#include <string.h>

static const double PI = 3.14159265358979323846;

static const char *const moduli_keys[] = {"young", "poisson", "density", NULL};
static const char *const stiffness_keys[] = {"EI", "GJ", "EA", "mass_per_length", NULL};
static const char *const all_keys[] = {"young", "poisson", "density", "radius",          "friction",
                                       "EI",    "GJ",      "EA",      "mass_per_length", NULL};

// Poisson's ratio where none is given: GJ/EI = 1/1.4, as for stiffnesses without GJ
static const double DEFAULT_POISSON = 0.4;
// thinner threads than this are slips of a unit
static const double SMALLEST_RADIUS = 1e-9;

// A = pi r^2, I = pi r^4/4, J = 2 I, G = E/(2 (1 + poisson))
static void fill_round(sut_scene_section *s, double young, double poisson, double density,
                       double bend_factor) {
    double r2 = s->radius * s->radius;
    double area = PI * r2;
    double inertia = PI * r2 * r2 / 4.0;
    s->EA = young * area;
    s->EI = bend_factor * young * inertia;
    s->GJ = s->EI / (1.0 + poisson);
    s->mass_per_length = density * area;
}

static bool read_named(const sut_reader *r, const sut_node *n, sut_scene_section *out) {
    const char *name = json_string_value(n->json);
    const sut_material *m = sut_material_find(name);
    if (m != NULL) {
        out->radius = m->diameter / 2.0;
        out->friction = m->friction;
        out->knot_pull = m->knot_pull;
        fill_round(out, m->young, m->poisson, m->density, m->bend_factor);
        return true;
    }

    // the nearest full name, or what there is
    char names[160][40];
    const char *list[161];
    int count = sut_material_count();
    for (int i = 0; i < count; i++) {
        const sut_material *k = sut_material_at(i);
        sut_line l = sut_line_start(names[i], sizeof names[i]);
        sut_line_addf(&l, "%s %s", k->name, k->size);
        list[i] = names[i];
    }
    list[count] = NULL;
    const char *near = sut_nearest(name, list);
    sut_quoted shown = sut_quote(name);
    if (near != NULL) {
        return sut_fail(r, n, "unknown material %s; did you mean \"%s\"?", shown.text, near);
    }
    return sut_fail(
        r, n,
        "unknown material %s; must be nylon, polypropylene, silk, polyglactin 910, pds, "
        "steel or gut with a size from 12-0 to 2, for example \"nylon 6-0\"",
        shown.text);
}

static const char *first_given(const sut_node *n, const char *const *keys) {
    for (size_t i = 0; keys[i] != NULL; i++) {
        if (json_object_get(n->json, keys[i]) != NULL) {
            return keys[i];
        }
    }
    return NULL;
}

static bool read_required(const sut_reader *r, const sut_node *n, const char *key, sut_quantity q,
                          sut_sign sign, double *out) {
    sut_node v = sut_node_member(n, key);
    return sut_check_present(r, &v, "every material needs it, unless it is given by name") &&
           sut_read_number(r, &v, q, sign, out);
}

static bool read_moduli(const sut_reader *r, const sut_node *n, sut_scene_section *out) {
    double young = 0.0;
    double density = 0.0;
    double poisson = DEFAULT_POISSON;
    if (!read_required(r, n, "young", SUT_Q_PRESSURE, SUT_POSITIVE, &young) ||
        !read_required(r, n, "density", SUT_Q_DENSITY, SUT_POSITIVE, &density) ||
        !sut_read_number_of(r, n, "poisson", SUT_Q_NUMBER, SUT_ANY_SIGN, &poisson)) {
        return false;
    }
    if (!(poisson > -1.0 && poisson <= 0.5)) {
        sut_node v = sut_node_member(n, "poisson");
        return sut_fail(r, &v, "is %s; must be above -1 and at most 0.5", sut_value_text(&v).text);
    }
    fill_round(out, young, poisson, density, 1.0);
    return true;
}

static bool read_stiffnesses(const sut_reader *r, const sut_node *n, sut_scene_section *out) {
    if (!read_required(r, n, "EI", SUT_Q_RIGIDITY, SUT_NOT_NEGATIVE, &out->EI) ||
        !read_required(r, n, "EA", SUT_Q_STIFFNESS, SUT_POSITIVE, &out->EA) ||
        !read_required(r, n, "mass_per_length", SUT_Q_MASS_PER_LENGTH, SUT_POSITIVE,
                       &out->mass_per_length)) {
        return false;
    }
    out->GJ = out->EI / 1.4;
    return sut_read_number_of(r, n, "GJ", SUT_Q_RIGIDITY, SUT_NOT_NEGATIVE, &out->GJ);
}

// products of legal numbers can still leave the range of doubles
static bool check_section(const sut_reader *r, const sut_node *n, const sut_scene_section *s) {
    bool fine = isfinite(s->EI) && isfinite(s->GJ) && isfinite(s->EA) &&
                isfinite(s->mass_per_length) && s->EA > 0.0 && s->mass_per_length > 0.0;
    return fine || sut_fail(r, n,
                            "its stiffness EA = %g N or mass per length %g kg/m is out of range; "
                            "check the units of radius, young and density",
                            s->EA, s->mass_per_length);
}

bool sut_scene_read_section(const sut_reader *r, const sut_node *thread, sut_scene_section *out) {
    sut_node n = sut_node_member(thread, "material");
    if (!sut_check_present(r, &n, "give a name such as \"nylon 6-0\", moduli or stiffnesses")) {
        return false;
    }
    if (json_is_string(n.json)) {
        return read_named(r, &n, out);
    }
    if (!json_is_object(n.json)) {
        return sut_fail(r, &n, "is %s; must be a name such as \"nylon 6-0\" or an object { ... }",
                        sut_value_text(&n).text);
    }
    if (!sut_check_object(r, &n, all_keys)) {
        return false;
    }
    const char *modulus = first_given(&n, moduli_keys);
    const char *stiffness = first_given(&n, stiffness_keys);
    if (modulus != NULL && stiffness != NULL) {
        return sut_fail(r, &n,
                        "mixes %s with %s; give either young, poisson, density or EI, GJ, EA, "
                        "mass_per_length",
                        modulus, stiffness);
    }
    if (!read_required(r, &n, "radius", SUT_Q_LENGTH, SUT_POSITIVE, &out->radius) ||
        !sut_read_number_of(r, &n, "friction", SUT_Q_NUMBER, SUT_NOT_NEGATIVE, &out->friction)) {
        return false;
    }
    if (out->radius < SMALLEST_RADIUS) {
        sut_node v = sut_node_member(&n, "radius");
        return sut_fail(r, &v, "is %s, below 1 nm; must be at least \"1 nm\"",
                        sut_value_text(&v).text);
    }
    bool read = stiffness != NULL ? read_stiffnesses(r, &n, out) : read_moduli(r, &n, out);
    return read && check_section(r, &n, out);
}
