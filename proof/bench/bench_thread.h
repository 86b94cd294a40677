// SPDX-License-Identifier: MIT
// bench_thread.h -- the threads that are measured, and a world around one of them that can be set
// back to stored moments, so that the same steps are timed again and again.
#ifndef SUT_BENCH_THREAD_H
#define SUT_BENCH_THREAD_H

#include "bench_log.h"
#include "sutura/sutura.h"

#define SUT_BENCH_PI 3.14159265358979323846
#define SUT_BENCH_DT 1e-3      // s, the step of all comparisons
#define SUT_BENCH_GRAVITY 9.81 // m/s^2, along -z

enum { SUT_BENCH_SIZES = 4, SUT_BENCH_MOMENTS = 8 };
extern const int sut_bench_sizes[SUT_BENCH_SIZES]; // vertices of the comparisons

typedef struct sut_bench_material {
    double length, radius;          // m
    double young, poisson, density; // Pa, -, kg/m^3
    double wave;  // rad, slope of a wave in the xz plane, one per 0.1 m; 0: straight
    double speed; // m/s along y at the start
} sut_bench_material;
extern const sut_bench_material sut_bench_suture; // 100 mm, 0.30 mm thick, 1 GPa

// A world with one thread from the origin along +x.
typedef struct sut_bench_case {
    sut_world *world;
    sut_thread_id thread;
    int vertices;
    double dt;
    sut_bench_clock *clock;           // for batches and profiles; wall clock unless changed
    void *moments[SUT_BENCH_MOMENTS]; // images of the world to time from
    size_t moment_size[SUT_BENCH_MOMENTS];
    int moment_count;
    sut_result result; // first call that failed, SUT_OK: none
} sut_bench_case;

// `change` may edit the def before the thread is made; null: the material alone counts.
void sut_bench_case_open(sut_bench_case *c, const sut_bench_material *material, int vertices,
                         void (*change)(sut_thread_def *def));
void sut_bench_case_close(sut_bench_case *c);

// All of these do nothing once a call has failed; look at `result` at the end.
void sut_bench_case_hold(sut_bench_case *c, int vertex, sut_hold_kind kind,
                         const sut_hold_key *keys, int key_count);
void sut_bench_case_run(sut_bench_case *c, int steps);
void sut_bench_case_keep(sut_bench_case *c); // store this moment
void sut_bench_case_return(sut_bench_case *c, int moment);

// Keep SUT_BENCH_MOMENTS moments, `apart` steps between two.
void sut_bench_case_keep_all(sut_bench_case *c, int apart);

// A batch for sut_bench_measure: return to moment index % moment_count, take one
// step off the clock, time the next `count`.
double sut_bench_case_batch(void *ctx, int index, int count);

// Per-stage medians, linearisations, corrections and substeps per step, over `steps` steps from
// each moment.
void sut_bench_case_stages(sut_bench_case *c, int steps, sut_bench_row *row);
// Time single steps from the first moment on. us[i] is the shortest time of step i in any run: all
// runs do the same work, so what is left is the cost of the step and not what the machine did
// beside it.
void sut_bench_case_profile(sut_bench_case *c, int steps, int runs, double *us);
// Of such a profile: p99_us, max_us, and how many steps took longer than they simulate.
void sut_bench_case_tail(sut_bench_case *c, int steps, int runs, sut_bench_row *row);

// Mark the row as failed when a call of the case was refused. True when all is well.
bool sut_bench_case_ok(const sut_bench_case *c, sut_bench_row *row);

#endif
