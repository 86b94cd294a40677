// SPDX-License-Identifier: MIT
// Figures of torture scenes: added up, written down, read again.
#include "torture_tally.h"

#include <inttypes.h>
#include <math.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>

//---- figures -------------------------------------------------------------------------------------
typedef enum kind { COUNT, SUM, MOST, LEAST, SLOWEST } kind; // SLOWEST: goes with slowest_us

typedef struct figure {
    const char *name;
    kind kind;
    size_t offset;
} figure;

#define FIGURE(name, kind)                                                                         \
    { #name, kind, offsetof(sut_torture_counts, name) }
static const figure figures[] = {
    FIGURE(scenes, COUNT),        FIGURE(refused, COUNT),          FIGURE(steps, COUNT),
    FIGURE(parts, COUNT),         FIGURE(topology_changes, COUNT), FIGURE(diverged_steps, COUNT),
    FIGURE(non_finite, COUNT),    FIGURE(guard_hits, COUNT),       FIGURE(guard_shortened, COUNT),
    FIGURE(frozen_steps, COUNT),  FIGURE(slow_steps, COUNT),       FIGURE(late_scenes, COUNT),
    FIGURE(energy_bursts, COUNT), FIGURE(grasps, COUNT),           FIGURE(energy_gain, MOST),
    FIGURE(nearest, LEAST),       FIGURE(lag_max, MOST),           FIGURE(speed_max, MOST),
    FIGURE(cpu_us, SUM),          FIGURE(slowest_us, MOST),        FIGURE(vertices, MOST),
    FIGURE(slid, COUNT),          FIGURE(pierced, COUNT),          FIGURE(tears, COUNT),
    FIGURE(over_budget, COUNT),   FIGURE(slowest_seed, SLOWEST),   FIGURE(slowest_step, SLOWEST),
    FIGURE(tool_share, MOST),     FIGURE(hold_share, MOST),        FIGURE(contact_share, MOST),
    FIGURE(hole_share, MOST),
};
enum { FIGURES = sizeof figures / sizeof figures[0] };

static int64_t *whole(sut_torture_counts *c, const figure *f) {
    return (int64_t *)(void *)((char *)c + f->offset);
}

static double *real(sut_torture_counts *c, const figure *f) {
    return (double *)(void *)((char *)c + f->offset);
}

void sut_torture_add(sut_torture_counts *sum, const sut_torture_counts *scene) {
    sut_torture_counts one = *scene;
    bool slower = one.slowest_us > sum->slowest_us;
    for (int i = 0; i < FIGURES; i++) {
        const figure *f = &figures[i];
        switch (f->kind) {
        case COUNT:
            *whole(sum, f) += *whole(&one, f);
            break;
        case SUM:
            *real(sum, f) += *real(&one, f);
            break;
        case MOST:
            *real(sum, f) = fmax(*real(sum, f), *real(&one, f));
            break;
        case SLOWEST:
            *whole(sum, f) = slower ? *whole(&one, f) : *whole(sum, f);
            break;
        case LEAST:
            *real(sum, f) = fmin(*real(sum, f), *real(&one, f));
            break;
        }
    }
    sum->bad_seed = sum->bad_seed != 0 ? sum->bad_seed : one.bad_seed;
}

//---- tallies -------------------------------------------------------------------------------------
void sut_torture_tally_start(sut_torture_tally *t, uint64_t first_seed) {
    memset(t, 0, sizeof *t);
    t->next = first_seed;
    for (int i = 0; i < SUT_TORTURE_FAMILIES; i++) {
        t->sum[i] = sut_torture_none();
    }
}

static void note(sut_torture_tally *t, const sut_torture_find *find) {
    if (t->find_count < SUT_TORTURE_FINDS) {
        t->find[t->find_count] = *find;
    }
    t->find_count++;
    uint64_t *first = &t->sum[find->family].bad_seed;
    *first = *first != 0 ? *first : find->seed;
}

void sut_torture_tally_add(sut_torture_tally *t, int family, uint64_t seed,
                           const sut_torture_counts *c) {
    sut_torture_add(&t->sum[family], c);
    if (c->bad_seed != 0) {
        sut_torture_find find = {
            family, seed, c->topology_changes, c->diverged_steps, c->non_finite, c->energy_bursts};
        note(t, &find);
    }
    t->next = seed + 1;
}

sut_torture_counts sut_torture_tally_total(const sut_torture_tally *t) {
    sut_torture_counts all = sut_torture_none();
    for (int i = 0; i < SUT_TORTURE_FAMILIES; i++) {
        sut_torture_add(&all, &t->sum[i]);
    }
    return all;
}

//---- the file ------------------------------------------------------------------------------------
static const char title[] = "sutura torture 1";

static void write_sum(FILE *out, int family, const sut_torture_counts *sum) {
    sut_torture_counts c = *sum;
    fprintf(out, "family %s", sut_torture_names[family]);
    for (int i = 0; i < FIGURES; i++) {
        const figure *f = &figures[i];
        if (f->kind == COUNT || f->kind == SLOWEST) {
            fprintf(out, " %s %" PRId64, f->name, *whole(&c, f));
        } else {
            fprintf(out, " %s %.17g", f->name, *real(&c, f));
        }
    }
    fputc('\n', out);
}

bool sut_torture_tally_save(const sut_torture_tally *t, const char *file) {
    char beside[1024];
    int length = snprintf(beside, sizeof beside, "%s.new", file);
    FILE *out = length > 0 && length < (int)sizeof beside ? fopen(beside, "w") : NULL;
    if (out == NULL) {
        return false;
    }
    fprintf(out, "%s\nnext %" PRIu64 "\n", title, t->next);
    for (int i = 0; i < SUT_TORTURE_FAMILIES; i++) {
        write_sum(out, i, &t->sum[i]);
    }
    int listed = t->find_count < SUT_TORTURE_FINDS ? t->find_count : SUT_TORTURE_FINDS;
    for (int i = 0; i < listed; i++) {
        const sut_torture_find *f = &t->find[i];
        fprintf(out,
                "bad %s %" PRIu64 " topology_changes %" PRId64 " diverged_steps %" PRId64
                " non_finite %" PRId64 " energy_bursts %" PRId64 "\n",
                sut_torture_names[f->family], f->seed, f->topology_changes, f->diverged_steps,
                f->non_finite, f->energy_bursts);
    }
    bool good = ferror(out) == 0;
    good = fclose(out) == 0 && good;
    return good && rename(beside, file) == 0;
}

int sut_torture_find_family(const char *name) {
    for (int i = 0; i < SUT_TORTURE_FAMILIES; i++) {
        if (strcmp(name, sut_torture_names[i]) == 0) {
            return i;
        }
    }
    return -1;
}

static bool read_figure(sut_torture_counts *c, const char *name, const char *value) {
    for (int i = 0; i < FIGURES; i++) {
        const figure *f = &figures[i];
        if (strcmp(f->name, name) == 0) {
            bool is_whole = f->kind == COUNT || f->kind == SLOWEST;
            return is_whole ? sscanf(value, "%" SCNd64, whole(c, f)) == 1
                            : sscanf(value, "%lf", real(c, f)) == 1;
        }
    }
    return false;
}

static bool read_sum(sut_torture_tally *t, const char *text) {
    char name[40];
    char value[40];
    int used = 0;
    if (sscanf(text, " %39s%n", name, &used) != 1 || sut_torture_find_family(name) < 0) {
        return false;
    }
    sut_torture_counts *c = &t->sum[sut_torture_find_family(name)];
    for (text += used; sscanf(text, " %39s %39s%n", name, value, &used) == 2; text += used) {
        if (!read_figure(c, name, value)) {
            return false;
        }
    }
    return true;
}

static bool read_find(sut_torture_tally *t, const char *text) {
    char name[40];
    sut_torture_find f = {0};
    if (sscanf(text,
               " %39s %" SCNu64 " topology_changes %" SCNd64 " diverged_steps %" SCNd64
               " non_finite %" SCNd64 " energy_bursts %" SCNd64,
               name, &f.seed, &f.topology_changes, &f.diverged_steps, &f.non_finite,
               &f.energy_bursts) != 6) {
        return false;
    }
    f.family = sut_torture_find_family(name);
    if (f.family >= 0) {
        note(t, &f);
    }
    return f.family >= 0;
}

bool sut_torture_tally_load(sut_torture_tally *t, const char *file) {
    FILE *in = fopen(file, "r");
    if (in == NULL) {
        return true;
    }
    char line[2000];
    bool good = fgets(line, sizeof line, in) != NULL && strncmp(line, title, strlen(title)) == 0;
    uint64_t next = 0;
    sut_torture_tally_start(t, 1);
    while (good && fgets(line, sizeof line, in) != NULL) {
        if (strncmp(line, "family ", 7) == 0) {
            good = read_sum(t, line + 7);
        } else if (strncmp(line, "bad ", 4) == 0) {
            good = read_find(t, line + 4);
        } else {
            good = sscanf(line, "next %" SCNu64, &next) == 1;
        }
    }
    t->next = next;
    (void)fclose(in);
    return good && next > 0;
}
