// SPDX-License-Identifier: MIT
// The kernels for wide vectors give the bits of the baseline.
#include "rod_fixture.h"

#include "check.h"
#include "math/vec3.h"

#include <math.h>
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
    int edges = a->body.n - 1;
    int inner = a->body.n - 2;
    bool kinematics = same(a->work.length, b->work.length, edges) &&
                      same(a->work.inverse, b->work.inverse, edges) &&
                      same3(&a->work.tangent, &b->work.tangent, 0, edges);
    bool turns = same(a->work.opening + 1, b->work.opening + 1, inner) &&
                 same3(&a->work.binormal, &b->work.binormal, 1, inner) &&
                 same(a->work.z[0] + 1, b->work.z[0] + 1, inner) &&
                 same(a->work.z[1] + 1, b->work.z[1] + 1, inner);
    bool damping = same3(&a->work.axis, &b->work.axis, 1, inner) &&
                   same(a->work.give + 1, b->work.give + 1, inner) &&
                   same(a->work.size + 1, b->work.size + 1, inner);
    bool forces = same3(&a->work.moment, &b->work.moment, 1, inner) &&
                  same(a->work.pull, b->work.pull, edges) &&
                  same3(&a->work.force, &b->work.force, 0, edges) &&
                  same(a->work.residual, b->work.residual, 3 * a->body.n);
    bool views = same(a->work.tension, b->work.tension, edges);
    return kinematics && turns && damping && forces && views;
}

// Wipe what a kernel must write, so that a result of the other kernel cannot stay.
static void wipe(sut_rod *r) {
    size_t bytes = (size_t)r->body.n * sizeof(double);
    double *written[] = {
        r->work.length,     r->work.inverse,  r->work.tangent.x,  r->work.tangent.y,
        r->work.tangent.z,  r->work.opening,  r->work.binormal.x, r->work.binormal.y,
        r->work.binormal.z, r->work.z[0],     r->work.z[1],       r->work.axis.x,
        r->work.axis.y,     r->work.axis.z,   r->work.give,       r->work.size,
        r->work.moment.x,   r->work.moment.y, r->work.moment.z,   r->work.pull,
        r->work.force.x,    r->work.force.y,  r->work.force.z,    r->work.tension};
    for (size_t i = 0; i < sizeof written / sizeof written[0]; i++) {
        memset(written[i], 0, bytes);
    }
    memset(r->work.residual, 0, 3 * bytes);
    memset(r->work.band.block, 0, SUT_BAND_BLOCK * bytes);
}

// kind of matrix: everyday, exact, safe
static void run(sut_rod *r, const sut_rod_kernel *k, int kind) {
    wipe(r);
    r->work.exact = kind == 1;
    r->work.safe = kind == 2;
    kernel_fn *const order[] = {k->edges,   k->vertices, k->curvature, k->memory,
                                k->moments, k->forces,   k->residual,  k->tension};
    for (size_t i = 0; i < sizeof order / sizeof order[0]; i++) {
        order[i](r);
    }
    k->assemble(r, 0, r->body.n);
}

static void check_same(rod_wish wish) {
    const int sizes[] = {2, 3, 4, 5, 8, 63, 64, 65, 66, 127, 128, 129, 200};
    for (size_t k = 0; k < sizeof sizes / sizeof sizes[0]; k++) {
        CASE("k %zu", k);
        if (wish.spans && sizes[k] < 8) {
            continue; // no room for four planes
        }
        wish.n = sizes[k];
        wish.seed = 300 + k;
        rod_fixture a;
        rod_fixture b;
        REQUIRE(rod_make(&a, &wish));
        if (CHECK(rod_make(&b, &wish))) {
            for (int kind = 0; kind < 3; kind++) {
                CASE("kind %d", kind);
                run(&a.rod, sut_rod_kernel_baseline(), kind);
                run(&b.rod, sut_rod_kernel_best(), kind);
                CHECK(same_results(&a.rod, &b.rod));
                CHECK(same(a.rod.work.band.block, b.rod.work.band.block, SUT_BAND_BLOCK * wish.n));
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

TEST(twisted_spans) {
    check_same((rod_wish){.spans = true, .damping_bend = 0.02, .damping_twist = 0.004});
}

TEST(folded_right_back) {
    check_same((rod_wish){.rough = 4.0, .squeeze = 2.0});
}

// The results are those of plain formulas, vertex by vertex: the bits of both could be wrong.
TEST(edges_are_differences_of_vertices) {
    rod_fixture f;
    REQUIRE(rod_make(&f, &(rod_wish){.n = 67, .seed = 4}));
    const sut_rod *r = &f.rod;
    double off = 0.0;
    for (int i = 0; i < r->body.n - 1; i++) {
        sut_vec3 a = v3_add(r->body.position[i], sut_soa3_get(&r->body.move, i));
        sut_vec3 b = v3_add(r->body.position[i + 1], sut_soa3_get(&r->body.move, i + 1));
        off = fmax(off, fabs(r->work.length[i] - v3_distance(a, b)));
        off = fmax(off, fabs(r->work.length[i] * r->work.inverse[i] - 1.0) * r->work.length[i]);
        sut_vec3 t = v3_scale(sut_soa3_get(&r->work.tangent, i), r->work.length[i]);
        off = fmax(off, v3_distance(t, v3_sub(b, a)));
    }
    CHECK_LE(off, 1e-16); // m: positions of 0.07 m carry a rounding error of 1e-17
    rod_free(&f);
}

TEST(turns_are_twice_the_tangent_of_the_half_angle) {
    rod_fixture f;
    REQUIRE(rod_make(&f, &(rod_wish){.n = 67, .seed = 5}));
    const sut_rod *r = &f.rod;
    double off = 0.0;
    for (int i = 1; i < r->body.n - 1; i++) {
        sut_vec3 t = sut_soa3_get(&r->work.tangent, i - 1);
        sut_vec3 s = sut_soa3_get(&r->work.tangent, i);
        sut_vec3 k = sut_soa3_get(&r->work.binormal, i);
        double angle = atan2(v3_norm(v3_cross(t, s)), v3_dot(t, s));
        off = fmax(off, fabs(v3_norm(k) - 2.0 * tan(0.5 * angle)));
        off = fmax(off, fabs(v3_dot(k, t)) + fabs(v3_dot(k, s)));
    }
    CHECK_LE(off, 1e-13); // turns of order one, divided by 1 + cosine
    rod_free(&f);
}
