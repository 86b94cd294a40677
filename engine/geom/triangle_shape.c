// SPDX-License-Identifier: MIT
// triangle_shape.c -- the point of a triangle that is nearest to a convex solid, or deepest in it.
//
// The signed distance of a convex solid is a convex function, here looked at over a triangle. Balls
// and capsules have a centre or a core, and the nearest point to that is the answer. Of the others
// the points furthest along both normals of the triangle are found (support points). If all of the
// solid is on one side of the triangle's plane and the foot of the support point is in the
// triangle, that is the nearest one: nothing in the plane is nearer. If the foot is outside, or the
// plane goes through the solid and the solid is not in the face, the nearest point is on an edge.
// What is left are overlaps, and needles, whose normal cannot be trusted: the minimum is searched
// on lines parallel to an edge, and from line to line, where it is convex as well.
#include "geom/triangle.h"

#include "geom/segment.h"

// components of a direction below this are zero: the support point is the middle of a face then
#define FLAT 1e-12

// height over length below which a triangle is a needle: the normal is good to 1e-16 over that
#define NEEDLE 1e-4

// of the golden section: 0.618^60 = 3e-13
#define ROUNDS 60

static double sign_or_middle(double x) {
    return fabs(x) <= FLAT ? 0.0 : (x < 0.0 ? -1.0 : 1.0);
}

// The furthest point along the unit direction u of the hull of two balls, or of half of it.
static sut_vec3 jaw_support(const sut_shape *s, sut_vec3 u) {
    if (u.x > 0.0) {
        // on the cut: the hull of two discs
        u.x = 0.0;
        double across = v3_norm(u);
        u = across > FLAT ? v3_scale(u, 1.0 / across) : v3_zero();
    }
    double low = s->radius - u.z * s->half_length;
    double high = s->base_radius + u.z * s->half_length;
    sut_vec3 end = v3(0.0, 0.0, high > low ? s->half_length : -s->half_length);
    return v3_madd(end, high > low ? s->base_radius : s->radius, u);
}

static sut_vec3 wedge_support(const sut_shape *s, sut_vec3 u) {
    double h = s->half_length;
    sut_vec3 low = v3(0.0, sign_or_middle(u.y) * s->radius, -h);
    sut_vec3 high = v3(sign_or_middle(u.x) > 0.0 ? s->half_size.x : 0.0,
                       sign_or_middle(u.y) * s->base_radius, h);
    double ahead = v3_dot(u, v3_sub(high, low));
    double size = h + s->half_size.x + s->radius + s->base_radius;
    if (fabs(ahead) <= FLAT * size) { // along the slope, or along a side
        return v3_lerp(low, high, 0.5);
    }
    return ahead > 0.0 ? high : low;
}

// Furthest point along the unit direction u, in the axes of the solid. Planes have none.
static sut_vec3 support(const sut_shape *s, sut_vec3 u) {
    switch (s->kind) {
    case SUT_SHAPE_CYLINDER: {
        double across = sqrt(u.x * u.x + u.y * u.y);
        double r = across > FLAT ? s->radius / across : 0.0;
        return v3(u.x * r, u.y * r, sign_or_middle(u.z) * s->half_length);
    }
    case SUT_SHAPE_BOX:
        return v3(sign_or_middle(u.x) * s->half_size.x, sign_or_middle(u.y) * s->half_size.y,
                  sign_or_middle(u.z) * s->half_size.z);
    case SUT_SHAPE_JAW:
        return jaw_support(s, u);
    case SUT_SHAPE_WEDGE:
        return wedge_support(s, u);
    case SUT_SHAPE_PLANE:
    case SUT_SHAPE_SPHERE:
    case SUT_SHAPE_CAPSULE:
        break;
    }
    return v3_zero();
}

static sut_vec3 place_of(const sut_vec3 t[3], const double w[3]) {
    sut_vec3 p = v3_madd(t[0], w[1], v3_sub(t[1], t[0]));
    return v3_madd(p, w[2], v3_sub(t[2], t[0]));
}

// The unit normal of a face; false: it has none.
static bool face_normal(const sut_vec3 t[3], sut_vec3 *n) {
    sut_vec3 area = v3_cross(v3_sub(t[1], t[0]), v3_sub(t[2], t[0]));
    double size = v3_norm(area);
    if (!(size > 0.0)) {
        return false;
    }
    *n = v3_scale(area, 1.0 / size);
    return true;
}

//---- solids with a core --------------------------------------------------------------------------
// Distance from a core less the radius. Where the core is in the triangle every way out is across
// the face, on the side of the solid's middle.
static sut_triangle_shape around_core(const sut_shape *s, const sut_vec3 q[3],
                                      const sut_triangle_near *near) {
    sut_triangle_shape a = {{near->weight[0], near->weight[1], near->weight[2]},
                            near->distance - s->radius,
                            v3(1.0, 0.0, 0.0)};
    double size = v3_norm(q[0]) + v3_norm(q[1]) + v3_norm(q[2]);
    if (near->distance > FLAT * size) {
        a.normal = v3_scale(near->apart, -1.0 / near->distance);
    } else if (face_normal(q, &a.normal)) {
        double side = v3_dot(a.normal, q[0]);
        a.normal = side < 0.0 ? v3_neg(a.normal) : a.normal;
    }
    return a;
}

static sut_triangle_shape near_core(const sut_shape *s, const sut_vec3 q[3]) {
    sut_triangle_near near;
    if (s->kind == SUT_SHAPE_SPHERE) {
        near = sut_triangle_point(q, v3_zero());
    } else if (s->half_length < (double)INFINITY) {
        near = sut_triangle_segment(q, v3(0.0, 0.0, -s->half_length), v3(0.0, 0.0, s->half_length));
    } else {
        // without end: seen along the axis
        sut_vec3 flat[3] = {v3(q[0].x, q[0].y, 0.0), v3(q[1].x, q[1].y, 0.0),
                            v3(q[2].x, q[2].y, 0.0)};
        near = sut_triangle_point(flat, v3_zero());
    }
    return around_core(s, q, &near);
}

//---- edges ---------------------------------------------------------------------------------------
static sut_triangle_shape at_weights(const sut_shape *s, const sut_vec3 q[3], const double w[3]) {
    sut_triangle_shape a = {{w[0], w[1], w[2]}, 0.0, v3_zero()};
    a.distance = sut_shape_local_distance(s, place_of(q, w), &a.normal);
    return a;
}

// The solid with its own axes for world, as the functions of segments want it.
static sut_shape at_home(const sut_shape *s) {
    sut_shape home = *s;
    home.center = v3_zero();
    home.axis[0] = v3(1.0, 0.0, 0.0);
    home.axis[1] = v3(0.0, 1.0, 0.0);
    home.axis[2] = v3(0.0, 0.0, 1.0);
    return home;
}

static sut_triangle_shape near_edges(const sut_shape *home, const sut_vec3 q[3]) {
    sut_triangle_shape best = {{1.0, 0.0, 0.0}, HUGE_VAL, v3_zero()};
    for (int k = 0; k < 3; k++) {
        double at;
        sut_vec3 normal;
        double d = sut_shape_segment(home, q[k], q[(k + 1) % 3], &at, &normal);
        // NaN wins and stays
        if (!(d >= best.distance) && !isnan(best.distance)) {
            best.distance = d;
            best.normal = normal;
            best.weight[k] = 1.0 - at;
            best.weight[(k + 1) % 3] = at;
            best.weight[(k + 2) % 3] = 0.0;
        }
    }
    return best;
}

// Planes: a corner, the middle of an edge or of the face, whatever is level.
static sut_triangle_shape near_plane(const sut_shape *home, const sut_vec3 q[3]) {
    double size = fabs(q[0].z - q[1].z) + fabs(q[1].z - q[2].z);
    double reach = v3_distance(q[0], q[1]) + v3_distance(q[1], q[2]);
    if (size <= FLAT * reach) {
        const double middle[3] = {1.0 / 3.0, 1.0 / 3.0, 1.0 / 3.0};
        return at_weights(home, q, middle);
    }
    return near_edges(home, q);
}

//---- faces ---------------------------------------------------------------------------------------
// Along the line at height y, from edge 01 to edge 02, parallel to edge 12.
static double line_at(const sut_shape *home, const sut_vec3 q[3], double y, double *at) {
    return sut_shape_segment(home, v3_lerp(q[0], q[1], y), v3_lerp(q[0], q[2], y), at, 0);
}

static sut_triangle_shape search_face(const sut_shape *home, const sut_vec3 q[3]) {
    const double golden = 0.61803398874989485;
    double low = 0.0;
    double high = 1.0;
    double unused;
    double left = 1.0 - golden;
    double right = golden;
    double at_left = line_at(home, q, left, &unused);
    double at_right = line_at(home, q, right, &unused);
    for (int k = 0; k < ROUNDS; k++) {
        if (at_left <= at_right) {
            high = right;
            right = left;
            at_right = at_left;
            left = high - golden * (high - low);
            at_left = line_at(home, q, left, &unused);
        } else {
            low = left;
            left = right;
            at_left = at_right;
            right = low + golden * (high - low);
            at_right = line_at(home, q, right, &unused);
        }
    }
    double y = 0.5 * (low + high);
    double at;
    (void)line_at(home, q, y, &at);
    const double w[3] = {1.0 - y, y * (1.0 - at), y * at};
    return at_weights(home, q, w);
}

// Is the solid in the face, though in none of the edges? It is if any of its points is: here the
// one between the support points of both sides.
static bool is_through_face(const sut_vec3 q[3], sut_vec3 top, sut_vec3 bottom, sut_vec3 n) {
    double up = v3_dot(n, v3_sub(top, q[0]));
    double down = v3_dot(n, v3_sub(bottom, q[0]));
    sut_vec3 x = v3_lerp(bottom, top, down / (down - up));
    return sut_triangle_point(q, x).feature == SUT_TRIANGLE_FACE;
}

static bool is_needle(const sut_vec3 q[3]) {
    sut_vec3 u = v3_sub(q[1], q[0]);
    sut_vec3 v = v3_sub(q[2], q[0]);
    double longest2 = fmax(fmax(v3_norm2(u), v3_norm2(v)), v3_norm2(v3_sub(v, u)));
    return !(v3_norm(v3_cross(u, v)) > NEEDLE * longest2);
}

static sut_triangle_shape near_edges_or_inside(const sut_shape *home, const sut_vec3 q[3]) {
    sut_triangle_shape edge = near_edges(home, q);
    sut_triangle_shape face = search_face(home, q);
    return face.distance < edge.distance ? face : edge;
}

// Solids without a core, all of finite size.
static sut_triangle_shape near_face(const sut_shape *home, const sut_vec3 q[3]) {
    sut_vec3 n = v3_zero();
    (void)face_normal(q, &n); // there is one: this is no needle
    sut_vec3 top = support(home, n);
    sut_vec3 bottom = support(home, v3_neg(n));
    double up = v3_dot(n, v3_sub(top, q[0]));
    double down = v3_dot(n, v3_sub(bottom, q[0]));
    bool above = down > 0.0;
    if (above || up < 0.0) {
        sut_triangle_near foot = sut_triangle_point(q, above ? bottom : top);
        if (foot.feature == SUT_TRIANGLE_FACE) {
            return (sut_triangle_shape){{foot.weight[0], foot.weight[1], foot.weight[2]},
                                        above ? down : -up,
                                        above ? v3_neg(n) : n};
        }
        return near_edges(home, q);
    }
    sut_triangle_shape edge = near_edges(home, q);
    if (edge.distance > 0.0 && !is_through_face(q, top, bottom, n)) {
        return edge;
    }
    return near_edges_or_inside(home, q);
}

sut_triangle_shape sut_triangle_solid(const sut_shape *s, const sut_vec3 t[3]) {
    const sut_vec3 q[3] = {sut_shape_to_local(s, t[0]), sut_shape_to_local(s, t[1]),
                           sut_shape_to_local(s, t[2])};
    const sut_shape home = at_home(s);
    if (!v3_is_finite(q[0]) || !v3_is_finite(q[1]) || !v3_is_finite(q[2])) {
        return (sut_triangle_shape){{1.0, 0.0, 0.0}, (double)NAN, v3(1.0, 0.0, 0.0)};
    }
    const bool endless = !(s->half_length < (double)INFINITY);
    sut_triangle_shape near;
    if (s->kind == SUT_SHAPE_PLANE) {
        near = near_plane(&home, q);
    } else if (s->kind == SUT_SHAPE_SPHERE || endless ||
               (s->kind == SUT_SHAPE_CAPSULE && !is_needle(q))) {
        near = near_core(s, q);
    } else if (is_needle(q)) {
        near = near_edges_or_inside(&home, q);
    } else {
        near = near_face(&home, q);
    }
    sut_vec3 n = near.normal;
    near.normal = v3_madd(v3_madd(v3_scale(s->axis[0], n.x), n.y, s->axis[1]), n.z, s->axis[2]);
    return near;
}
