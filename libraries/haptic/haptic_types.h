// SPDX-License-Identifier: MIT
// haptic_types.h -- what the parts of the haptic library share. In the order of a period:
//
//     haptic_filter.c   is the sample one that a hand can have made
//     haptic_hand.c     which device has the tool: engaged, clutched, at fault; where the tool
//     shall be haptic_port.c     the only file that speaks to the world and its tools
//     haptic_force.c    what the hand should feel, and what its motors bear
//     haptic_tank.c     how fast that may change and how much energy it may cost
//     haptic.c          the loop
//     runner.c          the loop by the clock
//     path.c, operator.c, recorded.c   devices without hardware
#ifndef SUT_HAPTIC_TYPES_H
#define SUT_HAPTIC_TYPES_H

#include "sutura/haptic.h"
#include "turn.h"

#include <time.h>

//---- the world as a hand sees it -----------------------------------------------------------------

// Functions instead of calls, so that a test can put a wall with a closed form in its place.
typedef struct sut_tool_port {
    sut_result (*set_target)(void *ctx, sut_tool_id tool, const sut_pose *pose, double jaw);
    sut_result (*release)(void *ctx, sut_tool_id tool);
    sut_result (*view)(void *ctx, sut_tool_id tool, sut_tool_view *out);
    sut_result (*step)(void *ctx, double dt);
    void *ctx;
} sut_tool_port;
sut_tool_port sut_tool_port_of_world(sut_world *w);

//---- the safety filter ---------------------------------------------------------------------------

typedef struct sut_filter {
    bool has_last;
    sut_device_sample last; // received last, good or not, rotation of unit length
    double same_for;        // s, how long it has been the same
} sut_filter;

// Judge a sample, and make it fit to be used: unit rotation, jaw within 0 .. 1. `answered` is what
// the device's read returned, `took` how long that needed (s, 0: not measured).
sut_hand_fault sut_filter_judge(sut_filter *f, const sut_hand_def *def, double period,
                                bool answered, double took, sut_device_sample *sample);

//---- forces --------------------------------------------------------------------------------------

// Mean square of what motors gave, and the limit that follows from it.
typedef struct sut_heat {
    double mean; // N^2
} sut_heat;
double sut_heat_limit(const sut_heat *h, double peak, double continuous);
void sut_heat_add(sut_heat *h, double amount, double period, double time);

// One force or torque on its way to a motor.
typedef struct sut_channel {
    sut_vec3 wanted;
    sut_vec3 written;      // last period, then this one
    sut_vec3 velocity;     // of the device
    double step_max;       // largest change in a period
    double speed_max;      // of the device
    double speed_step_max; // largest change of that speed in a period
    double weight;         // joules of the world per joule here
} sut_channel;

// Energy (J of the world) that the hand could take out at worst until the channel, if it gives
// `value` now, has been led to zero.
double sut_channel_need(const sut_channel *c, sut_vec3 value, double period);

typedef struct sut_tank {
    sut_passivity_mode mode;
    double level; // J, what may still be given
    double most;  // J
    sut_passivity books;
} sut_tank;
// What flowed into the world at a port since the last period, J; negative: out of it.
void sut_tank_flow(sut_tank *t, double energy);
// Write what is wanted, as far as continuity and the tank allow.
void sut_tank_write(sut_tank *t, sut_channel *channels, int count, double period);

//---- a hand --------------------------------------------------------------------------------------

typedef struct sut_hand {
    sut_hand_def def;
    sut_hand_state state;
    sut_hand_fault fault, cause; // of this period; that lost the tool
    double state_time;           // s since the state changed
    double good_time;            // s of good samples
    sut_filter filter;

    sut_vec3 offset; // of the mapping
    sut_quat turn_offset;
    sut_pose target;
    double jaw;
    double gain;

    bool seen;       // device is where the last good sample in a row left it
    sut_pose device; // that sample
    bool has_tool;   // tool_last, target_last are those of the period before
    sut_pose tool_last, target_last;
    sut_vec3 pull_last, twist_last; // of threads on the tool
    sut_vec3 drift, turn_drift;     // m/s, rad/s: of the tool relative to the hand, smoothed

    sut_channel force, torque;
    sut_heat force_heat, torque_heat;
    sut_hand_status status;
} sut_hand;

struct sut_haptic {
    sut_haptic_def def;
    sut_world *world;
    sut_tool_port port;
    sut_hand *hands;
    int hand_count;
    sut_channel *channels; // [2 * capacity]
    sut_haptic_event *events;
    int event_count;
    sut_tank tank;
    double time;
    bool timed;          // by the clock: reads that block are noticed
    bool last_failed;    // the world did not step
    const char *refusal; // static text: why the last hand was not added; null: it was
};

void sut_haptic_note(sut_haptic *h, int hand, sut_haptic_event_type type, sut_hand_fault fault);

// Read, judge, decide, and give the tool its target.
void sut_hand_read(sut_haptic *h, int index);
// Device pose to that of the tool, with the offsets of the hand.
sut_pose sut_hand_map(const sut_hand *hand, const sut_pose *device);
// Choose the offsets so that the device pose maps to the tool pose.
void sut_hand_clutch(sut_hand *hand, const sut_pose *device, const sut_pose *tool, bool first);

// What the hand should feel after a step, within what the motors bear.
void sut_hand_feel(sut_haptic *h, sut_hand *hand);

//---- paths and times -----------------------------------------------------------------------------

sut_tool_key sut_path_at(const sut_tool_key *keys, int count, double t);

double sut_haptic_clock(clockid_t clock); // s

// Durations in bins of 1/64 of an octave.
enum { SUT_TIMES_BINS = 64 * 40 };
typedef struct sut_times {
    long count;
    double max; // us
    uint32_t bins[SUT_TIMES_BINS];
} sut_times;
void sut_times_add(sut_times *t, double us);
sut_timing sut_times_sum(const sut_times *t);

#endif
