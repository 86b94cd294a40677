// SPDX-License-Identifier: MIT
// Sites: a material point that two or three vertices carry, or a rigid body.
#include "body/body.h"

#include "check.h"

#include <string.h>

enum { VERTICES = 4 };

typedef struct small_body {
    sut_body body;
    sut_vec3 position[VERTICES];
    double move[3][VERTICES], correction[3 * VERTICES], push[3 * VERTICES];
} small_body;

// Positions in no special place, so that mixed up indices or axes are seen.
static void make(small_body *s) {
    memset(s, 0, sizeof *s);
    for (int i = 0; i < VERTICES; i++) {
        s->position[i] = v3(0.3 * i, 0.1 * i * i, 0.7 - 0.2 * i);
        for (int a = 0; a < 3; a++) {
            s->move[a][i] = 0.01 * (a + 1) * (i + 1);
            s->correction[3 * i + a] = 0.001 * (3 * i + a);
        }
    }
    s->body = (sut_body){.n = VERTICES,
                         .position = s->position,
                         .move = {s->move[0], s->move[1], s->move[2]},
                         .correction = s->correction,
                         .push = s->push};
}

static sut_site on_triangle(void) {
    return (sut_site){.count = 3, .vertex = {2, 0, 3}, .weight = {0.2, 0.5, 0.3}};
}

static void check_close(sut_vec3 a, sut_vec3 b) {
    // a few roundings of numbers below 1
    CHECK_NEAR(a.x, b.x, 1e-15);
    CHECK_NEAR(a.y, b.y, 1e-15);
    CHECK_NEAR(a.z, b.z, 1e-15);
}

TEST(a_site_is_where_its_vertices_and_weights_say) {
    small_body s;
    make(&s);
    sut_site edge = sut_site_on_edge(7, 1, 0.25);
    CHECK_EQ_INT(edge.body, 7);
    CHECK(!sut_site_is_rigid(&edge));
    CHECK_NEAR(sut_site_place(&edge), 1.25, 0.0);
    check_close(sut_site_where(&s.body, &edge), v3_lerp(s.position[1], s.position[2], 0.25));
    sut_site triangle = on_triangle();
    sut_vec3 where = v3_scale(s.position[2], 0.2);
    where = v3_madd(where, 0.5, s.position[0]);
    check_close(sut_site_where(&s.body, &triangle), v3_madd(where, 0.3, s.position[3]));
}

TEST(four_vertices_carry_a_site_beyond_them) {
    small_body s;
    make(&s);
    sut_site affine = {.count = 4, .vertex = {0, 1, 2, 3}, .weight = {1.5, -0.75, 0.5, -0.25}};
    sut_vec3 where = v3_zero();
    for (int i = 0; i < 4; i++) {
        where = v3_madd(where, affine.weight[i], s.position[i]);
    }
    check_close(sut_site_where(&s.body, &affine), where);
    sut_site_push(&s.body, &affine, v3(1.0, 2.0, 3.0));
    for (int i = 0; i < 4; i++) {
        CHECK_NEAR(s.push[3 * i + 1], 2.0 * affine.weight[i], 0.0);
    }
}

TEST(vertices_that_move_alike_take_their_sites_with_them) {
    small_body s;
    make(&s);
    sut_vec3 way = v3(0.1, -0.2, 0.3);
    for (int i = 0; i < VERTICES; i++) {
        sut_soa3_set(&s.body.move, i, way);
    }
    const sut_site sites[2] = {sut_site_on_edge(0, 2, 0.7), on_triangle()};
    for (int k = 0; k < 2; k++) {
        CASE("k %d", k);
        check_close(sut_site_move(&s.body, &sites[k]), way);
        sut_vec3 change = v3_zero();
        for (int i = 0; i < sites[k].count; i++) {
            const double *d = &s.correction[3 * sites[k].vertex[i]];
            change = v3_madd(change, sites[k].weight[i], v3(d[0], d[1], d[2]));
        }
        check_close(sut_site_corrected_move(&s.body, &sites[k]), v3_add(way, change));
    }
}

// Neither force nor torque comes from spreading a force over vertices.
TEST(a_force_at_a_site_keeps_its_sum_and_its_torque) {
    const sut_site sites[2] = {sut_site_on_edge(0, 2, 0.7), on_triangle()};
    sut_vec3 force = v3(1.0, -2.0, 0.5);
    for (int k = 0; k < 2; k++) {
        CASE("k %d", k);
        small_body s;
        make(&s);
        sut_site_push(&s.body, &sites[k], force);
        sut_vec3 sum = v3_zero();
        sut_vec3 torque = v3_zero();
        for (int i = 0; i < VERTICES; i++) {
            sut_vec3 f = v3(s.push[3 * i], s.push[3 * i + 1], s.push[3 * i + 2]);
            sum = v3_add(sum, f);
            torque = v3_add(torque, v3_cross(s.position[i], f));
        }
        check_close(sum, force);
        check_close(torque, v3_cross(sut_site_where(&s.body, &sites[k]), force));
    }
}

TEST(a_rigid_site_has_no_vertices) {
    small_body s;
    make(&s);
    sut_site rigid = {.body = 3, .prescribed = {1.0, 2.0, 3.0}};
    CHECK(sut_site_is_rigid(&rigid));
    CHECK_NEAR(sut_site_place(&rigid), 0.0, 0.0);
    sut_site_push(&s.body, &rigid, v3(1.0, 1.0, 1.0));
    for (int i = 0; i < 3 * VERTICES; i++) {
        CHECK_NEAR(s.push[i], 0.0, 0.0);
    }
}
