// SPDX-License-Identifier: MIT
// commands.h -- the commands. Each takes what follows its name and returns the exit code.
#ifndef SUT_CLI_COMMANDS_H
#define SUT_CLI_COMMANDS_H

int sut_command_run(int argc, char **argv);
int sut_command_validate(int argc, char **argv);
int sut_command_bench(int argc, char **argv);
int sut_command_replay(int argc, char **argv);
int sut_command_info(int argc, char **argv);
int sut_command_mesh(int argc, char **argv);
int sut_command_knot(int argc, char **argv);
int sut_command_sweep(int argc, char **argv);
int sut_command_haptic(int argc, char **argv);
int sut_command_trainer(int argc, char **argv);

#endif
