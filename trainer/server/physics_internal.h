// SPDX-License-Identifier: MIT
// physics_internal.h -- what the files of the physics share: its state, and which file does what with it.
#ifndef SUT_TRAINER_PHYSICS_INTERNAL_H
#define SUT_TRAINER_PHYSICS_INTERNAL_H

#include "trainer/server/jam.h"
#include "trainer/server/measure.h"
#include "trainer/server/pace.h"
#include "trainer/server/physics.h"

#include <pthread.h>

enum { SUT_PHYSICS_ORDERS = 256, SUT_PHYSICS_EVENTS = 256, SUT_PHYSICS_RETIRED = 32 };

struct sut_physics {
    pthread_t thread;
    void (*wake)(void *ctx);
    void *wake_ctx;
    double born;

    // orders and plays that are done with
    pthread_mutex_t order_lock;
    sut_order orders[SUT_PHYSICS_ORDERS];
    int order_count;
    sut_play *retired[SUT_PHYSICS_RETIRED];
    int retired_count;
    bool stop;

    // what others see
    pthread_mutex_t shot_lock;
    pthread_cond_t looked;
    sut_shot shot;
    sut_frame_event events[SUT_PHYSICS_EVENTS];
    uint64_t event_count;
    sut_look *asked; // it is waited for
    sut_figures figures;

    // of the thread alone
    sut_order taken[SUT_PHYSICS_ORDERS];
    sut_play *play;
    sut_pace pace;
    sut_hand hand[SUT_PLAY_TOOLS];
    bool hand_used[SUT_PLAY_TOOLS];
    int grasps[SUT_PLAY_TOOLS], drops[SUT_PLAY_TOOLS];
    bool paused;
    uint32_t steps_left, frame;
    uint32_t seq;      // of the last input that came
    uint32_t seq_used; // of the last one that a step has used
    uint32_t seq_told; // of the last one that a frame has answered
    double speed;
    double film_time;
    sut_beat beat; // of frames
    double next_sample, sampled; // s simulated
    sut_measure measure;         // of the last step that was one
    sut_conditions conditions;   // of the attempt
    double noted;                // s of the clock, until when they are
    bool was_paused;             // then
    sut_jam jam;
    bool jammed;
    uint32_t undone_to; // id of a mark
    sut_shot back;
    sut_frame_event fresh[SUT_PHYSICS_EVENTS];
    int fresh_count;
    uint64_t frame_steps; // steps at the last frame
    uint64_t guard_hits, diverged;
};

//---- physics_hand.c: hands between two messages of a page
void sut_physics_place_hands(sut_physics *p); // where the tools are
void sut_physics_take_input(sut_physics *p, const sut_order *o, double now);
void sut_physics_move_hands(sut_physics *p, double now);

//---- physics_step.c: one step, and what it says
void sut_physics_note_clock(sut_physics *p, double now);
void sut_physics_step_world(sut_physics *p);
void sut_physics_step_film(sut_physics *p);

//---- physics_undo.c: marks, and going back to them
void sut_physics_mark(sut_physics *p, const char *name);
void sut_physics_undo(sut_physics *p);
void sut_physics_clip(sut_physics *p, int tool); // the assistant takes what it holds, or lets go
void sut_physics_look_undo(const sut_physics *p, sut_look_undo *out);

//---- physics_show.c: what others see
void sut_physics_publish(sut_physics *p, double now);
void sut_physics_answer_look(sut_physics *p);

#endif
