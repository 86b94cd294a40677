// SPDX-License-Identifier: MIT
// sutura COMMAND ...: find the command and hand over.
#include "commands/commands.h"
#include "commands/message.h"
#include "sutura/sutura.h"

#include <stdbool.h>
#include <stdio.h>
#include <string.h>

typedef struct command {
    const char *name;
    int (*run)(int argc, char **argv);
} command;

static const command commands[] = {
    {"run", sut_command_run},       {"validate", sut_command_validate},
    {"bench", sut_command_bench},   {"knot", sut_command_knot},
    {"sweep", sut_command_sweep},   {"replay", sut_command_replay},
    {"haptic", sut_command_haptic}, {"info", sut_command_info},
    {"mesh", sut_command_mesh},     {"trainer", sut_command_trainer},
};
enum { COMMANDS = sizeof commands / sizeof commands[0] };

static const char help[] =
    "sutura: a real-time engine for surgical threads\n"
    "\n"
    "usage: sutura COMMAND [ARGUMENTS]\n"
    "       sutura --help | --version | COMMAND --help\n"
    "\n"
    "commands\n"
    "  run SCENE          simulate a scene file, write tables, VTK files, pictures, a report\n"
    "  validate [NAME]... compare the engine with closed forms and published experiments\n"
    "  bench [NAME]...    measure its speed beside other libraries\n"
    "  replay RECORDING   repeat a recorded run, step by step, and compare the hashes\n"
    "  knot FILE          name the knot in a polygon: 3_1, 3_1#m3_1, reef, surgeon\n"
    "  mesh FILE          check a mesh file or a tissue's shape, say what it is like, convert it\n"
    "  info               version, build, what this build can do, materials\n"
    "  haptic SCENE       hands on the tools of a scene: forces at 1 kHz, deadlines, passivity\n"
    "  sweep SWEEP        run a scene many times with other values, collect figures as CSV\n"
    "  trainer            exercises in the browser: forceps, threads, knots, scores\n"
    "\n"
    "exit codes\n"
    "  0  done\n"
    "  1  ran and failed: diverged, a check not met, interrupted, disk full\n"
    "  2  bad usage or bad input: one line on standard error, nothing written\n";

static int unknown_command(const char *name) {
    const char *names[COMMANDS];
    for (int i = 0; i < COMMANDS; i++) {
        names[i] = commands[i].name;
    }
    const char *near = sut_cli_suggest(name, names, COMMANDS);
    if (strcmp(name, "help") == 0 || strcmp(name, "version") == 0) {
        return sut_cli_refuse("unknown command '%s'; did you mean '--%s'?", name, name);
    }
    if (near != NULL) {
        return sut_cli_refuse("unknown command '%s'; did you mean '%s'?", name, near);
    }
    return sut_cli_refuse("unknown command '%s'; see 'sutura --help'", name);
}

int main(int argc, char **argv) {
    if (argc < 2) {
        return sut_cli_refuse("no command given; see 'sutura --help'");
    }
    const char *first = argv[1];
    bool alone =
        strcmp(first, "--help") == 0 || strcmp(first, "-h") == 0 || strcmp(first, "--version") == 0;
    if (alone && argc > 2) {
        return sut_cli_refuse("%s takes no argument '%s'; see 'sutura --help'", first, argv[2]);
    }
    if (strcmp(first, "--help") == 0 || strcmp(first, "-h") == 0) {
        fputs(help, stdout);
        return sut_cli_finish(SUT_EXIT_DONE);
    }
    if (strcmp(first, "--version") == 0) {
        sut_version_info v = sut_version();
        printf("sutura %d.%d.%d\n", v.major, v.minor, v.patch);
        return sut_cli_finish(SUT_EXIT_DONE);
    }
    if (first[0] == '-') {
        return sut_cli_refuse("unknown option '%s'; see 'sutura --help'", first);
    }
    for (int i = 0; i < COMMANDS; i++) {
        if (strcmp(first, commands[i].name) == 0) {
            return commands[i].run(argc - 2, argv + 2);
        }
    }
    return unknown_command(first);
}
