// SPDX-License-Identifier: MIT
// trainer.h -- the trainer's server as one call.
#ifndef SUT_TRAINER_TRAINER_H
#define SUT_TRAINER_TRAINER_H

#include <stddef.h>

typedef struct sut_trainer_options {
    const char *host;  // "127.0.0.1"
    int port;          // 0: any free one
    const char *data;  // folder of the records
    const char *token; // null on loopback
    const char *page;  // folder of the built page
    const char *tasks; // folder of the tasks
    const char *devices[2]; // of the left and the right hand, see rig.h; null: none
    void (*ready)(const char *address); // called once, when pages are served
    // attempts are not being kept, for this reason; null: they are again. Null: not called
    void (*trouble)(const char *why);
    const char *instructor; // what a page must know to take control from others; null: see server.h
} sut_trainer_options;

// Serves until SIGINT or SIGTERM. 0: ended as asked; otherwise the exit code of the command, with a
// line in `message`.
int sut_trainer_run(const sut_trainer_options *o, char *message, size_t size);

#endif
