// SPDX-License-Identifier: MIT
// variational_figures.c -- what inextensible threads do when they touch themselves: the published
// experiments with a plectoneme and a knot, told by numbers that do not depend on the picture.
#include "sutura/knot.h"
#include "sutura/scene.h"
#include "validate/checks.h"
#include "validate/rig.h"
#include "validate/vector.h"

#include <stdio.h>
#include <string.h>

//---- plectoneme ----------------------------------------------------------------------------------
typedef struct winding {
    int edges;
    double EI, GJ, mass_per_length, radius;
    double near;  // m, to which the ends come together
    double rate;  // rad/s of the turning end
    double turn;  // rad, at the end
    double delay; // s, between coming together and turning
} winding;

static double start_of(const winding *k) {
    return (1.0 - k->near) / 0.5 + k->delay; // the end comes at 0.5 m/s
}

// One metre, both tangents held; the second end comes nearer and then turns.
static sut_rig wind(sut_check_log *log, const winding *k, sut_hold_id *end) {
    sut_vec3 x[SUT_RIG_MAX];
    for (int i = 0; i <= k->edges; i++) {
        double s = (double)i / k->edges;
        // not quite straight, or it would not know where to give way
        x[i] = vec(s, 0.01 * sin(SUT_PI * s), 0.002 * sin(2.0 * SUT_PI * s));
    }
    sut_thread_def def = sut_default_thread_def();
    def.model = SUT_MODEL_VARIATIONAL;
    def.positions = x;
    def.vertex_count = k->edges + 1;
    def.EI = k->EI;
    def.GJ = k->GJ;
    def.EA = 1000.0;
    def.mass_per_length = k->mass_per_length;
    def.radius = k->radius;
    def.damping_bend = 5e-3;
    def.drag = 0.05;
    sut_world_def world = sut_rig_world(1e-4);
    sut_rig r = sut_rig_open(log, &world, &def);
    const sut_vec3 forward = vec(1, 0, 0);
    const sut_vec3 place = vec(k->near, 0, 0);
    double start = start_of(k);
    sut_hold_key keys[4] = {
        {.position = x[k->edges], .direction = forward},
        {.t = start - k->delay, .position = place, .direction = forward},
        {.t = start, .position = place, .direction = forward},
        {.t = start + k->turn / k->rate, .position = place, .direction = forward, .spin = k->turn}};
    sut_rig_hold_at(&r, 0, SUT_HOLD_TWIST, (sut_hold_key){.direction = forward});
    *end = sut_rig_hold_keys(&r, -1, SUT_HOLD_TWIST, keys, 4);
    return r;
}

static double twist_left(const sut_rig *r) {
    sut_thread_view v;
    if (!r->ok || sut_thread_get_view(r->world, r->thread, &v) != SUT_OK) {
        return SUT_RIG_NAN;
    }
    return v.twist[r->n - 2];
}

static double worst_length(const sut_rig *r) {
    double peak = SUT_RIG_NAN;
    if (r->ok && sut_thread_get_peak_stretch(r->world, r->thread, &peak) != SUT_OK) {
        peak = SUT_RIG_NAN;
    }
    return peak;
}

// Torque against the angle: it rises, falls when a loop forms, is caught by the contact, rises.
typedef struct fall {
    double high, low;     // N m, torque before and after
    int touching[2];      // contacts there
    double turn_at_start; // rad, of the turned end
} fall;

enum { FALLS = 8 };

// Falls of more than 3 %, in the order in which they come.
static int watch_torque(sut_rig *r, sut_hold_id end, const winding *k, fall *falls) {
    int count = 0;
    double high = 0.0;
    double low = 0.0;
    bool down = false;
    fall now = {0};
    // the swinging of the first radians is none of the loops' business
    const double quiet = 0.25 * k->turn;
    sut_rig_run(r, (int)lround((start_of(k) + quiet / k->rate) / 1e-3), 1e-3);
    int steps = (int)lround((k->turn - quiet) / k->rate / 1e-3);
    for (int i = 0; i < steps && r->ok; i++) {
        sut_rig_run(r, 1, 1e-3);
        sut_hold_view h = sut_rig_reading(r, end);
        int touching;
        (void)sut_rig_contacts(r, &touching);
        double torque = h.spin_torque;
        if (!down && torque > high) {
            high = torque;
            now = (fall){torque, torque, {touching, touching}, h.spin};
        } else if (torque < 0.97 * high && (!down || torque < low)) {
            down = true;
            low = torque;
            now.low = torque;
            now.touching[1] = touching;
        } else if (down && torque > 1.03 * low) {
            if (count < FALLS) {
                falls[count++] = now;
            }
            down = false;
            high = torque;
        }
    }
    return count;
}

static void fall_rows(sut_check_log *log, const char *which, const fall *f) {
    char text[96];
    (void)snprintf(text, sizeof text, "%s loop, at %.1f rad: torque after over before", which,
                   f->turn_at_start);
    sut_check_row(log, text, 0.97, f->low / f->high, 0.0, SUT_TOL_MAX, "");
    (void)snprintf(text, sizeof text, "%s loop: new contacts", which);
    sut_check_row(log, text, 1.0, f->touching[1] - f->touching[0], 0.0, SUT_TOL_MIN, "");
}

void sut_check_loops(sut_check_log *log) {
    const winding k = {40, 5e-4, 5e-4, 0.02, 7.5e-3, 0.7, 1.0, 30.0, 1.0};
    sut_hold_id end;
    sut_rig r = wind(log, &k, &end);
    fall falls[FALLS] = {0};
    int count = watch_torque(&r, end, &k, falls);
    sut_check_row(log, "loops that form, by falls of the torque", 2.0, count, 0.0, SUT_TOL_MIN, "");
    fall_rows(log, "first", &falls[0]);
    // the first contact makes it swing; the next loop comes later
    int next = 1;
    while (next < count - 1 && falls[next].turn_at_start < falls[0].turn_at_start + 4.0) {
        next++;
    }
    fall_rows(log, "second", &falls[next]);
    sut_check_row(log, "in between the torque rises, second over first", 1.0,
                  falls[next].high / falls[0].high, 0.0, SUT_TOL_MIN, "");
    sut_check_row(log, "twist left of 30 rad", 25.0, twist_left(&r), 0.0, SUT_TOL_MAX, "rad");
    // in equilibrium the twist is the same everywhere; both are of the same state
    double uniform = k.GJ * twist_left(&r) / (1.0 - 1.0 / k.edges);
    sut_check_row(log, "torque over GJ times twist per length", 1.0,
                  sut_rig_reading(&r, end).spin_torque / uniform, 1e-3, SUT_TOL_ABS, "");
    sut_check_row(log, "worst error of a length", 1e-10, worst_length(&r), 0.0, SUT_TOL_MAX,
                  "relative");
    sut_rig_close(&r);
    sut_check_note(log, "1 m, 20 g, 40 edges, ends 0.7 m apart, turned by 30 rad");
}

// Pulled by a constant force while it is wound up, in units of EI and the radius: the law of B5 for
// the plateau, here with F r^2 / EI = 0.1.
static const double plateau_pull = 0.1;
static const double plateau_law = 0.2996437; // M r / EI
static const double plateau_time = 500.0;    // to wind up

static sut_rig lay_screw(sut_check_log *log) {
    enum { EDGES = 160 };
    const double length = 80.0;
    sut_vec3 x[EDGES + 1];
    for (int i = 0; i <= EDGES; i++) {
        double s = (double)i / EDGES;
        double turn = 0.4 * (s - 0.5) * length;
        double size = 0.5 * pow(sin(SUT_PI * s), 8.0); // a slight screw where the loop is to form
        x[i] = vec(s * length, size * sin(turn), size * cos(turn));
    }
    sut_thread_def def = sut_default_thread_def();
    def.model = SUT_MODEL_VARIATIONAL;
    def.positions = x;
    def.vertex_count = EDGES + 1;
    def.radius = 1.0;
    def.EI = 1.0;
    def.GJ = 5.0;
    def.EA = 100.0;
    def.mass_per_length = 1.0;
    def.damping_bend = 0.2;
    def.damping_linear = 0.02;
    sut_world_def world = sut_rig_world(1e-4);
    return sut_rig_open(log, &world, &def);
}

// Four turns, a rest, half a turn back, a rest.
static sut_hold_id pull_and_turn(sut_rig *r) {
    const sut_vec3 forward = vec(1, 0, 0);
    const sut_vec3 beyond = vec(160, 0, 0); // a hand of limited strength pulls with all of it
    const double when[4] = {0.0, 1.0, 1.5, 1.75};
    const double turns[4] = {0.0, 4.0, 4.0, 3.5};
    sut_hold_key keys[4];
    for (int k = 0; k < 4; k++) {
        keys[k] = (sut_hold_key){.t = when[k] * plateau_time,
                                 .position = beyond,
                                 .direction = forward,
                                 .spin = 2.0 * SUT_PI * turns[k]};
    }
    sut_rig_hold_at(r, 0, SUT_HOLD_TWIST,
                    (sut_hold_key){.position = sut_rig_at(r, 0), .direction = forward});
    sut_hold_def hold = sut_default_hold_def();
    hold.vertex = -1;
    hold.kind = SUT_HOLD_TWIST;
    hold.keys = keys;
    hold.key_count = 4;
    hold.max_force = plateau_pull;
    sut_hold_id end = {0, 0};
    if (r->ok && sut_hold_create(r->world, r->thread, &hold, &end) != SUT_OK) {
        sut_check_fail(r->log, sut_world_refusal(r->world));
        r->ok = false;
    }
    return end;
}

void sut_check_plateau(sut_check_log *log) {
    const double dt = 0.05;
    sut_rig r = lay_screw(log);
    sut_hold_id end = pull_and_turn(&r);
    double peak = 0.0;
    for (int i = 0; r.ok && i < lround(2.4 * plateau_time / dt); i++) {
        sut_rig_run(&r, 1, dt);
        double torque = sut_rig_reading(&r, end).spin_torque;
        peak = torque > peak ? torque : peak;
    }
    int touching;
    (void)sut_rig_contacts(&r, &touching);
    double torque = sut_rig_reading(&r, end).spin_torque;
    sut_check_row(log, "contacts of the wound part", 15.0, touching, 0.0, SUT_TOL_MIN, "");
    sut_check_row(log, "torque before the first loop over the plateau", 2.0, peak / torque, 0.0,
                  SUT_TOL_MIN, "");
    sut_check_row(log, "torque of the plateau", plateau_law, torque, 5e-2, SUT_TOL_REL, "EI/r");
    sut_check_row(log, "worst error of a length", 1e-10, worst_length(&r), 0.0, SUT_TOL_MAX,
                  "relative");
    sut_rig_close(&r);
    sut_check_note(log, "80 r, 160 edges; 5 %: the end loop is left out of the law");
}

//---- knot ----------------------------------------------------------------------------------------
static const char knot_scene[] =
    "{\"sutura\": 1, \"gravity\": [0, 0, 0], \"threads\": [{\"model\": \"variational\","
    "\"vertices\": 151, \"length\": 1, \"material\": {\"EI\": 2.5e-5, \"GJ\": 2e-3, \"EA\": 100,"
    "\"mass_per_length\": 0.02, \"radius\": \"4 mm\", \"friction\": 0.3},"
    "\"damping\": {\"bend\": \"5 ms\", \"linear\": 0.05},"
    "\"shape\": {\"type\": \"knot\", \"knot\": \"reef\", \"loop\": \"280 mm\"},"
    "\"hold\": [{\"vertex\": 0, \"how\": \"pin\"}, {\"vertex\": -1, \"how\": \"force\","
    "\"motion\": [{\"t\": 0, \"force\": [0, 0, 0]}, {\"t\": 1, \"force\": [0.5, 0, 0]}]}]}]}";

static void name_row(sut_check_log *log, const sut_thread_view *v, const char *when) {
    sut_knot_thread thread = {.positions = v->position, .vertex_count = v->vertex_count};
    sut_knot knot;
    memset(&knot, 0, sizeof knot);
    bool named = sut_knot_name(&thread, 1, SUT_KNOT_THOROUGH, &knot) == SUT_OK;
    char text[64];
    (void)snprintf(text, sizeof text, "it is a square knot %s", when);
    sut_check_row(log, text, 1.0, named && strcmp(knot.loops[0].name, "3_1#m3_1") == 0, 0.0,
                  SUT_TOL_ABS, "");
    sut_knot_free(&knot);
}

void sut_check_square_knot(sut_check_log *log) {
    sut_scene_error error;
    sut_world *world = NULL;
    sut_scene *scene = sut_scene_read_text(knot_scene, strlen(knot_scene), "knot", NULL, &error);
    sut_thread_id id = sut_scene_thread_id(0);
    if (!scene || sut_scene_build(scene, NULL, &world, &error) != SUT_OK) {
        sut_check_fail(log, error.text);
        sut_scene_free(scene);
        return;
    }
    sut_thread_view v;
    double reach[4] = {0.0};
    double peak = 0.0;
    bool ok = sut_thread_get_view(world, id, &v) == SUT_OK;
    name_row(log, &v, "at the start");
    reach[0] = vec_distance(v.position[0], v.position[v.vertex_count - 1]);
    for (int i = 1; ok && i <= 10000; i++) {
        ok = sut_world_step(world, 0.5e-3) == SUT_OK;
        if (i == 2000 || i == 9000 || i == 10000) {
            ok = ok && sut_thread_get_view(world, id, &v) == SUT_OK;
            reach[i == 2000 ? 1 : (i == 9000 ? 2 : 3)] =
                vec_distance(v.position[0], v.position[v.vertex_count - 1]);
        }
    }
    ok = ok && sut_thread_get_peak_stretch(world, id, &peak) == SUT_OK;
    if (!ok) {
        sut_check_fail(log, "a step failed");
    } else {
        name_row(log, &v, "at the end");
        sut_check_row(log, "ends apart, start to 1 s", 0.2, reach[1] - reach[0], 0.0, SUT_TOL_MIN,
                      "m");
        sut_check_row(log, "ends apart, 4.5 s to 5 s", 0.0, reach[3] - reach[2], 2e-2, SUT_TOL_ABS,
                      "m");
        sut_check_row(log, "axial force at the pulled end", 0.5, v.tension[v.vertex_count - 2],
                      5e-3, SUT_TOL_ABS, "N");
        sut_check_row(log, "axial force at the pin", 0.5, v.tension[0], 2.5e-2, SUT_TOL_ABS, "N");
        sut_check_row(log, "worst error of a length", 1e-10, peak, 0.0, SUT_TOL_MAX, "relative");
    }
    sut_world_destroy(world);
    sut_scene_free(scene);
    sut_check_note(log, "1 m, 20 g, 150 edges, drawn tight with 0.5 N: the force grows and stays");
}
