// SPDX-License-Identifier: MIT
// Neighbours and walks in a block of tetrahedra, against a look at all of them.
#include "body/tets.h"
#include "check.h"

#include <math.h>
#include <string.h>

enum { N = 3, NODES = (N + 1) * (N + 1) * (N + 1), TETS = 6 * N * N * N, FACES = 12 * N * N };

typedef struct block {
    sut_memory memory;
    sut_vec3 x[NODES];
    int tet[TETS][4];
    int face[FACES][3];
    int faces;
    sut_tet_mesh mesh;
} block;

static int node_of(const int at[3]) {
    return at[0] + (N + 1) * (at[1] + (N + 1) * at[2]);
}

static bool shares(const int tet[4], const int face[3]) {
    int found = 0;
    for (int k = 0; k < 4; k++) {
        found += tet[k] == face[0] || tet[k] == face[1] || tet[k] == face[2];
    }
    return found == 3;
}

static bool make(block *b) {
    static const int way[6][2] = {{0, 1}, {0, 2}, {1, 0}, {1, 2}, {2, 0}, {2, 1}};
    memset(b, 0, sizeof *b);
    sut_memory_init(&b->memory, NULL);
    for (int i = 0; i < NODES; i++) {
        b->x[i] = v3(i % (N + 1), i / (N + 1) % (N + 1), i / ((N + 1) * (N + 1)));
    }
    for (int c = 0; c < N * N * N; c++) {
        const int low[3] = {c % N, c / N % N, c / (N * N)};
        const int high[3] = {low[0] + 1, low[1] + 1, low[2] + 1};
        for (int p = 0; p < 6; p++) {
            int at[3] = {low[0], low[1], low[2]};
            int *t = b->tet[6 * c + p];
            t[0] = node_of(at);
            at[way[p][0]]++;
            t[1] = node_of(at);
            at[way[p][1]]++;
            int right = (way[p][1] + 3 - way[p][0]) % 3 == 1 ? 2 : 3; // all have positive volumes
            t[right] = node_of(at);
            t[5 - right] = node_of(high);
        }
    }
    for (int a = 0; a < 4 * TETS; a++) {
        const int *t = b->tet[a / 4];
        const int own[3] = {t[(a + 1) % 4], t[(a + 2) % 4], t[(a + 3) % 4]};
        bool alone = true;
        for (int o = 0; o < TETS && alone; o++) {
            alone = o == a / 4 || !shares(b->tet[o], own);
        }
        if (alone && b->faces < FACES) {
            memcpy(b->face[b->faces++], own, sizeof own);
        }
    }
    return b->faces == FACES && sut_tet_mesh_make(&b->mesh, (const int(*)[4])b->tet, TETS,
                                                  (const int(*)[3])b->face, FACES, &b->memory);
}

TEST(neighbours_know_each_other) {
    static block b;
    REQUIRE(make(&b));
    int skin = 0;
    for (int t = 0; t < TETS; t++) {
        for (int k = 0; k < 4; k++) {
            int beside = b.mesh.beside[t][k];
            if (beside < 0) {
                REQUIRE(shares(b.tet[t], b.face[-1 - beside]));
                CHECK_EQ_INT(b.mesh.behind[-1 - beside], t);
                skin++;
                continue;
            }
            int back = 0;
            for (int i = 0; i < 4; i++) {
                back += b.mesh.beside[beside][i] == t;
            }
            CHECK_EQ_INT(back, 1);
        }
    }
    CHECK_EQ_INT(skin, FACES);
    sut_tet_mesh_free(&b.mesh, &b.memory);
}

// A place between 0 and 1 that repeats itself: i of a row.
static double fraction(int i, double step) {
    double x = i * step;
    return x - floor(x);
}

TEST(a_walk_ends_at_its_point_or_on_the_skin) {
    static block b;
    REQUIRE(make(&b));
    sut_tet_place p = {.tet = 0, .weight = {0.25, 0.25, 0.25, 0.25}};
    for (int i = 1; i < 200; i++) {
        CASE("point %d", i);
        sut_vec3 to =
            v3(N * fraction(i, 0.618034), N * fraction(i, 0.754878), N * fraction(i, 0.569840));
        REQUIRE(sut_tet_mesh_walk(&b.mesh, b.x, &p, to));
        CHECK_EQ_INT(p.triangle, -1);
        // rounding of a few hops
        CHECK_NEAR(v3_distance(sut_tet_mesh_where(&b.mesh, b.x, &p), to), 0.0, 1e-13);
        // out through the top, straight up
        sut_tet_place out = p;
        REQUIRE(sut_tet_mesh_walk(&b.mesh, b.x, &out, v3(to.x, to.y, 2.0 * N)));
        CHECK(out.triangle >= 0);
        sut_vec3 at = sut_tet_mesh_where(&b.mesh, b.x, &out);
        CHECK_NEAR(v3_distance(at, v3(to.x, to.y, N)), 0.0, 1e-12);
    }
    sut_tet_mesh_free(&b.mesh, &b.memory);
}

TEST(a_walk_waits_at_an_element_inside_out) {
    static block b;
    REQUIRE(make(&b));
    sut_tet_place p = {.tet = 0, .weight = {0.25, 0.25, 0.25, 0.25}};
    int corner = b.tet[0][1];
    sut_vec3 before = b.x[corner];
    sut_vec3 other = b.x[b.tet[0][0]];
    b.x[corner] = v3_madd(other, -1.0, v3_sub(before, other)); // beyond the face opposite to it
    CHECK(!sut_tet_mesh_walk(&b.mesh, b.x, &p, v3(N, N, N)));
    CHECK_EQ_INT(p.tet, 0);
    b.x[corner] = before;
    CHECK(sut_tet_mesh_walk(&b.mesh, b.x, &p, v3(0.5 * N, 0.5 * N, 0.5 * N)));
    sut_tet_mesh_free(&b.mesh, &b.memory);
}
