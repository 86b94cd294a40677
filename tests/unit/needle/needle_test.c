// SPDX-License-Identifier: MIT
// Needles: mass and shape of the arc, free motion, answers to forces, the condensed matrix.
#include "needle/needle.h"

#include "math/scalar.h"

#include "check.h"

#include <float.h>
#include <math.h>
#include <string.h>

static const sut_needle_form half_circle = {
    .length = 0.02, .arc = 0.5, .diameter = 5e-4, .density = 7900.0, .hard = 1e5};

static sut_needle *make(const sut_needle_form *form, sut_memory *m) {
    sut_memory_init(m, NULL);
    sut_pose pose = {v3(0.01, -0.02, 0.03), q_exp(v3(0.3, -0.7, 1.1))};
    return sut_needle_make(form, &pose, m);
}

static void step(sut_needle *n, double h, sut_vec3 gravity) {
    const sut_substep part = {.h = h, .gravity = gravity};
    const sut_round round = {.tolerance = 1e-10, .max_linearisations = 30, .found = true};
    sut_body *b = &n->body;
    b->kind->predict(b, &part);
    sut_judgement j = {false, false};
    for (int i = 0; i < 30 && !j.done && !j.failed; i++) {
        (void)b->kind->linearise(b);
        b->kind->apply(b, b->kind->step_limit(b));
        j = b->kind->judge(b, &round);
    }
    CHECK(j.done);
    b->kind->commit(b);
}

static sut_vec3 in_body(const sut_needle *n, sut_vec3 v) {
    return v3(n->moment[0] * v.x + n->moment[1] * v.y + n->moment[2] * v.z,
              n->moment[3] * v.x + n->moment[4] * v.y + n->moment[5] * v.z,
              n->moment[6] * v.x + n->moment[7] * v.y + n->moment[8] * v.z);
}

TEST(mass_and_inertia_are_those_of_the_arc) {
    const double arcs[] = {0.0, 0.25, 0.375, 0.5, 0.625, 0.75};
    for (size_t a = 0; a < sizeof arcs / sizeof arcs[0]; a++) {
        CASE("arc %g", arcs[a]);
        sut_memory m;
        sut_needle_form form = half_circle;
        form.arc = arcs[a];
        sut_needle *n = make(&form, &m);
        REQUIRE(n != NULL);
        // sums over slices of the arc, discs of no thickness
        enum { SLICES = 4000 };
        sut_vec3 centre = v3_zero();
        for (int i = 0; i < SLICES; i++) {
            double s = form.length * (i + 0.5) / SLICES;
            centre = v3_madd(centre, 1.0 / SLICES, sut_needle_place(n, s));
        }
        double thick = form.diameter * form.diameter / 16.0;
        double xx = 0.0;
        double xy = 0.0;
        double zz = 0.0;
        for (int i = 0; i < SLICES; i++) {
            double s = form.length * (i + 0.5) / SLICES;
            sut_vec3 r = v3_sub(sut_needle_place(n, s), centre);
            sut_vec3 t = sut_needle_tangent(n, s);
            xx += (r.y * r.y + thick * (1.0 + t.x * t.x)) / SLICES;
            xy += (-r.x * r.y + thick * t.x * t.y) / SLICES;
            zz += (r.x * r.x + r.y * r.y + thick) / SLICES;
        }
        double mass = form.density * SUT_PI * 0.25 * form.diameter * form.diameter * form.length;
        CHECK_NEAR(n->mass / mass, 1.0, 1e-14); // rounding
        // the sums are wrong by (1/4000)^2, of a length of 20 mm
        CHECK_NEAR(v3_distance(centre, n->centre), 0.0, 1e-9);
        double scale = mass * zz;
        CHECK_NEAR(n->moment[0] / scale, mass * xx / scale, 1e-6);
        CHECK_NEAR(n->moment[1] / scale, mass * xy / scale, 1e-6);
        CHECK_NEAR(n->moment[8] / scale, 1.0, 1e-6);
        sut_needle_free(n, &m);
    }
}

TEST(the_chain_runs_from_tip_to_end) {
    sut_memory m;
    sut_needle *n = make(&half_circle, &m);
    REQUIRE(n != NULL);
    sut_pose pose = sut_needle_pose(n);
    double radius = half_circle.length / SUT_PI;
    // rounding of positions of 30 mm
    CHECK_NEAR(v3_distance(n->body.position[0], pose.position), 0.0, 1e-16);
    sut_vec3 end = pose_to_world(pose, v3(0.0, 2.0 * radius, 0.0));
    CHECK_NEAR(v3_distance(n->body.position[n->chain - 1], end), 0.0, 1e-16);
    double sagitta = 0.0;
    for (int i = 0; i + 1 < n->chain; i++) {
        sut_vec3 mid = v3_lerp(n->body.position[i], n->body.position[i + 1], 0.5);
        sut_vec3 c = pose_to_world(pose, v3(0.0, radius, 0.0));
        sagitta = fmax(sagitta, radius - v3_distance(mid, c));
    }
    CHECK_LE(sagitta, half_circle.diameter / 50.0);
    sut_needle_free(n, &m);
}

TEST(carriers_carry_every_vertex) {
    sut_memory m;
    sut_needle *n = make(&half_circle, &m);
    REQUIRE(n != NULL);
    for (int i = 0; i < n->body.n; i++) {
        sut_vec3 x = v3_zero();
        double sum = 0.0;
        for (int k = 0; k < SUT_NEEDLE_CARRIERS; k++) {
            x = v3_madd(x, n->carried[i][k], n->body.position[n->chain + 1 + k]);
            sum += n->carried[i][k];
        }
        CHECK_NEAR(sum, 1.0, 1e-15);                                 // rounding
        CHECK_NEAR(v3_distance(x, n->body.position[i]), 0.0, 1e-16); // of 30 mm
    }
    sut_needle_free(n, &m);
}

TEST(free_needle_falls_as_implicit_euler_says) {
    sut_memory m;
    sut_needle *n = make(&half_circle, &m);
    REQUIRE(n != NULL);
    sut_vec3 start = n->state.place;
    for (int i = 0; i < 100; i++) {
        step(n, 1e-3, v3(0.0, 0.0, -9.81));
    }
    // h^2 g k (k + 1) / 2; rounding of 100 sums of 50 mm
    double fallen = 1e-6 * 9.81 * 0.5 * 100.0 * 101.0;
    CHECK_NEAR(start.z - n->state.place.z, fallen, 1e-14);
    CHECK_NEAR(n->state.velocity.z, -0.981, 1e-14);
    sut_needle_free(n, &m);
}

TEST(tumbling_needle_keeps_momentum_and_energy) {
    sut_memory m;
    sut_needle *n = make(&half_circle, &m);
    REQUIRE(n != NULL);
    // about no principal axis
    n->state.momentum = q_rotate(n->state.turn, in_body(n, v3(20.0, 15.0, 8.0)));
    n->state.velocity = v3(0.1, 0.0, -0.05);
    sut_vec3 momentum = n->state.momentum;
    double energy = sut_needle_kinetic(n);
    double worst = 0.0;
    for (int i = 0; i < 5000; i++) {
        step(n, 1e-3, v3_zero());
        worst = fmax(worst, fabs(sut_needle_kinetic(n) / energy - 1.0));
    }
    CHECK_NEAR(v3_distance(n->state.momentum, momentum), 0.0, 0.0); // nothing acts: the same bits
    // the middle rule is wrong by (spin h)^2 = (0.026)^2 = 7e-4 at any time, and does not drift
    CHECK_LE(worst, 1e-3);
    // and still rigid
    double chord = v3_distance(n->body.position[0], n->body.position[n->chain - 1]);
    CHECK_NEAR(chord * SUT_PI / (2.0 * half_circle.length), 1.0, 1e-13); // rounding of positions
    sut_needle_free(n, &m);
}

TEST(spin_about_the_normal_is_exact) {
    sut_memory m;
    sut_needle *n = make(&half_circle, &m);
    REQUIRE(n != NULL);
    sut_vec3 z = q_rotate(n->state.turn, v3(0.0, 0.0, 1.0));
    sut_quat start = n->state.turn;
    n->state.momentum = v3_scale(z, n->moment[8] * 30.0); // rad/s
    for (int i = 0; i < 100; i++) {
        step(n, 1e-3, v3_zero());
    }
    // 3 rad; rounding of 100 products
    sut_vec3 turn = q_way(start, n->state.turn);
    CHECK_NEAR(v3_distance(turn, v3_scale(z, 3.0)), 0.0, 1e-12);
    sut_needle_free(n, &m);
}

TEST(a_pull_on_the_end_swings_it_round) {
    sut_memory m;
    sut_needle *n = make(&half_circle, &m);
    REQUIRE(n != NULL);
    // a load that is far above the inertia of a step: without the stiffness of its arm no solution
    sut_body *b = &n->body;
    b->touched = true;
    double *push = &b->push[3 * (n->chain - 1)];
    push[0] = 1.0;
    push[1] = 0.5;
    sut_vec3 force = v3(1.0, 0.5, 0.0);
    step(n, 1e-3, v3_zero());
    CHECK_NEAR(v3_distance(v3_scale(n->state.velocity, n->mass), v3_scale(force, 1e-3)), 0.0,
               1e-17); // N s, rounding of 1e-3
    // momentum gained is that of the force where the step ended
    sut_vec3 arm = v3_sub(n->body.position[n->chain - 1], n->state.place);
    CHECK_NEAR(v3_distance(n->state.momentum, v3_scale(v3_cross(arm, force), 1e-3)), 0.0, 1e-17);
    sut_needle_free(n, &m);
}

// The answer to unit loads on the carriers by the condensed matrix is that of the rigid body.
TEST(condensed_matrix_is_that_of_the_rigid_body) {
    enum { N = 3 * SUT_NEEDLE_CARRIERS };
    sut_memory m;
    sut_needle *n = make(&half_circle, &m);
    REQUIRE(n != NULL);
    sut_body *b = &n->body;
    const sut_substep part = {.h = 1e-3};
    b->kind->predict(b, &part);
    (void)b->kind->linearise(b);
    double block[SUT_NEEDLE_CARRIERS * SUT_NEEDLE_CARRIERS][3 * SUT_SPARSE_ROW];
    double *at[SUT_NEEDLE_CARRIERS * SUT_NEEDLE_CARRIERS];
    memset(block, 0, sizeof block);
    for (int i = 0; i < SUT_NEEDLE_CARRIERS * SUT_NEEDLE_CARRIERS; i++) {
        at[i] = block[i];
    }
    CHECK(b->kind->condense(b, NULL, at));
    for (int load = 0; load < N; load++) {
        // response of the body to a load on a carrier, then the matrix times it
        memset(b->answer, 0, 3 * (size_t)b->n * sizeof(double));
        n->change = (sut_needle_pair){v3_zero(), v3_zero()};
        b->answer[3 * (n->chain + 1) + load] = 1.0;
        b->kind->respond(b);
        const double *x = &b->correction[3 * (n->chain + 1)];
        // forces by the matrix have the same sum and torque as the load
        sut_vec3 sum = v3_zero();
        sut_vec3 torque = v3_zero();
        for (int i = 0; i < SUT_NEEDLE_CARRIERS; i++) {
            double f[3] = {0.0, 0.0, 0.0};
            for (int k = 0; k < N; k++) {
                const double *entry = at[SUT_NEEDLE_CARRIERS * i + k / 3];
                for (int a = 0; a < 3; a++) {
                    f[a] += entry[SUT_SPARSE_ROW * a + k % 3] * x[k];
                }
            }
            sut_vec3 r = v3_sub(b->position[n->chain + 1 + i], n->state.place);
            sum = v3_add(sum, v3(f[0], f[1], f[2]));
            torque = v3_add(torque, v3_cross(r, v3(f[0], f[1], f[2])));
        }
        sut_vec3 unit = v3(load % 3 == 0, load % 3 == 1, load % 3 == 2);
        sut_vec3 r = v3_sub(b->position[n->chain + 1 + load / 3], n->state.place);
        // forces that cancel: the price times the displacements, rounded in each of N products
        double most = 0.0;
        for (int k = 0; k < N; k++) {
            most = fmax(most, fabs(x[k]));
        }
        double rounding = N * DBL_EPSILON * n->price * most;
        CHECK_NEAR(v3_distance(sum, unit), 0.0, rounding);
        CHECK_NEAR(v3_distance(torque, v3_cross(r, unit)), 0.0, sqrt(3.0) * n->arm * rounding);
    }
    sut_needle_free(n, &m);
}

TEST(a_saved_state_comes_back) {
    sut_memory m;
    sut_needle *n = make(&half_circle, &m);
    REQUIRE(n != NULL);
    n->state.momentum = v3(1e-8, 0.0, 2e-8);
    sut_needle_state before = n->state;
    sut_vec3 tip = n->body.position[0];
    n->body.kind->save(&n->body);
    step(n, 1e-3, v3(0.0, 0.0, -9.81));
    CHECK(v3_distance(tip, n->body.position[0]) > 0.0);
    n->body.kind->restore(&n->body);
    CHECK(memcmp(&before, &n->state, sizeof before) == 0);
    CHECK_NEAR(v3_distance(tip, n->body.position[0]), 0.0, 0.0); // the same sums
    sut_needle_free(n, &m);
}
