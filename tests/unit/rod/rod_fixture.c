// SPDX-License-Identifier: MIT
#include "rod_fixture.h"

#include "math/vec3.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

//---- random numbers ------------------------------------------------------------------------------
double test_next(test_random *r) {
    // a linear congruential generator; its upper 53 bits are random enough for shapes
    r->state = r->state * 6364136223846793005u + 1442695040888963407u;
    return (double)(r->state >> 11) * 0x1p-52 - 1.0;
}

sut_vec3 test_next3(test_random *r, double size) {
    double x = size * test_next(r);
    double y = size * test_next(r);
    double z = size * test_next(r);
    return v3(x, y, z);
}

//---- a random rod --------------------------------------------------------------------------------
static const double edge_length = 1e-3; // m

static sut_thread_def wished_def(const rod_wish *wish) {
    sut_thread_def d = sut_default_thread_def();
    d.vertex_count = wish->n;
    // stretch, bend and twist of the same order in this shape, so that none hides another
    d.EA = 1.0;
    d.EI = 1e-7;
    d.GJ = 0.8e-7;
    d.mass_per_length = 1e-3;
    d.radius = 2e-4;
    if (wish->curved) {
        d.natural_curvature[0] = 150.0;
        d.natural_curvature[1] = 80.0;
    }
    d.natural_twist = wish->twisted ? 100.0 : 0.0;
    d.damping_bend = wish->damping_bend;
    d.damping_twist = wish->damping_twist;
    d.damping_stretch = wish->damping_stretch;
    d.damping_linear = wish->damping_linear;
    d.drag = wish->drag;
    d.implicitness = wish->implicitness > 0.0 ? wish->implicitness : 1.0;
    d.inertia = wish->low_mass ? SUT_INERTIA_LOW_MASS : SUT_INERTIA_MASS;
    d.twist = wish->spin_inertia ? SUT_TWIST_DYNAMIC : SUT_TWIST_QUASI_STATIC;
    return d;
}

// Vertices off a straight line, edges and rest lengths all different, velocities.
static bool define(rod_fixture *f, const rod_wish *wish, test_random *random) {
    size_t n = (size_t)wish->n;
    sut_vec3 *x = malloc(n * sizeof *x);
    sut_vec3 *v = malloc(n * sizeof *v);
    double *rest = malloc(n * sizeof *rest);
    f->memory = aligned_alloc(64, (sut_rod_memory(wish->n) + 63) / 64 * 64);
    bool made = x && v && rest && f->memory;
    if (made) {
        double rough = edge_length * (wish->rough > 0.0 ? wish->rough : 0.4);
        double squeeze = wish->squeeze > 0.0 ? wish->squeeze : 1.0;
        for (int i = 0; i < wish->n; i++) {
            x[i] = v3_add(v3(edge_length * i, 0.0, 0.0), test_next3(random, rough));
            v[i] = test_next3(random, 0.05);
        }
        for (int i = 0; i < wish->n - 1; i++) {
            rest[i] = v3_distance(x[i], x[i + 1]) * squeeze * (1.0 + 0.1 * test_next(random));
        }
        sut_thread_def d = wished_def(wish);
        d.positions = x;
        d.velocities = v;
        d.rest_lengths = rest;
        sut_rod_init(&f->rod, wish->n, f->memory);
        sut_rod_define(&f->rod, &d);
    }
    free(x);
    free(v);
    free(rest);
    return made;
}

// Both ends and two places inside; the second holds only the tangent also where others spin.
static void add_planes(rod_fixture *f, const rod_wish *wish, test_random *random) {
    sut_rod *r = &f->rod;
    const int at[ROD_PLANES] = {0, r->body.n / 3, 2 * r->body.n / 3, r->body.n - 1};
    r->work.planes = f->planes;
    r->work.plane_count = ROD_PLANES;
    for (int k = 0; k < ROD_PLANES; k++) {
        sut_plane *p = &f->planes[k];
        p->vertex = at[k];
        p->spin_held = wish->spans && k != 1;
        sut_vec3 tangent = sut_rod_tangent_at(r, at[k]);
        p->direction0 = v3_normalized(v3_add(tangent, test_next3(random, 0.2)));
        sut_rod_plane_begin(r, p);
        // then it turns and, beyond half a turn, spins
        p->direction = v3_normalized(v3_add(p->direction0, test_next3(random, 0.1)));
        p->spin = p->spin_held ? 3.0 * k : 0.0;
    }
}

static void add_inputs(rod_fixture *f, const rod_wish *wish, test_random *random) {
    sut_rod *r = &f->rod;
    r->chain.pins = f->pins;
    r->work.planes = f->planes;
    r->work.loads = f->loads;
    if (wish->planes || wish->spans) {
        add_planes(f, wish, random);
    }
    for (int k = 0; wish->pins && k < ROD_PINS; k++) {
        int vertex = k == 0 ? 0 : r->body.n / 2;
        sut_vec3 target = v3_add(r->body.position[vertex], test_next3(random, 0.1 * edge_length));
        f->pins[r->chain.pin_count++] = (sut_pin){vertex, target, v3_zero()};
    }
    for (int k = 0; wish->loads && k < ROD_LOADS; k++) {
        f->loads[r->work.load_count++] =
            (sut_load){.vertex = r->body.n - ROD_LOADS + k, .force = test_next3(random, 0.1)};
    }
}

bool rod_make(rod_fixture *f, const rod_wish *wish) {
    memset(f, 0, sizeof *f);
    test_random random = {wish->seed};
    f->edge = edge_length;
    if (!define(f, wish, &random)) {
        rod_free(f);
        return false;
    }
    sut_rod *r = &f->rod;
    add_inputs(f, wish, &random);
    r->work.dt = wish->dt > 0.0 ? wish->dt : 1e-3;
    r->work.gravity = v3(1.0, -2.0, -9.0);
    // a spin of the last step, so that its damping and inertia have something to start from
    for (int e = 0; r->def.curved && e < r->body.n - 1; e++) {
        r->state.spin[e] = 0.3 * test_next(&random);
        r->state.spin_rate[e] = 20.0 * test_next(&random);
    }
    sut_rod_predict(r);
    double move = edge_length * (wish->move > 0.0 ? wish->move : 0.1);
    move = wish->still ? 0.0 : move;
    for (int i = 0; i < r->body.n; i++) {
        sut_soa3_set(&r->body.move, i, test_next3(&random, move));
    }
    for (int k = 0; k < r->chain.pin_count; k++) {
        const sut_pin *p = &r->chain.pins[k];
        sut_soa3_set(&r->body.move, p->vertex, v3_sub(p->target, r->body.position[p->vertex]));
    }
    rod_refresh(r);
    return true;
}

void rod_free(rod_fixture *f) {
    free(f->memory);
    f->memory = NULL;
}

void rod_refresh(sut_rod *r) {
    sut_rod_kinematics(r);
    sut_rod_twist(r);
    sut_rod_forces(r);
}

double *rod_move_at(sut_rod *r, int i, int c) {
    double *parts[3] = {r->body.move.x, r->body.move.y, r->body.move.z};
    return &parts[c][i];
}

void rod_move_by(sut_rod *r, const double *v, double f) {
    for (int i = 0; i < 3 * r->body.n; i++) {
        *rod_move_at(r, i / 3, i % 3) += f * v[i];
    }
}

//---- the energy of the step ----------------------------------------------------------------------
static double square(double x) {
    return x * x;
}

// Inertia, weight, old forces, and losses to the surroundings, which a step sees as an energy of w.
static double vertex_energy(const sut_rod *r, int i) {
    sut_vec3 w = sut_soa3_get(&r->body.move, i);
    sut_vec3 coasted = v3_scale(r->state.velocity[i], r->work.coast);
    const double *old = &r->work.start_force[3 * i];
    double e = 0.5 * r->work.inertia[i] * v3_norm2(v3_sub(w, coasted));
    e -= r->def.mass[i] * v3_dot(r->work.gravity, w) + v3_dot(v3(old[0], old[1], old[2]), w);
    double scale = r->def.cell[i] / (r->work.dt * r->work.lambda);
    double size = v3_norm(w);
    e += scale * (0.5 * r->def.damping_linear * size * size);
    e += scale * (r->def.drag * size * size * size / (3.0 * r->work.dt));
    return e;
}

static double edge_energy(const sut_rod *r, int i) {
    double before = v3_norm(sut_soa3_get(&r->state.edge, i));
    double own = square(r->work.length[i] - r->def.rest[i]);
    double viscous = r->work.viscous_stretch * square(r->work.length[i] - before);
    return 0.5 * r->def.EA / r->def.rest[i] * (own + viscous);
}

// A joint over `cell`: curvature k as a vector and z in components, spun by `phase`.
typedef struct joint_state {
    double cell;
    sut_vec3 k, old, axis;
    double give, size;
    double z[2], phase[2];
} joint_state;

static double bend_energy(const sut_rod *r, const joint_state *j) {
    double stiff = r->def.EI / j->cell;
    double e = 0.5 * stiff * v3_norm2(j->k);
    if (r->def.curved) {
        // towards d1 is a binormal along d2, towards d2 one along minus d1
        double a = -r->def.natural_curvature[1] * j->cell;
        double b = r->def.natural_curvature[0] * j->cell;
        double x = j->z[0] - (j->phase[0] * a - j->phase[1] * b);
        double y = j->z[1] - (j->phase[1] * a + j->phase[0] * b);
        e = 0.5 * stiff * (x * x + y * y);
    }
    double any = j->give * v3_norm2(v3_sub(j->k, j->old));
    double along = (1.0 - j->give) * square(v3_dot(j->k, j->axis) - j->size);
    return e + 0.5 * stiff * r->work.viscous_bend * (any + along);
}

static double twist_energy(const sut_rod *r, double turn, double before, double cell) {
    double own = square(turn - r->def.natural_twist * cell);
    return 0.5 * r->def.GJ / cell * (own + r->work.viscous_twist * square(turn - before));
}

static const sut_plane *plane_at(const sut_rod *r, int vertex) {
    for (int k = 0; k < r->work.plane_count; k++) {
        if (r->work.planes[k].vertex == vertex) {
            return &r->work.planes[k];
        }
    }
    return NULL;
}

static double inner_energy(const sut_rod *r, int i) {
    const sut_plane *p = plane_at(r, i);
    double e = 0.0;
    if (!p) {
        joint_state j = {r->def.cell[i],
                         sut_soa3_get(&r->work.binormal, i),
                         sut_soa3_get(&r->state.bent, i),
                         sut_soa3_get(&r->work.axis, i),
                         r->work.give[i],
                         r->work.size[i],
                         {r->work.z[0][i], r->work.z[1][i]},
                         {r->work.phase[0][i], r->work.phase[1][i]}};
        e += bend_energy(r, &j);
    }
    if (r->def.curved && !(p && p->spin_held)) {
        e += twist_energy(r, r->work.spin_trial[i] - r->work.spin_trial[i - 1],
                          r->state.spin[i] - r->state.spin[i - 1], r->def.cell[i]);
    }
    return e;
}

static double side_energy(const sut_rod *r, const sut_plane *p, int side, int edge) {
    double half = 0.5 * r->def.rest[edge];
    joint_state j = {half,
                     p->binormal[side],
                     p->bent0[side],
                     p->axis[side],
                     p->give[side],
                     p->size[side],
                     {p->z[side][0], p->z[side][1]},
                     {p->phase[side][0], p->phase[side][1]}};
    double e = bend_energy(r, &j);
    if (r->def.curved && p->spin_held) {
        double sign = side == 0 ? -1.0 : 1.0;
        double turn = sign * (r->work.spin_trial[edge] - (p->spin + p->angle));
        double before = sign * (r->state.spin[edge] - (p->spin0 + p->angle0));
        e += twist_energy(r, turn, before, half);
    }
    return e;
}

static double plane_energy(const sut_rod *r, const sut_plane *p) {
    double e = 0.0;
    for (int side = 0; side < 2; side++) {
        int edge = sut_rod_plane_edge(r, p, side);
        e += edge >= 0 ? side_energy(r, p, side, edge) : 0.0;
    }
    return e;
}

// Uniform twist from one spin-holding plane to the next.
static double span_energy(const sut_rod *r) {
    double e = 0.0;
    const sut_plane *a = NULL;
    for (int k = 0; !r->def.curved && r->work.framed && k < r->work.plane_count; k++) {
        const sut_plane *b = &r->work.planes[k];
        if (!b->spin_held) {
            continue;
        }
        if (a) {
            double length = 0.0;
            for (int i = a->vertex; i < b->vertex; i++) {
                length += r->def.rest[i];
            }
            double turn = (b->spin + b->angle) - (a->spin + a->angle);
            double before = (b->spin0 + b->angle0) - (a->spin0 + a->angle0);
            e += twist_energy(r, turn, before, length);
        }
        a = b;
    }
    return e;
}

// Spin with inertia; b + drift is the spin against a frame that moves along without spinning.
static double spin_energy(const sut_rod *r) {
    double e = 0.0;
    bool spins = r->def.curved && r->def.twist == SUT_TWIST_DYNAMIC;
    double per_length = 0.5 * r->def.mass_per_length * square(r->def.radius);
    for (int i = 0; spins && i < r->body.n - 1; i++) {
        double off = r->work.spin_trial[i] + r->work.spin_drift[i] - r->state.spin[i] -
                     r->work.dt * r->state.spin_rate[i];
        e += 0.5 * per_length * r->def.rest[i] * square(off / r->work.dt);
    }
    return e;
}

double rod_internal(const sut_rod *r) {
    double e = span_energy(r) + spin_energy(r);
    for (int i = 0; i < r->body.n - 1; i++) {
        e += edge_energy(r, i);
    }
    for (int i = 1; i < r->body.n - 1; i++) {
        e += inner_energy(r, i);
    }
    for (int k = 0; k < r->work.plane_count; k++) {
        e += plane_energy(r, &r->work.planes[k]);
    }
    return e;
}

// A dead load pulls with its force; a hand with its strength towards its target, and like a spring
// within a radius of it.
static double load_energy(const sut_rod *r, const sut_load *load) {
    sut_vec3 w = sut_soa3_get(&r->body.move, load->vertex);
    double d = v3_distance(load->target, v3_add(r->body.position[load->vertex], w));
    double radius = r->def.radius;
    double reach = d > radius ? d - 0.5 * radius : 0.5 * d * d / radius;
    return load->strength * reach - v3_dot(load->force, w);
}

double rod_potential(sut_rod *r) {
    sut_rod_kinematics(r);
    sut_rod_twist(r);
    double e = rod_internal(r);
    for (int i = 0; i < r->body.n; i++) {
        e += vertex_energy(r, i);
    }
    for (int k = 0; k < r->work.load_count; k++) {
        e += load_energy(r, &r->work.loads[k]);
    }
    return e;
}
