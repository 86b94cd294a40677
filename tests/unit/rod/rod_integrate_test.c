// SPDX-License-Identifier: MIT
#include "rod_fixture.h"

#include "check.h"
#include "math/vec3.h"

#include <math.h>

TEST(prediction_goes_on_with_the_velocity) {
    rod_fixture f;
    REQUIRE(rod_make(&f, &(rod_wish){.n = 8, .seed = 1, .pins = true}));
    sut_rod *r = &f.rod;
    sut_rod_predict(r);
    for (int i = 1; i < r->body.n; i++) {
        CASE("i %d", i);
        sut_vec3 w = v3_scale(r->state.velocity[i], r->work.dt);
        if (i != r->chain.pins[1].vertex) {
            CHECK_LE(v3_distance(w, sut_soa3_get(&r->body.move, i)), 0.0);
        }
    }
    const sut_pin *p = &r->chain.pins[0];
    sut_vec3 reach = v3_add(r->body.position[0], sut_soa3_get(&r->body.move, 0));
    CHECK_LE(v3_distance(reach, p->target), 1e-18); // one rounding of 1e-3 m
    rod_free(&f);
}

TEST(without_mass_nothing_coasts) {
    rod_fixture f;
    REQUIRE(rod_make(&f, &(rod_wish){.n = 8, .seed = 1, .low_mass = true}));
    sut_rod *r = &f.rod;
    r->state.velocity[3] = v3(1, 2, 3);
    sut_rod_predict(r);
    CHECK_LE(v3_norm(sut_soa3_get(&r->body.move, 3)), 0.0);
    rod_free(&f);
}

// x' = x + dt (lambda v' + (1 - lambda) v)
TEST(velocity_follows_from_the_displacement) {
    const double lambdas[3] = {1.0, 0.5, 0.7};
    for (int k = 0; k < 3; k++) {
        CASE("k %d", k);
        rod_fixture f;
        REQUIRE(rod_make(&f, &(rod_wish){.n = 8, .seed = 2, .implicitness = lambdas[k]}));
        sut_rod *r = &f.rod;
        sut_vec3 v = r->state.velocity[5];
        sut_vec3 w = sut_soa3_get(&r->body.move, 5);
        sut_rod_commit(r);
        sut_vec3 after = r->state.velocity[5];
        sut_vec3 mean = v3_add(v3_scale(after, lambdas[k]), v3_scale(v, 1.0 - lambdas[k]));
        CHECK_LE(v3_distance(v3_scale(mean, r->work.dt), w), 1e-18); // rounding of 1e-4 m
        rod_free(&f);
    }
}

// A search that failed may have left anything behind.
TEST(who_stays_is_as_before) {
    rod_fixture f;
    REQUIRE(rod_make(
        &f, &(rod_wish){.n = 9, .seed = 4, .curved = true, .spans = true, .spin_inertia = true}));
    sut_rod *r = &f.rod;
    const double nothing = (double)NAN;
    sut_vec3 before[9];
    double spin[8];
    for (int i = 0; i < r->body.n; i++) {
        before[i] = r->body.position[i];
        sut_soa3_set(&r->body.move, i, v3(nothing, nothing, nothing));
    }
    for (int e = 0; e < r->body.n - 1; e++) {
        spin[e] = r->state.spin[e];
        r->work.spin_trial[e] = nothing;
    }
    sut_rod_stay(r);
    sut_rod_commit(r);
    for (int i = 0; i < r->body.n; i++) {
        CASE("i %d", i);
        CHECK_LE(v3_distance(r->body.position[i], before[i]), 1e-18); // sums of edges of 1e-3 m
        CHECK_LE(v3_norm(r->state.velocity[i]), 0.0);
    }
    for (int e = 0; e < r->body.n - 1; e++) {
        CASE("e %d", e);
        CHECK(isfinite(r->state.spin[e]) && isfinite(r->state.spin_rate[e]));
        CHECK(fabs(r->state.spin[e] - spin[e]) <
              10.0); // turned by its moments, not by anything unknown
    }
    rod_free(&f);
}

TEST(positions_are_the_sum_of_the_edges) {
    rod_fixture f;
    REQUIRE(rod_make(&f, &(rod_wish){.n = 50, .seed = 3}));
    sut_rod *r = &f.rod;
    sut_vec3 expected[50];
    for (int i = 0; i < 50; i++) {
        expected[i] = v3_add(r->body.position[i], sut_soa3_get(&r->body.move, i));
    }
    sut_rod_commit(r);
    for (int i = 0; i < 50; i++) {
        CASE("i %d", i);
        CHECK_LE(v3_distance(r->body.position[i], expected[i]), 1e-15); // 50 sums of 0.05 m
    }
    for (int i = 0; i < 49; i++) {
        CASE("i %d", i);
        double strain =
            v3_distance(r->body.position[i], r->body.position[i + 1]) / r->def.rest[i] - 1.0;
        sut_rod_output(r);
        CHECK_NEAR(r->work.tension[i], r->def.EA * strain, 1e-12); // N, of 0.1 N
    }
    rod_free(&f);
}

TEST(reactions_are_what_the_equations_lack) {
    rod_fixture f;
    REQUIRE(rod_make(&f, &(rod_wish){.n = 12, .seed = 4, .pins = true, .implicitness = 0.8}));
    sut_rod *r = &f.rod;
    const double *at = &r->work.residual[3 * r->chain.pins[1].vertex];
    sut_vec3 expected = v3_scale(v3(at[0], at[1], at[2]), 0.8);
    sut_rod_commit(r);
    CHECK_LE(v3_distance(r->chain.pins[1].force, expected) / v3_norm(expected), 1e-14);
    rod_free(&f);
}

TEST(peak_stretch_remembers) {
    rod_fixture f;
    REQUIRE(rod_make(&f, &(rod_wish){.n = 12, .seed = 5}));
    sut_rod *r = &f.rod;
    sut_rod_commit(r);
    double peak = r->state.peak_stretch;
    CHECK(peak >= sut_rod_stretch(r));
    // back to rest lengths: nothing is stretched any more, but it was
    for (int i = 0; i < 11; i++) {
        sut_vec3 t = v3_normalized(sut_soa3_get(&r->state.edge, i));
        sut_soa3_set(&r->state.edge, i, v3_scale(t, r->def.rest[i]));
    }
    for (int i = 0; i < 12; i++) {
        sut_soa3_set(&r->body.move, i, v3_zero());
    }
    sut_rod_commit(r);
    CHECK_LE(sut_rod_stretch(r), 1e-15);
    CHECK_NEAR(r->state.peak_stretch, peak, 0.0);
    rod_free(&f);
}
