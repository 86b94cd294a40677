// SPDX-License-Identifier: MIT
// Below the panels: three quantities of the whole run over time.
#include "output/picture.h"
#include "output/scale.h"

#include <math.h>
#include <stdio.h>

enum { GAP = 26, LABELS = 44, HEAD = 22, FOOT = 18 };

typedef enum chart_value {
    CHART_KINETIC,
    CHART_TENSION,
    CHART_STRETCH,
    CHART_ELASTIC, // of tissues, where there are no threads
    CHART_STRAIN   // of tissues, where there are some
} chart_value;

static double value_of(const sut_film_frame *f, chart_value value) {
    const double values[] = {[CHART_KINETIC] = f->kinetic,
                             [CHART_TENSION] = f->tension,
                             [CHART_STRETCH] = 100.0 * f->stretch,
                             [CHART_ELASTIC] = f->elastic,
                             [CHART_STRAIN] = 100.0 * f->strain};
    double v = values[value];
    return isfinite(v) ? v : 0.0;
}

// what is drawn, and how it maps to pixels
typedef struct chart {
    sut_box box; // of the curve alone
    double t_end;
    double low, high; // in the shown unit
    double factor;
} chart;

static double chart_x(const chart *c, double t) {
    return c->box.x + (c->t_end > 0.0 ? c->box.w * t / c->t_end : 0.0);
}

static double chart_y(const chart *c, double value) {
    double range = c->high - c->low;
    double share = range > 0.0 ? (value / c->factor - c->low) / range : 0.0;
    return c->box.y + c->box.h * (1.0 - share);
}

static void draw_frame(sut_svg *svg, const chart *c) {
    sut_ticks up = sut_scale_ticks(c->low, c->high, 3);
    for (int i = 0; i < up.count; i++) {
        double v = sut_scale_tick(&up, i);
        double y = chart_y(c, v * c->factor);
        char text[32];
        if (up.decimals > 4) {
            snprintf(text, sizeof text, "%.3g", v); // a row of zeros says nothing
        } else {
            snprintf(text, sizeof text, "%.*f", up.decimals, v);
        }
        sut_svg_add(svg, "<path class=\"grid\" d=\"M%.1f %.1fh%.1f\"/>\n", c->box.x, y, c->box.w);
        sut_svg_label(svg, c->box.x - 7.0, y + 4.0, "end", "small mute", text);
    }
    sut_prefix prefix = c->t_end < 1.0 ? sut_scale_prefix(c->t_end) : (sut_prefix){"", 1.0};
    sut_ticks along = sut_scale_ticks(0.0, c->t_end / prefix.factor, 5);
    double base = c->box.y + c->box.h;
    for (int i = 0; i < along.count; i++) {
        double v = sut_scale_tick(&along, i);
        char text[40];
        snprintf(text, sizeof text, i == along.count - 1 ? "%.*f %ss" : "%.*f", along.decimals, v,
                 prefix.text);
        double x = chart_x(c, v * prefix.factor);
        bool end = x > c->box.x + c->box.w - 14.0;
        sut_svg_label(svg, end ? c->box.x + c->box.w : x, base + 15.0, end ? "end" : "middle",
                      "small mute", text);
    }
    sut_svg_add(svg, "<path class=\"axis\" d=\"M%.1f %.1fh%.1f\"/>\n", c->box.x, base, c->box.w);
}

static void draw_curve(sut_svg *svg, const chart *c, const sut_film *film, chart_value value) {
    double base = chart_y(c, fmax(c->low, 0.0) * c->factor);
    sut_svg_add(svg, "<path class=\"area\" d=\"M%.1f %.1fL", c->box.x, base);
    for (int i = 0; i < film->frame_count; i++) {
        const sut_film_frame *f = &film->frames[i];
        sut_svg_point(svg, chart_x(c, f->t), chart_y(c, value_of(f, value)));
    }
    sut_svg_add(svg, " %.1f,%.1fz\"/>\n", chart_x(c, film->frames[film->frame_count - 1].t), base);

    sut_svg_add(svg, "<path class=\"line\" stroke-width=\"1.5\" stroke-linejoin=\"round\" d=\"M");
    for (int i = 0; i < film->frame_count; i++) {
        const sut_film_frame *f = &film->frames[i];
        sut_svg_point(svg, chart_x(c, f->t), chart_y(c, value_of(f, value)));
        if (i == 0) {
            sut_svg_add(svg, "L");
        }
    }
    sut_svg_add(svg, "\"/>\n");
}

static void draw_chart(sut_svg *svg, sut_box box, const sut_film *film, const int *picks, int count,
                       chart_value value) {
    static const char *const names[] = {"kinetic energy", "largest tension", "largest stretch",
                                        "elastic energy", "largest strain of tissue"};
    static const char *const units[] = {"J", "N", "%", "J", "%"};
    const char *unit = units[value];
    double low = 0.0;
    double high = 0.0;
    for (int i = 0; i < film->frame_count; i++) {
        low = fmin(low, value_of(&film->frames[i], value));
        high = fmax(high, value_of(&film->frames[i], value));
    }
    // a percentage has no prefix, small ones are parts per million; noise counts as zero
    sut_prefix prefix = {"", 1.0};
    if (value != CHART_STRETCH && value != CHART_STRAIN) {
        prefix = sut_scale_prefix(fmax(high, -low));
    } else if (high < 0.1) {
        prefix.factor = 1e-4;
        unit = "ppm";
    }
    if (!(high - low > 1e-15)) {
        low = 0.0;
        high = 0.0;
        prefix = (sut_prefix){"", 1.0};
    }
    // a little air above the highest point
    high += 0.06 * (high - low);
    chart c = {.box = {box.x + LABELS, box.y + HEAD, box.w - LABELS, box.h - HEAD - FOOT},
               .t_end = film->frames[film->frame_count - 1].t,
               .low = low / prefix.factor,
               .high = high / prefix.factor,
               .factor = prefix.factor};
    char head[64];
    snprintf(head, sizeof head, "%s, %s%s", names[value], prefix.text, unit);
    sut_svg_label(svg, c.box.x, box.y + 8.0, "start", "head ink", head);
    draw_frame(svg, &c);
    draw_curve(svg, &c, film, value);
    for (int i = 0; i < count; i++) {
        const sut_film_frame *f = &film->frames[picks[i]];
        sut_svg_add(svg, "<circle class=\"dot\" cx=\"%.1f\" cy=\"%.1f\" r=\"2.4\"/>\n",
                    chart_x(&c, f->t), chart_y(&c, value_of(f, value)));
    }
}

void sut_charts_draw(sut_svg *svg, sut_box box, const sut_film *film, const int *picks, int count) {
    double width = (box.w - 2.0 * GAP) / 3.0;
    bool tissues = film->tissue_count > 0;
    const chart_value values[3] = {
        CHART_KINETIC, tissues && film->thread_count == 0 ? CHART_ELASTIC : CHART_TENSION,
        tissues ? CHART_STRAIN : CHART_STRETCH};
    for (int i = 0; i < 3; i++) {
        sut_box one = {box.x + i * (width + GAP), box.y, width, box.h};
        draw_chart(svg, one, film, picks, count, values[i]);
    }
}
