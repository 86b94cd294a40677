// SPDX-License-Identifier: MIT
// needle.c -- needles of a world: life cycle, who leads them, queries.
//
// A needle is a body of the coupled solve (needle/needle.h). Contacts see it as they see threads: a
// row of edges with a radius. That row is a rod without mechanics, whose vertices are those of the
// needle, in the needle's own memory.
#include "attach/channel.h"

#include "math/quat.h"
#include "math/scalar.h"
#include "math/vec3.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

sut_needle_slot *sut_world_needle(const sut_world *w, sut_needle_id id) {
    if (!w || id.index1 == 0 || id.index1 > (uint32_t)w->def.capacity.needles) {
        return NULL;
    }
    sut_needle_slot *s = &w->needles[id.index1 - 1];
    return s->used && s->generation == id.generation ? s : NULL;
}

bool sut_needle_is_valid(const sut_world *w, sut_needle_id id) {
    return sut_world_needle(w, id) != NULL;
}

bool sut_world_has_needles(const sut_world *w) {
    for (int i = 0; i < w->def.capacity.needles; i++) {
        if (w->needles[i].used) {
            return true;
        }
    }
    return false;
}

int sut_world_needles(const sut_world *w, sut_needle_id *out, int room) {
    int count = 0;
    for (int i = 0; w && i < w->def.capacity.needles; i++) {
        if (w->needles[i].used && out && count < room) {
            out[count] = (sut_needle_id){(uint32_t)i + 1, w->needles[i].generation};
        }
        count += w->needles[i].used ? 1 : 0;
    }
    return count;
}

//---- def -----------------------------------------------------------------------------------------
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

//---- the chain -----------------------------------------------------------------------------------
// Steel gives way by far less than one sees. In contacts it counts like nylon, so that a solve has
// stiffnesses of one size: 1 N goes 2 % of a radius of 0.25 mm deep.
static const double contact_young = 2e9;

// Rest lengths, their sums, edges, bends.
enum { CHAIN_ARRAYS = 2 + 3 + 3 };

static bool make_chain(sut_needle_slot *s, sut_memory *m) {
    const sut_needle *n = s->needle;
    const size_t points = (size_t)n->chain;
    s->chain_size = CHAIN_ARRAYS * points * sizeof(double);
    s->chain_memory = sut_memory_take(m, s->chain_size);
    if (!s->chain_memory) {
        return false;
    }
    memset(s->chain_memory, 0, s->chain_size); // it does not bend
    double *array[CHAIN_ARRAYS];
    for (size_t i = 0; i < CHAIN_ARRAYS; i++) {
        array[i] = (double *)s->chain_memory + i * points;
    }
    double *rest = array[0];
    double *arc = array[1];
    for (int e = 0; e < n->chain - 1; e++) {
        rest[e] = v3_distance(n->rest[e], n->rest[e + 1]);
        arc[e + 1] = arc[e] + rest[e];
    }
    const double radius = 0.5 * n->form.diameter;
    s->chain = (sut_chain){.n = n->chain,
                           .radius = radius,
                           .friction = s->friction,
                           .EA = contact_young * SUT_PI * radius * radius,
                           .total = arc[n->chain - 1],
                           .rest = rest,
                           .arc = arc,
                           .position = n->body.position,
                           .move = n->body.move,
                           .edge = {array[2], array[3], array[4]},
                           .bent = {array[5], array[6], array[7]}};
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

//---- life cycle ----------------------------------------------------------------------------------
void sut_needle_free_slot(sut_needle_slot *s, sut_memory *memory) {
    if (s->needle) {
        sut_needle_free(s->needle, memory);
    }
    sut_memory_give(memory, s->chain_memory, s->chain_size);
    uint32_t generation = s->generation;
    memset(s, 0, sizeof *s);
    s->generation = generation;
}

// N/m, of the stiffest link that is to act on it.
static double hardest_link(const sut_world *w, const sut_needle_slot *s, double radius) {
    double own = 0.5 * contact_young * radius; // EA / (2 pi radius), as contacts have it
    double bond =
        s->thread >= 0 ? sut_contact_bond_stiffness(&w->threads[s->thread].rod.chain) : 0.0;
    double touch = w->def.contact.stiffness * own;
    return touch > bond ? touch : bond;
}

sut_result sut_needle_fill_slot(sut_world *w, sut_needle_slot *s, const sut_needle_def *def) {
    uint32_t generation = s->generation;
    memset(s, 0, sizeof *s);
    s->generation = generation;
    s->friction = def->friction;
    s->max_force = def->max_force;
    s->start = def->pose;
    s->start.rotation = q_normalized(def->pose.rotation);
    s->thread = def->thread.index1 > 0 ? (int)def->thread.index1 - 1 : -1;
    s->last = def->thread_end < 0;
    s->advances = def->advances && def->key_count > 0;
    s->key_count = def->key_count;
    if (def->key_count > 0) {
        memcpy(s->keys, def->keys, (size_t)def->key_count * sizeof s->keys[0]);
    }
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

static int free_slot(const sut_world *w) {
    for (int i = 0; i < w->def.capacity.needles; i++) {
        if (!w->needles[i].used) {
            return i;
        }
    }
    return -1;
}

// The thread's end must be where the needle ends.
static const char *check_thread(sut_world *w, const sut_needle_def *d) {
    if (d->thread.index1 == 0) {
        return NULL;
    }
    const sut_thread_slot *t = sut_world_thread(w, d->thread);
    if (!t) {
        return "the thread of the needle does not exist";
    }
    bool last = d->thread_end < 0;
    if (w->def.contact.disabled) {
        return "a thread needs contacts to be swaged to a needle, and they are disabled";
    }
    for (int i = 0; i < w->def.capacity.needles; i++) {
        const sut_needle_slot *s = &w->needles[i];
        if (s->used && s->thread == (int)d->thread.index1 - 1 && s->last == last) {
            return "that end of the thread has a needle already";
        }
    }
    double radius = d->arc > least_arc ? d->length / (2.0 * SUT_PI * d->arc) : 0.0;
    sut_needle shape = {.form = {.length = d->length}, .bend = radius};
    sut_vec3 end = v3_add(d->pose.position, q_rotate(q_normalized(d->pose.rotation),
                                                     sut_needle_place(&shape, d->length)));
    double apart = v3_distance(end, t->rod.body.position[last ? t->rod.n - 1 : 0]);
    if (apart > t->rod.mat.radius) {
        (void)snprintf(w->refusal, sizeof w->refusal,
                       "the thread ends %.4g m from the needle's end, at most its radius, %.4g m",
                       apart, t->rod.mat.radius);
        return w->refusal;
    }
    return NULL;
}

static sut_result check_create(sut_world *w, const sut_needle_def *def) {
    w->refusal[0] = '\0';
    if (def->cookie != SUT_COOKIE_NEEDLE) {
        return sut_world_refuse(w, SUT_E_DEF,
                                "the needle def was not made by sut_default_needle_def");
    }
    const char *bad = sut_check_needle_def(def, w->refusal, sizeof w->refusal);
    if (bad) {
        return sut_world_refuse(w, SUT_E_ARGUMENT, bad);
    }
    if (w->vertex_count > 0 && sut_world_explicit(w)) {
        return sut_world_refuse(w, SUT_E_CONFLICT,
                                "threads of explicit models (variational, springs) and needles do "
                                "not mix");
    }
    if (free_slot(w) < 0) {
        return sut_world_refuse(w, SUT_E_CAPACITY, "capacity of needles is reached");
    }
    bad = check_thread(w, def);
    if (!bad && def->tool.index1 > 0 && !sut_world_tool(w, def->tool)) {
        bad = "the tool that is to hold the needle does not exist";
    }
    return bad ? sut_world_refuse(w, SUT_E_CONFLICT, bad) : SUT_OK;
}

sut_result sut_needle_create(sut_world *w, const sut_needle_def *def, sut_needle_id *out) {
    if (!w || !def || !out) {
        return SUT_E_ARGUMENT;
    }
    sut_result result = check_create(w, def);
    if (result != SUT_OK) {
        return result;
    }
    int slot = free_slot(w);
    sut_needle_slot *s = &w->needles[slot];
    if (sut_needle_fill_slot(w, s, def) != SUT_OK) {
        return sut_world_refuse(w, SUT_E_MEMORY, "no memory for the needle");
    }
    bool room = sut_contact_reserve(w);
    const char *bad = NULL;
    if (room && def->tool.index1 > 0) {
        bad = sut_needle_grip_take(w, (int)def->tool.index1 - 1, slot);
    }
    bad = room && !bad ? sut_contact_check_needle(w, slot) : bad;
    if (!room || bad) {
        sut_needle_grip_forget(w, slot);
        sut_needle_free_slot(s, &w->memory);
        sut_contact_refresh(w);
        return room ? sut_world_refuse(w, SUT_E_CONFLICT, bad)
                    : sut_world_refuse(w, SUT_E_MEMORY, "no memory for the contacts");
    }
    s->generation++;
    *out = (sut_needle_id){(uint32_t)slot + 1, s->generation};
    sut_record_needle_create(w, def);
    return SUT_OK;
}

sut_result sut_needle_destroy(sut_world *w, sut_needle_id id) {
    sut_needle_slot *s = sut_world_needle(w, id);
    if (!s) {
        return SUT_E_ID;
    }
    sut_record_needle_destroy(w, id);
    sut_touch_forget(w, w->def.capacity.threads + (int)id.index1 - 1, -1);
    sut_hole_forget(w, w->def.capacity.threads + (int)id.index1 - 1, -1);
    sut_needle_grip_forget(w, (int)id.index1 - 1);
    sut_needle_free_slot(s, &w->memory);
    sut_contact_refresh(w);
    return SUT_OK;
}

//---- hands ---------------------------------------------------------------------------------------
// So far along its own curve from where it started.
static sut_pose advanced(const sut_needle_slot *s, double by) {
    const sut_needle *n = s->needle;
    sut_pose p = s->start;
    if (n->bend == 0.0) {
        p.position = v3_add(p.position, q_rotate(p.rotation, v3(by, 0.0, 0.0)));
        return p;
    }
    // a turn about z through the centre of the arc
    sut_vec3 center = v3(0.0, n->bend, 0.0);
    sut_quat turn = q_exp(v3(0.0, 0.0, by / n->bend));
    sut_vec3 tip = v3_sub(center, q_rotate(turn, center));
    p.position = v3_add(p.position, q_rotate(p.rotation, tip));
    p.rotation = q_mul(p.rotation, turn);
    return p;
}

static sut_pose pose_at(const sut_needle_slot *s, double t) {
    const sut_needle_key *k = s->keys;
    int low = 0;
    while (low + 1 < s->key_count && k[low + 1].t <= t) {
        low++;
    }
    int high = low + 1 < s->key_count && t > k[low].t ? low + 1 : low;
    double span = k[high].t - k[low].t;
    double share = high > low ? (t - k[low].t) / span : 0.0;
    if (s->advances) {
        return advanced(s, k[low].advance + share * (k[high].advance - k[low].advance));
    }
    sut_pose p = {
        v3_lerp(k[low].pose.position, k[high].pose.position, share),
        q_between(q_normalized(k[low].pose.rotation), q_normalized(k[high].pose.rotation), share)};
    return p;
}

// No place of it goes further than this.
static double stride(const sut_needle_slot *s, const sut_pose *to) {
    sut_pose at = sut_needle_pose(s->needle);
    return v3_distance(at.position, to->position) +
           s->needle->form.length * v3_norm(q_way(at.rotation, to->rotation));
}

static sut_pose goal_of(const sut_world *w, const sut_needle_slot *s, double t, double dt) {
    sut_pose at = sut_needle_pose(s->needle);
    sut_pose to = pose_at(s, t);
    double live = s->steered ? sut_live_share(w, t, dt) : 1.0;
    double share = sut_follower_fraction(&s->follower, live, stride(s, &to), dt);
    if (share < 1.0) {
        to.position = v3_lerp(at.position, to.position, share);
        to.rotation = q_between(at.rotation, to.rotation, share);
    }
    return to;
}

void sut_needle_gather(sut_world *w, double t, double dt) {
    sut_needle_grip_gather(w);
    for (int i = 0; i < w->def.capacity.needles; i++) {
        sut_needle_slot *s = &w->needles[i];
        if (!s->used) {
            continue;
        }
        s->needle->hand.holds = false;
        if (s->key_count > 0) {
            s->goal = goal_of(w, s, t, dt);
            sut_needle_lead(s->needle, &s->goal, s->max_force);
        }
    }
}

bool sut_needle_slow_down(sut_world *w, double share, double dt) {
    const double least = sut_follower_least;
    bool any = false;
    for (int i = 0; i < w->def.capacity.needles; i++) {
        sut_needle_slot *s = &w->needles[i];
        bool hit = w->bodies.hit_body && w->bodies.hit_body[w->def.capacity.threads + i];
        double way = s->used && s->key_count > 0 && hit ? stride(s, &s->goal) : 0.0;
        if (sut_follower_moves(way, least)) {
            s->follower.speed_limit = sut_follower_speed(share, way, least, dt);
            any = true;
        }
    }
    return any;
}

void sut_needle_commit(sut_world *w, double dt) {
    const double growth = sut_follower_growth(w, dt);
    for (int i = 0; i < w->def.capacity.needles; i++) {
        sut_needle_slot *s = &w->needles[i];
        if (!s->used) {
            continue;
        }
        sut_follower_recover(&s->follower, growth, sut_follower_fastest);
        // a hand of limited strength is a spring: what it gives at its limit is no lag
        double room = 0.05 * s->needle->form.diameter;
        s->lags = s->key_count > 0 && stride(s, &s->goal) > room;
    }
}

void sut_needle_save(sut_world *w) {
    for (int i = 0; i < w->def.capacity.needles; i++) {
        w->needles[i].saved_follower = w->needles[i].follower;
        w->needles[i].saved_lags = w->needles[i].lags;
    }
}

void sut_needle_roll_back(sut_world *w) {
    for (int i = 0; i < w->def.capacity.needles; i++) {
        w->needles[i].follower = w->needles[i].saved_follower;
        w->needles[i].lags = w->needles[i].saved_lags;
    }
}

sut_result sut_needle_set_target(sut_world *w, sut_needle_id id, const sut_pose *pose) {
    sut_needle_slot *s = sut_world_needle(w, id);
    if (!s || !pose) {
        return s ? SUT_E_ARGUMENT : SUT_E_ID;
    }
    if (!sut_tool_pose_fits(pose)) {
        return SUT_E_ARGUMENT;
    }
    s->keys[0] = (sut_needle_key){.pose = {pose->position, q_normalized(pose->rotation)}};
    s->key_count = 1;
    s->steered = true;
    s->advances = false;
    sut_record_needle_target(w, id, pose);
    return SUT_OK;
}

sut_result sut_needle_release(sut_world *w, sut_needle_id id) {
    sut_needle_slot *s = sut_world_needle(w, id);
    if (!s) {
        return SUT_E_ID;
    }
    s->key_count = 0;
    s->steered = s->advances = s->lags = false;
    s->follower = sut_follower_free();
    sut_record_needle_release(w, id);
    return SUT_OK;
}

//---- queries -------------------------------------------------------------------------------------
sut_result sut_needle_get_view(const sut_world *w, sut_needle_id id, sut_needle_view *out) {
    const sut_needle_slot *s = sut_world_needle(w, id);
    if (!s || !out) {
        return s ? SUT_E_ARGUMENT : SUT_E_ID;
    }
    const sut_needle *n = s->needle;
    memset(out, 0, sizeof *out);
    out->pose = sut_needle_pose(n);
    out->spin = sut_needle_spin(n);
    sut_vec3 arm = v3_sub(out->pose.position, n->state.place);
    out->velocity = v3_add(n->state.velocity, v3_cross(out->spin, arm));
    out->force = n->felt.line;
    out->torque = sut_needle_torque_at_tip(n, n->felt);
    out->hand_force = n->given.line;
    out->hand_torque = sut_needle_torque_at_tip(n, n->given);
    sut_vec3 forward = q_rotate(n->state.turn, sut_needle_tangent(n, 0.0));
    out->resistance = -v3_dot(n->felt.line, forward);
    out->inside = sut_channel_inside(w, (int)(s - w->needles));
    out->led = s->key_count > 0;
    out->lags = s->lags;
    out->length = n->form.length;
    out->arc = n->form.arc;
    out->diameter = n->form.diameter;
    out->mass = n->mass;
    out->friction = s->friction;
    out->radius = n->bend;
    if (s->thread >= 0) {
        const sut_thread_slot *t = &w->threads[s->thread];
        out->thread = (sut_thread_id){(uint32_t)s->thread + 1, t->generation};
        out->thread_end = s->last ? t->rod.n - 1 : 0;
    }
    int tool = sut_needle_grip_tool(w, (int)id.index1 - 1);
    if (tool >= 0) {
        out->tool = (sut_tool_id){(uint32_t)tool + 1, w->tools[tool].generation};
    }
    out->point_count = n->chain;
    out->point = n->body.position;
    return SUT_OK;
}

sut_result sut_needle_get_figures(const sut_world *w, sut_needle_id id, sut_needle_figures *out) {
    const sut_needle_slot *s = sut_world_needle(w, id);
    if (!s || !out) {
        return s ? SUT_E_ARGUMENT : SUT_E_ID;
    }
    const sut_needle *n = s->needle;
    out->kinetic = sut_needle_kinetic(n);
    out->gravity = -n->mass * v3_dot(w->def.gravity, n->state.place);
    out->momentum = v3_scale(n->state.velocity, n->mass);
    out->angular_momentum = n->state.momentum;
    out->center = n->state.place;
    out->external_force = v3_madd(n->given.line, n->mass, w->def.gravity);
    return SUT_OK;
}
