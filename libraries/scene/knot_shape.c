// SPDX-License-Identifier: MIT
// knot_shape.c -- three constructions give all knots.
//
// Throws: two strands wind about each other, 2 turns + 1 half turns along x; each enters at the
// bottom of its side and leaves at the top of the other, turns round and enters the next throw. One
// throw whose strands are joined by a loop is the overhand knot.
//
// Bights: the flat form of the reef family, a U of one strand with the other woven through it.
//
// Twists: a strand makes a bight, the bight is twisted, and the end goes round and through its eye:
// 2 half turns make the figure-eight, 4 the stevedore.
//
// The numbers are for strands that keep 1.2 diameters apart; `size` scales them.
#include "knot_shape.h"

#include "math/vec3.h"

#include <math.h>

#define PI 3.14159265358979323846
#define SIN15 0.25881904510252076235
#define COS15 0.96592582628906828675
#define SIN45 0.70710678118654752440
#define SIN60 0.86602540378443864676

static const double DRAWN_SIZE = 1.2; // of the constructions below
static const double STEP = 0.75;      // between control points of straight parts
static const double BRAID = 0.72;     // radius of the control polygon of a braid
static const double HALF_TURN = 3.0;  // length of half a turn of it
static const double BEND = 1.45;      // radius of the control polygon of a U-turn
static const double LEAST_LOOP = 1.6; // radius of the smallest loop
static const double DEFAULT_LOOP = 4.0;

// sine of eighths of a turn; the cosine is two entries further
static double sin8(int i) {
    static const double table[8] = {0.0, SIN45, 1.0, SIN45, 0.0, -SIN45, -1.0, -SIN45};
    return table[i & 7];
}

// three points in a row make a curve that starts on the second, along them
static void add_lead_in(sut_knot_path *p, sut_vec3 to, double side) {
    for (int i = 3; i > 0; i--) {
        sut_knot_path_add(p, v3(to.x + side * STEP * (double)i, to.y, to.z));
    }
}

static void add_lead_out(sut_knot_path *p, double side) {
    sut_vec3 from = p->point[p->count - 1];
    for (int i = 1; i <= 3; i++) {
        sut_knot_path_add(p, v3(from.x + side * STEP * (double)i, from.y, from.z));
    }
}

// half a circle upwards in the plane of x and z, bulging to the side; its ends are there already
static void add_turn(sut_knot_path *p, double side, double x, double y, double z) {
    static const double wave[5][2] = {
        {0.5, -SIN60}, {SIN60, -0.5}, {1.0, 0.0}, {SIN60, 0.5}, {0.5, SIN60}};
    for (int i = 0; i < 5; i++) {
        sut_knot_path_add(p, v3(x + side * BEND * wave[i][0], y, z + BEND * wave[i][1]));
    }
}

//---- loops ---------------------------------------------------------------------------------------

// takes `arm`, from the middle of a circle, to the next control point
static sut_vec3 turn15(sut_vec3 arm) {
    return v3(COS15 * arm.x - SIN15 * arm.z, arm.y, SIN15 * arm.x + COS15 * arm.z);
}

// Distances on a large circle at which it is joined to the fine controls of a knot: each twice as
// far from the one before as that from its own, so that the curve does not feel the change.
enum { MOST_JOINTS = 16 };
static int joints(double radius, double *at) {
    int count = 0;
    double gap = STEP;
    for (double s = STEP; s < 0.13 * radius && count < MOST_JOINTS; s += gap) {
        at[count++] = s;
        gap *= 2.0;
    }
    return count;
}

// the point of a circle about the origin that is `along` from its top, to the side
static sut_vec3 on_circle(double radius, double side, double along) {
    // tan of half the angle, near enough for the small angles of joints
    double t = 0.5 * along / radius;
    double scale = radius / (1.0 + t * t);
    return v3(side * 2.0 * t * scale, 0.0, (1.0 - t * t) * scale);
}

// From the last point, which leaves to -x, round below and back to `to` from +x: two half circles
// and a straight part. `radius` is of the curve; its controls lie further out.
static void add_loop(sut_knot_path *p, sut_vec3 to, double radius) {
    enum { HALF = 12 };
    double at[MOST_JOINTS];
    double outer = radius * 3.0 / (2.0 + COS15);
    int count = joints(outer, at);
    sut_vec3 from = p->point[p->count - 1];
    sut_vec3 left = v3(from.x, from.y, from.z - outer);
    sut_vec3 right = v3(to.x, to.y, from.z - outer);
    for (int i = 0; i < count; i++) {
        sut_knot_path_add(p, v3_add(left, on_circle(outer, -1.0, at[i])));
    }
    sut_vec3 arm = v3(0.0, 0.0, outer);
    for (int i = 1; i < HALF; i++) {
        arm = turn15(arm);
        sut_knot_path_add(p, v3_add(left, arm));
    }
    arm = turn15(arm);
    sut_knot_path_add(p, v3(from.x, from.y, left.z - outer));
    sut_knot_path_line(p, v3(to.x, to.y, left.z - outer), fmax(STEP, 0.3 * outer));
    for (int i = 1; i < HALF; i++) {
        arm = turn15(arm);
        sut_knot_path_add(p, v3_add(right, arm));
    }
    for (int i = count - 1; i >= 0; i--) {
        sut_knot_path_add(p, v3_add(right, on_circle(outer, 1.0, at[i])));
    }
}

//---- throws --------------------------------------------------------------------------------------

// x of the end of a throw
static double reach_of(int turns) {
    return 0.5 * HALF_TURN * (double)(2 * turns + 1);
}

static double height_of(const sut_knot_def *d, int i) {
    return (2.0 * BRAID + 2.0 * BEND) * ((double)i - 0.5 * (double)(d->throw_count - 1));
}

// a strand that enters at the bottom of its side
static void add_throw(sut_knot_path *p, double side, double z, int turns, int hand) {
    int steps = 4 * (2 * turns + 1);
    double start = reach_of(turns);
    for (int i = 0; i <= steps; i++) {
        double x = start - 0.25 * HALF_TURN * (double)i;
        double y = -(double)hand * BRAID * sin8(i);
        sut_knot_path_add(p, v3(side * x, side * y, z - BRAID * sin8(i + 2)));
    }
}

// out from one throw far enough for both, round, and in again as far as the next throw
static void add_way_up(const sut_knot_def *d, double side, int i, sut_knot_path *p) {
    double low = height_of(d, i) + BRAID;
    double high = low + 2.0 * BEND;
    double next = reach_of(d->turns[i + 1]);
    double x = STEP + fmax(reach_of(d->turns[i]), next);
    sut_knot_path_line(p, v3(side * x, 0.0, low), STEP);
    add_turn(p, side, side * x, 0.0, low + BEND);
    sut_knot_path_add(p, v3(side * x, 0.0, high));
    if (x - next > 1.5 * STEP) {
        sut_knot_path_line(p, v3(side * (next + STEP), 0.0, high), STEP);
    }
}

// The strand that starts at -x (side -1) or +x, up through all throws.
static void add_throw_strand(const sut_knot_def *d, double side, sut_knot_path *p) {
    for (int i = 0; i < d->throw_count; i++) {
        add_throw(p, side, height_of(d, i), d->turns[i], d->hand[i]);
        side = -side;
        if (i + 1 < d->throw_count) {
            add_way_up(d, side, i, p);
        }
    }
    add_lead_out(p, side);
}

static sut_vec3 throw_foot(const sut_knot_def *d, double side) {
    return v3(side * (reach_of(d->turns[0]) + STEP), 0.0, height_of(d, 0) - BRAID);
}

static void add_throws(const sut_knot_def *d, double radius, sut_knot_path *p) {
    if (d->strand >= 0) {
        double side = d->strand == 0 ? -1.0 : 1.0;
        sut_vec3 foot = throw_foot(d, side);
        add_lead_in(p, v3(foot.x - side * STEP, foot.y, foot.z), side);
        add_throw_strand(d, side, p);
        return;
    }
    add_throw_strand(d, -1.0, p);
    sut_knot_path_reverse(p);
    sut_knot_path_add(p, throw_foot(d, -1.0));
    add_loop(p, throw_foot(d, 1.0), radius);
    sut_knot_path_add(p, throw_foot(d, 1.0));
    add_throw_strand(d, 1.0, p);
}

//---- bights --------------------------------------------------------------------------------------

static const double BIGHT_UNIT = 2.25;

// half of the open U and of the strand through it, standing ends first
static const sut_vec3 bight_u[] = {
    {-4.6, 1.2, 0.0}, {-3.6, 1.2, 0.0}, {-2.6, 1.2, 0.0}, {-1.6, 1.2, 0.0},
    {-0.5, 1.2, 0.0}, {0.5, 1.2, 0.0},  {1.4, 0.9, 0.0},
};
static const sut_vec3 bight_through[] = {
    {5.6, 0.45, 0.0},  {4.8, 0.45, 0.0},  {4.0, 0.45, 0.0},  {3.0, 0.45, -0.6},
    {1.8, 0.42, -1.1}, {0.8, 0.42, -0.2}, {0.1, 0.7, 0.9},   {-0.5, 1.4, 1.15},
    {-1.1, 2.1, 0.4},  {-1.5, 2.0, -0.7}, {-1.6, 1.2, -1.1},
};

// there, over the middle, and back mirrored in y and perhaps in z
static void add_bight(sut_knot_path *p, const sut_vec3 *half, int count, sut_vec3 middle,
                      double z_back) {
    for (int i = 0; i < count; i++) {
        sut_knot_path_add(p, v3_scale(half[i], BIGHT_UNIT));
    }
    sut_knot_path_add(p, v3_scale(middle, BIGHT_UNIT));
    for (int i = count - 1; i >= 0; i--) {
        sut_vec3 back = v3(half[i].x, -half[i].y, z_back * half[i].z);
        sut_knot_path_add(p, v3_scale(back, BIGHT_UNIT));
    }
}

static void add_bight_strand(const sut_knot_def *d, int strand, sut_knot_path *p) {
    enum { U = sizeof bight_u / sizeof *bight_u };
    enum { THROUGH = sizeof bight_through / sizeof *bight_through };
    bool granny = d->kind == SUT_KNOT_GRANNY || d->kind == SUT_KNOT_GRIEF;
    if (strand == 0) {
        add_bight(p, bight_u, U, v3(1.8, 0.0, 0.0), 1.0);
    } else {
        sut_vec3 middle = v3(-1.6, 0.0, granny ? 0.0 : -1.1);
        add_bight(p, bight_through, THROUGH, middle, granny ? -1.0 : 1.0);
    }
}

static void add_bights(const sut_knot_def *d, double radius, sut_knot_path *p) {
    if (d->strand >= 0) {
        add_bight_strand(d, d->strand, p);
        // the standing end of the second strand is then at the side of the other's tail
        if (d->strand == 1 && (d->kind == SUT_KNOT_THIEF || d->kind == SUT_KNOT_GRIEF)) {
            sut_knot_path_reverse(p);
        }
        return;
    }
    add_bight_strand(d, 0, p);
    sut_knot_path_reverse(p);
    add_loop(p, v3_scale(bight_through[0], BIGHT_UNIT), radius);
    add_bight_strand(d, 1, p);
}

//---- twists --------------------------------------------------------------------------------------

// the eye of the bight, from below, about a middle on the axis
static const double eye[][2] = {
    {-0.95, -1.65}, {0.0, -1.9},  {0.95, -1.65}, {1.65, -0.95}, {1.9, 0.0},
    {1.65, 0.95},   {0.95, 1.65}, {0.0, 1.9},    {-0.95, 1.65},
};
// the end comes along above, goes round the upper half of the eye and through it
static const sut_vec3 through_eye[] = {
    {-1.6, 0.15, 3.62}, {-0.8, 0.6, 3.4},  {-0.2, 1.3, 2.8}, {0.0, 1.75, 1.9}, {0.0, 1.4, 0.8},
    {0.0, 0.4, 0.05},   {0.1, -0.7, -0.1}, {0.6, -1.7, 0.0}, {1.5, -2.3, 0.0}, {2.5, -2.5, 0.0},
};

static void add_twists(int half_turns, sut_knot_path *p) {
    double length = HALF_TURN * (double)half_turns;
    double left = -0.5 * length - 1.0;
    double middle = left + length + 2.2;
    int steps = 4 * half_turns;
    add_lead_in(p, v3(left, 0.0, -BRAID), -1.0);
    for (int i = 0; i <= steps; i++) {
        double x = left + 0.25 * HALF_TURN * (double)i;
        sut_knot_path_add(p, v3(x, BRAID * sin8(i), -BRAID * sin8(i + 2)));
    }
    for (size_t i = 0; i < sizeof eye / sizeof *eye; i++) {
        sut_knot_path_add(p, v3(middle + eye[i][0], 0.0, eye[i][1]));
    }
    for (int i = steps; i >= 0; i--) {
        double x = left + 0.25 * HALF_TURN * (double)i;
        sut_knot_path_add(p, v3(x, -BRAID * sin8(i), BRAID * sin8(i + 2)));
    }
    sut_knot_path_add(p, v3(left - STEP, 0.0, BRAID));
    add_turn(p, -1.0, left - STEP, 0.0, BRAID + BEND);
    double high = BRAID + 2.0 * BEND;
    sut_knot_path_add(p, v3(left - STEP, 0.0, high));
    sut_knot_path_line(p, v3(middle - 2.4, 0.0, high), STEP);
    for (size_t i = 0; i < sizeof through_eye / sizeof *through_eye; i++) {
        sut_vec3 e = through_eye[i];
        sut_knot_path_add(p, v3(middle + e.x, e.y, e.z));
    }
    add_lead_out(p, 1.0);
}

//---- all -----------------------------------------------------------------------------------------

bool sut_knot_parse_throws(const char *text, sut_knot_def *out) {
    int hand = 1;
    int count = 0;
    for (const char *c = text;; c++) {
        if (count == SUT_KNOT_MOST_THROWS || *c < '1' || *c > '0' + SUT_KNOT_MOST_TURNS) {
            return false;
        }
        out->turns[count] = *c - '0';
        out->hand[count] = hand;
        count++;
        c++;
        if (*c == '\0') {
            out->throw_count = count;
            return true;
        }
        if (*c != '=' && *c != 'x') {
            return false;
        }
        hand = *c == '=' ? -hand : hand;
    }
}

bool sut_knot_has_strands(sut_knot_kind kind) {
    return kind >= SUT_KNOT_REEF;
}

bool sut_knot_has_loop(sut_knot_kind kind) {
    return kind == SUT_KNOT_OVERHAND || kind == SUT_KNOT_REEF || kind == SUT_KNOT_GRANNY ||
           kind == SUT_KNOT_THROWS;
}

static double scale_of(const sut_knot_def *d) {
    return d->size / DRAWN_SIZE;
}

// the straight part of a loop, drawn
static double loop_span(const sut_knot_def *d) {
    bool bights = d->kind == SUT_KNOT_REEF || d->kind == SUT_KNOT_GRANNY;
    return bights ? BIGHT_UNIT * (bight_through[0].x - bight_u[0].x) : 2.0 * throw_foot(d, 1.0).x;
}

double sut_knot_least_loop(const sut_knot_def *d) {
    return scale_of(d) * (2.0 * PI * LEAST_LOOP + loop_span(d));
}

void sut_knot_path_make(const sut_knot_def *d, sut_knot_path *out) {
    out->count = 0;
    double radius = DEFAULT_LOOP;
    if (d->loop > 0.0 && sut_knot_has_loop(d->kind)) {
        radius = (d->loop / scale_of(d) - loop_span(d)) / (2.0 * PI);
    }
    switch (d->kind) {
    case SUT_KNOT_OVERHAND:
    case SUT_KNOT_THROWS:
        add_throws(d, radius, out);
        break;
    case SUT_KNOT_FIGURE_EIGHT:
        add_twists(2, out);
        break;
    case SUT_KNOT_STEVEDORE:
        add_twists(4, out);
        break;
    case SUT_KNOT_REEF:
    case SUT_KNOT_GRANNY:
    case SUT_KNOT_THIEF:
    case SUT_KNOT_GRIEF:
        add_bights(d, radius, out);
        break;
    }
    // an overhand knot has its loop above, and starts at -x
    double turn = d->kind == SUT_KNOT_OVERHAND ? -1.0 : 1.0;
    double y = d->mirror ? -1.0 : 1.0;
    for (int i = 0; i < out->count; i++) {
        sut_vec3 q = v3_scale(out->point[i], scale_of(d));
        out->point[i] = v3(turn * q.x, y * q.y, turn * q.z);
    }
}
