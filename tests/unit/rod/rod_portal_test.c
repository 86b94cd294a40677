// SPDX-License-Identifier: MIT
// Portal springs: forces are derivatives of the energy, blocks are derivatives of forces.
#include "rod_fixture.h"

#include "check.h"
#include "math/vec3.h"

#include <math.h>
#include <string.h>

enum { N = 9, AT = 4 };

static sut_portal portal_of(const sut_rod *r) {
    sut_vec3 x = r->body.position[AT];
    sut_vec3 y = r->body.position[AT + 1];
    double l = r->def.rest[AT];
    sut_portal p = {.vertex = AT, .rest = l, .stiffness = 12.0};
    p.at[0] = v3_add(x, v3(0.3 * l, 0.1 * l, -0.2 * l));
    p.at[1] = v3_add(y, v3(-0.1 * l, 0.4 * l, 0.3 * l));
    p.along[0] = v3_normalized(v3(-1.0, 0.4, 0.2));
    p.along[1] = v3_normalized(v3(0.7, 0.3, -0.5));
    return p;
}

TEST(portal_forces_are_derivatives_of_the_energy) {
    rod_fixture f;
    REQUIRE(rod_make(&f, &(rod_wish){.n = N, .seed = 5}));
    sut_rod *r = &f.rod;
    sut_portal p = portal_of(r);
    r->work.portals = &p;
    const double h = 1e-5 * p.rest; // the energy is quadratic: the difference is exact but for
                                    // rounding, 1e-16 of k l over h
    for (int i = 0; i < N; i++) {
        sut_vec3 force = sut_rod_portal_force_at(r, i);
        const double own[3] = {force.x, force.y, force.z};
        for (int c = 0; c < 3; c++) {
            CASE("vertex %d, axis %d", i, c);
            double *w = rod_move_at(r, i, c);
            double was = *w;
            *w = was + h;
            double more = sut_rod_portal_energy(r, true);
            *w = was - h;
            double less = sut_rod_portal_energy(r, true);
            *w = was;
            CHECK_NEAR(-(more - less) / (2.0 * h), own[c], 1e-8 * p.stiffness);
        }
    }
    rod_free(&f);
}

// All of the matrix with portal less all of it without, times a displacement, against forces.
TEST(portal_blocks_are_derivatives_of_the_forces) {
    rod_fixture f;
    REQUIRE(rod_make(&f, &(rod_wish){.n = N, .seed = 6}));
    sut_rod *r = &f.rod;
    sut_portal p = portal_of(r);
    static double without[N * SUT_BAND_BLOCK];
    sut_rod_assemble(r);
    memcpy(without, r->work.band.block, sizeof without);
    r->work.portals = &p;
    sut_rod_assemble(r);
    const double *d[2] = {&r->work.band.block[AT * SUT_BAND_BLOCK],
                          &r->work.band.block[(AT + 1) * SUT_BAND_BLOCK]};
    const double *o[2] = {&without[AT * SUT_BAND_BLOCK], &without[(AT + 1) * SUT_BAND_BLOCK]};
    static const int place[3][3] = {{0, 1, 2}, {1, 3, 4}, {2, 4, 5}};
    const double scale = p.stiffness / p.rest;
    for (int c = 0; c < 3; c++) {
        double *w = rod_move_at(r, AT + 1, c);
        double h = 1e-3 * p.rest; // forces are linear
        sut_vec3 was[2] = {sut_rod_portal_force_at(r, AT), sut_rod_portal_force_at(r, AT + 1)};
        *w += h;
        sut_vec3 now[2] = {sut_rod_portal_force_at(r, AT), sut_rod_portal_force_at(r, AT + 1)};
        *w -= h;
        for (int side = 0; side < 2; side++) {
            sut_vec3 change = v3_scale(v3_sub(was[side], now[side]), 1.0 / h);
            const double expected[3] = {change.x, change.y, change.z};
            for (int k = 0; k < 3; k++) {
                CASE("side %d, axes %d %d", side, k, c);
                int at = side == 1 ? place[k][c] : SUT_BAND_O1 + 3 * k + c;
                CHECK_NEAR(d[side][at] - o[side][at], expected[k], 1e-9 * scale);
            }
        }
    }
    rod_free(&f);
}
