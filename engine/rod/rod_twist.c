// SPDX-License-Identifier: MIT
// rod_twist.c -- spin of the material frame and the twisting moments of a rod that is straight at
// rest.
//
// Twist relaxes at the speed of sound, so between two planes that hold the spin it is uniform:
// with Theta the turn of the second plane against the first beyond the twist-free frame,
//   moment = GJ Theta / L    (and its viscous part).
// Outside of such a span there is none. docs/theory/twist.md
#include "rod/rod.h"

#include "math/vec3.h"

//---- spans between planes ------------------------------------------------------------------------
static int next_spin_plane(const sut_rod *r, int after) {
    int k = after + 1;
    while (k < r->work.plane_count && !r->work.planes[k].spin_held) {
        k++;
    }
    return k;
}

static void span_moments(sut_rod *r) {
    double gj = r->def.GJ;
    for (int k = next_spin_plane(r, -1); k < r->work.plane_count; k = next_spin_plane(r, k)) {
        sut_plane *a = &r->work.planes[k];
        int next = next_spin_plane(r, k);
        if (next >= r->work.plane_count ||
            sut_chain_is_cut_between(&r->chain, a->vertex, r->work.planes[next].vertex)) {
            a->span_length = 0.0;
            continue;
        }
        sut_plane *b = &r->work.planes[next];
        double turn = (b->spin + b->angle) - (a->spin + a->angle);
        double turn0 = (b->spin0 + b->angle0) - (a->spin0 + a->angle0);
        a->span_length = r->def.arc[b->vertex] - r->def.arc[a->vertex];
        a->span_turn = turn;
        a->span_moment = gj * (turn + r->work.viscous_twist * (turn - turn0)) / a->span_length;
    }
}

//---- spins and torques ---------------------------------------------------------------------------
static void fill_spin(sut_rod *r, int from, int to, double spin) {
    for (int e = from; e < to; e++) {
        r->work.spin_trial[e] = spin;
    }
}

static void fill_torque(sut_rod *r, int from, int to, double torque) {
    for (int i = from; i <= to; i++) {
        r->work.torque[i] = torque;
    }
}

static void fill_span(sut_rod *r, int first, int next) {
    r->work.torqued = true;
    sut_plane *a = &r->work.planes[first];
    sut_plane *b = &r->work.planes[next];
    double spin = a->spin + a->angle;
    double rate = a->span_turn / a->span_length;
    double start = r->def.arc[a->vertex];
    for (int e = a->vertex; e < b->vertex; e++) {
        r->work.spin_trial[e] = spin + rate * ((r->def.arc[e] - start) + 0.5 * r->def.rest[e]);
    }
    fill_torque(r, a->vertex + 1, b->vertex - 1, a->span_moment);
    a->side_torque[1] = a->span_moment;
    b->side_torque[0] = a->span_moment;
    // planes in between hold only the tangent: the moment passes through their two turns
    for (int k = first + 1; k < next; k++) {
        r->work.planes[k].side_torque[0] = a->span_moment;
        r->work.planes[k].side_torque[1] = a->span_moment;
    }
}

static void uniform_twist(sut_rod *r) {
    int last = r->body.n - 1;
    int k = next_spin_plane(r, -1);
    span_moments(r);
    fill_torque(r, 0, last, 0.0);
    fill_spin(r, 0, r->work.planes[k].vertex, r->work.planes[k].spin + r->work.planes[k].angle);
    while (k < r->work.plane_count) {
        const sut_plane *a = &r->work.planes[k];
        int next = next_spin_plane(r, k);
        if (a->span_length > 0.0) {
            fill_span(r, k, next);
        } else if (next < r->work.plane_count) { // cut in between: each side follows its own plane
            const sut_plane *b = &r->work.planes[next];
            int end = sut_chain_piece_end(&r->chain, a->vertex);
            fill_spin(r, a->vertex, end, a->spin + a->angle);
            fill_spin(r, end, b->vertex, b->spin + b->angle);
        } else {
            fill_spin(r, a->vertex, last, a->spin + a->angle);
        }
        k = next;
    }
    for (k = 0; k < r->work.plane_count; k++) {
        r->work.torque[r->work.planes[k].vertex] =
            0.0; // the plane has taken over the turn of its vertex
    }
}

void sut_rod_twist(sut_rod *r) {
    r->work.torqued = false;
    if (!r->work.framed) {
        return;
    }
    for (int k = 0; k < r->work.plane_count; k++) {
        r->work.planes[k].side_torque[0] = 0.0;
        r->work.planes[k].side_torque[1] = 0.0;
    }
    if (r->def.curved) {
        sut_rod_spin(r);
        r->work.torqued = true;
    } else {
        uniform_twist(r);
    }
}
