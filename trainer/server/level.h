// SPDX-License-Identifier: MIT
// level.h -- how much a trainee is helped, and with what.
//
// A beginner follows the steps of the demonstration with slow hands that are led. A guided trainee
// has the same steps at full speed, and leads the hands alone. A trainee has none of it. In an exam pages show no section, no path of a needle and no figures at it.
#ifndef SUT_TRAINER_LEVEL_H
#define SUT_TRAINER_LEVEL_H

#include <stdbool.h>

typedef enum sut_level {
    SUT_LEVEL_TRAINEE,
    SUT_LEVEL_GUIDED,
    SUT_LEVEL_BEGINNER,
    SUT_LEVEL_EXAM
} sut_level;

typedef struct sut_level_help {
    const char *name;
    double reach; // m, of the jaws, at least
    double speed; // m/s, of the hands, at most
    double pace;  // of real time, to begin with
    bool parks;   // an end that is let go stays where it is for a while
} sut_level_help;

const sut_level_help *sut_level_help_of(sut_level level);
// false: there is no level of that name
bool sut_level_find(const char *name, sut_level *level);

#endif
