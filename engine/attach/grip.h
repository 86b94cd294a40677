// SPDX-License-Identifier: MIT
// grip.h -- what the jaws of tools hold: strands, tissue, needles.
#ifndef SUT_ATTACH_GRIP_H
#define SUT_ATTACH_GRIP_H

#include "data/world.h"

// grip.c
void sut_grip_gather(sut_world *w, int tool, double dt); // where its grips should be after the part
void sut_grip_commit(sut_world *w, int tool, double share);
void sut_grip_update(sut_world *w, int tool); // after a step: take, slide, let go
void sut_grip_drop(sut_world *w, int tool, int k);
bool sut_grip_holds(const sut_world *w, int tool); // anything
// Is a place in the tool's frame between its jaws, or within `margin` of that?
bool sut_grip_is_between(const sut_tool_slot *tool, sut_vec3 x, double margin);
// A strand that blades close over: the edge of it in the middle between them.
typedef struct sut_grip_strand {
    int thread, edge;
} sut_grip_strand;
int sut_grip_strands(const sut_world *w, int tool, sut_grip_strand out[SUT_TOOL_GRIPS]);
// The least opening that what lies between the jaws leaves, rad of each arm.
double sut_grip_least_turn(const sut_world *w, int tool);
// The part of the segment a b, in the tool's frame, that lies between its jaws, as shares of it;
// `depth`: as far up the arms. And the turn of an arm at which its face touches what is so thick at
// the height z; what jaws hold within, or let go beyond, of such a turn.
bool sut_grip_part_between(const sut_tool_slot *tool, double depth, sut_vec3 a, sut_vec3 b,
                           double margin, double t[2]);
double sut_grip_touching_turn(const sut_tool_def *d, double radius, double z);
extern const double sut_grip_holding, sut_grip_letting;

// grip_tissue.c: the same of tissue
void sut_tissue_grip_begin(sut_world *w); // of a part
void sut_tissue_grip_gather(sut_world *w, double dt);
bool sut_tissue_grip_saturate(sut_world *w); // as sut_hold_saturate
void sut_tissue_grip_commit(sut_world *w, int tool);
bool sut_tissue_grip_pulls_hard(const sut_world *w, int tool); // against its way, than its coupling
void sut_tissue_grip_update(sut_world *w, int tool);
bool sut_tissue_grip_is_squeezed(const sut_world *w, int tool, int tissue); // by both arms
void sut_tissue_grip_drop(sut_tool_slot *tool);
void sut_tissue_grip_forget(sut_world *w, int tissue);  // a tissue goes
void sut_tissue_grip_take_near(sut_world *w, int tool); // a grasping point closes
sut_tool_tissue_grip sut_tissue_grip_view(const sut_world *w, int tool);

// grip_needle.c: the same of needles
void sut_needle_grip_gather(sut_world *w); // after the tools' next poses
void sut_needle_grip_commit(sut_world *w, int tool);
void sut_needle_grip_update(sut_world *w, int tool);
void sut_needle_grip_take_near(sut_world *w, int tool); // a grasping point closes
// Does it slide (kind 0) or turn (kind 1) between the jaws? Then in which direction, and how stiff
// the grip is across that: along it more way takes no more force.
bool sut_needle_grip_slides(const sut_world *w, int tool, int kind, sut_vec3 *along,
                            double *across);
// Nearest place of a needle to where a grasping point takes, m; *needle -1: none within reach.
double sut_needle_grip_nearest(const sut_world *w, int tool, int *needle);
double sut_needle_grip_least_turn(const sut_world *w, int tool);
// The tool holds the needle from now on, as it lies. Null, or why it cannot.
const char *sut_needle_grip_take(sut_world *w, int tool, int needle);
void sut_needle_grip_drop(sut_tool_slot *tool);
void sut_needle_grip_forget(sut_world *w, int needle);    // it goes
int sut_needle_grip_tool(const sut_world *w, int needle); // the first that holds it, -1: none
sut_tool_needle_grip sut_needle_grip_view(const sut_world *w, int tool);

#endif
