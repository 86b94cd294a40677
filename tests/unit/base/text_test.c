// SPDX-License-Identifier: MIT
#include "sutura/sutura.h"

#include "check.h"

#include <stdbool.h>
#include <string.h>

TEST(every_result_has_its_own_sentence) {
    for (int i = SUT_OK; i <= SUT_E_DIVERGED; i++) {
        CASE("i %d", i);
        const char *a = sut_result_text((sut_result)i);
        REQUIRE(a != NULL);
        CHECK(strlen(a) > 3);
        for (int k = SUT_OK; k < i; k++) {
            CASE("k %d", k);
            CHECK(strcmp(a, sut_result_text((sut_result)k)) != 0);
        }
    }
}

TEST(every_stage_has_its_own_name) {
    for (int i = 0; i < SUT_STAGE_COUNT; i++) {
        CASE("i %d", i);
        const char *a = sut_stage_name((sut_stage)i);
        REQUIRE(a != NULL);
        CHECK(strlen(a) > 3);
        for (int k = 0; k < i; k++) {
            CASE("k %d", k);
            CHECK(strcmp(a, sut_stage_name((sut_stage)k)) != 0);
        }
    }
    CHECK_STR(sut_stage_name(SUT_STAGE_KINEMATICS), "kinematics");
    CHECK_STR(sut_stage_name(SUT_STAGE_OUTPUT), "output");
}

TEST(unknown_values_have_a_text_too) {
    const int unknown[3] = {-1, 100, 1 << 30};
    for (int i = 0; i < 3; i++) {
        CASE("i %d", i);
        // as a host may pass a number that a newer library knows
        sut_result result;
        sut_stage stage;
        memcpy(&result, &unknown[i], sizeof result);
        memcpy(&stage, &unknown[i], sizeof stage);
        CHECK(strstr(sut_result_text(result), "unknown") != NULL);
        CHECK(strstr(sut_stage_name(stage), "unknown") != NULL);
    }
}

TEST(version_says_what_matters_for_the_bits) {
    sut_version_info v = sut_version();
    CHECK(v.major >= 0 && v.minor >= 0 && v.patch >= 0);
    CHECK(v.major + v.minor + v.patch > 0);
    REQUIRE(v.build != NULL);
    // this file is compiled like the library
    bool optimised = false;
    bool asserts = false;
#ifdef __OPTIMIZE__
    optimised = true;
#endif
#ifdef SUT_ASSERTS
    asserts = true;
#endif
#ifdef __clang__
    CHECK(strncmp(v.build, "clang ", 6) == 0);
#else
    CHECK(strncmp(v.build, "gcc ", 4) == 0);
#endif
    CHECK_EQ_INT(strstr(v.build, ", not optimised") == NULL, optimised);
    CHECK_EQ_INT(strstr(v.build, ", asserts on") != NULL, asserts);
    CHECK(strstr(v.build, ", no fused multiply-add") != NULL);
    CHECK(strstr(v.build, "other bits") == NULL);
    CHECK(strstr(v.build, " ,") == NULL);
}
