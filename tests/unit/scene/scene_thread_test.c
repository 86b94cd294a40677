// SPDX-License-Identifier: MIT
// one thread: model, material, losses, motion
#include "scene_fixture.h"

#include "check.h"

#include <string.h>

static const double PI = 3.14159265358979323846;

TEST(thread_defaults) {
    sut_scene *s = scene_from(valid_scene);
    REQUIRE(s != NULL);
    const sut_scene_thread *t = &s->threads[0];
    CHECK(t->model == SUT_MODEL_IMPLICIT && t->inertia == SUT_INERTIA_MASS);
    CHECK(t->twist == SUT_TWIST_QUASI_STATIC);
    CHECK(t->implicitness == 1.0 && t->mobility == 1000.0);
    CHECK(t->damping_bend == 0.02 && t->damping_twist == 0.0 && t->damping_stretch == 0.0);
    CHECK(t->damping_linear == 0.0 && t->drag == 0.0 && t->section.friction == 0.0);
    CHECK(t->natural_curvature[0] == 0.0 && t->natural_curvature[1] == 0.0);
    CHECK(t->hold_count == 0 && t->velocities == NULL && t->extra_mass_count == 0);
    sut_scene_free(s);
}

TEST(models) {
    CHECK_STR(refusal_with("threads[0].model", "implicit-simplified"), "");
    CHECK_STR(refusal_with("threads[0].model", "variational"), "");
    CHECK_STR(refusal_with("threads[0].model", "springs-5"), "");
    CHECK_STR(refusal_with("threads[0].model", "springs-6"),
              "threads[0].model: is \"springs-6\"; must be \"implicit\", "
              "\"implicit-simplified\", \"variational\", \"springs-1\", \"springs-2\", "
              "\"springs-3\", \"springs-4\" or \"springs-5\"");
}

TEST(springs) {
    CHECK_STR(refusal_with("threads[0].springs", "table-4.1"), "");
    CHECK_STR(refusal_with("threads[0].springs.torsion", "10 N m"), "");
    CHECK_STR(refusal_with("threads[0].springs", "table-4.2"),
              "threads[0].springs: is \"table-4.2\"; must be \"derived\" or \"table-4.1\"");
    CHECK_STR(refusal_with("threads[0].springs.torsion", "10 N"),
              "threads[0].springs.torsion: is \"10 N\", in kg m s^-2; must be a torque in N m, for "
              "example \"20 N mm\"");
    CHECK_STR(refusal_with("threads[0].springs.bounce", "1"),
              "threads[0].springs.bounce: unknown key; allowed here: preset, stretch, "
              "stretch_damper, torsion, torsion_damper, swivel_damper, repulsion, "
              "repulsion_damper, full_strain, shortest, longest");
}

TEST(variational_options) {
    CHECK_STR(refusal_with("threads[0].variational.solver", "newton"), "");
    CHECK_STR(refusal_with("threads[0].variational.penalty", "100 N/m"), "");
    CHECK_STR(refusal_with("threads[0].variational.dissipation", "1e-6 J s"), "");
    CHECK_STR(refusal_with("threads[0].variational.solver", "magic"),
              "threads[0].variational.solver: is \"magic\"; must be \"contraction\" or "
              "\"newton\"");
    CHECK_STR(refusal_with("threads[0].variational.penalty", "100 N"),
              "threads[0].variational.penalty: is \"100 N\", in kg m s^-2; must be a stiffness in "
              "N/m, for example \"100 N/m\"");
    CHECK_STR(refusal_with("threads[0].variational.springs", "1"),
              "threads[0].variational.springs: unknown key; allowed here: solver, contact, "
              "extensible, penalty, dissipation");
    CHECK_STR(refusal_with("threads[0].variational.contact", "global"), "");
    CHECK_STR(refusal_with("threads[0].variational.contact", "magic"),
              "threads[0].variational.contact: is \"magic\"; must be \"local\" or \"global\"");
}

TEST(integration) {
    CHECK_STR(refusal_with("threads[0].inertia", "low-mass"), "");
    CHECK_STR(refusal_with("threads[0].inertia", "none"),
              "threads[0].inertia: is \"none\"; must be \"mass\" or \"low-mass\"");
    CHECK_STR(refusal_with("threads[0].twist", "dynamic"), "");
    CHECK_STR(refusal_with("threads[0].twist", "1"),
              "threads[0].twist: is 1; must be \"quasi-static\" or \"dynamic\"");
    CHECK_STR(refusal_with("threads[0].implicitness", "0.5"), "");
    CHECK_STR(refusal_with("threads[0].implicitness", "0.4"),
              "threads[0].implicitness: is 0.4; must be from 0.5 (trapezoidal) to 1 (implicit "
              "Euler)");
    CHECK_STR(refusal_with("threads[0].mobility", "0.2 m^2/N/s"), "");
    CHECK_STR(refusal_with("threads[0].mobility", "0"),
              "threads[0].mobility: is 0 m^2/(N s); must be above 0");
}

TEST(moduli) {
    sut_scene *s = scene_with("threads[0].material.poisson", "0.25");
    REQUIRE(s != NULL);
    const sut_scene_section *k = &s->threads[0].section;
    double r = 1e-4;
    // relative 1e-14: a few roundings
    CHECK_NEAR(k->EA, 2e9 * PI * r * r, 1e-14 * k->EA);
    CHECK_NEAR(k->EI, 2e9 * PI * r * r * r * r / 4.0, 1e-14 * k->EI);
    CHECK_NEAR(k->GJ, k->EI / 1.25, 1e-14 * k->EI);
    CHECK_NEAR(k->mass_per_length, 1140.0 * PI * r * r, 1e-14 * k->mass_per_length);
    sut_scene_free(s);
    CHECK_STR(refusal_with("threads[0].material.young", "0"),
              "threads[0].material.young: is 0 Pa; must be above 0");
    CHECK_STR(refusal_with("threads[0].material.radius", "-0.1 mm"),
              "threads[0].material.radius: is \"-0.1 mm\"; must be above 0");
    CHECK_STR(refusal_with("threads[0].material.radius", "1e-12"),
              "threads[0].material.radius: is 1e-12, below 1 nm; must be at least \"1 nm\"");
    CHECK_STR(refusal_with("threads[0].material.radius", "1e300"),
              "threads[0].material.radius: is 1e+300 m; its size must be at most 1e+06 m");
    CHECK_STR(refusal_with("threads[0].material.density", "-1"),
              "threads[0].material.density: is -1 kg/m^3; must be above 0");
    CHECK_STR(refusal_with("threads[0].material.poisson", "0.6"),
              "threads[0].material.poisson: is 0.6; must be above -1 and at most 0.5");
    CHECK_STR(refusal_with("threads[0].material.poisson", "\"0.4\""),
              "threads[0].material.poisson: is the text \"0.4\"; must be a number without quotes");
    CHECK_STR(refusal_with("threads[0].material.friction", "-0.1"),
              "threads[0].material.friction: is -0.1; must be 0 or more");
    CHECK_STR(refusal_with("threads[0].material.friction", "3 mm"),
              "threads[0].material.friction: is \"3 mm\", in m; must be a number without a unit");
    CHECK_STR(refusal_with("threads[0].material.yung", "1"),
              "threads[0].material.yung: unknown key; did you mean \"young\"?");
    CHECK_STR(refusal_with("threads[0].material", "{}"),
              "threads[0].material.radius: is missing; every material needs it, unless it is given "
              "by name");
    CHECK_STR(refusal_with("threads[0].material", "5"),
              "threads[0].material: is 5; must be a name such as \"nylon 6-0\" or an object "
              "{ ... }");
}

TEST(stiffnesses) {
    sut_scene *s =
        scene_with("threads[0].material", "{\"EI\": \"4e-7 N m^2\", \"EA\": \"70 N\", "
                                          "\"mass_per_length\": \"9 mg/m\", \"radius\": 1e-4}");
    REQUIRE(s != NULL);
    const sut_scene_section *k = &s->threads[0].section;
    CHECK(k->EI == 4e-7 && k->EA == 70.0 && k->mass_per_length == 9e-6 && k->radius == 1e-4);
    CHECK(k->GJ == 4e-7 / 1.4 && k->friction == 0.0);
    sut_scene_free(s);
    // a limp thread
    CHECK_STR(refusal_with("threads[0].material",
                           "{\"EI\": 0, \"GJ\": 0, \"EA\": 70, \"mass_per_length\": 1, "
                           "\"radius\": 1, \"friction\": 0.3}"),
              "");
    CHECK_STR(refusal_with("threads[0].material",
                           "{\"EI\": -1, \"EA\": 70, \"mass_per_length\": 1, \"radius\": 1}"),
              "threads[0].material.EI: is -1 N m^2; must be 0 or more");
    CHECK_STR(refusal_with("threads[0].material",
                           "{\"EI\": 1, \"EA\": 0, \"mass_per_length\": 1, \"radius\": 1}"),
              "threads[0].material.EA: is 0 N; must be above 0");
    CHECK_STR(refusal_with("threads[0].material", "{\"EI\": 1, \"EA\": 1, \"radius\": 1}"),
              "threads[0].material.mass_per_length: is missing; every material needs it, unless it "
              "is given by name");
}

TEST(mixed_materials) {
    CHECK_STR(
        refusal_with("threads[0].material.EI", "1"),
        "threads[0].material: mixes young with EI; give either young, poisson, density or EI, "
        "GJ, EA, mass_per_length");
    CHECK_STR(refusal_with("threads[0].material",
                           "{\"EI\": 1, \"EA\": 1, \"density\": 1, \"radius\": 1}"),
              "threads[0].material: mixes density with EI; give either young, poisson, density or "
              "EI, GJ, EA, mass_per_length");
}

TEST(natural_shape) {
    sut_scene *s = scene_with("threads[0].natural_curvature", "[\"50 1/m\", \"2 rad/m\"]");
    REQUIRE(s != NULL);
    CHECK(s->threads[0].natural_curvature[0] == 50.0 && s->threads[0].natural_curvature[1] == 2.0);
    sut_scene_free(s);
    s = scene_with("threads[0].natural_curvature", "-3");
    REQUIRE(s != NULL);
    CHECK(s->threads[0].natural_curvature[0] == -3.0 && s->threads[0].natural_curvature[1] == 0.0);
    sut_scene_free(s);
    s = scene_with("threads[0].natural_twist", "90 deg/cm");
    REQUIRE(s != NULL);
    CHECK_NEAR(s->threads[0].natural_twist, 50.0 * PI, 1e-12); // two roundings
    sut_scene_free(s);
    CHECK_STR(refusal_with("threads[0].natural_curvature", "[1, 2, 3]"),
              "threads[0].natural_curvature: has 3 entries; must be a number or a pair [k1, k2]");
    CHECK_STR(refusal_with("threads[0].natural_curvature", "5 mm"),
              "threads[0].natural_curvature: is \"5 mm\", in m; must be a curvature in 1/m, for "
              "example \"50 1/m\"");
    CHECK_STR(refusal_with("threads[0].natural_twist", "5 rad"),
              "threads[0].natural_twist: is \"5 rad\", in rad; must be a twist rate in rad/m, for "
              "example \"90 deg/cm\"");
}

TEST(losses) {
    sut_scene *s = scene_with("threads[0].damping",
                              "{\"bend\": 0, \"twist\": \"1 ms\", \"stretch\": \"2 ms\", "
                              "\"linear\": \"3 g/m/s\"}");
    REQUIRE(s != NULL);
    const sut_scene_thread *t = &s->threads[0];
    CHECK(t->damping_bend == 0.0 && t->damping_twist == 1e-3 && t->damping_stretch == 2e-3);
    CHECK(t->damping_linear == 3e-3);
    sut_scene_free(s);
    CHECK_STR(refusal_with("threads[0].damping.bend", "-1 ms"),
              "threads[0].damping.bend: is \"-1 ms\"; must be 0 or more");
    CHECK_STR(
        refusal_with("threads[0].damping.bending", "0"),
        "threads[0].damping.bending: unknown key; allowed here: bend, twist, stretch, linear");
    CHECK_STR(refusal_with("threads[0].damping", "0.1"),
              "threads[0].damping: is 0.1; must be an object { ... }");
    CHECK_STR(refusal_with("threads[0].drag", "1e-4 kg/m^2"), "");
    CHECK_STR(refusal_with("threads[0].drag", "-1"), "threads[0].drag: is -1 kg/m^2; must be 0 or "
                                                     "more");
}

TEST(velocities) {
    sut_scene *s = scene_with("threads[0].velocity", "[1, \"2 mm/s\", 3]");
    REQUIRE(s != NULL);
    CHECK(s->threads[0].velocity.x == 1.0 && s->threads[0].velocity.y == 2e-3);
    sut_scene_free(s);
    s = scene_with("threads[0]", "{\"vertices\": 3, \"length\": 1, \"material\": \"silk 2\", "
                                 "\"velocity\": [[0,0,0],[0,0,1],[0,0,2]]}");
    REQUIRE(s != NULL);
    REQUIRE(s->threads[0].velocities != NULL);
    CHECK(s->threads[0].velocities[2].z == 2.0);
    sut_scene_free(s);
    CHECK_STR(refusal_with("threads[0].velocity", "[[0,0,0],[0,0,1]]"),
              "threads[0].velocity: has 2 vectors for 11 vertices; give one [x, y, z] or one each");
    CHECK_STR(refusal_with("threads[0].velocity", "[]"),
              "threads[0].velocity: has 0 entries; must be a list [x, y, z]");
    CHECK_STR(refusal_with("threads[0].velocity", "3"),
              "threads[0].velocity: is 3; must be a list [x, y, z]");
}

TEST(extra_masses) {
    sut_scene *s = scene_with("threads[0].extra_mass", "[{\"vertex\": -1, \"mass\": \"3 mg\"}]");
    REQUIRE(s != NULL);
    REQUIRE(s->threads[0].extra_mass_count == 1);
    CHECK(s->threads[0].extra_mass[0].vertex == 10 && s->threads[0].extra_mass[0].mass == 3e-6);
    sut_scene_free(s);
    CHECK_STR(refusal_with("threads[0].extra_mass", "[{\"vertex\": 11, \"mass\": 1}]"),
              "threads[0].extra_mass[0].vertex: is 11; must be a whole number from -11 to 10");
    CHECK_STR(refusal_with("threads[0].extra_mass", "[{\"vertex\": 1}]"),
              "threads[0].extra_mass[0].mass: is missing; give a mass, for example \"3 mg\"");
    CHECK_STR(refusal_with("threads[0].extra_mass", "[{\"vertex\": 1, \"mass\": -1}]"),
              "threads[0].extra_mass[0].mass: is -1 kg; must be 0 or more");
}

TEST(unknown_thread_keys) {
    CHECK_STR(refusal_with("threads[0].vertexes", "3"),
              "threads[0].vertexes: unknown key; did you mean \"vertices\"?");
    CHECK_STR(refusal_with("threads[0].holds", "[]"),
              "threads[0].holds: unknown key; did you mean \"hold\"?");
}

TEST(absurd_stiffness_ratios_are_read) {
    CHECK_STR(refusal_with("threads[0].material.young", "2e-6"), "");
    CHECK_STR(refusal_with("threads[0].material.young", "2e21"), "");
    CHECK_STR(refusal_with("threads[0].material.young", "2e25"),
              "threads[0].material.young: is 2e+25 Pa; its size must be at most 1e+24 Pa");
}
