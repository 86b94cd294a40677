// SPDX-License-Identifier: MIT
// Solids against surfaces: no triangle may touch a solid at any time of the step.
//
// As with threads and solids (certificate_solid.c): in the axes of the solid the corners of a
// triangle run along curves. A plane that has the solid behind it, and the three corners before it
// at the start and at the end by more than the curves can differ from straight ones, proves that
// they are apart; otherwise the time is cut in half. Where the two are nearest at half time is
// found by going from one to the other and back; any plane met on the way will do.
#include "topology/certificate_flight.h"

#include "topology/certificate_cross.h"

enum { DEPTH = 14, ROUNDS = 60 };

typedef struct press {
    const sut_cert_flight *solid;
    sut_vec3 start[3], end[3]; // of the corners, in the scene
    double free;               // distance to be kept
    double bend;               // bound on the second derivative of the ways in the solid's axes
} press;

typedef enum answer { APART, TOUCH, UNKNOWN } answer;

static void corners_at(const press *p, double t, sut_vec3 out[3]) {
    for (int k = 0; k < 3; k++) {
        out[k] = sut_cert_local(p->solid, v3_lerp(p->start[k], p->end[k], t), t);
    }
}

static sut_vec3 nearest_on_triangle(const sut_vec3 t[3], sut_vec3 y) {
    const sut_vec3 f[3] = {v3_sub(t[0], y), v3_sub(t[1], y), v3_sub(t[2], y)};
    return v3_add(y, sut_face_nearest(f));
}

static bool all_beyond(const sut_vec3 at[3], sut_vec3 touch, sut_vec3 way, double margin) {
    return v3_dot(way, v3_sub(at[0], touch)) > margin &&
           v3_dot(way, v3_sub(at[1], touch)) > margin && v3_dot(way, v3_sub(at[2], touch)) > margin;
}

// With the corners at the start, in the middle and at the end of a piece of time.
static answer look(const press *p, const sut_vec3 a[3], const sut_vec3 m[3], const sut_vec3 b[3],
                   double margin) {
    sut_vec3 x = v3_scale(v3_add(v3_add(m[0], m[1]), m[2]), 1.0 / 3.0);
    for (int k = 0; k < ROUNDS; k++) {
        sut_vec3 touch = sut_cert_nearest(p->solid->shape, x);
        sut_vec3 way = v3_sub(x, touch);
        double size = v3_norm(way);
        if (size <= p->free) {
            return TOUCH;
        }
        if (all_beyond(a, touch, way, margin * size) && all_beyond(b, touch, way, margin * size)) {
            return APART;
        }
        x = nearest_on_triangle(m, touch);
    }
    return UNKNOWN;
}

static bool outside(const press *p, double t0, double t1, const sut_vec3 a[3], const sut_vec3 b[3],
                    int depth) {
    double t = 0.5 * (t0 + t1);
    sut_vec3 m[3];
    corners_at(p, t, m);
    // a smooth curve is off its chord by at most (duration)^2/8 of its second derivative
    double margin = p->free + 0.125 * (t1 - t0) * (t1 - t0) * p->bend;
    answer found = look(p, a, m, b, margin);
    if (found != UNKNOWN || depth == 0) {
        return found == APART;
    }
    return outside(p, t0, t, a, m, depth - 1) && outside(p, t, t1, m, b, depth - 1);
}

static press press_of(const sut_certificate *c, const sut_cert_flight *f,
                      const sut_cert_triangle *t) {
    press p = {.solid = f, .free = 1e-3 * c->surface[t->surface].scale};
    sut_vec3 drift = v3_sub(f->to, f->from);
    double speed = 0.0;
    double arm = 0.0;
    for (int k = 0; k < 3; k++) {
        p.start[k] = c->sheet_place[t->v[k]];
        p.end[k] = c->sheet_end[t->v[k]];
        speed = fmax(speed, v3_norm(v3_sub(v3_sub(p.end[k], p.start[k]), drift)));
        arm = fmax(arm, v3_norm(v3_sub(p.start[k], f->from)));
    }
    // centrifugal and Coriolis terms; nothing gets further out than it moves
    p.bend = f->spin * (f->spin * (arm + speed) + 2.0 * speed);
    return p;
}

static bool touches(const press *p) {
    sut_vec3 a[3];
    sut_vec3 b[3];
    corners_at(p, 0.0, a);
    corners_at(p, 1.0, b);
    return !outside(p, 0.0, 1.0, a, b, DEPTH);
}

static bool touches_at(const press *p, double t) {
    sut_vec3 m[3];
    corners_at(p, t, m);
    return look(p, m, m, m, p->free) != APART;
}

void sut_cert_press_mark(sut_certificate *c, sut_cert_solid *solid, int first) {
    sut_cert_solid here = *solid;
    here.to = here.from;
    sut_cert_flight f = sut_cert_flight_of(&here);
    uint8_t *pressed = solid->pressed.mem;
    for (int i = first; i < c->triangle_count; i++) {
        press p = press_of(c, &f, &c->triangle[i]);
        pressed[i] = touches_at(&p, 0.0);
    }
}

//---- which triangles ----

// Is everything in the box, in its motion, further away than the solid goes?
static bool far_away(const sut_certificate *c, const sut_cert_flight *f, const sut_cert_box *box,
                     double free) {
    sut_vec3 middle = v3_madd(c->center, 0.5 * c->unit, v3_add(box->low, box->high));
    double around = 0.5 * c->unit * v3_distance(box->low, box->high);
    double drift = v3_distance(f->from, f->to);
    sut_vec3 x = sut_cert_local(f, middle, 0.0);
    double reach = around + drift + 512.0 * c->unit; // places in the grid have a jitter
    reach += f->spin > 0.0 ? f->spin * (v3_norm(x) + reach) : 0.0;
    return v3_distance(x, sut_cert_nearest(f->shape, x)) > reach + free;
}

static void look_below(sut_certificate *c, const sut_cert_flight *f, const sut_cert_surface *s,
                       int level, int i) {
    const sut_cert_box *box = c->sheet_box + s->first_box + s->level_first[level];
    if (far_away(c, f, &box[i], 1e-3 * s->scale)) {
        return;
    }
    if (level == 0) {
        press p = press_of(c, f, &c->triangle[s->first_triangle + i]);
        c->sheet_touched[s->first_triangle + i] = touches(&p);
        return;
    }
    for (int k = 2 * i; k < 2 * i + 2 && k < s->level_size[level - 1]; k++) {
        look_below(c, f, s, level - 1, k);
    }
}

//---- entries ----

static void note_entry(sut_certificate *c, int number, const sut_cert_triangle *t) {
    const sut_vec3 *x = c->sheet_end;
    sut_vec3 sum = v3_add(v3_add(x[t->v[0]], x[t->v[1]]), x[t->v[2]]);
    sut_certificate_event event = {
        .step = c->steps + 1,
        .component = -1,
        .edge = -1,
        .other = -1,
        .other_edge = -1,
        .obstacle = number,
        .sign = 0,
        .where = v3_scale(sum, 1.0 / 3.0),
        .met = -1,
        .surface = t->surface,
        .triangle = t->number,
        .other_surface = -1,
        .other_triangle = -1,
    };
    sut_cert_note(c, &event, &c->event_count);
    c->solid[number].changes++;
    c->surface[t->surface].changes++;
    c->changes++;
}

static int root_of(const int *group, int v) {
    while (group[v] >= 0) {
        v = group[v];
    }
    return v;
}

static void unite(int *group, int a, int b) {
    a = root_of(group, a);
    b = root_of(group, b);
    if (a != b) {
        // -2: something in the group was touched before
        int known = group[a] == -2 || group[b] == -2 ? -2 : -1;
        group[b] = a;
        group[a] = known;
    }
}

// Triangles that touch and have a vertex in common are one entry; it is new if none of them began
// inside.
static void count_entries(sut_certificate *c, int number, const sut_cert_surface *s) {
    const uint8_t *was = c->solid[number].pressed.mem;
    int *group = c->group;
    for (int i = 0; i < s->vertex_count; i++) {
        group[s->first_vertex + i] = -1;
    }
    for (int i = s->first_triangle; i < s->first_triangle + s->triangle_count; i++) {
        if (c->sheet_touched[i]) {
            const int *v = c->triangle[i].v;
            unite(group, v[0], v[1]);
            unite(group, v[0], v[2]);
            if (was[i]) {
                group[root_of(group, v[0])] = -2;
            }
        }
    }
    for (int i = s->first_triangle; i < s->first_triangle + s->triangle_count; i++) {
        if (c->sheet_touched[i]) {
            int root = root_of(group, c->triangle[i].v[0]);
            if (group[root] != -2) {
                note_entry(c, number, &c->triangle[i]);
                group[root] = -2; // once
            }
        }
    }
}

void sut_cert_press_judge(sut_certificate *c, int number) {
    sut_cert_solid *solid = &c->solid[number];
    sut_cert_flight f = sut_cert_flight_of(solid);
    uint8_t *pressed = solid->pressed.mem;
    for (int i = 0; i < c->triangle_count; i++) {
        c->sheet_touched[i] = 0;
    }
    for (int k = 0; k < c->surface_count; k++) {
        const sut_cert_surface *s = &c->surface[k];
        look_below(c, &f, s, s->level_count - 1, 0);
        count_entries(c, number, s);
    }
    for (int i = 0; i < c->triangle_count; i++) {
        pressed[i] = 0;
        if (c->sheet_touched[i]) {
            press p = press_of(c, &f, &c->triangle[i]);
            pressed[i] = touches_at(&p, 1.0);
        }
    }
}
