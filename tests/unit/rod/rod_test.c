// SPDX-License-Identifier: MIT
#include "rod_fixture.h"

#include "check.h"
#include "math/vec3.h"

#include <math.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

//---- memory --------------------------------------------------------------------------------------
typedef struct array_place {
    const double *at;
    size_t count;
} array_place;

enum { PLACES = 64 };

static size_t add(array_place *list, size_t used, const double *at, size_t count) {
    list[used] = (array_place){at, count};
    return used + 1;
}

static size_t add3(array_place *list, size_t used, const sut_soa3 *a, size_t count) {
    used = add(list, used, a->x, count);
    used = add(list, used, a->y, count);
    return add(list, used, a->z, count);
}

// Arrays that rod.h lists, with the length it states there.
static size_t list_arrays(const sut_rod *r, array_place *list) {
    size_t n = (size_t)r->body.n;
    size_t used = 0;
    const sut_soa3 *vectors[] = {&r->state.edge,   &r->state.bent, &r->body.move,
                                 &r->work.tangent, &r->work.frame, &r->work.binormal,
                                 &r->work.moment,  &r->work.axis,  &r->work.force};
    for (size_t i = 0; i < sizeof vectors / sizeof vectors[0]; i++) {
        used = add3(list, used, vectors[i], n);
    }
    const double *scalars[] = {
        r->def.rest,     r->def.cell,   r->def.mass,    r->state.spin,    r->state.spin_rate,
        r->work.tension, r->work.twist, r->work.length, r->work.inverse,  r->work.opening,
        r->work.z[0],    r->work.z[1],  r->work.bend,   r->work.phase[0], r->work.phase[1],
        r->work.torque,  r->work.pull,  r->work.give,   r->work.size,     r->work.inertia};
    for (size_t i = 0; i < sizeof scalars / sizeof scalars[0]; i++) {
        used = add(list, used, scalars[i], n);
    }
    used = add(list, used, r->work.residual, 3 * n);
    used = add(list, used, r->work.start_force, 3 * n);
    used = add(list, used, &r->body.position->x, 3 * n);
    used = add(list, used, &r->state.velocity->x, 3 * n);
    return add(list, used, r->work.band.block, SUT_BAND_BLOCK * n);
}

TEST(arrays_are_aligned_apart_and_inside) {
    for (int n = 2; n <= 70; n += 17) {
        CASE("n %d", n);
        rod_fixture f;
        REQUIRE(rod_make(&f, &(rod_wish){.n = n, .seed = 1}));
        array_place list[PLACES];
        size_t count = list_arrays(&f.rod, list);
        uintptr_t begin = (uintptr_t)f.memory;
        uintptr_t end = begin + sut_rod_memory(n);
        int wrong = 0;
        for (size_t i = 0; i < count; i++) {
            uintptr_t at = (uintptr_t)list[i].at;
            uintptr_t stop = at + list[i].count * sizeof(double);
            wrong += at % 64 != 0 || at < begin || stop > end;
            for (size_t j = 0; j < i; j++) {
                uintptr_t other = (uintptr_t)list[j].at;
                wrong += at < other + list[j].count * sizeof(double) && other < stop;
            }
        }
        CHECK_EQ_INT(wrong, 0);
        rod_free(&f);
    }
}

//---- definition ----------------------------------------------------------------------------------
TEST(mass_is_half_of_the_adjacent_edges) {
    enum { N = 5 };
    const sut_vec3 x[N] = {{0, 0, 0}, {1, 0, 0}, {1, 2, 0}, {1, 2, 3}, {5, 2, 3}};
    const double extra[N] = {0.0, 0.5, 0.0, 0.0, 0.25};
    sut_thread_def d = sut_default_thread_def();
    d.positions = x;
    d.vertex_count = N;
    d.extra_mass = extra;
    d.mass_per_length = 2.0;
    d.EI = 6.0;
    void *memory = aligned_alloc(64, (sut_rod_memory(N) + 63) / 64 * 64);
    REQUIRE(memory != NULL);
    sut_rod r;
    sut_rod_init(&r, N, memory);
    sut_rod_define(&r, &d);
    const double mass[N] = {1.0, 3.5, 5.0, 7.0, 4.25};
    const double bend[N] = {0.0, 4.0, 2.4, 12.0 / 7.0, 0.0};
    for (int i = 0; i < N; i++) {
        CASE("i %d", i);
        CHECK_NEAR(r.def.mass[i], mass[i], 0.0); // exact in binary
        CHECK_NEAR(r.work.bend[i], bend[i], 1e-15);
    }
    CHECK(!r.def.curved);
    free(memory);
}

TEST(first_director_is_the_least_parallel_axis) {
    const sut_vec3 x[2] = {{0, 0, 0}, {0.1, 0.3, 0.2}};
    sut_thread_def d = sut_default_thread_def();
    d.positions = x;
    d.vertex_count = 2;
    void *memory = aligned_alloc(64, (sut_rod_memory(2) + 63) / 64 * 64);
    REQUIRE(memory != NULL);
    sut_rod r;
    sut_rod_init(&r, 2, memory);
    sut_rod_define(&r, &d);
    sut_vec3 t = v3_normalized(x[1]);
    sut_vec3 expected = v3_normalized(v3_madd(v3(1, 0, 0), -t.x, t));
    CHECK_LE(v3_distance(r.state.director, expected), 1e-15); // one normalisation
    free(memory);
}

TEST(tangent_of_a_vertex_is_the_mean_of_its_edges) {
    rod_fixture f;
    REQUIRE(rod_make(&f, &(rod_wish){.n = 4, .seed = 9}));
    sut_rod *r = &f.rod;
    sut_soa3_set(&r->state.edge, 0, v3(2, 0, 0));
    sut_soa3_set(&r->state.edge, 1, v3(0, 1, 0));
    sut_soa3_set(&r->state.edge, 2, v3(0, -3, 0));
    CHECK_LE(v3_distance(sut_rod_tangent_at(r, 0), v3(1, 0, 0)), 0.0);
    CHECK_LE(v3_distance(sut_rod_tangent_at(r, 1), v3(sqrt(0.5), sqrt(0.5), 0)), 1e-15);
    CHECK_LE(v3_distance(sut_rod_tangent_at(r, 2), v3(0, 1, 0)), 0.0); // folded right back
    CHECK_LE(v3_distance(sut_rod_tangent_at(r, 3), v3(0, -1, 0)), 0.0);
    rod_free(&f);
}

//---- rolling back --------------------------------------------------------------------------------
static bool same_bits(const void *a, const void *b, size_t doubles) {
    return memcmp(a, b, doubles * sizeof(double)) == 0;
}

TEST(restore_brings_back_the_whole_state) {
    rod_fixture f;
    rod_fixture same;
    rod_wish wish = {.n = 21, .seed = 12, .curved = true, .spin_inertia = true};
    REQUIRE(rod_make(&f, &wish));
    if (CHECK(rod_make(&same, &wish))) {
        sut_rod *r = &f.rod;
        sut_rod_save(r);
        sut_rod_commit(r);
        CHECK(!same_bits(r->state.edge.x, same.rod.state.edge.x, 20));
        sut_rod_restore(r);
        const double *got[] = {r->state.edge.x,      &r->state.velocity->x, r->state.bent.z,
                               r->state.spin,        r->state.spin_rate,    r->state.edge.z,
                               &r->body.position->x, &r->state.director.x,  &r->state.peak_stretch};
        sut_rod *s = &same.rod;
        const double *had[] = {s->state.edge.x,      &s->state.velocity->x, s->state.bent.z,
                               s->state.spin,        s->state.spin_rate,    s->state.edge.z,
                               &s->body.position->x, &s->state.director.x,  &s->state.peak_stretch};
        const size_t count[] = {20, 21, 21, 20, 20, 20, 63, 3, 1};
        for (int i = 0; i < 9; i++) {
            CASE("i %d", i);
            CHECK(same_bits(got[i], had[i], count[i]));
        }
        rod_free(&same);
    }
    rod_free(&f);
}
