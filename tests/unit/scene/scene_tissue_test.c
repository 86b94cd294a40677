// SPDX-License-Identifier: MIT
#include "check.h"
#include "scene_fixture.h"
#include "scene_tissue.h"

#include <stdio.h>
#include <string.h>

#define PAD "\"shape\": {\"type\": \"pad\", \"size\": [0.02, 0.02, 0.01], \"cells\": [2, 2, 1]}"
#define SHEET "\"shape\": {\"type\": \"sheet\", \"size\": [0.02, 0.02], \"cells\": [2, 2]}"
#define TUBE                                                                                       \
    "\"shape\": {\"type\": \"tube\", \"from\": [0, 0, 0], \"to\": [1, 0, 0], \"elements\": 4, "    \
    "\"inner\": 0.03, \"outer\": 0.04}"
#define SOLID "\"model\": \"solid\", \"material\": {\"young\": 1e5}, " PAD
#define SHELL "\"model\": \"shell\", \"material\": {\"young\": 1e5}, \"thickness\": 1e-3, " SHEET
#define MEMBRANE                                                                                   \
    "\"model\": \"membrane\", \"material\": {}, \"membrane\": {\"stiffness\": 100, "               \
    "\"node_mass\": \"1 mg\"}, " SHEET

static char text[4096];

// a scene of one tissue with these keys
static const char *scene_of(const char *keys) {
    snprintf(text, sizeof text, "{\"sutura\": 1, \"tissues\": [{%s}]}", keys);
    return text;
}

static const char *refusal(const char *keys) {
    const char *why = refusal_of(scene_of(keys));
    return strncmp(why, "tissues[0]", 10) == 0 ? why + 10 : why;
}

TEST(a_scene_of_tissues_needs_no_thread) {
    CHECK_STR(refusal(SOLID), "");
    CHECK_STR(refusal_of("{\"sutura\": 1, \"threads\": [], \"tissues\": [{" SOLID "}]}"), "");
    CHECK_STR(refusal_of("{\"sutura\": 1, \"tissues\": []}"),
              "threads: is missing; a scene needs at least one thread");
    CHECK_STR(refusal_of("{\"sutura\": 1, \"threads\": [], \"tissues\": []}"),
              "threads: has 0 threads; must have 1 to 10000");
}

TEST(explicit_models_do_not_go_with_tissues) {
    CHECK_STR(refusal_with("tissues", "[{" SOLID "}]"), "");
    CHECK_STR(
        refusal_of("{\"sutura\": 1, \"threads\": [{\"vertices\": 3, \"length\": 1, \"material\": "
                   "\"nylon 6-0\", \"model\": \"springs-1\"}], \"tissues\": [{" SOLID "}]}"),
        "threads[0].model: is \"springs-1\", an explicit model, which does not go with tissues; "
        "must be \"implicit\" or \"implicit-simplified\"");
}

TEST(a_solid_has_the_defaults_of_the_format) {
    sut_scene *s = scene_from(scene_of(SOLID));
    REQUIRE(s != NULL);
    const sut_tissue_def *d = sut_scene_tissue_def(s, 0);
    CHECK_STR(sut_scene_tissue_name(s, 0), "0");
    CHECK_STR(sut_scene_tissue_model(s, 0), "solid");
    CHECK(d->law == SUT_SOLID_COROTATIONAL && d->node_count == 18 && d->tet_count == 24);
    CHECK(d->rest[0] == 1.0 && d->rest[2] == 1.0 && d->rest_axes.w == 1.0);
    CHECK(d->young == 1e5 && d->poisson == 0.45 && d->density == 1000.0 && d->friction == 0.2);
    CHECK(d->damping_strain == 2e-3 && d->damping_linear == 0.0 && !d->no_contact);
    CHECK(!d->piercing.enabled && !d->tearing.enabled && d->pressure_key_count == 0);
    CHECK_EQ_INT(sut_scene_tissue_mesh(s, 0)->node_count, 18);
    CHECK(sut_scene_tissue_def(s, 1) == NULL && sut_scene_tissue_mesh(s, -1) == NULL);
    sut_scene_free(s);
}

TEST(every_key_of_a_shell_is_read) {
    sut_scene *s = scene_from(scene_of(
        "\"name\": \"wall\", \"model\": \"shell\", \"material\": \"artery\", \"thickness\": \"0.2 "
        "mm\", \"rest\": [0.9, 1, 1], \"pressure\": [{\"t\": 0, \"pressure\": 0}, {\"t\": 1, "
        "\"pressure\": \"10 kPa\"}], \"velocity\": [\"1 mm/s\", 0, 0], \"spin\": [0, 0, \"90 "
        "deg/s\"], \"damping\": {\"strain\": \"5 ms\", \"linear\": \"3 1/s\"}, \"friction\": 0.7, "
        "\"contact\": false, \"tearing\": null, \"capacity\": {\"nodes\": 100, \"elements\": 90}, "
        "\"shape\": {\"type\": \"sheet\", \"size\": [0.02, 0.02], \"cells\": [2, 2], \"rotation\": "
        "[0, 0, \"90 deg\"]}"));
    REQUIRE(s != NULL);
    const sut_tissue_def *d = sut_scene_tissue_def(s, 0);
    CHECK_STR(sut_scene_tissue_name(s, 0), "wall");
    CHECK(d->model == SUT_TISSUE_SHELL && d->thickness == 0.2e-3 && d->young == 500e3);
    CHECK(d->rest[0] == 0.9 && d->rest[1] == 1.0 && d->no_contact && d->friction == 0.7);
    CHECK_NEAR(d->rest_axes.z, 0.70710678118654752, 1e-15); // a quarter turn
    CHECK(d->pressure_key_count == 2 && d->pressure_keys[1].pressure == 1e4);
    CHECK_NEAR(d->spin.z, 1.5707963267948966, 1e-15); // last digit of the unit
    CHECK(d->velocity.x == 1e-3 && d->damping_strain == 5e-3 && d->damping_linear == 3.0);
    CHECK(d->piercing.enabled && d->piercing.entry == 0.1 && !d->tearing.enabled);
    CHECK(d->max_nodes == 100 && d->max_elements == 90);
    sut_scene_free(s);
}

TEST(membranes_start_prestretched) {
    sut_scene *s = scene_from(scene_of(
        "\"model\": \"membrane\", \"material\": {}, \"membrane\": {\"stiffness\": 100, \"home\": "
        "2, \"node_mass\": \"1 mg\", \"damper\": 0.1, \"limit\": 1.25, \"torsion\": 1e-3, "
        "\"torsion_damper\": 1e-5}, " SHEET));
    REQUIRE(s != NULL);
    const sut_tissue_def *d = sut_scene_tissue_def(s, 0);
    CHECK(d->rest[0] == 0.8 && d->thickness == 0.0 && d->membrane.stiffness == 100.0);
    CHECK(d->membrane.home == 2.0 && d->membrane.node_mass == 1e-6 && d->membrane.damper == 0.1);
    CHECK(d->membrane.limit == 1.25 && d->membrane.torsion == 1e-3);
    CHECK(d->membrane.torsion_damper == 1e-5);
    sut_scene_free(s);
}

TEST(bad_membranes_are_refused) {
    CHECK_STR(refusal("\"model\": \"membrane\", \"material\": {}, " SHEET),
              ".membrane: is missing; a membrane needs { \"stiffness\": ... }");
    CHECK_STR(refusal("\"model\": \"membrane\", \"material\": {}, \"membrane\": {}, " SHEET),
              ".membrane.stiffness: is missing; give a stiffness, for example \"100 N/m\"");
    CHECK_STR(refusal("\"model\": \"membrane\", \"material\": {}, \"membrane\": {\"stiffness\": "
                      "1}, " SHEET),
              ".membrane.node_mass: is missing; a membrane without thickness needs the mass of a "
              "node, for example \"1 mg\"");
    CHECK_STR(refusal("\"model\": \"membrane\", \"material\": {}, \"membrane\": {\"stiffness\": 1, "
                      "\"node_mass\": 1, \"limit\": 1.1}, " SHEET),
              ".membrane.limit: is 1.1; must be at least 1.25, so that no spring starts beyond it");
    CHECK_STR(refusal("\"rest\": [1, 1, 1], " MEMBRANE),
              ".rest: is a list; must be a number: springs have no axes");
}

TEST(tubes_have_the_constants_of_their_equations) {
    sut_scene *s = scene_from(scene_of(
        "\"model\": \"tube\", " TUBE ", \"tube\": {\"stiffness\": 1.2, \"bending\": 1, \"mass\": "
        "0.8, \"damping\": 0.5, \"clamp\": \"all\", \"start\": {\"type\": \"rotated\", \"axis\": "
        "[0, 0, 2], \"angle\": \"90 deg\"}}, \"hold\": [{\"nodes\": [0], \"how\": \"pin\"}]"));
    REQUIRE(s != NULL);
    const sut_tissue_def *d = sut_scene_tissue_def(s, 0);
    CHECK(d->tube.stiffness == 1.2 && d->tube.bending == 1.0 && d->tube.mass == 0.8);
    CHECK(d->tube.damping == 0.5 && d->tube.clamp_all && d->tube.start == SUT_TUBE_ROTATED);
    CHECK_NEAR(d->tube.rotation.z, 1.5707963267948966, 1e-15); // last digit of the unit
    CHECK(d->tube.inner == 0.03 && d->tube.outer == 0.04 && d->tube.parameter_length == 1.0);
    CHECK(d->node_count == 5 && d->triangle_count == 0);
    sut_scene_free(s);
}

TEST(bad_tubes_are_refused) {
    CHECK_STR(refusal("\"model\": \"tube\", " TUBE),
              ".tube: is missing; a tube needs { \"stiffness\", \"bending\", \"mass\", \"damping\" "
              "}");
    CHECK_STR(refusal("\"model\": \"tube\", " TUBE ", \"tube\": {\"stiffness\": 1}"),
              ".tube.bending: is missing; give a number in the units of the equations");
    CHECK_STR(refusal("\"model\": \"tube\", " TUBE ", \"tube\": {\"stiffness\": \"1 N\"}"),
              ".tube.stiffness: is \"1 N\", in kg m s^-2; must be a number without a unit");
#define TUBE_WITH(keys)                                                                            \
    "\"model\": \"tube\", " TUBE ", \"tube\": {\"stiffness\": 1, \"bending\": 1, \"mass\": 1, "    \
    "\"damping\": 0, " keys "}"
    CHECK_STR(refusal(TUBE_WITH("\"start\": {}")),
              ".tube.start.type: is missing; must be \"rotated\" or \"mode\"");
    CHECK_STR(refusal(TUBE_WITH("\"start\": {\"type\": \"mode\", \"mode\": 0}")),
              ".tube.start.mode: is 0; must be a whole number from 1 to 10000");
    CHECK_STR(refusal(TUBE_WITH("\"clamp\": \"none\"")),
              ".tube.clamp: is \"none\"; must be \"value\" or \"all\"");
    CHECK_STR(refusal(TUBE_WITH("\"clamp\": \"value\"") ", \"hold\": [{\"nodes\": [0], \"how\": "
                                                        "\"spring\", \"stiffness\": 1}]"),
              ".hold[0].how: is \"spring\"; a tube takes \"pin\" only");
}

TEST(models_are_named) {
    CHECK_STR(refusal(PAD), ".model: is missing; must be \"solid\", \"shell\", \"membrane\" or "
                            "\"tube\"");
    CHECK_STR(refusal("\"model\": \"jelly\", " PAD),
              ".model: is \"jelly\"; must be \"solid\", \"shell\", \"membrane\" or \"tube\"");
    CHECK_STR(refusal("\"model\": \"solid\""),
              ".shape: is missing; a tissue needs a shape such as { \"type\": \"pad\", ... }");
    CHECK_STR(refusal("\"model\": \"solid\", " PAD),
              ".material: is missing; give a name such as \"skin\", or an object { ... }");
    CHECK_STR(refusal("\"stiff\": 1, " SOLID),
              ".stiff: unknown key; allowed here: name, model, shape, material, thickness, rest, "
              "law, hold, pressure, spin, velocity, damping, friction, contact, piercing, tearing, "
              "membrane, tube, capacity");
}

TEST(keys_belong_to_models) {
    CHECK_STR(refusal("\"thickness\": 1, " SOLID),
              ".thickness: does not belong to a tissue of model \"solid\"; use it with \"shell\" "
              "or \"membrane\"");
    CHECK_STR(refusal("\"law\": \"springs\", " SHELL),
              ".law: does not belong to a tissue of model \"shell\"; use it with \"solid\"");
    CHECK_STR(refusal("\"membrane\": {}, " SHELL),
              ".membrane: does not belong to a tissue of model \"shell\"; use it with "
              "\"membrane\"");
    CHECK_STR(refusal("\"model\": \"tube\", \"pressure\": 1, " TUBE),
              ".pressure: does not belong to a tissue of model \"tube\"; nothing presses on a "
              "tube");
    CHECK_STR(refusal("\"model\": \"tube\", \"material\": \"skin\", " TUBE),
              ".material: does not belong to a tissue of model \"tube\"; a tube has its constants "
              "in \"tube\"");
}

TEST(ranges_are_checked) {
    CHECK_STR(refusal("\"model\": \"shell\", \"material\": {\"young\": 1}, " SHEET),
              ".thickness: is missing; a shell needs one, for example \"1 mm\"");
    CHECK_STR(refusal("\"rest\": 0.05, " SOLID), ".rest: is 0.05; must be 0.1 to 10");
    CHECK_STR(refusal("\"rest\": [1, 11, 1], " SOLID), ".rest[1]: is 11; must be 0.1 to 10");
    CHECK_STR(refusal("\"rest\": [1, 1], " SOLID),
              ".rest: has 2 entries; must be a number or a list [x, y, z]");
    CHECK_STR(refusal("\"law\": \"hooke\", " SOLID),
              ".law: is \"hooke\"; must be \"corotational\" or \"springs\"");
    CHECK_STR(refusal("\"damping\": {\"strain\": -1}, " SOLID),
              ".damping.strain: is -1 s; must be 0 or more");
    CHECK_STR(refusal("\"damping\": {\"linear\": \"1 s\"}, " SOLID),
              ".damping.linear: is \"1 s\", in s; must be a rate in 1/s, for example \"20 1/s\"");
    CHECK_STR(refusal("\"capacity\": {\"nodes\": 3}, " SOLID),
              ".capacity.nodes: is 3; must be a whole number from 18 to 4000000");
    CHECK_STR(refusal("\"pressure\": [], " SOLID),
              ".pressure: has 0 key frames; must have 1 to 64");
    CHECK_STR(refusal("\"pressure\": [{\"pressure\": 1}], " SOLID),
              ".pressure[0].t: is missing; every key frame needs its time");
    CHECK_STR(refusal("\"pressure\": [{\"t\": 1}, {\"t\": 1}], " SOLID),
              ".pressure[1].t: is 1 s after 1 s; times must increase strictly");
}

TEST(names_of_tissues_differ) {
#define TWO(a, b)                                                                                  \
    "{\"sutura\": 1, \"tissues\": [{\"name\": \"" a "\", " SOLID "}, {\"name\": \"" b "\", " SOLID \
    "}]}"
    CHECK_STR(refusal_of(TWO("a", "a")),
              "tissues[1].name: is \"a\", the name of tissues[0]; names must differ");
    CHECK_STR(refusal_of(TWO("a", "a_mesh")),
              "tissues[1].name: is \"a_mesh\" beside \"a\": the mesh of one would be written over "
              "the other; choose another name");
    CHECK_STR(refusal_of(TWO("a", "b")), "");
}

//---- gaps ----------------------------------------------------------------------------------------

#define GAP(a, b)                                                                                  \
    "{\"sutura\": 1, \"tissues\": [{\"name\": \"pad\", " SOLID "}], \"gaps\": [{\"a\": " a         \
    ", \"b\": " b "}]}"

TEST(gaps_go_from_group_to_group) {
    sut_scene *s = scene_from(GAP("{\"tissue\": \"pad\", \"group\": \"x-\"}",
                                  "{\"tissue\": \"pad\", \"group\": \"x+\"}"));
    REQUIRE(s != NULL);
    sut_scene_distance d;
    CHECK_EQ_INT(sut_scene_gap_count(s), 1);
    REQUIRE(sut_scene_gap_get(s, 0, &d));
    CHECK_STR(d.name, "0");
    CHECK_STR(d.group[1]->name, "x+");
    CHECK(d.tissue[0] == 0 && d.group[0]->node_count == 6 && !sut_scene_gap_get(s, 1, &d));
    sut_scene_free(s);
}

TEST(bad_gaps_are_refused) {
    CHECK_STR(refusal_of(GAP("{\"tissue\": \"wall\"}", "{}")),
              "gaps[0].a.tissue: is \"wall\"; must be \"pad\"");
    CHECK_STR(refusal_of(GAP("{\"tissue\": \"pad\", \"group\": \"top\"}", "{}")),
              "gaps[0].a.group: is \"top\"; must be \"all\", \"surface\", \"x-\", \"x+\", \"y-\", "
              "\"y+\", \"z-\" or \"z+\"");
    CHECK_STR(refusal_of(GAP("{\"tissue\": \"pad\", \"group\": \"x-\"}", "{}")),
              "gaps[0].b.tissue: is missing; give the name of a tissue");
    CHECK_STR(refusal_with("gaps", "[{\"a\": {\"tissue\": \"pad\"}}]"),
              "gaps[0].a.tissue: is \"pad\"; the scene has no tissues");
}
