// SPDX-License-Identifier: MIT
// picks.h -- the arguments of a command that runs some of a list of things by name: bench,
// validate.
#ifndef SUT_CLI_PICKS_H
#define SUT_CLI_PICKS_H

#include <stdbool.h>

typedef struct sut_picks {
    bool list, json;
    int repeat;
    const char *folder; // null: not given
    int name_count;
    char **names; // moved to the front of argv
} sut_picks;

// --list, --json, --help, --repeat and --folder if the command `repeats`, and names. Answers -1 to
// go on, else the exit code; it has then said why.
int sut_picks_parse(sut_picks *p, const char *command, const char *help, bool repeats, int argc,
                    char **argv);

#endif
