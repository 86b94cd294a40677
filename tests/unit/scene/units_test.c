// SPDX-License-Identifier: MIT
#include "units.h"

#include "check.h"

#include <locale.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

static const double PI = 3.14159265358979323846;

static char why[256];

// the value in SI, or NaN when it is refused or has another dimension
static double si(const char *text, int m, int kg, int s, int angle) {
    double value = 0.0;
    sut_dimension d;
    if (!sut_units_parse(text, &value, &d, why, sizeof why) || d.m != m || d.kg != kg || d.s != s ||
        d.angle != angle) {
        return (double)NAN;
    }
    return value;
}

static const char *refusal(const char *text) {
    double value = 0.0;
    sut_dimension d;
    return sut_units_parse(text, &value, &d, why, sizeof why) ? "" : why;
}

// exact comparison: powers of ten are part of the decimal number, so there is one rounding in all
TEST(decimal_units_are_exact) {
    CHECK(si("0.05 mm", 1, 0, 0, 0) == 5e-5);
    CHECK(si("0.3 mm", 1, 0, 0, 0) == 3e-4);
    CHECK(si("1 ms", 0, 0, 1, 0) == 1e-3);
    CHECK(si("5 us", 0, 0, 1, 0) == 5e-6);
    CHECK(si("5 \xc2\xb5s", 0, 0, 1, 0) == 5e-6);
    CHECK(si("5 \xce\xbcs", 0, 0, 1, 0) == 5e-6);
    CHECK(si("7 nm", 1, 0, 0, 0) == 7e-9);
    CHECK(si("15 cm", 1, 0, 0, 0) == 0.15);
    CHECK(si("2 km", 1, 0, 0, 0) == 2000.0);
    CHECK(si("2 GPa", -1, 1, -2, 0) == 2e9);
    CHECK(si("750 MPa", -1, 1, -2, 0) == 7.5e8);
    CHECK(si("1 kg", 0, 1, 0, 0) == 1.0);
    CHECK(si("3 mg", 0, 1, 0, 0) == 3e-6);
    CHECK(si("1.1 g/cm^3", -3, 1, 0, 0) == 1100.0);
    CHECK(si("9 mm^2", 2, 0, 0, 0) == 9e-6);
}

TEST(every_unit_has_its_dimension) {
    CHECK(si("1 m", 1, 0, 0, 0) == 1.0);
    CHECK(si("1 g", 0, 1, 0, 0) == 1e-3);
    CHECK(si("1 s", 0, 0, 1, 0) == 1.0);
    CHECK(si("1 N", 1, 1, -2, 0) == 1.0);
    CHECK(si("1 Pa", -1, 1, -2, 0) == 1.0);
    CHECK(si("1 J", 2, 1, -2, 0) == 1.0);
    CHECK(si("50 Hz", 0, 0, -1, 0) == 50.0);
    CHECK(si("2 rad", 0, 0, 0, 1) == 2.0);
    CHECK(si("180 deg", 0, 0, 0, 1) == 180.0 * (PI / 180.0));
    CHECK(si("27 turn", 0, 0, 0, 1) == 27.0 * (2.0 * PI));
    CHECK(si("2 min", 0, 0, 1, 0) == 120.0);
}

TEST(factors_are_joined_by_blank_star_and_slash) {
    CHECK(si("4e-7 N m^2", 3, 1, -2, 0) == 4e-7);
    CHECK(si("4e-7 N*m^2", 3, 1, -2, 0) == 4e-7);
    CHECK(si("4e-7 N * m ^2", 3, 1, -2, 0) != 4e-7); // no blank inside a factor
    CHECK(si("1 kg/m/s", -1, 1, -1, 0) == 1.0);
    CHECK(si("1 kg / m / s", -1, 1, -1, 0) == 1.0);
    CHECK(si("1 kg m^-1 s^-1", -1, 1, -1, 0) == 1.0);
    CHECK(si("9.81 m s^-2", 1, 0, -2, 0) == 9.81);
    CHECK(si("0.2 m^2/N/s", 1, -1, 1, 0) == 0.2);
    CHECK(si("1 m/s/m", 0, 0, -1, 0) == 1.0);
    CHECK(si("50 1/m", -1, 0, 0, 0) == 50.0);
    CHECK(si("50 m^-1", -1, 0, 0, 0) == 50.0);
    CHECK(si("1 N/mm^2", -1, 1, -2, 0) == 1e6);
    CHECK(si("5 m^0", 0, 0, 0, 0) == 5.0);
    // two roundings: pi/180 and the division
    CHECK_NEAR(si("90 deg/cm", -1, 0, 0, 1), 50.0 * PI, 1e-12);
}

TEST(numbers_are_decimal) {
    CHECK(si("-1.5e-3 m", 1, 0, 0, 0) == -1.5e-3);
    CHECK(si("+2 m", 1, 0, 0, 0) == 2.0);
    CHECK(si(".5 m", 1, 0, 0, 0) == 0.5);
    CHECK(si("5. m", 1, 0, 0, 0) == 5.0);
    CHECK(si("  5\t m  ", 1, 0, 0, 0) == 5.0);
    CHECK(si("5m", 1, 0, 0, 0) == 5.0);
    CHECK(si("1E3 m", 1, 0, 0, 0) == 1000.0);
    CHECK(si("1e-400 m", 1, 0, 0, 0) == 0.0);
    // exponent and prefix are added before anything can overflow
    CHECK(si("1e310 nm", 1, 0, 0, 0) == 1e301);
}

TEST(bad_units_say_what_would_be_right) {
    CHECK_STR(refusal("5"),
              "text needs a unit; write for example \"0.05 mm\", or a plain number in "
              "SI units");
    CHECK_STR(refusal("mm"), "it does not start with a number; write for example \"0.05 mm\"");
    CHECK_STR(refusal(""), "it does not start with a number; write for example \"0.05 mm\"");
    CHECK_STR(refusal("5 m^x"), "no whole number follows ^; write for example m^2");
    CHECK_STR(refusal("5 m^13"), "a power is too large; powers go from -12 to 12");
    CHECK_STR(refusal("5 m+s"), "\"+\" after a unit; join units with a blank, * or /");
    CHECK_STR(refusal("1e999 m"), "the number is too large; use at most 80 digits and 1e308");
    CHECK(strncmp(refusal("5 furlong"), "\"furlong\" is no unit; use m, g, s,", 33) == 0);
    CHECK(strncmp(refusal("5 m/"), "nothing is no unit;", 19) == 0);
}

TEST(what_is_no_unit_is_refused) {
    static const char *const bad[] = {
        "NaN m",   "inf m",    "0x10 m", "1,5 m",   "5 mm m/",   "5 mmm", "5 in",
        "5 kkg",   "5 Nm",     "5 /m",   "5 1",     "5 m//s",    "5 **m", "5 m^",
        "5 m^2.5", "5 M",      "5 pa",   "5 (m s)", "5 m 2",     "--5 m", "5 5 m",
        "5e m e",  "5 \xff m", "5 \xc2", "5 um^",   "5 kg/(m s)"};
    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++) {
        CASE("i %zu", i);
        if (!CHECK(refusal(bad[i])[0] != '\0')) {
            printf("accepted: %s\n", bad[i]);
        }
    }
}

TEST(min_is_the_minute_and_mm_the_millimetre) {
    CHECK(si("1 min", 0, 0, 1, 0) == 60.0);
    CHECK(si("1 mm", 1, 0, 0, 0) == 1e-3);
    CHECK(si("1 m m", 2, 0, 0, 0) == 1.0);
    CHECK(si("1 mmin", 0, 0, 1, 0) == 0.06);
}

TEST(foreign_bytes_in_units_are_escaped) {
    CHECK(strstr(refusal("5 \xc2\x80"), "\\xC2\\x80") != NULL);
}

TEST(long_text_is_refused) {
    char text[300];
    memset(text, 'm', sizeof text);
    text[0] = '5';
    text[sizeof text - 1] = '\0';
    CHECK_STR(refusal(text), "it is too long; write for example \"0.05 mm\"");
}

TEST(decimal_point_of_the_locale_does_not_matter) {
    // where no such locale is installed the test still checks that nothing else changes
    setlocale(LC_NUMERIC, "de_DE.UTF-8");
    CHECK(si("0.05 mm", 1, 0, 0, 0) == 5e-5);
    setlocale(LC_NUMERIC, "C");
}

TEST(dimensions_are_written_out) {
    char text[64];
    sut_dimension_text((sut_dimension){-1, 1, -2, 0}, text, sizeof text);
    CHECK_STR(text, "kg m^-1 s^-2");
    sut_dimension_text((sut_dimension){0, 0, 0, 0}, text, sizeof text);
    CHECK_STR(text, "no dimension");
}
