// SPDX-License-Identifier: MIT
// visit_tissue.c -- tissues and their supports as an image or a recording holds them.
#include "state/visit.h"

#include "data/data.h"
#include "math/vec3.h"

#include <string.h>

static void visit_numbers(sut_stream *s, double *const *numbers, size_t count) {
    for (size_t i = 0; i < count; i++) {
        sut_stream_number(s, numbers[i]);
    }
}

static int visit_choice(sut_stream *s, int value, int most) {
    sut_stream_int(s, &value, 0, most);
    return value;
}

//---- arrays --------------------------------------------------------------------------------------
void sut_visit_arrays_free(sut_visit_arrays *a, sut_memory *m) {
    sut_memory_give(m, a->memory, a->size);
    *a = (sut_visit_arrays){0};
}

// Memory for what the next words of a stream have: never more than a multiple of them.
static char *take_arrays(sut_stream *s, size_t words, size_t bytes, sut_memory *m,
                         sut_visit_arrays *a) {
    if (s->failed || words > sut_stream_left(s)) {
        s->failed = true;
        return NULL;
    }
    a->size = bytes + 64;
    a->memory = sut_memory_take(m, a->size);
    a->no_memory = a->memory == NULL;
    s->failed = a->no_memory;
    return a->memory;
}

static void visit_ints(sut_stream *s, const int *from, int *to, int count, int most) {
    for (int i = 0; i < count && !s->failed; i++) {
        int value = to || !from ? 0 : from[i];
        sut_stream_int(s, &value, 0, most);
        if (to) {
            to[i] = value;
        }
    }
}

static void visit_vectors(sut_stream *s, const sut_vec3 *from, sut_vec3 *to, int count) {
    for (int i = 0; i < count && !s->failed; i++) {
        sut_vec3 value = to || !from ? v3_zero() : from[i];
        sut_stream_vec3(s, &value);
        if (to) {
            to[i] = value;
        }
    }
}

//---- a tissue ------------------------------------------------------------------------------------
enum { MOST = 10000000 }; // nodes or elements

typedef struct tissue_arrays {
    sut_vec3 *nodes;
    sut_pressure_key *keys;
    int *triangles, *tets;
} tissue_arrays;

static bool take_tissue_arrays(sut_stream *s, sut_tissue_def *d, sut_memory *m, sut_visit_arrays *a,
                               tissue_arrays *out) {
    size_t nodes = (size_t)d->node_count;
    size_t triangles = (size_t)d->triangle_count;
    size_t tets = (size_t)d->tet_count;
    size_t keys = (size_t)d->pressure_key_count;
    size_t words = 3 * nodes + 3 * triangles + 4 * tets + 2 * keys;
    size_t bytes = nodes * sizeof(sut_vec3) + keys * sizeof(sut_pressure_key) +
                   (3 * triangles + 4 * tets) * sizeof(int);
    char *at = take_arrays(s, words, bytes, m, a);
    if (!at) {
        return false;
    }
    out->nodes = (sut_vec3 *)(void *)at;
    out->keys = (sut_pressure_key *)(void *)(out->nodes + nodes);
    out->triangles = (int *)(void *)(out->keys + keys);
    out->tets = out->triangles + 3 * triangles;
    return true;
}

// Numbers of the material, then of the options that are on.
static void visit_parameters(sut_stream *s, sut_tissue_def *d) {
    double *numbers[] = {
        &d->rest[0],
        &d->rest[1],
        &d->rest[2],
        &d->rest_axes.w,
        &d->rest_axes.x,
        &d->rest_axes.y,
        &d->rest_axes.z,
        &d->young,
        &d->poisson,
        &d->density,
        &d->thickness,
        &d->friction,
        &d->damping_strain,
        &d->damping_linear,
        &d->membrane.stiffness,
        &d->membrane.home,
        &d->membrane.node_mass,
        &d->membrane.damper,
        &d->membrane.limit,
        &d->membrane.torsion,
        &d->membrane.torsion_damper,
        &d->tube.inner,
        &d->tube.outer,
        &d->tube.parameter_length,
        &d->tube.stiffness,
        &d->tube.bending,
        &d->tube.mass,
        &d->tube.damping,
        &d->piercing.entry,
        &d->piercing.cut,
        &d->piercing.exit,
        &d->piercing.grip,
        &d->piercing.pinch,
        &d->piercing.friction,
        &d->piercing.spread,
        &d->tearing.strength,
        &d->tearing.bite,
        &d->tearing.floor,
    };
    visit_numbers(s, numbers, sizeof numbers / sizeof numbers[0]);
    sut_stream_flag(s, &d->no_contact);
    sut_stream_flag(s, &d->tube.clamp_all);
    sut_stream_flag(s, &d->piercing.enabled);
    sut_stream_flag(s, &d->tearing.enabled);
    d->tube.start = (sut_tube_start)visit_choice(s, (int)d->tube.start, SUT_TUBE_MODE);
    sut_stream_int(s, &d->tube.mode, 0, MOST);
    sut_stream_vec3(s, &d->tube.rotation);
    sut_stream_vec3(s, &d->tube.amplitude);
    sut_stream_vec3(s, &d->velocity);
    sut_stream_vec3(s, &d->spin);
    sut_stream_int(s, &d->max_nodes, 0, MOST);
    sut_stream_int(s, &d->max_elements, 0, MOST);
}

// Sizes first, so that arrays have room when read; then the arrays and the numbers.
void sut_visit_tissue_def(sut_stream *s, sut_tissue_def *d, sut_memory *m, sut_visit_arrays *a) {
    tissue_arrays to = {NULL, NULL, NULL, NULL};
    bool reads = sut_stream_reads(s);
    *a = (sut_visit_arrays){0};
    if (reads) {
        *d = sut_default_tissue_def();
    }
    d->model = (sut_tissue_model)visit_choice(s, (int)d->model, SUT_TISSUE_TUBE);
    d->law = (sut_solid_law)visit_choice(s, (int)d->law, SUT_SOLID_SPRINGS);
    sut_stream_int(s, &d->node_count, 1, MOST);
    sut_stream_int(s, &d->triangle_count, 0, MOST);
    sut_stream_int(s, &d->tet_count, 0, MOST);
    sut_stream_int(s, &d->pressure_key_count, 0, SUT_PRESSURE_KEYS);
    visit_parameters(s, d);
    if (reads) {
        if (!take_tissue_arrays(s, d, m, a, &to)) {
            return;
        }
        d->nodes = to.nodes;
        d->triangles = (const int(*)[3])(void *)to.triangles;
        d->tets = (const int(*)[4])(void *)to.tets;
        d->pressure_keys = to.keys;
    }
    visit_vectors(s, d->nodes, to.nodes, d->node_count);
    visit_ints(s, (const int *)d->triangles, to.triangles, 3 * d->triangle_count,
               d->node_count - 1);
    visit_ints(s, (const int *)d->tets, to.tets, 4 * d->tet_count, d->node_count - 1);
    for (int i = 0; i < d->pressure_key_count && !s->failed; i++) {
        sut_pressure_key key = reads ? (sut_pressure_key){0.0, 0.0} : d->pressure_keys[i];
        sut_stream_number(s, &key.t);
        sut_stream_number(s, &key.pressure);
        if (reads) {
            to.keys[i] = key;
        }
    }
}

//---- a support -----------------------------------------------------------------------------------
static void visit_support_keys(sut_stream *s, const sut_support_key *from, sut_support_key *to,
                               int count) {
    for (int i = 0; i < count && !s->failed; i++) {
        sut_support_key key = {0};
        if (!to) {
            key = from[i];
        }
        sut_stream_number(s, &key.t);
        sut_stream_vec3(s, &key.offset);
        sut_stream_vec3(s, &key.rotation);
        sut_stream_vec3(s, &key.force);
        if (to) {
            to[i] = key;
        }
    }
}

// Sizes first, so that arrays have room when read; then nodes, shares and key frames.
void sut_visit_support_def(sut_stream *s, sut_support_def *d, sut_memory *m, sut_visit_arrays *a) {
    bool reads = sut_stream_reads(s);
    *a = (sut_visit_arrays){0};
    if (reads) {
        *d = sut_default_support_def();
    }
    d->kind = (sut_support_kind)visit_choice(s, (int)d->kind, SUT_SUPPORT_FORCE);
    sut_stream_int(s, &d->node_count, 1, MOST);
    int axes = visit_choice(s, (int)d->axes, SUT_AXIS_ALL);
    d->axes = (unsigned)axes;
    sut_stream_number(s, &d->stiffness);
    sut_stream_vec3(s, &d->center);
    sut_stream_int(s, &d->key_count, 0, SUT_SUPPORT_KEYS);
    sut_stream_bound(s, &d->from);
    sut_stream_bound(s, &d->until);
    bool shares = d->shares != NULL;
    sut_stream_flag(s, &shares);
    sut_support_key *keys = NULL;
    double *share = NULL;
    int *nodes = NULL;
    if (reads) {
        size_t count = (size_t)d->node_count;
        size_t words = (shares ? 2 : 1) * count + 10 * (size_t)d->key_count;
        size_t bytes =
            count * (sizeof(int) + sizeof(double)) + (size_t)d->key_count * sizeof(sut_support_key);
        char *at = take_arrays(s, words, bytes, m, a);
        if (!at) {
            return;
        }
        keys = (sut_support_key *)(void *)at;
        share = (double *)(void *)(keys + d->key_count);
        nodes = (int *)(void *)(share + count);
        d->keys = d->key_count > 0 ? keys : NULL;
        d->shares = shares ? share : NULL;
        d->nodes = nodes;
    }
    visit_ints(s, d->nodes, nodes, d->node_count, MOST);
    for (int i = 0; shares && i < d->node_count && !s->failed; i++) {
        double value = !reads && d->shares ? d->shares[i] : 0.0;
        sut_stream_number(s, &value);
        if (reads) {
            share[i] = value;
        }
    }
    visit_support_keys(s, d->keys, keys, d->key_count);
}

//---- slots ---------------------------------------------------------------------------------------
// Numbers of supports that were removed are taken for the moment, so that the others keep theirs.
static void read_supports(sut_stream *s, sut_world *w, sut_tissue *t, int count, bool *no_memory) {
    int first = 0;
    sut_support_def filler = sut_default_support_def();
    filler.nodes = &first;
    filler.node_count = 1;
    for (int i = 0; i < count && !s->failed; i++) {
        bool used = false;
        sut_stream_flag(s, &used);
        sut_visit_arrays a = {0};
        sut_support_def d = filler;
        if (used) {
            sut_visit_support_def(s, &d, &w->memory, &a);
            char text[160];
            s->failed = s->failed || sut_tissue_check_support(t, &d, text, sizeof text) != NULL;
        }
        bool failed = !s->failed && sut_tissue_add_support(t, &d, &w->memory) != i;
        *no_memory = *no_memory || a.no_memory || failed;
        s->failed = s->failed || failed;
        sut_visit_arrays_free(&a, &w->memory);
        if (!used && !s->failed) {
            sut_tissue_remove_support(t, i, &w->memory);
        }
    }
}

static void write_supports(sut_stream *s, const sut_tissue *t, int count) {
    for (int i = 0; i < count; i++) {
        const sut_support_def *d = sut_tissue_support_def_of(t, i);
        bool used = d != NULL;
        sut_stream_flag(s, &used);
        if (used && d) {
            sut_support_def copy = *d;
            sut_visit_arrays none;
            sut_visit_support_def(s, &copy, NULL, &none);
        }
    }
}

static void visit_state(sut_stream *s, sut_tissue_slot *t) {
    size_t size = sut_tissue_state_size(t->tissue);
    size_t words = (size + SUT_WORD - 1) / SUT_WORD;
    bool reads = sut_stream_reads(s);
    if (reads && (s->failed || words > sut_stream_left(s))) {
        s->failed = true;
        return;
    }
    if (!reads) {
        memset(t->image, 0, words * SUT_WORD);
        sut_tissue_state_write(t->tissue, t->image);
    }
    for (size_t i = 0; i < words; i++) {
        uint64_t word = reads ? 0 : sut_word_get(t->image + i * SUT_WORD);
        sut_stream_word(s, &word);
        if (reads) {
            sut_word_put(t->image + i * SUT_WORD, word);
        }
    }
    s->failed = s->failed || (reads && !sut_tissue_state_read(t->tissue, t->image, size));
}

static void read_tissue(sut_stream *s, sut_world *w, sut_tissue_slot *t, bool *no_memory) {
    sut_tissue_def d = {0};
    sut_visit_arrays a;
    uint32_t generation = t->generation;
    sut_visit_tissue_def(s, &d, &w->memory, &a);
    char text[160];
    s->failed = s->failed || sut_tissue_check_def(&d, text, sizeof text) != NULL;
    t->used = false;
    // lips of wounds were parted when it was created, those of cuts are apart in its state
    if (!s->failed && sut_tissue_fill_slot(w, t, &d, false) != SUT_OK) {
        *no_memory = true;
        s->failed = true;
    }
    *no_memory = *no_memory || a.no_memory;
    t->generation = generation;
    sut_visit_arrays_free(&a, &w->memory);
}

// Def and supports; when reading, the tissue is made of them.
static void visit_definition(sut_stream *s, sut_world *w, sut_tissue_slot *t, bool *no_memory) {
    bool reads = sut_stream_reads(s);
    sut_stream_u32(s, &t->generation);
    sut_stream_flag(s, &t->used);
    s->failed = s->failed || (t->used && t->generation == 0);
    if (!t->used || s->failed) {
        t->used = t->used && t->tissue;
        return;
    }
    if (reads) {
        read_tissue(s, w, t, no_memory);
    } else {
        sut_tissue_def d = *sut_tissue_def_of(t->tissue);
        sut_visit_arrays none;
        sut_visit_tissue_def(s, &d, NULL, &none);
    }
    if (s->failed) {
        return;
    }
    int count = sut_tissue_support_count(t->tissue);
    sut_stream_int(s, &count, 0, w->def.capacity.supports);
    if (reads) {
        read_supports(s, w, t->tissue, count, no_memory);
    } else {
        write_supports(s, t->tissue, count);
    }
}

// Its definition, then its state as bytes.
void sut_visit_tissue(sut_stream *s, sut_world *w, sut_tissue_slot *t, bool *no_memory) {
    if (s->in_place) {
        sut_stream_match(s);
        visit_definition(s, w, t, no_memory);
        sut_stream_match_end(s);
    } else {
        visit_definition(s, w, t, no_memory);
    }
    if (!t->used || s->failed) {
        return;
    }
    if (!s->in_place && !sut_tissue_reserve_image(t, &w->memory)) {
        *no_memory = true;
        s->failed = true;
        return;
    }
    visit_state(s, t);
}

void sut_visit_support(sut_stream *s, sut_world *w, sut_support_slot *p) {
    sut_stream_u32(s, &p->generation);
    sut_stream_flag(s, &p->used);
    s->failed = s->failed || (p->used && p->generation == 0);
    if (!p->used || s->failed) {
        return;
    }
    sut_stream_int(s, &p->tissue, 0, w->def.capacity.tissues - 1);
    sut_stream_int(s, &p->number, 0, w->def.capacity.supports - 1);
    const sut_tissue_slot *t = s->failed ? NULL : &w->tissues[p->tissue];
    s->failed = !t || !t->used || p->number >= sut_tissue_support_count(t->tissue) ||
                !sut_tissue_support_def_of(t->tissue, p->number);
}
