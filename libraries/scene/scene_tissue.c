// SPDX-License-Identifier: MIT
// scene_tissue.c -- one tissue and all of them.
#include "scene_tissue.h"

#include "math/vec3.h"

#include <stdlib.h>
#include <string.h>

static const double LEAST_REST = 0.1;
static const double MOST_REST = 10.0;

//---- which keys belong to which model ------------------------------------------------------------

enum { SOLID = 1, SHELL = 2, MEMBRANE = 4, TUBE = 8, MESHED = SOLID | SHELL | MEMBRANE };

static bool check_belongs(const sut_reader *r, const sut_node *n, sut_tissue_model model) {
    static const struct {
        const char *key;
        unsigned models;
        const char *right;
    } table[] = {
        {"material", MESHED, "a tube has its constants in \"tube\""},
        {"thickness", SHELL | MEMBRANE, "use it with \"shell\" or \"membrane\""},
        {"rest", MESHED, "a tube is free of load as it lies"},
        {"law", SOLID, "use it with \"solid\""},
        {"pressure", MESHED, "nothing presses on a tube"},
        {"damping", MESHED, "a tube has its own in \"tube\""},
        {"piercing", MESHED, "nothing pierces a tube"},
        {"tearing", MESHED, "nothing pierces a tube"},
        {"membrane", MEMBRANE, "use it with \"membrane\""},
        {"tube", TUBE, "use it with \"tube\""},
        {"capacity", MESHED, "a tube keeps its nodes"},
    };
    for (size_t i = 0; i < sizeof table / sizeof table[0]; i++) {
        sut_node odd = sut_node_member(n, table[i].key);
        if (odd.json != NULL && (table[i].models & (1u << model)) == 0) {
            return sut_fail(r, &odd, "does not belong to a tissue of model \"%s\"; %s",
                            sut_scene_tissue_models[model], table[i].right);
        }
    }
    return true;
}

//---- size without load ---------------------------------------------------------------------------

static bool read_rest_number(const sut_reader *r, const sut_node *n, double *out) {
    return sut_read_number(r, n, SUT_Q_NUMBER, SUT_ANY_SIGN, out) &&
           ((*out >= LEAST_REST && *out <= MOST_REST) ||
            sut_fail(r, n, "is %g; must be 0.1 to 10", *out));
}

// a number for all axes of the shape, or one for each
static bool read_rest(const sut_reader *r, const sut_node *tissue, sut_tissue_def *d) {
    sut_node n = sut_node_member(tissue, "rest");
    bool membrane = d->model == SUT_TISSUE_MEMBRANE;
    double all = membrane ? 0.8 : 1.0;
    if (json_is_array(n.json) && !membrane) {
        if (json_array_size(n.json) != 3) {
            return sut_fail(r, &n, "has %zu entries; must be a number or a list [x, y, z]",
                            json_array_size(n.json));
        }
        for (int i = 0; i < 3; i++) {
            sut_node e = sut_node_element(&n, i);
            if (!read_rest_number(r, &e, &d->rest[i])) {
                return false;
            }
        }
        return true;
    }
    if (json_is_array(n.json)) {
        return sut_fail(r, &n, "is a list; must be a number: springs have no axes");
    }
    if (n.json != NULL && !read_rest_number(r, &n, &all)) {
        return false;
    }
    d->rest[0] = d->rest[1] = d->rest[2] = all;
    return true;
}

//---- pressure ------------------------------------------------------------------------------------

// `key` comes with the values of the frame before
static bool read_pressure_frame(const sut_reader *r, const sut_node *n, int i,
                                sut_pressure_key *key) {
    static const char *const keys[] = {"t", "pressure", NULL};
    sut_node t = sut_node_member(n, "t");
    double before = key->t;
    if (!sut_check_object(r, n, keys) ||
        !sut_check_present(r, &t, "every key frame needs its time") ||
        !sut_read_number(r, &t, SUT_Q_TIME, SUT_ANY_SIGN, &key->t)) {
        return false;
    }
    if (i > 0 && !(key->t > before)) {
        return sut_fail(r, &t, "is %g s after %g s; times must increase strictly", key->t, before);
    }
    return sut_read_number_of(r, n, "pressure", SUT_Q_PRESSURE, SUT_ANY_SIGN, &key->pressure);
}

static bool read_pressure(const sut_reader *r, const sut_node *tissue, sut_scene_tissue *t) {
    sut_node n = sut_node_member(tissue, "pressure");
    if (n.json == NULL) {
        return true;
    }
    bool frames = json_is_array(n.json);
    if (frames && !sut_check_list(r, &n, 1, SUT_PRESSURE_KEYS, "key frames")) {
        return false;
    }
    int count = frames ? (int)json_array_size(n.json) : 1;
    t->pressure = calloc((size_t)count, sizeof *t->pressure);
    if (t->pressure == NULL) {
        return sut_fail_memory(r, &n);
    }
    t->def.pressure_keys = t->pressure;
    t->def.pressure_key_count = count;
    if (!frames) {
        return sut_read_number(r, &n, SUT_Q_PRESSURE, SUT_ANY_SIGN, &t->pressure[0].pressure);
    }
    sut_pressure_key key = {0.0, 0.0};
    for (int i = 0; i < count; i++) {
        sut_node e = sut_node_element(&n, i);
        if (!read_pressure_frame(r, &e, i, &key)) {
            return false;
        }
        t->pressure[i] = key;
    }
    return true;
}

//---- the rest of one tissue ----------------------------------------------------------------------

static bool read_thickness(const sut_reader *r, const sut_node *tissue, sut_tissue_def *d) {
    sut_node n = sut_node_member(tissue, "thickness");
    d->thickness = 0.0;
    return (d->model != SUT_TISSUE_SHELL ||
            sut_check_present(r, &n, "a shell needs one, for example \"1 mm\"")) &&
           (n.json == NULL || sut_read_number(r, &n, SUT_Q_LENGTH, SUT_POSITIVE, &d->thickness));
}

static bool read_damping(const sut_reader *r, const sut_node *tissue, sut_tissue_def *d) {
    static const char *const keys[] = {"strain", "linear", NULL};
    sut_node n = sut_node_member(tissue, "damping");
    return n.json == NULL ||
           (sut_check_object(r, &n, keys) &&
            sut_read_number_of(r, &n, "strain", SUT_Q_TIME, SUT_NOT_NEGATIVE, &d->damping_strain) &&
            sut_read_number_of(r, &n, "linear", SUT_Q_RATE, SUT_NOT_NEGATIVE, &d->damping_linear));
}

static bool read_law(const sut_reader *r, const sut_node *tissue, sut_tissue_def *d) {
    static const char *const laws[] = {"corotational", "springs", NULL};
    int law = SUT_SOLID_COROTATIONAL;
    bool fine = sut_read_word_of(r, tissue, "law", laws, &law);
    d->law = (sut_solid_law)law;
    return fine;
}

// room for what tearing and cutting add: never less than there is
static bool read_capacity(const sut_reader *r, const sut_node *tissue, sut_scene_tissue *t) {
    static const char *const keys[] = {"nodes", "elements", NULL};
    sut_node n = sut_node_member(tissue, "capacity");
    if (n.json == NULL) {
        return true;
    }
    const sut_mesh *m = t->shape.mesh;
    sut_node nodes = sut_node_member(&n, "nodes");
    sut_node elements = sut_node_member(&n, "elements");
    int most = 4 * SUT_MESH_MAX_ELEMENTS;
    return sut_check_object(r, &n, keys) &&
           (nodes.json == NULL ||
            sut_read_int(r, &nodes, m->node_count, most, &t->def.max_nodes)) &&
           (elements.json == NULL ||
            sut_read_int(r, &elements, sut_mesh_element_count(m), most, &t->def.max_elements));
}

static bool read_material(const sut_reader *r, const sut_node *n, sut_tissue_def *d) {
    if (d->model == SUT_TISSUE_TUBE) {
        return sut_read_number_of(r, n, "friction", SUT_Q_NUMBER, SUT_NOT_NEGATIVE, &d->friction);
    }
    sut_scene_tissue_material m;
    if (!sut_scene_read_tissue_material(r, n, d->model, &m)) {
        return false;
    }
    d->young = m.young > 0.0 ? m.young : d->young;
    d->poisson = m.poisson;
    d->density = m.density;
    d->friction = m.friction;
    d->piercing = (sut_piercing_def){.enabled = m.pierces,
                                     .entry = m.entry,
                                     .cut = m.cut,
                                     .exit = m.exit,
                                     .grip = m.grip,
                                     .pinch = m.pinch,
                                     .friction = m.hole_friction,
                                     .spread = m.spread};
    d->tearing = (sut_tearing_def){
        .enabled = m.tears, .strength = m.strength, .bite = m.bite, .floor = m.floor};
    return true;
}

static void take_mesh(sut_scene_tissue *t) {
    const sut_mesh *m = t->shape.mesh;
    t->def.nodes = m->nodes;
    t->def.node_count = m->node_count;
    t->def.triangles = (const int(*)[3])m->triangles;
    t->def.triangle_count = m->triangle_count;
    t->def.tets = (const int(*)[4])m->tets;
    t->def.tet_count = m->tet_count;
    t->def.rest_axes = t->shape.rotation;
    t->def.tube.inner = t->shape.inner;
    t->def.tube.outer = t->shape.outer;
    t->def.tube.parameter_length = t->shape.parameter_length;
}

static bool read_motion(const sut_reader *r, const sut_node *n, sut_tissue_def *d) {
    bool contact = true;
    if (!sut_read_vec3_of(r, n, "velocity", SUT_Q_SPEED, &d->velocity) ||
        !sut_read_vec3_of(r, n, "spin", SUT_Q_SPIN, &d->spin) ||
        !sut_read_bool_of(r, n, "contact", &contact)) {
        return false;
    }
    d->no_contact = !contact;
    return true;
}

static bool read_options(const sut_reader *r, const sut_node *n, sut_tissue_def *d) {
    switch (d->model) {
    case SUT_TISSUE_MEMBRANE:
        return sut_scene_read_membrane(r, n, d);
    case SUT_TISSUE_TUBE:
        return sut_scene_read_tube(r, n, d);
    default:
        return true;
    }
}

static bool read_tissue(const sut_reader *r, const sut_node *n, sut_scene_tissue *t) {
    static const char *const keys[] = {"name",     "model",    "shape",    "material", "thickness",
                                       "rest",     "law",      "hold",     "pressure", "spin",
                                       "velocity", "damping",  "friction", "contact",  "piercing",
                                       "tearing",  "membrane", "tube",     "capacity", NULL};
    int model = 0;
    sut_node word = sut_node_member(n, "model");
    if (!sut_check_object(r, n, keys) || !sut_scene_read_name(r, n, t->name) ||
        !sut_check_present(r, &word, "must be \"solid\", \"shell\", \"membrane\" or \"tube\"") ||
        !sut_read_word(r, &word, sut_scene_tissue_models, &model)) {
        return false;
    }
    t->def = sut_default_tissue_def();
    t->def.model = (sut_tissue_model)model;
    sut_node shape = sut_node_member(n, "shape");
    if (!check_belongs(r, n, t->def.model) ||
        !sut_scene_read_tissue_shape(r, &shape, t->def.model, &t->shape)) {
        return false;
    }
    take_mesh(t);
    return read_material(r, n, &t->def) && read_thickness(r, n, &t->def) &&
           read_rest(r, n, &t->def) && read_law(r, n, &t->def) && read_options(r, n, &t->def) &&
           read_damping(r, n, &t->def) && read_motion(r, n, &t->def) && read_pressure(r, n, t) &&
           read_capacity(r, n, t) && sut_scene_read_supports(r, n, t);
}

//---- all of them ---------------------------------------------------------------------------------

static void free_tissue(sut_scene_tissue *t) {
    sut_scene_tissue_shape_free(&t->shape);
    free(t->pressure);
    for (int i = 0; i < t->hold_count; i++) {
        free(t->holds[i].nodes);
        free(t->holds[i].shares);
        free(t->holds[i].keys);
    }
    free(t->holds);
}

void sut_scene_tissues_free(sut_scene *s) {
    for (int i = 0; i < s->tissue_count; i++) {
        free_tissue(&s->tissues[i]);
    }
    free(s->tissues);
    free(s->gaps);
}

// the mesh of "a" goes to tissue_a_mesh.csv, where the nodes of "a_mesh" would be too
static bool is_mesh_of(const char *name, const char *other) {
    size_t length = strlen(other);
    return strncmp(name, other, length) == 0 && strcmp(name + length, "_mesh") == 0;
}

static bool check_name(const sut_reader *r, const sut_node *list, const sut_scene *s, int i) {
    const char *name = s->tissues[i].name;
    sut_node tissue = sut_node_element(list, i);
    sut_node n = sut_node_member(&tissue, "name");
    for (int k = 0; k < i; k++) {
        const char *other = s->tissues[k].name;
        if (strcmp(name, other) == 0) {
            return sut_fail(r, &n, "is \"%s\", the name of tissues[%d]; names must differ", name,
                            k);
        }
        if (is_mesh_of(name, other) || is_mesh_of(other, name)) {
            return sut_fail(r, &n,
                            "is \"%s\" beside \"%s\": the mesh of one would be written over the "
                            "other; choose another name",
                            name, other);
        }
    }
    return true;
}

bool sut_scene_read_tissues(const sut_reader *r, const sut_node *root, sut_scene *s) {
    sut_node list = sut_node_member(root, "tissues");
    if (list.json == NULL) {
        return true;
    }
    if (!sut_check_list(r, &list, 0, SUT_SCENE_MAX_TISSUES, "tissues")) {
        return false;
    }
    int count = (int)json_array_size(list.json);
    s->tissues = calloc((size_t)count + 1, sizeof *s->tissues);
    if (s->tissues == NULL) {
        return sut_fail_memory(r, &list);
    }
    for (int i = 0; i < count; i++) {
        sut_node n = sut_node_element(&list, i);
        s->tissue_count = i + 1;
        if (!read_tissue(r, &n, &s->tissues[i]) || !check_name(r, &list, s, i)) {
            return false;
        }
    }
    return true;
}

//---- what the file says --------------------------------------------------------------------------

int sut_scene_tissue_count(const sut_scene *s) {
    return s != NULL ? s->tissue_count : 0;
}

static const sut_scene_tissue *tissue_at(const sut_scene *s, int i) {
    return i >= 0 && i < sut_scene_tissue_count(s) ? &s->tissues[i] : NULL;
}

const char *sut_scene_tissue_name(const sut_scene *s, int i) {
    const sut_scene_tissue *t = tissue_at(s, i);
    return t != NULL ? t->name : NULL;
}

const char *sut_scene_tissue_model(const sut_scene *s, int i) {
    const sut_scene_tissue *t = tissue_at(s, i);
    return t != NULL ? sut_scene_tissue_models[t->def.model] : NULL;
}

const char *sut_scene_tissue_file(const sut_scene *s, int i) {
    const sut_scene_tissue *t = tissue_at(s, i);
    return t != NULL ? t->shape.file : NULL;
}

sut_tissue_id sut_scene_tissue_id(int i) {
    return (sut_tissue_id){(uint32_t)i + 1, 1};
}

const sut_tissue_def *sut_scene_tissue_def(const sut_scene *s, int i) {
    const sut_scene_tissue *t = tissue_at(s, i);
    return t != NULL ? &t->def : NULL;
}

const sut_mesh *sut_scene_tissue_mesh(const sut_scene *s, int i) {
    const sut_scene_tissue *t = tissue_at(s, i);
    return t != NULL ? t->shape.mesh : NULL;
}

int sut_scene_support_count(const sut_scene *s, int tissue) {
    const sut_scene_tissue *t = tissue_at(s, tissue);
    return t != NULL ? t->hold_count : 0;
}

const sut_support_def *sut_scene_support_def(const sut_scene *s, int tissue, int i) {
    return i >= 0 && i < sut_scene_support_count(s, tissue) ? &s->tissues[tissue].holds[i].def
                                                            : NULL;
}

sut_support_id sut_scene_support_id(const sut_scene *s, int tissue, int i) {
    int before = 0;
    for (int k = 0; k < tissue; k++) {
        before += sut_scene_support_count(s, k);
    }
    return (sut_support_id){(uint32_t)(before + i) + 1, 1};
}
