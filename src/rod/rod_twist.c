// SPDX-License-Identifier: MIT
// rod_twist.c -- spin of the material frame and the twisting moments of a straight-rest rod.
//
// Twist relaxes at the speed of sound, so between two planes that hold the spin it is uniform:
// with Theta the turn of the second plane against the first beyond the twist-free frame,
//   moment = GJ (Theta / L - natural twist).
// Where no plane holds the spin the material turns freely; of all spins the one that bends the
// material least since the last step is taken, so that a bent thread that turns as a whole is not
// slowed by the damping of bending. docs/theory/twist.md
#include "rod/rod.h"

#include "math/vec3.h"

//---- spans between planes --------------------------------------------------------------------------
static double rest_between(const sut_rod *r, int from, int to) {
    double sum = 0.0;
    for (int i = from; i < to; i++) {
        sum += r->rest[i];
    }
    return sum;
}

static int next_spin_plane(const sut_rod *r, int after) {
    int k = after + 1;
    while (k < r->plane_count && !r->planes[k].spin_held) {
        k++;
    }
    return k;
}

static void span_moments(sut_rod *r) {
    double gj = r->mat.GJ;
    for (int k = next_spin_plane(r, -1); k < r->plane_count; k = next_spin_plane(r, k)) {
        sut_plane *a = &r->planes[k];
        int next = next_spin_plane(r, k);
        if (next >= r->plane_count) {
            a->span_length = 0.0;
            continue;
        }
        sut_plane *b = &r->planes[next];
        double turn = (b->spin + b->angle) - (a->spin + a->angle);
        double turn0 = (b->spin0 + b->angle0) - (a->spin0 + a->angle0);
        a->span_length = rest_between(r, a->vertex, b->vertex);
        a->span_turn = turn;
        a->span_moment = gj * (turn / a->span_length - r->mat.natural_twist) +
                         r->viscous_twist * gj * (turn - turn0) / a->span_length;
    }
}

//---- phases: the material spin at every vertex ---------------------------------------------------------
static void fill_phase(sut_rod *r, int from, int to, double angle) {
    double s;
    double c;
    sut_sincos(angle, &s, &c);
    for (int i = from; i <= to; i++) {
        r->phase[0][i] = c;
        r->phase[1][i] = s;
    }
}

// Spin grows linearly along the span: multiply by one more rotation per edge.
static void ramp_phase(sut_rod *r, int from, int to, double angle, double rate) {
    double s;
    double c;
    double ds = 0.0;
    double dc = 1.0;
    sut_sincos(angle, &s, &c);
    sut_sincos(rate * r->rest[from], &ds, &dc);
    for (int i = from; i <= to; i++) {
        r->phase[0][i] = c;
        r->phase[1][i] = s;
        if (!r->uniform && i < r->n - 1) {
            sut_sincos(rate * r->rest[i], &ds, &dc);
        }
        double cc = c * dc - s * ds;
        s = c * ds + s * dc;
        c = cc;
    }
}

// Spin that turns last step's curvature best onto the present one, as a direction (c, s).
static void least_viscous_spin(const sut_rod *r, double *c_out, double *s_out) {
    double c = 0.0;
    double s = 0.0;
    for (int i = 1; i < r->n - 1; i++) {
        double k0 = r->curvature[0][i];
        double k1 = r->curvature[1][i];
        c += r->bend[i] * (r->z[0][i] * k0 + r->z[1][i] * k1);
        s += r->bend[i] * (r->z[1][i] * k0 - r->z[0][i] * k1);
    }
    for (int k = 0; k < r->plane_count; k++) {
        const sut_plane *p = &r->planes[k];
        for (int side = 0; side < 2; side++) {
            int e = sut_rod_plane_edge(r, p, side);
            if (e >= 0) {
                double stiff = 2.0 * r->mat.EI / r->rest[e];
                c += stiff * (p->z[side][0] * p->curvature0[side][0] +
                              p->z[side][1] * p->curvature0[side][1]);
                s += stiff * (p->z[side][1] * p->curvature0[side][0] -
                              p->z[side][0] * p->curvature0[side][1]);
            }
        }
    }
    double norm = sqrt(c * c + s * s);
    *c_out = norm > 0.0 ? c / norm : 1.0;
    *s_out = norm > 0.0 ? s / norm : 0.0;
}

static void free_phase(sut_rod *r) {
    double c;
    double s;
    least_viscous_spin(r, &c, &s);
    for (int i = 0; i < r->n; i++) {
        r->phase[0][i] = c;
        r->phase[1][i] = s;
    }
    double spin = sut_atan2(s, c);
    for (int i = 0; i < r->n - 1; i++) {
        r->spin_trial[i] = spin;
    }
}

static void held_phase(sut_rod *r, int first_plane) {
    const sut_plane *a = &r->planes[first_plane];
    double spin = a->spin + a->angle;
    fill_phase(r, 0, a->vertex, spin);
    for (int i = 0; i < a->vertex; i++) {
        r->spin_trial[i] = spin;
    }
    for (int k = first_plane; k < r->plane_count; k = next_spin_plane(r, k)) {
        a = &r->planes[k];
        spin = a->spin + a->angle;
        int next = next_spin_plane(r, k);
        bool tail = next >= r->plane_count;
        int to = tail ? r->n - 1 : r->planes[next].vertex;
        double rate = tail ? 0.0 : a->span_turn / a->span_length;
        if (tail) {
            fill_phase(r, a->vertex, to, spin);
        } else {
            ramp_phase(r, a->vertex, to, spin, rate);
        }
        double arc = 0.0;
        for (int i = a->vertex; i < to; i++) {
            r->spin_trial[i] = spin + rate * (arc + 0.5 * r->rest[i]);
            arc += r->rest[i];
        }
    }
}

//---- torques ---------------------------------------------------------------------------------------------
// Joints are where the rod turns: inner vertices, and at a plane the turn into it and out of it.
// The damping of bending spins the material at a joint; the twisting moment carries that spin to
// the planes. With t_i the viscous spin of joint i, in the order along the rod, and w_i its place in
// the span, the moment at joint j is   uniform + sum t_i w_i - sum_{i > j} t_i - t_j / 2.
static double joint_spin(const sut_rod *r, double stiff, const double z[2], const double k[2], int i) {
    double o0 = r->phase[0][i] * k[0] - r->phase[1][i] * k[1];
    double o1 = r->phase[1][i] * k[0] + r->phase[0][i] * k[1];
    return r->viscous_bend * stiff * (z[0] * o1 - z[1] * o0);
}

static double vertex_spin(const sut_rod *r, int i) {
    double z[2] = {r->z[0][i], r->z[1][i]};
    double k[2] = {r->curvature[0][i], r->curvature[1][i]};
    return joint_spin(r, r->bend[i], z, k, i);
}

static double side_spin(const sut_rod *r, const sut_plane *p, int side) {
    int e = sut_rod_plane_edge(r, p, side);
    if (e < 0) {
        return 0.0;
    }
    return joint_spin(r, 2.0 * r->mat.EI / r->rest[e], p->z[side], p->curvature0[side], p->vertex);
}

// A stretch of rod between two places that hold the spin, or reaching a free end.
typedef struct stretch {
    int from, to;       // vertices
    int first, last;    // planes at or between them: first .. last
    bool out_of_first;  // plane `first` stands at `from`: only its side 1 belongs to the stretch
    bool into_last;     // plane `last` stands at `to`: only its side 0 belongs to it
    double length;      // m, 0: not between two planes
} stretch;

// Visit the joints of a stretch in order. `moment` null: only add up the spins.
static void walk(sut_rod *r, const stretch *s, const double *moment, double *total,
                 double *weighted) {
    double passed = 0.0;
    double arc = 0.0;
    double placed = 0.0;
    int plane = s->first;
    for (int i = s->from; i <= s->to; i++) {
        double share = s->length > 0.0 ? arc / s->length : 0.0;
        if (plane <= s->last && r->planes[plane].vertex == i) {
            sut_plane *p = &r->planes[plane];
            for (int side = 0; side < 2; side++) {
                bool outside = (side == 0 && i == s->from && s->out_of_first) ||
                               (side == 1 && i == s->to && s->into_last);
                if (outside) {
                    continue;
                }
                double t = side_spin(r, p, side);
                if (moment) {
                    p->side_torque[side] = *moment + passed + 0.5 * t;
                }
                passed += t;
                placed += t * share;
            }
            if (moment) {
                r->torque[i] = 0.0; // the plane has taken over its turn
            }
            plane++;
        } else if (i > 0 && i < r->n - 1) {
            double t = vertex_spin(r, i);
            if (moment) {
                r->torque[i] = *moment + passed + 0.5 * t;
            }
            passed += t;
            placed += t * share;
        }
        arc += i < r->n - 1 ? r->rest[i] : 0.0;
    }
    *total = passed;
    *weighted = placed;
}

static void stretch_torque(sut_rod *r, const stretch *s, double uniform, bool held_before,
                           bool held_after) {
    double total = 0.0;
    double weighted = 0.0;
    if (r->viscous_bend > 0.0) {
        walk(r, s, NULL, &total, &weighted);
    }
    double moment = uniform;
    if (held_before && held_after) {
        moment += weighted - total;
    } else if (!held_after) {
        moment -= total; // a free end behind carries nothing
    }
    walk(r, s, &moment, &total, &weighted);
}

static void torques(sut_rod *r, int first_plane) {
    int last = r->n - 1;
    if (first_plane >= r->plane_count) {
        stretch all = {0, last, 0, r->plane_count - 1, false, false, 0.0};
        stretch_torque(r, &all, 0.0, false, false);
        return;
    }
    stretch head = {0, r->planes[first_plane].vertex, 0, first_plane, false, true, 0.0};
    stretch_torque(r, &head, 0.0, false, true);
    for (int k = first_plane; k < r->plane_count;) {
        const sut_plane *a = &r->planes[k];
        int next = next_spin_plane(r, k);
        if (next >= r->plane_count) {
            stretch tail = {a->vertex, last, k, r->plane_count - 1, true, false, 0.0};
            stretch_torque(r, &tail, 0.0, true, false);
        } else {
            stretch span = {a->vertex, r->planes[next].vertex, k, next, true, true, a->span_length};
            stretch_torque(r, &span, a->span_moment, true, true);
        }
        k = next;
    }
}

void sut_rod_twist(sut_rod *r) {
    if (!r->framed) {
        return;
    }
    for (int k = 0; k < r->plane_count; k++) {
        r->planes[k].side_torque[0] = 0.0;
        r->planes[k].side_torque[1] = 0.0;
    }
    if (r->curved) {
        sut_rod_spin(r);
        return;
    }
    int first_plane = next_spin_plane(r, -1);
    span_moments(r);
    if (first_plane >= r->plane_count) {
        free_phase(r);
    } else {
        held_phase(r, first_plane);
    }
    for (int k = 0; k < r->plane_count; k++) {
        sut_plane *p = &r->planes[k];
        for (int side = 0; side < 2; side++) {
            p->phase[side][0] = r->phase[0][p->vertex];
            p->phase[side][1] = r->phase[1][p->vertex];
        }
    }
    torques(r, first_plane);
}
