// SPDX-License-Identifier: MIT
// Stretched tissues: patch tests, bars, rubber, pressure, springs. Closed forms.
#include "validate/checks.h"
#include "validate/tissue_rig.h"
#include "validate/vector.h"

#include <stdio.h>
#include <stdlib.h>

// A step ends with 1e-6 of the largest force left, so figures of an equilibrium have five digits
// with room to spare.
static const double SETTLED = 1e-12; // m in a step of 50 ms
enum { STEPS = 4000 };

//---- patch ---------------------------------------------------------------------------------------

// A prestretched mesh whose rim is held is one affine map of its rest shape: every inner node is in
// balance where it is, however irregular the mesh.
static void add_number(char **at, double x) {
    *at += snprintf(*at, 40, "%.17g", x);
}

static void add_text(char **at, const char *text) {
    while (*text != '\0') {
        *(*at)++ = *text++;
    }
}

static void add_point(char **at, sut_vec3 p) {
    const double part[3] = {p.x, p.y, p.z};
    for (int i = 0; i < 3; i++) {
        add_text(at, i == 0 ? "[" : ",");
        add_number(at, part[i]);
    }
    add_text(at, "]");
}

static void add_corners(char **at, const int *nodes, int count) {
    for (int i = 0; i < count; i++) {
        *at += snprintf(*at, 16, i == 0 ? "[%d" : ",%d", nodes[i]);
    }
    add_text(at, "]");
}

// a place that no symmetry knows, up to a fifth of a cell
static double shift(int node, int axis) {
    unsigned h = (unsigned)node * 2654435761u + (unsigned)axis * 40503u + 12345u;
    h ^= h >> 13;
    h *= 1274126177u;
    return 0.4 * ((double)(h % 1000u) / 999.0 - 0.5);
}

// the mesh of `shape` with inner nodes moved, as a shape of a scene; the caller frees it
static char *irregular(const char *model, const char *shape, const char *rim, double cell) {
    sut_scene_error error;
    size_t length = 0;
    while (shape[length] != '\0') {
        length++;
    }
    sut_mesh *m = sut_scene_read_mesh(shape, length, "check", model, &error);
    const sut_mesh_group *held = m != NULL ? sut_mesh_group_find(m, rim) : NULL;
    size_t elements = m != NULL ? (size_t)(m->tet_count + m->triangle_count) : 0;
    size_t nodes = m != NULL ? (size_t)m->node_count : 0;
    char *text = held != NULL ? malloc(128 * nodes + 64 * elements + 256) : NULL;
    if (text == NULL) {
        sut_mesh_free(m);
        return NULL;
    }
    bool solid = m->tet_count > 0;
    for (int i = 0, k = 0; i < m->node_count; i++) {
        if (k < held->node_count && held->nodes[k] == i) { // groups are in ascending order
            k++;
            continue;
        }
        m->nodes[i].x += cell * shift(i, 0);
        m->nodes[i].y += cell * shift(i, 1);
        m->nodes[i].z += solid ? cell * shift(i, 2) : 0.0;
    }
    char *at = text;
    add_text(&at, "{\"type\": \"mesh\", \"nodes\": [");
    for (int i = 0; i < m->node_count; i++) {
        add_text(&at, i > 0 ? "," : "");
        add_point(&at, m->nodes[i]);
    }
    add_text(&at, solid ? "], \"tets\": [" : "], \"triangles\": [");
    int count = solid ? m->tet_count : m->triangle_count;
    for (int i = 0; i < count; i++) {
        add_text(&at, i > 0 ? "," : "");
        add_corners(&at, solid ? m->tets[i] : m->triangles[i], solid ? 4 : 3);
    }
    add_text(&at, "]}");
    *at = '\0';
    sut_mesh_free(m);
    return text;
}

static void patch_row(sut_check_log *log, const char *name, const char *model, const char *shape,
                      const char *rim, const char *rest, const char *options, double cell) {
    char *mesh = irregular(model, shape, rim, cell);
    if (mesh == NULL) {
        sut_check_fail(log, "the mesh could not be made");
        return;
    }
    sut_tissue_rig r = sut_tissue_rig_open(
        log, NULL,
        "{\"model\": \"%s\", \"material\": {\"young\": 1e5}, %s \"rest\": %s, \"shape\": %s, "
        "\"hold\": [{\"group\": \"%s\", \"how\": \"pin\"}], \"contact\": false}",
        model, options, rest, mesh, rim);
    free(mesh);
    sut_tissue_rig_steps(&r, 20, 0.05);
    sut_tissue_view v = sut_tissue_rig_view(&r);
    double most = v.node_count > 0 ? 0.0 : SUT_RIG_NAN;
    for (int i = 0; i < v.node_count; i++) {
        most = fmax(most, vec_distance(v.position[i], v.initial[i]));
    }
    char text[80];
    (void)snprintf(text, sizeof text, "%s: way of an inner node, in cells", name);
    sut_check_row(log, text, 0.0, most / cell, 1e-9, SUT_TOL_ABS, "");
    sut_tissue_rig_close(&r);
}

void sut_check_tissue_patch(sut_check_log *log) {
    patch_row(log, "solid", "solid",
              "{\"type\": \"pad\", \"size\": [4e-3, 3e-3, 3e-3], \"cells\": [4, 3, 3]}", "surface",
              "[0.9, 1.05, 0.95]", "", 1e-3);
    patch_row(log, "shell", "shell",
              "{\"type\": \"sheet\", \"size\": [4e-3, 3e-3], \"cells\": [6, 5]}", "boundary",
              "[0.8, 0.9, 1]", "\"thickness\": 2e-4,", 6e-4);
    sut_check_note(log, "irregular meshes, prestretched, rim held, 1 s: nothing moves");
}

//---- bars ----------------------------------------------------------------------------------------
static void solid_bar(sut_check_log *log, const int cells[3]) {
    sut_tissue_rig r = sut_tissue_rig_open(
        log, NULL,
        "{\"model\": \"solid\", \"material\": {\"young\": 1e5, \"poisson\": 0.45}, "
        "\"damping\": {\"linear\": 20}, \"contact\": false, "
        "\"shape\": {\"type\": \"pad\", \"size\": [0.02, 0.004, 0.002], \"cells\": [%d, %d, %d]}, "
        "\"hold\": [{\"group\": \"x-\", \"how\": \"pin\", \"axes\": \"x\"}, "
        "{\"group\": \"y-\", \"how\": \"pin\", \"axes\": \"y\"}, "
        "{\"group\": \"z-\", \"how\": \"pin\", \"axes\": \"z\"}, "
        "{\"group\": \"x+\", \"how\": \"force\", \"force\": [0.08, 0, 0], \"spread\": \"even\"}]}",
        cells[0], cells[1], cells[2]);
    sut_tissue_rig_settle(&r, STEPS, 0.05, SETTLED);
    double x = sut_tissue_rig_mean(&r, "x+").x - sut_tissue_rig_mean(&r, "x-").x;
    double y = sut_tissue_rig_mean(&r, "y+").y - sut_tissue_rig_mean(&r, "y-").y;
    char text[80];
    (void)snprintf(text, sizeof text, "solid %d x %d x %d: stretch", cells[0], cells[1], cells[2]);
    sut_check_row(log, text, 1.1, x / 0.02, 1e-4, SUT_TOL_REL, "");
    sut_check_row(log, "  its width", 1.0 - 0.45 * 0.1, y / 0.004, 1e-4, SUT_TOL_REL, "");
    // the pins feel the load to what a step leaves
    sut_check_row(log, "  force of the pins", -0.08, sut_tissue_rig_figures(&r).support_force.x,
                  1e-6, SUT_TOL_REL, "N");
    sut_tissue_rig_close(&r);
}

static double uniaxial(double l, double over_mu) {
    return l - 1.0 / (l * l) - over_mu;
}

static double biaxial(double l, double over_mu) {
    double l2 = l * l;
    return l - 1.0 / (l2 * l2 * l) - over_mu;
}

static void shell_sheet(sut_check_log *log, int nx, int ny, bool both) {
    const double stress = 5e4;
    const double h = 2e-4;
    double fx = stress * 4e-3 * h;
    double fy = both ? stress * 1e-2 * h : 0.0;
    sut_tissue_rig r = sut_tissue_rig_open(
        log, NULL,
        "{\"model\": \"shell\", \"thickness\": 2e-4, \"material\": {\"young\": 5e5}, "
        "\"damping\": {\"linear\": 20}, \"contact\": false, "
        "\"shape\": {\"type\": \"sheet\", \"size\": [0.01, 0.004], \"cells\": [%d, %d]}, "
        "\"hold\": [{\"group\": \"x-\", \"how\": \"pin\", \"axes\": \"x\"}, "
        "{\"group\": \"y-\", \"how\": \"pin\", \"axes\": \"y\"}, "
        "{\"group\": \"boundary\", \"how\": \"pin\", \"axes\": \"z\"}, "
        "{\"group\": \"x+\", \"how\": \"force\", \"force\": [%.17g, 0, 0], \"spread\": \"even\"}, "
        "{\"group\": \"y+\", \"how\": \"force\", \"force\": [0, %.17g, 0], \"spread\": "
        "\"even\"}]}",
        nx, ny, fx, fy);
    sut_tissue_rig_settle(&r, STEPS, 0.05, SETTLED);
    double truth = sut_zero_of(both ? biaxial : uniaxial, stress / (5e5 / 3.0), 1.0, 3.0);
    double x = sut_tissue_rig_mean(&r, "x+").x - sut_tissue_rig_mean(&r, "x-").x;
    double y = sut_tissue_rig_mean(&r, "y+").y - sut_tissue_rig_mean(&r, "y-").y;
    char text[80];
    (void)snprintf(text, sizeof text, "shell %d x %d%s: stretch", nx, ny,
                   both ? ", both ways" : "");
    sut_check_row(log, text, truth, x / 0.01, 1e-4, SUT_TOL_REL, "");
    sut_check_row(log, "  its width", both ? truth : 1.0 / sqrt(truth), y / 0.004, 1e-4,
                  SUT_TOL_REL, "");
    sut_tissue_rig_close(&r);
}

void sut_check_tissue_bar(sut_check_log *log) {
    solid_bar(log, (const int[3]){10, 2, 1});
    solid_bar(log, (const int[3]){20, 4, 2});
    shell_sheet(log, 4, 2, false);
    shell_sheet(log, 20, 8, false);
    sut_check_note(log, "solid: linear in the stretches; shell: neo-Hookean, 50 kPa nominal");
}

void sut_check_tissue_biaxial(sut_check_log *log) {
    shell_sheet(log, 4, 2, true);
    shell_sheet(log, 20, 8, true);
    sut_check_note(log, "stress / mu = l - 1/l^5");
}

//---- pressure ------------------------------------------------------------------------------------

// p R / (mu h) = l^(1/2) - l^(-5/2) of an open tube of rubber that may shorten
static double open_tube(double l, double over) {
    return sqrt(l) - pow(l, -2.5) - over;
}

static double tube_stretch(sut_check_log *log, int around, int along, double pressure) {
    // each quarter of both ends is led along its radius: nothing else keeps a free hose in place
    int last = around * along;
    int q = around / 4;
    sut_tissue_rig r = sut_tissue_rig_open(
        log, NULL,
        "{\"model\": \"shell\", \"thickness\": 2e-4, \"material\": {\"young\": 5e5}, "
        "\"damping\": {\"linear\": 20}, \"contact\": false, \"pressure\": %.17g, "
        "\"shape\": {\"type\": \"vessel\", \"radius\": 1e-3, \"length\": 6e-3, "
        "\"cells\": [%d, %d]}, "
        "\"hold\": [{\"group\": \"start\", \"how\": \"pin\", \"axes\": \"x\"}, "
        "{\"nodes\": [0, %d, %d, %d], \"how\": \"pin\", \"axes\": \"z\"}, "
        "{\"nodes\": [%d, %d, %d, %d], \"how\": \"pin\", \"axes\": \"y\"}]}",
        pressure, around, along, 2 * q, last, last + 2 * q, q, 3 * q, last + q, last + 3 * q);
    sut_tissue_rig_settle(&r, STEPS, 0.05, SETTLED);
    sut_tissue_view v = sut_tissue_rig_view(&r);
    double sum = v.node_count > 0 ? 0.0 : SUT_RIG_NAN;
    for (int i = 0; i < v.node_count; i++) {
        sum += hypot(v.position[i].y, v.position[i].z) / v.node_count;
    }
    sut_tissue_rig_close(&r);
    return sum / 1e-3;
}

void sut_check_tissue_pressure(sut_check_log *log) {
    static const double pressures[3] = {5e3, 1e4, 2e4};
    for (int k = 0; k < 3; k++) {
        double p = pressures[k];
        double truth = sut_zero_of(open_tube, p * 1e-3 / (5e5 / 3.0 * 2e-4), 1.0, 2.0);
        double coarse = tube_stretch(log, 16, 16, p);
        double fine = tube_stretch(log, 32, 32, p);
        char text[80];
        (void)snprintf(text, sizeof text, "%g kPa, 32 around: radius over that without", p / 1e3);
        // chords of 32 sides are 0.16 % shorter than arcs, and count twice
        sut_check_row(log, text, truth, fine, 5e-3, SUT_TOL_REL, "");
        sut_check_row(log, "  order, 16 to 32 around", 2.0,
                      sut_order_of(coarse - truth, fine - truth), 0.4, SUT_TOL_ABS, "");
        sut_check_progress(log, (k + 1) / 3.0);
    }
    sut_check_note(log, "open tube of rubber, radius 1 mm, wall 0.2 mm, E 500 kPa");
}

//---- springs -------------------------------------------------------------------------------------
static double deflection(double z, double force) {
    static const double length[2] = {1e-3, 1.41421356237309504880e-3};
    double sum = 30.0 * z - force;
    for (int k = 0; k < 2; k++) {
        double l = sqrt(length[k] * length[k] + z * z);
        sum += 4.0 * 50.0 * (1.0 - 0.8 * length[k] / l) * z;
    }
    return sum;
}

void sut_check_membrane_home(sut_check_log *log) {
    sut_tissue_rig r = sut_tissue_rig_open(
        log, NULL,
        "{\"model\": \"membrane\", \"material\": {}, \"contact\": false, "
        "\"membrane\": {\"stiffness\": 50, \"home\": 30, \"node_mass\": 1e-6}, "
        "\"damping\": {\"linear\": 50}, "
        "\"shape\": {\"type\": \"sheet\", \"size\": [2e-3, 2e-3], \"cells\": [2, 2]}, "
        "\"hold\": [{\"group\": \"boundary\", \"how\": \"pin\"}, "
        "{\"nodes\": [4], \"how\": \"force\", \"force\": [0, 0, 0.05]}]}");
    sut_tissue_rig_settle(&r, STEPS, 0.05, SETTLED);
    sut_check_row(log, "node pulled by 50 mN: way", sut_zero_of(deflection, 0.05, 0.0, 0.01),
                  sut_tissue_rig_node(&r, 4).z, 1e-6, SUT_TOL_REL, "m");
    sut_check_row(log, "  force of pins and home springs", -0.05,
                  sut_tissue_rig_figures(&r).support_force.z, 1e-6, SUT_TOL_REL, "N");
    sut_tissue_rig_close(&r);

    // a free triangle: sqrt(3) k (sqrt(3) r - l) = home (r0 - r)
    r = sut_tissue_rig_open(
        log, NULL,
        "{\"model\": \"membrane\", \"material\": {}, \"contact\": false, "
        "\"membrane\": {\"stiffness\": 50, \"home\": 30, \"node_mass\": 1e-6}, "
        "\"damping\": {\"linear\": 50}, \"shape\": {\"type\": \"mesh\", \"nodes\": "
        "[[2e-3, 0, 0], [-1e-3, %.17g, 0], [-1e-3, %.17g, 0]], \"triangles\": [[0, 1, 2]]}}",
        1e-3 * sqrt(3.0), -1e-3 * sqrt(3.0));
    sut_tissue_rig_settle(&r, STEPS, 0.05, SETTLED);
    double rest = 0.8 * sqrt(3.0) * 2e-3;
    sut_check_row(log, "free triangle: radius",
                  (30.0 * 2e-3 + sqrt(3.0) * 50.0 * rest) / (30.0 + 3.0 * 50.0),
                  sut_tissue_rig_node(&r, 0).x, 1e-6, SUT_TOL_REL, "m");
    sut_tissue_rig_close(&r);
}
