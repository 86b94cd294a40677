// SPDX-License-Identifier: MIT
// The scale is a curve in the OKLab space (lightness, green-red, blue-yellow), where equal
// distances look about equally different: lightness and hue both run linearly, chroma almost
// constantly, so equal steps of x are steps of equal length within 10 %. Lightness stays within
// 0.44 and 0.78, away from both backgrounds, and all of the curve lies inside sRGB.
#include "output/colour.h"

#include <math.h>
#include <stdio.h>

static const double pi = 3.14159265358979323846;

// linear light to the stored 8 bit of sRGB
static int encode(double linear) {
    double c = linear <= 0.0031308 ? 12.92 * linear : 1.055 * pow(linear, 1.0 / 2.4) - 0.055;
    double clipped = fmin(fmax(c, 0.0), 1.0);
    return (int)(clipped * 255.0 + 0.5);
}

void sut_colour_scale(double x, char out[8]) {
    x = fmin(fmax(x, 0.0), 1.0);
    double lightness = 0.44 + 0.34 * x;
    double chroma = 0.185 - 0.025 * x;
    double hue = (278.0 + 147.0 * x) * pi / 180.0;
    double a = chroma * cos(hue);
    double b = chroma * sin(hue);

    // OKLab to linear sRGB
    double l = pow(lightness + 0.3963377774 * a + 0.2158037573 * b, 3.0);
    double m = pow(lightness - 0.1055613458 * a - 0.0638541728 * b, 3.0);
    double s = pow(lightness - 0.0894841775 * a - 1.2914855480 * b, 3.0);
    int red = encode(4.0767416621 * l - 3.3077115913 * m + 0.2309699292 * s);
    int green = encode(-1.2684380046 * l + 2.6097574011 * m - 0.3413193965 * s);
    int blue = encode(-0.0041960863 * l - 0.7034186147 * m + 1.7076147010 * s);
    snprintf(out, 8, "#%02x%02x%02x", red & 255, green & 255, blue & 255);
}
