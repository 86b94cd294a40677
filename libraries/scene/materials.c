// SPDX-License-Identifier: MIT
// materials.c -- sutures by name: material x size, all of it constant data.
//
// How sure the numbers are, said in the source text of every row:
//   "USP limits as commonly tabulated"   diameter limits and minimum average knot-pull of the USP
//                                        monographs <861> and <881>, not yet compared with them
//   "measured"                           taken from a published measurement
//   "textbook"                           handbook value of the bulk material
//   "estimate"                           a sensible value without a source; its range is given
// Diameters are the middle of the limits. Braids bend like loose bundles: their rigidity in bending
// and twisting is `bend_factor` times that of a solid section of the same modulus.
#include "sutura/scene.h"

#include <string.h>

#define USP "USP <861>/<881> limits as commonly tabulated, to be checked against the monographs"
#define GPA 1e9

// size, diameter limits in mm, knot-pull in N: nonabsorbable class I, synthetic absorbable;
// diameter limits of the next metric size, which is that of gut
#define SIZES(ROW)                                                                                 \
    ROW("12-0", 0.001, 0.009, 0.010, 0.0, 0.010, 0.019)                                            \
    ROW("11-0", 0.010, 0.019, 0.059, 0.0, 0.020, 0.029)                                            \
    ROW("10-0", 0.020, 0.029, 0.19, 0.25, 0.030, 0.039)                                            \
    ROW("9-0", 0.030, 0.039, 0.42, 0.49, 0.040, 0.049)                                             \
    ROW("8-0", 0.040, 0.049, 0.59, 0.69, 0.050, 0.069)                                             \
    ROW("7-0", 0.050, 0.069, 1.08, 1.37, 0.070, 0.099)                                             \
    ROW("6-0", 0.070, 0.099, 1.96, 2.45, 0.100, 0.149)                                             \
    ROW("5-0", 0.100, 0.149, 3.9, 6.7, 0.150, 0.199)                                               \
    ROW("4-0", 0.150, 0.199, 5.9, 9.3, 0.200, 0.249)                                               \
    ROW("3-0", 0.200, 0.249, 9.4, 17.4, 0.300, 0.339)                                              \
    ROW("2-0", 0.300, 0.339, 14.1, 26.3, 0.350, 0.399)                                             \
    ROW("0", 0.350, 0.399, 21.2, 38.2, 0.400, 0.499)                                               \
    ROW("1", 0.400, 0.499, 26.7, 49.8, 0.500, 0.599)                                               \
    ROW("2", 0.500, 0.599, 34.5, 62.3, 0.600, 0.699)

// middle of limits in mm, as metres
#define MIDDLE(lo, hi) (((lo) + (hi)) / 2000.0)

// name, size, diameter, young, bend factor, poisson, density, friction, knot-pull, source
#define NYLON(size, lo, hi, plain, absorbed, gut_lo, gut_hi)                                       \
    {"nylon",                                                                                      \
     size,                                                                                         \
     MIDDLE(lo, hi),                                                                               \
     2.0 * GPA,                                                                                    \
     1.0,                                                                                          \
     0.4,                                                                                          \
     1140.0,                                                                                       \
     0.2,                                                                                          \
     plain,                                                                                        \
     "diameter, knot-pull: " USP "; density: textbook; young: estimate 1.8-2.5 GPa, agrees with "  \
     "strengths measured by Naleway 2015 and Buncke 1966; friction: estimate 0.15-0.3, falls "     \
     "with tension (Gupta 1985)"},
#define POLYPROPYLENE(size, lo, hi, plain, absorbed, gut_lo, gut_hi)                               \
    {"polypropylene",                                                                              \
     size,                                                                                         \
     MIDDLE(lo, hi),                                                                               \
     3.0 * GPA,                                                                                    \
     1.0,                                                                                          \
     0.4,                                                                                          \
     905.0,                                                                                        \
     0.18,                                                                                         \
     plain,                                                                                        \
     "diameter, knot-pull: " USP "; density: textbook; young: estimate 2-4 GPa; friction: "        \
     "estimate 0.1-0.25, falls with tension (Gupta 1985)"},
#define SILK(size, lo, hi, plain, absorbed, gut_lo, gut_hi)                                        \
    {"silk",                                                                                       \
     size,                                                                                         \
     MIDDLE(lo, hi),                                                                               \
     8.7 * GPA,                                                                                    \
     0.05,                                                                                         \
     0.4,                                                                                          \
     1300.0,                                                                                       \
     0.28,                                                                                         \
     plain,                                                                                        \
     "diameter, knot-pull: " USP "; density: textbook; young: measured, initial, in tension "      \
     "(Naleway 2015); bend factor of the braid: estimate 0.02-0.1; friction: estimate 0.2-0.35"},
#define POLYGLACTIN(size, lo, hi, plain, absorbed, gut_lo, gut_hi)                                 \
    {"polyglactin 910",                                                                            \
     size,                                                                                         \
     MIDDLE(lo, hi),                                                                               \
     8.0 * GPA,                                                                                    \
     0.05,                                                                                         \
     0.4,                                                                                          \
     1480.0,                                                                                       \
     0.2,                                                                                          \
     absorbed,                                                                                     \
     "diameter, knot-pull: " USP "; density: textbook; young: estimate, the fast-absorbing kind "  \
     "measured 9.32 GPa (Naleway 2015); bend factor of the braid: estimate 0.02-0.1; friction, "   \
     "coated: estimate 0.15-0.25"},
#define PDS(size, lo, hi, plain, absorbed, gut_lo, gut_hi)                                         \
    {"pds",                                                                                        \
     size,                                                                                         \
     MIDDLE(lo, hi),                                                                               \
     1.45 * GPA,                                                                                   \
     1.0,                                                                                          \
     0.4,                                                                                          \
     1310.0,                                                                                       \
     0.2,                                                                                          \
     absorbed,                                                                                     \
     "polydioxanone; diameter, knot-pull: " USP "; density: textbook; young: from memory of the "  \
     "literature, unchecked; friction: estimate 0.15-0.25"},
#define STEEL(size, lo, hi, plain, absorbed, gut_lo, gut_hi)                                       \
    {"steel",                                                                                      \
     size,                                                                                         \
     MIDDLE(lo, hi),                                                                               \
     193.0 * GPA,                                                                                  \
     1.0,                                                                                          \
     0.29,                                                                                         \
     7950.0,                                                                                       \
     0.22,                                                                                         \
     0.0,                                                                                          \
     "316L monofilament wire; diameter: " USP "; knot-pull (class III): not in the table; young, " \
     "poisson, density: textbook; friction: estimate 0.15-0.3"},
#define GUT(size, lo, hi, plain, absorbed, gut_lo, gut_hi)                                         \
    {"gut",                                                                                        \
     size,                                                                                         \
     MIDDLE(gut_lo, gut_hi),                                                                       \
     2.5 * GPA,                                                                                    \
     1.0,                                                                                          \
     0.4,                                                                                          \
     1300.0,                                                                                       \
     0.3,                                                                                          \
     0.0,                                                                                          \
     "chromic catgut, one metric size thicker than other sutures; diameter: " USP "; knot-pull "   \
     "(collagen): not in the table; young, density: from memory of the literature, unchecked; "    \
     "friction, wet: estimate 0.2-0.4"},

static const sut_material table[] = {SIZES(NYLON) SIZES(POLYPROPYLENE) SIZES(SILK)
                                         SIZES(POLYGLACTIN) SIZES(PDS) SIZES(STEEL) SIZES(GUT)};

// other names of the same things
static const struct {
    const char *alias, *name;
} aliases[] = {
    {"polyamide", "nylon"},      {"pp", "polypropylene"},  {"polyglactin", "polyglactin 910"},
    {"pgla", "polyglactin 910"}, {"polydioxanone", "pds"}, {"stainless steel", "steel"},
    {"catgut", "gut"},           {"chromic gut", "gut"},
};

int sut_material_count(void) {
    return (int)(sizeof table / sizeof table[0]);
}

const sut_material *sut_material_at(int i) {
    return i >= 0 && i < sut_material_count() ? &table[i] : NULL;
}

enum { NAME_SIZE = 48 };

// Lower case, one blank between words, none around; false when it is too long for any name.
static bool normalise(const char *text, char out[NAME_SIZE]) {
    size_t n = 0;
    bool gap = false;
    for (const char *p = text; *p != '\0'; p++) {
        if (*p == ' ' || *p == '\t') {
            gap = n > 0;
            continue;
        }
        if (n + 2 >= NAME_SIZE) {
            return false;
        }
        if (gap) {
            out[n++] = ' ';
            gap = false;
        }
        out[n++] = *p >= 'A' && *p <= 'Z' ? (char)(*p - 'A' + 'a') : *p;
    }
    out[n] = '\0';
    return true;
}

const sut_material *sut_material_find(const char *name) {
    char words[NAME_SIZE];
    if (name == NULL || !normalise(name, words)) {
        return NULL;
    }
    // the last word is the size; "1-0" is another way to write "0"
    char *size = strrchr(words, ' ');
    if (size == NULL) {
        return NULL;
    }
    *size++ = '\0';
    const char *usp = strcmp(size, "1-0") == 0 ? "0" : size;
    const char *material = words;
    for (size_t i = 0; i < sizeof aliases / sizeof aliases[0]; i++) {
        if (strcmp(words, aliases[i].alias) == 0) {
            material = aliases[i].name;
        }
    }
    for (int i = 0; i < sut_material_count(); i++) {
        if (strcmp(table[i].name, material) == 0 && strcmp(table[i].size, usp) == 0) {
            return &table[i];
        }
    }
    return NULL;
}
