// SPDX-License-Identifier: MIT
// units.h -- text with a unit, "0.05 mm", into SI numbers.
//
//     QUANTITY = NUMBER blanks UNITS
//     UNITS    = FACTOR { ( blanks | "*" | "/" ) FACTOR }
//     FACTOR   = [PREFIX] UNIT [ "^" INTEGER ]      or a 1 in front, as in "1/m"
//
// "/" divides by the one factor after it: kg per metre and second is "kg/m/s".
#ifndef SUT_SCENE_UNITS_H
#define SUT_SCENE_UNITS_H

#include <stdbool.h>
#include <stddef.h>

// Powers of the base units. An angle has no dimension in SI; it is counted here all the same, so
// that "3 rad" is no answer to a question for a length ratio.
typedef struct sut_dimension {
    int m, kg, s, angle;
} sut_dimension;

// Read a decimal number at the start of `text`, whatever the locale: sign, digits, point, exponent;
// no hexadecimal, no infinity, no NaN. *end is put behind it. False, with *end = text, when there
// is no number or it is too large for a double.
bool sut_number_parse(const char *text, const char **end, double *value);

// Read a whole quantity. The result is the double nearest to the decimal value for units that are
// powers of ten of SI, so "0.05 mm" is exactly 5e-5. False, with a phrase in `why` that tells what
// is wrong and what would be right, otherwise.
bool sut_units_parse(const char *text, double *value, sut_dimension *dim, char *why,
                     size_t why_size);

// "kg m^-1 s^-2"; "no dimension" when all powers are 0.
void sut_dimension_text(sut_dimension dim, char *out, size_t size);

#endif
