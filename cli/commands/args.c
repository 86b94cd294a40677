// SPDX-License-Identifier: MIT
#include "commands/args.h"

#include "commands/message.h"

#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { OPTIONS_MAX = 32 };

static int find_option(const sut_args *args, const char *name, size_t length) {
    for (int i = 0; i < args->option_count; i++) {
        const char *o = args->options[i].name;
        if (strlen(o) == length && strncmp(o, name, length) == 0) {
            return i;
        }
    }
    return -1;
}

static sut_arg_kind unknown_option(const sut_args *args, const char *name, size_t length) {
    const char *known[OPTIONS_MAX];
    int count = 0;
    for (int i = 0; i < args->option_count && count < OPTIONS_MAX - 1; i++) {
        known[count++] = args->options[i].name + 2;
    }
    known[count++] = "help";

    char word[64] = "";
    if (length > 2 && length - 2 < sizeof word) {
        memcpy(word, name + 2, length - 2);
        word[length - 2] = '\0';
    }
    const char *near = sut_cli_suggest(word, known, count);
    if (near != NULL) {
        sut_cli_refuse("%s: unknown option '%.*s'; did you mean '--%s'?", args->command,
                       (int)length, name, near);
    } else {
        sut_cli_refuse("%s: unknown option '%.*s'; see 'sutura %s --help'", args->command,
                       (int)length, name, args->command);
    }
    return SUT_ARG_BAD;
}

// the value of an option that takes one: what follows '=', or the next argument
static sut_arg_kind take_value(sut_args *args, const sut_option *o, char *attached, sut_arg *out) {
    if (o->value == NULL) {
        if (attached != NULL) {
            sut_cli_refuse("%s: %s takes no value; leave '=%s' away", args->command, o->name,
                           attached);
            return SUT_ARG_BAD;
        }
        return SUT_ARG_OPTION;
    }
    char *value = attached;
    if (value == NULL && args->next < args->argc && strncmp(args->argv[args->next], "--", 2) != 0) {
        value = args->argv[args->next++];
    }
    if (value == NULL || value[0] == '\0') {
        sut_cli_refuse("%s: %s needs a value; %s %s", args->command, o->name, o->name, o->value);
        return SUT_ARG_BAD;
    }
    out->value = value;
    return SUT_ARG_OPTION;
}

sut_arg_kind sut_args_next(sut_args *args, sut_arg *out) {
    *out = (sut_arg){.option = -1};
    if (args->next >= args->argc) {
        return SUT_ARG_END;
    }
    char *arg = args->argv[args->next++];

    // a lone "-" and everything after "--" are plain arguments
    if (args->plain_only || arg[0] != '-' || arg[1] == '\0') {
        out->value = arg;
        return SUT_ARG_PLAIN;
    }
    if (strcmp(arg, "--") == 0) {
        args->plain_only = true;
        return sut_args_next(args, out);
    }
    if (strcmp(arg, "--help") == 0 || strcmp(arg, "-h") == 0) {
        return SUT_ARG_HELP;
    }

    char *equals = strchr(arg, '=');
    size_t length = equals != NULL ? (size_t)(equals - arg) : strlen(arg);
    int index = find_option(args, arg, length);
    if (index < 0) {
        return unknown_option(args, arg, length);
    }
    out->option = index;
    return take_value(args, &args->options[index], equals != NULL ? equals + 1 : NULL, out);
}

int sut_args_file(sut_args *args, const char *help, const char *noun, const char *example,
                  sut_args_take *take, void *ctx, const char **file) {
    *file = NULL;
    for (;;) {
        sut_arg arg;
        switch (sut_args_next(args, &arg)) {
        case SUT_ARG_END:
            return *file != NULL ? -1
                                 : sut_cli_refuse("%s: no %s given; sutura %s %s", args->command,
                                                  noun, args->command, example);
        case SUT_ARG_HELP:
            fputs(help, stdout);
            return sut_cli_finish(SUT_EXIT_DONE);
        case SUT_ARG_OPTION:
            if (!take(ctx, &arg)) {
                return SUT_EXIT_USAGE;
            }
            break;
        case SUT_ARG_PLAIN:
            if (arg.value == NULL || arg.value[0] == '\0') {
                return sut_cli_refuse("%s: the name of the %s is empty; sutura %s %s",
                                      args->command, noun, args->command, example);
            }
            if (*file != NULL) {
                return sut_cli_refuse("%s: one %s at a time, but there is '%s' after '%s'; quote "
                                      "values that hold blanks",
                                      args->command, noun, arg.value, *file);
            }
            *file = arg.value;
            break;
        default:
            return SUT_EXIT_USAGE;
        }
    }
}

const char *sut_decimal_end(const char *text) {
    const char *p = text;
    int digits = 0;
    for (; *p >= '0' && *p <= '9'; p++) {
        digits++;
    }
    if (*p == '.') {
        for (p++; *p >= '0' && *p <= '9'; p++) {
            digits++;
        }
    }
    if (digits == 0) {
        return NULL;
    }
    if (*p == 'e' || *p == 'E') {
        const char *e = p + 1;
        e += *e == '+' || *e == '-';
        if (*e >= '0' && *e <= '9') {
            for (p = e; *p >= '0' && *p <= '9'; p++) {
            }
        }
    }
    return p;
}

static bool time_unit(const char *unit, double *seconds) {
    static const struct {
        const char *unit;
        double seconds;
    } units[] = {{"", 1.0},           {"s", 1.0},          {"ms", 1e-3}, {"us", 1e-6},
                 {"\xc2\xb5s", 1e-6}, {"\xce\xbcs", 1e-6}, {"ns", 1e-9}, {"min", 60.0}};
    for (size_t i = 0; i < sizeof units / sizeof units[0]; i++) {
        if (strcmp(unit, units[i].unit) == 0) {
            *seconds = units[i].seconds;
            return true;
        }
    }
    return false;
}

bool sut_args_time(const char *option, const char *text, double *out) {
    const char *end = sut_decimal_end(text + (text[0] == '+'));
    double unit = 0.0;
    bool ok = end != NULL;
    if (ok) {
        const char *rest = end;
        while (*rest == ' ') {
            rest++;
        }
        ok = time_unit(rest, &unit);
    }
    // dividing by the exact 1000 rounds once, where 5 * 1e-3 would round twice
    double value = ok ? strtod(text, NULL) : 0.0;
    value = unit < 1.0 && unit > 0.0 ? value / nearbyint(1.0 / unit) : value * unit;
    if (!ok || !isfinite(value)) {
        sut_cli_refuse(
            "%s %s: not a time; a number of seconds >= 0, or one with a unit like \"5 ms\"", option,
            text);
        return false;
    }
    *out = value;
    return true;
}

bool sut_args_integer(const char *option, const char *text, int low, int high, int *out) {
    char *end = NULL;
    errno = 0;
    long value = strtol(text, &end, 10);
    bool digits = text[0] >= '0' && text[0] <= '9';
    if (!digits || *end != '\0' || errno != 0 || value < low || value > high) {
        sut_cli_refuse("%s %s: not a usable number; an integer from %d to %d", option, text, low,
                       high);
        return false;
    }
    *out = (int)value;
    return true;
}
