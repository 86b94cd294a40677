// SPDX-License-Identifier: MIT
#include "trainer/server/level.h"

#include <math.h>
#include <string.h>

static const sut_level_help helps[] = {
    [SUT_LEVEL_TRAINEE] = {.name = "trainee", .speed = (double)INFINITY, .pace = 1.0},
    [SUT_LEVEL_GUIDED] =
        {.name = "guided", .reach = 4e-3, .speed = (double)INFINITY, .pace = 1.0, .parks = true},
    // no help at all, and none of what shows the needle inside of tissue
    [SUT_LEVEL_EXAM] = {.name = "exam", .speed = (double)INFINITY, .pace = 1.0},
    // 0.12 m/s: as fast as the demonstrations
    [SUT_LEVEL_BEGINNER] =
        {.name = "beginner", .reach = 4e-3, .speed = 0.12, .pace = 0.5, .parks = true},
};
enum { LEVELS = sizeof helps / sizeof helps[0] };

const sut_level_help *sut_level_help_of(sut_level level) {
    return &helps[level];
}

bool sut_level_find(const char *name, sut_level *level) {
    for (int i = 0; i < LEVELS; i++) {
        if (strcmp(helps[i].name, name) == 0) {
            *level = (sut_level)i;
            return true;
        }
    }
    return false;
}
