// SPDX-License-Identifier: MIT
// haptic_filter.c -- which samples a hand can have made.
//
// A sample is compared with the one received before, good or not. So a device that jumps is at
// fault once and good again when it stays where it jumped to, and the hand takes the tool anew
// from there.
#include "haptic_types.h"

// m, no device reaches that far; numbers beyond are not positions
static const double farthest = 100.0;
// encoders are coarse: a single count within a short period is no jump
static const double coarse = 1e-4;      // m
static const double coarse_turn = 1e-2; // rad

static bool is_sane(const sut_device_sample *s) {
    if (!v3_is_finite(s->pose.position) || !q_is_finite(s->pose.rotation) || !isfinite(s->jaw) ||
        isnan(s->age)) {
        return false;
    }
    double norm = q_norm(s->pose.rotation);
    return v3_norm(s->pose.position) <= farthest && norm > 0.5 && norm < 2.0;
}

static bool is_same(const sut_device_sample *a, const sut_device_sample *b) {
    // bits of the same measurement, so equality is meant
    return a->pose.position.x == b->pose.position.x && a->pose.position.y == b->pose.position.y &&
           a->pose.position.z == b->pose.position.z && a->pose.rotation.x == b->pose.rotation.x &&
           a->pose.rotation.y == b->pose.rotation.y && a->pose.rotation.z == b->pose.rotation.z &&
           a->pose.rotation.w == b->pose.rotation.w && a->jaw == b->jaw;
}

static bool is_jump(const sut_filter *f, const sut_hand_def *def, double period,
                    const sut_device_sample *s) {
    double way = v3_distance(s->pose.position, f->last.pose.position);
    double turn = v3_norm(q_turn(f->last.pose.rotation, s->pose.rotation));
    return way > def->speed_max * period + coarse || turn > def->turn_max * period + coarse_turn;
}

sut_hand_fault sut_filter_judge(sut_filter *f, const sut_hand_def *def, double period,
                                bool answered, double took, sut_device_sample *sample) {
    if (!answered) {
        // where it will be when it is back is not known
        f->has_last = false;
        return SUT_FAULT_ABSENT;
    }
    if (!is_sane(sample)) {
        f->has_last = false;
        return SUT_FAULT_NUMBER;
    }
    sample->pose.rotation = q_normalized(sample->pose.rotation);
    sample->jaw = fmin(fmax(sample->jaw, 0.0), 1.0);

    bool same = f->has_last && is_same(sample, &f->last);
    bool jump = f->has_last && is_jump(f, def, period, sample);
    f->same_for = same ? f->same_for + period : 0.0;
    f->last = *sample;
    f->has_last = true;
    if (sample->age > def->age_max) {
        return same ? SUT_FAULT_FROZEN : SUT_FAULT_LATE;
    }
    if (sample->age < 0.0 && f->same_for > def->same_max) {
        return SUT_FAULT_FROZEN;
    }
    if (took > def->age_max) {
        return SUT_FAULT_LATE;
    }
    return jump ? SUT_FAULT_JUMP : SUT_FAULT_NONE;
}
