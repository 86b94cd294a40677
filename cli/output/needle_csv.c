// SPDX-License-Identifier: MIT
#include "output/needle_csv.h"

#include "output/number.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// names have at most 64 characters
enum { BUFFER = 1 << 16, NUMBERS = 18, NAME = 65 };

static bool open_one(sut_writer *w, const char *folder, const char *name, sut_fault *fault) {
    char file[160];
    snprintf(file, sizeof file, "needle_%s.csv", name);
    char *path = sut_path_join(folder, file);
    if (path == NULL) {
        sut_fault_set(fault, "%s: out of memory", folder);
        return false;
    }
    bool ok = sut_writer_open(w, path, BUFFER, fault);
    free(path);
    return ok;
}

bool sut_needle_csv_open(sut_needle_csv *csv, const sut_source *src, const char *folder,
                         sut_fault *fault) {
    *csv = (sut_needle_csv){0};
    csv->files = calloc((size_t)src->needle_count + 1, sizeof *csv->files);
    if (csv->files == NULL) {
        sut_fault_set(fault, "%s: out of memory", folder);
        return false;
    }
    for (int i = 0; i < src->needle_count; i++) {
        if (!open_one(&csv->files[i], folder, src->needles[i].name, fault)) {
            sut_needle_csv_abandon(csv);
            return false;
        }
        csv->count = i + 1;
    }
    return true;
}

void sut_needle_csv_begin(sut_needle_csv *csv) {
    static const char header[] =
        "t,x,y,z,qx,qy,qz,qw,fx,fy,fz,tx,ty,tz,resistance,inside,holes,tool\n";
    for (int i = 0; i < csv->count; i++) {
        sut_writer_begin(&csv->files[i]);
        sut_writer_put(&csv->files[i], header, sizeof header - 1);
    }
}

void sut_needle_csv_abandon(sut_needle_csv *csv) {
    for (int i = 0; i < csv->count; i++) {
        sut_writer_abandon(&csv->files[i]);
    }
    free(csv->files);
    *csv = (sut_needle_csv){0};
}

static char *put_number(char *at, double x) {
    at = sut_put_double(at, x);
    *at++ = ',';
    return at;
}

static char *put_vector(char *at, sut_vec3 v) {
    return put_number(put_number(put_number(at, v.x), v.y), v.z);
}

void sut_needle_csv_block(sut_needle_csv *csv, const sut_source *src) {
    double t = sut_world_time(src->world);
    for (int i = 0; i < csv->count; i++) {
        sut_needle_view v;
        if (sut_needle_get_view(src->world, src->needles[i].id, &v) != SUT_OK) {
            continue;
        }
        const sut_quat *q = &v.pose.rotation;
        sut_writer *w = &csv->files[i];
        char *at = sut_writer_room(w, (size_t)NUMBERS * SUT_NUMBER_MAX + NAME);
        at = put_number(at, t);
        at = put_vector(at, v.pose.position);
        at = put_number(put_vector(at, (sut_vec3){q->x, q->y, q->z}), q->w);
        at = put_vector(put_vector(at, v.force), v.torque);
        at = put_number(at, v.resistance);
        at = put_number(put_number(at, v.inside), sut_source_needle_holes(src, i));
        at = sut_put_text(at, sut_source_tool_name(src, v.tool));
        *at++ = '\n';
        sut_writer_used(w, at);
    }
}

bool sut_needle_csv_failed(const sut_needle_csv *csv) {
    for (int i = 0; i < csv->count; i++) {
        if (csv->files[i].error != 0) {
            return true;
        }
    }
    return false;
}

bool sut_needle_csv_close(sut_needle_csv *csv, sut_fault *fault) {
    bool ok = true;
    for (int i = 0; i < csv->count; i++) {
        ok = sut_writer_close(&csv->files[i], fault) && ok;
    }
    free(csv->files);
    *csv = (sut_needle_csv){0};
    return ok;
}
