// SPDX-License-Identifier: MIT
// loose_knot.c -- the vertices of a loose overhand knot of one or more throws in a thin thread.
//
// A circle of radius 1 whose lowest part is shared by both strands, wound round each other by
// 2 throws + 1 half-turns; beyond it one strand goes on along the circle and the other along the
// tangent. `t` is the length along this curve without the winding.
#include "validate/loose_knot.h"

#include "validate/vector.h"

typedef struct plan {
    int half_turns;
    double sign;   // of the winding's phase: strands come and go in the plane of the circle
    double half;   // of the part in which they are wound, rad
    double lead;   // length of a straight end
    double off;    // of each strand from the circle there
    double loop;   // length of the circle outside that part
    double total;  // length of all
    double fine;   // edge in the wound part
    double margin; // how far beyond it edges are as fine
    double coarse; // longest edge
} plan;

// Edges grow by this share of the distance from the fine part.
static const double growth = 0.2;

// 3.82 and 9.66 for one and two throws from the boundary-value problem of two strands; each
// further throw adds half of 2 pi 12^(1/4), a turn of the uniform double helix.
double sut_loose_knot_half(int throws) {
    return throws == 1 ? 3.82 : 9.66 + 5.847 * (throws - 2);
}

static plan plan_of(const sut_loose_knot *k) {
    double unit = sqrt(k->thread);
    plan p = {.half_turns = 2 * k->throws + 1,
              .sign = k->throws % 2 ? -1.0 : 1.0,
              .half = sut_loose_knot_half(k->throws) * unit,
              .lead = k->lead,
              .off = 1.05 * k->thread,
              .fine = k->fine * unit,
              .margin = k->way + 2.0 * unit,
              .coarse = k->coarse};
    p.loop = 2.0 * (SUT_PI - p.half);
    p.total = 2.0 * p.lead + 4.0 * p.half + p.loop;
    return p;
}

// At `angle` from the lowest point of the circle, by `across` and `inward` off it.
static sut_vec3 beside(double angle, double across, double inward) {
    double radius = 1.0 - inward;
    return vec(radius * sin(angle), across, 1.0 - radius * cos(angle));
}

static sut_vec3 wound(const plan *p, double angle, double strand) {
    double phase = 0.5 * p->half_turns * SUT_PI * angle / p->half;
    double off = strand * p->sign * p->off;
    return beside(angle, off * cos(phase), off * sin(phase));
}

// By `way` along the tangent at the end of the wound part, to the right.
static sut_vec3 straight(const plan *p, double way) {
    sut_vec3 from = beside(p->half, 0.0, -p->off);
    return vec(from.x + way * cos(p->half), 0.0, from.z + way * sin(p->half));
}

static sut_vec3 at(const plan *p, double t) {
    if (t < p->lead) {
        sut_vec3 right = straight(p, p->lead - t);
        return vec(-right.x, 0.0, right.z);
    }
    t -= p->lead;
    if (t < 2.0 * p->half) {
        return wound(p, t - p->half, 1.0);
    }
    t -= 2.0 * p->half;
    if (t < p->loop) {
        return beside(p->half + t, 0.0, p->off);
    }
    t -= p->loop;
    return t < 2.0 * p->half ? wound(p, t - p->half, -1.0) : straight(p, t - 2.0 * p->half);
}

static double edge_length(const plan *p, double t) {
    double mirrored = fmin(t, p->total - t); // both strands are alike
    double middle = p->lead + p->half;
    double beyond = fabs(mirrored - middle) - (p->half + p->margin);
    return fmin(p->fine + growth * fmax(beyond, 0.0), p->coarse);
}

// A fiftieth of an edge: the next place on the way along the curve at which edges are counted.
static double stride(const plan *p, double t) {
    return 0.02 * edge_length(p, t);
}

int sut_loose_knot_lay(const sut_loose_knot *k, sut_vec3 *x, int room) {
    plan p = plan_of(k);
    int strides = 0;
    double t = 0.0;
    while (t < p.total) {
        t += stride(&p, t);
        strides++;
    }
    int edges = strides / 50 + 1;
    if (edges >= room || p.half > 0.5 * SUT_PI) {
        return 0;
    }
    int n = 0;
    t = 0.0;
    for (int passed = 0; n < edges; passed++) {
        if ((long long)passed * edges >= (long long)n * strides) {
            x[n++] = at(&p, t);
        }
        t += stride(&p, t);
    }
    x[n] = at(&p, p.total);
    return edges + 1;
}
