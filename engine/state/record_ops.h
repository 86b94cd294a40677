// SPDX-License-Identifier: MIT
// record_ops.h -- the format of a recording, shared by the recorder and the replay.
//
// A recording is a sequence of 64-bit words (state/stream.h):
//   magic, version, capacity of contacts, words of the image, hash of these four, the image,
//   then one record after the other.
// A record is
//   head   kind in the low 8 bits, number of payload words above
//   payload
//   check  hash of head and payload
// so it can be skipped without being understood, and a torn or damaged one is noticed. Records that
// make something begin with what the world held afterwards (sut_image_counts), from which a replay
// knows its capacities before it starts. The capacity of contacts is told because a step that
// reaches it goes on without those that found no room.
#ifndef SUT_STATE_RECORD_OPS_H
#define SUT_STATE_RECORD_OPS_H

#include "state/visit.h"

// "SUTRECRD" as the first eight bytes
#define SUT_RECORD_MAGIC 0x4452434552545553u
#define SUT_RECORD_VERSION 4u
enum { SUT_RECORD_HEAD = 4 }; // words that the fifth one checks

typedef enum sut_op {
    SUT_OP_STEP = 1,           // dt, hash
    SUT_OP_THREAD_CREATE,      // counts, vertices, which arrays, material, arrays
    SUT_OP_THREAD_DESTROY,     // id
    SUT_OP_HOLD_CREATE,        // counts, thread id, keys, the def, keys
    SUT_OP_HOLD_DESTROY,       // id
    SUT_OP_HOLD_TARGET,        // id, kind, key
    SUT_OP_GRAVITY,            // vector
    SUT_OP_RESTORE,            // an image
    SUT_OP_OBSTACLE_CREATE,    // counts, keys, the def, keys
    SUT_OP_OBSTACLE_DESTROY,   // id
    SUT_OP_OBSTACLE_POSE,      // id, position, rotation
    SUT_OP_FRICTION,           // thread id, coefficient
    SUT_OP_TOOL_CREATE,        // counts, keys, the def, keys
    SUT_OP_TOOL_DESTROY,       // id
    SUT_OP_TOOL_TARGET,        // id, pose, jaw
    SUT_OP_TOOL_RELEASE,       // id
    SUT_OP_BUDGET,             // s
    SUT_OP_TISSUE_CREATE,      // counts, those of tissues, the def
    SUT_OP_TISSUE_DESTROY,     // id
    SUT_OP_SUPPORT_CREATE,     // counts, those of tissues, tissue id, the def
    SUT_OP_SUPPORT_DESTROY,    // id
    SUT_OP_TISSUE_CUT,         // tissue id, count, points
    SUT_OP_THREAD_CUT,         // thread id, edge
    SUT_OP_HOLE_CREATE,        // counts, those of tissues and holes, the def
    SUT_OP_HOLE_DESTROY,       // id
    SUT_OP_NEEDLE_CREATE = 32, // counts, those of tissues, holes and needles, the def
    SUT_OP_NEEDLE_DESTROY,     // id
    SUT_OP_NEEDLE_TARGET,      // id, pose
    SUT_OP_NEEDLE_RELEASE      // id
} sut_op;

// Arrays of a thread def that may be null, and whether it pierces tissue.
enum { SUT_OP_VELOCITIES = 1, SUT_OP_REST_LENGTHS = 2, SUT_OP_EXTRA_MASS = 4, SUT_OP_PIERCES = 8 };

static inline void sut_visit_thread_id(sut_stream *s, sut_thread_id *id) {
    sut_stream_u32(s, &id->index1);
    sut_stream_u32(s, &id->generation);
}

static inline void sut_visit_hold_id(sut_stream *s, sut_hold_id *id) {
    sut_stream_u32(s, &id->index1);
    sut_stream_u32(s, &id->generation);
}

static inline void sut_visit_obstacle_id(sut_stream *s, sut_obstacle_id *id) {
    sut_stream_u32(s, &id->index1);
    sut_stream_u32(s, &id->generation);
}

static inline void sut_visit_tool_id(sut_stream *s, sut_tool_id *id) {
    sut_stream_u32(s, &id->index1);
    sut_stream_u32(s, &id->generation);
}

static inline void sut_visit_tissue_id(sut_stream *s, sut_tissue_id *id) {
    sut_stream_u32(s, &id->index1);
    sut_stream_u32(s, &id->generation);
}

static inline void sut_visit_support_id(sut_stream *s, sut_support_id *id) {
    sut_stream_u32(s, &id->index1);
    sut_stream_u32(s, &id->generation);
}

static inline void sut_visit_needle_id(sut_stream *s, sut_needle_id *id) {
    sut_stream_u32(s, &id->index1);
    sut_stream_u32(s, &id->generation);
}

static inline void sut_visit_hole_id(sut_stream *s, sut_hole_id *id) {
    sut_stream_u32(s, &id->index1);
    sut_stream_u32(s, &id->generation);
}

// The fields of the defs that are not arrays (state/record.c).
void sut_visit_thread_def(sut_stream *s, sut_thread_def *d);
void sut_visit_hold_def(sut_stream *s, sut_hold_def *d);
void sut_visit_obstacle_def(sut_stream *s, sut_obstacle_def *d);

#endif
