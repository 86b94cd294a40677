// SPDX-License-Identifier: MIT
// base.h -- results, version, and the hooks a host may give to a world.
//
// Units everywhere: SI (m, kg, s, N, Pa, rad), numbers are double, axes are right-handed.
// Thread rule everywhere: one world has one caller at a time; functions that take a const world
// may run in parallel between two changing calls; different worlds are independent, because the
// library keeps no globals.
#ifndef SUTURA_BASE_H
#define SUTURA_BASE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#if defined(__GNUC__)
#define SUT_API __attribute__((visibility("default")))
#else
#define SUT_API
#endif

#ifdef __cplusplus
extern "C" {
#endif

// What a call answers. Anything but SUT_OK leaves the world as it was before the call.
typedef enum sut_result {
    SUT_OK = 0,
    SUT_E_ARGUMENT, // null, NaN, or a number outside the range its field documents
    SUT_E_DEF,      // a def that was not made by its default function
    SUT_E_ID,       // an id that is null or whose object is gone
    SUT_E_CAPACITY, // a fixed capacity of the world is reached
    SUT_E_MEMORY,   // the allocator returned null
    SUT_E_FORMAT,   // bytes of a snapshot, a recording or a scene were rejected
    SUT_E_CONFLICT, // the request contradicts something that exists: two holds on one vertex
    SUT_E_DIVERGED  // the step found no finite state; the world is back at the step's start
} sut_result;

typedef struct sut_version_info {
    int major, minor, patch;
    const char *build; // compiler, kind of machine and what matters for the bits, found out by the
                       // library itself: "gcc 12.2.0, x86-64, optimised, no fused multiply-add"
} sut_version_info;

// Memory of a world. Called only while objects are created or destroyed, never inside a step.
// All null: malloc and free. `align` is a power of two, at most 64.
typedef struct sut_allocator {
    void *(*alloc)(void *ctx, size_t size, size_t align);
    void (*free)(void *ctx, void *mem, size_t size);
    void *ctx;
} sut_allocator;

// Threads of execution that a world may use inside of a step. The engine starts none itself: `run`
// calls task(data, i) for every i of 0 .. count - 1, once each, on any threads and in any order,
// and returns when all calls have. What a step comes to does not depend on it, to the last bit.
// Null: one after the other, on the thread that called sut_world_step. libraries/pool has one.
typedef void sut_task_fn(void *data, int index);
typedef struct sut_executor {
    void (*run)(void *ctx, sut_task_fn *task, void *data, int count);
    void *ctx;
} sut_executor;

typedef enum sut_log_level { SUT_LOG_INFO, SUT_LOG_WARNING, SUT_LOG_ERROR } sut_log_level;
typedef void sut_log_fn(void *ctx, sut_log_level level, const char *text);

SUT_API const char *sut_result_text(sut_result r); // static text, never null
SUT_API sut_version_info sut_version(void);

#ifdef __cplusplus
}
#endif
#endif
