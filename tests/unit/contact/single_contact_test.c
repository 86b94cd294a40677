// SPDX-License-Identifier: MIT
// A thread that lies on many bars touches with single vertices, far from each other. The untouched
// stretches between them are eliminated before the contacts are solved; what that leaves must stay
// as sparse as the thread, or there is no room for all contacts and some are lost.
#include "contact_fixture.h"

#include "check.h"

enum { VERTICES = 301, EVERY = 3 };
static const double radius = 0.25e-3; // m
static const double spacing = 1e-3;   // m
static const double bar = 0.5e-3;     // m
static const double mass = 1e-3;      // kg/m
static const double gravity = 9.81;   // m/s^2

static sut_world *on_bars(void) {
    static sut_vec3 line[VERTICES];
    sut_world_def wd = sut_default_world_def();
    wd.gravity = (sut_vec3){0.0, 0.0, -gravity};
    wd.capacity.obstacles = VERTICES;
    sut_world *w = NULL;
    for (int i = 0; i < VERTICES; i++) {
        line[i] = (sut_vec3){spacing * i, 0.0, bar + radius};
    }
    sut_thread_def def = sut_default_thread_def();
    def.positions = line;
    def.vertex_count = VERTICES;
    def.radius = radius;
    def.mass_per_length = mass;
    def.damping_linear = 1.0;
    sut_thread_id thread;
    bool fine =
        sut_world_create(&wd, &w) == SUT_OK && sut_thread_create(w, &def, &thread) == SUT_OK;
    for (int i = 0; fine && i < VERTICES; i += EVERY) {
        sut_obstacle_def body = sut_default_obstacle_def();
        body.kind = SUT_OBSTACLE_CYLINDER;
        body.axis = (sut_vec3){0.0, 1.0, 0.0};
        body.radius = bar;
        body.center = (sut_vec3){spacing * i, 0.0, 0.0};
        sut_obstacle_id id;
        fine = sut_obstacle_create(w, &body, &id) == SUT_OK;
    }
    if (!fine) {
        sut_world_destroy(w);
    }
    return fine ? w : NULL;
}

TEST(a_thread_on_many_bars_loses_no_contact) {
    sut_world *w = on_bars();
    REQUIRE(w != NULL);
    int lost = 0;
    for (int i = 0; i < 400; i++) {
        REQUIRE(go(w, 1, 1e-3));
        int events;
        const sut_event *e = sut_world_events(w, &events);
        for (int k = 0; k < events; k++) {
            lost += e[k].type == SUT_EV_CONTACTS_LOST ? 1 : 0;
        }
    }
    CHECK_EQ_INT(lost, 0);
    // one per bar, and all of them together bear the thread
    int count;
    const sut_contact_view *k = sut_world_contacts(w, &count);
    CHECK_EQ_INT(count, (VERTICES - 1) / EVERY + 1);
    double sum = 0.0;
    for (int i = 0; i < count; i++) {
        sum += k[i].force.z;
    }
    // at rest but for what is left of the settling after 0.4 s with a time constant of 1 ms
    CHECK_NEAR(sum, mass * gravity * spacing * (VERTICES - 1), 1e-6);
    sut_world_destroy(w);
}
