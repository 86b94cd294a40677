// SPDX-License-Identifier: MIT
#include "check.h"
#include "trainer/server/motion.h"

#include <math.h>

enum { N = 200 };
static const double dt = 0.01;

// the profile of the published reference: exp(-5 t^2), t in [-1, 1), 100 Hz
static void bell(double *v) {
    for (int i = 0; i < N; i++) {
        double t = -1.0 + dt * i;
        v[i] = exp(-5.0 * t * t);
    }
}

TEST(spectral_arc_length_of_a_bell_is_the_published_one) {
    double v[N];
    bell(v);
    // five digits are published
    CHECK_NEAR(sut_motion_sparc(v, N, dt), -1.41403, 5e-6);
}

TEST(dimensionless_jerk_of_a_bell_is_the_published_one) {
    double v[N];
    bell(v);
    CHECK_NEAR(sut_motion_ldlj(v, N, dt), -5.81636, 5e-6);
    CHECK_NEAR(-exp(-sut_motion_ldlj(v, N, dt)), -335.74684, 5e-6);
}

TEST(smoothness_does_not_depend_on_speed_or_size) {
    double v[N], w[N];
    bell(v);
    for (int i = 0; i < N; i++) {
        w[i] = 0.003 * v[i];
    }
    // only the scale differs: round-off
    CHECK_NEAR(sut_motion_sparc(w, N, dt), sut_motion_sparc(v, N, dt), 1e-9);
    // twice as slow with twice as many samples: the same spectrum at half of the frequencies, of
    // which the padding resolves a sixteenth of a bin
    double slow[2 * N];
    for (int i = 0; i < 2 * N; i++) {
        double t = -1.0 + 0.5 * dt * i;
        slow[i] = exp(-5.0 * t * t);
    }
    CHECK_NEAR(sut_motion_sparc(slow, 2 * N, dt), sut_motion_sparc(v, N, dt), 0.01);
}

TEST(a_movement_in_two_parts_is_less_smooth) {
    double v[N];
    for (int i = 0; i < N; i++) {
        double t = -1.0 + dt * i;
        v[i] = exp(-40.0 * (t - 0.4) * (t - 0.4)) + exp(-40.0 * (t + 0.4) * (t + 0.4));
    }
    double one[N];
    bell(one);
    CHECK(sut_motion_sparc(v, N, dt) < sut_motion_sparc(one, N, dt) - 0.3);
}

TEST(nothing_that_moves_has_no_smoothness) {
    double v[4] = {0.0, 0.0, 0.0, 0.0};
    CHECK_NEAR(sut_motion_sparc(v, 4, dt), 0.0, 0.0);
    CHECK_NEAR(sut_motion_ldlj(v, 4, dt), 0.0, 0.0);
}

TEST(gestures_are_scored_one_by_one) {
    double v[3 * N] = {0.0};
    for (int i = 0; i < N; i++) {
        double t = -1.0 + dt * i;
        v[i] = v[2 * N + i] = exp(-5.0 * t * t);
    }
    int gestures;
    double both = sut_motion_gesture_sparc(v, 3 * N, dt, 0.05, 0.3, &gestures);
    CHECK_EQ_INT(gestures, 2);
    double one = sut_motion_gesture_sparc(v, N, dt, 0.05, 0.3, &gestures);
    CHECK_EQ_INT(gestures, 1);
    CHECK_NEAR(both, one, 1e-12); // the same twice: round-off
    sut_motion_gesture_sparc(v, 3 * N, dt, 0.05, 5.0, &gestures);
    CHECK_EQ_INT(gestures, 0);
}

TEST(path_speed_idle_time_and_volume) {
    sut_vec3 p[5] = {{0, 0, 0}, {0.03, 0.04, 0}, {0.03, 0.04, 0}, {0.03, 0.04, 0.01}, {0, 0, 0}};
    CHECK_NEAR(sut_motion_path(p, 5), 0.05 + 0.01 + sqrt(0.0026), 1e-15); // round-off
    double v[4];
    sut_motion_speed(p, 5, 0.1, v);
    CHECK_NEAR(v[0], 0.5, 1e-15);
    CHECK_NEAR(v[1], 0.0, 0.0);
    CHECK_NEAR(sut_motion_idle(v, 4, 0.1, 0.11), 0.2, 1e-15);
    CHECK_NEAR(sut_motion_volume(p, 5), 0.03 * 0.04 * 0.01, 1e-18);
}

TEST(movements_need_a_rest_between_them) {
    double v[9] = {0.0, 0.02, 0.007, 0.02, 0.001, 0.02, 0.02, 0.0, 0.006};
    CHECK_EQ_INT(sut_motion_movements(v, 9, 0.005, 0.01), 2);
}

TEST(low_pass_keeps_slow_motion_and_removes_trembling) {
    enum { COUNT = 1000 };
    double slow[COUNT], fast[COUNT];
    for (int i = 0; i < COUNT; i++) {
        slow[i] = sin(2.0 * 3.14159265358979 * 0.5 * dt * i);
        fast[i] = sin(2.0 * 3.14159265358979 * 40.0 * dt * i);
    }
    double before = slow[500];
    sut_motion_low_pass(slow, COUNT, dt, 10.0);
    sut_motion_low_pass(fast, COUNT, dt, 10.0);
    // (f / fc)^4 = 6e-6 of a second-order filter run twice
    CHECK_NEAR(slow[500], before, 1e-5);
    double most = 0.0;
    for (int i = 100; i < 900; i++) {
        most = fmax(most, fabs(fast[i]));
    }
    // four octaves of warped frequency: tan(0.4 pi) / tan(0.1 pi) = 9.5, to the power of -4
    CHECK_LE(most, 1.3e-4);
}
