// SPDX-License-Identifier: MIT
// Tissues in a panel: facets from behind to the front, coloured by strain and lighter where they
// face the viewer; outlines of where they began; centre lines of tubes.
#include "output/colour.h"
#include "output/picture.h"

#include <math.h>
#include <stdlib.h>

enum { COLOURS = 48 };

static sut_vec3 sub(sut_vec3 a, sut_vec3 b) {
    return (sut_vec3){a.x - b.x, a.y - b.y, a.z - b.z};
}

// unit normal; zero of a flat triangle
static sut_vec3 normal_of(const sut_vec3 *x, const int t[3]) {
    sut_vec3 u = sub(x[t[1]], x[t[0]]);
    sut_vec3 v = sub(x[t[2]], x[t[0]]);
    sut_vec3 n = {u.y * v.z - u.z * v.y, u.z * v.x - u.x * v.z, u.x * v.y - u.y * v.x};
    double length = sqrt(n.x * n.x + n.y * n.y + n.z * n.z);
    double s = length > 0.0 ? 1.0 / length : 0.0;
    return (sut_vec3){n.x * s, n.y * s, n.z * s};
}

//---- facets --------------------------------------------------------------------------------------

typedef struct facet {
    int tissue, triangle;
    double depth;
} facet;

static int from_behind(const void *a, const void *b) {
    const facet *p = a;
    const facet *q = b;
    if (p->depth != q->depth) { // any order of equal ones will do, but always the same
        return p->depth < q->depth ? -1 : 1;
    }
    return p->tissue != q->tissue ? p->tissue - q->tissue : p->triangle - q->triangle;
}

// facets that can be seen, from behind to the front; null without memory
static facet *sort_facets(const sut_panel *p, const sut_film *film, int *count) {
    size_t room = 1;
    for (int i = 0; i < film->tissue_count; i++) {
        room += (size_t)film->tissues[i].triangle_count;
    }
    facet *all = malloc(room * sizeof *all);
    *count = 0;
    for (int i = 0; all != NULL && i < film->tissue_count; i++) {
        const sut_film_tissue *t = &film->tissues[i];
        if (t->end == NULL || t->strain == NULL || t->triangles == NULL) {
            continue;
        }
        for (int k = 0; k < t->triangle_count; k++) {
            const int *n = t->triangles[k];
            if (t->solid && sut_panel_depth(p, normal_of(t->end, n)) < 0.0) {
                continue; // the far side
            }
            all[(*count)++] =
                (facet){i, k,
                        sut_panel_depth(p, t->end[n[0]]) + sut_panel_depth(p, t->end[n[1]]) +
                            sut_panel_depth(p, t->end[n[2]])};
        }
    }
    if (all != NULL) {
        qsort(all, (size_t)*count, sizeof *all, from_behind);
    }
    return all;
}

static void draw_facet(sut_svg *svg, const sut_panel *p, const sut_film_tissue *t, int triangle,
                       double most) {
    const int *n = t->triangles[triangle];
    double strain = (t->strain[n[0]] + t->strain[n[1]] + t->strain[n[2]]) / 3.0;
    double share = most > 0.0 ? fmin(strain / most, 1.0) : 0.0;
    double light = fabs(sut_panel_depth(p, normal_of(t->end, n)));
    char colour[8];
    sut_colour_scale(floor(share * (COLOURS - 1) + 0.5) / (COLOURS - 1), colour);
    // lighter where it faces the viewer: white through the colour
    sut_svg_add(svg, "<path fill=\"%s\" fill-opacity=\"%.2f\" d=\"M", colour, 0.9 - 0.25 * light);
    for (int k = 0; k < 3; k++) {
        sut_pixel q = sut_panel_project(p, t->end[n[k]]);
        sut_svg_point(svg, q.x, q.y);
    }
    sut_svg_add(svg, "z\"/>\n");
}

//---- outlines ------------------------------------------------------------------------------------

typedef struct side {
    int low, high, triangle;
} side;

static int by_edge(const void *a, const void *b) {
    const side *p = a;
    const side *q = b;
    if (p->low != q->low) {
        return p->low < q->low ? -1 : 1;
    }
    if (p->high != q->high) {
        return p->high < q->high ? -1 : 1;
    }
    return p->triangle - q->triangle;
}

static side *sort_sides(const sut_film_tissue *t, int *count) {
    side *all = malloc(((size_t)3 * (size_t)t->start_triangle_count + 1) * sizeof *all);
    *count = 0;
    for (int k = 0; all != NULL && k < t->start_triangle_count; k++) {
        const int *n = t->start_triangles[k];
        for (int e = 0; e < 3; e++) {
            int a = n[e];
            int b = n[(e + 1) % 3];
            all[(*count)++] = (side){a < b ? a : b, a < b ? b : a, k};
        }
    }
    if (all != NULL) {
        qsort(all, (size_t)*count, sizeof *all, by_edge);
    }
    return all;
}

// a border, a crease of more than 60 degrees, or between what faces the viewer and what does not
static bool is_outline(const sut_panel *p, const sut_film_tissue *t, const side *s, int same) {
    if (same < 2) {
        return true;
    }
    sut_vec3 a = normal_of(t->start, t->start_triangles[s[0].triangle]);
    sut_vec3 b = normal_of(t->start, t->start_triangles[s[1].triangle]);
    bool crease = a.x * b.x + a.y * b.y + a.z * b.z < 0.5;
    return crease || (sut_panel_depth(p, a) < 0.0) != (sut_panel_depth(p, b) < 0.0);
}

static void draw_outline(sut_svg *svg, const sut_panel *p, const sut_film_tissue *t) {
    int count = 0;
    side *sides = sort_sides(t, &count);
    if (sides == NULL || count == 0) {
        svg->failed = svg->failed || sides == NULL;
        free(sides);
        return;
    }
    sut_svg_add(svg, "<path class=\"ghost\" stroke-width=\"1\" stroke-opacity=\".55\" "
                     "stroke-dasharray=\"3 3\" d=\"");
    for (int i = 0; i < count;) {
        int same = 1;
        while (i + same < count && sides[i + same].low == sides[i].low &&
               sides[i + same].high == sides[i].high) {
            same++;
        }
        if (is_outline(p, t, &sides[i], same)) {
            sut_pixel a = sut_panel_project(p, t->start[sides[i].low]);
            sut_pixel b = sut_panel_project(p, t->start[sides[i].high]);
            sut_svg_add(svg, "M");
            sut_svg_point(svg, a.x, a.y);
            sut_svg_add(svg, "L");
            sut_svg_point(svg, b.x, b.y);
        }
        i += same;
    }
    sut_svg_add(svg, "\"/>\n");
    free(sides);
}

static void draw_slits(sut_svg *svg, const sut_panel *p, const sut_film_tissue *t) {
    bool on = false;
    for (int k = 0; k < t->slit_points; k++) {
        bool there = !isnan(t->slits[k].x);
        if (there && !on) {
            sut_svg_add(svg, "<path class=\"slit\" "
                             "stroke-width=\"2\" d=\"M");
        }
        if (there) {
            sut_pixel q = sut_panel_project(p, t->slits[k]);
            sut_svg_point(svg, q.x, q.y);
        } else {
            sut_svg_add(svg, "\"/>\n");
        }
        on = there;
    }
}

//---- all -----------------------------------------------------------------------------------------

void sut_tissues_draw(sut_svg *svg, const sut_panel *panel, const sut_film *film, bool start) {
    int count = 0;
    facet *facets = sort_facets(panel, film, &count);
    if (facets == NULL) {
        svg->failed = true;
        return;
    }
    double most = sut_film_strain(film);
    sut_svg_add(svg, "<g class=\"facets\" stroke-width=\"0.5\" stroke-linejoin=\"round\">\n");
    for (int i = 0; i < count; i++) {
        draw_facet(svg, panel, &film->tissues[facets[i].tissue], facets[i].triangle, most);
    }
    sut_svg_add(svg, "</g>\n");
    free(facets);
    for (int i = 0; i < film->tissue_count; i++) {
        draw_slits(svg, panel, &film->tissues[i]);
    }
    for (int i = 0; start && i < film->tissue_count; i++) {
        draw_outline(svg, panel, &film->tissues[i]);
    }
}

void sut_tubes_draw(sut_svg *svg, const sut_panel *panel, const sut_film *film, const int *picks,
                    int count) {
    for (int i = 0; i < film->tissue_count; i++) {
        const sut_film_tissue *t = &film->tissues[i];
        for (int k = 0; t->tube && k < count; k++) {
            const sut_vec3 *x = sut_film_points(film, picks[k]) + t->first;
            bool last = k == count - 1;
            sut_svg_add(svg,
                        "<path class=\"ghost\" stroke-opacity=\"%.2f\" stroke-width=\"%.1f\" d=\"M",
                        last ? 1.0 : sut_picture_opacity(k, count), last ? 3.0 : 1.5);
            for (int n = 0; n < t->points; n++) {
                sut_pixel q = sut_panel_project(panel, x[n]);
                sut_svg_point(svg, q.x, q.y);
            }
            sut_svg_add(svg, "\"/>\n");
        }
    }
}
