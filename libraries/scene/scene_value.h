// SPDX-License-Identifier: MIT
// scene_value.h -- one value of a scene file: where it is, what it must be, what to say if not.
//
// Every reading function returns false after it has written the one error message; callers just
// return. A node knows its way up, so a message names the path without any bookkeeping.
#ifndef SUT_SCENE_VALUE_H
#define SUT_SCENE_VALUE_H

#include "scene_text.h"
#include "sutura/scene.h"

#include <jansson.h>

typedef struct sut_reader {
    const char *file;       // as messages call it
    const char *folder;     // of relative paths, with a slash at its end; "" is the current one
    sut_scene_error *error; // never null
} sut_reader;

// A value and the way to it. Lives on the stack of the function that reads its parent.
typedef struct sut_node {
    const struct sut_node *up; // null: the scene itself
    const char *key;           // inside an object
    int index;                 // inside an array, where key is null
    json_t *json;              // null: it is not there
} sut_node;

sut_node sut_node_root(json_t *json);
sut_node sut_node_member(const sut_node *object, const char *key);
sut_node sut_node_element(const sut_node *array, int index);

// Write "FILE: PATH: message" and return false.
bool sut_fail(const sut_reader *r, const sut_node *at, const char *format, ...)
    __attribute__((format(printf, 3, 4)));
bool sut_fail_memory(const sut_reader *r, const sut_node *at);
// The value for messages: 3.5, "text", a list.
sut_quoted sut_value_text(const sut_node *n);

// An object whose keys are all in `keys` (ends with null).
bool sut_check_object(const sut_reader *r, const sut_node *n, const char *const *keys);
// A list of min .. max entries; `what` names them in messages: "threads".
bool sut_check_list(const sut_reader *r, const sut_node *n, int min, int max, const char *what);
bool sut_check_present(const sut_reader *r, const sut_node *n, const char *right);

// What a number measures: its units, its name, its largest sensible size.
typedef enum sut_quantity {
    SUT_Q_NUMBER,
    SUT_Q_LENGTH,
    SUT_Q_TIME,
    SUT_Q_SPEED,
    SUT_Q_ACCELERATION,
    SUT_Q_PRESSURE,
    SUT_Q_DENSITY,
    SUT_Q_FORCE,
    SUT_Q_STIFFNESS, // EA
    SUT_Q_RIGIDITY,  // EI, GJ
    SUT_Q_MASS,
    SUT_Q_MASS_PER_LENGTH,
    SUT_Q_CURVATURE,
    SUT_Q_TWIST_RATE,
    SUT_Q_ANGLE,
    SUT_Q_MOBILITY,
    SUT_Q_LINEAR_DRAG,
    SUT_Q_QUADRATIC_DRAG,
    SUT_Q_PENALTY, // stiffness of a contact
    SUT_Q_ACTION,  // bending dissipation
    SUT_Q_TORQUE,
    SUT_Q_ANGULAR_STIFFNESS,
    SUT_Q_DAMPER,
    SUT_Q_IMPULSE,
    SUT_Q_RATE, // 1/s
    SUT_Q_SPIN, // rad/s
    SUT_Q_ANGULAR_DAMPER
} sut_quantity;

typedef enum sut_sign { SUT_ANY_SIGN, SUT_NOT_NEGATIVE, SUT_POSITIVE } sut_sign;

// The node must be there; `out` is in SI.
bool sut_read_number(const sut_reader *r, const sut_node *n, sut_quantity q, sut_sign sign,
                     double *out);
bool sut_read_vec3(const sut_reader *r, const sut_node *n, sut_quantity q, sut_vec3 *out);
bool sut_read_int(const sut_reader *r, const sut_node *n, int min, int max, int *out);
// One of the words in `names` (ends with null); *out is its place in the list.
bool sut_read_word(const sut_reader *r, const sut_node *n, const char *const *names, int *out);
bool sut_read_text(const sut_reader *r, const sut_node *n, const char **out);
bool sut_read_bool(const sut_reader *r, const sut_node *n, bool *out);

// The same for members that may be left out; *out then keeps what it holds.
bool sut_read_number_of(const sut_reader *r, const sut_node *object, const char *key,
                        sut_quantity q, sut_sign sign, double *out);
bool sut_read_vec3_of(const sut_reader *r, const sut_node *object, const char *key, sut_quantity q,
                      sut_vec3 *out);
bool sut_read_word_of(const sut_reader *r, const sut_node *object, const char *key,
                      const char *const *names, int *out);
bool sut_read_bool_of(const sut_reader *r, const sut_node *object, const char *key, bool *out);
// A direction: any length but zero. *out is a unit vector.
bool sut_read_direction_of(const sut_reader *r, const sut_node *object, const char *key,
                           sut_vec3 *out);
// The index of a vertex, counted from the end where negative; *out is 0 .. count - 1.
bool sut_read_vertex_of(const sut_reader *r, const sut_node *object, int count, int *out);

#endif
