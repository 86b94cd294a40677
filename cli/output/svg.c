// SPDX-License-Identifier: MIT
#include "output/svg.h"

#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static bool reserve(sut_svg *svg, size_t more) {
    if (svg->failed) {
        return false;
    }
    if (svg->used + more < svg->size) {
        return true;
    }
    size_t size = (svg->size + more) * 2 + 4096;
    char *text = realloc(svg->text, size);
    if (text == NULL) {
        svg->failed = true;
        return false;
    }
    svg->text = text;
    svg->size = size;
    return true;
}

void sut_svg_add(sut_svg *svg, const char *format, ...) {
    va_list args;
    va_start(args, format);
    va_list again;
    va_copy(again, args);
    int n = vsnprintf(NULL, 0, format, args);
    va_end(args);
    if (n > 0 && reserve(svg, (size_t)n + 1)) {
        vsnprintf(svg->text + svg->used, (size_t)n + 1, format, again);
        svg->used += (size_t)n;
    }
    va_end(again);
}

static void add_escaped(sut_svg *svg, const char *text) {
    for (const char *c = text; *c != '\0'; c++) {
        switch (*c) {
        case '<':
            sut_svg_add(svg, "&lt;");
            break;
        case '>':
            sut_svg_add(svg, "&gt;");
            break;
        case '&':
            sut_svg_add(svg, "&amp;");
            break;
        default:
            // other control characters are not allowed in XML at all
            sut_svg_add(svg, "%c", (unsigned char)*c < 0x20 ? ' ' : *c);
        }
    }
}

void sut_svg_label(sut_svg *svg, double x, double y, const char *anchor, const char *style,
                   const char *text) {
    sut_svg_add(svg, "<text x=\"%.1f\" y=\"%.1f\" text-anchor=\"%s\" class=\"%s\">", x, y, anchor,
                style);
    add_escaped(svg, text);
    sut_svg_add(svg, "</text>\n");
}

static int put_coordinate(char *out, size_t size, double v) {
    int n = snprintf(out, size, "%.2f", v);
    while (n > 1 && out[n - 1] == '0') {
        n--;
    }
    if (out[n - 1] == '.') {
        n--;
    }
    return n;
}

void sut_svg_point(sut_svg *svg, double x, double y) {
    char a[40];
    char b[40];
    // far outside of every picture, but still a number
    double limit = 1e6;
    int na = put_coordinate(a, sizeof a, fmin(fmax(x, -limit), limit));
    int nb = put_coordinate(b, sizeof b, fmin(fmax(y, -limit), limit));
    sut_svg_add(svg, " %.*s,%.*s", na, a, nb, b);
}

void sut_svg_free(sut_svg *svg) {
    free(svg->text);
    *svg = (sut_svg){0};
}
