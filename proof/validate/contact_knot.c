// SPDX-License-Identifier: MIT
// contact_knot.c -- D5: loose overhand knots of one, two and three throws, drawn tight and let out
// slowly. R is the radius of the loop, h that of the thread, eps = sqrt(h/R). The lower part of the
// loop is a braid of two strands, of the length 7.6, 19.3 and 31 eps R. To leading order as eps
// goes to zero
//   T R^2 / EI = 1/2 + mu sigma / eps when drawn tight,   1/2 - mu sigma / eps when let out
// where sigma EI / (eps R^2) is the sum of the forces by which the strands press on each other; its
// numbers come from the boundary-value problem of the two strands. What is left out is of the order
// of the length of the braid over R, which is not small for any thread that one can tie: the
// checks look at where the results go to as the thread gets thinner. R = 1, EI = 1.
#include "validate/checks.h"
#include "validate/loose_knot.h"
#include "validate/rig.h"
#include "validate/vector.h"

#include <stdio.h>

enum { THREADS = 4, START = 300, PULL = 100 };

// eps is halved from one to the next.
static const double threads[THREADS] = {0.0016, 0.0004, 0.0001, 0.000025};

// A coefficient of everyday size.
static const double rough = 0.1;

// 1 and 2 throws: boundary-value problem; each further one adds 2 pi 12^(-3/4), a turn of the
// uniform double helix.
static double sigma_of(int throws) {
    return throws == 1 ? 0.4921 : 1.4668 + 0.97454 * (throws - 2);
}

// All over the law.
typedef struct looseness {
    double bending; // T without friction, mean of both ways
    double press;   // sum of the forces between strands, without friction
    double rubbing; // half the difference of both ways with little friction
    double tighter; // what friction `rough` adds to T when drawn tight
} looseness;

typedef struct drawing {
    sut_rig rig;
    sut_hold_id end[2];
    double thread;
    double length;
    double reach; // of each end from the middle
} drawing;

static double loop_radius(const drawing *d) {
    return (d->length - 2.0 * d->reach) / (2.0 * SUT_PI);
}

static void step_to(drawing *d, double reach, double height, double dt) {
    d->reach = reach;
    for (int side = 0; side < 2; side++) {
        sut_hold_key key = {.position = vec(side == 0 ? -reach : reach, 0.0, height)};
        sut_rig_target(&d->rig, d->end[side], key);
    }
    sut_rig_run(&d->rig, 1, dt);
}

// The shape at the start is far from rest: it gets there in steps that grow from 1 us, while the
// ends go to where the loop has the radius it begins with.
static void come_to_rest(drawing *d, double radius) {
    sut_vec3 end = sut_rig_at(&d->rig, -1);
    double goal = 0.5 * d->length - SUT_PI * radius;
    double dt = 1e-6;
    for (int i = 0; i < START; i++) {
        double s = fmin(1.0, 2.0 * i / START);
        s = s * s * (3.0 - 2.0 * s);
        step_to(d, end.x + s * (goal - end.x), (1.0 - s) * end.z, dt);
        dt = fmin(1.1 * dt, SUT_RIG_DT);
    }
}

static drawing open(sut_check_log *log, const sut_loose_knot *k) {
    sut_vec3 x[SUT_RIG_MAX];
    int n = sut_loose_knot_lay(k, x, SUT_RIG_MAX);
    if (n == 0) {
        sut_check_fail(log, "the knot has too many vertices");
        return (drawing){.rig = {.log = log}};
    }
    drawing d = {.thread = k->thread};
    for (int i = 0; i + 1 < n; i++) {
        d.length += vec_distance(x[i], x[i + 1]);
    }
    sut_world_def world = sut_rig_world(1e-5);
    world.capacity.contacts = 2048; // both strands have one at each vertex, prepared ones included
    sut_thread_def def = sut_rig_static(x, n, d.length, 1.0);
    def.radius = k->thread;
    def.EI = 1.0;
    def.GJ = 1.0;
    def.EA = 1e5; // stretches by 1e-3 at the largest pull
    // The knot as a whole turns freely about the line of its ends; with much more it does so by
    // leaps. Drags by less than 1 % of T, alike in both directions.
    def.mobility = 40.0;
    d.rig = sut_rig_open(log, &world, &def);
    d.end[0] = sut_rig_hold(&d.rig, 0, SUT_HOLD_PIN);
    d.end[1] = sut_rig_hold(&d.rig, -1, SUT_HOLD_PIN);
    return d;
}

static double pull_of(const drawing *d) {
    return 0.5 * (sut_rig_reading(&d->rig, d->end[1]).force.x -
                  sut_rig_reading(&d->rig, d->end[0]).force.x);
}

static double press_of(const drawing *d) {
    int count;
    const sut_contact_view *touch = sut_rig_contacts(&d->rig, &count);
    double sum = 0.0;
    for (int i = 0; i < count; i++) {
        sum += vec_dot(touch[i].force, touch[i].normal);
    }
    return sum;
}

// Means over the second half of a way: the first is needed until all of the braid slides.
typedef struct leg {
    double pull;  // T R^2 / EI
    double press; // the same of the sum of forces between strands
    double eps;
} leg;

static leg draw_by(drawing *d, double way, int steps, double friction) {
    if (d->rig.ok) {
        (void)sut_thread_set_friction(d->rig.world, d->rig.thread, friction);
    }
    leg sum = {0.0, 0.0, 0.0};
    for (int i = 0; i < steps; i++) {
        step_to(d, d->reach + way / steps, 0.0, SUT_RIG_DT);
        if (2 * i >= steps) {
            double radius = loop_radius(d);
            sum.pull += pull_of(d) * radius * radius;
            sum.press += press_of(d) * radius * radius;
            sum.eps += sqrt(d->thread / radius);
        }
    }
    double count = 0.5 * steps;
    double pull = d->rig.ok ? sum.pull / count : SUT_RIG_NAN;
    return (leg){pull, sum.press / count, sum.eps / count};
}

// Drawn tight and let out without friction; the same with friction that changes T by half of it;
// then drawn tight with more, and further: strands that stick bend for longer before they slide.
// A vertex that slides round the other strand feels a normal that lags by what it slid in a step,
// which acts like a little friction: it is there without friction as well and taken off.
static looseness draw(sut_check_log *log, int throws, double thread) {
    double eps = sqrt(thread);
    double sigma = sigma_of(throws);
    double little = eps / (4.0 * sigma);
    sut_loose_knot k = {
        .throws = throws, .thread = thread, .way = 4 * eps, .fine = 0.2, .coarse = 0.07, .lead = 4};
    drawing d = open(log, &k);
    double way = 0.5 * k.way;
    come_to_rest(&d, 1.0 + 0.5 * way / SUT_PI);
    leg smooth[2] = {draw_by(&d, way, PULL, 0.0), draw_by(&d, -way, PULL, 0.0)};
    leg slight[2] = {draw_by(&d, way, PULL, little), draw_by(&d, -way, PULL, little)};
    leg firm = draw_by(&d, k.way, 2 * PULL, rough);
    sut_rig_close(&d.rig);
    double apart = (slight[0].pull - slight[1].pull) - (smooth[0].pull - smooth[1].pull);
    return (looseness){.bending = smooth[0].pull + smooth[1].pull,
                       .press = 0.5 * (smooth[0].press + smooth[1].press) * eps / sigma,
                       .rubbing = 0.5 * apart * eps / (little * sigma),
                       .tighter = (firm.pull - smooth[0].pull) * firm.eps / (rough * sigma)};
}

// Rows for one quantity: its share of the law falls with every thinner thread.
static void falling(sut_check_log *log, const char *what, const double ratio[THREADS]) {
    char text[96];
    for (int i = 1; i < THREADS; i++) {
        (void)snprintf(text, sizeof text, "%s, h/R %g: falls", what, threads[i]);
        sut_check_row(log, text, ratio[i - 1], ratio[i], 0.0, SUT_TOL_MAX, "law");
    }
}

// Where it goes to: a straight line in eps through the last two. 2 %: what is left of the second
// order in eps is half a percent, edges of the loop are worth 0.2 %, and polygons that slide along
// each other make means of the pull uncertain by some 0.3 %.
static void arriving(sut_check_log *log, const char *what, const double ratio[THREADS]) {
    char text[96];
    (void)snprintf(text, sizeof text, "%s, h/R to 0", what);
    sut_check_row(log, text, 1.0, 2.0 * ratio[THREADS - 1] - ratio[THREADS - 2], 2e-2, SUT_TOL_REL,
                  "law");
}

static void knot_rows(sut_check_log *log, int throws) {
    double bending[THREADS];
    double press[THREADS];
    double rubbing[THREADS];
    double tighter[THREADS];
    for (int i = 0; i < THREADS; i++) {
        looseness l = draw(log, throws, threads[i]);
        bending[i] = l.bending;
        press[i] = l.press;
        rubbing[i] = l.rubbing;
        tighter[i] = l.tighter;
    }
    static const char *const name[] = {"pull without friction", "forces between strands",
                                       "share of friction, both ways",
                                       "share of friction, mu 0.1, tightening"};
    const double *const value[] = {bending, press, rubbing, tighter};
    for (int q = 0; q < 4; q++) {
        char text[128];
        falling(log, name[q], value[q]);
        if (q < 3) {
            arriving(log, name[q], value[q]);
        }
        (void)snprintf(text, sizeof text, "%s, h/R %g: %.4f of the law", name[q], threads[0],
                       value[q][0]);
        sut_check_note(log, text);
    }
    sut_check_row(log, "share of friction, mu 0.1, does not fall below the law", 1.0,
                  tighter[THREADS - 1], 0.0, SUT_TOL_MIN, "law");
}

void sut_check_overhand(sut_check_log *log) {
    knot_rows(log, 1);
}

void sut_check_overhand_double(sut_check_log *log) {
    knot_rows(log, 2);
}

void sut_check_overhand_triple(sut_check_log *log) {
    knot_rows(log, 3);
}
