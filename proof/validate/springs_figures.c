// SPDX-License-Identifier: MIT
// springs_figures.c -- the published curves of the models of springs: forces by kind on a point of
// a swinging suture, friction for four coefficients, forces of one and of two hands. The print
// gives curves without numbers; what is compared here follows from its equations and table 4.1.
#include "validate/checks.h"
#include "validate/figure.h"
#include "validate/vector.h"

#include <stdio.h>

enum { NODE = 14 };               // the 15th point
static const double point = 0.05; // kg, table 4.1

//---- forces by kind ------------------------------------------------------------------------------
static sut_vec3 sum_of(const sut_force_parts *p) {
    sut_vec3 sum =
        vec_add(vec_add(p->stretch, p->stretch_damper), vec_add(p->bend, p->bend_damper));
    return vec_add(sum, vec_add(vec_add(p->swivel_damper, p->limit), p->weight));
}

typedef struct swing {
    double balance;  // N, largest difference between forces and mass times acceleration
    double most[5];  // N, largest force of each kind
    double power[3]; // W, largest power of each kind of damper on all points together
} swing;

static void add_powers(const sut_figure *f, const sut_thread_view *v, double power[3]) {
    power[0] = power[1] = power[2] = 0.0;
    for (int i = 0; i < v->vertex_count; i++) {
        sut_force_parts p;
        if (sut_thread_get_force_parts(f->world, sut_scene_thread_id(0), i, &p) != SUT_OK) {
            return;
        }
        power[0] += vec_dot(p.stretch_damper, v->velocity[i]);
        power[1] += vec_dot(p.bend_damper, v->velocity[i]);
        power[2] += vec_dot(p.swivel_damper, v->velocity[i]);
    }
}

static void look(swing *s, const sut_figure *f, sut_vec3 before) {
    sut_thread_view v = sut_figure_view(f);
    sut_force_parts p;
    if (!f->ok ||
        sut_thread_get_force_parts(f->world, sut_scene_thread_id(0), NODE, &p) != SUT_OK) {
        return;
    }
    sut_vec3 change = vec_scale(vec_sub(v.velocity[NODE], before), point / f->dt);
    s->balance = fmax(s->balance, vec_distance(sum_of(&p), change));
    const sut_vec3 kinds[5] = {p.stretch, p.stretch_damper, p.bend, p.bend_damper, p.swivel_damper};
    for (int k = 0; k < 5; k++) {
        s->most[k] = fmax(s->most[k], vec_norm(kinds[k]));
    }
    double power[3];
    add_powers(f, &v, power);
    for (int k = 0; k < 3; k++) {
        s->power[k] = fmax(s->power[k], power[k]);
    }
}

void sut_check_forces_by_kind(sut_check_log *log) {
    // steps short enough to be one part each, so that nothing acts between two looks
    const sut_scene_override step = {"dt", "0.25 ms"};
    sut_figure f = sut_figure_open(log, "shi_swing", &step, 1);
    swing s = {.power = {-HUGE_VAL, -HUGE_VAL, -HUGE_VAL}};
    sut_vec3 before = f.ok ? sut_figure_view(&f).velocity[NODE] : vec(0, 0, 0);
    while (sut_figure_step(&f)) {
        look(&s, &f, before);
        before = sut_figure_view(&f).velocity[NODE];
    }
    bool ok = f.ok;
    sut_figure_close(&f);
    if (!ok) {
        return;
    }
    static const char *const kinds[5] = {"spring", "spring damper", "torsional spring",
                                         "torsional damper", "swivel damper"};
    for (int k = 0; k < 5; k++) {
        char text[64];
        (void)snprintf(text, sizeof text, "15th point, largest force: %s", kinds[k]);
        // of a weight: each of the five is there to be seen
        sut_check_row(log, text, 1e-3 * point * 9.8, s.most[k], 0.0, SUT_TOL_MIN, "N");
    }
    sut_check_row(log, "all of them against mass times acceleration", 0.0, s.balance, 1e-9,
                  SUT_TOL_ABS, "N");
    sut_check_row(log, "power of spring dampers, at most", 0.0, s.power[0], 0.0, SUT_TOL_MAX, "W");
    sut_check_row(log, "power of torsional dampers, at most", 0.0, s.power[1], 0.0, SUT_TOL_MAX,
                  "W");
    sut_check_row(log, "power of swivel dampers, at most", 0.0, s.power[2], 0.0, SUT_TOL_MAX, "W");
    sut_check_note(log, "20 points of 50 g swing for 3 s; as printed, with the opposite sign, "
                        "torsional and swivel dampers would drive the motion");
}

//---- friction ------------------------------------------------------------------------------------
typedef struct rub {
    double worst;    // largest friction over normal force of any contact in any step
    double sliding;  // share of contacts where friction is all it can be, while the knot is drawn
    double friction; // N, mean sum over all contacts
} rub;

static rub rub_for(sut_check_log *log, double mu) {
    char value[16];
    (void)snprintf(value, sizeof value, "%g", mu);
    const sut_scene_override friction = {"threads[0].material.friction", value};
    sut_figure f = sut_figure_open(log, "shi_friction", &friction, 1);
    rub r = {0};
    double seen = 0.0;
    double looks = 0.0;
    while (sut_figure_step(&f)) {
        int count;
        const sut_contact_view *c = sut_world_contacts(f.world, &count);
        double time = sut_world_time(f.world);
        bool drawn = time > 0.8 && time < 1.8;
        looks += drawn;
        for (int i = 0; i < count; i++) {
            double normal = vec_dot(c[i].force, c[i].normal);
            sut_vec3 across = vec_sub(c[i].force, vec_scale(c[i].normal, normal));
            double ratio = normal > 1e-6 ? vec_norm(across) / normal : 0.0; // N: no contact at all
            r.worst = fmax(r.worst, ratio);
            if (drawn) {
                seen += 1.0;
                r.sliding += ratio > 0.99 * mu;
                r.friction += vec_norm(across);
            }
        }
    }
    r.sliding = f.ok ? r.sliding / seen : SUT_RIG_NAN;
    r.friction = f.ok ? r.friction / looks : SUT_RIG_NAN;
    sut_figure_close(&f);
    return r;
}

void sut_check_friction_of_springs(sut_check_log *log) {
    const double mu[4] = {0.1, 0.5, 1.0, 2.0};
    double sliding = 1.0;
    for (int i = 0; i < 4; i++) {
        rub r = rub_for(log, mu[i]);
        char text[80];
        (void)snprintf(text, sizeof text, "mu = %g: friction over normal force, largest", mu[i]);
        sut_check_row(log, text, mu[i], r.worst, 1e-9, SUT_TOL_REL, "");
        (void)snprintf(text, sizeof text, "mu = %g: friction of all contacts, mean", mu[i]);
        sut_check_row(log, text, 1.0, r.friction, 0.0, SUT_TOL_MIN, "N");
        if (i > 0) {
            (void)snprintf(text, sizeof text, "mu = %g: share that slides, below that of %g", mu[i],
                           mu[i - 1]);
            sut_check_row(log, text, sliding, r.sliding, 0.0, SUT_TOL_MAX, "");
        }
        sliding = r.sliding;
    }
    sut_check_note(log, "0.5 m, 50 points, an overhand knot drawn by two hands; means over 1 s");
}

//---- hands ---------------------------------------------------------------------------------------
// Static: hand, 19 springs and weights in a row. The hand went by d, its spring gives F / k_h, the
// suture (F + mean weight below) / k_l times its length.
static double one_hand_force(void) {
    const double d = 0.1;
    const double hand = 1200.0;
    const double spring = 800.0;
    const double length = 0.5;
    double weight = 10.0 * point * 9.8; // 1 to 19 points below an edge
    return (d - weight / spring * length) / (1.0 / hand + length / spring);
}

void sut_check_hands_of_springs(sut_check_log *log) {
    sut_figure one = sut_figure_open(log, "shi_one_hand", NULL, 0);
    while (sut_figure_step(&one)) {
    }
    double force = vec_norm(sut_figure_tool(&one, 0).hand_force);
    double scale = one.ok ? sut_scene_tool_force_scale(one.scene, 0) : SUT_RIG_NAN;
    sut_check_row(log, "one hand, pulled by 100 mm: force", one_hand_force(), force, 1e-3,
                  SUT_TOL_REL, "N");
    sut_check_row(log, "the same as the device gets it", 0.003 * one_hand_force(), scale * force,
                  1e-3, SUT_TOL_REL, "N");
    sut_figure_close(&one);
    sut_figure two = sut_figure_open(log, "shi_two_hands", NULL, 0);
    double most = 0.0;
    while (sut_figure_step(&two)) {
        most = fmax(most, vec_norm(sut_figure_tool(&two, 0).hand_force));
    }
    sut_vec3 left = sut_figure_tool(&two, 0).hand_force;
    sut_vec3 right = sut_figure_tool(&two, 1).hand_force;
    double weight = 50.0 * point * 9.8;
    // the knot still gives a little: what is in motion keeps 1 % of the force at most
    sut_check_row(log, "two hands: across, right against left", -left.x, right.x, 0.01, SUT_TOL_REL,
                  "N");
    sut_check_row(log, "two hands: what they carry", -weight, left.z + right.z, 0.01, SUT_TOL_REL,
                  "N");
    sut_check_row(log, "two hands: largest force, as the device gets it", 3.3, 0.003 * most, 0.0,
                  SUT_TOL_MAX, "N");
    sut_figure_close(&two);
    sut_check_note(log,
                   "k_h = 1200 N/m, scale 0.003; 3.3 N are what the published device can give");
}
