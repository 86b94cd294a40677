// SPDX-License-Identifier: MIT
#include "trainer/server/shape.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

static const double two_pi = 6.28318530717958647692;

static sut_vec3 sub(sut_vec3 a, sut_vec3 b) {
    return (sut_vec3){a.x - b.x, a.y - b.y, a.z - b.z};
}

static double dot(sut_vec3 a, sut_vec3 b) {
    return a.x * b.x + a.y * b.y + a.z * b.z;
}

static sut_vec3 cross(sut_vec3 a, sut_vec3 b) {
    return (sut_vec3){a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x};
}

static sut_vec3 along(sut_vec3 a, sut_vec3 d, double t) {
    return (sut_vec3){a.x + t * d.x, a.y + t * d.y, a.z + t * d.z};
}

static sut_vec3 unit(sut_vec3 a) {
    double length = sqrt(dot(a, a));
    return length > 0.0 ? (sut_vec3){a.x / length, a.y / length, a.z / length} : a;
}

//---- around and through --------------------------------------------------------------------------

double sut_shape_turns(const sut_vec3 *position, int count, sut_vec3 center, sut_vec3 axis,
                       double length) {
    axis = unit(axis);
    double angle = 0.0, low = 0.0, high = 0.0, most = 0.0;
    bool inside = false;
    sut_vec3 before = {0};
    for (int i = 0; i < count; i++) {
        sut_vec3 arm = sub(position[i], center);
        double height = dot(arm, axis);
        sut_vec3 flat = along(arm, axis, -height);
        if (fabs(height) > 0.5 * length) {
            inside = false;
            continue;
        }
        if (!inside) {
            angle = low = high = 0.0;
        } else {
            angle += atan2(dot(cross(before, flat), axis), dot(before, flat));
            low = fmin(low, angle);
            high = fmax(high, angle);
            most = fmax(most, high - low);
        }
        inside = true;
        before = flat;
    }
    return most / two_pi;
}

int sut_shape_passes(const sut_vec3 *position, int count, sut_vec3 center, sut_vec3 axis,
                     double radius) {
    int passes = 0;
    for (int i = 0; i + 1 < count; i++) {
        double a = dot(sub(position[i], center), axis);
        double b = dot(sub(position[i + 1], center), axis);
        if ((a < 0.0) == (b < 0.0)) {
            continue;
        }
        sut_vec3 at = along(position[i], sub(position[i + 1], position[i]), a / (a - b));
        sut_vec3 arm = sub(at, center);
        if (dot(arm, arm) <= radius * radius) {
            passes += b > a ? 1 : -1;
        }
    }
    return passes;
}

//---- writhe --------------------------------------------------------------------------------------

static double safe_asin(double x) {
    return asin(x > 1.0 ? 1.0 : x < -1.0 ? -1.0 : x);
}

// Gauss integral of two edges: the solid angle under which they cross (Klenin and Langowski 2000,
// method 1a)
static double gauss(sut_vec3 a, sut_vec3 b, sut_vec3 c, sut_vec3 d) {
    sut_vec3 ac = sub(c, a), ad = sub(d, a), bc = sub(c, b), bd = sub(d, b);
    sut_vec3 n1 = unit(cross(ac, ad)), n2 = unit(cross(ad, bd));
    sut_vec3 n3 = unit(cross(bd, bc)), n4 = unit(cross(bc, ac));
    double area = safe_asin(dot(n1, n2)) + safe_asin(dot(n2, n3)) + safe_asin(dot(n3, n4)) +
                  safe_asin(dot(n4, n1));
    double side = dot(cross(sub(d, c), sub(b, a)), ac);
    return side > 0.0 ? area : side < 0.0 ? -area : 0.0;
}

double sut_shape_writhe(const sut_vec3 *position, int count) {
    enum { MOST = 200 };
    sut_vec3 p[MOST];
    int n = count < MOST ? count : MOST;
    for (int i = 0; i < n; i++) {
        p[i] = position[n > 1 ? (int)((long)i * (count - 1) / (n - 1)) : 0];
    }
    double sum = 0.0;
    for (int i = 0; i + 1 < n; i++) {
        for (int k = i + 2; k + 1 < n; k++) {
            sum += gauss(p[i], p[i + 1], p[k], p[k + 1]);
        }
    }
    // every pair once, hence twice the integral over 4 pi
    return sum / two_pi;
}

//---- knots ---------------------------------------------------------------------------------------

bool sut_shape_tied(const sut_knot_thread *threads, int count, sut_knot_effort effort,
                    sut_tied *out) {
    *out = (sut_tied){.reason = ""};
    sut_knot knot;
    if (sut_knot_name(threads, count, effort, &knot) != SUT_OK) {
        return false;
    }
    bool joined = count == 2 && knot.bend.count > 0;
    const sut_knot_throws *t = joined ? &knot.bend : &knot.loops[0].throws;
    memcpy(out->name, joined ? knot.bend_name : knot.loops[0].name, sizeof out->name);
    memcpy(out->surgical, t->surgical, sizeof out->surgical);
    memcpy(out->word, t->word, sizeof out->word);
    out->throws = *t;
    out->certain = knot.loops[0].certain;
    out->reason = joined ? "" : knot.loops[0].reason;
    if (count == 2 && !joined) {
        // where the work was not enough to look for a joining knot it is not known that there is none
        snprintf(out->name, sizeof out->name, "%s", knot.spent ? "unknown" : "0_1");
        out->reason = knot.spent ? "work limit reached" : "";
        out->surgical[0] = out->word[0] = '\0';
        out->throws.count = 0;
    }
    sut_knot_free(&knot);
    return true;
}

// Is the knot the same when `cut` vertices are taken away at an end (0 first, 1 last) of a thread?
static bool same_knot(const sut_knot_thread *threads, int count, int thread, int end, int cut,
                      const sut_tied *as) {
    sut_knot_thread t[2];
    memcpy(t, threads, (size_t)count * sizeof t[0]);
    t[thread].positions += end == 0 ? cut : 0;
    t[thread].vertex_count -= cut;
    sut_tied tied;
    return t[thread].vertex_count >= 3 && sut_shape_tied(t, count, SUT_KNOT_LIVE, &tied) &&
           strcmp(tied.name, as->name) == 0 && strcmp(tied.word, as->word) == 0;
}

// Each end by itself: a thread that ends inside the knot could be closed in several ways.
static int most_to_cut(const sut_knot_thread *threads, int count, int thread, int end,
                       const sut_tied *as) {
    int low = 0, high = threads[thread].vertex_count;
    while (high - low > 1) {
        int middle = (low + high) / 2;
        *(same_knot(threads, count, thread, end, middle, as) ? &low : &high) = middle;
    }
    return low;
}

static bool find_knot(const sut_knot_thread *threads, int count, sut_tied *out) {
    return sut_shape_tied(threads, count, SUT_KNOT_LIVE, out) && strcmp(out->name, "0_1") != 0 &&
           strcmp(out->name, "unknown") != 0;
}

bool sut_shape_tails(const sut_vec3 *position, int count, double length, double out[2]) {
    sut_knot_thread whole = {.positions = position, .vertex_count = count};
    sut_tied tied;
    if (!find_knot(&whole, 1, &tied)) {
        return false;
    }
    double edge = length / (double)(count - 1);
    out[0] = edge * (double)most_to_cut(&whole, 1, 0, 0, &tied);
    out[1] = edge * (double)most_to_cut(&whole, 1, 0, 1, &tied);
    return true;
}

bool sut_shape_cuts(const sut_knot_thread *threads, int count, int cuts[][2]) {
    sut_tied tied;
    if (!find_knot(threads, count, &tied)) {
        return false;
    }
    for (int i = 0; i < count; i++) {
        for (int end = 0; end < 2; end++) {
            cuts[i][end] = most_to_cut(threads, count, i, end, &tied);
        }
    }
    return true;
}

double sut_shape_held(const sut_knot_thread *threads, const double *lengths, int count) {
    int cuts[2][2];
    if (!sut_shape_cuts(threads, count, cuts)) {
        return -1.0;
    }
    double held = 0.0;
    for (int i = 0; i < count; i++) {
        int edges = threads[i].vertex_count - 1;
        held += lengths[i] * (double)(edges - cuts[i][0] - cuts[i][1]) / (double)edges;
    }
    return held > 0.0 ? held : 0.0;
}
