// SPDX-License-Identifier: MIT
// The kernels for wide vectors give the bits of the baseline.
#include "rod_fixture.h"

#include "check.h"

#include <string.h>

typedef void kernel_fn(struct sut_rod *r);

static bool same(const double *a, const double *b, int count) {
    return memcmp(a, b, (size_t)count * sizeof *a) == 0;
}

static bool same3(const sut_soa3 *a, const sut_soa3 *b, int from, int count) {
    return same(a->x + from, b->x + from, count) && same(a->y + from, b->y + from, count) &&
           same(a->z + from, b->z + from, count);
}

// All that the kernels write, where it has a meaning: vertices without a turn have no curvature.
static bool same_results(const sut_rod *a, const sut_rod *b) {
    int edges = a->n - 1;
    int inner = a->n - 2;
    bool kinematics = same3(&a->trial, &b->trial, 0, edges) && same(a->length, b->length, edges) &&
                      same(a->inverse, b->inverse, edges) && same3(&a->tangent, &b->tangent, 0, edges);
    bool turns = same(a->opening + 1, b->opening + 1, inner) &&
                 same3(&a->binormal, &b->binormal, 1, inner) &&
                 same(a->z[0] + 1, b->z[0] + 1, inner) && same(a->z[1] + 1, b->z[1] + 1, inner);
    bool damping = same3(&a->axis, &b->axis, 1, inner) && same(a->give + 1, b->give + 1, inner) &&
                   same(a->size + 1, b->size + 1, inner);
    bool forces = same3(&a->moment, &b->moment, 1, inner) && same(a->pull, b->pull, edges) &&
                  same3(&a->force, &b->force, 0, edges) &&
                  same(a->residual, b->residual, 3 * a->n);
    bool views = same(a->tension, b->tension, edges) && same(a->twist, b->twist, edges);
    return kinematics && turns && damping && forces && views;
}

// Wipe what a kernel must write, so that a result of the other kernel cannot stay.
static void wipe(sut_rod *r) {
    size_t bytes = (size_t)r->n * sizeof(double);
    double *written[] = {r->trial.x,  r->trial.y,    r->trial.z,    r->length,     r->inverse,
                         r->tangent.x, r->tangent.y, r->tangent.z,  r->opening,    r->binormal.x,
                         r->binormal.y, r->binormal.z, r->z[0],     r->z[1],       r->axis.x,
                         r->axis.y,   r->axis.z,     r->give,       r->size,       r->moment.x,
                         r->moment.y, r->moment.z,   r->pull,       r->force.x,    r->force.y,
                         r->force.z,  r->tension,    r->twist};
    for (size_t i = 0; i < sizeof written / sizeof written[0]; i++) {
        memset(written[i], 0, bytes);
    }
    memset(r->residual, 0, 3 * bytes);
    memset(r->band.block, 0, SUT_BAND_BLOCK * bytes);
}

static void run(sut_rod *r, const sut_rod_kernel *k, bool exact) {
    wipe(r);
    r->exact = exact;
    kernel_fn *const order[] = {k->edges,   k->vertices, k->curvature, k->memory,
                                k->moments, k->forces,   k->residual,  k->assemble, k->tension};
    for (size_t i = 0; i < sizeof order / sizeof order[0]; i++) {
        order[i](r);
    }
}

static void check_same(rod_wish wish) {
    const int sizes[] = {2, 3, 4, 5, 8, 63, 64, 65, 66, 127, 128, 129, 200};
    for (size_t k = 0; k < sizeof sizes / sizeof sizes[0]; k++) {
        wish.n = sizes[k];
        wish.seed = 300 + k;
        rod_fixture a;
        rod_fixture b;
        REQUIRE(rod_make(&a, &wish));
        if (CHECK(rod_make(&b, &wish))) {
            for (int exact = 0; exact < 2; exact++) {
                a.rod.progress.linearisations = exact;
                b.rod.progress.linearisations = exact;
                run(&a.rod, sut_rod_kernel_baseline(), exact != 0);
                run(&b.rod, sut_rod_kernel_best(), exact != 0);
                CHECK(same_results(&a.rod, &b.rod));
                CHECK(same(a.rod.band.block, b.rod.band.block, SUT_BAND_BLOCK * wish.n));
            }
        }
        rod_free(&a);
        rod_free(&b);
    }
}

TEST(undamped) {
    check_same((rod_wish){0});
}

TEST(damped) {
    check_same((rod_wish){.damping_bend = 0.02, .damping_stretch = 0.003, .move = 0.4});
}

TEST(natural_curvature_and_twist) {
    check_same((rod_wish){.damping_bend = 0.02, .curved = true, .twisted = true});
}

TEST(folded_right_back) {
    check_same((rod_wish){.rough = 4.0, .squeeze = 2.0});
}

// The results are those of plain formulas, vertex by vertex: the bits of both could be wrong.
TEST(edges_are_differences_of_vertices) {
    rod_fixture f;
    REQUIRE(rod_make(&f, &(rod_wish){.n = 67, .seed = 4}));
    const sut_rod *r = &f.rod;
    for (int i = 0; i < r->n - 1; i++) {
        sut_vec3 e = {r->position[i + 1].x + r->move.x[i + 1] - r->position[i].x - r->move.x[i],
                      r->position[i + 1].y + r->move.y[i + 1] - r->position[i].y - r->move.y[i],
                      r->position[i + 1].z + r->move.z[i + 1] - r->position[i].z - r->move.z[i]};
        // positions of 0.07 m carry a rounding error of 1e-17
        CHECK_NEAR(r->trial.x[i], e.x, 1e-16);
        CHECK_NEAR(r->trial.y[i], e.y, 1e-16);
        CHECK_NEAR(r->trial.z[i], e.z, 1e-16);
    }
    rod_free(&f);
}
