// SPDX-License-Identifier: MIT
// Solids against surfaces: no triangle may touch a solid at any time of the step.
//
// As with threads and solids (certificate_solid.c): in the axes of the solid the corners of a
// triangle run along curves. A plane that has the solid behind it, and the three corners before it
// at the start and at the end by more than the curves can differ from straight ones, proves that
// they are apart; otherwise the time is cut in half. Where the two are nearest at half time is
// found by going from one to the other and back; any plane met on the way will do. Next to a round
// solid that takes as many rounds as its radius is larger than the gap: after a few of them the
// nearest place is searched for, over the triangle one line after the other.
#include "topology/certificate_flight.h"

#include "topology/certificate_cross.h"

enum { DEPTH = 14, ROUNDS = 8, NARROW = 60 };

typedef struct press {
    const sut_cert_flight *solid;
    sut_vec3 start[3], end[3]; // of the corners, in the scene
    double free;               // distance to be kept
    double bend;               // bound on the second derivative of the ways in the solid's axes
} press;

typedef enum answer { APART, TOUCH, UNKNOWN } answer;

static sut_vec3 nearest_on_triangle(const sut_vec3 t[3], sut_vec3 y) {
    const sut_vec3 f[3] = {v3_sub(t[0], y), v3_sub(t[1], y), v3_sub(t[2], y)};
    return v3_add(y, sut_face_nearest(f));
}

// A place of the triangle, the point of the solid nearest to it, and the way between them.
typedef struct place {
    sut_vec3 x, touch, way;
    double size;
} place;

static place place_at(const press *p, sut_vec3 x) {
    place here = {.x = x, .touch = sut_cert_nearest(p->solid->shape, x)};
    here.way = v3_sub(x, here.touch);
    here.size = v3_norm(here.way);
    return here;
}

// The distance is convex. Between a place where it falls along a line and one where it grows, both
// given with their slopes, the next one to look at: where the slope would vanish if it were even,
// and every other time the middle.
static double between(const double at[2], const double slope[2], int round) {
    double share = round % 2 == 1 ? 0.5 : slope[0] / (slope[0] - slope[1]);
    return at[0] + share * (at[1] - at[0]);
}

// Slopes are those of half the distance squared. If this one were all that is left, the whole line
// would be before the plane but for a small share of the distance. The search within a search
// is finer, as its errors show up in the slopes of the other.
static bool is_level(const place *here, double slope, double share) {
    return fabs(slope) <= share * here->size * here->size;
}

// The nearest place on the line from `from` along `e`.
static place nearest_along(const press *p, sut_vec3 from, sut_vec3 e, double *share) {
    place low = place_at(p, from);
    place high = place_at(p, v3_add(from, e));
    double at[2] = {0.0, 1.0};
    double slope[2] = {v3_dot(low.way, e), v3_dot(high.way, e)};
    *share = slope[0] >= 0.0 ? 0.0 : 1.0;
    if (slope[0] >= 0.0 || slope[1] <= 0.0) {
        return slope[0] >= 0.0 ? low : high;
    }
    place here = low;
    for (int k = 0; k < NARROW; k++) {
        *share = between(at, slope, k);
        here = place_at(p, v3_madd(from, *share, e));
        double s = v3_dot(here.way, e);
        if (here.size <= p->free || is_level(&here, s, 1e-6)) {
            break;
        }
        at[s > 0.0] = *share;
        slope[s > 0.0] = s;
    }
    return here;
}

// The nearest place on the part of the triangle at the share u of its first side; and how the
// distance there changes with u. At the far end of that part it is cut by the third side.
static place nearest_across(const press *p, const sut_vec3 t[3], double u, double *slope) {
    sut_vec3 first = v3_sub(t[1], t[0]);
    sut_vec3 second = v3_sub(t[2], t[0]);
    double v;
    place here = nearest_along(p, v3_madd(t[0], u, first), v3_scale(second, 1.0 - u), &v);
    *slope = v3_dot(here.way, first);
    if (v >= 1.0 || u >= 1.0) {
        *slope -= fmin(0.0, v3_dot(here.way, second));
    }
    return here;
}

static place nearest_on_all(const press *p, const sut_vec3 t[3]) {
    double at[2] = {0.0, 1.0};
    double slope[2];
    place low = nearest_across(p, t, 0.0, &slope[0]);
    if (slope[0] >= 0.0 || low.size <= p->free) {
        return low;
    }
    place here = nearest_across(p, t, 1.0, &slope[1]);
    if (slope[1] <= 0.0 || here.size <= p->free) {
        return here;
    }
    for (int k = 0; k < NARROW; k++) {
        double s;
        double u = between(at, slope, k);
        here = nearest_across(p, t, u, &s);
        if (here.size <= p->free || is_level(&here, s, 1e-3)) {
            break;
        }
        at[s > 0.0] = u;
        slope[s > 0.0] = s;
    }
    return here;
}

//---- planes --------------------------------------------------------------------------------------

// The triangle at one moment, in the solid's axes, and a plane that has the solid behind it.
typedef struct moment {
    sut_vec3 corner[3];
    place near;
    bool is_nearest; // the plane is that of the nearest place, about
} moment;

static void set_corners(const press *p, double t, moment *out) {
    for (int k = 0; k < 3; k++) {
        out->corner[k] = sut_cert_local(p->solid, v3_lerp(p->start[k], p->end[k], t), t);
    }
    out->is_nearest = false;
}

// How far before the plane of `m` are the corners of two moments? False: one is not by more than
// the margin.
static bool heights(const moment *m, const moment *a, const moment *b, double margin,
                    double out[6]) {
    bool beyond = true;
    for (int k = 0; k < 6; k++) {
        sut_vec3 corner = k < 3 ? a->corner[k] : b->corner[k - 3];
        out[k] = v3_dot(m->near.way, v3_sub(corner, m->near.touch)) / m->near.size;
        beyond = beyond && out[k] > margin;
    }
    return beyond;
}

// Two half spaces with the solid in them, added with weights, make another one. Is there a share of
// the first for which all corners are before its border?
static bool can_be_mixed(const double first[6], const double second[6], double margin) {
    double low = 0.0;
    double high = 1.0;
    for (int k = 0; k < 6; k++) {
        double slope = first[k] - second[k];
        double need = margin - second[k]; // share * slope > need
        if (slope > 0.0) {
            low = fmax(low, need / slope);
        } else if (slope < 0.0) {
            high = fmin(high, need / slope);
        } else if (need >= 0.0) {
            return false;
        }
    }
    return low < high;
}

// Look for the nearest place at the moment m until its plane parts all corners of a and b from the
// solid. UNKNOWN: the nearest one does not do so.
static answer look(const press *p, const moment *a, moment *m, const moment *b, double margin) {
    double above[6];
    sut_vec3 x = v3_scale(v3_add(v3_add(m->corner[0], m->corner[1]), m->corner[2]), 1.0 / 3.0);
    for (int k = 0; k <= ROUNDS; k++) {
        m->near = k < ROUNDS ? place_at(p, x) : nearest_on_all(p, m->corner);
        if (m->near.size <= p->free) {
            return TOUCH;
        }
        if (heights(m, a, b, margin, above)) {
            return APART;
        }
        m->is_nearest = k == ROUNDS || heights(m, m, m, 0.9 * m->near.size, above);
        if (m->is_nearest) {
            return UNKNOWN;
        }
        x = nearest_on_triangle(m->corner, m->near.touch);
    }
    return UNKNOWN;
}

static bool apart_by_two(const moment *a, const moment *m, const moment *b, double margin) {
    const moment *plane[3] = {a, m, b};
    double above[3][6];
    for (int k = 0; k < 3; k++) {
        if (heights(plane[k], a, b, margin, above[k])) {
            return true;
        }
    }
    return can_be_mixed(above[0], above[1], margin) || can_be_mixed(above[1], above[2], margin) ||
           can_be_mixed(above[0], above[2], margin);
}

static bool outside(const press *p, double t0, double t1, moment *a, moment *b, int depth) {
    double t = 0.5 * (t0 + t1);
    moment m;
    set_corners(p, t, &m);
    // a smooth curve is off its chord by at most (duration)^2/8 of its second derivative
    double margin = p->free + 0.125 * (t1 - t0) * (t1 - t0) * p->bend;
    answer found = look(p, a, &m, b, margin);
    if (found != UNKNOWN) {
        return found == APART;
    }
    if ((!a->is_nearest && look(p, a, a, a, HUGE_VAL) == TOUCH) ||
        (!b->is_nearest && look(p, b, b, b, HUGE_VAL) == TOUCH)) {
        return false;
    }
    if (apart_by_two(a, &m, b, margin)) {
        return true;
    }
    return depth > 0 && outside(p, t0, t, a, &m, depth - 1) && outside(p, t, t1, &m, b, depth - 1);
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
    moment a;
    moment b;
    set_corners(p, 0.0, &a);
    set_corners(p, 1.0, &b);
    return !outside(p, 0.0, 1.0, &a, &b, DEPTH);
}

static bool touches_at(const press *p, double t) {
    moment m;
    set_corners(p, t, &m);
    return look(p, &m, &m, &m, p->free) != APART;
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

//---- which triangles -----------------------------------------------------------------------------

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

//---- entries -------------------------------------------------------------------------------------

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
