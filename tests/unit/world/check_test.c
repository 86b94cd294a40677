// SPDX-License-Identifier: MIT
// Every range of every def is refused by name, and a refusal changes nothing.
#include "world_fixture.h"

#include "check.h"
#include "data/data.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

//---- worlds --------------------------------------------------------------------------------------
static void check_world(const sut_world_def *d, const char *name) {
    sut_world *w = NULL;
    const char *why = sut_check_world_def(d);
    if (!CHECK(contains(why, name))) {
        printf("    %s: %s\n", name, why ? why : "not refused");
    }
    CHECK_EQ_INT(sut_world_create(d, &w), SUT_E_ARGUMENT);
    CHECK(w == NULL);
}

TEST(world_defs) {
    const sut_world_def fine = sut_default_world_def();
    sut_world_def d = fine;
    d.gravity.y = (double)NAN;
    check_world(&d, "gravity");
    d.gravity.y = -(double)INFINITY;
    check_world(&d, "gravity");
    const double tolerances[4] = {0.0, -1e-4, 0.011, (double)NAN};
    for (int i = 0; i < 4; i++) {
        d = fine;
        d.tolerance = tolerances[i];
        check_world(&d, "tolerance");
    }
    const int cuts[2] = {-1, 21};
    const int rounds[2] = {0, 101};
    for (int i = 0; i < 2; i++) {
        d = fine;
        d.max_halvings = cuts[i];
        check_world(&d, "max_halvings");
        d = fine;
        d.max_linearisations = rounds[i];
        check_world(&d, "max_linearisations");
    }
}

TEST(world_capacities) {
    const sut_world_def fine = sut_default_world_def();
    const sut_capacity least = {1, 2, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0};
    sut_world_def d = fine;
    d.capacity = least;
    CHECK(sut_check_world_def(&d) == NULL);
    for (int i = 0; i < 8; i++) {
        for (int k = 0; k < 2; k++) {
            d.capacity = least;
            int *fields[8] = {&d.capacity.threads,   &d.capacity.vertices, &d.capacity.holds,
                              &d.capacity.hold_keys, &d.capacity.events,   &d.capacity.obstacles,
                              &d.capacity.contacts,  &d.capacity.tools};
            *fields[i] = k == 0 ? *fields[i] - 1 : INT32_MAX;
            check_world(&d, "capacity");
        }
    }
}

typedef struct contact_field {
    const char *name;
    size_t offset;
    double bad[5];
} contact_field;

TEST(world_contact_settings) {
    const sut_world_def fine = sut_default_world_def();
    sut_world_def d = fine;
    const double nan = (double)NAN;
    const double inf = (double)INFINITY;
    const contact_field fields[3] = {
        {"contact.tolerance", offsetof(sut_contact_def, tolerance), {0.0, -1e-9, 0.11, nan, inf}},
        {"contact.budget", offsetof(sut_contact_def, budget), {-1e-9, 1001.0, -1.0, nan, inf}},
        {"contact.stiffness", offsetof(sut_contact_def, stiffness), {0.0, -1.0, 1.1e6, nan, inf}},
    };
    for (int i = 0; i < 3; i++) {
        for (int k = 0; k < 5; k++) {
            d = fine;
            memcpy((char *)&d.contact + fields[i].offset, &fields[i].bad[k], sizeof(double));
            check_world(&d, fields[i].name);
        }
    }
    const int iterations[3] = {0, -1, 10001};
    const int solvers[3] = {-1, 3, INT32_MAX};
    for (int k = 0; k < 3; k++) {
        d = fine;
        d.contact.iterations = iterations[k];
        check_world(&d, "contact.iterations");
        d = fine;
        memcpy(&d.contact.solver, &solvers[k], sizeof solvers[k]);
        check_world(&d, "contact.solver");
    }
}

//---- threads -------------------------------------------------------------------------------------
// The sentence names the field, and nothing has changed.
static void check_thread(line_world *l, const line_thread *line, const char *name) {
    uint64_t hash = sut_world_hash(l->w);
    sut_thread_id id = {9, 9};
    CHECK_EQ_INT(sut_thread_create(l->w, &line->def, &id), SUT_E_ARGUMENT);
    CHECK_EQ_INT(id.index1, 9);
    if (!CHECK(contains(sut_world_refusal(l->w), name))) {
        printf("    %s: %s\n", name, sut_world_refusal(l->w));
    }
    CHECK_EQ_U64(sut_world_hash(l->w), hash);
}

typedef struct field_range {
    const char *name;
    size_t offset;
    double low, high; // just outside
} field_range;

#define FIELD(name) #name, offsetof(sut_thread_def, name)

TEST(thread_numbers) {
    const field_range fields[] = {
        {FIELD(radius), 0.0, 1.1e6},
        {FIELD(EI), -1e-30, 1.1e18},
        {FIELD(GJ), -1e-30, 1.1e18},
        {FIELD(EA), 0.0, 1.1e18},
        {FIELD(mass_per_length), 0.0, 1.1e18},
        {FIELD(friction), -1e-9, 1.1e6},
        {"natural_curvature[0]", offsetof(sut_thread_def, natural_curvature), -1.1e9, 1.1e9},
        {"natural_curvature[1]", offsetof(sut_thread_def, natural_curvature) + sizeof(double),
         -1.1e9, 1.1e9},
        {FIELD(natural_twist), -1.1e9, 1.1e9},
        {FIELD(damping_bend), -1e-12, 1.1e9},
        {FIELD(damping_twist), -1e-12, 1.1e9},
        {FIELD(damping_stretch), -1e-12, 1.1e9},
        {FIELD(damping_linear), -1e-12, 1.1e18},
        {FIELD(drag), -1e-12, 1.1e18},
        {FIELD(mobility), 0.0, 1.1e18},
        {FIELD(implicitness), 0.499, 1.001},
    };
    line_world l = line_world_make(4, 0.1);
    REQUIRE(l.w != NULL);
    for (size_t i = 0; i < sizeof fields / sizeof fields[0]; i++) {
        const double bad[5] = {fields[i].low, fields[i].high, (double)NAN, (double)INFINITY,
                               -(double)INFINITY};
        for (int k = 0; k < 5; k++) {
            line_thread line;
            line_init(&line, 4, 0.1);
            memcpy((char *)&line.def + fields[i].offset, &bad[k], sizeof bad[k]);
            check_thread(&l, &line, fields[i].name);
        }
    }
    sut_world_destroy(l.w);
}

TEST(thread_choices) {
    line_world l = line_world_make(4, 0.1);
    REQUIRE(l.w != NULL);
    for (int k = 0; k < 6; k++) {
        line_thread line;
        line_init(&line, 4, 0.1);
        int bad = k % 2 == 0 ? (k == 0 ? SUT_MODEL_SPRINGS_5 + 1 : 2) : -1;
        memcpy(k / 2 == 0 ? (void *)&line.def.model
                          : (k / 2 == 1 ? (void *)&line.def.inertia : (void *)&line.def.twist),
               &bad, sizeof bad);
        const char *names[3] = {"model", "inertia", "twist"};
        check_thread(&l, &line, names[k / 2]);
    }
    sut_world_destroy(l.w);
}

TEST(thread_vertex_counts) {
    line_world l = line_world_make(4, 0.1);
    REQUIRE(l.w != NULL);
    const int counts[4] = {1, 0, -1, INT32_MIN};
    for (int k = 0; k < 4; k++) {
        line_thread line;
        line_init(&line, 4, 0.1);
        line.def.vertex_count = counts[k];
        check_thread(&l, &line, "positions");
    }
    line_thread line;
    line_init(&line, 4, 0.1);
    line.def.positions = NULL;
    check_thread(&l, &line, "positions");
    sut_world_destroy(l.w);
}

TEST(thread_positions) {
    line_world l = line_world_make(4, 0.1);
    REQUIRE(l.w != NULL);
    const double bad[3] = {(double)NAN, (double)INFINITY, 1.1e9};
    for (int k = 0; k < 3; k++) {
        line_thread line;
        line_init(&line, 4, 0.1);
        line.x[2].z = bad[k];
        check_thread(&l, &line, "position 2");
    }
    line_thread line;
    line_init(&line, 4, 0.1);
    line.x[3] = line.x[2]; // an edge without length
    check_thread(&l, &line, "vertices 2 and 3");
    line_init(&line, 4, 0.1);
    line.x[2] = line.x[0]; // right back to where it came from
    check_thread(&l, &line, "vertex 1");
    sut_world_destroy(l.w);
}

TEST(thread_arrays) {
    line_world l = line_world_make(4, 0.1);
    REQUIRE(l.w != NULL);
    const double bad_rest[5] = {0.0, -0.1, (double)NAN, (double)INFINITY, 1.1e9};
    const double bad_mass[4] = {-1e-9, (double)NAN, (double)INFINITY, 1.1e12};
    const double bad_speed[3] = {(double)NAN, (double)INFINITY, 1.1e9};
    for (int k = 0; k < 5; k++) {
        line_thread line;
        line_init(&line, 4, 0.1);
        double rest[3] = {0.03, 0.03, 0.03};
        rest[1] = bad_rest[k];
        line.def.rest_lengths = rest;
        check_thread(&l, &line, "rest_lengths 1");
        line.def.rest_lengths = NULL;
        double extra[4] = {0.0, 0.0, 0.0, bad_mass[k % 4]};
        line.def.extra_mass = extra;
        check_thread(&l, &line, "extra_mass 3");
        line.def.extra_mass = NULL;
        sut_vec3 v[4] = {{0}};
        v[0].x = bad_speed[k % 3];
        line.def.velocities = v;
        check_thread(&l, &line, "velocity 0");
    }
    sut_world_destroy(l.w);
}

TEST(limits_themselves_are_allowed) {
    line_world l = line_world_make(4, 0.1);
    REQUIRE(l.w != NULL);
    line_thread line;
    line_init(&line, 4, 0.1);
    line.def.EI = 0.0;
    line.def.GJ = 0.0;
    line.def.implicitness = 0.5;
    line.def.damping_bend = 0.0;
    double extra[4] = {0.0, 1e12, 0.0, 0.0};
    line.def.extra_mass = extra;
    line_shift(&line, 0.5);
    CHECK(line_add(l.w, &line).index1 != 0);
    CHECK_STR(sut_world_refusal(l.w), "");
    sut_world_destroy(l.w);
}

//---- holds ---------------------------------------------------------------------------------------
static void check_hold(line_world *l, const sut_hold_def *d, const char *name) {
    uint64_t hash = sut_world_hash(l->w);
    sut_hold_id id = {9, 9};
    CHECK_EQ_INT(sut_hold_create(l->w, l->thread, d, &id), SUT_E_ARGUMENT);
    CHECK_EQ_INT(id.index1, 9);
    if (!CHECK(contains(sut_world_refusal(l->w), name))) {
        printf("    %s: %s\n", name, sut_world_refusal(l->w));
    }
    CHECK_EQ_U64(sut_world_hash(l->w), hash);
}

TEST(hold_numbers) {
    line_world l = line_world_make(4, 0.1);
    REQUIRE(l.w != NULL);
    const sut_hold_def fine = sut_default_hold_def();
    const int vertices[4] = {4, -5, INT32_MAX, INT32_MIN};
    const double forces[3] = {0.0, -1.0, (double)NAN};
    const double untils[3] = {0.5, 0.4, (double)NAN};
    sut_hold_def d = fine;
    for (int k = 0; k < 4; k++) {
        d = fine;
        d.vertex = vertices[k];
        check_hold(&l, &d, "vertex");
    }
    for (int k = 0; k < 3; k++) {
        d = fine;
        d.max_force = forces[k];
        check_hold(&l, &d, "max_force");
        d = fine;
        d.from = 0.5;
        d.until = untils[k];
        check_hold(&l, &d, "until");
    }
    d = fine;
    d.from = (double)NAN;
    check_hold(&l, &d, "from");
    int bad = 4;
    d = fine;
    memcpy(&d.kind, &bad, sizeof bad);
    check_hold(&l, &d, "kind");
    d = fine;
    d.key_count = 1;
    check_hold(&l, &d, "keys");
    d.key_count = -1;
    check_hold(&l, &d, "keys");
    sut_world_destroy(l.w);
}

// One bad key among good ones, by kind of hold.
static void check_key(line_world *l, sut_hold_kind kind, const sut_hold_key *bad,
                      const char *name) {
    sut_hold_key keys[2] = {hold_key(0.0, (sut_vec3){0}, (sut_vec3){1, 0, 0}, 0.0), *bad};
    sut_hold_def d = sut_default_hold_def();
    d.kind = kind;
    d.keys = keys;
    d.key_count = 2;
    check_hold(l, &d, name);
    CHECK(contains(sut_world_refusal(l->w), "key 1"));
}

TEST(hold_keys) {
    line_world l = line_world_make(4, 0.1);
    REQUIRE(l.w != NULL);
    const sut_hold_key fine = hold_key(1.0, (sut_vec3){0}, (sut_vec3){1, 0, 0}, 0.0);
    sut_hold_key k = fine;
    const double times[4] = {0.0, -1.0, (double)NAN, (double)INFINITY};
    for (int i = 0; i < 4; i++) {
        k.t = times[i];
        check_key(&l, SUT_HOLD_PIN, &k, "time");
    }
    const double places[3] = {(double)NAN, (double)INFINITY, 1.1e9};
    for (int i = 0; i < 3; i++) {
        k = fine;
        k.position.y = places[i];
        check_key(&l, SUT_HOLD_PIN, &k, "position");
        check_key(&l, SUT_HOLD_TWIST, &k, "position");
        k = fine;
        k.spin = places[i];
        check_key(&l, SUT_HOLD_TWIST, &k, "spin");
    }
    k = fine;
    k.force.z = (double)NAN;
    check_key(&l, SUT_HOLD_FORCE, &k, "force");
    const sut_vec3 directions[4] = {
        {0, 0, 0}, {(double)NAN, 0, 0}, {0, (double)INFINITY, 0}, {1e200, 0, 0}};
    for (int i = 0; i < 4; i++) {
        k = fine;
        k.direction = directions[i];
        check_key(&l, SUT_HOLD_CLAMP, &k, "direction");
        check_key(&l, SUT_HOLD_TWIST, &k, "direction");
    }
    sut_world_destroy(l.w);
}

// What a kind of hold does not use is not looked at.
TEST(unused_parts_of_keys_are_free) {
    line_world l = line_world_make(4, 0.1);
    REQUIRE(l.w != NULL);
    sut_hold_key k = hold_key(0.0, (sut_vec3){0}, (sut_vec3){0, 0, 0}, (double)NAN);
    k.force.x = (double)NAN;
    CHECK(hold_add(&l, SUT_HOLD_PIN, 0, &k, 1).index1 != 0);
    k = hold_key(0.0, (sut_vec3){(double)NAN, 0, 0}, (sut_vec3){0, 0, 0}, (double)NAN);
    CHECK(hold_add(&l, SUT_HOLD_FORCE, 1, &k, 1).index1 != 0);
    CHECK(run_steps(l.w, 3, 1e-3));
    CHECK(isfinite(view_of(&l).position[3].x));
    sut_world_destroy(l.w);
}

TEST(targets_are_checked_like_keys) {
    line_world l = line_world_make(4, 0.1);
    REQUIRE(l.w != NULL);
    sut_hold_id id = hold_add(&l, SUT_HOLD_CLAMP, 3, NULL, 0);
    uint64_t hash = sut_world_hash(l.w);
    const sut_hold_key bad[3] = {
        hold_key(0.0, (sut_vec3){(double)NAN, 0, 0}, (sut_vec3){1, 0, 0}, 0.0),
        hold_key(0.0, (sut_vec3){0, 0, 0}, (sut_vec3){0, 0, 0}, 0.0),
        hold_key(0.0, (sut_vec3){0, 2e9, 0}, (sut_vec3){1, 0, 0}, 0.0)};
    for (int i = 0; i < 3; i++) {
        CASE("i %d", i);
        CHECK_EQ_INT(sut_hold_set_target(l.w, id, &bad[i]), SUT_E_ARGUMENT);
    }
    CHECK_EQ_U64(sut_world_hash(l.w), hash);
    // its time does not matter
    sut_hold_key good = hold_key((double)NAN, (sut_vec3){0.1, 0, 0}, (sut_vec3){2, 0, 0}, 0.0);
    CHECK_EQ_INT(sut_hold_set_target(l.w, id, &good), SUT_OK);
    sut_world_destroy(l.w);
}
