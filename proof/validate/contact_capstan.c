// SPDX-License-Identifier: MIT
// contact_capstan.c -- D1, D2: a thread drawn over a bar. One end carries a dead load T1, the other
// is drawn away slowly by a hand that feels T2.
//
// A limp polygon touches the bar at its vertices. Where it turns by d, T2/T1 of one vertex is
// (1 + mu tan(d/2)) / (1 - mu tan(d/2)); k of them over the angle theta (d = theta/k) give the
// power k, and exp(mu theta) in the limit.
//
// A thread of bending stiffness B leaves the bar earlier, at psi_i from where a limp one would:
//   cos psi_i = 1 - B / (2 T_i rho^2)
//   T2 (cos psi2 - mu sin psi2) = exp(mu (theta - psi1 - psi2)) T1 (cos psi1 + mu sin psi1)
// with rho the radius of the centre line.
#include "validate/checks.h"
#include "validate/rig.h"
#include "validate/vector.h"

#include <stdio.h>

typedef struct capstan {
    double friction;
    double load;  // N, T1
    double angle; // deg
    int vertices; // that the bar turns by angle / vertices each
    double bar;   // m, radius
    double bend;  // B / (T1 rho^2)
} capstan;

typedef struct drawn {
    double ratio; // T2 / T1, mean
    double angle; // rad, between the two pulls, mean
    double worst; // of T2 / T1 against the law of the very polygon, relative, limp threads only
} drawn;

// Drawn by one edge until all of it slides, then over two whole edges, because the vertices come
// and go with the period of one. A step turns a vertex by a thousandth of d: normals are those at
// the start of a step, which is worth (1 + mu^2) theta d / 1000, below 0.1 % in every case here.
enum { PER_EDGE = 1000, BEFORE = 1 * PER_EDGE, COUNTED = 2 * PER_EDGE };

//---- set up --------------------------------------------------------------------------------------
typedef struct winding {
    sut_vec3 x[SUT_RIG_MAX];
    int n;
    double edge;         // m
    sut_vec3 load, hand; // directions of the two ends
} winding;

// Round the bar (along y) from -angle/2 to angle/2, as a steep screw where it would meet itself.
static winding wind(const capstan *c, double thread, int lead) {
    winding w = {.n = c->vertices + 1 + 2 * lead};
    double rho = c->bar + thread;
    double theta = c->angle * SUT_PI / 180.0;
    double climb = c->angle > 180.0 ? 3.0 * thread / (2.0 * SUT_PI) : 0.0;
    double d = theta / c->vertices;
    double c2 = cos(0.5 * theta);
    double s2 = sin(0.5 * theta);
    w.edge = 2.0 * rho * sin(0.5 * d);
    w.load = vec_unit(vec(-rho * c2, -climb, -rho * s2));
    w.hand = vec_unit(vec(rho * c2, climb, -rho * s2));
    for (int i = 0; i <= c->vertices; i++) {
        double p = i * d - 0.5 * theta;
        w.x[lead + i] = vec(rho * sin(p), climb * p, rho * cos(p));
    }
    for (int i = 1; i <= lead; i++) {
        w.x[lead - i] = vec_add(w.x[lead], vec_scale(w.load, i * w.edge));
        w.x[w.n - 1 - lead + i] = vec_add(w.x[w.n - 1 - lead], vec_scale(w.hand, i * w.edge));
    }
    return w;
}

// One thread for all loads: EA = 2000 N stretches by a millionth to a few percent. As thick as a
// tenth of the bar, so that no edge dips into it by more than a tenth of the thread's radius, and
// the vertices alone touch it.
static sut_thread_def thread_for(const capstan *c, const winding *w, double thread) {
    double length = w->edge * (w->n - 1);
    double rho = c->bar + thread;
    sut_thread_def def = sut_rig_static(w->x, w->n, length, c->load * length * length);
    def.mobility *= 10.0; // drags by less than 1e-4 of the load
    def.radius = thread;
    def.EA = 2000.0;
    def.EI = c->bend * c->load * rho * rho;
    def.GJ = def.EI;
    def.friction = c->friction;
    return def;
}

//---- measure -------------------------------------------------------------------------------------
// T2/T1 that the polygon as it is now should have: each vertex by its own angles.
static double law_now(const sut_rig *r, double friction) {
    int count;
    const sut_contact_view *touch = sut_rig_contacts(r, &count);
    double ratio = 1.0;
    for (int i = 0; i < count; i++) {
        int v = touch[i].edge[0] + (touch[i].at[0] > 0.5 ? 1 : 0);
        sut_vec3 x = sut_rig_at(r, v);
        double in = vec_dot(vec_unit(vec_sub(x, sut_rig_at(r, v - 1))), touch[i].normal);
        double out = vec_dot(vec_unit(vec_sub(x, sut_rig_at(r, v + 1))), touch[i].normal);
        ratio *= (sqrt(1.0 - in * in) + friction * in) / (sqrt(1.0 - out * out) - friction * out);
    }
    return ratio;
}

// Angle by which the thread turns from the load to the hand, 0 to 2 pi.
static double turn_of(sut_vec3 load, sut_vec3 pull) {
    double first = atan2(load.z, -load.x);
    double last = atan2(-pull.z, pull.x);
    double turn = last - first;
    return turn < 0.0 ? turn + 2.0 * SUT_PI : turn;
}

static drawn draw(sut_check_log *log, const capstan *c) {
    double thread = 0.1 * c->bar;
    // long enough for the bending to die away
    winding w = wind(c, thread, c->bend > 0.0 ? c->vertices : 8);
    sut_world_def world = sut_rig_world(1e-6);
    sut_thread_def def = thread_for(c, &w, thread);
    sut_rig r = sut_rig_open(log, &world, &def);
    sut_obstacle_def bar = sut_default_obstacle_def();
    bar.kind = SUT_OBSTACLE_CYLINDER;
    bar.axis = vec(0, 1, 0);
    bar.radius = c->bar;
    bar.friction = c->friction;
    sut_rig_obstacle(&r, &bar);
    sut_rig_load(&r, 0, vec_scale(w.load, c->load));
    const int steps = BEFORE + COUNTED;
    sut_vec3 end = w.x[w.n - 1];
    sut_hold_key keys[2] = {{.position = end}, {.t = steps * SUT_RIG_DT}};
    keys[1].position = vec_add(end, vec_scale(w.hand, w.edge * steps / PER_EDGE));
    sut_hold_id hand = sut_rig_hold_keys(&r, -1, SUT_HOLD_PIN, keys, 2);

    sut_rig_run(&r, BEFORE, SUT_RIG_DT);
    drawn d = {0.0, 0.0, 0.0};
    for (int i = 0; i < COUNTED; i++) {
        sut_rig_run(&r, 1, SUT_RIG_DT);
        sut_vec3 pull = sut_rig_reading(&r, hand).force;
        double ratio = vec_norm(pull) / c->load;
        double off = fabs(ratio / law_now(&r, c->friction) - 1.0);
        d.ratio += ratio / COUNTED;
        d.angle += turn_of(w.load, pull) / COUNTED;
        d.worst = off > d.worst ? off : d.worst;
    }
    sut_rig_close(&r);
    return d;
}

//---- D1 ------------------------------------------------------------------------------------------
static double polygon_law(const capstan *c) {
    double t = c->friction * tan(0.5 * c->angle * SUT_PI / 180.0 / c->vertices);
    return pow((1.0 + t) / (1.0 - t), c->vertices);
}

// 0.5 %: the first and the last vertex turn by more or less than d, and normals lag (see above).
// The rows "of this very polygon" know where its vertices are; there, what remains is the tolerance
// of a step, 1e-6, made larger by the stiffness of the thread against its load.
static double limp_row(sut_check_log *log, const capstan *c) {
    drawn d = draw(log, c);
    char text[96];
    (void)snprintf(text, sizeof text, "mu %g, %g N, %g deg, %d vertices, bar %g mm: T2/T1",
                   c->friction, c->load, c->angle, c->vertices, 1e3 * c->bar);
    sut_check_row(log, text, polygon_law(c), d.ratio, 5e-3, SUT_TOL_REL, "");
    return d.worst;
}

void sut_check_capstan(sut_check_log *log) {
    static const double frictions[] = {0.2, 0.3, 0.5};
    static const double loads[] = {1e-3, 1.0, 10.0};
    double worst = 0.0;
    for (int i = 0; i < 9; i++) {
        capstan c = {frictions[i / 3], loads[i % 3], 180.0, 24, 5e-3, 0.0};
        double w = limp_row(log, &c);
        worst = w > worst ? w : worst;
    }
    sut_check_row(log, "every step against the law of this very polygon", 0.0, worst, 2e-3,
                  SUT_TOL_ABS, "");
    sut_check_note(log, "one limp thread, EA 2000 N, for all loads");
}

void sut_check_capstan_other(sut_check_log *log) {
    static const capstan cases[] = {
        {0.3, 1.0, 45.0, 12, 5e-3, 0.0},    {0.3, 1.0, 90.0, 12, 5e-3, 0.0},
        {0.3, 1.0, 270.0, 36, 5e-3, 0.0},   {0.3, 1.0, 360.0, 48, 5e-3, 0.0},
        {0.3, 1.0, 180.0, 24, 0.5e-3, 0.0}, {0.3, 1.0, 180.0, 24, 50e-3, 0.0},
        {0.05, 1.0, 180.0, 24, 5e-3, 0.0},  {1.0, 1.0, 180.0, 24, 5e-3, 0.0},
        {0.5, 1.0, 180.0, 12, 5e-3, 0.0},   {0.5, 1.0, 180.0, 48, 5e-3, 0.0},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        (void)limp_row(log, &cases[i]);
    }
    sut_check_note(log, "above 180 deg wound as a screw");
}

//---- D2 ------------------------------------------------------------------------------------------
static double lift_off(double bend, double pull) {
    return acos(1.0 - 0.5 * bend / pull);
}

// Pulls in units of T1. The difference of both sides grows with T2 from its least value on.
static double stiff_law(const capstan *c, double theta) {
    double mu = c->friction;
    double p1 = lift_off(c->bend, 1.0);
    double low = 0.5;
    double high = 2.0 * exp(mu * theta);
    for (int i = 0; i < 100; i++) {
        double t = 0.5 * (low + high);
        double p2 = lift_off(c->bend, t);
        double left = t * (cos(p2) - mu * sin(p2));
        double right = exp(mu * (theta - p1 - p2)) * (cos(p1) + mu * sin(p1));
        *(left < right ? &low : &high) = t;
    }
    return 0.5 * (low + high);
}

// 0.5 %: the lift-off point is known to a part of an edge. The angle between the pulls is the
// measured one, because the hand stands where a limp thread would.
void sut_check_capstan_stiff(sut_check_log *log) {
    static const capstan cases[] = {{0.3, 1.0, 180.0, 48, 5e-3, 0.2},
                                    {0.1, 1.0, 180.0, 48, 5e-3, 0.2},
                                    {0.3, 1.0, 180.0, 48, 5e-3, 0.02},
                                    {0.5, 1.0, 180.0, 48, 5e-3, 0.1},
                                    {0.3, 1.0, 120.0, 32, 2e-3, 0.1}};
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        const capstan *c = &cases[i];
        drawn d = draw(log, c);
        char text[96];
        (void)snprintf(text, sizeof text, "mu %g, %g deg, B/(T1 rho^2) %g: T2/T1", c->friction,
                       c->angle, c->bend);
        sut_check_row(log, text, stiff_law(c, d.angle), d.ratio, 5e-3, SUT_TOL_REL, "");
    }
    char text[96];
    (void)snprintf(text, sizeof text, "law at exactly 180 deg: %.6f (first), %.6f (second)",
                   stiff_law(&cases[0], SUT_PI), stiff_law(&cases[1], SUT_PI));
    sut_check_note(log, text);
}
