// SPDX-License-Identifier: MIT
#include "output/picture.h"

#include <math.h>
#include <stdlib.h>

enum {
    WIDTH = 1000,
    MARGIN = 28,
    TOP = 84,
    LEGEND = 132,
    GAP = 22,
    PANEL_HEIGHT = 500,
    CHARTS = 132
};

// light by default, dark where the viewer asks for it
static const char page_style[] =
    "<style>\n"
    "text{font-family:system-ui,-apple-system,'Segoe UI','Helvetica Neue',Arial,sans-serif;"
    "font-variant-numeric:tabular-nums}\n"
    ".title{font-size:20px;font-weight:600}.head{font-size:12px;font-weight:600}"
    ".note{font-size:12px}.small{font-size:11px}\n"
    ".ink{fill:#1c2330}.mute{fill:#5d6778}\n"
    ".name{stroke:#f5f7fa;stroke-width:3px;stroke-linejoin:round;paint-order:stroke}\n"
    ".page{fill:#ffffff}.panel{fill:#f5f7fa;stroke:#e0e5ec}.grid{stroke:#e4e9f0;fill:none}\n"
    ".axis{stroke:#9aa4b2;fill:none}.bar{stroke:#1c2330;fill:none}\n"
    ".ghost{stroke:#33507f;fill:none}.needle{stroke:#5d6673;fill:none}.halo{stroke:#f5f7fa;fill:"
    "none}\n"
    ".hold{stroke:#0b7f72;fill:none}.held{stroke:#0b7f72;fill:#f5f7fa}.tip{fill:#0b7f72}\n"
    ".line{stroke:#33507f;fill:none}.area{fill:#33507f;fill-opacity:.10}.dot{fill:#33507f}\n"
    ".tool{fill:#4b5563;fill-opacity:.32;stroke:#374151}\n"
    ".solid{fill:#7a8699;fill-opacity:.16;stroke:#7a8699}.was{fill-opacity:.06;"
    "stroke-dasharray:3 3}\n"
    ".facets{stroke:#f5f7fa;stroke-opacity:.45}.slit{stroke:#7f1d1d;fill:none}\n"
    ".touch{stroke:#c2410c;fill:none}.stick{fill:#c2410c}"
    ".slip{fill:#f5f7fa;stroke:#c2410c}\n"
    "@media (prefers-color-scheme:dark){\n"
    ".ink{fill:#e8ecf3}.mute{fill:#98a3b5}\n"
    ".name{stroke:#141b26}\n"
    ".page{fill:#0e131b}.panel{fill:#141b26;stroke:#263041}.grid{stroke:#1e2838}\n"
    ".axis{stroke:#5b6779}.bar{stroke:#e8ecf3}\n"
    ".ghost{stroke:#9db8e8}.needle{stroke:#c3cad4}.halo{stroke:#141b26}\n"
    ".hold{stroke:#3fd0bd}.held{stroke:#3fd0bd;fill:#141b26}.tip{fill:#3fd0bd}\n"
    ".line{stroke:#9db8e8}.area{fill:#9db8e8;fill-opacity:.14}.dot{fill:#9db8e8}\n"
    ".tool{fill:#cbd5e1;stroke:#cbd5e1}\n"
    ".facets{stroke:#141b26}\n"
    ".touch{stroke:#fb923c}.stick{fill:#fb923c}.slip{fill:#141b26;stroke:#fb923c}\n"
    "}\n</style>\n";

const char *sut_picture_style(void) {
    return page_style;
}

double sut_picture_opacity(int k, int count) {
    double x = count > 1 ? (double)k / (count - 1) : 1.0;
    return 0.2 + 0.55 * x;
}

//---- tension as colour ---------------------------------------------------------------------------

sut_tension_range sut_picture_range(const sut_film *film) {
    double low = HUGE_VAL;
    double high = -HUGE_VAL;
    for (int i = 0; i < film->thread_count; i++) {
        const sut_film_thread *t = &film->threads[i];
        for (int k = 0; k + 1 < t->points; k++) {
            low = fmin(low, film->tension[t->first + k]);
            high = fmax(high, film->tension[t->first + k]);
        }
    }
    if (!isfinite(low) || !isfinite(high)) {
        return (sut_tension_range){0.0, 0.0};
    }
    // start at zero unless the variation would drown; what varies by less than 2 % is constant
    bool constant = high - low <= 0.02 * fmax(fabs(low), fabs(high));
    if (low > 0.0 && (constant || low < 0.4 * high)) {
        low = 0.0;
    }
    if (high < 0.0 && (constant || high > 0.4 * low)) {
        high = 0.0;
    }
    return (sut_tension_range){low, high};
}

double sut_picture_share(const sut_tension_range *range, double tension) {
    // below a femtonewton there is nothing to show
    if (!(range->high - range->low > 1e-15)) {
        return 0.0;
    }
    return fmin(fmax((tension - range->low) / (range->high - range->low), 0.0), 1.0);
}

//---- the page ------------------------------------------------------------------------------------

static void draw_page(sut_svg *svg, const sut_film *film, const sut_picture_text *text) {
    int picks[SUT_FILM_PICTURES];
    int count = sut_film_pick(film, picks);
    sut_box room = {MARGIN, TOP, WIDTH - 2 * MARGIN - LEGEND - GAP, PANEL_HEIGHT};
    sut_panel panels[2];
    int panel_count = sut_panels_plan(film, picks, count, room, panels);
    double bottom = panels[0].box.y + panels[0].box.h;
    double height = bottom + GAP + CHARTS + MARGIN;

    sut_svg_add(svg,
                "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 %d %.0f\" width=\"%d\" "
                "height=\"%.0f\" role=\"img\">\n",
                WIDTH, height, WIDTH, height);
    sut_svg_add(svg, "%s", page_style);
    sut_svg_add(svg, "<defs><marker id=\"arrow\" viewBox=\"0 0 8 8\" refX=\"7\" refY=\"4\" "
                     "markerWidth=\"7\" markerHeight=\"7\" markerUnits=\"userSpaceOnUse\" "
                     "orient=\"auto\"><path d=\"M0.5 0.8 L7.5 4 L0.5 7.2 z\" class=\"tip\"/>"
                     "</marker></defs>\n");
    sut_svg_add(svg, "<rect width=\"%d\" height=\"%.0f\" rx=\"10\" class=\"page\"/>\n", WIDTH,
                height);
    sut_svg_label(svg, MARGIN, 44, "start", "title ink", text->title);
    sut_svg_label(svg, MARGIN, 66, "start", "note mute", text->subtitle);
    for (int i = 0; i < panel_count; i++) {
        sut_panel_draw(svg, &panels[i], film, picks, count);
    }
    sut_box legend = {WIDTH - MARGIN - LEGEND, TOP, LEGEND, panels[0].box.h};
    sut_legend_draw(svg, legend, film, picks, count);
    sut_box charts = {MARGIN, bottom + GAP, WIDTH - 2 * MARGIN, CHARTS};
    sut_charts_draw(svg, charts, film, picks, count);
    sut_svg_add(svg, "</svg>\n");
}

bool sut_picture_write(const sut_film *film, const sut_picture_text *text, const char *path,
                       sut_fault *fault) {
    sut_svg svg = {0};
    draw_page(&svg, film, text);
    bool ok = false;
    if (svg.failed) {
        sut_fault_set(fault, "%s: out of memory", path);
    } else {
        ok = sut_write_file(path, svg.text, svg.used, fault);
    }
    sut_svg_free(&svg);
    return ok;
}
