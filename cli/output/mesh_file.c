// SPDX-License-Identifier: MIT
#include "output/mesh_file.h"

static void add_nodes(sut_svg *out, const sut_mesh *m, const char *before) {
    for (int i = 0; i < m->node_count; i++) {
        sut_svg_add(out, "%s%.17g %.17g %.17g\n", before, m->nodes[i].x, m->nodes[i].y,
                    m->nodes[i].z);
    }
}

//---- vtk -----------------------------------------------------------------------------------------

static void add_tets(sut_svg *out, const sut_mesh *m) {
    sut_svg_add(out, "CELLS %d %d\n", m->tet_count, 5 * m->tet_count);
    for (int i = 0; i < m->tet_count; i++) {
        const int *t = m->tets[i];
        sut_svg_add(out, "4 %d %d %d %d\n", t[0], t[1], t[2], t[3]);
    }
    sut_svg_add(out, "CELL_TYPES %d\n", m->tet_count);
    for (int i = 0; i < m->tet_count; i++) {
        sut_svg_add(out, "10\n");
    }
}

static void add_polygons(sut_svg *out, const sut_mesh *m) {
    sut_svg_add(out, "POLYGONS %d %d\n", m->triangle_count, 4 * m->triangle_count);
    for (int i = 0; i < m->triangle_count; i++) {
        const int *t = m->triangles[i];
        sut_svg_add(out, "3 %d %d %d\n", t[0], t[1], t[2]);
    }
}

static void add_lines(sut_svg *out, const sut_mesh *m) {
    int elements = m->node_count - 1;
    sut_svg_add(out, "LINES %d %d\n", elements, 3 * elements);
    for (int i = 0; i < elements; i++) {
        sut_svg_add(out, "2 %d %d\n", i, i + 1);
    }
}

static void add_fields(sut_svg *out, const sut_mesh_field *fields, int field_count,
                       bool of_elements, int count) {
    bool begun = false;
    for (int i = 0; i < field_count; i++) {
        const sut_mesh_field *f = &fields[i];
        if (f->of_elements != of_elements) {
            continue;
        }
        if (!begun) {
            sut_svg_add(out, "%s %d\n", of_elements ? "CELL_DATA" : "POINT_DATA", count);
            begun = true;
        }
        if (f->components == 3) {
            sut_svg_add(out, "VECTORS %s double\n", f->name);
        } else {
            sut_svg_add(out, "SCALARS %s double 1\nLOOKUP_TABLE default\n", f->name);
        }
        for (int k = 0; k < count * f->components; k++) {
            bool last = k % f->components == f->components - 1;
            sut_svg_add(out, "%.17g%s", f->values[k], last ? "\n" : " ");
        }
    }
}

void sut_mesh_vtk(sut_svg *out, const sut_mesh *m, const char *title, const sut_mesh_field *fields,
                  int field_count) {
    bool solid = m->kind == SUT_MESH_SOLID;
    sut_svg_add(out, "# vtk DataFile Version 3.0\n%s\nASCII\nDATASET %s\nPOINTS %d double\n", title,
                solid ? "UNSTRUCTURED_GRID" : "POLYDATA", m->node_count);
    add_nodes(out, m, "");
    if (solid) {
        add_tets(out, m);
    } else if (m->kind == SUT_MESH_LINE) {
        add_lines(out, m);
    } else {
        add_polygons(out, m);
    }
    add_fields(out, fields, field_count, true, sut_mesh_element_count(m));
    add_fields(out, fields, field_count, false, m->node_count);
}

//---- obj -----------------------------------------------------------------------------------------

void sut_mesh_obj(sut_svg *out, const sut_mesh *m) {
    add_nodes(out, m, "v ");
    for (int i = 0; i < m->triangle_count; i++) {
        const int *t = m->triangles[i];
        sut_svg_add(out, "f %d %d %d\n", t[0] + 1, t[1] + 1, t[2] + 1);
    }
    for (int i = 0; m->kind == SUT_MESH_LINE && i + 1 < m->node_count; i++) {
        sut_svg_add(out, "l %d %d\n", i + 1, i + 2);
    }
}
