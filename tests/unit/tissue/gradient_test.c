// SPDX-License-Identifier: MIT
// Forces against differences of energies, matrices against differences of forces.
#include "check.h"
#include "tissue_fixture.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static double *component(sut_tissue *t, int j) {
    double *axis[3] = {t->body.move.x, t->body.move.y, t->body.move.z};
    return &axis[j % 3][j / 3];
}

// Largest difference between the residual and the slope of the potential, against the largest
// force. Fourth order differences: their error is (step/edge)^4 with a step of 1e-3 of an edge, and
// rounding is 1e-16 energy/(step force).
static double gradient_error(fixture *f, double step) {
    sut_tissue *t = f->tissue;
    double worst = 0.0;
    double most = 0.0;
    sut_tissue_evaluate(t, 0.0);
    double *residual = malloc(3 * (size_t)t->n * sizeof(double));
    memcpy(residual, t->residual, 3 * (size_t)t->n * sizeof(double));
    for (int j = 0; j < 3 * t->n; j++) {
        double *w = component(t, j);
        double was = *w;
        double e[4];
        static const double at[4] = {-2.0, -1.0, 1.0, 2.0};
        for (int k = 0; k < 4; k++) {
            *w = was + at[k] * step;
            sut_tissue_evaluate(t, 0.0);
            e[k] = sut_tissue_potential_of(t);
        }
        *w = was;
        double slope = (8.0 * (e[2] - e[1]) - (e[3] - e[0])) / (12.0 * step);
        worst = fmax(worst, fabs(slope - residual[j]));
        most = fmax(most, fabs(residual[j]));
    }
    free(residual);
    return worst / most;
}

static void check_gradient(fixture f, double edge) {
    f.tissue->velocity[0] = v3(0.1, 0.2, 0.3);
    f.gravity = v3(0.0, 0.0, -9.81);
    fixture_shake(&f, 0.08 * edge, 1u); // strains of some 20 %
    fixture_prepare(&f, 1e-3);
    unsigned seed = 7u;
    for (int j = 0; j < 3 * f.tissue->n; j++) {
        *component(f.tissue, j) += 0.05 * edge * fixture_random(&seed);
    }
    CHECK_LE(gradient_error(&f, 1e-3 * edge), 2e-8); // see above
    fixture_free(&f);
}

TEST(force_of_a_solid_is_the_slope_of_its_energy) {
    sut_tissue_def d = fixture_def(SUT_TISSUE_SOLID);
    d.damping_strain = 2e-3;
    d.damping_linear = 3.0;
    d.rest[0] = 0.9;
    check_gradient(fixture_pad(0.004, 0.004, 0.002, 2, 2, 1, d), 0.002);
}

TEST(force_of_a_solid_of_springs_is_the_slope_of_its_energy) {
    sut_tissue_def d = fixture_def(SUT_TISSUE_SOLID);
    d.law = SUT_SOLID_SPRINGS;
    d.damping_strain = 2e-3;
    check_gradient(fixture_pad(0.004, 0.004, 0.002, 2, 2, 1, d), 0.002);
}

TEST(force_of_a_shell_is_the_slope_of_its_energy) {
    sut_tissue_def d = fixture_def(SUT_TISSUE_SHELL);
    d.damping_strain = 2e-3;
    d.thickness = 1e-3; // so thick that bending counts
    check_gradient(fixture_vessel(0.002, 0.004, 6, 2, d), 0.002);
}

TEST(force_of_a_membrane_is_the_slope_of_its_energy) {
    sut_tissue_def d = fixture_def(SUT_TISSUE_MEMBRANE);
    d.membrane.home = 20.0;
    d.membrane.damper = 0.02;
    d.damping_strain = 1e-3;
    check_gradient(fixture_sheet(0.004, 0.004, 3, 3, d), 0.0013);
}

// On a closed surface pressure has a potential, the volume.
TEST(pressure_on_a_closed_surface_is_the_slope_of_its_work) {
    sut_tissue_def d = fixture_def(SUT_TISSUE_SOLID);
    sut_pressure_key key = {0.0, 5e4};
    d.pressure_keys = &key;
    d.pressure_key_count = 1;
    check_gradient(fixture_pad(0.004, 0.004, 0.002, 2, 2, 1, d), 0.002);
}

TEST(a_hinge_turned_by_any_angle_has_a_smooth_energy) {
    sut_tissue_def d = fixture_def(SUT_TISSUE_SHELL);
    d.thickness = 1e-3;
    fixture f = fixture_sheet(0.001, 0.001, 1, 1, d);
    sut_tissue *t = f.tissue;
    for (int k = 0; k < 12; k++) {
        CASE("turned by %d of 12", k);
        // nodes 1 and 2 are beside the diagonal 0 3: turn node 2 about it
        sut_vec3 axis = v3_normalized(v3_sub(t->initial[3], t->initial[0]));
        sut_vec3 arm = v3_sub(t->initial[2], t->initial[0]);
        double angle = 2.0 * SUT_PI * k / 12.0;
        t->body.position[2] = v3_add(t->initial[0], v3_rotate_about(arm, axis, angle));
        sut_tissue_start(t);
        fixture_prepare(&f, 1e-3);
        for (int i = 0; i < t->n; i++) {
            t->body.move.z[i] += 1e-5 * (i + 1);
        }
        CHECK_LE(gradient_error(&f, 1e-6), 1e-6); // as above; rounding of small forces
    }
    fixture_free(&f);
}

//---- matrix --------------------------------------------------------------------------------------
// The whole matrix times a random vector, from blocks.
static void multiply(const sut_tissue *t, const double *v, double *out) {
    for (int i = 0; i < t->n; i++) {
        for (int k = 0; k < 3; k++) {
            const double *row = &t->diagonal[9 * i + 3 * k];
            out[3 * i + k] = row[0] * v[3 * i] + row[1] * v[3 * i + 1] + row[2] * v[3 * i + 2];
        }
    }
    for (int p = 0; p < t->pair_count; p++) {
        int a = t->pairs[p][0];
        int b = t->pairs[p][1];
        for (int k = 0; k < 3; k++) {
            for (int l = 0; l < 3; l++) {
                double m = t->off_diagonal[9 * p + 3 * k + l];
                out[3 * a + k] += m * v[3 * b + l];
                out[3 * b + l] += m * v[3 * a + k];
            }
        }
    }
}

// Largest difference of K v from a central difference of forces along v, against the largest of
// them.
static double matrix_error(fixture *f, double step) {
    sut_tissue *t = f->tissue;
    size_t count = 3 * (size_t)t->n;
    double *v = malloc(count * sizeof(double));
    double *kv = malloc(count * sizeof(double));
    double *low = malloc(count * sizeof(double));
    unsigned seed = 3u;
    for (size_t j = 0; j < count; j++) {
        v[j] = fixture_random(&seed);
    }
    sut_tissue_evaluate(t, 0.0);
    memset(t->diagonal, 0, 3 * count * sizeof(double));
    memset(t->off_diagonal, 0, 9 * (size_t)t->pair_count * sizeof(double));
    t->model->assemble(t, t->h, t->x);
    multiply(t, v, kv);
    double worst = 0.0;
    double most = 0.0;
    for (int side = -1; side <= 1; side += 2) {
        for (size_t j = 0; j < count; j++) {
            *component(t, (int)j) += side * step * v[j];
        }
        sut_tissue_evaluate(t, 0.0);
        for (size_t j = 0; j < count; j++) {
            *component(t, (int)j) -= side * step * v[j];
        }
        if (side < 0) {
            memcpy(low, t->force, count * sizeof(double));
        }
    }
    for (size_t j = 0; j < count; j++) {
        double slope = -(t->force[j] - low[j]) / (2.0 * step);
        worst = fmax(worst, fabs(slope - kv[j]));
        most = fmax(most, fabs(slope));
    }
    free(v);
    free(kv);
    free(low);
    return worst / most;
}

static void stretch(fixture *f, double x, double y, double z) {
    for (int i = 0; i < f->tissue->n; i++) {
        sut_vec3 *p = &f->tissue->body.position[i];
        *p = v3(x * p->x + 0.1 * p->y, y * p->y - 0.2 * p->z, z * p->z + 0.15 * p->x);
    }
    sut_tissue_start(f->tissue);
}

// Nothing is left out of the matrix where no element is near instability and damping has just
// begun; differences of second order, step 1e-5 of an edge.
TEST(matrix_of_a_stretched_solid_is_the_slope_of_its_forces) {
    sut_tissue_def d = fixture_def(SUT_TISSUE_SOLID);
    d.damping_strain = 2e-3;
    fixture f = fixture_pad(0.004, 0.004, 0.002, 2, 2, 1, d);
    stretch(&f, 1.2, 1.15, 1.1);
    fixture_shake(&f, 2e-5, 4u);
    fixture_prepare(&f, 1e-3);
    CHECK_LE(matrix_error(&f, 2e-8), 1e-7);
    fixture_free(&f);
}

TEST(matrix_of_a_stretched_shell_is_the_slope_of_its_forces) {
    sut_tissue_def d = fixture_def(SUT_TISSUE_SHELL);
    d.damping_strain = 2e-3;
    fixture f = fixture_sheet(0.004, 0.004, 3, 3, d);
    stretch(&f, 1.2, 1.3, 1.0);
    fixture_prepare(&f, 1e-3);
    CHECK_LE(matrix_error(&f, 2e-8), 1e-7);
    fixture_free(&f);
}

TEST(matrix_of_a_stretched_membrane_is_the_slope_of_its_forces) {
    sut_tissue_def d = fixture_def(SUT_TISSUE_MEMBRANE);
    d.membrane.damper = 0.01;
    fixture f = fixture_sheet(0.004, 0.004, 3, 3, d);
    fixture_shake(&f, 2e-5, 4u);
    fixture_prepare(&f, 1e-3);
    CHECK_LE(matrix_error(&f, 2e-8), 1e-7);
    fixture_free(&f);
}

TEST(matrix_of_a_bent_shell_at_rest_is_the_slope_of_its_forces) {
    fixture f = fixture_vessel(0.002, 0.004, 6, 2, fixture_def(SUT_TISSUE_SHELL));
    fixture_prepare(&f, 1e-3);
    CHECK_LE(matrix_error(&f, 2e-8), 1e-6); // forces vanish at rest, so rounding counts
    fixture_free(&f);
}

// Whatever the shape is, the matrix is positive: factorisation of a crumpled tissue works.
TEST(matrix_of_a_crumpled_tissue_has_a_factor) {
    for (int model = 0; model < 3; model++) {
        for (unsigned seed = 1; seed < 20; seed++) {
            CASE("model %d, seed %u", model, seed);
            sut_tissue_def d = fixture_def((sut_tissue_model)model);
            fixture f = model == 0 ? fixture_pad(0.004, 0.004, 0.002, 2, 2, 1, d)
                                   : fixture_sheet(0.004, 0.004, 3, 3, d);
            fixture_shake(&f, 0.004, seed);
            fixture_prepare(&f, 1e-2);
            CHECK(f.tissue->finite);
            CHECK(sut_tissue_factorise(f.tissue, f.tissue->x));
            fixture_free(&f);
        }
    }
}
