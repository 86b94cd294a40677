// SPDX-License-Identifier: MIT
// Curves of a run: one chart per kind of quantity, two side by side. A curve is drawn as the band
// between the smallest and the largest value of each stretch of time, so that no peak is lost.
#include "output/scale.h"
#include "output/series.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

enum {
    WIDTH = 1000,
    MARGIN = 28,
    TOP = 84,
    GAP = 34,
    LABELS = 50,
    HEAD = 40,
    FOOT = 20,
    HEIGHT = 250,
    MOST_CURVES = 10, // of a chart; the table has all of them
};

static const char *const colours[MOST_CURVES] = {"#2563eb", "#c2410c", "#0b7f72", "#a21caf",
                                                 "#b58900", "#5d6778", "#db2777", "#0ea5e9",
                                                 "#65a30d", "#7c3aed"};

// A chart: its curves, and what runs along it.
typedef struct chart {
    int id;
    int along; // column along the axis; negative: time
    int curve[MOST_CURVES];
    int count, left_out;
    sut_box box;
    double x0, x1, low, high;
    sut_prefix prefix, along_prefix;
} chart;

//---- which curves --------------------------------------------------------------------------------

static void range_of(const sut_series *s, const sut_series_column *c, double *low, double *high) {
    for (int i = 0; i < s->bins; i++) {
        if (isfinite(c->low[i]) && isfinite(c->high[i])) {
            *low = fmin(*low, c->low[i]);
            *high = fmax(*high, c->high[i]);
        }
    }
}

// something else than nothing all the time
static bool worth_drawing(const sut_series *s, const sut_series_column *c) {
    double low = 0.0;
    double high = 0.0;
    range_of(s, c, &low, &high);
    return high - low > 1e-15;
}

static void find_curves(const sut_series *s, chart *c) {
    for (int i = 0; i < s->count; i++) {
        if (s->columns[i].chart != c->id || !worth_drawing(s, &s->columns[i])) {
            continue;
        }
        if (c->count < MOST_CURVES) {
            c->curve[c->count++] = i;
        } else {
            c->left_out++;
        }
    }
}

//---- axes ----------------------------------------------------------------------------------------

static void set_ranges(const sut_series *s, chart *c) {
    double low = 0.0;
    double high = 0.0;
    for (int i = 0; i < c->count; i++) {
        range_of(s, &s->columns[c->curve[i]], &low, &high);
    }
    c->prefix = sut_scale_prefix(fmax(high, -low));
    double air = 0.06 * (high - low);
    c->low = (low < 0.0 ? low - air : low) / c->prefix.factor;
    c->high = (high + air) / c->prefix.factor;
    c->x0 = s->bins > 0 ? s->time[0] : 0.0;
    c->x1 = s->end;
    if (c->along >= 0) {
        c->x0 = HUGE_VAL;
        c->x1 = -HUGE_VAL;
        range_of(s, &s->columns[c->along], &c->x0, &c->x1);
    }
    double size = fmax(fabs(c->x0), fabs(c->x1));
    c->along_prefix = size < 1.0 ? sut_scale_prefix(size) : (sut_prefix){"", 1.0};
}

static double x_of(const chart *c, double v) {
    return c->box.x + (c->x1 > c->x0 ? c->box.w * (v - c->x0) / (c->x1 - c->x0) : 0.0);
}

static double y_of(const chart *c, double v) {
    double share = c->high > c->low ? (v / c->prefix.factor - c->low) / (c->high - c->low) : 0.0;
    return c->box.y + c->box.h * (1.0 - share);
}

static void draw_axes(sut_svg *svg, const chart *c) {
    sut_ticks up = sut_scale_ticks(c->low, c->high, 4);
    char text[40];
    for (int i = 0; i < up.count; i++) {
        double v = sut_scale_tick(&up, i);
        double y = y_of(c, v * c->prefix.factor);
        snprintf(text, sizeof text, "%.*f", up.decimals > 4 ? 4 : up.decimals, v);
        sut_svg_add(svg, "<path class=\"grid\" d=\"M%.1f %.1fh%.1f\"/>\n", c->box.x, y, c->box.w);
        sut_svg_label(svg, c->box.x - 7.0, y + 4.0, "end", "small mute", text);
    }
    double f = c->along_prefix.factor;
    sut_ticks side = sut_scale_ticks(c->x0 / f, c->x1 / f, 6);
    double base = c->box.y + c->box.h;
    for (int i = 0; i < side.count; i++) {
        double v = sut_scale_tick(&side, i);
        const char *unit = c->along >= 0 ? "rad" : "s";
        bool last = i == side.count - 1;
        snprintf(text, sizeof text, "%.*f%s%s%s", side.decimals, v, last ? " " : "",
                 last ? c->along_prefix.text : "", last ? unit : "");
        double x = x_of(c, v * f);
        bool end = x > c->box.x + c->box.w - 14.0;
        sut_svg_label(svg, end ? c->box.x + c->box.w : x, base + 15.0, end ? "end" : "middle",
                      "small mute", text);
    }
    // zero, where there is something on both sides of it
    double zero = c->low < 0.0 ? y_of(c, 0.0) : base;
    sut_svg_add(svg, "<path class=\"axis\" d=\"M%.1f %.1fh%.1f\"/>\n", c->box.x, zero, c->box.w);
}

//---- curves --------------------------------------------------------------------------------------

static double along(const sut_series *s, const chart *c, int bin) {
    if (c->along < 0) {
        return s->time[bin];
    }
    const sut_series_column *k = &s->columns[c->along];
    return 0.5 * (k->low[bin] + k->high[bin]);
}

// through both values of every bin; what is not known breaks the line
static void draw_curve(sut_svg *svg, const sut_series *s, const chart *c, int number) {
    const sut_series_column *k = &s->columns[c->curve[number]];
    sut_svg_add(svg,
                "<path fill=\"none\" stroke=\"%s\" stroke-width=\"1.4\" "
                "stroke-linejoin=\"round\" d=\"",
                colours[number]);
    bool drawing = false;
    double before = 0.0;
    for (int i = 0; i < s->bins; i++) {
        if (!isfinite(k->low[i]) || !isfinite(k->high[i])) {
            drawing = false;
            continue;
        }
        double x = x_of(c, along(s, c, i));
        // the nearer one first: a rising curve is no saw
        bool up = fabs(before - k->low[i]) <= fabs(before - k->high[i]);
        double first = up ? k->low[i] : k->high[i];
        double second = up ? k->high[i] : k->low[i];
        sut_svg_add(svg, drawing ? "" : "M");
        sut_svg_point(svg, x, y_of(c, first));
        if (second != first) { // exactly: two values or one
            sut_svg_add(svg, "L");
            sut_svg_point(svg, x, y_of(c, second));
        }
        sut_svg_add(svg, drawing ? "" : "L");
        if (!drawing && second == first) {
            sut_svg_point(svg, x, y_of(c, first));
        }
        drawing = true;
        before = second;
    }
    sut_svg_add(svg, "\"/>\n");
}

// What is the same in all names of a chart says nothing in its legend.
static size_t common_prefix(const sut_series *s, const chart *c) {
    const char *first = s->columns[c->curve[0]].name;
    size_t cut = 0;
    for (size_t n = 0; first[n] != '\0'; n++) {
        for (int i = 1; i < c->count; i++) {
            if (strncmp(first, s->columns[c->curve[i]].name, n + 1) != 0) {
                return cut;
            }
        }
        cut = first[n] == '.' ? n + 1 : cut;
    }
    return cut;
}

static void draw_legend(sut_svg *svg, const sut_series *s, const chart *c, double x, double y) {
    size_t cut = common_prefix(s, c);
    const char *const name = s->columns[c->curve[0]].name;
    double at = x;
    for (int i = 0; i < c->count; i++) {
        const char *text = c->count > 1 ? s->columns[c->curve[i]].name + cut : name;
        double width = 26.0 + 6.2 * (double)strlen(text);
        if (i > 0 && at + width > x + c->box.w) {
            at = x;
            y += 14.0;
        }
        sut_svg_add(svg, "<path stroke=\"%s\" stroke-width=\"2.4\" d=\"M%.1f %.1fh12\"/>\n",
                    colours[i], at, y - 4.0);
        sut_svg_label(svg, at + 16.0, y, "start", "small mute", text);
        at += width;
    }
    if (c->left_out > 0) {
        char more[48];
        snprintf(more, sizeof more, "and %d more in series.csv", c->left_out);
        sut_svg_label(svg, at, y, "start", "small mute", more);
    }
}

static void title_of(const sut_series *s, const chart *c, char *out, size_t size) {
    static const char *const titles[] = {
        "",
        "energy",
        "distance of the ends",
        "forces of holds",
        "torques of holds",
        "",
        "twist of the last edge",
        "tension of the first and the last edge",
        "forces on hands",
        "forces on hands, scaled for the device",
        "contacts: sum of normal forces and of friction",
    };
    static const char *const units[] = {"", "J", "m", "N", "N m", "", "rad", "N", "N", "N", "N"};
    if (c->along >= 0) {
        snprintf(out, size, "torque against the spin of its hold, %sN m", c->prefix.text);
    } else if (c->id >= SUT_SERIES_PROBE) {
        // "vertex.suture.15.bend": the name of its vertex
        const char *name = s->columns[c->curve[0]].name;
        int length = (int)(strrchr(name, '.') - name);
        snprintf(out, size, "forces on %.*s, %sN", length, name, c->prefix.text);
    } else {
        snprintf(out, size, "%s, %s%s", titles[c->id], c->prefix.text, units[c->id]);
    }
}

//---- the page ------------------------------------------------------------------------------------

static void draw_chart(sut_svg *svg, const sut_series *s, chart *c, double x, double y) {
    double width = (WIDTH - 2 * MARGIN - GAP) / 2.0;
    c->box = (sut_box){x + LABELS, y + HEAD, width - LABELS, HEIGHT - HEAD - FOOT};
    set_ranges(s, c);
    char title[160];
    title_of(s, c, title, sizeof title);
    sut_svg_label(svg, c->box.x, y, "start", "head ink", title);
    draw_legend(svg, s, c, c->box.x, y + 16.0);
    draw_axes(svg, c);
    for (int i = 0; i < c->count; i++) {
        draw_curve(svg, s, c, i);
    }
}

enum { MOST_CHARTS = SUT_SERIES_PROBE + SUT_SERIES_PROBES + 4 };

static int plan_charts(const sut_series *s, chart *charts) {
    int count = 0;
    for (int id = SUT_SERIES_ENERGY; id < SUT_SERIES_PROBE + s->probe_count; id++) {
        chart c = {.id = id, .along = -1};
        if (id == SUT_SERIES_SPIN) {
            continue;
        }
        find_curves(s, &c);
        if (c.count > 0) {
            charts[count++] = c;
        }
    }
    // a hold that turns: its torque against the turn
    int turning = 0;
    for (int i = 1; i < s->count && turning < 4; i++) {
        bool spin = s->columns[i].chart == SUT_SERIES_SPIN;
        if (spin && worth_drawing(s, &s->columns[i]) && worth_drawing(s, &s->columns[i - 1])) {
            chart c = {.id = SUT_SERIES_TORQUE, .along = i, .curve = {i - 1}, .count = 1};
            charts[count++] = c;
            turning++;
        }
    }
    return count;
}

bool sut_series_draw(const sut_series *s, const sut_picture_text *text, const char *path,
                     sut_fault *fault) {
    chart charts[MOST_CHARTS];
    int count = plan_charts(s, charts);
    int rows = (count + 1) / 2;
    int height = TOP + 18 + rows * (HEIGHT + GAP) + MARGIN;
    sut_svg svg = {0};
    sut_svg_add(&svg,
                "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 %d %d\" width=\"%d\" "
                "height=\"%d\" role=\"img\">\n%s<rect width=\"%d\" height=\"%d\" rx=\"10\" "
                "class=\"page\"/>\n",
                WIDTH, height, WIDTH, height, sut_picture_style(), WIDTH, height);
    sut_svg_label(&svg, MARGIN, 44, "start", "title ink", text->title);
    sut_svg_label(&svg, MARGIN, 66, "start", "note mute", text->subtitle);
    for (int i = 0; i < count; i++) {
        double x = MARGIN + (i % 2) * (WIDTH - 2 * MARGIN + GAP) / 2.0;
        int row = i / 2;
        draw_chart(&svg, s, &charts[i], x, TOP + 18.0 + row * (HEIGHT + GAP));
    }
    if (count == 0) {
        sut_svg_label(&svg, MARGIN, TOP + 18, "start", "note mute",
                      "nothing but zeros: see series.csv");
    }
    sut_svg_add(&svg, "</svg>\n");
    bool ok = false;
    if (svg.failed) {
        sut_fault_set(fault, "%s: out of memory", path);
    } else {
        ok = sut_write_file(path, svg.text, svg.used, fault);
    }
    sut_svg_free(&svg);
    return ok;
}
