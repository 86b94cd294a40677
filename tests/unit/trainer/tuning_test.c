// SPDX-License-Identifier: MIT
#include "check.h"
#include "sutura/scene.h"
#include "trainer/server/tuning.h"

#include <stdlib.h>
#include <string.h>

static json_t *scene_of(const char *material) {
    char text[1024];
    snprintf(text, sizeof text,
             "{\"sutura\": 1, \"threads\": [{\"name\": \"a\", \"material\": %s, \"shape\": "
             "{\"kind\": \"line\", \"from\": [0, 0, 0], \"to\": [0.1, 0, 0]}, \"segments\": 20}]}",
             material);
    json_error_t e;
    return json_loads(text, 0, &e);
}

static const json_t *material_in(const json_t *scene) {
    return json_object_get(json_array_get(json_object_get(scene, "threads"), 0), "material");
}

TEST(a_named_material_becomes_its_stiffnesses_times_the_factors) {
    sut_tuning t = sut_tuning_none();
    t.factor[SUT_TUNE_BEND] = 2.0;
    t.factor[SUT_TUNE_STRETCH] = 0.5;
    json_t *scene = scene_of("\"nylon 6-0\"");
    REQUIRE(scene != NULL);
    CHECK(sut_tuning_apply(&t, scene));
    const sut_material *m = sut_material_find("nylon 6-0");
    double r = 0.5 * m->diameter, area = 3.14159265358979323846 * r * r;
    const json_t *now = material_in(scene);
    // one multiplication more or less: a few units in the last place
    double EA = json_number_value(json_object_get(now, "EA"));
    CHECK_NEAR(EA / (0.5 * m->young * area), 1.0, 1e-14);
    double EI = json_number_value(json_object_get(now, "EI"));
    CHECK_NEAR(EI / (2.0 * m->bend_factor * m->young * area * r * r / 4.0), 1.0, 1e-14);
    double GJ = json_number_value(json_object_get(now, "GJ"));
    CHECK_NEAR(GJ * (1.0 + m->poisson) * 2.0 / EI, 1.0, 1e-14); // twisting was not asked for
    json_decref(scene);
}

TEST(values_with_units_keep_them_and_defaults_are_filled_in) {
    sut_tuning t = sut_tuning_none();
    t.factor[SUT_TUNE_DAMPING] = 3.0;
    t.factor[SUT_TUNE_TWIST] = 1.4;
    json_t *scene = scene_of("{\"EI\": \"3e-9 N m^2\", \"EA\": \"200 N\", \"mass_per_length\": "
                             "\"34 mg/m\", \"radius\": \"0.09 mm\"}");
    REQUIRE(scene != NULL);
    CHECK(sut_tuning_apply(&t, scene));
    const char *GJ = json_string_value(json_object_get(material_in(scene), "GJ"));
    REQUIRE(GJ != NULL);
    CHECK_NEAR(strtod(GJ, NULL), 3e-9, 1e-23); // rounding of two products
    CHECK(strstr(GJ, " N m^2") != NULL);
    const json_t *thread = json_array_get(json_object_get(scene, "threads"), 0);
    const json_t *bend = json_object_get(json_object_get(thread, "damping"), "bend");
    CHECK_STR(json_string_value(bend), "60 ms");
    json_decref(scene);
}

TEST(a_thread_given_by_moduli_is_refused) {
    sut_tuning t = sut_tuning_none();
    json_t *scene = scene_of("{\"young\": \"1 GPa\", \"density\": 1000, \"radius\": \"0.1 mm\"}");
    CHECK(!sut_tuning_apply(&t, scene));
    json_decref(scene);
    scene = scene_of("\"no such thread\"");
    CHECK(!sut_tuning_apply(&t, scene));
    json_decref(scene);
}

TEST(what_was_changed_is_said) {
    char text[64];
    sut_tuning t = sut_tuning_none();
    sut_tuning_text(&t, text, sizeof text);
    CHECK_STR(text, "");
    CHECK(sut_tuning_is_none(&t));
    t.factor[sut_tuning_find("bend")] = 2.0;
    t.factor[sut_tuning_find("damping")] = 0.5;
    sut_tuning_text(&t, text, sizeof text);
    CHECK_STR(text, "bend x 2, damping x 0.5");
    CHECK_EQ_INT(sut_tuning_find("gravity"), -1);
}
