// SPDX-License-Identifier: MIT
// Equilibria of stretched tissues against closed forms.
#include "check.h"
#include "tissue_fixture.h"

#include <math.h>

// Zero of a growing function.
static double zero_of(double (*value)(double, double), double target, double low, double high) {
    for (int k = 0; k < 200; k++) {
        double middle = 0.5 * (low + high);
        if (value(middle, target) < 0.0) {
            low = middle;
        } else {
            high = middle;
        }
    }
    return 0.5 * (low + high);
}

static void settle(fixture *f) {
    CHECK(fixture_settle(f, 0.05, 1e-11, 2000) > 0);
    CHECK(fixture_is_finite(f));
}

//---- bars ----------------------------------------------------------------------------------------
static void check_bar(sut_vec3 size, int nx, int ny, int nz) {
    CASE("%d x %d x %d", nx, ny, nz);
    sut_tissue_def d = fixture_def(SUT_TISSUE_SOLID);
    d.damping_strain = 2e-3;
    fixture f = fixture_pad(size.x, size.y, size.z, nx, ny, nz, d);
    double stress = 1e4; // a tenth of E
    fixture_hold(&f, "x-", SUT_AXIS_X);
    fixture_hold(&f, "y-", SUT_AXIS_Y);
    fixture_hold(&f, "z-", SUT_AXIS_Z);
    fixture_load_even(&f, "x+", v3(stress * size.y * size.z, 0.0, 0.0));
    settle(&f);
    // the law is linear in the stretches as long as nothing turns
    double longer = 1.0 + stress / d.young;
    double thinner = 1.0 - d.poisson * stress / d.young;
    CHECK_NEAR((fixture_mean(&f, "x+").x - fixture_mean(&f, "x-").x) / size.x, longer, 1e-6);
    CHECK_NEAR((fixture_mean(&f, "y+").y - fixture_mean(&f, "y-").y) / size.y, thinner, 1e-6);
    CHECK_NEAR((fixture_mean(&f, "z+").z - fixture_mean(&f, "z-").z) / size.z, thinner, 1e-6);
    sut_tissue_figures figures;
    sut_tissue_figures_of(f.tissue, &figures);
    CHECK_NEAR(figures.support_force.x, -stress * size.y * size.z, 1e-9); // N of 0.04
    fixture_free(&f);
}

// 1e-6: what the tolerance of the last step leaves; 1e-4 is asked for.
TEST(a_solid_bar_stretches_by_stress_over_young) {
    check_bar((sut_vec3){0.02, 0.002, 0.002}, 10, 1, 1);
    check_bar((sut_vec3){0.02, 0.002, 0.002}, 20, 2, 2);
    check_bar((sut_vec3){0.01, 0.004, 0.003}, 3, 3, 2);
}

static double uniaxial(double l, double over_mu) {
    return l - 1.0 / (l * l) - over_mu;
}

static double biaxial(double l, double over_mu) {
    double l2 = l * l;
    return l - 1.0 / (l2 * l2 * l) - over_mu;
}

static void check_sheet(int nx, int ny, bool both) {
    CASE("%d x %d, both ways %d", nx, ny, both);
    sut_tissue_def d = fixture_def(SUT_TISSUE_SHELL);
    d.young = 5e5;
    d.damping_strain = 2e-3;
    double x = 0.01;
    double y = 0.004;
    fixture f = fixture_sheet(x, y, nx, ny, d);
    double stress = 5e4;
    fixture_hold(&f, "x-", SUT_AXIS_X);
    fixture_hold(&f, "y-", SUT_AXIS_Y);
    fixture_hold(&f, "boundary", SUT_AXIS_Z);
    fixture_load_even(&f, "x+", v3(stress * y * d.thickness, 0.0, 0.0));
    if (both) {
        fixture_load_even(&f, "y+", v3(0.0, stress * x * d.thickness, 0.0));
    }
    settle(&f);
    double mu = d.young / 3.0;
    double longer = zero_of(both ? biaxial : uniaxial, stress / mu, 1.0, 3.0);
    double wider = both ? longer : 1.0 / sqrt(longer);
    CHECK_NEAR((fixture_mean(&f, "x+").x - fixture_mean(&f, "x-").x) / x, longer, 1e-6);
    CHECK_NEAR((fixture_mean(&f, "y+").y - fixture_mean(&f, "y-").y) / y, wider, 1e-6);
    fixture_free(&f);
}

TEST(a_shell_stretches_like_rubber) {
    check_sheet(4, 2, false);
    check_sheet(20, 8, false);
}

TEST(a_shell_stretched_both_ways_is_neo_hookean) {
    check_sheet(4, 2, true);
    check_sheet(20, 8, true);
}

// A prestretched sheet whose rim is held pulls at it with the stress of its stretch.
TEST(prestretch_is_the_stress_of_rubber) {
    sut_tissue_def d = fixture_def(SUT_TISSUE_SHELL);
    d.rest[0] = 0.8;
    d.rest[1] = 0.8;
    double x = 0.01;
    fixture f = fixture_sheet(x, x, 4, 4, d);
    int left = fixture_hold(&f, "x-", SUT_AXIS_ALL);
    fixture_hold(&f, "boundary", SUT_AXIS_ALL);
    settle(&f);
    double nominal = d.young / 3.0 * (1.25 - 1.0 / pow(1.25, 5.0));
    // the whole side: half of the corner cells' other sides pull along it
    CHECK_NEAR(fixture_view(&f, left).force.x, -nominal * 0.8 * x * d.thickness, 1e-9);
    fixture_free(&f);
}

// Each free node comes to its place without load.
TEST(a_freed_solid_takes_its_rest_shape) {
    sut_tissue_def d = fixture_def(SUT_TISSUE_SOLID);
    d.damping_strain = 2e-3;
    d.rest[0] = 0.9;
    d.rest[2] = 1.05;
    fixture f = fixture_pad(0.02, 0.004, 0.002, 10, 2, 1, d);
    for (int k = 0; k < 200; k++) {
        CHECK(fixture_step(&f, 1e-3)); // what tolerances leave may turn it
    }
    double x = v3_distance(fixture_mean(&f, "x+"), fixture_mean(&f, "x-"));
    double y = v3_distance(fixture_mean(&f, "y+"), fixture_mean(&f, "y-"));
    double z = v3_distance(fixture_mean(&f, "z+"), fixture_mean(&f, "z-"));
    CHECK_NEAR(x / 0.02, 0.9, 1e-6); // tolerance of a step
    CHECK_NEAR(y / 0.004, 1.0, 1e-6);
    CHECK_NEAR(z / 0.002, 1.05, 1e-6);
    fixture_free(&f);
}

//---- pressure ------------------------------------------------------------------------------------
// p R / (mu h) = l^(1/2) - l^(-5/2) of an open tube of rubber
static double open_tube(double l, double over) {
    return sqrt(l) - pow(l, -2.5) - over;
}

static double tube_stretch(int around, int along, double pressure, double thickness) {
    sut_tissue_def d = fixture_def(SUT_TISSUE_SHELL);
    d.young = 5e5;
    d.thickness = thickness;
    d.damping_strain = 2e-3;
    d.damping_linear = 10.0;
    sut_pressure_key key = {0.0, pressure};
    d.pressure_keys = &key;
    d.pressure_key_count = 1;
    fixture f = fixture_vessel(1e-3, 6e-3, around, along, d);
    // both ends are led radially: a free end of a hose under pressure whips about
    fixture_hold(&f, "start", SUT_AXIS_X);
    for (int k = 0; k < 4; k++) {
        int ends[2] = {k * around / 4, k * around / 4 + around * along};
        sut_support_def s = sut_default_support_def();
        s.nodes = ends;
        s.node_count = 2;
        s.axes = k % 2 == 0 ? SUT_AXIS_Z : SUT_AXIS_Y;
        CHECK(sut_tissue_add_support(f.tissue, &s, &f.memory) > 0);
    }
    // 5 s: velocities take up what tolerances leave of the sum of forces and never quite vanish
    CHECK_EQ_INT(fixture_run(&f, 0.05, 100), 0);
    double sum = 0.0;
    for (int i = 0; i < f.tissue->n; i++) {
        sut_vec3 x = f.tissue->body.position[i];
        sum += sqrt(x.y * x.y + x.z * x.z) / f.tissue->n;
    }
    fixture_free(&f);
    return sum / 1e-3;
}

TEST(a_vessel_under_pressure_widens_like_a_tube_of_rubber) {
    static const double pressure[3] = {5e3, 1e4, 2e4};
    for (int k = 0; k < 3; k++) {
        double exact = zero_of(open_tube, pressure[k] * 1e-3 / (5e5 / 3.0 * 2e-4), 1.0, 2.0);
        double coarse = tube_stretch(16, 16, pressure[k], 2e-4);
        double fine = tube_stretch(32, 32, pressure[k], 2e-4);
        CASE("%g Pa", pressure[k]);
        // polygons of 32 sides; chords are 0.16 % shorter than arcs, twice in the equation
        CHECK_LE(fabs(fine / exact - 1.0), 5e-3);
        CHECK(fabs(fine - exact) < 0.4 * fabs(coarse - exact)); // second order
    }
}

// A solid under pressure on all sides shrinks by p/(3 K), and nothing turns.
TEST(a_squeezed_solid_shrinks_by_pressure_over_bulk_modulus) {
    sut_tissue_def d = fixture_def(SUT_TISSUE_SOLID);
    d.damping_strain = 2e-3;
    d.poisson = 0.3;
    sut_pressure_key key = {0.0, 5e3};
    d.pressure_keys = &key;
    d.pressure_key_count = 1;
    fixture f = fixture_pad(0.004, 0.004, 0.004, 3, 3, 3, d);
    settle(&f);
    // nominal stress - p s^2 = 3 K (s - 1)
    double bulk3 = d.young / (1.0 - 2.0 * d.poisson);
    double p = key.pressure;
    double s = (-bulk3 + sqrt(bulk3 * bulk3 + 4.0 * p * bulk3)) / (2.0 * p);
    sut_tissue_view v;
    sut_tissue_get(f.tissue, &v);
    CHECK_NEAR(cbrt(v.measure) / 0.004, s, 1e-6); // tolerance of a step
    fixture_free(&f);
}

//---- membranes -----------------------------------------------------------------------------------
TEST(a_triangle_of_springs_is_in_balance_with_its_home_springs) {
    double r0 = 2e-3;
    double k = 50.0;
    double home = 30.0;
    sut_vec3 node[3];
    for (int i = 0; i < 3; i++) {
        double a = 2.0 * SUT_PI * i / 3.0;
        node[i] = v3(r0 * cos(a), r0 * sin(a), 0.0);
    }
    static const int corners[1][3] = {{0, 1, 2}};
    sut_mesh_parts parts = {
        .nodes = node, .node_count = 3, .triangles = corners, .triangle_count = 1};
    sut_mesh_error error;
    sut_tissue_def d = fixture_def(SUT_TISSUE_MEMBRANE);
    d.membrane.stiffness = k;
    d.membrane.home = home;
    d.damping_linear = 20.0;
    fixture f = fixture_make(sut_mesh_make(&parts, SUT_MESH_NEED_MEMBRANE, &error), d);
    settle(&f);
    // sqrt(3) k (sqrt(3) r - l) = home (r0 - r) with rest lengths l
    double rest = 0.8 * sqrt(3.0) * r0;
    double r = (home * r0 + sqrt(3.0) * k * rest) / (home + 3.0 * k);
    for (int i = 0; i < 3; i++) {
        CHECK_NEAR(v3_norm(f.tissue->body.position[i]) / r, 1.0, 1e-9); // 1e-6 is asked for
    }
    fixture_free(&f);
}

static double deflection(double z, double force) {
    static const double length[2] = {1e-3, 1.41421356237309504880e-3};
    double sum = 30.0 * z - force;
    for (int k = 0; k < 2; k++) {
        double l = sqrt(length[k] * length[k] + z * z);
        sum += 4.0 * 50.0 * (1.0 - 0.8 * length[k] / l) * z;
    }
    return sum;
}

// The middle of 2 x 2 cells hangs on four sides, four diagonals and its home spring.
TEST(a_node_pulled_out_of_a_membrane_is_in_balance) {
    sut_tissue_def d = fixture_def(SUT_TISSUE_MEMBRANE);
    d.membrane.home = 30.0;
    d.damping_linear = 20.0;
    fixture f = fixture_sheet(2e-3, 2e-3, 2, 2, d);
    fixture_hold(&f, "boundary", SUT_AXIS_ALL);
    sut_support_def s = sut_default_support_def();
    static const int middle[1] = {4};
    sut_support_key key = {.force = {0.0, 0.0, 0.05}};
    s.kind = SUT_SUPPORT_FORCE;
    s.nodes = middle;
    s.node_count = 1;
    s.keys = &key;
    s.key_count = 1;
    REQUIRE(sut_tissue_add_support(f.tissue, &s, &f.memory) == 1);
    settle(&f);
    double z = zero_of(deflection, 0.05, 0.0, 0.01);
    CHECK_NEAR(f.tissue->body.position[4].z / z, 1.0, 1e-9); // 1e-6 is asked for
    sut_tissue_figures figures;
    sut_tissue_figures_of(f.tissue, &figures);
    CHECK_NEAR(figures.support_force.z, -0.05, 1e-9); // tolerance of a step
    fixture_free(&f);
}
