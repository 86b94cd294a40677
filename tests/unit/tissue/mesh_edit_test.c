// SPDX-License-Identifier: MIT
// Cuts in meshes: manifold, no slivers, same area, mass and momentum; and they open.
#include "check.h"
#include "tissue/tissue_remake.h"
#include "tissue_fixture.h"

#include <math.h>
#include <string.h>

static const double size = 20e-3; // m, of the sheet

static fixture sheet(int cells) {
    sut_tissue_def d = fixture_def(SUT_TISSUE_SHELL);
    d.thickness = 1e-3;
    d.max_nodes = 8 * cells * cells;
    d.max_elements = 16 * cells * cells;
    return fixture_sheet(size, size, cells, cells, d);
}

static double area(const sut_mesh_edit *e, int t) {
    const sut_vec3 *x = e->field[SUT_EDIT_REST];
    const int *v = e->triangle[t];
    return 0.5 * v3_norm(v3_cross(v3_sub(x[v[1]], x[v[0]]), v3_sub(x[v[2]], x[v[0]])));
}

// Triangles that have the edge in the sense a to b.
static int count_sense(const sut_mesh_edit *e, int a, int b) {
    int count = 0;
    for (int t = 0; t < e->triangles; t++) {
        for (int k = 0; k < 3; k++) {
            count += e->triangle[t][k] == a && e->triangle[t][(k + 1) % 3] == b;
        }
    }
    return count;
}

// Every edge has one triangle on each side at most, and the triangles around a node are one fan.
static void check_manifold(const sut_mesh_edit *e) {
    for (int t = 0; t < e->triangles; t++) {
        for (int k = 0; k < 3; k++) {
            int a = e->triangle[t][k];
            int b = e->triangle[t][(k + 1) % 3];
            CHECK(a != b);
            CHECK_EQ_INT(count_sense(e, a, b), 1);
        }
    }
    for (int v = 0; v < e->n; v++) {
        int triangles = 0;
        int spokes = 0; // edges that leave the node and come back to it
        for (int t = 0; t < e->triangles; t++) {
            for (int k = 0; k < 3; k++) {
                if (e->triangle[t][k] == v) {
                    triangles++;
                    spokes += count_sense(e, e->triangle[t][(k + 1) % 3], v);
                }
            }
        }
        CHECK(triangles > 0);
        // a closed fan has as many inner spokes as triangles, an open one less by one
        CHECK(spokes == triangles || spokes == triangles - 1);
    }
}

static double least_share(const sut_mesh_edit *e) {
    double least = HUGE_VAL;
    for (int t = 0; t < e->triangles; t++) {
        least = fmin(least, area(e, t) / e->mean_area);
    }
    return least;
}

static double total_area(const sut_mesh_edit *e) {
    double sum = 0.0;
    for (int t = 0; t < e->triangles; t++) {
        sum += area(e, t);
    }
    return sum;
}

static sut_vec3 momentum(const sut_tissue *t) {
    sut_vec3 p = v3_zero();
    for (int i = 0; i < t->n; i++) {
        p = v3_madd(p, t->mass[i], t->velocity[i]);
    }
    return p;
}

// A path from a place in a direction, until it is out or `most` nodes long; how long it got.
static int lead(sut_mesh_edit *e, sut_vec3 from, sut_vec3 direction, int most, int *path) {
    sut_edit_place place = sut_mesh_edit_nearest(e, from);
    path[0] = sut_mesh_edit_node_at(e, &place);
    int count = 1;
    while (count < most) {
        sut_edit_outcome o =
            sut_mesh_edit_advance(e, path[count - 1], direction, size, &path[count]);
        if (o == SUT_EDIT_OUT || o == SUT_EDIT_REFUSED) {
            break;
        }
        count++;
        if (o == SUT_EDIT_AT_RIM) {
            break;
        }
    }
    return count;
}

enum { MOST = 64 };

TEST(a_cut_across_parts_the_sheet) {
    fixture f = sheet(8);
    sut_tissue_edit edit;
    REQUIRE(sut_tissue_edit_reserve(&edit, f.tissue, &f.memory));
    sut_tissue_edit_begin(&edit, f.tissue);
    sut_mesh_edit *e = &edit.mesh;
    double before = total_area(e);
    int path[MOST];
    int count = lead(e, v3(-0.5 * size, 0.7e-3, 0.0), v3(1.0, 0.1, 0.0), MOST, path);
    CHECK(sut_mesh_edit_on_rim(e, path[count - 1]));
    int nodes = e->n;
    REQUIRE(sut_mesh_edit_open(e, path, count));
    CHECK_EQ_INT(e->n, nodes + count); // from rim to rim every node of the path has two sides
    check_manifold(e);
    CHECK_NEAR(total_area(e) / before, 1.0, 1e-14); // rounding of some hundred sums
    // two parts: nothing of one side is reached from the other
    bool reached[4096] = {false};
    reached[e->triangle[0][0]] = true;
    for (bool more = true; more;) {
        more = false;
        for (int t = 0; t < e->triangles; t++) {
            const int *v = e->triangle[t];
            bool any = reached[v[0]] || reached[v[1]] || reached[v[2]];
            for (int k = 0; any && k < 3; k++) {
                more = more || !reached[v[k]];
                reached[v[k]] = true;
            }
        }
    }
    int all = 0;
    for (int i = 0; i < e->n; i++) {
        all += reached[i];
    }
    CHECK(all > e->n / 4 && all < 3 * e->n / 4);
    sut_tissue_edit_free(&edit, &f.memory);
    fixture_free(&f);
}

TEST(many_cuts_leave_a_manifold_without_slivers) {
    for (unsigned seed = 1; seed <= 40; seed++) {
        CASE("seed %u", seed);
        fixture f = sheet(6);
        sut_tissue_edit edit;
        REQUIRE(sut_tissue_edit_reserve(&edit, f.tissue, &f.memory));
        sut_tissue_edit_begin(&edit, f.tissue);
        sut_mesh_edit *e = &edit.mesh;
        double before = total_area(e);
        unsigned state = seed;
        for (int cut = 0; cut < 8; cut++) {
            sut_vec3 from =
                v3(0.5 * size * fixture_random(&state), 0.5 * size * fixture_random(&state), 0.0);
            sut_vec3 to = v3(fixture_random(&state), fixture_random(&state), 0.0);
            int path[MOST];
            int count = lead(e, from, to, 2 + cut, path);
            CHECK(sut_mesh_edit_open(e, path, count));
        }
        CHECK(!e->no_room);
        check_manifold(e);
        CHECK_NEAR(total_area(e) / before, 1.0, 1e-13);
        CHECK(least_share(e) >= 0.01);
        sut_tissue_edit_free(&edit, &f.memory);
        fixture_free(&f);
    }
}

TEST(a_cut_keeps_mass_and_momentum_and_opens) {
    fixture f = sheet(8);
    CHECK(fixture_hold(&f, "x-", SUT_AXIS_ALL) >= 0);
    CHECK(fixture_hold(&f, "x+", SUT_AXIS_ALL) >= 0);
    CHECK(fixture_load(&f, "y+", v3(0.0, 0.05, 0.0)) >= 0);
    CHECK(fixture_run(&f, 1e-3, 5) >= 0); // in motion
    sut_tissue_edit edit;
    REQUIRE(sut_tissue_edit_reserve(&edit, f.tissue, &f.memory));
    sut_tissue_edit_begin(&edit, f.tissue);
    int path[MOST];
    int count = lead(&edit.mesh, v3(-0.3 * size, 0.1e-3, 0.0), v3(1.0, 0.0, 0.0), 5, path);
    REQUIRE(count == 5);
    REQUIRE(sut_mesh_edit_open(&edit.mesh, path, count));
    double mass = f.tissue->total_mass;
    sut_vec3 p = momentum(f.tissue);
    sut_tissue *t = sut_tissue_remake(f.tissue, &edit, &f.memory);
    REQUIRE(t != NULL);
    sut_tissue_move_supports(t, f.tissue);
    sut_tissue_free(f.tissue, &f.memory);
    f.tissue = t;
    CHECK_NEAR(t->total_mass / mass, 1.0, 1e-13);
    CHECK_NEAR(v3_distance(momentum(t), p), 0.0, 1e-13 * v3_norm(p));
    CHECK_EQ_INT(t->mesh_changes, 1);
    CHECK_EQ_INT(t->support_count, 3);
    CHECK(fixture_run(&f, 1e-3, 300) >= 0);
    CHECK(fixture_is_finite(&f));
    // the inner nodes of the path have two sides, which the load has drawn apart
    int opened = 0;
    for (int i = 0; i < edit.mesh.n; i++) {
        int of = edit.mesh.copy_of[i];
        if (of >= 0) {
            opened++;
            CHECK(v3_distance(t->body.position[i], t->body.position[of]) > 1e-6);
        }
    }
    CHECK_EQ_INT(opened, 3);
    sut_tissue_edit_free(&edit, &f.memory);
    fixture_free(&f);
}

TEST(a_pinned_node_is_not_split) {
    fixture f = sheet(4);
    CHECK(fixture_hold(&f, "x-", SUT_AXIS_ALL) >= 0);
    sut_tissue_edit edit;
    REQUIRE(sut_tissue_edit_reserve(&edit, f.tissue, &f.memory));
    sut_tissue_edit_begin(&edit, f.tissue);
    int path[MOST];
    int count = lead(&edit.mesh, v3(-0.5 * size, 0.0, 0.0), v3(1.0, 0.0, 0.0), 4, path);
    REQUIRE(count == 4);
    int nodes = edit.mesh.n;
    CHECK(sut_mesh_edit_open(&edit.mesh, path, count));
    CHECK_EQ_INT(edit.mesh.n, nodes + 1); // neither it, nor its neighbour, nor the end
    check_manifold(&edit.mesh);
    sut_tissue_edit_free(&edit, &f.memory);
    fixture_free(&f);
}

TEST(a_cut_without_room_changes_nothing) {
    sut_tissue_def d = fixture_def(SUT_TISSUE_SHELL);
    d.thickness = 1e-3;
    d.max_nodes = 26;
    d.max_elements = 33;
    fixture f = fixture_sheet(size, size, 4, 4, d);
    sut_tissue_edit edit;
    REQUIRE(sut_tissue_edit_reserve(&edit, f.tissue, &f.memory));
    sut_tissue_edit_begin(&edit, f.tissue);
    const int path[4] = {10, 11, 12, 13}; // along the middle row, from the rim
    CHECK(!sut_mesh_edit_open(&edit.mesh, path, 4));
    CHECK(edit.mesh.no_room);
    CHECK_EQ_INT(edit.mesh.n, 25);
    CHECK_EQ_INT(edit.mesh.triangles, 32);
    sut_tissue_edit_free(&edit, &f.memory);
    fixture_free(&f);
}
