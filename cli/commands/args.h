// SPDX-License-Identifier: MIT
// args.h -- walk over the arguments of one command.
//
// Options are `--name`, `--name VALUE` or `--name=VALUE`, anywhere among the other arguments; after
// `--` everything is a plain argument. `--help` is known to every command.
#ifndef SUT_CLI_ARGS_H
#define SUT_CLI_ARGS_H

#include <stdbool.h>

typedef struct sut_option {
    const char *name;  // "--out"
    const char *value; // "DIR", how its value is called in messages; null: a switch
} sut_option;

typedef struct sut_args {
    const char *command; // "run", for messages
    int argc;
    char **argv; // what follows the command
    const sut_option *options;
    int option_count;
    int next;
    bool plain_only; // after "--"
} sut_args;

typedef enum sut_arg_kind {
    SUT_ARG_END,
    SUT_ARG_OPTION, // index into options, value unless it is a switch
    SUT_ARG_PLAIN,  // value
    SUT_ARG_HELP,   // --help
    SUT_ARG_BAD     // already said what is wrong
} sut_arg_kind;

typedef struct sut_arg {
    int option;
    char *value;
} sut_arg;

sut_arg_kind sut_args_next(sut_args *args, sut_arg *out);

// For commands that take options and one file. Options go to `take`, which returns false after it
// said what is wrong with one. `noun` is what the file holds, `example` how it may be called.
// -1: go on, *file is given. Anything else is the exit code.
typedef bool sut_args_take(void *ctx, const sut_arg *option);
int sut_args_file(sut_args *args, const char *help, const char *noun, const char *example,
                  sut_args_take *take, void *ctx, const char **file);

// The end of a decimal number without sign at `text` (digits, one point, exponent), or null: what
// strtod may be given, which alone would also take hex, inf and nan.
const char *sut_decimal_end(const char *text);

// Numbers as arguments. Each says what is wrong and returns false when the text is not one.
//   time     seconds: plain, or with a unit ns us ms s min ("5 ms", "5ms"); finite, >= 0
//   integer  decimal digits, low..high
bool sut_args_time(const char *option, const char *text, double *out);
bool sut_args_integer(const char *option, const char *text, int low, int high, int *out);

#endif
