// SPDX-License-Identifier: MIT
// sutura run: read a scene, make a world of it, step it, write what was asked for.
//
// Nothing is created before the scene is read and its world is built; then folder and files are
// opened all or none; only then the first step is made. So whatever is refused (exit 2) leaves no
// trace, and whatever fails later (exit 1) leaves closed files that hold all accepted steps.
#include "commands/args.h"
#include "commands/commands.h"
#include "commands/image.h"
#include "commands/input.h"
#include "commands/message.h"
#include "commands/progress.h"
#include "commands/run_options.h"
#include "commands/witness.h"
#include "output/claims.h"
#include "output/knot_watch.h"
#include "output/outputs.h"
#include "output/report.h"
#include "output/scale.h"
#include "pool/pool.h"

#include <limits.h>
#include <math.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { RECORD_BUFFER = 1 << 18 };

// longest run: the step count must be exact in a double
static const double most_steps = 9e15;

typedef struct job {
    const sut_run_options *options;
    sut_scene *scene;
    sut_world *world;
    sut_source source;
    sut_thread_id *ids;
    const char **names;
    const char **models;
    double *knot_pull;
    double *friction;
    sut_source_obstacle *obstacles;
    sut_source_tool *tools;
    sut_source_tissue *tissues;
    sut_source_gap *gaps;
    sut_source_needle *needles;
    sut_pool *pool;
    sut_witness witness;
    sut_tensiometer tensiometer;
    double dt;
    long long steps;
    sut_tally tally;
    sut_probe probes[SUT_SERIES_PROBES];
    sut_outputs outputs;
    sut_knot_watch knots;
    sut_writer record;
    bool record_open;
    sut_run_facts facts;
    sut_result failure; // of the step that ended the run early
    bool write_failed;
} job;

static volatile sig_atomic_t stop_asked;

static void ask_stop(int signal_number) {
    (void)signal_number;
    stop_asked = 1;
}

// the first Ctrl-C ends the run after the current step, the second one at once
static void catch_signals(void) {
    struct sigaction action = {.sa_handler = ask_stop, .sa_flags = (int)SA_RESETHAND};
    sigemptyset(&action.sa_mask);
    sigaction(SIGINT, &action, NULL);
    sigaction(SIGTERM, &action, NULL);
}

//---- before the first step -----------------------------------------------------------------------

static int read_scene(job *j) {
    const sut_run_options *o = j->options;
    sut_scene_options so = {
        .overrides = o->changes.list, .override_count = o->changes.count, .model = o->model};
    sut_scene_error error = {{0}};
    j->scene = sut_input_scene(o->scene, &so, &error);
    if (j->scene == NULL) {
        return sut_cli_refuse("%s", error.text);
    }
    j->dt = o->dt > 0.0 ? o->dt : sut_scene_dt(j->scene);
    double seconds = o->seconds >= 0.0 ? o->seconds : sut_scene_seconds(j->scene);
    double steps = round(seconds / j->dt);
    if (!(steps >= 0.0 && steps <= most_steps)) {
        return sut_cli_refuse("%s: %.6g s in steps of %.6g s are too many steps; at most %.0g",
                              o->scene, seconds, j->dt, most_steps);
    }
    j->steps = (long long)steps;
    if (j->steps > 0 && sut_scene_check_steps(j->scene, j->dt, &error) != SUT_OK) {
        return sut_cli_refuse("%s", error.text);
    }
    return SUT_EXIT_DONE;
}

// tissues with their meshes and supports, and the distances between them
static bool fill_tissues(job *j) {
    int count = sut_scene_tissue_count(j->scene);
    int gaps = sut_scene_gap_count(j->scene);
    j->tissues = calloc((size_t)count + 1, sizeof *j->tissues);
    j->gaps = calloc((size_t)gaps + 1, sizeof *j->gaps);
    if (j->tissues == NULL || j->gaps == NULL) {
        return false;
    }
    for (int i = 0; i < count; i++) {
        j->tissues[i] =
            (sut_source_tissue){.id = sut_scene_tissue_id(i),
                                .name = sut_scene_tissue_name(j->scene, i),
                                .model = sut_scene_tissue_model(j->scene, i),
                                .no_contact = sut_scene_tissue_def(j->scene, i)->no_contact,
                                .mesh = sut_scene_tissue_mesh(j->scene, i),
                                .support_count = sut_scene_support_count(j->scene, i),
                                .first_support = sut_scene_support_id(j->scene, i, 0)};
    }
    for (int i = 0; i < gaps; i++) {
        sut_scene_distance d;
        sut_scene_gap_get(j->scene, i, &d);
        j->gaps[i] = (sut_source_gap){.name = d.name,
                                      .tissue = {d.tissue[0], d.tissue[1]},
                                      .group = {d.group[0], d.group[1]}};
    }
    j->source.tissue_count = count;
    j->source.tissues = j->tissues;
    j->source.gap_count = gaps;
    j->source.gaps = j->gaps;
    return true;
}

static bool fill_needles(job *j) {
    int count = sut_scene_needle_count(j->scene);
    j->needles = calloc((size_t)count + 1, sizeof *j->needles);
    for (int i = 0; j->needles != NULL && i < count; i++) {
        j->needles[i] = (sut_source_needle){.id = sut_scene_needle_id(i),
                                            .name = sut_scene_needle_name(j->scene, i)};
    }
    j->source.needle_count = j->needles != NULL ? count : 0;
    j->source.needles = j->needles;
    return j->needles != NULL;
}

// what the outputs need to know about the world beside itself
static bool fill_source(job *j) {
    int count = sut_scene_thread_count(j->scene);
    int obstacles = sut_scene_obstacle_count(j->scene);
    size_t size = (size_t)count + 1;
    j->ids = calloc(size, sizeof *j->ids);
    j->names = calloc(size, sizeof *j->names);
    j->models = calloc(size, sizeof *j->models);
    j->knot_pull = calloc(size, sizeof *j->knot_pull);
    j->friction = calloc(size, sizeof *j->friction);
    j->obstacles = calloc((size_t)obstacles + 1, sizeof *j->obstacles);
    int tools = sut_scene_tool_count(j->scene);
    j->tools = calloc((size_t)tools + 1, sizeof *j->tools);
    if (j->ids == NULL || j->names == NULL || j->models == NULL || j->knot_pull == NULL ||
        j->friction == NULL || j->obstacles == NULL || j->tools == NULL) {
        return false;
    }
    for (int i = 0; i < count; i++) {
        j->ids[i] = sut_scene_thread_id(i);
        j->names[i] = sut_scene_thread_name(j->scene, i);
        j->models[i] = sut_scene_thread_model(j->scene, i);
        j->knot_pull[i] = sut_scene_thread_knot_pull(j->scene, i);
        j->friction[i] = sut_scene_thread_friction(j->scene, i, 0.0);
    }
    for (int i = 0; i < obstacles; i++) {
        j->obstacles[i] = (sut_source_obstacle){.id = sut_scene_obstacle_id(i),
                                                .name = sut_scene_obstacle_name(j->scene, i),
                                                .def = sut_scene_obstacle_def(j->scene, i)};
    }
    for (int i = 0; i < tools; i++) {
        j->tools[i] = (sut_source_tool){.id = sut_scene_tool_id(i),
                                        .name = sut_scene_tool_name(j->scene, i),
                                        .def = sut_scene_tool_def(j->scene, i),
                                        .force_scale = sut_scene_tool_force_scale(j->scene, i)};
    }
    j->source = (sut_source){.world = j->world,
                             .thread_count = count,
                             .ids = j->ids,
                             .names = j->names,
                             .models = j->models,
                             .knot_pull = j->knot_pull,
                             .friction = j->friction,
                             .obstacle_count = obstacles,
                             .obstacles = j->obstacles,
                             .tool_count = tools,
                             .tools = j->tools};
    return fill_tissues(j) && fill_needles(j);
}

static int set_tensiometer(job *j) {
    const sut_run_options *o = j->options;
    if (!o->tensiometer) {
        return SUT_EXIT_DONE;
    }
    j->tensiometer = (sut_tensiometer){.jaws = {o->jaws[0], o->jaws[1]}, .from = o->jaws_from};
    const char *why = sut_tensiometer_start(&j->tensiometer, &j->source);
    if (why != NULL) {
        return sut_cli_refuse("--tensiometer: %s", why);
    }
    j->facts.tensiometer = &j->tensiometer;
    return SUT_EXIT_DONE;
}

// "THREAD,VERTEX": the name or the index of a thread, a vertex that may count from the end
static int set_probe(job *j, const char *text, sut_probe *out) {
    const char *comma = strrchr(text, ',');
    size_t length = (size_t)(comma - text);
    char thread[80];
    snprintf(thread, sizeof thread, "%.*s", (int)(length < 79 ? length : 79), text);
    out->thread = -1;
    for (int i = 0; i < j->source.thread_count; i++) {
        if (strcmp(j->names[i], thread) == 0) {
            out->thread = i;
        }
    }
    if (out->thread < 0) {
        return sut_cli_refuse("--probe %s: no thread '%s' in the scene; '%s' is one", text, thread,
                              j->source.thread_count > 0 ? j->names[0] : "");
    }
    bool from_end = comma[1] == '-';
    int vertex = 0;
    if (!sut_args_integer("--probe", comma + 1 + from_end, 0, INT_MAX, &vertex)) {
        return SUT_EXIT_USAGE;
    }
    sut_thread_view v;
    int count =
        sut_thread_get_view(j->world, j->ids[out->thread], &v) == SUT_OK ? v.vertex_count : 0;
    out->vertex = from_end ? count - vertex : vertex;
    if (out->vertex < 0 || out->vertex >= count) {
        return sut_cli_refuse("--probe %s: thread '%s' has vertices 0 to %d, or -1 to -%d from "
                              "its end",
                              text, thread, count - 1, count);
    }
    return SUT_EXIT_DONE;
}

static int set_probes(job *j) {
    int code = SUT_EXIT_DONE;
    for (int i = 0; i < j->options->probe_count && code == SUT_EXIT_DONE; i++) {
        code = set_probe(j, j->options->probes[i], &j->probes[i]);
    }
    return code;
}

// is the outcome of the run written anywhere
static bool tells_anything(const sut_run_options *o) {
    return o->report != NULL || !o->quiet;
}

static bool is_certified(const sut_run_options *o) {
    return !o->no_certificate && tells_anything(o);
}

// A saved state instead of the scene's own: the run goes on from its time to the same end.
static int start_from(job *j) {
    const char *path = j->options->start;
    sut_fault fault = {""};
    if (path == NULL) {
        return SUT_EXIT_DONE;
    }
    if (!sut_image_load(j->world, &j->source, path, &fault)) {
        return sut_cli_refuse("--start %s", fault.text);
    }
    j->steps -= (long long)round(sut_world_time(j->world) / j->dt);
    if (j->steps < 0) {
        return sut_cli_refuse("--start %s: is at %.6g s, after the end of the run; give a later "
                              "--for",
                              path, sut_world_time(j->world));
    }
    return SUT_EXIT_DONE;
}

static int build_world(job *j) {
    sut_scene_error error = {{0}};
    sut_world_def base = sut_default_world_def();
    if (j->options->workers > 1) {
        j->pool = sut_pool_create(j->options->workers);
        if (j->pool == NULL) {
            return sut_cli_refuse("--workers %d: the system gives no more threads",
                                  j->options->workers);
        }
        base.executor = sut_pool_executor(j->pool);
    }
    if (is_certified(j->options)) { // parts of a step are shown at a price
        base.on_part = sut_witness_part;
        base.on_part_ctx = &j->witness;
    }
    sut_result r = sut_scene_build(j->scene, &base, &j->world, &error);
    if (r != SUT_OK) {
        return sut_cli_refuse("%s", error.text);
    }
    if (!fill_source(j) ||
        !sut_tally_init(&j->tally, j->source.thread_count, j->source.tool_count)) {
        return sut_cli_refuse("%s: out of memory", j->options->scene);
    }
    int started = start_from(j);
    if (started != SUT_EXIT_DONE) {
        return started;
    }
    const char *name = sut_scene_name(j->scene);
    j->facts = (sut_run_facts){.scene = name != NULL && name[0] != '\0' ? name : j->options->scene,
                               .file = j->options->scene,
                               .dt = j->dt,
                               .workers = j->options->workers};
    if (!sut_gaps_start(&j->facts.gaps, &j->source)) {
        return sut_cli_refuse("%s: out of memory", j->options->scene);
    }
    int code = set_probes(j);
    return code != SUT_EXIT_DONE ? code : set_tensiometer(j);
}

// folder, files, report and record: all or none
static int open_outputs(job *j) {
    const sut_run_options *o = j->options;
    double every = round(o->every / j->dt);
    sut_output_plan plan = {.folder = o->out,
                            .formats = o->formats,
                            .steps = j->steps,
                            .contacts = o->contacts,
                            .probes = j->probes,
                            .probe_count = o->probe_count};
    plan.every = every < 1.0 ? 1 : (every > most_steps ? (long long)most_steps : (long long)every);

    sut_fault fault = {""};
    if (!sut_outputs_open(&j->outputs, &j->source, &plan, &fault)) {
        return sut_cli_refuse("%s", fault.text);
    }
    bool ok = o->report == NULL || strcmp(o->report, "-") == 0 ||
              (sut_file_is_writable(o->report, &fault) && sut_claim_output(o->report, &fault));
    if (ok && o->record != NULL) {
        ok = sut_claim_output(o->record, &fault) &&
             sut_writer_open(&j->record, o->record, RECORD_BUFFER, &fault);
        j->record_open = ok;
    }
    ok = ok && (o->save == NULL ||
                (sut_file_is_writable(o->save, &fault) && sut_claim_output(o->save, &fault)));
    if (!ok) {
        sut_outputs_abandon(&j->outputs);
        return sut_cli_refuse("%s", fault.text);
    }
    return SUT_EXIT_DONE;
}

static bool record_bytes(void *ctx, const void *bytes, size_t size) {
    sut_writer *w = ctx;
    sut_writer_put(w, bytes, size);
    return w->error == 0;
}

// Events are told where there are tissues or needles.
static void watch_knots(job *j) {
    bool told = tells_anything(j->options) || j->outputs.events.open;
    if (told && j->source.tissue_count + j->source.needle_count > 0 &&
        !sut_knot_watch_start(&j->knots, &j->source, j->dt, j->outputs.every)) {
        j->failure = SUT_E_MEMORY;
    }
}

static void look_at_knots(job *j) {
    sut_knot_watch_look(&j->knots, &j->source, &j->tally.events, &j->outputs.events);
}

//---- the run -------------------------------------------------------------------------------------

static void begin(job *j) {
    if (j->record_open) {
        sut_writer_begin(&j->record);
        sut_record_sink sink = {.write = record_bytes, .ctx = &j->record};
        j->failure = sut_record_start(j->world, sink);
    }
    if (is_certified(j->options)) {
        sut_witness_start(&j->witness, &j->source);
    }
    j->tally.passages = sut_witness_changes(&j->witness);
    sut_tally_start(&j->tally, &j->source);
    watch_knots(j);
    j->write_failed = !sut_outputs_begin(&j->outputs, &j->source, &j->tally);
}

static bool step(job *j) {
    double cpu = sut_clock_cpu();
    double wall = sut_clock_now();
    j->failure = sut_scene_drive(j->scene, j->world, j->dt);
    if (j->failure == SUT_OK) {
        j->failure = sut_world_step(j->world, j->dt);
    }
    wall = sut_clock_now() - wall;
    cpu = sut_clock_cpu() - cpu;
    double hook_wall;
    double hook_cpu;
    sut_witness_times(&j->witness, &hook_wall, &hook_cpu);
    if (j->failure != SUT_OK) {
        j->tally.diverged += j->failure == SUT_E_DIVERGED;
        return false;
    }
    sut_witness_step(&j->witness);
    // only what was accepted: the parts of a step that failed are undone
    j->tally.passages = sut_witness_changes(&j->witness);
    sut_step_cost cost = {.wall_us = (wall - hook_wall) * 1e6,
                          .cpu_us = (cpu - hook_cpu) * 1e6,
                          .hook_wall_us = hook_wall * 1e6,
                          .hook_cpu_us = hook_cpu * 1e6};
    sut_tally_step(&j->tally, &j->source, &cost);
    for (int i = 0; i < j->source.thread_count; i++) {
        j->friction[i] = sut_scene_thread_friction(j->scene, i, sut_world_time(j->world));
    }
    if (j->options->tensiometer) {
        sut_tensiometer_step(&j->tensiometer, &j->source);
    }
    j->write_failed = !sut_outputs_step(&j->outputs, &j->source, &j->tally) ||
                      (j->record_open && j->record.error != 0);
    if (sut_knot_watch_is_due(&j->knots, j->tally.steps)) {
        look_at_knots(j);
    }
    bool over = j->options->until_failure && (j->tensiometer.slipped || j->tensiometer.broke);
    return !j->write_failed && !over;
}

// The knots as they are, beside the progress; a tenth of the time at most goes into it.
static void note_knots(job *j, sut_progress *progress, double now, double *next) {
    if (!sut_progress_is_due(progress, now) || now < *next) {
        return;
    }
    sut_knots knots;
    char text[64] = "";
    if (sut_knots_name(&knots, &j->source, SUT_KNOT_LIVE)) {
        sut_knots_text(&knots, text, sizeof text);
        sut_knots_free(&knots);
    }
    sut_progress_note(progress, text);
    double end = sut_clock_now();
    *next = end + 10.0 * (end - now);
}

static void simulate(job *j) {
    sut_progress progress;
    double started = sut_clock_now();
    double flushed = started;
    double knots_next = started;
    sut_progress_start(&progress, j->options->quiet, started);
    catch_signals();
    begin(j);
    bool going = j->failure == SUT_OK && !j->write_failed;
    for (long long i = 0; i < j->steps && going && stop_asked == 0; i++) {
        going = step(j);
        double now = sut_clock_now();
        note_knots(j, &progress, now, &knots_next);
        sut_progress_update(&progress, now, (double)j->tally.steps * j->dt,
                            (double)j->steps * j->dt);
        // a record survives the death of the process up to the last half second
        if (j->record_open && now - flushed > 0.5) {
            sut_writer_flush(&j->record);
            flushed = now;
        }
    }
    sut_progress_end(&progress);
    if (!sut_knot_watch_is_due(&j->knots, j->tally.steps)) {
        look_at_knots(j);
    }
    sut_gaps_end(&j->facts.gaps, &j->source);
    j->facts.wall_s = sut_clock_now() - started;
    j->facts.interrupted = stop_asked != 0 && j->tally.steps < j->steps;
}

//---- after the last step -------------------------------------------------------------------------

// "2 tissues of 812 nodes, ", or nothing
static void describe_tissues(const job *j, char *out, size_t size) {
    long long nodes = 0;
    int count = j->source.tissue_count;
    for (int i = 0; i < count; i++) {
        sut_tissue_view v;
        if (sut_tissue_get_view(j->world, j->tissues[i].id, &v) == SUT_OK) {
            nodes += v.node_count;
        }
    }
    if (count > 0) {
        snprintf(out, size, "%d tissue%s of %lld nodes, ", count, count > 1 ? "s" : "", nodes);
    }
}

static void describe(const job *j, char *out, size_t size) {
    long long vertices = 0;
    for (int i = 0; i < j->source.thread_count; i++) {
        sut_thread_view v;
        if (sut_thread_get_view(j->world, j->ids[i], &v) == SUT_OK) {
            vertices += v.vertex_count;
        }
    }
    char dt[32];
    char seconds[32];
    char threads[32] = "";
    char tissues[64] = "";
    sut_scale_quantity(dt, sizeof dt, j->dt, "s");
    sut_scale_quantity(seconds, sizeof seconds, (double)j->tally.steps * j->dt, "s");
    describe_tissues(j, tissues, sizeof tissues);
    if (j->source.thread_count == 0 && j->source.tissue_count > 0) {
        snprintf(out, size, "%s%s in %lld steps of %s", tissues, seconds, j->tally.steps, dt);
        return;
    }
    if (j->source.thread_count != 1) {
        snprintf(threads, sizeof threads, "%d threads, ", j->source.thread_count);
    }
    const char *model = sut_report_model(&j->source);
    snprintf(out, size, "%s%lld vertices, model %s, %s%s in %lld steps of %s", threads, vertices,
             model != NULL ? model : "none", tissues, seconds, j->tally.steps, dt);
}

static int name_knots(job *j) {
    if (tells_anything(j->options) &&
        !sut_knots_name(&j->facts.knots, &j->source, SUT_KNOT_THOROUGH)) {
        return sut_cli_fail("%s: out of memory while naming the knots", j->options->scene);
    }
    return SUT_EXIT_DONE;
}

static int write_report(const job *j) {
    const char *path = j->options->report;
    if (path == NULL) {
        return SUT_EXIT_DONE;
    }
    char *text = sut_report_json(&j->facts, &j->source, &j->tally);
    if (text == NULL) {
        return sut_cli_fail("%s: out of memory", path);
    }
    int code = SUT_EXIT_DONE;
    if (strcmp(path, "-") == 0) {
        puts(text);
    } else {
        size_t length = strlen(text);
        text[length] = '\n'; // in place of the terminating zero, written as one piece
        sut_fault fault = {""};
        if (!sut_write_file(path, text, length + 1, &fault)) {
            code = sut_cli_fail("%s", fault.text);
        }
    }
    free(text);
    return code;
}

static void print_summary(const job *j, int blocks) {
    const sut_run_options *o = j->options;
    if (o->quiet || o->report != NULL) {
        return;
    }
    sut_report_print(&j->facts, &j->source, &j->tally, stdout);
    if (o->formats == 0) {
        return;
    }
    printf("  files in %s:", o->out);
    const char *comma = "";
    if ((o->formats & SUT_FORMAT_CSV) != 0) {
        if (j->source.thread_count > 0 || j->source.tissue_count == 0) {
            printf(" thread_%s.csv", j->source.thread_count == 1 ? j->names[0] : "*");
            comma = ",";
        }
        if (j->source.tissue_count > 0) {
            const char *name = j->source.tissue_count == 1 ? j->tissues[0].name : "*";
            printf("%s tissue_%s.csv, events.csv, holes.csv", comma, name);
        }
        comma = ",";
        if (j->source.tool_count > 0) {
            printf(", tool_%s.csv", j->source.tool_count == 1 ? j->tools[0].name : "*");
        }
    }
    if (o->contacts) {
        printf("%s contacts.csv", comma);
        comma = ",";
    }
    if ((o->formats & SUT_FORMAT_VTP) != 0) {
        printf("%s scene.pvd with %d scene_*.vtp", comma, blocks);
        comma = ",";
    }
    if ((o->formats & SUT_FORMAT_SVG) != 0) {
        printf("%s picture.svg", comma);
        comma = ",";
    }
    if ((o->formats & SUT_FORMAT_SERIES) != 0) {
        printf("%s series.csv, series.svg", comma);
    }
    printf("\n");
}

static int close_files(job *j) {
    char subtitle[320]; // all parts at their longest
    describe(j, subtitle, sizeof subtitle);
    sut_picture_text text = {.title = j->facts.scene, .subtitle = subtitle};
    sut_fault fault = {""};
    int code = SUT_EXIT_DONE;
    if (!sut_outputs_close(&j->outputs, &j->source, &j->tally, &text, &fault)) {
        code = sut_cli_fail("%s", fault.text);
    }
    if (j->record_open) {
        sut_result r = sut_record_stop(j->world);
        if (!sut_writer_close(&j->record, &fault)) {
            code = sut_cli_fail("%s", fault.text);
        } else if (r != SUT_OK) {
            code = sut_cli_fail("%s: the recording is not complete", j->options->record);
        }
        j->record_open = false;
    }
    if (j->options->save != NULL && !sut_image_save(j->world, j->options->save, &fault)) {
        code = sut_cli_fail("%s", fault.text);
    }
    return code;
}

// why the run ended early, if it did
static int judge(const job *j) {
    const char *file = j->options->scene;
    if (j->failure == SUT_E_DIVERGED) {
        return sut_cli_fail(
            "%s: step %lld diverged at t = %.6g s; the outputs end with the last good "
            "state, a smaller --dt may help",
            file, j->tally.steps + 1, sut_world_time(j->world));
    }
    if (j->failure != SUT_OK) {
        return sut_cli_fail("%s: step %lld failed: %s", file, j->tally.steps + 1,
                            sut_result_text(j->failure));
    }
    if (j->facts.interrupted) {
        return sut_cli_fail("%s: interrupted after %lld of %lld steps; the outputs end there", file,
                            j->tally.steps, j->steps);
    }
    return SUT_EXIT_DONE;
}

static int run_job(job *j) {
    int code = read_scene(j);
    code = code != SUT_EXIT_DONE ? code : build_world(j);
    code = code != SUT_EXIT_DONE ? code : open_outputs(j);
    if (code != SUT_EXIT_DONE) {
        return code;
    }
    simulate(j);
    int blocks = j->outputs.vtp.blocks + (j->outputs.last_block != j->tally.steps);
    int closed = close_files(j);
    int reported = name_knots(j);
    if (reported == SUT_EXIT_DONE) {
        reported = write_report(j);
        print_summary(j, blocks);
    }
    int judged = judge(j);
    code = closed != SUT_EXIT_DONE ? closed : (reported != SUT_EXIT_DONE ? reported : judged);
    return sut_cli_finish(code);
}

int sut_command_run(int argc, char **argv) {
    sut_run_options options;
    int code = sut_run_options_parse(&options, argc, argv);
    if (code < 0) {
        job j = {.options = &options, .record = {.fd = -1}};
        code = run_job(&j);
        sut_knot_watch_free(&j.knots);
        sut_knots_free(&j.facts.knots);
        sut_gaps_free(&j.facts.gaps);
        sut_witness_free(&j.witness);
        sut_tally_free(&j.tally);
        sut_world_destroy(j.world);
        sut_pool_destroy(j.pool);
        sut_scene_free(j.scene);
        free(j.ids);
        free(j.names);
        free(j.models);
        free(j.knot_pull);
        free(j.friction);
        free(j.obstacles);
        free(j.tools);
        free(j.tissues);
        free(j.gaps);
        free(j.needles);
    }
    sut_run_options_free(&options);
    return code;
}
