// SPDX-License-Identifier: MIT
// play.h -- one world on show: a task that is tried, its demonstration, free play or a replay.
//
// A play is made by the server's thread, run by the physics, looked at by the judge and recorded by
// the scribe; the last of them to let go frees it. Only the physics touches the world once it has
// begun.
#ifndef SUT_TRAINER_PLAY_H
#define SUT_TRAINER_PLAY_H

#include "trainer/server/frame.h"
#include "trainer/server/hand.h"
#include "trainer/server/level.h"
#include "trainer/server/rig.h"
#include "trainer/server/sample.h"
#include "trainer/server/tape.h"
#include "trainer/server/task.h"
#include "trainer/server/tuning.h"
#include "trainer/server/undo.h"

#include "sutura/scene.h"

typedef struct sut_reel sut_reel; // reel.h

typedef enum sut_play_mode {
    SUT_PLAY_FREE,
    SUT_PLAY_TRY,
    SUT_PLAY_DEMO,
    SUT_PLAY_REPLAY
} sut_play_mode;

enum { SUT_PLAY_NAME = 65 * 4, SUT_PLAY_TOOLS = 4 };

typedef struct sut_play {
    _Atomic int users;
    uint32_t number; // of the scene message
    sut_play_mode mode;
    const sut_task *task; // null in a replay whose task is gone
    char task_id[SUT_TASK_TEXT];
    char trainee[SUT_PLAY_NAME]; // "" : not recorded
    char material[SUT_TASK_TEXT];
    json_t *scene_json;
    json_t *threads_json; // as in the scene message; made before the physics has the world
    json_t *guide_json;   // steps for a trainee (guide.h); null: none
    sut_level level;

    sut_scene *scene;
    sut_world *world; // in a replay only its beginning
    double dt;
    sut_frame_cast cast;
    bool obstacle_moves[64];
    sut_hand_limits limits;
    sut_vec3 low, high; // where hands may go
    double force_most;  // N, that all hands together can give; infinite: not known
    _Atomic double gravity, friction; // as they are now
    double own_gravity, own_friction; // as the task has them
    sut_tuning tuning;
    bool own_material;                // the thread is the task's

    int64_t attempt; // its number in the records, 0: none
    sut_tape tape;
    sut_sample_ring samples;
    sut_reel *film; // of a replay
    sut_rig *rig;   // of devices on this side; null: pages move all hands
    sut_park park;  // of the physics
    sut_undo undo;  // of the physics; empty in demonstrations and replays
    _Atomic bool recording;
    _Atomic bool over;  // the attempt or demonstration has ended
    _Atomic bool won;
    _Atomic bool stop_wanted; // end the attempt
    _Atomic double first_input; // s of play time, negative: none yet
} sut_play;

typedef struct sut_play_wish {
    sut_play_mode mode;
    const sut_task *task;
    const char *material, *trainee;
    const sut_tuning *tuning; // of the threads; null: as the task has them
    sut_level level;
    const sut_rig_plan *devices; // null: none; not for demonstrations and replays
    json_t *scene; // for a replay: the recorded scene; else null
} sut_play_wish;

// Build the scene and its world. Null: `error` says why.
sut_play *sut_play_make(const sut_play_wish *wish, sut_scene_error *error);
sut_play *sut_play_share(sut_play *p); // one more user
void sut_play_drop(sut_play *p);       // null is fine

// m: tips at this place are led no lower; the board, or a tray that lies there.
double sut_play_floor(const sut_play *p, sut_vec3 at);
double sut_play_time(const sut_play *p); // s of play time (undo.h); called by the physics

// Changed by name, within limits; false: there is no such parameter. *value becomes what it is.
// Called by the physics.
bool sut_play_set(sut_play *p, const char *name, double *value);

// A new reference: the `scene` message. Does not look at the world.
json_t *sut_play_describe(const sut_play *p);
// A new reference: the threads in it. Does, and so is called once, before the physics begins.
json_t *sut_play_describe_threads(const sut_play *p);

#endif
