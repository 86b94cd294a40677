// SPDX-License-Identifier: MIT
#include "check.h"
#include "trainer/server/jam.h"

// looks at 60 Hz for so many seconds of the clock while the world goes at this rate
static bool watch(sut_jam *j, double *clock, double seconds, double rate, sut_tool_view *tools) {
    static const double period = 1.0 / 60.0;
    bool jammed = false;
    for (double end = *clock + seconds; *clock < end; *clock += period) {
        jammed = sut_jam_look(j, *clock, rate * *clock, 1.0, tools, 2);
    }
    return jammed;
}

TEST(closed_jaws_that_bring_the_world_to_a_crawl_are_a_jam) {
    sut_jam j = {0};
    double clock = 10.0;
    sut_tool_view tools[2] = {{.jaw_target = 0.0}, {.jaw_target = 1.0}};
    CHECK(!watch(&j, &clock, 2.0, 1.0, tools));
    j = (sut_jam){0};
    CHECK(!watch(&j, &clock, 0.4, 0.05, tools));
    CHECK(watch(&j, &clock, 0.3, 0.05, tools));
    // open jaws cannot jam, and a machine that is merely slow is none
    tools[0].jaw_target = 1.0;
    CHECK(!watch(&j, &clock, 0.1, 0.05, tools));
    tools[0].jaw_target = 0.0;
    j = (sut_jam){0};
    CHECK(!watch(&j, &clock, 2.0, 0.2, tools));
}

TEST(two_blocked_hands_that_do_not_get_on_are_a_jam) {
    sut_jam j = {0};
    double clock = 0.0;
    sut_tool_view tools[2] = {{.blocked = true, .grip_count = 1},
                              {.blocked = true, .jaw_target = 1.0}};
    CHECK(!watch(&j, &clock, 0.4, 1.0, tools));
    CHECK(watch(&j, &clock, 0.2, 1.0, tools));
    // one of them gets on
    tools[1].proxy.position.x = 0.001;
    CHECK(!watch(&j, &clock, 0.2, 1.0, tools));
    CHECK(watch(&j, &clock, 0.5, 1.0, tools));
    tools[1].blocked = false;
    CHECK(!watch(&j, &clock, 1.0, 1.0, tools));
}
