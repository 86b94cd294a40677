// SPDX-License-Identifier: MIT
#include "commands/sweep_pool.h"

#include "commands/commands.h"

#include <errno.h>
#include <math.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

// One process and its two files.
typedef struct worker {
    pid_t pid; // 0: idle
    int run;
    bool told; // to stop
    FILE *out, *err;
} worker;

static volatile sig_atomic_t stop_asked;

static void ask_stop(int signal_number) {
    (void)signal_number;
    stop_asked = 1;
}

// Ctrl-C reaches the runs too: each ends after its step. The pool waits for them.
static void catch_signals(void) {
    struct sigaction action = {.sa_handler = ask_stop};
    sigemptyset(&action.sa_mask);
    sigaction(SIGINT, &action, NULL);
    sigaction(SIGTERM, &action, NULL);
}

static char *take_text(FILE *f) {
    (void)fflush(f);
    long size = fseek(f, 0, SEEK_END) == 0 ? ftell(f) : 0;
    char *text = calloc((size_t)(size > 0 ? size : 0) + 1, 1);
    rewind(f);
    if (text != NULL && size > 0) {
        text[fread(text, 1, (size_t)size, f)] = '\0';
    }
    (void)fclose(f);
    return text;
}

// its time is up: the run ends after the current step, with a report
static void end_run(int signal_number) {
    (void)signal_number;
    (void)raise(SIGTERM);
}

static void limit_time(double seconds) {
    struct sigaction action = {.sa_handler = end_run};
    sigemptyset(&action.sa_mask);
    sigaction(SIGALRM, &action, NULL);
    (void)alarm((unsigned)ceil(seconds));
}

static _Noreturn void work(const sut_sweep_pool *p, const worker *w, char **arguments) {
    int count = 0;
    while (arguments[count] != NULL) {
        count++;
    }
    int code = 1;
    if (p->limit > 0.0) {
        limit_time(p->limit);
    }
    if (dup2(fileno(w->out), STDOUT_FILENO) >= 0 && dup2(fileno(w->err), STDERR_FILENO) >= 0) {
        code = sut_command_run(count, arguments);
    }
    (void)fflush(stdout);
    _exit(code);
}

static bool start(const sut_sweep_pool *p, worker *w, int run) {
    char **arguments = p->arguments(p->ctx, run);
    *w = (worker){.run = run, .out = tmpfile(), .err = tmpfile()};
    // what is still in the buffers would be written twice
    (void)fflush(NULL);
    w->pid = arguments != NULL && w->out != NULL && w->err != NULL ? fork() : -1;
    if (w->pid == 0) {
        work(p, w, arguments);
    }
    if (w->pid > 0) {
        return true;
    }
    if (w->out != NULL) {
        (void)fclose(w->out);
    }
    if (w->err != NULL) {
        (void)fclose(w->err);
    }
    w->pid = 0;
    return false;
}

static worker *find(worker *workers, int count, pid_t pid) {
    for (int i = 0; i < count; i++) {
        if (workers[i].pid == pid) {
            return &workers[i];
        }
    }
    return NULL;
}

// A signal to the pool alone is meant for the runs too; each gets it once.
static void stop_runs(worker *workers, int count) {
    for (int i = 0; stop_asked != 0 && i < count; i++) {
        if (workers[i].pid > 0 && !workers[i].told) {
            workers[i].told = kill(workers[i].pid, SIGTERM) == 0;
        }
    }
}

// Wait for one of the runs and hand over what it left.
static bool finish_one(const sut_sweep_pool *p, worker *workers) {
    int status = 0;
    pid_t pid;
    while ((pid = waitpid(-1, &status, 0)) < 0 && errno == EINTR) {
        stop_runs(workers, p->jobs);
    }
    worker *w = pid > 0 ? find(workers, p->jobs, pid) : NULL;
    if (w == NULL) {
        return false;
    }
    sut_sweep_result result = {.run = w->run,
                               .exit =
                                   WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status),
                               .report = take_text(w->out),
                               .message = take_text(w->err)};
    w->pid = 0;
    return p->ended(p->ctx, &result);
}

bool sut_sweep_pool_run(const sut_sweep_pool *p, bool *interrupted) {
    worker *workers = calloc((size_t)p->jobs, sizeof *workers);
    bool started = workers != NULL;
    bool going = started;
    int next = 0;
    int busy = 0;
    catch_signals();
    while (started && (busy > 0 || (going && next < p->runs && stop_asked == 0))) {
        if (going && next < p->runs && stop_asked == 0 && busy < p->jobs) {
            going = started = start(p, find(workers, p->jobs, 0), next++);
            busy += started ? 1 : 0;
            continue;
        }
        going = finish_one(p, workers) && going;
        busy--;
    }
    while (busy-- > 0) { // one could not be started: the others still end
        (void)finish_one(p, workers);
    }
    free(workers);
    *interrupted = stop_asked != 0;
    return started;
}
