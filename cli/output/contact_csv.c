// SPDX-License-Identifier: MIT
#include "output/contact_csv.h"

#include "output/number.h"

#include <stdlib.h>
#include <string.h>

// names have at most 64 characters, and there are eight columns of them
enum { BUFFER = 1 << 18, NAMES = 8 * 65, NUMBERS = 18 };

bool sut_contact_csv_open(sut_writer *w, const char *folder, sut_fault *fault) {
    char *path = sut_path_join(folder, "contacts.csv");
    if (path == NULL) {
        sut_fault_set(fault, "%s: out of memory", folder);
        return false;
    }
    bool ok = sut_writer_open(w, path, BUFFER, fault);
    free(path);
    return ok;
}

void sut_contact_csv_begin(sut_writer *w, const sut_source *src) {
    static const char header[] = "t,thread_a,edge_a,thread_b,edge_b,obstacle,tool,x,y,z,nx,ny,nz,"
                                 "fx,fy,fz,gap,slipping";
    static const char needles[] = ",needle_a,needle_edge_a,needle_b,needle_edge_b";
    static const char tissues[] = ",tissue_a,triangle_a,tissue_b,triangle_b";
    sut_writer_begin(w);
    sut_writer_put(w, header, sizeof header - 1);
    if (src->tissue_count > 0) {
        sut_writer_put(w, tissues, sizeof tissues - 1);
    }
    if (src->needle_count > 0) {
        sut_writer_put(w, needles, sizeof needles - 1);
    }
    sut_writer_put(w, "\n", 1);
}

static char *put_text(char *at, const char *text) {
    at = sut_put_text(at, text);
    *at++ = ',';
    return at;
}

static char *put_number(char *at, double x) {
    at = sut_put_double(at, x);
    *at++ = ',';
    return at;
}

static char *put_vector(char *at, sut_vec3 v) {
    return put_number(put_number(put_number(at, v.x), v.y), v.z);
}

static char *put_edge(char *at, const sut_source *src, const sut_contact_view *c, int side) {
    int thread = sut_source_find(src, c->thread[side]);
    at = put_text(at, thread >= 0 ? src->names[thread] : "");
    if (thread >= 0) {
        at = sut_put_uint(at, (unsigned long long)c->edge[side]);
    }
    *at++ = ',';
    return at;
}

// ",NAME,TRIANGLE", both empty where that body is no tissue
static char *put_triangle(char *at, const sut_source *src, const sut_contact_view *c, int side) {
    int tissue = sut_source_find_tissue(src, c->tissue[side]);
    *at++ = ',';
    at = put_text(at, tissue >= 0 ? src->tissues[tissue].name : "");
    return tissue >= 0 ? sut_put_uint(at, (unsigned long long)c->triangle[side]) : at;
}

// The same of a needle, whose edges count from the tip.
static char *put_needle(char *at, const sut_source *src, const sut_contact_view *c, int side) {
    int needle = sut_source_find_needle(src, c->needle[side]);
    *at++ = ',';
    at = put_text(at, needle >= 0 ? src->needles[needle].name : "");
    return needle >= 0 ? sut_put_uint(at, (unsigned long long)c->edge[side]) : at;
}

static void put_contact(sut_writer *w, const sut_source *src, const sut_contact_view *c, double t) {
    char *at = sut_writer_room(w, NAMES + (size_t)NUMBERS * SUT_NUMBER_MAX + 32);
    int obstacle = sut_source_find_obstacle(src, c->obstacle);
    at = put_number(at, t);
    at = put_edge(at, src, c, 0);
    at = put_edge(at, src, c, 1);
    at = put_text(at, obstacle >= 0 ? src->obstacles[obstacle].name : "");
    int tool = sut_source_find_tool(src, c->tool);
    at = put_text(at, tool >= 0 ? src->tools[tool].name : "");
    at = put_vector(at, c->where);
    at = put_vector(at, c->normal);
    at = put_vector(at, c->force);
    at = put_number(at, c->gap);
    *at++ = c->slipping ? '1' : '0';
    for (int side = 0; src->tissue_count > 0 && side < 2; side++) {
        at = put_triangle(at, src, c, side);
    }
    for (int side = 0; src->needle_count > 0 && side < 2; side++) {
        at = put_needle(at, src, c, side);
    }
    *at++ = '\n';
    sut_writer_used(w, at);
}

void sut_contact_csv_block(sut_writer *w, const sut_source *src) {
    double t = sut_world_time(src->world);
    int count = 0;
    const sut_contact_view *contacts = sut_world_contacts(src->world, &count);
    for (int i = 0; i < count; i++) {
        put_contact(w, src, &contacts[i], t);
    }
}
