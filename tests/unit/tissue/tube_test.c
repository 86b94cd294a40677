// SPDX-License-Identifier: MIT
// The tube model against its equations: published figures, modes of the wave equation, statics,
// balances. Figures of the published table: Klimowicz and Mihajlovic 2007, table 1.
#include "tissue/tube.h"

#include "check.h"
#include "tissue_fixture.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { FINE = 128 };

static sut_tissue_def tube_def(double parameter_length) {
    sut_tissue_def d = sut_default_tissue_def();
    d.model = SUT_TISSUE_TUBE;
    d.tube = (sut_tube_def){.inner = 0.32,
                            .outer = 0.40,
                            .parameter_length = parameter_length,
                            .stiffness = 1.2,
                            .bending = 1.0,
                            .mass = 0.8,
                            .damping = 0.5};
    return d;
}

static fixture tube(int elements, sut_tissue_def d) {
    sut_mesh_error error;
    return fixture_make(sut_mesh_line(v3_zero(), v3(12.0, 0.0, 0.0), elements, &error), d);
}

static int pin(fixture *f, int node) {
    sut_support_def s = sut_default_support_def();
    s.nodes = &node;
    s.node_count = 1;
    return sut_tissue_add_support(f->tissue, &s, &f->memory);
}

static int pull(fixture *f, int node, sut_vec3 force) {
    sut_support_def s = sut_default_support_def();
    sut_support_key key = {.force = force};
    s.kind = SUT_SUPPORT_FORCE;
    s.nodes = &node;
    s.node_count = 1;
    s.keys = &key;
    s.key_count = 1;
    return sut_tissue_add_support(f->tissue, &s, &f->memory);
}

static void run(fixture *f, double h, int steps) {
    for (int k = 0; k < steps; k++) {
        CHECK(fixture_step(f, h));
    }
}

static double law_area(const fixture *f) {
    const sut_tube_def *u = &f->tissue->def.tube;
    return SUT_PI * (u->outer * u->outer - u->inner * u->inner);
}

//---- published table -----------------------------------------------------------------------------
// As published: constants per u with one u per element, so that every number of elements is another
// tube; all dofs of the first node held; turned by 45 degrees about it; 5 s.
static fixture published(int elements) {
    sut_tissue_def d = tube_def(elements);
    d.tube.clamp_all = true;
    d.tube.start = SUT_TUBE_ROTATED;
    d.tube.rotation = v3(0.0, 0.0, SUT_PI / 4.0);
    fixture f = tube(elements, d);
    CHECK_EQ_INT(pin(&f, 0), 0);
    run(&f, 0.005, 1000);
    return f;
}

TEST(the_published_table_is_met) {
    static const int elements[4] = {16, 32, 64, 96};
    static const double position[4] = {0.3487, 0.1493, 0.0498, 0.0166};
    static const double rotation[4] = {0.1418, 0.1248, 0.0693, 0.0448};
    fixture fine = published(FINE);
    for (int k = 0; k < 4; k++) {
        CASE("%d elements", elements[k]);
        fixture f = published(elements[k]);
        double place = 0.0;
        double turn = 0.0;
        for (int i = 0; i <= FINE; i++) {
            double s = (double)i * elements[k] / FINE;
            sut_vec3 x = fine.tissue->body.position[i];
            sut_vec3 r = fine.tissue->tube->rotation[i];
            place = fmax(place, v3_distance(sut_tube_place(f.tissue, s), x) / 12.0);
            turn = fmax(turn, v3_distance(sut_tube_turn(f.tissue, s), r) / (2.0 * SUT_PI));
        }
        CHECK_NEAR(place, position[k], 5e-5); // half of the last printed digit
        CHECK_NEAR(turn, rotation[k], 5e-5);
        fixture_free(&f);
    }
    fixture_free(&fine);
}

//---- waves ---------------------------------------------------------------------------------------
static double mode_tip(int elements, double parameter_length, int mode, bool all, double damping) {
    sut_tissue_def d = tube_def(parameter_length);
    d.tube.start = SUT_TUBE_MODE;
    d.tube.mode = mode;
    d.tube.amplitude = v3(0.0, 3.0, 0.0);
    d.tube.clamp_all = all;
    d.tube.damping = damping;
    fixture f = tube(elements, d);
    CHECK_EQ_INT(pin(&f, 0), 0);
    run(&f, 0.005, 1000);
    double y = f.tissue->body.position[elements].y;
    fixture_free(&f);
    return y;
}

// Newmark's method has the frequency 2/h atan(w h/2) in place of w, exactly, and the same damping
// as a continuous one only nearly: with it the figures are those of an independent program.
TEST(a_mode_swings_with_the_frequency_of_the_wave_equation) {
    double area = SUT_PI * (0.16 - 0.1024);
    double speed = sqrt(1.2 / (0.8 * area));
    for (int mode = 1; mode <= 3; mode++) {
        CASE("mode %d", mode);
        double w = (2.0 * mode - 1.0) * SUT_PI * speed / 24.0;
        double h = 0.005;
        double swung = cos(1000.0 * 2.0 * atan(0.5 * w * h));
        double end = (mode % 2 == 0 ? -3.0 : 3.0) * swung;
        CHECK_NEAR(mode_tip(16, 12.0, mode, false, 0.0), end, 3e-6); // quintic elements
        CHECK_NEAR(mode_tip(64, 12.0, mode, false, 0.0), end, 1e-9); // rounding of 1000 steps
    }
    CHECK_NEAR(mode_tip(16, 12.0, 1, false, 0.5), 1.12176271, 1e-8);
    CHECK_NEAR(mode_tip(64, 12.0, 1, false, 0.5), 1.12176271, 1e-8);
    CHECK_NEAR(mode_tip(16, 1.0, 1, false, 0.5), -0.55411625, 1e-8);
}

// A clamped slope is one condition too many for an equation of second order: first order in 1/N.
TEST(clamping_derivatives_costs_the_order) {
    double exact = mode_tip(64, 12.0, 1, false, 0.5);
    double coarse = fabs(mode_tip(16, 12.0, 1, true, 0.5) - exact);
    double fine = fabs(mode_tip(64, 12.0, 1, true, 0.5) - exact);
    CHECK(coarse > 1e-3);
    CHECK_NEAR(coarse / fine, 4.0, 0.5);
}

//---- statics -------------------------------------------------------------------------------------
TEST(loads_bend_it_like_a_string) {
    sut_tissue_def d = tube_def(3.0);
    d.tube.damping = 20.0;
    fixture f = tube(8, d);
    pin(&f, 0);
    f.gravity = v3(0.0, 0.0, -9.81);
    pull(&f, 8, v3(0.1, 0.2, 0.0));
    sut_tube_set_torque(f.tissue, 8, v3(0.1, 0.0, 0.3));
    run(&f, 0.05, 40000);
    sut_vec3 tip = f.tissue->body.position[8];
    double sag = 0.8 * law_area(&f) * 9.81 * 9.0 / (2.0 * 1.2);
    CHECK_NEAR(tip.x - 12.0, 0.1 * 3.0 / 1.2, 1e-9); // F L / k, to rounding
    CHECK_NEAR(tip.y, 0.2 * 3.0 / 1.2, 1e-9);
    CHECK_NEAR(tip.z, -sag, 1e-9);
    CHECK_NEAR(f.tissue->body.position[4].z, -0.75 * sag, 1e-9);
    sut_vec3 turn = f.tissue->tube->rotation[8];
    CHECK_NEAR(turn.x, 0.1 * 3.0, 1e-9); // M L / l
    CHECK_NEAR(turn.z, 0.3 * 3.0, 1e-9);
    sut_support_view held = fixture_view(&f, 0);
    CHECK_NEAR(held.force.y, -0.2, 1e-9);
    CHECK_NEAR(held.force.z, 0.8 * law_area(&f) * 3.0 * 9.81, 1e-9);
    fixture_free(&f);
}

TEST(a_driven_node_leads_the_rest) {
    sut_tissue_def d = tube_def(1.0);
    d.tube.damping = 5.0;
    fixture f = tube(10, d);
    sut_support_def s = sut_default_support_def();
    sut_support_key keys[2] = {{.t = 0.0},
                               {.t = 1.0, .offset = {1.0, 2.0, 3.0}, .rotation = {0.2, 0.0, 0.4}}};
    int node = 3;
    s.nodes = &node;
    s.node_count = 1;
    s.keys = keys;
    s.key_count = 2;
    s.center = f.tissue->initial[node];
    CHECK_EQ_INT(sut_tissue_add_support(f.tissue, &s, &f.memory), 0);
    for (int k = 1; k <= 50; k++) {
        CHECK(fixture_step(&f, 0.02));
        // pins are exact
        double t = fmin(k * 0.02, 1.0);
        CHECK_NEAR(f.tissue->body.position[3].y, 2.0 * t, 1e-12);
        CHECK_NEAR(f.tissue->tube->rotation[3].z, 0.4 * t, 1e-12);
    }
    run(&f, 0.002, 10000); // the method hardly damps what swings faster than steps
    for (int i = 0; i <= 10; i++) {
        sut_vec3 place = v3_add(f.tissue->initial[i], v3(1.0, 2.0, 3.0));
        CHECK_LE(v3_distance(f.tissue->body.position[i], place), 1e-7); // it has come to rest
        CHECK_LE(v3_distance(f.tissue->tube->rotation[i], v3(0.2, 0.0, 0.4)), 1e-7);
    }
    fixture_free(&f);
}

//---- balances ------------------------------------------------------------------------------------
static double energy(const fixture *f) {
    sut_tissue_energy e;
    sut_tissue_energy_of(f->tissue, f->gravity, &e);
    return e.kinetic + e.elastic + e.gravity;
}

TEST(energy_is_kept_without_damping) {
    sut_tissue_def d = tube_def(12.0);
    d.tube.damping = 0.0;
    d.tube.start = SUT_TUBE_MODE;
    d.tube.mode = 2;
    d.tube.amplitude = v3(0.0, 1.0, 0.5);
    fixture f = tube(20, d);
    pin(&f, 0);
    f.gravity = v3(0.0, 0.0, -9.81);
    CHECK(fixture_step(&f, 0.01));
    double first = energy(&f);
    sut_tissue_energy e;
    sut_tissue_energy_of(f.tissue, f.gravity, &e);
    for (int k = 0; k < 500; k++) {
        CHECK(fixture_step(&f, 0.01));
        CHECK_LE(fabs(energy(&f) - first),
                 1e-11 * (e.kinetic + e.elastic)); // rounding of 500 steps
    }
    fixture_free(&f);
}

TEST(a_free_tube_falls) {
    sut_tissue_def d = tube_def(12.0);
    d.tube.damping = 0.0;
    d.velocity = v3(0.0, 1.0, 0.0);
    fixture f = tube(10, d);
    f.gravity = v3(0.0, 0.0, -9.81);
    run(&f, 0.01, 100);
    for (int i = 0; i <= 10; i++) {
        CHECK_NEAR(f.tissue->body.position[i].z, -0.5 * 9.81, 1e-10); // exact for parabolas
        CHECK_NEAR(f.tissue->body.position[i].y, 1.0, 1e-10);
    }
    fixture_free(&f);
}

TEST(forces_on_a_tube_are_in_balance_with_its_momentum) {
    sut_tissue_def d = tube_def(2.0);
    d.tube.start = SUT_TUBE_ROTATED;
    d.tube.rotation = v3(0.0, 0.3, 0.2);
    fixture f = tube(12, d);
    sut_support_def s = sut_default_support_def();
    sut_support_key keys[3] = {{.t = 0.0}, {.t = 0.3, .offset = {0.5, 0.0, 0.0}}, {.t = 0.6}};
    int node = 0;
    s.nodes = &node;
    s.node_count = 1;
    s.keys = keys;
    s.key_count = 3;
    CHECK_EQ_INT(sut_tissue_add_support(f.tissue, &s, &f.memory), 0);
    pull(&f, 7, v3(0.1, 0.2, 0.3));
    f.gravity = v3(0.0, 0.0, -9.81);
    for (int k = 0; k < 100; k++) {
        sut_vec3 before = sut_tube_momentum(f.tissue);
        CHECK(fixture_step(&f, 0.01));
        sut_tissue_figures g;
        sut_tissue_figures_of(f.tissue, &g);
        sut_vec3 change = v3_scale(v3_sub(g.momentum, before), 100.0);
        sut_vec3 outer = v3_add(g.support_force, g.external_force);
        CHECK_LE(v3_distance(change, outer), 1e-11); // N of 10, rounding
    }
    fixture_free(&f);
}

//---- state and input -----------------------------------------------------------------------------
TEST(a_restored_tube_goes_on_bit_for_bit) {
    sut_tissue_def d = tube_def(2.0);
    d.tube.start = SUT_TUBE_MODE;
    d.tube.mode = 1;
    d.tube.amplitude = v3(0.0, 1.0, 0.0);
    fixture a = tube(12, d);
    fixture b = tube(12, d);
    pin(&a, 0);
    pin(&b, 0);
    run(&a, 0.01, 20);
    size_t size = sut_tissue_state_size(a.tissue);
    void *state = malloc(size);
    sut_tissue_state_write(a.tissue, state);
    CHECK(sut_tissue_state_read(b.tissue, state, size));
    CHECK(!sut_tissue_state_read(b.tissue, state, size - 1));
    b.time = a.time;
    run(&a, 0.01, 20);
    run(&b, 0.01, 20);
    CHECK_EQ_INT(memcmp(a.tissue->body.position, b.tissue->body.position, 13 * sizeof(sut_vec3)),
                 0);
    free(state);
    fixture_free(&a);
    fixture_free(&b);
}

TEST(bad_tubes_are_refused) {
    sut_vec3 node[3] = {{0.0, 0.0, 0.0}, {1.0, 0.0, 0.0}, {2.0, 0.0, 0.0}};
    char text[256];
    sut_tissue_def d = tube_def(2.0);
    d.nodes = node;
    d.node_count = 3;
    CHECK(sut_tissue_check_def(&d, text, sizeof text) == NULL);
    d.tube.mass = 0.0;
    CHECK_STR(sut_tissue_check_def(&d, text, sizeof text),
              "tube.mass is 0; it must be above 0 and at most 1e12");
    d.tube.mass = 1.0;
    d.tube.outer = 0.1;
    CHECK_STR(sut_tissue_check_def(&d, text, sizeof text),
              "tube.outer is 0.1; it must be above tube.inner (0.32)");
    d.tube.outer = 0.4;
    node[1].y = 0.1;
    CHECK_STR(sut_tissue_check_def(&d, text, sizeof text),
              "nodes 1 is not in an even row from the first to the last");
    node[1].y = (double)NAN;
    CHECK_STR(sut_tissue_check_def(&d, text, sizeof text), "nodes 1 is not finite");
}

TEST(a_tube_takes_no_springs) {
    fixture f = tube(4, tube_def(2.0));
    char text[256];
    sut_support_def s = sut_default_support_def();
    int node = 0;
    s.kind = SUT_SUPPORT_SPRING;
    s.stiffness = 1.0;
    s.nodes = &node;
    s.node_count = 1;
    CHECK_STR(sut_tissue_check_support(f.tissue, &s, text, sizeof text),
              "kind is a spring; a tube takes pins and forces");
    fixture_free(&f);
}

// Memory is taken at creation and is a number of bytes per node.
TEST(memory_of_a_tube_is_linear_in_its_elements) {
    size_t taken[3];
    static const int elements[3] = {100, 1000, 10000};
    for (int k = 0; k < 3; k++) {
        fixture f = tube(elements[k], tube_def(12.0));
        taken[k] = f.memory.taken;
        fixture_free(&f);
        CHECK_EQ_INT(f.memory.taken, 0);
    }
    double per = (double)(taken[2] - taken[1]) / 9000.0;
    CHECK_NEAR((double)(taken[1] - taken[0]) / 900.0 / per, 1.0, 0.02); // rounding up to lines
    CHECK_LE(per, 8000.0);
}

TEST(a_tube_of_one_element_works) {
    fixture f = tube(1, tube_def(1.0));
    pin(&f, 0);
    f.gravity = v3(0.0, 0.0, -9.81);
    run(&f, 0.05, 1000);
    CHECK(fixture_is_finite(&f));
    CHECK_NEAR(f.tissue->body.position[1].z, -0.8 * law_area(&f) * 9.81 / 2.4, 1e-3);
    fixture_free(&f);
}
