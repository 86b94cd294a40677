// SPDX-License-Identifier: MIT
// bench_all.h -- the benchmarks themselves, for the registry.
#ifndef SUT_BENCH_ALL_H
#define SUT_BENCH_ALL_H

#include "bench.h"

void sut_bench_run_solver(sut_bench_log *log, const sut_bench_options *opt);
void sut_bench_run_step(sut_bench_log *log, const sut_bench_options *opt);
void sut_bench_run_scaling(sut_bench_log *log, const sut_bench_options *opt);
void sut_bench_run_rope(sut_bench_log *log, const sut_bench_options *opt);
void sut_bench_run_stiff(sut_bench_log *log, const sut_bench_options *opt);
void sut_bench_run_knot(sut_bench_log *log, const sut_bench_options *opt);
void sut_bench_run_islands(sut_bench_log *log, const sut_bench_options *opt);
void sut_bench_run_restore(sut_bench_log *log, const sut_bench_options *opt);
void sut_bench_run_scenes(sut_bench_log *log, const sut_bench_options *opt);
void sut_bench_run_tail(sut_bench_log *log, const sut_bench_options *opt);
void sut_bench_run_contact(sut_bench_log *log, const sut_bench_options *opt);
void sut_bench_run_overhand(sut_bench_log *log, const sut_bench_options *opt);
void sut_bench_run_variational(sut_bench_log *log, const sut_bench_options *opt);
void sut_bench_run_springs(sut_bench_log *log, const sut_bench_options *opt);
void sut_bench_run_models(sut_bench_log *log, const sut_bench_options *opt);
void sut_bench_run_published(sut_bench_log *log, const sut_bench_options *opt);
void sut_bench_run_figures(sut_bench_log *log, const sut_bench_options *opt);
void sut_bench_run_tissue(sut_bench_log *log, const sut_bench_options *opt);
void sut_bench_run_torture(sut_bench_log *log, const sut_bench_options *opt);

#endif
