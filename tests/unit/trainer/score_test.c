// SPDX-License-Identifier: MIT
#include "check.h"
#include "trainer/server/score.h"

#include <math.h>
#include <string.h>

enum { COUNT = 301 };

// the right hand goes 0.1 m with minimum jerk from 1 s to 2 s, holding a thread that pulls with 0.5
// N
static void make(sut_track *t) {
    for (int i = 0; i < COUNT; i++) {
        double time = SUT_SAMPLE_PERIOD * i;
        double s = time < 1.0 ? 0.0 : time > 2.0 ? 1.0 : time - 1.0;
        double x = 0.1 * (10.0 * s * s * s - 15.0 * s * s * s * s + 6.0 * s * s * s * s * s);
        bool moves = time >= 1.0 && time < 2.0;
        sut_sample sample = {.t = time, .hand_count = 2, .tension = moves ? 0.7 : 0.0};
        sample.hand[0].rotation.w = 1.0;
        sample.hand[1] = (sut_sample_hand){.position = {x, 0.0, 0.0},
                                           .rotation = {0.0, 0.0, sin(0.5 * s), cos(0.5 * s)},
                                           .force = moves ? 0.5 : 0.0,
                                           .grips = moves,
                                           .grasps = time >= 1.0 ? 1 : 0,
                                           .drops = time >= 2.0 ? 1 : 0};
        sut_track_add(t, &sample);
    }
}

TEST(figures_of_one_movement) {
    sut_track t = {0};
    make(&t);
    sut_score_frame f = {.from = 0.0, .until = 3.0, .force_limit = 0.4, .ideal_path = 0.08};
    sut_score s;
    sut_score_compute(&t, &f, &s);
    CHECK_NEAR(s.value[SUT_METRIC_TIME], 3.0, 0.0);
    // the filter swings over by 0.03 % where the movement ends
    CHECK_NEAR(s.value[SUT_METRIC_PATH_RIGHT], 0.1, 5e-5);
    CHECK_NEAR(s.value[SUT_METRIC_PATH_LEFT], 0.0, 1e-12);
    CHECK_EQ_INT(s.value[SUT_METRIC_MOVEMENTS_RIGHT], 1);
    CHECK_EQ_INT(s.value[SUT_METRIC_MOVEMENTS_LEFT], 0);
    CHECK_NEAR(s.value[SUT_METRIC_TURN_RIGHT], 1.0, 1e-4); // angles below 1e-6 are left out
    CHECK_NEAR(s.value[SUT_METRIC_ECONOMY], 0.8, 4e-4);
    CHECK_NEAR(s.value[SUT_METRIC_FORCE_RIGHT], 0.5, 0.0);
    CHECK_NEAR(s.value[SUT_METRIC_FORCE_MEAN], 0.5, 0.0);
    CHECK_NEAR(s.value[SUT_METRIC_FORCE_OVER], 1.0, 0.011); // one sample
    CHECK_NEAR(s.value[SUT_METRIC_TENSION], 0.7, 0.0);
    CHECK_EQ_INT(s.value[SUT_METRIC_GRASPS], 1);
    CHECK_EQ_INT(s.value[SUT_METRIC_DROPS], 1);
    // -1.40583 for the whole movement; its slow ends below 5 mm/s are cut off here
    CHECK(s.has[SUT_METRIC_SMOOTH_RIGHT]);
    CHECK_NEAR(s.value[SUT_METRIC_SMOOTH_RIGHT], -1.40583, 0.08);
    CHECK(!s.has[SUT_METRIC_SMOOTH_LEFT]);
    // it rests for two seconds and for the slow ends of its movement
    CHECK_NEAR(s.value[SUT_METRIC_IDLE], 2.06, 0.05);
    sut_track_free(&t);
}

// the hand of make() makes its movement, and the world goes back to before it, twice
TEST(a_jump_back_is_no_way) {
    sut_track one = {0}, t = {0};
    make(&one);
    for (int k = 0; k < 3; k++) {
        for (int i = 0; i < one.count; i++) {
            sut_sample s = one.at[i];
            s.t += k * COUNT * SUT_SAMPLE_PERIOD;
            s.undos = (unsigned)k;
            sut_track_add(&t, &s);
        }
    }
    sut_score_frame f = {.from = 0.0, .until = 3.0 * COUNT * SUT_SAMPLE_PERIOD, .force_limit = 1.0};
    sut_score s;
    sut_score_compute(&t, &f, &s);
    // the way, the turn and the movements of all three, and nothing for the jumps of 0.1 m and 1
    // rad; the filter swings over by 0.03 % where a movement ends
    CHECK_NEAR(s.value[SUT_METRIC_PATH_RIGHT], 0.3, 1.5e-4);
    CHECK_NEAR(s.value[SUT_METRIC_TURN_RIGHT], 3.0, 3e-4); // angles below 1e-6 are left out
    CHECK_EQ_INT(s.value[SUT_METRIC_MOVEMENTS_RIGHT], 3);
    CHECK(s.has[SUT_METRIC_SMOOTH_RIGHT]);
    // the mean of three equal gestures
    CHECK_NEAR(s.value[SUT_METRIC_SMOOTH_RIGHT], -1.40583, 0.08);
    // the box is that of the places where it truly was: 0.1 m long, and without width
    CHECK_NEAR(s.value[SUT_METRIC_VOLUME], 0.0, 1e-12);
    sut_track_free(&t);
    sut_track_free(&one);
}

TEST(only_what_lies_in_the_attempt_counts) {
    sut_track t = {0};
    make(&t);
    sut_score_frame f = {.from = 2.2, .until = 2.8, .force_limit = 0.4};
    sut_score s;
    sut_score_compute(&t, &f, &s);
    CHECK_NEAR(s.value[SUT_METRIC_TIME], 0.6, 1e-12);
    CHECK_NEAR(s.value[SUT_METRIC_PATH_RIGHT], 0.0, 1e-12);
    CHECK_EQ_INT(s.value[SUT_METRIC_GRASPS], 0);
    CHECK(!s.has[SUT_METRIC_ECONOMY]);
    sut_track_free(&t);
}

TEST(an_empty_attempt_has_a_time_and_nothing_else) {
    sut_track t = {0};
    sut_score_frame f = {.from = 1.0, .until = 1.5};
    sut_score s;
    sut_score_compute(&t, &f, &s);
    CHECK_NEAR(s.value[SUT_METRIC_TIME], 0.5, 0.0);
    CHECK(!s.has[SUT_METRIC_PATH_LEFT]);
}

TEST(every_metric_says_what_it_means) {
    for (int i = 0; i < SUT_METRIC_COUNT; i++) {
        CASE("i %d", i);
        const sut_metric_info *m = &sut_metrics[i];
        REQUIRE(m->id != NULL && m->label != NULL && m->unit != NULL && m->meaning != NULL);
        CHECK_EQ_INT(sut_metric_find(m->id), i);
        CHECK((m->reference == NULL) == (m->source == NULL));
    }
    CHECK_EQ_INT(sut_metric_find("beauty"), -1);
}

TEST(lists_hold_what_was_asked_for) {
    sut_score s = {0};
    s.has[SUT_METRIC_TIME] = true;
    s.value[SUT_METRIC_TIME] = 2.0;
    strcpy(s.knot, "reef");
    json_t *ids = json_pack("[s, s, s]", "time", "knot", "economy");
    json_t *object = sut_score_object(&s, ids);
    CHECK_EQ_INT((long long)json_object_size(object), 3);
    CHECK_STR(json_string_value(json_object_get(object, "knot")), "reef");
    CHECK(json_is_null(json_object_get(object, "economy")));
    json_decref(object);
    json_t *list = sut_score_list(&s, NULL);
    CHECK_EQ_INT((long long)json_array_size(list), SUT_METRIC_COUNT);
    json_decref(list);
    json_decref(ids);
}

TEST(samples_without_forces_are_counted_and_left_out) {
    sut_track t = {0};
    make(&t);
    for (int i = 0; i < t.count; i++) {
        if (i % 10 == 0) {
            t.at[i].unmeasured = true;
            t.at[i].hand[1].force = t.at[i].tension = 0.0;
        }
    }
    sut_score_frame f = {.from = 0.0, .until = 3.0, .force_limit = 0.4};
    sut_score s;
    sut_score_compute(&t, &f, &s);
    CHECK_NEAR(s.value[SUT_METRIC_UNMEASURED], 0.31, 1e-12); // 31 of 301 samples
    CHECK_NEAR(s.value[SUT_METRIC_FORCE_MEAN], 0.5, 1e-12);  // not diluted by zeros
    sut_track_free(&t);
}
