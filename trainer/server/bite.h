// SPDX-License-Identifier: MIT
// bite.h -- what needles do to tissue, step by step: the force across the needle, the work that is
// done off its arc, how often it goes in, where on the arc it is taken, what is cut and torn.
#ifndef SUT_TRAINER_BITE_H
#define SUT_TRAINER_BITE_H

#include "sutura/scene.h"
#include "sutura/sutura.h"

#include <stdbool.h>

enum { SUT_BITE_NEEDLES = 4 };

typedef struct sut_bite {
    double lateral; // N, across the needle at the hole where it is most, filtered at 10 Hz
    double off_arc; // J so far: what moves the centre of the arc of a needle in tissue against its
                    // resistance
    int entries;    // so often a needle went into tissue
    int backs;      // and was drawn back out of it
    int at_tip;     // grasps of a needle on its tapered point, which is dulled
    int at_swage;   // and on the tenth before the thread, where it bends
    int dropped;    // so often it slid out of jaws
    int tears;      // holes that began to tear
    double cut;     // m of tissue that blades have cut
    int threads_cut;
    bool full; // a tissue had no room for a cut

    // of the step before
    bool known[SUT_BITE_NEEDLES];
    sut_vec3 centre[SUT_BITE_NEEDLES];
} sut_bite;

// After a step of `dt` (s). `counts`: its forces were found.
void sut_bite_step(sut_bite *b, const sut_world *w, int needles, bool counts, double dt);

#endif
