// SPDX-License-Identifier: MIT
// sutura sweep: one scene many times, with other values each time; figures of the reports as a
// table. Every run is `sutura run` in a process of its own. All of them are first made with no step
// at all, so that bad input and figures that no report has are refused before anything is written.
#include "commands/args.h"
#include "commands/commands.h"
#include "commands/input.h"
#include "commands/message.h"
#include "commands/progress.h"
#include "commands/sweep_pool.h"
#include "commands/sweep_table.h"
#include "output/claims.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

static const char help[] =
    "usage: sutura sweep SWEEP [--jobs N] [--out FILE.csv]\n"
    "\n"
    "Run a scene many times with other values, and collect figures of the reports.\n"
    "\n"
    "  --jobs N           runs at a time, each in its own process; default 1\n"
    "  --out FILE         write the CSV there; standard output then gets the file's \"table\"\n"
    "  --for SECONDS      simulated time of every run; default: the scene's \"seconds\"\n"
    "  --quiet            no progress\n"
    "\n"
    "A sweep file is JSON:\n"
    "  { \"sutura_sweep\": 1, \"scene\": \"reef.json\", \"tensiometer\": \"0,3\",\n"
    "    \"parameters\": [ { \"name\": \"knot\", \"path\": [\"threads[0].shape.knot\", ...],\n"
    "                      \"values\": [\"reef\", \"granny\"] },\n"
    "                    { \"path\": \"dt\", \"from\": 0.001, \"to\": 0.002, \"step\": 0.0005 } "
    "],\n"
    "    \"columns\": [ \"tensiometer.force\", \"topology_changes\" ] }\n"
    "Rows are in the order of the parameters, the first changing slowest, whatever N is.\n";

typedef struct sweep {
    sut_sweep_plan plan;
    const char *file, *out;
    char *seconds;
    int jobs;
    bool quiet;
    char **arguments; // of the run that is being started
    bool checking;    // no steps, nothing written
    sut_sweep_row *rows;
    int done, failed;
    int written; // rows before this one are in the CSV
    FILE *csv;
    int refused; // while checking: the first run that cannot be, or -1
    char refusal[800];
    sut_progress progress;
} sweep;

//---- one run -------------------------------------------------------------------------------------

// all that can stand behind "run", beside the settings
enum { FIXED_ARGUMENTS = 12 };

static int most_settings(const sut_sweep_plan *p) {
    int sum = 0;
    for (int i = 0; i < p->parameter_count; i++) {
        int most = 0;
        for (int k = 0; k < p->parameters[i].count; k++) {
            int count = p->parameters[i].choices[k].count;
            most = count > most ? count : most;
        }
        sum += most;
    }
    return sum;
}

static char **arguments_of(void *ctx, int run) {
    static char report[] = "--report=-";
    static char quiet[] = "--quiet";
    static char set[] = "--set";
    static char seconds[] = "--for";
    static char none[] = "0";
    static char jaws[] = "--tensiometer";
    static char until[] = "--until-failure";
    sweep *s = ctx;
    const sut_sweep_plan *p = &s->plan;
    int n = 0;
    s->arguments[n++] = p->scene;
    s->arguments[n++] = report;
    s->arguments[n++] = quiet;
    if (s->checking || s->seconds != NULL) {
        s->arguments[n++] = seconds;
        s->arguments[n++] = s->checking ? none : s->seconds;
    }
    if (p->tensiometer != NULL) {
        s->arguments[n++] = jaws;
        s->arguments[n++] = p->tensiometer;
        s->arguments[n++] = until;
    }
    for (int i = 0; i < p->parameter_count; i++) {
        const sut_sweep_choice *c = &p->parameters[i].choices[sut_sweep_plan_choice(p, run, i)];
        for (int k = 0; k < c->count; k++) {
            s->arguments[n++] = set;
            s->arguments[n++] = c->settings[k];
        }
    }
    s->arguments[n] = NULL;
    return s->arguments;
}

static void show(sweep *s) {
    char text[96];
    (void)snprintf(text, sizeof text, "%s%d of %d runs", s->checking ? "checking: " : "", s->done,
                   s->plan.runs);
    sut_progress_text(&s->progress, text);
}

//---- before anything is written ------------------------------------------------------------------

// The first of the runs in their order speaks for all.
static void refuse(sweep *s, int run, const char *what, const char *path) {
    if (s->refused >= 0 && s->refused <= run) {
        return;
    }
    s->refused = run;
    if (path == NULL) {
        (void)snprintf(s->refusal, sizeof s->refusal, "%s", what);
    } else {
        (void)snprintf(s->refusal, sizeof s->refusal,
                       "%s: columns: no report has \"%s\"; see what `sutura run --report -` prints",
                       what, path);
    }
}

// its message without the name of the program and the end of the line
static const char *plain_message(char *message) {
    static const char prefix[] = "sutura: ";
    if (message == NULL || message[0] == '\0') {
        return "a run failed without a word; try it with `sutura run`";
    }
    message[strcspn(message, "\n")] = '\0';
    return strncmp(message, prefix, sizeof prefix - 1) == 0 ? message + sizeof prefix - 1 : message;
}

// a run with no steps: does it exist, and does its report have the figures
static bool checked(void *ctx, const sut_sweep_result *result) {
    sweep *s = ctx;
    s->done++;
    show(s);
    if (result->exit != 0) {
        refuse(s, result->run, plain_message(result->message), NULL);
    }
    json_t *report = result->report != NULL ? json_loads(result->report, 0, NULL) : (json_t *)NULL;
    for (int i = 0; result->exit == 0 && i < s->plan.column_count; i++) {
        if (sut_sweep_find(report, s->plan.columns[i].path) == NULL) {
            refuse(s, result->run, s->file, s->plan.columns[i].path);
        }
    }
    json_decref(report);
    free(result->report);
    free(result->message);
    return s->refused < 0;
}

//---- results -------------------------------------------------------------------------------------

static char *cell_text(const json_t *v) {
    char number[40];
    const char *text = number;
    number[0] = '\0';
    if (json_is_string(v)) {
        text = json_string_value(v);
    } else if (json_is_integer(v)) {
        (void)snprintf(number, sizeof number, "%lld", (long long)json_integer_value(v));
    } else if (json_is_real(v)) {
        (void)snprintf(number, sizeof number, "%.12g", json_real_value(v));
    } else if (json_is_boolean(v)) {
        text = json_is_true(v) ? "true" : "false";
    } else if (v != NULL && !json_is_null(v)) {
        return json_dumps(v, JSON_COMPACT);
    }
    size_t size = strlen(text) + 1;
    char *out = malloc(size);
    return out != NULL ? memcpy(out, text, size) : NULL;
}

static bool keep(sweep *s, const sut_sweep_result *result) {
    json_t *report = result->report != NULL ? json_loads(result->report, 0, NULL) : (json_t *)NULL;
    sut_sweep_row *row = &s->rows[result->run];
    row->exit = result->exit;
    row->cells = calloc((size_t)s->plan.column_count, sizeof *row->cells);
    bool fine = row->cells != NULL;
    for (int i = 0; fine && i < s->plan.column_count; i++) {
        row->cells[i] = cell_text(sut_sweep_find(report, s->plan.columns[i].path));
        fine = row->cells[i] != NULL;
    }
    json_decref(report);
    return fine;
}

static bool ended(void *ctx, const sut_sweep_result *result) {
    sweep *s = ctx;
    s->done++;
    s->failed += result->exit != 0;
    bool fine = keep(s, result);
    if (result->exit != 0 && result->message != NULL) {
        sut_progress_text(&s->progress, "");
        fputs(result->message, stderr);
    }
    free(result->report);
    free(result->message);
    // in their order, as far as there is no gap
    while (fine && s->written < s->plan.runs && s->rows[s->written].cells != NULL) {
        sut_sweep_csv_row(&s->plan, s->written, &s->rows[s->written], s->csv);
        s->written++;
    }
    (void)fflush(s->csv);
    show(s);
    return fine && ferror(s->csv) == 0;
}

//---- the command ---------------------------------------------------------------------------------

static int check_all(sweep *s) {
    bool interrupted = false;
    s->checking = true;
    s->refused = -1;
    sut_sweep_pool pool = {s, s->plan.runs, s->jobs, 0.0, arguments_of, checked};
    bool ok = sut_sweep_pool_run(&pool, &interrupted);
    s->checking = false;
    s->done = 0;
    sut_progress_end(&s->progress);
    if (s->refused >= 0) {
        return sut_cli_refuse("%s", s->refusal);
    }
    if (interrupted) {
        return sut_cli_fail("%s: interrupted before the first run", s->file);
    }
    return ok ? SUT_EXIT_DONE : sut_cli_fail("%s: cannot start a process", s->file);
}

static int run_all(sweep *s) {
    bool interrupted = false;
    sut_sweep_csv_header(&s->plan, s->csv);
    sut_progress_start(&s->progress, s->quiet, sut_clock_now());
    sut_sweep_pool pool = {s, s->plan.runs, s->jobs, s->plan.limit, arguments_of, ended};
    bool ok = sut_sweep_pool_run(&pool, &interrupted);
    sut_progress_end(&s->progress);
    if (interrupted) {
        return sut_cli_fail("%s: interrupted after %d of %d runs", s->file, s->done, s->plan.runs);
    }
    if (!ok || s->written < s->plan.runs) {
        return sut_cli_fail("%s: ended after %d of %d runs: %s", s->file, s->done, s->plan.runs,
                            ferror(s->csv) != 0 ? "the table cannot be written"
                                                : "no memory, or no process");
    }
    return s->failed == 0 ? SUT_EXIT_DONE
                          : sut_cli_fail("%s: %d of %d runs failed; see the column exit", s->file,
                                         s->failed, s->plan.runs);
}

static int sweep_all(sweep *s) {
    int code = check_all(s);
    if (code != SUT_EXIT_DONE) {
        return code;
    }
    // the runs read the scene in processes of their own
    sut_scene_error unread = {{0}};
    sut_claim_input(s->plan.scene);
    sut_scene_free(sut_input_scene(s->plan.scene, NULL, &unread));
    sut_fault fault = {""};
    if (s->out != NULL && !sut_claim_output(s->out, &fault)) {
        return sut_cli_refuse("%s", fault.text);
    }
    s->csv = s->out != NULL ? fopen(s->out, "w") : stdout;
    if (s->csv == NULL) {
        return sut_cli_refuse("%s: cannot be written: %s; give another file", s->out,
                              strerror(errno));
    }
    code = run_all(s);
    if (s->out == NULL) {
        return code;
    }
    if (fclose(s->csv) != 0 && code == SUT_EXIT_DONE) {
        code = sut_cli_fail("%s: cannot be written", s->out);
    }
    if (s->plan.table.wanted && s->written == s->plan.runs &&
        !sut_sweep_table_print(&s->plan, s->rows, stdout)) {
        code = sut_cli_fail("no memory for the table; %s has all rows", s->out);
    }
    return code;
}

static void free_sweep(sweep *s) {
    for (int i = 0; s->rows != NULL && i < s->plan.runs; i++) {
        for (int k = 0; s->rows[i].cells != NULL && k < s->plan.column_count; k++) {
            free(s->rows[i].cells[k]);
        }
        free(s->rows[i].cells);
    }
    free(s->rows);
    free(s->arguments);
    sut_sweep_plan_free(&s->plan);
}

static int start(sweep *s) {
    const char *wrong = sut_sweep_plan_read(&s->plan, s->file);
    if (wrong != NULL) {
        return sut_cli_refuse("%s", wrong);
    }
    size_t arguments = FIXED_ARGUMENTS + 2 * (size_t)most_settings(&s->plan);
    s->rows = calloc((size_t)s->plan.runs, sizeof *s->rows);
    s->arguments = calloc(arguments, sizeof *s->arguments);
    if (s->rows == NULL || s->arguments == NULL) {
        return sut_cli_refuse("%s: out of memory", s->file);
    }
    sut_progress_start(&s->progress, s->quiet, sut_clock_now());
    return sweep_all(s);
}

enum { OPT_JOBS, OPT_OUT, OPT_FOR, OPT_QUIET, OPT_COUNT };

static bool apply(void *ctx, const sut_arg *arg) {
    sweep *s = ctx;
    double unused;
    switch (arg->option) {
    case OPT_JOBS:
        return sut_args_integer("--jobs", arg->value, 1, 4096, &s->jobs);
    case OPT_OUT:
        s->out = arg->value;
        return true;
    case OPT_FOR:
        s->seconds = arg->value;
        return sut_args_time("--for", arg->value, &unused);
    default:
        s->quiet = true;
        return true;
    }
}

int sut_command_sweep(int argc, char **argv) {
    static const sut_option options[OPT_COUNT] = {[OPT_JOBS] = {"--jobs", "N"},
                                                  [OPT_OUT] = {"--out", "FILE"},
                                                  [OPT_FOR] = {"--for", "SECONDS"},
                                                  [OPT_QUIET] = {"--quiet", NULL}};
    sut_args args = {.command = "sweep",
                     .argc = argc,
                     .argv = argv,
                     .options = options,
                     .option_count = OPT_COUNT};
    sweep s = {.jobs = 1};
    int code = sut_args_file(&args, help, "sweep file", "SWEEP.json", apply, &s, &s.file);
    if (code < 0) {
        code = sut_cli_finish(start(&s));
    }
    free_sweep(&s);
    return code;
}
