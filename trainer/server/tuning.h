// SPDX-License-Identifier: MIT
// tuning.h -- stiffnesses and damping of the threads of a scene, times a factor.
#ifndef SUT_TRAINER_TUNING_H
#define SUT_TRAINER_TUNING_H

#include <jansson.h>
#include <stdbool.h>
#include <stddef.h>

enum { SUT_TUNE_STRETCH, SUT_TUNE_BEND, SUT_TUNE_TWIST, SUT_TUNE_DAMPING, SUT_TUNE_COUNT };

typedef struct sut_tuning {
    double factor[SUT_TUNE_COUNT]; // 1: as the task has it
} sut_tuning;

// Limits within which threads stay threads: a tenth to ten times.
extern const double sut_tuning_least, sut_tuning_most;
extern const char *const sut_tuning_names[SUT_TUNE_COUNT];

sut_tuning sut_tuning_none(void);
bool sut_tuning_is_none(const sut_tuning *t);
int sut_tuning_find(const char *name); // -1: there is none

// Changes the threads of a scene. A material by name becomes stiffnesses; values with units keep them.
// False: a thread is given by moduli, or there is no memory; the scene may then be changed in part.
bool sut_tuning_apply(const sut_tuning *t, json_t *scene);

// "bend x 2, damping x 0.5", for the conditions of an attempt; "" without changes
void sut_tuning_text(const sut_tuning *t, char *out, size_t size);

#endif
