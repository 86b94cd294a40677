// SPDX-License-Identifier: MIT
#include "output/csv.h"

#include "output/number.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>

// one buffer's worth of lines per write call; all files together stay below the total
enum { BUFFER_TOTAL = 8 << 20, BUFFER_MAX = 1 << 20, BUFFER_MIN = 16 << 10 };

// a scene may have more threads than a process may open files by default
static void allow_files(int count) {
    struct rlimit limit;
    rlim_t wanted = (rlim_t)count + 64;
    if (getrlimit(RLIMIT_NOFILE, &limit) == 0 && limit.rlim_cur < wanted) {
        limit.rlim_cur = limit.rlim_max < wanted ? limit.rlim_max : wanted;
        setrlimit(RLIMIT_NOFILE, &limit);
    }
}

static bool open_one(sut_writer *w, const char *folder, const char *name, size_t buffer,
                     sut_fault *fault) {
    char file[160];
    snprintf(file, sizeof file, "thread_%s.csv", name);
    char *path = sut_path_join(folder, file);
    if (path == NULL) {
        sut_fault_set(fault, "%s: out of memory", folder);
        return false;
    }
    bool ok = sut_writer_open(w, path, buffer, fault);
    free(path);
    return ok;
}

bool sut_csv_open(sut_csv *csv, const sut_source *src, const char *folder, sut_fault *fault) {
    *csv = (sut_csv){0};
    csv->files = calloc((size_t)src->thread_count + 1, sizeof *csv->files);
    if (csv->files == NULL) {
        sut_fault_set(fault, "%s: out of memory", folder);
        return false;
    }
    allow_files(src->thread_count);
    int buffer = BUFFER_TOTAL / (src->thread_count > 0 ? src->thread_count : 1);
    buffer = buffer > BUFFER_MAX ? BUFFER_MAX : (buffer < BUFFER_MIN ? BUFFER_MIN : buffer);

    for (int i = 0; i < src->thread_count; i++) {
        if (!open_one(&csv->files[i], folder, src->names[i], (size_t)buffer, fault)) {
            sut_csv_abandon(csv);
            return false;
        }
        csv->count = i + 1;
    }
    return true;
}

void sut_csv_begin(sut_csv *csv) {
    static const char header[] = "t,vertex,x,y,z,tension,twist\n";
    for (int i = 0; i < csv->count; i++) {
        sut_writer_begin(&csv->files[i]);
        sut_writer_put(&csv->files[i], header, sizeof header - 1);
    }
}

void sut_csv_abandon(sut_csv *csv) {
    for (int i = 0; i < csv->count; i++) {
        sut_writer_abandon(&csv->files[i]);
    }
    free(csv->files);
    *csv = (sut_csv){0};
}

static void put_thread(sut_writer *w, const sut_thread_view *v, double t) {
    char time[SUT_NUMBER_MAX];
    size_t time_length = (size_t)(sut_put_double(time, t) - time);
    for (int i = 0; i < v->vertex_count; i++) {
        char *at = sut_writer_room(w, (size_t)8 * SUT_NUMBER_MAX);
        memcpy(at, time, time_length);
        at += time_length;
        *at++ = ',';
        at = sut_put_uint(at, (unsigned long long)i);
        *at++ = ',';
        at = sut_put_double(at, v->position[i].x);
        *at++ = ',';
        at = sut_put_double(at, v->position[i].y);
        *at++ = ',';
        at = sut_put_double(at, v->position[i].z);
        *at++ = ',';
        if (i + 1 < v->vertex_count) {
            if (!(v->cut[i] > 0.0)) { // what was cut carries nothing
                at = sut_put_double(at, v->tension[i]);
            }
            *at++ = ',';
            at = sut_put_double(at, v->twist[i]);
        } else {
            *at++ = ',';
        }
        *at++ = '\n';
        sut_writer_used(w, at);
    }
}

void sut_csv_block(sut_csv *csv, const sut_source *src) {
    double t = sut_world_time(src->world);
    for (int i = 0; i < csv->count; i++) {
        sut_thread_view view;
        if (sut_thread_get_view(src->world, src->ids[i], &view) == SUT_OK) {
            put_thread(&csv->files[i], &view, t);
        }
    }
}

bool sut_csv_failed(const sut_csv *csv) {
    for (int i = 0; i < csv->count; i++) {
        if (csv->files[i].error != 0) {
            return true;
        }
    }
    return false;
}

bool sut_csv_close(sut_csv *csv, sut_fault *fault) {
    bool ok = true;
    for (int i = 0; i < csv->count; i++) {
        ok = sut_writer_close(&csv->files[i], fault) && ok;
    }
    free(csv->files);
    *csv = (sut_csv){0};
    return ok;
}
