// SPDX-License-Identifier: MIT
// Patch tests: an affine motion of the rim goes through an irregular mesh unchanged. And rigid
// motions, which leave no force.
#include "check.h"
#include "math/quat.h"
#include "tissue_fixture.h"

#include <math.h>

typedef struct affine {
    double m[9];
    sut_vec3 offset;
} affine;

static sut_vec3 at(const affine *a, sut_vec3 x) {
    const double *m = a->m;
    return v3_add(a->offset,
                  v3(m[0] * x.x + m[1] * x.y + m[2] * x.z, m[3] * x.x + m[4] * x.y + m[5] * x.z,
                     m[6] * x.x + m[7] * x.y + m[8] * x.z));
}

// Nodes inside are moved, so that no two elements are alike.
static void distort(sut_mesh *mesh, const char *rim, double size, bool flat) {
    const sut_mesh_group *g = sut_mesh_group_find(mesh, rim);
    unsigned seed = 5u;
    int next = 0;
    for (int i = 0; i < mesh->node_count; i++) {
        if (next < g->node_count && g->nodes[next] == i) {
            next++;
            continue;
        }
        sut_vec3 *x = &mesh->nodes[i];
        x->x += size * fixture_random(&seed);
        x->y += size * fixture_random(&seed);
        x->z += flat ? 0.0 : size * fixture_random(&seed);
    }
}

static void lead_rim(fixture *f, const char *rim, const affine *a) {
    const sut_mesh_group *g = sut_mesh_group_find(f->mesh, rim);
    for (int j = 0; j < g->node_count; j++) {
        sut_vec3 x = f->tissue->initial[g->nodes[j]];
        sut_support_key keys[2] = {{.t = 0.0}, {.t = 0.1, .offset = v3_sub(at(a, x), x)}};
        sut_support_def d = sut_default_support_def();
        d.nodes = &g->nodes[j];
        d.node_count = 1;
        d.keys = keys;
        d.key_count = 2;
        REQUIRE(sut_tissue_add_support(f->tissue, &d, &f->memory) == j);
    }
}

static double affine_error(const fixture *f, const affine *a) {
    double worst = 0.0;
    for (int i = 0; i < f->tissue->n; i++) {
        sut_vec3 x = at(a, f->tissue->initial[i]);
        worst = fmax(worst, v3_distance(x, f->tissue->body.position[i]));
    }
    return worst / f->tissue->extent;
}

static void check_patch(fixture f, const char *rim, const affine *a) {
    lead_rim(&f, rim, a);
    CHECK(fixture_settle(&f, 0.02, 1e-13, 400) > 0);
    CHECK_LE(affine_error(&f, a), 1e-9); // of the size; what the last step's tolerance leaves
    fixture_free(&f);
}

TEST(a_solid_passes_the_patch_test) {
    sut_mesh_error error;
    sut_pad_def d = {.size = {0.004, 0.004, 0.004}, .cells = {4, 3, 4}};
    affine a = {{1.1, 0.05, 0.0, -0.02, 0.95, 0.04, 0.03, 0.0, 1.05}, {1e-3, 2e-3, -1e-3}};
    for (int law = 0; law < 2; law++) {
        CASE("law %d", law);
        sut_tissue_def t = fixture_def(SUT_TISSUE_SOLID);
        t.damping_strain = 2e-3;
        t.law = (sut_solid_law)law;
        sut_mesh *mesh = sut_mesh_pad(&d, &error);
        if (law == SUT_SOLID_COROTATIONAL) {
            distort(mesh, "surface", 1.5e-4, false);
            check_patch(fixture_make(mesh, t), "surface", &a);
            continue;
        }
        // springs are in balance under an affine motion where the mesh is a lattice only
        check_patch(fixture_make(mesh, t), "surface", &a);
    }
}

TEST(a_shell_passes_the_patch_test) {
    sut_mesh_error error;
    sut_sheet_def d = {.size = {0.004, 0.003}, .cells = {6, 5}};
    // in the plane, and carried out of it as a whole
    affine a = {{1.2, 0.1, 0.0, 0.0, 0.9, 0.0, 0.3, 0.2, 1.0}, {1e-3, 0.0, 2e-3}};
    sut_tissue_def t = fixture_def(SUT_TISSUE_SHELL);
    t.damping_strain = 2e-3;
    sut_mesh *mesh = sut_mesh_sheet(&d, &error);
    distort(mesh, "boundary", 1.5e-4, true);
    check_patch(fixture_make(mesh, t), "boundary", &a);
}

//---- rigid motions -------------------------------------------------------------------------------
static void move_all(fixture *f, sut_vec3 turn, sut_vec3 offset) {
    sut_quat q = q_exp(turn);
    for (int i = 0; i < f->tissue->n; i++) {
        f->tissue->body.position[i] = v3_add(q_rotate(q, f->tissue->initial[i]), offset);
    }
    sut_tissue_start(f->tissue);
}

// Largest force of the elements against stiffness x size.
static double force_left(fixture *f) {
    sut_tissue *t = f->tissue;
    fixture_prepare(f, 1e-3);
    double most = 0.0;
    for (int j = 0; j < 3 * t->n; j++) {
        most = fmax(most, fabs(t->force[j]));
    }
    return most / (t->stiff_most * t->extent);
}

static void check_rigid(fixture f) {
    for (int k = 0; k < 8; k++) {
        CASE("turned by %d of 8", k);
        double angle = 2.0 * SUT_PI * k / 8.0;
        move_all(&f, v3(0.48 * angle, 0.64 * angle, 0.6 * angle), v3(0.01 * k, -0.02, 0.005));
        // rounding of places of 8 cm in elements of 1 mm
        CHECK_LE(force_left(&f), 1e-12);
    }
    fixture_free(&f);
}

TEST(rigid_motion_leaves_no_force) {
    sut_tissue_def solid = fixture_def(SUT_TISSUE_SOLID);
    check_rigid(fixture_pad(0.004, 0.004, 0.002, 4, 4, 2, solid));
    solid.law = SUT_SOLID_SPRINGS;
    check_rigid(fixture_pad(0.004, 0.004, 0.002, 4, 4, 2, solid));
    sut_tissue_def shell = fixture_def(SUT_TISSUE_SHELL);
    check_rigid(fixture_vessel(0.001, 0.004, 16, 10, shell));
    sut_tissue_def membrane = fixture_def(SUT_TISSUE_MEMBRANE);
    membrane.rest[0] = 1.0;
    check_rigid(fixture_sheet(0.004, 0.004, 4, 4, membrane));
}

// In a rigid rotation damping of strains does nothing either: it compares stretches.
TEST(rigid_rotation_meets_no_damping) {
    sut_tissue_def d = fixture_def(SUT_TISSUE_SOLID);
    d.damping_strain = 0.1;
    fixture f = fixture_pad(0.004, 0.004, 0.002, 4, 4, 2, d);
    fixture_prepare(&f, 1e-3);
    sut_quat q = q_exp(v3(0.3, 0.4, -0.5));
    for (int i = 0; i < f.tissue->n; i++) {
        sut_vec3 x = f.tissue->initial[i];
        sut_soa3_set(&f.tissue->body.move, i, v3_sub(q_rotate(q, x), x));
    }
    sut_tissue_evaluate(f.tissue, 0.0);
    double most = 0.0;
    for (int j = 0; j < 3 * f.tissue->n; j++) {
        most = fmax(most, fabs(f.tissue->force[j]));
    }
    // as above, times damping time over step
    CHECK_LE(most / (f.tissue->stiff_most * f.tissue->extent), 1e-10);
    fixture_free(&f);
}
