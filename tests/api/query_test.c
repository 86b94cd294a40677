// SPDX-License-Identifier: MIT
// Objects of any kind, what is near, what a ray meets, and why a call is refused: public headers
// and the shared library only.
#include "check.h"

#include <sutura/sutura.h>

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { VERTICES = 21 };

typedef struct fixture {
    sut_world *w;
    sut_thread_id thread;
    sut_obstacle_id floor, ball;
    sut_hold_id end[2];
} fixture;

static sut_thread_id add_line(sut_world *w, double height) {
    sut_vec3 x[VERTICES];
    for (int i = 0; i < VERTICES; i++) {
        x[i] = (sut_vec3){1e-3 * (i - VERTICES / 2), 0.0, height};
    }
    sut_thread_def d = sut_default_thread_def();
    d.positions = x;
    d.vertex_count = VERTICES;
    d.radius = 2e-4;
    sut_thread_id id = {0, 0};
    CHECK_EQ_INT(sut_thread_create(w, &d, &id), SUT_OK);
    return id;
}

// A straight thread along x just above a floor in z = 0, and a ball aside.
static void make(fixture *f) {
    memset(f, 0, sizeof *f);
    sut_world_def def = sut_default_world_def();
    CHECK_EQ_INT(sut_world_create(&def, &f->w), SUT_OK);
    f->thread = add_line(f->w, 3e-4);
    sut_obstacle_def o = sut_default_obstacle_def();
    o.kind = SUT_OBSTACLE_PLANE;
    o.axis = (sut_vec3){0.0, 0.0, 1.0};
    CHECK_EQ_INT(sut_obstacle_create(f->w, &o, &f->floor), SUT_OK);
    o = sut_default_obstacle_def();
    o.kind = SUT_OBSTACLE_SPHERE;
    o.center = (sut_vec3){0.0, 0.05, 0.02};
    o.radius = 0.01;
    CHECK_EQ_INT(sut_obstacle_create(f->w, &o, &f->ball), SUT_OK);
}

static bool is_object(sut_object a, sut_object b) {
    return a.type == b.type && a.index1 == b.index1 && a.generation == b.generation;
}

//---- lists and user pointers ---------------------------------------------------------------------
TEST(objects_are_listed_by_type) {
    fixture f;
    make(&f);
    sut_object o[4];
    CHECK_EQ_INT(sut_world_objects(f.w, SUT_OBJECT_OBSTACLE, o, 4), 2);
    CHECK(is_object(o[0], sut_obstacle_object(f.floor)));
    CHECK(is_object(o[1], sut_obstacle_object(f.ball)));
    CHECK_EQ_INT(sut_world_objects(f.w, SUT_OBJECT_OBSTACLE, NULL, 0), 2);
    CHECK_EQ_INT(sut_world_objects(f.w, SUT_OBJECT_TOOL, o, 4), 0);
    CHECK_EQ_INT(sut_world_objects(f.w, (sut_object_type)99, o, 4), 0);
    CHECK_EQ_INT(sut_obstacle_destroy(f.w, f.floor), SUT_OK);
    CHECK_EQ_INT(sut_world_objects(f.w, SUT_OBJECT_OBSTACLE, o, 1), 1);
    CHECK(is_object(o[0], sut_obstacle_object(f.ball)));
    CHECK_STR(sut_object_type_name(SUT_OBJECT_OBSTACLE), "obstacle");
    CHECK_STR(sut_object_type_name(SUT_OBJECT_TYPES), "");
    sut_world_destroy(f.w);
}

TEST(a_user_pointer_goes_with_its_object) {
    fixture f;
    make(&f);
    int mine = 1;
    sut_object ball = sut_obstacle_object(f.ball);
    uint64_t before = sut_world_hash(f.w);
    CHECK(sut_object_user(f.w, ball) == NULL);
    CHECK_EQ_INT(sut_object_set_user(f.w, ball, &mine), SUT_OK);
    CHECK(sut_object_user(f.w, ball) == &mine);
    CHECK(sut_object_user(f.w, sut_obstacle_object(f.floor)) == NULL);
    CHECK_EQ_U64(sut_world_hash(f.w), before); // no state
    // a restore leaves it where it is
    size_t size = sut_world_snapshot(f.w, NULL, 0);
    void *image = malloc(size);
    REQUIRE(image != NULL);
    (void)sut_world_snapshot(f.w, image, size);
    CHECK_EQ_INT(sut_world_restore(f.w, image, size), SUT_OK);
    CHECK(sut_object_user(f.w, ball) == &mine);
    free(image);
    // what takes its place does not have it
    CHECK_EQ_INT(sut_obstacle_destroy(f.w, f.ball), SUT_OK);
    CHECK(sut_object_user(f.w, ball) == NULL);
    sut_obstacle_def o = sut_default_obstacle_def();
    o.kind = SUT_OBSTACLE_SPHERE;
    o.center = (sut_vec3){0.0, 0.05, 0.02};
    o.radius = 0.01;
    sut_obstacle_id next;
    CHECK_EQ_INT(sut_obstacle_create(f.w, &o, &next), SUT_OK);
    CHECK_EQ_INT(next.index1, f.ball.index1);
    CHECK(sut_object_user(f.w, sut_obstacle_object(next)) == NULL);
    CHECK_EQ_INT(sut_object_set_user(f.w, ball, &mine), SUT_E_ID);
    CHECK(strstr(sut_world_refusal(f.w), "object") != NULL);
    sut_world_destroy(f.w);
}

//---- forces --------------------------------------------------------------------------------------
TEST(a_floor_feels_the_weight_that_lies_on_it) {
    fixture f;
    make(&f);
    for (int k = 0; k < 3000; k++) {
        REQUIRE(sut_world_step(f.w, 1e-3) == SUT_OK);
    }
    sut_thread_figures figures;
    CHECK_EQ_INT(sut_thread_get_figures(f.w, f.thread, &figures), SUT_OK);
    double weight = -figures.external_force.z;
    sut_contact_wrench on_floor, on_thread, on_ball;
    sut_vec3 origin = {0.0, 0.0, 0.0};
    CHECK_EQ_INT(sut_object_get_contact_force(f.w, sut_obstacle_object(f.floor), origin, &on_floor),
                 SUT_OK);
    CHECK_EQ_INT(sut_object_get_contact_force(f.w, sut_thread_object(f.thread), origin, &on_thread),
                 SUT_OK);
    CHECK_EQ_INT(sut_object_get_contact_force(f.w, sut_obstacle_object(f.ball), origin, &on_ball),
                 SUT_OK);
    // it has come to rest within the tolerance of the contact solver, 1e-2
    CHECK_NEAR(on_floor.force.z / weight, -1.0, 1e-2);
    CHECK_EQ_INT(on_floor.contacts, on_thread.contacts);
    CHECK_NEAR(on_thread.force.z + on_floor.force.z, 0.0, 1e-15 * weight); // the same numbers
    CHECK_EQ_INT(on_ball.contacts, 0);
    // the middle of a symmetric thread: no torque about it but what the tolerance leaves
    CHECK_NEAR(on_floor.torque.y / (weight * 0.01), 0.0, 1e-2);
    CHECK_EQ_INT(sut_object_get_contact_force(f.w, (sut_object){0}, origin, &on_ball), SUT_E_ID);
    int count = 0;
    const sut_contact_view *c = sut_world_contacts(f.w, &count);
    REQUIRE(count > 0);
    for (int i = 0; i < count; i++) {
        CASE("contact %d", i);
        CHECK(is_object(c[i].body[0], sut_thread_object(f.thread)));
        CHECK(is_object(c[i].body[1], sut_obstacle_object(f.floor)));
        CHECK_EQ_INT(c[i].feature[0], c[i].edge[0]);
    }
    sut_world_destroy(f.w);
}

//---- geometry ------------------------------------------------------------------------------------
TEST(the_nearest_surface_is_found) {
    fixture f;
    make(&f);
    sut_hit hit;
    bool found;
    // above the thread
    sut_vec3 p = {2.3e-3, 0.0, 3e-3};
    CHECK_EQ_INT(sut_world_nearest(f.w, p, HUGE_VAL, &hit, &found), SUT_OK);
    CHECK(found && is_object(hit.object, sut_thread_object(f.thread)));
    CHECK_EQ_INT(hit.feature, VERTICES / 2 + 2);
    CHECK_NEAR(hit.distance, 3e-3 - 3e-4 - 2e-4, 1e-17); // rounding of millimetres
    CHECK_NEAR(hit.where.z, 5e-4, 1e-17);
    CHECK_NEAR(hit.normal.z, 1.0, 1e-15);
    // inside of the ball
    p = (sut_vec3){0.0, 0.05, 0.022};
    CHECK_EQ_INT(sut_world_nearest(f.w, p, HUGE_VAL, &hit, &found), SUT_OK);
    CHECK(found && is_object(hit.object, sut_obstacle_object(f.ball)));
    CHECK_NEAR(hit.distance, -8e-3, 1e-16);
    CHECK_NEAR(hit.where.z, 0.03, 1e-16);
    // nothing is that near
    p = (sut_vec3){0.0, 0.5, 0.5};
    CHECK_EQ_INT(sut_world_nearest(f.w, p, 0.1, &hit, &found), SUT_OK);
    CHECK(!found);
    p.x = (double)NAN;
    CHECK_EQ_INT(sut_world_nearest(f.w, p, 0.1, &hit, &found), SUT_E_ARGUMENT);
    sut_world_destroy(f.w);
}

TEST(a_ray_meets_what_is_first_in_its_way) {
    fixture f;
    make(&f);
    sut_hit hit;
    bool found;
    sut_vec3 down = {0.0, 0.0, -2.0};
    // onto the thread, a tenth of a millimetre beside its middle: up the round side
    sut_vec3 p = {0.4e-3, 1e-4, 0.01};
    CHECK_EQ_INT(sut_world_ray(f.w, p, down, HUGE_VAL, &hit, &found), SUT_OK);
    CHECK(found && is_object(hit.object, sut_thread_object(f.thread)));
    double high = 3e-4 + sqrt(4e-8 - 1e-8);
    CHECK_NEAR(hit.distance, 0.01 - high, 1e-16); // rounding of centimetres
    CHECK_NEAR(hit.normal.y, 0.5, 1e-12);
    // past it onto the floor
    p.y = 2.1e-4;
    CHECK_EQ_INT(sut_world_ray(f.w, p, down, HUGE_VAL, &hit, &found), SUT_OK);
    CHECK(found && is_object(hit.object, sut_obstacle_object(f.floor)));
    CHECK_NEAR(hit.distance, 0.01, 1e-16);
    // the ball, off its middle by half of its radius
    p = (sut_vec3){5e-3, 0.0, 0.02};
    sut_vec3 aside = {0.0, 1.0, 0.0};
    CHECK_EQ_INT(sut_world_ray(f.w, p, aside, HUGE_VAL, &hit, &found), SUT_OK);
    CHECK(found && is_object(hit.object, sut_obstacle_object(f.ball)));
    // to where the search ends, 1e-12 of the ways
    CHECK_NEAR(hit.distance, 0.05 - sqrt(1e-4 - 25e-6), 1e-12);
    // too far, and past everything
    CHECK_EQ_INT(sut_world_ray(f.w, p, aside, 0.03, &hit, &found), SUT_OK);
    CHECK(!found);
    aside.z = 1.0;
    CHECK_EQ_INT(sut_world_ray(f.w, p, aside, HUGE_VAL, &hit, &found), SUT_OK);
    CHECK(!found);
    aside = (sut_vec3){0.0, 0.0, 0.0};
    CHECK_EQ_INT(sut_world_ray(f.w, p, aside, HUGE_VAL, &hit, &found), SUT_E_ARGUMENT);
    sut_world_destroy(f.w);
}

TEST(a_ray_meets_a_skin_from_both_sides) {
    fixture f;
    make(&f);
    sut_world_destroy(f.w);
    sut_world_def def = sut_default_world_def();
    def.capacity.tissues = 1;
    REQUIRE(sut_world_create(&def, &f.w) == SUT_OK);
    const sut_vec3 node[4] = {{0, 0, 0}, {0.01, 0, 0}, {0.01, 0.01, 0}, {0, 0.01, 0}};
    const int triangle[2][3] = {{0, 1, 2}, {0, 2, 3}};
    sut_tissue_def d = sut_default_tissue_def();
    d.model = SUT_TISSUE_SHELL;
    d.nodes = node;
    d.node_count = 4;
    d.triangles = triangle;
    d.triangle_count = 2;
    d.young = 1e5;
    d.thickness = 1e-3;
    sut_tissue_id skin;
    REQUIRE(sut_tissue_create(f.w, &d, &skin) == SUT_OK);
    sut_hit hit;
    bool found;
    for (int side = -1; side <= 1; side += 2) {
        CASE("side %d", side);
        sut_vec3 p = {2e-3, 6e-3, side * 4e-3};
        sut_vec3 way = {0.0, 0.0, -side};
        CHECK_EQ_INT(sut_world_ray(f.w, p, way, 1.0, &hit, &found), SUT_OK);
        CHECK(found && is_object(hit.object, sut_tissue_object(skin)));
        CHECK_EQ_INT(hit.feature, 1);
        CHECK_NEAR(hit.distance, 4e-3, 1e-17);
        CHECK_NEAR(hit.normal.z, side, 1e-15);
        CHECK_EQ_INT(sut_world_nearest(f.w, p, 1.0, &hit, &found), SUT_OK);
        CHECK(found);
        CHECK_NEAR(hit.distance, 4e-3, 1e-17);
        CHECK_NEAR(hit.normal.z, side, 1e-15);
    }
    sut_world_destroy(f.w);
}

//---- needles and holes ---------------------------------------------------------------------------
// A straight needle along -x that lies on a floor, its tip at x = 0.
static sut_needle_id add_needle(fixture *f) {
    memset(f, 0, sizeof *f);
    sut_world_def def = sut_default_world_def();
    def.capacity.needles = 1;
    CHECK_EQ_INT(sut_world_create(&def, &f->w), SUT_OK);
    sut_obstacle_def o = sut_default_obstacle_def();
    o.kind = SUT_OBSTACLE_PLANE;
    o.axis = (sut_vec3){0.0, 0.0, 1.0};
    CHECK_EQ_INT(sut_obstacle_create(f->w, &o, &f->floor), SUT_OK);
    sut_needle_def d = sut_default_needle_def();
    d.arc = 0.0;
    d.length = 0.02;
    d.diameter = 5e-4;
    d.pose.position.z = 2.6e-4;
    sut_needle_id needle = {0, 0};
    CHECK_EQ_INT(sut_needle_create(f->w, &d, &needle), SUT_OK);
    return needle;
}

TEST(a_needle_is_an_object) {
    fixture f;
    sut_needle_id needle = add_needle(&f);
    sut_object o = sut_needle_object(needle);
    CHECK(sut_object_is_valid(f.w, o));
    CHECK_STR(sut_object_type_name(SUT_OBJECT_NEEDLE), "needle");
    sut_object list[2];
    CHECK_EQ_INT(sut_world_objects(f.w, SUT_OBJECT_NEEDLE, list, 2), 1);
    CHECK(is_object(list[0], o));
    int mine = 1;
    CHECK_EQ_INT(sut_object_set_user(f.w, o, &mine), SUT_OK);
    CHECK(sut_object_user(f.w, o) == &mine);
    // from above, on to its back
    sut_hit hit;
    bool found;
    sut_vec3 p = {-0.01, 0.0, 0.01};
    sut_vec3 down = {0.0, 0.0, -1.0};
    CHECK_EQ_INT(sut_world_ray(f.w, p, down, HUGE_VAL, &hit, &found), SUT_OK);
    CHECK(found && is_object(hit.object, o));
    CHECK_NEAR(hit.distance, 0.01 - 5.1e-4, 1e-15); // rounding of centimetres
    CHECK_EQ_INT(sut_world_nearest(f.w, p, HUGE_VAL, &hit, &found), SUT_OK);
    CHECK(found && is_object(hit.object, o));
    CHECK_NEAR(hit.distance, 0.01 - 5.1e-4, 1e-15);
    for (int k = 0; k < 500; k++) {
        REQUIRE(sut_world_step(f.w, 1e-3) == SUT_OK);
    }
    int count = 0;
    const sut_contact_view *c = sut_world_contacts(f.w, &count);
    REQUIRE(count > 0);
    for (int i = 0; i < count; i++) {
        CASE("contact %d", i);
        CHECK(is_object(c[i].body[0], o));
        CHECK_EQ_INT(c[i].feature[0], c[i].edge[0]);
        CHECK(is_object(c[i].body[1], sut_obstacle_object(f.floor)));
    }
    sut_needle_view v;
    CHECK_EQ_INT(sut_needle_get_view(f.w, needle, &v), SUT_OK);
    sut_contact_wrench on_needle;
    CHECK_EQ_INT(sut_object_get_contact_force(f.w, o, v.pose.position, &on_needle), SUT_OK);
    CHECK_EQ_INT(on_needle.contacts, count);
    CHECK_NEAR(on_needle.force.z / (9.81 * v.mass), 1.0, 1e-2); // tolerance of the solver
    CHECK_EQ_INT(sut_needle_destroy(f.w, needle), SUT_OK);
    CHECK(!sut_object_is_valid(f.w, o));
    CHECK(sut_object_user(f.w, o) == NULL);
    CHECK_EQ_INT(sut_world_objects(f.w, SUT_OBJECT_NEEDLE, list, 2), 0);
    sut_world_destroy(f.w);
}

// A thread along z through the middle of a skin in z = 0.
TEST(a_hole_is_an_object) {
    sut_world_def def = sut_default_world_def();
    def.capacity.tissues = 1;
    def.capacity.holes = 2;
    sut_world *w = NULL;
    REQUIRE(sut_world_create(&def, &w) == SUT_OK);
    const sut_vec3 node[4] = {{0, 0, 0}, {0.01, 0, 0}, {0.01, 0.01, 0}, {0, 0.01, 0}};
    const int triangle[2][3] = {{0, 1, 2}, {0, 2, 3}};
    sut_tissue_def d = sut_default_tissue_def();
    d.model = SUT_TISSUE_SHELL;
    d.nodes = node;
    d.node_count = 4;
    d.triangles = triangle;
    d.triangle_count = 2;
    d.young = 1e5;
    d.thickness = 1e-3;
    sut_tissue_id skin;
    REQUIRE(sut_tissue_create(w, &d, &skin) == SUT_OK);
    sut_vec3 x[VERTICES];
    for (int i = 0; i < VERTICES; i++) {
        x[i] = (sut_vec3){6e-3, 3e-3, 1e-3 * (i - VERTICES / 2) + 3e-4};
    }
    sut_thread_def t = sut_default_thread_def();
    t.positions = x;
    t.vertex_count = VERTICES;
    t.radius = 2e-4;
    t.pierces = true;
    sut_thread_id thread;
    REQUIRE(sut_thread_create(w, &t, &thread) == SUT_OK);
    sut_hole_def h = sut_default_hole_def();
    h.thread = thread;
    h.tissue = skin;
    h.at = (sut_vec3){6e-3, 3e-3, 0.0};
    sut_hole_id hole;
    REQUIRE(sut_hole_create(w, &h, &hole) == SUT_OK);
    sut_object o = sut_hole_object(hole);
    CHECK(sut_object_is_valid(w, o));
    CHECK_STR(sut_object_type_name(SUT_OBJECT_HOLE), "hole");
    sut_object list[2];
    CHECK_EQ_INT(sut_world_objects(w, SUT_OBJECT_HOLE, list, 2), 1);
    CHECK(is_object(list[0], o));
    int mine = 1;
    CHECK_EQ_INT(sut_object_set_user(w, o, &mine), SUT_OK);
    sut_contact_wrench wrench;
    CHECK_EQ_INT(sut_object_get_contact_force(w, o, h.at, &wrench), SUT_E_ARGUMENT);
    CHECK_EQ_INT(sut_hole_destroy(w, hole), SUT_OK);
    CHECK(!sut_object_is_valid(w, o));
    CHECK(sut_object_user(w, o) == NULL);
    sut_world_destroy(w);
}

//---- frames --------------------------------------------------------------------------------------
TEST(frames_turn_with_a_twisted_thread) {
    sut_world_def def = sut_default_world_def();
    def.gravity = (sut_vec3){0.0, 0.0, 0.0};
    sut_world *w = NULL;
    REQUIRE(sut_world_create(&def, &w) == SUT_OK);
    sut_thread_id thread = add_line(w, 0.0);
    const double turn = 1.0; // rad
    for (int e = 0; e < 2; e++) {
        sut_hold_key key;
        CHECK_EQ_INT(sut_thread_key_now(w, thread, e == 0 ? 0 : -1, &key), SUT_OK);
        key.t = 0.0;
        key.spin = e == 0 ? 0.0 : turn;
        sut_hold_def h = sut_default_hold_def();
        h.kind = SUT_HOLD_TWIST;
        h.vertex = e == 0 ? 0 : -1;
        h.keys = &key;
        h.key_count = 1;
        sut_hold_id id;
        CHECK_EQ_INT(sut_hold_create(w, thread, &h, &id), SUT_OK);
    }
    for (int k = 0; k < 50; k++) {
        REQUIRE(sut_world_step(w, 1e-3) == SUT_OK);
    }
    sut_vec3 tangent[VERTICES - 1], director[VERTICES - 1];
    CHECK_EQ_INT(sut_thread_get_frames(w, thread, tangent, director), SUT_OK);
    sut_thread_view v;
    CHECK_EQ_INT(sut_thread_get_view(w, thread, &v), SUT_OK);
    for (int e = 0; e < VERTICES - 1; e++) {
        CASE("edge %d", e);
        CHECK_NEAR(tangent[e].x, 1.0, 1e-12); // it stays straight: rounding
        CHECK_NEAR(director[e].x, 0.0, 1e-12);
        double sine = director[0].y * director[e].z - director[0].z * director[e].y;
        double cosine = director[0].y * director[e].y + director[0].z * director[e].z;
        CHECK_NEAR(atan2(sine, cosine), v.twist[e], 1e-12);
    }
    // all but the halves of the end edges lie between the two holds
    CHECK_NEAR(v.twist[VERTICES - 2], turn, 0.1);
    CHECK_EQ_INT(sut_thread_get_frames(w, thread, NULL, NULL), SUT_OK);
    CHECK_EQ_INT(sut_thread_get_frames(w, (sut_thread_id){0, 0}, NULL, NULL), SUT_E_ID);
    sut_world_destroy(w);
}

//---- refusals ------------------------------------------------------------------------------------
static void check_refused(const sut_world *w, sut_result got, sut_result expected,
                          const char *word) {
    CASE("%s: '%s'", word, sut_world_refusal(w));
    CHECK_EQ_INT(got, expected);
    CHECK(strstr(sut_world_refusal(w), word) != NULL);
}

TEST(every_refusal_has_a_reason_of_its_own) {
    fixture f;
    make(&f);
    sut_world *w = f.w;
    sut_vec3 zero = {0.0, 0.0, 0.0};
    sut_vec3 bad = {(double)NAN, 0.0, 0.0};
    sut_hold_id hold;
    sut_hold_def h = sut_default_hold_def();
    CHECK_EQ_INT(sut_hold_create(w, f.thread, &h, &hold), SUT_OK);
    CHECK_STR(sut_world_refusal(w), "");
    sut_hold_key key = {.position = bad};
    check_refused(w, sut_hold_set_target(w, hold, &key), SUT_E_ARGUMENT, "position");
    check_refused(w, sut_hold_set_target(w, hold, NULL), SUT_E_ARGUMENT, "null");
    check_refused(w, sut_hold_set_target(w, (sut_hold_id){0, 0}, &key), SUT_E_ID, "hold");
    check_refused(w, sut_thread_set_friction(w, f.thread, -1.0), SUT_E_ARGUMENT, "friction");
    check_refused(w, sut_world_set_gravity(w, bad), SUT_E_ARGUMENT, "gravity");
    check_refused(w, sut_world_set_budget(w, -1.0), SUT_E_ARGUMENT, "budget");
    check_refused(w, sut_obstacle_set_pose(w, f.ball, bad, zero), SUT_E_ARGUMENT, "pose");
    check_refused(w, sut_obstacle_destroy(w, (sut_obstacle_id){9, 9}), SUT_E_ID, "obstacle");
    check_refused(w, sut_tool_release(w, (sut_tool_id){1, 1}), SUT_E_ID, "tool");
    check_refused(w, sut_tissue_destroy(w, (sut_tissue_id){1, 1}), SUT_E_ID, "tissue");
    check_refused(w, sut_support_destroy(w, (sut_support_id){1, 1}), SUT_E_ID, "support");
    check_refused(w, sut_thread_destroy(w, (sut_thread_id){0, 0}), SUT_E_ID, "thread");
    check_refused(w, sut_thread_cut(w, f.thread, -1), SUT_E_ARGUMENT, "edge");
    check_refused(w, sut_world_step(w, 0.0), SUT_E_ARGUMENT, "dt");
    check_refused(w, sut_world_restore(w, "no", 2), SUT_E_FORMAT, "image");
    check_refused(w, sut_record_stop(w), SUT_E_ARGUMENT, "recording");
    // the next call that goes well has none
    CHECK_EQ_INT(sut_world_step(w, 1e-3), SUT_OK);
    CHECK_STR(sut_world_refusal(w), "");
    sut_world_destroy(w);
}

static void keep_message(void *ctx, sut_log_level level, const char *message) {
    (void)level;
    (void)snprintf(ctx, 100, "%s", message);
}

TEST(a_world_that_is_refused_says_why) {
    char message[100] = "";
    sut_world_def def = sut_default_world_def();
    def.log = keep_message;
    def.log_ctx = message;
    CHECK(sut_world_def_problem(&def) == NULL);
    def.tolerance = -1.0;
    sut_world *w = NULL;
    CHECK_EQ_INT(sut_world_create(&def, &w), SUT_E_ARGUMENT);
    CHECK(w == NULL);
    CHECK(strstr(message, "tolerance") != NULL);
    CHECK_STR(sut_world_def_problem(&def), message);
    memset(&def, 0, sizeof def);
    CHECK_EQ_INT(sut_world_create(&def, &w), SUT_E_DEF);
    CHECK(strstr(sut_world_def_problem(&def), "sut_default_world_def") != NULL);
}

//---- steps without a solution --------------------------------------------------------------------
// One linearisation, no parts, and a turn by a right angle in one step: that is no solution.
TEST(a_step_that_found_no_solution_says_so) {
    sut_world_def def = sut_default_world_def();
    def.max_linearisations = 1;
    def.max_halvings = 0;
    sut_world *w = NULL;
    REQUIRE(sut_world_create(&def, &w) == SUT_OK);
    sut_thread_id thread = add_line(w, 0.0);
    sut_hold_def h = sut_default_hold_def();
    sut_hold_id hold;
    CHECK_EQ_INT(sut_hold_create(w, thread, &h, &hold), SUT_OK);
    h.vertex = -1;
    CHECK_EQ_INT(sut_hold_create(w, thread, &h, &hold), SUT_OK);
    CHECK_EQ_INT(sut_world_step(w, 1e-3), SUT_OK);
    CHECK_EQ_INT(sut_world_stats(w).unsolved, 0);
    sut_hold_key key = {.position = {-0.01, 0.019, 0.0}};
    CHECK_EQ_INT(sut_hold_set_target(w, hold, &key), SUT_OK);
    CHECK_EQ_INT(sut_world_step(w, 1e-3), SUT_OK);
    sut_stats s = sut_world_stats(w);
    CHECK(s.unsolved + s.stood > 0);
    sut_world_destroy(w);
}
