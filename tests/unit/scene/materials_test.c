// SPDX-License-Identifier: MIT
#include "scene_fixture.h"

#include "check.h"

#include <string.h>

static const double PI = 3.14159265358979323846;

TEST(every_material_has_every_size) {
    CHECK_EQ_INT(sut_material_count(), 7 * 14);
    for (int i = 0; i < sut_material_count(); i++) {
        CASE("i %d", i);
        const sut_material *m = sut_material_at(i);
        char name[64];
        strcpy(name, m->name);
        strcat(name, " ");
        strcat(name, m->size);
        CHECK(sut_material_find(name) == m);
        CHECK(m->diameter > 0.0 && m->diameter < 1e-3);
        CHECK(m->young >= 1e9 && m->young <= 200e9);
        CHECK(m->bend_factor > 0.0 && m->bend_factor <= 1.0);
        CHECK(m->poisson > 0.0 && m->poisson < 0.5);
        CHECK(m->density > 900.0 && m->density < 8000.0);
        CHECK(m->friction > 0.0 && m->friction < 0.5);
        CHECK(m->knot_pull >= 0.0);
        CHECK(strlen(m->source) > 40);
    }
    CHECK(sut_material_at(-1) == NULL);
    CHECK(sut_material_at(sut_material_count()) == NULL);
}

TEST(thicker_sizes_are_thicker_and_hold_more) {
    for (int i = 1; i < sut_material_count(); i++) {
        CASE("i %d", i);
        const sut_material *a = sut_material_at(i - 1);
        const sut_material *b = sut_material_at(i);
        if (strcmp(a->name, b->name) == 0) {
            CHECK(b->diameter > a->diameter);
            CHECK(b->knot_pull >= a->knot_pull);
        }
    }
}

TEST(names_are_found_in_any_case_and_by_other_names) {
    const sut_material *m = sut_material_find("nylon 6-0");
    REQUIRE(m != NULL);
    CHECK(sut_material_find("NYLON  6-0") == m);
    CHECK(sut_material_find(" Nylon 6-0 ") == m);
    CHECK(sut_material_find("polyamide 6-0") == m);
    CHECK(sut_material_find("pgla 3-0") == sut_material_find("Polyglactin 910 3-0"));
    CHECK(sut_material_find("pgla 3-0") != NULL);
    CHECK(sut_material_find("catgut 2-0") == sut_material_find("gut 2-0"));
    CHECK(sut_material_find("polydioxanone 1") == sut_material_find("PDS 1"));
    CHECK(sut_material_find("steel 1-0") == sut_material_find("steel 0"));
    CHECK(sut_material_find("nylon") == NULL);
    CHECK(sut_material_find("nylon 13-0") == NULL);
    CHECK(sut_material_find("nylon6-0") == NULL);
    CHECK(sut_material_find("") == NULL);
    CHECK(sut_material_find(NULL) == NULL);
}

TEST(diameters_are_the_middle_of_the_limits) {
    // 1e-12 m: rounding of a sum of two decimals
    CHECK_NEAR(sut_material_find("nylon 10-0")->diameter, 0.0245e-3, 1e-12);
    CHECK_NEAR(sut_material_find("silk 2")->diameter, 0.5495e-3, 1e-12);
}

TEST(gut_is_one_metric_size_thicker) {
    CHECK(sut_material_find("gut 5-0")->diameter == sut_material_find("nylon 4-0")->diameter);
    CHECK(sut_material_find("gut 2-0")->diameter == sut_material_find("nylon 0")->diameter);
}

TEST(named_section_is_that_of_a_round_thread) {
    sut_scene *s = scene_with("threads[0].material", "nylon 10-0");
    REQUIRE(s != NULL);
    const sut_scene_section *k = &s->threads[0].section;
    double r = 0.01225e-3;
    // relative 1e-12: a few roundings
    CHECK_NEAR(k->radius, r, 1e-12 * r);
    CHECK_NEAR(k->EA, 2e9 * PI * r * r, 1e-12 * k->EA);
    CHECK_NEAR(k->EI, 2e9 * PI * r * r * r * r / 4.0, 1e-12 * k->EI);
    CHECK_NEAR(k->GJ, k->EI / 1.4, 1e-12 * k->GJ);
    CHECK_NEAR(k->mass_per_length, 1140.0 * PI * r * r, 1e-12 * k->mass_per_length);
    sut_scene_free(s);
}

TEST(braids_bend_and_twist_softly) {
    sut_scene *s = scene_with("threads[0].material", "silk 3-0");
    REQUIRE(s != NULL);
    const sut_scene_section *k = &s->threads[0].section;
    double solid = k->EA * k->radius * k->radius / 4.0;
    CHECK_NEAR(k->EI, 0.05 * solid, 1e-12 * solid);
    CHECK_NEAR(k->GJ, k->EI / 1.4, 1e-12 * k->EI);
    sut_scene_free(s);
}

TEST(unknown_materials_name_a_near_one) {
    CHECK_STR(refusal_with("threads[0].material", "nylon 66-0"),
              "threads[0].material: unknown material \"nylon 66-0\"; did you mean \"nylon 6-0\"?");
    CHECK_STR(refusal_with("threads[0].material", "wool"),
              "threads[0].material: unknown material \"wool\"; must be nylon, polypropylene, silk, "
              "polyglactin 910, pds, steel or gut with a size from 12-0 to 2, for example "
              "\"nylon 6-0\"");
}
