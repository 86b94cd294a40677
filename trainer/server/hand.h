// SPDX-License-Identifier: MIT
// hand.h -- the way of a tool's target between two messages of a page.
//
// Messages come at some 60 Hz and unevenly, the physics asks a thousand times a second. A hand goes
// straight from where it is to the last target in the time that lay between the last two messages,
// and never faster than its limits. The first message after a pause begins at once in the rhythm of
// those before.
#ifndef SUT_TRAINER_HAND_H
#define SUT_TRAINER_HAND_H

#include "sutura/tool.h"

typedef struct sut_hand_limits {
    double speed; // m/s
    double turn;  // rad/s
    double jaw;   // 1/s
} sut_hand_limits;

typedef struct sut_hand {
    sut_pose from, to, now;
    double jaw_from, jaw_to, jaw;
    double aimed; // s, clock when the last target came
    double span;  // s, time to go from `from` to `to`
    bool moving;  // not there yet
    // closing jaws are led to what they would grasp
    sut_vec3 offset, offset_goal; // m
    double roll, roll_goal;       // rad, about the tool's own axis
    sut_vec3 axis, across;        // of the tool to its handle; in which its jaws will close
    double back;                  // m along the axis before the goal where the tips pass the thread
    double gap;                   // m, so far aside a thread still comes between the jaws
    bool inside;                  // the jaws go in around the thread
    bool closing;                 // and have been led once
    double led_for;               // s
    double floor;                 // m, tips are led no lower
} sut_hand;

// At rest in a pose.
void sut_hand_place(sut_hand *h, const sut_pose *pose, double jaw, double clock);
// A new target has come.
void sut_hand_aim(sut_hand *h, const sut_pose *pose, double jaw, double clock);
// Where the hand is at `clock`, `dt` after the last call; false: it rests, nothing changed.
bool sut_hand_move(sut_hand *h, const sut_hand_limits *limits, double clock, double dt);

// What the jaws of a tool are like.
typedef struct sut_hand_jaws {
    double grip_length; // m, of the gripping faces
    double opening;     // m, between the tips
    double floor;       // m, height: a thread on a board is not sought inside of the board
} sut_hand_jaws;

// Closing jaws take what is near: go aside to `where`, and along the tool no further than to have it
// between the tips and the middle of the gripping faces. A thread on a board is reached with the tips.
// The tool rolls so that its jaws close across `along`, the direction of the thread. Where rolling or
// going aside would push the thread away, the tips go back behind it first and come in from there. The
// jaws close when they are around it.
void sut_hand_snap(sut_hand *h, sut_vec3 where, sut_vec3 along, const sut_hand_jaws *jaws);
// Jaws that open go back to the page's target; the roll stays.
void sut_hand_unsnap(sut_hand *h);
// The target for the tool: the pose of the hand and what it was led by, which is no lower than the floor or the
// hand itself.
sut_pose sut_hand_target(const sut_hand *h);

// Whose instrument a tool of this name is: "left" and "right" are those that hands begin with, "right-scissors" is one
// that the right hand may change to. 0 left, 1 right, -1 of no hand.
int sut_hand_named(const char *tool);

// Of unit length; the unit quaternion for one without length. True if it had one.
bool sut_quat_normalize(sut_quat *q);
// rad between two rotations.
double sut_quat_angle(sut_quat a, sut_quat b);
// The share t of the way from a to b along the shortest arc.
sut_quat sut_quat_between(sut_quat a, sut_quat b, double t);

#endif
