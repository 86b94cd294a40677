// SPDX-License-Identifier: MIT
// needle_jaws.c -- jaws of tools that hold a needle at a place of its arc.
//
// Each is a spring between that place and the tool, and one between their turns; neither pulls
// harder than its limit. Newton takes the secant of both: force over what is left of the way. A
// force on an arm r ties displacement u and turn p together: its place moves by u + p x r.
// docs/theory/tools.md
#include "needle/needle.h"

#include <math.h>
#include <string.h>

double sut_needle_jaws_stiffness(const sut_needle *n, int kind, double most) {
    const double give = 0.05;    // of the diameter, at the limit: too little to be seen
    const double stiffer = 10.0; // than the stiffest link, at most: more is not seen beside those
    double room = give * n->form.diameter;
    double half = 0.5 * n->form.length;
    double limit = stiffer * n->form.hard * (kind == 0 ? 1.0 : half * half);
    double stiffness = most / (kind == 0 ? room : room / half);
    return stiffness < limit ? stiffness : limit;
}

typedef struct jaws_way {
    sut_vec3 arm; // m, world axes
    sut_vec3 line, turn;
} jaws_way;

static jaws_way way_of(const sut_needle *n, const sut_needle_jaws *j) {
    sut_quat turn = q_mul(q_exp(n->swing), n->state.turn);
    sut_vec3 arm = q_rotate(turn, j->arm);
    sut_vec3 at = v3_add(v3_add(n->state.place, n->way), arm);
    return (jaws_way){arm, v3_sub(j->place, at), q_way(turn, j->turn)};
}

static double secant(const sut_needle *n, int kind, double most, double way) {
    double stiffness = sut_needle_jaws_stiffness(n, kind, most);
    return stiffness * way > most ? most / way : stiffness;
}

// Of the rotation: k (|r|^2 1 - r r^T).
static void add_bite(double m[9], double k, sut_vec3 r) {
    const double a[3] = {r.x, r.y, r.z};
    for (int e = 0; e < 9; e++) {
        m[e] += k * ((e % 4 == 0 ? v3_norm2(r) : 0.0) - a[e / 3] * a[e % 3]);
    }
}

sut_needle_pair sut_needle_jaws_load(sut_needle *n) {
    sut_needle_pair sum = {v3_zero(), v3_zero()};
    n->lever = v3_zero();
    memset(n->bite, 0, sizeof n->bite);
    for (int i = 0; i < SUT_NEEDLE_JAWS; i++) {
        sut_needle_jaws *j = &n->jaws[i];
        if (!j->holds) {
            continue;
        }
        jaws_way way = way_of(n, j);
        double line = secant(n, 0, j->force, v3_norm(way.line));
        double turn = secant(n, 1, j->torque, v3_norm(way.turn));
        n->grip[0] += line;
        n->grip[1] += turn;
        n->lever = v3_madd(n->lever, line, way.arm);
        add_bite(n->bite, line, way.arm);
        j->given = (sut_needle_pair){v3_scale(way.line, line), v3_scale(way.turn, turn)};
        sum.line = v3_add(sum.line, j->given.line);
        sum.turn = v3_add(sum.turn, v3_add(j->given.turn, v3_cross(way.arm, j->given.line)));
    }
    return sum;
}

static double energy_of(const sut_needle *n, int kind, double most, double way) {
    double stiffness = sut_needle_jaws_stiffness(n, kind, most);
    double room = most / stiffness;
    return way > room ? most * (way - 0.5 * room) : 0.5 * stiffness * way * way;
}

double sut_needle_jaws_energy(const sut_needle *n) {
    double sum = 0.0;
    for (int i = 0; i < SUT_NEEDLE_JAWS; i++) {
        const sut_needle_jaws *j = &n->jaws[i];
        if (j->holds) {
            jaws_way way = way_of(n, j);
            sum += energy_of(n, 0, j->force, v3_norm(way.line));
            sum += energy_of(n, 1, j->torque, v3_norm(way.turn));
        }
    }
    return sum;
}
