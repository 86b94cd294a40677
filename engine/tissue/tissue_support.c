// SPDX-License-Identifier: MIT
// tissue_support.c -- pins, springs and loads of a tissue, and the motions that they follow.
#include "math/quat.h"
#include "tissue/tissue_parts.h"

#include <string.h>

//---- memory --------------------------------------------------------------------------------------
static bool grow(sut_tissue *t, sut_memory *m) {
    if (t->support_count < t->support_room) {
        return true;
    }
    int room = t->support_room > 0 ? 2 * t->support_room : 4;
    sut_support *more = sut_memory_take(m, (size_t)room * sizeof more[0]);
    if (!more) {
        return false;
    }
    memset(more, 0, (size_t)room * sizeof more[0]);
    if (t->support_count > 0) {
        memcpy(more, t->supports, (size_t)t->support_count * sizeof more[0]);
    }
    sut_memory_give(m, t->supports, (size_t)t->support_room * sizeof more[0]);
    t->supports = more;
    t->support_room = room;
    return true;
}

int sut_tissue_add_support(sut_tissue *t, const sut_support_def *def, sut_memory *m) {
    size_t keys = (size_t)def->key_count * sizeof def->keys[0];
    size_t shares = def->shares ? (size_t)def->node_count * sizeof def->shares[0] : 0;
    size_t nodes = (size_t)def->node_count * sizeof def->nodes[0];
    char *memory = grow(t, m) ? sut_memory_take(m, keys + shares + nodes) : NULL;
    if (!memory) {
        return -1;
    }
    sut_support *s = &t->supports[t->support_count];
    memset(s, 0, sizeof *s);
    s->used = true;
    s->memory = memory;
    s->memory_size = keys + shares + nodes;
    s->def = *def;
    s->def.keys = keys > 0 ? (const sut_support_key *)(void *)memory : NULL;
    s->def.shares = shares > 0 ? (const double *)(void *)(memory + keys) : NULL;
    s->def.nodes = (const int *)(void *)(memory + keys + shares);
    if (keys > 0) {
        memcpy(memory, def->keys, keys);
    }
    if (shares > 0) {
        memcpy(memory + keys, def->shares, shares);
    }
    memcpy(memory + keys + shares, def->nodes, nodes);
    return t->support_count++;
}

void sut_tissue_remove_support(sut_tissue *t, int support, sut_memory *m) {
    sut_support *s = &t->supports[support];
    sut_memory_give(m, s->memory, s->memory_size);
    memset(s, 0, sizeof *s);
    // numbers stay; those at the end are used again
    while (t->support_count > 0 && !t->supports[t->support_count - 1].used) {
        t->support_count--;
    }
}

int sut_tissue_support_count(const sut_tissue *t) {
    return t->support_count;
}

const sut_support_def *sut_tissue_support_def_of(const sut_tissue *t, int support) {
    return t->supports[support].used ? &t->supports[support].def : NULL;
}

//---- motion --------------------------------------------------------------------------------------
sut_support_key sut_support_key_at(const sut_support_def *d, double time) {
    sut_support_key none = {0};
    const sut_support_key *k = d->keys;
    if (d->key_count == 0) {
        return none;
    }
    int i = 0;
    while (i < d->key_count && k[i].t <= time) {
        i++;
    }
    if (i == 0 || i == d->key_count) {
        return k[i == 0 ? 0 : d->key_count - 1];
    }
    double s = (time - k[i - 1].t) / (k[i].t - k[i - 1].t);
    none.offset = v3_lerp(k[i - 1].offset, k[i].offset, s);
    none.rotation = v3_lerp(k[i - 1].rotation, k[i].rotation, s);
    none.force = v3_lerp(k[i - 1].force, k[i].force, s);
    return none;
}

// Times of steps are sums of dt; a millionth of a substep decides what "now" is.
static bool is_active(const sut_support_def *d, double time, double h) {
    double slack = 1e-6 * h;
    return time >= d->from - slack && time < d->until - slack;
}

typedef struct motion {
    sut_quat turn;
    bool turns;
    sut_vec3 center, offset;
} motion;

static motion motion_of(const sut_support_def *d, const sut_support_key *k) {
    motion m = {.center = d->center, .offset = k->offset};
    m.turns = v3_norm2(k->rotation) > 0.0;
    m.turn = q_exp(k->rotation);
    return m;
}

static sut_vec3 place_of(const motion *m, sut_vec3 initial) {
    // what does not turn is exactly where it was
    sut_vec3 x = initial;
    if (m->turns) {
        x = v3_add(m->center, q_rotate(m->turn, v3_sub(initial, m->center)));
    }
    return v3_add(x, m->offset);
}

//---- gather --------------------------------------------------------------------------------------
static void pin(sut_tissue *t, int support, int node, unsigned axes, sut_vec3 place) {
    sut_vec3 way = v3_sub(place, t->body.position[node]);
    const double w[3] = {way.x, way.y, way.z};
    double *move[3] = {t->body.move.x, t->body.move.y, t->body.move.z};
    for (int k = 0; k < 3; k++) {
        unsigned bit = 1u << k;
        // where pins overlap the first has the node
        if ((axes & bit) && !(t->pinned[node] & bit)) {
            t->pinned[node] = (unsigned char)(t->pinned[node] | bit);
            t->owner[3 * node + k] = support;
            move[k][node] = w[k];
        }
    }
}

static void pull(sut_tissue *t, int node, unsigned axes, double stiffness, sut_vec3 place) {
    sut_vec3 way = v3_sub(place, t->body.position[node]);
    const double w[3] = {way.x, way.y, way.z};
    for (int k = 0; k < 3; k++) {
        if (axes >> k & 1u) {
            t->spring[3 * node + k] += stiffness;
            t->spring_pull[3 * node + k] += stiffness * w[k];
        }
    }
}

static void gather_support(sut_tissue *t, int number) {
    const sut_support_def *d = &t->supports[number].def;
    sut_support_key key = sut_support_key_at(d, t->time);
    motion m = motion_of(d, &key);
    for (int j = 0; j < d->node_count; j++) {
        int i = d->nodes[j];
        sut_vec3 place = place_of(&m, t->initial[i]);
        if (d->kind == SUT_SUPPORT_PIN) {
            pin(t, number, i, d->axes, place);
        } else if (d->kind == SUT_SUPPORT_SPRING) {
            pull(t, i, d->axes, d->stiffness, place);
        } else {
            double share = d->shares ? d->shares[j] : 1.0 / d->node_count;
            t->load[3 * i] += share * key.force.x;
            t->load[3 * i + 1] += share * key.force.y;
            t->load[3 * i + 2] += share * key.force.z;
        }
    }
}

//---- grips of tools ------------------------------------------------------------------------------
enum { HAND = -2 }; // owner of axes that grips pin, less the number of the grip

bool sut_tissue_is_supported(const sut_tissue *t, int node) {
    for (int i = 0; i < t->support_count; i++) {
        const sut_support *s = &t->supports[i];
        bool pins = s->used && s->active && s->def.kind == SUT_SUPPORT_PIN;
        for (int k = 0; pins && k < s->def.node_count; k++) {
            if (s->def.nodes[k] == node) {
                return true;
            }
        }
    }
    return false;
}

const sut_vec3 *sut_tissue_velocity(const sut_tissue *t) {
    return t->velocity;
}

void sut_tissue_let_go(sut_tissue *t) {
    t->hands = NULL;
}

void sut_tissue_lead(sut_tissue *t, sut_tissue_hand *hand) {
    hand->next = t->hands;
    t->hands = hand;
}

void sut_tissue_drop(sut_tissue *t) {
    t->drags = NULL;
}

void sut_tissue_load(sut_tissue *t, sut_tissue_drag *drag) {
    drag->next = t->drags;
    t->drags = drag;
}

static void gather_drag(sut_tissue *t, const sut_tissue_drag *d) {
    for (int j = 0; j < d->count; j++) {
        double *load = &t->load[3 * (ptrdiff_t)d->node[j]];
        load[0] += d->weight[j] * d->force.x;
        load[1] += d->weight[j] * d->force.y;
        load[2] += d->weight[j] * d->force.z;
    }
}

static void gather_hand(sut_tissue *t, const sut_tissue_hand *h, int number) {
    for (int j = 0; j < h->count; j++) {
        int i = h->node[j];
        if (h->slides) {
            pull(t, i, SUT_AXIS_ALL, h->stiffness, h->place[j]);
        } else {
            pin(t, HAND - number, i, SUT_AXIS_ALL, h->place[j]);
        }
    }
}

sut_vec3 sut_tissue_hand_force(sut_tissue *t, sut_tissue_hand *hand) {
    sut_vec3 sum = v3_zero();
    int owner = HAND;
    for (const sut_tissue_hand *h = t->hands; h && h != hand; h = h->next) {
        owner--;
    }
    if (!t->current) {
        sut_tissue_evaluate(t, 0.0);
    }
    for (int j = 0; j < hand->count; j++) {
        double f[3];
        const double place[3] = {hand->place[j].x, hand->place[j].y, hand->place[j].z};
        for (int k = 0; k < 3; k++) {
            int axis = 3 * hand->node[j] + k;
            f[k] = t->owner[axis] == owner ? t->residual[axis] - t->body.push[axis] : 0.0;
            f[k] = hand->slides ? hand->stiffness * (place[k] - t->x[axis]) : f[k];
        }
        hand->force[j] = v3(f[0], f[1], f[2]);
        sum = v3_add(sum, hand->force[j]);
    }
    return sum;
}

// Where the motion is smooth, what it did in the last substep is a good predictor; where it is
// not, as at rest or in stiff swings, it would lead away.
static double smooth_part(const sut_tissue *t) {
    double change = 0.0;
    double moving = 0.0;
    for (int i = 0; i < t->n; i++) {
        change += t->mass[i] * v3_norm2(t->acceleration[i]);
        moving += t->mass[i] * v3_norm2(t->velocity[i]);
    }
    return change * (t->h * t->h) < 0.04 * moving ? t->h : 0.0;
}

void sut_tissue_gather(sut_tissue *t) {
    double more = smooth_part(t);
    memset(t->pinned, 0, (size_t)t->n);
    for (int i = 0; i < t->n; i++) {
        const double home = t->home[i];
        sut_vec3 way = v3_sub(t->initial[i], t->body.position[i]);
        const double w[3] = {way.x, way.y, way.z};
        const double g[3] = {t->gravity.x, t->gravity.y, t->gravity.z};
        for (int k = 0; k < 3; k++) {
            t->load[3 * i + k] = t->mass[i] * g[k];
            t->spring[3 * i + k] = home;
            t->spring_pull[3 * i + k] = home * w[k];
            t->owner[3 * i + k] = -1;
        }
        sut_vec3 v = v3_madd(v3_add(t->velocity[i], t->left), more, t->acceleration[i]);
        sut_soa3_set(&t->body.move, i, v3_scale(v, t->h));
    }
    for (int s = 0; s < t->support_count; s++) {
        sut_support *support = &t->supports[s];
        support->active = support->used && is_active(&support->def, t->time, t->h);
        if (support->active) {
            gather_support(t, s);
        }
    }
    int number = 0;
    for (const sut_tissue_hand *h = t->hands; h; h = h->next) {
        gather_hand(t, h, number++);
    }
    for (const sut_tissue_drag *d = t->drags; d; d = d->next) {
        gather_drag(t, d);
    }
    t->pressure = sut_tissue_pressure_at(&t->def, t->time);
}

//---- what came out -------------------------------------------------------------------------------
static sut_vec3 spring_force(const sut_tissue *t, const sut_support_def *d, int node,
                             sut_vec3 place) {
    sut_vec3 x =
        v3(t->x[3 * (ptrdiff_t)node], t->x[3 * (ptrdiff_t)node + 1], t->x[3 * (ptrdiff_t)node + 2]);
    sut_vec3 f = v3_scale(v3_sub(place, x), d->stiffness);
    return v3(d->axes & SUT_AXIS_X ? f.x : 0.0, d->axes & SUT_AXIS_Y ? f.y : 0.0,
              d->axes & SUT_AXIS_Z ? f.z : 0.0);
}

static void pin_result(const sut_tissue *t, int number, int node, sut_vec3 place, sut_vec3 *force,
                       double *lag) {
    double f[3] = {0.0, 0.0, 0.0};
    double off[3] = {0.0, 0.0, 0.0};
    const double at[3] = {place.x, place.y, place.z};
    for (int k = 0; k < 3; k++) {
        int j = 3 * node + k;
        if (t->owner[j] == number) {
            f[k] = t->residual[j] - t->body.push[j];
            off[k] = at[k] - t->x[j];
        }
    }
    *force = v3(f[0], f[1], f[2]);
    double far = v3_norm(v3(off[0], off[1], off[2]));
    *lag = far > *lag ? far : *lag;
}

static void commit_support(sut_tissue *t, int number) {
    sut_support *s = &t->supports[number];
    s->force = v3_zero();
    s->lag = 0.0;
    if (!s->active) {
        return;
    }
    sut_support_key key = sut_support_key_at(&s->def, t->time);
    if (s->def.kind == SUT_SUPPORT_FORCE) {
        s->force = key.force;
        return;
    }
    motion m = motion_of(&s->def, &key);
    for (int j = 0; j < s->def.node_count; j++) {
        int i = s->def.nodes[j];
        sut_vec3 place = place_of(&m, t->initial[i]);
        sut_vec3 f;
        if (s->def.kind == SUT_SUPPORT_PIN) {
            pin_result(t, number, i, place, &f, &s->lag);
        } else {
            f = spring_force(t, &s->def, i, place);
        }
        s->force = v3_add(s->force, f);
    }
}

void sut_tissue_support_commit(sut_tissue *t) {
    sut_vec3 held = v3_zero();
    sut_vec3 loads = v3_scale(t->gravity, t->total_mass);
    for (int s = 0; s < t->support_count; s++) {
        commit_support(t, s);
        bool load = t->supports[s].def.kind == SUT_SUPPORT_FORCE;
        held = load ? held : v3_add(held, t->supports[s].force);
        loads = load ? v3_add(loads, t->supports[s].force) : loads;
    }
    for (sut_tissue_hand *h = t->hands; h; h = h->next) {
        (void)sut_tissue_hand_force(t, h);
    }
    double damping = t->def.damping_linear / t->h;
    for (int i = 0; i < t->n; i++) {
        const double *x = &t->x[3 * (ptrdiff_t)i];
        const double *w = &t->trial[3 * (ptrdiff_t)i];
        held = v3_madd(held, t->home[i], v3_sub(t->initial[i], v3(x[0], x[1], x[2])));
        loads = v3_madd(loads, -damping * t->mass[i], v3(w[0], w[1], w[2]));
    }
    t->support_force = held;
    t->external_force = v3_add(loads, t->pressure_force);
}
