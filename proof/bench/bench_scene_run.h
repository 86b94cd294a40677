// SPDX-License-Identifier: MIT
// bench_scene_run.h -- a shipped scene, opened and stepped as the command line does it.
#ifndef SUT_BENCH_SCENE_RUN_H
#define SUT_BENCH_SCENE_RUN_H

#include "sutura/scene.h"

// The scenes in which hands and instruments tie and untie knots, by their file names.
enum { SUT_BENCH_TIE_SCENES = 6 };
extern const char *const sut_bench_tie_scenes[SUT_BENCH_TIE_SCENES];

typedef struct sut_bench_scene {
    sut_scene *scene;
    sut_world *world;
    double dt; // s, of the scene file
    int steps, vertices;
    sut_scene_error error; // why it could not be opened
} sut_bench_scene;

// `budget`: s per step; 0: none. False: see `error`. Close it either way.
bool sut_bench_scene_open(sut_bench_scene *s, const char *name, double budget);
void sut_bench_scene_close(sut_bench_scene *s);
// Targets of scripted tools and what else the file changes in time; then the step itself.
sut_result sut_bench_scene_drive(sut_bench_scene *s);
sut_result sut_bench_scene_step(sut_bench_scene *s);
// What is tied, "reef": the surgical name, else the name of the knot; of two threads what joins
// them.
void sut_bench_scene_knot(const sut_bench_scene *s, char *out, size_t size);

#endif
