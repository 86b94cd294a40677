// SPDX-License-Identifier: MIT
// sutura trainer: serve exercises to browsers.
#include "commands/args.h"
#include "commands/commands.h"
#include "commands/message.h"

#include <stdio.h>

static const char help[] =
    "usage: sutura trainer [--host 127.0.0.1] [--port 8642] [--data DIR] [--token TOKEN]\n"
    "                      [--tasks DIR] [--page DIR] [--instructor KEY] [--device WHO]...\n"
    "\n"
    "Serve exercises with threads and forceps to browsers; the address is printed. Ends with\n"
    "Ctrl-C. docs/protocol.md says how pages talk to it.\n"
    "\n"
    "  --host ADDRESS   listen there; anything but loopback needs --token\n"
    "  --port N         0 to 65535; 0: any free one; default 8642\n"
    "  --data DIR       where attempts are kept; default ~/.local/share/sutura\n"
    "  --token TOKEN    16 to 128 characters that pages must know; with 'new' one is made up\n"
    "  --instructor KEY 16 to 128 characters: a page opened with ?instructor=KEY may take control "
    "from\n"
    "                   others; without it every page of this machine with ?instructor may\n"
    "  --tasks DIR      exercises; default those that come along\n"
    "  --page DIR       files of the page; default the built one\n"
    "  --device WHO     who moves the left hand; given again: the right one. FILE.csv: recorded\n"
    "                   motion, lines t,x,y,z,qx,qy,qz,qw,jaw; operator:FILE.csv: a simulated "
    "hand\n"
    "                   that follows it and gives way to forces; none (default): the page\n";

enum {
    OPT_HOST,
    OPT_PORT,
    OPT_DATA,
    OPT_TOKEN,
    OPT_TASKS,
    OPT_PAGE,
    OPT_DEVICE,
    OPT_INSTRUCTOR,
    OPT_COUNT
};
static const sut_option options[OPT_COUNT] = {
    [OPT_HOST] = {"--host", "ADDRESS"}, [OPT_PORT] = {"--port", "N"},
    [OPT_DATA] = {"--data", "DIR"},     [OPT_TOKEN] = {"--token", "TOKEN"},
    [OPT_TASKS] = {"--tasks", "DIR"},   [OPT_PAGE] = {"--page", "DIR"},
    [OPT_DEVICE] = {"--device", "WHO"}, [OPT_INSTRUCTOR] = {"--instructor", "KEY"}};

typedef struct request {
    const char *value[OPT_COUNT];
    int port;
    const char *devices[2]; // left, right
    int device_count;
} request;

static bool add_device(request *r, const char *who) {
    if (r->device_count == 2) {
        sut_cli_refuse("--device %s: a third one; there are two hands", who);
        return false;
    }
    r->devices[r->device_count++] = who;
    return true;
}

// -1: go on; else the exit code
static int parse(request *r, int argc, char **argv) {
    sut_args args = {"trainer", argc, argv, options, OPT_COUNT, 0, false};
    *r = (request){.value = {[OPT_HOST] = "127.0.0.1"}, .port = 8642};
    sut_arg arg;
    sut_arg_kind kind;
    while ((kind = sut_args_next(&args, &arg)) != SUT_ARG_END) {
        if (kind == SUT_ARG_HELP) {
            fputs(help, stdout);
            return sut_cli_finish(SUT_EXIT_DONE);
        }
        if (kind == SUT_ARG_PLAIN) {
            return sut_cli_refuse("trainer: unexpected '%s'; it takes options only", arg.value);
        }
        if (kind == SUT_ARG_BAD) {
            return SUT_EXIT_USAGE;
        }
        r->value[arg.option] = arg.value;
        if (arg.option == OPT_DEVICE && !add_device(r, arg.value)) {
            return SUT_EXIT_USAGE;
        }
        if (arg.option == OPT_PORT && !sut_args_integer("--port", arg.value, 0, 65535, &r->port)) {
            return SUT_EXIT_USAGE;
        }
    }
    return -1;
}

#if defined(SUT_HAVE_TRAINER)

#include "commands/trainer_folders.h"
#include "trainer/server/rig.h"
#include "trainer/server/task.h"
#include "trainer/server/trainer.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

static const char *shown_token;

static void ready(const char *address) {
    printf("The trainer is at %s%s%s\n", address, shown_token != NULL ? "?token=" : "",
           shown_token != NULL ? shown_token : "");
    puts("Open it in a browser; Ctrl-C ends it.");
    fflush(stdout);
}

static void trouble(const char *why) {
    if (why != NULL) {
        (void)fprintf(stderr, "sutura: attempts are not being kept: %s\n", why);
    } else {
        (void)fprintf(stderr, "sutura: attempts are being kept again\n");
    }
}

static bool is_loopback(const char *host) {
    return strncmp(host, "127.", 4) == 0 || strcmp(host, "localhost") == 0 ||
           strcmp(host, "::1") == 0;
}

static bool make_token(char *out, size_t size) {
    unsigned char random[24];
    FILE *f = fopen("/dev/urandom", "rb");
    bool good = f != NULL && fread(random, sizeof random, 1, f) == 1;
    if (f != NULL) {
        fclose(f);
    }
    for (size_t i = 0; good && i < sizeof random && 2 * i + 2 < size; i++) {
        snprintf(out + 2 * i, 3, "%02x", random[i]);
    }
    return good;
}

static bool decent_secret(const char *text) {
    size_t length = strlen(text);
    size_t decent = strspn(text, "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789"
                                 "_-");
    return length >= 16 && length <= 128 && decent == length;
}

// -1: go on
static int check_token(const request *r, char *made, size_t size, const char **token) {
    *token = r->value[OPT_TOKEN];
    if (*token != NULL && strcmp(*token, "new") == 0) {
        if (!make_token(made, size)) {
            return sut_cli_fail("trainer: no random numbers for a token");
        }
        *token = made;
    }
    if (*token == NULL) {
        return is_loopback(r->value[OPT_HOST])
                   ? -1
                   : sut_cli_refuse("trainer: --host %s is open to others and needs --token; "
                                    "'--token new' makes one up",
                                    r->value[OPT_HOST]);
    }
    return decent_secret(*token)
               ? -1
               : sut_cli_refuse("trainer: --token must be 16 to 128 of A-Z a-z 0-9 _ -");
}

// -1: go on
static int check_instructor(const request *r) {
    const char *key = r->value[OPT_INSTRUCTOR];
    return key == NULL || decent_secret(key)
               ? -1
               : sut_cli_refuse("trainer: --instructor must be 16 to 128 of A-Z a-z 0-9 _ -");
}

// -1: go on. Where files of the page are missing, the server answers browsers with what to do.
static int check_folders(const request *r) {
    const char *tasks = r->value[OPT_TASKS];
    return tasks == NULL || sut_trainer_is_folder(tasks)
               ? -1
               : sut_cli_refuse("trainer: --tasks %s: no such folder; one that holds tasks", tasks);
}

// -1: go on
static int check_tasks(const char *folder) {
    sut_task_list *list = malloc(sizeof *list);
    sut_task_error error = {""};
    if (list == NULL) {
        return sut_cli_fail("trainer: out of memory");
    }
    bool good = sut_tasks_read(folder, list, &error);
    if (good) {
        sut_tasks_free(list);
    }
    free(list);
    return good ? -1 : sut_cli_refuse("trainer: %s", error.text);
}

int sut_command_trainer(int argc, char **argv) {
    request r;
    char made[64] = "";
    const char *token = NULL;
    int code = parse(&r, argc, argv);
    code = code < 0 ? check_token(&r, made, sizeof made, &token) : code;
    code = code < 0 ? check_instructor(&r) : code;
    code = code < 0 ? check_folders(&r) : code;
    if (code >= 0) {
        return code;
    }
    sut_trainer_folders folders = {0};
    bool home = sut_trainer_find_folders(&folders);
    const char *data = r.value[OPT_DATA] != NULL ? r.value[OPT_DATA] : folders.data;
    if (r.value[OPT_DATA] == NULL && !home) {
        return sut_cli_refuse("trainer: there is no home folder for the records; give --data DIR");
    }
    const char *tasks = r.value[OPT_TASKS] != NULL ? r.value[OPT_TASKS] : folders.tasks;
    code = check_tasks(tasks);
    if (code >= 0) {
        return code;
    }
    if (!sut_trainer_make_folder(data)) {
        return sut_cli_refuse("trainer: %s: %s; --data needs a folder that can be written", data,
                              strerror(errno));
    }
    for (int i = 0; i < r.device_count; i++) {
        sut_rig_error why;
        if (!sut_rig_check(r.devices[i], &why)) {
            return sut_cli_refuse("trainer: --device %s", why.text);
        }
    }
    shown_token = token;
    sut_trainer_options o = {.host = r.value[OPT_HOST],
                             .port = r.port,
                             .data = data,
                             .token = token,
                             .page = r.value[OPT_PAGE] != NULL ? r.value[OPT_PAGE] : folders.page,
                             .tasks = tasks,
                             .devices = {r.devices[0], r.devices[1]},
                             .ready = ready,
                             .trouble = trouble,
                             .instructor = r.value[OPT_INSTRUCTOR]};
    char message[1024] = "";
    code = sut_trainer_run(&o, message, sizeof message);
    return code == 0 ? sut_cli_finish(SUT_EXIT_DONE) : sut_cli_fail("trainer: %s", message);
}

#else

int sut_command_trainer(int argc, char **argv) {
    request r;
    int code = parse(&r, argc, argv);
    return code >= 0
               ? code
               : sut_cli_refuse("trainer: this build has no server; install "
                                "libwebsockets-dev, libsqlite3-dev and zlib1g-dev and build again");
}

#endif
