// SPDX-License-Identifier: MIT
// wang_figures.c -- the published experiments of the inextensible model with their own edges,
// stiffnesses, distances and times: a thread brought together and turned, its energy over 600 s,
// and a square knot of 40 edges. The print gives curves and what it says of them: torque that falls
// when a loop forms and is caught by the contact, twist that is left, energy that stays, a force
// that grows and stays.
#include "sutura/knot.h"
#include "validate/checks.h"
#include "validate/figure.h"
#include "validate/vector.h"

#include <stdio.h>
#include <string.h>

//---- Figs. 11 to 13 ------------------------------------------------------------------------------
// A fall of the torque by more than a tenth, and the rise after it.
typedef struct fall {
    double angle;     // rad, of the end, where the torque is highest
    double high, low; // N m
    double pressed;   // N, sum of all contacts, at the highest torque
    double caught;    // and when it rises again
} fall;

enum { FALLS = 6 };

typedef struct turning {
    fall falls[FALLS];
    int count;
    double twist;    // rad, left at the end
    double torque;   // N m, at the end
    double distance; // m, of the ends
    double stretch;  // worst error of a length
} turning;

typedef struct follower {
    bool down;
    double smooth; // N m, over the swinging that every contact brings
    fall now;
} follower;

static double pressed(const sut_world *w) {
    int count;
    const sut_contact_view *c = sut_world_contacts(w, &count);
    double sum = 0.0;
    for (int i = 0; i < count; i++) {
        sum += fabs(vec_dot(c[i].force, c[i].normal));
    }
    return sum;
}

static void follow(follower *w, turning *t, double angle, double contacts) {
    if (!w->down && w->smooth > w->now.high) {
        w->now = (fall){angle, w->smooth, w->smooth, contacts, contacts};
    } else if (w->smooth < 0.9 * w->now.high && (!w->down || w->smooth < w->now.low)) {
        w->down = true;
        w->now.low = w->smooth;
    } else if (w->down && w->smooth > 1.05 * w->now.low) {
        w->now.caught = contacts;
        if (t->count < FALLS) {
            t->falls[t->count++] = w->now;
        }
        w->down = false;
        w->now = (fall){angle, w->smooth, w->smooth, contacts, contacts};
    }
}

static turning turn(sut_check_log *log, const char *stiffness) {
    const sut_scene_override changes[] = {{"seconds", "40"}, {"threads[0].material.EI", stiffness}};
    sut_figure f = sut_figure_open(log, "wang_plectoneme", changes, 2);
    turning t = {0};
    follower w = {0};
    while (sut_figure_step(&f)) {
        sut_hold_view end = sut_figure_hold(&f, 1);
        // the thread still swings from being brought together, four times a second where it is soft
        const double time = 1.0; // s
        w.smooth += end.spin > 0.0 ? (end.spin_torque - w.smooth) * f.dt / time : 0.0;
        if (end.spin > 1.0 && end.spin < 20.0) {
            follow(&w, &t, end.spin, pressed(f.world));
        }
    }
    sut_thread_view v = sut_figure_view(&f);
    t.twist = t.torque = t.distance = t.stretch = SUT_RIG_NAN;
    if (f.ok) {
        t.twist = v.twist[v.vertex_count - 2];
        t.torque = sut_figure_hold(&f, 1).spin_torque;
        t.distance = vec_distance(v.position[0], v.position[v.vertex_count - 1]);
        (void)sut_thread_get_peak_stretch(f.world, sut_scene_thread_id(0), &t.stretch);
    }
    sut_figure_close(&f);
    return t;
}

static void turning_rows(sut_check_log *log, const char *which, const turning *t, double GJ) {
    char text[96];
    (void)snprintf(text, sizeof text, "%s: falls of the torque, A and B", which);
    sut_check_row(log, text, 2.0, t->count, 0.0, SUT_TOL_MIN, "");
    for (int i = 0; i < 2 && i < t->count; i++) {
        (void)snprintf(text, sizeof text, "%s, %c at %.1f rad: torque after over before", which,
                       'A' + i, t->falls[i].angle);
        sut_check_row(log, text, 0.9, t->falls[i].low / t->falls[i].high, 0.0, SUT_TOL_MAX, "");
        (void)snprintf(text, sizeof text, "%s, %c: contact forces before", which, 'A' + i);
        sut_check_row(log, text, t->falls[i].caught, t->falls[i].pressed, 0.0, SUT_TOL_MAX, "N");
    }
    (void)snprintf(text, sizeof text, "%s: twist left of 20 rad", which);
    sut_check_row(log, text, 20.0 - 4.0 * SUT_PI, t->twist, 0.0, SUT_TOL_MAX, "rad");
    // uniform twist between the held edges; held planes are at the ends, edges in between: 1 - 1/20
    (void)snprintf(text, sizeof text, "%s: torque over GJ times twist per length", which);
    sut_check_row(log, text, 1.0, t->torque * 0.95 / (GJ * t->twist), 1e-3, SUT_TOL_ABS, "");
    (void)snprintf(text, sizeof text, "%s: worst error of a length", which);
    sut_check_row(log, text, 1e-10, t->stretch, 0.0, SUT_TOL_MAX, "relative");
}

void sut_check_wang_plectoneme(sut_check_log *log) {
    turning t = turn(log, "0.02");
    sut_check_row(log, "distance of the ends", 0.075, t.distance, 1e-9, SUT_TOL_ABS, "m");
    turning_rows(log, "EI = 0.02", &t, 0.02);
    turning soft = turn(log, "5e-4");
    turning_rows(log, "EI = 5e-4", &soft, 0.02);
    sut_check_note(log,
                   "1 m, 20 g, 20 edges, contacts at 15 mm, 1 ms; k_b in N m^2 as printed, and "
                   "read as the energy of a turn in J (EI = k_b l / 2)");
    sut_check_note(log, "two loops are two turns less of twist, 4 pi");
}

//---- Fig. 14 -------------------------------------------------------------------------------------
typedef struct moments {
    double sum, low, high;
    long count;
} moments;

static void add(moments *m, double x) {
    m->low = m->count == 0 || x < m->low ? x : m->low;
    m->high = m->count == 0 || x > m->high ? x : m->high;
    m->sum += x;
    m->count++;
}

void sut_check_wang_energy(sut_check_log *log) {
    sut_figure f = sut_figure_open(log, "wang_plectoneme", NULL, 0);
    double before = SUT_RIG_NAN; // J, when turning begins
    double loaded = SUT_RIG_NAN; // J, when it ends
    moments half[2] = {0};
    while (sut_figure_step(&f)) {
        double time = (double)f.done * f.dt;
        double energy = sut_figure_energy(&f);
        before = f.done == lround(1.85 / f.dt) ? energy : before;
        loaded = f.done == lround(26.85 / f.dt) ? energy : loaded;
        if (time > 40.0 && f.done % 1000 == 0) {
            add(&half[time > 320.0], energy);
        }
    }
    bool ok = f.ok && half[0].count > 0 && half[1].count > 0;
    sut_figure_close(&f);
    if (!ok) {
        return;
    }
    double first = half[0].sum / (double)half[0].count;
    double second = half[1].sum / (double)half[1].count;
    sut_check_row(log, "energy after turning over before", 2.0, loaded / before, 0.0, SUT_TOL_MIN,
                  "");
    sut_check_row(log, "40 to 320 s over the end of turning", 1.0, first / loaded, 0.01,
                  SUT_TOL_ABS, "");
    sut_check_row(log, "320 to 600 s over 40 to 320 s", 1.0, second / first, 1e-3, SUT_TOL_ABS, "");
    double swing = fmax(half[0].high, half[1].high) - fmin(half[0].low, half[1].low);
    sut_check_row(log, "from the lowest to the highest, 40 to 600 s", 0.01, swing / first, 0.0,
                  SUT_TOL_MAX, "of it");
    sut_check_note(log,
                   "600 s in steps of 1 ms, energy looked at each second: no growth, no drain");
}

//---- Figs. 15 and 16 -----------------------------------------------------------------------------
static bool is_square(const sut_thread_view *v) {
    sut_knot_thread thread = {.positions = v->position, .vertex_count = v->vertex_count};
    sut_knot knot;
    memset(&knot, 0, sizeof knot);
    bool named =
        v->position != NULL && sut_knot_name(&thread, 1, SUT_KNOT_THOROUGH, &knot) == SUT_OK;
    bool square = named && strcmp(knot.loops[0].name, "3_1#m3_1") == 0;
    sut_knot_free(&knot);
    return square;
}

static double reach_of(const sut_figure *f) {
    sut_thread_view v = sut_figure_view(f);
    return v.position == NULL ? SUT_RIG_NAN
                              : vec_distance(v.position[0], v.position[v.vertex_count - 1]);
}

typedef struct drawing {
    double reach[3];    // of the length, at 0, 9 and 10 s
    double early, late; // N, mean axial force of the last edge, 0.1 to 0.5 s and 9 to 10 s
    double stretch;     // worst error of a length
    bool square[2];     // at 0 and 10 s
} drawing;

// With the stiffness and the strength of the hand of the scene, or with others.
static drawing draw_knot(sut_check_log *log, const sut_scene_override *changes, int count) {
    sut_figure f = sut_figure_open(log, "wang_knot", changes, count);
    sut_thread_view v = sut_figure_view(&f);
    drawing d = {.reach = {reach_of(&f), SUT_RIG_NAN, SUT_RIG_NAN}, .stretch = SUT_RIG_NAN};
    d.square[0] = is_square(&v);
    long counts[2] = {0, 0};
    while (sut_figure_step(&f)) {
        double time = (double)f.done * f.dt;
        v = sut_figure_view(&f);
        double force = v.tension[v.vertex_count - 2];
        if (time > 0.1 && time <= 0.5) {
            d.early += force;
            counts[0]++;
        } else if (time > 9.0) {
            d.late += force;
            counts[1]++;
        }
        d.reach[1] = f.done == lround(9.0 / f.dt) ? reach_of(&f) : d.reach[1];
    }
    d.reach[2] = reach_of(&f);
    d.early /= (double)counts[0];
    d.late /= (double)counts[1];
    v = sut_figure_view(&f);
    d.square[1] = is_square(&v);
    if (f.ok) {
        (void)sut_thread_get_peak_stretch(f.world, sut_scene_thread_id(0), &d.stretch);
    }
    sut_figure_close(&f);
    return d;
}

static void drawing_rows(sut_check_log *log, const char *which, const drawing *d) {
    char text[96];
    (void)snprintf(text, sizeof text, "%s: it is a square knot at the start", which);
    sut_check_row(log, text, 1.0, d->square[0], 0.0, SUT_TOL_ABS, "");
    (void)snprintf(text, sizeof text, "%s: it is a square knot at 10 s", which);
    sut_check_row(log, text, 1.0, d->square[1], 0.0, SUT_TOL_ABS, "");
    (void)snprintf(text, sizeof text, "%s: ends over length, at 10 s less at 0", which);
    sut_check_row(log, text, 0.05, d->reach[2] - d->reach[0], 0.0, SUT_TOL_MIN, "");
    (void)snprintf(text, sizeof text, "%s: its change from 9 to 10 s", which);
    sut_check_row(log, text, 0.0, d->reach[2] - d->reach[1], 1e-3, SUT_TOL_ABS, "");
    (void)snprintf(text, sizeof text, "%s: worst error of a length after the start", which);
    sut_check_row(log, text, 1e-3, d->stretch, 0.0, SUT_TOL_MAX, "relative");
}

void sut_check_wang_knot(sut_check_log *log) {
    drawing d = draw_knot(log, NULL, 0);
    drawing_rows(log, "EI = 2.5e-5", &d);
    sut_check_row(log, "axial force of the last edge, 9 to 10 s", 0.2, d.late, 0.01, SUT_TOL_REL,
                  "N");
    sut_check_row(log, "that of 0.1 to 0.5 s over it", 0.7, d.early / d.late, 0.0, SUT_TOL_MAX, "");
    const sut_scene_override changes[] = {{"threads[0].material.EI", "2e-3"},
                                          {"threads[0].hold[1].max_force", "5"}};
    drawing stiff = draw_knot(log, changes, 2);
    drawing_rows(log, "EI = 2e-3", &stiff);
    sut_check_note(log, "1 m, 20 g, 40 edges, GJ = 2e-3 N m^2, contacts at 25 mm of 50 N/m, "
                        "0.1 ms; a hand of 0.2 N draws one end away");
    sut_check_note(log,
                   "k_b read as the energy of a turn in J (EI = k_b l / 2), which the printed "
                   "contacts bear; read in N m^2, drawn by 5 N, they overlap down to the stops");
}
