// SPDX-License-Identifier: MIT
// Beside the panels: the colour bar of the tension, the drawn times, the mark of held vertices.
#include "output/colour.h"
#include "output/picture.h"
#include "output/scale.h"

#include <math.h>
#include <stdio.h>

enum { BAR_WIDTH = 14, ROW = 16, STOPS = 16 };

static void define_gradient(sut_svg *svg) {
    sut_svg_add(svg, "<defs><linearGradient id=\"tension\" x1=\"0\" y1=\"1\" x2=\"0\" y2=\"0\">");
    for (int i = 0; i <= STOPS; i++) {
        char colour[8];
        sut_colour_scale((double)i / STOPS, colour);
        sut_svg_add(svg, "<stop offset=\"%.4f\" stop-color=\"%s\"/>", (double)i / STOPS, colour);
    }
    sut_svg_add(svg, "</linearGradient></defs>\n");
}

static void draw_gradient(sut_svg *svg, sut_box bar) {
    sut_svg_add(svg,
                "<rect x=\"%.1f\" y=\"%.1f\" width=\"%.1f\" height=\"%.1f\" rx=\"3\" "
                "fill=\"url(#tension)\"/>\n",
                bar.x, bar.y, bar.w, bar.h);
}

static void draw_ticks(sut_svg *svg, sut_box bar, const sut_tension_range *range,
                       sut_prefix prefix) {
    sut_ticks ticks = sut_scale_ticks(range->low / prefix.factor, range->high / prefix.factor, 5);
    for (int i = 0; i < ticks.count; i++) {
        double value = sut_scale_tick(&ticks, i);
        double y = bar.y + bar.h * (1.0 - sut_picture_share(range, value * prefix.factor));
        char text[32];
        snprintf(text, sizeof text, "%.*f", ticks.decimals, value);
        sut_svg_add(svg, "<path class=\"axis\" d=\"M%.1f %.1fh4\"/>\n", bar.x + bar.w, y);
        sut_svg_label(svg, bar.x + bar.w + 8.0, y + 4.0, "start", "small ink", text);
    }
}

// a bar with its name, and the moment that it belongs to
static void draw_bar(sut_svg *svg, sut_box bar, const char *head, const sut_tension_range *range,
                     sut_prefix prefix, double t) {
    char time[32];
    char at[48];
    sut_scale_quantity(time, sizeof time, t, "s");
    sut_svg_label(svg, bar.x, bar.y - 26.0, "start", "head ink", head);
    snprintf(at, sizeof at, "at %s", time);
    sut_svg_label(svg, bar.x, bar.y - 11.0, "start", "small mute", at);
    draw_gradient(svg, bar);
    if (range->high - range->low > 1e-15) {
        draw_ticks(svg, bar, range, prefix);
    }
}

static void draw_tension(sut_svg *svg, sut_box bar, const sut_film *film, double t) {
    sut_tension_range range = sut_picture_range(film);
    sut_prefix prefix = sut_scale_prefix(fmax(fabs(range.low), fabs(range.high)));
    char head[96];
    if (range.high - range.low > 1e-15) {
        snprintf(head, sizeof head, "tension, %sN", prefix.text);
    } else {
        snprintf(head, sizeof head, "no tension");
    }
    draw_bar(svg, bar, head, &range, prefix, t);
}

static void draw_strain(sut_svg *svg, sut_box bar, const sut_film *film, double t) {
    sut_tension_range range = {0.0, sut_film_strain(film)};
    // small ones are parts per million
    bool tiny = range.high < 1e-3;
    draw_bar(svg, bar, tiny ? "strain, ppm" : "strain, %", &range,
             (sut_prefix){"", tiny ? 1e-6 : 1e-2}, t);
}

// as many decimals as keep the drawn times apart
static int time_decimals(const sut_film *film, const int *picks, int count, double factor) {
    double end = film->frames[picks[count - 1]].t / factor;
    int decimals = end >= 100.0 ? 0 : (end >= 10.0 ? 1 : 2);
    for (int i = 1; i < count; i++) {
        double gap = (film->frames[picks[i]].t - film->frames[picks[i - 1]].t) / factor;
        while (decimals < 4 && gap < pow(10.0, -decimals)) {
            decimals++;
        }
    }
    return decimals;
}

// one prefix for all times, so that they can be compared at a glance
static void draw_times(sut_svg *svg, double x, double y, const sut_film *film, const int *picks,
                       int count) {
    double end = film->frames[picks[count - 1]].t;
    sut_prefix prefix = end < 1.0 ? sut_scale_prefix(end) : (sut_prefix){"", 1.0};
    int decimals = time_decimals(film, picks, count, prefix.factor);
    char text[48];
    snprintf(text, sizeof text, "time, %ss", prefix.text);
    sut_svg_label(svg, x, y, "start", "head ink", text);
    for (int i = 0; i < count; i++) {
        double row = y + 18.0 + i * ROW;
        snprintf(text, sizeof text, "%.*f", decimals, film->frames[picks[i]].t / prefix.factor);
        if (i + 1 < count) {
            sut_svg_add(svg,
                        "<path class=\"ghost\" stroke-width=\"2\" stroke-opacity=\"%.2f\" "
                        "d=\"M%.1f %.1fh22\"/>\n",
                        sut_picture_opacity(i, count), x, row - 4.0);
        } else {
            sut_svg_add(svg,
                        "<rect x=\"%.1f\" y=\"%.1f\" width=\"22\" height=\"3.4\" rx=\"1.7\" "
                        "fill=\"url(#across)\"/>\n",
                        x, row - 5.7);
        }
        sut_svg_label(svg, x + 30.0, row, "start", "small ink", text);
    }
}

static bool any_held(const sut_film *film) {
    for (int i = 0; i < film->hold_count; i++) {
        if (!film->holds[i].is_load) {
            return true;
        }
    }
    return false;
}

static void draw_held_mark(sut_svg *svg, double x, double y) {
    sut_svg_add(svg,
                "<circle class=\"held\" cx=\"%.1f\" cy=\"%.1f\" r=\"4.2\" "
                "stroke-width=\"1.8\"/>\n",
                x + 11.0, y - 4.0);
    sut_svg_label(svg, x + 30.0, y, "start", "small ink", "held vertex");
}

static void draw_contact_mark(sut_svg *svg, double x, double y, double largest) {
    char force[32];
    char text[64];
    sut_scale_quantity(force, sizeof force, largest, "N");
    snprintf(text, sizeof text, "contact, to %s", force);
    sut_svg_add(svg,
                "<path class=\"touch\" stroke-width=\"1.2\" d=\"M%.1f %.1fh18\"/>\n"
                "<circle class=\"stick\" cx=\"%.1f\" cy=\"%.1f\" r=\"1.7\"/>\n",
                x + 2.0, y - 4.0, x + 2.0, y - 4.0);
    sut_svg_label(svg, x + 30.0, y, "start", "small ink", text);
}

void sut_legend_draw(sut_svg *svg, sut_box box, const sut_film *film, const int *picks, int count) {
    double marks = any_held(film) ? 22.0 : 0.0;
    marks += film->contact_count > 0 ? 22.0 : 0.0;
    double times = 18.0 + ROW * count + marks;
    double least = sut_film_has_surfaces(film) && film->thread_count > 0 ? 130.0 : 60.0;
    double bar = fmin(fmax(box.h - times - 38.0 - 26.0, least), 220.0);

    define_gradient(svg);
    // the scale lying down, for the swatch of the last time
    char colours[3][8];
    for (int i = 0; i < 3; i++) {
        sut_colour_scale(0.5 * i, colours[i]);
    }
    sut_svg_add(
        svg,
        "<defs><linearGradient id=\"across\"><stop stop-color=\"%s\"/><stop offset=\".5\" "
        "stop-color=\"%s\"/><stop offset=\"1\" stop-color=\"%s\"/></linearGradient></defs>\n",
        colours[0], colours[1], colours[2]);

    // one bar below the other where there are both
    double end = film->frames[picks[count - 1]].t;
    bool surfaces = sut_film_has_surfaces(film);
    bool both = surfaces && film->thread_count > 0;
    double part = both ? 0.5 * (bar - 48.0) : bar;
    if (film->thread_count > 0 || film->tissue_count == 0) {
        draw_tension(svg, (sut_box){box.x, box.y + 38.0, BAR_WIDTH, part}, film, end);
    }
    if (surfaces) {
        double below = both ? part + 48.0 : 0.0;
        draw_strain(svg, (sut_box){box.x, box.y + 38.0 + below, BAR_WIDTH, part}, film, end);
    }
    double y = box.y + 38.0 + bar + 30.0;
    draw_times(svg, box.x, y, film, picks, count);
    double row = y + 18.0 + count * ROW + 8.0;
    if (any_held(film)) {
        draw_held_mark(svg, box.x, row);
        row += ROW + 4.0;
    }
    if (film->contact_count > 0) {
        draw_contact_mark(svg, box.x, row, sut_contact_largest(film));
    }
}
