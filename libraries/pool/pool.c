// SPDX-License-Identifier: MIT
// pool.c -- workers that wait for tasks. The caller is worker 0, so that one worker is no thread at
// all.
#include "pool/pool.h"

#include <pthread.h>
#include <stdlib.h>
#include <time.h>

typedef struct worker {
    sut_pool *pool;
    pthread_t thread;
    double worked; // s
} worker;

struct sut_pool {
    pthread_mutex_t mutex;
    pthread_cond_t begun, ended;
    int workers, started;
    worker *worker; // [workers]
    // what there is to do
    sut_task_fn *task;
    void *data;
    int count, next, open; // tasks, the next one, those that have not ended
    bool stops;
};

static double processor_time(void) {
    struct timespec t;
    (void)clock_gettime(CLOCK_THREAD_CPUTIME_ID, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

// As long as there is a task. The mutex is held at the start and at the end, and not in between.
static void work(sut_pool *p, worker *w) {
    while (p->next < p->count) {
        int i = p->next++;
        sut_task_fn *task = p->task;
        void *data = p->data;
        (void)pthread_mutex_unlock(&p->mutex);
        double before = processor_time();
        task(data, i);
        double took = processor_time() - before;
        (void)pthread_mutex_lock(&p->mutex);
        w->worked += took;
        p->open--;
        if (p->open == 0) {
            (void)pthread_cond_signal(&p->ended);
        }
    }
}

static void *wait_and_work(void *argument) {
    worker *w = argument;
    sut_pool *p = w->pool;
    (void)pthread_mutex_lock(&p->mutex);
    while (!p->stops) {
        work(p, w);
        if (!p->stops) {
            (void)pthread_cond_wait(&p->begun, &p->mutex);
        }
    }
    (void)pthread_mutex_unlock(&p->mutex);
    return NULL;
}

static void run(void *ctx, sut_task_fn *task, void *data, int count) {
    sut_pool *p = ctx;
    (void)pthread_mutex_lock(&p->mutex);
    p->task = task;
    p->data = data;
    p->count = count;
    p->open = count;
    p->next = 0;
    if (count > 1) {
        (void)pthread_cond_broadcast(&p->begun);
    }
    work(p, &p->worker[0]);
    while (p->open > 0) {
        (void)pthread_cond_wait(&p->ended, &p->mutex);
    }
    (void)pthread_mutex_unlock(&p->mutex);
}

sut_pool *sut_pool_create(int workers) {
    if (workers < 1 || workers > 4096) {
        return NULL;
    }
    sut_pool *p = calloc(1, sizeof *p);
    worker *all = calloc((size_t)workers, sizeof *all);
    if (!p || !all) {
        free(all);
        free(p);
        return NULL;
    }
    p->worker = all;
    p->workers = workers;
    (void)pthread_mutex_init(&p->mutex, NULL);
    (void)pthread_cond_init(&p->begun, NULL);
    (void)pthread_cond_init(&p->ended, NULL);
    for (int i = 0; i < workers; i++) {
        all[i] = (worker){.pool = p};
    }
    for (p->started = 1; p->started < workers; p->started++) {
        worker *w = &all[p->started];
        if (pthread_create(&w->thread, NULL, wait_and_work, w) != 0) {
            sut_pool_destroy(p);
            return NULL;
        }
    }
    return p;
}

void sut_pool_destroy(sut_pool *p) {
    if (!p) {
        return;
    }
    (void)pthread_mutex_lock(&p->mutex);
    p->stops = true;
    (void)pthread_cond_broadcast(&p->begun);
    (void)pthread_mutex_unlock(&p->mutex);
    for (int i = 1; i < p->started; i++) {
        (void)pthread_join(p->worker[i].thread, NULL);
    }
    (void)pthread_cond_destroy(&p->ended);
    (void)pthread_cond_destroy(&p->begun);
    (void)pthread_mutex_destroy(&p->mutex);
    free(p->worker);
    free(p);
}

sut_executor sut_pool_executor(sut_pool *p) {
    sut_executor e = {p ? run : NULL, p};
    return e;
}

double sut_pool_worked(const sut_pool *p, int number) {
    return p && number >= 0 && number < p->workers ? p->worker[number].worked : 0.0;
}
