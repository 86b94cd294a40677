// SPDX-License-Identifier: MIT
#include "commands/picks.h"

#include "commands/args.h"
#include "commands/message.h"

#include <stdio.h>

enum { OPT_LIST, OPT_JSON, OPT_REPEAT, OPT_FOLDER, OPT_COUNT };
static const sut_option options[OPT_COUNT] = {[OPT_LIST] = {"--list", NULL},
                                              [OPT_JSON] = {"--json", NULL},
                                              [OPT_REPEAT] = {"--repeat", "N"},
                                              [OPT_FOLDER] = {"--folder", "FOLDER"}};

int sut_picks_parse(sut_picks *p, const char *command, const char *help, bool repeats, int argc,
                    char **argv) {
    sut_args args = {.command = command,
                     .argc = argc,
                     .argv = argv,
                     .options = options,
                     .option_count = repeats ? OPT_COUNT : OPT_REPEAT};
    *p = (sut_picks){.names = argv, .repeat = 1};
    for (;;) {
        sut_arg arg;
        switch (sut_args_next(&args, &arg)) {
        case SUT_ARG_END:
            return -1;
        case SUT_ARG_HELP:
            fputs(help, stdout);
            return sut_cli_finish(SUT_EXIT_DONE);
        case SUT_ARG_OPTION:
            if (arg.option == OPT_REPEAT &&
                !sut_args_integer("--repeat", arg.value, 1, 1000, &p->repeat)) {
                return SUT_EXIT_USAGE;
            }
            p->folder = arg.option == OPT_FOLDER ? arg.value : p->folder;
            p->list = p->list || arg.option == OPT_LIST;
            p->json = p->json || arg.option == OPT_JSON;
            break;
        case SUT_ARG_PLAIN:
            p->names[p->name_count++] = arg.value;
            break;
        default:
            return SUT_EXIT_USAGE;
        }
    }
}
