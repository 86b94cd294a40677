// SPDX-License-Identifier: MIT
#include "commands/mesh_report.h"

#include "commands/message.h"
#include "output/mesh_file.h"

#include <jansson.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const double degrees = 180.0 / 3.14159265358979323846;
static const char *const kinds[] = {"surface", "solid", "line"};

// groups that go into a VTK file
enum { MOST_GROUPS = 64 };

//---- text ----------------------------------------------------------------------------------------

// names come from files
static void print_name(const char *name) {
    for (const char *p = name; *p != '\0'; p++) {
        putchar((unsigned char)*p < 0x20 || *p == 0x7f ? '?' : *p);
    }
}

static void print_groups(const sut_mesh *m) {
    for (int i = 0; i < m->group_count; i++) {
        printf("%-12s", i == 0 ? "groups" : "");
        print_name(m->groups[i].name);
        printf(" %d\n", m->groups[i].node_count);
    }
}

static void print_figures(const sut_mesh *m, const sut_mesh_figures *f) {
    printf("kind        %s\n", kinds[m->kind]);
    printf("nodes       %d\n", m->node_count);
    if (m->kind == SUT_MESH_SOLID) {
        printf("tetrahedra  %d\n", m->tet_count);
    }
    if (m->kind != SUT_MESH_LINE) {
        printf("triangles   %d%s\n", m->triangle_count,
               m->kind == SUT_MESH_SOLID ? " on its surface" : "");
    }
    printf("edges       %d, %d of them at a boundary\n", f->edges, f->boundary_edges);
    printf("parts       %d\n", f->components);
    printf("box         %.6g %.6g %.6g to %.6g %.6g %.6g m\n", f->low.x, f->low.y, f->low.z,
           f->high.x, f->high.y, f->high.z);
    if (m->kind == SUT_MESH_LINE) {
        printf("length      %.6g m\n", f->length);
        return;
    }
    printf("area        %.6g m^2\n", f->area);
    if (m->kind == SUT_MESH_SOLID || f->closed) {
        printf("volume      %.6g m^3\n", f->volume);
    }
    printf("edge length %.6g to %.6g m\n", f->shortest_edge, f->longest_edge);
    printf("angles      %.4g to %.4g deg%s\n", f->smallest_angle * degrees,
           f->largest_angle * degrees, m->kind == SUT_MESH_SOLID ? " between faces" : "");
    printf("worst       element %d, longest edge over least height %.4g of a regular one's\n",
           f->aspect_element, f->aspect);
    printf("checks      passed: flat, manifold, orientation, crossing, size\n");
}

//---- JSON ----------------------------------------------------------------------------------------

static json_t *vector(sut_vec3 v) {
    return json_pack("[f, f, f]", v.x, v.y, v.z);
}

static bool print_json(const sut_mesh *m, const sut_mesh_figures *f) {
    json_t *groups = json_object();
    for (int i = 0; i < m->group_count; i++) {
        json_object_set_new(groups, m->groups[i].name, json_integer(m->groups[i].node_count));
    }
    json_t *o = json_pack(
        "{s:s, s:i, s:i, s:i, s:i, s:i, s:i, s:b, s:[o, o], s:f, s:f, s:f, s:[f, f], "
        "s:[f, f], s:f, s:i, s:o}",
        "kind", kinds[m->kind], "nodes", m->node_count, "elements", sut_mesh_element_count(m),
        "triangles", m->triangle_count, "edges", f->edges, "boundary_edges", f->boundary_edges,
        "components", f->components, "closed", (int)f->closed, "box", vector(f->low),
        vector(f->high), "area", f->area, "volume", f->volume, "length", f->length, "edge_length",
        f->shortest_edge, f->longest_edge, "angles", f->smallest_angle, f->largest_angle, "aspect",
        f->aspect, "aspect_element", f->aspect_element, "groups", groups);
    char *dump = o != NULL ? json_dumps(o, JSON_INDENT(2) | JSON_REAL_PRECISION(12)) : NULL;
    json_decref(o);
    if (dump == NULL) {
        return false;
    }
    puts(dump);
    free(dump);
    return true;
}

bool sut_mesh_report(const sut_mesh *m, bool json) {
    sut_mesh_figures f;
    bool fine = sut_mesh_measure(m, &f);
    if (fine && json) {
        fine = print_json(m, &f);
    } else if (fine) {
        print_figures(m, &f);
        print_groups(m);
    }
    if (!fine) {
        sut_cli_fail("mesh: out of memory");
    }
    return fine;
}

//---- VTK -----------------------------------------------------------------------------------------

// names of arrays have no blanks
static void plain_name(const char *name, char *out, size_t size) {
    size_t n = strlen(name) < size - 1 ? strlen(name) : size - 1;
    for (size_t i = 0; i < n; i++) {
        out[i] = name[i] > ' ' && name[i] <= '~' ? name[i] : '_';
    }
    out[n] = '\0';
}

void sut_mesh_report_vtk(sut_svg *out, const sut_mesh *m) {
    int count = m->group_count < MOST_GROUPS ? m->group_count : MOST_GROUPS;
    double *values = calloc((size_t)count * (size_t)m->node_count + 1, sizeof *values);
    if (values == NULL) {
        out->failed = true;
        return;
    }
    sut_mesh_field fields[MOST_GROUPS];
    char names[MOST_GROUPS][64];
    for (int g = 0; g < count; g++) {
        double *of = values + (size_t)g * (size_t)m->node_count;
        for (int i = 0; i < m->groups[g].node_count; i++) {
            of[m->groups[g].nodes[i]] = 1.0;
        }
        plain_name(m->groups[g].name, names[g], sizeof names[g]);
        fields[g] = (sut_mesh_field){names[g], false, 1, of};
    }
    // "all" says nothing
    sut_mesh_vtk(out, m, "mesh of a tissue, metres", fields + 1, count > 0 ? count - 1 : 0);
    free(values);
}
