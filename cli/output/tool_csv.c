// SPDX-License-Identifier: MIT
#include "output/tool_csv.h"

#include "output/number.h"

#include <stdio.h>
#include <stdlib.h>

// names have at most 64 characters
enum { BUFFER = 1 << 16, NUMBERS = 38, NAME = 65 };

static bool open_one(sut_writer *w, const char *folder, const char *name, sut_fault *fault) {
    char file[160];
    snprintf(file, sizeof file, "tool_%s.csv", name);
    char *path = sut_path_join(folder, file);
    if (path == NULL) {
        sut_fault_set(fault, "%s: out of memory", folder);
        return false;
    }
    bool ok = sut_writer_open(w, path, BUFFER, fault);
    free(path);
    return ok;
}

bool sut_tool_csv_open(sut_tool_csv *csv, const sut_source *src, const char *folder,
                       sut_fault *fault) {
    *csv = (sut_tool_csv){0};
    csv->files = calloc((size_t)src->tool_count + 1, sizeof *csv->files);
    if (csv->files == NULL) {
        sut_fault_set(fault, "%s: out of memory", folder);
        return false;
    }
    for (int i = 0; i < src->tool_count; i++) {
        if (!open_one(&csv->files[i], folder, src->tools[i].name, fault)) {
            sut_tool_csv_abandon(csv);
            return false;
        }
        csv->count = i + 1;
    }
    return true;
}

void sut_tool_csv_begin(sut_tool_csv *csv) {
    static const char header[] =
        "t,target_x,target_y,target_z,target_qx,target_qy,target_qz,target_qw,x,y,z,qx,qy,qz,qw,"
        "jaw_target,jaw,fx,fy,fz,tx,ty,tz,hand_fx,hand_fy,hand_fz,hand_tx,hand_ty,hand_tz,blocked,"
        "thread,vertex,slipping,solid_fx,solid_fy,solid_fz,solid_tx,solid_ty,solid_tz,"
        "tissue,nodes,tissue_slipping\n";
    for (int i = 0; i < csv->count; i++) {
        sut_writer_begin(&csv->files[i]);
        sut_writer_put(&csv->files[i], header, sizeof header - 1);
    }
}

void sut_tool_csv_abandon(sut_tool_csv *csv) {
    for (int i = 0; i < csv->count; i++) {
        sut_writer_abandon(&csv->files[i]);
    }
    free(csv->files);
    *csv = (sut_tool_csv){0};
}

static char *put_number(char *at, double x) {
    at = sut_put_double(at, x);
    *at++ = ',';
    return at;
}

static char *put_vector(char *at, sut_vec3 v) {
    return put_number(put_number(put_number(at, v.x), v.y), v.z);
}

static char *put_pose(char *at, const sut_pose *p) {
    at = put_vector(at, p->position);
    at = put_vector(at, (sut_vec3){p->rotation.x, p->rotation.y, p->rotation.z});
    return put_number(at, p->rotation.w);
}

// thread, vertex and whether it slides; empty without a grip
static char *put_grip(char *at, const sut_source *src, const sut_tool_view *v) {
    int thread = v->grip_count > 0 ? sut_source_find(src, v->grip[0].thread) : -1;
    for (const char *name = thread >= 0 ? src->names[thread] : ""; *name != '\0'; name++) {
        *at++ = *name;
    }
    *at++ = ',';
    if (thread >= 0) {
        at = sut_put_uint(at, (unsigned long long)v->grip[0].vertex);
    }
    *at++ = ',';
    if (thread >= 0) {
        *at++ = v->grip[0].slipping ? '1' : '0';
    }
    *at++ = ',';
    return at;
}

// tissue, how many nodes of it and whether it slides; empty without
static char *put_tissue(char *at, const sut_source *src, const sut_tool_view *v) {
    const sut_tool_tissue_grip *g = &v->tissue_grip;
    for (int i = 0; g->node_count > 0 && i < src->tissue_count; i++) {
        bool this_one = src->tissues[i].id.index1 == g->tissue.index1;
        for (const char *name = this_one ? src->tissues[i].name : ""; *name != '\0'; name++) {
            *at++ = *name;
        }
    }
    *at++ = ',';
    if (g->node_count > 0) {
        at = sut_put_uint(at, (unsigned long long)g->node_count);
        *at++ = ',';
        *at++ = g->slipping ? '1' : '0';
    } else {
        *at++ = ',';
    }
    *at++ = '\n';
    return at;
}

void sut_tool_csv_block(sut_tool_csv *csv, const sut_source *src) {
    double t = sut_world_time(src->world);
    for (int i = 0; i < csv->count; i++) {
        sut_tool_view v;
        if (sut_tool_get_view(src->world, src->tools[i].id, &v) != SUT_OK) {
            continue;
        }
        sut_writer *w = &csv->files[i];
        char *at = sut_writer_room(w, (size_t)(NUMBERS + 1) * SUT_NUMBER_MAX + 2 * NAME + 16);
        at = put_number(at, t);
        at = put_pose(at, &v.target);
        at = put_pose(at, &v.proxy);
        at = put_number(put_number(at, v.jaw_target), v.jaw);
        at = put_vector(put_vector(at, v.force), v.torque);
        at = put_vector(put_vector(at, v.hand_force), v.hand_torque);
        *at++ = v.blocked ? '1' : '0';
        *at++ = ',';
        at = put_grip(at, src, &v);
        at = put_vector(put_vector(at, v.solid_force), v.solid_torque);
        at = put_tissue(at, src, &v);
        sut_writer_used(w, at);
    }
}

bool sut_tool_csv_failed(const sut_tool_csv *csv) {
    for (int i = 0; i < csv->count; i++) {
        if (csv->files[i].error != 0) {
            return true;
        }
    }
    return false;
}

bool sut_tool_csv_close(sut_tool_csv *csv, sut_fault *fault) {
    bool ok = true;
    for (int i = 0; i < csv->count; i++) {
        ok = sut_writer_close(&csv->files[i], fault) && ok;
    }
    free(csv->files);
    *csv = (sut_tool_csv){0};
    return ok;
}
