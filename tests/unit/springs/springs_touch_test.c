// SPDX-License-Identifier: MIT
// Contacts of springs: the published repulsion and friction, and what they must not do.
#include "spring_rod.h"

#include "check.h"
#include "math/vec3.h"
#include "springs/springs_touch.h"

#include <math.h>

// Edge 0 of the first thread along x at a height, edge 0 of the second along y through the origin.
typedef struct crossing {
    spring_rod rod[2];
    sut_body *list[2];
    sut_contact_bodies bodies;
    sut_contact contact;
} crossing;

static bool cross(crossing *c, double height, sut_vec3 speed, double mu) {
    for (int k = 0; k < 2; k++) {
        if (!spring_rod_make(&c->rod[k], 4, NULL)) {
            return false;
        }
        sut_rod *r = &c->rod[k].rod;
        c->list[k] = &r->body;
        for (int i = 0; i < 2; i++) {
            double along = i == 0 ? -0.01 : 0.01;
            r->body.position[i] = k == 0 ? v3(along, 0.0, height) : v3(0.0, along, 0.0);
            r->state.velocity[i] = k == 0 ? speed : v3_zero();
            r->def.mass[i] = 0.05;
        }
    }
    c->bodies = (sut_contact_bodies){.body = c->list, .bodies = 2};
    c->contact = (sut_contact){.site = {sut_site_on_edge(0, 0, 0.5), sut_site_on_edge(1, 0, 0.5)},
                               .reach = 0.01};
    sut_contact *k = &c->contact;
    k->gap = height - 0.01;
    k->mu = mu;
    k->frame[0] = v3(0.0, 0.0, 1.0);
    k->count = 4;
    for (int v = 0; v < 4; v++) {
        k->owner[v] = v / 2;
        k->vertex[v] = v % 2;
        k->weight[v] = v < 2 ? 0.5 : -0.5;
    }
    return true;
}

static void uncross(crossing *c) {
    spring_rod_free(&c->rod[0]);
    spring_rod_free(&c->rod[1]);
}

// k_rs d - k_rd u.n = 100 0.002 + 5 0.03, doubled by 2 / (4 0.25) of (4.3).
TEST(repulsion_is_spring_and_damper) {
    crossing c;
    REQUIRE(cross(&c, 0.008, v3(0.0, 0.0, -0.03), 0.0));
    sut_vec3 f = sut_springs_repulsion(&c.contact, &c.bodies, 100.0);
    CHECK_NEAR(f.z, 2.0 * (0.2 + 0.15), 1e-14);
    CHECK_NEAR(f.x, 0.0, 1e-15);
    uncross(&c);
}

TEST(strands_apart_or_parting_are_left_alone) {
    crossing c;
    REQUIRE(cross(&c, 0.011, v3(0.0, 0.0, -1.0), 0.5));
    CHECK(v3_norm(sut_springs_repulsion(&c.contact, &c.bodies, 100.0)) == 0.0);
    uncross(&c);
    REQUIRE(cross(&c, 0.008, v3(0.0, 0.0, 10.0), 0.5));
    CHECK(v3_norm(sut_springs_repulsion(&c.contact, &c.bodies, 100.0)) == 0.0);
    uncross(&c);
}

// mu times the repulsion against the sliding (2.11).
TEST(friction_is_kinetic) {
    crossing c;
    REQUIRE(cross(&c, 0.008, v3(3.0, 4.0, 0.0), 0.5));
    sut_vec3 f = sut_springs_repulsion(&c.contact, &c.bodies, 100.0);
    CHECK_NEAR(f.z, 0.4, 1e-14);
    CHECK_NEAR(f.x, -0.12, 1e-14);
    CHECK_NEAR(f.y, -0.16, 1e-14);
    uncross(&c);
}

// The published coefficient is 10: it must not throw back what slides slowly.
TEST(friction_stops_and_does_not_reverse) {
    crossing c;
    REQUIRE(cross(&c, 0.008, v3(1e-4, 0.0, 0.0), 10.0));
    sut_vec3 f = sut_springs_repulsion(&c.contact, &c.bodies, 100.0);
    double give = 4.0 * 0.25 / 0.05; // 1/kg, of the relative velocity
    CHECK_NEAR(1e-4 + f.x * give * c.rod[0].rod.work.dt, 0.0, 1e-18);
    uncross(&c);
}
