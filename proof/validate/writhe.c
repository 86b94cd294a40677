// SPDX-License-Identifier: MIT
// writhe.c -- B1: the twist-free frame of the engine against the writhe of closed curves.
//
// A ring whose two ends are glued keeps its linking number: when its shape changes, the twist
// becomes minus 2 pi times the change of the writhe. A plane ring has no writhe. So a ring that is
// moved into another shape, every vertex by hand, shows in its twisting moment the writhe of that
// shape: exactly if it never passed through itself, else but for whole turns.
#include "validate/writhe.h"
#include "validate/checks.h"
#include "validate/rig.h"
#include "validate/vector.h"

#include <stdio.h>

enum { EDGES = 200 };

typedef sut_vec3 curve(double t); // t over one period of 2 pi

static sut_vec3 ring(double t) {
    return vec(cos(t), sin(t), 0.0);
}

static sut_vec3 trefoil(double t) {
    double r = 2.0 + cos(3.0 * t);
    return vec(r * cos(2.0 * t), r * sin(2.0 * t), sin(3.0 * t));
}

static sut_vec3 figure_eight(double t) {
    double r = 2.0 + cos(2.0 * t);
    return vec(r * cos(3.0 * t), r * sin(3.0 * t), sin(4.0 * t));
}

static sut_vec3 saddle(double t) {
    return vec(cos(t), sin(t), 0.5 * sin(2.0 * t));
}

static sut_vec3 coil(double t) {
    double r = 1.0 + 0.3 * cos(5.0 * t);
    return vec(r * cos(t), r * sin(t), 0.3 * sin(5.0 * t));
}

//---- writhe of a closed polygon ------------------------------------------------------------------
// Signed solid angle under which two segments see each other (Klenin and Langowski, method 1a).
static double pair_angle(sut_vec3 a, sut_vec3 b, sut_vec3 c, sut_vec3 d) {
    sut_vec3 ac = vec_sub(c, a);
    sut_vec3 ad = vec_sub(d, a);
    sut_vec3 bc = vec_sub(c, b);
    sut_vec3 bd = vec_sub(d, b);
    sut_vec3 n[4] = {vec_unit(vec_cross(ac, ad)), vec_unit(vec_cross(ad, bd)),
                     vec_unit(vec_cross(bd, bc)), vec_unit(vec_cross(bc, ac))};
    double sum = 0.0;
    for (int k = 0; k < 4; k++) {
        sum += asin(fmax(-1.0, fmin(1.0, vec_dot(n[k], n[(k + 1) % 4]))));
    }
    double side = vec_dot(vec_cross(vec_sub(d, c), vec_sub(b, a)), ac);
    return side > 0.0 ? sum : (side < 0.0 ? -sum : 0.0);
}

double sut_polygon_writhe(const sut_vec3 *x, int n) {
    double sum = 0.0;
    for (int i = 0; i < n; i++) {
        // neighbours lie in a plane and see nothing of each other
        int last = i == 0 ? n - 2 : n - 1;
        for (int j = i + 2; j <= last; j++) {
            sum += pair_angle(x[i], x[i + 1], x[j], x[(j + 1) % n]);
        }
    }
    return sum / (2.0 * SUT_PI);
}

static void sample(curve *f, sut_vec3 *x, int edges) {
    for (int i = 0; i < edges; i++) {
        x[i] = f(2.0 * SUT_PI * i / edges);
    }
    x[edges] = x[0];
}

void sut_check_polygon_writhe(sut_check_log *log) {
    static const struct {
        const char *name;
        curve *shape;
        double truth;
    } list[] = {{"trefoil", trefoil, -3.516726},
                {"figure-eight", figure_eight, 0.085754},
                {"saddle", saddle, 0.0},
                {"coil on a torus", coil, -2.221873}};
    sut_vec3 x[EDGES + 1];
    for (size_t i = 0; i < sizeof list / sizeof list[0]; i++) {
        sample(list[i].shape, x, EDGES);
        sut_check_row(log, list[i].name, list[i].truth, sut_polygon_writhe(x, EDGES), 1e-6,
                      SUT_TOL_ABS, "");
    }
    sut_check_note(log, "polygons of 200 edges; the yardstick of B1b, not yet the engine");
}

//---- the engine's frame --------------------------------------------------------------------------
// Every vertex goes from its place on the ring to its place on the shape. Positions move linearly;
// the planes at the glued ends turn with the first edge. They take hold while everything still
// rests.
static void hold_all(sut_rig *r, const sut_vec3 *from, const sut_vec3 *to, sut_hold_id *last) {
    sut_hold_key keys[2] = {{.t = 0.1}, {.t = 1.1}};
    for (int i = 0; i <= EDGES; i++) {
        bool end = i == 0 || i == EDGES;
        keys[0].position = from[i];
        keys[1].position = to[i];
        keys[0].direction = vec_sub(from[1], from[0]);
        keys[1].direction = vec_sub(to[1], to[0]);
        *last = sut_rig_hold_keys(r, i, end ? SUT_HOLD_TWIST : SUT_HOLD_PIN, keys, 2);
    }
}

// Twist of the ring in turns after it was moved into the shape.
static double twist_after(sut_check_log *log, const sut_vec3 *to, double *view_turns) {
    sut_vec3 from[EDGES + 1];
    sample(ring, from, EDGES);
    sut_world_def world = sut_rig_world(1e-8);
    world.contact.disabled = true; // its ends are at one place, and on its way it crosses itself
    sut_thread_def def = sut_rig_static(from, EDGES + 1, 2.0 * SUT_PI, 1.0);
    def.EI = 1.0;
    def.GJ = 1.0;
    def.EA = 1.0; // the shapes are longer than the ring
    sut_rig r = sut_rig_open(log, &world, &def);
    sut_hold_id last;
    hold_all(&r, from, to, &last);
    sut_rig_run(&r, 600, 2e-3);
    sut_thread_view v;
    double rest = 0.0;
    *view_turns = SUT_RIG_NAN;
    if (r.ok && sut_thread_get_view(r.world, r.thread, &v) == SUT_OK) {
        for (int i = 0; i < EDGES; i++) {
            rest += v.rest_length[i];
        }
        // from the middle of the first edge to the middle of the last one edge is missing
        *view_turns = v.twist[EDGES - 1] * EDGES / (EDGES - 1) / (2.0 * SUT_PI);
    }
    double turns = sut_rig_reading(&r, last).spin_torque * rest / def.GJ / (2.0 * SUT_PI);
    sut_rig_close(&r);
    return turns;
}

void sut_check_frame_writhe(sut_check_log *log) {
    static const struct {
        const char *name;
        curve *shape;
        bool crosses; // passes through itself on the way from the ring
    } list[] = {{"saddle", saddle, false},
                {"coil on a torus", coil, false},
                {"trefoil", trefoil, true},
                {"figure-eight", figure_eight, true}};
    sut_vec3 x[EDGES + 1];
    for (size_t i = 0; i < sizeof list / sizeof list[0]; i++) {
        sample(list[i].shape, x, EDGES);
        double view;
        double turns = twist_after(log, x, &view);
        double lack = turns + sut_polygon_writhe(x, EDGES);
        char text[64];
        if (list[i].crosses) {
            (void)snprintf(text, sizeof text, "%s: twist + writhe, mod 1", list[i].name);
            sut_check_row(log, text, 0.0, lack - round(lack), 1e-6, SUT_TOL_ABS, "turns");
        } else {
            (void)snprintf(text, sizeof text, "%s: twist + writhe", list[i].name);
            sut_check_row(log, text, 0.0, lack, 1e-6, SUT_TOL_ABS, "turns");
        }
        (void)snprintf(text, sizeof text, "%s: twist of the edges", list[i].name);
        sut_check_row(log, text, turns, view, 1e-6, SUT_TOL_ABS, "turns");
    }
    sut_check_note(log, "a glued ring of 200 edges moved into each shape, its ends' spin held");
}
