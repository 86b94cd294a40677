// SPDX-License-Identifier: MIT
// svg.h -- text of an SVG file as it grows.
#ifndef SUT_OUTPUT_SVG_H
#define SUT_OUTPUT_SVG_H

#include <stdbool.h>
#include <stddef.h>

typedef struct sut_svg {
    char *text;
    size_t used, size;
    bool failed; // no memory
} sut_svg;

__attribute__((format(printf, 2, 3))) void sut_svg_add(sut_svg *svg, const char *format, ...);
// A label of class `style` ("mute small"), anchored "start", "middle" or "end". The text is
// escaped.
void sut_svg_label(sut_svg *svg, double x, double y, const char *anchor, const char *style,
                   const char *text);
// Coordinates with two decimals and no trailing zeros: " 12.5,7".
void sut_svg_point(sut_svg *svg, double x, double y);
void sut_svg_free(sut_svg *svg);

#endif
