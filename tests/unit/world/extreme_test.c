// SPDX-License-Identifier: MIT
// Absurd but legal threads: refused, or finite for as long as one looks.
#include "world_fixture.h"

#include "check.h"

#include <math.h>
#include <stdio.h>

typedef struct extreme {
    double EA, EI, GJ, mass; // factors on nylon
    sut_hold_kind kind;
    bool held;
    double dt;
} extreme;

static bool all_finite(const line_world *l) {
    sut_thread_view v = view_of(l);
    double sum = 0.0;
    for (int i = 0; i < v.vertex_count; i++) {
        sum += fabs(v.position[i].x) + fabs(v.position[i].y) + fabs(v.position[i].z);
        sum += fabs(v.velocity[i].x) + fabs(v.velocity[i].y) + fabs(v.velocity[i].z);
    }
    return sum < 1e6; // m and m/s: false for NaN and for whatever has exploded
}

// The hardest ones cost thousands of systems per step: what is finite after this many has been
// looked at for long enough.
static const int budget = 30000;

// 200 steps of a thread that falls or swings from a hand that moves a little. True if it is refused
// or ends well.
static bool ends_well(const extreme *e) {
    line_thread t;
    line_init(&t, 12, 0.1);
    t.def.EA *= e->EA;
    t.def.EI *= e->EI;
    t.def.GJ *= e->GJ;
    t.def.mass_per_length *= e->mass;
    sut_world_def def = sut_default_world_def();
    line_world l = line_world_of(&def, &t);
    bool well = l.w != NULL;
    if (well && l.thread.index1 != 0) {
        sut_hold_key keys[2] = {hold_key(0.0, (sut_vec3){0}, (sut_vec3){1, 0, 0}, 0.0),
                                hold_key(0.2, (sut_vec3){0, 0, 0.02}, (sut_vec3){1, 0, 0.3}, 3.0)};
        if (e->held) {
            hold_add(&l, e->kind, 0, keys, 2);
        }
        int systems = 0;
        for (int i = 0; well && i < 200 && systems < budget; i++) {
            well = sut_world_step(l.w, e->dt) == SUT_OK && all_finite(&l);
            systems += sut_world_stats(l.w).linearisations;
        }
    }
    if (!well) {
        printf("    EA x %g, EI x %g, GJ x %g, mass x %g, dt %g, hold %d: %s\n", e->EA, e->EI,
               e->GJ, e->mass, e->dt, e->held ? (int)e->kind : -1, sut_world_refusal(l.w));
    }
    sut_world_destroy(l.w);
    return well;
}

static void check_all(extreme e) {
    const double steps[2] = {1e-3, 0.05};
    for (int k = 0; k < 8; k++) {
        CASE("k %d", k);
        e.dt = steps[k % 2];
        e.held = k / 2 > 0;
        e.kind = k / 2 == 3 ? SUT_HOLD_TWIST : (k / 2 == 2 ? SUT_HOLD_CLAMP : SUT_HOLD_PIN);
        CHECK(ends_well(&e));
    }
}

static const double factors[6] = {1e-6, 1e-3, 1e3, 1e6, 1e9, 1e12};

TEST(stretching_stiffness) {
    for (int k = 0; k < 6; k++) {
        check_all((extreme){.EA = factors[k], .EI = 1, .GJ = 1, .mass = 1});
    }
}

TEST(bending_stiffness) {
    for (int k = 0; k < 6; k++) {
        check_all((extreme){.EA = 1, .EI = factors[k], .GJ = 1, .mass = 1});
    }
}

TEST(twisting_stiffness) {
    for (int k = 0; k < 6; k++) {
        check_all((extreme){.EA = 1, .EI = 1, .GJ = factors[k], .mass = 1});
    }
}

TEST(mass) {
    for (int k = 0; k < 6; k++) {
        check_all((extreme){.EA = 1, .EI = 1, .GJ = 1, .mass = factors[k]});
    }
}

TEST(limp_threads) {
    check_all((extreme){.EA = 1, .EI = 0, .GJ = 0, .mass = 1});
    check_all((extreme){.EA = 1e-3, .EI = 0, .GJ = 0, .mass = 1e3});
}

// A metre of thread in edges of a micrometre next to edges of a tenth of a metre.
TEST(edges_of_very_different_lengths) {
    line_thread t;
    line_init(&t, 12, 1.0);
    double x = 0.0;
    for (int i = 0; i < 12; i++) {
        t.x[i] = (sut_vec3){x, 0.0, 0.0};
        x += i % 2 == 0 ? 0.1 : 1e-6;
    }
    sut_world_def def = sut_default_world_def();
    line_world l = line_world_of(&def, &t);
    REQUIRE(l.w != NULL && l.thread.index1 != 0);
    hold_add(&l, SUT_HOLD_CLAMP, 0, NULL, 0);
    for (int i = 0; i < 100; i++) {
        CASE("i %d", i);
        REQUIRE(sut_world_step(l.w, 1e-3) == SUT_OK);
        REQUIRE(all_finite(&l));
    }
    sut_world_destroy(l.w);
}
