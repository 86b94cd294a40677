// SPDX-License-Identifier: MIT
// A sweep gives the bits of the stages one after the other.
#include "rod_fixture.h"

#include "check.h"
#include "math/vec3.h"

#include <string.h>

static bool same(const void *a, const void *b, int doubles) {
    return memcmp(a, b, (size_t)doubles * sizeof(double)) == 0;
}

static bool same3(const sut_soa3 *a, const sut_soa3 *b, int count) {
    return same(a->x, b->x, count) && same(a->y, b->y, count) && same(a->z, b->z, count);
}

static void stages(sut_rod *r) {
    sut_rod_predict(r);
    sut_rod_kinematics(r);
    sut_rod_twist(r);
    sut_rod_forces(r);
    sut_rod_assemble(r);
    sut_rod_linear_solve(r);
}

static bool same_progress(const sut_rod_progress *a, const sut_rod_progress *b) {
    const double p[] = {a->move_rms, a->correction_rms, a->swerve, a->left, a->turn_max, a->drift};
    const double q[] = {b->move_rms, b->correction_rms, b->swerve, b->left, b->turn_max, b->drift};
    return same(p, q, 6) && a->linearisations == b->linearisations && a->done == b->done &&
           a->failed == b->failed && a->again == b->again;
}

static bool same_state(const sut_rod *a, const sut_rod *b) {
    int n = a->body.n;
    bool fits = same3(&a->state.edge, &b->state.edge, n - 1) &&
                same3(&a->state.bent, &b->state.bent, n) &&
                same(a->body.position, b->body.position, 3 * n) &&
                same(a->state.velocity, b->state.velocity, 3 * n) &&
                same(a->state.spin, b->state.spin, n - 1) &&
                same(a->work.tension, b->work.tension, n - 1) &&
                same(a->work.twist, b->work.twist, n - 1) &&
                same(&a->state.director, &b->state.director, 3) &&
                same(&a->chain.stretch, &b->chain.stretch, 1) &&
                same(&a->state.peak_kinetic, &b->state.peak_kinetic, 1);
    for (int k = 0; k < a->chain.pin_count; k++) {
        fits = fits && same(&a->chain.pins[k].force, &b->chain.pins[k].force, 3);
    }
    for (int k = 0; k < a->work.plane_count; k++) {
        const sut_plane *p = &a->work.planes[k];
        const sut_plane *q = &b->work.planes[k];
        fits = fits && p->vertex == q->vertex && same(&p->director0, &q->director0, 3) &&
               same(&p->angle0, &q->angle0, 1) && same(&p->bent0, &q->bent0, 6) &&
               same(&p->torque, &q->torque, 1);
    }
    return fits;
}

// Sizes around the pieces of a sweep, so that holds come to lie next to their ends.
static const int sizes[] = {4, 5, 8, 9, 255, 256, 257, 259, 262, 520, 771, 1100};
enum { SIZES = sizeof sizes / sizeof sizes[0] };

typedef struct twins {
    rod_fixture a, b;
} twins;

static bool make_twins(twins *t, rod_wish wish, int size, int spin_plane) {
    wish.n = sizes[size];
    wish.seed = 700 + (uint64_t)size;
    if (!CHECK(rod_make(&t->a, &wish))) {
        return false;
    }
    if (!CHECK(rod_make(&t->b, &wish))) {
        rod_free(&t->a);
        return false;
    }
    if (spin_plane >= 0) {
        t->a.planes[spin_plane].spin_held = true;
        t->b.planes[spin_plane].spin_held = true;
    }
    return CHECK(sut_rod_can_sweep(&t->b.rod));
}

static void free_twins(twins *t) {
    rod_free(&t->a);
    rod_free(&t->b);
}

static void check_sweep(rod_wish wish, int spin_plane) {
    for (int k = 0; k < SIZES; k++) {
        CASE("k %d", k);
        twins t;
        if (!make_twins(&t, wish, k, spin_plane)) {
            return;
        }
        sut_rod *a = &t.a.rod;
        sut_rod *b = &t.b.rod;
        for (int step = 0; step < 3; step++) {
            CASE("step %d", step);
            stages(a);
            sut_rod_sweep(b);
            CHECK(same(a->body.correction, b->body.correction, 3 * a->body.n));
            CHECK(same(a->work.band.block, b->work.band.block, SUT_BAND_BLOCK * a->body.n));
            sut_rod_judge(a, 1e-4, 12);
            sut_rod_judge(b, 1e-4, 12);
            CHECK(same_progress(&a->work.progress, &b->work.progress));
            sut_rod_stage_commit(a);
            sut_rod_output(a);
            sut_rod_sweep_commit(b);
            sut_rod_output(b);
            CHECK(same_state(a, b));
        }
        free_twins(&t);
    }
}

TEST(free_rod) {
    check_sweep((rod_wish){0}, -1);
}

TEST(damped_rod_with_losses) {
    check_sweep(
        (rod_wish){
            .damping_bend = 0.02, .damping_stretch = 0.003, .damping_linear = 0.02, .drag = 0.3},
        -1);
}

TEST(holds_and_loads) {
    check_sweep((rod_wish){.damping_bend = 0.02, .planes = true, .pins = true, .loads = true}, -1);
}

TEST(one_held_spin) {
    for (int k = 0; k < ROD_PLANES; k++) {
        check_sweep((rod_wish){.damping_bend = 0.02, .planes = true, .pins = true}, k);
    }
}

TEST(low_mass) {
    check_sweep((rod_wish){.low_mass = true, .pins = true, .damping_bend = 0.02}, -1);
}

// A second correction starts from what unfolding makes.
TEST(unfolding_makes_the_scratch_of_the_stages) {
    rod_wish wish = {.damping_bend = 0.02, .planes = true, .pins = true, .loads = true};
    for (int k = 0; k < SIZES; k++) {
        CASE("k %d", k);
        twins t;
        if (!make_twins(&t, wish, k, -1)) {
            return;
        }
        sut_rod *a = &t.a.rod;
        sut_rod *b = &t.b.rod;
        stages(a);
        sut_rod_sweep(b);
        sut_rod_unfold(b);
        CHECK(same3(&a->body.move, &b->body.move, a->body.n));
        for (int again = 0; again < 2; again++) {
            CASE("again %d", again);
            rod_refresh(a);
            rod_refresh(b);
            CHECK(same(a->work.residual, b->work.residual, 3 * a->body.n));
            sut_rod_correct(a);
            sut_rod_correct(b);
            CHECK(same3(&a->body.move, &b->body.move, a->body.n));
        }
        sut_rod_stage_commit(a);
        sut_rod_output(a);
        sut_rod_sweep_commit(b);
        sut_rod_output(b);
        CHECK(same_state(a, b));
        free_twins(&t);
    }
}

// Tensions of a part of a step are shown at the end of the whole.
TEST(parts_of_a_step_show_their_tensions_at_its_end) {
    twins t;
    if (!make_twins(&t, (rod_wish){.damping_bend = 0.02, .pins = true}, 9, -1)) {
        return;
    }
    sut_rod *b = &t.b.rod;
    sut_rod_output(b);
    b->work.cut = true;
    double before = b->work.tension[7];
    sut_rod_sweep(b);
    sut_rod_sweep_commit(b);
    CHECK(same(&before, &b->work.tension[7], 1));
    sut_rod_output(b);
    double strain = v3_norm(sut_soa3_get(&b->state.edge, 7)) / b->def.rest[7] - 1.0;
    CHECK_NEAR(b->work.tension[7], b->def.EA * strain, 1e-12 * b->def.EA); // some roundings
    CHECK(!same(&before, &b->work.tension[7], 1));
    free_twins(&t);
}

TEST(what_needs_the_whole_shape_is_not_swept) {
    const rod_wish wishes[] = {{.n = 20, .seed = 1, .spans = true},
                               {.n = 20, .seed = 1, .curved = true},
                               {.n = 20, .seed = 1, .implicitness = 0.5}};
    for (int k = 0; k < 3; k++) {
        CASE("k %d", k);
        rod_fixture f;
        REQUIRE(rod_make(&f, &wishes[k]));
        CHECK(!sut_rod_can_sweep(&f.rod));
        rod_free(&f);
    }
}

TEST(what_touches_something_is_not_swept) {
    rod_fixture f;
    REQUIRE(rod_make(&f, &(rod_wish){.n = 20, .seed = 1}));
    CHECK(sut_rod_can_sweep(&f.rod));
    f.rod.body.touched = true;
    CHECK(!sut_rod_can_sweep(&f.rod));
    CHECK(!sut_rod_commits_by_sweep(&f.rod));
    rod_free(&f);
}

// The guard may find something in the way of a rod that was swept, and shorten its motion.
TEST(a_swept_rod_that_is_touched_at_last_commits_by_stages) {
    rod_wish wish = {.damping_bend = 0.02, .planes = true, .pins = true, .loads = true};
    for (int k = 0; k < SIZES; k++) {
        CASE("k %d", k);
        twins t;
        if (!make_twins(&t, wish, k, -1)) {
            return;
        }
        sut_rod *a = &t.a.rod;
        sut_rod *b = &t.b.rod;
        stages(a);
        sut_rod_sweep(b);
        for (int i = 0; i < a->body.n; i++) {
            sut_soa3_set(&a->body.move, i, v3_scale(sut_soa3_get(&a->body.move, i), 0.25));
            sut_soa3_set(&b->body.move, i, v3_scale(sut_soa3_get(&b->body.move, i), 0.25));
        }
        a->body.touched = true; // nothing pushes
        b->body.touched = true;
        sut_rod_commit(a);
        sut_rod_output(a);
        sut_rod_commit(b);
        sut_rod_output(b);
        CHECK(same_state(a, b));
        free_twins(&t);
    }
}

// Scratch knows windows only after a sweep; contacts ask for a bound of the state's edges.
TEST(no_edge_is_longer_than_its_bound) {
    twins t;
    if (!make_twins(&t, (rod_wish){.damping_bend = 0.02, .pins = true}, 9, -1)) {
        return;
    }
    sut_rod *b = &t.b.rod;
    for (int step = 0; step < 3; step++) {
        CASE("step %d", step);
        sut_rod_sweep(b);
        for (int e = 0; e < b->body.n - 1; e++) {
            CASE("e %d", e);
            CHECK_LE(v3_norm(sut_soa3_get(&b->state.edge, e)), sut_chain_longest(&b->chain, e));
        }
        sut_rod_commit(b);
        sut_rod_output(b);
    }
    free_twins(&t);
}
