// SPDX-License-Identifier: MIT
// physics.h -- the thread that steps the world on time, and what others see of it.
//
// Others give orders and take shots (the last frame), looks (a copy of the state for the judge) and
// figures. The physics never waits for them: where a lock is taken it tries again at the next step.
#ifndef SUT_TRAINER_PHYSICS_H
#define SUT_TRAINER_PHYSICS_H

#include "trainer/server/bite.h"
#include "trainer/server/conditions.h"
#include "trainer/server/play.h"

typedef enum sut_order_kind {
    SUT_ORDER_PLAY,  // show `play`, of which the physics gets a share
    SUT_ORDER_INPUT, // targets of hands
    SUT_ORDER_PAUSE, // on
    SUT_ORDER_STEP,  // count
    SUT_ORDER_SPEED, // value
    SUT_ORDER_SET,   // name, value
    SUT_ORDER_SEEK,  // value
    SUT_ORDER_END,   // stop the recording of the play with this number (count)
    SUT_ORDER_MARK,  // name: keep the state of the play with this number (count), to go back to
    SUT_ORDER_UNDO,  // go back
    SUT_ORDER_CLIP   // the assistant takes what the tool with this index (count) holds, or lets go
} sut_order_kind;

typedef struct sut_order_hand {
    bool named, has_position, has_rotation, has_jaw, free;
    sut_pose pose;
    double jaw;
} sut_order_hand;

typedef struct sut_order {
    sut_order_kind kind;
    sut_play *play;
    bool on;
    uint32_t count; // steps, sequence number, or number of a play
    double value;
    uint32_t undos; // of an input: how often the page knows that the world went back
    bool knows;     // and that it knows it
    char name[SUT_UNDO_NAME];
    sut_order_hand hand[SUT_PLAY_TOOLS];
} sut_order;

// One frame for all pages.
typedef struct sut_shot {
    sut_frame_header head;
    int sections;
    sut_bytes body, contacts;
    sut_frame_statistics statistics;
    uint64_t events; // how many there have been
} sut_shot;

// A copy of the state. Of a thread that was cut it is one piece: the longest of those that go through tissue,
// else the longest.
typedef struct sut_look_thread {
    int vertex_count, room;
    int first;           // vertex of the thread where the piece begins
    double begin, whole; // m of thread before it; of all of it
    double radius, length;
    bool cut;
    sut_vec3 *position, *velocity; // one block
} sut_look_thread;

// What there is to go back to.
typedef struct sut_look_undo {
    uint32_t undos;           // how often the world went back
    uint32_t marks;           // id of the last mark
    double since;             // s of play time, when that was made or last gone back to
    uint32_t at;              // id of the mark that it went back to last
    uint32_t next;            // id of the one that it would go back to; 0: none
    char name[SUT_UNDO_NAME]; // of that
} sut_look_undo;

enum { SUT_LOOK_THREADS = 8, SUT_LOOK_OBSTACLES = 64, SUT_LOOK_HOLDS = 64, SUT_LOOK_HOLES = 64 };
enum { SUT_LOOK_GAPS = 4, SUT_LOOK_NEEDLES = 4 };

// Between two lips, m; between two walls what is open of their rims besides, m^2, negative between others.
typedef struct sut_look_gap {
    double mean, most, leak;
} sut_look_gap;

typedef struct sut_look_needle {
    int thread, end; // that is swaged to it: index, and vertex of its end; -1: none
    bool held;       // by a tool
} sut_look_needle;

typedef struct sut_look {
    uint32_t scene; // 0: nothing there
    double time, world_time; // s of play time, which never runs back (undo.h); of the world
    sut_look_undo undo;
    int thread_count, tool_count, obstacle_count, hold_count;
    sut_look_thread thread[SUT_LOOK_THREADS];
    sut_tool_view tool[SUT_PLAY_TOOLS];
    sut_vec3 obstacle_position[SUT_LOOK_OBSTACLES], obstacle_rotation[SUT_LOOK_OBSTACLES];
    sut_hold_view hold[SUT_LOOK_HOLDS];
    int hole_count;
    sut_hole_view hole[SUT_LOOK_HOLES]; // that hold a needle or a thread, without guides
    double depth;                       // m, at rest: the deepest place that one goes through
    int gap_count, needle_count;
    sut_look_gap gap[SUT_LOOK_GAPS]; // as the scene names them
    sut_look_needle needle[SUT_LOOK_NEEDLES];
    sut_bite bite; // so far
    double needle_length[SUT_PLAY_TOOLS]; // m, of the needle in the jaws; 0: none
    sut_conditions conditions; // of the attempt so far
} sut_look;

typedef struct sut_figures {
    double hz, realtime;
    uint64_t steps, late, skipped, diverged;
    double step_us[3], cpu_us[3]; // median, 99th percentile, maximum of the last thousand steps
} sut_figures;

typedef struct sut_physics sut_physics;

// `wake` is called from the physics when there is a new frame. Null: no thread could be started.
sut_physics *sut_physics_start(void (*wake)(void *ctx), void *ctx);
void sut_physics_stop(sut_physics *p);

bool sut_physics_order(sut_physics *p, const sut_order *o); // false: too many wait

// A copy of the last shot if it is newer than `newer`.
bool sut_physics_shot(sut_physics *p, uint32_t newer, sut_shot *out);
// s of play time of the last frame of the play with this number; negative: none yet.
double sut_physics_time(sut_physics *p, uint32_t number);
// Events after the first `*seen`; returns how many, at most `room`, and moves *seen to the end.
int sut_physics_events(sut_physics *p, uint64_t *seen, sut_frame_event *out, int room);
// False: the physics did not answer in time.
bool sut_physics_look(sut_physics *p, sut_look *out, double timeout);
void sut_physics_figures(sut_physics *p, sut_figures *out);
// Drop plays that the physics is done with; not by the physics itself, which has no time for it.
void sut_physics_sweep(sut_physics *p);
void sut_look_free(sut_look *look);
void sut_shot_free(sut_shot *shot);

double sut_clock(void); // s, monotonic

#endif
