// SPDX-License-Identifier: MIT
// pool.h -- threads of execution for sut_world_def.executor, for POSIX.
#ifndef SUT_POOL_H
#define SUT_POOL_H

#include "sutura/base.h"

typedef struct sut_pool sut_pool;

// `workers` of 1 .. 4096 work on what there is to do; the thread that asks is one of them. Null:
// there is no memory, or the system gives no more threads.
sut_pool *sut_pool_create(int workers);
void sut_pool_destroy(sut_pool *p); // no world uses it any more; null is fine
// For any number of worlds, stepped one after the other. Null: a world works alone.
sut_executor sut_pool_executor(sut_pool *p);
// s of processor time that each worker has spent on tasks so far.
double sut_pool_worked(const sut_pool *p, int number);

#endif
