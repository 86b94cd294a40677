// SPDX-License-Identifier: MIT
// runner.c -- the loop by the clock. Periods begin at start + i period; one that ends after the
// next should have begun is a missed deadline, and where whole periods are lost they are skipped
// and counted, not made up for in a rush: a hand feels a rush as a jerk.
#include "haptic_defs.h"

#include <errno.h>
#include <sched.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

typedef struct run {
    sut_haptic *h;
    const sut_runner_def *def;
    sut_runner_stats *stats;
    sut_times *jitter, *work, *cpu;
    long periods;   // to be done
    long long tick; // number of the next period by the clock
    double period;
    double start; // s
    int failures; // in a row
    struct sched_param old;
    int old_policy;
} run;

static double now(void) {
    return sut_haptic_clock(CLOCK_MONOTONIC);
}

static void sleep_until(double time) {
    struct timespec t;
    t.tv_sec = (time_t)time;
    t.tv_nsec = (long)((time - (double)t.tv_sec) * 1e9);
    while (clock_nanosleep(CLOCK_MONOTONIC, TIMER_ABSTIME, &t, NULL) == EINTR) {
    }
}

//---- scheduling ----------------------------------------------------------------------------------

static void take_priority(run *r) {
    sut_runner_stats *s = r->stats;
    if (r->def->fifo == 0 || r->def->virtual_time) {
        return;
    }
    r->old_policy = sched_getscheduler(0);
    sched_getparam(0, &r->old);
    struct sched_param wanted = {.sched_priority = r->def->fifo};
    if (sched_setscheduler(0, SCHED_FIFO, &wanted) != 0) {
        snprintf(s->message, sizeof s->message,
                 "no SCHED_FIFO (%s): runs with ordinary scheduling; needs CAP_SYS_NICE or an "
                 "rtprio limit",
                 strerror(errno));
        return;
    }
    s->fifo = true;
    if (mlockall(MCL_CURRENT) != 0) {
        snprintf(s->message, sizeof s->message, "memory is not locked (%s): it may be paged out",
                 strerror(errno));
    }
}

static void give_back_priority(run *r) {
    if (r->stats->fifo) {
        sched_setscheduler(0, r->old_policy, &r->old);
        munlockall();
    }
}

//---- periods -------------------------------------------------------------------------------------

static void wait_for_period(run *r) {
    double due = r->start + (double)r->tick * r->period;
    sleep_until(due);
    sut_times_add(r->jitter, (now() - due) * 1e6);
}

// after a period: is the next one still to come
static void look_at_clock(run *r, double end) {
    r->tick++;
    double late = end - (r->start + (double)r->tick * r->period);
    if (late <= 0.0) {
        return;
    }
    r->stats->missed++;
    long lost = (long)floor(late / r->period);
    r->stats->skipped += lost;
    r->tick += lost;
}

static bool one_period(run *r) {
    bool timed = !r->def->virtual_time;
    if (timed) {
        wait_for_period(r);
    }
    double begin = now();
    double cpu = sut_haptic_clock(CLOCK_THREAD_CPUTIME_ID);
    sut_result result = sut_haptic_step(r->h);
    cpu = sut_haptic_clock(CLOCK_THREAD_CPUTIME_ID) - cpu;
    double end = now();
    sut_times_add(r->work, (end - begin) * 1e6);
    sut_times_add(r->cpu, cpu * 1e6);
    r->stats->overrun += cpu > r->period;
    r->stats->periods++;
    r->stats->result = result;
    r->stats->failed += result != SUT_OK;
    r->failures = result == SUT_OK ? 0 : r->failures + 1;
    bool going = r->def->after == NULL || r->def->after(r->def->ctx, r->h);
    if (timed) {
        // what looks on after each period is part of what has to be done in time
        look_at_clock(r, r->def->after == NULL ? end : now());
    }
    return going && r->failures < r->def->patience;
}

sut_result sut_haptic_run(sut_haptic *h, const sut_runner_def *def, sut_runner_stats *out) {
    if (h == NULL || def == NULL || out == NULL) {
        return SUT_E_ARGUMENT;
    }
    sut_result result = sut_runner_def_check(def);
    if (result != SUT_OK) {
        return result;
    }
    *out = (sut_runner_stats){.result = SUT_OK};
    sut_times *times = calloc(3, sizeof *times);
    if (times == NULL) {
        return SUT_E_MEMORY;
    }
    run r = {.h = h, .def = def, .stats = out};
    r.jitter = &times[0];
    r.work = &times[1];
    r.cpu = &times[2];
    r.period = h->def.period;
    r.periods = (long)floor(def->seconds / r.period + 0.5);
    take_priority(&r);
    h->timed = !def->virtual_time;
    r.start = now();
    for (bool going = true; going && out->periods < r.periods;) {
        going = one_period(&r);
    }
    out->wall_s = now() - r.start;
    h->timed = false;
    give_back_priority(&r);
    out->jitter = sut_times_sum(r.jitter);
    out->work = sut_times_sum(r.work);
    out->cpu = sut_times_sum(r.cpu);
    free(times);
    return r.failures < def->patience ? SUT_OK : out->result;
}
