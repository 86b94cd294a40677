// SPDX-License-Identifier: MIT
// The panels: which views, how large, and the threads in them.
#include "output/colour.h"
#include "output/picture.h"
#include "output/scale.h"

#include <math.h>
#include <stdio.h>

enum { PAD = 34, GAP = 14, LEAST_HEIGHT = 366, COLOURS = 48, LABELS = 8 };

double sut_picture_component(sut_vec3 v, int axis) {
    switch (axis) {
    case 0:
        return v.x;
    case 1:
        return v.y;
    case 2:
        return v.z;
    case SUT_ASLANT_RIGHT:
        return 0.8 * v.x + 0.6 * v.y;
    case SUT_ASLANT_UP:
        return -0.3 * v.x + 0.4 * v.y + 0.8660254037844386 * v.z;
    default:
        return 0.5196152422706631 * v.x - 0.6928203230275508 * v.y + 0.5 * v.z;
    }
}

double sut_panel_depth(const sut_panel *p, sut_vec3 v) {
    if (p->across == SUT_ASLANT_RIGHT) {
        return sut_picture_component(v, SUT_ASLANT_NEAR);
    }
    return p->up == 1 ? v.z : (p->across == 0 ? -v.y : v.x);
}

//---- planning ------------------------------------------------------------------------------------

// along the axes of space, and across and up the picture of a view aslant
enum { DIRECTIONS = SUT_ASLANT_UP + 1 };

typedef struct extent {
    double low[DIRECTIONS], high[DIRECTIONS];
} extent;

static void grow(extent *e, sut_vec3 p) {
    for (int a = 0; a < DIRECTIONS; a++) {
        e->low[a] = fmin(e->low[a], sut_picture_component(p, a));
        e->high[a] = fmax(e->high[a], sut_picture_component(p, a));
    }
}

static extent measure(const sut_film *film, const int *picks, int count) {
    extent e;
    for (int a = 0; a < DIRECTIONS; a++) {
        e.low[a] = HUGE_VAL;
        e.high[a] = -HUGE_VAL;
    }
    for (int i = 0; i < count; i++) {
        const sut_vec3 *p = sut_film_points(film, picks[i]);
        for (int k = 0; k < film->point_count; k++) {
            grow(&e, p[k]);
        }
    }
    // hands may go where no drawn thread is
    for (int i = 0; i < film->frame_count; i++) {
        for (int h = 0; h < film->hold_count; h++) {
            sut_vec3 at = sut_film_held(film, i, h);
            if (isfinite(at.x)) {
                grow(&e, at);
            }
        }
    }
    for (int i = 0; i < film->frame_count; i++) {
        for (int k = 0; k < film->tool_count; k++) {
            sut_vec3 at = sut_film_tool_at(film, i, k)->tip;
            if (isfinite(at.x)) {
                grow(&e, at);
            }
        }
    }
    for (int a = 0; a < DIRECTIONS; a++) {
        if (!(e.high[a] >= e.low[a])) {
            e.low[a] = e.high[a] = 0.0;
        }
    }
    return e;
}

static double size_of(const extent *e, int axis) {
    return e->high[axis] - e->low[axis];
}

// the plane that shows most: z upwards unless nothing happens there
static void choose_plane(const extent *e, sut_panel *panel) {
    double x = size_of(e, 0);
    double y = size_of(e, 1);
    double z = size_of(e, 2);
    double largest = fmax(fmax(x, y), z);
    bool flat = z < 0.15 * largest && fmin(x, y) > z && fmin(x, y) >= 0.15 * largest;
    panel->across = flat || x >= y ? 0 : 1;
    panel->up = flat ? 1 : 2;
    panel->name = flat ? "from above" : (panel->across == 0 ? "from the front" : "from the side");
}

static void place(const extent *e, sut_panel *panel, double pixels) {
    panel->pixels = pixels;
    panel->center[0] = 0.5 * (e->low[panel->across] + e->high[panel->across]);
    panel->center[1] = 0.5 * (e->low[panel->up] + e->high[panel->up]);
}

int sut_panels_plan(const sut_film *film, const int *picks, int count, sut_box room,
                    sut_panel panels[2]) {
    extent e = measure(film, picks, count);
    double x = size_of(&e, 0);
    double y = size_of(&e, 1);
    double z = size_of(&e, 2);
    double largest = fmax(fmax(x, y), fmax(z, 1e-9));
    bool space = fmin(fmin(x, y), z) >= 0.15 * largest;

    // surfaces are seen aslant, and from where they are not behind themselves
    bool surfaces = sut_film_has_surfaces(film);
    int n = space || surfaces ? 2 : 1;
    if (surfaces) {
        panels[0] = (sut_panel){
            .across = SUT_ASLANT_RIGHT, .up = SUT_ASLANT_UP, .name = "from the front, aslant"};
        panels[1] = (sut_panel){0};
        choose_plane(&e, &panels[1]);
    } else if (space) {
        panels[0] = (sut_panel){.across = 0, .up = 2, .name = "from the front"};
        panels[1] = (sut_panel){.across = 1, .up = 2, .name = "from the side"};
    } else {
        panels[0] = (sut_panel){0};
        choose_plane(&e, &panels[0]);
    }

    // one scale for all; a straight thread still needs some height
    double wide = 0.0;
    for (int i = 0; i < n; i++) {
        wide += fmax(size_of(&e, panels[i].across), 1e-3 * largest);
    }
    double high =
        fmax(fmax(size_of(&e, panels[0].up), size_of(&e, panels[n - 1].up)), 1e-3 * largest);
    double free_width = room.w - 2.0 * PAD * n - GAP * (n - 1);
    double pixels = fmin(free_width / wide, (room.h - 2.0 * PAD) / high);
    double height = fmin(fmax(high * pixels + 2.0 * PAD, LEAST_HEIGHT), room.h);

    double left = room.x;
    double spare = (free_width - wide * pixels) / n;
    for (int i = 0; i < n; i++) {
        double width = size_of(&e, panels[i].across) * pixels + 2.0 * PAD + spare;
        width = i == n - 1 ? room.x + room.w - left : width;
        panels[i].box = (sut_box){left, room.y, width, height};
        place(&e, &panels[i], pixels);
        left += width + GAP;
    }
    panels[0].labels = film->thread_count > 1 && film->thread_count <= LABELS;

    // the same bar in all, as long as the narrowest can take
    double narrow = fmin(fmin(panels[0].box.w, panels[n - 1].box.w), 560.0);
    panels[0].bar = panels[n - 1].bar = sut_scale_round_down(0.24 * narrow / pixels);
    return n;
}

//---- drawing -------------------------------------------------------------------------------------

sut_pixel sut_panel_project(const sut_panel *p, sut_vec3 v) {
    double x = p->box.x + 0.5 * p->box.w;
    double y = p->box.y + 0.5 * p->box.h;
    return (sut_pixel){x + (sut_picture_component(v, p->across) - p->center[0]) * p->pixels,
                       y - (sut_picture_component(v, p->up) - p->center[1]) * p->pixels};
}

static double far(sut_pixel a, sut_pixel b) {
    return hypot(a.x - b.x, a.y - b.y);
}

static bool inside(const sut_box *b, double x, double y) {
    return x > b->x + 1.0 && x < b->x + b->w - 1.0 && y > b->y + 1.0 && y < b->y + b->h - 1.0;
}

// lines at the length of the scale bar, through the origin of space
static void draw_grid(sut_svg *svg, const sut_panel *p, double step) {
    const sut_box *b = &p->box;
    sut_pixel origin = sut_panel_project(p, (sut_vec3){0});
    double d = step * p->pixels;
    double x0 = origin.x + ceil((b->x - origin.x) / d) * d;
    double y0 = origin.y + ceil((b->y - origin.y) / d) * d;
    sut_svg_add(svg, "<path class=\"grid\" d=\"");
    for (int i = 0; i <= (int)(b->w / d); i++) {
        if (inside(b, x0 + i * d, b->y + 2.0)) {
            sut_svg_add(svg, "M%.1f %.1fv%.1f", x0 + i * d, b->y, b->h);
        }
    }
    for (int i = 0; i <= (int)(b->h / d); i++) {
        if (inside(b, b->x + 2.0, y0 + i * d)) {
            sut_svg_add(svg, "M%.1f %.1fh%.1f", b->x, y0 + i * d, b->w);
        }
    }
    sut_svg_add(svg, "\"/>\n");
}

static void draw_scale_bar(sut_svg *svg, const sut_panel *p, double length) {
    double w = length * p->pixels;
    double x = p->box.x + p->box.w - 16.0 - w;
    double y = p->box.y + p->box.h - 16.0;
    char text[40];
    sut_prefix prefix = sut_scale_prefix(length);
    // threads are measured in millimetres as long as that is readable
    if (length >= 1e-3 && length < 10.0) {
        prefix = (sut_prefix){"m", 1e-3};
    }
    snprintf(text, sizeof text, "%.4g %sm", length / prefix.factor, prefix.text);
    sut_svg_add(svg,
                "<path class=\"bar\" stroke-width=\"1.6\" d=\"M%.1f %.1fv6m0-3h%.1fm0-3v6\"/>\n", x,
                y - 3.0, w);
    sut_svg_label(svg, x + 0.5 * w, y - 8.0, "middle", "small ink", text);
}

static void draw_axes_aslant(sut_svg *svg, const sut_panel *p, sut_pixel at) {
    static const char *const names[] = {"x", "y", "z"};
    static const sut_vec3 axes[] = {{1.0, 0.0, 0.0}, {0.0, 1.0, 0.0}, {0.0, 0.0, 1.0}};
    for (int a = 0; a < 3; a++) {
        double across = sut_picture_component(axes[a], p->across);
        double up = -sut_picture_component(axes[a], p->up);
        sut_svg_add(svg, "<path class=\"axis\" stroke-width=\"1.2\" d=\"M%.1f %.1fl%.1f %.1f\"/>\n",
                    at.x, at.y, 22.0 * across, 22.0 * up);
        sut_svg_label(svg, at.x + 29.0 * across, at.y + 29.0 * up + 4.0, "middle", "small mute",
                      names[a]);
    }
}

static void draw_axes(sut_svg *svg, const sut_panel *p) {
    static const char *const names[] = {"x", "y", "z"};
    double x = p->box.x + 18.0;
    double y = p->box.y + p->box.h - 18.0;
    sut_svg_label(svg, p->box.x + 14.0, p->box.y + 21.0, "start", "small mute", p->name);
    if (p->across > 2 || p->up > 2) { // not along axes of space
        draw_axes_aslant(svg, p, (sut_pixel){x + 8.0, y - 2.0});
        return;
    }
    sut_svg_add(
        svg,
        "<path class=\"axis\" stroke-width=\"1.2\" d=\"M%.1f %.1fv-22m-2.5 4l2.5-4l2.5 4M%.1f "
        "%.1fh22m-4-2.5l4 2.5l-4 2.5\"/>\n",
        x, y, x, y);
    sut_svg_label(svg, x + 27.0, y + 4.0, "start", "small mute", names[p->across]);
    sut_svg_label(svg, x, y - 27.0, "middle", "small mute", names[p->up]);
}

// a polyline, leaving out points that no eye could tell from their neighbours
static void draw_path(sut_svg *svg, const sut_panel *p, const sut_vec3 *points, int count) {
    sut_pixel last = sut_panel_project(p, points[0]);
    sut_svg_add(svg, "M");
    sut_svg_point(svg, last.x, last.y);
    sut_svg_add(svg, "L");
    for (int k = 1; k < count; k++) {
        sut_pixel q = sut_panel_project(p, points[k]);
        if (k == count - 1 || far(q, last) > 0.6) {
            sut_svg_point(svg, q.x, q.y);
            last = q;
        }
    }
}

static double stroke(const sut_panel *p, const sut_film_thread *t, double least) {
    return fmax(least, 2.0 * t->radius * p->pixels);
}

static void draw_ghosts(sut_svg *svg, const sut_panel *p, const sut_film *film, const int *picks,
                        int count) {
    for (int i = 0; i + 1 < count; i++) {
        const sut_vec3 *points = sut_film_points(film, picks[i]);
        for (int t = 0; t < film->thread_count; t++) {
            const sut_film_thread *th = &film->threads[t];
            if (th->points < 2) {
                continue;
            }
            sut_svg_add(svg,
                        "<path class=\"ghost\" stroke-opacity=\"%.2f\" stroke-width=\"%.2f\" d=\"",
                        sut_picture_opacity(i, count), stroke(p, th, 1.3));
            draw_path(svg, p, points + th->first, th->points);
            sut_svg_add(svg, "\"/>\n");
        }
    }
}

// runs of edges that share one of the colours of the scale
static void draw_coloured(sut_svg *svg, const sut_panel *p, const sut_film *film, int frame,
                          int t) {
    const sut_film_thread *th = &film->threads[t];
    const sut_vec3 *points = sut_film_points(film, frame) + th->first;
    const double *tension = film->tension + th->first;
    sut_tension_range range = sut_picture_range(film);
    for (int k = 0; k + 1 < th->points;) {
        if (isnan(tension[k])) { // cut
            k++;
            continue;
        }
        int level = (int)(sut_picture_share(&range, tension[k]) * (COLOURS - 1) + 0.5);
        int end = k + 1;
        while (end + 1 < th->points && !isnan(tension[end]) &&
               (int)(sut_picture_share(&range, tension[end]) * (COLOURS - 1) + 0.5) == level) {
            end++;
        }
        char colour[8];
        sut_colour_scale((double)level / (COLOURS - 1), colour);
        sut_svg_add(svg, "<path stroke=\"%s\" d=\"", colour);
        draw_path(svg, p, points + k, end - k + 1);
        sut_svg_add(svg, "\"/>\n");
        k = end;
    }
}

// a thread at the end, piece by piece where it is cut
static void draw_pieces(sut_svg *svg, const sut_panel *p, const sut_film *film, int frame, int t) {
    const sut_film_thread *th = &film->threads[t];
    const sut_vec3 *points = sut_film_points(film, frame) + th->first;
    int begin = 0;
    for (int k = 0; k < th->points; k++) {
        bool ends = k + 1 == th->points || isnan(film->tension[th->first + k]);
        if (ends && k > begin) {
            draw_path(svg, p, points + begin, k + 1 - begin);
        }
        begin = ends ? k + 1 : begin;
    }
}

static void draw_last(sut_svg *svg, const sut_panel *p, const sut_film *film, int frame) {
    for (int t = 0; t < film->thread_count; t++) {
        const sut_film_thread *th = &film->threads[t];
        if (th->points < 2) {
            continue;
        }
        double width = stroke(p, th, 3.0);
        sut_svg_add(svg, "<path class=\"halo\" stroke-width=\"%.2f\" stroke-opacity=\".8\" d=\"",
                    width + 3.0);
        draw_pieces(svg, p, film, frame, t);
        sut_svg_add(svg, "\"/>\n<g fill=\"none\" stroke-width=\"%.2f\">\n", width);
        draw_coloured(svg, p, film, frame, t);
        sut_svg_add(svg, "</g>\n");
    }
}

// a way of a held vertex in pixels, over the frames in which its hold was active
typedef struct way {
    sut_pixel at[SUT_FILM_FRAMES];
    int count;
    double length;
} way;

static void follow(const sut_panel *p, const sut_film *film, int hold, way *w) {
    w->count = 0;
    w->length = 0.0;
    for (int i = 0; i < film->frame_count; i++) {
        sut_vec3 v = sut_film_held(film, i, hold);
        if (!isfinite(v.x)) {
            continue;
        }
        sut_pixel q = sut_panel_project(p, v);
        w->length += w->count > 0 ? far(w->at[w->count - 1], q) : 0.0;
        w->at[w->count++] = q;
    }
}

static void draw_arrow(sut_svg *svg, sut_pixel from, sut_pixel to) {
    sut_svg_add(svg,
                "<path class=\"hold\" stroke-width=\"1.3\" marker-end=\"url(#arrow)\" d=\"M%.1f "
                "%.1fL%.1f %.1f\"/>\n",
                from.x, from.y, to.x, to.y);
}

// dotted, from a dot to an arrow that ends at the rim of the ring around the vertex
static void draw_way(sut_svg *svg, const way *w) {
    sut_pixel end = w->at[w->count - 1];
    sut_pixel drawn = w->at[0];
    sut_pixel lead = w->at[0];
    sut_svg_add(svg, "<path class=\"hold\" stroke-width=\"1.3\" stroke-dasharray=\"1 3.5\" d=\"M");
    sut_svg_point(svg, drawn.x, drawn.y);
    sut_svg_add(svg, "L");
    for (int i = 1; i < w->count; i++) {
        sut_pixel q = w->at[i];
        lead = far(q, end) > 12.0 ? q : lead;
        if (i == w->count - 1 || far(q, drawn) > 1.5) {
            sut_svg_point(svg, q.x, q.y);
            drawn = q;
        }
    }
    sut_svg_add(svg, "\"/>\n<circle class=\"tip\" cx=\"%.1f\" cy=\"%.1f\" r=\"2.2\"/>\n",
                w->at[0].x, w->at[0].y);
    double d = far(lead, end);
    if (d > 6.0) {
        double s = (d - 5.5) / d;
        sut_pixel tip = {lead.x + (end.x - lead.x) * s, lead.y + (end.y - lead.y) * s};
        sut_pixel tail = {lead.x + (end.x - lead.x) * s * 0.9, lead.y + (end.y - lead.y) * s * 0.9};
        draw_arrow(svg, tail, tip);
    }
}

// an arrow along the force, with its size; nothing when it points out of the picture
static void draw_load(sut_svg *svg, const sut_panel *p, const sut_film_hold *hold, sut_pixel at) {
    enum { LENGTH = 30 };
    sut_vec3 f = hold->force;
    double across = sut_picture_component(f, p->across);
    double up = sut_picture_component(f, p->up);
    double size = sqrt(f.x * f.x + f.y * f.y + f.z * f.z);
    double seen = hypot(across, up);
    if (!(seen > 0.2 * size)) {
        return;
    }
    sut_pixel to = {at.x + LENGTH * across / seen, at.y - LENGTH * up / seen};
    draw_arrow(svg, at, to);
    char text[40];
    sut_scale_quantity(text, sizeof text, size, "N");
    // beside the arrow, on the side where there is room
    bool left = at.x > p->box.x + 0.8 * p->box.w;
    sut_svg_label(svg, to.x + (left ? -6.0 : 6.0), to.y + (up < 0.0 ? 12.0 : -5.0),
                  left ? "end" : "start", "small ink name", text);
}

static void draw_hold(sut_svg *svg, const sut_panel *p, const sut_film *film, int hold) {
    const sut_film_hold *h = &film->holds[hold];
    way w;
    follow(p, film, hold, &w);
    if (w.count == 0) {
        return;
    }
    sut_pixel end = w.at[w.count - 1];
    if (h->is_load) {
        if (h->active) {
            draw_load(svg, p, h, end);
        }
        return;
    }
    if (w.length > 14.0) {
        draw_way(svg, &w);
    }
    if (h->active || film->frame_count == 1) {
        sut_svg_add(svg,
                    "<circle class=\"held\" cx=\"%.1f\" cy=\"%.1f\" r=\"4.2\" "
                    "stroke-width=\"1.8\"/>\n",
                    end.x, end.y);
    }
}

// names at the free ends of a few threads, pushed apart where they would overlap
static void draw_names(sut_svg *svg, const sut_panel *p, const sut_film *film, int frame) {
    enum { LINE = 13 };
    sut_pixel at[LABELS];
    int order[LABELS];
    int count = 0;
    const sut_vec3 *points = sut_film_points(film, frame);
    for (int t = 0; t < film->thread_count && t < LABELS; t++) {
        const sut_film_thread *th = &film->threads[t];
        if (th->points < 2) {
            continue;
        }
        sut_pixel tip = sut_panel_project(p, points[th->first + th->points - 1]);
        at[t] = (sut_pixel){tip.x + 9.0, tip.y + 4.0};
        int k = count++;
        for (; k > 0 && at[order[k - 1]].y > at[t].y; k--) {
            order[k] = order[k - 1];
        }
        order[k] = t;
    }
    for (int k = 0; k < count; k++) {
        sut_pixel *here = &at[order[k]];
        for (int m = 0; m < k; m++) {
            const sut_pixel *above = &at[order[m]];
            if (fabs(above->x - here->x) < 70.0 && here->y - above->y < LINE) {
                here->y = above->y + LINE;
            }
        }
        sut_svg_label(svg, here->x, here->y, "start", "small ink name",
                      film->threads[order[k]].name);
    }
}

// Needles as thick as they are, the last one strong, and a dot at the tip.
static void draw_needles(sut_svg *svg, const sut_panel *panel, const sut_film *film,
                         const int *picks, int count) {
    for (int i = 0; i < film->needle_count; i++) {
        const sut_film_needle *n = &film->needles[i];
        double width = 2.0 * n->radius * panel->pixels;
        width = width > 1.5 ? width : 1.5;
        for (int k = 0; n->points > 0 && k < count; k++) {
            const sut_vec3 *x = sut_film_points(film, picks[k]) + n->first;
            bool last = k == count - 1;
            sut_svg_add(svg,
                        "<path class=\"%s\" stroke-opacity=\"%.2f\" stroke-width=\"%.1f\" d=\"M",
                        last ? "needle" : "ghost", last ? 1.0 : sut_picture_opacity(k, count),
                        last ? width : 0.5 * width);
            for (int p = 0; p < n->points; p++) {
                sut_pixel q = sut_panel_project(panel, x[p]);
                sut_svg_point(svg, q.x, q.y);
            }
            sut_svg_add(svg, "\"/>\n");
        }
    }
}

void sut_panel_draw(sut_svg *svg, const sut_panel *panel, const sut_film *film, const int *picks,
                    int count) {
    const sut_box *b = &panel->box;
    sut_svg_add(svg,
                "<rect x=\"%.1f\" y=\"%.1f\" width=\"%.1f\" height=\"%.1f\" rx=\"8\" "
                "class=\"panel\"/>\n",
                b->x, b->y, b->w, b->h);
    draw_grid(svg, panel, panel->bar);
    draw_axes(svg, panel);
    draw_scale_bar(svg, panel, panel->bar);
    if (film->obstacle_count > 0 || film->tool_count > 0 || film->tissue_count > 0) {
        // solids and handles may be larger than the picture
        sut_svg_add(svg,
                    "<clipPath id=\"in%.0f\"><rect x=\"%.1f\" y=\"%.1f\" width=\"%.1f\" "
                    "height=\"%.1f\" rx=\"8\"/></clipPath>\n<g clip-path=\"url(#in%.0f)\">\n",
                    b->x, b->x, b->y, b->w, b->h, b->x);
        sut_solids_draw(svg, panel, film, picks, count);
        sut_tissues_draw(svg, panel, film, count > 1);
        sut_tools_draw(svg, panel, film, picks, count);
        sut_svg_add(svg, "</g>\n");
    }
    sut_svg_add(svg, "<g stroke-linecap=\"round\" stroke-linejoin=\"round\">\n");
    draw_ghosts(svg, panel, film, picks, count);
    sut_tubes_draw(svg, panel, film, picks, count);
    draw_needles(svg, panel, film, picks, count);
    draw_last(svg, panel, film, picks[count - 1]);
    sut_contacts_draw(svg, panel, film);
    for (int h = 0; h < film->hold_count; h++) {
        draw_hold(svg, panel, film, h);
    }
    sut_svg_add(svg, "</g>\n");
    if (panel->labels) {
        draw_names(svg, panel, film, picks[count - 1]);
    }
}
