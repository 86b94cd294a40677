// SPDX-License-Identifier: MIT
// mesh_picture.c -- a mesh drawn from behind to the front, lighter where it faces the viewer.
#include "output/mesh_file.h"

#include <math.h>
#include <stdlib.h>

enum { MOST_TRIANGLES = 20000, WIDTH = 800, HEIGHT = 600, MARGIN = 30 };

// right, up and towards the viewer, all unit vectors
static const double view[3][3] = {{0.8, 0.6, 0.0},
                                  {-0.3, 0.4, 0.8660254037844386},
                                  {0.5196152422706631, -0.6928203230275508, 0.5}};

typedef struct facet {
    int triangle;
    double depth;
} facet;

typedef struct frame {
    double x, y, scale; // of the picture's middle
} frame;

static double along(const double axis[3], sut_vec3 p) {
    return axis[0] * p.x + axis[1] * p.y + axis[2] * p.z;
}

static frame fit(const sut_mesh *m) {
    double low[2] = {HUGE_VAL, HUGE_VAL};
    double high[2] = {-HUGE_VAL, -HUGE_VAL};
    for (int i = 0; i < m->node_count; i++) {
        for (int a = 0; a < 2; a++) {
            double v = along(view[a], m->nodes[i]);
            low[a] = fmin(low[a], v);
            high[a] = fmax(high[a], v);
        }
    }
    double wide = fmax(high[0] - low[0], 1e-300);
    double tall = fmax(high[1] - low[1], 1e-300);
    double scale = fmin((WIDTH - 2 * MARGIN) / wide, (HEIGHT - 2 * MARGIN) / tall);
    return (frame){0.5 * (low[0] + high[0]), 0.5 * (low[1] + high[1]), scale};
}

static void add_point(sut_svg *out, const frame *f, sut_vec3 p) {
    sut_svg_point(out, 0.5 * WIDTH + f->scale * (along(view[0], p) - f->x),
                  0.5 * HEIGHT - f->scale * (along(view[1], p) - f->y));
}

static int compare(const void *a, const void *b) {
    const facet *p = a;
    const facet *q = b;
    if (p->depth != q->depth) { // any order of equal ones will do, but always the same
        return p->depth < q->depth ? -1 : 1;
    }
    return p->triangle - q->triangle;
}

// 0 edge-on to 1 facing the viewer; negative from behind
static double facing(const sut_mesh *m, const int t[3]) {
    sut_vec3 a = m->nodes[t[0]];
    sut_vec3 b = m->nodes[t[1]];
    sut_vec3 c = m->nodes[t[2]];
    sut_vec3 u = {b.x - a.x, b.y - a.y, b.z - a.z};
    sut_vec3 v = {c.x - a.x, c.y - a.y, c.z - a.z};
    sut_vec3 n = {u.y * v.z - u.z * v.y, u.z * v.x - u.x * v.z, u.x * v.y - u.y * v.x};
    double length = sqrt(n.x * n.x + n.y * n.y + n.z * n.z);
    return length > 0.0 ? along(view[2], n) / length : 0.0;
}

static void add_facet(sut_svg *out, const sut_mesh *m, const frame *f, int triangle) {
    const int *t = m->triangles[triangle];
    double light = facing(m, t);
    if (m->kind == SUT_MESH_SOLID && light < 0.0) {
        return; // the far side
    }
    int shade = (int)(110.0 + 120.0 * fabs(light));
    // the inside of an open surface is bluish, the outside is the colour of skin
    int red = light >= 0.0 ? shade : shade * 7 / 10;
    int blue = light >= 0.0 ? shade * 3 / 4 : shade;
    sut_svg_add(out, "<path fill=\"#%02x%02x%02x\" d=\"M", red, shade * 17 / 20, blue);
    for (int k = 0; k < 3; k++) {
        add_point(out, f, m->nodes[t[k]]);
    }
    sut_svg_add(out, "z\"/>\n");
}

static void add_line(sut_svg *out, const sut_mesh *m, const frame *f) {
    sut_svg_add(out, "<polyline fill=\"none\" stroke-width=\"2\" points=\"");
    for (int i = 0; i < m->node_count; i++) {
        add_point(out, f, m->nodes[i]);
    }
    sut_svg_add(out, "\"/>\n");
}

bool sut_mesh_picture(sut_svg *out, const sut_mesh *m) {
    if (m->triangle_count > MOST_TRIANGLES) {
        return false;
    }
    facet *facets = malloc(((size_t)m->triangle_count + 1) * sizeof *facets);
    if (facets == NULL) {
        out->failed = true;
        return true;
    }
    for (int i = 0; i < m->triangle_count; i++) {
        const int *t = m->triangles[i];
        facets[i] = (facet){i, along(view[2], m->nodes[t[0]]) + along(view[2], m->nodes[t[1]]) +
                                   along(view[2], m->nodes[t[2]])};
    }
    qsort(facets, (size_t)m->triangle_count, sizeof *facets, compare);
    frame f = fit(m);
    sut_svg_add(out,
                "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 %d %d\" stroke=\"#555\" "
                "stroke-width=\"0.5\" stroke-linejoin=\"round\">\n"
                "<rect width=\"100%%\" height=\"100%%\" fill=\"#fff\" stroke=\"none\"/>\n",
                WIDTH, HEIGHT);
    for (int i = 0; i < m->triangle_count; i++) {
        add_facet(out, m, &f, facets[i].triangle);
    }
    if (m->kind == SUT_MESH_LINE) {
        add_line(out, m, &f);
    }
    sut_svg_add(out, "</svg>\n");
    free(facets);
    return true;
}
