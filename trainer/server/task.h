// SPDX-License-Identifier: MIT
// task.h -- exercises, read from trainer/tasks/*.json (docs/guide/trainer.md has the format).
#ifndef SUT_TRAINER_TASK_H
#define SUT_TRAINER_TASK_H

#include "sutura/types.h"

#include <jansson.h>

enum {
    SUT_TASK_RULES = 16,
    SUT_TASK_MARKS = 16,
    SUT_TASK_NAMES = 8,
    SUT_TASK_TEXT = 128,
    SUT_TASKS_MAX = 64
};

typedef enum sut_mark_kind {
    SUT_MARK_TARGET,
    SUT_MARK_RING,
    SUT_MARK_LINE,
    SUT_MARK_TRAY, // a disc on the board
    SUT_MARK_DOT   // printed on tissue: where a needle is to go in or out
} sut_mark_kind;

// A place to draw and to judge by; nothing solid.
typedef struct sut_mark {
    char name[SUT_TASK_TEXT];
    sut_mark_kind kind;
    sut_vec3 position;
    sut_vec3 axis; // unit; of a ring
    double radius;
    bool vanishes; // seen only while its rule is due and not done
    int tool;      // in the colour of this hand; -1: of none
} sut_mark;

typedef enum sut_rule_kind {
    SUT_RULE_KNOT,   // the thread (or both threads together) is tied into one of `names`
    SUT_RULE_UNKNOT, // the thread has no knot any more
    SUT_RULE_AROUND, // the thread winds around an obstacle by at least `amount` turns
    SUT_RULE_TOUCH,  // a tool was within the mark for `hold` seconds
    SUT_RULE_RING,   // the thread passes through the ring
    SUT_RULE_WRITHE, // the thread has wound around itself by at least `amount` turns
    SUT_RULE_TAUT,   // both hands pull at both ends of the knot with at least `amount` N each
    SUT_RULE_FREE,   // no tool holds anything
    SUT_RULE_PLACED, // the whole thread lies within the mark, and no tool holds it
    SUT_RULE_LOADED, // a tool holds a needle at a place from `low` to `high` of its arc
    SUT_RULE_PIERCED, // a needle or its thread goes through tissue within the mark
    SUT_RULE_DRAWN, // only thread is in tissue, and its end behind it is at most `amount` m long
    SUT_RULE_GAP,   // the first gap of the scene is at most `amount` m, in the mean
    SUT_RULE_CUT,   // blades have cut at least `amount` m of tissue; 0: a thread
    SUT_RULE_TAILS  // both ends were cut, and are `low` to `high` m long beyond the knot
} sut_rule_kind;

// What must be true. All rules together, for the longest of their `hold` times, are success.
typedef struct sut_rule {
    char id[SUT_TASK_TEXT];
    char text[2 * SUT_TASK_TEXT];
    sut_rule_kind kind;
    char names[SUT_TASK_NAMES][SUT_TASK_TEXT]; // knots
    int name_count;
    int thread; // index; -1: the knot that joins both threads
    int mark;   // index into marks
    int tool;   // index, -1: any
    char obstacle[SUT_TASK_TEXT];
    double amount;
    double low, high; // shares of the arc from the tip, of SUT_RULE_LOADED; m, of SUT_RULE_TAILS
    double loose; // m, of SUT_RULE_TAUT: no looser than this; 0: however loose
    double hold;  // s, how long it must be true
    bool keeps;   // once true, it stays so
    int after;    // index of the rule that must be done first, plus 1; 0: none
    // hint to show when it is done; of a knot: after its first, second, ... throw
    int hints[SUT_TASK_NAMES];
    int hint_count;
} sut_rule;

typedef struct sut_task {
    char id[SUT_TASK_TEXT];
    json_t *json;  // the file
    json_t *scene; // the scene as an object, tools with their scripts
    json_t *demo;  // the scene of the demonstration, null: none
    char folder[512];
    sut_mark marks[SUT_TASK_MARKS];
    int mark_count;
    sut_rule rules[SUT_TASK_RULES];
    int rule_count;
    double force_limit; // N, forces above it are counted
    bool has_material;  // a trainee may choose one
} sut_task;

typedef struct sut_task_list {
    sut_task *tasks[SUT_TASKS_MAX];
    int count;
    char folder[512];
} sut_task_list;

typedef struct sut_task_error {
    char text[768];
} sut_task_error;

// All files of a folder, sorted by group, level and id. False: nothing could be read; a single bad
// file makes the whole list fail with its name, because a course with a hole is worse.
bool sut_tasks_read(const char *folder, sut_task_list *out, sut_task_error *error);
void sut_tasks_free(sut_task_list *list);
const sut_task *sut_tasks_find(const sut_task_list *list, const char *id);

// One task from a parsed file; takes over `json`. `folder` is where relative names start.
sut_task *sut_task_make(json_t *json, const char *folder, sut_task_error *error);
void sut_task_free(sut_task *t);

// Which edition of the task it is: figures of different ones are not to be compared. From 1.
int sut_task_version(const sut_task *t);

// A new reference: the task as pages see it (TASK of docs/protocol.md).
json_t *sut_task_describe(const sut_task *t);

// Is it the thread that the task is meant with? Null: always.
bool sut_task_own_material(const sut_task *t, const char *material);

// A new reference: the scene of the task with this material (null: its own), for a trainee or as
// the demonstration.
json_t *sut_task_scene(const sut_task *t, const char *material, bool demo);

#endif
