// SPDX-License-Identifier: MIT
#include "scene_fixture.h"

#include "check.h"

#include <math.h>

static const double PI = 3.14159265358979323846;

// what refuses the valid scene with these holds
static const char *refusal(const char *holds) {
    return refusal_with("threads[0].hold", holds);
}

TEST(holds_without_motion) {
    sut_scene *s = scene_with("threads[0].hold", "[{\"vertex\": 0, \"how\": \"pin\"},"
                                                 "{\"vertex\": -1, \"how\": \"clamp\"},"
                                                 "{\"vertex\": 5, \"how\": \"twist\"}]");
    REQUIRE(s != NULL);
    const sut_scene_thread *t = &s->threads[0];
    CHECK_EQ_INT(t->hold_count, 3);
    CHECK(t->holds[0].kind == SUT_HOLD_PIN && t->holds[0].vertex == 0);
    CHECK(t->holds[1].kind == SUT_HOLD_CLAMP && t->holds[1].vertex == 10);
    CHECK(t->holds[2].kind == SUT_HOLD_TWIST && t->holds[2].vertex == 5);
    CHECK(t->holds[0].keys == NULL && t->holds[0].key_count == 0);
    CHECK(isinf(t->holds[0].from) && isinf(t->holds[0].until) && isinf(t->holds[0].max_force));
    sut_scene_free(s);
}

TEST(left_out_values_stay) {
    sut_scene *s =
        scene_with("threads[0].hold", "[{\"vertex\": -1, \"how\": \"twist\", \"motion\": ["
                                      "{\"t\": 0},"
                                      "{\"t\": 1, \"position\": [\"90 mm\", 0, 0]},"
                                      "{\"t\": 2, \"twist\": \"2 turn\"},"
                                      "{\"t\": 3, \"direction\": [0, 0, 2]},"
                                      "{\"t\": \"4000 ms\", \"twist\": \"90 deg\"}]}]");
    REQUIRE(s != NULL);
    const sut_scene_hold *h = &s->threads[0].holds[0];
    REQUIRE(h->key_count == 5);
    CHECK(h->keys[0].position.x == 0.1 && h->keys[1].position.x == 0.09);
    CHECK(h->keys[4].position.x == 0.09);
    CHECK(h->keys[1].spin == 0.0 && h->keys[3].spin == 2.0 * (2.0 * PI));
    CHECK(h->keys[4].spin == 90.0 * (PI / 180.0) && h->keys[4].t == 4.0);
    CHECK_EQ_INT(h->first_direction, 3);
    CHECK(h->keys[4].direction.z == 1.0);
    sut_scene_free(s);
}

TEST(forces) {
    sut_scene *s = scene_with("threads[0].hold",
                              "[{\"vertex\": 3, \"how\": \"force\", \"force\": [\"5 mN\", 0, 0]},"
                              "{\"vertex\": 3, \"how\": \"force\", \"motion\": [{\"t\": 0},"
                              "{\"t\": 1, \"force\": [0, 0, 2]}], \"from\": 0.5, \"until\": 2}]");
    REQUIRE(s != NULL);
    const sut_scene_thread *t = &s->threads[0];
    CHECK(t->holds[0].key_count == 1 && t->holds[0].keys[0].force.x == 5e-3);
    CHECK(t->holds[1].keys[0].force.z == 0.0 && t->holds[1].keys[1].force.z == 2.0);
    CHECK(t->holds[1].from == 0.5 && t->holds[1].until == 2.0);
    sut_scene_free(s);
    CHECK_STR(refusal("[{\"vertex\": 3, \"how\": \"force\"}]"),
              "threads[0].hold[0].force: is missing; give a force [x, y, z] in N, or a motion");
    CHECK_STR(refusal("[{\"vertex\": 3, \"how\": \"force\", \"force\": [0,0,0], \"motion\": []}]"),
              "threads[0].hold[0].force: is given beside motion; use one of them");
    CHECK_STR(refusal("[{\"vertex\": 3, \"how\": \"force\", \"force\": [\"5 mm\", 0, 0]}]"),
              "threads[0].hold[0].force[0]: is \"5 mm\", in m; must be a force in N, for example "
              "\"5 mN\"");
    CHECK_STR(refusal("[{\"vertex\": 3, \"how\": \"force\", \"force\": [0,0,0], "
                      "\"max_force\": 1}]"),
              "threads[0].hold[0].max_force: does not belong to a force; use it with pin, clamp or "
              "twist");
}

TEST(vertices_and_kinds) {
    CHECK_STR(refusal("[{\"vertex\": 11, \"how\": \"pin\"}]"),
              "threads[0].hold[0].vertex: is 11; must be a whole number from -11 to 10");
    CHECK_STR(refusal("[{\"vertex\": -12, \"how\": \"pin\"}]"),
              "threads[0].hold[0].vertex: is -12; must be a whole number from -11 to 10");
    CHECK_STR(refusal("[{\"vertex\": -11, \"how\": \"pin\"}]"), "");
    CHECK_STR(refusal("[{\"how\": \"pin\"}]"), "threads[0].hold[0].vertex: is missing; give the "
                                               "index of a vertex, -1 for the last");
    CHECK_STR(refusal("[{\"vertex\": 0}]"), "threads[0].hold[0].how: is missing; must be \"pin\", "
                                            "\"clamp\", \"twist\" or \"force\"");
    CHECK_STR(refusal("[{\"vertex\": 0, \"how\": \"glue\"}]"),
              "threads[0].hold[0].how: is \"glue\"; must be \"pin\", \"clamp\", \"twist\" or "
              "\"force\"");
    CHECK_STR(refusal("[{\"vertex\": 0, \"how\": \"pin\", \"force\": [0,0,0]}]"),
              "threads[0].hold[0].force: does not belong to a hold of kind \"pin\"; use \"how\": "
              "\"force\"");
    CHECK_STR(refusal("[{\"vertex\": 0, \"how\": \"pin\", \"max_force\": 0}]"),
              "threads[0].hold[0].max_force: is 0 N; must be above 0");
    CHECK_STR(refusal("[{\"vertex\": 0, \"how\": \"pin\", \"from\": 2, \"until\": 2}]"),
              "threads[0].hold[0].until: is 2 s, not after from, 2 s; must be later");
    CHECK_STR(refusal("{}"), "threads[0].hold: is an object; must be a list [ ... ] of holds");
}

TEST(frames_fit_their_kind) {
    CHECK_STR(refusal("[{\"vertex\": 0, \"how\": \"pin\", \"motion\": [{\"t\": 0, "
                      "\"direction\": [1,0,0]}]}]"),
              "threads[0].hold[0].motion[0].direction: does not belong to a hold of kind \"pin\"; "
              "use \"how\": \"clamp\"");
    CHECK_STR(
        refusal("[{\"vertex\": 0, \"how\": \"clamp\", \"motion\": [{\"t\": 0, "
                "\"twist\": 1}]}]"),
        "threads[0].hold[0].motion[0].twist: does not belong to a hold of kind \"clamp\"; use "
        "\"how\": \"twist\"");
    CHECK_STR(refusal("[{\"vertex\": 0, \"how\": \"force\", \"motion\": [{\"t\": 0, "
                      "\"position\": [1,0,0]}]}]"),
              "threads[0].hold[0].motion[0].position: does not belong to a hold of kind \"force\"; "
              "use \"how\": \"pin\"");
    CHECK_STR(refusal("[{\"vertex\": 0, \"how\": \"pin\", \"motion\": [{\"t\": 0, \"pos\": 1}]}]"),
              "threads[0].hold[0].motion[0].pos: unknown key; allowed here: t, position");
    CHECK_STR(refusal("[{\"vertex\": 0, \"how\": \"pin\", \"motion\": [3]}]"),
              "threads[0].hold[0].motion[0]: is 3; must be an object { ... }");
    CHECK_STR(refusal("[{\"vertex\": 0, \"how\": \"pin\", \"motion\": []}]"),
              "threads[0].hold[0].motion: has 0 key frames; must have 1 to 10000000");
    CHECK_STR(refusal("[{\"vertex\": 0, \"how\": \"clamp\", \"motion\": [{\"t\": 0, "
                      "\"direction\": [0,0,0]}]}]"),
              "threads[0].hold[0].motion[0].direction: is the zero vector; must have a length, for "
              "example [1, 0, 0]");
    CHECK_STR(refusal("[{\"vertex\": 0, \"how\": \"twist\", \"motion\": [{\"t\": 0, "
                      "\"twist\": \"3 m\"}]}]"),
              "threads[0].hold[0].motion[0].twist: is \"3 m\", in m; must be an angle in rad, for "
              "example \"27 turn\"");
}

TEST(times_increase) {
    CHECK_STR(refusal("[{\"vertex\": 0, \"how\": \"pin\", \"motion\": [{\"t\": 0}, {\"t\": 0}]}]"),
              "threads[0].hold[0].motion[1].t: is 0 s after 0 s; times must increase strictly");
    CHECK_STR(refusal("[{\"vertex\": 0, \"how\": \"pin\", \"motion\": [{\"t\": 2}, "
                      "{\"t\": \"1 s\"}]}]"),
              "threads[0].hold[0].motion[1].t: is 1 s after 2 s; times must increase strictly");
    CHECK_STR(refusal("[{\"vertex\": 0, \"how\": \"pin\", \"motion\": [{}]}]"),
              "threads[0].hold[0].motion[0].t: is missing; every key frame needs its time");
}

TEST(first_frame_is_where_the_vertex_is) {
    // radius 0.1 mm
    CHECK_STR(refusal("[{\"vertex\": 0, \"how\": \"pin\", \"motion\": [{\"t\": 0, "
                      "\"position\": [0.00009, 0, 0]}]}]"),
              "");
    CHECK_STR(refusal("[{\"vertex\": 0, \"how\": \"pin\", \"motion\": [{\"t\": 0, "
                      "\"position\": [0.0002, 0, 0]}]}]"),
              "threads[0].hold[0].motion[0].position: is 0.0002 m from vertex 0 at t = 0; must be "
              "within one radius, 0.0001 m, of where the vertex starts");
    // frames that begin earlier are asked for t = 0 all the same
    CHECK_STR(refusal("[{\"vertex\": 0, \"how\": \"pin\", \"motion\": ["
                      "{\"t\": -1, \"position\": [-0.01, 0, 0]},"
                      "{\"t\": 1, \"position\": [0.01, 0, 0]}]}]"),
              "");
    CHECK_STR(refusal("[{\"vertex\": 0, \"how\": \"pin\", \"motion\": ["
                      "{\"t\": -1, \"position\": [-0.01, 0, 0]},"
                      "{\"t\": 1, \"position\": [0.02, 0, 0]}]}]"),
              "threads[0].hold[0].motion[0].position: is 0.005 m from vertex 0 at t = 0; must be "
              "within one radius, 0.0001 m, of where the vertex starts");
    // a hold that begins later may catch the vertex anywhere
    CHECK_STR(refusal("[{\"vertex\": 0, \"how\": \"pin\", \"from\": 0.5, \"motion\": [{\"t\": 0, "
                      "\"position\": [0.5, 0, 0]}]}]"),
              "");
}

TEST(one_vertex_one_hand) {
    CHECK_STR(refusal("[{\"vertex\": 10, \"how\": \"pin\"}, {\"vertex\": -1, \"how\": "
                      "\"clamp\"}]"),
              "threads[0].hold[1]: holds vertex 10, which hold[0] holds at the same time; use one, "
              "or part them with from and until");
    CHECK_STR(refusal("[{\"vertex\": 0, \"how\": \"pin\", \"until\": 1},"
                      "{\"vertex\": 0, \"how\": \"clamp\", \"from\": 1}]"),
              "");
    CHECK_STR(refusal("[{\"vertex\": 0, \"how\": \"clamp\", \"from\": 1},"
                      "{\"vertex\": 0, \"how\": \"pin\", \"until\": 1.1}]"),
              "threads[0].hold[1]: holds vertex 0, which hold[0] holds at the same time; use one, "
              "or part them with from and until");
    // forces add up, and go with a hand
    CHECK_STR(refusal("[{\"vertex\": 0, \"how\": \"pin\"},"
                      "{\"vertex\": 0, \"how\": \"force\", \"force\": [1, 0, 0]},"
                      "{\"vertex\": 0, \"how\": \"force\", \"force\": [1, 0, 0]}]"),
              "");
}
