// SPDX-License-Identifier: MIT
// sutura validate: run checks, print expected / measured / tolerance, exit 0 only if all hold.
#include "commands/commands.h"
#include "commands/message.h"
#include "commands/picks.h"

#include <stdio.h>

static const char help[] =
    "usage: sutura validate [NAME...] [--list] [--json]\n"
    "\n"
    "Compare the engine with closed forms and published experiments. Without names all checks "
    "run;\n"
    "a name picks the check of that id (B2) or all whose id begins with it (B).\n"
    "Exit code 0 only if all hold.\n"
    "\n"
    "  --list   name the checks, run none\n"
    "  --json   one JSON list instead of tables\n";

#if defined(SUT_HAVE_CHECKS)

#include "commands/check_log.h"
#include "commands/progress.h"

#include <ctype.h>
#include <jansson.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

// "B" means B1, B2, ...; "B2" means B2 and B2-ring, but not B20
static bool matches(const char *id, const char *name) {
    size_t n = strlen(name);
    if (n == 0 || strncasecmp(id, name, n) != 0) {
        return false;
    }
    bool number_goes_on = isdigit((unsigned char)name[n - 1]) && isdigit((unsigned char)id[n]);
    return !number_goes_on;
}

static bool picked(const sut_picks *r, const char *id) {
    for (int i = 0; i < r->name_count; i++) {
        if (matches(id, r->names[i])) {
            return true;
        }
    }
    return r->name_count == 0;
}

// every name must mean something
static int check_names(const sut_picks *r) {
    for (int i = 0; i < r->name_count; i++) {
        const sut_picks one = {.name_count = 1, .names = &r->names[i]};
        int found = 0;
        for (int k = 0; k < sut_check_count; k++) {
            found += picked(&one, sut_checks[k].id);
        }
        if (found == 0) {
            return sut_cli_refuse("validate: no check '%s'; see 'sutura validate --list'",
                                  r->names[i]);
        }
    }
    return -1;
}

//---- text ----------------------------------------------------------------------------------------

static void put_tolerance(char *out, size_t size, const sut_check_line *line) {
    switch (line->kind) {
    case SUT_TOL_REL:
        snprintf(out, size, "%.3g %%", 100.0 * line->tolerance);
        break;
    case SUT_TOL_MAX:
    case SUT_TOL_MIN: {
        bool most = line->kind == SUT_TOL_MAX;
        if (line->tolerance > 0.0) {
            snprintf(out, size, "%s%.2g", most ? "most +" : "least -", line->tolerance);
        } else {
            snprintf(out, size, "%s", most ? "at most" : "at least");
        }
        break;
    }
    default:
        snprintf(out, size, "%.3g", line->tolerance);
    }
}

static void print_check(const sut_check *check, const sut_check_log *log) {
    printf("%-4s %-6s %s\n", sut_check_log_holds(log) ? "ok" : "FAIL", check->id, check->title);
    for (int i = 0; i < log->count; i++) {
        const sut_check_line *line = &log->lines[i];
        if (line->quantity == NULL) {
            printf("     %s%s\n", line->holds ? "" : "FAIL: ", line->unit);
            continue;
        }
        char tolerance[32];
        put_tolerance(tolerance, sizeof tolerance, line);
        printf("     %-40s %15.9g %15.9g %10s  %-8s %s\n", line->quantity, line->expected,
               line->measured, tolerance, line->unit, line->holds ? "ok" : "FAIL");
    }
    if (log->rows == 0) {
        printf("     FAIL: nothing was measured\n");
    }
    fflush(stdout);
}

//---- JSON ----------------------------------------------------------------------------------------

static json_t *number(double x) {
    return isfinite(x) ? json_real(x) : json_null();
}

static json_t *check_json(const sut_check *check, const sut_check_log *log) {
    static const char *const kinds[] = {"absolute", "relative", "at most", "at least"};
    json_t *rows = json_array();
    json_t *notes = json_array();
    for (int i = 0; i < log->count; i++) {
        const sut_check_line *line = &log->lines[i];
        if (line->quantity == NULL) {
            json_array_append_new(notes, json_string(line->unit));
            continue;
        }
        json_t *row = json_pack("{s:s, s:o, s:o, s:o, s:s, s:s, s:b}", "quantity", line->quantity,
                                "expected", number(line->expected), "measured",
                                number(line->measured), "tolerance", number(line->tolerance),
                                "kind", kinds[line->kind], "unit", line->unit, "pass", line->holds);
        json_array_append_new(rows, row);
    }
    return json_pack("{s:s, s:s, s:b, s:o, s:o}", "id", check->id, "title", check->title, "pass",
                     sut_check_log_holds(log), "rows", rows, "notes", notes);
}

static int print_json(json_t *list, int code) {
    char *text = json_dumps(list, JSON_INDENT(2) | JSON_REAL_PRECISION(17));
    json_decref(list);
    if (text == NULL) {
        return sut_cli_fail("validate: out of memory");
    }
    puts(text);
    free(text);
    return sut_cli_finish(code);
}

//---- both ----------------------------------------------------------------------------------------

static int list_checks(const sut_picks *r) {
    json_t *list = json_array();
    for (int i = 0; i < sut_check_count; i++) {
        const sut_check *check = &sut_checks[i];
        if (!picked(r, check->id)) {
            continue;
        }
        if (r->json) {
            json_array_append_new(list,
                                  json_pack("{s:s, s:s}", "id", check->id, "title", check->title));
        } else {
            printf("%-6s %s\n", check->id, check->title);
        }
    }
    if (r->json) {
        return print_json(list, SUT_EXIT_DONE);
    }
    json_decref(list);
    return sut_cli_finish(SUT_EXIT_DONE);
}

// The check that runs, and how far it is.
typedef struct watch {
    sut_progress *progress;
    const sut_check *check;
    double shown; // s
} watch;

static void show_share(void *ctx, double share) {
    watch *w = ctx;
    double now = sut_clock_now();
    if (now - w->shown > 0.2) {
        char text[160];
        snprintf(text, sizeof text, "%s %s ... %.0f %%", w->check->id, w->check->title,
                 100.0 * share);
        sut_progress_text(w->progress, text);
        w->shown = now;
    }
}

static int run_checks(const sut_picks *r) {
    json_t *list = json_array();
    int count = 0;
    int held = 0;
    sut_progress progress;
    sut_progress_start(&progress, false, sut_clock_now());
    if (!r->json) {
        printf("%-45s %15s %15s %10s  %s\n", "", "expected", "measured", "tolerance", "unit");
    }
    for (int i = 0; i < sut_check_count; i++) {
        const sut_check *check = &sut_checks[i];
        if (!picked(r, check->id)) {
            continue;
        }
        char text[128];
        snprintf(text, sizeof text, "%s %s ...", check->id, check->title);
        sut_progress_text(&progress, text);
        watch w = {.progress = &progress, .check = check};
        sut_check_log log = {.progress = show_share, .progress_ctx = &w};
        check->run(&log);
        sut_progress_text(&progress, "");
        count++;
        held += sut_check_log_holds(&log);
        if (r->json) {
            json_array_append_new(list, check_json(check, &log));
        } else {
            print_check(check, &log);
        }
        sut_check_log_free(&log);
    }
    sut_progress_end(&progress);
    int code = held == count ? SUT_EXIT_DONE : SUT_EXIT_FAILED;
    if (r->json) {
        return print_json(list, code);
    }
    json_decref(list);
    printf("%d of %d checks hold\n", held, count);
    return sut_cli_finish(code);
}

int sut_command_validate(int argc, char **argv) {
    sut_picks r;
    int code = sut_picks_parse(&r, "validate", help, false, argc, argv);
    code = code < 0 ? check_names(&r) : code;
    if (code >= 0) {
        return code;
    }
    return r.list ? list_checks(&r) : run_checks(&r);
}

#else

int sut_command_validate(int argc, char **argv) {
    sut_picks r;
    int code = sut_picks_parse(&r, "validate", help, false, argc, argv);
    return code >= 0 ? code
                     : sut_cli_refuse("validate: this build has no checks; build proof/validate");
}

#endif
