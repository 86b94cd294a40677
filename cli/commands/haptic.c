// SPDX-License-Identifier: MIT
// sutura haptic: put hands to the tools of a scene and run it by the clock.
//
// What the scene wants of a tool, by key frames or by its script, is what the simulated operator
// that holds it tries to do.
#include "sutura/haptic.h"
#include "commands/args.h"
#include "commands/changes.h"
#include "commands/commands.h"
#include "commands/input.h"
#include "commands/message.h"
#include "commands/progress.h"
#include "output/claims.h"
#include "output/haptic_report.h"
#include "output/haptic_trace.h"
#include "output/knots.h"
#include "output/writer.h"
#include "sutura/scene.h"

#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char help[] =
    "usage: sutura haptic SCENE [OPTIONS]\n"
    "\n"
    "Run a scene with hands on its tools: read devices, move tools, step, give forces back, once\n"
    "per dt of the scene (1 ms) by the clock. Says how well deadlines were met, what the hands\n"
    "felt, and whether they ever got more energy than they put in.\n"
    "\n"
    "  --device WHO       operator (default): a simulated hand that follows the tool's motion in\n"
    "                     the scene and gives way to the force; FILE.csv: recorded motion, lines\n"
    "                     t,x,y,z,qx,qy,qz,qw,jaw; repeated: for the tools in their order\n"
    "  --set PATH=VALUE   change a value of the scene, e.g. --set tools[0].stiffness=500; may be\n"
    "                     repeated\n"
    "  --for SECONDS      how long; default: the scene's \"seconds\"\n"
    "  --virtual          without a clock, as fast as it goes; the same result every time\n"
    "  --fifo PRIORITY    real-time scheduling, 1 to 99, where the system allows it\n"
    "  --trace FILE.csv   write what each hand did and felt, a line per period:\n"
    "                     t,tool,x,y,z,qx,qy,qz,qw,jaw,fx,fy,fz,state\n"
    "  --report FILE|-    write a JSON report; - is standard output\n"
    "  --quiet            no progress, no summary\n"
    "\n"
    "Exit code 1: the world failed, or passivity was violated. Missed deadlines are reported and\n"
    "are no failure. SECONDS is a number, or a number with a unit: 0.005, \"5 ms\", 2min.\n";

enum {
    OPT_DEVICE,
    OPT_SET,
    OPT_FOR,
    OPT_VIRTUAL,
    OPT_FIFO,
    OPT_REPORT,
    OPT_TRACE,
    OPT_QUIET,
    OPT_COUNT
};
enum { HANDS_MAX = 64, EVENTS_MAX = 256 };

static const sut_option options[OPT_COUNT] = {
    [OPT_DEVICE] = {"--device", "WHO"},  [OPT_FOR] = {"--for", "SECONDS"},
    [OPT_VIRTUAL] = {"--virtual", NULL}, [OPT_FIFO] = {"--fifo", "PRIORITY"},
    [OPT_REPORT] = {"--report", "FILE"}, [OPT_QUIET] = {"--quiet", NULL},
    [OPT_TRACE] = {"--trace", "FILE"},   [OPT_SET] = {"--set", "PATH=VALUE"},
};

// Where the script wants a tool, which is its memory; the tool itself is where its hand is.
typedef struct wish {
    bool scripted;
    sut_tool_id tool;
    sut_tool_key key;
} wish;

typedef struct job {
    const char *file;
    const char *devices[HANDS_MAX]; // --device, in their order
    int device_count;
    sut_changes changes; // --set
    double seconds;      // negative: the scene's
    bool virtual_time, quiet;
    int fifo;
    const char *report;
    const char *trace_file;

    sut_scene *scene;
    sut_world *world;
    sut_haptic *loop;
    const char *tools[HANDS_MAX]; // names, of the hands
    const char *who[HANDS_MAX];
    wish wishes[HANDS_MAX];
    sut_runner_def run;
    sut_runner_stats stats;
    sut_progress progress;
    sut_haptic_event events[EVENTS_MAX];
    int event_count;
    long events_left_out;
    sut_haptic_trace trace;
} job;

static volatile sig_atomic_t stop_asked;

static void ask_stop(int signal_number) {
    (void)signal_number;
    stop_asked = 1;
}

//---- the command line ----------------------------------------------------------------------------

static bool add_device(job *j, const char *who) {
    if (j->device_count == HANDS_MAX) {
        sut_cli_refuse("--device %s: too many hands; at most %d", who, HANDS_MAX);
        return false;
    }
    size_t n = strlen(who);
    if (strcmp(who, "operator") != 0 && (n < 4 || strcmp(who + n - 4, ".csv") != 0)) {
        sut_cli_refuse("--device %s: unknown device; operator, or a file that ends with .csv", who);
        return false;
    }
    j->devices[j->device_count++] = who;
    return true;
}

static bool apply(void *ctx, const sut_arg *option) {
    job *j = ctx;
    char *value = option->value;
    switch (option->option) {
    case OPT_DEVICE:
        return add_device(j, value);
    case OPT_SET:
        return sut_changes_add(&j->changes, value);
    case OPT_FOR:
        return sut_args_time("--for", value, &j->seconds);
    case OPT_VIRTUAL:
        j->virtual_time = true;
        return true;
    case OPT_FIFO:
        return sut_args_integer("--fifo", value, 1, 99, &j->fifo);
    case OPT_TRACE:
        j->trace_file = value;
        return true;
    case OPT_REPORT:
        j->report = value;
        return true;
    default:
        j->quiet = true;
        return true;
    }
}

// -1: go on, else the exit code
static int parse(job *j, int argc, char **argv) {
    sut_args args = {.command = "haptic",
                     .argc = argc,
                     .argv = argv,
                     .options = options,
                     .option_count = OPT_COUNT};
    return sut_args_file(&args, help, "scene", "SCENE.json", apply, j, &j->file);
}

//---- before the first period ---------------------------------------------------------------------

// After the script has had its say the tool belongs to its hand again, device or script.
static void give_back(const job *j, sut_world *w, int hand) {
    sut_hand_status s;
    if (sut_haptic_status(j->loop, hand, &s) != SUT_OK) {
        return;
    }
    if (s.state == SUT_HAND_RELEASED) {
        sut_tool_release(w, j->wishes[hand].tool);
    } else if (s.state != SUT_HAND_WAITING) {
        sut_tool_set_target(w, j->wishes[hand].tool, &s.target, s.jaw);
    }
}

static sut_result drive(void *ctx, sut_world *w, double dt) {
    job *j = ctx;
    int hands = sut_haptic_hand_count(j->loop);
    for (int i = 0; i < hands; i++) {
        const wish *it = &j->wishes[i];
        if (it->scripted) {
            sut_tool_set_target(w, it->tool, &it->key.pose, it->key.jaw);
        }
    }
    sut_result r = sut_scene_drive(j->scene, w, dt);
    for (int i = 0; i < hands; i++) {
        wish *it = &j->wishes[i];
        sut_tool_view v;
        if (it->scripted && sut_tool_get_view(w, it->tool, &v) == SUT_OK) {
            it->key.pose = v.target;
            it->key.jaw = v.jaw_target;
            give_back(j, w, i);
        }
    }
    return r;
}

static void tell_wish(void *ctx, double t, sut_tool_key *out) {
    const wish *it = ctx;
    (void)t;
    *out = it->key;
}

static int build(job *j) {
    sut_scene_error error = {{0}};
    sut_scene_options options_of_scene = {.overrides = j->changes.list,
                                          .override_count = j->changes.count};
    j->scene = sut_input_scene(j->file, &options_of_scene, &error);
    if (j->scene == NULL || sut_scene_build(j->scene, NULL, &j->world, &error) != SUT_OK) {
        return sut_cli_refuse("%s", error.text);
    }
    if (sut_scene_check_steps(j->scene, sut_scene_dt(j->scene), &error) != SUT_OK) {
        return sut_cli_refuse("%s", error.text);
    }
    sut_haptic_def def = sut_default_haptic_def();
    def.period = sut_scene_dt(j->scene);
    def.hands = HANDS_MAX;
    def.before = drive;
    def.ctx = j;
    sut_result r = sut_haptic_create(j->world, &def, &j->loop);
    if (r == SUT_E_ARGUMENT) {
        return sut_cli_refuse("%s: dt: %g s is no period for a hand; 0.01 ms to 50 ms", j->file,
                              def.period);
    }
    return r == SUT_OK ? SUT_EXIT_DONE : sut_cli_refuse("%s: %s", j->file, sut_result_text(r));
}

static bool make_device(job *j, int tool, const char *who, sut_device *out) {
    if (strcmp(who, "operator") != 0) {
        sut_recorded_error error = {{0}};
        if (sut_recorded_open(who, out, &error)) {
            sut_claim_input(who);
            return true;
        }
        sut_cli_refuse("%s", error.text);
        return false;
    }
    const sut_tool_def *t = sut_scene_tool_def(j->scene, tool);
    sut_operator_def def = sut_default_operator_def();
    def.keys = t->key_count > 0 ? t->keys : NULL;
    def.key_count = t->key_count;
    def.goal = tell_wish;
    def.ctx = &j->wishes[sut_haptic_hand_count(j->loop)];
    sut_result r = sut_operator_create(&def, out);
    if (r != SUT_OK) {
        sut_cli_refuse("%s: tools[%d]: %s", j->file, tool, sut_result_text(r));
    }
    return r == SUT_OK;
}

// they are counted in numbers that are exact up to 2^53
static const double most_periods = 9e15;

// paths are in the world's frame; an operator that begins within this of its tool has it there
static const double near_enough = 1e-3; // m

static int add_hand(job *j, int tool, const char *who) {
    const sut_tool_def *t = sut_scene_tool_def(j->scene, tool);
    sut_hand_def def = sut_default_hand_def();
    def.tool = sut_scene_tool_id(tool);
    j->wishes[sut_haptic_hand_count(j->loop)] = (wish){
        .scripted = t->key_count == 0, .tool = def.tool, .key = {.pose = t->pose, .jaw = t->jaw}};
    def.stiffness = t->stiffness;
    def.angular_stiffness = t->angular_stiffness;
    def.force_scale = sut_scene_tool_force_scale(j->scene, tool);
    def.capture = near_enough;
    if (!make_device(j, tool, who, &def.device)) {
        return SUT_EXIT_USAGE;
    }
    int hand;
    sut_result r = sut_haptic_add(j->loop, &def, &hand);
    if (r != SUT_OK) {
        def.device.close(def.device.ctx);
        return sut_cli_refuse("%s: tools[%d]: no hand can hold it: %s", j->file, tool,
                              sut_result_text(r));
    }
    j->tools[hand] = sut_scene_tool_name(j->scene, tool);
    j->who[hand] = who;
    return SUT_EXIT_DONE;
}

// tools that move, in the order of the scene
static int add_hands(job *j) {
    int hands = 0;
    bool script = sut_scene_script_end(j->scene) > 0.0;
    for (int i = 0; i < sut_scene_tool_count(j->scene); i++) {
        if (sut_scene_tool_def(j->scene, i)->key_count == 0 && !script) {
            continue;
        }
        if (hands == HANDS_MAX) {
            return sut_cli_refuse("%s: too many tools to hold; at most %d", j->file, HANDS_MAX);
        }
        const char *who = hands < j->device_count ? j->devices[hands] : "operator";
        int code = add_hand(j, i, who);
        if (code != SUT_EXIT_DONE) {
            return code;
        }
        hands++;
    }
    if (hands == 0) {
        return sut_cli_refuse("%s: no tool with a motion to hold; give one of \"tools\" a "
                              "\"motion\" or a \"script\"",
                              j->file);
    }
    if (hands < j->device_count) {
        return sut_cli_refuse("%s: %d devices for %d tools with a motion; one --device per tool",
                              j->file, j->device_count, hands);
    }
    return SUT_EXIT_DONE;
}

// everything that can be refused is refused before the first period
static int prepare_outputs(job *j) {
    j->run = sut_default_runner_def();
    j->run.seconds = j->seconds >= 0.0 ? j->seconds : sut_scene_seconds(j->scene);
    double most = most_periods * sut_haptic_period(j->loop);
    if (!(j->run.seconds <= most)) {
        return sut_cli_refuse("%s: %.6g s are too many periods; at most %.3g s", j->file,
                              j->run.seconds, most);
    }
    sut_fault fault = {""};
    if (j->report != NULL && strcmp(j->report, "-") != 0 &&
        !(sut_file_is_writable(j->report, &fault) && sut_claim_output(j->report, &fault))) {
        return sut_cli_refuse("%s", fault.text);
    }
    if (j->trace_file == NULL) {
        return SUT_EXIT_DONE;
    }
    if (j->report != NULL && strcmp(j->report, j->trace_file) == 0) {
        return sut_cli_refuse("haptic: --report and --trace name the same file; give each its own");
    }
    if (!sut_file_is_writable(j->trace_file, &fault) || !sut_claim_output(j->trace_file, &fault)) {
        return sut_cli_refuse("%s", fault.text);
    }
    double periods = j->run.seconds / sut_haptic_period(j->loop) + 1.0;
    if (!sut_haptic_trace_init(&j->trace, periods, sut_haptic_hand_count(j->loop))) {
        return sut_cli_refuse("--trace %s: no memory for so many periods; a shorter --for",
                              j->trace_file);
    }
    return SUT_EXIT_DONE;
}

//---- the run -------------------------------------------------------------------------------------

static bool look(void *ctx, sut_haptic *h) {
    job *j = ctx;
    int count;
    const sut_haptic_event *events = sut_haptic_events(h, &count);
    for (int i = 0; i < count; i++) {
        if (j->event_count < EVENTS_MAX) {
            j->events[j->event_count++] = events[i];
        } else {
            j->events_left_out++;
        }
    }
    sut_haptic_trace_add(&j->trace, h);
    if (j->progress.on) {
        sut_progress_update(&j->progress, sut_clock_now(), sut_world_time(sut_haptic_world(h)),
                            j->run.seconds);
    }
    return stop_asked == 0;
}

static void run(job *j) {
    struct sigaction action = {.sa_handler = ask_stop, .sa_flags = (int)SA_RESETHAND};
    sigemptyset(&action.sa_mask);
    sigaction(SIGINT, &action, NULL);
    sigaction(SIGTERM, &action, NULL);
    j->run.virtual_time = j->virtual_time;
    j->run.fifo = j->fifo;
    j->run.after = look;
    j->run.ctx = j;
    sut_progress_start(&j->progress, j->quiet, sut_clock_now());
    sut_haptic_run(j->loop, &j->run, &j->stats);
    sut_progress_end(&j->progress);
}

static void name_knots(const job *j, char *out, size_t size) {
    int count = sut_scene_thread_count(j->scene);
    sut_thread_id *ids = calloc((size_t)count + 1, sizeof *ids);
    out[0] = '\0';
    for (int i = 0; ids != NULL && i < count; i++) {
        ids[i] = sut_scene_thread_id(i);
    }
    sut_source source = {.world = j->world, .thread_count = count, .ids = ids};
    sut_knots knots = {0};
    if (ids != NULL && sut_knots_name(&knots, &source, SUT_KNOT_THOROUGH)) {
        sut_knots_text(&knots, out, size);
        sut_knots_free(&knots);
    }
    free(ids);
}

static int tell(job *j) {
    if (j->report == NULL && j->quiet) {
        return SUT_EXIT_DONE;
    }
    char knots[256];
    name_knots(j, knots, sizeof knots);
    const char *name = sut_scene_name(j->scene);
    sut_haptic_facts facts = {.scene = name != NULL && name[0] != '\0' ? name : j->file,
                              .file = j->file,
                              .loop = j->loop,
                              .tools = j->tools,
                              .devices = j->who,
                              .run = &j->stats,
                              .events = j->events,
                              .event_count = j->event_count,
                              .events_left_out = j->events_left_out,
                              .knots = knots,
                              .virtual_time = j->virtual_time,
                              .interrupted = stop_asked != 0};
    if (j->report == NULL) {
        sut_haptic_report_print(&facts, stdout);
        return SUT_EXIT_DONE;
    }
    char *text = sut_haptic_report_json(&facts);
    if (text == NULL) {
        return sut_cli_fail("haptic: out of memory");
    }
    int code = SUT_EXIT_DONE;
    sut_fault fault = {""};
    if (strcmp(j->report, "-") == 0) {
        puts(text);
    } else if (!sut_write_file(j->report, text, strlen(text), &fault)) {
        code = sut_cli_fail("%s", fault.text);
    }
    free(text);
    return code;
}

static int judge(const job *j) {
    if (j->stats.result != SUT_OK) {
        return sut_cli_fail("%s: the world stopped at t = %.6g s: %s", j->file,
                            sut_world_time(j->world), sut_result_text(j->stats.result));
    }
    sut_passivity p = sut_haptic_passivity(j->loop);
    if (!p.passive) {
        return sut_cli_fail("%s: the hands got %.3g J more than they put in", j->file, -p.lowest);
    }
    if (stop_asked != 0) {
        return sut_cli_fail("%s: interrupted at t = %.6g s", j->file, sut_world_time(j->world));
    }
    return SUT_EXIT_DONE;
}

int sut_command_haptic(int argc, char **argv) {
    job j = {.seconds = -1.0};
    int code = parse(&j, argc, argv);
    if (code >= 0) {
        sut_changes_free(&j.changes);
        return code;
    }
    code = build(&j);
    code = code != SUT_EXIT_DONE ? code : add_hands(&j);
    code = code != SUT_EXIT_DONE ? code : prepare_outputs(&j);
    if (code == SUT_EXIT_DONE) {
        run(&j);
        code = tell(&j);
        sut_fault fault = {""};
        if (j.trace_file != NULL &&
            !sut_haptic_trace_write(&j.trace, j.trace_file, j.tools, &fault)) {
            code = sut_cli_fail("%s", fault.text);
        }
        code = code != SUT_EXIT_DONE ? code : judge(&j);
        code = sut_cli_finish(code);
    }
    sut_haptic_trace_free(&j.trace);
    sut_haptic_destroy(j.loop);
    sut_world_destroy(j.world);
    sut_scene_free(j.scene);
    sut_changes_free(&j.changes);
    return code;
}
