// SPDX-License-Identifier: MIT
// sweep_pool.h -- runs of `sutura run` in processes of their own, several at a time.
//
// A run gets the arguments of the command and leaves its report and its messages in unnamed files.
// A process that dies takes nothing with it, and what a run does cannot depend on the others.
#ifndef SUT_CLI_SWEEP_POOL_H
#define SUT_CLI_SWEEP_POOL_H

#include <stdbool.h>

typedef struct sut_sweep_result {
    int run;
    int exit;      // exit code; 128 + signal where one ended it
    char *report;  // standard output, to be freed
    char *message; // standard error, to be freed
} sut_sweep_result;

typedef struct sut_sweep_pool {
    void *ctx;
    int runs;
    int jobs;     // at a time
    double limit; // s of the clock for one run, which then ends as by Ctrl-C; 0: none
    // Arguments of a run after "run", ending with null; owned by the callee until the next call.
    char **(*arguments)(void *ctx, int run);
    // Called in the order in which runs end; takes over the texts. False: no more runs, please.
    bool (*ended)(void *ctx, const sut_sweep_result *result);
} sut_sweep_pool;

// False when a process could not be started. Ctrl-C stops the runs and ends the pool.
bool sut_sweep_pool_run(const sut_sweep_pool *p, bool *interrupted);

#endif
