// SPDX-License-Identifier: MIT
#include "commands/changes.h"

#include "commands/message.h"

#include <stdlib.h>
#include <string.h>

bool sut_changes_add(sut_changes *c, char *text) {
    char *equals = strchr(text, '=');
    if (equals == NULL || equals == text) {
        sut_cli_refuse("--set %s: not a change of the scene; --set PATH=VALUE, for example "
                       "threads[0].vertices=200",
                       text);
        return false;
    }
    sut_scene_override *grown = realloc(c->list, ((size_t)c->count + 1) * sizeof *c->list);
    if (grown == NULL) {
        sut_cli_refuse("--set %s: out of memory", text);
        return false;
    }
    *equals = '\0';
    c->list = grown;
    c->list[c->count++] = (sut_scene_override){.path = text, .value = equals + 1};
    return true;
}

void sut_changes_free(sut_changes *c) {
    free(c->list);
    *c = (sut_changes){0};
}
