// SPDX-License-Identifier: MIT
#include "check.h"
#include "output/colour.h"
#include "output/scale.h"

#include <string.h>

TEST(quantities_get_a_prefix) {
    char text[32];
    sut_scale_quantity(text, sizeof text, 0.0123, "N");
    CHECK_STR(text, "12.3 mN");
    sut_scale_quantity(text, sizeof text, 4.5e-6, "N");
    CHECK_STR(text, "4.5 \xc2\xb5N");
    sut_scale_quantity(text, sizeof text, 0.0, "s");
    CHECK_STR(text, "0 s");
    sut_scale_quantity(text, sizeof text, -2500.0, "N");
    CHECK_STR(text, "-2.5 kN");
    sut_scale_quantity(text, sizeof text, 1e-30, "N");
    CHECK_STR(text, "0 N");
}

TEST(rounding_is_shown_as_nothing) {
    CHECK(sut_scale_without_noise(2.62e-17, 0.1) == 0.0); // exactly: it is set
    CHECK(sut_scale_without_noise(-1e-20, 0.1) == 0.0);
    CHECK(sut_scale_without_noise(1e-9, 0.1) == 1e-9);
    CHECK(sut_scale_without_noise(-0.2, 0.1) == -0.2);
}

TEST(ticks_are_round_and_inside) {
    sut_ticks t = sut_scale_ticks(0.0, 0.73, 5);
    CHECK(t.step == 0.2);
    CHECK_EQ_INT(t.count, 4);
    CHECK_EQ_INT(t.decimals, 1);
    t = sut_scale_ticks(-3.0, 12.0, 3);
    CHECK(t.step == 5.0);
    CHECK(sut_scale_tick(&t, 0) == 0.0);
    CHECK_EQ_INT(t.count, 3);
    t = sut_scale_ticks(0.0, 0.0, 4);
    CHECK_EQ_INT(t.count, 1);
}

TEST(round_down_to_1_2_5) {
    CHECK(sut_scale_round_down(0.013) == 0.01);
    CHECK(sut_scale_round_down(49.0) == 20.0);
    CHECK(sut_scale_round_down(50.0) == 50.0);
}

TEST(colours_are_plain_hex) {
    for (int i = -1; i <= 11; i++) {
        CASE("i %d", i);
        char text[8];
        sut_colour_scale(i / 10.0, text);
        CHECK_EQ_INT(strlen(text), 7);
        CHECK_EQ_INT(strspn(text + 1, "0123456789abcdef"), 6);
    }
}
