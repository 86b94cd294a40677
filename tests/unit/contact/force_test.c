// SPDX-License-Identifier: MIT
// Forces of contacts in worlds: action and reaction, weight, memory, overlaps at the start.
#include "contact_fixture.h"

#include "check.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static double norm(sut_vec3 v) {
    return sqrt((v.x * v.x + v.y * v.y) + v.z * v.z);
}

static void add(sut_vec3 *to, double factor, sut_vec3 v) {
    to->x += factor * v.x;
    to->y += factor * v.y;
    to->z += factor * v.z;
}

// Sum of the forces of contacts on the vertices of a thread.
static sut_vec3 push_on(const sut_world *w, int thread) {
    const sut_rod *r = &w->threads[thread].rod;
    sut_vec3 sum = {0.0, 0.0, 0.0};
    for (int i = 0; i < r->body.n; i++) {
        sum.x += r->body.push[3 * i];
        sum.y += r->body.push[3 * i + 1];
        sum.z += r->body.push[3 * i + 2];
    }
    return sum;
}

// The same from the views, and the sum of their magnitudes.
static sut_vec3 shown_on(const sut_world *w, sut_thread_id thread, double *sizes) {
    int count = 0;
    const sut_contact_view *v = sut_world_contacts(w, &count);
    sut_vec3 sum = {0.0, 0.0, 0.0};
    *sizes = 0.0;
    for (int i = 0; i < count; i++) {
        *sizes += norm(v[i].force);
        if (v[i].thread[0].index1 == thread.index1) {
            add(&sum, 1.0, v[i].force);
        }
        if (v[i].thread[1].index1 == thread.index1) {
            add(&sum, -1.0, v[i].force);
        }
    }
    return sum;
}

//---- action and reaction -------------------------------------------------------------------------
// A knot with a second thread pressed onto its lead.
typedef struct pressed {
    sut_world *w;
    sut_thread_id knot, bar;
} pressed;

static pressed make_pressed(void) {
    pressed p;
    memset(&p, 0, sizeof p);
    p.w = empty_world();
    if (!p.w) {
        return p;
    }
    shape s = shape_overhand(20, 30);
    p.knot = shape_add(p.w, &s);
    sut_vec3 on = s.x[20 + 41 + 12];
    double below = on.z - 2.02 * SHAPE_RADIUS;
    shape o =
        shape_line(41, (sut_vec3){on.x, on.y - 4e-3, below}, (sut_vec3){on.x, on.y + 4e-3, below});
    p.bar = shape_add(p.w, &o);
    (void)hold_moving(p.w, p.knot, SUT_HOLD_PIN, 0, (sut_vec3){0.05, 0.05, 0.0}, 0.0);
    (void)hold_moving(p.w, p.knot, SUT_HOLD_PIN, s.n - 1, (sut_vec3){0.05, -0.05, 0.0}, 0.0);
    (void)hold_moving(p.w, p.bar, SUT_HOLD_PIN, 0, (sut_vec3){0.0, 0.0, 0.01}, 0.0);
    (void)hold_moving(p.w, p.bar, SUT_HOLD_PIN, 40, (sut_vec3){0.0, 0.0, 0.01}, 0.0);
    return p;
}

TEST(action_equals_reaction) {
    pressed p = make_pressed();
    REQUIRE(p.w != NULL);
    int seen = 0;
    for (int step = 0; step < 60; step++) {
        CASE("step %d", step);
        REQUIRE(go(p.w, 1, 1e-3));
        double sizes = 0.0;
        sut_vec3 shown = shown_on(p.w, p.bar, &sizes);
        sut_vec3 first = push_on(p.w, 0);
        sut_vec3 second = push_on(p.w, 1);
        // each force is split over two vertices on either side: roundings of some 500 terms
        double rounding = 1e-13 * (sizes + 1e-12);
        sut_vec3 all = first;
        add(&all, 1.0, second);
        CHECK_LE(norm(all), rounding);
        if (sizes > 0.0) {
            add(&second, -1.0, shown);
            CHECK_LE(norm(second), rounding);
            seen += norm(shown) > 0.0 ? 1 : 0;
        }
    }
    CHECK(seen > 5); // the lead swings away after nine steps or so
    sut_world_destroy(p.w);
}

TEST(forces_stay_inside_the_cone) {
    pressed p = make_pressed();
    REQUIRE(p.w != NULL);
    int seen = 0;
    for (int step = 0; step < 60; step++) {
        CASE("step %d", step);
        REQUIRE(go(p.w, 1, 1e-3));
        int count = 0;
        const sut_contact_view *v = sut_world_contacts(p.w, &count);
        double largest = 0.0;
        for (int i = 0; i < count; i++) {
            largest = fmax(largest, norm(v[i].force));
        }
        for (int i = 0; i < count; i++) {
            CASE("i %d", i);
            double n = (v[i].force.x * v[i].normal.x + v[i].force.y * v[i].normal.y) +
                       v[i].force.z * v[i].normal.z;
            sut_vec3 t = v[i].force;
            add(&t, -n, v[i].normal);
            CHECK(n > 0.0);
            // each component is known to the error that the solves tell: two of t, and n
            double error = sut_world_stats(p.w).contact_residual + 1e-9;
            CHECK_LE(norm(t), 0.3 * n + (sqrt(2.0) + 0.3) * error * largest);
            seen++;
        }
    }
    CHECK(seen > 100);
    sut_world_destroy(p.w);
}

//---- weight --------------------------------------------------------------------------------------
TEST(a_thread_at_rest_on_a_floor_gives_it_its_weight) {
    sut_world *w = empty_world();
    REQUIRE(w != NULL);
    const double g = 9.81;
    REQUIRE(sut_world_set_gravity(w, (sut_vec3){0.0, 0.0, -g}) == SUT_OK);
    sut_obstacle_def floor = sut_default_obstacle_def();
    sut_obstacle_id id;
    REQUIRE(sut_obstacle_create(w, &floor, &id) == SUT_OK);
    shape s = shape_line(21, (sut_vec3){0.0, 0.0, 1.1 * SHAPE_RADIUS},
                         (sut_vec3){5e-3, 0.0, 1.1 * SHAPE_RADIUS});
    sut_thread_def d = shape_def(&s);
    sut_thread_id t;
    REQUIRE(sut_thread_create(w, &d, &t) == SUT_OK);
    REQUIRE(go(w, 400, 1e-3));
    int count = 0;
    const sut_contact_view *v = sut_world_contacts(w, &count);
    CHECK_EQ_INT(count, 21); // every vertex
    double sum = 0.0;
    for (int i = 0; i < count; i++) {
        CASE("i %d", i);
        sum += v[i].force.z;
        CHECK(v[i].obstacle.index1 == id.index1 && v[i].thread[1].index1 == 0);
    }
    double weight = d.mass_per_length * 5e-3 * g;
    CHECK_NEAR(sum, weight, 1e-6 * weight); // what is left of the motion after 0.4 s
    CHECK_LE(top_speed(w, t), 1e-9);        // m/s
    double overlap = sut_world_stats(w).overlap_max;
    CHECK_LE(overlap, 1e-6); // radii: weight of a vertex over the stiffness of a contact
    sut_world_destroy(w);
}

//---- too near at the start -----------------------------------------------------------------------
// `along`: how far the second thread is moved along itself; at 0 a vertex of it is at the crossing.
static sut_result put_apart(sut_world *w, double apart, double along, sut_thread_id t[2]) {
    shape s = shape_line(21, (sut_vec3){-3e-3, 0.0, 0.0}, (sut_vec3){3e-3, 0.0, 0.0});
    shape o = shape_line(21, (sut_vec3){1e-4, along - 3e-3, apart},
                         (sut_vec3){1e-4, along + 3e-3, apart});
    sut_thread_def first = shape_def(&s);
    sut_thread_def second = shape_def(&o);
    if (sut_thread_create(w, &first, &t[0]) != SUT_OK) {
        return SUT_E_ARGUMENT;
    }
    return sut_thread_create(w, &second, &t[1]);
}

TEST(threads_nearer_than_a_radius_are_refused) {
    const double apart[4] = {0.0, 0.5, 0.9, 0.999};
    for (int i = 0; i < 4; i++) {
        CASE("i %d", i);
        sut_world *w = empty_world();
        REQUIRE(w != NULL);
        sut_thread_id t[2];
        CHECK_EQ_INT(put_apart(w, apart[i] * SHAPE_RADIUS, 1e-4, t), SUT_E_CONFLICT);
        CHECK(strstr(sut_world_refusal(w), "cuts into another") != NULL);
        CHECK(go(w, 3, 1e-3)); // the other one lives on
        sut_world_destroy(w);
    }
}

static void check_parting(double along) {
    const double apart[4] = {1.01, 1.2, 1.5, 1.9};
    for (int i = 0; i < 4; i++) {
        CASE("i %d", i);
        sut_world *w = empty_world();
        REQUIRE(w != NULL);
        sut_thread_id t[2];
        REQUIRE(put_apart(w, apart[i] * SHAPE_RADIUS, along, t) == SUT_OK);
        double overlap = (2.0 - apart[i]) * SHAPE_RADIUS;
        double fastest = 0.0;
        for (int step = 0; step < 1000; step++) {
            CASE("step %d", step);
            REQUIRE(go(w, 1, 1e-3));
            fastest = fmax(fastest, fmax(top_speed(w, t[0]), top_speed(w, t[1])));
        }
        // the overlap goes within some twentieths of a second; only what is nearly too near is
        // pushed away at once, and then no further than into the room that the guard needs
        bool too_near = overlap > 0.8 * SHAPE_RADIUS;
        CHECK_LE(fastest, too_near ? 0.2 : 10.0 * overlap / 0.05);
        int count = 0;
        const sut_contact_view *v = sut_world_contacts(w, &count);
        for (int k = 0; k < count; k++) {
            CASE("k %d", k);
            CHECK_LE(-v[k].gap, 1e-3 * SHAPE_RADIUS); // nothing is left of it
        }
        sut_world_destroy(w);
    }
}

TEST(overlaps_from_the_start_part_without_a_jump) {
    check_parting(1e-4);
}

// There one minimum of the distance is seen from two edges.
TEST(overlaps_at_a_vertex_part_without_a_jump) {
    check_parting(0.0);
}

//---- memory and state ----------------------------------------------------------------------------
static void *count_alloc(void *ctx, size_t size, size_t align) {
    (*(int *)ctx)++;
    return aligned_alloc(align, (size + align - 1) / align * align);
}

static void count_free(void *ctx, void *mem, size_t size) {
    (void)ctx;
    (void)size;
    free(mem);
}

TEST(a_thousand_steps_in_contact_allocate_nothing) {
    int allocations = 0;
    sut_world_def def = sut_default_world_def();
    def.gravity = (sut_vec3){0.0, 0.0, 0.0};
    def.allocator = (sut_allocator){count_alloc, count_free, &allocations};
    sut_world *w = NULL;
    REQUIRE(sut_world_create(&def, &w) == SUT_OK);
    shape s = shape_overhand(12, 12);
    sut_thread_id t = shape_add(w, &s);
    (void)hold_moving(w, t, SUT_HOLD_PIN, 0, (sut_vec3){0.05, 0.05, 0.0}, 0.0);
    (void)hold_moving(w, t, SUT_HOLD_PIN, s.n - 1, (sut_vec3){0.05, -0.05, 0.0}, 0.0);
    int before = allocations;
    CHECK(before > 0);
    int touching = 0;
    for (int step = 0; step < 1000; step++) {
        CASE("step %d", step);
        REQUIRE(go(w, 1, 1e-4));
        touching += sut_world_stats(w).contacts > 0 ? 1 : 0;
    }
    CHECK_EQ_INT(allocations, before);
    CHECK(touching > 300);
    sut_world_destroy(w);
}

TEST(a_knot_goes_on_alike_after_a_restore) {
    pressed p = make_pressed();
    pressed twin = make_pressed();
    REQUIRE(p.w != NULL && twin.w != NULL);
    REQUIRE(go(p.w, 40, 1e-3));
    REQUIRE(sut_world_stats(p.w).contacts > 0);
    size_t size = sut_world_snapshot(p.w, NULL, 0);
    void *image = malloc(size);
    REQUIRE(image != NULL);
    CHECK(sut_world_snapshot(p.w, image, size) == size);
    CHECK_EQ_INT(sut_world_restore(twin.w, image, size), SUT_OK);
    CHECK_EQ_U64(sut_world_hash(p.w), sut_world_hash(twin.w));
    for (int step = 0; step < 20; step++) {
        CASE("step %d", step);
        REQUIRE(go(p.w, 1, 1e-3) && go(twin.w, 1, 1e-3));
        CHECK_EQ_U64(sut_world_hash(p.w), sut_world_hash(twin.w));
    }
    // and once more from the same image: the way there does not matter
    uint64_t there = sut_world_hash(p.w);
    CHECK_EQ_INT(sut_world_restore(twin.w, image, size), SUT_OK);
    REQUIRE(go(twin.w, 20, 1e-3));
    CHECK_EQ_U64(there, sut_world_hash(twin.w));
    free(image);
    sut_world_destroy(p.w);
    sut_world_destroy(twin.w);
}

// Where a ring closes its two ends are no contact; that they were laid so must not be forgotten.
TEST(a_ring_goes_on_alike_after_a_restore) {
    enum { EDGES = 60 };
    shape s = {.n = EDGES + 1};
    for (int i = 0; i < EDGES; i++) {
        double angle = 2.0 * acos(-1.0) * i / EDGES;
        s.x[i] = (sut_vec3){2.5e-3 * cos(angle), 2.5e-3 * sin(angle), 0.0};
    }
    s.x[EDGES] = s.x[0];
    sut_world *w = empty_world();
    sut_world *twin = empty_world();
    REQUIRE(w != NULL && twin != NULL);
    sut_thread_id t = shape_add(w, &s);
    // both ends stay where they are while the ring is pulled long
    (void)hold_moving(w, t, SUT_HOLD_PIN, 0, (sut_vec3){0.0, 0.0, 0.0}, 0.0);
    (void)hold_moving(w, t, SUT_HOLD_PIN, EDGES, (sut_vec3){0.0, 0.0, 0.0}, 0.0);
    (void)hold_moving(w, t, SUT_HOLD_PIN, EDGES / 2, (sut_vec3){-0.02, 0.0, 0.0}, 0.0);
    REQUIRE(go(w, 10, 1e-3));
    CHECK(w->threads[0].rod.chain.ring);
    size_t size = sut_world_snapshot(w, NULL, 0);
    void *image = malloc(size);
    REQUIRE(image != NULL);
    CHECK(sut_world_snapshot(w, image, size) == size);
    REQUIRE(sut_world_restore(twin, image, size) == SUT_OK);
    CHECK_EQ_U64(sut_world_hash(w), sut_world_hash(twin));
    for (int step = 0; step < 50; step++) {
        CASE("step %d", step);
        REQUIRE(go(w, 1, 1e-3) && go(twin, 1, 1e-3));
        CHECK_EQ_U64(sut_world_hash(w), sut_world_hash(twin));
    }
    free(image);
    sut_world_destroy(w);
    sut_world_destroy(twin);
}
