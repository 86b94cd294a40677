// SPDX-License-Identifier: MIT
// Forces by kind: together they are what moved the vertex.
#include "spring_rod.h"

#include "check.h"
#include "math/vec3.h"

#include <math.h>

static void tight(sut_thread_def *d) {
    d->springs.longest = 1.02;
    d->springs.shortest = 0.98;
}

static sut_vec3 sum_of(const sut_force_parts *f) {
    sut_vec3 sum = v3_add(v3_add(f->stretch, f->stretch_damper), v3_add(f->bend, f->bend_damper));
    return v3_add(sum, v3_add(v3_add(f->swivel_damper, f->limit), f->weight));
}

TEST(parts_add_up_to_the_change_of_momentum) {
    for (int model = 1; model <= 5; model++) {
        spring_rod s;
        REQUIRE(spring_rod_make(&s, model, tight));
        sut_rod *r = &s.rod;
        sut_vec3 before[SPRING_N];
        for (int i = 0; i < SPRING_N; i++) {
            before[i] = r->state.velocity[i];
        }
        sut_rod_predict(r);
        sut_springs_begin(r);
        sut_springs_solve(r);
        REQUIRE(!r->work.progress.failed);
        sut_springs_commit(r);
        for (int i = 0; i < SPRING_N; i++) {
            sut_force_parts f = sut_springs_force_parts(r, i);
            sut_vec3 change =
                v3_scale(v3_sub(r->state.velocity[i], before[i]), r->def.mass[i] / r->work.dt);
            double size = v3_norm(f.stretch) + v3_norm(f.limit) + v3_norm(change);
            // edges turn between the last two rounds of the limits, as in springs_limit_test.c
            CHECK_LE(v3_distance(sum_of(&f), change) / size, 1e-5);
        }
        spring_rod_free(&s);
    }
}

TEST(each_model_has_its_parts) {
    for (int model = 1; model <= 5; model++) {
        spring_rod s;
        REQUIRE(spring_rod_make(&s, model, NULL));
        sut_force_parts f = sut_springs_force_parts(&s.rod, 4);
        CHECK(v3_norm(f.stretch) > 0.0);
        CHECK(v3_norm(f.stretch_damper) > 0.0);
        CHECK((v3_norm(f.bend) > 0.0) == (model >= 2));
        CHECK((v3_norm(f.bend_damper) > 0.0) == (model >= 3));
        CHECK((v3_norm(f.swivel_damper) > 0.0) == (model >= 4));
        CHECK_NEAR(v3_norm(f.weight), s.rod.def.mass[4] * v3_norm(s.rod.work.gravity), 1e-15);
        spring_rod_free(&s);
    }
}
