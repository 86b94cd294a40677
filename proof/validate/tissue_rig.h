// SPDX-License-Identifier: MIT
// tissue_rig.h -- a test bench for one tissue: a scene as text, stepped until it rests, and
// readings by groups of its nodes. What a check judges can be written to a file and run.
//
// Like a rig of threads it remembers its first failure, tells the log once, and does nothing from
// then on; every reading is then NaN.
#ifndef SUT_VALIDATE_TISSUE_RIG_H
#define SUT_VALIDATE_TISSUE_RIG_H

#include "sutura/scene.h"
#include "validate/rig.h"
#include "validate/validate.h"

typedef struct sut_tissue_rig {
    sut_check_log *log;
    sut_scene *scene;
    sut_world *world;
    double dt; // s, of the scene
    bool ok;
} sut_tissue_rig;

// `tissues` is the list of the scene's tissues, without its brackets; no gravity unless
// `gravity` says so ("[0, 0, -9.81]").
__attribute__((format(printf, 3, 4))) sut_tissue_rig
sut_tissue_rig_open(sut_check_log *log, const char *gravity, const char *tissues, ...);
// The same of a whole scene.
__attribute__((format(printf, 2, 3))) sut_tissue_rig sut_tissue_rig_read(sut_check_log *log,
                                                                         const char *scene, ...);
void sut_tissue_rig_close(sut_tissue_rig *r);

void sut_tissue_rig_steps(sut_tissue_rig *r, int steps, double dt);
// Steps of `dt` until no node of the first tissue moves by more than `still` m in one; at most
// `steps`. Says in the log if it did not come to rest.
void sut_tissue_rig_settle(sut_tissue_rig *r, int steps, double dt, double still);

// Of tissue 0.
sut_tissue_view sut_tissue_rig_view(const sut_tissue_rig *r); // no nodes after a failure
sut_tissue_figures sut_tissue_rig_figures(const sut_tissue_rig *r);
double sut_tissue_rig_energy(const sut_tissue_rig *r); // J, of all kinds
sut_vec3 sut_tissue_rig_node(const sut_tissue_rig *r, int i);
sut_vec3 sut_tissue_rig_mean(const sut_tissue_rig *r, const char *group); // of its nodes
double sut_tissue_rig_strain(const sut_tissue_rig *r);                    // largest now

// Zero of a growing function by halving.
double sut_zero_of(double (*value)(double x, double target), double target, double low,
                   double high);
// log2 of the ratio of two errors whose meshes differ by a factor of two.
double sut_order_of(double coarse, double fine);

#endif
