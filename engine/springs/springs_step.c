// SPDX-License-Identifier: MIT
// springs_step.c -- one substep of a thread of springs. docs/theory/springs.md
#include "springs/springs.h"

#include "math/vec3.h"
#include "springs/springs_parts.h"
#include "variational/variational_parts.h"

#include <string.h>

sut_springs_scratch sut_springs_scratch_of(sut_rod *r) {
    size_t n = (size_t)r->body.n;
    double *next = r->work.kept; // 24 n values
    sut_springs_scratch s = {0};
    double **arrays[] = {&s.weight, &s.extra,   &s.low,     &s.mid,    &s.right,
                         &s.side,   &s.speed.x, &s.speed.y, &s.speed.z};
    for (size_t i = 0; i < sizeof arrays / sizeof arrays[0]; i++) {
        *arrays[i] = next;
        next += n;
    }
    s.base = (sut_vec3 *)next;
    return s;
}

//---- start ---------------------------------------------------------------------------------------
static void set_base(sut_rod *r, const sut_springs_scratch *s) {
    bool lossy = r->def.drag > 0.0 || r->def.damping_linear > 0.0;
    for (int i = 0; i < r->body.n; i++) {
        sut_vec3 v = r->state.velocity[i];
        s->base[i] = lossy ? sut_variational_drag(r, i, v, r->work.dt) : v;
        s->weight[i] = 1.0 / r->def.mass[i];
    }
    for (int k = 0; k < r->work.load_count; k++) {
        const sut_load *load = &r->work.loads[k];
        double more = sut_variational_load_mass(r, load);
        s->weight[load->vertex] = 1.0 / (r->def.mass[load->vertex] + more);
    }
    for (int k = 0; k < r->chain.pin_count; k++) {
        const sut_pin *p = &r->chain.pins[k];
        sut_vec3 way = v3_sub(p->target, r->body.position[p->vertex]);
        s->base[p->vertex] = v3_scale(way, 1.0 / r->work.dt);
        s->weight[p->vertex] = 0.0;
    }
}

static void stand_still(sut_rod *r) {
    size_t bytes = (size_t)r->body.n * sizeof(double);
    memset(r->body.move.x, 0, bytes);
    memset(r->body.move.y, 0, bytes);
    memset(r->body.move.z, 0, bytes);
}

void sut_springs_begin(sut_rod *r) {
    stand_still(r);
    sut_rod_kinematics(r);
    sut_springs_forces(r, r->work.start_force);
    sut_springs_scratch s = sut_springs_scratch_of(r);
    set_base(r, &s);
    memset(s.extra, 0, (size_t)(r->body.n - 1) * sizeof(double));
    memset(r->body.answer, 0, 3 * (size_t)r->body.n * sizeof(double));
    r->work.damped = sut_springs_damped(r) && sut_springs_damp(r, s.base, r->body.answer);
    r->work.overlong = r->work.dt * sut_springs_rate(r) > 2.0;
}

//---- displacement --------------------------------------------------------------------------------
// Change of the velocities by all forces, of the dampers too.
static void accelerate(sut_rod *r, const sut_springs_scratch *s, bool limited, double *change) {
    double h = r->work.dt;
    for (int i = 0; i < 3 * r->body.n; i++) {
        double f = r->work.start_force[i] + (r->work.damped ? r->body.answer[i] : 0.0);
        f += r->body.pushed ? r->body.push[i] : 0.0;
        change[i] = h * f;
    }
    if (limited) {
        sut_springs_add_limits(r, change);
    }
    for (int k = 0; k < r->chain.pin_count; k++) {
        memset(&change[3 * r->chain.pins[k].vertex], 0, 3 * sizeof(double));
    }
    if (r->work.damped) {
        sut_band_solve(&r->work.band, change);
        return;
    }
    for (int i = 0; i < r->body.n; i++) {
        change[3 * i] *= s->weight[i];
        change[3 * i + 1] *= s->weight[i];
        change[3 * i + 2] *= s->weight[i];
    }
}

static void displace(sut_rod *r, const sut_springs_scratch *s, bool limited) {
    double *change = r->body.correction;
    accelerate(r, s, limited, change);
    for (int i = 0; i < r->body.n; i++) {
        r->body.move.x[i] = r->work.dt * (s->base[i].x + change[3 * i]);
        r->body.move.y[i] = r->work.dt * (s->base[i].y + change[3 * i + 1]);
        r->body.move.z[i] = r->work.dt * (s->base[i].z + change[3 * i + 2]);
    }
    for (int k = 0; k < r->chain.pin_count; k++) {
        const sut_pin *pin = &r->chain.pins[k];
        sut_soa3_set(&r->body.move, pin->vertex,
                     v3_sub(pin->target, r->body.position[pin->vertex]));
    }
}

void sut_springs_solve(sut_rod *r) {
    enum { ROUNDS = 12 };
    sut_rod_progress *p = &r->work.progress;
    p->linearisations++;
    if (r->work.overlong) {
        // no motion is better than one that explodes
        stand_still(r);
        p->failed = true;
        return;
    }
    sut_springs_scratch s = sut_springs_scratch_of(r);
    memset(s.extra, 0, (size_t)(r->body.n - 1) * sizeof(double));
    displace(r, &s, false);
    bool limits = sut_springs_limited(r);
    for (int k = 0; limits && k < ROUNDS && sut_springs_limit(r); k++) {
        displace(r, &s, true);
    }
    p->left = 0.0;
    p->done = true;
    p->failed = !sut_rod_is_usable(r);
}

//---- reactions -----------------------------------------------------------------------------------
static void set_speed(sut_rod *r, const sut_springs_scratch *s) {
    double rate = 1.0 / r->work.dt;
    for (int i = 0; i < r->body.n; i++) {
        sut_soa3_set(&s->speed, i, v3_scale(sut_soa3_get(&r->body.move, i), rate));
    }
}

static sut_vec3 trial_tangent(const sut_rod *r, int e) {
    sut_vec3 d = v3_sub(sut_soa3_get(&r->body.move, e + 1), sut_soa3_get(&r->body.move, e));
    return v3_normalized(v3_add(sut_soa3_get(&r->state.edge, e), d));
}

// What a hold gives: the change of momentum less all other forces.
static sut_vec3 reaction(const sut_rod *r, const sut_springs_scratch *s, int i) {
    sut_vec3 change = v3_sub(sut_soa3_get(&s->speed, i), r->state.velocity[i]);
    sut_vec3 f = v3_scale(change, r->def.mass[i] / r->work.dt);
    f = v3_sub(f, v3(r->work.start_force[3 * i], r->work.start_force[3 * i + 1],
                     r->work.start_force[3 * i + 2]));
    if (r->body.pushed) {
        f = v3_sub(f, v3(r->body.push[3 * i], r->body.push[3 * i + 1], r->body.push[3 * i + 2]));
    }
    if (r->work.damped) {
        f = v3_sub(f, sut_springs_damping(r, i, &s->speed));
    }
    if (i < r->body.n - 1) {
        f = v3_madd(f, -s->extra[i], trial_tangent(r, i));
    }
    return i > 0 ? v3_madd(f, s->extra[i - 1], trial_tangent(r, i - 1)) : f;
}

sut_vec3 sut_springs_reaction(sut_rod *r, int vertex) {
    sut_springs_scratch s = sut_springs_scratch_of(r);
    set_speed(r, &s);
    return reaction(r, &s, vertex);
}

//---- commit --------------------------------------------------------------------------------------
// Spring, damper and limit of every edge; tangents and lengths are still those of the start.
static void set_axial(sut_rod *r, const sut_springs_scratch *s) {
    sut_damper d[SUT_DAMPERS];
    for (int e = 0; e < r->body.n - 1; e++) {
        double pull =
            sut_springs_pull(r, (r->work.length[e] - r->def.rest[e]) * r->def.per_rest[e]);
        if (r->work.damped && sut_springs_edge_dampers(r, e, sut_springs_trial_edge(r, e), d) > 0) {
            sut_vec3 v = v3_sub(sut_soa3_get(&s->speed, e + 1), sut_soa3_get(&s->speed, e));
            pull += d[0].factor * v3_dot(d[0].gradient[1], v);
        }
        r->state.axial[e] = pull + s->extra[e];
    }
}

void sut_springs_commit(sut_rod *r) {
    sut_springs_scratch s = sut_springs_scratch_of(r);
    set_speed(r, &s);
    set_axial(r, &s);
    for (int k = 0; k < r->chain.pin_count; k++) {
        r->chain.pins[k].force = reaction(r, &s, r->chain.pins[k].vertex);
    }
    for (int k = 0; k < r->work.load_count; k++) {
        r->work.loads[k].force = sut_variational_load(r, &r->work.loads[k]);
    }
    double kinetic = 0.0;
    for (int i = 0; i < r->body.n; i++) {
        r->state.velocity[i] = sut_soa3_get(&s.speed, i);
        kinetic += 0.5 * r->def.mass[i] * v3_norm2(r->state.velocity[i]);
    }
    sut_rod_kinematics(r); // of the new shape
    sut_rod_commit_shape(r, kinetic);
    r->work.spent += r->work.dt;
    for (int e = 0; e < r->body.n - 1; e++) {
        r->work.tension[e] += r->work.dt * r->state.axial[e];
    }
}
