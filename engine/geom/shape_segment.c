// SPDX-License-Identifier: MIT
// shape_segment.c -- the smallest signed distance of a convex solid along a segment.
//
// Along q + t w, 0 <= t <= 1, in the axes of the solid, the signed distance f(t) is convex. Each
// kind finds the place of the minimum its own way; value and normal are then those of the point.
// Where |f'| <= FLAT |w| counts as level: of a level stretch the middle is taken, which changes the
// distance by at most FLAT |w|.
#include "geom/segment.h"
#include "geom/shape.h"

#define FLAT 1e-12

// rounds of the search at the rim of a cylinder and along a jaw
#define ROUNDS 90

static double clamp01(double x) {
    double y = x > 0.0 ? x : 0.0;
    return y < 1.0 ? y : 1.0;
}

static double middle(double t, double u) {
    return 0.5 * (clamp01(t) + clamp01(u));
}

static double place_on_plane(sut_vec3 w) {
    if (fabs(w.z) <= FLAT * v3_norm(w)) {
        return 0.5;
    }
    return w.z > 0.0 ? 0.0 : 1.0;
}

// Nearest to the origin; a direction that hardly leads anywhere gives the middle.
static double place_near_origin(sut_vec3 q, sut_vec3 w) {
    double ww = v3_norm2(w);
    return ww > 0.0 ? clamp01(-v3_dot(q, w) / ww) : 0.5;
}

static double place_near_axis(sut_vec3 q, sut_vec3 w) {
    sut_vec3 across = v3(w.x, w.y, 0.0);
    if (v3_norm(across) <= FLAT * v3_norm(w)) {
        return 0.5;
    }
    return place_near_origin(q, across);
}

static double place_on_capsule(const sut_shape *s, sut_vec3 q, sut_vec3 w) {
    if (!(s->half_length < (double)INFINITY)) {
        return place_near_axis(q, w);
    }
    sut_vec3 low = v3(0.0, 0.0, -s->half_length);
    sut_vec3 high = v3(0.0, 0.0, s->half_length);
    return sut_segment_nearest(q, v3_add(q, w), low, high).s;
}

// Along the axis: level as long as the side is nearer than the caps.
static double place_along_cylinder(const sut_shape *s, sut_vec3 q, sut_vec3 w) {
    double rho = v3_norm(v3(q.x + 0.5 * w.x, q.y + 0.5 * w.y, 0.0));
    double out = rho - s->radius;
    double half = s->half_length + (out < 0.0 ? out : 0.0);
    half = half > 0.0 ? half : 0.0;
    return middle((-half - q.z) / w.z, (half - q.z) / w.z);
}

// Across the axis: level as long as the cap is nearer than the side, which is a chord of a disc.
static double place_across_cylinder(const sut_shape *s, sut_vec3 q, sut_vec3 w) {
    double above = fabs(q.z + 0.5 * w.z) - s->half_length;
    double disc = s->radius + (above < 0.0 ? above : 0.0);
    sut_vec3 p = v3(q.x, q.y, 0.0);
    sut_vec3 u = v3(w.x, w.y, 0.0);
    double uu = v3_norm2(u);
    double foot = -v3_dot(p, u) / uu;
    double left = disc * disc - v3_norm2(v3_madd(p, foot, u));
    if (!(disc > 0.0) || !(left > 0.0)) {
        return clamp01(foot);
    }
    double half = sqrt(left / uu);
    return middle(foot - half, foot + half);
}

// value, slope and curvature (0: not known) of the distance at q + t w
typedef struct climb {
    double t, f, df, ddf;
} climb;

// what is searched along: q + t w, for the smallest of the distance less `lean` t
typedef struct line {
    sut_vec3 q, w;
    double lean;
} line;

typedef climb climb_fn(const sut_shape *s, const line *l, double t);

// Distance with its first and second derivative along the line: at a rim, at the side, or at a
// cap.
static climb climb_cylinder(const sut_shape *s, const line *l, double t) {
    sut_vec3 q = l->q;
    sut_vec3 w = l->w;
    double x = q.x + t * w.x;
    double y = q.y + t * w.y;
    double z = q.z + t * w.z;
    double rho = sqrt(x * x + y * y);
    double drho = rho > 0.0 ? (x * w.x + y * w.y) / rho : 0.0;
    double ddrho = rho > 0.0 ? ((w.x * w.x + w.y * w.y) - drho * drho) / rho : 0.0;
    double dz = z < 0.0 ? -w.z : w.z;
    double out = rho - s->radius;
    double above = fabs(z) - s->half_length;
    climb c = {t, 0.0, 0.0, 0.0};
    if (out > 0.0 && above > 0.0) {
        c.f = sqrt(out * out + above * above);
        c.df = (out * drho + above * dz) / c.f;
        c.ddf = ((drho * drho + out * ddrho) + (dz * dz - c.df * c.df)) / c.f;
    } else if (out >= above) {
        c.f = out;
        c.df = drho;
        c.ddf = ddrho;
    } else {
        c.f = above;
        c.df = dz;
    }
    return c;
}

static climb climb_any(const sut_shape *s, const line *l, double t) {
    sut_vec3 normal;
    climb c = {t, 0.0, 0.0, 0.0};
    c.f = sut_shape_local_distance(s, v3_madd(l->q, t, l->w), &normal) - t * l->lean;
    c.df = v3_dot(normal, l->w) - l->lean;
    return c;
}

// A place between low and high: Newton's from the lower of the two, where their tangents meet, and
// half way, in turn. Each of the three is right for one shape of minimum: round, sharp, neither.
// Where the curvature is not known, Newton's is that of the two slopes.
static double next_place(const climb *low, const climb *high, int round) {
    double half = 0.5 * (low->t + high->t);
    double t = half;
    if (round % 3 == 0) {
        const climb *best = low->f < high->f ? low : high;
        double slopes = (high->df - low->df) / (high->t - low->t);
        t = best->t - best->df / (best->ddf > 0.0 ? best->ddf : slopes);
    } else if (round % 3 == 1) {
        double meet = (low->f - high->f) + (high->t - low->t) * high->df;
        t = low->t + meet / (high->df - low->df);
    }
    return t > low->t && t < high->t ? t : half;
}

static double place_by_search(const sut_shape *s, const line *l, climb_fn *climb_at) {
    double flat = FLAT * v3_norm(l->w);
    climb low = climb_at(s, l, 0.0);
    climb high = climb_at(s, l, 1.0);
    if (fabs(low.df) <= flat && fabs(high.df) <= flat) {
        return 0.5;
    }
    if (low.df >= -flat) {
        return 0.0;
    }
    if (high.df <= flat) {
        return 1.0;
    }
    for (int round = 0; round < ROUNDS && high.t - low.t > 1e-15; round++) {
        climb c = climb_at(s, l, next_place(&low, &high, round));
        if (fabs(c.df) <= flat) {
            return c.t;
        }
        if (c.df < 0.0) {
            low = c;
        } else {
            high = c;
        }
    }
    return low.f < high.f ? low.t : high.t;
}

static double place_on_cylinder(const sut_shape *s, sut_vec3 q, sut_vec3 w) {
    double length = v3_norm(w);
    if (!(length > 0.0)) {
        return 0.5;
    }
    double near_axis = place_near_axis(q, w);
    if (!(s->half_length < (double)INFINITY)) {
        return near_axis;
    }
    if (v3_norm(v3(w.x, w.y, 0.0)) <= FLAT * length) {
        return place_along_cylinder(s, q, w);
    }
    if (fabs(w.z) <= FLAT * length) {
        return place_across_cylinder(s, q, w);
    }

    // the distance is nowhere below that of the side alone, nor below that of the caps alone: if
    // the smallest of one of them is the distance there, it is the smallest of all
    sut_vec3 p = v3_madd(q, near_axis, w);
    double out = v3_norm(v3(p.x, p.y, 0.0)) - s->radius;
    double above = fabs(p.z) - s->half_length;
    if (above <= 0.0 && above <= out) {
        return near_axis;
    }
    double near_middle = clamp01(-q.z / w.z);
    p = v3_madd(q, near_middle, w);
    out = v3_norm(v3(p.x, p.y, 0.0)) - s->radius;
    above = fabs(p.z) - s->half_length;
    if (out <= 0.0 && out <= above) {
        return near_middle;
    }
    return place_by_search(s, &(line){q, w, 0.0}, climb_cylinder);
}

// the segment in a box, by component
typedef struct in_box {
    double q[3], w[3], half[3];
    double flat;
} in_box;

// Squared distance from the box at t (zero inside) and half its slope.
static double outside(const in_box *b, double t, double *slope) {
    double sum = 0.0;
    *slope = 0.0;
    for (int i = 0; i < 3; i++) {
        double x = b->q[i] + t * b->w[i];
        double over = fabs(x) - b->half[i];
        if (over > 0.0) {
            sum += over * over;
            *slope += x < 0.0 ? -over * b->w[i] : over * b->w[i];
        }
    }
    return sum;
}

// Line k of six: the height above face k of the solid, beginning and slope.
static double height(const in_box *b, int k) {
    return ((k & 1) != 0 ? -b->q[k >> 1] : b->q[k >> 1]) - b->half[k >> 1];
}

static double rise(const in_box *b, int k) {
    return (k & 1) != 0 ? -b->w[k >> 1] : b->w[k >> 1];
}

// Where line k, the highest at some time, is overtaken by a steeper one, which is put into *next.
static double overtaken(const in_box *b, int k, int *next) {
    double first = 2.0;
    *next = k;
    for (int j = 0; j < 6; j++) {
        double steeper = rise(b, j) - rise(b, k);
        if (steeper > 0.0) {
            double t = (height(b, k) - height(b, j)) / steeper;
            if (t < first || (t == first && rise(b, j) > rise(b, *next))) { // the same point
                first = t;
                *next = j;
            }
        }
    }
    return first;
}

// Inside, the distance is the highest of the six lines: walk along them to the lowest point.
static double place_inside_box(const in_box *b) {
    int k = 0;
    for (int j = 1; j < 6; j++) {
        if (height(b, j) > height(b, k) ||
            (height(b, j) == height(b, k) && rise(b, j) > rise(b, k))) {
            k = j;
        }
    }
    double t = 0.0;
    while (rise(b, k) < -b->flat) {
        t = overtaken(b, k, &k);
        if (t >= 1.0) {
            return 1.0;
        }
    }
    double end = t;
    while (rise(b, k) <= b->flat && end < 1.0) {
        end = overtaken(b, k, &k);
    }
    return middle(t, end);
}

// Times in between at which the segment crosses the plane of a face, sorted, between 0 and 1.
static int crossings(const in_box *b, double time[8]) {
    int count = 0;
    time[count++] = 0.0;
    for (int k = 0; k < 6; k++) {
        double t = -height(b, k) / rise(b, k);
        if (t > 0.0 && t < 1.0) {
            int at = count++;
            for (; at > 1 && time[at - 1] > t; at--) {
                time[at] = time[at - 1];
            }
            time[at] = t;
        }
    }
    time[count++] = 1.0;
    return count;
}

static double place_on_box(const sut_shape *s, sut_vec3 q, sut_vec3 w) {
    in_box b = {{q.x, q.y, q.z},
                {w.x, w.y, w.z},
                {s->half_size.x, s->half_size.y, s->half_size.z},
                FLAT * v3_norm(w)};
    double time[8];
    int count = crossings(&b, time);
    // between crossings the slope is linear: find where it is level, or where it changes sign
    double low = 0.0;
    double low_slope = 0.0;
    double end = -1.0;
    for (int i = 0; i < count; i++) {
        double slope;
        double squared = outside(&b, time[i], &slope);
        if (!(squared > 0.0)) {
            return place_inside_box(&b);
        }
        double level = b.flat * sqrt(squared);
        if (slope > level) {
            if (end >= 0.0 || i == 0) {
                break;
            }
            double unused;
            if (!(outside(&b, 0.5 * (low + time[i]), &unused) > 0.0)) {
                return place_inside_box(&b);
            }
            return low + (time[i] - low) * (-low_slope / (slope - low_slope));
        }
        if (slope < -level || end < 0.0) {
            low = time[i];
            low_slope = slope;
        }
        end = slope < -level ? -1.0 : time[i];
    }
    return end >= 0.0 ? 0.5 * (low + end) : low;
}

// Into the frame of the shape, the nearest place along the segment by kind of shape, the distance
// there.
double sut_shape_segment(const sut_shape *s, sut_vec3 a, sut_vec3 b, double *at, sut_vec3 *normal) {
    sut_vec3 q = sut_shape_to_local(s, a);
    sut_vec3 w = v3_sub(sut_shape_to_local(s, b), q);
    double t = 0.5;
    switch (s->kind) {
    case SUT_SHAPE_PLANE:
        t = place_on_plane(w);
        break;
    case SUT_SHAPE_SPHERE:
        t = place_near_origin(q, w);
        break;
    case SUT_SHAPE_CAPSULE:
        t = place_on_capsule(s, q, w);
        break;
    case SUT_SHAPE_CYLINDER:
        t = place_on_cylinder(s, q, w);
        break;
    case SUT_SHAPE_BOX:
        t = place_on_box(s, q, w);
        break;
    case SUT_SHAPE_JAW:
    case SUT_SHAPE_WEDGE:
        t = place_by_search(s, &(line){q, w, 0.0}, climb_any);
        break;
    }
    if (at) {
        *at = t;
    }
    return sut_shape_distance(s, v3_lerp(a, b, t), normal);
}

double sut_shape_hull(const sut_shape *s, sut_vec3 a, sut_vec3 b, const double radius[2],
                      double *at, sut_vec3 *normal) {
    double lean = radius[1] - radius[0];
    double place;
    if (lean == 0.0) { // a capsule: exactly alike
        double d = sut_shape_segment(s, a, b, &place, normal) - radius[0];
        if (at) {
            *at = place;
        }
        return d;
    }
    sut_vec3 q = sut_shape_to_local(s, a);
    line l = {q, v3_sub(sut_shape_to_local(s, b), q), lean};
    place = place_by_search(s, &l, climb_any);
    if (at) {
        *at = place;
    }
    double d = sut_shape_distance(s, v3_lerp(a, b, place), normal);
    return d - (radius[0] + place * lean);
}
