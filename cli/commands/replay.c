// SPDX-License-Identifier: MIT
// sutura replay: repeat a recording call by call, compare the hash of every step, write its
// threads.
//
// A recording is read to its end before anything is written, because a damaged one must leave no
// trace; with --out it is therefore replayed twice.
#include "commands/args.h"
#include "commands/commands.h"
#include "commands/input.h"
#include "commands/message.h"
#include "commands/progress.h"
#include "commands/witness.h"
#include "output/outputs.h"

#include "sutura/scene.h"

#include <errno.h>
#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char help[] =
    "usage: sutura replay RECORDING [OPTIONS]\n"
    "\n"
    "Repeat a run that `sutura run --record` (or a program) recorded.\n"
    "\n"
    "  --check           compare the hash of every step; exit code 1 at the first that differs\n"
    "  --certificate SCENE\n"
    "                    count passages of threads through threads, tools and the solids of the\n"
    "                    scene that was recorded; exit code 1 if there are any\n"
    "  --out DIR         write thread_INDEX.csv and tool_INDEX.csv as `sutura run --format csv`\n"
    "                    does\n"
    "  --every SECONDS   time between two blocks; default 10 ms\n";

enum { OPT_CHECK, OPT_CERTIFICATE, OPT_OUT, OPT_EVERY, OPT_COUNT };
static const sut_option options[OPT_COUNT] = {[OPT_CHECK] = {"--check", NULL},
                                              [OPT_CERTIFICATE] = {"--certificate", "SCENE"},
                                              [OPT_OUT] = {"--out", "DIR"},
                                              [OPT_EVERY] = {"--every", "SECONDS"}};

typedef struct request {
    const char *file;
    bool check;
    const char *scene; // of the certificate; null: none
    const char *out;
    double every;
} request;

// what the first pass found
typedef struct survey {
    uint64_t steps;
    double first_dt;
    double time;
    bool differs;
    sut_replay_step bad; // the first step whose hash differs
    long long passages;  // -1: not known
} survey;

//---- the file ------------------------------------------------------------------------------------

typedef struct bytes {
    char *data;
    size_t size;
} bytes;

static bool read_all(FILE *stream, bytes *b) {
    size_t capacity = 0;
    for (;;) {
        if (b->size == capacity) {
            capacity = capacity * 2 + ((size_t)1 << 20);
            char *grown = realloc(b->data, capacity);
            if (grown == NULL) {
                errno = ENOMEM;
                return false;
            }
            b->data = grown;
        }
        size_t n = fread(b->data + b->size, 1, capacity - b->size, stream);
        b->size += n;
        if (n == 0) {
            return ferror(stream) == 0;
        }
    }
}

static int load(const char *path, bytes *b) {
    static const char wanted[] = "a recording made by 'sutura run --record'";
    sut_fault fault = {""};
    FILE *stream = sut_input_open(path, wanted, &fault);
    if (stream == NULL) {
        return sut_cli_refuse("%s", fault.text);
    }
    bool ok = read_all(stream, b);
    int error = errno;
    sut_input_close(stream);
    if (!ok) {
        return sut_cli_refuse("%s: cannot be read: %s; give %s", path, strerror(error), wanted);
    }
    if (b->size == 0) {
        return sut_cli_refuse("%s: is empty; give %s", path, wanted);
    }
    return SUT_EXIT_DONE;
}

//---- what is in it --------------------------------------------------------------------------------

enum { NAME_SIZE = 12, TOOLS = 64, OBSTACLES = 256, TISSUES = 64, NEEDLES = 64 };

// the threads and tools that exist when the recording begins, named by their index
typedef struct roster {
    sut_source source;
    sut_thread_id *ids;
    const char **names;
    char *text; // of all names
    sut_source_tool tools[TOOLS];
    char tool_names[TOOLS][NAME_SIZE];
    sut_source_obstacle obstacles[OBSTACLES];
    sut_source_tissue tissues[TISSUES];
    sut_source_needle needles[NEEDLES];
    char needle_names[NEEDLES][NAME_SIZE];
} roster;

static void roster_free(roster *x) {
    free(x->ids);
    free(x->names);
    free(x->text);
}

static bool roster_make(roster *x, const sut_world *world) {
    int count = 0;
    while (sut_thread_is_valid(world, (sut_thread_id){(uint32_t)count + 1, 1})) {
        count++;
    }
    size_t n = (size_t)count + 1;
    *x = (roster){0};
    x->ids = calloc(n, sizeof *x->ids);
    x->names = calloc(n, sizeof *x->names);
    x->text = calloc(n, NAME_SIZE);
    if (x->ids == NULL || x->names == NULL || x->text == NULL) {
        return false;
    }
    for (int i = 0; i < count; i++) {
        x->ids[i] = (sut_thread_id){(uint32_t)i + 1, 1};
        char *name = x->text + (size_t)i * NAME_SIZE;
        snprintf(name, NAME_SIZE, "%d", i);
        x->names[i] = name;
    }
    x->source =
        (sut_source){.world = world, .thread_count = count, .ids = x->ids, .names = x->names};
    int tools = 0;
    for (; tools < TOOLS && sut_tool_is_valid(world, (sut_tool_id){(uint32_t)tools + 1, 1});
         tools++) {
        snprintf(x->tool_names[tools], NAME_SIZE, "%d", tools);
        x->tools[tools] =
            (sut_source_tool){.id = {(uint32_t)tools + 1, 1}, .name = x->tool_names[tools]};
    }
    x->source.tool_count = tools;
    x->source.tools = x->tools;
    int tissues = 0;
    for (; tissues < TISSUES; tissues++) {
        sut_tissue_id id = {(uint32_t)tissues + 1, 1};
        if (!sut_tissue_is_valid(world, id)) {
            break;
        }
        x->tissues[tissues] = (sut_source_tissue){.id = id};
    }
    int needles = 0;
    for (; needles < NEEDLES; needles++) {
        sut_needle_id id = {(uint32_t)needles + 1, 1};
        if (!sut_needle_is_valid(world, id)) {
            break;
        }
        snprintf(x->needle_names[needles], NAME_SIZE, "%d", needles);
        x->needles[needles] = (sut_source_needle){.id = id, .name = x->needle_names[needles]};
    }
    x->source.needle_count = needles;
    x->source.needles = x->needles;
    x->source.tissue_count = tissues;
    x->source.tissues = x->tissues;
    return true;
}

// -1, or the exit code where the recording is plainly of another scene: with the wrong solids
// nothing would be found, and that would look like good news
static int check_cast(const request *r, const roster *x, const sut_scene *scene) {
    int solids = 0;
    while (sut_obstacle_is_valid(x->source.world, (sut_obstacle_id){(uint32_t)solids + 1, 1})) {
        solids++;
    }
    int threads = sut_scene_thread_count(scene), tools = sut_scene_tool_count(scene);
    if (x->source.tissue_count != sut_scene_tissue_count(scene)) {
        return sut_cli_refuse("%s: has %d tissues, %s has %d; give the scene that was recorded",
                              r->file, x->source.tissue_count, r->scene,
                              sut_scene_tissue_count(scene));
    }
    if (x->source.thread_count == threads && x->source.tool_count == tools &&
        solids == sut_scene_obstacle_count(scene)) {
        return -1;
    }
    return sut_cli_refuse("%s: has %d threads, %d obstacles and %d tools, %s has %d, %d and %d; "
                          "give the scene that was recorded",
                          r->file, x->source.thread_count, solids, x->source.tool_count, r->scene,
                          threads, sut_scene_obstacle_count(scene), tools);
}

// a recording has no names and forms of solids: those of the scene, numbered as a new world does
static void roster_add_solids(roster *x, const sut_scene *scene) {
    int count = sut_scene_obstacle_count(scene); // OBSTACLES at most
    for (int i = 0; i < count; i++) {
        x->obstacles[i] = (sut_source_obstacle){.id = sut_scene_obstacle_id(i),
                                                .name = sut_scene_obstacle_name(scene, i),
                                                .def = sut_scene_obstacle_def(scene, i)};
    }
    x->source.obstacle_count = count;
    x->source.obstacles = x->obstacles;
    for (int i = 0; i < x->source.tissue_count; i++) {
        x->tissues[i].no_contact = sut_scene_tissue_def(scene, i)->no_contact;
    }
}

//---- passes --------------------------------------------------------------------------------------

static int open_replay(const request *r, const bytes *b, sut_replay **replay) {
    sut_result result = sut_replay_open(b->data, b->size, NULL, replay);
    if (result != SUT_OK) {
        return sut_cli_refuse("%s: %s; a recording made by 'sutura run --record' of this version",
                              r->file, sut_result_text(result));
    }
    return SUT_EXIT_DONE;
}

// repeat it to its end
// The witness may be one that sees nothing.
static void go_through(sut_replay *replay, sut_witness *witness, survey *s) {
    sut_progress progress;
    sut_progress_start(&progress, false, sut_clock_now());
    sut_replay_step step;
    double shown = 0.0;
    while (sut_replay_next(replay, &step)) {
        sut_witness_step(witness);
        s->first_dt = s->steps == 0 ? step.dt : s->first_dt;
        s->steps++;
        if (!s->differs && step.got != step.recorded) {
            s->differs = true;
            s->bad = step;
        }
        double now = sut_clock_now();
        if (progress.on && now - shown > 0.1) {
            char text[64];
            snprintf(text, sizeof text, "step %" PRIu64, s->steps);
            sut_progress_text(&progress, text);
            shown = now;
        }
    }
    sut_progress_end(&progress);
    s->time = sut_world_time(sut_replay_world(replay));
}

static int go_through_watched(const request *r, sut_replay *replay, survey *s) {
    sut_scene_error error = {{0}};
    sut_scene *scene = sut_input_scene(r->scene, NULL, &error);
    if (scene == NULL) {
        return sut_cli_refuse("%s", error.text);
    }
    if (sut_scene_obstacle_count(scene) > OBSTACLES) {
        sut_scene_free(scene);
        return sut_cli_refuse("%s: more than %d obstacles; --certificate counts with fewer only",
                              r->scene, OBSTACLES);
    }
    roster x;
    sut_witness witness = {0};
    bool made = roster_make(&x, sut_replay_world(replay));
    int code = made ? check_cast(r, &x, scene) : sut_cli_refuse("%s: out of memory", r->file);
    if (code < 0) {
        code = SUT_EXIT_DONE;
        roster_add_solids(&x, scene);
        sut_witness_start(&witness, &x.source);
        sut_replay_watch(replay, sut_witness_part, &witness);
        go_through(replay, &witness, s);
        s->passages = sut_witness_changes(&witness);
    }
    sut_witness_free(&witness);
    roster_free(&x);
    sut_scene_free(scene);
    return code;
}

static int first_pass(const request *r, const bytes *b, survey *s) {
    sut_replay *replay = NULL;
    int code = open_replay(r, b, &replay);
    if (code != SUT_EXIT_DONE) {
        return code;
    }
    if (r->scene == NULL) {
        sut_witness blind = {0};
        go_through(replay, &blind, s);
    } else {
        code = go_through_watched(r, replay, s);
    }
    sut_result result = sut_replay_result(replay);
    sut_replay_close(replay);
    if (code == SUT_EXIT_DONE && result != SUT_OK) {
        return sut_cli_refuse("%s: damaged or cut off after step %" PRIu64
                              ": %s; a complete recording",
                              r->file, s->steps, sut_result_text(result));
    }
    return code;
}

static int write_blocks(sut_replay *replay, const roster *x, sut_outputs *out) {
    sut_tally tally = {0};
    bool going = sut_outputs_begin(out, &x->source, &tally);
    sut_replay_step step;
    while (going && sut_replay_next(replay, &step)) {
        tally.steps++;
        going = sut_outputs_step(out, &x->source, &tally);
    }
    sut_fault fault = {""};
    if (!sut_outputs_close(out, &x->source, &tally, NULL, &fault)) {
        return sut_cli_fail("%s", fault.text);
    }
    return SUT_EXIT_DONE;
}

static int second_pass(const request *r, const bytes *b, const survey *s) {
    sut_replay *replay = NULL;
    int code = open_replay(r, b, &replay);
    if (code != SUT_EXIT_DONE) {
        return code;
    }
    roster x;
    if (!roster_make(&x, sut_replay_world(replay))) {
        code = sut_cli_refuse("%s: out of memory", r->file);
    } else {
        double every = s->steps > 0 ? round(r->every / s->first_dt) : 1.0;
        sut_output_plan plan = {.folder = r->out, .formats = SUT_FORMAT_CSV};
        plan.every = every < 1.0 ? 1 : (every > 9e15 ? (long long)9e15 : (long long)every);
        sut_outputs out;
        sut_fault fault = {""};
        if (sut_outputs_open(&out, &x.source, &plan, &fault)) {
            code = write_blocks(replay, &x, &out);
        } else {
            code = sut_cli_refuse("%s", fault.text);
        }
    }
    roster_free(&x);
    sut_replay_close(replay);
    return code;
}

//---- the command ---------------------------------------------------------------------------------

static int answer(const request *r, const survey *s) {
    if (r->check && s->differs) {
        return sut_cli_fail("%s: step %" PRIu64 " differs: hash %016" PRIx64
                            " was recorded, %016" PRIx64 " came out",
                            r->file, s->bad.step, s->bad.recorded, s->bad.got);
    }
    if (r->scene != NULL && s->passages != 0) {
        return s->passages < 0
                   ? sut_cli_fail("%s: passages could not be counted with %s", r->file, r->scene)
                   : sut_cli_fail("%s: %lld passages of threads through something", r->file,
                                  s->passages);
    }
    printf("%" PRIu64 " steps, ", s->steps);
    if (r->check) {
        printf("all hashes equal%s\n", r->scene != NULL ? ", no passages" : "");
    } else {
        printf("up to t = %.6g s%s\n", s->time, r->scene != NULL ? ", no passages" : "");
    }
    return SUT_EXIT_DONE;
}

static int replay_file(const request *r) {
    bytes b = {0};
    survey s = {0};
    int code = load(r->file, &b);
    code = code != SUT_EXIT_DONE ? code : first_pass(r, &b, &s);
    if (code == SUT_EXIT_DONE && r->out != NULL) {
        code = second_pass(r, &b, &s);
    }
    if (code == SUT_EXIT_DONE) {
        code = answer(r, &s);
    }
    free(b.data);
    return sut_cli_finish(code);
}

static bool apply(void *ctx, const sut_arg *option) {
    request *r = ctx;
    r->check = r->check || option->option == OPT_CHECK;
    r->scene = option->option == OPT_CERTIFICATE ? option->value : r->scene;
    r->out = option->option == OPT_OUT ? option->value : r->out;
    return option->option != OPT_EVERY || sut_args_time("--every", option->value, &r->every);
}

int sut_command_replay(int argc, char **argv) {
    request r = {.every = 0.01};
    sut_args args = {.command = "replay",
                     .argc = argc,
                     .argv = argv,
                     .options = options,
                     .option_count = OPT_COUNT};
    int code = sut_args_file(&args, help, "recording", "RECORDING", apply, &r, &r.file);
    return code >= 0 ? code : replay_file(&r);
}
