// SPDX-License-Identifier: MIT
// Penalty contacts: the mean over a step, its direction, also when strands would cross.
#include "bench_rod.h"

#include "check.h"
#include "math/vec3.h"
#include "variational/variational_touch.h"

// Edge 0 of the first rod along x at height z, edge 0 of the second along y through the origin.
typedef struct crossing {
    bench_rod rod[2];
    sut_body *list[2];
    sut_contact_bodies bodies;
    sut_contact contact;
} crossing;

static bool cross(crossing *c, double height, double speed) {
    for (int k = 0; k < 2; k++) {
        if (!bench_rod_make(&c->rod[k], NULL)) {
            return false;
        }
        sut_rod *r = &c->rod[k].rod;
        c->list[k] = &r->body;
        for (int i = 0; i < 2; i++) {
            double along = i == 0 ? -0.01 : 0.01;
            r->body.position[i] = k == 0 ? v3(along, 0.0, height) : v3(0.0, along, 0.0);
            r->state.velocity[i] = v3(0.0, 0.0, k == 0 ? speed : 0.0);
        }
    }
    c->bodies = (sut_contact_bodies){.body = c->list, .bodies = 2};
    c->contact = (sut_contact){.site = {sut_site_on_edge(0, 0, 0.5), sut_site_on_edge(1, 0, 0.5)},
                               .reach = 0.002};
    c->contact.gap = height - 0.002;
    c->contact.frame[0] = v3(0.0, 0.0, 1.0);
    return true;
}

static void uncross(crossing *c) {
    bench_rod_free(&c->rod[0]);
    bench_rod_free(&c->rod[1]);
}

TEST(strands_at_rest_push_by_their_overlap) {
    crossing c;
    REQUIRE(cross(&c, 0.0015, 0.0));
    sut_vec3 f = sut_variational_penalty(&c.contact, &c.bodies, 100.0);
    CHECK_NEAR(f.z, 100.0 * 0.0005, 1e-15); // N, rounding
    CHECK_NEAR(f.x, 0.0, 1e-15);
    CHECK_NEAR(f.y, 0.0, 1e-15);
    uncross(&c);
}

TEST(strands_apart_do_not_push) {
    crossing c;
    REQUIRE(cross(&c, 0.0025, 0.0));
    CHECK(v3_norm(sut_variational_penalty(&c.contact, &c.bodies, 100.0)) == 0.0);
    uncross(&c);
}

TEST(the_force_is_the_mean_over_the_step) {
    crossing c;
    REQUIRE(cross(&c, 0.0025, -1.0)); // ends at 0.0015 after 1 ms
    sut_vec3 f = sut_variational_penalty(&c.contact, &c.bodies, 100.0);
    CHECK_NEAR(f.z, 0.5 * 100.0 * 0.0005, 1e-15);
    uncross(&c);
}

TEST(strands_that_would_cross_are_pushed_back) {
    crossing c;
    REQUIRE(cross(&c, 0.0015, -3.0)); // ends at -0.0015, on the other side
    sut_vec3 f = sut_variational_penalty(&c.contact, &c.bodies, 100.0);
    CHECK_NEAR(f.z, 0.5 * 100.0 * (0.0005 + 0.0035), 1e-15);
    uncross(&c);
}

TEST(order_of_the_ends_does_not_turn_the_force) {
    crossing c;
    REQUIRE(cross(&c, 0.0015, -0.5));
    sut_rod *r = sut_rod_of(c.list[0]);
    sut_vec3 before = sut_variational_penalty(&c.contact, &c.bodies, 100.0);
    sut_vec3 first = r->body.position[0];
    r->body.position[0] = r->body.position[1];
    r->body.position[1] = first;
    sut_vec3 after = sut_variational_penalty(&c.contact, &c.bodies, 100.0);
    CHECK_NEAR(v3_distance(before, after), 0.0, 1e-15);
    CHECK(before.z > 0.0);
    uncross(&c);
}
