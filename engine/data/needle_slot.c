// SPDX-License-Identifier: MIT
// needle_slot.c -- a needle in its slot: default and check of its def, the body, its arc as a row
// of edges.
#include "data/data.h"

#include "math/quat.h"
#include "math/scalar.h"
#include "math/vec3.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

static const double least_arc = 1e-5; // below it a needle is straight

sut_needle_def sut_default_needle_def(void) {
    sut_needle_def d;
    memset(&d, 0, sizeof d);
    d.arc = 0.375;
    d.density = 7900.0;
    d.friction = 0.1;
    d.pose.rotation = q_identity();
    d.max_force = HUGE_VAL;
    d.cookie = SUT_COOKIE_NEEDLE;
    return d;
}

double sut_needle_length_of_radius(double arc, double radius) {
    return 2.0 * SUT_PI * arc * radius;
}

double sut_needle_length_of_chord(double arc, double chord) {
    double sine = 0.0;
    double cosine = 1.0;
    sut_sincos(SUT_PI * arc, &sine, &cosine);
    return arc > least_arc ? sut_needle_length_of_radius(arc, chord / (2.0 * sine)) : chord;
}

typedef struct range {
    const char *name;
    double value, least, most;
} range;

double sut_needle_arc_radius(const sut_needle_def *d) {
    return d->arc > least_arc ? d->length / (2.0 * SUT_PI * d->arc) : 0.0;
}

static const char *check_keys(const sut_needle_def *d, char *text, size_t size) {
    if (d->key_count < 0 || d->key_count > SUT_NEEDLE_KEYS || (d->key_count > 0 && !d->keys)) {
        (void)snprintf(text, size, "key_count is %d; it must be in 0..%d, with keys", d->key_count,
                       SUT_NEEDLE_KEYS);
        return text;
    }
    for (int i = 0; i < d->key_count; i++) {
        const sut_needle_key *k = &d->keys[i];
        bool late = i > 0 && !(k->t > d->keys[i - 1].t);
        bool fine = isfinite(k->t) && !late &&
                    (d->advances ? fabs(k->advance) <= 1e3 : sut_tool_pose_fits(&k->pose));
        if (!fine) {
            (void)snprintf(text, size,
                           "keys[%d] is not after the one before, or not a finite pose or advance",
                           i);
            return text;
        }
    }
    return NULL;
}

// Numbers by range, then what depends on several of them, then the key frames.
const char *sut_check_needle_def(const sut_needle_def *d, char *text, size_t size) {
    const range ranges[] = {{"length", d->length, 1e-6, 1.0},
                            {"arc", d->arc, 0.0, 0.75},
                            {"diameter", d->diameter, 1e-6, 0.1},
                            {"density", d->density, 1.0, 1e5},
                            {"friction", d->friction, 0.0, SUT_FRICTION_MOST}};
    for (size_t i = 0; i < sizeof ranges / sizeof ranges[0]; i++) {
        if (!(ranges[i].value >= ranges[i].least && ranges[i].value <= ranges[i].most)) {
            (void)snprintf(text, size, "%s is %.6g; it must be in %.6g..%.6g", ranges[i].name,
                           ranges[i].value, ranges[i].least, ranges[i].most);
            return text;
        }
    }
    double radius = d->arc > least_arc ? d->length / (2.0 * SUT_PI * d->arc) : HUGE_VAL;
    double most = 0.25 * (radius < d->length ? radius : d->length);
    if (d->diameter > most) {
        (void)snprintf(text, size,
                       "diameter is %.6g; it must be at most %.6g, a quarter of the "
                       "length and of the radius of the arc",
                       d->diameter, most);
        return text;
    }
    if (!sut_tool_pose_fits(&d->pose)) {
        return "pose is beyond 1e9 m, or its rotation is zero or not finite";
    }
    if (d->thread_end != 0 && d->thread_end != -1) {
        return "thread_end is neither 0 nor -1";
    }
    if (!(d->max_force > 0.0)) {
        return "max_force is not above 0";
    }
    return check_keys(d, text, size);
}

//---- chain ---------------------------------------------------------------------------------------
// Steel gives way by far less than one sees. In contacts it counts like nylon, so that a solve has
// stiffnesses of one size: 1 N goes 2 % of a radius of 0.25 mm deep.
static const double contact_young = 2e9;

// Rest lengths, their sums, edges, bends.
enum { CHAIN_ARRAYS = 2 + 3 + 3 };

static void place_chain(sut_needle_slot *s) {
    const sut_needle *n = s->needle;
    const size_t points = (size_t)n->chain;
    double *array[CHAIN_ARRAYS];
    for (size_t i = 0; i < CHAIN_ARRAYS; i++) {
        array[i] = (double *)s->chain_memory + i * points;
    }
    sut_chain *c = &s->chain;
    c->rest = array[0];
    c->arc = array[1];
    c->edge = (sut_soa3){array[2], array[3], array[4]};
    c->bent = (sut_soa3){array[5], array[6], array[7]};
    c->position = n->body.position;
    c->move = n->body.move;
}

static bool make_chain(sut_needle_slot *s, sut_memory *m) {
    const sut_needle *n = s->needle;
    s->chain_size = CHAIN_ARRAYS * (size_t)n->chain * sizeof(double);
    s->chain_memory = sut_memory_take(m, s->chain_size);
    if (!s->chain_memory) {
        return false;
    }
    memset(s->chain_memory, 0, s->chain_size); // it does not bend
    double *rest = s->chain_memory;
    double *arc = rest + n->chain;
    for (int e = 0; e < n->chain - 1; e++) {
        rest[e] = v3_distance(n->rest[e], n->rest[e + 1]);
        arc[e + 1] = arc[e] + rest[e];
    }
    const double radius = 0.5 * n->form.diameter;
    s->chain = (sut_chain){.n = n->chain,
                           .radius = radius,
                           .friction = s->friction,
                           .EA = contact_young * SUT_PI * radius * radius,
                           .total = arc[n->chain - 1]};
    place_chain(s);
    return true;
}

void sut_needle_follow(sut_world *w) {
    for (int i = 0; i < w->def.capacity.needles; i++) {
        sut_chain *c = &w->needles[i].chain;
        for (int e = 0; w->needles[i].used && e < c->n - 1; e++) {
            sut_soa3_set(&c->edge, e, v3_sub(c->position[e + 1], c->position[e]));
        }
    }
}

//---- slots ---------------------------------------------------------------------------------------
void sut_needle_free_slot(sut_needle_slot *s, sut_memory *memory) {
    if (s->needle) {
        sut_needle_free(s->needle, memory);
    }
    sut_memory_give(memory, s->chain_memory, s->chain_size);
    uint32_t generation = s->generation;
    memset(s, 0, sizeof *s);
    s->generation = generation;
}

bool sut_needle_slots_alike(const sut_needle_slot *a, const sut_needle_slot *b) {
    return a->used == b->used && (!a->used || (a->needle->body.n == b->needle->body.n &&
                                               a->needle->memory_size == b->needle->memory_size &&
                                               a->chain_size == b->chain_size));
}

void sut_needle_copy_slot(sut_needle_slot *to, const sut_needle_slot *from) {
    sut_needle *needle = to->needle;
    void *memory = to->chain_memory;
    *to = *from;
    to->needle = needle;
    to->chain_memory = memory;
    if (to->used) {
        sut_needle_copy(needle, from->needle);
        memcpy(memory, from->chain_memory, from->chain_size);
        place_chain(to);
        to->chain.pins = NULL; // what holds want is listed by the world
        to->chain.pin_count = 0;
    }
}

// N/m, of the stiffest link that is to act on it.
static double hardest_link(const sut_world *w, const sut_needle_slot *s, double radius) {
    double own = 0.5 * contact_young * radius; // EA / (2 pi radius), as contacts have it
    double bond =
        s->thread >= 0 ? sut_contact_bond_stiffness(&w->threads[s->thread].rod.chain) : 0.0;
    double touch = w->def.contact.stiffness * own;
    return touch > bond ? touch : bond;
}

void sut_needle_take_numbers(sut_needle_slot *s, const sut_needle_def *def) {
    s->friction = s->chain.friction = def->friction;
    s->max_force = def->max_force;
    s->start = def->pose;
    s->start.rotation = q_normalized(def->pose.rotation);
    s->advances = def->advances && def->key_count > 0;
    s->key_count = def->key_count;
    memset(s->keys, 0, sizeof s->keys);
    if (def->key_count > 0) {
        memcpy(s->keys, def->keys, (size_t)def->key_count * sizeof s->keys[0]);
    }
}

sut_result sut_needle_fill_slot(sut_world *w, sut_needle_slot *s, const sut_needle_def *def) {
    uint32_t generation = s->generation;
    memset(s, 0, sizeof *s);
    s->generation = generation;
    s->thread = def->thread.index1 > 0 ? (int)def->thread.index1 - 1 : -1;
    s->last = def->thread_end < 0;
    sut_needle_take_numbers(s, def);
    s->follower = sut_follower_free();
    const sut_needle_form form = {def->length, def->arc, def->diameter, def->density,
                                  hardest_link(w, s, 0.5 * def->diameter)};
    s->needle = sut_needle_make(&form, &def->pose, &w->memory);
    if (!s->needle || !make_chain(s, &w->memory)) {
        sut_needle_free_slot(s, &w->memory);
        return SUT_E_MEMORY;
    }
    s->used = true;
    sut_needle_follow(w);
    return SUT_OK;
}

void sut_needle_lose_thread(sut_world *w, int thread) {
    for (int i = 0; i < w->def.capacity.needles; i++) {
        sut_needle_slot *s = &w->needles[i];
        if (s->used && s->thread == thread) {
            s->thread = -1;
            s->needle->form.hard = hardest_link(w, s, s->chain.radius);
            s->needle->price = SUT_NEEDLE_PRICE * s->needle->form.hard;
        }
    }
}
