// SPDX-License-Identifier: MIT
#include "trainer/server/jam.h"

#include <math.h>

static const double patience = 0.5;  // s by the clock
static const double slow = 0.1;      // of real time, or of slow motion
static const double progress = 5e-4; // m, a hand that goes further than this gets on

static bool any_closed(const sut_tool_view *tools, int count) {
    for (int i = 0; i < count; i++) {
        // what holds a needle is closed for long and as it should be
        bool drives = tools[i].needle_grip.needle.index1 > 0;
        if (tools[i].grip_count > 0 || (tools[i].jaw_target < 0.5 && !drives)) {
            return true;
        }
    }
    return false;
}

// has it been slow for as long as we wait?
static bool crawls(const sut_jam *j, double clock, double time, double speed) {
    unsigned have = j->count < SUT_JAM_RECENT ? j->count : SUT_JAM_RECENT;
    for (unsigned i = 0; i < have; i++) {
        unsigned k = (j->count - 1U - i) % SUT_JAM_RECENT;
        if (clock - j->clock[k] >= patience) {
            // faster than real time is asked for as fast as the machine can
            return time - j->time[k] < slow * fmin(1.0, speed) * (clock - j->clock[k]);
        }
    }
    return false;
}

static bool moved(sut_vec3 a, sut_vec3 b) {
    double x = a.x - b.x, y = a.y - b.y, z = a.z - b.z;
    return sqrt(x * x + y * y + z * z) > progress;
}

static bool stands(sut_jam *j, double clock, const sut_tool_view *tools, int count) {
    bool blocked = count >= SUT_JAM_HANDS, gone = !j->stuck;
    for (int i = 0; i < SUT_JAM_HANDS && i < count; i++) {
        blocked = blocked && tools[i].blocked;
        gone = gone || moved(tools[i].proxy.position, j->at[i]);
    }
    if (!blocked || gone) {
        j->stuck_since = clock;
        for (int i = 0; i < SUT_JAM_HANDS && i < count; i++) {
            j->at[i] = tools[i].proxy.position;
        }
    }
    j->stuck = blocked;
    return blocked && clock - j->stuck_since >= patience;
}

bool sut_jam_look(sut_jam *j, double clock, double time, double speed, const sut_tool_view *tools,
                  int count) {
    bool closed = any_closed(tools, count);
    bool slowly = crawls(j, clock, time, speed);
    bool still = stands(j, clock, tools, count);
    j->clock[j->count % SUT_JAM_RECENT] = clock;
    j->time[j->count % SUT_JAM_RECENT] = time;
    j->count++;
    return closed && (slowly || still);
}
