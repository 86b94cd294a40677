// SPDX-License-Identifier: MIT
#include "commands/run_options.h"

#include "commands/args.h"
#include "commands/message.h"
#include "output/outputs.h"

#include <limits.h>
#include <stdio.h>
#include <string.h>

static const char help[] =
    "usage: sutura run SCENE [OPTIONS]\n"
    "\n"
    "Simulate a scene file ('-': standard input). Steps are exactly as long as the scene's dt.\n"
    "\n"
    "  --for SECONDS      simulated time; default: the scene's \"seconds\"\n"
    "  --dt SECONDS       length of a step, at most 50 ms; default: the scene's \"dt\"\n"
    "  --model NAME       use this model for all threads: implicit, implicit-simplified,\n"
    "                     variational, springs-1 to springs-5\n"
    "  --set PATH=VALUE   change a value of the scene, e.g. --set threads[0].vertices=200\n"
    "                     or --set 'threads[0].length=\"15 cm\"'; may be repeated\n"
    "  --out DIR          write files into this folder (made if missing, not its parents)\n"
    "  --format FORMAT    csv, vtp, svg or series; may be repeated; default: csv; needs --out\n"
    "                       csv  thread_NAME.csv: t,vertex,x,y,z,tension,twist\n"
    "                       vtp  scene_NNNNNN.vtp and scene.pvd for ParaView and VTK\n"
    "                       svg  picture.svg: shapes, tension and time in one picture\n"
    "                       series  series.csv and series.svg: energies by kind, forces and\n"
    "                            torques of holds, distance of the ends, contacts over time\n"
    "  --every SECONDS    time between two blocks of csv, vtp and series; default 10 ms\n"
    "  --probe THREAD,VERTEX\n"
    "                     forces on this vertex by kind, in the series; may be repeated\n"
    "  --contacts         write contacts.csv too, and show contact forces in the picture; needs "
    "--out\n"
    "  --report FILE|-    write a JSON report; - is standard output\n"
    "  --tensiometer A,B[,SECONDS]\n"
    "                     pull between two holds (0, 1, ... as in the report) or two obstacles\n"
    "                     (obstacle:NAME): force at 3 mm of slip, counted from SECONDS on, or "
    "when\n"
    "                     a thread breaks\n"
    "  --until-failure    end the run when the tensiometer has seen the slip or the break\n"
    "  --record FILE      record the run for `sutura replay`\n"
    "  --save FILE        write the state at the end, for --start\n"
    "  --start FILE       begin with the state of a run of this scene that was saved\n"
    "  --no-certificate   do not count passages of threads through anything: saves its time\n"
    "  --workers N        threads of the computer to use, at least 1; results do not depend on it\n"
    "  --quiet            no progress, no summary\n"
    "\n"
    "SECONDS is a number, or a number with a unit: 0.005, \"5 ms\", 2min.\n";

enum {
    OPT_FOR,
    OPT_DT,
    OPT_MODEL,
    OPT_SET,
    OPT_OUT,
    OPT_EVERY,
    OPT_FORMAT,
    OPT_PROBE,
    OPT_CONTACTS,
    OPT_REPORT,
    OPT_RECORD,
    OPT_START,
    OPT_SAVE,
    OPT_NO_CERTIFICATE,
    OPT_TENSIOMETER,
    OPT_UNTIL_FAILURE,
    OPT_WORKERS,
    OPT_QUIET,
    OPT_COUNT
};

static const sut_option options[OPT_COUNT] = {
    [OPT_FOR] = {"--for", "SECONDS"},
    [OPT_DT] = {"--dt", "SECONDS"},
    [OPT_MODEL] = {"--model", "NAME"},
    [OPT_SET] = {"--set", "PATH=VALUE"},
    [OPT_OUT] = {"--out", "DIR"},
    [OPT_EVERY] = {"--every", "SECONDS"},
    [OPT_FORMAT] = {"--format", "FORMAT"},
    [OPT_PROBE] = {"--probe", "THREAD,VERTEX"},
    [OPT_REPORT] = {"--report", "FILE"},
    [OPT_RECORD] = {"--record", "FILE"},
    [OPT_START] = {"--start", "FILE"},
    [OPT_SAVE] = {"--save", "FILE"},
    [OPT_WORKERS] = {"--workers", "N"},
    [OPT_CONTACTS] = {"--contacts", NULL},
    [OPT_NO_CERTIFICATE] = {"--no-certificate", NULL},
    [OPT_TENSIOMETER] = {"--tensiometer", "A,B"},
    [OPT_UNTIL_FAILURE] = {"--until-failure", NULL},
    [OPT_QUIET] = {"--quiet", NULL},
};

static bool add_format(sut_run_options *o, const char *name) {
    static const struct {
        const char *name;
        unsigned bit;
    } known[] = {{"csv", SUT_FORMAT_CSV},
                 {"vtp", SUT_FORMAT_VTP},
                 {"svg", SUT_FORMAT_SVG},
                 {"series", SUT_FORMAT_SERIES}};
    for (size_t i = 0; i < sizeof known / sizeof known[0]; i++) {
        if (strcmp(name, known[i].name) == 0) {
            o->formats |= known[i].bit;
            return true;
        }
    }
    if (strcmp(name, "gltf") == 0 || strcmp(name, "usda") == 0) {
        sut_cli_refuse("--format %s: this version does not write it yet; vtp, csv, svg or series",
                       name);
    } else {
        sut_cli_refuse("--format %s: unknown format; vtp, csv, svg or series", name);
    }
    return false;
}

static bool add_probe(sut_run_options *o, const char *text) {
    const char *comma = strrchr(text, ',');
    if (comma == NULL || comma == text || comma[1] == '\0') {
        sut_cli_refuse("--probe %s: needs a thread and a vertex; --probe THREAD,VERTEX, for "
                       "example suture,15",
                       text);
        return false;
    }
    if (o->probe_count == SUT_SERIES_PROBES) {
        sut_cli_refuse("--probe %s: is one too many; at most %d", text, SUT_SERIES_PROBES);
        return false;
    }
    o->probes[o->probe_count++] = text;
    return true;
}

static bool set_dt(sut_run_options *o, const char *text) {
    if (!sut_args_time("--dt", text, &o->dt)) {
        return false;
    }
    if (!(o->dt > 0.0 && o->dt <= 0.05)) {
        sut_cli_refuse("--dt %s: not a usable step; more than 0 and at most 50 ms", text);
        return false;
    }
    return true;
}

// "3" or "obstacle:NAME"
static bool set_jaw(sut_jaw *jaw, char *text) {
    static const char prefix[] = "obstacle:";
    size_t n = sizeof prefix - 1;
    if (strncmp(text, prefix, n) == 0 && text[n] != '\0') {
        *jaw = (sut_jaw){.hold = -1, .obstacle = text + n};
        return true;
    }
    *jaw = (sut_jaw){.hold = 0};
    if (text[0] < '0' || text[0] > '9') {
        sut_cli_refuse("--tensiometer %s: not a jaw; the number of a hold such as 0, or "
                       "obstacle:NAME",
                       text[0] != '\0' ? text : "''");
        return false;
    }
    return sut_args_integer("--tensiometer", text, 0, INT_MAX, &jaw->hold);
}

static bool set_tensiometer(sut_run_options *o, char *text) {
    char *second = strchr(text, ',');
    if (second == NULL) {
        sut_cli_refuse("--tensiometer %s: needs two jaws; two holds such as 0,1 or two obstacles "
                       "such as obstacle:left,obstacle:right",
                       text);
        return false;
    }
    *second++ = '\0';
    char *from = strchr(second, ',');
    if (from != NULL) {
        *from++ = '\0';
    }
    o->tensiometer = true;
    return set_jaw(&o->jaws[0], text) && set_jaw(&o->jaws[1], second) &&
           (from == NULL || sut_args_time("--tensiometer", from, &o->jaws_from));
}

// one option; false when it was refused
static bool apply(void *ctx, const sut_arg *option) {
    sut_run_options *o = ctx;
    char *value = option->value;
    switch (option->option) {
    case OPT_FOR:
        return sut_args_time("--for", value, &o->seconds);
    case OPT_DT:
        return set_dt(o, value);
    case OPT_MODEL:
        o->model = value;
        return true;
    case OPT_SET:
        return sut_changes_add(&o->changes, value);
    case OPT_OUT:
        o->out = value;
        return true;
    case OPT_EVERY:
        return sut_args_time("--every", value, &o->every);
    case OPT_FORMAT:
        return add_format(o, value);
    case OPT_PROBE:
        return add_probe(o, value);
    case OPT_REPORT:
        o->report = value;
        return true;
    case OPT_RECORD:
        o->record = value;
        return true;
    case OPT_START:
        o->start = value;
        return true;
    case OPT_SAVE:
        o->save = value;
        return true;
    case OPT_CONTACTS:
        o->contacts = true;
        return true;
    case OPT_NO_CERTIFICATE:
        o->no_certificate = true;
        return true;
    case OPT_TENSIOMETER:
        return set_tensiometer(o, value);
    case OPT_UNTIL_FAILURE:
        o->until_failure = true;
        return true;
    case OPT_WORKERS:
        return sut_args_integer("--workers", value, 1, 4096, &o->workers);
    default:
        o->quiet = true;
        return true;
    }
}

// what can only be judged when all flags are known
static int check_together(sut_run_options *o) {
    if (o->formats != 0 && o->out == NULL) {
        return sut_cli_refuse("run: --format needs a folder to write to; add --out DIR");
    }
    if (o->probe_count > 0 && (o->formats & SUT_FORMAT_SERIES) == 0) {
        return sut_cli_refuse("run: --probe is part of the series; add --format series");
    }
    if (o->contacts && o->out == NULL) {
        return sut_cli_refuse("run: --contacts needs a folder to write to; add --out DIR");
    }
    if (o->until_failure && !o->tensiometer) {
        return sut_cli_refuse("run: --until-failure needs a tensiometer; add --tensiometer A,B");
    }
    if (o->out != NULL && o->formats == 0) {
        o->formats = SUT_FORMAT_CSV;
    }
    if (o->report != NULL && o->record != NULL && strcmp(o->report, o->record) == 0) {
        return sut_cli_refuse("run: --report and --record name the same file; give each its own");
    }
    return -1;
}

int sut_run_options_parse(sut_run_options *o, int argc, char **argv) {
    *o = (sut_run_options){.seconds = -1.0, .dt = -1.0, .every = 0.01, .workers = 1};
    sut_args args = {.command = "run",
                     .argc = argc,
                     .argv = argv,
                     .options = options,
                     .option_count = OPT_COUNT};
    int code = sut_args_file(&args, help, "scene", "SCENE.json", apply, o, &o->scene);
    return code >= 0 ? code : check_together(o);
}

void sut_run_options_free(sut_run_options *o) {
    sut_changes_free(&o->changes);
}
