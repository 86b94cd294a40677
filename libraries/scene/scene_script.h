// SPDX-License-Identifier: MIT
// scene_script.h -- what the files of the script share. One file per group of commands:
//   scene_script.c         the list, times, motions, grasp, reach for threads
//   scene_script_tissue.c  reach for tissue, pull, cut
//   scene_script_needle.c  reach for needles, drive
#ifndef SUTURA_SCENE_SCRIPT_H
#define SUTURA_SCENE_SCRIPT_H

#include "scene_types.h"

// Everything that reading one command needs.
typedef struct sut_script_reading {
    const sut_reader *r;
    const sut_scene *s;
    const sut_node *n;
    sut_scene_command *c;
} sut_script_reading;

// Where a tool is meant to be, while a step is being worked out.
typedef struct sut_script_hand {
    sut_tool_id id;
    const sut_tool_def *def;
    sut_pose pose;
    double jaw;
} sut_script_hand;

// From s0 to s1 of the command, of which `share` is the part of what was left.
typedef struct sut_script_bit {
    double s0, s1, share;
    double dt;
    bool begins;
} sut_script_bit;

// scene_script_tissue.c
bool sut_script_read_tissue(const sut_script_reading *m); // "tissue" with "node" or "at", of reach
bool sut_script_read_pull(const sut_script_reading *m);
bool sut_script_read_cut(const sut_script_reading *m); // beside "to" or "by"
void sut_script_reach_tissue(const sut_scene_command *c, const sut_world *w,
                             const sut_script_bit *b, sut_script_hand *h);
// False: there is nothing to act on.
bool sut_script_pull(const sut_scene_command *c, const sut_world *w, const sut_script_bit *b,
                     sut_script_hand *h);
bool sut_script_cut(const sut_scene_command *c, const sut_script_bit *b, sut_script_hand *h);

// scene_script_needle.c
bool sut_script_read_needle(const sut_script_reading *m); // "needle" with "along", of reach
bool sut_script_read_drive(const sut_script_reading *m);
void sut_script_reach_needle(const sut_scene_command *c, const sut_world *w,
                             const sut_script_bit *b, sut_script_hand *h);
bool sut_script_drive(const sut_scene_command *c, const sut_world *w, const sut_script_bit *b,
                      sut_script_hand *h); // as sut_script_pull

#endif
