// SPDX-License-Identifier: MIT
// Edges of limited length: forces handed on from one or two hands.
#include "spring_rod.h"

#include "check.h"
#include "math/vec3.h"

#include <math.h>

static void tight(sut_thread_def *d) {
    d->springs.longest = 1.05;
    d->springs.shortest = 0.95;
    d->velocities = NULL;
}

// One step; answers the largest excess of a length beyond its limits, over the rest length.
static double excess(spring_rod *s) {
    sut_rod *r = &s->rod;
    sut_rod_predict(r);
    sut_springs_begin(r);
    sut_springs_solve(r);
    CHECK(!r->work.progress.failed);
    double worst = 0.0;
    for (int e = 0; e < r->body.n - 1; e++) {
        sut_vec3 d = v3_sub(sut_soa3_get(&r->body.move, e + 1), sut_soa3_get(&r->body.move, e));
        double l = v3_norm(v3_add(sut_soa3_get(&r->state.edge, e), d)) / r->def.rest[e];
        double give =
            fabs(sut_springs_scratch_of(r).extra[e]) / (SUT_SPRINGS_STOP * sut_springs_stretch(r));
        worst = fmax(worst, fmax(l - 1.05, 0.95 - l) - give);
    }
    return worst;
}

static sut_vec3 sum_of_momenta(const sut_rod *r) {
    sut_vec3 sum = v3_zero();
    for (int i = 0; i < r->body.n; i++) {
        sum = v3_madd(sum, r->def.mass[i], r->state.velocity[i]);
    }
    return sum;
}

// A hand that jerks one end by half an edge in a step: the next edge cannot follow, nor the next
// ...
TEST(one_hand_draws_all_edges_along) {
    for (int side = 0; side < 2; side++) {
        CASE("side %d", side);
        spring_rod s;
        REQUIRE(spring_rod_make(&s, 5, tight));
        sut_rod *r = &s.rod;
        int held = side == 0 ? 0 : SPRING_N - 1;
        spring_rod_pin(&s, held,
                       v3_add(r->body.position[held], v3(side == 0 ? -0.01 : 0.01, 0, 0)));
        CHECK_LE(excess(&s), 1e-7); // of an edge: what twelve rounds leave
        sut_vec3 before = sum_of_momenta(r);
        sut_springs_commit(r);
        // what the hand gave, with the weight, is what all points have got
        sut_vec3 given = v3_madd(r->chain.pins[0].force, r->def.total_mass, r->work.gravity);
        sut_vec3 got = v3_sub(sum_of_momenta(r), before);
        // but for the turn of the edges between the last two rounds
        CHECK_NEAR(v3_distance(v3_scale(given, r->work.dt), got) / v3_norm(got), 0.0, 1e-6);
        CHECK(v3_norm(got) > 0.1);
        spring_rod_free(&s);
    }
}

TEST(two_hands_draw_at_the_same_time) {
    spring_rod s;
    REQUIRE(spring_rod_make(&s, 5, tight));
    sut_rod *r = &s.rod;
    spring_rod_pin(&s, 2, v3_add(r->body.position[2], v3(-0.005, 0.0, 0.0)));
    spring_rod_pin(&s, 6, v3_add(r->body.position[6], v3(0.005, 0.0, 0.0)));
    CHECK_LE(excess(&s), 1e-7);
    sut_vec3 before = sum_of_momenta(r);
    sut_springs_commit(r);
    sut_vec3 given = v3_add(r->chain.pins[0].force, r->chain.pins[1].force);
    given = v3_madd(given, r->def.total_mass, r->work.gravity);
    sut_vec3 got = v3_sub(sum_of_momenta(r), before);
    CHECK_NEAR(v3_distance(v3_scale(given, r->work.dt), got) / v3_norm(r->chain.pins[0].force) /
                   r->work.dt,
               0.0, 1e-6);
    spring_rod_free(&s);
}

static void unlimited(sut_thread_def *d) {
    d->springs.longest = d->springs.shortest = -1.0;
    d->velocities = NULL;
}

// Models 1 to 4 have limits where they are asked for, and hand on what the hand gives.
TEST(all_models_have_limits_where_they_are_given) {
    for (int model = 1; model <= 4; model++) {
        spring_rod s;
        REQUIRE(spring_rod_make(&s, model, tight));
        sut_rod *r = &s.rod;
        spring_rod_pin(&s, 0, v3_add(r->body.position[0], v3(-0.01, 0, 0)));
        CHECK_LE(excess(&s), 1e-7); // of an edge: what twelve rounds leave
        sut_vec3 before = sum_of_momenta(r);
        sut_springs_commit(r);
        sut_vec3 given = v3_madd(r->chain.pins[0].force, r->def.total_mass, r->work.gravity);
        sut_vec3 got = v3_sub(sum_of_momenta(r), before);
        CHECK_NEAR(v3_distance(v3_scale(given, r->work.dt), got) / v3_norm(got), 0.0, 1e-6);
        spring_rod_free(&s);
        REQUIRE(spring_rod_make(&s, model, unlimited));
        spring_rod_pin(&s, 0, v3_add(s.rod.body.position[0], v3(-0.01, 0, 0)));
        CHECK(excess(&s) > 0.1);
        spring_rod_free(&s);
    }
}
