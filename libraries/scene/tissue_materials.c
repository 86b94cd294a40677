// SPDX-License-Identifier: MIT
// tissue_materials.c -- tissues by name, all of it constant data. What a figure rests on is said in
// the source text of its row; "estimate" is a sensible value without a source.
#include "sutura/scene.h"

#include <string.h>

// a bite as large as its own reference makes no difference where floor is 1
static const sut_tissue_material table[] = {
    {.name = "skin",
     .young = 100e3,
     .poisson = 0.45,
     .density = 1100.0,
     .friction = 0.3,
     .entry = 1.0,
     .cut = 0.25,
     .exit = 0.6,
     .grip = 30.0,
     .pinch = 0.02,
     .strength = 3.75,
     .bite = 5e-3,
     .floor = 0.4,
     .source = "strength: tear-through of a skin model 3.26-4.07 N (Potter 2025, abstract); all "
               "else: estimate"},
    {.name = "fascia",
     .young = 1e6,
     .poisson = 0.45,
     .density = 1100.0,
     .friction = 0.3,
     .entry = 2.0,
     .cut = 0.5,
     .exit = 1.2,
     .grip = 60.0,
     .pinch = 0.04,
     .strength = 20.0,
     .bite = 5e-3,
     .floor = 0.4,
     .source = "estimate"},
    {.name = "artery",
     .young = 500e3,
     .poisson = 0.45,
     .density = 1060.0,
     .friction = 0.2,
     .entry = 0.1,
     .cut = 0.03,
     .exit = 0.06,
     .grip = 10.0,
     .pinch = 0.001,
     .strength = 0.5,
     .bite = 1e-3,
     .floor = 0.4,
     .source = "estimate"},
    {.name = "vein",
     .young = 250e3,
     .poisson = 0.45,
     .density = 1060.0,
     .friction = 0.2,
     .entry = 0.05,
     .cut = 0.015,
     .exit = 0.03,
     .grip = 5.0,
     .pinch = 0.0005,
     .strength = 0.2,
     .bite = 1e-3,
     .floor = 0.4,
     .source = "estimate"},
    {.name = "latex",
     .young = 1.2e6,
     .poisson = 0.45,
     .density = 950.0,
     .friction = 0.5,
     .entry = 0.85,
     .cut = 0.3,
     .exit = 0.5,
     .grip = 60.0,
     .pinch = 0.03,
     .strength = 8.0,
     .bite = 5e-3,
     .floor = 0.4,
     .source = "entry: puncture of a Penrose drain 0.85-2.9 N in the FLS knot exercise "
               "(doi 10.1089/lap.2017.0293); all else: estimate"},
    {.name = "silicone",
     .young = 300e3,
     .poisson = 0.45,
     .density = 1070.0,
     .friction = 0.5,
     .entry = 1.5,
     .cut = 0.4,
     .exit = 0.9,
     .grip = 60.0,
     .pinch = 0.04,
     .strength = 10.0,
     .bite = 5e-3,
     .floor = 0.4,
     .source = "estimate"},
    {.name = "seed-002",
     .young = 100e3,
     .poisson = 0.45,
     .density = 1000.0,
     .friction = 0.2,
     .entry = 0.0,
     .cut = 0.0,
     .exit = 0.0,
     .grip = 0.0,
     .pinch = 0.02,
     .strength = 40.0,
     .bite = 5e-3,
     .floor = 1.0,
     .source = "strength, the same at every bite: threshold of the published membrane (Shi, figure "
               "3.10); all else: estimate"},
};
enum { COUNT = sizeof table / sizeof table[0] };

int sut_tissue_material_count(void) {
    return COUNT;
}

const sut_tissue_material *sut_tissue_material_at(int i) {
    return i >= 0 && i < COUNT ? &table[i] : NULL;
}

const sut_tissue_material *sut_tissue_material_find(const char *name) {
    for (int i = 0; name != NULL && i < COUNT; i++) {
        if (strcmp(table[i].name, name) == 0) {
            return &table[i];
        }
    }
    return NULL;
}
