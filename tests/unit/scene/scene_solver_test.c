// SPDX-License-Identifier: MIT
#include "scene_fixture.h"

#include "check.h"

TEST(solver_has_the_defaults_of_the_engine) {
    sut_scene *s = scene_from(valid_scene);
    REQUIRE(s != NULL);
    sut_contact_def d = sut_default_world_def().contact;
    CHECK(s->contact.solver == SUT_CONTACT_DEFAULT && s->contact.iterations == d.iterations);
    CHECK(s->contact.tolerance == d.tolerance && s->contact.budget == 0.0);
    CHECK(s->contact.stiffness == 1.0 && !s->contact.disabled && !s->contact.unguarded);
    sut_scene_free(s);
}

TEST(solver_is_read) {
    sut_scene *s = scene_with("solver", "{\"contact\": \"nncg\", \"iterations\": 7, "
                                        "\"tolerance\": 1e-3, \"budget\": \"0.5 ms\", "
                                        "\"stiffness\": 2, \"guard\": false, \"contacts\": false}");
    REQUIRE(s != NULL);
    CHECK(s->contact.solver == SUT_CONTACT_NNCG && s->contact.iterations == 7);
    CHECK(s->contact.tolerance == 1e-3 && s->contact.budget == 5e-4);
    CHECK(s->contact.stiffness == 2.0 && s->contact.disabled && s->contact.unguarded);
    sut_scene_free(s);
    s = scene_with("solver", "{\"contact\": \"pgs\", \"budget\": null, \"guard\": true}");
    REQUIRE(s != NULL);
    CHECK(s->contact.solver == SUT_CONTACT_PGS && s->contact.budget == 0.0);
    CHECK(!s->contact.unguarded);
    sut_scene_free(s);
}

TEST(bad_solvers) {
    CHECK_STR(refusal_with("solver", "{\"contact\": \"magic\"}"),
              "solver.contact: is \"magic\"; must be \"default\", \"nncg\" or \"pgs\"");
    CHECK_STR(refusal_with("solver", "{\"iterations\": 0}"),
              "solver.iterations: is 0; must be a whole number from 1 to 10000");
    CHECK_STR(refusal_with("solver", "{\"tolerance\": 2}"),
              "solver.tolerance: is 2; must be at most 0.1");
    CHECK_STR(refusal_with("solver", "{\"tolerance\": 0}"),
              "solver.tolerance: is 0; must be above 0");
    CHECK_STR(refusal_with("solver", "{\"budget\": 2000}"),
              "solver.budget: is 2000; must be at most 1000 s");
    CHECK_STR(refusal_with("solver", "{\"budget\": \"1 mm\"}"),
              "solver.budget: is \"1 mm\", in m; must be a time in s, for example \"1 ms\"");
    CHECK_STR(refusal_with("solver", "{\"stiffness\": -1}"),
              "solver.stiffness: is -1; must be above 0");
    CHECK_STR(refusal_with("solver", "{\"guard\": 0}"),
              "solver.guard: is 0; must be true or false");
    CHECK_STR(refusal_with("solver", "{\"iteration\": 5}"),
              "solver.iteration: unknown key; did you mean \"iterations\"?");
    CHECK_STR(refusal_with("solver", "5"), "solver: is 5; must be an object { ... }");
}
