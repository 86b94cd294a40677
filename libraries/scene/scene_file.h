// SPDX-License-Identifier: MIT
// scene_file.h -- bytes of files, and JSON text into a tree.
#ifndef SUT_SCENE_FILE_H
#define SUT_SCENE_FILE_H

#include "scene_value.h"

// Read a whole regular file of at most `limit` bytes; a larger one is not begun. The caller frees
// *bytes, which has a NUL behind its end. Null, or why it failed ("No such file or directory"), or
// sut_file_too_large.
extern const char sut_file_too_large[];
const char *sut_file_read(const char *path, size_t limit, char **bytes, size_t *size);

// A path of the scene, relative ones from its folder; the caller frees it. Null: no memory.
char *sut_file_path(const sut_reader *r, const char *name);

// Parse; null after "FILE:LINE:COL: what; what would be right" is written to the reader's error.
json_t *sut_json_parse(const sut_reader *r, const char *text, size_t size);

// Change the tree as the override says; see sut_scene_override.
bool sut_override_apply(const sut_reader *r, json_t *root, const sut_scene_override *o);

#endif
