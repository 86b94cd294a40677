// SPDX-License-Identifier: MIT
// sutura bench: run benchmarks and print their tables.
#include "commands/commands.h"
#include "commands/message.h"
#include "commands/picks.h"

#include <stdio.h>

static const char help[] =
    "usage: sutura bench [NAME...] [--list] [--json] [--repeat N] [--folder FOLDER]\n"
    "\n"
    "Measure the speed of the engine beside other libraries, both sides in turn in one process.\n"
    "Without names all benchmarks run. Times are medians; a ratio above 1 means that this engine\n"
    "is faster. Exit code 1 if a demanded figure is missed.\n"
    "\n"
    "  --list       name the benchmarks, run none\n"
    "  --json       one JSON list instead of tables\n"
    "  --repeat N   N times as many measurements, 1 to 1000\n"
    "  --folder FOLDER  where the benchmark 'tail' keeps the steps that it replays; those of an\n"
    "               earlier run that are there are replayed again\n";

#if defined(SUT_HAVE_BENCH)

#include "commands/progress.h"
#include "proof/bench/bench.h"

#include <jansson.h>
#include <stdlib.h>
#include <string.h>

static bool picked(const sut_picks *r, const char *name) {
    for (int i = 0; i < r->name_count; i++) {
        if (strcmp(name, r->names[i]) == 0) {
            return true;
        }
    }
    return r->name_count == 0;
}

static int check_names(const sut_picks *r) {
    for (int i = 0; i < r->name_count; i++) {
        if (sut_bench_find(r->names[i]) == NULL) {
            return sut_cli_refuse("bench: no benchmark '%s'; see 'sutura bench --list'",
                                  r->names[i]);
        }
    }
    return -1;
}

static int list_benches(const sut_picks *r) {
    json_t *list = json_array();
    for (int i = 0; i < sut_bench_count; i++) {
        const sut_bench *b = &sut_benches[i];
        if (picked(r, b->name)) {
            json_array_append_new(list,
                                  json_pack("{s:s, s:s}", "name", b->name, "title", b->title));
            if (!r->json) {
                printf("%-12s %s\n", b->name, b->title);
            }
        }
    }
    char *text = r->json ? json_dumps(list, JSON_INDENT(2)) : NULL;
    json_decref(list);
    if (text != NULL) {
        puts(text);
    }
    free(text);
    return sut_cli_finish(SUT_EXIT_DONE);
}

static void show_progress(void *ctx, const char *text) {
    sut_progress_text(ctx, text);
}

static int print_log(const sut_picks *r, const sut_bench_log *log) {
    if (!r->json) {
        sut_bench_print(log, stdout);
    } else {
        char *text = sut_bench_json(log);
        if (text == NULL) {
            return sut_cli_fail("bench: out of memory");
        }
        puts(text);
        free(text);
    }
    bool good = sut_bench_missed(log) == 0 && sut_bench_failed(log) == 0;
    return sut_cli_finish(good ? SUT_EXIT_DONE : SUT_EXIT_FAILED);
}

static int run_benches(const sut_picks *r) {
    sut_bench_log *log = sut_bench_log_create();
    if (log == NULL) {
        return sut_cli_fail("bench: out of memory");
    }
    sut_progress progress;
    sut_progress_start(&progress, false, sut_clock_now());
    sut_bench_options o = sut_bench_default_options();
    o.repeat = r->repeat;
    o.folder = r->folder;
    o.progress = show_progress;
    o.progress_ctx = &progress;
    for (int i = 0; i < sut_bench_count; i++) {
        if (picked(r, sut_benches[i].name)) {
            sut_benches[i].run(log, &o);
        }
    }
    sut_progress_end(&progress);
    int code = print_log(r, log);
    sut_bench_log_free(log);
    return code;
}

int sut_command_bench(int argc, char **argv) {
    sut_picks r;
    int code = sut_picks_parse(&r, "bench", help, true, argc, argv);
    code = code < 0 ? check_names(&r) : code;
    if (code >= 0) {
        return code;
    }
    return r.list ? list_benches(&r) : run_benches(&r);
}

#else

int sut_command_bench(int argc, char **argv) {
    sut_picks r;
    int code = sut_picks_parse(&r, "bench", help, true, argc, argv);
    return code >= 0 ? code
                     : sut_cli_refuse("bench: this build has no benchmarks; configure with "
                                      "-DSUT_BUILD_BENCH=ON");
}

#endif
