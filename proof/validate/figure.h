// SPDX-License-Identifier: MIT
// figure.h -- published experiments as scenes: the files of scenes/figures, which are built into
// the program, opened and stepped by checks. What `sutura run` shows is what `sutura validate`
// judges.
//
// Like a rig, a figure remembers its first failure, tells the log once, and does nothing from then
// on; every reading is then NaN or empty.
#ifndef SUT_VALIDATE_FIGURE_H
#define SUT_VALIDATE_FIGURE_H

#include "sutura/scene.h"
#include "validate/rig.h"
#include "validate/validate.h"

typedef struct sut_figure_scene {
    const char *name; // "shi_one_hand": the file without folder and ending
    const char *text;
    size_t size;
} sut_figure_scene;
// Generated when the build is configured.
extern const sut_figure_scene sut_figure_scenes[];
extern const int sut_figure_scene_count;

typedef struct sut_figure {
    sut_check_log *log;
    sut_scene *scene;
    sut_world *world;
    double dt;  // s, of the scene
    long steps; // of its whole time
    long done;
    bool ok;
} sut_figure;

// `changes` as --set makes them; null with 0.
sut_figure sut_figure_open(sut_check_log *log, const char *name, const sut_scene_override *changes,
                           int change_count);
void sut_figure_close(sut_figure *f);
// One step; false when it is over or failed.
bool sut_figure_step(sut_figure *f);

sut_thread_view sut_figure_view(const sut_figure *f); // of the first thread
sut_hold_view sut_figure_hold(const sut_figure *f, int i);
sut_tool_view sut_figure_tool(const sut_figure *f, int i);
double sut_figure_energy(const sut_figure *f); // J, of the first thread, all kinds

#endif
