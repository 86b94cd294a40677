// SPDX-License-Identifier: MIT
// Commands that belong to the command line but not to this version: they say so.
#include "cli/commands.h"
#include "cli/message.h"

#include <stdio.h>
#include <string.h>

static int absent(const char *name, const char *purpose, int argc, char **argv) {
    for (int i = 0; i < argc; i++) {
        if (strcmp(argv[i], "--help") == 0 || strcmp(argv[i], "-h") == 0) {
            printf("sutura %s: %s\n\nThis version does not have it yet.\n", name, purpose);
            return sut_cli_finish(SUT_EXIT_DONE);
        }
    }
    return sut_cli_refuse(
        "%s: this version does not have it yet; see 'sutura --help' for what it has", name);
}

int sut_command_trainer(int argc, char **argv) {
    return absent("trainer", "suturing exercises in the browser", argc, argv);
}
