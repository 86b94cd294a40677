// SPDX-License-Identifier: MIT
// Bending: rings and strips of shell against plates, beams of tetrahedra against beam theory.
#include "validate/checks.h"
#include "validate/tissue_rig.h"
#include "validate/vector.h"

#include <stdio.h>

static const double SETTLED = 1e-11; // m in a step of 50 ms, below 1e-5 of what is measured
enum { STEPS = 2000 };

static const double YOUNG = 5e5;
static const double THICKNESS = 2e-4;

static double plate(void) {
    return YOUNG * THICKNESS * THICKNESS * THICKNESS / 9.0;
}

//---- ring ----------------------------------------------------------------------------------------

// "[first, first + stride, ...]"
static void list_nodes(char *out, size_t size, int first, int stride, int count) {
    size_t used = 0;
    for (int i = 0; i < count && used < size; i++) {
        used +=
            (size_t)snprintf(out + used, size - used, i == 0 ? "[%d" : ", %d", first + i * stride);
    }
    (void)snprintf(out + used, used < size ? size - used : 0, "]");
}

static sut_vec3 row_mean(const sut_tissue_rig *r, int first, int stride, int count) {
    sut_vec3 sum = vec(0.0, 0.0, 0.0);
    for (int i = 0; i < count; i++) {
        sum = vec_add(sum, sut_tissue_rig_node(r, first + i * stride));
    }
    return vec_scale(sum, 1.0 / count);
}

// Widening of a ring pulled at two opposite rows, over theory: bending of a curved plate and its
// stretch (2.3 % of it at this thickness).
static double ring(sut_check_log *log, int around, int along) {
    const double length = 5e-4;
    const double radius = 1e-3;
    const double force = 0.02 * length; // widens it by 0.7 %
    char right[256];
    char left[256];
    list_nodes(right, sizeof right, 0, around, along + 1);
    list_nodes(left, sizeof left, around / 2, around, along + 1);
    sut_tissue_rig r = sut_tissue_rig_open(
        log, NULL,
        "{\"model\": \"shell\", \"thickness\": %g, \"material\": {\"young\": %g}, "
        "\"damping\": {\"linear\": 20}, \"contact\": false, "
        "\"shape\": {\"type\": \"vessel\", \"radius\": %g, \"length\": %g, \"cells\": [%d, %d]}, "
        "\"hold\": [{\"nodes\": %s, \"how\": \"force\", \"force\": [0, %.17g, 0]}, "
        "{\"nodes\": %s, \"how\": \"force\", \"force\": [0, %.17g, 0]}]}",
        THICKNESS, YOUNG, radius, length, around, along, right, force, left, -force);
    sut_tissue_rig_settle(&r, STEPS, 0.05, SETTLED);
    double wide = row_mean(&r, 0, around, along + 1).y -
                  row_mean(&r, around / 2, around, along + 1).y - 2.0 * radius;
    sut_tissue_rig_close(&r);
    double per = force / length;
    double bent = (SUT_PI / 4.0 - 2.0 / SUT_PI) * per * radius * radius * radius / plate();
    double longer = SUT_PI / 4.0 * per * radius / (YOUNG * THICKNESS);
    return wide / (bent + longer);
}

void sut_check_tissue_ring(sut_check_log *log) {
    double r24 = ring(log, 24, 2);
    double r48 = ring(log, 48, 4);
    sut_check_row(log, "24 around: widening over theory", 1.0, r24, 0.08, SUT_TOL_ABS, "");
    sut_check_row(log, "48 around: widening over theory", 1.0, r48, 0.08, SUT_TOL_ABS, "");
    sut_check_row(log, "error at 48 over that at 24", 1.0, fabs((r48 - 1.0) / (r24 - 1.0)), 0.0,
                  SUT_TOL_MAX, "");
    sut_check_note(log, "free ring, radius 1 mm, wall 0.2 mm; corners of a polygon carry the "
                        "largest moments");
}

//---- strip ---------------------------------------------------------------------------------------

// Sag of a strip on two supports with a load across its middle, over that of a plate.
static double strip(sut_check_log *log, int nx, int ny) {
    const double length = 1e-2;
    const double width = 2e-3;
    const double down = 0.01 * length;
    double force = 48.0 * plate() * width * down / (length * length * length);
    char middle[256];
    list_nodes(middle, sizeof middle, nx / 2, nx + 1, ny + 1);
    sut_tissue_rig r = sut_tissue_rig_open(
        log, NULL,
        "{\"model\": \"shell\", \"thickness\": %g, \"material\": {\"young\": %g}, "
        "\"damping\": {\"linear\": 20}, \"contact\": false, "
        "\"shape\": {\"type\": \"sheet\", \"size\": [%g, %g], \"cells\": [%d, %d]}, "
        "\"hold\": [{\"group\": \"x-\", \"how\": \"pin\"}, "
        "{\"group\": \"x+\", \"how\": \"pin\", \"axes\": \"yz\"}, "
        "{\"nodes\": %s, \"how\": \"force\", \"force\": [0, 0, %.17g]}]}",
        THICKNESS, YOUNG, length, width, nx, ny, middle, -force);
    sut_tissue_rig_settle(&r, STEPS, 0.05, SETTLED);
    double z = row_mean(&r, nx / 2, nx + 1, ny + 1).z;
    sut_tissue_rig_close(&r);
    return -z / down;
}

void sut_check_tissue_strip(sut_check_log *log) {
    static const int cells[3][2] = {{10, 2}, {20, 4}, {40, 8}};
    double ratio[3];
    for (int k = 0; k < 3; k++) {
        ratio[k] = strip(log, cells[k][0], cells[k][1]);
        char text[80];
        (void)snprintf(text, sizeof text, "%d x %d cells: sag over theory", cells[k][0],
                       cells[k][1]);
        sut_check_row(log, text, 1.0, ratio[k], 0.08, SUT_TOL_ABS, "");
        sut_check_progress(log, (k + 1) / 3.0);
    }
    sut_check_row(log, "error at 40 over that at 10", 1.0,
                  fabs((ratio[2] - 1.0) / (ratio[0] - 1.0)), 0.0, SUT_TOL_MAX, "");
    sut_check_note(log, "10 x 2 x 0.2 mm on two supports, loaded across its middle");
}

//---- beam ----------------------------------------------------------------------------------------
static double beam(sut_check_log *log, int cells) {
    const double length = 0.02;
    const double side = 0.002;
    const double young = 1e5;
    double inertia = side * side * side * side / 12.0;
    double down = 0.01 * length;
    double force = 3.0 * young * inertia * down / (length * length * length);
    sut_tissue_rig r = sut_tissue_rig_open(
        log, NULL,
        "{\"model\": \"solid\", \"material\": {\"young\": %g, \"poisson\": 0.3}, "
        "\"damping\": {\"strain\": \"5 ms\", \"linear\": 20}, \"contact\": false, "
        "\"shape\": {\"type\": \"pad\", \"size\": [%g, %g, %g], \"cells\": [%d, %d, %d]}, "
        "\"hold\": [{\"group\": \"x-\", \"how\": \"pin\"}, "
        "{\"group\": \"x+\", \"how\": \"force\", \"force\": [0, 0, %.17g], \"spread\": "
        "\"even\"}]}",
        young, length, side, side, 10 * cells, cells, cells, -force);
    double before = sut_tissue_rig_mean(&r, "x+").z;
    sut_tissue_rig_settle(&r, STEPS, 0.05, 1e-9 * length);
    double z = sut_tissue_rig_mean(&r, "x+").z - before;
    sut_tissue_rig_close(&r);
    return -z / down;
}

// Linear tetrahedra bend too stiffly: the figures are those of the element, and say how fast it
// gets better.
void sut_check_tissue_beam(sut_check_log *log) {
    static const int cells[3] = {2, 4, 8};
    double ratio[3];
    for (int k = 0; k < 3; k++) {
        ratio[k] = beam(log, cells[k]);
        char text[80];
        (void)snprintf(text, sizeof text, "%d cells through: tip over beam theory", cells[k]);
        sut_check_row(log, text, 1.0, ratio[k], 0.0, SUT_TOL_MAX, "");
        sut_check_progress(log, (k + 1) / 3.0);
    }
    // errors of linear elements fall with the square of the cell once they are small
    sut_check_row(log, "order, 4 to 8 cells", 1.5, sut_order_of(1.0 - ratio[1], 1.0 - ratio[2]),
                  0.6, SUT_TOL_ABS, "");
    sut_check_row(log, "8 cells: tip over beam theory", 0.9, ratio[2], 0.0, SUT_TOL_MIN, "");
    sut_check_note(log, "20 x 2 x 2 mm, poisson 0.3; a shell bends right, tetrahedra need cells");
}
