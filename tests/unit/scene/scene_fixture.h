// SPDX-License-Identifier: MIT
// scene_fixture.h -- scenes from text, and the message that refuses them.
#ifndef SUT_TEST_SCENE_FIXTURE_H
#define SUT_TEST_SCENE_FIXTURE_H

#include "scene_types.h"

// a valid scene: one straight thread "t" of 0.1 m along x in 11 vertices, radius 0.1 mm
extern const char *const valid_scene;

sut_scene *scene_from(const char *text); // null when refused; the caller frees
// the valid scene with one value changed, `value` as for --set
sut_scene *scene_with(const char *path, const char *value);

// The message without its "s.json: " or "s.json:"; "" when the scene is accepted. Valid until the
// next call.
const char *refusal_of(const char *text);
const char *refusal_of_bytes(const char *text, size_t size);
const char *refusal_with(const char *path, const char *value);

// a file in a folder of its own, removed at exit; returns its path, valid until the next call
const char *temporary_file(const char *name, const char *text);

#endif
