// SPDX-License-Identifier: MIT
#include "rod_fixture.h"

#include "check.h"
#include "math/vec3.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { N = 5 };
static const double l = 1e-3; // m, length of an edge

// A straight rod along x in the middle of a step without displacement.
typedef struct straight {
    sut_rod rod;
    sut_plane planes[2];
    void *memory;
} straight;

static bool make(straight *s, double GJ) {
    sut_vec3 x[N];
    for (int i = 0; i < N; i++) {
        x[i] = v3(l * i, 0.0, 0.0);
    }
    sut_thread_def d = sut_default_thread_def();
    d.positions = x;
    d.vertex_count = N;
    d.damping_bend = 0.0;
    d.GJ = GJ;
    memset(s, 0, sizeof *s);
    s->memory = aligned_alloc(64, (sut_rod_memory(N) + 63) / 64 * 64);
    if (!s->memory) {
        return false;
    }
    sut_rod_init(&s->rod, N, s->memory);
    sut_rod_define(&s->rod, &d);
    s->rod.work.planes = s->planes;
    s->rod.work.dt = 1e-3;
    return true;
}

static sut_plane *add_plane(straight *s, int vertex, sut_vec3 direction, bool spin_held) {
    sut_plane *p = &s->planes[s->rod.work.plane_count++];
    p->vertex = vertex;
    p->spin_held = spin_held;
    p->direction = v3_normalized(direction);
    p->direction0 = p->direction;
    sut_rod_plane_begin(&s->rod, p);
    return p;
}

static void settle(straight *s) {
    sut_rod_predict(&s->rod);
    rod_refresh(&s->rod);
}

TEST(along_the_tangent_nothing_happens) {
    for (int vertex = 0; vertex < N; vertex++) {
        CASE("vertex %d", vertex);
        straight s;
        REQUIRE(make(&s, 1e-9));
        add_plane(&s, vertex, v3(1, 0, 0), true);
        settle(&s);
        for (int i = 0; i < 3 * N; i++) {
            CASE("i %d", i);
            CHECK_NEAR(s.rod.work.residual[i], 0.0, 0.0); // exact: all turns are zero
        }
        free(s.memory);
    }
}

// The turn between plane and edge lives in a cell of half an edge: with energy
// 1/2 (2 EI / l) (2 tan(a / 2))^2, the edge's end is pushed across with the derivative over l.
TEST(a_turned_plane_bends_half_a_cell) {
    for (int end = 0; end < 2; end++) {
        CASE("end %d", end);
        straight s;
        REQUIRE(make(&s, 0.0));
        const double a = 0.5;
        add_plane(&s, end == 0 ? 0 : N - 1, v3(cos(a), sin(a), 0.0), false);
        settle(&s);
        double moment = 2.0 * s.rod.def.EI / l * 2.0 * tan(0.5 * a) / pow(cos(0.5 * a), 2.0);
        int next = end == 0 ? 1 : N - 2;
        double sign = end == 0 ? 1.0 : -1.0;
        // the residual is minus the force
        CHECK_NEAR(-s.rod.work.residual[3 * next + 1] * sign / (moment / l), 1.0, 1e-13);
        // no net force, and the vertex after the next feels nothing
        int at = end == 0 ? 0 : N - 1;
        CHECK_NEAR(s.rod.work.residual[3 * at + 1] / s.rod.work.residual[3 * next + 1], -1.0,
                   1e-13);
        CHECK_NEAR(s.rod.work.residual[3 * 2 + 1], 0.0, 0.0);
        free(s.memory);
    }
}

TEST(an_inner_plane_bends_both_sides) {
    straight s;
    REQUIRE(make(&s, 0.0));
    const double a = 0.3;
    add_plane(&s, 2, v3(cos(a), 0.0, sin(a)), false);
    settle(&s);
    double moment = 2.0 * s.rod.def.EI / l * 2.0 * tan(0.5 * a) / pow(cos(0.5 * a), 2.0);
    CHECK_NEAR(-s.rod.work.residual[3 * 3 + 2] / (moment / l), 1.0, 1e-13);
    CHECK_NEAR(s.rod.work.residual[3 * 1 + 2] / (moment / l), 1.0, 1e-13);
    CHECK_NEAR(s.rod.work.residual[3 * 2 + 2], 0.0, 1e-13 * moment / l); // they cancel
    free(s.memory);
}

TEST(spin_counts_beyond_half_a_turn) {
    straight s;
    REQUIRE(make(&s, 1e-9));
    add_plane(&s, 0, v3(1, 0, 0), true);
    sut_plane *far = add_plane(&s, N - 1, v3(1, 0, 0), true);
    for (int k = 1; k <= 40; k++) {
        CASE("k %d", k);
        far->spin = 1.7 * k;
        settle(&s);
        sut_rod_commit(&s.rod);
        double torque = s.rod.def.GJ * far->spin / (l * (N - 1));
        CHECK_NEAR(s.planes[1].torque / torque, 1.0, 1e-13);
        CHECK_NEAR(s.planes[0].torque / torque, -1.0, 1e-13);
        // spins of the edges: linear, seen from the middle of each edge
        CHECK_NEAR(s.rod.state.spin[1] / far->spin, 1.5 / (N - 1), 1e-13);
    }
    free(s.memory);
}

// A plane that takes hold of a spun thread finds it as it is.
TEST(taking_hold_makes_no_torque) {
    straight s;
    REQUIRE(make(&s, 1e-9));
    add_plane(&s, 0, v3(1, 0, 0), true);
    sut_plane *far = add_plane(&s, N - 1, v3(1, 0, 0), true);
    far->spin = 5.0;
    settle(&s);
    sut_rod_commit(&s.rod);
    // let go with one hand: the twist goes; the other hand then takes hold anew
    s.rod.work.plane_count = 1;
    settle(&s);
    sut_rod_commit(&s.rod);
    memset(far, 0, sizeof *far);
    far->spin = far->spin0 = 2.0; // whatever it calls the present spin
    add_plane(&s, N - 1, v3(1, 0.02, 0), true);
    settle(&s);
    sut_rod_commit(&s.rod);
    CHECK_NEAR(s.planes[1].torque, 0.0, 1e-12 * 1e-9 / l);
    free(s.memory);
}

TEST(moment_passes_through_a_plane_that_lets_spin) {
    straight s;
    REQUIRE(make(&s, 1e-9));
    sut_plane third = {0};
    add_plane(&s, 0, v3(1, 0, 0), true);
    add_plane(&s, 2, v3(1, 0, 0), false);
    sut_plane planes[3] = {s.planes[0], s.planes[1], third};
    s.rod.work.planes = planes;
    planes[2].vertex = N - 1;
    planes[2].spin_held = true;
    planes[2].direction = v3(1, 0, 0);
    planes[2].direction0 = v3(1, 0, 0);
    sut_rod_plane_begin(&s.rod, &planes[2]);
    planes[2].spin = -3.0;
    s.rod.work.plane_count = 3;
    settle(&s);
    sut_rod_commit(&s.rod);
    double torque = s.rod.def.GJ * -3.0 / (l * (N - 1));
    CHECK_NEAR(planes[2].torque / torque, 1.0, 1e-13);
    CHECK_NEAR(planes[1].torque, 0.0, 0.0);
    CHECK_NEAR(planes[1].side_torque[0] / torque, 1.0, 1e-13);
    free(s.memory);
}
