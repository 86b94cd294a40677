// SPDX-License-Identifier: MIT
// What may happen to a tissue without an end to the simulation: sudden loads, long steps, inverted
// elements, loads far beyond reason.
#include "check.h"
#include "tissue_fixture.h"

#include <math.h>

static double farthest(const fixture *f) {
    double most = 0.0;
    for (int i = 0; i < f->tissue->n; i++) {
        double d = v3_distance(f->tissue->body.position[i], f->tissue->initial[i]);
        most = d > most ? d : most;
    }
    return most;
}

static int load_node(fixture *f, int node, sut_vec3 force) {
    sut_support_def s = sut_default_support_def();
    sut_support_key key = {.force = force};
    s.kind = SUT_SUPPORT_FORCE;
    s.nodes = &node;
    s.node_count = 1;
    s.keys = &key;
    s.key_count = 1;
    return sut_tissue_add_support(f->tissue, &s, &f->memory);
}

static fixture vessel(double damping) {
    sut_tissue_def d = fixture_def(SUT_TISSUE_SHELL);
    d.young = 5e5;
    d.density = 1060.0;
    d.damping_strain = damping;
    fixture f = fixture_vessel(1e-3, 6e-3, 16, 16, d);
    fixture_hold(&f, "start", SUT_AXIS_ALL);
    return f;
}

TEST(a_vessel_survives_a_sudden_newton) {
    static const double force[4] = {0.01, 0.03, 0.1, 1.0};
    for (int k = 0; k < 4; k++) {
        for (int radial = 0; radial < 2; radial++) {
            CASE("%g N, radial %d", force[k], radial);
            fixture f = vessel(2e-3);
            int node = radial ? 8 * 16 : 16 * 16; // in the middle, or at the free end
            load_node(&f, node, radial ? v3(0.0, -force[k], 0.0) : v3(force[k], 0.0, 0.0));
            int parts = fixture_run(&f, 1e-3, 300);
            CHECK(parts >= 0 && parts <= 3); // of 300; others are solved as they are
            CHECK(fixture_is_finite(&f));
            CHECK(farthest(&f) < 0.2); // E h = 100 N/m: even a thread of it is 5 cm long at 1 N
            fixture_free(&f);
        }
    }
}

TEST(a_pad_survives_five_sudden_newtons) {
    static const double step[2] = {1e-3, 5e-2};
    for (int s = 0; s < 2; s++) {
        for (int k = 0; k < 2; k++) {
            CASE("dt %g, sideways %d", step[s], k);
            sut_tissue_def d = fixture_def(SUT_TISSUE_SOLID);
            d.damping_strain = 2e-3;
            fixture f = fixture_pad(0.04, 0.03, 0.006, 20, 10, 2, d);
            fixture_hold(&f, "z-", SUT_AXIS_ALL);
            int top = 10 + 21 * (5 + 11 * 2);
            load_node(&f, top, k ? v3(5.0, 0.0, 0.0) : v3(0.0, 0.0, -5.0));
            int parts = fixture_run(&f, step[s], 100);
            CHECK(parts >= 0 && parts <= 3);
            CHECK(fixture_is_finite(&f));
            CHECK(farthest(&f) < 0.1); // the load is 14 times E x the area of an element
            fixture_free(&f);
        }
    }
}

TEST(steps_of_50_ms_come_to_the_same_rest) {
    sut_vec3 end[3];
    static const double step[3] = {1e-3, 1e-2, 5e-2};
    for (int s = 0; s < 3; s++) {
        CASE("dt %g", step[s]);
        fixture f = vessel(2e-3);
        f.gravity = v3(0.0, 0.0, -9.81);
        fixture_load(&f, "end", v3(0.0, 2e-4, 0.0));
        CHECK_EQ_INT(fixture_run(&f, step[s], (int)(2.0 / step[s])), 0);
        end[s] = fixture_mean(&f, "end");
        fixture_free(&f);
    }
    // of 5 mm; what is left of the slowest swing after 2 s
    CHECK_LE(v3_distance(end[0], end[2]), 1e-8);
    CHECK_LE(v3_distance(end[1], end[2]), 1e-8);
}

// A node pushed through the opposite face comes back when it is let go.
TEST(an_inverted_element_recovers) {
    sut_tissue_def d = fixture_def(SUT_TISSUE_SOLID);
    d.damping_strain = 2e-3;
    fixture f = fixture_pad(0.004, 0.004, 0.004, 3, 3, 3, d);
    fixture_hold(&f, "z-", SUT_AXIS_ALL);
    // a node inside is moved by two cells
    f.tissue->body.position[1 + 4 * (1 + 4 * 1)].z += 0.0027;
    sut_tissue_start(f.tissue);
    CHECK_EQ_INT(fixture_run(&f, 1e-3, 400), 0);
    CHECK_LE(farthest(&f), 1e-6); // m; its own size is 4 mm
    fixture_free(&f);
}

TEST(a_crumpled_tissue_recovers) {
    for (int model = 0; model < 2; model++) {
        CASE("model %d", model);
        sut_tissue_def d = fixture_def(model == 0 ? SUT_TISSUE_SOLID : SUT_TISSUE_SHELL);
        d.damping_strain = 2e-3;
        d.damping_linear = 5.0;
        fixture f = model == 0 ? fixture_pad(0.004, 0.004, 0.004, 3, 3, 3, d)
                               : fixture_sheet(0.004, 0.004, 4, 4, d);
        fixture_hold(&f, model == 0 ? "z-" : "boundary", SUT_AXIS_ALL);
        fixture_shake(&f, 2e-3, 3u); // nodes anywhere within two cells
        int parts = fixture_run(&f, 1e-3, 300);
        CHECK_LE(parts, 3);
        CHECK(fixture_is_finite(&f));
        fixture_free(&f);
    }
}

// All nodes in one point, all on one line: no direction is defined, nothing may be NaN.
TEST(a_collapsed_tissue_has_finite_forces) {
    for (int model = 0; model < 3; model++) {
        for (int k = 0; k < 3; k++) {
            CASE("model %d, collapsed to %d dimensions", model, k);
            sut_tissue_def d = fixture_def((sut_tissue_model)model);
            fixture f = model == 0 ? fixture_pad(0.004, 0.004, 0.004, 2, 2, 2, d)
                                   : fixture_sheet(0.004, 0.004, 3, 3, d);
            for (int i = 0; i < f.tissue->n; i++) {
                sut_vec3 *x = &f.tissue->body.position[i];
                *x = v3(k > 0 ? x->x : 0.0, k > 1 ? x->y : 0.0, 0.0);
            }
            sut_tissue_start(f.tissue);
            CHECK(fixture_run(&f, 1e-3, 20) >= 0);
            CHECK(fixture_is_finite(&f));
            fixture_free(&f);
        }
    }
}

TEST(no_spring_of_a_membrane_is_longer_than_its_limit) {
    sut_tissue_def d = fixture_def(SUT_TISSUE_MEMBRANE);
    d.rest[0] = 1.0;
    d.membrane.stiffness = 1.0; // so soft that its weight would stretch it to several lengths
    d.membrane.limit = 1.1;
    d.membrane.node_mass = 1e-4;
    fixture f = fixture_sheet(0.02, 0.02, 10, 10, d);
    f.gravity = v3(0.0, 0.0, -9.81);
    fixture_hold(&f, "x-", SUT_AXIS_ALL);
    for (int k = 0; k < 500; k++) {
        CHECK(fixture_step(&f, 1e-3));
        double most = 0.0;
        for (int e = 0; e < f.tissue->edge.count; e++) {
            sut_vec3 a = f.tissue->body.position[f.tissue->edge.node[0][e]];
            sut_vec3 b = f.tissue->body.position[f.tissue->edge.node[1][e]];
            double ratio = v3_distance(a, b) / f.tissue->edge.rest[e];
            most = ratio > most ? ratio : most;
        }
        CHECK_LE(most, 1.1 * 1.01); // 1 % is allowed
    }
    CHECK(fixture_mean(&f, "x+").z < -0.015); // it hangs
    fixture_free(&f);
}

// What a contact presses onto a pin goes into the pin: nothing else may be solved less well for it.
TEST(a_push_on_a_pin_changes_nothing) {
    fixture a = vessel(1e-3);
    fixture b = vessel(1e-3);
    load_node(&a, 16 * 16, v3(0.01, 0.0, 0.0));
    load_node(&b, 16 * 16, v3(0.01, 0.0, 0.0));
    const int pin = 3; // a node of "start"
    b.tissue->body.push[3 * pin] = 1e3;
    for (int k = 0; k < 40; k++) {
        CHECK(fixture_step(&a, 1e-3) && fixture_step(&b, 1e-3));
    }
    for (int i = 0; i < a.tissue->n; i++) {
        // the same numbers: the push stands in no equation that is solved
        CHECK(v3_distance(a.tissue->body.position[i], b.tissue->body.position[i]) == 0.0);
    }
    fixture_free(&a);
    fixture_free(&b);
}
