// SPDX-License-Identifier: MIT
// channel.h -- what a needle does inside of a solid: its tip cuts, guides stay behind it.
#ifndef SUT_ATTACH_CHANNEL_H
#define SUT_ATTACH_CHANNEL_H

#include "attach/hole.h"

// A tip that broke in by this hole cuts on from the skin, or from where it is now.
void sut_channel_begin(sut_world *w, const sut_hole_slot *entry);
// After a step, of a tip that is inside: it goes on, comes to the skin, breaks out, is drawn back.
void sut_channel_settle(sut_world *w, sut_hole_slot *tip);
// The tip of a needle that was drawn out of a solid and led in again by the same hole.
void sut_channel_resume(sut_world *w, const sut_hole_slot *entry);
// A hole by which a needle left a solid, and into which it was drawn back.
void sut_channel_draw_back(sut_world *w, sut_hole_slot *exit);
// Start of a substep: what rubs along channels is shared by the holes and guides along them.
void sut_channel_share_drag(sut_world *w);
// m, of a needle inside of solids.
double sut_channel_inside(const sut_world *w, int needle);
// Is the tip of the needle inside of the solid, or pressing on it?
bool sut_channel_is_in(const sut_world *w, int body, int tissue);
// m behind the tip, of the lowest place by which the needle left that solid; infinite: none.
double sut_channel_last_exit(const sut_world *w, int body, int tissue);
// m behind the tip of a needle, of a hole on it or on the thread that it draws.
double sut_channel_behind_tip(const sut_world *w, int needle, const sut_hole *k);
int sut_channel_next_passage(const sut_world *w);

#endif
