// SPDX-License-Identifier: MIT
// follower.c -- how fast followers catch up.
#include "data/data.h"

double sut_follower_growth(const sut_world *w, double dt) {
    return sut_world_explicit(w) ? 1.0 + 0.5 * dt / (w->step_end - w->time) : 1.5;
}
