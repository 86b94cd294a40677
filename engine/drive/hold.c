// SPDX-License-Identifier: MIT
// hold.c -- from key frames to what the rods are asked in one substep, and back.
#include "data/data.h"

#include "data/keys.h"
#include "drive/drive.h"
#include "math/vec3.h"
#include "springs/springs.h"
#include "variational/variational.h"

#include <string.h>

//---- key frames ----------------------------------------------------------------------------------
static sut_vec3 between_directions(sut_vec3 a, sut_vec3 b, double s) {
    double angle = sut_atan2(v3_norm(v3_cross(a, b)), v3_dot(a, b));
    sut_vec3 across = v3_reject(b, a);
    double n = v3_norm(across);
    // opposite directions have no shortest arc; any one will do, and always the same
    across = n > 1e-12 ? v3_scale(across, 1.0 / n) : v3_any_normal(a);
    double sine;
    double cosine;
    sut_sincos(s * angle, &sine, &cosine);
    return v3_normalized(v3_madd(v3_scale(a, cosine), sine, across));
}

static sut_hold_key between(const sut_hold_slot *h, const sut_hold_key *a, const sut_hold_key *b,
                            double t, double s) {
    sut_hold_key k = *a;
    k.t = t;
    k.position = v3_lerp(a->position, b->position, s);
    k.force = v3_lerp(a->force, b->force, s);
    k.spin = a->spin + s * (b->spin - a->spin);
    if (h->kind == SUT_HOLD_CLAMP || h->kind == SUT_HOLD_TWIST) {
        k.direction = between_directions(a->direction, b->direction, s);
    }
    return k;
}

sut_hold_key sut_hold_at(const sut_world *w, const sut_hold_slot *h, double t) {
    const sut_hold_key *keys = &w->keys[h->first_key];
    sut_key_span at = sut_key_span_at(keys, sizeof keys[0], h->steered ? 1 : h->key_count, t);
    return at.from == at.to ? keys[at.from] : between(h, &keys[at.from], &keys[at.to], t, at.share);
}

// Times of steps are sums of dt; a millionth of a step decides what "now" is.
bool sut_hold_active_at(const sut_hold_slot *h, double t, double dt) {
    double slack = 1e-6 * dt;
    return t >= h->from - slack && t < h->until - slack;
}

double sut_live_share(const sut_world *w, double t, double dt) {
    double left = w->step_end - (t - dt);
    return dt < (1.0 - 1e-9) * left ? dt / left : 1.0;
}

// A hold that lags behind is no faster than this, m/s.
static const double fastest = 5.0;

//---- gather --------------------------------------------------------------------------------------
static bool before(const sut_hold_slot *a, const sut_hold_slot *b) {
    if (a->thread != b->thread) {
        return a->thread < b->thread;
    }
    return a->vertex < b->vertex;
}

// Active holds by thread and vertex. Insertion sort: short, nearly sorted, and stable.
static int sort_active(sut_world *w, double t, double dt) {
    int count = 0;
    for (int i = 0; i < w->hold_top; i++) {
        sut_hold_slot *h = &w->holds[i];
        if (w->island > 0 && !sut_hold_here(w, h)) {
            continue; // another island leads it
        }
        h->pin_at = -1;
        h->beside_at[0] = -1;
        h->beside_at[1] = -1;
        h->plane_at = -1;
        h->load_at = -1;
        if (!h->used || !sut_hold_active_at(h, t, dt)) {
            continue; // it ends when this part is taken over: a shorter one may be before its end
        }
        int at = count++;
        while (at > 0 && before(h, &w->holds[w->order[at - 1]])) {
            w->order[at] = w->order[at - 1];
            at--;
        }
        w->order[at] = i;
    }
    return count;
}

static void add_load(sut_rod *r, const sut_hold_slot *h, sut_vec3 force, double strength) {
    r->work.loads[r->work.load_count++] = (sut_load){h->vertex, force, h->target, strength};
}

static void add_plane(sut_world *w, sut_rod *r, sut_hold_slot *h, const sut_hold_key *key) {
    sut_hold_key before = sut_hold_at(w, h, key->t - r->work.dt);
    sut_plane p = h->plane;
    p.vertex = h->vertex;
    p.spin_held = h->kind == SUT_HOLD_TWIST;
    p.direction = key->direction;
    p.spin = p.spin_held ? key->spin : 0.0;
    if (!h->active) {
        // spin counts from the initial frame at the start of the run; a hold that comes later
        // takes the thread as it has been spun by then
        p.direction0 = before.direction;
        p.spin0 = w->steps == 0 || !p.spin_held ? 0.0 : before.spin;
        sut_rod_plane_begin(r, &p);
    }
    double share = h->steered ? sut_live_share(w, key->t, r->work.dt) : 1.0;
    if (share < 1.0) {
        p.direction = between_directions(p.direction0, key->direction, share);
        p.spin = p.spin_held ? p.spin0 + share * (key->spin - p.spin0) : 0.0;
    }
    h->plane_at = r->work.plane_count;
    r->work.planes[r->work.plane_count++] = p;
}

// No hold pulls harder than what would make the thread twice as long; one without a limit may, as
// long as nothing else touches the thread.
static double strength_of(const sut_rod *r, const sut_hold_slot *h) {
    return h->max_force < r->def.EA ? h->max_force : r->def.EA;
}

// From now on it has to catch up.
static void lag_behind(sut_world *w, sut_hold_slot *h, double speed) {
    const sut_rod *r = &w->threads[h->thread].rod;
    if (!sut_follower_is_slowed(&h->follower) && !sut_hold_is_grip(w, h)) {
        double lag = v3_distance(h->target, r->body.position[h->vertex]);
        uint32_t index1 = (uint32_t)(h - w->holds) + 1;
        sut_world_event(w, SUT_EV_HOLD_BLOCKED, index1, r->body.position[h->vertex], lag);
    }
    h->follower.speed_limit = speed < fastest ? speed : fastest;
}

static int add_pin(sut_rod *r, int vertex, sut_vec3 target) {
    r->chain.pins[r->chain.pin_count] = (sut_pin){vertex, target, v3_zero()};
    return r->chain.pin_count++;
}

// Where a vertex that is to go to `goal` gets: solids keep it out. Jaws hold what lies between
// them, and no solid that is a tool is in their way.
static sut_vec3 keep_out(const sut_world *w, const sut_hold_slot *h, int vertex, sut_vec3 goal) {
    if (!sut_contact_looks(w) || w->def.contact.unguarded) {
        return goal;
    }
    const sut_rod *r = &w->threads[h->thread].rod;
    int solids = sut_hold_is_grip(w, h) ? w->def.capacity.obstacles : sut_solid_count(w);
    return sut_obstacle_keep_out(w, solids, r->body.position[vertex], goal, r->def.radius);
}

// Can a grip hold its strand as it is, with no solid in the way of any bit of it? Else it holds one
// vertex, and the others find their way past the solid.
static bool is_free(const sut_world *w, const sut_hold_slot *h, double t) {
    const sut_grip *g = sut_grip_of(w, h);
    sut_vec3 goal = sut_hold_at(w, h, t).position;
    bool clear = v3_distance(keep_out(w, h, h->vertex, goal), goal) == 0.0;
    for (int side = 0; clear && side < 2; side++) {
        goal = g->next_beside[side];
        clear = !g->with[side] ||
                v3_distance(keep_out(w, h, h->vertex + 2 * side - 1, goal), goal) == 0.0;
    }
    return clear;
}

// The vertex on one side of a grip, unless another hold has it.
static void pin_beside(sut_world *w, sut_rod *r, sut_hold_slot *h, int side, int other) {
    int vertex = h->vertex + 2 * side - 1;
    const sut_grip *g = sut_grip_of(w, h);
    bool taken = r->chain.pin_count > 0 && r->chain.pins[r->chain.pin_count - 1].vertex >= vertex;
    if (g->with[side] && !taken && vertex != other) {
        h->beside_at[side] = add_pin(r, vertex, g->next_beside[side]);
    }
}

// Vertex that the hold at place k of the order keeps in its position, if it is on that thread; -1.
static int held_vertex(const sut_world *w, int k, int count, uint32_t thread) {
    const sut_hold_slot *h = k >= 0 && k < count ? &w->holds[w->order[k]] : NULL;
    return h && h->thread == thread && h->kind != SUT_HOLD_FORCE ? h->vertex : -1;
}

static void add_hold(sut_world *w, sut_rod *r, sut_hold_slot *h, double t, double dt) {
    sut_hold_key key = sut_hold_at(w, h, t);
    key.t = t;
    h->target = key.position;
    h->spin = key.spin;
    if (h->kind == SUT_HOLD_FORCE) {
        h->force = key.force;
        add_load(r, h, key.force, 0.0);
        return;
    }
    if (h->kind != SUT_HOLD_PIN) {
        add_plane(w, r, h, &key);
    }
    if (h->letting_go || (h->saturated && !sut_hold_within_reach(w, h, dt))) {
        h->load_at = r->work.load_count;
        add_load(r, h, v3_zero(), strength_of(r, h));
        return;
    }
    // behind its target because something was in the way: no faster than its speed limit
    sut_vec3 way = v3_sub(h->target, r->body.position[h->vertex]);
    double far = v3_norm(way);
    double live = h->steered ? sut_live_share(w, t, dt) : 1.0;
    double share = sut_follower_fraction(&h->follower, live, far, dt);
    sut_vec3 goal = share < 1.0 ? v3_madd(r->body.position[h->vertex], share, way) : h->target;
    sut_vec3 free = keep_out(w, h, h->vertex, goal);
    if (v3_distance(free, goal) > 0.0 && !sut_hold_is_grip(w, h)) {
        lag_behind(w, h, far / dt);
    }
    h->pin_at = add_pin(r, h->vertex, free);
}

// The hold at place k of the order, and what a grip holds beside its vertex: pins in the order of
// their vertices.
static void add_ordered(sut_world *w, sut_rod *r, int k, int count, double t, double dt) {
    sut_hold_slot *h = &w->holds[w->order[k]];
    if (!sut_hold_is_grip(w, h) || !is_free(w, h, t)) {
        add_hold(w, r, h, t, dt);
        return;
    }
    pin_beside(w, r, h, 0, held_vertex(w, k - 1, count, h->thread));
    add_hold(w, r, h, t, dt);
    if (h->pin_at >= 0) {
        pin_beside(w, r, h, 1, held_vertex(w, k + 1, count, h->thread));
    } else if (h->beside_at[0] >= 0) {
        h->beside_at[0] = -1; // it slides
        r->chain.pin_count--;
    }
}

void sut_hold_gather(sut_world *w, double t, double dt) {
    int count = sort_active(w, t, dt);
    int k = 0;
    int used = 0;
    int pins = 0;
    for (int i = 0; i < w->def.capacity.threads; i++) {
        if (!sut_thread_here(w, i)) {
            continue;
        }
        sut_rod *r = &w->threads[i].rod;
        r->work.dt = dt;
        r->work.closes = w->def.capacity.tissues > 0 || w->def.capacity.needles > 0;
        r->chain.pins = &w->pins[pins];
        r->work.planes = &w->planes[used];
        r->work.loads = &w->loads[used];
        r->chain.pin_count = 0;
        r->work.plane_count = 0;
        r->work.load_count = 0;
        int first = k;
        for (; k < count && w->holds[w->order[k]].thread == (uint32_t)i; k++) {
            add_ordered(w, r, k, count, t, dt);
        }
        used += k - first; // each hold fills at most one place of the other lists
        pins += r->chain.pin_count;
    }
}

//---- after the solve -----------------------------------------------------------------------------
// Could a hold at this vertex be at the force limit of all holds? Judged by the last evaluation of
// the forces, which costs nothing.
static bool pulls_hard(sut_rod *r, int vertex) {
    // a sweep keeps the largest pull only
    if (r->work.swept && 2.0 * r->work.sweep_pull > 0.5 * r->def.EA) {
        sut_rod_unfold(r);
        sut_rod_forces(r);
    } else if (r->work.swept) {
        return false;
    }
    double left = vertex > 0 ? fabs(r->work.pull[vertex - 1]) : 0.0;
    double right = vertex < r->body.n - 1 ? fabs(r->work.pull[vertex]) : 0.0;
    return left + right > 0.5 * r->def.EA;
}

// What the arms of a tool push at the edges of its grip. That is no pull at the grip: the same
// push comes back through the held vertex.
static sut_vec3 own_push(const sut_world *w, const sut_hold_slot *h) {
    sut_vec3 sum = v3_zero();
    if (!sut_hold_is_grip(w, h) || !sut_contact_looks(w)) {
        return sum;
    }
    int slot = (int)(sut_grip_tool(w, h) - w->tools);
    int first = w->def.capacity.obstacles + SUT_TOOL_SOLIDS * slot;
    for (int i = 0; i < w->contacts.count; i++) {
        const sut_contact *k = &w->contacts.contact[i];
        int solid = sut_contact_solid(&w->bodies, k->site[1].body);
        bool own = solid >= first && solid < first + SUT_TOOL_SOLIDS;
        if (own && k->site[0].body == (int)h->thread && k->site[0].vertex[0] >= h->vertex - 1 &&
            k->site[0].vertex[0] <= h->vertex) {
            sum = v3_add(sum, sut_contact_force(k));
        }
    }
    return sum;
}

// Force of a held vertex on a thread of an explicit model by the displacement as it is now.
static sut_vec3 explicit_reaction(sut_rod *r, int vertex) {
    return sut_model_is_springs(r->def.model) ? sut_springs_reaction(r, vertex)
                                              : sut_variational_reaction(r, vertex);
}

static double pull_of(const sut_world *w, sut_rod *r, const sut_hold_slot *h) {
    if (sut_model_is_explicit(r->def.model)) {
        return v3_norm(explicit_reaction(r, h->vertex));
    }
    // the last correction came after the last look at the forces
    sut_rod_unfold(r);
    sut_rod_kinematics(r);
    sut_rod_twist(r);
    sut_vec3 sum = sut_rod_residual_at(r, h->vertex);
    for (int side = 0; side < 2; side++) {
        if (h->beside_at[side] >= 0) {
            sum = v3_add(sum, sut_rod_residual_at(r, h->vertex + 2 * side - 1));
        }
    }
    return v3_norm(v3_madd(own_push(w, h), r->work.lambda, sum));
}

bool sut_hold_saturate(sut_world *w) {
    bool any = false;
    for (int i = 0; i < w->hold_top; i++) {
        sut_hold_slot *h = &w->holds[i];
        sut_rod *r = &w->threads[h->thread].rod;
        if (!sut_hold_here(w, h) || h->pin_at < 0 ||
            (isinf(h->max_force) && !(r->body.pushed && pulls_hard(r, h->vertex)))) {
            continue;
        }
        if (pull_of(w, r, h) > strength_of(r, h)) {
            h->letting_go = true;
            any = true;
        }
    }
    return any;
}

// Way below which a hold counts as standing, in radii per substep.
static const double least_stride = 1e-4;

bool sut_hold_slow_down(sut_world *w, double share, double dt) {
    bool any = false;
    for (int i = 0; i < w->hold_top; i++) {
        sut_hold_slot *h = &w->holds[i];
        if (!sut_hold_here(w, h) || h->pin_at < 0 || sut_hold_is_grip(w, h)) {
            continue; // its tool slows down
        }
        const sut_rod *r = &w->threads[h->thread].rod;
        double least = least_stride * r->def.radius;
        double stride = v3_distance(r->chain.pins[h->pin_at].target, r->body.position[h->vertex]);
        bool hit = r->work.progress.failed || (w->bodies.hit_body && w->bodies.hit_body[h->thread]);
        if (hit && sut_follower_moves(stride, least)) {
            lag_behind(w, h, sut_follower_speed(share, stride, least, dt));
            any = true;
        }
    }
    return any;
}

// A hold that got through goes a little faster the next time, until it is on its target again.
static void catch_up(sut_world *w, sut_hold_slot *h, uint32_t index1, double dt) {
    const sut_rod *r = &w->threads[h->thread].rod;
    double lag = v3_distance(h->target, r->body.position[h->vertex]);
    if (!sut_follower_is_slowed(&h->follower) || h->pin_at < 0) {
        return;
    }
    w->stats.lag_max = lag > w->stats.lag_max ? lag : w->stats.lag_max;
    if (lag <= sut_follower_least) {
        h->follower = sut_follower_free();
        sut_world_event(w, SUT_EV_HOLD_RECOVERED, index1, r->body.position[h->vertex], lag);
    } else {
        sut_follower_catch_up(&h->follower, sut_follower_growth(w, dt), fastest);
    }
}

// Implicit threads push back at the end of a step. What explicit ones give is a row of impulses:
// the hold has their mean over the substeps.
static void take_force(const sut_world *w, sut_hold_slot *h, sut_vec3 force, double t, double dt) {
    bool first = t - dt < w->time + 0.5 * dt;
    double share = dt / (w->step_end - w->time);
    if (sut_model_is_explicit(w->threads[h->thread].rod.def.model)) {
        h->force = v3_madd(first ? v3_zero() : h->force, share, force);
    } else {
        h->force = force;
    }
}

// What all pins of a hold give; about its vertex those of a grip turn the strand as well.
static sut_vec3 pinned_force(const sut_world *w, const sut_rod *r, const sut_hold_slot *h) {
    sut_vec3 sum = r->chain.pins[h->pin_at].force;
    sut_vec3 couple = v3_zero();
    for (int side = 0; side < 2; side++) {
        if (h->beside_at[side] >= 0) {
            const sut_pin *p = &r->chain.pins[h->beside_at[side]];
            sut_vec3 arm = v3_sub(r->body.position[p->vertex], r->body.position[h->vertex]);
            sum = v3_add(sum, p->force);
            couple = v3_add(couple, v3_cross(arm, p->force));
        }
    }
    if (sut_hold_is_grip(w, h)) {
        sut_grip_of(w, h)->couple = couple;
    }
    return sum;
}

static void commit_force(sut_world *w, sut_hold_slot *h, double t, double dt) {
    const sut_rod *r = &w->threads[h->thread].rod;
    if (h->pin_at >= 0) {
        take_force(w, h, pinned_force(w, r, h), t, dt);
    } else if (h->load_at >= 0) {
        take_force(w, h, r->work.loads[h->load_at].force, t, dt);
        if (sut_hold_is_grip(w, h)) {
            sut_grip_of(w, h)->couple = v3_zero();
        }
    }
}

static void commit_one(sut_world *w, sut_hold_slot *h, uint32_t index1, double t, double dt,
                       bool solved) {
    const sut_rod *r = &w->threads[h->thread].rod;
    if (h->plane_at >= 0) {
        h->plane = r->work.planes[h->plane_at];
        h->spin_torque = h->plane.torque;
    }
    if (h->kind == SUT_HOLD_FORCE) {
        return;
    }
    catch_up(w, h, index1, dt);
    bool was = h->saturated;
    h->saturated = h->pin_at < 0;
    h->letting_go = false;
    if (solved) {
        commit_force(w, h, t, dt);
    }
    if (h->saturated != was && !sut_hold_is_grip(w, h)) {
        double lag = v3_distance(h->target, r->body.position[h->vertex]);
        sut_world_event(w, h->saturated ? SUT_EV_HOLD_SATURATED : SUT_EV_HOLD_RECOVERED, index1,
                        r->body.position[h->vertex], lag);
    }
}

void sut_hold_commit(sut_world *w, double t, double dt, bool solved) {
    for (int i = 0; i < w->hold_top; i++) {
        sut_hold_slot *h = &w->holds[i];
        if (w->island > 0 && !sut_hold_here(w, h)) {
            continue;
        }
        if (h->used && sut_hold_active_at(h, t, dt)) {
            commit_one(w, h, (uint32_t)i + 1, t, dt, solved);
            h->active = true;
        } else {
            h->active = false;
            h->saturated = false;
            h->force = v3_zero();
            h->spin_torque = 0.0;
        }
    }
}

void sut_hold_bear(sut_world *w) {
    for (int i = 0; i < w->hold_top; i++) {
        sut_hold_slot *h = &w->holds[i];
        if (h->used && h->active) {
            h->force = v3_limited(h->force, h->max_force);
        }
    }
}

void sut_hold_fall_behind(sut_world *w, double lost, double done) {
    for (int i = 0; i < w->hold_top; i++) {
        sut_hold_slot *h = &w->holds[i];
        if (!h->used || !h->active) {
            continue;
        }
        // the mean of the parts that there were
        h->force = done > 0.0 ? v3_scale(h->force, (lost + done) / done) : h->force;
        h->force = v3_limited(h->force, h->max_force);
        double left = v3_distance(h->target, w->threads[h->thread].rod.body.position[h->vertex]);
        double limit = w->saved_holds[i].follower.speed_limit; // it does not grow meanwhile
        bool lags = h->steered && h->pin_at >= 0 && left > sut_follower_least;
        if (lags && h->follower.speed_limit > limit) {
            h->follower.speed_limit = limit;
        } else if (lags && !sut_follower_is_slowed(&h->follower)) {
            lag_behind(w, h, left / lost);
        }
    }
}
