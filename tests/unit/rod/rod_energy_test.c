// SPDX-License-Identifier: MIT
#include "rod_fixture.h"

#include "check.h"
#include "math/vec3.h"

#include <math.h>
#include <stdlib.h>

// Energy of the accepted state against the energy that the step minimised, each by own formulas.
static void check_energy(rod_wish wish) {
    wish.n = 14;
    for (uint64_t seed = 0; seed < 3; seed++) {
        CASE("seed %d", (int)seed);
        rod_fixture f;
        wish.seed = 50 + seed;
        REQUIRE(rod_make(&f, &wish));
        double internal = rod_internal(&f.rod);
        sut_rod_commit(&f.rod);
        sut_energy e = sut_rod_energy(&f.rod);
        // sums of some dozen terms
        CHECK_NEAR((e.stretch + e.bend + e.twist) / internal, 1.0, 1e-12);
        rod_free(&f);
    }
}

TEST(of_a_straight_rod) {
    check_energy((rod_wish){0});
    check_energy((rod_wish){.planes = true});
}

TEST(of_twisted_spans) {
    check_energy((rod_wish){.spans = true});
}

TEST(of_a_curved_rod) {
    check_energy((rod_wish){.curved = true, .twisted = true});
    check_energy((rod_wish){.curved = true, .twisted = true, .planes = true});
    check_energy((rod_wish){.curved = true, .twisted = true, .spans = true});
}

TEST(kinetic_and_gravity) {
    rod_fixture f;
    REQUIRE(rod_make(&f, &(rod_wish){.n = 3, .seed = 1, .still = true}));
    sut_rod *r = &f.rod;
    double kinetic = 0.0;
    double gravity = 0.0;
    for (int i = 0; i < 3; i++) {
        r->state.velocity[i] = v3(1.0 + i, 0.0, -2.0);
        kinetic += 0.5 * r->def.mass[i] * ((1.0 + i) * (1.0 + i) + 4.0);
        gravity -= r->def.mass[i] * v3_dot(r->work.gravity, r->body.position[i]);
    }
    sut_energy e = sut_rod_energy(r);
    CHECK_NEAR(e.kinetic / kinetic, 1.0, 1e-14);
    CHECK_NEAR(e.gravity / gravity, 1.0, 1e-14);
    rod_free(&f);
}

TEST(kinetic_energy_of_spins) {
    rod_fixture f;
    REQUIRE(rod_make(
        &f, &(rod_wish){.n = 5, .seed = 2, .still = true, .curved = true, .spin_inertia = true}));
    sut_rod *r = &f.rod;
    double without = sut_rod_energy(r).kinetic;
    double spinning = 0.0;
    for (int e = 0; e < 4; e++) {
        // a cylinder: half of its mass times the square of its radius
        double inertia =
            0.5 * r->def.mass_per_length * r->def.rest[e] * r->def.radius * r->def.radius;
        double more = 100.0 * (e + 1);
        spinning += 0.5 * inertia *
                    (pow(r->state.spin_rate[e] + more, 2.0) - pow(r->state.spin_rate[e], 2.0));
        r->state.spin_rate[e] += more;
    }
    CHECK_NEAR((sut_rod_energy(r).kinetic - without) / spinning, 1.0, 1e-6); // small difference
    rod_free(&f);
}

// A regular polygon bends by the same angle at each of its inner vertices.
TEST(bend_energy_of_a_polygon) {
    enum { N = 40 };
    sut_vec3 x[N];
    const double angle = 0.05;
    const double edge = 2e-3;
    x[0] = v3_zero();
    for (int i = 1; i < N; i++) {
        x[i] = v3_madd(x[i - 1], edge, v3(cos(angle * i), sin(angle * i), 0.0));
    }
    sut_thread_def d = sut_default_thread_def();
    d.positions = x;
    d.vertex_count = N;
    void *memory = aligned_alloc(64, (sut_rod_memory(N) + 63) / 64 * 64);
    REQUIRE(memory != NULL);
    sut_rod r;
    sut_rod_init(&r, N, memory);
    sut_rod_define(&r, &d);
    double one = 0.5 * d.EI / edge * pow(2.0 * tan(0.5 * angle), 2.0);
    sut_energy e = sut_rod_energy(&r);
    CHECK_NEAR(e.bend / ((N - 2) * one), 1.0, 1e-12);
    // strains of 1e-16 squared
    CHECK_NEAR(e.stretch, 0.0, 1e-25);
    CHECK_NEAR(e.twist, 0.0, 0.0);
    free(memory);
}

//---- what an unconverged displacement may bring --------------------------------------------
static void stand(sut_rod *r) {
    for (int i = 0; i < r->body.n; i++) {
        r->state.velocity[i] = (sut_vec3){0.0, 0.0, 0.0};
    }
    r->state.peak_kinetic = 0.0;
}

static double elastic_growth(sut_rod *r) {
    rod_refresh(r);
    sut_energy then = sut_rod_trial_energy(r);
    sut_energy now = sut_rod_energy(r);
    return ((then.stretch - now.stretch) + (then.bend - now.bend)) +
           ((then.twist - now.twist) + (then.gravity - now.gravity));
}

static double excess(sut_rod *r, bool stops) {
    double motion;
    double shape = sut_rod_energy_excess(r, stops, &motion);
    return shape + motion;
}

TEST(excess_is_what_nobody_gives) {
    rod_fixture f;
    REQUIRE(rod_make(&f, &(rod_wish){.n = 12, .seed = 5}));
    sut_rod *r = &f.rod;
    stand(r);
    double grown = elastic_growth(r);
    REQUIRE(grown > 0.0);
    double size = sut_rod_trial_energy(r).kinetic;
    // of sums that are a thousand times larger at most
    double rounding = 1e-9 * (grown + size);
    CHECK_NEAR(excess(r, true), grown + size, rounding);
    CHECK_NEAR(excess(r, false), grown + size, rounding);
    // one that comes along with that velocity raises the incremental potential
    for (int i = 0; i < r->body.n; i++) {
        r->state.velocity[i] = v3_scale(sut_soa3_get(&r->body.move, i), 1.0 / r->work.dt);
    }
    CHECK_NEAR(excess(r, true), grown - size, rounding);
    CHECK_NEAR(excess(r, false), grown, rounding);
    rod_free(&f);
}

// As a whole it can be moved anywhere without any elastic energy: but not in no time.
static void check_no_throw(bool low_mass, bool stops) {
    rod_fixture f;
    REQUIRE(rod_make(&f, &(rod_wish){.n = 12, .seed = 8, .low_mass = low_mass}));
    sut_rod *r = &f.rod;
    stand(r);
    r->work.gravity = v3_zero();
    for (int i = 0; i < r->body.n; i++) {
        sut_soa3_set(&r->body.move, i, v3(60.0, -30.0, 60.0));
    }
    double share = low_mass ? r->def.total / (r->def.mobility * r->work.dt)
                            : r->def.total_mass / (r->work.dt * r->work.dt);
    double way = 0.5 * share * 8100.0;
    CHECK_NEAR(excess(r, stops) / way, 1.0, 1e-6); // lengths after 90 m
    rod_free(&f);
}

// A solid throws it at twice its own speed at most.
TEST(price_of_being_thrown) {
    for (int low_mass = 0; low_mass < 2; low_mass++) {
        CASE("low_mass %d", low_mass);
        rod_fixture f;
        REQUIRE(rod_make(&f, &(rod_wish){.n = 12, .seed = 9, .low_mass = low_mass == 1}));
        sut_rod *r = &f.rod;
        stand(r);
        for (int i = 0; i < r->body.n; i++) {
            sut_soa3_set(&r->body.move, i, v3(0.0, 0.02, 0.0));
        }
        double motion;
        (void)sut_rod_energy_excess(r, false, &motion);
        CHECK_NEAR(sut_rod_kinetic_bound(r, 0.01) / motion, 1.0, 1e-12);
        rod_free(&f);
    }
}

TEST(nobody_is_thrown) {
    check_no_throw(false, false);
    check_no_throw(false, true);
    check_no_throw(true, false);
    check_no_throw(true, true);
}

TEST(not_to_move_has_no_excess) {
    rod_fixture f;
    REQUIRE(rod_make(&f, &(rod_wish){.n = 12, .seed = 6, .still = true, .hands = true}));
    stand(&f.rod);
    // rounding of energies that two formulas compute
    sut_energy e = sut_rod_energy(&f.rod);
    double rounding = 1e-9 * (e.stretch + e.bend);
    CHECK(excess(&f.rod, true) <= rounding);
    rod_free(&f);
}

// A hand gives what its vertex comes nearer to its target, times its strength.
TEST(hands_give_by_their_way) {
    rod_fixture f;
    REQUIRE(rod_make(&f, &(rod_wish){.n = 12, .seed = 7, .pins = false}));
    sut_rod *r = &f.rod;
    stand(r);
    double without = excess(r, true);
    sut_vec3 w = {r->body.move.x[4], r->body.move.y[4], r->body.move.z[4]};
    double way = sqrt(w.x * w.x + w.y * w.y + w.z * w.z);
    sut_vec3 x = r->body.position[4];
    double far = 1000.0 * way; // in the direction of the motion
    sut_load hand = {
        .vertex = 4,
        .target = {x.x + far / way * w.x, x.y + far / way * w.y, x.z + far / way * w.z},
        .strength = 0.3};
    r->work.loads = &hand;
    r->work.load_count = 1;
    double with = excess(r, true);
    CHECK_NEAR(without - with, 0.3 * way, 1e-9 * 0.3 * far); // differences of distances
    r->work.load_count = 0;
    rod_free(&f);
}

// The rule of the middle is watched while hands move as well, and their work is no growth.
TEST(growth_by_the_rule_of_the_middle_is_without_the_work_of_hands) {
    rod_fixture f;
    REQUIRE(rod_make(&f, &(rod_wish){.n = 12, .seed = 5, .pins = true, .implicitness = 0.5}));
    sut_rod *r = &f.rod;
    stand(r);
    r->work.lambda = 0.5;
    CHECK(sut_rod_energy_watched(r));
    rod_refresh(r);
    double given = 0.0;
    for (int k = 0; k < r->chain.pin_count; k++) {
        int i = r->chain.pins[k].vertex;
        double work = 0.5 * v3_dot(sut_rod_residual_at(r, i), sut_soa3_get(&r->body.move, i));
        given += work > 0.0 ? work : 0.0;
    }
    REQUIRE(given > 0.0);
    double most;
    double moving = sut_rod_energy_growth(r, &most);
    r->chain.pin_count = 0;
    double alone = sut_rod_energy_growth(r, &most);
    CHECK_NEAR((alone - moving) / given, 1.0, 1e-9); // a difference of sums a thousand times larger
    rod_free(&f);
}

// Few corrections mean an easy part only where they were enough: the budget may have ended it.
TEST(what_was_not_solved_is_watched) {
    rod_fixture f;
    REQUIRE(rod_make(&f, &(rod_wish){.n = 12, .seed = 5}));
    f.rod.work.progress.linearisations = 1;
    f.rod.work.progress.done = true;
    CHECK(!sut_rod_energy_watched(&f.rod));
    f.rod.work.progress.done = false;
    CHECK(sut_rod_energy_watched(&f.rod));
    rod_free(&f);
}
