// SPDX-License-Identifier: MIT
// Bending of shells against plates, of solids against beams: the honest figures of the elements.
#include "check.h"
#include "tissue_fixture.h"

#include <math.h>

enum { MOST = 128 };

static sut_tissue_def thin_def(void) {
    sut_tissue_def d = fixture_def(SUT_TISSUE_SHELL);
    d.young = 5e5;
    d.damping_strain = 2e-3;
    d.damping_linear = 20.0;
    return d;
}

static double plate(const sut_tissue_def *d) {
    return d->young * d->thickness * d->thickness * d->thickness / 9.0;
}

// Dead load on a row of nodes, the ends half of the others.
static void load_row(fixture *f, int first, int stride, int count, sut_vec3 force) {
    int node[MOST];
    double share[MOST];
    for (int j = 0; j < count; j++) {
        node[j] = first + stride * j;
        share[j] = (j == 0 || j == count - 1 ? 0.5 : 1.0) / (count - 1);
    }
    sut_support_def s = sut_default_support_def();
    sut_support_key key = {.force = force};
    s.kind = SUT_SUPPORT_FORCE;
    s.nodes = node;
    s.node_count = count;
    s.shares = share;
    s.keys = &key;
    s.key_count = 1;
    CHECK(sut_tissue_add_support(f->tissue, &s, &f->memory) >= 0);
}

static sut_vec3 row_mean(const fixture *f, int first, int stride, int count) {
    sut_vec3 sum = v3_zero();
    for (int j = 0; j < count; j++) {
        sum = v3_madd(sum, 1.0 / count, f->tissue->body.position[first + stride * j]);
    }
    return sum;
}

// Widening of a ring pulled at two opposite rows over that of theory: bending of a curved plate,
// and its stretch (2.3 % of it at this thickness).
static double ring_ratio(int around, int along, double length) {
    sut_tissue_def d = thin_def();
    double radius = 1e-3;
    fixture f = fixture_vessel(radius, length, around, along, d);
    double force = 0.02 * length; // widens it by 0.7 %
    load_row(&f, 0, around, along + 1, v3(0.0, force, 0.0));
    load_row(&f, around / 2, around, along + 1, v3(0.0, -force, 0.0));
    (void)fixture_settle(&f, 0.05, 1e-10, 300); // nothing holds it: it may drift by rounding
    double wide = row_mean(&f, 0, around, along + 1).y -
                  row_mean(&f, around / 2, around, along + 1).y - 2.0 * radius;
    double per = force / length;
    double bent = (SUT_PI / 4.0 - 2.0 / SUT_PI) * per * radius * radius * radius / plate(&d);
    double longer = SUT_PI / 4.0 * per * radius / (d.young * d.thickness);
    fixture_free(&f);
    return wide / (bent + longer);
}

// 8 % is asked for. What is left at 24 is the polygon: its corners carry the largest moments.
TEST(a_ring_bends_like_a_plate) {
    for (int long_one = 0; long_one < 2; long_one++) {
        double length = long_one ? 2e-3 : 5e-4;
        CASE("length %g", length);
        double r24 = ring_ratio(24, long_one ? 8 : 2, length);
        double r48 = ring_ratio(48, long_one ? 16 : 4, length);
        CHECK_NEAR(r24, 1.0, 0.05);
        CHECK_NEAR(r48, 1.0, 0.025);
        CHECK(fabs(r48 - 1.0) < fabs(r24 - 1.0));
    }
}

TEST(cells_of_any_proportion_bend_alike) {
    static const int along[4] = {1, 2, 4, 8};
    for (int k = 0; k < 4; k++) {
        CASE("24 x %d", along[k]);
        CHECK_NEAR(ring_ratio(24, along[k], 5e-4), 1.0, 0.08); // as asked for
    }
}

static double strip_ratio(int nx, int ny, double width) {
    sut_tissue_def d = thin_def();
    double length = 1e-2;
    fixture f = fixture_sheet(length, width, nx, ny, d);
    fixture_hold(&f, "x-", SUT_AXIS_ALL);
    fixture_hold(&f, "x+", SUT_AXIS_Y | SUT_AXIS_Z);
    double down = 0.01 * length;
    double force = 48.0 * plate(&d) * width * down / (length * length * length);
    load_row(&f, nx / 2, nx + 1, ny + 1, v3(0.0, 0.0, -force));
    CHECK(fixture_settle(&f, 0.05, 1e-10, 1000) > 0);
    double z = row_mean(&f, nx / 2, nx + 1, ny + 1).z;
    fixture_free(&f);
    return -z / down;
}

TEST(a_strip_on_two_supports_bends_like_a_plate) {
    double r10 = strip_ratio(10, 2, 2e-3);
    double r20 = strip_ratio(20, 4, 2e-3);
    double r40 = strip_ratio(40, 8, 2e-3);
    CHECK_NEAR(r10, 1.0, 0.04); // 8 % is asked for
    CHECK_NEAR(r20, 1.0, 0.025);
    CHECK_NEAR(r40, 1.0, 0.02);
    CHECK(fabs(r40 - 1.0) < fabs(r20 - 1.0) && fabs(r20 - 1.0) < fabs(r10 - 1.0));
    CHECK_NEAR(strip_ratio(20, 8, 2e-3), 1.0, 0.02); // cells of 2 : 1
    CHECK_NEAR(strip_ratio(20, 20, 1e-2), 1.0, 0.02);
}

// Tip of a cantilever of tetrahedra over that of beam theory. Linear tetrahedra lock: the figure is
// the element's, not a fault of the solution.
static double beam_ratio(int cells) {
    sut_tissue_def d = fixture_def(SUT_TISSUE_SOLID);
    d.poisson = 0.3;
    d.damping_strain = 5e-3;
    double length = 0.02;
    double side = 0.002;
    fixture f = fixture_pad(length, side, side, 10 * cells, cells, cells, d);
    fixture_hold(&f, "x-", SUT_AXIS_ALL);
    double inertia = side * side * side * side / 12.0;
    double down = 0.01 * length;
    double force = 3.0 * d.young * inertia * down / (length * length * length);
    fixture_load_even(&f, "x+", v3(0.0, 0.0, -force));
    double top = fixture_mean(&f, "x+").z;
    CHECK(fixture_settle(&f, 0.05, 1e-9, 1000) > 0);
    double z = fixture_mean(&f, "x+").z - top;
    fixture_free(&f);
    return -z / down;
}

TEST(a_beam_of_tetrahedra_is_too_stiff_and_less_so_with_more_cells) {
    double two = beam_ratio(2);
    double four = beam_ratio(4);
    CHECK_NEAR(two, 0.507, 0.01); // measured; docs/theory/tissue.md
    CHECK_NEAR(four, 0.793, 0.01);
    CHECK(two < four && four < 1.0);
}
