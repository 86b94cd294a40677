// SPDX-License-Identifier: MIT
// Free motion: fall, spin, momentum, energy.
#include "check.h"
#include "tissue_fixture.h"

#include <math.h>

static sut_tissue_def def_of(int model) {
    sut_tissue_def d = fixture_def((sut_tissue_model)model);
    d.damping_strain = 2e-3;
    d.rest[0] = 1.0;
    return d;
}

static fixture build(int model, sut_tissue_def d) {
    return model == 0   ? fixture_pad(0.008, 0.006, 0.004, 4, 3, 2, d)
           : model == 1 ? fixture_vessel(0.002, 0.006, 12, 6, d)
                        : fixture_sheet(0.006, 0.006, 5, 5, d);
}

static sut_vec3 momentum(const fixture *f) {
    sut_tissue_figures g;
    sut_tissue_figures_of(f->tissue, &g);
    return g.momentum;
}

static sut_vec3 centre(const fixture *f) {
    sut_vec3 sum = v3_zero();
    for (int i = 0; i < f->tissue->n; i++) {
        double share = f->tissue->mass[i] / f->tissue->total_mass;
        sum = v3_madd(sum, share, f->tissue->body.position[i]);
    }
    return sum;
}

static sut_vec3 angular(const fixture *f) {
    sut_vec3 c = centre(f);
    sut_vec3 sum = v3_zero();
    for (int i = 0; i < f->tissue->n; i++) {
        sut_vec3 arm = v3_sub(f->tissue->body.position[i], c);
        sum = v3_madd(sum, f->tissue->mass[i], v3_cross(arm, f->tissue->velocity[i]));
    }
    return sum;
}

static double energy(const fixture *f) {
    sut_tissue_energy e;
    sut_tissue_energy_of(f->tissue, f->gravity, &e);
    return e.kinetic + e.elastic + e.gravity;
}

TEST(tissues_fall_freely) {
    for (int model = 0; model < 3; model++) {
        CASE("model %d", model);
        sut_tissue_def d = def_of(model);
        d.velocity = v3(0.1, 0.0, 0.5);
        fixture f = build(model, d);
        f.gravity = v3(0.0, 0.0, -9.81);
        double h = 1e-3;
        int steps = 100;
        sut_vec3 from = centre(&f);
        for (int k = 0; k < steps; k++) {
            CHECK(fixture_step(&f, h));
        }
        double t = steps * h;
        sut_vec3 way = v3_sub(centre(&f), from);
        // implicit Euler falls by g t (t + h) / 2; a tolerance of 1e-6 of the weight is left
        CHECK_NEAR(way.z, 0.5 * t - 0.5 * 9.81 * t * (t + h), 1e-9);
        CHECK_NEAR(way.x, 0.1 * t, 1e-12);
        CHECK_NEAR(momentum(&f).z / f.tissue->total_mass, 0.5 - 9.81 * t, 1e-9);
        fixture_free(&f);
    }
}

// Implicit Euler takes (spin x h)^2 of the angular momentum of a rigid body in each step. A tissue
// that is soft also stretches, which keeps its angular momentum.
TEST(a_spinning_tissue_keeps_its_momenta) {
    for (int model = 0; model < 3; model++) {
        CASE("model %d", model);
        sut_tissue_def d = def_of(model);
        double spin = 5.0;
        d.spin = v3(0.0, 0.0, spin);
        fixture f = build(model, d);
        double before = angular(&f).z;
        double h = 1e-3;
        int steps = 200;
        for (int k = 0; k < steps; k++) {
            CHECK(fixture_step(&f, h));
        }
        double loss = 1.0 - pow(1.0 + spin * spin * h * h, -steps);
        CHECK_NEAR(angular(&f).z / before, 1.0 - loss, 0.2 * loss); // it widens by some percent
        // of the momentum of one half of it
        double size = f.tissue->total_mass * spin * f.tissue->extent;
        CHECK_LE(v3_norm(momentum(&f)) / size, 1e-9); // tolerance of 200 steps
        fixture_free(&f);
    }
}

TEST(energy_never_grows_in_free_motion) {
    static const double step[3] = {1e-3, 1e-2, 5e-2};
    for (int model = 0; model < 3; model++) {
        for (int s = 0; s < 3; s++) {
            CASE("model %d, dt %g", model, step[s]);
            sut_tissue_def d = def_of(model);
            d.damping_strain = 0.0;
            d.spin = v3(3.0, 2.0, 1.0); // an eighth of a turn in the longest step
            fixture f = build(model, d);
            // strains of 20 % are let go
            fixture_shake(&f, 2e-4, 11u);
            double last = energy(&f);
            double first = last;
            for (int k = 0; k < 100; k++) {
                CHECK(fixture_run(&f, step[s], 1) >= 0);
                double now = energy(&f);
                CHECK(now <= last + 1e-6 * first); // a tolerance of 1e-6 of the forces
                last = now;
            }
            CHECK(last < first);
            fixture_free(&f);
        }
    }
}

TEST(a_swinging_sheet_does_not_gain_energy) {
    sut_tissue_def d = fixture_def(SUT_TISSUE_SHELL);
    fixture f = fixture_sheet(0.02, 0.01, 10, 5, d);
    f.gravity = v3(0.0, 0.0, -9.81);
    fixture_hold(&f, "x-", SUT_AXIS_ALL);
    double last = energy(&f);
    double scale = f.tissue->total_mass * 9.81 * 0.01;
    for (int k = 0; k < 500; k++) {
        CHECK(fixture_step(&f, 1e-3));
        double now = energy(&f);
        CHECK(now <= last + 1e-6 * scale); // as above
        last = now;
    }
    fixture_free(&f);
}

// sum of forces of supports and loads = change of momentum / h
TEST(forces_and_momentum_are_in_balance) {
    sut_tissue_def d = fixture_def(SUT_TISSUE_SOLID);
    d.damping_strain = 2e-3;
    d.damping_linear = 5.0;
    fixture f = fixture_pad(0.008, 0.006, 0.004, 4, 3, 2, d);
    f.gravity = v3(0.0, 0.0, -9.81);
    fixture_hold(&f, "z-", SUT_AXIS_ALL);
    fixture_load(&f, "z+", v3(0.05, 0.02, -0.1));
    for (int k = 0; k < 50; k++) {
        sut_vec3 before = momentum(&f);
        CHECK(fixture_step(&f, 1e-3));
        sut_tissue_figures g;
        sut_tissue_figures_of(f.tissue, &g);
        sut_vec3 change = v3_scale(v3_sub(g.momentum, before), 1e3);
        sut_vec3 outer = v3_add(g.support_force, g.external_force);
        CHECK_LE(v3_distance(change, outer), 1e-12); // N of 0.2: momentum takes up what is left
    }
    fixture_free(&f);
}
