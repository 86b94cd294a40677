// SPDX-License-Identifier: MIT
#include "check.h"
#include "scene_tissue.h"

#include <string.h>

static sut_scene_error error;
static sut_scene_tissue_material found;

// reads the keys of a tissue; "" or the message without "s.json: "
static const char *read(const char *text, sut_tissue_model model) {
    sut_reader r = {"s.json", "", &error};
    json_t *root = json_loads(text, JSON_DECODE_INT_AS_REAL, NULL);
    sut_node n = sut_node_root(root);
    bool fine = sut_scene_read_tissue_material(&r, &n, model, &found);
    json_decref(root);
    return fine ? "" : error.text + 8;
}

TEST(a_name_brings_everything) {
    CHECK_STR(read("{\"material\": \"skin\"}", SUT_TISSUE_SOLID), "");
    CHECK(found.young == 100e3 && found.density == 1100.0 && found.friction == 0.3);
    CHECK(found.pierces && found.entry == 1.0 && found.grip == 30.0 && found.hole_friction < 0.0);
    CHECK(found.tears && found.strength == 3.75 && found.floor == 0.4);
    CHECK_STR(
        read("{\"material\": \"jelly\"}", SUT_TISSUE_SOLID),
        "material: is \"jelly\"; must be \"skin\", \"fascia\", \"artery\", \"vein\", \"latex\", "
        "\"silicone\", \"seed-002\", or an object { ... }");
}

TEST(numbers_have_defaults_and_no_holes) {
    CHECK_STR(read("{\"material\": {\"young\": \"1 MPa\"}}", SUT_TISSUE_SOLID), "");
    CHECK(found.young == 1e6 && found.poisson == 0.45 && found.density == 1000.0);
    CHECK(found.friction == 0.2 && !found.pierces && !found.tears);
    CHECK_STR(read("{\"material\": {}}", SUT_TISSUE_MEMBRANE), "");
    CHECK_STR(read("{\"material\": {}}", SUT_TISSUE_SHELL),
              "material.young: is missing; give a modulus, for example \"100 kPa\"");
    CHECK_STR(read("{}", SUT_TISSUE_SHELL),
              "material: is missing; give a name such as \"skin\", or an object { ... }");
}

TEST(shells_are_incompressible) {
    CHECK_STR(read("{\"material\": {\"young\": 1, \"poisson\": 0.5}}", SUT_TISSUE_SHELL), "");
    CHECK_STR(read("{\"material\": {\"young\": 1, \"poisson\": 0.45}}", SUT_TISSUE_SHELL),
              "material.poisson: is 0.45; must be 0.5 or be left out: a shell is incompressible");
    CHECK_STR(read("{\"material\": {\"young\": 1, \"poisson\": 0.5}}", SUT_TISSUE_SOLID),
              "material.poisson: is 0.5; must be 0 to 0.49");
    CHECK_STR(read("{\"material\": \"artery\"}", SUT_TISSUE_SHELL), "");
}

TEST(keys_of_the_tissue_replace_those_of_the_name) {
    CHECK_STR(
        read("{\"material\": \"skin\", \"friction\": 0.7, \"piercing\": {\"pinch\": \"5 mN\", "
             "\"friction\": 0.1}, \"tearing\": null}",
             SUT_TISSUE_SOLID),
        "");
    CHECK(found.friction == 0.7 && found.pinch == 5e-3 && found.entry == 0.0);
    CHECK(found.hole_friction == 0.1 && !found.tears);
    CHECK_STR(read("{\"material\": \"skin\", \"piercing\": null, \"tearing\": {\"strength\": 2, "
                   "\"bite\": \"1 mm\"}}",
                   SUT_TISSUE_SOLID),
              "");
    CHECK(!found.pierces && found.strength == 2.0 && found.floor == 0.4);
    CHECK_STR(read("{\"material\": \"skin\", \"tearing\": {\"strength\": 2}}", SUT_TISSUE_SOLID),
              "tearing.bite: is missing; give a length, for example \"5 mm\"");
    CHECK_STR(
        read("{\"material\": \"skin\", \"tearing\": {\"strength\": 2, \"bite\": 1, \"floor\": "
             "2}}",
             SUT_TISSUE_SOLID),
        "tearing.floor: is 2; must be 0 to 1");
    CHECK_STR(read("{\"material\": \"skin\", \"piercing\": {\"entry\": -1}}", SUT_TISSUE_SOLID),
              "piercing.entry: is -1 N; must be 0 or more");
}
