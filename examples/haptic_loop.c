// SPDX-License-Identifier: MIT
// haptic_loop.c -- put a device to a tool: a hand pulls at the end of a thread and feels it.
//
//     cc haptic_loop.c $(pkg-config --cflags --libs sutura_haptic) -o haptic_loop
//     ./haptic_loop            without a clock: the same lines every time
//     ./haptic_loop --clock    at 1 kHz, with what became of the deadlines
#include <sutura/haptic.h>

#include <stdio.h>
#include <string.h>

enum { VERTICES = 41 };

// Your device: a driver's handle, and what its last call said. This one is a hand on rails that
// draws away by 5 mm/s and notes what it feels.
typedef struct my_device {
    long reads;
    sut_vec3 felt;
} my_device;

static bool read_device(void *ctx, sut_device_sample *out) {
    my_device *d = ctx;
    *out = (sut_device_sample){.pose.rotation.w = 1.0, .jaw = 0.0};
    out->pose.position.x = 5e-6 * (double)d->reads++; // once per millisecond
    return true; // false: it is unplugged; the loop lets go gently and waits for it
}

static void write_device(void *ctx, const sut_wrench *wrench) {
    my_device *d = ctx;
    d->felt = wrench->force;
}

// 40 mm of thread along x, pinned at its first vertex
static sut_result add_thread(sut_world *w) {
    sut_vec3 x[VERTICES];
    for (int i = 0; i < VERTICES; i++) {
        x[i] = (sut_vec3){0.001 * i, 0.0, 0.0};
    }
    sut_thread_def def = sut_default_thread_def();
    def.positions = x;
    def.vertex_count = VERTICES;
    sut_thread_id thread;
    sut_result r = sut_thread_create(w, &def, &thread);
    sut_hold_def pin = sut_default_hold_def();
    sut_hold_id unused;
    return r == SUT_OK ? sut_hold_create(w, thread, &pin, &unused) : r;
}

// a grasping point at the other end, held by the device
static sut_result add_hand(sut_haptic *loop, my_device *device) {
    sut_tool_def tool = sut_default_tool_def(SUT_TOOL_POINT);
    tool.pose.position.x = 0.001 * (VERTICES - 1);
    tool.jaw = 0.0; // closed: has the end from the first step on
    tool.stiffness = 500.0;
    sut_hand_def hand = sut_default_hand_def();
    sut_result r = sut_tool_create(sut_haptic_world(loop), &tool, &hand.tool);
    hand.stiffness = tool.stiffness;
    hand.device.read = read_device;
    hand.device.write = write_device;
    hand.device.ctx = device;
    return r == SUT_OK ? sut_haptic_add(loop, &hand, NULL) : r;
}

// after each period; every quarter of a second a line
static bool look(void *ctx, sut_haptic *loop) {
    my_device *d = ctx;
    sut_hand_status s;
    if (d->reads % 250 == 0 && sut_haptic_status(loop, 0, &s) == SUT_OK) {
        printf("t = %.2f s  %-8s  hand moved %.2f mm  feels %.3f N\n", 1e-3 * (double)d->reads,
               sut_hand_state_name(s.state), 5e-3 * (double)d->reads, d->felt.x);
    }
    return true;
}

int main(int argc, char **argv) {
    my_device device = {0};
    sut_world_def world_def = sut_default_world_def();
    sut_haptic_def loop_def = sut_default_haptic_def();
    sut_world *w = NULL;
    sut_haptic *loop = NULL;
    bool ready = sut_world_create(&world_def, &w) == SUT_OK && add_thread(w) == SUT_OK &&
                 sut_haptic_create(w, &loop_def, &loop) == SUT_OK &&
                 add_hand(loop, &device) == SUT_OK;
    sut_runner_def run = sut_default_runner_def();
    run.seconds = 1.0;
    run.virtual_time = argc < 2 || strcmp(argv[1], "--clock") != 0;
    run.after = look;
    run.ctx = &device;
    sut_runner_stats stats = {0};
    sut_result r = ready ? sut_haptic_run(loop, &run, &stats) : SUT_E_ARGUMENT;
    if (r == SUT_OK && !run.virtual_time) {
        printf("missed %ld of %ld deadlines, begun up to %.0f us late\n", stats.missed,
               stats.periods, stats.jitter.max);
    }
    sut_haptic_destroy(loop);
    sut_world_destroy(w);
    return r == SUT_OK ? 0 : 1;
}
