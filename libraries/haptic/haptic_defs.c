// SPDX-License-Identifier: MIT
// haptic_defs.c -- defaults, names, and what a def may say.
#include "haptic_defs.h"

enum {
    HAPTIC_COOKIE = 0x68617074,
    HAND_COOKIE = 0x68616e64,
    RUNNER_COOKIE = 0x72756e72,
    OPERATOR_COOKIE = 0x6f706572
};

sut_device sut_default_device(void) {
    return (sut_device){.force_peak = 3.3, .force_continuous = 0.88, .heat_time = 10.0};
}

sut_hand_def sut_default_hand_def(void) {
    return (sut_hand_def){.device = sut_default_device(),
                          .motion_scale = 1.0,
                          .rotation = {0.0, 0.0, 0.0, 1.0},
                          .force_scale = 1.0,
                          .damping = -1.0,
                          .angular_damping = -1.0,
                          .force_rate = 300.0,
                          .torque_rate = 30.0,
                          .speed_max = 2.0,
                          .turn_max = 50.0,
                          .acceleration_max = 100.0,
                          .turn_acceleration = 5000.0,
                          .age_max = 0.02,
                          .same_max = 1.0,
                          .fade = 0.1,
                          .keep = 0.5,
                          .settle = 0.02,
                          .jaw_rate = 10.0,
                          .cookie = HAND_COOKIE};
}

sut_haptic_def sut_default_haptic_def(void) {
    return (sut_haptic_def){
        .period = 1e-3, .hands = 2, .reserve = 1e-4, .tank = 0.05, .cookie = HAPTIC_COOKIE};
}

sut_runner_def sut_default_runner_def(void) {
    return (sut_runner_def){.seconds = 1.0, .patience = 100, .cookie = RUNNER_COOKIE};
}

sut_operator_def sut_default_operator_def(void) {
    return (sut_operator_def){.mass = 0.15,
                              .stiffness = 300.0,
                              .damping = 8.0,
                              .inertia = 2e-4,
                              .angular_stiffness = 1.0,
                              .angular_damping = 0.02,
                              .cookie = OPERATOR_COOKIE};
}

//---- checks --------------------------------------------------------------------------------------

static bool is_positive(double x) {
    return x > 0.0 && isfinite(x);
}

static bool is_not_negative(double x) {
    return x >= 0.0 && isfinite(x);
}

static bool key_is_fine(const sut_tool_key *k) {
    return isfinite(k->t) && v3_is_finite(k->pose.position) && q_is_finite(k->pose.rotation) &&
           q_norm(k->pose.rotation) > 1e-6 && k->jaw >= 0.0 && k->jaw <= 1.0;
}

static bool device_is_fine(const sut_device *d) {
    return d->read != NULL && is_not_negative(d->force_peak) &&
           is_not_negative(d->force_continuous) && is_not_negative(d->torque_peak) &&
           is_not_negative(d->torque_continuous) && is_positive(d->heat_time);
}

// a stiffness may be infinite, a damping negative for the default
static bool coupling_is_fine(const sut_hand_def *d) {
    return d->stiffness >= 0.0 && d->angular_stiffness >= 0.0 && isfinite(d->damping) &&
           isfinite(d->angular_damping) && is_positive(d->force_rate) &&
           is_positive(d->torque_rate);
}

static bool mapping_is_fine(const sut_hand_def *d) {
    return d->motion_scale >= 1.0 && d->motion_scale <= 20.0 && q_is_finite(d->rotation) &&
           q_norm(d->rotation) > 1e-6 && v3_is_finite(d->origin) && is_not_negative(d->capture) &&
           is_positive(d->force_scale);
}

static bool safety_is_fine(const sut_hand_def *d) {
    const double positive[] = {
        d->speed_max, d->turn_max, d->acceleration_max, d->turn_acceleration, d->age_max,
        d->same_max,  d->fade,     d->jaw_rate};
    for (size_t i = 0; i < sizeof positive / sizeof positive[0]; i++) {
        if (!is_positive(positive[i])) {
            return false;
        }
    }
    return is_not_negative(d->keep) && is_not_negative(d->settle);
}

const char *sut_hand_def_problem(const sut_hand_def *d) {
    if (d == NULL) {
        return "the hand def is null";
    }
    if (d->cookie != HAND_COOKIE) {
        return "the hand def was not made by sut_default_hand_def";
    }
    if (!device_is_fine(&d->device)) {
        return "device: it has no `read`, a force or torque below 0, or a heat_time that is not "
               "above 0";
    }
    if (!coupling_is_fine(d)) {
        return "a stiffness is below 0, a damping is not finite, or force_rate or torque_rate is "
               "not "
               "above 0";
    }
    if (!mapping_is_fine(d)) {
        return "motion_scale is not in 1..20, rotation is none, origin is not finite, capture is "
               "below 0, or force_scale is not above 0";
    }
    if (!safety_is_fine(d)) {
        return "a limit of speed, turn, acceleration, age or time is not above 0, or keep or "
               "settle "
               "is below 0";
    }
    return NULL;
}

const char *sut_haptic_def_problem(const sut_haptic_def *d) {
    if (d == NULL) {
        return "the haptic def is null";
    }
    if (d->cookie != HAPTIC_COOKIE) {
        return "the haptic def was not made by sut_default_haptic_def";
    }
    if (!(d->period >= 1e-5 && d->period <= 0.05)) {
        return "period is not in 1e-5..0.05 s";
    }
    if (d->hands < 1 || d->hands > 64) {
        return "hands is not in 1..64";
    }
    if (!is_not_negative(d->reserve) || !is_positive(d->tank) || d->tank < d->reserve) {
        return "reserve is below 0, or tank is not above 0 or below reserve";
    }
    if (d->passivity != SUT_PASSIVITY_CONTROL && d->passivity != SUT_PASSIVITY_OBSERVE) {
        return "passivity is not one of its values";
    }
    return NULL;
}

sut_result sut_hand_def_check(const sut_hand_def *d) {
    if (sut_hand_def_problem(d) == NULL) {
        return SUT_OK;
    }
    return d->cookie != HAND_COOKIE ? SUT_E_DEF : SUT_E_ARGUMENT;
}

sut_result sut_haptic_def_check(const sut_haptic_def *d) {
    if (sut_haptic_def_problem(d) == NULL) {
        return SUT_OK;
    }
    return d->cookie != HAPTIC_COOKIE ? SUT_E_DEF : SUT_E_ARGUMENT;
}

sut_result sut_runner_def_check(const sut_runner_def *d) {
    if (d->cookie != RUNNER_COOKIE) {
        return SUT_E_DEF;
    }
    bool fine = is_not_negative(d->seconds) && d->fifo >= 0 && d->fifo <= 99 && d->patience >= 1;
    return fine ? SUT_OK : SUT_E_ARGUMENT;
}

sut_result sut_operator_def_check(const sut_operator_def *d) {
    if (d->cookie != OPERATOR_COOKIE) {
        return SUT_E_DEF;
    }
    bool path = d->keys != NULL ? d->key_count >= 1 : d->goal != NULL;
    bool fine = path && is_positive(d->mass) && is_not_negative(d->stiffness) &&
                is_not_negative(d->damping) && is_positive(d->inertia) &&
                is_not_negative(d->angular_stiffness) && is_not_negative(d->angular_damping);
    for (int i = 0; fine && d->keys != NULL && i < d->key_count; i++) {
        fine = key_is_fine(&d->keys[i]) && (i == 0 || d->keys[i].t > d->keys[i - 1].t);
    }
    return fine ? SUT_OK : SUT_E_ARGUMENT;
}

//---- names ---------------------------------------------------------------------------------------

const char *sut_hand_state_name(sut_hand_state s) {
    static const char *const names[] = {"waiting", "engaged", "clutched", "releasing", "released"};
    return (unsigned)s < sizeof names / sizeof names[0] ? names[s] : "unknown";
}

const char *sut_hand_fault_name(sut_hand_fault f) {
    static const char *const names[] = {"none",   "number", "jump", "frozen",
                                        "absent", "late",   "world"};
    return (unsigned)f < sizeof names / sizeof names[0] ? names[f] : "unknown";
}
