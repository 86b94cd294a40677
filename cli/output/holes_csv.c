// SPDX-License-Identifier: MIT
#include "output/holes_csv.h"

#include "output/number.h"

#include <stdlib.h>
#include <string.h>

enum { BUFFER = 1 << 14, NAMES = 3 * 65, NUMBERS = 12 };

bool sut_holes_csv_open(sut_holes_csv *csv, const char *folder, sut_fault *fault) {
    *csv = (sut_holes_csv){.file = {.fd = -1}};
    char *path = sut_path_join(folder, "holes.csv");
    if (path == NULL) {
        sut_fault_set(fault, "%s: out of memory", folder);
        return false;
    }
    csv->open = sut_writer_open(&csv->file, path, BUFFER, fault);
    free(path);
    return csv->open;
}

void sut_holes_csv_begin(sut_holes_csv *csv) {
    static const char head[] = "t,hole,tissue,thread,needle,s,x,y,z,fx,fy,fz,slid,slipping\n";
    if (csv->open) {
        sut_writer_begin(&csv->file);
        sut_writer_put(&csv->file, head, sizeof head - 1);
    }
}

void sut_holes_csv_abandon(sut_holes_csv *csv) {
    if (csv->open) {
        sut_writer_abandon(&csv->file);
    }
    *csv = (sut_holes_csv){.file = {.fd = -1}};
}

static char *put_text(char *at, const char *text) {
    at = sut_put_text(at, text);
    *at++ = ',';
    return at;
}

static void put_hole(sut_writer *w, const sut_source *src, double t, int hole,
                     const sut_hole_view *v) {
    int tissue = sut_source_find_tissue(src, v->tissue);
    int thread = sut_source_find(src, v->thread);
    int needle = sut_source_find_needle(src, v->needle);
    const double numbers[] = {v->s,       v->position.x, v->position.y, v->position.z,
                              v->force.x, v->force.y,    v->force.z,    v->slid};
    char *at = sut_writer_room(w, NAMES + (size_t)NUMBERS * SUT_NUMBER_MAX);
    at = sut_put_double(at, t);
    *at++ = ',';
    at = sut_put_uint(at, (unsigned long long)hole);
    *at++ = ',';
    at = put_text(at, tissue >= 0 ? src->tissues[tissue].name : "");
    at = put_text(at, thread >= 0 ? src->names[thread] : "");
    at = put_text(at, needle >= 0 ? src->needles[needle].name : "");
    for (size_t i = 0; i < sizeof numbers / sizeof numbers[0]; i++) {
        at = sut_put_double(at, numbers[i]);
        *at++ = ',';
    }
    *at++ = v->slipping ? '1' : '0';
    *at++ = '\n';
    sut_writer_used(w, at);
}

void sut_holes_csv_block(sut_holes_csv *csv, const sut_source *src) {
    double t = sut_world_time(src->world);
    int count = csv->open ? sut_hole_slots(src->world) : 0;
    for (int i = 0; i < count; i++) {
        sut_hole_view v;
        bool there = sut_source_hole(src, i, &v);
        bool left_behind = v.triangle < 0 && v.passage > 0; // a guide, by the tip of a needle
        if (there && !v.out && !left_behind) {
            put_hole(&csv->file, src, t, i, &v);
        }
    }
}

bool sut_holes_csv_failed(const sut_holes_csv *csv) {
    return csv->open && csv->file.error != 0;
}

bool sut_holes_csv_close(sut_holes_csv *csv, sut_fault *fault) {
    bool ok = !csv->open || sut_writer_close(&csv->file, fault);
    *csv = (sut_holes_csv){.file = {.fd = -1}};
    return ok;
}
