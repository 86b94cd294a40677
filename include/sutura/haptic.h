// SPDX-License-Identifier: MIT
// haptic.h -- hands that hold tools and feel them: devices, coupling, safety, a 1 kHz loop.
// Third library, libsutura_haptic; POSIX, no other dependency. docs/guide/haptics.md shows its use,
// docs/theory/coupling.md has the equations.
//
// One haptic loop belongs to one world. Each period it reads every device, moves the tools, steps
// the world, and gives every device the force that its hand shall feel. Memory is taken when
// hands are added, never in a period.
#ifndef SUTURA_HAPTIC_H
#define SUTURA_HAPTIC_H

#include "sutura/tool.h"

#ifdef __cplusplus
extern "C" {
#endif

//---- devices -------------------------------------------------------------------------------------

typedef struct sut_device_sample {
    sut_pose pose; // of the handle, in the device's frame, m; rotation of any length near 1
    double jaw;    // 0 closed .. 1 open
    bool clutch;   // pressed: the hand moves and the tool stays
    double age;    // s since it was measured, negative: the device cannot tell
} sut_device_sample;

typedef struct sut_wrench {
    sut_vec3 force;  // N, on the hand, in the device's frame
    sut_vec3 torque; // N m
} sut_wrench;

// How a device is spoken to. Null functions are left out, but for read. All are called by the
// thread that runs the loop; read and write must not block.
typedef struct sut_device {
    bool (*open)(void *ctx, double period); // once, before the first read; false: not there
    bool (*read)(void *ctx, sut_device_sample *out); // false: no answer, or it is gone
    void (*write)(void *ctx, const sut_wrench *wrench);
    void (*close)(void *ctx); // once, when the loop is destroyed; after a wrench of zero
    void *ctx;

    // what its motors bear; a torque of 0: it has none
    double force_peak;        // N, default 3.3
    double force_continuous;  // N, root of the running mean of squares, default 0.88
    double torque_peak;       // N m, default 0
    double torque_continuous; // N m, default 0
    double heat_time;         // s, time constant of that mean, default 10
} sut_device;
SUT_API sut_device sut_default_device(void); // limits only; fill in the functions

//---- hands ---------------------------------------------------------------------------------------

typedef enum sut_hand_state {
    SUT_HAND_WAITING,   // nothing usable was read yet
    SUT_HAND_ENGAGED,   // the tool follows the hand, the hand feels the tool
    SUT_HAND_CLUTCHED,  // the tool stays, the force fades; the hand may move on
    SUT_HAND_RELEASING, // the device is at fault: the force fades, the tool keeps its place
    SUT_HAND_RELEASED   // the fault lasted: the tool has let go
} sut_hand_state;
SUT_API const char *sut_hand_state_name(sut_hand_state s); // "engaged"; static text

typedef enum sut_hand_fault {
    SUT_FAULT_NONE,
    SUT_FAULT_NUMBER, // the device gave NaN, infinity, or no rotation
    SUT_FAULT_JUMP,   // it moved faster than any hand
    SUT_FAULT_FROZEN, // the same sample again, getting older
    SUT_FAULT_ABSENT, // it does not answer
    SUT_FAULT_LATE,   // its answers are too old, or take too long
    SUT_FAULT_WORLD,  // the world could not step
    SUT_FAULT_COUNT
} sut_hand_fault;
SUT_API const char *sut_hand_fault_name(sut_hand_fault f); // "jump"; static text

typedef struct sut_hand_def {
    sut_device device;
    sut_tool_id tool;

    // device to world: tool = origin + rotation (device / motion_scale), and an offset that is
    // chosen when the hand takes the tool, so that the tool does not move then
    double motion_scale; // m of the hand per m of the tool, 1 .. 20, default 1
    sut_quat rotation;   // device's frame to world, default none
    sut_vec3 origin;     // m
    double capture;      // m, no offset if hand and tool are that near at first, default 0
    double force_scale;  // N at the hand per N at the tool, > 0, default 1; torques are scaled by
                         // motion_scale times that, so that all powers are

    // coupling. The spring is the tool's own (sut_tool_def.stiffness); the loop adds the damper
    double stiffness;         // N/m, that of the tool, for the damper's default; infinite or
                              // 0 (default): unknown
    double angular_stiffness; // N m/rad likewise
    double damping;           // N s/m against the motion of the hand relative to the tool;
                              // negative (default): 1.5 stiffness period
    double angular_damping;   // N m s/rad likewise
    double force_rate;        // N/s at the device, fastest change of force, default 300
    double torque_rate;       // N m/s, default 30

    // safety
    double speed_max;         // m/s of the device, above it the sample is a jump, default 2
    double turn_max;          // rad/s, default 50
    double acceleration_max;  // m/s^2, no hand with the device is faster, default 100
    double turn_acceleration; // rad/s^2, default 5000
    double age_max;           // s, an older sample is late or frozen, default 20 ms
    double same_max;          // s, the same sample for so long means frozen where a device does
                              // not tell ages, default 1
    double fade;              // s, force to zero at a fault or clutch, and back, default 100 ms
    double keep;              // s, until a tool whose device is at fault lets go, default 500 ms
    double settle;            // s of good samples before the hand has the tool again, default 20 ms
    double jaw_rate;          // 1/s, fastest change of the jaw, default 10
    uint32_t cookie;
} sut_hand_def;
SUT_API sut_hand_def sut_default_hand_def(void);

// What a hand does and feels, and has done and felt since it was added.
typedef struct sut_hand_status {
    sut_hand_state state;
    sut_hand_fault fault; // of the last period; none while samples are good
    sut_wrench wrench;    // written last
    sut_pose target;      // of the tool
    double jaw;
    double gain; // 0 .. 1, how much of the force is on

    long faults[SUT_FAULT_COUNT]; // periods with each fault
    long losses, recoveries;      // times that the tool was lost and taken again
    long limited;                 // periods in which the motors' limits cut the force
    double force_max;             // N, largest written
    double force_rms;             // N, running mean that the continuous limit is about
    double jump_max;              // N, largest change of the written force in a period
    double jump_allowed;          // N, force_rate times the period
    double energy_in;             // J at the device, what the hand put in
    double energy_out;            // J, what it got
    // J at the device, what threads gave to the tool less what they got; with two hands on a
    // thread also what the other hand put in
    double energy_tool;
    // J, smallest in - out + tool so far: not below zero where the coupling of this hand made no
    // energy; a force that fades or is limited makes it negative, as the tool then works harder
    // than the hand
    double energy_lowest;
    double energy_unseen; // J, bound of what flowed while the device was at fault
} sut_hand_status;

//---- the loop ------------------------------------------------------------------------------------

typedef enum sut_passivity_mode {
    SUT_PASSIVITY_CONTROL, // hold forces back where the balance could become negative (default)
    SUT_PASSIVITY_OBSERVE  // only keep the books
} sut_passivity_mode;

typedef struct sut_haptic_def {
    double period; // s, 1e-5 .. 0.05, default 1 ms
    int hands;     // capacity, 1 .. 64, default 2
    sut_passivity_mode passivity;
    double reserve; // J in the world, credit that the hands have at the start, default 1e-4
    double tank;    // J, most that the balance counts, so that what friction took long ago cannot
                    // come back at once; default 0.05
    // called first in each period, for what else moves in the world; anything but SUT_OK counts as
    // a step that failed; null: nothing else does
    sut_result (*before)(void *ctx, sut_world *w, double dt);
    void *ctx;
    uint32_t cookie;
} sut_haptic_def;
SUT_API sut_haptic_def sut_default_haptic_def(void);

typedef struct sut_haptic sut_haptic; // opaque

SUT_API sut_result sut_haptic_create(sut_world *w, const sut_haptic_def *def, sut_haptic **out);
// Writes wrenches of zero and closes the devices. The world stays. Null is fine.
SUT_API void sut_haptic_destroy(sut_haptic *h);
// Put a device to a tool; hands are numbered from 0. SUT_E_CONFLICT: the device did not open, or
// the tool has a hand.
SUT_API sut_result sut_haptic_add(sut_haptic *h, const sut_hand_def *def, int *out);
// Why the last sut_haptic_add was refused, in one sentence; "" if it was not.
SUT_API const char *sut_haptic_refusal(const sut_haptic *h);
// Why these defs would be refused, in one sentence that names the fields; null: they would not.
SUT_API const char *sut_haptic_def_problem(const sut_haptic_def *def);
SUT_API const char *sut_hand_def_problem(const sut_hand_def *def);

// One period: read, move, step, write. Answers what the step of the world answered; a step that
// failed lets the hands go gently, and the next call tries again.
SUT_API sut_result sut_haptic_step(sut_haptic *h);

SUT_API sut_world *sut_haptic_world(const sut_haptic *h);
SUT_API double sut_haptic_period(const sut_haptic *h);
SUT_API int sut_haptic_hand_count(const sut_haptic *h);
SUT_API sut_result sut_haptic_status(const sut_haptic *h, int hand, sut_hand_status *out);

typedef enum sut_haptic_event_type {
    SUT_HAPTIC_ENGAGED,  // the hand has the tool
    SUT_HAPTIC_CLUTCHED, // the clutch was pressed
    SUT_HAPTIC_LOST,     // the device is at fault; the force fades, the tool keeps its place
    SUT_HAPTIC_RELEASED  // the fault lasted; the tool has let go
} sut_haptic_event_type;
typedef struct sut_haptic_event {
    sut_haptic_event_type type;
    int hand;
    sut_hand_fault fault; // of lost and released
    double time;          // s of the loop
} sut_haptic_event;
SUT_API const sut_haptic_event *sut_haptic_events(const sut_haptic *h, int *count); // last period

// The books of all hands together, in joules of the world (scaled powers are scaled back).
typedef struct sut_passivity {
    double balance;     // what all hands have put in, less what they got
    double lowest;      // smallest balance so far; at least 0: they never got more
    double reserve;     // credit, from the def
    long held_back;     // periods in which forces were held back
    double held_back_n; // N, most that was held back at a device
    bool passive;       // lowest >= -reserve: never more than put in and credit
} sut_passivity;
SUT_API sut_passivity sut_haptic_passivity(const sut_haptic *h);

//---- the runner ----------------------------------------------------------------------------------

typedef struct sut_runner_def {
    double seconds;    // how long, in periods of the loop
    bool virtual_time; // as fast as it goes, without a clock: the same result every time
    int fifo;          // SCHED_FIFO priority 1 .. 99, 0 (default): leave the scheduling alone
    // called after each period, false ends the run; null: not called
    bool (*after)(void *ctx, sut_haptic *h);
    void *ctx;
    int patience; // failed steps in a row that end the run, default 100
    uint32_t cookie;
} sut_runner_def;
SUT_API sut_runner_def sut_default_runner_def(void);

typedef struct sut_timing {
    double median, p99, p999, max; // us, within 2 %
} sut_timing;

typedef struct sut_runner_stats {
    long periods;      // done
    long missed;       // that ended after the next one should have begun
    long overrun;      // whose own work, by processor time, took longer than a period
    long skipped;      // that were left out to catch up with the clock
    long failed;       // in which the world did not step
    sut_timing jitter; // how late periods began; zero in virtual time
    sut_timing work;   // how long they took by the clock
    sut_timing cpu;    // by processor time: without what others did meanwhile
    double wall_s;
    bool fifo;         // it ran under SCHED_FIFO
    char message[160]; // what could not be had, "" if nothing
    sut_result result; // of the last step
} sut_runner_stats;
// Runs until the time is over, `after` says so, or the world fails for good (its result).
SUT_API sut_result sut_haptic_run(sut_haptic *h, const sut_runner_def *def, sut_runner_stats *out);

//---- devices that need no hardware ---------------------------------------------------------------

// A hand of mass, spring and damper that follows a path and gives way to the force that it feels.
// Deterministic: its time is the number of reads times the period.
typedef struct sut_operator_def {
    const sut_tool_key *keys; // [key_count] path in the device's frame, kept: must outlive the hand
    int key_count;            // at least 1; linear in between, constant before and after
    // or, with null keys: where the path is at the hand's time t, asked once per period
    void (*goal)(void *ctx, double t, sut_tool_key *out);
    void *ctx;
    double mass;              // kg, of hand and device, default 0.15
    double stiffness;         // N/m, with which it follows, default 300
    double damping;           // N s/m, default 8
    double inertia;           // kg m^2, default 2e-4
    double angular_stiffness; // N m/rad, default 1
    double angular_damping;   // N m s/rad, default 0.02
    uint32_t cookie;
} sut_operator_def;
SUT_API sut_operator_def sut_default_operator_def(void);
// Fills functions and context of *out, keeps its limits. The device frees itself when closed;
// one that was never added is freed by calling its close.
SUT_API sut_result sut_operator_create(const sut_operator_def *def, sut_device *out);

// Recorded motion: a text file of lines t,x,y,z,qx,qy,qz,qw,jaw (s, m), times rising; a first line
// that begins with "t" and lines that begin with # are passed over. It feels nothing. Before the
// first line and after the last one it rests. False with *error: "FILE:LINE: what; what instead".
typedef struct sut_recorded_error {
    char text[512];
} sut_recorded_error;
SUT_API bool sut_recorded_open(const char *path, sut_device *out, sut_recorded_error *error);

#ifdef __cplusplus
}
#endif
#endif
