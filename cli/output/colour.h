// SPDX-License-Identifier: MIT
// colour.h -- a colour scale that is perceptually uniform.
#ifndef SUT_OUTPUT_COLOUR_H
#define SUT_OUTPUT_COLOUR_H

// Colour of x in [0, 1] as "#rrggbb": indigo, magenta, red, orange; lightness rises evenly and all
// steps are about equally large to the eye. Readable on white and on near-black.
void sut_colour_scale(double x, char out[8]);

#endif
