// SPDX-License-Identifier: MIT
// What is in the way of the threads: outlines of obstacles, and where and how hard they are
// touched.
//
// Every form but a plane is the hull of a few circles or corners, and so is its projection: the
// points are projected and the hull is drawn around them.
#include "output/picture.h"

#include "output/scale.h"
#include "output/tool_mesh.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { ROUND = 40, POINTS = 2 * ROUND, ARROW = 26 };

static const double PI = 3.14159265358979323846;

static sut_vec3 place(const sut_certificate_pose *pose, sut_vec3 own) {
    sut_vec3 v = sut_source_turn(pose->rotation, own);
    return (sut_vec3){pose->position.x + v.x, pose->position.y + v.y, pose->position.z + v.z};
}

//---- outlines ------------------------------------------------------------------------------------

// a disc of the cylinder's end
static int add_ring(const sut_panel *p, const sut_certificate_pose *pose, double radius, double z,
                    sut_pixel *out) {
    for (int i = 0; i < ROUND; i++) {
        double a = 2.0 * PI * i / ROUND;
        out[i] = sut_panel_project(p, place(pose, (sut_vec3){radius * cos(a), radius * sin(a), z}));
    }
    return ROUND;
}

// a ball looks round from everywhere
static int add_ball(const sut_panel *p, const sut_certificate_pose *pose, double radius, double z,
                    sut_pixel *out) {
    sut_pixel c = sut_panel_project(p, place(pose, (sut_vec3){0.0, 0.0, z}));
    for (int i = 0; i < ROUND; i++) {
        double a = 2.0 * PI * i / ROUND;
        out[i] = (sut_pixel){c.x + radius * p->pixels * cos(a), c.y + radius * p->pixels * sin(a)};
    }
    return ROUND;
}

static int add_corners(const sut_panel *p, const sut_certificate_pose *pose, sut_vec3 size,
                       sut_pixel *out) {
    for (int i = 0; i < 8; i++) {
        sut_vec3 corner = {(i & 1) != 0 ? 0.5 * size.x : -0.5 * size.x,
                           (i & 2) != 0 ? 0.5 * size.y : -0.5 * size.y,
                           (i & 4) != 0 ? 0.5 * size.z : -0.5 * size.z};
        out[i] = sut_panel_project(p, place(pose, corner));
    }
    return 8;
}

// what is infinitely long, or much longer than the picture, ends outside of it
static double half_length(const sut_panel *p, const sut_certificate_pose *pose, double length) {
    sut_pixel at = sut_panel_project(p, pose->position);
    double away = hypot(at.x - p->box.x - 0.5 * p->box.w, at.y - p->box.y - 0.5 * p->box.h);
    return fmin(0.5 * length, 50.0 * (away + p->box.w + p->box.h) / p->pixels);
}

static int outline_points(const sut_panel *p, const sut_obstacle_def *d,
                          const sut_certificate_pose *pose, sut_pixel out[POINTS]) {
    double half = half_length(p, pose, d->length);
    switch (d->kind) {
    case SUT_OBSTACLE_SPHERE:
        return add_ball(p, pose, d->radius, 0.0, out);
    case SUT_OBSTACLE_CYLINDER:
        add_ring(p, pose, d->radius, -half, out);
        return ROUND + add_ring(p, pose, d->radius, half, out + ROUND);
    case SUT_OBSTACLE_CAPSULE:
        add_ball(p, pose, d->radius, -half, out);
        return ROUND + add_ball(p, pose, d->radius, half, out + ROUND);
    default:
        return add_corners(p, pose, d->size, out);
    }
}

static int from_left(const void *a, const void *b) {
    const sut_pixel *p = a;
    const sut_pixel *q = b;
    if (p->x != q->x) {
        return p->x < q->x ? -1 : 1;
    }
    return p->y < q->y ? -1 : p->y > q->y;
}

static double turn(sut_pixel a, sut_pixel b, sut_pixel c) {
    return (b.x - a.x) * (c.y - a.y) - (b.y - a.y) * (c.x - a.x);
}

// the lower chain of the hull from left to right, then the upper one back; returns how many
static int hull(sut_pixel *points, int count, sut_pixel *out) {
    qsort(points, (size_t)count, sizeof *points, from_left);
    memset(out, 0, 2 * (size_t)count * sizeof *out); // nothing is read before it is written anew
    int n = 0;
    for (int i = 0; i < count; i++) {
        while (n >= 2 && turn(out[n - 2], out[n - 1], points[i]) <= 0.0) {
            n--;
        }
        out[n++] = points[i];
    }
    int lower = n + 1;
    for (int i = count - 2; i >= 0; i--) {
        while (n >= lower && turn(out[n - 2], out[n - 1], points[i]) <= 0.0) {
            n--;
        }
        out[n++] = points[i];
    }
    return n - 1;
}

// the part of the panel behind a plane that is seen from its edge; nothing where it is not
static int half_plane(const sut_panel *p, const sut_certificate_pose *pose, sut_pixel out[8]) {
    sut_vec3 normal = sut_source_turn(pose->rotation, (sut_vec3){0.0, 0.0, 1.0});
    double nx = sut_picture_component(normal, p->across);
    double ny = -sut_picture_component(normal, p->up); // pixels count downwards
    if (hypot(nx, ny) < 0.99) {
        return 0;
    }
    sut_pixel o = sut_panel_project(p, pose->position);
    const sut_box *b = &p->box;
    const sut_pixel corners[4] = {
        {b->x, b->y}, {b->x + b->w, b->y}, {b->x + b->w, b->y + b->h}, {b->x, b->y + b->h}};
    int n = 0;
    for (int i = 0; i < 4; i++) {
        sut_pixel a = corners[i];
        sut_pixel c = corners[(i + 1) % 4];
        double da = (a.x - o.x) * nx + (a.y - o.y) * ny;
        double dc = (c.x - o.x) * nx + (c.y - o.y) * ny;
        if (da <= 0.0) {
            out[n++] = a;
        }
        if ((da <= 0.0) != (dc <= 0.0)) {
            double s = da / (da - dc);
            out[n++] = (sut_pixel){a.x + s * (c.x - a.x), a.y + s * (c.y - a.y)};
        }
    }
    return n;
}

static void draw_polygon(sut_svg *svg, const sut_pixel *at, int count, const char *style) {
    if (count < 3) {
        return;
    }
    sut_svg_add(svg, "<path class=\"%s\" d=\"M", style);
    for (int i = 0; i < count; i++) {
        sut_svg_point(svg, at[i].x, at[i].y);
    }
    sut_svg_add(svg, "z\"/>\n");
}

static void draw_obstacle(sut_svg *svg, const sut_panel *p, const sut_obstacle_def *d,
                          const sut_certificate_pose *pose, const char *style) {
    sut_pixel points[POINTS];
    sut_pixel outline[2 * POINTS];
    if (d->kind == SUT_OBSTACLE_PLANE) {
        draw_polygon(svg, outline, half_plane(p, pose, outline), style);
        return;
    }
    int count = outline_points(p, d, pose, points);
    draw_polygon(svg, outline, hull(points, count, outline), style);
}

static bool same_pose(const sut_certificate_pose *a, const sut_certificate_pose *b) {
    return a->position.x == b->position.x && a->position.y == b->position.y &&
           a->position.z == b->position.z && a->rotation.x == b->rotation.x &&
           a->rotation.y == b->rotation.y && a->rotation.z == b->rotation.z; // did not move at all
}

// as they are at the end; of one that moved also where it began
void sut_solids_draw(sut_svg *svg, const sut_panel *panel, const sut_film *film, const int *picks,
                     int count) {
    for (int i = 0; i < film->obstacle_count; i++) {
        sut_certificate_pose first = sut_film_pose(film, picks[0], i);
        sut_certificate_pose last = sut_film_pose(film, picks[count - 1], i);
        const sut_obstacle_def *d = film->obstacles[i].def;
        if (!same_pose(&first, &last)) {
            draw_obstacle(svg, panel, d, &first, "solid was");
        }
        draw_obstacle(svg, panel, d, &last, "solid");
    }
}

//---- tools ---------------------------------------------------------------------------------------

static void draw_part(sut_svg *svg, const sut_panel *p, const sut_tool_part *part,
                      const char *style) {
    sut_vec3 mesh[SUT_MESH_POINTS];
    sut_pixel points[SUT_MESH_POINTS];
    sut_pixel outline[2 * SUT_MESH_POINTS];
    sut_tool_mesh(part, mesh);
    for (int i = 0; i < SUT_MESH_POINTS; i++) {
        points[i] = sut_panel_project(p, mesh[i]);
    }
    draw_polygon(svg, outline, hull(points, SUT_MESH_POINTS, outline), style);
}

// the way of the tips, dotted
static void draw_tool_way(sut_svg *svg, const sut_panel *p, const sut_film *film, int tool) {
    sut_pixel drawn = {0.0, 0.0};
    bool first = true;
    sut_svg_add(svg, "<path class=\"hold\" stroke-width=\"1.1\" stroke-dasharray=\"1 3.5\" d=\"M");
    for (int i = 0; i < film->frame_count; i++) {
        sut_vec3 tip = sut_film_tool_at(film, i, tool)->tip;
        if (!isfinite(tip.x)) {
            continue;
        }
        sut_pixel q = sut_panel_project(p, tip);
        if (first || hypot(q.x - drawn.x, q.y - drawn.y) > 1.5) {
            sut_svg_point(svg, q.x, q.y);
            drawn = q;
            first = false;
        }
    }
    sut_svg_add(svg, "\"/>\n");
}

static void draw_tool(sut_svg *svg, const sut_panel *p, const sut_film_tool *t, const char *style) {
    for (int k = 0; k < t->part_count; k++) {
        draw_part(svg, p, &t->parts[k], style);
    }
    if (isfinite(t->tip.x)) {
        sut_pixel at = sut_panel_project(p, t->tip);
        sut_svg_add(svg,
                    "<circle class=\"%s\" cx=\"%.1f\" cy=\"%.1f\" r=\"%.1f\" "
                    "stroke-width=\"1.5\"/>\n",
                    t->holds ? "tip" : "held", at.x, at.y, t->part_count > 0 ? 2.4 : 4.2);
    }
}

// as they are at the end, and faintly where they began
void sut_tools_draw(sut_svg *svg, const sut_panel *panel, const sut_film *film, const int *picks,
                    int count) {
    for (int i = 0; i < film->tool_count; i++) {
        const sut_film_tool *first = sut_film_tool_at(film, picks[0], i);
        const sut_film_tool *last = sut_film_tool_at(film, picks[count - 1], i);
        if (count > 1) {
            draw_tool(svg, panel, first, "tool was");
        }
        draw_tool_way(svg, panel, film, i);
        draw_tool(svg, panel, last, "tool");
    }
}

//---- contacts ------------------------------------------------------------------------------------

double sut_contact_largest(const sut_film *film) {
    double largest = 0.0;
    for (int i = 0; i < film->contact_count; i++) {
        sut_vec3 f = film->contacts[i].force;
        largest = fmax(largest, sqrt(f.x * f.x + f.y * f.y + f.z * f.z));
    }
    return largest;
}

// a dot where they touch, hollow where they slip, and the force on the first of the two
void sut_contacts_draw(sut_svg *svg, const sut_panel *panel, const sut_film *film) {
    double largest = sut_contact_largest(film);
    double scale = largest > 0.0 ? ARROW / largest : 0.0;
    for (int i = 0; i < film->contact_count; i++) {
        const sut_film_contact *c = &film->contacts[i];
        sut_pixel at = sut_panel_project(panel, c->where);
        double dx = scale * sut_picture_component(c->force, panel->across);
        double dy = -scale * sut_picture_component(c->force, panel->up);
        sut_svg_add(svg,
                    "<path class=\"touch\" stroke-width=\"1.2\" d=\"M%.1f %.1fl%.1f %.1f\"/>\n",
                    at.x, at.y, dx, dy);
        sut_svg_add(svg, "<circle class=\"%s\" cx=\"%.1f\" cy=\"%.1f\" r=\"1.7\"/>\n",
                    c->slipping ? "slip" : "stick", at.x, at.y);
    }
}
