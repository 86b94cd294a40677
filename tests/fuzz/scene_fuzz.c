// SPDX-License-Identifier: MIT
// scene_fuzz.c -- any bytes as a scene: it is read, or refused in one clean line; nothing else.
//   clang -g -O1 -fsanitize=fuzzer,address,undefined -Iinclude -Iengine -Ilibraries/scene
//   tests/fuzz/scene_fuzz.c
//         libraries/scene/*.c LIBSUTURA -ljansson -lm -o scene_fuzz && ./scene_fuzz CORPUS scenes
#define _POSIX_C_SOURCE 200809L
#include "sutura/scene.h"

#include <stdlib.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    sut_scene_error e;
    memset(&e, 'x', sizeof e);
    sut_scene *s = sut_scene_read_text((const char *)data, size, "f.json", NULL, &e);
    size_t length = strnlen(e.text, sizeof e.text);
    for (size_t i = 0; i < length; i++) {
        if ((unsigned char)e.text[i] < 0x20) {
            abort();
        }
    }
    if (length == sizeof e.text || (s == NULL) != (length > 0)) {
        abort();
    }
    // a message says what is wrong, then what would be right
    if (s == NULL && strpbrk(e.text, ";?") == NULL) {
        abort();
    }
    sut_scene_free(s);
    return 0;
}
