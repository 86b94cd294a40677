// SPDX-License-Identifier: MIT
// Polylines for the torture that keep apart from themselves, each other and solids.
#include "torture_scene.h"

#include "geom/segment.h"
#include "geom/shape.h"

// Along a thread this many radii count as neighbours: it cannot bend back onto itself within them.
static const double NEIGHBOUR = 5.0;

//---- distances -----------------------------------------------------------------------------------
// Smallest distance of two polylines in touching distances, or of one with itself (a == b); `most`
// if it is not below that. O(na nb), a few operations for edges far apart.
double sut_torture_nearest(const sut_vec3 *a, int na, double ra, const sut_vec3 *b, int nb,
                           double rb, double edge, double most) {
    double touch = ra + rb;
    double best = most * touch;
    int skip = a == b ? 2 + (int)(NEIGHBOUR * ra / edge) : 0;
    for (int i = 0; i + 1 < na; i++) {
        sut_vec3 middle = v3_lerp(a[i], a[i + 1], 0.5);
        double half = 0.5 * v3_distance(a[i], a[i + 1]);
        for (int j = a == b ? i + skip : 0; j + 1 < nb; j++) {
            sut_vec3 other = v3_lerp(b[j], b[j + 1], 0.5);
            double reach = best + half + 0.5 * v3_distance(b[j], b[j + 1]);
            if (v3_norm2(v3_sub(middle, other)) > reach * reach) {
                continue;
            }
            double d = sut_segment_nearest(a[i], a[i + 1], b[j], b[j + 1]).distance;
            best = d < best ? d : best;
        }
    }
    return best / touch;
}

static sut_shape shape_of(const torture_solid *solid) {
    const sut_obstacle_def *d = &solid->def;
    sut_shape s = {.kind = (sut_shape_kind)d->kind, .radius = d->radius};
    s.axis[2] = d->kind == SUT_OBSTACLE_BOX ? v3(0.0, 0.0, 1.0) : v3_normalized(d->axis);
    s.axis[0] = v3_any_normal(s.axis[2]);
    s.axis[1] = v3_cross(s.axis[2], s.axis[0]);
    s.half_length = 0.5 * d->length;
    s.half_size = v3_scale(d->size, 0.5);
    if (d->kind == SUT_OBSTACLE_BOX) {
        s.axis[0] = v3(1.0, 0.0, 0.0);
        s.axis[1] = v3(0.0, 1.0, 0.0);
        return sut_shape_moved(&s, d->center, d->rotation);
    }
    s.center = d->center;
    return s;
}

// Distance of a segment from a solid where it starts; negative inside.
double sut_torture_depth(const torture_solid *solid, sut_vec3 a, sut_vec3 b) {
    sut_shape s = shape_of(solid);
    return sut_shape_segment(&s, a, b, NULL, NULL);
}

// Is there room for the edge a b of thread t, whose first `done` vertices are placed?
static bool has_room(const torture_scene *s, int t, int done, sut_vec3 a, sut_vec3 b,
                     double apart) {
    const torture_thread *own = &s->thread[t];
    for (int k = 0; k < s->solid_count; k++) {
        if (sut_torture_depth(&s->solid[k], a, b) < apart * own->radius) {
            return false;
        }
    }
    const sut_vec3 edge[2] = {a, b};
    for (int k = 0; k <= t; k++) {
        const torture_thread *o = &s->thread[k];
        int skip = k == t ? 1 + (int)(NEIGHBOUR * own->radius / own->edge) : 0;
        int count = k == t ? done - skip : o->count;
        if (count >= 2 && sut_torture_nearest(edge, 2, own->radius, o->start, count, o->radius,
                                              o->edge, 2.0 * apart) < apart) {
            return false;
        }
    }
    return true;
}

//---- walks ---------------------------------------------------------------------------------------
// A thread that grows edge by edge, turning at random, back towards the middle when it is far out.
bool sut_torture_walk(torture_scene *s, int t, double apart) {
    torture_thread *own = &s->thread[t];
    torture_random *r = &s->random;
    // curves not too sharp for a polyline, and seldom as tight as the thread allows
    double tight = torture_chance(r, 0.15) ? 1.3 : torture_scale(r, 3.0, 30.0);
    double most = fmin(0.7, own->edge / (tight * own->radius));
    double restless = torture_between(r, 0.1, 1.0);
    int wanted = own->count;
    for (int tries = 0; tries < 10; tries++) {
        own->start[0] = torture_in_ball(r, 0.7 * s->radius_of_all);
        sut_vec3 way = torture_direction(r);
        int done = 1;
        int stuck = 0;
        for (int edges = 0; edges < 20 * wanted && done < wanted && stuck < 60; edges++) {
            sut_vec3 here = own->start[done - 1];
            sut_vec3 wish = torture_direction(r);
            if (v3_norm(here) > s->radius_of_all) {
                wish = v3_normalized(v3_madd(wish, -1.5 / v3_norm(here), here));
            }
            sut_vec3 axis = v3_cross(way, wish);
            double turn = most * (stuck > 0 ? 1.0 : restless) * torture_share(r);
            sut_vec3 next =
                v3_norm(axis) > 1e-3 ? v3_rotate_about(way, v3_normalized(axis), turn) : way;
            sut_vec3 there = v3_madd(here, own->edge, next);
            if (has_room(s, t, done, here, there, apart)) {
                own->start[done++] = there;
                way = next;
                stuck = 0;
            } else if (++stuck == 30 && done > 12) {
                done -= 10; // out of the dead end
                way = v3_normalized(v3_sub(own->start[done - 1], own->start[done - 2]));
            }
        }
        if (done >= 8 && (done == wanted || tries > 4)) {
            own->count = done;
            return true;
        }
    }
    return false;
}

//---- curves with names ---------------------------------------------------------------------------
enum { FINE = 4000 };

typedef struct curve {
    sut_vec3 point[FINE];
    int count;
} curve;

static double curve_length(const curve *c) {
    double sum = 0.0;
    for (int i = 1; i < c->count; i++) {
        sum += v3_distance(c->point[i - 1], c->point[i]);
    }
    return sum;
}

// Vertices at equal lengths along a curve that is scaled to fit the thread.
static void lay(torture_thread *t, const curve *c, sut_vec3 turn) {
    double total = curve_length(c);
    double scale = t->edge * (t->count - 1) / total;
    double angle = v3_norm(turn);
    int at = 0;
    double before = 0.0;
    double piece = v3_distance(c->point[0], c->point[1]);
    for (int i = 0; i < t->count; i++) {
        double want = total * i / (t->count - 1);
        while (at < c->count - 2 && want > before + piece) {
            before += piece;
            at++;
            piece = v3_distance(c->point[at], c->point[at + 1]);
        }
        double share = fmin(1.0, (want - before) / piece);
        sut_vec3 p = v3_scale(v3_lerp(c->point[at], c->point[at + 1], share), scale);
        t->start[i] = v3_rotate_about(p, v3_scale(turn, 1.0 / angle), angle);
    }
}

static double nearest_of(const torture_scene *s, int first, int count) {
    double least = 100.0;
    for (int i = first; i < first + count; i++) {
        const torture_thread *a = &s->thread[i];
        for (int j = i; j < first + count; j++) {
            const torture_thread *b = &s->thread[j];
            least = sut_torture_nearest(a->start, a->count, a->radius, b->start, b->count,
                                        b->radius, a->edge, least);
        }
    }
    return least;
}

static void magnify(torture_thread *t, double scale) {
    t->edge *= scale;
    t->radius *= scale;
    for (int i = 0; i < t->count; i++) {
        t->start[i] = v3_scale(t->start[i], scale);
    }
}

// Threads as thick as leaves them `apart` touching distances, then all of it as large as threads
// are. Solids are not looked at.
static bool fit(torture_scene *s, int first, int count, double apart) {
    double wanted = s->thread[first].radius;
    for (int tries = 0; tries < 6; tries++) {
        double least = nearest_of(s, first, count);
        if (!(least > 1e-3)) {
            return false;
        }
        // which edges are neighbours depends on the radius
        for (int i = first; i < first + count; i++) {
            s->thread[i].radius *= least / apart;
        }
    }
    double scale = wanted / s->thread[first].radius;
    for (int i = first; i < first + count; i++) {
        magnify(&s->thread[i], scale);
    }
    return nearest_of(s, first, count) > 0.95 * apart;
}

// Straight on at both ends, each by this share of its length.
static void add_leads(curve *c, double share) {
    double more = share * curve_length(c);
    sut_vec3 first = v3_normalized(v3_sub(c->point[0], c->point[4]));
    sut_vec3 last = v3_normalized(v3_sub(c->point[c->count - 1], c->point[c->count - 5]));
    c->point[0] = v3_madd(c->point[0], more, first);
    c->point[c->count - 1] = v3_madd(c->point[c->count - 1], more, last);
}

// Polynomials whose curves are long knots: ends run to infinity without meeting anything.
static void make_long_knot(curve *c, int which, double reach) {
    c->count = FINE;
    for (int i = 0; i < FINE; i++) {
        double t = reach * (2.0 * i / (FINE - 1) - 1.0);
        double q = t * t;
        if (which == 0) { // overhand
            c->point[i] = v3(t * (q - 3.0), q * (q - 4.0), 0.35 * t * (q * q - 10.0));
        } else { // figure-eight
            c->point[i] = v3(1.6 * (q * (q - 4.0)), t * (q - 2.2) * (q - 3.4) * 0.9,
                             0.12 * t * (q - 1.0) * (q - 4.0) * (q - 3.0) * 1.5);
        }
    }
}

bool sut_torture_knot(torture_scene *s, int t, double apart) {
    static curve c; // the torture runs one scene at a time
    int which = torture_pick(&s->random, 2);
    make_long_knot(&c, which, torture_between(&s->random, 2.15, 2.3));
    add_leads(&c, torture_between(&s->random, 0.0, 0.7));
    lay(&s->thread[t], &c, torture_direction(&s->random));
    return fit(s, t, 1, apart);
}

//---- two threads ---------------------------------------------------------------------------------
// Uniform cubic B-spline of control points.
static void make_spline(curve *c, const sut_vec3 *p, int count) {
    c->count = 0;
    int each = FINE / (count - 3);
    for (int k = 0; k + 3 < count; k++) {
        for (int i = 0; i < each; i++) {
            double u = (double)i / each;
            double v = 1.0 - u;
            const double w[4] = {v * v * v / 6.0, (3.0 * u * u * u - 6.0 * u * u + 4.0) / 6.0,
                                 (3.0 * v * v * v - 6.0 * v * v + 4.0) / 6.0, u * u * u / 6.0};
            sut_vec3 x = v3_zero();
            for (int m = 0; m < 4; m++) {
                x = v3_madd(x, w[m], p[k + m]);
            }
            c->point[c->count++] = x;
        }
    }
}

// Two bights, each through the other: a flat U, and one that comes from above through its eye, and
// goes round behind both of its legs.
static int reef_controls(int strand, double leg, sut_vec3 *p) {
    static const double flat[][3] = {{-2, 2, 0},   {0, 2, 0},  {2, 2, 0},  {4, 1.4, 0}, {4.6, 0, 0},
                                     {4, -1.4, 0}, {2, -2, 0}, {0, -2, 0}, {-2, -2, 0}};
    static const double round[][3] = {
        {6, 0.6, 1.2},   {4.5, 0.7, 1.2},   {2.5, 0.8, 0},  {1.2, 1.2, -1.2},  {0, 2.4, -1.2},
        {-0.6, 3.4, 0},  {-0.8, 2.4, 1.3},  {-0.8, 0, 1.3}, {-0.8, -2.4, 1.3}, {-0.6, -3.4, 0},
        {0, -2.4, -1.2}, {1.2, -1.2, -1.2}, {2.5, -0.8, 0}, {4.5, -0.7, 1.2},  {6, -0.6, 1.2}};
    const double(*list)[3] = strand == 0 ? flat : round;
    int inner = strand == 0 ? 9 : 15;
    double away = strand == 0 ? -1.0 : 1.0;
    int count = 0;
    for (int i = 4; i >= 1; i--) {
        p[count++] = v3(list[0][0] + away * leg * i, list[0][1] * (1.0 + 0.4 * i), list[0][2]);
    }
    for (int i = 0; i < inner; i++) {
        p[count++] = v3(list[i][0], list[i][1], list[i][2]);
    }
    for (int i = 1; i <= 4; i++) {
        const double *last = list[inner - 1];
        p[count++] = v3(last[0] + away * leg * i, last[1] * (1.0 + 0.4 * i), last[2]);
    }
    return count;
}

// Both strands are scaled alike: their edges follow from their lengths.
static void lay_two(torture_scene *s, int first, const curve *a, const curve *b) {
    torture_thread *t = &s->thread[first];
    sut_vec3 turn = torture_direction(&s->random);
    double scale = t[0].edge * (t[0].count - 1) / curve_length(a);
    t[1].radius = t[0].radius;
    t[1].edge = scale * curve_length(b) / (t[1].count - 1);
    lay(&t[0], a, turn);
    lay(&t[1], b, turn);
}

bool sut_torture_reef(torture_scene *s, int first, double apart) {
    static curve c[2];
    sut_vec3 p[40];
    double leg = torture_between(&s->random, 1.5, 5.0);
    for (int k = 0; k < 2; k++) {
        make_spline(&c[k], p, reef_controls(k, leg, p));
    }
    lay_two(s, first, &c[0], &c[1]);
    return fit(s, first, 2, apart);
}

// Two strands wound about each other.
bool sut_torture_pair(torture_scene *s, int first, double apart) {
    static curve c[2];
    double turns = torture_between(&s->random, 1.0, 5.0);
    double pitch = torture_between(&s->random, 4.0, 12.0); // in radii of the helix
    for (int k = 0; k < 2; k++) {
        c[k].count = FINE;
        for (int i = 0; i < FINE; i++) {
            double u = 2.0 * i / (FINE - 1) - 1.0;
            double angle = SUT_PI * (turns * u + k);
            double open = 1.0 + 2.0 * fmax(0.0, fabs(u) - 0.8) / 0.2; // ends spread
            c[k].point[i] = v3(0.5 * pitch * turns * u, open * cos(angle), open * sin(angle));
        }
    }
    lay_two(s, first, &c[0], &c[1]);
    return fit(s, first, 2, apart);
}
