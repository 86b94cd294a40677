// SPDX-License-Identifier: MIT
// reel.h -- a film: 30 frames a second of a world that ran as fast as it could in a thread of its own,
// with what the judge said of it. Either an attempt whose recording is replayed, every hash compared,
// or a demonstration whose script is played. It can be watched at any speed, from anywhere, while it is
// still being made.
#ifndef SUT_TRAINER_REEL_H
#define SUT_TRAINER_REEL_H

#include "trainer/server/play.h"

typedef struct sut_reel sut_reel;

typedef struct sut_reel_state {
    double ready, length; // s
    bool complete;        // nothing more comes
    bool same;            // all hashes so far are as recorded
    bool failed;          // the recording is damaged or too long to keep
} sut_reel_state;

// A replay. Takes over the bytes of the recording. `play` says what is shown and judged and must
// outlive the film. Null: out of memory or threads.
sut_reel *sut_reel_replay(sut_bytes *recording, double length, const sut_play *play);
// A demonstration; takes over `play`, also where it fails.
sut_reel *sut_reel_demo(sut_play *play);
sut_reel *sut_reel_share(sut_reel *f); // one more user
void sut_reel_drop(sut_reel *f);       // null is fine

sut_reel_state sut_reel_look(sut_reel *f);
// The frame at a time: copied to `body`; returns its number of sections, 0: none is ready. *time
// becomes that of the frame.
int sut_reel_frame(sut_reel *f, double *time, sut_bytes *body);
// New references. What the judge said at that time, a `live` message without scene: null before the
// first. Marks of the scrubber so far. How it ended (of docs/protocol.md, `ended`), and what the
// tensiometer found: null as long as it is not known.
json_t *sut_reel_live(sut_reel *f, double time);
json_t *sut_reel_marks(sut_reel *f);
json_t *sut_reel_ended(sut_reel *f);
json_t *sut_reel_tested(sut_reel *f);
// A new reference: where the tools are in each frame so far (GHOST of docs/protocol.md).
json_t *sut_reel_ghost(sut_reel *f);

#endif
