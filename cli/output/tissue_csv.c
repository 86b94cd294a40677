// SPDX-License-Identifier: MIT
#include "output/tissue_csv.h"

#include "output/number.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { BUFFER = 1 << 17 };

static bool open_one(sut_writer *w, const char *folder, const char *name, const char *end,
                     sut_fault *fault) {
    char file[160];
    snprintf(file, sizeof file, "tissue_%s%s.csv", name, end);
    char *path = sut_path_join(folder, file);
    if (path == NULL) {
        sut_fault_set(fault, "%s: out of memory", folder);
        return false;
    }
    bool ok = sut_writer_open(w, path, BUFFER, fault);
    free(path);
    return ok;
}

bool sut_tissue_csv_open(sut_tissue_csv *csv, const sut_source *src, const char *folder,
                         sut_fault *fault) {
    *csv = (sut_tissue_csv){0};
    csv->files = calloc((size_t)src->tissue_count + 1, sizeof *csv->files);
    if (csv->files == NULL) {
        sut_fault_set(fault, "%s: out of memory", folder);
        return false;
    }
    for (int i = 0; i < src->tissue_count; i++) {
        sut_tissue_files *f = &csv->files[i];
        const sut_source_tissue *t = &src->tissues[i];
        *f = (sut_tissue_files){.nodes = {.fd = -1}, .mesh = {.fd = -1}};
        f->has_mesh = strcmp(t->model, "tube") != 0;
        csv->count = i + 1;
        if (!open_one(&f->nodes, folder, t->name, "", fault) ||
            (f->has_mesh && !open_one(&f->mesh, folder, t->name, "_mesh", fault))) {
            sut_tissue_csv_abandon(csv);
            return false;
        }
    }
    return true;
}

static void put_text(sut_writer *w, const char *text) {
    sut_writer_put(w, text, strlen(text));
}

void sut_tissue_csv_begin(sut_tissue_csv *csv) {
    for (int i = 0; i < csv->count; i++) {
        sut_tissue_files *f = &csv->files[i];
        sut_writer_begin(&f->nodes);
        put_text(&f->nodes, f->has_mesh ? "t,node,x,y,z\n" : "t,node,x,y,z,rx,ry,rz\n");
        if (f->has_mesh) {
            sut_writer_begin(&f->mesh);
            put_text(&f->mesh, "t,element,a,b,c,d\n");
        }
    }
}

void sut_tissue_csv_abandon(sut_tissue_csv *csv) {
    for (int i = 0; i < csv->count; i++) {
        sut_tissue_files *f = &csv->files[i];
        if (f->nodes.fd >= 0) {
            sut_writer_abandon(&f->nodes);
        }
        if (f->mesh.fd >= 0) {
            sut_writer_abandon(&f->mesh);
        }
    }
    free(csv->files);
    *csv = (sut_tissue_csv){0};
}

static char *put_vector(char *at, sut_vec3 v) {
    const double parts[3] = {v.x, v.y, v.z};
    for (int i = 0; i < 3; i++) {
        *at++ = ',';
        at = sut_put_double(at, parts[i]);
    }
    return at;
}

// "t,INDEX", the start of every line
static char *put_start(sut_writer *w, double t, int index) {
    char *at = sut_writer_room(w, (size_t)10 * SUT_NUMBER_MAX);
    at = sut_put_double(at, t);
    *at++ = ',';
    return sut_put_uint(at, (unsigned long long)index);
}

// The lips of a wound begin in one place, and the engine parts them a little, so that contacts know
// their sides. At the start a scene's own places are told.
static const sut_vec3 *places(const sut_source_tissue *tissue, const sut_tissue_view *v, double t) {
    const sut_mesh *m = tissue->mesh;
    bool of_scene = t <= 0.0 && v->model != SUT_TISSUE_TUBE && m != NULL;
    return of_scene && m->node_count == v->node_count ? m->nodes : v->position;
}

static void put_nodes(sut_writer *w, const sut_tissue_view *v, const sut_vec3 *place, double t) {
    for (int i = 0; i < v->node_count; i++) {
        char *at = put_vector(put_start(w, t, i), place[i]);
        if (v->rotation != NULL) {
            at = put_vector(at, v->rotation[i]);
        }
        *at++ = '\n';
        sut_writer_used(w, at);
    }
}

static void put_element(sut_writer *w, double t, int index, const int *nodes, int corners) {
    char *at = put_start(w, t, index);
    for (int k = 0; k < 4; k++) {
        *at++ = ',';
        if (k < corners) {
            at = sut_put_uint(at, (unsigned long long)nodes[k]);
        }
    }
    *at++ = '\n';
    sut_writer_used(w, at);
}

// the skin of a solid follows from its tetrahedra
static void put_mesh(sut_writer *w, const sut_tissue_view *v, double t) {
    if (v->model == SUT_TISSUE_SOLID) {
        for (int i = 0; i < v->tet_count; i++) {
            put_element(w, t, i, v->tets[i], 4);
        }
        return;
    }
    for (int i = 0; i < v->triangle_count; i++) {
        put_element(w, t, i, v->triangles[i], 3);
    }
}

void sut_tissue_csv_block(sut_tissue_csv *csv, const sut_source *src) {
    double t = sut_world_time(src->world);
    for (int i = 0; i < csv->count; i++) {
        sut_tissue_files *f = &csv->files[i];
        sut_tissue_view v;
        if (sut_tissue_get_view(src->world, src->tissues[i].id, &v) != SUT_OK) {
            continue;
        }
        put_nodes(&f->nodes, &v, places(&src->tissues[i], &v, t), t);
        if (f->has_mesh && (!f->mesh_written || f->changes != v.mesh_changes)) {
            put_mesh(&f->mesh, &v, t);
            f->mesh_written = true;
            f->changes = v.mesh_changes;
        }
    }
}

bool sut_tissue_csv_failed(const sut_tissue_csv *csv) {
    for (int i = 0; i < csv->count; i++) {
        if (csv->files[i].nodes.error != 0 || csv->files[i].mesh.error != 0) {
            return true;
        }
    }
    return false;
}

bool sut_tissue_csv_close(sut_tissue_csv *csv, sut_fault *fault) {
    bool ok = true;
    for (int i = 0; i < csv->count; i++) {
        ok = sut_writer_close(&csv->files[i].nodes, fault) && ok;
        ok = sut_writer_close(&csv->files[i].mesh, fault) && ok;
    }
    free(csv->files);
    *csv = (sut_tissue_csv){0};
    return ok;
}
