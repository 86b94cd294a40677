// SPDX-License-Identifier: MIT
// plectoneme.c -- B5: a thread that is pulled and twisted until it winds up with itself.
//
// In the wound part two strands lie against each other on a double helix of radius r (that of the
// thread), at an angle a to its axis. Without friction, and far from the loop at its end,
//   F r^2 / EI = sin^4 a (1/2 + 1 / cos 2a),    M r / EI = 2 cos a sin^3 a / cos 2a
// for the pull F and the twisting moment M, however many turns are wound up: the moment stays the
// same while turns come and go. r = 1, EI = 1.
#include "validate/checks.h"
#include "validate/rig.h"
#include "validate/vector.h"

#include <stdio.h>
#include <stdlib.h>

typedef struct plectoneme {
    double pull; // F r^2 / EI
    double length;
    int edges;    // a half to a third of r: helices of edges of one r interlock like screws
    double turns; // wound up at most
} plectoneme;

enum { WIND = 1000, UNWIND = 250, WAIT = 450, STATIONS = 2 };

// Twisting stiffness is not part of the law. A large one stores less energy before the thread
// gives way to the first loop, which then comes with less of a jump.
static const double GJ = 5.0;

static double law_angle(double pull) {
    double low = 0.0;
    double high = 0.25 * SUT_PI - 1e-9;
    for (int i = 0; i < 100; i++) {
        double a = 0.5 * (low + high);
        double s = sin(a);
        *(s * s * s * s * (0.5 + 1.0 / cos(2.0 * a)) < pull ? &low : &high) = a;
    }
    return 0.5 * (low + high);
}

static double law_moment(double angle) {
    double s = sin(angle);
    return 2.0 * cos(angle) * s * s * s / cos(2.0 * angle);
}

// Straight but for a slight screw in the middle, where the loop is to form.
static sut_rig lay_out(sut_check_log *log, const plectoneme *p) {
    sut_vec3 x[SUT_RIG_MAX];
    for (int i = 0; i <= p->edges; i++) {
        double s = (double)i / p->edges;
        double turn = 0.4 * (s - 0.5) * p->length;
        double size = 0.5 * pow(sin(SUT_PI * s), 8.0);
        x[i] = vec(s * p->length, size * sin(turn), size * cos(turn));
    }
    sut_world_def world = sut_rig_world(1e-5);
    sut_thread_def def = sut_rig_static(x, p->edges + 1, p->length, 1.0);
    def.radius = 1.0;
    def.EI = 1.0;
    def.GJ = GJ;
    def.EA = 100.0; // overlaps stay below a hundredth of r
    // the pull then moves the whole thread by a loop's size, 1/sqrt(F), in a few dozen steps
    def.mobility = 10.0 / (p->pull * p->pull);
    return sut_rig_open(log, &world, &def);
}

// Wind up, wait, unwind half a turn, wait, unwind half a turn, wait. Polygons that lie against each
// other hold each other back a little, and those that have just been wound up hardly slip any
// more; unwinding shakes them loose.
static sut_hold_id turn_end(sut_rig *r, const plectoneme *p) {
    enum { KEYS = 3 + 2 * STATIONS };
    sut_hold_key keys[KEYS];
    int step = 0;
    double turns = 0.0;
    for (int k = 0; k < KEYS; k++) {
        // far beyond: a hand of limited strength pulls with all of it
        keys[k] = (sut_hold_key){.t = step * SUT_RIG_DT,
                                 .position = vec(2.0 * p->length, 0, 0),
                                 .direction = vec(1, 0, 0),
                                 .spin = 2.0 * SUT_PI * turns};
        bool moves = k % 2 == 0;
        turns = k == 0 ? p->turns : turns - (moves ? 0.5 : 0.0);
        step += k == 0 ? WIND : (moves ? UNWIND : WAIT);
    }
    sut_hold_def def = sut_default_hold_def();
    def.vertex = -1;
    def.kind = SUT_HOLD_TWIST;
    def.keys = keys;
    def.key_count = KEYS;
    def.max_force = p->pull;
    sut_hold_id id = {0, 0};
    if (r->ok && sut_hold_create(r->world, r->thread, &def, &id) != SUT_OK) {
        sut_check_fail(r->log, sut_world_refusal(r->world));
        r->ok = false;
    }
    return id;
}

static sut_vec3 tangent(const sut_rig *r, int edge) {
    return vec_unit(vec_sub(sut_rig_at(r, edge + 1), sut_rig_at(r, edge)));
}

// Half the angle between the strands, which run in opposite directions, over the middle half of the
// contacts: away from the loop and from where the strands part.
static double angle_of(const sut_rig *r) {
    int count;
    const sut_contact_view *touch = sut_rig_contacts(r, &count);
    int first = r->n;
    int last = 0;
    for (int i = 0; i < count; i++) {
        int e = touch[i].edge[0] < touch[i].edge[1] ? touch[i].edge[0] : touch[i].edge[1];
        first = e < first ? e : first;
        last = e > last ? e : last;
    }
    double sum = 0.0;
    int counted = 0;
    for (int i = 0; i < count; i++) {
        int e = touch[i].edge[0] < touch[i].edge[1] ? touch[i].edge[0] : touch[i].edge[1];
        if (4 * abs(2 * e - first - last) <= 2 * (last - first) + 4) {
            double c = -vec_dot(tangent(r, touch[i].edge[0]), tangent(r, touch[i].edge[1]));
            sum += 0.5 * acos(fmin(1.0, c));
            counted++;
        }
    }
    return counted > 0 ? sum / counted : SUT_RIG_NAN;
}

// 5 %: end loop and parting strands are left out of the law, and polygons interlock a little.
static void plectoneme_rows(sut_check_log *log, const plectoneme *p) {
    sut_rig r = lay_out(log, p);
    sut_rig_hold_at(&r, 0, SUT_HOLD_TWIST, (sut_hold_key){.direction = vec(1, 0, 0)});
    sut_hold_id end = turn_end(&r, p);
    double angle = law_angle(p->pull);
    double moment[STATIONS];
    sut_rig_run(&r, WIND + WAIT, SUT_RIG_DT);
    for (int k = 0; k < STATIONS; k++) {
        sut_rig_run(&r, UNWIND + WAIT, SUT_RIG_DT);
        moment[k] = sut_rig_reading(&r, end).spin_torque;
        char text[96];
        (void)snprintf(text, sizeof text, "F %g, %g turns: moment", p->pull,
                       p->turns - 0.5 * (k + 1));
        sut_check_row(log, text, law_moment(angle), moment[k], 5e-2, SUT_TOL_REL, "EI/r");
        (void)snprintf(text, sizeof text, "F %g, %g turns: angle of the strands", p->pull,
                       p->turns - 0.5 * (k + 1));
        sut_check_row(log, text, angle * 180.0 / SUT_PI, angle_of(&r) * 180.0 / SUT_PI, 5e-2,
                      SUT_TOL_REL, "deg");
    }
    char text[96];
    (void)snprintf(text, sizeof text, "F %g: moment does not depend on the turns", p->pull);
    sut_check_row(log, text, 1.0, moment[1] / moment[0], 5e-2, SUT_TOL_REL, "");
    sut_rig_close(&r);
}

void sut_check_plectoneme(sut_check_log *log) {
    static const plectoneme cases[] = {
        {0.01, 240.0, 480, 4.0}, {0.03, 160.0, 400, 4.5}, {0.1, 120.0, 360, 5.0}};
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        plectoneme_rows(log, &cases[i]);
    }
    sut_check_note(log, "pull F r^2/EI; the thread touches itself, without friction");
}
