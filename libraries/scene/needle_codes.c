// SPDX-License-Identifier: MIT
// needle_codes.c -- needles by the codes that packs of sutures carry, all of it constant data. What
// a figure rests on is said in the source text of its row.
#include "sutura/scene.h"

#include <string.h>

#define PACK "estimate: as commonly given for this code, checked against no catalogue"
#define ICRC "arc and length: ICRC items catalogue, absorbable braided sutures; diameter: estimate"

// lengths along the arc
static const sut_needle_code table[] = {
    {"FS-2", 0.375, 19e-3, 0.60e-3, "reverse cutting", PACK},
    {"FS-1", 0.375, 24e-3, 0.75e-3, "reverse cutting", PACK},
    {"PS-2", 0.375, 19e-3, 0.60e-3, "reverse cutting", PACK},
    {"P-3", 0.375, 13e-3, 0.48e-3, "reverse cutting", PACK},
    {"SH", 0.5, 26e-3, 0.66e-3, "taper", PACK},
    {"CT-1", 0.5, 36e-3, 1.0e-3, "taper", PACK},
    {"CT-2", 0.5, 26e-3, 1.0e-3, "taper", PACK},
    {"RB-1", 0.5, 17e-3, 0.43e-3, "taper", PACK},
    {"BV-1", 0.375, 9.3e-3, 0.25e-3, "taper", PACK},
    {"BV130-5", 0.375, 6.5e-3, 0.13e-3, "taper",
     "arc and length: estimate, as commonly given for this code; diameter: read from the code"},
    {"ICRC 4-0", 0.5, 18.5e-3, 0.45e-3, "round", ICRC},
    {"ICRC 3-0", 0.5, 21.8e-3, 0.55e-3, "round", ICRC},
    {"ICRC 2-0", 0.5, 25.9e-3, 0.66e-3, "round", ICRC},
    {"ICRC 0", 0.5, 36.4e-3, 1.0e-3, "round", ICRC},
    {"ICRC 1", 0.5, 39.9e-3, 1.1e-3, "round", ICRC},
    {"ICRC 2", 0.5, 48e-3, 1.3e-3, "round", ICRC},
};

enum { COUNT = sizeof table / sizeof table[0] };

int sut_needle_code_count(void) {
    return COUNT;
}

const sut_needle_code *sut_needle_code_at(int i) {
    return i >= 0 && i < COUNT ? &table[i] : NULL;
}

const sut_needle_code *sut_needle_code_find(const char *name) {
    for (int i = 0; name != NULL && i < COUNT; i++) {
        if (strcmp(table[i].name, name) == 0) {
            return &table[i];
        }
    }
    return NULL;
}
