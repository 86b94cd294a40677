// SPDX-License-Identifier: MIT
// changes.h -- the option --set PATH=VALUE, for all commands that read a scene.
#ifndef SUT_CLI_CHANGES_H
#define SUT_CLI_CHANGES_H

#include "sutura/scene.h"

typedef struct sut_changes {
    sut_scene_override *list;
    int count;
} sut_changes;

// Take one "PATH=VALUE", which is cut in two and must live as long. Says what is wrong and returns
// false when it is none.
bool sut_changes_add(sut_changes *c, char *text);
void sut_changes_free(sut_changes *c); // an all-zero one is fine

#endif
